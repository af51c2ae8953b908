#include "proof/checkpoint_content.h"

#include "store/checkpoint.h"
#include "store/columns.h"
#include "search/table.h"

#include <assert.h>
#include <stdlib.h>

#define NUMBER "number, little-endian"
#define TEXT "UTF-8, padded with zeros"
#define BYTES "bytes; those that are zero in every row are left out at the end"
#define FIELDS(table) (sizeof (table) / sizeof *(table))

/* ---- results ---- */

#define RESULTS "/answers"
#define RESULT(name, member, element, width, unit, encoding, description)                                    \
  FIELD (struct kept_result, RESULTS "/" name, member, element, width, unit, encoding, description)
#define BOUND(type, group, member, side)                                                                     \
  FIELD (type, group "/" #side, member.side, ELEMENT_I32, 0, "1", NUMBER,                                    \
         "What is proven of the value or score, for the side to move")

static const struct field result_fields[] = {
  RESULT ("question", query, ELEMENT_U64, 2, "1", NUMBER, "Hash of the question; 0: the whole proof"),
  BOUND (struct kept_result, RESULTS, result.bounds, lower),
  BOUND (struct kept_result, RESULTS, result.bounds, upper),
  RESULT ("evaluation", result.evaluation, ELEMENT_I32, 0, "1", NUMBER, "Heuristic value at a horizon"),
  RESULT ("solved", result.solved, ELEMENT_U8, 0, "1", "0 or 1", "Is the question answered?"),
  RESULT ("has_evaluation", result.has_evaluation, ELEMENT_U8, 0, "1", "0 or 1",
          "Is there a heuristic result?"),
  RESULT ("has_best", result.has_best, ELEMENT_U8, 0, "1", "0 or 1", "Is a best move known?"),
  RESULT ("out_of_budget", result.out_of_budget, ELEMENT_U8, 0, "1", "0 or 1",
          "Was the budget of the question used up?"),
  RESULT ("method", result.method, ELEMENT_U8, 0, "1", NUMBER, "What answered it"),
  RESULT ("nodes", result.cost.nodes, ELEMENT_U64, 0, "node", NUMBER, "What it cost"),
  RESULT ("looks", result.cost.looks, ELEMENT_U64, 0, "look", NUMBER, "What it cost"),
  RESULT ("seconds", result.cost.seconds, ELEMENT_REAL, 0, "s", "IEEE 754 double", "What it cost"),
  RESULT ("best", result.best, ELEMENT_U8, PACKED_MAX, "1", BYTES, "Canonical position after the best move"),
  RESULT ("line", result.line, ELEMENT_U8, VARIATION_MOVES, "1", BYTES,
          "Best play: numbers among the successors"),
  RESULT ("line_moves", result.line_moves, ELEMENT_I32, 0, "move", NUMBER, "How many"),
  RESULT ("best_move", result.best_move, ELEMENT_TEXT, MOVE_TEXT, "1", TEXT, "The best move"),
  RESULT ("argument", result.argument, ELEMENT_TEXT, (int) sizeof ((struct result *) 0)->argument, "1", TEXT,
          "How it was settled without search"),
};

#define COSTS "/costs"
#define COST(name, member, element, width, unit, encoding, description)                                      \
  FIELD (struct kept_cost, COSTS "/" name, member, element, width, unit, encoding, description)

/* Both parts of a cost are written as one: for the run that reads the file, this run is an earlier one,
 * too. */
static const struct field cost_fields[] = {
  COST ("question", query, ELEMENT_U64, 2, "1", NUMBER, "Hash of the question"),
  COST ("nodes", earlier.nodes, ELEMENT_U64, 0, "node", NUMBER, "What it has cost"),
  COST ("looks", earlier.looks, ELEMENT_U64, 0, "look", NUMBER, "What it has cost"),
  COST ("seconds", earlier.seconds, ELEMENT_REAL, 0, "s", "IEEE 754 double", "What it has cost"),
};

static void save_costs (struct file_out *file, const struct answer_cache *answer_cache) {
  size_t count;
  const struct kept_cost *costs = answer_cache_costs (answer_cache, &count);
  struct kept_cost *sums = allocate (count, sizeof *sums);
  for (size_t i = 0; i < count; i++) {
    sums[i] = costs[i];
    cost_add (&sums[i].earlier, &costs[i].now);
    assert (sums[i].earlier.nodes >= costs[i].earlier.nodes);
  }
  file_group (file, COSTS, "One row a question that was cut off");
  columns_write (file, cost_fields, FIELDS (cost_fields), sums, sizeof *sums, count);
  free (sums);
}

void save_answer_cache (struct file_out *file, const struct answer_cache *answer_cache) {
  size_t count;
  save_costs (file, answer_cache);
  const struct kept_result *results = answer_cache_results (answer_cache, &count);
  file_group (file, RESULTS, "One row a question that is answered");
  columns_write (file, result_fields, FIELDS (result_fields), results, sizeof *results, count);
}

/* Some searches store numbers other than bounds here, but none larger than a score. */
static bool are_bounds (struct bounds bounds) {
  const struct bounds range = search_range (true);
  return range.lower <= bounds.lower && bounds.lower <= bounds.upper && bounds.upper <= range.upper;
}

/* The byte was read from a file: check that it is 0 or 1 before it is used as a bool. */
static bool is_flag (const bool *flag) { return *(const unsigned char *) flag <= 1; }

/* Could this program have written the result? */
static bool is_result (const struct result *result) {
  return is_flag (&result->solved) && is_flag (&result->has_evaluation) && is_flag (&result->has_best)
         && is_flag (&result->out_of_budget) && result->line_moves >= 0
         && result->line_moves <= VARIATION_MOVES && result->method < METHODS && are_bounds (result->bounds);
}

#ifndef NDEBUG
static bool cache_is_empty (const struct answer_cache *answer_cache) {
  size_t results, costs;
  answer_cache_results (answer_cache, &results);
  answer_cache_costs (answer_cache, &costs);
  return results == 0 && costs == 0;
}
#endif

bool load_answer_cache (struct file_in *file, struct answer_cache *answer_cache) {
  size_t count = SIZE_MAX;
  assert (cache_is_empty (answer_cache));
  struct kept_result *results
      = columns_read (file, result_fields, FIELDS (result_fields), sizeof *results, &count);
  bool good = results != NULL;
  for (size_t i = 0; good && i < count; i++) {
    good = is_result (&results[i].result);
    if (good)
      answer_cache_restore (answer_cache, &results[i]);
  }
  free (results);
  count = SIZE_MAX;
  struct kept_cost *costs = columns_read (file, cost_fields, FIELDS (cost_fields), sizeof *costs, &count);
  good = good && costs != NULL;
  for (size_t i = 0; good && i < count; i++)
    answer_cache_restore_cost (answer_cache, &costs[i]);
  free (costs);
  return good;
}

/* ---- efforts of the ranks ---- */

#define EFFORTS "/efforts"
#define EFFORT(name, member, element, width, unit, encoding, description)                                    \
  FIELD (struct effort, EFFORTS "/" name, member, element, width, unit, encoding, description)

/* The width of a column is the number of counters, so another list of counters needs another format. */
_Static_assert(COUNTERS == 27 && CHECKPOINT_FORMAT == 6, "a new counter is a new CHECKPOINT_FORMAT");

static const struct field effort_fields[] = {
  EFFORT ("counters", statistics.count, ELEMENT_U64, COUNTERS, "1", NUMBER,
          "Counters as in a statistics file"),
  EFFORT ("nodes_at_ply", statistics.nodes_at_ply, ELEMENT_U64, STATISTICS_PLIES, "node", NUMBER,
          "Nodes by moves made since the root of a search"),
  EFFORT ("busy_seconds", busy_seconds, ELEMENT_REAL, 0, "s", "IEEE 754 double", "Time spent in searches"),
};

void save_efforts (struct file_out *file, const struct effort *efforts, size_t count) {
  file_group (file, EFFORTS, "One row a rank: what it did in all runs");
  columns_write (file, effort_fields, FIELDS (effort_fields), efforts, sizeof *efforts, count);
}

struct effort *load_efforts (struct file_in *file, size_t *count) {
  *count = SIZE_MAX;
  return columns_read (file, effort_fields, FIELDS (effort_fields), sizeof (struct effort), count);
}

/* ---- proven bounds ---- */

#define PROVEN_BOUNDS "/proven_bounds"
#define SUBJECTS "/proven_bounds/subjects"
#define SUBJECT(member, element, width, encoding, description)                                               \
  FIELD (struct subject, SUBJECTS "/" #member, member, element, width, "1", encoding, description)
#define PROVEN_BOUND(member, element, width, unit, encoding, description)                                    \
  FIELD (struct entry, PROVEN_BOUNDS "/" #member, proven_bound.member, element, width, unit, encoding,       \
         description)

static const struct field subject_fields[] = {
  SUBJECT (game, ELEMENT_TEXT, (int) sizeof ((struct subject *) 0)->game, TEXT, "The game"),
  SUBJECT (method, ELEMENT_I32, 0, NUMBER, "Method of the searches"),
  FIELD (struct subject, SUBJECTS "/exact_score", exact_score, ELEMENT_I32, 0, "1", "0: values, 1: scores",
         "Scale of the bounds"),
  SUBJECT (depth, ELEMENT_I32, 0, NUMBER, "Depth of the searches, 0: to the end"),
};

static const struct field proven_bound_fields[] = {
  FIELD (struct entry, PROVEN_BOUNDS "/subject", subject, ELEMENT_U64, 0, "1", NUMBER, "Row of the subject"),
  PROVEN_BOUND (key, ELEMENT_U8, PACKED_MAX, "1", BYTES,
                "Packed canonical position, or what the game packs for a search of its own"),
  PROVEN_BOUND (bounds.lower, ELEMENT_I32, 0, "1", NUMBER, "What is proven, for the side to move"),
  PROVEN_BOUND (bounds.upper, ELEMENT_I32, 0, "1", NUMBER, "What is proven, for the side to move"),
  PROVEN_BOUND (move, ELEMENT_I32, 0, "1", NUMBER, "Number of the best move in the table"),
  PROVEN_BOUND (depth, ELEMENT_I32, 0, "ply", NUMBER, "Depth of the search in the table"),
  PROVEN_BOUND (work, ELEMENT_U64, 0, "node", NUMBER, "What it cost"),
};

void save_bound_log (struct file_out *file, const struct bound_log *bound_log) {
  size_t count, subject_count;
  const struct entry *entries = bound_log_entries (bound_log, &count);
  const struct subject *subjects = bound_log_subjects (bound_log, &subject_count);
  file_group (file, PROVEN_BOUNDS, "One row a position that a search proved something about at a cost");
  columns_write (file, proven_bound_fields, FIELDS (proven_bound_fields), entries, sizeof *entries, count);
  file_group (file, SUBJECTS, "What the proven bounds are about");
  columns_write (file, subject_fields, FIELDS (subject_fields), subjects, sizeof *subjects, subject_count);
}

/* Can the bound be entered into a table? */
static bool is_proven_bound (const struct proven_bound *proven_bound) {
  return are_bounds (proven_bound->bounds) && proven_bound->move >= 0 && proven_bound->move <= TABLE_NO_MOVE
         && proven_bound->depth >= 0 && proven_bound->depth <= UINT8_MAX;
}

bool load_bound_log (struct file_in *file, struct bound_log *bound_log) {
  size_t count = SIZE_MAX, subject_count = SIZE_MAX;
  struct entry *entries
      = columns_read (file, proven_bound_fields, FIELDS (proven_bound_fields), sizeof *entries, &count);
  struct subject *subjects
      = columns_read (file, subject_fields, FIELDS (subject_fields), sizeof *subjects, &subject_count);
  bool good = entries != NULL && subjects != NULL;
  for (size_t i = 0; good && i < count; i++) {
    const struct entry *entry = &entries[i];
    good = entry->subject < subject_count && is_proven_bound (&entry->proven_bound);
    if (good)
      bound_log_add (bound_log, &subjects[entry->subject], &entry->proven_bound, 1);
  }
  free (entries);
  free (subjects);
  return good;
}

/* ---- a proof ---- */

#define PROOF "/proof"

void save_proof (struct file_out *file, const struct proof_state *state) {
  file_group (file, PROOF, "The proof of a position; its result is that of question 0");
  file_put_integer (file, PROOF, "lower", state->bounds.lower);
  file_put_integer (file, PROOF, "upper", state->bounds.upper);
  file_put_integer (file, PROOF, "queries", (int64_t) state->queries);
  file_put_integer (file, PROOF, "nodes", (int64_t) state->nodes);
  file_put_integer (file, PROOF, "looks", (int64_t) state->looks);
  file_put_integer (file, PROOF, "dead", state->dead);
  file_put_integer (file, PROOF, "answered", state->answered);
}

bool load_proof (struct file_in *file, struct proof_state *state) {
  const struct bounds range = search_range (true);
  int64_t lower, upper, queries, nodes, looks, dead, answered;
  if (!file_get_integer (file, PROOF, "lower", range.lower, range.upper, &lower)
      || !file_get_integer (file, PROOF, "upper", lower, range.upper, &upper)
      || !file_get_integer (file, PROOF, "queries", 0, INT64_MAX, &queries)
      || !file_get_integer (file, PROOF, "nodes", 0, INT64_MAX, &nodes)
      || !file_get_integer (file, PROOF, "looks", 0, INT64_MAX, &looks)
      || !file_get_integer (file, PROOF, "dead", 0, 1, &dead)
      || !file_get_integer (file, PROOF, "answered", 0, 1, &answered))
    return false;
  *state = (struct proof_state){ .bounds = { (int) lower, (int) upper },
                                 .queries = (uint64_t) queries,
                                 .nodes = (uint64_t) nodes,
                                 .looks = (uint64_t) looks,
                                 .dead = dead != 0,
                                 .answered = answered != 0 };
  return true;
}
