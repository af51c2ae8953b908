/* A game between two players: the one loop in which every game is played, and its account.
 *
 * play_game() lets the players move in turn until the game is over, also by a forfeit. What a human does, and
 * what an audience is told, is for the caller: struct play_audience. One thread. */
#ifndef ZERMELO_ANALYSIS_PLAY_PLAY_H
#define ZERMELO_ANALYSIS_PLAY_PLAY_H

#include "play/course.h"
#include "play/player.h"

#include <stdbool.h>

/** What a player has spent. */
struct play_account {
  int moves;
  struct cost cost;
  double longest; /* seconds of one move */
};

struct play {
  const struct game *game; /* borrowed */
  struct course course;
  struct player *player[2];       /* who moves for the first player and for the second */
  struct play_account account[2]; /* of the players, in the same order: it goes with them when they swap */
  double late;                    /* a program that takes more seconds for a move loses; 0: none does */
  int moves_most;                 /* after as many moves the game is a draw; 0: it goes on */
  enum game_end ending; /* the end that the course does not know: a forfeit of the side to move, the cap */
  double late_seconds;  /* what a move took that came too late; else 0 */
};

/** Is the game over, and how for the side to move? As course_ending(), and by what only struct play knows. */
enum game_end play_ending (const struct play *, enum outcome *outcome);

/** What a human did when it was his turn. */
enum human_choice {
  HUMAN_MOVED, /* he made a move, by play_move() */
  HUMAN_WAITS, /* something else: ask again, since the turn may have changed */
  HUMAN_LEAVES /* the game ends here */
};

struct play_audience {
  void *context;
  /* Ask the human whose turn it is. NULL: there is none. */
  enum human_choice (*ask) (void *context, struct play *);
  /* A program begins to think about its move, or has left off. May be NULL. */
  void (*thinks) (void *context, const struct play *, bool begins);
  /* A player has made a move. `thought`: what it found; NULL: a human's. May be NULL. */
  void (*moved) (void *context, struct play *, const struct thought *);
};

/** Make a move for the side to move, at that cost. */
void play_move (struct play *, const struct successor *, const struct cost *);

/** The players change sides, with their accounts. */
void play_swap (struct play *);

/** Play on until the game is over. False: a human left, or the players were told to leave off. */
bool play_game (struct play *, const struct play_audience *);

/** Free the course; the players are the caller's. */
void play_end (struct play *);

#endif
