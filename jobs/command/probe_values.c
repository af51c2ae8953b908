/* Probing endgame tables and layers for `zermelo probe`: the value of a position and, from the positions
 * after them, the values of its moves.
 *
 * Finished positions are answered by the rules. If the file holds a position, it also holds those after its
 * moves, which have no more pieces or stand in the next layer. */
#include "command/probe_oracle.h"
#include "layers/layers_file.h"
#include "tablebase/tables_file.h"
#include "run/solution.h"

#include <stdlib.h>

enum { TABLES_CACHE = 1 << 26, LAYERS_CACHE = 1 << 30 };

struct reader {
  void *file; /* struct tables or struct layers_file */
  bool (*probe) (void *file, const struct position *, enum outcome *, int *distance, struct failure *);
  void (*close) (void *file); /* also closes the game */
  struct position *child;
  struct successor *successors;
};

static void
close_inside (struct oracle *oracle)
{
  struct reader *reader = oracle->reader;
  free (reader->child);
  free (reader->successors);
  reader->close (reader->file);
  free (reader);
}

/* ---- the two kinds ---- */

static bool
tables_ask (void *file, const struct position *position, enum outcome *outcome, int *distance,
            struct failure *failure)
{
  const enum tables_answer found = tables_probe (file, position, outcome, distance);
  if (found == TABLES_FAILED)
    *failure = *tables_failure (file);
  return found == TABLES_FOUND;
}

static bool
layers_ask (void *file, const struct position *position, enum outcome *outcome, int *distance,
            struct failure *failure)
{
  const enum layers_answer found = layers_file_probe (file, position, outcome, distance);
  if (found == LAYERS_FAILED)
    *failure = *layers_file_failure (file);
  return found == LAYERS_FOUND;
}

static void
tables_end (void *file)
{
  tables_close (file);
}

static void
layers_end (void *file)
{
  layers_file_close (file);
}

/* ---- a position ---- */

/* Does a move keep the value, given the opponent's value after it? */
static bool
keeps (enum outcome outcome, int distance, enum outcome after, int distance_after)
{
  if ((int) after != -(int) outcome)
    return false;
  return distance < 0 || outcome == DRAWN || distance_after == distance - 1;
}

static bool
probe (const struct oracle *oracle, const struct position *position, enum outcome *outcome, int *distance,
       struct failure *failure)
{
  const struct reader *reader = oracle->reader;
  return reader->probe (reader->file, position, outcome, distance, failure);
}

static bool
print_moves (struct oracle *oracle, struct output *output, const struct position *position,
             enum outcome outcome, int distance, struct failure *failure)
{
  const struct reader *reader = oracle->reader;
  const struct game *game = &oracle->game;
  const int count = game->engine->successors (game, position, reader->successors);
  const char **moves = allocate ((size_t) count, sizeof *moves);
  size_t kept = 0;
  bool done = true;
  for (int i = 0; i < count && done; i++) {
    enum outcome after = DRAWN;
    int distance_after = 0;
    game->engine->child (game, position, reader->successors[i].move, reader->child);
    done = probe (oracle, reader->child, &after, &distance_after, failure);
    if (done && keeps (outcome, distance, after, distance_after))
      moves[kept++] = reader->successors[i].text;
  }
  if (done)
    output_list (output, moves, kept);
  free (moves);
  return done;
}

static bool
answer (struct oracle *oracle, struct output *output, const struct position *position,
        struct failure *failure)
{
  const struct game *game = &oracle->game;
  enum outcome outcome = DRAWN;
  int distance = 0, number = 0;
  char text[24];
  if (!probe (oracle, position, &outcome, &distance, failure))
    return false;
  output_text (output, value_name ((struct bounds){ (int) outcome, (int) outcome }));
  if (distance >= 0 && game->engine->score_by_distance) {
    const int score = game->engine->score (game, position, outcome, distance);
    score_text (game, position, (struct bounds){ score, score }, text, &number);
    output_field (output, text, json_integer (number));
  } else
    output_field (output, NULL, NULL);
  if (distance >= 0)
    output_extra (output, "distance", outcome == DRAWN ? NULL : json_integer (distance));
  return print_moves (oracle, output, position, outcome, distance, failure);
}

static bool
make_oracle (struct oracle *oracle, struct reader *reader)
{
  oracle->answer = answer;
  oracle->close = close_inside;
  oracle->reader = allocate (1, sizeof *reader);
  *(struct reader *) oracle->reader = *reader;
  reader = oracle->reader;
  reader->child = position_allocate (&oracle->game);
  reader->successors = allocate ((size_t) oracle->game.moves_max, sizeof *reader->successors);
  return true;
}

bool
oracle_open_tables (struct oracle *oracle, const char *path, struct failure *failure)
{
  struct reader reader = { .probe = tables_ask, .close = tables_end };
  reader.file = tables_open (path, TABLES_CACHE, &oracle->game, failure);
  return reader.file != NULL && make_oracle (oracle, &reader);
}

bool
oracle_open_layers (struct oracle *oracle, const char *path, struct failure *failure)
{
  struct reader reader = { .probe = layers_ask, .close = layers_end };
  reader.file = layers_file_open (path, LAYERS_CACHE, &oracle->game, failure);
  return reader.file != NULL && make_oracle (oracle, &reader);
}
