/* For libFuzzer: the first byte says which kind, the others what is done to its sample (forge.h), so what it
 * learns about the readers steers the forger. With `--only=NAME` it is done to the kinds whose name begins
 * so. See README.md. */
#include "trial.h"

#include <string.h>

static const char *only = "";

int LLVMFuzzerInitialize (int *argc, char ***argv);
int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

int LLVMFuzzerInitialize (int *argc, char ***argv) {
  for (int i = 1; i < *argc; i++)
    if (strncmp ((*argv)[i], "--only=", 7) == 0)
      only = (*argv)[i] + 7;
  trials_begin (only);
  return 0;
}

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size) {
  const char *name = size < 1 ? "" : kinds[data[0] % kind_count].name;
  if (size < 1 || strncmp (name, only, strlen (only)) != 0)
    return -1;
  struct choices choices = { .data = data + 1, .left = size - 1 };
  trial (&kinds[data[0] % kind_count], &choices, 0);
  return 0;
}
