#include "command/bench.h"

#include "command/task.h"
#include "run/position_set.h"
#include "run/query_queue.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>

bool workload_measure (struct run *run, const struct workload *workload, uint64_t *nodes, double *seconds,
                       struct failure *failure) {
  struct game game;
  if (!engine_open (&game, workload->game, failure))
    return false;
  struct position *start = position_allocate (&game);
  game.engine->start (&game, start);
  bool done;
  if (workload->perft_depth > 0)
    done = perft_line (run, &game, start, workload->perft_depth, nodes, seconds);
  else if (workload_is_set (workload))
    done = run->session.ranks.rank != 0
           || position_set_measure (&run->session, &game, &workload->kind, nodes, seconds, failure);
  else {
    struct solution solution;
    struct answer answer;
    struct query query = query_about (&run->session, &game, start);
    query.exact_score = false;
    query.window = search_range (false);
    answer_begin (&answer, &game, "", failure);
    solution_begin (&solution, &answer, &query);
    solution_find (run, &solution);
    *nodes = solution.cost.nodes;
    *seconds = solution.cost.seconds;
    done = run->session.ranks.rank != 0 || solution_decided (&solution);
    solution_end (&solution);
  }
  free (start);
  engine_close (&game);
  if (!done && failure->code == 0)
    run_unfinished (&run->session, workload->name, failure);
  return ranks_agree (&run->session.ranks, failure);
}

bool workload_is_asked_for (const struct options *options, const struct workload *workload) {
  for (int i = 0; i < options->argument_count; i++)
    if (strcmp (options->arguments[i], workload->name) == 0)
      return true;
  return options->argument_count == 0 && !workload->is_long;
}

static const struct workload *find_workload (const char *name) {
  const struct workload *workload;
  for (int i = 0; (workload = workload_at (i)) != NULL; i++)
    if (strcmp (workload->name, name) == 0)
      break;
  return workload;
}

static bool unknown_workload (const char *name, struct failure *failure) {
  char known[400] = "";
  const struct workload *workload;
  for (int i = 0; (workload = workload_at (i)) != NULL; i++)
    text_append_item (known, sizeof known, ", ", workload->name);
  return fail (failure, EXIT_USAGE, "bench: unknown workload '%.60s'; there are %s", name, known);
}

bool workload_check_names (const struct options *options, struct failure *failure) {
  for (int i = 0; i < options->argument_count; i++) {
    const struct workload *workload = find_workload (options->arguments[i]);
    if (workload == NULL)
      return unknown_workload (options->arguments[i], failure);
    if (options->scaling && workload_is_set (workload))
      return fail (failure, EXIT_USAGE, "bench --scaling: %s is searched by one rank", workload->name);
  }
  return true;
}
