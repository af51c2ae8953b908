#include "certificate/certificate_check.h"

#include "base/threads.h"

#include <assert.h>
#include <stdlib.h>

/* The positions after all moves of a position, as bytes. */
struct children {
  struct terminal_status terminal_status; /* of the position itself */
  uint8_t *keys;                          /* canonical, sorted, each once */
  int count;
};

/* One thread, which checks part of the rows of a set. */
struct inspector {
  const struct certificate *certificate;
  const struct game *game;
  enum strategy_kind kind;
  size_t first, last;
  struct position *position;
  struct children after_move, after_reply, end;
  uint64_t finished;
  const char *reason;
  size_t wrong; /* row */
};

static void
inspector_open (struct inspector *inspector, const struct certificate *certificate, const struct game *game)
{
  const size_t moves = (size_t) game->moves_max, key_bytes = (size_t) game->key_bytes;
  *inspector = (struct inspector){ .certificate = certificate, .game = game };
  inspector->position = position_allocate (game);
  inspector->after_move.keys = allocate (moves, key_bytes);
  inspector->after_reply.keys = allocate (moves, key_bytes);
  inspector->end.keys = allocate (moves, key_bytes);
}

static void
inspector_close (struct inspector *inspector)
{
  free (inspector->position);
  free (inspector->after_move.keys);
  free (inspector->after_reply.keys);
  free (inspector->end.keys);
}

/* Sorted as bytes, without duplicates. By insertion, since there are few. */
static int
sort_keys (uint8_t *keys, int count, size_t key_bytes)
{
  uint8_t key[PACKED_MAX];
  int sorted = 0;
  for (int i = 0; i < count; i++) {
    int place = sorted;
    memcpy (key, keys + (size_t) i * key_bytes, key_bytes);
    while (place > 0 && memcmp (keys + (size_t) (place - 1) * key_bytes, key, key_bytes) > 0)
      place--;
    if (place > 0 && memcmp (keys + (size_t) (place - 1) * key_bytes, key, key_bytes) == 0)
      continue;
    memmove (keys + (size_t) (place + 1) * key_bytes, keys + (size_t) place * key_bytes,
             (size_t) (sorted - place) * key_bytes);
    memcpy (keys + (size_t) place * key_bytes, key, key_bytes);
    sorted++;
  }
  return sorted;
}

static void
list_children (const struct game *game, const uint8_t *key, struct children *children)
{
  const int count = game->engine->children (game, key, true, children->keys, &children->terminal_status);
  children->count = sort_keys (children->keys, count, (size_t) game->key_bytes);
}

/* Is it a position, in canonical form? */
static bool
is_canonical (struct inspector *inspector, const uint8_t *key)
{
  uint8_t canonical[PACKED_MAX];
  const struct game *game = inspector->game;
  if (!game->engine->unpack (game, key, inspector->position))
    return false;
  game->engine->pack_canonical (game, inspector->position, canonical);
  return memcmp (canonical, key, (size_t) game->key_bytes) == 0;
}

/* Is this position, with the side that follows the strategy to move, in the set, or is the game over with the
 * right outcome? `below`: the rank must be smaller. */
static bool
is_secured (struct inspector *inspector, enum strategy_kind kind, const uint8_t *key, int below)
{
  const struct strategy *strategy = &inspector->certificate->strategy[kind];
  const size_t number = key_set_find (&strategy->positions, key);
  if (number != SIZE_MAX)
    return kind == STRATEGY_HELD || strategy->rank[number] < below;
  list_children (inspector->game, key, &inspector->end);
  const enum outcome outcome = inspector->end.terminal_status.outcome;
  inspector->finished += outcome != GOING_ON;
  return outcome == WON || (kind == STRATEGY_HELD && outcome == DRAWN);
}

/* What is wrong with a row, or NULL. */
static const char *
inspect_row (struct inspector *inspector, size_t row)
{
  const struct strategy *strategy = &inspector->certificate->strategy[inspector->kind];
  const bool won = inspector->kind == STRATEGY_WON;
  const size_t key_bytes = (size_t) inspector->game->key_bytes;
  const uint8_t *key = key_set_key (&strategy->positions, row);
  if (!is_canonical (inspector, key))
    return "is no canonical position";
  list_children (inspector->game, key, &inspector->after_move);
  if (inspector->after_move.terminal_status.outcome != GOING_ON)
    return "is the end of a game and needs no move";
  if (strategy->move[row] >= inspector->after_move.count)
    return "has no move with that number";
  list_children (inspector->game, inspector->after_move.keys + strategy->move[row] * key_bytes,
                 &inspector->after_reply);
  const enum outcome outcome = inspector->after_reply.terminal_status.outcome;
  if (outcome != GOING_ON) { /* for the opponent */
    inspector->finished++;
    return outcome == LOST || (!won && outcome == DRAWN) ? NULL : "has a move that ends the game otherwise";
  }
  for (int i = 0; i < inspector->after_reply.count; i++)
    if (!is_secured (inspector, inspector->kind, inspector->after_reply.keys + (size_t) i * key_bytes,
                     won ? strategy->rank[row] : 0))
      return won ? "has a move with a reply that is not won in fewer"
                 : "has a move with a reply that leaves the set";
  return NULL;
}

static void
inspect_part (struct inspector *inspector)
{
  for (size_t row = inspector->first; row < inspector->last; row++) {
    inspector->reason = inspect_row (inspector, row);
    if (inspector->reason != NULL) {
      inspector->wrong = row;
      return;
    }
  }
}

static void
inspect_thread (void *context, int thread)
{
  inspect_part ((struct inspector *) context + thread);
}

/* Check one of the sets, a part in each thread. False: refused. */
static bool
check_strategy (struct inspector *inspectors, int threads, enum strategy_kind kind,
                struct certificate_verdict *verdict)
{
  const struct strategy *strategy = &inspectors[0].certificate->strategy[kind];
  const size_t count = strategy->positions.count, parts = (size_t) threads;
  for (size_t i = 0; i < parts; i++) {
    inspectors[i].kind = kind;
    inspectors[i].first = count / parts * i;
    inspectors[i].last = i + 1 == parts ? count : count / parts * (i + 1);
  }
  team_run (threads, inspect_thread, inspectors);
  for (size_t i = 0; i < parts; i++)
    if (inspectors[i].reason != NULL) {
      verdict->reason = inspectors[i].reason;
      memcpy (verdict->wrong, key_set_key (&strategy->positions, inspectors[i].wrong),
              (size_t) strategy->positions.key_bytes);
      return false;
    }
  verdict->positions += count;
  return true;
}

/* Are the positions after all moves, in which the opponent is to move, in a set? */
static bool
are_secured (struct inspector *inspector, enum strategy_kind kind)
{
  const struct children *children = &inspector->after_move;
  for (int i = 0; i < children->count; i++)
    if (!is_secured (inspector, kind, children->keys + (size_t) i * (size_t) inspector->game->key_bytes,
                     INT32_MAX))
      return false;
  return true;
}

/* What is wrong with a claim, or NULL. */
static const char *
inspect_claim (struct inspector *inspector, const struct claim *claim)
{
  if (!is_canonical (inspector, claim->key))
    return "is claimed and no canonical position";
  list_children (inspector->game, claim->key, &inspector->after_move);
  const enum outcome outcome = inspector->after_move.terminal_status.outcome;
  bool proven = false;
  if (outcome != GOING_ON)
    proven = claim->value == outcome;
  else if (claim->value == WON)
    proven = is_secured (inspector, STRATEGY_WON, claim->key, INT32_MAX);
  else if (claim->value == DRAWN)
    proven = is_secured (inspector, STRATEGY_HELD, claim->key, 0) && are_secured (inspector, STRATEGY_HELD);
  else if (claim->value == LOST)
    proven = are_secured (inspector, STRATEGY_WON);
  return proven ? NULL : "does not have the value that is claimed, by these sets";
}

static bool
check_claims (struct inspector *inspector, struct certificate_verdict *verdict)
{
  const struct certificate *certificate = inspector->certificate;
  for (size_t i = 0; i < certificate->claims; i++) {
    verdict->reason = inspect_claim (inspector, &certificate->claim[i]);
    if (verdict->reason != NULL) {
      memcpy (verdict->wrong, certificate->claim[i].key, PACKED_MAX);
      return false;
    }
  }
  return true;
}

void
certificate_check (const struct certificate *certificate, const struct game *game, int threads,
                   struct certificate_verdict *verdict)
{
  assert (threads > 0);
  struct inspector *inspectors = allocate ((size_t) threads, sizeof *inspectors);
  *verdict = (struct certificate_verdict){ .accepted = false };
  for (int i = 0; i < threads; i++)
    inspector_open (&inspectors[i], certificate, game);
  verdict->accepted = check_strategy (inspectors, threads, STRATEGY_HELD, verdict)
                      && check_strategy (inspectors, threads, STRATEGY_WON, verdict)
                      && check_claims (inspectors, verdict);
  for (int i = 0; i < threads; i++) {
    verdict->finished += inspectors[i].finished;
    inspector_close (&inspectors[i]);
  }
  free (inspectors);
}
