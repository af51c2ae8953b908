/* What `zermelo solve` prints for people about one position: a sentence, and what it rests on. */
#ifndef ZERMELO_COMMAND_SOLUTION_SENTENCE_H
#define ZERMELO_COMMAND_SOLUTION_SENTENCE_H

#include "run/solution.h"

/** Print, for people only, how the game ends and by which moves; why, if no search was needed; and the
 * principal variation. `all`: all moves that keep the value are known, not just some. */
void solution_tell (struct run *, const struct solution *, bool all);

#endif
