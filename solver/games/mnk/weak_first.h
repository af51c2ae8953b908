/* Before the real game is searched: do the sides win at least the Maker-Breaker game, each as Maker? Who does not, does not win. */
#ifndef ZERMELO_MNK_WEAK_FIRST_H
#define ZERMELO_MNK_WEAK_FIRST_H

#define GAME_SEARCH_FIRST 1

#include "games/mnk/maker_breaker_search.h"

static void
game_search_first (struct searcher *s, const struct position *root)
{
#if GAME_BITS <= 128
  const struct question *question = &s->search->question;
  const struct bounds range = search_range (s->strong);
  for (int other = 0; other < 2; other++) {
    struct bounds bounds = searcher_root_bounds (s);
    bool asked = other ? bounds.lower < 0 && question->window.lower < 0
                       : bounds.upper > 0 && question->window.upper > 0;
    if (!asked || searcher_settled (question, bounds))
      continue;
    enum maker_breaker winner;
    do
      winner = maker_breaker_solve (s, root, position_mover (root) ^ other, NULL);
    while (s->stopped && searcher_resume (s));
    if (s->stopped)
      return;
    if (winner == BREAKER_WINS)
      searcher_prove (s, (struct bounds){ other ? 0 : range.lower, other ? range.upper : 0 }, -1,
                      "Maker-Breaker");
    else /* other threads find this in the table when they start again */
      atomic_fetch_add_explicit (&s->search->round, 1, memory_order_relaxed);
  }
  searcher_root_bounds (s);
#else
  (void) s, (void) root;
#endif
}

#endif
