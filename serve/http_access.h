/* Access control: requests of programs and of our own page are answered, requests of pages of other sites are
 * not. */
#ifndef ZERMELO_SERVE_HTTP_ACCESS_H
#define ZERMELO_SERVE_HTTP_ACCESS_H

#include <stdbool.h>
#include <stddef.h>

/** The headers of a request that are checked; NULL if absent. */
struct http_sender {
  const char *host, *origin, *site, *mode; /* Host, Origin, Sec-Fetch-Site, Sec-Fetch-Mode */
};

/** May the request be answered? `any`: the server listens on all addresses of the machine. `is_page`: the
 * request is for a file of the page, to which other sites may link. The port in Host may be any, since ports
 * are forwarded. */
bool http_may_ask (const struct http_sender *, const char *address, bool any, bool is_page);

#endif
