/* `zermelo serve`: games and files about them for a browser and for programs (serve/). */
#include "command/command.h"
#include "run/installed_books.h"
#include "serve/http.h"

#include <errno.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/wait.h>

/* Show the page in the browser of the user; a machine without a browser is no failure. The shell ends at once
 * and leaves the browser to the system, since this program does not wait for it. */
static void open_page (const char *url) {
  char shell[] = "sh", option[] = "-c", script[] = "xdg-open \"$0\" >/dev/null 2>&1 &";
  char *words[] = { shell, option, script, (char *) url, NULL };
  pid_t child;
  if (posix_spawnp (&child, shell, NULL, NULL, words, environ) == 0)
    while (waitpid (child, NULL, 0) < 0 && errno == EINTR)
      ;
}

static void serve_all (struct run *run, struct served *served, const struct served_resources *resources,
                       struct failure *failure) {
  const struct options *options = &run->session.options;
  const struct http_address where = { options->listen, options->port };
  struct live *live = live_create (served, resources);
  struct http *http = http_create (&where, served, live, failure);
  if (http != NULL) {
    char line[300];
    snprintf (line, sizeof line, "Zermelo serves %s%s at %s until it is stopped (Ctrl-C).\n",
              served->games[0]->game.title, served->game_count > 1 ? " and others" : "", http_url (http));
    output_block (&run->display.output, line);
    if (options->open)
      open_page (http_url (http));
    if (run->display.output.error == 0) /* without this line no client finds the server */
      http_serve (http, run->session.stop);
    http_destroy (http);
  }
  live_destroy (live);
}

int command_serve (struct run *run, struct failure *failure) {
  const struct options *options = &run->session.options;
  struct opening_books books;
  const struct served_resources resources = { .threads = run->session.resources.threads,
                                              .table_bytes = run->session.resources.table_bytes,
                                              .books = &books };
  struct served served;
  installed_books (&books);
  if (served_open (&served, options->arguments, options->argument_count, &resources, failure))
    serve_all (run, &served, &resources, failure);
  served_close (&served);
  opening_books_close (&books);
  return failure->code;
}
