/* Moves of Italian draughts as text: 23-19, 23x32, 11x18x25.
 *
 * A capture is written with its start and end; if several captures share these but take different pieces,
 * with all landing squares. If the same pieces can be taken along several paths, these are one move, written
 * with the path whose squares come first. Accepts both forms and any of the paths. */
#ifndef ZERMELO_DRAUGHTS_DRAUGHTS_NOTATION_H
#define ZERMELO_DRAUGHTS_DRAUGHTS_NOTATION_H

#include "base/decimal.h"
#include "base/failure.h"
#include "game.h"
#include "games/draughts/moves.h"
#include "games/draughts/pdn_movetext.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { WAY_MAX = 10 }; /* squares of a capture: its start and at most 9 landings */

/** The squares named by the text of a move, as bits. */
struct way {
  int count;
  uint8_t bit[WAY_MAX];
};

/** Complete `way` to the first path, in order of square numbers, that has the best rank and takes exactly the
 *  pieces `left`. */
static inline bool way_find (const struct captures *captures, struct way *way, uint64_t left, uint32_t rank) {
  static const int direction[] = { UP_LEFT, UP_RIGHT, DOWN_LEFT, DOWN_RIGHT };
  if (left == 0)
    return rank == captures->rank;
  uint64_t here = (uint64_t) 1 << way->bit[way->count - 1];
  for (int i = 0; i < 4; i++) {
    /* Black's squares are numbered from the other end */
    int forward = direction[captures->position->black ? 3 - i : i];
    uint64_t over = squares_step (here, forward) & left;
    uint64_t landing = squares_step (over, forward) & captures->free;
    if (landing == 0 || (forward > 0 && !captures->king))
      continue;
    assert (way->count < WAY_MAX);
    way->bit[way->count++] = (uint8_t) __builtin_ctzll (landing);
    if (way_find (captures, way, left ^ over, captures_rank_after (captures, rank, over)))
      return true;
    way->count--;
  }
  return false;
}

/** The pieces that a capture along `way` takes; 0 if it is illegal. `captures` has found the best rank. */
static inline uint64_t way_captured (struct captures *captures, const struct way *way) {
  if ((captures->position->own & (uint64_t) 1 << way->bit[0]) == 0)
    return 0;
  uint32_t rank = captures_begin (captures, way->bit[0]);
  uint64_t left = captures->targets;
  for (int i = 1; i < way->count; i++) {
    int distance = way->bit[i] - way->bit[i - 1], forward = distance / 2;
    bool diagonal = distance == 2 * UP_LEFT || distance == 2 * UP_RIGHT
                    || (captures->king && (distance == 2 * DOWN_LEFT || distance == 2 * DOWN_RIGHT));
    uint64_t over = diagonal ? squares_step ((uint64_t) 1 << way->bit[i - 1], forward) & left : 0;
    if ((squares_step (over, forward) & captures->free) == 0)
      return 0;
    rank = captures_rank_after (captures, rank, over);
    left ^= over;
  }
  return rank == captures->rank ? captures->targets ^ left : 0;
}

static inline bool move_has_ends (struct move move, int from, int to, bool capture) {
  return move.from == from && move.to == to && (move.captured != 0) == capture;
}

/** Do several moves of the list have the start and end of this one, so that its text names all landing
 * squares? */
static inline bool move_text_is_long (struct move move, const struct move *list, int count) {
  int alike = 0;
  for (int i = 0; i < count; i++)
    alike += move_has_ends (list[i], move.from, move.to, move.captured != 0);
  return alike > 1;
}

/** Write a legal move, with `all` landing squares or only its ends: at most MOVE_TEXT bytes; the part that
 * does not fit into `size` is left out. */
static inline void move_text_write (const struct board *board, const struct position *position,
                                    struct move move, bool all, char *text, size_t size) {
  const char *const end = text + size;
  struct way way = { .count = 2, .bit = { move.from, move.to } };
  if (all) {
    struct captures captures = captures_find (board, position, captures_starts (board, position), NULL);
    uint32_t rank = captures_begin (&captures, move.from);
    way.count = 1;
    const bool found = way_find (&captures, &way, move.captured, rank);
    assert (found); /* since the move is in the list */
    (void) found;
  }
  for (int i = 0; i < way.count; i++) {
    if (i > 0)
      text = character_print (move.captured != 0 ? 'x' : '-', text, end);
    text = decimal_print (board_number (board, position->black, way.bit[i]), text, end);
  }
}

/** Split "11x18x25" of `length` characters into squares. False if the text has another form. */
static inline bool move_text_split (const struct board *board, bool black, const char *text, size_t length,
                                    struct way *way, bool *capture) {
  int number = 0;
  way->count = 0;
  *capture = memchr (text, '-', length) == NULL;
  for (size_t i = 0; i <= length; i++) {
    bool digit = i < length && isdigit ((unsigned char) text[i]);
    if (digit && number <= board->count)
      number = number * 10 + text[i] - '0';
    if (digit)
      continue;
    if (number < 1 || number > board->count || way->count == WAY_MAX)
      return false;
    way->bit[way->count++] = (uint8_t) board_bit (board, black, number);
    number = 0;
    if (i < length && (*capture ? tolower ((unsigned char) text[i]) != 'x' : text[i] != '-'))
      return false;
  }
  return way->count == 2 || (way->count > 2 && *capture);
}

/** Append the legal moves to the text of a failure, as far as they fit. */
static inline void move_text_suggest (const struct board *board, const struct position *position,
                                      const struct move *list, int count, const struct way *ends,
                                      struct failure *failure) {
  size_t used = strlen (failure->text);
  for (int i = 0; i < count; i++) {
    struct move move = list[position->black ? count - 1 - i : i]; /* in order of square numbers */
    char text[MOVE_TEXT];
    if (ends != NULL && !move_has_ends (move, ends->bit[0], ends->bit[1], true))
      continue;
    move_text_write (board, position, move, move_text_is_long (move, list, count), text, sizeof text);
    int written = snprintf (failure->text + used, sizeof failure->text - used, " %s", text);
    if (written < 0 || used + (size_t) written >= sizeof failure->text) {
      failure->text[used] = '\0';
      return;
    }
    used += (size_t) written;
  }
}

/** The index of the legal move in the list that the text names. -1 with a failure. */
static inline int move_text_read (const struct board *board, const struct position *position,
                                  const struct move *list, int count, const struct movetext_move *move,
                                  struct failure *failure) {
  struct way way;
  bool capture;
  const int shown = move->length < 60 ? (int) move->length : 60;
  int named = -1, found = 0;
  if (!move_text_split (board, position->black, move->text, move->length, &way, &capture)) {
    fail (failure, EXIT_BAD_DATA, "move %d: \"%.*s\" is no move; moves look like 23-19, 23x32 or 11x18x25",
          move->number, shown, move->text);
    return -1;
  }
  uint64_t captured = 0;
  if (way.count > 2 && count > 0 && list[0].captured != 0) {
    struct captures captures = captures_find (board, position, captures_starts (board, position), NULL);
    captured = way_captured (&captures, &way);
  }
  for (int i = 0; i < count; i++)
    if (move_has_ends (list[i], way.bit[0], way.bit[way.count - 1], capture)
        && (way.count == 2 || list[i].captured == captured)) {
      named = i;
      found++;
    }
  if (found == 1)
    return named;
  if (count == 0) {
    fail (failure, EXIT_BAD_DATA, "move %d: \"%.*s\" comes after the end of the game", move->number, shown,
          move->text);
    return -1;
  }
  fail (failure, EXIT_BAD_DATA, "move %d: \"%.*s\" is %s:", move->number, shown, move->text,
        found == 0 ? "not legal; legal are" : "ambiguous; name all landing squares");
  move_text_suggest (board, position, list, count, found == 0 ? NULL : &way, failure);
  return -1;
}

#endif
