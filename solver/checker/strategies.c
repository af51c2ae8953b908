/* When do strategies prove a claim?
 *
 * A row says: from its position a player gets at least what the strategy promises. A row that names a move
 * (the player is to move) holds if after the move the game is over with a result that is good enough, or the
 * position has a row; or if this is so after every reply to the move. Other rows hold by the argument that
 * they name, whichever side is to move; one of these arguments, a plan, may rest on rows as well.
 *
 * Where the game ends after a limited number of moves, a strategy belongs to the first or the second player
 * and has a bound. Every move adds a stone, and a row rests on rows with more stones only, so no row supports
 * itself, and if every row holds, all rows are true.
 *
 * Where positions can come up again, play without end is a draw. A row names a move and is about the side to
 * move: call it Alice. The row serves both sides and all images of its position, for a symmetry maps moves to
 * moves, ends to ends and the side to move to the side to move. In /won only rows of a smaller rank can
 * support a row.
 *
 * Theorem. If all rows hold, Alice does not lose from a position in /held, and wins from one in /won. Proof.
 * She plays the moves of the rows. Whenever it is her turn, the game is over or there is a row: by induction
 * over her turns. Held: the game ends and she has not lost, or it never ends and is a draw. Won: the ranks
 * are natural numbers that fall from turn to turn, so the game ends, and she has won. Where she reaches a
 * position of endgame tables (endgame_tables.h), she plays on by the tables.
 *
 * A claim is proven if a strategy of the side to move guarantees the claimed value, and a strategy of the
 * other side guarantees its opposite. Where the game is over, the rules decide the claim. */
#include "alignment.h"
#include "checker.h"

#include <limits.h>
#include <stdlib.h>

/* The rows on which a row or a claim may rest. */
struct support {
  const struct certificate_file *file;
  const struct strategy_rows *rows;
  int player, bound; /* the player is to get at least the bound */
  uint32_t rank;     /* /won: only rows of a smaller rank count */
  uint64_t *count;
};

/* The strategy of the player, or, where positions can come up again, the set for the bound. */
static struct support support_by (const struct certificate_file *file, int player, int bound,
                                  uint64_t *count) {
  const bool cyclic = file->game.rules->cyclic;
  const int set = cyclic ? bound > 0 : player;
  const struct strategy_rows *rows = &file->strategy[set];
  const int promised = cyclic ? set : rows->present ? (int) rows->bound : INT_MIN;
  return (struct support){ file, rows, player, promised, UINT32_MAX, count };
}

/* Does the position have a row (in /won, one of a smaller rank)? */
static bool has_row (void *context, const struct array_position *position) {
  const struct support *by = context;
  const struct array_game *game = &by->file->game;
  uint8_t key[KEY_MOST];
  if (by->rows->key == NULL || (game->rules->cyclic && position->to_move != by->player))
    return false;
  array_canonical (game, position, key);
  const size_t row = strategy_row (game, by->rows, key);
  return row != SIZE_MAX && (by->rows->rank == NULL || by->rows->rank[row] < by->rank);
}

/* Does the position have a row, or is the game over with a result that is good enough, or do endgame tables
 * give such a result? A visitor of moves. (If the game is over in a position with a row, that row is
 * refused.) */
static bool is_supported (void *context, int move, const struct array_position *position) {
  struct support *by = context;
  const struct array_game *game = &by->file->game;
  (void) move;
  if (has_row (by, position))
    return true;
  enum ending ending = game->rules->ending (game, position);
  by->count[FINISHED] += ending != NOT_OVER;
  if (ending == NOT_OVER)
    by->count[IN_TABLES] += (ending = endgame_value (&by->file->tables, position)) != NOT_OVER;
  const int for_player = position->to_move == by->player ? (int) ending : -(int) ending;
  return ending != NOT_OVER && worth_of (game, (enum ending) for_player, position->plies) >= by->bound;
}

/* Is the position itself supported, or every position after a move of the other side? */
static bool is_covered (struct support *by, const struct array_position *position) {
  const struct array_game *game = &by->file->game;
  return is_supported (by, 0, position)
         || (position->to_move != by->player && game->rules->ending (game, position) == NOT_OVER
             && game->rules->each_move (game, position, is_supported, by));
}

/* ---- moves that are numbered by the positions after them ---- */

static bool enter_child (void *context, int move, const struct array_position *after) {
  struct children *list = context;
  (void) move;
  if (list->count == MOVES_MOST)
    abort (); /* no game has more moves */
  array_canonical (list->game, after, list->key[list->count++]);
  return true;
}

void children_of (const struct array_game *game, const struct array_position *position,
                  struct children *list) {
  *list = (struct children){ .game = game };
  game->rules->each_move (game, position, enter_child, list);
}

bool play_numbered (const struct array_game *game, struct array_position *position, int number) {
  struct children list;
  children_of (game, position, &list);
  qsort (list.key, (size_t) list.count, KEY_MOST, array_compare_keys);
  for (int i = 0; i < list.count; i++)
    if ((i == 0 || array_compare_keys (list.key[i - 1], list.key[i]) != 0) && number-- == 0)
      return game->rules->unpack (game, list.key[i], position);
  return false;
}

/* ---- rows and claims ---- */

/* Check a row about an unfinished position. Returns what is wrong with the row, or NULL. */
static const char *inspect_row (const struct certificate_file *file, int set, size_t row,
                                struct array_position *position, uint64_t *count) {
  static const char *(*const arguments[ROW_KINDS]) (const struct argument *)
      = { [ROW_SMALL] = check_small,       [ROW_PAIRING] = check_pairing, [ROW_THREATS] = check_plan,
          [ROW_STEALING] = check_stealing, [ROW_PLAN] = check_plan,       [ROW_TILING] = check_tiling };
  const struct array_game *game = &file->game;
  struct support by = support_by (file, set, set, count);
  const size_t held = row - by.rows->first;
  if (game->rules->cyclic) {
    if (!play_numbered (game, position, by.rows->move[held]))
      return "has no move with that number";
    by.player = !position->to_move; /* the side that has moved, in this image of the position */
    by.rank = set > 0 ? by.rows->rank[row] : UINT32_MAX;
  } else {
    const struct argument a = { .game = game,
                                .position = position,
                                .mark = 1 + by.player,
                                .bound = by.bound,
                                .number = by.rows->number + by.rows->begin[held],
                                .numbers = by.rows->size[held],
                                .small_nodes = (uint64_t) file->small_nodes,
                                .nodes = &count[NODES],
                                .has_row = has_row,
                                .rows = &by };
    const int kind = by.rows->kind[held];
    if (kind >= ROW_KINDS)
      return "is of a kind that does not exist";
    if (kind == ROW_UPWARDS)
      return "is of a kind that is no longer checked";
    count[OF_KIND + kind]++;
    if (kind != ROW_MOVE)
      return arguments[kind](&a);
    const int cell = a.numbers == 1 ? cell_of_place (game, position, a.number[0]) : -1;
    if (position->to_move != by.player)
      return "names a move of the wrong side";
    if (cell < 0)
      return "names a move that is not legal";
    place_stone (position, cell);
  }
  return is_covered (&by, position) ? NULL : "has a move with a reply that is not covered";
}

/* Does a strategy show that its player gets at least `bound` from the position? */
static bool reaches (const struct certificate_file *file, int player, int bound,
                     const struct array_position *position, uint64_t *count) {
  struct support by = support_by (file, player, bound, count);
  return by.bound >= bound && (file->game.key_bytes > 0 ? is_covered (&by, position) : by.rows->count > 0);
}

const char *inspect (const struct certificate_file *file, int part, size_t row, uint64_t *count) {
  const struct array_game *game = &file->game;
  struct array_position position;
  if (!is_canonical_key (game, key_of_row (file, part, row), &position))
    return "is no canonical position";
  const enum ending ending = game->rules->ending (game, &position);
  if (part != CLAIMS)
    return ending == NOT_OVER ? inspect_row (file, part, row, &position, count)
                              : "is the end of a game and needs no row";
  if (game->exact_score && game->rules->cyclic)
    return "is claimed to have a score, which these strategies cannot show";
  const int value = file->claim_value[row], worth = worth_of (game, ending, position.plies);
  const bool trivial = !game->exact_score, mover = position.to_move;
  if (ending != NOT_OVER)
    return worth == value ? NULL : "is the end of a game with another value than is claimed";
  const bool lower = (trivial && value == LOSES) || reaches (file, mover, value, &position, count);
  const bool upper = (trivial && value == WINS) || reaches (file, !mover, -value, &position, count);
  return lower && upper ? NULL : "does not have the value that is claimed, by these strategies";
}
