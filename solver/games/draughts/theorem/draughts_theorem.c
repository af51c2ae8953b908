/* Certificates of draughts as theorems for Coq; theorems/draughts/ has the rules, the definition of a draw
 * where play can go on for ever, the checker of the moves and the proof that the statements accepted by the
 * checker are true.
 *
 * The theorem is that neither player can force a win from the start. It needs only rows of /held, which are
 * about the side to move, and White moves in all of them (array_draughts.c). Coq visits their positions in an
 * order of its own (theorems/draughts/Held.v), which this file follows: a stack, at first of the start and of
 * all positions after a move from it. The first position that has not been visited takes a move; the
 * positions after all replies go onto the stack. So a row is just the number of its move in Coq's list of
 * moves, which is in the order of array_draughts.c; it is written as a character, from '0' on. */
#include "games/theorems.h"

#include "checker/checker.h"

#include <stdlib.h>
#include <string.h>

enum { ON_A_LINE = 100, LINES_AT_ONCE = 400 /* lines in a definition */ };
enum { HELD, OFFICIAL = 0, EMPTY = 0, MAN = 1 /* as in array_draughts.c */ };

/* Rows that are to be visited, the next one last, and rows that have been visited. */
struct walk {
  const struct certificate_file *file;
  struct failure *failure; /* the reason why a position cannot be visited */
  size_t row;              /* the row whose move is followed; SIZE_MAX: none, these are moves from the
                              start */
  size_t *stack, count, capacity;
  bool *met;
  size_t moves; /* moves written so far */
};

/* ---- the positions after a move ---- */

static void unpack (const struct array_game *game, const uint8_t *key, struct array_position *position) {
  if (!game->rules->unpack (game, key, position))
    abort (); /* keys of rows are canonical, and other keys come from positions */
}

static void list_children (const struct array_game *game, const uint8_t *key, struct children *list) {
  struct array_position position;
  unpack (game, key, &position);
  children_of (game, &position, list);
}

/* The place in the list of the child with this number in the certificate. -1: no child has the number. */
static int place_of_number (const struct children *list, const uint8_t *parent, int number) {
  struct array_position position;
  uint8_t key[KEY_MOST] = { 0 };
  unpack (list->game, parent, &position);
  if (!play_numbered (list->game, &position, number))
    return -1;
  array_canonical (list->game, &position, key);
  int place = 0;
  while (array_compare_keys (list->key[place], key) != 0)
    place++;
  return place;
}

/* ---- the walk ---- */

static int pieces_of (const struct array_game *game, const uint8_t *key) {
  struct array_position position;
  int pieces = 0;
  unpack (game, key, &position);
  for (int i = 0; i < game->cells; i++)
    pieces += position.cell[i] != EMPTY;
  return pieces;
}

/* EXIT_BAD_DATA: there is no row about the position. */
static bool no_row (const struct walk *walk, const uint8_t *key) {
  const struct certificate_file *file = walk->file;
  const bool tables = pieces_of (&file->game, key) <= file->pieces;
  char position[POSITION_TEXT];
  if (walk->row == SIZE_MAX) {
    describe_position (file, key, position, sizeof position);
    return fail (walk->failure, EXIT_BAD_DATA, "it has no row about %.200s", position);
  }
  describe_position (file, key_of_row (file, HELD, walk->row), position, sizeof position);
  return fail (walk->failure, EXIT_BAD_DATA, "row %zu of /held, about %.200s, rests on %s", walk->row + 1,
               position,
               tables ? "endgame tables, for which there is no theorem" : "a position that has no row");
}

static bool push (struct walk *walk, const uint8_t *key) {
  const size_t row = strategy_row (&walk->file->game, &walk->file->strategy[HELD], key);
  if (row == SIZE_MAX)
    return no_row (walk, key);
  if (walk->count == walk->capacity) {
    walk->capacity = 2 * walk->capacity + MOVES_MOST;
    walk->stack = reallocate (walk->stack, walk->capacity, sizeof *walk->stack);
  }
  walk->stack[walk->count++] = row;
  return true;
}

/* Push a list of positions so that its first is visited first. */
static bool push_all (struct walk *walk, const struct children *list) {
  bool done = true;
  for (int i = list->count - 1; done && i >= 0; i--)
    done = push (walk, list->key[i]);
  return done;
}

static void put_move (FILE *out, size_t before, int number) {
  if (before % ((size_t) ON_A_LINE * LINES_AT_ONCE) == 0)
    fprintf (out, "%sDefinition moves_%zu : list line := [\n  \"", before > 0 ? "\"].\n" : "",
             before / ((size_t) ON_A_LINE * LINES_AT_ONCE));
  else if (before % ON_A_LINE == 0)
    fputs ("\";\n  \"", out);
  fputc ('0' + number, out);
}

/* Write a move for each position that is visited; `out` may be NULL. */
static bool follow (struct walk *walk, FILE *out) {
  static _Thread_local struct children list;
  const struct certificate_file *file = walk->file;
  while (walk->count > 0) {
    const size_t row = walk->row = walk->stack[--walk->count];
    if (walk->met[row])
      continue;
    walk->met[row] = true;
    list_children (&file->game, key_of_row (file, HELD, row), &list);
    const int place = place_of_number (&list, key_of_row (file, HELD, row), file->strategy[HELD].move[row]);
    if (place < 0)
      return fail (walk->failure, EXIT_BAD_DATA, "row %zu of /held has no move with its number", row + 1);
    if (out != NULL)
      put_move (out, walk->moves, place);
    walk->moves++;
    uint8_t after[KEY_MOST];
    memcpy (after, list.key[place], sizeof after);
    list_children (&file->game, after, &list);
    if (!push_all (walk, &list))
      return false;
  }
  return true;
}

static void put_start (const struct array_game *game, uint8_t *key) {
  const int middle = game->columns / 2;
  struct array_position start = { .to_move = 0 };
  for (int i = 0; i < game->cells; i++) {
    const int row = i / middle;
    start.cell[i] = (int8_t) (row < middle - 1 ? -MAN : row > middle ? MAN : EMPTY);
  }
  memset (key, 0, KEY_MOST);
  array_canonical (game, &start, key);
}

/* Visit all positions that the theorem needs, in Coq's order. Returns their number; SIZE_MAX: one of them has
 * no move, and the failure names it. */
static size_t walk_all (FILE *out, const struct certificate_file *file, struct failure *failure) {
  static _Thread_local struct children list;
  struct walk walk = { .file = file, .failure = failure, .row = SIZE_MAX };
  uint8_t start[KEY_MOST];
  walk.met = allocate (file->strategy[HELD].count + 1, sizeof *walk.met);
  memset (walk.met, 0, (file->strategy[HELD].count + 1) * sizeof *walk.met);
  put_start (&file->game, start);
  list_children (&file->game, start, &list);
  const bool done = push_all (&walk, &list) && push (&walk, start) && follow (&walk, out);
  free (walk.stack);
  free (walk.met);
  return done ? walk.moves : SIZE_MAX;
}

/* ---- the theorem ---- */

/** The claim about the start; NULL: there is none. */
static const int16_t *claimed (const struct certificate_file *file) {
  uint8_t start[KEY_MOST];
  put_start (&file->game, start);
  for (size_t i = 0; i < file->claims; i++)
    if (memcmp (key_of_row (file, CLAIMS, i), start, (size_t) file->game.key_bytes) == 0)
      return &file->claim_value[i];
  return NULL;
}

static bool draughts_fits (const struct certificate_file *file, struct failure *failure) {
  const struct array_game *game = &file->game;
  if (game->variant != OFFICIAL)
    return fail (failure, EXIT_BAD_DATA, "%s: the theorem is about the official rules", game->title);
  const int16_t *const claim = claimed (file);
  if (claim == NULL)
    return fail (failure, EXIT_BAD_DATA, "it claims nothing about the start, which the theorem is about");
  if (*claim != 0)
    return fail (failure, EXIT_BAD_DATA, "it claims a %s: the theorem is about draws",
                 *claim > 0 ? "win" : "loss");
  for (size_t row = 0; row < file->strategy[HELD].count; row++)
    if (!is_canonical_key (game, key_of_row (file, HELD, row), &(struct array_position){ .plies = 0 }))
      return fail (failure, EXIT_BAD_DATA, "row %zu of /held is about no canonical position", row + 1);
  return walk_all (NULL, file, failure) != SIZE_MAX;
}

static size_t draughts_write (FILE *out, const struct certificate_file *file) {
  const int size = file->game.columns;
  struct failure failure = { .code = 0 }; /* there is no failure: draughts_fits() has walked the same way */
  fprintf (
      out,
      "(* %s: a value, and the moves that prove it. Made by `zermelo export --format coq`; the theorem at "
      "the\n"
      "   end says what is proven, and theorems/README.md what of. *)\n"
      "Require Import List.\n"
      "From Zermelo Require draughts.\n"
      "Import draughts.Rules draughts.Value draughts.Line draughts.Held.\n"
      "Import ListNotations.\n"
      "Open Scope line_scope.\n\n",
      file->game.title);
  const size_t moves = walk_all (out, file, &failure);
  fputs ("\"].\nDefinition moves : list nat := numbers (", out);
  for (size_t part = 0; part * ON_A_LINE * LINES_AT_ONCE < moves; part++)
    fprintf (out, "%smoves_%zu", part > 0 ? " ++ " : "", part);
  fprintf (out,
           ").\n"
           "Theorem value : value_of_the_game %d Draw.\n"
           "Proof. apply accepted_is_drawn with moves. vm_cast_no_check (eq_refl true). Qed.\n"
           "Print Assumptions value.\n",
           size);
  return moves;
}

const struct game_theorem theorem_draughts
    = { .game = "draughts", .fits = draughts_fits, .write = draughts_write };
