/* The members of struct endgames, for the files that solve, keep and write tables. */
#ifndef ZERMELO_TABLEBASE_ENDGAMES_H
#define ZERMELO_TABLEBASE_ENDGAMES_H

#include "tablebase/slices.h"

struct slice_writer;
struct tables_precompute;
struct team;

enum { ENDGAME_BALANCE_ROWS = 1 << 20 /* one rank solves a whole pair of at most this many rows */ };

/** A solved pair of slices. */
struct endgame_pair {
  struct rows *rows;
  uint8_t *value; /* 64 bytes for each row (game.h, row_table_set()); 0 until the pair is solved or read;
                     NULL: not in memory */
  uint64_t used;  /* the later, the higher (slice_cache.c) */
  int sides;      /* 1 if both sides have the same material, so that the pair is one slice; else 2 */
  struct slice_summary summary[2];
};

struct endgames {
  const struct game *game;
  const struct slices_engine *engine;
  struct endgames_options options; /* ranks is never NULL */
  struct team *team;
  struct slice_writer *writer; /* keeps this rank's share of the pairs; NULL: pairs are not kept */
  /* Parts of the file that were made while waiting for other ranks; NULL: there are none, or no file is
   * wanted. */
  struct tables_precompute *precompute;
  struct row_table *tables;
  struct endgame_pair *pair; /* in order of dependency */
  int pairs;
  size_t capacity;  /* of `pair` */
  uint64_t uses;    /* counts for `used` of pairs */
  int pieces;       /* all pairs with up to this number of pieces are solved */
  int distance_max; /* the longest distance that the tables hold: ENDGAME_DISTANCE_MAX, in tests another even
                       number. For a longer one they hold the longest of its parity */
  bool values_only; /* the tables were read from a file without distances, or some distances are longer than
                       distance_max */
};

/** Add the pair of a leading slice, with all values 0. It is to be entered (engine->enter) when its values
 * are right. */
struct endgame_pair *endgames_add_pair (struct endgames *, const struct slice *);

static inline uint64_t endgame_pair_bytes (const struct endgame_pair *pair) {
  return 64 * (uint64_t) pair->summary[0].slice.rows;
}

#endif
