/* Plays plans and small searches as the checker does (checker/argument_search.c), on bits, so that hopeless
 * ones are found out quickly. What holds here still has to be accepted by the checker itself. */
#ifndef ZERMELO_CERTIFICATE_BIT_PLAY_H
#define ZERMELO_CERTIFICATE_BIT_PLAY_H

#include "certificate/bit_board.h"

struct bit_play;

/** NULL: the board does not fit (bit_board_fits()). */
struct bit_play *bit_play_create (const struct array_game *);
void bit_play_destroy (struct bit_play *);

/** Where the play of a plan stops: at positions, with the player to move, for whose bit_board_key() stop()
 * says so. */
struct bit_stops {
  bool (*stop) (void *context, uint64_t key);
  void *context;
};

/** Does the plan of the argument hold? `stops` stands for the argument's has_row(); NULL: play stops nowhere.
 * With `play` NULL the answer is true: it is not known. */
bool bit_play_plan (struct bit_play *play, const struct argument *, const struct bit_stops *stops);

/** Does a small search prove the claim within the argument's nodes? With `play` NULL the answer is true. */
bool bit_play_small (struct bit_play *play, const struct argument *);

#endif
