/* `zermelo perft`: the number of sequences of exactly N moves, for N = 1 .. depth.
 *
 * The tree is cut a few plies below the root into pieces, enough for all threads and ranks; the game's engine
 * counts a piece. Piece i belongs to rank i mod ranks, and the threads of a rank take its pieces in turn. */
#include "command/task.h"

#include "base/clock.h"
#include "base/threads.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { PIECES_A_THREAD = 64 };

static const struct column perft_columns[] = { { "depth", 5 }, { "sequences", 20 }, { "seconds", 9 } };

/* All positions at one ply below the root, in order, each with the number of paths to it. */
struct pieces {
  const struct game *game;
  bool distinct;
  char *positions;
  uint64_t *ways;
  size_t count;
  int plies;
};

struct perft_task {
  const struct session *session;
  const struct pieces *pieces;
  int depth; /* below the pieces */
  atomic_size_t next;
  atomic_uint_least64_t sum;
  atomic_bool cut_short;
};

static const struct position *piece (const struct pieces *pieces, size_t i) {
  return (const struct position *) (const void *) (pieces->positions + i * pieces->game->position_bytes);
}

/* Replace the pieces by the pieces one ply further down. */
static void split (struct pieces *pieces) {
  const struct game *game = pieces->game;
  struct successor *list = allocate ((size_t) game->moves_max, sizeof *list);
  struct pieces finer = *pieces;
  size_t capacity = 0;
  finer.positions = NULL;
  finer.ways = NULL;
  finer.count = 0;
  finer.plies++;
  for (size_t i = 0; i < pieces->count; i++) {
    const int moves = game->engine->successors (game, piece (pieces, i), list);
    for (int j = 0; j < moves; j++) {
      if (finer.count == capacity) {
        capacity = capacity == 0 ? 64 : 2 * capacity;
        finer.positions = reallocate (finer.positions, capacity, game->position_bytes);
        finer.ways = reallocate (finer.ways, capacity, sizeof *finer.ways);
      }
      char *child = finer.positions + finer.count * game->position_bytes;
      game->engine->child (game, piece (pieces, i), list[j].move, (struct position *) (void *) child);
      finer.ways[finer.count++] = pieces->ways[i] * (pieces->distinct ? 1 : (uint64_t) list[j].paths);
    }
  }
  free (list);
  free (pieces->positions);
  free (pieces->ways);
  *pieces = finer;
}

static void count_pieces (void *context, int thread) {
  (void) thread;
  struct perft_task *task = context;
  const struct pieces *pieces = task->pieces;
  const struct ranks *ranks = &task->session->ranks;
  for (;;) {
    const size_t i = atomic_fetch_add (&task->next, 1) * (size_t) ranks->size + (size_t) ranks->rank;
    if (i >= pieces->count)
      return;
    if (run_must_stop (task->session)) {
      atomic_store (&task->cut_short, true);
      return;
    }
    const struct game *game = pieces->game;
    atomic_fetch_add (&task->sum,
                      pieces->ways[i]
                          * game->engine->perft (game, piece (pieces, i), task->depth, pieces->distinct));
  }
}

/* Count the sequences of `depth` moves with all ranks. False if the run must stop. */
static bool count_depth (struct run *run, struct pieces *pieces, int depth, uint64_t *sequences) {
  const size_t wanted
      = PIECES_A_THREAD * (size_t) run->session.resources.threads * (size_t) run->session.ranks.size;
  while (pieces->plies + 2 < depth && pieces->count > 0 && pieces->count < wanted)
    split (pieces);
  struct perft_task task = { .session = &run->session, .pieces = pieces, .depth = depth - pieces->plies };
  struct team *team = team_create (run->session.resources.threads);
  team_start (team, count_pieces, &task);
  while (!team_wait (team, 0.2))
    if (run->session.ranks.rank == 0) {
      const size_t begun = atomic_load (&task.next) * (size_t) run->session.ranks.size;
      run->display.progress.running = atomic_load (&task.sum) * (uint64_t) run->session.ranks.size;
      run->display.progress.done = begun < pieces->count ? begun : pieces->count;
      run->display.progress.total = pieces->count;
      progress_show (&run->display.progress);
    }
  run->display.progress.running = 0;
  team_destroy (team);
  uint64_t sums[2] = { atomic_load (&task.sum), atomic_load (&task.cut_short) };
  ranks_sum (&run->session.ranks, sums, 2);
  *sequences = sums[0];
  return sums[1] == 0;
}

bool perft_line (struct run *run, const struct game *game, const struct position *position, int depth,
                 uint64_t *sequences, double *seconds) {
  struct pieces pieces = { .game = game, .distinct = run->session.options.distinct, .count = 1 };
  pieces.positions = allocate (1, game->position_bytes);
  pieces.ways = allocate (1, sizeof *pieces.ways);
  memcpy (pieces.positions, position, game->position_bytes);
  pieces.ways[0] = 1;
  const double begun = clock_seconds ();
  const bool done = count_depth (run, &pieces, depth, sequences);
  *seconds = clock_seconds () - begun;
  free (pieces.positions);
  free (pieces.ways);
  return done;
}

int perft_position (struct run *run, const char *text, int depth, struct failure *failure) {
  const struct game *game = &run->session.game;
  struct position *position = position_allocate (game);
  if (position_parse (game, text, position, failure)) {
    struct output *output = &run->display.output;
    output_columns (output, perft_columns, 3);
    progress_task (&run->display.progress, "sequences", "perft %.90s", game->title);
    for (int ply = 1; ply <= depth; ply++) {
      uint64_t sequences = 0;
      double seconds = 0;
      progress_now (&run->display.progress, "depth %d of %d", ply, depth);
      if (!perft_line (run, game, position, ply, &sequences, &seconds)) {
        run_unfinished (&run->session, "some depths are not counted", failure);
        break;
      }
      output_number (output, (uint64_t) ply);
      output_number (output, sequences);
      output_seconds (output, seconds);
      output_line (output);
      struct record_row row = { .positions = sequences, .seconds = seconds };
      snprintf (row.subject, sizeof row.subject, "depth %d", ply);
      account_row (&run->journal.account, &row);
      run->display.progress.count += sequences;
    }
  }
  free (position);
  return failure->code;
}

int command_perft (struct run *run, struct failure *failure) {
  const struct options *options = &run->session.options;
  if (options->depth == 0)
    fail (failure, EXIT_USAGE, "perft: --depth N is missing");
  if (failure->code != 0 || !run_open_game (&run->session, options->arguments[0], failure))
    return failure->code;
  return perft_position (run, options->argument_count > 1 ? options->arguments[1] : "", options->depth,
                         failure);
}
