/* Files that know values of positions: an opening book, endgame tables, layers, a certificate. */
#ifndef ZERMELO_ANSWER_ORACLE_H
#define ZERMELO_ANSWER_ORACLE_H

#include "answer/answer.h"
#include "engine.h"

/** How a file describes itself. */
struct oracle_facts {
  uint64_t positions;
  int plies, pieces; /* the ply, and the number of pieces, up to which the file holds all positions; -1, 0:
                        the file is not limited like that */
  char options[200], revision[80], checksum[20];
};

/** An open file. Outside store/ and the checker, this is the only reader for files of its kind. `reader`
 * depends on the kind. */
struct oracle {
  struct game game;
  const char *kind; /* "book", "tables", "layers", "certificate" */
  bool distances;   /* the file knows when games end */
  bool marks_all;   /* the moves that the file names are all moves that keep the value */
  bool on_trust;    /* the file's values count as proven only after it has been checked */
  bool evaluates;   /* the file has heuristic values of positions whose value it does not know */
  bool takes_turns; /* only one thread at a time may ask the file; false: any number may */
  struct oracle_facts facts;
  void *reader;
  /** Narrow what is known of a position, finished or not. False: the file does not have it, or the failure is
   *  set. */
  bool (*ask) (struct oracle *, const struct position *, zermelo_knowledge *, struct failure *);
  /** marked[i]: does the file name move i of engine->successors() as a move that keeps the value, or, if it
   * has only a heuristic value of the position, as the move that was chosen? NULL: the file names no moves;
   * they follow from the values of the positions after them. False as above. */
  bool (*mark) (struct oracle *, const struct position *, bool *marked, struct failure *);
  /** A move that keeps the lower bound that the file knows of the position, even if the file knows nothing of
   * the position after the move; an index in engine->successors(), or -1: the file names none. NULL: files of
   * this kind never name one. */
  int (*move) (struct oracle *, const struct position *);
  /** Row i of the file, in any order; NULL: rows of this kind of file are read in another way. False: there
   * is no such row, or the failure is set. */
  bool (*row) (struct oracle *, uint64_t i, zermelo_row *, struct failure *);
  void (*close) (struct oracle *);
};

/** Open a file of any kind and its game. oracle->close() closes both. EXIT_NO_INPUT, EXIT_BAD_DATA, EXIT_IO.
 */
bool oracle_open (struct oracle *, const char *path, struct failure *);

/** Copy from the description that every file has of itself. */
struct file_identity;
void oracle_describe (struct oracle *, const struct file_identity *);

bool oracle_open_book (struct oracle *, const char *path, struct failure *);
bool oracle_open_tables (struct oracle *, const char *path, struct failure *);
bool oracle_open_layers (struct oracle *, const char *path, struct failure *);
bool oracle_open_certificate (struct oracle *, const char *path, struct failure *);

/** Add what a file says of the position and of the positions after its moves; `file` is the number of the
 * file. False: the failure is set. */
bool answer_take_file (struct answer *, struct oracle *, int file, struct failure *);

/** marked[i]: is move i known to keep the value, and the distance if that is known? Returns how many moves
 * are marked. */
int answer_mark (const struct answer *, bool *marked);

#endif
