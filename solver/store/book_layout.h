/* The layout of an opening book (zermelo-files(5)), shared by writer and reader.
 *
 * Shared with libzermelo-book: no MPI, no engine. */
#ifndef ZERMELO_STORE_BOOK_LAYOUT_H
#define ZERMELO_STORE_BOOK_LAYOUT_H

#include "base/failure.h"
#include "store/dataset.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define BOOK_KIND "book"
#define BOOK_GROUP "/book"
#define BOOK_PLIES "plies" /* an attribute of the group */

enum {
  BOOK_FORMAT = 1,
  BOOK_KEY_MAX = 64,
  BOOK_MASK_MAX = 64,
  BOOK_PLIES_MAX = 255,
  BOOK_ENCODING_MAX = 500,
  BOOK_NO_EVALUATION = INT16_MIN, /* the evaluation of a position without a heuristic value */
  BOOK_EVALUATION_MAX = INT16_MAX
};

enum book_dataset {
  BOOK_KEY,
  BOOK_VALUE,
  BOOK_SCORE,
  BOOK_MOVES,
  BOOK_PLY,
  BOOK_EVALUATION, /* this and the next dataset: only in a book with heuristic values; all other books are
                      proven throughout */
  BOOK_PROVEN,
  BOOK_DATASETS
};

/** May the dataset be missing? */
bool book_dataset_is_optional (enum book_dataset);

/** The datasets for keys of `key_bytes` and masks of `mask_bytes` bytes. key_encoding: how a key is packed;
 * moves_encoding: what bit i of a mask is; score_encoding: what a score counts ("" when reading). */
void book_datasets (struct dataset datasets[BOOK_DATASETS], int key_bytes, int mask_bytes,
                    const char *key_encoding, const char *moves_encoding, const char *score_encoding);

/** A book in memory: arrays of `count` entries, sorted by key (memcmp). */
struct book_arrays {
  size_t count;
  int plies; /* the last ply of a position */
  int key_bytes, mask_bytes;
  const uint8_t *key;   /* [count][key_bytes] */
  const int8_t *value;  /* -1, 0, 1; 127 unknown */
  const int16_t *score; /* as --score prints it, 0 if the value is unknown; NULL: not scored */
  const uint8_t *moves; /* [count][mask_bytes]: bit i is bit i % 8 of byte i / 8 */
  const uint8_t *ply;
  const int16_t *evaluation; /* with `proven` NULL: every known value is proven */
  const uint8_t *proven;     /* 1; 0: the value is 127, and there may be an evaluation */
};

/** Check the content: keys strictly ascending; values one of the four; the sign of each score that of its
 *  value (0 if unknown); no ply beyond the last; proven where there is a value and nowhere else. The failure
 * (EXIT_BAD_DATA) names the first bad entry. */
bool book_arrays_right (const struct book_arrays *, struct failure *);

#endif
