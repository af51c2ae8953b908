/* The verifier of endgame tables: it accepts what the solver writes, and refuses a file with one wrong value,
 * one wrong distance or wrong totals, wherever that is; the verdict does not depend on threads. The planted
 * faults are sealed like any content, so that nothing but the rules can tell. */
#include "base/threads.h"
#include "retro/endgames.h"
#include "retro/tables_check.h"

#include "support/endgames.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#define FILE_PATH TEST_OUTPUT_DIR "/tables-check.h5"

/* The fault: position `index` of slice `name` has another code in the file. */
static struct {
  const struct slices_engine *engine;
  char name[16];
  uint64_t index;
  uint8_t code, instead;
} fault;

static void
copy_with_fault (const struct lines *lines, int side, uint64_t first, uint64_t count, uint8_t *value,
                 uint8_t *code, bool fill)
{
  struct slice_description description;
  fault.engine->describe (lines, side, &description);
  fault.engine->copy (lines, side, first, count, value, code, fill);
  if (strcmp (description.name, fault.name) == 0 && fault.index >= first && fault.index < first + count) {
    fault.code = code[fault.index - first];
    code[fault.index - first] = fault.instead;
  }
}

static struct tables_verdict
check (int threads, bool complete, uint64_t seed)
{
  struct game game;
  struct failure failure = { 0 };
  struct tables_verdict verdict;
  struct tables *tables = tables_open (FILE_PATH, 0, &game, &failure);
  assert_non_null (tables);
  const struct tables_check_options options = { .threads = threads, .complete = complete, .seed = seed };
  assert_true (tables_check (tables, &game, &options, &verdict, &failure));
  assert_false (verdict.stopped);
  tables_close (tables);
  return verdict;
}

static void
write_file (const struct endgames *endgames, bool distances)
{
  struct failure failure = { 0 };
  assert_true (endgames_write (endgames, FILE_PATH, distances, &failure));
}

/* ---- right files ---- */

static void
accept (const char *title, int pieces, bool distances, uint64_t positions)
{
  struct game game;
  game_open_or_fail (&game, title);
  struct endgames *endgames = endgames_up_to (&game, pieces, 1);
  write_file (endgames, distances);
  const struct tables_verdict one = check (1, true, 0), three = check (3, true, 0),
                              some = check (2, false, 7);
  assert_true (one.accepted && three.accepted && some.accepted);
  assert_int_equal (one.positions, positions);
  assert_int_equal (three.positions, positions);
  assert_int_equal (three.finished, one.finished);
  assert_in_range (some.positions, 1, positions);
  assert_int_equal (check (1, false, 7).positions, some.positions);
  endgames_destroy (endgames);
  engine_close (&game);
}

static void
test_accepts (void **state)
{
  (void) state;
  accept ("draughts:4x4", 4, true, 172 + 1796 + 9081);
  accept ("draughts:4x4,rules=seed", 4, false, 172 + 1796 + 9081);
  accept ("draughts:6x6", 4, true, 1029 + 30126 + 481755);
  accept ("draughts:8x8", 3, true, 3488 + 196032);
}

/* ---- planted faults ---- */

enum kind { OTHER_VALUE, LONGER, SHORTER, ONE_PLY, KINDS };

/* What stands there instead, or the same: then this kind of fault cannot be planted here. */
static uint8_t
spoil (uint8_t code, enum kind kind, uint64_t *random)
{
  const enum outcome outcome = endgame_outcome (code);
  switch (kind) {
  case OTHER_VALUE:
    if (outcome == DRAWN)
      return endgame_code (random_below (random, 2) == 0 ? WON : LOST, 4 + random_below (random, 2));
    return random_below (random, 2) == 0 ? ENDGAME_DRAWN : (uint8_t) (code + 1);
  case LONGER: return outcome == DRAWN ? code : (uint8_t) (code + 2);
  case SHORTER: return outcome == DRAWN || code <= 2 ? code : (uint8_t) (code - 2);
  case ONE_PLY: return outcome == DRAWN || code <= 1 ? code : (uint8_t) (code - 1);
  default: return code;
  }
}

/* A position anywhere, and its code. */
static void
choose_place (const struct endgames *endgames, uint64_t *random)
{
  const struct endgame_pair *pair = &endgames->pair[random_below (random, endgames->pairs)];
  const int side = random_below (random, pair->sides);
  const struct slice_description *slice = &pair->summary[side].slice;
  memcpy (fault.name, slice->name, sizeof fault.name);
  fault.index = random_next (random) % slice->positions;
  fault.engine->copy (pair->lines, side, fault.index, 1, pair->value, &fault.code, false);
}

static void
refuse (const char *title, int pieces, bool distances, int trials)
{
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
    do {
      choose_place (endgames, &random);
      fault.instead = spoil (fault.code, kind, &random);
    } while (fault.instead == fault.code);
    write_file (endgames, distances);
    const struct tables_verdict one = check (1, true, 0), three = check (3, true, 0);
    if (one.accepted)
      fail_msg ("%s: slice %s, position %llu: %d instead of %d is not noticed", title, fault.name,
                (unsigned long long) fault.index, fault.instead, fault.code);
    assert_false (three.accepted);
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

static void
test_refuses (void **state)
{
  (void) state;
  refuse ("draughts:4x4", 4, true, 60);
  refuse ("draughts:4x4,rules=seed", 4, false, 20);
  refuse ("draughts:6x6", 3, true, 40);
}

/* Of a slice with one more win than it has only a complete check can know. */
static void
test_totals (void **state)
{
  (void) state;
  struct game game;
  game_open_or_fail (&game, "draughts:4x4");
  struct endgames *endgames = endgames_up_to (&game, 3, 1);
  struct slice_summary *summary = &endgames->pair[2].summary[0];
  summary->won++;
  summary->drawn--;
  write_file (endgames, true);
  const struct tables_verdict verdict = check (2, true, 0);
  assert_false (verdict.accepted);
  assert_string_equal (verdict.wrong, summary->slice.name);
  assert_true (check (2, false, 0).accepted);
  endgames_destroy (endgames);
  engine_close (&game);
}

/* ---- the command: exit code 1 and the position ---- */

static void
test_command (void **state)
{
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
  const struct tables_verdict verdict = check (1, true, 0);
  FILE *command = popen (
      TEST_COMMAND " check " FILE_PATH " --complete --threads 2 2>" TEST_OUTPUT_DIR "/check.err", "r");
  assert_non_null (command);
  assert_non_null (fgets (line, sizeof line, command));
  assert_null (fgets (more, sizeof more, command));
  const int status = pclose (command);
  assert_true (WIFEXITED (status));
  assert_int_equal (WEXITSTATUS (status), EXIT_DIFFERS);
  line[strcspn (line, "\n")] = 0;
  assert_string_equal (strrchr (line, '\t') + 1, verdict.wrong);
  endgames->engine = game.engine->slices;
  endgames_destroy (endgames);
  engine_close (&game);
  remove (FILE_PATH);
}

int
main (void)
{
  const struct CMUnitTest tests[] = { cmocka_unit_test (test_accepts), cmocka_unit_test (test_refuses),
                                      cmocka_unit_test (test_totals), cmocka_unit_test (test_command) };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
