#include "store/blocks.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK_BYTES = 1 << 18, BLOCKS_LEAST = 4, BLOCKS_MOST = 1 << 20 };

struct content {
  struct dataset layout;
  char *path;
  size_t rows, row_bytes, block_rows;
  int *place; /* for each block: its place in the cache + 1; 0: not cached */
};

/* A place in the cache, which holds one block. */
struct block {
  int *owner; /* the entry of `place` that refers to it; NULL: empty */
  bool asked; /* used since the clock hand last passed */
  uint8_t *bytes;
};

struct blocks {
  struct file_in *file;
  struct failure *failure; /* the failure of the file */
  struct content *contents;
  int content_count;
  struct block *block;
  int count, hand;
};

struct blocks *blocks_create (struct file_in *file, uint64_t memory, struct failure *failure) {
  struct blocks *blocks = allocate (1, sizeof *blocks);
  const uint64_t count = memory / BLOCK_BYTES;
  blocks->file = file;
  blocks->failure = failure;
  blocks->count = count < BLOCKS_LEAST ? BLOCKS_LEAST : count > BLOCKS_MOST ? BLOCKS_MOST : (int) count;
  blocks->block = allocate ((size_t) blocks->count, sizeof *blocks->block);
  return blocks;
}

void blocks_destroy (struct blocks *blocks) {
  if (blocks == NULL)
    return;
  for (int i = 0; i < blocks->content_count; i++) {
    free (blocks->contents[i].path);
    free (blocks->contents[i].place);
  }
  for (int i = 0; i < blocks->count; i++)
    free (blocks->block[i].bytes);
  free (blocks->contents);
  free (blocks->block);
  free (blocks);
}

int blocks_add (struct blocks *blocks, const struct dataset *layout, size_t rows) {
  blocks->contents
      = reallocate (blocks->contents, (size_t) blocks->content_count + 1, sizeof *blocks->contents);
  struct content *content = &blocks->contents[blocks->content_count];
  content->layout = *layout;
  content->layout.path = content->path = strdup (layout->path);
  content->rows = rows;
  content->row_bytes = dataset_row_bytes (layout);
  assert (content->row_bytes > 0 && content->row_bytes <= BLOCK_BYTES);
  content->block_rows = BLOCK_BYTES / content->row_bytes;
  content->place = allocate (rows / content->block_rows + 1, sizeof *content->place);
  return blocks->content_count++;
}

/* A place whose block has not been used lately; -1 if there is no memory for it. */
static int free_place (struct blocks *blocks) {
  for (;; blocks->hand = (blocks->hand + 1) % blocks->count) {
    struct block *block = &blocks->block[blocks->hand];
    if (block->owner == NULL || !block->asked)
      break;
    block->asked = false;
  }
  const int place = blocks->hand;
  struct block *block = &blocks->block[place];
  blocks->hand = (blocks->hand + 1) % blocks->count;
  assert (block->owner == NULL || *block->owner == place + 1);
  if (block->owner != NULL)
    *block->owner = 0;
  block->owner = NULL;
  if (block->bytes == NULL && (block->bytes = malloc (BLOCK_BYTES)) == NULL) {
    fail (blocks->failure, EXIT_INTERNAL, "no memory for a block of %d bytes", BLOCK_BYTES);
    return -1;
  }
  return place;
}

static bool load_block (struct blocks *blocks, const struct content *content, size_t number) {
  const size_t first = number * content->block_rows, left = content->rows - first;
  assert (first < content->rows && content->place[number] == 0);
  const int place = free_place (blocks);
  if (place < 0)
    return false;
  struct block *block = &blocks->block[place];
  file_lock ();
  const bool done = file_read_rows (blocks->file, &content->layout, first,
                                    left < content->block_rows ? left : content->block_rows, block->bytes);
  file_unlock ();
  if (done) {
    block->owner = &content->place[number];
    *block->owner = place + 1;
  }
  return done;
}

const uint8_t *blocks_row (struct blocks *blocks, int dataset, size_t row) {
  assert (dataset >= 0 && dataset < blocks->content_count);
  const struct content *content = &blocks->contents[dataset];
  const size_t number = row / content->block_rows;
  if (row >= content->rows) {
    fail (blocks->failure, EXIT_BAD_DATA, "%s has no row %zu", content->path, row);
    return NULL;
  }
  if (content->place[number] == 0 && !load_block (blocks, content, number))
    return NULL;
  struct block *block = &blocks->block[content->place[number] - 1];
  assert (block->owner == &content->place[number]); /* and no other block has replaced it */
  block->asked = true;
  return block->bytes + row % content->block_rows * content->row_bytes;
}
