#include "play/course.h"

#include <stdlib.h>
#include <string.h>

enum { OCCURRENCES = 3 };

const char *const game_end_texts[GAME_ENDS] = {
  [GAME_END_NONE] = "the game goes on",
  [GAME_END_RULES] = "by the rules",
  [GAME_END_STALE] = "neither side can win any more",
  [GAME_END_REPETITION] = "the same position for the third time",
  [GAME_END_REVERSIBLE] = "too many moves without progress",
  [GAME_END_CAP] = "as many moves as are played",
  [GAME_END_LATE] = "no move in time",
  [GAME_END_ILLEGAL] = "no legal move",
  [GAME_END_GONE] = "the program is gone",
  [GAME_END_UNPLAYABLE] = "it cannot play the board",
  [GAME_END_OUT_FIRST] = "left out: the first player cannot play the board",
  [GAME_END_OUT_SECOND] = "left out: the second player cannot play the board",
  [GAME_END_OUT_BOTH] = "left out: neither player can play the board",
};

/* Make room for one more step, with a position to be filled in. */
static struct course_step *add_step (struct course *course) {
  const int next = course->step == NULL ? 0 : course->moves + 1;
  if (course->step == NULL || next == course->capacity) {
    course->capacity = 2 * course->capacity + 64;
    course->step = reallocate (course->step, (size_t) course->capacity, sizeof *course->step);
  }
  course->moves = next;
  course->step[next] = (struct course_step){ .position = position_allocate (course->game) };
  return &course->step[next];
}

static void fill_key (const struct course *course, struct course_step *step) {
  if (course->game->key_bytes > 0)
    course->game->engine->pack (course->game, step->position, step->key);
}

bool course_begin (struct course *course, const struct game *game, const char *text,
                   struct failure *failure) {
  struct normal_form normal = normal_form_allocate (text);
  *course = (struct course){ .game = game, .start = normal.text };
  struct course_step *first = add_step (course);
  if (!game->engine->parse (game, text, first->position, &normal, failure)) {
    course_end (course);
    return false;
  }
  memcpy (first->move, normal.last, sizeof first->move);
  fill_key (course, first);
  return true;
}

void course_end (struct course *course) {
  for (int i = 0; course->step != NULL && i <= course->moves; i++)
    free (course->step[i].position);
  free (course->step);
  free (course->start);
  *course = (struct course){ 0 };
}

const struct position *course_position (const struct course *course) {
  return course->step[course->moves].position;
}

const char *course_last (const struct course *course) { return course->step[course->moves].move; }

int course_mover (const struct course *course) {
  return course->game->engine->mover (course->game, course_position (course));
}

void course_play (struct course *course, const struct successor *successor) {
  const struct game *game = course->game;
  struct course_step *step = add_step (course);
  const struct course_step *before = step - 1;
  game->engine->child (game, before->position, successor->move, step->position);
  memcpy (step->move, successor->text, sizeof step->move);
  step->reversible
      = game->engine->reversible (game, before->position, successor->move) ? before->reversible + 1 : 0;
  fill_key (course, step);
}

bool course_undo (struct course *course) {
  if (course->moves == 0)
    return false;
  free (course->step[course->moves].position);
  course->moves--;
  return true;
}

/* The number of times that the current position has occurred, with the same side to move. */
static int occurrences (const struct course *course) {
  const struct course_step *now = &course->step[course->moves];
  const size_t bytes = (size_t) course->game->key_bytes;
  int count = 1;
  for (int i = course->moves - 2; i >= 0 && bytes > 0; i -= 2)
    count += memcmp (course->step[i].key, now->key, bytes) == 0;
  return count;
}

enum game_end course_ending (const struct course *course, enum outcome *outcome) {
  const struct game *game = course->game;
  const struct position *position = course_position (course);
  const enum outcome by_rules = game->engine->outcome (game, position);
  const int most = 2 * game->engine->reversible_max;
  enum game_end ending = GAME_END_NONE;
  if (by_rules != GOING_ON)
    ending = GAME_END_RULES;
  else if (game->engine->stale (game, position))
    ending = GAME_END_STALE;
  else if (game->plies_max == 0 && occurrences (course) >= OCCURRENCES)
    ending = GAME_END_REPETITION;
  else if (most > 0 && course->step[course->moves].reversible >= most)
    ending = GAME_END_REVERSIBLE;
  if (outcome != NULL)
    *outcome = ending == GAME_END_NONE || ending == GAME_END_RULES ? by_rules : DRAWN;
  return ending;
}

char *course_text (const struct course *course) {
  const size_t size = strlen (course->start) + (size_t) (course->moves + 1) * MOVE_TEXT + 1;
  char *text = allocate (size, 1);
  struct position *position = position_allocate (course->game);
  struct failure never = { 0 };
  char *end = stpcpy (text, course->start);
  for (int i = 1; i <= course->moves; i++) {
    *end++ = ' ';
    end = stpcpy (end, course->step[i].move);
  }
  struct normal_form normal = normal_form_allocate (text);
  if (!course->game->engine->parse (course->game, text, position, &normal, &never))
    internal_error (__FILE__, __LINE__, "a game that was played is invalid: %s", never.text);
  free (position);
  free (text);
  return normal.text;
}
