#include "support/works.h"

#include <stdlib.h>
#include <string.h>

/* ---- works ---- */

const char nim[] = "nim:15,14,13,12";
static const char endless[] = "connect4:7x6";

struct work
small_work (const struct game *game, uint64_t *random)
{
  char text[4096];
  struct work work = { .method = METHOD_ALPHA_BETA, .window = search_range (false) };
  struct position *position = random_position (game, random, random_below (random, 6), text);
  game->engine->pack_canonical (game, position, work.key);
  free (position);
  memcpy (work.game, nim, sizeof nim);
  return work;
}

struct work
endless_work (void)
{
  struct work work = { .start = true, .method = METHOD_MINIMAX, .window = search_range (false) };
  memcpy (work.game, endless, sizeof endless);
  return work;
}

/* Who is to move wins unless the exclusive or of the heaps is 0. */
int
nim_value (const struct game *game, const struct work *work)
{
  int sum = 0;
  for (int i = 0; i < game->key_bytes; i++)
    sum ^= work->key[i] >> 4 ^ (work->key[i] & 15);
  return sum != 0 ? WON : LOST;
}

/* ---- a source that keeps a record ---- */

struct list list;

static bool
list_next (void *context, struct work *work)
{
  (void) context;
  if (list.handed_out == list.count)
    return false;
  *work = list.works[list.handed_out];
  work->number = (uint64_t) (FIRST_NUMBER + list.handed_out++);
  return true;
}

static void
list_done (void *context, const struct result *result)
{
  (void) context;
  const int i = (int) result->number - FIRST_NUMBER;
  list.results[i] = *result;
  list.answers[i]++;
  list.when[i] = list.answered++;
  list.cut_short |= result->stopped && !result->out_of_budget && !list.needless_after_first;
}

static bool
list_finished (void *context)
{
  (void) context;
  return list.enough != 0 ? list.answers[0] > 0 && list.answered >= list.enough
                          : list.answered == list.count && !list.cut_short;
}

static bool
list_matters (void *context, uint64_t number)
{
  (void) context;
  const int i = (int) number - FIRST_NUMBER;
  return !(list.needless_after_first && list.answers[0] > 0 && i > 0 && i < ranks.size);
}

struct source
list_source (void)
{
  return (struct source){
    .next = list_next, .done = list_done, .finished = list_finished, .matters = list_matters
  };
}

bool
list_answered_once (void)
{
  for (int i = 0; i < list.handed_out; i++)
    if (list.answers[i] != 1)
      return false;
  return true;
}

/* ---- a run ---- */

struct resources
modest (int threads)
{
  return (struct resources){ .threads = threads, .table_bytes = 1 << 20, .memory = 1 << 20 };
}

static void
list_watch (void *context, const struct under_way *way)
{
  (void) context;
  list.heard = way->nodes;
  list.seen = way->work == NULL ? 0 : way->work->number;
}

bool
run (struct source source, const struct resources *resources, const volatile int *stop)
{
  source.watch = list_watch;
  return manage (&ranks, resources, ranks.rank == 0 ? &source : NULL, efforts, stop);
}
