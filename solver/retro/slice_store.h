/* Solved pairs of slices as private files of one run, so that a run that was killed goes on with the next pair.
 *
 * DIRECTORY/NAME.slice: a head (format, game, name, sizes, checksum, summaries) and the values as they stand in memory, 64
 * bytes a line, in the byte order of the machine. Written under another name, synced, renamed. A file that is
 * cut short or damaged counts as absent: the pair is computed again. One of another game or format is refused. */
#ifndef ZERMELO_SLICE_STORE_H
#define ZERMELO_SLICE_STORE_H

#include "retro/endgames.h"

/** Read the values and summaries of a pair whose description is filled in. False: absent, or (EXIT_BAD_DATA) of another run. Not
 *  collective. */
bool slice_store_read (const char *directory, const struct game *, struct endgame_pair *, struct failure *);

/** Write a pair. The directory is there. EXIT_CANNOT_CREATE, EXIT_IO. Not collective. */
bool slice_store_write (const char *directory, const struct game *, const struct endgame_pair *, struct failure *);

#endif
