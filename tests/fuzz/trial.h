/* One forged file and its reader, in the folder that the process is in. */
#ifndef ZERMELO_FUZZ_TRIAL_H
#define ZERMELO_FUZZ_TRIAL_H

#include "kinds.h"

/** The main() of command/main.c. */
int zermelo_main (int argc, char **argv);

/** Go into a new folder, in memory if there is one, and make a sample of each kind whose name begins with
 * `only` (NULL: of all). Ends the process if that fails. */
void trials_begin (const char *only);

/** Remove the folder. */
void trials_end (void);

/** Forge a sample and have it read. Returns the exit code of the reader; whatever should not happen ends the
 *  process with what is needed to see it again: `name` (of the kind), `seed`. */
int trial (const struct kind *, struct choices *, uint64_t seed);

/** Forge a certificate, and have all who read certificates read it: each refuses it as none (65), or none
 * does; those who check it say the same. Another checksum alone is nothing that zermelo-check looks at. As
 * trial(). Returns the exit code of `check`. */
int trial_of_agreement (const struct kind *, struct choices *, uint64_t seed);

/** Is it a kind of certificate? */
bool is_certificate (const struct kind *);

#endif
