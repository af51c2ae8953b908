/* The layout of a file of layers (zermelo-files(5)), shared by writer and reader.
 *
 *   /                   attributes plies (of the last layer), positions (all), canonical (up to symmetry)
 *   /plyNN              a layer, attributes positions, canonical; win, draw, loss: how many of the positions,
 *                       for their side to move
 *   /plyNN/key          uint8[bytes] as one element: canonical positions, packed, sorted (memcmp is the
 *                       order)
 *   /plyNN/value        int8, as in a book
 *   /plyNN/distance     uint8: plies to the end, 255 for a draw
 *   /plyNN/distances    uint64[longest + 1, 2]: how many of the positions are won, lost in 0, 1, ... plies
 *
 * positions, win, draw, loss and distances count every symmetric position; canonical and the rows of the
 * other datasets count symmetric positions once. */
#ifndef ZERMELO_LAYERS_LAYERS_LAYOUT_H
#define ZERMELO_LAYERS_LAYERS_LAYOUT_H

#include "store/dataset.h"

#include <stdio.h>

#define LAYERS_KIND "layers"

enum { LAYERS_FORMAT = 1, LAYERS_NO_DISTANCE = 255, LAYERS_PATH = 32 };

enum layers_dataset { LAYERS_KEY, LAYERS_VALUE, LAYERS_DISTANCE, LAYERS_DISTANCES, LAYERS_DATASETS };

/** A dataset of a layer; `path` gets its path and must live as long as the dataset. key_encoding: how a key
 * is packed ("" when reading). */
static inline struct dataset layers_dataset (char path[LAYERS_PATH], int ply, enum layers_dataset which,
                                             int key_bytes, const char *key_encoding) {
  static const char *const names[] = { "key", "value", "distance", "distances" };
  static const struct dataset layouts[] = {
    { "", ELEMENT_KEY, 0, "Canonical positions, packed, sorted by their bytes", "1", "" },
    { "", ELEMENT_VALUE, 0, "Value of each position for the side to move", "1", "loss -1, draw 0, win 1" },
    { "", ELEMENT_U8, 0, "Plies to the end of the game: the winner hastens, the loser delays", "ply",
      "255: a draw" },
    { "", ELEMENT_U64, 2,
      "How many positions of the layer the side to move wins (first number) or loses (second) in as many "
      "plies as the number of the row, from 0",
      "1", "symmetric positions are counted each; the others of the layer are drawn" },
  };
  struct dataset layout = layouts[which];
  snprintf (path, LAYERS_PATH, "/ply%02d/%s", ply, names[which]);
  layout.path = path;
  if (which == LAYERS_KEY) {
    layout.width = key_bytes;
    layout.encoding = key_encoding;
  }
  return layout;
}

#endif
