/* Opening books in other formats than ours: as text, one position a line, CSV (RFC 4180) and JSON lines, with
 * gzip if the name ends in .gz (zermelo-files(5), BOOKS AS TEXT); as data to learn from (DATA SETS); and as
 * other programs write them (games/exports.h). A failure leaves nothing behind. */
#ifndef ZERMELO_BOOK_BOOK_TEXT_H
#define ZERMELO_BOOK_BOOK_TEXT_H

#include "book/book_rows.h"
#include "games/exports.h"

enum book_text_format { BOOK_CSV, BOOK_JSON_LINES, BOOK_TEXT_FORMATS };

/** Their names for --format, in the order of the enumeration. */
extern const char *const book_text_names[BOOK_TEXT_FORMATS];

/** The format that a file's name stands for (.csv, .jsonl, either with .gz), or BOOK_TEXT_FORMATS. */
enum book_text_format book_text_format (const char *path);

/** Write all rows, sorted by ply, and within a ply in the order of the file. `bytes` gets the size of the
 *  file. EXIT_CANNOT_CREATE, EXIT_IO. */
bool book_text_write (const struct book_rows *, enum book_text_format, const char *path, uint64_t *bytes,
                      struct failure *);

/** What was left out of a file that another program may have written: comments and games that say no value.
 */
struct book_left {
  size_t count, line; /* line: where the first of them is (or which node) */
  char text[60];      /* and how it begins */
};

/** Read such a file as rows of a book of that game, which is taken over. EXIT_NO_INPUT; EXIT_BAD_DATA names
 * the line: no position, a move that is not legal, a score against its value, two lines that contradict each
 * other, another game, board or rules. Then nothing is to be freed. */
bool book_text_read (struct book_rows *, struct game *, const char *path, struct book_left *,
                     struct failure *);

/* ---- book_dataset.c ---- */

#define BOOK_DATASET_NAME "dataset"

/** Write all rows as data: each position as an array of numbers, in an order that a seed determines, labelled
 * with its value and with those of its moves. Equal rows with an equal seed give equal bytes. EXIT_BAD_DATA:
 * the game has no board of cells; EXIT_CANNOT_CREATE, EXIT_IO. */
bool book_dataset_write (const struct book_rows *, uint64_t seed, const char *path, struct exported *,
                         struct failure *);

/* ---- book_tree.c ---- */

/** Write all rows in a format that takes positions one by one or as a tree of moves. EXIT_BAD_DATA: it is not
 * for that game; EXIT_CANNOT_CREATE, EXIT_IO. */
bool book_tree_write (const struct book_rows *, const struct book_export *, const char *path,
                      struct exported *, struct failure *);

#endif
