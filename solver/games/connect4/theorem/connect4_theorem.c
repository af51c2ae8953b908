/* Certificates of Connect Four as theorems for Coq; theorems/connect4/ has the rules, the checker of the rows
 * and the proof that the statements accepted by the checker are true.
 *
 * A row becomes a list of numbers (theorems/connect4/Rows.v): the stones of the player whose strategy it is,
 * with bit 62 if he is to move, those of the other side, and the cells where he is to play, ten a number.
 * Cell (column, row) is bit column * (rows + 1) + row, as on every bitboard of the game. All kinds of rows
 * become such lists: a move is a list of one cell, a plan or a row of threats has its cells, and a small row
 * has none, so that every move is tried. The checker looks mirror images up by itself. It needs the rows with
 * the most stones first, since a row relies on rows with more stones. */
#include "games/theorem_rows.h"
#include "games/theorems.h"

#include "checker/alignment.h"
#include "checker/checker.h"

#include <inttypes.h>
#include <stdlib.h>

enum {
  BITS_MOST = 62, /* bits of a board: the integers of Coq have 63 bits, one of which marks the side to move */
  CELL_BITS = 6,
  CELLS_A_NUMBER = 10
};

/* ---- a row ---- */

static int bit_of (const struct array_game *game, int column, int row) {
  return column * (game->rows + 1) + row;
}

static uint64_t stones_of (const struct array_game *game, const struct array_position *position, int mark) {
  uint64_t stones = 0;
  for (int cell = 0; cell < game->cells; cell++)
    if (position->cell[cell] == mark)
      stones |= UINT64_C (1) << bit_of (game, cell % game->columns, cell / game->columns);
  return stones;
}

/* The cell for a number of the row; -1: there is no such cell. */
static int cell_of_number (const struct array_game *game, const struct array_position *position, int kind,
                           int number) {
  if (kind == ROW_MOVE)
    return cell_of_place (game, position, number);
  return number < game->cells ? number : -1;
}

static void put_row (FILE *out, const struct certificate_file *file, int player, size_t row) {
  const struct array_game *game = &file->game;
  const struct strategy_rows *rows = &file->strategy[player];
  struct array_position position;
  game->rules->unpack (game, key_of_row (file, player, row), &position);
  const uint64_t own = stones_of (game, &position, 1 + player);
  const uint64_t other = stones_of (game, &position, 2 - player);
  const uint64_t to_move = (uint64_t) (position.to_move == player) << BITS_MOST;
  fprintf (out, "  [%" PRIu64 ";%" PRIu64, own | to_move, other);
  uint64_t packed = 0;
  int cells = 0;
  for (size_t i = 0; i < rows->size[row]; i++) {
    const int cell = cell_of_number (game, &position, rows->kind[row], rows->number[rows->begin[row] + i]);
    if (cell < 0)
      continue; /* the number is no cell: leave it to Coq to refuse the row */
    packed |= (uint64_t) (1 + bit_of (game, cell % game->columns, cell / game->columns)) << CELL_BITS * cells;
    if (++cells == CELLS_A_NUMBER) {
      fprintf (out, ";%" PRIu64, packed);
      packed = 0;
      cells = 0;
    }
  }
  if (cells > 0)
    fprintf (out, ";%" PRIu64, packed);
  fputc (']', out);
}

static const struct row_text row_text = { "(list int)", "%uint63", "map decode ", put_row };

/* ---- the theorem ---- */

/* The number of the winning stone among the player's own stones, if he has this score (worth_of()): the score
 * counts the stones that he has left before it. */
static int winning_stone (const struct array_game *game, int player, int score) {
  return (game->cells + (player == 0 ? 3 : 2)) / 2 - score;
}

/* A score in the sense of theorems/connect4/Value.v: the cells that are empty before the last stone. */
static int score_in_coq (const struct array_game *game, int player, int score) {
  return game->cells - (2 * winning_stone (game, player, score) - (player == 0 ? 2 : 1));
}

/* The rows of a player, and the statement that they prove by computation: that he gets at least the bound. */
static size_t put_strategy (FILE *out, const struct certificate_file *file, int player, int bound) {
  put_rows (out, file, player, &row_text);
  fprintf (out,
           "Lemma %s_player : secures %d %d %s (%d) First (empty %d).\n"
           "Proof. apply accepted_is_true with %s. vm_cast_no_check (eq_refl true). Qed.\n",
           players[player], file->game.columns, file->game.rows, players_in_coq[player], bound,
           file->game.columns, players[player]);
  return file->strategy[player].count;
}

/* The theorem, which follows from the statements proven by the strategies. */
static void put_theorem (FILE *out, const struct certificate_file *file, int claim) {
  const struct array_game *game = &file->game;
  const int winner = claim < 0;
  if (claim == 0)
    fprintf (out,
             "Theorem value : value_of_the_game %d %d = Draw.\n"
             "Proof. exact (value_is_draw _ _ first_player second_player). Qed.\n",
             game->columns, game->rows);
  else if (!game->exact_score)
    fprintf (out,
             "Theorem value : value_of_the_game %d %d = %s.\n"
             "Proof. exact (value_is_%s _ _ %s_player). Qed.\n",
             game->columns, game->rows, winner == 0 ? "Win" : "Loss", winner == 0 ? "win" : "loss",
             players[winner]);
  else
    fprintf (out,
             "Theorem value : %s_player_wins_with_stone %d %d %d.\n"
             "Proof. exact (%s_wins_with _ _ %d %s_player %s_player). Qed.\n",
             players[winner], game->columns, game->rows, winning_stone (game, winner, abs (claim)),
             players[winner], winning_stone (game, winner, abs (claim)), players[winner], players[!winner]);
  fputs ("Print Assumptions value.\n", out);
}

static size_t connect4_write (FILE *out, const struct certificate_file *file) {
  const int claim = *claim_of_start (file), winner = claim < 0;
  size_t rows = 0;
  fprintf (out,
           "(* %s: a value, and the rows that prove it. Made by `zermelo export --format coq`; the theorem "
           "at the\n"
           "   end says what is proven, and theorems/README.md what of. *)\n"
           "Require Import List ZArith Uint63.\n"
           "From Zermelo Require connect4.\n"
           "Import connect4.Rules connect4.Value connect4.Forced connect4.ForcedValue connect4.Checker "
           "connect4.Accepted\n"
           "  connect4.Rows.\n"
           "Import ListNotations.\n\n",
           file->game.title);
  if (claim == 0)
    for (int player = 0; player < 2; player++)
      rows += put_strategy (out, file, player, 0);
  else if (!file->game.exact_score)
    rows += put_strategy (out, file, winner, 1);
  else {
    const int score = score_in_coq (&file->game, winner, abs (claim));
    for (int player = 0; player < 2; player++)
      rows += put_strategy (out, file, player, player == winner ? score : -score);
  }
  put_theorem (out, file, claim);
  return rows;
}

/* ---- certificates that have a theorem ---- */

static bool connect4_fits (const struct certificate_file *file, struct failure *failure) {
  const struct array_game *game = &file->game;
  if (game->columns * (game->rows + 1) > BITS_MOST || 2 * (game->rows + 2) > BITS_MOST)
    return fail (failure, EXIT_BAD_DATA,
                 "%dx%d: the theorem is for boards where columns times (rows + 1) is "
                 "at most %d",
                 game->columns, game->rows, BITS_MOST);
  const int16_t *const claim = claim_of_start (file);
  if (claim == NULL)
    return fail (failure, EXIT_BAD_DATA, "it claims nothing about the start, which the theorem is about");
  return has_strategies (file, *claim, failure);
}

const struct game_theorem theorem_connect4
    = { .game = "connect4",
        .kinds = { [ROW_MOVE] = true, [ROW_SMALL] = true, [ROW_THREATS] = true, [ROW_PLAN] = true },
        .fits = connect4_fits,
        .write = connect4_write };
