#include "store/dataset.h"

#include <assert.h>

size_t dataset_element_bytes (const struct dataset *layout) {
  assert (layout->width > 0 || (layout->element != ELEMENT_TEXT && layout->element != ELEMENT_KEY));
  switch (layout->element) {
  case ELEMENT_U8:
  case ELEMENT_VALUE: return 1;
  case ELEMENT_U16:
  case ELEMENT_I16: return 2;
  case ELEMENT_I8: return 1;
  case ELEMENT_U32:
  case ELEMENT_I32: return 4;
  case ELEMENT_U64:
  case ELEMENT_REAL: return 8;
  case ELEMENT_TEXT:
  case ELEMENT_KEY: return (size_t) layout->width;
  }
  return 0;
}

bool dataset_is_wide (const struct dataset *layout) {
  assert (layout->width >= 0);
  return layout->element != ELEMENT_TEXT && layout->element != ELEMENT_KEY && layout->width != 0;
}

size_t dataset_row_bytes (const struct dataset *layout) {
  size_t elements = dataset_is_wide (layout) ? (size_t) layout->width : 1;
  return elements * dataset_element_bytes (layout);
}
