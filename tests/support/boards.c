#include "support/boards.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the reference: minimax over the plain rules with a memory of position texts ---- */

struct plain_memory {
  struct remembered {
    char *text;
    uint32_t hash; /* of the text: most others are told apart by it */
    int value;
  } * slot;
  size_t slots, used;
  bool scores; /* else values */
};

static uint32_t text_hash (const char *text) {
  uint64_t hash = 1469598103934665603u;
  for (const char *c = text; *c != 0; c++)
    hash = (hash ^ (unsigned char) *c) * 1099511628211u;
  return (uint32_t) (hash ^ hash >> 32);
}

/* Where that text stands, or belongs. */
static size_t memory_slot (const struct plain_memory *memory, const char *text, uint32_t hash) {
  size_t i = hash % memory->slots;
  while (memory->slot[i].text != NULL
         && (memory->slot[i].hash != hash || strcmp (memory->slot[i].text, text) != 0))
    i = (i + 1) % memory->slots;
  return i;
}

/* Twice as large, once it is half full. */
static void memory_grow (struct plain_memory *memory) {
  const struct plain_memory old = *memory;
  memory->slots *= 2;
  memory->slot = allocate (memory->slots, sizeof *memory->slot);
  for (size_t i = 0; i < old.slots; i++)
    if (old.slot[i].text != NULL)
      memory->slot[memory_slot (memory, old.slot[i].text, old.slot[i].hash)] = old.slot[i];
  free (old.slot);
}

int plain_minimax (const struct plain_rules *rules, const struct plain *position,
                   struct plain_memory *memory) {
  const int outcome = rules->outcome (position);
  if (outcome != 2)
    return memory->scores ? rules->score (position) : outcome;
  char text[PLAIN_POSITION_TEXT];
  rules->print (position, text);
  const uint32_t hash = text_hash (text);
  size_t i = memory_slot (memory, text, hash);
  if (memory->slot[i].text != NULL)
    return memory->slot[i].value;
  struct plain_move *moves = malloc (40 * sizeof *moves);
  assert_non_null (moves);
  const int count = rules->moves (position, moves);
  int value = -SCORE_MAX;
  for (int m = 0; m < count && (memory->scores || value < 1); m++) {
    const int child = -plain_minimax (rules, &moves[m].after, memory);
    if (child > value)
      value = child;
  }
  free (moves);
  if (2 * ++memory->used > memory->slots)
    memory_grow (memory);
  i = memory_slot (memory, text, hash);
  memory->slot[i].text = allocate (strlen (text) + 1, 1);
  strcpy (memory->slot[i].text, text);
  memory->slot[i].hash = hash;
  memory->slot[i].value = value;
  return value;
}

struct plain_memory *plain_memory (bool scores) {
  struct plain_memory *memory = allocate (1, sizeof *memory);
  memory->slots = 1u << 8;
  memory->slot = allocate (memory->slots, sizeof *memory->slot);
  memory->scores = scores;
  return memory;
}

void plain_memory_free (struct plain_memory *memory) {
  for (size_t i = 0; i < memory->slots; i++)
    free (memory->slot[i].text);
  free (memory->slot);
  free (memory);
}

/* ---- every board up to 16 cells ---- */

/** All positions up to `plies` moves from the start (both sides to move), methods against the plain rules. */
static void walk (const struct game *game, const struct plain_rules *rules, const struct plain *plain,
                  const struct position *position, char *text, int plies, struct plain_memory *memory[2],
                  struct table *tables[METHODS_TABLES]) {
  const int score
      = check_all_methods (game, position, text, plain_minimax (rules, plain, memory[0]), tables, true);
  if (rules->score != NULL)
    assert_int_equal (score, plain_minimax (rules, plain, memory[1]));
  struct plain_move *moves = allocate (40, sizeof *moves);
  struct successor *list = allocate ((size_t) game->moves_max, sizeof *list);
  struct position *child = position_allocate (game);
  const int count = plies > 0 ? game->engine->successors (game, position, list) : 0;
  const int plain_count = count > 0 ? rules->moves (plain, moves) : 0;
  assert_int_equal (count, plain_count);
  const size_t length = strlen (text);
  for (int i = 0; i < count; i++) {
    int same = 0;
    while (strcmp (moves[same].text, list[i].text) != 0)
      same++;
    game->engine->child (game, position, list[i].move, child);
    sprintf (text + length, " %s", list[i].text);
    walk (game, rules, &moves[same].after, child, text, plies - 1, memory, tables);
    text[length] = 0;
  }
  free (moves);
  free (list);
  free (child);
}

void check_board (const char *title) {
  struct game game;
  struct table *tables[METHODS_TABLES];
  struct plain plain;
  char text[1000] = "";
  game_open_or_fail (&game, title);
  const struct plain_rules *rules = plain_rules_of (game.name);
  assert_true (rules->start (strchr (game.title, ':') + 1, &plain));
  methods_make_tables (&game, tables, UINT64_C (1) << 24);
  struct plain_memory *memory[2] = { plain_memory (false), plain_memory (true) };
  struct position *start = position_allocate (&game);
  game.engine->start (&game, start);
  const int plies = game.plies_max <= 6 ? 3 : game.plies_max <= 9 ? 1 : 0;
  walk (&game, rules, &plain, start, text, plies, memory, tables);
  plain_memory_free (memory[0]);
  plain_memory_free (memory[1]);
  free (start);
  methods_destroy_tables (tables);
  engine_close (&game);
}

/** The root of a board too large for the plain minimax: the methods among themselves. */
void check_root (const char *title) {
  struct game game;
  struct table *tables[METHODS_TABLES];
  game_open_or_fail (&game, title);
  methods_make_tables (&game, tables, UINT64_C (1) << 28);
  struct position *start = position_allocate (&game);
  game.engine->start (&game, start);
  const struct result result = ask_with (&game, start, METHOD_NULL_WINDOW, false, 1, tables[0]);
  assert_true (result.solved);
  check_all_methods (&game, start, "", result.bounds.lower, tables, false);
  free (start);
  methods_destroy_tables (tables);
  engine_close (&game);
}

/** The root by the searches alone, without the methods that list or walk everything. */
void check_root_by_search (const char *title) {
  struct game game;
  struct table *tables[METHODS_TABLES];
  game_open_or_fail (&game, title);
  methods_make_tables (&game, tables, UINT64_C (1) << 26);
  struct position *start = position_allocate (&game);
  game.engine->start (&game, start);
  int expected = 0;
  for (size_t m = 0; m < METHODS_EXACT; m++) {
    if (method_is_exhaustive (exact_methods[m]))
      continue;
    table_clear (tables[0]);
    const struct result result
        = ask_with (&game, start, exact_methods[m], false, 1 + (int) (m % 2), tables[0]);
    assert_true (result.solved);
    expected = m == 0 ? result.bounds.lower : expected;
    check_result (&game, "", &result, exact_methods[m], false, expected);
  }
  free (start);
  methods_destroy_tables (tables);
  engine_close (&game);
}
