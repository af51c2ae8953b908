/* What any file of zermelo knows of positions and of their moves: zermelo/probe.h in one page. With a number
 * of threads all of them ask about every position at once, and their answers must be the same.
 *
 *     cc probe_any.c $(pkg-config --cflags --libs zermelo-book) -pthread -o probe_any
 *     ./probe_any 1 4x4.layers.h5 "" 12
 *
 * A line for each position (text, value, score, distance), and one for each of its moves, the best with a
 * star. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zermelo/probe.h>

enum { THREADS_MAX = 64, LINE = 256 };

struct task {
  zermelo_file *file;
  char **positions;
  int count;
  char *text; /* what it has to say */
  size_t size;
};

static const char *name_of (const zermelo_known *known) {
  return !known->proven                 ? "unknown"
         : known->value == ZERMELO_WIN  ? "win"
         : known->value == ZERMELO_LOSS ? "loss"
                                        : "draw";
}

static void print_known (FILE *out, const char *name, const zermelo_known *known) {
  char score[24] = "-", distance[24] = "-";
  if (known->has_score)
    snprintf (score, sizeof score, "%d", known->score);
  if (known->distance >= 0)
    snprintf (distance, sizeof distance, "%d", known->distance);
  fprintf (out, "%s\t%s\t%s\t%s\n", name, name_of (known), score, distance);
}

static void ask (struct task *task, const char *position, FILE *out) {
  static const char none[] = "is not in this file";
  char error[500], name[LINE];
  zermelo_known known;
  zermelo_move *moves = malloc (ZERMELO_MOVES_MAX * sizeof *moves);
  const int found = zermelo_probe (task->file, position, &known, error, sizeof error);
  if (moves == NULL || found < 1)
    fprintf (out, "%s: %s\n", position, found < 0 ? error : none);
  else {
    print_known (out, *position == 0 ? "-" : position, &known);
    const int count
        = zermelo_probe_moves (task->file, position, moves, ZERMELO_MOVES_MAX, error, sizeof error);
    for (int i = 0; i < count && i < ZERMELO_MOVES_MAX; i++) {
      snprintf (name, sizeof name, "%c %s", moves[i].best ? '*' : ' ', moves[i].name);
      print_known (out, name, &moves[i].known);
    }
  }
  free (moves);
}

static void *run (void *context) {
  struct task *task = context;
  FILE *out = open_memstream (&task->text, &task->size);
  for (int i = 0; out != NULL && i < task->count; i++)
    ask (task, task->positions[i], out);
  if (out != NULL)
    fclose (out);
  return NULL;
}

int main (int argc, char **argv) {
  int code, threads = argc > 3 ? atoi (argv[1]) : 0, different = 0;
  char error[500];
  pthread_t thread[THREADS_MAX];
  struct task task[THREADS_MAX];
  if (threads < 1 || threads > THREADS_MAX) {
    fprintf (stderr, "usage: probe_any THREADS FILE POSITION...\n");
    return 64;
  }
  zermelo_file *file = zermelo_open (argv[2], &code, error, sizeof error);
  if (file == NULL) {
    fprintf (stderr, "%s\n", error);
    return code;
  }
  for (int i = 0; i < threads; i++) {
    task[i] = (struct task){ file, argv + 3, argc - 3, NULL, 0 };
    pthread_create (&thread[i], NULL, run, &task[i]);
  }
  for (int i = 0; i < threads; i++) {
    pthread_join (thread[i], NULL);
    different += strcmp (task[i].text, task[0].text) != 0;
  }
  fputs (task[0].text, stdout);
  for (int i = 0; i < threads; i++)
    free (task[i].text);
  zermelo_close (file);
  return different != 0;
}
