#include "native/operations.h"

#include <assert.h>

const struct native_operation *
native_operation (uint32_t kind)
{
  static const struct native_operation operations[] = {
#define X(id, name, about, form, role, subject, waits, traits) \
    {name, waits, NATIVE_ABOUT_##about, NATIVE_FORM_##form, NATIVE_ROLE_##role, NATIVE_SUBJECT_##subject, traits},
    NATIVE_OPS (X)
#undef X
  };
  assert (kind < NATIVE_OP_COUNT);
  return &operations[kind];
}
