#define ZLIB_CONST /* zlib does not change what it reads */
#include "file/gzip_file.h"

#include "file/text_file.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

enum { PART = 1 << 16, TEXT_MOST = 1 << 30, GZIP_WINDOW = 15 + 16 /* 16: with gzip's header */ };

/* ---- writing ---- */

bool gzip_file_create (struct gzip_file *file, const char *path, struct failure *failure) {
  const size_t length = strlen (path);
  *file = (struct gzip_file){ .failure = failure };
  if (!new_file_create_text (&file->file, path, failure))
    return false;
  if (length >= 3 && strcmp (path + length - 3, ".gz") == 0) {
    file->zip = allocate (1, sizeof *file->zip);
    if (deflateInit2 (file->zip, Z_DEFAULT_COMPRESSION, Z_DEFLATED, GZIP_WINDOW, 9, Z_DEFAULT_STRATEGY)
        != Z_OK)
      internal_error (__FILE__, __LINE__, "zlib does not begin");
  }
  return true;
}

static bool compress_part (struct gzip_file *file, const void *bytes, size_t size, int flush) {
  uint8_t out[PART];
  file->zip->next_in = bytes;
  file->zip->avail_in = (uInt) size;
  do {
    file->zip->next_out = out;
    file->zip->avail_out = sizeof out;
    deflate (file->zip, flush);
    if (!new_file_write (&file->file, out, sizeof out - file->zip->avail_out, file->failure))
      return false;
  } while (file->zip->avail_out == 0);
  return true;
}

bool gzip_file_write (struct gzip_file *file, const void *bytes, size_t size) {
  assert (size <= UINT32_MAX);
  return file->zip == NULL ? new_file_write (&file->file, bytes, size, file->failure)
                           : compress_part (file, bytes, size, Z_NO_FLUSH);
}

static void end_compression (struct gzip_file *file) {
  if (file->zip != NULL)
    deflateEnd (file->zip);
  free (file->zip);
  file->zip = NULL;
}

bool gzip_file_finish (struct gzip_file *file, uint64_t *bytes) {
  if (file->zip != NULL && !compress_part (file, NULL, 0, Z_FINISH)) {
    gzip_file_abandon (file);
    return false;
  }
  end_compression (file);
  *bytes = file->file.size;
  return new_file_finish (&file->file, file->failure);
}

void gzip_file_abandon (struct gzip_file *file) {
  end_compression (file);
  new_file_abandon (&file->file);
}

/* ---- reading ---- */

char *gzip_file_read (const char *path, size_t *size, struct failure *failure) {
  const int descriptor = text_file_open (path, "text", failure);
  gzFile file = descriptor < 0 ? NULL : gzdopen (descriptor, "rb");
  if (file == NULL) {
    if (descriptor >= 0)
      close (descriptor);
    return NULL;
  }
  size_t room = 0;
  char *text = NULL;
  int got = 0;
  *size = 0;
  do {
    *size += (size_t) got;
    if (*size + PART + 1 > room) {
      room = 2 * room + 2 * PART;
      text = reallocate (text, room, 1);
    }
    got = gzread (file, text + *size, PART);
  } while (got > 0 && *size <= TEXT_MOST);
  int error = Z_OK;
  const char *why = gzerror (file, &error);
  if (got > 0)
    fail (failure, EXIT_BAD_DATA, "%.300s is larger than 1 GB", path);
  else if (got < 0 || error == Z_BUF_ERROR)
    fail (failure, error == Z_ERRNO ? EXIT_IO : EXIT_BAD_DATA, "cannot read %.300s: %.100s", path,
          error == Z_BUF_ERROR ? "it is cut off" : why);
  gzclose (file);
  *size = text_without_mark (text, *size);
  text[*size] = 0;
  if (failure->code == 0)
    return text;
  free (text);
  return NULL;
}
