#include "settings/example_list.h"

#include <stdio.h>
#include <string.h>

const struct workload *workload_at (int i) {
  for (int place = 0; place < EXAMPLE_PLACES; place++)
    for (const struct game_examples *const *e = game_examples; *e != NULL; e++)
      for (const struct workload *w = (*e)->workloads; w != NULL && w->name != NULL; w++)
        if (w->place == place && i-- == 0)
          return w;
  return NULL;
}

const struct signed_run *signed_run_at (int i) {
  for (int place = 0; place < EXAMPLE_PLACES; place++)
    for (const struct game_examples *const *e = game_examples; *e != NULL; e++)
      for (const struct signed_run *r = (*e)->signature; r != NULL && r->name != NULL; r++)
        if (r->place == place && i-- == 0)
          return r;
  return NULL;
}

const char *example_of_command (const char *command) {
  for (const struct game_examples *const *e = game_examples; *e != NULL; e++)
    for (const struct command_example *c = (*e)->commands; c != NULL && c->command != NULL; c++)
      if (strcmp (c->command, command) == 0)
        return c->line;
  return NULL;
}

const char *example_job_game (void) {
  for (const struct game_examples *const *e = game_examples; *e != NULL; e++)
    if ((*e)->job_game != NULL)
      return (*e)->job_game;
  return "";
}

const char *example_job_name (char *text, size_t size) {
  const char *game = example_job_game ();
  snprintf (text, size, "%.*s", (int) strcspn (game, ":"), game);
  return text;
}

const char *example_job (void) {
  for (const struct game_examples *const *e = game_examples; *e != NULL; e++)
    if ((*e)->job != NULL)
      return (*e)->job;
  return "";
}
