#include "store/statistics_layout.h"

#define SIZE_OF(type, field) sizeof (((type *) 0)->field)
#define TEXT(name, field)                                                                                    \
  {                                                                                                          \
    name, offsetof (struct record, field), SIZE_OF (struct record, field)                                    \
  }

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

#define FIELD(field, element_of, width_of, description_of, unit_of, encoding_of)                             \
  {                                                                                                          \
    .dataset = { .path = "/results/" #field,                                                                 \
                 .element = element_of,                                                                      \
                 .width = width_of,                                                                          \
                 .description = description_of,                                                              \
                 .unit = unit_of,                                                                            \
                 .encoding = encoding_of },                                                                  \
    .offset = offsetof (struct record_row, field), .size = SIZE_OF (struct record_row, field),               \
  }
#define PADDED "UTF-8, padded with zeros"
#define TEXT_FIELD(field, description)                                                                       \
  FIELD (field, ELEMENT_TEXT, (int) SIZE_OF (struct record_row, field), description, "1", PADDED)

#define COUNT_FIELD(field, description, unit)                                                                \
  FIELD (field, ELEMENT_U64, 0, description, unit, "unsigned number")

/* The columns of format 2 come first. */
const struct field record_fields[] = {
  TEXT_FIELD (subject, "What the line is about: game:board, a position, or a ply"),
  TEXT_FIELD (expected, "Published value, empty if there is none"),
  TEXT_FIELD (found, "Value found, empty if there is none"),
  TEXT_FIELD (verdict, "ok, differs, new or unknown; empty where nothing is compared"),
  TEXT_FIELD (method, "What decided the value"),
  TEXT_FIELD (source, "Where the published value stands"),
  FIELD (nodes, ELEMENT_U64, 0, "Search calls on a position that nothing had settled before", "node",
         "unsigned number"),
  FIELD (looks, ELEMENT_U64, 0, "Static looks at a position without a call", "look", "unsigned number"),
  FIELD (seconds, ELEMENT_REAL, 0, "Wall time spent on the line", "s", "IEEE 754 double"),
  COUNT_FIELD (positions, "Positions that were listed, valued or counted; perft: sequences of moves",
               "position"),
  COUNT_FIELD (won, "Of these, won by the side to move", "position"),
  COUNT_FIELD (drawn, "Of these, drawn", "position"),
  COUNT_FIELD (lost, "Of these, lost by the side to move", "position"),
  COUNT_FIELD (scored, "Of these, with a score", "position"),
  FIELD (lowest, ELEMENT_I32, 0, "The lowest of the scores, if there are any", "1", "signed number"),
  FIELD (highest, ELEMENT_I32, 0, "The highest of the scores, if there are any", "1", "signed number"),
  FIELD (plies, ELEMENT_I32, 0, "Plies to the end: of the position, or of the longest win among them", "ply",
         "signed number; 0: not known"),
  TEXT_FIELD (moves, "Moves that keep the value, with spaces between them"),
  TEXT_FIELD (argument, "By which the position was settled without search"),
  TEXT_FIELD (example, "A position with the longest win"),
};
const size_t record_field_count = sizeof record_fields / sizeof *record_fields;

const struct dataset record_counter_texts[COUNTER_TEXTS] = {
  [COUNTER_NAME] = {
    .path = "/counters/name",
    .element = ELEMENT_TEXT,
    .width = 32,
    .description = "What column i of /ranks/counters counts",
    .unit = "1",
    .encoding = PADDED,
  },
  [COUNTER_PER] = {
    .path = "/counters/per",
    .element = ELEMENT_TEXT,
    .width = 32,
    .description = "The counter it is divided by when printed; itself if by none",
    .unit = "1",
    .encoding = PADDED,
  },
  [COUNTER_DESCRIPTION] = {
    .path = "/counters/description",
    .element = ELEMENT_TEXT,
    .width = 128,
    .description = "What the counter counts, for people",
    .unit = "1",
    .encoding = PADDED,
  },
};

const struct dataset record_busy_seconds = {
  .path = "/ranks/busy_seconds",
  .element = ELEMENT_REAL,
  .description = "Time in which the rank worked",
  .unit = "s",
  .encoding = "IEEE 754 double; row: rank",
};

const struct dataset record_nodes_at_ply = {
  .path = "/ranks/nodes_at_ply",
  .element = ELEMENT_U64,
  .width = STATISTICS_PLIES,
  .description = "Nodes by the moves made since the root of the search",
  .unit = "node",
  .encoding = "unsigned number; row: rank, column: ply",
};

struct dataset
record_counters (int counters)
{
  return (struct dataset){
    .path = "/ranks/counters",
    .element = ELEMENT_U64,
    .width = counters,
    .description = "Counters of each rank, summed over its threads",
    .unit = "1",
    .encoding = "unsigned number; row: rank, column: as /counters/name",
  };
}
