/* What all commands need: their game, when they must stop and what they say then, and the files they make. */
#include "run/run.h"

#include "base/clock.h"
#include "base/machine.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* ---- the line of a failure ---- */

static void print_line (const char *text) {
  fputs ("zermelo: ", stderr);
  for (; *text != 0; text++)
    fputc (iscntrl ((unsigned char) *text) ? ' ' : *text, stderr);
  fputc ('\n', stderr);
}

void failure_print (const struct failure *failure) { print_line (failure->text); }

void failure_print_at (const char *file, size_t line, const struct failure *failure) {
  char text[900];
  snprintf (text, sizeof text, "%.300s:%zu: %s", file, line, failure->text);
  print_line (text);
}

/* ---- the end ---- */

bool run_must_stop (const struct session *session) {
  return *session->stop || session->query_failure.code != 0
         || (session->resources.deadline != 0 && clock_seconds () >= session->resources.deadline);
}

bool run_stops (void *session) { return run_must_stop (session); }

/* Another rank, started a moment earlier, may have noticed the time limit first. */
static bool time_is_up (const struct session *session) {
  const double moment = session->ranks.size > 1 ? 1 : 0;
  return session->resources.deadline != 0 && clock_seconds () >= session->resources.deadline - moment;
}

int run_unfinished (const struct session *session, const char *what, struct failure *failure) {
  const char *why = "the method could not do more";
  if (session->query_failure.code != 0) { /* running the same command again would not help */
    if (failure->code == 0)
      *failure = session->query_failure;
    return failure->code;
  }
  if (*session->stop)
    why = "stopped by a signal";
  else if (time_is_up (session))
    why = session->counts_time ? "the time limit of the job is used up, a larger time_limit goes on"
                               : "the time limit is reached";
  else if (session->options.node_limit > 0)
    why = session->counts_nodes ? "the node limit of the job is used up, a larger node_limit goes on"
                                : "the node limit is reached";
  fail (failure, EXIT_UNFINISHED, "%s: %s", why, what);
  return failure->code;
}

/* ---- game and resources ---- */

bool run_open_game (struct session *session, const char *text, struct failure *failure) {
  assert (session->game.engine == NULL);
  static const char rules[] = ",maker-breaker";
  char full[160];
  const size_t given = strlen (text);
  const bool said = given >= sizeof rules && strcmp (text + given - (sizeof rules - 1), rules) == 0;
  if (session->options.maker_breaker && !said && given < 100) { /* a longer text is refused in any case */
    snprintf (full, sizeof full, "%s%s", text, rules);
    text = full;
  }
  if (engine_open (&session->game, text, failure))
    return true;
  session->game.engine = NULL;
  return false;
}

struct resources resources_of (const struct session *session) {
  const struct options *options = &session->options;
  assert (options->threads >= 0 && options->time_limit >= 0 && session->default_threads > 0);
  const uint64_t least = UINT64_C (1) << 26;
  const uint64_t whole = machine_rank_memory ();
  struct resources resources
      = { .threads = options->threads > 0 ? options->threads : session->default_threads,
          .table_bytes = options->table_bytes,
          .replacement = options->replacement,
          .deadline = options->time_limit > 0 ? session->begun + options->time_limit : 0 };
  resources.memory = whole > resources.table_bytes ? (whole - resources.table_bytes) / 4 * 3 : 0;
  if (resources.memory < least)
    resources.memory = least;
  assert (resources.threads > 0 && (resources.deadline == 0 || resources.deadline >= session->begun));
  return resources;
}

void run_makes (struct journal *journal, const char *path) {
  if (journal->made_count < (int) (sizeof journal->made / sizeof *journal->made))
    journal->made[journal->made_count++] = strdup (path);
}
