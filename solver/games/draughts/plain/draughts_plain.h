/* The plain rules of Italian draughts by name, for tests of this game alone. */
#ifndef ZERMELO_DRAUGHTS_PLAIN_H
#define ZERMELO_DRAUGHTS_PLAIN_H

#include "games/plain_rules.h"

extern const struct plain_rules plain_draughts;

#endif
