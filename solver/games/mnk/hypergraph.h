/* What is left of the lines for one side: the Maker-Breaker game inside a position.
 *
 * Maker wants all cells of a line, Breaker a stone in every line. An edge is a line without a stone of
 * Breaker, less the cells that Maker has; only edges that contain no other edge are kept, since with the
 * smaller one Maker has the larger one's line no later. Maker takes a cell: it leaves its edges. Breaker
 * takes a cell: its edges are gone.
 *
 * If Breaker wins this game, the side does not win the real one: it can win only with a line that is open
 * now, and the opponent answers as Breaker does. The reverse does not hold: in the real game the opponent
 * makes lines of his own. With `exact` a line next to a stone of the same side is gone, too; that a later
 * stone may spoil a line is not looked at, which helps Maker only.
 *
 * Two things follow from the edges through a cell; both leave the winner as it is:
 * - All edges through x hold y: y is as good as x for either side, x need not be played (x is dominated). For
 *   with x and y exchanged in thought, Maker's stones on S and x win only by edges in S, since those with x
 *   need y; and Breaker's stone on y meets all edges that x meets.
 * - x and y are in the same edges (twins): Breaker answers one with the other, and all their edges are gone.
 *   If he wins without these edges, he wins with them; if Maker wins without them, they are no hindrance.
 *
 * Folklore of positional games: J. Beck, Combinatorial Games (2008). Boards up to 128 cells: edges as
 * sets. */
#ifndef ZERMELO_MNK_HYPERGRAPH_H
#define ZERMELO_MNK_HYPERGRAPH_H

#include "games/mnk/mnk_board.h"

struct hypergraph {
  cells taken; /* Maker's stones */
  int count;
  cells edge[LINES_MAX]; /* none contains another; none is empty */
};

/** The edges at a glance. */
struct edges_survey {
  cells used;      /* cells of edges */
  cells dominated; /* those that need not be played */
  cells twins;     /* of edges that are gone */
};

static inline bool
cells_contain (cells set, cells part)
{
  return (part & ~set) == 0;
}

/** Only the count and the edges in use. */
static inline void
hypergraph_copy (struct hypergraph *to, const struct hypergraph *from)
{
  to->taken = from->taken;
  to->count = from->count;
  memcpy (to->edge, from->edge, (size_t) from->count * sizeof *from->edge);
}

/** Breaker takes these cells, or nobody needs them any more. */
static inline void
hypergraph_block (struct hypergraph *h, cells blocked)
{
  int count = 0;
  for (int i = 0; i < h->count; i++) {
    h->edge[count] = h->edge[i];
    count += (h->edge[i] & blocked) == 0;
  }
  h->count = count;
}

/** Maker takes a cell that is not an edge by itself. */
static inline void
hypergraph_take (struct hypergraph *h, int cell)
{
  cells taken = (cells) 1 << cell, rest[LINES_MAX];
  int shrunk = 0, others = 0;
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
}

/** Add an edge unless it contains another; remove those that contain it. */
static inline void
hypergraph_add (struct hypergraph *h, cells edge)
{
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

/** The edges of a side with these stones, which has not won: what looks like a complete line is too long a
 *  row, and spoiled (`exact`). `ends`: leave out what stones next to the ends of a line have spoiled, too. */
static inline void
hypergraph_open (struct hypergraph *h, const struct board *board, cells stones, cells opponent, bool ends)
{
  h->taken = stones;
  h->count = 0;
  for (int i = 0; i < board->line_count; i++)
    if ((board->line[i] & opponent) == 0 && (board->line[i] & ~stones) != 0
        && (!ends || (board->line_ends[i] & stones) == 0))
      hypergraph_add (h, board->line[i] & ~stones);
}

/** The cells of the first edge, of all that share a cell with it, and so on: a component. */
static inline cells
hypergraph_component (const struct hypergraph *h)
{
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
static inline cells
hypergraph_common (const struct hypergraph *h, int x)
{
  cells common = ~(cells) 0;
  for (int i = 0; i < h->count; i++)
    if (h->edge[i] >> x & 1)
      common &= h->edge[i];
  return common;
}

/** Remove the edges of twins, and see which cells are left and which are dominated. */
static inline void
hypergraph_simplify (struct hypergraph *h, struct edges_survey *survey)
{
  cells common[GAME_BITS], twins; /* common[x]: cells that are in all edges through x */
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
}

#endif
