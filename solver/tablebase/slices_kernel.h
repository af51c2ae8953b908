/* The inner loops of retrograde analysis by slices, compiled with each game that has slices (game.h).
 *
 * Level by level: level d decides the positions that end after d plies. If they are lost, their predecessors
 * are won at d + 1 unless decided already. If they are won, one more move of each predecessor is refuted, and
 * a predecessor is lost at d + 1 when it has no other move left. Since levels are taken in order, distances
 * are exact: wins are the quickest, losses the slowest possible. Positions that are never decided are drawn:
 * neither side can force a win.
 *
 * A 32-bit word holds the positions of a row, so one visit to a row handles all of its positions that are
 * decided at a level; the counters of moves are in bit planes and count down for all bits at once. The three
 * steps run once in every thread, one after the other: see slice_solve.c. */
#ifndef ZERMELO_TABLEBASE_SLICES_KERNEL_H
#define ZERMELO_TABLEBASE_SLICES_KERNEL_H

#include "base/bits.h"
#include "tablebase/slice_work.h"
#include "tablebase/slices_index.h"
#include "tablebase/tables_check_kernel.h"

#ifndef NDEBUG
/** Only the owner of a row changes it. */
static inline bool slices_owns (const struct slice_work *work, const struct slice_owner *owner,
                                uint32_t key) {
  return slice_work_owner (work, key / 2) == owner->number;
}
#endif

/** Record bits as decided at a level: bits that were not decided before, or that are known to be final. */
static inline void slices_settle (struct slice_work *work, struct slice_owner *owner, uint32_t key,
                                  uint32_t bits, int level) {
  struct row_state *state = &work->state[key];
  assert (slices_owns (work, owner, key));
  if (bits == 0)
    return;
  if (state->fresh[level & 1] == 0) {
    work->fresh_set[level & 1][key / 64] |= (uint64_t) 1 << key % 64;
    owner->fresh_count[level & 1]++;
  }
  state->fresh[level & 1] |= bits;
  state->decided |= bits;
}

/** One more move of each position is refuted; positions that have no other move left are lost at `level`. */
static inline void slices_refute (struct slice_work *work, struct slice_owner *owner, uint32_t key,
                                  uint32_t bits, int level) {
  struct row_state *state = &work->state[key];
  bits &= ~state->decided;
  if (bits == 0)
    return;
  uint32_t any = 0, borrow = bits;
  for (int i = 0; i < ROW_PLANES; i++) {
    const uint32_t plane = state->plane[i];
    state->plane[i] = plane ^ borrow;
    borrow &= ~plane;
    any |= state->plane[i];
  }
  assert (borrow == 0); /* there was still a move left to refute */
  slices_settle (work, owner, key, bits & ~any, level);
}

/** Tell the next level that a move leads from positions of a row to positions that are lost or, if not, won.
 */
static inline void slices_learn (struct slice_work *work, struct slice_owner *owner, struct row_update update,
                                 bool lost) {
  if (lost)
    slices_settle (work, owner, update.key, update.bits & ~work->state[update.key].decided, work->level + 1);
  else
    slices_refute (work, owner, update.key, update.bits, work->level + 1);
}

static inline void slices_begin_row (struct slice_work *work, struct slice_owner *owner, uint32_t row) {
  const uint32_t key = 2 * row + (uint32_t) work->side;
  struct row_state *state = &work->state[key];
  struct row_start start;
  row_begin (work->rows, work->tables, row, work->side, &start);
  assert (start.events >= 0 && slices_owns (work, owner, key));
  state->decided = start.decided;
  memcpy (state->plane, start.plane, sizeof state->plane);
  for (int i = 0; i < start.events; i++) {
    const struct row_event *event = &start.event[i];
    owner->at_least |= event->level + (event->kind == ROW_RELEASE) >= work->distance_max;
    row_updates_add (&owner->event[event->kind][event->level], key, event->bits);
    if (event->level > owner->last_event)
      owner->last_event = event->level;
  }
}

/** First step, for each side to move: enter what is known of each row without moves inside the pair. */
static void slices_begin (void *context, int thread) {
  struct slice_work *work = context;
  struct slice_owner *owner = &work->owner[thread];
  for (uint32_t b = 0; (b = slice_work_next_block (work, owner->number, b)) < work->blocks; b++)
    for (uint32_t row = slice_work_first_row (work, b); row < slice_work_first_row (work, b + 1); row++)
      slices_begin_row (work, owner, row);
}

/** Handle the events of a level. */
static void slices_meet_events (struct slice_work *work, struct slice_owner *owner) {
  for (int kind = 0; kind < ROW_EVENT_KINDS && work->level < SLICE_EVENT_LEVELS; kind++) {
    struct row_updates *events = &owner->event[kind][work->level];
    for (size_t i = 0; i < events->count; i++) {
      const struct row_update *event = &events->item[i];
      assert (slices_owns (work, owner, event->key));
      if (kind == ROW_FINAL)
        slices_settle (work, owner, event->key, event->bits, work->level);
      else if (kind == ROW_WIN)
        slices_settle (work, owner, event->key, event->bits & ~work->state[event->key].decided, work->level);
      else
        slices_refute (work, owner, event->key, event->bits, work->level + 1);
    }
    row_updates_free (events);
  }
}

/** The distance that a table holds for this level: if the level is too high, the longest of its parity. */
static inline int slices_held_distance (const struct slice_work *work) {
  return work->level <= work->distance_max ? work->level : work->distance_max - work->level % 2;
}

/** Write the values of the positions that were decided at this level. */
static inline void slices_record (struct slice_work *work, struct slice_owner *owner, uint32_t key,
                                  uint32_t bits) {
  const int side = (int) (key & 1);
  uint8_t *value = work->value + 32 * (size_t) key;
  const uint8_t code = endgame_code (work->level % 2 == 0 ? LOST : WON, slices_held_distance (work));
  for (uint32_t left = bits; left != 0; left &= left - 1) {
    assert (value[__builtin_ctz (left)] == ENDGAME_DRAWN); /* a position is decided once, at one level */
    value[__builtin_ctz (left)] = code;
  }
  owner->settled[side][work->level & 1] += (uint64_t) bits_count (bits);
  if (work->level % 2 == 0)
    return;
  if (work->level > owner->longest[side]) {
    owner->longest[side] = work->level;
    owner->farthest[side].count = 0;
  }
  row_updates_add (&owner->farthest[side], key, bits);
}

/** From the fresh positions of a row to their predecessors. */
static inline void slices_expand_row (struct slice_work *work, struct slice_owner *owner, uint32_t key) {
  const bool lost = work->level % 2 == 0;
  struct row_state *state = &work->state[key];
  const uint32_t bits = state->fresh[work->level & 1];
  const int before = 1 - (int) (key & 1);
  struct row_set list[ROW_MOVES_MAX];
  assert (bits != 0 && (bits & ~state->decided) == 0);
  state->fresh[work->level & 1] = 0;
  slices_record (work, owner, key, bits);
  const int count = row_unmoves (work->rows, (struct row_set){ key / 2, bits }, before, list);
  assert (0 <= count && count <= ROW_MOVES_MAX);
  for (int i = 0; i < count; i++) {
    assert (list[i].row < work->count && list[i].bits != 0);
    const struct row_update update = { 2 * list[i].row + (uint32_t) before, list[i].bits };
    const uint32_t to = slice_work_owner (work, list[i].row);
    if (to == owner->number)
      slices_learn (work, owner, update, lost);
    else
      row_updates_add (&owner->post[to], update.key, update.bits);
  }
}

/** Expand the fresh rows of a block. Returns how many keys they had. */
static inline size_t slices_expand_block (struct slice_work *work, struct slice_owner *owner,
                                          uint32_t block) {
  const size_t end = (2 * (size_t) slice_work_first_row (work, block + 1) + 63) / 64;
  size_t keys = 0;
  for (size_t word = 2 * (size_t) slice_work_first_row (work, block) / 64; word < end; word++) {
    uint64_t *fresh = &work->fresh_set[work->level & 1][word];
    for (uint64_t set = *fresh; set != 0; set &= set - 1, keys++)
      slices_expand_row (work, owner, (uint32_t) (64 * word) + (uint32_t) __builtin_ctzll (set));
    *fresh = 0;
  }
  return keys;
}

/** Second step of a level: from the newly decided positions to their predecessors. */
static void slices_expand (void *context, int thread) {
  assert (0 <= thread && thread < ((struct slice_work *) context)->threads);
  struct slice_work *work = context;
  struct slice_owner *owner = &work->owner[thread];
  size_t *count = &owner->fresh_count[work->level & 1];
  slices_meet_events (work, owner);
  for (uint32_t b = 0; *count > 0; b++) {
    b = slice_work_next_block (work, owner->number, b);
    assert (b < work->blocks); /* the owner has as many fresh keys as were counted */
    *count -= slices_expand_block (work, owner, b);
  }
}

static void slices_apply (struct slice_work *work, struct slice_owner *owner,
                          const struct row_updates *updates) {
  const bool lost = work->level % 2 == 0;
  for (size_t i = 0; i < updates->count; i++)
    slices_learn (work, owner, updates->item[i], lost);
}

/** Third step of a level: apply the updates that other owners posted, on this rank and on other ranks. */
static void slices_collect (void *context, int thread) {
  assert (0 <= thread && thread < ((struct slice_work *) context)->threads);
  struct slice_work *work = context;
  struct slice_owner *owner = &work->owner[thread];
  for (int i = 0; i < work->threads; i++) {
    struct row_updates *post = &work->owner[i].post[work->first_owner + thread];
    slices_apply (work, owner, post);
    row_updates_free (post);
  }
  for (int rank = 0; rank < work->ranks; rank++)
    slices_apply (work, owner, &owner->received[rank]);
}

static uint64_t slices_rows (const struct game *game, const struct slice *slice) {
  struct rows rows;
  return rows_plan (game->board, slice, &rows);
}

static struct rows *slices_open (const struct game *game, const struct slice *slice) {
  assert (slices_rows (game, slice) <= ENDGAME_ROWS_MAX);
  struct rows *rows = allocate (1, sizeof *rows);
  rows_open (game->board, slice, rows);
  return rows;
}

static void slices_close (struct rows *rows) {
  rows_close (rows);
  free (rows);
}

static struct row_table *slices_tables (void) { return allocate (SLICE_NUMBERS, sizeof (struct row_table)); }

static struct slice slices_of_side (const struct rows *rows, int side) {
  return side == 0 ? rows->slice : slice_side_swapped (&rows->slice);
}

static bool slices_describe (const struct rows *rows, int side, struct slice_description *description) {
  const struct slice slice = slices_of_side (rows, side);
  slice_print (&slice, description->name, sizeof description->name);
  description->positions = slice_size (rows->board, &slice);
  description->rows = rows->count;
  description->copies = rows->copies;
  return side == 0 || slice_number (&slice) != slice_number (&rows->slice);
}

/** A rough estimate: the more pieces the weaker side has, the more levels there are. */
static uint64_t slices_effort (const struct rows *rows) {
  const struct slice *slice = &rows->slice, side_swapped = slice_side_swapped (slice);
  const int up = slice_side_pieces (slice, 0), down = slice_side_pieces (slice, 1);
  return (slice_size (rows->board, slice) + slice_size (rows->board, &side_swapped))
             * (uint64_t) (up < down ? up : down)
         + 1;
}

/** The least dense index among some positions; `position` gets its position. */
static uint64_t slices_least (const struct rows *rows, int side, const struct row_update *update,
                              size_t count, struct position *position) {
  const struct slice slice = slices_of_side (rows, side);
  uint64_t least = UINT64_MAX;
  for (size_t i = 0; i < count; i++)
    for (uint32_t bits = update[i].bits; bits != 0; bits &= bits - 1) {
      const struct position here = row_position (rows, (struct row_set){ update[i].key / 2, bits }, side);
      const uint64_t index = slice_index (rows->board, &slice, &here);
      assert (index < slice_size (rows->board, &slice));
      if (index < least) {
        least = index;
        *position = here;
      }
    }
  return least;
}

static const struct slices_engine slices_engine = {
  SLICES_INDEX,
  .moves_into = slice_moves_into,
  .rows = slices_rows,
  .open = slices_open,
  .close = slices_close,
  .tables = slices_tables,
  .enter = row_table_set,
  .describe = slices_describe,
  .effort = slices_effort,
  .begin = slices_begin,
  .expand = slices_expand,
  .collect = slices_collect,
  .least = slices_least,
  .probe = row_table_code,
  .copy = row_order_copy,
  .leave_out = row_order_leave_out,
  .inspect = slices_inspect,
  .restore = slices_restore,
};

#endif
