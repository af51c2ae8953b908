/* `zermelo bench --scaling`: the same work by the first 1, 2, ... ranks of a run: speed-up, efficiency,
 * repeated work, and how the ranks spend the time in which they do not search.
 *
 * Each workload runs twice, because there are two fair comparisons: every rank has its own table memory (what
 * more nodes gain), or the ranks divide one table memory (what dividing one machine costs). Seconds are those
 * of single runs, so nothing else should run on the machine. Ranks that wait nap. */
#include "command/bench.h"

#include "parallel/hosts.h"
#include "run/placement.h"

#include <math.h>
#include <stdio.h>

static const struct column scaling_columns[]
    = { { "name", -16 },   { "threads", 7 },  { "ranks", 5 },   { "nodes", 8 },
        { "seconds", 9 },  { "memory", -6 },  { "speedup", 7 }, { "efficiency", 10 },
        { "repeated", 8 }, { "messages", 8 }, { "idle", 6 } };

enum { SCALING_COLUMNS = sizeof scaling_columns / sizeof *scaling_columns };

/* One run of a workload, or all runs so far. */
struct measured {
  int ranks;
  uint64_t nodes, messages, message_bytes, message_us, manager_us;
  double seconds, busy_seconds;
};

static void take_account (const struct account *account, struct measured *now) {
  struct statistics sum;
  account_sum (account, &sum);
  now->messages = sum.count[COUNT_messages];
  now->message_bytes = sum.count[COUNT_message_bytes];
  now->message_us = sum.count[COUNT_message_us];
  now->manager_us = account->efforts[0].statistics.count[COUNT_message_us];
  now->busy_seconds = account_busy_seconds (account);
}

static bool measure (struct run *run, const struct workload *workload, int ranks, uint64_t table_bytes,
                     struct measured *measured, struct failure *failure) {
  const struct ranks all = run->session.ranks;
  const uint64_t before = run->session.resources.table_bytes;
  struct measured old;
  *measured = (struct measured){ .ranks = ranks };
  progress_task (&run->display.progress, workload->perft_depth > 0 ? "sequences" : "nodes",
                 "bench %s, %d rank%s", workload->name, ranks, ranks == 1 ? "" : "s");
  take_account (&run->journal.account, &old);
  ranks_part (&all, ranks, &run->session.ranks);
  run->session.resources.table_bytes = table_bytes;
  if (run->session.ranks.size > 0 && placement_join (&run->session, failure))
    workload_measure (run, workload, &measured->nodes, &measured->seconds, failure);
  hosts_leave (&run->session.ranks);
  ranks_part_end (&all, &run->session.ranks);
  run->session.ranks = all;
  run->session.resources.table_bytes = before;
  take_account (&run->journal.account, measured);
  measured->messages -= old.messages;
  measured->message_bytes -= old.message_bytes;
  measured->message_us -= old.message_us;
  measured->manager_us -= old.manager_us;
  measured->busy_seconds -= old.busy_seconds;
  return ranks_agree (&all, failure);
}

/* Print a ratio; NaN means unknown. */
static void put_ratio (struct output *output, double ratio) {
  char text[32];
  snprintf (text, sizeof text, "%.3f", ratio);
  if (isfinite (ratio))
    output_field (output, text, json_real (ratio));
  else
    output_text (output, NULL);
}

static void print_line (struct run *run, const struct workload *workload, const char *memory,
                        uint64_t table_bytes, const struct measured *alone, const struct measured *measured) {
  struct output *output = &run->display.output;
  const double speedup = alone->seconds / measured->seconds,
               rank_seconds = measured->seconds * measured->ranks;
  /* perft sends no messages and does not measure how busy its threads are */
  const double searched = measured->busy_seconds > 0 ? 1 : (double) NAN;
  output_text (output, workload->name);
  output_number (output, (uint64_t) run->session.resources.threads);
  output_number (output, (uint64_t) measured->ranks);
  output_number (output, measured->nodes);
  output_seconds (output, measured->seconds);
  output_text (output, memory);
  put_ratio (output, speedup);
  put_ratio (output, speedup / measured->ranks);
  put_ratio (output, (double) measured->nodes / (double) alone->nodes);
  put_ratio (output, searched * 1e-6 * (double) measured->message_us / rank_seconds);
  put_ratio (output, searched * fmax (0, 1 - measured->busy_seconds / rank_seconds));
  output_extra_number (output, "table_bytes", table_bytes);
  output_extra_number (output, "messages_sent", measured->messages);
  output_extra_number (output, "message_bytes", measured->message_bytes);
  output_extra (output, "manager", json_real (1e-6 * (double) measured->manager_us / measured->seconds));
  output_line (output);
  struct record_row row = { .nodes = measured->nodes, .seconds = measured->seconds };
  snprintf (row.subject, sizeof row.subject, "%s, %d rank%s, memory %s", workload->name, measured->ranks,
            measured->ranks == 1 ? "" : "s", memory);
  account_row (&run->journal.account, &row);
}

static bool scale (struct run *run, const struct workload *workload, struct failure *failure) {
  const uint64_t bytes = run->session.resources.table_bytes;
  struct measured alone, measured;
  if (!measure (run, workload, 1, bytes, &alone, failure))
    return false;
  const bool has_table = workload->perft_depth == 0;
  print_line (run, workload, has_table ? "both" : "", bytes, &alone, &alone);
  for (int divided = 0; divided <= has_table; divided++)
    for (int ranks = 2; ranks <= run->session.ranks.size; ranks++) {
      const uint64_t part = divided ? bytes / (uint64_t) ranks : bytes;
      if (!measure (run, workload, ranks, part, &measured, failure))
        return false;
      print_line (run, workload, !has_table ? "" : divided ? "all" : "rank", part, &alone, &measured);
    }
  return true;
}

bool scaling_print (struct run *run, struct failure *failure) {
  output_columns (&run->display.output, scaling_columns, SCALING_COLUMNS);
  const struct workload *workload;
  for (int i = 0; (workload = workload_at (i)) != NULL; i++)
    if (!workload_is_set (workload) && workload_is_asked_for (&run->session.options, workload)
        && !scale (run, workload, failure))
      return false;
  return true;
}
