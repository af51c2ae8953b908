#include "play/hub.h"

#include "play/hub_text.h"
#include "base/text.h"
#include "base/version.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* The time of a move if `level` does not set one. */
static const double USUAL_SECONDS = 10;

/* The values set by `level`. */
struct level {
  double move, left, increment; /* seconds; 0: not set */
  int moves;                    /* the number of moves for the remaining time; 0: not set */
  uint64_t nodes;               /* 0: no limit */
  int depth;                    /* 0: no limit */
};

struct hub {
  const struct board_protocol *protocol;
  struct play_resources resources; /* the resources of the player, whose `stops` calls this file */
  struct play_resources outer;     /* the resources given by the caller */
  struct hub_input input;
  FILE *out;
  char rules[32];
  char *tables, *book;  /* paths, or NULL */
  struct game game;     /* engine NULL: before init */
  struct course course; /* without steps: there is no position yet */
  struct player *player;
  struct level level;
  bool told_to_stop, told_to_quit;
  char later[HUB_LINE_TEXT]; /* a line that is obeyed after the search, or "" */
};

/* Report a failure; a message must not contain double quotes. */
static bool complain (struct hub *h, const struct failure *failure) {
  char text[sizeof failure->text];
  snprintf (text, sizeof text, "%s", failure->text);
  for (char *c = text; *c != 0; c++)
    *c = *c == '"' ? '\'' : *c;
  return text_put_line (h->out, "error message=\"%s\"", text);
}

/* ---- during a search ---- */

/* The time for a move, less the time that the interface needs. 0: no limit, if only a depth was given. */
static double seconds_of_move (const struct level *level) {
  static const double SHARE = 0.04, MOST = 0.5, MANAGERS = 0.02, LEAST = 0.01;
  double seconds = level->move > 0 ? level->move : USUAL_SECONDS;
  if (level->depth > 0 && level->move == 0 && level->left == 0)
    return 0;
  if (level->left > 0) {
    const double share = level->moves > 0 ? 1.0 / (level->moves + 1) : SHARE;
    seconds = share * level->left + 0.8 * level->increment;
    if (seconds > MOST * level->left)
      seconds = MOST * level->left;
  }
  seconds -= MANAGERS;
  return seconds > LEAST ? seconds : LEAST;
}

/* Must the search stop? Called every few milliseconds. Handles lines that may come during a search; any other
 * line waits, and so do the lines after it. */
static bool leaves_off (void *context) {
  struct hub *h = context;
  char line[HUB_LINE_TEXT];
  int found;
  while (!h->told_to_quit && h->later[0] == 0 && (found = h->input.next (h->input.context, line)) != 0) {
    if (found < 0 || strcmp (line, "quit") == 0)
      h->told_to_quit = true;
    else if (strcmp (line, "stop") == 0)
      h->told_to_stop = true;
    else if (strcmp (line, "ping") == 0)
      text_put_line (h->out, "pong");
    else if (strcmp (line, "ponder-hit") != 0) {
      memcpy (h->later, line, sizeof h->later);
      /* otherwise a search without a time limit might never end */
      h->told_to_stop = seconds_of_move (&h->level) == 0;
    }
  }
  return h->told_to_quit || h->told_to_stop
         || (h->outer.stops != NULL && h->outer.stops (h->outer.stops_context));
}

/* ---- the game ---- */

static void close_game (struct hub *h) {
  player_close (h->player);
  h->player = NULL;
  if (h->course.step != NULL)
    course_end (&h->course);
  if (h->game.engine != NULL)
    engine_close (&h->game);
  h->game.engine = NULL;
}

static bool open_game (struct hub *h, struct failure *failure) {
  char title[80];
  close_game (h);
  snprintf (title, sizeof title, "%s,rules=%s", h->protocol->game, h->rules);
  if (!engine_open (&h->game, title, failure)) {
    h->game.engine = NULL;
    return false;
  }
  h->resources.game = &h->game;
  char *tables = h->tables != NULL ? text_format (":tables=\"%s\"", h->tables) : text_format ("%s", "");
  char *book = h->book != NULL ? text_format ("%sbook=\"%s\"", *tables != 0 ? "," : ":", h->book)
                               : text_format ("%s", "");
  char *player = text_format ("%s%s%s", *tables != 0 ? "perfect" : "solver", tables, book);
  h->player = player_open (player, &h->resources, NULL, failure);
  free (player);
  free (book);
  free (tables);
  if (h->player == NULL) /* without a player the game is closed, and `go` is refused */
    close_game (h);
  return h->player != NULL;
}

/* ---- commands ---- */

static bool do_hub (struct hub *h, char *rest) {
  (void) rest;
  text_put_line (h->out, "id name=Zermelo version=%s", version_text);
  text_put_line (h->out, "param name=variant value=italian type=enum values=italian");
  text_put_line (h->out, "param name=rules value=%s type=enum values=\"%s\"", h->rules, h->protocol->rules);
  text_put_line (h->out, "param name=tables value=\"%s\" type=string", h->tables != NULL ? h->tables : "");
  text_put_line (h->out, "param name=book value=\"%s\" type=string", h->book != NULL ? h->book : "");
  return text_put_line (h->out, "wait");
}

static bool do_set_param (struct hub *h, char *rest) {
  char *name, *value;
  const char *which = "", *what = "";
  while (hub_argument (&rest, &name, &value)) {
    which = strcmp (name, "name") == 0 ? value : which;
    what = strcmp (name, "value") == 0 ? value : what;
  }
  if (strcmp (which, "rules") == 0)
    snprintf (h->rules, sizeof h->rules, "%s", what);
  if (strcmp (which, "variant") == 0 && strcmp (what, "italian") != 0)
    return text_put_line (h->out, "error message=\"variant %.40s is not played: italian\"", what);
  char **file = strcmp (which, "tables") == 0 ? &h->tables : strcmp (which, "book") == 0 ? &h->book : NULL;
  if (file != NULL) {
    free (*file);
    *file = *what != 0 ? strdup (what) : NULL;
  }
  return true;
}

static bool do_init (struct hub *h, char *rest) {
  struct failure failure = { 0 };
  (void) rest;
  if (!open_game (h, &failure))
    return complain (h, &failure);
  return text_put_line (h->out, "ready");
}

static bool play_moves (struct hub *h, char *moves) {
  struct successor *list = allocate ((size_t) h->game.moves_max, sizeof *list);
  bool good = true;
  char *rest;
  for (char *move = strtok_r (moves, " \t", &rest); good && move != NULL;
       move = strtok_r (NULL, " \t", &rest)) {
    const struct position *position = course_position (&h->course);
    const int count = h->game.engine->successors (&h->game, position, list);
    const int found = hub_find_move (h->protocol, &h->game, position, list, count, move);
    good = found >= 0;
    if (good)
      course_play (&h->course, &list[found]);
    else
      text_put_line (h->out, "error message=\"%.40s is no move\"", move);
  }
  free (list);
  return good;
}

static bool do_pos (struct hub *h, char *rest) {
  char *name, *value, *moves = NULL, *position = NULL, fen[1024];
  struct failure failure = { 0 };
  if (h->game.engine == NULL)
    return text_put_line (h->out, "error message=\"init comes first\"");
  if (h->course.step != NULL)
    course_end (&h->course);
  while (hub_argument (&rest, &name, &value)) {
    position = strcmp (name, "pos") == 0 ? value : position;
    moves = strcmp (name, "moves") == 0 ? value : moves;
  }
  if (position == NULL || !h->protocol->read_position (position, fen, sizeof fen))
    return text_put_line (
        h->out, "error message=\"pos needs a position: the side to move and a character a square\"");
  if (!course_begin (&h->course, &h->game, fen, &failure)) {
    h->course = (struct course){ .step = NULL };
    return complain (h, &failure);
  }
  if (moves != NULL && !play_moves (h, moves))
    course_end (&h->course);
  return true;
}

/* The value of a number; 0 if the text is not a positive number. */
static double number_of (const char *text) {
  const double number = strtod (text, NULL);
  return number > 0 && number < 1e9 ? number : 0;
}

static bool do_level (struct hub *h, char *rest) {
  enum { DEPTH_MOST = 1000 };
  char *name, *value;
  h->level = (struct level){ .nodes = 0 };
  while (hub_argument (&rest, &name, &value)) {
    const double number = number_of (value);
    if (strcmp (name, "move-time") == 0)
      h->level.move = number;
    else if (strcmp (name, "time") == 0)
      h->level.left = number;
    else if (strcmp (name, "inc") == 0)
      h->level.increment = number;
    else if (strcmp (name, "moves") == 0)
      h->level.moves = (int) number;
    else if (strcmp (name, "nodes") == 0)
      h->level.nodes = (uint64_t) number;
    else if (strcmp (name, "depth") == 0)
      h->level.depth = number < DEPTH_MOST ? (int) number : DEPTH_MOST;
  }
  return true;
}

static void tell_thought (struct hub *h, const struct thought *thought) {
  static const double MAN = 100, PROVEN = 99;
  const bool decided = thought->bounds.lower == thought->bounds.upper;
  char text[80] = "";
  if (decided)
    snprintf (text, sizeof text, " score=%.2f", PROVEN * thought->bounds.lower);
  else if (thought->has_evaluation)
    snprintf (text, sizeof text, " depth=%d score=%.2f", thought->depth, thought->evaluation / MAN);
  text_put_line (h->out, "info%s nodes=%" PRIu64 " time=%.3f", text, thought->cost.nodes,
                 thought->cost.seconds);
}

static bool do_go (struct hub *h, char *rest) {
  static const double HASTE = 0.05;
  struct thought thought;
  char move[HUB_MOVE_TEXT];
  (void) rest;
  if (h->course.step == NULL || course_ending (&h->course, NULL) == GAME_END_RULES)
    return text_put_line (h->out, "error message=\"%s\"",
                          h->course.step == NULL ? "pos comes first" : "the game is over");
  h->told_to_stop = false;
  player_limit (h->player, seconds_of_move (&h->level), h->level.nodes);
  player_limit_depth (h->player, h->level.depth);
  player_think (h->player, &h->course, &thought);
  if (h->told_to_stop && !thought.keeps && !thought.has_evaluation) { /* no move has been found yet */
    h->told_to_stop = false;
    player_limit (h->player, HASTE, 0);
    player_think (h->player, &h->course, &thought);
  }
  if (h->told_to_quit)
    return false;
  tell_thought (h, &thought);
  if (!hub_move (h->protocol, &h->game, course_position (&h->course), &thought.chosen, move))
    return text_put_line (h->out, "error message=\"this move has no name\"");
  return text_put_line (h->out, "done move=%s", move);
}

static bool do_ping (struct hub *h, char *rest) {
  (void) rest;
  return text_put_line (h->out, "pong");
}

static bool do_new_game (struct hub *h, char *rest) {
  (void) rest;
  if (h->player != NULL)
    player_begin (h->player, 0);
  return true;
}

static bool do_quit (struct hub *h, char *rest) {
  (void) h, (void) rest;
  return false;
}

static const struct {
  const char *name;
  bool (*obey) (struct hub *, char *rest);
} commands[] = {
  { "hub", do_hub },   { "set-param", do_set_param }, { "init", do_init },
  { "pos", do_pos },   { "level", do_level },         { "go", do_go },
  { "ping", do_ping }, { "new-game", do_new_game },   { "quit", do_quit },
};

static bool obey (struct hub *h, char *line) {
  const size_t length = strcspn (line, " \t");
  for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
    if (strlen (commands[i].name) == length && strncmp (commands[i].name, line, length) == 0)
      return commands[i].obey (h, line + length);
  return true;
}

bool hub_line (struct hub *h, char *line) {
  char later[HUB_LINE_TEXT];
  bool goes_on = obey (h, line);
  while (goes_on && h->later[0] != 0) {
    memcpy (later, h->later, sizeof later);
    h->later[0] = 0;
    goes_on = obey (h, later);
  }
  return goes_on;
}

struct hub *hub_create (const struct board_protocol *protocol, const struct play_resources *resources,
                        const char *tables, const struct hub_input *input, FILE *out) {
  struct hub *h = allocate (1, sizeof *h);
  *h = (struct hub){ .protocol = protocol,
                     .resources = *resources,
                     .outer = *resources,
                     .input = *input,
                     .out = out,
                     .tables = tables != NULL ? strdup (tables) : NULL };
  snprintf (h->rules, sizeof h->rules, "%.*s", (int) strcspn (protocol->rules, " "), protocol->rules);
  h->resources.stops = leaves_off;
  h->resources.stops_context = h;
  return h;
}

void hub_destroy (struct hub *h) {
  close_game (h);
  free (h->tables);
  free (h->book);
  free (h);
}
