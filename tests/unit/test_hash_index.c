/* The hash index against a plain walk through all rows: keys that collide, growth, forgetting. */
#include "support/support.h"

#include "base/hash_index.h"

enum { KEYS = 5000 };

struct list {
  struct hash_index index;
  uint32_t rows[KEYS];
  size_t count, room;
  uint64_t hash_mask; /* few bits: keys collide */
};

static uint64_t hash_of (const struct list *list, uint32_t key) {
  return (key * UINT64_C (0x9e3779b97f4a7c15) >> 20) & list->hash_mask;
}

static bool is_key (const void *rows, size_t row, const void *key) {
  return ((const uint32_t *) rows)[row] == *(const uint32_t *) key;
}

static uint32_t *slot_of (const struct list *list, uint32_t key) {
  return hash_index_slot (&list->index, hash_of (list, key), is_key, list->rows, &key);
}

static void grow (struct list *list) {
  hash_index_resize (&list->index, 2 * list->room + 1);
  list->room = hash_index_rows (&list->index);
  for (size_t i = 0; i < list->count; i++)
    hash_index_add (&list->index, hash_of (list, list->rows[i]), i);
}

static size_t plain_find (const struct list *list, uint32_t key) {
  size_t i = 0;
  while (i < list->count && list->rows[i] != key)
    i++;
  return i;
}

static void add_some (struct list *list, uint32_t keys) {
  for (uint32_t i = 0; i < keys; i++) {
    const uint32_t key = i * 7919 % KEYS / 2; /* each twice */
    const size_t there = plain_find (list, key);
    if (list->count == list->room)
      grow (list);
    uint32_t *const slot = slot_of (list, key);
    assert_int_equal (*slot, there == list->count ? 0 : there + 1);
    if (*slot == 0) {
      list->rows[list->count] = key;
      *slot = (uint32_t) ++list->count;
    }
  }
  for (uint32_t key = 0; key < KEYS; key++) {
    const size_t there = plain_find (list, key);
    assert_int_equal (*slot_of (list, key), there == list->count ? 0 : there + 1);
  }
}

static void test_rows (void **state) {
  (void) state;
  static const uint64_t masks[] = { UINT64_MAX, 0x3f, 0 };
  for (size_t i = 0; i < sizeof masks / sizeof *masks; i++) {
    struct list list = { .hash_mask = masks[i] };
    add_some (&list, masks[i] == 0 ? 300 : KEYS);
    assert_true (list.count <= list.room && list.room < list.index.slot_count);
    hash_index_clear (&list.index);
    list.count = 0;
    add_some (&list, 100);
    hash_index_free (&list.index);
    assert_null (list.index.slots);
  }
}

/** Room for what was asked for, and never a full table, in which a walk would not end. */
static void test_slots (void **state) {
  (void) state;
  for (size_t rows = 0; rows < 3000; rows++) {
    const size_t slots = hash_index_slots_for (rows);
    assert_true (slots >= 64 && (slots & (slots - 1)) == 0);
    assert_true (rows <= slots / 3 * 2 && (slots == 64 || rows > slots / 6 * 2));
  }
}

int main (void) {
  const struct CMUnitTest tests[] = { cmocka_unit_test (test_rows), cmocka_unit_test (test_slots) };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
