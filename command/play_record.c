#include "command/play_dialogue.h"

#include "play/game_text.h"
#include "file/part_file.h"

bool play_save (const struct play *play, const char *path, const char **format_name,
                struct failure *failure) {
  const struct record_format *format = game_text_format (play->game);
  const char *const names[2] = { player_text (play->player[0]), player_text (play->player[1]) };
  struct part_file file = { 0 };
  if (format_name != NULL)
    *format_name = format != NULL ? format->name : "a position";
  if (!part_file_open (&file, path, failure))
    return false;
  game_text_write (file.file, &play->course, names, play_result (play), play_ending (play, NULL));
  return part_file_finish (&file, failure);
}
