#include "certificates/mutations.h"

#include "base/failure.h"
#include "certificate/certificate.h"
#include "certificate/certificate_text.h"
#include "certificate/extract.h"
#include "certificate/leaf_arguments.h"
#include "certificate/shrink.h"
#include "search/table.h"

#include "support/endgames.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *const mutation_names[MUTATIONS]
    = { "a reply left out", "support in a cycle", "a false leaf", "a bound too wide",
        "a claim flipped",  "another header",     "no claim",     "anything" };

/* ---- certificates ---- */

static const struct sample {
  const char *title, *moves;
  bool score;
  int small_nodes;
  bool shrunk; /* so that there are plans that rest on rows */
} samples[] = {
  { "mnk:3,3,3", "", false, 3, false },
  { "mnk:3,3,3", "", true, 4, false },
  { "mnk:4,3,3", "", false, 2, false },
  { "mnk:4,3,3", "", true, 30, false },
  { "mnk:5,4,4", "c2 b2 c3 c1 d2 b1", false, 2, false },
  { "mnk:4,4,4", "b2 c3", false, 1, false },
  { "mnk:4,3,3,exact", "", false, 2, false },
  { "mnk:9,1,8", "", false, 3, false },
  { "mnk:3,3,3,maker-breaker", "", false, 2, false },
  { "mnk:4,4,4,maker-breaker", "b2 c3", false, 2, false },
  { "connect4:4x4", "", false, 5, false },
  { "connect4:4x4", "12", true, 30, false },
  { "connect4:5x4", "3333", false, 5, false },
  { "connect4:4x5", "222334", false, 5, false },
  { "connect4:5x4", "33", false, 5, true },
  { "mnk:3,3,3", "a1b1c1a2b2a3c2c3b3", false, 1, false }, /* finished: claims alone */
};
enum { SAMPLES = sizeof samples / sizeof *samples, CYCLIC_SAMPLES = 3 };

static struct search *begin_search (const struct game *game, const struct position *position,
                                    const struct row_table *endgames, bool exact_score) {
  struct failure failure = { 0 };
  struct search *search = allocate (1, sizeof *search);
  const struct query query = { .method = METHOD_AUTO, .exact_score = exact_score };
  const struct search_means means
      = { .table = table_create (1 << 20, game->key_words, REPLACE_TWOBIG1, &failure),
          .endgames = endgames,
          .memory = 1 << 26 };
  search_fill (search, game, position, &query, &means);
  search_begin (search);
  return search;
}

static void end_search (struct search *search) {
  table_destroy (search->table);
  free (search);
}

static const char *sample_path (char path[200], int number) {
  snprintf (path, 200, "%s/mutations-%ld-%d.h5", TEST_OUTPUT_DIR, (long) getpid (), number);
  return path;
}

static void read_sample (const char *path, struct certificate_file *file) {
  struct verdict verdict;
  struct game game;
  struct failure failure = { 0 };
  if (!certificate_read (file, &game, path, NULL, &failure))
    fail_msg ("%s", failure.text);
  engine_close (&game);
  unlink (path);
  check_certificate (file, &verdict);
  if (!verdict.accepted)
    fail_msg ("%s: %s: %s", file->game.title, verdict.wrong, verdict.reason);
}

static void make_acyclic (const struct sample *sample, struct certificate_file *file) {
  struct game game;
  struct failure failure = { 0 };
  struct certificate certificate;
  char path[200];
  game_open_or_fail (&game, sample->title);
  struct position *position = position_allocate (&game);
  if (!position_parse (&game, sample->moves, position, &failure))
    fail_msg ("%s: %s", sample->title, failure.text);
  const struct result result = ask (&game, position, METHOD_AUTO, sample->score, 1);
  struct search *search = begin_search (&game, position, NULL, sample->score);
  certificate_begin (&certificate, game.key_bytes);
  assert_true (
      certificate_extract (search, &certificate, result.bounds.lower, (uint64_t) sample->small_nodes, NULL));
  if (sample->shrunk)
    certificate_shrink (&certificate, &game, &(struct shrink_progress){ .pass = 0 });
  assert_true (certificate_write (&certificate, &game, sample_path (path, 0), &failure));
  certificate_free (&certificate);
  end_search (search);
  free (position);
  engine_close (&game);
  read_sample (path, file);
}

/* Draughts: random endgames, by values from tables. */
static void make_cyclic (int number, struct certificate_file *file) {
  static const char *const titles[CYCLIC_SAMPLES]
      = { "draughts:4x4", "draughts:4x4,rules=seed", "draughts:6x6" };
  struct game game;
  struct failure failure = { 0 };
  struct certificate certificate;
  char path[200];
  uint64_t random = (uint64_t) number;
  game_open_or_fail (&game, titles[number]);
  struct endgames *tables = endgames_up_to (&game, 3, 1);
  struct position *position = position_allocate (&game);
  struct search *search = begin_search (&game, position, endgames_tables (tables), false);
  certificate_begin (&certificate, game.key_bytes);
  while (certificate.claims < 12) {
    enum outcome outcome;
    int distance;
    random_endgame (&game, 3, &random, position);
    if (endgames_probe (tables, position, &outcome, &distance)
        && (distance > 2 || outcome == DRAWN || certificate.claims > 6)) {
      search_begin (search);
      assert_true (game.engine->certify (search, &certificate, position, outcome));
    }
  }
  assert_true (certificate_write (&certificate, &game, sample_path (path, 1), &failure));
  certificate_free (&certificate);
  end_search (search);
  free (position);
  endgames_destroy (tables);
  engine_close (&game);
  read_sample (path, file);
}

/* ---- copies ---- */

static void *copy_of (const void *from, size_t count, size_t size) {
  void *to = from == NULL ? NULL : allocate (count + TRIAL_NUMBERS, size); /* room for more rows or numbers */
  if (from != NULL)
    memcpy (to, from, count * size);
  return to;
}

/* The game is shared. */
static void copy_file (const struct certificate_file *from, struct certificate_file *to) {
  const size_t bytes = (size_t) from->game.key_bytes;
  *to = *from;
  to->claim_key = copy_of (from->claim_key, from->claims, bytes);
  to->claim_value = copy_of (from->claim_value, from->claims, sizeof *to->claim_value);
  for (int i = 0; i < 2; i++) {
    const struct strategy_rows *old = &from->strategy[i];
    struct strategy_rows *new = &to->strategy[i];
    new->key = copy_of (old->key, old->count, bytes);
    new->kind = copy_of (old->kind, old->count, sizeof *old->kind);
    new->size = copy_of (old->size, old->count, sizeof *old->size);
    new->number = copy_of (old->number, old->numbers, sizeof *old->number);
    new->begin = copy_of (old->begin, old->count, sizeof *old->begin);
    new->move = copy_of (old->move, old->count, sizeof *old->move);
    new->rank = copy_of (old->rank, old->count, sizeof *old->rank);
  }
}

static void free_copy (struct certificate_file *copy) {
  copy->game = (struct array_game){ .rules = NULL };
  certificate_file_close (copy);
}

/* ---- changes ---- */

struct mutant {
  const struct certificate_file *original;
  struct certificate_file file;
  struct array_game other; /* header: another game */
  uint64_t *random;
  struct trial_board *board; /* alignment games */
  const char *folder;        /* of the texts of all that are accepted, or NULL */
};

static int below (struct mutant *m, size_t n) { return random_below (m->random, (int) n); }

static bool has_rows (const struct mutant *m) {
  return m->file.strategy[0].count + m->file.strategy[1].count > 0;
}

/* A set with rows. */
static struct strategy_rows *random_rows (struct mutant *m, int *set) {
  *set = below (m, 2);
  if (m->file.strategy[*set].count == 0)
    *set = !*set;
  return &m->file.strategy[*set];
}

static void shift (void *array, size_t size, size_t from, size_t to, size_t count) {
  if (array != NULL)
    memmove ((char *) array + to * size, (char *) array + from * size, count * size);
}

static void move_rows (const struct certificate_file *file, struct strategy_rows *rows, size_t from,
                       size_t to) {
  const size_t count = rows->count - from;
  shift (rows->key, (size_t) file->game.key_bytes, from, to, count);
  shift (rows->kind, sizeof *rows->kind, from, to, count);
  shift (rows->size, sizeof *rows->size, from, to, count);
  shift (rows->begin, sizeof *rows->begin, from, to, count);
  shift (rows->move, sizeof *rows->move, from, to, count);
  shift (rows->rank, sizeof *rows->rank, from, to, count);
  rows->count += to - from;
}

static void remove_row (struct mutant *m, struct strategy_rows *rows, size_t row) {
  move_rows (&m->file, rows, row + 1, row);
}

static bool leave_out_reply (struct mutant *m) {
  const struct array_game *game = &m->file.game;
  struct array_position position;
  int set;
  struct strategy_rows *rows = random_rows (m, &set);
  const size_t row = (size_t) below (m, rows->count);
  game->rules->unpack (game, key_of_row (&m->file, set, row), &position);
  if (!game->rules->cyclic && position.to_move != set)
    return false;
  remove_row (m, rows, row);
  return true;
}

struct listed {
  const struct array_game *game;
  int count;
  uint8_t key[MOVES_MOST][KEY_MOST];
};

static bool list_one (void *context, int move, const struct array_position *after) {
  struct listed *list = context;
  (void) move;
  array_canonical (list->game, after, list->key[list->count++]);
  return true;
}

static int compare_keys (const void *a, const void *b) { return memcmp (a, b, KEY_MOST); }

static void list_after (const struct array_game *game, const uint8_t *key, struct listed *list) {
  struct array_position position;
  memset (list, 0, sizeof *list);
  list->game = game;
  if (game->rules->unpack (game, key, &position) && game->rules->ending (game, &position) == NOT_OVER)
    game->rules->each_move (game, &position, list_one, list);
  qsort (list->key, (size_t) list->count, KEY_MOST, compare_keys);
  int kept = 0;
  for (int i = 0; i < list->count; i++)
    if (kept == 0 || memcmp (list->key[kept - 1], list->key[i], KEY_MOST) != 0)
      memmove (list->key[kept++], list->key[i], KEY_MOST);
  list->count = kept;
}

/* A won position and one that it leads to: their ranks become the same, or the other way round. */
static bool close_cycle (struct mutant *m) {
  struct strategy_rows *won = &m->file.strategy[1];
  struct listed replies;
  if (!m->file.game.rules->cyclic || won->count == 0)
    return false;
  const size_t row = (size_t) below (m, won->count);
  list_after (&m->file.game, key_of_row (&m->file, 1, row), &replies);
  const uint8_t *after = replies.key[won->move[row]];
  struct listed next;
  list_after (&m->file.game, after, &next);
  for (int i = 0; i < next.count; i++) {
    const size_t other = strategy_row (&m->file.game, won, next.key[i]);
    if (other == SIZE_MAX)
      continue;
    won->rank[other] = (uint16_t) (won->rank[row] + (below (m, 2) == 0 ? 0 : below (m, 100)));
    return true;
  }
  return false;
}

/* A row more of a position that is worth less than the bound. */
static bool add_false_leaf (struct mutant *m) {
  struct array_position position;
  uint8_t key[KEY_MOST];
  uint16_t number[TRIAL_NUMBERS] = { 0 };
  uint64_t nodes = 0;
  int set;
  struct strategy_rows *rows = random_rows (m, &set);
  if (m->board == NULL)
    return false;
  const int most = m->board->game.cells < 10 ? m->board->game.cells : 10;
  trial_position (m->board, m->random, 1 + below (m, (size_t) most), false, &position, key);
  m->board->game.exact_score = m->file.game.exact_score;
  struct argument a = { .game = &m->board->game,
                        .position = &position,
                        .mark = 1 + set,
                        .bound = (int) rows->bound,
                        .number = number,
                        .nodes = &nodes,
                        .has_row = has_no_row };
  if (trial_worth (m->board, &position, set, m->file.game.exact_score) >= a.bound
      || strategy_row (&m->file.game, rows, key) != SIZE_MAX)
    return false;
  const enum row_kind drawn = (enum row_kind) below (m, ROW_KINDS);
  const enum row_kind kind = drawn == ROW_UPWARDS ? ROW_MOVE : drawn; /* that one is always refused */
  trial_numbers (&a, kind, m->random, number);
  const size_t bytes = (size_t) m->file.game.key_bytes;
  size_t row = 0;
  while (row < rows->count && memcmp (rows->key + row * bytes, key, bytes) < 0)
    row++;
  move_rows (&m->file, rows, row, row + 1);
  memcpy (rows->key + row * bytes, key, bytes);
  rows->kind[row] = (uint8_t) kind;
  rows->size[row] = (uint32_t) a.numbers;
  rows->begin[row] = rows->numbers; /* at the end: the order of numbers is the reader's business */
  memcpy (rows->number + rows->numbers, number, a.numbers * sizeof *number);
  rows->numbers += a.numbers;
  return true;
}

static bool widen_bound (struct mutant *m) {
  int set;
  struct strategy_rows *rows = random_rows (m, &set);
  struct array_position position;
  if (m->file.game.rules->cyclic)
    return false;
  rows->bound += 1 + below (m, 3);
  m->file.game.rules->unpack (&m->file.game, m->file.claim_key, &position);
  if (below (m, 2) == 0)
    m->file.claim_value[0] = (int16_t) (position.to_move == set ? rows->bound : -rows->bound);
  return true;
}

static bool flip_claim (struct mutant *m) {
  int16_t *value = &m->file.claim_value[below (m, m->file.claims)], old = *value;
  *value = (int16_t) (m->file.game.exact_score ? old - 4 + below (m, 9) : below (m, 3) - 1);
  return *value != old;
}

/* Is the claim true by full search of the game that the file now names? */
static bool is_claim_true (struct mutant *m) {
  struct array_position position;
  struct trial_board board = { .game = m->file.game };
  const struct array_game *game = &board.game;
  if (!is_canonical_key (game, m->file.claim_key, &position))
    return false;
  full_search_open (&board.search, game->columns, game->rows, game->length, game->gravity, game->variant);
  const int worth = trial_worth (&board, &position, position.to_move, m->file.game.exact_score);
  full_search_close (&board.search);
  return worth == m->file.claim_value[0];
}

static bool change_header (struct mutant *m) {
  static const char *const others[][3] = {
    { "mnk", "3,3,3", "standard" },      { "mnk", "4,3,3", "standard" },    { "mnk", "3,4,3", "standard" },
    { "mnk", "3,3,2", "standard" },      { "mnk", "4,3,3", "exact" },       { "mnk", "4,4,3", "standard" },
    { "mnk", "4,4,4", "standard" },      { "mnk", "4,3,4", "standard" },    { "mnk", "5,2,3", "standard" },
    { "mnk", "3,3,3", "maker-breaker" }, { "mnk", "5,4,3", "standard" },    { "mnk", "5,4,4", "exact" },
    { "mnk", "4,3,2", "standard" },      { "connect4", "4x4", "standard" }, { "connect4", "5x3", "standard" },
    { "connect4", "5x4", "standard" },   { "connect4", "4x5", "standard" }, { "connect4", "3x6", "standard" },
    { "draughts", "4x4", "official" },   { "draughts", "4x4", "seed" }
  };
  const char *const *other = others[below (m, sizeof others / sizeof *others)];
  const char *const title = m->original->game.title;
  if (!array_game_open (&m->other, other[0], other[1], other[2]))
    return false;
  if (strcmp (m->other.title, title) == 0 || m->other.key_bytes != m->file.game.key_bytes
      || m->other.rules->cyclic != m->file.game.rules->cyclic)
    return false;
  m->file.game = m->other;
  return m->other.rules->cyclic || !is_claim_true (m);
}

static bool change_anything (struct mutant *m) {
  int set;
  struct strategy_rows *rows = random_rows (m, &set);
  const size_t row = (size_t) below (m, rows->count), bytes = (size_t) m->file.game.key_bytes;
  uint8_t *const key = rows->key + row * bytes;
  switch (below (m, 7)) {
  case 0: /* keys stay in order, as the reader demands */
    key[bytes - 1 - (size_t) below (m, 2 < bytes ? 2 : bytes)] ^= (uint8_t) (1 << below (m, 8));
    return (row == 0 || memcmp (key - bytes, key, bytes) < 0)
           && (row + 1 == rows->count || memcmp (key, key + bytes, bytes) < 0);
  case 1: remove_row (m, rows, row); return true;
  case 2:
    if (rows->kind == NULL)
      rows->move[row] = (uint8_t) below (m, 8);
    else
      rows->kind[row] = (uint8_t) below (m, ROW_KINDS + 1);
    return true;
  case 3:
    if (rows->rank != NULL)
      rows->rank[row] = (uint16_t) below (m, 20);
    if (rows->numbers > 0)
      rows->number[below (m, rows->numbers)] = (uint16_t) below (m, (size_t) m->file.game.cells + 2);
    return rows->rank != NULL || rows->numbers > 0;
  case 4:
    if (rows->size == NULL || rows->size[row] == 0)
      return false;
    rows->size[row]--;
    return true;
  case 5:
    m->file.small_nodes += below (m, 40) - 10;
    rows->bound -= below (m, 2);
    return rows->kind != NULL && m->file.small_nodes >= 0; /* the reader refuses others */
  default: m->file.game.exact_score = !m->file.game.exact_score; return rows->kind != NULL;
  }
}

static bool mutate (struct mutant *m, enum mutation mutation) {
  if (!has_rows (m) && mutation != CLAIM_FLIPPED && mutation != OTHER_HEADER && mutation != NO_CLAIM)
    return false;
  switch (mutation) {
  case REPLY_LEFT_OUT: return leave_out_reply (m);
  case SUPPORT_IN_CYCLE: return close_cycle (m);
  case FALSE_LEAF: return add_false_leaf (m);
  case BOUND_TOO_WIDE: return widen_bound (m);
  case CLAIM_FLIPPED: return flip_claim (m);
  case OTHER_HEADER: return change_header (m);
  case NO_CLAIM: m->file.claims = 0; return true;
  default: return change_anything (m);
  }
}

/* ---- all of them ---- */

/* The claims of draughts by the tables of the game that the file now names. */
static bool are_claims_in_tables (const struct certificate_file *file) {
  struct game game;
  int wrong = 0;
  game_open_or_fail (&game, file->game.title);
  struct endgames *tables = endgames_up_to (&game, 3, 1);
  struct position *position = position_allocate (&game);
  for (size_t i = 0; i < file->claims; i++) {
    enum outcome outcome = GOING_ON;
    int distance;
    wrong += !game.engine->unpack (&game, key_of_row (file, CLAIMS, i), position)
             || !endgames_probe (tables, position, &outcome, &distance)
             || (int) outcome != file->claim_value[i];
  }
  free (position);
  endgames_destroy (tables);
  engine_close (&game);
  return wrong == 0;
}

/* Random changes to rows of draughts leave its claims as they are: true. */
static bool is_still_true (struct mutant *m, enum mutation mutation) {
  if (m->board == NULL)
    return mutation == ANYTHING || (mutation == OTHER_HEADER && are_claims_in_tables (&m->file));
  return mutation == ANYTHING && is_claim_true (m);
}

static void write_text (const struct mutant *m, uint64_t number) {
  struct game game;
  struct failure failure = { 0 };
  char path[300];
  uint64_t rows, bytes;
  game_open_or_fail (&game, m->file.game.title);
  snprintf (path, sizeof path, "%s/%d.txt", m->folder, (int) number);
  if (!certificate_text_of (&m->file, &game, path, &rows, &bytes, &failure))
    fail_msg ("%s", failure.text);
  engine_close (&game);
}

static bool try_once (struct mutant *m, enum mutation mutation, struct tally *tally) {
  struct verdict verdict;
  copy_file (m->original, &m->file);
  m->other = (struct array_game){ .rules = NULL };
  const bool changed = mutate (m, mutation);
  if (changed) {
    check_certificate (&m->file, &verdict);
    const bool sound = verdict.accepted && is_still_true (m, mutation);
    if (verdict.accepted && m->folder != NULL)
      write_text (m, tally->tried);
    tally->tried++;
    tally->refused += !verdict.accepted;
    tally->sound += sound;
    tally->wrong += verdict.accepted && !sound;
  }
  if (m->other.rules != NULL)
    array_game_close (&m->other);
  free_copy (&m->file);
  return changed;
}

/* A mutant of a certificate; its board is there for alignment games, and must be closed. */
static struct mutant begin_mutant (const struct certificate_file *file, uint64_t *random,
                                   struct trial_board *board) {
  const struct array_game *game = &file->game;
  *board = (struct trial_board){ .game = *game };
  if (!game->rules->cyclic)
    full_search_open (&board->search, game->columns, game->rows, game->length, game->gravity, game->variant);
  return (struct mutant){ .original = file, .random = random, .board = game->rules->cyclic ? NULL : board };
}

static void end_mutant (struct mutant *m) {
  if (m->board != NULL)
    full_search_close (&m->board->search);
}

static void try_sample (const struct certificate_file *file, uint64_t *random, int times, bool until_wrong,
                        struct tally *tally) {
  struct trial_board board;
  struct mutant m = begin_mutant (file, random, &board);
  bool enough = false;
  for (int mutation = 0; mutation < MUTATIONS; mutation++)
    for (int done = 0, tries = 0; done < times && tries < 20 * times && !enough; tries++) {
      const uint64_t wrong = tally[mutation].wrong;
      done += try_once (&m, (enum mutation) mutation, &tally[mutation]);
      enough = tally[mutation].wrong > wrong && until_wrong;
      if (tally[mutation].wrong > wrong && tally[mutation].wrong < 4 && !until_wrong)
        print_message ("%s: %s: accepted\n", file->game.title, mutation_names[mutation]);
    }
  end_mutant (&m);
}

static uint64_t count_wrong (const struct tally tally[MUTATIONS]) {
  uint64_t wrong = 0;
  for (int i = 0; i < MUTATIONS; i++)
    wrong += tally[i].wrong;
  return wrong;
}

void write_accepted (const char *folder, int times, uint64_t seed, struct tally *tally) {
  for (int i = 0; i < SAMPLES + CYCLIC_SAMPLES; i++) {
    struct certificate_file file;
    struct trial_board board;
    if (i < SAMPLES)
      make_acyclic (&samples[i], &file);
    else
      make_cyclic (i - SAMPLES, &file);
    struct mutant m = begin_mutant (&file, &seed, &board);
    m.folder = folder;
    for (int done = 0, tries = 0; done < times && tries < 20 * times; tries++)
      done += try_once (&m, ANYTHING, tally);
    end_mutant (&m);
    certificate_file_close (&file);
  }
}

void try_mutations (bool cyclic, int times, bool until_wrong, struct tally tally[MUTATIONS]) {
  static struct certificate_file files[2][SAMPLES];
  const int count = cyclic ? CYCLIC_SAMPLES : SAMPLES;
  uint64_t random = 20261123;
  for (int i = 0; i < count && !(until_wrong && count_wrong (tally) > 0); i++) {
    struct certificate_file *file = &files[cyclic][i];
    if (cyclic)
      make_cyclic (i, file);
    else
      make_acyclic (&samples[i], file);
    try_sample (file, &random, times, until_wrong, tally);
    certificate_file_close (file);
  }
}
