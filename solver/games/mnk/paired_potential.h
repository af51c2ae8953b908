/* Pairs and the potential together: an argument for Breaker that is stronger than either.
 *
 * Breaker picks disjoint pairs of cells and answers a stone of Maker on one cell of a pair with the other
 * cell: so he meets every edge that contains both cells of a pair. In all other edges he concedes both cells
 * of every pair to Maker. The remaining cells of these edges lie outside the pairs, and there he plays by the
 * potential (potential.h): if it is below 1, or with Maker to move below 1 after each of his moves, Breaker
 * wins. Without pairs this is Erdős & Selfridge, with pairs in all edges Hales & Jewett; it is valid for any
 * choice of the pairs.
 *
 * The pair u, v removes the edges with both cells from the potential and doubles the edges with one of them:
 * it gains 3 c - a(u) - a(v), where a adds up the edges through a cell and c the edges through both. Pairs
 * are picked greedily by this gain. If no pair gains, they are picked by 4 c - a(u) - a(v), since a pair that
 * costs a little is often followed by pairs that gain more. Breaker may pick other pairs against each move of
 * Maker, so a move of Maker is refuted if at some stage it is outside the pairs, and the potential after it
 * is below 1.
 *
 * Only two cells that share an edge can gain. These couples are listed once, and their numbers are updated
 * edge by edge. What this gains, and what else was tried: ../../../analysis/notes/mnk-search.md. Integers,
 * exact: an edge that lacks n cells counts 2^(12 - n), at least 1 (rounded up, which helps Maker). Potentials
 * of 2 and more are given up: there pairs were never enough. */
#ifndef ZERMELO_MNK_PAIRED_POTENTIAL_H
#define ZERMELO_MNK_PAIRED_POTENTIAL_H

#include "games/mnk/hypergraph.h"

#include <assert.h>

enum {
  PAIRED_BITS = 12,
  PAIRED_ONE = 1 << PAIRED_BITS,
  PAIRED_MOST = 2 * PAIRED_ONE,
  PAIRED_TAKEN = 4 * PAIRED_MOST, /* in place of a, for a cell in a pair; larger than any gain */
  PAIRED_COUPLES = GAME_BITS * (GAME_BITS - 1) / 2,
  PAIRED_COUPLES_BITS = 13 /* enough for PAIRED_COUPLES */
};

/** Two cells, the lower one first, and the sum c of the edges through both. */
struct paired_couple {
  uint8_t cell[2];
  int16_t through;
};

/** The potential of the edges outside the pairs picked so far. */
struct paired_potential {
  int edges, sum, couples;
  cells paired; /* the cells in pairs */
  cells edge[LINES_MAX];
  int32_t weight[LINES_MAX];
  int32_t at[GAME_BITS];                       /* a: the sum of the weights of the edges through a cell */
  cells together[GAME_BITS];                   /* the higher cells that share an edge with a cell */
  uint16_t number[GAME_BITS][GAME_BITS];       /* the number of the couple of two cells */
  struct paired_couple couple[PAIRED_COUPLES]; /* the couples that share an edge, and some that used to */
};

/** Begin with the edges of a hypergraph, without the couples. False: the potential is too large. */
static inline bool paired_potential_open (struct paired_potential *p, const struct hypergraph *h) {
  p->edges = h->count;
  p->sum = p->couples = 0;
  p->paired = 0;
  for (int i = 0; i < h->count; i++) {
    const int lacks = cells_count (&h->edge[i]);
    p->edge[i] = h->edge[i];
    p->weight[i] = lacks < PAIRED_BITS ? PAIRED_ONE >> lacks : 1;
    p->sum += p->weight[i];
    if (p->sum >= PAIRED_MOST)
      return false;
  }
  memset (p->at, 0, sizeof p->at);
  for (int i = 0; i < p->edges; i++)
    for (cells rest = p->edge[i]; rest != 0;)
      p->at[cells_pop (&rest)] += p->weight[i];
  return true;
}

static inline void paired_couple_add (struct paired_couple *couple, int delta) {
  couple->through = (int16_t) (couple->through + delta);
}

/** List the couples; needed only if the potential alone is not enough. */
static inline void paired_potential_couple (struct paired_potential *p) {
  memset (p->together, 0, sizeof p->together);
  for (int i = 0; i < p->edges; i++)
    for (cells rest = p->edge[i]; rest != 0;) {
      const int low = cells_pop (&rest);
      const cells fresh = rest & ~p->together[low];
      for (cells others = rest & ~fresh; others != 0;)
        paired_couple_add (&p->couple[p->number[low][cells_pop (&others)]], p->weight[i]);
      for (cells others = fresh; others != 0;) {
        const int high = cells_pop (&others);
        assert (p->couples < PAIRED_COUPLES);
        p->number[low][high] = (uint16_t) p->couples;
        p->couple[p->couples++]
            = (struct paired_couple){ { (uint8_t) low, (uint8_t) high }, (int16_t) p->weight[i] };
      }
      p->together[low] |= fresh;
    }
}

/** Add `delta` to all sums that count an edge with these cells. */
static inline void paired_potential_add (struct paired_potential *p, cells edge, int delta) {
  p->sum += delta;
  assert (p->sum >= 0);
  while (edge != 0) {
    const int low = cells_pop (&edge);
    p->at[low] += delta;
    for (cells rest = edge; rest != 0;)
      paired_couple_add (&p->couple[p->number[low][cells_pop (&rest)]], delta);
  }
}

/** Find the pair that gains most; if no pair gains, see above. False: no two cells share an edge. Drops
 * couples that no longer share one. Branches do not depend on the numbers, since most of the search's time is
 * spent here. */
static inline bool paired_potential_best (struct paired_potential *p, int pair[2]) {
  int best = INT32_MIN, kept = 0;
  for (int i = 0; i < p->couples; i++) {
    const struct paired_couple c = p->couple[i];
    const int ends = p->at[c.cell[0]] + p->at[c.cell[1]], gain = 3 * c.through - ends;
    const int score
        = ((gain > 0 ? gain + PAIRED_TAKEN : gain + c.through) * (1 << PAIRED_COUPLES_BITS)) - kept;
    const bool live = c.through != 0 && ends < PAIRED_TAKEN;
    best = live && score > best ? score : best;
    p->couple[kept] = c;
    p->number[c.cell[0]][c.cell[1]] = (uint16_t) kept;
    kept += live;
  }
  p->couples = kept;
  if (kept == 0)
    return false;
  const struct paired_couple *c = &p->couple[-best & ((1 << PAIRED_COUPLES_BITS) - 1)];
  pair[0] = c->cell[0];
  pair[1] = c->cell[1];
  return true;
}

/** Pick a pair. False: Maker has an edge whose cells are all in pairs, or the potential is too large. */
static inline bool paired_potential_pick (struct paired_potential *p, const int pair[2]) {
  /* pairs are disjoint */
  assert (pair[0] < pair[1] && !(p->paired >> pair[0] & 1) && !(p->paired >> pair[1] & 1));
  const cells both = (cells) 1 << pair[0] | (cells) 1 << pair[1];
  p->paired |= both;
  for (int i = 0; i < p->edges; i++) {
    const cells edge = p->edge[i], rest = edge & ~both;
    if (rest == edge)
      continue;
    const bool met = cells_contain (edge, both);
    if (rest == 0 && !met)
      return false;
    paired_potential_add (p, rest, met ? -p->weight[i] : p->weight[i]);
    if (met) {
      p->edges--;
      p->edge[i] = p->edge[p->edges];
      p->weight[i] = p->weight[p->edges];
      i--;
    } else {
      p->edge[i] = rest;
      p->weight[i] *= 2;
    }
  }
  p->at[pair[0]] = p->at[pair[1]] = PAIRED_TAKEN;
  return p->sum < PAIRED_MOST;
}

/** The moves of Maker, among some, that the current potential does not refute. */
static inline cells paired_potential_left (const struct paired_potential *p, cells moves) {
  for (cells rest = moves; rest != 0;) {
    const int i = cells_pop (&rest);
    if (p->sum + p->at[i] < PAIRED_ONE)
      moves &= ~((cells) 1 << i);
  }
  return moves;
}

/** The cells that Breaker needs if he wins by the current potential. Maker may have all others, which are
 * chosen among the cells with the least weight. */
static inline cells paired_potential_zone (struct paired_potential *p, bool maker_to_move) {
  assert (p->sum < PAIRED_ONE);
  cells kept = 0;
  for (int i = 0; i < p->edges; i++)
    kept |= p->edge[i];
  for (;;) {
    int give = -1;
    for (cells rest = kept; rest != 0;) {
      int i = cells_pop (&rest);
      if (give < 0 || p->at[i] < p->at[give])
        give = i;
    }
    if (give < 0 || p->sum + p->at[give] >= PAIRED_ONE)
      break;
    int sum = p->sum, most = 0;
    for (int i = 0; i < p->edges; i++)
      if (p->edge[i] >> give & 1) {
        sum += p->weight[i];
        for (cells rest = p->edge[i]; rest != 0;) {
          int j = cells_pop (&rest);
          p->at[j] += p->weight[i];
        }
      }
    kept &= ~((cells) 1 << give);
    for (cells rest = maker_to_move ? kept : 0; rest != 0;) {
      int i = cells_pop (&rest);
      most = p->at[i] > most ? p->at[i] : most;
    }
    if (sum + most >= PAIRED_ONE) {
      kept |= (cells) 1 << give;
      break;
    }
    p->sum = sum;
    for (int i = 0; i < p->edges; i++)
      if (p->edge[i] >> give & 1) {
        p->edge[i] &= ~((cells) 1 << give);
        p->weight[i] *= 2;
      }
  }
  return kept | p->paired;
}

/** The moves of Maker, among the cells in use, that are not refuted. If there are none, Breaker wins, and his
 * zone is added to `zone`. With Breaker to move, the result is none or all. `least` gets the least potential,
 * at most PAIRED_MOST. (Not inlined: it takes 70 kB of stack on boards of 128 cells, and the search is
 * recursive.) */
__attribute__ ((noinline)) static cells paired_potential_moves (const struct hypergraph *h, cells used,
                                                                bool maker_to_move, cells *zone, int *least) {
  struct paired_potential p;
  int pair[2];
  *least = PAIRED_MOST;
  if (!paired_potential_open (&p, h))
    return used;
  cells left = used, unpaired = used;
  do {
    unpaired &= ~p.paired;
    *least = p.sum < *least ? p.sum : *least;
    if (p.sum < PAIRED_ONE && (!maker_to_move || paired_potential_left (&p, unpaired) == 0)) {
      *zone |= paired_potential_zone (&p, maker_to_move);
      return 0;
    }
    if (p.sum < PAIRED_ONE)
      left = paired_potential_left (&p, left & unpaired) | (left & p.paired);
    if (left == 0) { /* several stages together refute all moves */
      *zone |= used;
      return 0;
    }
    if (p.paired == 0)
      paired_potential_couple (&p);
  } while (paired_potential_best (&p, pair) && paired_potential_pick (&p, pair));
  assert ((left & ~used) == 0 && left != 0);
  return left;
}

#endif
