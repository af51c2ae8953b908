/* The assembly of a game with all searches: the end of every NAME_engine.c.
 *
 * Includes all searches over the rules that were included before it, wraps them into the functions of `struct
 * engine`, and defines the one exported symbol of the translation unit, named by ENGINE (set by add_game() in
 * CMakeLists.txt). */
#ifndef ZERMELO_ASSEMBLY_ENGINE_SEARCHES_H
#define ZERMELO_ASSEMBLY_ENGINE_SEARCHES_H

#include "assembly/engine_rules.h"

#include <assert.h>
#include <limits.h>

#include "game_defaults.h"
#include "search/searcher.h"

#include "search/tablebase_probe.h"
#include "search/alpha_beta.h"
#include "search/closed_set.h"
#include "search/defence.h"
#include "search/depth_limited.h"
#include "search/perft.h"
#include "search/null_window.h"
#include "search/deepening.h"
#include "search/immediate.h"
#include "search/forced_win.h"

#include "search/proof_number.h"
#include "search/proof_number_driver.h"
#include "search/retrograde.h"
#if !GAME_CONVERGES
#include "certificate/certify.h"
#endif
#ifdef GAME_SLICES
#include "tablebase/slices_kernel.h"
#endif
#ifdef GAME_CELLS
#include "assembly/engine_cells.h"
#endif

static void engine_key (const struct game *game, const struct position *position, uint64_t *words) {
  struct key key;
  game_key (game->board, position, &key);
  memcpy (words, key.word, sizeof key.word);
}

static uint64_t engine_perft (const struct game *game, const struct position *position, int depth,
                              bool distinct) {
  assert (depth >= 0);
  const size_t bytes = (size_t) (depth > 0 ? depth : 1) * GAME_MOVES_MAX * sizeof (struct move);
  struct move *lists = malloc (bytes); /* not zeroed: most of it is never touched */
  if (lists == NULL)
    out_of_memory (bytes);
  const uint64_t count = perft_count (game->board, position, depth, distinct, lists);
  free (lists);
  return count;
}

static int engine_expand (const struct game *game, const uint8_t *packed, uint8_t *out) {
  struct move moves[GAME_MOVES_MAX];
  struct ordered_move list[GAME_MOVES_MAX];
  struct position position;
  if (!game_unpack (game->board, packed, &position) || game_outcome (game->board, &position) != GOING_ON)
    return 0;
  const int count = game_moves (game->board, &position, moves);
  assert (count > 0 && count <= game->moves_max);
  for (int i = 0; i < count; i++)
    list[i] = (struct ordered_move){ moves[i], i, game_order (game->board, &position, moves[i]) };
  order_moves (list, count);
  for (int i = 0; i < count; i++, out += game->key_bytes) {
    const struct position child = game_play (game->board, &position, list[i].move);
    engine_pack_canonical (game, &child, out);
  }
  return count;
}

static int engine_children (const struct game *game, const uint8_t *packed, bool canonical, uint8_t *out,
                            struct terminal_status *terminal_status) {
  struct move moves[GAME_MOVES_MAX];
  struct position position;
  if (!game_unpack (game->board, packed, &position))
    internal_error (__FILE__, __LINE__, "%s: a key in a list is no position", game->title);
  terminal_status->outcome = game_outcome (game->board, &position);
  terminal_status->orbit = game_orbit (game->board, &position);
  assert (terminal_status->orbit >= 1 && game->symmetries % terminal_status->orbit == 0); /* Lagrange */
  if (terminal_status->outcome != GOING_ON)
    return 0;
  const int count = game_moves (game->board, &position, moves);
  assert (count > 0 && count <= game->moves_max);
  for (int i = 0; i < count; i++, out += game->key_bytes) {
    const struct position child = game_play (game->board, &position, moves[i]);
    if (canonical)
      engine_pack_canonical (game, &child, out);
    else
      game_pack (game->board, &child, out);
  }
  return count;
}

static int engine_static_move (const struct game *game, const struct position *position) {
  struct move move, list[GAME_MOVES_MAX];
  return game_static_move (game->board, position, &move)
             ? prove_move_index (game->board, position, move, list)
             : -1;
}

/** Try to decide the root by a static probe. */
static bool engine_settle_root (struct searcher *s, const struct position *root, bool heuristic) {
  int distance;
  const enum outcome outcome = endgame_known (s, root, &distance);
  if (outcome != GOING_ON) {
    const int value = s->exact_score ? game_score (s->board, root, outcome, distance) : (int) outcome;
    const bool finished = game_outcome (s->board, root) != GOING_ON;
    searcher_prove (s, (struct bounds){ value, value }, -1, finished ? "finished" : "endgame table");
    return true;
  }
  if (!heuristic) { /* a decided root would leave it without a move */
    struct bounds bounds = search_range (s->exact_score);
    game_static_bounds (s->board, root, s->exact_score, &bounds);
    assert (bounds_are_right (bounds, s->exact_score));
    const int move = bounds.lower > 0 ? engine_static_move (s->search->game, root) : -1;
    searcher_prove (s, bounds, move, "theory");
  }
  searcher_root_bounds (s);
  return atomic_load (&s->search->decided);
}

/** The method for a query that goes to the end of the game. */
static enum method engine_method (enum method asked, bool exact_score) {
  if (asked != METHOD_AUTO)
    return asked;
  if (exact_score)
    return GAME_CONVERGES ? METHOD_NULL_WINDOW : METHOD_ALPHA_BETA;
  return GAME_METHOD;
}

static void engine_merge (struct table *table, const uint64_t *key, enum record_kind kind,
                          const struct record_entry *entry) {
  struct record_entry found, merged = *entry;
  assert (table->key_words == GAME_KEY_WORDS && kind < RECORD_MARK);
  if (kind == RECORD_NUMBERS) {
    proof_merge (table, key, entry);
    return;
  }
  if (table_probe (table, key, GAME_KEY_WORDS, &found)) {
    if (kind == RECORD_LARGEST ? found.work > entry->work : found.depth != entry->depth)
      return;
    if (kind == RECORD_BOUNDS)
      bounds_narrow (&merged.bounds, found.bounds);
  }
  table_store (table, key, GAME_KEY_WORDS, &merged);
}

static bool engine_learn (const struct game *game, struct table *table, enum method method, bool exact_score,
                          const struct proven_bound *proven_bound) {
  assert (table->key_words == GAME_KEY_WORDS && method < METHODS);
  struct position position;
  struct key key;
  struct record_entry entry
      = { proven_bound->bounds, proven_bound->move, proven_bound->depth, proven_bound->work };
  const bool is_position = game_unpack (game->board, proven_bound->key, &position);
  if (is_position)
    game_search_key (game->board, &position, &key);
  else if (!game_unpack_part (game->board, proven_bound->key, &key))
    return false;
  if (is_position && method_descriptions[engine_method (method, exact_score)].keeps_numbers) {
    proof_learn (table, &key, proven_bound);
    return true;
  }
  /* A file that was altered may name a depth that the position does not have. */
  if (is_position && GAME_CONVERGES
      && (game_outcome (game->board, &position) != GOING_ON
          || entry.depth != alpha_beta_depth (game->board, &position)))
    return false;
  engine_merge (table, key.word, RECORD_BOUNDS, &entry);
  return true;
}

/* An entry ends the mark that the host which sent it has on the position; other groups hear of that by
 * itself, since the host that passes an entry on to them is another one. A mark names its host. */
static void engine_receive (struct table *table, struct search *const *searches, int count, unsigned host,
                            const uint64_t *record) {
  const enum record_kind kind = record_kind (record[0]);
  struct key key;
  memcpy (key.word, record + 1, sizeof key.word);
  if (kind < RECORD_MARK) {
    const struct record_entry entry = table_decode (record[0]);
    engine_merge (table, key.word, kind, &entry);
  }
  const uint64_t mark = kind < RECORD_MARK ? abdada_of_host (abdada_mark (&key), host) : key.word[0];
  for (int i = 0; i < count; i++)
    if (kind == RECORD_MARK)
      abdada_enter_other (searches[i], mark);
    else
      abdada_leave_other (searches[i], mark);
}

static void engine_search_root (struct searcher *s, const struct position *root, enum method method) {
  assert (game_outcome (s->board, root) == GOING_ON);
  const bool limited = s->search->query.depth > 0;
  const bool alone = s->thread == 0; /* for methods with one thread: the others have nothing to do */
  switch (method) {
  case METHOD_MINIMAX:
    if (alone && (limited || GAME_CONVERGES))
      horizon_root (s, root, false);
    break;
  case METHOD_RETROGRADE:
    if (alone)
      retrograde_root (s, root);
    break;
  case METHOD_ALPHA_BETA:
    if (limited) {
      if (alone && s->search->query.relevant)
        deepening_root (s, root, pvs_best, false);
      else if (alone)
        horizon_root (s, root, true);
    } else if (GAME_CONVERGES)
      prove_root (s, root, false);
    else
      forced_win_root (s, root);
    break;
  case METHOD_NULL_WINDOW:
    if (GAME_CONVERGES)
      prove_root (s, root, true);
    else if (s->exact_score)
      forced_win_root (s, root);
    else if (alone)
      closed_set_root (s, root, UINT64_MAX);
    break;
  case METHOD_PROOF_NUMBER:
    if (!s->exact_score)
      proof_root (s, root);
    break;
  case METHOD_BNS:
    if (alone)
      deepening_root (s, root, bns_best, false);
    break;
  case METHOD_MTDF:
    if (alone)
      deepening_root (s, root, mtdf_best, false);
    break;
  case METHOD_PVS:
    if (alone)
      deepening_root (s, root, pvs_best, true);
    break;
  case METHOD_IMMEDIATE:
    if (alone)
      immediate_root (s, root);
    break;
  case METHOD_AUTO:
  case METHODS: break;
  }
}

/** The largest thing that a proof keeps for each move of a node. */
static const size_t engine_child_bytes = sizeof (struct candidate) > sizeof (struct proof_child)
                                             ? sizeof (struct candidate)
                                             : sizeof (struct proof_child);

/** Bytes for the lists of all plies of the deepest line: a node first takes room for all its moves. Heuristic
 *  methods list only moves, not positions; with knowledge, extensions may double their depth. */
static size_t engine_arena (const struct searcher *s, bool heuristic) {
  const int depth
      = heuristic && s->search->query.depth > DEEPENING_MAX ? s->search->query.depth : DEEPENING_MAX;
  const int deepest = s->search->query.knowledge ? 2 * depth : depth;
  const int end = GAME_CONVERGES ? game_plies_max (s->board) : heuristic ? INT_MAX : 2 * WITHIN_DEPTH_MAX;
  if (heuristic)
    return (size_t) ((end < deepest ? end : deepest) + 2) * GAME_MOVES_MAX * sizeof (struct ordered_move);
  const int plies = s->search->game->key_bytes == 0 ? 0 : end;
  return (size_t) (plies + 2)
         * (sizeof (struct frame) + GAME_MOVES_MAX * (sizeof (struct move) + engine_child_bytes));
}

/** A searcher without an arena. */
static struct searcher engine_searcher (struct search *search, int thread) {
  struct searcher s = { .search = search,
                        .board = search->game->board,
                        .table = search->table,
                        .arrivals = { .threads = search->threads },
                        .thread = thread,
                        .nodes_between = abdada_nodes_between (search->threads, search->replication != NULL),
                        .mailbox = search->mailbox == NULL ? thread : search->mailbox[thread],
                        .exact_score = search->query.exact_score,
                        .unwind = INT_MAX };
  searcher_update_thresholds (&s);
  searcher_begin_polling (&s);
  return s;
}

static void engine_open_arena (struct searcher *s, bool heuristic) {
  s->arena_size = engine_arena (s, heuristic);
  s->arena = malloc (s->arena_size);
  if (s->arena == NULL)
    out_of_memory (s->arena_size);
}

static void engine_search (struct search *search, int thread) {
  assert (thread >= 0 && thread < search->threads && search->position != NULL);
  assert (search->table == NULL || search->table->key_words == GAME_KEY_WORDS);
  const struct query *query = &search->query;
  const enum method asked = query->method, method = asked == METHOD_AUTO && query->depth > 0
                                                        ? METHOD_ALPHA_BETA
                                                        : engine_method (asked, query->exact_score);
  const bool heuristic = is_heuristic (method, query->depth), keys = search->game->key_bytes > 0;
  struct searcher s = engine_searcher (search, thread);
  bool settled = engine_settle_root (&s, search->position, heuristic) || (!keys && !heuristic);
  if (!settled)
    engine_open_arena (&s, heuristic);
#ifdef GAME_SEARCH_FIRST
  if (!settled && !heuristic && method_descriptions[asked].own_first) {
    game_search_first (&s, search->position);
    settled = s.stopped || searcher_settled (query, searcher_root_bounds (&s));
  }
#endif
  if (!settled)
    engine_search_root (&s, search->position, method);
  assert (s.arena_used <= s.arena_size && s.stride >= 1);
  searcher_publish (&s);
  assert (s.published == s.statistics.count[COUNT_nodes]);
  searcher_lock (search);
  statistics_add (&search->statistics, &s.statistics);
  search->result.method = (uint8_t) method;
  search->result.cost.nodes = search->statistics.count[COUNT_nodes];
  search->result.cost.looks = search->statistics.count[COUNT_looks];
  searcher_unlock (search);
  free (s.arena);
}

#if !GAME_CONVERGES
static bool engine_certify (struct search *search, struct certificate *certificate,
                            const struct position *position, enum outcome value) {
  assert (game_packed_bytes (search->game->board) > 0);
  struct searcher s = engine_searcher (search, 0);
  engine_open_arena (&s, false);
  const bool done = certify_claim (&s, certificate, position, value);
  searcher_publish (&s);
  free (s.arena);
  return done;
}
#endif

static bool engine_stale (const struct game *game, const struct position *position) {
  return game_stale (game->board, position);
}

static bool engine_reversible (const struct game *game, const struct position *position, int move) {
  struct move moves[GAME_MOVES_MAX];
  const int count = game_moves (game->board, position, moves);
  assert (move >= 0 && move < count);
  (void) count;
  return game_reversible (game->board, position, moves[move]);
}

static void engine_draw (const struct game *game, const struct position *position, const char *last,
                         struct diagram *diagram) {
  game_draw (game->board, position, last, diagram);
}

static bool engine_explain (const struct game *game, const struct position *position, const char *argument,
                            char *text, size_t size) {
  return game_explain (game->board, position, argument, text, size);
}

#ifdef GAME_PLACE
static double engine_placements (const struct game *game, int plies) {
  assert (plies >= 0 && plies <= game->plies_max);
  return game_placements (game->board, plies);
}

static bool engine_place (const struct game *game, int plies, uint64_t *rng, struct position *position) {
  return game_place (game->board, plies, rng, position);
}
#endif

static int engine_formulas (const struct game *game, struct size_formula *list) {
  const int count = game_formulas (game->board, list);
  assert (count >= 0 && count <= SIZE_FORMULAS);
  return count;
}

#ifdef GAME_TREE_NODES
static struct size_formula engine_tree_nodes (const struct game *game, int plies) {
  assert (plies >= 0);
  return game_tree_nodes (game->board, plies);
}
#endif

#ifdef GAME_FORGETS_THREATS
static void engine_forget_threats (struct game *game) { game_forget_threats (game->board); }
#endif

#ifdef GAME_FORGETS_SYMMETRY
static void engine_forget_symmetry (struct game *game) {
  game_forget_symmetry (game->board);
  game->symmetries = game_symmetries (game->board);
}
#endif

#ifdef ENGINE_NEEDS_AVX2
static bool engine_runs_here (void) {
  return __builtin_cpu_supports ("avx2") && __builtin_cpu_supports ("bmi") && __builtin_cpu_supports ("bmi2")
         && __builtin_cpu_supports ("popcnt");
}
#endif

const struct engine ENGINE = {
  ENGINE_RULES,
#ifdef ENGINE_NEEDS_AVX2
  .runs_here = engine_runs_here,
#endif
  .players = GAME_PLAYERS,
  .marks = GAME_MARKS,
  .draw = engine_draw,
#ifdef GAME_CELLS
  .cells = &cells_engine,
#endif
  .explain = engine_explain,
  .key = engine_key,
  .key_tags = GAME_KEY_TAGS,
  .perft = engine_perft,
  .expand = engine_expand,
  .children = engine_children,
  .learn = engine_learn,
  .receive = engine_receive,
  .search = engine_search,
  .static_move = engine_static_move,
#if !GAME_CONVERGES
  .certify = engine_certify,
#endif
  .evaluations = EVALUATIONS_TO_CHOOSE ? game_evaluations : NULL,
  .evaluation_of_play = GAME_EVALUATION_OF_PLAY,
  .captures = GAME_HAS_CAPTURES,
  .orders = game_orders,
#ifdef GAME_EVALUATION
  .evaluates_by_side = true,
#endif
  .stale = engine_stale,
  .reversible = engine_reversible,
  .reversible_max = GAME_REVERSIBLE_MAX,
#ifdef GAME_PLACE
  .placements = engine_placements,
  .place = engine_place,
#endif
  .formulas = engine_formulas,
#ifdef GAME_TREE_NODES
  .tree_nodes = engine_tree_nodes,
#endif
#ifdef GAME_FORGETS_SYMMETRY
  .forget_symmetry = engine_forget_symmetry,
#endif
#ifdef GAME_FORGETS_THREATS
  .forget_threats = engine_forget_threats,
#endif
#ifdef GAME_SLICES
  .slices = &slices_engine,
#endif
};

#endif
