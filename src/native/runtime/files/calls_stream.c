/* Calls on streams that only forward their arguments. */

#include "native/runtime/files/stream.h"

#define X(locked, type, name, parameters, arguments)        \
  type (name) parameters;                                   \
  EXPORT type (name) parameters                             \
  {                                                         \
    stream_begin (f, locked, CALLER);                              \
    return real_##name arguments;                           \
  }
#define V(locked, name, parameters, arguments)              \
  void (name) parameters;                                   \
  EXPORT void (name) parameters                             \
  {                                                         \
    stream_begin (f, locked, CALLER);                              \
    real_##name arguments;                                  \
  }
CALLS (X, V)
#undef X
#undef V

ALSO (_IO_getc, getc);
ALSO (_IO_putc, putc);
