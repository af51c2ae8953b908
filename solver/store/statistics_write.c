/* Writing a statistics file; reading is statistics_read.c. */
#include "store/statistics_file.h"

#include "base/version.h"
#include "store/file.h"
#include "store/hdf5_library.h"
#include "store/statistics_layout.h"

#include <assert.h>
#include <hdf5.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#ifdef H5_HAVE_PARALLEL
#include <mpi.h>
#endif

/** The first line of MPI's description of itself. */
static void describe_libraries (char *text, size_t size) {
  char mpi[200] = "no MPI";
#ifdef H5_HAVE_PARALLEL
  char version[MPI_MAX_LIBRARY_VERSION_STRING];
  int length;
  MPI_Get_library_version (version, &length);
  snprintf (mpi, sizeof mpi, "%.*s", (int) strcspn (version, ",\n"), version);
#endif
  snprintf (text, size, "%.100s, %s", mpi, store_library ());
}

static void describe_origin (struct record_origin *origin) {
  snprintf (origin->version, sizeof origin->version, "%s", version_text);
#ifdef __clang__
  snprintf (origin->compiler, sizeof origin->compiler, "%s", __VERSION__);
#else
  snprintf (origin->compiler, sizeof origin->compiler, "gcc %s", __VERSION__);
#endif
  describe_libraries (origin->libraries, sizeof origin->libraries);
  if (gethostname (origin->host, sizeof origin->host) != 0)
    strcpy (origin->host, "unknown");
  origin->host[sizeof origin->host - 1] = '\0';
  time_t now = time (NULL);
  struct tm parts;
  strftime (origin->finished, sizeof origin->finished, "%Y-%m-%dT%H:%M:%SZ", gmtime_r (&now, &parts));
}

static void put_run (struct file_out *file, const struct record *record) {
  struct record whole = *record;
  describe_origin (&whole.origin);
  for (size_t i = 0; i < record_text_count; i++)
    file_put_text (file, "/", record_texts[i].name, (const char *) &whole + record_texts[i].offset);
  file_put_real (file, "/", "seconds", record->seconds);
  file_put_integer (file, "/", "part", record->part);
  file_put_integer (file, "/", "parts", record->parts);
  file_put_integer (file, "/", "runs", record->runs > 1 ? record->runs : 1);
  file_put_integer (file, "/", "complete", record->complete);
  file_put_integer (file, "/", "ranks", record->ranks);
  file_put_integer (file, "/", "threads", record->threads);
  file_put_integer (file, "/", "table_bytes", (int64_t) record->table_bytes);
}

/** Each field of the rows becomes a dataset. */
static void put_results (struct file_out *file, const struct record *record) {
  file_group (file, "/results", "One row a line of the results in every dataset, in the same order");
  columns_write (file, record_fields, record_field_count, record->rows, sizeof *record->rows,
                 record->row_count);
}

static const char *counter_text (enum counter counter, enum counter_text which) {
  assert (counter < COUNTERS && counter_descriptions[counter].per < COUNTERS);
  const struct counter_description *description = &counter_descriptions[counter];
  return which == COUNTER_NAME  ? description->name
         : which == COUNTER_PER ? counter_descriptions[description->per].name
                                : description->description;
}

static void put_counter_texts (struct file_out *file) {
  file_group (file, "/counters", "What the columns of /ranks/counters are");
  for (int which = 0; which < COUNTER_TEXTS; which++) {
    const struct dataset *layout = &record_counter_texts[which];
    file_begin (file, layout, COUNTERS);
    for (int i = 0; i < COUNTERS; i++) {
      char text[128] = "";
      assert ((size_t) layout->width <= sizeof text);
      assert (strlen (counter_text ((enum counter) i, (enum counter_text) which)) < (size_t) layout->width);
      snprintf (text, (size_t) layout->width, "%s",
                counter_text ((enum counter) i, (enum counter_text) which));
      file_append (file, text, 1);
    }
    file_end (file);
  }
}

static void put_ranks (struct file_out *file, const struct record *record) {
  file_group (file, "/ranks", "One row a rank in every dataset");
  columns_write (file, record_efforts, EFFORT_FIELDS, record->efforts, sizeof *record->efforts,
                 (size_t) record->ranks);
}

bool record_write (const char *path, const struct record *record, struct failure *failure) {
  assert (record->part >= 1 && record->part <= record->parts && record->parts <= RECORD_PARTS_MAX);
  assert (record->ranks >= 0 && record->ranks <= RECORD_RANKS_MAX && record->threads >= 0);
  assert (record->row_count == 0 || record->rows != NULL);
  struct file_identity identity = {
    .kind = RECORD_KIND,
    .format = RECORD_FORMAT,
    .description = "Statistics of a run of Zermelo: its results, and what differs from run to run",
  };
  memcpy (identity.game, record->game, sizeof identity.game);
  memcpy (identity.board, record->board, sizeof identity.board);
  memcpy (identity.rules, record->rules, sizeof identity.rules);
  struct file_out *file = file_create (path, &identity, failure);
  if (file == NULL)
    return false;
  put_run (file, record);
  put_results (file, record);
  put_counter_texts (file);
  put_ranks (file, record);
  return file_commit (file);
}
