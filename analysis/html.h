/* Text and numbers on their way into an HTML page: whatever comes in, the page stays well-formed.
 *
 * Numbers stand in a <data> element whose `value` is the full number, so that what is rounded or grouped for
 * the eye can be read by a program. Errors of the stream are left to its owner (ferror). */
#ifndef ZERMELO_HTML_H
#define ZERMELO_HTML_H

#include <stdint.h>
#include <stdio.h>

/** Text as content or as an attribute value in double quotes. Special characters become entities;
 *  what is not UTF-8, and control characters, become U+FFFD. */
void html_text (FILE *, const char *text);

/** 4229941: digits in groups of three. */
void html_integer (FILE *, uint64_t);

/** 12.345 s as "12.345", less than a millisecond as "<0.001"; no unit, for a column. */
void html_seconds (FILE *, double seconds);

/** 3725.5 s as "1 h 2 min", 12.345 s as "12.3 s": for a single figure. */
void html_duration (FILE *, double seconds);

/** 4229941.2 as "4.23 M": three digits and a letter of thousands. */
void html_short (FILE *, double number);

/** 2147483648 as "2.00 GiB". */
void html_bytes (FILE *, uint64_t bytes);

/** part / whole as "12.3 %"; nothing if whole is 0. */
void html_percent (FILE *, double part, double whole);

#endif
