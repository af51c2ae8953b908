/* A solution in the shape that a position has everywhere in JSON (--json=position). */
#include "run/solution.h"

#include "run/answer_json.h"
#include "run/search_tables.h"

#include <stdlib.h>
#include <string.h>

/* A move that is known to keep the value has it, even if the position after it was not searched. */
static void take_replies (struct answer *answer, const struct solution *s, bool checked) {
  struct position *child = position_allocate (s->game);
  for (int i = 0; i < answer->count; i++) {
    struct known *after = &answer->moves[i].after;
    const struct known *known = &answer->known;
    answer_child (answer, i, child);
    struct known found = known_by_search (s->game, child, s->replies[i].bounds, s->query.exact_score);
    found.on_trust = !checked;
    known_narrow (after, &found);
    if (!solution_decided (s) || !solution_keeps (s, i))
      continue;
    struct known kept = known_nothing ();
    kept.value = (struct bounds){ -known->value.upper, -known->value.lower };
    kept.distance = known->distance > 0 ? known->distance - 1 : -1;
    kept.source = "search";
    kept.on_trust = known->on_trust;
    known_narrow (after, &kept);
  }
  free (child);
}

void solution_print_position (struct run *run, const struct solution *s, const char *text) {
  struct answer answer;
  struct failure never = { 0 };
  char argument[SOLUTION_ARGUMENT] = "", tables[SOLUTION_ARGUMENT];
  if (run->session.options.json != JSON_POSITION || !run->display.output.active)
    return;
  if (!answer_begin (&answer, s->game, text, &never))
    internal_error (__FILE__, __LINE__, "what was solved is no position: %s", never.text);
  const bool checked = search_tables_argument (&run->session, s->game->title, tables, sizeof tables);
  const struct known found = known_by_search (s->game, s->position, s->result.bounds, s->query.exact_score);
  known_narrow (&answer.known, &found);
  if (solution_decided (s))
    answer.known.on_trust = !solution_argument (&run->session, s, argument);
  take_replies (&answer, s, checked);
  answer_settle (&answer);
  if (argument[0] != 0)
    answer.argument = argument;
  else if (known_is_settled (&answer.known, false) && strcmp (answer.known.source, "search") == 0)
    answer.argument = tables;
  answer.has_evaluation = s->result.has_evaluation;
  answer.evaluation = s->result.evaluation;
  answer.seconds = s->result.cost.seconds;
  output_instead (&run->display.output, answer_json (&answer, s->query.exact_score));
  answer_end (&answer);
}
