#include "tablebase/slice_store.h"

#include "base/threads.h"
#include "store/checksum.h"
#include "store/temporary.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
  SLICE_STORE_FORMAT = 2,
  BLOCK = ENDGAME_VALUE_ALIGNMENT /* of the file, which writing past the page cache asks for */
};

struct head {
  char magic[16];
  uint64_t format, head_bytes;
  char game[96];
  uint64_t rows;
  uint64_t checksum; /* of the values */
  struct slice_summary summary[2];
  uint64_t head_checksum; /* of all before */
};

static void
make_path (char *path, size_t size, const char *directory, const struct endgame_pair *pair)
{
  snprintf (path, size, "%s/%s.slice", directory, pair->summary[0].slice.name);
}

static uint64_t
sum_of_head (const struct head *head)
{
  return checksum_bytes (head, offsetof (struct head, head_checksum));
}

static struct head
make_head (const struct game *game, const struct endgame_pair *pair)
{
  struct head head;
  const uint64_t rows = pair->summary[0].slice.rows;
  memset (&head, 0, sizeof head); /* what lies between the fields, too */
  memcpy (head.magic, "zermelo slice", 13);
  head.format = SLICE_STORE_FORMAT;
  head.head_bytes = sizeof head;
  memcpy (head.game, game->title, sizeof head.game);
  head.rows = rows;
  head.checksum = checksum_bytes (pair->value, 64 * rows);
  memcpy (head.summary, pair->summary, sizeof head.summary);
  head.head_checksum = sum_of_head (&head);
  return head;
}

_Static_assert(sizeof (struct head) <= BLOCK, "the head of a file is its first block");

/** Is it a whole head, and of what run? Its lines are compared later. */
static bool
is_head_of (const struct head *head, const char *path, const struct game *game,
            const struct endgame_pair *pair, struct failure *failure)
{
  if (strncmp (head->magic, "zermelo slice", sizeof head->magic) != 0)
    return false;
  if (head->format != SLICE_STORE_FORMAT || head->head_bytes != sizeof *head)
    return fail (failure, EXIT_BAD_DATA, "%.300s is of another version of this program: remove it", path);
  if (head->head_checksum != sum_of_head (head))
    return false;
  if (strncmp (head->game, game->title, sizeof head->game) != 0)
    return fail (failure, EXIT_BAD_DATA, "%.300s is of an unfinished run on %.90s, not on %s: remove it",
                 path, head->game, game->title);
  return head->rows == pair->summary[0].slice.rows;
}

/** Are these summaries of the two slices? */
static bool
are_summaries_of (const struct slice_summary *summary, const struct game *game,
                  const struct endgame_pair *pair)
{
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

bool
slice_store_read (const char *directory, const struct game *game, struct endgame_pair *pair,
                  struct failure *failure)
{
  char path[4096];
  struct head head;
  make_path (path, sizeof path, directory, pair);
  FILE *file = fopen (path, "rb");
  if (file == NULL)
    return false;
  const uint64_t rows = pair->summary[0].slice.rows;
  const bool ours = fread (&head, sizeof head, 1, file) == 1 && is_head_of (&head, path, game, pair, failure);
  const bool right = ours && fseek (file, BLOCK, SEEK_SET) == 0 && fread (pair->value, 64, rows, file) == rows
                     && getc (file) == EOF && checksum_bytes (pair->value, 64 * rows) == head.checksum
                     && are_summaries_of (head.summary, game, pair);
  fclose (file);
  if (right)
    memcpy (pair->summary, head.summary, sizeof pair->summary);
  else if (ours)
    memset (pair->value, 0, 64 * rows);
  return right;
}

/* Whole blocks from aligned memory. */
static bool
write_blocks (int file, const uint8_t *bytes, size_t size)
{
  while (size > 0) {
    const ssize_t written = write (file, bytes, size);
    const int flags = written < 0 && errno == EINVAL ? fcntl (file, F_GETFL) : 0;
    if ((flags & O_DIRECT) != 0) /* larger blocks are asked for, or none can be had */
      fcntl (file, F_SETFL, flags & ~O_DIRECT);
    else if (written < 0 && errno != EINTR)
      return false;
    if (written > 0) {
      bytes += written;
      size -= (size_t) written;
    }
  }
  return true;
}

/* The rest of a block is zeros. */
static bool
write_part_of_block (int file, const void *bytes, size_t size)
{
  _Alignas(BLOCK) uint8_t block[BLOCK] = { 0 };
  memcpy (block, bytes, size);
  return write_blocks (file, block, BLOCK);
}

static bool
write_file (int file, const struct head *head, const uint8_t *value)
{
  const size_t size = 64 * head->rows, part = size % BLOCK;
  return write_part_of_block (file, head, sizeof *head) && write_blocks (file, value, size - part)
         && (part == 0 || write_part_of_block (file, value + size - part, part))
         && ftruncate (file, (off_t) (BLOCK + size)) == 0 && fsync (file) == 0;
}

static int
open_new (const char *path, char **part)
{
  const int file = temporary_create (path, O_DIRECT, part);
  return file < 0 && errno == EINVAL ? temporary_create (path, 0, part) : file;
}

static bool
write_pair (const char *directory, const struct game *game, const struct endgame_pair *pair,
            struct failure *failure)
{
  char path[4096], *part;
  const struct head head = make_head (game, pair);
  make_path (path, sizeof path, directory, pair);
  const int file = open_new (path, &part);
  if (file < 0)
    return fail (failure, EXIT_CANNOT_CREATE, "cannot make %s: %s", path, strerror (errno));
  bool done = write_file (file, &head, pair->value);
  done = close (file) == 0 && done && rename (part, path) == 0;
  if (!done) {
    fail (failure, EXIT_IO, "cannot write %s: %s", path, strerror (errno));
    remove (part);
  }
  free (part);
  return done;
}

struct slice_writer {
  const char *directory;
  const struct game *game;
  struct team *team;
  struct endgame_pair pair; /* the list of pairs may move meanwhile, its values do not */
  struct failure failure;
};

struct slice_writer *
slice_writer_create (const char *directory, const struct game *game)
{
  struct slice_writer *writer = allocate (1, sizeof *writer);
  writer->directory = directory;
  writer->game = game;
  writer->team = team_create (1);
  return writer;
}

static void
write_aside (void *context, int thread)
{
  struct slice_writer *writer = context;
  (void) thread;
  if (writer->failure.code == 0)
    write_pair (writer->directory, writer->game, &writer->pair, &writer->failure);
}

static void
wait_for_pair (struct slice_writer *writer)
{
  while (!team_wait (writer->team, 60))
    ;
}

void
slice_writer_put (struct slice_writer *writer, const struct endgame_pair *pair)
{
  wait_for_pair (writer);
  writer->pair = *pair;
  team_start (writer->team, write_aside, writer);
}

bool
slice_writer_wait (struct slice_writer *writer, struct failure *failure)
{
  wait_for_pair (writer);
  if (writer->failure.code != 0 && failure->code == 0)
    *failure = writer->failure;
  return failure->code == 0;
}

void
slice_writer_destroy (struct slice_writer *writer)
{
  if (writer == NULL)
    return;
  team_destroy (writer->team);
  free (writer);
}

void
endgames_forget (const char *directory)
{
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
