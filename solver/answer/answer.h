/* What is known of a position and of the positions after its moves, whoever knows it: the rules, a file, a
 * search of this process, or all ranks. `solve`, `moves`, `probe`, the server, the rows of books and the
 * libraries (zermelo/probe.h) have it from here; jobs/run/answer_json.h is its form in JSON.
 *
 * Whoever knows something takes it down, in any order; answer_settle() draws the conclusions: from the values
 * after the moves to that of the position, and back. One thread. */
#ifndef ZERMELO_ANSWER_ANSWER_H
#define ZERMELO_ANSWER_ANSWER_H

#include "engine.h"
#include "query.h"

#include <stdbool.h>
#include <stdint.h>

/** What is known of one position, for its side to move. */
struct known {
  struct bounds value;  /* of -1, 0, 1 */
  struct bounds scores; /* of engine->score(), as searches prove them; the whole range: nothing is proven */
  int distance;         /* plies to the end if it is won or lost; -1: unknown, or drawn */
  bool has_score;       /* the score as it is printed is known though the distance is not */
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
struct known known_by_rules (const struct game *, const struct position *, enum outcome);

/** Narrow what is known by more, which names its source. */
void known_narrow (struct known *, const struct known *more);

/** What bounds say that a search found: of scores if `exact_score`, else of values. */
struct known known_by_search (const struct game *, const struct position *, struct bounds, bool exact_score);

/** The bounds in the scale of a query: of the score if `exact_score`, else of the value. */
struct bounds known_bounds (const struct known *, bool exact_score);

/** Is its value known and, with `distances`, when the game ends? */
bool known_is_settled (const struct known *, bool distances);

/** Its score as it is printed, as text and as a number. False: it is not known. */
bool known_score (const struct known *, const struct game *, const struct position *, char text[SCORE_TEXT],
                  int *number);

/** What a finished position is worth for its side to move, in the scale of a query: exact. */
struct bounds bounds_of_end (const struct game *, const struct position *, enum outcome, bool exact_score);

/** What a position is worth if its best child is worth `score` (or, without exact_score, has that value); and
 *  what the side that moves gets if the position after its move has these bounds. */
int score_for_parent (const struct game *, bool exact_score, int score);
struct bounds bounds_for_parent (const struct game *, bool exact_score, struct bounds child);

/** The largest score that the position after a move may have for the move to be worth `score` or more. */
int score_most_of_child (const struct game *, bool exact_score, int score);

/** The plies to the end of a position with that outcome whose score is printed as that number; -1: none. */
int distance_of_score (const struct game *, const struct position *, enum outcome, int score);

/** Read a POSITION text; what the rules say is known. answer_end() frees it. EXIT_BAD_DATA. */
bool answer_begin (struct answer *, const struct game *, const char *text, struct failure *);
void answer_end (struct answer *);

/** The position after move `i`. */
void answer_child (const struct answer *, int i, struct position *child);

/** Take down what a search proved of the position after move i, and with it of the positions symmetric to it;
 * `bounds` are in the scale of a query. */
void answer_take_bounds (struct answer *, int i, struct bounds, bool exact_score);

/** A move that is known to keep the value of the position leads to that value, though the position after it
 * may not have been searched. */
void answer_take_keeper (struct answer *, int i);

/** Searches as a source: of this process, or of others. */
struct answer_searches {
  const struct result *(*ask) (void *context, const struct position *, const struct query *);
  bool (*is_over) (void *context); /* no more is to be asked */
  void *context;
  bool on_trust;            /* they rest on files that have not been checked */
  const char *by_arguments; /* the source of what was settled without search; NULL: "search", too */
};

/** Ask about the position, then, with `moves`, about each move of which what is known by then does not tell
 * enough: its value or, with `scores`, its score. Of a board without keys, which is too large for all moves,
 * only the position. */
void answer_ask (struct answer *, const struct answer_searches *, bool moves, bool scores);

/** What is known of the moves says something of the position, and the other way round. */
void answer_settle (struct answer *);

/** Is all of it settled: the position and each move? */
bool answer_is_complete (const struct answer *, bool distances);

/** Move i, for the side that makes it. */
struct known answer_of_move (const struct answer *, int i);

/** The moves from the best to the worst, `count` numbers; the caller frees them. */
int *answer_order (const struct answer *);

/** A move that is known to keep the value of the position and, with `distances`, its distance; -1: none is.
 */
int answer_best (const struct answer *, bool distances);

/** The POSITION text after a move in normal form; the caller frees it. NULL: the board is too large for texts
 *  of all moves. */
char *answer_text_after (const struct answer *, const struct successor *);

#endif
