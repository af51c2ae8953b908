#include "layers/layer_values.h"

#include "layers/layer_code.h"

#include <assert.h>
#include <stdlib.h>

enum { NOT_ASKED = PARTITIONS };

/* Notes of one thread about a slice, by which it finds the answers to its queries. */
struct notes {
  size_t *takes;  /* the first key of each chunk of keys that it took */
  uint16_t *list; /* for each position: its orbit, its number of children, and for each child the partition or
                     NOT_ASKED */
  size_t take_count, list_count, take_room, list_room;
  struct layer_tally tally;
};

struct layer_valuation {
  struct listing_options options;
  struct layer_in *keys;
  struct coded_layer next;
  uint8_t *codes;
  struct key_exchange *key_exchange;
  struct key_set *sets; /* the current part of the next layer, by partition */
  uint8_t **set_codes;
  int parts, part;
  struct notes *notes; /* by thread */
  struct pass pass;
  struct failure *thread_failures;
};

/* ---- the part of the next layer that is in memory ---- */

static bool is_in_part (const struct layer_valuation *v, int partition) {
  assert (0 <= v->part && v->part < v->parts);
  return partition / v->options.ranks->size % v->parts == v->part;
}

/* The number of parts. Half of the memory is for the sets; the rest is left for messages and codes. */
static int parts_needed (const struct layer_valuation *v) {
  const struct ranks *ranks = v->options.ranks;
  uint64_t bytes = 0;
  for (int p = ranks->rank; v->next.keys != NULL && p < PARTITIONS; p += ranks->size)
    bytes += key_set_bytes_for (layer_in_count (v->next.keys, p), v->options.game->key_bytes)
             + layer_in_count (v->next.keys, p);
  const uint64_t most = (uint64_t) (PARTITIONS / ranks->size) + 1;
  uint64_t parts = v->options.memory == 0 ? 1 : bytes / (v->options.memory / 2 + 1) + 1;
  parts = parts < most ? parts : most;
  uint64_t *all = allocate ((size_t) ranks->size, sizeof *all);
  all[ranks->rank] = parts;
  ranks_sum (ranks, all, (size_t) ranks->size);
  for (int r = 0; r < ranks->size; r++)
    parts = all[r] > parts ? all[r] : parts;
  free (all);
  assert (parts >= 1);
  return (int) parts;
}

static bool load_partition (struct layer_valuation *v, int partition, struct failure *failure) {
  struct key_set *set = &v->sets[partition];
  const size_t count = layer_in_count (v->next.keys, partition), key_bytes = (size_t) set->key_bytes;
  uint8_t *keys = allocate (count, key_bytes);
  v->set_codes[partition] = allocate (count, 1);
  const bool good = layer_in_read (v->next.keys, partition, 0, count, keys, failure)
                    && layer_in_read (v->next.codes, partition, 0, count, v->set_codes[partition], failure);
  key_set_reserve (set, count);
  for (size_t i = 0; good && i < count; i++)
    key_set_add (set, keys + i * key_bytes, key_hash (keys + i * key_bytes, set->key_bytes));
  assert (!good || set->count == count); /* no key occurs twice */
  free (keys);
  return good;
}

static void load_part (void *context, int thread) {
  struct layer_valuation *v = context;
  int partition;
  while (pass_take_partition (&v->pass, &partition))
    if (is_in_part (v, partition) && !load_partition (v, partition, &v->thread_failures[thread]))
      return;
}

static void free_part (struct layer_valuation *v) {
  for (int p = 0; p < PARTITIONS; p++) {
    key_set_free (&v->sets[p]);
    free (v->set_codes[p]);
    v->set_codes[p] = NULL;
  }
}

/* ---- a slice: sending queries ---- */

static void note (struct notes *notes, int number) {
  assert (0 <= number && number <= UINT16_MAX);
  notes->list = grow_list (notes->list, notes->list_count, &notes->list_room, sizeof *notes->list);
  notes->list[notes->list_count++] = (uint16_t) number;
}

static void note_take (struct notes *notes, size_t first) {
  assert (notes->take_count == 0 || notes->takes[notes->take_count - 1] < first);
  notes->takes = grow_list (notes->takes, notes->take_count, &notes->take_room, sizeof *notes->takes);
  notes->takes[notes->take_count++] = first;
}

static void ask_about (struct layer_valuation *v, int thread, size_t i, uint8_t *children) {
  const struct game *game = v->options.game;
  const size_t key_bytes = (size_t) game->key_bytes;
  struct notes *notes = &v->notes[thread];
  struct terminal_status terminal_status;
  const int count
      = game->engine->children (game, v->pass.keys + i * key_bytes, true, children, &terminal_status);
  uint8_t *code = &v->codes[v->pass.before + i];
  assert (0 <= count && count <= game->moves_max && terminal_status.orbit >= 1);
  assert (terminal_status.outcome == GOING_ON || count == 0);
  assert (*code == LAYER_UNKNOWN || v->part > 0); /* only an earlier part can have given it a code */
  if (terminal_status.outcome != GOING_ON)
    *code = layer_code (terminal_status.outcome, 0);
  note (notes, terminal_status.orbit);
  note (notes, count);
  for (int j = 0; j < count; j++) {
    const uint8_t *child = children + (size_t) j * key_bytes;
    const int partition = partition_of (key_hash (child, game->key_bytes));
    const bool ask = is_in_part (v, partition);
    note (notes, ask ? partition : NOT_ASKED);
    if (ask)
      key_exchange_add (v->key_exchange, thread, partition, child);
  }
}

static void ask_slice (void *context, int thread) {
  struct layer_valuation *v = context;
  struct notes *notes = &v->notes[thread];
  uint8_t *children = allocate ((size_t) v->options.game->moves_max, (size_t) v->options.game->key_bytes);
  size_t begin, end;
  notes->take_count = notes->list_count = 0;
  while (pass_take (&v->pass, &begin, &end)) {
    note_take (notes, begin);
    for (size_t i = begin; i < end; i++)
      ask_about (v, thread, i, children);
  }
  free (children);
}

/* ---- answering ---- */

static void answer_questions (void *context, int thread) {
  (void) thread;
  struct layer_valuation *v = context;
  const int key_bytes = v->options.game->key_bytes;
  int partition;
  while (pass_take_partition (&v->pass, &partition)) {
    const struct key_set *set = &v->sets[partition];
    for (int r = 0; r < v->options.ranks->size; r++) {
      const uint8_t *keys;
      uint8_t *answers;
      const size_t count = key_exchange_arrived (v->key_exchange, r, partition, &keys, &answers);
      for (size_t i = 0; i < count; i++, keys += key_bytes) {
        const size_t place = key_set_find (set, keys);
        if (place == SIZE_MAX)
          internal_error (__FILE__, __LINE__, "%s: a child is not in the next layer", v->options.game->title);
        answers[i] = v->set_codes[partition][place];
      }
    }
  }
}

/* ---- using the answers ---- */

static void add_to_tally (struct layer_tally *tally, uint8_t code, unsigned orbit) {
  if (code == LAYER_UNKNOWN)
    internal_error (__FILE__, __LINE__, "a position without value");
  tally->all[code] += orbit;
  tally->canonical[code]++;
}

/* Compute the codes of the positions whose children a thread asked about. */
static void take_answers (void *context, int thread) {
  struct layer_valuation *v = context;
  struct notes *notes = &v->notes[thread];
  const uint8_t **answers = allocate (PARTITIONS, sizeof *answers);
  for (int p = 0; p < PARTITIONS; p++)
    answers[p] = key_exchange_answers (v->key_exchange, thread, p);
  const uint16_t *list = notes->list;
  for (size_t g = 0; g < notes->take_count; g++) {
    const size_t left = v->pass.count - notes->takes[g], count = left < PASS_TAKE ? left : PASS_TAKE;
    uint8_t *codes = v->codes + v->pass.before + notes->takes[g];
    for (size_t i = 0; i < count; i++) {
      const unsigned orbit = *list++;
      uint8_t best = codes[i];
      for (int j = *list++; j > 0; j--) {
        const int partition = *list++;
        const uint8_t code
            = partition == NOT_ASKED ? LAYER_UNKNOWN : layer_code_before (*answers[partition]++);
        best = code > best ? code : best;
      }
      assert (best >= codes[i]); /* a part can only add moves */
      codes[i] = best;
      if (v->part == v->parts - 1)
        add_to_tally (&notes->tally, best, orbit);
    }
  }
  assert (list == notes->list + notes->list_count); /* all notes were read */
  free (answers);
}

/* ---- the steps ---- */

static enum listing_state value_by_part (struct layer_valuation *v, struct failure *failure) {
  const struct listing_calls *calls = v->options.calls;
  if (v->next.keys != NULL)
    pass_in_threads (&v->pass, v->options.team, SIZE_MAX, load_part, v);
  for (int t = 0; t < v->options.threads; t++)
    if (v->thread_failures[t].code != 0)
      *failure = v->thread_failures[t];
  for (;;) {
    pass_next (&v->pass, failure);
    bool more = v->pass.count > 0;
    const enum listing_state state = listing_vote (&v->options, &more, failure);
    if (state != LISTING_DONE || !more)
      return state;
    pass_in_threads (&v->pass, v->options.team, v->pass.count, ask_slice, v);
    key_exchange_deliver (v->key_exchange);
    pass_in_threads (&v->pass, v->options.team, SIZE_MAX, answer_questions, v);
    key_exchange_return (v->key_exchange);
    pass_in_threads (&v->pass, v->options.team, v->pass.count, take_answers, v);
    key_exchange_clear (v->key_exchange);
    if (calls->progress != NULL && v->part == v->parts - 1)
      calls->progress (calls->context, v->pass.before + v->pass.count);
  }
}

static enum listing_state value_all (struct layer_valuation *v, struct failure *failure) {
  const struct key_source source = layer_in_source (v->keys);
  enum listing_state state = LISTING_DONE;
  v->parts = parts_needed (v);
  for (v->part = 0; v->part < v->parts && state == LISTING_DONE; v->part++) {
    pass_begin (&v->pass, &source, v->options.game, v->options.ranks);
    state = value_by_part (v, failure);
    pass_end (&v->pass);
    free_part (v);
  }
  return state;
}

enum listing_state layer_value (const struct listing_options *options, struct layer_in *keys,
                                const struct coded_layer *next, uint8_t *codes, struct layer_tally *tally,
                                struct failure *failure) {
  assert (ranks_are_consistent (options->ranks) && options->threads > 0);
  assert ((next->keys == NULL) == (next->codes == NULL));
  const size_t threads = (size_t) options->threads;
  struct layer_valuation v = { .options = *options, .keys = keys, .next = *next, .codes = codes };
  v.key_exchange = key_exchange_create (options->ranks, options->threads, options->game->key_bytes);
  v.sets = allocate (PARTITIONS, sizeof *v.sets);
  v.set_codes = allocate (PARTITIONS, sizeof *v.set_codes);
  v.notes = allocate (threads, sizeof *v.notes);
  v.thread_failures = allocate (threads, sizeof *v.thread_failures);
  for (int p = 0; p < PARTITIONS; p++)
    v.sets[p].key_bytes = options->game->key_bytes;
  const enum listing_state state = value_all (&v, failure);
  memset (tally, 0, sizeof *tally);
  for (size_t t = 0; t < threads; t++) {
    for (int i = 0; i < 256; i++) {
      tally->all[i] += v.notes[t].tally.all[i];
      tally->canonical[i] += v.notes[t].tally.canonical[i];
    }
    free (v.notes[t].takes);
    free (v.notes[t].list);
  }
  free (v.notes);
  free (v.thread_failures);
  free (v.sets);
  free (v.set_codes);
  key_exchange_destroy (v.key_exchange);
  return state;
}
