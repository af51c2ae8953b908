/* Files that know values of positions: an opening book, endgame tables, layers, a certificate. */
#ifndef ZERMELO_ANSWER_ORACLE_H
#define ZERMELO_ANSWER_ORACLE_H

#include "answer/answer.h"
#include "engine.h"

/** How a file describes itself. */
struct oracle_facts {
  uint64_t positions;
  int plies, pieces; /* up to which it holds all; -1, 0: it is not made like that */
  char options[200], revision[80], checksum[20];
};

/** A position of a file, and what the file knows of it. */
struct oracle_row {
  uint8_t key[PACKED_MAX]; /* packed */
  int ply;                 /* -1: the file does not say */
  struct known known;
};

/** An open file: the one reader of its kind outside store/ and the checker. `reader` depends on the kind. */
struct oracle {
  struct game game;
  const char *kind; /* "book", "tables", "layers", "certificate" */
  bool distances;   /* it knows when games end */
  bool marks_all;   /* the moves that it names are all that keep the value */
  bool on_trust;    /* its values count as proven only once it has been checked */
  bool takes_turns; /* one thread at a time may ask it; else any number may */
  struct oracle_facts facts;
  void *reader;
  /** Narrow what is known of a position, finished or not. False: the file does not have it, or the failure is
   *  set. */
  bool (*ask) (struct oracle *, const struct position *, struct known *, struct failure *);
  /** marked[i]: does the file name move i, of engine->successors(), as one that keeps the value, or, of a
   * position of which it has only a heuristic value, as the one that was chosen? NULL: it names no moves,
   * they follow from the positions after them. False as above. */
  bool (*mark) (struct oracle *, const struct position *, bool *marked, struct failure *);
  /** A move that keeps the least that the file knows of the position, though it may know nothing of the one
   * after it; an index in engine->successors(), -1: it names none. NULL: it never does. */
  int (*move) (struct oracle *, const struct position *);
  /** The heuristic value, by a search of limited depth, of a position whose value the file does not know;
   * NULL: it has none at all. False: none of this one. */
  bool (*evaluate) (struct oracle *, const struct position *, int *evaluation);
  /** Row i of the file, in any order; NULL: it is read in another way. False: there are no more, or the
   * failure is set. */
  bool (*row) (struct oracle *, uint64_t i, struct oracle_row *, struct failure *);
  void (*close) (struct oracle *);
};

/** Open a file of any kind and its game. oracle->close() closes both. EXIT_NO_INPUT, EXIT_BAD_DATA, EXIT_IO.
 */
bool oracle_open (struct oracle *, const char *path, struct failure *);

/** What it says of itself, as every file does. */
struct file_identity;
void oracle_describe (struct oracle *, const struct file_identity *);

bool oracle_open_book (struct oracle *, const char *path, struct failure *);
bool oracle_open_tables (struct oracle *, const char *path, struct failure *);
bool oracle_open_layers (struct oracle *, const char *path, struct failure *);
bool oracle_open_certificate (struct oracle *, const char *path, struct failure *);

/** Take down what a file says of a position and of those after its moves; `file` is its number. False: the
 *  failure is set. */
bool answer_take_file (struct answer *, struct oracle *, int file, struct failure *);

/** marked[i]: does move i keep the value by what is known, and the distance if that is known, too? Returns
 *  how many. */
int answer_mark (const struct answer *, bool *marked);

#endif
