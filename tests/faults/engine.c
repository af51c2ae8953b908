/* The m,n,k-game with a fault planted between its rules and the searches: FAULT says which. Nothing in the
 * product knows of this: names are replaced here, before the searches are included. What is known beyond the
 * rules is left out: it settles small boards before a table is asked. */
#include "games/mnk/mnk_rules.h"

#include "search/search.h"
#include "search/table.h"

#define FAULT_NONE 0
#define FAULT_SHORT_KEYS 1     /* keys cut to 8 bits */
#define FAULT_WRONG_SYMMETRY 2 /* a symmetry that the board does not have */
#define FAULT_FLIPPED_ENTRY 3  /* one table entry in five says the opposite */

#if FAULT == FAULT_SHORT_KEYS
static inline int faulty_key (const struct board *board, const struct position *position, struct key *key) {
  const int symmetry = game_key (board, position, key);
  key->word[0] = (key->word[0] ^ key->word[0] >> 8 ^ key->word[0] >> 32) & 0xff;
  return symmetry;
}
#define game_key faulty_key
#endif

#if FAULT == FAULT_WRONG_SYMMETRY
static inline enum opening faulty_open (struct board *board, const char *text, struct failure *failure) {
  const enum opening opening = game_open (board, text, failure);
  /* The images are not mirror images but the board with its columns moved round the edge. */
  for (int cell = 0; opening == OPENING_DONE && cell < board->area; cell++)
    for (int i = 1; i < SYMMETRIES; i++) {
      const int column = cell % board->columns;
      board->image_bit[cell][i] = cells_none ();
      cells_add (&board->image_bit[cell][i], cell - column + (column + i) % board->columns);
    }
  return opening;
}
#define game_open faulty_open
#endif

#if FAULT == FAULT_FLIPPED_ENTRY
static inline bool faulty_probe (const struct table *table, const uint64_t *key, int key_words,
                                 struct record_entry *found) {
  if (!table_probe (table, key, key_words, found))
    return false;
  if (key[0] % 5 == 0)
    found->bounds = (struct bounds){ -found->bounds.upper, -found->bounds.lower };
  return true;
}
#define table_probe faulty_probe
#endif

#include "assembly/engine_searches.h"
