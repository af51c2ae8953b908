#include "store/statistics_layout.h"

#define SIZE_OF(type, field) sizeof (((type *) 0)->field)
#define TEXT(name, field)                                                                                    \
  { name, offsetof (struct record, field), SIZE_OF (struct record, field) }

const struct record_text record_texts[] = {
  TEXT ("task", task),
  TEXT ("name", name),
  TEXT ("title", title),
  TEXT ("command", command),
  TEXT ("replacement", replacement),
  TEXT ("version", origin.version),
  TEXT ("compiler", origin.compiler),
  TEXT ("libraries", origin.libraries),
  TEXT ("host", origin.host),
  TEXT ("finished", origin.finished),
};
const size_t record_text_count = sizeof record_texts / sizeof *record_texts;

#define PADDED "UTF-8, padded with zeros"
#define RESULT(field, element, width, unit, encoding, description)                                           \
  FIELD (struct record_row, "/results/" #field, field, element, width, unit, encoding, description)
#define TEXT_RESULT(field, description)                                                                      \
  RESULT (field, ELEMENT_TEXT, (int) SIZE_OF (struct record_row, field), "1", PADDED, description)
#define COUNT_RESULT(field, unit, description)                                                               \
  RESULT (field, ELEMENT_U64, 0, unit, "unsigned number", description)

/* The columns of formats 2 and 3 come first. */
const struct field record_fields[] = {
  TEXT_RESULT (subject, "What the line is about: game:board, a position, or a ply"),
  TEXT_RESULT (expected, "Published value, empty if there is none"),
  TEXT_RESULT (found, "Value found, empty if there is none"),
  TEXT_RESULT (verdict, "ok, differs, new or unknown; empty where nothing is compared"),
  TEXT_RESULT (method, "What decided the value"),
  TEXT_RESULT (source, "Where the published value stands"),
  COUNT_RESULT (nodes, "node", "Search calls on a position that nothing had settled before"),
  COUNT_RESULT (looks, "look", "Static looks at a position without a call"),
  RESULT (seconds, ELEMENT_REAL, 0, "s", "IEEE 754 double", "Wall time spent on the line"),
  COUNT_RESULT (positions, "position",
                "Positions that were listed, valued or counted; perft: sequences of moves"),
  COUNT_RESULT (won, "position", "Of these, won by the side to move"),
  COUNT_RESULT (drawn, "position", "Of these, drawn"),
  COUNT_RESULT (lost, "position", "Of these, lost by the side to move"),
  COUNT_RESULT (scored, "position", "Of these, with a score"),
  RESULT (lowest, ELEMENT_I32, 0, "1", "signed number", "The lowest of the scores, if there are any"),
  RESULT (highest, ELEMENT_I32, 0, "1", "signed number", "The highest of the scores, if there are any"),
  RESULT (plies, ELEMENT_I32, 0, "ply", "signed number; 0: not known",
          "Plies to the end: of the position, or of the longest win among them"),
  TEXT_RESULT (moves, "Moves that keep the value, with spaces between them"),
  TEXT_RESULT (argument, "By which the position was settled without search"),
  TEXT_RESULT (example, "A position with the longest win"),
  TEXT_RESULT (proven,
               "yes if a certificate of the value was accepted, else no; empty if none was asked for"),
};
const size_t record_field_count = sizeof record_fields / sizeof *record_fields;

const struct dataset record_counter_texts[COUNTER_TEXTS] = {
  [COUNTER_NAME]
  = { "/counters/name", ELEMENT_TEXT, 32, "What column i of /ranks/counters counts", "1", PADDED },
  [COUNTER_PER] = { "/counters/per", ELEMENT_TEXT, 32,
                    "The counter it is divided by when printed; itself if by none", "1", PADDED },
  [COUNTER_DESCRIPTION]
  = { "/counters/description", ELEMENT_TEXT, 128, "What the counter counts, for people", "1", PADDED },
};

const struct field record_efforts[EFFORT_FIELDS] = {
  [EFFORT_BUSY] = FIELD (struct effort, "/ranks/busy_seconds", busy_seconds, ELEMENT_REAL, 0, "s",
                         "IEEE 754 double; row: rank", "Time in which the rank worked"),
  [EFFORT_COUNTERS] = FIELD (struct effort, "/ranks/counters", statistics.count, ELEMENT_U64, COUNTERS, "1",
                             "unsigned number; row: rank, column: as /counters/name",
                             "Counters of each rank, summed over its threads"),
  [EFFORT_NODES] = FIELD (struct effort, "/ranks/nodes_at_ply", statistics.nodes_at_ply, ELEMENT_U64,
                          STATISTICS_PLIES, "node", "unsigned number; row: rank, column: ply",
                          "Nodes by the moves made since the root of the search"),
};
