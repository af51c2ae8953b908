/* The key of the searches. All positions from which the rest of the game is equal share a key, so that a
 * bound proven for one of them holds for the others, scores included. What it saves:
 * ../../analysis/notes/connect4-search.md.
 *
 * Only lines that may still be completed matter, and a stone matters only if it is part of such a line. So
 * the key contains the taken cells and the stones of the side to move that are part of a line that matters to
 * it (in word 0, in the code of connect4_rules.h), and the other side's stones that matter to that side. All
 * other stones look alike. The key is not a hash: it determines all lines that matter, whose cells are empty
 * or hold such stones.
 *
 * An open line does not matter
 * - if it contains a cell that is never played: a cell above a winning cell of both sides, or above two
 *   adjacent winning cells of one side in its column (the game ends at the latest when the lower one is
 *   played);
 * - if it contains a winning cell of the side that owns the line, and another empty cell that is not a
 *   winning cell: the winning cell ends the game.
 *
 * Related: C. Steininger's c4, which merges dead stones in its hash. */
#ifndef ZERMELO_CONNECT4_SEARCH_KEY_H
#define ZERMELO_CONNECT4_SEARCH_KEY_H

#include "games/connect4/connect4_knowledge.h"

#include <assert.h>

#define GAME_SEARCH_KEY 1

/** The cells of all lines in a direction that matter: lines of stones and empty cells none of which is a
 * winning cell, and lines that lack only winning cells. */
static inline lanes live_along (lanes without_winning, lanes with_winning, steps step) {
  lanes first = four_along (without_winning, step) | four_along (with_winning, step);
  lanes pair = first | forwards (first, step);
  return pair | forwards (forwards (pair, step), step);
}

static inline bitboard live_stones (const struct board *board, bitboard stones, bitboard empty,
                                    bitboard winning) {
  const lanes without = spread (stones | (empty & ~winning)), with = spread (stones | (empty & winning));
  lanes live = spread (0);
  for (int i = 0; i < DIRECTIONS / LANES; i++)
    live |= live_along (without, with, board->step[i]);
  return stones & gather (live);
}

static inline int game_search_key (const struct board *board, const struct position *position,
                                   struct key *key) {
  bitboard mask = position->mask, empty = playable_cells (board, position);
  bitboard own = live_stones (board, position->own, empty, position->own_winning);
  bitboard other = live_stones (board, position->own ^ mask, empty, position->other_winning);
  bool mirrored = false;
  if (board->symmetries > 1 && position->mask_mirrored <= mask) {
    bitboard own_image = mirror_image (board, own), other_image = mirror_image (board, other);
    mirrored = position->mask_mirrored < mask || own_image < own || (own_image == own && other_image < other);
    if (mirrored) {
      mask = position->mask_mirrored;
      own = own_image;
      other = other_image;
    }
  }
  assert ((own & ~mask) == 0 && (other & ~mask) == 0 && (own & other) == 0);
  key_of_words (key, own + mask + board->bottoms, other);
  return mirrored;
}

#endif
