/* Reading a statistics file; writing is statistics_write.c. */
#include "store/file.h"
#include "store/statistics_layout.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static void get_run (struct file_in *file, struct record *record) {
  const struct file_identity *identity = file_identify (file);
  memcpy (record->game, identity->game, sizeof record->game);
  memcpy (record->board, identity->board, sizeof record->board);
  memcpy (record->rules, identity->rules, sizeof record->rules);
  memcpy (record->origin.revision, identity->revision, sizeof record->origin.revision);
  for (size_t i = 0; i < record_text_count; i++)
    file_get_text (file, "/", record_texts[i].name, (char *) record + record_texts[i].offset,
                   record_texts[i].size);
  int64_t part, parts, runs = 1, complete, ranks, threads, table_bytes;
  file_get_seconds (file, "/", "seconds", &record->seconds);
  file_get_integer (file, "/", "parts", 1, RECORD_PARTS_MAX, &parts);
  file_get_integer (file, "/", "part", 1, parts, &part);
  if (identity->format > RECORD_OLDEST)
    file_get_integer (file, "/", "runs", 1, RECORD_PARTS_MAX, &runs);
  file_get_integer (file, "/", "complete", 0, 1, &complete);
  file_get_integer (file, "/", "ranks", 0, RECORD_RANKS_MAX, &ranks);
  file_get_integer (file, "/", "threads", 0, RECORD_RANKS_MAX, &threads);
  file_get_integer (file, "/", "table_bytes", 0, INT64_MAX, &table_bytes);
  assert (part >= 1 && part <= parts); /* also if reading has failed */
  record->part = (int) part;
  record->parts = (int) parts;
  record->runs = (int) runs;
  record->complete = complete != 0;
  record->ranks = (int) ranks;
  record->threads = (int) threads;
  record->table_bytes = (uint64_t) table_bytes;
}

/* Format 2 called everything that was counted nodes. */
static void nodes_to_positions (const struct record *record, struct record_row *rows, size_t count) {
  static const char *const tasks[] = { "book", "tablebase", "layers", "count", "perft" };
  for (size_t task = 0; task < sizeof tasks / sizeof *tasks; task++)
    for (size_t i = 0; strcmp (record->task, tasks[task]) == 0 && i < count; i++) {
      rows[i].positions = rows[i].nodes;
      rows[i].nodes = 0;
    }
}

static void get_results (struct file_in *file, struct record *record) {
  const int format = file_identify (file)->format;
  const bool old = format == RECORD_OLDEST;
  size_t count = SIZE_MAX;
  struct record_row *rows = columns_read (file, record_fields,
                                          old           ? RECORD_FIELDS_2
                                          : format == 3 ? RECORD_FIELDS_3
                                                        : record_field_count,
                                          sizeof *record->rows, &count);
  record->row_count = rows == NULL ? 0 : count;
  if (old)
    nodes_to_positions (record, rows, record->row_count);
  record->rows = rows;
}

/** The counter of this name, or COUNTERS if there is none. */
static int counter_by_name (const char *name) {
  int i = 0;
  while (i < COUNTERS && strcmp (counter_descriptions[i].name, name) != 0)
    i++;
  return i;
}

/** The file's counters by name, moved to the columns of this program. */
static void get_counters (struct file_in *file, struct effort *efforts, size_t ranks) {
  size_t counters = SIZE_MAX;
  char *texts[COUNTER_TEXTS];
  for (int i = 0; i < COUNTER_TEXTS; i++)
    texts[i] = file_read (file, &record_counter_texts[i], &counters);
  uint64_t *values = NULL;
  if (texts[COUNTER_DESCRIPTION] != NULL && counters >= 1 && counters <= RECORD_COUNTERS_MAX) {
    struct dataset dataset = record_efforts[EFFORT_COUNTERS].dataset;
    dataset.width = (int) counters;
    values = file_read (file, &dataset, &ranks);
  }
  if (values != NULL)
    for (size_t i = 0; i < counters; i++) {
      int counter
          = counter_by_name (texts[COUNTER_NAME] + i * (size_t) record_counter_texts[COUNTER_NAME].width);
      for (size_t rank = 0; rank < ranks && counter < COUNTERS; rank++)
        efforts[rank].statistics.count[counter] = values[rank * counters + i];
    }
  free (values);
  for (int i = 0; i < COUNTER_TEXTS; i++)
    free (texts[i]);
}

static void get_ranks (struct file_in *file, struct record *record) {
  size_t ranks = (size_t) record->ranks;
  const struct field fields[] = { record_efforts[EFFORT_BUSY], record_efforts[EFFORT_NODES] };
  struct effort *efforts = columns_read (file, fields, 2, sizeof *efforts, &ranks);
  if (efforts != NULL)
    get_counters (file, efforts, ranks);
  record->efforts = efforts;
}

bool record_read (const char *path, struct record *record, struct failure *failure) {
  *record = (struct record){ 0 };
  struct file_in *file = file_open (path, RECORD_KIND, 0, failure);
  if (file == NULL)
    return false;
  const int format = file_identify (file)->format;
  if (format < RECORD_OLDEST || format > RECORD_FORMAT) {
    file_close (file);
    return fail (failure, EXIT_BAD_DATA,
                 "%.300s is a statistics file of format %d; this program reads %d to %d", path, format,
                 RECORD_OLDEST, RECORD_FORMAT);
  }
  get_run (file, record);
  get_results (file, record);
  get_ranks (file, record);
  bool right = file_adds_up (file);
  file_close (file);
  if (!right)
    record_free (record);
  return right;
}

void record_free (struct record *record) {
  free ((void *) record->rows);
  free ((void *) record->efforts);
  *record = (struct record){ 0 };
}
