#include "command/play_dialogue.h"

#include "base/clock.h"
#include "base/text.h"
#include "command/board.h"
#include "terminal/text_table.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

static const double JUDGE_SECONDS = 0.3, VALUES_SECONDS = 5; /* for one position; for all its moves */

void dialogue_say (struct dialogue *d, const char *format, ...) {
  va_list arguments;
  char *text;
  va_start (arguments, format);
  if (vasprintf (&text, format, arguments) < 0)
    internal_error (__FILE__, __LINE__, "no memory");
  va_end (arguments);
  if (d->run->display.output.pretty)
    output_sentence (&d->run->display.output, "%s", text);
  else
    output_block (&d->run->display.output, text);
  free (text);
}

void dialogue_show (struct dialogue *d, const struct play *play) {
  const struct position *position = course_position (&play->course);
  d->run->display.output.width = layout_width (STDOUT_FILENO); /* the width may have changed */
  board_draw (d->run, position, course_last (&play->course));
  char *sentence = board_sentence (play->game, position, course_last (&play->course));
  dialogue_say (d, "%s", sentence);
  free (sentence);
}

/* ---- values ---- */

/* The bounds proven for the current position, for the side to move. */
static struct bounds judge_position (struct dialogue *d, const struct course *course) {
  struct thought thought = { .bounds = search_range (false) };
  enum outcome outcome;
  if (course_ending (course, &outcome) != GAME_END_NONE)
    thought.bounds = (struct bounds){ (int) outcome, (int) outcome };
  else if (d->judge != NULL)
    player_judge (d->judge, course_position (course), JUDGE_SECONDS, &thought);
  return thought.bounds;
}

static void tell_values (struct dialogue *d, const struct play *play) {
  const struct game *game = play->game;
  const struct position *position = course_position (&play->course);
  struct successor *list = allocate ((size_t) game->moves_max, sizeof *list);
  struct position *child = position_allocate (game);
  const int count = game->engine->successors (game, position, list);
  char *text = allocate ((size_t) count, MOVE_TEXT + 16);
  for (int i = 0; i < count && !*d->run->session.stop; i++) {
    struct thought thought = { .bounds = search_range (false) };
    game->engine->child (game, position, list[i].move, child);
    const enum outcome outcome = game->engine->outcome (game, child);
    if (outcome == GOING_ON)
      player_judge (d->judge, child, VALUES_SECONDS / count, &thought);
    else
      thought.bounds = (struct bounds){ (int) outcome, (int) outcome };
    const struct bounds bounds = { -thought.bounds.upper, -thought.bounds.lower };
    text_append (text, (size_t) count * (MOVE_TEXT + 16), "%s%s %s", i == 0 ? "" : ", ", list[i].text,
                 value_name (bounds));
  }
  dialogue_say (d, "Values: %s.", text);
  free (text);
  free (child);
  free (list);
}

static const char *value_word (int value) { return value > 0 ? "a win" : value < 0 ? "a loss" : "a draw"; }

static void tell_hint (struct dialogue *d, const struct play *play) {
  struct thought thought;
  if (!player_think (d->judge, &play->course, &thought))
    return;
  if (thought.keeps && thought.bounds.lower == thought.bounds.upper)
    dialogue_say (d, "Hint: %s. The position is proven to be %s.", thought.chosen.text,
                  value_word (thought.bounds.lower));
  else
    dialogue_say (d, "Hint: %s. Nothing is proven.", thought.chosen.text);
}

/* ---- moves and commands ---- */

static void tell_moves (struct dialogue *d, const struct play *play) {
  const struct game *game = play->game;
  struct successor *list = allocate ((size_t) game->moves_max, sizeof *list);
  const int count = game->engine->successors (game, course_position (&play->course), list);
  char *text = allocate ((size_t) count, MOVE_TEXT + 16);
  for (int i = 0; i < count; i++)
    text_append (text, (size_t) count * (MOVE_TEXT + 16), "%s%d: %s", i == 0 ? "" : ", ", i + 1,
                 list[i].text);
  dialogue_say (d, "Moves by number: %s.", text);
  free (text);
  free (list);
}

static bool same_position (const struct game *game, const struct position *a, const struct position *b) {
  uint8_t first[PACKED_MAX] = { 0 }, second[PACKED_MAX] = { 0 };
  if (game->key_bytes == 0)
    return game->engine->plies (game, a) == game->engine->plies (game, b);
  game->engine->pack (game, a, first);
  game->engine->pack (game, b, second);
  return memcmp (first, second, sizeof first) == 0;
}

/* The move that a line means, in the notation of the game: its place in the list, or -1 and the reason. The
 * engine reads it after the moves so far; the line must be one move, not several. */
static int find_move (const struct play *play, const char *line, const struct successor *list, int count,
                      struct failure *failure) {
  const struct game *game = play->game;
  char *before = course_text (&play->course), *text = text_format ("%s %s", before, line);
  struct normal_form normal = normal_form_allocate (text);
  struct position *after = position_allocate (game), *child = position_allocate (game);
  int found = -1;
  if (game->engine->parse (game, text, after, &normal, failure))
    for (int i = 0; i < count && found < 0; i++)
      if (strcmp (list[i].text, normal.last) == 0) {
        game->engine->child (game, course_position (&play->course), list[i].move, child);
        found = same_position (game, child, after) ? i : -1;
      }
  if (found < 0)
    fail (failure, EXIT_BAD_DATA, "'%.40s' is not one move", line);
  free (child);
  free (after);
  free (normal.text);
  free (text);
  free (before);
  return found;
}

/* By its text, else as the number of a move in the list. */
static bool make_move (struct dialogue *d, struct play *play, const char *line, double begun) {
  const struct game *game = play->game;
  struct failure failure = { 0 };
  struct successor *list = allocate ((size_t) game->moves_max, sizeof *list);
  const int count = game->engine->successors (game, course_position (&play->course), list);
  int move = find_move (play, line, list, count, &failure);
  if (move < 0 && strspn (line, "0123456789") == strlen (line) && strlen (line) < 6 && atoi (line) >= 1
      && atoi (line) <= count)
    move = atoi (line) - 1;
  if (move < 0)
    dialogue_say (d, "No move: %s. 'moves' lists them, 'help' tells more.", failure.text);
  else {
    const struct cost cost = { .seconds = clock_seconds () - begun };
    play_move (play, &list[move], &cost);
  }
  free (list);
  return move >= 0;
}

/* Go back to the previous turn of a human, by at least one move. */
static void take_back (struct dialogue *d, struct play *play) {
  bool done = course_undo (&play->course);
  if (!done)
    dialogue_say (d, "There is no move to take back.");
  while (done && !player_kind (play->player[course_mover (&play->course)])->human)
    done = course_undo (&play->course);
  d->judged = -1;
}

static void save (struct dialogue *d, const struct play *play, const char *path) {
  struct failure failure = { 0 };
  const char *format;
  if (*path == 0)
    dialogue_say (d, "'save' needs the name of a file.");
  else if (play_save (play, path, &format, &failure))
    dialogue_say (d, "The game is saved in %s, as %s.", path, format);
  else
    dialogue_say (d, "Not saved: %s.", failure.text);
}

static void tell_help (struct dialogue *d) {
  dialogue_say (d,
                "A line is a move in the notation of the game, the number of a move, or one of these: moves "
                "(list them with numbers), board (draw it), hint (a good move), values (what each move is "
                "worth, where it can be proven), undo (take your last move back), swap (change sides), save "
                "FILE, quit, help.");
}

/* Obey a line that is a command. False: the line is not a command. `choice` says what happens next. */
static bool obey (struct dialogue *d, struct play *play, const char *line, enum human_choice *choice) {
  const size_t word = strcspn (line, " \t");
  const char *rest = line + word + strspn (line + word, " \t");
  *choice = HUMAN_WAITS;
#define IS(name) (word == strlen (name) && strncasecmp (line, name, word) == 0)
  if (IS ("quit") || IS ("exit"))
    *choice = HUMAN_LEAVES;
  else if (IS ("help") || IS ("?"))
    tell_help (d);
  else if (IS ("moves"))
    tell_moves (d, play);
  else if (IS ("board"))
    dialogue_show (d, play);
  else if (IS ("hint"))
    tell_hint (d, play);
  else if (IS ("values"))
    tell_values (d, play);
  else if (IS ("save"))
    save (d, play, rest);
  else if (IS ("undo")) {
    take_back (d, play);
    dialogue_show (d, play);
  } else if (IS ("swap"))
    play_swap (play);
  else
    return false;
#undef IS
  return true;
}

enum human_choice dialogue_ask (void *context, struct play *play) {
  struct dialogue *d = context;
  char line[INPUT_LINE + 1];
  enum human_choice choice;
  if (d->judged != play->course.moves && d->judge != NULL) {
    d->bounds = judge_position (d, &play->course);
    d->judged = play->course.moves;
  }
  const double begun = clock_seconds ();
  for (;;) {
    if (d->prompts) {
      const int mover = course_mover (&play->course);
      printf ("%s> ", play->game->engine->marks[mover]);
      fflush (stdout);
    }
    if (line_input_read (&d->input, d->run->session.stop, line) != INPUT_READ) {
      if (d->prompts)
        putchar ('\n');
      return HUMAN_LEAVES;
    }
    if (*line == 0)
      continue;
    if (obey (d, play, line, &choice))
      return choice;
    if (make_move (d, play, line, begun))
      return HUMAN_MOVED;
  }
}

/* ---- what happened ---- */

void dialogue_thinks (void *context, const struct play *play, bool begins) {
  const struct dialogue *d = context;
  if (!d->erases)
    return;
  if (begins) {
    char *player = board_player (play->game, course_mover (&play->course));
    *player = (char) toupper ((unsigned char) *player);
    printf ("%.60s thinks ...", player);
    free (player);
  } else
    fputs ("\r\033[K", stdout);
  fflush (stdout);
}

/* Name the value that the move threw away. */
static void tell_loss (struct dialogue *d, struct bounds before, const struct play *play) {
  const int value = -d->bounds.lower; /* for the side that moved */
  if (before.lower != before.upper || d->bounds.lower != d->bounds.upper || value >= before.lower)
    return;
  char *player = board_player (play->game, !course_mover (&play->course));
  dialogue_say (d, "That move threw away %s: for %s the position is %s now.", value_word (before.lower),
                player, value_word (value));
  free (player);
}

void dialogue_tell (void *context, struct play *play, const struct thought *thought) {
  struct dialogue *d = context;
  if (d->run->session.options.quiet)
    return;
  if (thought != NULL) {
    const bool proven = thought->keeps && thought->bounds.lower == thought->bounds.upper;
    const bool by_book = thought->source != NULL && strcmp (thought->source, "book") == 0;
    dialogue_say (d, "%s chose %s%s%s%s in %.2f s.",
                  player_text (play->player[!course_mover (&play->course)]), thought->chosen.text,
                  by_book ? " from a book" : "", proven ? ", proven to keep " : "",
                  proven ? value_word (thought->bounds.lower) : "", thought->cost.seconds);
  }
  dialogue_show (d, play);
  if (d->judge == NULL)
    return;
  const bool known = d->judged == play->course.moves - 1;
  const struct bounds before = d->bounds;
  d->bounds = judge_position (d, &play->course);
  d->judged = play->course.moves;
  if (known)
    tell_loss (d, before, play);
}
