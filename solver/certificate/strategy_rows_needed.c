#include "certificate/strategy_rows_needed.h"

#include "certificate/leaf_arguments.h"
#include "certificate/row_move.h"
#include "certificate/threat_sequence.h"

#include <stdlib.h>
#include <string.h>

void strategy_each_cover (const struct array_game *game, const struct strategy *strategy, const uint8_t *key,
                          struct array_children *children,
                          void (*visit) (void *context, const uint8_t *key, size_t row), void *context) {
  struct array_position position;
  const size_t row = key_set_find (&strategy->positions, key);
  if (row != SIZE_MAX) {
    visit (context, key, row);
    return;
  }
  if (!game->rules->unpack (game, key, &position))
    return;
  list_children (game, &position, children);
  for (int i = 0; i < children->count; i++)
    if (children->ending[i] == NOT_OVER)
      visit (context, children->key[i], key_set_find (&strategy->positions, children->key[i]));
}

/* The function to be told of the rows that the play of a plan meets. */
struct visitor {
  const struct array_game *game;
  struct bit_play *play;
  const struct strategy *strategy;
  void (*visit) (void *context, const uint8_t *key, size_t row);
  void *context;
};

size_t strategy_row_of (const struct array_game *game, const struct strategy *strategy,
                        const struct array_position *position) {
  uint8_t key[KEY_MOST];
  array_canonical (game, position, key);
  return key_set_find (&strategy->positions, key);
}

static bool meets_row (void *context, const struct array_position *position) {
  const struct visitor *visitor = context;
  const size_t row = strategy_row_of (visitor->game, visitor->strategy, position);
  if (row != SIZE_MAX)
    visitor->visit (visitor->context, key_set_key (&visitor->strategy->positions, row), row);
  return row != SIZE_MAX;
}

bool strategy_each_refutation (const struct argument *a, const struct strategy *strategy,
                               void (*visit) (void *context, const uint8_t *key, size_t row), void *context) {
  bool refutes[CELLS_MOST], complete = true;
  struct array_position after;
  const int first = cell_of_plan (a->game, a->number, a->numbers, a->position);
  if (first < 0)
    return false;
  find_refuting_replies (a, first, refutes);
  array_position_copy (a->game, &after, a->position);
  place_stone (&after, first);
  for (int reply = a->game->cells - 1; reply >= 0; reply--)
    if (refutes[reply]) {
      uint8_t key[KEY_MOST];
      place_stone (&after, reply);
      array_canonical (a->game, &after, key);
      remove_stone (&after, reply);
      const size_t row = key_set_find (&strategy->positions, key);
      visit (context, key, row);
      complete = complete && row != SIZE_MAX;
    }
  return complete;
}

static void each_row_met (const struct strategy_row *plan, const struct array_position *position,
                          struct visitor *visitor) {
  const struct strategy *strategy = visitor->strategy;
  uint64_t nodes = 0;
  struct argument a = { .game = visitor->game,
                        .position = position,
                        .mark = 1 + strategy->player,
                        .bound = strategy->bound,
                        .number = strategy->number + plan->begin,
                        .numbers = plan->size,
                        .nodes = &nodes,
                        .has_row = has_no_row };
  if (!a.game->gravity && position->to_move == strategy->player
      && strategy_each_refutation (&a, strategy, visitor->visit, visitor->context))
    return;
  if (visitor->play != NULL ? bit_play_plan (visitor->play, &a, NULL) : check_plan (&a) == NULL)
    return;
  a.has_row = meets_row;
  a.rows = visitor;
  check_plan (&a);
}

void strategy_each_support (const struct array_game *game, struct bit_play *play,
                            const struct strategy *strategy, size_t row, struct array_children *children,
                            void (*visit) (void *context, const uint8_t *key, size_t row), void *context) {
  uint8_t after[KEY_MOST];
  struct array_position position;
  const enum row_kind kind = strategy->row[row].kind;
  if ((kind != ROW_MOVE && kind != ROW_PLAN)
      || !game->rules->unpack (game, key_set_key (&strategy->positions, row), &position))
    return;
  if (kind == ROW_PLAN) {
    each_row_met (&strategy->row[row], &position, &(struct visitor){ game, play, strategy, visit, context });
    return;
  }
  list_children (game, &position, children);
  for (int i = 0; i < children->count; i++)
    if (children->move[i] == strategy->number[strategy->row[row].begin] && children->ending[i] == NOT_OVER) {
      memcpy (after, children->key[i], sizeof after);
      strategy_each_cover (game, strategy, after, children, visit, context);
      return;
    }
}

struct marker {
  bool *needed;
  size_t *open, opens; /* rows whose supports are to be marked */
};

static void mark_row (void *context, const uint8_t *key, size_t row) {
  struct marker *m = context;
  (void) key;
  if (row == SIZE_MAX || m->needed[row])
    return;
  m->needed[row] = true;
  m->open[m->opens++] = row;
}

void strategy_keep_rows (struct strategy *strategy, const bool *kept) {
  struct strategy left = { .present = true,
                           .player = strategy->player,
                           .bound = strategy->bound,
                           .positions = { .key_bytes = strategy->positions.key_bytes } };
  for (size_t i = 0; i < strategy->rows; i++)
    if (kept[i])
      strategy_add (&left, key_set_key (&strategy->positions, i), strategy->row[i].kind,
                    strategy->number + strategy->row[i].begin, strategy->row[i].size);
  strategy_free (strategy);
  *strategy = left;
}

void strategy_drop_unneeded (const struct array_game *game, struct certificate *certificate, int player) {
  struct strategy *const strategy = &certificate->strategy[player];
  struct marker m = { .needed = allocate (strategy->rows + 1, sizeof *m.needed),
                      .open = allocate (strategy->rows + 1, sizeof *m.open) };
  struct array_children *children = allocate (1, sizeof *children);
  struct bit_play *play = bit_play_create (game);
  memset (m.needed, 0, strategy->rows * sizeof *m.needed);
  for (size_t i = 0; i < certificate->claims; i++)
    strategy_each_cover (game, strategy, certificate->claim[i].key, children, mark_row, &m);
  while (m.opens > 0)
    strategy_each_support (game, play, strategy, m.open[--m.opens], children, mark_row, &m);
  strategy_keep_rows (strategy, m.needed);
  bit_play_destroy (play);
  free (m.needed);
  free (m.open);
  free (children);
}
