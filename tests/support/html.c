#include "support/html.h"

#include <stdio.h>
#include <string.h>

size_t occurrences (const char *page, const char *text) {
  size_t count = 0;
  for (const char *at = strstr (page, text); at != NULL; at = strstr (at + 1, text))
    count++;
  return count;
}

struct tag {
  char name[32];
  bool closes, alone;
};

/* The tag that starts at '<'; returns what follows it. Attributes must be quoted. */
static const char *read_tag (const char *at, struct tag *tag) {
  memset (tag, 0, sizeof *tag);
  at++;
  tag->closes = *at == '/';
  at += tag->closes;
  size_t length = strcspn (at, " \t\n/>");
  assert_in_range (length, 1, sizeof tag->name - 1);
  memcpy (tag->name, at, length);
  for (at += length; *at != '>'; at++) {
    assert_int_not_equal (*at, '\0');
    assert_int_not_equal (*at, '<');
    tag->alone = *at == '/';
    if (*at == '"' || *at == '\'') {
      at = strchr (at + 1, *at);
      assert_non_null (at);
    }
  }
  tag->alone |= strcmp (tag->name, "meta") == 0 || strcmp (tag->name, "link") == 0 || tag->name[0] == '!';
  return at + 1;
}

void assert_well_formed (const char *page) {
  static char open[64][32];
  int depth = 0;
  const char *at = page;
  while (*at != '\0') {
    if (*at == '&') {
      size_t name = strcspn (at + 1, "; \n<&");
      assert_int_equal (at[1 + name], ';');
    }
    if (*at != '<') {
      at++;
      continue;
    }
    struct tag tag;
    at = read_tag (at, &tag);
    if (tag.alone)
      continue;
    if (!tag.closes) {
      assert_in_range (depth, 0, 63);
      snprintf (open[depth++], sizeof open[0], "%s", tag.name);
      if (strcmp (tag.name, "style") == 0)
        at = strstr (at, "</style>");
      continue;
    }
    assert_in_range (depth, 1, 64);
    assert_string_equal (open[--depth], tag.name);
  }
  assert_int_equal (depth, 0);
  for (at = strstr (page, " id="); at != NULL; at = strstr (at + 1, " id=")) {
    char id[80];
    size_t length = 5 + strcspn (at + 5, "\"'") + 1;
    assert_in_range (length, 6, sizeof id - 1);
    snprintf (id, sizeof id, "%.*s", (int) length, at);
    assert_int_equal (occurrences (page, id), 1);
  }
}

void assert_self_contained (const char *page) {
  assert_null (strstr (page, "http:"));
  assert_null (strstr (page, "https:"));
  assert_null (strstr (page, "<script"));
  assert_null (strstr (page, "<img"));
  assert_null (strstr (page, "<iframe"));
  assert_null (strstr (page, " src="));
  assert_null (strstr (page, "@import"));
  assert_null (strstr (page, "url("));
  for (const char *at = strstr (page, "href="); at != NULL; at = strstr (at + 1, "href="))
    assert_true (at[6] == '#' || strncmp (at + 6, "data:,", 6) == 0);
}
