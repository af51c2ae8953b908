#include "endgame_tables.h"
#include "hdf5_rows.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Files without distances, which are of no use here, have a format of their own. */
enum { DRAWN = 255, FORMAT = 1, FORMAT_WITHOUT_DISTANCES = 2 };

/* The kinds of pieces from the view of the side to move, in the order in which an index counts them. */
enum { OWN_MAN, OTHER_MAN, OWN_KING, OTHER_KING, EMPTY };

/* A position by pieces: how many there are of each kind, and on which squares they stand. */
struct placement {
  int count[EMPTY + 1];
  int8_t kind[SQUARES_MOST];
};

/* ---- the index of a position (zermelo-files(5)) ---- */

/* The number of ways to choose k of n squares; 0 if n is negative. */
static uint64_t choose (int n, int k) {
  uint64_t ways = n >= 0;
  for (int i = 0; i < k; i++)
    ways = ways * (uint64_t) (n - i) / (uint64_t) (i + 1);
  return ways;
}

/* Among all ways to place the pieces of kind `kind` on the squares from `first` up to but without `end` that
 * hold no piece of a kind before `counted`: the rank of the way in which they stand. */
static uint64_t rank_of (const struct placement *p, int first, int end, int kind, int counted) {
  uint64_t rank = 0;
  int number = 0, found = 0;
  for (int i = first; i < end; i++) {
    if (p->kind[i] == kind)
      rank += choose (number, ++found);
    number += p->kind[i] >= counted;
  }
  return rank;
}

/* The number of ways to place the men of both sides with fewer than `most` men of the side to move on its
 * first row. */
static uint64_t ways_of_men (const struct array_game *game, const int *count, int most) {
  const int half = game->columns / 2, squares = game->cells, men = count[OWN_MAN];
  uint64_t ways = 0;
  for (int m = 0; m < most; m++)
    ways += choose (half, m) * choose (squares - 2 * half, men - m)
            * choose (squares - half - men + m, count[OTHER_MAN]);
  return ways;
}

/* The number of positions in which the men stand on given squares. */
static uint64_t ways_of_kings (const struct array_game *game, const int *count) {
  const int free = game->cells - count[OWN_MAN] - count[OTHER_MAN];
  return choose (free, count[OWN_KING]) * choose (free - count[OWN_KING], count[OTHER_KING]);
}

static uint64_t index_of (const struct array_game *game, const struct placement *p) {
  const int half = game->columns / 2, squares = game->cells, bottom = squares - half;
  const int *const count = p->count, free = squares - count[OWN_MAN] - count[OTHER_MAN];
  int m = 0;
  for (int i = bottom; i < squares; i++)
    m += p->kind[i] == OWN_MAN;
  uint64_t men = rank_of (p, bottom, squares, OWN_MAN, 0) * choose (squares - 2 * half, count[OWN_MAN] - m)
                 + rank_of (p, half, bottom, OWN_MAN, 0);
  men = ways_of_men (game, count, m) + men * choose (bottom - count[OWN_MAN] + m, count[OTHER_MAN])
        + rank_of (p, 0, bottom, OTHER_MAN, OTHER_MAN);
  return men * ways_of_kings (game, count)
         + rank_of (p, 0, squares, OWN_KING, OWN_KING) * choose (free - count[OWN_KING], count[OTHER_KING])
         + rank_of (p, 0, squares, OTHER_KING, OTHER_KING);
}

/* ---- the file ---- */

static int table_of (const int *n) {
  return ((n[OWN_MAN] * DIGIT + n[OWN_KING]) * DIGIT + n[OTHER_MAN]) * DIGIT + n[OTHER_KING];
}

/* The number of positions of a table must be the number of ways to place its men and kings. */
static void read_slices (struct reader *reader, struct endgame_tables *tables) {
  for (int table = 0; table < TABLES; table++) {
    const int n[] = { table / DIGIT / DIGIT / DIGIT, table / DIGIT % DIGIT, table / DIGIT / DIGIT % DIGIT,
                      table % DIGIT };
    const int own = n[OWN_MAN] + n[OWN_KING], other = n[OTHER_MAN] + n[OTHER_KING];
    size_t positions = ways_of_men (tables->game, n, n[OWN_MAN] + 1) * ways_of_kings (tables->game, n);
    char group[TEXT_MOST];
    snprintf (group, sizeof group, "/%d.%d.%d.%d", n[OWN_MAN], n[OWN_KING], n[OTHER_MAN], n[OTHER_KING]);
    if (own > 0 && other > 0 && own + other <= tables->pieces && positions > 0)
      tables->plies[table] = read_rows (reader, group, "distance", 1, &positions, all_rows);
  }
}

const char *endgame_tables_read (struct endgame_tables *tables, const struct array_game *game,
                                 const char *path) {
  struct reader reader;
  struct array_game other = { .rules = NULL };
  int64_t format = 0, distances = 0;
  *tables = (struct endgame_tables){ .game = game };
  if (reader_open (&reader, path)) {
    read_header (&reader, "tablebase", "it holds no endgame tables", &other, &format);
    read_attribute (&reader, "/", "pieces", &tables->pieces, sizeof tables->pieces);
    read_attribute (&reader, "/", "distances", &distances, sizeof distances);
    require (&reader,
             (format == FORMAT || format == FORMAT_WITHOUT_DISTANCES) && tables->pieces >= 2
                 && tables->pieces <= PIECES_MOST,
             "it holds endgame tables of another format");
    require (&reader, game->rules->cyclic && strcmp (other.title, game->title) == 0,
             "it is about another game, board or rules");
    require (&reader, distances == 1,
             "it has no distances, without which wrong values could hold each other up");
    if (reader.reason == NULL)
      read_slices (&reader, tables);
    array_game_close (&other);
  }
  reader_close (&reader);
  if (reader.reason != NULL)
    endgame_tables_close (tables);
  return reader.reason;
}

void endgame_tables_close (struct endgame_tables *tables) {
  for (int table = 0; table < TABLES; table++)
    free (tables->plies[table]);
  *tables = (struct endgame_tables){ .pieces = 0 };
}

/* ---- what the tables say of a position, and what follows from its moves ---- */

const uint8_t *endgame_entry (const struct endgame_tables *tables, const struct array_position *position) {
  const int squares = tables->game->cells;
  struct placement p = { .count = { 0 } };
  for (int i = 0; i < squares; i++) {
    const int piece = position->to_move == 0 ? position->cell[i] : -position->cell[squares - 1 - i];
    p.kind[i] = (int8_t) (piece == 0 ? EMPTY : 2 * (abs (piece) - 1) + (piece < 0));
    p.count[p.kind[i]]++;
  }
  const uint8_t *const plies
      = squares - p.count[EMPTY] > tables->pieces ? NULL : tables->plies[table_of (p.count)];
  return plies == NULL ? NULL : plies + index_of (tables->game, &p);
}

enum ending endgame_value (const struct endgame_tables *tables, const struct array_position *position) {
  const uint8_t *const plies = tables->pieces == 0 ? NULL : endgame_entry (tables, position);
  return plies == NULL ? NOT_OVER : *plies == DRAWN ? DRAWS : *plies % 2 != 0 ? WINS : LOSES;
}

/* A score for plies: a win is better the sooner it comes, and a loss the later. */
static int score_of (int plies) { return plies == DRAWN ? 0 : plies % 2 != 0 ? 256 - plies : plies - 256; }

struct replies {
  const struct endgame_tables *tables;
  int best; /* the best score for the side that moves */
};

static bool look_at (void *context, int move, const struct array_position *after) {
  struct replies *replies = context;
  const uint8_t *const entry = endgame_entry (replies->tables, after);
  /* without an entry: the other side has no pieces left */
  const int score = -score_of (entry == NULL ? 0 : *entry);
  (void) move;
  replies->best = score > replies->best ? score : replies->best;
  return true;
}

/* A position must be one ply further from the end than the position after the best move. A side without a
 * move has lost in 0 plies. */
static bool says_what_follows (const struct endgame_tables *tables, const struct array_position *position) {
  struct replies replies = { .tables = tables, .best = -257 };
  tables->game->rules->each_move (tables->game, position, look_at, &replies);
  return score_of (*endgame_entry (tables, position))
         == replies.best - (replies.best > 0) + (replies.best < 0);
}

/* ---- all positions ---- */

/* The positions are divided into shares: the ways to fill the first squares are numbered, and every SHARES-th
 * belongs to one share. */
enum { SHARES = 64, FIRST_SQUARES = 4 };

struct walk {
  const struct endgame_tables *tables;
  struct array_position position;
  int share, number;
  uint64_t positions;
  bool wrong; /* what the tables say of `position` does not follow from its moves */
};

/* Visit all positions: put nothing or any piece on each square from `square` on. The squares before it hold
 * `pieces` pieces. */
static void walk_on (struct walk *walk, int square, int pieces) {
  const struct array_game *game = walk->tables->game;
  const int half = game->columns / 2;
  if (square == FIRST_SQUARES && walk->number++ % SHARES != walk->share)
    return;
  if (square == game->cells && endgame_entry (walk->tables, &walk->position) != NULL) {
    walk->positions++;
    walk->wrong = !says_what_follows (walk->tables, &walk->position);
  }
  for (int piece = -2; piece <= 2 && square < game->cells && !walk->wrong; piece++) {
    const bool promoted = (piece == 1 && square < half) || (piece == -1 && square >= game->cells - half);
    if (promoted || (piece != 0 && pieces == walk->tables->pieces))
      continue;
    walk->position.cell[square] = (int8_t) piece;
    walk_on (walk, square + 1, pieces + (piece != 0));
  }
}

bool endgame_tables_hold (const struct endgame_tables *tables, uint64_t *positions,
                          struct array_position *wrong) {
  int wrong_share = SHARES;
  uint64_t sum = 0;
#pragma omp parallel for schedule(dynamic) reduction(+ : sum)
  for (int share = 0; share < SHARES; share++) {
    struct walk walk = { .tables = tables, .share = share };
    walk_on (&walk, 0, 0);
    sum += walk.positions;
#pragma omp critical
    if (walk.wrong && share < wrong_share) {
      wrong_share = share;
      array_position_copy (tables->game, wrong, &walk.position);
    }
  }
  *positions = sum;
  return wrong_share == SHARES;
}
