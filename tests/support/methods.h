/* One position, all methods: they give the same value. */
#ifndef ZERMELO_TESTS_METHODS_H
#define ZERMELO_TESTS_METHODS_H

#include "support/support.h"
#include "search/table.h"

/** Those that end with a value. */
enum { METHODS_EXACT = 6 };
extern const enum method exact_methods[METHODS_EXACT];

/** A table for each scale, emptied before each method; one for each that the best moves are checked with; and
 *  one that proof-number search keeps from position to position: what it knows of one must hold on the way to
 *  any other. */
enum { METHODS_OWN_TABLE = 4, METHODS_TABLES };

/** Make empty tables of that size, and take them back: they are kept aside for the next call that asks for
 * tables of the size. Not thread-safe. */
void methods_make_tables (const struct game *, struct table *tables[METHODS_TABLES], uint64_t bytes);
void methods_destroy_tables (struct table *tables[METHODS_TABLES]);

/** minimax needs a depth where play can cycle; proof-number search finds no scores. */
bool method_applies (const struct game *, enum method, bool exact_score);

/** The methods that list or walk everything: scores of large boards are left to the others. */
bool method_is_exhaustive (enum method);

/** The answer is final and says `expected` (-1, 0, 1). */
void check_result (const struct game *, const char *text, const struct result *, enum method,
                   bool exact_score, int expected);

/** Every method on the position, value and score, one thread and two; all scores are the same and returned.
 * Without all_scores the exhaustive methods give values only. */
int check_all_methods (const struct game *, const struct position *, const char *text, int expected,
                       struct table *tables[METHODS_TABLES], bool all_scores);

#endif
