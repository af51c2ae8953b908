#include "support/kept.h"

#include <stdio.h>
#include <string.h>

struct subject
subject_named (const char *game)
{
  struct subject subject;
  memset (&subject, 0, sizeof subject);
  snprintf (subject.game, sizeof subject.game, "%s", game);
  return subject;
}

struct finding
finding_of (uint32_t number, uint64_t work)
{
  struct finding finding = { .bounds = { -1, 0 }, .move = 3, .depth = 5, .work = work };
  memcpy (finding.key, &number, sizeof number);
  return finding;
}

static void
add_up (void *context, const struct finding *finding)
{
  struct sum *sum = context;
  sum->count++;
  sum->work += finding->work;
}

struct sum
sum_of (const struct ledger *ledger, const struct subject *subject)
{
  struct sum sum = { 0, 0 };
  ledger_each (ledger, subject, add_up, &sum);
  return sum;
}

struct work
question (int number)
{
  struct work work;
  memset (&work, 0, sizeof work);
  strcpy (work.game, "connect4:6x5");
  memcpy (work.key, &number, sizeof number);
  work.window = search_range (false);
  return work;
}

struct result
reply (int number)
{
  struct result result;
  memset (&result, 0, sizeof result);
  result.bounds = (struct bounds){ number % 3 - 1, number % 3 - 1 };
  result.solved = result.has_best = true;
  result.method = METHOD_NULL_WINDOW;
  result.nodes = (uint64_t) number * 1000000007u;
  result.looks = 5;
  result.seconds = number / 7.0;
  memset (result.best, number, 11);
  snprintf (result.best_move, sizeof result.best_move, "m%d", number);
  strcpy (result.argument, "theory");
  return result;
}

void
check_reply (const struct journal *journal, int number)
{
  struct work work = question (number);
  const struct result expected = reply (number);
  assert_non_null (journal_find (journal, &work));
  const struct result found = answer_again (journal_find (journal, &work));
  assert_true (found.bounds.lower == expected.bounds.lower && found.solved && found.has_best
               && found.method == expected.method && found.nodes == expected.nodes && found.looks == 5
               && found.seconds == expected.seconds && !found.stopped
               && memcmp (found.best, expected.best, sizeof found.best) == 0
               && strcmp (found.best_move, expected.best_move) == 0
               && strcmp (found.argument, "theory") == 0);
}
