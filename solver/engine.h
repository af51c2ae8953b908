/* What the rest of the program sees of a game and its searches.
 *
 * engine_open() finds the engine for a GAME text ("connect4:7x6") and fills a `struct game`: one game on one
 * board. Only games/ knows what a position looks like. To everyone else it is game->position_bytes bytes that
 * the functions of the engine read and write, or, in files, messages and the proof, a packed canonical key of
 * game->key_bytes bytes. A game is read-only once open, and all threads share it. */
#ifndef ZERMELO_SOLVER_ENGINE_H
#define ZERMELO_SOLVER_ENGINE_H

#include "game.h"
#include "query.h"

#include <stddef.h>

struct board;
struct cells_engine;
struct search;
struct table;
struct certificate;
struct diagram;
struct proven_bound;
struct position;
struct slices_engine;

/** A legal move and its names. */
struct successor {
  char text[MOVE_TEXT]; /* as printed; no two moves have the same text */
  int move;             /* index in the order of game_moves(), for engine->child() */
  int cell;             /* the cell or column of the move, its bit in a book's mask; -1 if moves have no such
                           number */
  int paths;            /* in how many ways it can be played */
};

struct game {
  const struct engine *engine;
  struct board *board;
  char title[96]; /* game:board[,rules] in normal form: "mnk:15,15,5,exact"; with the rules only if they
                     are not the default */
  char name[24];  /* "mnk" */
  char board_text[BOARD_TEXT]; /* "15,15,5" */
  char rules[BOARD_TEXT];      /* "exact" */
  size_t position_bytes;
  int key_bytes; /* bytes of a packed position; 0: too large to be stored */
  int key_words; /* words of a table key, for table_create() */
  int symmetries;
  int plies_max; /* 0: play can cycle */
  int moves_max;
};

/** What the rules say about a position of a list. */
struct terminal_status {
  enum outcome outcome; /* for the side to move, or GOING_ON */
  int orbit;            /* how many positions are symmetric to it, itself included */
};

/** A game in words, for a user who is to type a GAME and a POSITION. */
struct game_description {
  const char *title;           /* "Connect Four" */
  const char *board_title[2];  /* what stands before a board and behind it: "the ", " game" */
  const char *boards;          /* "connect4:WxH" */
  const char *example;         /* "connect4:7x6" */
  const char *positions;       /* a clause: how a position is written; NULL: by moves with spaces between */
  const char *moves_encoding;  /* for readers of a book: which move a bit of a mask stands for */
  const char *scores_encoding; /* for readers of a book: what a score counts */
};

/** One game (in one variant of board size). All functions are thread-safe. */
struct engine {
  const char *name;
  const char *const (*aliases)[2]; /* pairs of alias and game:board; ends with NULL */
  bool (*runs_here) (void);        /* can this processor run it? NULL: any can */
  const char *default_rules;       /* the rules that a GAME need not name */
  const char *packing;             /* a sentence: how a packed position is laid out */
  bool score_by_distance;          /* a score says how soon the game ends; else how high */
  bool maker_breaker;              /* the game has rules of that name */
  struct game_description description;
  enum opening (*open) (struct game *, const char *text, struct failure *);
  void (*close) (struct game *);

  void (*start) (const struct game *, struct position *);
  /* Text to position, and its normal form, for which the caller has set text and size. */
  bool (*parse) (const struct game *, const char *text, struct position *, struct normal_form *,
                 struct failure *);

  /* Position to text that `parse` takes. False: the board has no keys, or no game leads there. */
  bool (*print_position) (const struct game *, const struct position *, char *text, size_t size);

  /* A position packed as it stands (to count without symmetry), or in canonical form (everywhere else). */
  void (*pack) (const struct game *, const struct position *, uint8_t *bytes);
  void (*pack_canonical) (const struct game *, const struct position *, uint8_t *bytes);
  bool (*unpack) (const struct game *, const uint8_t *bytes, struct position *);

  /* The key of a position in a table, game->key_words words, and the bits of its last word that searches set
   * besides (GAME_KEY_TAGS). */
  void (*key) (const struct game *, const struct position *, uint64_t *words);
  uint64_t key_tags;

  enum outcome (*outcome) (const struct game *, const struct position *);
  int (*plies) (const struct game *, const struct position *);
  /* The legal moves sorted by text (byte order). `list` has room for game->moves_max. Returns how many. */
  int (*successors) (const struct game *, const struct position *, struct successor *list);
  /* The position after the move with that index: `move` of struct successor. */
  void (*child) (const struct game *, const struct position *, int move, struct position *);

  int (*score) (const struct game *, const struct position *, enum outcome, int distance);
  int (*distance) (const struct game *, const struct position *, int score);
  void (*print_score) (const struct game *, const struct position *, int score, char *text, size_t size);

  /* The score that a child's score gives its parent (the same up to the sign if play converges). */
  int (*score_from_child) (int score);

  /* How many move sequences (or, if `distinct`, sequences of distinct moves) of exactly `depth` plies. */
  uint64_t (*perft) (const struct game *, const struct position *, int depth, bool distinct);

  /* Children of a packed position, packed: `out` has room for moves_max * key_bytes. Returns how many; 0 for
   * a finished position. expand() is for trees: canonical, the most promising first. children() is for lists
   * of all positions: canonical or as they stand, in any order, and what the rules say about the parent. */
  int (*expand) (const struct game *, const uint8_t *packed, uint8_t *out);
  int (*children) (const struct game *, const uint8_t *packed, bool canonical, uint8_t *out,
                   struct terminal_status *);

  /* Enter a bound that a search of the same subject shared (search/bound_mailbox.h) into a table. False: it
   * belongs to no position of this game, or names a depth that its position does not have. */
  bool (*learn) (const struct game *, struct table *, enum method, bool exact_score,
                 const struct proven_bound *);

  /* Enter a record of another host (search/replication.h) into the table of the same subject, and into the
   * marks of the searches that use it. */
  void (*receive) (struct table *, struct search *const *searches, int count, unsigned host,
                   const uint64_t *record);

  /* Run one thread of a search: see search/search.h. */
  void (*search) (struct search *, int thread);

  /* A move that wins, by an argument that needs no search, as its index; -1: none is known. */
  int (*static_move) (const struct game *, const struct position *);

  /* Extend a certificate (certificate/certificate.h) so that it shows the value of a position; in the calling
   * thread. The search has begun; its question gives the endgame tables (with distances) and the limits of
   * memory and time; its table serves this search alone. False: the search was stopped, memory ran out, or
   * the position has another value. NULL: play ends by itself, so there are no certificates. */
  bool (*certify) (struct search *, struct certificate *, const struct position *, enum outcome);

  const char *players[2], *marks[2]; /* "the first player" and "x": for sentences and drawings */
  int (*mover) (const struct game *,
                const struct position *); /* 0: the first player is to move, 1: the second */
  /* Draw the board for people: base/diagram.h. `last`: the move that led here, or "". */
  void (*draw) (const struct game *, const struct position *, const char *last, struct diagram *);

  /* The board as cells with pieces on them (board_cells.h); NULL for games that do not say where they are. */
  const struct cells_engine *cells;

  /* Why the value of a position needed no search, as a clause for people. `argument`: that of the answer, or
   * NULL. False: there is no explanation. */
  bool (*explain) (const struct game *, const struct position *, const char *argument, char *text,
                   size_t size);

  /* The names of the evaluations to choose from, ending with NULL; the first is the default. NULL: there is
   * no choice. */
  const char *const *evaluations;

  /* The one that plays best, for players that are not bound to another. */
  int evaluation_of_play;

  /* Do moves take pieces, so that query.capture_bonus means something? */
  bool captures;

  /* The names of the orders of moves that depth-limited searches can use beside the game's own, ending with
   * NULL. */
  const char *const *orders;

  /* An evaluation may differ by who is to move at the root: a table of depth-limited searches serves one
   * side. */
  bool evaluates_by_side;

  /* How those who play end a game before the rules do: game_stale(); game_reversible(), for the move with
   * that index, and how many such moves of each player in a row. */
  bool (*stale) (const struct game *, const struct position *);
  bool (*reversible) (const struct game *, const struct position *, int move);
  int reversible_max;

  /* Random placements of the stones of `plies` plies, all equally likely: how many there are (natural
   * logarithm), and one of them; false if play never leads there. NULL: the game has none. */
  double (*placements) (const struct game *, int plies);
  bool (*place) (const struct game *, int plies, uint64_t *rng, struct position *);

  /* What formulas say about the size of the game: up to SIZE_FORMULAS. Returns how many. */
  int (*formulas) (const struct game *, struct size_formula *list);

  /* How many nodes the game tree would have at a depth if no game ended early. NULL: no formula says. */
  struct size_formula (*tree_nodes) (const struct game *, int plies);

  /* From now on symmetric positions have keys of their own in searches. Before the game is used; NULL: the
   * game cannot do without symmetry. */
  void (*forget_symmetry) (struct game *);

  /* From now on searches do without winning sequences of threats. Before the game is used; NULL: the game has
   * no such sequences. */
  void (*forget_threats) (struct game *);

  /* Retrograde analysis by slices (tablebase/slices.h); NULL for games without. */
  const struct slices_engine *slices;
};

/** Open a GAME text and fill `game`; engine_close() frees what it holds. EXIT_BAD_DATA. */
bool engine_open (struct game *, const char *text, struct failure *);
void engine_close (struct game *);

/** All engines, ending with NULL; generated from the add_game() lines of CMakeLists.txt. */
extern const struct engine *const engines[];

/** Is this the first engine of its game in that list? */
bool engine_begins_game (const struct engine *const *);

/** The first engine of that name, whatever processor it is for; NULL: there is no such game. */
const struct engine *engine_by_name (const char *name);

/** The names of the games that have something: "draughts", "nim<last>othello". `has` is asked of the first
 * engine of each. */
const char *games_list (bool (*has) (const struct engine *), const char *last, char *text, size_t size);
/** games_list() with its verb: "draughts has", "nim and othello have"; "no game has". */
const char *games_with (bool (*has) (const struct engine *), char *text, size_t size);
bool engine_has_tables (const struct engine *);
bool engine_has_certificates (const struct engine *);
bool engine_has_evaluations (const struct engine *);
bool engine_has_maker_breaker (const struct engine *);

enum { GAMES_TEXT = 200 };

/** Which of the game's evaluations has that name? EXIT_USAGE: none; the failure lists them. */
bool engine_evaluation (const struct game *, const char *name, int *which, struct failure *);

/** Memory for a position; the caller frees it. */
struct position *position_allocate (const struct game *);

/** Memory for the normal form of a text; the caller frees .text. */
struct normal_form normal_form_allocate (const char *text);

/** Text to position, for those who do not ask for its normal form. EXIT_BAD_DATA. */
bool position_parse (const struct game *, const char *text, struct position *, struct failure *);

/** The first move that leads to a position with that canonical key, and its index in engine->successors();
 * -1: no move does. */
int engine_move_to (const struct game *, const struct position *, const uint8_t *key, struct successor *);

/** "first", "second": the two players, as game->engine->mover() numbers them. */
extern const char *const side_names[2];

/** win, draw, loss or unknown, from bounds. */
const char *value_name (struct bounds);

enum { SCORE_TEXT = 24 }; /* bytes of a score as text */

/** The score of a position as text ("-" if it is unknown) and as a number. False if it is unknown. */
bool score_text (const struct game *, const struct position *, struct bounds, char text[SCORE_TEXT],
                 int *number);

/** Convert bounds of a score to bounds of the value. */
struct bounds value_of_score (struct bounds);

#endif
