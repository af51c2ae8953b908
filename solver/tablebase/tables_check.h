/* A verifier of endgame tables on disk. It shares with what made them the rules of the game and the numbering
 * of positions, nothing of how they were computed: it reads the bytes of the file and plays every move by the
 * rules.
 *
 * Of a position it checks that
 *   - its number is the number of no other: the position with index i has index i;
 *   - it is lost in 0 plies if the game is over;
 *   - else it is won if a move leads to a lost position, with distances one ply after the quickest of these;
 *     drawn if not and a move leads to a drawn one; lost if all moves lead to won ones, one ply after the
 *     slowest.
 * With distances that proves every value of a file that was checked completely: by induction on the distance
 * wins and losses are forced, and from a draw nobody can force more, since each draw has a move that stays
 * and none that wins. Without distances two wrong values could hold each other up, so they are made anew
 * (tables_distances.h), and the values of the file must follow with those. A complete check also compares
 * what a file says beside its values: totals, longest wins and their examples, options, index, checksum.
 *
 * Memory: the values of all slices at a quarter of a byte a position, one and a quarter with distances; for
 * a complete check without them that of making the tables, if that is more. */
#ifndef ZERMELO_TABLEBASE_TABLES_CHECK_H
#define ZERMELO_TABLEBASE_TABLES_CHECK_H

#include "tablebase/slices.h"
#include "tablebase/tables.h"

/** The content of a slice as it stands in the file; value NULL: not there (yet). */
struct slice_image {
  const uint8_t *value;    /* four positions a byte */
  const uint8_t *distance; /* NULL: the file has none */
};

enum slice_fault {
  FAULT_NONE,
  FAULT_NUMBER,    /* the index of the position is another */
  FAULT_CODE,      /* no value */
  FAULT_VALUE,     /* does not follow */
  FAULT_DISTANCE,  /* does not follow */
  FAULT_SUCCESSOR, /* a position after it has no value */
  FAULTS
};

/** What one thread checks of a slice, and what it saw. */
struct slice_inspection {
  const struct slice_image *images; /* by slices_engine.number() */
  uint64_t first, last;             /* of `samples`: these numbers, not `last` */
  uint64_t samples, seed; /* sample j of n lies in the j-th of n equal parts of the slice, by chance */
  uint64_t checked, won, drawn, lost, finished;
  int longest;            /* plies of the longest win, -1: none */
  uint64_t farthest;      /*   the first position that has it */
  enum slice_fault fault; /* of position `wrong`; nothing behind it was checked */
  uint64_t wrong;
};

struct tables_check_options {
  int threads;
  bool complete; /* every position; else some of each slice, chosen by `seed` */
  uint64_t seed;
  uint64_t memory;                   /* at most so many bytes to make distances anew */
  bool (*must_stop) (void *context); /* asked between slices; NULL: never */
  /* Called before each slice, with the positions that are checked and those of the file; NULL: nobody asks */
  void (*progress) (void *context, const char *slice, uint64_t checked, uint64_t all);
  void *context;
};

/** What a check found out. */
enum tables_finding {
  TABLES_REFUSED,
  TABLES_SAMPLED,    /* the positions that were looked at follow from their neighbours in the file */
  TABLES_CONSISTENT, /* all do, but wrong values could hold each other up: no distances, no memory for them */
  TABLES_ACCEPTED    /* all that the file says was checked, and follows from the rules */
};

struct tables_verdict {
  enum tables_finding proven_bound;
  bool stopped;             /* then there is no finding */
  uint64_t positions;       /* checked */
  uint64_t all;             /* positions of the file */
  uint64_t finished;        /* of those checked: the game is over, the value is that of the rules */
  char wrong[ENDGAME_TEXT]; /* refused: the first position that fails, or the slice, or what else */
  char reason[80];
};

/** The same verdict for any number of threads. False if the file cannot be read (EXIT_IO, EXIT_BAD_DATA). A
 *  complete check is the first thing that is done with open tables (tables_add_up()). */
bool tables_check (struct tables *, const struct game *, const struct tables_check_options *,
                   struct tables_verdict *, struct failure *);

#endif
