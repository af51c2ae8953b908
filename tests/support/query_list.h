/* Queries for tests of manager and workers, and a producer that hands out a list of them and keeps a record
 * of the results. Small queries are about positions of Nim, whose values are known; endless ones are about
 * Connect Four 7x6. */
#ifndef ZERMELO_TESTS_QUERY_LIST_H
#define ZERMELO_TESTS_QUERY_LIST_H

#include "support/collective.h"

extern const char nim[]; /* the game of small queries */

/** An alpha-beta search of a random position of that game, which is open. */
struct query small_query (const struct game *nim, uint64_t *random);
struct query endless_query (void);

/** The value that a small query must find. */
int nim_value (const struct game *nim, const struct query *);

enum { QUERIES_MAX = 2000, FIRST_NUMBER = 1000 /* of query 0 */ };

/** What a test fills in, and the record of a run, on rank 0. */
extern struct list {
  struct query queries[QUERIES_MAX];
  int count;
  int enough; /* finished when query 0 and this many in all are answered; 0: when all are */

  struct result results[QUERIES_MAX];
  struct failure failure; /* the first */
  int answers[QUERIES_MAX], when[QUERIES_MAX];
  int handed_out, answered;
  bool cut_short;            /* some answer was stopped by the end of the run */
  uint64_t updates_received; /* nodes, when last told what was under way */
  uint64_t seen;             /* and the number of the query; 0: none */
  int under_way;             /* and how many queries there were */
} list;

/** Hands the list out in order. */
struct producer list_producer (void);

/** Was everything that was handed out answered once? On rank 0. */
bool list_answered_once (void);

struct resources modest (int threads);

/** manage() with the producer of rank 0, and `efforts`. Collective. */
bool run (struct producer, const struct resources *, const volatile int *stop);

#endif
