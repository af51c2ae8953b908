/* Certificates written to files, and turned into the form in which the checker holds a file
 * (certificate/certificate.h). */
#include "certificate/certificate.h"

#include "base/key_sort.h"
#include "checker/certificate_file.h"
#include "store/file_game.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

enum { FORMAT_CYCLIC = 1, FORMAT_ACYCLIC = 2 };

/* ---- rows in order ---- */

/* The numbers of the rows in the order of their keys; the caller frees them. */
static uint32_t *sort_rows (const struct strategy *strategy) {
  const size_t count = strategy->rows, bytes = (size_t) strategy->positions.key_bytes,
               width = bytes + sizeof (uint32_t);
  uint32_t *order = allocate (count + 1, sizeof *order);
  if (bytes == 0) /* one row */
    return order;
  uint8_t *rows = allocate (count + 1, width), *spare = allocate (count + 1, width);
  for (uint32_t i = 0; i < count; i++) {
    memcpy (rows + i * width, key_set_key (&strategy->positions, i), bytes);
    memcpy (rows + i * width + bytes, &i, sizeof i);
  }
  key_sort (rows, spare, count, (int) width);
  for (size_t i = 0; i < count; i++)
    memcpy (&order[i], rows + i * width + bytes, sizeof *order);
  free (rows);
  free (spare);
  return order;
}

static void order_sets (const struct strategy *strategy, const uint32_t *order, enum strategy_kind kind,
                        struct strategy_rows *rows) {
  rows->present = rows->count > 0;
  rows->move = allocate (rows->count + 1, sizeof *rows->move);
  rows->rank = kind == STRATEGY_WON ? allocate (rows->count + 1, sizeof *rows->rank) : NULL;
  for (size_t i = 0; i < rows->count; i++) {
    rows->move[i] = strategy->move[order[i]];
    if (rows->rank != NULL)
      rows->rank[i] = strategy->rank[order[i]];
  }
}

static void order_rows (const struct strategy *strategy, const uint32_t *order, struct strategy_rows *rows) {
  rows->present = strategy->present;
  rows->bound = strategy->bound;
  rows->kind = allocate (rows->count + 1, sizeof *rows->kind);
  rows->size = allocate (rows->count + 1, sizeof *rows->size);
  rows->begin = allocate (rows->count + 1, sizeof *rows->begin);
  rows->number = allocate (strategy->numbers + 1, sizeof *rows->number);
  for (size_t i = 0; i < rows->count; i++) {
    const struct strategy_row *row = &strategy->row[order[i]];
    rows->kind[i] = (uint8_t) row->kind;
    rows->size[i] = row->size;
    rows->begin[i] = rows->numbers;
    if (row->size > 0)
      memcpy (rows->number + rows->numbers, strategy->number + row->begin, row->size * sizeof *rows->number);
    rows->numbers += row->size;
  }
}

/* The rows of a strategy in the order of their keys, as a file has them. */
static struct strategy_rows in_order (const struct strategy *strategy, bool cyclic, enum strategy_kind kind) {
  const size_t bytes = (size_t) strategy->positions.key_bytes;
  uint32_t *order = sort_rows (strategy);
  struct strategy_rows rows = { .count = strategy->rows };
  if (bytes > 0)
    rows.key = allocate (rows.count + 1, bytes);
  for (size_t i = 0; i < rows.count && bytes > 0; i++)
    memcpy (rows.key + i * bytes, key_set_key (&strategy->positions, order[i]), bytes);
  if (cyclic)
    order_sets (strategy, order, kind, &rows);
  else
    order_rows (strategy, order, &rows);
  free (order);
  return rows;
}

void certificate_as_file (struct certificate_file *into, const struct certificate *certificate,
                          const struct game *game) {
  const size_t bytes = (size_t) game->key_bytes, claims = certificate->claims;
  assert (game->key_bytes == certificate->strategy[0].positions.key_bytes);
  *into = (struct certificate_file){ .small_nodes = (int64_t) certificate->small_nodes,
                                     .pieces = certificate->pieces,
                                     .claims = claims,
                                     .claim_key = bytes > 0 ? allocate (claims + 1, bytes) : NULL,
                                     .claim_value = allocate (claims + 1, sizeof *into->claim_value) };
  if (!array_game_open (&into->game, game->name, game->board_text, game->rules))
    abort (); /* the checker knows the game, or there would be no certificate */
  into->game.exact_score = certificate->exact_score;
  for (size_t i = 0; i < claims; i++) {
    if (bytes > 0)
      memcpy (into->claim_key + i * bytes, certificate->claim[i].key, bytes);
    into->claim_value[i] = (int16_t) certificate->claim[i].value;
  }
  for (int i = 0; i < STRATEGIES; i++)
    into->strategy[i]
        = in_order (&certificate->strategy[i], into->game.rules->cyclic, (enum strategy_kind) i);
}

/* ---- the layout ---- */

enum { KEY, KIND, SIZE, NUMBER, MOVE, RANK, DATASETS };

struct layout {
  struct dataset dataset[DATASETS];
  char path[DATASETS][32];
};

static void lay_out (struct layout *layout, const char *group, int key_bytes, const char *packing) {
  static const struct dataset datasets[DATASETS] = {
    [KEY] = { .path = "key",
              .element = ELEMENT_KEY,
              .description = "Canonical positions; rows ascend as memcmp orders them" },
    [KIND] = { .path = "kind",
               .element = ELEMENT_U8,
               .description = "What supports the row",
               .encoding = "0 move: the number is a column or cell; 1 small: a plain search of at most "
                           "small_nodes nodes; 2 pairing: cells, two and two; 3 threats: cells; 4 upwards: "
                           "no longer written; 5 stealing; 6 plan: cells, in order. zermelo-files(5) gives "
                           "the theorems" },
    [SIZE] = { .path = "size",
               .element = ELEMENT_U32,
               .description = "How many numbers belong to the row",
               .encoding = "unsigned number" },
    [NUMBER] = { .path = "number",
                 .element = ELEMENT_U16,
                 .description = "The numbers of all rows, row after row",
                 .encoding = "unsigned number" },
    [MOVE] = { .path = "move",
               .element = ELEMENT_U8,
               .description = "The move of the side to move",
               .encoding = "the positions after all moves, canonical, sorted as memcmp orders them, equal "
                           "ones once: the number of the one that the move leads to, from 0" },
    [RANK] = { .path = "rank",
               .element = ELEMENT_U16,
               .description = "Falls with each move and reply, until the game is over",
               .encoding = "unsigned number" }
  };
  for (int i = 0; i < DATASETS; i++) {
    snprintf (layout->path[i], sizeof layout->path[i], "%s/%s", group, datasets[i].path);
    layout->dataset[i] = datasets[i];
    layout->dataset[i].path = layout->path[i];
    layout->dataset[i].unit = "1";
  }
  layout->dataset[KEY].width = key_bytes;
  layout->dataset[KEY].encoding = packing;
}

/* ---- writing ---- */

static void write_rows (struct file_out *file, const char *group, const struct strategy_rows *rows,
                        int key_bytes, const char *packing) {
  struct layout layout;
  lay_out (&layout, group, key_bytes, packing);
  const struct {
    const void *data;
    size_t rows;
  } parts[DATASETS] = { [KEY] = { rows->key, rows->count },   [KIND] = { rows->kind, rows->count },
                        [SIZE] = { rows->size, rows->count }, [NUMBER] = { rows->number, rows->numbers },
                        [MOVE] = { rows->move, rows->count }, [RANK] = { rows->rank, rows->count } };
  for (int i = 0; i < DATASETS; i++)
    if (parts[i].data != NULL)
      file_write (file, &layout.dataset[i], parts[i].data, parts[i].rows);
}

static void write_player (struct file_out *file, const char *group, const struct strategy_rows *rows,
                          int key_bytes, const char *packing) {
  file_group (file, group, "What this player gets at least, and why: rows that support one another");
  file_put_integer (file, group, "bound", rows->bound);
  write_rows (file, group, rows, key_bytes, packing);
}

void strategy_write (struct file_out *file, const char *group, const struct strategy *strategy,
                     const char *packing) {
  struct certificate_file all = { .strategy = { in_order (strategy, false, STRATEGY_HELD) } };
  write_player (file, group, &all.strategy[0], strategy->positions.key_bytes, packing);
  certificate_file_close (&all);
}

static void write_claims (struct file_out *file, const struct certificate_file *from, const char *packing) {
  const bool cyclic = from->game.rules->cyclic;
  const struct dataset key = { .path = "/claim/key",
                               .element = ELEMENT_KEY,
                               .width = from->game.key_bytes,
                               .description = "Canonical positions",
                               .unit = "1",
                               .encoding = packing },
                       value = { .path = "/claim/value",
                                 .element = ELEMENT_VALUE,
                                 .description = "What they are worth to the side to move",
                                 .unit = "1",
                                 .encoding = "int8 enum: loss -1, draw 0, win 1, unknown 127" },
                       score = { .path = "/claim/score",
                                 .element = ELEMENT_I16,
                                 .description = "Their scores for the side to move",
                                 .unit = "1",
                                 .encoding = "where stones fall as solve --score prints it, else 1 + cells - "
                                             "stones at the end, with the sign" };
  int8_t *values = allocate (from->claims + 1, sizeof *values);
  for (size_t i = 0; i < from->claims; i++)
    values[i] = (int8_t) ((from->claim_value[i] > 0) - (from->claim_value[i] < 0));
  file_group (file, "/claim",
              cyclic ? "What is claimed. A win: the position is in /won. A loss: those after all its moves "
                       "are. A draw: it is in /held, and those after all its moves are. Where the game is "
                       "over, the rules say it"
                     : "What is claimed. It follows if the strategy of the side to move reaches it, and that "
                       "of the other side the opposite; without a key it is about the start");
  if (from->claim_key != NULL)
    file_write (file, &key, from->claim_key, from->claims);
  file_write (file, &value, values, from->claims);
  if (from->game.exact_score)
    file_write (file, &score, from->claim_value, from->claims);
  free (values);
}

static void write_sets (struct file_out *file, const struct certificate_file *from, const char *packing) {
  static const char *const groups[STRATEGIES] = { "/held", "/won" };
  static const char *const descriptions[STRATEGIES]
      = { "The side to move does not lose: after its move and any reply the game is over and not lost, or "
          "the position is in this group",
          "The side to move wins: after its move and any reply the game is over and won, or the position is "
          "in this group with a smaller rank" };
  if (from->pieces > 0) {
    file_group (file, "/tables",
                "Positions of at most this number of pieces rest on endgame tables of another file");
    file_put_integer (file, "/tables", "pieces", from->pieces);
  }
  write_claims (file, from, packing);
  for (int kind = 0; kind < STRATEGIES; kind++)
    if (from->strategy[kind].present) {
      file_group (file, groups[kind], descriptions[kind]);
      write_rows (file, groups[kind], &from->strategy[kind], from->game.key_bytes, packing);
    }
}

static void write_players (struct file_out *file, const struct certificate_file *from, const char *packing) {
  static const char *const groups[STRATEGIES] = { "/first", "/second" };
  file_put_integer (file, "/", "small_nodes", from->small_nodes);
  write_claims (file, from, packing);
  for (int player = 0; player < STRATEGIES; player++)
    if (from->strategy[player].present)
      write_player (file, groups[player], &from->strategy[player], from->game.key_bytes, packing);
}

bool certificate_write (const struct certificate *certificate, const struct game *game, const char *path,
                        struct failure *failure) {
  static const struct file_identity identities[]
      = { { .kind = CERTIFICATE_KIND,
            .format = FORMAT_ACYCLIC,
            .description = "Zermelo certificate: the value of a position, and the strategies that prove it "
                           "(zermelo-files(5)). The checksum is a sum of XXH3 over rows and attributes "
                           "(solver/store/checksum.h)." },
          { .kind = CERTIFICATE_KIND,
            .format = FORMAT_CYCLIC,
            .description
            = "Zermelo certificate: values of positions, and for each side the moves that prove them "
              "(solver/certificate/certificate.h). The checksum is a sum of XXH3 over rows and "
              "attributes (solver/store/checksum.h)." } };
  struct certificate_file from;
  certificate_as_file (&from, certificate, game);
  const bool cyclic = from.game.rules->cyclic;
  struct file_identity identity = identities[cyclic];
  file_name_game (&identity, game);
  struct file_out *file = file_create (path, &identity, failure);
  if (file != NULL)
    (cyclic ? write_sets : write_players) (file, &from, game->engine->packing);
  certificate_file_close (&from);
  return file != NULL && file_commit (file);
}

/* ---- strategies that can be changed ---- */

static void enter_rows (struct strategy *strategy, const struct strategy_rows *rows) {
  const size_t bytes = (size_t) strategy->positions.key_bytes;
  strategy->present = rows->present;
  strategy->bound = (int) rows->bound;
  for (size_t i = 0, begin = 0; i < rows->count; begin += rows->size[i++])
    strategy_add (strategy, bytes > 0 ? rows->key + i * bytes : NULL, rows->kind[i], rows->number + begin,
                  rows->size[i]);
}

void certificate_of_file (struct certificate *certificate, const struct certificate_file *from) {
  assert (!from->game.rules->cyclic);
  certificate_begin (certificate, from->game.key_bytes);
  certificate->exact_score = from->game.exact_score;
  certificate->small_nodes = (uint64_t) from->small_nodes;
  for (size_t i = 0; i < from->claims; i++)
    certificate_claim (certificate,
                       from->claim_key == NULL ? NULL : from->claim_key + i * (size_t) from->game.key_bytes,
                       from->claim_value[i]);
  for (int player = 0; player < STRATEGIES; player++)
    if (from->strategy[player].present)
      enter_rows (&certificate->strategy[player], &from->strategy[player]);
}

/* Are the keys in order, and does each row have a valid kind and all of its numbers? */
static bool rows_fit (const struct strategy_rows *rows, size_t bytes, struct failure *failure) {
  size_t numbers = 0;
  for (size_t i = 0; i < rows->count; i++) {
    if (bytes > 0 && i > 0 && memcmp (rows->key + (i - 1) * bytes, rows->key + i * bytes, bytes) >= 0)
      return fail (failure, EXIT_BAD_DATA, "the positions of a strategy are not in order");
    if (rows->kind[i] >= ROW_KINDS || rows->size[i] > rows->numbers - numbers)
      return fail (failure, EXIT_BAD_DATA, "a row of a kind or size that does not exist");
    numbers += rows->size[i];
  }
  return numbers == rows->numbers
         || fail (failure, EXIT_BAD_DATA, "a strategy with more numbers than its rows have");
}

void strategy_read (struct file_in *file, const char *group, struct strategy *strategy,
                    struct failure *failure) {
  struct layout layout;
  struct certificate_file all = { .claims = 0 };
  struct strategy_rows *const rows = &all.strategy[0];
  const size_t bytes = (size_t) strategy->positions.key_bytes;
  rows->present = true;
  rows->count = rows->numbers = SIZE_MAX;
  lay_out (&layout, group, strategy->positions.key_bytes, "");
  file_get_integer (file, group, "bound", INT16_MIN, INT16_MAX, &rows->bound);
  rows->kind = file_read (file, &layout.dataset[KIND], &rows->count);
  rows->size = file_read (file, &layout.dataset[SIZE], &rows->count);
  rows->number = file_read (file, &layout.dataset[NUMBER], &rows->numbers);
  rows->key = bytes > 0 ? file_read (file, &layout.dataset[KEY], &rows->count) : NULL;
  if (failure->code == 0 && rows_fit (rows, bytes, failure))
    enter_rows (strategy, rows);
  certificate_file_close (&all);
}
