/* The layout of a file of endgame tables (zermelo-files(5)), shared by writer and reader.
 *
 *   /                      attributes pieces (largest number), distances (0 or 1), index (what the index is,
 *                          in words), slices (their names, a space between two, in the order they were
 *                          computed)
 *   /WM.WK.BM.BK           a slice, attributes positions, won, drawn, lost, longest (plies, -1: no win),
 *                          example (the longest win as text, empty if there is none)
 *   /WM.WK.BM.BK/value     uint8: four positions a byte, position i in bits 2 (i mod 4): 0 draw, 1 win, 2
 *                          loss
 *   /WM.WK.BM.BK/distance  uint8, if asked: plies to the end, 255 for a draw
 * How many positions fit in a byte: ../../analysis/draughts-tables.md. */
#ifndef ZERMELO_TABLEBASE_TABLES_LAYOUT_H
#define ZERMELO_TABLEBASE_TABLES_LAYOUT_H

#include "store/dataset.h"

#include <stdio.h>

#define TABLES_KIND "tablebase"

enum { TABLES_FORMAT = 1, TABLES_NO_DISTANCE = 255, TABLES_PATH = 32 };

/** The options that determine the content, as on the command line. */
static inline void
tables_options (char text[200], int pieces, bool distances)
{
  snprintf (text, 200, "--pieces %d%s", pieces, distances ? " --distances" : "");
}

/** The value dataset of a slice; `path` gets its path and must live as long. */
static inline struct dataset
tables_value (char path[TABLES_PATH], const char *name)
{
  snprintf (path, TABLES_PATH, "/%s/value", name);
  return (struct dataset){
    .path = path,
    .element = ELEMENT_U8,
    .description = "Value of each position for the side to move, by index",
    .unit = "1",
    .encoding
    = "four positions a byte: position i is (byte[i / 4] >> 2 * (i % 4)) & 3: 0 draw, 1 win, 2 loss",
  };
}

static inline struct dataset
tables_distance (char path[TABLES_PATH], const char *name)
{
  snprintf (path, TABLES_PATH, "/%s/distance", name);
  return (struct dataset){
    .path = path,
    .element = ELEMENT_U8,
    .description = "Plies to the end of the game: the winner hastens, the loser delays; by index",
    .unit = "ply",
    .encoding = "255: no end, a draw",
  };
}

#endif
