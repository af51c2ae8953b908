#include "store/columns.h"

#include "store/file_private.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static bool is_bytes (const struct field *field) {
  return field->dataset.element == ELEMENT_U8 && field->dataset.width > 0;
}

/* Do the rows of a dataset lie within the field, and the field within the struct? */
__attribute__ ((unused)) static bool fits (const struct field *field, const struct dataset *layout,
                                           size_t stride) {
  return layout->width <= field->dataset.width && dataset_row_bytes (&field->dataset) <= stride
         && field->offset <= stride - dataset_row_bytes (&field->dataset);
}

/* The width up to the last byte that is not zero in some row; at least one. */
static int bytes_used (const struct field *field, const char *rows, size_t stride, size_t count) {
  assert (is_bytes (field));
  int used = 1;
  for (size_t i = 0; i < count; i++) {
    const char *bytes = rows + i * stride + field->offset;
    for (int j = field->dataset.width; j > used; j--)
      if (bytes[j - 1] != 0)
        used = j;
  }
  return used;
}

void columns_write (struct file_out *file, const struct field *fields, size_t field_count, const void *rows,
                    size_t stride, size_t count) {
  assert (field_count > 0);
  assert (stride > 0);
  for (size_t i = 0; i < field_count; i++) {
    struct dataset layout = fields[i].dataset;
    if (is_bytes (&fields[i]))
      layout.width = bytes_used (&fields[i], rows, stride, count);
    assert (fits (&fields[i], &layout, stride));
    const size_t size = dataset_row_bytes (&layout);
    char *column = allocate (count, size);
    for (size_t row = 0; row < count; row++)
      memcpy (column + row * size, (const char *) rows + row * stride + fields[i].offset, size);
    file_write (file, &layout, column, count);
    free (column);
  }
}

static bool read_column (struct file_in *file, const struct field *field, char **rows, size_t stride,
                         size_t *count) {
  struct dataset layout = field->dataset;
  if (is_bytes (field)) {
    size_t there;
    int width;
    if (!file_shape (file, layout.path, &there, &width))
      return false;
    if (width >= 1 && width < layout.width)
      layout.width = width;
  }
  char *column = file_read (file, &layout, count);
  if (column == NULL)
    return false;
  if (layout.element == ELEMENT_REAL && strcmp (layout.unit, "s") == 0
      && !file_durations (file, layout.path, (const double *) (void *) column, *count)) {
    free (column);
    return false;
  }
  if (*rows == NULL)
    *rows = allocate (*count, stride);
  assert (fits (field, &layout, stride));
  const size_t size = dataset_row_bytes (&layout);
  for (size_t row = 0; row < *count; row++)
    memcpy (*rows + row * stride + field->offset, column + row * size, size);
  free (column);
  return true;
}

void *columns_read (struct file_in *file, const struct field *fields, size_t field_count, size_t stride,
                    size_t *count) {
  assert (field_count > 0);
  assert (stride > 0);
  char *rows = NULL;
  for (size_t i = 0; i < field_count; i++)
    if (!read_column (file, &fields[i], &rows, stride, count)) {
      free (rows);
      return NULL;
    }
  return rows;
}
