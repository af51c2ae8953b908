#include "support/query_list.h"

#include <stdlib.h>
#include <string.h>

/* ---- queries ---- */

const char nim[] = "nim:15,14,13,12";
static const char endless[] = "connect4:7x6";

struct query small_query (const struct game *game, uint64_t *random) {
  char text[4096];
  struct query query = { .method = METHOD_ALPHA_BETA, .window = search_range (false) };
  struct position *position = random_position (game, random, random_below (random, 6), text);
  game->engine->pack_canonical (game, position, query.key);
  free (position);
  memcpy (query.game, nim, sizeof nim);
  return query;
}

struct query endless_query (void) {
  struct query query = { .start = true, .method = METHOD_MINIMAX, .window = search_range (false) };
  memcpy (query.game, endless, sizeof endless);
  return query;
}

/* Who is to move wins unless the exclusive or of the heaps is 0. */
int nim_value (const struct game *game, const struct query *query) {
  int sum = 0;
  for (int i = 0; i < game->key_bytes; i++)
    sum ^= query->key[i] >> 4 ^ (query->key[i] & 15);
  return sum != 0 ? WON : LOST;
}

/* ---- a producer that keeps a record ---- */

struct list list;

static bool list_next (void *context, struct query *query) {
  (void) context;
  if (list.handed_out == list.count)
    return false;
  *query = list.queries[list.handed_out];
  query->number = (uint64_t) (FIRST_NUMBER + list.handed_out++);
  return true;
}

static void list_done (void *context, const struct result *result) {
  (void) context;
  const int i = (int) result->number - FIRST_NUMBER;
  list.results[i] = *result;
  list.answers[i]++;
  list.when[i] = list.answered++;
  list.cut_short |= result->stopped && !result->out_of_budget;
}

static bool list_finished (void *context) {
  (void) context;
  return list.enough != 0 ? list.answers[0] > 0 && list.answered >= list.enough
                          : list.answered == list.count && !list.cut_short;
}

struct producer list_producer (void) {
  return (struct producer){ .next = list_next, .done = list_done, .finished = list_finished };
}

bool list_answered_once (void) {
  for (int i = 0; i < list.handed_out; i++)
    if (list.answers[i] != 1)
      return false;
  return true;
}

/* ---- a run ---- */

struct resources modest (int threads) {
  return (struct resources){ .threads = threads, .table_bytes = 1 << 20, .memory = 1 << 20 };
}

static void list_watch (void *context, const struct under_way *way) {
  (void) context;
  list.updates_received = way->nodes;
  list.seen = way->query == NULL ? 0 : way->query->number;
  list.under_way = way->queries;
}

bool run (struct producer producer, const struct resources *resources, const volatile int *stop) {
  producer.watch = list_watch;
  return manage (&ranks, resources, ranks.rank == 0 ? &producer : NULL, efforts, stop, &list.failure);
}
