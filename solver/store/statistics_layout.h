/* The layout of a statistics file, shared by its writer (statistics_write.c) and reader
 * (statistics_read.c).
 *
 *   /              attributes: the run as a whole
 *   /results/      a dataset for each column of struct record_row
 *   /ranks/        busy_seconds[ranks], counters[ranks, counters], nodes_at_ply[ranks, plies]
 *   /counters/     name, per, description of the columns of /ranks/counters, so that a file explains itself
 *                  and a version with other counters can read it */
#ifndef ZERMELO_STORE_STATISTICS_LAYOUT_H
#define ZERMELO_STORE_STATISTICS_LAYOUT_H

#include "store/columns.h"
#include "store/dataset.h"
#include "store/statistics_file.h"

#define RECORD_KIND "statistics"

enum {
  RECORD_FORMAT = 4,
  RECORD_OLDEST = 2,   /* the oldest format that is read */
  RECORD_FIELDS_2 = 9, /* how many columns this format has: the first ones */
  RECORD_FIELDS_3 = 20,
  RECORD_RANKS_MAX = 1 << 22,
  RECORD_PARTS_MAX = 1 << 20,
  RECORD_COUNTERS_MAX = 500
};

/** A text or number of struct record that is an attribute of the root group. */
struct record_text {
  const char *name;
  size_t offset, size; /* a text is char[size] in struct record */
};

extern const struct record_text record_texts[];
extern const size_t record_text_count;

/** The columns of the results: fields of struct record_row. */
extern const struct field record_fields[];
extern const size_t record_field_count;

enum counter_text { COUNTER_NAME, COUNTER_PER, COUNTER_DESCRIPTION, COUNTER_TEXTS };

extern const struct dataset record_counter_texts[COUNTER_TEXTS];

/** What each rank did: fields of struct effort. A file may have another number of counters (the width). */
enum effort_field { EFFORT_BUSY, EFFORT_COUNTERS, EFFORT_NODES, EFFORT_FIELDS };

extern const struct field record_efforts[EFFORT_FIELDS];

#endif
