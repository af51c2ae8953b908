/* The layout of a file of endgame tables (zermelo-files(5)), shared by writer and reader.
 *
 *   /                      attributes pieces (largest number), distances (0 or 1), index (what the index is,
 *                          in words), slices (their names, a space between two, in the order they were
 *                          computed)
 *   /WM.WK.BM.BK           a slice, attributes positions, won, drawn, lost, longest (plies, -1: no win, -2:
 *                          not known), example (the longest win as text, else empty)
 *   /WM.WK.BM.BK/value     uint8: four positions a byte, position i in bits 2 (i mod 4): 0 draw, 1 win, 2
 *                          loss
 *   /WM.WK.BM.BK/distance  uint8, if asked: plies to the end, 255 for a draw
 * Format 1 has the values of all positions. Format 2, of files without distances, leaves out those of
 * positions from which every move leads to fewer pieces: they follow from a few moves, and these positions
 * have the value of the position before them instead, which compresses better. A unit of
 * positions begins as if a draw came before it. Files with distances are of format 1.
 * How many positions fit in a byte: ../../analysis/draughts-tables.md. */
#ifndef ZERMELO_TABLEBASE_TABLES_LAYOUT_H
#define ZERMELO_TABLEBASE_TABLES_LAYOUT_H

#include "game.h"
#include "store/dataset.h"

#include <stdio.h>

#define TABLES_KIND "tablebase"

enum {
  TABLES_FORMAT_WHOLE = 1,
  TABLES_FORMAT_LEAVES_OUT = 2,
  TABLES_NO_DISTANCE = 255,
  TABLES_PATH = 32,
  TABLES_UNIT = 1 << 20 /* positions */
};

/** The options that determine the content, as on the command line. */
static inline void tables_options (char text[200], int pieces, bool distances) {
  snprintf (text, 200, "--pieces %d%s", pieces, distances ? " --distances" : "");
}

enum tables_part { TABLES_VALUE, TABLES_DISTANCE, TABLES_PARTS };

/** A dataset of a slice; `path` gets its path and must live as long. */
static inline struct dataset tables_dataset (char path[TABLES_PATH], const char *slice,
                                             enum tables_part part) {
  static const struct dataset layouts[TABLES_PARTS] = {
    [TABLES_VALUE]
    = { NULL, ELEMENT_U8, 0, "Value of each position for the side to move, by index", "1",
        "four positions a byte: position i is (byte[i / 4] >> 2 * (i % 4)) & 3: 0 draw, 1 win, 2 loss" },
    [TABLES_DISTANCE]
    = { NULL, ELEMENT_U8, 0, "Plies to the end of the game: the winner hastens, the loser delays; by index",
        "ply", "255: no end, a draw" },
  };
  struct dataset layout = layouts[part];
  snprintf (path, TABLES_PATH, "/%s/%s", slice, part == TABLES_VALUE ? "value" : "distance");
  layout.path = path;
  return layout;
}

/** The encoding of values in format 2. */
#define TABLES_LEAVES_OUT_ENCODING                                                                           \
  "four positions a byte: position i is (byte[i / 4] >> 2 * (i % 4)) & 3: 0 draw, 1 win, 2 loss; no value "  \
  "where every move leads to fewer pieces: there i - 1 again, 0 for i = 0 mod 2^20"

/** The rows of a dataset for `positions` positions. */
static inline uint64_t tables_rows (enum tables_part part, uint64_t positions) {
  return part == TABLES_VALUE ? (positions + 3) / 4 : positions;
}

/** The value of a position in the bytes of a value dataset; GOING_ON: none. */
static inline enum outcome tables_outcome (const uint8_t *value, uint64_t index) {
  static const enum outcome outcomes[] = { DRAWN, WON, LOST, GOING_ON };
  return outcomes[value[index / 4] >> 2 * (index % 4) & 3];
}

#endif
