#include "certificate/extract.h"

#include "certificate/leaf.h"
#include "certificate/leaf_arguments.h"
#include "certificate/strategy_rows_needed.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* One player's strategy in the making. */
struct extraction {
  struct search *search;
  const struct game *game;
  struct array_game board; /* the same game as the checker knows it */
  struct acyclic_certificate *certificate;
  struct acyclic_strategy *strategy;
  struct position *position, *child; /* what the search is asked about, and after its move */
  int player;                        /* whose strategy it is */
  struct leaves leaves;
  uint64_t node_limit, nodes; /* of all searches; no limit: 0 */
};

bool
certificate_is_acyclic (const struct game *game)
{
  struct array_game board;
  const bool known = array_game_open (&board, game->name, game->board_text, game->rules);
  const bool acyclic = known && !board.rules->cyclic;
  if (known)
    array_game_close (&board);
  return acyclic;
}

/* ---- what the search says ---- */

/* Is the position worth at least that much to the side to move? `result` gets what was found. False, too, if
 * the search was stopped. */
static bool
is_worth (struct extraction *e, const uint8_t *key, int least, struct result *result)
{
  struct search *search = e->search;
  result->bounds = search_range (search->query.exact_score);
  result->move = -1;
  if (atomic_load (&search->stop) || !e->game->engine->unpack (e->game, key, e->position))
    return false;
  search->position = e->position;
  search->query.window = (struct bounds){ least - 1, least };
  if (e->node_limit > 0)
    search->query.node_limit = e->node_limit - e->nodes;
  search_begin (search);
  e->game->engine->search (search, 0);
  *result = search->result;
  e->nodes += search->statistics.count[COUNT_nodes];
  if (e->node_limit > 0 && e->nodes >= e->node_limit)
    atomic_store (&search->stop, true);
  return result->bounds.lower >= least;
}

/* ---- the tree ---- */

/* Has the position a row, or does it get a leaf? */
static bool
is_settled (struct extraction *e, const uint8_t *key)
{
  return leaf_settles (&e->leaves, key);
}

/* Is the game over after that move, and good enough? */
static bool
ends_well (const struct extraction *e, const struct array_children *children, int i, bool own_move)
{
  return child_ends_well (&e->leaves, children, i, own_move);
}

static bool extract (struct extraction *, const uint8_t *key);

/* Does a move reach the bound, by what the search says of the position after it? */
static bool
reaches_bound (struct extraction *e, const struct array_children *children, int i)
{
  struct result result;
  if (children->ending[i] != NOT_OVER)
    return ends_well (e, children, i, true);
  is_worth (e, children->key[i], 1 - e->strategy->bound, &result);
  return result.bounds.upper <= -e->strategy->bound;
}

/* The place of the move that the search names for the position; -1: it names none. */
static int
move_of_search (struct extraction *e, const uint8_t *key, const struct array_children *children)
{
  struct result result;
  uint8_t best[PACKED_MAX];
  if (!is_worth (e, key, e->strategy->bound, &result) || result.move < 0)
    return -1;
  e->game->engine->child (e->game, e->position, result.move, e->child);
  e->game->engine->pack_canonical (e->game, e->child, best);
  for (int i = 0; i < children->count; i++)
    if (memcmp (children->key[i], best, (size_t) e->game->key_bytes) == 0)
      return i;
  return -1;
}

/* How many replies no row supports and no argument settles; they become leaves on the way. At most `most`. */
static int
unsettled_replies (struct extraction *e, const uint8_t *key, int most)
{
  struct array_position position;
  struct array_children *replies = allocate (1, sizeof *replies);
  int unsettled = 0;
  if (e->board.rules->unpack (&e->board, key, &position)) {
    list_children (&e->board, &position, replies);
    for (int i = 0; i < replies->count && unsettled < most; i++)
      unsettled += replies->ending[i] == NOT_OVER && !is_settled (e, replies->key[i]);
  }
  free (replies);
  return unsettled;
}

/* The place of the least value, which is set to infinity; -1: all are. */
static int
take_least (double *values, int count, double *value)
{
  int least = 0;
  for (int i = 1; i < count; i++)
    least = values[i] < values[least] ? i : least;
  if (count == 0 || values[least] == INFINITY)
    return -1;
  *value = values[least];
  values[least] = INFINITY;
  return least;
}

/* Of the moves that reach the bound, the one with the fewest replies that are left to be shown. Those are
 * compared that leave the other side's lines least weight, which counts as well. */
static int
move_with_fewest_replies (struct extraction *e, const struct array_children *children)
{
  enum { MOVES_COMPARED = 8, REPLIES_OF_A_LINE = 2 };
  double weight[MOVES_MOST], cost[MOVES_MOST];
  struct array_position after;
  for (int i = 0; i < children->count; i++) {
    cost[i] = INFINITY;
    weight[i]
        = children->ending[i] == NOT_OVER && e->board.rules->unpack (&e->board, children->key[i], &after)
              ? potential_against (&e->board, &after, 1 + e->player)
              : INFINITY;
  }
  for (int compared = 0; compared < MOVES_COMPARED && !atomic_load (&e->search->stop); compared++) {
    double lines;
    const int next = take_least (weight, children->count, &lines);
    if (next < 0)
      break;
    cost[next] = unsettled_replies (e, children->key[next], MOVES_MOST) + REPLIES_OF_A_LINE * lines;
  }
  for (;;) {
    const int next = take_least (cost, children->count, &(double){ 0 });
    if (next < 0 || atomic_load (&e->search->stop) || reaches_bound (e, children, next))
      return next;
  }
}

/* The place of a move that reaches the bound; -1: stopped. A move that ends the game or leads to a leaf is
 * preferred. `leaf`: the position after it needs nothing more. */
static int
choose_move (struct extraction *e, const uint8_t *key, const struct array_children *children, bool *leaf)
{
  *leaf = true;
  for (int i = 0; i < children->count; i++)
    if (ends_well (e, children, i, true)
        || (children->ending[i] == NOT_OVER && acyclic_strategy_has (e->strategy, children->key[i])))
      return i;
  for (int i = 0; i < children->count; i++)
    if (children->ending[i] == NOT_OVER && is_settled (e, children->key[i]))
      return i;
  *leaf = false;
  int choice = e->board.gravity || e->strategy->bound > 0 ? -1 : move_with_fewest_replies (e, children);
  if (choice < 0)
    choice = move_of_search (e, key, children);
  for (int i = 0; i < children->count && choice < 0 && !atomic_load (&e->search->stop); i++)
    choice = reaches_bound (e, children, i) ? i : -1;
  return choice;
}

/* All replies to a position of the other side. */
static bool
extract_replies (struct extraction *e, const uint8_t *key)
{
  struct array_position position;
  struct array_children *children = allocate (1, sizeof *children);
  bool done = e->board.rules->unpack (&e->board, key, &position);
  if (done && !is_settled (e, key)) {
    list_children (&e->board, &position, children);
    for (int i = 0; i < children->count && done; i++)
      done = children->ending[i] == NOT_OVER ? extract (e, children->key[i])
                                             : ends_well (e, children, i, false);
  }
  free (children);
  return done;
}

/* The row of a position in which the player is to move, and all that it rests on. */
static bool
extract (struct extraction *e, const uint8_t *key)
{
  struct array_position position;
  bool leaf;
  if (acyclic_strategy_has (e->strategy, key))
    return true;
  if (atomic_load (&e->search->stop) || !e->board.rules->unpack (&e->board, key, &position))
    return false;
  if (leaf_add (&e->leaves, &position, key))
    return true;
  struct array_children *children = allocate (1, sizeof *children);
  list_children (&e->board, &position, children);
  const int choice = choose_move (e, key, children, &leaf);
  bool done = choice >= 0 && (leaf || extract_replies (e, children->key[choice]));
  if (done) {
    const uint16_t move = (uint16_t) children->move[choice];
    acyclic_strategy_add (e->strategy, key, ROW_MOVE, &move, 1);
  }
  free (children);
  return done;
}

/* A board without keys has an argument about its start, or nothing. */
static bool
extract_rows (struct extraction *e)
{
  struct array_position start;
  if (e->board.key_bytes == 0) {
    e->board.rules->unpack (&e->board, NULL, &start);
    return leaf_add (&e->leaves, &start, NULL);
  }
  if (!e->board.rules->unpack (&e->board, e->certificate->claim_key, &start))
    return false;
  const bool done = start.to_move == e->player ? extract (e, e->certificate->claim_key)
                                               : extract_replies (e, e->certificate->claim_key);
  if (done)
    strategy_drop_unneeded (&e->board, e->strategy, e->certificate->claim_key);
  return done;
}

static bool
extract_strategy (struct extraction *e, int player, int bound)
{
  e->player = player;
  e->strategy = &e->certificate->strategy[player];
  e->strategy->present = true;
  e->strategy->bound = bound;
  leaves_begin (&e->leaves, &e->board, e->certificate, player);
  const bool done = extract_rows (e);
  leaves_end (&e->leaves);
  return done;
}

bool
certificate_extract (struct search *search, struct acyclic_certificate *certificate, int value,
                     uint64_t small_nodes)
{
  const struct game *game = search->game;
  struct extraction e = {
    .search = search, .game = game, .certificate = certificate, .node_limit = search->query.node_limit
  };
  if (!array_game_open (&e.board, game->name, game->board_text, game->rules))
    return false;
  assert (e.board.key_bytes == game->key_bytes);
  const int mover = game->engine->mover (game, search->position);
  const bool exact = search->query.exact_score;
  const struct position *root = search->position;
  certificate->exact_score = exact;
  certificate->small_nodes = small_nodes;
  certificate->claim = value;
  if (game->key_bytes > 0)
    game->engine->pack_canonical (game, root, certificate->claim_key);
  if (game->engine->outcome (game, root) != GOING_ON) { /* the rules alone show it */
    array_game_close (&e.board);
    return true;
  }
  e.position = position_allocate (game);
  e.child = position_allocate (game);
  const bool done = (value == LOST && !exact ? true : extract_strategy (&e, mover, value))
                    && (value == WON && !exact ? true : extract_strategy (&e, !mover, -value));
  search->position = root;
  free (e.position);
  free (e.child);
  array_game_close (&e.board);
  return done;
}
