/* Endgame tables from a file to memory: rank 0 reads and sends piece by piece, and all threads of each rank
 * put the values in place. */
#include "base/threads.h"
#include "parallel/ranks.h"
#include "tablebase/endgames.h"
#include "tablebase/tables_file.h"
#include "tablebase/tables_check.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
  PIECE = 1 << 24,
  MEMORY = 1 << 20
}; /* positions sent at once; bytes of the block cache, unused here */

/* A piece of a slice, which all threads fill, a part each. */
struct slice_piece {
  const struct endgames *endgames;
  struct endgame_pair *pair;
  struct slice_range range;
  uint8_t *code;
};

static void fill_part (void *context, int thread) {
  const struct slice_piece *f = context;
  const struct thread_part part = thread_part (f->range.count, f->endgames->options.threads, thread);
  const struct slice_range range = { f->range.side, f->range.first + part.first, part.count };
  if (part.count > 0)
    f->endgames->engine->copy (f->pair->rows, &range, f->pair->value, f->code + part.first, true);
}

static bool read_slice (struct endgames *endgames, struct tables *tables, struct endgame_pair *pair, int side,
                        uint8_t *code, struct failure *failure) {
  const struct ranks *ranks = endgames->options.ranks;
  const struct slice_description *slice = &pair->summary[side].slice;
  for (uint64_t first = 0; first < slice->positions; first += PIECE) {
    const uint64_t left = slice->positions - first, count = left < PIECE ? left : PIECE;
    assert (first % 4 == 0 && first + count <= slice->positions);
    struct slice_piece piece = { endgames, pair, { side, first, count }, code };
    if (ranks->rank == 0 && !tables_codes (tables, slice->name, first, count, code))
      *failure = *tables_failure (tables);
    if (!ranks_agree (ranks, failure))
      return false;
    ranks_broadcast (ranks, code, count);
    team_do (endgames->team, fill_part, &piece);
  }
  return true;
}

static bool read_pairs (struct endgames *endgames, struct tables *tables, int pieces, bool leaves_out,
                        uint8_t *code, struct failure *failure) {
  int count;
  struct slice *list = slices_of_pieces (endgames->game, pieces, &count);
  bool done = true;
  for (int i = 0; i < count && done; i++) {
    struct endgame_pair *pair = endgames_add_pair (endgames, slice_at (endgames->game, list, i));
    for (int side = 0; side < pair->sides && done; side++)
      done = read_slice (endgames, tables, pair, side, code, failure);
    if (done)
      endgames->engine->enter (endgames->tables, pair->rows, pair->value, leaves_out);
  }
  free (list);
  return done;
}

/* Does a complete check accept the file before it is read? */
static bool accept (struct tables *tables, const struct game *game, const char *path,
                    const struct check_options *options, struct failure *failure) {
  struct check_verdict verdict;
  if (!tables_check (tables, game, options, &verdict, failure))
    return fail_in (failure, path);
  if (verdict.stopped)
    return fail (failure, EXIT_UNFINISHED, "%.300s: the check was not completed", path);
  if (verdict.result == CHECK_CONSISTENT)
    return fail_memory (failure, "the check of endgame tables",
                        endgames_memory (game, tables_identify (tables)->pieces, 1));
  return verdict.result == CHECK_ACCEPTED
         || fail (failure, EXIT_BAD_DATA, "%.300s: %s %s", path, verdict.wrong, verdict.reason);
}

/* What all ranks must know before they read: facts about the tables that are open on rank 0. */
struct head {
  int pieces, values_only, leaves_out;
};

static struct head head_of (struct tables *tables, const struct game *game, const struct endgames *endgames,
                            const char *path, struct failure *failure) {
  const struct tables_identity *identity = tables_identify (tables);
  if (strcmp (game->title, endgames->game->title) != 0)
    fail (failure, EXIT_BAD_DATA, "%.300s holds tables of %s, not of %s", path, game->title,
          endgames->game->title);
  else if (endgames_memory (game, identity->pieces, endgames->options.ranks->size) == UINT64_MAX)
    fail (failure, EXIT_BAD_DATA, "%.300s holds more positions of a slice than can be numbered", path);
  return (struct head){ identity->pieces, !identity->distances, identity->leaves_out };
}

/* Read what rank 0 has opened, if nothing has failed there. */
static bool read_all (struct endgames *endgames, struct tables *tables, struct head head,
                      struct failure *failure) {
  const struct ranks *ranks = endgames->options.ranks;
  assert (endgames->pairs == 0 && endgames->pieces == 0); /* the tables are read instead of being solved */
  bool done = ranks_agree (ranks, failure);
  ranks_broadcast (ranks, &head, sizeof head);
  uint8_t *code = allocate (PIECE, 1);
  for (int n = 2; n <= head.pieces && done; n++)
    done = read_pairs (endgames, tables, n, head.leaves_out, code, failure);
  free (code);
  endgames->pieces = head.pieces;
  endgames->values_only = head.values_only;
  return done;
}

bool endgames_read (struct endgames *endgames, const char *path, const struct check_options *check,
                    struct failure *failure) {
  struct game game;
  struct tables *tables = NULL;
  struct head head = { 0, 0, 0 };
  if (endgames->options.ranks->rank == 0 && (tables = tables_open (path, MEMORY, &game, failure)) != NULL) {
    head = head_of (tables, &game, endgames, path, failure);
    if (failure->code == 0 && check != NULL)
      accept (tables, &game, path, check, failure);
  }
  const bool done = read_all (endgames, tables, head, failure);
  tables_close (tables);
  return done;
}

bool endgames_read_open (struct endgames *endgames, struct tables *tables, const struct game *game,
                         const char *path, struct failure *failure) {
  return read_all (endgames, tables, head_of (tables, game, endgames, path, failure), failure);
}
