/* Text for people, laid out for the width of their terminal.
 *
 * Widths are columns of a terminal; text is UTF-8 and each code point takes one column. Nothing is ever cut
 * off: what does not fit goes on in a line below. Pure functions but for layout_width(). */
#ifndef ZERMELO_TERMINAL_TEXT_TABLE_H
#define ZERMELO_TERMINAL_TEXT_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct column {
  const char *name; /* also the key in JSON */
  int width;        /* for people, at most; negative: aligned to the left (as in printf) */
};

enum { LAYOUT_COLUMNS = 12, LAYOUT_NARROWEST = 40, LAYOUT_USUAL = 80 };

/** Columns that a line may take: of the terminal behind the descriptor, else what COLUMNS says, else 80; at
 *  least LAYOUT_NARROWEST. */
int layout_width (int descriptor);

/** How many columns a text takes. */
int layout_length (const char *text);

/** Fit `count` columns, two blanks between them, into `width`: columns of numbers give way down to the six
 *  characters of "5.20 M" or to their names, the widest first; then those of text; then the `spare` ones
 *  (bit i: the i-th) are left out, the last first. The last one, if it is aligned to the left, gets what
 * remains. `fitted` gets as many widths, signed as in the columns; 0: left out. */
void layout_fit (const struct column *columns, int count, uint32_t spare, int width, int *fitted);

/** A row: `texts` under the columns of these widths. Returns lines without a last newline, to be freed. A
 *  first text that is too wide has a line of its own; a last one that is goes on below itself; columns that
 *  find no room at all stand in further lines. */
char *layout_row (const char *const *texts, const int *fitted, int count, int width);

/** Paragraphs: break lines at blanks (in a long word after commas), the further ones indented. Newlines stay.
 *  Returns text without a last newline, to be freed. */
char *layout_wrap (const char *text, int first, int indent, int width);

/** A whole number for people in at most `width` columns: "9431", "85 900 584", and where that is too wide
 *  "85.9 M". `text` holds QUANTITY_TEXT bytes. */
void layout_number (uint64_t number, int width, char *text);

#endif
