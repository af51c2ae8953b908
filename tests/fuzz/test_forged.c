/* Forged files of all kinds: every reader ends with one line and the right code, or with a right answer.
 *
 *     test_forged [KIND [FIRST [COUNT [SECONDS]]]]
 *
 * COUNT forgeries of that kind (all: of each), with seeds from FIRST on; SECONDS: again and again with
 * others, until that much time has passed. `test_forged replay FOLDER`: what a fuzzer found and others kept.
 * `test_forged agree FOLDER`: the certificates among these, and some of each kind, by all their readers.
 */
#include "trial.h"

#include "base/clock.h"
#include "base/failure.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COUNT = 100, AGREED = 20 };

static void try_seeds (const struct kind *kind, uint64_t first, uint64_t count) {
  uint64_t codes[256] = { 0 };
  const double begun = clock_seconds ();
  for (uint64_t seed = first; seed < first + count; seed++) {
    struct choices choices = { .state = seed * UINT64_C (0x2545f4914f6cdd1d) };
    codes[trial (kind, &choices, seed) & 255]++;
  }
  fprintf (stderr, "%s: %llu forged in %.1f s:", kind->name, (unsigned long long) count,
           clock_seconds () - begun);
  for (int code = 0; code < 256; code++)
    if (codes[code] > 0)
      fprintf (stderr, " %llu ended with %d", (unsigned long long) codes[code], code);
  fputc ('\n', stderr);
}

/* All, or the certificates alone. */
static int replay (const char *path, bool agree) {
  char name[600];
  int files = 0;
  DIR *directory = opendir (path);
  if (directory == NULL)
    return 66;
  for (const struct dirent *entry; (entry = readdir (directory)) != NULL;) {
    snprintf (name, sizeof name, "%.300s/%.200s", path, entry->d_name);
    struct blob blob = entry->d_name[0] == '.' ? (struct blob){ 0 } : blob_read (name);
    if (blob.size > 0) {
      struct choices choices = { .data = blob.data + 1, .left = blob.size - 1 };
      const struct kind *kind = &kinds[blob.data[0] % kind_count];
      if (!agree)
        trial (kind, &choices, 0);
      else if (is_certificate (kind))
        trial_of_agreement (kind, &choices, 0);
      files += !agree || is_certificate (kind);
    }
    free (blob.data);
  }
  closedir (directory);
  fprintf (stderr, "%d kept forgeries\n", files);
  return files == 0;
}

/* Some of each kind of certificate. */
static void agree_on_seeds (void) {
  uint64_t codes[256] = { 0 };
  for (int i = 0; i < kind_count; i++)
    for (uint64_t seed = 1; seed <= AGREED && is_certificate (&kinds[i]); seed++) {
      struct choices choices = { .state = seed * UINT64_C (0x2545f4914f6cdd1d) };
      codes[trial_of_agreement (&kinds[i], &choices, seed) & 255]++;
    }
  fprintf (stderr, "%llu accepted, %llu not, %llu unreadable\n", (unsigned long long) codes[0],
           (unsigned long long) codes[EXIT_DIFFERS], (unsigned long long) codes[EXIT_BAD_DATA]);
}

int main (int argc, char **argv) {
  const char *kind = argc > 1 ? argv[1] : "all";
  const bool agree = strcmp (kind, "agree") == 0, replays = agree || strcmp (kind, "replay") == 0;
  char *path = replays && argc > 2 ? realpath (argv[2], NULL) : NULL;
  uint64_t first = argc > 2 && !replays ? strtoull (argv[2], NULL, 10) : 1;
  const uint64_t count = argc > 3 ? strtoull (argv[3], NULL, 10) : COUNT;
  const double end = clock_seconds () + (argc > 4 ? atof (argv[4]) : 0);
  trials_begin (agree ? "certificate" : replays || strcmp (kind, "all") == 0 ? NULL : kind);
  int code = replays ? replay (path == NULL ? "" : path, agree) : 0;
  if (agree)
    agree_on_seeds ();
  if (!replays)
    do {
      for (int i = 0; i < kind_count; i++)
        if (strcmp (kind, "all") == 0 || strcmp (kind, kinds[i].name) == 0)
          try_seeds (&kinds[i], first, count);
      first += count;
    } while (clock_seconds () < end);
  free (path);
  trials_end ();
  return code;
}
