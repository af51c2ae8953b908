/* libzermelo-book: what the rules and the files of zermelo know of a position and of each of its moves.
 *
 *     zermelo *z;
 *     zermelo_answer *answer;
 *     if (zermelo_open (NULL, &z) != 0 || zermelo_add_file (z, "7x6.book.h5") != 0
 *         || zermelo_probe (z, "4453", ZERMELO_MOVES, &answer) != 0)
 *       return fprintf (stderr, "%s\n", zermelo_error ()), 1;
 *     for (int i = 0; i < answer->move_count; i++)
 *       printf ("%s %d\n", answer->moves[i].name, answer->moves[i].known.value);
 *     zermelo_answer_free (answer);
 *     zermelo_close (z);
 *
 * Link with the CMake target zermelo::zermelo-book, after find_package (zermelo-book), or with what
 * `pkg-config --cflags --libs zermelo-book` prints.
 *
 * Files are opening books, endgame tables, layers and certificates (which are not checked here: zermelo check
 * does that). Serial HDF5 only: no MPI, no OpenMP. libzermelo has these functions too, and those that search
 * (zermelo.h); a program links one of the two libraries.
 *
 * A position is text, as `zermelo solve GAME` takes it: moves from the start ("444", "b2 a1", "23-19 12-16"),
 * or a FEN of draughts; "" is the start. It may be any mirror image of what a file holds.
 *
 * Each call returns 0 or one of the codes below, and then zermelo_error() has one line about it. No call ends
 * the process, prints, or changes signals or the environment. zermelo_probe(), zermelo_probe_key(),
 * zermelo_text(), zermelo_key(), zermelo_identify() and zermelo_row_at() may be called from any number of
 * threads at once, on one handle or on several; the other functions change their handle, so no other call may
 * use it at that time. HDF5 itself is not thread-safe, so a program that also uses HDF5 must not do so during
 * a call.
 *
 * Plain C types throughout, for C++ and for ctypes. */
#ifndef ZERMELO_PROBE_H
#define ZERMELO_PROBE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#ifdef __GNUC__
#pragma GCC visibility push(default)
#endif

/** A game, files about it and, in libzermelo, searches. */
typedef struct zermelo zermelo;

/** What a call returns: the exit codes of the command. */
enum zermelo_code {
  ZERMELO_OK = 0,
  ZERMELO_USAGE = 64,    /* an argument is out of its range */
  ZERMELO_BAD_DATA = 65, /* no such game, position or move; a file that is damaged or of another game */
  ZERMELO_NO_INPUT = 66, /* a file is absent */
  ZERMELO_INTERNAL = 70, /* too little memory, or an error of the library */
  ZERMELO_IO = 74,       /* a file cannot be read */
  ZERMELO_UNFINISHED
  = 75 /* a limit or zermelo_cancel() ended a search; the answer has what is known so far */
};

enum { ZERMELO_LOSS = -1, ZERMELO_DRAW = 0, ZERMELO_WIN = 1, ZERMELO_UNKNOWN = 127 };
enum { ZERMELO_NO_EVALUATION = -32768 };
enum { ZERMELO_MOVE_NAME = 64, ZERMELO_ARGUMENT = 64, ZERMELO_KEY_BYTES = 64, ZERMELO_TEXT = 4096 };

/** What a caller wants of an answer besides what is known of the position itself; callers pass a sum of
 * these. With 0, moves are looked at only if rules and files do not know the value of the position itself. */
enum zermelo_wants {
  ZERMELO_MOVES = 1,  /* what is known of each move */
  ZERMELO_LINE = 2,   /* a line of best play, as far as the moves that keep the value are known */
  ZERMELO_SCORES = 4, /* a search also finds how soon the game ends */
};

/** All that is known of a position, for its side to move; or of a move, for the side that makes it. */
typedef struct zermelo_knowledge {
  int lower, upper; /* the least and the largest possible value: ZERMELO_LOSS ... ZERMELO_WIN */
  int value;        /* the value if `lower` and `upper` agree, else ZERMELO_UNKNOWN */
  int proven; /* 1: what `lower` and `upper` say does not rest on a certificate, tables or layers, which are
                 not checked here; 0 also if they say nothing */
  int score_lower, score_upper;    /* bounds of the score on the scale of searches: above 0 for a win, below 0
                                      for a loss, and larger the sooner a win and the later a loss comes; equal
                                      where the score is known by the distance or a search */
  int has_score;                   /* 1: `score` is known */
  int score;                       /* as zermelo prints it; else 0 */
  int distance;                    /* plies to the end under best play; -1: unknown, or a draw */
  int evaluation;                  /* a heuristic value, which proves nothing; ZERMELO_NO_EVALUATION: none */
  int file;                        /* the number of the file that knows the value; -1: no file does */
  const char *source;              /* the source of the value: "rules", "theory", "book", "tables", "layers",
                                      "certificate", "search"; "": nothing is known. A constant */
  char argument[ZERMELO_ARGUMENT]; /* the argument that settled the value without search: "pairing"; or "" */
} zermelo_knowledge;

typedef struct zermelo_move {
  char name[ZERMELO_MOVE_NAME]; /* "4", "b2", "23-19" */
  int best; /* 1: known to keep the value, and the distance if that is known; where there is an evaluation but
               no value: the move that belongs to the evaluation */
  zermelo_knowledge known;
} zermelo_move;

/** The answer to a question. It is one allocation: zermelo_answer_free() frees the answer and everything to
 * which it points. */
typedef struct zermelo_answer {
  zermelo_knowledge known;
  int ended; /* 1: the game is over there */
  int mover; /* the side to move: 0 for the side that begins the game, else 1 */
  int plies; /* the number of moves made from the start; -1: the position does not tell */
  int move_count;
  int line_count;
  const zermelo_move *moves;             /* move_count of them, the best first */
  const char (*line)[ZERMELO_MOVE_NAME]; /* line_count moves */
  uint64_t nodes;                        /* nodes of the searches for this answer */
  double seconds;                        /* wall time */
} zermelo_answer;

/** How a file describes itself. Strings belong to the handle. */
typedef struct zermelo_file_identity {
  const char *path;
  const char *kind;     /* "book", "tables", "layers", "certificate" */
  const char *game;     /* "connect4:7x6" */
  const char *options;  /* the options it was made with: "--plies 8 --score" */
  const char *revision; /* git revision of the program that wrote it */
  const char *checksum; /* of the content, 16 hex digits: equal content has equal digits */
  uint64_t positions;   /* how many positions the file holds */
  int plies;            /* a book holds all positions up to this ply; -1: the file is not of that kind */
  int pieces; /* tables hold all positions of up to this number of pieces; -1: the file is not of that kind */
  int key_bytes; /* of a packed key of this game */
} zermelo_file_identity;

/** One position of a file. */
typedef struct zermelo_row {
  uint8_t key[ZERMELO_KEY_BYTES]; /* packed, canonical; zermelo-files(5) says how */
  int ply;                        /* -1: the file does not say */
  zermelo_knowledge known;
} zermelo_row;

/** Begin with a game, "connect4:7x6", "mnk:9,4,4", "draughts:6x6"; NULL: the game of the first file. *handle
 * is NULL after a failure. ZERMELO_BAD_DATA, ZERMELO_INTERNAL. */
int zermelo_open (const char *game, zermelo **handle);

/** Free everything. NULL is allowed. */
void zermelo_close (zermelo *);

/** The game as its files call it, "connect4:7x6"; "" as long as there is no game. The text belongs to the
 * handle. */
const char *zermelo_game (const zermelo *);

/** One line about the last call of this thread that failed; "" if no call has failed. The text is valid until
 * the next call fails. */
const char *zermelo_error (void);

/** The version of the library, "0.2.0". A constant. */
const char *zermelo_version (void);

/** Add a file of any of these kinds; the first one has number 0. Books are read into memory, tables and
 * layers through a cache. A file that fails is not added. ZERMELO_NO_INPUT, ZERMELO_BAD_DATA, ZERMELO_IO. */
int zermelo_add_file (zermelo *, const char *path);

/** How many files have been added. */
int zermelo_file_count (const zermelo *);

/** How file number `file` describes itself. ZERMELO_USAGE: there is no such file. */
int zermelo_identify (const zermelo *, int file, zermelo_file_identity *);

/** Row `i` of a file, 0 <= i < positions, in the order of the file; in tables rows are ordered slice by
 * slice, by the names of the slices. ZERMELO_USAGE: there is no such row, or the file is a certificate. */
int zermelo_row_at (zermelo *, int file, uint64_t i, zermelo_row *);

/** Read a file once more, and compare its seal and the order and ranges of its content. ZERMELO_BAD_DATA: the
 * file has changed. (zermelo_add_file() has checked the file once; this is for programs that keep files open
 * for long.) */
int zermelo_verify (zermelo *, int file);

/** Answer what the rules and all files know. *answer is NULL after a failure; it is no failure if nothing is
 * known of a position. ZERMELO_BAD_DATA: the text is no position. */
int zermelo_probe (zermelo *, const char *position, int wants, zermelo_answer **answer);

/** Answer what books know of a position, given by the packed key of the *canonical* position, and without
 * moves. For programs that have their own form of positions. Only books are asked. */
int zermelo_probe_key (zermelo *, const uint8_t *key, zermelo_knowledge *);

/** A position as text: moves that lead there, or a FEN; "0x" and the digits of its packed bytes where no
 * moves are found soon. Meant for positions of rows: all calls accept such digits as a position. `size` is at
 * least ZERMELO_TEXT. ZERMELO_USAGE: positions of this game are not packed, as the board is too large. */
int zermelo_text (const zermelo *, const char *position, char *text, size_t size);

/** The packed key of the canonical position, as rows have it. ZERMELO_USAGE as above. */
int zermelo_key (const zermelo *, const char *position, uint8_t key[ZERMELO_KEY_BYTES], int *key_bytes);

/** NULL is allowed. */
void zermelo_answer_free (zermelo_answer *);

#ifdef __GNUC__
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif
#endif
