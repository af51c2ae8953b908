/* Certificates as theorems: a text for a proof assistant, which a compiler other than ours accepts only if
 * the rows are a proof (`zermelo export --format coq`). What is proven of the rules and of rows in general
 * stands in theorems/ (README.md there).
 *
 * Such a text depends on the rules, so what writes it stands in the folder of the game:
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
  const char *game;      /* its name, as that of the engine */
  bool kinds[ROW_KINDS]; /* of rows for which there is a theorem; where play can cycle rows have no kind */

  /** Is there a theorem for that board and for what is claimed? EXIT_BAD_DATA: the failure says why not, and
   * does not name the file. */
  bool (*fits) (const struct certificate_file *, struct failure *);

  /** Write the rows that the theorem needs, and the theorem, of which they are the proof. The same
   * certificate is the same bytes. Returns how many rows were written. */
  size_t (*write) (FILE *, const struct certificate_file *);
};

/** Those of all games, ending with NULL; generated from the add_game() lines of CMakeLists.txt. */
extern const struct game_theorem *const game_theorems[];

#endif
