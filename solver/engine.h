/* What the rest of the house sees of a game and its searches.
 *
 * engine_open() finds the engine for a GAME text ("connect4:7x6") and gives a `struct game`: one game on
 * one board. Nobody outside games/ knows what a position looks like: it is memory of
 * game->position_bytes bytes that the functions of the engine read and write, or a packed canonical
 * key of game->key_bytes bytes for files, messages and tables of work.
 * A game is read-only once open and shared by all threads. */
#ifndef ZERMELO_SOLVER_ENGINE_H
#define ZERMELO_SOLVER_ENGINE_H

#include "game.h"
#include "query.h"

#include <stddef.h>

struct board;
struct search;
struct table;
struct certificate;
struct diagram;
struct proven_bound;
struct position;
struct slices_engine;

/** A legal move and what it is called. */
struct successor {
  char text[MOVE_TEXT]; /* as printed; distinct moves have distinct texts */
  int move;             /* index in the order of game_moves(), for engine->child() */
  int cell;             /* the cell or column of the move, or -1 if moves have no such number: bit of a
                           book's mask */
  int paths;            /* ways to play it */
};

struct game {
  const struct engine *engine;
  struct board *board;
  char title[96];      /* game:board[,rules] in normal form: "mnk:15,15,5,exact"; rules only where
                          they are not the default */
  char name[24];       /* "mnk" */
  char board_text[32]; /* "15,15,5" */
  char rules[32];      /* "exact" */
  size_t position_bytes;
  int key_bytes; /* bytes of a packed position, 0: too large to be stored */
  int key_words; /* of a table key: for table_create() */
  int symmetries;
  int plies_max; /* 0: play can cycle */
  int moves_max;
};

/** What the rules say of a position in a list. */
struct terminal_status {
  enum outcome outcome; /* for the side to move; GOING_ON */
  int orbit;            /* positions that are symmetric to it, itself included */
};

/** One game (in one variant of board size). All functions are thread-safe. */
struct engine {
  const char *name;
  const char *const (*aliases)[2]; /* pairs alias, game:board; ends with NULL */
  bool (*runs_here) (void);        /* does this processor have what it needs? NULL: any does */
  const char *packing;             /* how a packed position is laid out, in words */
  enum opening (*open) (struct game *, const char *text, struct failure *);
  void (*close) (struct game *);

  void (*start) (const struct game *, struct position *);
  /* text -> position; `normal` gets the normal form, 2 * strlen (text) + 512 bytes */
  bool (*parse) (const struct game *, const char *text, struct position *, char *normal, struct failure *);
  /* besides, `last` gets its last move as the engine prints it, "" if there is none: MOVE_TEXT bytes */
  bool (*parse_game) (const struct game *, const char *text, struct position *, char *last, char *normal,
                      struct failure *);

  /* Packed form as it stands (for counting without symmetry) and canonical (for everything else). */
  void (*pack) (const struct game *, const struct position *, uint8_t *bytes);
  void (*pack_canonical) (const struct game *, const struct position *, uint8_t *bytes);
  bool (*unpack) (const struct game *, const uint8_t *bytes, struct position *);

  enum outcome (*outcome) (const struct game *, const struct position *);
  int (*plies) (const struct game *, const struct position *);
  /* The legal moves sorted by text (byte order); list holds game->moves_max. Returns how many. */
  int (*successors) (const struct game *, const struct position *, struct successor *list);
  /* The position after the move with that `move` index. */
  void (*child) (const struct game *, const struct position *, int move, struct position *);

  int (*score) (const struct game *, const struct position *, enum outcome, int distance);
  int (*distance) (const struct game *, const struct position *, int score);
  void (*print_score) (const struct game *, const struct position *, int score, char *text);

  /* The score a parent gets from a child with this one (the same up to the sign where play converges). */
  int (*score_from_child) (int score);

  /* Move sequences (or distinct positions' moves) of exactly `depth` plies. */
  uint64_t (*perft) (const struct game *, const struct position *, int depth, bool distinct);

  /* Children of a packed position, packed: `out` holds moves_max * key_bytes. Returns how many; 0 if it is
   * finished. For trees: canonical, the most promising first. For lists of all positions: canonical or as
   * they stand, in no order that matters, with what the rules say of the position itself. */
  int (*expand) (const struct game *, const uint8_t *packed, uint8_t *out);
  int (*children) (const struct game *, const uint8_t *packed, bool canonical, uint8_t *out,
                   struct terminal_status *);

  /* Put into a table what a search with the same subject found (search/bound_mailbox.h). False: it is about
   * no position of this game. */
  bool (*learn) (const struct game *, struct table *, enum method, bool exact_score,
                 const struct proven_bound *);

  /* Run one thread of a search: search.h. */
  void (*search) (struct search *, int thread);

  /* Add to a certificate (certificate/certificate.h) what shows that a position has this value, in the
   * calling thread. The search is begun; its question says which endgame tables there are (with distances),
   * how much memory and time; its table is for this alone. False: the search was stopped, memory is used up,
   * or the value is another. NULL: the game ends by itself. */
  bool (*certify) (struct search *, struct certificate *, const struct position *, enum outcome);

  const char *players[2], *marks[2]; /* "the first player" and "x": for sentences and drawings */
  int (*mover) (const struct game *,
                const struct position *); /* 0: the first player is to move, 1: the second */
  /* Draw the board for people: base/diagram.h. `last`: the move that led here, or "". */
  void (*draw) (const struct game *, const struct position *, const char *last, struct diagram *);

  /* Why a position whose value needed no search has it, as a clause for people: the `argument` of the answer,
   * or NULL. False: there is nothing to say. */
  bool (*explain) (const struct game *, const struct position *, const char *argument, char *text,
                   size_t size);

  /* The names of the evaluations that one can choose from, the first if nothing is said; then NULL. NULL:
   * there is no choice. */
  const char *const *evaluations;

  /* Retrograde analysis by slices (tablebase/slices.h); NULL for games without. */
  const struct slices_engine *slices;
};

/** Open a GAME text. `game` is filled; engine_close() frees what it holds. EXIT_BAD_DATA. */
bool engine_open (struct game *, const char *text, struct failure *);
void engine_close (struct game *);

/** All engines, ending with NULL: made from the add_game() lines of CMakeLists.txt. */
extern const struct engine *const engines[];

/** Memory for a position, to be freed by the caller. */
struct position *position_allocate (const struct game *);

#endif
