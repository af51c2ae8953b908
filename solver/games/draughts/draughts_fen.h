/* Positions of Italian draughts as PDN FEN: W:W21,K30:B1,K5
 *
 * The side to move, then the two colours with their squares. Accepts either colour first, kings (K) and men
 * in any order, ranges (21-32, K5-8), any case, spaces between the parts, enclosing quotes and a final dot;
 * also the counters that lidraughts and pydraughts append: half-moves without progress and the number of the
 * move, :H0:F1, on which a value does not depend. Writes White first, squares ascending, no spaces. */
#ifndef ZERMELO_DRAUGHTS_DRAUGHTS_FEN_H
#define ZERMELO_DRAUGHTS_DRAUGHTS_FEN_H

#include "base/decimal.h"
#include "base/failure.h"
#include "games/draughts/draughts_board.h"
#include "games/draughts/pdn_movetext.h"

#include <ctype.h>
#include <string.h>

enum { FEN_TEXT = 160 }; /* bytes of a FEN: 32 pieces of at most four characters, and the other characters */

/** A FEN that is being read. */
struct fen {
  const struct board *board;
  const char *at;     /* the next character */
  uint64_t pieces[2]; /* squares of White and Black, as White sees them */
  uint64_t kings;
  struct failure *failure;
};

static inline void fen_skip_spaces (struct fen *fen) {
  while (isspace ((unsigned char) *fen->at))
    fen->at++;
}

/** Skip the next character if it is `character`. Returns whether it is. */
static inline bool fen_take (struct fen *fen, char character) {
  fen_skip_spaces (fen);
  if (toupper ((unsigned char) *fen->at) != character)
    return false;
  fen->at++;
  return true;
}

static inline bool fen_wrong (struct fen *fen, const char *expected) {
  return fail (fen->failure, EXIT_BAD_DATA, "FEN: expected %s before \"%.40s\", as in W:W21,K30:B1,K5",
               expected, fen->at);
}

/** Read W (0) or B (1). */
static inline bool fen_colour (struct fen *fen, int *colour) {
  *colour = fen_take (fen, 'W') ? 0 : fen_take (fen, 'B') ? 1 : -1;
  return *colour >= 0 || fen_wrong (fen, "W or B");
}

static inline bool fen_square (struct fen *fen, int *number) {
  const char *start = fen->at;
  *number = 0;
  for (; isdigit ((unsigned char) *fen->at); fen->at++)
    if (*number < 1000)
      *number = *number * 10 + *fen->at - '0';
  if (fen->at == start)
    return fen_wrong (fen, "a square");
  if (*number < 1 || *number > fen->board->count)
    return fail (fen->failure, EXIT_BAD_DATA, "FEN: square %.*s is off the board: squares are 1 to %d",
                 (int) (fen->at - start < 40 ? fen->at - start : 40), start, fen->board->count);
  return true;
}

static inline bool fen_place (struct fen *fen, int colour, bool king, int number) {
  uint64_t square = (uint64_t) 1 << board_bit (fen->board, false, number);
  if (((fen->pieces[0] | fen->pieces[1]) & square) != 0)
    return fail (fen->failure, EXIT_BAD_DATA, "FEN: square %d is named twice", number);
  if (!king && (square & (colour == 0 ? 0xff : fen->board->last)) != 0)
    return fail (fen->failure, EXIT_BAD_DATA, "a man of %s cannot stand on %d, where it becomes a king (K%d)",
                 colour == 0 ? "White" : "Black", number, number);
  fen->pieces[colour] |= square;
  if (king)
    fen->kings |= square;
  return true;
}

/** Read "21", "K30", "21-32" or "K21-32". */
static inline bool fen_pieces (struct fen *fen, int colour) {
  int first, last;
  bool king = fen_take (fen, 'K');
  if (!fen_square (fen, &first))
    return false;
  last = first;
  if (*fen->at == '-') {
    fen->at++;
    if (!fen_square (fen, &last))
      return false;
    if (last < first)
      return fail (fen->failure, EXIT_BAD_DATA, "FEN: the range %d-%d runs backwards", first, last);
  }
  for (int number = first; number <= last; number++)
    if (!fen_place (fen, colour, king, number))
      return false;
  return true;
}

/** Read ":B1,K5"; the list may be empty. `expected` is the required colour, or -1. */
static inline bool fen_side (struct fen *fen, int expected, int *colour) {
  if (!fen_take (fen, ':'))
    return fen_wrong (fen, "':'");
  const char *start = fen->at;
  if (!fen_colour (fen, colour))
    return false;
  if (expected >= 0 && *colour != expected) {
    fen->at = start;
    return fen_wrong (fen, expected == 0 ? "W" : "B");
  }
  fen_skip_spaces (fen);
  if (*fen->at != 'K' && *fen->at != 'k' && !isdigit ((unsigned char) *fen->at))
    return true;
  do {
    fen_skip_spaces (fen);
    if (!fen_pieces (fen, *colour))
      return false;
  } while (fen_take (fen, ','));
  return true;
}

/** Read ":H0:F1", or one of the two counters. */
static inline bool fen_counters (struct fen *fen) {
  static const char names[] = "HF";
  for (int i = 0; i < 2; i++) {
    const char *start = fen->at;
    if (!fen_take (fen, ':') || !fen_take (fen, names[i])) {
      fen->at = start;
      continue;
    }
    if (!isdigit ((unsigned char) *fen->at))
      return fen_wrong (fen, "a number");
    fen->at += strspn (fen->at, "0123456789");
  }
  return true;
}

/** Does the text begin with a FEN, rather than with moves or nothing? */
static inline bool fen_begins (const char *text) {
  while (isspace ((unsigned char) *text) || *text == '"')
    text++;
  return *text != '\0' && !movetext_begins (text);
}

/** Read the FEN at the beginning of `text`; `rest` gets the text after it. */
static inline bool fen_read (const struct board *board, const char *text, struct position *position,
                             const char **rest, struct failure *failure) {
  struct fen fen = { .board = board, .at = text, .failure = failure };
  int to_move, first, second;
  bool quoted = fen_take (&fen, '"');
  if (!fen_colour (&fen, &to_move) || !fen_side (&fen, -1, &first) || !fen_side (&fen, 1 - first, &second)
      || !fen_counters (&fen))
    return false;
  fen_take (&fen, '.');
  if (quoted && !fen_take (&fen, '"'))
    return fen_wrong (&fen, "'\"'");
  if (*fen.at != '\0' && !isspace ((unsigned char) *fen.at) && !isspace ((unsigned char) fen.at[-1])
      && fen.at[-1] != '"')
    return fen_wrong (&fen, "a space");
  if ((fen.pieces[0] | fen.pieces[1]) == 0)
    return fail (failure, EXIT_BAD_DATA, "FEN: there are no pieces");
  *position = position_make (board, fen.pieces[0], fen.pieces[1], fen.kings, to_move == 1);
  *rest = fen.at;
  return true;
}

/** Write a position: at most FEN_TEXT bytes; the part that does not fit into `size` is left out. */
static inline void fen_write (const struct board *board, const struct position *position, char *text,
                              size_t size) {
  const char *const end = text + size;
  text = character_print (position->black ? 'B' : 'W', text, end);
  for (int colour = 0; colour < 2; colour++) {
    uint64_t pieces = position->black == (colour == 1) ? position->own : position->opponent;
    bool first = true;
    text = character_print ("WB"[colour], character_print (':', text, end), end);
    for (int number = 1; number <= board->count; number++) {
      uint64_t square = (uint64_t) 1 << board_bit (board, position->black, number);
      if ((pieces & square) == 0)
        continue;
      if (!first)
        text = character_print (',', text, end);
      if ((position->kings & square) != 0)
        text = character_print ('K', text, end);
      text = decimal_print (number, text, end);
      first = false;
    }
  }
}

#endif
