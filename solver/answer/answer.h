/* What is known of a position and of the positions after its moves, from any source: the rules, a file, a
 * search of this process, or all ranks. `solve`, `moves`, `probe`, the server, the rows of books and the
 * libraries (zermelo/probe.h) take their answers from here; jobs/run/answer_json.h is the form of an answer
 * in JSON.
 *
 * Sources add what they know, in any order. answer_settle() then draws the conclusions: from the values after
 * the moves to the value of the position, and back. One thread uses an answer. */
#ifndef ZERMELO_ANSWER_ANSWER_H
#define ZERMELO_ANSWER_ANSWER_H

#include "engine.h"
#include "query.h"
#include "zermelo/probe.h" /* zermelo_knowledge */

#include <stdbool.h>
#include <stdint.h>

/** A move, and what is known of the position after it. */
struct answer_move {
  struct successor successor;
  enum outcome outcome;
  uint8_t key[PACKED_MAX]; /* canonical; zero if the game has no keys */
  int twin;                /* the first move that leads to the same position or to a symmetric one */
  zermelo_knowledge after;
};

struct answer {
  const struct game *game; /* borrowed */
  struct position *position;
  struct normal_form normal; /* the normal form of the text */
  enum outcome outcome;
  uint8_t key[PACKED_MAX];
  zermelo_knowledge known;
  struct answer_move *moves; /* in the order of engine->successors() */
  int count;
  const char *argument; /* borrowed; replaces the argument in `known`; or NULL */
  double seconds;       /* time spent on searches for the answer */
};

/** The knowledge of a position of which nothing is known. */
zermelo_knowledge known_nothing (void);

/** The knowledge that follows from the rules if the game has ended with this outcome; with GOING_ON, nothing
 * is known. */
zermelo_knowledge known_by_rules (const struct game *, const struct position *, enum outcome);

/** Narrow what is known by further knowledge, which names its source. */
void known_narrow (zermelo_knowledge *, const zermelo_knowledge *more);

/** The knowledge that follows from bounds that a search found: bounds of scores if `exact_score`, otherwise
 * of values. */
zermelo_knowledge known_by_search (const struct game *, const struct position *, struct bounds,
                                   bool exact_score);

/** All that the result of a search says of its position, on that scale. */
zermelo_knowledge known_by_result (const struct game *, const struct position *, const struct result *,
                                   bool exact_score);

/** The known bounds on the scale of a query: of the score if `exact_score`, otherwise of the value.
 * known_set() sets them; with those of the value it also sets the value, and that what they say is proven. */
struct bounds known_bounds (const zermelo_knowledge *, bool exact_score);
void known_set (zermelo_knowledge *, bool exact_score, struct bounds);

/** "win", "draw", "loss" or "unknown". A constant. */
const char *known_value_name (const zermelo_knowledge *);

/** Is the value known and, with `distances`, when the game ends? */
bool known_is_settled (const zermelo_knowledge *, bool distances);

/** The known score as it is printed, as text and as a number: by the distance where that tells it, otherwise
 * as it stands in the structure. False: the score is not known. */
bool known_score (const zermelo_knowledge *, const struct game *, const struct position *,
                  char text[SCORE_TEXT], int *number);

/** Set the score, and its bounds where the distance tells them, for those who have only the structure. */
void known_add_score (zermelo_knowledge *, const struct game *, const struct position *);

/** What a finished position is worth to its side to move, on the scale of a query. The bounds are equal. */
struct bounds bounds_of_end (const struct game *, const struct position *, enum outcome, bool exact_score);

/** score_for_parent(): what a position is worth if its best child is worth `score` (without exact_score: has
 * that value). bounds_for_parent(): the bounds on what the mover gets if the position after the move has
 * these bounds. */
int score_for_parent (const struct game *, bool exact_score, int score);
struct bounds bounds_for_parent (const struct game *, bool exact_score, struct bounds child);

/** The largest score that the position after a move may have for the move to be worth `score` or more. */
int score_most_of_child (const struct game *, bool exact_score, int score);

/** The plies to the end of a position with this outcome whose score is printed as `score`; -1: there are
 * none. */
int distance_of_score (const struct game *, const struct position *, enum outcome, int score);

/** Read a POSITION text, and add what the rules say. answer_end() frees it. EXIT_BAD_DATA. */
bool answer_begin (struct answer *, const struct game *, const char *text, struct failure *);
void answer_end (struct answer *);

/** The position after move `i`. */
void answer_child (const struct answer *, int i, struct position *child);

/** Add that move i keeps what is known of the position: the value and the distance, and the score if that is
 * known. The position after it need not have been searched. */
void answer_take_keeper (struct answer *, int i);

/** Is move i known to keep the value of the position or, if `exact_score`, its score? Either must be known.
 */
bool answer_keeps (const struct answer *, int i, bool exact_score);

/** What may be asked of the moves: nothing, the value of each, or only whether it keeps the value of the
 * position. With `exact_score`, scores instead of values. */
enum answer_goal { GOAL_NOTHING, GOAL_VALUES, GOAL_KEEPERS };

/** Must a search of the position after move i be asked, given what is known? If so, `window` is what it is
 * asked: the narrowest that decides it. Of several moves that lead to symmetric positions only the first is
 * asked about. */
bool answer_asks (const struct answer *, int i, enum answer_goal, bool exact_score, struct bounds *window);

/** A query to searches about a position of the answer, or after one of its moves. */
struct answer_query {
  const struct game *game;
  const struct position *position; /* borrowed, as long as ask() runs */
  struct query query;              /* without a key */
  /** Takes the result. */
  void (*take) (void *taker, const struct result *);
  void *taker;
};

/** Searches as a source: those of this process, or of all ranks (query_queue_searches()). */
struct answer_searches {
  struct query query; /* what all queries have in common: the method, limits */
  /** Ask. The query's take() gets one result: before this function returns, or later. */
  void (*ask) (void *context, const struct answer_query *);
  bool (*is_over) (void *context); /* true: nothing more may be asked; NULL: never */
  void *context;
  bool side_by_side;        /* queries may be asked before earlier ones are answered, so no conclusions are
                               drawn between them; false: answer_settle() after each result */
  bool on_trust;            /* the results rest on files that have not been checked */
  const char *by_arguments; /* the source to be named for values that were settled without search; NULL:
                               "search", as for others */
};

/** Add what a search says of the position (i is -1), or of the position after move i and so of all positions
 * symmetric to it. */
void answer_take_result (struct answer *, int i, const struct result *, bool exact_score,
                         const struct answer_searches *);

/** What searches are asked for an answer. */
struct answer_question {
  struct answer *answer;  /* borrowed until the end */
  bool position;          /* first ask about the position, if it is not settled */
  enum answer_goal moves; /* then about moves; not on a board without keys, which has too many of them */
  bool exact_score;
  const int *order;    /* the moves in the order in which they are asked about, borrowed; NULL: as listed */
  uint64_t node_limit; /* 0: none; else for all queries together, which are asked one after the other */
  /** After each result has been added to the answer; `move` is -1 for the position. Or NULL. */
  void (*taken) (void *context, int move, const struct result *);
  void *taken_context;
  void (*done) (void *context); /* at the end; or NULL */
  void *done_context;
};

/** Ask what does not follow from what is known by then. With searches that answer at once, this returns at
 * the end; with others, when nothing more can be asked before a result comes. */
void answer_ask (const struct answer_searches *, const struct answer_question *);

/** Draw the conclusions from the knowledge of the moves to the position, and the other way round. */
void answer_settle (struct answer *);

/** Is everything settled, the position and each move? */
bool answer_is_complete (const struct answer *, bool distances);

/** What is known of move i, for the side that makes it. */
zermelo_knowledge answer_of_move (const struct answer *, int i);

/** The moves from the best to the worst, `count` numbers; the caller frees them. */
int *answer_order (const struct answer *);

/** A move that is known to keep the value of the position and, with `distances`, its distance; -1: no such
 * move is known. */
int answer_best (const struct answer *, bool distances);

/** The POSITION text after a move in normal form; the caller frees it. NULL: the board is too large for texts
 *  of all moves. */
char *answer_text_after (const struct answer *, const struct successor *);

#endif
