/* Rows of a strategy that hold by themselves: by an argument (leaf_arguments.h), a plan (plan_search.h) or
 * the checker's small search. (For plans that rest on other rows see plan_on_rows.h.) */
#ifndef ZERMELO_CERTIFICATE_LEAF_H
#define ZERMELO_CERTIFICATE_LEAF_H

#include "certificate/certificate.h"
#include "certificate/array_children.h"
#include "certificate/bit_play.h"
#include "certificate/plan_search.h"

/** What the leaves of one strategy have to show, and which positions are known not to be leaves. */
struct leaves {
  const struct array_game *game;
  struct strategy *strategy;
  int player; /* the player whose strategy it is */
  uint64_t small_nodes;
  uint64_t nodes;            /* nodes taken by searches and plans */
  struct plan_search *plans; /* NULL: none */
  struct bit_play *play;     /* NULL: none */
  struct plan_effort effort; /* the caller may set its functions */
  uint16_t *number;          /* room for the numbers of one row, which the strategy copies */
  struct key_set none;
};

/** Begin with the leaves of `player`'s strategy in the certificate, which is borrowed. */
void leaves_begin (struct leaves *, const struct array_game *, struct certificate *, int player);
void leaves_end (struct leaves *);

/** What is to be shown of a position without the help of other rows. The argument has no numbers yet. */
struct argument leaf_argument (struct leaves *, const struct array_position *);

/** Add a row for an unfinished position without a row if it is a leaf. `key` is not used on a board without
 * keys. False: the position is not a leaf, or the effort was called off and it is not known whether it is
 * one. */
bool leaf_add (struct leaves *, struct array_position *, const uint8_t *key);

/** As leaf_add(), with more effort. To be called after leaf_add() has failed, for a position that would
 * otherwise have to be split. */
bool leaf_add_hard (struct leaves *, struct array_position *, const uint8_t *key);

/** Does the position have a row, or can a leaf be added for it? */
bool leaf_settles (struct leaves *, const uint8_t *key);

/** Is the game over in child `i`, with a result that is good enough for the player? `own_move`: the player
 * made the move to it. */
bool child_ends_well (const struct leaves *, const struct array_children *, int child, bool own_move);

#endif
