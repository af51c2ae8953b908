/* Solved pairs of slices as private files of one run, so that a run that was killed goes on with the next
 * pair.
 *
 * DIRECTORY/NAME.slice: a head (format, game, name, sizes, checksum, summaries) and the values as they stand
 * in memory, 64 bytes a line, in the byte order of the machine. Written under another name, synced, renamed.
 * A file that is cut short or damaged counts as absent: the pair is computed again. One of another game or
 * format is refused.
 *
 * Where the file system can, values go to disk past the page cache, without a copy: half a second of a core
 * with 5 pieces on 8x8. */
#ifndef ZERMELO_TABLEBASE_SLICE_STORE_H
#define ZERMELO_TABLEBASE_SLICE_STORE_H

#include "tablebase/endgames.h"

/** Read the values and summaries of a pair whose description is filled in. False: absent, or (EXIT_BAD_DATA)
 *  of another run. Not collective. */
bool slice_store_read (const char *directory, const struct game *, struct endgame_pair *, struct failure *);

/** Writes pairs in a thread of its own while the next ones are solved. Not collective. */
struct slice_writer;

/** Borrows the directory, which is there, and the game. */
struct slice_writer *slice_writer_create (const char *directory, const struct game *);

/** Begin to write a pair, whose values must stay as they are until it is written; the one before is waited
 *  for. After a failure nothing more is written. */
void slice_writer_put (struct slice_writer *, const struct endgame_pair *);

/** Wait for what is being written. False and `failure` (unless it tells of something else) if a pair could
 *  not be written: EXIT_CANNOT_CREATE, EXIT_IO. */
bool slice_writer_wait (struct slice_writer *, struct failure *);

/** Waits. NULL is allowed. */
void slice_writer_destroy (struct slice_writer *);

#endif
