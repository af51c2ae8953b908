#include "certificates/argument_trials.h"

#include "certificate/leaf_arguments.h"
#include "certificate/plan_search.h"
#include "support/support.h"

#include <stdio.h>
#include <string.h>

enum { ROWS_EACH = 12, TRIAL_TILE = 12, TRIAL_TILES = 3, TRIAL_ROWS = 64 };

void trial_board_open (struct trial_board *board, const char *text) {
  char size[32], rules[32] = "standard";
  const bool gravity = strchr (text, ',') == NULL;
  int end = 0, numbers[3];
  if (!gravity && sscanf (text, "%d,%d,%d%n", &numbers[0], &numbers[1], &numbers[2], &end) == 3
      && text[end] == ',')
    snprintf (rules, sizeof rules, "%s", text + end + 1);
  snprintf (size, sizeof size, "%.*s", gravity ? 30 : end, text);
  if (!array_game_open (&board->game, gravity ? "connect4" : "mnk", size, rules))
    fail_msg ("%s: no board", text);
  const struct array_game *game = &board->game;
  full_search_open (&board->search, game->columns, game->rows, game->length, game->gravity, game->variant);
}

void trial_board_close (struct trial_board *board) {
  full_search_close (&board->search);
  array_game_close (&board->game);
}

int trial_worth (struct trial_board *board, const struct array_position *position, int player,
                 bool exact_score) {
  const int score = full_search_score (&board->search, position->cell, position->to_move);
  const int own = player == position->to_move ? score : -score;
  return exact_score ? own : (own > 0) - (own < 0);
}

/* A stone of the side to move on a random cell. Returns whether it completes a row. */
static bool place_at_random (struct trial_board *board, uint64_t *random, struct array_position *position) {
  const struct array_game *game = &board->game;
  int cell;
  do
    cell = random_below (random, game->cells);
  while (position->cell[cell] != 0
         || (game->gravity && cell >= game->columns && position->cell[cell - game->columns] == 0));
  position->cell[cell] = (int8_t) (1 + position->to_move);
  position->plies++;
  const bool row = full_search_won (&board->search, position->cell, position->to_move);
  position->to_move = !position->to_move;
  return row;
}

void trial_position (struct trial_board *board, uint64_t *random, int empty, bool over,
                     struct array_position *position, uint8_t *key) {
  const struct array_game *game = &board->game;
  bool row = false;
  do {
    game->rules->unpack (game, NULL, position);
    for (row = false; position->plies < game->cells - empty && !row;)
      row = place_at_random (board, random, position);
    empty += row && !over && random_below (random, 8) == 0;
  } while (row && !over);
  array_canonical (game, position, key);
  assert_true (game->rules->unpack (game, key, position));
}

/* ---- numbers of a row ---- */

static int random_empty (const struct argument *a, uint64_t *random) {
  int cell;
  do
    cell = random_below (random, a->game->cells);
  while (a->position->cell[cell] != 0 && random_below (random, 16) != 0);
  return cell;
}

/* Another empty cell on a line through this one; mostly. */
static uint16_t neighbour (const struct argument *a, uint64_t *random, int cell) {
  int other = cell;
  for (int tries = 0; tries < 100 && (other == cell || a->position->cell[other] != 0); tries++) {
    const struct line *line = &a->game->line[random_below (random, a->game->lines)];
    const int to = line->first + line->step * random_below (random, a->game->length);
    for (int i = 0; i < a->game->length; i++)
      other = line->first + i * line->step == cell ? to : other;
  }
  return (uint16_t) other;
}

/* Two pairs that share a cell. */
static void sharing_pairs (struct argument *a, uint64_t *random, uint16_t *number) {
  const int shared = random_below (random, 2);
  number[shared] = number[2 + shared] = (uint16_t) random_empty (a, random);
  number[!shared] = neighbour (a, random, number[shared]);
  number[2 + !shared] = neighbour (a, random, number[shared]);
  a->numbers = 4;
}

/* Cells; pairs are often empty and on one line, and sometimes share a cell. */
static void random_cells (struct argument *a, uint64_t *random, uint16_t *number) {
  a->numbers = (size_t) random_below (random, 7);
  for (size_t i = 0; i < a->numbers; i++) {
    const struct line *line = &a->game->line[random_below (random, a->game->lines)];
    number[i] = (uint16_t) random_empty (a, random);
    for (size_t j = i - 1; i % 2 == 1 && random_below (random, 4) != 0 && j <= i; j++)
      for (int tries = 0; tries < 4 && (tries == 0 || a->position->cell[number[j]] != 0); tries++)
        number[j] = (uint16_t) (line->first + line->step * random_below (random, a->game->length));
    if (i > 1 && random_below (random, 4) == 0)
      number[i - (size_t) random_below (random, 2)] = number[random_below (random, 2)];
  }
}

/* Most of the cells, in any order. */
static void random_plan (struct argument *a, uint64_t *random, uint16_t *number) {
  const int cells = a->game->cells;
  a->numbers = (size_t) (cells - (random_below (random, 2) == 0 ? random_below (random, cells) : 0));
  for (int i = 0; i < cells; i++) {
    const int j = random_below (random, i + 1);
    number[i] = number[j];
    number[j] = (uint16_t) i;
  }
}

/* A tile and, for most lines that the other side has left, the cells of the line that are on it. `tiles`: for
 * each cell the tiles that it is on, as bits. */
static void add_tile (struct argument *a, uint64_t *random, const unsigned *tiles, unsigned tile,
                      uint16_t *number) {
  const struct array_game *game = a->game;
  uint16_t *const cells = number + a->numbers, *sets;
  int bit[FULL_CELLS] = { 0 };
  cells[0] = 0;
  for (int cell = 0; cell < game->cells; cell++)
    if ((tiles[cell] & tile) != 0 && cells[0] < TRIAL_TILE) {
      bit[cell] = 1 << cells[0];
      cells[++cells[0]] = (uint16_t) cell;
    }
  sets = cells + cells[0] + 1;
  *sets = 0;
  for (const struct line *line = game->line; line < game->line + game->lines; line++) {
    const int lacks = line_lacks (game, a->position, line, 3 - a->mark);
    int set = 0, empty = 0;
    for (int i = 0; i < game->length; i++) {
      const int cell = line->first + i * line->step;
      set |= bit[cell];
      empty += bit[cell] != 0 && a->position->cell[cell] == 0;
    }
    if (lacks < 0 || 2 * empty < lacks || (empty < 2 && random_below (random, 16) != 0)
        || random_below (random, 64) == 0)
      continue;
    sets[++*sets] = (uint16_t) (set | (random_below (random, 64) == 0) << random_below (random, 16));
  }
  a->numbers += cells[0] < 2 && random_below (random, 16) != 0 ? 0 : 2 + (size_t) cells[0] + *sets;
}

/* The empty cells on one to three tiles; and now and then other cells, and a cell on two. */
static void random_tiling (struct argument *a, uint64_t *random, uint16_t *number) {
  unsigned tiles[FULL_CELLS];
  const int count = 1 + random_below (random, TRIAL_TILES);
  for (int cell = 0; cell < a->game->cells; cell++) {
    tiles[cell] = 1u << random_below (random, count);
    if (a->position->cell[cell] != 0 && random_below (random, 4) != 0)
      tiles[cell] = 0;
    else if (random_below (random, 16) == 0)
      tiles[cell] |= 1u << random_below (random, count);
  }
  for (int tile = 0; tile < count; tile++)
    add_tile (a, random, tiles, 1u << tile, number);
}

/* What a maker of certificates would write. */
static bool propose (struct argument *a, enum row_kind kind, uint16_t *number) {
  const struct plan_effort effort = { .tries = 3, .steps = 300 };
  if (kind != ROW_PLAN)
    return propose_argument (a, NULL, number) == kind;
  struct plan_search *plans = plan_search_create (a->game);
  const bool found = find_plan (plans, a, number, &effort);
  plan_search_destroy (plans);
  return found;
}

static void change_numbers (struct argument *a, uint64_t *random, uint16_t *number) {
  if (a->numbers == 0 || random_below (random, 3) == 0)
    return;
  const size_t at = (size_t) random_below (random, (int) a->numbers);
  switch (random_below (random, 4)) {
  case 0: number[at] = (uint16_t) random_empty (a, random); break;
  case 1: number[at] = number[(size_t) random_below (random, (int) a->numbers)]; break;
  case 2: number[at] = (uint16_t) (number[at] + 1 - 2 * random_below (random, 2)); break;
  default: /* leave some out: the last ones of threats, the first ones of pairs */
    memmove (number, number + at % 2 * 2,
             (a->numbers - at % 2 * 2 > TRIAL_NUMBERS ? 0 : a->numbers - at % 2 * 2) * 2);
    a->numbers -= 1 + at % 2;
    a->numbers = a->numbers > TRIAL_NUMBERS ? 0 : a->numbers;
  }
}

void trial_numbers (struct argument *a, enum row_kind kind, uint64_t *random, uint16_t *number) {
  a->number = number;
  a->numbers = 0;
  if (kind == ROW_SMALL || kind == ROW_STEALING)
    return;
  if (random_below (random, 3) == 0 && propose (a, kind, number)) {
    change_numbers (a, random, number);
    return;
  }
  if (kind == ROW_PAIRING && random_below (random, 8) == 0)
    sharing_pairs (a, random, number);
  else if (kind == ROW_PLAN)
    random_plan (a, random, number);
  else if (kind == ROW_TILING)
    random_tiling (a, random, number);
  else
    random_cells (a, random, number);
  if (kind == ROW_TILING && a->numbers > 0 && random_below (random, 4) == 0)
    change_numbers (a, random, number);
  if (kind == ROW_MOVE)
    a->numbers = 1;
}

/* ---- rows ---- */

/* Rows of a strategy by their keys, sorted. */
struct keys {
  int count;
  uint8_t key[TRIAL_ROWS][KEY_MOST];
};

struct row_finder {
  struct trial_board *board;
  const struct argument *a;
  uint64_t *random;
  int depth;
  struct keys *keys;
};

static void add_key (struct keys *keys, const uint8_t *key, int bytes) {
  int at = 0;
  while (at < keys->count && memcmp (keys->key[at], key, (size_t) bytes) < 0)
    at++;
  if (keys->count == TRIAL_ROWS || (at < keys->count && memcmp (keys->key[at], key, (size_t) bytes) == 0))
    return;
  memmove (keys->key[at + 1], keys->key[at], (size_t) (keys->count++ - at) * KEY_MOST);
  memcpy (keys->key[at], key, (size_t) bytes);
}

/* Some of the positions after one or two moves in which the player is to move and gets the bound: a visitor.
 */
static bool find_rows (void *context, int move, const struct array_position *position) {
  struct row_finder *finder = context;
  const struct argument *a = finder->a;
  (void) move;
  if (a->game->rules->ending (a->game, position) != NOT_OVER)
    return true;
  if (position->to_move != a->mark - 1 && finder->depth > 0) {
    finder->depth--;
    a->game->rules->each_move (a->game, position, find_rows, finder);
    finder->depth++;
  } else if (position->to_move == a->mark - 1 && random_below (finder->random, 2) == 0
             && trial_worth (finder->board, position, a->mark - 1, a->game->exact_score) >= a->bound) {
    uint8_t key[KEY_MOST];
    array_canonical (a->game, position, key);
    add_key (finder->keys, key, a->game->key_bytes);
  }
  return true;
}

/* One row about the position with that key, as if it and these, which are true, were all of a file. */
static bool is_accepted (const struct argument *a, enum row_kind kind, const uint8_t *key,
                         struct keys *others, int64_t small_nodes) {
  uint64_t count[COUNTS] = { 0 };
  uint8_t kinds = (uint8_t) kind, keys[TRIAL_ROWS * KEY_MOST];
  uint32_t size = (uint32_t) a->numbers;
  size_t begin = 0, row = 0;
  uint16_t number[TRIAL_NUMBERS];
  const size_t bytes = (size_t) a->game->key_bytes;
  struct certificate_file file = { .game = *a->game, .small_nodes = small_nodes };
  memcpy (number, a->number, sizeof number);
  add_key (others, key, a->game->key_bytes);
  for (size_t i = 0; i < (size_t) others->count; i++) {
    memcpy (keys + i * bytes, others->key[i], bytes);
    row = memcmp (others->key[i], key, bytes) == 0 ? i : row;
  }
  file.strategy[a->mark - 1] = (struct strategy_rows){ .present = true,
                                                       .count = (size_t) others->count,
                                                       .first = row,
                                                       .key = keys,
                                                       .kind = &kinds,
                                                       .size = &size,
                                                       .number = number,
                                                       .numbers = size,
                                                       .begin = &begin,
                                                       .bound = a->bound };
  return inspect (&file, a->mark - 1, row, count) == NULL;
}

/* Several rows about one position. The first player loses 6x4 (J. Tromp), which is too large for full search.
 */
static void try_position (struct trial_board *board, enum row_kind kind, uint64_t *random,
                          struct tally *tally) {
  struct array_position position;
  uint16_t number[TRIAL_NUMBERS] = { 0 };
  uint8_t key[KEY_MOST];
  const int most = board->game.cells < 11 ? board->game.cells : 11, empty = 1 + random_below (random, most);
  const bool published = kind == ROW_STEALING && board->game.gravity && board->game.cells == 24; /* 6x4 */
  const bool from_start = published || (kind == ROW_STEALING && board->game.cells <= 12);
  trial_position (board, random, from_start ? board->game.cells : empty, random_below (random, 8) == 0,
                  &position, key);
  const int score = published ? LOSES : full_search_score (&board->search, position.cell, position.to_move);
  for (int i = 0; i < ROWS_EACH; i++) {
    uint64_t nodes = 0;
    struct argument a
        = { .game = &board->game, .position = &position, .nodes = &nodes, .has_row = has_no_row };
    a.mark = 1 + random_below (random, 2);
    board->game.exact_score = random_below (random, 2) == 0 && !published;
    const int own = a.mark - 1 == position.to_move ? score : -score;
    const int worth = board->game.exact_score ? own : (own > 0) - (own < 0);
    a.bound = random_below (random, 4) != 0 ? worth + 1 : random_below (random, 2) == 0 ? worth : worth - 1;
    trial_numbers (&a, kind, random, number);
    struct keys others = { .count = 0 };
    if (kind == ROW_PLAN && random_below (random, 2) == 0)
      board->game.rules->each_move (&board->game, &position, find_rows,
                                    &(struct row_finder){ board, &a, random, 1, &others });
    const bool accepted = is_accepted (&a, kind, key, &others, 1 + random_below (random, 200));
    tally->tried++;
    tally->refused += !accepted;
    tally->sound += accepted && a.bound <= worth;
    tally->wrong += accepted && a.bound > worth;
  }
}

/* All kinds of rules; lines of each length that is common on boards so small. */
static const char *const boards[] = { "3,3,3",
                                      "4,3,3",
                                      "4,4,4",
                                      "5,3,3",
                                      "3,4,2",
                                      "5,2,2",
                                      "3,3,3,exact",
                                      "5,3,3,exact",
                                      "6,2,2,exact",
                                      "4,4,3",
                                      "3,3,3,maker-breaker",
                                      "4,4,4,maker-breaker",
                                      "4,2,3,maker-breaker",
                                      "4x4",
                                      "5x4",
                                      "4x5",
                                      "3x6",
                                      "5x5",
                                      "6x4" };
enum { BOARDS = sizeof boards / sizeof *boards };

struct tally try_arguments (enum row_kind kind, int positions, bool until_wrong) {
  struct tally tally = { 0, 0, 0, 0 };
  struct trial_board board[BOARDS];
  uint64_t random = 20261123;
  for (int b = 0; b < BOARDS; b++)
    trial_board_open (&board[b], boards[b]);
  for (int i = 0; i < positions * BOARDS && !(until_wrong && tally.wrong > 0); i++) {
    const uint64_t wrong = tally.wrong;
    try_position (&board[i % BOARDS], kind, &random, &tally);
    if (tally.wrong > wrong && !until_wrong)
      print_message ("%s: %s: position %d\n", boards[i % BOARDS], row_kind_names[kind], i);
  }
  for (int b = 0; b < BOARDS; b++)
    trial_board_close (&board[b]);
  return tally;
}

struct tally try_endings (int games) {
  struct tally tally = { 0, 0, 0, 0 };
  uint64_t random = 20261123;
  for (int b = 0; b < BOARDS; b++) {
    struct trial_board board;
    struct array_position position;
    trial_board_open (&board, boards[b]);
    const struct array_game *game = &board.game;
    for (int i = 0; i < games; i++) {
      bool over = false;
      for (game->rules->unpack (game, NULL, &position); !over && position.plies < game->cells;
           tally.tried++) {
        over = place_at_random (&board, &random, &position);
        tally.wrong += over
                       != (game->rules->ending (game, &position) == LOSES
                           && !(game->variant == MAKER_BREAKER && position.plies == game->cells
                                && position.to_move == 0));
      }
    }
    trial_board_close (&board);
  }
  return tally;
}
