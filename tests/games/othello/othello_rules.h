/* A toy game that strains the contract where Nim does not: Othello on 4x4 and 6x6.
 *
 * A player who has no move passes while the opponent has one: a move of its own that changes nothing but
 * whose turn it is. The score of an end is how many discs more its side to move has, which no number of plies
 * tells. Of the eight symmetries of the board four take the start to itself: half a turn, and the mirrors in
 * both diagonals. Discs that stand alike with the other side to move are another position.
 *
 * Cell row * N + column is bit of that number, row 0 at the top: a1 is the top left cell. Black begins. */
#ifndef ZERMELO_OTHELLO_RULES_H
#define ZERMELO_OTHELLO_RULES_H

#define GAME_NAME "othello"
#define GAME_CONVERGES 1
#define GAME_KEY_WORDS 2
#define GAME_KEY_EXACT 1
#define GAME_MOVES_MAX 32
#define GAME_SCORE_BY_DISTANCE 0
#define GAME_ALIASES                                                                                         \
  { "othello", "othello:6x6" }
#define GAME_DEFAULT_RULES "standard"
#define GAME_RULES_PREFIX ""
#define GAME_PACKING                                                                                         \
  "byte 0: side to move, 0 Black, 1 White; then the discs of the side to move and those of the other side, " \
  "each as one big-endian number with bit row * N + column, row 0 at the top"
#define GAME_TITLE "Othello"
#define GAME_BOARDS "othello:NxN"
#define GAME_EXAMPLE "othello:4x4"
#define GAME_PLAYERS                                                                                         \
  { "Black", "White" }
#define GAME_MARKS                                                                                           \
  { "b", "w" }
#define GAME_MOVER 1

#include "base/text.h"
#include "game.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

enum { OTHELLO_SIZE_MAX = 6, OTHELLO_CELLS_MAX = OTHELLO_SIZE_MAX * OTHELLO_SIZE_MAX, OTHELLO_IMAGES = 4 };

struct board {
  int size, cells;
  uint64_t all, first_column, last_column;
  uint8_t image[OTHELLO_IMAGES][OTHELLO_CELLS_MAX]; /* where a symmetry takes a cell */
};

struct position {
  uint64_t own, other; /* discs of the side to move and of the other side */
  int mover;           /* 0: Black is to move */
};

/** board->cells is a pass. */
struct move {
  uint8_t cell;
};

/* ---- the board ---- */

static inline void othello_open_images (struct board *board) {
  const int last = board->size - 1;
  for (int symmetry = 0; symmetry < OTHELLO_IMAGES; symmetry++)
    for (int cell = 0; cell < board->cells; cell++) {
      int row = cell / board->size, column = cell % board->size;
      if (symmetry & 1) {
        column = last - column;
        row = last - row;
      }
      board->image[symmetry][cell]
          = (uint8_t) (symmetry & 2 ? column * board->size + row : row * board->size + column);
    }
}

static inline enum opening game_open (struct board *board, const char *text, struct failure *failure) {
  *board = (struct board){ 0 };
  if (strncmp (text, "4x4", 3) == 0 || strncmp (text, "6x6", 3) == 0)
    board->size = *text - '0';
  if (board->size == 0 || (text[3] != 0 && strcmp (text + 3, ",standard") != 0)) {
    fail (failure, EXIT_BAD_DATA, "othello: '%.40s' is no board: 4x4 or 6x6", text);
    return OPENING_FAILED;
  }
  board->cells = board->size * board->size;
  board->all = (UINT64_C (1) << board->cells) - 1;
  for (int row = 0; row < board->size; row++)
    board->first_column |= UINT64_C (1) << row * board->size;
  board->last_column = board->first_column << (board->size - 1);
  othello_open_images (board);
  return OPENING_DONE;
}

static inline void game_board_text (const struct board *board, char text[BOARD_TEXT],
                                    char rules[BOARD_TEXT]) {
  snprintf (text, BOARD_TEXT, "%dx%d", board->size, board->size);
  snprintf (rules, BOARD_TEXT, GAME_DEFAULT_RULES);
}

static inline int game_symmetries (const struct board *board) {
  (void) board;
  return OTHELLO_IMAGES;
}

static inline struct position game_start (const struct board *board) {
  const int n = board->size, top_left = (n / 2 - 1) * n + n / 2 - 1;
  return (struct position){ .own = UINT64_C (1) << (top_left + 1) | UINT64_C (1) << (top_left + n),
                            .other = UINT64_C (1) << top_left | UINT64_C (1) << (top_left + n + 1) };
}

static inline int game_mover (const struct board *board, const struct position *position) {
  (void) board;
  return position->mover;
}

/* ---- discs ---- */

enum { OTHELLO_DIRECTIONS = 8 };

/** Discs one cell further on in a direction; those that leave the board are gone. */
static inline uint64_t othello_step (const struct board *board, uint64_t discs, int direction) {
  const int n = board->size;
  const uint64_t not_first = discs & ~board->first_column, not_last = discs & ~board->last_column;
  switch (direction) {
  case 0: return discs >> n;
  case 1: return discs << n & board->all;
  case 2: return not_first >> 1;
  case 3: return not_last << 1;
  case 4: return not_first >> (n + 1);
  case 5: return not_last >> (n - 1);
  case 6: return not_first << (n - 1) & board->all;
  default: return not_last << (n + 1) & board->all;
  }
}

/** The cells where a disc of `own` turns discs of `other`. */
static inline uint64_t othello_cells (const struct board *board, uint64_t own, uint64_t other) {
  uint64_t cells = 0;
  for (int direction = 0; direction < OTHELLO_DIRECTIONS; direction++)
    for (uint64_t line = othello_step (board, own, direction) & other; line != 0; line &= other) {
      line = othello_step (board, line, direction);
      cells |= line & ~own & ~other;
    }
  return cells;
}

/** The discs of `other` that a disc of `own` on `cell` turns. */
static inline uint64_t othello_turned (const struct board *board, uint64_t own, uint64_t other, int cell) {
  uint64_t turned = 0;
  for (int direction = 0; direction < OTHELLO_DIRECTIONS; direction++) {
    uint64_t line = 0, step = othello_step (board, UINT64_C (1) << cell, direction);
    for (; (step & other) != 0; step = othello_step (board, step, direction))
      line |= step;
    if ((step & own) != 0)
      turned |= line;
  }
  return turned;
}

static inline int othello_count (uint64_t discs) { return __builtin_popcountll (discs); }

/* ---- play ---- */

/** Twice the discs put down, since there is at most a pass for each; one more where the opponent of the side
 * to move cannot move, and so may have passed. */
static inline int game_plies (const struct board *board, const struct position *position) {
  const bool passed = othello_cells (board, position->other, position->own) == 0
                      && othello_cells (board, position->own, position->other) != 0;
  return 2 * (othello_count (position->own | position->other) - 4) + passed;
}

static inline int game_plies_max (const struct board *board) { return 2 * (board->cells - 4) + 1; }

static inline enum outcome game_outcome (const struct board *board, const struct position *position) {
  if (othello_cells (board, position->own, position->other) != 0
      || othello_cells (board, position->other, position->own) != 0)
    return GOING_ON;
  const int more = othello_count (position->own) - othello_count (position->other);
  return more > 0 ? WON : more < 0 ? LOST : DRAWN;
}

static inline int game_moves (const struct board *board, const struct position *position, struct move *list) {
  int count = 0;
  for (uint64_t cells = othello_cells (board, position->own, position->other); cells != 0; cells &= cells - 1)
    list[count++] = (struct move){ (uint8_t) __builtin_ctzll (cells) };
  if (count == 0 && game_outcome (board, position) == GOING_ON)
    list[count++] = (struct move){ (uint8_t) board->cells };
  return count;
}

static inline int game_move_cell (const struct board *board, struct move move) {
  (void) board;
  return move.cell;
}

static inline struct position game_play (const struct board *board, const struct position *position,
                                         struct move move) {
  uint64_t turned = 0, put = 0;
  if (move.cell < board->cells) {
    turned = othello_turned (board, position->own, position->other, move.cell);
    put = UINT64_C (1) << move.cell;
  }
  return (struct position){ position->other & ~turned, position->own | turned | put, !position->mover };
}

/* ---- keys ---- */

static inline uint64_t othello_image (const struct board *board, uint64_t discs, int symmetry) {
  uint64_t image = 0;
  for (; discs != 0; discs &= discs - 1)
    image |= UINT64_C (1) << board->image[symmetry][__builtin_ctzll (discs)];
  return image;
}

/** The least image in the order of packed bytes, and the symmetry that leads to it; `different` (may be NULL)
 * gets how many different images there are. */
static inline struct position othello_least (const struct board *board, const struct position *position,
                                             int *symmetry, int *different) {
  struct position least = *position;
  int same = 0;
  *symmetry = 0;
  for (int s = 0; s < OTHELLO_IMAGES; s++) {
    const uint64_t own = othello_image (board, position->own, s);
    if (own > least.own && own != position->own)
      continue;
    const struct position image = { own, othello_image (board, position->other, s), position->mover };
    same += image.own == position->own && image.other == position->other;
    if (image.own < least.own || (image.own == least.own && image.other < least.other)) {
      least = image;
      *symmetry = s;
    }
  }
  if (different != NULL)
    *different = OTHELLO_IMAGES / same;
  return least;
}

static inline struct position game_canonical (const struct board *board, const struct position *position) {
  int symmetry;
  return othello_least (board, position, &symmetry, NULL);
}

static inline int game_orbit (const struct board *board, const struct position *position) {
  int symmetry, different;
  othello_least (board, position, &symmetry, &different);
  return different;
}

static inline int game_key (const struct board *board, const struct position *position, struct key *key) {
  int symmetry;
  const struct position least = othello_least (board, position, &symmetry, NULL);
  key->word[0] = least.own;
  key->word[1] = least.other | (uint64_t) least.mover << OTHELLO_CELLS_MAX;
  return symmetry;
}

static inline int game_move_number (const struct board *board, const struct position *position,
                                    struct move move, int index, int symmetry) {
  (void) position, (void) index;
  return move.cell < board->cells ? board->image[symmetry][move.cell] : board->cells;
}

static inline int othello_plane_bytes (const struct board *board) { return (board->cells + 7) / 8; }

static inline int game_packed_bytes (const struct board *board) {
  return 1 + 2 * othello_plane_bytes (board);
}

static inline void game_pack (const struct board *board, const struct position *position, uint8_t *bytes) {
  uint64_t own = position->own, other = position->other;
  const int plane = othello_plane_bytes (board);
  *bytes = (uint8_t) position->mover;
  for (int i = plane; i > 0; i--, own >>= 8, other >>= 8) {
    bytes[i] = (uint8_t) own;
    bytes[plane + i] = (uint8_t) other;
  }
}

static inline bool game_unpack (const struct board *board, const uint8_t *bytes, struct position *position) {
  const int plane = othello_plane_bytes (board);
  const struct position start = game_start (board);
  *position = (struct position){ .mover = bytes[0] };
  for (int i = 1; i <= plane; i++) {
    position->own = position->own << 8 | bytes[i];
    position->other = position->other << 8 | bytes[plane + i];
  }
  const uint64_t discs = position->own | position->other, middle = start.own | start.other;
  return position->mover <= 1 && (discs & ~board->all) == 0 && (discs & middle) == middle
         && (position->own & position->other) == 0;
}

/* ---- texts ---- */

static inline void game_print_move (const struct board *board, const struct position *position,
                                    struct move move, char *text, size_t size) {
  (void) position;
  if (move.cell == board->cells)
    snprintf (text, size, "pass");
  else
    snprintf (text, size, "%c%d", 'a' + move.cell % board->size, move.cell / board->size + 1);
}

/** The move that a text begins with; the length of its name, 0 if it is no cell and no pass. */
static inline int othello_read_move (const struct board *board, const char *text, struct move *move) {
  if (strncasecmp (text, "pass", 4) == 0) {
    *move = (struct move){ (uint8_t) board->cells };
    return 4;
  }
  const int column = tolower ((unsigned char) text[0]) - 'a', row = column < 0 ? -1 : text[1] - '1';
  if (column < 0 || column >= board->size || row < 0 || row >= board->size)
    return 0;
  *move = (struct move){ (uint8_t) (row * board->size + column) };
  return 2;
}

static inline bool othello_is_legal (const struct board *board, const struct position *position,
                                     struct move move) {
  struct move list[GAME_MOVES_MAX];
  int count = game_moves (board, position, list);
  while (count > 0 && list[count - 1].cell != move.cell)
    count--;
  return count > 0;
}

static inline bool game_parse_position (const struct board *board, const char *text,
                                        struct position *position, struct normal_form *normal,
                                        struct failure *failure) {
  *position = game_start (board);
  normal->text[0] = normal->last[0] = 0;
  int number = 1;
  for (const char *t = text + strspn (text, " "); *t != 0; t += strspn (t, " "), number++) {
    struct move move;
    const int length = othello_read_move (board, t, &move);
    if (length == 0)
      return fail (failure, EXIT_BAD_DATA, "move %d (%.10s): a cell like a1, or pass", number, t);
    if (!othello_is_legal (board, position, move))
      return fail (failure, EXIT_BAD_DATA, "move %d (%.*s): it turns no disc, or it passes where it need not",
                   number, length, t);
    game_print_move (board, position, move, normal->last, sizeof normal->last);
    text_append_item (normal->text, normal->size, " ", normal->last);
    *position = game_play (board, position, move);
    t += length;
  }
  return true;
}

/* ---- scores ---- */

/** Of an end: how many discs more the side to move has. Before it: no more than all cells. */
static inline int game_score (const struct board *board, const struct position *position,
                              enum outcome outcome, int distance) {
  if (distance > 0)
    return (int) outcome * board->cells;
  return othello_count (position->own) - othello_count (position->other);
}

#endif
