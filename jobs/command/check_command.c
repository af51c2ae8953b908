/* `zermelo check`: does a file prove what it claims? Endgame tables, position by position, by the rules
 * (solver/tablebase/tables_check.h), and certificates (solver/certificate/certificate_check.h). */
#include "certificate/certificate_check.h"
#include "tablebase/tables_check.h"

#include "base/clock.h"
#include "command/command.h"
#include "tablebase/tables_layout.h"
#include "run/search_tables.h"
#include "run/solution.h"

#include <stdlib.h>
#include <string.h>

static const struct column check_columns[]
    = { { "claim", -40 }, { "positions", 14 }, { "leaves", -20 }, { "seconds", 9 }, { "verdict", -1 } };

enum { CHECK_COLUMNS = sizeof check_columns / sizeof *check_columns, BLOCK_MEMORY = 1 << 20 };

/* What a check of any kind of file found. */
struct checked {
  const char *claim; /* a sentence without its full stop */
  uint64_t positions, finished;
  double seconds;
  char word[60];              /* "accepted", "sampled N of M", "consistent"; "" if it is refused */
  bool accepted;              /* the word is "accepted" */
  const char *wrong, *reason; /* refused: which position, and what about it */
  const char *meaning;        /* of the word, for people */
};

/* People read the claim as a sentence above the line. */
static void
print_checked (struct run *run, const struct checked *checked)
{
  char leaves[40], verdict[300];
  struct output *output = &run->output;
  const bool refused = checked->word[0] == 0;
  snprintf (leaves, sizeof leaves, "finished %llu", (unsigned long long) checked->finished);
  snprintf (verdict, sizeof verdict, "%s%s%s", refused ? checked->wrong : checked->word, refused ? " " : "",
            refused ? checked->reason : "");
  output_sentence (output, "Claim: %s.", checked->claim);
  output_columns (output, check_columns + output->pretty, CHECK_COLUMNS - output->pretty);
  if (!output->pretty)
    output_text (output, checked->claim);
  output_number (output, checked->positions);
  output_field (output, leaves, json_pack ("{sI}", "finished", (json_int_t) checked->finished));
  output_seconds (output, checked->seconds);
  output_text (output, verdict);
  output_extra (output, "accepted", json_boolean (checked->accepted));
  output_extra (output, "complete", json_boolean (checked->accepted));
  output_extra_text (output, "wrong", refused ? checked->wrong : NULL);
  output_extra_text (output, "reason", refused ? checked->reason : NULL);
}

static void
print_meaning (struct run *run, const struct checked *checked)
{
  output_line (&run->output);
  output_sentence (&run->output, "%s",
                   checked->word[0] == 0 ? "The file does not prove its claim." : checked->meaning);
}

/* ---- endgame tables ---- */

static void
print_tables (struct run *run, const struct tables_identity *identity, const struct tables_verdict *verdict,
              double seconds)
{
  static const char *const words[]
      = { [TABLES_REFUSED] = "", [TABLES_CONSISTENT] = "consistent", [TABLES_ACCEPTED] = "accepted" };
  static const char *const meanings[]
      = { [TABLES_SAMPLED] = "Nothing is wrong with the sample; only --complete proves the claim.",
          [TABLES_CONSISTENT] = "Nothing contradicts anything, but wrong values could hold each other up: to "
                                "rule that out takes as much memory as making the tables.",
          [TABLES_ACCEPTED] = "Accepted: every position was checked, and all that the file says follows from "
                              "the rules." };
  char claim[160];
  struct checked checked = { .claim = claim,
                             .positions = verdict->positions,
                             .finished = verdict->finished,
                             .seconds = seconds,
                             .accepted = verdict->proven_bound == TABLES_ACCEPTED,
                             .wrong = verdict->wrong,
                             .reason = verdict->reason,
                             .meaning = meanings[verdict->proven_bound] };
  snprintf (claim, sizeof claim, "%s: the value%s of every position of 2 to %d pieces", run->game.title,
            identity->distances ? " and the distance to the end" : "", identity->pieces);
  if (verdict->proven_bound == TABLES_SAMPLED)
    snprintf (checked.word, sizeof checked.word, "sampled %llu of %llu",
              (unsigned long long) verdict->positions, (unsigned long long) verdict->all);
  else
    snprintf (checked.word, sizeof checked.word, "%s", words[verdict->proven_bound]);
  print_checked (run, &checked);
  print_meaning (run, &checked);
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
  const struct tables_check_options options = search_tables_checking (run, run->options.complete);
  const double begun = clock_seconds ();
  progress_task (&run->progress, "positions", "check %.90s", run->game.title);
  if (tables_check (tables, &run->game, &options, &verdict, failure)) {
    if (verdict.stopped)
      run_unfinished (run, "the check was not completed", failure);
    else {
      print_tables (run, tables_identify (tables), &verdict, clock_seconds () - begun);
      if (verdict.proven_bound == TABLES_REFUSED)
        fail (failure, EXIT_DIFFERS, "%.300s: %s %s", path, verdict.wrong, verdict.reason);
    }
  } else
    fail_in (failure, path);
  tables_close (tables);
  run->game.engine = NULL; /* closed with the tables */
  return failure->code;
}

/* ---- certificates ---- */

/* A position as text, and who is to move. */
static const char *
print_position (const struct game *game, const uint8_t *key, char text[ENDGAME_TEXT])
{
  struct position *position = position_allocate (game);
  const char *mover = "the side";
  if (game->engine->slices != NULL && game->engine->unpack (game, key, position)) {
    game->engine->slices->text (game, position, text);
    mover = game->engine->players[game->engine->mover (game, position)];
  } else
    for (int i = 0; i < game->key_bytes; i++)
      snprintf (text + 2 * i, 3, "%02x", key[i]);
  free (position);
  return mover;
}

/* "White (to move) wins draughts:8x8 from W:WK14,K15:B5"; more claims follow after semicolons. */
static char *
print_claims (const struct certificate *certificate, const struct game *game)
{
  static const char *const verbs[] = { "loses", "draws", "wins" };
  char *claims = NULL, position[ENDGAME_TEXT];
  size_t size = 0;
  FILE *text = open_memstream (&claims, &size);
  if (text == NULL)
    internal_error (__FILE__, __LINE__, "no memory");
  for (size_t i = 0; i < certificate->claims; i++) {
    const struct claim *claim = &certificate->claim[i];
    const char *mover = print_position (game, claim->key, position);
    fprintf (text, "%s%s (to move) %s %s from %s", i == 0 ? "" : "; ", mover, verbs[claim->value - LOST],
             game->title, position);
  }
  fclose (text);
  return claims;
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
  char *claims = print_claims (certificate, &run->game);
  const struct checked checked = { .claim = claims,
                                   .positions = verdict->positions,
                                   .finished = verdict->finished,
                                   .seconds = seconds,
                                   .word = "accepted",
                                   .accepted = true,
                                   .meaning = "Accepted: every position of the proof was checked, and the "
                                              "claim follows from the rules." };
  const struct checked refused = { .claim = claims,
                                   .positions = verdict->positions,
                                   .finished = verdict->finished,
                                   .seconds = seconds,
                                   .wrong = wrong,
                                   .reason = verdict->reason };
  const struct checked *found = verdict->accepted ? &checked : &refused;
  print_checked (run, found);
  output_extra (&run->output, "claims", claims_json (certificate, &run->game));
  print_meaning (run, found);
  free (claims);
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
