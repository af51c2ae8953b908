/* Merging records: of several runs, or of the parts of one verification. */
#ifndef ZERMELO_RUN_MERGE_H
#define ZERMELO_RUN_MERGE_H

#include "base/failure.h"
#include "store/statistics_file.h"

#include <stddef.h>

/** Merge `count` >= 1 records. Results and ranks are concatenated; seconds and runs are added up. Task, name
 * and game are left empty where they differ; the command is that of the first record. If one record is a part
 * (parts > 1), all must be parts of one whole, each present once. The results are then in the order of the
 * whole, without the results that missing and unfinished parts lack, and `all` is not complete. `paths` name
 * the records in messages. The caller calls record_free(). EXIT_BAD_DATA. */
bool records_merge (struct record *all, const struct record *records, const char *const *paths, size_t count,
                    struct failure *);

/** If parts are missing or were not finished, say which: EXIT_UNFINISHED. */
void merge_say_missing (const struct record *records, size_t count, struct failure *);

#endif
