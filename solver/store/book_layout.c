#include "store/book_layout.h"

#include <assert.h>
#include <string.h>

void book_datasets (struct dataset datasets[BOOK_DATASETS], int key_bytes, int mask_bytes,
                    const char *key_encoding, const char *moves_encoding, const char *score_encoding) {
  static const struct dataset layouts[BOOK_DATASETS] = {
    { "/book/key", ELEMENT_U8, 0,
      "Canonical position: the packed form that is smallest among its mirror images; rows ascend "
      "as memcmp orders them",
      "1", NULL },
    { "/book/value", ELEMENT_VALUE, 0, "Game-theoretic value for the side to move", "1",
      "int8 enum: loss -1, draw 0, win 1, unknown 127" },
    { "/book/score", ELEMENT_I16, 0, "Score for the side to move, as zermelo solve --score prints it", "1",
      NULL },
    { "/book/moves", ELEMENT_U8, 0, "Moves of the canonical position that keep its value", "1", NULL },
    { "/book/ply", ELEMENT_U8, 0, "Moves made from the start position to this one", "ply",
      "unsigned number" },
    { "/book/evaluation", ELEMENT_I16, 0,
      "Heuristic value by a search of limited depth, for the side to move; it proves nothing", "1",
      "int16 of the evaluation that the options name, cut off at 32767; -32768: none" },
    { "/book/proven", ELEMENT_U8, 0,
      "Is the value proven? If not, it is unknown, and the moves are what a search of limited depth chose",
      "1", "0 or 1" },
  };
  memcpy (datasets, layouts, sizeof layouts);
  datasets[BOOK_KEY].width = key_bytes;
  datasets[BOOK_KEY].encoding = key_encoding;
  datasets[BOOK_SCORE].encoding = score_encoding;
  datasets[BOOK_MOVES].width = mask_bytes;
  datasets[BOOK_MOVES].encoding = moves_encoding;
}

bool book_dataset_is_optional (enum book_dataset dataset) {
  return dataset == BOOK_SCORE || dataset == BOOK_EVALUATION || dataset == BOOK_PROVEN;
}

static const char *fault (const struct book_arrays *book, size_t i) {
  assert (i < book->count && book->key_bytes > 0);
  size_t bytes = (size_t) book->key_bytes;
  if (i > 0 && memcmp (book->key + (i - 1) * bytes, book->key + i * bytes, bytes) >= 0)
    return "its key is not larger than the one before";
  int value = book->value[i], score = book->score == NULL ? 0 : book->score[i];
  if (value != -1 && value != 0 && value != 1 && value != 127)
    return "its value is none of loss, draw, win, unknown";
  int sign = (score > 0) - (score < 0), expected = value == 127 ? 0 : value;
  if (book->score != NULL && sign != expected)
    return "its score contradicts its value";
  if (book->ply[i] > book->plies)
    return "its ply is behind the last";
  if (book->proven != NULL && book->proven[i] != (value != 127))
    return "it is proven without a value, or has a value without proof";
  if (book->proven != NULL && book->proven[i] && book->evaluation[i] != BOOK_NO_EVALUATION)
    return "it has an evaluation beside a proven value";
  return NULL;
}

bool book_arrays_right (const struct book_arrays *book, struct failure *failure) {
  for (size_t i = 0; i < book->count; i++) {
    const char *what = fault (book, i);
    if (what != NULL)
      return fail (failure, EXIT_BAD_DATA, "entry %zu of the book is wrong: %s", i, what);
  }
  return true;
}
