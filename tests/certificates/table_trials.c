#include "certificates/table_trials.h"

#include "base/failure.h"

#include "support/endgames.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { DRAWN_PLIES = 255, ENTRIES = 40000, CHILDREN = 40, SELF_TRIES = 12 };

void trial_tables_open (const char *title, int pieces, struct array_game *array,
                        struct endgame_tables *tables, uint64_t *positions) {
  struct game game;
  struct failure failure = { 0 };
  char path[200];
  snprintf (path, sizeof path, "%s/trial-tables-%ld.h5", TEST_OUTPUT_DIR, (long) getpid ());
  game_open_or_fail (&game, title);
  struct endgames *endgames = endgames_up_to (&game, pieces, 1);
  assert_true (endgames_write (endgames, path, true, &failure));
  *positions = 0;
  for (int n = 2; n <= pieces; n++)
    *positions += endgames_positions (&game, n);
  assert_true (array_game_open (array, game.name, game.board_text, game.rules));
  const char *const reason = endgame_tables_read (tables, array, path);
  if (reason != NULL)
    fail_msg ("%s", reason);
  unlink (path);
  endgames_destroy (endgames);
  engine_close (&game);
}

void trial_tables_close (struct array_game *array, struct endgame_tables *tables) {
  endgame_tables_close (tables);
  array_game_close (array);
}

/* ---- the positions of the tables, as a graph ---- */

struct node {
  uint8_t *plies, right; /* in the tables, and what it was */
  int children;
  uint8_t *child[CHILDREN]; /* theirs; a reply that ends the game is left out: then the node is won anyway */
};

struct graph {
  struct array_game game;
  struct endgame_tables tables;
  struct node *node;
  int nodes;
};

static uint8_t *place_of (const struct endgame_tables *tables, const struct array_position *position) {
  return (uint8_t *) (uintptr_t) endgame_entry (tables, position);
}

static bool add_child (void *context, int move, const struct array_position *after) {
  struct graph *graph = context;
  struct node *node = &graph->node[graph->nodes];
  uint8_t *plies = place_of (&graph->tables, after);
  (void) move;
  assert_true (node->children < CHILDREN);
  if (plies != NULL)
    node->child[node->children++] = plies;
  return true;
}

static void add_from (struct graph *graph, int square, struct array_position *position) {
  static const int8_t pieces[] = { 0, 1, 2, -1, -2 };
  const int half = graph->game.columns / 2, cells = graph->game.cells;
  int stands = 0;
  for (int i = 0; i < square; i++)
    stands += position->cell[i] != 0;
  uint8_t *plies = square < cells ? NULL : place_of (&graph->tables, position);
  if (plies != NULL) {
    struct node *node = &graph->node[graph->nodes];
    assert_true (graph->nodes < ENTRIES);
    *node = (struct node){ .plies = plies, .right = *plies };
    graph->game.rules->each_move (&graph->game, position, add_child, graph);
    graph->nodes++;
  }
  for (int i = 0; i < 5 && square < cells; i++)
    if ((pieces[i] == 0 || stands < graph->tables.pieces) && !(pieces[i] == 1 && square < half)
        && !(pieces[i] == -1 && square >= cells - half)) {
      position->cell[square] = pieces[i];
      add_from (graph, square + 1, position);
      position->cell[square] = 0;
    }
}

static void make_right (struct graph *graph) {
  for (int i = 0; i < graph->nodes; i++)
    *graph->node[i].plies = graph->node[i].right;
}

/* ---- changes ---- */

static int sign_of_plies (uint8_t plies) { return plies == DRAWN_PLIES ? 0 : plies % 2 != 0 ? 1 : -1; }

/* Tables with a wrong number must be refused, and right ones must not. */
static void judge (struct graph *graph, struct tally *tally) {
  struct array_position wrong;
  uint64_t positions;
  bool right = true;
  for (int i = 0; i < graph->nodes; i++)
    right = right && *graph->node[i].plies == graph->node[i].right;
  const bool held = endgame_tables_hold (&graph->tables, &positions, &wrong);
  tally->tried++;
  tally->refused += !held;
  tally->sound += held && right;
  tally->wrong += held != right;
}

/* Call one draw lost, and let all draws follow whose values change with it, until nothing changes. Whether
 * these values hold each other up is left to the checker. */
static void support_each_other (struct graph *graph, struct node *begin, uint8_t won, uint8_t lost) {
  bool changed = true;
  *begin->plies = lost;
  while (changed) {
    changed = false;
    for (int i = 0; i < graph->nodes; i++) {
      struct node *node = &graph->node[i];
      bool wins = false, loses = true;
      for (int j = 0; j < node->children; j++) {
        wins = wins || sign_of_plies (*node->child[j]) < 0;
        loses = loses && sign_of_plies (*node->child[j]) > 0;
      }
      if (*node->plies != DRAWN_PLIES || (!wins && !loses))
        continue;
      *node->plies = wins ? won : lost;
      changed = true;
    }
  }
}

static struct node *random_node (struct graph *graph, uint64_t *random, bool drawn) {
  for (;;) {
    struct node *node = &graph->node[random_below (random, graph->nodes)];
    if (!drawn || node->right == DRAWN_PLIES)
      return node;
  }
}

static void try_graph (struct graph *graph, int times, bool until_wrong, struct tally *tally) {
  static const uint8_t numbers[][2] = { { 253, 254 }, { 253, 2 }, { 1, 254 }, { 3, 2 }, { 253, 252 } };
  uint64_t random = 20261124;
  judge (graph, tally);
  for (int i = 0; i < times && !(until_wrong && tally->wrong > 0); i++) {
    *random_node (graph, &random, false)->plies = (uint8_t) random_below (&random, 256);
    judge (graph, tally);
    make_right (graph);
    *random_node (graph, &random, true)->plies = (uint8_t) random_below (&random, 256);
    judge (graph, tally);
    make_right (graph);
    *random_node (graph, &random, false)->plies = DRAWN_PLIES;
    judge (graph, tally);
    make_right (graph);
    if (i % SELF_TRIES != 0)
      continue;
    const uint8_t *chosen = numbers[i / SELF_TRIES % 5];
    support_each_other (graph, random_node (graph, &random, true), chosen[0], chosen[1]);
    judge (graph, tally);
    make_right (graph);
  }
}

struct tally try_tables (int times, bool until_wrong) {
  static const char *const titles[] = { "draughts:4x4", "draughts:6x6" };
  struct tally tally = { 0, 0, 0, 0 };
  for (int i = 0; i < 2; i++) {
    struct graph graph = { .nodes = 0 };
    struct array_position position = { .to_move = 0 };
    uint64_t positions;
    trial_tables_open (titles[i], i == 0 ? 3 : 2, &graph.game, &graph.tables, &positions);
    graph.node = allocate (ENTRIES, sizeof *graph.node);
    add_from (&graph, 0, &position);
    assert_int_equal (graph.nodes, positions);
    try_graph (&graph, times, until_wrong, &tally);
    free (graph.node);
    trial_tables_close (&graph.game, &graph.tables);
  }
  return tally;
}
