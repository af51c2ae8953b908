/* For libFuzzer: the first byte says which kind, the others what is done to its sample (forge.h), so what it
 * learns about the readers steers the forger. See README.md. */
#include "trial.h"

int LLVMFuzzerInitialize (int *argc, char ***argv);
int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

int
LLVMFuzzerInitialize (int *argc, char ***argv)
{
  (void) argc, (void) argv;
  trials_begin (NULL);
  return 0;
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  if (size < 1)
    return -1;
  struct choices choices = { .data = data + 1, .left = size - 1 };
  trial (&kinds[data[0] % kind_count], &choices, 0);
  return 0;
}
