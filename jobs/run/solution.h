/* A position that is being solved: what is known of it (answer/answer.h), and the query that asks for more.
 *
 * It is filled first from the result about the position itself, then (--all-moves) from results about the
 * positions after its moves: all ranks are the source, whose results come in any order. Bounds are values, or
 * scores with --score. No MPI; only solution_print() prints.
 */
#ifndef ZERMELO_RUN_SOLUTION_H
#define ZERMELO_RUN_SOLUTION_H

#include "answer/answer.h"
#include "run/run.h"
#include "parallel/manager.h"

#include <stdbool.h>
#include <stdint.h>

struct query_queue;

struct solution {
  struct answer answer; /* what is known: of the position by searches, or by the rules if the game is over; of
                           its moves by both */
  const char *source;   /* of the value, if the rules know it without a search; or "" */
  struct query query;   /* about the position */
  struct cost cost;     /* of all queries, except for the principal variation */
  enum method method;   /* of the search: what `auto` became */
  int best;             /* the move that the search chose, of its twins the first; -1: none */
  char (*pv)[MOVE_TEXT];     /* the principal variation, from the position on */
  int pv_count, pv_proven;   /* the first pv_proven of them are proven to keep the value */
  uint64_t pv_nodes;         /* cost of the other moves; not included in nodes */
  bool wants_move, wants_pv; /* whether follow_up.h asks for a move, and for the principal variation */
  bool found_earlier;        /* an earlier run found the value: it comes from the checkpoint */
};

/** Begin a solution from an answer that has begun, which it takes over; the query is about its position. */
void solution_begin (struct solution *, const struct answer *, const struct query *);
void solution_end (struct solution *);

/** Take the result of a query about the position. */
void solution_take (struct solution *, const struct result *);

/** Take what the answer does not hold of a result about the position (move -1) or the position after a move:
 * what it cost, and by which method the position was searched and what move that named. A function for
 * `taken` of a question whose context is a solution. */
void solution_note (void *solution, int move, const struct result *);

/** Ask all ranks about the position. done (context), if not NULL, is called after the result. Rank 0 only, as
 * the next function; all arguments but the session are borrowed until then. */
void solution_ask_position (struct query_queue *, struct solution *, void (*done) (void *context),
                            void *context);

/** --all-moves: ask all ranks which moves keep the value, where that is not known. A node limit applies to
 * the position and all its moves together. done (context), if not NULL, is called after the last result, or
 * at once if there is nothing to ask. The solution may still be incomplete then (solution_is_complete()). */
void solution_ask_moves (const struct session *, struct query_queue *, struct solution *,
                         void (*done) (void *context), void *context);

/** Narrow what is known of the position by bounds on the scale of its query. */
void solution_take_bounds (struct solution *, struct bounds);

/** Take it that move i is the best one, as a search chose it; if the value is known, the move keeps it. */
void solution_take_best (struct solution *, int i);

/** What is known of the position on the scale of its query. */
struct bounds solution_bounds (const struct solution *);

/** Is the position's value known (with --score, its score)? */
bool solution_decided (const struct solution *);

/** Is it known of every move whether it keeps the value? The value must be decided. */
bool solution_is_complete (const struct solution *);

/** Is move `i` known to keep the value or, where there is only a heuristic one, was it chosen for that? */
bool solution_keeps (const struct solution *, int i);

/** Begin the principal variation with a move that is known to keep the value (or has the evaluation), if
 * there is one.
 */
void solution_begin_pv (struct solution *);

/** Plies to the end; -1: unknown, a draw, or not determined by the score. */
int solution_distance (const struct solution *);

/** Describe bounds for people: "draw or win", "win in 9 to 41 plies"; "" if they say nothing. The position is
 * needed to convert scores to plies; NULL: the bounds are values. */
void bounds_describe (const struct game *, const struct position *, struct bounds, char *text, size_t size);

/** Room for the argument of a value, or for the file of endgame tables on which it rests. */
enum { SOLUTION_ARGUMENT = 500 };

/** Print a line of `solve` with `text` as column 1, and add a row to the account if something reads it. Then
 * the solution can only be printed. */
void solution_print (struct run *, struct solution *, const char *text);

/** With --json=position: the next line is all that is known of the position. As above. */
void solution_print_position (struct run *, struct solution *);

/** The columns of that line. */
enum { SOLVE_COLUMNS = 6 };
extern const struct column solve_columns[SOLVE_COLUMNS];

/** Find the value of an unfinished position with all ranks: by a proof, by one depth-limited or heuristic
 * search, or by theory alone if the board has no keys. Collective; the solution is filled on rank 0. */
void solution_find (struct run *, struct solution *);

#endif
