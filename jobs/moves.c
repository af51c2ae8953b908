/* `zermelo moves`: the legal moves of a position, sorted; with --values what each is worth to the side that
 * makes it. Each distinct position after a move is one search over the whole window. */
#include "search_tables.h"
#include "solution.h"
#include "works.h"

#include <stdlib.h>
#include <string.h>

static const struct column move_columns[] = { { "move", -12 }, { "value", -7 }, { "score", 5 } };

struct inquiry {
  struct solution *solution;
  int reply;
};

static void
take_reply (void *context, const struct result *result)
{
  const struct inquiry *inquiry = context;
  solution_take_reply (inquiry->solution, inquiry->reply, result->bounds);
}

static void
ask_values (struct run *run, struct solution *solution)
{
  struct works *works = works_create ();
  struct inquiry *inquiries = allocate ((size_t) solution->reply_count, sizeof *inquiries);
  for (int i = 0; i < solution->reply_count; i++) {
    const struct reply *reply = &solution->replies[i];
    if (reply->outcome != GOING_ON || reply->first != i)
      continue;
    struct work work = work_about (run, solution->game, NULL);
    work.start = false;
    memcpy (work.key, reply->key, sizeof work.key);
    inquiries[i] = (struct inquiry){ solution, i };
    works_add (works, &work, take_reply, &inquiries[i]);
  }
  works_run (run, works);
  works_destroy (works);
  free (inquiries);
}

/* Bounds of a child as bounds for the side that moved there. */
static struct bounds
for_mover (const struct solution *solution, struct bounds child)
{
  if (!solution->strong)
    return (struct bounds){ -child.upper, -child.lower };
  const struct engine *engine = solution->game->engine;
  return (struct bounds){ engine->score_from_child (child.upper), engine->score_from_child (child.lower) };
}

/* Returns how many values are missing. */
static int
print_moves (struct run *run, const struct solution *solution)
{
  struct output *output = &run->output;
  const struct options *options = &run->options;
  int unknown = 0;
  output_columns (output, move_columns, options->score ? 3 : options->values ? 2 : 1);
  for (int i = 0; i < solution->reply_count; i++) {
    const struct reply *reply = &solution->replies[i];
    output_text (output, reply->successor.text);
    if (options->values) {
      const struct bounds bounds = for_mover (solution, reply->bounds);
      unknown += bounds.lower != bounds.upper;
      output_text (output, value_name (bounds));
      char text[24] = "-";
      int score = 0;
      if (options->score) {
        const bool scored = score_text (solution->game, solution->position, bounds, text, &score);
        output_field (output, text, scored ? json_integer (score) : NULL);
        output_extra (output, "distance",
                      scored && bounds.lower != 0 ? json_integer (
                          solution->game->engine->distance (solution->game, solution->position, bounds.lower))
                                                  : NULL);
      }
    }
    output_line (output);
  }
  return unknown;
}

int
command_moves (struct run *run, struct failure *failure)
{
  const struct options *options = &run->options;
  const struct game *game = &run->game;
  if (options->score && !options->values)
    fail (failure, EXIT_USAGE, "moves: --score needs --values");
  if (failure->code != 0 || !run_open_game (run, options->arguments[0], failure)
      || (options->tables != NULL && !search_tables_read (run, options->tables, failure)))
    return failure->code;
  const char *text = options->argument_count > 1 ? options->arguments[1] : "";
  struct position *position = position_allocate (game);
  char *normal = allocate (2 * strlen (text) + 512, 1);
  if (options->values && game->key_bytes == 0)
    fail (failure, EXIT_BAD_DATA, "%s: board too large for values: at most 256 cells", game->title);
  else if (game->engine->parse (game, text, position, normal, failure)) {
    struct solution solution;
    solution_begin (&solution, game, position, options->score);
    if (options->values)
      ask_values (run, &solution);
    if (print_moves (run, &solution) > 0)
      run_unfinished (run, "some values are unknown", failure);
    solution_end (&solution);
  }
  free (normal);
  free (position);
  return failure->code;
}
