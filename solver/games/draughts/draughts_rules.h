/* Italian draughts (dama italiana) by the contract of game.h: 8x8, 6x6 with six men a side, 4x4 with two.
 *
 * Two sets of rules. `official`: Regolamento tecnico of the Federazione Italiana Dama, Capo I, whose articles
 * are cited where they are implemented: captures.h and moves.h. `seed`: the rules of the report of Miraglia
 * (Pisa 2012), which differ in that the fourth priority of captures (6.9) is missing.
 *
 * A side without pieces or without a move has lost (federdama, rule 10). There is no draw by repetition or by
 * counting moves: the value of a position does not depend on its history, and a draw means that neither side
 * can force a win. */
#ifndef ZERMELO_DRAUGHTS_DRAUGHTS_RULES_H
#define ZERMELO_DRAUGHTS_DRAUGHTS_RULES_H

#define GAME_NAME "draughts"
#define GAME_CONVERGES 0
#define GAME_KEY_WORDS 2
#define GAME_KEY_EXACT 1
#define GAME_KEY_TAGS 10 /* kings stand on dark squares, so these bits are free */
#define GAME_ALIASES                                                                                         \
  { "draughts", "draughts:8x8" }
#define GAME_DEFAULT_RULES "official"
#define GAME_RULES_PREFIX "rules="
#define GAME_TITLE "Italian draughts"
#define GAME_BOARDS "draughts:NxN"
#define GAME_EXAMPLE "draughts:8x8"
#define GAME_POSITIONS "also a FEN, with or without moves"
#define GAME_MOVES_ENCODING BOOK_1_MOVES
#define GAME_SCORES_ENCODING BOOK_1_SCORES
#define GAME_PRINT_POSITION 1
#define GAME_PACKING                                                                                         \
  "byte 0: side to move, 0 White, 1 Black; then planes of bits for White's pieces, Black's pieces "          \
  "and all kings, square 1 in the highest bit of the first byte of each"
#define GAME_COUNT_PATHS 1
#define GAME_MOVE_PATHS 1
#define GAME_MOVER 1
#define GAME_MOVES_MAX 64 /* at most 49 are possible: see moves.h */

#include "game.h"
#include "games/book_format_1.h"

#include "games/draughts/draughts_board.h"
#include "games/draughts/captures.h"
#include "games/draughts/draughts_fen.h"
#include "games/draughts/draughts_notation.h"
#include "games/draughts/moves.h"
#include "games/draughts/pdn_movetext.h"
#include "games/draughts/draughts_packing.h"

#include <assert.h>

/** Read "8x8", "6x6" or "4x4", then nothing, ",official", ",seed", ",rules=official" or ",rules=seed". */
static inline enum opening game_open (struct board *board, const char *text, struct failure *failure) {
  static const char *const rules[] = { "", ",official", ",rules=official", ",seed", ",rules=seed" };
  static const char *const sizes[] = { "4x4", "6x6", "8x8" };
  for (int size = 0; size < 3; size++)
    for (int i = 0; i < 5 && strncmp (text, sizes[size], 3) == 0; i++)
      if (strcmp (text + 3, rules[i]) == 0) {
        *board = board_make (4 + 2 * size, i < 3);
        return OPENING_DONE;
      }
  fail (failure, EXIT_BAD_DATA,
        "no draughts board \"%.60s\": expected 8x8, 6x6 or 4x4, then nothing, \",rules=official\" or "
        "\",rules=seed\"",
        text);
  return OPENING_FAILED;
}

static inline void game_board_text (const struct board *board, char text[BOARD_TEXT],
                                    char rules[BOARD_TEXT]) {
  snprintf (text, BOARD_TEXT, "%dx%d", board->size, board->size);
  snprintf (rules, BOARD_TEXT, board->official ? "official" : "seed");
}

static inline int game_symmetries (const struct board *board) {
  (void) board;
  return 2;
}

static inline int game_plies_max (const struct board *board) {
  (void) board;
  return 0;
}

/** The start position: men fill all rows but the two in the middle; White begins (2.6, 3.4). */
static inline struct position game_start (const struct board *board) {
  uint64_t black = board->squares & (((uint64_t) 1 << 8 * (board->size / 2 - 1)) - 1);
  const struct position men = { .opponent = black };
  return position_make (board, position_turned (board, &men).own, black, 0, false);
}

static inline int game_plies (const struct board *board, const struct position *position) {
  (void) board, (void) position;
  return 0;
}

static inline enum outcome game_outcome (const struct board *board, const struct position *position) {
  if (position->opponent == 0)
    return WON;
  return moves_exist (board, position) ? GOING_ON : LOST;
}

static inline int game_moves (const struct board *board, const struct position *position, struct move *list) {
  const int count = position->opponent == 0 ? 0 : moves_list (board, position, list);
  assert (count <= GAME_MOVES_MAX && (count > 0) == (game_outcome (board, position) == GOING_ON));
  return count;
}

static inline int game_move_paths (const struct board *board, struct move move) {
  (void) board;
  return move.paths;
}

static inline int game_move_cell (const struct board *board, struct move move) {
  (void) board, (void) move;
  return -1;
}

/** The sum of game_move_paths() over game_moves() without listing the moves: for the last ply of perft. */
static inline int game_count_paths (const struct board *board, const struct position *position) {
  return position->opponent == 0 ? 0 : moves_count_paths (board, position);
}

static inline struct position game_play (const struct board *board, const struct position *position,
                                         struct move move) {
  return moves_play (board, position, move);
}

/** Symmetric positions look the same to the side to move. The opponent is put on the light squares. */
static inline int game_key (const struct board *board, const struct position *position, struct key *key) {
  (void) board;
  key->word[0] = squares_join (position->own, position->opponent);
  key->word[1] = position->kings;
  return position->black;
}

/** The list of moves has the same order in both symmetric positions, so the index is the number. */
static inline int game_move_number (const struct board *board, const struct position *position,
                                    struct move move, int index, int symmetry) {
  (void) board, (void) position, (void) move, (void) symmetry;
  return index;
}

static inline int game_packed_bytes (const struct board *board) {
  return 1 + 3 * packing_plane_bytes (board);
}

static inline void game_pack (const struct board *board, const struct position *position, uint8_t *bytes) {
  packing_write (board, position, bytes);
}

static inline bool game_unpack (const struct board *board, const uint8_t *bytes, struct position *position) {
  return packing_read (board, bytes, position);
}

static inline struct position game_canonical (const struct board *board, const struct position *position) {
  (void) board;
  struct position canonical = *position;
  canonical.black = false;
  return canonical;
}

static inline int game_orbit (const struct board *board, const struct position *position) {
  (void) board, (void) position;
  return 1;
}

static inline bool game_parse_position (const struct board *board, const char *text,
                                        struct position *position, struct normal_form *normal,
                                        struct failure *failure) {
  *position = game_start (board);
  normal->last[0] = '\0';
  if (fen_begins (text) && !fen_read (board, text, position, &text, failure))
    return false;
  for (struct movetext_move next = { .text = text };;) {
    if (!movetext_next (&next, failure))
      return false;
    if (next.length == 0)
      break;
    struct move list[GAME_MOVES_MAX];
    const int count = game_moves (board, position, list);
    const int played = move_text_read (board, position, list, count, &next, failure);
    if (played < 0)
      return false;
    move_text_write (board, position, list[played], move_text_is_long (list[played], list, count),
                     normal->last, sizeof normal->last);
    *position = game_play (board, position, list[played]);
  }
  fen_write (board, position, normal->text, normal->size);
  return true;
}

static inline void game_print_position (const struct board *board, const struct position *position,
                                        char *text, size_t size) {
  fen_write (board, position, text, size);
}

static inline void game_print_move (const struct board *board, const struct position *position,
                                    struct move move, char *text, size_t size) {
  struct move list[GAME_MOVES_MAX];
  /* only captures can have the same ends */
  const int count = move.captured == 0 ? 0 : game_moves (board, position, list);
  move_text_write (board, position, move, move_text_is_long (move, list, count), text, size);
}

static inline int game_mover (const struct board *board, const struct position *position) {
  (void) board;
  return position->black;
}

static inline int game_score (const struct board *board, const struct position *position,
                              enum outcome outcome, int distance) {
  (void) board, (void) position;
  return cyclic_score (outcome, distance);
}

static inline int game_distance (const struct board *board, const struct position *position, int score) {
  (void) board, (void) position;
  return cyclic_distance (score);
}

#endif
