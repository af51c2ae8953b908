#include "play/player_private.h"
#include "play/outsider.h"
#include "base/sample.h"
#include "base/clock.h"

#include <assert.h>
#include <stdlib.h>

/* ---- with an evaluation ---- */

static void note_result (const struct result *result, int depth, struct thought *thought) {
  bounds_narrow (&thought->bounds, result->bounds);
  thought->has_evaluation = result->has_evaluation;
  thought->evaluation = result->evaluation;
  thought->depth = depth;
}

/* A query with the player's evaluation and the terms added to it. */
static struct query query_to_depth (const struct player *player, enum method method, int depth) {
  return (struct query){ .method = method,
                         .window = search_range (false),
                         .evaluation = player->evaluation,
                         .capture_bonus = player->capture_bonus,
                         .random = player->random,
                         .seed = player->chance,
                         .depth = depth };
}

/* Choose with a method that deepens by itself, or that evaluates each move once. */
static void think_at_once (struct player *player, const struct position *position, enum method method,
                           struct thought *thought) {
  const struct play_resources *resources = &player->resources;
  struct query query = query_to_depth (player, method, player->depth);
  query.knowledge = player->kind->proof_share > 0;
  if (player->kind->asks_known && resources->known != NULL)
    query.has_known = resources->known (resources->known_context, player->game, position, &query.known);
  const struct result *result = player_ask (player, position, &query, 0, thought);
  if (result->move < 0)
    return;
  choose_move (player, position, result->move, thought);
  note_result (result, player->depth, thought);
  thought->keeps = result->bounds.lower == result->bounds.upper;
}

/* Choose by a search of one ply, for which there is always time, if time was up before the only search was
 * done. */
static void think_one_ply (struct player *player, const struct position *position, enum method method,
                           struct thought *thought) {
  const struct query query = query_to_depth (player, method, 1);
  if (asker_is_stopped (&player->asker))
    return;
  player->deadline = 0;
  player->nodes_now = 0;
  const struct result *result = player_ask (player, position, &query, 0, thought);
  if (!result->has_evaluation)
    return;
  note_result (result, 1, thought);
  choose_move (player, position, result->move, thought);
}

/* Choose by iterative deepening. A win is taken at the first depth that shows it. If every move loses, the
 * move of the previous depth is kept, since at that depth it did not yet lose. */
static void think_by_depth (struct player *player, const struct position *position, enum method method,
                            struct thought *thought) {
  if (method_descriptions[method].heuristic) {
    think_at_once (player, position, method, thought);
    return;
  }
  const int deepest = player->depth > 0 ? player->depth : 1000, first = player->fixed ? deepest : 1;
  bool done = false;
  for (int depth = first; depth <= deepest && !done; depth++) {
    const struct query query = query_to_depth (player, method, depth);
    const struct result *result = player_ask (player, position, &query, 0, thought);
    if (!result->has_evaluation) {
      if (player->fixed)
        think_one_ply (player, position, method, thought);
      return;
    }
    note_result (result, depth, thought);
    done = result->solved || thought->bounds.lower == thought->bounds.upper;
    if (depth == first || result->bounds.upper > LOST)
      choose_move (player, position, result->move, thought);
    thought->keeps = done;
  }
}

/* ---- at random ---- */

static void think_by_chance (struct player *player, const struct position *position,
                             struct thought *thought) {
  struct successor *list = allocate ((size_t) player->game->moves_max, sizeof *list);
  const int count = player->game->engine->successors (player->game, position, list);
  assert (count > 0);
  thought->chosen = list[sample_below (&player->chance, (uint64_t) count)];
  thought->source = NULL;
  free (list);
}

/* Time of a move that is kept back for ending the searches and for other work. */
static double reserve (double seconds) {
  static const double SHARE = 0.1, MOST = 0.02;
  return SHARE * seconds < MOST ? SHARE * seconds : MOST;
}

static void begin_thought (struct player *player, const struct position *position, struct thought *thought) {
  struct successor *list = allocate ((size_t) player->game->moves_max, sizeof *list);
  *thought = (struct thought){ .bounds = search_range (false), .source = "search" };
  if (player->game->engine->successors (player->game, position, list) > 0)
    thought->chosen = list[0];
  free (list);
}

/* Search a few plies, so that there is a move to play if the proof uses all the time. */
static void think_in_haste (struct player *player, const struct position *position, struct thought *thought) {
  enum { PLIES = 3 };
  static const double SHARE = 0.1, MOST = 0.05;
  const double seconds = SHARE * player->seconds < MOST ? SHARE * player->seconds : MOST;
  const struct query query = { .method = METHOD_BNS, .window = search_range (false), .depth = PLIES };
  if (player->seconds == 0)
    return;
  const struct result *result = player_ask (player, position, &query, clock_seconds () + seconds, thought);
  if (result->move < 0)
    return;
  choose_move (player, position, result->move, thought);
  note_result (result, PLIES, thought);
}

/* ---- by books ---- */

/* The part of a move's limits for checking whether a move better than that of a heuristic book is needed. */
static const double CHECK_SHARE = 0.1;
enum { CHECK_NODES = 20000 };

static void play_opening (const struct opening_move *opening, struct thought *thought) {
  thought->chosen = opening->move;
  thought->source = "book";
  if (opening->proven) {
    thought->bounds = (struct bounds){ opening->value, opening->value };
    thought->keeps = true;
  } else {
    thought->has_evaluation = opening->evaluation != ZERMELO_NO_EVALUATION;
    thought->evaluation = opening->evaluation;
    thought->depth = 0;
  }
}

/* The limits of a move, saved while those of its short search apply. */
struct limits {
  int depth;
  uint64_t nodes_now;
  double deadline;
};

static struct limits shorten (struct player *player) {
  const struct limits before = { player->depth, player->nodes_now, player->deadline };
  const double end = clock_seconds () + CHECK_SHARE * player->seconds;
  if (player->seconds > 0 && (player->deadline == 0 || end < player->deadline))
    player->deadline = end;
  if (player->nodes_now == 0 || player->nodes_now > CHECK_NODES)
    player->nodes_now = CHECK_NODES;
  player->depth = (player->depth + 1) / 2;
  return before;
}

static void restore (struct player *player, const struct limits *before) {
  player->depth = before->depth;
  player->nodes_now = before->nodes_now;
  player->deadline = before->deadline;
}

static enum method method_of (const struct player *player) {
  const struct player_kind *kind = player->kind;
  return player->game->key_bytes == 0 && kind->keyless != METHOD_AUTO ? kind->keyless : kind->method;
}

/* Is the move proven to lose by a short search of the player's kind? */
static bool loses (struct player *player, const struct position *position, const struct successor *move,
                   struct thought *thought) {
  const struct engine *engine = player->game->engine;
  struct position *child = position_allocate (player->game);
  engine->child (player->game, position, move->move, child);
  struct thought reply;
  begin_thought (player, child, &reply);
  if (engine->outcome (player->game, child) == GOING_ON) {
    if (player->kind->proof_share > 0) {
      const struct query query = { .method = METHOD_AUTO, .window = search_range (false) };
      bounds_narrow (&reply.bounds, player_ask (player, child, &query, 0, &reply)->bounds);
    } else
      think_by_depth (player, child, method_of (player), &reply);
  }
  cost_add (&thought->cost, &reply.cost);
  free (child);
  return reply.bounds.lower == WON;
}

/* Play the move of a heuristic entry, for a player with an evaluation, unless a short search shows that a
 * better one is needed. False: think. */
static bool think_by_book (struct player *player, const struct position *position,
                           const struct opening_move *opening, struct thought *thought) {
  const struct limits limits = shorten (player);
  struct thought own = *thought;
  think_by_depth (player, position, method_of (player), &own);
  const bool wins = own.keeps && own.bounds.lower == WON;
  thought->cost = own.cost;
  const bool stands
      = !wins && (own.bounds.upper == LOST || !loses (player, position, &opening->move, thought));
  restore (player, &limits);
  if (wins)
    *thought = own;
  else if (stands)
    play_opening (opening, thought);
  return wins || stands;
}

/* ---- by proof ---- */

/* Choose a move for a player that proves. `opening`: the entry of a heuristic book, or NULL. */
static void think_of_proof (struct player *player, const struct position *position,
                            const struct opening_move *opening, struct thought *thought) {
  if (!think_without_search (player, position, thought)) {
    if (opening != NULL)
      thought->chosen = opening->move;
    else
      think_in_haste (player, position, thought);
  }
  player->nodes_now = (uint64_t) (player->kind->proof_share * (double) player->nodes);
  /* a limit of 0 would mean no limit */
  if (player->depth > 0 || (player->nodes > 0 && player->nodes_now == 0))
    player->nodes_now = 1;
  think_by_proof (player, position,
                  player->seconds == 0 ? 0 : clock_seconds () + player->kind->proof_share * player->seconds,
                  thought);
  player->nodes_now = player->nodes;
  if (thought->keeps || (player->deadline != 0 && clock_seconds () >= player->deadline))
    return;
  if (opening != NULL) {
    const struct limits limits = shorten (player);
    const bool stands = thought->bounds.upper == LOST || !loses (player, position, &opening->move, thought);
    restore (player, &limits);
    if (stands) {
      play_opening (opening, thought);
      return;
    }
  }
  struct thought heuristic = { .bounds = thought->bounds, .chosen = thought->chosen };
  heuristic.cost = thought->cost;
  think_by_depth (player, position, METHOD_MTDF, &heuristic);
  heuristic.source = thought->source;
  /* all moves lose, so no move can be better */
  heuristic.keeps = heuristic.keeps || heuristic.bounds.upper == LOST;
  *thought = heuristic;
}

/* ---- a move ---- */

bool player_think (struct player *player, const struct course *course, struct thought *thought) {
  assert (!player->kind->human && course_ending (course, NULL) != GAME_END_RULES);
  const struct position *position = course_position (course);
  const double begun = clock_seconds ();
  begin_thought (player, position, thought);
  player->nodes_now = player->nodes;
  player->deadline = player->seconds == 0 ? 0 : begun + player->seconds - reserve (player->seconds);
  struct opening_move opening;
  bool called_off = false;
  const bool in_book
      = player->books != NULL && opening_books_find (player->books, player->game, position, &opening);
  if (player->outsider != NULL) {
    thought->source = NULL;
    called_off = !outsider_think (player->outsider, course, player->seconds, thought);
  } else if (player->kind->random)
    think_by_chance (player, position, thought);
  else if (in_book && opening.proven)
    play_opening (&opening, thought);
  else if (player->kind->proof_share > 0)
    think_of_proof (player, position, in_book ? &opening : NULL, thought);
  else if (!in_book || !think_by_book (player, position, &opening, thought))
    think_by_depth (player, position, method_of (player), thought);
  thought->cost.seconds = clock_seconds () - begun;
  return !called_off && !asker_is_stopped (&player->asker);
}

void player_judge (struct player *player, const struct position *position, double seconds,
                   struct thought *thought) {
  begin_thought (player, position, thought);
  player->nodes_now = player->nodes;
  player->deadline = clock_seconds () + seconds;
  think_by_proof (player, position, player->deadline, thought);
}
