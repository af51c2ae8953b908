/* The requests of the server: a path and its parameters in, JSON out (zermelo-serve(1)). HTTP itself is in
 * http.h.
 *
 * Parameters come from any client: each is read with its limits, and none names a file. One thread. */
#ifndef ZERMELO_SERVE_API_H
#define ZERMELO_SERVE_API_H

#include "answer/strategy.h"
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

/** The text of an answer; the caller frees it. Ends the program if there is no memory. */
char *api_body (const json_t *);

/** Answer with {"error": "..."}. */
void api_fail (struct api *, unsigned status, const char *format, ...)
    __attribute__ ((format (printf, 3, 4)));

/* ---- single answers, for this room ---- */

/** The board, and the position of an answer for drawing (api_game.c). */
json_t *game_json (struct served_game *, const struct answer *);

/** The part that is common to all positions of a game, and the other part. */
json_t *game_board_json (const struct game *);
void game_put_position (json_t *object, const struct game *, const struct answer *);

/** {"position": TEXT} of the position with these pieces: names of cells separated by commas, with K before
 * the cell of a king. NULL: the failure is one line with the reason. */
json_t *setup_json (const struct game *, const char *const pieces[2], int mover, struct failure *);

/** The title of a game: "The 3,3,3 game". The caller frees it. */
char *game_title (const struct game *);

/** The games and files that are served (api_files.c). */
json_t *files_json (const struct served *);

/** Certificates (api_certificate.c): a position in the strategy of a side (0, 1; -1: of whichever side knows
 * it). `text` NULL: the position of the first claim. Takes a while if rows are large; if it is called off,
 * the answer is incomplete. Any thread. */
json_t *certificate_json (const struct served *, int file, const char *text, int side,
                          const atomic_bool *called_off, struct failure *);

/** The argument of a row that the strategy of a player (0, 1) has for the position, as cells of the board,
 * with a drawing; null if the step has no such row (api_argument.c). */
json_t *argument_json (const struct oracle *, const struct position *, int player,
                       const struct strategy_step *, const atomic_bool *called_off);

#endif
