/* What is served, in JSON: single answers, of which the server and exported pages are made. */
#ifndef ZERMELO_SERVE_SERVED_JSON_H
#define ZERMELO_SERVE_SERVED_JSON_H

#include "answer/strategy.h"
#include "serve/served.h"

#include <jansson.h>
#include <stdatomic.h>

/** The text of an answer; the caller frees it. Ends the program if there is no memory. */
char *json_body (const json_t *);

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

/** Figures of a file (file_statistics.c): positions by ply, value and distance from the end, and the
 * positions farthest from the end; the lock of `served` is held now and then. NULL: called off by *stop, or
 * the failure is set. Any thread. */
json_t *statistics_of_file (struct served *, int file, const atomic_bool *stop, struct failure *);

#endif
