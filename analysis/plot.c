#include "analysis/plot.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define COLOUR "#3d7edb" /* visible on light and on dark pages */

/* Sizes in pixels, and in characters. */
enum {
  WIDTH = 500,
  HEIGHT = 270,
  BAR_HEIGHT = 20,
  TOP = 10,
  BOTTOM = 62,
  LABEL_LENGTH = 30,
  TITLE_LENGTH = 60
};

/* ---- running gnuplot --------------------------------------------------------------------- */

/* Read a file from its start, with a zero added at the end; NULL if it cannot be read. */
static char *read_all (FILE *file) {
  if (fseek (file, 0, SEEK_END) != 0)
    return NULL;
  long size = ftell (file);
  if (size < 0)
    return NULL;
  rewind (file);
  char *text = allocate ((size_t) size + 1, 1);
  if (fread (text, 1, (size_t) size, file) != (size_t) size) {
    free (text);
    return NULL;
  }
  return text;
}

/* Start gnuplot with these files as standard input and output, and wait for it. */
static bool gnuplot_ran (FILE *script, FILE *output, struct failure *why) {
  char name[] = "gnuplot", no_settings[] = "--default-settings";
  char *const arguments[] = { name, no_settings, NULL };
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init (&actions);
  posix_spawn_file_actions_adddup2 (&actions, fileno (script), STDIN_FILENO);
  posix_spawn_file_actions_adddup2 (&actions, fileno (output), STDOUT_FILENO);
  posix_spawn_file_actions_addopen (&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  pid_t child;
  int error = posix_spawnp (&child, name, &actions, NULL, arguments, environ);
  posix_spawn_file_actions_destroy (&actions);
  if (error == ENOENT)
    return fail (why, EXIT_NO_INPUT, "gnuplot is not installed");
  if (error != 0)
    return fail (why, EXIT_IO, "gnuplot cannot be started: %s", strerror (error));
  int status = 0;
  while (waitpid (child, &status, 0) < 0)
    if (errno != EINTR)
      return fail (why, EXIT_IO, "gnuplot was lost: %s", strerror (errno));
  if (!WIFEXITED (status) || WEXITSTATUS (status) != 0)
    return fail (why, EXIT_IO, "gnuplot failed");
  return true;
}

/* ---- from gnuplot's SVG file to an element of a page ------------------------------------------- */

static bool starts (const char *text, const char *with) { return strncmp (text, with, strlen (with)) == 0; }

/* Copy the drawing: ids and references get the prefix, and black becomes the colour of the page. */
static void copy_drawing (FILE *out, const char *from, const char *end, const char *prefix) {
  static const struct {
    const char *old, *new;
    bool prefixed;
  } changes[] = {
    { " id=\"", " id=\"", true },
    { " id='", " id='", true },
    { "href='#", "href='#", true },
    { "='black'", "='currentColor'", false },
    { "=\"black\"", "=\"currentColor\"", false },
    /* an inherited colour would override that of the page */
    { " color=\"currentColor\"", "", false },
    { " color=\"black\"", "", false },
    { " font-family=\"sans-serif\"", "", false },
  };
  enum { CHANGES = sizeof changes / sizeof *changes };
  while (from < end) {
    int i = CHANGES - 1; /* the longer patterns come last */
    while (i >= 0 && !starts (from, changes[i].old))
      i--;
    if (i < 0) {
      fputc (*from++, out);
      continue;
    }
    fprintf (out, "%s%s", changes[i].new, changes[i].prefixed ? prefix : "");
    from += strlen (changes[i].old);
  }
}

/* The <svg> element of gnuplot's output, without what HTML does not need: prologue, namespaces, metadata. */
static char *svg_element (const char *svg, const char *prefix, int height, struct failure *why) {
  assert (height > 0);
  const char *from = strstr (svg, "</desc>"), *end = strstr (svg, "</svg>");
  if (from == NULL || end == NULL || end < from) {
    fail (why, EXIT_IO, "gnuplot drew nothing");
    return NULL;
  }
  char *element = NULL;
  size_t size;
  FILE *out = open_memstream (&element, &size);
  if (out == NULL) {
    fail (why, EXIT_IO, "no memory for a plot");
    return NULL;
  }
  fprintf (out, "<svg viewBox=\"0 0 %d %d\" role=\"img\">", WIDTH, height);
  copy_drawing (out, from + strlen ("</desc>"), end, prefix);
  fputs ("</svg>\n", out);
  if (fclose (out) != 0) {
    free (element);
    fail (why, EXIT_IO, "no memory for a plot");
    return NULL;
  }
  return element;
}

/* Two unnamed temporary files for one run of gnuplot. */
struct drawing {
  FILE *script, *output;
  const char *prefix;
  int height;
};

static bool drawing_begin (struct drawing *drawing, const char *prefix, int height, struct failure *why) {
  *drawing
      = (struct drawing){ .script = tmpfile (), .output = tmpfile (), .prefix = prefix, .height = height };
  if (drawing->script == NULL || drawing->output == NULL) {
    fail (why, EXIT_CANNOT_CREATE, "no temporary file for a plot: %s", strerror (errno));
    if (drawing->script != NULL)
      fclose (drawing->script);
    if (drawing->output != NULL)
      fclose (drawing->output);
    return false;
  }
  fprintf (drawing->script,
           "set encoding utf8\n"
           "set terminal svg size %d,%d dynamic noenhanced font 'sans-serif,12'\n"
           "unset key\nset border 3 lw 0.7\nset tics nomirror out scale 0.6\nset xtics offset 0,0.2\n"
           "set grid lt 1 lw 0.5 lc rgb 'gray'\n"
           "set bmargin at screen %.6f\nset tmargin at screen %.6f\n",
           WIDTH, height, (double) BOTTOM / height, 1 - (double) TOP / height);
  return true;
}

static char *drawing_end (struct drawing *drawing, struct failure *why) {
  char *svg = NULL, *element = NULL;
  bool written = fflush (drawing->script) == 0 && !ferror (drawing->script);
  rewind (drawing->script);
  if (!written)
    fail (why, EXIT_IO, "a temporary file cannot be written: %s", strerror (errno));
  else if (gnuplot_ran (drawing->script, drawing->output, why)) {
    svg = read_all (drawing->output);
    element = svg_element (svg != NULL ? svg : "", drawing->prefix, drawing->height, why);
  }
  free (svg);
  fclose (drawing->script);
  fclose (drawing->output);
  return element;
}

/* ---- drawings ---------------------------------------------------------------------------- */

/* Write a string in single quotes: gnuplot expands nothing in it, and only the quote itself is doubled. */
static void write_quoted (FILE *script, const char *text, size_t length_max) {
  assert (length_max > 3); /* room for "..." */
  size_t length = strlen (text), shown = length <= length_max ? length : length_max - 3;
  fputc ('\'', script);
  for (size_t i = 0; i < shown; i++) {
    if (text[i] == '\'')
      fputc ('\'', script);
    fputc (text[i] >= ' ' && text[i] <= '~' ? text[i] : '?', script);
  }
  fputs (shown < length ? "...'" : "'", script);
}

static void write_setting (FILE *script, const char *setting, const char *text) {
  fprintf (script, "set %s ", setting);
  write_quoted (script, text, TITLE_LENGTH);
  fputc ('\n', script);
}

/* A round distance between tics, at least 1, for about twelve of them. */
static double tic_distance (double range) {
  assert (range >= 0);
  static const double steps[] = { 1, 2, 5 };
  double decade = 1;
  for (int i = 0;; i = (i + 1) % 3) {
    if (range / (decade * steps[i]) <= 12)
      return decade * steps[i];
    if (i == 2)
      decade *= 10;
  }
}

static double largest (const double *y, size_t count) {
  double most = 0;
  for (size_t i = 0; i < count; i++)
    if (y[i] > most)
      most = y[i];
  return most;
}

static void write_axes (FILE *script, const struct plot_axes *axes, size_t count, double most) {
  write_setting (script, "xlabel offset 0,0.6", axes->x_title);
  write_setting (script, "ylabel", axes->y_title);
  fprintf (script, "set xrange [-0.5:%.1f]\nset xtics 0,%.0f\n", (double) count - 0.5,
           tic_distance ((double) count));
  if (axes->logarithmic)
    fprintf (script, "set logscale y\nset yrange [0.7:%.17g]\nset format y '%%.0s%%c'\nunset mytics\n",
             2 * most);
  else
    fprintf (script, "set yrange [0:%.17g]\n", most > 0 ? 1.05 * most : 1);
}

char *plot_line (const char *prefix, const struct plot_axes *axes, const double *y, size_t count,
                 struct failure *why) {
  struct drawing drawing;
  if (!drawing_begin (&drawing, prefix, HEIGHT, why))
    return NULL;
  FILE *script = drawing.script;
  double most = largest (y, count);
  write_axes (script, axes, count, most);
  fputs ("$data << END\n", script);
  for (size_t i = 0; i < count; i++)
    if (!axes->logarithmic || y[i] > 0)
      fprintf (script, "%zu %.17g\n", i, y[i]);
  fprintf (script, "END\nplot $data using 1:2 with linespoints lc rgb '%s' lw 2 pt 7 ps %s title ", COLOUR,
           count <= 64 ? "0.6" : "0.2");
  write_quoted (script, axes->y_title, TITLE_LENGTH);
  return drawing_end (&drawing, why);
}

char *plot_curves (const char *prefix, const struct plot_axes *axes, const struct plot_series *series,
                   size_t lines, size_t count, struct failure *why) {
  static const char *const colours[PLOT_SERIES]
      = { COLOUR, "#d1574f", "#2f9e5f", "#c98a1b", "#8a63c9", "#5f7280" };
  struct drawing drawing;
  double most = 1;
  assert (lines >= 1 && lines <= PLOT_SERIES);
  if (!drawing_begin (&drawing, prefix, HEIGHT, why))
    return NULL;
  FILE *script = drawing.script;
  for (size_t i = 0; i < lines; i++) {
    const double highest = largest (series[i].y, count);
    most = highest > most ? highest : most;
  }
  write_axes (script, axes, count, axes->logarithmic ? 20 * most : most); /* room for the key */
  fputs ("set key top left reverse Left\n", script);
  for (size_t i = 0; i < lines; i++) {
    fprintf (script, "$data%zu << END\n0 NaN\n", i);
    for (size_t x = 0; x < count; x++)
      if (series[i].y[x] > 0)
        fprintf (script, "%zu %.17g\n", x, series[i].y[x]);
    fputs ("END\n", script);
  }
  for (size_t i = 0; i < lines; i++) {
    fprintf (script, "%s$data%zu using 1:2 with linespoints lc rgb '%s' lw 2 pt 7 ps 0.6 title ",
             i == 0 ? "plot " : ", ", i, colours[i]);
    write_quoted (script, series[i].name, TITLE_LENGTH);
  }
  fputc ('\n', script);
  return drawing_end (&drawing, why);
}

/* Begin a plot of bars from top to bottom: the axes, their labels, and the texts at the ends of the bars,
 * which are our own and may be UTF-8. */
static void begin_bars (FILE *script, const char *x_title, double reach, const struct plot_bar *bars,
                        size_t count) {
  assert (reach > 0 && count >= 1);
  size_t longest = 0;
  for (size_t i = 0; i < count; i++)
    longest = strlen (bars[i].label) > longest ? strlen (bars[i].label) : longest;
  write_setting (script, "xlabel offset 0,0.6", x_title);
  fprintf (
      script,
      "set xrange [0:%.17g]\nset yrange [%.1f:-0.5]\nset grid noytics\nset ytics scale 0\nset lmargin %.1f\n",
      1.15 * reach, (double) count - 0.5,
      2 + 0.85 * (double) (longest < LABEL_LENGTH ? longest : LABEL_LENGTH));
  for (size_t i = 0; i < count; i++) {
    assert (bars[i].length >= 0);
    fprintf (script, "set ytics %s(", i == 0 ? "" : "add ");
    write_quoted (script, bars[i].label, LABEL_LENGTH);
    fprintf (script, " %zu)\nset label '%s' at %.17g,%zu left offset 0.5,0\n", i, bars[i].text,
             bars[i].length, i);
  }
}

char *plot_bars (const char *prefix, const char *x_title, double reach, const struct plot_bar *bars,
                 size_t count, struct failure *why) {
  struct drawing drawing;
  if (!drawing_begin (&drawing, prefix, (int) count * BAR_HEIGHT + TOP + BOTTOM, why))
    return NULL;
  FILE *script = drawing.script;
  for (size_t i = 0; i < count; i++)
    reach = bars[i].length > reach ? bars[i].length : reach;
  begin_bars (script, x_title, reach > 0 ? reach : 1, bars, count);
  fputs ("$data << END\n", script);
  for (size_t i = 0; i < count; i++)
    fprintf (script, "%zu %.17g\n", i, bars[i].length);
  fprintf (script,
           "END\nplot $data using (0):1:(0):2:($1-0.35):($1+0.35) with boxxyerror fs solid noborder lc rgb "
           "'%s' title ",
           COLOUR);
  write_quoted (script, x_title, TITLE_LENGTH);
  return drawing_end (&drawing, why);
}

const char *const plot_part_colours[PLOT_PARTS] = { "#2f9e5f", "#9aa4b0", "#d1574f" };

char *plot_stacks (const char *prefix, const char *x_title, const struct plot_bar *bars, size_t count,
                   struct failure *why) {
  struct drawing drawing;
  if (!drawing_begin (&drawing, prefix, (int) count * BAR_HEIGHT + TOP + BOTTOM, why))
    return NULL;
  FILE *script = drawing.script;
  begin_bars (script, x_title, 100, bars, count);
  fputs ("set xtics 0,20,100\n$data << END\n", script);
  for (size_t i = 0; i < count; i++) {
    double sum = 0, end = 0;
    for (int part = 0; part < PLOT_PARTS; part++) {
      assert (bars[i].part[part] >= 0);
      sum += bars[i].part[part];
    }
    fprintf (script, "%zu 0", i);
    for (int part = 0; part < PLOT_PARTS; part++)
      fprintf (script, " %.17g", sum > 0 ? 100 * (end += bars[i].part[part]) / sum : 0);
    fputc ('\n', script);
  }
  fputs ("END\nplot ", script);
  for (int part = 0; part < PLOT_PARTS; part++)
    fprintf (
        script,
        "%s$data using %d:1:%d:%d:($1-0.35):($1+0.35) with boxxyerror fs solid noborder lc rgb '%s' notitle",
        part == 0 ? "" : ", ", part + 2, part + 2, part + 3, plot_part_colours[part]);
  fputc ('\n', script);
  return drawing_end (&drawing, why);
}
