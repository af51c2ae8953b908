#include "file/positions_file.h"

#include "engine.h"
#include "file/text_lines.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

bool
positions_file_check (const struct game *game, const char *path, struct failure *failure)
{
  struct lines lines;
  struct stat status;
  char *line, place[200];
  bool whole;
  if (strcmp (path, "-") == 0 || (stat (path, &status) == 0 && S_ISFIFO (status.st_mode)))
    return true;
  if (!lines_open (&lines, path, failure))
    return false;
  struct position *position = position_allocate (game);
  while (failure->code == 0 && lines_next (&lines, &line, &whole) == LINES_LINE)
    if (*line != '#' && !whole)
      fail (failure, EXIT_BAD_DATA, "a zero byte in the text");
    else if (*line != '#')
      position_parse (game, line, position, failure);
  free (position);
  if (failure->code != 0) {
    snprintf (place, sizeof place, "%.170s:%zu", path, lines.number);
    fail_in (failure, place);
  } else
    lines_well (&lines, failure);
  lines_close (&lines);
  return failure->code == 0;
}
