#include "run/book_builder.h"

#include "answer/answer.h"
#include "file/text_lines.h"
#include "run/query_queue.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* ---- one position ---- */

static void make_room (struct book_builder *m) {
  if (m->positions.count < m->room)
    return;
  m->room = 2 * m->room + 1024;
  m->bounds = reallocate (m->bounds, m->room, sizeof *m->bounds);
  m->has_floor = reallocate (m->has_floor, m->room, sizeof *m->has_floor);
  m->ply = reallocate (m->ply, m->room, sizeof *m->ply);
  m->chosen = reallocate (m->chosen, m->room, sizeof *m->chosen);
  m->evaluation = reallocate (m->evaluation, m->room, sizeof *m->evaluation);
}

/* The value of position i, if the book that is extended knows it. */
static void take_from (struct book_builder *m, size_t i) {
  const struct book_rows *from = m->from;
  const size_t row = from == NULL ? SIZE_MAX : key_set_find (&from->keys, key_set_key (&m->positions, i));
  if (row == SIZE_MAX)
    return;
  m->evaluation[i] = from->evaluation[row];
  if (from->value[row] == ZERMELO_UNKNOWN)
    return;
  const int score
      = m->exact_score ? book_score_printed_as (m->game, m->child, from->score[row]) : from->value[row];
  m->bounds[i] = (struct bounds){ score, score };
}

size_t book_list_add (struct book_builder *m, const uint8_t *key, int ply) {
  const struct engine *engine = m->game->engine;
  if (!engine->unpack (m->game, key, m->child) || engine->outcome (m->game, m->child) != GOING_ON)
    return SIZE_MAX;
  make_room (m);
  if (!key_set_add (&m->positions, key, key_hash (key, m->game->key_bytes)))
    return key_set_find (&m->positions, key);
  const size_t i = m->positions.count - 1;
  m->bounds[i] = search_range (m->exact_score);
  m->has_floor[i] = false;
  m->ply[i] = (uint8_t) (ply < BOOK_PLIES_MAX ? ply : BOOK_PLIES_MAX);
  m->chosen[i] = -1;
  m->evaluation[i] = ZERMELO_NO_EVALUATION;
  take_from (m, i);
  return i;
}

static void add_position (struct book_builder *m, const struct position *position, int ply) {
  uint8_t key[PACKED_MAX] = { 0 };
  m->game->engine->pack_canonical (m->game, position, key);
  book_list_add (m, key, ply);
}

struct bounds book_child_bounds (const struct book_builder *m, const struct position *child) {
  const struct engine *engine = m->game->engine;
  const enum outcome outcome = engine->outcome (m->game, child);
  if (outcome != GOING_ON)
    return bounds_of_end (m->game, child, outcome, m->exact_score);
  uint8_t key[PACKED_MAX] = { 0 };
  engine->pack_canonical (m->game, child, key);
  const size_t i = key_set_find (&m->positions, key);
  return i == SIZE_MAX ? search_range (m->exact_score) : m->bounds[i];
}

int book_set_position (struct book_builder *m, size_t i) {
  assert (i < m->positions.count);
  m->game->engine->unpack (m->game, key_set_key (&m->positions, i), m->position);
  return m->game->engine->successors (m->game, m->position, m->successors);
}

bool book_converges (const struct book_builder *m) { return m->game->plies_max > 0; }

bool book_settled (const struct book_builder *m, size_t i) {
  assert (i < m->positions.count);
  return m->bounds[i].lower >= m->bounds[i].upper;
}

void book_give_floor (struct book_builder *m, size_t i, int floor) {
  if (book_settled (m, i))
    return;
  if (!m->has_floor[i] || floor > m->bounds[i].lower)
    m->bounds[i].lower = floor;
  m->has_floor[i] = true;
}

struct query book_query (const struct book_builder *m, const uint8_t *key, struct bounds window) {
  struct query query = query_about (&m->run->session, m->game, NULL);
  query.start = false;
  memcpy (query.key, key, (size_t) m->game->key_bytes);
  query.window = window;
  return query;
}

/* ---- the lines of a file ---- */

/* A line of play, found from its text without knowing how the game writes moves: each prefix of the text that
 * is a position may be one on the way. */
struct line_of_play {
  const struct game *game;
  struct position **prefix; /* by length of the prefix; NULL: the prefix is not a position */
  struct position *child;
  struct successor *list;
};

static bool same_position (const struct game *game, const struct position *a, const struct position *b) {
  uint8_t one[PACKED_MAX] = { 0 }, other[PACKED_MAX] = { 0 };
  game->engine->pack (game, a, one);
  game->engine->pack (game, b, other);
  return memcmp (one, other, sizeof one) == 0;
}

static bool is_child (struct line_of_play *line, const struct position *parent,
                      const struct position *position) {
  const struct engine *engine = line->game->engine;
  const int count = engine->successors (line->game, parent, line->list);
  for (int i = 0; i < count; i++) {
    engine->child (line->game, parent, line->list[i].move, line->child);
    if (same_position (line->game, line->child, position))
      return true;
  }
  return false;
}

/* The length of the longest prefix shorter than `length` from which one move leads to that position;
 * `length`: there is none. */
static size_t prefix_before (struct line_of_play *line, size_t length) {
  for (size_t before = length; before-- > 0;)
    if (line->prefix[before] != NULL && is_child (line, line->prefix[before], line->prefix[length]))
      return before;
  return length;
}

/* Add the positions on the way, the last one first. Returns how many moves lead to the last one. */
static int add_line (struct book_builder *m, struct line_of_play *line, size_t length) {
  const size_t before = prefix_before (line, length);
  const int moves = before == length ? 0 : add_line (m, line, before) + 1;
  add_position (m, line->prefix[length],
                m->game->plies_max > 0 ? m->game->engine->plies (m->game, line->prefix[length]) : moves);
  return moves;
}

static bool take_line (struct book_builder *m, const char *text, struct failure *failure) {
  const struct game *game = m->game;
  const size_t length = strlen (text);
  char *part = strdup (text);
  struct line_of_play line = { .game = game,
                               .prefix = allocate (length + 1, sizeof *line.prefix),
                               .child = position_allocate (game),
                               .list = allocate ((size_t) game->moves_max, sizeof *line.list) };
  for (size_t i = 0; i <= length; i++) {
    struct failure ignored = { 0 };
    line.prefix[i] = position_allocate (game);
    memcpy (part, text, i);
    part[i] = 0;
    if (!position_parse (game, part, line.prefix[i], i == length ? failure : &ignored)) {
      free (line.prefix[i]);
      line.prefix[i] = NULL;
    }
  }
  if (line.prefix[length] != NULL)
    add_line (m, &line, length);
  for (size_t i = 0; i <= length; i++)
    free (line.prefix[i]);
  free (line.prefix);
  free (line.child);
  free (line.list);
  free (part);
  return failure->code == 0;
}

static bool take_file (struct book_builder *m, struct failure *failure) {
  struct lines lines;
  char *text;
  bool whole;
  enum lines_state state = LINES_LATER;
  if (!lines_open (&lines, m->around, failure))
    return false;
  while (failure->code == 0 && (state = lines_next (&lines, &text, &whole)) != LINES_OVER
         && !run_must_stop (&m->run->session)) {
    if (state == LINES_LATER)
      lines_wait (&lines);
    else if (!whole)
      fail (failure, EXIT_BAD_DATA, "%.300s:%zu: a zero byte in the text", lines.name, lines.number);
    else if (*text != '#' && !take_line (m, text, failure)) {
      char why[sizeof failure->text];
      memcpy (why, failure->text, sizeof why);
      *failure = (struct failure){ 0 };
      fail (failure, EXIT_BAD_DATA, "%.300s:%zu: %.400s", lines.name, lines.number, why);
    }
  }
  const bool good = failure->code == 0 && lines_well (&lines, failure);
  lines_close (&lines);
  if (good && state != LINES_OVER) {
    run_unfinished (&m->run->session, "no book is written", failure);
    return false;
  }
  if (good && m->positions.count == 0)
    return fail (failure, EXIT_BAD_DATA, "%.300s: no position that goes on", m->around);
  return good;
}

/* ---- all positions ---- */

bool book_list_begin (struct book_builder *m, struct failure *failure) {
  m->begin = allocate ((size_t) m->plies + 3, sizeof *m->begin);
  m->positions.key_bytes = m->game->key_bytes;
  if (m->around != NULL && !take_file (m, failure))
    return false;
  if (m->around == NULL) {
    m->game->engine->start (m->game, m->position);
    add_position (m, m->position, 0);
  }
  m->begin[1] = m->positions.count;
  return true;
}

bool book_list_next (struct book_builder *m, int distance) {
  assert (0 <= distance && distance <= m->plies);
  uint8_t *children = allocate ((size_t) m->game->moves_max, (size_t) m->game->key_bytes);
  for (size_t i = m->begin[distance]; i < m->begin[distance + 1]; i++) {
    const int count = m->game->engine->expand (m->game, key_set_key (&m->positions, i), children);
    for (int j = 0; j < count; j++)
      book_list_add (m, children + j * m->game->key_bytes, m->ply[i] + 1);
    if (run_must_stop (&m->run->session))
      break;
    m->run->display.progress.count = m->positions.count;
    progress_show (&m->run->display.progress);
  }
  free (children);
  m->begin[distance + 2] = m->positions.count;
  return !run_must_stop (&m->run->session);
}
