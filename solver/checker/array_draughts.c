/* Italian draughts on an array, from the rule book: Regolamento tecnico of the Federazione Italiana Dama,
 * whose articles are cited. The variant `seed` lacks the fourth priority of captures (6.9).
 *
 * cell[i] is the dark square with number i + 1: squares are numbered row by row from the top left one. White
 * (player 0) begins and moves up, towards lower numbers.
 *
 * The best captures are found in two passes over all sequences of jumps, made and taken back on one array:
 * the first pass finds the highest worth, the second visits the sequences of that worth.
 *
 * The number of moves is limited. A capturing piece stays on every second square of every second row: one of
 * four nets of 8 squares, with 9 squares between them. By enumeration a net has at most 12 longest sequences.
 * A step needs two squares that touch, of which there are 49 pairs, and only one of the two squares is empty.
 */
#include "array_rules.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What is on a square; Black's pieces are negative. TAKEN: the piece has been jumped over, but not been
 * lifted yet. */
enum { EMPTY = 0, MAN = 1, KING = 2, TAKEN = 3 };

enum { OFFICIAL, SEED };

/* One visit to all moves of a position. */
struct move_visit {
  const struct array_game *game;
  struct array_position position; /* jumps are made on it and taken back */
  uint64_t best;                  /* the highest worth of captures; 0: there is none */
  bool visiting;                  /* the second pass: captures of that worth are visited */
  bool stopped;                   /* the visitor has had enough */
  int moves;                      /* visited */
  bool (*visit) (void *, int, const struct array_position *);
  void *context;
};

/* ---- the board ---- */

static bool is_own (int piece, int player) { return player == 0 ? piece > 0 : piece < 0; }

/* The square next to `square`, or -1 if there is none or the piece may not go there: a man goes forward only,
 * a king in all directions (4, 4.7). Direction: bit 0 right, bit 1 down. Odd rows lie half a square further
 * to the right. */
static int next_square (const struct array_game *game, int piece, int square, int direction) {
  const int half = game->columns / 2, row = square / half + (direction & 2) - 1;
  const int place = square % half + square / half % 2 + (direction & 1) - 1;
  if (row < 0 || row >= game->rows || place < 0 || place >= half
      || (abs (piece) != KING && is_own (piece, 0) == ((direction & 2) != 0)))
    return -1;
  return row * half + place;
}

static bool is_last_row (const struct array_game *game, int square, int player) {
  const int half = game->columns / 2;
  return player == 0 ? square < half : square >= game->cells - half;
}

static bool has_pieces (const struct array_game *game, const struct array_position *position, int player) {
  for (int i = 0; i < game->cells; i++)
    if (is_own (position->cell[i], player))
      return true;
  return false;
}

static bool open_board (struct array_game *game, const char *name, const char *board, const char *variant) {
  const int size = board[0] - '0';
  game->variant = strcmp (variant, "seed") == 0 ? SEED : OFFICIAL;
  if (strcmp (name, "draughts") != 0 || (game->variant == OFFICIAL && strcmp (variant, "official") != 0)
      || (strcmp (board, "4x4") != 0 && strcmp (board, "6x6") != 0 && strcmp (board, "8x8") != 0))
    return false;
  game->columns = game->rows = size;
  game->cells = size * size / 2;
  game->key_bytes = 1 + 3 * ((game->cells + 7) / 8);
  return true;
}

/* ---- moves ---- */

/* Visit the position after a move: pieces that have been jumped over are lifted (3.5), and a man on the last
 * row becomes a king. */
static void arrive (struct move_visit *l, int from, int to) {
  struct array_position after;
  const int player = l->position.to_move;
  array_position_copy (l->game, &after, &l->position);
  after.cell[from] = EMPTY;
  after.cell[to] = is_last_row (l->game, to, player) ? (player == 0 ? KING : -KING) : l->position.cell[from];
  for (int i = 0; i < l->game->cells; i++)
    if (after.cell[i] == TAKEN)
      after.cell[i] = EMPTY;
  after.to_move = !player;
  l->stopped = l->visit == NULL || !l->visit (l->context, l->moves++, &after);
}

/* A sequence of jumps has come to `here`; go on in every way. Since captures of more pieces have priority, a
 * sequence that can be continued is never the best. A man takes no kings (5.3), and on the last row has
 * nothing in front of it. No piece is jumped over twice; meanwhile the square on which the sequence began is
 * empty (5.9). Bit 31 - i of `order` is set if the i-th piece taken, counted from 0, is a king. */
static void jump_on (struct move_visit *l, int here, int length, int kings, uint32_t order) {
  int8_t *cell = l->position.cell;
  const int8_t piece = cell[here];
  /* Most pieces (6.6), by a king (6.7), most kings taken (6.8), kings first (6.9). */
  const uint64_t worth = (uint64_t) length << 48 | (uint64_t) (abs (piece) == KING) << 40
                         | (uint64_t) kings << 32 | (l->game->variant == SEED ? 0 : order);
  if (length > 0 && l->visiting && worth == l->best)
    arrive (l, here, here);
  else if (length > 0 && worth > l->best)
    l->best = worth;
  for (int direction = 0; direction < 4 && !l->stopped; direction++) {
    const int over = next_square (l->game, piece, here, direction);
    const int to = over < 0 ? -1 : next_square (l->game, piece, over, direction);
    if (to < 0 || cell[to] != EMPTY || cell[over] == TAKEN || !is_own (cell[over], !l->position.to_move)
        || (abs (cell[over]) == KING && abs (piece) != KING))
      continue;
    const int8_t taken = cell[over];
    const uint32_t king = abs (taken) == KING;
    cell[here] = EMPTY;
    cell[over] = TAKEN;
    cell[to] = piece;
    jump_on (l, to, length + 1, kings + (int) king, order | king << (31 - length));
    cell[to] = EMPTY;
    cell[over] = taken;
    cell[here] = piece;
  }
}

/* A side that can capture must capture (federdama, rule 3). Where the opponent has no pieces, the game is
 * over. Without a visitor the listing stops at the first move. */
static bool each_move (const struct array_game *game, const struct array_position *position,
                       bool (*visit) (void *, int, const struct array_position *), void *context) {
  struct move_visit l = { .game = game, .visit = visit, .context = context };
  if (!has_pieces (game, position, !position->to_move))
    return true;
  array_position_copy (game, &l.position, position);
  for (int pass = 0; pass < 2; pass++) {
    l.visiting = pass == 1;
    for (int i = 0; i < game->cells; i++) {
      if (!is_own (position->cell[i], position->to_move))
        continue;
      if (!l.visiting || l.best > 0)
        jump_on (&l, i, 0, 0, 0);
      for (int direction = 0; direction < 4 && l.visiting && l.best == 0 && !l.stopped; direction++) {
        const int to = next_square (game, position->cell[i], i, direction);
        if (to >= 0 && position->cell[to] == EMPTY)
          arrive (&l, i, to);
      }
    }
  }
  return !l.stopped;
}

/* A side without pieces or without a move has lost (federdama, rule 10). */
static enum ending ending (const struct array_game *game, const struct array_position *position) {
  if (!has_pieces (game, position, !position->to_move))
    return WINS;
  return each_move (game, position, NULL, NULL) ? LOSES : NOT_OVER;
}

/* ---- keys and text ---- */

/* Image 1 is the position turned by 180 degrees, with the colours swapped. */
static bool pack (const struct array_game *game, const struct array_position *position, int image,
                  uint8_t *key) {
  const int plane = (game->key_bytes - 1) / 3;
  if (image > 1)
    return false;
  memset (key, 0, (size_t) game->key_bytes);
  key[0] = (uint8_t) (position->to_move ^ image);
  for (int i = 0; i < game->cells; i++) {
    const int8_t piece = position->cell[image ? game->cells - 1 - i : i];
    uint8_t *byte = key + 1 + i / 8;
    if (piece != EMPTY)
      byte[is_own (piece, image) ? 0 : plane] |= (uint8_t) (0x80 >> i % 8);
    if (abs (piece) == KING)
      byte[2 * plane] |= (uint8_t) (0x80 >> i % 8);
  }
  return true;
}

/* Bytes are accepted if they are the key of the position that they describe, and the position has a piece,
 * and no man where it would have become a king. */
static bool unpack (const struct array_game *game, const uint8_t *key, struct array_position *position) {
  const int plane = (game->key_bytes - 1) / 3;
  uint8_t again[KEY_MOST];
  position->to_move = key[0];
  position->plies = 0;
  for (int i = 0; i < game->cells; i++) {
    const uint8_t *byte = key + 1 + i / 8, bit = (uint8_t) (0x80 >> i % 8);
    const int piece = byte[2 * plane] & bit ? KING : MAN, black = (byte[plane] & bit) != 0;
    position->cell[i] = (int8_t) (piece * (((byte[0] & bit) != 0) - black));
    if (position->cell[i] == (black ? -MAN : MAN) && is_last_row (game, i, black))
      return false;
  }
  pack (game, position, 0, again);
  return key[0] <= 1 && memcmp (again, key, (size_t) game->key_bytes) == 0
         && (has_pieces (game, position, 0) || has_pieces (game, position, 1));
}

/* As FEN: "W:WK14,K15:B5". No square takes more than 4 bytes. */
static void print (const struct array_game *game, const struct array_position *position, char *text,
                   size_t size) {
  snprintf (text, size, "%c", "WB"[position->to_move]);
  for (int player = 0; player < 2 && size >= 4 * (size_t) game->cells + sizeof "W:W:B"; player++) {
    const char *before = "";
    text += sprintf (text + !player, ":%c", "WB"[player]) + !player;
    for (int i = 0; i < game->cells; i++)
      if (is_own (position->cell[i], player)) {
        text += sprintf (text, "%s%s%d", before, abs (position->cell[i]) == KING ? "K" : "", i + 1);
        before = ",";
      }
  }
}

const struct array_rules array_draughts = { true, open_board, unpack, pack, ending, each_move, print };
