/* A book of Connect Four in the format of Pascal Pons's solver (github.com/PascalPons/connect4), for engines
 * that read this format.
 *
 * The format, according to its public source. A file is six bytes, then `slots` keys, then `slots` values:
 *
 *     columns, rows, last ply, bytes of a key (1, 2 or 4), bytes of a value (1), l (21 .. 27)
 *
 * slots is the smallest prime >= 2^l. Every position has a number in base 3: column by column from the left,
 * the stones of the column from the bottom up, 1 for a stone of the side to move, 2 for one of the other
 * side, and a 0 after each column but the last; the smaller of this number and the number of the mirror image
 * is used. The position is in slot number % slots: the key is the lowest bytes of its number (in the
 * machine's byte order; here little-endian), the value is score - least + 1, where least is the score of the
 * earliest loss that the format knows, 3 - WH / 2 (WH / 2 rounded down). On a board with an odd number of
 * cells an earlier loss exists: a position that is lost to the fourth stone of the first player has a score
 * one below the least, and no place. An empty slot has the value 0. There are no chains: of two positions
 * with the same slot a file holds one. Slot and key together distinguish all numbers below slots * 256^bytes.
 *
 * Tables of all sizes are tried, from 2 to 5 bytes a slot; among those that leave out the fewest positions,
 * the smallest is written. Positions with unknown values are left out. Positions with an immediate win are
 * included, although that solver does not look them up. */
#include "games/exports.h"

#include "store/new_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  LOG_LEAST = 21,
  LOG_MOST = 27,
  COLUMNS_MOST = 9,
  HEADER = 6,
  BOOK_PLIES = 255 /* more plies than any position has */
};

struct entry {
  uint64_t number;
  uint8_t value, ply;
};

/* The table to write. */
struct pons_table {
  int key_bytes, log_slots;
  uint64_t slots;
  size_t stored; /* number of positions; a later ply has priority for a slot, since searches reach later
                    plies */
};

/* ---- numbers ---- */

static bool key_bit (const uint8_t *key, int key_bytes, int bit) {
  return key[key_bytes - 1 - bit / 8] >> bit % 8 & 1;
}

static uint64_t with_column (uint64_t number, const uint8_t *key, int key_bytes, int rows, int column) {
  const int low = column * (rows + 1);
  int height = rows;
  while (height > 0 && !key_bit (key, key_bytes, low + height))
    height--;
  for (int row = 0; row < height; row++)
    number = 3 * number + (key_bit (key, key_bytes, low + row) ? 1 : 2);
  return 3 * number;
}

/* Compute the number of a position from its key in our books (columns from the left, H + 1 bits each, the
 * first in the lowest bits: 1 for a stone of the side to move, 0 for one of the other, then a 1). */
static uint64_t pons_number (const uint8_t *key, int key_bytes, int columns, int rows) {
  uint64_t forward = 0, backward = 0;
  for (int i = 0; i < columns; i++) {
    forward = with_column (forward, key, key_bytes, rows, i);
    backward = with_column (backward, key, key_bytes, rows, columns - 1 - i);
  }
  return (forward < backward ? forward : backward) / 3;
}

static bool is_prime (uint64_t n) {
  for (uint64_t factor = 2; factor * factor <= n; factor++)
    if (n % factor == 0)
      return false;
  return n > 1;
}

static uint64_t slots_of (int log_slots) {
  uint64_t n = UINT64_C (1) << log_slots;
  while (!is_prime (n))
    n++;
  return n;
}

/* ---- entries ---- */

/* Earlier plies first, since later plies replace them. */
static int compare_entries (const void *a, const void *b) {
  const struct entry *one = a, *other = b;
  if (one->ply != other->ply)
    return one->ply < other->ply ? -1 : 1;
  return one->number > other->number ? -1 : one->number < other->number;
}

/* The score with the value 1. */
static int least_score (int columns, int rows) { return 3 - columns * rows / 2; }

static bool has_place (int score, int columns, int rows) {
  const int value = score - least_score (columns, rows) + 1;
  return value >= 1 && value <= UINT8_MAX;
}

/* Does the format have a place for each score of the book? */
static bool holds_scores (const struct book *book, const char *board, int columns, int rows,
                          struct failure *failure) {
  struct book_entry entry, first = { .ply = BOOK_PLIES };
  for (size_t i = 0; book_entry_at (book, i, &entry); i++)
    if (entry.value != ZERMELO_UNKNOWN && !has_place (entry.score, columns, rows) && entry.ply < first.ply)
      first = entry;
  const int least = least_score (columns, rows);
  return first.ply == BOOK_PLIES
         || fail (failure, EXIT_BAD_DATA,
                  "a position at ply %d has the score %d: for %s the format has scores from %d to %d; 'book "
                  "extract --plies %d' leaves out what it has no place for",
                  first.ply, first.score, board, least, least + UINT8_MAX - 1, first.ply - 1);
}

static size_t read_entries (const struct book *book, int columns, int rows, struct entry *entries) {
  struct book_identity identity;
  struct book_entry from;
  size_t count = 0;
  book_identify (book, &identity);
  for (size_t i = 0; book_entry_at (book, i, &from); i++)
    if (from.value != ZERMELO_UNKNOWN)
      entries[count++]
          = (struct entry){ pons_number (from.key, identity.key_bytes, columns, rows),
                            (uint8_t) (from.score - least_score (columns, rows) + 1), (uint8_t) from.ply };
  qsort (entries, count, sizeof *entries, compare_entries);
  return count;
}

static size_t taken_slots (const struct entry *entries, size_t count, uint64_t slots) {
  uint8_t *taken = allocate (slots / 8 + 1, 1);
  size_t number = 0;
  for (size_t i = 0; i < count; i++) {
    const uint64_t slot = entries[i].number % slots;
    const uint8_t bit = (uint8_t) (1 << slot % 8);
    number += !(taken[slot / 8] & bit);
    taken[slot / 8] |= bit;
  }
  free (taken);
  return number;
}

/* The number of key bytes that distinguish all positions of up to this ply, in the book or not; 0: the
 * largest number does not suffice. */
static int key_bytes_for (int columns, int plies, uint64_t slots) {
  const int digits = plies + columns - 1;
  uint64_t numbers = 1;
  for (int i = 0; i < digits; i++)
    if (numbers > UINT64_MAX / 3)
      return 0;
    else
      numbers *= 3;
  for (int bytes = 1; bytes <= 4; bytes *= 2)
    if (numbers <= slots << 8 * bytes)
      return bytes;
  return 0;
}

/* The smallest table among those that hold the most positions. */
static struct pons_table choose (const struct entry *entries, size_t count, int columns, int plies) {
  struct pons_table best = { 0 };
  for (int log_slots = LOG_LEAST; log_slots <= LOG_MOST && (best.key_bytes == 0 || best.stored < count);
       log_slots++) {
    const uint64_t slots = slots_of (log_slots);
    const struct pons_table now = { .key_bytes = key_bytes_for (columns, plies, slots),
                                    .log_slots = log_slots,
                                    .slots = slots,
                                    .stored = taken_slots (entries, count, slots) };
    if (now.key_bytes > 0 && (best.key_bytes == 0 || now.stored > best.stored))
      best = now;
  }
  return best;
}

static bool write_table (const char *path, const uint8_t *header, const struct pons_table *to,
                         const struct entry *entries, size_t count, struct failure *failure) {
  struct new_file file;
  if (!new_file_create_text (&file, path, failure))
    return false;
  const size_t bytes = (size_t) to->key_bytes;
  uint8_t *keys = allocate (to->slots, bytes), *values = allocate (to->slots, 1);
  for (size_t i = 0; i < count; i++) {
    const uint64_t slot = entries[i].number % to->slots;
    for (size_t j = 0; j < bytes; j++)
      keys[slot * bytes + j] = (uint8_t) (entries[i].number >> 8 * j);
    values[slot] = entries[i].value;
  }
  const bool done = new_file_write (&file, header, HEADER, failure)
                    && new_file_write (&file, keys, to->slots * bytes, failure)
                    && new_file_write (&file, values, to->slots, failure);
  free (keys);
  free (values);
  if (done)
    return new_file_finish (&file, failure);
  new_file_abandon (&file);
  return false;
}

static bool pons_write (const struct book *book, const char *path, struct exported *written,
                        struct failure *failure) {
  struct book_identity identity;
  int columns = 0, rows = 0;
  book_identify (book, &identity);
  if (strcmp (identity.game, "connect4") != 0 || sscanf (identity.board, "%dx%d", &columns, &rows) != 2)
    return fail (failure, EXIT_BAD_DATA, "a book of %s: the format is for Connect Four", identity.game);
  if (!identity.scored)
    return fail (failure, EXIT_BAD_DATA, "a book without scores: the format needs them (book --score)");
  if (columns > COLUMNS_MOST)
    return fail (failure, EXIT_BAD_DATA, "%d columns: the format has at most %d", columns, COLUMNS_MOST);
  if (columns < 1 || rows < 1 || rows > UINT8_MAX || identity.key_bytes != (columns * (rows + 1) + 7) / 8)
    return fail (failure, EXIT_BAD_DATA, "keys of %d bytes are not those of %s", identity.key_bytes,
                 identity.board);
  if (!holds_scores (book, identity.board, columns, rows, failure))
    return false;
  struct entry *entries = allocate (identity.positions, sizeof *entries);
  const size_t count = read_entries (book, columns, rows, entries);
  const struct pons_table table = choose (entries, count, columns, identity.plies);
  const uint8_t header[HEADER]
      = { (uint8_t) columns,        (uint8_t) rows, (uint8_t) identity.plies, (uint8_t) table.key_bytes, 1,
          (uint8_t) table.log_slots };
  *written = (struct exported){ .positions = table.stored,
                                .left_out = count - table.stored,
                                .bytes = HEADER + table.slots * (uint64_t) (table.key_bytes + 1) };
  const bool done = table.key_bytes == 0
                        ? fail (failure, EXIT_BAD_DATA, "%d plies: too many for the format", identity.plies)
                        : write_table (path, header, &table, entries, count, failure);
  free (entries);
  return done;
}

const struct book_export export_pons
    = { .name = "pons", .whose = "the book of Pascal Pons's solver of Connect Four", .write = pons_write };
