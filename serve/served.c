#include "serve/served.h"

#include "board_cells.h"
#include "tablebase/slices.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { REMEMBERED_MOST = 1 << 18 };

/* ---- games and files ---- */

static struct served_game *find_game (const struct served *served, const char *title) {
  for (int i = 0; i < served->game_count; i++)
    if (strcmp (served->games[i]->game.title, title) == 0)
      return served->games[i];
  return NULL;
}

static struct served_game *add_game (struct served *served, const char *text,
                                     const struct served_resources *resources, struct failure *failure) {
  struct served_game *own = allocate (1, sizeof *own);
  if (!engine_open (&own->game, text, failure)) {
    free (own);
    return NULL;
  }
  struct served_game *found = find_game (served, own->game.title);
  if (found != NULL) {
    engine_close (&own->game);
    free (own);
    return found;
  }
  own->shelf = (struct shelf){ .game = &own->game, .bytes = resources->table_bytes };
  own->asker = (struct asker){
    .game = &own->game, .shelf = &own->shelf, .threads = resources->threads, .memory = resources->table_bytes
  };
  asker_begin (&own->asker);
  own->memory.keys.key_bytes = own->game.key_bytes;
  served->games = reallocate (served->games, (size_t) served->game_count + 1, sizeof *served->games);
  served->games[served->game_count++] = own;
  return own;
}

/* Use the file's endgame tables, at which searches stop: the first tables with distances that fit into the
 * memory of a game. */
static bool read_endgames (struct served_game *own, const struct served_file *file,
                           const struct served_resources *resources, struct failure *failure) {
  const struct oracle *oracle = &file->oracle;
  const struct endgames_options options = { .threads = resources->threads };
  if (oracle->facts.pieces == 0 || !oracle->distances || own->endgames != NULL
      || endgames_memory (&own->game, oracle->facts.pieces, 1) > resources->table_bytes)
    return true;
  own->endgames = endgames_create (&own->game, &options);
  if (!endgames_read_open (own->endgames, oracle->reader, &oracle->game, file->path, failure))
    return false;
  own->asker.endgames = endgames_tables (own->endgames);
  return true;
}

static bool add_file (struct served *served, const char *path, const struct served_resources *resources,
                      struct failure *failure) {
  struct served_file *file = &served->files[served->file_count];
  *file = (struct served_file){ .path = path };
  if (!oracle_open (&file->oracle, path, failure))
    return false;
  served->file_count++;
  file->game = add_game (served, file->oracle.game.title, resources, failure);
  return file->game != NULL && read_endgames (file->game, file, resources, failure);
}

/* Add a game or a file. A word is a game if it can be one, or if it looks like one and is not a file. */
static bool add_word (struct served *served, const char *word, const struct served_resources *resources,
                      struct failure *failure) {
  struct failure no_game = { 0 };
  char name[24];
  if (add_game (served, word, resources, &no_game) != NULL)
    return true;
  snprintf (name, sizeof name, "%.*s", (int) strcspn (word, ":"), word);
  if (engine_by_name (name) == NULL || access (word, F_OK) == 0)
    return add_file (served, word, resources, failure);
  *failure = no_game;
  return false;
}

static void begin (struct served *served, int count) {
  *served = (struct served){ .files = allocate ((size_t) count, sizeof *served->files) };
  pthread_mutex_init (&served->lock, NULL);
}

bool served_open_file (struct served *served, const char *path, const struct served_resources *resources,
                       struct failure *failure) {
  begin (served, 1);
  return add_file (served, path, resources, failure);
}

bool served_open (struct served *served, char *const *words, int count,
                  const struct served_resources *resources, struct failure *failure) {
  begin (served, count);
  for (int i = 0; i < count; i++)
    if (!add_word (served, words[i], resources, failure))
      return false;
  return true;
}

void served_close (struct served *served) {
  for (int i = 0; i < served->file_count; i++) {
    json_decref (served->files[i].statistics);
    served->files[i].oracle.close (&served->files[i].oracle);
  }
  for (int i = 0; i < served->game_count; i++) {
    struct served_game *own = served->games[i];
    asker_end (&own->asker);
    json_decref (own->board);
    if (own->endgames != NULL)
      endgames_destroy (own->endgames);
    shelf_clear (&own->shelf);
    key_set_free (&own->memory.keys);
    free (own->memory.known);
    engine_close (&own->game);
    free (own);
  }
  free (served->games);
  free (served->files);
  pthread_mutex_destroy (&served->lock);
}

struct served_game *served_game (const struct served *served, const char *text) {
  struct game game;
  struct failure none = { 0 };
  if (*text == 0)
    return served->games[0];
  if (!engine_open (&game, text, &none))
    return NULL;
  struct served_game *found = find_game (served, game.title);
  engine_close (&game);
  return found;
}

struct served_game *served_columns (const struct served *served) {
  struct served_game *found = NULL;
  for (int i = 0; i < served->game_count; i++) {
    const struct cells_engine *cells = served->games[i]->game.engine->cells;
    if (cells == NULL || !cells->falling)
      continue;
    if (found != NULL)
      return NULL;
    found = served->games[i];
  }
  return found;
}

const char *served_file_name (const struct served_file *file) {
  const char *slash = strrchr (file->path, '/');
  return slash != NULL ? slash + 1 : file->path;
}

/* ---- results in memory ---- */

static void recall (const struct memory *memory, const uint8_t *key, zermelo_knowledge *known) {
  const size_t i = key_set_find (&memory->keys, key);
  if (i != SIZE_MAX)
    known_narrow (known, &memory->known[i]);
}

static void keep (struct memory *memory, const uint8_t *key, const zermelo_knowledge *known) {
  const struct bounds range = search_range (false);
  if (known->lower == range.lower && known->upper == range.upper)
    return;
  if (memory->keys.count == REMEMBERED_MOST)
    key_set_free (&memory->keys);
  const bool is_new = key_set_add (&memory->keys, key, key_hash (key, memory->keys.key_bytes));
  memory->known = grow_list (memory->known, memory->keys.count - 1, &memory->capacity, sizeof *memory->known);
  zermelo_knowledge *kept = &memory->known[key_set_find (&memory->keys, key)];
  if (is_new)
    *kept = known_nothing ();
  known_narrow (kept, known);
  kept->evaluation = ZERMELO_NO_EVALUATION; /* the next search may evaluate otherwise */
}

bool served_recall (struct served *served, struct served_game *own, struct answer *answer,
                    struct failure *failure) {
  if (own->game.key_bytes == 0)
    return true;
  pthread_mutex_lock (&served->lock);
  for (int i = 0; i < served->file_count && failure->code == 0; i++)
    if (served->files[i].game == own && !answer_is_complete (answer, true))
      answer_take_file (answer, &served->files[i].oracle, i, failure);
  recall (&own->memory, answer->key, &answer->known);
  for (int i = 0; i < answer->count; i++)
    recall (&own->memory, answer->moves[i].key, &answer->moves[i].after);
  pthread_mutex_unlock (&served->lock);
  answer_settle (answer);
  return failure->code == 0;
}

void served_remember (struct served *served, struct served_game *own, const struct answer *answer) {
  if (own->game.key_bytes == 0)
    return;
  pthread_mutex_lock (&served->lock);
  keep (&own->memory, answer->key, &answer->known);
  for (int i = 0; i < answer->count; i++)
    keep (&own->memory, answer->moves[i].key, &answer->moves[i].after);
  pthread_mutex_unlock (&served->lock);
}
