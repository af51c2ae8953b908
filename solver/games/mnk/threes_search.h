/* Winning by threes and fours on large boards: the tree of threats_second.h, best first.
 *
 * threats_second.h tries attacks in a fixed order and forgets what it has tried. Most attacks with threes are
 * the same stones in another order, so depth-first proof-number search (../../search/proof_number.h), which
 * keeps what it has tried in the table, finds wins with a small part of the stones, where the fixed order
 * finds none in a reasonable time. Both sides of the tree have the meaning that threats_second.h gives them:
 *
 * attacking   the attacker is to move. A sequence of fours wins. Otherwise he plays a four, or a stone after
 *             which he would win by fours if the other side passed.
 * defending   after such a stone. The other side has its fours, and the zone of that sequence. Replies that
 *             lose to a sequence of fours need no search.
 *
 * An entry of the table holds how many positions must at least be won for a win, and how many must at least
 * fail for a failure, for one attacker and one of the two kinds of positions. Its key is the hash of the
 * stones with a number that stands for no stone, so it belongs to no position of the game itself, and is as
 * unlikely to be mistaken for another as the keys of these (mnk_position.h).
 *
 * The zone of a win (threats_second.h) is found afterwards: the win is played again, with the entries as a
 * guide. If some of them have been replaced meanwhile, the win counts as not found.
 *
 * A search gives up after a number of nodes, which are counted as in every search. Not with `exact`, where
 * wins have no zone. */
#ifndef ZERMELO_MNK_THREES_SEARCH_H
#define ZERMELO_MNK_THREES_SEARCH_H

#include "games/mnk/mnk_knowledge.h"
#include "search/searcher.h"

#include <assert.h>

#if !GAME_KEY_EXACT && GAME_BITS <= 512
#define MNK_THREES_SEARCH 1

enum {
  THREES_INFINITE = INT16_MAX,
  /* Initial numbers. Fours that do not win by themselves seldom help: they are tried late. A three is hard to
   * stop if its sequence has a small zone, and the other side few fours. A reply that is a four seldom stops
   * the attack. */
  THREES_FOUR = 20,     /* a four: to win */
  THREES_ZONE = 4,      /* a three: to win, 1 for this number of cells of its zone, and 1 for each four */
  THREES_ATTACK = 4,    /* a three: to fail */
  THREES_REPLY = 4,     /* a reply: to win */
  THREES_GAINING = 9,   /* a reply that is a four: to fail */
  THREES_PER_CHILD = 2, /* what each other child adds to the number of the hardest */
  THREES_ROOM = 2,      /* a child may exceed its next best sibling by 2^-2 of its number */
  THREES_SEEN = 4096,   /* positions that are not looked at twice when a zone is found */
  NO_CELL = GAME_BITS
};

/** How many positions must at least be won (0: it is won) and fail (0: it has failed). */
struct threes_numbers {
  int number[2];
};

enum { TO_WIN, TO_FAIL };

/** A position with the attacker to move, or the other side. */
struct threes_node {
  cells stones, opponent; /* of the attacker, and of the other side */
  struct key key;
  bool attacking;
  int last; /* attacking: the last stone of the other side if it may have left a line lacking one; or NO_CELL
             */
  int ply;  /* after the root of the search */
};

struct threes_child {
  struct key key;
  struct threes_numbers numbers;
  uint16_t cell, answer; /* the stone of the side to move, and the only answer to a four, or NO_CELL */
};

struct threes {
  struct searcher *s;
  const struct board *board;
  int attacker;   /* 0, 1 */
  uint64_t until; /* gives up at this node count */
  uint64_t *seen; /* words of keys whose zone has been found */
  cells zone;
};

static inline void threes_turn (const struct threes *t, struct key *key) {
  for (int j = 0; j < GAME_KEY_WORDS; j++)
    key->word[j] ^= hash_number ((UINT64_C (1) << 32) + (uint64_t) t->attacker, j);
}

/** The key of a position in which the attacker is to move. */
static inline struct key threes_key (const struct threes *t, cells stones, cells opponent) {
  struct key key = { { 0 } };
  for (int j = 0; j < GAME_KEY_WORDS; j++)
    key.word[j] = hash_number ((UINT64_C (1) << 32) + 2 + (uint64_t) t->attacker, j);
  while (cells_any (&stones))
    hash_stone (&key, t->attacker, cells_pop (&stones));
  while (cells_any (&opponent))
    hash_stone (&key, !t->attacker, cells_pop (&opponent));
  return key;
}

/** Look a position up. `work`: gets the nodes that its last search took. */
static inline bool threes_probe_work (struct threes *t, const struct key *key, struct threes_numbers *numbers,
                                      uint64_t *work) {
  struct record_entry found;
  if (!table_probe (t->s->table, key->word, GAME_KEY_WORDS, &found))
    return false;
  *numbers = (struct threes_numbers){ { found.bounds.lower, found.bounds.upper } };
  *work = found.work;
  return true;
}

static inline bool threes_probe (struct threes *t, const struct key *key, struct threes_numbers *numbers) {
  uint64_t work;
  return threes_probe_work (t, key, numbers, &work);
}

static inline void threes_store (struct threes *t, const struct key *key, struct threes_numbers numbers,
                                 uint64_t work) {
  const struct record_entry entry
      = { { (int16_t) numbers.number[0], (int16_t) numbers.number[1] }, TABLE_NO_MOVE, 0, work };
  assert (numbers.number[TO_WIN] >= 0 && numbers.number[TO_WIN] <= THREES_INFINITE
          && numbers.number[TO_FAIL] >= 0 && numbers.number[TO_FAIL] <= THREES_INFINITE);
  table_store_counted (t->s->table, key->word, GAME_KEY_WORDS, &entry, &t->s->arrivals);
}

/** The numbers of a position that is decided. */
static inline struct threes_numbers threes_decided (bool won) {
  return (struct threes_numbers){ { won ? 0 : THREES_INFINITE, won ? THREES_INFINITE : 0 } };
}

static inline bool threes_by_fours (const struct threes *t, const struct threat_pairs *pairs, cells stones,
                                    cells opponent, cells allowed, struct threat_sequence *sequence) {
  *sequence = (struct threat_sequence){ .board = t->board, .widens = t->seen != NULL };
  return threats_continue (sequence, pairs, stones, opponent, allowed) != 0;
}

/** The position after a stone of the side to move and, if it is a four, its answer. */
static inline struct threes_node threes_after (const struct threes_node *node,
                                               const struct threes_child *child) {
  struct threes_node after = *node;
  after.key = child->key;
  cells_add (node->attacking ? &after.stones : &after.opponent, child->cell);
  after.attacking = !node->attacking;
  after.last = node->attacking ? child->answer : child->cell;
  after.ply++;
  if (child->answer != NO_CELL) {
    cells_add (&after.opponent, child->answer);
    after.attacking = true;
    after.ply++;
  }
  return after;
}

/** The key of the position after a stone and its answer. */
static inline void threes_child_key (const struct threes *t, const struct threes_node *node,
                                     struct threes_child *child) {
  child->key = node->key;
  hash_stone (&child->key, node->attacking ? t->attacker : !t->attacker, child->cell);
  if (child->answer != NO_CELL)
    hash_stone (&child->key, !t->attacker, child->answer);
  else
    threes_turn (t, &child->key);
}

/** The one cell where the other side can complete a line after its last stone, or none. It has no other. */
static inline cells threes_urgent (const struct threes *t, const struct threes_node *node) {
  return node->last == NO_CELL ? cells_none ()
                               : threats_through (t->board, node->opponent, node->stones, node->last, 1);
}

/** List the attacks of a position in which the attacker is to move, and has no sequence of fours. `urgent`:
 * the cell where the other side can complete a line, or none. */
static int threes_attacks (struct threes *t, const struct threes_node *node, cells urgent,
                           const struct threat_pairs *own, struct threes_child *children) {
  const struct board *board = t->board;
  struct threat_pair room[THREATS_PAIRS];
  struct threat_pairs theirs = { room, 0, 0 };
  threats_list (board, node->opponent, node->stones, &theirs);
  cells several, rest = urgent;
  if (!cells_any (&urgent))
    rest = second_candidates (board, node->stones, node->opponent, &several);
  int count = 0;
  while (cells_any (&rest)) {
    struct threes_child *c = &children[count];
    *c = (struct threes_child){ .numbers = { { 1, 1 } }, .answer = NO_CELL };
    c->cell = (uint16_t) cells_pop (&rest);
    const cells with = cells_or (node->stones, cells_of (c->cell)),
                completing = threats_through (board, with, node->opponent, c->cell, 1);
    assert (!cells_exceed (&completing, 1)); /* else it wins by fours */
    if (cells_any (&completing)) {
      c->answer = (uint16_t) cells_first (&completing);
      threes_child_key (t, node, c);
      const cells lost = threats_through (board, cells_or (node->opponent, completing), with, c->answer, 1);
      if (cells_exceed (&lost, 1))
        continue;
      if (!threes_probe (t, &c->key, &c->numbers))
        c->numbers.number[TO_WIN] = THREES_FOUR;
    } else {
      threes_child_key (t, node, c);
      if (!threes_probe (t, &c->key, &c->numbers)) {
        struct threat_pairs pairs, answers;
        struct threat_sequence sequence;
        struct threat_attacks fours;
        if (!threats_list_after (board, own, with, node->opponent, c->cell, c->cell, &pairs)
            || !threats_list_without (&theirs, c->cell, &answers))
          continue;
        threats_attacks_of (&answers, &fours);
        if (cells_any (&fours.doubles)
            || !threes_by_fours (t, &pairs, with, node->opponent, board->all, &sequence)) {
          threes_store (t, &c->key, threes_decided (false), 1);
          continue;
        }
        c->numbers.number[TO_WIN] = 1 + cells_count (&sequence.zone) / THREES_ZONE + cells_count (&fours.at);
        c->numbers.number[TO_FAIL] = THREES_ATTACK;
      }
    }
    if (c->numbers.number[TO_FAIL] != 0)
      count++;
  }
  return count;
}

/** List the replies to an attack that do not lose to a sequence of fours. False: one of them ends the
 * attack. If t->seen is given, the zone of the attack is added to t->zone. */
static bool threes_replies (struct threes *t, const struct threes_node *node, struct threes_child *children,
                            int *count) {
  const struct board *board = t->board;
  const cells taken = cells_or (node->stones, node->opponent);
  struct threat_pair room[THREATS_PAIRS], other_room[THREATS_PAIRS];
  struct threat_pairs own = { room, 0, 0 }, theirs = { other_room, 0, 0 }, pairs;
  struct threat_sequence sequence;
  struct threat_attacks fours;
  *count = 0;
  threats_list (board, node->stones, node->opponent, &own);
  threats_list (board, node->opponent, node->stones, &theirs);
  if (!threes_by_fours (t, &own, node->stones, node->opponent, board->all, &sequence))
    return false;
  threats_attacks_of (&theirs, &fours);
  if (cells_any (&fours.doubles))
    return false;
  if (t->seen != NULL) {
    cells several;
    t->zone = cells_or (t->zone, sequence.wide);
    t->zone = cells_or (t->zone, second_candidates (board, node->opponent, node->stones, &several));
  }
  cells quiet = cells_minus (sequence.zone, cells_or (taken, fours.at)), gaining = fours.at;
  while (cells_any (&gaining) || cells_any (&quiet)) {
    const bool gains = cells_any (&gaining);
    struct threes_child *c = &children[*count];
    *c = (struct threes_child){ .numbers = { { 1, 1 } }, .answer = NO_CELL };
    c->cell = (uint16_t) cells_pop (gains ? &gaining : &quiet);
    const cells against = cells_or (node->opponent, cells_of (c->cell)),
                urgent = threats_through (board, against, node->stones, c->cell, 1);
    if (cells_exceed (&urgent, 1) || !threats_list_without (&own, c->cell, &pairs))
      return false;
    if (threes_by_fours (t, &pairs, node->stones, against, cells_any (&urgent) ? urgent : board->all,
                         &sequence)) {
      if (!gains)
        quiet = cells_and (quiet, sequence.zone);
      if (t->seen != NULL)
        t->zone = cells_or (t->zone, gains ? sequence.zone : sequence.wide);
      continue;
    }
    threes_child_key (t, node, c);
    if (!threes_probe (t, &c->key, &c->numbers)) {
      c->numbers.number[TO_WIN] = THREES_REPLY;
      c->numbers.number[TO_FAIL] = gains ? THREES_GAINING : 1;
    }
    ++*count;
  }
  return true;
}

/** List the moves of a position. Zero of them: it is decided, with these numbers. */
static int threes_expand (struct threes *t, const struct threes_node *node, struct threes_child *children,
                          struct threes_numbers *numbers) {
  int count;
  if (!node->attacking) {
    const bool holds = threes_replies (t, node, children, &count);
    *numbers = threes_decided (holds);
    return holds ? count : 0;
  }
  struct threat_pair room[THREATS_PAIRS];
  struct threat_pairs own = { room, 0, 0 };
  struct threat_sequence sequence;
  const cells urgent = threes_urgent (t, node);
  assert (!cells_exceed (&urgent, 1));
  *numbers = threes_decided (false);
  threats_list (t->board, node->stones, node->opponent, &own);
  if (threes_by_fours (t, &own, node->stones, node->opponent, cells_any (&urgent) ? urgent : t->board->all,
                       &sequence)) {
    *numbers = threes_decided (true);
    t->zone = cells_or (t->zone, sequence.zone);
    return 0;
  }
  return threes_attacks (t, node, urgent, &own, children);
}

/** Search a position until one of its numbers reaches its limit, or the search gives up. */
static struct threes_numbers threes_search (struct threes *t, const struct threes_node *node,
                                            const int most[2]) {
  struct searcher *s = t->s;
  struct threes_numbers numbers = { { 1, 1 } };
  if (!searcher_enter (s, node->ply))
    return numbers;
  const uint64_t nodes_before = s->statistics.count[COUNT_nodes];
  const size_t arena_before = s->arena_used;
  struct threes_child *children = searcher_take (s, (size_t) t->board->area * sizeof *children);
  int count = threes_expand (t, node, children, &numbers);
  /* the side to move needs one child for `mine`, and all for `yours` */
  const int mine = node->attacking ? TO_WIN : TO_FAIL, yours = !mine;
  while (count > 0) {
    int best = -1, second = THREES_INFINITE, hardest = 0;
    numbers.number[mine] = THREES_INFINITE;
    for (int i = 0; i < count; i++) {
      threes_probe (t, &children[i].key, &children[i].numbers);
      const int *number = children[i].numbers.number;
      if (number[yours] == 0) {
        children[i--] = children[--count];
        continue;
      }
      hardest = number[yours] > hardest ? number[yours] : hardest;
      if (number[mine] < numbers.number[mine]) {
        second = numbers.number[mine];
        numbers.number[mine] = number[mine];
        best = i;
      } else if (number[mine] < second)
        second = number[mine];
    }
    const int others = THREES_PER_CHILD * (count - 1);
    if (count == 0)
      numbers = threes_decided (yours == TO_WIN);
    else if (numbers.number[mine] == 0)
      numbers = threes_decided (mine == TO_WIN);
    else
      numbers.number[yours] = hardest + others < THREES_INFINITE ? hardest + others : THREES_INFINITE - 1;
    if (count == 0 || numbers.number[mine] == 0 || best < 0 || numbers.number[mine] >= most[mine]
        || numbers.number[yours] >= most[yours] || s->statistics.count[COUNT_nodes] >= t->until)
      break;
    int limit[2];
    limit[mine] = second + (second >> THREES_ROOM) + 1;
    limit[mine] = limit[mine] < most[mine] ? limit[mine] : most[mine];
    limit[yours] = most[yours] == THREES_INFINITE ? THREES_INFINITE : most[yours] - others;
    const struct threes_node after = threes_after (node, &children[best]);
    children[best].numbers = threes_search (t, &after, limit);
    if (s->stopped)
      break;
  }
  s->arena_used = arena_before;
  if (!s->stopped)
    threes_store (t, &node->key, numbers, s->statistics.count[COUNT_nodes] - nodes_before + 1);
  return numbers;
}

/** Add the zone of a position that is won to t->zone. False: the entries do not suffice, or s->stopped. */
static bool threes_walk (struct threes *t, const struct threes_node *node) {
  struct searcher *s = t->s;
  uint64_t *seen = &t->seen[node->key.word[0] % THREES_SEEN];
  if (*seen == node->key.word[1])
    return true;
  if (!searcher_enter (s, node->ply))
    return false;
  const size_t arena_before = s->arena_used;
  struct threes_child *children = searcher_take (s, (size_t) t->board->area * sizeof *children);
  struct threes_numbers numbers;
  const int count = threes_expand (t, node, children, &numbers);
  bool done = count == 0 ? numbers.number[TO_WIN] == 0 : !node->attacking;
  for (int i = 0; i < count && done != node->attacking; i++) {
    const struct threes_child *c = &children[i];
    const struct threes_node after = threes_after (node, c);
    if (c->numbers.number[TO_WIN] != 0)
      done = false;
    else {
      if (node->attacking)
        cells_add (&t->zone, c->cell);
      if (c->answer != NO_CELL) {
        cells_add (&t->zone, c->answer);
        t->zone = cells_or (t->zone, threats_through (t->board, after.opponent, after.stones, c->answer, 2));
      }
      done = threes_walk (t, &after);
    }
  }
  s->arena_used = arena_before;
  if (done)
    *seen = node->key.word[1];
  return done;
}

/** Does the attacker, who is to move and cannot complete a line, win by threes? The other side cannot
 * complete a line either. Gives up after a number of nodes, those that find the zone not included; 0: only
 * a win that the table holds counts. `zone` (may be NULL): gets the zone of the win. `ply`: after the root of
 * the search. */
static bool threes_win (struct searcher *s, int attacker, const cells stones, const cells opponent, int ply,
                        uint64_t nodes, cells *zone) {
  assert (attacker == 0 || attacker == 1);
  assert (s->table != NULL && !s->board->lines.exact);
  struct threes t = { .s = s,
                      .board = s->board,
                      .attacker = attacker,
                      .until = s->statistics.count[COUNT_nodes] + nodes,
                      .zone = cells_none () };
  const struct threes_node root = { .stones = stones,
                                    .opponent = opponent,
                                    .key = threes_key (&t, stones, opponent),
                                    .attacking = true,
                                    .last = NO_CELL,
                                    .ply = ply };
  struct threes_numbers numbers;
  static const int most[2] = { THREES_INFINITE, THREES_INFINITE };
  uint64_t tried = 0;
  if (!threes_probe_work (&t, &root.key, &numbers, &tried)
      || (numbers.number[TO_WIN] != 0 && numbers.number[TO_FAIL] != 0)) {
    if (2 * tried >= nodes)
      return false;
    numbers = threes_search (&t, &root, most);
  }
  if (s->stopped || numbers.number[TO_WIN] != 0)
    return false;
  if (zone == NULL)
    return true;
  const size_t arena_before = s->arena_used;
  t.seen = searcher_take (s, THREES_SEEN * sizeof *t.seen);
  memset (t.seen, 0, THREES_SEEN * sizeof *t.seen);
  t.zone = cells_none ();
  const bool found = threes_walk (&t, &root);
  s->arena_used = arena_before;
  *zone = t.zone;
  return found;
}

#else
#define MNK_THREES_SEARCH 0
#endif

#endif
