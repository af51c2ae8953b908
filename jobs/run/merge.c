#include "run/merge.h"

#include "base/text.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Copy the records, part I to index I - 1; what they point to is borrowed. */
static bool order_parts (struct record *ordered, const struct record *records, const char *const *paths,
                         size_t count, struct failure *failure) {
  const int parts = records[0].parts;
  for (size_t i = 0; i < count; i++) {
    const struct record *record = &records[i];
    if (record->parts != parts || strcmp (record->task, records[0].task) != 0
        || strcmp (record->name, records[0].name) != 0)
      return fail (failure, EXIT_BAD_DATA, "%.200s is part %d of %d of another job than %.200s", paths[i],
                   record->part, record->parts, paths[0]);
    if (ordered[record->part - 1].parts != 0)
      return fail (failure, EXIT_BAD_DATA, "%.300s: part %d of %d is there twice", paths[i], record->part,
                   parts);
    ordered[record->part - 1] = *record;
  }
  const struct record *first = NULL, *last = NULL; /* of the finished parts */
  for (int i = 0; i < parts; i++) {
    const struct record *part = &ordered[i];
    if (part->parts == 0 || !part->complete)
      continue;
    if (first == NULL)
      first = part;
    if ((last != NULL && part->row_count > last->row_count) || first->row_count > part->row_count + 1)
      return fail (failure, EXIT_BAD_DATA,
                   "part %d of %d has %zu results, part %d has %zu: of different tables", i + 1, parts,
                   part->row_count, first->part, first->row_count);
    last = part;
  }
  return true;
}

/* Write ": part 2, 5" about these parts, as far as it fits. Returns how many parts there are. */
static int name_parts (const struct record *ordered, int parts, bool unfinished, char *text, size_t size) {
  int count = 0;
  for (int i = 0; i < parts; i++)
    if (unfinished ? ordered[i].parts != 0 && !ordered[i].complete : ordered[i].parts == 0) {
      text_append (text, size, "%s%d", count++ > 0 ? ", " : "", i + 1);
    }
  return count;
}

void merge_say_missing (const struct record *records, size_t count, struct failure *failure) {
  const int parts = records[0].parts;
  char missing[120] = "", unfinished[120] = "";
  struct record *ordered = allocate ((size_t) parts, sizeof *ordered);
  for (size_t i = 0; i < count; i++)
    ordered[records[i].part - 1] = records[i];
  const int absent = name_parts (ordered, parts, false, missing, sizeof missing);
  const int begun = name_parts (ordered, parts, true, unfinished, sizeof unfinished);
  free (ordered);
  if (parts > 1 && absent + begun > 0)
    fail (failure, EXIT_UNFINISHED, "of %d parts %s%s%s%s%s; merged is what there is", parts,
          absent > 0 ? "these are missing: " : "", missing, absent > 0 && begun > 0 ? "; " : "",
          begun > 0 ? "these were not finished: " : "", unfinished);
}

/* Row r of part I of N is row N r + I - 1 of the whole (--part); parts that are missing have none. */
static void join_rows (struct record *all, const struct record *ordered, size_t count, bool parts) {
  struct record_row *rows = allocate (all->row_count, sizeof *rows);
  size_t joined = 0;
  for (size_t row = 0; parts && joined < all->row_count; row++)
    for (size_t i = 0; i < count; i++)
      if (row < ordered[i].row_count)
        rows[joined++] = ordered[i].rows[row];
  for (size_t i = 0; !parts && i < count; i++) {
    if (ordered[i].row_count > 0)
      memcpy (rows + joined, ordered[i].rows, ordered[i].row_count * sizeof *rows);
    joined += ordered[i].row_count;
  }
  assert (joined == all->row_count); /* each row of each record, once */
  all->rows = rows;
  all->row_count = joined;
}

static void join_ranks (struct record *all, const struct record *ordered, size_t count) {
  struct effort *efforts = allocate ((size_t) all->ranks, sizeof *efforts);
  size_t joined = 0;
  for (size_t i = 0; i < count; i++) {
    const size_t ranks = (size_t) ordered[i].ranks;
    if (ranks > 0)
      memcpy (efforts + joined, ordered[i].efforts, ranks * sizeof *efforts);
    joined += ranks;
  }
  all->efforts = efforts;
}

/* Clear what the records do not have in common. */
static void keep_common (struct record *all, const struct record *record) {
  const struct {
    char *text;
    const char *other;
  } said[] = { { all->task, record->task }, { all->name, record->name },   { all->title, record->title },
               { all->game, record->game }, { all->board, record->board }, { all->rules, record->rules } };
  for (size_t i = 0; i < sizeof said / sizeof *said; i++)
    if (strcmp (said[i].text, said[i].other) != 0)
      said[i].text[0] = 0;
}

bool records_merge (struct record *all, const struct record *records, const char *const *paths, size_t count,
                    struct failure *failure) {
  assert (count >= 1);
  bool parts = false;
  for (size_t i = 0; i < count; i++)
    parts = parts || records[i].parts > 1;
  const size_t places = parts && (size_t) records[0].parts > count ? (size_t) records[0].parts : count;
  struct record *ordered = allocate (places, sizeof *ordered);
  if (!parts)
    memcpy (ordered, records, count * sizeof *ordered);
  const bool good = !parts || order_parts (ordered, records, paths, count, failure);
  if (good) {
    *all = records[0];
    all->part = all->parts = 1;
    all->complete = places == count;
    all->seconds = 0;
    all->runs = 0;
    all->ranks = 0;
    all->row_count = 0;
    for (size_t i = 0; i < count; i++) {
      keep_common (all, &records[i]);
      all->seconds += records[i].seconds;
      all->runs += records[i].runs;
      all->ranks += records[i].ranks;
      all->row_count += records[i].row_count;
      all->complete = all->complete && records[i].complete;
    }
    join_rows (all, ordered, places, parts);
    join_ranks (all, ordered, places);
  }
  free (ordered);
  return good;
}
