/* Search of the Maker-Breaker game: an m,n,k position in which one side only wants a line and the other only
 * wants to prevent it.
 *
 * If Breaker wins, the side that is Maker does not win the real game. If both sides fail as Maker, the
 * position is a draw, without any search of the real game. On the empty board it is enough that the first
 * player fails if the second one cannot win (strategy_is_stolen()). So this search runs at the root before
 * that of the real game, since it costs far less (../../../analysis/notes/mnk-search.md).
 *
 * It is a boolean search. Static evaluation leaves out moves not worth searching (maker_breaker.h). Then:
 * - After a refuted move only the cells in the zone of its refutation remain to be searched, after several
 *   refuted moves only the cells in all their zones. This holds for both sides: cells outside the zone would
 *   not have helped Maker, nor Breaker.
 * - Maker's moves are searched by weight. Nearly all are refuted, by nearly every sensible answer, so it
 *   matters to choose an answer that leaves a small tree: maker_breaker_choice.h.
 * - If the edges fall into components, these are searched separately (maker_breaker_split()), and each has a
 *   table entry of its own.
 *
 * The table stores the winner for the remaining edges, so positions that differ only in dead stones and dead
 * cells share an entry. The key is exact: (cells in use + Maker's stones on their lines, cells in use) if
 * Maker is to move, the two exchanged if Breaker is. It determines the edges: the lines within the first set,
 * minus the stones, without supersets. The two sets share cells, so they cannot be mistaken for the stones of
 * two players. Without a stone of Maker they would be equal, and the winner is not stored. (Stones that spoil
 * lines at their ends, with `exact`, are not in the key; this search ignores them.) Costly results are shared
 * with other ranks and kept for another run (search/bound_mailbox.h): the two sets are packed like stones,
 * with 3 for a cell in both.
 *
 * Nodes and looks are counted as in every search. */
#ifndef ZERMELO_MNK_MAKER_BREAKER_SEARCH_H
#define ZERMELO_MNK_MAKER_BREAKER_SEARCH_H

#include "games/mnk/mnk_rules.h"
#include "search/searcher.h"
#include "search/abdada.h"

#include <assert.h>

#if GAME_BITS <= 128
#define GAME_PART 1

#include "games/mnk/maker_breaker_choice.h"

/* For the choice of costly bounds, a node of this game counts as this number of nodes: it takes much longer
 * than a node of other games, and small results are needed again and again. */
enum { MAKER_BREAKER_WORTH = 32 };

/* A brief search begins only if Maker, when he is to move, has at most BRIEF_MOVES moves worth searching. At
 * its limit it goes on if Breaker's answer leaves Maker at most BRIEF_ANSWER. With more moves it hardly ever
 * finds the winner. */
enum { BRIEF_MOVES = 8, BRIEF_ANSWER = 3 };

/** The key of a position; false: it has none. */
static inline bool maker_breaker_key (const struct board *board, const struct maker_breaker_node *node,
                                      struct key *key) {
  cells used = node->survey.used, lines = 0;
  for (int i = 0; i < board->line_count; i++)
    if (cells_contain (node->h.taken | used, board->line[i]))
      lines |= board->line[i];
  cells stones = lines & node->h.taken;
  /* a position with the symmetries of the key: its stones are the images of the two sets */
  struct position position = { .plies = 0 };
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

/** The table key of bytes packed by maker_breaker_share(). */
static inline bool game_unpack_part (const struct board *board, const uint8_t *bytes, struct key *key) {
  struct position position = { .plies = 0 };
  for (int cell = 0; cell < 4 * game_packed_bytes (board); cell++) {
    const int value = packed_value (bytes, cell);
    if (value != 0 && cell >= board->area)
      return false;
    for (int player = 0; player < 2; player++)
      if (value >> player & 1)
        position_place (board, &position, player, cell);
  }
  const cells sets[2] = { position.stones[0][0], position.stones[1][0] }, used = sets[0] & sets[1];
  game_key (board, &position, key);
  return used != 0 && sets[0] != sets[1] && (used == sets[0] || used == sets[1]);
}

/** Share the winner of a key, if it was costly enough. */
static inline void maker_breaker_share (struct searcher *s, const struct key *key,
                                        const struct record_entry *entry) {
  if (entry->work * MAKER_BREAKER_WORTH < s->publish_threshold)
    return;
  struct proven_bound proven_bound = searcher_bound (entry);
  proven_bound.work *= MAKER_BREAKER_WORTH;
  struct position position = { .plies = 0 };
  cells sets[2];
  key_stones (key, sets);
  for (int player = 0; player < 2; player++)
    position.stones[player][0] = sets[player];
  game_pack (s->board, &position, proven_bound.key);
  searcher_share_bound (s, &proven_bound);
}

/** The winner according to the table. */
static inline enum maker_breaker maker_breaker_probe (struct searcher *s, const struct key *key) {
  struct record_entry found;
  if (!searcher_probe (s, key, &found))
    return NOT_SETTLED;
  searcher_table_cut (s);
  return found.bounds.lower > 0 ? MAKER_WINS : BREAKER_WINS;
}

/** Store a winner in the table. */
static inline void maker_breaker_store (struct searcher *s, const struct key *key, enum maker_breaker winner,
                                        uint64_t work) {
  assert (winner != NOT_SETTLED && work > 0);
  if (s->table == NULL)
    return;
  const int value = winner == MAKER_WINS;
  const struct record_entry entry = { { value, value }, TABLE_NO_MOVE, 0, work };
  searcher_store (s, key, &entry, RECORD_BOUNDS);
  maker_breaker_share (s, key, &entry);
}

static enum maker_breaker maker_breaker_search (struct searcher *s, struct maker_breaker_node *node,
                                                const struct key *key, int ply);

/** Find the winner of a position whose static evaluation is `winner`. Completes its zone. `*busy`: deferred,
 * because another thread is searching the position. */
static enum maker_breaker maker_breaker_ask (struct searcher *s, struct maker_breaker_node *node,
                                             enum maker_breaker winner, bool *busy, int ply) {
  if (winner != NOT_SETTLED) {
    s->statistics.count[COUNT_settled]++;
    *busy = false;
    return winner;
  }
  struct key key;
  bool has_key = maker_breaker_key (s->board, node, &key), shared = search_is_shared (s->search) && has_key;
  if (has_key && (winner = maker_breaker_probe (s, &key)) != NOT_SETTLED)
    node->zone[winner] |= node->survey.used;
  else if (shared && *busy && abdada_busy (s->search, abdada_mark (&key)))
    return NOT_SETTLED;
  else {
    if (shared)
      abdada_enter (s->search, abdada_mark (&key));
    winner = maker_breaker_search (s, node, has_key ? &key : NULL, ply);
    if (shared)
      abdada_leave (s->search, abdada_mark (&key));
  }
  *busy = false;
  return winner;
}

/** Find the winner of the game on the edges within some cells. Adds its zone to `zone` of the winner. */
static enum maker_breaker maker_breaker_part (struct searcher *s, const struct maker_breaker_node *node,
                                              cells part, bool maker_to_move, cells zone[2], int ply) {
  struct maker_breaker_node child;
  bool busy = false;
  hypergraph_copy (&child.h, &node->h);
  hypergraph_block (&child.h, ~part);
  child.maker_to_move = maker_to_move;
  child.until = node->until;
  s->statistics.count[COUNT_looks]++;
  const enum maker_breaker seen = maker_breaker_static_probe (&child);
  const enum maker_breaker winner = maker_breaker_ask (s, &child, seen, &busy, ply);
  if (winner != NOT_SETTLED)
    zone[winner] |= child.zone[winner];
  return winner;
}

/** Find the winner if the edges fall into components; `one` has the cells of the first. A move never hurts,
 * so Maker to move wins if he wins one of the parts moving first. If Breaker is to move, Maker wins if he
 * wins a part moving second, or both moving first, since Breaker can save only one. Otherwise Breaker answers
 * in the part where Maker plays. */
static enum maker_breaker maker_breaker_split (struct searcher *s, struct maker_breaker_node *node, cells one,
                                               int ply) {
  assert (one != 0 && (node->survey.used & ~one) != 0);
  const cells parts[2] = { one, node->survey.used & ~one };
  cells zone[2] = { 0, 0 };
  enum maker_breaker first[2], winner;
  int won = 0;
  node->best = -1;
  for (int i = 0; i < 2; i++) {
    first[i] = maker_breaker_part (s, node, parts[i], true, zone, ply);
    if (first[i] == NOT_SETTLED)
      return NOT_SETTLED;
    won += first[i] == MAKER_WINS;
    if (won > 0 && node->maker_to_move)
      break;
  }
  winner = won > 0 ? MAKER_WINS : BREAKER_WINS;
  if (won == 1 && !node->maker_to_move) {
    zone[MAKER_WINS] = 0;
    winner = maker_breaker_part (s, node, parts[first[1] == MAKER_WINS], false, zone, ply);
  }
  if (winner != NOT_SETTLED)
    node->zone[winner] |= zone[winner];
  return winner;
}

/** The node count at which a brief search gives up if Maker is to move: a node for the position, and one for
 * each of his moves. */
static inline uint64_t maker_breaker_brief (const struct searcher *s, const struct maker_breaker_node *node) {
  assert (node->maker_to_move);
  return s->statistics.count[COUNT_nodes] + 1 + (uint64_t) cells_count (&node->moves);
}

/** Is it worth a look ahead which of several answers Breaker takes? The sizes were fitted to five in a row.
 * With four, Maker wins in far fewer nodes than that, and no answer helps. */
static inline bool maker_breaker_is_large (const struct searcher *s, const struct maker_breaker_node *node,
                                           const struct maker_breaker_answers *answers) {
  return answers->count > 1 && answers->log_size[0] >= LOG_SIZE_LARGE && s->board->lines.length > 4
         && node->until == UINT64_MAX;
}

/** Find the winner by searching moves. */
static enum maker_breaker maker_breaker_moves (struct searcher *s, struct maker_breaker_node *node, int ply) {
  assert (node->moves != 0 && (node->moves & ~node->survey.used) == 0);
  const enum maker_breaker mover = node->maker_to_move ? MAKER_WINS : BREAKER_WINS;
  enum maker_breaker winner = mover == MAKER_WINS ? BREAKER_WINS : MAKER_WINS;
  cells moves = node->moves, put_off = 0, zones = 0;
  bool first = true, may_wait = false; /* the first move is never deferred */
  int order[GAME_BITS];
  maker_breaker_weigh (&node->h, node->survey.used, order);
  while ((moves | put_off) != 0) {
    if (moves == 0) {
      moves = put_off;
      put_off = 0;
      may_wait = false;
    }
    struct maker_breaker_node child;
    enum maker_breaker seen = NOT_SETTLED;
    int cell;
    if (first && mover == BREAKER_WINS) {
      struct maker_breaker_answers answers;
      cell = maker_breaker_choose (s, node, order, &child, &seen, &answers);
      if (maker_breaker_is_large (s, node, &answers))
        cell = maker_breaker_look_ahead (s, node, &answers, &child);
      if (node->until <= s->statistics.count[COUNT_nodes] && seen == NOT_SETTLED
          && cells_count (&child.moves) <= BRIEF_ANSWER)
        child.until = maker_breaker_brief (s, &child);
    } else {
      cell = maker_breaker_heaviest (order, moves);
      seen = maker_breaker_move (s, node, cell, &child);
    }
    first = false;
    bool busy = may_wait;
    const enum maker_breaker result = maker_breaker_ask (s, &child, seen, &busy, ply + 1);
    if (s->stopped || (result == NOT_SETTLED && !busy))
      return NOT_SETTLED;
    moves &= ~((cells) 1 << cell);
    may_wait = true;
    if (busy) {
      put_off |= (cells) 1 << cell;
      s->statistics.count[COUNT_deferred]++;
      continue;
    }
    if (result == mover) {
      winner = mover;
      zones = child.zone[mover] | (cells) 1 << cell;
      node->best = cell;
      break;
    }
    zones |= child.zone[result];
    moves &= child.zone[result];
    put_off &= child.zone[result];
  }
  if (winner == BREAKER_WINS && mover == MAKER_WINS)
    zones = maker_breaker_close (node, zones);
  node->zone[winner] |= zones;
  return winner;
}

/** Find the winner if the static evaluation did not decide; completes the zone. NOT_SETTLED: s->stopped, or
 * given up. */
static enum maker_breaker maker_breaker_search (struct searcher *s, struct maker_breaker_node *node,
                                                const struct key *key, int ply) {
  if (s->statistics.count[COUNT_nodes] >= node->until || !searcher_enter (s, ply))
    return NOT_SETTLED;
  const uint64_t work_before = searcher_work (s);
  const cells one = hypergraph_component (&node->h);
  const enum maker_breaker winner = one == node->survey.used ? maker_breaker_moves (s, node, ply)
                                                             : maker_breaker_split (s, node, one, ply);
  if (key != NULL && winner != NOT_SETTLED)
    maker_breaker_store (s, key, winner, searcher_work (s) - work_before + 1);
  return winner;
}

/** Find the winner of the game between these stones, with `maker` (0, 1) as Maker. NOT_SETTLED: stopped, or
 * not found in a few nodes (`brief`). `best` (may be NULL) gets a cell that wins for the side to move, or
 * -1. */
static enum maker_breaker maker_breaker_solve (struct searcher *s, const struct position *position, int maker,
                                               bool brief, int *best) {
  assert ((maker == 0 || maker == 1) && position->outcome == GOING_ON);
  struct maker_breaker_node root;
  struct key key;
  const bool maker_to_move = position_mover (position) == maker;
  maker_breaker_open (&root, s->board, position->stones[maker][0], position->stones[!maker][0], false,
                      maker_to_move);
  if (best != NULL)
    *best = -1;
  enum maker_breaker winner = maker_breaker_static_probe (&root);
  if (winner != NOT_SETTLED)
    return winner;
  const bool has_key = maker_breaker_key (s->board, &root, &key);
  if (has_key && (winner = maker_breaker_probe (s, &key)) != NOT_SETTLED)
    return winner;
  if (brief && root.maker_to_move && cells_count (&root.moves) > BRIEF_MOVES)
    return NOT_SETTLED;
  if (brief)
    root.until = root.maker_to_move ? maker_breaker_brief (s, &root) : s->statistics.count[COUNT_nodes] + 1;
  assert (position->plies >= s->search->position->plies);
  const int ply = position->plies - s->search->position->plies;
  winner = maker_breaker_search (s, &root, has_key ? &key : NULL, ply);
  /* If the static evaluation has played forced moves, `root.best` is a later move. */
  const bool as_it_stands = root.maker_to_move == maker_to_move && root.h.taken == position->stones[maker][0];
  if (best != NULL && as_it_stands && winner == (maker_to_move ? MAKER_WINS : BREAKER_WINS))
    *best = root.best;
  return winner;
}

#endif

#endif
