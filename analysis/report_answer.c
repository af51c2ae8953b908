#include "analysis/report_parts.h"

#include "analysis/html.h"
#include "engine.h"
#include "search/search.h"
#include "tablebase/slices.h"

#include <inttypes.h>
#include <string.h>

enum { DIFFERENCES_MAX = 20 /* rows listed above the table */ };

static size_t count_found (const struct record *record, const char *value) {
  size_t count = 0;
  for (size_t i = 0; i < record->row_count; i++)
    count += report_found (&record->rows[i], value);
  return count;
}

static bool is_start (const struct record_row *row) { return strcmp (row->subject, "start") == 0; }

static bool row_is_heuristic (const struct record_row *row) {
  const enum method method = method_by_name (row->method);
  return method < METHODS && method_descriptions[method].heuristic;
}

static const char *plural (uint64_t count) { return count == 1 ? "" : "s"; }

/* ---- the headline ---- */

/* Write the game, at the beginning of a sentence. */
static void write_game (FILE *page, const struct record *record) {
  char game[REPORT_GAME];
  report_game (record, game);
  html_text (page, report_capital (game));
}

static void write_value (FILE *page, const struct record *record, int value) {
  write_game (page, record);
  fprintf (page, " is %s", report_value_of_start (value));
}

static void head_position (FILE *page, const struct report_run *run) {
  const struct record_row *row = run->record->rows;
  const int value = report_found (row, "win") - report_found (row, "loss");
  const bool known = value != 0 || report_found (row, "draw");
  if (known && is_start (row)) {
    write_value (page, run->record, value);
    return;
  }
  write_game (page, run->record);
  if (!known)
    fputs (row_is_heuristic (row) ? ": a heuristic result, not a value" : ": no value yet", page);
  else if (value == 0)
    fputs (": the position is a draw", page);
  else
    fprintf (page, ": the side to move %s", value > 0 ? "wins" : "loses");
}

static void head_positions (FILE *page, const struct report_run *run) {
  static const char *const values[] = { "win", "draw", "loss", "unknown" }, *const many[]
                                                                            = { "wins", "draws", "losses",
                                                                                "unknown" };
  const struct record *record = run->record;
  char game[REPORT_GAME];
  report_game (record, game);
  html_print (page, "%" PRIu64 " position%s of %s", record->row_count, plural (record->row_count), game);
  const char *before = ": ";
  for (int i = 0; i < 4; i++) {
    const size_t count = count_found (record, values[i]);
    if (count > 0)
      fprintf (page, "%s%zu %s", before, count, count == 1 ? values[i] : many[i]);
    before = count > 0 ? ", " : before;
  }
}

static void head_verify (FILE *page, const struct report_run *run) {
  const struct record *record = run->record;
  const size_t ok = report_count_verdict (record, VERDICT_OK),
               bad = report_count_verdict (record, VERDICT_DIFFERS);
  if (bad > 0)
    fprintf (page, "%zu of %zu values differ%s from what is published", bad, ok + bad, bad == 1 ? "s" : "");
  else if (ok == 0)
    fputs ("No published value was compared", page);
  else
    fprintf (page, "%s%zu published value%s found again, none differs",
             ok > 1 && ok == record->row_count ? "All " : "", ok, plural (ok));
}

/* The value of the start position, from the row of ply 0. */
static void head_plies (FILE *page, const struct report_run *run) {
  const struct record_row *row = run->record->rows;
  const bool known = row->positions == 1 && row->won + row->drawn + row->lost == 1;
  if (known)
    write_value (page, run->record, (int) row->won - (int) row->lost);
  else {
    write_game (page, run->record);
    fprintf (page, ": %s", run->task == REPORT_BOOK ? "an opening book" : "every position");
  }
}

/* The largest and the smallest number of pieces in slices such as "2.0.1.0". */
static void pieces_of (const struct report_run *run, int *fewest, int *most) {
  *fewest = *most = 0;
  for (size_t i = 0; i < run->record->row_count; i++) {
    int sum = 0;
    for (const char *c = report_subject (run, &run->record->rows[i]); *c != '\0'; c++)
      sum += *c >= '0' && *c <= '9' ? *c - '0' : 0;
    *most = sum > *most ? sum : *most;
    *fewest = i == 0 || sum < *fewest ? sum : *fewest;
  }
}

static void head_tables (FILE *page, const struct report_run *run) {
  char game[REPORT_GAME];
  int fewest, most;
  pieces_of (run, &fewest, &most);
  report_game (run->record, game);
  html_print (page, "Every position of %s with ", game);
  if (fewest < most)
    fprintf (page, "%d to ", fewest);
  fprintf (page, "%d pieces is decided", most);
}

static void head_last_row (FILE *page, const struct report_run *run) {
  const struct record *record = run->record;
  const struct record_row *last = &record->rows[record->row_count - 1];
  write_game (page, record);
  if (run->task == REPORT_COUNT)
    html_print (page, " has %" PRIu64 " position%s up to ply %s", run->positions, plural (run->positions),
                report_subject (run, last));
  else
    html_print (page, ": %" PRIu64 " sequence%s of moves to depth %s", last->positions,
                plural (last->positions), report_subject (run, last));
}

void report_headline (FILE *page, const struct report_run *run) {
  const struct record *record = run->record;
  if (record->row_count == 0) {
    fputs ("No results", page);
    return;
  }
  switch (run->task) {
  case REPORT_SOLVE: (record->row_count == 1 ? head_position : head_positions) (page, run); break;
  case REPORT_VERIFY: head_verify (page, run); break;
  case REPORT_BOOK:
  case REPORT_LAYERS: head_plies (page, run); break;
  case REPORT_TABLES: head_tables (page, run); break;
  case REPORT_COUNT:
  case REPORT_PERFT: head_last_row (page, run); break;
  case REPORT_BENCH:
    fprintf (page, "%zu measurement%s of the standard workloads", record->row_count,
             plural (record->row_count));
    break;
  case REPORT_OTHER:
    html_print (page, "%" PRIu64 " result%s", record->row_count, plural (record->row_count));
    break;
  }
}

/* ---- alarms ---- */

static void name_differences (FILE *page, const struct record *record) {
  const size_t count = report_count_verdict (record, VERDICT_DIFFERS);
  size_t shown = 0;
  fprintf (page,
           "<div class=\"alarm\"><strong>%zu of %zu boards differ%s from what is published.</strong><ul>",
           count, record->row_count, count == 1 ? "s" : "");
  for (size_t i = 0; i < record->row_count && shown < DIFFERENCES_MAX; i++) {
    const struct record_row *row = &record->rows[i];
    if (strcmp (row->verdict, "differs") != 0)
      continue;
    html_print (page, "<li>%s: published %s, found %s</li>", row->subject, row->expected, row->found);
    shown++;
  }
  if (shown < count)
    fprintf (page, "<li>and %zu more in the table</li>", count - shown);
  fputs ("</ul></div>\n", page);
}

void report_alarms (FILE *page, const struct report_run *run) {
  if (report_count_verdict (run->record, VERDICT_DIFFERS) > 0)
    name_differences (page, run->record);
  if (!run->record->complete)
    fputs ("<p class=\"alarm open\">The run ended before its work was done: the same command goes on with "
           "it.</p>\n",
           page);
}

/* ---- figures ---- */

static void tile_count (FILE *page, double count, const char *what) {
  html_print (page, REPORT_TILE ("%g"), count, what);
}

static void tile_rate (FILE *page, double count, double seconds, const char *what) {
  if (count > 0 && seconds >= REPORT_RATE_SECONDS)
    tile_count (page, count / seconds, what);
}

static void tile_seconds (FILE *page, double seconds, const char *what) {
  html_print (page, REPORT_TILE ("%f"), seconds, what);
}

/* Tiles for searches, whose rows contain their cost. */
static void search_tiles (FILE *page, const struct report_run *run) {
  if (run->record->row_count > 1)
    tile_count (page, (double) run->record->row_count,
                run->task == REPORT_VERIFY  ? "boards"
                : run->task == REPORT_SOLVE ? "positions"
                                            : "measurements");
  tile_count (page, (double) run->nodes, "nodes");
  tile_seconds (page, run->seconds, run->task == REPORT_BENCH ? "measured" : "search time");
  tile_rate (page, (double) run->nodes, run->seconds, "nodes a second");
}

/* Tiles for lists of positions. */
static void list_tiles (FILE *page, const struct report_run *run) {
  const struct record *record = run->record;
  const struct record_row *last = &record->rows[record->row_count - 1];
  if (run->task == REPORT_PERFT) {
    tile_count (page, (double) last->positions, "sequences at the last depth");
    tile_rate (page, (double) last->positions, last->seconds, "of them a second");
  } else
    tile_count (page, (double) run->positions, "positions");
  tile_count (page, (double) record->row_count,
              run->task == REPORT_TABLES  ? "slices"
              : run->task == REPORT_PERFT ? "depths"
                                          : "plies");
  if (run->longest != NULL)
    tile_count (page, run->longest->plies, "plies in the longest win");
  if (run->scored > 0)
    html_print (page, REPORT_TILE ("%d to %d"), run->lowest, run->highest, "scores");
  if (run->task == REPORT_BOOK)
    tile_count (page, (double) run->statistics.count[COUNT_nodes], "nodes searched");
}

void report_tiles (FILE *page, const struct report_run *run) {
  const struct record *record = run->record;
  if (record->row_count == 0)
    return;
  fputs ("<div class=\"tiles\">", page);
  switch (run->task) {
  case REPORT_BOOK:
  case REPORT_LAYERS:
  case REPORT_TABLES:
  case REPORT_COUNT:
  case REPORT_PERFT: list_tiles (page, run); break;
  default: search_tiles (page, run); break;
  }
  tile_seconds (page, record->seconds, record->runs > 1 ? "wall time, all runs" : "wall time");
  fputs ("</div>\n", page);
}

/* ---- proofs ---- */

static void prove_position (FILE *page, const struct report_run *run) {
  const struct record_row *row = run->record->rows;
  const char *score = strchr (row->found, ' ');
  html_print (page, "<p>Position: <code>%s</code>. ", row->subject);
  if (row->plies > 0)
    fprintf (page, "With best play the game ends after %d more pl%s. ", row->plies,
             row->plies == 1 ? "y" : "ies");
  if (score != NULL)
    html_print (page, "The score is%s. ", score);
  if (row->moves[0] != '\0')
    html_print (page, "%s <code>%s</code>.",
                row_is_heuristic (row) ? "It would play"
                                       : "Moves that keep the value, as far as the proof knows:",
                row->moves);
  fputs ("</p>\n", page);
}

/* Was the row decided by an argument alone? If there are nodes, too, the argument decided only the part that
 * the search had left open. */
static bool is_argued (const struct record_row *row) { return row->argument[0] != '\0' && row->nodes == 0; }

/* Write the number of rows that each method decided, and a description of the method. */
static void name_methods (FILE *page, const struct report_run *run) {
  const struct record *record = run->record;
  size_t argued = 0;
  fputs ("<ul class=\"plain\">", page);
  for (int method = 0; method < METHODS; method++) {
    const struct method_description *description = &method_descriptions[method];
    size_t count = 0;
    for (size_t i = 0; i < record->row_count; i++)
      count += !is_argued (&record->rows[i]) && strcmp (record->rows[i].method, description->name) == 0;
    if (count > 0 && record->row_count > 1)
      fprintf (page, "<li>%zu by <em>%s</em>: %s.</li>", count, description->name, description->description);
    else if (count > 0)
      fprintf (page, "<li>Searched by <em>%s</em>: %s.</li>", description->name, description->description);
  }
  for (size_t i = 0; i < record->row_count; i++)
    argued += is_argued (&record->rows[i]);
  if (argued > 0 && record->row_count > 1)
    fprintf (page, "<li>%zu without search, by an argument about the position.</li>", argued);
  else if (argued > 0)
    html_print (page, "<li>Settled without search: %s.</li>", record->rows[0].argument);
  fputs ("</ul>\n", page);
}

static void prove_verify (FILE *page, const struct report_run *run) {
  const size_t fresh = report_count_verdict (run->record, VERDICT_NEW),
               open = report_count_verdict (run->record, VERDICT_UNKNOWN);
  fputs ("<p>Each board was solved from the rules alone, and the value compared with what is published.",
         page);
  if (fresh > 0)
    fprintf (page, " For %zu no value is published: those are new.", fresh);
  if (open > 0)
    fprintf (page, " %zu stayed open within the effort that was allowed.", open);
  fputs ("</p>\n", page);
  name_methods (page, run);
}

static void prove_book (FILE *page, const struct report_run *run) {
  html_print (
      page,
      "<p>An opening book: every unfinished position up to ply %s, symmetric ones once, with its value "
      "for the side to move and the moves that keep it.",
      report_subject (run, &run->record->rows[run->record->row_count - 1]));
  const uint64_t open = run->positions - run->won - run->drawn - run->lost;
  if (open > 0 && run->won + run->drawn + run->lost > 0)
    html_print (page, " The value of %" PRIu64 " position%s is not known.", open, plural (open));
  fputs ("</p>\n", page);
  const uint64_t nodes = run->statistics.count[COUNT_nodes];
  if (nodes > 0)
    html_print (page,
                "<p>The positions of the deeper plies were searched, %" PRIu64
                " node%s in this run; what comes "
                "before follows from them.</p>\n",
                nodes, plural (nodes));
}

static void prove_layers (FILE *page, const struct report_run *run) {
  fputs (
      "<p>Every position that can be reached was listed, ply by ply from the start, and valued from the end "
      "backwards, by looking at all moves: nothing is left to a search.",
      page);
  if (run->longest != NULL)
    fprintf (page, " The longest forced win takes %d plies.", run->longest->plies);
  fputs ("</p>\n", page);
}

static void prove_tables (FILE *page, const struct report_run *run) {
  fputs ("<p>Retrograde analysis, one slice of material after the other: from finished positions backwards "
         "every win "
         "and every loss with the plies that it takes; what is left is a draw.",
         page);
  const struct engine *engine = engine_by_name (run->record->game);
  if (engine != NULL && engine->slices != NULL)
    fprintf (page, " %s", engine->slices->name_sentence);
  fputs ("</p>\n", page);
  if (run->longest == NULL)
    return;
  fprintf (page, "<p>The longest win takes %d plies", run->longest->plies);
  if (run->longest->example[0] != '\0')
    html_print (page, ": <code>%s</code>", run->longest->example);
  fputs (".</p>\n", page);
}

void report_proof (FILE *page, const struct report_run *run) {
  if (run->record->row_count == 0)
    return;
  fprintf (page, "<h3>%s</h3>\n",
           run->task == REPORT_BENCH || run->task == REPORT_COUNT || run->task == REPORT_PERFT
               ? "What was counted, and how"
               : "What was proven, and how");
  switch (run->task) {
  case REPORT_SOLVE:
    if (run->record->row_count == 1)
      prove_position (page, run);
    name_methods (page, run);
    break;
  case REPORT_VERIFY: prove_verify (page, run); break;
  case REPORT_BOOK: prove_book (page, run); break;
  case REPORT_LAYERS: prove_layers (page, run); break;
  case REPORT_TABLES: prove_tables (page, run); break;
  case REPORT_COUNT:
    fputs ("<p>Every position that can be reached was listed ply by ply from the start, finished ones "
           "included.</p>\n",
           page);
    break;
  case REPORT_PERFT:
    fputs ("<p>Sequences of exactly so many moves, as the rules allow them: a measure of the moves, not of "
           "play.</p>\n",
           page);
    break;
  case REPORT_BENCH:
    fputs ("<p>The standard workloads: always the same work, so that figures can be compared. Nodes first: "
           "with one "
           "thread and one rank they are the same on every machine.</p>\n",
           page);
    break;
  case REPORT_OTHER: name_methods (page, run); break;
  }
}
