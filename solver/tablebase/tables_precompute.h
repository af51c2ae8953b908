/* Parts of the file of tables that a rank precomputes while it waits for other ranks that are still solving a
 * slice.
 *
 * Units are assigned to ranks beforehand (tables_batch.h), so each rank knows its units: it makes them in
 * order and keeps their chunks, which are small. endgames_write() balances the units that are left. The bytes
 * of the file do not depend on which ranks waited. */
#ifndef ZERMELO_TABLEBASE_TABLES_PRECOMPUTE_H
#define ZERMELO_TABLEBASE_TABLES_PRECOMPUTE_H

#include "tablebase/tables_batch.h"

struct tables_precompute;

struct tables_precompute *tables_precompute_create (const struct endgames *, bool distances);

/** NULL is allowed. */
void tables_precompute_destroy (struct tables_precompute *);

/** Make the next unit for each thread, of the first `pairs` pairs, whose values this rank has. False: no unit
 * is left. Not collective. */
bool tables_precompute_work (struct tables_precompute *, const struct endgames *, int pairs);

/** How many units have been made but not given to a batch; 0 if they were made for the other choice of
 * `distances`, or if the argument is NULL. */
uint64_t tables_precompute_count (const struct tables_precompute *, bool distances);

/** Give the precomputed chunks of this rank to the units of a batch; batches must be passed in order, from
 * the first on. */
void tables_precompute_give (struct tables_precompute *, struct batch *);

#endif
