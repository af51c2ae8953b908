#include "play/game_text.h"

#include <stdlib.h>
#include <string.h>

const struct record_format *game_text_format (const struct game *game) {
  const struct record_format *const *format = record_formats;
  while (*format != NULL && !(*format)->fits (game))
    format++;
  return *format;
}

enum record_result play_result (const struct play *play) {
  enum outcome outcome;
  if (play_ending (play, &outcome) == GAME_END_NONE)
    return RECORD_UNFINISHED;
  const int first = course_mover (&play->course) == 0 ? (int) outcome : -(int) outcome;
  return first > 0 ? RECORD_WON : first < 0 ? RECORD_LOST : RECORD_DRAWN;
}

static bool begins_at_start (const struct course *course) {
  const struct game *game = course->game;
  struct position *start = position_allocate (game);
  uint8_t a[PACKED_MAX] = { 0 }, b[PACKED_MAX] = { 0 };
  game->engine->start (game, start);
  const bool stored = game->key_bytes > 0;
  if (stored) {
    game->engine->pack (game, start, a);
    game->engine->pack (game, course->step[0].position, b);
  }
  free (start);
  return stored ? memcmp (a, b, sizeof a) == 0 : *course->start == 0;
}

static enum record_end end_of_record (enum game_end ending) {
  return ending == GAME_END_CAP                                     ? RECORD_END_CAP
         : ending == GAME_END_LATE                                  ? RECORD_END_LATE
         : ending == GAME_END_ILLEGAL                               ? RECORD_END_ILLEGAL
         : ending == GAME_END_GONE || ending == GAME_END_UNPLAYABLE ? RECORD_END_GONE
                                                                    : RECORD_END_NORMAL;
}

static void write_in_format (FILE *file, const struct record_format *format, const struct course *course,
                             const char *const names[2], enum record_result result, enum game_end ending) {
  const struct game *game = course->game;
  const char **moves = allocate ((size_t) course->moves + 1, sizeof *moves);
  for (int i = 0; i < course->moves; i++)
    moves[i] = course->step[i + 1].move;
  const struct game_record record = { .game = game,
                                      .start = course->start,
                                      .from_start = begins_at_start (course),
                                      .first_mover = game->engine->mover (game, course->step[0].position),
                                      .moves = moves,
                                      .count = course->moves,
                                      .players = { names[0], names[1] },
                                      .result = result,
                                      .end = end_of_record (ending) };
  format->write (file, &record);
  free (moves);
}

void game_text_write (FILE *file, const struct course *course, const char *const names[2],
                      enum record_result result, enum game_end ending) {
  const struct record_format *format = game_text_format (course->game);
  if (format != NULL) {
    write_in_format (file, format, course, names, result, ending);
    return;
  }
  char *text = course_text (course);
  fprintf (file, "%s\n", text);
  free (text);
}
