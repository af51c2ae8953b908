/* The parts of the report, each one or a few elements of the section about one run, in the order of the page:
 * the answer as a headline, what was proven and how, the results, plots that suit the task, where the run
 * was, and what was counted. For analysis/report*.c, and the pages of play/.
 *
 * A part that has nothing to show writes nothing. Every figure on a page comes from the rows of the record
 * or, if it is about searches, from its counters, and has its proper name: positions are positions, nodes are
 * nodes. Errors of the stream are left to report_write(). */
#ifndef ZERMELO_ANALYSIS_REPORT_PARTS_H
#define ZERMELO_ANALYSIS_REPORT_PARTS_H

#include "engine.h"
#include "store/statistics_file.h"

#include <stdio.h>

enum report_task {
  REPORT_SOLVE,
  REPORT_VERIFY,
  REPORT_BOOK,
  REPORT_LAYERS,
  REPORT_TABLES,
  REPORT_COUNT,
  REPORT_PERFT,
  REPORT_BENCH,
  REPORT_OTHER
};

/** A record and sums over it. */
struct report_run {
  const struct record *record;
  enum report_task task;
  size_t number;                /* distinguishes the ids of this run from those of others */
  struct statistics statistics; /* all ranks */
  /* All rows: */
  uint64_t nodes, looks, positions, won, drawn, lost, scored;
  double seconds;
  int lowest, highest;              /* of the scores, if there are any */
  const struct record_row *longest; /* the row with the longest win, or NULL */
};

/* ---- the page: report.c ---- */

/** All up to and with <body>. */
void report_begin_page (FILE *page, const char *title);

/** Write the text of a page (NULL: there was no memory for it), as report_write() does. */
bool report_save (const char *path, const char *text, size_t size, struct failure *);

/* ---- the answer: report_answer.c ---- */

/** A number (a conversion of html_print()), and what it is (%s). */
#define REPORT_TILE(number) "<div class=\"tile\"><b>" number "</b><span class=\"quiet\">%s</span></div>"

/** The answer in a few words: "Connect Four 5x5 is a draw". As escaped text. */
void report_headline (FILE *page, const struct report_run *);

/** What was not finished or differs; the main figures; what was proven, and how. */
void report_alarms (FILE *page, const struct report_run *);
void report_tiles (FILE *page, const struct report_run *);
void report_proof (FILE *page, const struct report_run *);

/* ---- the results: report_results.c ---- */

enum report_verdict { VERDICT_OK, VERDICT_DIFFERS, VERDICT_NEW, VERDICT_UNKNOWN, REPORT_VERDICTS };

/** How many rows have that verdict. */
size_t report_count_verdict (const struct record *, enum report_verdict);

/** The table, with the number of each verdict above it. */
void report_results (FILE *page, const struct report_run *);

/** A rate over a shorter time is meaningless. */
#define REPORT_RATE_SECONDS 0.01

/* ---- plots: report_plots.c ---- */

void report_plots (FILE *page, const struct report_run *);

/* ---- where it ran and what was counted: report_counters.c ---- */

void report_origin (FILE *page, const struct record *);

/** Every counter that is not zero, with its description. */
void report_counters (FILE *page, const struct report_run *);

/* ---- names: report_names.c ---- */

/** "Connect Four 7x6", with its rules if they are not the usual ones. */
enum { REPORT_GAME = 160 };
void report_board (const struct engine *, const char *board, const char *rules, char text[REPORT_GAME]);
void report_game (const struct record *, char text[REPORT_GAME]);

/** Make it begin a sentence. Returns `game`. */
char *report_capital (char *game);

/** "a win for the first player", from 1, 0 or -1 for the start position. */
const char *report_value_of_start (int value);

/** The subject of a row without the word that is in the heading of the column: "3" for "ply 3". */
const char *report_subject (const struct report_run *, const struct record_row *);

/** Is the first word of what was found that value? */
bool report_found (const struct record_row *, const char *value);

#endif
