/* Plays the games of a tournament, one at a time.
 *
 * Between two games of the same pair on the same board the players stay open and forget what they learned, so
 * a game does not depend on those before it. A game whose players cannot both play the board is not played:
 * it is left out, or lost (tournament.forfeits). One thread, besides those of the players' searches. */
#ifndef ZERMELO_ANALYSIS_PLAY_MATCH_H
#define ZERMELO_ANALYSIS_PLAY_MATCH_H

#include "play/player.h"
#include "play/tournament.h"

struct match;

/** Who plays the games of a tournament (borrowed). The game of the resources is not used; the memory of
 *  tables is that of both players together. match_destroy() frees it. */
struct match *match_create (const struct tournament *, const struct play_resources *);
void match_destroy (struct match *);

/** From now on call poll (context) between two moves, when no clock runs. */
void match_poll_by (struct match *, void (*poll) (void *context), void *context);

/** Play the game of that number. True: `message` gets the game (game_pack()). False: it was called off, or
 *  there is a failure: a player or a board that cannot be opened. */
bool match_play (struct match *, size_t number, struct bytes *message, struct failure *);

/** Can every board be opened, and every player on the boards that he can play (player_plays()), of which
 * there must be one? Who cannot: `place` gets the number among the players, or -1 if it is the board.
 * Programs from outside are not asked. EXIT_BAD_DATA, EXIT_USAGE, EXIT_NO_INPUT, EXIT_IO. */
bool match_check (const struct tournament *, const struct play_resources *, int *place, struct failure *);

#endif
