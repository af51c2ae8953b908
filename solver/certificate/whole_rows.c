/* Apart from the rest of whole_certificate.h, since libzermelo-book has it. */
#include "certificate/whole_certificate.h"

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
