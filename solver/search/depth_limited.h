/* Depth-limited search with the game's evaluation at the horizon: full-width minimax and alpha-beta as in the
 * reports, and the alpha-beta search on which deepening.h builds. It proves a value only if every relevant
 * line reached the end of the game; otherwise its result, an evaluation and a move, is heuristic.
 *
 * An evaluation is always from the view of the side to move at the root, since a game may evaluate
 * differently for the two sides. So table entries are valid only for roots with the same side to move; before
 * a search from a root with the other side to move, the caller clears the table.
 *
 * A query may add two terms to the evaluation at the horizon (Miraglia, Pisa 2012).
 * - query.capture_bonus counts each piece that was captured by the last move before the horizon; earlier
 *   captures do not count. So the term depends on that move, not on the position alone. The table stays
 *   right, since positions at the horizon are not stored, and the value of a position above the horizon does
 *   not depend on the moves before it.
 * - query.random adds a number below query.random, in favour of the second player, whichever side is to move.
 *   The number is a hash of the position and query.seed, so that a position has one value in one search:
 *   alpha-beta finds what minimax finds, and a repeated query repeats its result. Symmetric positions with
 *   the sides exchanged get opposite numbers although they share a key, so a search with this term uses no
 *   table.
 *
 * A move at the root that wins at once is played without a search. An evaluation may end the search before
 * the horizon (game_evaluation_ends()), which proves as little as the horizon does.
 *
 * minimax without a depth searches to the end of the game, and finds an exact value for every position that
 * it meets. The table, if used, keeps bounds with their depth. They serve only this depth, so that the result
 * is that of a search without a table. (Entries with depth HORIZON_FREE, for positions whose subtree did not
 * meet the horizon and left no move out, serve any depth.)
 *
 * With knowledge (query.knowledge) the search is meant for play. A position with a win that the game knows is
 * not searched. Only the game's candidates are tried, and against a threat only the replies that it leaves.
 * Such replies do not count as plies on the way to the horizon; if they did, a row of threats could push
 * important moves beyond it (the horizon effect: Berliner 1973). Late moves are searched less deep, unless
 * this search shows them to be better than the earlier moves. */
#ifndef ZERMELO_SEARCH_DEPTH_LIMITED_H
#define ZERMELO_SEARCH_DEPTH_LIMITED_H

#include "game_defaults.h"
#include "base/sample.h"
#include "search/abdada.h"
#include "search/searcher.h"
#include "search/move_order.h"

#include <assert.h>

enum { HORIZON_FREE = 255, HORIZON_SAMPLE = 256 /* an assertion checks every 256th evaluation */ };

/** Why a result is heuristic: bits of searcher.heuristic. */
enum { HORIZON_MET = 1, HORIZON_LEFT_OUT = 2 };

/** The parameters of a search. */
struct horizon {
  int depth;    /* plies from the root to the horizon, if `limited` */
  bool limited; /* the search has a horizon */
  bool cuts;    /* alpha-beta; false: minimax, which ignores alpha and beta */
  bool fresh;   /* query.fresh_alpha */
  bool table;
  bool relevant;  /* only relevant moves are searched, in order */
  bool scouts;    /* principal variation search: a null window for all moves of a node except the first */
  int order;      /* query.order; 0: the order of the game */
  bool knowledge; /* query.knowledge: knowledge of the game beyond its rules cuts, too */
};

/** A position `ply` plies after the root, and its evaluation, which is updated only if the search has a
 * horizon. */
struct horizon_node {
  struct position position;
  struct evaluation evaluation;
  int ply;
  int extension; /* with knowledge: plies on the path that do not count, minus plies that count twice */
  int captured;  /* pieces that the last move captured; 0 if the search has no horizon */
};

static inline struct horizon_node horizon_node_root (const struct searcher *s, const struct position *root) {
  struct horizon_node node = { .position = *root };
  game_evaluation_begin (s->board, root, s->search->query.evaluation, &node.evaluation);
  return node;
}

static inline struct horizon_node horizon_node_child (const struct searcher *s, const struct horizon *h,
                                                      const struct horizon_node *parent, struct move move) {
  struct horizon_node child = { game_play (s->board, &parent->position, move), parent->evaluation,
                                parent->ply + 1, parent->extension, 0 };
  if (!h->limited)
    return child;
  game_evaluation_play (s->board, &parent->position, move, &child.evaluation);
  child.captured = game_captures (s->board, move);
  return child;
}

/** Value of a finished position: in the query's scale when searching to the end, else outside the range of
 * evaluations. */
static inline int horizon_final (const struct searcher *s, const struct horizon *h,
                                 const struct position *position, enum outcome outcome) {
  assert (outcome == LOST || outcome == DRAWN || outcome == WON);
  return h->limited ? (int) outcome * EVALUATION_MAX : searcher_final (s, position, outcome);
}

/** Is an evaluation that was updated move by move equal to one made from scratch? */
static inline bool horizon_evaluation_is_right (const struct searcher *s, const struct horizon_node *node) {
  struct evaluation anew;
  game_evaluation_begin (s->board, &node->position, s->search->query.evaluation, &anew);
  for (int other = 0; other < 2; other++)
    if (game_evaluation_value (s->board, &node->position, &anew, other)
        != game_evaluation_value (s->board, &node->position, &node->evaluation, other))
      return false;
  return true;
}

/** A number below n that depends only on the seed and on the position. */
static inline int horizon_chance (uint64_t seed, const struct key *key, int n) {
  assert (n > 0);
  return (int) (sample_scramble (seed + abdada_mark (key)) % (uint64_t) n);
}

/** Is there a table, and may the query use it? See query.random above. */
static inline bool horizon_has_table (const struct searcher *s) {
  return s->table != NULL && s->search->query.random == 0;
}

/** Add the terms of the query to an evaluation for the side to move. */
static inline int horizon_add_terms (const struct searcher *s, const struct horizon_node *node, int value) {
  const struct query *query = &s->search->query;
  value -= query->capture_bonus * node->captured; /* the other side captured them */
  if (query->random > 0) {
    struct key key;
    game_key (s->board, &node->position, &key);
    const int chance = horizon_chance (query->seed, &key, query->random);
    value += game_mover (s->board, &node->position) == 1 ? chance : -chance;
  }
  return value >= EVALUATION_MAX ? EVALUATION_MAX - 1 : value <= -EVALUATION_MAX ? 1 - EVALUATION_MAX : value;
}

/** The evaluation for the side to move. */
static inline int horizon_evaluate (const struct searcher *s, const struct horizon_node *node) {
  const bool other = node->ply % 2 != 0; /* the side to move is not that of the root */
  const int value = game_evaluation_value (s->board, &node->position, &node->evaluation, other);
  /* so it cannot be mistaken for the end of a game */
  assert (value > -EVALUATION_MAX && value < EVALUATION_MAX);
  assert (s->statistics.count[COUNT_nodes] % HORIZON_SAMPLE != 0 || horizon_evaluation_is_right (s, node));
  return horizon_add_terms (s, node, other ? -value : value);
}

struct horizon_moves {
  struct ordered_move *list;
  int count;
  bool forced; /* in a search with knowledge: the moves are the replies that a threat leaves */
};

/** Prefetch the table entries of all children, since minimax will probe all of them. */
static void horizon_prefetch (const struct searcher *s, const struct position *position,
                              const struct horizon_moves *moves) {
  for (int i = 0; i < moves->count; i++) {
    const struct position child = game_play (s->board, position, moves->list[i].move);
    struct key key;
    if (game_outcome (s->board, &child) != GOING_ON)
      continue;
    game_key (s->board, &child, &key);
    table_prefetch (s->table, key.word, GAME_KEY_WORDS);
  }
}

/** List the moves of a search with knowledge: the replies to a threat, if there are fewer of them (`forced`),
 * else the game's candidates. The replies to threats two plies away cost more to find, and are considered
 * only if the children will be searched (`deep`). */
static inline int horizon_candidates (const struct searcher *s, const struct position *position, bool deep,
                                      struct move *moves, bool *all, bool *forced) {
  struct move replies[GAME_MOVES_MAX];
  const int count = game_candidates (s->board, position, moves, all);
  const int reply_count
      = deep ? game_replies (s->board, position, replies) : game_forced (s->board, position, replies);
  *forced = reply_count < count;
  if (!*forced)
    return count;
  memcpy (moves, replies, (size_t) reply_count * sizeof *moves);
  *all = true;
  return reply_count;
}

/** The moves to try, in the arena. Relevant moves have the numbers of the table under `symmetry`. The table's
 * move `first` leads; the others follow in the game's order if their children will be searched (`deep`) or if
 * some moves are left out. Ordering moves before the last ply as well saves nodes but takes longer
 * (../../analysis/notes/mnk-search.md). Not inline, since its list would be in every frame of the search. */
__attribute__ ((noinline)) static struct horizon_moves horizon_moves (struct searcher *s,
                                                                      const struct horizon *h,
                                                                      const struct position *position,
                                                                      int symmetry, int first, bool deep) {
  struct move moves[GAME_MOVES_MAX];
  bool all = true, forced = false;
  int count = h->knowledge  ? horizon_candidates (s, position, deep, moves, &all, &forced)
              : h->relevant ? game_relevant (s->board, position, moves, &all)
                            : game_moves (s->board, position, moves);
  assert (count > 0 && count <= GAME_MOVES_MAX);
  struct ordered_move *list = searcher_take (s, (size_t) count * sizeof *list);
  const bool in_order = deep || h->knowledge;
  for (int i = 0; i < count; i++) {
    list[i] = (struct ordered_move){ .move = moves[i] };
    if (!h->relevant)
      continue;
    list[i].number = game_move_number (s->board, position, moves[i], i, symmetry) & TABLE_NO_MOVE;
    list[i].order = list[i].number == first ? INT_MAX
                    : h->order > 0          ? game_order_by (s->board, moves[i], h->order - 1)
                    : in_order              ? game_order (s->board, position, moves[i])
                                            : 0;
  }
  if (h->relevant)
    order_moves (list, count);
  if (h->knowledge && count > GAME_CANDIDATES) {
    count = GAME_CANDIDATES;
    all = false;
  }
  if (!all)
    s->heuristic |= HORIZON_LEFT_OUT;
  const struct horizon_moves found = { list, count, forced };
  if (h->table && !h->cuts)
    horizon_prefetch (s, position, &found);
  return found;
}

/** Does this table entry answer a search with this window and depth? */
static inline bool horizon_answers (struct searcher *s, const struct horizon *h,
                                    const struct record_entry *found, int alpha, int beta, int depth) {
  if (found->depth != HORIZON_FREE && (!h->limited || found->depth != depth))
    return false;
  if (!bounds_answer (found->bounds, alpha, beta))
    return false;
  searcher_table_cut (s);
  if (found->depth != HORIZON_FREE)
    s->heuristic |= HORIZON_MET | (h->relevant && RELEVANT_LEAVES_OUT ? HORIZON_LEFT_OUT : 0);
  return true;
}

/** The bounds of the depth-limited value that follow from a value found with this window. */
static inline struct bounds horizon_bounds (const struct horizon *h, int value, int alpha, int beta) {
  assert (value >= -EVALUATION_MAX && value <= EVALUATION_MAX); /* since some move has been searched */
  return (struct bounds){ h->cuts && value <= alpha ? -EVALUATION_MAX : value,
                          h->cuts && value >= beta ? EVALUATION_MAX : value };
}

static inline void horizon_store (struct searcher *s, const struct key *key, struct bounds bounds, int depth,
                                  int move, uint64_t work) {
  if (s->heuristic != 0 && depth >= HORIZON_FREE)
    return;
  const struct record_entry entry = { bounds, move, s->heuristic != 0 ? depth : HORIZON_FREE, work };
  assert (entry.bounds.lower <= entry.bounds.upper);
  searcher_store (s, key, &entry, RECORD_LARGEST);
}

/** Does the game know a win for the side to move? */
static inline bool horizon_is_won (struct searcher *s, const struct horizon *h,
                                   const struct position *position) {
  struct move winning;
  if (!h->knowledge || !game_static_move (s->board, position, &winning))
    return false;
  s->statistics.count[COUNT_settled]++;
  return true;
}

/** Late move reductions, as in chess programs: by how many plies less a move at this index is searched at
 * first. With knowledge only. What they gain: ../../analysis/notes/play.md, "The search of the player". */
static inline int horizon_reduction (const struct horizon *h, const struct horizon_moves *moves, int index,
                                     int depth) {
  if (!h->knowledge || moves->forced || depth < 3)
    return 0;
  return (index >= 2) + (index >= 8 && depth >= 5);
}

/** Does the evaluation end the search here, before its depth? Never at the root, which needs a move. */
static inline bool horizon_ends_early (const struct searcher *s, const struct horizon_node *node) {
  return node->ply > 0 && game_evaluation_ends (s->board, &node->position, s->search->query.evaluation);
}

/** Is the game over, the search stopped, or the horizon met? Then `value` gets the value of the position. */
static inline bool horizon_is_leaf (struct searcher *s, const struct horizon *h,
                                    const struct horizon_node *node, int depth, int beta, int *value) {
  const struct position *position = &node->position;
  const enum outcome outcome = game_outcome (s->board, position);
  if (outcome != GOING_ON) {
    s->statistics.count[COUNT_looks]++;
    s->statistics.count[COUNT_settled]++;
    *value = horizon_final (s, h, position, outcome);
    return true;
  }
  *value = 0;
  if (!searcher_enter (s, node->ply))
    return true;
  if (!h->limited || (depth > 0 && !horizon_ends_early (s, node)))
    return false;
  *value = horizon_evaluate (s, node);
  if (*value < beta && horizon_is_won (s, h, position))
    *value = EVALUATION_MAX;
  else
    s->heuristic |= HORIZON_MET;
  return true;
}

static int horizon_search (struct searcher *, const struct horizon *, const struct horizon_node *, int alpha,
                           int beta, int *best);

/** The value of a child for the side to move in the parent. First searched with the reduction, and with a
 * null window if an earlier move is expected to be better (`scouts`). */
static inline int horizon_search_child (struct searcher *s, const struct horizon *h,
                                        struct horizon_node *child, int reduction, bool scouts,
                                        struct bounds window) {
  const int alpha = window.lower, beta = window.upper;
  const bool null = scouts && beta - alpha > 1;
  child->extension -= reduction;
  const int value = -horizon_search (s, h, child, null ? -alpha - 1 : -beta, -alpha, NULL);
  child->extension += reduction;
  if (value <= alpha || s->stopped || (reduction == 0 && (!null || value >= beta)))
    return value;
  const int again = -horizon_search (s, h, child, -beta, reduction > 0 ? -alpha : -value, NULL);
  return reduction > 0 || again > value ? again : value;
}

/** Value for the side to move. With cuts: if v >= beta, the value is at least v; if v <= alpha, at most v;
 * else it is v. Sets bits of s->heuristic. `best` (may be NULL) gets the index of the first best move; if it
 * is given, the table entry of this position is not used as an answer. */
static int horizon_search (struct searcher *s, const struct horizon *h, const struct horizon_node *node,
                           int alpha, int beta, int *best) {
  const struct position *position = &node->position;
  const int depth = h->depth - node->ply + node->extension;
  assert ((!h->cuts || alpha < beta) && (!h->limited || depth >= 0));
  /* Step 1. Return the value of a leaf. */
  int value, number = TABLE_NO_MOVE;
  if (horizon_is_leaf (s, h, node, depth, beta, &value))
    return value;
  /* Step 2. Probe the table. */
  struct key key;
  struct record_entry found = { .move = TABLE_NO_MOVE };
  int symmetry = 0;
  bool known = false;
  if (h->table) {
    symmetry = game_key (s->board, position, &key);
    known = best == NULL && searcher_probe (s, &key, &found);
    if (known && horizon_answers (s, h, &found, alpha, beta, depth))
      return found.bounds.lower >= beta ? found.bounds.lower : found.bounds.upper;
  }
  /* Step 3. List and order the moves, unless the game knows a win. */
  const uint64_t work_before = searcher_work (s);
  const size_t arena_before = s->arena_used;
  const unsigned heuristic_before = s->heuristic;
  s->heuristic = 0;
  value = -EVALUATION_MAX - 1;
  struct horizon_moves moves = { 0 };
  if (!known && horizon_is_won (s, h, position)) /* if the game knew a win, the entry would have answered */
    value = EVALUATION_MAX;
  else
    moves = horizon_moves (s, h, position, symmetry, found.move, depth > 1);
  /* Step 4. Search the moves until one reaches beta. */
  for (int i = 0; i < moves.count; i++) {
    struct horizon_node child = horizon_node_child (s, h, node, moves.list[i].move);
    child.extension += moves.forced && node->extension < h->depth;
    const int low = value > alpha && (best == NULL || !h->fresh) ? value : alpha;
    const int reduction = horizon_reduction (h, &moves, i, depth);
    const int result
        = horizon_search_child (s, h, &child, reduction, h->scouts && i > 0, (struct bounds){ low, beta });
    if (s->stopped)
      break;
    if (result <= value)
      continue;
    value = result;
    if (best != NULL)
      *best = i;
    if (h->relevant)
      number = moves.list[i].number;
    if (h->cuts && value >= beta) {
      s->statistics.count[COUNT_cuts]++;
      if (i == 0)
        s->statistics.count[COUNT_first_cuts]++;
      break;
    }
  }
  /* Step 5. Store the bounds that were found. */
  s->arena_used = arena_before;
  if (h->table && !s->stopped)
    horizon_store (s, &key, horizon_bounds (h, value, alpha, beta), depth, number,
                   searcher_work (s) - work_before + 1);
  s->heuristic |= heuristic_before;
  return value;
}

/** Publish the result of a search with a horizon: the evaluation, and the bounds that are proven. `value`
 * bounds the depth-limited value of the root. */
static void horizon_publish (struct searcher *s, struct bounds value, int best) {
  struct bounds proven = search_range (false);
  if ((s->heuristic & HORIZON_LEFT_OUT) == 0) {
    /* A forced win or loss within the depth is proven, even if other lines meet the horizon. A draw is proven
     * only if no line does. */
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

/** The index in game_moves() of the first move of the root that wins at once; -1: there is none. */
static int horizon_winning_move (struct searcher *s, const struct position *root) {
  const size_t arena_before = s->arena_used;
  struct move *moves = searcher_take (s, GAME_MOVES_MAX * sizeof *moves);
  const int count = game_moves (s->board, root, moves);
  int winning = -1;
  for (int i = 0; i < count && winning < 0; i++) {
    const struct position child = game_play (s->board, root, moves[i]);
    if (game_outcome (s->board, &child) == LOST)
      winning = i;
  }
  s->arena_used = arena_before;
  return winning;
}

/** Search an unfinished root, depth-limited or to the end, on one thread. */
static void horizon_root (struct searcher *s, const struct position *root, bool cuts) {
  const int depth = s->search->query.depth;
  const struct horizon h = { .depth = depth,
                             .limited = depth > 0,
                             .cuts = cuts,
                             .fresh = s->search->query.fresh_alpha,
                             .table = horizon_has_table (s) && (!cuts || s->search->query.reuse) };
  const struct horizon_node node = horizon_node_root (s, root);
  int best = h.limited ? horizon_winning_move (s, root) : -1, value = EVALUATION_MAX;
  s->heuristic = 0;
  if (best < 0)
    value = horizon_search (s, &h, &node, -EVALUATION_MAX - 1, EVALUATION_MAX + 1, &best);
  else
    searcher_enter (s, 0);
  if (s->stopped)
    return;
  if (h.limited)
    horizon_publish (s, (struct bounds){ value, value }, best);
  else
    searcher_prove (s, (struct bounds){ value, value }, best, NULL);
}

#endif
