#include "command/task.h"
#include "base/text.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A text that grows, in memory. */
struct told {
  char *text;
  size_t size;
  FILE *stream;
};

/* End the sentence: capitalise it and print it. */
static void told_end (struct told *told, struct output *output) {
  text_stream_end (told->stream);
  *told->text = (char) toupper ((unsigned char) *told->text);
  if (*told->text != 0)
    output_sentence (output, "%s", told->text);
  free (told->text);
}

/* ---- how it ends ---- */

static void tell_value (const struct solution *s, FILE *text) {
  const struct engine *engine = s->answer.game->engine;
  const int mover = engine->mover (s->answer.game, s->answer.position), distance = solution_distance (s);
  const struct bounds value = known_bounds (&s->answer.known, false),
                      scores = known_bounds (&s->answer.known, true);
  const char *winner = engine->players[value.lower > 0 ? mover : !mover];
  if (s->answer.outcome != GOING_ON && value.lower == 0)
    fputs ("the game is over: a draw", text);
  else if (s->answer.outcome != GOING_ON)
    fprintf (text, "the game is over: %s has won", winner);
  else if (value.lower == value.upper && value.lower == 0)
    fputs ("neither player can force a win: a draw", text);
  else if (value.lower == value.upper && distance >= 0)
    fprintf (text, "%s wins in %d %s", winner, distance, distance == 1 ? "ply" : "plies");
  else if (s->query.exact_score && scores.lower == scores.upper)
    fprintf (text, "%s wins with a score of %d", winner, abs (scores.lower));
  else if (value.lower == value.upper)
    fprintf (text, "%s wins%s", winner,
             !s->query.exact_score       ? ""
             : engine->score_by_distance ? "; how soon is not known yet"
                                         : "; how high is not known yet");
  else
    fprintf (text, "not decided%s%s%s", value.lower == 0 || value.upper == 0 ? ": " : "",
             value.lower == 0 || value.upper == 0 ? engine->players[mover] : "",
             value.lower == 0   ? " does not lose"
             : value.upper == 0 ? " does not win"
                                : "");
}

static void tell_heuristic (const struct session *session, const struct solution *s, FILE *text) {
  const char *const *evaluations = s->answer.game->engine->evaluations;
  fprintf (text, "; the heuristic result of %s", method_descriptions[s->method].name);
  if (s->query.depth > 0)
    fprintf (text, " at depth %d", s->query.depth);
  if (evaluations != NULL)
    fprintf (text, ", evaluation %s,", evaluations[session->evaluation]);
  fprintf (
      text, " is %d for %s", s->answer.known.evaluation,
      s->answer.game->engine->players[s->answer.game->engine->mover (s->answer.game, s->answer.position)]);
}

/* A side that loses in any case has no best move unless it is asked how long it can last. */
static void tell_moves (const struct solution *s, bool all, FILE *text) {
  const bool lost = solution_decided (s) && solution_bounds (s).lower < 0;
  int count = 0;
  if (lost && !s->query.exact_score)
    return;
  for (int i = 0; i < s->answer.count; i++)
    if (solution_keeps (s, i))
      fprintf (text, "%s%s",
               count++ > 0 ? " "
               : all       ? "; all best moves: "
                           : "; best: ",
               s->answer.moves[i].successor.text);
}

/* ---- what it rests on ---- */

static void tell_argument (const struct solution *s, FILE *text) {
  char clause[400];
  const char *argument = s->answer.known.argument[0] != 0 ? s->answer.known.argument : NULL;
  const bool settled = argument != NULL || s->cost.nodes == 0;
  if (!solution_decided (s) || s->answer.outcome != GOING_ON || !settled)
    return;
  if (s->answer.game->engine->explain (s->answer.game, s->answer.position, argument, clause, sizeof clause))
    fprintf (text, "%s: %s", s->cost.nodes == 0 ? "no search was needed" : "the argument", clause);
  else if (argument != NULL && strcmp (argument, "theory") != 0)
    fprintf (text, "it rests on this: %s", argument);
}

static void tell_line (const struct solution *s, FILE *text) {
  if (s->pv_count < 2)
    return;
  fputs ("principal variation:", text);
  for (int i = 0; i < s->pv_count; i++)
    fprintf (text, "%s %s",
             i == s->pv_proven ? i == 0 ? " (not proven best)" : " (from here not proven best)" : "",
             s->pv[i]);
}

void solution_tell (struct run *run, const struct solution *s, bool all) {
  struct output *output = &run->display.output;
  struct told told;
  if (!output->pretty)
    return;
  told.stream = text_stream (&told.text, &told.size);
  tell_value (s, told.stream);
  if (s->answer.known.evaluation != ZERMELO_NO_EVALUATION && !solution_decided (s))
    tell_heuristic (&run->session, s, told.stream);
  tell_moves (s, all && solution_decided (s), told.stream);
  told_end (&told, output);
  void (*const more[]) (const struct solution *, FILE *) = { tell_argument, tell_line };
  for (int i = 0; i < 2; i++) {
    told.stream = text_stream (&told.text, &told.size);
    more[i](s, told.stream);
    told_end (&told, output);
  }
}
