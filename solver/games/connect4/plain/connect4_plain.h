/* The plain rules of Connect Four by name, for tests of this game alone. */
#ifndef ZERMELO_CONNECT4_PLAIN_H
#define ZERMELO_CONNECT4_PLAIN_H

#include "games/plain_rules.h"

extern const struct plain_rules plain_connect4;

#endif
