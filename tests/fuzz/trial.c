#include "trial.h"

#include "base/failure.h"
#include "checker/certificate_file.h"
#include "checker/checker.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <hdf5.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { KINDS_MAX = 32, FILES_MAX = 64, WORDS_MAX = 32, COMPLAINT = 4000, SECONDS = 60 };

struct sample {
  int count;
  char path[FILES_MAX][160];
  struct blob blob[FILES_MAX];
};

static struct sample samples[KINDS_MAX];
static char folder[200];
static int own_error = 2, kept_error = -1; /* standard error, and what takes its place */

/* What runs now, for those who have to see it again. */
static const struct kind *now;
static uint64_t now_seed;
static const char *now_command = "";

/* ---- the end of the process ---- */

static void tell_what_ran (void) {
  char text[COMPLAINT];
  dup2 (own_error, 2);
  const ssize_t length = pread (kept_error, text, sizeof text - 1, 0);
  text[length > 0 ? length : 0] = 0;
  dprintf (2, "%s: seed %llu, '%s': %s\n", now == NULL ? "-" : now->name, (unsigned long long) now_seed,
           now_command, text);
}

static void die (int signal_number) {
  tell_what_ran ();
  signal (signal_number, SIG_DFL);
  raise (signal_number);
}

/* In the place of exit(), which our own mistakes and lack of memory call. */
static void no_exit (int code) {
  dprintf (2, "exit (%d)\n", code);
  abort ();
}

/* Of the sanitizers, if they are here. */
void __sanitizer_set_death_callback (void (*) (void)) __attribute__ ((weak));

/* HDF5 1.10 forgets memory when it cannot read something; no other code may. */
const char *__lsan_default_suppressions (void);

const char *__lsan_default_suppressions (void) { return "leak:libhdf5\n"; }

/* ---- the command ---- */

static void wrong (const char *what) {
  dprintf (2, "%s\n", what);
  abort ();
}

/* In place: words apart at spaces; '' is an empty one. */
static int split (char *text, char **words, const char *file) {
  int count = 0;
  for (char *rest = text, *word; count < WORDS_MAX && (word = strtok_r (rest, " ", &rest)) != NULL;)
    words[count++] = strcmp (word, "''") == 0 ? (char *) "" : strcmp (word, "F") == 0 ? (char *) file : word;
  words[count] = NULL;
  return count;
}

/* Files, groups, datasets, attributes and types that are open: what makes HDF5 loop as the process ends. */
static int hdf5_objects (void) { return (int) H5Fget_obj_count ((hid_t) H5F_OBJ_ALL, H5F_OBJ_ALL); }

static int run_inside (const char *command, const char *file, bool many_lines) {
  char text[300] = "zermelo ", *words[WORDS_MAX + 1], complaint[COMPLAINT];
  snprintf (text + 8, sizeof text - 8, "%s", command);
  now_command = command;
  const int count = split (text, words, file), before = hdf5_objects ();
  if (ftruncate (kept_error, 0) != 0 || lseek (kept_error, 0, SEEK_SET) != 0)
    wrong ("no place for complaints");
  dup2 (kept_error, 2);
  alarm (SECONDS);
  const int code = zermelo_main (count, words);
  alarm (0);
  const ssize_t length = pread (kept_error, complaint, sizeof complaint - 1, 0);
  complaint[length > 0 ? length : 0] = 0;
  const char *line = strchr (complaint, '\n');
  if (hdf5_objects () != before)
    wrong ("something of HDF5 was left open");
  if (strstr (complaint, "HDF5") != NULL && strstr (complaint, "zermelo: ") == NULL)
    wrong ("HDF5 speaks");
  if (code != 0 && (line == NULL || (line[1] != 0 && !many_lines)))
    wrong ("not one line");
  if (code != 0 && code != EXIT_DIFFERS && code != EXIT_USAGE && code != EXIT_BAD_DATA
      && code != EXIT_NO_INPUT && code != EXIT_UNFINISHED && code != EXIT_CANNOT_CREATE) {
    dprintf (2, "exit code %d\n", code);
    abort ();
  }
  dup2 (own_error, 2);
  return code;
}

/* ---- samples ---- */

static void keep_file (struct sample *sample, const char *path) {
  if (sample->count == FILES_MAX)
    return;
  snprintf (sample->path[sample->count], sizeof sample->path[0], "%s", path);
  sample->blob[sample->count++] = blob_read (path);
}

static void keep (struct sample *sample, const char *path) {
  char name[300];
  DIR *directory = opendir (path);
  if (directory == NULL) {
    keep_file (sample, path);
    return;
  }
  for (const struct dirent *entry; (entry = readdir (directory)) != NULL;)
    if (entry->d_name[0] != '.') {
      snprintf (name, sizeof name, "%s/%s", path, entry->d_name);
      keep_file (sample, name);
    }
  closedir (directory);
}

static void restore (const struct kind *kind, const struct sample *sample) {
  char previous[200];
  snprintf (previous, sizeof previous, "%s.previous", kind->file);
  remove (previous);
  if (strcmp (sample->path[0], kind->file) != 0)
    mkdir (kind->file, 0777);
  for (int i = 0; i < sample->count; i++)
    blob_write (sample->path[i], sample->blob[i]);
}

static void make (const struct kind *kind, struct sample *sample) {
  if (kind->text != NULL)
    blob_write (kind->file, (struct blob){ (uint8_t *) kind->text, strlen (kind->text) });
  else if (kind->prepare != NULL)
    kind->prepare ();
  else {
    now = kind;
    if (run_inside (kind->make, kind->file, true) != 0)
      wrong ("no sample");
  }
  keep (sample, kind->file);
  if (sample->count == 0 || sample->blob[0].size == 0)
    internal_error (__FILE__, __LINE__, "no sample of %s", kind->name);
}

void trials_begin (const char *only) {
  static const char *const places[] = { "/dev/shm", "/tmp" };
  for (int i = 0; i < 2 && *folder == 0; i++) {
    snprintf (folder, sizeof folder, "%s/zermelo-fuzz-XXXXXX", places[i]);
    if (mkdtemp (folder) == NULL)
      *folder = 0;
  }
  const int nothing = open ("/dev/null", O_WRONLY);
  own_error = dup (2);
  kept_error = memfd_create ("complaints", 0);
  if (*folder == 0 || chdir (folder) != 0 || dup2 (nothing, 1) < 0 || own_error < 0 || kept_error < 0)
    internal_error (__FILE__, __LINE__, "no place to work in");
  /* Else the command begins anew. For libgomp it is too late: it read the environment as it was loaded. */
  setenv ("OMP_WAIT_POLICY", "passive", 1);
  setenv ("ZERMELO_DATA", folder, 1);
  setenv ("PATH", folder, 1); /* no gnuplot: a process of its own each time */
  failure_exit = no_exit;
  H5Eset_auto2 (H5E_DEFAULT, NULL, NULL);
  /* HDF5 keeps its memory for the next file: to get it afresh takes longer than to read a small one. */
  H5set_free_list_limits (-1, -1, -1, -1, -1, -1);
  if (__sanitizer_set_death_callback != NULL)
    __sanitizer_set_death_callback (tell_what_ran);
  else
    for (int i = 0; i < 3; i++)
      signal ((int[]){ SIGSEGV, SIGBUS, SIGFPE }[i], die);
  signal (SIGABRT, die);
  signal (SIGALRM, die);
  for (int i = 0; i < kind_count; i++)
    if (only == NULL || strncmp (only, kinds[i].name, strlen (only)) == 0)
      make (&kinds[i], &samples[i]);
}

static int remove_one (const char *path, const struct stat *status, int type, struct FTW *walk) {
  (void) status, (void) type, (void) walk;
  return remove (path);
}

void trials_end (void) {
  dup2 (own_error, 2);
  if (chdir ("/") == 0)
    nftw (folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

/* ---- trials ---- */

static void forge (const struct kind *kind, const struct sample *sample, struct choices *choices) {
  const uint32_t which = choose (choices, (uint32_t) sample->count);
  if (kind->hdf5) {
    forge_hdf5 (choices, sample->path[0]);
    return;
  }
  struct blob blob = { allocate (sample->blob[which].size, 1), sample->blob[which].size };
  memcpy (blob.data, sample->blob[which].data, blob.size);
  forge_bytes (choices, &blob, kind->words);
  if (kind->finish != NULL)
    kind->finish (&blob);
  blob_write (sample->path[which], blob);
  free (blob.data);
}

int trial (const struct kind *kind, struct choices *choices, uint64_t seed) {
  const struct sample *sample = &samples[kind - kinds];
  int readers = 0;
  while (kind->readers[readers] != NULL)
    readers++;
  now = kind;
  now_seed = seed;
  now_command = "forge";
  restore (kind, sample);
  const uint32_t reader = choose (choices, (uint32_t) readers + kind->shares);
  forge (kind, sample, choices);
  if (reader >= (uint32_t) readers) {
    now_command = "by functions";
    alarm (SECONDS);
    kind->ask (kind->file);
    alarm (0);
    return 0;
  }
  return run_inside (kind->readers[reader], kind->file, kind->many_lines);
}

/* ---- readers that must agree ---- */

bool is_certificate (const struct kind *kind) { return strncmp (kind->name, "certificate", 11) == 0; }

/* As zermelo-check ends. */
static int check_alone (const char *path) {
  struct certificate_file file;
  struct verdict verdict;
  if (certificate_file_open (&file, path) != NULL)
    return EXIT_BAD_DATA;
  check_certificate (&file, &verdict);
  certificate_file_close (&file);
  return verdict.unreadable != NULL ? EXIT_BAD_DATA : verdict.accepted ? 0 : EXIT_DIFFERS;
}

int trial_of_agreement (const struct kind *kind, struct choices *choices, uint64_t seed) {
  static const char *const checking[]
      = { "report F -o page.html", "certificate shrink F -o less.h5 --quiet" };
  static const char *const reading[] = { "probe F ''", "export F --format text -o text --quiet",
                                         "export F --format html -o page.html --quiet" };
  now = kind;
  now_seed = seed;
  now_command = "forge";
  restore (kind, &samples[kind - kinds]);
  choose (choices, 2); /* as trial(), which chooses a reader */
  forge (kind, &samples[kind - kinds], choices);
  const int code = run_inside ("check F --threads 1 --quiet", kind->file, false);
  const bool refused = code == EXIT_BAD_DATA, cyclic = strcmp (kind->name, "certificate") == 0;
  for (int i = 0; i < 2 - cyclic; i++)
    if (run_inside (checking[i], kind->file, true) != code) /* a page is made, and what is wrong said */
      wrong ("it does not agree with check");
  for (int i = 0; i < 3; i++)
    if ((run_inside (reading[i], kind->file, true) == EXIT_BAD_DATA) != refused)
      wrong ("it reads what check does not, or the other way round");
  now_command = "zermelo-check";
  if (!refused && check_alone (kind->file) != code)
    wrong ("it does not agree with check");
  return code;
}
