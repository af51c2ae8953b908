/* Plays any game of Zermelo against you, who begin, or with --self against itself.
 *
 *     cc play.c $(pkg-config --cflags --libs zermelo) -o play && ./play [--self] GAME SECONDS [FILE...]
 *
 * It searches for at most SECONDS a move, and not at all where the files, such as books, have the answer. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zermelo/zermelo.h>

/* A move that is known to keep the value. If none is, one in the middle of the most promising: the middle of
 * the list is the middle of most boards. */
static const zermelo_move *choose (const zermelo_answer *answer) {
  const zermelo_move *moves = answer->moves;
  int equal = 1;
  while (equal < answer->move_count && moves[equal].known.value == moves->known.value)
    equal++;
  return moves->best ? moves : &moves[equal / 2];
}

/* The move that you enter; NULL: the input has ended. */
static const zermelo_move *ask (const zermelo_answer *answer) {
  char line[ZERMELO_MOVE_NAME];
  while (printf ("your move? ") > 0 && fflush (stdout) == 0 && scanf ("%63s", line) == 1)
    for (int i = 0; i < answer->move_count; i++)
      if (strcmp (answer->moves[i].name, line) == 0)
        return &answer->moves[i];
  return NULL;
}

int main (int count, char **arguments) {
  const int self = count > 1 && strcmp (arguments[1], "--self") == 0, wants = ZERMELO_MOVES | ZERMELO_SCORES;
  char text[ZERMELO_TEXT] = ""; /* the moves so far */
  zermelo *z = NULL;
  zermelo_answer *answer;
  int going_on = count > self + 2, code = going_on ? zermelo_open (arguments[self + 1], &z) : ZERMELO_USAGE;
  for (int i = self + 3; i < count && code == 0; i++)
    code = zermelo_add_file (z, arguments[i]);
  for (int ply = 0; going_on && code % ZERMELO_UNFINISHED == 0; ply++, zermelo_answer_free (answer)) {
    const int yours = !self && ply % 2 == 0;
    code = yours ? zermelo_probe (z, text, wants, &answer)
                 : zermelo_solve (z, text, wants, atof (arguments[self + 2]), 0, &answer);
    if (answer == NULL)
      break;
    const zermelo_move *move = answer->ended ? NULL : yours ? ask (answer) : choose (answer);
    const int winner = 1 + (answer->known.value == ZERMELO_WIN ? answer->mover : 1 - answer->mover);
    going_on = move != NULL && strlen (text) + strlen (move->name) + 1 < sizeof text;
    if (going_on)
      printf ("player %d: %s\n", 1 + answer->mover, strcpy (strchr (strcat (text, " "), 0), move->name));
    else if (answer->ended && answer->known.value != ZERMELO_DRAW)
      printf ("player %d wins\n", winner);
    else
      printf (answer->ended ? "a draw\n" : "no end\n");
  }
  code %= ZERMELO_UNFINISHED; /* a limit of time is no failure here */
  if (code != 0)
    fprintf (stderr, "%s\n", count > self + 2 ? zermelo_error () : "play [--self] GAME SECONDS [FILE...]");
  zermelo_close (z);
  return code;
}
