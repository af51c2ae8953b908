#include "certificate/whole_certificate.h"

#include "certificate/acyclic_certificate.h"
#include "certificate/certificate.h"

const char *certificate_read_whole (struct certificate_file *into, const char *path) {
  const char *reason = certificate_file_open (into, path);
  if (reason != NULL)
    return reason;
  for (int set = 0; set < 2 && reason == NULL; set++)
    reason = certificate_rows_read (into, set, 0, SIZE_MAX);
  if (reason != NULL)
    certificate_file_close (into);
  else
    reader_close (&into->reader);
  return reason;
}

bool certificate_open_game (struct game *game, const char *path, struct failure *failure) {
  struct certificate cyclic;
  struct acyclic_certificate acyclic;
  int format;
  if (!certificate_format (path, &format, failure))
    return false;
  if (format == ACYCLIC_CERTIFICATE_FORMAT) {
    if (!acyclic_certificate_read (&acyclic, game, path, failure))
      return false;
    acyclic_certificate_free (&acyclic);
  } else {
    if (!certificate_read (&cyclic, game, path, failure))
      return false;
    certificate_free (&cyclic);
  }
  return true;
}

bool certificate_open_whole (struct certificate_file *file, struct game *game, const char *path,
                             struct failure *failure) {
  if (!certificate_open_game (game, path, failure))
    return false;
  const char *reason = certificate_read_whole (file, path);
  if (reason == NULL)
    return true;
  engine_close (game);
  return fail (failure, EXIT_BAD_DATA, "%.300s: %s", path, reason);
}
