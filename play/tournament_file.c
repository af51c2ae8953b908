#include "play/tournament_file.h"

#include "store/columns.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FORMAT = 1, NAME_TEXT = 400 };

#define KIND "games"

/* A row of the boards or of the players. */
struct name_row {
  char text[NAME_TEXT];
};

static const struct field board_fields[]
    = { FIELD (struct name_row, "/boards/game", text, ELEMENT_TEXT, NAME_TEXT, "1",
               "UTF-8, padded with zeros", "The board, as a GAME text") };
static const struct field player_fields[]
    = { FIELD (struct name_row, "/players/name", text, ELEMENT_TEXT, NAME_TEXT, "1",
               "UTF-8, padded with zeros", "Who played, as a PLAYER text") };

/* Only present if there are several groups. */
#define GROUP "/players/group"

struct group_row {
  uint32_t group;
};

static const struct field group_fields[]
    = { FIELD (struct group_row, GROUP, group, ELEMENT_U32, 0, "1", "an integer",
               "The group of the player, who met only players of the same group") };

/* ---- writing ---- */

static void write_groups (struct file_out *file, const struct tournament *tournament) {
  struct group_row *rows = allocate (tournament->player_count, sizeof *rows);
  for (size_t i = 0; i < tournament->player_count; i++)
    rows[i].group = (uint32_t) tournament_group (tournament, i);
  columns_write (file, group_fields, 1, rows, sizeof *rows, tournament->player_count);
  free (rows);
}

static void write_names (struct file_out *file, const struct field *field, const char *const *names,
                         size_t count) {
  struct name_row *rows = allocate (count + 1, sizeof *rows);
  for (size_t i = 0; i < count; i++)
    snprintf (rows[i].text, NAME_TEXT, "%s", names[i]);
  columns_write (file, field, 1, rows, sizeof *rows, count);
  free (rows);
}

bool tournament_file_write (const char *path, const struct tournament *tournament,
                            const struct game_list *list, struct failure *failure) {
  const struct file_identity identity = {
    .kind = KIND,
    .format = FORMAT,
    .description = "The games of a tournament of Zermelo's players, with the time and the nodes of each move",
  };
  struct file_out *file = file_create (path, &identity, failure);
  if (file == NULL)
    return false;
  file_put_integer (file, "/", "games_of_pair", tournament->games);
  file_put_integer (file, "/", "ply_cap", tournament->moves_most);
  file_put_integer (file, "/", "opening_plies", tournament->opening);
  file_put_integer (file, "/", "seed", (int64_t) tournament->seed);
  file_put_real (file, "/", "move_time", tournament->seconds);
  file_put_real (file, "/", "tolerance", tournament->tolerance);
  file_group (file, "/boards", "One row a board");
  write_names (file, board_fields, tournament->boards, tournament->board_count);
  file_group (file, "/players", "One row a player");
  write_names (file, player_fields, tournament->players, tournament->player_count);
  if (tournament->groups > 1)
    write_groups (file, tournament);
  game_list_save (file, list);
  return file_commit (file);
}

/* ---- reading ---- */

static bool read_terms (struct file_in *file, struct tournament *t) {
  int64_t games, moves_most, opening, seed;
  if (!file_get_integer (file, "/", "games_of_pair", 2, INT_MAX, &games)
      || !file_get_integer (file, "/", "ply_cap", 0, INT_MAX, &moves_most)
      || !file_get_integer (file, "/", "opening_plies", 0, INT_MAX, &opening)
      || !file_get_integer (file, "/", "seed", INT64_MIN, INT64_MAX, &seed)
      || !file_get_seconds (file, "/", "move_time", &t->seconds)
      || !file_get_seconds (file, "/", "tolerance", &t->tolerance))
    return false;
  t->games = (int) games;
  t->moves_most = (int) moves_most;
  t->opening = (int) opening;
  t->seed = (uint64_t) seed;
  return true;
}

/* Read the texts of both lists into one array; NULL: they are missing. */
static const char **read_names (struct file_in *file, struct tournament_file *content) {
  struct tournament *t = &content->tournament;
  size_t boards = SIZE_MAX, players = SIZE_MAX;
  struct name_row *first = columns_read (file, board_fields, 1, sizeof *first, &boards);
  struct name_row *second = columns_read (file, player_fields, 1, sizeof *second, &players);
  const char **names = NULL;
  if (first != NULL && second != NULL) {
    names = allocate (boards + players + 1, sizeof *names + NAME_TEXT);
    char *texts = (char *) (names + boards + players + 1);
    for (size_t i = 0; i < boards + players; i++) {
      memcpy (texts + i * NAME_TEXT, i < boards ? first[i].text : second[i - boards].text, NAME_TEXT);
      names[i] = texts + i * NAME_TEXT;
    }
    *t = (struct tournament){
      .boards = names, .board_count = boards, .players = names + boards, .player_count = players
    };
  }
  free (first);
  free (second);
  return names;
}

/* Read the groups, which must be of equal size and consecutive. */
static bool read_groups (struct file_in *file, struct tournament *t) {
  size_t count = t->player_count;
  t->groups = 1;
  if (!file_has (file, GROUP))
    return true;
  struct group_row *rows = columns_read (file, group_fields, 1, sizeof *rows, &count);
  if (rows == NULL)
    return false;
  if (rows[count - 1].group < count)
    t->groups = (size_t) rows[count - 1].group + 1;
  bool good = count % t->groups == 0 && count / t->groups > 1;
  for (size_t i = 0; i < count && good; i++)
    good = rows[i].group == tournament_group (t, i);
  free (rows);
  return good;
}

bool tournament_file_is_one (const char *path) {
  struct failure ignored = { 0 };
  struct file_in *file = file_open (path, KIND, 0, &ignored);
  file_close (file);
  return file != NULL;
}

bool tournament_file_read (struct tournament_file *content, const char *path, struct failure *failure) {
  *content = (struct tournament_file){ .names = NULL };
  struct file_in *file = file_open (path, KIND, FORMAT, failure);
  if (file == NULL)
    return false;
  content->names = read_names (file, content);
  bool good = content->names != NULL && read_terms (file, &content->tournament)
              && content->tournament.board_count > 0 && content->tournament.player_count > 1
              && read_groups (file, &content->tournament);
  if (good) {
    const struct game_limits limits = tournament_limits (&content->tournament);
    good = game_list_load (file, &content->list, &limits);
  }
  good = file_adds_up (file) && good;
  file_close (file);
  if (!good) {
    tournament_file_free (content);
    if (failure->code == 0)
      fail (failure, EXIT_BAD_DATA, "%.300s: these are not the games of a tournament", path);
  }
  return good;
}

void tournament_file_free (struct tournament_file *content) {
  free (content->names);
  game_list_free (&content->list);
  *content = (struct tournament_file){ .names = NULL };
}
