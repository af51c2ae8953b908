#include "certificate/plan_search.h"

#include "base/failure.h"
#include "certificate/bit_board.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { CHOICES_MOST = 64, PRIORITIES = 1024 };

/* A position from which play has to continue. Tasks form a list that only grows at its head, so that an
 * earlier list can be restored. */
struct task {
  uint64_t own, other; /* stones */
  bool to_answer;      /* the player is to move */
  int last;            /* if the player is to move: the bit of the other side's last stone */
  uint64_t choices;    /* the choices that led here, as bits */
  const struct task *next, *parent;
};

/* What is known of the order. */
struct order {
  uint64_t after[BITS], before[BITS]; /* for each cell: cells known to come after it, and before it */
  uint64_t why[BITS][BITS]; /* for each two cells: the choices that put the second after the first */
  struct {
    uint8_t first, second;
  } trail[BITS * BITS]; /* the pairs that are known, in the order in which they became known */
  size_t pairs;
};

struct choice {
  struct task at;
  uint64_t left;      /* cells not tried yet */
  uint64_t conflicts; /* earlier choices that made the cells tried so far fail, or that forbid the others */
  const struct task *agenda;
  size_t tasks, visits, pairs; /* how many there were before this choice */
};

struct visit {
  size_t slot;
  uint64_t picked; /* the cell that the order picked, or none */
};

/* What may_hold() has answered about a position. */
struct kept_answer {
  uint64_t key; /* 0: none */
  bool may_hold;
};

struct plan_search {
  const struct argument *argument;
  const struct plan_effort *effort;
  struct bit_board board;
  const struct task *agenda;
  struct task *task; /* all tasks that have been made */
  size_t tasks;
  uint64_t *seen; /* keys of positions in which the other side is to move; a hash table */
  struct visit *visit;
  size_t visits;
  struct order order;
  struct choice *choice;
  int choices;
  int activity[BITS];         /* how often the other side's stone there was part of a line that failed */
  int failures[BITS];         /* how often that stone was the first of the line */
  struct kept_answer *answer; /* the latest answers, each in the place that its key names */
  int priority[BITS];         /* the preference of the present try for each cell */
};

#ifdef SEARCHER_STEP
/* As in search/searcher.h: a hook for simulations, called at each step to count the time that it takes. */
void SEARCHER_STEP (void);
#endif

enum {
  ANSWERS = 1 << 16,
  VISITS_MOST = PLAN_POSITIONS,
  SLOTS = 4 * VISITS_MOST,
  TASKS_MOST = 8 * VISITS_MOST
};

bool is_called_off (const struct plan_effort *effort) {
  return effort->called_off != NULL && effort->called_off (effort->context);
}

static bool is_enough (const struct plan_search *s, enum ending ending, int stones) {
  const struct argument *a = s->argument;
  return worth_of (a->game, ending, stones) >= a->bound;
}

/* ---- the order ---- */

/* Put cell `one` before cell `two`, because of the choices `because`. */
static void put_before (struct order *order, int one, int two, uint64_t because) {
  if (order->after[one] >> two & 1)
    return;
  const uint64_t firsts = order->before[one] | (uint64_t) 1 << one;
  const uint64_t seconds = order->after[two] | (uint64_t) 1 << two;
  for (uint64_t i = firsts; i != 0; i &= i - 1) {
    const int a = lowest_bit (i);
    const uint64_t first_why = because | (a == one ? 0 : order->why[a][one]);
    for (uint64_t j = seconds & ~order->after[a]; j != 0; j &= j - 1) {
      const int b = lowest_bit (j);
      order->why[a][b] = first_why | (b == two ? 0 : order->why[two][b]);
      order->after[a] |= (uint64_t) 1 << b;
      order->before[b] |= (uint64_t) 1 << a;
      order->trail[order->pairs].first = (uint8_t) a;
      order->trail[order->pairs++].second = (uint8_t) b;
    }
  }
}

/* Forget all pairs but the first `left`. */
static void forget_pairs (struct order *order, size_t left) {
  while (order->pairs > left) {
    const int a = order->trail[--order->pairs].first, b = order->trail[order->pairs].second;
    order->after[a] &= ~((uint64_t) 1 << b);
    order->before[b] &= ~((uint64_t) 1 << a);
  }
}

/* The choices that put `cell` before all of `others`. */
static uint64_t why_first (const struct order *order, int cell, uint64_t others) {
  uint64_t why = 0;
  for (; others != 0; others &= others - 1)
    why |= order->why[cell][lowest_bit (others)];
  return why;
}

/* ---- tasks ---- */

static void add_task (struct plan_search *s, const struct task *parent, uint64_t own, uint64_t other,
                      int last, uint64_t choices) {
  struct task *task = &s->task[s->tasks++];
  *task = (struct task){ own, other, last >= 0, last, choices, s->agenda, parent };
  s->agenda = task;
}

static uint64_t key_of (const struct plan_search *s, uint64_t own, uint64_t other) {
  return bit_board_key (&s->board, own, other);
}

/* Does play stop at this position, in which the player is to move? */
static bool stops_at (const struct plan_search *s, uint64_t own, uint64_t other) {
  return s->effort->stops != NULL && s->effort->stops (s->effort->stops_context, key_of (s, own, other));
}

/* Has this position, in which the other side is to move, been met already? */
static bool is_seen (struct plan_search *s, uint64_t own, uint64_t other, uint64_t picked) {
  const uint64_t key = key_of (s, own, other);
  size_t slot = (size_t) ((key * 0x9e3779b97f4a7c15u) >> 32) % SLOTS;
  for (; s->seen[slot] != 0; slot = (slot + 1) % SLOTS)
    if (s->seen[slot] == key)
      return true;
  s->seen[slot] = key;
  s->visit[s->visits++] = (struct visit){ slot, picked };
  return false;
}

static void forget_visits (struct plan_search *s, size_t left) {
  while (s->visits > left)
    s->seen[s->visit[--s->visits].slot] = 0;
}

/* Play the player's stone. False: the game ends badly. */
static bool play_answer (struct plan_search *s, const struct task *task, int cell, uint64_t picked,
                         uint64_t choices) {
  const uint64_t own = task->own | (uint64_t) 1 << cell;
  if ((own | task->other) == s->board.cells)
    return is_enough (s, DRAWS, s->argument->game->cells);
  if (is_seen (s, own, task->other, picked))
    return true;
  add_task (s, task, own, task->other, -1, choices);
  return true;
}

static void blame (struct plan_search *s, const struct task *task) {
  for (; task != NULL; task = task->parent)
    if (task->to_answer) {
      s->activity[task->last]++;
      s->failures[task->last] += task->parent == s->task;
    }
}

/* ---- choices ---- */

/* The next cell to be tried: cells that do not let the other side win above them come first, then by
 * preference, which favours the cell on top of the other side's stone and cells where its stones often took
 * part in failures. */
static int next_cell (const struct plan_search *s, const struct choice *choice) {
  enum { OFTEN = 50, LIKE_ON_TOP = PRIORITIES / 2, DISLIKE_BELOW_WIN = PRIORITIES };
  int best = -1, best_rank = 0;
  const uint64_t below_win
      = completing_cells (&s->board, choice->at.other, choice->at.own | choice->at.other) >> 1;
  for (uint64_t left = choice->left; left != 0; left &= left - 1) {
    const int cell = lowest_bit (left);
    const int rank = s->priority[cell] + (s->activity[cell] > OFTEN ? PRIORITIES / 4 : 0)
                     + (cell == choice->at.last + 1 ? LIKE_ON_TOP : 0)
                     - (below_win >> cell & 1 ? DISLIKE_BELOW_WIN : 0);
    if (best < 0 || rank > best_rank) {
      best = cell;
      best_rank = rank;
    }
  }
  return best;
}

/* Ask whether this position, in which the other side is to move, may be worth the bound. */
static bool ask_may_hold (const struct plan_search *s, uint64_t own, uint64_t other) {
  const struct argument *a = s->argument;
  struct array_position position;
  position.to_move = 2 - a->mark;
  position.plies = 0;
  for (int cell = 0; cell < a->game->cells; cell++) {
    const int bit = bit_of_cell (&s->board, cell);
    position.cell[cell] = (int8_t) (own >> bit & 1 ? a->mark : other >> bit & 1 ? 3 - a->mark : 0);
    position.plies += position.cell[cell] != 0;
  }
  return s->effort->may_hold (s->effort->context, &position);
}

/* Is this position, in which the other side is to move, known to be worth too little? */
static bool is_hopeless (struct plan_search *s, uint64_t own, uint64_t other) {
  const uint64_t key = key_of (s, own, other);
  struct kept_answer *answer = &s->answer[(key * 0x9e3779b97f4a7c15u) >> 32 & (ANSWERS - 1)];
  if (s->effort->may_hold == NULL)
    return false;
  if (answer->key != key) {
    const bool may_hold = ask_may_hold (s, own, other);
    if (is_called_off (s->effort))
      return !may_hold;
    *answer = (struct kept_answer){ .key = key, .may_hold = may_hold };
  }
  return !answer->may_hold;
}

/* Make the last choice with that cell. False: play fails. */
static bool choose_cell (struct plan_search *s, struct choice *choice, int cell) {
  const uint64_t bit = (uint64_t) 1 << cell, itself = (uint64_t) 1 << (s->choices - 1);
  const uint64_t others = playable_cells (&s->board, choice->at.own | choice->at.other) & ~bit;
  choice->left &= ~bit;
  forget_pairs (&s->order, choice->pairs);
  for (uint64_t i = others; i != 0; i &= i - 1)
    put_before (&s->order, cell, lowest_bit (i), itself);
  const uint64_t choices = choice->at.choices | why_first (&s->order, cell, others) | itself;
  return !is_hopeless (s, choice->at.own | bit, choice->at.other)
         && play_answer (s, &choice->at, cell, bit, choices);
}

/* Make the last choice with its next cell. If it has no cell left, change the last earlier choice that
 * it conflicts with. False: there is none. */
static bool choose (struct plan_search *s) {
  while (s->choices > 0) {
    struct choice *choice = &s->choice[s->choices - 1];
    forget_visits (s, choice->visits);
    s->tasks = choice->tasks;
    s->agenda = choice->agenda;
    if (choice->left == 0) {
      const uint64_t conflicts = choice->conflicts;
      if (conflicts == 0)
        return false;
      s->choices = BITS - __builtin_clzll (conflicts);
      s->choice[s->choices - 1].conflicts |= conflicts & ~((uint64_t) 1 << (s->choices - 1));
    } else if (choose_cell (s, choice, next_cell (s, choice)))
      return true;
  }
  return false;
}

/* A line of play has failed because of these choices. */
static bool go_back (struct plan_search *s, uint64_t choices) {
  if (choices == 0)
    return false;
  s->choices = BITS - __builtin_clzll (choices);
  s->choice[s->choices - 1].conflicts |= choices & ~((uint64_t) 1 << (s->choices - 1));
  return choose (s);
}

static bool begin_choice (struct plan_search *s, const struct task *task, uint64_t playable) {
  if (s->choices == CHOICES_MOST)
    return false;
  struct choice *choice = &s->choice[s->choices++];
  choice->at = *task;
  choice->left = 0;
  choice->conflicts = task->choices;
  choice->agenda = s->agenda;
  choice->tasks = s->tasks;
  choice->visits = s->visits;
  choice->pairs = s->order.pairs;
  for (uint64_t i = playable; i != 0; i &= i - 1) {
    const int cell = lowest_bit (i);
    const uint64_t ahead = s->order.before[cell] & playable;
    if (ahead == 0)
      choice->left |= (uint64_t) 1 << cell;
    for (uint64_t j = ahead; j != 0; j &= j - 1)
      choice->conflicts |= s->order.why[lowest_bit (j)][cell];
  }
  return choose (s);
}

/* ---- play ---- */

/* The player is to move. */
static bool answer (struct plan_search *s, const struct task *task) {
  const uint64_t taken = task->own | task->other, playable = playable_cells (&s->board, taken);
  const int stones = __builtin_popcountll (taken);
  if (task != s->task && stops_at (s, task->own, task->other))
    return true;
  if (completing_cells (&s->board, task->own, taken) & playable)
    return is_enough (s, WINS, stones + 1) || go_back (s, task->choices);
  const uint64_t urgent = completing_cells (&s->board, task->other, taken) & playable;
  if (urgent != 0)
    return play_answer (s, task, lowest_bit (urgent), 0, task->choices) || go_back (s, task->choices);
  for (uint64_t i = playable; i != 0; i &= i - 1) {
    const int cell = lowest_bit (i);
    const uint64_t others = playable & ~((uint64_t) 1 << cell);
    if (others & ~s->order.after[cell])
      continue;
    const uint64_t choices = task->choices | why_first (&s->order, cell, others);
    return play_answer (s, task, cell, (uint64_t) 1 << cell, choices) || go_back (s, choices);
  }
  return begin_choice (s, task, playable);
}

/* The other side is to move: play all its moves. */
static bool play_all (struct plan_search *s, const struct task *task) {
  const uint64_t taken = task->own | task->other;
  uint64_t playable = playable_cells (&s->board, taken);
  const int stones = __builtin_popcountll (taken);
  const uint64_t wins = completing_cells (&s->board, task->other, taken) & playable;
  const bool draw_is_enough = is_enough (s, DRAWS, s->argument->game->cells);
  if ((wins != 0 && !is_enough (s, LOSES, stones + 1))
      || (!draw_is_enough && !holds_four (&s->board, s->board.cells & ~task->other))) {
    blame (s, task);
    return go_back (s, task->choices);
  }
  playable &= ~wins;
  if (stones + 1 == s->argument->game->cells)
    return draw_is_enough || playable == 0 || go_back (s, task->choices);
  while (playable != 0) { /* the most active cell is added last and so becomes the head of the agenda */
    int least = -1;
    for (uint64_t i = playable; i != 0; i &= i - 1)
      if (least < 0 || s->activity[lowest_bit (i)] < s->activity[least])
        least = lowest_bit (i);
    playable &= ~((uint64_t) 1 << least);
    add_task (s, task, task->own, task->other | (uint64_t) 1 << least, least, task->choices);
  }
  return true;
}

static bool play (struct plan_search *s) {
  for (int step = 0; s->agenda != NULL; step++) {
    const struct task *task = s->agenda;
    if (step == s->effort->steps || s->tasks + BITS > TASKS_MOST || s->visits + 1 >= VISITS_MOST)
      return false;
    s->agenda = task->next;
#ifdef SEARCHER_STEP
    SEARCHER_STEP ();
#endif
    if (!(task->to_answer ? answer (s, task) : play_all (s, task)))
      return false;
  }
  return true;
}

/* ---- plans ---- */

/* The cells that were picked, as the order says; cells that it leaves open are sorted by their bits. */
static void list_cells (const struct plan_search *s, struct argument *a, uint16_t *number) {
  uint64_t picked = 0;
  for (size_t i = 0; i < s->visits; i++)
    picked |= s->visit[i].picked;
  a->number = number;
  a->numbers = 0;
  while (picked != 0) {
    uint64_t first = picked;
    while (s->order.before[lowest_bit (first)] & picked)
      first &= first - 1;
    const int bit = lowest_bit (first);
    number[a->numbers++] = (uint16_t) cell_of_bit (&s->board, bit);
    picked &= ~((uint64_t) 1 << bit);
  }
}

uint64_t plan_key (const struct plan_search *s, const struct array_position *position, int mark) {
  uint64_t stones[3];
  list_stones (&s->board, position, stones);
  return key_of (s, stones[mark], stones[3 - mark]);
}

static void begin_try (struct plan_search *s, int try) {
  const struct argument *a = s->argument;
  uint64_t stones[3], random = (uint64_t) try;
  list_stones (&s->board, a->position, stones);
  for (int bit = 0; bit < BITS; bit++) {
    random = random * 6364136223846793005u + 1442695040888963407u; /* Knuth's MMIX */
    s->priority[bit] = try == 0 ? 0 : (int) (random >> 33) % PRIORITIES;
  }
  s->agenda = NULL;
  s->tasks = 0;
  s->choices = 0;
  forget_pairs (&s->order, 0);
  add_task (s, NULL, stones[a->mark], stones[3 - a->mark], -1, 0);
  s->task[0].to_answer = mark_to_move (a->position) == a->mark;
  s->task[0].last = s->board.rows; /* no cell */
}

bool find_plan (struct plan_search *s, struct argument *a, uint16_t *number,
                const struct plan_effort *effort) {
  bool found = false;
  if (s == NULL)
    return false;
  s->argument = a;
  s->effort = effort;
  memset (s->activity, 0, sizeof s->activity);
  memset (s->failures, 0, sizeof s->failures);
  for (int try = 0; try < effort->tries && !found; try++) {
    begin_try (s, try);
    found = play (s);
    if (found)
      list_cells (s, a, number);
    forget_visits (s, 0);
  }
  return found && !is_called_off (effort);
}

int plan_hardest_reply (const struct plan_search *s) {
  const uint64_t own = s->task->own, other = s->task->other;
  int hardest = -1;
  assert (!s->task->to_answer);
  for (uint64_t i = playable_cells (&s->board, own | other); i != 0; i &= i - 1) {
    const int bit = lowest_bit (i);
    if ((hardest < 0 || s->failures[bit] > s->failures[hardest])
        && !stops_at (s, own, other | (uint64_t) 1 << bit))
      hardest = bit;
  }
  return hardest < 0 ? -1 : cell_of_bit (&s->board, hardest);
}

struct plan_search *plan_search_create (const struct array_game *game) {
  if (!bit_board_fits (game))
    return NULL;
  struct plan_search *s = allocate (1, sizeof *s);
  s->board = bit_board_of (game);
  s->visits = 0;
  s->task = allocate (TASKS_MOST, sizeof *s->task);
  s->seen = allocate (SLOTS, sizeof *s->seen);
  s->visit = allocate (VISITS_MOST, sizeof *s->visit);
  s->choice = allocate (CHOICES_MOST, sizeof *s->choice);
  s->answer = allocate (ANSWERS, sizeof *s->answer);
  memset (s->answer, 0, ANSWERS * sizeof *s->answer);
  memset (s->seen, 0, SLOTS * sizeof *s->seen);
  return s;
}

void plan_search_destroy (struct plan_search *s) {
  if (s == NULL)
    return;
  free (s->task);
  free (s->seen);
  free (s->visit);
  free (s->choice);
  free (s->answer);
  free (s);
}
