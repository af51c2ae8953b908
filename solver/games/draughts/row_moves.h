/* Quiet moves and unmoves of whole lines (lines.h), and which positions of a line must capture.
 *
 * Everything here is about quiet moves that stay in the slice: no captures, no promotions. */
#ifndef ZERMELO_DRAUGHTS_ROW_MOVES_H
#define ZERMELO_DRAUGHTS_ROW_MOVES_H

#include "game.h"
#include "games/draughts/rows.h"

enum { LINE_MOVES_MAX = 4 * SLICE_SIDE_MAX };

/** Positions of one line. */
struct line_set {
  uint32_t line, bits;
};

/** The first and the last direction in which a piece of a group moves. */
static inline int
line_first_direction (int group)
{
  return group == DOWN_MEN ? LINE_DOWN_LEFT : LINE_UP_LEFT;
}

static inline int
line_last_direction (int group)
{
  return group == UP_MEN ? LINE_UP_RIGHT : LINE_DOWN_RIGHT;
}

/** The positions, with `side` to move, from which a quiet move inside the slice leads into the set; each move
 *  one entry of `list` (LINE_MOVES_MAX), entries are not empty. Positions that must capture are among them:
 *  the caller knows those. Returns how many entries. */
static inline int
line_unmoves (const struct lines *lines, struct line_set set, int side, struct line_set *list)
{
  const struct pieces pieces = line_pieces (lines, set.line);
  const uint32_t free = line_free (lines, &pieces);
  int count = 0;
  for (int g = 2 * side; g < 2 * side + 2; g++) {
    const int first = line_first_direction (g), last = line_last_direction (g);
    if (g == lines->runner)
      for (int direction = first; direction <= last; direction++) {
        const uint32_t bits = line_step (set.bits, direction ^ 3) & free & lines->group[g].allowed;
        if (bits != 0)
          list[count++] = (struct line_set){ set.line, bits };
      }
    const uint32_t own = pieces.group[g];
    if (own == 0)
      continue;
    const struct line_group *group = &lines->group[g];
    const uint32_t rest = set.line - line_part (group, own);
    for (uint32_t left = own; left != 0; left &= left - 1) {
      const uint32_t to = left & -left;
      for (int direction = first; direction <= last; direction++) {
        const uint32_t from = line_step (to, direction ^ 3) & free & group->allowed;
        const uint32_t bits = set.bits & ~from;
        if (from != 0 && bits != 0)
          list[count++] = (struct line_set){ rest + line_part (group, own ^ to ^ from), bits };
      }
    }
  }
  return count;
}

static inline void
line_planes_add (uint32_t *plane, uint32_t bits)
{
  for (int i = 0; bits != 0 && i < LINE_PLANES; i++) {
    const uint32_t carry = plane[i] & bits;
    plane[i] ^= bits;
    bits = carry;
  }
}

static inline uint32_t
line_planes_any (const uint32_t *plane)
{
  uint32_t any = 0;
  for (int i = 0; i < LINE_PLANES; i++)
    any |= plane[i];
  return any;
}

/** Count, for the positions `bits` of a line with `side` to move, the quiet moves that stay in the slice into
 *  `plane`; returns the positions in which a man can promote. */
static inline uint32_t
line_count_moves (const struct lines *lines, const struct pieces *pieces, uint32_t bits, int side,
                  uint32_t *plane)
{
  const uint32_t free = line_free (lines, pieces);
  uint32_t promoting = 0;
  for (int g = 2 * side; g < 2 * side + 2; g++) {
    const uint32_t allowed = lines->group[g].allowed;
    for (int direction = line_first_direction (g); direction <= line_last_direction (g); direction++) {
      if (g == lines->runner) {
        line_planes_add (plane, line_step (free & allowed, direction ^ 3) & bits);
        promoting |= line_step (free & ~allowed, direction ^ 3) & bits;
      }
      for (uint32_t left = pieces->group[g]; left != 0; left &= left - 1) {
        const uint32_t to = line_step (left & -left, direction) & free;
        if ((to & allowed) != 0)
          line_planes_add (plane, bits & ~to);
        else if (to != 0)
          promoting |= bits & ~to;
      }
    }
  }
  return promoting;
}

/** The positions of a line in which `side` can capture (and so must). */
static inline uint32_t
line_captures (const struct lines *lines, const struct pieces *pieces, int side)
{
  const uint32_t free = line_free (lines, pieces);
  const uint32_t other_men = pieces->group[DOWN_MEN - 2 * side],
                 other_kings = pieces->group[DOWN_KINGS - 2 * side];
  uint32_t landing = 0, capturing = 0;
  for (int g = 2 * side; g < 2 * side + 2; g++) {
    const uint32_t targets = g % 2 == UP_MEN ? other_men : other_men | other_kings;
    const bool takes_runner = lines->runner / 2 != side && (g % 2 == UP_KINGS || lines->runner % 2 == UP_MEN);
    for (int direction = line_first_direction (g); direction <= line_last_direction (g); direction++) {
      const uint32_t next = line_step (pieces->group[g], direction), before = line_step (free, direction ^ 3);
      const uint32_t land = line_step (next & targets & before, direction);
      landing |= land;
      if (takes_runner)
        capturing |= next & before;
      if (g == lines->runner)
        capturing |= line_step (before & targets, direction ^ 3);
    }
  }
  if (landing != 0)
    capturing |= (landing & (landing - 1)) != 0 ? ~(uint32_t) 0 : ~landing;
  return capturing & line_valid (lines, pieces);
}

#endif
