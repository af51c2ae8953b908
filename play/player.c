#include "play/player_private.h"

#include "play/outsider.h"

#include "base/quantity.h"
#include "base/sample.h"
#include "base/text.h"
#include "games/protocols.h"
#include "tablebase/slices.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define BIT(key) (UINT32_C (1) << (key))
#define SEARCH_KEYS (BIT (KEY_TIME) | BIT (KEY_DEPTH) | BIT (KEY_BOOK))
#define EVALUATION_KEYS (BIT (KEY_EVALUATION) | BIT (KEY_CAPTURE_BONUS) | BIT (KEY_RANDOM) | BIT (KEY_SEED))
#define METHOD_KEYS (SEARCH_KEYS | EVALUATION_KEYS | BIT (KEY_FIXED) | BIT (KEY_TABLE))

const char *const player_key_names[PLAYER_KEYS] = {
  [KEY_TIME] = "time",
  [KEY_DEPTH] = "depth",
  [KEY_EVALUATION] = "evaluation",
  [KEY_SEED] = "seed",
  [KEY_BOOK] = "book",
  [KEY_TABLES] = "tables",
  [KEY_COMMAND] = "command",
  [KEY_FIXED] = "fixed",
  [KEY_TABLE] = "table",
  [KEY_CAPTURE_BONUS] = "capture_bonus",
  [KEY_RANDOM] = "random",
};

const struct player_kind player_kinds[] = {
  { .name = "human", .summary = "somebody at the keyboard", .human = true },
  { .name = "perfect",
    .summary = "plays by proof, a book or endgame tables, wins soon and loses late",
    .keys = BIT (KEY_TIME) | BIT (KEY_BOOK) | BIT (KEY_TABLES),
    .soon = true,
    .proof_share = 0.6 },
  { .name = "solver",
    .summary = "searches for the value, and plays the best it has when time is up",
    .keys = BIT (KEY_TIME) | BIT (KEY_BOOK),
    .proof_share = 0.1 },
  { .name = "alpha-beta",
    .summary = "alpha-beta with an evaluation, deeper and deeper",
    .keys = METHOD_KEYS,
    .method = METHOD_ALPHA_BETA },
  { .name = "minimax",
    .summary = "the same without cut-offs",
    .keys = METHOD_KEYS,
    .method = METHOD_MINIMAX },
  { .name = "monkey",
    .summary = "best node search, deeper and deeper; on the largest boards one look at each move",
    .keys = SEARCH_KEYS | BIT (KEY_SEED),
    .method = METHOD_BNS,
    .keyless = METHOD_IMMEDIATE,
    .asks_known = true },
  { .name = "forza4",
    .summary = "alpha-beta with the evaluation present+future, or lines+future",
    .keys = SEARCH_KEYS | BIT (KEY_EVALUATION),
    .method = METHOD_ALPHA_BETA,
    .evaluation = "present+future" },
  { .name = "dama",
    .summary = "alpha-beta with the evaluation balanced, defence or cover",
    .keys = SEARCH_KEYS | EVALUATION_KEYS,
    .method = METHOD_ALPHA_BETA,
    .evaluation = "balanced" },
  { .name = "random", .summary = "any move is as good as another", .keys = BIT (KEY_SEED), .random = true },
  { .name = "gomocup",
    .summary = "a program from outside, in the protocol of Gomocup",
    .keys = BIT (KEY_TIME) | BIT (KEY_COMMAND),
    .protocol = "gomocup" },
  { .name = "hub",
    .summary = "a program from outside, in the protocol Hub",
    .keys = BIT (KEY_TIME) | BIT (KEY_COMMAND),
    .protocol = "hub" },
  { .name = "pons",
    .summary = "a program from outside that answers lines of positions as P. Pons's solver does",
    .keys = BIT (KEY_TIME) | BIT (KEY_COMMAND),
    .protocol = "pons" },
  { .name = NULL },
};

/* ---- names ---- */

const char *player_names (char *text, size_t size) {
  *text = 0;
  for (const struct player_kind *kind = player_kinds; kind->name != NULL; kind++)
    text_append_item (text, size, kind[1].name == NULL ? " or " : ", ", kind->name);
  return text;
}

/* The names of the keys whose bits are set. */
static const char *player_keys (uint32_t keys, char *text, size_t size) {
  *text = 0;
  for (int key = 0; key < PLAYER_KEYS; key++)
    if (keys >> key & 1)
      text_append_item (text, size, keys >> key == 1 ? " or " : ", ", player_key_names[key]);
  return text;
}

static const struct player_kind *kind_by_name (const char *name, size_t length) {
  for (const struct player_kind *kind = player_kinds; kind->name != NULL; kind++)
    if (strlen (kind->name) == length && strncmp (kind->name, name, length) == 0)
      return kind;
  return NULL;
}

/* ---- keys ---- */

static bool read_tables (struct player *player, const char *path, struct failure *failure) {
  const struct endgames_options options = { .threads = player->resources.threads };
  if (player->game->engine->slices == NULL)
    return fail (failure, EXIT_BAD_DATA, "%s has no endgame tables", player->game->title);
  if (player->endgames != NULL)
    endgames_destroy (player->endgames);
  player->endgames = endgames_create (player->game, &options);
  if (!endgames_read (player->endgames, path, NULL, failure))
    return false;
  player->asker.endgames = endgames_tables (player->endgames);
  return endgames_have_distances (player->endgames)
         || fail (failure, EXIT_BAD_DATA, "%.200s: a player needs tables made with --distances", path);
}

static bool read_number (const char *text, int least, int most, int *number, struct failure *failure) {
  uint64_t read = 0;
  if (!quantity_count (text, (uint64_t) least, (uint64_t) most, &read, failure))
    return false;
  *number = (int) read;
  return true;
}

static bool set_key (struct player *player, enum player_key key, const char *value, struct failure *failure) {
  int number;
  switch (key) {
  case KEY_TIME: player->has_time = true; return quantity_time (value, &player->seconds, failure);
  case KEY_DEPTH: return read_number (value, 1, 1000, &player->depth, failure);
  case KEY_SEED:
    if (!quantity_count (value, 0, UINT64_MAX, &player->seed, failure))
      return false;
    player->chance = player->seed;
    return true;
  case KEY_CAPTURE_BONUS:
    if (!player->game->engine->captures)
      return fail (failure, EXIT_USAGE, "%s: nothing is taken on %s, so there is no capture_bonus",
                   player->kind->name, player->game->title);
    return read_number (value, 0, QUERY_BONUS_MAX, &player->capture_bonus, failure);
  case KEY_RANDOM: return read_number (value, 0, QUERY_RANDOM_MAX, &player->random, failure);
  case KEY_EVALUATION: return engine_evaluation (player->game, value, &player->evaluation, failure);
  case KEY_BOOK:
    if (strcmp (value, "none") == 0) {
      player->bookless = true;
      return true;
    }
    return opening_books_add (&player->named, player->game, value, failure);
  case KEY_TABLES: return read_tables (player, value, failure);
  case KEY_COMMAND:
    outsider_close (player->outsider);
    player->outsider = outsider_open (player->kind->protocol, value, &player->resources, failure);
    return player->outsider != NULL;
  case KEY_FIXED:
    if (!read_number (value, 0, 1, &number, failure))
      return false;
    player->fixed = number != 0;
    return true;
  case KEY_TABLE:
    player->asker.tableless = true;
    return strcmp (value, "none") == 0
           || fail (failure, EXIT_USAGE, "'%.40s': none is all that can be said", value);
  case PLAYER_KEYS: break;
  }
  return false;
}

static bool unknown_key (const struct player_kind *kind, const char *name, struct failure *failure) {
  char known[PLAYER_NAMES_TEXT];
  player_keys (kind->keys, known, sizeof known);
  if (kind->keys == 0)
    return fail (failure, EXIT_USAGE, "player %s has no keys; found '%.40s'", kind->name, name);
  return fail (failure, EXIT_USAGE, "player %s has no key '%.40s': %s", kind->name, name, known);
}

/* Set one key: "depth=4". */
static bool read_pair (struct player *player, char *pair, struct failure *failure) {
  char *value = strchr (pair, '=');
  if (value != NULL)
    *value++ = 0;
  for (int key = 0; key < PLAYER_KEYS; key++)
    if (player->kind->keys >> key & 1 && strcmp (pair, player_key_names[key]) == 0) {
      if (value == NULL || *value == 0)
        return fail (failure, EXIT_USAGE, "player %s: key %s needs a value: %s=...", player->kind->name, pair,
                     pair);
      return set_key (player, (enum player_key) key, value, failure) || fail_in (failure, pair);
    }
  return unknown_key (player->kind, pair, failure);
}

/* Cut off the next pair, up to a comma that is not within double quotes, and remove the quotes; within them a
 * backslash keeps the character after it. */
static char *next_pair (char **rest) {
  char *pair = *rest, *to = pair, *from = pair;
  bool quoted = false;
  for (; *from != 0 && (quoted || *from != ','); from++) {
    if (*from == '"') {
      quoted = !quoted;
      continue;
    }
    if (quoted && *from == '\\' && from[1] != 0)
      from++;
    *to++ = *from;
  }
  *rest = *from == 0 ? NULL : from + 1;
  *to = 0;
  return pair;
}

static bool read_pairs (struct player *player, const char *text, struct failure *failure) {
  char *copy = strdup (text), *rest = copy;
  bool good = copy != NULL;
  while (good && rest != NULL)
    good = read_pair (player, next_pair (&rest), failure);
  free (copy);
  return good;
}

void player_files (const char *text, void (*found) (void *context, const char *path), void *context) {
  const char *const pairs = strchr (text, ':');
  char *copy = pairs == NULL ? NULL : text_format ("%s", pairs + 1), *rest = copy;
  while (rest != NULL) {
    const char *pair = next_pair (&rest), *value = strchr (pair, '=');
    const size_t length = value == NULL ? 0 : (size_t) (value - pair);
    for (int key = KEY_BOOK; value != NULL && key <= KEY_TABLES; key++)
      if (strlen (player_key_names[key]) == length && strncmp (pair, player_key_names[key], length) == 0)
        found (context, value + 1);
  }
  free (copy);
}

/* ---- a player ---- */

bool player_plays (const char *text, const struct game *game) {
  const struct player_kind *kind = kind_by_name (text, strcspn (text, ":"));
  struct failure ignored = { 0 };
  int evaluation;
  if (kind == NULL)
    return true;
  return (kind->protocol == NULL || board_protocol_by_name (kind->protocol)->plays (game))
         && (kind->evaluation == NULL || engine_evaluation (game, kind->evaluation, &evaluation, &ignored));
}

/* Use the books that the user named, else those of all players of the program. */
static void choose_books (struct player *player) {
  const bool looks = (player->kind->keys & BIT (KEY_BOOK)) != 0 && !player->bookless;
  if (player->named.count > 0)
    player->books = &player->named;
  else if (looks && !player->fixed)
    player->books = player->resources.books;
  if (player->books != NULL)
    opening_books_take (player->books, player->game);
}

static bool read_player (struct player *player, const char *text, struct failure *failure) {
  char known[PLAYER_NAMES_TEXT];
  const size_t length = strcspn (text, ":");
  player->kind = kind_by_name (text, length);
  if (player->kind == NULL)
    return fail (failure, EXIT_USAGE, "unknown player '%.*s': %s", (int) (length < 40 ? length : 40), text,
                 player_names (known, sizeof known));
  if (player->kind->protocol != NULL && !player->resources.programs)
    return fail (failure, EXIT_USAGE, "player %s: no program from outside is started here",
                 player->kind->name);
  if (player->kind->proof_share > 0)
    player->evaluation = player->game->engine->evaluation_of_play;
  if (player->kind->evaluation != NULL
      && !engine_evaluation (player->game, player->kind->evaluation, &player->evaluation, failure))
    return fail_in (failure, player->kind->name);
  if (text[length] != 0 && !read_pairs (player, text + length + 1, failure))
    return false;
  if (player->bookless && player->named.count > 0)
    return fail (failure, EXIT_USAGE, "player %s: book=none beside a book", player->kind->name);
  if (player->fixed && player->depth == 0)
    return fail (failure, EXIT_USAGE, "player %s: fixed=1 needs a depth: depth=4,fixed=1",
                 player->kind->name);
  if (player->fixed && !player->has_time) /* there is no move to play before the search is done */
    player->seconds = 0;
  choose_books (player);
  return player->kind->protocol == NULL || player->outsider != NULL
         || fail (failure, EXIT_USAGE, "player %s needs a program: %s:command=\"...\"", player->kind->name,
                  player->kind->name);
}

struct player *player_open (const char *text, const struct play_resources *resources, struct shelf *shared,
                            struct failure *failure) {
  static const double USUAL_SECONDS = 10;
  struct player *player = allocate (1, sizeof *player);
  player->game = resources->game;
  player->resources = *resources;
  player->seconds = USUAL_SECONDS;
  player->own = (struct shelf){ .game = resources->game, .bytes = resources->table_bytes };
  player->asker = (struct asker){ .game = resources->game,
                                  .shelf = shared != NULL ? shared : &player->own,
                                  .threads = resources->threads,
                                  .memory = resources->table_bytes,
                                  .stops = resources->stops,
                                  .stops_context = resources->stops_context };
  asker_begin (&player->asker);
  player->text = strdup (text);
  if (player->text != NULL && read_player (player, text, failure))
    return player;
  player_close (player);
  return NULL;
}

void player_close (struct player *player) {
  if (player == NULL)
    return;
  opening_books_close (&player->named);
  if (player->endgames != NULL)
    endgames_destroy (player->endgames);
  outsider_close (player->outsider);
  shelf_clear (&player->own);
  asker_end (&player->asker);
  free (player->text);
  free (player);
}

const struct player_kind *player_kind (const struct player *player) { return player->kind; }

const char *player_text (const struct player *player) { return player->text; }

double player_seconds (const struct player *player) { return player->seconds; }

void player_begin (struct player *player, uint64_t seed) {
  player->chance = seed == 0 ? player->seed : sample_scramble (player->seed ^ seed);
  shelf_forget (player->asker.shelf);
  if (player->outsider != NULL)
    outsider_begin (player->outsider, player->seconds);
}

bool player_refuses (const struct player *player) {
  return player->outsider != NULL && outsider_refuses (player->outsider);
}

void player_limit (struct player *player, double seconds, uint64_t nodes) {
  player->seconds = seconds;
  player->nodes = nodes;
}

void player_limit_depth (struct player *player, int plies) { player->depth = plies; }

void player_limit_at_most (struct player *player, double seconds) {
  if (seconds > 0 && (player->seconds == 0 || player->seconds > seconds))
    player->seconds = seconds;
}

/* ---- queries to the engine ---- */

const struct result *player_ask (struct player *player, const struct position *position,
                                 const struct query *query, double deadline, struct thought *thought) {
  struct asker *asker = &player->asker;
  asker->nodes = player->nodes_now;
  asker->cost = thought->cost;
  asker->deadline = player->deadline;
  const struct result *result = asker_ask (asker, position, query, deadline);
  thought->cost = asker->cost;
  return result;
}

void choose_move (const struct player *player, const struct position *position, int move,
                  struct thought *thought) {
  struct successor *list = allocate ((size_t) player->game->moves_max, sizeof *list);
  const int count = player->game->engine->successors (player->game, position, list);
  int i = 0;
  while (i < count - 1 && list[i].move != move)
    i++;
  assert (count > 0 && list[i].move == move);
  thought->chosen = list[i];
  free (list);
}
