/* `zermelo probe`: look up positions in a book, endgame tables, layers or a certificate. */
#include "answer/oracle.h"
#include "command/command.h"
#include "file/text_lines.h"
#include "run/answer_json.h"
#include "run/batch.h"

#include <stdlib.h>

static const struct column probe_columns[]
    = { { "position", -24 }, { "value", -7 }, { "score", 5 }, { "moves", -1 } };

struct probe_session {
  struct run *run;
  struct oracle oracle;
  size_t asked, missing, bad;
  struct failure trouble; /* a failure of the file itself */
};

/* ---- one position ---- */

static void print_moves (struct probe_session *p, const struct answer *answer) {
  const size_t count = (size_t) answer->count;
  bool *marked = allocate (count, sizeof *marked);
  const char **moves = allocate (count, sizeof *moves);
  size_t kept = 0;
  answer_mark (answer, marked);
  if (p->oracle.mark != NULL && answer->outcome == GOING_ON)
    p->oracle.mark (&p->oracle, answer->position, marked, &p->trouble);
  for (size_t i = 0; i < count; i++)
    if (marked[i])
      moves[kept++] = answer->moves[i].successor.text;
  output_list (&p->run->display.output, moves, kept);
  free (moves);
  free (marked);
}

/* Print a position without a value. Its moves are those that a heuristic search chose, if there are any. */
static void print_unknown (struct probe_session *p, const struct answer *answer,
                           const zermelo_knowledge *known) {
  struct output *output = &p->run->display.output;
  output_text (output, "unknown");
  output_text (output, NULL);
  if (known->evaluation == ZERMELO_NO_EVALUATION) {
    output_field (output, NULL, json_array ());
    return;
  }
  output_extra (output, "proven", json_false ());
  output_extra (output, "evaluation", json_integer (known->evaluation));
  print_moves (p, answer);
}

/* The value, the score and the moves that the file has. */
static void print_found (struct probe_session *p, const struct answer *answer,
                         const zermelo_knowledge *known) {
  char text[SCORE_TEXT];
  int score;
  struct output *output = &p->run->display.output;
  if (!known_is_settled (known, false)) {
    print_unknown (p, answer, known);
    return;
  }
  const bool scored
      = p->oracle.distances && known_score (known, answer->game, answer->position, text, &score);
  output_text (output, known_value_name (known));
  output_field (output, scored ? text : NULL, scored ? json_integer (score) : NULL);
  if (p->oracle.evaluates)
    output_extra (output, "proven", json_true ());
  if (p->oracle.distances && p->oracle.mark == NULL)
    output_extra (output, "distance", known->value == ZERMELO_DRAW ? NULL : json_integer (known->distance));
  print_moves (p, answer);
}

static void print_answer (struct probe_session *p, struct answer *answer, const char *shown) {
  struct output *output = &p->run->display.output;
  zermelo_knowledge known = known_nothing ();
  const bool found = p->oracle.ask (&p->oracle, answer->position, &known, &p->trouble);
  const bool whole = p->run->session.options.json == JSON_POSITION;
  if (found && (whole || p->oracle.mark == NULL))
    answer_take_file (answer, &p->oracle, 0, &p->trouble);
  p->asked++;
  p->missing += !found;
  if (p->trouble.code != 0)
    return;
  if (whole) {
    output_instead (output, answer_json (answer, p->oracle.distances));
    output_line (output);
    return;
  }
  output_text (output, shown);
  if (found)
    print_found (p, answer, &known);
  for (int i = 0; i < 3 && !found; i++)
    output_text (output, NULL);
  if (p->trouble.code == 0)
    output_line (output);
}

/* `shown` NULL: print the position in normal form. False: the text is not a position. */
static bool probe_position (struct probe_session *p, const char *text, const char *shown,
                            struct failure *failure) {
  struct answer answer;
  if (!answer_begin (&answer, &p->oracle.game, text, failure))
    return false;
  print_answer (p, &answer, shown != NULL ? shown : answer.normal.text);
  answer_end (&answer);
  return true;
}

/* ---- many ---- */

static void print_bad (struct probe_session *p, const char *text) {
  struct output *output = &p->run->display.output;
  output_text (output, text);
  output_text (output, "error");
  output_text (output, NULL);
  output_text (output, NULL);
  output_line (output);
}

static void probe_lines (struct probe_session *p, struct lines *lines) {
  char *line;
  bool whole;
  enum lines_state state;
  while ((state = lines_next (lines, &line, &whole)) != LINES_OVER && !run_must_stop (&p->run->session)
         && p->trouble.code == 0) {
    struct failure failure = { 0 };
    if (state == LINES_LATER) {
      lines_wait (lines);
      continue;
    }
    if (*line == '#')
      continue;
    if (!whole)
      fail (&failure, EXIT_BAD_DATA, "a zero byte in the text");
    if (failure.code == 0 && probe_position (p, line, line, &failure))
      continue;
    p->bad++;
    failure_print_at (lines->name, lines->number, &failure);
    print_bad (p, line);
  }
}

static bool probe_file (struct probe_session *p, const char *path, struct failure *failure) {
  struct lines lines;
  if (!lines_open (&lines, path, failure))
    return false;
  probe_lines (p, &lines);
  const bool good = lines_well (&lines, failure);
  lines_close (&lines);
  return good;
}

static int probe_all (struct probe_session *p, struct failure *failure) {
  const struct options *options = &p->run->session.options;
  output_columns (&p->run->display.output, probe_columns, 4);
  for (int i = 1; i < options->argument_count && p->trouble.code == 0; i++)
    if (!probe_position (p, options->arguments[i], NULL, failure))
      return failure->code;
  if (options->positions != NULL && !probe_file (p, options->positions, failure))
    return failure->code;
  if (p->trouble.code != 0)
    *failure = p->trouble;
  else if (p->bad > 0)
    return EXIT_BAD_DATA;
  else if (p->missing > 0)
    fail (failure, EXIT_DIFFERS, "%zu of %zu positions are not in %.300s", p->missing, p->asked,
          options->arguments[0]);
  return failure->code;
}

int command_probe (struct run *run, struct failure *failure) {
  const struct options *options = &run->session.options;
  struct probe_session session = { .run = run };
  if ((options->argument_count > 1) == (options->positions != NULL))
    fail (failure, EXIT_USAGE, "probe: either positions or --positions FILE");
  int code = failure->code;
  if (code != 0 || !oracle_open (&session.oracle, options->arguments[0], failure))
    return failure->code;
  code = probe_all (&session, failure);
  session.oracle.close (&session.oracle);
  return code;
}
