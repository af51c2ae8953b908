/* Rows of a strategy that hold by themselves: by an argument (leaf_arguments.h), a plan (plan_search.h) or
 * the checker's small search. (Plans that rest on other rows: plan_on_rows.h.) */
#ifndef ZERMELO_CERTIFICATE_LEAF_H
#define ZERMELO_CERTIFICATE_LEAF_H

#include "certificate/certificate.h"
#include "certificate/array_children.h"
#include "certificate/plan_search.h"

/** What the leaves of one strategy have to show, and which positions are known not to be leaves. */
struct leaves {
  const struct array_game *game;
  struct strategy *strategy;
  int player; /* whose strategy it is */
  uint64_t small_nodes;
  uint64_t nodes;            /* taken by searches and plans */
  struct plan_search *plans; /* NULL: none */
  struct plan_effort effort; /* the caller may set its functions */
  uint16_t *number;          /* room for the numbers of one row; the strategy's are copies */
  struct key_set none;
};

/** For a strategy of `player` in that certificate, which is borrowed. */
void leaves_begin (struct leaves *, const struct array_game *, struct certificate *, int player);
void leaves_end (struct leaves *);

/** What is to be shown of a position, by itself and without numbers yet. */
struct argument leaf_argument (struct leaves *, const struct array_position *);

/** Add a row for an unfinished position, which has none, if it is a leaf. `key` is not used on a board
 * without keys. False: it is not, or the effort was called off, and nothing is known. */
bool leaf_add (struct leaves *, struct array_position *, const uint8_t *key);

/** As leaf_add(), with more effort, after leaf_add() failed: for a position that must be split otherwise. */
bool leaf_add_hard (struct leaves *, struct array_position *, const uint8_t *key);

/** Has the position a row, or does it get a leaf? */
bool leaf_settles (struct leaves *, const uint8_t *key);

/** Is the game over in that child, and good enough for the player? `own_move`: he moved there. */
bool child_ends_well (const struct leaves *, const struct array_children *, int child, bool own_move);

#endif
