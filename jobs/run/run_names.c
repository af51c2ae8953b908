#include "run/run_names.h"

#include "play/player.h"
#include "run/known_values.h"

#include <stdlib.h>
#include <string.h>

/* Where the files that a player names are added. */
struct place {
  struct named_files *files;
  const char *what;
};

static void add_file (void *context, const char *path) {
  const struct place *place = context;
  named_files_add (place->files, FILE_READ, place->what, path);
}

static void add_player (struct named_files *files, const char *what, const char *player) {
  player_files (player, add_file, &(struct place){ files, what });
}

static void add_known_values (struct named_files *files) {
  char path[1000];
  known_values_path (path, sizeof path);
  named_files_add (files, FILE_READ, "the table of known values", path);
}

static void add_options (struct named_files *files, const struct options *options) {
  for (const struct parameter *p = parameters; p->name != NULL; p++) {
    char what[KEY_TEXT + 2];
    snprintf (what, sizeof what, "--%s", p->name);
    if (p->use != 0 && p->commands != 0)
      named_files_add (files, p->use, what,
                       *(const char *const *) (const void *) ((const char *) options + p->offset));
  }
}

void run_names_add (struct named_files *files, const struct session *session) {
  const struct options *options = &session->options;
  const struct command *command = session->command;
  for (int i = 0; i < command->files && command->first_file + i < options->argument_count; i++)
    named_files_add (files, FILE_READ, "the argument", options->arguments[command->first_file + i]);
  add_options (files, options);
  if (command == &commands[COMMAND_PLAY]) {
    add_player (files, "--first", options->first);
    add_player (files, "--second", options->second);
  }
  if (command == &commands[COMMAND_VERIFY])
    add_known_values (files);
  named_files_add (files, FILE_WRITTEN, "standard output", "-");
}

/* Add the files that only some tasks make. */
static void add_results (struct named_files *files, const struct job *job, const struct job_paths *paths,
                         enum file_use made) {
  switch (job->task) {
  case COMMAND_BOOK: named_files_add (files, made, "the book of the job", paths->book); break;
  case COMMAND_LAYERS: named_files_add (files, made, "the layers of the job", paths->layers); break;
  case COMMAND_COMPARE:
    named_files_add (files, made, "the measurements of the job", paths->comparison);
    break;
  case COMMAND_TOURNAMENT:
    named_files_add (files, made, "the games of the job", paths->games);
    named_files_add (files, (int) made | FILE_FOLDER, "the folder of games", paths->game_texts);
    break;
  default: break;
  }
  if (job->task == COMMAND_TABLEBASE || (job->task == COMMAND_SOLVE && job->options.pieces > 0))
    named_files_add (files, made, "the tables of the job", paths->tables);
  if (job->certificate && job->task == COMMAND_SOLVE)
    named_files_add (files, made, "the certificate of the job", paths->certificate);
  if (job->certificate && job->task == COMMAND_VERIFY)
    named_files_add (files, (int) made | FILE_FOLDER, "the folder of certificates", paths->certificates);
}

void run_names_add_job (struct named_files *files, const struct job *job, const struct job_paths *paths,
                        const struct options *options, enum file_use made) {
  const bool written = made == FILE_WRITTEN;
  named_files_add (files, FILE_READ, "the positions that the job reads", job->positions_file);
  named_files_add (files, FILE_READ, "the tables that the job reads", job->options.tables);
  named_files_add (files, FILE_READ, "the lines that the job reads", job->options.around);
  named_files_add (files, FILE_READ, "the book that the job reads", job->options.from);
  for (size_t i = 0; i < job->players.count; i++)
    add_player (files, "a player of the job", job->players.texts[i]);
  if (job->task == COMMAND_VERIFY)
    add_known_values (files);
  named_files_add (files, made, "outputs.directory", paths->directory);
  named_files_add (files, made, "the lines of the job", paths->lines);
  named_files_add (files, made, "the statistics of the job", paths->statistics);
  if (job->report)
    named_files_add (files, made, "the page of the job", paths->page);
  if (options->checkpoint == NULL || options->checkpoint == paths->checkpoint)
    named_files_add (files, written ? FILE_KEPT : FILE_READ, "the checkpoint of the job", paths->checkpoint);
  add_results (files, job, paths, made);
}

/* Files in folders of certificates and games begin with the name of their game. */
static bool is_called_after_game (const char *name) {
  for (const struct engine *const *e = engines; *e != NULL; e++) {
    const char *game = (*e)->name;
    if (strncmp (name, game, strlen (game)) == 0)
      return true;
  }
  return false;
}

bool run_names_differ (struct named_files *files, struct failure *failure) {
  const bool good = named_files_differ (files, is_called_after_game, failure);
  named_files_free (files);
  return good;
}

bool run_names_check (const struct session *session, struct failure *failure) {
  struct named_files files = { 0 };
  run_names_add (&files, session);
  return run_names_differ (&files, failure);
}

bool run_names_check_job (const struct session *session, const struct job *job, const struct job_paths *paths,
                          struct failure *failure) {
  struct named_files files = { 0 };
  run_names_add (&files, session);
  run_names_add_job (&files, job, paths, &session->options, FILE_WRITTEN);
  return run_names_differ (&files, failure);
}
