/* The players: their kinds, their names for users (`NAME[:key=value,...]`), and their choice of moves.
 *
 * The table in player.c has a row for each kind. All except the human find their moves with the searches of
 * the engine, by queries with limits. The kinds are those of three reports (MoNKey, Connect4, Dama italiana:
 * monkey, forza4, dama), the general methods with an evaluation, and two that prove: `solver` searches for
 * the value and plays its best move when its time is up; `perfect` also looks into endgame tables, and wins
 * as soon as possible. A player keeps its tables between moves (shelf.h) and observes its time limit.
 *
 * All players look into opening books first. The move of a proven entry is played at once. The move of a
 * heuristic entry replaces the search with an evaluation, unless a short search proves a win, or that the
 * move loses. Players that prove try their proof first. */
#ifndef ZERMELO_ANALYSIS_PLAY_PLAYER_H
#define ZERMELO_ANALYSIS_PLAY_PLAYER_H

#include "play/thought.h"
#include "search/shelf.h"

#include <stdbool.h>
#include <stdint.h>

struct player;

/** The keys of players, for time, depth and other settings. */
enum player_key {
  KEY_TIME,
  KEY_DEPTH,
  KEY_EVALUATION,
  KEY_SEED,
  KEY_BOOK,
  KEY_TABLES,
  KEY_COMMAND,
  KEY_FIXED,
  KEY_TABLE,
  KEY_CAPTURE_BONUS,
  KEY_RANDOM,
  PLAYER_KEYS
};

extern const char *const player_key_names[PLAYER_KEYS];

struct player_kind {
  const char *name;
  const char *summary;    /* a clause that describes the player */
  const char *evaluation; /* the name of its evaluation; NULL: the first of the game, unless the key sets
                             another */
  uint32_t keys;          /* bits of the keys that it takes */
  enum method method;     /* the method of its searches */
  enum method keyless;    /* the method on boards too large for keys; METHOD_AUTO: `method` there, too */
  bool human, random;
  bool asks_known;      /* its first window is what play_resources.known returns */
  bool soon;            /* among winning moves it looks for the one that wins soonest */
  const char *protocol; /* the protocol of an external program (outsider.h), or NULL */
  double proof_share;   /* share of its time for a proof; 0: it proves nothing. If not 0, the player searches
                           with knowledge (query.h) and with the evaluation for play */
};

/** The table, which ends with an entry without a name. */
extern const struct player_kind player_kinds[];

/** Can the player named by a text play on boards of this game at all, with its protocol or evaluation? True
 * for a text that names no player. An external program may still refuse the board: player_refuses(). */
bool player_plays (const char *text, const struct game *);

/** Open the player named by a text. `shared`: a shelf to use together with another player, or NULL for one of
 * its own. player_close() frees it. NULL: EXIT_USAGE (unknown player, key or value; the failure lists those
 * that exist), EXIT_BAD_DATA, EXIT_NO_INPUT, EXIT_IO (a book or tables). */
struct player *player_open (const char *text, const struct play_resources *, struct shelf *shared,
                            struct failure *);
void player_close (struct player *);

/** Call found() with the name of each file in the text of a player. */
void player_files (const char *text, void (*found) (void *context, const char *path), void *context);

const struct player_kind *player_kind (const struct player *);
const char *player_text (const struct player *); /* the text given by the user */

/** The time limit of a move in seconds; 0: no limit. */
double player_seconds (const struct player *);

/** Begin a new game: the player clears its tables. Its random choices depend on its seed and on this one; 0:
 * only on its own. An external program is started, unless it runs. */
void player_begin (struct player *, uint64_t seed);

/** Has its program refused the board when the game began? */
bool player_refuses (const struct player *);

/** Limit each move from now on: to `seconds` (0: no limit) and `nodes` (0: no limit). */
void player_limit (struct player *, double seconds, uint64_t nodes);

/** From now on look `plies` plies ahead (0: no limit). A player that proves then uses only proofs without a
 * search. */
void player_limit_depth (struct player *, int plies);

/** From now on take at most `seconds` for a move, if its limit is larger. */
void player_limit_at_most (struct player *, double seconds);

/** Choose a move in the current position, in which the game is not over by the rules; not for a human. False:
 * stopped by a signal. An interface may also ask for a move where games between players stop earlier
 * (course.h). */
bool player_think (struct player *, const struct course *, struct thought *);

/** Prove bounds on the value of the current position within `seconds` seconds; `thought->chosen` is set only
 * if `thought->keeps`. For the audience of a game. */
void player_judge (struct player *, const struct position *, double seconds, struct thought *);

/** The names of all players, as "a, b or c". Returns `text`. */
const char *player_names (char *text, size_t size);

enum { PLAYER_NAMES_TEXT = 300 };

#endif
