#include "command/probe_oracle.h"

#include <stdio.h>
#include <stdlib.h>

void
oracle_print_moves (struct output *output, const struct successor *list, int count, const bool *marked)
{
  json_t *array = json_array ();
  char *text = allocate ((size_t) count * (MOVE_TEXT + 1) + 1, 1), *end = text;
  for (int i = 0; i < count; i++) {
    if (!marked[i])
      continue;
    end += sprintf (end, "%s%s", end == text ? "" : " ", list[i].text);
    json_array_append_new (array, json_string (list[i].text));
  }
  output_field (output, text, array);
  free (text);
}
