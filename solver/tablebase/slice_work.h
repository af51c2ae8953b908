/* The state of one pair of slices while it is being solved, shared by its threads and ranks.
 *
 * The rows of the pair are dealt in stripes to the threads of all ranks, the owners, first from the first to
 * the last of them, then from the last to the first, and so on, so that at each level each has about as much
 * to do as the others. Only the owner of a row changes it. The consequences for other rows are posted to
 * their owners as updates, sets of positions of one row, and the owners apply the updates between two levels.
 * So nothing is locked, and it does not matter which way the updates took.
 *
 * Memory: 64 bytes for each row (32 places, both sides to move) while the pair is solved, 64 bytes for each
 * row of the result, the events, at first nearly as much, and the updates of a level. States of rows that
 * other ranks have are hardly touched, so they take little but address space. */
#ifndef ZERMELO_TABLEBASE_SLICE_WORK_H
#define ZERMELO_TABLEBASE_SLICE_WORK_H

#include "game.h"

#include <assert.h>
#include <stddef.h>
#include <stdlib.h>

struct rows;
struct row_table;

/** A row with one side to move; key = 2 * row + side. */
struct row_state {
  uint32_t decided;           /* positions that are decided, and places that are not positions */
  uint32_t fresh[2];          /* decided at this level and at the next one; by parity of the level */
  uint32_t plane[ROW_PLANES]; /* for the other positions: the number of moves not yet refuted */
};

/** Newly decided positions of one row, as another row sees them. */
struct row_update {
  uint32_t key, bits;
};

struct row_updates {
  struct row_update *item;
  size_t count, capacity;
};

enum { SLICE_EVENT_LEVELS = ENDGAME_DISTANCE_MAX + 2 }; /* a move leads to at most ENDGAME_DISTANCE_MAX */

struct slice_owner {
  uint32_t number;
  size_t fresh_count[2]; /* keys with fresh positions at this level and at the next one; by its parity */
  struct row_updates event[ROW_EVENT_KINDS][SLICE_EVENT_LEVELS]; /* by level */
  int last_event;                 /* highest level of an event; -1: there is none */
  struct row_updates *post;       /* updates of this level for the owners of all ranks; [owners] */
  struct row_updates *received;   /* updates that other ranks posted; [ranks], items not to be freed */
  uint64_t settled[2][2];         /* places decided, by side to move and by parity of level: lost, won */
  int longest[2];                 /* distance of the longest win, by side to move; -1: no win */
  struct row_updates farthest[2]; /* where these wins are */
  bool at_least;                  /* a move leads to the longest distance that a table holds, which may
                                     stand for a longer one */
};

struct slice_work {
  const struct rows *rows;
  const struct row_table *tables;
  uint32_t count;            /* rows */
  int shift;                 /* a block has 2^shift rows, at least 32: no word of a set is of two owners */
  uint32_t blocks;           /* the last one may have fewer rows; a stripe is some blocks in a row */
  uint32_t *owner_of;        /* [blocks] */
  int owners;                /* of all ranks that solve the pair together */
  int ranks;                 /* how many ranks solve the pair together */
  int first_owner, threads;  /* owners of this rank: first_owner .. first_owner + threads - 1 */
  struct slice_owner *owner; /* [threads] */
  struct row_state *state;   /* [key], in `memory` */
  void *memory;
  uint64_t *fresh_set[2]; /* keys with fresh positions, a bit for each; by parity of the level */
  uint8_t *value;         /* values of all rows, of which this rank writes its part */
  int side;               /* to move, in the first step */
  int level;              /* plies to the end */
  int distance_max;       /* see struct endgames */
  bool at_least;          /* of any owner of all ranks; set by slice_work_solve() */
};

/** The first of the blocks from `block` on that an owner has; work->blocks: there is none. */
static inline uint32_t slice_work_next_block (const struct slice_work *work, uint32_t owner, uint32_t block) {
  while (block < work->blocks && work->owner_of[block] != owner)
    block++;
  return block;
}

/** The first row of a block; for work->blocks, the number of rows. */
static inline uint32_t slice_work_first_row (const struct slice_work *work, uint32_t block) {
  return block < work->blocks ? block << work->shift : work->count;
}

static inline uint32_t slice_work_owner (const struct slice_work *work, uint32_t row) {
  return work->owner_of[row >> work->shift];
}

static inline void row_updates_add (struct row_updates *updates, uint32_t key, uint32_t bits) {
  assert (bits != 0 && updates->count <= updates->capacity);
  updates->item = grow_list (updates->item, updates->count, &updates->capacity, sizeof *updates->item);
  updates->item[updates->count++] = (struct row_update){ key, bits };
}

static inline void row_updates_free (struct row_updates *updates) {
  free (updates->item);
  *updates = (struct row_updates){ 0 };
}

#endif
