/* HTTP: connections, their limits, and the headers of every answer.
 *
 * Any client that can reach the port may send any request, so no part of it is trusted: a page of another
 * site gets no answer (Host, Origin and Sec-Fetch-Site are checked), a path is a name in a list and never a
 * file, requests are short, and a connection has a limited time for each request and for each answer, however
 * busy it looks. If there are too many connections, the one that has waited longest is closed. */
#ifndef ZERMELO_SERVE_HTTP_H
#define ZERMELO_SERVE_HTTP_H

#include "base/failure.h"
#include "serve/live.h"
#include "serve/served.h"

#include <stdbool.h>

struct http;

/** The address to listen on. */
struct http_address {
  const char *address; /* "127.0.0.1", "::1", "0.0.0.0" */
  int port;            /* 0: any free port */
};

/** Listen. EXIT_USAGE: the address is wrong; EXIT_CANNOT_CREATE: it cannot be used. */
struct http *http_create (const struct http_address *, struct served *, struct live *, struct failure *);

/** "http://127.0.0.1:8064/" */
const char *http_url (const struct http *);

/** Answer requests until *stop is set. */
void http_serve (struct http *, const volatile int *stop);

/** Close all connections. No job may be running: after live_call_off() the answers of jobs are sent first. */
void http_destroy (struct http *);

/* Access control: requests of programs and of our own page are answered, requests of pages of other sites are
 * not. */

/** The headers of a request that are checked; NULL if absent. */
struct http_sender {
  const char *host, *origin, *site, *mode; /* Host, Origin, Sec-Fetch-Site, Sec-Fetch-Mode */
};

/** May the request be answered? `any`: the server listens on all addresses of the machine. `is_page`: the
 * request is for a file of the page, to which other sites may link. The port in Host may be any, since ports
 * are forwarded. */
bool http_may_ask (const struct http_sender *, const char *address, bool any, bool is_page);

#endif
