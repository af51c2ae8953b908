/* Depth-limited search with the game's evaluation at the horizon: full-width minimax and alpha-beta as in the
 * reports, and the alpha-beta under best node search (bns.h). It proves a value only if every line that
 * matters reached the end of the game; otherwise its result, an evaluation and a move, is heuristic.
 *
 * An evaluation is always that of the side to move at the root, since a game may evaluate differently for the
 * two sides. So table entries are valid only for roots with the same side to move: the caller clears the
 * table for another.
 *
 * minimax without a depth is the same search to the end of the game, with an exact value for every position
 * it meets. The table, if used, keeps bounds with the depth they are for. They serve that depth only, so that
 * the result is that of a search without a table. (HORIZON_FREE: nothing below met the horizon or was left
 * out; such an entry serves any depth.) */
#ifndef ZERMELO_SEARCH_DEPTH_LIMITED_H
#define ZERMELO_SEARCH_DEPTH_LIMITED_H

#include "game_defaults.h"
#include "search/searcher.h"
#include "search/move_order.h"

enum { HORIZON_FREE = 255 };

/** Why a result is heuristic: bits of searcher.heuristic. */
enum { HORIZON_MET = 1, HORIZON_LEFT_OUT = 2 };

/** The kind of search. */
struct horizon {
  bool limited; /* to a depth */
  bool cuts;    /* alpha-beta, else minimax: alpha and beta are ignored */
  bool table;
  bool relevant; /* relevant moves only, in the game's order */
};

/** A position and its evaluation so far, which is not updated if there is no limit. */
struct horizon_node {
  struct position position;
  struct evaluation evaluation;
};

static inline struct horizon_node
horizon_node_root (const struct searcher *s, const struct position *root)
{
  struct horizon_node node = { .position = *root };
  game_evaluation_begin (s->board, root, s->search->query.evaluation, &node.evaluation);
  return node;
}

static inline struct horizon_node
horizon_node_child (const struct searcher *s, const struct horizon *h, const struct horizon_node *parent,
                    struct move move)
{
  struct horizon_node child = { game_play (s->board, &parent->position, move), parent->evaluation };
  if (h->limited)
    game_evaluation_play (s->board, &parent->position, move, &child.evaluation);
  return child;
}

/** Value of a finished position: in the query's scale when searching to the end, else beyond every
 *  evaluation. */
static inline int
horizon_final (const struct searcher *s, const struct horizon *h, const struct position *position,
               enum outcome outcome)
{
  return h->limited ? (int) outcome * EVALUATION_MAX : searcher_final (s, position, outcome);
}

/** Is the root's side to move, `ply` plies after the root? */
static inline int
horizon_evaluate (const struct searcher *s, const struct horizon_node *node, int ply)
{
  const bool other = ply % 2 != 0;
  const int value = game_evaluation_value (s->board, &node->position, &node->evaluation, other);
  return other ? -value : value;
}

/** The moves to try, in the arena. Relevant ones are numbered as the table numbers them under `symmetry`. The
 *  table's move `first` leads; the others follow in the game's order if their children will be searched
 *  (`deep`). Ordering moves before the last ply as well saves nodes but takes longer
 *  (../../analysis/mnk-search.md). Not inline: its list would be in every frame of the search. */
__attribute__ ((noinline)) static struct ordered_move *
horizon_moves (struct searcher *s, const struct horizon *h, const struct position *position, int symmetry,
               int first, bool deep, int *count)
{
  struct move moves[GAME_MOVES_MAX];
  bool all = true;
  *count = h->relevant ? game_relevant (s->board, position, moves, &all)
                       : game_moves (s->board, position, moves);
  if (!all)
    s->heuristic |= HORIZON_LEFT_OUT;
  struct ordered_move *list = searcher_take (s, (size_t) *count * sizeof *list);
  for (int i = 0; i < *count; i++) {
    list[i] = (struct ordered_move){ .move = moves[i] };
    if (!h->relevant)
      continue;
    list[i].number = game_move_number (s->board, position, moves[i], i, symmetry) & TABLE_NO_MOVE;
    list[i].order = list[i].number == first ? INT_MAX : deep ? game_order (s->board, position, moves[i]) : 0;
  }
  if (h->relevant)
    order_moves (list, *count);
  return list;
}

/** Does the table answer? `symmetry` and `found` are those of the position. */
static inline bool
horizon_probe (struct searcher *s, const struct horizon *h, const struct key *key, int alpha, int beta,
               int depth, struct record_entry *found)
{
  s->statistics.count[COUNT_table_probes]++;
  if (!table_probe (s->table, key->word, GAME_KEY_WORDS, found)) {
    found->move = TABLE_NO_MOVE;
    return false;
  }
  s->statistics.count[COUNT_table_hits]++;
  if (found->depth != HORIZON_FREE && (!h->limited || found->depth != depth))
    return false;
  const struct bounds b = found->bounds;
  if (b.lower < b.upper && b.lower < beta && b.upper > alpha)
    return false;
  s->statistics.count[COUNT_table_cuts]++;
  if (found->depth != HORIZON_FREE)
    s->heuristic |= HORIZON_MET | (h->relevant && RELEVANT_LEAVES_OUT ? HORIZON_LEFT_OUT : 0);
  return true;
}

/** Store a value found with that window. */
static inline void
horizon_store (struct searcher *s, const struct horizon *h, const struct key *key, int value, int alpha,
               int beta, int depth, int move, uint64_t work)
{
  if (s->heuristic != 0 && depth >= HORIZON_FREE)
    return;
  const struct record_entry entry = { { h->cuts && value <= alpha ? -EVALUATION_MAX : value,
                                        h->cuts && value >= beta ? EVALUATION_MAX : value },
                                      move,
                                      s->heuristic != 0 ? depth : HORIZON_FREE,
                                      work };
  s->statistics.count[COUNT_table_stores]++;
  if (table_store (s->table, key->word, GAME_KEY_WORDS, &entry))
    s->statistics.count[COUNT_table_overwrites]++;
}

/** Value for the side to move. With cuts: if v >= beta, the value is at least v; if v <= alpha, at most v;
 *  else it is v. Sets bits of s->heuristic. `best` (may be NULL) gets the index of the first best move; with
 *  it the table does not answer for this position. */
static int
horizon_search (struct searcher *s, const struct horizon *h, const struct horizon_node *node, int alpha,
                int beta, int depth, int ply, int *best)
{
  const struct position *position = &node->position;
  const enum outcome outcome = game_outcome (s->board, position);
  if (outcome != GOING_ON) {
    s->statistics.count[COUNT_looks]++;
    s->statistics.count[COUNT_settled]++;
    return horizon_final (s, h, position, outcome);
  }
  if (!searcher_enter (s, ply))
    return 0;
  if (h->limited && depth == 0) {
    s->heuristic |= HORIZON_MET;
    return horizon_evaluate (s, node, ply);
  }
  struct key key;
  struct record_entry found = { .move = TABLE_NO_MOVE };
  int symmetry = 0;
  if (h->table) {
    symmetry = game_key (s->board, position, &key);
    if (best == NULL && horizon_probe (s, h, &key, alpha, beta, depth, &found))
      return found.bounds.lower >= beta ? found.bounds.lower : found.bounds.upper;
  }
  const uint64_t nodes_before = s->statistics.count[COUNT_nodes];
  const size_t arena_before = s->arena_used;
  const unsigned heuristic_before = s->heuristic;
  s->heuristic = 0;
  int count, value = -EVALUATION_MAX - 1, number = TABLE_NO_MOVE;
  const struct ordered_move *moves = horizon_moves (s, h, position, symmetry, found.move, depth > 1, &count);
  for (int i = 0; i < count; i++) {
    const struct horizon_node child = horizon_node_child (s, h, node, moves[i].move);
    const int low = value > alpha ? value : alpha;
    const int result = -horizon_search (s, h, &child, -beta, -low, depth - 1, ply + 1, NULL);
    if (s->stopped)
      break;
    if (result <= value)
      continue;
    value = result;
    if (best != NULL)
      *best = i;
    if (h->relevant)
      number = moves[i].number;
    if (h->cuts && value >= beta) {
      s->statistics.count[COUNT_cuts]++;
      if (i == 0)
        s->statistics.count[COUNT_first_cuts]++;
      break;
    }
  }
  s->arena_used = arena_before;
  if (h->table && !s->stopped)
    horizon_store (s, h, &key, value, alpha, beta, depth, number,
                   s->statistics.count[COUNT_nodes] - nodes_before + 1);
  s->heuristic |= heuristic_before;
  return value;
}

/** Publish the result of a search with a limit: the evaluation, and what is proven. `value` bounds the
 *  depth-limited value of the root. */
static void
horizon_publish (struct searcher *s, struct bounds value, int best)
{
  struct bounds proven = search_range (false);
  if ((s->heuristic & HORIZON_LEFT_OUT) == 0) {
    /* A forced end within the depth is proven, horizon or not. A draw is proven only without a horizon. */
    const bool to_the_end = s->heuristic == 0;
    if (value.lower == EVALUATION_MAX || (to_the_end && value.lower >= 0))
      proven.lower = value.lower > 0;
    if (value.upper == -EVALUATION_MAX || (to_the_end && value.upper <= 0))
      proven.upper = -(value.upper < 0);
  }
  if (!s->exact_score)
    searcher_prove (s, proven, best, NULL);
  struct result *result = &s->search->result;
  result->move = best;
  result->has_evaluation = true;
  result->evaluation = value.lower;
}

/** Search an unfinished root, depth-limited or to the end, on one thread. */
static void
horizon_root (struct searcher *s, const struct position *root, bool cuts)
{
  const int depth = s->search->query.depth;
  const struct horizon h = { .limited = depth > 0, .cuts = cuts, .table = s->table != NULL && !cuts };
  const struct horizon_node node = horizon_node_root (s, root);
  int best = -1;
  s->heuristic = 0;
  const int value = horizon_search (s, &h, &node, -EVALUATION_MAX - 1, EVALUATION_MAX + 1, depth, 0, &best);
  if (s->stopped)
    return;
  if (h.limited)
    horizon_publish (s, (struct bounds){ value, value }, best);
  else
    searcher_prove (s, (struct bounds){ value, value }, best, NULL);
}

#endif
