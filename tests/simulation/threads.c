/* simulated-threads GAME N [KEY=VALUE...]: a search of a position by N threads of one host, in virtual time.
 *
 * Each thread is a coroutine, and a node of the tree takes it half a unit of time to one and a half. The one
 * whose time is least goes on, so that all do what they would on N cores of the same speed that share their
 * memory at no cost: what a search loses to its order is exact and the same on every machine, what a machine
 * loses to caches and memory is not there. The engines are compiled once more, with a hook at each node
 * (search/searcher.h). */
#include "coroutine.h"
#include "engine.h"
#include "search/search.h"
#include "search/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern const struct engine stepped_connect4, stepped_mnk;

enum { THREADS_MAX = 4096, UNIT = 1024 /* of time, a node on average */ };

struct options {
  const char *game;
  int threads;
  bool exact_score;
  enum method method;
  const char *position;
  uint64_t memory, seed;
};

struct thread {
  struct coroutine coroutine;
  int number;
  uint64_t time;
  bool over;
};

static struct thread *threads;
static int *heap, heap_size; /* of threads that search, by time */
static struct search search;
static struct thread *running;
static uint64_t random_state;

/* ---- virtual time ---- */

static bool earlier (int a, int b) {
  return threads[a].time < threads[b].time || (threads[a].time == threads[b].time && a < b);
}

/* The thread at the top has become later. */
static void sift_down (void) {
  int place = 0;
  for (;;) {
    int least = place;
    for (int child = 2 * place + 1; child <= 2 * place + 2 && child < heap_size; child++)
      if (earlier (heap[child], heap[least]))
        least = child;
    if (least == place)
      return;
    const int thread = heap[place];
    heap[place] = heap[least];
    heap[least] = thread;
    place = least;
  }
}

/* splitmix64 */
static uint64_t next_random (void) {
  uint64_t z = random_state += UINT64_C (0x9e3779b97f4a7c15);
  z = (z ^ z >> 30) * UINT64_C (0xbf58476d1ce4e5b9);
  z = (z ^ z >> 27) * UINT64_C (0x94d049bb133111eb);
  return z ^ z >> 31;
}

void simulated_node (void);

void simulated_node (void) {
  running->time += UNIT / 2 + next_random () % UNIT;
  sift_down ();
  if (heap[0] != running->number)
    coroutine_give_way (&running->coroutine);
}

static void run_thread (void) {
  struct thread *thread = running;
  search.game->engine->search (&search, thread->number);
  thread->over = true;
}

/* Returns when the last thread has left the search. */
static uint64_t run_all (int count) {
  uint64_t end = 0;
  threads = allocate ((size_t) count, sizeof *threads);
  heap = allocate ((size_t) count, sizeof *heap);
  for (int i = 0; i < count; i++) {
    threads[i].number = heap[i] = i;
    coroutine_begin (&threads[i].coroutine, run_thread);
  }
  for (heap_size = count; heap_size > 0;) {
    running = &threads[heap[0]];
    coroutine_go_on (&running->coroutine);
    if (!running->over)
      continue;
    end = running->time > end ? running->time : end;
    heap[0] = heap[--heap_size];
    sift_down ();
  }
  for (int i = 0; i < count; i++)
    coroutine_free (&threads[i].coroutine);
  free (threads);
  free (heap);
  return end;
}

/* ---- a search ---- */

/* The nodes and the time of a search from an empty table. */
static bool measure (const struct options *options, const struct game *game, const struct position *position,
                     int count, uint64_t *time, struct failure *failure) {
  struct table *table = table_create (options->memory, game->key_words, REPLACE_TWOBIG1, failure);
  if (table == NULL)
    return false;
  memset (&search, 0, sizeof search);
  search.game = game;
  search.position = position;
  search.table = table;
  search.threads = count;
  search.memory = options->memory;
  search.query.method = options->method;
  search.query.exact_score = options->exact_score;
  search.query.window = search_range (options->exact_score);
  memcpy (search.query.game, game->title, sizeof search.query.game);
  search_begin (&search);
  random_state = options->seed;
  *time = run_all (count);
  table_destroy (table);
  return search.result.solved
         || fail (failure, EXIT_UNFINISHED, "%s: the method could not solve it", game->title);
}

static const char *value_text (const struct options *options, int value) {
  static char text[16];
  snprintf (text, sizeof text, "%d", value);
  return options->exact_score ? text : value > 0 ? "win" : value < 0 ? "loss" : "draw";
}

static bool open_game (struct game *game, const char *text, struct failure *failure) {
  const struct engine *const list[] = { &stepped_connect4, &stepped_mnk };
  const char *colon = strchr (text, ':');
  for (size_t i = 0; colon != NULL && i < sizeof list / sizeof *list; i++)
    if (strlen (list[i]->name) == (size_t) (colon - text)
        && strncmp (text, list[i]->name, (size_t) (colon - text)) == 0)
      return list[i]->open (game, colon + 1, failure) == OPENING_DONE
             || fail (failure, EXIT_BAD_DATA, "'%.60s' cannot be simulated", text);
  return fail (failure, EXIT_BAD_DATA, "'%.60s' cannot be simulated: connect4:WxH or mnk:M,N,K", text);
}

static bool print (const struct options *options, struct failure *failure) {
  struct game game;
  uint64_t alone, together;
  if (!open_game (&game, options->game, failure))
    return false;
  struct position *position = position_allocate (&game);
  bool good = true;
  if (*options->position == 0)
    game.engine->start (&game, position);
  else
    good = position_parse (&game, options->position, position, failure);
  if (good && game.engine->outcome (&game, position) != GOING_ON)
    good = fail (failure, EXIT_BAD_DATA, "the game is over");
  good = good && measure (options, &game, position, 1, &alone, failure)
         && measure (options, &game, position, options->threads, &together, failure);
  if (good)
    printf ("%s\t%d\t1\t%s\t%llu\t%.0f\t%.2f\t0\t0\n", game.title, options->threads,
            value_text (options, search.result.bounds.lower), (unsigned long long) search.result.cost.nodes,
            (double) together / UNIT, (double) alone / (double) together);
  free (position);
  engine_close (&game);
  return good;
}

/* ---- the command line ---- */

static const char usage[]
    = "simulated-threads GAME N [seed=S] [score=1] [method=NAME] [memory=MIB] [position=P] [hosts=1]\n"
      "A search by N threads in virtual time; a line: game, searchers, hosts, value, nodes, time in nodes,\n"
      "speed-up, messages, bytes.\n";

static bool number_in (const char *text, uint64_t least, uint64_t most, uint64_t *number) {
  char *end;
  *number = strtoull (text, &end, 10);
  return *text >= '0' && *text <= '9' && *end == 0 && *number >= least && *number <= most;
}

static bool take_key (struct options *options, const char *word, struct failure *failure) {
  const char *value = strchr (word, '=');
  uint64_t number;
  if (value == NULL)
    return fail (failure, EXIT_USAGE, "'%.60s' is no KEY=VALUE", word);
  const size_t length = (size_t) (value++ - word);
#define KEY(name) (length == strlen (name) && strncmp (word, name, length) == 0)
  if (KEY ("position")) {
    options->position = value;
    return true;
  }
  if (KEY ("method")) {
    options->method = method_by_name (value);
    return options->method != METHODS || fail (failure, EXIT_USAGE, "no method '%.40s'", value);
  }
  if (KEY ("delay") || KEY ("bandwidth")) /* of what one host does not send */
    return true;
  if (KEY ("hosts") && !(number_in (value, 1, UINT64_MAX, &number) && number == 1))
    return fail (failure, EXIT_USAGE, "hosts=%.40s: only one host is simulated", value);
  if (KEY ("hosts"))
    return true;
  if (KEY ("seed") && number_in (value, 0, UINT64_MAX, &number))
    options->seed = number;
  else if (KEY ("score") && number_in (value, 0, 1, &number))
    options->exact_score = number == 1;
  else if (KEY ("memory") && number_in (value, 1, 1 << 20, &number))
    options->memory = number << 20;
  else
    return fail (failure, EXIT_USAGE, "'%.60s': no such key, or no such value", word);
#undef KEY
  return true;
}

static bool take_arguments (struct options *options, int argc, char **argv, struct failure *failure) {
  uint64_t count;
  if (argc < 3)
    return fail (failure, EXIT_USAGE, "GAME and N are missing; see simulated-threads --help");
  if (!number_in (argv[2], 1, THREADS_MAX, &count))
    return fail (failure, EXIT_USAGE, "N is '%.40s', but must be 1 to %d", argv[2], THREADS_MAX);
  options->game = argv[1];
  options->threads = (int) count;
  for (int i = 3; i < argc; i++)
    if (!take_key (options, argv[i], failure))
      return false;
  return true;
}

int main (int argc, char **argv) {
  struct options options = { .method = METHOD_AUTO, .position = "", .memory = (uint64_t) 1 << 30, .seed = 1 };
  struct failure failure = { 0 };
  if (argc > 1 && (strcmp (argv[1], "--help") == 0 || strcmp (argv[1], "-h") == 0)) {
    fputs (usage, stdout);
    return EXIT_HOLDS;
  }
  if (take_arguments (&options, argc, argv, &failure))
    print (&options, &failure);
  if (failure.code != 0)
    fprintf (stderr, "simulated-threads: %s\n", failure.text);
  return failure.code;
}
