/* `zermelo show`: a drawing of a position's board, and the side to move or how the game ended. */
#include "command/board.h"
#include "command/command.h"

#include <stdlib.h>

static const struct column show_columns[] = { { "position", -24 } };

static void tell (struct run *run, const struct position *position, const char *last) {
  char *text = board_sentence (&run->session.game, position, last);
  if (run->display.output.pretty)
    output_sentence (&run->display.output, "%s", text);
  else
    output_block (&run->display.output, text);
  free (text);
}

static void print_json (struct run *run, const struct position *position, const struct normal_form *normal) {
  struct output *output = &run->display.output;
  const struct game *game = &run->session.game;
  const enum outcome outcome = game->engine->outcome (game, position);
  output_columns (output, show_columns, 1);
  output_text (output, normal->text);
  output_extra_text (output, "game", game->name);
  output_extra_text (output, "board", game->board_text);
  output_extra_text (output, "rules", game->rules);
  output_extra_text (output, "turn", side_names[game->engine->mover (game, position)]);
  output_extra_text (output, "outcome",
                     outcome == GOING_ON ? NULL
                                         : value_name ((struct bounds){ (int) outcome, (int) outcome }));
  output_extra_text (output, "last", normal->last[0] == 0 ? NULL : normal->last);
  output_line (output);
}

int command_show (struct run *run, struct failure *failure) {
  const struct options *options = &run->session.options;
  if (!run_open_game (&run->session, options->arguments[0], failure))
    return failure->code;
  const struct game *game = &run->session.game;
  const char *text = options->argument_count > 1 ? options->arguments[1] : "";
  struct position *position = position_allocate (game);
  struct normal_form normal = normal_form_allocate (text);
  if (game->engine->parse (game, text, position, &normal, failure)) {
    if (run->display.output.json)
      print_json (run, position, &normal);
    else {
      board_draw (run, position, normal.last);
      tell (run, position, normal.last);
    }
  }
  free (normal.text);
  free (position);
  return failure->code;
}
