/* Solves a position of Connect Four within a limit of time: zermelo/zermelo.h in one call.
 *
 *     cc solve.c $(pkg-config --cflags --libs zermelo) -o solve
 *     ./solve [MOVES [SECONDS]]
 *
 * By default eight moves have been made. It prints the value for the side to move, and the moves that keep
 * it. If the time is not enough, it prints what is known by then, and exits with 75. */
#include <stdio.h>
#include <stdlib.h>
#include <zermelo/zermelo.h>

int main (int count, char **arguments) {
  static const char *const values[] = { "loss", "draw", "win" };
  const char *position = count > 1 ? arguments[1] : "44443333";
  const double seconds = count > 2 ? atof (arguments[2]) : 10;
  zermelo *z;
  zermelo_answer *answer = NULL;
  int code = zermelo_open ("connect4:7x6", &z);
  if (code == 0)
    code = zermelo_solve (z, position, ZERMELO_MOVES, seconds, 0, &answer);
  if (answer != NULL) {
    const int value = answer->known.value;
    printf ("%s:", value == ZERMELO_UNKNOWN ? "unknown" : values[value + 1]);
    for (int i = 0; i < answer->move_count; i++)
      if (answer->moves[i].best)
        printf (" %s", answer->moves[i].name);
    printf ("\n");
  }
  if (code != 0)
    fprintf (stderr, "%s\n", zermelo_error ());
  zermelo_answer_free (answer);
  zermelo_close (z);
  return code;
}
