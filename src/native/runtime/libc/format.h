/* The accesses of printf and scanf to their arguments, by the format. */
#ifndef NATIVE_RUNTIME_LIBC_FORMAT_H
#define NATIVE_RUNTIME_LIBC_FORMAT_H

#include <stdarg.h>
#include <stdint.h>
#include <wchar.h>

/* Before printf: the format and strings are read; for %n a number is written. The list is not advanced. */
void format_printed (const char *format, va_list, uint64_t pc);
void format_printed_wide (const wchar_t *format, va_list, uint64_t pc);
/* After scanf: the format was read, and the arguments of the first `assigned` conversions were written. */
void format_scanned (const char *format, va_list, int assigned, uint64_t pc);

/* Defines a function with variable arguments for a format, and the one that takes a va_list. */
#define FORMATTED(name, list_name, call, ...)               \
  EXPORT int list_name (__VA_ARGS__, va_list args)          \
  {                                                         \
    uint64_t pc = CALLER;                                   \
    return call;                                            \
  }                                                         \
  EXPORT int name (__VA_ARGS__, ...)                        \
  {                                                         \
    uint64_t pc = CALLER;                                   \
    va_list args;                                           \
    va_start (args, format);                                \
    int n = call;                                           \
    va_end (args);                                          \
    return n;                                               \
  }

#endif
