/* Plays the games of a tournament, one at a time.
 *
 * Between two games of one pair on one board the players stay open but clear their tables, so a game does not
 * depend on earlier games. A game is not played if its players cannot both play the board: it is left out, or
 * lost (tournament.forfeits). One thread, besides those of the players' searches. */
#ifndef ZERMELO_ANALYSIS_PLAY_MATCH_H
#define ZERMELO_ANALYSIS_PLAY_MATCH_H

#include "play/player.h"
#include "play/tournament.h"

struct match;

/** Create a match for a tournament (borrowed). The game of the resources is not used; the memory of tables is
 * that of both players together. match_destroy() frees it. */
struct match *match_create (const struct tournament *, const struct play_resources *);
void match_destroy (struct match *);

/** From now on call poll (context) between two moves, while no player's clock runs. */
void match_poll_by (struct match *, void (*poll) (void *context), void *context);

/** Play the game with a number. True: `message` gets the game (game_pack()). False: it was stopped, or there
 * is a failure: a player or a board that cannot be opened. */
bool match_play (struct match *, size_t number, struct bytes *message, struct failure *);

/** Can every board be opened, and every player on the boards that he can play (player_plays()), of which
 * there must be at least one? If not, `place` gets the index of the player, or -1 if it is the board.
 * External programs are not asked. EXIT_BAD_DATA, EXIT_USAGE, EXIT_NO_INPUT, EXIT_IO. */
bool match_check (const struct tournament *, const struct play_resources *, int *place, struct failure *);

#endif
