#include "base/quantity.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* A plain decimal number, "12" or "1.5": no sign, no exponent, no "inf", although strtod() accepts them.
 * Returns what follows it, or NULL. */
static const char *read_decimal (const char *text, double *value) {
  size_t whole = strspn (text, "0123456789");
  size_t length = whole;
  if (whole > 0 && text[whole] == '.') {
    size_t part = strspn (text + whole + 1, "0123456789");
    if (part == 0)
      return NULL;
    length += 1 + part;
  }
  if (length == 0 || length > 40)
    return NULL;
  *value = strtod (text, NULL);
  return text + length;
}

bool quantity_time (const char *text, double *seconds, struct failure *failure) {
  static const char units[] = "smhd";
  static const double worth[] = { 1, 60, 3600, 86400 };
  double value = 0;
  const char *unit = read_decimal (text, &value);
  const char *known = NULL;
  if (unit != NULL && *unit != 0)
    known = strchr (units, *unit);
  if (unit == NULL || (*unit != 0 && (known == NULL || unit[1] != 0)))
    return fail (failure, EXIT_USAGE, "'%.40s' is not a time: a number and s, m, h or d, as in 90s or 1.5h",
                 text);
  value *= known == NULL ? 1 : worth[known - units];
  assert (value >= 0); /* no sign has been read, and no NaN */
  if (value >= 1e10)
    return fail (failure, EXIT_USAGE, "'%.40s' is too long a time", text);
  *seconds = value;
  return true;
}

/* How many numbers "1:02:03" consists of, at most `most`, digits only; -1 if it is something else. */
static int read_fields (const char *text, double *fields, int most) {
  assert (most > 0);
  for (int count = 0; count < most; count++) {
    const size_t length = strspn (text, "0123456789");
    if (length == 0 || length > 9)
      return -1;
    fields[count] = strtod (text, NULL);
    text += length;
    if (*text == 0)
      return count + 1;
    if (*text++ != ':')
      return -1;
  }
  return -1;
}

bool quantity_slurm_time (const char *text, double *seconds, struct failure *failure) {
  double days = 0, fields[3] = { 0 };
  const size_t size = strlen (text);
  if (size > 0 && strchr ("smhd", text[size - 1]) != NULL)
    return quantity_time (text, seconds, failure);
  const size_t length = strspn (text, "0123456789");
  const bool dated = length > 0 && length < 10 && text[length] == '-';
  if (dated)
    days = strtod (text, NULL);
  const int count = read_fields (dated ? text + length + 1 : text, fields, 3);
  if (count < 0)
    return fail (failure, EXIT_USAGE,
                 "'%.40s' is not a time: 1-12:00:00, 12:00:00, 90:00, 90 (minutes), or a number and s, m, h "
                 "or d",
                 text);
  /* With days, the first number is hours. Without, the last of two is seconds, and a single one minutes. */
  const double first = dated || count == 3 ? 3600 : 60;
  const double value = days * 86400 + first * fields[0] + first / 60 * fields[1] + first / 3600 * fields[2];
  if (value >= 1e10)
    return fail (failure, EXIT_USAGE, "'%.40s' is too long a time", text);
  *seconds = value;
  return true;
}

bool quantity_size (const char *text, uint64_t whole, uint64_t *bytes, struct failure *failure) {
  static const char units[] = "KMGT";
  double value = 0;
  const char *unit = read_decimal (text, &value);
  bool good = unit != NULL;
  if (good && *unit == '%') {
    good = unit[1] == 0 && value <= 100;
    value = value / 100 * (double) whole;
  } else if (good && *unit != 0) {
    const char *known = strchr (units, toupper ((unsigned char) *unit));
    good = known != NULL && unit[1] == 0;
    if (good)
      value *= (double) (UINT64_C (1) << 10 * (known - units + 1));
  }
  if (!good)
    return fail (failure, EXIT_USAGE,
                 "'%.40s' is not a size: bytes, a number and K, M, G or T, as in 512M, or 1%% to 100%%",
                 text);
  if (value > (double) (UINT64_C (1) << 60))
    return fail (failure, EXIT_USAGE, "'%.40s' is too large a size", text);
  *bytes = (uint64_t) value;
  return true;
}

/* Digits only; `end` gets what follows. */
static bool read_whole (const char *text, uint64_t *value, const char **end) {
  if (!isdigit ((unsigned char) *text))
    return false;
  char *stop;
  errno = 0;
  *value = strtoumax (text, &stop, 10);
  *end = stop;
  return errno == 0;
}

bool quantity_count (const char *text, uint64_t least, uint64_t most, uint64_t *count,
                     struct failure *failure) {
  assert (least <= most);
  const char *end;
  uint64_t value;
  if (!read_whole (text, &value, &end) || *end != 0 || value < least || value > most) {
    if (most == UINT64_MAX)
      return fail (failure, EXIT_USAGE, "'%.40s' is not a whole number from %" PRIu64 " up", text, least);
    return fail (failure, EXIT_USAGE, "'%.40s' is not a whole number from %" PRIu64 " to %" PRIu64, text,
                 least, most);
  }
  *count = value;
  return true;
}

bool quantity_part (const char *text, int *part, int *parts, struct failure *failure) {
  enum { PARTS_MAX = 100000 };
  uint64_t i = 0, n = 0;
  const char *end;
  if (!read_whole (text, &i, &end) || *end != '/' || !read_whole (end + 1, &n, &end) || *end != 0 || i < 1
      || i > n || n > PARTS_MAX)
    return fail (failure, EXIT_USAGE, "'%.40s' is not a part: I/N with 1 <= I <= N, as in 2/4", text);
  *part = (int) i;
  *parts = (int) n;
  return true;
}
