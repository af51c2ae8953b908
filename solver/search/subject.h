/* The subject of a search: searches of one subject may share a table. A bound proven by one search could be
 * wrong in a search of another subject: a score is not a value, and evaluations differ. */
#ifndef ZERMELO_SEARCH_SUBJECT_H
#define ZERMELO_SEARCH_SUBJECT_H

#include "engine.h"
#include "query.h"

/** The subject of a search for a proof: bounds and table entries of one subject may be mixed. Compared byte
 * by byte, so the bytes after the text must be zero. Stored in checkpoints and sent in messages. */
struct subject {
  char game[96]; /* GAME text */
  int32_t method, exact_score, depth;
};

/** The subject of the searches of a player. Some have a limited depth, which their entries include. Compared
 * byte by byte. */
struct player_subject {
  struct subject subject; /* without a depth and without a game, which is that of the table */
  int32_t evaluation, capture_bonus;
  int32_t side;      /* the side to move at the root, if the evaluation depends on it; else 0 */
  int32_t knowledge; /* query.knowledge, which leaves out some moves */
};

struct subject subject_of (const struct query *);
struct player_subject player_subject_of (const struct game *, const struct position *, const struct query *);

/** May two searches for proofs share a table? A search of limited depth shares its table with no other
 * search. */
bool subjects_share (const struct subject *, const struct subject *);

#endif
