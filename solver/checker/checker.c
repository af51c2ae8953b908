#include "checker.h"

#include <stdlib.h>

/* The most rows of a strategy that are in memory at a time. */
enum { ROWS_AT_ONCE = 1 << 16 };

/* Check the rows of a part until one is wrong. The others are read all the same, so that an unreadable file
 * is never reported as refused. */
static void check_part (struct certificate_file *file, int part, struct verdict *verdict) {
  const size_t rows = part == CLAIMS ? file->claims : file->strategy[part].count;
  uint64_t *const count = verdict->count;
  size_t wrong = verdict->accepted ? SIZE_MAX : 0;
  verdict->positions += part == CLAIMS || !verdict->accepted ? 0 : rows;
  for (size_t first = 0, end; first < rows && verdict->unreadable == NULL; first = end) {
    verdict->unreadable = part == CLAIMS ? NULL : certificate_rows_read (file, part, first, ROWS_AT_ONCE);
    end = verdict->unreadable != NULL ? first : rows - first < ROWS_AT_ONCE ? rows : first + ROWS_AT_ONCE;
#pragma omp parallel for schedule(dynamic, 16) reduction(min : wrong) reduction(+ : count[:COUNTS])
    for (size_t row = first; row < end; row++)
      if (row < wrong && inspect (file, part, row, count) != NULL)
        wrong = row;
    if (verdict->accepted && wrong < end) {
      verdict->accepted = false;
      verdict->reason = inspect (file, part, wrong, (uint64_t[COUNTS]){ 0 });
      describe_position (file, key_of_row (file, part, wrong), verdict->wrong, sizeof verdict->wrong);
    }
  }
}

void check_certificate (struct certificate_file *file, struct verdict *verdict) {
  struct array_position position;
  *verdict = (struct verdict){ .accepted = file->claims > 0 && file->tables.pieces >= file->pieces,
                               .wrong = "the certificate",
                               .reason = file->claims == 0
                                             ? "claims nothing"
                                             : "rests on endgame tables of more pieces than were given" };
  if (verdict->accepted && file->tables.pieces > 0
      && !endgame_tables_hold (&file->tables, &verdict->positions, &position)) {
    verdict->accepted = false;
    verdict->reason = "has a value in the endgame tables that does not follow from its moves";
    file->game.rules->print (&file->game, &position, verdict->wrong, sizeof verdict->wrong);
  }
  for (int part = 0; part < PARTS && verdict->unreadable == NULL; part++)
    check_part (file, part, verdict);
  verdict->accepted = verdict->accepted && verdict->unreadable == NULL;
}

int describe_position (const struct certificate_file *file, const uint8_t *key, char *text, size_t size) {
  const struct array_game *game = &file->game;
  struct array_position position;
  const bool known = game->rules->unpack (game, key, &position);
  for (int i = 0; !known && i < game->key_bytes && 2 * (size_t) i + 3 <= size; i++)
    sprintf (text + 2 * i, "%02x", key[i]);
  if (known)
    game->rules->print (game, &position, text, size);
  return known ? position.to_move : -1;
}

int claimed_score (const struct certificate_file *file, size_t claim) {
  const int score = file->claim_value[claim];
  struct array_position position;
  if (score == 0 || file->game.gravity
      || !file->game.rules->unpack (&file->game, key_of_row (file, CLAIMS, claim), &position))
    return score;
  const int plies = file->game.cells + 1 - abs (score) - position.plies;
  return score > 0 ? plies : -plies;
}

void print_claims (const struct certificate_file *file, FILE *out) {
  static const char *const verbs[] = { "loses", "draws", "wins" };
  static const char *const players[2][2]
      = { { "the first player", "the second player" }, { "White", "Black" } };
  char position[POSITION_TEXT];
  for (size_t i = 0; i < file->claims; i++) {
    const int value = file->claim_value[i];
    const int mover = describe_position (file, key_of_row (file, CLAIMS, i), position, sizeof position);
    fprintf (out, "%s%s (to move) %s %s from %s", i == 0 ? "" : "; ",
             mover < 0 ? "the side" : players[file->game.rules->cyclic][mover],
             verbs[1 + (value > 0) - (value < 0)], file->game.title, position);
    if (file->game.exact_score)
      fprintf (out, " with the score %s%d", value < 0 ? "-" : "", abs (claimed_score (file, i)));
  }
}
