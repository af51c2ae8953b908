/* The functions of `struct engine` that only need the rules, compiled with each game. engine_searches.h adds
 * the searches; the games' readers (NAME_reader.c) do without them. */
#ifndef ZERMELO_ASSEMBLY_ENGINE_RULES_H
#define ZERMELO_ASSEMBLY_ENGINE_RULES_H

#include "engine.h"
#include "game_defaults.h"

#include "base/text.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Static_assert(GAME_KEY_WORDS == 1 || GAME_KEY_WORDS == 2 || GAME_KEY_WORDS == 4, "key words");
_Static_assert(GAME_SCORE_BY_DISTANCE || GAME_CONVERGES, "scores");

#ifndef GAME_BOARD_TITLE
#define GAME_BOARD_TITLE                                                                                     \
  { GAME_TITLE " ", "" }
#endif
#ifndef GAME_POSITIONS
#define GAME_POSITIONS NULL
#endif
#ifndef GAME_MAKER_BREAKER
#define GAME_MAKER_BREAKER false
#endif
#ifndef GAME_MOVES_ENCODING
#define GAME_MOVES_ENCODING                                                                                  \
  "bit i (byte i / 8, bit i % 8) is set if move i of the canonical position keeps the value: its number in " \
  "the rules of the game, or its place among the sorted moves"
#endif
#ifndef GAME_SCORES_ENCODING
#define GAME_SCORES_ENCODING                                                                                 \
  "as `zermelo solve --score` prints it; negative if the side to move loses, 0 for a draw"
#endif
#define ENGINE_DESCRIPTION                                                                                   \
  {                                                                                                          \
    .title = GAME_TITLE, .board_title = GAME_BOARD_TITLE, .boards = GAME_BOARDS, .example = GAME_EXAMPLE,    \
    .positions = GAME_POSITIONS, .moves_encoding = GAME_MOVES_ENCODING,                                      \
    .scores_encoding = GAME_SCORES_ENCODING                                                                  \
  }

#include "assembly/position_text.h"

extern const struct engine ENGINE;

static const char *const engine_aliases[][2] = { GAME_ALIASES, { NULL, NULL } };

static enum opening engine_open_board (struct game *game, const char *text, struct failure *failure) {
  struct board *board = allocate (1, sizeof *board);
  const enum opening opening = game_open (board, text, failure);
  if (opening != OPENING_DONE) {
    free (board);
    return opening;
  }
  memset (game, 0, sizeof *game);
  game->engine = &ENGINE;
  game->board = board;
  game_board_text (board, game->board_text, game->rules);
  snprintf (game->name, sizeof game->name, "%s", GAME_NAME);
  const bool plain = strcmp (game->rules, GAME_DEFAULT_RULES) == 0;
  snprintf (game->title, sizeof game->title, "%s:%s%s%s%s", game->name, game->board_text, plain ? "" : ",",
            plain ? "" : GAME_RULES_PREFIX, plain ? "" : game->rules);
  assert (strlen (game->name) + strlen (game->board_text) + strlen (game->rules)
              + sizeof (":"
                        "," GAME_RULES_PREFIX)
          <= sizeof game->title);
  game->position_bytes = sizeof (struct position);
  game->key_bytes = game_packed_bytes (board);
  game->key_words = GAME_KEY_WORDS;
  game->symmetries = game_symmetries (board);
  game->plies_max = game_plies_max (board);
  game->moves_max = GAME_MOVES_MAX;
  return OPENING_DONE;
}

static void engine_close_board (struct game *game) { free (game->board); }

static void engine_start (const struct game *game, struct position *position) {
  *position = game_start (game->board);
}

static bool engine_parse (const struct game *game, const char *text, struct position *position,
                          struct normal_form *normal, struct failure *failure) {
  return packed_is_meant (game, text) ? packed_parse (game, text, position, normal, failure)
                                      : game_parse_position (game->board, text, position, normal, failure);
}

/* Is packing the inverse of unpacking? */
static inline bool engine_packs_to (const struct board *board, const struct position *position,
                                    const uint8_t *bytes) {
  uint8_t packed[PACKED_MAX];
  game_pack (board, position, packed);
  return memcmp (packed, bytes, (size_t) game_packed_bytes (board)) == 0;
}

/* Is it the representative of its symmetric positions: its own canonical form, and has it its own key? */
static inline bool engine_is_canonical (const struct board *board, const struct position *position) {
  uint8_t bytes[PACKED_MAX];
  const struct position again = game_canonical (board, position);
  game_pack (board, &again, bytes);
  return engine_packs_to (board, position, bytes);
}

static void engine_pack (const struct game *game, const struct position *position, uint8_t *bytes) {
  assert (game->key_bytes > 0);
  game_pack (game->board, position, bytes);
}

static void engine_pack_canonical (const struct game *game, const struct position *position, uint8_t *bytes) {
  assert (game->key_bytes > 0);
  const struct position canonical = game_canonical (game->board, position);
  game_pack (game->board, &canonical, bytes);
  /* A sample: lists of positions are made here. */
  assert (bytes[game->key_bytes - 1] % 16 != 0 || engine_is_canonical (game->board, &canonical));
}

static bool engine_unpack (const struct game *game, const uint8_t *bytes, struct position *position) {
  assert (game->key_bytes > 0);
  const bool done = game_unpack (game->board, bytes, position);
  assert (!done || engine_packs_to (game->board, position, bytes));
  return done;
}

static enum outcome engine_outcome (const struct game *game, const struct position *position) {
  return game_outcome (game->board, position);
}

static int engine_plies (const struct game *game, const struct position *position) {
  const int plies = game_plies (game->board, position);
  assert (plies >= 0 && plies <= game->plies_max);
  return plies;
}

/* A move while the list is sorted. */
struct engine_name {
  uint64_t head; /* the first bytes of the text as a number: they tell most texts apart */
  const char *text;
  int place; /* in the unsorted list */
};

static int engine_compare_names (const void *a, const void *b) {
  const struct engine_name *x = a, *y = b;
  if (x->head != y->head)
    return x->head < y->head ? -1 : 1;
  return strcmp (x->text, y->text);
}

/* Sort a list by text; many are in order as they come. */
static void engine_sort_successors (struct successor *list, int count) {
  struct engine_name names[GAME_MOVES_MAX];
  bool sorted = true;
  for (int i = 0; i < count; i++) {
    names[i] = (struct engine_name){ text_head (list[i].text), list[i].text, i };
    sorted = sorted && (i == 0 || engine_compare_names (&names[i - 1], &names[i]) < 0);
  }
  if (sorted)
    return;
  qsort (names, (size_t) count, sizeof *names, engine_compare_names);
  for (int i = 0; i < count; i++) { /* along the cycle of the permutation that begins at i */
    const struct successor first = list[i];
    int to = i;
    for (int from; (from = names[to].place) != i; to = from) {
      list[to] = list[from];
      names[to].place = to;
    }
    list[to] = first;
    names[to].place = to;
  }
}

/* In order, and no two moves with the same text? */
static inline bool engine_texts_differ (const struct successor *list, int count) {
  for (int i = 1; i < count; i++)
    if (strcmp (list[i - 1].text, list[i].text) >= 0)
      return false;
  return true;
}

static int engine_successors (const struct game *game, const struct position *position,
                              struct successor *list) {
  struct move moves[GAME_MOVES_MAX];
  if (game_outcome (game->board, position) != GOING_ON)
    return 0;
  const int count = game_moves (game->board, position, moves);
  for (int i = 0; i < count; i++) {
    game_print_move (game->board, position, moves[i], list[i].text, sizeof list[i].text);
    list[i].move = i;
    list[i].cell = game_move_cell (game->board, moves[i]);
    list[i].paths = game_move_paths (game->board, moves[i]);
  }
  assert (count > 0 && count <= game->moves_max);
  engine_sort_successors (list, count);
  assert (engine_texts_differ (list, count));
  return count;
}

static void engine_child (const struct game *game, const struct position *position, int move,
                          struct position *child) {
  *child = game_play (game->board, position, game_move_at (game->board, position, move));
}

static int engine_mover (const struct game *game, const struct position *position) {
  return game_mover (game->board, position);
}

static int engine_score (const struct game *game, const struct position *position, enum outcome outcome,
                         int distance) {
  assert (outcome >= LOST && outcome <= WON && distance >= 0);
  return game_score (game->board, position, outcome, distance);
}

static int engine_distance (const struct game *game, const struct position *position, int score) {
  assert (score != 0);
  return game_distance (game->board, position, score);
}

static void engine_print_score (const struct game *game, const struct position *position, int score,
                                char *text, size_t size) {
  game_print_score (game->board, position, score, text, size);
}

static int engine_score_from_child (int score) {
  if (GAME_CONVERGES || score == 0)
    return -score;
  return score > 0 ? -score + 1 : -score - 1;
}

/** Initialisers of struct engine. */
#define ENGINE_RULES                                                                                         \
  .name = GAME_NAME, .aliases = engine_aliases, .default_rules = GAME_DEFAULT_RULES,                         \
  .maker_breaker = GAME_MAKER_BREAKER, .packing = GAME_PACKING, .score_by_distance = GAME_SCORE_BY_DISTANCE, \
  .description = ENGINE_DESCRIPTION, .open = engine_open_board, .close = engine_close_board,                 \
  .start = engine_start, .parse = engine_parse, .print_position = engine_print_position,                     \
  .pack = engine_pack, .pack_canonical = engine_pack_canonical, .unpack = engine_unpack,                     \
  .outcome = engine_outcome, .plies = engine_plies, .successors = engine_successors, .child = engine_child,  \
  .score = engine_score, .distance = engine_distance, .print_score = engine_print_score,                     \
  .score_from_child = engine_score_from_child, .mover = engine_mover

#endif
