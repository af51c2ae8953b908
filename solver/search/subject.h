/* Which searches may share a table: those of one subject. What one search proved would be wrong in a search
 * of another subject: a score is not a value, and evaluations differ. */
#ifndef ZERMELO_SEARCH_SUBJECT_H
#define ZERMELO_SEARCH_SUBJECT_H

#include "engine.h"
#include "query.h"

/** Of a search for proof: bounds and table entries of one subject may be mixed. Compared byte by byte, so the
 *  bytes after the text must be zero. Checkpoints and messages have it. */
struct subject {
  char game[96]; /* GAME text */
  int32_t method, exact_score, depth;
};

/** Of the searches of a player: some have a limited depth, and their entries say which. Compared byte by
 * byte.
 */
struct player_subject {
  struct subject subject; /* of any depth; the game is that of the table */
  int32_t evaluation, capture_bonus;
  int32_t side;      /* the side to move at the root, if the evaluation depends on it; else 0 */
  int32_t knowledge; /* query.knowledge: other moves are left out */
};

/** The subject of a query. */
struct subject subject_of (const struct query *);
struct player_subject player_subject_of (const struct game *, const struct position *, const struct query *);

/** May two searches for these share a table? A search of limited depth shares its table with no other. */
bool subjects_share (const struct subject *, const struct subject *);

#endif
