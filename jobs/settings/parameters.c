#include "settings/parameters.h"

#include "base/machine.h"
#include "book/book_text.h"
#include "base/quantity.h"
#include "base/quantity_print.h"
#include "engine.h"
#include "certificate/certificate_text.h"
#include "file/named_files.h"
#include "games/exports.h"
#include "games/theorems.h"
#include "settings/example_list.h"
#include "play/player.h"
#include "base/text.h"

#include <assert.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

const char *const effort_names[EFFORTS] = { "quick", "normal", "long" };
const char *const json_shape_names[JSON_SHAPES] = { "", "lines", "position" };

/* ---- commands ---- */

#define BIT(command) (UINT32_C (1) << COMMAND_##command)
#define SOLVE BIT (SOLVE)
#define MOVES BIT (MOVES)
#define SHOW BIT (SHOW)
#define PLAY BIT (PLAY)
#define ENGINE BIT (ENGINE)
#define SERVE BIT (SERVE)
#define TOURNAMENT BIT (TOURNAMENT)
#define VERIFY BIT (VERIFY)
#define BOOK BIT (BOOK)
#define TABLEBASE BIT (TABLEBASE)
#define LAYERS BIT (LAYERS)
#define PROBE BIT (PROBE)
#define EXPORT BIT (EXPORT)
#define IMPORT BIT (IMPORT)
#define CHECK BIT (CHECK)
#define CERTIFICATE BIT (CERTIFICATE)
#define PERFT BIT (PERFT)
#define COUNT BIT (COUNT)
#define RUN BIT (RUN)
#define SUBMIT BIT (SUBMIT)
#define REPORT BIT (REPORT)
#define STATUS BIT (STATUS)
#define COMPLEXITY BIT (COMPLEXITY)
#define COMPARE BIT (COMPARE)
#define BENCH BIT (BENCH)

#define ALL ((UINT32_C (1) << COMMANDS) - 1)
#define OWN_TASKS                                                                                            \
  (SOLVE | VERIFY | BOOK | LAYERS | TABLEBASE | COUNT | PERFT) /* with options of their own                  \
                                                                */
#define ALL_TASKS (OWN_TASKS | TOURNAMENT | COMPARE)
#define JOB_READING (RUN | TOURNAMENT | COMPARE)
#define SEARCHING (SOLVE | MOVES | VERIFY | BOOK)
#define KEEPING (SOLVE | VERIFY | BOOK) /* checkpoints */
#define LAUNCHED (OWN_TASKS | BENCH)
#define COMPUTING (LAUNCHED | MOVES | CHECK | CERTIFICATE | JOB_READING)
#define PRINTING (COMPUTING | SHOW | PROBE | EXPORT | IMPORT | STATUS | COMPLEXITY)

/* ---- what there is to choose from ---- */

/* A method that proves nothing is for solve, and for books of heuristic values. */
static const char *method_choice (int i, uint32_t command) {
  if (i == METHODS)
    return NULL;
  return method_descriptions[i].heuristic && (command & (SOLVE | BOOK | IN_JOB)) == 0
             ? ""
             : method_descriptions[i].name;
}

static const char *replacement_choice (int i, uint32_t command) {
  (void) command;
  return i < REPLACEMENTS ? replacement_names[i] : NULL;
}

static const char *effort_choice (int i, uint32_t command) {
  (void) command;
  return i < EFFORTS ? effort_names[i] : NULL;
}

/* Has a game that comes before this one an evaluation of that name? */
static bool is_evaluation_before (const struct engine *const *end, const char *name) {
  for (const struct engine *const *e = engines; e < end; e++)
    for (const char *const *other = (*e)->evaluations; other != NULL && *other != NULL; other++)
      if (strcmp (*other, name) == 0)
        return true;
  return false;
}

/* Of all games, each name once; engines of one game stand together. */
static const char *evaluation_choice (int i, uint32_t command) {
  (void) command;
  for (const struct engine *const *e = engines; *e != NULL; e++)
    if ((*e)->evaluations != NULL && engine_begins_game (e))
      for (const char *const *name = (*e)->evaluations; *name != NULL; name++)
        if (!is_evaluation_before (e, *name) && i-- == 0)
          return *name;
  return NULL;
}

/* Only some commands are about a position. */
static const char *json_choice (int i, uint32_t command) {
  const bool of_position = (command & (SOLVE | MOVES | PROBE | IN_JOB)) != 0;
  return i == JSON_SHAPES ? NULL : of_position ? json_shape_names[i] : "";
}

static const char *value_choice (int i, uint32_t command) {
  static const char *const values[] = { "win", "draw", "loss", "unknown" };
  (void) command;
  return i < 4 ? values[i] : NULL;
}

static const char *strategy_choice (int i, uint32_t command) {
  static const char *const sides[] = { "first", "second", "both" };
  (void) command;
  return i < 3 ? sides[i] : NULL;
}

static const char *unplayable_choice (int i, uint32_t command) {
  static const char *const ways[] = { "skip", "forfeit" };
  (void) command;
  return i < 2 ? ways[i] : NULL;
}

static const char *format_choice (int i, uint32_t command) {
  (void) command;
  if (i < BOOK_TEXT_FORMATS)
    return book_text_names[i];
  i -= BOOK_TEXT_FORMATS;
  for (const struct book_export *const *e = book_exports; *e != NULL; e++)
    if (i-- == 0)
      return (*e)->name;
  static const char *const own[] = { BOOK_DATASET_NAME, CERTIFICATE_TEXT, THEOREM_FORMAT, PAGE_FORMAT };
  return i < (int) (sizeof own / sizeof *own) ? own[i] : NULL;
}

/* The commands that a job file can ask for. */
static const char *task_choice (int i, uint32_t command) {
  (void) command;
  if (i == COMMANDS)
    return NULL;
  return ALL_TASKS >> i & 1 ? commands[i].name : "";
}

/* ---- games that a sentence is about ---- */

static const char *with_tables (char *text, size_t size) {
  return games_list (engine_has_tables, " and ", text, size);
}

static const char *with_evaluations (char *text, size_t size) {
  return games_list (engine_has_evaluations, " and ", text, size);
}

static const char *with_maker_breaker (char *text, size_t size) {
  return games_list (engine_has_maker_breaker, " and ", text, size);
}

static const char *whose_books (char *text, size_t size) {
  *text = 0;
  for (const struct book_export *const *e = book_exports; *e != NULL; e++)
    text_append (text, size, "%s; ", (*e)->whose);
  text_append (text, size,
               "any book as csv, jsonl or data to learn from; a certificate as " CERTIFICATE_TEXT
               ", or as a theorem, " THEOREM_FORMAT "; a small file of any kind as a page, " PAGE_FORMAT);
  return text;
}

/* ---- the table ---- */

#define SETS(member) offsetof (struct options, member)
#define KEY_SETS(member) offsetof (struct job, member)
#define OWN(...) ((const struct sentence[]){ __VA_ARGS__, { 0 } })

/* In the order in which help prints them. A table of 64K is the smallest there is. */
const struct parameter parameters[] = {
  { "name", 0, KIND_NAME, NULL, 0, ALL_TASKS, KEY_SETS (name), .value = "(required)",
    .help = "names the files that the job makes" },
  { "task", 0, KIND_CHOICE, NULL, 0, ALL_TASKS, KEY_SETS (task), .choice = task_choice, .value = "verify",
    .help = "what to do" },
  { "game", 0, KIND_TEXT, NULL, 0, OWN_TASKS & ~VERIFY, KEY_SETS (game), .usual = example_job_game,
    .help = "GAME, as on the command line" },
  { "methods", 0, KIND_LIST, NULL, 0, COMPARE, KEY_SETS (methods), .value = "[]",
    .help = "a list of METHOD[:key=value,...] with keys table, replacement, evaluation, order, most, "
            "symmetry, threats, root-alpha, relevant, window" },
  { "depths", 0, KIND_LIST, NULL, 0, COMPARE | TOURNAMENT, KEY_SETS (depths), .value = "[]",
    .help = "a list of depths such as 4, or 2-9; without it compare searches to the end of the game, and "
            "players look ahead as they say; with it they meet at each of these depths" },
  { "positions", 0, KIND_POSITIONS, NULL, 0, SOLVE | PERFT | COMPARE, KEY_SETS (positions), .value = "[\"\"]",
    .help
    = "a list, or the name of a file with one position on each line; perft takes one; \"\" is the start" },
  { "whole-games", 0, KIND_FLAG, NULL, 0, COMPARE, KEY_SETS (whole_games), .value = "false",
    .help = "search every position of the game that the method plays from there" },
  { "repetitions", 0, KIND_INTEGER, NULL, 0, COMPARE, KEY_SETS (repetitions), 1, 1000, "times", .value = "3",
    .help = "of the measurement of time, unless it has taken ten seconds" },
  { "published", 0, KIND_LIST, NULL, 0, COMPARE, KEY_SETS (published), .value = "[]",
    .help = "nodes to set beside the found ones, as 'GAME METHOD DEPTH NODES'" },
  { "positions", 0, KIND_NAME, "FILE", SOLVE | PROBE, 0, SETS (positions), .use = FILE_READ,
    .own = OWN ({ SOLVE, "solve each line of FILE, one position a line; - is standard input" },
                { PROBE, "ask about each line of FILE, one position a line; - is standard input" }) },
  { "boards", 0, KIND_LIST, NULL, 0, TOURNAMENT | COMPARE, KEY_SETS (boards), .value = "[]",
    .help = "a list of GAME" },
  { "players", 0, KIND_LIST, NULL, 0, TOURNAMENT, KEY_SETS (players), .value = "[]",
    .help = "the players, each NAME or NAME:key=value,...; each plays against every other" },
  { "games", 0, KIND_INTEGER, NULL, 0, TOURNAMENT, KEY_SETS (games), 2, 1000000, "games", .value = "4",
    .help = "games of each pair on each board, half of them with the sides exchanged" },
  { "move_time", 0, KIND_TIME, NULL, 0, TOURNAMENT, KEY_SETS (move_time), .value = "10s",
    .help = "for each move, or less if the player says so; 0: no limit" },
  { "tolerance", 0, KIND_TIME, NULL, 0, TOURNAMENT, KEY_SETS (tolerance), .value = "1s",
    .help = "a player who takes longer than move_time by more than this loses the game" },
  { "unplayable", 0, KIND_CHOICE, NULL, 0, TOURNAMENT, KEY_SETS (unplayable), .choice = unplayable_choice,
    .value = "skip", .help = "whose player cannot play a board is left out there, or loses by a forfeit" },
  { "ply_cap", 0, KIND_INTEGER, NULL, 0, TOURNAMENT, KEY_SETS (ply_cap), 1, 100000, "plies", .value = "0",
    .help = "a game that has as many plies is a draw; 0: none" },
  { "opening_plies", 0, KIND_INTEGER, NULL, 0, TOURNAMENT, KEY_SETS (opening_plies), 0, 1000, "plies",
    .value = "0", .help = "plies by lot before the players begin, the same for all pairs" },
  { "only", 0, KIND_TEXT, "SET", VERIFY, VERIFY, SETS (only), .value = "*",
    .help = "rows of that set, or rows whose game:board[,rules] matches a pattern such as '@:*'",
    .about = example_job_name },
  { "effort", 0, KIND_CHOICE, "CLASS", VERIFY, VERIFY, SETS (effort), .choice = effort_choice,
    .value = "normal", .help = "which rows to verify, and how many nodes each may take" },
  { "part", 0, KIND_PART, "I/N", VERIFY | RUN, 0, SETS (part), .value = "1/1",
    .own = OWN ({ VERIFY, "every N-th row, beginning with row I" },
                { RUN, "every N-th board or position, beginning with the I-th" }) },
  { "plies", 0, KIND_INTEGER, "N", COUNT | BOOK | COMPLEXITY, BOOK | COUNT | PERFT, SETS (plies), 0, 10000,
    "plies", .less = { BOOK, 254 }, .key_value = "8",
    .own
    = OWN ({ COUNT, "positions up to ply N; without it, until none are left" },
           { BOOK, "positions up to ply N; --around: up to N moves from those of FILE; extract: those up "
                   "to ply N" },
           { COMPLEXITY, "the formula for the nodes at each depth up to N" },
           { IN_JOB, "positions up to this ply (of a book at most 254); the longest move sequences of "
                     "perft" }) },
  { "strategy", 0, KIND_NAME, "SIDE", BOOK, BOOK, SETS (strategy), .choice = strategy_choice,
    .help = "only what that side needs: its own best moves, and all replies" },
  { "around", 0, KIND_NAME, "FILE", BOOK, BOOK, SETS (around), .use = FILE_READ,
    .help = "the positions on the lines of FILE, and those near them" },
  { "from", 0, KIND_NAME, "BOOK", BOOK, BOOK, SETS (from), .use = FILE_READ,
    .help = "a book to extend: its positions are taken over and not searched again" },
  { "until", 0, KIND_TIME, "TIME", BOOK, BOOK, SETS (until), .value = "0",
    .help = "as many positions as that time allows, those near the start first; 0: all" },
  { "min-ply", 0, KIND_INTEGER, "N", BOOK, 0, SETS (min_ply), 0, 254, "plies", .value = "0",
    .help = "extract: positions from ply N on" },
  { "line", 0, KIND_TEXT, "POSITION", BOOK, 0, SETS (line),
    .help = "extract: that position and those that follow from it" },
  { "value", 0, KIND_NAME, "VALUE", BOOK, 0, SETS (value), .choice = value_choice,
    .help = "extract: positions with that value for the side to move" },
  { "pieces", 0, KIND_INTEGER, "N", TABLEBASE, TABLEBASE | SOLVE, SETS (pieces), 2, 24, "pieces",
    .key_value = "5", .about = with_tables,
    .own = OWN ({ TABLEBASE, "tables of all positions with at most that many pieces" },
                { IN_JOB, "endgame tables of 2 to that many pieces; for solve in @: made first, then "
                          "searched with; none unless given" }) },
  { "distances", 0, KIND_FLAG, NULL, TABLEBASE, 0, SETS (distances),
    .help = "with the plies to the end; the file is about ten times as large" },
  { "tables", 0, KIND_NAME, "FILE", SOLVE | MOVES | BOOK | ENGINE | CHECK | REPORT | CERTIFICATE,
    SOLVE | BOOK, SETS (tables), .use = FILE_READ, .about = with_tables,
    .help = "@: endgame tables, whose positions are not searched",
    .own = OWN ({ ENGINE, "hub: endgame tables with distances" },
                { CHECK, "the endgame tables that a certificate rests on; all of them are checked, too" },
                { REPORT, "the endgame tables that a certificate rests on" },
                { CERTIFICATE, "@: endgame tables with distances; their positions become leaves" },
                { IN_JOB, "@: a file of endgame tables to search with, which is checked first" }) },
  { "check-tables", 0, KIND_FLAG, NULL, SOLVE | MOVES | BOOK, 0, SETS (check_tables),
    .help = "with --tables: check the file completely first, so that its values count as proven" },
  { "score", 0, KIND_FLAG, NULL, SOLVE | MOVES | BOOK, SOLVE | BOOK | TABLEBASE | COMPARE, SETS (score),
    .own = OWN ({ SOLVE, "the exact score, too: how soon the game ends" },
                { MOVES, "with --values: the score of each move" }, { BOOK, "a score for each position" },
                { IN_JOB, "exact scores, too; distances in endgame tables" }) },
  { "all-moves", 0, KIND_FLAG, NULL, SOLVE, SOLVE, SETS (all_moves),
    .own = OWN ({ SOLVE, "every move that keeps the value, or the score with --score" },
                { IN_JOB, "every move that keeps the value, not only some" }) },
  { "values", 0, KIND_FLAG, NULL, MOVES, 0, SETS (values),
    .help = "the value of each move for the side that makes it" },
  { "first", 0, KIND_TEXT, "PLAYER", PLAY, 0, SETS (first), .value = "human", .about = player_names,
    .help = "who plays the first side, NAME or NAME:key=value,...: @" },
  { "second", 0, KIND_TEXT, "PLAYER", PLAY, 0, SETS (second), .value = "solver",
    .help = "who plays the second side" },
  { "share-table", 0, KIND_FLAG, NULL, PLAY, 0, SETS (share_table),
    .help = "both players use the same transposition tables" },
  { "port", 0, KIND_INTEGER, "N", SERVE, 0, SETS (port), 0, 65535, .value = "8064",
    .help = "the port; 0: any that is free" },
  { "listen", 0, KIND_TEXT, "ADDRESS", SERVE, 0, SETS (listen), .value = "127.0.0.1",
    .help = "who can ask: this machine alone, or at 0.0.0.0 all that can reach it" },
  { "open", 0, KIND_FLAG, NULL, SERVE, 0, SETS (open), .help = "open the page in a browser" },
  { "maker-breaker", 0, KIND_FLAG, NULL, SOLVE | MOVES | SHOW, 0, SETS (maker_breaker),
    .about = with_maker_breaker,
    .help = "@: the first player (Maker) wins by making a line, the second (Breaker) by preventing it" },
  { "distinct", 0, KIND_FLAG, NULL, PERFT, 0, SETS (distinct),
    .help = "count moves that lead to the same position once" },
  { "symmetry", 0, KIND_FLAG, NULL, COUNT, 0, SETS (symmetry), .help = "count symmetric positions once" },
  { "format", 0, KIND_NAME, "NAME", EXPORT, 0, SETS (format), .choice = format_choice, .about = whose_books,
    .help = "@" },
  { "complete", 0, KIND_FLAG, NULL, CHECK, 0, SETS (complete),
    .help = "every position, not only some of each slice or ply" },
  { "check", 0, KIND_FLAG, NULL, JOB_READING, 0, SETS (check),
    .help = "check the job file and say what it would do" },
  { "dry-run", 0, KIND_FLAG, NULL, SUBMIT | RUN, 0, SETS (dry_run),
    .help = "print the batch script and submit nothing",
    .own = OWN ({ RUN, "check, and estimate positions, memory, disk and time" }) },
  { "merge", 0, KIND_NAME, "FILE", REPORT, 0, SETS (merge), .use = FILE_WRITTEN,
    .help = "put the files together in one statistics file; FILE.tsv: in one table of results" },
  { "scaling", 0, KIND_FLAG, NULL, BENCH, 0, SETS (scaling),
    .help = "with 1, 2, ... of the ranks: speed-up, repeated work, idle time" },
  { "signature", 0, KIND_FLAG, NULL, BENCH, 0, SETS (signature),
    .help = "the exact nodes of small searches of every kind, which change only if a search does" },
  { "method", 0, KIND_CHOICE, "NAME", SEARCHING, SEARCHING & ~MOVES, SETS (method), .choice = method_choice,
    .value = "auto", .help = "how to search",
    .own = OWN ({ IN_JOB, "how to search (bns, mtdf, pvs and immediate: solve and book alone)" }) },
  { "depth", 0, KIND_INTEGER, "N", SOLVE | BOOK | PERFT, SOLVE | BOOK, SETS (depth), 1, 1000, "plies",
    .key_value = "0",
    .own
    = OWN ({ SOLVE, "for minimax, alpha-beta, bns, mtdf and pvs: how far to look ahead" },
           { BOOK, "for minimax, alpha-beta, bns, mtdf and pvs: heuristic values by a search that deep" },
           { PERFT, "the longest sequences of moves" },
           { IN_JOB, "for minimax, alpha-beta, bns, mtdf and pvs: how far to look ahead; 0: no limit" }) },
  { "evaluation", 0, KIND_NAME, "NAME", SOLVE | BOOK, SOLVE | BOOK, SETS (evaluation),
    .choice = evaluation_choice, .about = with_evaluations,
    .help = "@: the evaluation for searches that do not reach the end; else the first that the game has" },
  { "seed", 0, KIND_COUNT, "N", SOLVE | CHECK | BOOK | EXPORT | COMPLEXITY, SOLVE | TOURNAMENT, SETS (seed),
    0, UINT64_MAX, .value = "0",
    .own = OWN ({ SOLVE, "chooses among moves that method immediate finds equally good" },
                { IN_JOB, "chooses among moves that method immediate finds equally good; the openings of a "
                          "tournament" },
                { CHECK, "chooses the positions that are checked" },
                { BOOK, "chooses the positions that are solved again" },
                { EXPORT, "the order of the positions of a data set" },
                { COMPLEXITY, "chooses what is sampled" }) },
  { "replacement", 0, KIND_CHOICE, "NAME", SEARCHING | BENCH, 0, SETS (replacement),
    .choice = replacement_choice, .value = "twobig1", .help = "which entries the transposition table keeps" },
  { "node-limit", 0, KIND_COUNT, "N", SEARCHING | COMPLEXITY, (SEARCHING & ~MOVES) | COMPARE,
    SETS (node_limit), 0, UINT64_MAX, .value = "0",
    .own = OWN ({ SOLVE, "give up a position after N nodes; 0: never" },
                { MOVES, "with --values: give up a move after N nodes; 0: never" },
                { VERIFY, "give up a row after N nodes; 0: after as many as --effort allows" },
                { BOOK, "leave a position unknown after N nodes; 0: never" },
                { COMPLEXITY, "count up to N positions, symmetric ones once; 0: 3 million" },
                { IN_JOB, "nodes for each position that is searched; 0: no limit (verify: that of the "
                          "effort)" }) },
  { "threads", 0, KIND_INTEGER, "N", COMPUTING | PLAY | ENGINE | SERVE, ALL_TASKS & ~COMPARE, SETS (threads),
    1, 1024, .key_value = "0",
    .help = "threads of each rank; without it OMP_NUM_THREADS or SLURM_CPUS_PER_TASK, else its share of the "
            "cores",
    .own = OWN ({ PLAY | ENGINE, "threads of players that search for proof; the others search with one" },
                { SERVE, "threads of searches" },
                { JOB_READING, "threads of each rank, instead of what the job file says" },
                { IN_JOB, "threads of each rank; 0: as many as the job has cores for" }) },
  { "table-memory", 0, KIND_TABLE_SIZE, "SIZE", SEARCHING | PLAY | ENGINE | SERVE | BENCH | JOB_READING,
    (SEARCHING & ~MOVES) | TOURNAMENT | COMPARE, SETS (table_bytes), 64 << 10, .value = "1G",
    .key_value = "2G",
    .help = "transposition table of each rank, as 512M, 4G or 50% of what the job may use; by default less "
            "where memory is short",
    .own = OWN ({ PLAY | ENGINE, "transposition tables of each player" },
                { SERVE, "transposition tables of each game" },
                { JOB_READING, "transposition table of each rank, instead of what the job file says" },
                { IN_JOB, "transposition table of each rank, or a share such as 50%; by default less where "
                          "memory is short; of a tournament: of both players together" }) },
  { "time-limit", 0, KIND_TIME, "TIME", COMPUTING | COMPLEXITY, ALL_TASKS, SETS (time_limit), .value = "0",
    .help = "stop after 90s, 5m, 2h or 1d; 0: never",
    .own = OWN ({ JOB_READING, "stop after that time, instead of what the job file says" },
                { IN_JOB, "end the run after that time; 0: never" }) },
  { "output", 'o', KIND_NAME, "FILE", (PRINTING & ~JOB_READING) | PLAY | REPORT, 0, SETS (output),
    .use = FILE_WRITTEN,
    .own
    = OWN ({ SOLVE, "write values and moves to FILE instead of standard output" },
           { MOVES, "write the moves to FILE instead of standard output" },
           { SHOW, "write the board to FILE instead of standard output" },
           { PLAY, "save the game in FILE at its end" },
           { VERIFY, "write what was found for each row to FILE instead of standard output" },
           { BOOK | IMPORT, "the book to write" }, { TABLEBASE, "the tables to write" },
           { LAYERS, "the file of positions and values to write" },
           { PROBE, "write the answers to FILE instead of standard output" }, { EXPORT, "the file to write" },
           { CHECK, "write the verdict to FILE instead of standard output" },
           { CERTIFICATE, "the certificate to write" },
           { PERFT | COUNT, "write the counts to FILE instead of standard output" },
           { STATUS | COMPLEXITY, "write the lines to FILE instead of standard output" },
           { REPORT, "the page to write; without it, the name of the first FILE with .html" },
           { BENCH, "write nodes and seconds to FILE instead of standard output" }) },
  { "statistics", 0, KIND_NAME, "FILE", LAUNCHED, 0, SETS (statistics), .use = FILE_WRITTEN,
    .help = "write counters and times of each rank to FILE (HDF5), for zermelo report" },
  { "checkpoint", 0, KIND_NAME, "FILE", KEEPING | JOB_READING, 0, SETS (checkpoint), .use = FILE_KEPT,
    .help = "save results in FILE, and resume from it if it exists",
    .own = OWN ({ JOB_READING, "save results in FILE, not in the directory of the job" }) },
  { "checkpoint-interval", 0, KIND_TIME, "TIME", KEEPING | JOB_READING, KEEPING | TOURNAMENT | COMPARE,
    SETS (checkpoint_interval), .value = "5m",
    .help = "how often to save, in addition to the end; 0: only at the end",
    .own
    = OWN ({ JOB_READING, "how often to save, instead of what the job file says; 0: only at the end" }) },
  { "certificate", 0, KIND_NAME, "FILE", SOLVE, 0, SETS (certificate), .use = FILE_WRITTEN,
    .help = "write a proof of the value to FILE, for zermelo check" },
  { "certificates", 0, KIND_NAME, "DIR", VERIFY, 0, SETS (certificates), .use = FILE_WRITTEN | FILE_FOLDER,
    .help = "write a proof of each value to a file in DIR, and check it" },
  { "json", 0, KIND_CHOICE, "SHAPE", PRINTING | SUBMIT, 0, SETS (json), .choice = json_choice,
    .bare = "lines", .help = "one JSON object on each line",
    .own = OWN ({ SOLVE | MOVES | PROBE,
                  "one JSON object on each line, with what the line says or the position and its moves" }) },
  { "pretty", 0, KIND_FLAG, NULL, PRINTING | PLAY | SUBMIT | REPORT, 0, SETS (pretty),
    .help = "aligned and with a header, as on a terminal" },
  { "quiet", 'q', KIND_FLAG, NULL, PRINTING | PLAY | REPORT, 0, SETS (quiet),
    .help = "nothing on standard error but errors", .own = OWN ({ PLAY, "only the account of the game" }) },
  { "verbose", 'v', KIND_FLAG, NULL, COMPUTING, 0, SETS (verbose),
    .help = "counters on standard error at the end" },
  { "help", 'h', KIND_FLAG, NULL, ALL, 0, SETS (help), .help = "usage, an example and these options" },
  { "outputs", 0, KIND_GROUP, NULL, 0, ALL_TASKS, 0, .help = "what is written" },
  { "outputs.directory", 0, KIND_NAME, NULL, 0, ALL_TASKS, KEY_SETS (directory), .value = "out/NAME",
    .help = "the folder for the files; created if needed" },
  { "outputs.certificate", 0, KIND_FLAG, NULL, 0, SOLVE | VERIFY, KEY_SETS (certificate), .value = "false",
    .help = "a proof of each value; solve: one file" },
  { "outputs.report", 0, KIND_FLAG, NULL, 0, ALL_TASKS, KEY_SETS (report), .value = "true",
    .help = "a page about the run" },
  { "slurm", 0, KIND_GROUP, NULL, 0, ALL_TASKS, 0, .help = "what submit asks for" },
  { "slurm.nodes", 0, KIND_INTEGER, NULL, 0, ALL_TASKS, KEY_SETS (slurm.nodes), 1, 65536, .value = "1",
    .help = "nodes to ask for" },
  { "slurm.ranks_per_node", 0, KIND_INTEGER, NULL, 0, ALL_TASKS, KEY_SETS (slurm.ranks_per_node), 1, 4096,
    .value = "1", .help = "processes on each node" },
  { "slurm.threads_per_rank", 0, KIND_INTEGER, NULL, 0, ALL_TASKS, KEY_SETS (slurm.threads_per_rank), 0, 1024,
    .value = "0", .help = "cores for each rank; 0: all cores of the node" },
  { "slurm.memory_per_node", 0, KIND_SIZE, NULL, 0, ALL_TASKS, KEY_SETS (slurm.memory_per_node), 64 << 20,
    .value = "0", .help = "memory on each node, not a share; 0: all of it" },
  { "slurm.time", 0, KIND_SLURM_TIME, NULL, 0, ALL_TASKS, KEY_SETS (slurm.time), .value = "2h",
    .help = "2h, or in Slurm's notation 1-12:00:00; 0: no limit" },
  { "slurm.partition", 0, KIND_TEXT, NULL, 0, ALL_TASKS, KEY_SETS (slurm.partition), .value = "",
    .help = "\"\": the default of the cluster" },
  { "slurm.account", 0, KIND_TEXT, NULL, 0, ALL_TASKS, KEY_SETS (slurm.account), .value = "",
    .help = "\"\": the default of the cluster" },
  { "slurm.array", 0, KIND_INTEGER, NULL, 0, SOLVE | VERIFY, KEY_SETS (slurm.array), 0, 100000, .value = "0",
    .help = "split the boards, or a list of positions, into that many jobs; one more puts the results "
            "together" },
  { "slurm.extra", 0, KIND_LIST, NULL, 0, ALL_TASKS, KEY_SETS (slurm.extra), .value = "[]",
    .help = "further options of sbatch, such as \"--qos=long\"" },
  { .name = NULL },
};

static_assert (sizeof parameters / sizeof *parameters <= PARAMETERS_MAX, "raise PARAMETERS_MAX");

/* ---- rows ---- */

int parameter_index (const struct parameter *parameter) {
  assert (parameters <= parameter && parameter->name != NULL);
  return (int) (parameter - parameters);
}

static const struct parameter *parameter_by_option (const char *name) {
  for (const struct parameter *p = parameters; p->name != NULL; p++)
    if (p->commands != 0 && strcmp (p->name, name) == 0)
      return p;
  return NULL;
}

const char *parameter_key (const struct parameter *parameter, char name[KEY_TEXT]) {
  snprintf (name, KEY_TEXT, "%s", parameter->name);
  for (char *c = name; *c != 0; c++)
    *c = *c == '-' ? '_' : *c;
  return name;
}

const struct parameter *parameter_by_key (const char *name) {
  char key[KEY_TEXT];
  for (const struct parameter *p = parameters; p->name != NULL; p++)
    if (p->tasks != 0 && strcmp (parameter_key (p, key), name) == 0)
      return p;
  return NULL;
}

const char *parameter_default (const struct parameter *parameter, uint32_t command) {
  return command == IN_JOB && parameter->key_value != NULL ? parameter->key_value
         : parameter->usual != NULL                        ? parameter->usual ()
                                                           : parameter->value;
}

const char *parameter_sentence (const struct parameter *parameter, uint32_t command,
                                char text[SENTENCE_TEXT]) {
  char about[SENTENCE_TEXT];
  const char *sentence = parameter->help;
  for (const struct sentence *own = parameter->own; own != NULL && own->commands != 0; own++)
    if ((own->commands & command) != 0) {
      sentence = own->text;
      break;
    }
  const size_t before = strcspn (sentence, "@");
  const bool names = sentence[before] == '@';
  snprintf (text, SENTENCE_TEXT, "%.*s%s%s", (int) before, sentence,
            names ? parameter->about (about, sizeof about) : "", sentence + before + names);
  return text;
}

uint64_t parameter_most (const struct parameter *parameter, uint32_t command) {
  return (parameter->less.commands & command) != 0 ? parameter->less.most : parameter->most;
}

/* ---- values ---- */

static bool set_flag (bool *member, const char *text, struct failure *failure) {
  *member = strcmp (text, "true") == 0 || strcmp (text, "yes") == 0;
  return *member || strcmp (text, "false") == 0 || strcmp (text, "no") == 0
         || fail (failure, EXIT_USAGE, "expected true or false, found '%.60s'", text);
}

static bool set_choice (int *member, const struct parameter *parameter, const char *text,
                        struct failure *failure) {
  char known[200] = "";
  const char *name;
  for (int i = 0; (name = parameter->choice (i, IN_JOB)) != NULL; i++) {
    if (*name != 0 && strcmp (text, name) == 0) {
      *member = i;
      return true;
    }
    if (*name != 0)
      text_append_item (known, sizeof known, ", ", name);
  }
  return fail (failure, EXIT_USAGE, "unknown %s '%.40s': one of %s", parameter->name, text, known);
}

static bool set_integer (int *member, uint64_t least, uint64_t most, const char *text,
                         struct failure *failure) {
  assert (least <= most && most <= INT_MAX);
  uint64_t number = 0;
  if (!quantity_count (text, least, most, &number, failure))
    return false;
  *member = (int) number;
  return true;
}

/* A share is refused where it could be one of any node. */
static bool set_size (uint64_t *bytes, uint64_t least, const char *text, bool is_table, uint64_t whole,
                      struct failure *failure) {
  char bound[32];
  const uint64_t most = is_table && whole > 0 ? machine_table_memory (whole) : UINT64_MAX;
  if (!is_table && strchr (text, '%') != NULL)
    return fail (failure, EXIT_USAGE, "'%.40s': expected a size, such as 16G, or 0: all", text);
  if (!quantity_size (text, whole > 0 ? whole : UINT64_C (1) << 60, bytes, failure))
    return false;
  quantity_print_size (*bytes < least ? least : most, bound, sizeof bound);
  if (*bytes < least)
    return fail (failure, EXIT_USAGE, "'%.40s' is too small: at least %s", text, bound);
  return *bytes <= most
         || fail (failure, EXIT_USAGE, "'%.40s' is more than this rank may use: at most %s for a table", text,
                  bound);
}

#ifndef NDEBUG
/* Is the row taken by a command or a task, with names where one is chosen and a range of numbers that is not
 * empty? */
static bool row_is_consistent (const struct parameter *p) {
  const bool ranged = p->kind == KIND_INTEGER;
  return (p->commands | p->tasks) != 0 && (p->kind != KIND_CHOICE || p->choice != NULL)
         && (!ranged || (p->least <= p->most && (p->less.commands == 0 || p->less.most <= p->most)));
}
#endif

/* As everywhere: what holds if it is not given may be given, also out of its range. */
bool parameter_set (const struct parameter *parameter, void *settings, uint32_t command, const char *text,
                    uint64_t whole_memory, struct failure *failure) {
  assert (row_is_consistent (parameter));
  void *member = (char *) settings + parameter->offset;
  const char *otherwise = parameter_default (parameter, command);
  const bool is_default = otherwise != NULL && strcmp (text, otherwise) == 0;
  const uint64_t least = is_default ? 0 : parameter->least, most = parameter_most (parameter, command);
  switch (parameter->kind) {
  case KIND_FLAG: return set_flag (member, text, failure);
  case KIND_TEXT:
  case KIND_NAME:
    *(const char **) member = text;
    return *text != 0 || is_default || fail (failure, EXIT_USAGE, "an empty name");
  case KIND_CHOICE: return set_choice (member, parameter, text, failure);
  case KIND_INTEGER: return set_integer (member, least, most, text, failure);
  case KIND_COUNT: return quantity_count (text, least, most, member, failure);
  case KIND_TIME: return quantity_time (text, member, failure);
  case KIND_SLURM_TIME: return quantity_slurm_time (text, member, failure);
  case KIND_SIZE: return set_size (member, least, text, false, 0, failure);
  case KIND_TABLE_SIZE: return set_size (member, least, text, true, whole_memory, failure);
  case KIND_PART:
    return quantity_part (text, &((struct options *) settings)->part, &((struct options *) settings)->parts,
                          failure);
  case KIND_LIST:
  case KIND_POSITIONS:
  case KIND_GROUP: break;
  }
  return true;
}

void parameter_set_default (const struct parameter *parameter, void *settings, uint32_t command,
                            uint64_t whole_memory) {
  struct failure never = { 0 };
  const char *text = parameter_default (parameter, command);
  if (text == NULL || parameter->kind == KIND_NAME)
    return;
  if (!parameter_set (parameter, settings, command, text, 0, &never))
    internal_error (__FILE__, __LINE__, "%s: %s", parameter->name, never.text);
  uint64_t *bytes = (void *) ((char *) settings + parameter->offset);
  if (parameter->kind == KIND_TABLE_SIZE && whole_memory > 0 && whole_memory / 4 < *bytes)
    *bytes = whole_memory / 4;
}

void parameter_copy (const struct parameter *parameter, void *to, const void *from) {
  assert (parameter->kind < KIND_LIST);
  static const size_t size[] = {
    [KIND_FLAG] = sizeof (bool),           [KIND_TEXT] = sizeof (char *),
    [KIND_NAME] = sizeof (char *),         [KIND_CHOICE] = sizeof (int),
    [KIND_INTEGER] = sizeof (int),         [KIND_COUNT] = sizeof (uint64_t),
    [KIND_TIME] = sizeof (double),         [KIND_SIZE] = sizeof (uint64_t),
    [KIND_PART] = 2 * sizeof (int),        [KIND_SLURM_TIME] = sizeof (double),
    [KIND_TABLE_SIZE] = sizeof (uint64_t),
  };
  memcpy ((char *) to + parameter->offset, (const char *) from + parameter->offset, size[parameter->kind]);
}

bool options_given (const struct options *options, const char *name) {
  assert (parameter_by_option (name) != NULL);
  return options->given[parameter_index (parameter_by_option (name))];
}
