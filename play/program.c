#include "play/program.h"

#include "base/clock.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

struct program {
  pid_t child;
  char tag[60]; /* an environment variable of the program, inherited by all processes that it starts */
  int to, from; /* pipes, which do not block */
  struct program_watch watch;
  char bytes[PROGRAM_LINE_TEXT]; /* bytes that have been read but not used */
  size_t used;
};

/* ---- start ---- */

/* Make a pipe whose end `ours` does not block and whose ends are closed in other programs. */
static bool make_pipe (int pair[2], int ours) {
  if (pipe2 (pair, O_CLOEXEC) != 0)
    return false;
  fcntl (pair[ours], F_SETFL, O_NONBLOCK);
  return true;
}

static void close_both (const int pair[2]) {
  close (pair[0]);
  close (pair[1]);
}

/* The environment, with a tag in front, and without the variables of a launcher of this process: a program
 * started by a rank is not a rank, and must not take itself for one. The texts are borrowed. */
static char **environment_of_its_own (char *tag) {
  static const char *const launchers[] = { "OMPI_", "PMIX_", "PMI_", "SLURM_" };
  size_t all = 0, count = 0;
  while (environ[all] != NULL)
    all++;
  char **list = allocate (all + 2, sizeof *list);
  list[count++] = tag;
  for (size_t i = 0; i < all; i++) {
    bool launched = false;
    for (size_t j = 0; j < sizeof launchers / sizeof *launchers; j++)
      launched = launched || strncmp (environ[i], launchers[j], strlen (launchers[j])) == 0;
    if (!launched)
      list[count++] = environ[i];
  }
  return list;
}

/* Start the program: its standard files are the pipes, it leads a process group, and its signals have the
 * defaults of a shell. Returns an errno. */
static int spawn (struct program *program, const char *command, int in, int out) {
  char shell[] = "sh", option[] = "-c", *text = strdup (command),
       **environment = environment_of_its_own (program->tag);
  char *const arguments[] = { shell, option, text, NULL };
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  sigset_t none, usual;
  sigemptyset (&none);
  sigemptyset (&usual);
  sigaddset (&usual, SIGPIPE);
  posix_spawn_file_actions_init (&actions);
  posix_spawn_file_actions_adddup2 (&actions, in, STDIN_FILENO);
  posix_spawn_file_actions_adddup2 (&actions, out, STDOUT_FILENO);
  posix_spawn_file_actions_addopen (&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addclosefrom_np (&actions, STDERR_FILENO + 1);
  posix_spawnattr_init (&attributes);
  posix_spawnattr_setflags (&attributes,
                            POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  posix_spawnattr_setpgroup (&attributes, 0);
  posix_spawnattr_setsigmask (&attributes, &none);
  posix_spawnattr_setsigdefault (&attributes, &usual);
  const int error = posix_spawn (&program->child, "/bin/sh", &actions, &attributes, arguments, environment);
  posix_spawnattr_destroy (&attributes);
  posix_spawn_file_actions_destroy (&actions);
  free (environment);
  free (text);
  return error;
}

/* Start the program between two pipes, one to it and one from it. Returns an errno. */
static int start_between_pipes (struct program *program, const char *command) {
  int to[2] = { -1, -1 }, from[2] = { -1, -1 };
  if (!make_pipe (to, 1))
    return errno;
  if (!make_pipe (from, 0)) {
    const int error = errno;
    close_both (to);
    return error;
  }
  const int error = spawn (program, command, to[0], from[1]);
  if (error != 0) {
    close_both (to);
    close_both (from);
    return error;
  }
  close (to[0]);
  close (from[1]);
  program->to = to[1];
  program->from = from[0];
  return 0;
}

struct program *program_start (const char *command, const struct program_watch *watch,
                               struct failure *failure) {
  struct program *program = allocate (1, sizeof *program);
  program->watch = *watch;
  snprintf (program->tag, sizeof program->tag, "ZERMELO_PROGRAM_%d_%.0f=1", (int) getpid (),
            1e9 * clock_seconds ());
  const int error = start_between_pipes (program, command);
  if (error == 0)
    return program;
  fail (failure, EXIT_IO, "cannot start '%.200s': %s", command, strerror (error));
  free (program);
  return NULL;
}

/* ---- lines ---- */

/* Wait, in short intervals, until a pipe can be used. */
static enum exchange wait_for (struct program *program, int descriptor, short events, double deadline) {
  static const double NAP = 0.05;
  struct pollfd pipe = { .fd = descriptor, .events = events };
  for (;;) {
    const double now = clock_seconds ();
    if (program->watch.stops != NULL && program->watch.stops (program->watch.context))
      return EXCHANGE_STOPPED;
    if (deadline != 0 && now >= deadline)
      return EXCHANGE_LATE;
    const double left = deadline != 0 && deadline - now < NAP ? deadline - now : NAP;
    const int ready = poll (&pipe, 1, (int) (1000 * left) + 1);
    if (ready > 0)
      return EXCHANGE_DONE;
    if (ready < 0 && errno != EINTR)
      return EXCHANGE_GONE;
  }
}

enum exchange program_send (struct program *program, const char *text, double deadline) {
  size_t left = strlen (text);
  while (left > 0) {
    const enum exchange ready = wait_for (program, program->to, POLLOUT, deadline);
    if (ready != EXCHANGE_DONE)
      return ready;
    const ssize_t sent = write (program->to, text, left);
    if (sent > 0) {
      text += sent;
      left -= (size_t) sent;
    } else if (sent < 0 && errno != EAGAIN && errno != EINTR)
      return EXCHANGE_GONE;
  }
  return EXCHANGE_DONE;
}

/* Take the first line that has been read; false: there is no complete line. */
static bool take_line (struct program *program, char *line) {
  const char *end = memchr (program->bytes, '\n', program->used);
  if (end == NULL)
    return false;
  const size_t whole = (size_t) (end - program->bytes) + 1;
  size_t from = 0, to = whole - 1;
  while (from < to && isspace ((unsigned char) program->bytes[from]))
    from++;
  while (to > from && isspace ((unsigned char) program->bytes[to - 1]))
    to--;
  memcpy (line, program->bytes + from, to - from);
  line[to - from] = 0;
  program->used -= whole;
  memmove (program->bytes, program->bytes + whole, program->used);
  return true;
}

enum exchange program_read (struct program *program, double deadline, char line[PROGRAM_LINE_TEXT]) {
  while (!take_line (program, line)) {
    if (program->used == sizeof program->bytes)
      return EXCHANGE_GONE;
    const enum exchange ready = wait_for (program, program->from, POLLIN, deadline);
    if (ready != EXCHANGE_DONE)
      return ready;
    const ssize_t got
        = read (program->from, program->bytes + program->used, sizeof program->bytes - program->used);
    if (got > 0)
      program->used += (size_t) got;
    else if (got == 0 || (errno != EAGAIN && errno != EINTR))
      return EXCHANGE_GONE;
  }
  return deadline != 0 && clock_seconds () >= deadline ? EXCHANGE_LATE : EXCHANGE_DONE;
}

/* ---- end ---- */

/* Has the program ended? It is not reaped yet, so that its process number is not reused. */
static bool has_ended (const struct program *program) {
  siginfo_t info = { .si_pid = 0 };
  return waitid (P_PID, (id_t) program->child, &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid != 0;
}

/* Does a process belong to the program? It may have left the group, but processes inherit the tag, unless
 * they remove it. */
static bool has_tag (const struct program *program, const char *process) {
  char path[300];
  size_t size = 0;
  char *text = NULL;
  bool found = false;
  snprintf (path, sizeof path, "/proc/%.200s/environ", process);
  FILE *file = fopen (path, "r");
  while (file != NULL && !found && getdelim (&text, &size, 0, file) > 0)
    found = strcmp (text, program->tag) == 0;
  free (text);
  if (file != NULL)
    fclose (file);
  return found;
}

/* Kill the program's processes outside its group. Returns whether there were any. */
static bool kill_tagged (const struct program *program) {
  bool any = false;
  DIR *processes = opendir ("/proc");
  for (const struct dirent *entry; processes != NULL && (entry = readdir (processes)) != NULL;) {
    char *end;
    const long process = strtol (entry->d_name, &end, 10);
    if (*end == 0 && process > 1 && process != getpid () && process != program->child
        && has_tag (program, entry->d_name))
      any = kill ((pid_t) process, SIGKILL) == 0 || any;
  }
  if (processes != NULL)
    closedir (processes);
  return any;
}

void program_end (struct program *program, const char *farewell) {
  enum { ROUNDS = 20 }; /* repeated, since remaining processes can start new ones meanwhile */
  static const double MOMENT = 0.5, NAP = 0.005;
  if (program == NULL)
    return;
  const double deadline = clock_seconds () + MOMENT;
  program->watch.stops = NULL;
  const bool polite = farewell != NULL && program_send (program, farewell, deadline) == EXCHANGE_DONE;
  close (program->to);
  while (polite && !has_ended (program) && clock_seconds () < deadline)
    clock_nap (NAP);
  kill (-program->child, SIGKILL);
  close (program->from);
  while (waitpid (program->child, NULL, 0) < 0 && errno == EINTR)
    continue;
  for (int i = 0; i < ROUNDS && kill_tagged (program); i++)
    clock_nap (NAP);
  free (program);
}
