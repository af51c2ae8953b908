/* An opening book as rows in memory: read from a file, changed, and written as a book again.
 *
 * A row is a canonical unfinished position with what is known of it. Not thread-safe. */
#ifndef ZERMELO_BOOK_BOOK_ROWS_H
#define ZERMELO_BOOK_BOOK_ROWS_H

#include "answer/answer.h"
#include "base/key_set.h"
#include "engine.h"

#include "store/book.h"

struct book_rows {
  struct game game;
  char path[300]; /* where they come from, for messages */
  bool scored;
  bool selective;      /* masks may lack moves that keep the value: not needed, or not known */
  char heuristic[100]; /* the options of the search that found the evaluations: "--method bns --depth 8"; or
                          "" */
  int plies;           /* of the book that they are from: it has positions up to this ply */
  int mask_bytes;      /* of a row's mask */
  struct key_set keys; /* row i has key i */
  size_t room;         /* rows that the arrays have room for */
  int8_t *value;       /* ZERMELO_LOSS .. ZERMELO_UNKNOWN */
  int16_t *score;      /* 0 if not scored */
  int16_t *evaluation; /* ZERMELO_NO_EVALUATION where the value is proven, or there is none */
  uint8_t *ply;
  uint8_t *mask; /* mask_bytes a row: store/book.h */
};

/** Begin without rows. Takes over the game, which book_rows_free() closes. */
void book_rows_begin (struct book_rows *, struct game *game, bool scored);
void book_rows_free (struct book_rows *);

/** All rows of a book (zermelo-files(5)), in the order of the file. EXIT_NO_INPUT, EXIT_BAD_DATA, EXIT_IO;
 * then nothing is to be freed. */
bool book_rows_read (struct book_rows *, const char *path, struct failure *);

/** Add a row, or to the row of its key: a value where none was known, or else a heuristic value where there
 * was none, its moves, a smaller ply. Returns its number; SIZE_MAX: it contradicts what is there, which stays
 * as it is. */
size_t book_rows_add (struct book_rows *, const struct book_entry *, int mask_bytes);

/** Row i; its pointers are valid until a row is added. */
struct book_entry book_rows_at (const struct book_rows *, size_t i);

/** Translate a set of moves of `position` into the mask of moves of its canonical position: marked[i] says
 * whether move i of engine->successors() belongs to the set. `mask` has the mask_bytes of the rows, all zero
 * before. */
void book_rows_mask (const struct game *, const struct position *, const bool *marked, uint8_t *mask);

/** Is every unfinished position up to ply `plies` of the book there? */
bool book_rows_complete (const struct book_rows *);

/** "first", "second" or "both": whose strategy the rows hold; NULL: the rows are no strategy, or are all
 * positions with all moves. Where the rows lack moves, one move of a row is enough. */
const char *book_rows_whose_strategy (const struct book_rows *);

/** "the first player", "the second player" or "both players", by such a name. */
const char *book_strategy_owner (const char *whose);

/** What row i knows of its position. */
zermelo_knowledge book_rows_known (const struct book_rows *, size_t i);

/** What is known of the position after the i-th move of the canonical position of a row, for the side that
 * makes it. `position` and `child` are the canonical one, and one to work with. */
zermelo_knowledge book_rows_move (const struct book_rows *, size_t row, const struct position *,
                                  const struct successor *, int i, struct position *child);

/** Moves of a row are numbered below this: bits of its mask. */
int book_rows_move_numbers (const struct book_rows *);
int book_move_number (const struct successor *, int i);

/** The score that is printed as `printed` in a position: the inverse of engine->print_score(). */
int book_score_printed_as (const struct game *, const struct position *, int printed);

/** Does the move, the i-th of engine->successors() of the canonical position, stand in a mask? */
bool book_mask_has (const uint8_t *mask, int mask_bytes, const struct successor *, int i);
void book_mask_set (uint8_t *mask, const struct successor *, int i);

/** Are the rows of both about the same thing, so that they can be put together or compared? EXIT_BAD_DATA. */
bool book_rows_alike (const struct book_rows *, const struct book_rows *, struct failure *);

/** Add all rows of another book. EXIT_BAD_DATA names the first position about which they contradict each
 *  other. */
bool book_rows_add_all (struct book_rows *, const struct book_rows *from, struct failure *);

/** What row i says: "win 5", "draw", "unknown", "evaluation 12". */
enum { BOOK_SAID = 40 };
void book_rows_describe (const struct book_rows *, size_t i, char text[BOOK_SAID]);

/** The words for what others know, to be compared with what a row says. */
void book_known_describe (const zermelo_knowledge *, char text[BOOK_SAID]);

/** The position of row i as text, as commands take it: `text` has POSITION_TEXT bytes. "-" if there is none.
 */
enum { BOOK_POSITION_TEXT = 2048 };
void book_rows_text (const struct book_rows *, size_t i, char text[BOOK_POSITION_TEXT]);

/** Write a book, sorted, with masks no longer than needed. EXIT_CANNOT_CREATE, EXIT_IO; nothing is left
 * behind. */
bool book_rows_write (const struct book_rows *, const char *path, struct failure *);

#endif
