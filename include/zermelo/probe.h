/* libzermelo-book: what any file of zermelo knows of a position and of each of its moves, in one call.
 *
 *     zermelo_file *file = zermelo_open ("7x6.book.h5", NULL, error, sizeof error);
 *     zermelo_move moves[ZERMELO_MOVES_MAX];
 *     int count = zermelo_probe_moves (file, "4453", moves, ZERMELO_MOVES_MAX, error, sizeof error);
 *     for (int i = 0; i < count; i++)
 *       printf ("%s %d\n", moves[i].name, moves[i].known.value);
 *     zermelo_close (file);
 *
 * The file may be an opening book, endgame tables, layers or a certificate (which is not checked here:
 * zermelo check does that). Every function but zermelo_close() may be called from any number of threads at
 * once, on one file or on several; HDF5 itself is not thread-safe, so a program that also uses HDF5 on its
 * own must not do so meanwhile. Serial HDF5 only: no MPI, no OpenMP. Plain C types throughout, for C++ and
 * for ctypes.
 *
 * A position is text, as `zermelo solve GAME` takes it: moves from the start ("444", "b2 a1", "23-19 12-16"),
 * or a FEN of draughts; "" is the start. It may be any mirror image of what the file holds. */
#ifndef ZERMELO_PROBE_H
#define ZERMELO_PROBE_H

#include <stddef.h>
#include <zermelo/book.h> /* ZERMELO_LOSS ... ZERMELO_UNKNOWN, ZERMELO_NO_EVALUATION */

#ifdef __cplusplus
extern "C" {
#endif
#ifdef __GNUC__
#pragma GCC visibility push(default)
#endif

typedef struct zermelo_file zermelo_file;

enum { ZERMELO_MOVES_MAX = 512, ZERMELO_MOVE_NAME = 64 };

/** How a file describes itself. Strings belong to the file. */
typedef struct zermelo_file_identity {
  const char *kind;     /* "book", "tablebase", "layers", "certificate" */
  const char *game;     /* "connect4:7x6" */
  const char *options;  /* the options it was made with; "" of a certificate */
  const char *revision; /* git revision of the program that wrote it */
  const char *checksum; /* of the content, 16 hex digits */
} zermelo_file_identity;

/** What is known of a position, for the side to move; of a move, for the side that makes it. */
typedef struct zermelo_known {
  int value;        /* ZERMELO_LOSS ... ZERMELO_WIN if it is proven, else ZERMELO_UNKNOWN */
  int lower, upper; /* what the value is at least and at most: -1 to 1 */
  int proven;       /* 1: the value is known */
  int has_score;
  int score;      /* as zermelo prints it; 0 if has_score is 0 */
  int distance;   /* plies to the end under best play; -1: unknown, or a draw */
  int evaluation; /* a heuristic value, which proves nothing; ZERMELO_NO_EVALUATION: none */
} zermelo_known;

typedef struct zermelo_move {
  char name[ZERMELO_MOVE_NAME]; /* "4", "b2", "23-19" */
  int best;                     /* 1: the file says that it keeps the value (and the score) */
  zermelo_known known;          /* unknown where neither the file nor the rules tell */
} zermelo_move;

/** Open a file of any of these kinds. Returns NULL and puts one line into `error` (may be NULL) if it is
 * absent (code 66), damaged, of another kind or of a game that this library does not know (65), or cannot be
 * read (74). `code` (may be NULL) gets the number, or 0. The caller closes it. */
zermelo_file *zermelo_open (const char *path, int *code, char *error, size_t error_size);
void zermelo_close (zermelo_file *);

void zermelo_identify (const zermelo_file *, zermelo_file_identity *);

/** What is known of a position. Returns 1; 0 if the file does not hold it and the game goes on there; -1 and
 * one line in `error` (may be NULL) if the text is no position, or the file cannot be read any more. */
int zermelo_probe (zermelo_file *, const char *position, zermelo_known *, char *error, size_t error_size);

/** All legal moves, sorted by name, each with what is known of it. Returns how many; more than `room`: only
 * so many are in `moves`. 0: the game is over. -1 as above. */
int zermelo_probe_moves (zermelo_file *, const char *position, zermelo_move *moves, int room, char *error,
                         size_t error_size);

#ifdef __GNUC__
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif
#endif
