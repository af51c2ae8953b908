/* The one table of counters: what each counts, its name, and what it is divided by when printed.
 *
 * Each search thread has its own struct statistics and touches no other; at the end they are added up over
 * threads and ranks. A counter is one row here: the command (--verbose, --json), the statistics file and the
 * report are all made from this table. */
#ifndef ZERMELO_BASE_STATISTICS_H
#define ZERMELO_BASE_STATISTICS_H

#include <stdint.h>

/* name, divisor (of the percentage printed beside it; nodes over nodes: none), description */
#define STATISTICS_TABLE(LINE)                                                                               \
  LINE (nodes, nodes, "search calls on a position that nothing had settled before")                          \
  LINE (looks, nodes, "static probes: positions looked at without a search call")                            \
  LINE (settled, looks, "static probes that settled a position, by the rules or by an argument of the game") \
  LINE (table_probes, nodes, "probes of the transposition table")                                            \
  LINE (table_hits, table_probes, "table probes that found the position")                                    \
  LINE (table_cuts, table_probes, "table probes whose bounds were enough")                                   \
  LINE (table_stores, nodes, "positions written to the table")                                               \
  LINE (table_overwrites, table_stores, "positions that pushed another one out of the table")                \
  LINE (cuts, nodes, "nodes that ended before all moves were searched")                                      \
  LINE (first_cuts, cuts, "cuts by the first move searched")                                                 \
  LINE (deferred, nodes, "moves deferred because another thread was searching them")                         \
  LINE (published, nodes, "costly proven bounds published to whoever keeps them")                            \
  LINE (publish_lost, published, "costly proven bounds dropped because the mailbox was full")                \
  LINE (shared, nodes, "messages of records that a rank wrote for the other hosts")                          \
  LINE (joins, queries, "searches of other ranks that idle ones joined")                                     \
  LINE (joins_won, joins, "of these, the ones that ended first")                                             \
  LINE (share_us, shared, "microseconds that sending and receiving records took")                            \
  LINE (received, shared, "messages of records that came from other hosts")                                  \
  LINE (share_bytes, shared, "bytes of these messages, to all hosts together")                               \
  LINE (share_lost, shared, "messages of records dropped because others piled up")                           \
  LINE (queries, queries, "queries answered by a rank")                                                      \
  LINE (estimates, queries, "queries that used up their nodes without an answer")                            \
  LINE (checkpoints, checkpoints, "checkpoints written")                                                     \
  LINE (checkpoint_us, checkpoints, "microseconds that writing them took")                                   \
  LINE (messages, queries, "messages sent between ranks")                                                    \
  LINE (message_bytes, messages, "bytes sent between ranks")                                                 \
  LINE (message_us, messages,                                                                                \
        "microseconds spent on messages and what follows from them, choosing queries included")

enum counter {
#define STATISTICS_ENUM(name, per, description) COUNT_##name,
  STATISTICS_TABLE (STATISTICS_ENUM)
#undef STATISTICS_ENUM
      COUNTERS
};

enum { STATISTICS_PLIES = 257 };

/** Counters of one thread, or a sum of them. */
struct statistics {
  uint64_t count[COUNTERS];
  uint64_t nodes_at_ply[STATISTICS_PLIES]; /* by moves made since the root of the search */
};

/** What the table says about a counter. */
struct counter_description {
  const char *name;
  enum counter per;
  const char *description;
};

extern const struct counter_description counter_descriptions[COUNTERS];

/** sum += part */
void statistics_add (struct statistics *sum, const struct statistics *part);

/** What a rank did in total. */
struct effort {
  struct statistics statistics; /* of its searches, queries and messages */
  double busy_seconds;          /* wall time spent in searches */
};

#endif
