/* The inner loop of the verifier of endgame tables (tables_check.h), compiled with each game that has
 * slices. */
#ifndef ZERMELO_TABLEBASE_TABLES_CHECK_KERNEL_H
#define ZERMELO_TABLEBASE_TABLES_CHECK_KERNEL_H

#include "base/sample.h"
#include "tablebase/tables_check.h"
#include "tablebase/tables_layout.h"

#include <assert.h>
#include <limits.h>

/** What a file says of a position: GOING_ON if that is not a value; distance -1 if the file has no distances.
 */
struct inspected {
  enum outcome value;
  int distance;
};

static inline struct inspected inspect_image (const struct slice_image *image, uint64_t index) {
  return (struct inspected){ tables_outcome (image->value, index),
                             image->distance == NULL ? -1 : image->distance[index] };
}

static inline struct inspected inspect_rules (const struct board *, const struct slice_image *,
                                              const struct position *);

/** What is known of the position after a move: what the file says, which is checked in its turn; or what the
 * rules say, if the position is in no slice because a side has no pieces, or left out. */
static inline struct inspected inspect_successor (const struct board *board, const struct slice_image *images,
                                                  const struct position *position) {
  const struct slice slice = slice_of (position);
  const struct slice_image *image = &images[slice_number (&slice)];
  if (image->value == NULL)
    return (struct inspected){ game_outcome (board, position), 0 };
  if (image->leaves_out && slice_leaves_out (board, position))
    return inspect_rules (board, images, position);
  return inspect_image (image, slice_index (board, &slice, position));
}

/** What a position must be, given the positions after its moves; GOING_ON if one of them has no value. */
static inline struct inspected inspect_rules (const struct board *board, const struct slice_image *images,
                                              const struct position *position) {
  struct move moves[GAME_MOVES_MAX];
  int quickest = INT_MAX, slowest = -1;
  bool wins = false, draws = false;
  const int count = game_moves (board, position, moves);
  for (int i = 0; i < count; i++) {
    const struct position after = game_play (board, position, moves[i]);
    const struct inspected successor = inspect_successor (board, images, &after);
    switch (successor.value) {
    case LOST:
      wins = true;
      if (successor.distance < quickest)
        quickest = successor.distance;
      break;
    case WON:
      if (successor.distance > slowest)
        slowest = successor.distance;
      break;
    case DRAWN: draws = true; break;
    default: return successor;
    }
  }
  if (wins)
    return (struct inspected){ WON, quickest + 1 };
  return draws ? (struct inspected){ DRAWN, TABLES_NO_DISTANCE } : (struct inspected){ LOST, slowest + 1 };
}

/** Is this what a file has for a position that it leaves out? */
static inline bool inspect_left_out (const uint8_t *value, uint64_t index) {
  const enum outcome before = index % TABLES_UNIT == 0 ? DRAWN : tables_outcome (value, index - 1);
  return tables_outcome (value, index) == before;
}

static enum slice_fault inspect_position (const struct board *board, const struct slice *slice,
                                          struct slice_inspection *inspection, uint64_t index,
                                          const struct position *position) {
  const struct slice_image *image = &inspection->images[slice_number (slice)];
  struct inspected found = inspect_image (image, index);
  const struct slice own = slice_of (position);
  if (slice_number (&own) != slice_number (slice) || slice_index (board, slice, position) != index)
    return FAULT_NUMBER;
  if (found.value == GOING_ON)
    return FAULT_CODE;
  const bool left_out = (image->leaves_out || image->restored) && slice_leaves_out (board, position);
  const enum outcome outcome = left_out ? GOING_ON : game_outcome (board, position);
  if (left_out && image->leaves_out) {
    if (!inspect_left_out (image->value, index))
      return FAULT_LEFT_OUT;
    found = inspect_rules (board, inspection->images, position);
  }
  const struct inspected expected = left_out ? found
                                    : outcome != GOING_ON
                                        ? (struct inspected){ outcome, 0 }
                                        : inspect_rules (board, inspection->images, position);
  if (expected.value == GOING_ON)
    return FAULT_SUCCESSOR;
  if (found.value != expected.value)
    return FAULT_VALUE;
  if (image->distance != NULL && found.distance != expected.distance)
    return FAULT_DISTANCE;
  inspection->checked++;
  inspection->finished += outcome != GOING_ON;
  inspection->won += found.value == WON;
  inspection->drawn += found.value == DRAWN;
  inspection->lost += found.value == LOST;
  if (found.value == WON && found.distance > inspection->longest) {
    inspection->longest = found.distance;
    inspection->farthest = index;
  }
  return FAULT_NONE;
}

/** Put a value into the bytes of a slice. */
static inline void inspect_put (uint8_t *value, uint64_t index, enum outcome outcome) {
  static const uint8_t bits[] = { [DRAWN + 1] = 0, [WON + 1] = 1, [LOST + 1] = 2 };
  const int shift = (int) (2 * (index % 4));
  value[index / 4] = (uint8_t) ((value[index / 4] & ~(3 << shift)) | bits[outcome + 1] << shift);
}

static void slices_restore (const struct game *game, const struct slice *slice,
                            struct slice_inspection *inspection) {
  const struct board *board = game->board;
  const uint8_t *const value = inspection->images[slice_number (slice)].value;
  if (inspection->first == inspection->last)
    return;
  assert (inspection->first % 4 == 0);
  struct position position = slice_position (board, slice, inspection->first);
  for (uint64_t index = inspection->first; index < inspection->last; index++) {
    if (slice_leaves_out (board, &position)) {
      const enum outcome outcome = inspect_rules (board, inspection->images, &position).value;
      inspection->fault = !inspect_left_out (value, index) ? FAULT_LEFT_OUT
                          : outcome == GOING_ON            ? FAULT_SUCCESSOR
                                                           : FAULT_NONE;
      if (inspection->fault != FAULT_NONE) {
        inspection->wrong = index;
        return;
      }
      inspect_put (inspection->restored, index, outcome);
    }
    slice_next (board, slice, &position);
  }
}

static void slices_inspect (const struct game *game, const struct slice *slice,
                            struct slice_inspection *inspection) {
  const struct board *board = game->board;
  const uint64_t size = slice_size (board, slice);
  const bool all = inspection->samples == size;
  struct position position = { 0 };
  assert (inspection->first <= inspection->last && inspection->last <= inspection->samples);
  assert (inspection->samples <= size && inspection->fault == FAULT_NONE);
  for (uint64_t j = inspection->first; j < inspection->last; j++) {
    const uint64_t index = all ? j : sample_number (size, inspection->samples, inspection->seed, j);
    if (!all || j == inspection->first)
      position = slice_position (board, slice, index);
    else if (!slice_next (board, slice, &position))
      inspection->fault = FAULT_NUMBER;
    if (inspection->fault == FAULT_NONE)
      inspection->fault = inspect_position (board, slice, inspection, index, &position);
    if (inspection->fault != FAULT_NONE) {
      inspection->wrong = index;
      return;
    }
  }
}

#endif
