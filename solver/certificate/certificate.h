/* A certificate: why positions of a game that can cycle have the values that are claimed, so that others can
 * check it with nothing but the rules.
 *
 * It is a list of claims (a position and its value) and two sets of positions, each with one move for its
 * side to move:
 *
 * - held: the side to move does not lose. The game is not over. After the move, and after any reply to it,
 *   the game is over and not lost, or the position is in the set again. So it can go on for ever, and
 *   infinite play is a draw.
 * - won: the side to move wins. After the move, and after any reply, the game is over and won, or the
 *   position is in the set with a smaller rank. So the end comes.
 *
 * A win may be claimed for a position in `won`; a loss if the positions after all its moves are in `won`; a
 * draw if it and the positions after all its moves are in `held`. The sets are about the side to move, so one
 * of each serves both sides and all claims.
 *
 * Endgame tables help to find such sets (certify.h). The sets reach to finished games, so no table has to be
 * trusted; or, where that is wanted, they end at the tables, which the checker then needs and checks, too
 * (checker/endgame_tables.h).
 *
 * A move is a number: the positions after all moves, in canonical form, sorted as bytes and without
 * duplicates, are numbered from 0. */
#ifndef ZERMELO_CERTIFICATE_CERTIFICATE_H
#define ZERMELO_CERTIFICATE_CERTIFICATE_H

#include "engine.h"
#include "base/key_set.h"

#define CERTIFICATE_KIND "certificate"

enum strategy_kind { STRATEGY_HELD, STRATEGY_WON, STRATEGIES };

/** Canonical packed positions, and their moves and ranks by number. */
struct strategy {
  struct key_set positions;
  uint16_t *rank; /* held: not part of the proof, and not in files */
  uint8_t *move;
  size_t capacity; /* of rank and move */
};

struct claim {
  uint8_t key[PACKED_MAX]; /* canonical */
  enum outcome value;
};

struct certificate {
  struct strategy strategy[STRATEGIES];
  struct claim *claim;
  size_t claims;
  int pieces; /* positions of at most so many are in no set, but rest on endgame tables; 0: there are none */
};

/** An empty certificate for keys of that many bytes. */
void certificate_begin (struct certificate *, int key_bytes);
void certificate_free (struct certificate *);

void certificate_claim (struct certificate *, const uint8_t *key, enum outcome value);

/** Add a position, or lower its rank if it is in `won`. Returns its number if its move is to be chosen
 * (again), else SIZE_MAX. */
size_t certificate_add (struct certificate *, enum strategy_kind, const uint8_t *key, uint16_t rank);

/** The bytes of memory that it takes. */
uint64_t certificate_bytes (const struct certificate *);

/** Write it (zermelo-files(5)), sorted by position: the order changes, rows of the same content are the same
 * bytes, and nothing can be added to it or found in it any more. Not collective. EXIT_CANNOT_CREATE, EXIT_IO;
 * nothing is left behind. */
bool certificate_write (struct certificate *, const struct game *, const char *path, struct failure *);

/** Read one and open its game, which the caller closes. Its content need not be true, nor its keys positions,
 *  but it claims something. EXIT_NO_INPUT, EXIT_BAD_DATA, EXIT_IO; then nothing is open. */
bool certificate_read (struct certificate *, struct game *, const char *path, struct failure *);

#endif
