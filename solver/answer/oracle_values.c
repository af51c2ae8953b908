/* Endgame tables and layers, which know the values of single positions. A file of either kind that holds a
 * position also holds the positions after its moves, which have no more pieces or are in the next layer. */
#include "answer/oracle.h"
#include "layers/layers_file.h"
#include "store/file.h"
#include "tablebase/slices.h"
#include "tablebase/tables_file.h"

#include <stdlib.h>
#include <string.h>

enum { TABLES_CACHE = 1 << 26, LAYERS_CACHE = 1 << 30 };

void oracle_describe (struct oracle *oracle, const struct file_identity *identity) {
  struct oracle_facts *facts = &oracle->facts;
  memcpy (facts->options, identity->options, sizeof facts->options);
  memcpy (facts->revision, identity->revision, sizeof facts->revision);
  memcpy (facts->checksum, identity->checksum, sizeof facts->checksum);
}

static void take (zermelo_knowledge *known, const struct oracle *oracle, enum outcome outcome, int distance) {
  zermelo_knowledge more = known_nothing ();
  known_set (&more, false, (struct bounds){ (int) outcome, (int) outcome });
  more.distance = outcome == DRAWN ? -1 : distance;
  more.proven = !oracle->on_trust;
  more.source = oracle->kind;
  known_narrow (known, &more);
}

/* ---- endgame tables ---- */

static bool ask_tables (struct oracle *oracle, const struct position *position, zermelo_knowledge *known,
                        struct failure *failure) {
  enum outcome outcome;
  int distance;
  const enum tables_answer found = tables_probe (oracle->reader, position, &outcome, &distance);
  if (found == TABLES_FAILED)
    *failure = *tables_failure (oracle->reader);
  else if (found == TABLES_FOUND)
    take (known, oracle, outcome, distance);
  return found == TABLES_FOUND;
}

/* Set `position` to the position with that index in the named slice. */
static bool place_in_slice (const struct game *game, int pieces_most, const char *name, uint64_t index,
                            struct position *position) {
  const struct slices_engine *engine = game->engine->slices;
  bool found = false;
  for (int pieces = 2; pieces <= pieces_most && !found; pieces++) {
    int count;
    struct slice *list = slices_of_pieces (game, pieces, &count);
    for (int i = 0; i < 2 * count && !found; i++) {
      struct slice *slice = slice_at (game, list, i / 2);
      char its[ENDGAME_TEXT];
      engine->size (game, slice, i % 2 == 1);
      engine->position (game, slice, 0, position);
      engine->name (position, its, sizeof its);
      found = strcmp (its, name) == 0;
      if (found)
        engine->position (game, slice, index, position);
    }
    free (list);
  }
  return found;
}

static bool row_of_tables (struct oracle *oracle, uint64_t i, zermelo_row *row, struct failure *failure) {
  const struct game *game = &oracle->game;
  uint64_t positions;
  size_t slice = 0;
  const char *name = tables_slice (oracle->reader, slice, &positions);
  for (; name != NULL && i >= positions; name = tables_slice (oracle->reader, ++slice, &positions))
    i -= positions;
  struct position *position = position_allocate (game);
  *row = (zermelo_row){ .ply = -1, .known = known_nothing () };
  const bool good = name != NULL && place_in_slice (game, oracle->facts.pieces, name, i, position)
                    && ask_tables (oracle, position, &row->known, failure);
  if (good)
    game->engine->pack (game, position, row->key);
  free (position);
  return good;
}

static void close_tables (struct oracle *oracle) { tables_close (oracle->reader); /* and with it the game */ }

bool oracle_open_tables (struct oracle *oracle, const char *path, struct failure *failure) {
  *oracle = (struct oracle){
    .kind = "tables", .on_trust = true, .ask = ask_tables, .row = row_of_tables, .close = close_tables
  };
  oracle->reader = tables_open (path, TABLES_CACHE, &oracle->game, failure);
  if (oracle->reader == NULL)
    return false;
  const struct tables_identity *identity = tables_identify (oracle->reader);
  oracle->distances = identity->distances;
  oracle->facts = (struct oracle_facts){ .plies = -1, .pieces = identity->pieces };
  uint64_t positions;
  for (size_t i = 0; tables_slice (oracle->reader, i, &positions) != NULL; i++)
    oracle->facts.positions += positions;
  memcpy (oracle->facts.options, identity->options, sizeof oracle->facts.options);
  memcpy (oracle->facts.revision, identity->revision, sizeof oracle->facts.revision);
  memcpy (oracle->facts.checksum, identity->checksum, sizeof oracle->facts.checksum);
  return true;
}

/* ---- layers ---- */

static bool ask_layers (struct oracle *oracle, const struct position *position, zermelo_knowledge *known,
                        struct failure *failure) {
  enum outcome outcome;
  int distance;
  const enum layers_answer found = layers_file_probe (oracle->reader, position, &outcome, &distance);
  if (found == LAYERS_FAILED)
    *failure = *layers_file_failure (oracle->reader);
  else if (found == LAYERS_FOUND)
    take (known, oracle, outcome, distance);
  return found == LAYERS_FOUND;
}

/* Rows are numbered ply by ply. Callers mostly ask for them in that order. */
static bool row_of_layers (struct oracle *oracle, uint64_t i, zermelo_row *row, struct failure *failure) {
  int ply = 0, distance;
  enum outcome outcome;
  const int plies = layers_file_plies (oracle->reader);
  while (ply < plies && i >= layers_file_rows (oracle->reader, ply))
    i -= layers_file_rows (oracle->reader, ply++);
  if (ply == plies)
    return false;
  *row = (zermelo_row){ .ply = ply, .known = known_nothing () };
  if (!layers_file_row (oracle->reader, ply, (size_t) i, row->key, &outcome, &distance)) {
    *failure = *layers_file_failure (oracle->reader);
    return false;
  }
  take (&row->known, oracle, outcome, distance);
  return true;
}

static void close_layers (struct oracle *oracle) { layers_file_close (oracle->reader); /* and the game */ }

bool oracle_open_layers (struct oracle *oracle, const char *path, struct failure *failure) {
  *oracle = (struct oracle){ .kind = "layers",
                             .on_trust = true,
                             .distances = true,
                             .takes_turns = true,
                             .ask = ask_layers,
                             .row = row_of_layers,
                             .close = close_layers };
  oracle->reader = layers_file_open (path, LAYERS_CACHE, &oracle->game, failure);
  if (oracle->reader == NULL)
    return false;
  oracle_describe (oracle, layers_file_identify (oracle->reader));
  oracle->facts.plies = layers_file_plies (oracle->reader) - 1;
  for (int ply = 0; ply <= oracle->facts.plies; ply++)
    oracle->facts.positions += layers_file_rows (oracle->reader, ply);
  return true;
}
