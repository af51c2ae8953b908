/* A strategy ply by ply, from the start position down.
 *
 * A position has a part in a strategy, or two: its side to move is the one that plays (OWN), or the other one
 * (OTHER). Of an OWN position the value is asked first, above the floor that its parents give it, and then
 * the moves in turn until one keeps the value; the position after that move is OTHER, and its value follows.
 * The positions after all moves of an OTHER position are OWN. A ply begins when the one before it is done. */
#include "run/book_search.h"

#include "base/clock.h"
#include "run/expected_plies.h"
#include "run/query_queue.h"
#include "answer/answer.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum part { OWN = 1, OTHER = 2 };

/* A position in one of its parts. */
struct member {
  size_t index;
  enum part part;
};

struct members {
  struct member *member;
  size_t count, room;
};

struct strategy_search {
  struct book_builder *builder;
  struct query_queue *queue;
  struct members now, next; /* the ply that is searched, and the one after it */
  size_t asked, open;       /* members handed out, and not yet done */
  int ply;
  uint8_t *parts; /* for each position: the parts that it has had so far */
  size_t parts_room;
  uint8_t *children; /* working memory: keys after the moves of a position */
  double *size;      /* positions of each ply so far */
  double later;      /* the estimated number of positions of later plies; negative: unknown */
  double listing;    /* seconds that it took to list all plies */
  struct speed {
    double seconds; /* clock_seconds() */
    uint64_t done;  /* positions */
  } begun[2];       /* when the previous ply and this ply began */
};

/* A member that is being searched: first its value, then its moves in turn. */
struct target {
  struct strategy_search *search;
  struct member member;
  bool above_floor; /* the query asks whether it is worth more than its floor */
  int move, moves;  /* the number of the move that is asked about, and how many moves there are */
  uint8_t *children;
};

/* ---- what is left ---- */

/* Estimate the time left: the expected positions at the speed of this ply and the previous one (only every
 * other ply is searched); then writing the file, and keeping each answer in a checkpoint. `writing` and
 * `keeping` are the times of these two as multiples of the time for listing positions. */
static void note_rest (const struct strategy_search *s) {
  static const double writing = 2, keeping = 6;
  struct run *run = s->builder->run;
  struct progress *progress = &run->display.progress;
  const double all = (double) progress->total + s->later, done = (double) (progress->done - s->begun[0].done);
  if (s->later < 0 || done <= 0 || s->builder->until)
    return;
  const double each = (clock_seconds () - s->begun[0].seconds) / done;
  const double of_list = (writing + (run->journal.run_checkpoint != NULL ? keeping : 0)) * s->listing;
  progress->share = (double) progress->done / all;
  progress->rest = (all - (double) progress->done) * each + of_list * all / (double) progress->total;
}

/* ---- members ---- */

static void add_member (struct strategy_search *s, const uint8_t *key, enum part part) {
  struct book_builder *m = s->builder;
  const size_t index = book_list_add (m, key, s->ply + 1);
  if (index == SIZE_MAX)
    return;
  if (s->parts == NULL || m->room > s->parts_room) {
    s->parts = reallocate (s->parts, m->room, 1);
    memset (s->parts + s->parts_room, 0, m->room - s->parts_room);
    s->parts_room = m->room;
  }
  if (s->parts[index] & part)
    return;
  s->parts[index] |= (uint8_t) part;
  if (s->next.count == s->next.room) {
    s->next.room = 2 * s->next.room + 256;
    s->next.member = reallocate (s->next.member, s->next.room, sizeof *s->next.member);
  }
  s->next.member[s->next.count++] = (struct member){ index, part };
}

static int canonical_children (struct book_builder *m, size_t index, uint8_t *children) {
  return m->game->engine->expand (m->game, key_set_key (&m->positions, index), children);
}

/* Add the position after the chosen move, whose value follows; or the positions after all moves, each with
 * the floor that follows from the value of this position. */
static void add_children (struct strategy_search *s, const struct member *member) {
  struct book_builder *m = s->builder;
  const size_t key_bytes = (size_t) m->game->key_bytes;
  const int score = m->bounds[member->index].lower, least = score_for_parent (m->game, m->exact_score, score);
  if (!book_settled (m, member->index) || (member->part == OWN && m->chosen[member->index] < 0))
    return;
  if (member->part == OWN) {
    uint8_t key[PACKED_MAX] = { 0 };
    book_set_position (m, member->index);
    m->game->engine->child (m->game, m->position, m->successors[m->chosen[member->index]].move, m->child);
    m->game->engine->pack_canonical (m->game, m->child, key);
    add_member (s, key, OTHER);
    const size_t child = key_set_find (&m->positions, key);
    const int worth = score_most_of_child (m->game, m->exact_score, score);
    if (child != SIZE_MAX)
      m->bounds[child] = (struct bounds){ worth, worth };
    return;
  }
  const int count = canonical_children (m, member->index, s->children);
  for (int i = 0; i < count; i++) {
    const uint8_t *key = s->children + key_bytes * (size_t) i;
    add_member (s, key, OWN);
    const size_t child = key_set_find (&m->positions, key);
    if (child != SIZE_MAX && (book_converges (m) || !m->exact_score))
      book_give_floor (m, child, least);
  }
}

/* ---- moves ---- */

/* The first move that leads to a child, as an index of engine->successors(). */
static int move_to (struct book_builder *m, size_t index, const uint8_t *key) {
  struct successor move;
  book_set_position (m, index);
  return engine_move_to (m->game, m->position, key, &move);
}

/* The bounds of a child that are known without search; exact if the game is over there. */
static struct bounds child_bounds (struct book_builder *m, const uint8_t *key) {
  const struct engine *engine = m->game->engine;
  struct bounds bounds = search_range (m->exact_score);
  if (engine->unpack (m->game, key, m->child)) {
    const enum outcome outcome = engine->outcome (m->game, m->child);
    if (outcome != GOING_ON)
      bounds = bounds_of_end (m->game, m->child, outcome, m->exact_score);
  }
  return bounds;
}

/* The move of the book that is extended, if it knows one: the first in the order of the search. */
static int move_from_book (struct book_builder *m, size_t index) {
  const struct book_rows *from = m->from;
  const uint8_t *key = key_set_key (&m->positions, index);
  const size_t row = from == NULL ? SIZE_MAX : key_set_find (&from->keys, key);
  if (row == SIZE_MAX || from->value[row] == ZERMELO_UNKNOWN)
    return -1;
  const size_t key_bytes = (size_t) m->game->key_bytes;
  uint8_t *children = allocate ((size_t) m->game->moves_max, key_bytes);
  const uint8_t *mask = from->mask + row * (size_t) from->mask_bytes;
  const int count = canonical_children (m, index, children);
  int found = -1;
  for (int i = 0; i < count && found < 0; i++) {
    const int move = move_to (m, index, children + key_bytes * (size_t) i);
    if (move >= 0 && book_mask_has (mask, from->mask_bytes, &m->successors[move], move))
      found = move;
  }
  free (children);
  return found;
}

/* ---- queries ---- */

static void target_done (void *context, const struct result *);

static void end_target (struct target *target) {
  struct strategy_search *s = target->search;
  s->builder->run->display.progress.done++;
  note_rest (s);
  s->open--;
  free (target->children);
  free (target);
}

static void ask (struct target *target, const uint8_t *key, struct bounds window) {
  const struct query query = book_query (target->search->builder, key, window);
  query_queue_add (target->search->queue, &query, target_done, target);
}

/* Go on with the first move that may keep the value. Returns whether a query was asked. */
static bool ask_next_move (struct target *target) {
  struct book_builder *m = target->search->builder;
  const size_t index = target->member.index;
  const int most = score_most_of_child (m->game, m->exact_score, m->bounds[index].lower);
  for (; target->move < target->moves; target->move++) {
    const uint8_t *key = target->children + (size_t) target->move * (size_t) m->game->key_bytes;
    const struct bounds known = child_bounds (m, key);
    if (known.upper <= most) {
      m->chosen[index] = move_to (m, index, key);
      return false;
    }
    if (known.lower <= most) {
      ask (target, key, (struct bounds){ most, most + 1 });
      return true;
    }
  }
  return false;
}

/* Ask about whatever is not known yet. Returns whether a query was asked. */
static bool go_on (struct target *target) {
  struct book_builder *m = target->search->builder;
  const size_t index = target->member.index;
  if (!book_settled (m, index)) {
    struct bounds window = m->bounds[index];
    if (target->above_floor)
      window.upper = window.lower + 1;
    ask (target, key_set_key (&m->positions, index), window);
    return true;
  }
  if (target->member.part == OTHER || m->chosen[index] >= 0)
    return false;
  if (target->children == NULL) {
    m->chosen[index] = move_from_book (m, index);
    if (m->chosen[index] >= 0)
      return false;
    target->children = allocate ((size_t) m->game->moves_max, (size_t) m->game->key_bytes);
    target->moves = canonical_children (m, index, target->children);
  }
  return ask_next_move (target);
}

/* Take the answer about a move: is the value of the position after it low enough for the move to keep the
 * value? */
static void take_move (struct target *target, const struct result *result) {
  struct book_builder *m = target->search->builder;
  const size_t index = target->member.index;
  const int most = score_most_of_child (m->game, m->exact_score, m->bounds[index].lower);
  if (result->bounds.upper <= most)
    m->chosen[index]
        = move_to (m, index, target->children + (size_t) target->move * (size_t) m->game->key_bytes);
  target->move++;
}

static void target_done (void *context, const struct result *result) {
  struct target *target = context;
  struct book_builder *m = target->search->builder;
  m->cut |= result->stopped && !result->out_of_budget;
  if (target->children != NULL)
    take_move (target, result);
  else
    bounds_narrow (&m->bounds[target->member.index], result->bounds);
  const bool stays_unknown = target->children == NULL && !result->solved;
  target->above_floor = false;
  if (stays_unknown || m->cut || !go_on (target))
    end_target (target);
}

/* ---- plies ---- */

/* Begin the next ply. False: there is none. */
static bool next_ply (struct strategy_search *s) {
  struct book_builder *m = s->builder;
  assert (s->open == 0);
  if (s->ply >= m->plies)
    return false;
  const double begun = clock_seconds ();
  for (size_t i = 0; i < s->now.count && !run_must_stop (&m->run->session); i++)
    add_children (s, &s->now.member[i]);
  if (run_must_stop (&m->run->session)) {
    m->cut = true;
    return false;
  }
  const struct members done = s->now;
  s->now = s->next;
  s->next = done;
  s->next.count = 0;
  s->asked = 0;
  s->ply++;
  m->run->display.progress.total += s->now.count;
  s->listing += clock_seconds () - begun;
  s->begun[0] = s->begun[1];
  s->begun[1] = (struct speed){ begun, m->run->display.progress.done };
  s->size[s->ply] = (double) s->now.count;
  s->later = expected_positions (s->size, s->ply + 1, m->plies);
  progress_now (&m->run->display.progress, "ply %d", s->ply);
  return s->now.count > 0;
}

static enum production produce_members (void *context) {
  struct strategy_search *s = context;
  do {
    while (s->asked < s->now.count) {
      struct book_builder *m = s->builder;
      struct target *target = allocate (1, sizeof *target);
      *target = (struct target){ .search = s, .member = s->now.member[s->asked++] };
      target->above_floor = m->has_floor[target->member.index];
      s->open++;
      if (go_on (target))
        return PRODUCTION_MORE;
      end_target (target);
    }
    if (s->open > 0)
      return PRODUCTION_LATER;
  } while (next_ply (s));
  return PRODUCTION_OVER;
}

bool book_strategy_search (struct book_builder *m, int strategies) {
  struct strategy_search s = { .builder = m, .queue = query_queue_create (), .ply = -1, .later = -1 };
  uint8_t key[PACKED_MAX] = { 0 };
  s.size = allocate ((size_t) m->plies + 1, sizeof *s.size);
  s.children = allocate ((size_t) m->game->moves_max, (size_t) m->game->key_bytes);
  progress_task (&m->run->display.progress, "nodes", "book %.90s", m->game->title);
  m->run->display.progress.things = "positions";
  m->run->display.progress.share = m->until ? -1 : 0;
  m->run->display.progress.basis = "those of later plies are guessed";
  m->game->engine->pack_canonical (m->game, m->position, key);
  if (strategies & 1)
    add_member (&s, key, OWN);
  if (strategies & 2)
    add_member (&s, key, OTHER);
  query_queue_produce_by (s.queue, produce_members, &s);
  const bool finished = query_queue_run (m->run, s.queue) && !m->cut;
  for (size_t i = 0; i < s.now.count; i++) { /* a position in which no move is chosen is not done */
    const struct member member = s.now.member[i];
    if (!finished && member.part == OWN && m->chosen[member.index] < 0)
      m->bounds[member.index] = search_range (m->exact_score);
  }
  query_queue_destroy (s.queue);
  free (s.now.member);
  free (s.next.member);
  free (s.parts);
  free (s.children);
  free (s.size);
  return finished;
}
