/* A verifier of layers on disk. It shares the rules of the game with the program that made them, but nothing
 * of how they were computed: it reads the bytes of the file and plays every move by the rules.
 *
 * Ply by ply from the start it checks that
 *   - the only row of ply 0 is the start, and the keys of a ply ascend;
 *   - a row is a position, and of all symmetric ones the canonical one;
 *   - if the game is over, its value is that of the rules, in 0 plies;
 *   - else every move leads to a row of the next ply, and value and distance follow from those: the quickest
 *     win, else a draw, else the slowest loss;
 *   - a row of the next ply is reached by a move.
 * By induction from the start a ply then has all positions after that many moves and no others, and by
 * induction from the end every value is right. A complete check also compares what a file states besides:
 * counts, values and distances by number, encodings, checksum. A sample checks some rows of each ply and
 * claims nothing of the others, except that their keys ascend.
 *
 * Memory: two neighbouring plies, key_bytes + 7 bytes a row. */
#ifndef ZERMELO_LAYERS_LAYERS_CHECK_H
#define ZERMELO_LAYERS_LAYERS_CHECK_H

#include "engine.h"

#include <stdbool.h>
#include <stdint.h>

struct layers_check_options {
  int threads;
  bool complete; /* every row; else some of each ply, chosen by `seed` */
  uint64_t seed;
  uint64_t memory;                   /* the most bytes for two plies; 0: no limit */
  bool (*must_stop) (void *context); /* called now and then; NULL: never stop */
  /* Called now and then, with the rows checked so far and those of the file. May be NULL. */
  void (*progress) (void *context, int ply, uint64_t checked, uint64_t all);
  void *context;
};

/** The result of a check. */
enum layers_result {
  LAYERS_REFUSED,
  LAYERS_SAMPLED, /* the rows checked follow from their neighbours in the file */
  LAYERS_ACCEPTED /* everything in the file was checked, and follows from the rules */
};

enum { LAYERS_WRONG = 640 };

struct layers_verdict {
  enum layers_result result;
  bool stopped;             /* then there is no result */
  char title[96];           /* of the game */
  int last;                 /* ply */
  uint64_t positions;       /* rows checked: positions up to symmetry */
  uint64_t all;             /* rows of the file */
  uint64_t finished;        /* of those checked: the game is over */
  char wrong[LAYERS_WRONG]; /* refused: the first row that fails, and moves that lead to it if there are any;
                               or something else */
  char reason[80];
};

/** The same verdict for any number of threads. False if the file cannot be read (EXIT_NO_INPUT,
 *  EXIT_BAD_DATA, EXIT_IO) or two plies exceed the memory (EXIT_INTERNAL). */
bool layers_check (const char *path, const struct layers_check_options *, struct layers_verdict *,
                   struct failure *);

#endif
