/* Turns rows of a strategy into plans that rest on other rows (check_plan()).
 *
 * A plan may fail after a few replies only. If the positions after these replies have rows, the play of the
 * plan stops there. So a row that names a move, which needs the rows of all replies, becomes a plan that
 * needs only the rows of the replies after which the plan fails. Such a row may be a new leaf. */
#ifndef ZERMELO_CERTIFICATE_PLAN_ON_ROWS_H
#define ZERMELO_CERTIFICATE_PLAN_ON_ROWS_H

#include "certificate/leaf.h"
#include "certificate/rows_in_use.h"

/** Where the play of plans may stop: at rows in use, which cost nothing, and at other rows that are marked.
 */
struct plans_on_rows {
  struct rows_in_use *rows;
  struct leaves *leaves;
  struct key_set keys; /* plan_key() of all rows with the player to move, as they stand and mirrored; */
  size_t *row;         /*   the rows with these keys */
  size_t capacity;
  struct row_list met; /* rows at which the play of a plan has stopped */
  size_t *marked;
  size_t marks, marks_most;
};

/** Begin with these rows, to which nothing else may add rows from now on, and with the search for plans of
 * `leaves`, which must not be NULL. Both are borrowed. */
void plans_on_rows_begin (struct plans_on_rows *, struct rows_in_use *, struct leaves *);
void plans_on_rows_end (struct plans_on_rows *);

/** Try to find a plan, beginning with any cell, that needs fewer rows than the row does now, and change the
 * row if there is one. Leaves may be added. Returns by how much the number of rows in use has fallen. */
size_t plan_on_rows (struct plans_on_rows *, size_t row);

#endif
