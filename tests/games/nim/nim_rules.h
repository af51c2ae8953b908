/* A toy game that shows what adding a game takes: Nim.
 *
 * "nim:3,4,5": up to four heaps of at most 15 stones. A move takes any number of stones from one
 * heap ("b2": two from the second); who takes the last stone wins. Every position is its own
 * canonical form. */
#ifndef ZERMELO_NIM_RULES_H
#define ZERMELO_NIM_RULES_H

#define GAME_NAME "nim"
#define GAME_CONVERGES 1
#define GAME_SCORE_BY_DISTANCE 0
#define GAME_KEY_WORDS 1
#define GAME_KEY_EXACT 1
#define GAME_MOVES_MAX 60
#define GAME_ALIASES                                                                                         \
  { "nim", "nim:3,4,5" }
#define GAME_DEFAULT_RULES "standard"
#define GAME_RULES_PREFIX ""
#define GAME_TITLE "Nim"
#define GAME_BOARDS "nim:A,B,C"
#define GAME_EXAMPLE "nim:3,4,5"
#define GAME_PACKING "a byte a heap: its stones"

#include "base/text.h"
#include "game.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NIM_HEAPS = 4, NIM_STONES = 15 };

struct board {
  int heaps, total;
  uint8_t stones[NIM_HEAPS];
};

struct position {
  uint8_t stones[NIM_HEAPS];
};

struct move {
  uint8_t heap, stones;
};

static inline enum opening game_open (struct board *board, const char *text, struct failure *failure) {
  *board = (struct board){ 0 };
  for (const char *t = text; board->heaps < NIM_HEAPS; t++) {
    char *end;
    const long stones = strtol (t, &end, 10);
    if (end == t || stones < 1 || stones > NIM_STONES)
      break;
    board->stones[board->heaps++] = (uint8_t) stones;
    board->total += (int) stones;
    t = end;
    if (*t == 0 || strcmp (t, ",standard") == 0)
      return OPENING_DONE;
    if (*t != ',')
      break;
  }
  fail (failure, EXIT_BAD_DATA, "nim: '%.40s' is no board: up to four heaps of 1 to 15, like 3,4,5", text);
  return OPENING_FAILED;
}

static inline void game_board_text (const struct board *board, char text[BOARD_TEXT],
                                    char rules[BOARD_TEXT]) {
  *text = 0;
  for (int i = 0; i < board->heaps; i++)
    text_append (text, BOARD_TEXT, "%s%d", i > 0 ? "," : "", board->stones[i]);
  snprintf (rules, BOARD_TEXT, GAME_DEFAULT_RULES);
}

static inline int game_symmetries (const struct board *board) {
  (void) board;
  return 1;
}

static inline int game_plies_max (const struct board *board) { return board->total; }

static inline struct position game_start (const struct board *board) {
  struct position start;
  memcpy (start.stones, board->stones, sizeof start.stones);
  return start;
}

static inline int nim_left (const struct position *position) {
  int left = 0;
  for (int i = 0; i < NIM_HEAPS; i++)
    left += position->stones[i];
  return left;
}

/* Stones gone stand for moves made: a game that is played on can not come back, whatever the number of
 * moves; the score counts stones, see game_score(). */
static inline int game_plies (const struct board *board, const struct position *position) {
  return board->total - nim_left (position);
}

static inline enum outcome game_outcome (const struct board *board, const struct position *position) {
  (void) board;
  return nim_left (position) == 0 ? LOST : GOING_ON;
}

static inline int game_moves (const struct board *board, const struct position *position, struct move *list) {
  int count = 0;
  for (int heap = 0; heap < board->heaps; heap++)
    for (int stones = 1; stones <= position->stones[heap] && stones <= NIM_STONES; stones++)
      list[count++] = (struct move){ (uint8_t) heap, (uint8_t) stones };
  return count;
}

static inline int game_move_cell (const struct board *board, struct move move) {
  (void) board;
  return move.heap * NIM_STONES + move.stones - 1;
}

static inline struct position game_play (const struct board *board, const struct position *position,
                                         struct move move) {
  (void) board;
  struct position after = *position;
  after.stones[move.heap] = (uint8_t) (after.stones[move.heap] - move.stones);
  return after;
}

static inline struct position game_canonical (const struct board *board, const struct position *position) {
  (void) board, (void) position;
  return *position;
}

static inline int game_orbit (const struct board *board, const struct position *position) {
  (void) board, (void) position;
  return 1;
}

static inline int game_key (const struct board *board, const struct position *position, struct key *key) {
  (void) board;
  key->word[0] = 0;
  for (int i = 0; i < NIM_HEAPS; i++)
    key->word[0] = key->word[0] << 4 | position->stones[i];
  return 0;
}

static inline int game_move_number (const struct board *board, const struct position *position,
                                    struct move move, int index, int symmetry) {
  (void) position, (void) index, (void) symmetry;
  return game_move_cell (board, move);
}

static inline int game_packed_bytes (const struct board *board) { return board->heaps; }

static inline void game_pack (const struct board *board, const struct position *position, uint8_t *bytes) {
  memcpy (bytes, position->stones, (size_t) board->heaps);
}

static inline bool game_unpack (const struct board *board, const uint8_t *bytes, struct position *position) {
  *position = (struct position){ { 0 } };
  memcpy (position->stones, bytes, (size_t) board->heaps);
  for (int i = 0; i < board->heaps; i++)
    if (bytes[i] > board->stones[i])
      return false;
  return true;
}

static inline bool game_parse_position (const struct board *board, const char *text,
                                        struct position *position, struct normal_form *normal,
                                        struct failure *failure) {
  *position = game_start (board);
  normal->text[0] = normal->last[0] = 0;
  int number = 0;
  for (const char *t = text + strspn (text, " "); *t != 0; t += strspn (t, " ")) {
    char *end;
    const int heap = *t - 'a';
    const long stones = strtol (t + 1, &end, 10);
    number++;
    if (heap < 0 || heap >= board->heaps || stones < 1 || stones > position->stones[heap])
      return fail (failure, EXIT_BAD_DATA, "move %d (%.10s): a heap from a on and how many of its stones",
                   number, t);
    position->stones[heap] = (uint8_t) (position->stones[heap] - stones);
    snprintf (normal->last, sizeof normal->last, "%c%ld", 'a' + heap, stones);
    text_append_item (normal->text, normal->size, " ", normal->last);
    t = end;
  }
  return true;
}

static inline void game_print_move (const struct board *board, const struct position *position,
                                    struct move move, char *text, size_t size) {
  (void) board, (void) position;
  snprintf (text, size, "%c%d", 'a' + move.heap, move.stones);
}

/* The score is the same for every win, soon or late. */
static inline int game_score (const struct board *board, const struct position *position,
                              enum outcome outcome, int distance) {
  (void) board, (void) position, (void) distance;
  return (int) outcome;
}

#endif
