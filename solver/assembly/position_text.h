/* A position as text that engine->parse reads, for positions that come from a file and not from moves.
 *
 * A game prints its positions itself (GAME_PRINT_POSITION), or says which moves may lie on the way to a
 * position (GAME_BEFORE); then some moves that lead there are the text. They are found depth first from the
 * start position. With the rules `exact`, or where stones lie on stones, such a way can come to a dead end,
 * so positions that led nowhere are remembered. A game that does neither, or a way that is not found soon,
 * has a text all the same: "0x" and the packed bytes in hexadecimal digits, which moves may follow. Included
 * by engine_rules.h only. */
#ifndef ZERMELO_ASSEMBLY_POSITION_TEXT_H
#define ZERMELO_ASSEMBLY_POSITION_TEXT_H

#include "engine.h"
#include "game_defaults.h"

#include "base/key_set.h"
#include "base/text.h"

#include <limits.h>

#ifdef GAME_BEFORE
#if !GAME_CONVERGES
#error "GAME_BEFORE needs plies that tell how far a position is from the start: GAME_PRINT_POSITION instead"
#endif
#ifndef WAY_TRIES
#define WAY_TRIES 100000 /* more than positions of games that people play take */
#endif

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

/* "0x" and the digits of a packed position. */
static void packed_print (const struct game *game, const uint8_t *packed, char *text, size_t size) {
  text_append (text, size, "0x");
  for (int i = 0; i < game->key_bytes; i++)
    text_append (text, size, "%02x", packed[i]);
}

static bool packed_is_meant (const struct game *game, const char *text) {
  text += strspn (text, " ");
  return game->key_bytes > 0 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
}

/* The legal move whose name the text begins with, the longest such name, which is printed. False: none. */
static bool packed_read_move (const struct board *board, const struct position *position, const char *text,
                              struct move *move, char name[MOVE_TEXT]) {
  struct move list[GAME_MOVES_MAX];
  const int count = game_outcome (board, position) == GOING_ON ? game_moves (board, position, list) : 0;
  *name = 0;
  for (int i = 0; i < count; i++) {
    char other[MOVE_TEXT];
    game_print_move (board, position, list[i], other, sizeof other);
    if (strlen (other) > strlen (name) && strncmp (text, other, strlen (other)) == 0) {
      *move = list[i];
      strcpy (name, other);
    }
  }
  return *name != 0;
}

/* As game_parse_position() (game.h), of such a text. */
static bool packed_parse (const struct game *game, const char *text, struct position *position,
                          struct normal_form *normal, struct failure *failure) {
  static const char digits[] = "0123456789abcdefABCDEF";
  uint8_t packed[PACKED_MAX];
  const char *t = text + strspn (text, " ") + 2;
  normal->text[0] = normal->last[0] = 0;
  if (strspn (t, digits) < 2 * (size_t) game->key_bytes)
    return fail (failure, EXIT_BAD_DATA, "'%.60s': a position of %s has %d hexadecimal digits behind 0x",
                 text, game->title, 2 * game->key_bytes);
  for (int i = 0; i < game->key_bytes; i++, t += 2)
    packed[i] = (uint8_t) strtoul ((const char[]){ t[0], t[1], 0 }, NULL, 16);
  if (!game_unpack (game->board, packed, position))
    return fail (failure, EXIT_BAD_DATA, "'%.160s' is no position of %s", text, game->title);
  packed_print (game, packed, normal->text, normal->size);
  t += strspn (t, " ");
  for (int number = 1; *t != 0; number++) {
    struct move move = { 0 };
    if (!packed_read_move (game->board, position, t, &move, normal->last))
      return fail (failure, EXIT_BAD_DATA, "move %d (%.10s) is not possible there", number, t);
    text_append (normal->text, normal->size, " %s", normal->last);
    *position = game_play (game->board, position, move);
    t += strlen (normal->last);
    t += strspn (t, " ");
  }
  return true;
}

#ifdef GAME_BEFORE
enum way_end { WAY_FOUND, WAY_NONE, WAY_GIVEN_UP };

/* Print the moves that lead to a position. */
static enum way_end way_print (const struct game *game, const struct position *position, char *text,
                               size_t size) {
  struct way_to way = { .board = game->board, .target = position };
  struct position at = game_start (game->board);
  way.tried.key_bytes = game->key_bytes;
  way.move = (struct move *) allocate ((size_t) game->plies_max + 1, sizeof *way.move);
  const bool found = way_to_find (&way, &at);
  for (int i = 0; found && i < way.plies; i++) {
    char move[MOVE_TEXT];
    game_print_move (game->board, &at, way.move[i], move, sizeof move);
    text_append (text, size, "%s%s", i > 0 ? GAME_MOVE_SEPARATOR : "", move);
    at = game_play (game->board, &at, way.move[i]);
  }
  const bool given_up = way.tried.count >= WAY_TRIES;
  key_set_free (&way.tried);
  free (way.move);
  return found ? WAY_FOUND : given_up ? WAY_GIVEN_UP : WAY_NONE;
}
#endif

static bool engine_print_position (const struct game *game, const struct position *position, char *text,
                                   size_t size) {
  assert (size > 0);
  text[0] = 0;
#ifdef GAME_PRINT_POSITION
  game_print_position (game->board, position, text, size);
#else
  uint8_t packed[PACKED_MAX];
  if (game->key_bytes == 0)
    return false;
#ifdef GAME_BEFORE
  const enum way_end end = way_print (game, position, text, size);
  if (end != WAY_GIVEN_UP)
    return end == WAY_FOUND;
#endif
  game_pack (game->board, position, packed);
  packed_print (game, packed, text, size);
#endif
  return true;
}

#endif
