#include "play/gomocup.h"

#include "base/text.h"
#include "base/version.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { OWN_STONE = 1, OTHER_STONE = 2, RULE_EXACT = 1 };

/* A stone given by the command BOARD. */
struct stone {
  int x, y, owner;
};

struct gomocup {
  const struct board_protocol *protocol;
  struct play_resources resources;
  FILE *out;
  struct game game; /* engine NULL: there is no board yet */
  struct course course;
  struct player *player;
  struct protocol_board size; /* the board; `exact` follows from the rule */
  int rule, line;             /* from INFO; `line` takes effect at the next START, 0: the default of the
                                 protocol */
  double turn, match, left;   /* seconds, from INFO; match 0: no limit */
  uint64_t memory, nodes;     /* from INFO; 0: no limit */
  bool reading;               /* the lines between BOARD and DONE are being read */
  struct stone *stones;
  int stone_count, stone_capacity;
};

/* ---- the board ---- */

static void close_board (struct gomocup *g) {
  player_close (g->player);
  g->player = NULL;
  if (g->game.engine != NULL) {
    course_end (&g->course);
    engine_close (&g->game);
  }
}

/* The memory of the tables: half of the manager's limit, since the rest of the program needs some. */
static uint64_t table_bytes (const struct gomocup *g) {
  enum { LEAST = 1 << 20 };
  const uint64_t share = g->memory / 2;
  if (g->memory == 0 || share >= g->resources.table_bytes)
    return g->resources.table_bytes;
  return share < LEAST ? LEAST : share;
}

/* Open the board of the current size and rule, and play these moves. */
static bool open_board (struct gomocup *g, const char *moves, struct failure *failure) {
  char title[60];
  struct game game;
  struct course course;
  const int least = g->line > 0 ? 1 : g->protocol->least;
  if (g->size.columns < least || g->size.rows < least)
    return fail (failure, EXIT_BAD_DATA, "boards have at least %d columns and rows", least);
  if ((g->rule & ~RULE_EXACT) != 0)
    return fail (failure, EXIT_BAD_DATA, "rule %d is not played: 0 or 1", g->rule);
  g->size.exact = g->rule == RULE_EXACT;
  g->protocol->game_text (&g->size, title, sizeof title);
  if (!engine_open (&game, title, failure))
    return false;
  if (!course_begin (&course, &game, moves, failure)) {
    engine_close (&game);
    return false;
  }
  close_board (g);
  g->game = game;
  g->course = course;
  g->course.game = &g->game;
  struct play_resources resources = g->resources;
  resources.game = &g->game;
  resources.table_bytes = table_bytes (g);
  g->player = player_open ("solver", &resources, NULL, failure);
  assert (g->player != NULL);
  return true;
}

/* Open the current board again, with another rule or other memory. */
static void reopen (struct gomocup *g) {
  struct failure failure = { 0 };
  if (g->game.engine == NULL)
    return;
  char *moves = course_text (&g->course);
  /* if this fails, the old board stays, and is_ready() reports the failure */
  open_board (g, moves, &failure);
  free (moves);
}

static bool is_ready (struct gomocup *g) {
  if (g->game.engine == NULL)
    text_put_line (g->out, "ERROR there is no board: START comes first");
  else if ((g->rule & ~RULE_EXACT) != 0)
    text_put_line (g->out, "ERROR rule %d is not played: 0 or 1", g->rule);
  else
    return true;
  return false;
}

/* ---- moves ---- */

/* Read "3,4" or, with `owner`, "3,4,1". */
static bool read_point (const char *text, int *x, int *y, int *owner) {
  int used = 0;
  const bool good = owner == NULL ? sscanf (text, "%4d ,%4d%n", x, y, &used) == 2
                                  : sscanf (text, "%4d ,%4d ,%4d%n", x, y, owner, &used) == 3;
  return good && text[used] == 0;
}

/* The index of a point among the legal moves, or -1. */
static int find_point (const struct gomocup *g, int x, int y, struct successor *list) {
  char text[MOVE_TEXT];
  const int count = g->game.engine->successors (&g->game, course_position (&g->course), list);
  if (x < 0 || x >= g->size.columns || y < 0 || y >= g->size.rows)
    return -1;
  g->protocol->move_text (g->size.rows, x, y, text, sizeof text);
  for (int i = 0; i < count; i++)
    if (strcmp (list[i].text, text) == 0)
      return i;
  return -1;
}

/* The time for a move: the time of a turn, but at most a share of the remaining time of the match. */
static double seconds_of_move (const struct gomocup *g) {
  static const double SHARE = 0.05, LEAST = 0.02, MANAGERS = 0.02; /* MANAGERS: time that the manager needs */
  double seconds = g->turn;
  if (g->match > 0 && g->left * SHARE < seconds)
    seconds = g->left * SHARE;
  seconds -= MANAGERS;
  return seconds > LEAST ? seconds : LEAST;
}

static bool make_move (struct gomocup *g) {
  struct thought thought;
  int x, y;
  if (course_ending (&g->course, NULL) == GAME_END_RULES)
    return text_put_line (g->out, "ERROR the game is over");
  player_limit (g->player, seconds_of_move (g), g->nodes);
  if (!player_think (g->player, &g->course, &thought))
    return false;
  course_play (&g->course, &thought.chosen);
  if (thought.keeps && thought.bounds.lower == thought.bounds.upper)
    text_put_line (g->out, "MESSAGE proven: a %s",
                   thought.bounds.lower > 0   ? "win"
                   : thought.bounds.lower < 0 ? "loss"
                                              : "draw");
  g->protocol->point (g->size.rows, thought.chosen.text, &x, &y);
  return text_put_line (g->out, "%d,%d", x, y);
}

/* ---- commands ---- */

static bool start (struct gomocup *g, int columns, int rows) {
  struct failure failure = { 0 };
  const struct protocol_board before = g->size;
  g->size = (struct protocol_board){ columns, rows, g->line > 0 ? g->line : g->protocol->line, false };
  if (open_board (g, "", &failure))
    return text_put_line (g->out, "OK");
  g->size = before;
  return text_put_line (g->out, "ERROR %s", failure.text);
}

static bool do_start (struct gomocup *g, const char *rest) {
  int size, used = 0;
  if (sscanf (rest, "%4d%n", &size, &used) != 1 || rest[used] != 0)
    return text_put_line (g->out, "ERROR START needs the size of the board");
  return start (g, size, size);
}

static bool do_rectstart (struct gomocup *g, const char *rest) {
  int columns, rows;
  if (!read_point (rest, &columns, &rows, NULL))
    return text_put_line (g->out, "ERROR RECTSTART needs columns,rows");
  return start (g, columns, rows);
}

static bool do_restart (struct gomocup *g, const char *rest) {
  (void) rest;
  return g->game.engine == NULL ? !is_ready (g) : start (g, g->size.columns, g->size.rows);
}

static bool do_begin (struct gomocup *g, const char *rest) {
  (void) rest;
  return !is_ready (g) || make_move (g);
}

static bool do_turn (struct gomocup *g, const char *rest) {
  int x, y;
  if (!is_ready (g))
    return true;
  if (!read_point (rest, &x, &y, NULL))
    return text_put_line (g->out, "ERROR TURN needs x,y");
  struct successor *list = allocate ((size_t) g->game.moves_max, sizeof *list);
  const int move = find_point (g, x, y, list);
  if (move >= 0)
    course_play (&g->course, &list[move]);
  free (list);
  return move >= 0 ? make_move (g)
                   : text_put_line (g->out, "ERROR %d,%d is no empty point of this game", x, y);
}

static bool do_takeback (struct gomocup *g, const char *rest) {
  int x, y, last_x = -1, last_y = -1;
  if (!is_ready (g))
    return true;
  if (!read_point (rest, &x, &y, NULL))
    return text_put_line (g->out, "ERROR TAKEBACK needs x,y");
  if (*course_last (&g->course) != 0)
    g->protocol->point (g->size.rows, course_last (&g->course), &last_x, &last_y);
  if (x != last_x || y != last_y || !course_undo (&g->course))
    return text_put_line (g->out, "ERROR %d,%d is not the last stone", x, y);
  return text_put_line (g->out, "OK");
}

static bool do_board (struct gomocup *g, const char *rest) {
  (void) rest;
  g->reading = is_ready (g);
  g->stone_count = 0;
  return true;
}

/* The moves that lead to the stones of BOARD: the two sides take turns, each in the order of the lines. The
 * side with fewer stones is to move, or this program if both have the same number. NULL: there are no such
 * moves. */
static char *moves_of_stones (const struct gomocup *g) {
  int count[3] = { 0 };
  for (int i = 0; i < g->stone_count; i++)
    count[g->stones[i].owner]++;
  const bool we_began = count[OWN_STONE] == count[OTHER_STONE];
  if (!we_began && count[OWN_STONE] + 1 != count[OTHER_STONE])
    return NULL;
  char *text = allocate ((size_t) g->stone_count + 1, MOVE_TEXT), *end = text;
  int next[2] = { 0 }; /* index from which to search for the next stone of a side */
  for (int i = 0; i < g->stone_count; i++) {
    const int side = i % 2, owner = (side == 0) == we_began ? OWN_STONE : OTHER_STONE;
    while (g->stones[next[side]].owner != owner)
      next[side]++;
    const struct stone *stone = &g->stones[next[side]++];
    g->protocol->move_text (g->size.rows, stone->x, stone->y, end, MOVE_TEXT);
    end += strlen (end);
    *end++ = ' ';
  }
  *end = 0;
  return text;
}

static bool set_board (struct gomocup *g) {
  struct failure failure = { 0 };
  struct course course;
  char *moves = moves_of_stones (g);
  if (moves == NULL)
    return text_put_line (g->out, "ERROR BOARD: it is not our turn with these numbers of stones");
  const bool good = course_begin (&course, &g->game, moves, &failure);
  free (moves);
  if (!good)
    return text_put_line (g->out, "ERROR BOARD: %s", failure.text);
  course_end (&g->course);
  g->course = course;
  return make_move (g);
}

/* Read a line between BOARD and DONE. */
static bool read_stone (struct gomocup *g, const char *line) {
  struct stone stone;
  if (strcasecmp (line, "DONE") == 0) {
    g->reading = false;
    return set_board (g);
  }
  if (!read_point (line, &stone.x, &stone.y, &stone.owner) || stone.x < 0 || stone.x >= g->size.columns
      || stone.y < 0 || stone.y >= g->size.rows || (stone.owner != OWN_STONE && stone.owner != OTHER_STONE)) {
    g->reading = false;
    return text_put_line (g->out, "ERROR BOARD: expected x,y,1 or x,y,2 or DONE");
  }
  if (g->stone_count == g->stone_capacity) {
    g->stone_capacity = 2 * g->stone_capacity + 64;
    g->stones = reallocate (g->stones, (size_t) g->stone_capacity, sizeof *g->stones);
  }
  g->stones[g->stone_count++] = stone;
  return true;
}

/* Set "line 4": the next board is one of four in a row. It is the only INFO that is answered, so that the
 * manager knows that it is supported. */
static bool do_line (struct gomocup *g, const char *rest) {
  enum { MOST = 128 }; /* the longest possible side of a board */
  int line, used = 0;
  if (sscanf (rest, "%4d%n", &line, &used) != 1 || rest[used] != 0 || line < 1 || line > MOST)
    return text_put_line (g->out, "ERROR INFO line needs a number from 1 to %d", MOST);
  g->line = line;
  return text_put_line (g->out, "OK");
}

/* Set "timeout_turn 5000"; unknown keys are ignored, as the protocol demands. */
static bool do_info (struct gomocup *g, const char *rest) {
  static const char line[] = "line";
  const size_t length = strcspn (rest, " \t");
  if (length == sizeof line - 1 && strncasecmp (rest, line, length) == 0)
    return do_line (g, rest + length);
  char key[40];
  long long number;
  if (sscanf (rest, "%39s %lld", key, &number) != 2)
    return true;
  const double seconds = (double) number / 1000;
  const uint64_t amount = number > 0 ? (uint64_t) number : 0;
  if (strcasecmp (key, "timeout_turn") == 0)
    g->turn = seconds;
  else if (strcasecmp (key, "timeout_match") == 0)
    g->match = seconds;
  else if (strcasecmp (key, "time_left") == 0)
    g->left = seconds;
  else if (strcasecmp (key, "max_node") == 0)
    g->nodes = amount;
  else if (strcasecmp (key, "max_memory") == 0 && amount != g->memory) {
    g->memory = amount;
    reopen (g);
  } else if (strcasecmp (key, "rule") == 0 && number != g->rule) {
    g->rule = number >= 0 && number <= 255 ? (int) number : 255;
    reopen (g);
  }
  return true;
}

static bool do_about (struct gomocup *g, const char *rest) {
  (void) rest;
  return text_put_line (g->out,
                        "name=\"Zermelo\", version=\"%s\", author=\"the Zermelo developers\", country=\"-\"",
                        version_text);
}

static bool do_end (struct gomocup *g, const char *rest) {
  (void) g, (void) rest;
  return false;
}

static const struct {
  const char *name;
  bool (*obey) (struct gomocup *, const char *rest);
} commands[] = {
  { "START", do_start }, { "RECTSTART", do_rectstart }, { "RESTART", do_restart },
  { "BEGIN", do_begin }, { "TURN", do_turn },           { "TAKEBACK", do_takeback },
  { "BOARD", do_board }, { "INFO", do_info },           { "ABOUT", do_about },
  { "END", do_end },
};

bool gomocup_line (struct gomocup *g, const char *line) {
  const size_t length = strcspn (line, " \t");
  const char *rest = line + length + strspn (line + length, " \t");
  if (*line == 0)
    return true;
  if (g->reading)
    return read_stone (g, line);
  for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
    if (strlen (commands[i].name) == length && strncasecmp (commands[i].name, line, length) == 0)
      return commands[i].obey (g, rest);
  return text_put_line (g->out, "UNKNOWN %.40s", line);
}

struct gomocup *gomocup_create (const struct board_protocol *protocol, const struct play_resources *resources,
                                FILE *out) {
  static const double USUAL_TURN = 5;
  struct gomocup *g = allocate (1, sizeof *g);
  g->protocol = protocol;
  g->resources = *resources;
  g->out = out;
  g->turn = USUAL_TURN;
  g->left = 1e9;
  return g;
}

void gomocup_destroy (struct gomocup *g) {
  close_board (g);
  free (g->stones);
  free (g);
}
