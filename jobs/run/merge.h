/* One record made of many: runs side by side, or the parts of one verification put together again. */
#ifndef ZERMELO_RUN_MERGE_H
#define ZERMELO_RUN_MERGE_H

#include "base/failure.h"
#include "store/statistics_file.h"

#include <stddef.h>

/** Make one of `count` >= 1 records: results and ranks side by side, seconds and runs added up; what they
 *  do not have in common (task, name, game) is left empty, the command is that of the first. If one of them
 * is a part (parts > 1) all must be the parts of one whole, each of them there once and finished; the results
 * are then in the order of the whole. paths name the records in messages. record_free() frees what is made.
 *  EXIT_BAD_DATA. */
bool records_merge (struct record *all, const struct record *records, const char *const *paths, size_t count,
                    struct failure *);

#endif
