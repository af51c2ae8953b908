#include "endgame_tables.h"
#include "hdf5_rows.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DRAWN = 255, FORMAT = 1 };

/* Kinds of pieces of a position as the side to move sees it, in the order in which an index counts them. */
enum { OWN_MAN, OTHER_MAN, OWN_KING, OTHER_KING, EMPTY };

/* A position without its table: how many there are of each kind, and where. */
struct placement {
  int count[EMPTY + 1];
  int8_t kind[SQUARES_MOST];
};

/* ---- the index of a position (zermelo-files(5)) ---- */

/* Ways to choose k of n squares; none where there are fewer than none. */
static uint64_t choose (const struct endgame_tables *tables, int n, int k) {
  return n < 0 ? 0 : tables->choose[n][k];
}

/* The rank of the squares from `first` to before `end` with a piece of that kind, among those that hold none
 * of the kinds before `counted`. */
static uint64_t rank_of (const struct endgame_tables *tables, const struct placement *p, int first, int end,
                         int kind, int counted) {
  uint64_t rank = 0;
  int number = 0, found = 0;
  for (int i = first; i < end; i++) {
    if (p->kind[i] == kind)
      rank += choose (tables, number, ++found);
    number += p->kind[i] >= counted;
  }
  return rank;
}

/* Ways to place the men with fewer than `most` of the side to move on its first row. */
static uint64_t ways_of_men (const struct endgame_tables *tables, const int *count, int most) {
  const int half = tables->game->columns / 2, squares = tables->game->cells, men = count[OWN_MAN];
  uint64_t ways = 0;
  for (int m = 0; m < most; m++)
    ways += choose (tables, half, m) * choose (tables, squares - 2 * half, men - m)
            * choose (tables, squares - half - men + m, count[OTHER_MAN]);
  return ways;
}

/* Positions with such men in given places. */
static uint64_t ways_of_kings (const struct endgame_tables *tables, const int *count) {
  const int free = tables->game->cells - count[OWN_MAN] - count[OTHER_MAN];
  return choose (tables, free, count[OWN_KING]) * choose (tables, free - count[OWN_KING], count[OTHER_KING]);
}

static uint64_t index_of (const struct endgame_tables *tables, const struct placement *p) {
  const int half = tables->game->columns / 2, squares = tables->game->cells, bottom = squares - half;
  const int *const count = p->count, free = squares - count[OWN_MAN] - count[OTHER_MAN];
  int m = 0;
  for (int i = bottom; i < squares; i++)
    m += p->kind[i] == OWN_MAN;
  uint64_t men = rank_of (tables, p, bottom, squares, OWN_MAN, 0)
                     * choose (tables, squares - 2 * half, count[OWN_MAN] - m)
                 + rank_of (tables, p, half, bottom, OWN_MAN, 0);
  men = ways_of_men (tables, count, m) + men * choose (tables, bottom - count[OWN_MAN] + m, count[OTHER_MAN])
        + rank_of (tables, p, 0, bottom, OTHER_MAN, OTHER_MAN);
  return men * ways_of_kings (tables, count)
         + rank_of (tables, p, 0, squares, OWN_KING, OWN_KING)
               * choose (tables, free - count[OWN_KING], count[OTHER_KING])
         + rank_of (tables, p, 0, squares, OTHER_KING, OTHER_KING);
}

/* ---- the file ---- */

/* Every table of a game has as many positions as its men and kings can be placed. */
static void read_slices (struct reader *reader, struct endgame_tables *tables, int pieces) {
  int n[EMPTY];
  for (n[OWN_MAN] = 0; n[OWN_MAN] < pieces; n[OWN_MAN]++)
    for (n[OWN_KING] = 0; n[OWN_MAN] + n[OWN_KING] < pieces; n[OWN_KING]++)
      for (n[OTHER_MAN] = 0; n[OWN_MAN] + n[OWN_KING] + n[OTHER_MAN] <= pieces; n[OTHER_MAN]++)
        for (n[OTHER_KING] = 0; n[OWN_MAN] + n[OWN_KING] + n[OTHER_MAN] + n[OTHER_KING] <= pieces;
             n[OTHER_KING]++) {
          char group[TEXT_MOST];
          if (n[OWN_MAN] + n[OWN_KING] == 0 || n[OTHER_MAN] + n[OTHER_KING] == 0)
            continue;
          size_t positions = ways_of_men (tables, n, n[OWN_MAN] + 1) * ways_of_kings (tables, n);
          if (positions == 0)
            continue;
          snprintf (group, sizeof group, "/%d.%d.%d.%d", n[OWN_MAN], n[OWN_KING], n[OTHER_MAN],
                    n[OTHER_KING]);
          tables->plies[n[OWN_MAN]][n[OWN_KING]][n[OTHER_MAN]][n[OTHER_KING]]
              = read_rows (reader, group, "distance", 1, &positions, all_rows);
        }
}

bool endgame_tables_read (struct endgame_tables *tables, const struct array_game *game, const char *path,
                          char *reason, size_t size) {
  struct reader reader;
  struct array_game other = { .rules = NULL };
  int64_t format = 0, distances = 0;
  *tables = (struct endgame_tables){ .game = game };
  for (int n = 0; n <= SQUARES_MOST; n++)
    for (int k = 0; k <= SIDE_MOST; k++)
      tables->choose[n][k] = k == 0   ? 1
                             : n == 0 ? 0
                                      : tables->choose[n - 1][k - 1] + tables->choose[n - 1][k];
  if (reader_open (&reader, path)) {
    read_header (&reader, "tablebase", "it holds no endgame tables", &other, &format);
    read_attribute (&reader, "/", "pieces", &tables->pieces, sizeof tables->pieces);
    read_attribute (&reader, "/", "distances", &distances, sizeof distances);
    if (format != FORMAT || tables->pieces < 2 || tables->pieces > SIDE_MOST + 1)
      give_up (&reader, "it holds endgame tables of another format");
    if (!game->rules->cyclic || strcmp (other.title, game->title) != 0)
      give_up (&reader, "it is about another game, board or rules");
    if (distances != 1)
      give_up (&reader, "it has no distances, without which wrong values could hold each other up");
    if (reader.reason == NULL)
      read_slices (&reader, tables, (int) tables->pieces);
    array_game_close (&other);
  }
  reader_close (&reader);
  if (reader.reason == NULL)
    return true;
  snprintf (reason, size, "%s", reader.reason);
  endgame_tables_close (tables);
  return false;
}

void endgame_tables_close (struct endgame_tables *tables) {
  uint8_t **const all = &tables->plies[0][0][0][0];
  for (size_t i = 0; i < sizeof tables->plies / sizeof *all; i++)
    free (all[i]);
  *tables = (struct endgame_tables){ .pieces = 0 };
}

/* ---- what a position says, and what follows ---- */

const uint8_t *endgame_entry (const struct endgame_tables *tables, const struct array_position *position) {
  const int squares = tables->game->cells;
  struct placement p = { .count = { 0 } };
  for (int i = 0; i < squares; i++) {
    const int piece = position->to_move == 0 ? position->cell[i] : -position->cell[squares - 1 - i];
    p.kind[i] = (int8_t) (piece == 0 ? EMPTY : 2 * (abs (piece) - 1) + (piece < 0));
    p.count[p.kind[i]]++;
  }
  const int *const n = p.count, own = n[OWN_MAN] + n[OWN_KING], other = n[OTHER_MAN] + n[OTHER_KING];
  if (own + other > tables->pieces || own == 0 || other == 0)
    return NULL;
  return tables->plies[n[OWN_MAN]][n[OWN_KING]][n[OTHER_MAN]][n[OTHER_KING]] + index_of (tables, &p);
}

enum ending endgame_value (const struct endgame_tables *tables, const struct array_position *position) {
  const uint8_t *const plies = tables->pieces == 0 ? NULL : endgame_entry (tables, position);
  return plies == NULL ? NOT_OVER : *plies == DRAWN ? DRAWS : *plies % 2 != 0 ? WINS : LOSES;
}

/* What the positions after the moves of one position say. */
struct replies {
  const struct endgame_tables *tables;
  int plies; /* of the position */
  bool lost, lost_sooner, drawn, won_late;
};

static bool look_at (void *context, int move, const struct array_position *after) {
  struct replies *replies = context;
  const uint8_t *const entry = endgame_entry (replies->tables, after);
  const int plies = entry == NULL ? 0 : *entry; /* the side to move has no pieces left */
  (void) move;
  replies->drawn |= plies == DRAWN;
  replies->lost |= plies % 2 == 0;
  replies->lost_sooner |= plies % 2 == 0 && plies < replies->plies;
  replies->won_late |= plies % 2 != 0 && plies != DRAWN && plies >= replies->plies;
  return true;
}

static bool says_what_follows (const struct endgame_tables *tables, const struct array_position *position) {
  struct replies replies = { .tables = tables, .plies = *endgame_entry (tables, position) };
  tables->game->rules->each_move (tables->game, position, look_at, &replies);
  if (replies.plies == DRAWN)
    return replies.drawn && !replies.lost;
  return replies.plies % 2 != 0 ? replies.lost_sooner : !replies.lost && !replies.drawn && !replies.won_late;
}

/* ---- all positions ---- */

/* A share of them: what stands on the first squares is numbered, and every SHARES-th belongs to it. */
enum { SHARES = 64, FIRST_SQUARES = 4 };

struct walk {
  const struct endgame_tables *tables;
  struct array_position position;
  int share, number;
  uint64_t positions;
  bool wrong; /* `position` does not say what follows */
};

/* Leave the squares from this one on empty, or put pieces there; so many of each side stand already. */
static void walk_on (struct walk *walk, int square, int white, int black) {
  const struct array_game *game = walk->tables->game;
  const int half = game->columns / 2;
  if (square == FIRST_SQUARES && walk->number++ % SHARES != walk->share)
    return;
  if (square == game->cells && white > 0 && black > 0) {
    walk->positions++;
    walk->wrong = !says_what_follows (walk->tables, &walk->position);
  }
  for (int piece = -2; piece <= 2 && square < game->cells && !walk->wrong; piece++) {
    const bool promoted = (piece == 1 && square < half) || (piece == -1 && square >= game->cells - half);
    if (promoted || white + black + (piece != 0) > walk->tables->pieces)
      continue;
    walk->position.cell[square] = (int8_t) piece;
    walk_on (walk, square + 1, white + (piece > 0), black + (piece < 0));
  }
}

bool endgame_tables_hold (const struct endgame_tables *tables, int threads, uint64_t *positions,
                          struct array_position *wrong) {
  int wrong_share = SHARES;
  uint64_t sum = 0;
#pragma omp parallel for num_threads(threads) schedule(dynamic) reduction(+ : sum)
  for (int share = 0; share < SHARES; share++) {
    struct walk walk = { .tables = tables, .share = share };
    walk_on (&walk, 0, 0, 0);
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
