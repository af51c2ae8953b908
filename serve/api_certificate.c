/* Positions of a certificate: the move of a strategy, or the argument at a leaf (api_argument.c). */
#include "serve/served_json.h"

#include "answer/strategy.h"
#include "base/text.h"
#include "checker/checker.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { CLAIMS_MOST = 100 };

/** A position and the information of the certificate on it. */
struct walk {
  const struct oracle *oracle;
  const struct certificate_file *file;
  struct answer answer;
  int player; /* the player whose strategy it is */
  struct strategy_step step;
  const atomic_bool *called_off;
};

/* ---- claims and strategies ---- */

/* The POSITION text of a claim; the caller frees it. NULL: the claim is not about a position. */
static char *text_of_claim (const struct oracle *oracle, size_t claim) {
  enum { TEXT = 4096 };
  const struct game *game = &oracle->game;
  const uint8_t *key = key_of_row (oracle_certificate (oracle), CLAIMS, claim);
  struct position *position = position_allocate (game);
  char *text = allocate (TEXT, 1);
  const bool good = key == NULL
                    || (game->engine->unpack (game, key, position)
                        && game->engine->print_position (game, position, text, TEXT));
  free (position);
  if (good)
    return text;
  free (text);
  return NULL;
}

static const char *sign_name (int64_t number) {
  const int value = number > 0 ? WON : number < 0 ? LOST : DRAWN;
  return value_name ((struct bounds){ value, value });
}

static json_t *claims_json (const struct walk *walk) {
  const struct oracle *oracle = walk->oracle;
  const struct certificate_file *file = walk->file;
  json_t *claims = json_array ();
  for (size_t i = 0; i < file->claims && i < CLAIMS_MOST && !*walk->called_off; i++) {
    char *text = text_of_claim (oracle, i);
    json_t *score = file->game.exact_score ? json_integer (claimed_score (file, i)) : json_null ();
    json_array_append_new (claims, json_pack ("{s:s?, s:s, s:o}", "position", text, "value",
                                              sign_name (file->claim_value[i]), "score", score));
    free (text);
  }
  return claims;
}

static char *what_it_reaches (const struct game *game, int player, enum outcome bound) {
  return text_format ("%s %s", game->engine->players[player],
                      bound == WON     ? "wins"
                      : bound == DRAWN ? "does not lose"
                                       : "may lose");
}

static json_t *strategies_json (const struct oracle *oracle) {
  const struct certificate_file *file = oracle_certificate (oracle);
  json_t *strategies = json_array ();
  for (int player = 0; player < 2; player++) {
    if (!strategy_is_there (oracle, player))
      continue;
    const bool cyclic = file->game.rules->cyclic;
    const int64_t bound = cyclic ? file->strategy[1].count > 0 : file->strategy[player].bound;
    char *sentence = what_it_reaches (&oracle->game, player, bound > 0 ? WON : bound < 0 ? LOST : DRAWN);
    json_array_append_new (strategies, json_pack ("{s:s, s:s, s:n, s:s}", "side", side_names[player], "bound",
                                                  sign_name (bound), "score", "sentence", sentence));
    free (sentence);
  }
  return strategies;
}

/* ---- the answer ---- */

static const char *row_name (const struct strategy_step *step) {
  switch (step->coverage) {
  case COVERED_BY_ROW: return row_kind_names[step->kind];
  case COVERED_BY_REPLIES: return "reply";
  case COVERED_FINISHED: return "finished";
  case COVERED_BY_TABLES: return "tables";
  case COVERED_BY_PLAN: return "planned";
  default: return NULL;
  }
}

/* A row in words for people. */
static const char *row_words (const struct strategy_step *step) {
  static const char *const words[ROW_KINDS] = {
    [ROW_MOVE] = "a move",     [ROW_SMALL] = "a small search",       [ROW_PAIRING] = "pairs",
    [ROW_THREATS] = "threats", [ROW_STEALING] = "strategy stealing", [ROW_PLAN] = "a plan",
    [ROW_TILING] = "a tiling",
  };
  switch (step->coverage) {
  case COVERED_BY_ROW: return words[step->kind];
  case COVERED_BY_REPLIES: return "any reply is covered";
  case COVERED_FINISHED: return "the game is over";
  case COVERED_BY_TABLES: return "endgame tables";
  case COVERED_BY_PLAN: return "the plan goes on";
  default: return "-";
  }
}

static char *sentence_of (const struct walk *walk) {
  static const char *const because[ROW_KINDS] = {
    [ROW_MOVE] = "the strategy names the move",
    [ROW_SMALL] = "a small search shows it",
    [ROW_PAIRING] = "the cells are paired: a stone on one cell of a pair is answered on the other",
    [ROW_THREATS] = "one threat after the other, each of which must be answered",
    [ROW_STEALING] = "the second player's strategy could be stolen",
    [ROW_PLAN] = "each move wins, or blocks, or takes the first free cell in this order, up to other rows",
    [ROW_TILING] = "each stone is answered on its own tile",
  };
  if (walk->step.coverage == COVERED_NOT)
    return text_format ("The strategy does not lead here.");
  if (walk->step.coverage == COVERED_BY_TABLES)
    return text_format ("Endgame tables of at most %d pieces decide this; they are in another file.",
                        (int) walk->file->pieces);
  const char *why = walk->step.coverage == COVERED_BY_ROW       ? because[walk->step.kind]
                    : walk->step.coverage == COVERED_BY_PLAN    ? "a plan that began earlier goes on"
                    : walk->step.coverage == COVERED_BY_REPLIES ? "every reply has an answer"
                                                                : "the game is over";
  if (walk->file->pieces > 0 && walk->step.bound == LOST && walk->step.coverage == COVERED_BY_REPLIES)
    return text_format ("Every reply has an answer, or leads to endgame tables.");
  char *reaches = what_it_reaches (&walk->oracle->game, walk->player, walk->step.bound);
  char *text = text_format ("%s: %s.", reaches, why);
  *text = (char) toupper ((unsigned char) *text);
  free (reaches);
  return text;
}

static json_t *move_json (const struct walk *walk) {
  const int move = strategy_move (walk->oracle, walk->answer.position, &walk->step);
  if (move < 0)
    return json_null ();
  char *text = answer_text_after (&walk->answer, &walk->answer.moves[move].successor);
  json_t *object
      = json_pack ("{s:s, s:s?}", "move", walk->answer.moves[move].successor.text, "position", text);
  free (text);
  return object;
}

static json_t *replies_json (const struct walk *walk) {
  json_t *replies = json_array ();
  struct position *child = position_allocate (&walk->oracle->game);
  const int count = strategy_has_replies (walk->oracle, walk->answer.position, walk->player, &walk->step)
                        ? walk->answer.count
                        : 0;
  for (int i = 0; i < count && !*walk->called_off; i++) {
    answer_child (&walk->answer, i, child);
    struct strategy_step after = strategy_step (walk->oracle, child, walk->player);
    if (after.coverage == COVERED_NOT)
      after.coverage = COVERED_BY_PLAN;
    char *text = answer_text_after (&walk->answer, &walk->answer.moves[i].successor);
    json_array_append_new (replies, json_pack ("{s:s, s:s?, s:s?, s:s}", "move",
                                               walk->answer.moves[i].successor.text, "position", text, "row",
                                               row_name (&after), "words", row_words (&after)));
    free (text);
  }
  free (child);
  return replies;
}

static json_t *walk_json (const struct walk *walk, int number) {
  const struct game *game = &walk->oracle->game;
  char *sentence = sentence_of (walk);
  json_t *object = json_pack ("{s:i, s:s, s:o, s:s, s:s, s:o, s:s, s:s?, s:s}", "file", number, "game",
                              game->title, "claims", claims_json (walk), "position", walk->answer.normal.text,
                              "turn", side_names[game->engine->mover (game, walk->answer.position)],
                              "strategies", strategies_json (walk->oracle), "side", side_names[walk->player],
                              "row", row_name (&walk->step), "sentence", sentence);
  json_object_set_new (object, "move", move_json (walk));
  json_object_set_new (object, "replies", replies_json (walk));
  json_object_set_new (
      object, "argument",
      argument_json (walk->oracle, walk->answer.position, walk->player, &walk->step, walk->called_off));
  free (sentence);
  return object;
}

/* Choose the strategy: that of `side`, else the one that knows most about the position. */
static void choose_side (struct walk *walk, int side) {
  walk->player = side >= 0 ? side : 0;
  walk->step = strategy_step_of_plan (walk->oracle, walk->answer.position, walk->player);
  if (side >= 0 || *walk->called_off)
    return;
  const struct strategy_step other = strategy_step_of_plan (walk->oracle, walk->answer.position, 1);
  if (walk->step.coverage == COVERED_NOT
      || (other.coverage != COVERED_NOT && other.bound > walk->step.bound)) {
    walk->player = strategy_is_there (walk->oracle, 1) ? 1 : 0;
    walk->step = walk->player == 1 ? other : walk->step;
  }
}

json_t *certificate_json (const struct served *served, int number, const char *text, int side,
                          const atomic_bool *called_off, struct failure *failure) {
  const struct served_file *file = &served->files[number];
  struct walk walk = { .oracle = &file->oracle, .called_off = called_off };
  if (strcmp (file->oracle.kind, "certificate") != 0) {
    fail (failure, EXIT_BAD_DATA, "file %d is no certificate", number);
    return NULL;
  }
  walk.file = oracle_certificate (walk.oracle);
  char *claim = text == NULL && walk.file->claims > 0 ? text_of_claim (walk.oracle, 0) : NULL;
  json_t *object = NULL;
  if (answer_begin (&walk.answer, &file->oracle.game,
                    text != NULL    ? text
                    : claim != NULL ? claim
                                    : "",
                    failure)) {
    choose_side (&walk, side);
    object = walk_json (&walk, number);
    answer_end (&walk.answer);
  }
  free (claim);
  return object;
}
