#include "proof/bound_log.h"

#include "base/failure.h"
#include "proof/producer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

struct ledger {
  size_t capacity, count, room;
  struct entry *entries;
  uint32_t *slots; /* open addressing: entry + 1, 0: free */
  size_t slot_mask;
  struct subject *subjects;
  size_t *counts; /* findings of each subject */
  size_t subject_count;
  uint64_t least;
};

struct ledger *
ledger_create (size_t capacity)
{
  struct ledger *ledger = allocate (1, sizeof *ledger);
  ledger->capacity = capacity;
  ledger->least = LEDGER_LEAST;
  ledger->slot_mask = 1023;
  ledger->slots = allocate (ledger->slot_mask + 1, sizeof *ledger->slots);
  return ledger;
}

void
ledger_destroy (struct ledger *ledger)
{
  if (ledger == NULL)
    return;
  free (ledger->entries);
  free (ledger->slots);
  free (ledger->subjects);
  free (ledger->counts);
  free (ledger);
}

/* ---- subjects ---- */

struct subject
subject_of (const struct work *work)
{
  struct subject subject;
  memset (&subject, 0, sizeof subject);
  snprintf (subject.game, sizeof subject.game, "%s", work->game);
  subject.method = work->method;
  subject.strong = work->strong;
  subject.depth = work->depth;
  return subject;
}

static size_t
find_subject (const struct ledger *ledger, const struct subject *subject)
{
  size_t i = ledger->subject_count;
  while (i-- > 0) /* the last is the most likely */
    if (memcmp (&ledger->subjects[i], subject, sizeof *subject) == 0)
      return i;
  return SIZE_MAX;
}

/* A place that a forgotten subject left, or a new one. */
static size_t
add_subject (struct ledger *ledger, const struct subject *subject)
{
  size_t i = 0;
  while (i < ledger->subject_count && ledger->counts[i] > 0)
    i++;
  if (i == ledger->subject_count) {
    ledger->subject_count++;
    ledger->subjects = reallocate (ledger->subjects, ledger->subject_count, sizeof *ledger->subjects);
    ledger->counts = reallocate (ledger->counts, ledger->subject_count, sizeof *ledger->counts);
    ledger->counts[i] = 0;
  }
  ledger->subjects[i] = *subject;
  return i;
}

/* ---- entries ---- */

/* The slot that holds the position, or the free one where it belongs. */
static size_t
slot_of (const struct ledger *ledger, uint32_t subject, const uint8_t *key)
{
  size_t slot = XXH3_64bits_withSeed (key, PACKED_MAX, subject) & ledger->slot_mask;
  for (; ledger->slots[slot] != 0; slot = (slot + 1) & ledger->slot_mask) {
    const struct entry *entry = &ledger->entries[ledger->slots[slot] - 1];
    if (entry->subject == subject && memcmp (entry->finding.key, key, PACKED_MAX) == 0)
      break;
  }
  return slot;
}

static void
fill_slots (struct ledger *ledger)
{
  memset (ledger->slots, 0, (ledger->slot_mask + 1) * sizeof *ledger->slots);
  for (size_t i = 0; i < ledger->count; i++) {
    const struct entry *entry = &ledger->entries[i];
    ledger->slots[slot_of (ledger, entry->subject, entry->finding.key)] = (uint32_t) i + 1;
  }
}

/* Keep the entries of at least `least` nodes, and not those of subject `but`. */
static void
sift (struct ledger *ledger, uint64_t least, size_t but)
{
  size_t kept = 0;
  memset (ledger->counts, 0, ledger->subject_count * sizeof *ledger->counts);
  for (size_t i = 0; i < ledger->count; i++) {
    const struct entry *entry = &ledger->entries[i];
    if (entry->finding.work < least || entry->subject == but)
      continue;
    ledger->counts[entry->subject]++;
    ledger->entries[kept++] = *entry;
  }
  ledger->count = kept;
  fill_slots (ledger);
}

static void
make_room (struct ledger *ledger)
{
  while (ledger->count > ledger->capacity / 4 * 3) {
    ledger->least += ledger->least / 4;
    sift (ledger, ledger->least, SIZE_MAX);
  }
}

static void
grow (struct ledger *ledger)
{
  ledger->room = ledger->room == 0 ? 512 : 2 * ledger->room;
  ledger->entries = reallocate (ledger->entries, ledger->room, sizeof *ledger->entries);
  if (2 * ledger->room > ledger->slot_mask + 1) {
    free (ledger->slots);
    ledger->slot_mask = 2 * ledger->room - 1;
    ledger->slots = allocate (ledger->slot_mask + 1, sizeof *ledger->slots);
    fill_slots (ledger);
  }
}

void
finding_merge (struct finding *kept, const struct finding *news)
{
  const struct bounds old = kept->bounds;
  const uint64_t work = kept->work;
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
  kept->bounds.lower = old.lower > news->bounds.lower ? old.lower : news->bounds.lower;
  kept->bounds.upper = old.upper < news->bounds.upper ? old.upper : news->bounds.upper;
  kept->work = work > news->work ? work : news->work;
}

static void
add (struct ledger *ledger, uint32_t subject, const struct finding *finding)
{
  size_t slot = slot_of (ledger, subject, finding->key);
  if (ledger->slots[slot] != 0) {
    finding_merge (&ledger->entries[ledger->slots[slot] - 1].finding, finding);
    return;
  }
  if (ledger->count == ledger->capacity) {
    make_room (ledger);
    if (finding->work < ledger->least)
      return;
    slot = slot_of (ledger, subject, finding->key);
  } else if (ledger->count == ledger->room) {
    grow (ledger);
    slot = slot_of (ledger, subject, finding->key);
  }
  ledger->entries[ledger->count++] = (struct entry){ subject, *finding };
  ledger->slots[slot] = (uint32_t) ledger->count;
  ledger->counts[subject]++;
}

void
ledger_add (struct ledger *ledger, const struct subject *subject, const struct finding *findings,
            size_t count)
{
  if (count == 0)
    return;
  size_t number = find_subject (ledger, subject);
  if (number == SIZE_MAX)
    number = add_subject (ledger, subject);
  for (size_t i = 0; i < count; i++)
    if (findings[i].work >= ledger->least)
      add (ledger, (uint32_t) number, &findings[i]);
}

void
ledger_forget (struct ledger *ledger, const struct subject *subject)
{
  const size_t number = find_subject (ledger, subject);
  if (number == SIZE_MAX || ledger->counts[number] == 0)
    return;
  sift (ledger, 0, number);
  if (ledger->count < ledger->capacity / 8)
    ledger->least = LEDGER_LEAST;
}

/* ---- asking ---- */

uint64_t
ledger_least (const struct ledger *ledger)
{
  return ledger->least;
}

const struct entry *
ledger_entries (const struct ledger *ledger, size_t *count)
{
  *count = ledger->count;
  return ledger->entries;
}

const struct subject *
ledger_subjects (const struct ledger *ledger, size_t *subject_count)
{
  *subject_count = ledger->subject_count;
  return ledger->subjects;
}

void
ledger_each (const struct ledger *ledger, const struct subject *subject,
             void (*visit) (void *, const struct finding *), void *context)
{
  const size_t number = find_subject (ledger, subject);
  if (number == SIZE_MAX || ledger->counts[number] == 0)
    return;
  for (size_t i = 0; i < ledger->count; i++)
    if (ledger->entries[i].subject == number)
      visit (context, &ledger->entries[i].finding);
}
