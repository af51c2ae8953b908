/* Certificates as theorems: a text for a proof assistant, which accepts it only if the rows are a proof
 * (`zermelo export --format coq`). The theorems about rules and about rows in general are in theorems/
 * (README.md there).
 *
 * Such a text depends on the rules, so it is written by a file in the folder of the game:
 * games/NAME/theorem/X_theorem.c defines theorem_X, and add_game() finds it. */
#ifndef ZERMELO_GAMES_THEOREMS_H
#define ZERMELO_GAMES_THEOREMS_H

#include "base/failure.h"
#include "checker/certificate_file.h"

#include <stdbool.h>
#include <stdio.h>

/** The name of the format. */
#define THEOREM_FORMAT "coq"

struct game_theorem {
  const char *game;      /* the name of the game's engine */
  bool kinds[ROW_KINDS]; /* the kinds of rows for which there is a theorem; where play can cycle rows have no
                            kind */

  /** Is there a theorem for this board and claim? EXIT_BAD_DATA: the failure names the reason if not, but not
   * the file. */
  bool (*fits) (const struct certificate_file *, struct failure *);

  /** Write the rows that the theorem needs, and the theorem, whose proof they are. Equal certificates give
   * equal bytes. Returns the number of rows written. */
  size_t (*write) (FILE *, const struct certificate_file *);
};

/** The theorems of all games, ending with NULL; generated from the add_game() lines of CMakeLists.txt. */
extern const struct game_theorem *const game_theorems[];

#endif
