/* What the tests share: cmocka in the order it wants, seeded random numbers, positions to try. */
#ifndef ZERMELO_TESTS_SUPPORT_H
#define ZERMELO_TESTS_SUPPORT_H

/* First ours: cmocka has a macro called fail(). */
#include "engine.h"
#include "search/search.h"
#include "games/plain_rules.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/** splitmix64: the same numbers on every machine. */
uint64_t random_next (uint64_t *state);

/** 0 .. n - 1 */
int random_below (uint64_t *state, int n);

/** How often to do what may be done n times: n; under the sanitizers an eighth, at least once, since more of
 * the same takes them along no new path. With ZERMELO_ALL in the environment n there, too: tests of label
 * long. */
int repetitions (int n);

/** Open a GAME text or fail the test. */
void game_open_or_fail (struct game *, const char *text);

/** The boards that plain rules call small enough for everything, ending with NULL. */
const char *const *solved_boards (void);

/** Those of them on which play cannot cycle, so that they have layers. */
const char *const *converging_boards (void);

/** What stands between the moves of a position text. */
const char *move_separator (const struct game *);

/** A position some random moves after the start, with its moves as text (buffer of 4096). It may be finished.
 *  The caller frees it. */
struct position *random_position (const struct game *, uint64_t *state, int moves, char *text);

/** Positions of random games: two share a canonical key exactly if a symmetry of the plain rules takes one to
 *  the other. Returns how often that is not so. */
int symmetry_differences (const struct game *, int games, uint64_t seed);

/** One query to one method with a table of its own, `threads` threads, no limits. */
struct result ask (const struct game *, const struct position *, enum method, bool exact_score, int threads);

/** As ask(), with a table of the caller's. */
struct result ask_with (const struct game *, const struct position *, enum method, bool exact_score,
                        int threads, struct table *);

/** Any query, with the whole range for its window; table: NULL is none. */
struct result ask_query (const struct game *, const struct position *, const struct query *, int threads,
                         struct table *);

/** A query with limits (its window is the whole range), one thread, an empty table. */
struct result ask_limited (const struct game *, const struct position *, const struct query *);

/** Counters of the last search of these. */
extern struct statistics asked_statistics;

/** The bytes that this process has read so far, as the system counts them; -1: it does not count them. */
int64_t bytes_read (void);

/** Fail the test unless the bytes read since then (an earlier bytes_read()) are those of the file, once: a
 * reader of HDF5 may read little of it twice. If the system does not count, say so. */
void check_read_once (int64_t before, const char *path);

#endif
