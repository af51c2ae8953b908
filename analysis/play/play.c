#include "analysis/play/play.h"

#include <stddef.h>

void
play_move (struct play *play, const struct successor *successor, const struct cost *cost)
{
  struct play_account *account = &play->account[course_mover (&play->course)];
  account->moves++;
  cost_add (&account->cost, cost);
  if (cost->seconds > account->longest)
    account->longest = cost->seconds;
  course_play (&play->course, successor);
}

void
play_swap (struct play *play)
{
  struct player *player = play->player[0];
  const struct play_account account = play->account[0];
  play->player[0] = play->player[1];
  play->account[0] = play->account[1];
  play->player[1] = player;
  play->account[1] = account;
}

bool
play_game (struct play *play, const struct play_audience *audience)
{
  while (course_ending (&play->course, NULL) == GAME_END_NONE) {
    struct player *player = play->player[course_mover (&play->course)];
    struct thought thought, *found = NULL;
    if (player_kind (player)->human) {
      const enum human_choice choice = audience->ask (audience->context, play);
      if (choice == HUMAN_LEAVES)
        return false;
      if (choice == HUMAN_WAITS)
        continue;
    } else {
      if (!player_think (player, &play->course, &thought))
        return false;
      play_move (play, &thought.chosen, &thought.cost);
      found = &thought;
    }
    if (audience->moved != NULL)
      audience->moved (audience->context, play, found);
  }
  return true;
}

void
play_end (struct play *play)
{
  course_end (&play->course);
}
