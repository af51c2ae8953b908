/* The entries of proof-number search in the shared table (proof_number.h).
 *
 * A question is about the side to move: does it reach `target` (1: a win, 0: no loss)? Numbers belong to one
 * question; answers serve others as well. If play ends, an entry keeps bounds of the value and the numbers of
 * one target. If play can cycle, an entry cannot keep bounds of the value. A question is then "does the
 * reacher get, within d plies, to a known position (finished, or in an endgame table) that is worth at least
 * its target?", and an entry keeps the plies within which the reacher succeeds, the plies within which it
 * does not, and the numbers for one d. All three depend only on the position and d, not on the moves before,
 * so the entry is valid wherever the position occurs.
 *
 * An entry has 48 bits, which other methods use for bounds, move and depth: proof 12 | disproof 12 | label 8
 * | low 8 | high 8. Numbers are rounded up to seven bits after the leading one, so that a limit reached by
 * the search is also reached by the entry. */
#ifndef ZERMELO_SEARCH_PROOF_NUMBER_ENTRY_H
#define ZERMELO_SEARCH_PROOF_NUMBER_ENTRY_H

#include "game_defaults.h"
#include "search/searcher.h"
#include "search/tablebase_probe.h"

#include <assert.h>

enum {
  PROOF_INFINITE = 1 << 30, /* the question is answered, and the other number is 0 */
  PROOF_NEVER = 255         /* a number of plies: there is no number of plies within which it holds */
};

struct proof_question {
  int8_t target; /* for the side to move */
  bool reaching; /* the side to move is the reacher */
  int16_t depth; /* plies left; PROOF_NEVER: no limit, since play ends */
};

struct proof_numbers {
  uint32_t proof, disproof; /* how many positions must at least be answered for yes, and for no */
  int plies;                /* if answered and play can cycle: the plies within which the reacher succeeds, or
                               does not */
};

/** The numbers of an answered question, from whether the reacher succeeds. */
static inline struct proof_numbers proof_answer (struct proof_question question, bool reacher_succeeds,
                                                 int plies) {
  assert (plies >= 0 && plies <= PROOF_NEVER);
  const bool yes = question.reaching == reacher_succeeds;
  return (struct proof_numbers){ yes ? 0 : PROOF_INFINITE, yes ? PROOF_INFINITE : 0, plies };
}

static inline bool proof_solved (struct proof_numbers numbers) {
  return numbers.proof == 0 || numbers.disproof == 0;
}

/** The question as it is asked of a position `plies` later. `same`: the side to move has not changed. */
static inline struct proof_question proof_after (struct proof_question question, int plies, bool same) {
  assert (plies >= 0 && (question.target == 0 || question.target == 1));
  if (!same) {
    question.target = (int8_t) (1 - question.target);
    question.reaching = !question.reaching;
  }
  if (!GAME_CONVERGES)
    question.depth = (int16_t) (question.depth - plies);
  return question;
}

/** What the question asks of the value of its position: whether it is `upper` or more, or `lower` or less. */
static inline struct bounds proof_asked (struct proof_question question) {
  return (struct bounds){ question.target - 1, question.target };
}

/* ---- entries ---- */

struct proof_record {
  uint32_t proof, disproof; /* of the question that `label` names, each at least 1; 0: none */
  int label;                /* the target, or the depth, of the question */
  int low, high;            /* the bounds of the value + 1; or the plies within which the reacher succeeds,
                               and does not */
};

/** Can these be numbers of one question, which is open or has one answer? */
static inline bool proof_numbers_are_right (struct proof_numbers numbers) {
  return (numbers.proof == 0 ? numbers.disproof == PROOF_INFINITE : numbers.proof <= PROOF_INFINITE)
         && (numbers.disproof == 0 ? numbers.proof == PROOF_INFINITE : numbers.disproof <= PROOF_INFINITE)
         && numbers.plies >= 0 && numbers.plies <= PROOF_NEVER;
}

/** Is an entry consistent? This concerns the bounds of a value, or the plies within which the reacher
 * succeeds and those within which it does not. */
static inline bool proof_record_is_right (struct proof_record r) {
  return r.low >= 0 && r.high >= 0 && (r.proof == 0) == (r.disproof == 0)
         && (GAME_CONVERGES ? r.low <= r.high && r.high <= 2
                            : r.low <= PROOF_NEVER
                                  && (r.high < r.low || (r.high == PROOF_NEVER && r.low == PROOF_NEVER)));
}

static inline uint64_t proof_code (uint32_t number) {
  const uint64_t code = table_work_code (number);
  assert (code < 4095);
  return table_work_decode (code) < number ? code + 1 : code;
}

static inline struct record_entry proof_pack (struct proof_record r, uint64_t work) {
  assert (proof_record_is_right (r));
  assert (r.label >= 0 && r.label <= 255);
  const uint64_t bits = proof_code (r.proof) | proof_code (r.disproof) << 12 | (uint64_t) r.label << 24;
  return (struct record_entry){ { (int16_t) bits, (int16_t) (bits >> 16) }, r.low, r.high, work };
}

static inline struct proof_record proof_unpack (const struct record_entry *entry) {
  const uint32_t bits = (uint16_t) entry->bounds.lower | (uint32_t) (uint16_t) entry->bounds.upper << 16;
  return (struct proof_record){ (uint32_t) table_work_decode (bits & 4095),
                                (uint32_t) table_work_decode (bits >> 12 & 4095), (int) (bits >> 24),
                                entry->move, entry->depth };
}

/** The key of an entry. If play can cycle, it includes the reacher and the target. */
static inline struct key proof_key (const struct key *key, struct proof_question question) {
  return GAME_CONVERGES
             ? *key
             : searcher_tag (key, (question.reaching ? 1u : 0u) | (question.target != 0 ? 2u : 0u));
}

/** Get the numbers of a question from its table entry; false if it has none. */
static inline bool proof_probe (struct searcher *s, const struct key *key, struct proof_question question,
                                struct proof_numbers *numbers) {
  struct record_entry found;
  const struct key tagged = proof_key (key, question);
  if (!searcher_probe (s, &tagged, &found))
    return false;
  const struct proof_record r = proof_unpack (&found);
  if (GAME_CONVERGES) {
    const bool yes = r.low - 1 >= question.target, no = r.high - 1 < question.target;
    if (yes || no) {
      searcher_table_cut (s);
      *numbers = (struct proof_numbers){ yes ? 0 : PROOF_INFINITE, yes ? PROOF_INFINITE : 0, 0 };
      return true;
    }
  } else if (r.low <= question.depth || r.high >= question.depth) {
    searcher_table_cut (s);
    *numbers = proof_answer (question, r.low <= question.depth, r.low <= question.depth ? r.low : r.high);
    return true;
  }
  if (r.proof == 0 || r.label != (GAME_CONVERGES ? question.target : question.depth))
    return false;
  *numbers = (struct proof_numbers){ r.proof, r.disproof, 0 };
  return true;
}

/** The entry of a key, or an empty one. */
static inline struct proof_record proof_record_of (const struct table *table, const struct key *tagged) {
  struct record_entry found;
  if (table_probe (table, tagged->word, GAME_KEY_WORDS, &found))
    return proof_unpack (&found);
  return (struct proof_record){ 0, 0, 0, GAME_CONVERGES ? 0 : PROOF_NEVER, GAME_CONVERGES ? 2 : 0 };
}

/** Add numbers or an answer to an entry. */
static inline void proof_add (struct proof_record *r, struct proof_question question,
                              struct proof_numbers numbers) {
  assert (proof_numbers_are_right (numbers));
  const bool yes = numbers.proof == 0;
  if (!proof_solved (numbers)) {
    r->proof = numbers.proof;
    r->disproof = numbers.disproof;
    r->label = GAME_CONVERGES ? question.target : question.depth;
  } else if (GAME_CONVERGES) {
    if (yes && question.target + 1 > r->low)
      r->low = question.target + 1;
    if (!yes && question.target < r->high)
      r->high = question.target;
  } else if (yes == question.reaching) {
    if (numbers.plies < r->low)
      r->low = numbers.plies;
  } else if (numbers.plies > r->high)
    r->high = numbers.plies;
}

/** Store numbers, merged with the entry in the table. If play ends, an answer that was costly is also shared
 *  (search/bound_mailbox.h), as bounds of the value. */
static inline void proof_store (struct searcher *s, const struct position *position, const struct key *key,
                                struct proof_question question, struct proof_numbers numbers, uint64_t work) {
  if (s->table == NULL)
    return;
  const struct key tagged = proof_key (key, question);
  struct proof_record r = proof_record_of (s->table, &tagged);
  proof_add (&r, question, numbers);
  const struct record_entry entry = proof_pack (r, work);
  searcher_store (s, &tagged, &entry, RECORD_NUMBERS);
  if (GAME_CONVERGES && work >= s->publish_threshold && proof_solved (numbers)) {
    const struct record_entry proven = { { r.low - 1, r.high - 1 }, TABLE_NO_MOVE, 0, work };
    searcher_share (s, position, &proven);
  }
}

/** Merge an entry of another host into the table. */
static inline void proof_merge (struct table *table, const uint64_t *key, const struct record_entry *entry) {
  struct record_entry found;
  struct proof_record r = proof_unpack (entry);
  if (table_probe (table, key, GAME_KEY_WORDS, &found)) {
    const struct proof_record old = proof_unpack (&found);
    if (old.proof != 0 && (r.proof == 0 || found.work > entry->work)) {
      r.proof = old.proof;
      r.disproof = old.disproof;
      r.label = old.label;
    }
    if (GAME_CONVERGES ? old.low > r.low : old.low < r.low)
      r.low = old.low;
    if (GAME_CONVERGES ? old.high < r.high : old.high > r.high)
      r.high = old.high;
  }
  if (!proof_record_is_right (r))
    return;
  const struct record_entry merged = proof_pack (r, entry->work);
  table_store (table, key, GAME_KEY_WORDS, &merged);
}

/** Enter a shared bound (search/bound_mailbox.h) into a table. */
static inline void proof_learn (struct table *table, const struct key *key,
                                const struct proven_bound *proven_bound) {
  if (!GAME_CONVERGES || proven_bound->bounds.lower < -1 || proven_bound->bounds.upper > 1
      || proven_bound->bounds.lower > proven_bound->bounds.upper)
    return;
  struct proof_record r = proof_record_of (table, key);
  if (proven_bound->bounds.lower + 1 > r.low)
    r.low = proven_bound->bounds.lower + 1;
  if (proven_bound->bounds.upper + 1 < r.high)
    r.high = proven_bound->bounds.upper + 1;
  const struct record_entry entry = proof_pack (r, proven_bound->work);
  table_store (table, key->word, GAME_KEY_WORDS, &entry);
}

#endif
