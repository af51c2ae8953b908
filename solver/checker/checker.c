#include "checker.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

size_t strategy_row (const struct array_game *game, const struct strategy_rows *rows, const uint8_t *key) {
  const size_t bytes = (size_t) game->key_bytes;
  size_t first = 0, end = rows->key == NULL ? 0 : rows->count;
  while (first < end) {
    const size_t middle = first + (end - first) / 2;
    const int order = memcmp (rows->key + middle * bytes, key, bytes);
    if (order == 0)
      return middle;
    if (order < 0)
      first = middle + 1;
    else
      end = middle;
  }
  return SIZE_MAX;
}

const uint8_t *key_of_row (const struct certificate_file *file, int part, size_t row) {
  const uint8_t *keys = part == CLAIMS ? file->claim_key : file->strategy[part].key;
  return keys == NULL ? NULL : keys + row * (size_t) file->game.key_bytes;
}

/* Rows of a strategy that are in memory at a time. */
enum { ROWS_AT_ONCE = 1 << 16 };

/* Inspect rows of a part from `first` to before `end`. The first that is wrong, or SIZE_MAX. */
static size_t inspect_rows (const struct certificate_file *file, int part, size_t first, size_t end,
                            int threads, struct verdict *verdict) {
  size_t wrong = SIZE_MAX;
#pragma omp parallel num_threads(threads)
  {
    struct verdict counts = { .accepted = false };
#pragma omp for schedule(dynamic, 16) reduction(min : wrong)
    for (size_t row = first; row < end; row++)
      if (row < wrong && inspect (file, part, row, &counts) != NULL)
        wrong = row;
#pragma omp critical
    {
      verdict->finished += counts.finished;
      verdict->in_tables += counts.in_tables;
      verdict->small_nodes += counts.small_nodes;
      for (int kind = 0; kind < ROW_KINDS; kind++)
        verdict->kinds[kind] += counts.kinds[kind];
    }
  }
  return wrong;
}

/* All rows of a part. */
static void check_part (struct certificate_file *file, int part, int threads, struct verdict *verdict) {
  const size_t rows = part == CLAIMS ? file->claims : file->strategy[part].count;
  for (size_t first = 0; first < rows && verdict->accepted; first += ROWS_AT_ONCE) {
    const size_t end = rows - first < ROWS_AT_ONCE ? rows : first + ROWS_AT_ONCE;
    if (part != CLAIMS && !certificate_rows_read (file, part, first, ROWS_AT_ONCE)) {
      verdict->accepted = false;
      verdict->unreadable = file->reader.reason;
      return;
    }
    const size_t wrong = inspect_rows (file, part, first, end, threads, verdict);
    if (wrong == SIZE_MAX)
      continue;
    verdict->accepted = false;
    verdict->reason = inspect (file, part, wrong, &(struct verdict){ .accepted = false });
    describe_position (file, key_of_row (file, part, wrong), verdict->wrong);
  }
  verdict->positions += part == CLAIMS ? 0 : rows;
}

void check_certificate (struct certificate_file *file, int threads, struct verdict *verdict) {
  struct array_position position;
  *verdict = (struct verdict){ .accepted = file->claims > 0, .reason = "claims nothing" };
  if (file->tables.pieces < file->pieces) {
    *verdict = (struct verdict){ .wrong = "the certificate",
                                 .reason = "rests on endgame tables of more pieces than were given" };
    return;
  }
  if (file->tables.pieces > 0
      && !endgame_tables_hold (&file->tables, threads, &verdict->positions, &position)) {
    verdict->accepted = false;
    verdict->reason = "has a value in the endgame tables that does not follow from its moves";
    file->game.rules->print (&file->game, &position, verdict->wrong);
  }
  for (int part = 0; part < PARTS && verdict->accepted; part++)
    check_part (file, part, threads, verdict);
}

int describe_position (const struct certificate_file *file, const uint8_t *key, char text[POSITION_TEXT]) {
  const struct array_game *game = &file->game;
  struct array_position position;
  const bool known = game->rules->unpack (game, key, &position);
  for (int i = 0; !known && i < game->key_bytes; i++)
    sprintf (text + 2 * i, "%02x", key[i]);
  if (known)
    game->rules->print (game, &position, text);
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

char *describe_claims (const struct certificate_file *file) {
  static const char *const verbs[] = { "loses", "draws", "wins" };
  static const char *const players[2][2]
      = { { "the first player", "the second player" }, { "White", "Black" } };
  char *sentence = NULL, position[POSITION_TEXT];
  size_t size = 0;
  FILE *text = open_memstream (&sentence, &size);
  if (text == NULL)
    return NULL;
  for (size_t i = 0; i < file->claims; i++) {
    const int value = file->claim_value[i];
    const int mover = describe_position (file, key_of_row (file, CLAIMS, i), position);
    fprintf (text, "%s%s (to move) %s %s from %s", i == 0 ? "" : "; ",
             mover < 0 ? "the side" : players[file->game.rules->cyclic][mover],
             verbs[1 + (value > 0) - (value < 0)], file->game.title, position);
    if (file->exact_score)
      fprintf (text, " with the score %s%d", value < 0 ? "-" : "", abs (claimed_score (file, i)));
  }
  fclose (text);
  return sentence;
}
