/* The plain defaults of the optional parts of game.h, for games that do not bring their own. */
#ifndef ZERMELO_SOLVER_GAME_DEFAULTS_H
#define ZERMELO_SOLVER_GAME_DEFAULTS_H

#include <assert.h>
#include <stdio.h>

#ifndef GAME_MOVE_PATHS
static inline int game_move_paths (const struct board *board, struct move move) {
  (void) board, (void) move;
  return 1;
}
#endif

#ifndef GAME_MOVE_AT
static inline struct move game_move_at (const struct board *board, const struct position *position,
                                        int index) {
  struct move list[GAME_MOVES_MAX];
  const int count = game_moves (board, position, list);
  assert (index >= 0 && index < count);
  (void) count;
  return list[index];
}
#endif

#if !GAME_SCORE_BY_DISTANCE
static inline int game_distance (const struct board *board, const struct position *position, int score) {
  (void) board, (void) position, (void) score;
  return -1;
}
#endif

#ifndef GAME_PRINT_SCORE
static inline void game_print_score (const struct board *board, const struct position *position, int score,
                                     char *text, size_t size) {
  if (GAME_SCORE_BY_DISTANCE && score != 0)
    snprintf (text, size, "%s%d", score < 0 ? "-" : "", game_distance (board, position, score));
  else
    snprintf (text, size, "%d", score);
}
#endif

#ifndef GAME_STATIC_BOUNDS
static inline void game_static_bounds (const struct board *board, const struct position *position,
                                       bool exact_score, struct bounds *bounds) {
  (void) board, (void) position, (void) exact_score, (void) bounds;
}
#endif

#ifndef GAME_STATIC_MOVE
static inline bool game_static_move (const struct board *board, const struct position *position,
                                     struct move *move) {
  (void) board, (void) position, (void) move;
  return false;
}
#endif

#ifndef GAME_SEARCH_KEY
static inline int game_search_key (const struct board *board, const struct position *position,
                                   struct key *key) {
  return game_key (board, position, key);
}
#endif

#ifndef GAME_METHOD
#define GAME_METHOD (GAME_CONVERGES ? METHOD_NULL_WINDOW : METHOD_ALPHA_BETA)
#endif

struct searcher;

#ifndef GAME_STATIC_BOUNDS_DEEPER
static inline bool game_static_bounds_deeper (struct searcher *s, const struct position *position,
                                              struct bounds asked, struct bounds *bounds) {
  (void) s, (void) position, (void) asked, (void) bounds;
  return false;
}
#endif

#ifndef GAME_PART
static inline bool game_unpack_part (const struct board *board, const uint8_t *bytes, struct key *key) {
  (void) board, (void) bytes, (void) key;
  return false;
}
#endif

#ifndef GAME_FORCED
static inline int game_forced (const struct board *board, const struct position *position,
                               struct move *list) {
  return game_moves (board, position, list);
}
#endif

#if !GAME_REPLIES
static inline int game_replies (const struct board *board, const struct position *position,
                                struct move *list) {
  return game_forced (board, position, list);
}
#endif

#ifndef GAME_REPLIES_DEEPER
#define game_replies_deeper(s, position, asked, list)                                                        \
  ((void) (asked), game_replies ((s)->board, position, list))
#endif

#ifndef GAME_FAIL_ALIKE
#define GAME_FAIL_ALIKE 0
static inline void game_fail_alike (struct searcher *s, const struct position *position, struct move failed,
                                    const struct move *moves, int count, bool *alike) {
  (void) s, (void) position, (void) failed, (void) moves, (void) count, (void) alike;
}
#endif

#ifndef GAME_ONLY_MOVE
static inline bool game_only_move (const struct board *board, const struct position *position,
                                   struct move *move) {
  struct move list[GAME_MOVES_MAX];
  const int count = game_forced (board, position, list);
  *move = list[0];
  return count == 1;
}
#endif

#ifndef GAME_ORDER
static inline int game_order (const struct board *board, const struct position *position, struct move move) {
  (void) board, (void) position, (void) move;
  return 0;
}
#endif

#ifndef GAME_ASKS_LOSS_FIRST
static inline bool game_asks_loss_first (const struct board *board, const struct position *position) {
  (void) board, (void) position;
  return false;
}
#endif

#ifndef GAME_NUMBER_ROOM
#define GAME_NUMBER_ROOM 3
#endif

#ifndef GAME_COUNTS_EFFORT
#define GAME_COUNTS_EFFORT 0
#endif

#ifndef GAME_NUMBER_PER_CHILD
#define GAME_NUMBER_PER_CHILD 1
#endif

#ifndef GAME_NUMBERS
static inline void game_numbers (const struct board *board, const struct position *position, bool win,
                                 uint32_t *proof, uint32_t *disproof) {
  (void) board, (void) position, (void) win;
  *proof = *disproof = 1;
}
#endif

#if !defined GAME_EVALUATE && !defined GAME_EVALUATION
static inline int game_evaluate (const struct board *board, const struct position *position, int which) {
  (void) board, (void) position, (void) which;
  return 0;
}
#endif

#ifndef GAME_EVALUATION
struct evaluation {
  int which;
};

static inline void game_evaluation_begin (const struct board *board, const struct position *position,
                                          int which, struct evaluation *evaluation) {
  (void) board, (void) position;
  evaluation->which = which;
}

static inline void game_evaluation_play (const struct board *board, const struct position *position,
                                         struct move move, struct evaluation *evaluation) {
  (void) board, (void) position, (void) move, (void) evaluation;
}

static inline int game_evaluation_value (const struct board *board, const struct position *position,
                                         const struct evaluation *evaluation, bool other) {
  const int value = game_evaluate (board, position, evaluation->which);
  return other ? -value : value;
}
#endif

#ifndef GAME_EVALUATION_ENDS
static inline bool game_evaluation_ends (const struct board *board, const struct position *position,
                                         int which) {
  (void) board, (void) position, (void) which;
  return false;
}
#endif

#ifdef GAME_EVALUATIONS
enum { EVALUATIONS_TO_CHOOSE = 1 };
#else
enum { EVALUATIONS_TO_CHOOSE = 0 };
static const char *const game_evaluations[] = { NULL };
#endif

#ifdef GAME_CAPTURES
enum { GAME_HAS_CAPTURES = 1 };
#else
enum { GAME_HAS_CAPTURES = 0 };
static inline int game_captures (const struct board *board, struct move move) {
  (void) board, (void) move;
  return 0;
}
#endif

#ifndef GAME_EVALUATION_OF_PLAY
#define GAME_EVALUATION_OF_PLAY 0
#endif

#ifndef GAME_STALE
static inline bool game_stale (const struct board *board, const struct position *position) {
  (void) board, (void) position;
  return false;
}
#endif

#ifndef GAME_FORMULAS
static inline int game_formulas (const struct board *board, struct size_formula *list) {
  (void) board, (void) list;
  return 0;
}
#endif

#ifndef GAME_REVERSIBLE
#define GAME_REVERSIBLE_MAX 0

static inline bool game_reversible (const struct board *board, const struct position *position,
                                    struct move move) {
  (void) board, (void) position, (void) move;
  return false;
}
#endif

#ifndef GAME_ORDERS
static const char *const game_orders[] = { NULL };

static inline int game_order_by (const struct board *board, struct move move, int which) {
  (void) board, (void) move, (void) which;
  return 0;
}
#endif

#ifdef GAME_RELEVANT
enum { RELEVANT_LEAVES_OUT = 1 };
#else
enum { RELEVANT_LEAVES_OUT = 0 };

static inline int game_relevant (const struct board *board, const struct position *position,
                                 struct move *list, bool *all) {
  *all = true;
  return game_moves (board, position, list);
}
#endif

#if defined GAME_CANDIDATES && !defined GAME_RELEVANT
#error "GAME_CANDIDATES leaves moves out, and so must GAME_RELEVANT"
#endif
#ifndef GAME_CANDIDATES
#define GAME_CANDIDATES GAME_MOVES_MAX

static inline int game_candidates (const struct board *board, const struct position *position,
                                   struct move *list, bool *all) {
  return game_relevant (board, position, list, all);
}
#endif

#ifndef GAME_PLAYERS
#define GAME_PLAYERS                                                                                         \
  { "the first player", "the second player" }
#endif

#ifndef GAME_MARKS
#define GAME_MARKS                                                                                           \
  { "x", "o" }
#endif

#ifndef GAME_MOVER
#if !GAME_CONVERGES
#error "play can cycle, so the plies do not say who is to move: GAME_MOVER must"
#endif
static inline int game_mover (const struct board *board, const struct position *position) {
  return game_plies (board, position) % 2;
}
#endif

#ifndef GAME_EXPLAIN
static inline bool game_explain (const struct board *board, const struct position *position,
                                 const char *argument, char *text, size_t size) {
  (void) board, (void) position, (void) argument, (void) text, (void) size;
  return false;
}
#endif

#ifndef GAME_DRAW
struct diagram;

static inline void game_draw (const struct board *board, const struct position *position, const char *last,
                              struct diagram *diagram) {
  (void) board, (void) position, (void) last, (void) diagram;
}
#endif

#ifndef GAME_CELLS_FALLING
#define GAME_CELLS_FALLING false
#endif

#ifndef GAME_CELLS_PROMOTES
#define GAME_CELLS_PROMOTES false
#endif

#ifndef GAME_CELLS_SWAPS
#define GAME_CELLS_SWAPS false
#endif

#ifndef GAME_CELLS_PLACES
#define GAME_CELLS_PLACES false
#endif

#ifndef GAME_CELLS_NAMES
#define GAME_CELLS_NAMES                                                                                     \
  { "", "stone", "man", "king" }
#endif

#ifndef GAME_COUNT_PATHS
/** How many paths (ways to move) an unfinished position has: the last ply of perft. */
static inline uint64_t game_count_paths (const struct board *board, const struct position *position) {
  struct move list[GAME_MOVES_MAX];
  int count = game_moves (board, position, list);
  uint64_t paths = 0;
  for (int i = 0; i < count; i++)
    paths += (uint64_t) game_move_paths (board, list[i]);
  return paths;
}
#endif

#endif
