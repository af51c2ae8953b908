/* A dataset: rows of equal elements, and the texts that explain them.
 *
 * Writer and reader share it, so that a layout is written once, as a table of datasets. */
#ifndef ZERMELO_STORE_DATASET_H
#define ZERMELO_STORE_DATASET_H

#include <stdbool.h>
#include <stddef.h>

/** The type of an element, equal in memory and in the file (little-endian). */
enum element {
  ELEMENT_U8,
  ELEMENT_U16,
  ELEMENT_U32,
  ELEMENT_U64,
  ELEMENT_I8,
  ELEMENT_I16,
  ELEMENT_I32,
  ELEMENT_REAL,  /* double */
  ELEMENT_VALUE, /* int8 enum: loss -1, draw 0, win 1, unknown 127 */
  ELEMENT_TEXT,  /* char[width], UTF-8, ends with a zero */
  ELEMENT_KEY /* uint8[width] as one element, an array: shuffled as a whole, which compresses sorted keys far
                 better */
};

struct dataset {
  const char *path; /* "/book/key" */
  enum element element;
  int width;               /* 0: one element a row, a dataset of rank 1. Else elements a row, rank 2.
                              Text and keys: bytes a row (with the final zero), rank 1. */
  const char *description; /* a sentence; never empty */
  const char *unit;        /* "1" for pure numbers, "ply", "s", ... */
  const char *encoding;    /* what the bits mean */
};

/** Does the dataset have rank 2? */
bool dataset_is_wide (const struct dataset *);

/** Bytes of an element (of text and keys: of a row), and of a row. */
size_t dataset_element_bytes (const struct dataset *);
size_t dataset_row_bytes (const struct dataset *);

#endif
