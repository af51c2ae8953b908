/* Examples, workloads and signature of Connect Four. */
#include "games/examples.h"

#include <stddef.h>

static const struct command_example commands[] = {
  { "solve", "zermelo solve connect4:6x5 44 --all-moves" },
  { "show", "zermelo show connect4:7x6 443" },
  { "book", "zermelo book connect4:5x4 --plies 6 -o 5x4.book.h5" },
  { "serve", "zermelo serve connect4:7x6 --open" },
  { "import", "zermelo import connect4:5x4 5x4.csv -o 5x4.book.h5" },
  { "layers", "zermelo layers connect4:4x4 -o 4x4.layers.h5" },
  { "count", "zermelo count connect4:5x4 --symmetry" },
  { "bench", "zermelo bench connect4-6x5" },
  { NULL, NULL },
};

static const struct workload workloads[] = {
  { 0, "connect4-6x5", "connect4:6x5", 0, { 0 }, false },
  { 0, "connect4-end-easy", "connect4:7x6", 0, { 29, 41, 0, 13 }, false },
  { 0, "connect4-middle-easy", "connect4:7x6", 0, { 15, 28, 0, 13 }, false },
  { 0, "connect4-middle-medium", "connect4:7x6", 0, { 15, 28, 14, 27 }, false },
  { 0, "connect4-begin-easy", "connect4:7x6", 0, { 4, 14, 0, 13 }, false },
  { 10, "connect4-7x6", "connect4:7x6", 0, { 0 }, true },
  { .name = NULL },
};

enum { EVALUATION_ZERO = 5 }; /* "zero": only the order of the moves matters */

static const struct signed_run signature[] = {
  /* every method to the end; then scores, all moves, and boards of each engine */
  { 10, "connect4-4x4-minimax", "connect4:4x4", "", .method = METHOD_MINIMAX },
  { 10, "connect4-4x4-retrograde", "connect4:4x4", "", .method = METHOD_RETROGRADE },
  { 10, "connect4-5x5-alpha-beta", "connect4:5x5", "", .method = METHOD_ALPHA_BETA },
  { 10, "connect4-6x5-null-window", "connect4:6x5", "", .method = METHOD_NULL_WINDOW },
  { 10, "connect4-5x5-proof-number", "connect4:5x5", "", .method = METHOD_PROOF_NUMBER },
  { 10, "connect4-5x5-score", "connect4:5x5", "", .exact_score = true },
  { 10, "connect4-4x5-alpha-beta-score", "connect4:4x5", "", .method = METHOD_ALPHA_BETA,
    .exact_score = true },
  { 10, "connect4-5x5-all-moves", "connect4:5x5", "", .all_moves = true },
  { 10, "connect4-5x4-score-all-moves", "connect4:5x4", "", .exact_score = true, .all_moves = true },
  { 10, "connect4-7x6-score", "connect4:7x6", "44444417", .exact_score = true },
  { 10, "connect4-7x8-score", "connect4:7x8", "44444422222666661", .exact_score = true },
  { 10, "connect4-9x7-score", "connect4:9x7", "55555554444444666666633333", .exact_score = true },
  { 10, "connect4-7x6-node-limit", "connect4:7x6", "", .exact_score = true, .node_limit = 20000 },
  /* without a transposition table, and with a small one under each scheme */
  { 10, "connect4-5x4-no-table", "connect4:5x4", "", .table_kib = -1 },
  { 10, "connect4-5x5-twobig1", "connect4:5x5", "", .exact_score = true, .table_kib = 64 },
  { 10, "connect4-5x5-twodeep", "connect4:5x5", "", .exact_score = true, .table_kib = 64,
    .replacement = REPLACE_TWODEEP },
  { 10, "connect4-5x5-big1", "connect4:5x5", "", .exact_score = true, .table_kib = 64,
    .replacement = REPLACE_BIG1 },
  { 10, "connect4-5x5-deep", "connect4:5x5", "", .exact_score = true, .table_kib = 64,
    .replacement = REPLACE_DEEP },
  { 10, "connect4-5x5-new", "connect4:5x5", "", .exact_score = true, .table_kib = 64,
    .replacement = REPLACE_NEW },
  /* heuristic results */
  { 20, "connect4-7x6-minimax-depth-6", "connect4:7x6", "", .method = METHOD_MINIMAX, .depth = 6 },
  { 20, "connect4-7x6-alpha-beta-depth-10", "connect4:7x6", "", .method = METHOD_ALPHA_BETA, .depth = 10,
    .evaluation = EVALUATION_ZERO },
  { 20, "connect4-7x6-bns-depth-10", "connect4:7x6", "", .method = METHOD_BNS, .depth = 10,
    .evaluation = EVALUATION_ZERO },
  { .name = NULL },
};

const struct game_examples examples_connect4 = {
  .commands = commands,
  .job_game = "connect4:7x6",
  .job = "game: connect4:6x5\n"
         "positions: [\"\", \"4\", \"44\"]\n",
  .workloads = workloads,
  .signature = signature,
};
