/* The games and files that are served, and the results of earlier searches.
 *
 * Files and results are protected by one lock, since both the thread of the searches and the thread that
 * serves clients use them. */
#ifndef ZERMELO_SERVE_SERVED_H
#define ZERMELO_SERVE_SERVED_H

#include "search/asker.h"
#include "answer/answer.h"
#include "answer/oracle.h"
#include "base/key_set.h"

#include <jansson.h>
#include <pthread.h>

/** Results of searches: known[i] belongs to key number i. */
struct memory {
  struct key_set keys;
  zermelo_knowledge *known;
  size_t capacity;
};

struct served_game {
  struct game game;
  struct shelf shelf; /* used by the thread of the searches, as is the asker */
  struct asker asker;
  struct memory memory;
  json_t *board; /* the part of /api/game that is common to all positions; NULL before the first request */
  struct endgames *endgames; /* tables of a file in memory, at which searches stop; or NULL */
};

struct served_file {
  struct oracle oracle;
  const char *path;         /* borrowed */
  struct served_game *game; /* its game, as it is served */
  json_t *statistics;       /* NULL before the first request for them */
};

struct served {
  struct served_game **games; /* the first game is the default */
  int game_count;
  struct served_file *files;
  int file_count;
  pthread_mutex_t lock;
};

/** Resources of searches. */
struct served_resources {
  int threads;
  uint64_t table_bytes;        /* for each game */
  struct opening_books *books; /* for players, as in play_resources; used by the thread of the searches */
};

/** Open games, and files with their games, from a list of words. served_close() frees the result, even after
 * a failure: EXIT_BAD_DATA, EXIT_NO_INPUT, EXIT_IO. */
bool served_open (struct served *, char *const *words, int count, const struct served_resources *,
                  struct failure *);
/** As served_open(), with a single file. */
bool served_open_file (struct served *, const char *path, const struct served_resources *, struct failure *);
void served_close (struct served *);

/** The game with a GAME text in any of its forms; NULL: it is not served. "" is the first game. */
struct served_game *served_game (const struct served *, const char *text);

/** The only game in which pieces fall, so that a move is a column; NULL: there is none, or more than one. */
struct served_game *served_columns (const struct served *);

/** Narrow an answer by all files and by earlier results. Any thread. False: a file cannot be read. */
bool served_recall (struct served *, struct served_game *, struct answer *, struct failure *);

/** Keep the results in an answer. Any thread. */
void served_remember (struct served *, struct served_game *, const struct answer *);

/** The name of a file for clients: without its folder. */
const char *served_file_name (const struct served_file *);

#endif
