/* simulated-threads GAME N [KEY=VALUE...]: a search of a position by N threads of one host or of several, in
 * virtual time.
 *
 * Each thread is a coroutine, and a node of the tree takes it half a unit of time to one and a half. The one
 * whose time is least goes on, so that all do what they would on N cores of the same speed that share their
 * memory at no cost: what a search loses to its order is exact and the same on every machine, what a machine
 * loses to caches and memory is not there. The engines are compiled once more, with a hook at each node
 * (search/searcher.h).
 *
 * Hosts have a table each, and tell each other what is worth it (search/replication.h). The first thread of a
 * host polls for it at intervals, which it pays for, as for each record that it receives. What is sent waits
 * until the links of both hosts are free, and then takes `delay`. */
#include "coroutine.h"
#include "engine.h"
#include "search/replication.h"
#include "search/search.h"
#include "search/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern const struct engine stepped_connect4, stepped_mnk;

enum {
  THREADS_MAX = 4096,
  UNIT = 1024, /* of time, a node on average */
  BATCH_WORDS = 1 << 15
};

/* What nodes take, and polls, each message that is sent and each record that is received, in nanoseconds. */
static const double NODE = 500, POLL = 2000, SEND = 1000, RECORD = 50;

struct options {
  const char *game;
  int threads, hosts, group;
  bool exact_score;
  enum method method;
  const char *position;
  uint64_t memory, seed;             /* memory: of each host */
  double delay, interval, bandwidth; /* microseconds (interval 0: as in reality); Gbit/s */
  uint64_t least;                    /* nodes; 0: it follows the load */
  uint64_t alone;                    /* what one thread takes, in nodes; 0: measured */
};

struct thread {
  struct coroutine coroutine;
  struct host *host;
  int number, of_host;
  uint64_t time;
  bool over;
};

/* Records that one host sends to others. */
struct batch {
  struct batch *next; /* free ones */
  int words, receivers;
  uint64_t word[BATCH_WORDS];
};

struct arrival {
  struct batch *batch;
  unsigned from;
  uint64_t time;
};

struct host {
  struct search search;
  struct table *table;
  struct replication *replication;
  struct replication_load load;
  uint64_t poll;              /* when its first thread polls next */
  uint64_t in_free, out_free; /* when its links are */
  struct arrival *arrivals;   /* first in, first out */
  size_t first, last, room;   /* a power of two */
};

static const struct options *run;
static struct thread *threads;
static struct host *hosts;
static int *heap, heap_size; /* of threads that search, by time */
static struct thread *running;
static struct batch *free_batches;
static uint64_t random_state, messages, bytes;
static bool decided;

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

static uint64_t units (double nanoseconds) { return (uint64_t) (nanoseconds / NODE * UNIT); }

static double seconds (uint64_t time) { return (double) time / UNIT * NODE * 1e-9; }

/* ---- between hosts ---- */

static struct batch *new_batch (void) {
  struct batch *batch = free_batches;
  if (batch == NULL)
    return allocate (1, sizeof *batch);
  free_batches = batch->next;
  return batch;
}

static void drop_batch (struct batch *batch) {
  if (--batch->receivers > 0)
    return;
  batch->next = free_batches;
  free_batches = batch;
}

static void add_arrival (struct host *host, unsigned from, struct batch *batch, uint64_t time) {
  if (host->last - host->first == host->room) {
    const size_t room = host->room == 0 ? 64 : 2 * host->room;
    struct arrival *larger = allocate (room, sizeof *larger);
    for (size_t i = host->first; i < host->last; i++)
      larger[i % room] = host->arrivals[i % host->room];
    free (host->arrivals);
    host->arrivals = larger;
    host->room = room;
  }
  host->arrivals[host->last++ % host->room] = (struct arrival){ batch, from, time };
}

static void send_batch (struct host *from, struct host *to, struct batch *batch, uint64_t now) {
  const uint64_t way = units (run->delay * 1e3), takes = units ((double) batch->words * 64 / run->bandwidth);
  uint64_t begin = now > from->out_free ? now : from->out_free;
  from->out_free = begin + takes;
  begin = begin + way > to->in_free ? begin + way : to->in_free;
  to->in_free = begin + takes;
  add_arrival (to, (unsigned) (from - hosts), batch, to->in_free);
  batch->receivers++;
  messages++;
  bytes += (uint64_t) batch->words * 8;
}

/* Returns how many messages. */
static int send_records (struct host *from, uint64_t now) {
  const uint64_t before = messages;
  struct batch *near = new_batch (), *far = new_batch ();
  near->receivers = far->receivers = 1; /* until they are sent */
  near->words = replication_take (from->replication, near->word, BATCH_WORDS,
                                  record_words (from->table->key_words), far->word, &far->words);
  for (struct host *to = hosts; to < hosts + run->hosts; to++) {
    const enum audience audience = replication_audience (from->replication, (int) (to - hosts));
    struct batch *batch = audience == AUDIENCE_GROUP ? near : far;
    if (audience != AUDIENCE_NONE && batch->words > 0)
      send_batch (from, to, batch, now);
  }
  drop_batch (near);
  drop_batch (far);
  return (int) (messages - before);
}

/* Returns how many records there were. */
static int receive_records (struct host *host, uint64_t now) {
  const int record = record_words (host->table->key_words);
  struct search *search = &host->search;
  int count = 0;
  for (; host->first < host->last && host->arrivals[host->first % host->room].time <= now; host->first++) {
    struct batch *batch = host->arrivals[host->first % host->room].batch;
    const unsigned from = host->arrivals[host->first % host->room].from;
    for (int i = 0; i < batch->words; i += record)
      search->game->engine->receive (host->table, &search, 1, from, &batch->word[i]);
    replication_pass_on (host->replication, (int) from, batch->word, batch->words, record);
    count += batch->words / record;
    drop_batch (batch);
  }
  return count;
}

static void poll_host (struct thread *thread) {
  struct host *host = thread->host;
  const int sent = send_records (host, thread->time), received = receive_records (host, thread->time);
  const uint64_t took = units (POLL + SEND * sent + RECORD * received);
  thread->time += took;
  if (run->least == 0)
    replication_follow_load (host->replication, &host->load, seconds (thread->time), seconds (took));
  const double interval = run->interval > 0 ? run->interval * 1e-6 : replication_interval (host->replication);
  host->poll = thread->time + units (interval * 1e9);
}

/* ---- the threads ---- */

void simulated_node (void);

void simulated_node (void) {
  running->time += UNIT / 2 + next_random () % UNIT;
  if (running->of_host == 0 && running->host->replication != NULL && running->time >= running->host->poll)
    poll_host (running);
  sift_down ();
  if (heap[0] != running->number)
    coroutine_give_way (&running->coroutine);
}

static void run_thread (void) {
  struct thread *thread = running;
  struct search *search = &thread->host->search;
  search->game->engine->search (search, thread->of_host);
  thread->over = true;
  if (!search->result.solved || decided)
    return;
  decided = true; /* the others hear of it */
  for (int i = 0; i < run->hosts; i++)
    if (&hosts[i].search != search)
      atomic_store (&hosts[i].search.stop, true);
}

/* Returns when the last thread has left the search. */
static uint64_t run_all (int count) {
  uint64_t end = 0;
  threads = allocate ((size_t) count, sizeof *threads);
  heap = allocate ((size_t) count, sizeof *heap);
  for (int i = 0; i < count; i++) {
    threads[i].number = heap[i] = i;
    threads[i].host = &hosts[i / hosts[0].search.threads];
    threads[i].of_host = i % hosts[0].search.threads;
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
  return end + (run->hosts > 1 ? units (run->delay * 1e3) : 0);
}

/* ---- a search ---- */

static bool set_up_host (struct host *host, const struct options *options, const struct game *game,
                         const struct position *position, struct failure *failure) {
  struct query query = { .method = options->method,
                         .exact_score = options->exact_score,
                         .window = search_range (options->exact_score) };
  struct search_means means = { .memory = options->memory,
                                .threads = options->threads / options->hosts,
                                .host = (unsigned) (host - hosts) };
  host->table = table_create (options->memory, game->key_words, REPLACE_TWOBIG1, failure);
  if (host->table == NULL)
    return false;
  memcpy (query.game, game->title, sizeof query.game);
  if (options->hosts > 1) {
    const int group = options->group > 0 ? options->group : replication_group (options->hosts);
    host->replication = replication_create (means.threads, (int) (host - hosts), options->hosts, group);
    replication_begin (host->replication, options->least);
  }
  means.table = host->table;
  means.replication = host->replication;
  search_fill (&host->search, game, position, &query, &means);
  search_begin (&host->search);
  return true;
}

static void free_hosts (void) {
  for (struct host *host = hosts; host < hosts + run->hosts; host++) {
    for (; host->first < host->last; host->first++)
      drop_batch (host->arrivals[host->first % host->room].batch);
    free (host->arrivals);
    replication_destroy (host->replication);
    table_destroy (host->table);
  }
  while (free_batches != NULL) {
    struct batch *batch = free_batches;
    free_batches = batch->next;
    free (batch);
  }
  free (hosts);
}

struct outcome_of_run {
  struct result result;
  uint64_t nodes, time;
};

/* A search from empty tables. */
static bool measure (const struct options *options, const struct game *game, const struct position *position,
                     struct outcome_of_run *outcome, struct failure *failure) {
  bool good = true;
  run = options;
  decided = false;
  messages = bytes = 0;
  random_state = options->seed;
  hosts = allocate ((size_t) options->hosts, sizeof *hosts);
  for (int i = 0; good && i < options->hosts; i++)
    good = set_up_host (&hosts[i], options, game, position, failure);
  *outcome = (struct outcome_of_run){ .time = good ? run_all (options->threads) : 0 };
  for (int i = 0; good && i < options->hosts; i++) {
    outcome->nodes += hosts[i].search.result.cost.nodes;
    if (hosts[i].search.result.solved)
      outcome->result = hosts[i].search.result;
  }
  free_hosts ();
  if (good && !outcome->result.solved)
    good = fail (failure, EXIT_UNFINISHED, "%s: the method could not solve it", game->title);
  return good;
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
  struct outcome_of_run alone, together;
  struct options by_one = *options;
  by_one.threads = by_one.hosts = 1;
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
  alone.time = options->alone * UNIT;
  if (good && options->alone == 0)
    good = measure (&by_one, &game, position, &alone, failure);
  good = good && measure (options, &game, position, &together, failure);
  if (good)
    printf ("%s\t%d\t%d\t%s\t%llu\t%.0f\t%.2f\t%llu\t%llu\n", game.title, options->threads, options->hosts,
            value_text (options, together.result.bounds.lower), (unsigned long long) together.nodes,
            (double) together.time / UNIT, (double) alone.time / (double) together.time,
            (unsigned long long) messages, (unsigned long long) bytes);
  free (position);
  engine_close (&game);
  return good;
}

/* ---- the command line ---- */

static const char usage[]
    = "simulated-threads GAME N [seed=S] [score=1] [method=NAME] [memory=MIB] [position=P]\n"
      "                  [hosts=H] [group=HOSTS] [delay=US] [interval=US] [bandwidth=GBIT] [least=NODES]\n"
      "                  [alone=NODES]\n"
      "A search by N threads, of H hosts, in virtual time; a line: game, searchers, hosts, value, nodes, "
      "time in\n"
      "nodes, speed-up, messages, bytes.\n";

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
  if (KEY ("seed") && number_in (value, 0, UINT64_MAX, &number))
    options->seed = number;
  else if (KEY ("score") && number_in (value, 0, 1, &number))
    options->exact_score = number == 1;
  else if (KEY ("memory") && number_in (value, 1, 1 << 20, &number))
    options->memory = number << 20;
  else if (KEY ("hosts") && number_in (value, 1, (uint64_t) options->threads, &number)
           && (uint64_t) options->threads % number == 0)
    options->hosts = (int) number;
  else if (KEY ("group") && number_in (value, 1, (uint64_t) options->hosts, &number))
    options->group = (int) number;
  else if (KEY ("delay") && number_in (value, 0, 1000000, &number))
    options->delay = (double) number;
  else if (KEY ("interval") && number_in (value, 1, 1000000, &number))
    options->interval = (double) number;
  else if (KEY ("bandwidth") && number_in (value, 1, 1000000, &number))
    options->bandwidth = (double) number;
  else if (KEY ("least") && number_in (value, 0, UINT64_MAX, &number))
    options->least = number;
  else if (KEY ("alone") && number_in (value, 1, UINT64_MAX / UNIT, &number))
    options->alone = number;
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
  struct options options = { .hosts = 1,
                             .method = METHOD_AUTO,
                             .position = "",
                             .memory = (uint64_t) 1 << 30,
                             .seed = 1,
                             .delay = 10,
                             .bandwidth = 10 };
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
