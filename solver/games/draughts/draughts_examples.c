/* Examples, workloads and signature of Italian draughts. */
#include "games/examples.h"

#include <stddef.h>

static const struct command_example commands[] = {
  { "tablebase", "zermelo tablebase draughts:6x6 --pieces 4 -o 6x6.tables.h5" },
  { "perft", "zermelo perft draughts:8x8 --depth 9" },
  { NULL, NULL },
};

static const struct workload workloads[] = {
  { 2, "draughts-perft-9", "draughts:8x8", 9, { 0 }, false },
  { .name = NULL },
};

static const struct signed_run signature[] = {
  /* heuristic results */
  { 22, "draughts-8x8-bns-depth-6", "draughts:8x8", "", .method = METHOD_BNS, .depth = 6 },
  { 22, "draughts-8x8-defence-depth-6", "draughts:8x8", "", .method = METHOD_ALPHA_BETA, .depth = 6,
    .evaluation = 1 },
  /* each way to prove a draw and a win, with endgame tables and without */
  { 40, "draughts-4x4-alpha-beta", "draughts:4x4", "", .method = METHOD_ALPHA_BETA },
  { 40, "draughts-4x4-null-window", "draughts:4x4", "", .method = METHOD_NULL_WINDOW },
  { 40, "draughts-4x4-proof-number", "draughts:4x4", "W:WK3,6,K7:B2,K4,K8", .method = METHOD_PROOF_NUMBER },
  { 40, "draughts-4x4-retrograde-score", "draughts:4x4", "", .method = METHOD_RETROGRADE,
    .exact_score = true },
  { 40, "draughts-4x4-seed-rules", "draughts:4x4,rules=seed", "", .method = METHOD_AUTO },
  { 40, "draughts-6x6-alpha-beta", "draughts:6x6", "W:W13,14:B5,6", .method = METHOD_ALPHA_BETA },
  { 40, "draughts-8x8-null-window", "draughts:8x8", "B:W23:B2,K31", .method = METHOD_NULL_WINDOW },
  { 40, "draughts-6x6-tables-score", "draughts:6x6", "W:WK14,15:BK1,3", .exact_score = true, .pieces = 3 },
  { 40, "draughts-6x6-tables-proof-number", "draughts:6x6", "W:WK14,K15:BK1,3", .method = METHOD_PROOF_NUMBER,
    .pieces = 3 },
  { 40, "draughts-8x8-tables-all-moves", "draughts:8x8", "W:WK14,K15,20:B5,9", .all_moves = true,
    .pieces = 3 },
  { .name = NULL },
};

const struct game_examples examples_draughts = {
  .commands = commands,
  .workloads = workloads,
  .signature = signature,
};
