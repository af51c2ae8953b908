/* Enough stack for every thread, whatever the limit (ulimit -s): searches keep lists of moves in their
 * frames.
 *
 * The threads that a process starts get as much stack as its limit says, and with no limit only 2 MB. */
#ifndef ZERMELO_BASE_STACK_H
#define ZERMELO_BASE_STACK_H

#include <pthread.h>
#include <stdbool.h>

/** Attributes for a thread that gets enough, or as much as usual if that is more; for pthread_attr_destroy().
 * False: there is no memory for them. */
bool stack_attributes (pthread_attr_t *);

/** Call the function, which is the whole program, where there is enough stack: in this thread, or in one that
 * is started for it; threads that are started later have enough, too. To be called from main() alone. Returns
 * what it returns; ends the process with EXIT_INTERNAL if there is not enough memory. */
int stack_run (int (*program) (int argc, char **argv), int argc, char **argv);

#endif
