#include "settings/option_help.h"

#include <string.h>

#define BIT(command) (UINT32_C (1) << COMMAND_##command)

struct sentence {
  const char *option;
  uint32_t commands; /* bit enum command_id */
  const char *text;
};

static const struct sentence sentences[] = {
  { "score", BIT (SOLVE), "the exact score, too: how soon the game ends" },
  { "score", BIT (MOVES), "with --values: the score of each move" },
  { "score", BIT (BOOK), "a score for each position" },
  { "positions", BIT (SOLVE), "solve each line of FILE, one position a line; - is standard input" },
  { "positions", BIT (PROBE), "ask about each line of FILE, one position a line; - is standard input" },
  { "plies", BIT (COUNT), "up to ply N (default: until no positions are left)" },
  { "plies", BIT (BOOK), "every position up to ply N, at most 254" },
  { "part", BIT (VERIFY), "every N-th row, beginning with row I" },
  { "part", BIT (RUN), "every N-th board or position, beginning with the I-th" },
  { "depth", BIT (SOLVE), "look N plies ahead (minimax, alpha-beta and bns)" },
  { "depth", BIT (PERFT), "sequences of up to N moves" },
  { "method", BIT (MOVES) | BIT (VERIFY) | BIT (BOOK),
    "auto (the default), minimax, alpha-beta, null-window, proof-number or retrograde" },
  { "seed", BIT (SOLVE), "chooses among moves that method immediate finds equally good (default: 0)" },
  { "seed", BIT (CHECK), "chooses the positions that are checked (default: 0)" },
  { "node-limit", BIT (SOLVE), "give up a position after N nodes; 0: never" },
  { "node-limit", BIT (MOVES), "with --values: give up a move after N nodes; 0: never" },
  { "node-limit", BIT (VERIFY), "give up a row after N nodes, instead of what --effort allows" },
  { "node-limit", BIT (BOOK), "leave a position unknown after N nodes; 0: never" },
  { "threads", BIT (RUN), "threads of each rank, instead of what the job file says" },
  { "table-memory", BIT (RUN), "transposition table of each rank, instead of what the job file says" },
  { "time-limit", BIT (RUN), "stop after that time, instead of what the job file says" },
  { "output", BIT (BOOK), "the book to write" },
  { "output", BIT (TABLEBASE), "the tables to write" },
  { "output", BIT (LAYERS), "the file of positions and values to write" },
  { "output", BIT (EXPORT), "the file to write" },
  { "output", BIT (REPORT), "the page to write (default: the name of the first FILE, ending in .html)" },
  { "checkpoint", BIT (RUN), "save what is found in FILE and not in the directory of the job" },
  { "checkpoint-interval", BIT (RUN),
    "how often to save, instead of what the job file says; 0: only at the end" },
};

const char *
option_help (enum command_id id, const char *option)
{
  for (size_t i = 0; i < sizeof sentences / sizeof *sentences; i++)
    if (sentences[i].commands >> id & 1 && strcmp (sentences[i].option, option) == 0)
      return sentences[i].text;
  return NULL;
}
