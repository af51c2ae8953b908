#include "store/record_layout.h"

#define SIZE_OF(type, field) sizeof (((type *) 0)->field)
#define TEXT(name, field) { name, offsetof (struct record, field), SIZE_OF (struct record, field) }

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

#define FIELD(field, element, width, description, unit, encoding)                                     \
  { { "/results/" #field, element, width, description, unit, encoding },                              \
    offsetof (struct record_row, field),                                                              \
    SIZE_OF (struct record_row, field) }
#define TEXT_FIELD(field, description)                                                                \
  FIELD (field, ELEMENT_TEXT, (int) SIZE_OF (struct record_row, field), description, "1", "UTF-8, padded with zeros")

const struct record_field record_fields[] = {
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
};
const size_t record_field_count = sizeof record_fields / sizeof *record_fields;

const struct dataset record_counter_texts[COUNTER_TEXTS] = {
  [COUNTER_NAME] = { "/counters/name", ELEMENT_TEXT, 32, "What column i of /ranks/counters counts", "1",
                     "UTF-8, padded with zeros" },
  [COUNTER_PER] = { "/counters/per", ELEMENT_TEXT, 32,
                    "The counter it is divided by when printed; itself if by none", "1",
                    "UTF-8, padded with zeros" },
  [COUNTER_DESCRIPTION] = { "/counters/description", ELEMENT_TEXT, 128, "What the counter counts, for people", "1",
                            "UTF-8, padded with zeros" },
};

const struct dataset record_busy_seconds = { "/ranks/busy_seconds", ELEMENT_REAL, 0, "Time in which the rank worked",
                                             "s", "IEEE 754 double; row: rank" };

const struct dataset record_nodes_at_ply = { "/ranks/nodes_at_ply", ELEMENT_U64, STATISTICS_PLIES,
                                            "Nodes by the moves made since the root of the search", "node",
                                            "unsigned number; row: rank, column: ply" };

struct dataset
record_counters (int counters)
{
  return (struct dataset) { "/ranks/counters", ELEMENT_U64, counters, "Counters of each rank, summed over its threads",
                            "1", "unsigned number; row: rank, column: as /counters/name" };
}
