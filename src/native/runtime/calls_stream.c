/* Calls on streams that only pass their arguments on. */

#include "native/runtime/stream.h"

#define X(locked, type, name, parameters, arguments)        \
  type (name) parameters;                                   \
  type (name) parameters                                    \
  {                                                         \
    stream_begin (f, locked, CALLER);                              \
    return real_##name arguments;                           \
  }
#define V(locked, name, parameters, arguments)              \
  void (name) parameters;                                   \
  void (name) parameters                                    \
  {                                                         \
    stream_begin (f, locked, CALLER);                              \
    real_##name arguments;                                  \
  }
CALLS (X, V)
#undef X
#undef V

int
fprintf (FILE *restrict f, const char *restrict format, ...)
{
  va_list args;
  va_start (args, format);
  stream_begin (f, LOCKED, CALLER);
  int n = real_vfprintf (f, format, args);
  va_end (args);
  return n;
}

#define SCAN(name, with)                                    \
  int name (FILE *restrict f, const char *restrict format, ...);  \
  int name (FILE *restrict f, const char *restrict format, ...)   \
  {                                                         \
    va_list args;                                           \
    va_start (args, format);                                \
    stream_begin (f, LOCKED, CALLER);                              \
    int n = real_##with (f, format, args);                  \
    va_end (args);                                          \
    return n;                                               \
  }
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
SCAN (__isoc99_fscanf, __isoc99_vfscanf)
#pragma GCC diagnostic pop

ALSO (_IO_getc, getc);
ALSO (_IO_putc, putc);
ALSO (fscanf, __isoc99_fscanf);
