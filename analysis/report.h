/* The report of one or more runs: a page that a browser shows and a mail carries.
 *
 * It is made from run records (store/statistics_file.h) alone. The page is one file without scripts that
 * loads nothing: style and plots stand in it. Plots are drawn by gnuplot; where that is not installed, the
 * page says so and has the numbers. */
#ifndef ZERMELO_ANALYSIS_REPORT_H
#define ZERMELO_ANALYSIS_REPORT_H

#include "base/failure.h"

#include <stdbool.h>
#include <stddef.h>

struct record;

/** Write an HTML page about `count` >= 1 records (borrowed) to `path`, under another name (store/new_file.h),
 * synced, then renamed. Not collective (rank 0). Takes about 0.2 s a record. Errors: EXIT_CANNOT_CREATE,
 * EXIT_IO; nothing is left behind then, and what was there before stays. */
bool report_write (const char *path, const struct record *records, size_t count, struct failure *);

#endif
