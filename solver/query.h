/* A query about one position, and its result: what the command, the proof, the ranks and the searches
 * exchange.
 *
 * Every one of them asks by a struct query and answers by a struct result; a search (search/search.h) holds
 * both and adds what it needs beside them. */
#ifndef ZERMELO_SOLVER_QUERY_H
#define ZERMELO_SOLVER_QUERY_H

#include "game.h"

#include <stdbool.h>
#include <stdint.h>

/** The methods by name; method_descriptions says what each can do. */
enum method {
  METHOD_AUTO,         /* the one that measured best for the game */
  METHOD_MINIMAX,      /* full width, no cuts; with --depth as in the reports */
  METHOD_ALPHA_BETA,   /* open window from the root */
  METHOD_NULL_WINDOW,  /* boolean questions that together give the value */
  METHOD_PROOF_NUMBER, /* df-pn: the questions of null-window search, best first */
  METHOD_RETROGRADE,   /* values of all reachable positions, in passes until nothing changes */
  METHOD_BNS,          /* depth-limited, deeper and deeper: best node search over alpha-beta */
  METHOD_IMMEDIATE,    /* the evaluation after each move */
  METHOD_MTDF,         /* as bns, but MTD(f) chooses the null windows */
  METHOD_PVS, /* as bns, but the first move of a node has an open window and the others null windows */
  METHODS
};

/** What the program must know of a method, but for how it searches (assembly/engine_searches.h). */
struct method_description {
  const char *name, *description;
  bool takes_depth; /* --depth */
  bool heuristic;   /* it answers with a move and an evaluation, proven or not, even without --depth */
  bool deepens;     /* depth by depth, with windows and an order of moves that can be chosen
                       (search/deepening.h) */
  bool may_deepen;  /* with a depth it does so if the query says `relevant`; without that, each move of its
                       root can have the whole window (fresh_alpha) */
  bool values_only; /* its questions have two answers: no scores */
  bool exhaustive; /* it visits all positions: small searches are no use, and its table entries serve no other
                      method */
  bool cheap_probes;  /* without the costlier static probes, so that others can be compared with it */
  bool own_first;     /* a search of the game's own goes first, if the game has one (GAME_SEARCH_FIRST) */
  bool keeps_numbers; /* its table entries are proof and disproof numbers; those of the others are bounds */
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

enum { QUERY_BONUS_MAX = 1000, QUERY_RANDOM_MAX = 10000 };

/** What is asked. */
enum query_kind {
  QUERY_SEARCH,    /* the value of the position, as far as the window asks for it */
  QUERY_MOVE,      /* its value is known: a move that keeps it */
  QUERY_VARIATION, /* its value is known: a line of best play (search/variation.h) */
  QUERY_STRATEGY,  /* one side gets at least `value`: rows that prove it, and positions that are left open, as
                      a report beside the result (certificate/extract.h) */
  QUERY_GAME,      /* play a game, `seed` says which: its moves, as a report beside the result
                      (play/match.h) */
  QUERY_KINDS
};

/** What is asked about a position. Plain data, sent as it is. Zero means: no limit, values, method auto, a
 *  search. */
struct query {
  uint64_t number;         /* chosen by the producer; it names the query in its result */
  char game[96];           /* GAME text */
  uint8_t key[PACKED_MAX]; /* packed position; unused if `start` */
  bool start;              /* the start position of the game (boards without a key have no other) */
  enum method method;
  bool exact_score;     /* scores instead of values -1, 0, 1 */
  struct bounds window; /* go on until lower >= window.upper or upper <= window.lower or both are equal: the
                           whole range means the exact value */
  int depth;            /* plies for depth-limited methods; 0: to the end of the game */
  int evaluation;       /* which one, of engine->evaluations; of depth-limited methods */
  int capture_bonus;    /* added at the horizon for each piece that the last move took, for the side that took
                           (engine->captures); 0 to QUERY_BONUS_MAX */
  int random;           /* a number below this is added at the horizon, in favour of the second player; 0:
                           nothing, to QUERY_RANDOM_MAX */
  uint64_t seed; /* of what is left to chance: that number, and which of equally good moves (immediate) */
  uint64_t node_limit; /* of all threads together, exact with one thread; 0: none. Of QUERY_MOVE and
                          QUERY_VARIATION 0 allows nothing but static probes */
  double seconds; /* 0: no limit; else they end it after node_least nodes, but no sooner: on a busy machine
                     seconds go by without any work */
  uint64_t node_least;
  enum query_kind kind;
  int value;     /* of the position, if it is known: see kind */
  bool opponent; /* QUERY_STRATEGY: it is the side that is not to move, and `value` is for that side */
  bool reuse; /* alpha-beta with a depth uses the table, too: in play, which profits from earlier moves. The
                 reports count its nodes without one */
  bool fresh_alpha; /* alpha-beta with a depth hands no alpha from one move of the root to the next, as in the
                       report of Davino and De Martino */
  bool relevant;    /* alpha-beta with a depth searches as bns does, relevant moves only, in order, with the
                       table and deeper and deeper, so that its windows can be compared */
  int order;      /* of moves, in such searches: 0 the game's own, else the place in engine->orders plus 1 */
  bool has_known; /* bounds on the value are known from elsewhere. They choose the first window of bns, mtdf,
                     pvs and such an alpha-beta; nothing that is proven rests on them: */
  struct bounds known; /*   values */
  bool knowledge; /* bns, mtdf and pvs use what the game knows beyond its rules, for play: known wins, replies
                     to threats, candidates (search/depth_limited.h). The report has none of them */
  bool shared; /* hosts that have such queries tell each other what they find (parallel/sharing.h), and idle
                  ones join them; then two runs need not do the same */
};

/** What it cost. */
struct cost {
  uint64_t nodes, looks;
  double seconds; /* wall time */
};

/** What came out. Plain data, sent as it is. */
struct result {
  uint64_t number;
  int rank;
  struct bounds bounds; /* proven, in the scale of the query; the whole range if nothing is */
  bool solved;          /* the window is settled */
  bool stopped;        /* called off, or out of budget; if it is neither solved nor stopped, the method cannot
                          do more */
  bool out_of_budget;  /* stopped because its node_limit or seconds were used up */
  bool failed;         /* the query itself could not be done: not solved; why goes beside the result */
  bool has_evaluation; /* a depth-limited method: */
  int evaluation;      /*   its heuristic result, for the side to move; what the move is worth at least */
  int move;            /* of a search: a move that reaches the proven lower bound (or evaluation): `move` of
                          struct successor; -1: none is named */
  bool has_best;       /* `move` for a caller who holds the position another way round: */
  uint8_t best[PACKED_MAX];  /*   packed canonical position after it */
  char best_move[MOVE_TEXT]; /*   its text in the position of the query */
  uint8_t method;            /* enum method: what `auto` became */
  char argument[48];         /* how it was settled without search, or "" ("no line left") */
  struct cost cost;
  uint8_t line[VARIATION_MOVES]; /* of QUERY_MOVE and QUERY_VARIATION: numbers among the successors, each of
                                    the position reached so far */
  int line_moves;
};

/** Is the answer of such a query a report, and not what its result says? */
static inline bool query_kind_reports (enum query_kind kind) { return kind >= QUERY_STRATEGY; }

/** The result of a query that has not begun: nothing is proven. */
struct result result_unknown (const struct query *);

/* For assertions, of what this program made: a query asks for something that there is, in bounds of its
 * scale; the result could be that of such a query. */
bool query_is_consistent (const struct query *);
bool result_is_consistent (const struct result *);

/** Add to a cost. */
void cost_add (struct cost *, const struct cost *more);

#endif
