/* The requests of the server: a path and its parameters in, JSON out (zermelo-serve(1)). HTTP itself is in
 * http.h.
 *
 * Parameters come from any client: each is read with its limits, and none names a file. One thread. */
#ifndef ZERMELO_SERVE_API_H
#define ZERMELO_SERVE_API_H

#include "serve/live.h"
#include "serve/served.h"

#include <jansson.h>

enum { POSITION_MOST = 8192 };

/** A request that is being answered. */
struct api {
  struct served *served;
  struct live *live;
  const char *address; /* address of the client */
  /** The value of a parameter of the request, or NULL. */
  const char *(*parameter) (void *context, const char *name);
  void *context;
  unsigned status;      /* status of HTTP */
  json_t *body;         /* the answer, freed by the caller, ... */
  char *text;           /* ... or the answer as text; both NULL: `job` has to be done first */
  struct live_job *job; /* handed over to `live`, with `context` as its owner */
};

/** Answer a request: fill in status and body, or job. */
void api_answer (struct api *, const char *path);

/** Answer with the result of a job. */
void api_finish (struct api *, struct live_job *);

/** Answer with {"error": "..."}. */
void api_fail (struct api *, unsigned status, const char *format, ...)
    __attribute__ ((format (printf, 3, 4)));

#endif
