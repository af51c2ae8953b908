#include "store/checkpoint.h"

#include "store/new_file.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { REMARK = 300 };

/* The name of another generation, beside the file that the path leads to. */
static char *beside (const char *path, const char *suffix) {
  int own;
  char *name = path_leads_to (path, &own), *other = path_with_suffix (name, suffix);
  free (name);
  return other;
}

/* ---- writing ---- */

struct file_out *checkpoint_begin (const char *path, const struct file_identity *identity,
                                   struct failure *failure) {
  assert (identity->game[0] != 0 || identity->options[0] != 0); /* the identity tells the job from others */
  struct file_identity whole = *identity;
  snprintf (whole.kind, sizeof whole.kind, "%s", CHECKPOINT_KIND);
  whole.format = CHECKPOINT_FORMAT;
  snprintf (whole.description, sizeof whole.description, "%s",
            "What a run of Zermelo needs to go on after its end: answers, how far the proof is, and proven "
            "bounds of "
            "searches. The layout is private to this format");
  char *next = beside (path, ".next");
  struct file_out *file = file_create (next, &whole, failure);
  free (next);
  return file;
}

/* Give the last generation a second name, so that it has a name at every moment. Without hard links it is
 * renamed. */
static bool keep_last (const char *path, const char *previous) {
  if (access (path, F_OK) != 0)
    return true;
  unlink (previous);
  return link (path, previous) == 0 || rename (path, previous) == 0;
}

bool checkpoint_end (const char *path, struct file_out *file, struct failure *failure) {
  if (!file_commit (file))
    return false;
  char *newest = beside (path, ""), *next = beside (path, ".next"), *previous = beside (path, ".previous");
  const bool done = keep_last (newest, previous) && rename (next, newest) == 0;
  if (!done) {
    fail (failure, EXIT_IO, "cannot write %s: %s", path, strerror (errno));
    unlink (next);
  }
  free (newest);
  free (next);
  free (previous);
  return done;
}

bool checkpoint_possible (const char *path, struct failure *failure) {
  char *next = beside (path, ".next");
  const bool possible = new_file_reserve (path, failure) && new_file_possible (next, failure);
  free (next);
  return possible;
}

/* ---- reading ---- */

static void name_job (const struct file_identity *identity, char *text, size_t size) {
  snprintf (text, size, "%.20s%s%.30s%s%.30s%s%.150s", identity->game, identity->game[0] != 0 ? ":" : "",
            identity->board, identity->rules[0] != 0 ? "," : "", identity->rules,
            identity->game[0] != 0 ? " " : "", identity->options);
}

static bool is_of_job (const char *path, const struct file_identity *found,
                       const struct file_identity *wanted, struct failure *failure) {
  if (strcmp (found->kind, CHECKPOINT_KIND) != 0)
    return fail (failure, EXIT_BAD_DATA, "%.200s is no checkpoint but of the kind \"%s\"", path, found->kind);
  if (found->format != CHECKPOINT_FORMAT)
    return fail (failure, EXIT_BAD_DATA,
                 "%.200s: checkpoint of format %d; this program goes on from format %d only", path,
                 found->format, CHECKPOINT_FORMAT);
  if (strcmp (found->game, wanted->game) == 0 && strcmp (found->board, wanted->board) == 0
      && strcmp (found->rules, wanted->rules) == 0 && strcmp (found->options, wanted->options) == 0)
    return true;
  char theirs[240], ours[240];
  name_job (found, theirs, sizeof theirs);
  name_job (wanted, ours, sizeof ours);
  return fail (failure, EXIT_BAD_DATA,
               "%.120s is the checkpoint of another job: '%.140s', not '%.140s'; remove it to begin anew",
               path, theirs, ours);
}

/* Read one generation; without `read`, only check of which job it is. `failure` is set if the generation is
 * refused, `damage` if it cannot be read. */
static bool read_generation (const char *path, const struct file_identity *identity,
                             bool (*read) (void *, struct file_in *), void *context, struct failure *damage,
                             struct failure *failure) {
  struct file_in *file = file_open (path, NULL, 0, damage);
  if (file == NULL)
    return false;
  bool good = is_of_job (path, file_identify (file), identity, failure);
  if (good && read != NULL) {
    good = read (context, file);
    if (!good)
      fail (damage, EXIT_BAD_DATA, "%.300s is damaged: its parts do not fit together", path);
    good = good && file_adds_up (file);
  }
  file_close (file);
  return good;
}

enum checkpoint_state checkpoint_read (const char *path, const struct file_identity *identity,
                                       bool (*read) (void *, struct file_in *), void *context, char *remark,
                                       struct failure *failure) {
  assert (failure->code == 0); /* the state follows from this failure */
  char *previous = beside (path, ".previous");
  const bool newest_there = access (path, F_OK) == 0, previous_there = access (previous, F_OK) == 0;
  struct failure damage = { 0 }, older = { 0 };
  bool good = false;
  *remark = 0;
  if (newest_there)
    good = read_generation (path, identity, read, context, &damage, failure);
  if (!good && failure->code == 0 && previous_there) {
    good = read_generation (previous, identity, read, context, &older, failure);
    if (good && newest_there)
      snprintf (remark, REMARK, "%.180s; going on from %.80s", damage.text, previous);
    else if (good)
      snprintf (remark, REMARK, "%.120s is absent; going on from %.120s", path, previous);
  }
  assert (!good || failure->code == 0);
  free (previous);
  if (good)
    return CHECKPOINT_READ;
  if (failure->code == 0 && (damage.code != 0 || older.code != 0))
    fail (failure, EXIT_BAD_DATA, "%s", damage.code != 0 ? damage.text : older.text);
  return failure->code != 0 ? CHECKPOINT_REFUSED : CHECKPOINT_ABSENT;
}

bool checkpoint_is_of (const char *path, const struct file_identity *identity, struct failure *failure) {
  char remark[REMARK];
  return checkpoint_read (path, identity, NULL, NULL, remark, failure) != CHECKPOINT_REFUSED;
}
