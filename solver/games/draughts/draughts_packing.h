/* Positions of Italian draughts as bytes, without symmetries.
 *
 *    byte 0            side to move: 0 White, 1 Black
 *    then three planes White's pieces, Black's pieces, the kings of both: one bit a square; square 1 is
 *                      the highest bit of the plane's first byte; unused bits after the last square are 0
 *
 * 13 bytes on 8x8, 10 on 6x6, 4 on 4x4. Of a position and its image (turned, colours swapped) the one with
 * White to move has the smaller bytes. */
#ifndef ZERMELO_DRAUGHTS_DRAUGHTS_PACKING_H
#define ZERMELO_DRAUGHTS_DRAUGHTS_PACKING_H

#include "games/draughts/draughts_board.h"

#include <assert.h>

static inline int packing_plane_bytes (const struct board *board) { return (board->count + 7) / 8; }

static inline void packing_write_plane (const struct board *board, bool black, uint64_t squares,
                                        uint8_t *bytes) {
  assert ((squares & ~board->squares) == 0);
  int count = packing_plane_bytes (board);
  uint32_t plane = 0;
  for (; squares != 0; squares &= squares - 1)
    plane |= 1u << (8 * count - board_number (board, black, __builtin_ctzll (squares)));
  for (int i = 0; i < count; i++)
    bytes[i] = (uint8_t) (plane >> 8 * (count - 1 - i));
}

/** Read a plane as White sees it. False if a bit after the last square is set. */
static inline bool packing_read_plane (const struct board *board, const uint8_t *bytes, uint64_t *squares) {
  int count = packing_plane_bytes (board);
  uint32_t plane = 0;
  for (int i = 0; i < count; i++)
    plane = plane << 8 | bytes[i];
  *squares = 0;
  for (int number = 1; number <= board->count; number++)
    if ((plane >> (8 * count - number) & 1) != 0)
      *squares |= (uint64_t) 1 << board_bit (board, false, number);
  return (plane & ((1u << (8 * count - board->count)) - 1)) == 0;
}

static inline void packing_write (const struct board *board, const struct position *position,
                                  uint8_t *bytes) {
  assert (position_is_right (board, position));
  int count = packing_plane_bytes (board);
  bool black = position->black;
  bytes[0] = black;
  packing_write_plane (board, black, black ? position->opponent : position->own, bytes + 1);
  packing_write_plane (board, black, black ? position->own : position->opponent, bytes + 1 + count);
  packing_write_plane (board, black, position->kings, bytes + 1 + 2 * count);
}

static inline bool packing_read (const struct board *board, const uint8_t *bytes, struct position *position) {
  int count = packing_plane_bytes (board);
  uint64_t white, black, kings;
  if (bytes[0] > 1 || !packing_read_plane (board, bytes + 1, &white)
      || !packing_read_plane (board, bytes + 1 + count, &black)
      || !packing_read_plane (board, bytes + 1 + 2 * count, &kings))
    return false;
  if ((white & black) != 0 || (kings & ~(white | black)) != 0)
    return false;
  *position = position_make (board, white, black, kings, bytes[0] == 1);
  return position_exists (board, position);
}

#endif
