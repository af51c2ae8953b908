/* `zermelo show`: a drawing of a position's board, and who is to move or how the game ended. */
#include "base/diagram.h"
#include "command/command.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct column show_columns[] = { { "position", -24 } };

/* Only on a terminal with colours, and unless NO_COLOR is set (no-color.org). */
static bool
in_colours (const struct output *output)
{
  const char *terminal = getenv ("TERM"), *none = getenv ("NO_COLOR");
  return output->pretty && !output->to_file && isatty (STDOUT_FILENO) && (none == NULL || *none == 0)
         && terminal != NULL && strcmp (terminal, "dumb") != 0;
}

static void
draw (struct run *run, const struct position *position, const char *last)
{
  struct output *output = &run->output;
  struct diagram diagram = { .width = output->pretty ? output->width : 0 };
  run->game.engine->draw (&run->game, position, last, &diagram);
  char *text = diagram_text (&diagram, in_colours (output));
  output_block (output, text);
  free (text);
  diagram_free (&diagram);
}

/* "the first player (x)" */
static void
name_player (const struct game *game, int player, char *text, size_t size)
{
  snprintf (text, size, "%s (%s)", game->engine->players[player], game->engine->marks[player]);
}

static void
tell (struct run *run, const struct position *position, const char *last)
{
  const struct game *game = &run->game;
  const int mover = game->engine->mover (game, position);
  const enum outcome outcome = game->engine->outcome (game, position);
  char player[80], after[MOVE_TEXT + 20] = "", text[240];
  name_player (game, outcome == LOST ? !mover : mover, player, sizeof player);
  if (*last != 0)
    snprintf (after, sizeof after, " after %s", last);
  if (outcome == GOING_ON)
    snprintf (text, sizeof text, "%s is to move%s.", player, after);
  else if (outcome == DRAWN)
    snprintf (text, sizeof text, "The game is over%s: a draw.", after);
  else
    snprintf (text, sizeof text, "The game is over%s: %s has won.", after, player);
  *text = (char) toupper ((unsigned char) *text);
  if (run->output.pretty)
    output_sentence (&run->output, "%s", text);
  else
    output_block (&run->output, text);
}

static void
print_json (struct run *run, const struct position *position, const char *normal, const char *last)
{
  static const char *const outcomes[] = { "loss", "draw", "win" };
  static const char *const turns[] = { "first", "second" };
  struct output *output = &run->output;
  const struct game *game = &run->game;
  const enum outcome outcome = game->engine->outcome (game, position);
  output_columns (output, show_columns, 1);
  output_field (output, normal, json_text (normal));
  output_extra_text (output, "game", game->name);
  output_extra_text (output, "board", game->board_text);
  output_extra_text (output, "rules", game->rules);
  output_extra_text (output, "turn", turns[game->engine->mover (game, position)]);
  output_extra_text (output, "outcome", outcome == GOING_ON ? NULL : outcomes[outcome + 1]);
  output_extra_text (output, "last", *last == 0 ? NULL : last);
  output_line (output);
}

int
command_show (struct run *run, struct failure *failure)
{
  const struct options *options = &run->options;
  if (!run_open_game (run, options->arguments[0], failure))
    return failure->code;
  const struct game *game = &run->game;
  const char *text = options->argument_count > 1 ? options->arguments[1] : "";
  struct position *position = position_allocate (game);
  char *normal = allocate (2 * strlen (text) + 512, 1), last[MOVE_TEXT];
  if (game->engine->parse_game (game, text, position, last, normal, failure)) {
    if (run->output.json)
      print_json (run, position, normal, last);
    else {
      draw (run, position, last);
      tell (run, position, last);
    }
  }
  free (normal);
  free (position);
  return failure->code;
}
