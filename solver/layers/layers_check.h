/* A verifier of layers on disk. It shares the rules of the game with the program that made them, but no part
 * of the computation: it reads the bytes of the file, by the reader of layers (layers_file.h), and plays
 * every move by the rules.
 *
 * Ply by ply from the start it checks that
 * - the only row of ply 0 is the start, and the keys of a ply ascend;
 * - a row is a position, and the canonical one among all symmetric positions;
 * - if the game is over, its value is that of the rules, in 0 plies;
 * - else every move leads to a row of the next ply, and value and distance follow from those rows: the
 *   quickest win, else a draw, else the slowest loss;
 * - a row of the next ply is reached by a move.
 *
 * By induction from the start a ply then has all positions after that number of moves and no others, and by
 * induction from the end every value is right. A complete check also compares the other contents of a file:
 * counts, values and distances by number, encodings, checksum. A sample checks some rows of each ply, and of
 * the others only that their keys ascend.
 *
 * Memory: two neighbouring plies, key_bytes + 7 bytes a row. */
#ifndef ZERMELO_LAYERS_LAYERS_CHECK_H
#define ZERMELO_LAYERS_LAYERS_CHECK_H

#include "store/check.h"

/** Check a file of layers. The verdict does not depend on the number of threads. False if the file cannot be
 * read (EXIT_NO_INPUT, EXIT_BAD_DATA, EXIT_IO) or two plies exceed the memory (EXIT_INTERNAL). */
bool layers_check (const char *path, const struct check_options *, struct check_verdict *, struct failure *);

#endif
