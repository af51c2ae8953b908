#include "tablebase/slice_solve.h"

#include "parallel/all_to_all.h"
#include "tablebase/slice_cache.h"

#include <assert.h>
#include <string.h>

/* if a level has fewer rows to visit, one thread is done before the others wake up */
enum { FEW_ROWS = 4000 };

enum { CACHE_LINE = 64 };

/* ---- opening ---- */

/* Deal the rows to the owners. More stripes balance them better, and let more moves lead to rows of others.
 */
static void deal_rows (struct slice_work *work) {
  enum { ROUNDS = 4, BLOCKS_OF_A_STRIPE = 8 };
  const uint32_t owners = (uint32_t) work->owners;
  for (work->shift = 5; work->count >> work->shift >= BLOCKS_OF_A_STRIPE * ROUNDS * owners; work->shift++)
    ;
  work->blocks = ((work->count - 1) >> work->shift) + 1;
  work->owner_of = allocate (work->blocks, sizeof *work->owner_of);
  const uint32_t stripes = ROUNDS * owners < work->blocks ? ROUNDS * owners : work->blocks;
  for (uint32_t b = 0; b < work->blocks; b++) {
    const uint32_t stripe = (uint32_t) ((uint64_t) b * stripes / work->blocks), turn = stripe % owners;
    work->owner_of[b] = stripe / owners % 2 == 0 ? turn : owners - 1 - turn;
  }
}

/* A state lies in one cache line. */
static void allocate_states (struct slice_work *work) {
  const size_t keys = 2 * (size_t) work->count;
  work->memory = allocate_scattered (keys * sizeof *work->state + CACHE_LINE, 1);
  const size_t past = (uintptr_t) work->memory % CACHE_LINE;
  work->state = (void *) ((char *) work->memory + (CACHE_LINE - past));
  for (int parity = 0; parity < 2; parity++)
    work->fresh_set[parity] = allocate (keys / 64 + 1, sizeof *work->fresh_set[parity]);
}

void slice_work_open (struct slice_work *work, const struct endgames *endgames,
                      const struct endgame_pair *pair, const struct ranks *ranks) {
  const int threads = endgames->options.threads;
  assert (threads > 0);
  assert (ranks_are_consistent (ranks));
  const uint32_t rows = pair->summary[0].slice.rows;
  const bool alone = rows < SLICE_ALONE_ROWS;
  *work = (struct slice_work){
    .rows = pair->rows,
    .tables = endgames->tables,
    .count = rows,
    .ranks = alone ? 1 : ranks->size,
    .first_owner = alone ? 0 : ranks->rank * threads,
    .threads = threads,
    .value = pair->value,
    .distance_max = endgames->distance_max,
  };
  work->owners = work->ranks * threads;
  assert (rows > 0);
  deal_rows (work);
  allocate_states (work);
  work->owner = allocate ((size_t) threads, sizeof *work->owner);
  for (int i = 0; i < threads; i++) {
    struct slice_owner *owner = &work->owner[i];
    owner->number = (uint32_t) (work->first_owner + i);
    owner->post = allocate ((size_t) work->owners, sizeof *owner->post);
    owner->received = allocate ((size_t) work->ranks, sizeof *owner->received);
    owner->last_event = owner->longest[0] = owner->longest[1] = -1;
  }
}

static void close_owner (const struct slice_work *work, struct slice_owner *owner) {
  for (int i = 0; i < work->owners; i++)
    row_updates_free (&owner->post[i]);
  for (int i = 0; i < 2; i++)
    row_updates_free (&owner->farthest[i]);
  for (int kind = 0; kind < ROW_EVENT_KINDS; kind++)
    for (int level = 0; level < SLICE_EVENT_LEVELS; level++)
      row_updates_free (&owner->event[kind][level]);
  free (owner->post);
  free (owner->received);
}

void slice_work_close (struct slice_work *work) {
  for (int i = 0; i < work->threads; i++)
    close_owner (work, &work->owner[i]);
  free (work->owner);
  free (work->owner_of);
  free (work->memory);
  free (work->fresh_set[0]);
  free (work->fresh_set[1]);
}

/* ---- the levels ---- */

/* Run a step in all threads, or one after the other if that is faster. */
static void run_step (struct slice_work *work, void (*step) (void *, int), struct team *team, size_t amount) {
  if (work->threads == 1 || amount < FEW_ROWS) {
    for (int thread = 0; thread < work->threads; thread++)
      step (work, thread);
    return;
  }
  team_do (team, step, work);
}

/* The rows that a rank has to visit at the level, whether events are still to come, and whether the rank was
 * told to stop. */
struct amount {
  uint64_t rows, events, stop;
};

static struct amount amount_at_level (const struct slice_work *work) {
  struct amount amount = { 0 };
  assert (0 <= work->level);
  for (int i = 0; i < work->threads; i++) {
    const struct slice_owner *owner = &work->owner[i];
    amount.rows += owner->fresh_count[work->level & 1];
    for (int kind = 0; kind < ROW_EVENT_KINDS && work->level < SLICE_EVENT_LEVELS; kind++)
      amount.rows += owner->event[kind][work->level].count;
    amount.events |= owner->last_event >= work->level;
  }
  return amount;
}

/* Write a message to a rank: the amount, the number of updates for each of its owners, and the updates. */
static uint8_t *write_message (const struct slice_work *work, int rank, struct amount amount, size_t *bytes) {
  assert (0 <= rank && rank < work->ranks);
  const size_t head = sizeof amount + (size_t) work->threads * sizeof (uint64_t);
  *bytes = head;
  for (int to = 0; to < work->threads; to++)
    for (int from = 0; from < work->threads; from++)
      *bytes += work->owner[from].post[rank * work->threads + to].count * sizeof (struct row_update);
  uint8_t *message = allocate (*bytes, 1), *end = message + head;
  memcpy (message, &amount, sizeof amount);
  for (int to = 0; to < work->threads; to++) {
    uint64_t count = 0;
    for (int from = 0; from < work->threads; from++) {
      struct row_updates *post = &work->owner[from].post[rank * work->threads + to];
      if (post->count > 0)
        memcpy (end, post->item, post->count * sizeof *post->item);
      end += post->count * sizeof *post->item;
      count += post->count;
      row_updates_free (post);
    }
    assert (end <= message + *bytes);
    memcpy (message + sizeof amount + (size_t) to * sizeof count, &count, sizeof count);
  }
  return message;
}

/* Pass a message on to the owners. Returns the end of the message. */
static uint8_t *read_message (struct slice_work *work, int rank, uint8_t *message, struct amount *sum) {
  struct amount amount;
  uint8_t *end = message + sizeof amount + (size_t) work->threads * sizeof (uint64_t);
  memcpy (&amount, message, sizeof amount);
  sum->rows += amount.rows;
  sum->events |= amount.events;
  sum->stop |= amount.stop;
  for (int to = 0; to < work->threads; to++) {
    uint64_t count;
    memcpy (&count, message + sizeof amount + (size_t) to * sizeof count, sizeof count);
    work->owner[to].received[rank]
        = (struct row_updates){ .item = (struct row_update *) (void *) end, .count = count };
    end += count * sizeof (struct row_update);
  }
  return end;
}

/* Exchange messages between all ranks. `amount` becomes the sum over all ranks. The updates that the owners
 * received point into the memory returned, which the caller frees. */
static uint8_t *exchange (struct slice_work *work, const struct ranks *ranks, struct amount *amount) {
  const size_t count = (size_t) work->ranks;
  uint8_t **message = allocate (count, sizeof *message), *in;
  size_t *bytes = allocate (count, sizeof *bytes);
  const struct amount own = *amount;
  for (int rank = 0; rank < work->ranks; rank++)
    if (rank == ranks->rank) /* updates for this rank stay where they are: slices_collect() */
      message[rank] = allocate (1, bytes[rank] = 0);
    else
      message[rank] = write_message (work, rank, own, &bytes[rank]);
  const size_t total = ranks_exchange (ranks, (const uint8_t *const *) message, bytes, &in);
  uint8_t *at = in;
  for (int rank = 0; rank < work->ranks; rank++) {
    if (rank != ranks->rank)
      at = read_message (work, rank, at, amount);
    free (message[rank]);
  }
  if (at != in + total)
    internal_error (__FILE__, __LINE__, "%zu bytes that are no updates", total);
  free (message);
  free (bytes);
  return in;
}

static int rank_of_block (const struct slice_work *work, uint32_t block) {
  return (int) work->owner_of[block] / work->threads;
}

/* The next run of blocks of one rank: its first row and how many it has. */
static void take_rows (const struct slice_work *work, uint32_t *block, int *first, int *count) {
  const int rank = rank_of_block (work, *block);
  first[rank] = (int) slice_work_first_row (work, *block);
  while (*block < work->blocks && rank_of_block (work, *block) == rank)
    ++*block;
  count[rank] = (int) slice_work_first_row (work, *block) - first[rank];
}

/* Send the values of each rank's rows to all others, in each call at most one run of rows of each rank. */
static void share_values (const struct slice_work *work, const struct ranks *ranks) {
  const size_t size = (size_t) ranks->size;
  int *first = allocate (size, sizeof *first), *count = allocate (size, sizeof *count);
  for (uint32_t block = 0; block < work->blocks;) {
    memset (count, 0, size * sizeof *count);
    while (block < work->blocks && count[rank_of_block (work, block)] == 0)
      take_rows (work, &block, first, count);
    ranks_share (ranks, work->value, 64, first, count);
  }
  free (count);
  free (first);
}

#ifndef NDEBUG
/* Between two levels no update is on its way. */
static bool posts_are_empty (const struct slice_work *work) {
  for (int i = 0; i < work->threads; i++)
    for (int to = 0; to < work->owners; to++)
      if (work->owner[i].post[to].count > 0)
        return false;
  return true;
}
#endif

enum slice_end slice_work_solve (struct slice_work *work, struct endgames *endgames,
                                 const struct ranks *ranks, struct failure *failure) {
  const struct slices_engine *engine = endgames->engine;
  const struct endgames_options *options = &endgames->options;
  struct team *team = endgames->team;
  const bool together = work->ranks > 1, asks = options->stop != NULL && (together || ranks->size == 1);
  uint64_t at_least = 0;
  assert (work->ranks == 1 || work->ranks == ranks->size);
  struct slice_description description;
  engine->describe (work->rows, 0, &description);
  const struct slice_room room = slice_room (work->count);
  for (work->side = 0; work->side < 2; work->side++) {
    if (!slice_cache_hold_needed (endgames, work->side, room.state, failure))
      return SLICE_FAILED;
    run_step (work, engine->begin, team, 2 * (size_t) work->count);
  }
  /* no move inside the pair needs the values of others */
  if (!slice_cache_make_room (endgames, endgames->pairs - 1, NULL, room.state + room.value, failure))
    return SLICE_FAILED;
  for (work->level = 0;; work->level++) {
    struct amount amount = amount_at_level (work);
    const size_t here = amount.rows;
    uint8_t *messages = NULL;
    amount.stop = asks && options->stop (options->context, description.name);
    run_step (work, engine->expand, team, here);
    if (together)
      messages = exchange (work, ranks, &amount);
    run_step (work, engine->collect, team, amount.rows);
    assert (posts_are_empty (work));
    free (messages);
    if (amount.stop != 0)
      return SLICE_STOPPED;
    if (amount.rows == 0 && amount.events == 0)
      break;
  }
  for (int i = 0; i < work->threads; i++)
    at_least |= work->owner[i].at_least;
  if (together) {
    share_values (work, ranks);
    ranks_sum (ranks, &at_least, 1);
  }
  work->at_least = at_least > 0;
  return SLICE_DONE;
}

/* ---- results ---- */

/* The result of one rank for one side to move, in the form in which it is sent. */
struct slice_result {
  uint64_t settled[2]; /* numbers of places lost, and won */
  uint64_t least;      /* index of the example */
  int longest;
  uint8_t example[PACKED_MAX];
};

static struct slice_result find_here (const struct slice_work *work, const struct game *game, int side) {
  struct slice_result result = { .least = UINT64_MAX, .longest = -1 };
  struct position *position = position_allocate (game);
  for (int i = 0; i < work->threads; i++) {
    const struct slice_owner *owner = &work->owner[i];
    for (int parity = 0; parity < 2; parity++)
      result.settled[parity] += owner->settled[side][parity];
    if (owner->longest[side] > result.longest)
      result.longest = owner->longest[side];
  }
  for (int i = 0; i < work->threads && result.longest >= 0; i++) {
    const struct slice_owner *owner = &work->owner[i];
    if (owner->longest[side] != result.longest)
      continue;
    const uint64_t index = game->engine->slices->least (work->rows, side, owner->farthest[side].item,
                                                        owner->farthest[side].count, position);
    assert (index != UINT64_MAX); /* some rank must have the longest win */
    if (index < result.least) {
      result.least = index;
      game->engine->pack (game, position, result.example);
    }
  }
  free (position);
  return result;
}

static void join_results (struct slice_result *sum, const struct slice_result *other) {
  for (int parity = 0; parity < 2; parity++)
    sum->settled[parity] += other->settled[parity];
  if (other->longest > sum->longest || (other->longest == sum->longest && other->least < sum->least)) {
    sum->longest = other->longest;
    sum->least = other->least;
    memcpy (sum->example, other->example, sizeof sum->example);
  }
}

static struct slice_result find_everywhere (const struct slice_work *work, const struct game *game,
                                            const struct ranks *ranks, int side) {
  struct slice_result sum = find_here (work, game, side);
  if (work->ranks == 1)
    return sum;
  struct slice_result *all = allocate ((size_t) ranks->size, sizeof *all);
  ranks_gather (ranks, &sum, sizeof sum, all);
  if (ranks->rank == 0)
    for (int rank = 1; rank < ranks->size; rank++)
      join_results (&sum, &all[rank]);
  ranks_broadcast (ranks, &sum, sizeof sum);
  free (all);
  return sum;
}

void slice_work_summarize (const struct slice_work *work, const struct game *game, const struct ranks *ranks,
                           int side, struct slice_summary *summary) {
  assert ((side == 0 || side == 1) && ranks_are_consistent (ranks));
  memset (summary, 0, sizeof *summary);
  game->engine->slices->describe (work->rows, side, &summary->slice);
  const struct slice_result result = find_everywhere (work, game, ranks, side);
  const uint64_t copies = (uint64_t) summary->slice.copies;
  if (result.settled[0] % copies != 0 || result.settled[1] % copies != 0)
    internal_error (__FILE__, __LINE__, "slice %s: the copies of a position differ", summary->slice.name);
  summary->lost = result.settled[0] / copies;
  summary->won = result.settled[1] / copies;
  assert (summary->won <= summary->slice.positions);
  assert (summary->lost <= summary->slice.positions - summary->won);
  summary->drawn = summary->slice.positions - summary->won - summary->lost;
  assert (-1 <= result.longest && (result.longest >= 0) == (summary->won > 0));
  if (work->at_least && result.longest >= work->distance_max - 1) {
    summary->longest = ENDGAME_LONGEST_UNKNOWN;
    return;
  }
  summary->longest = result.longest;
  memcpy (summary->example, result.example, sizeof summary->example);
}
