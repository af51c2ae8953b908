/* The winner of the Maker-Breaker game, as far as it is known; for boards of all sizes. */
#ifndef ZERMELO_MNK_WINNER_H
#define ZERMELO_MNK_WINNER_H

enum maker_breaker { BREAKER_WINS, MAKER_WINS, NOT_SETTLED };

#endif
