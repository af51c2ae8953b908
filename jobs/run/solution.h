/* The answer to "what is this position worth, and which moves keep that?", as it comes together.
 *
 * Single solve, batch and run all fill one of these: first from the result of the query about the position
 * itself, then (--all-moves) from the results of queries about its children. Bounds are in the scale of the
 * run: values, or scores with --score. No MPI, no input or output but solution_print(). */
#ifndef ZERMELO_RUN_SOLUTION_H
#define ZERMELO_RUN_SOLUTION_H

#include "run/run.h"
#include "engine.h"
#include "parallel/manager.h"

#include <stdbool.h>
#include <stdint.h>

/** A legal move and what is known of the position after it. */
struct reply {
  struct successor successor;
  uint8_t key[PACKED_MAX]; /* canonical position after the move; zero if the game has no keys */
  int first;               /* the first reply with the same key: its number, or its own */
  enum outcome outcome;    /* of that position */
  struct bounds bounds;    /* of that position, for its side to move */
};

struct solution {
  const struct game *game;
  struct position *position;
  struct query query;   /* about the position */
  struct result result; /* what is known by now, and what all queries cost together. The best move is named by
                           the canonical position after it, without keys by its number */
  enum outcome outcome; /* GOING_ON, or the game is over */
  struct reply *replies;
  int reply_count;
  char (*pv)[MOVE_TEXT];     /* the principal variation: moves from the position on, of both sides */
  int pv_count, pv_proven;   /* the first pv_proven of them are proven to keep the value */
  uint64_t pv_nodes;         /* what the others have cost; not among nodes */
  bool wants_move, wants_pv; /* to be asked for: a move, if the answer names none; more than that of the line
                                (follow_up.h) */
};

/** Begin with nothing known but the rules. Borrows game and position; the query is about that position. */
void solution_begin (struct solution *, const struct game *, struct position *, const struct query *);
void solution_end (struct solution *);

/** What a result of a query about the position says. */
void solution_take (struct solution *, const struct result *);

/** What a result about (or a proof of) the position after reply `i` says. */
void solution_take_reply (struct solution *, int i, struct bounds);

/** Is the position's value (its score, if that is asked) known? */
bool solution_decided (const struct solution *);

/** Does reply `i` still need an answer to tell whether it keeps the value, and which window would do? */
bool solution_asks (const struct solution *, int i, struct bounds *window);

/** Is of every reply known whether it keeps the value? The value is decided. */
bool solution_is_complete (const struct solution *);

/** Is reply `i` known to keep the value? */
bool solution_keeps (const struct solution *, int i);

/** Begin the principal variation with a move that is known to keep the value (or has the evaluation), if
 *  there is one. */
void solution_begin_pv (struct solution *);

/** win, draw, loss or unknown, from bounds. */
const char *value_name (struct bounds);

/** The score of a position as printed ("-" if it is not known), and its number. `text` holds 24 bytes.
 *  Returns false if it is not known. */
bool score_text (const struct game *, const struct position *, struct bounds, char *text, int *number);

/** Plies to the end; -1: not known, or a draw, or no matter of the score. */
int solution_distance (const struct solution *);

/** What bounds say, for people: "draw or win", "win in 9 to 41 plies"; "" if they say nothing. The position
 *  tells what a score is in plies; NULL: bounds in the scale of values. */
void bounds_describe (const struct game *, const struct position *, struct bounds, char *text, size_t size);

/** Bounds in the scale of values. */
struct bounds value_of_score (struct bounds);

/** How the value was found without search, or which file of endgame tables it rests on; "" if there is
 * nothing to say. Is it proven: decided, and no table had to be believed? */
enum { SOLUTION_ARGUMENT = 500 };
bool solution_argument (const struct run *, const struct solution *, char text[SOLUTION_ARGUMENT]);

/** A line of `solve`; column 1 is `text`. Adds a row to the account. */
void solution_print (struct run *, const struct solution *, const char *text);

/** The columns of that line. */
enum { SOLVE_COLUMNS = 6 };
extern const struct column solve_columns[SOLVE_COLUMNS];

/** Find the value of an unfinished position with all ranks: by a proof, by one search with a horizon
 *  (--depth) or another heuristic result, or by theory alone where the board has no keys. Collective; the
 * solution is filled on rank 0. */
void solution_find (struct run *, struct solution *);

#endif
