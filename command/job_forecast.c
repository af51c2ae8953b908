/* `zermelo run --dry-run`: what a job will need, and how long it will take, before it is begun.
 *
 * Positions are counted, or guessed from the plies that can be listed within a second. Speeds are measured
 * here, for a second or two, on a small part of the same work, and scaled to the ranks and threads of the
 * job. What cannot be estimated is reported as unknown. A job that cannot fit is refused. */
#include "base/clock.h"
#include "base/machine.h"
#include "base/quantity_print.h"
#include "base/sample.h"
#include "base/text.h"
#include "command/task.h"
#include "file/text_lines.h"
#include "layers/count_positions.h"
#include "layers/layers.h"
#include "run/expected_plies.h"
#include "run/known_values.h"
#include "search/search.h"
#include "tablebase/slices.h"

#include <stdint.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>

enum { UNKNOWN = -1 };

static const double a_while = 1.2; /* seconds to measure for */

/* Negative: unknown. */
struct forecast {
  double positions, memory, disk; /* bytes; memory of each rank */
  double low, high;               /* seconds with all threads of the job */
  char counted[80], basis[300];   /* which positions are counted; on what the time rests */
};

static int job_ranks (const struct job *job) { return job->slurm.nodes * job->slurm.ranks_per_node; }

static int threads_of (const struct job *job) {
  return job->options.threads > 0          ? job->options.threads
         : job->slurm.threads_per_rank > 0 ? job->slurm.threads_per_rank
                                           : machine_threads ();
}

/* ---- positions ply by ply ---- */

struct plies {
  double end; /* clock_seconds() */
  double *size;
  int known;
  double counted, seconds;
};

static void take_ply (void *context, int ply, uint64_t positions) {
  struct plies *plies = context;
  plies->size[ply] = (double) positions;
  plies->known = ply + 1;
  plies->counted += (double) positions;
}

static bool is_late (void *context) {
  const struct plies *plies = context;
  return clock_seconds () > plies->end;
}

/* How many positions plies 0 .. last have: plies that were listed, and an estimate for the others. */
static double positions_up_to (const struct plies *plies, int last) {
  double sum = 0;
  for (int ply = 0; ply < plies->known && ply <= last; ply++)
    sum += plies->size[ply];
  const double rest = plies->known > last ? 0 : expected_positions (plies->size, plies->known, last);
  return rest < 0 ? UNKNOWN : sum + rest;
}

/* List plies for a while. Returns how many positions plies 0 .. last have, or UNKNOWN. */
static double positions_of_plies (const struct game *game, int last, bool canonical, struct plies *plies) {
  const double begun = clock_seconds ();
  struct failure ignored = { 0 };
  const int most = game->plies_max > 0 && game->plies_max < last ? game->plies_max : last;
  *plies = (struct plies){ .end = begun + a_while, .size = allocate ((size_t) most + 2, sizeof (double)) };
  const struct count_options options = {
    .plies = most, .canonical = canonical, .threads = machine_threads (), .memory = machine_memory () / 2
  };
  const struct count_calls calls = { plies, take_ply, is_late, NULL };
  const bool whole = count_positions (game, &ranks_alone, &options, &calls, &ignored);
  plies->seconds = clock_seconds () - begun;
  return whole ? plies->counted : game->plies_max == 0 ? UNKNOWN : positions_up_to (plies, most);
}

static void say_counted (struct forecast *forecast, const struct plies *plies, double all) {
  snprintf (forecast->counted, sizeof forecast->counted, "%s",
            all <= plies->counted ? "counted" : "guessed from the first plies");
}

/* ---- searches ---- */

struct searched {
  int count, unfinished;
  double seconds;
  uint64_t nodes;
};

/* Search one position with a budget, one thread. */
static void search_once (const struct game *game, const struct job *job, const struct position *position,
                         struct searched *searched) {
  enum { BUDGET = 1000000, TABLE = 32 << 20 };
  struct failure ignored = { 0 };
  struct search *search = allocate (1, sizeof *search);
  struct table *table
      = game->key_bytes > 0 ? table_create (TABLE, game->key_words, REPLACE_TWOBIG1, &ignored) : NULL;
  const struct search_means means
      = { .table = table, .memory = TABLE, .deadline = clock_seconds () + a_while / 2, .threads = 1 };
  const struct query query = { .method = job->options.method,
                               .depth = job->options.depth,
                               .exact_score = job->options.score,
                               .window = search_range (job->options.score),
                               .node_limit = BUDGET };
  search_fill (search, game, position, &query, &means);
  const double begun = clock_seconds ();
  search_run (search, NULL, NULL);
  searched->seconds += clock_seconds () - begun;
  searched->nodes += search->result.cost.nodes;
  searched->unfinished += !search->result.solved && !search->result.has_evaluation;
  searched->count++;
  if (table != NULL)
    table_destroy (table);
  free (search);
}

/* Search positions that random play reaches at a ply. */
static struct searched search_sample (const struct game *game, const struct job *job, int ply) {
  enum { MOST = 24, TRIES = 200 };
  struct searched searched = { 0 };
  struct position *position[2] = { position_allocate (game), position_allocate (game) };
  const double end = clock_seconds () + a_while;
  for (uint64_t i = 0; i < TRIES && searched.count < MOST && clock_seconds () < end; i++) {
    uint64_t rng = sample_scramble (i);
    game->engine->start (game, position[0]);
    int made = 0;
    for (; made < ply && game->engine->outcome (game, position[0]) == GOING_ON; made++) {
      const uint64_t moves = game->engine->perft (game, position[0], 1, true);
      game->engine->child (game, position[0], (int) sample_below (&rng, moves), position[1]);
      struct position *const before = position[0];
      position[0] = position[1];
      position[1] = before;
    }
    if (game->engine->outcome (game, position[0]) == GOING_ON)
      search_once (game, job, position[0], &searched);
  }
  free (position[0]);
  free (position[1]);
  return searched;
}

/* ---- tasks ---- */

static void forecast_tables (const struct session *session, const struct job *job, struct forecast *forecast,
                             struct failure *failure) {
  const struct game *game = &session->game;
  const int pieces = job->options.pieces, threads = machine_threads ();
  double made = 0, seconds = 0;
  int largest = 1;
  forecast->positions = 0;
  for (int n = 2; n <= pieces; n++)
    forecast->positions += (double) endgames_positions (game, n);
  snprintf (forecast->counted, sizeof forecast->counted, "counted");
  const uint64_t there = job->slurm.memory_per_node > 0 ? job->slurm.memory_per_node : machine_memory ();
  const uint64_t memory = job_ranks (job) == 1 ? endgames_memory_within (game, pieces, there)
                                               : endgames_memory (game, pieces, job_ranks (job));
  if (memory == 0 || memory == UINT64_MAX) {
    job_fail (job, "pieces", failure, "%s has no tables of %d pieces", game->title, pieces);
    return;
  }
  forecast->memory = (double) memory;
  const double slices = (double) endgames_memory (game, pieces, 1);
  const bool compressed = job_ranks (job) == 1 && slices > (double) there;
  forecast->disk
      = forecast->positions * (job->options.score ? 1.5 : 0.5) + (compressed ? slices / 2.5 : slices);
  struct endgames *endgames = endgames_create (game, &(struct endgames_options){ .threads = threads });
  for (int n = 2; n < pieces && seconds < a_while && failure->code == 0; n++) {
    const double positions = (double) endgames_positions (game, n), begun = clock_seconds ();
    if (made > 0 && seconds > 0 && positions / made * seconds > 5 * a_while)
      break;
    endgames_solve (endgames, n, NULL, NULL, failure);
    seconds = clock_seconds () - begun;
    made = positions;
    largest = n;
  }
  endgames_destroy (endgames);
  if (made <= 0 || seconds <= 0)
    return;
  const double here = forecast->positions / made * seconds * (job->options.score ? 1.6 : 1);
  const double faster = (double) job_ranks (job) * threads_of (job) / threads;
  forecast->low = here / fmax (1, faster) / 1.5;
  forecast->high = here / fmax (1, 0.5 * faster) * 3;
  snprintf (forecast->basis, sizeof forecast->basis,
            "the slices of %d pieces, made here in %.2f s by %d thread%s", largest, seconds, threads,
            threads == 1 ? "" : "s");
}

static void forecast_lists (const struct session *session, const struct job *job, struct forecast *forecast,
                            struct failure *failure) {
  const struct game *game = &session->game;
  const bool layers = job->task == COMMAND_LAYERS;
  if (layers && !layers_possible (game, failure))
    return;
  const int last = layers ? game->plies_max : job->options.plies;
  struct plies plies;
  const double all = positions_of_plies (game, last, layers, &plies);
  forecast->positions = all;
  forecast->memory = all > 0 ? 0 : UNKNOWN;
  forecast->disk = layers && all <= 0 ? UNKNOWN : 0;
  if (all > 0) {
    double widest = 0;
    for (int i = 0; i < plies.known; i++)
      widest = fmax (widest, plies.size[i]);
    widest = fmax (widest, all > plies.counted ? all / 4 : 0);
    const double faster = (double) job_ranks (job) * threads_of (job) / machine_threads ();
    const double listing = all / plies.counted * plies.seconds;
    const double whole = layers ? listing / layers_phase_weight[LAYERS_LISTING] : listing;
    say_counted (forecast, &plies, all);
    forecast->memory = 2 * widest * (game->key_bytes + 10.0) / job_ranks (job);
    if (layers)
      forecast->disk = 2 * all * (game->key_bytes + 1.0);
    forecast->low = whole / fmax (1, faster) / 2;
    forecast->high = whole / fmax (1, 0.5 * faster) * (all > plies.counted ? 5 : 2);
    snprintf (forecast->basis, sizeof forecast->basis,
              "%.0f positions of the first %d plies, listed here in %.2f s", plies.counted, plies.known,
              plies.seconds);
  }
  free (plies.size);
}

static void forecast_book (const struct session *session, const struct job *job, struct forecast *forecast) {
  const struct game *game = &session->game;
  const int plies = job->options.plies;
  struct plies listed;
  forecast->memory = (double) job->options.table_bytes;
  forecast->disk = UNKNOWN;
  if (job->options.until > 0)
    forecast->high = job->options.until;
  if (job->options.until > 0 || job->options.strategy != NULL || job->options.around != NULL) {
    snprintf (forecast->basis, sizeof forecast->basis, "%s",
              job->options.until > 0 ? "the time that it is to use" : "");
    return; /* how many positions these have is only known when they are there */
  }
  /* The ply after the last is searched, too, but is not in the book; evaluations do not need it. */
  const int searched_plies = plies + !is_heuristic (job->options.method, job->options.depth);
  const double all = positions_of_plies (game, searched_plies, true, &listed);
  const int last = game->plies_max > 0 && game->plies_max < plies ? game->plies_max : plies;
  forecast->positions = all > 0 ? positions_up_to (&listed, last) : UNKNOWN;
  if (all > 0) {
    const struct searched searched = search_sample (game, job, plies);
    const double workers = (double) job_ranks (job) * threads_of (job);
    say_counted (forecast, &listed, all);
    forecast->memory = all * (game->key_bytes + 30.0) + (double) job->options.table_bytes;
    forecast->disk = 2 * forecast->positions * (game->key_bytes + 8.0 + game->moves_max / 8.0);
    if (searched.count > 0) {
      const double each = searched.seconds / searched.count;
      /* each alone; in a book they share a table, and most get a narrow window */
      forecast->low = all * each / workers / 16;
      forecast->high = searched.unfinished > 0 ? UNKNOWN : all * each / fmax (1, workers / 2) * 4;
      snprintf (forecast->basis, sizeof forecast->basis,
                "%d random positions of ply %d, searched here in %.3g s each%s", searched.count, plies, each,
                searched.unfinished > 0 ? ", not all of them to the end" : "");
    }
  }
  free (listed.size);
}

/* A run of at most `nodes` nodes, at the speed of a short search. */
static void forecast_budget (const struct session *session, const struct job *job, double nodes,
                             struct forecast *forecast) {
  char rate[QUANTITY_TEXT];
  const struct searched searched = search_sample (&session->game, job, 0);
  if (searched.nodes == 0 || searched.seconds <= 0)
    return;
  const double speed = (double) searched.nodes / searched.seconds;
  quantity_print_rate ((double) searched.nodes, searched.seconds, rate, sizeof rate);
  forecast->high = nodes / speed / job_ranks (job);
  snprintf (forecast->basis, sizeof forecast->basis, "the limit of nodes, and %s here (nodes, one thread)",
            rate);
}

static double positions_asked (const struct job *job) {
  struct failure ignored = { 0 };
  struct lines lines;
  char *line;
  bool whole;
  double count = 0;
  if (job->positions_file == NULL)
    return (double) job->positions.count;
  if (!lines_open (&lines, job->positions_file, &ignored))
    return UNKNOWN;
  while (lines_next (&lines, &line, &whole) == LINES_LINE)
    count += *line != '#';
  lines_close (&lines);
  return count;
}

static void forecast_solve (const struct session *session, const struct job *job, struct forecast *forecast,
                            struct failure *failure) {
  forecast->positions = positions_asked (job);
  snprintf (forecast->counted, sizeof forecast->counted, "asked about");
  forecast->memory = (double) job->options.table_bytes;
  if (job->options.pieces > 0) {
    struct forecast tables = { .low = UNKNOWN, .high = UNKNOWN };
    forecast_tables (session, job, &tables, failure);
    forecast->memory += tables.memory;
    forecast->disk = tables.disk;
    forecast->low = tables.low; /* at least: the search comes on top */
    snprintf (forecast->basis, sizeof forecast->basis, "the tables alone: %.250s", tables.basis);
  }
  if (job->options.node_limit > 0 && forecast->positions > 0)
    forecast_budget (session, job, forecast->positions * (double) job->options.node_limit, forecast);
}

static void forecast_verify (const struct session *session, const struct job *job, struct forecast *forecast,
                             struct failure *failure) {
  static const double little = 0.05; /* seconds of a board that is not listed */
  struct known_values table = { 0 };
  struct options options = job->options;
  options.part = session->options.part;
  options.parts = session->options.parts;
  double seconds = 0;
  if (known_values_read (&table, failure) && known_values_select (&table, &options, failure)) {
    forecast->positions = (double) table.count;
    for (size_t i = 0; i < table.count; i++)
      seconds += fmax (table.rows[i].seconds, little);
    const double workers = (double) job_ranks (job) * threads_of (job);
    forecast->low = seconds / workers / 4;
    forecast->high = seconds * 4;
    snprintf (forecast->basis, sizeof forecast->basis, "what longer boards took once (verify_costs.csv)");
  }
  known_values_free (&table);
  snprintf (forecast->counted, sizeof forecast->counted, "boards of the table");
  forecast->memory = (double) job->options.table_bytes;
}

static void forecast_perft (const struct session *session, const struct job *job, struct forecast *forecast) {
  enum { FEW = 3000000 };
  const struct game *game = &session->game;
  struct position *position = position_allocate (game);
  struct failure never = { 0 };
  uint64_t last = 0, before = 1;
  int depth = 0;
  double seconds = 0;
  if (position_parse (game, job->positions.texts[0], position, &never))
    for (; depth < job->options.plies && last < FEW; depth++) {
      const double begun = clock_seconds ();
      before = last > 0 ? last : 1;
      last = game->engine->perft (game, position, depth + 1, false);
      seconds = clock_seconds () - begun;
    }
  free (position);
  const double growth = (double) last / (double) before;
  forecast->positions = (double) last * pow (growth, job->options.plies - depth);
  snprintf (forecast->counted, sizeof forecast->counted, "sequences, %s",
            depth == job->options.plies ? "counted" : "if they go on growing so");
  const double whole = forecast->positions / fmax (1, (double) last) * seconds;
  const double workers = (double) job_ranks (job) * threads_of (job);
  forecast->low = whole / workers / 4;
  forecast->high = whole / fmax (1, workers / 2) * 4;
  snprintf (forecast->basis, sizeof forecast->basis, "%d plies, counted here in %.3f s", depth, seconds);
}

static struct forecast forecast_of (struct session *session, const struct job *job, struct failure *failure) {
  struct forecast forecast = { .positions = UNKNOWN, .low = UNKNOWN, .high = UNKNOWN };
  switch (job->task) {
  case COMMAND_TABLEBASE: forecast_tables (session, job, &forecast, failure); break;
  case COMMAND_LAYERS:
  case COMMAND_COUNT: forecast_lists (session, job, &forecast, failure); break;
  case COMMAND_BOOK: forecast_book (session, job, &forecast); break;
  case COMMAND_VERIFY: forecast_verify (session, job, &forecast, failure); break;
  case COMMAND_TOURNAMENT: forecast.memory = (double) job->options.table_bytes; break;
  case COMMAND_COMPARE:
    forecast.positions = (double) (job->boards.count * job->positions.count);
    snprintf (forecast.counted, sizeof forecast.counted, "for each method and depth");
    forecast.memory = (double) job->options.table_bytes;
    break;
  case COMMAND_PERFT: forecast_perft (session, job, &forecast); break;
  default: forecast_solve (session, job, &forecast, failure);
  }
  return forecast;
}

/* ---- does it fit? ---- */

/* The free bytes on the disk of the nearest folder that exists; 0: unknown. */
static double free_disk (const char *directory) {
  struct statvfs status;
  char *path = strdup (directory);
  while (statvfs (path, &status) != 0) {
    char *slash = strrchr (path, '/');
    if (slash == NULL || slash == path) {
      free (path);
      return statvfs (directory[0] == '/' ? "/" : ".", &status) == 0
                 ? (double) status.f_bavail * (double) status.f_frsize
                 : 0;
    }
    *slash = 0;
  }
  free (path);
  return (double) status.f_bavail * (double) status.f_frsize;
}

/* Larger numbers are cut off at a limit that no disk reaches. */
static uint64_t bytes_of (double bytes) {
  static const double most = 1e18;
  return bytes > 0 ? (uint64_t) fmin (bytes, most) : 0;
}

static bool check_fit (const struct job *job, const struct job_paths *paths, const struct forecast *forecast,
                       struct failure *failure) {
  char needed[QUANTITY_TEXT], there[QUANTITY_TEXT];
  const double rank = (double) job->slurm.memory_per_node / job->slurm.ranks_per_node;
  const double disk = free_disk (paths->directory);
  if (rank > 0 && forecast->memory > rank) {
    quantity_print_size (bytes_of (forecast->memory), needed, sizeof needed);
    quantity_print_size (bytes_of (rank), there, sizeof there);
    return job_fail (job, "slurm.memory_per_node", failure, "the job takes %s on each rank, which has %s",
                     needed, there);
  }
  if (disk > 0 && forecast->disk > disk) {
    quantity_print_size (bytes_of (forecast->disk), needed, sizeof needed);
    quantity_print_size (bytes_of (disk), there, sizeof there);
    return job_fail (job, "outputs.directory", failure, "the files take %s, and %s are free", needed, there);
  }
  return true;
}

/* ---- lines ---- */

static void put_line (struct display *display, const char *what, const char *text) {
  output_text (&display->output, what);
  output_text (&display->output, text);
  output_line (&display->output);
}

static void put_size (struct display *display, const char *what, double bytes, const char *remark) {
  char number[QUANTITY_TEXT], text[120];
  quantity_print_size (bytes_of (bytes), number, sizeof number);
  snprintf (text, sizeof text, "%s%s", bytes > 0 ? number : "next to nothing", remark);
  output_text (&display->output, what);
  output_text (&display->output, bytes < 0 ? "unknown" : text);
  output_extra (&display->output, "bytes", bytes < 0 ? NULL : json_integer ((json_int_t) bytes_of (bytes)));
  output_line (&display->output);
}

static void put_time (struct display *display, const struct job *job, const struct forecast *forecast) {
  char text[600], number[QUANTITY_TEXT], limit[QUANTITY_TEXT];
  if (forecast->low >= 0 && forecast->high >= 0) {
    quantity_print_between (forecast->low, forecast->high, number, sizeof number);
    snprintf (text, sizeof text, "%s", number);
  } else if (forecast->low >= 0 || forecast->high >= 0) {
    quantity_print_seconds (forecast->low >= 0 ? forecast->low : forecast->high, number, sizeof number);
    snprintf (text, sizeof text, "at %s %s", forecast->low >= 0 ? "least" : "most", number);
  } else
    snprintf (text, sizeof text, "it cannot be told before it runs");
  if (forecast->basis[0] != 0)
    text_append (text, sizeof text, ", judging by %s", forecast->basis);
  quantity_print_seconds (job->slurm.time, limit, sizeof limit);
  if (job->slurm.time > 0 && forecast->low > job->slurm.time)
    text_append (text, sizeof text, "; more than slurm.time (%s), so that it goes on in further jobs", limit);
  output_text (&display->output, "time");
  output_text (&display->output, text);
  output_extra (&display->output, "least", forecast->low < 0 ? NULL : json_real (forecast->low));
  output_extra (&display->output, "most", forecast->high < 0 ? NULL : json_real (forecast->high));
  output_line (&display->output);
}

static void put_script (struct display *display, const struct job *job, const struct job_paths *paths,
                        struct failure *failure) {
  static const char mark[] = "#SBATCH ";
  char *script = job_script (job, paths, failure), *rest = script;
  for (char *line; script != NULL && (line = strsep (&rest, "\n")) != NULL;)
    if (strncmp (line, mark, sizeof mark - 1) == 0)
      put_line (display, "sbatch", line + sizeof mark - 1);
  free (script);
}

void job_forecast_print (struct run *run, const struct job *job, const struct job_paths *paths,
                         struct failure *failure) {
  char text[200], number[QUANTITY_TEXT];
  const struct forecast forecast = forecast_of (&run->session, job, failure);
  if (failure->code != 0 || !check_fit (job, paths, &forecast, failure))
    return;
  quantity_print_count (forecast.positions, number, sizeof number);
  snprintf (text, sizeof text, "%s, %s", number, forecast.counted);
  output_text (&run->display.output, "positions");
  output_text (&run->display.output, forecast.positions < 0 ? "unknown" : text);
  output_extra (&run->display.output, "positions",
                forecast.positions < 0 ? NULL : json_real (forecast.positions));
  output_line (&run->display.output);
  put_size (&run->display, "memory", forecast.memory, " on each rank");
  put_size (&run->display, "disk", forecast.disk, " at most");
  snprintf (text, sizeof text, "%d with %d thread%s each", job_ranks (job), threads_of (job),
            threads_of (job) == 1 ? "" : "s");
  put_line (&run->display, "ranks", text);
  put_script (&run->display, job, paths, failure);
  put_time (&run->display, job, &forecast);
}
