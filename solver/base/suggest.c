#include "base/suggest.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>

enum { LONGEST = 40 };

static int least (int a, int b, int c) {
  const int d = a < b ? a : b;
  return d < c ? d : c;
}

static int differ (char a, char b) { return tolower ((unsigned char) a) != tolower ((unsigned char) b); }

/* Row i holds the distances of the first i letters of `a` from the prefixes of `b`. */
static int distance (const char *a, const char *b) {
  const int m = (int) strnlen (a, LONGEST), n = (int) strnlen (b, LONGEST);
  int rows[LONGEST + 1][LONGEST + 1];
  for (int j = 0; j <= n; j++)
    rows[0][j] = j;
  for (int i = 1; i <= m; i++) {
    rows[i][0] = i;
    for (int j = 1; j <= n; j++) {
      rows[i][j]
          = least (rows[i - 1][j] + 1, rows[i][j - 1] + 1, rows[i - 1][j - 1] + differ (a[i - 1], b[j - 1]));
      if (i > 1 && j > 1 && !differ (a[i - 1], b[j - 2]) && !differ (a[i - 2], b[j - 1])
          && rows[i - 2][j - 2] + 1 < rows[i][j])
        rows[i][j] = rows[i - 2][j - 2] + 1;
    }
  }
  assert (rows[m][n] >= (m > n ? m - n : n - m) && rows[m][n] <= (m > n ? m : n));
  return rows[m][n];
}

const char *suggest (const char *word, const char *const *names, size_t count) {
  const char *nearest = NULL;
  int best = LONGEST;
  for (size_t i = 0; i < count; i++) {
    const size_t length = names[i] == NULL ? 0 : strlen (names[i]), most = (length + 2) / 3;
    const int far = names[i] == NULL ? LONGEST : distance (word, names[i]);
    if (far < best && far <= (int) most && strlen (word) < LONGEST) {
      best = far;
      nearest = names[i];
    }
  }
  return nearest;
}
