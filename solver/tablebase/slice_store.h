/* Solved pairs of slices as private files of one run, so that, after a run was killed, the next run resumes
 * with the next pair.
 *
 * DIRECTORY/NAME.slice: a head (format, game, name, sizes, checksum, summaries), the values as they are in
 * memory, 64 bytes for each row, in chunks of a mebibyte, and the size of each chunk; in the byte order of
 * the machine. A chunk of a smaller size is compressed by zstd. Written under a temporary name, synced,
 * renamed. A truncated or damaged file counts as absent: the pair is solved again. A file of another game or
 * format is refused. */
#ifndef ZERMELO_TABLEBASE_SLICE_STORE_H
#define ZERMELO_TABLEBASE_SLICE_STORE_H

#include "tablebase/endgames.h"

/** Read the values and summaries of a pair whose description is filled in and whose values are 0. False: the
 * file is absent, or (EXIT_BAD_DATA) belongs to another game or format; then the values are still 0. Uses all
 * threads. Not collective. */
bool slice_store_read (const struct endgames *, struct endgame_pair *, struct failure *);

/** Writes pairs in a thread of its own while the next ones are solved. Not collective. */
struct slice_writer;

/** Borrows the directory, which exists, and the game. `compress`: the files take a third as much, and time
 * of the threads that solve. */
struct slice_writer *slice_writer_create (const char *directory, const struct game *, bool compress);

/** Wait until the previous pair has been written, and begin to write the next one. Its values must not change
 * until it has been written. After a failure nothing more is written. */
void slice_writer_put (struct slice_writer *, const struct endgame_pair *);

/** Wait for the pair being written. False if a pair could not be written; `failure` is set unless it was set
 * before: EXIT_CANNOT_CREATE, EXIT_IO. */
bool slice_writer_wait (struct slice_writer *, struct failure *);

/** Waits for the pair being written. NULL is allowed. */
void slice_writer_destroy (struct slice_writer *);

#endif
