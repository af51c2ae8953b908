/* Moves of Italian draughts: making, listing and counting them.
 *
 * A piece steps to an adjacent empty square, a man only forward (art. 4, 4.7). Capturing is mandatory
 * (federdama, rule 3). A man that reaches the last row becomes a king and the move ends there.
 *
 * The list is in ascending order of start, end and captured squares as the side to move sees them; for White
 * this is the order of the square numbers.
 *
 * The largest number of moves. Quiet: two squares that touch at a corner give at most one move, and there are
 * 7 * 7 such pairs. Captures: a capturing piece stays on every second square of every second row. These are
 * four separate nets of 8 squares with 9 squares to jump between them, so no capture takes more than 9
 * pieces. Enumerating all contents of a net gives at most 9 distinct best captures in one net, 36 in all (and
 * 11, so 44, of equal length before a longer one has been found). */
#ifndef ZERMELO_DRAUGHTS_MOVES_H
#define ZERMELO_DRAUGHTS_MOVES_H

#include "games/draughts/captures.h"

#include <assert.h>

/** Is there a legal move? */
static inline bool moves_exist (const struct board *board, const struct position *position) {
  uint64_t free = position_free (board, position), own_kings = position->own & position->kings;
  return (position->own & (free << 9 | free << 7)) != 0 || (own_kings & (free >> 9 | free >> 7)) != 0
         || captures_starts (board, position) != 0;
}

static inline int moves_list_quiet (const struct board *board, const struct position *position,
                                    struct move *list) {
  static const int direction[] = { UP_LEFT, UP_RIGHT, DOWN_LEFT, DOWN_RIGHT };
  uint64_t free = position_free (board, position), own_kings = position->own & position->kings;
  uint64_t pieces = (position->own & (free << 9 | free << 7)) | (own_kings & (free >> 9 | free >> 7));
  int count = 0;
  for (; pieces != 0; pieces &= pieces - 1) {
    uint64_t piece = pieces & -pieces;
    int from = __builtin_ctzll (piece), directions = (piece & position->kings) != 0 ? 4 : 2;
    for (int i = 0; i < directions; i++)
      if ((squares_step (piece, direction[i]) & free) != 0)
        list[count++]
            = (struct move){ .from = (uint8_t) from, .to = (uint8_t) (from + direction[i]), .paths = 1 };
  }
  return count;
}

/** List all distinct moves. The opponent must have pieces. */
static inline int moves_list (const struct board *board, const struct position *position, struct move *list) {
  assert (position->opponent != 0);
  uint64_t starts = captures_starts (board, position);
  if (starts != 0)
    return captures_find (board, position, starts, list).count;
  return moves_list_quiet (board, position, list);
}

/** The number of moves, counting each path of a capture, without listing them. */
static inline int moves_count_paths (const struct board *board, const struct position *position) {
  uint64_t starts = captures_starts (board, position);
  if (starts != 0)
    return captures_find (board, position, starts, NULL).paths;
  uint64_t free = position_free (board, position), own_kings = position->own & position->kings;
  int count = bits_count (squares_join (position->own >> 9 & free, position->own >> 7 & free));
  if (own_kings != 0)
    count += bits_count (squares_join (own_kings << 9 & free, own_kings << 7 & free));
  return count;
}

static inline struct position moves_play (const struct board *board, const struct position *position,
                                          struct move move) {
  uint64_t from = (uint64_t) 1 << move.from, to = (uint64_t) 1 << move.to;
  bool king = (position->kings & from) != 0 || move.to < 8; /* the last row is the low byte */
  assert ((position->own & from) != 0 && (move.captured & ~position->opponent) == 0);
  assert ((to & ~(position_free (board, position) | from)) == 0 && (from != to || move.captured != 0));
  struct position after = *position;
  after.own = (after.own & ~from) | to; /* a capture may end where it began */
  after.opponent &= ~move.captured;
  after.kings = (after.kings & ~(from | move.captured)) | (king ? to : 0);
  assert (position_is_right (board, &after));
  return position_turned (board, &after);
}

#endif
