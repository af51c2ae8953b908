/* The functions of `struct engine` that only need the rules, compiled with each game. engine_searches.h adds
 * the searches; the games' readers (NAME_reader.c) do without them. */
#ifndef ZERMELO_ASSEMBLY_ENGINE_RULES_H
#define ZERMELO_ASSEMBLY_ENGINE_RULES_H

#include "engine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Static_assert(GAME_KEY_WORDS == 1 || GAME_KEY_WORDS == 2 || GAME_KEY_WORDS == 4, "key words");
_Static_assert(GAME_SCORE_BY_DISTANCE || GAME_CONVERGES, "scores");

#ifndef GAME_POSITIONS
#define GAME_POSITIONS NULL
#endif
#define ENGINE_DESCRIPTION                                                                                   \
  {                                                                                                          \
    GAME_BOARDS, GAME_EXAMPLE, GAME_POSITIONS                                                                \
  }

extern const struct engine ENGINE;

static const char *const engine_aliases[][2] = { GAME_ALIASES, { NULL, NULL } };

static enum opening
engine_open_board (struct game *game, const char *text, struct failure *failure)
{
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
  game->position_bytes = sizeof (struct position);
  game->key_bytes = game_packed_bytes (board);
  game->key_words = GAME_KEY_WORDS;
  game->symmetries = game_symmetries (board);
  game->plies_max = game_plies_max (board);
  game->moves_max = GAME_MOVES_MAX;
  return OPENING_DONE;
}

static void
engine_close_board (struct game *game)
{
  free (game->board);
}

static void
engine_start (const struct game *game, struct position *position)
{
  *position = game_start (game->board);
}

static bool
engine_parse_game (const struct game *game, const char *text, struct position *position, char *last,
                   char *normal, struct failure *failure)
{
  return game_parse_position (game->board, text, position, last, normal, failure);
}

static bool
engine_parse (const struct game *game, const char *text, struct position *position, char *normal,
              struct failure *failure)
{
  char last[MOVE_TEXT];
  return game_parse_position (game->board, text, position, last, normal, failure);
}

static void
engine_pack (const struct game *game, const struct position *position, uint8_t *bytes)
{
  game_pack (game->board, position, bytes);
}

static void
engine_pack_canonical (const struct game *game, const struct position *position, uint8_t *bytes)
{
  const struct position canonical = game_canonical (game->board, position);
  game_pack (game->board, &canonical, bytes);
}

static bool
engine_unpack (const struct game *game, const uint8_t *bytes, struct position *position)
{
  return game_unpack (game->board, bytes, position);
}

static enum outcome
engine_outcome (const struct game *game, const struct position *position)
{
  return game_outcome (game->board, position);
}

static int
engine_plies (const struct game *game, const struct position *position)
{
  return game_plies (game->board, position);
}

static int
engine_compare_successors (const void *a, const void *b)
{
  return strcmp (((const struct successor *) a)->text, ((const struct successor *) b)->text);
}

static int
engine_successors (const struct game *game, const struct position *position, struct successor *list)
{
  struct move moves[GAME_MOVES_MAX];
  if (game_outcome (game->board, position) != GOING_ON)
    return 0;
  const int count = game_moves (game->board, position, moves);
  for (int i = 0; i < count; i++) {
    game_print_move (game->board, position, moves[i], list[i].text);
    list[i].move = i;
    list[i].cell = game_move_cell (game->board, moves[i]);
    list[i].paths = game_move_paths (game->board, moves[i]);
  }
  qsort (list, (size_t) count, sizeof *list, engine_compare_successors);
  return count;
}

static void
engine_child (const struct game *game, const struct position *position, int move, struct position *child)
{
  struct move moves[GAME_MOVES_MAX];
  game_moves (game->board, position, moves);
  *child = game_play (game->board, position, moves[move]);
}

static int
engine_score (const struct game *game, const struct position *position, enum outcome outcome, int distance)
{
  return game_score (game->board, position, outcome, distance);
}

static int
engine_distance (const struct game *game, const struct position *position, int score)
{
  return game_distance (game->board, position, score);
}

static void
engine_print_score (const struct game *game, const struct position *position, int score, char *text)
{
  game_print_score (game->board, position, (enum outcome) ((score > 0) - (score < 0)), score, text);
}

static int
engine_score_from_child (int score)
{
  if (GAME_CONVERGES || score == 0)
    return -score;
  return score > 0 ? -score + 1 : -score - 1;
}

/** Initialisers of struct engine. */
#define ENGINE_RULES                                                                                         \
  .name = GAME_NAME, .aliases = engine_aliases, .packing = GAME_PACKING,                                     \
  .score_by_distance = GAME_SCORE_BY_DISTANCE, .description = ENGINE_DESCRIPTION, .open = engine_open_board, \
  .close = engine_close_board, .start = engine_start, .parse = engine_parse,                                 \
  .parse_game = engine_parse_game, .pack = engine_pack, .pack_canonical = engine_pack_canonical,             \
  .unpack = engine_unpack, .outcome = engine_outcome, .plies = engine_plies,                                 \
  .successors = engine_successors, .child = engine_child, .score = engine_score,                             \
  .distance = engine_distance, .print_score = engine_print_score,                                            \
  .score_from_child = engine_score_from_child

#endif
