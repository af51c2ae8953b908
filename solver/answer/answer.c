#include "answer/answer.h"

#include "base/text.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- what is known of one position ---- */

zermelo_knowledge known_nothing (void) {
  const struct bounds value = search_range (false), scores = search_range (true);
  return (zermelo_knowledge){ .lower = value.lower,
                              .upper = value.upper,
                              .value = ZERMELO_UNKNOWN,
                              .score_lower = scores.lower,
                              .score_upper = scores.upper,
                              .distance = -1,
                              .evaluation = ZERMELO_NO_EVALUATION,
                              .file = -1,
                              .source = "" };
}

struct bounds known_bounds (const zermelo_knowledge *known, bool exact_score) {
  return exact_score ? (struct bounds){ known->score_lower, known->score_upper }
                     : (struct bounds){ known->lower, known->upper };
}

static bool says_nothing (struct bounds value) { return value.lower == LOST && value.upper == WON; }

void known_set (zermelo_knowledge *known, bool exact_score, struct bounds bounds) {
  if (exact_score) {
    known->score_lower = bounds.lower;
    known->score_upper = bounds.upper;
    return;
  }
  known->lower = bounds.lower;
  known->upper = bounds.upper;
  known->value = bounds.lower == bounds.upper ? bounds.lower : ZERMELO_UNKNOWN;
  known->proven = !says_nothing (bounds);
}

static bool is_exact (const zermelo_knowledge *known) { return known->value != ZERMELO_UNKNOWN; }

void known_narrow (zermelo_knowledge *known, const zermelo_knowledge *more) {
  const bool was_exact = is_exact (known);
  struct bounds value = known_bounds (known, false);
  if (known->evaluation == ZERMELO_NO_EVALUATION)
    known->evaluation = more->evaluation;
  bounds_narrow (&value, known_bounds (more, false));
  if (value.lower > value.upper) /* two sources contradict each other: the earlier one is kept */
    return;
  if (value.lower != known->lower || value.upper != known->upper) {
    const bool proven = more->proven && (known->proven || says_nothing (known_bounds (known, false)));
    known_set (known, false, value);
    known->proven = proven;
  }
  struct bounds scores = known_bounds (known, true);
  bounds_narrow (&scores, known_bounds (more, true));
  if (scores.lower <= scores.upper)
    known_set (known, true, scores);
  if (!is_exact (known))
    return;
  if (!was_exact) {
    known->source = more->source;
    known->file = more->file;
    memcpy (known->argument, more->argument, sizeof known->argument);
  }
  if (known->distance < 0 && is_exact (more))
    known->distance = more->distance;
  if (!known->has_score && more->has_score) {
    known->has_score = true;
    known->score = more->score;
  }
}

zermelo_knowledge known_by_search (const struct game *game, const struct position *position,
                                   struct bounds bounds, bool exact_score) {
  zermelo_knowledge more = known_nothing ();
  more.source = "search";
  known_set (&more, false, exact_score ? value_of_score (bounds) : bounds);
  if (exact_score)
    known_set (&more, true, bounds);
  if (exact_score && bounds.lower == bounds.upper && bounds.lower != 0)
    more.distance = game->engine->distance (game, position, bounds.lower);
  return more;
}

zermelo_knowledge known_by_result (const struct game *game, const struct position *position,
                                   const struct result *result, bool exact_score) {
  zermelo_knowledge known = known_by_search (game, position, result->bounds, exact_score);
  if (result->has_evaluation)
    known.evaluation = result->evaluation;
  snprintf (known.argument, sizeof known.argument, "%s", result->argument);
  return known;
}

const char *known_value_name (const zermelo_knowledge *known) {
  return value_name (known_bounds (known, false));
}

bool known_is_settled (const zermelo_knowledge *known, bool distances) {
  return is_exact (known) && (!distances || known->lower == DRAWN || known->distance >= 0);
}

/* Bounds of the score of a position that ends like this after `distance` plies. They are equal. */
static struct bounds scores_of_end (const struct game *game, const struct position *position,
                                    enum outcome outcome, int distance) {
  const int score = game->engine->score (game, position, outcome, distance);
  return (struct bounds){ score, score };
}

/* Does the distance tell the score? If so, `scores` are its bounds. */
static bool distance_tells (const zermelo_knowledge *known, const struct game *game,
                            const struct position *position, struct bounds *scores) {
  if (!known_is_settled (known, true) || !game->engine->score_by_distance)
    return false;
  *scores = scores_of_end (game, position, (enum outcome) known->value,
                           known->distance < 0 ? 0 : known->distance);
  return true;
}

bool known_score (const zermelo_knowledge *known, const struct game *game, const struct position *position,
                  char text[SCORE_TEXT], int *number) {
  struct bounds scores;
  if (distance_tells (known, game, position, &scores))
    return score_text (game, position, scores, text, number);
  *number = known->score;
  snprintf (text, SCORE_TEXT, "%d", *number);
  return known->has_score;
}

void known_add_score (zermelo_knowledge *known, const struct game *game, const struct position *position) {
  char text[SCORE_TEXT];
  struct bounds scores;
  if (distance_tells (known, game, position, &scores))
    known_set (known, true, scores);
  known->has_score = known_score (known, game, position, text, &known->score);
  if (!known->has_score)
    known->score = 0;
}

int distance_of_score (const struct game *game, const struct position *position, enum outcome outcome,
                       int score) {
  enum { LONGEST = 2000 };
  const int most = game->plies_max == 0 ? LONGEST : game->plies_max - game->engine->plies (game, position);
  if (outcome == DRAWN || !game->engine->score_by_distance)
    return -1;
  for (int distance = outcome == WON; distance <= most; distance += 2) {
    char text[SCORE_TEXT];
    int number;
    score_text (game, position, scores_of_end (game, position, outcome, distance), text, &number);
    if (number == score)
      return distance;
  }
  return -1;
}

/* ---- bounds in the scale of a query ---- */

struct bounds bounds_of_end (const struct game *game, const struct position *position, enum outcome outcome,
                             bool exact_score) {
  assert (outcome != GOING_ON);
  const int value = exact_score ? game->engine->score (game, position, outcome, 0) : (int) outcome;
  return (struct bounds){ value, value };
}

int score_for_parent (const struct game *game, bool exact_score, int score) {
  return exact_score ? game->engine->score_from_child (score) : -score;
}

struct bounds bounds_for_parent (const struct game *game, bool exact_score, struct bounds child) {
  return (struct bounds){ score_for_parent (game, exact_score, child.upper),
                          score_for_parent (game, exact_score, child.lower) };
}

int score_most_of_child (const struct game *game, bool exact_score, int score) {
  if (score == 0 || !exact_score)
    return -score;
  int most = -score + 2;
  while (score_for_parent (game, exact_score, most) < score)
    most--;
  return most;
}

/* ---- the answer ---- */

zermelo_knowledge known_by_rules (const struct game *game, const struct position *position,
                                  enum outcome outcome) {
  zermelo_knowledge known = known_nothing ();
  if (outcome == GOING_ON)
    return known;
  known_set (&known, false, bounds_of_end (game, position, outcome, false));
  known_set (&known, true, bounds_of_end (game, position, outcome, true));
  known.distance = outcome == DRAWN ? -1 : 0;
  known.source = "rules";
  strcpy (known.argument, "finished");
  return known;
}

/* Returns whether any move ends the game; if none does, the rules say nothing about the position. */
static bool list_moves (struct answer *answer) {
  bool ends = false;
  const struct game *game = answer->game;
  struct successor *list = allocate ((size_t) game->moves_max, sizeof *list);
  struct position *child = position_allocate (game);
  answer->count = game->engine->successors (game, answer->position, list);
  answer->moves = allocate ((size_t) answer->count, sizeof *answer->moves);
  for (int i = 0; i < answer->count; i++) {
    struct answer_move *move = &answer->moves[i];
    move->successor = list[i];
    answer_child (answer, i, child);
    move->outcome = game->engine->outcome (game, child);
    move->after = known_by_rules (game, child, move->outcome);
    ends |= move->outcome != GOING_ON;
    move->twin = i;
    if (game->key_bytes == 0)
      continue;
    game->engine->pack_canonical (game, child, move->key);
    for (int j = i - 1; j >= 0; j--)
      if (memcmp (answer->moves[j].key, move->key, (size_t) game->key_bytes) == 0)
        move->twin = answer->moves[j].twin;
  }
  free (child);
  free (list);
  return ends;
}

bool answer_begin (struct answer *answer, const struct game *game, const char *text,
                   struct failure *failure) {
  *answer = (struct answer){ .game = game, .position = position_allocate (game) };
  answer->normal = normal_form_allocate (text);
  if (!game->engine->parse (game, text, answer->position, &answer->normal, failure)) {
    answer_end (answer);
    return false;
  }
  answer->outcome = game->engine->outcome (game, answer->position);
  answer->known = known_by_rules (game, answer->position, answer->outcome);
  if (game->key_bytes > 0)
    game->engine->pack_canonical (game, answer->position, answer->key);
  if (list_moves (answer))
    answer_settle (answer);
  return true;
}

void answer_end (struct answer *answer) {
  free (answer->position);
  free (answer->normal.text);
  free (answer->moves);
  *answer = (struct answer){ .game = answer->game };
}

void answer_child (const struct answer *answer, int i, struct position *child) {
  assert (i >= 0 && i < answer->count);
  answer->game->engine->child (answer->game, answer->position, answer->moves[i].successor.move, child);
}

zermelo_knowledge answer_of_move (const struct answer *answer, int i) {
  assert (i >= 0 && i < answer->count);
  zermelo_knowledge known = answer->moves[i].after;
  known_set (&known, false, bounds_for_parent (answer->game, false, known_bounds (&known, false)));
  known_set (&known, true, bounds_for_parent (answer->game, true, known_bounds (&known, true)));
  known.proven = answer->moves[i].after.proven;
  known.distance += known.distance >= 0;
  known.has_score = known.has_score && !answer->game->engine->score_by_distance;
  known.score = -known.score;
  known.evaluation = ZERMELO_NO_EVALUATION; /* that of the position after a move is not one of the move */
  return known;
}

/* ---- what searches find ---- */

/* What a search says of a position of which `before` is known. */
static zermelo_knowledge known_by_source (const struct answer_searches *searches, const struct game *game,
                                          const struct position *position, const zermelo_knowledge *before,
                                          const struct result *result, bool exact_score) {
  struct result whole = *result;
  whole.bounds = known_bounds (before, exact_score);
  bounds_narrow (&whole.bounds, result->bounds);
  zermelo_knowledge found = known_by_result (game, position, &whole, exact_score);
  found.proven = !searches->on_trust;
  if (*found.argument != 0 && searches->by_arguments != NULL)
    found.source = searches->by_arguments;
  return found;
}

void answer_take_result (struct answer *answer, int i, const struct result *result, bool exact_score,
                         const struct answer_searches *searches) {
  assert (i >= -1 && i < answer->count && result->bounds.lower <= result->bounds.upper);
  if (i < 0) {
    const zermelo_knowledge found
        = known_by_source (searches, answer->game, answer->position, &answer->known, result, exact_score);
    known_narrow (&answer->known, &found);
    return;
  }
  struct position *child = position_allocate (answer->game);
  const int twin = answer->moves[i].twin;
  for (i = twin; i < answer->count; i++) {
    zermelo_knowledge *after = &answer->moves[i].after;
    if (answer->moves[i].twin != twin)
      continue;
    answer_child (answer, i, child);
    const zermelo_knowledge found
        = known_by_source (searches, answer->game, child, after, result, exact_score);
    known_narrow (after, &found);
  }
  free (child);
}

void answer_take_keeper (struct answer *answer, int i) {
  const zermelo_knowledge *known = &answer->known;
  const int twin = answer->moves[i].twin;
  zermelo_knowledge kept = known_nothing ();
  if (known->score_lower == known->score_upper)
    kept.score_upper = score_most_of_child (answer->game, true, known->score_lower);
  known_set (&kept, false, bounds_for_parent (answer->game, false, known_bounds (known, false)));
  kept.distance = known->distance > 0 ? known->distance - 1 : -1;
  kept.source = "search";
  kept.proven = known->proven;
  for (i = twin; i < answer->count; i++)
    if (answer->moves[i].twin == twin)
      known_narrow (&answer->moves[i].after, &kept);
}

/* The largest score, or value, that the position after a move may have if the move keeps that of the
 * position. */
static int most_after_keeper (const struct answer *answer, bool exact_score) {
  return score_most_of_child (answer->game, exact_score, known_bounds (&answer->known, exact_score).lower);
}

bool answer_keeps (const struct answer *answer, int i, bool exact_score) {
  assert (i >= 0 && i < answer->count);
  return known_bounds (&answer->moves[i].after, exact_score).upper <= most_after_keeper (answer, exact_score);
}

bool answer_asks (const struct answer *answer, int i, enum answer_goal goal, bool exact_score,
                  struct bounds *window) {
  assert (i >= 0 && i < answer->count && answer->moves[i].twin <= i);
  const zermelo_knowledge *after = &answer->moves[i].after;
  const struct bounds of_position = known_bounds (&answer->known, exact_score);
  *window = search_range (exact_score);
  if (answer->moves[i].twin != i || goal == GOAL_NOTHING)
    return false;
  if (goal == GOAL_VALUES)
    return !known_is_settled (after, exact_score);
  if (of_position.lower != of_position.upper || answer_keeps (answer, i, exact_score))
    return false;
  const int most = most_after_keeper (answer, exact_score);
  *window = (struct bounds){ most, most + 1 };
  return known_bounds (after, exact_score).lower <= most;
}

/* ---- asking ---- */

/* A question without an answer so far. */
struct open_question {
  struct answer_searches searches;
  struct answer_question question;
  struct position *child;
  uint64_t nodes; /* of all results */
  int next;       /* the next move to ask about, in the order of the question; -1: the position */
  int open;       /* queries without a result */
  bool goes_on;   /* go_on() is running: results that come at once need not call it */
  struct asked {
    struct open_question *question;
    int move; /* -1: the position */
  } asked[];  /* one for the position, and one for each move */
};

static void go_on (struct open_question *);

static void conclude (const struct open_question *q) {
  if (!q->searches.side_by_side)
    answer_settle (q->question.answer);
}

static void take (void *taker, const struct result *result) {
  const struct asked *asked = taker;
  struct open_question *q = asked->question;
  const struct answer_question *question = &q->question;
  assert (q->open > 0);
  answer_take_result (question->answer, asked->move, result, question->exact_score, &q->searches);
  conclude (q);
  q->nodes += result->cost.nodes;
  if (question->taken != NULL)
    question->taken (question->taken_context, asked->move, result);
  q->open--;
  if (!q->goes_on)
    go_on (q);
}

/* Ask about the position, or after a move. */
static void ask (struct open_question *q, int move, struct bounds window) {
  const struct answer_question *question = &q->question;
  const struct answer *answer = question->answer;
  struct asked *asked = &q->asked[move + 1];
  struct answer_query query = { .game = answer->game,
                                .position = move < 0 ? answer->position : q->child,
                                .query = q->searches.query,
                                .take = take,
                                .taker = asked };
  *asked = (struct asked){ q, move };
  query.query.exact_score = question->exact_score;
  query.query.window = window;
  if (question->node_limit > 0)
    query.query.node_limit = question->node_limit - q->nodes;
  if (move >= 0)
    answer_child (answer, move, q->child);
  q->open++;
  q->searches.ask (q->searches.context, &query);
}

/* May nothing more be asked before a result comes? Before the first move, only the position can be open. */
static bool waits (const struct open_question *q) {
  return q->open > 0 && (!q->searches.side_by_side || q->question.node_limit > 0 || q->next == 0);
}

static bool is_over (const struct open_question *q) {
  const uint64_t limit = q->question.node_limit;
  return (limit > 0 && q->nodes >= limit)
         || (q->searches.is_over != NULL && q->searches.is_over (q->searches.context));
}

static void ask_next (struct open_question *q) {
  const struct answer_question *question = &q->question;
  const struct answer *answer = question->answer;
  const int i = q->next++;
  struct bounds window = search_range (question->exact_score);
  if (i < 0) {
    if (question->position && !known_is_settled (&answer->known, question->exact_score))
      ask (q, i, window);
    else
      conclude (q);
    return;
  }
  const int move = question->order != NULL ? question->order[i] : i;
  if (answer_asks (answer, move, question->moves, question->exact_score, &window))
    ask (q, move, window);
}

/* Ask as much as may be asked now. */
static void go_on (struct open_question *q) {
  const struct answer *answer = q->question.answer;
  const int count = answer->game->key_bytes == 0 || q->question.moves == GOAL_NOTHING ? 0 : answer->count;
  q->goes_on = true;
  while (q->next < count && !waits (q) && (q->next < 0 || !is_over (q)))
    ask_next (q);
  q->goes_on = false;
  if (q->open > 0)
    return;
  if (q->question.done != NULL)
    q->question.done (q->question.done_context);
  free (q->child);
  free (q);
}

void answer_ask (const struct answer_searches *searches, const struct answer_question *question) {
  const size_t room
      = sizeof (struct open_question) + ((size_t) question->answer->count + 1) * sizeof (struct asked);
  struct open_question *q = allocate (1, room);
  q->searches = *searches;
  q->question = *question;
  q->child = position_allocate (question->answer->game);
  q->next = -1;
  go_on (q);
}

/* ---- conclusions ---- */

/* The distance of a position with the value `value`, if the distances of all moves that matter are known;
 * otherwise -1. The winner takes the shortest way and the loser the longest, and a move that is not settled
 * could be shorter or longer than those that are. */
static int distance_by_moves (const struct answer *answer, int value) {
  int distance = -1;
  for (int i = 0; i < answer->count; i++) {
    const zermelo_knowledge move = answer_of_move (answer, i);
    if (value == WON && move.upper < WON)
      continue;
    if (!known_is_settled (&move, true))
      return -1;
    if (distance < 0 || (value == WON ? move.distance < distance : move.distance > distance))
      distance = move.distance;
  }
  return distance;
}

/* Moves that lead to symmetric positions have equal values. */
static void settle_twins (struct answer *answer) {
  for (int i = 0; i < answer->count; i++)
    known_narrow (&answer->moves[answer->moves[i].twin].after, &answer->moves[i].after);
  for (int i = 0; i < answer->count; i++)
    known_narrow (&answer->moves[i].after, &answer->moves[answer->moves[i].twin].after);
}

/* The best value that a move is known to reach, and the best that a move could reach. With `checked`, values
 * on trust count as unknown. */
static struct bounds bounds_by_moves (const struct answer *answer, bool checked) {
  struct bounds best = { LOST, LOST };
  for (int i = 0; i < answer->count; i++) {
    const zermelo_knowledge move = answer_of_move (answer, i);
    const struct bounds value = checked && !move.proven ? search_range (false) : known_bounds (&move, false);
    best.lower = value.lower > best.lower ? value.lower : best.lower;
    best.upper = value.upper > best.upper ? value.upper : best.upper;
  }
  return best;
}

static zermelo_knowledge known_by_moves (const struct answer *answer) {
  zermelo_knowledge by_moves = known_nothing ();
  const struct bounds checked = bounds_by_moves (answer, true);
  known_set (&by_moves, false, bounds_by_moves (answer, false));
  by_moves.proven = checked.lower == by_moves.lower && checked.upper == by_moves.upper;
  by_moves.source = "rules";
  for (int i = 0; i < answer->count && strcmp (by_moves.source, "rules") == 0; i++)
    if (answer->moves[i].after.source[0] != 0) {
      by_moves.source = answer->moves[i].after.source;
      by_moves.file = answer->moves[i].after.file;
    }
  return by_moves;
}

void answer_settle (struct answer *answer) {
  if (answer->outcome != GOING_ON)
    return;
  settle_twins (answer);
  const zermelo_knowledge by_moves = known_by_moves (answer);
  known_narrow (&answer->known, &by_moves);
  zermelo_knowledge *known = &answer->known;
  if (is_exact (known) && known->lower != DRAWN && known->distance < 0)
    known->distance = distance_by_moves (answer, known->lower);
  zermelo_knowledge above = known_nothing ();
  /* no move is worth more than the position */
  known_set (&above, false, (struct bounds){ -known->upper, above.upper });
  above.proven = known->proven;
  above.source = known->source;
  above.file = known->file;
  for (int i = 0; i < answer->count; i++)
    known_narrow (&answer->moves[i].after, &above);
}

bool answer_is_complete (const struct answer *answer, bool distances) {
  const bool wanted = distances && answer->game->engine->score_by_distance;
  bool complete = known_is_settled (&answer->known, wanted);
  for (int i = 0; i < answer->count && complete; i++)
    complete = known_is_settled (&answer->moves[i].after, wanted);
  return complete;
}

/* ---- the order of the moves ---- */

/* A number that is larger for a better move. A win is better the sooner it comes, and a loss the later. */
static int rank_of (const zermelo_knowledge *move) {
  enum { STEP = 100000 };
  const int sum = move->lower + move->upper;
  if (!is_exact (move))
    return STEP * sum - 1; /* behind moves that are known to be equally good */
  if (move->lower == DRAWN || move->distance < 0)
    return STEP * sum - (sum > 0 ? STEP / 2 : 0);
  return STEP * sum + (sum > 0 ? -move->distance : move->distance);
}

static int compare_moves (const void *a, const void *b, void *context) {
  const struct answer *answer = context;
  const int x = *(const int *) a, y = *(const int *) b;
  const zermelo_knowledge first = answer_of_move (answer, x), second = answer_of_move (answer, y);
  const int by_rank = rank_of (&second) - rank_of (&first);
  return by_rank != 0 ? by_rank
                      : strverscmp (answer->moves[x].successor.text, answer->moves[y].successor.text);
}

int *answer_order (const struct answer *answer) {
  int *order = allocate ((size_t) answer->count, sizeof *order);
  for (int i = 0; i < answer->count; i++)
    order[i] = i;
  qsort_r (order, (size_t) answer->count, sizeof *order, compare_moves, (void *) answer);
  return order;
}

int answer_best (const struct answer *answer, bool distances) {
  const zermelo_knowledge *known = &answer->known;
  int best = -1;
  if (answer->count == 0 || !known_is_settled (known, false))
    return best;
  int *order = answer_order (answer);
  const zermelo_knowledge first = answer_of_move (answer, order[0]);
  if (first.lower >= known->lower
      && (!distances || known->lower == DRAWN || first.distance == known->distance))
    best = order[0];
  free (order);
  return best;
}

char *answer_text_after (const struct answer *answer, const struct successor *successor) {
  const struct game *game = answer->game;
  if (game->key_bytes == 0)
    return NULL;
  struct failure never = { 0 };
  struct position *position = position_allocate (game);
  char *text = text_format ("%s %s", answer->normal.text, successor->text);
  struct normal_form normal = normal_form_allocate (text);
  if (!game->engine->parse (game, text, position, &normal, &never))
    internal_error (__FILE__, __LINE__, "a legal move is none: %s", never.text);
  free (text);
  free (position);
  return normal.text;
}
