/* `zermelo check`: does a file prove what it claims? Endgame tables, position by position, by the rules
 * (solver/tablebase/tables_check.h), layers, position by position, too (solver/layers/layers_check.h), and
 * certificates (solver/checker/checker.h). */
#include "certificate/certificate.h"
#include "certificate/certificate_text.h"
#include "checker/checker.h"
#include "layers/layers_check.h"
#include "tablebase/tables_check.h"

#include "base/clock.h"
#include "command/command.h"
#include "layers/layers_layout.h"
#include "store/file.h"
#include "tablebase/tables_layout.h"
#include "run/certificates.h"
#include "run/search_tables.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>

static const struct column check_columns[]
    = { { "claim", -40 }, { "positions", 14 }, { "leaves", -20 }, { "seconds", 9 }, { "verdict", -1 } };

enum { CHECK_COLUMNS = sizeof check_columns / sizeof *check_columns, BLOCK_MEMORY = 1 << 20 };

/* The result of a check, for any kind of file. */
struct checked {
  const char *claim; /* a sentence without its full stop */
  uint64_t positions;
  json_t *leaves; /* how many, by kind; print_checked() takes it */
  double seconds;
  char word[60];              /* "accepted", "sampled N of M", "consistent"; "" if it is refused */
  bool accepted;              /* the word is "accepted" */
  const char *wrong, *reason; /* if refused: the position, and why */
  const char *meaning;        /* what the word means, for people */
};

/* People read the claim as a sentence above the line. */
static void print_checked (struct display *display, const struct checked *checked) {
  char leaves[200] = "", verdict[800];
  const char *kind;
  json_t *count;
  struct output *output = &display->output;
  const bool refused = checked->word[0] == 0;
  json_object_foreach (checked->leaves, kind, count)
      text_append (leaves, sizeof leaves, "%s%s %lld", *leaves == 0 ? "" : " ", kind,
                   (long long) json_integer_value (count));
  snprintf (verdict, sizeof verdict, "%s%s%s", refused ? checked->wrong : checked->word, refused ? " " : "",
            refused ? checked->reason : "");
  output_sentence (output, "Claim: %s.", checked->claim);
  output_columns (output, check_columns + output->pretty, CHECK_COLUMNS - output->pretty);
  if (!output->pretty)
    output_text (output, checked->claim);
  output_number (output, checked->positions);
  output_field (output, leaves, checked->leaves);
  output_seconds (output, checked->seconds);
  output_text (output, verdict);
  output_extra (output, "accepted", json_boolean (checked->accepted));
  output_extra (output, "complete", json_boolean (checked->accepted));
  output_extra_text (output, "wrong", refused ? checked->wrong : NULL);
  output_extra_text (output, "reason", refused ? checked->reason : NULL);
}

static void print_meaning (struct display *display, const struct checked *checked) {
  output_line (&display->output);
  output_sentence (&display->output, "%s",
                   checked->word[0] == 0 ? "The file does not prove its claim." : checked->meaning);
}

/* ---- endgame tables and layers ---- */

static void print_verdict (struct display *display, const struct check_verdict *verdict, double seconds) {
  static const char *const words[]
      = { [CHECK_REFUSED] = "", [CHECK_CONSISTENT] = "consistent", [CHECK_ACCEPTED] = "accepted" };
  static const char *const meanings[]
      = { [CHECK_SAMPLED] = "Nothing is wrong with the sample; only --complete proves the claim.",
          [CHECK_CONSISTENT] = "Nothing contradicts anything, but wrong values could hold each other up: to "
                               "rule that out takes as much memory as making the tables.",
          [CHECK_ACCEPTED] = "Accepted: every position was checked, and all that the file says follows "
                             "from the rules." };
  struct checked checked = { .claim = verdict->claim,
                             .positions = verdict->positions,
                             .leaves = json_pack ("{sI}", "finished", (json_int_t) verdict->finished),
                             .seconds = seconds,
                             .accepted = verdict->result == CHECK_ACCEPTED,
                             .wrong = verdict->wrong,
                             .reason = verdict->reason,
                             .meaning = meanings[verdict->result] };
  if (verdict->result == CHECK_SAMPLED)
    snprintf (checked.word, sizeof checked.word, "sampled %llu of %llu",
              (unsigned long long) verdict->positions, (unsigned long long) verdict->all);
  else
    snprintf (checked.word, sizeof checked.word, "%s", words[verdict->result]);
  print_checked (display, &checked);
  print_meaning (display, &checked);
}

static void report (struct run *run, const char *path, const struct check_verdict *verdict, double begun,
                    struct failure *failure) {
  if (verdict->stopped) {
    run_unfinished (&run->session, "the check was not completed", failure);
    return;
  }
  print_verdict (&run->display, verdict, clock_seconds () - begun);
  if (verdict->result == CHECK_REFUSED)
    fail (failure, EXIT_DIFFERS, "%.300s: %s %s", path, verdict->wrong, verdict->reason);
}

static int check_tables (struct run *run, const char *path, struct failure *failure) {
  struct check_verdict verdict;
  struct tables *tables = tables_open (path, BLOCK_MEMORY, &run->session.game, failure);
  if (tables == NULL) {
    run->session.game.engine = NULL;
    return failure->code;
  }
  const struct check_options options = search_tables_checking (run, run->session.options.complete);
  const double begun = clock_seconds ();
  progress_task (&run->display.progress, "positions", "check %.90s", run->session.game.title);
  if (tables_check (tables, &run->session.game, &options, &verdict, failure))
    report (run, path, &verdict, begun, failure);
  else
    fail_in (failure, path);
  tables_close (tables);
  run->session.game.engine = NULL; /* tables_close() closes it */
  return failure->code;
}

static int check_layers (struct run *run, const char *path, struct failure *failure) {
  struct check_verdict verdict;
  struct check_options options = search_tables_checking (run, run->session.options.complete);
  options.memory += run->session.resources.table_bytes;
  const double begun = clock_seconds ();
  progress_task (&run->display.progress, "positions", "check %.90s", path);
  if (layers_check (path, &options, &verdict, failure))
    report (run, path, &verdict, begun, failure);
  return failure->code;
}

/* ---- certificates ---- */

static json_t *claims_json (const struct certificate_file *file) {
  json_t *claims = json_array ();
  for (size_t i = 0; i < file->claims; i++) {
    char text[POSITION_TEXT];
    const int score = file->claim_value[i], value = (score > 0) - (score < 0);
    describe_position (file, key_of_row (file, CLAIMS, i), text, sizeof text);
    json_t *claim
        = json_pack ("{ssss}", "position", text, "value", value_name ((struct bounds){ value, value }));
    if (file->game.exact_score)
      json_object_set_new (claim, "score", json_integer (claimed_score (file, i)));
    json_array_append_new (claims, claim);
  }
  return claims;
}

/* Its leaves by kind: finished games, and rows that rest on an argument. */
static json_t *leaves_of (const struct verdict *verdict) {
  json_t *leaves = json_pack ("{sI}", "finished", (json_int_t) verdict->count[FINISHED]);
  for (int kind = ROW_MOVE + 1; kind < ROW_KINDS; kind++)
    if (verdict->count[OF_KIND + kind] > 0)
      json_object_set_new (leaves, row_kind_names[kind],
                           json_integer ((json_int_t) verdict->count[OF_KIND + kind]));
  if (verdict->count[IN_TABLES] > 0)
    json_object_set_new (leaves, "tables", json_integer ((json_int_t) verdict->count[IN_TABLES]));
  if (verdict->count[NODES] > 0)
    json_object_set_new (leaves, "nodes", json_integer ((json_int_t) verdict->count[NODES]));
  return leaves;
}

static void print_certificate (struct display *display, const struct certificate_file *file,
                               const struct verdict *verdict, double seconds) {
  char *claims = certificate_claims_text (file);
  const struct checked checked = { .claim = claims,
                                   .positions = verdict->positions,
                                   .leaves = leaves_of (verdict),
                                   .seconds = seconds,
                                   .word = "accepted",
                                   .accepted = true,
                                   .meaning = "Accepted: every position of the proof was checked, and the "
                                              "claim follows from the rules." };
  struct checked refused = checked;
  refused.word[0] = 0;
  refused.accepted = false;
  refused.wrong = verdict->wrong;
  refused.reason = verdict->reason;
  const struct checked *found = verdict->accepted ? &checked : &refused;
  print_checked (display, found);
  output_extra (&display->output, "claims", claims_json (file));
  print_meaning (display, found);
  free (claims);
}

static int check_certificate_file (struct run *run, const char *path, struct failure *failure) {
  struct certificate_file file;
  struct verdict verdict;
  const double begun = clock_seconds ();
  if (!certificate_open (&file, path, run->session.options.tables, failure))
    return failure->code;
  check_in_threads (&run->session, &file, &verdict);
  if (verdict.unreadable == NULL)
    print_certificate (&run->display, &file, &verdict, clock_seconds () - begun);
  if (verdict.unreadable != NULL)
    fail (failure, EXIT_BAD_DATA, "%.300s: %s", path, verdict.unreadable);
  else if (!verdict.accepted)
    fail (failure, EXIT_DIFFERS, "%.300s: %s %s", path, verdict.wrong, verdict.reason);
  certificate_file_close (&file);
  return failure->code;
}

int command_check (struct run *run, struct failure *failure) {
  char kind[FILE_KIND];
  const char *path = run->session.options.arguments[0];
  if (!file_kind (path, kind, failure))
    return failure->code;
  if (run->session.options.tables != NULL && strcmp (kind, CERTIFICATE_KIND) != 0) {
    fail (failure, EXIT_USAGE, "check: --tables is for certificates only, and %.300s is no certificate",
          path);
    return failure->code;
  }
  if (strcmp (kind, TABLES_KIND) == 0)
    return check_tables (run, path, failure);
  if (strcmp (kind, LAYERS_KIND) == 0)
    return check_layers (run, path, failure);
  if (strcmp (kind, CERTIFICATE_KIND) == 0)
    return check_certificate_file (run, path, failure);
  fail (failure, EXIT_BAD_DATA, "%.300s: check reads endgame tables, layers and certificates, no %s yet",
        path, kind);
  return failure->code;
}
