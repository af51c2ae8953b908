#include "support/toy_game.h"

#include <string.h>

static uint64_t random_state;

void toy_seed (uint64_t seed) { random_state = seed; }

int toy_below (int n) {
  random_state += UINT64_C (0x9e3779b97f4a7c15);
  uint64_t z = random_state;
  z = (z ^ z >> 30) * UINT64_C (0xbf58476d1ce4e5b9);
  z = (z ^ z >> 27) * UINT64_C (0x94d049bb133111eb);
  return (int) ((z ^ z >> 31) % (uint64_t) n);
}

int toy_between (int low, int high) { return low + toy_below (high - low + 1); }

static int score_of (const struct board *board, int id, int outcome, int distance) {
  if (board->shape == CYCLING)
    return cyclic_score ((enum outcome) outcome, distance);
  return outcome * (board->plies + 10 - board->ply[id] - distance);
}

static int score_from_child (const struct board *board, int score) {
  return board->shape != CYCLING || score == 0 ? -score : score > 0 ? -score + 1 : -score - 1;
}

/* Values by going back from the ends until nothing changes; what stays unknown is a draw. Round d finds
 * the wins and losses in d plies, so scores are exact. */
void toy_find_truth (struct board *board) {
  for (int i = 0; i < board->positions; i++) {
    board->value[i] = board->count[i] == 0 ? (int) board->outcome[i] : UNKNOWN;
    board->score[i] = board->count[i] == 0 ? score_of (board, i, (int) board->outcome[i], 0) : UNKNOWN;
  }
  for (int round = 1, changed = 1; changed || round <= board->positions; round++) {
    int found[POSITIONS_MAX], count = 0;
    for (int i = 0; i < board->positions; i++) {
      if (board->value[i] != UNKNOWN)
        continue;
      bool all_won = true, any_lost = false;
      for (int m = 0; m < board->count[i]; m++) {
        const int value = board->value[board->moves[i][m]];
        all_won &= value == WON;
        any_lost |= value == LOST;
      }
      if (any_lost || all_won)
        found[count++] = any_lost ? i : -1 - i;
    }
    for (int f = 0; f < count; f++) {
      const int i = found[f] >= 0 ? found[f] : -1 - found[f];
      board->value[i] = found[f] >= 0 ? WON : LOST;
      board->score[i] = score_of (board, i, board->value[i], round);
    }
    changed = count > 0;
  }
  for (int i = 0; i < board->positions; i++)
    if (board->value[i] == UNKNOWN)
      board->value[i] = board->score[i] = 0;
}

void toy_make (struct board *board, enum shape shape) {
  *board
      = (struct board){ .shape = shape, .positions = toy_between (1, POSITIONS_MAX / (1 << toy_below (5))) };
  board->plies = toy_between (1, 12);
  const int drawish = toy_between (1, 4), branching = toy_between (1, MOVES_MAX);
  for (int i = 0; i < board->positions; i++) {
    board->ply[i] = (int) ((int64_t) i * board->plies / board->positions);
    board->outcome[i] = (enum outcome) (toy_below (drawish) > 0 ? DRAWN : toy_between (-1, 1));
    if (toy_below (12) == 0 && i > 0)
      continue;
    const int moves = toy_between (1, branching);
    for (int m = 0; m < moves; m++) {
      int to = shape == CYCLING ? toy_below (board->positions) : i + 1 + toy_below (board->positions);
      if (shape == LAYERED) { /* any position of the next ply */
        const int first = (board->ply[i] + 1) * board->positions / board->plies;
        to = first + toy_below (board->positions / board->plies + 1);
        if (to < board->positions && (int64_t) to * board->plies / board->positions != board->ply[i] + 1)
          continue;
      }
      if (to < board->positions)
        board->moves[i][board->count[i]++] = to;
    }
  }
  toy_find_truth (board);
}

/* ---- as an engine ---- */

static void toy_pack (const struct game *game, const struct position *position, uint8_t *bytes) {
  (void) game;
  memset (bytes, 0x5a, KEY_BYTES);
  bytes[0] = (uint8_t) position->mirrored;
  bytes[KEY_BYTES - 2] = (uint8_t) (position->id >> 8);
  bytes[KEY_BYTES - 1] = (uint8_t) position->id;
}

void toy_pack_canonical (const struct game *game, const struct position *position, uint8_t *bytes) {
  const struct position canonical = { position->id, false };
  toy_pack (game, &canonical, bytes);
}

int toy_id (const uint8_t *key) { return key[KEY_BYTES - 2] << 8 | key[KEY_BYTES - 1]; }

static bool toy_unpack (const struct game *game, const uint8_t *bytes, struct position *position) {
  *position = (struct position){ toy_id (bytes), bytes[0] };
  return bytes[1] == 0x5a && position->id < game->board->positions;
}

static enum outcome toy_outcome (const struct game *game, const struct position *position) {
  return game->board->count[position->id] == 0 ? game->board->outcome[position->id] : GOING_ON;
}

static int toy_score (const struct game *game, const struct position *position, enum outcome outcome,
                      int distance) {
  return score_of (game->board, position->id, (int) outcome, distance);
}

static int toy_negate (int score) { return -score; }

static int toy_shift (int score) {
  const struct board cycling = { .shape = CYCLING };
  return score_from_child (&cycling, score);
}

static int toy_expand (const struct game *game, const uint8_t *packed, uint8_t *out) {
  const struct board *board = game->board;
  const int id = toy_id (packed);
  for (int m = 0; m < board->count[id]; m++) {
    const struct position child = { board->moves[id][m], m % 2 == 1 };
    toy_pack_canonical (game, &child, out + m * KEY_BYTES);
  }
  return board->count[id];
}

#define TOY_ENGINE(pass_up)                                                                                  \
  {                                                                                                          \
    .name = "toy", .pack = toy_pack, .pack_canonical = toy_pack_canonical, .unpack = toy_unpack,             \
    .outcome = toy_outcome, .score = toy_score, .score_from_child = (pass_up), .expand = toy_expand          \
  }

static const struct engine converging = TOY_ENGINE (toy_negate), cycling = TOY_ENGINE (toy_shift);

struct game toy_game (struct board *board) {
  return (struct game){ .engine = board->shape == CYCLING ? &cycling : &converging,
                        .board = board,
                        .title = "toy:1",
                        .position_bytes = sizeof (struct position),
                        .key_bytes = KEY_BYTES,
                        .plies_max = board->shape == CYCLING ? 0 : board->positions,
                        .moves_max = MOVES_MAX };
}

int toy_truth (const struct board *board, bool exact_score, int id) {
  return exact_score ? board->score[id] : board->value[id];
}
