/* Strategies in games that end after a limited number of moves.
 *
 * A strategy belongs to a player and a bound. Each of its rows says: from this position the player gets at
 * least the bound. A row that names a move (the player is to move) holds if the game after the move is over
 * and good enough, or that position has a row, or every reply leads to a finished game that is good enough or
 * to a row. Other rows hold by the argument that they name, whoever is to move. Every move adds a stone, so
 * no row supports itself, and if each row holds, all of them are true.
 *
 * The claim follows if the mover's strategy reaches what is claimed, and the other side's the opposite. */
#include "checker.h"

#include "alignment.h"

/* One side's strategy, and where what is met of it is counted. */
struct inspector {
  const struct certificate_file *file;
  const struct strategy_rows *rows;
  int player;
  struct verdict *counts;
};

/* Is the game over and good enough, or has the position a row? */
static bool
is_supported (const struct inspector *in, const struct array_position *position)
{
  uint8_t key[KEY_MOST];
  const struct array_game *game = &in->file->game;
  const enum ending ending = game->rules->ending (game, position);
  if (ending != NOT_OVER) {
    const int for_player = position->to_move == in->player ? (int) ending : -(int) ending;
    in->counts->finished++;
    return worth_of (game, in->file->exact_score, (enum ending) for_player, position->plies)
           >= in->rows->bound;
  }
  if (in->rows->key == NULL)
    return false;
  array_canonical (game, position, key);
  return strategy_row (game, in->rows, key) != SIZE_MAX;
}

/* Is it so here, or after all moves of the other side? */
static bool
is_covered (const struct inspector *in, struct array_position *position)
{
  const struct array_game *game = &in->file->game;
  if (is_supported (in, position))
    return true;
  bool covered = position->to_move != in->player && game->rules->ending (game, position) == NOT_OVER;
  for (int cell = 0; cell < game->cells && covered; cell++)
    if (may_place (game, position, cell)) {
      place_stone (position, cell);
      covered = is_supported (in, position);
      remove_stone (position, cell);
    }
  return covered;
}

/* What is wrong with a row, or NULL. The position is that of its key. */
static const char *
inspect_strategy (const struct inspector *in, struct array_position *position, size_t row)
{
  static const char *(*const theorems[ROW_KINDS]) (const struct argument *)
      = { [ROW_PAIRING] = check_pairing,
          [ROW_THREATS] = check_threats,
          [ROW_UPWARDS] = check_upwards,
          [ROW_STEALING] = check_stealing };
  const struct array_game *game = &in->file->game;
  const uint16_t *number = in->rows->number + in->rows->begin[row];
  const struct argument a
      = { game,   position,           in->file->exact_score, 1 + in->player, (int) in->rows->bound,
          number, in->rows->size[row] };
  const int kind = in->rows->kind[row];
  if (kind >= ROW_KINDS)
    return "is of a kind that does not exist";
  if (game->rules->ending (game, position) != NOT_OVER)
    return "is the end of a game and needs no row";
  in->counts->kinds[kind]++;
  if (kind == ROW_MOVE) {
    const int cell = a.numbers == 1 ? cell_of_place (game, position, a.number[0]) : -1;
    if (position->to_move != in->player)
      return "names a move of the wrong side";
    if (cell < 0)
      return "names a move that is not legal";
    place_stone (position, cell);
    return is_covered (in, position) ? NULL : "has a move with a reply that is not covered";
  }
  if (kind == ROW_SMALL) {
    const uint64_t most = (uint64_t) in->file->small_nodes;
    uint64_t nodes;
    if (a.numbers != 0)
      return "has numbers that mean nothing";
    const bool proven = small_search (&a, most, &nodes);
    in->counts->small_nodes += nodes;
    return proven         ? NULL
           : nodes > most ? "takes more nodes than the file allows"
                          : "does not reach the bound, by search";
  }
  if (kind == ROW_PLAN)
    return check_plan (&a, &in->counts->small_nodes);
  return theorems[kind](&a);
}

/* Does a strategy show that its player gets at least that much from the position? */
static bool
reaches (const struct certificate_file *file, int player, int bound, struct array_position *position,
         struct verdict *counts)
{
  const struct inspector in = { file, &file->strategy[player], player, counts };
  if (!in.rows->present || in.rows->bound < bound)
    return false;
  return in.rows->key != NULL ? is_covered (&in, position) : in.rows->count > 0;
}

const char *
inspect_acyclic (const struct certificate_file *file, int part, size_t row, struct verdict *counts)
{
  const struct array_game *game = &file->game;
  struct array_position position;
  if (!is_canonical_key (game, key_of_row (file, part, row), &position))
    return "is no canonical position";
  if (part != CLAIMS)
    return inspect_strategy (&(struct inspector){ file, &file->strategy[part], part, counts }, &position,
                             row);
  const int value = file->claim_value[row];
  const enum ending ending = game->rules->ending (game, &position);
  if (ending != NOT_OVER)
    return worth_of (game, file->exact_score, ending, position.plies) == value
               ? NULL
               : "is the end of a game with another value than is claimed";
  const bool lower
      = (!file->exact_score && value == LOSES) || reaches (file, position.to_move, value, &position, counts);
  const bool upper
      = (!file->exact_score && value == WINS) || reaches (file, !position.to_move, -value, &position, counts);
  return lower && upper ? NULL : "does not have the value that is claimed, by these strategies";
}
