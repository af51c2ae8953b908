/* The common part of the texts for Coq of several games (theorems.h): the order of the rows, their
 * distribution over definitions, and the claim about the start. */
#ifndef ZERMELO_GAMES_THEOREM_ROWS_H
#define ZERMELO_GAMES_THEOREM_ROWS_H

#include "base/failure.h"
#include "checker/certificate_file.h"
#include "checker/checker.h"

#include <stdio.h>
#include <stdlib.h>

enum { ROWS_AT_ONCE = 400 /* rows in a definition: longer lists need too much stack of Coq's parser */ };

static const char *const players[2] = { "first", "second" };
static const char *const players_in_coq[2] = { "First", "Second" };

/** The notation of rows in a game. */
struct row_text {
  const char *type;  /* the type of a row as it is written */
  const char *scope; /* the scope of its numbers in Coq; may be empty */
  const char *read;  /* the function that converts it to a row of the checker; may be empty */
  void (*put) (FILE *, const struct certificate_file *, int player, size_t row);
};

/* A row, and the number of stones of its position. */
struct ordered_row {
  int stones;
  size_t row;
};

static inline int compare_rows (const void *a, const void *b) {
  const struct ordered_row *one = a, *other = b;
  if (one->stones != other->stones)
    return one->stones > other->stones ? -1 : 1;
  return one->row < other->row ? -1 : one->row > other->row;
}

/* The rows of a player in the order of descending numbers of stones; rows with equal numbers, in the order of
 * the file. The caller frees the list. */
static inline struct ordered_row *order_of (const struct certificate_file *file, int player) {
  const struct array_game *game = &file->game;
  const size_t count = file->strategy[player].count;
  struct ordered_row *order = allocate (count, sizeof *order);
  for (size_t i = 0; i < count; i++) {
    struct array_position position;
    game->rules->unpack (game, key_of_row (file, player, i), &position);
    order[i] = (struct ordered_row){ position.plies, i };
  }
  qsort (order, count, sizeof *order, compare_rows);
  return order;
}

/** Define `first` or `second` as the list of the player's rows, in the order of order_of(). */
static inline void put_rows (FILE *out, const struct certificate_file *file, int player,
                             const struct row_text *text) {
  const size_t count = file->strategy[player].count;
  const size_t parts = (count + ROWS_AT_ONCE - 1) / ROWS_AT_ONCE;
  struct ordered_row *order = order_of (file, player);
  for (size_t part = 0, row = 0; part < parts; part++) {
    fprintf (out, "Definition %s_%zu : list %s := [\n", players[player], part, text->type);
    for (const size_t end = row + ROWS_AT_ONCE; row < end && row < count; row++) {
      text->put (out, file, player, order[row].row);
      if (row + 1 < end && row + 1 < count)
        fputs (";\n", out);
      else
        fprintf (out, "]%s.\n", text->scope);
    }
  }
  free (order);
  fprintf (out, "Definition %s : list row := %s(", players[player], text->read);
  for (size_t part = 0; part < parts; part++)
    fprintf (out, "%s%s_%zu", part > 0 ? " ++ " : "", players[player], part);
  fputs (parts == 0 ? "[]).\n" : ").\n", out);
}

/** The claim about the start, for the first player; NULL: there is none. */
static inline const int16_t *claim_of_start (const struct certificate_file *file) {
  for (size_t i = 0; i < file->claims; i++) {
    struct array_position position;
    if (file->game.rules->unpack (&file->game, key_of_row (file, CLAIMS, i), &position)
        && position.plies == 0)
      return &file->claim_value[i];
  }
  return NULL;
}

/** Does each player who needs a strategy for the claim have one, and is each row about a position?
 * EXIT_BAD_DATA. */
static inline bool has_strategies (const struct certificate_file *file, int16_t claim,
                                   struct failure *failure) {
  for (int player = 0; player < 2; player++) {
    const bool needed = claim == 0 || file->game.exact_score || player == (claim < 0);
    if (needed && !file->strategy[player].present)
      return fail (failure, EXIT_BAD_DATA, "it has no strategy of the %s player, whom the claim needs",
                   players[player]);
    for (size_t row = 0; row < file->strategy[player].count; row++) {
      struct array_position position;
      if (!file->game.rules->unpack (&file->game, key_of_row (file, player, row), &position))
        return fail (failure, EXIT_BAD_DATA, "row %zu of the %s player is about no position", row + 1,
                     players[player]);
    }
  }
  return true;
}

#endif
