#include "certificate/extract.h"

#include "base/clock.h"
#include "base/condition.h"
#include "certificate/bound_search.h"
#include "certificate/leaf.h"
#include "certificate/leaf_arguments.h"
#include "certificate/strategy_rows_needed.h"
#include "certificate/threat_sequence.h"

#include <assert.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* A query ends when QUERY_POSITIONS positions have rows, or soon after QUERY_SECONDS (extraction_work_with()
 * sets another time), but not before it has found a row and spent query.node_least nodes. Ending queries
 * brings the rows into the checkpoint, and gives other ranks the positions that are left open. */
enum { QUERY_POSITIONS = 200 };
static const double QUERY_SECONDS = 2;

struct common_rows {
  pthread_mutex_t mutex; /* guards all that follows, and in each extraction what other threads look at */
  pthread_cond_t news;   /* a position was opened, or is known to be no leaf */
  struct certificate certificate; /* only the rows are used */
  struct key_set none[2];         /* for each strategy: positions known not to be leaves */
  struct extraction *extractions; /* a list */
};

/* How many rows, or positions that are no leaves, an extraction has given to `common`, and how many of those
 * of `common` it has looked at. */
struct exchanged {
  size_t given, taken;
};

struct extraction {
  struct array_game board;        /* the same game by the checker's rules */
  struct certificate certificate; /* all rows that this rank knows */
  struct leaves leaves_of[2];
  struct position *position; /* the root of the current search */
  struct position *after;    /* a position after a move */
  double query_seconds;
  struct common_rows *common;        /* NULL: this extraction works alone */
  struct extraction *next;           /* in common->extractions */
  struct exchanged rows[2], none[2]; /* for each strategy */
  int turn; /* 0, or, while it helps another thread, its number among the helpers: they begin with different
               moves, so that each finds other arguments */

  /* of the present query: */
  struct search *search;
  const struct game *game;
  const atomic_bool *stop; /* or NULL */
  /* stopped: by `stop`, the clock or the node limit; out_of_budget: by the node limit */
  bool stopped, out_of_budget;
  struct strategy *strategy; /* the strategy that is extended */
  int player;                /*   the player whose strategy it is; other threads look at it */
  struct leaves *leaves;     /*   its leaves */
  struct key_queue open;     /* other threads take positions from it */
  bool showing; /* is this thread finding a row for a position, so that other threads may help? */
  uint8_t shown[PACKED_MAX];    /*   the position */
  int helpers;                  /*   how many threads have helped with it; they count themselves */
  struct statistics statistics; /* of all searches for the query */
};

bool certificate_is_checked (const struct game *game) {
  struct array_game board;
  if (!array_game_open (&board, game->name, game->board_text, game->rules))
    return false;
  const bool found = !board.rules->cyclic || game->engine->certify != NULL;
  array_game_close (&board);
  return found;
}

/* ---- what the search says ---- */

static uint64_t nodes_of (const struct extraction *e) { return e->statistics.count[COUNT_nodes]; }

/* 0: none */
static uint64_t node_limit (const struct extraction *e) { return e->search->query.node_limit; }

static bool must_stop (struct extraction *e) {
  const double deadline = e->search->deadline;
  e->out_of_budget = e->out_of_budget || (node_limit (e) > 0 && nodes_of (e) >= node_limit (e));
  e->stopped = e->out_of_budget || e->stopped || (e->stop != NULL && atomic_load (e->stop))
               || (deadline != 0 && clock_seconds () >= deadline);
  return e->stopped;
}

/* Ask whether a position is worth more than `most` to the side to move. NULL: the search was stopped. */
static const struct result *ask (struct extraction *e, const uint8_t *key, int most) {
  struct search *search = e->search;
  if (must_stop (e) || !e->game->engine->unpack (e->game, key, e->position))
    return NULL;
  const uint64_t limit = node_limit (e);
  search_small (search, e->position, (struct bounds){ most, most + 1 }, limit > 0 ? limit - nodes_of (e) : 0,
                e->stop);
  statistics_add (&e->statistics, &search->statistics);
  if (!search->result.solved && !must_stop (e)) /* a search may end a little before its limit */
    e->out_of_budget = limit > 0;
  return &search->result;
}

/* Is the position worth at most `most` to the side to move? Also false if the search was stopped. */
static bool is_worth_at_most (struct extraction *e, const uint8_t *key, int most) {
  const struct result *const result = ask (e, key, most);
  return result != NULL && result->bounds.upper <= most;
}

/* Can this position, in which the other side is to move, still be worth the bound to the player? */
static bool may_hold (void *context, const struct array_position *position) {
  struct extraction *e = context;
  uint8_t key[KEY_MOST];
  if (is_early (&e->board, position->plies))
    return true;
  e->board.rules->pack (&e->board, position, 0, key);
  return is_worth_at_most (e, key, -e->strategy->bound);
}

static bool called_off (void *context) { return must_stop (context); }

/* ---- what threads know in common ---- */

/* Copy the rows from number `first` on that the other strategy lacks. */
static void copy_rows (struct strategy *to, const struct strategy *from, size_t first) {
  for (size_t i = first; i < from->rows; i++)
    if (!strategy_has (to, key_set_key (&from->positions, i)))
      strategy_add (to, key_set_key (&from->positions, i), from->row[i].kind,
                    from->number + from->row[i].begin, from->row[i].size);
}

/* Copy the keys from number `first` on. */
static void copy_keys (struct key_set *to, const struct key_set *from, size_t first) {
  for (size_t i = first; i < from->count; i++) {
    const uint8_t *key = key_set_key (from, i);
    key_set_add (to, key, key_hash (key, from->key_bytes));
  }
}

static void lock (struct extraction *e) {
  if (e->common != NULL)
    pthread_mutex_lock (&e->common->mutex);
}

static void unlock (struct extraction *e) {
  if (e->common != NULL)
    pthread_mutex_unlock (&e->common->mutex);
}

/* Give other threads what this one has found for the present strategy, and take what they have found. The
 * mutex is held. */
static void exchange_locked (struct extraction *e) {
  struct exchanged *rows = &e->rows[e->player], *none = &e->none[e->player];
  if (e->common == NULL)
    return;
  struct strategy *common = &e->common->certificate.strategy[e->player];
  struct key_set *common_none = &e->common->none[e->player];
  copy_rows (common, e->strategy, rows->given);
  copy_rows (e->strategy, common, rows->taken);
  copy_keys (common_none, &e->leaves->none, none->given);
  copy_keys (&e->leaves->none, common_none, none->taken);
  *rows = (struct exchanged){ e->strategy->rows, common->rows };
  *none = (struct exchanged){ e->leaves->none.count, common_none->count };
}

static void exchange (struct extraction *e) {
  lock (e);
  exchange_locked (e);
  unlock (e);
}

/* Tell threads that wait for something to do. The mutex is held. */
static void bring_news (struct extraction *e) {
  if (e->common != NULL)
    pthread_cond_broadcast (&e->common->news);
}

/* ---- the tree ---- */

/* Does the position have a row, or can a leaf be added for it? Also false if the extraction was stopped. What
 * other threads know is looked at first, since an argument takes far longer to look for. */
static bool is_settled (struct extraction *e, const uint8_t *key) {
  if (e->common != NULL && !strategy_has (e->strategy, key)
      && key_set_find (&e->leaves->none, key) == SIZE_MAX)
    exchange (e);
  return leaf_settles (e->leaves, key);
}

/* Is the game over after move `i`, with a result that is good enough? */
static bool ends_well (const struct extraction *e, const struct array_children *children, int i,
                       bool own_move) {
  return child_ends_well (e->leaves, children, i, own_move);
}

/* Does move `i` reach the bound, according to the search of the position after it? */
static bool reaches_bound (struct extraction *e, const struct array_children *children, int i) {
  return children->ending[i] != NOT_OVER ? ends_well (e, children, i, true)
                                         : is_worth_at_most (e, children->key[i], -e->strategy->bound);
}

/* Count, up to `most`, the replies whose positions have no row and cannot become leaves. Positions that can
 * become leaves get their rows here. */
static int unsettled_replies (struct extraction *e, const uint8_t *key, int most) {
  struct array_position position;
  struct array_children *replies = allocate (1, sizeof *replies);
  int unsettled = 0;
  if (e->board.rules->unpack (&e->board, key, &position)) {
    list_children (&e->board, &position, replies);
    for (int n = 0; n < replies->count && unsettled < most; n++) {
      const int i = (n + e->turn) % replies->count;
      unsettled += replies->ending[i] == NOT_OVER && !is_settled (e, replies->key[i]);
    }
  }
  free (replies);
  return unsettled;
}

/* The place of the least cost, which is then set to infinity; -1: all costs are infinite. */
static int take_least (double *values, int count, double *value) {
  int least = 0;
  for (int i = 1; i < count; i++)
    least = values[i] < values[least] ? i : least;
  if (count == 0 || values[least] == INFINITY)
    return -1;
  *value = values[least];
  values[least] = INFINITY;
  return least;
}

/* Costs of the moves by the replies that are still to be shown after them. Only the moves after which the
 * other side's lines weigh least are examined, and that weight is part of the cost. The other moves come
 * last. */
static void rate_by_replies (struct extraction *e, const struct array_children *children, double *cost) {
  enum { MOVES_COMPARED = 8, REPLIES_OF_A_LINE = 2, COST_OF_OTHERS = 1000000 };
  double weight[MOVES_MOST] = { 0 };
  struct array_position after;
  for (int i = 0; i < children->count; i++) {
    cost[i] = COST_OF_OTHERS;
    weight[i]
        = children->ending[i] == NOT_OVER && e->board.rules->unpack (&e->board, children->key[i], &after)
              ? potential_against (&e->board, &after, 1 + e->player)
              : INFINITY;
  }
  for (int compared = 0; compared < MOVES_COMPARED; compared++) {
    double lines;
    const int next = take_least (weight, children->count, &lines);
    if (next < 0)
      break;
    cost[next] = unsettled_replies (e, children->key[next], MOVES_MOST) + REPLIES_OF_A_LINE * lines;
  }
}

/* Costs of the moves by their place in the order of the search, whose table is likely to hold the first
 * moves. */
static void rate_as_searched (const struct extraction *e, const uint8_t *key,
                              const struct array_children *children, double *cost) {
  const size_t bytes = (size_t) e->game->key_bytes;
  uint8_t *after = allocate ((size_t) e->game->moves_max, bytes);
  const int count = e->game->engine->expand (e->game, key, after);
  for (int i = 0; i < children->count; i++) {
    cost[i] = count;
    for (int j = count - 1; j >= 0; j--)
      if (memcmp (children->key[i], after + (size_t) j * bytes, bytes) == 0)
        cost[i] = j;
  }
  free (after);
}

/* Where stones fall: costs of the moves that reach the bound, by the replies that are still to be shown after
 * them, and then by the order of the search. */
static void rate_where_stones_fall (struct extraction *e, const uint8_t *key,
                                    const struct array_children *children, double *cost) {
  rate_as_searched (e, key, children, cost);
  for (int n = 0; n < children->count; n++) {
    const int i = (n + e->turn) % children->count;
    cost[i] = children->ending[i] == NOT_OVER && reaches_bound (e, children, i)
                  ? unsettled_replies (e, children->key[i], MOVES_MOST) + cost[i] / MOVES_MOST
                  : INFINITY;
  }
}

/* The place of a move that reaches the bound; -1: stopped, or the search shows none. A move that ends the
 * game or leads to a leaf is preferred. `leaf`: the position after it needs nothing more. */
static int choose_child (struct extraction *e, const uint8_t *key, const struct array_children *children,
                         bool *leaf) {
  double cost[MOVES_MOST] = { 0 };
  *leaf = true;
  for (int i = 0; i < children->count; i++)
    if (ends_well (e, children, i, true)
        || (children->ending[i] == NOT_OVER && strategy_has (e->strategy, children->key[i])))
      return i;
  for (int i = 0; i < children->count; i++)
    if (children->ending[i] == NOT_OVER && is_settled (e, children->key[i]))
      return i;
  *leaf = false;
  if (e->board.gravity && !is_early (&e->board, children->plies - 1))
    rate_where_stones_fall (e, key, children, cost);
  else if (e->board.gravity || e->strategy->bound > 0)
    rate_as_searched (e, key, children, cost);
  else
    rate_by_replies (e, children, cost);
  for (;;) {
    const int next = take_least (cost, children->count, &(double){ 0 });
    if (next < 0 || reaches_bound (e, children, next))
      return next;
    if (must_stop (e))
      return -1;
  }
}

/* Open the positions after all moves of the other side. The first is opened last, so that it is taken first.
 * False: a move ends the game badly for the player. The mutex is held. */
static bool open_replies_locked (struct extraction *e, const uint8_t *key) {
  struct array_position position;
  bool good = e->board.rules->unpack (&e->board, key, &position);
  struct array_children *replies = allocate (1, sizeof *replies);
  if (good)
    list_children (&e->board, &position, replies);
  for (int i = replies->count - 1; i >= 0; i--)
    if (replies->ending[i] == NOT_OVER)
      key_queue_add (&e->open, replies->key[i]);
    else
      good = good && ends_well (e, replies, i, false);
  free (replies);
  bring_news (e);
  return good;
}

static bool open_replies (struct extraction *e, const uint8_t *key) {
  lock (e);
  const bool good = open_replies_locked (e, key);
  unlock (e);
  return good;
}

/* The move that reaches the bound according to the search of the position itself, and the key after it; -1:
 * stopped, or the search names none. */
static int move_of_search (struct extraction *e, const uint8_t *key, const struct array_position *position,
                           uint8_t *key_after) {
  struct array_position after;
  const struct result *const result = ask (e, key, e->strategy->bound - 1);
  if (result == NULL || result->bounds.lower < e->strategy->bound || result->move < 0)
    return -1;
  e->game->engine->child (e->game, e->position, result->move, e->after);
  e->game->engine->pack (e->game, e->after, key_after);
  if (!e->board.rules->unpack (&e->board, key_after, &after))
    return -1;
  array_canonical (&e->board, &after, key_after);
  for (int cell = 0; cell < e->board.cells; cell++)
    if (after.cell[cell] != position->cell[cell])
      return cell;
  return -1;
}

/* As move_of_search(), of all moves that reach the bound. `leaf`: see choose_child(). */
static int choose_move (struct extraction *e, const uint8_t *key, const struct array_position *position,
                        uint8_t *key_after, bool *leaf) {
  struct array_children *children = allocate (1, sizeof *children);
  list_children (&e->board, position, children);
  const int choice = choose_child (e, key, children, leaf), move = choice < 0 ? -1 : children->move[choice];
  if (choice >= 0)
    memcpy (key_after, children->key[choice], KEY_MOST);
  free (children);
  return move;
}

static void add_key (void *queue, const uint8_t *key, size_t row) {
  (void) row;
  key_queue_add (queue, key);
}

/* Add the row of a position in which the player is to move, and open the positions that it rests on. The
 * search names a winning move where stones do not fall; if the move threatens to win by threats, it becomes a
 * plan, which rests on few replies. */
static bool add_row (struct extraction *e, const uint8_t *key, const struct array_position *position) {
  bool leaf = false;
  uint8_t key_after[KEY_MOST];
  uint16_t *const number = e->leaves->number;
  struct argument a = leaf_argument (e->leaves, position);
  struct key_queue refutations = { .key_bytes = e->open.key_bytes };
  int move = e->board.gravity || a.bound <= 0 ? -1 : move_of_search (e, key, position, key_after);
  const bool is_plan = move >= 0 && find_plan_of_threats (&a, move, number);
  if (is_plan)
    strategy_each_refutation (&a, e->strategy, add_key, &refutations);
  else if (move < 0)
    move = choose_move (e, key, position, key_after, &leaf);
  lock (e);
  exchange_locked (e);
  const bool known = strategy_has (e->strategy, key); /* by another thread */
  const bool found = known || leaf || is_plan || (move >= 0 && open_replies_locked (e, key_after));
  if (found && !known) {
    while (key_queue_take (&refutations, false, key_after))
      key_queue_add (&e->open, key_after);
    number[0] = (uint16_t) move;
    strategy_add (e->strategy, key, is_plan ? ROW_PLAN : ROW_MOVE, number, is_plan ? a.numbers : 1);
    exchange_locked (e);
    bring_news (e);
  }
  unlock (e);
  key_queue_free (&refutations);
  return found;
}

static bool open_or_add_row (struct extraction *e, const uint8_t *key,
                             const struct array_position *position) {
  return position->to_move == e->player ? add_row (e, key, position) : open_replies (e, key);
}

/* Does another thread have a row by now? If not, tell it that the position is no leaf, so that it can help
 * with it. */
static bool has_row_by_now (struct extraction *e, const uint8_t *key) {
  if (e->common == NULL)
    return false;
  lock (e);
  exchange_locked (e);
  const bool has = strategy_has (e->strategy, key);
  if (!has)
    bring_news (e);
  unlock (e);
  return has;
}

/* Show a position by a row, or, if the other side is to move, by the rows of all replies. False: the
 * extraction was stopped, or nothing shows the position. */
static bool show (struct extraction *e, const uint8_t *key) {
  struct array_position position;
  if (strategy_has (e->strategy, key))
    return true;
  if (!e->board.rules->unpack (&e->board, key, &position))
    return false;
  if (leaf_add (e->leaves, &position, key))
    return true;
  return !must_stop (e)
         && (has_row_by_now (e, key) || leaf_add_hard (e->leaves, &position, key) || has_row_by_now (e, key)
             || open_or_add_row (e, key, &position));
}

/* Help another thread with a position that is no leaf: go on as if leaf_add_hard(), which that thread is
 * trying, had failed. It mostly fails, and takes so long that idle threads do better not to wait for it. */
static bool help (struct extraction *e, const uint8_t *key) {
  struct array_position position;
  return strategy_has (e->strategy, key)
         || (e->board.rules->unpack (&e->board, key, &position) && open_or_add_row (e, key, &position));
}

/* ---- queries ---- */

struct extraction *extraction_create (const struct game *game, bool exact_score, uint64_t small_nodes) {
  struct extraction *e = allocate (1, sizeof *e);
  const bool known = array_game_open (&e->board, game->name, game->board_text, game->rules);
  assert (known && game->key_bytes > 0 && e->board.key_bytes == game->key_bytes);
  (void) known;
  certificate_begin (&e->certificate, game->key_bytes);
  e->certificate.exact_score = e->board.exact_score = exact_score;
  e->certificate.small_nodes = small_nodes;
  e->open.key_bytes = game->key_bytes;
  e->position = position_allocate (game);
  e->after = position_allocate (game);
  e->query_seconds = QUERY_SECONDS;
  for (int player = 0; player < 2; player++) {
    leaves_begin (&e->leaves_of[player], &e->board, &e->certificate, player);
    e->leaves_of[player].effort.may_hold = may_hold;
    e->leaves_of[player].effort.called_off = called_off;
    e->leaves_of[player].effort.context = e;
  }
  return e;
}

void extraction_destroy (struct extraction *e) {
  if (e == NULL)
    return;
  if (e->common != NULL) {
    struct extraction **link = &e->common->extractions;
    while (*link != e)
      link = &(*link)->next;
    *link = e->next;
  }
  leaves_end (&e->leaves_of[0]);
  leaves_end (&e->leaves_of[1]);
  certificate_free (&e->certificate);
  key_queue_free (&e->open);
  array_game_close (&e->board);
  free (e->position);
  free (e->after);
  free (e);
}

void extraction_know (struct extraction *e, const struct partial_certificate *partial) {
  for (int player = 0; player < 2; player++)
    copy_rows (&e->certificate.strategy[player], &partial->certificate.strategy[player], 0);
}

/* ---- work in common ---- */

struct common_rows *common_rows_create (int key_bytes) {
  struct common_rows *common = allocate (1, sizeof *common);
  certificate_begin (&common->certificate, key_bytes);
  common->none[0].key_bytes = common->none[1].key_bytes = key_bytes;
  pthread_mutex_init (&common->mutex, NULL);
  condition_init (&common->news);
  return common;
}

void common_rows_destroy (struct common_rows *common) {
  if (common == NULL)
    return;
  assert (common->extractions == NULL);
  pthread_mutex_destroy (&common->mutex);
  pthread_cond_destroy (&common->news);
  certificate_free (&common->certificate);
  key_set_free (&common->none[0]);
  key_set_free (&common->none[1]);
  free (common);
}

void extraction_work_with (struct extraction *e, struct common_rows *common, double seconds) {
  e->common = common;
  e->next = common->extractions;
  common->extractions = e;
  e->query_seconds = seconds;
}

/* ---- a query ---- */

/* `known`: the number of rows before the query. */
static bool has_had_its_time (const struct extraction *e, size_t known, double begun) {
  return e->strategy->rows > known && nodes_of (e) >= e->search->query.node_least
         && clock_seconds () - begun >= e->query_seconds;
}

enum taken { TAKEN_NOTHING, TAKEN_OPEN, TAKEN_TO_HELP };

/* Does a position need a row that no other thread is finding? The mutex is held. */
static bool needs_row (const struct extraction *e, const uint8_t *key) {
  if (strategy_has (e->strategy, key))
    return false;
  for (const struct extraction *other = e->common->extractions; other != NULL; other = other->next)
    if (other != e && other->showing && other->player == e->player
        && memcmp (other->shown, key, (size_t) e->open.key_bytes) == 0)
      return false;
  return true;
}

static size_t count_open (const struct extraction *e) { return e->open.end - e->open.begin; }

/* Take an open position of another thread, of the thread that has most; the oldest, because most is to be
 * done below it. Its row goes into the report of this thread. The mutex is held. */
static bool take_from_another (struct extraction *e, uint8_t *key) {
  for (;;) {
    struct extraction *from = NULL;
    for (struct extraction *other = e->common->extractions; other != NULL; other = other->next)
      if (other != e && other->player == e->player
          && count_open (other) > (from == NULL ? 0 : count_open (from)))
        from = other;
    if (from == NULL)
      return false;
    if (key_queue_take (&from->open, false, key) && needs_row (e, key))
      return true;
  }
}

/* Choose the position to help with that has been helped with least. Further helpers would mostly repeat what
 * the first ones do. The mutex is held. */
static bool take_to_help (struct extraction *e, uint8_t *key) {
  enum { HELPERS_MOST = 2 };
  struct extraction *best = NULL;
  for (struct extraction *other = e->common->extractions; other != NULL; other = other->next)
    if (other != e && other->showing && other->player == e->player
        && other->helpers < (best == NULL ? HELPERS_MOST : best->helpers)
        && !strategy_has (e->strategy, other->shown)
        && key_set_find (&e->common->none[e->player], other->shown) != SIZE_MAX)
      best = other;
  if (best == NULL)
    return false;
  e->turn = ++best->helpers;
  memcpy (key, best->shown, (size_t) e->open.key_bytes);
  return true;
}

/* Take an open position, of this thread or of another one of this process. If there is none, choose a
 * position that another thread is finding a row for. A position of this thread that another one is finding a
 * row for is left out: that thread reports the row, or that the position is still open. */
static enum taken take (struct extraction *e, uint8_t *key) {
  if (e->common == NULL)
    return key_queue_take (&e->open, true, key) ? TAKEN_OPEN : TAKEN_NOTHING;
  enum taken taken = TAKEN_NOTHING;
  lock (e);
  exchange_locked (e);
  e->showing = false;
  e->turn = 0;
  while (taken == TAKEN_NOTHING && key_queue_take (&e->open, true, key))
    taken = needs_row (e, key) ? TAKEN_OPEN : TAKEN_NOTHING;
  if (taken == TAKEN_NOTHING && take_from_another (e, key))
    taken = TAKEN_OPEN;
  if (taken == TAKEN_NOTHING && take_to_help (e, key))
    taken = TAKEN_TO_HELP;
  if (taken == TAKEN_OPEN) {
    e->showing = true;
    e->helpers = 0;
    memcpy (e->shown, key, (size_t) e->open.key_bytes);
  }
  unlock (e);
  return taken;
}

/* There is nothing to take: wait a little for other threads to open positions. */
static void wait_for_news (struct extraction *e) {
  static const double LITTLE = 0.002;
  const double until = clock_seconds () + LITTLE;
  lock (e);
  condition_wait (&e->common->news, &e->common->mutex, until);
  unlock (e);
}

static void open_again (struct extraction *e, const uint8_t *key) {
  lock (e);
  key_queue_add (&e->open, key);
  unlock (e);
}

/* False: there is a position that cannot be shown. */
static bool show_open (struct extraction *e) {
  uint8_t key[PACKED_MAX];
  const double begun = clock_seconds ();
  const size_t known = e->strategy->rows;
  bool waited = false;
  for (int shown = 0; shown < QUERY_POSITIONS && !has_had_its_time (e, known, begun);) {
    if (e->search->poll != NULL)
      e->search->poll (e->search->poll_context);
    if (must_stop (e))
      return true;
    const enum taken taken = take (e, key);
    if (taken == TAKEN_NOTHING) {
      if (e->common == NULL || waited)
        return true;
      wait_for_news (e);
      waited = true;
      continue;
    }
    waited = false;
    if (taken == TAKEN_TO_HELP ? help (e, key) : show (e, key)) {
      shown++;
      continue;
    }
    if (taken == TAKEN_TO_HELP) /* the thread that this one helps says what comes of the position */
      return true;
    open_again (e, key);
    return must_stop (e);
  }
  return true;
}

void extraction_answer (struct extraction *e, struct search *search, const atomic_bool *stop,
                        struct bytes *report) {
  const struct query *query = &search->query;
  uint8_t key[PACKED_MAX] = { 0 };
  assert (query->kind == QUERY_STRATEGY && e->board.key_bytes == search->game->key_bytes);
  e->search = search;
  e->game = search->game;
  e->stop = stop;
  e->stopped = e->out_of_budget = false;
  memset (&e->statistics, 0, sizeof e->statistics);
  e->game->engine->pack_canonical (e->game, search->position, key);
  lock (e);
  e->player = e->game->engine->mover (e->game, search->position) ^ (int) query->opponent;
  e->strategy = &e->certificate.strategy[e->player];
  e->strategy->present = true;
  e->strategy->bound = query->value;
  e->leaves = &e->leaves_of[e->player];
  key_queue_add (&e->open, key);
  unlock (e);
  search->threads = 1;
  const size_t known = e->strategy->rows;
  if (!show_open (e))
    report_failed (report);
  lock (e);
  exchange_locked (e);
  for (size_t i = known; i < e->strategy->rows; i++)
    report_row (report, e->strategy, i);
  for (size_t i = e->open.begin; i < e->open.end; i++)
    report_open (report, e->open.keys + i * (size_t) e->open.key_bytes, e->open.key_bytes);
  e->open.begin = e->open.end = 0;
  e->showing = false;
  unlock (e);
  report_end (report);
  search->result = result_unknown (query);
  search->result.cost.nodes = nodes_of (e);
  search->result.cost.looks = e->statistics.count[COUNT_looks];
  search->result.stopped = search->result.out_of_budget = e->out_of_budget;
  search->statistics = e->statistics;
}

struct query extraction_query (const struct partial_certificate *partial, size_t place,
                               const struct game *game, const struct query *about) {
  struct query query = *about;
  const struct handed_out *out = &partial->out[place];
  struct position *position = position_allocate (game);
  query.start = false;
  query.kind = QUERY_STRATEGY;
  memcpy (query.key, out->key, sizeof query.key);
  query.value = partial->certificate.strategy[out->player].bound;
  query.opponent = game->engine->unpack (game, out->key, position)
                   && game->engine->mover (game, position) != out->player;
  free (position);
  return query;
}

/* ---- from the beginning to the end ---- */

void extraction_finish (struct partial_certificate *partial, const struct game *game) {
  struct array_game board;
  struct certificate *certificate = &partial->certificate;
  assert (partial_is_complete (partial));
  if (!array_game_open (&board, game->name, game->board_text, game->rules))
    return;
  board.exact_score = certificate->exact_score;
  for (int player = 0; player < 2; player++)
    if (certificate->strategy[player].present)
      strategy_drop_unneeded (&board, certificate, player);
  array_game_close (&board);
}

/* On a board without keys the start is settled by an argument, or not at all. */
static bool extract_start (struct array_game *board, struct certificate *certificate, int player, int bound) {
  struct array_position start;
  struct leaves leaves;
  certificate->strategy[player].present = true;
  certificate->strategy[player].bound = bound;
  leaves_begin (&leaves, board, certificate, player);
  board->rules->unpack (board, NULL, &start);
  const bool found = leaf_add (&leaves, &start, NULL);
  leaves_end (&leaves);
  return found;
}

static bool extract_without_keys (const struct game *game, struct certificate *certificate, int value) {
  struct array_game board;
  const bool exact = certificate->exact_score;
  certificate_claim (certificate, NULL, value);
  if (!array_game_open (&board, game->name, game->board_text, game->rules))
    return false;
  board.exact_score = exact;
  const bool found = ((value == LOST && !exact) || extract_start (&board, certificate, 0, value))
                     && ((value == WON && !exact) || extract_start (&board, certificate, 1, -value));
  array_game_close (&board);
  return found;
}

/* Work until no position is open, or the extraction must stop. */
static void extract_all (struct search *search, struct partial_certificate *partial,
                         const atomic_bool *stop) {
  const struct game *game = search->game;
  struct extraction *e
      = extraction_create (game, partial->certificate.exact_score, partial->certificate.small_nodes);
  struct position *position = position_allocate (game);
  struct bytes report = { .data = NULL };
  const struct query about = search->query;
  const struct position *const root = search->position;
  uint64_t nodes = 0;
  bool stopped = false;
  while (!stopped && !partial->failed && (about.node_limit == 0 || nodes < about.node_limit)) {
    const size_t place = partial_hand_out (partial, true);
    if (place == SIZE_MAX)
      break;
    struct query query = extraction_query (partial, place, game, &about);
    query.node_limit = about.node_limit == 0 ? 0 : about.node_limit - nodes;
    game->engine->unpack (game, query.key, position);
    search_ask (search, position, &query);
    report.size = 0;
    extraction_answer (e, search, stop, &report);
    partial_take (partial, place, report.data, report.size);
    nodes += search->result.cost.nodes;
    stopped = e->stopped;
  }
  search_ask (search, root, &about);
  free (report.data);
  free (position);
  extraction_destroy (e);
}

bool certificate_extract (struct search *search, struct certificate *certificate, int value,
                          uint64_t small_nodes, const atomic_bool *stop) {
  const struct game *game = search->game;
  struct partial_certificate partial;
  certificate->exact_score = search->query.exact_score;
  certificate->small_nodes = small_nodes;
  if (game->key_bytes == 0)
    return extract_without_keys (game, certificate, value);
  partial_begin (&partial, game->key_bytes, search->query.exact_score, small_nodes);
  partial_claim_position (&partial, game, search->position, value);
  extract_all (search, &partial, stop);
  const bool done = partial_is_complete (&partial);
  if (done) {
    extraction_finish (&partial, game);
    certificate_free (certificate);
    *certificate = partial.certificate;
    certificate_begin (&partial.certificate, game->key_bytes);
  }
  partial_free (&partial);
  return done;
}
