/* Search of the Maker-Breaker game: an m,n,k position in which one side only wants a line and the other only to prevent it.
 *
 * If Breaker wins, that side does not win the real game. Where both sides fail as Maker, or the second player
 * does and the first one fails on the empty board, the position is a draw, without a line of play of the real game. Asked at
 * the root before the real game is searched: it costs far less than that (7,4,4: 19 000 nodes).
 *
 * Boolean: dominated cells are no moves; the cell whose edges weigh most comes first (weights fall by 2/3 a cell; by
 * 1/2, as the potential does, 7,7,5 takes twice the nodes). After a reply of Breaker has failed, only cells in the zone of that
 * win are left to try, and after several, in all their zones.
 *
 * The table holds what is proven of what is left, so that positions that differ in dead stones and dead cells are one. The
 * key is exact: (cells in use + Maker's stones on their lines, cells in use) if Maker is to move, the two exchanged if
 * Breaker is. The edges follow from it: lines within the first set, less the stones, the smallest ones. The two sets share cells, so
 * they are never mistaken for the stones of both players; without a stone of Maker nothing is kept, as the two would be equal.
 * (That stones at the ends spoil lines in `exact` does not show in the key: here it is not used.)
 *
 * Nodes and looks are counted as in every search. */
#ifndef ZERMELO_MNK_MAKER_BREAKER_SEARCH_H
#define ZERMELO_MNK_MAKER_BREAKER_SEARCH_H

#define GAME_SEARCH_FIRST 1

#include "games/mnk/rules.h"
#include "search/searcher.h"
#include "search/together.h"

#if GAME_BITS <= 128

#include "games/mnk/maker_breaker.h"

/** The key; false: the position has none. */
static inline bool
maker_breaker_key (const struct board *board, const struct maker_breaker_node *node, struct key *key)
{
  cells used = node->survey.used, lines = 0;
  for (int i = 0; i < board->line_count; i++)
    if (cells_contain (node->h.taken | used, board->line[i]))
      lines |= board->line[i];
  cells stones = lines & node->h.taken;
  struct position position = { .plies = 0 }; /* its images are those of the two sets */
  for (cells rest = used; rest != 0;) {
    int cell = cells_pop (&rest);
    for (int i = 0; i < SYMMETRIES; i++) {
      position.stones[0][i] |= board->image_bit[cell][i];
      position.stones[1][i] |= board->image_bit[cell][i];
    }
  }
  for (cells rest = stones; rest != 0;)
    position_place (board, &position, !node->maker_to_move, cells_pop (&rest));
  game_key (board, &position, key);
  return stones != 0;
}

/** The move to try next, by weight; -1: none. */
static inline int
maker_breaker_heaviest (const struct maker_breaker_node *node, cells moves)
{
  int best = -1;
  while (moves != 0) {
    int cell = cells_pop (&moves);
    if (best < 0 || node->potential.order[cell] > node->potential.order[best])
      best = cell;
  }
  return best;
}

static bool maker_breaker_search (struct searcher *s, struct maker_breaker_node *node, const struct key *key, int ply);

/** Does Maker win after this move? `*busy`: put off, another thread is there. */
static bool
maker_breaker_child (struct searcher *s, const struct maker_breaker_node *node, int cell, bool *busy, cells *zone, int ply)
{
  struct maker_breaker_node child;
  hypergraph_copy (&child.h, &node->h);
  child.maker_to_move = !node->maker_to_move;
  if (node->maker_to_move)
    hypergraph_take (&child.h, cell);
  else
    hypergraph_block (&child.h, (cells) 1 << cell);
  s->statistics.count[COUNT_looks]++;
  enum maker_breaker winner = maker_breaker_look (&child);
  bool wins = winner == MAKER_WINS;
  if (winner != NOT_SETTLED)
    s->statistics.count[COUNT_settled]++;
  else {
    struct key key;
    struct record_entry found;
    bool has_key = maker_breaker_key (s->board, &child, &key), shared = s->search->threads > 1 && has_key;
    s->statistics.count[COUNT_table_probes]++;
    if (has_key && s->table != NULL && table_probe (s->table, key.word, GAME_KEY_WORDS, &found)) {
      s->statistics.count[COUNT_table_hits]++;
      wins = found.bounds.lower > 0;
      child.zone |= child.survey.used;
    } else if (shared && *busy && together_busy (s->search, together_mark (&key)))
      return false;
    else {
      if (shared)
        together_enter (s->search, together_mark (&key));
      wins = maker_breaker_search (s, &child, has_key ? &key : NULL, ply + 1);
      if (shared)
        together_leave (s->search, together_mark (&key));
    }
  }
  *busy = false;
  *zone = child.zone;
  if (node->maker_to_move)
    *zone |= (cells) 1 << cell;
  return wins;
}

/** Does Maker win? The position is looked at and not settled. If so, the zone of the node is complete. Meaningless if
 *  s->stopped afterwards. */
static bool
maker_breaker_search (struct searcher *s, struct maker_breaker_node *node, const struct key *key, int ply)
{
  if (!searcher_enter (s, ply))
    return false;
  const uint64_t nodes_before = s->statistics.count[COUNT_nodes];
  cells moves = node->survey.used & ~node->survey.dominated, put_off = 0, zones = 0;
  bool wins = !node->maker_to_move, may_wait = false; /* the first is never put off */
  while ((moves | put_off) != 0) {
    if (moves == 0) {
      moves = put_off;
      put_off = 0;
      may_wait = false;
    }
    int cell = maker_breaker_heaviest (node, moves);
    moves &= ~((cells) 1 << cell);
    if (node->maker_to_move && node->potential.sum + node->potential.at[cell] < POTENTIAL_ONE)
      continue; /* Breaker wins by his potential */
    cells zone = 0;
    bool busy = may_wait, result = maker_breaker_child (s, node, cell, &busy, &zone, ply);
    may_wait = true;
    if (s->stopped)
      return false;
    if (busy) {
      put_off |= (cells) 1 << cell;
      s->statistics.count[COUNT_deferred]++;
      continue;
    }
    if (result == node->maker_to_move) {
      wins = result;
      zones = zone;
      break;
    }
    if (!node->maker_to_move) {
      zones |= zone;
      moves &= zone;
      put_off &= zone;
    }
  }
  node->zone |= zones;
  if (key != NULL && s->table != NULL) {
    const struct record_entry entry = { { wins, wins }, TABLE_NO_MOVE, 0,
                                        s->statistics.count[COUNT_nodes] - nodes_before + 1 };
    s->statistics.count[COUNT_table_stores]++;
    if (table_store (s->table, key->word, GAME_KEY_WORDS, &entry))
      s->statistics.count[COUNT_table_overwrites]++;
  }
  return wins;
}

/** Who wins the game between the stones of `maker` (0, 1) as they stand? NOT_SETTLED: stopped. */
static enum maker_breaker
maker_breaker_solve (struct searcher *s, const struct position *position, int maker)
{
  struct maker_breaker_node root;
  maker_breaker_open (&root, s->board, position->stones[maker][0], position->stones[!maker][0], false,
                      position_mover (position) == maker);
  enum maker_breaker winner = maker_breaker_look (&root);
  if (winner != NOT_SETTLED)
    return winner;
  struct key key;
  bool has_key = maker_breaker_key (s->board, &root, &key);
  struct record_entry found;
  if (has_key && s->table != NULL && table_probe (s->table, key.word, GAME_KEY_WORDS, &found))
    return found.bounds.lower > 0 ? MAKER_WINS : BREAKER_WINS;
  bool wins = maker_breaker_search (s, &root, has_key ? &key : NULL, 0);
  return s->stopped ? NOT_SETTLED : wins ? MAKER_WINS : BREAKER_WINS;
}

/** What this game says about the root: a side that does not even win here does not win. */
static void
game_search_first (struct searcher *s, const struct position *root)
{
  const struct question *question = &s->search->question;
  const struct bounds range = search_range (s->strong);
  for (int other = 0; other < 2; other++) {
    struct bounds bounds = searcher_root_bounds (s);
    bool asked = other ? bounds.lower < 0 && question->window.lower < 0 : bounds.upper > 0 && question->window.upper > 0;
    if (!asked || searcher_settled (question, bounds))
      continue;
    enum maker_breaker winner;
    do
      winner = maker_breaker_solve (s, root, position_mover (root) ^ other);
    while (s->stopped && searcher_resume (s));
    if (s->stopped)
      return;
    if (winner == BREAKER_WINS)
      searcher_prove (s, (struct bounds) { other ? 0 : range.lower, other ? range.upper : 0 }, -1, "Maker-Breaker");
    else /* other threads find this in the table when they start again */
      atomic_fetch_add_explicit (&s->search->round, 1, memory_order_relaxed);
  }
  searcher_root_bounds (s);
}

#else

static inline void
game_search_first (struct searcher *s, const struct position *root)
{
  (void) s, (void) root;
}

#endif

#endif
