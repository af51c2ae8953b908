/* A position of the m,n,k-game: moves, key and scores.
 *
 * Up to 128 cells a position holds its stones under all eight symmetries, since a move costs one `or` for
 * each; the key is the smallest of the eight pairs. On 3,3,3 the moves a1 b3 are the sets {0} and {7}; with
 * the columns mirrored (symmetry 1) {2} and {7}; with columns and rows exchanged (4) {0} and {5}.
 *
 * Beyond 128 cells it holds the stones once and eight hashes, each the xor of a pseudo-random 128-bit number
 * for each stone (splitmix64); the key is the smallest. Among n positions no two of which are symmetric, the
 * probability that two share a key is below 32 n^2 / 2^128: 1e-18 for n = 3e9.
 *
 * The side to move follows from the number of stones, so the key does not include it. */
#ifndef ZERMELO_MNK_MNK_POSITION_H
#define ZERMELO_MNK_MNK_POSITION_H

#define GAME_CONVERGES 1
#if GAME_BITS <= 128
#define GAME_KEY_EXACT 1
#define GAME_KEY_WORDS (GAME_BITS / 32)
#else
#define GAME_KEY_EXACT 0
#define GAME_KEY_WORDS 2
#endif

#include "base/sample.h"
#include "game.h"
#include "games/book_format_1.h"
#include "games/mnk/mnk_board.h"

#include <assert.h>

struct move {
  uint16_t cell;
};

struct position {
#if GAME_KEY_EXACT
  cells stones[2][SYMMETRIES]; /* of the first and the second player; [player][0]: the stones without a
                                  symmetry */
#else
  cells stones[2][1];
  struct key hash[SYMMETRIES];
#endif
  int16_t plies;   /* stones on the board */
  int16_t outcome; /* enum outcome, for the side to move */
};

/** 0: the first player is to move, 1: the second. */
static inline int position_mover (const struct position *position) { return position->plies & 1; }

static inline cells position_empty (const struct board *board, const struct position *position) {
  return cells_minus (board->all, cells_or (position->stones[0][0], position->stones[1][0]));
}

/** Do rows of this player count? */
static inline bool player_has_lines (int player) { return !MNK_MAKER_BREAKER || player == 0; }

/** The outcome of a full board without a line that counts, for the side to move. */
static inline enum outcome full_board (int mover) {
  return !MNK_MAKER_BREAKER ? DRAWN : mover == 0 ? LOST : WON;
}

#if !GAME_KEY_EXACT
/** A word of the number that stands for a stone in hashes. Numbers from 2^32 on stand for no stone. */
static inline uint64_t hash_number (uint64_t number, int word) {
  return sample_scramble ((2 * number + (uint64_t) word + 1) * UINT64_C (0x9e3779b97f4a7c15));
}

static inline void hash_stone (struct key *key, int player, int cell) {
  for (int j = 0; j < GAME_KEY_WORDS; j++)
    key->word[j] ^= hash_number (2 * (uint64_t) cell + (uint64_t) player, j);
}
#endif

/** Add a stone in all images; updates neither plies nor outcome. */
static inline void position_place (const struct board *board, struct position *position, int player,
                                   int cell) {
  assert ((player == 0 || player == 1) && cell >= 0 && cell < board->area);
#if GAME_KEY_EXACT
  for (int i = 0; i < SYMMETRIES; i++)
    position->stones[player][i] |= board->image_bit[cell][i];
#else
  cells_add (&position->stones[player][0], cell);
  for (int i = 0; i < SYMMETRIES; i++)
    hash_stone (&position->hash[i], player, board->image[cell][i]);
#endif
}

/** Is a position consistent? Both players have the number of stones that follows from `plies`, on different
 * cells, and the images, or hashes, are those of the stones. For assertions: as much work as placing all
 * stones anew. */
static inline bool position_is_right (const struct board *board, const struct position *position) {
  const cells both = cells_and (position->stones[0][0], position->stones[1][0]);
  const cells outside = cells_minus (cells_or (position->stones[0][0], position->stones[1][0]), board->all);
  struct position anew = { .plies = position->plies, .outcome = position->outcome };
  if (cells_any (&both) || cells_any (&outside))
    return false;
  for (int player = 0; player < 2; player++) {
    if (cells_count (&position->stones[player][0]) != (position->plies + !player) / 2)
      return false;
    for (cells rest = position->stones[player][0]; cells_any (&rest);)
      position_place (board, &anew, player, cells_pop (&rest));
  }
  if (memcmp (anew.stones, position->stones, sizeof anew.stones) != 0)
    return false;
#if !GAME_KEY_EXACT
  if (memcmp (anew.hash, position->hash, sizeof anew.hash) != 0)
    return false;
#endif
  return position->outcome >= LOST && position->outcome <= GOING_ON;
}

/** Does the position belong to a sample, chosen by its last cell and the number of stones? Assertions in
 * inner loops check only the sample. */
static inline bool position_is_sampled (const struct position *position, int cell) {
  return (7 * position->plies + cell) % 128 == 0;
}

static inline struct position game_start (const struct board *board) {
  (void) board;
  return (struct position){ .outcome = GOING_ON };
}

static inline int game_plies (const struct board *board, const struct position *position) {
  (void) board;
  return position->plies;
}

static inline enum outcome game_outcome (const struct board *board, const struct position *position) {
  (void) board;
  return (enum outcome) position->outcome;
}

/** The empty cells, ascending. */
static inline int game_moves (const struct board *board, const struct position *position, struct move *list) {
  if (position->outcome != GOING_ON)
    return 0;
  int count = 0;
  cells empty = position_empty (board, position);
  for (int i = 0; i < CELLS_WORDS; i++)
    for (uint64_t rest = cells_word (&empty, i); rest != 0; rest &= rest - 1)
      list[count++].cell = (uint16_t) (64 * i + __builtin_ctzll (rest));
  assert (count == board->area - position->plies);
  return count;
}

/** The empty cell that has `index` other empty cells before it. */
static inline struct move game_move_at (const struct board *board, const struct position *position,
                                        int index) {
  assert (position->outcome == GOING_ON && index >= 0 && index < board->area - position->plies);
  const cells empty = position_empty (board, position);
  int i = 0;
  for (int count; index >= (count = bits_count (cells_word (&empty, i))); i++)
    index -= count;
  uint64_t rest = cells_word (&empty, i);
  while (index-- > 0)
    rest &= rest - 1;
  return (struct move){ (uint16_t) (64 * i + __builtin_ctzll (rest)) };
}

static inline int game_move_cell (const struct board *board, struct move move) {
  (void) board;
  return move.cell;
}

static inline int game_count_paths (const struct board *board, const struct position *position) {
  return position->outcome == GOING_ON ? board->area - position->plies : 0;
}

static inline struct position game_play (const struct board *board, const struct position *position,
                                         struct move move) {
  struct position next = *position;
  int player = position_mover (position);
  assert (position->outcome == GOING_ON && position->plies < board->area && move.cell < board->area);
  assert (!cells_has (&position->stones[0][0], move.cell) && !cells_has (&position->stones[1][0], move.cell));
  position_place (board, &next, player, move.cell);
  next.plies++;
  if (player_has_lines (player) && lines_completed (&board->lines, &next.stones[player][0], move.cell))
    next.outcome = LOST;
  else if (next.plies == board->area)
    next.outcome = (int16_t) full_board (!player);
  assert (!position_is_sampled (&next, move.cell) || position_is_right (board, &next));
  return next;
}

/** The moves before a position: a stone without which there would be no line comes last. */
static inline int game_before (const struct board *board, const struct position *position, struct move move,
                               const struct position *later) {
  const int player = position_mover (position);
  const cells *stones = &later->stones[player][0];
  if (!cells_has (stones, move.cell))
    return 0;
  if (later->outcome == GOING_ON || player == position_mover (later))
    return 2;
  cells cell = (cells){ 0 };
  cells_add (&cell, move.cell);
  const cells others = cells_minus (*stones, cell);
  for (cells rest = others; cells_any (&rest);)
    if (lines_completed (&board->lines, &others, cells_pop (&rest)))
      return 2;
  return 1;
}

/** Is the key of `a` smaller than that of `b`? Without branches, which would be mispredicted. */
static inline bool key_less (const struct key *a, const struct key *b) {
  bool less = false;
  for (int i = GAME_KEY_WORDS - 1; i >= 0; i--)
    less = (a->word[i] < b->word[i]) | ((a->word[i] == b->word[i]) & less);
  return less;
}

/** The key of the position under symmetry `i`. */
static inline struct key position_key (const struct position *position, int i) {
#if !GAME_KEY_EXACT
  return position->hash[i];
#elif GAME_BITS == 32
  return (struct key){ { (uint64_t) position->stones[0][i] << 32 | position->stones[1][i] } };
#elif GAME_BITS == 64
  return (struct key){ { position->stones[0][i], position->stones[1][i] } };
#else
  return (struct key){ { (uint64_t) (position->stones[0][i] >> 64), (uint64_t) position->stones[0][i],
                         (uint64_t) (position->stones[1][i] >> 64), (uint64_t) position->stones[1][i] } };
#endif
}

#if GAME_KEY_EXACT
/** The stones of both players that have this key. */
static inline void key_stones (const struct key *key, cells stones[2]) {
#if GAME_BITS == 32
  stones[0] = (cells) (key->word[0] >> 32);
  stones[1] = (cells) key->word[0];
#elif GAME_BITS == 64
  stones[0] = key->word[0];
  stones[1] = key->word[1];
#else
  for (int i = 0; i < 2; i++)
    stones[i] = (cells) key->word[2 * i] << 64 | key->word[2 * i + 1];
#endif
}
#endif

static inline int game_key (const struct board *board, const struct position *position, struct key *key) {
  int symmetry = 0;
  *key = position_key (position, 0);
  for (int i = 1; i < board->symmetries; i++) {
    struct key image = position_key (position, i);
    bool less = key_less (&image, key);
    symmetry = less ? i : symmetry;
    *key = less ? image : *key;
  }
  return symmetry;
}

static inline int game_move_number (const struct board *board, const struct position *position,
                                    struct move move, int index, int symmetry) {
  assert (symmetry >= 0 && symmetry < board->symmetries && move.cell < board->area);
  (void) position, (void) index;
  return board->image[move.cell][symmetry];
}

/** The score is higher for a quicker win: the number of plies that would still have fit on the board. */
static inline int game_score (const struct board *board, const struct position *position,
                              enum outcome outcome, int distance) {
  assert (outcome >= LOST && outcome <= WON && distance >= 0);
  return (int) outcome * (board->area + 1 - (position->plies + distance));
}

static inline int game_distance (const struct board *board, const struct position *position, int score) {
  assert (score != 0);
  return board->area + 1 - (score < 0 ? -score : score) - position->plies;
}

#endif
