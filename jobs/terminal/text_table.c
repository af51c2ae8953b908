#include "terminal/text_table.h"

#include "base/failure.h"
#include "base/quantity_print.h"
#include "base/text.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>

enum { GAP = 2, NUMBER_LEAST = 6, TEXT_LEAST = 12, LAST_LEAST = 16, BELOW = 4 };

int layout_width (int descriptor) {
  struct winsize size;
  const char *text = getenv ("COLUMNS");
  int width = 0;
  if (ioctl (descriptor, TIOCGWINSZ, &size) == 0)
    width = size.ws_col;
  if (width == 0 && text != NULL)
    width = (int) strtol (text, NULL, 10);
  if (width <= 0 || width > 10000)
    width = LAYOUT_USUAL;
  assert (0 < width && width <= 10000);
  return width < LAYOUT_NARROWEST ? LAYOUT_NARROWEST : width;
}

static int columns_of (const char *text, size_t size) {
  int length = 0;
  for (size_t i = 0; i < size; i++)
    length += ((unsigned char) text[i] & 0xc0) != 0x80;
  return length;
}

static int layout_length (const char *text) { return columns_of (text, strlen (text)); }

/* ---- text that grows ---- */

struct text_buffer {
  char *text;
  size_t size, capacity;
};

static void add (struct text_buffer *g, const char *text, size_t size) {
  if (g->size + size + 1 > g->capacity) {
    g->capacity = 2 * (g->size + size + 1);
    g->text = reallocate (g->text, g->capacity, 1);
  }
  assert (g->size + size < g->capacity);
  memcpy (g->text + g->size, text, size);
  g->size += size;
  g->text[g->size] = 0;
}

static void add_blanks (struct text_buffer *g, int count) {
  for (int i = 0; i < count; i++)
    add (g, " ", 1);
}

/* End a line: remove blanks at its end. */
static void end_line (struct text_buffer *g, bool more) {
  while (g->size > 0 && g->text[g->size - 1] == ' ')
    g->text[--g->size] = 0;
  if (more)
    add (g, "\n", 1);
}

/* ---- paragraphs ---- */

/* How many bytes of a word that is too long for a line go on this one: up to a comma or colon, if there is
 * one. */
static size_t break_word (const char *word, size_t size, int room) {
  size_t fits = 0, at = 0;
  for (size_t i = 0; i < size; i++) {
    room -= ((unsigned char) word[i] & 0xc0) != 0x80;
    if (room < 0)
      break;
    fits = i + 1;
    if (word[i] == ',' || word[i] == ':')
      at = fits;
  }
  assert (at <= fits && fits <= size);
  return at != 0 ? at : fits;
}

static void wrap (struct text_buffer *g, const char *text, int first, int indent, int width) {
  int at = first;
  bool begun = false; /* is there a word on this line? */
  while (*text != 0) {
    if (*text == '\n') {
      end_line (g, true);
      at = 0;
      begun = false;
      text++;
      continue;
    }
    const size_t blanks = strspn (text, " ");
    size_t size = strcspn (text + blanks, " \n");
    const int wide = columns_of (text + blanks, size);
    if (begun && at + (int) blanks + wide > width) {
      end_line (g, true);
      add_blanks (g, indent);
      at = indent;
      begun = false;
      text += blanks;
      continue;
    }
    if (at + (int) blanks + wide > width && at + (int) blanks < width)
      size = break_word (text + blanks, size, width - at - (int) blanks);
    add (g, text, blanks + size);
    at += (int) blanks + columns_of (text + blanks, size);
    text += blanks + size;
    begun = true;
    if (*text != 0 && *text != ' ' && *text != '\n') {
      end_line (g, true);
      add_blanks (g, indent);
      at = indent;
      begun = false;
    }
  }
  end_line (g, false);
}

char *layout_wrap (const char *text, int first, int indent, int width) {
  assert (first >= 0 && indent >= 0 && indent < width);
  struct text_buffer g = { 0 };
  add (&g, "", 0);
  wrap (&g, text, first, indent, width);
  return g.text;
}

void layout_print (FILE *file, const char *text, int column, int indent) {
  assert (column >= 0 && 0 <= indent && indent < LAYOUT_USUAL);
  char *lines = layout_wrap (text, indent, indent, LAYOUT_USUAL);
  if (column >= indent)
    fputc ('\n', file);
  fprintf (file, "%*s%s\n", column >= indent ? indent : indent - column, "", lines);
  free (lines);
}

/* ---- tables ---- */

static int magnitude (int width) { return width < 0 ? -width : width; }

/* The least width of a column. */
static int least_width (const struct column *column) {
  const int name = (int) strlen (column->name), least = column->width > 0 ? NUMBER_LEAST : TEXT_LEAST;
  const int wanted = magnitude (column->width) > name ? magnitude (column->width) : name;
  const int narrow = name > least ? name : least;
  return narrow < wanted ? narrow : wanted;
}

static int last_shown (const int *fitted, int count) {
  int last = count - 1;
  while (last > 0 && fitted[last] == 0)
    last--;
  return last;
}

/* The least width of a row. A last column without a right edge needs little. */
static int total_width (const int *fitted, int count) {
  const int last = last_shown (fitted, count);
  int total = -GAP;
  for (int i = 0; i <= last; i++)
    if (fitted[i] != 0)
      total += GAP + (i == last && fitted[i] < 0 ? LAST_LEAST : magnitude (fitted[i]));
  return total;
}

/* Take one from the widest column of this kind that can spare one. */
static bool give_way (const struct column *columns, int count, bool numbers, int *fitted) {
  int widest = -1;
  for (int i = 0; i < count; i++)
    if (fitted[i] != 0 && (columns[i].width > 0) == numbers
        && magnitude (fitted[i]) > least_width (&columns[i])
        && (widest < 0 || magnitude (fitted[i]) > magnitude (fitted[widest])))
      widest = i;
  if (widest < 0)
    return false;
  fitted[widest] += fitted[widest] > 0 ? -1 : 1;
  return true;
}

void layout_fit (const struct column *columns, int count, uint32_t spare, int width, int *fitted) {
  assert (0 < count && count <= LAYOUT_COLUMNS && width >= LAYOUT_NARROWEST);
  for (int end = count;; end--) { /* spare columns before that one stay */
    for (int i = 0; i < count; i++) {
      const int name = (int) strlen (columns[i].name), wanted = magnitude (columns[i].width);
      const int full = wanted > name ? wanted : name;
      fitted[i] = (spare >> i & 1) && i >= end ? 0 : columns[i].width < 0 ? -full : full;
    }
    while (total_width (fitted, count) > width
           && (give_way (columns, count, true, fitted) || give_way (columns, count, false, fitted)))
      ;
    if (end == 0 || total_width (fitted, count) <= width)
      return;
  }
}

static void add_cell (struct text_buffer *g, const char *text, int fitted) {
  const int blanks = magnitude (fitted) - layout_length (text);
  if (fitted > 0)
    add_blanks (g, blanks);
  add (g, text, strlen (text));
  if (fitted < 0)
    add_blanks (g, blanks);
}

/* Place the last text of a row: beside the others, or below them. */
static void add_last (struct text_buffer *g, const char *text, int at, int width) {
  const bool beside = at + layout_length (text) <= width || at + LAST_LEAST <= width;
  if (!beside) {
    end_line (g, true);
    add_blanks (g, BELOW);
    at = BELOW;
  }
  wrap (g, text, at, at, width);
}

/* Where a column begins; one that was left out begins where another line's does, as in the header. */
static void begin_cell (struct text_buffer *g, int fitted, int width, int *at) {
  if (*at > 0 && *at + GAP + fitted > width) {
    end_line (g, true);
    add_blanks (g, BELOW);
    *at = BELOW;
  } else if (*at > 0) {
    add_blanks (g, GAP);
    *at += GAP;
  }
}

char *layout_row (const char *const *texts, const int *fitted, int count, int width) {
  assert (0 < count && count <= LAYOUT_COLUMNS && width >= LAYOUT_NARROWEST);
  struct text_buffer g = { 0 };
  const int last = last_shown (fitted, count);
  int at = 0;
  add (&g, "", 0);
  for (int i = 0; i <= last; i++) {
    if (fitted[i] == 0)
      continue;
    const bool open = i == last && fitted[i] < 0;
    begin_cell (&g, open ? 0 : magnitude (fitted[i]), width, &at);
    if (open)
      add_last (&g, texts[i], at, width);
    else if (i == 0 && layout_length (texts[i]) > magnitude (fitted[i])) {
      wrap (&g, texts[i], 0, BELOW, width);
      add (&g, "\n", 1);
      add_blanks (&g, magnitude (fitted[i]));
    } else
      add_cell (&g, texts[i], fitted[i]);
    at += magnitude (fitted[i]);
  }
  end_line (&g, false);
  return g.text;
}

void layout_number (uint64_t number, int width, char *text, size_t size) {
  char digits[24];
  const int count = snprintf (digits, sizeof digits, "%" PRIu64, number);
  const int groups = count > 4 ? (count - 1) / 3 : 0;
  if (count + groups > width) {
    quantity_print_count ((double) number, text, size);
    return;
  }
  *text = 0;
  for (int i = 0; i < count; i++)
    text_append (text, size, "%s%c", groups > 0 && i > 0 && (count - i) % 3 == 0 ? " " : "", digits[i]);
}
