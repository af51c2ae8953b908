/* Implements zermelo/tables.h with tables.h.
 *
 * Compiled twice: into libzermelo, where the tests use it, and into libzermelo-book, with serial HDF5 and the
 * rules from games/draughts/draughts_reader.c. */
#include "zermelo/tables.h"

#include "tablebase/slices.h"
#include "tablebase/tables_file.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { POSITION_WORDS = 16 }; /* room for a position of any game that has tables */

struct zermelo_tables {
  struct tables *tables;
  struct game game;
  int squares;
};

/* The squares that can describe a position. */
static int count_squares (const struct game *game) {
  uint64_t memory[POSITION_WORDS];
  const uint64_t none = 0;
  int squares = 0;
  for (; squares < 32; squares++) {
    const uint64_t square = (uint64_t) 1 << squares;
    if (!game->engine->slices->place (game, (const uint64_t[2]){ square, none }, square, false,
                                      (struct position *) (void *) memory))
      break;
  }
  return squares;
}

zermelo_tables *zermelo_tables_open (const char *path, size_t cache_bytes, int *code, char *error,
                                     size_t error_size) {
  struct failure failure = { 0 };
  zermelo_tables *tables = calloc (1, sizeof *tables);
  if (tables == NULL)
    fail (&failure, EXIT_IO, "no memory");
  else if ((tables->tables = tables_open (path, cache_bytes, &tables->game, &failure)) == NULL) {
    free (tables);
    tables = NULL;
  } else if (tables->game.position_bytes > POSITION_WORDS * sizeof (uint64_t)) {
    zermelo_tables_close (tables);
    fail (&failure, EXIT_BAD_DATA, "%.300s: of a game that this library does not know", path);
    tables = NULL;
  } else
    tables->squares = count_squares (&tables->game);
  assert (tables == NULL || (0 < tables->squares && tables->squares <= 32));
  if (code != NULL)
    *code = failure.code;
  failure_text (&failure, error, error_size);
  return tables;
}

void zermelo_tables_close (zermelo_tables *tables) {
  if (tables == NULL)
    return;
  tables_close (tables->tables); /* and the game */
  free (tables);
}

void zermelo_tables_identify (const zermelo_tables *tables, zermelo_tables_identity *identity) {
  const struct tables_identity *inside = tables_identify (tables->tables);
  *identity = (zermelo_tables_identity){
    .game = tables->game.title,
    .revision = inside->revision,
    .checksum = inside->checksum,
    .squares = tables->squares,
    .pieces = inside->pieces,
    .distances = inside->distances,
  };
}

int zermelo_tables_read_fen (const zermelo_tables *tables, const char *text,
                             zermelo_tables_position *position, char *error, size_t error_size) {
  struct failure failure = { 0 };
  uint64_t memory[POSITION_WORDS], pieces[2], promoted;
  struct position *inside = (struct position *) (void *) memory;
  bool second;
  struct normal_form normal = { .size = normal_form_size (text) };
  normal.text = malloc (normal.size);
  bool good = normal.text != NULL || fail (&failure, EXIT_IO, "no memory");
  good = good && tables->game.engine->parse (&tables->game, text, inside, &normal, &failure);
  free (normal.text);
  failure_text (&failure, error, error_size);
  if (!good)
    return 0;
  tables->game.engine->slices->squares (&tables->game, inside, pieces, &promoted, &second);
  *position
      = (zermelo_tables_position){ (uint32_t) pieces[0], (uint32_t) pieces[1], (uint32_t) promoted, second };
  return 1;
}

int zermelo_tables_probe (zermelo_tables *tables, const zermelo_tables_position *position,
                          zermelo_tables_entry *entry) {
  uint64_t memory[POSITION_WORDS];
  struct position *inside = (struct position *) (void *) memory;
  enum outcome outcome;
  int distance;
  if (!tables->game.engine->slices->place (&tables->game,
                                           (const uint64_t[2]){ position->white, position->black },
                                           position->kings, position->black_to_move != 0, inside))
    return -1;
  switch (tables_probe (tables->tables, inside, &outcome, &distance)) {
  case TABLES_FOUND: break;
  case TABLES_ABSENT: return 0;
  case TABLES_FAILED: return -2;
  }
  *entry = (zermelo_tables_entry){ (int) outcome, distance };
  return 1;
}

const char *zermelo_tables_error (const zermelo_tables *tables) {
  return tables_failure (tables->tables)->text;
}
