/* What files of Zermelo know of positions and of their moves: zermelo/probe.h in one page.
 *
 *     cc probe_any.c $(pkg-config --cflags --libs zermelo-book) -o probe_any
 *     ./probe_any 7x6.book.h5 "" 444
 *
 * A line for the file; one for each position (text, value, score, distance), and one for each of its moves,
 * the best with a star. */
#include <stdio.h>
#include <zermelo/probe.h>

static void print_known (const char *name, const zermelo_knowledge *known) {
  static const char *const values[] = { "loss", "draw", "win" };
  printf ("%s\t%s\t", name, known->value == ZERMELO_UNKNOWN ? "unknown" : values[known->value + 1]);
  printf (known->has_score ? "%d\t" : "-\t", known->score);
  printf (known->distance >= 0 ? "%d\n" : "-\n", known->distance);
}

static void print_answer (const char *position, const zermelo_answer *answer) {
  print_known (*position == 0 ? "-" : position, &answer->known);
  for (int i = 0; i < answer->move_count; i++) {
    printf (answer->moves[i].best ? "* " : "  ");
    print_known (answer->moves[i].name, &answer->moves[i].known);
  }
}

int main (int count, char **arguments) {
  zermelo *z;
  zermelo_file_identity file;
  zermelo_answer *answer;
  int code = count < 2 ? ZERMELO_USAGE : zermelo_open (NULL, &z);
  if (code != 0) {
    fprintf (stderr, "usage: probe_any FILE POSITION...\n");
    return code;
  }
  code = zermelo_add_file (z, arguments[1]);
  if (code == 0)
    code = zermelo_identify (z, 0, &file);
  if (code == 0)
    printf ("%s of %s, %llu positions, checksum %s\n", file.kind, file.game,
            (unsigned long long) file.positions, file.checksum);
  for (int i = 2; i < count && code == 0; i++) {
    code = zermelo_probe (z, arguments[i], ZERMELO_MOVES, &answer);
    if (code == 0)
      print_answer (arguments[i], answer);
    zermelo_answer_free (answer);
  }
  if (code != 0)
    fprintf (stderr, "%s\n", zermelo_error ());
  zermelo_close (z);
  return code;
}
