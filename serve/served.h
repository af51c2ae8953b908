/* What is served: games, files about them, and what was found out while serving.
 *
 * Files and what is remembered are behind one lock, since the thread of the searches and the one that talks
 * to clients both look there. */
#ifndef ZERMELO_SERVE_SERVED_H
#define ZERMELO_SERVE_SERVED_H

#include "search/asker.h"
#include "answer/answer.h"
#include "answer/oracle.h"
#include "base/key_set.h"

#include <jansson.h>
#include <pthread.h>

/** What searches found: known[i] belongs to the key number i. */
struct memory {
  struct key_set keys;
  struct known *known;
  size_t capacity;
};

struct served_game {
  struct game game;
  struct shelf shelf; /* of the thread of the searches, as is the asker */
  struct asker asker;
  struct memory memory;
  json_t *board; /* what /api/game says of all positions, from the first request on; before it NULL */
  struct endgames *endgames; /* tables of a file in memory, at which searches stop; or NULL */
};

struct served_file {
  struct oracle oracle;
  const char *path;         /* borrowed */
  struct served_game *game; /* its game as it is served */
  json_t *statistics;       /* from the first request for them on; before it NULL */
};

struct served {
  struct served_game **games; /* the first is the default */
  int game_count;
  struct served_file *files;
  int file_count;
  pthread_mutex_t lock;
};

/** How searches are done. */
struct served_resources {
  int threads;
  uint64_t table_bytes;        /* of each game */
  struct opening_books *books; /* of players, as in play_resources; used by the thread of the searches */
};

/** Open what the words name: games, and files with their games. served_close() frees it, also after a
 *  failure: EXIT_BAD_DATA, EXIT_NO_INPUT, EXIT_IO. */
bool served_open (struct served *, char *const *words, int count, const struct served_resources *,
                  struct failure *);
/** As served_open(), with one file and no more. */
bool served_open_file (struct served *, const char *path, const struct served_resources *, struct failure *);
void served_close (struct served *);

/** The game of that GAME text, in any of its forms; NULL: it is not served. "" is the first. */
struct served_game *served_game (const struct served *, const char *text);

/** The one game in which pieces fall, so that a move is a column; NULL: there is none, or more than one. */
struct served_game *served_columns (const struct served *);

/** Narrow an answer by all files and by what is remembered. Any thread. False: a file cannot be read. */
bool served_recall (struct served *, struct served_game *, struct answer *, struct failure *);

/** Remember what was searched. Any thread. */
void served_remember (struct served *, struct served_game *, const struct answer *);

/** The name of a file as clients see it: without its folder. */
const char *served_file_name (const struct served_file *);

#endif
