/* The page about a tournament: the standings, the cross table, and figures of each board. */
#ifndef ZERMELO_ANALYSIS_PLAY_TOURNAMENT_PAGE_H
#define ZERMELO_ANALYSIS_PLAY_TOURNAMENT_PAGE_H

#include "play/tournament.h"

#include <stdbool.h>

/** Write the page, as report_write() does (analysis/report.h). `name`: of the tournament. Not collective
 * (rank 0). EXIT_CANNOT_CREATE, EXIT_IO. */
bool tournament_page_write (const char *path, const char *name, const struct tournament *,
                            const struct game_list *, struct failure *);

#endif
