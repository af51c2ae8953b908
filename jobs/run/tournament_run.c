#include "run/tournament_run.h"

#include "play/game_text.h"
#include "play/match.h"
#include "play/tournament_file.h"
#include "analysis/report.h"
#include "base/text.h"
#include "file/part_file.h"
#include "run/compared_method.h"
#include "run/known_values.h"
#include "run/query_queue.h"
#include "run/run_checkpoint.h"

#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ---- what is asked ---- */

/* The PLAYER texts, which the caller frees with the list: the texts of the job or, if it names depths, all of
 * them with each depth. */
static char **players_of_job (const struct job *job, const int *depths, size_t groups) {
  const size_t count = job->players.count;
  char **players = allocate (groups * count, sizeof *players);
  for (size_t i = 0; i < groups * count; i++) {
    const char *text = job->players.texts[i % count];
    players[i] = depths == NULL ? text_format ("%s", text)
                                : text_format ("%s%cdepth=%d", text, strchr (text, ':') == NULL ? ':' : ',',
                                               depths[i / count]);
  }
  return players;
}

/* The tournament of a job. It borrows the texts of the job, except those of the players, which
 * tournament_forget() frees. False: EXIT_BAD_DATA. */
static bool tournament_of_job (struct tournament *tournament, const struct job *job,
                               struct failure *failure) {
  int depth_count = 0;
  struct failure why = { 0 };
  int *depths = depths_list (job->depths.texts, job->depths.count, &depth_count, &why);
  if (depths == NULL)
    return job_fail (job, "depths", failure, "%s", why.text);
  const size_t groups = depth_count > 0 ? (size_t) depth_count : 1;
  *tournament = (struct tournament){ .boards = job->boards.texts,
                                     .board_count = job->boards.count,
                                     .players = (const char *const *) players_of_job (
                                         job, depth_count > 0 ? depths : NULL, groups),
                                     .player_count = groups * job->players.count,
                                     .groups = groups,
                                     .games = job->games,
                                     .moves_most = job->ply_cap,
                                     .opening = job->opening_plies,
                                     .seed = job->options.seed,
                                     .seconds = job->move_time,
                                     .tolerance = job->tolerance,
                                     .forfeits = job->unplayable != 0 };
  free (depths);
  return true;
}

static void tournament_forget (struct tournament *tournament) {
  for (size_t i = 0; i < tournament->player_count; i++)
    free ((char *) tournament->players[i]);
  free ((void *) tournament->players);
}

bool tournament_check (const struct session *session, const struct job *job, struct failure *failure) {
  struct tournament tournament = { .boards = NULL };
  const struct play_resources resources
      = { .threads = session->resources.threads, .table_bytes = session->resources.table_bytes };
  struct failure why = { 0 };
  int place = -1;
  if (!tournament_of_job (&tournament, job, failure))
    return false;
  if (!match_check (&tournament, &resources, &place, &why)) {
    if (place < 0)
      job_fail (job, "boards", failure, "%s", why.text);
    else
      job_fail (job, "players", failure, "'%.60s': %s", tournament.players[place], why.text);
    failure->code = place < 0 || why.code == EXIT_USAGE ? EXIT_BAD_DATA : why.code;
  }
  tournament_forget (&tournament);
  return failure->code == 0;
}

/* ---- on every rank: games are played ---- */

struct match_session {
  const struct session *session;
  struct match *match;
  struct search *search;   /* of the current query */
  const atomic_bool *stop; /* of the current query */
};

static bool must_leave_off (void *context) {
  const struct match_session *match = context;
  return atomic_load_explicit (match->stop, memory_order_relaxed) || run_must_stop (match->session);
}

static void poll_manager (void *context) {
  const struct match_session *match = context;
  if (match->search->poll != NULL)
    match->search->poll (match->search->poll_context);
}

/* The nodes of the game, for the progress and the statistics. */
static uint64_t nodes_of_message (const struct bytes *message) {
  struct game_list list = { 0 };
  uint64_t nodes = 0;
  game_unpack (&list, message->data, message->size);
  for (size_t i = 0; i < list.move_count; i++)
    nodes += list.moves[i].nodes;
  game_list_free (&list);
  return nodes;
}

static void answer (void *context, int thread, struct search *search, const atomic_bool *stop,
                    struct bytes *report, struct failure *failure) {
  struct match_session *match = context;
  (void) thread; /* one game at a time */
  match->search = search;
  match->stop = stop;
  if (!match_play (match->match, (size_t) search->query.seed, report, failure))
    return;
  const uint64_t nodes = nodes_of_message (report);
  search->result.cost.nodes = nodes;
  search->statistics.count[COUNT_nodes] += nodes;
}

/* ---- on rank 0 ---- */

struct tournament_run {
  struct checkpoint_part part;
  struct run *run;
  const struct tournament *tournament;
  struct game_list list;
  uint8_t *done; /* by number */
  size_t games, asked;
  double *plies;                /* by board, how many a game may have */
  double plies_done, plies_all; /* of all games together */
  struct query_queue *queue;
};

static void note_game (struct tournament_run *h, const struct played_game *game) {
  assert (game->number < h->games && game->board < h->tournament->board_count);
  if (!h->done[game->number])
    h->plies_done += h->plies[game->board];
  h->done[game->number] = 1;
}

static void note_done (struct tournament_run *h) {
  memset (h->done, 0, h->games);
  h->plies_done = 0;
  for (size_t i = 0; i < h->list.count; i++)
    note_game (h, &h->list.games[i]);
}

static bool load_games (void *context, struct file_in *file) {
  struct tournament_run *h = context;
  const struct game_limits limits = tournament_limits (h->tournament);
  game_list_free (&h->list);
  const bool good = game_list_load (file, &h->list, &limits);
  note_done (h);
  return good;
}

static size_t count_games (void *context) { return ((struct tournament_run *) context)->list.count; }

static void save_games (void *context, struct file_out *file) {
  const struct tournament_run *h = context;
  game_list_save (file, &h->list);
}

static void tournament_run_end (void *context) {
  struct tournament_run *h = context;
  game_list_free (&h->list);
  free (h->done);
  free (h->plies);
  free (h);
}

/* The number of plies that a game on this board may have. */
static double plies_at_most (const struct tournament *tournament, size_t board) {
  enum { PLIES_OF_CYCLIC_GAME = 100 }; /* a guess */
  struct game game;
  struct failure never = { 0 };
  if (!engine_open (&game, tournament->boards[board], &never))
    internal_error (__FILE__, __LINE__, "%s", never.text);
  const int most = game.plies_max > 0 ? game.plies_max : PLIES_OF_CYCLIC_GAME, cap = tournament->moves_most;
  engine_close (&game);
  return cap > 0 && cap < most ? cap : most;
}

static struct tournament_run *tournament_run_create (struct run *run, const struct tournament *tournament) {
  struct tournament_run *h = allocate (1, sizeof *h);
  *h = (struct tournament_run){ .run = run,
                                .tournament = tournament,
                                .games = tournament_games (tournament) };
  h->part = (struct checkpoint_part){ .context = h,
                                      .group = "/games",
                                      .load = load_games,
                                      .count = count_games,
                                      .save = save_games,
                                      .end = tournament_run_end };
  h->done = allocate (h->games, 1);
  h->plies = allocate (tournament->board_count, sizeof *h->plies);
  for (size_t i = 0; i < tournament->board_count; i++)
    h->plies[i] = plies_at_most (tournament, i);
  for (size_t i = 0; i < h->games; i++)
    h->plies_all += h->plies[tournament_fixture (tournament, i).board];
  run->journal.checkpoint_part = &h->part;
  return h;
}

/* The share of the work that is done, for estimates of time. Games are not counted, because games on large
 * boards come last and take most of the time. */
static double plies_share (const struct tournament_run *h) { return h->plies_done / h->plies_all; }

static void take_game (void *context, const uint8_t *report, size_t size) {
  struct tournament_run *h = context;
  if (!game_unpack (&h->list, report, size))
    internal_error (__FILE__, __LINE__, "a rank sent a game that is none");
  const struct played_game *game = &h->list.games[h->list.count - 1];
  assert (!h->done[game->number]);
  note_game (h, game);
  h->run->display.progress.done++;
  h->run->display.progress.share = plies_share (h);
}

static void take_result (void *context, const struct result *result) { (void) context, (void) result; }

static enum production produce (void *context) {
  struct tournament_run *h = context;
  while (h->asked < h->games && h->done[h->asked])
    h->asked++;
  if (h->asked == h->games)
    return PRODUCTION_OVER;
  struct game game; /* its title in normal form */
  struct failure never = { 0 };
  const struct fixture fixture = tournament_fixture (h->tournament, h->asked);
  if (!engine_open (&game, h->tournament->boards[fixture.board], &never))
    internal_error (__FILE__, __LINE__, "%s", never.text);
  struct query query = query_begin (game.title, METHOD_AUTO, false);
  engine_close (&game);
  query.kind = QUERY_GAME;
  query.seed = h->asked++;
  query_queue_add (h->queue, &query, take_result, h);
  return PRODUCTION_MORE;
}

/* ---- what is left behind ---- */

/* "out/t.games/mnk-7,7,5.sgf" */
static char *path_of_board (const struct game *game, const char *folder) {
  char end[16] = "txt";
  const struct record_format *format = game_text_format (game);
  if (format != NULL)
    snprintf (end, sizeof end, "%s", format->name);
  for (char *c = end; *c != 0; c++)
    *c = (char) tolower ((unsigned char) *c);
  char *path = text_format ("%s/%s.%s", folder, game->title, end);
  for (char *c = path + strlen (folder); *c != 0; c++)
    *c = *c == ':' ? '-' : *c;
  return path;
}

static void write_game (FILE *file, const struct tournament_run *h, const struct game *game,
                        const struct played_game *played) {
  static const enum record_result results[] = { RECORD_LOST, RECORD_DRAWN, RECORD_WON };
  const struct tournament *t = h->tournament;
  const char *const names[2] = { t->players[played->first], t->players[played->second] };
  struct course course;
  if (!game_replay (&course, game, h->list.moves + played->first_move, played->moves))
    internal_error (__FILE__, __LINE__, "%s: a game that was played is none", game->title);
  if (game_text_format (game) == NULL)
    fprintf (file, "# game %u: %s against %s, %s: %s\n", played->number + 1, names[0], names[1],
             played->result > 0   ? "1-0"
             : played->result < 0 ? "0-1"
                                  : "1/2-1/2",
             game_end_texts[played->ending]);
  game_text_write (file, &course, names, results[played->result + 1], (enum game_end) played->ending);
  if (game_text_format (game) != NULL)
    fputc ('\n', file);
  course_end (&course);
}

static bool write_board (const struct tournament_run *h, size_t board, const char *folder,
                         struct failure *failure) {
  struct game game;
  struct part_file file = { 0 };
  if (!engine_open (&game, h->tournament->boards[board], failure))
    return false;
  char *path = path_of_board (&game, folder);
  bool good = part_file_open (&file, path, failure);
  for (size_t i = 0; good && i < h->list.count; i++)
    if (h->list.games[i].board == board && !game_end_is_left_out ((enum game_end) h->list.games[i].ending))
      write_game (file.file, h, &game, &h->list.games[i]);
  good = good && part_file_finish (&file, failure);
  free (path);
  engine_close (&game);
  return good;
}

static void write_files (struct tournament_run *h, const struct job *job, const struct job_paths *paths,
                         struct failure *failure) {
  bool good = tournament_file_write (paths->games, h->tournament, &h->list, failure)
              && directory_make (paths->game_texts, failure);
  for (size_t board = 0; good && board < h->tournament->board_count; board++)
    good = write_board (h, board, paths->game_texts, failure);
  if (good && job->report)
    good = tournament_page_write (paths->page, job->name, h->tournament, &h->list, failure);
  if (!good)
    return;
  run_makes (&h->run->journal, paths->games);
  run_makes (&h->run->journal, paths->game_texts);
}

/* ---- the table ---- */

static const struct column columns[]
    = { { "player", -20 }, { "points", 6 }, { "second", 6 },    { "first", 5 }, { "forfeit", 7 },
        { "draws", 5 },    { "losses", 6 }, { "forfeited", 9 }, { "games", 5 } };

/* The boards that a player cannot play. */
static json_t *boards_not_played (const struct tournament_run *h, size_t player) {
  json_t *boards = json_array ();
  for (size_t board = 0; board < h->tournament->board_count; board++)
    if (tournament_cannot_play (&h->list, player, board))
      json_array_append_new (boards, json_string (h->tournament->boards[board]));
  return boards;
}

/* Say on standard error which player did not play on which board, since the table does not say it. */
static void tell_not_played (const struct tournament_run *h, size_t player) {
  json_t *boards = boards_not_played (h, player), *board;
  size_t i, count = json_array_size (boards);
  if (count > 0 && !h->run->session.options.quiet) {
    fprintf (stderr, "%s cannot play %zu of %zu boards, and %s there:", h->tournament->players[player], count,
             h->tournament->board_count, h->tournament->forfeits ? "lost by forfeit" : "was left out");
    json_array_foreach (boards, i, board) fprintf (stderr, " %s", json_string_value (board));
    fputc ('\n', stderr);
  }
  json_decref (boards);
}

static void print_standing (const struct tournament_run *h, const struct standing *row) {
  struct run *run = h->run;
  const struct tournament *tournament = h->tournament;
  struct output *output = &run->display.output;
  struct record_row record = { .won = row->wins_first + row->wins_second + row->wins_forfeit,
                               .drawn = row->draws,
                               .lost = row->losses + row->forfeits_lost };
  output_text (output, tournament->players[row->player]);
  output_number (output, row->points);
  output_number (output, row->wins_second);
  output_number (output, row->wins_first);
  output_number (output, row->wins_forfeit);
  output_number (output, row->draws);
  output_number (output, row->losses);
  output_number (output, row->forfeits_lost);
  output_number (output, row->games);
  output_extra (output, "points_a_game", json_real (row->mean));
  output_extra (output, "interval", json_real (row->half));
  output_extra (output, "longest_move", json_real (row->longest));
  output_extra (output, "unplayable", boards_not_played (h, row->player));
  output_line (output);
  snprintf (record.subject, sizeof record.subject, "%s", tournament->players[row->player]);
  snprintf (record.found, sizeof record.found, "%llu points", (unsigned long long) row->points);
  account_row (&run->journal.account, &record);
}

static void print_standings (const struct tournament_run *h) {
  const struct tournament *t = h->tournament;
  struct standing *rows = allocate (t->player_count, sizeof *rows);
  size_t capped = 0, forfeits = 0, left_out = 0;
  for (size_t i = 0; i < h->list.count; i++) {
    capped += h->list.games[i].ending == GAME_END_CAP;
    forfeits += game_end_is_forfeit ((enum game_end) h->list.games[i].ending);
    left_out += game_end_is_left_out ((enum game_end) h->list.games[i].ending);
  }
  tournament_standings (t, &h->list, rows);
  output_columns (&h->run->display.output, columns, sizeof columns / sizeof *columns);
  for (size_t i = 0; i < t->player_count; i++)
    print_standing (h, &rows[i]);
  output_sentence (
      &h->run->display.output,
      "%zu of %zu games; %zu ended by a forfeit, %zu by the ply cap, %zu were left out. Second, first and "
      "forfeit: won as second or first player, or by a forfeit of the other",
      h->list.count, h->games, forfeits, capped, left_out);
  for (size_t i = 0; i < t->player_count; i++)
    tell_not_played (h, i);
  free (rows);
}

/* ---- all ---- */

/* A text of everything that defines the tournament, so that no checkpoint of another tournament is resumed.
 */
static char *describe (const struct tournament *t) {
  char *text;
  size_t size;
  FILE *stream = text_stream (&text, &size);
  fprintf (stream, "tournament %d games, cap %d, opening %d, seed %llu, %g s and %g s%s:", t->games,
           t->moves_most, t->opening, (unsigned long long) t->seed, t->seconds, t->tolerance,
           t->forfeits ? ", unplayable boards are lost" : "");
  for (size_t i = 0; i < t->board_count; i++)
    fprintf (stream, " %s", t->boards[i]);
  for (size_t i = 0; i < t->player_count; i++)
    fprintf (stream, " '%s'", t->players[i]);
  if (t->groups > 1)
    fprintf (stream, " in %zu groups", t->groups);
  text_stream_end (stream);
  return text;
}

char *tournament_name (const struct job *job, struct failure *failure) {
  struct tournament tournament = { .boards = NULL };
  if (!tournament_of_job (&tournament, job, failure))
    return NULL;
  char *name = describe (&tournament);
  tournament_forget (&tournament);
  return name;
}

static void hold_on_rank_0 (struct tournament_run *h, const struct job *job, const struct job_paths *paths,
                            struct failure *failure) {
  struct run *run = h->run;
  h->queue = query_queue_create ();
  query_queue_produce_by (h->queue, produce, h);
  query_queue_reports_to (h->queue, take_game);
  progress_task (&run->display.progress, "nodes", "tournament");
  run->display.progress.total = h->games;
  run->display.progress.done = h->list.count;
  run->display.progress.things = "games";
  run->display.progress.share = plies_share (h);
  run->display.progress.basis = "weighted by the plies that they may have";
  query_queue_run (run, h->queue);
  query_queue_destroy (h->queue);
  game_list_sort (&h->list);
  print_standings (h);
  if (h->list.count == h->games)
    write_files (h, job, paths, failure);
  else {
    char text[80];
    snprintf (text, sizeof text, "%zu of %zu games are left", h->games - h->list.count, h->games);
    run_unfinished (&run->session, text, failure);
  }
}

int tournament_hold (struct run *run, const struct job *job, const struct job_paths *paths,
                     struct failure *failure) {
  struct tournament tournament = { .boards = NULL };
  if (!tournament_of_job (&tournament, job, failure))
    return failure->code;
  struct tournament_run *h = tournament_run_create (run, &tournament);
  struct match_session session = { .session = &run->session };
  struct known_values known = { 0 };
  const struct play_resources resources = { .threads = run->session.resources.threads,
                                            .table_bytes = run->session.resources.table_bytes,
                                            .stops = must_leave_off,
                                            .stops_context = &session,
                                            .known = known_values_ask,
                                            .known_context = &known };
  char *asked = describe (&tournament);
  if (run_checkpoint_open (run, asked, failure)) {
    session.match = match_create (&tournament, &resources);
    match_poll_by (session.match, poll_manager, &session);
    run->session.resources.answer = answer;
    run->session.resources.answer_context = &session;
    if (run->session.ranks.rank == 0)
      hold_on_rank_0 (h, job, paths, failure);
    else
      query_queue_run (run, NULL);
    run->session.resources.answer = NULL;
    match_destroy (session.match);
  }
  if (run->journal.checkpoint_part != NULL && run->journal.run_checkpoint == NULL) {
    run->journal.checkpoint_part = NULL;
    tournament_run_end (h);
  } /* else the part belongs to the checkpoint, which is written once more at the end */
  free (asked);
  tournament_forget (&tournament);
  known_values_free (&known);
  return failure->code;
}
