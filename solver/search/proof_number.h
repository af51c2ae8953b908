/* Depth-first proof-number search: questions with two answers, best first, over the shared table.
 *
 * Every open position has two numbers: how many positions below it must at least be answered favourably for
 * yes (proof) and for no (disproof). The search descends to a most-proving position, and stays below a
 * position as long as it contains one: Nagai, "Df-pn algorithm for searching AND/OR trees", PhD thesis, Tokyo
 * 2002. A child may exceed its next best sibling by a part of its number (GAME_NUMBER_ROOM), which is the
 * 1+epsilon trick of Pawlewicz and Lew (2007). The disproof number of a position is not the sum over its
 * children, which would count a position once for each path to it, but the largest of them plus
 * GAME_NUMBER_PER_CHILD for each other child: weak proof-number search, Ueda, Hashimoto, Hashimoto, Iida
 * (2008). A child without a table entry starts with the numbers of the game (game_numbers()), raised for each
 * sibling that game_order() puts before it.
 * ../../analysis/notes/proof-number.md measures the gain of each part.
 *
 * Where an attack may go on with quiet moves, there is always a move whose number is small, and the search
 * stays below an attack that leads nowhere. So with GAME_COUNTS_EFFORT the nodes that an attack has taken are
 * a lower bound of its number: what has not been decided sooner takes about as long again. A reply to an
 * attack is then searched until it is answered or this number reaches its limit, since all replies must be
 * answered. Where there is no limit, which is at the first move of the attack, moves are weighed by how hard
 * they have been to refute as well (../../analysis/notes/mnk-search.md, "What an attack has cost").
 *
 * Correctness: the numbers only direct the search. A position is answered by the rules, by
 * game_static_bounds(), by an endgame table, or because one move leads to an answered position (or all do).
 * If play ends, that is a proof by induction. If play can cycle, every question has a number of plies left,
 * which decreases with each move (see proof_number_entry.h), so again no position precedes itself. No answer
 * relies on a repetition or depends on the path to a position, so there is no graph-history interaction
 * problem. Running out of plies counts against the reacher, and gives the answer "not within d plies", which
 * is stored with its d and used for no larger d. A draw needs tables or a closed set (closed_set.h).
 *
 * Threads share the tree through the table and the list of busy positions (abdada.h), which here also counts
 * the threads at or below a position. The more threads there are, the harder the position is taken to be
 * (virtual proof numbers: Kaneko, "Parallel depth first proof number search", AAAI 2010). The first thread
 * counts most, since a few threads should spread, but a large number should not turn to moves without
 * promise. A thread counts at a position also during the costlier static probe before its first search. A
 * thread leaves a position that another thread has answered.
 *
 * With a table that is much too small the search may never end, since numbers are forgotten as fast as they
 * are found; then only limits end it. Nodes are expansions: a position that is expanded again counts
 * again. */
#ifndef ZERMELO_SEARCH_PROOF_NUMBER_H
#define ZERMELO_SEARCH_PROOF_NUMBER_H

#include "search/abdada.h"
#include "search/proof_number_entry.h"

#include <assert.h>
#include <math.h>

enum {
  PROOF_STEP = 16,   /* the initial proof number of a move grows by this for each more promising sibling */
  PROOF_FURTHER = 4, /* each thread beyond the first raises the number of a child by 2^-4 of it */
  PROOF_EFFORT = 100 /* the nodes of an attack that count one */
};

/** A child, or the position that it leads to by forced moves. Its numbers are for and against the move
 * reaching the goal of the parent. */
struct proof_child {
  struct position position;
  struct key key;
  struct move move; /* in the parent */
  struct proof_question question;
  struct proof_numbers numbers;
  int order;
  uint16_t threads; /* the number of other threads that are searching it */
  uint8_t plies;    /* from the parent to this position */
  bool same;        /* the side to move is that of the parent */
  bool guessed;     /* the numbers are initial numbers */
};

/** A position on the path of a thread. */
struct proof_frame {
  const struct key *key;
  struct proof_question question;
  struct proof_frame *above; /* the frame above the root has no key */
  int ply;                   /* plies after the root */
  bool answered;             /* this position or one above it has been answered: unwind */
  uint64_t pause;            /* the thread leaves the root for a while when it has counted this number of
                                nodes */
  uint64_t entered;          /* the node count of the thread on entering */
  enum audience announced;   /* the hosts to which a mark on this position has been sent */
};

/** Convert the numbers of a child to the view of the parent, or back. */
static inline struct proof_numbers proof_seen (struct proof_numbers numbers, bool same) {
  return same ? numbers : (struct proof_numbers){ numbers.disproof, numbers.proof, numbers.plies };
}

/** Probe a child statically, and the positions after it as long as a single move is worth playing. True: this
 * answers the question. False: the key and the initial numbers are filled in. */
static inline bool proof_look (struct searcher *s, struct proof_question asked, struct proof_child *c) {
  c->plies = 1;
  c->same = false;
  for (;;) {
    int distance;
    struct move only;
    struct bounds bounds = { -1, 1 };
    c->question = proof_after (asked, c->plies, c->same);
    assert (GAME_CONVERGES || c->question.depth >= 0);
    s->statistics.count[COUNT_looks]++;
    const enum outcome outcome = endgame_known (s, &c->position, &distance);
    if (outcome != GOING_ON)
      bounds.lower = bounds.upper = (int) outcome;
    else
      game_static_bounds (s->board, &c->position, false, &bounds);
    assert (bounds.lower <= bounds.upper);
    const bool yes = bounds.lower >= c->question.target, no = bounds.upper < c->question.target;
    const bool over = !GAME_CONVERGES && c->question.depth == 0;
    if (yes || no || over) {
      const bool reached = (yes || no) && yes == c->question.reaching;
      const struct proof_numbers answer = proof_answer (c->question, reached,
                                                        reached     ? c->plies
                                                        : yes || no ? PROOF_NEVER
                                                                    : c->plies);
      c->numbers = proof_seen (answer, c->same);
      s->statistics.count[COUNT_settled]++;
      return true;
    }
    if (!game_only_move (s->board, &c->position, &only))
      break;
    c->position = game_play (s->board, &c->position, only);
    c->plies++;
    c->same = !c->same;
  }
  game_search_key (s->board, &c->position, &c->key);
  if (s->table != NULL) {
    const struct key tagged = proof_key (&c->key, c->question);
    table_prefetch (s->table, tagged.word, GAME_KEY_WORDS);
  }
  return false;
}

/** Get the numbers of a child from the table; false if there are none. Plies of an answer are counted from
 * the parent. */
static inline bool proof_recall (struct searcher *s, struct proof_child *c) {
  struct proof_numbers numbers;
  if (!proof_probe (s, &c->key, c->question, &numbers))
    return false;
  if (!GAME_CONVERGES && proof_solved (numbers) && numbers.plies < PROOF_NEVER)
    numbers.plies = numbers.plies + c->plies < PROOF_NEVER ? numbers.plies + c->plies : PROOF_NEVER - 1;
  c->numbers = proof_seen (numbers, c->same);
  return true;
}

/** A costlier static probe of a child before its first search. True: it answers the question. */
static inline bool proof_look_deeper (struct searcher *s, struct proof_child *c) {
  c->guessed = false;
  if (!GAME_CONVERGES)
    return false;
  struct bounds bounds = { -1, 1 };
  if (!game_static_bounds_deeper (s, &c->position, proof_asked (c->question), &bounds))
    return false;
  const bool yes = bounds.lower >= c->question.target, no = bounds.upper < c->question.target;
  assert (!yes || !no);
  if (!yes && !no)
    return false;
  const struct proof_numbers answer = proof_answer (c->question, yes == c->question.reaching, 0);
  proof_store (s, &c->position, &c->key, c->question, answer, 1);
  c->numbers = proof_seen (answer, c->same);
  s->statistics.count[COUNT_settled]++;
  return true;
}

/** After the first look at a move, which has shown that it fails: the moves that fail for the same reason are
 * answered as well. */
static void proof_fail_alike (struct searcher *s, const struct proof_child *node,
                              const struct proof_child *failed, struct proof_child *children, int count) {
  const size_t arena_before = s->arena_used;
  struct move *moves = searcher_take (s, (size_t) count * sizeof *moves);
  bool *alike = searcher_take (s, (size_t) count * sizeof *alike);
  for (int i = 0; i < count; i++) {
    moves[i] = children[i].move;
    alike[i] = false;
  }
  game_fail_alike (s, &node->position, failed->move, moves, count, alike);
  for (int i = 0; i < count && !s->stopped; i++) {
    struct proof_child *c = &children[i];
    if (!alike[i] || proof_solved (c->numbers))
      continue;
    c->numbers = (struct proof_numbers){ PROOF_INFINITE, 0, 0 };
    proof_store (s, &c->position, &c->key, c->question, proof_seen (c->numbers, c->same), 1);
  }
  s->arena_used = arena_before;
}

/** Set the initial numbers of the children that have no table entry. */
static inline void proof_guess (struct searcher *s, const struct position *parent,
                                struct proof_child *children, int count) {
  for (struct proof_child *c = children; c < children + count && count > 1; c++)
    c->order = game_order (s->board, parent, c->move);
  for (struct proof_child *c = children; c < children + count; c++) {
    if (!c->guessed)
      continue;
    struct proof_numbers numbers = { 1, 1, 0 };
    game_numbers (s->board, &c->position, c->question.target == 1, &numbers.proof, &numbers.disproof);
    assert (numbers.proof >= 1 && numbers.disproof >= 1 && numbers.proof < PROOF_INFINITE
            && numbers.disproof < PROOF_INFINITE); /* since the child is open */
    c->numbers = proof_seen (numbers, c->same);
    for (const struct proof_child *other = children; other < children + count; other++)
      c->numbers.proof += other->order > c->order ? PROOF_STEP : 0;
  }
}

/** Update the plies of the answer that follows for the node if all moves fail, by a move that fails. */
static inline void proof_add_failure (const struct proof_child *c, bool reaching, int *plies) {
  if (reaching ? c->numbers.plies < *plies : c->numbers.plies > *plies)
    *plies = c->numbers.plies;
}

/** The proof number of a child for the choice among several threads. The number of a child that answers the
 * question stays 0, even while a thread has not left the child yet, so that it stays the first choice. */
static inline uint32_t proof_virtual (const struct proof_child *c) {
  if (c->threads == 0 || c->numbers.proof == 0 || c->numbers.proof >= PROOF_INFINITE)
    return c->numbers.proof;
  const uint64_t first = c->numbers.proof / 2 + 1, further = (c->numbers.proof >> PROOF_FURTHER) + 1;
  const uint64_t proof = c->numbers.proof + first + (c->threads - 1u) * further;
  return proof < PROOF_INFINITE ? (uint32_t) proof : PROOF_INFINITE - 1;
}

/** Does the question ask whether the side to move wins? Else the other side attacks. */
static inline bool proof_attacks (struct proof_question question) { return question.target == 1; }

/** How much more effort a move of an attack is worth for being hard to refute. */
static inline double proof_promise (const struct proof_child *c) {
  assert (c->numbers.disproof > 0);
  return sqrt (c->numbers.disproof);
}

/** The proof number of a child for the choice. `by_promise`: a move of an attack without a limit. */
static inline uint32_t proof_for_choice (const struct proof_child *c, bool by_promise) {
  const uint32_t proof = proof_virtual (c);
  if (!by_promise || proof == 0 || proof >= PROOF_INFINITE)
    return proof;
  return 1 + (uint32_t) (proof / proof_promise (c));
}

/** Count the nodes that a search of a position took without answering its question. */
static inline void proof_count_effort (struct proof_question question, uint64_t nodes,
                                       struct proof_numbers *numbers) {
  if (!GAME_COUNTS_EFFORT || proof_solved (*numbers))
    return;
  uint32_t *attack = proof_attacks (question) ? &numbers->proof : &numbers->disproof;
  const uint64_t effort = nodes / PROOF_EFFORT;
  if (*attack < effort)
    *attack = effort < PROOF_INFINITE ? (uint32_t) effort : PROOF_INFINITE - 1;
}

/** The numbers of a node, computed from those of its children, and the child to descend to: `first` is the
 * child with the least proof number, `second` the next least number. These two are by proof_for_choice(), the
 * numbers of the node are not. */
struct proof_choice {
  struct proof_numbers numbers;
  struct proof_child *first;
  uint32_t second;
};

/** What all children but the hardest add to the disproof number of a node. */
static inline uint32_t proof_of_others (int count) {
  assert (count > 0);
  return GAME_NUMBER_PER_CHILD * ((uint32_t) count - 1);
}

static inline struct proof_choice proof_choose (struct proof_child *children, int count, int plies,
                                                bool by_promise) {
  struct proof_choice choice = { { PROOF_INFINITE, 0, plies }, NULL, PROOF_INFINITE };
  uint32_t least = PROOF_INFINITE;
  for (struct proof_child *c = children; c < children + count; c++) {
    const uint32_t proof = proof_for_choice (c, by_promise);
    if (c->numbers.proof < choice.numbers.proof)
      choice.numbers.proof = c->numbers.proof;
    if (c->numbers.disproof > choice.numbers.disproof)
      choice.numbers.disproof = c->numbers.disproof;
    if (proof == 0)
      choice.numbers.plies = c->numbers.plies;
    if (proof < least || (proof == least && (choice.first == NULL || c->order > choice.first->order))) {
      choice.second = least;
      least = proof;
      choice.first = c;
    } else if (proof < choice.second)
      choice.second = proof;
  }
  assert (count == 0 || choice.first != NULL);
  assert (choice.second >= least);
  if (choice.numbers.proof == 0)
    choice.numbers.disproof = PROOF_INFINITE;
  else if (count > 0) {
    choice.numbers.disproof += proof_of_others (count);
    if (choice.numbers.disproof >= PROOF_INFINITE)
      choice.numbers.disproof = PROOF_INFINITE - 1;
  }
  return choice;
}

/** Tell other hosts which positions on its path the thread has been searching for a while. */
static void proof_announce (struct searcher *s, struct proof_frame *frame) {
  for (struct proof_frame *f = frame; f->key != NULL; f = f->above) {
    const enum audience audience = searcher_audience (s, s->statistics.count[COUNT_nodes] - f->entered);
    if (audience > f->announced) {
      f->announced = audience;
      searcher_replicate_mark (s, RECORD_MARK, abdada_of_host (abdada_mark (f->key), s->search->host),
                               audience);
    }
  }
}

static inline void proof_retract (struct searcher *s, const struct proof_frame *frame) {
  if (frame->announced != AUDIENCE_NONE)
    searcher_replicate_mark (s, RECORD_UNMARK, abdada_of_host (abdada_mark (frame->key), s->search->host),
                             frame->announced);
}

/** Mark the positions on the path of this thread that another thread has answered, and all below them. */
static void proof_check_path (struct searcher *s, struct proof_frame *frame) {
  struct proof_frame *highest = NULL;
  struct proof_numbers numbers;
  for (struct proof_frame *f = frame; f->key != NULL; f = f->above)
    if (f->answered || (proof_probe (s, f->key, f->question, &numbers) && proof_solved (numbers)))
      highest = f;
  for (struct proof_frame *f = frame; highest != NULL; f = f->above) {
    f->answered = true;
    if (f == highest)
      break;
  }
}

/** Play all moves worth searching. Returns the number of open children; a child that answers the question is
 * returned alone. `plies`: see proof_add_failure(). */
static int proof_expand (struct searcher *s, const struct proof_child *node, const struct move *moves,
                         int move_count, struct proof_child *children, int *plies) {
  int count = 0;
  for (int i = 0; i < move_count; i++) {
    struct proof_child *c = &children[count];
    *c = (struct proof_child){ .position = game_play (s->board, &node->position, moves[i]),
                               .move = moves[i] };
    const bool answered = proof_look (s, node->question, c);
    if (!answered || c->numbers.proof == 0)
      count++;
    else
      proof_add_failure (c, node->question.reaching, plies);
    if (answered && c->numbers.proof == 0) {
      children[0] = *c;
      return 1;
    }
  }
  const int open = count;
  count = 0;
  for (int i = 0; i < open; i++) {
    struct proof_child *c = &children[count];
    if (c != &children[i])
      *c = children[i];
    c->guessed = !proof_recall (s, c);
    if (!c->guessed && c->numbers.proof == 0) {
      children[0] = *c;
      return 1;
    }
    if (!c->guessed && c->numbers.disproof == 0)
      proof_add_failure (c, node->question.reaching, plies);
    else
      count++;
  }
  proof_guess (s, &node->position, children, count);
  return count;
}

static struct proof_numbers proof_search (struct searcher *, const struct proof_child *, uint32_t, uint32_t,
                                          struct proof_frame *, struct move *);

/** Search a child until one of its numbers reaches its limit: `proof` or `disproof`, from the parent's
 * view. */
static void proof_descend (struct searcher *s, struct proof_child *c, uint32_t proof, uint32_t disproof,
                           struct proof_frame *parent) {
  if (c->guessed && proof_look_deeper (s, c))
    return;
  const struct proof_numbers found = c->same ? proof_search (s, c, proof, disproof, parent, NULL)
                                             : proof_search (s, c, disproof, proof, parent, NULL);
  if (s->stopped)
    return;
  c->numbers = proof_seen (found, c->same);
  if (!GAME_CONVERGES && proof_solved (found) && found.plies < PROOF_NEVER)
    c->numbers.plies = found.plies + c->plies < PROOF_NEVER ? found.plies + c->plies : PROOF_NEVER - 1;
}

/** Search an unfinished position that no static probe decides until one of its numbers reaches its limit.
 * Meaningless if s->stopped afterwards. `best` (may be NULL) gets a move that answers the question with
 * yes. */
static struct proof_numbers proof_search (struct searcher *s, const struct proof_child *node,
                                          uint32_t most_proof, uint32_t most_disproof,
                                          struct proof_frame *above, struct move *best) {
  assert (most_proof > 0 && most_disproof > 0 && most_proof <= PROOF_INFINITE);
  assert (node->question.depth > 0);
  struct proof_frame frame = {
    &node->key, node->question, above, above->ply + 1, false, above->pause, s->statistics.count[COUNT_nodes],
    false
  };
  /* Step 1. Enter the node: count it, and look for answers of other threads now and then. */
  if (!searcher_enter (s, frame.ply))
    return (struct proof_numbers){ 1, 1, 0 };
  const bool shared = search_is_shared (s->search);
  const uint64_t nodes_before = s->statistics.count[COUNT_nodes], work_before = searcher_work (s);
  const size_t arena_before = s->arena_used;
  if (shared && nodes_before % 32 == 0) {
    proof_announce (s, &frame);
    proof_check_path (s, &frame);
  }

  /* Step 2. Expand it. */
  struct move *moves = searcher_take (s, GAME_MOVES_MAX * sizeof *moves);
  const int move_count = game_replies_deeper (s, &node->position, proof_asked (node->question), moves);
  assert (move_count > 0 && move_count <= GAME_MOVES_MAX);
  struct proof_child *children = searcher_take (s, (size_t) move_count * sizeof *children);
  int plies = node->question.reaching ? PROOF_NEVER : 0;
  int count = proof_expand (s, node, moves, move_count, children, &plies);
  const bool by_promise
      = GAME_COUNTS_EFFORT && proof_attacks (node->question) && most_proof >= PROOF_INFINITE;
  /* Step 3. Descend until a number reaches its limit. */
  struct proof_choice choice;
  for (;;) {
    /* Step 4. Update the children that other threads have searched, and remove moves that fail. */
    for (int i = 0; shared && i < count; i++) {
      children[i].threads = (uint16_t) abdada_threads (s->search, abdada_mark (&children[i].key));
      proof_recall (s, &children[i]);
    }
    for (int i = 0; i < count; i++)
      if (children[i].numbers.disproof == 0) {
        proof_add_failure (&children[i], node->question.reaching, &plies);
        children[i--] = children[--count];
      }
    /* Step 5. Compute the numbers of the node, and choose a child. */
    choice = proof_choose (children, count, plies, by_promise);
    proof_count_effort (node->question, s->statistics.count[COUNT_nodes] - frame.entered, &choice.numbers);
    assert (proof_numbers_are_right (choice.numbers));
    if (choice.numbers.proof >= most_proof || choice.numbers.disproof >= most_disproof
        || proof_solved (choice.numbers) || frame.answered || s->statistics.count[COUNT_nodes] >= frame.pause)
      break;
    struct proof_child *c = choice.first;
    const struct proof_numbers before = c->numbers;
    proof_recall (s, c);
    if (before.proof != c->numbers.proof || before.disproof != c->numbers.disproof)
      continue;
    /* Step 6. Set the limits of the child, and search it. */
    uint32_t room
        = choice.second < PROOF_INFINITE / 2 && (!GAME_COUNTS_EFFORT || proof_attacks (node->question))
              ? choice.second + (choice.second >> GAME_NUMBER_ROOM) + 1
              : PROOF_INFINITE;
    if (by_promise && room < PROOF_INFINITE)
      room = (uint32_t) fmin (room * proof_promise (c), PROOF_INFINITE - 1);
    if (room > most_proof)
      room = most_proof;
    if (room <= c->numbers.proof)
      room = c->numbers.proof + 1;
    const uint32_t others = proof_of_others (count);
    assert (most_disproof >= PROOF_INFINITE || most_disproof > others);
    uint32_t most = most_disproof >= PROOF_INFINITE ? PROOF_INFINITE : most_disproof - others;
    const uint64_t mark = abdada_mark (&c->key);
    if (shared)
      abdada_recount (s->search, mark, false);
    const bool first = c->guessed;
    proof_descend (s, c, room, most, &frame);
    if (shared)
      abdada_recount (s->search, mark, true);
    if (s->stopped) {
      proof_retract (s, &frame);
      s->arena_used = arena_before;
      return choice.numbers;
    }
    if (first && GAME_FAIL_ALIKE && c->numbers.disproof == 0 && c->plies == 1)
      proof_fail_alike (s, node, c, children, count);
  }
  /* Step 7. Store the numbers of the node. */
  if (choice.numbers.proof == 0) {
    s->statistics.count[COUNT_cuts]++;
    if (best != NULL)
      *best = choice.first->move;
  }
  s->arena_used = arena_before;
  const uint64_t work = searcher_work (s) - work_before + 1;
  proof_store (s, &node->position, &node->key, node->question, choice.numbers, work);
  /* else other hosts take the entry as the end of the search */
  if (work < s->replicated || frame.announced == AUDIENCE_ALL)
    proof_retract (s, &frame);
  return choice.numbers;
}

#endif
