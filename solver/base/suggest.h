/* "did you mean ...?": the name that an unknown one was probably meant to be.
 *
 * As in git and cargo: the nearest by the number of letters changed, inserted, deleted or swapped with their
 * neighbour (Damerau 1964), if that is at most a third of the word's letters, rounded up. */
#ifndef ZERMELO_BASE_SUGGEST_H
#define ZERMELO_BASE_SUGGEST_H

#include <stddef.h>

/** The nearest of `count` names (NULL ones are skipped), or NULL if none is near. Compares at most the first
 * 40 characters of a name. */
const char *suggest (const char *word, const char *const *names, size_t count);

#endif
