/* The contract that a game fulfils.
 *
 * A game is a folder games/NAME/ with a rules.h that defines the types and the `static inline`
 * functions below over its own `struct position`, and an engine.c that includes the rules, what
 * the game knows beyond them, and search/engine_body.h. The searches are headers written against these
 * names; the compiler sees one game and all searches in one translation unit and inlines
 * everything. A board comes in sizes: the same engine.c may be compiled several times with another
 * GAME_BITS (see add_game() in CMakeLists.txt); the smallest one that fits a board is used.
 *
 * Include this header from rules.h before anything else. After the rules, search/engine_body.h
 * checks the contract: a wrong signature or a missing function does not compile.
 *
 * Everything here is pure: a board is read-only once open and shared by all threads, a position is
 * a value. Nothing allocates, except game_open() if a game wants to.
 *
 * ---- macros ---------------------------------------------------------------------------------
 *
 *   GAME_NAME        "connect4": the part of GAME before the colon
 *   GAME_CONVERGES   1 if no position can occur twice in one game (every move adds a stone),
 *                    0 if play can cycle: searches then keep no value that rests on a repetition
 *   GAME_KEY_WORDS   64-bit words of struct key: 1, 2 or 4
 *   GAME_KEY_EXACT   1 if struct key determines the canonical position (no collisions at all),
 *                    0 if it is a hash; rules.h then says how likely a collision is
 *   GAME_MOVES_MAX   no position has more distinct moves
 *   GAME_ALIASES     { "connect4", "connect4:7x6" }: one or more pairs of strings
 *   GAME_DEFAULT_RULES   "standard": the rules that a GAME text need not name
 *   GAME_RULES_PREFIX    what stands before other rules in a GAME text: "" or "rules="
 *
 * ---- types ----------------------------------------------------------------------------------
 *
 *   struct board     what does not change during play: size, rules, masks, tables
 *   struct position  a value to be copied; at most a few hundred bytes on boards that are searched
 *   struct move      a small value; its meaning depends on the position it was made for
 *
 * ---- functions that every game has ----------------------------------------------------------
 *
 *   enum opening game_open (struct board *, const char *text, struct failure *)
 *       Read what stands behind the colon in GAME ("7x6", "15,15,5,exact", "8x8,rules=seed").
 *       OPENING_TOO_LARGE: right, but larger than this GAME_BITS holds (another variant is tried).
 *       OPENING_FAILED: failure says what is wrong and what would be right (EXIT_BAD_DATA).
 *   void game_board_text (const struct board *, char *board, char *rules)
 *       The normal form: "15,15,5" and "exact" (32 bytes each). Rules are never empty.
 *   int game_symmetries (const struct board *)         size of the symmetry group, at least 1
 *   int game_plies_max (const struct board *)          most plies a game can last; 0 if it can cycle
 *   struct position game_start (const struct board *)
 *   int game_plies (const struct board *, const struct position *)
 *       Moves made so far where the position tells (stones on the board); 0 in a game that cycles.
 *   enum outcome game_outcome (const struct board *, const struct position *)
 *       GOING_ON, or how a finished game ended FOR THE SIDE TO MOVE.
 *   int game_moves (const struct board *, const struct position *, struct move *list)
 *       The distinct legal moves of an unfinished position, in an order that depends on nothing but
 *       the position. 0 for a finished one. Two moves are distinct if they lead to
 *       different positions.
 *   int game_move_paths (const struct board *, struct move)
 *       In how many ways the move can be played (perft counts paths); 1 but for captures.
 *   int game_move_cell (const struct board *, struct move)
 *       The cell or column of the move: its bit in a book's mask; -1 where moves have no such number (the
 *       bit is then the place in the list sorted by text).
 *   struct position game_play (const struct board *, const struct position *, struct move)
 *   int game_key (const struct board *, const struct position *, struct key *)
 *       The key shared by all symmetric positions. Returns which symmetry led to it (0: none).
 *   int game_move_number (const struct board *, const struct position *, struct move, int index,
 *                         int symmetry)
 *       A number that names the move in the position that `symmetry` leads to (the one returned by
 *       game_key): the cell or column there; where moves have no such number, `index`, its place
 *       in game_moves(). -1 never.
 *   int game_packed_bytes (const struct board *)       bytes of a packed position, 1..64; 0: too large
 *   void game_pack (const struct board *, const struct position *, uint8_t *bytes)
 *   bool game_unpack (const struct board *, const uint8_t *bytes, struct position *)
 *       The position exactly as it stands, as bytes, big-endian, and back. game_unpack() checks what it reads:
 *       false for bytes that are no position of this board (rows that float, two stones in a cell).
 *   struct position game_canonical (const struct board *, const struct position *)
 *       The representative of all symmetric positions: that whose packed bytes are smallest. Two
 *       positions have the same canonical form exactly if they are symmetric.
 *   bool game_parse_position (const struct board *, const char *text, struct position *,
 *                             char *normal, struct failure *)
 *       CONTRACT 1. `normal` gets the normal form and holds 2 * strlen (text) + 512 bytes. The
 *       failure names the move that is wrong (EXIT_BAD_DATA).
 *   void game_print_move (const struct board *, const struct position *, struct move, char *text)
 *       At most MOVE_TEXT bytes with the final zero.
 *   int game_score (const struct board *, const struct position *, enum outcome, int distance)
 *       The score of a game that ends `distance` plies after the position with that outcome for
 *       the side to move: 0 for a draw; positive for a win, the sooner the larger; at most SCORE_MAX; the negative for
 *       a loss. In a game that converges the score of a final position is the same number, up to the
 *       sign, for each position before it, so searches pass it up by negation. In a game
 *       that cycles use cyclic_score() below.
 *   int game_distance (const struct board *, const struct position *, int score)
 *       The inverse for score != 0: plies to the end.
 *   void game_print_score (const struct board *, const struct position *, enum outcome, int score, char *text)
 *       What --score prints (CONTRACT 1), at most 16 bytes. `outcome` is the sign of the score.
 *
 * ---- optional functions: define the macro of the same name in capitals, else a default holds --
 * (they are asked about unfinished positions only)
 *
 *   GAME_SETTLE   void game_settle (const struct board *, const struct position *, bool strong,
 *                                   struct bounds *)
 *       Narrow the bounds of an unfinished position without looking at children, by an argument that
 *       somebody else can repeat. strong: bounds are scores, else values -1, 0, 1. Default: nothing.
 *   GAME_FORCED   int game_forced (const struct board *, const struct position *, struct move *list)
 *       The moves that need a look: a winning move alone, or the replies to a threat; every move
 *       left out is at best as good as one that is listed (in score, too). Default: game_moves().
 *   GAME_ONLY_MOVE bool game_only_move (const struct board *, const struct position *, struct move *)
 *       Whether game_forced() lists a single move, and which; false is always allowed. Searches follow such
 *       moves without counting a node. Default: asks game_forced(), which is slow if it makes a long list.
 *   GAME_ORDER    int game_order (const struct board *, const struct position *, struct move)
 *       How promising a move is; the larger, the earlier. Default: 0 (the order of game_moves()).
 *   GAME_EVALUATE int game_evaluate (const struct board *, const struct position *)
 *       For play and depth-limited methods: from the side to move, |value| < EVALUATION_MAX. Default: 0.
 *   GAME_COUNT_PATHS int game_count_paths (const struct board *, const struct position *)
 *       The sum of game_move_paths() over game_moves(): the last ply of perft. Default: that sum.
 */
#ifndef ZERMELO_GAME_H
#define ZERMELO_GAME_H

#include "base/failure.h"

#include <stdbool.h>
#include <stdint.h>

/** A value for the side to move. Order: loss < draw < win; negation changes the side. */
enum outcome { LOST = -1, DRAWN = 0, WON = 1, GOING_ON = 2 };

/** What is proven about a position: lower <= true value <= upper, for the side to move. */
struct bounds {
  int lower, upper;
};

enum {
  MOVE_TEXT = 64,         /* bytes of a printed move */
  PACKED_MAX = 64,        /* bytes of a packed position */
  SCORE_MAX = 20000,      /* no score is larger */
  EVALUATION_MAX = 32000, /* evaluations are smaller than this */
  CYCLIC_SCORE = 20000    /* see cyclic_score() */
};

enum opening { OPENING_DONE, OPENING_TOO_LARGE, OPENING_FAILED };

/** game_score() and game_distance() of a game that cycles: the position does not know how many plies were made,
 *  so the score counts from the position itself. */
static inline int
cyclic_score (enum outcome outcome, int distance)
{
  return outcome == DRAWN ? 0 : (int) outcome * (CYCLIC_SCORE - distance);
}

static inline int
cyclic_distance (int score)
{
  return CYCLIC_SCORE - (score < 0 ? -score : score);
}

/** The key of a transposition table entry; GAME_KEY_WORDS is set by rules.h before this header. */
#ifdef GAME_KEY_WORDS
struct key {
  uint64_t word[GAME_KEY_WORDS];
};
#endif

#endif
