#include "certificate/shrink.h"

#include "certificate/bound_search.h"
#include "certificate/plan_on_rows.h"
#include "certificate/shrink_attempts.h"
#include "certificate/strategy_rows_needed.h"

#include <stdlib.h>
#include <string.h>

/* How far another move is followed: how many moves of the player deep, and how many positions. */
enum { DEEPEST = 3, POSITIONS_TRIED = 300 };

/* How many tries a search for a plan gets: for positions that another move leads to, where no search of the
 * game rules out hopeless ones; and for existing rows, in the first and in the last pass. */
enum { PLANS_TRIED_FOR_LEAVES = 1, PLANS_TRIED_FOR_MOVES = 16 };

/* The passes of a round where plans are looked for: those that gain most in a given time come first. A row
 * without other rows of its own seldom becomes unnecessary, so it waits for the last of these passes. After
 * them other moves are tried for every row. */
static const struct pass {
  int tries;    /* of each search for a plan */
  int depth;    /* 0: rows become plans; else other moves are tried, and followed so far */
  size_t least; /* rows that need fewer rows of their own are not tried */
} passes[] = { { 1, 0, 2 },
               { 4, 0, 2 },
               { 2, 2, 4 },
               { 8, 0, 2 },
               { 4, 2, 4 },
               { 32, 0, 2 },
               { PLANS_TRIED_FOR_MOVES, 2, 8 },
               { PLANS_TRIED_FOR_MOVES, 3, 16 },
               { 128, 0, 1 } };

struct shrinker {
  struct array_game board;
  struct strategy *strategy;
  struct rows_in_use rows;
  struct leaves leaves;
  struct bound_search *values;           /* NULL where no plans are looked for */
  struct plans_on_rows plans;            /* used during a pass that looks for plans */
  struct shrink_attempts planned, moved; /* rows that were tried by plans, and by moves; used with plans */
  struct shrink_progress *progress;
  struct key_set hopeless; /* positions without a row; and */
  size_t *most;            /*   the number of rows within which, at the present `depth`, none was found */
  size_t most_capacity;
  int depth; /* in the present pass: how many moves of the player another move is followed; 0: only leaves are
                tried */
  size_t least; /* in the present pass: rows that need fewer rows of their own are not tried */
  int tried;    /* positions looked at for the present row */
};

/* ---- other moves ---- */

/* The row of a position, or a leaf that is added for it. Counts the position if it had no row. */
static size_t try_leaf (struct shrinker *s, const uint8_t *key) {
  s->tried += key_set_find (&s->strategy->positions, key) == SIZE_MAX;
  return row_or_leaf (&s->rows, &s->leaves, key);
}

static bool gives_up (const struct shrinker *s) {
  return s->tried > POSITIONS_TRIED || atomic_load (&s->progress->stop);
}

static size_t find_row (struct shrinker *, const uint8_t *key, size_t most, int depth);

/* The least number of further rows that the replies need; SIZE_MAX: a reply ends the game badly. */
static size_t least_for_replies (const struct shrinker *s, const struct array_children *replies) {
  size_t rows = 0;
  for (int i = 0; i < replies->count; i++)
    if (replies->ending[i] == NOT_OVER) {
      const size_t row = key_set_find (&s->strategy->positions, replies->key[i]);
      rows += row == SIZE_MAX || s->rows.used[row] == 0;
    } else if (!child_ends_well (&s->leaves, replies, i, false))
      return SIZE_MAX;
  return rows;
}

/* Collect in `supports` the rows that show all replies, at most `most` of which are not in use yet. Leaves
 * are tried first, since other rows take longer. */
static bool cover_replies (struct shrinker *s, const struct array_children *replies, size_t most, int depth,
                           struct row_list *supports) {
  const size_t least = least_for_replies (s, replies);
  bool covered = least <= most;
  for (int pass = 0; pass < 2; pass++)
    for (int i = 0; i < replies->count && covered && !gives_up (s); i++) {
      if (replies->ending[i] != NOT_OVER)
        continue;
      const size_t row = pass == 0 ? try_leaf (s, replies->key[i])
                                   : find_row (s, replies->key[i], most - least + 1, depth - 1);
      if (row != SIZE_MAX)
        row_list_add (supports, row);
      else
        covered = pass == 0 && depth > 1;
    }
  return covered && !gives_up (s);
}

/* Collect in `supports` what shows a position in which the other side is to move: its own row, or the rows of
 * all replies. */
static bool cover (struct shrinker *s, const uint8_t *key, size_t most, int depth,
                   struct row_list *supports) {
  struct array_position position;
  size_t row = key_set_find (&s->strategy->positions, key);
  if (row == SIZE_MAX && most > 0)
    row = try_leaf (s, key);
  supports->count = 0;
  if (row != SIZE_MAX) {
    row_list_add (supports, row);
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

/* Can the player have the bound after this move? */
static bool may_hold_after (struct shrinker *s, const struct array_children *children, int i) {
  struct array_position after;
  return s->values == NULL || !s->board.rules->unpack (&s->board, children->key[i], &after)
         || bound_search_may_hold (s->values, &after);
}

struct choice {
  uint16_t move;
  struct row_list supports;
};

/* Find the player's move that brings the fewest rows into use, and fewer than `most`. Returns their number,
 * or `most` if there is no such move. */
static size_t best_move (struct shrinker *s, const uint8_t *key, size_t most, int depth,
                         struct choice *best) {
  struct array_position position;
  struct row_list supports = { .count = 0 };
  if (!s->board.rules->unpack (&s->board, key, &position))
    return most;
  struct array_children *children = allocate (1, sizeof *children);
  list_children (&s->board, &position, children);
  for (int i = 0; i < children->count && most > 0 && !gives_up (s); i++) {
    supports.count = 0;
    if (children->ending[i] != NOT_OVER
            ? !child_ends_well (&s->leaves, children, i, true)
            : !may_hold_after (s, children, i) || !cover (s, children->key[i], most - 1, depth, &supports))
      continue;
    const size_t cost = rows_cost (&s->rows, &supports);
    if (cost < most) {
      most = cost;
      best->move = (uint16_t) children->move[i];
      row_list_copy (&best->supports, &supports);
    }
  }
  free (supports.row);
  free (children);
  return most;
}

/* Remember that no row was found for a position that needs fewer than `most` other rows. */
static void note_hopeless (struct shrinker *s, const uint8_t *key, size_t most) {
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

/* Find or add a row for a position in which the player is to move and which is not a leaf. The row needs
 * fewer than `most` other rows. SIZE_MAX: there is none. */
static size_t find_row (struct shrinker *s, const uint8_t *key, size_t most, int depth) {
  struct choice choice = { .move = 0 };
  size_t row = key_set_find (&s->strategy->positions, key);
  const size_t hopeless = row == SIZE_MAX ? key_set_find (&s->hopeless, key) : SIZE_MAX;
  if (row != SIZE_MAX || (hopeless != SIZE_MAX && s->most[hopeless] >= most))
    return row;
  if (best_move (s, key, most, depth, &choice) < most) {
    strategy_add (s->strategy, key, ROW_MOVE, &choice.move, 1);
    rows_in_use_grow (&s->rows);
    row = s->strategy->rows - 1;
    s->rows.supports[row] = choice.supports;
    return row;
  }
  free (choice.supports.row);
  note_hopeless (s, key, most);
  return SIZE_MAX;
}

/* ---- passes ---- */

/* Turn a row into a leaf if possible. The leaf is looked for in a strategy that has no other row. */
static bool make_leaf (struct shrinker *s, size_t row) {
  struct strategy one
      = { .present = true, .bound = s->strategy->bound, .positions = { .key_bytes = s->board.key_bytes } };
  struct strategy *const all = s->strategy;
  s->leaves.strategy = &one;
  const bool found = leaf_settles (&s->leaves, key_set_key (&all->positions, row));
  s->leaves.strategy = all;
  if (found)
    strategy_change (all, row, one.row[0].kind, one.number, one.numbers);
  strategy_free (&one);
  return found;
}

/* Try to reduce the number of rows that this row needs, by turning it into a leaf or by another move. Returns
 * by how much the number has fallen. */
static size_t shrink_row (struct shrinker *s, size_t row) {
  uint8_t key[KEY_MOST];
  struct choice choice = { .move = 0 };
  const struct row_list present = s->rows.supports[row];
  memcpy (key, key_set_key (&s->strategy->positions, row), (size_t) s->board.key_bytes);
  s->tried = 0;
  const size_t freed = rows_release (&s->rows, &present);
  size_t cost = freed;
  if (freed > 0 && make_leaf (s, row)) {
    cost = 0;
    free (s->rows.supports[row].row);
    s->rows.supports[row] = (struct row_list){ .count = 0 };
  } else if (freed > 0 && s->depth > 0 && (cost = best_move (s, key, freed, s->depth, &choice)) < freed) {
    strategy_change (s->strategy, row, ROW_MOVE, &choice.move, 1);
    free (s->rows.supports[row].row);
    s->rows.supports[row] = choice.supports;
  } else
    free (choice.supports.row);
  rows_take (&s->rows, &s->rows.supports[row]);
  return freed - cost;
}

struct ordered_row {
  int plies;
  uint8_t key[KEY_MOST];
  size_t row;
};

static int compare_plies (const void *one, const void *two) {
  const struct ordered_row *a = one, *b = two;
  return a->plies != b->plies ? (a->plies > b->plies) - (a->plies < b->plies)
                              : memcmp (a->key, b->key, sizeof a->key);
}

/* The rows in use that rest on other rows, sorted by plies, fewest first. The result does not depend on the
 * order of rows in the strategy. The caller frees it. */
static struct ordered_row *order_rows (const struct shrinker *s, size_t *count) {
  struct array_position position;
  struct ordered_row *order = allocate (s->rows.in_use + 1, sizeof *order);
  *count = 0;
  for (size_t i = 0; i < s->rows.known; i++) {
    const uint8_t *const key = key_set_key (&s->strategy->positions, i);
    if (s->rows.used[i] > 0 && s->rows.supports[i].count > 0
        && s->board.rules->unpack (&s->board, key, &position)) {
      order[*count] = (struct ordered_row){ .plies = position.plies, .row = i };
      memcpy (order[(*count)++].key, key, (size_t) s->board.key_bytes);
    }
  }
  qsort (order, *count, sizeof *order, compare_plies);
  return order;
}

/* Is there hope that a row can be replaced? */
static bool is_worth_trying (struct shrinker *s, struct shrink_attempts *attempts, size_t row, int effort) {
  const size_t freed = rows_release (&s->rows, &s->rows.supports[row]);
  rows_take (&s->rows, &s->rows.supports[row]);
  return freed >= s->least
         && (s->leaves.plans == NULL
             || shrink_attempts_begin_one (attempts, key_set_key (&s->strategy->positions, row), effort,
                                           freed));
}

/* Try to reduce the number of rows that this row needs, by a plan. Returns by how much the number has fallen.
 */
static size_t plan_row (struct shrinker *s, size_t row) {
  return is_worth_trying (s, &s->planned, row, s->leaves.effort.tries) ? plan_on_rows (&s->plans, row) : 0;
}

/* Try to reduce the number of rows that this row needs, by a leaf or by another move. Returns by how much the
 * number has fallen. */
static size_t move_row (struct shrinker *s, size_t row) {
  return is_worth_trying (s, &s->moved, row, s->depth) ? shrink_row (s, row) : 0;
}

/* Try each row. Returns by how many rows the pass has shrunk the strategy. */
static size_t shrink_pass (struct shrinker *s, size_t (*try_row) (struct shrinker *, size_t row)) {
  size_t count, gained = 0;
  if (atomic_load (&s->progress->stop))
    return 0;
  struct ordered_row *order = order_rows (s, &count);
  atomic_fetch_add (&s->progress->pass, 1);
  atomic_store (&s->progress->to_try, count);
  key_set_free (&s->hopeless);
  if (s->leaves.plans != NULL) {
    shrink_attempts_look (&s->planned, &s->rows);
    shrink_attempts_look (&s->moved, &s->rows);
  }
  for (size_t i = 0; i < count && !atomic_load (&s->progress->stop); i++) {
    atomic_store (&s->progress->tried, i);
    if (s->rows.used[order[i].row] == 0)
      continue;
    const size_t less = try_row (s, order[i].row);
    s->rows.in_use -= less;
    atomic_fetch_sub (&s->progress->rows, less);
    gained += less;
  }
  free (order);
  return gained;
}

/* ---- a strategy ---- */

static void shrink_by_one_pass (struct shrinker *s, const struct pass *pass) {
  s->leaves.effort.tries = pass->tries;
  s->depth = pass->depth;
  s->least = pass->least;
  key_set_free (&s->leaves.none);
  if (pass->depth > 0) {
    shrink_pass (s, move_row);
    return;
  }
  plans_on_rows_begin (&s->plans, &s->rows, &s->leaves);
  shrink_pass (s, plan_row);
  plans_on_rows_end (&s->plans);
}

/* Replace rows by leaves, by plans that rest on fewer rows, and by other moves, with more effort from pass to
 * pass. */
static void shrink_by_plans (struct shrinker *s) {
  s->depth = 0;
  s->least = 1;
  if (s->leaves.plans == NULL) /* more effort would find nothing */
    return;
  s->leaves.effort.tries = PLANS_TRIED_FOR_LEAVES;
  key_set_free (&s->leaves.none);
  shrink_pass (s, shrink_row);
  for (size_t i = 0; i < sizeof passes / sizeof *passes; i++)
    shrink_by_one_pass (s, &passes[i]);
}

/* Replace the moves of rows by other moves, and by the rows that these moves need. */
static void shrink_by_moves (struct shrinker *s) {
  s->leaves.effort.tries = PLANS_TRIED_FOR_MOVES;
  s->least = 1;
  for (s->depth = 1; s->depth <= DEEPEST;)
    s->depth += shrink_pass (s, move_row) == 0;
}

static void forget_attempts (struct shrinker *s) {
  shrink_attempts_end (&s->planned);
  shrink_attempts_end (&s->moved);
  shrink_attempts_begin (&s->planned, &s->board);
  shrink_attempts_begin (&s->moved, &s->board);
}

/* Returns whether the strategy has become smaller. A round begins by finding which rows the checker would
 * need: a plan may now stop at rows that came into use after it was found, and then it needs fewer rows. */
static bool shrink_round (struct shrinker *s, struct certificate *certificate) {
  const size_t before = s->strategy->rows;
  rows_in_use_begin (&s->rows, &s->board, s->strategy, certificate);
  shrink_by_plans (s);
  shrink_by_moves (s);
  rows_in_use_drop_others (&s->rows);
  const size_t left = s->strategy->rows;
  strategy_drop_unneeded (&s->board, certificate, s->strategy->player);
  atomic_fetch_sub (&s->progress->rows, left - s->strategy->rows);
  rows_in_use_end (&s->rows);
  return s->strategy->rows < before;
}

/* Ends with a round that has tried every row in vain, whatever was tried before. */
static void shrink_strategy (struct shrinker *s, struct certificate *certificate) {
  bool every = true, again;
  do {
    const bool smaller = shrink_round (s, certificate);
    again = smaller || !every;
    every = !smaller || s->leaves.plans == NULL;
    if (every)
      forget_attempts (s);
  } while (again && !atomic_load (&s->progress->stop));
}

/* See struct plan_effort. */
static bool may_hold (void *values, const struct array_position *position) {
  return bound_search_may_hold (values, position);
}

/* Larger strategies have more positions to ask about. */
static uint64_t table_bytes (const struct strategy *strategy) {
  enum { LEAST = 1 << 20, MOST = 1 << 28, OF_A_ROW = 1 << 14 };
  const uint64_t bytes = (uint64_t) OF_A_ROW * strategy->rows;
  return bytes < LEAST ? LEAST : bytes > MOST ? MOST : bytes;
}

void certificate_shrink (struct certificate *certificate, const struct game *game,
                         struct shrink_progress *progress) {
  atomic_store (&progress->rows, certificate->strategy[0].rows + certificate->strategy[1].rows);
  for (int player = 0; player < 2; player++)
    if (game->key_bytes > 0 && certificate->strategy[player].present) {
      struct shrinker s = { .progress = progress };
      if (!array_game_open (&s.board, game->name, game->board_text, game->rules))
        return;
      s.board.exact_score = certificate->exact_score;
      s.strategy = &certificate->strategy[player];
      s.hopeless.key_bytes = s.board.key_bytes;
      leaves_begin (&s.leaves, &s.board, certificate, player);
      if (s.leaves.plans != NULL) {
        s.values = bound_search_create (game, &s.board, s.strategy->bound, table_bytes (s.strategy));
        s.leaves.effort.may_hold = may_hold;
        s.leaves.effort.context = s.values;
      }
      shrink_attempts_begin (&s.planned, &s.board);
      shrink_attempts_begin (&s.moved, &s.board);
      shrink_strategy (&s, certificate);
      shrink_attempts_end (&s.planned);
      shrink_attempts_end (&s.moved);
      leaves_end (&s.leaves);
      bound_search_destroy (s.values);
      key_set_free (&s.hopeless);
      free (s.most);
      array_game_close (&s.board);
    }
}
