#include "play/game_list.h"

#include "store/columns.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define NUMBER "number, little-endian"
#define GAME(member, element, unit, encoding, description)                                                   \
  FIELD (struct played_game, "/games/" #member, member, element, 0, unit, encoding, description)
#define MOVE(member, element, width, unit, encoding, description)                                            \
  FIELD (struct played_move, "/moves/" #member, member, element, width, unit, encoding, description)
#define FIELDS(table) (sizeof (table) / sizeof *(table))

static const struct field game_fields[] = {
  GAME (number, ELEMENT_U32, "1", NUMBER, "Which game of the tournament, from 0"),
  GAME (board, ELEMENT_U32, "1", "row of the boards", "The board"),
  GAME (first, ELEMENT_U32, "1", "row of the players", "Who played first"),
  GAME (second, ELEMENT_U32, "1", "row of the players", "Who played second"),
  GAME (result, ELEMENT_I32, "1", "1 won, 0 drawn, -1 lost", "How it ended for the first player"),
  GAME (
      ending, ELEMENT_U32, "1",
      "1 by the rules, 2 neither side can win, 3 third repetition, 4 too many moves without progress, 5 as "
      "many moves as are played, 6 too late, 7 no legal move, 8 the program is gone, 9 the loser cannot play "
      "the board; not played, since the first player (10), the second (11) or neither (12) can play it",
      "Why it ended; 6 to 9 are forfeits, 6 to 8 of the side to move; games with 10 to 12 count for nothing"),
  GAME (opening, ELEMENT_U32, "move", NUMBER, "Moves drawn by lot before the players began"),
  GAME (moves, ELEMENT_U32, "move", NUMBER, "Moves of the game, those of the opening included"),
  GAME (first_move, ELEMENT_U64, "1", "row of the moves", "Its first move"),
  GAME (late, ELEMENT_REAL, "s", "IEEE 754 double", "How long a move took that came too late, else 0"),
};

static const struct field move_fields[] = {
  MOVE (text, ELEMENT_TEXT, MOVE_TEXT, "1", "UTF-8, padded with zeros", "The move"),
  MOVE (seconds, ELEMENT_REAL, 0, "s", "IEEE 754 double", "How long the player took"),
  MOVE (nodes, ELEMENT_U64, 0, "node", NUMBER, "Nodes of its searches"),
};

void game_list_free (struct game_list *list) {
  free (list->games);
  free (list->moves);
  *list = (struct game_list){ 0 };
}

/* Add a game with its moves (copied); sets first_move. */
static void game_list_add (struct game_list *list, const struct played_game *game,
                           const struct played_move *moves) {
  if (list->count == list->capacity) {
    list->capacity = 2 * list->capacity + 64;
    list->games = reallocate (list->games, list->capacity, sizeof *list->games);
  }
  if (game->moves > list->move_capacity - list->move_count) {
    list->move_capacity = 2 * list->move_capacity + game->moves;
    list->moves = reallocate (list->moves, list->move_capacity, sizeof *list->moves);
  }
  struct played_game *added = &list->games[list->count++];
  *added = *game;
  added->first_move = list->move_count;
  if (game->moves > 0)
    memcpy (list->moves + list->move_count, moves, game->moves * sizeof *moves);
  list->move_count += game->moves;
}

static int by_number (const void *a, const void *b) {
  const struct played_game *x = a, *y = b;
  return (x->number > y->number) - (x->number < y->number);
}

void game_list_sort (struct game_list *list) {
  struct game_list sorted = { 0 };
  if (list->count > 0)
    qsort (list->games, list->count, sizeof *list->games, by_number);
  for (size_t i = 0; i < list->count; i++)
    game_list_add (&sorted, &list->games[i], list->moves + list->games[i].first_move);
  game_list_free (list);
  *list = sorted;
}

bool game_replay (struct course *course, const struct game *game, const struct played_move *moves,
                  uint32_t count) {
  struct failure never = { 0 };
  if (!course_begin (course, game, "", &never))
    return false;
  struct successor *list = allocate ((size_t) game->moves_max, sizeof *list);
  bool good = true;
  for (uint32_t i = 0; good && i < count; i++) {
    int left = game->engine->successors (game, course_position (course), list);
    while (left > 0 && strcmp (list[left - 1].text, moves[i].text) != 0)
      left--;
    good = left > 0;
    if (good)
      course_play (course, &list[left - 1]);
  }
  free (list);
  if (!good)
    course_end (course);
  return good;
}

void game_pack (struct bytes *message, const struct played_game *game, const struct played_move *moves) {
  bytes_add (message, game, sizeof *game);
  bytes_add (message, moves, game->moves * sizeof *moves);
}

bool game_unpack (struct game_list *list, const uint8_t *message, size_t size) {
  struct played_game game;
  if (size < sizeof game)
    return false;
  memcpy (&game, message, sizeof game);
  if (size != sizeof game + game.moves * sizeof (struct played_move))
    return false;
  struct played_move *moves = allocate ((size_t) game.moves + 1, sizeof *moves);
  memcpy (moves, message + sizeof game, size - sizeof game);
  game_list_add (list, &game, moves);
  free (moves);
  return true;
}

void game_list_save (struct file_out *file, const struct game_list *list) {
  file_group (file, "/games", "One row a game");
  columns_write (file, game_fields, FIELDS (game_fields), list->games, sizeof *list->games, list->count);
  file_group (file, "/moves", "One row a move of a game, those of each game in their order");
  columns_write (file, move_fields, FIELDS (move_fields), list->moves, sizeof *list->moves, list->move_count);
}

static bool is_game (const struct played_game *game, const struct game_limits *limits, size_t moves) {
  return game->number < limits->games && game->board < limits->boards && game->first < limits->players
         && game->second < limits->players && game->first != game->second && game->result >= -1
         && game->result <= 1 && game->ending > GAME_END_NONE && game->ending < GAME_ENDS
         && game->opening <= game->moves && game->first_move <= moves
         && game->moves <= moves - game->first_move;
}

bool game_list_load (struct file_in *file, struct game_list *list, const struct game_limits *limits) {
  size_t count = SIZE_MAX, moves = SIZE_MAX;
  assert (list->count == 0);
  list->games = columns_read (file, game_fields, FIELDS (game_fields), sizeof *list->games, &count);
  list->moves = columns_read (file, move_fields, FIELDS (move_fields), sizeof *list->moves, &moves);
  bool good = list->games != NULL && list->moves != NULL;
  uint8_t *seen = allocate (limits->games + 1, 1);
  for (size_t i = 0; good && i < count; i++) {
    good = is_game (&list->games[i], limits, moves) && !seen[list->games[i].number];
    if (good)
      seen[list->games[i].number] = 1;
  }
  free (seen);
  if (good) {
    list->count = list->capacity = count;
    list->move_count = list->move_capacity = moves;
  } else
    game_list_free (list);
  return good;
}
