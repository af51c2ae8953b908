/* The report of one or more runs: a page for a browser, which can be sent by e-mail.
 *
 * It is made only from run records (store/statistics_file.h). The page is one file without scripts that loads
 * nothing: style and plots are embedded. gnuplot draws the plots; if it is not installed, the page says so
 * and has the numbers. */
#ifndef ZERMELO_ANALYSIS_REPORT_H
#define ZERMELO_ANALYSIS_REPORT_H

#include "base/failure.h"

#include <stdbool.h>
#include <stddef.h>

struct record;

/** Write an HTML page about `count` >= 1 records (borrowed) to `path`, under a temporary name
 * (store/new_file.h), synced, then renamed. Not collective (rank 0). Errors: EXIT_CANNOT_CREATE, EXIT_IO;
 * then nothing is left behind, and an earlier file stays. */
bool report_write (const char *path, const struct record *records, size_t count, struct failure *);

struct certificate_file;
struct verdict;

/** Write the report of a certificate, as report_write() does for records, with the results of the checker:
 * the claim, its size, positions by ply, leaves by kind, the principal line. `certificate`: the name of its
 * file. `seconds`: the time of the check. */
bool report_certificate_write (const char *path, const char *certificate, const struct certificate_file *,
                               const struct verdict *, double seconds, struct failure *);

struct tournament;
struct game_list;

/** Write the page about a tournament, as report_write() does: the standings, the cross table, and figures of
 * each board. `name`: of the tournament. Not collective (rank 0). EXIT_CANNOT_CREATE, EXIT_IO. */
bool tournament_page_write (const char *path, const char *name, const struct tournament *,
                            const struct game_list *, struct failure *);

#endif
