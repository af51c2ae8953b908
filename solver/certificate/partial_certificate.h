/* An unfinished acyclic certificate: the rows that were found, and the positions that still need rows.
 *
 * Positions are handed out to the ranks, which look for rows (extract.h) and return a report: rows, and
 * further positions on which these rows rest. A row that exists already is left as it is, so the reports of
 * several ranks may overlap. At any time every position that the claim rests on has a row, is open, is
 * handed out, or was taken by a thread that has another position of the same process. A checkpoint keeps the
 * rows and all of these positions; where it goes on, positions of the last kind are found below the rows.
 * When nothing is open or handed out the certificate is complete. */
#ifndef ZERMELO_CERTIFICATE_PARTIAL_CERTIFICATE_H
#define ZERMELO_CERTIFICATE_PARTIAL_CERTIFICATE_H

#include "base/bytes.h"
#include "certificate/certificate.h"
#include "checker/certificate_file.h"

/** A queue of keys, which can be taken from either end. */
struct key_queue {
  int key_bytes;
  uint8_t *keys;
  size_t begin, end, capacity; /* counted in keys; the queue consists of the keys from `begin` up to `end` */
};

void key_queue_add (struct key_queue *, const uint8_t *key);
/** Take the key that was added last or, unless `newest`, the one that was added first. False: the queue is
 * empty. */
bool key_queue_take (struct key_queue *, bool newest, uint8_t *key);
void key_queue_free (struct key_queue *);

/** A position of a strategy for which a rank looks for rows. */
struct handed_out {
  bool used;  /* false: the place is free */
  int copies; /* how often it was handed out again; -1: it is such a copy itself */
  int player;
  uint8_t key[PACKED_MAX];
};

struct partial_certificate {
  char title[96];      /* of the game, once there is a claim */
  const char *packing; /* how the keys of the game are packed; not to be freed */
  struct certificate certificate;
  struct key_queue open[2]; /* open positions of the strategies of the first and the second player */
  struct handed_out *out;
  size_t outs;    /* places */
  uint64_t nodes; /* nodes of the searches for the rows, in all runs */
  bool failed; /* a position was reported that no row can show: the claim is wrong, or the method is too weak
                */
};

/** Begin a certificate about positions with keys. */
void partial_begin (struct partial_certificate *, int key_bytes, bool exact_score, uint64_t small_nodes);
void partial_free (struct partial_certificate *);

/** Claim that a position has the value or score `value`, and open it in the strategies that must show this,
 * unless the game is over there. */
void partial_claim_position (struct partial_certificate *, const struct game *, const struct position *,
                             int value);

/** Is it a certificate of exactly this claim, on the scale of `exact_score`? */
bool partial_is_about (const struct partial_certificate *, const struct game *, const uint8_t *key,
                       bool exact_score, int value);

/** Hand out an open position that has no row and is not handed out already: the position that was opened
 * last, or, unless `newest`, first. Returns its place in `out`; SIZE_MAX: there is none. */
size_t partial_hand_out (struct partial_certificate *, bool newest);

/** Hand out a position again that is handed out already, for a thread that has nothing else to do: the one
 * for which that was done least. The thread helps with it. Returns the place; SIZE_MAX: nothing is handed
 * out. */
size_t partial_hand_out_again (struct partial_certificate *);

/** Take the report about the position that was handed out from `place`. After an empty report the position is
 * open again, because no rank has begun with it. False: the report is invalid. */
bool partial_take (struct partial_certificate *, size_t place, const uint8_t *report, size_t size);

/** Does every position that was opened have a row? */
bool partial_is_complete (const struct partial_certificate *);

size_t partial_rows (const struct partial_certificate *);
/** The number of positions that are open or handed out; some may have rows by now. */
size_t partial_open (const struct partial_certificate *);

/* ---- reports ---- */

/** Add a row of a strategy, a position to be opened, or the fact that a position cannot be shown. */
void report_row (struct bytes *, const struct strategy *, size_t row);
void report_open (struct bytes *, const uint8_t *key, int key_bytes);
void report_failed (struct bytes *);
/** To be called at the end of a report. */
void report_end (struct bytes *);

/* ---- in a checkpoint ---- */

struct file_in;
struct file_out;

/** Write the certificate as the group /certificate. */
void partial_save (struct file_out *, const struct partial_certificate *);

/** Read the certificate, instead of partial_begin(); call partial_free() even after a failure. Positions that
 * were handed out when it was saved are the newest open ones. */
bool partial_load (struct file_in *, struct partial_certificate *, struct failure *);

#endif
