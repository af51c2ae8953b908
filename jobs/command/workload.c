#include "command/workload.h"

#include "command/perft_command.h"
#include "command/solve_command.h"
#include "run/query_queue.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct workload workloads[WORKLOADS] = {
  { "connect4-6x5", "connect4:6x5", 0, { 0 } },
  { "connect4-end-easy", "connect4:7x6", 0, { 29, 41, 0, 13 } },
  { "connect4-middle-easy", "connect4:7x6", 0, { 15, 28, 0, 13 } },
  { "connect4-middle-medium", "connect4:7x6", 0, { 15, 28, 14, 27 } },
  { "connect4-begin-easy", "connect4:7x6", 0, { 4, 14, 0, 13 } },
  { "mnk-5,5,4", "mnk:5,5,4", 0, { 0 } },
  { "draughts-perft-9", "draughts:8x8", 9, { 0 } },
  { "connect4-7x6", "connect4:7x6", 0, { 0 } },
  { "mnk-8,4,4", "mnk:8,4,4", 0, { 0 } },
};

/* Those that take seconds, at the end of the list. */
enum { FIRST_LONG = 7 };

bool
workload_measure (struct run *run, const struct workload *workload, uint64_t *nodes, double *seconds,
                  struct failure *failure)
{
  struct game game;
  if (!engine_open (&game, workload->game, failure))
    return false;
  struct position *start = position_allocate (&game);
  game.engine->start (&game, start);
  bool done;
  if (workload->perft_depth > 0)
    done = perft_line (run, &game, start, workload->perft_depth, nodes, seconds);
  else if (workload_is_set (workload))
    done
        = run->ranks.rank != 0 || position_set_measure (run, &game, &workload->kind, nodes, seconds, failure);
  else {
    struct solution solution;
    struct query query = query_about (run, &game, start);
    query.exact_score = false;
    query.window = search_range (false);
    solution_begin (&solution, &game, start, &query);
    solution_find (run, &solution);
    *nodes = solution.result.cost.nodes;
    *seconds = solution.result.cost.seconds;
    done = run->ranks.rank != 0 || solution_decided (&solution);
    solution_end (&solution);
  }
  free (start);
  engine_close (&game);
  if (!done && failure->code == 0)
    run_unfinished (run, workload->name, failure);
  return ranks_agree (&run->ranks, failure);
}

bool
workload_is_asked_for (const struct options *options, const struct workload *workload)
{
  for (int i = 0; i < options->argument_count; i++)
    if (strcmp (options->arguments[i], workload->name) == 0)
      return true;
  return options->argument_count == 0 && workload < &workloads[FIRST_LONG];
}

bool
workload_check_names (const struct options *options, struct failure *failure)
{
  char known[400] = "";
  for (int i = 0; i < WORKLOADS; i++) {
    const size_t used = strlen (known);
    snprintf (known + used, sizeof known - used, "%s%s", i == 0 ? "" : ", ", workloads[i].name);
  }
  for (int i = 0; i < options->argument_count; i++) {
    int j = 0;
    while (j < WORKLOADS && strcmp (workloads[j].name, options->arguments[i]) != 0)
      j++;
    if (j == WORKLOADS)
      return fail (failure, EXIT_USAGE, "bench: unknown workload '%.60s'; there are %s",
                   options->arguments[i], known);
    if (options->scaling && workload_is_set (&workloads[j]))
      return fail (failure, EXIT_USAGE, "bench --scaling: %s is searched by one rank", workloads[j].name);
  }
  return true;
}
