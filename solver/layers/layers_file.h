/* Probes a file of layers: a binary search among the sorted keys of a position's ply, through a cache of
 * blocks (store/blocks.h). Not thread-safe; but other files may be read at the same time. */
#ifndef ZERMELO_LAYERS_LAYERS_FILE_H
#define ZERMELO_LAYERS_LAYERS_FILE_H

#include "engine.h"

struct layers_file;
struct file_identity;
struct file_in;

/** Open a file and its game, which layers_file_close() closes. The cache takes at most `memory` bytes (but at
 * least a few blocks). NULL on EXIT_NO_INPUT, EXIT_BAD_DATA, EXIT_IO. Reads the whole file once. */
struct layers_file *layers_file_open (const char *path, uint64_t memory, struct game *game, struct failure *);

/** NULL is allowed. */
void layers_file_close (struct layers_file *);

/** The identity stated in the file. */
const struct file_identity *layers_file_identify (const struct layers_file *);

/** The value of a position for the side to move and the plies to the end (0 for a draw). */
enum layers_answer { LAYERS_FOUND, LAYERS_ABSENT, LAYERS_FAILED /* the file cannot be read */ };
enum layers_answer layers_file_probe (struct layers_file *, const struct position *, enum outcome *,
                                      int *distance);

/** The number of plies; the number of positions of a ply up to symmetry; the packed position in a row of a
 * ply, with its value and distance. Rows are sorted by key. False: the file cannot be read. */
int layers_file_plies (const struct layers_file *);
size_t layers_file_rows (const struct layers_file *, int ply);
bool layers_file_row (struct layers_file *, int ply, size_t row, uint8_t *key, enum outcome *, int *distance);

/** The file itself, for a verifier that reads its attributes and whole datasets (layers_check.h). Of its
 * attributes only the number of plies has been read. */
struct file_in *layers_file_content (const struct layers_file *);

/** The failure of a probe, or of the file; valid until layers_file_close(). */
const struct failure *layers_file_failure (const struct layers_file *);

#endif
