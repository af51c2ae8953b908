/* The Maker-Breaker game inside a position: the lines that one side can still complete.
 *
 * Maker wants all cells of a line, Breaker a stone in every line. An edge is a line without a stone of
 * Breaker, minus the cells that Maker has. Edges that contain another edge are dropped, since Maker completes
 * the smaller one no later. If Maker takes a cell, it is removed from its edges. If Breaker takes a cell, its
 * edges are removed.
 *
 * If Breaker wins this game, the side does not win the real one: it could only win with a line that is open
 * now, and the opponent can answer as Breaker does. The converse does not hold: in the real game the opponent
 * completes lines of his own. With `exact`, a line next to a stone of the same side is removed as well. The
 * possibility that a later stone spoils a line is ignored, which only helps Maker.
 *
 * Two reductions follow from the edges through a cell; neither changes the winner:
 * - If all edges through x contain y, then y is as good as x for either side, and x need not be played (x is
 *   dominated). For imagine x and y exchanged: Maker's stones on S and x win only by edges in S, since edges
 *   with x need y; and Breaker's stone on y meets all edges that x meets.
 * - If x and y are in the same edges (twins), Breaker answers one with the other, which meets all their
 *   edges. If he wins without these edges he wins with them; if Maker wins without them they do not hinder
 *   him.
 *
 * Folklore of positional games: J. Beck, Combinatorial Games (2008). For boards of up to 128 cells; an edge
 * is a set. */
#ifndef ZERMELO_MNK_HYPERGRAPH_H
#define ZERMELO_MNK_HYPERGRAPH_H

#include "games/mnk/mnk_board.h"

#include <assert.h>

struct hypergraph {
  cells taken; /* Maker's stones */
  int count;
  cells edge[LINES_MAX]; /* none of them contains another, and none is empty */
};

/** A summary of the edges. */
struct edges_survey {
  cells used;      /* cells in edges */
  cells dominated; /* cells that need not be played */
  cells twins;     /* twins, whose edges have been removed */
};

static inline bool cells_contain (cells set, cells part) { return (part & ~set) == 0; }

/** Is no edge empty, and does none contain another? For assertions; checks only a small number of edges,
 * since the time is quadratic. */
static inline bool hypergraph_is_right (const struct hypergraph *h) {
  enum { FEW = 24 };
  if (h->count < 0 || h->count > LINES_MAX)
    return false;
  for (int i = 0; i < h->count && h->count <= FEW; i++) {
    if (h->edge[i] == 0 || (h->edge[i] & h->taken) != 0)
      return false;
    for (int j = 0; j < h->count; j++)
      if (i != j && cells_contain (h->edge[i], h->edge[j]))
        return false;
  }
  return true;
}

/** Is the cell an edge by itself? */
static inline bool hypergraph_is_edge (const struct hypergraph *h, cells cell) {
  for (int i = 0; i < h->count; i++)
    if (h->edge[i] == cell)
      return true;
  return false;
}

/** Copy only the count and the edges in use. */
static inline void hypergraph_copy (struct hypergraph *to, const struct hypergraph *from) {
  to->taken = from->taken;
  to->count = from->count;
  memcpy (to->edge, from->edge, (size_t) from->count * sizeof *from->edge);
}

/** Remove the edges through some cells: Breaker has taken these cells, or Maker has no use for them. */
static inline void hypergraph_block (struct hypergraph *h, cells blocked) {
  int count = 0;
  for (int i = 0; i < h->count; i++) {
    h->edge[count] = h->edge[i];
    count += (h->edge[i] & blocked) == 0;
  }
  h->count = count;
}

/** Maker takes a cell, which is not an edge by itself. */
static inline void hypergraph_take (struct hypergraph *h, int cell) {
  cells taken = (cells) 1 << cell, rest[LINES_MAX];
  int shrunk = 0, others = 0;
  assert ((h->taken & taken) == 0 && !hypergraph_is_edge (h, taken));
  h->taken |= taken;
  for (int i = 0; i < h->count; i++)
    if (h->edge[i] & taken)
      h->edge[shrunk++] = h->edge[i] & ~taken;
    else
      rest[others++] = h->edge[i];
  h->count = shrunk;
  for (int i = 0; i < others; i++) {
    bool minimal = true;
    for (int j = 0; j < shrunk && minimal; j++)
      minimal = !cells_contain (rest[i], h->edge[j]);
    h->edge[h->count] = rest[i];
    h->count += minimal;
  }
  assert (hypergraph_is_right (h));
}

/** Add an edge unless it contains another; remove those that contain it. */
static inline void hypergraph_add (struct hypergraph *h, cells edge) {
  assert (edge != 0 && h->count < LINES_MAX);
  for (int i = 0; i < h->count; i++)
    if (cells_contain (edge, h->edge[i]))
      return;
  int count = 0;
  for (int i = 0; i < h->count; i++) {
    h->edge[count] = h->edge[i];
    count += !cells_contain (h->edge[i], edge);
  }
  h->edge[count] = edge;
  h->count = count + 1;
}

/** The edges of a side with these stones, which has not won: a line that seems complete is part of too long a
 * row, and does not count (`exact`). `ends`: also leave out lines spoiled by stones next to their ends. */
static inline void hypergraph_open (struct hypergraph *h, const struct board *board, cells stones,
                                    cells opponent, bool ends) {
  assert ((stones & opponent) == 0);
  h->taken = stones;
  h->count = 0;
  for (int i = 0; i < board->line_count; i++)
    if ((board->line[i] & opponent) == 0 && (board->line[i] & ~stones) != 0
        && (!ends || (board->line_ends[i] & stones) == 0))
      hypergraph_add (h, board->line[i] & ~stones);
  assert (hypergraph_is_right (h));
}

/** The cells of the first edge, of all edges that share a cell with it, and so on: a connected component. */
static inline cells hypergraph_component (const struct hypergraph *h) {
  assert (h->count > 0);
  cells component = h->edge[0], before;
  do {
    before = component;
    for (int i = 1; i < h->count; i++)
      if ((h->edge[i] & component) != 0)
        component |= h->edge[i];
  } while (component != before);
  return component;
}

/** The cells that are in all edges through x. */
static inline cells hypergraph_common (const struct hypergraph *h, int x) {
  cells common = ~(cells) 0;
  for (int i = 0; i < h->count; i++)
    if (h->edge[i] >> x & 1)
      common &= h->edge[i];
  return common;
}

/** Remove the edges of twins, and find the remaining cells and the dominated cells among them. */
static inline void hypergraph_simplify (struct hypergraph *h, struct edges_survey *survey) {
  cells common[GAME_BITS], twins; /* common[x]: the cells that are in all edges through x */
  survey->twins = 0;
  do {
    survey->used = survey->dominated = twins = 0;
    for (int i = 0; i < h->count; i++) {
      for (cells fresh = h->edge[i] & ~survey->used; fresh != 0;)
        common[cells_pop (&fresh)] = ~(cells) 0;
      survey->used |= h->edge[i];
      for (cells rest = h->edge[i]; rest != 0;)
        common[cells_pop (&rest)] &= h->edge[i];
    }
    for (cells rest = survey->used; rest != 0;) {
      int x = cells_pop (&rest);
      for (cells others = common[x] & ~((cells) 1 << x); others != 0;) {
        int y = cells_pop (&others);
        if (common[y] >> x & 1)
          twins |= (cells) 1 << x;
        else
          survey->dominated |= (cells) 1 << x;
      }
    }
    hypergraph_block (h, twins);
    survey->twins |= twins;
  } while (twins != 0);
  assert ((survey->dominated & ~survey->used) == 0 && (survey->twins & h->taken) == 0);
}

#endif
