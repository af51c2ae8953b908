/* The arguments of mnk_knowledge.h as sentences: the reason why a position of the m,n,k-game needs no
 * search. */
#ifndef ZERMELO_MNK_MNK_EXPLAIN_H
#define ZERMELO_MNK_MNK_EXPLAIN_H

#include "games/mnk/mnk_knowledge.h"

#define GAME_EXPLAIN 1

/** The reason why a player cannot win, in words; NULL: none is known. In the order of
 * game_static_bounds(). */
static inline const char *explain_no_win (const struct board *board, const struct position *position,
                                          int player) {
  const cells *stones = &position->stones[player][0], *opponent = &position->stones[!player][0];
  const bool to_move = position_mover (position) == player;
  if (earliest_win (board, position, player, position->plies + (to_move ? 3 : 4)) < 0)
    return "no line is left to complete in time";
  if (player == 1 && strategy_is_stolen (board, position))
    return "the first player would steal its strategy (Nash)";
  if (periodic_blocks (board, stones, opponent, to_move))
    return board->lines.length == TILING_LENGTH
               ? "the opponent has an answer on each tile of a pattern of the plane"
               : "the pairing of Hales and Jewett holds two cells of every line";
#if GAME_BITS <= 128
  if (potential_blocks_lines (board, *stones, *opponent, to_move))
    return "the lines that are left weigh too little (the potential of Erdős and Selfridge)";
#endif
  return NULL;
}

static inline bool explain_draw (const struct board *board, const struct position *position, char *text,
                                 size_t size) {
  const char *first = explain_no_win (board, position, 0), *second = explain_no_win (board, position, 1);
  if (first == NULL || second == NULL)
    return false;
  if (strcmp (first, second) == 0)
    snprintf (text, size, "neither player can win: %s", first);
  else
    snprintf (text, size, "the first player cannot win: %s; nor can the second: %s", first, second);
  return true;
}

static inline bool game_explain (const struct board *board, const struct position *position,
                                 const char *argument, char *text, size_t size) {
  const struct threats threats = threats_of (board, position);
  const int longest = board->columns > board->rows ? board->columns : board->rows;
  struct move first;
  const int stones = cells_any (&threats.own) ? 1 : stones_to_win (board, position, &threats.other, &first);
  if (argument != NULL && strcmp (argument, "Maker-Breaker") == 0)
    snprintf (text, size, "the Maker-Breaker game is lost for Maker");
  else if (board->lines.length > longest)
    snprintf (text, size, "no line of %d fits", board->lines.length);
  else if (cells_any (&threats.own))
    snprintf (text, size, "the next stone completes a line");
  else if (cells_exceed (&threats.other, 1))
    snprintf (text, size, "two lines must be stopped at once");
  else if (stones != 0)
    snprintf (text, size, "a sequence of threats wins, with %d stones", stones);
  else if (argument != NULL && strcmp (argument, "threats") == 0)
    snprintf (text, size, "a sequence of threats wins");
  else
    return explain_draw (board, position, text, size);
  return true;
}

#endif
