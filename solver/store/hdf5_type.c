#include "store/hdf5_type.h"

#include <assert.h>
#include <stdint.h>

hid_t hdf5_text_type (size_t bytes) {
  assert (bytes > 0);
  hid_t type = H5Tcopy (H5T_C_S1);
  H5Tset_size (type, bytes);
  H5Tset_strpad (type, H5T_STR_NULLTERM);
  H5Tset_cset (type, H5T_CSET_UTF8);
  return type;
}

static hid_t value_type (void) {
  static const struct {
    const char *name;
    int8_t value;
  } values[] = { { "loss", -1 }, { "draw", 0 }, { "win", 1 }, { "unknown", 127 } };

  hid_t type = H5Tenum_create (H5T_STD_I8LE);
  for (size_t i = 0; i < sizeof values / sizeof *values; i++)
    H5Tenum_insert (type, values[i].name, &values[i].value);
  return type;
}

static hid_t key_type (hsize_t bytes) {
  assert (bytes > 0);
  return H5Tarray_create2 (H5T_STD_U8LE, 1, &bytes);
}

hid_t hdf5_element_type (const struct dataset *layout) {
  switch (layout->element) {
  case ELEMENT_U8: return H5Tcopy (H5T_STD_U8LE);
  case ELEMENT_U16: return H5Tcopy (H5T_STD_U16LE);
  case ELEMENT_U32: return H5Tcopy (H5T_STD_U32LE);
  case ELEMENT_U64: return H5Tcopy (H5T_STD_U64LE);
  case ELEMENT_I8: return H5Tcopy (H5T_STD_I8LE);
  case ELEMENT_I16: return H5Tcopy (H5T_STD_I16LE);
  case ELEMENT_I32: return H5Tcopy (H5T_STD_I32LE);
  case ELEMENT_REAL: return H5Tcopy (H5T_IEEE_F64LE);
  case ELEMENT_VALUE: return value_type ();
  case ELEMENT_TEXT: return hdf5_text_type ((size_t) layout->width);
  case ELEMENT_KEY: return key_type ((hsize_t) layout->width);
  }
  return H5I_INVALID_HID;
}
