#include "serve/api.h"

#include "base/quantity.h"
#include "base/text.h"
#include "board_cells.h"
#include "run/answer_json.h"
#include "serve/served_json.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { STATUS_OK = 200, STATUS_BAD = 400, STATUS_NONE = 404, STATUS_LONG = 413, STATUS_BUSY = 503 };

static const double SECONDS = 2, SECONDS_MOST = LIVE_SECONDS_MOST;

void api_fail (struct api *api, unsigned status, const char *format, ...) {
  char text[600];
  va_list arguments;
  va_start (arguments, format);
  vsnprintf (text, sizeof text, format, arguments);
  va_end (arguments);
  for (char *c = text; *c != 0; c++) /* a message may quote any bytes of a request */
    if ((unsigned char) *c < ' ' || (unsigned char) *c > '~')
      *c = '?';
  json_decref (api->body);
  api->status = status;
  api->body = json_pack ("{s:s}", "error", text);
}

static void succeed (struct api *api, json_t *body) {
  api->status = STATUS_OK;
  api->body = body;
}

/* ---- parameters ---- */

/* The value of a parameter, or NULL. */
static const char *given (const struct api *api, const char *name) {
  return api->parameter (api->context, name);
}

/* The value of a parameter for which absent and empty have one meaning. */
static const char *parameter (const struct api *api, const char *name) {
  const char *value = given (api, name);
  return value != NULL ? value : "";
}

static struct served_game *read_game (struct api *api) {
  const char *text = parameter (api, "game");
  struct served_game *own = served_game (api->served, text);
  if (own == NULL)
    api_fail (api, STATUS_NONE, "game '%.60s' is not served", text);
  return own;
}

static bool read_file (struct api *api, int *file) {
  uint64_t number;
  struct failure failure = { 0 };
  if (!quantity_count (parameter (api, "file"), 0, 1000000, &number, &failure))
    api_fail (api, STATUS_BAD, "file=N: the number of a file, as in /api/files");
  else if (number >= (uint64_t) api->served->file_count)
    api_fail (api, STATUS_NONE, "there is no file %d", (int) number);
  else
    *file = (int) number;
  return api->status == 0;
}

/* Read a number of seconds: "0.5", and no other text after it. */
static bool read_seconds (struct api *api, double *seconds) {
  const char *text = given (api, "time");
  char *end;
  *seconds = SECONDS;
  if (text == NULL)
    return true;
  const size_t digits = strspn (text, "0123456789.");
  *seconds = strtod (text, &end);
  if (digits == 0 || text[digits] != 0 || *end != 0 || !(*seconds <= SECONDS_MOST))
    api_fail (api, STATUS_BAD, "time=S: seconds from 0 to %.0f", SECONDS_MOST);
  return api->status == 0;
}

static bool read_flag (struct api *api, const char *name, bool *flag) {
  const char *text = given (api, name);
  *flag = text != NULL && strcmp (text, "1") == 0;
  if (!*flag && text != NULL && strcmp (text, "0") != 0)
    api_fail (api, STATUS_BAD, "%s: 0 or 1", name);
  return api->status == 0;
}

static bool read_client (struct api *api, char client[CLIENT_NAME]) {
  const char *text = given (api, "client");
  const size_t length = text != NULL ? strlen (text) : 0;
  if (text == NULL)
    return true;
  if (length == 0 || length >= CLIENT_NAME
      || strspn (text, "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_-") != length)
    api_fail (api, STATUS_BAD, "client=NAME: 1 to %d letters, digits, - and _", CLIENT_NAME - 1);
  else
    memcpy (client, text, length + 1);
  return api->status == 0;
}

/* Begin the answer about the position of the request. */
static bool read_position (struct api *api, const struct game *game, const char *text,
                           struct answer *answer) {
  struct failure failure = { 0 };
  if (strlen (text) > POSITION_MOST)
    api_fail (api, STATUS_LONG, "a position of more than %d characters", POSITION_MOST);
  else if (!answer_begin (answer, game, text, &failure))
    api_fail (api, STATUS_BAD, "%s", failure.text);
  return api->status == 0;
}

/* ---- jobs ---- */

/* Make a job about the position of the request; NULL: the request is wrong. */
static struct live_job *begin_job (struct api *api, enum live_kind kind) {
  struct live_job *job = allocate (1, sizeof *job);
  job->kind = kind;
  job->owner = api->context;
  job->game = read_game (api);
  if (job->game != NULL && read_seconds (api, &job->seconds) && read_flag (api, "score", &job->scores)
      && read_client (api, job->client)
      && read_position (api, &job->game->game, parameter (api, "position"), &job->answer)) {
    live_call_off (api->live, job->client);
    return job;
  }
  live_job_free (job);
  return NULL;
}

static void hand_over (struct api *api, struct live_job *job) {
  snprintf (job->turn_of, sizeof job->turn_of, "%s", *job->client != 0 ? job->client : api->address);
  if (live_add (api->live, job)) {
    api->job = job;
    return;
  }
  live_job_free (job);
  api_fail (api, STATUS_BUSY, "too much is asked at once: try again in a moment");
}

static void recall (struct api *api, struct live_job *job) {
  struct failure failure = { 0 };
  if (!served_recall (api->served, job->game, &job->answer, &failure))
    api_fail (api, 500, "%s", failure.text);
}

/* Answer from files, or leave the job to the searches if something is still unknown. */
static void answer_or_search (struct api *api, struct live_job *job) {
  recall (api, job);
  if (api->status == 0 && !answer_is_complete (&job->answer, job->scores) && job->seconds > 0) {
    hand_over (api, job);
    return;
  }
  if (api->status == 0)
    api_finish (api, job);
  live_job_free (job);
}

/* ---- the answers ---- */

static void answer_position (struct api *api) {
  struct live_job *job = begin_job (api, LIVE_VALUES);
  if (job != NULL)
    answer_or_search (api, job);
}

static void answer_line (struct api *api) {
  struct live_job *job = begin_job (api, LIVE_LINE);
  if (job != NULL)
    hand_over (api, job);
}

/* The file that a player's text names with a key, or NULL. "none" is not a name. */
static const char *named_file (const char *text, const char *key) {
  static const char none[] = "=none";
  for (const char *found = strstr (text, key); found != NULL; found = strstr (found + 1, key)) {
    const char *value = found + strlen (key), *end = value + sizeof none - 1;
    if (strncmp (value, none, sizeof none - 1) != 0 || (*end != 0 && *end != ','))
      return value;
  }
  return NULL;
}

/* Is a player allowed? Clients must not name files, nor start programs. */
static bool player_is_allowed (struct api *api, const char *text) {
  static const enum player_key files[] = { KEY_BOOK, KEY_TABLES };
  const size_t length = strcspn (text, ":");
  const struct player_kind *kind = player_kinds;
  while (kind->name != NULL && (strlen (kind->name) != length || strncmp (kind->name, text, length) != 0))
    kind++;
  if (kind->name != NULL && (kind->human || kind->protocol != NULL))
    api_fail (api, STATUS_BAD, "player %s does not play here", kind->name);
  for (size_t i = 0; i < sizeof files / sizeof *files && kind->name != NULL; i++)
    if (named_file (text, player_key_names[files[i]]) != NULL)
      api_fail (api, STATUS_BAD, "key %s names a file: it is not for players here",
                player_key_names[files[i]]);
  return api->status == 0;
}

static void answer_move (struct api *api) {
  const char *asked = given (api, "player"), *player = asked != NULL ? asked : "perfect";
  struct live_job *job = begin_job (api, LIVE_MOVE);
  if (job == NULL)
    return;
  if (strlen (player) >= sizeof job->player)
    api_fail (api, STATUS_LONG, "a player of more than %d characters", (int) sizeof job->player - 1);
  else if (job->answer.outcome != GOING_ON)
    api_fail (api, STATUS_BAD, "the game is over");
  else if (player_is_allowed (api, player))
    snprintf (job->player, sizeof job->player, "%s", player);
  if (api->status == 0)
    hand_over (api, job);
  else
    live_job_free (job);
}

static void answer_game (struct api *api) {
  struct answer answer;
  struct served_game *own = read_game (api);
  if (own == NULL || !read_position (api, &own->game, parameter (api, "position"), &answer))
    return;
  succeed (api, game_json (own, &answer));
  answer_end (&answer);
}

static void take (struct api *api, json_t *body, const struct failure *failure) {
  if (body != NULL)
    succeed (api, body);
  else
    api_fail (api, failure->code == EXIT_BAD_DATA ? STATUS_BAD : 500, "%s", failure->text);
}

/* Read "first" or "second"; -1: absent. */
static bool read_player (struct api *api, const char *name, int *player) {
  const char *text = given (api, name);
  *player = text == NULL ? -1 : strcmp (text, "first") == 0 ? 0 : strcmp (text, "second") == 0 ? 1 : -1;
  if (text != NULL && *player < 0)
    api_fail (api, STATUS_BAD, "%s: first or second", name);
  return api->status == 0;
}

static void answer_setup (struct api *api) {
  int turn;
  struct failure failure = { 0 };
  const struct served_game *own = read_game (api);
  const char *const pieces[] = { parameter (api, "first"), parameter (api, "second") };
  if (own == NULL || !read_player (api, "turn", &turn))
    return;
  if (strlen (pieces[0]) + strlen (pieces[1]) > POSITION_MOST)
    api_fail (api, STATUS_LONG, "pieces of more than %d characters", POSITION_MOST);
  else
    take (api, setup_json (&own->game, pieces, turn == 1, &failure), &failure);
}

static void answer_files (struct api *api) { succeed (api, files_json (api->served)); }

static void answer_statistics (struct api *api) {
  int file = -1;
  if (!read_file (api, &file))
    return;
  if (api->served->files[file].statistics != NULL) {
    succeed (api, json_incref (api->served->files[file].statistics));
    return;
  }
  struct live_job *job = allocate (1, sizeof *job);
  *job = (struct live_job){ .kind = LIVE_STATISTICS, .file = file, .owner = api->context };
  hand_over (api, job);
}

static void answer_certificate (struct api *api) {
  int file = -1, side;
  const char *text = given (api, "position");
  if (text != NULL && strlen (text) > POSITION_MOST)
    api_fail (api, STATUS_LONG, "a position of more than %d characters", POSITION_MOST);
  else if (read_player (api, "side", &side) && read_file (api, &file)) {
    struct live_job *job = allocate (1, sizeof *job);
    *job = (struct live_job){ .kind = LIVE_CERTIFICATE, .file = file, .side = side, .owner = api->context };
    job->text = text != NULL ? text_format ("%s", text) : NULL;
    hand_over (api, job);
  }
}

/* Answer like the server of P. Pons's solver: a score for each column, 100 for a full one. */
static void answer_columns (struct api *api) {
  struct served_game *own = served_columns (api->served);
  if (own == NULL) {
    api_fail (api, STATUS_NONE, "there is no board with columns to drop stones into, or more than one");
    return;
  }
  struct live_job *job = allocate (1, sizeof *job);
  *job = (struct live_job){ .kind = LIVE_VALUES,
                            .game = own,
                            .owner = api->context,
                            .scores = true,
                            .columns = true,
                            .seconds = SECONDS_MOST };
  if (read_position (api, &own->game, parameter (api, "pos"), &job->answer))
    answer_or_search (api, job);
  else
    live_job_free (job);
}

void api_answer (struct api *api, const char *path) {
  static const struct {
    const char *path;
    void (*answer) (struct api *);
  } answers[] = { { "/api/position", answer_position },
                  { "/api/line", answer_line },
                  { "/api/move", answer_move },
                  { "/api/game", answer_game },
                  { "/api/setup", answer_setup },
                  { "/api/files", answer_files },
                  { "/api/statistics", answer_statistics },
                  { "/api/certificate", answer_certificate },
                  { "/solve", answer_columns } };
  for (size_t i = 0; i < sizeof answers / sizeof *answers; i++)
    if (strcmp (path, answers[i].path) == 0) {
      answers[i].answer (api);
      return;
    }
  api_fail (api, STATUS_NONE, "there is nothing of that name");
}

/* ---- the results of jobs ---- */

static json_t *columns_json (const struct live_job *job) {
  enum { FULL = 100 };
  const struct answer *answer = &job->answer;
  struct board_cell last;
  answer->game->engine->cells->cell (answer->game, answer->game->engine->cells->count (answer->game) - 1,
                                     &last);
  json_t *scores = json_array ();
  for (int column = 0; column <= last.x; column++)
    json_array_append_new (scores, json_integer (FULL));
  for (int i = 0; i < answer->count; i++) {
    char text[SCORE_TEXT];
    int score;
    const zermelo_knowledge known = answer_of_move (answer, i);
    if (!known_score (&known, answer->game, answer->position, text, &score)) {
      json_decref (scores);
      return NULL;
    }
    json_array_set_new (scores, (size_t) answer->moves[i].successor.cell, json_integer (score));
  }
  return json_pack ("{s:s, s:o}", "pos", answer->normal.text, "score", scores);
}

static json_t *line_json (const struct live_job *job) {
  char text[SCORE_TEXT];
  int score;
  const struct answer *answer = &job->answer;
  const bool scored = known_score (&answer->known, answer->game, answer->position, text, &score);
  json_t *moves = json_array (), *positions = json_array ();
  for (int i = 0; i < job->line_moves; i++) {
    json_array_append_new (moves, json_string (job->line[i]));
    json_array_append_new (positions,
                           job->line_text[i] != NULL ? json_string (job->line_text[i]) : json_null ());
  }
  json_t *line = json_pack ("{s:o, s:o, s:s, s:b}", "moves", moves, "positions", positions, "value",
                            known_value_name (&answer->known), "complete", job->line_ends);
  json_object_set_new (line, "score", scored ? json_integer (score) : json_null ());
  json_object_set_new (line, "distance",
                       answer->known.distance >= 0 ? json_integer (answer->known.distance) : json_null ());
  return line;
}

static json_t *move_json (const struct live_job *job) {
  const struct thought *thought = &job->thought;
  char *text = answer_text_after (&job->answer, &thought->chosen);
  json_t *move = json_pack ("{s:s, s:s?, s:s, s:s?, s:f, s:I}", "move", thought->chosen.text, "position",
                            text, "value", value_name (thought->bounds), "source", thought->source, "seconds",
                            thought->cost.seconds, "nodes", (json_int_t) thought->cost.nodes);
  json_object_set_new (move, "evaluation",
                       thought->has_evaluation ? json_integer (thought->evaluation) : json_null ());
  free (text);
  return move;
}

static json_t *keep_statistics (struct api *api, const struct live_job *job) {
  struct served_file *file = &api->served->files[job->file];
  if (file->statistics == NULL)
    file->statistics = json_incref (job->statistics);
  return json_incref (file->statistics);
}

void api_finish (struct api *api, struct live_job *job) {
  if (job->failure.code != 0) {
    const bool asked = job->failure.code == EXIT_USAGE || job->failure.code == EXIT_BAD_DATA;
    api_fail (api, asked ? STATUS_BAD : 500, "%s", job->failure.text);
    return;
  }
  json_t *body = NULL;
  if (job->kind == LIVE_MOVE && job->called_off) {
    api_fail (api, STATUS_BUSY, "called off before there was a move");
    return;
  }
  if (job->kind == LIVE_CERTIFICATE && job->body == NULL) {
    api_fail (api, STATUS_BUSY, "called off before the answer was whole");
    return;
  }
  switch (job->kind) {
  case LIVE_VALUES: body = job->columns ? columns_json (job) : answer_json (&job->answer, job->scores); break;
  case LIVE_LINE: body = line_json (job); break;
  case LIVE_MOVE: body = move_json (job); break;
  case LIVE_STATISTICS: body = keep_statistics (api, job); break;
  case LIVE_CERTIFICATE:
    api->text = job->body;
    job->body = NULL;
    api->status = STATUS_OK;
    return;
  }
  if (body != NULL)
    succeed (api, body);
  else
    api_fail (api, STATUS_BUSY, "time was up before everything was known: ask again");
}
