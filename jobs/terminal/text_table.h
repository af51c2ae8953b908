/* Text for people, laid out for the width of their terminal.
 *
 * Widths are columns of a terminal; text is UTF-8, and each code point takes one column. Nothing is ever cut
 * off: what does not fit continues on a line below. Pure functions, except layout_width(). */
#ifndef ZERMELO_TERMINAL_TEXT_TABLE_H
#define ZERMELO_TERMINAL_TEXT_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct column {
  const char *name; /* also the key in JSON */
  int width;        /* for people, at most; negative: left-aligned (as in printf) */
};

enum { LAYOUT_COLUMNS = 12, LAYOUT_NARROWEST = 40, LAYOUT_USUAL = 80 };

/** The width of a line: that of the terminal behind the descriptor, else COLUMNS, else 80; at least
 *  LAYOUT_NARROWEST. */
int layout_width (int descriptor);

/** Fit `count` columns, separated by two blanks, into `width`. First columns of numbers shrink, the widest
 * first, to the six characters of "5.20 M" or to their names; then those of text; then the `spare` ones (bit
 * i: the i-th) are left out, the last first. The last one, if left-aligned, gets what remains. `fitted` gets
 * as many widths, signed as in the columns; 0: left out. */
void layout_fit (const struct column *columns, int count, uint32_t spare, int width, int *fitted);

/** A row: `texts` in columns of these widths. Returns lines without a last newline; the caller frees them. A
 * first text that is too wide has a line of its own; a last one that is too wide continues below itself;
 * columns without any room are on further lines. */
char *layout_row (const char *const *texts, const int *fitted, int count, int width);

/** Paragraphs: break lines at blanks (a long word after commas), and indent the further lines. Newlines stay.
 *  Returns text without a last newline; the caller frees it. */
char *layout_wrap (const char *text, int first, int indent, int width);

/** Print a text in lines of at most 80 columns, and end the last one. The first begins at `column`, the
 * current one of the stream, or on a new line if that is not before `indent`; all others begin at `indent`.
 */
void layout_print (FILE *, const char *text, int column, int indent);

/** A whole number for people in at most `width` columns: "9431", "85 900 584", and if that is too wide "85.9
 * M". `text` has QUANTITY_TEXT bytes. */
void layout_number (uint64_t number, int width, char *text, size_t size);

#endif
