#include "certificate/partial_certificate.h"

#include "certificate/strategy_rows_needed.h"
#include "store/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- queues of keys ---- */

void key_queue_add (struct key_queue *queue, const uint8_t *key) {
  const size_t bytes = (size_t) queue->key_bytes;
  if (queue->end == queue->capacity && queue->begin > queue->capacity / 2) { /* close the gap at the front */
    memmove (queue->keys, queue->keys + queue->begin * bytes, (queue->end - queue->begin) * bytes);
    queue->end -= queue->begin;
    queue->begin = 0;
  }
  if (queue->end == queue->capacity) {
    queue->capacity = 2 * queue->capacity + 64;
    queue->keys = reallocate (queue->keys, queue->capacity, bytes);
  }
  memcpy (queue->keys + queue->end++ * bytes, key, bytes);
}

bool key_queue_take (struct key_queue *queue, bool newest, uint8_t *key) {
  if (queue->begin == queue->end)
    return false;
  const size_t i = newest ? --queue->end : queue->begin++;
  memcpy (key, queue->keys + i * (size_t) queue->key_bytes, (size_t) queue->key_bytes);
  return true;
}

void key_queue_free (struct key_queue *queue) {
  free (queue->keys);
  *queue = (struct key_queue){ .key_bytes = queue->key_bytes };
}

/* ---- the certificate ---- */

void partial_begin (struct partial_certificate *partial, int key_bytes, bool exact_score,
                    uint64_t small_nodes) {
  assert (key_bytes > 0);
  *partial = (struct partial_certificate){ .failed = false };
  certificate_begin (&partial->certificate, key_bytes);
  partial->certificate.exact_score = exact_score;
  partial->certificate.small_nodes = small_nodes;
  partial->open[0].key_bytes = partial->open[1].key_bytes = key_bytes;
}

void partial_free (struct partial_certificate *partial) {
  certificate_free (&partial->certificate);
  key_queue_free (&partial->open[0]);
  key_queue_free (&partial->open[1]);
  free (partial->out);
}

static void begin_strategy (struct partial_certificate *partial, int player, int bound) {
  partial->certificate.strategy[player].present = true;
  partial->certificate.strategy[player].bound = bound;
  key_queue_add (&partial->open[player], partial->certificate.claim[0].key);
}

void partial_claim_position (struct partial_certificate *partial, const struct game *game,
                             const struct position *position, int value) {
  struct certificate *certificate = &partial->certificate;
  const bool exact = certificate->exact_score;
  const int mover = game->engine->mover (game, position);
  uint8_t key[PACKED_MAX];
  snprintf (partial->title, sizeof partial->title, "%s", game->title);
  partial->packing = game->engine->packing;
  game->engine->pack_canonical (game, position, key);
  certificate_claim (certificate, key, value);
  if (game->engine->outcome (game, position) != GOING_ON) /* the rules alone decide this position */
    return;
  if (value != LOST || exact)
    begin_strategy (partial, mover, value);
  if (value != WON || exact)
    begin_strategy (partial, !mover, -value);
}

bool partial_is_about (const struct partial_certificate *partial, const struct game *game, const uint8_t *key,
                       bool exact_score, int value) {
  const struct certificate *certificate = &partial->certificate;
  return strcmp (partial->title, game->title) == 0 && certificate->exact_score == exact_score
         && certificate->claims == 1 && certificate->claim[0].value == value
         && memcmp (certificate->claim[0].key, key, (size_t) partial->open[0].key_bytes) == 0;
}

static bool is_out (const struct partial_certificate *partial, int player, const uint8_t *key) {
  for (size_t i = 0; i < partial->outs; i++)
    if (partial->out[i].used && partial->out[i].player == player
        && memcmp (partial->out[i].key, key, (size_t) partial->open[player].key_bytes) == 0)
      return true;
  return false;
}

static size_t hand_out (struct partial_certificate *partial, int player, const uint8_t *key, int copies) {
  size_t place = 0;
  while (place < partial->outs && partial->out[place].used)
    place++;
  if (place == partial->outs) {
    partial->outs = 2 * partial->outs + 4;
    partial->out = reallocate (partial->out, partial->outs, sizeof *partial->out);
    for (size_t i = place; i < partial->outs; i++)
      partial->out[i].used = false;
  }
  struct handed_out *out = &partial->out[place];
  *out = (struct handed_out){ .used = true, .copies = copies, .player = player };
  memcpy (out->key, key, (size_t) partial->open[player].key_bytes);
  return place;
}

size_t partial_hand_out (struct partial_certificate *partial, bool newest) {
  uint8_t key[PACKED_MAX] = { 0 };
  for (int player = 0; player < 2; player++)
    while (key_queue_take (&partial->open[player], newest, key))
      if (!strategy_has (&partial->certificate.strategy[player], key) && !is_out (partial, player, key))
        return hand_out (partial, player, key, 0);
  return SIZE_MAX;
}

size_t partial_hand_out_again (struct partial_certificate *partial) {
  struct handed_out *least = NULL;
  for (size_t i = 0; i < partial->outs; i++) {
    struct handed_out *out = &partial->out[i];
    if (out->used && out->copies >= 0 && (least == NULL || out->copies < least->copies))
      least = out;
  }
  if (least == NULL)
    return SIZE_MAX;
  least->copies++;
  const struct handed_out copied = *least;
  return hand_out (partial, copied.player, copied.key, -1);
}

bool partial_is_complete (const struct partial_certificate *partial) {
  return !partial->failed && partial_open (partial) == 0;
}

size_t partial_rows (const struct partial_certificate *partial) {
  return partial->certificate.strategy[0].rows + partial->certificate.strategy[1].rows;
}

size_t partial_open (const struct partial_certificate *partial) {
  size_t open = 0;
  for (int player = 0; player < 2; player++)
    open += partial->open[player].end - partial->open[player].begin;
  for (size_t i = 0; i < partial->outs; i++)
    open += partial->out[i].used;
  return open;
}

/* ---- reports: a byte that says what follows, a key, and the kind and numbers of a row ---- */

enum record { RECORD_OPEN = ROW_KINDS, RECORD_FAILED, RECORD_END };

static void add_byte (struct bytes *report, int byte) { bytes_add (report, &(uint8_t){ (uint8_t) byte }, 1); }

void report_row (struct bytes *report, const struct strategy *strategy, size_t row) {
  const struct strategy_row *r = &strategy->row[row];
  add_byte (report, (int) r->kind);
  bytes_add (report, key_set_key (&strategy->positions, row), (size_t) strategy->positions.key_bytes);
  bytes_add (report, &r->size, sizeof r->size);
  bytes_add (report, strategy->number + r->begin, r->size * sizeof *strategy->number);
}

void report_open (struct bytes *report, const uint8_t *key, int key_bytes) {
  add_byte (report, RECORD_OPEN);
  bytes_add (report, key, (size_t) key_bytes);
}

void report_failed (struct bytes *report) { add_byte (report, RECORD_FAILED); }

void report_end (struct bytes *report) { add_byte (report, RECORD_END); }

struct report_reader {
  const uint8_t *next, *end;
};

/* The next `size` bytes; NULL: fewer are left. */
static const uint8_t *read_bytes (struct report_reader *r, size_t size) {
  const uint8_t *here = r->next;
  if (size > (size_t) (r->end - r->next))
    return NULL;
  r->next += size;
  return here;
}

static bool take_row (struct strategy *strategy, enum row_kind kind, const uint8_t *key,
                      struct report_reader *r) {
  uint32_t size;
  const uint8_t *count = read_bytes (r, sizeof size);
  if (count == NULL)
    return false;
  memcpy (&size, count, sizeof size);
  const uint8_t *numbers = read_bytes (r, size * sizeof (uint16_t));
  if (numbers == NULL || (kind == ROW_MOVE && size != 1))
    return false;
  if (!strategy_has (strategy, key)) {
    uint16_t *number = allocate (size + 1u, sizeof *number);
    memcpy (number, numbers, size * sizeof *number);
    strategy_add (strategy, key, kind, number, size);
    free (number);
  }
  return true;
}

static bool take_records (struct partial_certificate *partial, int player, struct report_reader *r) {
  const size_t key_bytes = (size_t) partial->open[player].key_bytes;
  for (;;) {
    const uint8_t *record = read_bytes (r, 1), *key = NULL;
    if (record == NULL)
      return false;
    if (*record == RECORD_END)
      return r->next == r->end;
    if (*record == RECORD_FAILED)
      partial->failed = true;
    else if (*record > RECORD_END || (key = read_bytes (r, key_bytes)) == NULL)
      return false;
    else if (*record == RECORD_OPEN)
      key_queue_add (&partial->open[player], key);
    else if (!take_row (&partial->certificate.strategy[player], (enum row_kind) * record, key, r))
      return false;
  }
}

bool partial_take (struct partial_certificate *partial, size_t place, const uint8_t *report, size_t size) {
  assert (place < partial->outs && partial->out[place].used);
  struct handed_out *out = &partial->out[place];
  out->used = false;
  if (size > 0)
    return take_records (partial, out->player, &(struct report_reader){ report, report + size });
  key_queue_add (&partial->open[out->player], out->key);
  return true;
}

/* ---- in a checkpoint ---- */

#define CERTIFICATE "/certificate"
#define COST CERTIFICATE "/cost"
static const char *const groups[2] = { CERTIFICATE "/first", CERTIFICATE "/second" };
static const char *const open_groups[2] = { CERTIFICATE "/first/open", CERTIFICATE "/second/open" };

static struct dataset key_dataset (const char *path, const char *description, int key_bytes,
                                   const char *packing) {
  return (struct dataset){ .path = path,
                           .element = ELEMENT_KEY,
                           .width = key_bytes,
                           .description = description,
                           .unit = "1",
                           .encoding = packing };
}

static void save_open (struct file_out *file, const struct partial_certificate *partial, int player,
                       const char *packing) {
  const struct key_queue *open = &partial->open[player];
  const size_t bytes = (size_t) open->key_bytes;
  struct bytes keys = { .data = NULL };
  const struct dataset dataset
      = key_dataset (open_groups[player], "Positions still to be shown", open->key_bytes, packing);
  if (open->end > open->begin)
    bytes_add (&keys, open->keys + open->begin * bytes, (open->end - open->begin) * bytes);
  for (size_t i = 0; i < partial->outs; i++)
    if (partial->out[i].used && partial->out[i].player == player)
      bytes_add (&keys, partial->out[i].key, bytes);
  file_write (file, &dataset, keys.data, keys.size / bytes);
  free (keys.data);
}

void partial_save (struct file_out *file, const struct partial_certificate *partial) {
  const struct certificate *certificate = &partial->certificate;
  const struct dataset claim
      = key_dataset (CERTIFICATE "/claim", "What it is about", partial->open[0].key_bytes, partial->packing);
  file_group (file, CERTIFICATE, "A certificate in the making");
  file_put_text (file, CERTIFICATE, "title", partial->title);
  file_put_integer (file, CERTIFICATE, "value", certificate->claim[0].value);
  file_put_integer (file, CERTIFICATE, "exact_score", certificate->exact_score);
  file_put_integer (file, CERTIFICATE, "small_nodes", (int64_t) certificate->small_nodes);
  file_group (file, COST, "What the search for the rows took so far");
  file_put_integer (file, COST, "nodes", (int64_t) partial->nodes);
  file_write (file, &claim, certificate->claim[0].key, 1);
  for (int player = 0; player < 2; player++)
    if (certificate->strategy[player].present) {
      strategy_write (file, groups[player], &certificate->strategy[player], partial->packing);
      save_open (file, partial, player, partial->packing);
    }
}

static void load_open (struct file_in *file, struct key_queue *open, int player) {
  const struct dataset dataset = key_dataset (open_groups[player], "", open->key_bytes, "");
  open->end = SIZE_MAX;
  open->keys = file_read (file, &dataset, &open->end);
  if (open->keys == NULL)
    open->end = 0;
  open->capacity = open->end;
}

/* Drop the rows that no checker accepts any more, and open their positions again. */
static void reopen_old_rows (struct partial_certificate *partial, int player) {
  struct strategy *const strategy = &partial->certificate.strategy[player];
  bool *const kept = allocate (strategy->rows + 1, sizeof *kept), found = false;
  for (size_t row = 0; row < strategy->rows; row++) {
    kept[row] = strategy->row[row].kind != ROW_UPWARDS;
    found = found || !kept[row];
    if (!kept[row])
      key_queue_add (&partial->open[player], key_set_key (&strategy->positions, row));
  }
  if (found)
    strategy_keep_rows (strategy, kept);
  free (kept);
}

struct missing_rows {
  struct key_queue *open;
  struct key_set *known; /* what is open */
};

static void open_if_missing (void *context, const uint8_t *key, size_t row) {
  struct missing_rows *m = context;
  if (row == SIZE_MAX && key_set_add (m->known, key, key_hash (key, m->known->key_bytes)))
    key_queue_add (m->open, key);
}

/* Where threads share rows, a checkpoint may have a row of a thread that has not yet reported which positions
 * the row leaves open. Open these. */
static void open_missing (struct partial_certificate *partial, const struct array_game *game, int player) {
  const struct strategy *strategy = &partial->certificate.strategy[player];
  struct key_queue *open = &partial->open[player];
  struct key_set known = { .key_bytes = open->key_bytes };
  struct missing_rows missing = { open, &known };
  struct array_children *children = allocate (1, sizeof *children);
  for (size_t i = open->begin; i < open->end; i++) {
    const uint8_t *key = open->keys + i * (size_t) open->key_bytes;
    key_set_add (&known, key, key_hash (key, open->key_bytes));
  }
  for (size_t row = 0; row < strategy->rows; row++)
    if (strategy->row[row].kind == ROW_MOVE || (strategy->row[row].kind == ROW_PLAN && !game->gravity))
      strategy_each_support (game, NULL, strategy, row, children, open_if_missing, &missing);
  key_set_free (&known);
  free (children);
}

/* False: the title is that of a game without keys, or of no game, or the checker does not know the board. */
static bool load_game (struct file_in *file, struct partial_certificate *partial, struct array_game *board,
                       struct failure *failure) {
  char title[sizeof partial->title];
  struct game game;
  *partial = (struct partial_certificate){ .failed = false };
  if (!file_get_text (file, CERTIFICATE, "title", title, sizeof title)
      || !engine_open (&game, title, failure))
    return false;
  const bool good = game.key_bytes > 0 && array_game_open (board, game.name, game.board_text, game.rules);
  if (good) {
    partial_begin (partial, game.key_bytes, false, 0);
    snprintf (partial->title, sizeof partial->title, "%s", game.title);
    partial->packing = game.engine->packing;
  }
  engine_close (&game);
  return good;
}

bool partial_load (struct file_in *file, struct partial_certificate *partial, struct failure *failure) {
  struct certificate *certificate = &partial->certificate;
  struct array_game board;
  int64_t value = 0, exact = 0, small_nodes = 0, nodes = 0;
  size_t one = 1;
  if (!load_game (file, partial, &board, failure))
    return false;
  const struct dataset claim = key_dataset (CERTIFICATE "/claim", "", partial->open[0].key_bytes, "");
  file_get_integer (file, CERTIFICATE, "value", -SCORE_MAX, SCORE_MAX, &value);
  file_get_integer (file, CERTIFICATE, "exact_score", 0, 1, &exact);
  file_get_integer (file, CERTIFICATE, "small_nodes", 0, INT64_MAX, &small_nodes);
  if (file_has (file, COST)) /* checkpoints of earlier revisions lack this group */
    file_get_integer (file, COST, "nodes", 0, INT64_MAX, &nodes);
  uint8_t *key = file_read (file, &claim, &one);
  if (key != NULL)
    certificate_claim (certificate, key, (int) value);
  free (key);
  certificate->exact_score = board.exact_score = exact != 0;
  certificate->small_nodes = (uint64_t) small_nodes;
  partial->nodes = (uint64_t) nodes;
  for (int player = 0; player < 2 && failure->code == 0; player++)
    if (file_has (file, groups[player])) {
      strategy_read (file, groups[player], &certificate->strategy[player], failure);
      load_open (file, &partial->open[player], player);
      if (failure->code == 0) {
        reopen_old_rows (partial, player);
        open_missing (partial, &board, player);
      }
    }
  array_game_close (&board);
  return failure->code == 0;
}
