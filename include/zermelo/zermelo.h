/* libzermelo: ask anything about a position of an m,n,k-game, Connect Four or Italian draughts.
 *
 *     zermelo *z;
 *     zermelo_answer *answer;
 *     if (zermelo_open ("connect4:7x6", &z) != 0
 *         || zermelo_solve (z, "44444", ZERMELO_MOVES, 10, 0, &answer) % ZERMELO_UNFINISHED != 0)
 *       return fprintf (stderr, "%s\n", zermelo_error ()), 1;
 *     printf ("%d\n", answer->known.value);
 *     zermelo_answer_free (answer);
 *     zermelo_close (z);
 *
 * The rules, theory and files (zermelo_add_file()) answer first; what they do not know is searched, in the
 * threads and in a transposition table of the handle, which keeps what it learns from one question to the
 * next. No MPI; searches run in threads of OpenMP. OpenMP and HDF5 end the process themselves if the system
 * gives them no memory at all; nothing else does. The stacks of the threads that OpenMP starts are as large
 * as `ulimit -s` says, which the library cannot change: where that is less than the usual 8 MB, or unlimited,
 * set OMP_STACKSIZE=8M in the environment before the program starts.
 *
 * Link with the CMake target zermelo::zermelo, after find_package (zermelo), or with what
 * `pkg-config --cflags --libs zermelo` prints.
 *
 * Everything that is not declared below is in probe.h. One search at a time on a handle: a second
 * zermelo_solve() waits for the first. Any thread may cancel it, and may probe meanwhile. */
#ifndef ZERMELO_ZERMELO_H
#define ZERMELO_ZERMELO_H

#include <zermelo/probe.h>

#ifdef __cplusplus
extern "C" {
#endif
#ifdef __GNUC__
#pragma GCC visibility push(default)
#endif

/** Set the number of threads that search: 1 to 1024. Before this call it is the number of cores that this
 * process may use. ZERMELO_USAGE. */
int zermelo_set_threads (zermelo *, int threads);

/** Set how many bytes the tables of searches take: at least 1 MiB. Before this call it is an eighth of the
 * memory that this process may use, but at most 1 GiB. Everything that was learned is forgotten.
 * ZERMELO_USAGE, ZERMELO_INTERNAL. */
int zermelo_set_memory (zermelo *, uint64_t bytes);

/** How far a search is. */
typedef struct zermelo_progress {
  uint64_t nodes;
  double seconds;
} zermelo_progress;

/** Let `report` be called during a search every tenth of a second, in the thread that called zermelo_solve().
 * If `report` returns anything other than 0, the search is cancelled. NULL: no reports. */
int zermelo_set_progress (zermelo *, int (*report) (const zermelo_progress *, void *context), void *context);

/** Find the value of a position: with ZERMELO_SCORES also how soon the game ends, with ZERMELO_MOVES also
 * what is known of each move. `seconds` and `nodes` limit the search; 0: no limit. ZERMELO_UNFINISHED: a
 * limit or a cancellation ended it, and *answer has what is known so far; after any other failure it is NULL.
 */
int zermelo_solve (zermelo *, const char *position, int wants, double seconds, uint64_t nodes,
                   zermelo_answer **answer);

/** End the search that runs on this handle, if there is one: from any thread, and from a signal handler. */
void zermelo_cancel (zermelo *);

#ifdef __GNUC__
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif
#endif
