/* Certificates of m,n,k-games as theorems for Coq; theorems/mnk/ has the rules, the checker of the rows and
 * the proof that the statements accepted by the checker are true.
 *
 * Stones are sets of cells, written as hexadecimal numbers: bit row * columns + column. A row
 * (theorems/mnk/Rows.v) has the side to move, both sets of stones, the largest number of replies that are
 * followed, and either the cells where the player is to play (none: every move is tried), or tiles: the cells
 * of each and the sets in which he gets a stone. A pair is a tile of two cells whose set is both. The Coq
 * checker looks images up by itself, and needs the rows with the most stones first, since a row relies on
 * rows with more stones.
 *
 * Two theorems need no rows: the first player does not lose from the empty board, and nine or more in a row
 * are a draw on every board. */
#include "games/theorem_rows.h"
#include "games/theorems.h"

#include "checker/alignment.h"
#include "checker/checker.h"

enum {
  NIBBLE = 4,
  ALWAYS_DRAWN = 9 /* rows of this length or more are a draw on every board (theorems/mnk/Torus.v) */
};

/* ---- a row ---- */

/* Write the marked cells as a number. */
static void put_set (FILE *out, const int8_t *cell, int cells, int mark) {
  fputs ("0x", out);
  bool leading = true; /* leading zeros, of which only the last digit is written */
  for (int digit = (cells - 1) / NIBBLE; digit >= 0; digit--) {
    unsigned value = 0;
    for (int i = digit * NIBBLE; i < cells && i < (digit + 1) * NIBBLE; i++)
      value |= (unsigned) (cell[i] == mark) << i % NIBBLE;
    leading = leading && value == 0 && digit > 0;
    if (!leading)
      fprintf (out, "%x", value);
  }
}

static void put_numbers (FILE *out, const uint16_t *number, size_t numbers) {
  for (size_t i = 0; i < numbers; i++)
    fprintf (out, "%s%u", i > 0 ? ";" : "", (unsigned) number[i]);
}

/* Write the cells of a tile, and those of its cells that make a set. */
static void put_tile_set (FILE *out, const struct array_game *game, const uint16_t *cell, int cells,
                          unsigned set) {
  static _Thread_local int8_t on[CELLS_MOST];
  for (int i = 0; i < game->cells; i++)
    on[i] = 0;
  for (int i = 0; i < cells; i++)
    if ((set >> i & 1) != 0 && cell[i] < game->cells)
      on[cell[i]] = 1;
  put_set (out, on, game->cells, 1);
}

/* Write tiles. A tile that is wrong is left out, so that Coq refuses the row. */
static void put_tiles (FILE *out, const struct array_game *game, const uint16_t *number, size_t numbers,
                       bool pairs) {
  static const uint16_t both[] = { 1, 3 };
  for (size_t begin = 0, end = 0; begin < numbers; begin = end) {
    const uint16_t cells = pairs ? 2 : number[begin], *const cell = number + begin + !pairs;
    end = begin + cells + (pairs ? 0 : 2);
    if (end > numbers)
      return;
    const uint16_t *const sets = pairs ? both : cell + cells;
    end += pairs ? 0 : sets[0];
    if (end > numbers)
      return;
    fputs (begin > 0 ? ";([" : "([", out);
    put_numbers (out, cell, cells);
    fputs ("],[", out);
    for (int i = 1; i <= sets[0]; i++) {
      fputs (i > 1 ? ";" : "", out);
      put_tile_set (out, game, cell, cells, sets[i]);
    }
    fputs ("])", out);
  }
}

static void put_row (FILE *out, const struct certificate_file *file, int player, size_t row) {
  const struct array_game *game = &file->game;
  const struct strategy_rows *rows = &file->strategy[player];
  const uint16_t *number = rows->number + rows->begin[row];
  const int kind = rows->kind[row];
  const bool tiles = kind == ROW_PAIRING || kind == ROW_TILING;
  struct array_position position;
  game->rules->unpack (game, key_of_row (file, player, row), &position);
  fprintf (out, "  Row %s ", position.to_move == player ? "true" : "false");
  put_set (out, position.cell, game->cells, 1 + player);
  fputc (' ', out);
  put_set (out, position.cell, game->cells, 2 - player);
  /* After a move each reply has a row of its own. */
  fprintf (out, " %d (%s [", kind == ROW_MOVE ? 1 : tiles ? 0 : game->cells, tiles ? "Tiles" : "Moves");
  if (tiles)
    put_tiles (out, game, number, rows->size[row], kind == ROW_PAIRING);
  else
    put_numbers (out, number, rows->size[row]);
  fputs ("])", out);
}

static const struct row_text row_text = { "row", "", "", put_row };

/* ---- the theorem ---- */

static bool steals (const struct certificate_file *file, int player) {
  const struct strategy_rows *rows = &file->strategy[player];
  for (size_t row = 0; row < rows->count; row++)
    if (rows->kind[row] == ROW_STEALING)
      return true;
  return false;
}

/* The rows of a player, and the statement that they prove by computation: that he wins, or at least does not
 * lose. */
static size_t put_strategy (FILE *out, const struct certificate_file *file, int player, bool draws) {
  const struct array_game *game = &file->game;
  const int m = game->columns, n = game->rows, k = game->length;
  if (player == 0 && draws && steals (file, player)) {
    fprintf (out,
             "Lemma first_player : secures %d %d %d First true First empty.\n"
             "Proof. apply first_does_not_lose. repeat constructor. Qed.\n",
             m, n, k);
    return 1;
  }
  put_rows (out, file, player, &row_text);
  fprintf (out,
           "Lemma %s_player : secures %d %d %d %s %s First empty.\n"
           "Proof. apply accepted_is_true with %s. vm_cast_no_check (eq_refl true). Qed.\n",
           players[player], m, n, k, players_in_coq[player], draws ? "true" : "false", players[player]);
  return file->strategy[player].count;
}

static size_t mnk_write (FILE *out, const struct certificate_file *file) {
  const struct array_game *game = &file->game;
  const int claim = *claim_of_start (file);
  size_t rows = 0;
  fprintf (
      out,
      "(* %s: a value, and the rows that prove it. Made by `zermelo export --format coq`; the theorem at "
      "the\n"
      "   end says what is proven, and theorems/README.md what of. *)\n"
      "Require Import List NArith.\n"
      "From Zermelo Require mnk.\n"
      "Import mnk.Rules mnk.Value mnk.Stealing mnk.Torus mnk.Rows.\n"
      "Import ListNotations.\n"
      "Open Scope N_scope.\n\n",
      game->title);
  const bool by_torus = claim == 0 && game->length >= ALWAYS_DRAWN;
  for (int player = 0; player < 2; player++)
    if (!by_torus && (claim == 0 || player == (claim < 0)))
      rows += put_strategy (out, file, player, claim == 0);
  fprintf (out, "Theorem value : value_of_the_game %d %d %d = %s.\n", game->columns, game->rows, game->length,
           claim == 0  ? "Draw"
           : claim > 0 ? "Win"
                       : "Loss");
  fputs ("Proof.\n", out);
  if (by_torus)
    fputs ("  apply value_is_draw; [|apply nine_or_more]; repeat constructor.\n", out);
  else if (claim == 0)
    fputs ("  apply value_is_draw; [repeat constructor|exact (conj first_player second_player)].\n", out);
  else
    fprintf (out, "  apply value_is_%s; [repeat constructor|exact %s_player].\n", claim > 0 ? "win" : "loss",
             players[claim < 0]);
  fputs ("Qed.\nPrint Assumptions value.\n", out);
  return rows;
}

/* ---- certificates that have a theorem ---- */

static bool mnk_fits (const struct certificate_file *file, struct failure *failure) {
  const struct array_game *game = &file->game;
  if (game->variant != STANDARD)
    return fail (failure, EXIT_BAD_DATA,
                 "%s: the theorems are for the standard rules: k or more in a row win", game->title);
  if (game->exact_score)
    return fail (failure, EXIT_BAD_DATA, "it claims a score: the theorems are about win, draw and loss");
  const int16_t *const claim = claim_of_start (file);
  if (claim == NULL)
    return fail (failure, EXIT_BAD_DATA, "it claims nothing about the start, which the theorems are about");
  return has_strategies (file, *claim, failure);
}

const struct game_theorem theorem_mnk = { .game = "mnk",
                                          .kinds = { [ROW_MOVE] = true,
                                                     [ROW_SMALL] = true,
                                                     [ROW_PAIRING] = true,
                                                     [ROW_THREATS] = true,
                                                     [ROW_PLAN] = true,
                                                     [ROW_TILING] = true,
                                                     [ROW_STEALING] = true },
                                          .fits = mnk_fits,
                                          .write = mnk_write };
