/* The graph of a proof alone, with simulated workers, on thousands of random games.
 *
 * A random game is a digraph made from a seed: positions are numbers, some are final. A plain minimax
 * (retrograde iteration where play can cycle) knows the true values. The simulated workers are slow,
 * answer out of order, answer with less than was asked, and never answer some works that were called
 * off. After every step all invariants hold; at the end the bounds of the root and of every node are
 * right. Workers die, and so does the whole run: then it goes on from a picture of the graph. */
#include "ranks/graph_picture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- random games ---- */

enum { POSITIONS_MAX = 400, MOVES_MAX = 6, KEY_BYTES = 11, UNKNOWN = 99 };

/* How the moves run. */
enum shape {
  SKIPPING, /* forward, over several plies at once: a position is met by both sides to move */
  LAYERED,  /* to the next ply: positions know how many moves were made */
  CYCLING,  /* anywhere */
  SHAPES
};

struct board {
  enum shape shape;
  int positions, plies;
  int ply[POSITIONS_MAX];
  int moves[POSITIONS_MAX][MOVES_MAX], count[POSITIONS_MAX]; /* no moves: final */
  enum outcome outcome[POSITIONS_MAX];
  int value[POSITIONS_MAX], score[POSITIONS_MAX]; /* the truth */
};

/* Mirrored positions are symmetric to the others. */
struct position {
  int id;
  bool mirrored;
};

static uint64_t random_state;

static int
below (int n)
{
  random_state += UINT64_C (0x9e3779b97f4a7c15);
  uint64_t z = random_state;
  z = (z ^ z >> 30) * UINT64_C (0xbf58476d1ce4e5b9);
  z = (z ^ z >> 27) * UINT64_C (0x94d049bb133111eb);
  return (int) ((z ^ z >> 31) % (uint64_t) n);
}

static int
between (int low, int high)
{
  return low + below (high - low + 1);
}

static int
score_of (const struct board *board, int id, int outcome, int distance)
{
  if (board->shape == CYCLING)
    return cyclic_score ((enum outcome) outcome, distance);
  return outcome * (board->plies + 10 - board->ply[id] - distance);
}

static int
score_from_child (const struct board *board, int score)
{
  return board->shape != CYCLING || score == 0 ? -score : score > 0 ? -score + 1 : -score - 1;
}

/* Values by going back from the ends until nothing changes; what stays unknown is a draw. Round d finds
 * the wins and losses in d plies, so scores are exact. */
static void
find_truth (struct board *board)
{
  for (int i = 0; i < board->positions; i++) {
    board->value[i] = board->count[i] == 0 ? (int) board->outcome[i] : UNKNOWN;
    board->score[i] = board->count[i] == 0 ? score_of (board, i, (int) board->outcome[i], 0) : UNKNOWN;
  }
  for (int round = 1, changed = 1; changed || round <= board->positions; round++) {
    int found[POSITIONS_MAX], count = 0;
    for (int i = 0; i < board->positions; i++) {
      if (board->value[i] != UNKNOWN)
        continue;
      bool all_won = true, any_lost = false;
      for (int m = 0; m < board->count[i]; m++) {
        const int value = board->value[board->moves[i][m]];
        all_won &= value == WON;
        any_lost |= value == LOST;
      }
      if (any_lost || all_won)
        found[count++] = any_lost ? i : -1 - i;
    }
    for (int f = 0; f < count; f++) {
      const int i = found[f] >= 0 ? found[f] : -1 - found[f];
      board->value[i] = found[f] >= 0 ? WON : LOST;
      board->score[i] = score_of (board, i, board->value[i], round);
    }
    changed = count > 0;
  }
  for (int i = 0; i < board->positions; i++)
    if (board->value[i] == UNKNOWN)
      board->value[i] = board->score[i] = 0;
}

static void
make_board (struct board *board, enum shape shape)
{
  *board = (struct board){ .shape = shape, .positions = between (1, POSITIONS_MAX / (1 << below (5))) };
  board->plies = between (1, 12);
  const int drawish = between (1, 4), branching = between (1, MOVES_MAX);
  for (int i = 0; i < board->positions; i++) {
    board->ply[i] = (int) ((int64_t) i * board->plies / board->positions);
    board->outcome[i] = (enum outcome) (below (drawish) > 0 ? DRAWN : between (-1, 1));
    if (below (12) == 0 && i > 0)
      continue;
    const int moves = between (1, branching);
    for (int m = 0; m < moves; m++) {
      int to = shape == CYCLING ? below (board->positions) : i + 1 + below (board->positions);
      if (shape == LAYERED) { /* any position of the next ply */
        const int first = (board->ply[i] + 1) * board->positions / board->plies;
        to = first + below (board->positions / board->plies + 1);
        if (to < board->positions && (int64_t) to * board->plies / board->positions != board->ply[i] + 1)
          continue;
      }
      if (to < board->positions)
        board->moves[i][board->count[i]++] = to;
    }
  }
  find_truth (board);
}

/* ---- as an engine ---- */

static void
toy_pack (const struct game *game, const struct position *position, uint8_t *bytes)
{
  (void) game;
  memset (bytes, 0x5a, KEY_BYTES);
  bytes[0] = (uint8_t) position->mirrored;
  bytes[KEY_BYTES - 2] = (uint8_t) (position->id >> 8);
  bytes[KEY_BYTES - 1] = (uint8_t) position->id;
}

static void
toy_pack_canonical (const struct game *game, const struct position *position, uint8_t *bytes)
{
  const struct position canonical = { position->id, false };
  toy_pack (game, &canonical, bytes);
}

static int
id_of (const uint8_t *key)
{
  return key[KEY_BYTES - 2] << 8 | key[KEY_BYTES - 1];
}

static bool
toy_unpack (const struct game *game, const uint8_t *bytes, struct position *position)
{
  *position = (struct position){ id_of (bytes), bytes[0] };
  return bytes[1] == 0x5a && position->id < game->board->positions;
}

static enum outcome
toy_outcome (const struct game *game, const struct position *position)
{
  return game->board->count[position->id] == 0 ? game->board->outcome[position->id] : GOING_ON;
}

static int
toy_score (const struct game *game, const struct position *position, enum outcome outcome, int distance)
{
  return score_of (game->board, position->id, (int) outcome, distance);
}

static int
toy_negate (int score)
{
  return -score;
}

static int
toy_shift (int score)
{
  const struct board cycling = { .shape = CYCLING };
  return score_from_child (&cycling, score);
}

static int
toy_expand (const struct game *game, const uint8_t *packed, uint8_t *out)
{
  const struct board *board = game->board;
  const int id = id_of (packed);
  for (int m = 0; m < board->count[id]; m++) {
    const struct position child = { board->moves[id][m], m % 2 == 1 };
    toy_pack_canonical (game, &child, out + m * KEY_BYTES);
  }
  return board->count[id];
}

#define TOY_ENGINE(pass_up)                                                                                  \
  {                                                                                                          \
    .name = "toy", .pack = toy_pack, .pack_canonical = toy_pack_canonical, .unpack = toy_unpack,             \
    .outcome = toy_outcome, .score = toy_score, .score_from_child = (pass_up), .expand = toy_expand          \
  }

static const struct engine converging = TOY_ENGINE (toy_negate), cycling = TOY_ENGINE (toy_shift);

static struct game
toy_game (struct board *board)
{
  return (struct game){ .engine = board->shape == CYCLING ? &cycling : &converging,
                        .board = board,
                        .title = "toy:1",
                        .position_bytes = sizeof (struct position),
                        .key_bytes = KEY_BYTES,
                        .plies_max = board->shape == CYCLING ? 0 : board->positions,
                        .moves_max = MOVES_MAX };
}

static int
truth (const struct board *board, bool strong, int id)
{
  return strong ? board->score[id] : board->value[id];
}

/* ---- simulated workers ---- */

enum { HANDS = 40 };

struct simulation {
  struct board board;
  struct game game;
  struct graph_options options;
  struct graph *graph;
  struct source source;
  struct work in_hand[HANDS];
  bool called_off[HANDS];
  int works, workers, handed_out, deaths;
  bool dying; /* workers and runs do */
};

static bool
settles (struct bounds bounds, struct bounds window)
{
  return bounds.lower >= window.upper || bounds.upper <= window.lower || bounds.lower == bounds.upper;
}

/* Right bounds, as far from the truth as they may be. */
static struct bounds
loose_bounds (int value, bool strong)
{
  const struct bounds range = search_range (strong);
  struct bounds bounds = { value, value };
  if (below (2))
    bounds.lower = between (value - below (4), value);
  if (below (2))
    bounds.upper = between (value, value + below (4));
  if (below (2))
    bounds.lower = range.lower;
  if (below (2))
    bounds.upper = range.upper;
  bounds.lower = bounds.lower < range.lower ? range.lower : bounds.lower;
  bounds.upper = bounds.upper > range.upper ? range.upper : bounds.upper;
  return bounds;
}

static struct result
simulate_search (const struct simulation *s, const struct work *work, bool called_off)
{
  const int id = id_of (work->key), value = truth (&s->board, work->strong, id);
  struct result result = { .number = work->number, .bounds = loose_bounds (value, work->strong), .nodes = 1 };
  result.solved = settles (result.bounds, work->window);
  if (result.solved)
    return result;
  if (work->node_limit != 0 && below (2) == 0) {
    result.stopped = result.out_of_budget = true;
    result.nodes = work->node_limit;
    result.has_best = s->board.count[id] > 0 && below (2) == 0;
    if (result.has_best)
      toy_pack_canonical (&s->game, &(struct position){ s->board.moves[id][0], false }, result.best);
  } else if (called_off)
    result.stopped = true;
  else {
    if (value >= work->window.upper)
      result.bounds.lower = between (work->window.upper, value);
    else if (value <= work->window.lower)
      result.bounds.upper = between (value, work->window.lower);
    else
      result.bounds = (struct bounds){ value, value };
    result.solved = true;
  }
  return result;
}

static void
put_down (struct simulation *s, int i)
{
  s->works--;
  s->in_hand[i] = s->in_hand[s->works];
  s->called_off[i] = s->called_off[s->works];
}

static void
take_work (struct simulation *s)
{
  struct work work;
  if (s->works == s->workers || !s->source.next (s->source.context, &work))
    return;
  const int value = truth (&s->board, work.strong, id_of (work.key));
  assert_true (work.window.lower < work.window.upper);
  assert_true (value >= -SCORE_MAX && work.method == METHOD_ALPHA_BETA && strcmp (work.game, "toy:1") == 0);
  for (int i = 0; i < s->works; i++) /* no position is in two hands, unless one was called off */
    assert_true (s->called_off[i] || memcmp (s->in_hand[i].key, work.key, KEY_BYTES) != 0);
  s->called_off[s->works] = false;
  s->in_hand[s->works++] = work;
  s->handed_out++;
}

static void
answer (struct simulation *s, int i)
{
  const struct result result = simulate_search (s, &s->in_hand[i], s->called_off[i]);
  put_down (s, i);
  s->source.done (s->source.context, &result);
}

static void
call_off (struct simulation *s)
{
  for (int i = 0; i < s->works; i++)
    if (!s->called_off[i] && !s->source.matters (s->source.context, s->in_hand[i].number)) {
      s->called_off[i] = true;
      if (below (2)) /* this worker died of grief */
        put_down (s, i--);
    }
}

/* A worker is gone, and its work with it: somebody says so, nobody has begun it. */
static void
die (struct simulation *s, int i)
{
  const struct result result
      = { .number = s->in_hand[i].number, .bounds = search_range (s->in_hand[i].strong), .stopped = true };
  put_down (s, i);
  s->source.done (s->source.context, &result);
  s->deaths++;
}

/* The run ends with all that is in hand, and another one begins where it was. */
static void
die_all (struct simulation *s)
{
  struct graph_picture picture = { 0 };
  struct statistics before = { 0 }, after = { 0 };
  const struct bounds bounds = graph_bounds (s->graph);
  graph_statistics (s->graph, &before);
  graph_picture_take (&picture, s->graph);
  graph_destroy (s->graph);
  s->works = 0;
  s->options.leaves_wanted = 1 << below (6);
  s->graph = graph_create (&s->game, &(struct position){ 0, true }, &s->options);
  assert_true (graph_picture_put (&picture, s->graph));
  assert_true (graph_bounds (s->graph).lower == bounds.lower
               && graph_bounds (s->graph).upper == bounds.upper);
  graph_statistics (s->graph, &after);
  assert_memory_equal (&before, &after, sizeof before);
  s->source = graph_source (s->graph);
  graph_picture_free (&picture);
  s->deaths++;
}

static bool
everything_is_true (const struct simulation *s)
{
  for (int id = 0; id < s->board.positions; id++) {
    uint8_t key[KEY_BYTES];
    struct bounds bounds;
    toy_pack_canonical (&s->game, &(struct position){ id, true }, key);
    const int value = truth (&s->board, s->options.strong, id);
    if (graph_lookup (s->graph, key, &bounds) && (bounds.lower > value || bounds.upper < value))
      return false;
  }
  return true;
}

static void
begin (struct simulation *s, uint64_t seed, enum shape shape)
{
  random_state = seed;
  memset (s, 0, sizeof *s);
  make_board (&s->board, shape);
  s->game = toy_game (&s->board);
  s->workers = between (1, HANDS);
  const bool strong = shape != SKIPPING && below (2);
  s->options = (struct graph_options){ .method = METHOD_ALPHA_BETA,
                                       .strong = strong,
                                       .window = search_range (strong),
                                       .leaves_wanted = 1 << below (6),
                                       .leaf_budget = below (2) ? 10 : 0,
                                       .by_chance = below (2) };
  if (below (3) == 0) {
    s->options.window.lower = strong ? between (-5, 5) : between (-1, 0);
    s->options.window.upper = s->options.window.lower + 1;
  }
  s->graph = graph_create (&s->game, &(struct position){ 0, true }, &s->options);
  s->source = graph_source (s->graph);
}

/* Returns whether the question was settled. */
static bool
simulate (struct simulation *s)
{
  for (int step = 0; step < 100000 && !s->source.finished (s->source.context); step++) {
    assert_true (graph_is_valid (s->graph));
    take_work (s);
    assert_true (graph_is_valid (s->graph));
    if (s->works == 0 && !s->source.finished (s->source.context))
      return false; /* only where nothing could be handed out */
    if (s->dying && s->works > 0 && below (10) == 0)
      die (s, below (s->works));
    if (s->dying && below (30) == 0)
      die_all (s);
    if (s->works > 0 && (below (3) == 0 || s->works == s->workers)) {
      answer (s, below (s->works));
      if (below (4) > 0)
        call_off (s);
    }
  }
  while (s->works > 0 && below (8) > 0) /* late answers */
    answer (s, below (s->works));
  assert_true (graph_is_valid (s->graph));
  return s->source.finished (s->source.context);
}

/* ---- tests ---- */

static void
test_random_games (void **state)
{
  (void) state;
  struct simulation *s = allocate (1, sizeof *s);
  int deaths = 0;
  for (uint64_t seed = 1; seed <= 6000; seed++) {
    begin (s, seed, (enum shape) (seed % SHAPES));
    s->dying = seed % 4 == 0;
    const bool settled = simulate (s);
    deaths += s->deaths;
    const struct bounds bounds = graph_bounds (s->graph);
    const bool whole = s->options.window.upper - s->options.window.lower > 1;
    const bool right = settled && settles (bounds, s->options.window) && everything_is_true (s)
                       && (!whole || bounds.lower == truth (&s->board, s->options.strong, 0));
    if (!right)
      print_error ("seed %llu\n", (unsigned long long) seed);
    assert_true (right);
    graph_destroy (s->graph);
  }
  assert_true (deaths > 500);
  free (s);
}

/* With one leaf the root is asked once, with the whole window. */
static void
test_single_leaf (void **state)
{
  (void) state;
  struct simulation *s = allocate (1, sizeof *s);
  int asked = 0;
  for (uint64_t seed = 1; seed <= 300; seed++) {
    begin (s, seed, (enum shape) (seed % SHAPES));
    graph_destroy (s->graph);
    s->options.leaves_wanted = 1;
    s->options.leaf_budget = 0;
    s->graph = graph_create (&s->game, &(struct position){ 0, false }, &s->options);
    s->source = graph_source (s->graph);
    assert_true (simulate (s));
    assert_true (s->handed_out == (s->board.count[0] > 0));
    assert_true ((graph_root_result (s->graph) != NULL) == (s->board.count[0] > 0));
    asked += s->handed_out;
    graph_destroy (s->graph);
  }
  assert_true (asked > 200);
  free (s);
}

/* The whole proof costs no more than its limit, and a limit that is too small ends it. */
static void
test_node_limit (void **state)
{
  (void) state;
  struct simulation *s = allocate (1, sizeof *s);
  int unsettled = 0;
  for (uint64_t seed = 1; seed <= 600; seed++) {
    begin (s, seed, (enum shape) (seed % SHAPES));
    graph_destroy (s->graph);
    s->options.node_limit = (uint64_t) between (1, 40);
    s->graph = graph_create (&s->game, &(struct position){ 0, false }, &s->options);
    s->source = graph_source (s->graph);
    assert_true (simulate (s));
    struct statistics sum = { 0 };
    graph_statistics (s->graph, &sum);
    assert_true (sum.count[COUNT_nodes] <= s->options.node_limit || sum.count[COUNT_cancelled] > 0);
    assert_true (everything_is_true (s));
    unsettled += !settles (graph_bounds (s->graph), s->options.window);
    graph_destroy (s->graph);
  }
  assert_true (unsettled > 50);
  free (s);
}

/* A search that gives up, or fails, is not asked again; the proof runs dry and says so. */
static void
test_dead_leaves (void **state)
{
  (void) state;
  struct simulation *s = allocate (1, sizeof *s);
  int dry = 0;
  for (uint64_t seed = 1; seed <= 300; seed++) {
    begin (s, seed, (enum shape) (seed % SHAPES));
    int works = 0;
    struct work work;
    while (s->source.next (s->source.context, &work)) {
      struct result result = { .number = work.number, .bounds = search_range (work.strong) };
      if (seed % 2)
        (fail) (&result.failure, EXIT_IO, "no memory");
      s->source.done (s->source.context, &result);
      assert_true (graph_is_valid (s->graph));
      assert_true (++works <= s->board.positions);
    }
    assert_true ((graph_failure (s->graph) != NULL) == (works > 0 && seed % 2));
    assert_true (everything_is_true (s));
    dry += !s->source.finished (s->source.context);
    graph_destroy (s->graph);
  }
  assert_true (dry > 100);
  free (s);
}

/* A ternary tree of five plies: children of i are 3 i + 1 ... 3 i + 3. */
static void
begin_tree (struct simulation *s, enum shape shape, struct graph_options options)
{
  memset (s, 0, sizeof *s);
  s->board = (struct board){ .shape = shape, .positions = 364, .plies = 6 };
  for (int i = 0; i < 121; i++)
    for (int m = 0; m < 3; m++)
      s->board.moves[i][s->board.count[i]++] = 3 * i + 1 + m;
  find_truth (&s->board);
  s->game = toy_game (&s->board);
  s->options = options;
  s->options.method = METHOD_ALPHA_BETA;
  s->graph = graph_create (&s->game, &(struct position){ 0, false }, &s->options);
  s->source = graph_source (s->graph);
  s->workers = HANDS;
}

static int
ply_in_tree (int id)
{
  return id == 0 ? 0 : 1 + ply_in_tree ((id - 1) / 3);
}

/* Who asks for leaves gets them: all workers are busy at the start. */
static void
test_enough_leaves (void **state)
{
  (void) state;
  struct simulation *s = allocate (1, sizeof *s);
  for (int wanted = 1; wanted <= 9; wanted++) {
    begin_tree (s, SKIPPING,
                (struct graph_options){ .window = search_range (false), .leaves_wanted = wanted });
    for (int i = 0; i < HANDS; i++)
      take_work (s);
    assert_true (s->works >= wanted && (wanted > 1 || s->works == 1));
    for (int i = 0; i < s->works; i++)
      assert_true (s->source.matters (s->source.context, s->in_hand[i].number));
    assert_true (graph_is_valid (s->graph));
    assert_true (simulate (s));
    graph_destroy (s->graph);
  }
  free (s);
}

/* "Is the root at least 1?" is "is the child at least 0?", and where scores count plies, "at least -1?". */
static void
test_windows (void **state)
{
  (void) state;
  struct simulation *s = allocate (1, sizeof *s);
  for (int i = 0; i < 4; i++) {
    const bool strong = i % 2;
    const int leaves = i < 2 ? 3 : 9, works = leaves;
    begin_tree (
        s, strong ? CYCLING : SKIPPING,
        (struct graph_options){ .strong = strong, .window = search_range (strong), .leaves_wanted = leaves });
    static const int weak_test[] = { 1, 0, 1, 0, 1 }, strong_test[] = { 1, -1, 3, -3, 5 };
    bool plies[6] = { false };
    for (int w = 0; w < works; w++) {
      take_work (s);
      const struct work *work = &s->in_hand[w];
      const int ply = ply_in_tree (id_of (work->key)), test = strong ? strong_test[ply] : weak_test[ply];
      plies[ply] = true;
      assert_true (work->window.lower == test - 1 && work->window.upper == test);
    }
    assert_true (plies[leaves == 3 ? 2 : 4]);
    graph_destroy (s->graph);
  }
  free (s);
}

/* Ranks that find no leaf in the proof that is hoped for stay idle; then one reply shows that the first move is not
 * good enough: the other replies to it no longer matter, and those to another move are asked for. */
static void
test_what_matters (void **state)
{
  (void) state;
  struct simulation *s = allocate (1, sizeof *s);
  begin_tree (s, SKIPPING, (struct graph_options){ .window = { 0, 1 }, .leaves_wanted = 3 });
  for (int i = 0; i < 5; i++) /* three replies to the first move */
    take_work (s);
  assert_int_equal (s->works, 3);
  const int answered = 4;
  for (int i = 0; i < 3; i++)
    if (id_of (s->in_hand[i].key) == answered) {
      const struct result result = { .number = s->in_hand[i].number, .bounds = { -1, 0 }, .solved = true };
      s->source.done (s->source.context, &result);
    }
  for (int i = 0; i < 3; i++) {
    assert_in_range (id_of (s->in_hand[i].key), answered, answered + 2);
    assert_false (s->source.matters (s->source.context, s->in_hand[i].number));
  }
  take_work (s);
  assert_int_equal (s->works, 4);
  assert_true (id_of (s->in_hand[3].key) < answered || id_of (s->in_hand[3].key) > answered + 2);
  assert_true (s->source.matters (s->source.context, s->in_hand[3].number));
  assert_true (graph_is_valid (s->graph));
  graph_destroy (s->graph);
  free (s);
}

/* The replies to the first move and the other moves are asked for; then one reply shows that the first move is not
 * good enough: the other replies to it no longer matter, other moves do. */
static void
test_what_is_needed (void **state)
{
  (void) state;
  struct simulation *s = allocate (1, sizeof *s);
  begin_tree (s, SKIPPING,
              (struct graph_options){ .window = { 0, 1 }, .leaves_wanted = 5, .by_chance = true });
  for (int i = 0; i < 5; i++)
    take_work (s);
  assert_int_equal (s->works, 5);
  const int answered = 4;
  bool asked[7] = { false };
  for (int i = 0; i < 5; i++) {
    assert_in_range (id_of (s->in_hand[i].key), 2, 6);
    asked[id_of (s->in_hand[i].key)] = true;
    if (id_of (s->in_hand[i].key) == answered) {
      const struct result result = { .number = s->in_hand[i].number, .bounds = { -1, 0 }, .solved = true };
      s->source.done (s->source.context, &result);
    }
  }
  for (int i = 0; i < 5; i++) {
    assert_true (asked[i + 2]);
    assert_true (s->source.matters (s->source.context, s->in_hand[i].number)
                 == (id_of (s->in_hand[i].key) < answered));
  }
  take_work (s); /* the other moves are in hand */
  assert_int_equal (s->works, 5);
  for (int i = 0; i < 5; i++)
    if (id_of (s->in_hand[i].key) == 2) {
      const struct result result
          = { .number = s->in_hand[i].number, .bounds = { -1, 1 }, .stopped = true, .out_of_budget = true };
      s->source.done (s->source.context, &result);
      s->called_off[i] = true;
    }
  take_work (s);
  assert_int_equal (s->works, 6);
  assert_true (id_of (s->in_hand[5].key) >= 7); /* below it */
  assert_true (s->source.matters (s->source.context, s->in_hand[5].number));
  assert_true (graph_is_valid (s->graph));
  graph_destroy (s->graph);
  free (s);
}

/* By chance: budgets are the same for all leaves and grow with what the proof has cost. */
static void
test_growing_budget (void **state)
{
  (void) state;
  struct simulation *s = allocate (1, sizeof *s);
  begin_tree (
      s, SKIPPING,
      (struct graph_options){
          .window = search_range (false), .leaves_wanted = 1, .leaf_budget = 100, .by_chance = true });
  for (int i = 0; i < 3; i++) {
    static const uint64_t limits[] = { 100, 100, 400 };
    take_work (s);
    assert_int_equal (s->in_hand[i].node_limit, limits[i]);
    const struct result result = { .number = s->in_hand[i].number,
                                   .bounds = { -1, 1 },
                                   .nodes = i == 0 ? 100 : 64 * 400 - 100,
                                   .stopped = true,
                                   .out_of_budget = true };
    s->source.done (s->source.context, &result);
  }
  graph_destroy (s->graph);
  free (s);
}

/* Out of budget: expanded, the best continuation is next, with a larger budget. A late answer is not lost. */
static void
test_budget (void **state)
{
  (void) state;
  struct simulation *s = allocate (1, sizeof *s);
  begin_tree (
      s, SKIPPING,
      (struct graph_options){ .window = search_range (false), .leaves_wanted = 1, .leaf_budget = 100 });
  take_work (s);
  assert_true (s->in_hand[0].node_limit == 100 && id_of (s->in_hand[0].key) == 0);
  struct result result = { .number = s->in_hand[0].number,
                           .bounds = { -1, 1 },
                           .nodes = 100,
                           .stopped = true,
                           .out_of_budget = true,
                           .has_best = true };
  toy_pack_canonical (&s->game, &(struct position){ 2, false }, result.best);
  s->source.done (s->source.context, &result);
  assert_null (graph_root_result (s->graph));
  take_work (s);
  assert_true (s->in_hand[1].node_limit == 200 && id_of (s->in_hand[1].key) == 2);
  result.bounds.lower = 0; /* from nowhere: a proof about the root, long given up */
  s->source.done (s->source.context, &result);
  assert_int_equal (graph_bounds (s->graph).lower, 0);
  struct statistics sum = { 0 };
  graph_statistics (s->graph, &sum);
  assert_true (sum.count[COUNT_expansions] == 1 && sum.count[COUNT_nodes] == 200);
  assert_int_equal (sum.count[COUNT_works], 2);
  assert_true (graph_is_valid (s->graph));
  graph_destroy (s->graph);
  free (s);
}

/* The whole root is for one rank, before it is split among all. */
static void
test_root_first (void **state)
{
  (void) state;
  struct simulation *s = allocate (1, sizeof *s);
  struct work other;
  begin_tree (
      s, SKIPPING,
      (struct graph_options){
          .window = search_range (false), .leaves_wanted = 2, .leaf_budget = 100, .root_budget = 10 });
  take_work (s);
  assert_true (s->in_hand[0].node_limit == 10 && id_of (s->in_hand[0].key) == 0);
  assert_false (s->source.next (s->source.context, &other));
  const struct result result = {
    .number = s->in_hand[0].number, .bounds = { -1, 1 }, .nodes = 10, .stopped = true, .out_of_budget = true
  };
  s->source.done (s->source.context, &result);
  take_work (s);
  assert_true (s->in_hand[1].node_limit == 100 && id_of (s->in_hand[1].key) != 0);
  assert_true (graph_is_valid (s->graph));
  assert_null (graph_root_result (s->graph));
  graph_destroy (s->graph);
  free (s);
}

/* A best-first search goes on with the root, others work below it; the first to settle it does. */
static void
test_root_goes_on (void **state)
{
  (void) state;
  struct simulation *s = allocate (1, sizeof *s);
  begin_tree (
      s, SKIPPING,
      (struct graph_options){
          .window = search_range (false), .leaves_wanted = 2, .leaf_budget = 100, .root_budget = 10 });
  take_work (s);
  struct result result = { .number = s->in_hand[0].number,
                           .bounds = { -1, 1 },
                           .nodes = 10,
                           .stopped = true,
                           .out_of_budget = true,
                           .method = METHOD_PROOF_NUMBER };
  s->source.done (s->source.context, &result);
  s->called_off[0] = true;
  take_work (s);
  assert_true (s->in_hand[1].node_limit == 0 && id_of (s->in_hand[1].key) == 0);
  take_work (s);
  assert_true (s->in_hand[2].node_limit == 100 && id_of (s->in_hand[2].key) != 0);
  assert_true (graph_is_valid (s->graph));
  result = (struct result){ .number = s->in_hand[1].number,
                            .bounds = { 1, 1 },
                            .nodes = 30,
                            .solved = true,
                            .method = METHOD_PROOF_NUMBER };
  s->source.done (s->source.context, &result);
  assert_true (s->source.finished (s->source.context));
  assert_false (s->source.matters (s->source.context, s->in_hand[2].number));
  assert_true (graph_bounds (s->graph).lower == 1 && graph_root_result (s->graph)->nodes == 40);
  graph_destroy (s->graph);
  free (s);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_random_games),   cmocka_unit_test (test_single_leaf),
    cmocka_unit_test (test_node_limit),     cmocka_unit_test (test_dead_leaves),
    cmocka_unit_test (test_enough_leaves),  cmocka_unit_test (test_windows),
    cmocka_unit_test (test_what_matters),   cmocka_unit_test (test_what_is_needed),
    cmocka_unit_test (test_growing_budget), cmocka_unit_test (test_budget),
    cmocka_unit_test (test_root_first),     cmocka_unit_test (test_root_goes_on),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
