/* The parts of the report, each an element or a few of the page about one run. Private to analysis/report*.c.
 *
 * A part that has nothing to show writes nothing. Errors of the stream are left to report_write(). */
#ifndef ZERMELO_REPORT_PARTS_H
#define ZERMELO_REPORT_PARTS_H

#include "store/record.h"

#include <stdio.h>

/** Sums over a record. */
struct report_totals {
  struct statistics statistics; /* all ranks */
  uint64_t nodes, looks;        /* all rows */
  double seconds;               /* all rows */
};

/** number / seconds, 0 if no time has passed. */
double report_rate (double number, double seconds);

/** The text, or "-" for an empty one. */
const char *report_text (const char *text);

/** What differs from what is published; then the table, with the number of each verdict above it. */
void report_differences (FILE *page, const struct record *);
void report_results (FILE *page, const struct record *, const struct report_totals *);

/** Nodes per ply, the slowest rows, busy time per rank. `number` tells the ids of one run from another's. */
void report_plots (FILE *page, const struct record *, const struct report_totals *, size_t number);

/** The transposition table, and every counter rank by rank. */
void report_table_behaviour (FILE *page, const struct report_totals *);
void report_counters (FILE *page, const struct record *, const struct report_totals *);

#endif
