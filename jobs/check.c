/* `zermelo check`: does a file say what is true? Endgame tables, position by position, by the rules
 * (solver/retro/tables_check.h), and certificates (solver/retro/certificate_check.h). */
#include "retro/certificate_check.h"
#include "retro/tables_check.h"

#include "base/clock.h"
#include "command.h"
#include "retro/tables_layout.h"
#include "solution.h"

#include <stdlib.h>
#include <string.h>

static const struct column check_columns[]
    = { { "checked", -40 }, { "positions", 14 }, { "leaves", -20 }, { "seconds", 16 }, { "verdict", -1 } };

enum { CHECK_COLUMNS = sizeof check_columns / sizeof *check_columns, BLOCK_MEMORY = 1 << 20 };

static bool
must_stop (void *context)
{
  return run_must_stop (context);
}

static void
show_slice (void *context, const char *slice)
{
  struct run *run = context;
  snprintf (run->progress.doing, sizeof run->progress.doing, "check slice %s", slice);
  progress_show (&run->progress);
}

/* reason NULL: accepted. */
static void
print_verdict (struct run *run, const char *checked, uint64_t positions, uint64_t finished, double seconds,
               const char *wrong, const char *reason)
{
  char leaves[40];
  struct output *output = &run->output;
  snprintf (leaves, sizeof leaves, "finished %llu", (unsigned long long) finished);
  output_columns (output, check_columns, CHECK_COLUMNS);
  output_text (output, checked);
  output_number (output, positions);
  output_field (output, leaves, json_pack ("{sI}", "finished", (json_int_t) finished));
  output_seconds (output, seconds);
  output_text (output, reason == NULL ? "accepted" : wrong);
  output_extra (output, "accepted", json_boolean (reason == NULL));
  output_extra_text (output, "reason", reason);
}

/* ---- endgame tables ---- */

static void
print_tables (struct run *run, const struct tables_identity *identity, const struct tables_verdict *verdict,
              double seconds)
{
  char checked[160];
  snprintf (checked, sizeof checked, "tablebase %s --pieces %d%s", run->game.title, identity->pieces,
            identity->distances ? " --distances" : "");
  print_verdict (run, checked, verdict->positions, verdict->finished, seconds, verdict->wrong,
                 verdict->accepted ? NULL : verdict->reason);
  output_extra (&run->output, "complete", json_boolean (run->options.complete));
  output_line (&run->output);
}

static int
check_tables (struct run *run, const char *path, struct failure *failure)
{
  struct tables_verdict verdict;
  struct tables *tables = tables_open (path, BLOCK_MEMORY, &run->game, failure);
  if (tables == NULL) {
    run->game.engine = NULL;
    return failure->code;
  }
  const struct tables_check_options options = { .threads = run->resources.threads,
                                                .complete = run->options.complete,
                                                .seed = run->options.seed,
                                                .must_stop = must_stop,
                                                .progress = show_slice,
                                                .context = run };
  const double begun = clock_seconds ();
  if (tables_check (tables, &run->game, &options, &verdict, failure)) {
    if (verdict.stopped)
      run_unfinished (run, "the check was not completed", failure);
    else {
      print_tables (run, tables_identify (tables), &verdict, clock_seconds () - begun);
      if (!verdict.accepted)
        fail (failure, EXIT_DIFFERS, "%.300s: %s %s", path, verdict.wrong, verdict.reason);
    }
  } else
    fail_in (failure, path);
  tables_close (tables);
  run->game.engine = NULL; /* closed with the tables */
  return failure->code;
}

/* ---- certificates ---- */

static void
print_position (const struct game *game, const uint8_t *key, char text[ENDGAME_TEXT])
{
  struct position *position = position_allocate (game);
  if (game->engine->slices != NULL && game->engine->unpack (game, key, position))
    game->engine->slices->text (game, position, text);
  else
    for (int i = 0; i < game->key_bytes; i++)
      snprintf (text + 2 * i, 3, "%02x", key[i]);
  free (position);
}

/* "certificate draughts:6x6 draw", or with the number of claims. */
static void
print_claims (const struct certificate *certificate, const struct game *game, char *text, size_t size)
{
  const struct claim *claim = certificate->claim;
  if (certificate->claims == 1)
    snprintf (text, size, "certificate %s: %s", game->title,
              value_name ((struct bounds){ (int) claim->value, (int) claim->value }));
  else
    snprintf (text, size, "certificate %s: %zu positions", game->title, certificate->claims);
}

static json_t *
claims_json (const struct certificate *certificate, const struct game *game)
{
  json_t *claims = json_array ();
  for (size_t i = 0; i < certificate->claims; i++) {
    const struct claim *claim = &certificate->claim[i];
    char text[ENDGAME_TEXT];
    print_position (game, claim->key, text);
    json_array_append_new (
        claims, json_pack ("{ssss}", "position", text, "value",
                           value_name ((struct bounds){ (int) claim->value, (int) claim->value })));
  }
  return claims;
}

static void
print_certificate (struct run *run, const struct certificate *certificate,
                   const struct certificate_verdict *verdict, const char *wrong, double seconds)
{
  char checked[160];
  print_claims (certificate, &run->game, checked, sizeof checked);
  print_verdict (run, checked, verdict->positions, verdict->finished, seconds, wrong,
                 verdict->accepted ? NULL : verdict->reason);
  output_extra (&run->output, "claims", claims_json (certificate, &run->game));
  output_line (&run->output);
}

static int
check_certificate (struct run *run, const char *path, struct failure *failure)
{
  struct certificate certificate;
  struct certificate_verdict verdict;
  char wrong[ENDGAME_TEXT] = "";
  const double begun = clock_seconds ();
  if (!certificate_read (&certificate, &run->game, path, failure)) {
    run->game.engine = NULL;
    return failure->code;
  }
  certificate_check (&certificate, &run->game, run->resources.threads, &verdict);
  if (!verdict.accepted)
    print_position (&run->game, verdict.wrong, wrong);
  print_certificate (run, &certificate, &verdict, wrong, clock_seconds () - begun);
  if (!verdict.accepted)
    fail (failure, EXIT_DIFFERS, "%.300s: %s %s", path, wrong, verdict.reason);
  certificate_free (&certificate);
  return failure->code;
}

int
command_check (struct run *run, struct failure *failure)
{
  char kind[24];
  const char *path = run->options.arguments[0];
  if (!tables_kind (path, kind, failure))
    return failure->code;
  if (strcmp (kind, TABLES_KIND) == 0)
    return check_tables (run, path, failure);
  if (strcmp (kind, CERTIFICATE_KIND) == 0)
    return check_certificate (run, path, failure);
  fail (failure, EXIT_BAD_DATA, "%.300s: check reads endgame tables and certificates, no %s yet", path, kind);
  return failure->code;
}
