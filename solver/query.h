/* A query about one position, and its result: what the command, the proof, the ranks and the searches
 * exchange. */
#ifndef ZERMELO_SOLVER_QUERY_H
#define ZERMELO_SOLVER_QUERY_H

#include "base/failure.h"
#include "base/statistics.h"
#include "game.h"

#include <stdbool.h>
#include <stdint.h>

/** The methods by name; query.c holds the names and descriptions. */
enum method {
  METHOD_AUTO,         /* the one that measured best for the game */
  METHOD_MINIMAX,      /* full width, no cuts; with --depth as in the reports */
  METHOD_ALPHA_BETA,   /* open window from the root */
  METHOD_NULL_WINDOW,  /* boolean questions that together give the value */
  METHOD_PROOF_NUMBER, /* df-pn: the same questions, best first */
  METHOD_RETROGRADE,   /* values of all reachable positions, in passes until nothing changes */
  METHOD_BNS,          /* depth-limited, deeper and deeper: best node search over alpha-beta */
  METHOD_IMMEDIATE,    /* the evaluation after each move */
  METHODS
};

struct method_description {
  const char *name, *description;
  bool takes_depth; /* --depth */
  bool heuristic;   /* it answers with a move and an evaluation, proven or not, even without --depth */
};

extern const struct method_description method_descriptions[METHODS];

/** The method called `name`, or METHODS. */
enum method method_by_name (const char *name);

/** Does the method at that depth (0: none) answer with a move and an evaluation, proven or not? Such searches
 *  may share a table only if their roots have the same side to move. */
bool is_heuristic (enum method, int depth);

/** The whole range of values, -1..1, or of scores, -SCORE_MAX..SCORE_MAX. */
struct bounds search_range (bool exact_score);

enum { VARIATION_MOVES = 100 }; /* at most in one variation */

enum query_kind { QUERY_SEARCH, QUERY_MOVE, QUERY_VARIATION };

/** Sent as it is: fixed size, no pointers. */
struct query {
  uint64_t number;         /* chosen by the source, names the work in its answer */
  char game[96];           /* GAME text */
  uint8_t key[PACKED_MAX]; /* packed position; unused if `start` */
  bool start;              /* the start position of the game (boards without a key have no other) */
  enum method method;
  bool exact_score;
  struct bounds window;
  int depth;
  int evaluation;
  uint64_t seed;
  uint64_t node_limit;   /* 0: none. A budget: the worker may answer with less than was asked */
  double seconds;        /* 0: none */
  uint32_t second_first; /* as in struct question */
  /* Not a search: the value of the position is known, and asked for is a move that keeps it, or a whole line
   * of best play (search/variation.h). node_limit 0 then means that looking must do. */
  enum query_kind kind;
  int value;
  bool shared; /* ranks that do such works tell each other what they find (parallel/sharing.h); then two runs
                  need not do the same */
};

/** Sent as it is. */
struct result {
  uint64_t number;
  struct bounds bounds;
  bool solved;
  bool stopped;       /* called off, or out of budget; if it is neither solved nor stopped, the
                         method cannot do more */
  bool out_of_budget; /* stopped because its node_limit or seconds were used up */
  bool has_evaluation;
  int evaluation;
  bool has_best;
  uint8_t best[PACKED_MAX];  /* packed canonical position after the best move */
  char best_move[MOVE_TEXT]; /* its text in the position of the work */
  enum method method;
  char argument[48]; /* how it was settled without search, or "" */
  uint64_t nodes, looks;
  uint8_t line[VARIATION_MOVES]; /* of QUERY_MOVE and QUERY_VARIATION: numbers among the successors, each of
                                    the position reached so far */
  int line_moves;
  double seconds; /* wall time of the search */
  int rank;
  struct failure failure; /* code != 0: the work itself was bad (it is then not solved) */
};

#endif
