/* The contract that a game fulfils.
 *
 * A game is a folder games/NAME/. Its NAME_rules.h defines the types and the `static inline` functions below
 * over its own `struct position`. Its NAME_engine.c includes the rules, what the game knows beyond them, and
 * assembly/engine_searches.h. The searches are headers written against these names, so the compiler sees one
 * game and all searches in one translation unit and inlines everything. The same engine may be compiled
 * several times, each time with another GAME_BITS (see add_game() in CMakeLists.txt); a board uses the
 * smallest one that fits it.
 *
 * Include this header from NAME_rules.h before anything else. After the rules, assembly/engine_rules.h checks
 * the contract: a wrong signature or a missing function does not compile.
 *
 * Everything here is pure: a board is read-only once open and shared by all threads, and a position is a
 * value. Nothing allocates, except game_open() if a game wants to.
 *
 * ---- macros ---------------------------------------------------------------------------------
 *
 *   GAME_NAME        "connect4": the part of GAME before the colon
 *   GAME_CONVERGES   1 if no position can occur twice in one game (every move adds a stone),
 *                    0 if play can cycle: searches then keep no value that rests on a repetition
 *   GAME_KEY_WORDS   64-bit words of struct key: 1, 2 or 4
 *   GAME_KEY_EXACT   1 if struct key determines the canonical position (no collisions at all),
 *                    0 if it is a hash; NAME_rules.h then says how likely a collision is
 *   GAME_KEY_TAGS    only, and always, if play can cycle: a mask of two bits of the last word of struct key
 *                    that no position sets: UINT64_C (3) << 62. See game_key()
 *   GAME_MOVES_MAX   no position has more distinct moves
 *   GAME_ALIASES     { "connect4", "connect4:7x6" }: one or more pairs of strings
 *   GAME_DEFAULT_RULES   "standard": the rules that a GAME text need not name
 *   GAME_RULES_PREFIX    what stands before other rules in a GAME text: "" or "rules="
 *   GAME_PACKING     a sentence: how game_pack() lays out its bytes. Every file that holds keys quotes it
 *   GAME_TITLE       "Connect Four"
 *   GAME_BOARDS, GAME_EXAMPLE   "connect4:WxH" and "connect4:7x6": how a GAME is written, for help
 *
 * These may be left out:
 *
 *   GAME_BOARD_TITLE { "the ", " game" }: what stands before a board and behind it in the heading of a page;
 *                    else the title and a space, and nothing
 *   GAME_POSITIONS   a clause for help: how a position is written, if not by moves with spaces between
 *   GAME_SCORE_BY_DISTANCE   0 if a score says how high a game is won (discs), not how soon; else 1
 *   GAME_MAKER_BREAKER       true if the game has rules called maker-breaker, which --maker-breaker asks for
 *   GAME_MOVES_ENCODING, GAME_SCORES_ENCODING   sentences for those who read a book without this program:
 *                    which move a bit of a mask stands for, what a score counts
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
 *       OPENING_TOO_LARGE: valid, but too large for this GAME_BITS, or with rules that another variant
 *       holds: the next variant is tried. OPENING_FAILED: failure says what is wrong and what would be right
 *       (EXIT_BAD_DATA).
 *   void game_board_text (const struct board *, char board[BOARD_TEXT], char rules[BOARD_TEXT])
 *       The normal form: "15,15,5" and "exact" (32 bytes each). Rules are never empty.
 *   int game_symmetries (const struct board *)
 *       The size of the symmetry group, at least 1. Symmetries take the start to itself, so that with a
 *       position all its images can be reached.
 *   int game_plies_max (const struct board *)          most plies a game can last; 0 if it can cycle
 *   struct position game_start (const struct board *)
 *   int game_plies (const struct board *, const struct position *)
 *       Moves made so far, if the position tells (stones on the board), else the most that can have led to
 *       it; every move adds to it, and no more than game_plies_max() less this many are left. 0 in a game
 *       that can cycle.
 *   enum outcome game_outcome (const struct board *, const struct position *)
 *       GOING_ON, or how a finished game ended FOR THE SIDE TO MOVE.
 *   int game_moves (const struct board *, const struct position *, struct move *list)
 *       The distinct legal moves of an unfinished position, in an order that depends on the position
 *       alone; 0 for a finished one. Two moves are distinct if they lead to different positions. Where a
 *       player must pass, the pass is the only move.
 *   int game_move_cell (const struct board *, struct move)
 *       The cell or column of the move, or a number beyond them: its bit in a book's mask. -1 if moves have
 *       no such number; the bit is then the move's place in the list sorted by text.
 *   struct position game_play (const struct board *, const struct position *, struct move)
 *   int game_key (const struct board *, const struct position *, struct key *)
 *       The key shared by all symmetric positions. Returns which symmetry led to it (0: none). If play can
 *       cycle, searches keep up to four entries for a position, whose keys differ in the bits of
 *       GAME_KEY_TAGS: game_key() must leave these 0. With a bit that two positions differ in, one would be
 *       answered with what is known of the other; so whoever sets it ends the program (searcher_tag()).
 *   int game_move_number (const struct board *, const struct position *, struct move, int index,
 *                         int symmetry)
 *       A number for the move in the position that `symmetry` (as returned by game_key()) leads to: the cell
 *       or column there; if moves have no such number, `index`, the move's place in game_moves(). Never -1.
 *   int game_packed_bytes (const struct board *)       bytes of a packed position, 1..64; 0: too large
 *   void game_pack (const struct board *, const struct position *, uint8_t *bytes)
 *   bool game_unpack (const struct board *, const uint8_t *bytes, struct position *)
 *       The position as it stands (not its canonical form), as big-endian bytes, and back. game_unpack()
 *       validates: false for bytes that are no position of this board (floating stones, two in a cell).
 *   struct position game_canonical (const struct board *, const struct position *)
 *       The representative of all symmetric positions: the one with the smallest packed bytes. Two positions
 *       have the same canonical form if and only if they are symmetric.
 *   int game_orbit (const struct board *, const struct position *)
 *       The size of its orbit under symmetry, itself included: how many different packed positions have the
 *       same canonical form.
 *   bool game_parse_position (const struct board *, const char *text, struct position *,
 *                             struct normal_form *, struct failure *)
 *       zermelo(1). The failure names the move that is wrong (EXIT_BAD_DATA).
 *   void game_print_move (const struct board *, const struct position *, struct move, char *text,
 *                         size_t size)
 *       At most MOVE_TEXT bytes with the final zero. This and every other text is given the size of what it
 *       is written to; what does not fit is left out.
 *   int game_score (const struct board *, const struct position *, enum outcome, int distance)
 *       The score of a game that ends `distance` plies after the position with that outcome for the side to
 *       move: 0 for a draw; positive for a win, the sooner the larger, at most SCORE_MAX; the negative for a
 *       loss. In a game that converges, all positions on the way to a final one have its score, up to the
 *       sign, so searches negate it from ply to ply. In a game that cycles use cyclic_score() below.
 *       Without GAME_SCORE_BY_DISTANCE (only if the game converges): distance 0, the score of a final
 *       position, with the sign of its outcome; else a bound, the largest score of a win or the smallest of a
 *       loss.
 *   int game_distance (const struct board *, const struct position *, int score)
 *       The inverse for score != 0: plies to the end. Not without GAME_SCORE_BY_DISTANCE.
 *
 * ---- optional functions: define the macro of the same name in capitals, else a default holds --
 * (all but game_print_score() are called for unfinished positions only)
 *
 *   GAME_MOVE_PATHS  int game_move_paths (const struct board *, struct move)
 *       In how many ways the move can be played: perft counts paths. Default: 1.
 *   GAME_MOVE_AT     struct move game_move_at (const struct board *, const struct position *, int index)
 *       The move with that index in game_moves(). Default: lists them all.
 *   GAME_PRINT_SCORE void game_print_score (const struct board *, const struct position *, int score,
 *                                           char *text, size_t size)
 *       What --score prints (zermelo(1)), at most 16 bytes. Default: plies to the end with the sign of the
 *       score, 0 for a draw; without GAME_SCORE_BY_DISTANCE the score.
 *   GAME_STATIC_BOUNDS   void game_static_bounds (const struct board *, const struct position *,
 *                                            bool exact_score, struct bounds *)
 *       Narrow the bounds of an unfinished position without expanding it, by an argument that others can
 *       check. exact_score: bounds are scores, else values -1, 0, 1. Default: nothing.
 *   GAME_STATIC_MOVE  bool game_static_move (const struct board *, const struct position *, struct move *)
 *       A move that wins at once or by the argument of game_static_bounds(): it reaches their lower bound, of
 *       values and of scores. Default: false, none is known.
 *   GAME_STATIC_BOUNDS_DEEPER bool game_static_bounds_deeper (struct searcher *, const struct position *,
 *                                               struct bounds asked, struct bounds *)
 *       What game_static_bounds() does, at a cost, for null-window and proof-number search: called once for a
 *       position that is about to be searched, to show that its value is <= asked.lower or >= asked.upper.
 *       May search a little (nodes are counted) and use the table under keys that belong to no position.
 *       False: nothing shown, which is the default.
 *   GAME_SEARCH_KEY int game_search_key (const struct board *, const struct position *, struct key *)
 *       For alpha-beta, null-window and proof-number search of an unfinished position: a key that it may
 *       share with positions other than its images, if these have the same value and score, and so have
 *       their corresponding moves. Returns the symmetry. Default: game_key().
 *   GAME_PART     bool game_unpack_part (const struct board *, const uint8_t *bytes, struct key *)
 *       The table key of an entry that a search of the game's own shares (search/bound_mailbox.h) although it
 *       is no position: game_unpack() returns false for its bytes. Validates them. Default: false.
 *   GAME_FORCED   int game_forced (const struct board *, const struct position *, struct move *list)
 *       The moves worth searching: a winning move alone, or the replies to a threat. Every move left out is
 *       at best as good as one that is listed, in score as well. Default: game_moves().
 *   GAME_REPLIES  int game_replies (const struct board *, const struct position *, struct move *list)
 *       The moves worth searching where only the value matters: every move left out is at best as good in
 *       value as one that is listed. Default: game_forced().
 *   GAME_REPLIES_DEEPER int game_replies_deeper (struct searcher *, const struct position *,
 *                                       struct bounds asked, struct move *list)
 *       What game_replies() does, at a cost, for proof-number search: called when a position is expanded, to
 *       show that its value is <= asked.lower or >= asked.upper. May search a little, as
 *       game_static_bounds_deeper(); if the search is stopped meanwhile, the list does not matter, but is not
 *       empty. Default: game_replies().
 *   GAME_FAIL_ALIKE void game_fail_alike (struct searcher *, const struct position *, struct move failed,
 *                                         const struct move *moves, int count, bool *alike)
 *       For proof-number search: game_static_bounds_deeper() may have shown that the move `failed` loses.
 *       Sets alike[i] if moves[i] loses for the same reason; all of alike is false before. Default: nothing.
 *   GAME_ONLY_MOVE bool game_only_move (const struct board *, const struct position *, struct move *)
 *       Whether game_forced() lists a single move, and which; false is always allowed. Searches follow such
 *       moves without counting a node. Default: calls game_forced(), which is slow if its list is long.
 *   GAME_ORDER    int game_order (const struct board *, const struct position *, struct move)
 *       How promising a move is: larger is searched earlier. Default: 0 (the order of game_moves()).
 *   GAME_EVALUATE int game_evaluate (const struct board *, const struct position *, int which)
 *       For depth-limited methods: from the view of the side to move, |value| < EVALUATION_MAX. Default: 0.
 *   GAME_EVALUATIONS  static const char *const game_evaluations[]
 *       The names of several evaluations to choose from, ending with NULL. `which` is the place in this list;
 *       the first is the default.
 *   GAME_EVALUATION_OF_PLAY  the place in that list of the one that plays best. Default: 0.
 *   GAME_EVALUATION  instead of game_evaluate(), for an evaluation that is updated move by move, or that
 *                    differs between the sides:
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
 *   GAME_CAPTURES int game_captures (const struct board *, struct move)
 *       How many pieces the move takes: query.capture_bonus. Default: there are no captures.
 *   GAME_EVALUATION_ENDS  bool game_evaluation_ends (const struct board *, const struct position *,
 *                                                    int which)
 *       Does a depth-limited search with this evaluation look no further than this unfinished position, as at
 *       the horizon? That proves nothing. Default: false.
 *   GAME_STALE    bool game_stale (const struct board *, const struct position *)
 *       Do those who play stop here, drawn, although the rules go on: can neither side win any more? Default:
 *       false.
 *   GAME_REVERSIBLE   bool game_reversible (const struct board *, const struct position *, struct move)
 *       Of a move that can be taken back, so that play may cycle. After GAME_REVERSIBLE_MAX of them by each
 *       player, in a row, those who play agree to a draw (values do not know of it). Default: false.
 *   GAME_RELEVANT int game_relevant (const struct board *, const struct position *, struct move *list,
 *                                    bool *all)
 *       The moves that a player would consider, at least one; `all`: none is left out. That a move is left
 *       out proves nothing. Default: game_moves().
 *   GAME_ORDERS   static const char *const game_orders[]
 *                 int game_order_by (const struct board *, struct move, int which)
 *       The names of other orders of moves for depth-limited search, ending with NULL, to compare
 *       game_order() with, and the order with that place in the list. Default: there are none.
 *   GAME_CANDIDATES  how many moves of a position a search for play tries at most, the first in game_order(),
 *                    of those from
 *     int game_candidates (const struct board *, const struct position *, struct move *list, bool *all)
 *       As game_relevant(), but a wider choice; only with GAME_RELEVANT. Default: game_relevant(), all of
 *       them.
 *   GAME_NUMBERS  void game_numbers (const struct board *, const struct position *, bool win,
 *                                    uint32_t *proof, uint32_t *disproof)
 *       For proof-number search: the initial proof and disproof numbers of "the side to move wins" (`win`;
 *       else "does not lose"), from 1 to some thousands. A heuristic only. Default: 1 and 1.
 *   GAME_NUMBER_PER_CHILD  what each open move beyond the hardest adds to the disproof number of a position,
 *                          on the scale of game_numbers(). Default: 1.
 *   GAME_ASKS_LOSS_FIRST  bool game_asks_loss_first (const struct board *, const struct position *)
 *       Is the side to move of a root more likely to lose than to win? Then proof-number search first asks
 *       whether it loses; the order of the two questions does not change the value. Default: false.
 *   GAME_NUMBER_ROOM       n: proof-number search leaves a move when its number exceeds that of the next best
 *                          one by 2^-n of it. Default: 3.
 *   GAME_COUNTS_EFFORT     1: proof-number search counts what the side that wants to win has cost. For
 *       boards on which an attack may go on with quiet moves for long, without its number growing.
 *       Default: 0.
 *   GAME_COUNT_PATHS int game_count_paths (const struct board *, const struct position *)
 *       The sum of game_move_paths() over game_moves(): the last ply of perft. Default: that sum.
 *   GAME_SEARCH_FIRST void game_search_first (struct searcher *, const struct position *root)
 *       A search of the game's own that may bound the value of the root before the general one (by
 *       searcher_prove()). Only some methods use it (own_first in query.h), so that the others can be
 *       compared with them. It comes with a header that the engine includes after the game's knowledge.
 *       Default: none.
 *   GAME_PLAYERS, GAME_MARKS   { "White", "Black" } and { "w", "b" }: what the players and their pieces
 *       are called in sentences and drawings. Default: the first player and the second player, x and o.
 *   GAME_MOVER    int game_mover (const struct board *, const struct position *)
 *       0: the first player is to move, 1: the second. Default: plies made so far, modulo 2; there is none if
 *       play can cycle.
 *   GAME_DRAW     void game_draw (const struct board *, const struct position *, const char *last,
 *                                 struct diagram *)
 *       Draw the board for people (base/diagram.h): lines that end with a newline, with coordinates. `last`
 *       is the move that led here as game_print_move() wrote it, to be highlighted, or "". Default: nothing.
 *   GAME_CELLS    The board as cells with pieces on them, for programs that draw any game (board_cells.h).
 *     GAME_CELLS_FALLING, GAME_CELLS_PROMOTES, GAME_CELLS_SWAPS, GAME_CELLS_PLACES
 *       true: cells_engine.falling, .promotes, .swaps, .places; may be left out
 *     GAME_CELLS_NAMES  { "", "stone", "man", "king" }: cells_engine.names; may be left out
 *     int game_cells (const struct board *)
 *     void game_cell (const struct board *, int cell, struct board_cell *)
 *     void game_cell_label (const struct board *, bool row, int number, char label[CELL_NAME])
 *     struct piece game_piece (const struct board *, const struct position *, int cell)
 *     bool game_arrange (const struct board *, const struct piece *pieces, int mover, struct position *,
 *                        struct failure *)
 *     int game_cell_image (const struct board *, int symmetry, int cell)
 *     int game_move_cells (const struct board *, const struct position *, const char *move, bool made,
 *                          int list[CELLS_OF_A_MOVE])
 *       The functions of struct cells_engine. Default: none, and programs do not draw it.
 *   GAME_PRINT_POSITION void game_print_position (const struct board *, const struct position *, char *text,
 *                                                size_t size)
 *       A position as text that game_parse_position() reads.
 *   GAME_BEFORE   int game_before (const struct board *, const struct position *, struct move,
 *                                  const struct position *later)
 *       Instead: does the move put a piece where the later position has it? 0: no; else the larger the
 *       earlier it should be made. Then a position is printed as moves that lead to it, with
 *       GAME_MOVE_SEPARATOR between them. Only if the game converges. Default: without both, and where the
 *       moves are not found soon, a position is printed as the digits of its packed bytes, which is read as a
 *       position of any game that has keys (assembly/position_text.h).
 *   GAME_EXPLAIN  bool game_explain (const struct board *, const struct position *, const char *argument,
 *                                    char *text, size_t size)
 *       Why an unfinished position needs no search, as a clause for people: what game_static_bounds() rests
 *       on, or the `argument` (NULL: none) that a search of the game's own named. Only called if that decided
 *       the value. Default: false, no explanation.
 *   GAME_PLACE    double game_placements (const struct board *, int plies)
 *                 bool game_place (const struct board *, int plies, uint64_t *rng, struct position *)
 *       For counting positions by sampling: the natural logarithm of how many ways there are to place the
 *       stones of `plies` plies, and one of these, all equally likely, by random numbers from sample_next().
 *       False if play never leads there. Default: there are none.
 *   GAME_FORMULAS int game_formulas (const struct board *, struct size_formula *list)
 *       What formulas say about the size of the game: fills up to SIZE_FORMULAS. Default: nothing.
 *   GAME_TREE_NODES  struct size_formula game_tree_nodes (const struct board *, int plies)
 *       How many nodes the game tree would have at that depth if no game ended early. Default: no formula.
 *   GAME_FORGETS_SYMMETRY  void game_forget_symmetry (struct board *)
 *       From now on symmetric positions have keys of their own, to measure what symmetry saves. Default: the
 *       game cannot do without.
 *   GAME_FORGETS_THREATS  void game_forget_threats (struct board *)
 *       From now on no sequence of threats is looked for, to measure what they save. Default: there are none.
 *   GAME_METHOD   enum method: what `auto` means for values. Default: null-window; alpha-beta if play can
 *                 cycle.
 *   GAME_SHARED_PLIES  int: with fewer plies left, threads do not mark the positions that they are searching
 *                 (search/abdada.h). Default: 14.
 *
 * ---- slices, for retrograde analysis (optional): GAME_SLICES ----------------------------------
 *
 * A slice is a set of positions with the same material and the same side to move. Its side-swapped slice has
 * the colours of the material exchanged, so that the other side is to move. The two are solved together as a
 * pair; one of them, the leading slice, names it. Moves lead into the same pair or into pairs that come
 * before it. A pair is laid out in rows of 32 places, so that moves carry sets of positions as 32-bit words;
 * places that are no position have no bit in `valid`. A position may have several places (the same number
 * for all of a slice) if the moves keep these equal. Side 0 is the side to move of the leading slice.
 *
 *   struct slice, struct rows      a slice; the layout of a pair (opened for the leading slice)
 *   struct row_table               a solved pair as seen from one of its slices; an array by slice_number()
 *   struct row_set                 { row, bits }: positions of one row
 *   SLICE_NUMBERS, ROW_MOVES_MAX   limits of slice_number() and of the entries of row_unmoves()
 *
 *   int slice_list (const struct board *, int pieces, struct slice *list)
 *       The leading slices with that many pieces in order of dependency. Returns how many; list may be NULL.
 *   struct slice slice_side_swapped (const struct slice *)       itself, if both sides have the same material
 *   bool slice_has_number (const struct slice *)                 no, if it is in no slice_list()
 *   int slice_number (const struct slice *)
 *   void slice_print (const struct slice *, char *text, size_t size)  at most SLICE_TEXT bytes
 *   struct slice slice_of (const struct position *)
 *   int slice_stage (const struct slice *)
 *       Slices of the same stage and number of pieces do not depend on each other.
 *   bool slice_moves_into (const struct slice *from, int side, const struct slice *to)
 *       Can a move of `side` lead from the pair of a leading slice to that of another one? True if in doubt.
 *   int slice_side_pieces (const struct slice *, int side)
 *   SLICE_NAME_TEXT, SLICE_NAME_SENTENCE
 *       What the positions of a slice have in common, and what its name counts: as a description in a file,
 *       and as a sentence for people.
 *   uint64_t slice_size (const struct board *, const struct slice *)
 *   uint64_t slice_index (const struct board *, const struct slice *, const struct position *)
 *   struct position slice_position (const struct board *, const struct slice *, uint64_t index)
 *   bool slice_next (const struct board *, const struct slice *, struct position *)
 *       The dense index, 0 .. slice_size() - 1, which is the order of values in files. The position has the
 *       first player to move.
 *   void slice_position_text (const struct board *, const struct position *, char *text, size_t size)
 *       The position as zermelo(1) writes it, at most SLICE_POSITION_TEXT bytes.
 *   bool slice_place (const struct board *, const uint64_t pieces[2], uint64_t promoted, bool second,
 *                     struct position *)
 *       The position with pieces of both players on these squares (bit i: square i + 1) and the second to
 *       move if `second`; false if there is no such position.
 *   void slice_numbers (const struct board *, const struct position *, uint64_t pieces[2],
 *                       uint64_t *promoted, bool *second)
 *       The inverse.
 *   SLICE_INDEX_TEXT     a sentence: what the index is, for those who read a file without this program
 *   uint64_t rows_plan (const struct board *, const struct slice *, struct rows *)
 *       How many rows the pair of a leading slice has. Allocates nothing. At most ENDGAME_ROWS_MAX rows can
 *       be opened.
 *   void rows_open (const struct board *, const struct slice *, struct rows *)
 *   void rows_close (struct rows *)
 *       rows->count: how many rows; rows->copies: how many places each position has.
 *   int row_unmoves (const struct rows *, struct row_set, int side, struct row_set *list)
 *       The sets of positions, `side` to move, from which a move inside the pair leads into the given set:
 *       one entry for each kind of move, none empty. They may include positions that row_begin() calls
 *       decided.
 *   void row_begin (const struct rows *, const struct row_table *, uint32_t row, int side,
 *                    struct row_start *)
 *       What is known of a row before any move inside the pair is considered: see struct row_start.
 *   void row_table_set (struct row_table *, const struct rows *, const uint8_t *value, bool leaves_out)
 *       Enter a solved pair for both its slices. value[64 * row + 32 * side + bit] is an endgame_code(). With
 *       `leaves_out` the codes of positions that slice_leaves_out() names have no meaning. NULL: take it out.
 *   int row_table_code (const struct row_table *, const struct position *)
 *       The code of an unfinished position; -1 if its slice has not been entered. A code that is left out is
 *       worked out from the positions after the moves: a win is then 1 ply from the end and a loss 0.
 *   void row_order_copy (const struct rows *, const struct slice_range *, uint8_t *value, uint8_t *code,
 *                        bool fill)
 *       code[]: what row_table_code() finds in `value` for the positions of the range. With `fill`, the other
 *       way: value[] from code[].
 *   bool slice_leaves_out (const struct board *, const struct position *)
 *       Does every move of this position lead into slices with fewer pieces, and is there one? Files without
 *       distances leave the values of these positions out, since they follow from a few moves.
 *   void row_order_leave_out (const struct rows *, const struct slice_range *, uint8_t *code)
 *       Replace the codes of these positions by the code before them; at the beginning of the range by a
 *       draw.
 *   struct position row_position (const struct rows *, struct row_set, int side)
 *       The position of the lowest bit of the set, with the first player to move.
 */
#ifndef ZERMELO_SOLVER_GAME_H
#define ZERMELO_SOLVER_GAME_H

#include "base/failure.h"

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/** A value for the side to move. Order: loss < draw < win; negation changes the side. */
enum outcome { LOST = -1, DRAWN = 0, WON = 1, GOING_ON = 2 };

/** What is proven about a position: lower <= true value <= upper, for the side to move. */
struct bounds {
  int lower, upper;
};

/** Narrow bounds by what else is proven of the same. */
static inline void bounds_narrow (struct bounds *bounds, struct bounds by) {
  if (by.lower > bounds->lower)
    bounds->lower = by.lower;
  if (by.upper < bounds->upper)
    bounds->upper = by.upper;
}

enum {
  BOARD_TEXT = 32,        /* bytes of a board, and of rules, as text */
  MOVE_TEXT = 64,         /* bytes of a printed move */
  PACKED_MAX = 64,        /* bytes of a packed position */
  SCORE_MAX = 20000,      /* no score is larger */
  EVALUATION_MAX = 32000, /* evaluations are smaller than this */
  CYCLIC_SCORE = 20000    /* see cyclic_score() */
};

/** The normal form of a POSITION text, as game_parse_position() writes it. */
struct normal_form {
  char *text;
  size_t size;          /* what there is room for: normal_form_size() bytes are enough */
  char last[MOVE_TEXT]; /* the last move of the text as game_print_move() writes it, "" if there is none */
};

static inline size_t normal_form_size (const char *text) { return 2 * strlen (text) + 512; }

/** A number about a game, from a formula. */
struct size_formula {
  const char *quantity;
  double logarithm; /* natural */
  double exact;     /* the number itself, if it is whole and below 2^53; else 0, or not worked out */
};

enum { SIZE_FORMULAS = 8 };

enum opening { OPENING_DONE, OPENING_TOO_LARGE, OPENING_FAILED };

/** game_score() and game_distance() of a game that cycles: the position does not know how many plies were
 *  played, so the score counts from the position itself. */
static inline int cyclic_score (enum outcome outcome, int distance) {
  assert (outcome >= LOST && outcome <= WON);
  assert (distance >= 0 && distance < CYCLIC_SCORE); /* else a win would score as a draw or a loss */
  return outcome == DRAWN ? 0 : (int) outcome * (CYCLIC_SCORE - distance);
}

static inline int cyclic_distance (int score) {
  assert (score != 0);
  return CYCLIC_SCORE - (score < 0 ? -score : score);
}

/** Consecutive positions of one slice of a pair, by dense index. */
struct slice_range {
  int side; /* 0: the leading slice, 1: the side-swapped one */
  uint64_t first, count;
};

/** What an endgame table holds for a position: 0 for a draw, else 1 + plies to the end. Losses end after an
 *  even number of plies and wins after an odd one, so the code gives the value, too. */
enum { ENDGAME_DRAWN = 0, ENDGAME_DISTANCE_MAX = 254 };

static inline uint8_t endgame_code (enum outcome outcome, int distance) {
  assert (outcome >= LOST && outcome <= WON);
  assert (outcome == DRAWN || (distance >= 0 && distance <= ENDGAME_DISTANCE_MAX));
  assert (outcome == DRAWN || distance % 2 == (outcome == WON)); /* the code tells them apart by that */
  return outcome == DRAWN ? ENDGAME_DRAWN : (uint8_t) (distance + 1);
}

static inline enum outcome endgame_outcome (uint8_t code) {
  return code == ENDGAME_DRAWN ? DRAWN : code % 2 == 0 ? WON : LOST;
}

static inline int endgame_distance (uint8_t code) { return code - 1; }

/** What matters of the codes of the positions after some moves, seen by the opponent. */
struct row_outcomes {
  int quickest; /* shortest distance of those that the opponent loses, -1: none */
  int slowest;  /* longest distance of those that the opponent wins, -1: none */
  bool drawn;   /* at least one is drawn */
};

#define ROW_OUTCOMES_NONE                                                                                    \
  { -1, -1, false }

static inline void row_outcomes_add (struct row_outcomes *outcomes, uint8_t code) {
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

/** The code of the position if these are all its moves. At most ENDGAME_DISTANCE_MAX + 2. */
static inline int row_outcomes_code (const struct row_outcomes *outcomes) {
  assert (outcomes->quickest < 0 || outcomes->quickest % 2 == 0); /* lost for the opponent */
  assert (outcomes->slowest < 0 || outcomes->slowest % 2 == 1);
  return outcomes->quickest >= 0 ? outcomes->quickest + 2
         : outcomes->drawn       ? ENDGAME_DRAWN
                                 : outcomes->slowest + 2;
}

/** What becomes known about positions of a row at a distance from the end:
 *  ROW_FINAL    they are decided, by moves that leave the pair or by having no move: lost if `level` is even,
 *               won if it is odd
 *  ROW_WIN      a move that leaves the pair wins, `level` plies before the end; a move inside may be quicker
 *  ROW_RELEASE  all moves that leave the pair lose, the slowest into a position won for the opponent at
 *               `level`. They count as one move, which is refuted at that level */
enum row_event_kind { ROW_FINAL, ROW_WIN, ROW_RELEASE, ROW_EVENT_KINDS };

struct row_event {
  uint8_t kind;
  uint16_t level;
  uint32_t bits;
};

/** Numbers from 0 to 31 for the bits of a row: plane i holds the binary digits worth 2^i. */
enum { ROW_PLANES = 5 };

/** Rows of a pair are numbered in 32 bits, one of which is the side to move. */
#define ENDGAME_ROWS_MAX INT32_MAX

/** A row, with one side to move, before any move inside its pair is considered. */
struct row_start {
  uint32_t valid;             /* places that are positions */
  uint32_t decided;           /* not valid, or decided by moves that leave the pair, or without a move */
  uint32_t plane[ROW_PLANES]; /* of the others: how many moves must be refuted before they are lost; a move
                                  that leaves the pair and draws counts as one that never is */
  int events;
  struct row_event event[64]; /* at most one of a kind and level for each bit */
};

#ifndef GAME_SCORE_BY_DISTANCE
#define GAME_SCORE_BY_DISTANCE 1
#endif

/** The key of a transposition table entry; GAME_KEY_WORDS is set by NAME_rules.h before this header. */
#ifdef GAME_KEY_WORDS
struct key {
  uint64_t word[GAME_KEY_WORDS];
};

#if GAME_CONVERGES
#define GAME_KEY_TAGS 0
#elif !defined GAME_KEY_TAGS
#error "play can cycle: GAME_KEY_TAGS must name two bits that no key sets, see game_key() in game.h"
#endif
_Static_assert(__builtin_popcountll (GAME_KEY_TAGS) == (GAME_CONVERGES ? 0 : 2), "two bits for tags");
#endif

#endif
