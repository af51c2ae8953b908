/* The players: which there are, how a user names one (`NAME[:key=value,...]`), and what each thinks.
 *
 * The table in player.c has a row for each. All but the human find their moves with the searches of the
 * engine, by queries with limits. They are those of three reports (MoNKey, Connect4, Dama italiana: monkey,
 * forza4, dama), the general methods with an evaluation, and two that prove: `solver` searches for the value
 * and plays the best it has when its time is up; `perfect` also looks into endgame tables, and wins soon. A
 * player keeps its tables between moves (shelf.h) and keeps its time.
 *
 * All of them look into opening books first. What is proven there is played at once. The move of a heuristic
 * entry takes the place of the search with an evaluation, unless a short search says that better is needed:
 * it proves a win, or that the move loses. Players who prove try their proof first. */
#ifndef ZERMELO_ANALYSIS_PLAY_PLAYER_H
#define ZERMELO_ANALYSIS_PLAY_PLAYER_H

#include "play/course.h"
#include "play/opening_books.h"
#include "search/shelf.h"

#include <stdbool.h>
#include <stdint.h>

struct player;

/** The keys of players. */
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
  const char *summary;    /* a clause */
  const char *evaluation; /* its name; NULL: the game's first, unless the key says another */
  uint32_t keys;          /* bits: those that it takes */
  enum method method;     /* of its searches */
  enum method keyless;    /* their method on boards too large for a key; METHOD_AUTO: `method` there, too */
  bool human, random;
  bool asks_known;      /* does it begin with what is known from elsewhere (play_resources.known)? */
  bool soon;            /* of the moves that win it looks for the one that wins soonest */
  const char *protocol; /* of a program from outside (outsider.h), or NULL */
  double proof_share;   /* share of its time for a proof; 0: it proves nothing. If there is one, the player
                           searches with knowledge (query.h) and by the evaluation of play */
};

/** The table; its end has no name. */
extern const struct player_kind player_kinds[];

/** What all players of a program may use. */
struct play_resources {
  const struct game *game;       /* borrowed */
  int threads;                   /* of searches for proof */
  uint64_t table_bytes;          /* of each shelf */
  bool (*stops) (void *context); /* asked every few milliseconds: leave off thinking? NULL: never */
  void *stops_context;
  /* What is known of a position from elsewhere: bounds on its value, in which `monkey` begins its search;
   * false: nothing. NULL: of none. */
  bool (*known) (void *context, const struct game *, const struct position *, struct bounds *);
  void *known_context;
  bool programs;               /* may it start programs from outside? Not for a client over a network */
  struct opening_books *books; /* for players who name none, but not for those of fixed depth; borrowed; NULL:
                                  none */
  double grace;                /* seconds over its time for which a program from outside is waited for */
};

/** Can the player that a text names play on boards of that game at all, in its protocol or with its
 * evaluation? Of a text that names none: true. A program from outside may still refuse the board:
 * player_refuses(). */
bool player_plays (const char *text, const struct game *);

/** Open the player that a text names. `shared`: a shelf to use together with another player, or NULL for one
 *  of its own. player_close() frees it. NULL: EXIT_USAGE (no such player, key or value, with what there is),
 *  EXIT_BAD_DATA, EXIT_NO_INPUT, EXIT_IO (a book or tables). */
struct player *player_open (const char *text, const struct play_resources *, struct shelf *shared,
                            struct failure *);
void player_close (struct player *);

/** Call back with the name of each file that such a text names. */
void player_files (const char *text, void (*found) (void *context, const char *path), void *context);

const struct player_kind *player_kind (const struct player *);
const char *player_text (const struct player *); /* as the user named it */

/** The seconds that it takes for a move at most; 0: no limit. */
double player_seconds (const struct player *);

/** A new game begins: the player forgets what it learned. What it leaves to chance depends on its seed and on
 *  this one; 0: on its own alone. A program from
 *  outside is started, unless it runs. */
void player_begin (struct player *, uint64_t seed);

/** Has its program said, when the game began, that it cannot play the board? */
bool player_refuses (const struct player *);

/** Limit each move from now on: to `seconds` (0: no limit) and `nodes` (0: no limit). */
void player_limit (struct player *, double seconds, uint64_t nodes);

/** From now on look `plies` plies ahead (0: no limit). A player that proves then proves only what shows
 *  without a search. */
void player_limit_depth (struct player *, int plies);

/** From now on take at most `seconds` for a move, if a move may take longer now. */
void player_limit_at_most (struct player *, double seconds);

/** What a player found. */
struct thought {
  struct successor chosen;
  struct cost cost;
  struct bounds bounds; /* proven of the position, for the side to move: values */
  bool keeps;           /* the move is proven to reach bounds.lower */
  bool has_score;       /* the exact score is proven, and the move reaches it */
  int score;
  bool has_evaluation;
  int evaluation;        /* for the side to move */
  int depth;             /* plies that the evaluation looks ahead */
  const char *source;    /* "search", "book" or "tables"; NULL: by chance, or a program from outside */
  enum game_end forfeit; /* of a program from outside: why it loses the game instead; else GAME_END_NONE */
};

/** Choose a move in the current position, which the rules do not call over; not of a human. False: stopped by
 *  a signal. Where those who play stop earlier (course.h), an interface may still ask for a move. */
bool player_think (struct player *, const struct course *, struct thought *);

/** What is proven of the current position within `seconds` seconds; `thought->chosen` only if
 * `thought->keeps`. For the audience of a game. */
void player_judge (struct player *, const struct position *, double seconds, struct thought *);

/** The names of all players, or of the keys whose bits are set, "a, b or c". Returns `text`. */
const char *player_names (char *text, size_t size);
const char *player_keys (uint32_t keys, char *text, size_t size);

enum { PLAYER_NAMES_TEXT = 300 };

#endif
