/* Arguments that are tried before the real game is searched: does the side to move win by threes, and does
 * each side win at least the Maker-Breaker game as Maker? A side that does not win it does not win the real
 * game.
 *
 * GAME_SEARCH_FIRST          at the root: threes with a large limit, tiles in all placements, and the
 *                            Maker-Breaker game to the end
 * GAME_STATIC_BOUNDS_DEEPER  at every other position, for the side that the question is about: a brief search
 *                            of the Maker-Breaker game, that is its static evaluation, a table probe and, if
 *                            Maker has few moves, some nodes (maker_breaker_search.h); then threes, with at
 *                            most as many stones as the board has cells, or on boards of more than 128 cells
 *                            best first (threes_search.h); then tiles in all placements
 * GAME_REPLIES_DEEPER        on boards of more than 128 cells, replies to threes found best first
 * GAME_FAIL_ALIKE            there, replies outside the zone of the threes that answer one of them
 * GAME_METHOD                for values proof-number search, which finds wins that null-window search misses,
 *                            and is as good at draws
 *
 * What they gain: ../../../analysis/notes/mnk-search.md. */
#ifndef ZERMELO_MNK_WEAK_FIRST_H
#define ZERMELO_MNK_WEAK_FIRST_H

#include "games/mnk/mnk_knowledge.h"

#define GAME_SEARCH_FIRST 1
#define GAME_STATIC_BOUNDS_DEEPER 1
#if GAME_BITS <= 512
#define GAME_METHOD METHOD_PROOF_NUMBER
#endif

#include "games/mnk/maker_breaker_search.h"
#include "games/mnk/threes_search.h"

enum { THREES_AT_ROOT = 64 }; /* stones tried for each cell of the board */

#if MNK_THREES_SEARCH
#define GAME_REPLIES_DEEPER 1
#define GAME_FAIL_ALIKE 1
enum {
  THREES_NODES_LEAST = 1000,
  THREES_NODES_PART = 300,
  THREES_NODES_MOST = 3000,
  THREES_OF_DEFENDER = 8 /* threes of the side that the question is not about get this part of the nodes */
};

/** The nodes after which a search for threes gives up; 0: it is not to be tried. The longer a search takes,
 * the more a win is worth. */
static inline uint64_t threes_nodes (const struct searcher *s) {
  const uint64_t nodes = THREES_NODES_LEAST + s->statistics.count[COUNT_nodes] / THREES_NODES_PART;
  if (s->table == NULL || s->board->lines.exact)
    return 0;
  return nodes < THREES_NODES_MOST ? nodes : THREES_NODES_MOST;
}

/** Does a side win by threes if it is to move? Neither side can complete a line. */
static inline bool threes_decide (struct searcher *s, const struct position *position, int attacker,
                                  uint64_t nodes, cells *zone) {
  return threes_win (s, attacker, position->stones[attacker][0], position->stones[!attacker][0],
                     position->plies - s->search->position->plies, nodes, zone);
}

/** For values only. As game_replies(), with the zone of a win by threes that takes more search. */
static inline int game_replies_deeper (struct searcher *s, const struct position *position,
                                       struct bounds asked, struct move *list) {
  const struct threats threats = threats_of (s->board, position);
  const uint64_t nodes = asked.upper > 0 ? threes_nodes (s) / THREES_OF_DEFENDER : threes_nodes (s);
  cells zone, rest = position_empty (s->board, position);
  if (cells_any (&threats.own) || cells_any (&threats.other) || nodes == 0
      || (position->plies + 1) / 2 + 3 < s->board->lines.length)
    return game_replies (s->board, position, list);
  const int mover = position_mover (position);
  if (threes_decide (s, position, !mover, nodes, &zone)) {
    struct threat_attacks fours;
    threats_attacks (s->board, position->stones[mover][0], position->stones[!mover][0], &fours);
    rest = cells_and (rest, cells_or (zone, fours.at));
  }
  int count = 0;
  while (cells_any (&rest))
    list[count++].cell = (uint16_t) cells_pop (&rest);
  assert (count > 0);
  return count;
}

/** If the other side wins by threes after `failed`, it wins in this way after every other stone, too, that is
 * outside the zone of this win and leaves no line lacking one beside `failed`: there `failed` itself, which
 * is missing, only took lines from the winner. */
static inline void game_fail_alike (struct searcher *s, const struct position *position, struct move failed,
                                    const struct move *moves, int count, bool *alike) {
  const int mover = position_mover (position);
  cells own = position->stones[mover][0], zone;
  const cells other = position->stones[!mover][0];
  cells_add (&own, failed.cell);
  const cells completing = threats_through (s->board, own, other, failed.cell, 1);
  if (threes_nodes (s) == 0 || cells_any (&completing)
      || !threes_win (s, !mover, other, own, position->plies + 1 - s->search->position->plies, 0, &zone))
    return;
  struct threat_attacks fours;
  threats_attacks (s->board, own, other, &fours);
  zone = cells_or (zone, fours.at);
  for (int i = 0; i < count; i++)
    alike[i] = !cells_has (&zone, moves[i].cell);
}
#endif

/** Try threes at the root. */
static inline void threes_first (struct searcher *s, const struct position *root) {
  struct move first;
  const int stones = stones_to_win_by_threes (s->board, root, THREES_AT_ROOT * s->board->area, &first);
  if (stones == 0)
    return;
  const struct bounds proven
      = { value_of_stones (s->board, root, s->exact_score, stones), search_range (s->exact_score).upper };
  cells before = position_empty (s->board, root);
  for (int cell = first.cell; cell < s->board->area; cell++)
    cells_remove (&before, cell);
  searcher_prove (s, proven, cells_count (&before), "threats");
}

/** The most central cell of the board. */
static inline int most_central (const struct board *board) {
  int best = 0;
  for (int cell = 1; cell < board->area; cell++)
    if (board->central[cell] > board->central[best])
      best = cell;
  return best;
}

/** Search the Maker-Breaker game at the root, to the end, as far as the question needs it. If Breaker wins on
 * the empty board, whatever Maker begins with, the second player does not win either: he begins later, and
 * one stone in his way is there already. So every first move keeps the draw. */
static inline void maker_breaker_first (struct searcher *s, const struct position *root) {
#if GAME_BITS <= 128
  const struct query *query = &s->search->query;
  const struct bounds range = search_range (s->exact_score);
  for (int other = 0; other < 2; other++) {
    struct bounds bounds = searcher_root_bounds (s);
    bool asked
        = other ? bounds.lower < 0 && query->window.lower < 0 : bounds.upper > 0 && query->window.upper > 0;
    if (!asked || searcher_settled (query, bounds))
      continue;
    enum maker_breaker winner;
    do
      winner = maker_breaker_solve (s, root, position_mover (root) ^ other, false, NULL);
    while (s->stopped && searcher_resume (s));
    if (s->stopped)
      return;
    const bool any_move_draws = !other && root->plies == 0;
    if (winner == BREAKER_WINS)
      searcher_prove (s,
                      (struct bounds){ other || any_move_draws ? 0 : range.lower, other ? range.upper : 0 },
                      any_move_draws ? most_central (s->board) : -1, "Maker-Breaker");
    else /* other threads find this result in the table when they restart */
      atomic_fetch_add_explicit (&s->search->round, 1, memory_order_relaxed);
  }
  searcher_root_bounds (s);
#else
  (void) s, (void) root;
#endif
}

/** Try tiles in all placements, for eight in a row. */
static inline bool tiles_static_bounds (const struct board *board, const struct position *position,
                                        struct bounds asked, struct bounds *bounds) {
  const int mover = position_mover (position);
  const cells *own = &position->stones[mover][0], *other = &position->stones[!mover][0];
  const bool no_win = asked.upper > 0 && tiling_blocks_otherwise (board, own, other, true);
  const bool no_loss = asked.lower < 0 && tiling_blocks_otherwise (board, other, own, false);
  if (no_win && bounds->upper > 0)
    bounds->upper = 0;
  if (no_loss && bounds->lower < 0)
    bounds->lower = 0;
  return no_win || no_loss;
}

static void game_search_first (struct searcher *s, const struct position *root) {
  struct bounds proven = search_range (s->exact_score);
  if (tiles_static_bounds (s->board, root, proven, &proven))
    searcher_prove (s, proven, -1, "theory");
  if (searcher_root_bounds (s).upper > 0 && s->search->query.window.upper > 0)
    threes_first (s, root);
  if (!searcher_settled (&s->search->query, searcher_root_bounds (s)))
    maker_breaker_first (s, root);
}

static inline bool game_static_bounds_deeper (struct searcher *s, const struct position *position,
                                              struct bounds asked, struct bounds *bounds) {
  bool found = tiles_static_bounds (s->board, position, asked, bounds);
  struct move first;
  s->statistics.count[COUNT_looks]++;
#if GAME_BITS <= 128
  const int mover = position_mover (position);
  if (asked.upper > 0 && maker_breaker_solve (s, position, mover, true, NULL) == BREAKER_WINS) {
    bounds->upper = bounds->upper < 0 ? bounds->upper : 0;
    found = true;
  }
  if (asked.lower < 0 && maker_breaker_solve (s, position, !mover, true, NULL) == BREAKER_WINS) {
    bounds->lower = bounds->lower > 0 ? bounds->lower : 0;
    found = true;
  }
#endif
#if MNK_THREES_SEARCH
  if (asked.upper > 0 && !found && !s->exact_score && threes_nodes (s) > 0) {
    const struct threats threats = threats_of (s->board, position);
    found = !cells_any (&threats.own) && !cells_any (&threats.other)
            && threes_decide (s, position, position_mover (position), threes_nodes (s), NULL);
    if (found)
      bounds->lower = 1;
    return found;
  }
#endif
  const int stones
      = asked.upper > 0 && !found ? stones_to_win_by_threes (s->board, position, s->board->area, &first) : 0;
  if (stones != 0)
    bounds->lower = value_of_stones (s->board, position, s->exact_score, stones);
  return found || stones != 0;
}

#endif
