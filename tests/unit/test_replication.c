/* Which hosts hear what of each other (search/replication.h): within a group everything, beyond it what took
 * more nodes, and each host each record once. */
#include "search/replication.h"

#include "support/support.h"

enum { HOSTS_MOST = 70, RECORD = 2 };

static struct replication *all[HOSTS_MOST];
static int heard[HOSTS_MOST];

static void set_up (int hosts, int group) {
  for (int host = 0; host < hosts; host++) {
    all[host] = replication_create (1, host, hosts, group);
    replication_begin (all[host], 100);
    heard[host] = 0;
  }
}

static void tear_down (int hosts) {
  for (int host = 0; host < hosts; host++)
    replication_destroy (all[host]);
}

/* All hosts send their records, and enter and pass on the records that they receive, until no host has any
 * left. Returns the largest number of messages that a host sent at a time. */
static int exchange (int hosts) {
  uint64_t words[8 * RECORD], far[8 * RECORD];
  int most = 0, far_words;
  for (bool any = true; any;) {
    any = false;
    for (int from = 0; from < hosts; from++) {
      const int count = replication_take (all[from], words, 8 * RECORD, RECORD, far, &far_words);
      int sent = 0;
      any |= count > 0;
      for (int to = 0; to < hosts; to++) {
        const enum audience audience = replication_audience (all[from], to);
        const int of_it = audience == AUDIENCE_GROUP ? count : audience == AUDIENCE_ALL ? far_words : 0;
        heard[to] += of_it / RECORD;
        sent += of_it > 0;
        replication_pass_on (all[to], from, audience == AUDIENCE_GROUP ? words : far, of_it, RECORD);
      }
      most = sent > most ? sent : most;
    }
  }
  return most;
}

/* Who hears a record of a host? */
static void tell (int hosts, int from, uint64_t data, bool everyone) {
  const uint64_t key = 4711;
  const int group = all[from]->group, groups = replication_groups (all[from]);
  memset (heard, 0, sizeof heard);
  replication_put (all[from], 0, data, &key, 1);
  assert_true (exchange (hosts) <= group - 1 + (everyone ? groups - 1 : 0));
  for (int to = 0; to < hosts; to++)
    assert_int_equal (heard[to], to != from && (everyone || to / group == from / group));
}

static uint64_t entry_of (uint64_t work) {
  const struct record_entry entry = { .bounds = { -1, 1 }, .move = 1, .depth = 20, .work = work };
  return table_encode (&entry, RECORD_BOUNDS);
}

static void test_who_hears (void **state) {
  (void) state;
  static const int group_of[][2]
      = { { 2, 1 }, { 4, 2 }, { 7, 3 }, { 9, 5 }, { 16, 8 }, { 17, 6 }, { 64, 8 }, { 70, 8 } };
  for (size_t c = 0; c < sizeof group_of / sizeof *group_of; c++) {
    const int hosts = group_of[c][0], group = group_of[c][1];
    set_up (hosts, group);
    const uint64_t groups = (uint64_t) replication_groups (all[0]);
    for (int from = 0; from < hosts; from++) {
      tell (hosts, from, entry_of (100), false);
      tell (hosts, from, entry_of (100 * groups - 8), false); /* 8 bits of the work are kept */
      tell (hosts, from, entry_of (100 * groups + 8), true);
      tell (hosts, from, record_of_mark (RECORD_MARK, AUDIENCE_GROUP), false);
      tell (hosts, from, record_of_mark (RECORD_UNMARK, AUDIENCE_ALL), true);
    }
    tear_down (hosts);
  }
}

static void test_one_group (void **state) {
  (void) state;
  set_up (3, 3);
  tell (3, 1, entry_of (100), true);
  tell (3, 2, record_of_mark (RECORD_MARK, AUDIENCE_GROUP), true);
  tear_down (3);
}

static void test_group_sizes (void **state) {
  (void) state;
  for (int hosts = 1; hosts <= 1000; hosts++) {
    const int group = replication_group (hosts);
    assert_in_range (group, 1, GROUP_HOSTS);
    assert_int_equal (hosts <= GROUP_HOSTS, group == hosts);
    if (hosts > GROUP_HOSTS)
      assert_true (group > GROUP_HOSTS / 2); /* no host has few to talk to */
  }
}

int main (void) {
  const struct CMUnitTest tests[] = { cmocka_unit_test (test_who_hears), cmocka_unit_test (test_one_group),
                                      cmocka_unit_test (test_group_sizes) };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
