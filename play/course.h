/* The course of a game: its positions and moves from a start, and whether it is over.
 *
 * Play stops earlier than the rules demand: when neither side can win any more, at the third occurrence of a
 * position, and after too many consecutive reversible moves (struct engine: stale, reversible). Values do not
 * take this into account. One thread. */
#ifndef ZERMELO_ANALYSIS_PLAY_COURSE_H
#define ZERMELO_ANALYSIS_PLAY_COURSE_H

#include "base/failure.h"
#include "engine.h"

#include <stdbool.h>

/** The reason why a game is over. */
enum game_end {
  GAME_END_NONE,       /* the game goes on */
  GAME_END_RULES,      /* won, or drawn by the rules */
  GAME_END_STALE,      /* neither side can win any more */
  GAME_END_REPETITION, /* the position has occurred for the third time */
  GAME_END_REVERSIBLE, /* too many consecutive reversible moves */
  /* ends that are not known to the course, but to struct play: */
  GAME_END_CAP,        /* the largest number of moves has been played */
  GAME_END_LATE,       /* the side to move took too long */
  GAME_END_ILLEGAL,    /* its move was illegal */
  GAME_END_GONE,       /* its program has ended */
  GAME_END_UNPLAYABLE, /* one side cannot play the board, and loses therefore */
  /* ends of games that are not played, and not counted: */
  GAME_END_OUT_FIRST,  /* the first player cannot play the board */
  GAME_END_OUT_SECOND, /* the second player cannot play it */
  GAME_END_OUT_BOTH,   /* neither player can play it */
  GAME_ENDS
};

/** A position of the course, and the move that led to it. */
struct course_step {
  struct position *position;
  char move[MOVE_TEXT];    /* as the engine prints it; "" if the move is not known */
  uint8_t key[PACKED_MAX]; /* packed without symmetries, if the game has keys */
  int reversible;          /* the number of consecutive reversible moves up to this one */
};

struct course {
  const struct game *game; /* borrowed */
  char *start;             /* the normal form of the position from which play began */
  struct course_step *step;
  int moves, capacity; /* there are moves + 1 steps */
};

/** Begin with the position of a POSITION text. course_end() frees it. EXIT_BAD_DATA. */
bool course_begin (struct course *, const struct game *, const char *text, struct failure *);
void course_end (struct course *);

/** The current position, the move that led to it (or ""), and the side to move: 0, the first player, or 1. */
const struct position *course_position (const struct course *);
const char *course_last (const struct course *);
int course_mover (const struct course *);

void course_play (struct course *, const struct successor *);
/** Take the last move back. False: there is no move. */
bool course_undo (struct course *);

/** Does a side lose by such an end, whatever the position? (The side to move, unless no move has been
 * played.) */
static inline bool game_end_is_forfeit (enum game_end ending) {
  return ending >= GAME_END_LATE && ending <= GAME_END_UNPLAYABLE;
}

/** Was the game not played because a player cannot play the board? */
static inline bool game_end_is_left_out (enum game_end ending) { return ending >= GAME_END_OUT_FIRST; }

/** The end of the game, if it is over, and the outcome for the side to move; `outcome` (may be NULL) is
 * GOING_ON if not. */
enum game_end course_ending (const struct course *, enum outcome *outcome);

/** The reason for each end as a clause: "neither side can win any more". */
extern const char *const game_end_texts[GAME_ENDS];

/** The current position as a POSITION text in its normal form. The caller frees it. */
char *course_text (const struct course *);

#endif
