#include "tablebase/slice_store.h"

#include "base/threads.h"
#include "store/checksum.h"
#include "store/new_file.h"
#include "store/raw_file.h"
#include "store/temporary.h"

#include <assert.h>
#include <zstd.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
  SLICE_STORE_FORMAT = 4,
  CHUNK = 1 << 20 /* bytes of values */,
  LEVEL = 1 /* of zstd: the quickest that it names */
};

struct head {
  struct raw_head beginning;
  uint64_t rows;
  uint64_t bytes;    /* of all chunks in the file */
  uint64_t checksum; /* of the values */
  struct slice_summary summary[2];
  uint64_t head_checksum; /* checksum of all fields before it */
};

static void make_path (char *path, size_t size, const char *directory, const struct endgame_pair *pair) {
  snprintf (path, size, "%s/%s.slice", directory, pair->summary[0].slice.name);
}

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
            && one->longest >= ENDGAME_LONGEST_UNKNOWN
            && (one->longest < 0 || game->engine->unpack (game, one->example, position));
  }
  free (position);
  return right;
}

static size_t value_bytes (const struct head *head) { return 64 * (size_t) head->rows; }

static size_t chunk_count (const struct head *head) { return (value_bytes (head) + CHUNK - 1) / CHUNK; }

static size_t chunk_bytes (const struct head *head, size_t chunk) {
  const size_t left = value_bytes (head) - chunk * CHUNK;
  return left < CHUNK ? left : CHUNK;
}

/* A file that is read by all threads, a chunk at a time. */
struct slice_read {
  int file;
  const struct head *head;
  uint32_t *size;  /* of each chunk in the file */
  uint64_t *place; /* of each chunk in the file */
  uint8_t *value;
  atomic_size_t next;
  atomic_bool damaged;
};

static bool read_chunk (const struct slice_read *r, size_t chunk, uint8_t *compressed) {
  const size_t bytes = chunk_bytes (r->head, chunk);
  uint8_t *value = r->value + chunk * CHUNK;
  if (r->size[chunk] == bytes)
    return raw_read (r->file, value, bytes, r->place[chunk]);
  return r->size[chunk] < bytes && raw_read (r->file, compressed, r->size[chunk], r->place[chunk])
         && ZSTD_decompress (value, bytes, compressed, r->size[chunk]) == bytes;
}

static void read_chunks (void *context, int thread) {
  struct slice_read *r = context;
  uint8_t *compressed = allocate (CHUNK, 1);
  (void) thread;
  for (size_t i; (i = atomic_fetch_add (&r->next, 1)) < chunk_count (r->head);)
    if (!read_chunk (r, i, compressed))
      atomic_store (&r->damaged, true);
  free (compressed);
}

/* The sizes of the chunks, after the last of them. */
static bool read_sizes (struct slice_read *r) {
  const size_t count = chunk_count (r->head), bytes = count * sizeof *r->size;
  const uint64_t end = sizeof *r->head + r->head->bytes;
  struct stat status;
  if (fstat (r->file, &status) != 0 || (uint64_t) status.st_size != end + bytes
      || !raw_read (r->file, r->size, bytes, end))
    return false;
  uint64_t place = sizeof *r->head;
  for (size_t i = 0; i < count; place += r->size[i++])
    r->place[i] = place;
  return place == end;
}

static bool read_values (const struct endgames *endgames, int file, const struct head *head, uint8_t *value) {
  const size_t count = chunk_count (head);
  struct slice_read r = { .file = file,
                          .head = head,
                          .size = allocate (count, sizeof *r.size),
                          .place = allocate (count, sizeof *r.place),
                          .value = value };
  bool right = read_sizes (&r);
  if (right && count == 1)
    read_chunks (&r, 0);
  else if (right)
    team_do (endgames->team, read_chunks, &r);
  free (r.size);
  free (r.place);
  return right && !r.damaged && checksum_bytes (value, value_bytes (head)) == head->checksum;
}

bool slice_store_read (const struct endgames *endgames, struct endgame_pair *pair, struct failure *failure) {
  assert (pair->sides > 0 && pair->value != NULL);
  const struct game *game = endgames->game;
  char path[4096];
  struct head head;
  make_path (path, sizeof path, endgames->options.directory, pair);
  const int file = open (path, O_RDONLY | O_CLOEXEC);
  if (file < 0)
    return false;
  const bool ours = read_head (file, &head, path, game, pair, failure);
  const bool right = ours && read_values (endgames, file, &head, pair->value)
                     && are_summaries_of (head.summary, game, pair);
  close (file);
  if (right)
    memcpy (pair->summary, head.summary, sizeof pair->summary);
  else if (ours)
    memset (pair->value, 0, value_bytes (&head));
  return right;
}

/* Compress a chunk. The bytes that it then takes; if they are not fewer, it is left as it is. */
static size_t compress_chunk (ZSTD_CCtx *compressor, uint8_t *compressed, const uint8_t *chunk,
                              size_t bytes) {
  const size_t room = ZSTD_compressBound (CHUNK),
               size = ZSTD_compressCCtx (compressor, compressed, room, chunk, bytes, LEVEL);
  if (ZSTD_isError (size))
    internal_error (__FILE__, __LINE__, "zstd: %s", ZSTD_getErrorName (size));
  return size < bytes ? size : bytes;
}

/* Write the values and the sizes of their chunks. */
static bool write_values (struct new_file *file, struct head *head, const uint8_t *value, bool compress,
                          struct failure *failure) {
  const size_t count = chunk_count (head);
  uint32_t *size = allocate (count, sizeof *size);
  uint8_t *compressed = compress ? allocate (ZSTD_compressBound (CHUNK), 1) : NULL;
  ZSTD_CCtx *compressor = compress ? ZSTD_createCCtx () : NULL;
  if (compress && compressor == NULL)
    fail_memory (failure, "compression", CHUNK);
  for (size_t i = 0; i < count && failure->code == 0; i++) {
    const uint8_t *chunk = value + i * CHUNK;
    const size_t bytes = chunk_bytes (head, i);
    size[i] = (uint32_t) (compress ? compress_chunk (compressor, compressed, chunk, bytes) : bytes);
    head->bytes += size[i];
    new_file_write (file, size[i] < bytes ? compressed : chunk, size[i], failure);
  }
  ZSTD_freeCCtx (compressor);
  free (compressed);
  const bool done = failure->code == 0 && new_file_write (file, size, count * sizeof *size, failure);
  free (size);
  return done;
}

#ifndef NDEBUG
/* A summary as slice_store_read() takes it. */
static bool is_solved (const struct slice_summary *summary) {
  return summary->won + summary->drawn + summary->lost == summary->slice.positions
         && summary->longest >= ENDGAME_LONGEST_UNKNOWN;
}
#endif

struct slice_writer {
  const char *directory;
  const struct game *game;
  bool compress;
  struct team *team;
  struct endgame_pair pair; /* a copy, because the list of pairs may move meanwhile; the values do not */
  struct failure failure;
};

static void write_pair (const struct slice_writer *writer, struct failure *failure) {
  const struct endgame_pair *pair = &writer->pair;
  char path[4096];
  struct new_file file;
  make_path (path, sizeof path, writer->directory, pair);
  if (!new_file_create (&file, path, failure))
    return;
  struct head *head = make_head (writer->game, pair);
  head->checksum = checksum_bytes (pair->value, value_bytes (head));
  memcpy (head->summary, pair->summary, sizeof head->summary);
  const bool written = new_file_write (&file, head, sizeof *head, failure)
                       && write_values (&file, head, pair->value, writer->compress, failure);
  raw_head_seal (head);
  if (written && new_file_write_at (&file, head, sizeof *head, 0, failure))
    new_file_finish (&file, failure);
  else
    new_file_abandon (&file);
  free (head);
}

struct slice_writer *slice_writer_create (const char *directory, const struct game *game, bool compress) {
  struct slice_writer *writer = allocate (1, sizeof *writer);
  writer->directory = directory;
  writer->game = game;
  writer->compress = compress;
  writer->team = team_create (1);
  return writer;
}

static void write_aside (void *context, int thread) {
  struct slice_writer *writer = context;
  (void) thread;
  if (writer->failure.code == 0)
    write_pair (writer, &writer->failure);
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
