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
static bool take_marks (struct answer *answer, struct oracle *oracle, const zermelo_knowledge *known,
                        struct failure *failure) {
  bool *marked = allocate ((size_t) answer->count, sizeof *marked);
  const bool found = oracle->mark (oracle, answer->position, marked, failure);
  for (int i = 0; i < answer->count && found; i++) {
    zermelo_knowledge after = known_nothing ();
    after.source = known->source;
    after.file = known->file;
    if (marked[i]) {
      known_set (&after, false, (struct bounds){ -known->upper, -known->lower });
      after.distance = known->distance > 0 ? known->distance - 1 : -1;
    } else if (oracle->marks_all && !oracle->distances && known->lower > LOST)
      known_set (&after, false, (struct bounds){ 1 - known->lower, after.upper });
    known_narrow (&answer->moves[i].after, &after);
  }
  free (marked);
  return failure->code == 0;
}

/* Add what is known of the position after a move that keeps the lower bound of the position. */
static void take_move (struct answer *answer, struct oracle *oracle, const zermelo_knowledge *known) {
  const int move = oracle->move (oracle, answer->position);
  zermelo_knowledge after = known_nothing ();
  known_set (&after, false, (struct bounds){ LOST, -known->lower });
  after.source = known->source;
  after.file = known->file;
  after.proven = known->proven;
  if (move >= 0)
    known_narrow (&answer->moves[move].after, &after);
}

bool answer_take_file (struct answer *answer, struct oracle *oracle, int file, struct failure *failure) {
  zermelo_knowledge found = known_nothing ();
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
    zermelo_knowledge *after = &answer->moves[i].after;
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
  const zermelo_knowledge *known = &answer->known;
  int kept = 0;
  for (int i = 0; i < answer->count; i++) {
    const zermelo_knowledge move = answer_of_move (answer, i);
    marked[i] = known_is_settled (known, false) && move.lower >= known->lower
                && (known->distance < 0 || move.distance == known->distance);
    kept += marked[i];
  }
  return kept;
}
