#include "book/book_rows.h"

#include "store/book_writer.h"
#include "store/file_game.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- rows ---- */

static int book_mask_bytes (const struct game *game) {
  return (game->moves_max + 7) / 8 < 64 ? (game->moves_max + 7) / 8 : 64;
}

void book_rows_begin (struct book_rows *rows, struct game *game, bool scored) {
  *rows = (struct book_rows){ .game = *game, .scored = scored, .mask_bytes = book_mask_bytes (game) };
  rows->keys.key_bytes = game->key_bytes;
}

void book_rows_free (struct book_rows *rows) {
  free (rows->value);
  free (rows->score);
  free (rows->evaluation);
  free (rows->ply);
  free (rows->mask);
  key_set_free (&rows->keys);
  engine_close (&rows->game);
}

static void make_room (struct book_rows *rows) {
  if (rows->keys.count < rows->room)
    return;
  rows->room = 2 * rows->room + 1024;
  rows->value = reallocate (rows->value, rows->room, 1);
  rows->score = reallocate (rows->score, rows->room, sizeof *rows->score);
  rows->evaluation = reallocate (rows->evaluation, rows->room, sizeof *rows->evaluation);
  rows->ply = reallocate (rows->ply, rows->room, 1);
  rows->mask = reallocate (rows->mask, rows->room, (size_t) rows->mask_bytes);
}

static void or_mask (struct book_rows *rows, size_t row, const uint8_t *mask, int mask_bytes) {
  assert (mask_bytes <= rows->mask_bytes);
  for (int i = 0; i < mask_bytes; i++)
    rows->mask[row * (size_t) rows->mask_bytes + (size_t) i] |= mask[i];
}

static void set_row (struct book_rows *rows, size_t row, const struct book_entry *entry, int mask_bytes) {
  rows->value[row] = (int8_t) entry->value;
  rows->score[row] = (int16_t) entry->score;
  rows->evaluation[row] = (int16_t) entry->evaluation;
  memset (rows->mask + row * (size_t) rows->mask_bytes, 0, (size_t) rows->mask_bytes);
  or_mask (rows, row, entry->moves, mask_bytes);
}

/* How much is known: nothing, a heuristic value, a proven one. */
static int rank_of (int value, int evaluation) {
  return value != ZERMELO_UNKNOWN ? 2 : evaluation != ZERMELO_NO_EVALUATION;
}

size_t book_rows_add (struct book_rows *rows, const struct book_entry *entry, int mask_bytes) {
  make_room (rows);
  if (key_set_add (&rows->keys, entry->key, key_hash (entry->key, rows->keys.key_bytes))) {
    const size_t row = rows->keys.count - 1;
    set_row (rows, row, entry, mask_bytes);
    rows->ply[row] = (uint8_t) entry->ply;
    return row;
  }
  const size_t row = key_set_find (&rows->keys, entry->key);
  const int known = rank_of (rows->value[row], rows->evaluation[row]),
            knows = rank_of (entry->value, entry->evaluation);
  const bool contradicts = rows->value[row] != entry->value || rows->score[row] != entry->score
                           || rows->evaluation[row] != entry->evaluation;
  if (known > 0 && known == knows && contradicts)
    return SIZE_MAX;
  if (knows > known)
    set_row (rows, row, entry, mask_bytes);
  else if (knows == known)
    or_mask (rows, row, entry->moves, mask_bytes);
  if (entry->ply < rows->ply[row])
    rows->ply[row] = (uint8_t) entry->ply;
  return row;
}

struct book_entry book_rows_at (const struct book_rows *rows, size_t i) {
  return (struct book_entry){ .key = key_set_key (&rows->keys, i),
                              .moves = rows->mask + i * (size_t) rows->mask_bytes,
                              .value = rows->value[i],
                              .score = rows->score[i],
                              .ply = rows->ply[i],
                              .proven = rows->value[i] != ZERMELO_UNKNOWN,
                              .evaluation = rows->evaluation[i] };
}

int book_move_number (const struct successor *successor, int i) {
  return successor->cell >= 0 ? successor->cell : i;
}

bool book_mask_has (const uint8_t *mask, int mask_bytes, const struct successor *successor, int i) {
  const int bit = book_move_number (successor, i);
  return bit / 8 < mask_bytes && (mask[bit / 8] >> bit % 8 & 1);
}

void book_mask_set (uint8_t *mask, const struct successor *successor, int i) {
  const int bit = book_move_number (successor, i);
  mask[bit / 8] = (uint8_t) (mask[bit / 8] | 1 << bit % 8);
}

/* A value that a book has, and the score that it prints beside it. */
static zermelo_knowledge known_of (const struct book_rows *rows, int value, int score) {
  zermelo_knowledge known = known_nothing ();
  if (value == ZERMELO_UNKNOWN)
    return known;
  known_set (&known, false, (struct bounds){ value, value });
  known.source = "book";
  known.has_score = rows->scored;
  known.score = score;
  return known;
}

zermelo_knowledge book_rows_known (const struct book_rows *rows, size_t i) {
  return known_of (rows, rows->value[i], rows->score[i]);
}

void book_known_describe (const zermelo_knowledge *known, char text[BOOK_SAID]) {
  const char *value = known_value_name (known);
  if (known->has_score)
    snprintf (text, BOOK_SAID, "%s %d", value, known->score);
  else
    snprintf (text, BOOK_SAID, "%s", value);
}

void book_rows_describe (const struct book_rows *rows, size_t i, char text[BOOK_SAID]) {
  const zermelo_knowledge known = book_rows_known (rows, i);
  if (rows->evaluation[i] != ZERMELO_NO_EVALUATION)
    snprintf (text, BOOK_SAID, "evaluation %d", rows->evaluation[i]);
  else
    book_known_describe (&known, text);
}

int book_score_printed_as (const struct game *game, const struct position *position, int printed) {
  const int sign = printed < 0 ? -1 : 1;
  char text[SCORE_TEXT];
  for (int score = 1; printed != 0 && score <= SCORE_MAX; score++) {
    game->engine->print_score (game, position, sign * score, text, sizeof text);
    if (atoi (text) == printed)
      return sign * score;
  }
  return 0;
}

zermelo_knowledge book_rows_move (const struct book_rows *rows, size_t row, const struct position *position,
                                  const struct successor *successor, int i, struct position *child) {
  const struct game *game = &rows->game;
  uint8_t key[PACKED_MAX] = { 0 };
  char text[SCORE_TEXT];
  int value, after, score = 0;
  if (book_mask_has (rows->mask + row * (size_t) rows->mask_bytes, rows->mask_bytes, successor, i))
    return book_rows_known (rows, row);
  game->engine->child (game, position, successor->move, child);
  const enum outcome outcome = game->engine->outcome (game, child);
  if (outcome != GOING_ON) {
    value = (int) outcome;
    after = bounds_of_end (game, child, outcome, true).lower;
  } else {
    game->engine->pack_canonical (game, child, key);
    const size_t found = key_set_find (&rows->keys, key);
    if (found == SIZE_MAX || rows->value[found] == ZERMELO_UNKNOWN)
      return known_nothing ();
    value = rows->value[found];
    after = book_score_printed_as (game, child, rows->score[found]);
  }
  const int before = score_for_parent (game, true, after);
  score_text (game, position, (struct bounds){ before, before }, text, &score);
  return known_of (rows, -value, score);
}

/* ---- two books ---- */

/* A heuristic value has no score, and goes with values of either kind. */
static bool has_values (const struct book_rows *rows) {
  for (size_t i = 0; i < rows->keys.count; i++)
    if (rows->evaluation[i] == ZERMELO_NO_EVALUATION)
      return true;
  return false;
}

bool book_rows_alike (const struct book_rows *a, const struct book_rows *b, struct failure *failure) {
  if (strcmp (a->game.title, b->game.title) != 0)
    return fail (failure, EXIT_BAD_DATA, "%.200s is about %s, %.200s about %s", a->path, a->game.title,
                 b->path, b->game.title);
  const struct book_rows *unscored = a->scored ? b : a;
  if (a->scored != b->scored && has_values (unscored))
    return fail (failure, EXIT_BAD_DATA, "%.200s has scores, %.200s has none", a->scored ? a->path : b->path,
                 a->scored ? b->path : a->path);
  return a->heuristic[0] == 0 || b->heuristic[0] == 0 || strcmp (a->heuristic, b->heuristic) == 0
         || fail (failure, EXIT_BAD_DATA,
                  "heuristic values of different searches: %.200s was made with %s, %.200s with %s", a->path,
                  a->heuristic, b->path, b->heuristic);
}

static bool contradiction (const struct book_rows *into, const struct book_rows *from, size_t row,
                           struct failure *failure) {
  char text[BOOK_POSITION_TEXT], one[BOOK_SAID], other[BOOK_SAID];
  book_rows_text (from, row, text);
  book_rows_describe (into, key_set_find (&into->keys, key_set_key (&from->keys, row)), one);
  book_rows_describe (from, row, other);
  return fail (failure, EXIT_BAD_DATA, "%.200s: %s has the value %s, but %s in the files before", from->path,
               *text == 0 ? "the start" : text, other, one);
}

bool book_rows_add_all (struct book_rows *into, const struct book_rows *from, struct failure *failure) {
  for (size_t i = 0; i < from->keys.count; i++) {
    const struct book_entry entry = book_rows_at (from, i);
    if (book_rows_add (into, &entry, from->mask_bytes) == SIZE_MAX)
      return contradiction (into, from, i, failure);
  }
  into->scored |= from->scored;
  into->selective |= from->selective;
  if (into->heuristic[0] == 0)
    memcpy (into->heuristic, from->heuristic, sizeof into->heuristic);
  if (from->plies > into->plies)
    into->plies = from->plies;
  return true;
}

/* ---- reading ---- */

/* What the options of a book with heuristic values say of the search that found them. */
static void take_heuristic (struct book_rows *rows, const char *options) {
  const char *method = strstr (options, "--method");
  const char *end = method == NULL ? NULL : strstr (method, " (partial)");
  const int length = end == NULL ? (int) sizeof rows->heuristic - 1 : (int) (end - method);
  snprintf (rows->heuristic, sizeof rows->heuristic, "%.*s", length, method == NULL ? "unknown" : method);
}

bool book_rows_read (struct book_rows *rows, const char *path, struct failure *failure) {
  char title[120];
  struct game game;
  struct book_identity identity;
  struct book_entry entry;
  struct book *book = book_open (path, failure);
  if (book == NULL)
    return false;
  book_identify (book, &identity);
  snprintf (title, sizeof title, "%.20s:%.40s,%.40s", identity.game, identity.board, identity.rules);
  bool good = engine_open (&game, title, failure) || fail_in (failure, path);
  if (good && (game.key_bytes != identity.key_bytes || identity.mask_bytes > book_mask_bytes (&game))) {
    good = fail (failure, EXIT_BAD_DATA, "%.300s: its keys or masks are not those of %s", path, game.title);
    engine_close (&game);
  }
  if (good) {
    book_rows_begin (rows, &game, identity.scored != 0);
    snprintf (rows->path, sizeof rows->path, "%s", path);
    rows->plies = identity.plies;
    rows->selective = strstr (identity.options, "--strategy") != NULL;
    if (identity.heuristic)
      take_heuristic (rows, identity.options);
    for (size_t i = 0; book_entry_at (book, i, &entry); i++)
      book_rows_add (rows, &entry, identity.mask_bytes);
    if (strstr (identity.options, "(partial)") != NULL && book_rows_complete (rows))
      rows->selective = true; /* it is not positions that it lacks */
  }
  book_close (book);
  return good;
}

/* ---- positions and moves ---- */

void book_rows_mask (const struct game *game, const struct position *position, const bool *marked,
                     uint8_t *mask) {
  const struct engine *engine = game->engine;
  const size_t key_bytes = (size_t) game->key_bytes;
  struct position *canonical = position_allocate (game), *child = position_allocate (game);
  struct successor *list = allocate ((size_t) game->moves_max, sizeof *list);
  uint8_t *keys = allocate ((size_t) game->moves_max, key_bytes), packed[PACKED_MAX] = { 0 };
  int kept = 0, count = engine->successors (game, position, list);
  for (int i = 0; i < count; i++)
    if (marked[i]) {
      engine->child (game, position, list[i].move, child);
      engine->pack_canonical (game, child, keys + key_bytes * (size_t) kept++);
    }
  engine->pack_canonical (game, position, packed);
  const bool unpacked = engine->unpack (game, packed, canonical);
  assert (unpacked);
  (void) unpacked;
  count = engine->successors (game, canonical, list);
  for (int i = 0; i < count; i++) {
    engine->child (game, canonical, list[i].move, child);
    engine->pack_canonical (game, child, packed);
    for (int j = 0; j < kept; j++)
      if (memcmp (packed, keys + key_bytes * (size_t) j, key_bytes) == 0) {
        book_mask_set (mask, &list[i], i);
      }
  }
  free (canonical);
  free (child);
  free (list);
  free (keys);
}

void book_rows_text (const struct book_rows *rows, size_t i, char text[BOOK_POSITION_TEXT]) {
  const struct game *game = &rows->game;
  struct position *position = position_allocate (game);
  if (!game->engine->unpack (game, key_set_key (&rows->keys, i), position)
      || !game->engine->print_position (game, position, text, BOOK_POSITION_TEXT))
    strcpy (text, "-");
  free (position);
}

bool book_rows_complete (const struct book_rows *rows) {
  const struct game *game = &rows->game;
  struct position *position = position_allocate (game);
  uint8_t *children = allocate ((size_t) game->moves_max, (size_t) game->key_bytes), key[PACKED_MAX] = { 0 };
  game->engine->start (game, position);
  game->engine->pack_canonical (game, position, key);
  bool complete
      = game->engine->outcome (game, position) != GOING_ON || key_set_find (&rows->keys, key) != SIZE_MAX;
  for (size_t i = 0; complete && i < rows->keys.count; i++) {
    if (rows->ply[i] >= rows->plies)
      continue;
    const int count = game->engine->expand (game, key_set_key (&rows->keys, i), children);
    for (int j = 0; complete && j < count; j++) {
      const uint8_t *child = children + (size_t) j * (size_t) game->key_bytes;
      complete = key_set_find (&rows->keys, child) != SIZE_MAX
                 || !game->engine->unpack (game, child, position)
                 || game->engine->outcome (game, position) != GOING_ON;
    }
  }
  free (children);
  free (position);
  return complete;
}

/* Rows that a player's strategy is made of, each in up to two parts: the player is to move, or the opponent
 * is. A row is held in a part as long as the rows that it leads to are held; a row that is not is struck out,
 * the last plies first, until nothing changes. Rows that know several moves, not all of which the book
 * follows (those of a book with all moves that a strategy extends), are held if one of the moves leads to a
 * held row. */
enum part { OWN_TURN, REPLIES, PARTS };

struct held {
  const struct book_rows *rows;
  struct position *position, *child;
  struct successor *list;
  bool one_is_enough;
  bool *there; /* [row][part] */
};

static bool is_held (const struct held *h, const struct position *position, int part, int ply) {
  const struct game *game = &h->rows->game;
  uint8_t key[PACKED_MAX] = { 0 };
  if (ply > h->rows->plies || game->engine->outcome (game, position) != GOING_ON)
    return true;
  game->engine->pack_canonical (game, position, key);
  const size_t row = key_set_find (&h->rows->keys, key);
  return row != SIZE_MAX && h->there[PARTS * row + (size_t) part];
}

static bool row_is_held (struct held *h, size_t row, int part) {
  const struct book_rows *rows = h->rows;
  const struct game *game = &rows->game;
  const uint8_t *mask = rows->mask + row * (size_t) rows->mask_bytes;
  if (rows->value[row] == ZERMELO_UNKNOWN
      || !game->engine->unpack (game, key_set_key (&rows->keys, row), h->position))
    return false;
  const int count = game->engine->successors (game, h->position, h->list);
  bool any = part == REPLIES, all = true;
  for (int i = 0; i < count; i++) {
    if (part == OWN_TURN && !book_mask_has (mask, rows->mask_bytes, &h->list[i], i))
      continue;
    game->engine->child (game, h->position, h->list[i].move, h->child);
    const bool held = is_held (h, h->child, 1 - part, rows->ply[row] + 1);
    any |= held;
    all &= held;
  }
  return any && (all || (part == OWN_TURN && h->one_is_enough));
}

static bool strike_out (struct held *h, int ply) {
  bool any = false;
  for (size_t row = 0; row < h->rows->keys.count; row++)
    for (int part = 0; part < PARTS && h->rows->ply[row] == ply; part++) {
      bool *there = &h->there[PARTS * row + (size_t) part];
      const bool stays = *there && row_is_held (h, row, part);
      any |= *there && !stays;
      *there = stays;
    }
  return any;
}

/* May the masks lack moves that keep the value? Some move always does, so one without any was not said. */
static bool lacks_moves (const struct book_rows *rows) {
  const size_t bytes = (size_t) rows->mask_bytes;
  bool lacks = rows->selective;
  for (size_t i = 0; i < rows->keys.count && !lacks; i++) {
    const uint8_t *mask = rows->mask + i * bytes;
    lacks = rows->value[i] != ZERMELO_UNKNOWN;
    for (size_t j = 0; j < bytes && lacks; j++)
      lacks = mask[j] == 0;
  }
  return lacks;
}

/* Is every position up to the last ply there which a player needs who makes the moves of the rows: after each
 * of them, and after each reply? `side` 0: the first player, 1: the second. */
static bool is_strategy_of (const struct book_rows *rows, int side) {
  const struct game *game = &rows->game;
  const size_t items = PARTS * rows->keys.count;
  struct held h = { .rows = rows,
                    .position = position_allocate (game),
                    .child = position_allocate (game),
                    .list = allocate ((size_t) game->moves_max, sizeof *h.list),
                    .one_is_enough = lacks_moves (rows),
                    .there = allocate (items + 1, sizeof *h.there) };
  memset (h.there, true, items);
  for (bool any = true; any;) {
    any = false;
    for (int ply = rows->plies; ply >= 0; ply--)
      any |= strike_out (&h, ply);
  }
  game->engine->start (game, h.position);
  const bool held = rows->keys.count > 0 && is_held (&h, h.position, side == 0 ? OWN_TURN : REPLIES, 0);
  free (h.position);
  free (h.child);
  free (h.list);
  free (h.there);
  return held;
}

const char *book_rows_whose_strategy (const struct book_rows *rows) {
  static const char *const names[] = { NULL, "first", "second", "both" };
  return !lacks_moves (rows) && book_rows_complete (rows)
             ? NULL
             : names[(is_strategy_of (rows, 0) ? 1 : 0) + (is_strategy_of (rows, 1) ? 2 : 0)];
}

const char *book_strategy_owner (const char *whose) {
  return strcmp (whose, "both") == 0    ? "both players"
         : strcmp (whose, "first") == 0 ? "the first player"
                                        : "the second player";
}

/* ---- writing ---- */

static bool has_evaluations (const struct book_rows *rows) {
  for (size_t i = 0; i < rows->keys.count; i++)
    if (rows->evaluation[i] != ZERMELO_NO_EVALUATION)
      return true;
  return false;
}

static int compare_rows (const void *a, const void *b, void *context) {
  const struct key_set *keys = *(const struct key_set *const *) context;
  return memcmp (key_set_key (keys, *(const size_t *) a), key_set_key (keys, *(const size_t *) b),
                 (size_t) keys->key_bytes);
}

int book_rows_move_numbers (const struct book_rows *rows) {
  const struct engine *engine = rows->game.engine;
  struct position *position = position_allocate (&rows->game);
  struct successor *list = allocate ((size_t) rows->game.moves_max, sizeof *list);
  int bits = 1;
  for (size_t i = 0;
       i < rows->keys.count && engine->unpack (&rows->game, key_set_key (&rows->keys, i), position); i++) {
    const int count = engine->successors (&rows->game, position, list);
    for (int j = 0; j < count; j++) {
      const int bit = book_move_number (&list[j], j);
      bits = bit + 1 > bits ? bit + 1 : bits;
    }
  }
  free (position);
  free (list);
  return bits;
}

/* The rows in the order of a file, as arrays. */
struct sorted {
  uint8_t *key, *moves, *ply;
  int8_t *value;
  int16_t *score, *evaluation;
  uint8_t *proven;
};

static struct sorted sort_rows (const struct book_rows *rows, size_t mask_bytes) {
  const size_t count = rows->keys.count, key_bytes = (size_t) rows->keys.key_bytes;
  size_t *order = allocate (count, sizeof *order);
  struct sorted sorted = { allocate (count, key_bytes),
                           allocate (count, mask_bytes),
                           allocate (count, 1),
                           allocate (count, 1),
                           allocate (count, sizeof *sorted.score),
                           allocate (count, sizeof *sorted.evaluation),
                           allocate (count, 1) };
  for (size_t i = 0; i < count; i++)
    order[i] = i;
  const struct key_set *keys = &rows->keys;
  qsort_r (order, count, sizeof *order, compare_rows, &keys);
  for (size_t to = 0; to < count; to++) {
    const size_t i = order[to];
    memcpy (sorted.key + to * key_bytes, key_set_key (&rows->keys, i), key_bytes);
    memcpy (sorted.moves + to * mask_bytes, rows->mask + i * (size_t) rows->mask_bytes, mask_bytes);
    sorted.ply[to] = rows->ply[i];
    sorted.value[to] = rows->value[i];
    sorted.score[to] = rows->score[i];
    sorted.evaluation[to] = rows->evaluation[i];
    sorted.proven[to] = rows->value[i] != ZERMELO_UNKNOWN;
  }
  free (order);
  return sorted;
}

bool book_rows_write (const struct book_rows *rows, const char *path, struct failure *failure) {
  const struct engine *engine = rows->game.engine;
  const int mask_bytes = (book_rows_move_numbers (rows) + 7) / 8; /* as many as the highest number needs */
  struct sorted sorted = sort_rows (rows, (size_t) mask_bytes);
  char encoding[KEY_ENCODING];
  file_key_encoding (&rows->game, encoding);
  const bool evaluated = has_evaluations (rows);
  const struct book_content content = { .game = &rows->game,
                                        .arrays = { .count = rows->keys.count,
                                                    .plies = rows->plies,
                                                    .key_bytes = rows->keys.key_bytes,
                                                    .mask_bytes = mask_bytes,
                                                    .key = sorted.key,
                                                    .value = sorted.value,
                                                    .score = rows->scored ? sorted.score : NULL,
                                                    .moves = sorted.moves,
                                                    .ply = sorted.ply,
                                                    .evaluation = evaluated ? sorted.evaluation : NULL,
                                                    .proven = evaluated ? sorted.proven : NULL },
                                        .partial = lacks_moves (rows) || !book_rows_complete (rows),
                                        .strategy = book_rows_whose_strategy (rows),
                                        .heuristic = evaluated ? rows->heuristic : NULL,
                                        .key_encoding = encoding,
                                        .moves_encoding = engine->description.moves_encoding,
                                        .score_encoding = engine->description.scores_encoding };
  const bool good = book_write (path, &content, failure);
  free (sorted.key);
  free (sorted.moves);
  free (sorted.ply);
  free (sorted.value);
  free (sorted.score);
  free (sorted.evaluation);
  free (sorted.proven);
  return good;
}
