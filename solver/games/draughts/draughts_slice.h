/* Slices of Italian draughts: all positions with the same material, and their numbers.
 *
 * A slice WM.WK.BM.BK is named by the men and kings of White (to move) and Black. It also holds the positions
 * with Black to move, since turning the board and swapping the colours makes White move. So a slice and its
 * side-swapped slice BM.BK.WM.WK together hold the same pieces with either side to move.
 *
 * The index is dense: every placement with both sides present and no man on its promotion row has one number,
 * and every number is used. With h squares in a row and n on the board, and the side to move moving up:
 *
 *   i       its men on the bottom row; the other m = WM - i are between the top and the bottom row
 *   bottom  rank of these i men among the h squares of the bottom row
 *   middle  rank of the m men among the n - 2 h squares between
 *   down    rank of the opponent's men among the n - h - m free squares above the bottom row
 *   up_k    rank of the kings of the side to move among the free squares, F = n - WM - BM of them
 *   down_k  rank of the opponent's kings among the F - WK squares that are free then
 *
 *   index = ((base (i) + (bottom * C (n - 2 h, m) + middle) * C (n - h - m, BM) + down) * C (F, WK) + up_k)
 *           * C (F - WK, BK) + down_k
 *   base (i) = sum over j < i of C (h, j) C (n - 2 h, WM - j) C (n - h - WM + j, BM)
 *
 * The rank of a set of k squares s1 < s2 < ... among the free squares, numbered from 0 by row and column as
 * the side to move sees them, is C (s1, 1) + C (s2, 2) + ... + C (sk, k) (colexicographic order).
 *
 * Example, 8x8: in slice 1.0.0.1 with the man on 21 and the king on 1 (W:W21:BK1), i = 0, 21 is the 17th of
 * the 24 middle squares, and 1 the first of the 31 free ones: index 16 * 31 + 0 = 496.
 *
 * Order of dependency: a quiet move stays within the pair of a slice and its side-swapped slice, or promotes
 * a man; a capture removes pieces. So: fewer pieces first, then more kings. */
#ifndef ZERMELO_DRAUGHTS_DRAUGHTS_SLICE_H
#define ZERMELO_DRAUGHTS_DRAUGHTS_SLICE_H

#include "games/draughts/captures.h"

#include "games/draughts/draughts_fen.h"

#include <assert.h>
#include <stdio.h>

enum {
  SLICE_SIDE_MAX = 7,   /* pieces of a side */
  SLICE_NUMBERS = 4096, /* slice_number() is below this */
  SLICE_TEXT = 16,      /* bytes of a slice's name */
  SLICE_POSITION_TEXT = FEN_TEXT
};

#define SLICE_INDEX_TEXT                                                                                     \
  "White to move (Black to move: turn the board, swap the colours). h squares a row, n on the board, "       \
  "numbered from 0 by row from the top left; C(a,b) binomial; the rank of squares s1 < s2 < ... among "      \
  "those left, renumbered, is C(s1,1) + C(s2,2) + ... i: white men on the bottom row, m = WM - i. "          \
  "Ranks: a of these on that row, b of the other white men on the n-2h squares between top and bottom "      \
  "row, c of the black men on the n-h-m squares left above the bottom row, d of the white kings on the "     \
  "F = n-WM-BM left, e of the black kings on the F-WK left. index = ((base(i) + (a C(n-2h,m) + b) "          \
  "C(n-h-m,BM) + c) C(F,WK) + d) C(F-WK,BK) + e, base(i) = sum over j < i of C(h,j) C(n-2h,WM-j) "           \
  "C(n-h-WM+j,BM)"

struct slice {
  uint8_t men[2], kings[2]; /* of the side to move, which moves up, and of the opponent */
};

/** binomials[n][k]: n choose k. */
static const uint32_t binomials[33][9] = {
  { 1, 0, 0, 0, 0, 0, 0, 0, 0 },
  { 1, 1, 0, 0, 0, 0, 0, 0, 0 },
  { 1, 2, 1, 0, 0, 0, 0, 0, 0 },
  { 1, 3, 3, 1, 0, 0, 0, 0, 0 },
  { 1, 4, 6, 4, 1, 0, 0, 0, 0 },
  { 1, 5, 10, 10, 5, 1, 0, 0, 0 },
  { 1, 6, 15, 20, 15, 6, 1, 0, 0 },
  { 1, 7, 21, 35, 35, 21, 7, 1, 0 },
  { 1, 8, 28, 56, 70, 56, 28, 8, 1 },
  { 1, 9, 36, 84, 126, 126, 84, 36, 9 },
  { 1, 10, 45, 120, 210, 252, 210, 120, 45 },
  { 1, 11, 55, 165, 330, 462, 462, 330, 165 },
  { 1, 12, 66, 220, 495, 792, 924, 792, 495 },
  { 1, 13, 78, 286, 715, 1287, 1716, 1716, 1287 },
  { 1, 14, 91, 364, 1001, 2002, 3003, 3432, 3003 },
  { 1, 15, 105, 455, 1365, 3003, 5005, 6435, 6435 },
  { 1, 16, 120, 560, 1820, 4368, 8008, 11440, 12870 },
  { 1, 17, 136, 680, 2380, 6188, 12376, 19448, 24310 },
  { 1, 18, 153, 816, 3060, 8568, 18564, 31824, 43758 },
  { 1, 19, 171, 969, 3876, 11628, 27132, 50388, 75582 },
  { 1, 20, 190, 1140, 4845, 15504, 38760, 77520, 125970 },
  { 1, 21, 210, 1330, 5985, 20349, 54264, 116280, 203490 },
  { 1, 22, 231, 1540, 7315, 26334, 74613, 170544, 319770 },
  { 1, 23, 253, 1771, 8855, 33649, 100947, 245157, 490314 },
  { 1, 24, 276, 2024, 10626, 42504, 134596, 346104, 735471 },
  { 1, 25, 300, 2300, 12650, 53130, 177100, 480700, 1081575 },
  { 1, 26, 325, 2600, 14950, 65780, 230230, 657800, 1562275 },
  { 1, 27, 351, 2925, 17550, 80730, 296010, 888030, 2220075 },
  { 1, 28, 378, 3276, 20475, 98280, 376740, 1184040, 3108105 },
  { 1, 29, 406, 3654, 23751, 118755, 475020, 1560780, 4292145 },
  { 1, 30, 435, 4060, 27405, 142506, 593775, 2035800, 5852925 },
  { 1, 31, 465, 4495, 31465, 169911, 736281, 2629575, 7888725 },
  { 1, 32, 496, 4960, 35960, 201376, 906192, 3365856, 10518300 },
};

/** The slice with the same pieces and the other side to move. */
static inline struct slice slice_side_swapped (const struct slice *slice) {
  return (struct slice){ { slice->men[1], slice->men[0] }, { slice->kings[1], slice->kings[0] } };
}

/** Has the slice a number? Not with more pieces of a side than any table has. */
static inline bool slice_has_number (const struct slice *slice) {
  return slice->men[0] + slice->kings[0] <= SLICE_SIDE_MAX
         && slice->men[1] + slice->kings[1] <= SLICE_SIDE_MAX;
}

/** A number that identifies the slice. */
static inline int slice_number (const struct slice *slice) {
  assert (slice->men[0] < 8 && slice->kings[0] < 8 && slice->men[1] < 8 && slice->kings[1] < 8);
  return ((slice->men[0] * 8 + slice->kings[0]) * 8 + slice->men[1]) * 8 + slice->kings[1];
}

/** Does the slice lead its pair, so that its table is computed? In the leading slice the side to move has
 * more pieces, then more kings. */
static inline bool slice_leads (const struct slice *slice) {
  int up = slice->men[0] + slice->kings[0], down = slice->men[1] + slice->kings[1];
  return up != down ? up > down : slice->kings[0] >= slice->kings[1];
}

static inline void slice_print (const struct slice *slice, char *text, size_t size) {
  snprintf (text, size, "%d.%d.%d.%d", slice->men[0], slice->kings[0], slice->men[1], slice->kings[1]);
}

static inline struct slice slice_of (const struct position *position) {
  uint64_t own = position->own, opponent = position->opponent, kings = position->kings;
  return (struct slice){
    { (uint8_t) bits_count (own & ~kings), (uint8_t) bits_count (opponent & ~kings) },
    { (uint8_t) bits_count (own & kings), (uint8_t) bits_count (opponent & kings) },
  };
}

static inline int slice_side_pieces (const struct slice *slice, int side) {
  assert (side == 0 || side == 1);
  return slice->men[side] + slice->kings[side];
}

/** Can a move of White (side 0) or Black (1) lead from the pair of a slice to another one? A man is promoted,
 * or pieces of the opponent are captured, or both; any number of them here, though not every number is
 * possible. */
static inline bool slice_moves_into (const struct slice *from, int side, const struct slice *to) {
  const struct slice mover = side == 0 ? *from : slice_side_swapped (from);
  for (int turned = 0; turned < 2; turned++) {
    const struct slice after = turned == 0 ? *to : slice_side_swapped (to);
    const int promoted = mover.men[0] - after.men[0];
    if ((promoted == 0 || promoted == 1) && after.kings[0] - mover.kings[0] == promoted
        && after.men[1] <= mover.men[1] && after.kings[1] <= mover.kings[1]
        && (promoted == 1 || slice_side_pieces (&after, 1) < slice_side_pieces (&mover, 1)))
      return true;
  }
  return false;
}

/** The stage of a slice: promotions lead to fewer men. */
static inline int slice_stage (const struct slice *slice) { return slice->men[0] + slice->men[1]; }

#define SLICE_NAME_TEXT                                                                                      \
  "All positions with this material (men.kings of White, men.kings of Black), White to move"

#define SLICE_NAME_SENTENCE                                                                                  \
  "White is to move; the name of a slice counts White's men and kings, then Black's."

/** Is it the slice of a position, with the same numbers of men and kings of both sides? */
static inline bool slice_has (const struct slice *slice, const struct position *position) {
  const struct slice found = slice_of (position);
  return slice_number (&found) == slice_number (slice);
}

/** The number of placements with i men of the side to move on its bottom row, kings not counted. */
static inline uint64_t slice_men_count (const struct board *board, const struct slice *slice, int i) {
  assert (i >= 0 && i <= slice->men[0]);
  int half = board->size / 2, middle = slice->men[0] - i;
  if (i > half || middle > board->count - 2 * half)
    return 0;
  return (uint64_t) binomials[half][i] * binomials[board->count - 2 * half][middle]
         * binomials[board->count - half - middle][slice->men[1]];
}

static inline uint64_t slice_kings_count (const struct board *board, const struct slice *slice) {
  int left = board->count - slice->men[0] - slice->men[1];
  if (left < slice->kings[0] + slice->kings[1])
    return 0;
  return (uint64_t) binomials[left][slice->kings[0]] * binomials[left - slice->kings[0]][slice->kings[1]];
}

/** The number of positions of a slice. */
static inline uint64_t slice_size (const struct board *board, const struct slice *slice) {
  uint64_t men = 0;
  for (int i = 0; i <= slice->men[0]; i++)
    men += slice_men_count (board, slice, i);
  return men * slice_kings_count (board, slice);
}

/** The leading slices of exactly `pieces` pieces with both sides present, at most SLICE_SIDE_MAX a side, in
 * order of dependency. `list` is NULL or has room for them. Returns their number. */
static inline int slice_list (const struct board *board, int pieces, struct slice *list) {
  int count = 0;
  for (int men = 0; men <= pieces; men++)
    for (int up = (pieces + 1) / 2; up < pieces; up++)
      for (int up_men = 0; up_men <= men; up_men++) {
        int down = pieces - up, down_men = men - up_men;
        if (up > SLICE_SIDE_MAX || up_men > up || down_men > down)
          continue;
        struct slice slice = { { (uint8_t) up_men, (uint8_t) down_men },
                               { (uint8_t) (up - up_men), (uint8_t) (down - down_men) } };
        if (!slice_leads (&slice) || slice_size (board, &slice) == 0)
          continue;
        if (list != NULL)
          list[count] = slice;
        count++;
      }
  return count;
}

/** The rank of a set of squares among the free ones. */
static inline uint32_t slice_rank (uint64_t set, uint64_t left) {
  assert ((set & ~left) == 0);
  uint32_t rank = 0;
  for (int k = 1; set != 0; set &= set - 1, k++)
    rank += binomials[bits_count (left & ((set & -set) - 1))][k];
  return rank;
}

/** The set of k squares with a rank: the inverse of slice_rank(). */
static inline uint64_t slice_unrank (uint32_t rank, int k, uint64_t left) {
  assert (k >= 0 && k <= bits_count (left) && rank < binomials[bits_count (left)][k]);
  uint64_t bit[32], set = 0;
  int count = 0;
  for (; left != 0; left &= left - 1)
    bit[count++] = left & -left;
  for (; k > 0; k--) {
    while (binomials[--count][k] > rank)
      ;
    rank -= binomials[count][k];
    set |= bit[count];
  }
  assert (rank == 0);
  return set;
}

/** The two areas where the men of the side to move stand. */
struct slice_rows {
  uint64_t bottom; /* squares of the row at its own edge of the board */
  uint64_t middle; /* the squares between this row and the top row */
};

static inline struct slice_rows slice_rows (const struct board *board) {
  return (struct slice_rows){ board->last, board->squares & ~board->last & ~(uint64_t) 0xff };
}

/** The number of a position in its slice. */
static inline uint64_t slice_index (const struct board *board, const struct slice *slice,
                                    const struct position *position) {
  assert (slice_has (slice, position) && position_exists (board, position));
  const struct slice_rows rows = slice_rows (board);
  const uint64_t men = position->own & ~position->kings, other_men = position->opponent & ~position->kings;
  const uint64_t bottom = men & rows.bottom;
  uint64_t index = 0;
  if ((men | other_men) != 0) {
    const int half = board->size / 2;
    int middle = slice->men[0];
    uint64_t rank = 0;
    if (bottom != 0) { /* else i, base (i) and the rank are 0 */
      const int i = bits_count (bottom);
      for (int j = 0; j < i; j++)
        index += slice_men_count (board, slice, j);
      middle -= i;
      rank = (uint64_t) slice_rank (bottom, rows.bottom) * binomials[board->count - 2 * half][middle];
    }
    index += (rank + slice_rank (men & rows.middle, rows.middle))
                 * binomials[board->count - half - middle][slice->men[1]]
             + slice_rank (other_men, board->squares & ~board->last & ~men);
  }
  const uint64_t left = board->squares & ~men & ~other_men, kings = position->own & position->kings;
  const int count = board->count - slice->men[0] - slice->men[1];
  index = index * binomials[count][slice->kings[0]] + slice_rank (kings, left);
  index = index * binomials[count - slice->kings[0]][slice->kings[1]]
          + slice_rank (position->opponent & position->kings, left & ~kings);
  assert (index < slice_size (board, slice));
  return index;
}

/** The position with an index, with White to move: the inverse of slice_index(). */
static inline struct position slice_position (const struct board *board, const struct slice *slice,
                                              uint64_t index) {
  assert (index < slice_size (board, slice));
  const uint64_t number = index;
  const struct slice_rows rows = slice_rows (board);
  const int half = board->size / 2, count = board->count - slice->men[0] - slice->men[1];
  const uint32_t down_kings = binomials[count - slice->kings[0]][slice->kings[1]];
  const uint32_t down_rank = (uint32_t) (index % down_kings);
  index /= down_kings;
  const uint32_t up_kings = binomials[count][slice->kings[0]], up_rank = (uint32_t) (index % up_kings);
  index /= up_kings;
  int i = 0;
  for (; index >= slice_men_count (board, slice, i); i++)
    index -= slice_men_count (board, slice, i);
  const int middle = slice->men[0] - i;
  const uint32_t down_men = binomials[board->count - half - middle][slice->men[1]];
  const uint32_t middle_men = binomials[board->count - 2 * half][middle];
  const uint64_t men = slice_unrank ((uint32_t) (index / down_men / middle_men), i, rows.bottom)
                       | slice_unrank ((uint32_t) (index / down_men % middle_men), middle, rows.middle);
  const uint64_t other_men
      = slice_unrank ((uint32_t) (index % down_men), slice->men[1], board->squares & ~board->last & ~men);
  const uint64_t left = board->squares & ~men & ~other_men;
  const uint64_t kings = slice_unrank (up_rank, slice->kings[0], left);
  const uint64_t other_kings = slice_unrank (down_rank, slice->kings[1], left & ~kings);
  (void) number;
  const struct position position
      = { .own = men | kings, .opponent = other_men | other_kings, .kings = kings | other_kings };
  assert (slice_index (board, slice, &position) == number);
  return position;
}

/** The next set with the same number of squares among the free squares, in order of rank; 0 after the last
 * one. */
static inline uint64_t slice_next_set (uint64_t set, uint64_t left) {
  assert ((set & ~left) == 0);
  const uint64_t low = set & -set;
  const uint64_t carried
      = ((set | ~left) + low) & left; /* the lowest run carries into the next free square */
  if (carried == 0)
    return 0;
  uint64_t next = carried;
  for (int missing = bits_count (set) - bits_count (carried); missing > 0; missing--) {
    const uint64_t gap = left & ~next;
    next |= gap & -gap;
  }
  return next;
}

/** The first set of k squares. */
static inline uint64_t slice_first_set (int k, uint64_t left) {
  assert (k >= 0 && k <= bits_count (left));
  uint64_t set = 0;
  for (; k > 0; k--, left &= left - 1)
    set |= left & -left;
  return set;
}

/** Captures are mandatory, and lead to fewer pieces. */
static inline bool slice_leaves_out (const struct board *board, const struct position *position) {
  return captures_starts (board, position) != 0;
}

/** Step from the position with index i to the position with index i + 1; false after the last one. Much
 * faster than slice_position(). */
static inline bool slice_next (const struct board *board, const struct slice *slice,
                               struct position *position) {
  assert (slice_has (slice, position));
  const struct slice_rows rows = slice_rows (board);
  uint64_t men = position->own & ~position->kings, other_men = position->opponent & ~position->kings;
  uint64_t kings = position->own & position->kings, other_kings = position->opponent & position->kings;
  uint64_t left = board->squares & ~men & ~other_men;
  other_kings = slice_next_set (other_kings, left & ~kings);
  if (other_kings == 0) {
    kings = slice_next_set (kings, left);
    if (kings == 0) {
      other_men = slice_next_set (other_men, board->squares & ~board->last & ~men);
      if (other_men == 0) {
        uint64_t bottom = men & rows.bottom, middle = slice_next_set (men & rows.middle, rows.middle);
        int i = bits_count (bottom);
        if (middle == 0) {
          bottom = slice_next_set (bottom, rows.bottom);
          if (bottom == 0) {
            while (++i <= slice->men[0] && slice_men_count (board, slice, i) == 0)
              ;
            if (i > slice->men[0])
              return false;
            bottom = slice_first_set (i, rows.bottom);
          }
          middle = slice_first_set (slice->men[0] - i, rows.middle);
        }
        men = bottom | middle;
        other_men = slice_first_set (slice->men[1], board->squares & ~board->last & ~men);
      }
      left = board->squares & ~men & ~other_men;
      kings = slice_first_set (slice->kings[0], left);
    }
    other_kings = slice_first_set (slice->kings[1], left & ~kings);
  }
  *position = (struct position){ .own = men | kings,
                                 .opponent = other_men | other_kings,
                                 .kings = kings | other_kings };
  return true;
}

/** Squares by number (bit i: square i + 1) as bits of draughts_board.h. */
static inline uint64_t slice_squares (const struct board *board, uint64_t numbers) {
  uint64_t bits = 0;
  for (; numbers != 0; numbers &= numbers - 1)
    bits |= (uint64_t) 1 << board_bit (board, false, __builtin_ctzll (numbers) + 1);
  return bits;
}

static inline bool slice_place (const struct board *board, const uint64_t pieces[2], uint64_t kings,
                                bool second, struct position *position) {
  const uint64_t all = pieces[0] | pieces[1];
  if (all >> board->count != 0 || (pieces[0] & pieces[1]) != 0 || (kings & ~all) != 0)
    return false;
  *position = position_make (board, slice_squares (board, pieces[0]), slice_squares (board, pieces[1]),
                             slice_squares (board, kings), second);
  return position_exists (board, position);
}

static inline void slice_numbers (const struct board *board, const struct position *position,
                                  uint64_t pieces[2], uint64_t *kings, bool *second) {
  *second = position->black;
  pieces[0] = pieces[1] = *kings = 0;
  for (int number = 1; number <= board->count; number++) {
    const uint64_t square = (uint64_t) 1 << board_bit (board, position->black, number);
    const uint64_t bit = (uint64_t) 1 << (number - 1);
    pieces[position->black] |= (position->own & square) != 0 ? bit : 0;
    pieces[!position->black] |= (position->opponent & square) != 0 ? bit : 0;
    *kings |= (position->kings & square) != 0 ? bit : 0;
  }
}

static inline void slice_position_text (const struct board *board, const struct position *position,
                                        char *text, size_t size) {
  fen_write (board, position, text, size);
}

#endif
