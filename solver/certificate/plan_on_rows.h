/* Makes rows of a strategy into plans that rest on other rows (check_plan()).
 *
 * A plan may fail after a few replies only. If what they lead to has rows, the play stops there: so a row
 * that names a move, with the rows of all replies, becomes a plan with the rows of those replies that need
 * another one. */
#ifndef ZERMELO_CERTIFICATE_PLAN_ON_ROWS_H
#define ZERMELO_CERTIFICATE_PLAN_ON_ROWS_H

#include "certificate/leaf.h"
#include "certificate/rows_in_use.h"

/** Try to find a plan that begins with the move of the row and rests on fewer rows than it; the row is then
 * changed. Returns how many fewer are in use. */
size_t plan_on_rows (struct rows_in_use *, struct leaves *, size_t row);

#endif
