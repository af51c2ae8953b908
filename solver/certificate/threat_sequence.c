#include "certificate/threat_sequence.h"

#include "games/directions.h"

#include <string.h>

enum { STONES_TRIED = 5000 };

struct threat_search {
  struct argument *argument;
  struct array_position position;
  uint16_t *number;
  int tried;
  bool cut; /* were longer sequences left out? */
};

static bool is_inside (const struct array_game *game, int column, int row) {
  return column >= 0 && column < game->columns && row >= 0 && row < game->rows;
}

/* The lowest cell other than `but` where the player with that mark completes a row through his stone on `at`;
 * -1: none. Along each line through that stone only the first empty cell can be one. */
static int completing_cell (const struct array_game *game, const struct array_position *position, int mark,
                            int at, int but) {
  int lowest = -1;
  for (int way = 0; way < 8; way++) {
    const int side = way % 2 ? -1 : 1, right = side * line_by_column[way / 2],
              up = side * line_by_row[way / 2];
    int column = at % game->columns + right, row = at / game->columns + up;
    while (is_inside (game, column, row) && position->cell[row * game->columns + column] == mark) {
      column += right;
      row += up;
    }
    const int cell = is_inside (game, column, row) ? row * game->columns + column : -1;
    if (cell != but && may_place (game, position, cell) && (lowest < 0 || cell < lowest)
        && completes_row (game, position, cell, mark))
      lowest = cell;
  }
  return lowest;
}

/* The cells that bring a row of the player to one stone less than it needs, or complete it. */
static void mark_threats (const struct array_game *game, const struct array_position *position, int mark,
                          bool *threat) {
  memset (threat, 0, (size_t) game->cells * sizeof *threat);
  for (int i = 0; i < game->lines; i++) {
    const struct line *line = &game->line[i];
    const int lacks = line_lacks (game, position, line, mark);
    for (int j = 0; j < game->length && (lacks == 1 || lacks == 2); j++)
      threat[line->first + j * line->step] = true;
  }
}

/* Find a sequence that has at most `most` stones before the last. `urgent`: the only cell where the other
 * side would complete a row; -1: none. */
static bool find_at_most (struct threat_search *s, size_t depth, size_t most, int urgent) {
  const struct array_game *game = s->argument->game;
  const int mark = s->argument->mark, theirs = 3 - mark;
  struct array_position *position = &s->position;
  bool threat[CELLS_MOST];
  mark_threats (game, position, mark, threat);
  for (int cell = 0; cell < game->cells; cell++) {
    if (!threat[cell] || position->cell[cell] != 0 || (urgent >= 0 && cell != urgent))
      continue;
    place_stone (position, cell);
    s->number[depth] = (uint16_t) cell;
    s->argument->numbers = depth + 1;
    bool won = completes_row (game, position, cell, mark);
    const int answer = won ? -1 : completing_cell (game, position, mark, cell, -1);
    if (answer >= 0) {
      won = completing_cell (game, position, mark, cell, answer) >= 0;
      s->cut = s->cut || (!won && depth == most);
      if (!won && depth < most && ++s->tried < STONES_TRIED) {
        place_stone (position, answer);
        const int next = completing_cell (game, position, theirs, answer, -1);
        won = (next < 0 || completing_cell (game, position, theirs, answer, next) < 0)
              && find_at_most (s, depth + 1, most, next);
        remove_stone (position, answer);
      }
    }
    remove_stone (position, cell);
    if (won || s->tried >= STONES_TRIED)
      return won;
  }
  return false;
}

/* Find the shortest sequence after `depth` stones. */
static bool find_threats (struct threat_search *s, size_t depth, int urgent) {
  s->tried = 0;
  s->cut = true;
  for (size_t most = depth; s->cut && s->tried < STONES_TRIED; most++) {
    s->cut = false;
    if (find_at_most (s, depth, most, urgent))
      return true;
  }
  return false;
}

bool find_threat_sequence (struct argument *a, uint16_t *number) {
  struct threat_search s = { .argument = a, .number = number };
  if (mark_to_move (a->position) != a->mark || a->bound <= 0)
    return false;
  array_position_copy (a->game, &s.position, a->position);
  const int urgent = winning_cell (a->game, &s.position, 3 - a->mark);
  if (urgent >= 0) { /* is it the only one? */
    place_stone (&s.position, urgent);
    const bool lost = winning_cell (a->game, &s.position, 3 - a->mark) >= 0;
    remove_stone (&s.position, urgent);
    if (lost)
      return false;
  }
  return find_threats (&s, 0, urgent);
}

/* Does the sequence win after the other side's stone on `last`, each of its stones with one answer at most?
 * `first`: the stone that the other side has replied to. Adds to *nodes what the checker counts at least. */
static bool wins_after (const struct argument *a, struct array_position *position, int first, int last,
                        uint64_t *nodes) {
  const struct array_game *game = a->game;
  size_t next = 0;
  for (int own = first;;) {
    if (completing_cell (game, position, a->mark, own, -1) >= 0)
      return worth_of (game, WINS, position->plies + 1) >= a->bound;
    own = completing_cell (game, position, 3 - a->mark, last, -1);
    for (; own < 0 && next < a->numbers; next++)
      own = may_place (game, position, a->number[next]) ? a->number[next] : -1;
    if (own < 0)
      return false;
    place_stone (position, own);
    ++*nodes;
    const int answer = completing_cell (game, position, a->mark, own, -1);
    if (answer < 0 || completing_cell (game, position, 3 - a->mark, last, -1) >= 0)
      return false;
    place_stone (position, answer);
    last = answer;
  }
}

void find_refuting_replies (const struct argument *a, int first, bool *refutes) {
  const struct array_game *game = a->game;
  struct array_position after, reply;
  uint64_t nodes = 1;
  array_position_copy (game, &after, a->position);
  place_stone (&after, first);
  for (int cell = 0; cell < game->cells; cell++) {
    uint64_t more = nodes;
    array_position_copy (game, &reply, &after);
    place_stone (&reply, cell);
    refutes[cell]
        = after.cell[cell] == 0 && (!wins_after (a, &reply, first, cell, &more) || more > PLAN_POSITIONS);
    nodes = after.cell[cell] == 0 && !refutes[cell] ? more : nodes;
  }
}

bool find_plan_of_threats (struct argument *a, int cell, uint16_t *number) {
  struct threat_search s = { .argument = a, .number = number };
  array_position_copy (a->game, &s.position, a->position);
  place_stone (&s.position, cell);
  const bool loses = winning_cell (a->game, &s.position, 3 - a->mark) >= 0;
  s.position.to_move = !s.position.to_move; /* the other side passes */
  a->number = number;
  number[0] = (uint16_t) cell;
  return a->bound > 0 && !loses && find_threats (&s, 1, -1);
}
