/* `zermelo book merge|extract|info|diff|verify`: what can be done with existing opening books. */
#include "command/command.h"

#include "base/sample.h"
#include "base/text.h"
#include "book/book_rows.h"
#include "run/query_queue.h"
#include "store/book.h"
#include "store/file.h"
#include "store/new_file.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static bool arguments_are (struct session *session, const char *what, int least, int most,
                           struct failure *failure) {
  const int given = session->options.argument_count - 1;
  return (given >= least && given <= most)
         || fail (failure, EXIT_USAGE, "book %s: %s", session->options.arguments[0], what);
}

/* -o FILE, for the commands that write a book. */
static bool output_is_given (struct session *session, struct failure *failure) {
  if (session->options.output == NULL)
    return fail (failure, EXIT_USAGE, "book %s: -o FILE is missing", session->options.arguments[0]);
  return new_file_reserve (session->options.output, failure);
}

static size_t count_proven (const struct book_rows *rows) {
  size_t known = 0;
  for (size_t i = 0; i < rows->keys.count; i++)
    known += rows->value[i] != ZERMELO_UNKNOWN;
  return known;
}

/* ---- merge ---- */

static const struct column merge_columns[] = { { "file", -1 }, { "positions", 14 }, { "added", 14 } };

static bool merge_file (struct display *display, struct book_rows *merged, const char *path,
                        struct failure *failure) {
  struct book_rows from;
  const size_t before = merged->keys.count;
  if (!book_rows_read (&from, path, failure))
    return false;
  const bool good = book_rows_alike (merged, &from, failure) && book_rows_add_all (merged, &from, failure);
  if (good) {
    output_text (&display->output, path);
    output_number (&display->output, from.keys.count);
    output_number (&display->output, merged->keys.count - before);
    output_line (&display->output);
  }
  book_rows_free (&from);
  return good;
}

static int merge (struct run *run, struct failure *failure) {
  const struct options *options = &run->session.options;
  struct book_rows merged;
  if (!arguments_are (&run->session, "two books or more, and -o FILE", 2, options->argument_count, failure)
      || !output_is_given (&run->session, failure)
      || !book_rows_read (&merged, options->arguments[1], failure))
    return failure->code;
  output_columns (&run->display.output, merge_columns, 3);
  output_text (&run->display.output, options->arguments[1]);
  output_number (&run->display.output, merged.keys.count);
  output_number (&run->display.output, merged.keys.count);
  output_line (&run->display.output);
  bool good = true;
  for (int i = 2; good && i < options->argument_count; i++)
    good = merge_file (&run->display, &merged, options->arguments[i], failure);
  if (good && book_rows_write (&merged, options->output, failure))
    output_sentence (&run->display.output, "The book is in %s", options->output);
  book_rows_free (&merged);
  return failure->code;
}

/* ---- extract ---- */

static const struct column extract_columns[] = { { "positions", 14 }, { "left_out", 14 } };

/* Mark the rows of the position of --line and of the positions that can follow it. */
static bool mark_line (const struct book_rows *rows, const char *line, bool *wanted,
                       struct failure *failure) {
  const struct game *game = &rows->game;
  struct position *position = position_allocate (game);
  uint8_t key[PACKED_MAX] = { 0 }, *children = allocate ((size_t) game->moves_max, (size_t) game->key_bytes);
  size_t *queue = allocate (rows->keys.count + 1, sizeof *queue), end = 0;
  bool good = position_parse (game, line, position, failure);
  if (good) {
    game->engine->pack_canonical (game, position, key);
    queue[0] = key_set_find (&rows->keys, key);
    good = queue[0] != SIZE_MAX
           || fail (failure, EXIT_BAD_DATA, "--line: that position is not in %.200s", rows->path);
  }
  if (good)
    wanted[queue[end++]] = true;
  for (size_t i = 0; i < end; i++) {
    const int count = game->engine->expand (game, key_set_key (&rows->keys, queue[i]), children);
    for (int j = 0; j < count; j++) {
      const size_t row = key_set_find (&rows->keys, children + (size_t) j * (size_t) game->key_bytes);
      if (row == SIZE_MAX || wanted[row])
        continue;
      wanted[row] = true;
      queue[end++] = row;
    }
  }
  free (position);
  free (children);
  free (queue);
  return good;
}

static bool select_rows (const struct session *session, const struct book_rows *rows, bool *wanted,
                         struct failure *failure) {
  const struct options *options = &session->options;
  if (options->line == NULL)
    memset (wanted, true, rows->keys.count * sizeof *wanted);
  else if (!mark_line (rows, options->line, wanted, failure))
    return false;
  for (size_t i = 0; i < rows->keys.count; i++) {
    const zermelo_knowledge known = book_rows_known (rows, i);
    wanted[i] = wanted[i] && (options->plies < 0 || rows->ply[i] <= options->plies)
                && rows->ply[i] >= options->min_ply
                && (options->value == NULL || strcmp (options->value, known_value_name (&known)) == 0);
  }
  return true;
}

/* NULL: all values are wanted. */
static bool is_value_name (const char *name, struct failure *failure) {
  static const struct bounds values[] = { { WON, WON }, { DRAWN, DRAWN }, { LOST, LOST }, { LOST, WON } };
  bool known = name == NULL;
  for (size_t i = 0; i < sizeof values / sizeof *values; i++)
    known = known || strcmp (name, value_name (values[i])) == 0;
  return known
         || fail (failure, EXIT_USAGE, "--value: expected win, draw, loss or unknown, found '%.40s'", name);
}

static int extract (struct run *run, struct failure *failure) {
  const struct options *options = &run->session.options;
  struct book_rows rows, part;
  struct game game;
  if (!arguments_are (&run->session, "one book, and -o FILE", 1, 1, failure)
      || !is_value_name (options->value, failure) || !output_is_given (&run->session, failure)
      || !book_rows_read (&rows, options->arguments[1], failure))
    return failure->code;
  bool *wanted = allocate (rows.keys.count + 1, sizeof *wanted);
  if (select_rows (&run->session, &rows, wanted, failure) && engine_open (&game, rows.game.title, failure)) {
    book_rows_begin (&part, &game, rows.scored);
    memcpy (part.heuristic, rows.heuristic, sizeof part.heuristic);
    part.selective = rows.selective;
    for (size_t i = 0; i < rows.keys.count; i++) {
      const struct book_entry entry = book_rows_at (&rows, i);
      if (wanted[i])
        book_rows_add (&part, &entry, rows.mask_bytes);
    }
    part.plies = options->plies >= 0 && options->plies < rows.plies ? options->plies : rows.plies;
    if (part.keys.count == 0)
      fail (failure, EXIT_BAD_DATA, "%.200s has no such positions; no book is written", rows.path);
    else if (book_rows_write (&part, options->output, failure)) {
      output_columns (&run->display.output, extract_columns, 2);
      output_number (&run->display.output, part.keys.count);
      output_number (&run->display.output, rows.keys.count - part.keys.count);
      output_line (&run->display.output);
      output_sentence (&run->display.output, "The book is in %s", options->output);
    }
    book_rows_free (&part);
  }
  free (wanted);
  book_rows_free (&rows);
  return failure->code;
}

/* ---- info ---- */

static const struct column info_columns[] = { { "what", -10 }, { "value", -1 } };

static void print_fact (struct display *display, const char *what, const char *value) {
  output_text (&display->output, what);
  output_text (&display->output, value);
  output_line (&display->output);
}

/* One line for each ply: how many positions, by value. */
static void print_plies (struct display *display, const struct book_rows *rows) {
  uint64_t count[256][4] = { { 0 } };
  for (size_t i = 0; i < rows->keys.count; i++)
    count[rows->ply[i]][rows->value[i] == ZERMELO_UNKNOWN ? 3 : 1 - rows->value[i]]++;
  for (int ply = 0; ply < 256; ply++) {
    char what[16], value[120];
    const uint64_t *of = count[ply], sum = of[0] + of[1] + of[2] + of[3];
    if (sum == 0)
      continue;
    snprintf (what, sizeof what, "ply %d", ply);
    snprintf (value, sizeof value, "%llu: %llu win, %llu draw, %llu loss, %llu unknown",
              (unsigned long long) sum, (unsigned long long) of[0], (unsigned long long) of[1],
              (unsigned long long) of[2], (unsigned long long) of[3]);
    print_fact (display, what, value);
  }
}

static int info (struct run *run, struct failure *failure) {
  char text[120];
  struct stat status = { .st_size = 0 };
  struct book_rows rows;
  if (!arguments_are (&run->session, "one book", 1, 1, failure)
      || !book_rows_read (&rows, run->session.options.arguments[1], failure))
    return failure->code;
  struct book *book = book_open (rows.path, failure);
  if (book == NULL) {
    book_rows_free (&rows);
    return failure->code;
  }
  struct book_identity identity;
  book_identify (book, &identity);
  const size_t known = count_proven (&rows);
  output_columns (&run->display.output, info_columns, 2);
  print_fact (&run->display, "kind", "opening book");
  print_fact (&run->display, "game", rows.game.title);
  print_fact (&run->display, "options", identity.options);
  const char *whose = book_rows_whose_strategy (&rows);
  if (whose != NULL)
    snprintf (text, sizeof text, "%zu, with a strategy of %s up to ply %d", rows.keys.count,
              book_strategy_owner (whose), rows.plies);
  else
    snprintf (text, sizeof text, "%zu, %s up to ply %d", rows.keys.count,
              book_rows_complete (&rows) ? "all" : "not all", rows.plies);
  print_fact (&run->display, "positions", text);
  snprintf (text, sizeof text, "%zu of %zu", known, rows.keys.count);
  print_fact (&run->display, "proven", text);
  if (rows.heuristic[0] != 0)
    print_fact (&run->display, "evaluations", rows.heuristic);
  print_plies (&run->display, &rows);
  stat (rows.path, &status);
  snprintf (text, sizeof text, "%lld bytes", (long long) status.st_size);
  print_fact (&run->display, "size", text);
  print_fact (&run->display, "revision", identity.revision);
  print_fact (&run->display, "checksum", identity.checksum);
  book_close (book);
  book_rows_free (&rows);
  return failure->code;
}

/* ---- diff ---- */

static const struct column diff_columns[] = { { "position", -24 }, { "first", -12 }, { "second", -12 } };

enum { SAID_WITH_MOVES = BOOK_SAID + 4096 };

/* Does the first row name a move that the second, which names all, does not? */
static bool names_another (const struct book_rows *a, size_t i, const struct book_rows *all, size_t j) {
  const uint8_t *one = a->mask + i * (size_t) a->mask_bytes,
                *other = all->mask + j * (size_t) all->mask_bytes;
  for (int k = 0; k < a->mask_bytes; k++)
    if (one[k] & ~(k < all->mask_bytes ? other[k] : 0))
      return true;
  return false;
}

/* Do the rows contradict each other about the best moves? Rows of a strategy may lack some of them; a row
 * with an evaluation has one. */
static bool moves_differ (const struct book_rows *a, size_t i, const struct book_rows *b, size_t j) {
  const bool evaluated
      = a->evaluation[i] != ZERMELO_NO_EVALUATION && b->evaluation[j] != ZERMELO_NO_EVALUATION;
  return ((evaluated || !b->selective) && names_another (a, i, b, j))
         || ((evaluated || !a->selective) && names_another (b, j, a, i));
}

/* Add the moves of a row to what it says, of its canonical position: "draw, by a1 b2". */
static void add_moves (const struct book_rows *rows, size_t row, char text[SAID_WITH_MOVES]) {
  const struct game *game = &rows->game;
  const struct book_entry entry = book_rows_at (rows, row);
  struct position *position = position_allocate (game);
  struct successor *list = allocate ((size_t) game->moves_max, sizeof *list);
  bool *marked = allocate ((size_t) game->moves_max, sizeof *marked);
  int count = 0;
  if (game->engine->unpack (game, entry.key, position)
      && book_marks (game, &entry, rows->mask_bytes, position, marked))
    count = game->engine->successors (game, position, list);
  text_append (text, SAID_WITH_MOVES, ", by");
  for (int i = 0; i < count; i++)
    if (marked[i])
      text_append (text, SAID_WITH_MOVES, " %s", list[i].text);
  free (marked);
  free (list);
  free (position);
}

/* Print what one book says and the other does not say, or says differently. Returns the number of lines. */
static size_t print_differences (struct display *display, const struct book_rows *a,
                                 const struct book_rows *b, bool only_absent) {
  size_t different = 0;
  for (size_t i = 0; i < a->keys.count; i++) {
    char one[SAID_WITH_MOVES], other[SAID_WITH_MOVES] = "-", text[BOOK_POSITION_TEXT];
    const size_t j = key_set_find (&b->keys, key_set_key (&a->keys, i));
    if (only_absent && j != SIZE_MAX)
      continue;
    book_rows_describe (a, i, one);
    if (j != SIZE_MAX)
      book_rows_describe (b, j, other);
    if (strcmp (one, other) == 0) {
      if (!moves_differ (a, i, b, j))
        continue;
      add_moves (a, i, one);
      add_moves (b, j, other);
    }
    book_rows_text (a, i, text);
    output_field (&display->output, text, json_string (text));
    output_text (&display->output, only_absent ? "-" : one);
    output_text (&display->output, only_absent ? one : other);
    output_line (&display->output);
    different++;
  }
  return different;
}

static int diff (struct run *run, struct failure *failure) {
  struct book_rows a, b;
  if (!arguments_are (&run->session, "two books", 2, 2, failure)
      || !book_rows_read (&a, run->session.options.arguments[1], failure))
    return failure->code;
  if (book_rows_read (&b, run->session.options.arguments[2], failure)) {
    if (book_rows_alike (&a, &b, failure)) {
      output_columns (&run->display.output, diff_columns, 3);
      const size_t different = print_differences (&run->display, &a, &b, false)
                               + print_differences (&run->display, &b, &a, true);
      if (different > 0)
        fail (failure, EXIT_DIFFERS, "%zu positions differ between %.200s and %.200s", different, a.path,
              b.path);
      else
        output_sentence (&run->display.output, "The books say the same of %zu positions", a.keys.count);
    }
    book_rows_free (&b);
  }
  book_rows_free (&a);
  return failure->code;
}

/* ---- verify ---- */

static const struct column verify_columns[]
    = { { "position", -24 }, { "value", -12 }, { "found", -12 }, { "verdict", -9 } };

enum { SAMPLE = 100 };

struct book_verification {
  struct run *run;
  const struct book_rows *rows;
  uint64_t differ, undecided;
};

struct sampled {
  struct book_verification *verification;
  size_t row;
};

static void take_found (void *context, const struct result *result) {
  const struct sampled *sampled = context;
  struct book_verification *v = sampled->verification;
  const struct book_rows *rows = v->rows;
  char text[BOOK_POSITION_TEXT], said[BOOK_SAID], found[BOOK_SAID], score[SCORE_TEXT];
  struct position *position = position_allocate (&rows->game);
  const bool decided = result->bounds.lower == result->bounds.upper;
  rows->game.engine->unpack (&rows->game, key_set_key (&rows->keys, sampled->row), position);
  book_rows_text (rows, sampled->row, text);
  book_rows_describe (rows, sampled->row, said);
  zermelo_knowledge known = known_by_search (&rows->game, position, result->bounds, rows->scored);
  known.has_score
      = rows->scored && score_text (&rows->game, position, known_bounds (&known, true), score, &known.score);
  book_known_describe (&known, found);
  const bool same = strcmp (said, found) == 0;
  v->differ += decided && !same;
  v->undecided += !decided;
  output_field (&v->run->display.output, text, json_string (text));
  output_text (&v->run->display.output, said);
  output_text (&v->run->display.output, found);
  output_text (&v->run->display.output, !decided ? "unknown" : same ? "ok" : "differs");
  output_line (&v->run->display.output);
  v->run->display.progress.done++;
  free (position);
}

/* A method other than the one that made the book, unless --method names one. */
static enum method other_method (const struct session *session, bool scored) {
  if (session->options.method != METHOD_AUTO)
    return session->options.method;
  if (session->game.plies_max == 0)
    return METHOD_NULL_WINDOW;
  /* proof-number search asks for values only */
  return scored ? METHOD_ALPHA_BETA : METHOD_PROOF_NUMBER;
}

/* Every row, or a sample of them that the seed determines. */
static void ask_sample (struct book_verification *v, struct query_queue *queue, struct sampled *sampled) {
  const struct book_rows *rows = v->rows;
  const size_t count = rows->keys.count < SAMPLE ? rows->keys.count : SAMPLE;
  for (size_t j = 0; j < count; j++) {
    const size_t row = sample_number (rows->keys.count, count, v->run->session.options.seed, j);
    if (rows->value[row] == ZERMELO_UNKNOWN)
      continue;
    struct query query = query_about (&v->run->session, &rows->game, NULL);
    query.start = false;
    query.method = other_method (&v->run->session, rows->scored);
    query.exact_score = rows->scored;
    query.window = search_range (rows->scored);
    memcpy (query.key, key_set_key (&rows->keys, row), (size_t) rows->keys.key_bytes);
    sampled[j] = (struct sampled){ v, row };
    query_queue_add (queue, &query, take_found, &sampled[j]);
    v->run->display.progress.total++;
  }
}

static int verify (struct run *run, struct failure *failure) {
  struct book_rows rows;
  if (!arguments_are (&run->session, "one book", 1, 1, failure)
      || !book_rows_read (&rows, run->session.options.arguments[1], failure))
    return failure->code;
  struct book_verification v = { .run = run, .rows = &rows };
  struct sampled *sampled = allocate (SAMPLE, sizeof *sampled);
  if (count_proven (&rows) == 0)
    fail (failure, EXIT_BAD_DATA, "%.300s has no proven values that could be verified", rows.path);
  else if (run_open_game (&run->session, rows.game.title, failure)) {
    struct query_queue *queue = query_queue_create ();
    output_columns (&run->display.output, verify_columns, 4);
    progress_task (&run->display.progress, "nodes", "verify %.90s", rows.game.title);
    run->display.progress.things = "positions";
    query_queue_side_by_side (queue);
    ask_sample (&v, queue, sampled);
    query_queue_run (run, queue);
    query_queue_destroy (queue);
    if (v.differ > 0)
      fail (failure, EXIT_DIFFERS, "%llu positions of %.200s have another value",
            (unsigned long long) v.differ, rows.path);
    else if (run->session.query_failure.code != 0 || run_must_stop (&run->session) || v.undecided > 0)
      run_unfinished (&run->session, "some positions are undecided", failure);
  }
  free (sampled);
  book_rows_free (&rows);
  return failure->code;
}

/* ---- which of them ---- */

static const struct {
  const char *name;
  int (*function) (struct run *, struct failure *);
  bool by_ranks; /* the other tools are done by rank 0 alone */
} tools[] = { { "merge", merge, false },
              { "extract", extract, false },
              { "info", info, false },
              { "diff", diff, false },
              { "verify", verify, true } };

bool book_tool_is_quick (const char *name) {
  for (size_t i = 0; i < sizeof tools / sizeof *tools; i++)
    if (strcmp (name, tools[i].name) == 0)
      return !tools[i].by_ranks;
  return false;
}

bool book_tool (struct run *run, int *code, struct failure *failure) {
  for (size_t i = 0; i < sizeof tools / sizeof *tools; i++)
    if (strcmp (run->session.options.arguments[0], tools[i].name) == 0) {
      if (tools[i].by_ranks || run->session.ranks.rank == 0)
        tools[i].function (run, failure);
      ranks_agree (&run->session.ranks, failure);
      *code = failure->code;
      return true;
    }
  return false;
}
