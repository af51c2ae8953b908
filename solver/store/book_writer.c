#include "store/book_writer.h"

#include "store/book_layout.h"
#include "store/file_game.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

static void check_content (const struct book_content *content) {
  const struct book_arrays *arrays = &content->arrays;
  struct failure failure = { 0 };
  if (arrays->plies < 0 || arrays->plies > BOOK_PLIES_MAX || arrays->key_bytes < 1
      || arrays->key_bytes > BOOK_KEY_MAX || arrays->mask_bytes < 1 || arrays->mask_bytes > BOOK_MASK_MAX)
    internal_error (__FILE__, __LINE__, "a book cannot have %d plies, keys of %d and masks of %d bytes",
                    arrays->plies, arrays->key_bytes, arrays->mask_bytes);
  if (!book_arrays_right (arrays, &failure))
    internal_error (__FILE__, __LINE__, "%s", failure.text);
}

static struct file_identity identify (const struct book_content *content) {
  struct file_identity identity = {
    .kind = BOOK_KIND,
    .format = BOOK_FORMAT,
  };
  snprintf (
      identity.description, sizeof identity.description,
      "Zermelo opening book: %s up to a ply, with its value and the moves that keep it. The checksum is a "
      "sum of XXH3 over rows and attributes (solver/store/checksum.h).",
      content->partial ? "some canonical unfinished positions" : "every canonical unfinished position");
  if (content->heuristic != NULL)
    strcat (identity.description, " Where no value is proven there is a heuristic one: /book/evaluation.");
  file_name_game (&identity, content->game);
  snprintf (identity.options, sizeof identity.options, "--plies %d%s%s%s%s%s%s", content->arrays.plies,
            content->arrays.score != NULL ? " --score" : "", content->strategy != NULL ? " --strategy " : "",
            content->strategy != NULL ? content->strategy : "", content->heuristic != NULL ? " " : "",
            content->heuristic != NULL ? content->heuristic : "",
            content->partial && content->strategy == NULL ? " (partial)" : "");
  return identity;
}

bool book_write (const char *path, const struct book_content *content, struct failure *failure) {
  assert (failure->code == 0);
  assert (content->key_encoding[0] != 0 && content->moves_encoding[0] != 0);
  const struct book_arrays *arrays = &content->arrays;
  assert (arrays->key_bytes == content->game->key_bytes);
  assert (arrays->score == NULL || content->score_encoding[0] != 0);
  check_content (content);
  struct file_identity identity = identify (content);
  struct file_out *file = file_create (path, &identity, failure);
  if (file == NULL)
    return false;

  struct dataset datasets[BOOK_DATASETS];
  book_datasets (datasets, arrays->key_bytes, arrays->mask_bytes, content->key_encoding,
                 content->moves_encoding, content->score_encoding);
  file_group (file, BOOK_GROUP, "One row a position in every dataset, in the same order");
  file_put_integer (file, BOOK_GROUP, BOOK_PLIES, arrays->plies);
  file_write (file, &datasets[BOOK_KEY], arrays->key, arrays->count);
  file_write (file, &datasets[BOOK_VALUE], arrays->value, arrays->count);
  if (arrays->score != NULL)
    file_write (file, &datasets[BOOK_SCORE], arrays->score, arrays->count);
  file_write (file, &datasets[BOOK_MOVES], arrays->moves, arrays->count);
  file_write (file, &datasets[BOOK_PLY], arrays->ply, arrays->count);
  if (arrays->proven != NULL) {
    file_write (file, &datasets[BOOK_EVALUATION], arrays->evaluation, arrays->count);
    file_write (file, &datasets[BOOK_PROVEN], arrays->proven, arrays->count);
  }
  return file_commit (file);
}
