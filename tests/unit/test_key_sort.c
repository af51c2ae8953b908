/* Keys sorted by their bytes, against qsort(). */
#include "support/support.h"

#include "base/key_sort.h"

#include <stdlib.h>
#include <string.h>

static int compare_triples (const void *a, const void *b) { return memcmp (a, b, 3); }

static void test_key_sort (void **state) {
  (void) state;
  enum { COUNT = 5000 };
  uint8_t keys[3 * COUNT], sorted[3 * COUNT], spare[3 * COUNT];
  uint64_t random = 3;
  for (int i = 0; i < 3 * COUNT; i++)
    keys[i] = (uint8_t) (i % 3 == 1 ? 7 : random_below (&random, i % 3 == 0 ? 256 : 9));
  memcpy (sorted, keys, sizeof keys);
  qsort (sorted, COUNT, 3, compare_triples);
  key_sort (keys, spare, COUNT, 3);
  assert_memory_equal (keys, sorted, sizeof keys);
  key_sort (keys, spare, 0, 3);
}

int main (void) {
  const struct CMUnitTest tests[] = { cmocka_unit_test (test_key_sort) };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
