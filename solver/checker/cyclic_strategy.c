/* Strategies for games in which positions can come again, where play without end is a draw.
 *
 * A row names a position and a move of the side to move, which the row is about: call it Alice. The row is
 * sound if after her move, or after every reply to it,
 *
 *   held  the game is over and she has not lost, or the position has a row in /held;
 *   won   the game is over and she has won, or the position has a row in /won with a smaller rank.
 *
 * Theorem. If all rows are sound, Alice does not lose from a position in /held, and wins from one in /won.
 * Proof. She plays the moves of the rows. Whenever it is her turn, the game is over or there is a row: by
 * induction over her turns. Held: the game ends and she has not lost, or it never ends and is a draw. Won:
 * the ranks are natural numbers that fall from turn to turn, so the game ends, and she has won.
 *
 * A row serves both sides and all images of its position, for a symmetry carries moves to moves, ends to ends
 * and the side to move to the side to move.
 *
 * A claim is about the side to move, too. A win: the position is in /won. A loss: those after all its moves
 * are in /won, for there the opponent is to move. A draw: it is in /held, and so are those after all its
 * moves. Where the game is over, the rules say it. */
#include "checker.h"

#include <stdlib.h>
#include <string.h>

enum { HELD, WON };

/* Positions: canonical, sorted as bytes, each once. */
struct children {
  const struct array_game *game;
  int count;
  uint8_t key[MOVES_MOST][KEY_MOST];
};

static bool
enter_child (void *context, int move, const struct array_position *after)
{
  struct children *list = context;
  const size_t bytes = (size_t) list->game->key_bytes;
  uint8_t key[KEY_MOST];
  int place = list->count;
  (void) move;
  array_canonical (list->game, after, key);
  while (place > 0 && memcmp (list->key[place - 1], key, bytes) > 0)
    place--;
  if (place > 0 && memcmp (list->key[place - 1], key, bytes) == 0)
    return true;
  if (list->count == MOVES_MOST)
    abort (); /* no game has so many */
  memmove (list->key[place + 1], list->key[place], (size_t) (list->count - place) * KEY_MOST);
  memcpy (list->key[place], key, bytes);
  list->count++;
  return true;
}

/* How has the game ended? If it has not, list the positions after all moves. */
static enum ending
list_children (const struct array_game *game, const struct array_position *position, struct children *list)
{
  const enum ending ending = game->rules->ending (game, position);
  list->game = game;
  list->count = 0;
  if (ending == NOT_OVER)
    game->rules->each_move (game, position, enter_child, list);
  return ending;
}

/* Is each of these positions in the set, in /won with a smaller rank, or over as its side to move needs it?
 */
static bool
are_secured (const struct certificate_file *file, int set, const struct children *list, uint32_t rank,
             uint64_t *finished)
{
  const struct strategy_rows *rows = &file->strategy[set];
  struct array_position position;
  for (int i = 0; i < list->count; i++) {
    const size_t row = strategy_row (&file->game, rows, list->key[i]);
    if (row != SIZE_MAX && (set == HELD || rows->rank[row] < rank))
      continue;
    if (row != SIZE_MAX || !file->game.rules->unpack (&file->game, list->key[i], &position))
      return false;
    const enum ending ending = file->game.rules->ending (&file->game, &position);
    *finished += ending != NOT_OVER;
    if (ending != WINS && !(set == HELD && ending == DRAWS))
      return false;
  }
  return true;
}

const char *
inspect_cyclic (const struct certificate_file *file, int set, size_t row, struct verdict *counts)
{
  const struct array_game *game = &file->game;
  const uint8_t *key = key_of_row (file, set, row);
  uint64_t *finished = &counts->finished;
  struct array_position position;
  struct children list, self = { .count = 1 };
  if (!is_canonical_key (game, key, &position))
    return set == CLAIMS ? "is claimed and no canonical position" : "is no canonical position";
  enum ending ending = list_children (game, &position, &list);
  if (set == CLAIMS) {
    const int value = file->claim_value[row], needed = value == DRAWS ? HELD : WON;
    memcpy (self.key[0], key, (size_t) game->key_bytes);
    const bool proven
        = ending != NOT_OVER
              ? value == (int) ending
              : value >= LOSES && value <= WINS
                    && (value == LOSES || are_secured (file, needed, &self, UINT32_MAX, finished))
                    && (value == WINS || are_secured (file, needed, &list, UINT32_MAX, finished));
    return proven && !file->exact_score ? NULL : "does not have the value that is claimed, by these sets";
  }
  const struct strategy_rows *rows = &file->strategy[set];
  if (ending != NOT_OVER)
    return "is the end of a game and needs no move";
  if (rows->move[row] >= list.count || !game->rules->unpack (game, list.key[rows->move[row]], &position))
    return "has no move with that number";
  ending = list_children (game, &position, &list); /* for the opponent */
  *finished += ending != NOT_OVER;
  if (ending == WINS || (set == WON && ending == DRAWS))
    return "has a move that ends the game otherwise";
  if (are_secured (file, set, &list, set == WON ? rows->rank[row] : 0, finished))
    return NULL;
  return set == WON ? "has a move with a reply that is not won in fewer"
                    : "has a move with a reply that leaves the set";
}
