/* Positions as bytes, and the canonical position among all symmetric positions.
 *
 * Two bits a cell: 0 empty, 1 a stone of the side to move, 2 of the other; cell 0 in the highest bits of the
 * first byte, unused bits at the end 0. Up to 256 cells; larger boards have no packed form. */
#ifndef ZERMELO_MNK_MNK_PACKING_H
#define ZERMELO_MNK_MNK_PACKING_H

#include "games/mnk/mnk_position.h"

#include <assert.h>

static inline int game_packed_bytes (const struct board *board) {
  int bytes = (2 * board->area + 7) / 8;
  return bytes <= PACKED_MAX ? bytes : 0;
}

static inline void game_pack (const struct board *board, const struct position *position, uint8_t *bytes) {
  assert (game_packed_bytes (board) > 0);
  static const uint8_t spread[16]
      = { 0x00, 0x40, 0x10, 0x50, 0x04, 0x44, 0x14, 0x54, 0x01, 0x41, 0x11, 0x51, 0x05, 0x45, 0x15, 0x55 };
  int mover = position_mover (position), count = game_packed_bytes (board);
  for (int i = 0; i < count; i++)
    bytes[i] = (uint8_t) (spread[cells_four (&position->stones[mover][0], i)]
                          | spread[cells_four (&position->stones[!mover][0], i)] << 1);
}

/** The content of a cell. */
static inline int packed_value (const uint8_t *bytes, int cell) {
  assert (cell >= 0 && cell < 4 * PACKED_MAX);
  return bytes[cell / 4] >> (6 - 2 * (cell % 4)) & 3;
}

/** Is there a stone without which these stones hold no line, so that it can have been the last? (One move
 * does not complete two lines that share no stone.) */
static inline bool line_is_new (const struct board *board, const cells *stones) {
  for (cells rest = *stones; cells_any (&rest);) {
    cells before = *stones;
    cells_remove (&before, cells_pop (&rest));
    if (!lines_any (&board->lines, &before))
      return true;
  }
  return false;
}

/** Set the outcome of a position by its stones. False: no game leads to them. */
static inline bool position_judge (const struct board *board, struct position *position) {
  const int mover = position_mover (position);
  if (player_has_lines (mover) && lines_any (&board->lines, &position->stones[mover][0]))
    return false;
  if (player_has_lines (!mover) && lines_any (&board->lines, &position->stones[!mover][0])) {
    position->outcome = LOST;
    return line_is_new (board, &position->stones[!mover][0]);
  }
  if (position->plies == board->area)
    position->outcome = (int16_t) full_board (mover);
  return true;
}

static inline bool game_unpack (const struct board *board, const uint8_t *bytes, struct position *position) {
  int count = game_packed_bytes (board), stones[2] = { 0, 0 };
  if (count == 0)
    return false;
  for (int cell = 0; cell < 4 * count; cell++) {
    int value = packed_value (bytes, cell);
    if (value == 3 || (value != 0 && cell >= board->area))
      return false;
    if (value != 0)
      stones[value - 1]++;
  }
  int mover = stones[0] == stones[1] ? 0 : 1;
  if (stones[1] - stones[0] != mover)
    return false;

  *position = game_start (board);
  position->plies = (int16_t) (stones[0] + stones[1]);
  for (int cell = 0; cell < board->area; cell++) {
    int value = packed_value (bytes, cell);
    if (value != 0)
      position_place (board, position, value == 1 ? mover : !mover, cell);
  }
  const bool reached = position_judge (board, position);
  assert (!reached || position_is_right (board, position));
  return reached;
}

/** A player's stones under a symmetry. */
static inline cells position_image (const struct board *board, const struct position *position, int player,
                                    int symmetry) {
  assert (symmetry >= 0 && symmetry < board->symmetries);
#if GAME_KEY_EXACT
  (void) board;
  return position->stones[player][symmetry];
#else
  cells image = cells_none ();
  for (int i = 0; i < CELLS_WORDS; i++)
    for (uint64_t rest = cells_word (&position->stones[player][0], i); rest != 0; rest &= rest - 1)
      cells_add (&image, board->image[64 * i + __builtin_ctzll (rest)][symmetry]);
  return image;
#endif
}

/** The image of a position under a symmetry. It has the same images as the position, in another order. */
static inline struct position position_turned (const struct board *board, const struct position *position,
                                               int symmetry) {
  assert (symmetry >= 0 && symmetry < board->symmetries);
  struct position turned = *position;
  for (int i = 0; i < SYMMETRIES; i++) {
    int from = symmetry_product (symmetry, i);
#if GAME_KEY_EXACT
    turned.stones[0][i] = position->stones[0][from];
    turned.stones[1][i] = position->stones[1][from];
#else
    turned.hash[i] = position->hash[from];
#endif
  }
#if !GAME_KEY_EXACT
  turned.stones[0][0] = position_image (board, position, 0, symmetry);
  turned.stones[1][0] = position_image (board, position, 1, symmetry);
#endif
  (void) board;
  return turned;
}

/** Do the packed bytes of the image under symmetry `i` come before those of the image under symmetry `best`?
 * They compare like the cell values 0, 1, 2 from cell 0 on: the first difference decides. */
static inline bool image_is_less (const struct board *board, const struct position *position, int i,
                                  int best) {
  const int mover = position_mover (position);
#if GAME_KEY_EXACT
  (void) board;
  const cells own = position->stones[mover][best], other = position->stones[!mover][best];
  const cells image_own = position->stones[mover][i], image_other = position->stones[!mover][i];
  const cells differ = cells_or (cells_differ (own, image_own), cells_differ (other, image_other));
  if (!cells_any (&differ))
    return false;
  const int cell = cells_first (&differ);
  return cells_has (&image_own, cell) + 2 * cells_has (&image_other, cell)
         < cells_has (&own, cell) + 2 * cells_has (&other, cell);
#else /* compares cells without making the images of all stones, since two images differ after a few cells   \
       */
  const cells *own = &position->stones[mover][0], *other = &position->stones[!mover][0];
  const int from = symmetry_inverse (i), best_from = symmetry_inverse (best);
  for (int cell = 0; cell < board->area; cell++) {
    const int here = board->image[cell][from], there = board->image[cell][best_from];
    const int value = cells_has (own, here) + 2 * cells_has (other, here);
    const int best_value = cells_has (own, there) + 2 * cells_has (other, there);
    if (value != best_value)
      return value < best_value;
  }
  return false;
#endif
}

static inline struct position game_canonical (const struct board *board, const struct position *position) {
  int best = 0;
  for (int i = 1; i < board->symmetries; i++)
    if (image_is_less (board, position, i, best))
      best = i;
  return position_turned (board, position, best);
}

/** The number of symmetries divided by the number of symmetries that map the position to itself. */
static inline int game_orbit (const struct board *board, const struct position *position) {
  int same = 1;
  for (int i = 1; i < board->symmetries; i++) {
    bool differ = false;
    for (int player = 0; player < 2; player++) {
      const cells image = position_image (board, position, player, i);
      const cells changed = cells_differ (position->stones[player][0], image);
      differ = differ || cells_any (&changed);
    }
    same += !differ;
  }
  assert (board->symmetries % same == 0); /* the order of a subgroup divides that of the group */
  return board->symmetries / same;
}

#endif
