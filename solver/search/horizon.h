/* Depth-limited search as in the reports: full-width minimax, or alpha-beta, with the game's
 * evaluation at the horizon. It proves a value only where every line that matters reached the end of
 * the game; otherwise it gives an opinion and a move.
 *
 * minimax without a depth is the same walk to the end of the game, with an exact value for every position it meets.
 * The table, if there is one, keeps exact values with their depth (255: no horizon was met below). */
#ifndef ZERMELO_HORIZON_H
#define ZERMELO_HORIZON_H

enum { HORIZON_FREE = 255 };

/** A finished position: scale of the question when searching to the end, else beyond every evaluation. */
static inline int
horizon_final (const struct searcher *s, const struct position *position, enum outcome outcome, bool limited)
{
  return limited ? (int) outcome * EVALUATION_MAX : searcher_final (s, position, outcome);
}

/** Value for the side to move. cuts: alpha-beta, else minimax (alpha and beta are ignored).
 *  Sets s->horizon if an evaluation was used below. `best` may be NULL: index of the first best move. */
static int
horizon_search (struct searcher *s, const struct position *position, int alpha, int beta, int depth,
                bool limited, bool cuts, int ply, int *best)
{
  const enum outcome outcome = game_outcome (s->board, position);
  if (outcome != GOING_ON) {
    s->statistics.count[COUNT_looks]++;
    s->statistics.count[COUNT_settled]++;
    return horizon_final (s, position, outcome, limited);
  }
  if (!searcher_enter (s, ply))
    return 0;
  if (limited && depth == 0) {
    s->horizon = true;
    return game_evaluate (s->board, position);
  }
  struct key key;
  struct record_entry found;
  const bool use_table = s->table != NULL && !cuts;
  if (use_table) {
    game_key (s->board, position, &key);
    s->statistics.count[COUNT_table_probes]++;
    if (table_probe (s->table, key.word, GAME_KEY_WORDS, &found)) {
      s->statistics.count[COUNT_table_hits]++;
      if (best == NULL && (found.depth == HORIZON_FREE || (limited && found.depth == depth))) {
        s->statistics.count[COUNT_table_cuts]++;
        if (found.depth != HORIZON_FREE)
          s->horizon = true;
        return found.bounds.lower;
      }
    }
  }
  const uint64_t nodes_before = s->statistics.count[COUNT_nodes];
  const size_t arena_before = s->arena_used;
  const bool horizon_before = s->horizon;
  s->horizon = false;
  struct move *moves = searcher_take (s, GAME_MOVES_MAX * sizeof *moves);
  const int count = game_moves (s->board, position, moves);
  int value = -EVALUATION_MAX - 1;
  for (int i = 0; i < count; i++) {
    const struct position child = game_play (s->board, position, moves[i]);
    const int low = value > alpha ? value : alpha;
    const int result
        = -horizon_search (s, &child, -beta, -low, depth - 1, limited, cuts, ply + 1, NULL);
    if (s->stopped)
      break;
    if (result > value) {
      value = result;
      if (best != NULL)
        *best = i;
      if (cuts && value >= beta) {
        s->statistics.count[COUNT_cuts]++;
        if (i == 0)
          s->statistics.count[COUNT_first_cuts]++;
        break;
      }
    }
  }
  s->arena_used = arena_before;
  if (use_table && !s->stopped) {
    const struct record_entry entry = { { value, value }, TABLE_NO_MOVE,
                                        s->horizon || depth >= HORIZON_FREE ? depth : HORIZON_FREE,
                                        s->statistics.count[COUNT_nodes] - nodes_before + 1 };
    s->statistics.count[COUNT_table_stores]++;
    if (table_store (s->table, key.word, GAME_KEY_WORDS, &entry))
      s->statistics.count[COUNT_table_overwrites]++;
  }
  s->horizon = s->horizon || horizon_before;
  return value;
}

/** A depth-limited or full-width search of an unfinished root, on one thread. */
static void
horizon_root (struct searcher *s, const struct position *root, bool cuts)
{
  const int depth = s->search->question.depth;
  const bool limited = depth > 0;
  int best = -1;
  s->horizon = false;
  const int value = horizon_search (s, root, -EVALUATION_MAX - 1, EVALUATION_MAX + 1, depth, limited, cuts, 0,
                                    &best);
  if (s->stopped)
    return;
  if (!limited) {
    searcher_prove (s, (struct bounds) { value, value }, best, NULL);
    return;
  }
  /* Forced within the depth: proven, horizon or not. A draw is proven only if no horizon was met. */
  const bool forced = value == EVALUATION_MAX || value == -EVALUATION_MAX;
  if (!s->strong && (forced || !s->horizon))
    searcher_prove (s, (struct bounds) { (value > 0) - (value < 0), (value > 0) - (value < 0) }, best, NULL);
  struct answer *answer = &s->search->answer;
  answer->best = best;
  answer->has_evaluation = true;
  answer->evaluation = value;
}

#endif
