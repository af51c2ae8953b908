#include "layers/layer_store.h"

#include "layers/key_exchange.h"
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

enum { STORE_FORMAT = 1, PATH_SIZE = 4096, WRITERS_MAX = 1 << 20 };

static const char *const kind_names[LAYER_KINDS] = { "keys", "codes" };

struct head {
  struct raw_head beginning;
  uint64_t kind, ply, row_bytes, ranks, rank;
  uint64_t rows[PARTITIONS], sum[PARTITIONS]; /* of each partition in the file */
  struct layer_tally tally;
  uint64_t head_sum; /* the checksum of all fields before it */
};

static void make_path (char path[PATH_SIZE], const struct layer_store *store, enum layer_kind kind, int ply,
                       int rank, int ranks) {
  assert (0 <= rank && rank < ranks && (unsigned) kind < LAYER_KINDS);
  snprintf (path, PATH_SIZE, "%s/ply%02d.%s.%d-of-%d", store->directory, ply, kind_names[kind], rank, ranks);
}

_Static_assert(offsetof (struct head, head_sum) + 8 == sizeof (struct head), "the sum of a head is its end");

static struct head *make_head (const struct layer_store *store, enum layer_kind kind, int ply, int rank,
                               int ranks) {
  struct head *head = raw_head_make ("zermelo layer", STORE_FORMAT, store->game->title, sizeof *head);
  head->kind = kind;
  head->ply = (uint64_t) ply;
  head->row_bytes = kind == LAYER_KEYS ? (uint64_t) store->game->key_bytes : 1;
  head->ranks = (uint64_t) ranks;
  head->rank = (uint64_t) rank;
  return head;
}

/* ---- the directory ---- */

bool layer_store_open (const struct layer_store *store, struct failure *failure) {
  if (store->ranks->rank == 0 && mkdir (store->directory, 0777) != 0 && errno != EEXIST)
    fail (failure, EXIT_CANNOT_CREATE, "cannot make the folder %.300s: %s", store->directory,
          strerror (errno));
  if (store->ranks->rank == 0)
    temporary_sweep_folder (store->directory);
  return ranks_agree (store->ranks, failure);
}

/* Parse the name of a complete file, without the folder. False if the name has another form. */
static bool read_name (const char *name, int *ply, char kind[8], int *rank, int *ranks) {
  int end = 0;
  return sscanf (name, "ply%d.%7[a-z].%d-of-%d%n", ply, kind, rank, ranks, &end) == 4 && end > 0
         && name[end] == 0 && *rank >= 0 && *rank < *ranks && *ranks <= WRITERS_MAX;
}

void layer_store_remove (const struct layer_store *store) {
  DIR *directory = opendir (store->directory);
  if (directory == NULL)
    return;
  for (const struct dirent *entry; (entry = readdir (directory)) != NULL;) {
    int ply, rank, ranks;
    char kind[8];
    if (read_name (entry->d_name, &ply, kind, &rank, &ranks))
      unlinkat (dirfd (directory), entry->d_name, 0);
  }
  closedir (directory);
  temporary_sweep_folder (store->directory);
  rmdir (store->directory);
}

/* The number of files of a layer, according to the name of the first. If several versions exist: that of this
 * number of ranks if it is among them, else the one with most files. 0: there is no such layer. */
static int find_ranks (const struct layer_store *store, enum layer_kind kind, int ply) {
  int found = 0;
  DIR *directory = opendir (store->directory);
  if (directory == NULL)
    return 0;
  for (const struct dirent *entry; (entry = readdir (directory)) != NULL;) {
    int its_ply, rank, ranks;
    char its_kind[8];
    if (read_name (entry->d_name, &its_ply, its_kind, &rank, &ranks) && its_ply == ply && rank == 0
        && strcmp (its_kind, kind_names[kind]) == 0 && found != store->ranks->size
        && (ranks == store->ranks->size || ranks > found))
      found = ranks;
  }
  closedir (directory);
  return found;
}

/* Remove an incomplete layer, so that it does not hide a complete one written by another number of ranks. */
static void remove_version (const struct layer_store *store, enum layer_kind kind, int ply, int writers) {
  char path[PATH_SIZE];
  for (int w = 0; w < writers; w++) {
    make_path (path, store, kind, ply, w, writers);
    remove (path);
  }
}

/* ---- writing ---- */

struct layer_out {
  const struct layer_store *store;
  struct head *head;
  struct new_file file;
  bool open;
  int next; /* the next partition */
  struct failure failure;
};

struct layer_out *layer_out_create (const struct layer_store *store, enum layer_kind kind, int ply) {
  assert (ply >= 0);
  struct layer_out *out = allocate (1, sizeof *out);
  out->store = store;
  out->head = make_head (store, kind, ply, store->ranks->rank, store->ranks->size);
  out->next = store->ranks->rank;
  char path[PATH_SIZE];
  make_path (path, store, kind, ply, store->ranks->rank, store->ranks->size);
  out->open = new_file_create (&out->file, path, &out->failure);
  if (out->open)
    new_file_write (&out->file, out->head, sizeof *out->head, &out->failure);
  out->file.unsynced = true; /* not synced, since damage by a power cut shows in the checksums */
  return out;
}

void layer_out_add (struct layer_out *out, int partition, const uint8_t *rows, size_t count) {
  assert (partition >= 0 && partition < PARTITIONS);
  assert (partition_home (out->store->ranks, partition) == out->store->ranks->rank);
  if (partition != out->next)
    internal_error (__FILE__, __LINE__, "partition %d is not the next one", partition);
  out->next += out->store->ranks->size;
  out->head->rows[partition] = count;
  out->head->sum[partition] = checksum_bytes (rows, count * out->head->row_bytes);
  if (out->failure.code == 0)
    new_file_write (&out->file, rows, count * out->head->row_bytes, &out->failure);
}

bool layer_out_finish (struct layer_out *out, const struct layer_tally *tally, bool keep,
                       struct failure *failure) {
  assert (!keep || out->failure.code != 0 || out->next >= PARTITIONS); /* all partitions have been added */
  assert ((tally != NULL) == (out->head->kind == LAYER_CODES));
  if (tally != NULL)
    out->head->tally = *tally;
  raw_head_seal (out->head);
  if (keep && out->failure.code == 0)
    new_file_write_at (&out->file, out->head, sizeof *out->head, 0, &out->failure);
  if (keep && out->failure.code == 0)
    new_file_finish (&out->file, &out->failure);
  else if (out->open)
    new_file_abandon (&out->file);
  const bool good = out->failure.code == 0;
  if (!good)
    fail (failure, (enum exit_code) out->failure.code, "%s", out->failure.text);
  free (out->head);
  free (out);
  return good;
}

/* ---- reading ---- */

struct layer_in {
  enum layer_kind kind;
  int ply, ranks; /* the number of ranks of the run that wrote it */
  size_t row_bytes;
  const char *directory;
  int *descriptors; /* by writer; -1: not needed */
  struct head **heads;
  uint64_t *place; /* the place of the rows of each partition in its file */
};

/* Do the rows have the checksums, and the codes the tally, stated in the head? */
static bool rows_add_up (const struct layer_in *in, int writer) {
  const struct head *head = in->heads[writer];
  uint64_t codes[256] = { 0 };
  bool right = true;
  for (int p = writer; right && p < PARTITIONS; p += in->ranks) {
    const size_t bytes = head->rows[p] * head->row_bytes;
    uint8_t *rows = allocate (bytes, 1);
    right = raw_read (in->descriptors[writer], rows, bytes, in->place[p])
            && checksum_bytes (rows, bytes) == head->sum[p];
    for (size_t i = 0; right && in->kind == LAYER_CODES && i < bytes; i++)
      codes[rows[i]]++;
    free (rows);
  }
  return right && codes[0] == 0 && memcmp (codes, head->tally.canonical, sizeof codes) == 0;
}

/* Open one file. False if its contents are not as expected. */
static bool open_file (struct layer_in *in, const struct layer_store *store, int writer, bool check) {
  char path[PATH_SIZE];
  struct stat status;
  make_path (path, store, in->kind, in->ply, writer, in->ranks);
  const int descriptor = in->descriptors[writer] = open (path, O_RDONLY | O_CLOEXEC);
  struct head *head = in->heads[writer] = allocate (1, sizeof *head);
  struct head *expected = make_head (store, in->kind, in->ply, writer, in->ranks);
  bool right = descriptor >= 0 && fstat (descriptor, &status) == 0
               && raw_head_read (descriptor, head, &expected->beginning) == RAW_HEAD_RIGHT
               && memcmp (head, expected, offsetof (struct head, rows)) == 0;
  free (expected);
  uint64_t place = sizeof *head;
  for (int p = writer; right && p < PARTITIONS; p += in->ranks) {
    in->place[p] = place;
    right = place <= (uint64_t) status.st_size
            && head->rows[p] <= ((uint64_t) status.st_size - place) / head->row_bytes;
    place += right ? head->rows[p] * head->row_bytes : 0;
  }
  return right && (uint64_t) status.st_size == place && (!check || rows_add_up (in, writer));
}

/* Does this rank need the file of this writer? */
static bool is_needed (const struct layer_store *store, int writer, int writers, bool everything) {
  bool needed = everything;
  for (int p = writer; !needed && p < PARTITIONS; p += writers)
    needed = partition_home (store->ranks, p) == store->ranks->rank;
  return needed;
}

/* Open the version of a layer written by `writers` ranks. */
static struct layer_in *open_version (const struct layer_store *store, enum layer_kind kind, int ply,
                                      int writers, bool check, bool everything) {
  assert (0 < writers && writers <= WRITERS_MAX);
  struct layer_in *in = allocate (1, sizeof *in);
  in->kind = kind;
  in->ply = ply;
  in->ranks = writers;
  in->row_bytes = kind == LAYER_KEYS ? (size_t) store->game->key_bytes : 1;
  in->directory = store->directory;
  in->descriptors = allocate ((size_t) writers, sizeof *in->descriptors);
  in->heads = allocate ((size_t) writers, sizeof (struct head *));
  in->place = allocate (PARTITIONS, sizeof *in->place);
  uint64_t objections = 0;
  for (int w = 0; w < writers; w++) {
    in->descriptors[w] = -1;
    if (objections == 0 && is_needed (store, w, writers, everything))
      objections = !open_file (in, store, w, check);
  }
  ranks_sum (store->ranks, &objections, 1);
  if (objections == 0)
    return in;
  layer_in_close (in);
  return NULL;
}

struct layer_in *layer_in_open (const struct layer_store *store, enum layer_kind kind, int ply, bool check,
                                bool everything) {
  assert (ply >= 0);
  for (;;) {
    int writers = store->ranks->rank == 0 ? find_ranks (store, kind, ply) : 0;
    ranks_broadcast (store->ranks, &writers, sizeof writers);
    if (writers == 0)
      return NULL;
    struct layer_in *in = open_version (store, kind, ply, writers, check, everything);
    if (in != NULL || !check)
      return in;
    if (store->ranks->rank == 0)
      remove_version (store, kind, ply, writers);
  }
}

void layer_in_close (struct layer_in *in) {
  if (in == NULL)
    return;
  for (int w = 0; w < in->ranks; w++) {
    if (in->descriptors[w] >= 0)
      close (in->descriptors[w]);
    free (in->heads[w]);
  }
  free (in->descriptors);
  free (in->heads);
  free (in->place);
  free (in);
}

size_t layer_in_count (const struct layer_in *in, int partition) {
  assert (partition >= 0 && partition < PARTITIONS);
  /* the layer was opened with `everything`, or the partition is this rank's */
  assert (in->heads[partition % in->ranks] != NULL);
  return in->heads[partition % in->ranks]->rows[partition];
}

bool layer_in_read (const struct layer_in *in, int partition, size_t first, size_t count, uint8_t *rows,
                    struct failure *failure) {
  assert (partition >= 0 && partition < PARTITIONS);
  assert (first <= layer_in_count (in, partition) && count <= layer_in_count (in, partition) - first);
  assert (in->descriptors[partition % in->ranks] >= 0);
  return raw_read (in->descriptors[partition % in->ranks], rows, count * in->row_bytes,
                   in->place[partition] + first * in->row_bytes)
         || fail (failure, EXIT_IO, "cannot read the %s of ply %d in %.300s: %s", kind_names[in->kind],
                  in->ply, in->directory, strerror (errno));
}

static size_t source_count (void *in, int partition) { return layer_in_count (in, partition); }

static bool source_read (void *in, int partition, size_t first, size_t count, uint8_t *keys,
                         struct failure *failure) {
  return layer_in_read (in, partition, first, count, keys, failure);
}

struct key_source layer_in_source (struct layer_in *in) {
  assert (in->kind == LAYER_KEYS);
  return (struct key_source){ in, 0, source_count, source_read };
}

void layer_in_tally (const struct layer_in *in, struct layer_tally *tally) {
  assert (in->kind == LAYER_CODES);
  memset (tally, 0, sizeof *tally);
  for (int w = 0; w < in->ranks; w++)
    for (int i = 0; in->heads[w] != NULL && i < 256; i++) {
      tally->all[i] += in->heads[w]->tally.all[i];
      tally->canonical[i] += in->heads[w]->tally.canonical[i];
    }
}
