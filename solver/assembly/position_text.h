/* A position as text that game_parse_position() reads, for positions that come from a file and not from
 * moves.
 *
 * A game prints its positions itself (GAME_PRINT_POSITION), or says which moves may lie on the way to a
 * position (GAME_BEFORE); then some moves that lead there are the text. They are found depth first from the
 * start position. With the rules `exact`, or where stones lie on stones, such a way can come to a dead end,
 * so positions that led nowhere are remembered. Included by engine_rules.h only. */
#ifndef ZERMELO_ASSEMBLY_POSITION_TEXT_H
#define ZERMELO_ASSEMBLY_POSITION_TEXT_H

#include "engine.h"
#include "game_defaults.h"

#include "base/key_set.h"
#include "base/text.h"

#include <limits.h>

#ifdef GAME_BEFORE
enum { WAY_TRIES = 100000 }; /* more than positions of games that people play take */

struct way_to {
  const struct board *board;
  const struct position *target;
  struct key_set tried;
  struct move *move; /* from the start */
  int plies;
};

/* Go on from a position that may lie on the way, the most urgent move first. */
static bool way_to_find (struct way_to *way, const struct position *position) {
  struct move list[GAME_MOVES_MAX];
  uint8_t packed[PACKED_MAX];
  if (game_plies (way->board, position) == game_plies (way->board, way->target))
    return true;
  game_pack (way->board, position, packed);
  if (way->tried.count >= WAY_TRIES
      || !key_set_add (&way->tried, packed, key_hash (packed, way->tried.key_bytes)))
    return false;
  const int count = game_moves (way->board, position, list);
  for (int below = INT_MAX, best; below > 0; below = best) {
    best = 0;
    for (int i = 0; i < count; i++) {
      const int urgency = game_before (way->board, position, list[i], way->target);
      if (urgency < below && urgency > best)
        best = urgency;
    }
    for (int i = 0; best > 0 && i < count; i++) {
      if (game_before (way->board, position, list[i], way->target) != best)
        continue;
      const struct position after = game_play (way->board, position, list[i]);
      way->move[way->plies++] = list[i];
      if (way_to_find (way, &after))
        return true;
      way->plies--;
    }
  }
  return false;
}
#endif

static bool engine_print_position (const struct game *game, const struct position *position, char *text,
                                   size_t size) {
  assert (size > 0);
  text[0] = 0;
#if defined GAME_PRINT_POSITION
  game_print_position (game->board, position, text, size);
  return true;
#elif defined GAME_BEFORE
  if (game->key_bytes == 0)
    return false;
  struct way_to way = { .board = game->board, .target = position };
  struct position at = game_start (game->board);
  way.tried.key_bytes = game->key_bytes;
  way.move = (struct move *) allocate ((size_t) game->plies_max + 1, sizeof *way.move);
  const bool found = way_to_find (&way, &at);
  for (int i = 0; found && i < way.plies; i++) {
    char move[MOVE_TEXT];
    game_print_move (game->board, &at, way.move[i], move);
    text_append (text, size, "%s%s", i > 0 ? GAME_MOVE_SEPARATOR : "", move);
    at = game_play (game->board, &at, way.move[i]);
  }
  key_set_free (&way.tried);
  free (way.move);
  return found;
#else
  (void) game, (void) position, (void) size;
  return false;
#endif
}

#endif
