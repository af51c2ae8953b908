/* Quiet moves and unmoves of whole rows (rows.h), and the positions of a row in which a capture is mandatory.
 *
 * All functions are about quiet moves that stay in the slice, without captures and promotions. */
#ifndef ZERMELO_DRAUGHTS_ROW_MOVES_H
#define ZERMELO_DRAUGHTS_ROW_MOVES_H

#include "game.h"
#include "games/draughts/rows.h"

#include <assert.h>

enum { ROW_MOVES_MAX = 4 * SLICE_SIDE_MAX };

/** A set of positions of one row. */
struct row_set {
  uint32_t row, bits;
};

/** The first and the last direction in which a piece of a group can move. */
static inline int row_first_direction (int group) { return group == DOWN_MEN ? ROW_DOWN_LEFT : ROW_UP_LEFT; }

static inline int row_last_direction (int group) { return group == UP_MEN ? ROW_UP_RIGHT : ROW_DOWN_RIGHT; }

/** The positions, with `side` to move, from which a quiet move inside the slice leads into the set: each move
 * is one entry of `list` (ROW_MOVES_MAX), and no entry is empty. They may include positions that must
 * capture; the caller excludes these. Returns the number of entries. */
static inline int row_unmoves (const struct rows *rows, struct row_set set, int side, struct row_set *list) {
  assert ((side == 0 || side == 1) && set.row < rows->count);
  const struct pieces pieces = row_pieces (rows, set.row);
  const uint32_t free = row_free (rows, &pieces);
  int count = 0;
  for (int g = 2 * side; g < 2 * side + 2; g++) {
    const int first = row_first_direction (g), last = row_last_direction (g);
    if (g == rows->runner)
      for (int direction = first; direction <= last; direction++) {
        const uint32_t bits = row_step (set.bits, direction ^ 3) & free & rows->group[g].allowed;
        if (bits != 0)
          list[count++] = (struct row_set){ set.row, bits };
      }
    const uint32_t own = pieces.group[g];
    if (own == 0)
      continue;
    const struct row_group *group = &rows->group[g];
    const uint32_t rest = set.row - row_part (group, own);
    for (uint32_t left = own; left != 0; left &= left - 1) {
      const uint32_t to = left & -left;
      for (int direction = first; direction <= last; direction++) {
        const uint32_t from = row_step (to, direction ^ 3) & free & group->allowed;
        const uint32_t bits = set.bits & ~from;
        if (from != 0 && bits != 0)
          list[count++] = (struct row_set){ rest + row_part (group, own ^ to ^ from), bits };
      }
    }
  }
  assert (count <= ROW_MOVES_MAX);
  return count;
}

static inline void row_planes_add (uint32_t *plane, uint32_t bits) {
  for (int i = 0; bits != 0 && i < ROW_PLANES; i++) {
    const uint32_t carry = plane[i] & bits;
    plane[i] ^= bits;
    bits = carry;
  }
  assert (bits == 0); /* no position has 32 or more moves */
}

static inline uint32_t row_planes_any (const uint32_t *plane) {
  uint32_t any = 0;
  for (int i = 0; i < ROW_PLANES; i++)
    any |= plane[i];
  return any;
}

/** For the positions `bits` of a row with `side` to move, add up in `plane` the quiet moves that stay in the
 *  slice. Returns the positions in which a man can promote. */
static inline uint32_t row_count_moves (const struct rows *rows, const struct pieces *pieces, uint32_t bits,
                                        int side, uint32_t *plane) {
  const uint32_t free = row_free (rows, pieces);
  uint32_t promoting = 0;
  for (int g = 2 * side; g < 2 * side + 2; g++) {
    const uint32_t allowed = rows->group[g].allowed;
    for (int direction = row_first_direction (g); direction <= row_last_direction (g); direction++) {
      if (g == rows->runner) {
        row_planes_add (plane, row_step (free & allowed, direction ^ 3) & bits);
        promoting |= row_step (free & ~allowed, direction ^ 3) & bits;
      }
      for (uint32_t left = pieces->group[g]; left != 0; left &= left - 1) {
        const uint32_t to = row_step (left & -left, direction) & free;
        if ((to & allowed) != 0)
          row_planes_add (plane, bits & ~to);
        else if (to != 0)
          promoting |= bits & ~to;
      }
    }
  }
  return promoting;
}

/** The positions of a row in which `side` can capture, and therefore must. */
static inline uint32_t row_captures (const struct rows *rows, const struct pieces *pieces, int side) {
  const uint32_t free = row_free (rows, pieces);
  const uint32_t other_men = pieces->group[DOWN_MEN - 2 * side],
                 other_kings = pieces->group[DOWN_KINGS - 2 * side];
  uint32_t landing = 0, capturing = 0;
  for (int g = 2 * side; g < 2 * side + 2; g++) {
    if (pieces->group[g] == 0 && g != rows->runner)
      continue;
    const uint32_t targets = g % 2 == UP_MEN ? other_men : other_men | other_kings;
    const bool takes_runner = rows->runner / 2 != side && (g % 2 == UP_KINGS || rows->runner % 2 == UP_MEN);
    for (int direction = row_first_direction (g); direction <= row_last_direction (g); direction++) {
      const uint32_t next = row_step (pieces->group[g], direction), before = row_step (free, direction ^ 3);
      const uint32_t land = row_step (next & targets & before, direction);
      landing |= land;
      if (takes_runner)
        capturing |= next & before;
      if (g == rows->runner)
        capturing |= row_step (before & targets, direction ^ 3);
    }
  }
  if (landing != 0)
    capturing |= (landing & (landing - 1)) != 0 ? ~(uint32_t) 0 : ~landing;
  return capturing & row_valid (rows, pieces);
}

#endif
