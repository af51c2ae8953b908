#include "play/outsider.h"

#include "play/hub_text.h"
#include "play/program.h"
#include "base/clock.h"
#include "base/text.h"
#include "games/protocols.h"

#include <assert.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct driver {
  const char *name, *farewell;
  /* Make a program ready for a game; `fresh`: it has just been started. */
  enum exchange (*begin) (struct outsider *, bool fresh);
  /* Ask for the move in the current position. */
  enum exchange (*ask) (struct outsider *, const struct course *, struct successor *chosen);
};

struct outsider {
  const struct driver *driver;
  const struct board_protocol *protocol;
  struct play_resources resources;
  const struct game *game;
  char *command;
  struct program *program;   /* NULL: the program does not run */
  bool begun;                /* the game has begun */
  enum exchange trouble;     /* the reason why the program was given up; EXCHANGE_DONE: it was not */
  double seconds;            /* time limit of a move; 0: no limit */
  double deadline;           /* the deadline of the current exchange */
  int told;                  /* number of moves of the course that the program knows; -1: it has another
                                position */
  char told_move[MOVE_TEXT]; /*   and the last of them, played by the program */
};

/* ---- common to all drivers ---- */

static enum exchange __attribute__ ((format (printf, 2, 3)))
say (struct outsider *o, const char *format, ...) {
  char *text;
  va_list arguments;
  va_start (arguments, format);
  if (vasprintf (&text, format, arguments) < 0)
    internal_error (__FILE__, __LINE__, "no memory");
  va_end (arguments);
  const enum exchange said = program_send (o->program, text, o->deadline);
  free (text);
  return said;
}

/* Read the next line that does not begin with one of these words. */
static enum exchange hear (struct outsider *o, const char *const *passed_over, char line[PROGRAM_LINE_TEXT]) {
  for (;;) {
    const enum exchange heard = program_read (o->program, o->deadline, line);
    if (heard != EXCHANGE_DONE)
      return heard;
    bool counts = *line != 0;
    for (const char *const *word = passed_over; *word != NULL; word++)
      counts = counts && strncmp (line, *word, strlen (*word)) != 0;
    if (counts)
      return EXCHANGE_DONE;
  }
}

/* Choose the move with this text. */
static enum exchange choose (const struct outsider *o, const struct position *position, const char *text,
                             struct successor *chosen) {
  struct successor *list = allocate ((size_t) o->game->moves_max, sizeof *list);
  int left = o->game->engine->successors (o->game, position, list);
  while (left > 0 && strcmp (list[left - 1].text, text) != 0)
    left--;
  if (left > 0)
    *chosen = list[left - 1];
  free (list);
  return left > 0 ? EXCHANGE_DONE : EXCHANGE_WRONG;
}

/* ---- gomocup ---- */

static const char *const gomocup_remarks[] = { "MESSAGE", "DEBUG", "UNKNOWN", "SUGGEST", NULL };

/* Read the next answer; `ok`: it is OK. */
static enum exchange gomocup_hear (struct outsider *o, char line[PROGRAM_LINE_TEXT], bool *ok) {
  static const char *const remarks[] = { "MESSAGE", "DEBUG", "SUGGEST", NULL };
  const enum exchange heard = hear (o, remarks, line);
  *ok = heard == EXCHANGE_DONE && strcasecmp (line, "OK") == 0;
  return heard;
}

/* Agree on the number of stones in a row that win. A program that plays such boards answers INFO line with
 * OK; other programs do not answer, as the protocol demands for unknown commands, or refuse. ABOUT, which
 * every program answers, follows at once, so that there is no need to wait for an answer that does not come,
 * and later answers are not mistaken for it. If neither command is answered, an answer could still come: the
 * program is late, and is not used again. */
static enum exchange gomocup_agree (struct outsider *o, int in_a_row) {
  char line[PROGRAM_LINE_TEXT];
  bool ok = false, agreed = false, about = false;
  enum exchange done = say (o, "INFO line %d\nABOUT\n", in_a_row);
  for (int answers = 0; done == EXCHANGE_DONE && !about && answers < 2; answers++) {
    done = gomocup_hear (o, line, &ok);
    agreed = agreed || (ok && answers == 0);
    about = strstr (line, "=\"") != NULL;
  }
  return done == EXCHANGE_DONE && agreed                  ? EXCHANGE_DONE
         : done == EXCHANGE_DONE || done == EXCHANGE_LATE ? EXCHANGE_REFUSED
                                                          : done;
}

static enum exchange gomocup_begin (struct outsider *o, bool fresh) {
  static const double USUAL = 30;
  char line[PROGRAM_LINE_TEXT];
  const struct protocol_board b = o->protocol->board_of (o->game);
  const bool usual
      = b.line == o->protocol->line && b.columns >= o->protocol->least && b.rows >= o->protocol->least;
  (void) fresh;
  const long turn = (long) (1000 * (o->seconds > 0 ? o->seconds : USUAL));
  enum exchange done = usual ? EXCHANGE_DONE : gomocup_agree (o, b.line);
  if (done == EXCHANGE_DONE)
    done = b.columns == b.rows ? say (o, "START %d\n", b.columns)
                               : say (o, "RECTSTART %d,%d\n", b.columns, b.rows);
  while (done == EXCHANGE_DONE && (done = hear (o, gomocup_remarks, line)) == EXCHANGE_DONE
         && strcasecmp (line, "OK") != 0)
    if (strncasecmp (line, "ERROR", 5) == 0)
      done = EXCHANGE_REFUSED;
  if (done != EXCHANGE_DONE)
    return done;
  o->told = 0;
  return say (o,
              "INFO rule %d\nINFO game_type 1\nINFO timeout_turn %ld\nINFO timeout_match 0\n"
              "INFO time_left 2147483647\nINFO max_memory %" PRIu64 "\n",
              b.exact, turn, o->resources.table_bytes);
}

/* All moves that led to the current position, including those before play began. The caller frees them. */
static char (*moves_of (const struct course *course, int *count))[MOVE_TEXT] {
  size_t most = (size_t) course->moves + strlen (course->start) / 2 + 1;
  char (*moves)[MOVE_TEXT] = allocate (most, sizeof *moves);
  *count = 0;
  for (const char *c = course->start; *c != 0; c += strspn (c, " ")) {
    const size_t length = strcspn (c, " ");
    snprintf (moves[(*count)++], MOVE_TEXT, "%.*s", (int) length, c);
    c += length;
  }
  for (int i = 1; i <= course->moves; i++)
    memcpy (moves[(*count)++], course->step[i].move, MOVE_TEXT);
  return moves;
}

/* Send the whole position. In BOARD the program's own stones are those of the side to move. */
static enum exchange gomocup_board (struct outsider *o, char (*moves)[MOVE_TEXT], int count, int rows) {
  char *text;
  size_t size;
  int x, y;
  FILE *stream = text_stream (&text, &size);
  fputs ("BOARD\n", stream);
  for (int i = 0; i < count; i++) {
    o->protocol->point (rows, moves[i], &x, &y);
    fprintf (stream, "%d,%d,%d\n", x, y, (count - i) % 2 == 0 ? 1 : 2);
  }
  fputs ("DONE\n", stream);
  text_stream_end (stream);
  const enum exchange said = say (o, "%s", text);
  free (text);
  return said;
}

/* Send the moves since the program's last one, or the whole game. */
static enum exchange gomocup_tell (struct outsider *o, const struct course *course, int rows) {
  int x, y, count;
  char (*moves)[MOVE_TEXT] = moves_of (course, &count);
  const bool follows
      = o->told == count - 1 && (o->told == 0 || strcmp (moves[o->told - 1], o->told_move) == 0);
  enum exchange said;
  if (count == 0)
    said = say (o, o->told == 0 ? "BEGIN\n" : "RESTART\nBEGIN\n"); /* the OK is skipped */
  else if (!follows)
    said = gomocup_board (o, moves, count, rows);
  else {
    o->protocol->point (rows, moves[count - 1], &x, &y);
    said = say (o, "TURN %d,%d\n", x, y);
  }
  o->told = count + 1; /* including the move that the program will make */
  free (moves);
  return said;
}

static enum exchange gomocup_ask (struct outsider *o, const struct course *course, struct successor *chosen) {
  static const char *const remarks[] = { "MESSAGE", "DEBUG", "UNKNOWN", "SUGGEST", "OK", NULL };
  char line[PROGRAM_LINE_TEXT], move[MOVE_TEXT];
  const struct protocol_board board = o->protocol->board_of (o->game);
  int x, y, used = 0;
  enum exchange done = gomocup_tell (o, course, board.rows);
  if (done == EXCHANGE_DONE)
    done = hear (o, remarks, line);
  if (done != EXCHANGE_DONE)
    return done;
  if (sscanf (line, "%4d ,%4d%n", &x, &y, &used) != 2 || line[used] != 0 || x < 0 || x >= board.columns
      || y < 0 || y >= board.rows)
    return EXCHANGE_WRONG;
  o->protocol->move_text (board.rows, x, y, move, sizeof move);
  return choose (o, course_position (course), move, chosen);
}

/* ---- hub ---- */

static enum exchange hear_word (struct outsider *o, const char *word, char line[PROGRAM_LINE_TEXT]) {
  static const char *const remarks[] = { "info", "id", "pong", NULL };
  const size_t length = strlen (word);
  for (;;) {
    const enum exchange heard = hear (o, remarks, line);
    if (heard != EXCHANGE_DONE)
      return heard;
    if (strncmp (line, word, length) == 0 && (line[length] == 0 || line[length] == ' '))
      return EXCHANGE_DONE;
    if (strncmp (line, "error", 5) == 0)
      return EXCHANGE_WRONG;
  }
}

static enum exchange hub_begin (struct outsider *o, bool fresh) {
  char line[PROGRAM_LINE_TEXT];
  if (!fresh)
    return say (o, "new-game\n");
  enum exchange done = say (o, "hub\n");
  if (done == EXCHANGE_DONE)
    done = hear_word (o, "wait", line);
  if (done == EXCHANGE_DONE)
    done = say (o, "init\n");
  return done == EXCHANGE_DONE ? hear_word (o, "ready", line) : done;
}

/* Send the position after the last irreversible move, and the moves since then, so that the program sees
 * repetitions. */
static enum exchange hub_tell (struct outsider *o, const struct course *course) {
  char position[PROTOCOL_POSITION];
  const int from = course->moves - course->step[course->moves].reversible;
  if (!hub_position (o->protocol, o->game, course->step[from].position, position))
    return EXCHANGE_WRONG;
  enum exchange done = say (o, "pos pos=%s", position);
  for (int i = from + 1; i <= course->moves && done == EXCHANGE_DONE; i++)
    done = say (o, "%s%s%s", i == from + 1 ? " moves=\"" : " ", course->step[i].move,
                i == course->moves ? "\"" : "");
  if (done != EXCHANGE_DONE)
    return done;
  static const double USUAL = 30;
  return say (o, "\nlevel move-time=%.3f\ngo think\n", o->seconds > 0 ? o->seconds : USUAL);
}

static enum exchange hub_ask (struct outsider *o, const struct course *course, struct successor *chosen) {
  char line[PROGRAM_LINE_TEXT];
  enum exchange done = hub_tell (o, course);
  if (done == EXCHANGE_DONE)
    done = hear_word (o, "done", line);
  if (done != EXCHANGE_DONE)
    return done;
  char *rest = line + 4, *name, *value;
  while (hub_argument (&rest, &name, &value))
    if (strcmp (name, "move") == 0) {
      struct successor *list = allocate ((size_t) o->game->moves_max, sizeof *list);
      const struct position *position = course_position (course);
      const int count = o->game->engine->successors (o->game, position, list);
      const int found = hub_find_move (o->protocol, o->game, position, list, count, value);
      if (found >= 0)
        *chosen = list[found];
      free (list);
      return found >= 0 ? EXCHANGE_DONE : EXCHANGE_WRONG;
    }
  return EXCHANGE_WRONG;
}

/* ---- pons ---- */

static enum exchange pons_begin (struct outsider *o, bool fresh) {
  (void) o, (void) fresh;
  return EXCHANGE_DONE;
}

/* Ask about a position. The answer repeats the line, followed by scores: a single one is the score of the
 * side to move; one for each column (the program was started with -a) are the scores of its moves. Returns
 * how many there are. */
static enum exchange pons_scores (struct outsider *o, const char *text, int *scores, int most, int *count) {
  static const char *const none[] = { NULL };
  char line[PROGRAM_LINE_TEXT];
  enum exchange done = say (o, "%s\n", text);
  if (done == EXCHANGE_DONE)
    done = hear (o, none, line);
  if (done != EXCHANGE_DONE)
    return done;
  const size_t length = strlen (text);
  if (strncmp (line, text, length) != 0)
    return EXCHANGE_WRONG;
  *count = 0;
  char *rest = line + length, *end;
  for (long score = strtol (rest, &end, 10); end != rest && *count < most; score = strtol (rest, &end, 10)) {
    scores[(*count)++] = (int) score;
    rest = end;
  }
  return *count > 0 ? EXCHANGE_DONE : EXCHANGE_WRONG;
}

/* Does a move win at once? Such moves are chosen here, since the program takes no position in which the game
 * is over. */
static bool wins_at_once (const struct outsider *o, const struct position *position,
                          const struct successor *move) {
  struct position *child = position_allocate (o->game);
  o->game->engine->child (o->game, position, move->move, child);
  const bool wins = o->game->engine->outcome (o->game, child) == LOST;
  free (child);
  return wins;
}

static enum exchange pons_choose (struct outsider *o, const char *text, const struct successor *list,
                                  int moves, struct successor *chosen) {
  enum { COLUMNS = 9 };
  int scores[COLUMNS], count = 0, best = INT32_MIN;
  enum exchange done = pons_scores (o, text, scores, COLUMNS, &count);
  const bool of_moves = count > 1;
  for (int i = 0; i < moves && done == EXCHANGE_DONE; i++) {
    int score, one;
    char child[512];
    if (of_moves && list[i].cell >= count)
      return EXCHANGE_WRONG;
    if (of_moves)
      score = scores[list[i].cell];
    else {
      snprintf (child, sizeof child, "%s%s", text, list[i].text);
      done = pons_scores (o, child, &one, 1, &count);
      score = -one;
    }
    if (done == EXCHANGE_DONE && score > best) {
      best = score;
      *chosen = list[i];
    }
  }
  return done;
}

static enum exchange pons_ask (struct outsider *o, const struct course *course, struct successor *chosen) {
  const struct position *position = course_position (course);
  struct successor *list = allocate ((size_t) o->game->moves_max, sizeof *list);
  const int moves = o->game->engine->successors (o->game, position, list);
  enum exchange done = EXCHANGE_WRONG;
  int i = 0;
  while (i < moves && !wins_at_once (o, position, &list[i]))
    i++;
  if (i < moves || moves == 1) {
    *chosen = list[i < moves ? i : 0];
    done = EXCHANGE_DONE;
  } else {
    char *text = course_text (course);
    done = pons_choose (o, text, list, moves, chosen);
    free (text);
  }
  free (list);
  return done;
}

static const struct driver drivers[] = {
  { "gomocup", "END\n", gomocup_begin, gomocup_ask },
  { "hub", "quit\n", hub_begin, hub_ask },
  { "pons", "", pons_begin, pons_ask },
};

/* ---- the program ---- */

struct outsider *outsider_open (const char *protocol, const char *command,
                                const struct play_resources *resources, struct failure *failure) {
  const struct driver *driver = drivers;
  while (strcmp (driver->name, protocol) != 0)
    driver++;
  const struct board_protocol *board = board_protocol_by_name (protocol);
  assert (board != NULL);
  if (!board->plays (resources->game)) {
    fail (failure, EXIT_BAD_DATA, "%s cannot be played in the protocol %s", resources->game->title, protocol);
    return NULL;
  }
  struct outsider *o = allocate (1, sizeof *o);
  *o = (struct outsider){ .driver = driver,
                          .protocol = board,
                          .resources = *resources,
                          .game = resources->game,
                          .command = strdup (command) };
  return o;
}

void outsider_close (struct outsider *o) {
  if (o == NULL)
    return;
  program_end (o->program, o->driver->farewell);
  free (o->command);
  free (o);
}

/* Give up a program that was late, or whose answer was wrong. It is not asked again, since an answer could
 * still come. */
static void give_up (struct outsider *o, enum exchange why) {
  o->trouble = why;
  program_end (o->program, NULL);
  o->program = NULL;
}

void outsider_begin (struct outsider *o, double seconds) {
  static const double START = 10; /* seconds for starting a program that has much to load */
  struct failure failure = { 0 };
  const struct program_watch watch = { o->resources.stops, o->resources.stops_context };
  const bool fresh = o->program == NULL;
  o->begun = true;
  o->seconds = seconds;
  o->deadline = clock_seconds () + (seconds > START ? seconds : START);
  o->trouble = EXCHANGE_DONE;
  if (fresh)
    o->program = program_start (o->command, &watch, &failure);
  const enum exchange done = o->program == NULL ? EXCHANGE_GONE : o->driver->begin (o, fresh);
  if (done != EXCHANGE_DONE)
    give_up (o, done);
}

bool outsider_refuses (const struct outsider *o) { return o->trouble == EXCHANGE_REFUSED; }

static enum game_end forfeit_of (enum exchange trouble) {
  return trouble == EXCHANGE_DONE      ? GAME_END_NONE
         : trouble == EXCHANGE_LATE    ? GAME_END_LATE
         : trouble == EXCHANGE_WRONG   ? GAME_END_ILLEGAL
         : trouble == EXCHANGE_REFUSED ? GAME_END_UNPLAYABLE
                                       : GAME_END_GONE;
}

bool outsider_think (struct outsider *o, const struct course *course, double seconds,
                     struct thought *thought) {
  if (!o->begun)
    outsider_begin (o, seconds);
  o->deadline = seconds > 0 ? clock_seconds () + seconds + o->resources.grace : 0;
  if (o->trouble == EXCHANGE_DONE) {
    const enum exchange done = o->driver->ask (o, course, &thought->chosen);
    if (done != EXCHANGE_DONE)
      give_up (o, done);
    memcpy (o->told_move, thought->chosen.text, sizeof o->told_move);
  }
  thought->forfeit = forfeit_of (o->trouble);
  return o->trouble != EXCHANGE_STOPPED;
}
