#include "run/run_account.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

void account_begin (struct account *account, int ranks) {
  assert (ranks > 0);
  *account = (struct account){ .ranks = ranks };
  account->efforts = allocate ((size_t) ranks, sizeof *account->efforts);
}

void account_end (struct account *account) {
  free (account->rows);
  free (account->efforts);
  memset (account, 0, sizeof *account);
}

void account_row (struct account *account, const struct record_row *row) {
  if (account->row_count == account->row_capacity) {
    account->row_capacity = account->row_capacity == 0 ? 64 : 2 * account->row_capacity;
    account->rows = reallocate (account->rows, account->row_capacity, sizeof *account->rows);
  }
  account->rows[account->row_count++] = *row;
}

void account_efforts (struct account *account, const struct effort *efforts, int ranks) {
  assert (account->ranks > 0 && ranks >= 0);
  if (ranks > account->ranks) {
    account->efforts = reallocate (account->efforts, (size_t) ranks, sizeof *account->efforts);
    memset (account->efforts + account->ranks, 0,
            (size_t) (ranks - account->ranks) * sizeof *account->efforts);
    account->ranks = ranks;
  }
  for (int i = 0; i < ranks; i++) {
    assert (efforts[i].busy_seconds >= 0);
    statistics_add (&account->efforts[i].statistics, &efforts[i].statistics);
    account->efforts[i].busy_seconds += efforts[i].busy_seconds;
  }
}

void account_statistics (struct account *account, const struct statistics *statistics) {
  statistics_add (&account->efforts[0].statistics, statistics);
}

void account_sum (const struct account *account, struct statistics *sum) {
  memset (sum, 0, sizeof *sum);
  for (int i = 0; i < account->ranks; i++)
    statistics_add (sum, &account->efforts[i].statistics);
}

double account_busy_seconds (const struct account *account) {
  double sum = 0;
  for (int i = 0; i < account->ranks; i++)
    sum += account->efforts[i].busy_seconds;
  return sum;
}

void account_print (const struct account *account, FILE *file) {
  struct statistics sum;
  account_sum (account, &sum);
  for (int i = 0; i < COUNTERS; i++) {
    const struct counter_description *line = &counter_descriptions[i];
    const uint64_t whole = sum.count[line->per];
    char share[60] = "";
    if ((int) line->per != i && whole > 0)
      snprintf (share, sizeof share, "%.3f of %s", (double) sum.count[i] / (double) whole,
                counter_descriptions[line->per].name);
    fprintf (file, "%-18s %16" PRIu64 "  %-24s  %s\n", line->name, sum.count[i], share, line->description);
  }
}

json_t *statistics_json (const struct statistics *statistics) {
  json_t *object = json_object ();
  for (int i = 0; i < COUNTERS; i++)
    json_object_set_new (object, counter_descriptions[i].name,
                         json_integer ((json_int_t) statistics->count[i]));
  return object;
}

bool account_write (const struct account *account, const char *path, struct record *record,
                    struct failure *failure) {
  record->ranks = account->ranks;
  record->rows = account->rows;
  record->row_count = account->row_count;
  record->efforts = account->efforts;
  return record_write (path, record, failure);
}
