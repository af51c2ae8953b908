/* Handles, files and errors; what is known of a position is in library_answer.c. */
#include "library/library_private.h"

#include <stdlib.h>
#include <string.h>

/* ---- the handle ---- */

struct handle_request {
  const char *game;
  zermelo **handle;
};

static bool open_handle (zermelo *none, void *argument, struct failure *failure) {
  const struct handle_request *request = argument;
  (void) none;
  zermelo *z = allocate (1, sizeof *z);
  pthread_mutex_init (&z->lock, NULL);
  pthread_mutex_init (&z->turn, NULL);
  *request->handle = z;
  z->has_game = request->game != NULL && engine_open (&z->game, request->game, failure);
  return failure->code == 0;
}

int zermelo_open (const char *game, zermelo **handle) {
  *handle = NULL;
  const int code = library_call (open_handle, NULL, &(struct handle_request){ game, handle });
  if (code != 0) {
    zermelo_close (*handle);
    *handle = NULL;
  }
  return code;
}

void zermelo_close (zermelo *z) {
  if (z == NULL)
    return;
  if (z->search != NULL)
    z->search_free (z->search);
  for (int i = 0; i < z->file_count; i++) {
    z->files[i].oracle->close (z->files[i].oracle);
    free (z->files[i].oracle);
    free (z->files[i].path);
  }
  free (z->files);
  if (z->has_game)
    engine_close (&z->game);
  pthread_mutex_destroy (&z->lock);
  pthread_mutex_destroy (&z->turn);
  free (z);
}

const char *zermelo_game (const zermelo *z) { return z->has_game ? z->game.title : ""; }

/* ---- files ---- */

/* A handle without a game takes the game of its first file. */
static bool agree_on_game (zermelo *z, const struct oracle *oracle, const char *path,
                           struct failure *failure) {
  if (!z->has_game)
    z->has_game = engine_open (&z->game, oracle->game.title, failure);
  return failure->code == 0
         && (strcmp (z->game.title, oracle->game.title) == 0
             || fail (failure, EXIT_BAD_DATA, "%.300s is about %s, not about %s", path, oracle->game.title,
                      z->game.title));
}

static bool add_file (zermelo *z, void *argument, struct failure *failure) {
  const char *path = argument;
  const size_t bytes = strlen (path) + 1;
  struct oracle *oracle = allocate (1, sizeof *oracle);
  const bool opened = oracle_open (oracle, path, failure);
  if (!opened || !agree_on_game (z, oracle, path, failure)) {
    if (opened)
      oracle->close (oracle);
    free (oracle);
    return false;
  }
  char *const name = memcpy (allocate (bytes, 1), path, bytes);
  z->files = reallocate (z->files, (size_t) z->file_count + 1, sizeof *z->files);
  z->files[z->file_count++] = (struct library_file){ oracle, name }; /* from here on nothing can fail */
  return true;
}

int zermelo_add_file (zermelo *z, const char *path) { return library_call (add_file, z, (void *) path); }

int zermelo_file_count (const zermelo *z) { return z->file_count; }

static const struct oracle *file_number (const zermelo *z, int file, struct failure *failure) {
  if (file >= 0 && file < z->file_count)
    return z->files[file].oracle;
  fail (failure, EXIT_USAGE, "there is no file %d: %d have been added", file, z->file_count);
  return NULL;
}

struct identity_request {
  int file;
  zermelo_file_identity *identity;
};

static bool identify (zermelo *z, void *argument, struct failure *failure) {
  const struct identity_request *asked = argument;
  const struct oracle *oracle = file_number (z, asked->file, failure);
  if (oracle == NULL)
    return false;
  const struct oracle_facts *facts = &oracle->facts;
  *asked->identity = (zermelo_file_identity){
    .path = z->files[asked->file].path,
    .kind = oracle->kind,
    .game = oracle->game.title,
    .options = facts->options,
    .revision = facts->revision,
    .checksum = facts->checksum,
    .positions = facts->positions,
    .plies = facts->plies,
    .pieces = facts->pieces > 0 ? facts->pieces : -1,
    .key_bytes = oracle->game.key_bytes,
  };
  return true;
}

int zermelo_identify (const zermelo *z, int file, zermelo_file_identity *identity) {
  return library_call (identify, (zermelo *) z, &(struct identity_request){ file, identity });
}

struct row_request {
  int file;
  uint64_t i;
  zermelo_row *row;
};

static bool read_row (struct oracle *oracle, const struct row_request *asked, struct failure *failure) {
  const struct game *game = &oracle->game;
  zermelo_row row;
  struct position *position = position_allocate (game);
  bool good = oracle->row (oracle, asked->i, &row, failure);
  if (good && !game->engine->unpack (game, row.key, position))
    good = fail (failure, EXIT_BAD_DATA, "row %llu is no position of %s", (unsigned long long) asked->i,
                 game->title);
  if (good) {
    row.known.file = row.known.value != ZERMELO_UNKNOWN ? asked->file : -1;
    known_add_score (&row.known, game, position);
    *asked->row = row;
  }
  free (position);
  return good;
}

static bool row_at (zermelo *z, void *argument, struct failure *failure) {
  const struct row_request *asked = argument;
  const struct oracle *found = file_number (z, asked->file, failure);
  if (found == NULL)
    return false;
  if (found->row == NULL || asked->i >= found->facts.positions)
    return fail (failure, EXIT_USAGE, "%.300s has no row %llu", z->files[asked->file].path,
                 (unsigned long long) asked->i);
  struct oracle *oracle = z->files[asked->file].oracle;
  library_take_turn (z, oracle);
  const bool good = read_row (oracle, asked, failure);
  library_end_turn (z, oracle);
  return good || failure->code != 0
         || fail (failure, EXIT_INTERNAL, "row %llu was not found", (unsigned long long) asked->i);
}

int zermelo_row_at (zermelo *z, int file, uint64_t i, zermelo_row *row) {
  return library_call (row_at, z, &(struct row_request){ file, i, row });
}

/* The file must still hold what it held when it was added. */
static bool verify (zermelo *z, void *argument, struct failure *failure) {
  const int number = *(const int *) argument;
  const struct oracle *first = file_number (z, number, failure);
  struct oracle again;
  if (first == NULL || !oracle_open (&again, z->files[number].path, failure))
    return false;
  if (strcmp (first->facts.checksum, again.facts.checksum) != 0)
    fail (failure, EXIT_BAD_DATA, "%.300s is not what it was: its checksum is %s, and was %s",
          z->files[number].path, again.facts.checksum, first->facts.checksum);
  again.close (&again);
  return failure->code == 0;
}

int zermelo_verify (zermelo *z, int file) { return library_call (verify, z, &file); }
