/* The parts of the report, each one or a few elements of the section about one run, in the order of the page:
 * the answer as a headline, the proof, the results, plots that suit the task, the origin of the run, and its
 * counters. For analysis/report*.c, and the pages of play/.
 *
 * A part without content writes nothing. Every figure on a page comes from the rows of the record or, if it
 * is about searches, from its counters, and has its proper name: positions are not called nodes, nor nodes
 * positions. Errors of the stream are left to report_write(). */
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
  size_t number;                /* distinguishes the ids of this run from those of other runs */
  struct statistics statistics; /* sums over all ranks */
  /* sums over all rows: */
  uint64_t nodes, looks, positions, won, drawn, lost, scored;
  double seconds;
  int lowest, highest;              /* lowest and highest score, if there are any */
  const struct record_row *longest; /* the row with the longest win, or NULL */
};

/* ---- the page: report.c ---- */

/** Write the page up to and including <body>. */
void report_begin_page (FILE *page, const char *title);

/** Write the text of a page to a file (NULL: there was no memory for the text), as report_write() does. */
bool report_save (const char *path, const char *text, size_t size, struct failure *);

/* ---- the answer: report_answer.c ---- */

/** A number (a conversion of html_print()), and its description (%s). */
#define REPORT_TILE(number) "<div class=\"tile\"><b>" number "</b><span class=\"quiet\">%s</span></div>"

/** The answer in a few words, as escaped text: "Connect Four 5x5 is a draw". */
void report_headline (FILE *page, const struct report_run *);

/** Unfinished rows and differences; the main figures; the proof. */
void report_alarms (FILE *page, const struct report_run *);
void report_tiles (FILE *page, const struct report_run *);
void report_proof (FILE *page, const struct report_run *);

/* ---- the results: report_results.c ---- */

enum report_verdict { VERDICT_OK, VERDICT_DIFFERS, VERDICT_NEW, VERDICT_UNKNOWN, REPORT_VERDICTS };

/** The number of rows with a verdict. */
size_t report_count_verdict (const struct record *, enum report_verdict);

/** The table, with the numbers of verdicts above it. */
void report_results (FILE *page, const struct report_run *);

/** A rate over less time is meaningless. */
#define REPORT_RATE_SECONDS 0.01

/* ---- plots: report_plots.c ---- */

void report_plots (FILE *page, const struct report_run *);

/* ---- origin and counters: report_counters.c ---- */

void report_origin (FILE *page, const struct record *);

/** Every counter that is not zero, with its description. */
void report_counters (FILE *page, const struct report_run *);

/* ---- names: report_names.c ---- */

/** Get "Connect Four 7x6", with its rules if they are not the default. */
enum { REPORT_GAME = 160 };
void report_board (const struct engine *, const char *board, const char *rules, char text[REPORT_GAME]);
void report_game (const struct record *, char text[REPORT_GAME]);

/** Capitalize the name of a game for the beginning of a sentence. Returns `game`. */
char *report_capital (char *game);

/** "a win for the first player", from 1, 0 or -1 for the start position. */
const char *report_value_of_start (int value);

/** The subject of a row without the word that is in the heading of the column: "3" for "ply 3". */
const char *report_subject (const struct report_run *, const struct record_row *);

/** Is this value the first word of the row's result? */
bool report_found (const struct record_row *, const char *value);

#endif
