/* The value and distance of a position in a layer, as a byte. The larger byte is the better for the side to
 * move, so several moves together give the largest byte, in any order.
 *
 *     0: unknown; 1 + d: lost in d plies; 128: a draw; 255 - d: won in d plies
 *
 * d counts plies to the end: the winner plays for a short game, the loser for a long one. */
#ifndef ZERMELO_LAYERS_LAYER_CODE_H
#define ZERMELO_LAYERS_LAYER_CODE_H

#include "game.h"

#include <assert.h>

enum { LAYER_UNKNOWN = 0, LAYER_DRAW = 128, LAYER_DISTANCE_MAX = 126 };

static inline uint8_t layer_code (enum outcome outcome, int distance) {
  assert (outcome != GOING_ON);
  assert (outcome == DRAWN || (0 <= distance && distance <= LAYER_DISTANCE_MAX)); /* a code exists */
  return (uint8_t) (outcome == DRAWN ? LAYER_DRAW : outcome == LOST ? 1 + distance : 255 - distance);
}

static inline enum outcome layer_outcome (uint8_t code) {
  assert (code != LAYER_UNKNOWN);
  return code == LAYER_DRAW ? DRAWN : code < LAYER_DRAW ? LOST : WON;
}

/** Plies to the end, 0 for a draw. */
static inline int layer_distance (uint8_t code) {
  assert (code != LAYER_UNKNOWN);
  return code == LAYER_DRAW ? 0 : code < LAYER_DRAW ? code - 1 : 255 - code;
}

/** The code of a move, for the side that plays it, into a position with this code. */
static inline uint8_t layer_code_before (uint8_t code) {
  assert (code != LAYER_UNKNOWN);
  /* the code exists, one ply further from the end */
  assert (code == LAYER_DRAW || layer_distance (code) < LAYER_DISTANCE_MAX);
  return (uint8_t) (code == LAYER_DRAW ? LAYER_DRAW : code < LAYER_DRAW ? 255 - code : 257 - code);
}

#endif
