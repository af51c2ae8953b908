#include "store/hdf5_quiet.h"

#include "store/hdf5_library.h"

#include <stdlib.h>

static bool for_good;

void store_begin (void) { for_good = true; }

static void silence (void) {
  struct quiet before;
  quiet_begin (&before);
}

/* This handler is registered after HDF5's own exit handler, and therefore called before it. */
void quiet_at_exit (void) {
  static bool done;
  if (!done && !for_good)
    done = atexit (silence) == 0;
}

void quiet_begin (struct quiet *before) {
  *before = (struct quiet){ .second = 1 };
  H5Eauto_is_v2 (H5E_DEFAULT, &before->second);
  if (before->second) {
    H5Eget_auto2 (H5E_DEFAULT, &before->print.second, &before->data);
    H5Eset_auto2 (H5E_DEFAULT, NULL, NULL);
  } else {
    H5Eget_auto1 (&before->print.first, &before->data);
    H5Eset_auto1 (NULL, NULL);
  }
  H5PLget_loading_state (&before->plugins);
  H5PLset_loading_state (0);
}

void quiet_end (const struct quiet *before) {
  if (for_good)
    return;
  H5PLset_loading_state (before->plugins);
  if (before->second)
    H5Eset_auto2 (H5E_DEFAULT, before->print.second, before->data);
  else
    H5Eset_auto1 (before->print.first, before->data);
}
