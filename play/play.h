/* A game between two players: the loop in which every game is played, and the accounts of the players.
 *
 * play_game() lets the players move in turn until the game is over, possibly by a forfeit. The caller handles
 * the moves of humans, and reports the game to an audience: struct play_audience. One thread. */
#ifndef ZERMELO_ANALYSIS_PLAY_PLAY_H
#define ZERMELO_ANALYSIS_PLAY_PLAY_H

#include "play/course.h"
#include "play/player.h"

#include <stdbool.h>

/** The account of a player. */
struct play_account {
  int moves;
  struct cost cost;
  double longest; /* seconds of the longest move */
};

struct play {
  const struct game *game; /* borrowed */
  struct course course;
  struct player *player[2];       /* the players of the first and the second side */
  struct play_account account[2]; /* of the players, in the same order; an account goes with its player when
                                     they swap */
  double late;                    /* a program that takes more seconds for a move loses; 0: no limit */
  int moves_most;                 /* after this number of moves the game is a draw; 0: no limit */
  enum game_end ending; /* an end that the course does not know: a forfeit of the side to move, or the limit
                           of moves */
  double late_seconds;  /* the seconds of a move that came too late; else 0 */
};

/** The end of the game, if it is over, and the outcome for the side to move. As course_ending(), including
 * the ends that only struct play knows. */
enum game_end play_ending (const struct play *, enum outcome *outcome);

/** The choice of a human whose turn it is. */
enum human_choice {
  HUMAN_MOVED, /* he made a move, by play_move() */
  HUMAN_WAITS, /* he did something else: ask again, since the turn may have changed */
  HUMAN_LEAVES /* the game ends here */
};

struct play_audience {
  void *context;
  /* Ask the human whose turn it is. NULL: there is no human. */
  enum human_choice (*ask) (void *context, struct play *);
  /* A program begins the search for its move, or has ended it. May be NULL. */
  void (*thinks) (void *context, const struct play *, bool begins);
  /* A player has made a move. `thought`: the result of its search; NULL: the player is human. May be NULL. */
  void (*moved) (void *context, struct play *, const struct thought *);
};

/** Make a move for the side to move, with its cost. */
void play_move (struct play *, const struct successor *, const struct cost *);

/** The players change sides, with their accounts. */
void play_swap (struct play *);

/** Continue until the game is over. False: a human left, or the players were stopped. */
bool play_game (struct play *, const struct play_audience *);

/** Free the course; the players belong to the caller. */
void play_end (struct play *);

#endif
