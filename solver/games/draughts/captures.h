/* Captures of Italian draughts and the order of priority between them.
 *
 * A man jumps forward over men only, a king in all four directions over men and kings (art. 5.3). Pieces are
 * lifted when the capture is complete (3.5), no piece is jumped twice, and the start square counts as empty
 * (5.9). Since jumps are short, a captured piece never stands on a square where the capture can land, so it
 * makes no difference that captured pieces are removed from the targets at once.
 *
 * Priority (6.6-6.9): most pieces; with a king rather than with a man; most kings; kings met first. It is one
 * number, the larger the better, to which each jump adds:
 *
 *    bits 24..   pieces taken (at most 9, see moves.h)
 *    bit  20     the capturing piece is a king
 *    bits 12..15 kings taken
 *    bits 0..8   official rules: bit 9 - i is set if the i-th piece taken is a king, so that captures of
 *                equal length compare along the whole sequence, king before man at the first difference
 *
 * Alioto's position W:WK30:B10,K12,K18,20,K26,K27, where 30x5 (king, king, man) is the only move, shows that
 * the last rule is lexicographic. */
#ifndef ZERMELO_DRAUGHTS_CAPTURES_H
#define ZERMELO_DRAUGHTS_CAPTURES_H

#include "games/draughts/draughts_board.h"

#include <assert.h>
#include <stddef.h>

enum { RANK_PIECE = 1 << 24, RANK_MOVER_KING = 1 << 20, RANK_KING = 1 << 12 };

struct move {
  uint64_t captured; /* 0 for a quiet move */
  uint8_t from, to;  /* bits of the squares */
  uint16_t paths;    /* the number of ways to take the same pieces */
};

/** One search for the best captures of a position. */
struct captures {
  const struct board *board;
  const struct position *position;
  uint64_t free;      /* the targets: pieces that it may capture */
  uint64_t targets;   /* the capturing piece is a king */
  bool king;          /* the start square */
  uint8_t from;       /* the rank of the best captures so far; 0: none */
  uint32_t rank;      /* the number of captures of this rank */
  int paths;          /* NULL, or the distinct captures: ascending by from, to and captured */
  struct move *moves; /* NULL, or the distinct ones: ascending by from, to and captured */
  int count;          /* length of `moves` */
};

/** The pieces of the side to move that can capture. */
static inline uint64_t captures_starts (const struct board *board, const struct position *position) {
  uint64_t free = position_free (board, position);
  uint64_t over_men = position->opponent & ~position->kings, over_all = position->opponent;
  uint64_t own_kings = position->own & position->kings;
  uint64_t starts
      = ((free << 9 & over_men) << 9 | (free << 7 & over_men) << 7) & position->own & ~position->kings;
  if (own_kings != 0)
    starts |= ((free << 9 & over_all) << 9 | (free << 7 & over_all) << 7 | (free >> 9 & over_all) >> 9
               | (free >> 7 & over_all) >> 7)
              & own_kings;
  return starts;
}

static inline uint32_t captures_rank_after (const struct captures *captures, uint32_t rank, uint64_t over) {
  uint32_t taken = rank / RANK_PIECE;
  assert (taken < 9); /* there is a bit for each piece taken: see moves.h */
  rank += RANK_PIECE;
  if ((over & captures->position->kings) != 0)
    rank += RANK_KING + (captures->board->official ? 1u << (8 - taken) : 0);
  return rank;
}

/** Add a complete capture to the list, or count another path for one that is there. */
static inline void captures_enter (struct captures *captures, uint8_t to, uint64_t captured) {
  struct move *moves = captures->moves;
  int place = captures->count;
  for (; place > 0; place--) {
    const struct move *other = &moves[place - 1];
    if (other->from != captures->from || other->to < to || (other->to == to && other->captured < captured))
      break;
    if (other->to == to && other->captured == captured) {
      moves[place - 1].paths++;
      return;
    }
  }
  assert (captures->count < 64); /* GAME_MOVES_MAX */
  for (int i = captures->count++; i > place; i--)
    moves[i] = moves[i - 1];
  moves[place] = (struct move){ .captured = captured, .from = captures->from, .to = to, .paths = 1 };
}

static inline void captures_finish (struct captures *captures, uint64_t here, uint64_t targets_left,
                                    uint32_t rank) {
  if (rank < captures->rank)
    return;
  if (rank > captures->rank) {
    captures->rank = rank;
    captures->paths = 0;
    captures->count = 0;
  }
  captures->paths++;
  if (captures->moves != NULL)
    captures_enter (captures, (uint8_t) __builtin_ctzll (here), captures->targets ^ targets_left);
}

static inline void captures_extend (struct captures *, uint64_t here, uint64_t targets_left, uint32_t rank);

static inline bool captures_jump (struct captures *captures, uint64_t here, uint64_t targets_left,
                                  uint32_t rank, int direction) {
  uint64_t over = squares_step (here, direction) & targets_left;
  uint64_t landing = squares_step (over, direction) & captures->free;
  if (landing == 0)
    return false;
  captures_extend (captures, landing, targets_left ^ over, captures_rank_after (captures, rank, over));
  return true;
}

/** Continue from `here`. A capture that can be continued has a lower rank than its continuation, so only
 * complete captures are considered. A man that reaches the last row has no target beyond it and stops
 * there. */
static inline void captures_extend (struct captures *captures, uint64_t here, uint64_t targets_left,
                                    uint32_t rank) {
  bool goes_on = captures_jump (captures, here, targets_left, rank, UP_LEFT);
  goes_on |= captures_jump (captures, here, targets_left, rank, UP_RIGHT);
  if (captures->king) {
    goes_on |= captures_jump (captures, here, targets_left, rank, DOWN_LEFT);
    goes_on |= captures_jump (captures, here, targets_left, rank, DOWN_RIGHT);
  }
  if (!goes_on)
    captures_finish (captures, here, targets_left, rank);
}

/** Set up the search for the piece on bit `from`; returns the rank before its first jump. */
static inline uint32_t captures_begin (struct captures *captures, int from) {
  assert ((captures->position->own >> from & 1) != 0);
  const struct position *position = captures->position;
  uint64_t start = (uint64_t) 1 << from;
  captures->from = (uint8_t) from;
  captures->king = (position->kings & start) != 0;
  captures->free = position_free (captures->board, position) | start;
  captures->targets = position->opponent & (captures->king ? ~(uint64_t) 0 : ~position->kings);
  return captures->king ? RANK_MOVER_KING : 0;
}

/** Find the best captures of the pieces `starts` (not empty: captures_starts()). `moves` is NULL, or gets the
 * distinct captures. */
static inline struct captures captures_find (const struct board *board, const struct position *position,
                                             uint64_t starts, struct move *moves) {
  assert (starts != 0 && (starts & ~position->own) == 0);
  struct captures captures = { .board = board, .position = position, .moves = moves };
  for (; starts != 0; starts &= starts - 1) {
    uint32_t rank = captures_begin (&captures, __builtin_ctzll (starts));
    captures_extend (&captures, starts & -starts, captures.targets, rank);
  }
  assert (captures.rank >= RANK_PIECE && captures.paths > 0);
  return captures;
}

#endif
