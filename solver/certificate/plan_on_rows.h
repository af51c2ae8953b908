/* Makes rows of a strategy into plans that rest on other rows (check_plan()).
 *
 * A plan may fail after a few replies only. If what they lead to has rows, the play stops there: so a row
 * that names a move, with the rows of all replies, becomes a plan with the rows of those replies that need
 * another one. Such a row may be a new leaf. */
#ifndef ZERMELO_CERTIFICATE_PLAN_ON_ROWS_H
#define ZERMELO_CERTIFICATE_PLAN_ON_ROWS_H

#include "certificate/leaf.h"
#include "certificate/rows_in_use.h"

/** Where the play of plans may stop: at rows in use, which cost nothing, and at others, which are marked. */
struct plans_on_rows {
  struct rows_in_use *rows;
  struct leaves *leaves;
  struct key_set keys; /* plan_key() of all rows with the player to move, as they stand and mirrored; */
  size_t *row;         /*   and whose they are */
  size_t capacity;
  struct row_list met; /* rows at which the play of a plan has stopped */
  size_t *marked;
  size_t marks, marks_most;
};

/** For these rows, to which only this may add from now on, with the leaves' search for plans, which has to be
 * there; both borrowed. */
void plans_on_rows_begin (struct plans_on_rows *, struct rows_in_use *, struct leaves *);
void plans_on_rows_end (struct plans_on_rows *);

/** Try to find a plan that rests on fewer rows than the row does, beginning with any cell; the row is then
 * changed. Leaves may be added. Returns how many fewer rows are in use. */
size_t plan_on_rows (struct plans_on_rows *, size_t row);

#endif
