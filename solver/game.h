/* The contract that a game fulfils.
 *
 * A game is a folder games/NAME/ with a rules.h that defines the types and the `static inline`
 * functions below over its own `struct position`, and an engine.c that includes the rules, what
 * the game knows beyond them, and engine/engine_searches.h. The searches are headers written against these
 * names; the compiler sees one game and all searches in one translation unit and inlines
 * everything. A board comes in sizes: the same engine.c may be compiled several times with another
 * GAME_BITS (see add_game() in CMakeLists.txt); the smallest one that fits a board is used.
 *
 * Include this header from rules.h before anything else. After the rules, engine/engine_searches.h
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
 *   GAME_PACKING     how game_pack() lays out its bytes, in words: stands in every file that holds keys
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
 *       OPENING_TOO_LARGE: right, but larger than this GAME_BITS holds, or of rules compiled apart (another
 *       variant is tried). OPENING_FAILED: failure says what is wrong and what would be right
 *       (EXIT_BAD_DATA).
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
 *       The position exactly as it stands, as bytes, big-endian, and back. game_unpack() checks what it
 *       reads: false for bytes that are no position of this board (rows that float, two stones in a cell).
 *   struct position game_canonical (const struct board *, const struct position *)
 *       The representative of all symmetric positions: that whose packed bytes are smallest. Two
 *       positions have the same canonical form exactly if they are symmetric.
 *   int game_orbit (const struct board *, const struct position *)
 *       How many positions are symmetric to it, itself included: different packed bytes with the same
 *       canonical form.
 *   bool game_parse_position (const struct board *, const char *text, struct position *, char *last,
 *                             char *normal, struct failure *)
 *       CONTRACT 1. `last` gets the last move of the text as game_print_move() writes it, "" if there is none
 *       (MOVE_TEXT bytes); `normal` the normal form, and holds 2 * strlen (text) + 512 bytes. The failure
 * names the move that is wrong (EXIT_BAD_DATA). void game_print_move (const struct board *, const struct
 * position *, struct move, char *text) At most MOVE_TEXT bytes with the final zero. int game_score (const
 * struct board *, const struct position *, enum outcome, int distance) The score of a game that ends
 * `distance` plies after the position with that outcome for the side to move: 0 for a draw; positive for a
 * win, the sooner the larger; at most SCORE_MAX; the negative for a loss. In a game that converges the score
 * of a final position is the same number, up to the sign, for each position before it, so searches pass it up
 * by negation. In a game that cycles use cyclic_score() below. int game_distance (const struct board *, const
 * struct position *, int score) The inverse for score != 0: plies to the end. void game_print_score (const
 * struct board *, const struct position *, enum outcome, int score, char *text) What --score prints (CONTRACT
 * 1), at most 16 bytes. `outcome` is the sign of the score.
 *
 * ---- optional functions: define the macro of the same name in capitals, else a default holds --
 * (they are asked about unfinished positions only)
 *
 *   GAME_STATIC_BOUNDS   void game_static_bounds (const struct board *, const struct position *, bool strong,
 *                                   struct bounds *)
 *       Narrow the bounds of an unfinished position without looking at children, by an argument that
 *       somebody else can repeat. strong: bounds are scores, else values -1, 0, 1. Default: nothing.
 *   GAME_STATIC_BOUNDS_DEEPER bool game_static_bounds_deeper (struct searcher *, const struct position *,
 *                                               struct bounds asked, struct bounds *)
 *       The same at a cost, for null-window and proof-number search: asked once about a position that is
 *       about to be searched, to see whether its value is <= asked.lower or >= asked.upper. May search a
 *       little (nodes are counted) and use the table under keys that are no position's. False: nothing found,
 *       which is the default.
 *   GAME_SEARCH_KEY int game_search_key (const struct board *, const struct position *, struct key *)
 *       For alpha-beta, null-window and proof-number search of an unfinished position: a key that it may
 *       share with others, not only images of it, that have the same value and score and whose corresponding
 *       moves do. Returns the symmetry. Default: game_key().
 *   GAME_PART     bool game_unpack_part (const struct board *, const uint8_t *bytes, struct key *)
 *       The key in the table of what a search of the game's own tells as a finding (search/bound_mailbox.h)
 * though it is no position: game_unpack() says false to its bytes, too. Checks what it reads. Default: false.
 *   GAME_FORCED   int game_forced (const struct board *, const struct position *, struct move *list)
 *       The moves that need a look: a winning move alone, or the replies to a threat; every move
 *       left out is at best as good as one that is listed (in score, too). Default: game_moves().
 *   GAME_REPLIES  int game_replies (const struct board *, const struct position *, struct move *list)
 *       The same where scores do not matter: every move left out is at best as good in value as one that is
 *       listed. Default: game_forced().
 *   GAME_ONLY_MOVE bool game_only_move (const struct board *, const struct position *, struct move *)
 *       Whether game_forced() lists a single move, and which; false is always allowed. Searches follow such
 *       moves without counting a node. Default: asks game_forced(), which is slow if it makes a long list.
 *   GAME_ORDER    int game_order (const struct board *, const struct position *, struct move)
 *       How promising a move is; the larger, the earlier. Default: 0 (the order of game_moves()).
 *   GAME_EVALUATE int game_evaluate (const struct board *, const struct position *, int which)
 *       For play and depth-limited methods: from the side to move, |value| < EVALUATION_MAX. Default: 0.
 *   GAME_EVALUATIONS  static const char *const game_evaluations[]
 *       The names of several evaluations to choose from (`which` is the place in this list), the first if
 *       nothing is said; then NULL.
 *   GAME_EVALUATION  instead of game_evaluate(), where an evaluation is kept along the moves, or is not the
 *                    same for both sides:
 *     struct evaluation
 *     void game_evaluation_begin (const struct board *, const struct position *, int which,
 *                                 struct evaluation *)
 *     void game_evaluation_play (const struct board *, const struct position *, struct move,
 *                                struct evaluation *)
 *         The position is the one before the move.
 *     int game_evaluation_value (const struct board *, const struct position *, const struct evaluation *,
 *                                bool other)
 *         What the position is worth to the side to move or, `other`, to the other side. Default:
 *         game_evaluate() and its negative.
 *   GAME_RELEVANT int game_relevant (const struct board *, const struct position *, struct move *list,
 *                                    bool *all)
 *       The moves that a player looks at, at least one; `all`: none is left out. To leave a move out is no
 *       proof of anything. Default: game_moves().
 *   GAME_NUMBERS  void game_numbers (const struct board *, const struct position *, bool win,
 *                                    uint32_t *proof, uint32_t *disproof)
 *       For proof-number search: how much is to be shown at least for, and against, the side to move getting
 *       a win (else: no loss); 1 to some thousands. Only says where to look first. Default: 1 and 1.
 *   GAME_COUNT_PATHS int game_count_paths (const struct board *, const struct position *)
 *       The sum of game_move_paths() over game_moves(): the last ply of perft. Default: that sum.
 *   GAME_SEARCH_FIRST void game_search_first (struct searcher *, const struct position *root)
 *       A search of the game's own that may bound the value of the root before the general one (by
 *       searcher_prove()); part of null-window search and of `auto` only, so that the other methods can be
 *       compared with it. Default: none. Comes with a header that engine.c includes after what the game
 *       knows.
 *   GAME_PLAYERS, GAME_MARKS   { "White", "Black" } and { "w", "b" }: what the players and their pieces
 *       are called in sentences and drawings. Default: the first player and the second player, x and o.
 *   GAME_MOVER    int game_mover (const struct board *, const struct position *)
 *       0: the first player is to move, 1: the second. Default: plies made so far, modulo 2.
 *   GAME_DRAW     void game_draw (const struct board *, const struct position *, const char *last,
 *                                 struct diagram *)
 *       The board for people (base/diagram.h), lines that end with a newline, coordinates included; `last`
 *       is the move that led here as game_print_move() wrote it, to be marked, or "". Default: nothing.
 *   GAME_EXPLAIN  bool game_explain (const struct board *, const struct position *, const char *argument,
 *                                    char *text, size_t size)
 *       Why an unfinished position needs no search, as a clause for people: what game_static_bounds() rests
 * on, or the `argument` (NULL: none) that a search of the game's own named. Only asked where that settled the
 * value. Default: false, nothing to say. GAME_METHOD   enum method: what `auto` is for values. Default:
 * null-window, where play can cycle alpha-beta. GAME_SHARED_PLIES  int: with fewer plies left threads do not
 * tell each other what they are in. Default: 14.
 *
 * ---- slices, for retrograde analysis (optional): GAME_SLICES ----------------------------------
 *
 * A slice is a set of positions that differ in the places of the same material, all with the same side to
 * move; a slice and its twin (the other side to move) are solved together, the leading one of the two names
 * the pair. Moves lead into the pair itself or into pairs that come before it. The pair is laid out in lines
 * of 32 places, so that moves carry sets of positions, words of 32 bits; places that are no position have no
 * bit in `valid`. A position may be found in several places (the same number for all of a slice) if the moves
 * keep these equal. Side 0 is the side to move of the leading slice. Bits 1 and 3 of the last word of a key
 * are never set: search/defence.h uses them.
 *
 *   struct slice, struct lines      a slice; the layout of a pair (opened for the leading slice)
 *   struct row_table               a solved pair as seen from one of its slices; an array by slice_number()
 *   struct row_set                 { line, bits }: positions of one line
 *   SLICE_NUMBERS, ROW_MOVES_MAX   bounds of slice_number(), of the entries of row_unmoves()
 *
 *   int slice_list (const struct board *, int pieces, struct slice *list)
 *       The leading slices with that many pieces in order of dependency; list may be NULL.
 *   struct slice slice_side_swapped (const struct slice *)       itself, if it is its own twin
 *   int slice_number (const struct slice *)
 *   void slice_print (const struct slice *, char *text)  SLICE_TEXT bytes
 *   struct slice slice_of (const struct position *)
 *   uint64_t slice_size (const struct board *, const struct slice *)
 *   uint64_t slice_index (const struct board *, const struct slice *, const struct position *)
 *   struct position slice_position (const struct board *, const struct slice *, uint64_t index)
 *   bool slice_next (const struct board *, const struct slice *, struct position *)
 *       The dense index, 0 .. slice_size() - 1: what files hold. The position has the first player to move.
 *   void slice_position_text (const struct board *, const struct position *, char *text)
 *       The position as CONTRACT 1 writes it, SLICE_POSITION_TEXT bytes.
 *   bool slice_place (const struct board *, const uint64_t pieces[2], uint64_t kings, bool second,
 *                     struct position *)
 *       The position with pieces of both players on these squares (bit i: square i + 1) and the second to
 *       move if so; false if there is none.
 *   void slice_numbers (const struct board *, const struct position *, uint64_t pieces[2], uint64_t *kings,
 *                       bool *second)
 *       The inverse.
 *   SLICE_INDEX_TEXT     what the index is, for a reader of a file who has nothing else
 *   uint64_t rows_plan (const struct board *, const struct slice *, struct lines *)
 *       How many lines the pair of a leading slice has; allocates nothing. At most ENDGAME_ROWS_MAX can be
 *       opened.
 *   void rows_open (const struct board *, const struct slice *, struct lines *)
 *   void rows_close (struct lines *)
 *       lines->count: how many; lines->copies: in how many places a position is found.
 *   int row_unmoves (const struct lines *, struct row_set, int side, struct row_set *list)
 *       The sets of positions, `side` to move, from which a move inside the pair leads into the given set; an
 *       entry for each kind of move, none empty. Positions that row_begin() calls decided may be among them.
 *   void row_begin (const struct lines *, const struct row_table *, uint32_t line, int side,
 *                    struct row_start *)
 *       What is known of a line before any move inside the pair: see struct row_start.
 *   void row_table_set (struct row_table *, const struct lines *, const uint8_t *value)
 *       Enter a solved pair for both its slices. value[64 * line + 32 * side + bit] is an endgame_code().
 *   int row_table_code (const struct row_table *, const struct position *)
 *       The code of an unfinished position; -1 if its slice was not entered.
 *   void row_order_copy (const struct lines *, const struct slice *, int side, uint64_t first,
 *                         uint64_t count, uint8_t *value, uint8_t *code, bool fill)
 *       code[]: what row_table_code() finds in `value` for `count` positions of the leading slice (side 0)
 *       or its twin, in order of the dense index; with `fill`, value[] from code[].
 *   struct position row_position (const struct lines *, struct row_set, int side)
 *       The position of the lowest bit, with the first player to move.
 */
#ifndef ZERMELO_SOLVER_GAME_H
#define ZERMELO_SOLVER_GAME_H

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

/** game_score() and game_distance() of a game that cycles: the position does not know how many plies were
 *  made, so the score counts from the position itself. */
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

/** What a table of endgames holds of a position: 0 for a draw, else 1 + plies to the end. Losses end after an
 *  even number of plies, wins after an odd one, so this is the value too. */
enum { ENDGAME_DRAWN = 0, ENDGAME_DISTANCE_MAX = 254 };

static inline uint8_t
endgame_code (enum outcome outcome, int distance)
{
  return outcome == DRAWN ? ENDGAME_DRAWN : (uint8_t) (distance + 1);
}

static inline enum outcome
endgame_outcome (uint8_t code)
{
  return code == ENDGAME_DRAWN ? DRAWN : code % 2 == 0 ? WON : LOST;
}

static inline int
endgame_distance (uint8_t code)
{
  return code - 1;
}

/** The codes of positions after some moves, seen by the opponent, as far as they matter. */
struct row_outcomes {
  int quickest; /* least distance of one that the opponent loses, -1: none */
  int slowest;  /* greatest distance of one that the opponent wins, -1: none */
  bool drawn;   /* one is drawn */
};

#define ROW_OUTCOMES_NONE                                                                                    \
  {                                                                                                          \
    -1, -1, false                                                                                            \
  }

static inline void
row_outcomes_add (struct row_outcomes *outcomes, uint8_t code)
{
  const int distance = endgame_distance (code);
  switch (endgame_outcome (code)) {
  case LOST:
    if (outcomes->quickest < 0 || distance < outcomes->quickest)
      outcomes->quickest = distance;
    break;
  case WON:
    if (distance > outcomes->slowest)
      outcomes->slowest = distance;
    break;
  default: outcomes->drawn = true;
  }
}

/** What follows if these are all moves. At most ENDGAME_DISTANCE_MAX + 2. */
static inline int
row_outcomes_code (const struct row_outcomes *outcomes)
{
  return outcomes->quickest >= 0 ? outcomes->quickest + 2
         : outcomes->drawn       ? ENDGAME_DRAWN
                                 : outcomes->slowest + 2;
}

/** What becomes known of positions of a line at a distance from the end:
 *  ROW_FINAL    they are settled there, by moves that leave the pair or by having none: lost if `level` is
 *                even, won if odd
 *  ROW_WIN      a move that leaves the pair wins, `level` plies before the end; moves inside may be quicker
 *  ROW_RELEASE  the moves that leave the pair all lose, the last one into a position won for the opponent at
 *                `level`: they are one of the moves counted, and are taken off then */
enum row_event_kind { ROW_FINAL, ROW_WIN, ROW_RELEASE, ROW_EVENT_KINDS };

struct row_event {
  uint8_t kind;
  uint16_t level;
  uint32_t bits;
};

/** Numbers from 0 to 31, one for each bit of a line: plane i holds the bits worth 2^i. */
enum { ROW_PLANES = 5 };

/** Lines of a pair are numbered in 32 bits, with one for the side to move. */
#define ENDGAME_ROWS_MAX INT32_MAX

/** A line with one side to move before any move inside its pair. */
struct row_start {
  uint32_t valid;             /* places that are positions */
  uint32_t decided;           /* not valid, or settled by moves that leave the pair, or without a move */
  uint32_t plane[ROW_PLANES]; /* of the others: how many moves must be refuted before they are lost; a move
                                  outside that draws counts as one that never is */
  int events;
  struct row_event event[64]; /* at most one a bit, of one kind and level each */
};

/** The key of a transposition table entry; GAME_KEY_WORDS is set by rules.h before this header. */
#ifdef GAME_KEY_WORDS
struct key {
  uint64_t word[GAME_KEY_WORDS];
};
#endif

#endif
