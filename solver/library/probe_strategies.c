#include "library/probe_strategies.h"

#include "base/sorted_keys.h"
#include "certificate/certificate.h"
#include "certificate/row_move.h"
#include "store/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Where play ends, a set is the strategy of a player and has positions of both sides to move. Where it can
 * cycle, the sets are those in which the side to move does not lose, and wins. */
enum { SETS = 2 };

struct strategies {
  const struct game *game;
  bool cyclic;
  struct set {
    bool present;
    int bound; /* what its player gets at least */
    size_t count;
    uint8_t *keys; /* sorted */
    uint8_t *kind; /* where play ends: enum row_kind of each row; */
    size_t *begin; /*   where its numbers begin, and the next one's; */
    uint16_t *number;
  } set[SETS];
  struct array_game board; /* where play ends: the same game for key_after_row() */
};

/* A dataset of a strategy with one number a row; NULL: the failure is set. */
static void *read_numbers (struct file_in *file, const char *group, const char *name, enum element element,
                           size_t *rows) {
  char path[40];
  snprintf (path, sizeof path, "%s/%s", group, name);
  const struct dataset layout = { .path = path, .element = element, .description = name, .unit = "1" };
  return file_read (file, &layout, rows);
}

/* What the rows name, where play ends. */
static bool read_strategy_rows (struct file_in *file, const char *group, const struct array_game *board,
                                struct set *set, struct failure *failure) {
  size_t numbers = SIZE_MAX, begin = 0;
  set->kind = read_numbers (file, group, "kind", ELEMENT_U8, &set->count);
  uint32_t *size = read_numbers (file, group, "size", ELEMENT_U32, &set->count);
  set->number = read_numbers (file, group, "number", ELEMENT_U16, &numbers);
  set->begin = allocate (set->count + 1, sizeof *set->begin);
  for (size_t i = 0; i < set->count && failure->code == 0; i++) {
    if (size[i] > numbers - begin)
      fail (failure, EXIT_BAD_DATA, "%s: rows with more numbers than there are", group);
    else if (set->kind[i] == ROW_UPWARDS)
      fail (failure, EXIT_BAD_DATA, "%s", no_upwards);
    else if (!row_has_form (board, set->kind[i], set->number + begin, size[i]))
      fail (failure, EXIT_BAD_DATA, "%s: a row of a kind, or with numbers, that cannot be", group);
    else
      set->begin[i + 1] = begin += size[i];
  }
  if (failure->code == 0 && begin != numbers)
    fail (failure, EXIT_BAD_DATA, "%s: more numbers than its rows have", group);
  free (size);
  return failure->code == 0;
}

static bool read_set (struct file_in *file, struct strategies *s, int which, struct failure *failure) {
  static const char *const groups[2][SETS] = { { "/first", "/second" }, { "/held", "/won" } };
  const char *group = groups[s->cyclic][which];
  char path[40];
  int64_t bound = which; /* held: a draw, won: a win */
  struct set *set = &s->set[which];
  snprintf (path, sizeof path, "%s/key", group);
  if (!file_has (file, group) || !file_has (file, path))
    return true;
  const struct dataset layout = { path, ELEMENT_KEY, s->game->key_bytes, "Canonical positions", "1", "" };
  if (!s->cyclic && !file_get_integer (file, group, "bound", INT16_MIN, INT16_MAX, &bound))
    return false;
  set->count = SIZE_MAX;
  set->keys = file_read (file, &layout, &set->count);
  set->bound = (bound > 0) - (bound < 0);
  set->present
      = set->keys != NULL && (s->cyclic || read_strategy_rows (file, group, &s->board, set, failure));
  return set->present;
}

struct strategies *strategies_open (const char *path, const struct game *game, struct failure *failure) {
  struct file_in *file = file_open (path, CERTIFICATE_KIND, 0, failure);
  if (file == NULL)
    return NULL;
  struct strategies *s = allocate (1, sizeof *s);
  s->game = game;
  s->cyclic = game->plies_max == 0;
  if (!s->cyclic && game->key_bytes > 0
      && !array_game_open (&s->board, game->name, game->board_text, game->rules))
    fail (failure, EXIT_BAD_DATA, "%.300s: there are no certificates of %s", path, game->title);
  for (int which = 0; which < SETS && game->key_bytes > 0 && failure->code == 0; which++)
    read_set (file, s, which, failure);
  file_close (file);
  if (failure->code == 0)
    return s;
  strategies_close (s);
  return NULL;
}

void strategies_close (struct strategies *s) {
  if (s == NULL)
    return;
  for (int which = 0; which < SETS; which++) {
    free (s->set[which].keys);
    free (s->set[which].kind);
    free (s->set[which].begin);
    free (s->set[which].number);
  }
  array_game_close (&s->board);
  free (s);
}

/* The row of a key, or SIZE_MAX. */
static size_t row_of (const struct strategies *s, int which, const uint8_t *key) {
  const struct set *set = &s->set[which];
  return set->present ? sorted_keys_find (set->keys, set->count, (size_t) s->game->key_bytes, key) : SIZE_MAX;
}

static bool set_has (const struct strategies *s, int which, const uint8_t *key) {
  return row_of (s, which, key) != SIZE_MAX;
}

/* What a position is worth at least for a player, by his strategy alone; `mine`: he is to move. LOST: it says
 * nothing. */
static enum outcome bound_here (const struct strategies *s, const struct position *position, bool mine) {
  const struct game *game = s->game;
  uint8_t key[PACKED_MAX] = { 0 };
  const enum outcome outcome = game->engine->outcome (game, position);
  if (outcome != GOING_ON)
    return mine ? outcome : (enum outcome) - (int) outcome;
  game->engine->pack_canonical (game, position, key);
  if (s->cyclic)
    return !mine ? LOST : set_has (s, 1, key) ? WON : set_has (s, 0, key) ? DRAWN : LOST;
  const int mover = game->engine->plies (game, position) % 2, player = mine ? mover : !mover;
  return set_has (s, player, key) ? (enum outcome) s->set[player].bound : LOST;
}

/* The same, also by what he gets after every move of the other side. */
static enum outcome bound_of (const struct strategies *s, const struct position *position, bool mine) {
  const struct game *game = s->game;
  enum outcome bound = bound_here (s, position, mine);
  if (mine || bound != LOST)
    return bound;
  struct successor *list = allocate ((size_t) game->moves_max, sizeof *list);
  struct position *child = position_allocate (game);
  const int count = game->engine->successors (game, position, list);
  bound = WON;
  for (int i = 0; i < count && bound != LOST; i++) {
    game->engine->child (game, position, list[i].move, child);
    const enum outcome after = bound_here (s, child, true);
    bound = after < bound ? after : bound;
  }
  free (child);
  free (list);
  return bound;
}

bool strategies_bounds (const struct strategies *s, const struct position *position, struct bounds *bounds) {
  bounds->lower = (int) bound_of (s, position, true);
  bounds->upper = -(int) bound_of (s, position, false);
  if (bounds->lower > bounds->upper) /* of a certificate that proves nothing */
    *bounds = (struct bounds){ LOST, WON };
  return bounds->lower > LOST || bounds->upper < WON;
}

bool strategies_move (const struct strategies *s, const struct position *position, uint8_t *after) {
  const struct game *game = s->game;
  uint8_t key[PACKED_MAX] = { 0 };
  if (s->cyclic || game->key_bytes == 0 || game->engine->outcome (game, position) != GOING_ON)
    return false;
  const int player = game->engine->plies (game, position) % 2;
  const struct set *set = &s->set[player];
  game->engine->pack_canonical (game, position, key);
  const size_t row = row_of (s, player, key);
  return row != SIZE_MAX
         && key_after_row (&s->board, (enum row_kind) set->kind[row], set->number + set->begin[row],
                           set->begin[row + 1] - set->begin[row], key, after);
}
