#include "certificate/pair_annealing.h"

#include "base/failure.h"

#include <math.h>
#include <stdlib.h>

/* At the beginning a step that adds this much is accepted with a probability of 1/e. */
static const double WARMTH = 0.05;

/* After a try that ends with this potential or more, no further one is made. */
static const double HOPELESS = 1.5;

/* A line that the other side can still complete. */
struct open_line {
  const struct line *line;
  int lacks;     /* how many stones are missing; pairs are not counted as stones */
  double weight; /* 0: the line contains a pair */
  uint32_t step; /* the last step that looked at the line */
};

struct change {
  int line;
  double weight; /* weight before the step */
};

struct annealing {
  const struct argument *argument;
  struct open_line *line;
  int lines;
  int *through;          /* indices of the lines through each cell, one cell after the other; */
  int *begin;            /*   where those of a cell begin, and one entry for the end */
  int *partner;          /* of each cell, or -1 */
  double *at;            /* of each cell: what its lines weigh */
  struct change *change; /* of the present step */
  int changes;
  double sum;
  uint32_t step;
  uint64_t random;
};

static uint32_t draw (struct annealing *s, uint32_t below) {
  s->random ^= s->random << 13;
  s->random ^= s->random >> 7;
  s->random ^= s->random << 17;
  return (uint32_t) ((s->random >> 32) * below >> 32);
}

static int cell_of (const struct annealing *s, const struct open_line *line, int j) {
  (void) s;
  return line->line->first + j * line->line->step;
}

/* ---- weights ---- */

static double weight_of (const struct annealing *s, const struct open_line *line) {
  const int length = s->argument->game->length, step = line->line->step;
  int lacks = line->lacks;
  for (int j = 0; j < length; j++) {
    const int mate = s->partner[cell_of (s, line, j)], apart = mate - line->line->first;
    if (mate < 0)
      continue;
    lacks--;
    if (apart >= 0 && apart % step == 0 && apart / step < length)
      return 0;
  }
  return ldexp (1, -lacks);
}

static void set_weight (struct annealing *s, struct open_line *line, double weight) {
  const double more = weight - line->weight;
  line->weight = weight;
  s->sum += more;
  for (int j = 0; j < s->argument->game->length; j++)
    s->at[cell_of (s, line, j)] += more;
}

/* The lines through a cell whose partner has changed. */
static void weigh_lines_through (struct annealing *s, int cell) {
  for (int i = s->begin[cell]; i < s->begin[cell + 1]; i++) {
    struct open_line *line = &s->line[s->through[i]];
    if (line->step == s->step)
      continue;
    line->step = s->step;
    const double weight = weight_of (s, line);
    if (weight == line->weight)
      continue;
    s->change[s->changes++] = (struct change){ s->through[i], line->weight };
    set_weight (s, line, weight);
  }
}

/* The sum that check_pairing() compares with 1. */
static double potential (const struct annealing *s) {
  const struct argument *a = s->argument;
  double most = 0;
  if (mark_to_move (a->position) != a->mark)
    for (int cell = 0; cell < a->game->cells; cell++)
      if (s->at[cell] > most && a->position->cell[cell] == 0 && s->partner[cell] < 0)
        most = s->at[cell];
  return s->sum + most;
}

/* ---- steps ---- */

static void part (struct annealing *s, int cell) {
  if (cell >= 0)
    s->partner[cell] = -1;
}

static void pair (struct annealing *s, int one, int two) {
  if (one >= 0 && two >= 0) {
    s->partner[one] = two;
    s->partner[two] = one;
  }
}

static void undo (struct annealing *s, const int cells[2], const int mates[2]) {
  while (s->changes > 0) {
    const struct change *change = &s->change[--s->changes];
    set_weight (s, &s->line[change->line], change->weight);
  }
  part (s, cells[0]);
  part (s, cells[1]);
  pair (s, cells[0], mates[0]);
  pair (s, cells[1], mates[1]);
}

/* Make a step from a potential of `present`. Returns the potential after it. */
static double take_step (struct annealing *s, double present, double temperature) {
  const struct argument *a = s->argument;
  const uint32_t length = (uint32_t) a->game->length;
  const struct open_line *line = &s->line[draw (s, (uint32_t) s->lines)];
  const int one = cell_of (s, line, (int) draw (s, length)), two = cell_of (s, line, (int) draw (s, length));
  if (one == two || a->position->cell[one] != 0 || a->position->cell[two] != 0)
    return present;
  const int cells[2] = { one, two }, mates[2] = { s->partner[one], s->partner[two] };
  part (s, mates[0]);
  part (s, mates[1]);
  part (s, one);
  part (s, two);
  if (mates[0] != two)
    pair (s, one, two);
  s->step++;
  s->changes = 0;
  for (int i = 0; i < 2; i++) {
    weigh_lines_through (s, cells[i]);
    if (mates[i] >= 0)
      weigh_lines_through (s, mates[i]);
  }
  const double after = potential (s);
  if (after <= present || draw (s, UINT32_MAX) < exp ((present - after) / temperature) * UINT32_MAX)
    return after;
  undo (s, cells, mates);
  return present;
}

static void begin_try (struct annealing *s) {
  const int cells = s->argument->game->cells;
  for (int cell = 0; cell < cells; cell++) {
    s->partner[cell] = -1;
    s->at[cell] = 0;
  }
  s->sum = 0;
  for (int i = 0; i < s->lines; i++) {
    s->line[i].weight = 0;
    set_weight (s, &s->line[i], ldexp (1, -s->line[i].lacks));
  }
}

/* ---- the lines ---- */

static void list_lines (struct annealing *s) {
  const struct array_game *game = s->argument->game;
  int count = 0;
  for (int i = 0; i < game->lines; i++) {
    const int lacks = line_lacks (game, s->argument->position, &game->line[i], 3 - s->argument->mark);
    if (lacks >= 0)
      s->line[s->lines++] = (struct open_line){ &game->line[i], lacks, 0, 0 };
  }
  for (int cell = 0; cell <= game->cells; cell++) {
    s->begin[cell] = count;
    for (int i = 0; i < s->lines && cell < game->cells; i++)
      for (int j = 0; j < game->length; j++)
        if (cell_of (s, &s->line[i], j) == cell)
          s->through[count++] = i;
  }
}

static bool is_accepted (const struct annealing *s, struct argument *a, uint16_t *number) {
  a->numbers = 0;
  for (int cell = 0; cell < a->game->cells; cell++)
    if (s->partner[cell] > cell) {
      number[a->numbers++] = (uint16_t) cell;
      number[a->numbers++] = (uint16_t) s->partner[cell];
    }
  return check_pairing (a) == NULL;
}

bool anneal_pairs (struct argument *a, uint16_t *number, int tries, int steps_per_line) {
  const struct array_game *game = a->game;
  const size_t lines = (size_t) game->lines + 1, cells = (size_t) game->cells + 1;
  struct annealing s = { .argument = a,
                         .line = allocate (lines, sizeof *s.line),
                         .through = allocate (lines * (size_t) game->length, sizeof *s.through),
                         .begin = allocate (cells, sizeof *s.begin),
                         .partner = allocate (cells, sizeof *s.partner),
                         .at = allocate (cells, sizeof *s.at),
                         .change = allocate (lines, sizeof *s.change),
                         .random = 0x9e3779b97f4a7c15u };
  bool found = false, hopeless = false;
  a->number = number;
  list_lines (&s);
  const int steps = steps_per_line * s.lines;
  for (int try = 0; try < tries && !found && !hopeless; try++) {
    begin_try (&s);
    double present = potential (&s);
    for (int i = 0; i < steps && present >= 1; i++)
      present = take_step (&s, present, WARMTH * (1 - (double) i / steps));
    found = present < 1 && is_accepted (&s, a, number);
    hopeless = present >= HOPELESS;
  }
  free (s.line);
  free (s.through);
  free (s.begin);
  free (s.partner);
  free (s.at);
  free (s.change);
  return found;
}
