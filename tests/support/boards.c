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

/* The value of a position; NULL: it is not remembered. */
static int *memory_find (const struct plain_memory *memory, const char *text) {
  const size_t i = memory_slot (memory, text, text_hash (text));
  return memory->slot[i].text == NULL ? NULL : &memory->slot[i].value;
}

static void memory_add (struct plain_memory *memory, const char *text, int value) {
  if (2 * ++memory->used > memory->slots)
    memory_grow (memory);
  const uint32_t hash = text_hash (text);
  const size_t i = memory_slot (memory, text, hash);
  memory->slot[i].text = allocate (strlen (text) + 1, 1);
  strcpy (memory->slot[i].text, text);
  memory->slot[i].hash = hash;
  memory->slot[i].value = value;
}

int plain_minimax (const struct plain_rules *rules, const struct plain *position,
                   struct plain_memory *memory) {
  const int outcome = rules->outcome (position);
  if (outcome != 2)
    return memory->scores ? rules->score (position) : outcome;
  char text[PLAIN_POSITION_TEXT];
  rules->print (position, text);
  const int *known = memory_find (memory, text);
  if (known != NULL)
    return *known;
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
  memory_add (memory, text, value);
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

/* ---- boards on which play can cycle ---- */

enum { CYCLE_POSITIONS = 5000, CYCLE_MOVES = 40 };

/** A position that play can reach, the first way to it, and its value. */
struct cycle_position {
  struct plain plain;
  int parent; /* -1: the start */
  char move[PLAIN_MOVE_TEXT];
  int value; /* 2: neither won nor lost so far; at the end, drawn */
  int children, child[CYCLE_MOVES];
};

/** Number a position, a new one if need be. */
static int cycle_number (const struct plain_rules *rules, const struct plain *plain, int parent,
                         const char *move, struct plain_memory *memory, struct cycle_position *all,
                         int *count) {
  char text[PLAIN_POSITION_TEXT];
  rules->print (plain, text);
  const int *known = memory_find (memory, text);
  if (known != NULL)
    return *known;
  assert_true (*count < CYCLE_POSITIONS);
  struct cycle_position *added = &all[*count];
  *added = (struct cycle_position){ .plain = *plain, .parent = parent, .value = rules->outcome (plain) };
  strcpy (added->move, move);
  memory_add (memory, text, *count);
  return (*count)++;
}

/** All positions that play can reach. Returns how many. */
static int cycle_list (const struct plain_rules *rules, const struct plain *start,
                       struct cycle_position *all) {
  struct plain_memory *memory = plain_memory (false);
  struct plain_move *moves = allocate (CYCLE_MOVES, sizeof *moves);
  int count = 0;
  cycle_number (rules, start, -1, "", memory, all, &count);
  for (int i = 0; i < count; i++) {
    all[i].children = rules->moves (&all[i].plain, moves);
    for (int m = 0; m < all[i].children; m++)
      all[i].child[m] = cycle_number (rules, &moves[m].after, i, moves[m].text, memory, all, &count);
  }
  free (moves);
  plain_memory_free (memory);
  return count;
}

/** Values by going back from the ends until nothing changes; what is neither won nor lost then is drawn. */
static void cycle_solve (struct cycle_position *all, int count) {
  for (bool changed = true; changed;) {
    changed = false;
    for (int i = 0; i < count; i++) {
      bool win = false, all_won = all[i].children > 0;
      for (int m = 0; m < all[i].children; m++) {
        win = win || all[all[i].child[m]].value == -1;
        all_won = all_won && all[all[i].child[m]].value == 1;
      }
      if (all[i].value == 2 && (win || all_won)) {
        all[i].value = win ? 1 : -1;
        changed = true;
      }
    }
  }
  for (int i = 0; i < count; i++)
    if (all[i].value == 2)
      all[i].value = 0;
}

/** The moves that lead to a position, last to first. */
static void cycle_text (const struct cycle_position *all, int i, const char *separator, char *text) {
  if (all[i].parent >= 0)
    cycle_text (all, all[i].parent, separator, text);
  sprintf (text + strlen (text), "%s%s", *text == 0 ? "" : separator, all[i].move);
}

/** The methods against the plain rules: on all positions of a small board, on some of a larger one. The
 *  tables that are kept hold what all of them have shown before. */
static void check_cycling_board (const struct game *game, const struct plain_rules *rules,
                                 const struct plain *start, struct table *tables[METHODS_TABLES]) {
  struct cycle_position *all = allocate (CYCLE_POSITIONS, sizeof *all);
  struct position *position = position_allocate (game);
  struct failure failure = { 0 };
  char text[20000];
  const int count = cycle_list (rules, start, all), step = count / repetitions (200) + 1;
  cycle_solve (all, count);
  for (int i = 0; i < count; i++) {
    *text = 0;
    cycle_text (all, i, move_separator (game), text);
    assert_true (position_parse (game, text, position, &failure));
    const struct result result
        = ask_with (game, position, METHOD_PROOF_NUMBER, false, 1, tables[METHODS_OWN_TABLE]);
    check_result (game, text, &result, METHOD_PROOF_NUMBER, false, all[i].value);
    if (i % step == 0)
      check_all_methods (game, position, text, all[i].value, tables, true);
  }
  free (position);
  free (all);
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
  if (game.plies_max == 0)
    check_cycling_board (&game, rules, &plain, tables);
  else {
    struct plain_memory *memory[2] = { plain_memory (false), plain_memory (true) };
    struct position *start = position_allocate (&game);
    game.engine->start (&game, start);
    const int plies = game.plies_max <= 6 ? 3 : game.plies_max <= 9 ? 1 : 0;
    walk (&game, rules, &plain, start, text, plies, memory, tables);
    plain_memory_free (memory[0]);
    plain_memory_free (memory[1]);
    free (start);
  }
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
