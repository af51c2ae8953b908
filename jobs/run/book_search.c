/* What the positions of a book are worth.
 *
 * Where play converges, the plies are searched from the top down. The parents of a position bound its score
 * from below (its *floor*): a parent is worth at least what it gets from this child. So the first query asks
 * whether the position is worth more than its floor. If it is not, its score is known, and a move to it keeps
 * the parent's value; otherwise it is searched above the floor. One ply beyond the last ply of the book only
 * this first query is asked, since a book says no more about those positions. A ply begins when the one
 * before it is done, because the highest floor gives the narrowest window.
 *
 * A ply is listed in the order of the parents, and positions after weaker moves, which come last, often take
 * longer or shorter than the others. So the positions are searched in blocks from all over the ply: the time
 * for those that are done then says how long the others will take. Neighbours stay together, since they have
 * much of the table in common.
 *
 * The first half of the plies needs no search: it follows from the ply below. A root that keeps one rank busy
 * for days would hold up all others.
 *
 * A book that is to use up some time begins at the start instead, and lists a ply when the one before it is
 * done.
 *
 * Where play can cycle, each position is searched. All searches use the same scale, so the table of a rank
 * serves them all. What this order saves: ../../analysis/notes/connect4-search.md, "Books". */
#include "run/book_search.h"

#include "base/clock.h"
#include "parallel/hosts.h"
#include "run/query_queue.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct book_search {
  struct book_builder *builder;
  struct query_queue *queue;
  int ply;      /* the ply that is being searched */
  size_t asked; /* how many positions have been handed out, or need not be (position_to_search()) */
  size_t open;  /* queries in flight */
  struct target *free_targets;
  struct ply_cost {
    size_t count;   /* positions */
    double seconds; /* seconds that the queries of these positions have taken so far, also in earlier runs */
  } * cost;         /* the cost of each ply, for estimates of the time left */
  double *each;     /* room for a number for each ply */
  double guess;     /* the estimate for this ply before it began; 0: there was none */
  double ply_begun; /* clock_seconds() */
  double overhead;  /* seconds of a rank that a position takes besides its queries: messages, waiting */
};

/* A position that is being searched. */
struct target {
  struct book_search *search;
  struct target *next;
  size_t index;
  bool above_floor; /* the query asks whether it is worth more than its floor */
};

/* ---- floors ---- */

/* The score of position i is known. So no child is worth less, for its side to move, than the score of a
 * child that would give position i this score. */
static void give_floors (struct book_search *s, size_t i) {
  assert (book_converges (s->builder) && book_settled (s->builder, i));
  struct book_builder *m = s->builder;
  uint8_t key[PACKED_MAX] = { 0 };
  const int floor
      = score_for_parent (m->game, m->exact_score,
                          m->bounds[i].lower); /* this function is its own inverse where play converges */
  const int count = book_set_position (m, i);
  for (int j = 0; j < count; j++) {
    m->game->engine->child (m->game, m->position, m->successors[j].move, m->child);
    m->game->engine->pack_canonical (m->game, m->child, key);
    const size_t child = key_set_find (&m->positions, key);
    if (child != SIZE_MAX) /* otherwise the child is finished */
      book_give_floor (m, child, floor);
  }
}

/* ---- what is left ---- */

/* The last ply that is searched. */
static int last_ply (const struct book_builder *m) { return m->heuristic ? m->plies : m->plies + 1; }

/* Estimate the seconds that a position of each ply takes, from this ply on. A position takes about a seventh
 * of the time of a position two plies earlier, since the table keeps what is found (odd and even plies
 * differ: half of them profit more from their floors). The times measured so far correct this guess. A search
 * of limited depth takes equally long on every ply. */
static void guess_costs (const struct book_search *s, double now_each, double *each) {
  const double usual = s->builder->heuristic ? 1 : 0.15, least = usual / 3, most = usual * 4;
  const int first = s->ply, last = last_ply (s->builder);
  double factor = usual;
  for (int ply = 0; ply <= last; ply++)
    each[ply]
        = ply < first && s->cost[ply].count > 0 ? s->cost[ply].seconds / (double) s->cost[ply].count : 0;
  each[first] = now_each;
  for (int ply = 2; ply < first; ply++)
    if (each[ply] > 0 && each[ply - 2] > 0)
      factor = cbrt (usual * usual * fmin (most, fmax (least, each[ply] / each[ply - 2])));
  for (int ply = first + 1; ply <= last; ply++)
    each[ply] = ply >= 2 && each[ply - 2] > 0 ? factor * each[ply - 2] : sqrt (factor) * each[ply - 1];
}

/* Positions are searched ply by ply, and the time that is left is estimated from the times of earlier plies,
 * with a query for every rank. */
static void note_rest (struct book_search *s, size_t done) {
  enum { POSITIONS_TELLING = 100 }; /* the first plies have too few positions to give work to all ranks */
  struct book_builder *m = s->builder;
  const double spent = s->cost[s->ply].seconds;
  double rest = 0;
  if (m->until || done == 0 || spent <= 0)
    return;
  /* the first positions of a ply say little about its other positions, so the earlier guess counts like a
   * fifth of the ply */
  const double guessed = s->guess > 0 ? 0.2 * (double) s->cost[s->ply].count : 0;
  guess_costs (s, (spent + guessed * s->guess) / ((double) done + guessed), s->each);
  if (done >= POSITIONS_TELLING)
    s->overhead = fmax (0, ((clock_seconds () - s->ply_begun) * hosts_count (&m->run->session.ranks) - spent)
                               / (double) done);
  for (int ply = s->ply; ply <= last_ply (m); ply++) {
    const size_t left = s->cost[ply].count - (ply == s->ply ? done : 0);
    rest += (double) left * (s->each[ply] + s->overhead);
  }
  m->run->display.progress.rest = rest / hosts_count (&m->run->session.ranks);
}

/* ---- queries ---- */

static void target_done (void *context, const struct result *);

static void ask (struct target *target) {
  struct book_search *s = target->search;
  struct book_builder *m = s->builder;
  struct bounds window = m->bounds[target->index];
  assert (window.lower < window.upper);
  if (target->above_floor)
    window.upper = window.lower + 1;
  const struct query query = book_query (m, key_set_key (&m->positions, target->index), window);
  query_queue_add (s->queue, &query, target_done, target);
}

/* Take an evaluation and its move. Anything that the search proved is ignored, because a book of heuristic
 * values calls no value proven. */
static void take_evaluation (struct book_builder *m, size_t i, const struct result *result) {
  const int most = BOOK_EVALUATION_MAX;
  int evaluation = result->has_evaluation ? result->evaluation : result->bounds.lower * most;
  if (!result->has_evaluation && result->bounds.lower != result->bounds.upper)
    return;
  evaluation = evaluation > most ? most : evaluation < -most ? -most : evaluation;
  m->evaluation[i] = (int16_t) evaluation;
  const int count = book_set_position (m, i);
  for (int j = 0; j < count && result->has_best; j++)
    if (strcmp (m->successors[j].text, result->best_move) == 0) /* a checkpoint keeps the text */
      m->chosen[i] = j;
}

static void target_done (void *context, const struct result *result) {
  struct target *target = context;
  struct book_search *s = target->search;
  struct book_builder *m = s->builder;
  const size_t i = target->index;
  m->cut |= result->stopped && !result->out_of_budget;
  s->cost[s->ply].seconds += result->cost.seconds;
  if (m->heuristic)
    take_evaluation (m, i, result);
  else
    bounds_narrow (&m->bounds[i], result->bounds);
  if (target->above_floor && result->solved && !book_settled (m, i) && s->ply <= m->plies) {
    target->above_floor = false;
    ask (target);
    return;
  }
  if (book_settled (m, i) && book_converges (m) && s->ply <= m->plies)
    give_floors (s, i);
  m->run->display.progress.done++;
  note_rest (s, s->asked - m->begin[s->ply] - (s->open - 1));
  target->next = s->free_targets;
  s->free_targets = target;
  assert (s->open > 0);
  s->open--;
}

/* Begin with position i. False: no query is needed. */
static bool begin_target (struct book_search *s, size_t i) {
  struct book_builder *m = s->builder;
  if (m->heuristic ? m->evaluation[i] != ZERMELO_NO_EVALUATION || s->ply > m->plies : book_settled (m, i)) {
    if (!m->heuristic && book_converges (m) && s->ply <= m->plies)
      give_floors (s, i);
    return false;
  }
  if (book_converges (m) && s->ply > m->plies && !m->has_floor[i])
    return false; /* the position has no known parent */
  struct target *target = s->free_targets;
  if (target != NULL)
    s->free_targets = target->next;
  else
    target = allocate (1, sizeof *target);
  *target = (struct target){ .search = s, .index = i, .above_floor = m->has_floor[i] };
  assert (!target->above_floor || book_converges (m));
  s->open++;
  ask (target);
  return true;
}

static size_t common_divisor (size_t a, size_t b) { return b == 0 ? a : common_divisor (b, a % b); }

/* The step from one block of a ply to the next: the golden section of the number of blocks, or a number near
 * it that reaches all blocks. This way the blocks that are done are always spread evenly. */
static size_t stride_of_blocks (size_t blocks) {
  static const double golden_section = 0.6180339887498949;
  size_t stride = (size_t) (golden_section * (double) blocks) + 1;
  while (common_divisor (stride, blocks) > 1)
    stride++;
  return stride;
}

/* The position of this ply to be searched as number `asked`. The content of a book of evaluations, or of a
 * book with a time limit, depends on the order, so for such a book it is the order of the list. */
static size_t position_to_search (const struct book_search *s, size_t asked) {
  enum { BLOCK = 32 }; /* neighbours */
  const struct book_builder *m = s->builder;
  const size_t begin = m->begin[s->ply], k = asked - begin;
  const size_t blocks = (m->begin[s->ply + 1] - begin) / BLOCK;
  if (m->heuristic || m->until || blocks == 0 || k >= blocks * BLOCK)
    return asked;
  return begin + k / BLOCK * stride_of_blocks (blocks) % blocks * BLOCK + k % BLOCK;
}

static void begin_ply (struct book_search *s, int ply) {
  assert (0 <= ply && ply <= s->builder->plies + 1 && s->open == 0);
  s->guess = s->each[ply];
  s->ply = ply;
  s->ply_begun = clock_seconds ();
  if (s->builder->until && ply <= s->builder->plies) {
    book_list_next (s->builder, ply);
    s->builder->run->display.progress.total = s->builder->begin[ply + 1];
  }
  progress_now (&s->builder->run->display.progress, "ply %d", ply);
}

static enum production produce_targets (void *context) {
  struct book_search *s = context;
  struct book_builder *m = s->builder;
  while (s->asked < m->positions.count) {
    if (m->until && run_must_stop (&m->run->session)) {
      m->cut = true;
      break;
    }
    assert (m->begin[s->ply] <= s->asked && s->asked <= m->begin[s->ply + 1]);
    if (s->asked == m->begin[s->ply + 1]) {
      if (s->open > 0)
        return PRODUCTION_LATER;
      begin_ply (s, s->ply + 1);
    } else if (begin_target (s, position_to_search (s, s->asked++)))
      return PRODUCTION_MORE;
    else if (s->ply <= last_ply (m))
      m->run->display.progress.done++;
  }
  return PRODUCTION_OVER;
}

/* ---- the plies that need no search ---- */

static struct bounds from_children (struct book_builder *m, size_t i) {
  const int count = book_set_position (m, i), least = search_range (m->exact_score).lower;
  struct bounds bounds = { least, least };
  for (int j = 0; j < count; j++) {
    m->game->engine->child (m->game, m->position, m->successors[j].move, m->child);
    const struct bounds move = bounds_for_parent (m->game, m->exact_score, book_child_bounds (m, m->child));
    bounds.lower = move.lower > bounds.lower ? move.lower : bounds.lower;
    bounds.upper = move.upper > bounds.upper ? move.upper : bounds.upper;
  }
  return bounds;
}

/* List all plies, unless each is listed when its turn comes. */
static bool list_positions (struct book_builder *m) {
  progress_task (&m->run->display.progress, "positions", "book %.90s", m->game->title);
  for (int ply = 0; ply <= m->plies && !m->until; ply++) {
    progress_now (&m->run->display.progress, "listing ply %d of %d", ply + 1, m->plies + 1);
    if (!book_list_next (m, ply))
      m->cut = true; /* then the list is cut short */
  }
  progress_clear (&m->run->display.progress);
  return !m->cut;
}

/* The first ply that is searched. Earlier plies follow from their children, if all children come later in the
 * list and none is missing. */
static int first_ply (const struct book_builder *m) {
  return book_converges (m) && m->around == NULL && !m->until && !m->heuristic ? m->plies / 2 : 0;
}

bool book_search (struct book_builder *m) {
  struct run *run = m->run;
  list_positions (m);
  const int first = first_ply (m);
  struct book_search s = { .builder = m, .asked = m->begin[first], .queue = query_queue_create () };
  progress_task (&run->display.progress, "nodes", "book %.90s", m->game->title);
  run->display.progress.total = (m->until ? m->positions.count : m->begin[last_ply (m) + 1]) - s.asked;
  run->display.progress.things = "positions";
  s.cost = allocate ((size_t) m->plies + 2, sizeof *s.cost);
  for (int ply = 0; !m->until && ply <= m->plies + 1; ply++)
    s.cost[ply].count = m->begin[ply + 1] - m->begin[ply];
  s.each = allocate ((size_t) m->plies + 2, sizeof *s.each);
  begin_ply (&s, first);
  query_queue_produce_by (s.queue, produce_targets, &s);
  query_queue_side_by_side (s.queue);
  const bool finished = query_queue_run (run, s.queue);
  query_queue_destroy (s.queue);
  for (size_t i = m->begin[first]; finished && i-- > 0;)
    m->bounds[i] = from_children (m, i);
  while (s.free_targets != NULL) {
    struct target *target = s.free_targets;
    s.free_targets = target->next;
    free (target);
  }
  free (s.cost);
  free (s.each);
  return finished;
}
