/* A position of Connect Four: moves, key, packed form and scores.
 *
 * A position is two bitboards, `own` (stones of the side to move) and `mask` (all stones), stored twice: as
 * it stands and mirrored. The mirror image costs a few instructions a move; mirroring for each key would cost
 * a loop over the columns.
 *
 * The code of a position is own + mask + row 1, a number that determines it: in a column with h stones, mask
 * + row 1 is the single bit above them, and own fills in the bits below. So each column of the code reads,
 * from the top, zeros, a one, then the stones (1: side to move). Each column of the code is nonzero and
 * carries nothing into the next one. Example on 2x3 (4 bits a column) after 1 1 2, the second player to move:
 *
 *     row 3   . .      column 1: first, second, height 2: code 0110
 *     row 2   o .      column 2: first, height 1:         code 0010
 *     row 1   x x      code of the position: 0010 0110 (column 1 is the lowest)
 *                      code of its mirror:   0110 0010
 *
 * The key is the smaller of the two codes, in the first half of its words; the packed form is the code,
 * big-endian. The searches use another key, which needs all words: search_key.h. */
#ifndef ZERMELO_CONNECT4_CONNECT4_POSITION_H
#define ZERMELO_CONNECT4_CONNECT4_POSITION_H

#define GAME_CONVERGES 1
#define GAME_KEY_WORDS (GAME_BITS / 32)
#define GAME_KEY_EXACT 1

#include "game.h"
#include "games/book_format_1.h"
#include "games/connect4/bitboard.h"

#include <assert.h>

struct position {
  bitboard own, mask;
  bitboard own_mirrored, mask_mirrored;
  bitboard own_winning,
      other_winning; /* the cells where a stone of a side completes a line; they may be taken by now */
  int plies;         /* stones on the board */
  bool over;         /* the last stone completed a line */
};

struct move {
  uint8_t column; /* columns count from 0 */
};

static inline int game_symmetries (const struct board *board) { return board->symmetries; }

static inline int game_plies_max (const struct board *board) { return board->cells; }

static inline struct position game_start (const struct board *board) {
  (void) board;
  return (struct position){ .plies = 0 };
}

static inline int game_plies (const struct board *board, const struct position *position) {
  (void) board;
  return position->plies;
}

/** Is a position consistent? Stones lie on stones, their numbers fit the side to move, the mirrored bitboards
 * are the mirror image, and the winning cells are those of the stones. For assertions. */
static inline bool position_is_right (const struct board *board, const struct position *position) {
  const bitboard own = position->own, mask = position->mask, other = own ^ mask;
  const bitboard empty = board->all ^ mask;
  return (mask & ~board->all) == 0 && ((mask + board->bottoms) & mask) == 0 && (own & ~mask) == 0
         && count_bits (mask) == position->plies && count_bits (own) == position->plies / 2
         && position->own_mirrored == mirror_image (board, own)
         && position->mask_mirrored == mirror_image (board, mask)
         && ((position->own_winning ^ winning_cells (board, own)) & empty) == 0
         && ((position->other_winning ^ winning_cells (board, other)) & empty) == 0
         && position->over == has_four (board, other);
}

/** Does the position belong to a sample, chosen by its stones? Assertions in inner loops check only the
 * sample. */
static inline bool position_is_sampled (const struct position *position) {
  return (((uint64_t) position->own + (uint64_t) position->mask) * UINT64_C (0x9e3779b97f4a7c15)) >> 58 == 0;
}

/** Only the side that moved last can have completed a line. */
static inline enum outcome game_outcome (const struct board *board, const struct position *position) {
  if (position->over)
    return LOST;
  return position->plies == board->cells ? DRAWN : GOING_ON;
}

/** The cells of the next stones: the lowest empty cell of each column that is not full. */
static inline bitboard next_cells (const struct board *board, const struct position *position) {
  return (position->mask + board->bottoms) & board->all;
}

/** Columns from left to right. */
static inline int game_moves (const struct board *board, const struct position *position, struct move *list) {
  assert (position->plies <= board->cells);
  int count = 0;
  if (game_outcome (board, position) != GOING_ON)
    return 0;
  bitboard next = next_cells (board, position);
  for (int c = 0; c < board->columns; c++)
    if (next & board->column[c])
      list[count++] = (struct move){ (uint8_t) c };
  return count;
}

static inline int game_move_cell (const struct board *board, struct move move) {
  (void) board;
  return move.column;
}

/** Adding row 1 of a column to the mask carries through its stones to the lowest empty cell. */
static inline struct position game_play (const struct board *board, const struct position *position,
                                         struct move move) {
  bitboard bottom = board->bottom[move.column];
  bitboard bottom_mirrored = board->bottom[board->columns - 1 - move.column];
  bitboard mask = position->mask | (position->mask + bottom), stone = mask ^ position->mask;
  /* the column is not full */
  assert (move.column < board->columns && (stone & board->column[move.column]) != 0);
  assert (!position->over && (stone & (stone - 1)) == 0);
  const struct position after = {
    .own = position->own ^ position->mask,
    .mask = mask,
    .own_mirrored = position->own_mirrored ^ position->mask_mirrored,
    .mask_mirrored = position->mask_mirrored | (position->mask_mirrored + bottom_mirrored),
    .own_winning = position->other_winning,
    .other_winning = winning_cells (board, position->own | stone),
    .plies = position->plies + 1,
    .over = (stone & position->own_winning) != 0,
  };
  assert (!position_is_sampled (&after) || position_is_right (board, &after));
  return after;
}

/** Fill in the fields that follow from the stones. */
static inline void position_complete (const struct board *board, struct position *position) {
  bitboard other = position->own ^ position->mask;
  position->own_winning = winning_cells (board, position->own);
  position->other_winning = winning_cells (board, other);
  position->over = has_four (board, other);
}

/** The moves before a position: prefer the column in which the most stones are still to come, so that the
 * last stones lie in several columns and are of both colours. A stone without which there would be no four
 * comes last. */
static inline int game_before (const struct board *board, const struct position *position, struct move move,
                               const struct position *later) {
  const bitboard stone = next_cells (board, position) & board->column[move.column];
  const bitboard same = (later->plies - position->plies) % 2 == 0 ? later->own : later->own ^ later->mask;
  const bitboard left = later->mask & ~position->mask & board->column[move.column];
  if ((stone & same) == 0) /* a stone of the other side */
    return 0;
  return has_four (board, same) && !has_four (board, same & ~stone) ? 1 : 1 + count_bits (left);
}

/* ---- key, packed and canonical form ---- */

static inline bitboard position_code (const struct board *board, const struct position *position) {
  return position->own + position->mask + board->bottoms;
}

static inline bitboard mirrored_code (const struct board *board, const struct position *position) {
  return position->own_mirrored + position->mask_mirrored + board->bottoms;
}

static inline void key_of_words (struct key *key, bitboard first, bitboard second) {
#if GAME_BITS == 128
  *key = (struct key){ { (uint64_t) first, (uint64_t) (first >> 64), (uint64_t) second,
                         (uint64_t) (second >> 64) } };
#else
  *key = (struct key){ { first, second } };
#endif
}

static inline int game_key (const struct board *board, const struct position *position, struct key *key) {
  const bitboard code = position_code (board, position), mirrored = mirrored_code (board, position);
  const bool smaller = mirrored < code && board->symmetries > 1;
  key_of_words (key, smaller ? mirrored : code, 0);
  return smaller;
}

/** The number of a column, counted from 0, in the position as it stands (symmetry 0) or mirrored (1). */
static inline int game_move_number (const struct board *board, const struct position *position,
                                    struct move move, int index, int symmetry) {
  assert (symmetry == 0 || symmetry == 1);
  (void) position, (void) index;
  return symmetry == 0 ? move.column : board->columns - 1 - move.column;
}

static inline struct position game_canonical (const struct board *board, const struct position *position) {
  if (board->symmetries == 1 || position_code (board, position) <= mirrored_code (board, position))
    return *position;
  struct position canonical = {
    .own = position->own_mirrored,
    .mask = position->mask_mirrored,
    .own_mirrored = position->own,
    .mask_mirrored = position->mask,
    .plies = position->plies,
  };
  position_complete (board, &canonical);
  assert (position_is_right (board, &canonical));
  return canonical;
}

static inline int game_orbit (const struct board *board, const struct position *position) {
  return position_code (board, position) == mirrored_code (board, position) ? 1 : board->symmetries;
}

static inline int game_packed_bytes (const struct board *board) {
  return (board->columns * board->column_bits + 7) / 8;
}

static inline void game_pack (const struct board *board, const struct position *position, uint8_t *bytes) {
  bitboard code = position_code (board, position);
  for (int i = game_packed_bytes (board) - 1; i >= 0; i--, code >>= 8)
    bytes[i] = (uint8_t) code;
}

/** Does the side that moved last have no line, or a top stone without which it would have none? */
static inline bool last_stone_explains_lines (const struct board *board, const struct position *position) {
  bitboard stones = position->own ^ position->mask;
  if (!has_four (board, stones))
    return true;
  for (int c = 0; c < board->columns; c++) {
    bitboard column = position->mask & board->column[c];
    bitboard top = column ^ (column >> 1 & board->column[c]);
    if ((stones & top) && !has_four (board, stones ^ top))
      return true;
  }
  return false;
}

/** Rejects a column whose code lacks the leading one, bits beyond the last column, numbers of stones that do
 * not fit the side to move, a line of the side to move, and lines that no last stone explains. */
static inline bool game_unpack (const struct board *board, const uint8_t *bytes, struct position *position) {
  bitboard code = 0;
  int own_stones = 0;
  for (int i = 0; i < game_packed_bytes (board); i++)
    code = code << 8 | bytes[i];
  *position = game_start (board);
  for (int c = 0; c < board->columns; c++) {
    int base = c * board->column_bits, base_mirrored = (board->columns - 1 - c) * board->column_bits;
    int height = board->rows;
    while (height >= 0 && !(code >> (base + height) & 1))
      height--;
    if (height < 0)
      return false;
    bitboard full = ((bitboard) 1 << height) - 1, own = code >> base & full;
    position->mask |= full << base;
    position->mask_mirrored |= full << base_mirrored;
    position->own |= own << base;
    position->own_mirrored |= own << base_mirrored;
    position->plies += height;
    for (; own != 0; own &= own - 1)
      own_stones++;
  }
  position_complete (board, position);
  const bool done = position_code (board, position) == code && own_stones == position->plies / 2
                    && !has_four (board, position->own) && last_stone_explains_lines (board, position);
  assert (!done || position_is_right (board, position));
  return done;
}

/* ---- scores: Pons's scale, half the number of stones that would still fit after the winning one ---- */

static inline int game_score (const struct board *board, const struct position *position,
                              enum outcome outcome, int distance) {
  assert (outcome >= LOST && outcome <= WON && distance >= 0);
  int stones = position->plies + distance; /* stones on the board at the end */
  return outcome == DRAWN ? 0 : (int) outcome * ((board->cells + 2 - stones) / 2);
}

/** Two numbers of stones have the same score, but only one of them ends with the winner's move. */
static inline int game_distance (const struct board *board, const struct position *position, int score) {
  assert (score != 0);
  int distance = board->cells + 2 - 2 * (score < 0 ? -score : score) - position->plies;
  bool side_to_move_ends = distance % 2 != 0;
  return side_to_move_ends == (score > 0) ? distance : distance - 1;
}

#endif
