/* A verifier of endgame tables on disk. It shares the rules of the game and the numbering of positions with
 * the program that made them, but shares nothing of the way in which they were computed: it reads the bytes
 * of the file and plays every move by the rules.
 *
 * Of a position it checks that
 *   - its number is unique: the position with index i has index i;
 *   - it is lost in 0 plies if the game is over;
 *   - else it is won if a move leads to a lost position, with distances one ply after the quickest of these;
 *     drawn if not and a move leads to a drawn one; lost if all moves lead to won ones, one ply after the
 *     slowest.
 * A position that a file leaves out must have the value of the position before it instead. Its own value is
 * worked out from the positions after its moves, which have fewer pieces: it is right if theirs are, whatever
 * its distance.
 * With distances a complete check proves every value of the file: by induction on the distance wins and
 * losses are forced, and in a draw neither side can force more, since each draw has a move that keeps it and
 * none that wins. Without distances two wrong values could support each other, so distances are recomputed
 * (tables_distances.h), and the values of the file must agree with them. A complete check also compares what
 * a file states besides its values: totals, longest wins and their examples, options, index, checksum.
 *
 * Memory: the values of all slices at a quarter of a byte a position, one and a quarter with distances; for a
 * complete check without them that of making the tables, if that is more. */
#ifndef ZERMELO_TABLEBASE_TABLES_CHECK_H
#define ZERMELO_TABLEBASE_TABLES_CHECK_H

#include "store/check.h"
#include "tablebase/slices.h"
#include "tablebase/tables_file.h"

/** The content of a slice as in the file; value NULL: not loaded. */
struct slice_image {
  const uint8_t *value;    /* four positions a byte */
  bool leaves_out;         /* without the values of some positions (tables_layout.h) */
  bool restored;           /* their values have been put into `value` */
  const uint8_t *distance; /* NULL: the file has no distances */
};

enum slice_fault {
  FAULT_NONE,
  FAULT_NUMBER,    /* the position has another index */
  FAULT_CODE,      /* not a value */
  FAULT_VALUE,     /* the value does not follow */
  FAULT_DISTANCE,  /* the distance does not follow */
  FAULT_SUCCESSOR, /* a position after a move has no value */
  FAULT_LEFT_OUT,  /* the position is left out, and has not the value of the one before it instead */
  FAULTS
};

/** What one thread checks of a slice, and what it counts. A complete check first has the values restored that
 * a file leaves out: slices_engine.restore() puts the value of each of the positions first .. last - 1 that
 * is left out into `restored`, where `first` is a multiple of 4. */
struct slice_inspection {
  const struct slice_image *images; /* by slices_engine.number() */
  uint64_t first, last;             /* the samples to be checked: numbers first .. last - 1 */
  uint8_t *restored;
  uint64_t samples, seed; /* sample j of n is a random position of the j-th of n equal parts of the slice */
  uint64_t checked, won, drawn, lost, finished;
  int longest;            /* plies of the longest win, -1: none */
  uint64_t farthest;      /*   the first position with the longest win */
  enum slice_fault fault; /* the fault of position `wrong`; no position after it was checked */
  uint64_t wrong;
};

/** Check tables. The verdict does not depend on the number of threads. False if the file cannot be read
 * (EXIT_IO, EXIT_BAD_DATA). A complete check must be the first use of open tables (tables_add_up()). `memory`
 * limits only the recomputation of distances; if it is not enough for that, the result is CHECK_CONSISTENT.
 */
bool tables_check (struct tables *, const struct game *, const struct check_options *, struct check_verdict *,
                   struct failure *);

#endif
