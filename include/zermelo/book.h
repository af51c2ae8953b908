/* libzermelo-book: read an opening book that `zermelo book` wrote.
 *
 * Link with the CMake target zermelo::zermelo-book, after find_package (zermelo-book), or with what
 * `pkg-config --cflags --libs zermelo-book` prints.
 *
 * Serial HDF5 only: no MPI, no OpenMP. A book is read into memory when it is opened; after that every
 * function but zermelo_book_close() may be called from any number of threads at once. Books may be opened
 * from several threads, too; but HDF5 itself is not thread-safe, so a program that also uses HDF5 on its
 * own must not do so while a book is being opened.
 *
 * A position is given by its moves as text: zermelo_book_probe_moves(). Programs that have positions of their
 * own can use a packed key: the bytes in /book/key, of the *canonical* position (the smallest of its mirror
 * images; the attribute `encoding` of /book/key says how to pack it).
 */
#ifndef ZERMELO_BOOK_H
#define ZERMELO_BOOK_H

#include <stddef.h>
#include <stdint.h>
#include <zermelo/probe.h>

#ifdef __cplusplus
extern "C" {
#endif
#ifdef __GNUC__
#pragma GCC visibility push(default)
#endif

typedef struct zermelo_book zermelo_book;

/** How a book describes itself. Strings belong to the book. */
typedef struct zermelo_book_identity {
  const char *game;           /* "connect4" */
  const char *board;          /* "7x6" */
  const char *rules;          /* "standard" */
  const char *options;        /* the options it was made with: "--plies 8 --score" */
  const char *encoding;       /* how a key is packed */
  const char *moves_encoding; /* what bit i of a mask of moves is */
  const char *revision;       /* git revision of the program that wrote it */
  const char *checksum;       /* of the content, 16 hex digits: the same for the same content */
  int plies; /* no position is of a later ply; without "(partial)" or "--strategy" in the options it holds
                every canonical unfinished position up to that ply, with all moves that keep its value */
  size_t positions;
  int key_bytes;
  int mask_bytes; /* bytes of a mask of moves */
  int scored;     /* 1 if there are scores */
  int heuristic;  /* 1 if there are positions with a heuristic value instead of a proven one */
} zermelo_book_identity;

/** One position of the book. */
typedef struct zermelo_book_entry {
  const uint8_t *key; /* key_bytes, in the book */
  const uint8_t
      *moves; /* mask_bytes: bit i is bit i % 8 of byte i / 8; set if move i keeps the value. In a
                 book of a strategy: the one that it plays, and none where the other side is to move */
  int value;  /* ZERMELO_LOSS ... ZERMELO_UNKNOWN, for the side to move */
  int score;  /* 0 if the book has no scores */
  int ply;
  int proven;     /* 0: the value is unknown, and the moves are those that a search of limited depth chose */
  int evaluation; /* the heuristic value that it found; ZERMELO_NO_EVALUATION: none */
} zermelo_book_entry;

/** What a book says of a position given by its moves. */
typedef struct zermelo_book_answer {
  int value; /* ZERMELO_LOSS ... ZERMELO_UNKNOWN, for the side to move */
  int score; /* 0 if the book has no scores (see zermelo_book_identity) */
  int ply;
  int count; /* how many moves keep the value (and the score, if there are any), as far as the book says;
                of a position that is not proven: those that the search behind the evaluation chose */
  char moves[2048]; /* their names in that position, separated by blanks: "3 5", "23-19 24-20" */
  int proven;       /* 0: the value is ZERMELO_UNKNOWN; never take the evaluation for a value */
  int evaluation;   /* ZERMELO_NO_EVALUATION: there is none */
} zermelo_book_answer;

/** Open a book. Returns NULL and puts one line into `error` (may be NULL) if the file is absent (code 66), is
 *  damaged or not a book (65), or cannot be read, for instance for lack of memory (74). `code` (may be NULL)
 * gets the number, or 0 on success. The caller closes the book. */
zermelo_book *zermelo_book_open (const char *path, int *code, char *error, size_t error_size);

/** Free everything; pointers into the book are invalid afterwards. NULL is allowed. */
void zermelo_book_close (zermelo_book *);

void zermelo_book_identify (const zermelo_book *, zermelo_book_identity *);

/** The entry of a canonical key. Returns 1 if found, else 0. Costs a binary search. */
int zermelo_book_probe (const zermelo_book *, const uint8_t *key, zermelo_book_entry *);

/** What the book says of a position. `moves` is what `zermelo solve GAME` takes for a POSITION: the moves
 * from the start in the notation of the book's game ("444", "b2 a1" or "1,1 0,0", "23-19 12-16"), or, for
 * draughts, a FEN;
 * "" is the start. It may be any mirror image of the position; the moves of the answer refer to it as given.
 * Returns 1; 0 if the position is not in the book (the game may be over there); -1 and one line in `error`
 * (may be NULL) if the text is not a position, or this library does not know the game (it knows mnk, connect4
 * and draughts). Thread-safe. */
int zermelo_book_probe_moves (const zermelo_book *, const char *moves, zermelo_book_answer *, char *error,
                              size_t error_size);

/** Entry i, 0 <= i < positions, in the order of keys. Returns 0 if i is out of range. */
int zermelo_book_entry_at (const zermelo_book *, size_t i, zermelo_book_entry *);

/** Recompute the checksum and check order and ranges of the content. Returns 1 if all is well, else 0 and one
 *  line in `error`. (Opening already does this; it is for callers that keep a book open for long.) */
int zermelo_book_verify (const zermelo_book *, char *error, size_t error_size);

#ifdef __GNUC__
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif
#endif
