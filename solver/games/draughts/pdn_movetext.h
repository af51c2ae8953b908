/* The text between the moves of a game in PDN: `1. 23-19 12-16 2. 28-23 {slow} 8-12 1/2-1/2`.
 *
 * Skips move numbers (whatever their values; only the order of the moves counts), comments in braces,
 * annotations ($1), and a result, which must come last and need not agree with the moves. Tags and variations
 * are not supported. Source: W. Bulten, F. Ketelaars et al., PDN 3.0, movetext section. */
#ifndef ZERMELO_DRAUGHTS_PDN_MOVETEXT_H
#define ZERMELO_DRAUGHTS_PDN_MOVETEXT_H

#include "base/failure.h"

#include <ctype.h>
#include <string.h>

#define MOVETEXT_BLANKS " \t\n\v\f\r"

/** Does a game in movetext begin here, rather than a FEN? */
static inline bool movetext_begins (const char *text) {
  return isdigit ((unsigned char) *text) || *text == '{' || *text == '*' || *text == '$';
}

/** The length in bytes of the word that begins here. */
static inline size_t movetext_word (const char *text) { return strcspn (text, MOVETEXT_BLANKS "{"); }

/** The length in bytes of the move number ("1.", "12...") or annotation that begins here; 0: there is
 * none. */
static inline size_t movetext_number (const char *text) {
  if (*text == '$')
    return 1 + strspn (text + 1, "0123456789");
  const size_t digits = strspn (text, "0123456789"), dots = strspn (text + digits, ".");
  return digits > 0 && dots > 0 ? digits + dots : 0;
}

/** Is the word a result? It is not a move: squares count from 1, and the two sides of a dash differ in a
 * move. */
static inline bool movetext_is_result (const char *text, size_t size) {
  static const char *const results[] = { "*", "1-0", "0-1", "1/2-1/2", "2-0", "0-2", "1-1", "0-0" };
  for (size_t i = 0; i < sizeof results / sizeof *results; i++)
    if (strlen (results[i]) == size && memcmp (text, results[i], size) == 0)
      return true;
  return false;
}

/** Skip to the next move or the end. */
static inline bool movetext_skip (const char **text, struct failure *failure) {
  for (;;) {
    *text += strspn (*text, MOVETEXT_BLANKS);
    const size_t number = movetext_number (*text);
    if (**text == '{') {
      const char *end = strchr (*text, '}');
      if (end == NULL)
        return fail (failure, EXIT_BAD_DATA, "the comment \"%.20s\" has no end: a closing brace is missing",
                     *text);
      *text = end + 1;
    } else if (number > 0)
      *text += number;
    else
      return true;
  }
}

/** A move in movetext. Before the first move: the whole text, number 0. */
struct movetext_move {
  const char *text;
  size_t length; /* without "!" and "?", which are comments; 0: the end of the text */
  int number;    /* from 1 */
};

/** Skip to the next move of the text, or to its end. */
static inline bool movetext_next (struct movetext_move *move, struct failure *failure) {
  if (move->number++ > 0)
    move->text += movetext_word (move->text);
  if (!movetext_skip (&move->text, failure))
    return false;
  move->length = movetext_word (move->text);
  if (movetext_is_result (move->text, move->length)) {
    move->text += move->length;
    if (!movetext_skip (&move->text, failure))
      return false;
    move->length = movetext_word (move->text);
    if (move->length > 0)
      return fail (failure, EXIT_BAD_DATA, "move %d: \"%.*s\" comes after the result of the game",
                   move->number, (int) (move->length < 40 ? move->length : 40), move->text);
  }
  while (move->length > 1 && strchr ("!?", move->text[move->length - 1]) != NULL)
    move->length--;
  return true;
}

#endif
