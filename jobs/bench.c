/* `zermelo bench`: the standard workloads, always the same work, so that figures can be compared.
 *
 * Plainly started each runs with 1 and with 2 threads (or with --threads N only); under a launcher with the
 * ranks there are. A set of positions is searched by one thread. Nodes first: with one thread and one rank they are the
 * same on every machine. The long ones run only if they are named. --scaling is in scaling.c. */
#include "bench.h"

#include "base/clock.h"
#include "perft.h"
#include "solve.h"

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

static const struct column bench_columns[]
    = { { "name", -20 }, { "threads", 7 }, { "ranks", 5 }, { "nodes", 16 }, { "seconds", 16 } };

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
    solution_begin (&solution, &game, start, false);
    solution_find (run, &solution);
    *nodes = solution.nodes;
    *seconds = solution.seconds;
    done = run->ranks.rank != 0 || solution_decided (&solution);
    solution_end (&solution);
  }
  free (start);
  engine_close (&game);
  if (!done && failure->code == 0)
    run_unfinished (run, workload->name, failure);
  return ranks_agree (&run->ranks, failure);
}

static bool
bench_one (struct run *run, const struct workload *workload, int threads, struct failure *failure)
{
  uint64_t nodes = 0;
  double seconds = 0;
  const int before = run->resources.threads;
  run->resources.threads = threads;
  snprintf (run->progress.doing, sizeof run->progress.doing, "%s, %d threads", workload->name, threads);
  const bool good = workload_measure (run, workload, &nodes, &seconds, failure);
  run->resources.threads = before;
  if (!good)
    return false;
  struct output *output = &run->output;
  output_text (output, workload->name);
  output_number (output, (uint64_t) threads);
  output_number (output, workload_is_set (workload) ? 1 : (uint64_t) run->ranks.size);
  output_number (output, nodes);
  output_seconds (output, seconds);
  output_line (output);
  struct record_row row = { .nodes = nodes, .seconds = seconds };
  snprintf (row.subject, sizeof row.subject, "%s, %d threads", workload->name, threads);
  account_row (&run->account, &row);
  return true;
}

/* A set of positions takes one thread, so once is enough. */
static bool
bench_all (struct run *run, const struct workload *workload, int least, int most, struct failure *failure)
{
  const bool once = workload_is_set (workload);
  for (int threads = once ? 1 : least; threads <= (once ? 1 : most); threads++)
    if (!bench_one (run, workload, threads, failure))
      return false;
  return true;
}

bool
workload_is_asked_for (const struct options *options, const struct workload *workload)
{
  for (int i = 0; i < options->argument_count; i++)
    if (strcmp (options->arguments[i], workload->name) == 0)
      return true;
  return options->argument_count == 0 && workload < &workloads[FIRST_LONG];
}

static bool
check_names (const struct options *options, struct failure *failure)
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

int
command_bench (struct run *run, struct failure *failure)
{
  const struct options *options = &run->options;
  if (!check_names (options, failure) || (options->scaling && !scaling_print (run, failure)))
    return failure->code;
  const bool several = options->threads == 0 && !run->ranks.launched;
  const int least = several ? 1 : run->resources.threads, most = several ? 2 : least;
  if (!options->scaling)
    output_columns (&run->output, bench_columns, 5);
  for (int i = 0; i < WORKLOADS && !options->scaling; i++)
    if (workload_is_asked_for (options, &workloads[i])
        && !bench_all (run, &workloads[i], least, most, failure))
      return failure->code;
  return EXIT_HOLDS;
}
