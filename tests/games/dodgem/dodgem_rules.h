/* A toy game in which play can cycle: Dodgem (Colin Vout; Berlekamp, Conway, Guy, Winning Ways, chapter 22).
 *
 * N x N cells. The first player's N - 1 cars stand on the left edge, all but the lowest cell, and drive to
 * the right; the second player's stand on the lower edge, all but the leftmost cell, and drive upwards. A car
 * moves to an empty neighbouring cell, forwards or to either side, or forwards off the board. Who has no car
 * left has won, and so has who cannot move: one must not block the opponent.
 *
 * Rows and columns exchanged are the same position with the players exchanged. A position is kept as its side
 * to move sees it: with the first player to move as the board stands, else with rows and columns exchanged.
 * Cell row * N + column is bit of that number, row 0 at the bottom. */
#ifndef ZERMELO_DODGEM_RULES_H
#define ZERMELO_DODGEM_RULES_H

#define GAME_NAME "dodgem"
#define GAME_CONVERGES 0
#define GAME_KEY_WORDS 1
#define GAME_KEY_EXACT 1
#define GAME_KEY_TAGS (UINT64_C (3) << 62)
#define GAME_MOVES_MAX 9
#define GAME_ALIASES                                                                                         \
  { "dodgem", "dodgem:3x3" }
#define GAME_DEFAULT_RULES "standard"
#define GAME_RULES_PREFIX ""
#define GAME_PACKING                                                                                         \
  "byte 0: side to move, 0 or 1; then the cars of the side to move and those of the other side as that "     \
  "side "                                                                                                    \
  "sees them, each as 16 bits, big-endian, with bit row * N + column"
#define GAME_TITLE "Dodgem"
#define GAME_BOARDS "dodgem:NxN"
#define GAME_EXAMPLE "dodgem:3x3"
#define GAME_POSITIONS                                                                                       \
  "also the cars of both players, \"x:a2,a3:b1,c1\" with x to move, with or without moves"
#define GAME_MOVER 1
#define GAME_PRINT_POSITION 1
#define GAME_ORDER 1
#define GAME_EVALUATE 1
#define GAME_REVERSIBLE 1
#define GAME_REVERSIBLE_MAX 20

#include "base/text.h"
#include "game.h"

#include <stdio.h>
#include <string.h>

enum { DODGEM_SIZE_MAX = 4, DODGEM_CELLS_MAX = DODGEM_SIZE_MAX * DODGEM_SIZE_MAX };

struct board {
  int size, cells;
};

struct position {
  uint16_t own, other; /* cars as the side to move sees them */
  uint8_t mover;       /* 0: the first player is to move */
};

/** As the side to move sees them; `to` is the number of cells for a car that leaves the board. */
struct move {
  uint8_t from, to;
};

static inline enum opening game_open (struct board *board, const char *text, struct failure *failure) {
  for (int size = 2; size <= DODGEM_SIZE_MAX; size++) {
    const char name[] = { (char) ('0' + size), 'x', (char) ('0' + size), 0 };
    if (strncmp (text, name, 3) == 0 && (text[3] == 0 || strcmp (text + 3, ",standard") == 0)) {
      *board = (struct board){ size, size * size };
      return OPENING_DONE;
    }
  }
  fail (failure, EXIT_BAD_DATA, "dodgem: '%.40s' is no board: 2x2, 3x3 or 4x4", text);
  return OPENING_FAILED;
}

static inline void game_board_text (const struct board *board, char text[BOARD_TEXT],
                                    char rules[BOARD_TEXT]) {
  snprintf (text, BOARD_TEXT, "%dx%d", board->size, board->size);
  snprintf (rules, BOARD_TEXT, GAME_DEFAULT_RULES);
}

static inline int game_symmetries (const struct board *board) {
  (void) board;
  return 2;
}

static inline int game_plies_max (const struct board *board) {
  (void) board;
  return 0;
}

/** The cell with rows and columns exchanged. */
static inline int dodgem_exchange (const struct board *board, int cell) {
  return cell % board->size * board->size + cell / board->size;
}

static inline uint16_t dodgem_exchange_all (const struct board *board, unsigned cars) {
  unsigned exchanged = 0;
  for (; cars != 0; cars &= cars - 1)
    exchanged |= 1U << dodgem_exchange (board, __builtin_ctz (cars));
  return (uint16_t) exchanged;
}

/** The cell of the board as it stands for one that the side to move sees, and back. */
static inline int dodgem_cell (const struct board *board, const struct position *position, int cell) {
  return position->mover == 0 ? cell : dodgem_exchange (board, cell);
}

static inline struct position game_start (const struct board *board) {
  struct position start = { 0 };
  for (int i = 1; i < board->size; i++)
    start.own |= (uint16_t) (1U << i * board->size);
  start.other = dodgem_exchange_all (board, start.own);
  return start;
}

static inline int game_plies (const struct board *board, const struct position *position) {
  (void) board, (void) position;
  return 0;
}

static inline int game_mover (const struct board *board, const struct position *position) {
  (void) board;
  return position->mover;
}

static inline int dodgem_moves (const struct board *board, const struct position *position,
                                struct move *list) {
  const int n = board->size;
  const unsigned taken = position->own | position->other;
  int count = 0;
  for (unsigned cars = position->own; cars != 0; cars &= cars - 1) {
    const int from = __builtin_ctz (cars), row = from / n;
    const int to[] = { from % n == n - 1 ? board->cells : from + 1, row < n - 1 ? from + n : from,
                       row > 0 ? from - n : from };
    for (int i = 0; i < 3; i++)
      if (to[i] == board->cells || (taken >> to[i] & 1) == 0)
        list[count++] = (struct move){ (uint8_t) from, (uint8_t) to[i] };
  }
  return count;
}

static inline enum outcome game_outcome (const struct board *board, const struct position *position) {
  struct move list[GAME_MOVES_MAX];
  if (position->other == 0)
    return LOST;
  return dodgem_moves (board, position, list) > 0 ? GOING_ON : WON;
}

static inline int game_moves (const struct board *board, const struct position *position, struct move *list) {
  return position->other == 0 ? 0 : dodgem_moves (board, position, list);
}

static inline int game_move_cell (const struct board *board, struct move move) {
  (void) board, (void) move;
  return -1;
}

static inline struct position game_play (const struct board *board, const struct position *position,
                                         struct move move) {
  unsigned own = position->own & ~(1U << move.from);
  if (move.to < board->cells)
    own |= 1U << move.to;
  return (struct position){ dodgem_exchange_all (board, position->other), dodgem_exchange_all (board, own),
                            !position->mover };
}

static inline struct position game_canonical (const struct board *board, const struct position *position) {
  (void) board;
  return (struct position){ position->own, position->other, 0 };
}

static inline int game_orbit (const struct board *board, const struct position *position) {
  (void) board, (void) position;
  return 2;
}

static inline int game_key (const struct board *board, const struct position *position, struct key *key) {
  (void) board;
  key->word[0] = position->own | (uint64_t) position->other << 16;
  return position->mover;
}

/** The list has the same order in both symmetric positions. */
static inline int game_move_number (const struct board *board, const struct position *position,
                                    struct move move, int index, int symmetry) {
  (void) board, (void) position, (void) move, (void) symmetry;
  return index;
}

static inline int game_packed_bytes (const struct board *board) {
  (void) board;
  return 5;
}

static inline void game_pack (const struct board *board, const struct position *position, uint8_t *bytes) {
  (void) board;
  bytes[0] = position->mover;
  bytes[1] = (uint8_t) (position->own >> 8);
  bytes[2] = (uint8_t) position->own;
  bytes[3] = (uint8_t) (position->other >> 8);
  bytes[4] = (uint8_t) position->other;
}

/** Are these cars of both sides, of the side to move at least one? */
static inline bool dodgem_is_position (const struct board *board, const struct position *position) {
  const int most = board->size - 1;
  return position->mover <= 1 && position->own != 0 && (position->own & position->other) == 0
         && (position->own | position->other) >> board->cells == 0
         && __builtin_popcount (position->own) <= most && __builtin_popcount (position->other) <= most;
}

static inline bool game_unpack (const struct board *board, const uint8_t *bytes, struct position *position) {
  *position = (struct position){ (uint16_t) (bytes[1] << 8 | bytes[2]), (uint16_t) (bytes[3] << 8 | bytes[4]),
                                 bytes[0] };
  return dodgem_is_position (board, position);
}

/* ---- texts ---- */

static inline void game_print_move (const struct board *board, const struct position *position,
                                    struct move move, char *text, size_t size) {
  const int from = dodgem_cell (board, position, move.from), n = board->size;
  const int to = move.to == board->cells ? -1 : dodgem_cell (board, position, move.to);
  if (to < 0)
    snprintf (text, size, "%c%d-off", 'a' + from % n, from / n + 1);
  else
    snprintf (text, size, "%c%d-%c%d", 'a' + from % n, from / n + 1, 'a' + to % n, to / n + 1);
}

/** The cell whose name a text begins with; -1: none. */
static inline int dodgem_read_cell (const struct board *board, const char *text) {
  const int column = text[0] - 'a', row = text[0] == 0 ? -1 : text[1] - '1';
  return column >= 0 && column < board->size && row >= 0 && row < board->size ? row * board->size + column
                                                                              : -1;
}

/** "x:a2,a3:b1,c1" up to its end or to a space; NULL if it is none. */
static inline const char *dodgem_read_cars (const struct board *board, const char *text,
                                            struct position *position) {
  uint16_t cars[2] = { 0, 0 };
  const char *t = text + 1;
  for (int player = 0; player < 2; player++) {
    if (*t != ':')
      return NULL;
    for (char mark = ':'; *t == mark; mark = ',') {
      const int cell = dodgem_read_cell (board, t + 1);
      if (cell >= 0)
        cars[player] |= (uint16_t) (1U << cell);
      else if (mark == ',')
        return NULL;
      t += cell >= 0 ? 3 : 1;
      if (cell < 0)
        break;
    }
  }
  const int mover = *text == 'o';
  position->mover = (uint8_t) mover;
  position->own = mover ? dodgem_exchange_all (board, cars[1]) : cars[0];
  position->other = mover ? dodgem_exchange_all (board, cars[0]) : cars[1];
  return (*t == 0 || *t == ' ') && dodgem_is_position (board, position) ? t : NULL;
}

static inline void game_print_position (const struct board *board, const struct position *position,
                                        char *text, size_t size) {
  const struct position seen
      = { dodgem_exchange_all (board, position->own), dodgem_exchange_all (board, position->other), 0 };
  const unsigned cars[2]
      = { position->mover ? seen.other : position->own, position->mover ? seen.own : position->other };
  char all[2 + 2 * (1 + 3 * DODGEM_SIZE_MAX)], *t = all;
  *t++ = position->mover ? 'o' : 'x';
  for (int player = 0; player < 2; player++) {
    *t++ = ':';
    for (unsigned left = cars[player]; left != 0; left &= left - 1) {
      const int cell = __builtin_ctz (left);
      t += sprintf (t, "%s%c%d", left == cars[player] ? "" : ",", 'a' + cell % board->size,
                    cell / board->size + 1);
    }
  }
  *t = 0;
  snprintf (text, size, "%s", all);
}

/** The legal move that a text begins with; the length of its name, 0 if there is none. */
static inline int dodgem_read_move (const struct board *board, const struct position *position,
                                    const char *text, struct move *move) {
  struct move list[GAME_MOVES_MAX];
  const int count = game_moves (board, position, list);
  const size_t length = strcspn (text, " ");
  for (int i = 0; i < count; i++) {
    char name[MOVE_TEXT];
    game_print_move (board, position, list[i], name, sizeof name);
    if (strlen (name) == length && strncmp (name, text, length) == 0) {
      *move = list[i];
      return (int) length;
    }
  }
  return 0;
}

static inline bool game_parse_position (const struct board *board, const char *text,
                                        struct position *position, struct normal_form *normal,
                                        struct failure *failure) {
  const char *t = text + strspn (text, " ");
  *position = game_start (board);
  normal->text[0] = normal->last[0] = 0;
  if ((*t == 'x' || *t == 'o') && t[1] == ':') {
    t = dodgem_read_cars (board, t, position);
    if (t == NULL)
      return fail (failure, EXIT_BAD_DATA, "'%.60s': who is to move and all cars, like x:a2,a3:b1,c1", text);
    game_print_position (board, position, normal->text, normal->size);
  }
  int number = 1;
  for (t += strspn (t, " "); *t != 0; t += strspn (t, " "), number++) {
    struct move move;
    const int length = dodgem_read_move (board, position, t, &move);
    if (length == 0)
      return fail (failure, EXIT_BAD_DATA, "move %d (%.10s): no car moves like that; like a2-b2 or c2-off",
                   number, t);
    game_print_move (board, position, move, normal->last, sizeof normal->last);
    text_append_item (normal->text, normal->size, " ", normal->last);
    *position = game_play (board, position, move);
    t += length;
  }
  return true;
}

/* ---- numbers ---- */

static inline int game_score (const struct board *board, const struct position *position,
                              enum outcome outcome, int distance) {
  (void) board, (void) position;
  return cyclic_score (outcome, distance);
}

static inline int game_distance (const struct board *board, const struct position *position, int score) {
  (void) board, (void) position;
  return cyclic_distance (score);
}

/** Forwards first. */
static inline int game_order (const struct board *board, const struct position *position, struct move move) {
  (void) position;
  return move.to == board->cells ? 2 : move.to == move.from + 1;
}

/** How many steps forwards the cars of one side still need. */
static inline int dodgem_steps (const struct board *board, unsigned cars) {
  int steps = 0;
  for (; cars != 0; cars &= cars - 1)
    steps += board->size - __builtin_ctz (cars) % board->size;
  return steps;
}

static inline int game_evaluate (const struct board *board, const struct position *position, int which) {
  (void) which;
  return dodgem_steps (board, dodgem_exchange_all (board, position->other))
         - dodgem_steps (board, position->own);
}

static inline bool game_reversible (const struct board *board, const struct position *position,
                                    struct move move) {
  (void) position;
  return move.to != board->cells && move.to != move.from + 1;
}

#endif
