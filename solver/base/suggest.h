/* "did you mean ...?": the name that was probably meant by one that is unknown.
 *
 * As git and cargo do it: the least number of letters changed, put in, left out or swapped with their
 * neighbour (Damerau 1964), if that is at most a third of its letters, rounded up. */
#ifndef ZERMELO_BASE_SUGGEST_H
#define ZERMELO_BASE_SUGGEST_H

#include <stddef.h>

/** The nearest of `count` names (NULL ones are passed over), or NULL if none is near. At most 40 characters
 * of a name are looked at. */
const char *suggest (const char *word, const char *const *names, size_t count);

#endif
