/* Implements zermelo/probe.h: one way to ask, whatever the kind of file. */
#include "zermelo/probe.h"

#include "certificate/certificate.h"
#include "layers/layers_file.h"
#include "layers/layers_layout.h"
#include "library/probe_strategies.h"
#include "store/book_layout.h"
#include "store/book_moves.h"
#include "store/file.h"
#include "store/file_game.h"
#include "tablebase/tables_file.h"

#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TABLES_CACHE = 1 << 26, LAYERS_CACHE = 1 << 28, LONGEST = 2000 };

static_assert ((int) ZERMELO_MOVE_NAME >= (int) MOVE_TEXT, "the names of moves fit");

struct zermelo_file {
  struct file_identity identity;
  struct game game;
  bool owns_game;
  zermelo_book *book; /* one of these */
  struct tables *tables;
  struct layers_file *layers;
  pthread_mutex_t mutex; /* of the layers, which answer one thread at a time */
  struct strategies *strategies;
  int mask_bytes; /* of a book */
  bool scored;
};

/* ---- opening ---- */

static bool read_identity (zermelo_file *file, const char *path, struct failure *failure) {
  file_lock ();
  struct file_in *in = file_open (path, NULL, 0, failure);
  if (in != NULL)
    file->identity = *file_identify (in);
  file_close (in);
  file_unlock ();
  return in != NULL;
}

static bool open_book (zermelo_file *file, const char *path, struct failure *failure) {
  int code = 0;
  char error[400] = "";
  zermelo_book_identity identity;
  file->book = zermelo_book_open (path, &code, error, sizeof error);
  if (file->book == NULL)
    return fail (failure, (enum exit_code) code, "%s", error);
  zermelo_book_identify (file->book, &identity);
  file->mask_bytes = identity.mask_bytes;
  file->scored = identity.scored;
  return file->game.key_bytes == identity.key_bytes
         || fail (failure, EXIT_BAD_DATA, "%.300s: its keys are not those of %s", path, file->game.title);
}

static bool open_strategies (zermelo_file *file, const char *path, struct failure *failure) {
  file_lock ();
  file->strategies = strategies_open (path, &file->game, failure);
  file_unlock ();
  return file->strategies != NULL;
}

static bool open_kind (zermelo_file *file, const char *path, struct failure *failure) {
  const char *kind = file->identity.kind;
  if (strcmp (kind, TABLES_KIND) == 0) {
    file->tables = tables_open (path, TABLES_CACHE, &file->game, failure);
    return file->tables != NULL;
  }
  if (strcmp (kind, LAYERS_KIND) == 0) {
    file_lock ();
    file->layers = layers_file_open (path, LAYERS_CACHE, &file->game, failure);
    file_unlock ();
    return file->layers != NULL;
  }
  const bool is_book = strcmp (kind, BOOK_KIND) == 0;
  if (!is_book && strcmp (kind, CERTIFICATE_KIND) != 0)
    return fail (failure, EXIT_BAD_DATA, "%.300s: of kind '%s', which knows no values", path, kind);
  file->owns_game
      = file_open_game_of_any_size (&file->identity, &file->game, failure) || fail_in (failure, path);
  return file->owns_game
         && (is_book ? open_book (file, path, failure) : open_strategies (file, path, failure));
}

zermelo_file *zermelo_open (const char *path, int *code, char *error, size_t error_size) {
  struct failure failure = { 0 };
  zermelo_file *file = calloc (1, sizeof *file);
  if (file != NULL)
    pthread_mutex_init (&file->mutex, NULL);
  if (file == NULL)
    fail (&failure, EXIT_IO, "cannot read %s: no memory", path);
  else if (!read_identity (file, path, &failure) || !open_kind (file, path, &failure)) {
    zermelo_close (file);
    file = NULL;
  }
  if (code != NULL)
    *code = failure.code;
  failure_text (&failure, error, error_size);
  return file;
}

void zermelo_close (zermelo_file *file) {
  if (file == NULL)
    return;
  pthread_mutex_destroy (&file->mutex);
  zermelo_book_close (file->book);
  strategies_close (file->strategies);
  if (file->tables != NULL)
    tables_close (file->tables);
  file_lock ();
  layers_file_close (file->layers);
  file_unlock ();
  if (file->owns_game)
    engine_close (&file->game);
  free (file);
}

void zermelo_identify (const zermelo_file *file, zermelo_file_identity *identity) {
  *identity = (zermelo_file_identity){ file->identity.kind, file->game.title, file->identity.options,
                                       file->identity.revision, file->identity.checksum };
}

/* ---- one position ---- */

static zermelo_known nothing (void) {
  return (zermelo_known){
    .value = ZERMELO_UNKNOWN, .lower = LOST, .upper = WON, .distance = -1, .evaluation = ZERMELO_NO_EVALUATION
  };
}

static int printed_score (const struct game *game, const struct position *position, int score) {
  char text[SCORE_TEXT];
  game->engine->print_score (game, position, score, text, sizeof text);
  return atoi (text);
}

/* A value and, if it is not negative, the plies to the end, from which the score follows. */
static zermelo_known known_value (const struct game *game, const struct position *position, int value,
                                  int distance) {
  zermelo_known known = nothing ();
  known.value = known.lower = known.upper = value;
  known.proven = 1;
  known.distance = value == DRAWN ? -1 : distance;
  known.has_score = distance >= 0 && game->engine->score_by_distance;
  if (known.has_score)
    known.score = printed_score (
        game, position,
        game->engine->score (game, position, (enum outcome) value, known.distance < 0 ? 0 : distance));
  return known;
}

/* The plies to the end that are printed as that score; -1: they do not follow from it. */
static int distance_of_score (const struct game *game, const struct position *position, int value,
                              int score) {
  const int most = game->plies_max == 0 ? LONGEST : game->plies_max - game->engine->plies (game, position);
  if (value == DRAWN || !game->engine->score_by_distance)
    return -1;
  for (int distance = value == WON; distance <= most; distance += 2)
    if (printed_score (game, position, game->engine->score (game, position, (enum outcome) value, distance))
        == score)
      return distance;
  return -1;
}

static bool find_entry (const zermelo_file *file, const struct position *position,
                        zermelo_book_entry *entry) {
  uint8_t key[PACKED_MAX] = { 0 };
  file->game.engine->pack_canonical (&file->game, position, key);
  return zermelo_book_probe (file->book, key, entry) == 1;
}

static bool ask_book (zermelo_file *file, const struct position *position, zermelo_known *known) {
  zermelo_book_entry entry;
  if (!find_entry (file, position, &entry))
    return false;
  if (entry.proven) {
    const int distance
        = file->scored ? distance_of_score (&file->game, position, entry.value, entry.score) : -1;
    *known = known_value (&file->game, position, entry.value, distance);
    known->has_score = file->scored;
    known->score = entry.score;
  }
  known->evaluation = entry.evaluation;
  return true;
}

static bool ask_tables (zermelo_file *file, const struct position *position, zermelo_known *known,
                        struct failure *failure) {
  enum outcome outcome;
  int distance;
  const enum tables_answer answer = tables_probe (file->tables, position, &outcome, &distance);
  if (answer == TABLES_FAILED)
    *failure = *tables_failure (file->tables);
  else if (answer == TABLES_FOUND)
    *known = known_value (&file->game, position, (int) outcome, distance);
  return answer == TABLES_FOUND;
}

static bool ask_layers (zermelo_file *file, const struct position *position, zermelo_known *known,
                        struct failure *failure) {
  enum outcome outcome;
  int distance;
  pthread_mutex_lock (&file->mutex);
  const enum layers_answer answer = layers_file_probe (file->layers, position, &outcome, &distance);
  if (answer == LAYERS_FAILED)
    *failure = *layers_file_failure (file->layers);
  pthread_mutex_unlock (&file->mutex);
  if (answer == LAYERS_FOUND)
    *known = known_value (&file->game, position, (int) outcome, distance);
  return answer == LAYERS_FOUND;
}

/* What the rules or the file know. False: nothing, or the failure is set. */
static bool ask (zermelo_file *file, const struct position *position, zermelo_known *known,
                 struct failure *failure) {
  const struct game *game = &file->game;
  const enum outcome outcome = game->engine->outcome (game, position);
  struct bounds bounds;
  *known = nothing ();
  if (outcome != GOING_ON) {
    *known = known_value (game, position, (int) outcome, 0);
    return true;
  }
  if (file->book != NULL)
    return ask_book (file, position, known);
  if (file->tables != NULL)
    return ask_tables (file, position, known, failure);
  if (file->layers != NULL)
    return ask_layers (file, position, known, failure);
  if (!strategies_bounds (file->strategies, position, &bounds))
    return false;
  known->lower = bounds.lower;
  known->upper = bounds.upper;
  if (bounds.lower == bounds.upper)
    *known = known_value (game, position, bounds.lower, -1);
  return true;
}

int zermelo_probe (zermelo_file *file, const char *text, zermelo_known *known, char *error,
                   size_t error_size) {
  struct failure failure = { 0 };
  struct position *position = position_allocate (&file->game);
  bool found = false;
  *known = nothing ();
  if (position_parse (&file->game, text, position, &failure))
    found = ask (file, position, known, &failure);
  free (position);
  failure_text (&failure, error, error_size);
  return failure.code != 0 ? -1 : found;
}

/* ---- all moves ---- */

/* What is known of a position, seen by the side that moved there from `before`. */
static zermelo_known seen_from_before (const struct game *game, const struct position *before,
                                       const zermelo_known *after) {
  zermelo_known known = nothing ();
  if (after->proven)
    known = known_value (game, before, -after->value,
                         after->distance >= 0                        ? after->distance + 1
                         : after->has_score && after->value == DRAWN ? 0
                                                                     : -1);
  known.lower = -after->upper;
  known.upper = -after->lower;
  return known;
}

/* Which moves are the best: those that the file names, or else those that keep what is known of the position.
 */
static bool mark_best (zermelo_file *file, const struct position *position, const zermelo_known *here,
                       zermelo_move *moves, int count, bool *marked) {
  zermelo_book_entry entry;
  const bool named = file->book != NULL && find_entry (file, position, &entry)
                     && (entry.proven || entry.evaluation != ZERMELO_NO_EVALUATION);
  if (named && !book_marks (&file->game, &entry, file->mask_bytes, position, marked))
    return false;
  for (int i = 0; i < count; i++) {
    const zermelo_known *move = &moves[i].known;
    if (!named)
      marked[i] = here->proven && move->lower >= here->lower
                  && (here->distance < 0 || move->distance == here->distance);
    moves[i].best = marked[i];
    if (named && marked[i] && here->proven)
      moves[i].known = *here;
  }
  return true;
}

/* What a certificate says of the move that its strategy makes, whatever it says of the position after it. */
static void take_move_of_strategy (const zermelo_file *file, const struct position *position,
                                   const struct position *child, const zermelo_known *here,
                                   zermelo_known *move) {
  const struct game *game = &file->game;
  uint8_t key[PACKED_MAX] = { 0 }, after[PACKED_MAX] = { 0 };
  if (file->strategies == NULL || !strategies_move (file->strategies, position, after))
    return;
  game->engine->pack_canonical (game, child, key);
  if (memcmp (key, after, (size_t) game->key_bytes) != 0 || move->lower >= here->lower)
    return;
  move->lower = here->lower;
  move->upper = here->upper;
  if (here->proven)
    *move = known_value (game, position, here->value, -1);
}

static int probe_position (zermelo_file *file, const struct position *position, zermelo_move *moves, int room,
                           struct failure *failure) {
  const struct game *game = &file->game;
  struct successor *list = allocate ((size_t) game->moves_max, sizeof *list);
  struct position *child = position_allocate (game);
  bool *marked = allocate ((size_t) game->moves_max, sizeof *marked);
  const int count = game->engine->successors (game, position, list), filled = count < room ? count : room;
  zermelo_known here, after;
  ask (file, position, &here, failure);
  for (int i = 0; i < filled && failure->code == 0; i++) {
    game->engine->child (game, position, list[i].move, child);
    moves[i] = (zermelo_move){ .known = nothing () };
    memcpy (moves[i].name, list[i].text, sizeof list[i].text);
    if (ask (file, child, &after, failure))
      moves[i].known = seen_from_before (game, position, &after);
    take_move_of_strategy (file, position, child, &here, &moves[i].known);
  }
  if (failure->code == 0 && !mark_best (file, position, &here, moves, filled, marked))
    fail (failure, EXIT_BAD_DATA, "a key of the book is no position of %s", game->title);
  free (list);
  free (child);
  free (marked);
  return count;
}

int zermelo_probe_moves (zermelo_file *file, const char *text, zermelo_move *moves, int room, char *error,
                         size_t error_size) {
  struct failure failure = { 0 };
  struct position *position = position_allocate (&file->game);
  int count = 0;
  if (position_parse (&file->game, text, position, &failure))
    count = probe_position (file, position, moves, room, &failure);
  free (position);
  failure_text (&failure, error, error_size);
  return failure.code != 0 ? -1 : count;
}
