/* The key of the searches. All positions with an equal rest of the game share it, so that what is proven of
 * one of them holds for the others, scores included. What it saves: ../../analysis/notes/connect4-search.md.
 *
 * Only lines that may still be completed matter, and of a stone only whether it is part of one. So the key
 * says which cells are taken, which stones of the side to move are part of a line that matters to it (in word
 * 0, in the code of connect4_rules.h), and which of the other stones matter to the other side. All other
 * stones look alike. It is not a hash: the key determines these lines, all of whose cells are empty or hold
 * such a stone.
 *
 * An open line does not matter
 * - if it contains a cell that is never played: one in a column above a winning cell of both sides, or above
 *   two winning cells of one side, one on top of the other (the game ends at the latest when the lower
 *   one is played);
 * - if it contains a winning cell of the same side and another empty cell that is none: the winning cell ends
 *   the game.
 * The first idea, in one form or another: C. Steininger's c4, which merges dead stones in its hash. */
#ifndef ZERMELO_CONNECT4_SEARCH_KEY_H
#define ZERMELO_CONNECT4_SEARCH_KEY_H

#include "games/connect4/connect4_knowledge.h"

#include <assert.h>

#define GAME_SEARCH_KEY 1

/** The cells of all lines in a direction that matter: lines of stones and empty cells none of which is a
 *  winning cell, and lines that only lack winning cells. */
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
