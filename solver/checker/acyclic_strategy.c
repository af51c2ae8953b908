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

#include "alignment_arguments.h"
#include "small_search.h"

#include <stdlib.h>
#include <string.h>

/* One side's strategy, and where what is met of it is counted. */
struct inspector {
  const struct certificate_file *file;
  const struct strategy_rows *rows;
  int player;
  struct verdict *counts;
};

/* What the end of the game is worth to the player. */
static bool
ends_well (const struct inspector *in, const struct array_position *position, enum ending for_mover)
{
  const int for_player = position->to_move == in->player ? (int) for_mover : -(int) for_mover;
  return worth_of (&in->file->game, in->file->exact_score, (enum ending) for_player, position->plies)
         >= in->rows->bound;
}

struct cover {
  struct inspector *in;
  bool covered;
  int wanted;                   /* the move that is looked for */
  struct array_position *found; /* and where it leads */
};

/* Is the game over and good enough, or has the position a row? */
static bool
is_supported (struct inspector *in, const struct array_position *position)
{
  uint8_t key[KEY_MOST];
  const struct array_game *game = &in->file->game;
  const enum ending ending = game->rules->ending (game, position);
  if (ending != NOT_OVER) {
    in->counts->finished++;
    return ends_well (in, position, ending);
  }
  if (in->rows->key == NULL)
    return false;
  array_canonical (game, position, key);
  return strategy_row (game, in->rows, key) != SIZE_MAX;
}

static bool
support_reply (void *context, int move, const struct array_position *after)
{
  struct cover *cover = context;
  (void) move;
  cover->covered = is_supported (cover->in, after);
  return cover->covered;
}

/* The same for a position in which the other side is to move, or all its moves. */
static bool
is_covered (struct inspector *in, const struct array_position *position)
{
  const struct array_game *game = &in->file->game;
  const bool over = game->rules->ending (game, position) != NOT_OVER;
  if (is_supported (in, position))
    return true;
  if (over || position->to_move == in->player)
    return false;
  struct cover cover = { .in = in };
  game->rules->each_move (game, position, support_reply, &cover);
  return cover.covered;
}

static bool
find_move (void *context, int move, const struct array_position *after)
{
  struct cover *cover = context;
  if (move != cover->wanted)
    return true;
  array_position_copy (&cover->in->file->game, cover->found, after);
  cover->covered = true;
  return false;
}

static const char *
inspect_move (struct inspector *in, const struct array_position *position, const struct argument *row)
{
  struct array_position after;
  struct cover cover = { .in = in, .found = &after };
  if (position->to_move != in->player)
    return "names a move of the wrong side";
  cover.wanted = row->numbers == 1 ? row->number[0] : -1;
  in->file->game.rules->each_move (&in->file->game, position, find_move, &cover);
  if (!cover.covered)
    return "names a move that is not legal";
  return is_covered (in, &after) ? NULL : "has a move with a reply that is not covered";
}

static const char *
inspect_small (struct inspector *in, const struct argument *row)
{
  uint64_t nodes;
  const uint64_t most = (uint64_t) in->file->small_nodes;
  if (row->numbers != 0)
    return "has numbers that mean nothing";
  const bool proven = small_search (row, most, &nodes);
  in->counts->small_nodes += nodes;
  return proven         ? NULL
         : nodes > most ? "takes more nodes than the file allows"
                        : "does not reach the bound, by search";
}

/* What is wrong with a row, or NULL. The position is that of its key. */
static const char *
inspect_row (struct inspector *in, struct array_position *position, size_t row)
{
  static const char *(*const arguments[ROW_KINDS]) (const struct argument *)
      = { [ROW_PAIRING] = check_pairing,
          [ROW_THREATS] = check_threats,
          [ROW_UPWARDS] = check_upwards,
          [ROW_STEALING] = check_stealing };
  const struct array_game *game = &in->file->game;
  const struct strategy_rows *rows = in->rows;
  const struct argument argument = { .game = game,
                                     .position = position,
                                     .exact_score = in->file->exact_score,
                                     .mark = 1 + in->player,
                                     .bound = (int) rows->bound,
                                     .number = rows->number + rows->begin[row],
                                     .numbers = rows->size[row] };
  const int kind = rows->kind[row];
  if (kind >= ROW_KINDS)
    return "is of a kind that does not exist";
  if (game->rules->ending (game, position) != NOT_OVER)
    return "is the end of a game and needs no row";
  in->counts->kinds[kind]++;
  if (kind == ROW_MOVE)
    return inspect_move (in, position, &argument);
  if (kind == ROW_SMALL)
    return inspect_small (in, &argument);
  return arguments[kind](&argument);
}

/* Does a strategy show that its player gets at least that much from the position? */
static bool
reaches (const struct certificate_file *file, int player, int bound, const struct array_position *position,
         struct verdict *counts)
{
  struct inspector in = { file, &file->strategy[player], player, counts };
  if (!in.rows->present || in.rows->bound < bound)
    return false;
  return in.rows->key != NULL ? is_covered (&in, position) : in.rows->count > 0;
}

static const char *
inspect_claim (const struct certificate_file *file, size_t claim, struct array_position *position,
               struct verdict *counts)
{
  const struct array_game *game = &file->game;
  const int value = file->claim_value[claim];
  const enum ending ending = game->rules->ending (game, position);
  if (ending != NOT_OVER)
    return worth_of (game, file->exact_score, ending, position->plies) == value
               ? NULL
               : "is the end of a game with another value than is claimed";
  const bool lower
      = (!file->exact_score && value == LOSES) || reaches (file, position->to_move, value, position, counts);
  const bool upper
      = (!file->exact_score && value == WINS) || reaches (file, !position->to_move, -value, position, counts);
  return lower && upper ? NULL : "does not have the value that is claimed, by these strategies";
}

const char *
inspect_acyclic (const struct certificate_file *file, int part, size_t row, struct verdict *counts)
{
  const uint8_t *key = key_of_row (file, part, row);
  struct array_position position;
  if (key == NULL)
    file->game.rules->start (&file->game, &position);
  else if (!is_canonical_key (&file->game, key, &position))
    return "is no canonical position";
  if (part == CLAIMS)
    return inspect_claim (file, row, &position, counts);
  struct inspector in = { file, &file->strategy[part], part, counts };
  return inspect_row (&in, &position, row);
}
