/* What a handle knows of a position, in the form that callers get. */
#include "library/library_private.h"

#include "store/file.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static_assert ((int) ZERMELO_MOVE_NAME >= (int) MOVE_TEXT, "the names of moves fit");
static_assert ((int) ZERMELO_KEY_BYTES >= (int) PACKED_MAX, "keys fit");

enum { LINE_MOST = 2000, STACK_TEXT = 1024, STACK_POSITION = 256 };

/* ---- an answer for callers ---- */

/* Moves that are known to be best; where there is only a heuristic value, the moves that its search chose. */
static void mark_best (zermelo *z, const struct answer *answer, bool *best, struct failure *failure) {
  answer_mark (answer, best);
  if (known_is_settled (&answer->known, false))
    return;
  for (int i = 0;
       i < z->file_count && answer->known.evaluation != ZERMELO_NO_EVALUATION && failure->code == 0; i++) {
    struct oracle *oracle = z->files[i].oracle;
    zermelo_knowledge own = known_nothing ();
    if (oracle->evaluates && oracle->ask (oracle, answer->position, &own, failure)
        && own.evaluation != ZERMELO_NO_EVALUATION) {
      oracle->mark (oracle, answer->position, best, failure);
      break;
    }
  }
}

static void fill_moves (const struct library_result *result, zermelo_move *moves) {
  const struct answer *answer = result->answer;
  int *order = answer_order (answer);
  for (int i = 0; i < answer->count; i++) {
    moves[i].best = result->best != NULL && result->best[order[i]];
    moves[i].known = answer_of_move (answer, order[i]);
    known_add_score (&moves[i].known, answer->game, answer->position);
    memcpy (moves[i].name, answer->moves[order[i]].successor.text, MOVE_TEXT);
  }
  free (order);
}

/* The answer, its moves and its line in one block of memory. */
static zermelo_answer *allocate_answer (size_t moves, size_t line) {
  zermelo_answer *given
      = allocate (1, sizeof *given + moves * sizeof (zermelo_move) + line * ZERMELO_MOVE_NAME);
  given->move_count = (int) moves;
  given->line_count = (int) line;
  given->moves = (zermelo_move *) (void *) (given + 1);
  given->line = (const char (*)[ZERMELO_MOVE_NAME]) (const void *) (given->moves + moves);
  return given;
}

static void fill_position (zermelo_answer *given, const struct game *game, const struct position *position,
                           const zermelo_knowledge *known, enum outcome outcome) {
  given->known = *known;
  known_add_score (&given->known, game, position);
  given->ended = outcome != GOING_ON;
  given->mover = game->engine->mover (game, position);
  given->plies = game->plies_max > 0 ? game->engine->plies (game, position) : -1;
}

zermelo_answer *library_answer (const struct library_result *result) {
  const struct answer *answer = result->answer;
  const bool moves = (result->wants & ZERMELO_MOVES) != 0;
  const size_t line = (size_t) result->line_count * ZERMELO_MOVE_NAME;
  zermelo_answer *given = allocate_answer (moves ? (size_t) answer->count : 0, (size_t) result->line_count);
  fill_position (given, answer->game, answer->position, &answer->known, answer->outcome);
  given->nodes = result->nodes;
  given->seconds = result->seconds;
  if (moves)
    fill_moves (result, (zermelo_move *) given->moves);
  if (line > 0)
    memcpy ((void *) given->line, result->line, line);
  return given;
}

void zermelo_answer_free (zermelo_answer *answer) { free (answer); }

/* ---- by rules and files ---- */

bool library_begin (zermelo *z, const char *text, struct answer *answer, struct failure *failure) {
  if (!z->has_game) {
    fail (failure, EXIT_USAGE, "there is no game yet: neither zermelo_open() nor a file named one");
    return false;
  }
  if (!answer_begin (answer, &z->game, text, failure))
    return false;
  for (int i = 0; i < z->file_count && failure->code == 0; i++) {
    struct oracle *oracle = z->files[i].oracle;
    if (answer_is_complete (answer, true) && answer->known.evaluation != ZERMELO_NO_EVALUATION)
      break;
    library_take_turn (z, oracle);
    answer_take_file (answer, oracle, i, failure);
    library_end_turn (z, oracle);
  }
  if (failure->code != 0)
    answer_end (answer);
  return failure->code == 0;
}

/* The best move that is known to keep the value, and the distance if there is one, of the position; -1: there
 * is none. A drawn position of a game that can cycle has none, because its line would not end. */
static int move_of_line (const struct answer *answer) {
  const bool endless = answer->game->plies_max == 0
                       && (!known_is_settled (&answer->known, true) || answer->known.lower == DRAWN);
  bool *best = allocate ((size_t) answer->count, sizeof *best);
  int *order = answer_order (answer), found = -1;
  const int count = endless ? 0 : answer_mark (answer, best);
  for (int i = 0; i < answer->count && count > 0 && found < 0; i++)
    found = best[order[i]] ? order[i] : -1;
  free (order);
  free (best);
  return found;
}

/* Append the line of best play from a position to `line`, which has room for LINE_MOST moves. */
static int follow_line (zermelo *z, const struct answer *from, char (*line)[ZERMELO_MOVE_NAME],
                        struct failure *failure) {
  int count = 0, move = move_of_line (from);
  char *text = move < 0 ? NULL : answer_text_after (from, &from->moves[move].successor);
  if (move >= 0)
    memcpy (line[count++], from->moves[move].successor.text, MOVE_TEXT);
  while (text != NULL && count < LINE_MOST) {
    struct answer answer;
    if (!library_begin (z, text, &answer, failure))
      break;
    free (text);
    move = move_of_line (&answer);
    text = move < 0 ? NULL : answer_text_after (&answer, &answer.moves[move].successor);
    if (move >= 0)
      memcpy (line[count++], answer.moves[move].successor.text, MOVE_TEXT);
    answer_end (&answer);
  }
  free (text);
  return count;
}

bool library_finish (zermelo *z, struct library_result *result, zermelo_answer **given,
                     struct failure *failure) {
  const struct answer *answer = result->answer;
  char (*line)[ZERMELO_MOVE_NAME] = NULL;
  bool *best = allocate ((size_t) answer->count, sizeof *best);
  if ((result->wants & ZERMELO_LINE) != 0 && result->line == NULL) {
    line = allocate (LINE_MOST, sizeof *line);
    result->line = line;
    result->line_count = follow_line (z, answer, line, failure);
  }
  if ((result->wants & ZERMELO_MOVES) != 0)
    mark_best (z, answer, best, failure);
  result->best = best;
  if (failure->code == 0)
    *given = library_answer (result);
  free (best);
  free (line);
  return failure->code == 0;
}

/* ---- a look at the position alone ---- */

/* Memory for one text and one position; it is on the stack if they are of a usual size. */
struct scratch {
  max_align_t position_room[STACK_POSITION / sizeof (max_align_t)];
  char text_room[STACK_TEXT];
  struct position *position;
  struct normal_form normal;
};

static void scratch_begin (struct scratch *s, const struct game *game, const char *text) {
  s->normal = (struct normal_form){ .text = s->text_room, .size = normal_form_size (text) };
  s->position = (struct position *) (void *) s->position_room;
  if (s->normal.size > sizeof s->text_room)
    s->normal.text = allocate (s->normal.size, 1);
  if (game->position_bytes > sizeof s->position_room)
    s->position = position_allocate (game);
  else
    memset (s->position_room, 0, sizeof s->position_room);
}

static void scratch_end (struct scratch *s) {
  if (s->normal.text != s->text_room)
    free (s->normal.text);
  if ((void *) s->position != (void *) s->position_room)
    free (s->position);
}

/* What the rules and files say of the position itself. */
static zermelo_knowledge look (zermelo *z, const struct position *position, enum outcome outcome,
                               struct failure *failure) {
  zermelo_knowledge known = known_by_rules (&z->game, position, outcome);
  for (int i = 0; i < z->file_count && outcome == GOING_ON && failure->code == 0; i++) {
    struct oracle *oracle = z->files[i].oracle;
    zermelo_knowledge more = known_nothing ();
    if (known_is_settled (&known, true))
      continue;
    library_take_turn (z, oracle);
    const bool found = oracle->ask (oracle, position, &more, failure);
    library_end_turn (z, oracle);
    more.file = i;
    if (found)
      known_narrow (&known, &more);
  }
  return known;
}

struct question {
  const char *text;
  int wants;
  zermelo_answer **answer;
};

/* Answer by looking up the position alone, if that tells the value. Nearly all probes of books end here.
 * Nothing but the answer is allocated then, and no lock is taken for a book. */
static bool probe_at_once (zermelo *z, const struct question *asked, struct failure *failure) {
  const struct game *game = &z->game;
  struct scratch s;
  scratch_begin (&s, game, asked->text);
  if (game->engine->parse (game, asked->text, s.position, &s.normal, failure)) {
    const enum outcome outcome = game->engine->outcome (game, s.position);
    const zermelo_knowledge known = look (z, s.position, outcome, failure);
    if (failure->code == 0 && known_is_settled (&known, false)) {
      *asked->answer = allocate_answer (0, 0);
      fill_position (*asked->answer, game, s.position, &known, outcome);
    }
  }
  scratch_end (&s);
  return failure->code != 0 || *asked->answer != NULL;
}

static bool probe (zermelo *z, void *argument, struct failure *failure) {
  const struct question *asked = argument;
  struct answer answer;
  if (z->has_game && asked->wants == 0 && probe_at_once (z, asked, failure))
    return failure->code == 0;
  if (!library_begin (z, asked->text, &answer, failure))
    return false;
  struct library_result result = { .answer = &answer, .wants = asked->wants };
  library_finish (z, &result, asked->answer, failure);
  answer_end (&answer);
  return failure->code == 0;
}

int zermelo_probe (zermelo *z, const char *position, int wants, zermelo_answer **answer) {
  *answer = NULL;
  return library_call (probe, z, &(struct question){ position, wants, answer });
}

struct key_question {
  const uint8_t *key;
  zermelo_knowledge *known;
};

static bool probe_key (zermelo *z, void *argument, struct failure *failure) {
  const struct key_question *asked = argument;
  struct scratch s;
  zermelo_knowledge known = known_nothing ();
  if (!z->has_game || z->game.key_bytes == 0)
    return fail (failure, EXIT_USAGE, "there is no game with keys");
  scratch_begin (&s, &z->game, "");
  if (!z->game.engine->unpack (&z->game, asked->key, s.position))
    fail (failure, EXIT_BAD_DATA, "the key is no position of %s", z->game.title);
  for (int i = 0; i < z->file_count && failure->code == 0 && !known_is_settled (&known, true); i++) {
    struct oracle *oracle = z->files[i].oracle;
    zermelo_knowledge more = known_nothing ();
    if (strcmp (oracle->kind, "book") != 0 || !oracle->ask (oracle, s.position, &more, failure))
      continue;
    more.file = i;
    known_narrow (&known, &more);
  }
  known_add_score (&known, &z->game, s.position);
  if (failure->code == 0)
    *asked->known = known;
  scratch_end (&s);
  return failure->code == 0;
}

int zermelo_probe_key (zermelo *z, const uint8_t *key, zermelo_knowledge *known) {
  return library_call (probe_key, z, &(struct key_question){ key, known });
}
