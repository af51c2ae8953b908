/* `zermelo probe`: what a book says about positions.
 *
 * A book holds canonical positions; the moves it names are carried back to the position as given by what
 * they lead to: a move keeps the value if the canonical position after it is that after a move of the
 * book. */
#include "batch.h"
#include "engine.h"
#include "lines.h"
#include "solution.h"

#include <stdlib.h>
#include <string.h>
#include <zermelo/book.h>

static const struct column probe_columns[]
    = { { "position", -24 }, { "value", -7 }, { "score", 5 }, { "moves", -1 } };

struct probing {
  struct run *run;
  struct game game;
  zermelo_book *book;
  zermelo_book_identity identity;
  struct position *position, *canonical, *child;
  struct successor *successors, *canonical_successors;
  size_t asked, missing, bad;
};

/* ---- the book and its game ---- */

static bool
open_book (struct probing *p, const char *path, struct failure *failure)
{
  int code = 0;
  char error[400] = "", text[120];
  p->book = zermelo_book_open (path, &code, error, sizeof error);
  if (p->book == NULL)
    return fail (failure, (enum exit_code) code, "%s", error);
  zermelo_book_identify (p->book, &p->identity);
  snprintf (text, sizeof text, "%.20s:%.40s,%.40s", p->identity.game, p->identity.board, p->identity.rules);
  if (!engine_open (&p->game, text, failure))
    return fail_in (failure, path);
  if (p->game.key_bytes != p->identity.key_bytes)
    return fail (failure, EXIT_BAD_DATA, "%.300s: keys of %d bytes, but %s has keys of %d", path,
                 p->identity.key_bytes, p->game.title, p->game.key_bytes);
  p->position = position_allocate (&p->game);
  p->canonical = position_allocate (&p->game);
  p->child = position_allocate (&p->game);
  p->successors = allocate ((size_t) p->game.moves_max, sizeof *p->successors);
  p->canonical_successors = allocate ((size_t) p->game.moves_max, sizeof *p->canonical_successors);
  return true;
}

static void
close_book (struct probing *p)
{
  free (p->position);
  free (p->canonical);
  free (p->child);
  free (p->successors);
  free (p->canonical_successors);
  engine_close (&p->game);
  zermelo_book_close (p->book);
}

/* ---- one position ---- */

static void
key_after (struct probing *p, const struct position *from, int move, uint8_t *key)
{
  p->game.engine->child (&p->game, from, move, p->child);
  p->game.engine->pack_canonical (&p->game, p->child, key);
}

static bool
in_mask (const struct probing *p, const uint8_t *mask, const struct successor *list, int i)
{
  const int bit = list[i].cell >= 0 ? list[i].cell : i;
  return bit < 8 * p->identity.mask_bytes && (mask[bit / 8] >> bit % 8 & 1);
}

/* Canonical keys of the positions after the moves of the book; returns how many. The caller frees them. */
static int
kept_keys (struct probing *p, const uint8_t *key, const uint8_t *mask, uint8_t **keys)
{
  const size_t key_bytes = (size_t) p->game.key_bytes;
  int kept = 0;
  p->game.engine->unpack (&p->game, key, p->canonical);
  const int count = p->game.engine->successors (&p->game, p->canonical, p->canonical_successors);
  *keys = allocate ((size_t) count, key_bytes);
  for (int i = 0; i < count; i++)
    if (in_mask (p, mask, p->canonical_successors, i))
      key_after (p, p->canonical, p->canonical_successors[i].move, *keys + key_bytes * (size_t) kept++);
  return kept;
}

static void
print_moves (struct probing *p, const zermelo_book_entry *entry)
{
  uint8_t *keys, key[PACKED_MAX] = { 0 };
  const size_t key_bytes = (size_t) p->game.key_bytes;
  const int kept = kept_keys (p, entry->key, entry->moves, &keys);
  const int count = p->game.engine->successors (&p->game, p->position, p->successors);
  json_t *array = json_array ();
  char *text = allocate ((size_t) count * (MOVE_TEXT + 1) + 1, 1), *end = text;
  for (int i = 0; i < count; i++) {
    key_after (p, p->position, p->successors[i].move, key);
    int j = 0;
    while (j < kept && memcmp (keys + key_bytes * (size_t) j, key, key_bytes) != 0)
      j++;
    if (j == kept)
      continue;
    end += sprintf (end, "%s%s", end == text ? "" : " ", p->successors[i].text);
    json_array_append_new (array, json_string (p->successors[i].text));
  }
  output_field (&p->run->output, text, array);
  free (text);
  free (keys);
}

static void
print_entry (struct probing *p, const char *text, const zermelo_book_entry *entry)
{
  struct output *output = &p->run->output;
  char score[24];
  output_field (output, text, json_text (text));
  if (entry == NULL) {
    for (int i = 0; i < 3; i++)
      output_text (output, NULL);
  } else if (entry->value == ZERMELO_UNKNOWN) {
    output_text (output, "unknown");
    output_text (output, NULL);
    output_field (output, NULL, json_array ());
  } else {
    snprintf (score, sizeof score, "%d", entry->score);
    output_text (output, value_name ((struct bounds){ entry->value, entry->value }));
    output_field (output, p->identity.scored ? score : NULL,
                  p->identity.scored ? json_integer (entry->score) : NULL);
    print_moves (p, entry);
  }
  output_line (output);
}

/* One position; `shown` NULL: in normal form. */
static bool
probe_position (struct probing *p, const char *text, const char *shown, struct failure *failure)
{
  char *normal = allocate (2 * strlen (text) + 512, 1);
  uint8_t key[PACKED_MAX] = { 0 };
  zermelo_book_entry entry;
  const bool good = p->game.engine->parse (&p->game, text, p->position, normal, failure);
  if (good) {
    p->game.engine->pack_canonical (&p->game, p->position, key);
    const bool found = zermelo_book_probe (p->book, key, &entry);
    print_entry (p, shown != NULL ? shown : normal, found ? &entry : NULL);
    p->asked++;
    p->missing += !found;
  }
  free (normal);
  return good;
}

/* ---- many ---- */

static void
print_bad (struct probing *p, const char *text)
{
  struct output *output = &p->run->output;
  output_field (output, text, json_text (text));
  output_text (output, "error");
  output_text (output, NULL);
  output_text (output, NULL);
  output_line (output);
}

static void
probe_lines (struct probing *p, struct lines *lines)
{
  char *line;
  bool whole;
  enum lines_state state;
  while ((state = lines_next (lines, &line, &whole)) != LINES_OVER && !run_must_stop (p->run)) {
    struct failure failure = { 0 };
    if (state == LINES_LATER) {
      lines_wait (lines);
      continue;
    }
    if (*line == '#')
      continue;
    if (!whole)
      fail (&failure, EXIT_BAD_DATA, "a zero byte in the text");
    if (failure.code == 0 && probe_position (p, line, line, &failure))
      continue;
    p->bad++;
    failure_print_at (lines->name, lines->number, &failure);
    print_bad (p, line);
  }
}

static bool
probe_file (struct probing *p, const char *path, struct failure *failure)
{
  struct lines lines;
  if (!lines_open (&lines, path, failure))
    return false;
  probe_lines (p, &lines);
  const int error = lines.error;
  lines_close (&lines);
  return error == 0 || fail (failure, EXIT_IO, "cannot read %.300s: %s", path, strerror (error));
}

static int
probe_all (struct probing *p, struct failure *failure)
{
  const struct options *options = &p->run->options;
  output_columns (&p->run->output, probe_columns, 4);
  for (int i = 1; i < options->argument_count; i++)
    if (!probe_position (p, options->arguments[i], NULL, failure))
      return failure->code;
  if (options->positions != NULL && !probe_file (p, options->positions, failure))
    return failure->code;
  if (p->bad > 0)
    return EXIT_BAD_DATA;
  if (p->missing > 0)
    fail (failure, EXIT_DIFFERS, "%zu of %zu positions are not in %.300s", p->missing, p->asked,
          options->arguments[0]);
  return failure->code;
}

int
command_probe (struct run *run, struct failure *failure)
{
  const struct options *options = &run->options;
  struct probing probing = { .run = run };
  if ((options->argument_count > 1) == (options->positions != NULL))
    fail (failure, EXIT_USAGE, "probe: either positions or --positions FILE");
  int code = failure->code;
  if (code == 0 && open_book (&probing, options->arguments[0], failure))
    code = probe_all (&probing, failure);
  else
    code = failure->code;
  close_book (&probing);
  return code;
}
