/* Strong solution of a game with cycles, slice by slice: the value and the distance to the end of every
 * position with 2 to N pieces.
 *
 * A game defines its slices (game.h, GAME_SLICES). Pairs of slices are solved in order of dependency: moves
 * that leave a pair find their values in pairs solved before (slices_kernel.h says how one pair is solved).
 * The result takes one byte of memory for each place, which is 1.5 to 2 bytes for each position on 8x8.
 * Solving a pair takes as much memory again for that pair, and the memory of its events. One rank that keeps
 * finished slices in files needs only those in memory to which the current pair leads (slice_cache.h).
 *
 * Threads are those of base/threads.h, ranks those of parallel/ranks.h. The result does not depend on the
 * numbers of threads and ranks. */
#ifndef ZERMELO_TABLEBASE_SLICES_H
#define ZERMELO_TABLEBASE_SLICES_H

#include "engine.h"

struct slice;
struct rows;
struct row_table;
struct row_update;
struct slice_inspection;
struct check_options;
struct ranks;

/** One slice: all positions with the same material and side to move. */
struct slice_description {
  char name[16]; /* "2.0.1.0" */
  uint64_t positions;
  uint32_t rows; /* of the pair of the slice */
  int copies;    /* how many places a position has in the rows */
};

/** The longest win of a slice is not known: a move leads to a win or a loss whose distance may be longer than
 * what a table holds for it. It takes at least ENDGAME_DISTANCE_MAX - 1 plies. */
enum { ENDGAME_LONGEST_UNKNOWN = -2 };

/** The result for one slice. */
struct slice_summary {
  struct slice_description slice;
  uint64_t won, drawn, lost;
  int longest;                 /* plies of the longest win; -1: there is no win; or ENDGAME_LONGEST_UNKNOWN */
  uint8_t example[PACKED_MAX]; /* the packed position with the longest win; among several, the one with the
                                  least index */
};

enum { ENDGAME_TEXT = 160 }; /* bytes of a position as text */

/** The functions that a game with slices provides: engine->slices. Those of the first group may be called by
 * one thread at a time; those of the last group are thread-safe. */
struct slices_engine {
  size_t slice_bytes; /* of struct slice */
  int (*list) (const struct game *, int pieces, struct slice *list);
  int (*stage) (const struct slice *); /* slices of a list with the same stage are independent */
  bool (*moves_into) (const struct slice *from, int side, const struct slice *to); /* game.h */
  /* How many rows a pair has. A pair with more than ENDGAME_ROWS_MAX rows cannot be opened. */
  uint64_t (*rows) (const struct game *, const struct slice *);
  struct rows *(*open) (const struct game *, const struct slice *);
  void (*close) (struct rows *);
  struct row_table *(*tables) (void); /* to be freed with free() */
  void (*enter) (struct row_table *, const struct rows *, const uint8_t *value, bool leaves_out);

  /* Describe one of the two slices of a pair; false if the pair has only one slice and side is 1. */
  bool (*describe) (const struct rows *, int side, struct slice_description *);

  /* A rough estimate of how long a pair takes, in any unit; more than 0. */
  uint64_t (*effort) (const struct rows *);

  /* The steps, each called once in every thread, with struct slice_work (slice_work.h) as the context. */
  void (*begin) (void *work, int thread);
  void (*expand) (void *work, int thread);
  void (*collect) (void *work, int thread);

  /* The least index in the slice of `side` among positions; UINT64_MAX if there are none. */
  uint64_t (*least) (const struct rows *, int side, const struct row_update *, size_t count,
                     struct position *);
  /* The endgame_code() of a position, -1 if its slice has not been entered. */
  int (*probe) (const struct row_table *, const struct position *);
  /* Copy the values of a pair to the codes of one of its slices, in order of the index; or (fill) the codes
   * to the values. After that probes are right, but larger slices cannot be solved with these values. */
  void (*copy) (const struct rows *, const struct slice_range *, uint8_t *value, uint8_t *code, bool fill);
  /* Replace the codes of positions that files leave out (game.h, slice_leaves_out()) by the code before them,
   * at the beginning of the range by a draw. */
  void (*leave_out) (const struct rows *, const struct slice_range *, uint8_t *code);
  /* Do both sides have the same material, so that the side-swapped slice is the slice itself? */
  bool (*is_symmetric) (const struct slice *);
  /* The size of a slice; if `side_swapped`, the slice is first replaced by the side-swapped one. */
  uint64_t (*size) (const struct game *, struct slice *, bool side_swapped);
  void (*position) (const struct game *, const struct slice *, uint64_t index, struct position *);
  /* The name of the slice of any position; the number of a position in its slice, which must be in
   * the list. */
  void (*name) (const struct position *, char *name, size_t size);
  uint64_t (*index) (const struct game *, const struct position *);
  void (*text) (const struct game *, const struct position *, char *text,
                size_t size); /* at most ENDGAME_TEXT bytes */
  /* The position with pieces of the first and second player on these squares (bit i: square i + 1), some of
   * which are promoted; false if there is no such position. */
  bool (*place) (const struct game *, const uint64_t pieces[2], uint64_t promoted, bool second,
                 struct position *);
  /* The inverse of place(). */
  void (*squares) (const struct game *, const struct position *, uint64_t pieces[2], uint64_t *promoted,
                   bool *second);
  /* Do files leave the value of a position out? If so, follow(): its value from those of the positions after
   * its moves, for which value() is called until it is known; GOING_ON as soon as value() returns that. */
  bool (*leaves_out) (const struct game *, const struct position *);
  enum outcome (*follow) (const struct game *, const struct position *,
                          enum outcome (*value) (void *context, const struct position *), void *context);
  const char *index_text;    /* what the index of a position means */
  const char *name_text;     /* what the positions of a slice have in common, and what its name counts */
  const char *name_sentence; /* name_text as a sentence for people */
  /* A number for each slice, below `numbers`, and that of the slice of a position, -1 if that is in no
   * list. */
  int numbers;
  int (*number) (const struct slice *);
  int (*number_of) (const struct position *);
  /* The verifier of files (tables_check.h). Thread-safe. */
  void (*inspect) (const struct game *, const struct slice *, struct slice_inspection *);
  void (*restore) (const struct game *, const struct slice *, struct slice_inspection *);
};

/** The leading slices of `pieces` pieces in order; the caller frees them. slice_at(): number i of them. */
static inline struct slice *slices_of_pieces (const struct game *game, int pieces, int *count) {
  const struct slices_engine *engine = game->engine->slices;
  *count = engine->list (game, pieces, NULL);
  struct slice *list = (struct slice *) allocate ((size_t) *count, engine->slice_bytes);
  engine->list (game, pieces, list);
  return list;
}

/** The leading slices of 2 to `pieces` pieces in the order in which pairs are solved; the caller frees them.
 */
struct slice *slices_up_to (const struct game *, int pieces, int *count);

static inline struct slice *slice_at (const struct game *game, struct slice *list, int i) {
  return (struct slice *) ((char *) list + (size_t) i * game->engine->slices->slice_bytes);
}

/** How many positions have exactly `pieces` pieces, both sides present, one side to move. */
uint64_t endgames_positions (const struct game *, int pieces);

/** How many slices the positions with exactly `pieces` pieces form. */
int endgames_slices (const struct game *, int pieces);

/** An estimate of the memory that solving all slices of up to `pieces` pieces takes on each of `ranks` ranks:
 * all results, and the state of a share of the largest pair or of a whole pair of up to a million rows. Not
 * counted are precomputed chunks (tables_precompute.h), which are at most this rank's share of the file.
 * UINT64_MAX: there are more positions than can be numbered. 0: the game has no slices of `pieces` pieces. */
uint64_t endgames_memory (const struct game *, int pieces, int ranks);

/** An estimate of the memory that one rank with a directory takes if it may use `memory` bytes (struct
 * endgames_options, memory). If all results fit, endgames_memory(); else the most that the state of a pair
 * and the values that it needs take together, which may be more than `memory`. UINT64_MAX, 0: as above. */
uint64_t endgames_memory_within (const struct game *, int pieces, uint64_t memory);

/** The file that endgames_write() will be asked for. */
enum endgames_file { ENDGAMES_NO_FILE, ENDGAMES_VALUES, ENDGAMES_DISTANCES };

/** How tables are made. All ranks pass equal options. */
struct endgames_options {
  int threads;               /* of each rank, at least 1 */
  const struct ranks *ranks; /* borrowed; NULL: this process alone */
  const char *directory;     /* for finished slices, visible to all ranks: slices found there are not solved
                                again; NULL: no directory */
  /* How many bytes the values in memory and the state of the pair that is being solved may take together.
   * Values beyond are read again from the directory when they are needed; a pair that needs more takes more
   * (endgames_memory_within()). Only with one rank and a directory, and only for endgames_write(): a probe
   * finds no value that is not in memory. 0: all values stay in memory. */
  uint64_t memory;
  /* Called on every rank at each level of a pair, with the name of its slice: must the run end? NULL: never.
   */
  bool (*stop) (void *context, const char *slice);
  /* Called on rank 0 while endgames_write() writes: `positions` positions are in the file by then. NULL: not
   * called. */
  void (*written) (void *context, uint64_t positions);
  void *context;           /* of both */
  enum endgames_file file; /* a rank that waits for other ranks precomputes its part of this file */
};

/** Tables in memory; each rank has all of them. */
struct endgames;

/** Begin without tables. `game` is borrowed and has slices (engine->slices). */
struct endgames *endgames_create (const struct game *, const struct endgames_options *);
void endgames_destroy (struct endgames *);

/** Solve all pairs with exactly `pieces` pieces; pairs with fewer pieces, from 2 on, have been solved before.
 * Collective. progress (may be NULL) is called with the summary of each slice, for the two slices of a pair
 * one after the other, when the slice is solved (with several ranks, when all slices of a stage are solved);
 * its last argument is `context`. EXIT_BAD_DATA: more pieces than the game has slices for; a distance beyond
 * ENDGAME_DISTANCE_MAX, unless the file is to have values alone; the directory holds slices of another game.
 * EXIT_UNFINISHED: stopped. EXIT_CANNOT_CREATE, EXIT_IO: a slice cannot be written. */
bool endgames_solve (struct endgames *, int pieces,
                     void (*progress) (const struct slice_summary *, void *context), void *context,
                     struct failure *);

/** The value of a position. False if it is in no table (it has too many pieces, or one side has none).
 * Thread-safe. */
bool endgames_probe (const struct endgames *, const struct position *, enum outcome *, int *distance);

/** The tables for struct search (search/search.h); valid until more tables are solved or endgames_destroy()
 * is called. */
const struct row_table *endgames_tables (const struct endgames *);

/** Read all tables from a file of the same game instead of solving them. Collective: rank 0 reads; the other
 * ranks need not see the file. With `check` (tables_check.h; of rank 0; may be NULL) the tables are read only
 * if a complete check of the file with these options accepts it. EXIT_NO_INPUT, EXIT_BAD_DATA (also:
 * refused), EXIT_IO, EXIT_INTERNAL (no memory for the check), EXIT_UNFINISHED (the check was stopped). */
bool endgames_read (struct endgames *, const char *path, const struct check_options *check, struct failure *);

/** Read all tables from a file that is open already, on one rank and without a check of the tables. */
struct tables;
bool endgames_read_open (struct endgames *, struct tables *, const struct game *, const char *path,
                         struct failure *);

/** Are distances known? If not, endgames_probe() returns 1 for a win and 0 for a loss. */
bool endgames_have_distances (const struct endgames *);

/** The largest number of pieces for which there are tables. */
int endgames_pieces (const struct endgames *);

/** Remove the files of finished slices, and the directory. Not collective. */
void endgames_forget (const char *directory);

/** Write all tables made so far to one file (zermelo-files(5)), with distances if `distances`: see
 * tables_file.h. Collective: all ranks make chunks, rank 0 writes. `failure` as in file_create().
 * EXIT_CANNOT_CREATE, EXIT_IO; nothing is left behind. */
bool endgames_write (struct endgames *, const char *path, bool distances, struct failure *failure);

#endif
