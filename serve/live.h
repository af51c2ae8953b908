/* What the server does not answer at once. There are two lanes: searches, whose thread does one job at a time
 * with all search threads, and readers, whose thread makes long answers from files that are open; so a search
 * does not hold up a reader, and neither holds up the thread that talks to clients. In each lane those that
 * wait are taken in turn by client: however many one client has, another one waits for one of them at most.
 *
 * A job is made and taken back by the thread that talks to clients. It has a limit of time, and may be called
 * off; in either case it ends with what is known so far. Tables and what was found are kept (served.h). */
#ifndef ZERMELO_SERVE_LIVE_H
#define ZERMELO_SERVE_LIVE_H

#include "serve/served.h"

#include "play/player.h"

#include <stdatomic.h>

enum { CLIENT_NAME = 41, CLIENT_ADDRESS = 64, LIVE_SECONDS_MOST = 60, LINE_MOST = 512 };

/** Jobs that wait in a lane: of all clients, and of one. */
enum { LIVE_WAITING_MOST = 64, LIVE_WAITING_OF_CLIENT = 8 };

enum live_kind {
  LIVE_VALUES,     /* fill in the answer: the value of the position and of each of its moves */
  LIVE_LINE,       /* a line of best play from the answer's position */
  LIVE_MOVE,       /* a player's move there */
  LIVE_STATISTICS, /* what is in a file */
  LIVE_CERTIFICATE /* a position in a certificate, and the argument there */
};

struct live_job {
  enum live_kind kind;
  struct served_game *game;
  char client[CLIENT_NAME];     /* the client that asks, or "" */
  char turn_of[CLIENT_ADDRESS]; /* the client, or else its address */
  double seconds;               /* the limit */
  bool scores;                  /* how soon games end, too */
  bool columns;                 /* the client wants a list of scores, a column each */
  struct answer answer;         /* begun; the job's */
  void *owner;                  /* the request that waits for it */

  /* LIVE_LINE */
  char (*line)[MOVE_TEXT]; /* LINE_MOST of them */
  char **line_text;        /* the position after each */
  int line_moves;
  bool line_ends; /* at the end of the game */

  /* LIVE_MOVE */
  char player[200];
  struct thought thought;

  /* LIVE_STATISTICS, LIVE_CERTIFICATE */
  int file, side; /* of the certificate: whose strategy */
  json_t *statistics;
  char *text; /* the position in the certificate; NULL: the first that is claimed */
  char *body; /* the answer about it as it is sent */

  struct failure failure;

  atomic_bool called_off;
  uint64_t round; /* a job of a lower round is taken first */
  struct live_job *next;
};

struct live;

/** Start the threads. */
struct live *live_create (struct served *, const struct served_resources *);

/** Call everything off, wait, and free everything, also jobs that were not taken back. */
void live_destroy (struct live *);

/** Readable whenever a job is done: for poll(). */
int live_descriptor (const struct live *);

/** Hand over a job. False: too many wait already, of this client or of all; then the job is still the
 * caller's. */
bool live_add (struct live *, struct live_job *);

/** The next job that is done, which is the caller's again; NULL: none. */
struct live_job *live_done (struct live *);

/** Call off the jobs of a client ("": those without a client), or all (NULL). */
void live_call_off (struct live *, const char *client);

/** Call off the job of an owner, who has gone; the owner gets it back all the same. */
void live_call_off_for (struct live *, const void *owner);

void live_job_free (struct live_job *);

#endif
