/* Winning sequences of threes: stones that each threaten to win by a sequence of fours (threats.h), and
 * fours.
 *
 * After such a stone the other side, which cannot complete a line, must prevent the sequence that would win
 * if it passed. These replies are tried, each until it loses:
 * 1. the empty cells of the zone of that sequence;
 * 2. its own fours, wherever they are: stones that leave one of its lines lacking one, which must be answered
 *    and so gain a tempo. The answer is played, and the other side is to move again as before. A four that
 *    leaves two cells ends the attack.
 *
 * Any other stone neither completes a line nor leaves one lacking one, and is outside the zone, so the
 * sequence still wins, as shown in threats.h. So if all replies of 1 and 2 lose, all replies do. A stone that
 * leaves a line lacking one allows only one reply. By induction a win that is found is a win by the rules,
 * which can be verified by playing it out. This refers to the game in which the lines of both sides count. In
 * the Maker-Breaker game there are no replies of 2, and wins are wins as well.
 *
 * When a reply r of 1 that is not a four loses to another sequence of fours, the remaining replies that are
 * not fours need to be tried only if they are in the zone of this sequence as well. Against the others the
 * same sequence wins, since r itself, which is missing there, only took lines from the attacker. This fails
 * with `exact`, where r may have lengthened a row of its own side.
 *
 * A win has a zone here, too. Give the other side an extra stone outside it that leaves none of its lines
 * lacking one: then the attacker, who is to move, still wins by the tree that was found. The zone has
 * 1. each stone of the attacker in the tree, and each cell with which such a stone lets him complete a line;
 * 2. the empty cells of lines through an answer to a four that lack two after it;
 * 3. where the other side must prevent a sequence, the empty cells of all its lines that lack two or three,
 * and the wider zone of this sequence (threats.h);
 * 4. the wider zone of each further sequence that leaves out replies;
 * 5. the zone of each sequence of fours that ends a branch.
 * By 1 the attacker can play his stones, and the lines that he completes are free. The extra stone gives the
 * other side no cell to complete a line: a line with it and the last answer lacks at least two by 2, and one
 * with it and another last reply by 3, since before that reply it lacked at least four without the extra
 * stone. So the answers that the attacker owes are those of the tree. By 3 the other side has the same fours
 * as without the extra stone, and these leave the same cells. Its other replies that are not in the tree lose
 * to the same sequences as there, since the reply is outside the zone, the extra stone outside the wider one.
 * With `exact` the extra stone may lengthen a row, and there is no zone.
 *
 * The result is a bound on the length: the maximum number of stones over all replies; a reply that is not
 * tried loses in as many stones as the sequence has. Depth is the number of stones of the attacker before the
 * last sequence of fours, not counting answers to fours; iterative deepening. The cost is counted in stones
 * tried, so that every run finds the same result; the search gives up after `most`.
 *
 * Source: Thomsen, Lambda-search in game trees, ICGA J. 23(4), 2000 (order 2); zones of null moves: Wu, Lin,
 * Relevance-zone-oriented proof search for Connect6, IEEE TCIAIG 2(3), 2010. */
#ifndef ZERMELO_MNK_THREATS_SECOND_H
#define ZERMELO_MNK_THREATS_SECOND_H

#include "games/mnk/threats.h"

#include <assert.h>

enum { SECOND_DEPTH_MAX = 12 };

struct second_search {
  const struct board *board;
  int tried, most; /* numbers of stones */
  int first;       /* the first stone of a win */
  bool cut;        /* the depth limit has cut off a sequence */
  bool by_fours;   /* the last win found is a sequence of fours that answers no four, with this zone */
  cells zone;
  cells wide;   /* the wider zone of this sequence, if it is recorded */
  bool records; /* find `whole` as well; not with `exact` */
  cells whole;  /* the zone of the whole win; empty at the beginning */
};

/** Add cells to the zone of the whole win. */
static inline void second_record (struct second_search *s, cells set) {
  if (s->records)
    s->whole = cells_or (s->whole, set);
}

/** Find a sequence of fours for the side to move, with the first stone in `allowed`. */
static inline int second_fours (struct second_search *s, cells stones, cells opponent, cells allowed) {
  struct threat_sequence sequence = { .board = s->board, .widens = s->records };
  const int found = threats_win (&sequence, stones, opponent, allowed);
  s->tried += sequence.tried + 1;
  s->first = sequence.first;
  s->zone = sequence.zone;
  s->wide = sequence.wide;
  return found;
}

/** The cells worth an attack: in lines that lack three or two; `several`: in more than one such line. */
static inline cells second_candidates (const struct board *board, cells stones, cells opponent,
                                       cells *several) {
  cells all = *several = cells_none ();
  for (int i = 0; i < 4; i++)
    for (int lacking = 2; lacking <= 3; lacking++) {
      cells starts = threats_lacking (board, &board->lines.direction[i], stones, opponent, lacking);
      while (cells_any (&starts)) {
        const cells lacks = cells_minus (board_line (board, i, cells_pop (&starts)), stones);
        *several = cells_or (*several, cells_and (all, lacks));
        all = cells_or (all, lacks);
      }
    }
  return all;
}

static int second_attack (struct second_search *, cells stones, cells opponent, cells urgent, int depth);

/** The number of stones that win after a reply; 0: none found. */
static inline int second_reply (struct second_search *s, cells stones, cells opponent, int reply, int depth) {
  assert (!cells_has (&stones, reply) && !cells_has (&opponent, reply));
  cells_add (&opponent, reply);
  const cells urgent = threats_through (s->board, opponent, stones, reply, 1);
  return cells_exceed (&urgent, 1) ? 0 : second_attack (s, stones, opponent, urgent, depth);
}

/** The number of further stones that win whatever the other side does, after the attacker has played `attack`
 * and the other side cannot complete a line; 0: none found. */
static int second_defend (struct second_search *s, cells stones, cells opponent, int attack, int depth) {
  assert (cells_has (&stones, attack) && !cells_has (&opponent, attack));
  const cells completing = threats_through (s->board, stones, opponent, attack, 1);
  second_record (s, cells_or (cells_of (attack), completing));
  if (cells_exceed (&completing, 1))
    return 1;
  if (cells_any (&completing)) {
    const int answer = cells_first (&completing);
    if (s->records)
      second_record (s, threats_through (s->board, cells_or (opponent, completing), stones, answer, 2));
    return second_reply (s, stones, opponent, answer, depth);
  }
  int worst = second_fours (s, stones, opponent, s->board->all);
  if (worst == 0)
    return 0;
  struct threat_attacks fours;
  threats_attacks (s->board, opponent, stones, &fours);
  if (cells_any (&fours.doubles))
    return 0;
  if (s->records) {
    cells several;
    second_record (s, cells_or (s->wide, second_candidates (s->board, opponent, stones, &several)));
  }
  cells quiet = cells_minus (s->zone, cells_or (cells_or (stones, opponent), fours.at)), gaining = fours.at;
  while (cells_any (&gaining) || cells_any (&quiet)) {
    const bool gains = cells_any (&gaining);
    const int found = second_reply (s, stones, opponent, cells_pop (gains ? &gaining : &quiet), depth);
    if (found == 0)
      return 0;
    worst = found > worst ? found : worst;
    if (!gains && s->by_fours && !s->board->lines.exact) {
      quiet = cells_and (quiet, s->zone);
      second_record (s, s->wide);
    }
  }
  return worst;
}

/** The number of stones that win if the attacker is to move and cannot complete a line; `urgent`: the cell
 * where the other side can, or none. */
static int second_attack (struct second_search *s, cells stones, cells opponent, cells urgent, int depth) {
  assert (depth >= 0 && depth <= SECOND_DEPTH_MAX && !cells_exceed (&urgent, 1));
  const struct board *board = s->board;
  const bool pressed = cells_any (&urgent);
  int found = second_fours (s, stones, opponent, pressed ? urgent : board->all);
  s->by_fours = found != 0 && !pressed;
  if (found != 0) {
    second_record (s, s->zone);
    return found;
  }
  s->cut |= depth == 0;
  if (depth == 0 && !pressed)
    return 0;
  cells several = urgent, rest = urgent;
  if (!pressed)
    rest = second_candidates (board, stones, opponent, &several);
  for (rest = cells_minus (rest, several); cells_any (&several) || cells_any (&rest);) {
    const int attack = cells_pop (cells_any (&several) ? &several : &rest);
    if (s->tried >= s->most)
      return 0;
    cells with = stones;
    const cells before = s->whole;
    cells_add (&with, attack);
    found = second_defend (s, with, opponent, attack, depth - !pressed);
    s->by_fours = false;
    s->first = attack;
    if (found != 0)
      return found + 1;
    s->whole = before;
  }
  return 0;
}

/** The number of stones, the last of which completes a line, with which the side to move can force a win by
 * threes. It cannot complete a line at once; `urgent`: the cell where the other side can, or none. 0: none
 * found. */
static inline int second_win (struct second_search *s, cells stones, cells opponent, cells urgent) {
  s->cut = true;
  for (int depth = 1; depth <= SECOND_DEPTH_MAX && s->cut && s->tried < s->most; depth++) {
    s->cut = false;
    const int found = second_attack (s, stones, opponent, urgent, depth);
    if (found != 0)
      return found;
  }
  return 0;
}

#endif
