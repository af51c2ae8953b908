/* What there is to forge, and who reads it: the command itself, called inside this process, and the public
 * functions of libzermelo-book. */
#ifndef ZERMELO_FUZZ_KINDS_H
#define ZERMELO_FUZZ_KINDS_H

#include "forge.h"

struct kind {
  const char *name;
  bool hdf5;
  const char *file; /* what is forged: a file, or a folder of which one file is */
  /* How it is made: by a command, by a function, or it is this text. */
  const char *make;
  void (*prepare) (void);
  const char *text;
  const char *const *words;           /* that mean something in it; NULL-terminated, or NULL */
  const char *const *readers;         /* commands; F stands for the file; NULL-terminated */
  void (*ask) (const char *path);     /* by functions; NULL: not at all */
  uint32_t shares;                    /* how often that is done, for one time of each command */
  void (*finish) (struct blob *blob); /* makes the sums right; NULL: there are none */
  bool many_lines;                    /* more than one complaint is right */
};

extern const struct kind kinds[];
extern const int kind_count;

#endif
