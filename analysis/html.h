/* Writes text and numbers into an HTML page, which stays well-formed whatever they contain.
 *
 * Numbers are in a <data> element whose `value` is the full number, so that a program can read the numbers
 * that are rounded or grouped for people. The owner of the stream checks it for errors (ferror). */
#ifndef ZERMELO_ANALYSIS_HTML_H
#define ZERMELO_ANALYSIS_HTML_H

#include <stdint.h>
#include <stdio.h>

/** Write text as content or as an attribute value in double quotes. Special characters become entities; bytes
 * that are not UTF-8, and control characters, become U+FFFD. */
void html_text (FILE *, const char *text);

/** Print markup. A conversion has the argument that it has in printf, and writes it for a page: %s as
 * html_text() does, %d and %zu plainly, %PRIu64 as html_integer(), %f as html_seconds(), %g as html_count().
 * There are no others, and no flags. */
void html_print (FILE *, const char *format, ...) __attribute__ ((format (printf, 2, 3)));

/** Write 4229941 in groups of three digits. */
void html_integer (FILE *, uint64_t);

/** Write 3725.5 s as "1 h 2 min", 0.0000771 s as "77 µs" (base/quantity.h). */
void html_seconds (FILE *, double seconds);

/** Write 4229941.2 as "4.23 M": at most four digits and a letter of thousands (base/quantity.h). */
void html_count (FILE *, double number);

/** Write 2147483648 as "2.00 GiB". */
void html_bytes (FILE *, uint64_t bytes);

/** Write part / whole as "12.3 %"; nothing if whole is 0. No <data>. */
void html_share (FILE *, double part, double whole);

#endif
