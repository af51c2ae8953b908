#include "play/match.h"

#include "play/game_text.h"
#include "play/play.h"
#include "base/sample.h"

#include <stdlib.h>
#include <string.h>

struct match {
  const struct tournament *tournament;
  struct play_resources resources;
  struct game game; /* engine NULL: no board is open */
  size_t board;
  struct player *player[2]; /* the players of the pair: the one that is listed first, and the other */
  size_t listed[2];         /* their indices in the list */
  uint8_t *unable;          /* by board, then player; 1: the player cannot play the board */
  struct played_move *moves;
  uint32_t capacity;
  void (*poll) (void *context); /* may be NULL */
  void *poll_context;
};

struct match *match_create (const struct tournament *tournament, const struct play_resources *resources) {
  struct match *match = allocate (1, sizeof *match);
  match->tournament = tournament;
  match->resources = *resources;
  match->resources.programs = true;
  match->resources.grace = tournament->tolerance;
  match->resources.table_bytes /= 2;
  match->unable = allocate (tournament->board_count * tournament->player_count + 1, sizeof *match->unable);
  return match;
}

void match_poll_by (struct match *match, void (*poll) (void *context), void *context) {
  match->poll = poll;
  match->poll_context = context;
}

static void close_pair (struct match *match) {
  for (int i = 0; i < 2; i++) {
    player_close (match->player[i]);
    match->player[i] = NULL;
  }
}

static void close_board (struct match *match) {
  close_pair (match);
  if (match->game.engine != NULL)
    engine_close (&match->game);
  match->game.engine = NULL;
}

void match_destroy (struct match *match) {
  close_board (match);
  free (match->moves);
  free (match->unable);
  free (match);
}

/* ---- board and players ---- */

/* Can a player not play a board? Known when the board has been opened, or when the player's program has
 * refused it. */
static uint8_t *unable (const struct match *match, size_t board, size_t player) {
  return &match->unable[board * match->tournament->player_count + player];
}

static bool open_board (struct match *match, size_t board, struct failure *failure) {
  if (match->game.engine != NULL && match->board == board)
    return true;
  close_board (match);
  if (!engine_open (&match->game, match->tournament->boards[board], failure)) {
    match->game.engine = NULL;
    return false;
  }
  match->resources.game = &match->game;
  match->board = board;
  for (size_t i = 0; i < match->tournament->player_count; i++)
    *unable (match, board, i) |= !player_plays (match->tournament->players[i], &match->game);
  return true;
}

static bool open_pair (struct match *match, const size_t listed[2], struct failure *failure) {
  for (int i = 0; i < 2; i++) {
    if (match->player[i] != NULL && match->listed[i] == listed[i])
      continue;
    player_close (match->player[i]);
    match->listed[i] = listed[i];
    match->player[i] = player_open (match->tournament->players[listed[i]], &match->resources, NULL, failure);
    if (match->player[i] == NULL)
      return false;
    player_limit_at_most (match->player[i], match->tournament->seconds);
  }
  return true;
}

/* Can every player be opened on every board that he can play? */
static bool check_players (struct match *match, int *place, struct failure *failure) {
  for (size_t i = 0; i < match->tournament->player_count && failure->code == 0; i++) {
    if (*unable (match, match->board, i))
      continue;
    *place = (int) i;
    struct player *player = player_open (match->tournament->players[i], &match->resources, NULL, failure);
    if (player != NULL && player_kind (player)->human)
      fail (failure, EXIT_BAD_DATA, "nobody is there to move");
    player_close (player);
  }
  return failure->code == 0;
}

/* Is there a board for every player that he can play? */
static void check_boards (struct match *match, int *place, struct failure *failure) {
  const struct tournament *t = match->tournament;
  for (size_t i = 0; i < t->player_count && failure->code == 0; i++) {
    size_t board = 0;
    while (board < t->board_count && *unable (match, board, i))
      board++;
    *place = (int) i;
    if (board == t->board_count)
      fail (failure, EXIT_BAD_DATA, "it can play %s",
            board == 1 ? "on no such board" : "on none of the boards");
  }
}

bool match_check (const struct tournament *tournament, const struct play_resources *resources, int *place,
                  struct failure *failure) {
  struct match *match = match_create (tournament, resources);
  bool good = true;
  for (size_t board = 0; good && board < tournament->board_count; board++) {
    *place = -1;
    good = open_board (match, board, failure) && check_players (match, place, failure);
  }
  if (good)
    check_boards (match, place, failure);
  match_destroy (match);
  return failure->code == 0;
}

/* ---- a game ---- */

/* Play random moves, none of which ends the game. */
static void play_opening (struct course *course, int moves, uint64_t chance) {
  const struct game *game = course->game;
  struct successor *list = allocate ((size_t) game->moves_max, sizeof *list);
  for (int i = 0; i < moves; i++) {
    const int count = game->engine->successors (game, course_position (course), list);
    bool done = false;
    for (int left = count; left > 0 && !done; left--) {
      chance = sample_scramble (chance + UINT64_C (0x9e3779b97f4a7c15));
      const int which = (int) (chance % (uint64_t) left);
      course_play (course, &list[which]);
      done = course_ending (course, NULL) == GAME_END_NONE;
      if (!done)
        course_undo (course);
      list[which] = list[left - 1];
    }
    if (!done)
      break;
  }
  free (list);
}

/* Note the i-th move of a game, counted from 0, with its cost. */
static void note_move (struct match *match, const struct course *course, int i, const struct cost *cost) {
  const uint32_t last = (uint32_t) i;
  if (last >= match->capacity) {
    match->capacity = 2 * last + 64;
    match->moves = reallocate (match->moves, match->capacity, sizeof *match->moves);
  }
  struct played_move *move = &match->moves[last];
  memset (move, 0, sizeof *move); /* the padding is set, too, since the struct is sent as bytes */
  memcpy (move->text, course->step[i + 1].move, sizeof move->text);
  move->seconds = cost->seconds;
  move->nodes = cost->nodes;
}

static void begin_game (struct match *match, struct play *play, size_t number,
                        const struct fixture *fixture) {
  static const struct cost none = { 0 };
  const struct tournament *t = match->tournament;
  struct failure never = { 0 };
  const bool in_order = fixture->first < fixture->second;
  *play = (struct play){ .game = &match->game,
                         .player = { match->player[!in_order], match->player[in_order] },
                         .late = t->seconds > 0 ? t->seconds + t->tolerance : 0,
                         .moves_most = t->moves_most };
  if (!course_begin (&play->course, &match->game, "", &never))
    internal_error (__FILE__, __LINE__, "%s: %s", match->game.title, never.text);
  for (int i = 0; i < 2; i++)
    player_begin (play->player[i], sample_scramble (t->seed + 2 * number + (uint64_t) i + 1));
  play_opening (&play->course, t->opening,
                sample_scramble (t->seed ^ sample_scramble (fixture->opening + 1)));
  for (int i = 0; i < play->course.moves; i++)
    note_move (match, &play->course, i, &none);
}

static void moved (void *context, struct play *play, const struct thought *thought) {
  struct match *match = context;
  note_move (match, &play->course, play->course.moves - 1, &thought->cost);
  if (match->poll != NULL)
    match->poll (match->poll_context);
}

/* Report a game that is not played, since one player or both cannot play the board. */
static void note_unplayable (const struct match *match, size_t number, const struct fixture *fixture,
                             struct bytes *message) {
  const bool first = *unable (match, fixture->board, fixture->first),
             second = *unable (match, fixture->board, fixture->second);
  const bool forfeit = match->tournament->forfeits && first != second;
  const struct played_game game = { .number = (uint32_t) number,
                                    .board = (uint32_t) fixture->board,
                                    .first = (uint32_t) fixture->first,
                                    .second = (uint32_t) fixture->second,
                                    .result = !forfeit ? 0
                                              : first  ? -1
                                                       : 1,
                                    .ending = forfeit           ? GAME_END_UNPLAYABLE
                                              : first && second ? GAME_END_OUT_BOTH
                                              : first           ? GAME_END_OUT_FIRST
                                                                : GAME_END_OUT_SECOND };
  game_pack (message, &game, NULL);
}

/* Play a game whose players are open. False: it was stopped. */
static bool play_fixture (struct match *match, size_t number, const struct fixture *fixture,
                          struct bytes *message) {
  struct play play;
  begin_game (match, &play, number, fixture);
  const uint32_t opening = (uint32_t) play.course.moves;
  const struct play_audience audience = { .context = match, .moved = moved };
  bool over = true;
  const bool refused[2] = { player_refuses (play.player[0]), player_refuses (play.player[1]) };
  *unable (match, fixture->board, fixture->first) |= refused[0];
  *unable (match, fixture->board, fixture->second) |= refused[1];
  if (refused[0] || refused[1])
    note_unplayable (match, number, fixture, message);
  else if ((over = play_game (&play, &audience))) {
    const enum record_result result = play_result (&play);
    const struct played_game game = { .number = (uint32_t) number,
                                      .board = (uint32_t) fixture->board,
                                      .first = (uint32_t) fixture->first,
                                      .second = (uint32_t) fixture->second,
                                      .result = result == RECORD_WON    ? 1
                                                : result == RECORD_LOST ? -1
                                                                        : 0,
                                      .ending = play_ending (&play, NULL),
                                      .opening = opening,
                                      .moves = (uint32_t) play.course.moves,
                                      .late = play.late_seconds };
    game_pack (message, &game, match->moves);
  }
  play_end (&play);
  return over;
}

bool match_play (struct match *match, size_t number, struct bytes *message, struct failure *failure) {
  const struct fixture fixture = tournament_fixture (match->tournament, number);
  const bool in_order = fixture.first < fixture.second;
  const size_t pair[2]
      = { in_order ? fixture.first : fixture.second, in_order ? fixture.second : fixture.first };
  if (!open_board (match, fixture.board, failure))
    return false;
  if (*unable (match, fixture.board, pair[0]) || *unable (match, fixture.board, pair[1])) {
    note_unplayable (match, number, &fixture, message);
    return true;
  }
  return open_pair (match, pair, failure) && play_fixture (match, number, &fixture, message);
}
