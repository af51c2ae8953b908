#include "answer/strategy.h"

#include "board_cells.h"
#include "certificate/certificate.h"
#include "certificate/row_move.h"
#include "checker/checker.h"
#include "store/file.h"
#include "tablebase/slices.h"

#include <stdlib.h>
#include <string.h>

enum { HELD, WON_SET };

struct certificate_reader {
  struct certificate_file file;
};

const struct certificate_file *oracle_certificate (const struct oracle *oracle) {
  const struct certificate_reader *reader = oracle->reader;
  return &reader->file;
}

static bool is_cyclic (const struct certificate_file *file) { return file->game.rules->cyclic; }

bool strategy_is_there (const struct oracle *oracle, int player) {
  const struct certificate_file *file = oracle_certificate (oracle);
  return is_cyclic (file) ? file->strategy[HELD].count + file->strategy[WON_SET].count > 0
                          : file->strategy[player].present;
}

/* The row of a position, or SIZE_MAX. On a board without keys there is one row, about the start. */
static size_t row_of (const struct oracle *oracle, int set, const struct position *position) {
  uint8_t key[KEY_MOST] = { 0 };
  const struct certificate_file *file = oracle_certificate (oracle);
  const struct strategy_rows *rows = &file->strategy[set];
  const struct game *game = &oracle->game;
  if (game->key_bytes == 0)
    return rows->count > 0 && game->engine->plies (game, position) == 0 ? 0 : SIZE_MAX;
  if (rows->count == 0)
    return SIZE_MAX;
  game->engine->pack_canonical (game, position, key);
  return strategy_row (&file->game, rows, key);
}

static enum outcome sign_of (int64_t bound) { return bound > 0 ? WON : bound < 0 ? LOST : DRAWN; }

/* Does the certificate leave this position to endgame tables? */
static bool is_in_tables (const struct oracle *oracle, const struct position *position) {
  uint64_t pieces[2], kings;
  bool second;
  const struct certificate_file *file = oracle_certificate (oracle);
  const struct slices_engine *slices = oracle->game.engine->slices;
  if (file->pieces == 0 || slices == NULL)
    return false;
  slices->squares (&oracle->game, position, pieces, &kings, &second);
  return __builtin_popcountll (pieces[0] | pieces[1]) <= file->pieces;
}

/* Is the position covered by a row of its own, or is it the end of the game with a result that is good
 * enough? */
static struct strategy_step step_here (const struct oracle *oracle, const struct position *position,
                                       int player) {
  const struct certificate_file *file = oracle_certificate (oracle);
  const struct game *game = &oracle->game;
  const bool mine = game->engine->mover (game, position) == player;
  const enum outcome outcome = game->engine->outcome (game, position);
  struct strategy_step step = { .coverage = COVERED_NOT, .bound = LOST, .row = SIZE_MAX };
  if (outcome != GOING_ON) {
    step.coverage = COVERED_FINISHED;
    step.bound = mine ? outcome : (enum outcome) - (int) outcome;
    return step;
  }
  if (!is_cyclic (file)) {
    step.set = player;
    step.row = file->strategy[player].present ? row_of (oracle, player, position) : SIZE_MAX;
    step.bound = sign_of (file->strategy[player].bound);
  } else if (mine) {
    for (step.set = WON_SET; step.set >= HELD; step.set--) {
      step.row = row_of (oracle, step.set, position);
      step.bound = step.set == WON_SET ? WON : DRAWN;
      if (step.row != SIZE_MAX)
        break;
    }
  }
  const bool known
      = step.row != SIZE_MAX && (is_cyclic (file) || file->strategy[player].kind[step.row] < ROW_KINDS);
  if (!known)
    return (struct strategy_step){ .coverage
                                   = is_in_tables (oracle, position) ? COVERED_BY_TABLES : COVERED_NOT,
                                   .bound = LOST,
                                   .row = SIZE_MAX };
  step.coverage = COVERED_BY_ROW;
  step.kind = is_cyclic (file) ? ROW_MOVE : (enum row_kind) file->strategy[player].kind[step.row];
  return step;
}

struct strategy_step strategy_step (const struct oracle *oracle, const struct position *position,
                                    int player) {
  const struct game *game = &oracle->game;
  struct strategy_step step = step_here (oracle, position, player);
  if (step.coverage != COVERED_NOT || game->engine->mover (game, position) == player)
    return step;
  struct successor *list = allocate ((size_t) game->moves_max, sizeof *list);
  struct position *child = position_allocate (game);
  const int count = game->engine->successors (game, position, list);
  step = (struct strategy_step){ .coverage = COVERED_BY_REPLIES, .bound = WON, .row = SIZE_MAX };
  for (int i = 0; i < count && step.coverage == COVERED_BY_REPLIES; i++) {
    game->engine->child (game, position, list[i].move, child);
    const struct strategy_step after = step_here (oracle, child, player);
    if (after.coverage == COVERED_NOT)
      step = after;
    else if (after.bound < step.bound)
      step.bound = after.bound;
  }
  free (child);
  free (list);
  return step;
}

struct strategy_step strategy_step_of_plan (const struct oracle *oracle, const struct position *position,
                                            int player) {
  const struct certificate_file *file = oracle_certificate (oracle);
  const struct game *game = &oracle->game;
  struct strategy_step step = strategy_step (oracle, position, player);
  struct array_position array;
  uint8_t key[KEY_MOST] = { 0 };
  if (step.coverage != COVERED_NOT || is_cyclic (file) || game->key_bytes == 0)
    return step;
  game->engine->pack (game, position, key);
  if (file->game.rules->unpack (&file->game, key, &array)
      && plan_leads_to (&file->game, &file->strategy[player], player, &array, &step.plan)) {
    step.coverage = COVERED_BY_PLAN;
    step.bound = sign_of (file->strategy[player].bound);
  }
  return step;
}

bool strategy_has_replies (const struct oracle *oracle, const struct position *position, int player,
                           const struct strategy_step *step) {
  return oracle->game.engine->mover (&oracle->game, position) != player
         && (step->coverage == COVERED_BY_REPLIES || step->coverage == COVERED_BY_PLAN
             || (step->coverage == COVERED_BY_ROW && (step->kind == ROW_PLAN || step->kind == ROW_THREATS)));
}

/* ---- the move of a row ---- */

/* The canonical key of the position after the move of a step of any kind. */
static bool key_of_step (const struct oracle *oracle, const struct position *position,
                         const struct strategy_step *step, uint8_t *wanted) {
  const struct certificate_file *file = oracle_certificate (oracle);
  if (step->coverage == COVERED_BY_PLAN) {
    memcpy (wanted, step->plan.after, (size_t) oracle->game.key_bytes);
    return step->plan.goes_on;
  }
  return (is_cyclic (file) || oracle->game.engine->mover (&oracle->game, position) == step->set)
         && key_after_row (file, step->set, step->row, wanted);
}

int strategy_move (const struct oracle *oracle, const struct position *position,
                   const struct strategy_step *step) {
  uint8_t wanted[KEY_MOST] = { 0 };
  struct successor move;
  if ((step->coverage != COVERED_BY_ROW && step->coverage != COVERED_BY_PLAN) || oracle->game.key_bytes == 0)
    return -1;
  return key_of_step (oracle, position, step, wanted)
             ? engine_move_to (&oracle->game, position, wanted, &move)
             : -1;
}

/* ---- symmetry ---- */

static bool is_image (const struct game *game, const struct position *position, const struct position *image,
                      int symmetry) {
  const struct cells_engine *cells = game->engine->cells;
  const int count = cells->count (game), swapped = cells->swaps && symmetry % 2 == 1;
  for (int cell = 0; cell < count; cell++) {
    const struct piece from = cells->piece (game, position, cell);
    const struct piece to = cells->piece (game, image, cells->image (game, symmetry, cell));
    if (from.kind != to.kind || (from.kind != PIECE_NONE && (from.player ^ swapped) != to.player))
      return false;
  }
  return true;
}

int strategy_symmetry (const struct oracle *oracle, const struct position *position) {
  const struct game *game = &oracle->game;
  uint8_t key[PACKED_MAX] = { 0 };
  struct position *canonical = position_allocate (game);
  int symmetry = 0;
  if (game->key_bytes > 0) {
    game->engine->pack_canonical (game, position, key);
    if (game->engine->unpack (game, key, canonical))
      while (symmetry + 1 < game->symmetries && !is_image (game, position, canonical, symmetry))
        symmetry++;
  }
  free (canonical);
  return symmetry;
}

/* ---- the oracle ---- */

static bool ask_certificate (struct oracle *oracle, const struct position *position, zermelo_knowledge *known,
                             struct failure *failure) {
  const struct game *game = &oracle->game;
  const int mover = game->engine->mover (game, position);
  const struct strategy_step own = strategy_step (oracle, position, mover),
                             other = strategy_step (oracle, position, !mover);
  zermelo_knowledge more = known_nothing ();
  (void) failure;
  if (own.coverage == COVERED_FINISHED || (own.coverage == COVERED_NOT && other.coverage == COVERED_NOT))
    return false;
  known_set (&more, false,
             (struct bounds){ own.coverage != COVERED_NOT ? (int) own.bound : LOST,
                              other.coverage != COVERED_NOT ? -(int) other.bound : WON });
  more.proven = !oracle->on_trust;
  more.source = oracle->kind;
  known_narrow (known, &more);
  return true;
}

static int move_of_certificate (struct oracle *oracle, const struct position *position) {
  const struct strategy_step step
      = strategy_step (oracle, position, oracle->game.engine->mover (&oracle->game, position));
  return strategy_move (oracle, position, &step);
}

static void close_certificate (struct oracle *oracle) {
  struct certificate_reader *reader = oracle->reader;
  certificate_file_close (&reader->file);
  free (reader);
  engine_close (&oracle->game);
}

bool oracle_open_certificate (struct oracle *oracle, const char *path, struct failure *failure) {
  struct certificate_reader *reader = allocate (1, sizeof *reader);
  struct file_identity identity;
  *oracle = (struct oracle){ .kind = "certificate",
                             .on_trust = true,
                             .reader = reader,
                             .ask = ask_certificate,
                             .move = move_of_certificate,
                             .close = close_certificate };
  if (!certificate_read (&reader->file, &oracle->game, path, &identity, failure)) {
    free (reader);
    return false;
  }
  oracle_describe (oracle, &identity);
  oracle->facts.plies = -1;
  oracle->facts.positions = reader->file.strategy[0].count + reader->file.strategy[1].count;
  return true;
}
