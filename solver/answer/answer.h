/* What is known of a position and of the positions after its moves, whoever knows it: the rules, a file, a
 * search. The server answers with it, `solve`, `moves` and `probe` print it with --json=position
 * (jobs/run/answer_json.h), and the libraries hand it out (zermelo/probe.h).
 *
 * Whoever knows something takes it down, in any order; answer_settle() draws the conclusions: from the values
 * after the moves to that of the position, and back. One thread. */
#ifndef ZERMELO_ANSWER_ANSWER_H
#define ZERMELO_ANSWER_ANSWER_H

#include "engine.h"

#include <stdbool.h>
#include <stdint.h>

/** What is known of one position, for its side to move. */
struct known {
  struct bounds value; /* of -1, 0, 1 */
  int distance;        /* plies to the end if it is won or lost; -1: unknown, or drawn */
  bool has_score;      /* the score as it is printed is known though the distance is not */
  int score;
  bool on_trust;      /* the value rests on a file whose proof has not been checked */
  const char *source; /* who settled the value: "rules", "search", "book", ...; NULL: nobody has */
  int file;           /* the number of the file that did; -1: none */
  char argument[64];  /* how it was settled without search, or "" */
};

/** A move, and what is known of the position after it. */
struct answer_move {
  struct successor successor;
  enum outcome outcome;
  uint8_t key[PACKED_MAX]; /* canonical; zero if the game has no keys */
  int twin;                /* the first move that leads to the same position or to a symmetric one */
  struct known after;
};

struct answer {
  const struct game *game; /* borrowed */
  struct position *position;
  struct normal_form normal; /* of the text */
  enum outcome outcome;
  uint8_t key[PACKED_MAX];
  struct known known;
  struct answer_move *moves; /* in the order of engine->successors() */
  int count;
  bool has_evaluation;
  int evaluation;
  const char *argument; /* borrowed; instead of the one that is known; or NULL */
  double seconds;       /* of searches for it */
};

/** Nothing is known. */
struct known known_nothing (void);

/** The rules say that a position ended like that, or GOING_ON: nothing. */
struct known known_by_rules (enum outcome);

/** Narrow what is known by more, which names its source. */
void known_narrow (struct known *, const struct known *more);

/** What bounds say that a search found: of scores if `exact_score`, else of values. */
struct known known_by_search (const struct game *, const struct position *, struct bounds, bool exact_score);

/** Is its value known and, with `distances`, when the game ends? */
bool known_is_settled (const struct known *, bool distances);

/** Its score as it is printed, as text and as a number. False: it is not known. */
bool known_score (const struct known *, const struct game *, const struct position *, char text[SCORE_TEXT],
                  int *number);

/** The plies to the end of a position with that outcome whose score is printed as that number; -1: none. */
int distance_of_score (const struct game *, const struct position *, enum outcome, int score);

/** Read a POSITION text; what the rules say is known. answer_end() frees it. EXIT_BAD_DATA. */
bool answer_begin (struct answer *, const struct game *, const char *text, struct failure *);
void answer_end (struct answer *);

/** The position after move `i`. */
void answer_child (const struct answer *, int i, struct position *child);

/** What is known of the moves says something of the position, and the other way round. */
void answer_settle (struct answer *);

/** Is all of it settled: the position and each move? */
bool answer_is_complete (const struct answer *, bool distances);

/** Move i, for the side that makes it. */
struct known answer_of_move (const struct answer *, int i);

/** The moves from the best to the worst, `count` numbers; the caller frees them. */
int *answer_order (const struct answer *);

/** The POSITION text after a move in normal form; the caller frees it. NULL: the board is too large for texts
 *  of all moves. */
char *answer_text_after (const struct answer *, const struct successor *);

#endif
