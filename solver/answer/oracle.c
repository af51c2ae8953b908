#include "answer/oracle.h"

#include "certificate/certificate.h"
#include "layers/layers_layout.h"
#include "store/book_layout.h"
#include "store/file.h"
#include "tablebase/tables_file.h"

#include <stdlib.h>
#include <string.h>

bool oracle_open (struct oracle *oracle, const char *path, struct failure *failure) {
  char kind[FILE_KIND];
  if (!file_kind (path, kind, failure))
    return false;
  if (strcmp (kind, LAYERS_KIND) == 0)
    return oracle_open_layers (oracle, path, failure);
  if (strcmp (kind, TABLES_KIND) == 0)
    return oracle_open_tables (oracle, path, failure);
  if (strcmp (kind, CERTIFICATE_KIND) == 0)
    return oracle_open_certificate (oracle, path, failure);
  if (strcmp (kind, BOOK_KIND) == 0)
    return oracle_open_book (oracle, path, failure);
  return fail (failure, EXIT_BAD_DATA, "%.300s: of kind '%s', which knows no values", path, kind);
}

/* The moves that the file names keep the value that the file knows of the position. Other moves are worse, by
 * value or at least by score. Only the file's own distance is used: a distance from another source says
 * nothing about these moves. */
static bool take_marks (struct answer *answer, struct oracle *oracle, const struct known *known,
                        struct failure *failure) {
  bool *marked = allocate ((size_t) answer->count, sizeof *marked);
  const bool found = oracle->mark (oracle, answer->position, marked, failure);
  for (int i = 0; i < answer->count && found; i++) {
    struct known after = known_nothing ();
    after.source = known->source;
    after.file = known->file;
    if (marked[i]) {
      after.value = (struct bounds){ -known->value.upper, -known->value.lower };
      after.distance = known->distance > 0 ? known->distance - 1 : -1;
    } else if (oracle->marks_all && !oracle->distances && known->value.lower > LOST)
      after.value.lower = 1 - known->value.lower;
    known_narrow (&answer->moves[i].after, &after);
  }
  free (marked);
  return failure->code == 0;
}

/* Add what is known of the position after a move that keeps the lower bound of the position. */
static void take_move (struct answer *answer, struct oracle *oracle, const struct known *known) {
  const int move = oracle->move (oracle, answer->position);
  struct known after = known_nothing ();
  after.value = (struct bounds){ LOST, -known->value.lower };
  after.source = known->source;
  after.file = known->file;
  after.on_trust = known->on_trust;
  if (move >= 0)
    known_narrow (&answer->moves[move].after, &after);
}

bool answer_take_file (struct answer *answer, struct oracle *oracle, int file, struct failure *failure) {
  struct known found = known_nothing ();
  if (answer->outcome != GOING_ON)
    return true;
  const bool known = oracle->ask (oracle, answer->position, &found, failure);
  found.file = file;
  if (known)
    known_narrow (&answer->known, &found);
  if (known && oracle->mark != NULL && known_is_settled (&found, false)
      && !take_marks (answer, oracle, &found, failure))
    return false;
  if (known && oracle->move != NULL)
    take_move (answer, oracle, &found);
  struct position *child = position_allocate (answer->game);
  for (int i = 0; i < answer->count && failure->code == 0; i++) {
    struct known *after = &answer->moves[i].after;
    if (known_is_settled (after, true))
      continue;
    found = known_nothing ();
    answer_child (answer, i, child);
    if (oracle->ask (oracle, child, &found, failure)) {
      found.file = file;
      known_narrow (after, &found);
    }
  }
  free (child);
  answer_settle (answer);
  return failure->code == 0;
}

int answer_mark (const struct answer *answer, bool *marked) {
  const struct known *known = &answer->known;
  int kept = 0;
  for (int i = 0; i < answer->count; i++) {
    const struct known move = answer_of_move (answer, i);
    marked[i] = known_is_settled (known, false) && move.value.lower >= known->value.lower
                && (known->distance < 0 || move.distance == known->distance);
    kept += marked[i];
  }
  return kept;
}
