#include "search/subject.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

struct subject subject_of (const struct query *query) {
  struct subject subject;
  memset (&subject, 0, sizeof subject);
  snprintf (subject.game, sizeof subject.game, "%s", query->game);
  subject.method = query->method;
  subject.exact_score = query->exact_score;
  subject.depth = query->depth;
  assert (query->method < METHODS && query->depth >= 0);
  return subject;
}

struct player_subject player_subject_of (const struct game *game, const struct position *position,
                                         const struct query *query) {
  struct player_subject subject;
  memset (&subject, 0, sizeof subject);
  subject.subject.method = query->method;
  subject.subject.exact_score = query->exact_score;
  subject.evaluation = query->evaluation;
  subject.capture_bonus = query->capture_bonus;
  if (is_heuristic (query->method, query->depth) && game->engine->evaluates_by_side)
    subject.side = game->engine->mover (game, position);
  subject.knowledge = query->knowledge;
  return subject;
}

bool subjects_share (const struct subject *a, const struct subject *b) {
  return memcmp (a, b, sizeof *a) == 0 && !is_heuristic ((enum method) a->method, a->depth);
}
