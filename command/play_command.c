/* `zermelo play`: a game between two players, people or programs (play/), with its account. */
#include "command/board.h"
#include "command/command.h"
#include "command/play_dialogue.h"
#include "run/installed_books.h"
#include "run/known_values.h"

#include <stdlib.h>
#include <unistd.h>

static const struct column play_columns[]
    = { { "side", -6 },  { "player", -24 }, { "result", -10 }, { "moves", 5 },
        { "nodes", 14 }, { "seconds", 10 }, { "longest", 10 } };

enum { PLAY_COLUMNS = sizeof play_columns / sizeof *play_columns };

/* Result, moves, nodes, and the average and longest time of a move. */
static void print_account (struct display *display, const struct play *play) {
  static const char *const results[] = { "lost", "drawn", "won" };
  enum outcome outcome;
  const bool over = play_ending (play, &outcome) != GAME_END_NONE;
  output_columns (&display->output, play_columns, PLAY_COLUMNS);
  for (int side = 0; side < 2; side++) {
    const struct play_account *account = &play->account[side];
    const int own = course_mover (&play->course) == side ? (int) outcome : -(int) outcome;
    output_text (&display->output, side_names[side]);
    output_text (&display->output, player_text (play->player[side]));
    output_text (&display->output, over ? results[own + 1] : "unfinished");
    output_number (&display->output, (uint64_t) account->moves);
    output_number (&display->output, account->cost.nodes);
    output_seconds (&display->output, account->moves == 0 ? 0 : account->cost.seconds / account->moves);
    output_seconds (&display->output, account->longest);
    output_line (&display->output);
  }
}

/* Say how a game ended that could have continued by the rules, or where it stopped. */
static void tell_end (struct dialogue *d, const struct play *play) {
  const enum game_end ending = play_ending (play, NULL);
  if (ending == GAME_END_NONE) {
    char *text = course_text (&play->course);
    dialogue_say (d, "The game stopped at: %s", *text == 0 ? "the start" : text);
    free (text);
  } else if (game_end_is_forfeit (ending)) {
    char *loser = board_player (play->game, course_mover (&play->course));
    dialogue_say (d, "The game is over, %s loses: %s.", loser, game_end_texts[ending]);
    free (loser);
  } else if (ending != GAME_END_RULES)
    dialogue_say (d, "The game is over, a draw: %s.", game_end_texts[ending]);
}

static int play_on (struct run *run, struct play *play, struct player *judge, struct failure *failure) {
  struct dialogue d
      = { .run = run,
          .judge = judge,
          .prompts = run->display.output.pretty && isatty (STDIN_FILENO) && isatty (STDOUT_FILENO),
          .erases = run->display.output.pretty && !run->session.options.quiet && isatty (STDOUT_FILENO),
          .judged = -1 };
  const struct play_audience audience = { &d, dialogue_ask, dialogue_thinks, dialogue_tell };
  if (!run->session.options.quiet)
    dialogue_show (&d, play);
  const bool over = play_game (play, &audience);
  if (run->session.options.output != NULL && play_save (play, run->session.options.output, NULL, failure))
    run_makes (&run->journal, run->session.options.output);
  if (!run->session.options.quiet || !over)
    tell_end (&d, play);
  print_account (&run->display, play);
  if (failure->code == 0 && *run->session.stop)
    return run_unfinished (&run->session, "the game is not over", failure);
  return failure->code;
}

/* Set up the players of both sides, and the judge if a human plays. False: a failure. */
static bool open_players (const struct options *options, struct play *play,
                          const struct play_resources *resources, struct shelf *shared, struct player **judge,
                          struct failure *failure) {
  play->player[0] = player_open (options->first, resources, shared, failure);
  if (play->player[0] == NULL)
    return fail_in (failure, "--first");
  play->player[1] = player_open (options->second, resources, shared, failure);
  if (play->player[1] == NULL)
    return fail_in (failure, "--second");
  if (player_kind (play->player[0])->human || player_kind (play->player[1])->human)
    *judge = player_open ("perfect:time=2s,book=none", resources, NULL, failure);
  return failure->code == 0;
}

int command_play (struct run *run, struct failure *failure) {
  const struct options *options = &run->session.options;
  if (!run_open_game (&run->session, options->arguments[0], failure)
      || (options->output != NULL && !new_file_possible_text (options->output, failure)))
    return failure->code;
  struct play play = { .game = &run->session.game };
  struct shelf shared = { .game = &run->session.game, .bytes = run->session.resources.table_bytes };
  struct known_values known = { 0 };
  struct player *judge = NULL;
  struct opening_books books;
  int code;
  static const double GRACE = 1;
  const struct play_resources resources = { .game = &run->session.game,
                                            .threads = run->session.resources.threads,
                                            .table_bytes = run->session.resources.table_bytes,
                                            .stops = run_stops,
                                            .stops_context = &run->session,
                                            .known = known_values_ask,
                                            .known_context = &known,
                                            .programs = true,
                                            .books = &books,
                                            .grace = GRACE };
  installed_books (&books);
  if (course_begin (&play.course, &run->session.game,
                    options->argument_count > 1 ? options->arguments[1] : "", failure)
      && open_players (options, &play, &resources, options->share_table ? &shared : NULL, &judge, failure))
    code = play_on (run, &play, judge, failure);
  else
    code = failure->code;
  player_close (judge);
  player_close (play.player[0]);
  player_close (play.player[1]);
  opening_books_close (&books);
  shelf_clear (&shared);
  play_end (&play);
  known_values_free (&known);
  return code;
}
