/* The parameters of the command line and of job files: one table, a row a parameter.
 *
 * From it come the options (command_line.c), the keys of a job file with their checks (job_file.c), every
 * text about them (parameter_help.h), and, when Zermelo is built, the lists in the man page and the
 * completion (command/manual.c). A default, a range or a choice stands nowhere else. */
#ifndef ZERMELO_SETTINGS_PARAMETERS_H
#define ZERMELO_SETTINGS_PARAMETERS_H

#include "base/failure.h"
#include "settings/command_table.h"
#include "settings/options.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** What a parameter sets, at `offset`. */
enum kind {
  KIND_FLAG,       /* bool; as a key true, false, yes or no */
  KIND_TEXT,       /* const char * */
  KIND_NAME,       /* const char *, NULL unless it is given: the code that uses it knows the default */
  KIND_CHOICE,     /* an enum: the number of the choice */
  KIND_INTEGER,    /* int, from least to most */
  KIND_COUNT,      /* uint64_t, from least up */
  KIND_TIME,       /* double, in seconds */
  KIND_SLURM_TIME, /* double, in seconds, also as Slurm writes a time */
  KIND_SIZE,       /* uint64_t, in bytes, from least up */
  KIND_TABLE_SIZE, /* a size, or a share of the memory; as a key also the text, since it may stand for more
                    * than one size
                    */
  KIND_PART,       /* int part, parts */
  KIND_LIST,       /* struct text_list */
  KIND_POSITIONS,  /* struct text_list, or the name of a file: see job_file.h */
  KIND_GROUP       /* keys below this one */
};

/** What a parameter means to some commands. */
struct sentence {
  uint32_t commands; /* bits of enum command_id, or IN_JOB */
  const char *text;
};

/** The bit for a key of a job file. */
#define IN_JOB (UINT32_C (1) << COMMANDS)

struct parameter {
  const char *name; /* of the option, "table-memory"; the key is "table_memory" */
  char letter;      /* short name, or 0 */
  enum kind kind;
  const char *argument; /* of the option: "N"; NULL: it takes none */
  uint32_t commands;    /* bits: those that take the option; 0: it is none */
  uint32_t tasks;       /* bits: those whose jobs use the key; 0: it is none */
  size_t offset; /* in struct options, or, of what is only a key, in struct job, which begins with that */
  uint64_t least, most;
  const char *unit; /* of the range */
  struct {
    uint32_t commands;
    uint64_t most;
  } less;                                          /* what some commands take at most */
  const char *(*choice) (int i, uint32_t command); /* the i-th name to choose, "" if that command (or IN_JOB)
                                                      has no use for it, NULL after the last; or NULL */
  const char *bare;            /* an option whose argument may be left out: what it then is; else NULL */
  const char *value;           /* what holds if it is not given, as one would write it; NULL: nothing */
  const char *key_value;       /* the `value` of the key, if it is not that of the option; or NULL */
  const char *(*usual) (void); /* the `value`, if the games say it; or NULL */
  const char *(*about) (char *text, size_t size); /* what an @ in its sentences stands for, or NULL */
  int use;                    /* of the file that it names (enum file_use, file/named_files.h); 0: none */
  const char *help;           /* one sentence, without its ends */
  const struct sentence *own; /* for single commands, up to one without commands; or NULL */
};

/** The table; its end has no name. */
extern const struct parameter parameters[];

/** Which one it is: 0 and up. */
int parameter_index (const struct parameter *);

/** The key of that name, or NULL. */
const struct parameter *parameter_by_key (const char *name);

/** The name as a key. Returns `name`. */
enum { KEY_TEXT = 40 };
const char *parameter_key (const struct parameter *, char name[KEY_TEXT]);

/* What follows asks about the parameter as one command takes it (its bit, 1 << enum command_id), or as a key
 * (IN_JOB). */

/** What holds if it is not given; NULL: nothing. */
const char *parameter_default (const struct parameter *, uint32_t command);

/** What it means: one sentence, without its ends. Returns `text`. */
enum { SENTENCE_TEXT = 400 };
const char *parameter_sentence (const struct parameter *, uint32_t command, char text[SENTENCE_TEXT]);

/** The greatest value of an integer. */
uint64_t parameter_most (const struct parameter *, uint32_t command);

/** Set it in struct options, or, if it is only a key, in struct job. The text of a flag is "true"; 100%
 * stands for `whole_memory`, 0: not known. EXIT_USAGE, without its name. */
bool parameter_set (const struct parameter *, void *settings, uint32_t command, const char *text,
                    uint64_t whole_memory, struct failure *);

/** Set it to what holds if it is not given. A table gets at most a quarter of the memory. */
void parameter_set_default (const struct parameter *, void *settings, uint32_t command,
                            uint64_t whole_memory);

/** Copy what it sets from other settings. */
void parameter_copy (const struct parameter *, void *to, const void *from);

/** Was the option of that name given? */
bool options_given (const struct options *, const char *name);

/* ---- the command line (command_line.c): options and arguments, read with argp by this table ---- */

/** Read the words after the name of a command. `whole_memory`: what 100% stands for in a size. EXIT_USAGE. */
bool options_parse (struct options *, enum command_id, int argc, char **argv, uint64_t whole_memory,
                    struct failure *);

#endif
