/* Pairing of cells: if every edge can be given two cells of its own, Breaker answers a stone on one of them
 * with the other. So he gets a stone in every edge, whoever moves first.
 *
 * Cells are matched with edges by augmenting paths, twice for each edge (Hales & Jewett 1963; Kuhn 1955). The
 * nearer a pairing is to failing, the more it costs, so it is tried last: after twins, which are the pairings
 * that can be read off directly. */
#ifndef ZERMELO_MNK_PAIRING_H
#define ZERMELO_MNK_PAIRING_H

#include "games/mnk/hypergraph.h"

#include <assert.h>

struct pairing {
  const struct hypergraph *hypergraph;
  cells free;               /* cells that no edge owns */
  cells tried;              /* cells tried in the current augmenting path */
  int16_t owner[GAME_BITS]; /* the edge that owns a cell; for cells in use that are not free */
};

/** Give an edge one more cell; if need be, give other edges other cells. */
static inline bool pairing_extend (struct pairing *p, int edge) {
  assert (edge >= 0 && edge < p->hypergraph->count);
  cells wanted = p->hypergraph->edge[edge] & ~p->tried;
  if (wanted & p->free)
    wanted &= p->free;
  while (wanted != 0) {
    int cell = cells_first (&wanted);
    p->tried |= (cells) 1 << cell;
    if ((p->free >> cell & 1) || pairing_extend (p, p->owner[cell])) {
      p->free &= ~((cells) 1 << cell);
      p->owner[cell] = (int16_t) edge;
      return true;
    }
    wanted &= ~p->tried;
  }
  return false;
}

/** Does every edge own two of its cells? */
static inline bool pairing_is_right (const struct pairing *p, cells used) {
  int owned[LINES_MAX] = { 0 };
  for (cells rest = used & ~p->free; rest != 0;) {
    const int cell = cells_pop (&rest), edge = p->owner[cell];
    if (edge < 0 || edge >= p->hypergraph->count || !(p->hypergraph->edge[edge] >> cell & 1))
      return false;
    owned[edge]++;
  }
  for (int edge = 0; edge < p->hypergraph->count; edge++)
    if (owned[edge] != 2)
      return false;
  return true;
}

/** Can every edge have two cells of its own? `used`: the cells of all edges. If so, adds the owned cells to
 * `zone`. */
static inline bool pairing_blocks (const struct hypergraph *h, cells used, cells *zone) {
  if (cells_count (&used) < 2 * h->count)
    return false;
  struct pairing p = { .hypergraph = h, .free = used };
  for (int edge = 0; edge < h->count; edge++)
    for (int i = 0; i < 2; i++) {
      p.tried = 0;
      for (cells owned = h->edge[edge] & ~p.free; owned != 0;) {
        int cell = cells_pop (&owned);
        if (p.owner[cell] == edge)
          p.tried |= (cells) 1 << cell;
      }
      if (!pairing_extend (&p, edge))
        return false;
    }
  assert (pairing_is_right (&p, used));
  *zone |= used & ~p.free;
  return true;
}

#endif
