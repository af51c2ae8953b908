#include "play/play.h"

#include <stddef.h>

void play_move (struct play *play, const struct successor *successor, const struct cost *cost) {
  struct play_account *account = &play->account[course_mover (&play->course)];
  account->moves++;
  cost_add (&account->cost, cost);
  if (cost->seconds > account->longest)
    account->longest = cost->seconds;
  course_play (&play->course, successor);
}

void play_swap (struct play *play) {
  struct player *player = play->player[0];
  const struct play_account account = play->account[0];
  play->player[0] = play->player[1];
  play->account[0] = play->account[1];
  play->player[1] = player;
  play->account[1] = account;
}

enum game_end play_ending (const struct play *play, enum outcome *outcome) {
  if (play->ending == GAME_END_NONE)
    return course_ending (&play->course, outcome);
  if (outcome != NULL)
    *outcome = game_end_is_forfeit (play->ending) ? LOST : DRAWN;
  return play->ending;
}

/* Let a program move, unless it forfeits the game. False: stopped. */
static bool program_moves (struct play *play, struct player *player, struct thought *thought) {
  if (!player_think (player, &play->course, thought))
    return false;
  play->ending = thought->forfeit;
  if (play->ending == GAME_END_NONE && play->late > 0 && thought->cost.seconds > play->late)
    play->ending = GAME_END_LATE;
  if (play->ending == GAME_END_LATE)
    play->late_seconds = thought->cost.seconds;
  if (play->ending == GAME_END_NONE)
    play_move (play, &thought->chosen, &thought->cost);
  return true;
}

bool play_game (struct play *play, const struct play_audience *audience) {
  while (play_ending (play, NULL) == GAME_END_NONE) {
    struct player *player = play->player[course_mover (&play->course)];
    struct thought thought, *found = NULL;
    if (play->moves_most > 0 && play->course.moves >= play->moves_most) {
      play->ending = GAME_END_CAP;
      break;
    }
    if (player_kind (player)->human) {
      const enum human_choice choice = audience->ask (audience->context, play);
      if (choice == HUMAN_LEAVES)
        return false;
      if (choice == HUMAN_WAITS)
        continue;
    } else {
      if (audience->thinks != NULL)
        audience->thinks (audience->context, play, true);
      const bool done = program_moves (play, player, &thought);
      if (audience->thinks != NULL)
        audience->thinks (audience->context, play, false);
      if (!done)
        return false;
      if (play->ending != GAME_END_NONE)
        break;
      found = &thought;
    }
    if (audience->moved != NULL)
      audience->moved (audience->context, play, found);
  }
  return true;
}

void play_end (struct play *play) { course_end (&play->course); }
