/* What `zermelo solve` tells a person about one position: a sentence, and what it rests on. */
#ifndef ZERMELO_COMMAND_SOLUTION_SENTENCE_H
#define ZERMELO_COMMAND_SOLUTION_SENTENCE_H

#include "run/solution.h"

/** Tell it, for people only: how it ends and by which moves; why, where no search was needed; the principal
 *  variation. `all` moves that keep the value are known, or some. */
void solution_tell (struct run *, const struct solution *, bool all);

#endif
