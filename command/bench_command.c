/* `zermelo bench`: the standard workloads, which are always the same work, so that figures can be compared.
 *
 * Without a launcher each workload runs with 1 and with 2 threads, or with --threads N only; under a launcher
 * it runs with the ranks there are. One thread searches a set of positions. With one thread and one rank,
 * nodes are the same on every machine. Long workloads run only if they are named. --scaling is in scaling.c,
 * --signature in signature.c. */
#include "command/bench.h"

#include <stdio.h>

static const struct column bench_columns[]
    = { { "name", -20 }, { "threads", 7 }, { "ranks", 5 }, { "nodes", 8 }, { "seconds", 9 } };

static bool bench_one (struct run *run, const struct workload *workload, int threads,
                       struct failure *failure) {
  uint64_t nodes = 0;
  double seconds = 0;
  const int before = run->session.resources.threads;
  run->session.resources.threads = threads;
  progress_task (&run->display.progress, workload->perft_depth > 0 ? "sequences" : "nodes",
                 "bench %s, %d thread%s", workload->name, threads, threads == 1 ? "" : "s");
  const bool good = workload_measure (run, workload, &nodes, &seconds, failure);
  run->session.resources.threads = before;
  if (!good)
    return false;
  struct output *output = &run->display.output;
  output_text (output, workload->name);
  output_number (output, (uint64_t) threads);
  output_number (output, workload_is_set (workload) ? 1 : (uint64_t) run->session.ranks.size);
  output_number (output, nodes);
  output_seconds (output, seconds);
  output_line (output);
  struct record_row row = { .nodes = nodes, .seconds = seconds };
  snprintf (row.subject, sizeof row.subject, "%s, %d thread%s", workload->name, threads,
            threads == 1 ? "" : "s");
  account_row (&run->journal.account, &row);
  return true;
}

/* A set of positions is searched by one thread, so it runs once. */
static bool bench_all (struct run *run, const struct workload *workload, int least, int most,
                       struct failure *failure) {
  const bool once = workload_is_set (workload);
  for (int threads = once ? 1 : least; threads <= (once ? 1 : most); threads++)
    if (!bench_one (run, workload, threads, failure))
      return false;
  return true;
}

int command_bench (struct run *run, struct failure *failure) {
  const struct options *options = &run->session.options;
  if (options->signature)
    return signature_print (run, failure) ? EXIT_HOLDS : failure->code;
  if (!workload_check_names (options, failure) || (options->scaling && !scaling_print (run, failure)))
    return failure->code;
  const bool several = options->threads == 0 && !run->session.ranks.launched;
  const int least = several ? 1 : run->session.resources.threads, most = several ? 2 : least;
  if (!options->scaling)
    output_columns (&run->display.output, bench_columns, 5);
  const struct workload *workload;
  for (int i = 0; !options->scaling && (workload = workload_at (i)) != NULL; i++)
    if (workload_is_asked_for (options, workload) && !bench_all (run, workload, least, most, failure))
      return failure->code;
  return EXIT_HOLDS;
}
