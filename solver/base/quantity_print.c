/* Prints quantities for people: a number and a fitting unit. quantity.c reads them. */
#include "base/quantity_print.h"

#include <math.h>
#include <stdio.h>

static double sound (double number) { return isfinite (number) && number > 0 ? number : 0; }

/* "1.3", "9.9", "10", "263": two digits below ten, else a whole number. */
static void print_short (double number, const char *unit, char *text, size_t size) {
  snprintf (text, size, number < 9.95 ? "%.1f%s" : "%.0f%s", number, unit);
}

void quantity_print_size (uint64_t bytes, char *text, size_t size) {
  static const char *const units[] = { "", "K", "M", "G", "T" };
  double value = (double) bytes;
  int unit = 0;
  while (value >= 1024 && unit < 4) {
    value /= 1024;
    unit++;
  }
  snprintf (text, size, value == (double) (uint64_t) value ? "%.0f%s" : "%.1f%s", value, units[unit]);
}

void quantity_print_count (double count, char *text, size_t size) {
  static const char *const letters[] = { "", " k", " M", " G", " T", " P", " E" };
  enum { LETTERS = sizeof letters / sizeof *letters };
  count = sound (count);
  if (count < 9999.5) {
    snprintf (text, size, "%.0f", count);
    return;
  }
  int letter = 0;
  while (count >= 999.5 && letter + 1 < LETTERS) {
    count /= 1000;
    letter++;
  }
  snprintf (text, size, "%.*f%s", count < 9.995 ? 2 : count < 99.95 ? 1 : 0, count, letters[letter]);
}

void quantity_print_seconds (double seconds, char *text, size_t size) {
  seconds = sound (seconds);
  const double minutes = floor (seconds / 60 + 0.5), hours = floor (seconds / 3600 + 0.5);
  if (seconds == 0)
    snprintf (text, size, "0 s");
  else if (seconds < 0.9995e-6)
    print_short (1e9 * seconds, " ns", text, size);
  else if (seconds < 0.9995e-3)
    print_short (1e6 * seconds, " µs", text, size);
  else if (seconds < 0.9995)
    print_short (1e3 * seconds, " ms", text, size);
  else if (seconds < 59.5)
    print_short (seconds, " s", text, size);
  else if (seconds < 3599.5)
    snprintf (text, size, "%.0f min %.0f s", floor ((seconds + 0.5) / 60), floor (fmod (seconds + 0.5, 60)));
  else if (minutes < 48 * 60)
    snprintf (text, size, "%.0f h %.0f min", floor (minutes / 60), fmod (minutes, 60));
  else if (hours < 1000 * 24)
    snprintf (text, size, "%.0f d %.0f h", floor (hours / 24), fmod (hours, 24));
  else
    snprintf (text, size, "%.3g d", seconds / 86400);
}

void quantity_print_rate (double count, double seconds, char *text, size_t size) {
  const double rate = sound (seconds) > 0 ? sound (count / seconds) : 0;
  if (sound (seconds) == 0)
    snprintf (text, size, "-");
  else if (rate == 0)
    snprintf (text, size, "0/s");
  else if (rate < 1 && 60 * rate < 1)
    print_short (3600 * rate, "/h", text, size);
  else if (rate < 1)
    print_short (60 * rate, "/min", text, size);
  else if (rate < 9.95)
    print_short (rate, "/s", text, size);
  else {
    char number[QUANTITY_TEXT];
    quantity_print_count (rate, number, sizeof number);
    snprintf (text, size, "%.28s/s", number);
  }
}

void quantity_print_share (double part, double whole, char *text, size_t size) {
  const double share = sound (whole) > 0 ? 100 * sound (part) / whole : 0;
  if (sound (whole) == 0)
    snprintf (text, size, "-");
  else if (share == 0 || share == 100)
    snprintf (text, size, "%.0f %%", share);
  else if (share < 0.005)
    snprintf (text, size, "<0.01 %%");
  else if (share < 0.0995)
    snprintf (text, size, "%.2f %%", share);
  else if (share > 99.9 && share < 100)
    snprintf (text, size, "99.9 %%");
  else
    snprintf (text, size, share < 1000 ? "%.1f %%" : "%.0f %%", share);
}

void quantity_print_between (double least, double most, char *text, size_t size) {
  static const struct {
    double seconds, from; /* of the unit; used from here on */
    const char *name;
  } units[] = { { 1, 0, "s" }, { 60, 100, "min" }, { 3600, 6000, "h" }, { 86400, 48 * 3600, "d" } };
  size_t unit = 3;
  least = sound (least);
  most = fmax (sound (most), least);
  while (unit > 0 && most < units[unit].from)
    unit--;
  const double from = floor (least / units[unit].seconds), to = fmax (ceil (most / units[unit].seconds), 1);
  if (to >= 1e6)
    snprintf (text, size, "years");
  else if (from == 0)
    snprintf (text, size, "under %.0f %s", to, units[unit].name);
  else if (from == to)
    snprintf (text, size, "%.0f %s", to, units[unit].name);
  else
    snprintf (text, size, "%.0f to %.0f %s", from, to, units[unit].name);
}
