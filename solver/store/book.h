/* Opening books (zermelo-files(5)) in memory.
 *
 * A book is read when it is opened; after that every function but book_close() may be called from any number
 * of threads at once. Opening takes file_lock() itself. Shared with the libraries: no MPI, no OpenMP. */
#ifndef ZERMELO_STORE_BOOK_H
#define ZERMELO_STORE_BOOK_H

#include "base/failure.h"
#include "zermelo/probe.h" /* ZERMELO_LOSS ... ZERMELO_UNKNOWN, ZERMELO_NO_EVALUATION */

struct book;
struct game;
struct position;

/** How a book describes itself. Strings belong to the book. */
struct book_identity {
  const char *game;           /* "connect4" */
  const char *board;          /* "7x6" */
  const char *rules;          /* "standard" */
  const char *options;        /* the options it was made with: "--plies 8 --score" */
  const char *encoding;       /* how a key is packed */
  const char *moves_encoding; /* what bit i of a mask of moves is */
  const char *revision;       /* git revision of the program that wrote it */
  const char *checksum;       /* of the content, 16 hex digits: equal content has equal checksums */
  int plies; /* the last ply of a position. Without "(partial)" or "--strategy" in the options the book holds
                every canonical unfinished position up to this ply, with all moves that keep its value */
  size_t positions;
  int key_bytes;
  int mask_bytes; /* bytes of a mask of moves */
  bool scored;    /* the book has scores */
  bool heuristic; /* some positions have a heuristic value instead of a proven one */
};

/** One position of the book. */
struct book_entry {
  const uint8_t *key; /* key_bytes, in the book */
  const uint8_t
      *moves; /* mask_bytes: bit i is bit i % 8 of byte i / 8; set if move i keeps the value. In a
                 book of a strategy: the move that it plays, and none where the other side is to move */
  int value;  /* ZERMELO_LOSS ... ZERMELO_UNKNOWN, for the side to move */
  int score;  /* 0 if the book has no scores */
  int ply;
  bool proven;    /* false: the value is unknown, and a search of limited depth chose the moves */
  int evaluation; /* the heuristic value that this search found; ZERMELO_NO_EVALUATION: none */
};

/** Open a book; book_close() frees it. NULL: EXIT_NO_INPUT, EXIT_BAD_DATA, EXIT_IO; EXIT_INTERNAL without
 * memory. */
struct book *book_open (const char *path, struct failure *);

/** Pointers into the book are invalid afterwards. NULL is allowed. */
void book_close (struct book *);

void book_identify (const struct book *, struct book_identity *);

/** Find the entry of a canonical key by a binary search. False: there is none. */
bool book_find (const struct book *, const uint8_t *key, struct book_entry *);

/** Entry i, 0 <= i < positions, in the order of keys. False: i is out of range. */
bool book_entry_at (const struct book *, size_t i, struct book_entry *);

/** Compute the checksum of the book in memory, and check order and ranges, once more. EXIT_BAD_DATA. */
bool book_verify (const struct book *, struct failure *);

/* ---- the moves of an entry, by the rules of the game ----
 *
 * A book holds canonical positions. A move of an entry is identified in any symmetric position by what it
 * leads to: a move keeps the value if the position after it has the canonical form of a position after a move
 * of the entry. */

/** marked[i]: does move i of the position, in the order of engine->successors(), keep the value according to
 *  the entry of its canonical form? `mask_bytes` is the book's. Thread-safe. False: the key of the entry is
 *  no position of the game. */
bool book_marks (const struct game *, const struct book_entry *, int mask_bytes, const struct position *,
                 bool *marked);

/** Does the position with this key have a move with this number? True if the key is not that of a position,
 * since that fault is reported separately. */
bool book_has_move (const struct game *, const uint8_t *key, int number);

#endif
