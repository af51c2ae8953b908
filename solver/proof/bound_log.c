#include "proof/bound_log.h"

#include "base/hash_index.h"
#include "proof/producer.h"
#include "search/table.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

struct bound_log {
  size_t capacity, count, room;
  struct entry *entries;
  struct hash_index index; /* finds entries by subject and position */
  struct subject *subjects;
  size_t *counts; /* number of bounds of each subject */
  size_t subject_count;
  uint64_t least;
};

struct bound_log *bound_log_create (size_t capacity) {
  assert (capacity > 0);
  struct bound_log *bound_log = allocate (1, sizeof *bound_log);
  bound_log->capacity = capacity;
  bound_log->least = BOUND_LOG_LEAST;
  hash_index_resize (&bound_log->index, 0);
  return bound_log;
}

void bound_log_destroy (struct bound_log *bound_log) {
  if (bound_log == NULL)
    return;
  free (bound_log->entries);
  hash_index_free (&bound_log->index);
  free (bound_log->subjects);
  free (bound_log->counts);
  free (bound_log);
}

#ifndef NDEBUG
/* The ranges are those of a table entry, since bounds come from and go to tables. */
static bool proven_bound_is_consistent (const struct proven_bound *bound) {
  return INT16_MIN <= bound->bounds.lower && bound->bounds.lower <= bound->bounds.upper
         && bound->bounds.upper <= INT16_MAX && 0 <= bound->depth && bound->depth <= 255 && 0 <= bound->move
         && bound->move <= TABLE_NO_MOVE && bound->work > 0;
}

/* The numbers of bounds by subject add up to the number of entries, and that is within the capacity. */
static bool counts_agree (const struct bound_log *bound_log) {
  size_t sum = 0;
  for (size_t i = 0; i < bound_log->subject_count; i++)
    sum += bound_log->counts[i];
  return sum == bound_log->count && bound_log->count <= bound_log->capacity;
}
#endif

/* ---- subjects ---- */

static size_t find_subject (const struct bound_log *bound_log, const struct subject *subject) {
  size_t i = bound_log->subject_count;
  while (i-- > 0) /* from the end, since the latest subject is the most likely */
    if (memcmp (&bound_log->subjects[i], subject, sizeof *subject) == 0)
      return i;
  return SIZE_MAX;
}

/* Reuse the number of a forgotten subject, or append one. */
static size_t add_subject (struct bound_log *bound_log, const struct subject *subject) {
  size_t i = 0;
  while (i < bound_log->subject_count && bound_log->counts[i] > 0)
    i++;
  if (i == bound_log->subject_count) {
    bound_log->subject_count++;
    bound_log->subjects
        = reallocate (bound_log->subjects, bound_log->subject_count, sizeof *bound_log->subjects);
    bound_log->counts = reallocate (bound_log->counts, bound_log->subject_count, sizeof *bound_log->counts);
    bound_log->counts[i] = 0;
  }
  assert (bound_log->counts[i] == 0);
  bound_log->subjects[i] = *subject;
  return i;
}

/* ---- entries ---- */

static uint64_t hash_of (uint32_t subject, const uint8_t *key) {
  return XXH3_64bits_withSeed (key, PACKED_MAX, subject);
}

static bool is_same (const void *entries, size_t i, const void *wanted) {
  const struct entry *a = (const struct entry *) entries + i, *b = wanted;
  return a->subject == b->subject && memcmp (a->proven_bound.key, b->proven_bound.key, PACKED_MAX) == 0;
}

/* The slot of a position, or the free slot for it. */
static uint32_t *slot_of (const struct bound_log *bound_log, const struct entry *entry) {
  return hash_index_slot (&bound_log->index, hash_of (entry->subject, entry->proven_bound.key), is_same,
                          bound_log->entries, entry);
}

static void fill_slots (struct bound_log *bound_log) {
  assert (bound_log->count <= bound_log->room);
  hash_index_resize (&bound_log->index, bound_log->room);
  for (size_t i = 0; i < bound_log->count; i++)
    hash_index_add (&bound_log->index,
                    hash_of (bound_log->entries[i].subject, bound_log->entries[i].proven_bound.key), i);
}

/* Keep only entries of at least `least` nodes, and drop the entries of subject `but`. */
static void sift (struct bound_log *bound_log, uint64_t least, size_t but) {
  size_t kept = 0;
  memset (bound_log->counts, 0, bound_log->subject_count * sizeof *bound_log->counts);
  for (size_t i = 0; i < bound_log->count; i++) {
    const struct entry *entry = &bound_log->entries[i];
    if (entry->proven_bound.work < least || entry->subject == but)
      continue;
    assert (entry->subject < bound_log->subject_count);
    bound_log->counts[entry->subject]++;
    bound_log->entries[kept++] = *entry;
  }
  bound_log->count = kept;
  fill_slots (bound_log);
  assert (counts_agree (bound_log));
}

static void make_room (struct bound_log *bound_log) {
  while (bound_log->count > bound_log->capacity / 4 * 3) {
    assert (bound_log->least >= BOUND_LOG_LEAST); /* so that adding a quarter of it changes it */
    bound_log->least += bound_log->least / 4;
    sift (bound_log, bound_log->least, SIZE_MAX);
  }
}

/* Merge a second record of one position into `kept`: the intersection of the bounds if both were searched to
 * the same depth, else the record of the deeper search. */
static void proven_bound_merge (struct proven_bound *kept, const struct proven_bound *news) {
  const struct bounds old = kept->bounds;
  const uint64_t work = kept->work;
  assert (proven_bound_is_consistent (news));
  /* both records are about one position */
  assert (work == 0 || memcmp (kept->key, news->key, sizeof kept->key) == 0);
  if (work == 0) {
    *kept = *news;
    return;
  }
  if (kept->depth > news->depth)
    return;
  const bool same = kept->depth == news->depth;
  *kept = *news;
  if (!same)
    return;
  bounds_narrow (&kept->bounds, old);
  kept->work = work > news->work ? work : news->work;
  assert (kept->bounds.lower >= old.lower && kept->bounds.upper <= old.upper);
}

static void add (struct bound_log *bound_log, uint32_t subject, const struct proven_bound *proven_bound) {
  const struct entry entry = { subject, *proven_bound };
  assert (subject < bound_log->subject_count && proven_bound_is_consistent (proven_bound));
  const uint32_t found = *slot_of (bound_log, &entry);
  if (found != 0) {
    proven_bound_merge (&bound_log->entries[found - 1].proven_bound, proven_bound);
    return;
  }
  if (bound_log->count == bound_log->capacity) {
    make_room (bound_log);
    if (proven_bound->work < bound_log->least)
      return;
  } else if (bound_log->count == bound_log->room) {
    bound_log->entries
        = grow_list (bound_log->entries, bound_log->count, &bound_log->room, sizeof *bound_log->entries);
    fill_slots (bound_log);
  }
  hash_index_add (&bound_log->index, hash_of (subject, proven_bound->key), bound_log->count);
  assert (bound_log->count < bound_log->room && bound_log->count < bound_log->capacity);
  bound_log->entries[bound_log->count++] = entry;
  bound_log->counts[subject]++;
}

void bound_log_add (struct bound_log *bound_log, const struct subject *subject,
                    const struct proven_bound *bounds, size_t count) {
  assert (memchr (subject->game, 0, sizeof subject->game) != NULL);
  if (count == 0)
    return;
  size_t number = find_subject (bound_log, subject);
  if (number == SIZE_MAX)
    number = add_subject (bound_log, subject);
  for (size_t i = 0; i < count; i++)
    if (bounds[i].work >= bound_log->least)
      add (bound_log, (uint32_t) number, &bounds[i]);
  assert (counts_agree (bound_log));
}

void bound_log_forget (struct bound_log *bound_log, const struct subject *subject) {
  const size_t number = find_subject (bound_log, subject);
  if (number == SIZE_MAX || bound_log->counts[number] == 0)
    return;
  sift (bound_log, 0, number);
  assert (bound_log->counts[number] == 0);
  if (bound_log->count < bound_log->capacity / 8)
    bound_log->least = BOUND_LOG_LEAST;
}

/* ---- reading ---- */

uint64_t bound_log_least (const struct bound_log *bound_log) { return bound_log->least; }

const struct entry *bound_log_entries (const struct bound_log *bound_log, size_t *count) {
  *count = bound_log->count;
  return bound_log->entries;
}

const struct subject *bound_log_subjects (const struct bound_log *bound_log, size_t *subject_count) {
  *subject_count = bound_log->subject_count;
  return bound_log->subjects;
}

void bound_log_each (const struct bound_log *bound_log, const struct subject *subject,
                     void (*visit) (void *, const struct proven_bound *), void *context) {
  const size_t number = find_subject (bound_log, subject);
  if (number == SIZE_MAX || bound_log->counts[number] == 0)
    return;
  for (size_t i = 0; i < bound_log->count; i++)
    if (bound_log->entries[i].subject == number)
      visit (context, &bound_log->entries[i].proven_bound);
}
