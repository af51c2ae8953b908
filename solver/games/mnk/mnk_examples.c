/* Examples, workloads and signature of the m,n,k-game. */
#include "games/examples.h"

#include <stddef.h>

static const struct command_example commands[] = {
  { "play", "zermelo play mnk:3,3,3 --second perfect" },
  { "complexity", "zermelo complexity mnk:4,4,4" },
  { "moves", "zermelo moves mnk:3,3,3 'b2 a1' --values" },
  { NULL, NULL },
};

static const struct workload workloads[] = {
  { 1, "mnk-5,5,4", "mnk:5,5,4", 0, { 0 }, false },
  { 11, "mnk-8,4,4", "mnk:8,4,4", 0, { 0 }, true },
  { .name = NULL },
};

static const struct signed_run signature[] = {
  /* heuristic results */
  { 21, "mnk-8,8,5-bns-depth-4", "mnk:8,8,5", "d4 e5", .method = METHOD_BNS, .depth = 4 },
  { 21, "mnk-8,8,5-mtdf-depth-4", "mnk:8,8,5", "d4 e5", .method = METHOD_MTDF, .depth = 4 },
  { 21, "mnk-15,15,5-immediate", "mnk:15,15,5", "h8 h7 g7", .method = METHOD_IMMEDIATE },
  /* both rules, boards of each engine, the Maker-Breaker version */
  { 30, "mnk-3,3,3-minimax", "mnk:3,3,3", "", .method = METHOD_MINIMAX },
  { 30, "mnk-4,3,3-retrograde-score", "mnk:4,3,3", "", .method = METHOD_RETROGRADE, .exact_score = true },
  { 30, "mnk-5,5,4-alpha-beta-score", "mnk:5,5,4", "", .method = METHOD_ALPHA_BETA, .exact_score = true },
  { 30, "mnk-5,5,4-null-window", "mnk:5,5,4", "", .method = METHOD_NULL_WINDOW },
  { 30, "mnk-5,5,4-proof-number", "mnk:5,5,4", "", .method = METHOD_PROOF_NUMBER },
  { 30, "mnk-5,5,4-all-moves", "mnk:5,5,4", "c3 b2", .all_moves = true },
  { 30, "mnk-5,5,4-exact", "mnk:5,5,4,exact", "", .method = METHOD_NULL_WINDOW },
  { 30, "mnk-6,5,4-exact", "mnk:6,5,4,exact", "", .method = METHOD_NULL_WINDOW },
  { 30, "mnk-7,7,4-score", "mnk:7,7,4", "", .exact_score = true },
  { 30, "mnk-7,6,5-proof-number", "mnk:7,6,5", "", .method = METHOD_PROOF_NUMBER },
  { 30, "mnk-8,8,5-threats", "mnk:8,8,5", "e5 d4 e6 e7 f5 g4 c3 h1", .method = METHOD_AUTO },
  { 30, "mnk-8,4,4-maker-breaker", "mnk:8,4,4,maker-breaker", "", .method = METHOD_AUTO },
  { 30, "mnk-5,5,4-maker-breaker-proof-number", "mnk:5,5,4,maker-breaker", "",
    .method = METHOD_PROOF_NUMBER },
  /* later additions, at the end */
  { 90, "mnk-8,8,5-pvs-depth-4", "mnk:8,8,5", "d4 e5", .method = METHOD_PVS, .depth = 4 },
  { .name = NULL },
};

const struct game_examples examples_mnk = {
  .commands = commands,
  .workloads = workloads,
  .signature = signature,
};
