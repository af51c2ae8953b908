/* The verifier of endgame tables: it accepts what the solver writes, and refuses a file with one wrong value,
 * one wrong distance, a set of wrong values that hold each other up, or anything wrong that it says beside
 * its values, wherever that is; the verdict does not depend on threads. The planted faults are sealed like
 * any content, so that nothing but the rules can tell. */
#include "base/threads.h"
#include "tablebase/endgames.h"
#include "tablebase/tables_check.h"
#include "store/seal.h"

#include "support/endgames.h"

#include <fcntl.h>
#include <hdf5.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define FILE_PATH TEST_OUTPUT_DIR "/tables-check.h5"

/* The fault: position `index` of slice `name` has another code in the file. */
static struct {
  const struct slices_engine *engine;
  char name[16];
  uint64_t index;
  uint8_t code, instead;
} fault;

static void copy_with_fault (const struct rows *rows, const struct slice_range *range, uint8_t *value,
                             uint8_t *code, bool fill) {
  struct slice_description description;
  fault.engine->describe (rows, range->side, &description);
  fault.engine->copy (rows, range, value, code, fill);
  const uint64_t place = fault.index - range->first; /* beyond the count if the index is before the range */
  if (strcmp (description.name, fault.name) == 0 && place < range->count) {
    fault.code = code[place];
    code[place] = fault.instead;
  }
}

enum { ANY_MEMORY = 1 << 30 };

static struct check_verdict check_with (int threads, bool complete, uint64_t seed, uint64_t memory) {
  struct game game;
  struct failure failure = { 0 };
  struct check_verdict verdict;
  struct tables *tables = tables_open (FILE_PATH, 0, &game, &failure);
  assert_non_null (tables);
  const struct check_options options
      = { .threads = threads, .complete = complete, .seed = seed, .memory = memory };
  assert_true (tables_check (tables, &game, &options, &verdict, &failure));
  assert_false (verdict.stopped);
  tables_close (tables);
  return verdict;
}

static struct check_verdict check (int threads, bool complete, uint64_t seed) {
  return check_with (threads, complete, seed, ANY_MEMORY);
}

static void write_file (struct endgames *endgames, bool distances) {
  struct failure failure = { 0 };
  assert_true (endgames_write (endgames, FILE_PATH, distances, &failure));
}

/* ---- right files ---- */

static void accept (const char *title, int pieces, bool distances, uint64_t positions) {
  struct game game;
  game_open_or_fail (&game, title);
  struct endgames *endgames = endgames_up_to (&game, pieces, 1);
  write_file (endgames, distances);
  const struct check_verdict one = check (1, true, 0), three = check (3, true, 0), some = check (2, false, 7);
  assert_int_equal (one.result, CHECK_ACCEPTED);
  assert_int_equal (three.result, CHECK_ACCEPTED);
  assert_int_equal (some.result, CHECK_SAMPLED);
  assert_int_equal (check_with (2, true, 0, 0).result, distances ? CHECK_ACCEPTED : CHECK_CONSISTENT);
  assert_int_equal (some.all, positions);
  assert_int_equal (one.positions, positions);
  assert_int_equal (three.positions, positions);
  assert_int_equal (three.finished, one.finished);
  assert_in_range (some.positions, 1, positions);
  assert_int_equal (check (1, false, 7).positions, some.positions);
  endgames_destroy (endgames);
  engine_close (&game);
}

static void test_accepts (void **state) {
  (void) state;
  accept ("draughts:4x4", 4, true, 172 + 1796 + 9081);
  accept ("draughts:4x4,rules=seed", 4, false, 172 + 1796 + 9081);
  accept ("draughts:6x6", 4, true, 1029 + 30126 + 481755);
  accept ("draughts:8x8", 3, true, 3488 + 196032);
}

/* ---- planted faults ---- */

enum kind { OTHER_VALUE, LONGER, SHORTER, ONE_PLY, KINDS };

/* What stands there instead, or the same: then this kind of fault cannot be planted here. */
static uint8_t spoil (uint8_t code, enum kind kind, uint64_t *random) {
  const enum outcome outcome = endgame_outcome (code);
  switch (kind) {
  case OTHER_VALUE:
    if (outcome == DRAWN)
      return (uint8_t) (5 + random_below (random, 2)); /* lost in 4 or won in 5 */
    return random_below (random, 2) == 0 ? ENDGAME_DRAWN : (uint8_t) (code + 1);
  case LONGER: return outcome == DRAWN ? code : (uint8_t) (code + 2);
  case SHORTER: return outcome == DRAWN || code <= 2 ? code : (uint8_t) (code - 2);
  case ONE_PLY: return outcome == DRAWN || code <= 1 ? code : (uint8_t) (code - 1);
  default: return code;
  }
}

/* A position anywhere, and its code. Is it left out by files without distances? */
static bool choose_place (const struct endgames *endgames, uint64_t *random) {
  const struct endgame_pair *pair = &endgames->pair[random_below (random, endgames->pairs)];
  const int side = random_below (random, pair->sides);
  const struct slice_description *slice = &pair->summary[side].slice;
  memcpy (fault.name, slice->name, sizeof fault.name);
  fault.index = random_next (random) % slice->positions;
  const struct slice_range range = { side, fault.index, 1 };
  uint8_t code = ENDGAME_DRAWN + 1;
  fault.engine->copy (pair->rows, &range, pair->value, &fault.code, false);
  fault.engine->leave_out (pair->rows, &range, &code);
  return code == ENDGAME_DRAWN;
}

static void refuse (const char *title, int pieces, bool distances, int trials) {
  struct game game;
  uint64_t random = 20261121;
  int planted[KINDS] = { 0 };
  game_open_or_fail (&game, title);
  struct endgames *endgames = endgames_up_to (&game, pieces, 1);
  struct slices_engine engine = *endgames->engine;
  fault.engine = game.engine->slices;
  engine.copy = copy_with_fault;
  endgames->engine = &engine;
  for (int i = 0; i < trials; i++) {
    const enum kind kind = distances ? (enum kind) (i % KINDS) : OTHER_VALUE;
    bool left_out;
    do {
      left_out = choose_place (endgames, &random);
      fault.instead = spoil (fault.code, kind, &random);
    } while (fault.instead == fault.code || (left_out && !distances));
    write_file (endgames, distances);
    const struct check_verdict one = check (1, true, 0), three = check (3, true, 0);
    if (one.result != CHECK_REFUSED)
      fail_msg ("%s: slice %s, position %llu: %d instead of %d is not noticed", title, fault.name,
                (unsigned long long) fault.index, fault.instead, fault.code);
    assert_int_equal (three.result, CHECK_REFUSED);
    assert_string_equal (one.wrong, three.wrong);
    assert_string_equal (one.reason, three.reason);
    assert_true (one.wrong[0] != 0 && one.reason[0] != 0);
    planted[kind]++;
  }
  for (int kind = 0; kind < (distances ? KINDS : 1); kind++)
    assert_true (planted[kind] > 0);
  endgames->engine = game.engine->slices;
  endgames_destroy (endgames);
  engine_close (&game);
}

static void test_refuses (void **state) {
  (void) state;
  refuse ("draughts:4x4", 4, true, 60);
  refuse ("draughts:4x4,rules=seed", 4, false, 30);
  refuse ("draughts:4x4", 2, false, 500);
  refuse ("draughts:4x4", 2, true, 200);
  refuse ("draughts:6x6", 3, true, 40);
}

/* ---- wrong values that hold each other up ---- */

/* The codes of all positions as a file is to have them, by number of slice. */
static uint8_t *planted[4096];

static void copy_planted (const struct rows *rows, const struct slice_range *range, uint8_t *value,
                          uint8_t *code, bool fill) {
  struct slice_description description;
  fault.engine->describe (rows, range->side, &description);
  int number[4];
  assert_int_equal (sscanf (description.name, "%d.%d.%d.%d", &number[0], &number[1], &number[2], &number[3]),
                    4);
  assert_false (fill);
  (void) value;
  memcpy (code, planted[((number[0] * 8 + number[1]) * 8 + number[2]) * 8 + number[3]] + range->first,
          range->count);
}

/* Calls for each slice of 2 to `pieces` pieces. */
static void each_slice (const struct game *game, int pieces,
                        void (*function) (const struct game *, const struct slice *, uint64_t size,
                                          void *context),
                        void *context) {
  const struct slices_engine *engine = game->engine->slices;
  for (int n = 2; n <= pieces; n++) {
    int count;
    struct slice *list = slices_of_pieces (game, n, &count);
    for (int i = 0; i < count; i++) {
      struct slice *slice = slice_at (game, list, i);
      const int sides = engine->is_symmetric (slice) ? 1 : 2;
      for (int side = 0; side < sides; side++) {
        const uint64_t size = engine->size (game, slice, side == 1);
        function (game, slice, size, context);
      }
    }
    free (list);
  }
}

/* Draws of the most pieces become wins or losses by turns: a quiet move changes the row of one piece by one.
   With an even number of pieces the turn of the board after each move changes nothing of that. */
static void plant_slice (const struct game *game, const struct slice *slice, uint64_t size, void *context) {
  const struct endgames *endgames = context;
  const int most = endgames_pieces (endgames);
  struct position *position = position_allocate (game);
  uint8_t *codes = planted[fault.engine->number (slice)] = allocate (size, 1);
  for (uint64_t i = 0; i < size; i++) {
    uint64_t side[2], kings;
    bool second;
    int rows = 0, half = game->board_text[0] == '4' ? 2 : 3;
    fault.engine->position (game, slice, i, position);
    codes[i] = (uint8_t) fault.engine->probe (endgames_tables (endgames), position);
    fault.engine->squares (game, position, side, &kings, &second);
    for (uint64_t left = side[0] | side[1]; left != 0; left &= left - 1)
      rows += __builtin_ctzll (left) / half;
    const int pieces = __builtin_popcountll (side[0] | side[1]);
    if (codes[i] == ENDGAME_DRAWN && pieces == most)
      codes[i] = endgame_code (rows % 2 == 0 ? WON : LOST, rows % 2 == 0 ? 1 : 0);
  }
  free (position);
}

struct slice_pruner {
  const struct endgames *endgames;
  uint64_t wrong, changed;
};

static enum outcome planted_outcome (const struct game *game, const struct position *position) {
  char name[16];
  int number[4];
  const enum outcome end = game->engine->outcome (game, position);
  if (end != GOING_ON)
    return end;
  fault.engine->name (position, name, sizeof name);
  assert_int_equal (sscanf (name, "%d.%d.%d.%d", &number[0], &number[1], &number[2], &number[3]), 4);
  return endgame_outcome (planted[((number[0] * 8 + number[1]) * 8 + number[2]) * 8 + number[3]]
                                 [fault.engine->index (game, position)]);
}

/* What a position must be by those after it. */
static enum outcome planted_rules (const struct game *game, const struct position *position,
                                   struct successor *list) {
  struct position *child = position_allocate (game);
  enum outcome best = LOST;
  const int count = game->engine->successors (game, position, list);
  for (int i = 0; i < count; i++) {
    game->engine->child (game, position, list[i].move, child);
    const enum outcome mine = (enum outcome) - (int) planted_outcome (game, child);
    if (mine > best)
      best = mine;
  }
  free (child);
  return best;
}

/* A position that does not follow from its neighbours gets its true value again. */
static void prune_slice (const struct game *game, const struct slice *slice, uint64_t size, void *context) {
  struct slice_pruner *pruner = context;
  struct position *position = position_allocate (game);
  struct successor *list = allocate ((size_t) game->moves_max, sizeof *list);
  uint8_t *codes = planted[fault.engine->number (slice)];
  for (uint64_t i = 0; i < size; i++) {
    fault.engine->position (game, slice, i, position);
    const uint8_t code = (uint8_t) fault.engine->probe (endgames_tables (pruner->endgames), position);
    if (code == codes[i])
      continue;
    if (planted_rules (game, position, list) == endgame_outcome (codes[i]))
      pruner->wrong++;
    else {
      codes[i] = code;
      pruner->changed++;
    }
  }
  free (list);
  free (position);
}

/* What does `solve` say of the first position of a file that has it wrong? */
static void solve_with_wrong_file (const char *title, const char *text) {
  char words[600], line[4000] = "";
  snprintf (words, sizeof words,
            TEST_COMMAND " solve %s '%s' --tables " FILE_PATH " --json --threads 1 --table-memory 64K", title,
            text);
  FILE *command = popen (words, "r");
  assert_non_null (command);
  assert_non_null (fgets (line, sizeof line, command));
  assert_int_equal (WEXITSTATUS (pclose (command)), EXIT_HOLDS);
  assert_non_null (strstr (line, "\"proven\":false"));
  strcat (words, " --check-tables 2>" TEST_OUTPUT_DIR "/check.err");
  command = popen (words, "r");
  assert_non_null (command);
  assert_null (fgets (line, sizeof line, command));
  assert_int_equal (WEXITSTATUS (pclose (command)), EXIT_BAD_DATA);
}

/* Every position of the file follows from those after it, and `least` of them or more are wrong. */
static void refuse_cycles (const char *title, int pieces, uint64_t least) {
  struct game game;
  game_open_or_fail (&game, title);
  struct endgames *endgames = endgames_up_to (&game, pieces, 1);
  struct slices_engine engine = *endgames->engine;
  fault.engine = game.engine->slices;
  each_slice (&game, pieces, plant_slice, endgames);
  struct slice_pruner pruner;
  do {
    pruner = (struct slice_pruner){ .endgames = endgames };
    each_slice (&game, pieces, prune_slice, &pruner);
  } while (pruner.changed > 0);
  print_message ("%s, %d pieces: %llu wrong values hold each other up\n", title, pieces,
                 (unsigned long long) pruner.wrong);
  assert_true (pruner.wrong >= least);
  engine.copy = copy_planted;
  endgames->engine = &engine;
  for (int i = 0; i < endgames->pairs; i++) /* totals that go with the wrong values */
    for (int side = 0; side < endgames->pair[i].sides; side++) {
      struct slice_summary *summary = &endgames->pair[i].summary[side];
      uint8_t *code = allocate (summary->slice.positions, 1);
      copy_planted (endgames->pair[i].rows, &(struct slice_range){ side, 0, summary->slice.positions }, NULL,
                    code, false);
      summary->won = summary->drawn = summary->lost = 0;
      for (uint64_t j = 0; j < summary->slice.positions; j++) {
        const enum outcome outcome = endgame_outcome (code[j]);
        *(outcome == WON ? &summary->won : outcome == LOST ? &summary->lost : &summary->drawn) += 1;
      }
      free (code);
    }
  write_file (endgames, true);
  assert_int_equal (check (2, true, 0).result, CHECK_REFUSED);
  write_file (endgames, false);
  assert_int_equal (check_with (2, true, 0, 0).result, CHECK_CONSISTENT);
  const struct check_verdict one = check (1, true, 0), three = check (3, true, 0);
  assert_int_equal (one.result, CHECK_REFUSED);
  assert_int_equal (three.result, CHECK_REFUSED);
  assert_string_equal (one.wrong, three.wrong);
  assert_string_equal (one.reason, "is said to be won or lost, and no play to an end forces that");
  solve_with_wrong_file (title, one.wrong);
  for (int i = 0; i < 4096; i++) {
    free (planted[i]);
    planted[i] = NULL;
  }
  endgames->engine = game.engine->slices;
  endgames_destroy (endgames);
  engine_close (&game);
}

static void test_refuses_cycles (void **state) {
  (void) state;
  refuse_cycles ("draughts:4x4", 2, 20);
  refuse_cycles ("draughts:4x4,rules=seed", 4, 100);
  refuse_cycles ("draughts:6x6", 2, 100);
}

/* ---- what a file says beside its values ---- */

/* Only a complete check can know the totals of a slice. */
static void test_totals (void **state) {
  (void) state;
  struct game game;
  game_open_or_fail (&game, "draughts:4x4");
  struct endgames *endgames = endgames_up_to (&game, 3, 1);
  struct slice_summary *summary = &endgames->pair[2].summary[0], right = *summary;
  for (int distances = 0; distances < 2; distances++)
    for (int fault_number = 0; fault_number < 3; fault_number++) {
      *summary = right;
      if (fault_number == 0) {
        summary->won++;
        summary->drawn--;
      } else if (fault_number == 1)
        summary->longest += 2;
      else
        memcpy (summary->example, endgames->pair[3].summary[0].example, sizeof summary->example);
      write_file (endgames, distances);
      const struct check_verdict verdict = check (2, true, 0);
      assert_int_equal (verdict.result, CHECK_REFUSED);
      assert_string_equal (verdict.wrong, summary->slice.name);
      assert_int_equal (check (2, false, 0).result, CHECK_SAMPLED);
    }
  endgames_destroy (endgames);
  engine_close (&game);
}

static void close_and_seal (hid_t file) {
  assert_true (H5Fclose (file) >= 0);
  const int descriptor = open (FILE_PATH, O_RDWR);
  assert_int_equal (seal_write (descriptor), 0);
  close (descriptor);
}

/* Replace the last byte of an attribute of the root group, and seal the file again. */
static void spoil_attribute (const char *name, char instead) {
  const hid_t file = H5Fopen (FILE_PATH, H5F_ACC_RDWR, H5P_DEFAULT);
  const hid_t attribute = H5Aopen_by_name (file, "/", name, H5P_DEFAULT, H5P_DEFAULT);
  const hid_t type = H5Aget_type (attribute);
  char *text = allocate (H5Tget_size (type) + 1, 1);
  assert_true (H5Aread (attribute, type, text) >= 0);
  char *last = text + strlen (text) - 1;
  *last = instead != *last ? instead : '0';
  assert_true (H5Awrite (attribute, type, text) >= 0);
  free (text);
  H5Tclose (type);
  H5Aclose (attribute);
  close_and_seal (file);
}

static void test_identity (void **state) {
  (void) state;
  static const struct {
    const char *attribute, *wrong;
  } faults[] = { { "options", "the options" }, { "index", "the index" }, { "checksum", "the checksum" } };
  struct game game;
  game_open_or_fail (&game, "draughts:4x4");
  struct endgames *endgames = endgames_up_to (&game, 2, 1);
  for (int distances = 0; distances < 2; distances++)
    for (int i = 0; i < 3; i++) {
      write_file (endgames, distances);
      spoil_attribute (faults[i].attribute, '4');
      const struct check_verdict verdict = check (2, true, 0);
      assert_int_equal (verdict.result, CHECK_REFUSED);
      assert_string_equal (verdict.wrong, faults[i].wrong);
    }
  endgames_destroy (endgames);
  engine_close (&game);
}

/* ---- what no position can have is refused when it is read, without a check ---- */

/* Write a file and change some bits of one byte of a slice. */
static void write_spoilt (struct endgames *endgames, bool distances, const char *part, uint64_t row,
                          uint8_t bits) {
  char path[60];
  snprintf (path, sizeof path, "/%s/%s", fault.name, part);
  write_file (endgames, distances);
  const hid_t file = H5Fopen (FILE_PATH, H5F_ACC_RDWR, H5P_DEFAULT);
  const hid_t dataset = H5Dopen2 (file, path, H5P_DEFAULT), space = H5Dget_space (dataset);
  uint8_t *bytes = allocate ((size_t) H5Sget_simple_extent_npoints (space), 1);
  assert_true (H5Dread (dataset, H5T_NATIVE_UINT8, H5S_ALL, H5S_ALL, H5P_DEFAULT, bytes) >= 0);
  bytes[row] ^= bits;
  assert_true (H5Dwrite (dataset, H5T_NATIVE_UINT8, H5S_ALL, H5S_ALL, H5P_DEFAULT, bytes) >= 0);
  free (bytes);
  H5Sclose (space);
  H5Dclose (dataset);
  close_and_seal (file);
}

static void refuse_to_read (const struct position *position) {
  struct game game;
  struct failure failure = { 0 };
  enum outcome outcome;
  int distance;
  uint8_t code[4];
  char line[400] = "", more[10];
  struct tables *tables = tables_open (FILE_PATH, 0, &game, &failure);
  assert_non_null (tables);
  assert_int_equal (tables_probe (tables, position, &outcome, &distance), TABLES_FAILED);
  assert_int_equal (tables_failure (tables)->code, EXIT_BAD_DATA);
  tables_close (tables);
  tables = tables_open (FILE_PATH, 0, &game, &failure);
  assert_non_null (tables);
  assert_false (tables_codes (tables, fault.name, fault.index / 4 * 4, 4, code));
  assert_int_equal (tables_failure (tables)->code, EXIT_BAD_DATA);
  tables_close (tables);
  FILE *command = popen (TEST_COMMAND " solve draughts:4x4 --tables " FILE_PATH " --threads 1 2>&1", "r");
  assert_non_null (command);
  assert_non_null (fgets (line, sizeof line, command));
  assert_null (fgets (more, sizeof more, command));
  assert_int_equal (WEXITSTATUS (pclose (command)), EXIT_BAD_DATA);
  assert_non_null (strstr (line, fault.name));
}

static void test_impossible (void **state) {
  (void) state;
  struct game game;
  int count;
  game_open_or_fail (&game, "draughts:4x4");
  struct endgames *endgames = endgames_up_to (&game, 2, 1);
  struct position *position = position_allocate (&game);
  struct slice *list = slices_of_pieces (&game, 2, &count);
  uint8_t code;
  fault.engine = game.engine->slices;
  fault.index = 0;
  do { /* one that is won, and not left out */
    fault.engine->position (&game, slice_at (&game, list, 0), fault.index++, position);
    code = (uint8_t) fault.engine->probe (endgames_tables (endgames), position);
  } while (endgame_outcome (code) != WON || fault.engine->leaves_out (&game, position));
  fault.index--;
  fault.engine->name (position, fault.name, sizeof fault.name);
  const uint8_t distance = (uint8_t) endgame_distance (code);
  for (int distances = 0; distances < 2; distances++) {
    write_spoilt (endgames, distances, "value", fault.index / 4, (uint8_t) (2 << 2 * (fault.index % 4)));
    refuse_to_read (position);
  }
  write_spoilt (endgames, true, "value", fault.index / 4, (uint8_t) (3 << 2 * (fault.index % 4))); /* lost */
  refuse_to_read (position);
  write_spoilt (endgames, true, "distance", fault.index, 1);
  refuse_to_read (position);
  write_spoilt (endgames, true, "distance", fault.index, distance ^ 255);
  refuse_to_read (position);
  free (list);
  free (position);
  endgames_destroy (endgames);
  engine_close (&game);
}

/* ---- positions that a file leaves out ---- */

/* The first position of a slice from `fault.index` on that is left out; its name and value. False: none is.
 */
static bool next_left_out (const struct game *game, const struct endgames *endgames, struct slice *slice,
                           struct position *position, enum outcome *value) {
  const uint64_t size = fault.engine->size (game, slice, false);
  bool found = false;
  for (; fault.index < size && !found; fault.index += !found) {
    fault.engine->position (game, slice, fault.index, position);
    found = fault.engine->leaves_out (game, position);
  }
  if (!found)
    return false;
  fault.engine->name (position, fault.name, sizeof fault.name);
  *value = endgame_outcome ((uint8_t) fault.engine->probe (endgames_tables (endgames), position));
  return true;
}

/* Whatever the file has in their place, readers find the right value; the check refuses all but the value of
 * the position before. */
static void test_left_out (void **state) {
  (void) state;
  struct game game, other;
  struct failure failure = { 0 };
  int count, tried = 0, wins = 0;
  game_open_or_fail (&game, "draughts:4x4");
  struct endgames *endgames = endgames_up_to (&game, 4, 1);
  struct position *position = position_allocate (&game);
  struct slice *list = slices_of_pieces (&game, 4, &count);
  fault.engine = game.engine->slices;
  for (int i = 0; i < 20; i++) {
    fault.index = (uint64_t) i; /* elsewhere in each slice */
    enum outcome value, outcome, found;
    if (!next_left_out (&game, endgames, slice_at (&game, list, i % count), position, &value))
      continue;
    tried++;
    const int shift = 2 * (int) (fault.index % 4);
    uint8_t code[4];
    wins += value == WON;
    write_file (endgames, false);
    struct tables *tables = tables_open (FILE_PATH, 0, &other, &failure);
    assert_true (tables_codes (tables, fault.name, fault.index / 4 * 4, 4, code));
    tables_close (tables);
    found = endgame_outcome (code[fault.index % 4]);
    write_spoilt (endgames, false, "value", fault.index / 4,
                  (uint8_t) ((found == LOST ? 2 : 1) << shift)); /* 0 or 1: a draw or a win */
    const struct check_verdict one = check (1, true, 0), three = check (3, true, 0),
                               some = check (2, false, 7);
    assert_int_equal (one.result, CHECK_REFUSED);
    assert_int_equal (some.result, CHECK_REFUSED);
    assert_string_equal (one.reason, "is left out, but has another value than the position before it");
    assert_string_equal (one.wrong, three.wrong);
    tables = tables_open (FILE_PATH, 0, &other, &failure);
    int distance;
    assert_int_equal (tables_probe (tables, position, &outcome, &distance), TABLES_FOUND);
    assert_int_equal (outcome, value);
    tables_close (tables);
    struct endgames *again = endgames_create (&game, &(struct endgames_options){ .threads = 2 });
    assert_true (endgames_read (again, FILE_PATH, NULL, &failure));
    assert_true (endgames_probe (again, position, &outcome, &distance));
    assert_int_equal (outcome, value);
    endgames_destroy (again);
  }
  assert_in_range (wins, 1, tried - 1);
  free (list);
  free (position);
  endgames_destroy (endgames);
  engine_close (&game);
}

/* ---- the command: exit code 1 and the position ---- */

static void test_command (void **state) {
  (void) state;
  struct game game;
  char line[400] = "", more[10];
  game_open_or_fail (&game, "draughts:4x4");
  struct endgames *endgames = endgames_up_to (&game, 2, 1);
  struct slices_engine engine = *endgames->engine;
  fault.engine = game.engine->slices;
  engine.copy = copy_with_fault;
  endgames->engine = &engine;
  memcpy (fault.name, endgames->pair[0].summary[0].slice.name, sizeof fault.name);
  fault.index = 0;
  fault.instead = endgame_code (WON, 99);
  write_file (endgames, true);
  const struct check_verdict verdict = check (1, true, 0);
  FILE *command = popen (
      TEST_COMMAND " check " FILE_PATH " --complete --threads 2 2>" TEST_OUTPUT_DIR "/check.err", "r");
  assert_non_null (command);
  assert_non_null (fgets (line, sizeof line, command));
  assert_null (fgets (more, sizeof more, command));
  const int status = pclose (command);
  assert_true (WIFEXITED (status));
  assert_int_equal (WEXITSTATUS (status), EXIT_DIFFERS);
  line[strcspn (line, "\n")] = 0;
  assert_memory_equal (strrchr (line, '\t') + 1, verdict.wrong, strlen (verdict.wrong));
  assert_non_null (strstr (line, verdict.reason));
  endgames->engine = game.engine->slices;
  endgames_destroy (endgames);
  engine_close (&game);
  remove (FILE_PATH);
}

int main (void) {
  const struct CMUnitTest tests[]
      = { cmocka_unit_test (test_accepts),        cmocka_unit_test (test_refuses),
          cmocka_unit_test (test_refuses_cycles), cmocka_unit_test (test_totals),
          cmocka_unit_test (test_identity),       cmocka_unit_test (test_impossible),
          cmocka_unit_test (test_left_out),       cmocka_unit_test (test_command) };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
