#include "certificate/shrink.h"

#include "certificate/leaf.h"
#include "certificate/strategy_rows_needed.h"

#include <stdlib.h>
#include <string.h>

/* How far another move is followed: moves of the player, and positions. */
enum { DEEPEST = 3, POSITIONS_TRIED = 300 };

/* Tries to find a plan: for positions that another move leads to, and the most for rows that there are. */
enum { PLANS_TRIED = 2, PLANS_TRIED_FOR_ROWS = 32 };

/* Rows that a row rests on. */
struct supports {
  size_t *row;
  size_t count, capacity;
};

struct shrinking {
  struct array_game board;
  struct acyclic_strategy *strategy;
  struct leaves leaves;
  struct shrink_progress *progress;
  struct array_children *room;
  struct supports *supports; /* of each row */
  uint32_t *used;            /* by how many rows in use, and by the claim */
  size_t known;              /* rows that these two have */
  size_t capacity;
  size_t in_use;
  struct key_set hopeless; /* positions without a row, and */
  size_t *most;            /*   up to what number of rows none was found, with `depth` */
  size_t most_capacity;
  int tried; /* positions, for the present row */
};

/* ---- rows and what they rest on ---- */

static void supports_add (struct supports *supports, size_t row) {
  for (size_t i = 0; i < supports->count; i++)
    if (supports->row[i] == row)
      return;
  if (supports->count == supports->capacity) {
    supports->capacity = 2 * supports->capacity + 8;
    supports->row = reallocate (supports->row, supports->capacity, sizeof *supports->row);
  }
  supports->row[supports->count++] = row;
}

static void add_support (void *context, size_t row) {
  assert (row != SIZE_MAX);
  supports_add (context, row);
}

static void copy_supports (struct supports *to, const struct supports *from) {
  to->count = 0;
  for (size_t i = 0; i < from->count; i++)
    supports_add (to, from->row[i]);
}

/* Rows have been added to the strategy: none of them is in use. */
static void know_rows (struct shrinking *s) {
  if (s->strategy->rows > s->capacity) {
    s->capacity = 2 * s->strategy->rows;
    s->supports = reallocate (s->supports, s->capacity, sizeof *s->supports);
    s->used = reallocate (s->used, s->capacity, sizeof *s->used);
  }
  for (; s->known < s->strategy->rows; s->known++) {
    s->supports[s->known] = (struct supports){ .count = 0 };
    s->used[s->known] = 0;
  }
}

/* Put a row into use once more, with the rows it rests on. Returns how many were not in use before. */
static size_t take (struct shrinking *s, size_t row) {
  if (s->used[row]++ > 0)
    return 0;
  size_t more = 1;
  for (size_t i = 0; i < s->supports[row].count; i++)
    more += take (s, s->supports[row].row[i]);
  return more;
}

/* The reverse. Returns how many rows are no longer in use. */
static size_t release (struct shrinking *s, size_t row) {
  assert (s->used[row] > 0);
  if (--s->used[row] > 0)
    return 0;
  size_t less = 1;
  for (size_t i = 0; i < s->supports[row].count; i++)
    less += release (s, s->supports[row].row[i]);
  return less;
}

static size_t take_all (struct shrinking *s, const struct supports *supports) {
  size_t more = 0;
  for (size_t i = 0; i < supports->count; i++)
    more += take (s, supports->row[i]);
  return more;
}

static size_t release_all (struct shrinking *s, const struct supports *supports) {
  size_t less = 0;
  for (size_t i = 0; i < supports->count; i++)
    less += release (s, supports->row[i]);
  return less;
}

/* The row of a position, or a leaf for it. SIZE_MAX: none. */
static size_t row_or_leaf (struct shrinking *s, const uint8_t *key) {
  const size_t row = key_set_find (&s->strategy->positions, key);
  if (row != SIZE_MAX)
    return row;
  s->tried++;
  if (!leaf_settles (&s->leaves, key))
    return SIZE_MAX;
  know_rows (s);
  return s->strategy->rows - 1;
}

/* ---- other moves ---- */

static bool gives_up (const struct shrinking *s) {
  return s->tried > POSITIONS_TRIED || atomic_load (&s->progress->stop);
}

static size_t find_row (struct shrinking *, const uint8_t *key, size_t most, int depth);

/* How many more rows the replies need at least; SIZE_MAX: one of them ends the game badly. */
static size_t least_for_replies (const struct shrinking *s, const struct array_children *replies) {
  size_t rows = 0;
  for (int i = 0; i < replies->count; i++)
    if (replies->ending[i] == NOT_OVER) {
      const size_t row = key_set_find (&s->strategy->positions, replies->key[i]);
      rows += row == SIZE_MAX || s->used[row] == 0;
    } else if (!child_ends_well (&s->leaves, replies, i, false))
      return SIZE_MAX;
  return rows;
}

/* What shows all replies, with at most that many rows that are not in use yet: `supports`. Leaves first,
 * since other rows take longer. */
static bool cover_replies (struct shrinking *s, const struct array_children *replies, size_t most, int depth,
                           struct supports *supports) {
  const size_t least = least_for_replies (s, replies);
  bool covered = least <= most;
  for (int pass = 0; pass < 2; pass++)
    for (int i = 0; i < replies->count && covered && !gives_up (s); i++) {
      if (replies->ending[i] != NOT_OVER)
        continue;
      const size_t row = pass == 0 ? row_or_leaf (s, replies->key[i])
                                   : find_row (s, replies->key[i], most - least + 1, depth - 1);
      if (row != SIZE_MAX)
        supports_add (supports, row);
      else
        covered = pass == 0 && depth > 1;
    }
  return covered && !gives_up (s);
}

/* The same for a position of the other side: its own row, or those of all replies. */
static bool cover (struct shrinking *s, const uint8_t *key, size_t most, int depth,
                   struct supports *supports) {
  struct array_position position;
  size_t row = key_set_find (&s->strategy->positions, key);
  if (row == SIZE_MAX && most > 0)
    row = row_or_leaf (s, key);
  supports->count = 0;
  if (row != SIZE_MAX) {
    supports_add (supports, row);
    return true;
  }
  if (!s->board.rules->unpack (&s->board, key, &position))
    return false;
  struct array_children *replies = allocate (1, sizeof *replies);
  list_children (&s->board, &position, replies);
  const bool covered = cover_replies (s, replies, most, depth, supports);
  free (replies);
  return covered;
}

/* How many rows would be put into use for all of these. */
static size_t cost_of (struct shrinking *s, const struct supports *supports) {
  const size_t cost = take_all (s, supports);
  release_all (s, supports);
  return cost;
}

struct choice {
  uint16_t move;
  struct supports supports;
};

/* The move from a position of the player that puts fewest rows into use, and fewer than `most`; returns how
 * many, or `most`. */
static size_t best_move (struct shrinking *s, const uint8_t *key, size_t most, int depth,
                         struct choice *best) {
  struct array_position position;
  struct supports supports = { .count = 0 };
  if (!s->board.rules->unpack (&s->board, key, &position))
    return most;
  struct array_children *children = allocate (1, sizeof *children);
  list_children (&s->board, &position, children);
  for (int i = 0; i < children->count && most > 0 && !gives_up (s); i++) {
    supports.count = 0;
    if (children->ending[i] != NOT_OVER ? !child_ends_well (&s->leaves, children, i, true)
                                        : !cover (s, children->key[i], most - 1, depth, &supports))
      continue;
    const size_t cost = cost_of (s, &supports);
    if (cost < most) {
      most = cost;
      best->move = (uint16_t) children->move[i];
      copy_supports (&best->supports, &supports);
    }
  }
  free (supports.row);
  free (children);
  return most;
}

/* Remember that a position has no row with that many others. */
static void note_hopeless (struct shrinking *s, const uint8_t *key, size_t most) {
  size_t i = key_set_find (&s->hopeless, key);
  if (i == SIZE_MAX) {
    i = s->hopeless.count;
    key_set_add (&s->hopeless, key, key_hash (key, s->board.key_bytes));
  }
  if (i >= s->most_capacity) {
    s->most_capacity = 2 * i + 256;
    s->most = reallocate (s->most, s->most_capacity, sizeof *s->most);
  }
  s->most[i] = most;
}

/* A row for a position of the player that is no leaf, with fewer than `most` others. SIZE_MAX: none. */
static size_t find_row (struct shrinking *s, const uint8_t *key, size_t most, int depth) {
  struct choice choice = { .move = 0 };
  size_t row = key_set_find (&s->strategy->positions, key);
  const size_t hopeless = row == SIZE_MAX ? key_set_find (&s->hopeless, key) : SIZE_MAX;
  if (row != SIZE_MAX || (hopeless != SIZE_MAX && s->most[hopeless] >= most))
    return row;
  if (best_move (s, key, most, depth, &choice) < most) {
    acyclic_strategy_add (s->strategy, key, ROW_MOVE, &choice.move, 1);
    know_rows (s);
    row = s->strategy->rows - 1;
    s->supports[row] = choice.supports;
    return row;
  }
  free (choice.supports.row);
  note_hopeless (s, key, most);
  return SIZE_MAX;
}

/* ---- passes ---- */

/* Turn a row into a leaf if possible, as found for a strategy of that row alone. */
static bool make_leaf (struct shrinking *s, size_t row) {
  struct acyclic_strategy one
      = { .present = true, .bound = s->strategy->bound, .positions = { .key_bytes = s->board.key_bytes } };
  struct acyclic_strategy *const all = s->strategy;
  s->leaves.strategy = &one;
  const bool found = leaf_settles (&s->leaves, key_set_key (&all->positions, row));
  s->leaves.strategy = all;
  if (found)
    acyclic_strategy_change (all, row, one.row[0].kind, one.number, one.numbers);
  acyclic_strategy_free (&one);
  return found;
}

/* Try to need fewer rows below this one; with depth 0, as a leaf. Returns how many fewer. */
static size_t shrink_row (struct shrinking *s, size_t row, int depth) {
  uint8_t key[KEY_MOST];
  struct choice choice = { .move = 0 };
  const struct supports present = s->supports[row];
  memcpy (key, key_set_key (&s->strategy->positions, row), (size_t) s->board.key_bytes);
  s->tried = 0;
  const size_t freed = release_all (s, &present);
  size_t cost = freed;
  if (freed > 0 && make_leaf (s, row)) {
    cost = 0;
    free (s->supports[row].row);
    s->supports[row] = (struct supports){ .count = 0 };
  } else if (freed > 0 && depth > 0 && (cost = best_move (s, key, freed, depth, &choice)) < freed) {
    acyclic_strategy_change (s->strategy, row, ROW_MOVE, &choice.move, 1);
    free (s->supports[row].row);
    s->supports[row] = choice.supports;
  } else
    free (choice.supports.row);
  take_all (s, &s->supports[row]);
  return freed - cost;
}

struct ordered_row {
  int plies;
  size_t row;
};

static int compare_plies (const void *one, const void *two) {
  const struct ordered_row *a = one, *b = two;
  return a->plies != b->plies ? (a->plies > b->plies) - (a->plies < b->plies)
                              : (a->row > b->row) - (a->row < b->row);
}

/* The rows in use, fewest plies first; the caller frees them. */
static struct ordered_row *order_rows (const struct shrinking *s, size_t *count) {
  struct array_position position;
  struct ordered_row *order = allocate (s->in_use + 1, sizeof *order);
  *count = 0;
  for (size_t i = 0; i < s->known; i++)
    if (s->used[i] > 0 && s->strategy->row[i].kind == ROW_MOVE
        && s->board.rules->unpack (&s->board, key_set_key (&s->strategy->positions, i), &position))
      order[(*count)++] = (struct ordered_row){ position.plies, i };
  qsort (order, *count, sizeof *order, compare_plies);
  return order;
}

/* Returns how many rows the pass has gained. */
static size_t shrink_pass (struct shrinking *s, int depth) {
  size_t count, gained = 0;
  if (atomic_load (&s->progress->stop))
    return 0;
  struct ordered_row *order = order_rows (s, &count);
  atomic_fetch_add (&s->progress->pass, 1);
  atomic_store (&s->progress->to_try, count);
  key_set_free (&s->hopeless);
  for (size_t i = 0; i < count && !atomic_load (&s->progress->stop); i++) {
    atomic_store (&s->progress->tried, i);
    if (s->used[order[i].row] == 0)
      continue;
    const size_t less = shrink_row (s, order[i].row, depth);
    s->in_use -= less;
    atomic_fetch_sub (&s->progress->rows, less);
    gained += less;
  }
  free (order);
  return gained;
}

/* ---- a strategy ---- */

/* Put leaves in the place of rows, with more effort each time. */
static void shrink_by_leaves (struct shrinking *s) {
  if (s->leaves.plans == NULL) /* nothing that more effort would find */
    return;
  for (int tries = 4 * PLANS_TRIED; tries <= PLANS_TRIED_FOR_ROWS; tries *= 4) {
    s->leaves.effort.tries = tries;
    key_set_free (&s->leaves.none);
    shrink_pass (s, 0);
  }
}

/* Put other moves, with what they rest on, in the place of rows. Returns how many rows that has gained. */
static size_t shrink_by_moves (struct shrinking *s) {
  size_t gained = 0;
  s->leaves.effort.tries = PLANS_TRIED; /* there is no search to say what is hopeless */
  for (int depth = 1; depth <= DEEPEST;) {
    const size_t less = shrink_pass (s, depth);
    gained += less;
    depth += less == 0;
  }
  return gained;
}

static void count_uses (struct shrinking *s, const uint8_t *key) {
  struct supports claim = { .count = 0 };
  s->room = allocate (1, sizeof *s->room);
  know_rows (s);
  for (size_t i = 0; i < s->known; i++)
    strategy_each_support (&s->board, s->strategy, i, s->room, add_support, &s->supports[i]);
  strategy_each_cover (&s->board, s->strategy, key, s->room, add_support, &claim);
  s->in_use = take_all (s, &claim);
  free (claim.row);
  free (s->room);
}

static void shrink_strategy (struct shrinking *s, struct acyclic_certificate *certificate, int player) {
  s->strategy = &certificate->strategy[player];
  leaves_begin (&s->leaves, &s->board, certificate, player);
  s->hopeless.key_bytes = s->board.key_bytes;
  count_uses (s, certificate->claim_key);
  do
    shrink_by_leaves (s);
  while (shrink_by_moves (s) > 0);
  strategy_drop_unneeded (&s->board, s->strategy, certificate->claim_key);
  leaves_end (&s->leaves);
  key_set_free (&s->hopeless);
  for (size_t i = 0; i < s->known; i++)
    free (s->supports[i].row);
  free (s->supports);
  free (s->used);
  free (s->most);
}

void certificate_shrink (struct acyclic_certificate *certificate, const struct game *game,
                         struct shrink_progress *progress) {
  atomic_store (&progress->rows, certificate->strategy[0].rows + certificate->strategy[1].rows);
  for (int player = 0; player < 2; player++)
    if (game->key_bytes > 0 && certificate->strategy[player].present) {
      struct shrinking s = { .progress = progress };
      if (!array_game_open (&s.board, game->name, game->board_text, game->rules))
        return;
      s.board.exact_score = certificate->exact_score;
      shrink_strategy (&s, certificate, player);
      array_game_close (&s.board);
    }
}
