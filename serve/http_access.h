/* Who may ask: programs on their own account, and our own page; not the pages of other sites. */
#ifndef ZERMELO_SERVE_HTTP_ACCESS_H
#define ZERMELO_SERVE_HTTP_ACCESS_H

#include <stdbool.h>
#include <stddef.h>

/** The headers of a request that matter, NULL where there is none. */
struct http_sender {
  const char *host, *origin, *site, *mode; /* Host, Origin, Sec-Fetch-Site, Sec-Fetch-Mode */
};

/** May it be answered? `any`: we listen on all addresses of the machine. `is_page`: a file of the page is
 * asked for, to which other sites may link. The port in Host may be any, since ports are forwarded. */
bool http_may_ask (const struct http_sender *, const char *address, bool any, bool is_page);

#endif
