/* Nim by the book, for the toy game. */
#include "games/plain_rules.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool nim_start (const char *board, struct plain *p) {
  memset (p, 0, sizeof *p);
  for (const char *t = board; t != NULL; t = strchr (t, ',')) {
    t += *t == ',';
    p->cell[p->size[0]++] = (signed char) atoi (t);
  }
  p->last = -1;
  return true;
}

static int nim_outcome (const struct plain *p) {
  for (int i = 0; i < p->size[0]; i++)
    if (p->cell[i] > 0)
      return 2;
  return -1; /* the other side took the last stone */
}

static int nim_moves (const struct plain *p, struct plain_move *moves) {
  int count = 0;
  for (int heap = 0; heap < p->size[0]; heap++)
    for (int take = 1; take <= p->cell[heap]; take++) {
      struct plain_move *m = &moves[count++];
      snprintf (m->text, sizeof m->text, "%c%d", 'a' + heap, take);
      m->paths = 1;
      m->after = *p;
      m->after.cell[heap] = (signed char) (p->cell[heap] - take);
      m->after.plies++;
      m->after.to_move = !p->to_move;
    }
  return count;
}

static int nim_images (const struct plain *p, struct plain *images) {
  images[0] = *p;
  return 1;
}

static void nim_print (const struct plain *p, char *text) {
  *text = 0;
  for (int i = 0; i < p->size[0]; i++)
    text += sprintf (text, "%d ", p->cell[i]);
}

static const struct plain_board boards[] = {
  { "nim:3,4,5", 500, true }, { "nim:15,2,7,4", 500, false }, { "nim:1", 0, false },
  { "nim:1,2,3", 0, true },   { "nim:4,2,2,1", 0, true },     { NULL, 0, false },
};

static const char *const refused[]
    = { "nim:", "nim:16", "nim:0", "nim:1,2,3,4,5", "nim:3,4,", "nim:3x4", NULL };

static const struct plain_sample samples[]
    = { { "nim:3,4,5", 0, 5, 0, 1 }, { "nim:15,2,7,4", 2, 8, 0, 1 }, { NULL, 0, 0, 0, 0 } };

static const struct plain_depth counted[] = { { "nim:3,4,5", 20 }, { NULL, 0 } };

const struct plain_rules plain_nim = {
  .name = "nim",
  .start = nim_start,
  .moves = nim_moves,
  .outcome = nim_outcome,
  .images = nim_images,
  .print = nim_print,
  .boards = boards,
  .refused = refused,
  .samples = samples,
  .random_positions = 1000,
  .counted = counted,
};
