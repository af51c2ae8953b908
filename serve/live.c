#include "serve/live.h"

#include "base/clock.h"
#include "base/threads.h"
#include "run/known_values.h"
#include "serve/served_json.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <unistd.h>

struct job_list {
  struct live_job *first, **end;
  int count;
};

enum lane_name { SEARCHES, READERS, LANES };

/** A lane: jobs that are done by one thread. */
struct lane {
  struct live *live;
  struct team *team;
  pthread_cond_t more;
  struct job_list waiting;
  struct live_job *current;
  uint64_t round; /* the round of the last job that was taken */
};

struct live {
  struct served *served;
  struct served_resources resources;
  pthread_mutex_t lock;
  struct lane lane[LANES];
  struct job_list done;
  bool ends;
  int event;
  struct known_values known; /* for players; used only by the thread of searches */
};

static void list_add (struct job_list *list, struct live_job *job) {
  job->next = NULL;
  *(list->first == NULL ? &list->first : list->end) = job;
  list->end = &job->next;
  list->count++;
}

/* Take the first job of the lowest round. */
static struct live_job *list_take_next (struct job_list *list) {
  struct live_job **next = &list->first;
  for (struct live_job **link = next; *link != NULL; link = &(*link)->next)
    if ((*link)->round < (*next)->round)
      next = link;
  struct live_job *const job = *next;
  if (job != NULL) {
    *next = job->next;
    list->end = job->next == NULL ? next : list->end;
    list->count--;
  }
  return job;
}

static struct live_job *list_take (struct job_list *list) {
  struct live_job *job = list->first;
  if (job != NULL) {
    list->first = job->next;
    list->count--;
  }
  return job;
}

/* ---- values ---- */

/* The job for which a search is asked, and its deadline. */
struct job_deadline {
  struct live_job *job;
  double deadline;
};

static bool is_over (void *context) {
  const struct job_deadline *limit = context;
  return limit->job->called_off || clock_seconds () >= limit->deadline;
}

static void ask (void *context, const struct answer_query *query) {
  const struct job_deadline *limit = context;
  query->take (query->taker, asker_ask (&limit->job->game->asker, query->position, &query->query, 0));
}

static bool take_evaluation (struct live_job *job, struct answer *answer, enum method method,
                             double deadline) {
  struct asker *asker = &job->game->asker;
  const struct query query = { .method = method, .window = search_range (false) };
  asker->deadline = deadline;
  const struct result *result = asker_ask (asker, answer->position, &query, 0);
  answer->known.evaluation = result->has_evaluation ? result->evaluation : ZERMELO_NO_EVALUATION;
  return result->has_evaluation;
}

/* If no value is proven, find a heuristic value, with the largest depth possible in the remaining time; at
 * least by evaluating each move once. */
static void ask_evaluation (struct live_job *job, struct answer *answer, double deadline) {
  if (answer->game->key_bytes == 0 || is_over (&(struct job_deadline){ job, deadline })
      || !take_evaluation (job, answer, METHOD_BNS, deadline))
    take_evaluation (job, answer, METHOD_IMMEDIATE, 0);
}

static void find_values (struct live *live, struct live_job *job, struct answer *answer, double deadline) {
  static const double EVALUATION_SHARE = 0.1;
  const double begun = clock_seconds (), proof = deadline - EVALUATION_SHARE * (deadline - begun);
  struct job_deadline limit = { job, proof };
  const struct answer_searches searches = { .query = { .method = METHOD_AUTO },
                                            .ask = ask,
                                            .is_over = is_over,
                                            .context = &limit,
                                            /* the file of the tables was read, but not checked */
                                            .on_trust = job->game->asker.endgames != NULL };
  served_recall (live->served, job->game, answer, &job->failure);
  job->game->asker.stops = asker_flag_is_set;
  job->game->asker.stops_context = (void *) &job->called_off;
  job->game->asker.deadline = proof;
  for (int scores = 0; scores <= job->scores; scores++)
    if (!answer_is_complete (answer, scores != 0) && !is_over (&limit))
      answer_ask (&searches,
                  &(struct answer_question){
                      .answer = answer, .position = true, .moves = GOAL_VALUES, .exact_score = scores != 0 });
  if (job->kind == LIVE_VALUES && !known_is_settled (&answer->known, false) && !job->called_off)
    ask_evaluation (job, answer, deadline);
  answer->seconds += clock_seconds () - begun;
  served_remember (live->served, job->game, answer);
}

/* ---- a line ---- */

static void find_line (struct live *live, struct live_job *job, double deadline) {
  struct failure never = { 0 };
  struct answer at;
  job->line = allocate (LINE_MOST, sizeof *job->line);
  job->line_text = allocate (LINE_MOST, sizeof *job->line_text);
  find_values (live, job, &job->answer, deadline);
  if (!answer_begin (&at, job->answer.game, job->answer.normal.text, &never))
    return;
  for (;;) {
    find_values (live, job, &at, deadline);
    job->line_ends = at.outcome != GOING_ON;
    const int best = answer_best (&at, false);
    /* a line of play without an end */
    const bool cycles = at.known.lower == DRAWN && at.game->plies_max == 0;
    if (best < 0 || cycles || job->line_moves == LINE_MOST)
      break;
    const struct successor successor = at.moves[best].successor;
    char *text = answer_text_after (&at, &successor);
    memcpy (job->line[job->line_moves], successor.text, sizeof successor.text);
    job->line_text[job->line_moves++] = text;
    answer_end (&at);
    if (text == NULL || !answer_begin (&at, job->answer.game, text, &never))
      return;
  }
  answer_end (&at);
}

/* ---- a player's move ---- */

/* The time limit of a player: that of its text, else that of the request; at most the limit of the server. */
static double seconds_of_player (const struct live_job *job, const struct player *player) {
  static const double LEAST = 0.02;
  const bool own = strstr (job->player, player_key_names[KEY_TIME]) != NULL || player_seconds (player) == 0;
  const double seconds = own ? player_seconds (player) : job->seconds;
  if (own && (seconds == 0 || seconds > LIVE_SECONDS_MOST))
    return LIVE_SECONDS_MOST;
  return seconds < LEAST ? LEAST : seconds;
}

/* Find the move without a search, for a player that proves, if all values are known. */
static bool knows_move (struct live *live, struct live_job *job, const struct player *player) {
  struct answer *answer = &job->answer;
  struct thought *thought = &job->thought;
  if (player_kind (player)->proof_share == 0
      || !served_recall (live->served, job->game, answer, &job->failure)
      || !answer_is_complete (answer, true))
    return false;
  const int best = answer_best (answer, false);
  if (best < 0) /* files contradict each other */
    return false;
  thought->chosen = answer->moves[best].successor;
  thought->bounds = known_bounds (&answer->known, false);
  thought->source = answer->known.source;
  return true;
}

static void find_move (struct live *live, struct live_job *job) {
  const struct play_resources resources = { .game = &job->game->game,
                                            .threads = live->resources.threads,
                                            .table_bytes = live->resources.table_bytes,
                                            .stops = asker_flag_is_set,
                                            .stops_context = (void *) &job->called_off,
                                            .known = known_values_ask,
                                            .known_context = &live->known,

                                            .books = live->resources.books };
  struct course course;
  struct player *player = player_open (job->player, &resources, &job->game->shelf, &job->failure);
  if (player == NULL)
    return;
  player_limit (player, seconds_of_player (job, player), 0);
  if (course_begin (&course, &job->game->game, job->answer.normal.text, &job->failure)) {
    if (course_ending (&course, NULL) != GAME_END_NONE)
      fail (&job->failure, EXIT_BAD_DATA, "the game is over");
    else if (!knows_move (live, job, player))
      player_think (player, &course, &job->thought);
    course_end (&course);
  }
  player_close (player);
}

/* ---- certificates ---- */

/* The answer becomes text in this thread, since its cells take as long to write and to free as to find. */
static void write_certificate (struct live *live, struct live_job *job) {
  json_t *said
      = certificate_json (live->served, job->file, job->text, job->side, &job->called_off, &job->failure);
  job->body = said != NULL && !job->called_off ? json_body (said) : NULL;
  json_decref (said);
}

/* ---- the threads ---- */

static void do_job (struct live *live, struct live_job *job) {
  const double deadline = clock_seconds () + job->seconds;
  switch (job->kind) {
  case LIVE_VALUES: find_values (live, job, &job->answer, deadline); break;
  case LIVE_LINE: find_line (live, job, deadline); break;
  case LIVE_MOVE: find_move (live, job); break;
  case LIVE_STATISTICS:
    job->statistics = statistics_of_file (live->served, job->file, &job->called_off, &job->failure);
    break;
  case LIVE_CERTIFICATE:
    if (!job->called_off)
      write_certificate (live, job);
    break;
  }
}

/* Lower the priority of this thread and of the search threads, which inherit it, so that the thread that
 * serves clients answers known values first. (On Linux a thread has a priority of its own.) */
static void give_way (void) {
  enum { LESS = 10 };
  errno = 0;
  const int now = getpriority (PRIO_PROCESS, 0);
  if (errno == 0)
    setpriority (PRIO_PROCESS, (id_t) gettid (), now + LESS);
}

static void work (void *context, int thread) {
  struct lane *lane = context;
  struct live *live = lane->live;
  (void) thread;
  give_way ();
  pthread_mutex_lock (&live->lock);
  while (!live->ends) {
    lane->current = list_take_next (&lane->waiting);
    if (lane->current == NULL) {
      pthread_cond_wait (&lane->more, &live->lock);
      continue;
    }
    lane->round = lane->current->round;
    pthread_mutex_unlock (&live->lock);
    do_job (live, lane->current);
    pthread_mutex_lock (&live->lock);
    list_add (&live->done, lane->current);
    lane->current = NULL;
    eventfd_write (live->event, 1);
  }
  pthread_mutex_unlock (&live->lock);
}

struct live *live_create (struct served *served, const struct served_resources *resources) {
  struct live *live = allocate (1, sizeof *live);
  live->served = served;
  live->resources = *resources;
  live->event = eventfd (0, EFD_NONBLOCK | EFD_CLOEXEC);
  pthread_mutex_init (&live->lock, NULL);
  for (struct lane *lane = live->lane; lane < live->lane + LANES; lane++) {
    lane->live = live;
    pthread_cond_init (&lane->more, NULL);
    lane->team = team_create (1);
    team_start (lane->team, work, lane);
  }
  return live;
}

void live_destroy (struct live *live) {
  struct live_job *job;
  live_call_off (live, NULL);
  pthread_mutex_lock (&live->lock);
  live->ends = true;
  for (int i = 0; i < LANES; i++)
    pthread_cond_signal (&live->lane[i].more);
  pthread_mutex_unlock (&live->lock);
  for (struct lane *lane = live->lane; lane < live->lane + LANES; lane++) {
    team_destroy (lane->team);
    pthread_cond_destroy (&lane->more);
    while ((job = list_take (&lane->waiting)) != NULL)
      live_job_free (job);
  }
  while ((job = list_take (&live->done)) != NULL)
    live_job_free (job);
  close (live->event);
  pthread_mutex_destroy (&live->lock);
  known_values_free (&live->known);
  free (live);
}

int live_descriptor (const struct live *live) { return live->event; }

/* Set the round of a job: a client has one job in each round, from the present one on. Returns the number of
 * the client's waiting jobs. */
static int give_round (const struct lane *lane, struct live_job *job) {
  int waiting = 0;
  job->round = lane->round + (lane->current != NULL && strcmp (lane->current->turn_of, job->turn_of) == 0);
  for (const struct live_job *other = lane->waiting.first; other != NULL; other = other->next)
    if (strcmp (other->turn_of, job->turn_of) == 0) {
      waiting++;
      job->round = other->round >= job->round ? other->round + 1 : job->round;
    }
  return waiting;
}

bool live_add (struct live *live, struct live_job *job) {
  struct lane *lane = &live->lane[job->kind == LIVE_CERTIFICATE ? READERS : SEARCHES];
  pthread_mutex_lock (&live->lock);
  const bool room = give_round (lane, job) < LIVE_WAITING_OF_CLIENT && lane->waiting.count < LIVE_WAITING_MOST
                    && !live->ends;
  if (room) {
    list_add (&lane->waiting, job);
    pthread_cond_signal (&lane->more);
  }
  pthread_mutex_unlock (&live->lock);
  return room;
}

struct live_job *live_done (struct live *live) {
  eventfd_t count;
  pthread_mutex_lock (&live->lock);
  struct live_job *job = list_take (&live->done);
  if (job == NULL)
    eventfd_read (live->event, &count);
  pthread_mutex_unlock (&live->lock);
  return job;
}

/* Call off the jobs of a client, or of an owner; all jobs if both are NULL. */
static void call_off (struct live *live, const char *client, const void *owner) {
  pthread_mutex_lock (&live->lock);
  for (struct lane *lane = live->lane; lane < live->lane + LANES; lane++) {
    struct live_job *const current = lane->current;
    for (struct live_job *job = current != NULL ? current : lane->waiting.first; job != NULL;
         job = job == current ? lane->waiting.first : job->next)
      if ((client == NULL || strcmp (job->client, client) == 0) && (owner == NULL || job->owner == owner))
        job->called_off = true;
  }
  pthread_mutex_unlock (&live->lock);
}

void live_call_off (struct live *live, const char *client) {
  if (client == NULL || *client != 0)
    call_off (live, client, NULL);
}

void live_call_off_for (struct live *live, const void *owner) { call_off (live, NULL, owner); }

void live_job_free (struct live_job *job) {
  answer_end (&job->answer);
  json_decref (job->statistics);
  free (job->text);
  free (job->body);
  for (int i = 0; i < job->line_moves; i++)
    free (job->line_text[i]);
  free (job->line_text);
  free (job->line);
  free (job);
}
