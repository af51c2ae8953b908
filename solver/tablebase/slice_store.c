#include "tablebase/slice_store.h"

#include "base/threads.h"
#include "store/checksum.h"
#include "store/new_file.h"
#include "store/raw_file.h"
#include "store/temporary.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
  SLICE_STORE_FORMAT = 2,
  BLOCK = ENDGAME_VALUE_ALIGNMENT /* the block size of the file that O_DIRECT demands */
};

struct head {
  struct raw_head beginning;
  uint64_t rows;
  uint64_t checksum; /* of the values */
  struct slice_summary summary[2];
  uint64_t head_checksum; /* checksum of all fields before it */
};

static void make_path (char *path, size_t size, const char *directory, const struct endgame_pair *pair) {
  snprintf (path, size, "%s/%s.slice", directory, pair->summary[0].slice.name);
}

_Static_assert(sizeof (struct head) <= BLOCK, "the head of a file is its first block");
_Static_assert(offsetof (struct head, head_checksum) + 8 == sizeof (struct head), "the sum is its end");

/** The head of a pair without its checksum and summaries. The caller frees it. */
static struct head *make_head (const struct game *game, const struct endgame_pair *pair) {
  struct head *head = raw_head_make ("zermelo slice", SLICE_STORE_FORMAT, game->title, sizeof *head);
  head->rows = pair->summary[0].slice.rows;
  return head;
}

/** Is it a complete head of the pair? EXIT_BAD_DATA: the head is of another format or game. */
static bool read_head (int file, struct head *head, const char *path, const struct game *game,
                       const struct endgame_pair *pair, struct failure *failure) {
  struct head *expected = make_head (game, pair);
  const enum raw_head_state state = raw_head_read (file, head, &expected->beginning);
  free (expected);
  if (state == RAW_HEAD_OF_OTHER_FORMAT)
    return fail (failure, EXIT_BAD_DATA, "%.300s is of another version of this program: remove it", path);
  if (state == RAW_HEAD_OF_OTHER_GAME)
    return fail (failure, EXIT_BAD_DATA, "%.300s is of an unfinished run on %.90s, not on %s: remove it",
                 path, head->beginning.game, game->title);
  return state == RAW_HEAD_RIGHT && head->rows == pair->summary[0].slice.rows;
}

/** Are these valid summaries of the two slices? */
static bool are_summaries_of (const struct slice_summary *summary, const struct game *game,
                              const struct endgame_pair *pair) {
  struct position *position = position_allocate (game);
  bool right = true;
  for (int side = 0; side < pair->sides && right; side++) {
    const struct slice_summary *one = &summary[side];
    const uint64_t positions = pair->summary[side].slice.positions;
    right = memcmp (&one->slice, &pair->summary[side].slice, sizeof one->slice) == 0 && one->won <= positions
            && one->lost <= positions - one->won && one->drawn == positions - one->won - one->lost
            && one->longest >= -1 && one->longest <= ENDGAME_DISTANCE_MAX
            && (one->longest < 0 || game->engine->unpack (game, one->example, position));
  }
  free (position);
  return right;
}

bool slice_store_read (const char *directory, const struct game *game, struct endgame_pair *pair,
                       struct failure *failure) {
  assert (pair->sides > 0 && (uintptr_t) pair->value % ENDGAME_VALUE_ALIGNMENT == 0);
  char path[4096];
  struct head head;
  make_path (path, sizeof path, directory, pair);
  const int file = open (path, O_RDONLY | O_CLOEXEC);
  if (file < 0)
    return false;
  const uint64_t bytes = 64 * pair->summary[0].slice.rows;
  struct stat status;
  const bool ours = read_head (file, &head, path, game, pair, failure);
  const bool right = ours && fstat (file, &status) == 0 && (uint64_t) status.st_size == BLOCK + bytes
                     && raw_read (file, pair->value, bytes, BLOCK)
                     && checksum_bytes (pair->value, bytes) == head.checksum
                     && are_summaries_of (head.summary, game, pair);
  close (file);
  if (right)
    memcpy (pair->summary, head.summary, sizeof pair->summary);
  else if (ours)
    memset (pair->value, 0, bytes);
  return right;
}

/* Pads the last block with zeros. */
static bool write_part_of_block (struct new_file *file, const void *bytes, size_t size,
                                 struct failure *failure) {
  assert (0 < size && size <= BLOCK);
  _Alignas(BLOCK) uint8_t block[BLOCK] = { 0 };
  memcpy (block, bytes, size);
  return new_file_write (file, block, BLOCK, failure);
}

/* Write whole blocks from aligned memory, then cut off the end. */
static bool write_blocks (struct new_file *file, const struct head *head, const uint8_t *value,
                          struct failure *failure) {
  const size_t size = 64 * head->rows, part = size % BLOCK;
  return write_part_of_block (file, head, sizeof *head, failure)
         && new_file_write (file, value, size - part, failure)
         && (part == 0 || write_part_of_block (file, value + size - part, part, failure))
         && (ftruncate (file->descriptor, (off_t) (BLOCK + size)) == 0
             || fail (failure, EXIT_IO, "cannot write %.300s: %s", file->path, strerror (errno)));
}

#ifndef NDEBUG
/* A summary as slice_store_read() takes it. */
static bool is_solved (const struct slice_summary *summary) {
  return summary->won + summary->drawn + summary->lost == summary->slice.positions && summary->longest >= -1
         && summary->longest <= ENDGAME_DISTANCE_MAX;
}
#endif

static void write_pair (const char *directory, const struct game *game, const struct endgame_pair *pair,
                        struct failure *failure) {
  char path[4096];
  struct new_file file;
  make_path (path, sizeof path, directory, pair);
  if (!new_file_create_direct (&file, path, failure))
    return;
  struct head *head = make_head (game, pair);
  head->checksum = checksum_bytes (pair->value, 64 * head->rows);
  memcpy (head->summary, pair->summary, sizeof head->summary);
  raw_head_seal (head);
  if (write_blocks (&file, head, pair->value, failure))
    new_file_finish (&file, failure);
  else
    new_file_abandon (&file);
  free (head);
}

struct slice_writer {
  const char *directory;
  const struct game *game;
  struct team *team;
  struct endgame_pair pair; /* a copy, because the list of pairs may move meanwhile; the values do not */
  struct failure failure;
};

struct slice_writer *slice_writer_create (const char *directory, const struct game *game) {
  struct slice_writer *writer = allocate (1, sizeof *writer);
  writer->directory = directory;
  writer->game = game;
  writer->team = team_create (1);
  return writer;
}

static void write_aside (void *context, int thread) {
  struct slice_writer *writer = context;
  (void) thread;
  if (writer->failure.code == 0)
    write_pair (writer->directory, writer->game, &writer->pair, &writer->failure);
}

static void wait_for_pair (struct slice_writer *writer) {
  while (!team_wait (writer->team, 60))
    ;
}

void slice_writer_put (struct slice_writer *writer, const struct endgame_pair *pair) {
  assert (is_solved (&pair->summary[0]) && (pair->sides == 1 || is_solved (&pair->summary[1])));
  wait_for_pair (writer);
  writer->pair = *pair;
  team_start (writer->team, write_aside, writer);
}

bool slice_writer_wait (struct slice_writer *writer, struct failure *failure) {
  wait_for_pair (writer);
  if (writer->failure.code != 0 && failure->code == 0)
    *failure = writer->failure;
  return failure->code == 0;
}

void slice_writer_destroy (struct slice_writer *writer) {
  if (writer == NULL)
    return;
  team_destroy (writer->team);
  free (writer);
}

void endgames_forget (const char *directory) {
  DIR *folder = opendir (directory);
  char path[4096];
  if (folder == NULL)
    return;
  for (const struct dirent *entry; (entry = readdir (folder)) != NULL;) {
    const char *end = strstr (entry->d_name, ".slice");
    if (end == NULL || strcmp (end, ".slice") != 0)
      continue;
    snprintf (path, sizeof path, "%s/%s", directory, entry->d_name);
    remove (path);
  }
  closedir (folder);
  temporary_sweep_folder (directory);
  remove (directory);
}
