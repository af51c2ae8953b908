#include "command/play_record.h"

#include "file/part_file.h"
#include "games/records.h"

#include <stdlib.h>
#include <string.h>

static const struct record_format *
format_of (const struct game *game)
{
  const struct record_format *const *format = record_formats;
  while (*format != NULL && !(*format)->fits (game))
    format++;
  return *format;
}

static enum record_result
result_of (const struct course *course)
{
  enum outcome outcome;
  if (course_ending (course, &outcome) == GAME_END_NONE)
    return RECORD_UNFINISHED;
  const int first = course_mover (course) == 0 ? (int) outcome : -(int) outcome;
  return first > 0 ? RECORD_WON : first < 0 ? RECORD_LOST : RECORD_DRAWN;
}

static bool
begins_at_start (const struct course *course)
{
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

static void
write_in_format (const struct record_format *format, const struct play *play, FILE *file)
{
  const struct course *course = &play->course;
  const char **moves = allocate ((size_t) course->moves + 1, sizeof *moves);
  for (int i = 0; i < course->moves; i++)
    moves[i] = course->step[i + 1].move;
  const struct game_record record
      = { .game = play->game,
          .start = course->start,
          .from_start = begins_at_start (course),
          .first_mover = play->game->engine->mover (play->game, course->step[0].position),
          .moves = moves,
          .count = course->moves,
          .players = { player_text (play->player[0]), player_text (play->player[1]) },
          .result = result_of (course) };
  format->write (file, &record);
  free (moves);
}

bool
play_save (const struct play *play, const char *path, const char **format_name, struct failure *failure)
{
  const struct record_format *format = format_of (play->game);
  struct part_file file = { 0 };
  if (format_name != NULL)
    *format_name = format != NULL ? format->name : "a position";
  if (!part_file_open (&file, path, failure))
    return false;
  if (format != NULL)
    write_in_format (format, play, file.file);
  else {
    char *text = course_text (&play->course);
    fprintf (file.file, "%s\n", text);
    free (text);
  }
  return part_file_finish (&file, failure);
}
