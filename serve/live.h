/* Jobs: requests that the server does not answer at once. There are two lanes: searches, whose thread does
 * one job at a time with all search threads, and readers, whose thread makes long answers from open files; so
 * a search does not delay a reader, and neither delays the thread that serves clients. In each lane waiting
 * jobs are taken in turn by client: however many jobs one client has, another client waits for at most one of
 * them.
 *
 * A job is made and taken back by the thread that serves clients. It has a time limit, and may be called off;
 * in either case it ends with the results so far. Tables and results are kept (served.h). */
#ifndef ZERMELO_SERVE_LIVE_H
#define ZERMELO_SERVE_LIVE_H

#include "serve/served.h"

#include "play/player.h"

#include <stdatomic.h>

enum { CLIENT_NAME = 41, CLIENT_ADDRESS = 64, LIVE_SECONDS_MOST = 60, LINE_MOST = 512 };

/** Limits for the jobs that wait in a lane: of all clients, and of one client. */
enum { LIVE_WAITING_MOST = 64, LIVE_WAITING_OF_CLIENT = 8 };

enum live_kind {
  LIVE_VALUES,     /* fill in the answer: the value of the position and of each of its moves */
  LIVE_LINE,       /* find a line of best play from the answer's position */
  LIVE_MOVE,       /* find a player's move in this position */
  LIVE_STATISTICS, /* count the contents of a file */
  LIVE_CERTIFICATE /* look up a position in a certificate, and the argument there */
};

struct live_job {
  enum live_kind kind;
  struct served_game *game;
  char client[CLIENT_NAME];     /* the client that asks, or "" */
  char turn_of[CLIENT_ADDRESS]; /* the client, or its address if it has no name */
  double seconds;               /* the limit */
  bool scores;                  /* find distances, too */
  bool columns;                 /* the client wants a list of scores, one for each column */
  struct answer answer;         /* begun by the caller; owned by the job */
  void *owner;                  /* the request that waits for the job */

  /* LIVE_LINE */
  char (*line)[MOVE_TEXT]; /* LINE_MOST moves */
  char **line_text;        /* the position after each move */
  int line_moves;
  bool line_ends; /* the line ends with the game */

  /* LIVE_MOVE */
  char player[200];
  struct thought thought;

  /* LIVE_STATISTICS, LIVE_CERTIFICATE */
  int file, side; /* side: of the certificate, the player whose strategy is wanted */
  json_t *statistics;
  char *text; /* the position in the certificate; NULL: that of the first claim */
  char *body; /* the text of the answer */

  struct failure failure;

  atomic_bool called_off;
  uint64_t round; /* a job of a lower round is taken first */
  struct live_job *next;
};

struct live;

/** Start the threads. */
struct live *live_create (struct served *, const struct served_resources *);

/** Call off all jobs, wait, and free everything, including jobs that were not taken back. */
void live_destroy (struct live *);

/** A descriptor for poll(), readable whenever a job is done. */
int live_descriptor (const struct live *);

/** Hand over a job. False: too many jobs are waiting, of this client or of all; then the job still belongs to
 * the caller. */
bool live_add (struct live *, struct live_job *);

/** The next job that is done, which belongs to the caller again; NULL: none. */
struct live_job *live_done (struct live *);

/** Call off the jobs of a client ("": jobs without a client), or all (NULL). */
void live_call_off (struct live *, const char *client);

/** Call off the job of an owner who has gone; the owner still gets it back. */
void live_call_off_for (struct live *, const void *owner);

void live_job_free (struct live_job *);

#endif
