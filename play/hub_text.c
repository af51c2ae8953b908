#include "play/hub_text.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NUMBERS = 34, FEN_TEXT = 1024 };

bool hub_position (const struct board_protocol *protocol, const struct game *game,
                   const struct position *position, char text[PROTOCOL_POSITION]) {
  char fen[FEN_TEXT];
  return game->engine->print_position (game, position, fen, sizeof fen)
         && protocol->write_position (fen, text);
}

/* The start and end of a move: the first and the last number of its text. */
static void ends_of (const char *move, int *from, int *to) {
  const char *last = move + strlen (move);
  while (last > move && isdigit ((unsigned char) last[-1]))
    last--;
  *from = atoi (move);
  *to = atoi (last);
}

bool hub_move (const struct board_protocol *protocol, const struct game *game, const struct position *before,
               const struct successor *move, char text[HUB_MOVE_TEXT]) {
  char old[PROTOCOL_POSITION], new[PROTOCOL_POSITION];
  int from, to;
  ends_of (move->text, &from, &to);
  if (strchr (move->text, 'x') == NULL) {
    snprintf (text, HUB_MOVE_TEXT, "%d-%d", from, to);
    return true;
  }
  struct position *after = position_allocate (game);
  game->engine->child (game, before, move->move, after);
  const bool good = hub_position (protocol, game, before, old) && hub_position (protocol, game, after, new);
  free (after);
  if (!good)
    return false;
  size_t used = (size_t) snprintf (text, HUB_MOVE_TEXT, "%dx%d", from, to);
  for (int square = 1; old[square] != 0 && used < HUB_MOVE_TEXT; square++) {
    const bool other = toupper ((unsigned char) old[square]) != old[0] && old[square] != 'e';
    if (other && new[square] == 'e')
      used += (size_t) snprintf (text + used, HUB_MOVE_TEXT - used, "x%d", square);
  }
  return used < HUB_MOVE_TEXT;
}

static int by_number (const void *a, const void *b) { return *(const int *) a - *(const int *) b; }

/* Read "28x19x23x14": its numbers, sorted from the third on. Returns how many there are; 0: the text is not a
 * move. */
static int read_numbers (const char *text, int numbers[NUMBERS]) {
  int count = 0;
  const bool is_step = strchr (text, '-') != NULL;
  while (count < NUMBERS && isdigit ((unsigned char) *text)) {
    char *end;
    const long number = strtol (text, &end, 10);
    if (number > 1000)
      return 0;
    numbers[count++] = (int) number;
    text = *end == 'x' || (*end == '-' && count == 1) ? end + 1 : end;
    if (*end == 0)
      break;
  }
  if (*text != 0 || count < 2 || is_step != (count == 2))
    return 0;
  qsort (numbers + 2, (size_t) count - 2, sizeof *numbers, by_number);
  return count;
}

int hub_find_move (const struct board_protocol *protocol, const struct game *game,
                   const struct position *before, const struct successor *list, int count, const char *text) {
  int asked[NUMBERS], known[NUMBERS];
  char move[HUB_MOVE_TEXT];
  const int numbers = read_numbers (text, asked);
  for (int i = 0; i < count && numbers > 0; i++)
    if (hub_move (protocol, game, before, &list[i], move) && read_numbers (move, known) == numbers
        && memcmp (asked, known, (size_t) numbers * sizeof *asked) == 0)
      return i;
  return -1;
}

bool hub_argument (char **line, char **name, char **value) {
  char *c = *line + strspn (*line, " \t");
  static char empty[] = "";
  if (*c == 0)
    return false;
  *name = c;
  *value = empty;
  c += strcspn (c, "= \t");
  const bool has_value = *c == '=';
  if (*c != 0)
    *c++ = 0;
  if (has_value && *c == '"') {
    *value = ++c;
    c += strcspn (c, "\"");
    if (*c != 0)
      *c++ = 0;
  } else if (has_value) {
    *value = c;
    c += strcspn (c, " \t");
    if (*c != 0)
      *c++ = 0;
  }
  *line = c;
  return true;
}
