#include "settings/command_table.h"

#include "base/failure.h"
#include "base/suggest.h"
#include "base/text.h"

#include <string.h>

enum { ANY_NUMBER = 1 << 20 };

const struct command commands[COMMANDS] = {
  { "solve", "GAME [POSITION] | GAME --positions FILE",
    "What a position is worth, and moves that keep its value.", NULL, 1, 2, true, 0, 0 },
  { "moves", "GAME [POSITION]", "The legal moves of a position; with --values what each is worth.", NULL, 1,
    2, false, 0, 0 },
  { "show", "GAME [POSITION]", "Draw the board, and say who is to move or how the game ended.", NULL, 1, 2,
    false, 0, 0 },
  { "play", "GAME [POSITION]", "Play a game, or let two programs play it.", NULL, 1, 2, false, 0, 0 },
  { "engine", "gomocup | hub [book=FILE...]", "Play under another program's manager or board.",
    "zermelo engine gomocup", 1, ANY_NUMBER, false, 0, 0 },
  { "serve", "GAME|FILE...", "Every position of games and files in a browser, and as JSON.", NULL, 1,
    ANY_NUMBER, false, 0, ANY_NUMBER },
  { "tournament", "FILE.yaml", "Let players play each other, as a job file says.",
    "zermelo tournament jobs/tournament.yaml --check", 1, 1, true, 0, 1 },
  { "verify", "", "Compare the table of known values with what is found.",
    "zermelo verify --only tournament --effort quick", 0, 0, true, 0, 0 },
  { "book", "GAME --plies N -o FILE | merge|extract|info|diff|verify FILE",
    "An opening book: every position up to ply N.", NULL, 1, ANY_NUMBER, true, 1, ANY_NUMBER },
  { "tablebase", "GAME --pieces N -o FILE", "Endgame tables: every position with 2 to N pieces.", NULL, 1, 1,
    true, 0, 0 },
  { "layers", "GAME -o FILE", "The value of every position of a game that never repeats, by ply.", NULL, 1, 1,
    true, 0, 0 },
  { "probe", "FILE POSITION... | FILE --positions FILE",
    "Ask a book, endgame tables or layers about positions.", "zermelo probe 5x4.book.h5 '' 33", 1, ANY_NUMBER,
    false, 0, 1 },
  { "export", "FILE --format NAME -o FILE", "A book in the format of another program, a certificate as text.",
    "zermelo export 7x6.book.h5 --format pons -o 7x6.book", 1, 1, false, 0, 1 },
  { "import", "GAME FILE -o FILE", "A book from a table or games (CSV, JSON lines, PDN, SGF, .lib).", NULL, 2,
    2, false, 1, 1 },
  { "check", "FILE", "Check whether tables, layers or a certificate prove their claim.",
    "zermelo check 6x6.tables.h5 --complete", 1, 1, false, 0, 1 },
  { "certificate", "shrink FILE -o FILE", "Make a certificate smaller.",
    "zermelo certificate shrink 6x5.certificate.h5 -o small.h5", 2, 2, false, 1, 1 },
  { "perft", "GAME [POSITION] --depth N", "Count the sequences of exactly 1, 2, ... N moves.", NULL, 1, 2,
    true, 0, 0 },
  { "count", "GAME", "Count the positions of a game, by ply.", NULL, 1, 1, true, 0, 0 },
  { "complexity", "GAME", "How large a game is: its positions, and its tree.", NULL, 1, 1, false, 0, 0 },
  { "compare", "FILE.yaml", "Compare methods on positions, by depth.",
    "zermelo compare jobs/compare-depths-7x8.yaml", 1, 1, true, 0, 1 },
  { "run", "JOB.yaml", "Do what a job file says.", "mpirun -n 2 zermelo run jobs/quickstart.yaml", 1, 1, true,
    0, 1 },
  { "submit", "JOB.yaml", "Hand a job file to Slurm.", "zermelo submit jobs/quickstart.yaml --dry-run", 1, 1,
    false, 0, 1 },
  { "status", "CHECKPOINT | DIR | JOB.yaml", "How far a run is, and when it will end.",
    "zermelo status jobs/quickstart.yaml", 1, 1, false, 0, 1 },
  { "report", "FILE...", "Make a page about runs from their statistics files.",
    "zermelo report out/quickstart/quickstart.statistics.h5 -o page.html", 1, ANY_NUMBER, false, 0,
    ANY_NUMBER },
  { "bench", "[NAME...] [--scaling | --signature]", "Time the standard workloads.", NULL, 0, ANY_NUMBER, true,
    0, 0 },
  { "help", "[COMMAND | jobs]", "This list, the usage of a command, or the keys of a job file.",
    "zermelo help solve", 0, 1, false, 0, 0 },
};

const struct command *command_by_name (const char *name) {
  for (int i = 0; i < COMMANDS; i++)
    if (strcmp (commands[i].name, name) == 0)
      return &commands[i];
  return NULL;
}

bool command_reads_job (enum command_id command) {
  return command == COMMAND_RUN || command == COMMAND_TOURNAMENT || command == COMMAND_COMPARE;
}

const char *commands_list (uint32_t bits, const char *last, char *text, size_t size) {
  *text = 0;
  for (int i = 0; i < COMMANDS; i++)
    if (bits >> i & 1)
      text_append_item (text, size, bits >> i == 1 ? last : ", ", commands[i].name);
  return text;
}

void command_unknown (const char *name, struct failure *failure) {
  const char *names[COMMANDS];
  for (int i = 0; i < COMMANDS; i++)
    names[i] = commands[i].name;
  const char *meant = suggest (name, names, COMMANDS);
  if (meant != NULL)
    fail (failure, EXIT_USAGE, "unknown command '%.60s'; did you mean '%s'?", name, meant);
  else
    fail (failure, EXIT_USAGE, "unknown command '%.60s'; see 'zermelo help'", name);
}
