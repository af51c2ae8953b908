/* Italian draughts from the rule book, on rows and columns.
 *
 * cell[row * size + column], row 0 on top: 1 a white man, 2 a white king, -1 and -2 the black ones. Squares
 * on which row + column is even are dark; they are numbered from 1, row by row. White moves up and begins.
 * All possible captures are listed with every jump; then the rules of priority strike some out, one rule
 * after the other, as the regulations prescribe. With rules 1 the fourth rule is left out. */
#include "games/draughts/plain/draughts_plain_board.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { JUMPS_MAX = 16, CAPTURES_MAX = 1000 };

/* One way to capture: the squares of the piece before and after each jump, and the captured pieces. */
struct capture {
  int jumps;
  int stand[JUMPS_MAX + 1];
  int taken[JUMPS_MAX];     /* the places of the captured pieces, in order */
  bool was_king[JUMPS_MAX]; /* the captured piece was a king */
  bool by_king;
};

struct captures {
  int count;
  struct capture list[CAPTURES_MAX];
};

/* A man goes forward only, a king in all directions. */
static bool may_go (int piece, int row_step) {
  int forward = piece > 0 ? -1 : 1;
  return abs (piece) == KING || row_step == forward;
}

static bool may_take (int piece, int other) {
  if (other == 0 || side_of (piece) == side_of (other))
    return false;
  return abs (piece) == KING || abs (other) == MAN;
}

static bool was_taken (const struct capture *capture, int place) {
  for (int i = 0; i < capture->jumps; i++)
    if (capture->taken[i] == place)
      return true;
  return false;
}

/* Continue a capture in every way; add it to the list when it cannot continue. The captured pieces stay on
 * the board meanwhile; only the capturing piece itself has left its square. */
static void go_on_capturing (const struct plain *position, int piece, const struct capture *so_far,
                             struct captures *all) {
  int here = so_far->stand[so_far->jumps];
  int row = here / size_of (position), column = here % size_of (position);
  bool can_go_on = false;
  for (int row_step = -1; row_step <= 1; row_step += 2)
    for (int column_step = -1; column_step <= 1; column_step += 2) {
      if (!may_go (piece, row_step) || !on_board (position, row + 2 * row_step, column + 2 * column_step))
        continue;
      int over = (row + row_step) * size_of (position) + column + column_step;
      int landing = (row + 2 * row_step) * size_of (position) + column + 2 * column_step;
      if (!may_take (piece, position->cell[over]) || was_taken (so_far, over))
        continue;
      if (position->cell[landing] != 0 && landing != so_far->stand[0])
        continue;
      assert (so_far->jumps < JUMPS_MAX);
      struct capture longer = *so_far;
      longer.taken[longer.jumps] = over;
      longer.was_king[longer.jumps] = abs (position->cell[over]) == KING;
      longer.jumps++;
      longer.stand[longer.jumps] = landing;
      can_go_on = true;
      if (abs (piece) == MAN && landing / size_of (position) == last_row (position, side_of (piece))) {
        assert (all->count < CAPTURES_MAX); /* the man becomes a king: the move ends */
        all->list[all->count++] = longer;
      } else {
        go_on_capturing (position, piece, &longer, all);
      }
    }
  if (!can_go_on && so_far->jumps > 0) {
    assert (all->count < CAPTURES_MAX);
    all->list[all->count++] = *so_far;
  }
}

static int kings_taken (const struct capture *capture) {
  int kings = 0;
  for (int i = 0; i < capture->jumps; i++)
    kings += capture->was_king[i];
  return kings;
}

/* The four rules of priority: positive if the first capture goes before the second. */
static int most_pieces (const struct capture *a, const struct capture *b) { return a->jumps - b->jumps; }

static int with_a_king (const struct capture *a, const struct capture *b) {
  return (int) a->by_king - (int) b->by_king;
}

static int most_kings (const struct capture *a, const struct capture *b) {
  return kings_taken (a) - kings_taken (b);
}

static int kings_first (const struct capture *a, const struct capture *b) {
  for (int i = 0; i < a->jumps; i++)
    if (a->was_king[i] != b->was_king[i])
      return a->was_king[i] ? 1 : -1;
  return 0;
}

static void strike_out (struct captures *all, int (*rule) (const struct capture *, const struct capture *)) {
  static struct captures kept;
  kept.count = 0;
  for (int i = 0; i < all->count; i++) {
    bool stays = true;
    for (int j = 0; j < all->count; j++)
      if (rule (&all->list[j], &all->list[i]) > 0)
        stays = false;
    if (stays)
      kept.list[kept.count++] = all->list[i];
  }
  all->count = kept.count; /* copying the whole struct would take most of the time of the tests */
  memcpy (all->list, kept.list, (size_t) kept.count * sizeof *kept.list);
}

static void find_captures (const struct plain *position, struct captures *all) {
  all->count = 0;
  for (int place = 0; place < size_of (position) * size_of (position); place++) {
    int piece = piece_at (position, place);
    if (piece == 0 || side_of (piece) != position->to_move)
      continue;
    struct capture none = { .stand = { place }, .by_king = abs (piece) == KING };
    go_on_capturing (position, piece, &none, all);
  }
  strike_out (all, most_pieces);
  strike_out (all, with_a_king);
  strike_out (all, most_kings);
  if (position->rules == 0)
    strike_out (all, kings_first);
}

static struct plain after_moving (const struct plain *position, int from, int to) {
  struct plain after = *position;
  int piece = piece_at (position, from);
  after.cell[from] = 0;
  if (to / size_of (position) == last_row (position, side_of (piece)))
    piece = piece > 0 ? KING : -KING;
  after.cell[to] = (signed char) piece;
  after.to_move = 1 - position->to_move;
  after.plies++;
  after.last = to;
  return after;
}

static int end_of (const struct capture *capture) { return capture->stand[capture->jumps]; }

static bool same_pieces (const struct capture *a, const struct capture *b) {
  if (a->jumps != b->jumps)
    return false;
  for (int i = 0; i < a->jumps; i++)
    if (!was_taken (b, a->taken[i]))
      return false;
  return true;
}

static bool same_ends (const struct capture *a, const struct capture *b) {
  return a->stand[0] == b->stand[0] && end_of (a) == end_of (b);
}

/* Do the squares of the first capture come before those of the second? */
static bool comes_first (const struct capture *a, const struct capture *b) {
  for (int i = 0; i <= a->jumps; i++)
    if (a->stand[i] != b->stand[i])
      return a->stand[i] < b->stand[i];
  return false;
}

/* Name a capture by its start and end, or by all landing squares if another capture with these ends takes
 * other pieces. */
static void name_capture (const struct plain *position, const struct captures *all,
                          const struct capture *capture, char *text) {
  bool alone = true;
  for (int i = 0; i < all->count; i++)
    if (same_ends (&all->list[i], capture) && !same_pieces (&all->list[i], capture))
      alone = false;
  text += sprintf (text, "%d", number_of (position, capture->stand[0]));
  for (int i = 1; i <= capture->jumps; i++)
    if (i == capture->jumps || !alone)
      text += sprintf (text, "x%d", number_of (position, capture->stand[i]));
}

static int capturing_moves (const struct plain *position, const struct captures *all,
                            struct plain_move *moves) {
  int count = 0;
  for (int i = 0; i < all->count; i++) {
    const struct capture *capture = &all->list[i], *first = capture;
    int paths = 0;
    bool seen = false;
    for (int j = 0; j < all->count; j++) {
      const struct capture *other = &all->list[j];
      if (!same_ends (other, capture) || !same_pieces (other, capture))
        continue;
      paths++;
      seen |= j < i;
      if (comes_first (other, first))
        first = other;
    }
    if (seen)
      continue;
    struct plain_move *move = &moves[count++];
    name_capture (position, all, first, move->text);
    move->paths = paths;
    move->after = after_moving (position, capture->stand[0], end_of (capture));
    for (int j = 0; j < capture->jumps; j++)
      move->after.cell[capture->taken[j]] = 0;
  }
  return count;
}

static int quiet_moves (const struct plain *position, struct plain_move *moves) {
  int count = 0, size = size_of (position);
  for (int from = 0; from < size * size; from++) {
    int piece = piece_at (position, from);
    if (piece == 0 || side_of (piece) != position->to_move)
      continue;
    for (int row_step = -1; row_step <= 1; row_step += 2)
      for (int column_step = -1; column_step <= 1; column_step += 2) {
        int row = from / size + row_step, column = from % size + column_step, to = row * size + column;
        if (!may_go (piece, row_step) || !on_board (position, row, column) || position->cell[to] != 0)
          continue;
        sprintf (moves[count].text, "%d-%d", number_of (position, from), number_of (position, to));
        moves[count].paths = 1;
        moves[count++].after = after_moving (position, from, to);
      }
  }
  return count;
}

static bool has_pieces (const struct plain *position, int side) {
  for (int place = 0; place < size_of (position) * size_of (position); place++)
    if (position->cell[place] != 0 && side_of (position->cell[place]) == side)
      return true;
  return false;
}

static int moves_of (const struct plain *position, struct plain_move *moves) {
  static struct captures all;
  if (!has_pieces (position, 0) || !has_pieces (position, 1))
    return 0;
  find_captures (position, &all);
  return all.count > 0 ? capturing_moves (position, &all, moves) : quiet_moves (position, moves);
}

/* Can the piece at this place step to an empty square, or jump over another piece to one? */
static bool can_move (const struct plain *position, int place) {
  int piece = piece_at (position, place), row = place / size_of (position),
      column = place % size_of (position);
  for (int row_step = -1; row_step <= 1; row_step += 2)
    for (int column_step = -1; column_step <= 1; column_step += 2) {
      int next = (row + row_step) * size_of (position) + column + column_step;
      int behind = (row + 2 * row_step) * size_of (position) + column + 2 * column_step;
      if (!may_go (piece, row_step) || !on_board (position, row + row_step, column + column_step))
        continue;
      if (position->cell[next] == 0)
        return true;
      if (on_board (position, row + 2 * row_step, column + 2 * column_step)
          && may_take (piece, position->cell[next]) && position->cell[behind] == 0)
        return true;
    }
  return false;
}

static int outcome_of (const struct plain *position) {
  if (!has_pieces (position, 1 - position->to_move))
    return 1;
  for (int place = 0; place < size_of (position) * size_of (position); place++)
    if (piece_at (position, place) != 0 && side_of (piece_at (position, place)) == position->to_move
        && can_move (position, place))
      return 2;
  return -1;
}

/* The position itself, and its image turned by 180 degrees with the colours swapped. */
static int images_of (const struct plain *position, struct plain *images) {
  int places = size_of (position) * size_of (position);
  images[0] = images[1] = *position;
  for (int place = 0; place < places; place++)
    images[1].cell[place] = (signed char) -position->cell[places - 1 - place];
  images[1].to_move = 1 - position->to_move;
  if (position->last >= 0)
    images[1].last = places - 1 - position->last;
  return 2;
}

static const struct plain_board boards[] = {
  { "draughts:8x8", 250, false }, { "draughts:8x8,rules=seed", 150, false },
  { "draughts:6x6", 300, false }, { "draughts:6x6,rules=seed", 100, false },
  { "draughts:4x4", 200, false }, { NULL, 0, false },
};

static const char *const refused[] = { "draughts:10x10", "draughts:", "draughts:8x8,rules=", NULL };

/* On 6x6 only few positions, with three pieces, since retrograde analysis lists all positions that can be
 * reached. */
static const struct plain_sample samples[] = {
  { "draughts:4x4", 0, 20, 0, 24 },
  { "draughts:4x4,rules=seed", 0, 20, 0, 25 },
  { "draughts:6x6", 40, 120, 3, 1 },
  { NULL, 0, 0, 0, 0 },
};

static const struct plain_depth counted[] = { { "draughts:4x4", 12 }, { "draughts:6x6", 4 }, { NULL, 0 } };

static const struct plain_depth searched[] = { { "draughts:4x4", 2 }, { NULL, 0 } };

const struct plain_rules plain_draughts = {
  .name = "draughts",
  .start = plain_draughts_start,
  .moves = moves_of,
  .outcome = outcome_of,
  .images = images_of,
  .print = plain_draughts_print,
  .parse = plain_draughts_parse,
  .boards = boards,
  .refused = refused,
  .samples = samples,
  .counted = counted,
  .searched = searched,
};
