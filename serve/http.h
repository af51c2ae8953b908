/* HTTP: connections, what they may ask for and for how long, and the headers of every answer.
 *
 * Whoever can reach the port may ask anything, so nothing is trusted: a page of another site gets nothing
 * (Host, Origin and Sec-Fetch-Site are checked), a path is a name in a list and never a file, requests are
 * short, and a connection has a limited time for each request and for each answer, however busy it looks.
 * When there are too many, the one that has waited longest makes room. */
#ifndef ZERMELO_SERVE_HTTP_H
#define ZERMELO_SERVE_HTTP_H

#include "base/failure.h"
#include "serve/live.h"
#include "serve/served.h"

struct http;

/** Where to listen. */
struct http_address {
  const char *address; /* "127.0.0.1", "::1", "0.0.0.0" */
  int port;            /* 0: any that is free */
};

/** Listen. EXIT_USAGE: that is no address; EXIT_CANNOT_CREATE: it cannot be had. */
struct http *http_create (const struct http_address *, struct served *, struct live *, struct failure *);

/** "http://127.0.0.1:8064/" */
const char *http_url (const struct http *);

/** Answer until *stop is set. */
void http_serve (struct http *, const volatile int *stop);

/** Close all connections. No job may be under way: after live_call_off() their answers are sent first. */
void http_destroy (struct http *);

#endif
