/* Calls of the C library by a protocol's functions: the accesses are reported, then the function is called.
 *
 * Idea. The linker replaces each function of library.h by a wrapper (--wrap). Arguments that are addresses and numbers are
 * passed on unchanged: a function with fewer arguments ignores the rest. */
#define _GNU_SOURCE
#include <limits.h>
#include <printf.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <wchar.h>

#include "front/protocol/accesses.h"
#include "front/protocol/library.h"

typedef uintptr_t word;
typedef word of_words (word, word, word, word);

static word
length (word text)
{
  return strlen ((const char *) text);
}

static word
part (word text, word most)
{
  return strnlen ((const char *) text, most);
}

#define READS(at, bytes) accesses_touch ((const void *) (at), (bytes), false);
#define WRITES(at, bytes) accesses_touch ((const void *) (at), (bytes), true);
#define TEXT(at) READS (at, length (at) + 1)
#define PART(at, most) READS (at, part (at, most) + (part (at, most) < (most)))
#define POINTER(at) if (at) WRITES (at, sizeof (void *))

#define WRAP(name, touched)                                                           \
  __attribute__ ((used, visibility ("default"))) word __wrap_##name (word a, word b, word c, word d);     \
  word __wrap_##name (word a, word b, word c, word d)                                 \
  {                                                                                   \
    touched                                                                           \
    of_words *volatile real = (of_words *) (void (*) (void)) name;                     \
    return real (a, b, c, d);                                                         \
  }
LIBRARY_TOUCHING (WRAP)

#define RENAMED(name)                                                                                                 \
  __attribute__ ((used, visibility ("default"))) word __wrap___isoc23_##name (word a, word b, word c, word d);        \
  word __wrap___isoc23_##name (word a, word b, word c, word d) { return __wrap_##name (a, b, c, d); }
LIBRARY_RENAMED (RENAMED)

/* ---- formats ---- */

static void
read_wide (const wchar_t *text)
{
  if (text)
    READS ((word) text, (wcslen (text) + 1) * sizeof *text)
}

/* Consumes the argument of one conversion, whose size depends on its letters. */
static void
take (const char *conversion, size_t letters, size_t most, va_list *args)
{
  char last = conversion[letters - 1];
  bool is_long = false, is_double = false;
  for (size_t i = 0; i < letters; i++) {
    is_long |= strchr ("lzjt", conversion[i]) != NULL;
    is_double |= conversion[i] == 'L';
  }
  if (last == 'S' || (last == 's' && is_long))
    read_wide (va_arg (*args, const wchar_t *));
  else if (last == 's') {
    const char *text = va_arg (*args, const char *);
    if (text)
      PART ((word) text, most)
  } else if (last == 'n')
    WRITES ((word) va_arg (*args, void *), is_long ? sizeof (long) : sizeof (int))
  else if (strchr ("aAeEfFgG", last) && is_double)
    (void) va_arg (*args, long double);
  else if (strchr ("aAeEfFgG", last))
    (void) va_arg (*args, double);
  else if (last == 'p' || is_long)
    (void) va_arg (*args, long);
  else if (last != '%' && last != 'm')
    (void) va_arg (*args, int);
}

/* For a format with numbered arguments ("%2$s"), whatever their precision. */
static void
read_numbered (const char *format, va_list *args)
{
  int types[64] = {0};
  size_t n = parse_printf_format (format, sizeof types / sizeof *types, types);
  for (size_t i = 0; i < n && i < sizeof types / sizeof *types; i++) {
    int type = types[i] & ~PA_FLAG_MASK, flags = types[i] & PA_FLAG_MASK;
    if (flags & PA_FLAG_PTR)
      take ("ln", 2, 0, args);
    else if (type == PA_STRING || type == PA_WSTRING)
      take (type == PA_STRING ? "s" : "S", 1, SIZE_MAX / 2, args);
    else if (type == PA_DOUBLE || type == PA_FLOAT)
      take (flags & PA_FLAG_LONG_DOUBLE ? "Lf" : "f", flags & PA_FLAG_LONG_DOUBLE ? 2 : 1, 0, args);
    else
      take (type == PA_POINTER || flags & (PA_FLAG_LONG | PA_FLAG_LONG_LONG) ? "p" : "d", 1, 0, args);
  }
}

/* Returns the length of the conversion that begins after f[0]; 0: it is incomplete. */
static size_t
read_conversion (const char *f, va_list *args)
{
  size_t most = SIZE_MAX / 2, n = 1;
  bool is_precision = false;
  for (; f[n] && strchr ("-+ #0123456789.*'IhlLqjzt", f[n]); n++) {
    is_precision |= f[n] == '.';
    if (f[n] == '.' && f[n + 1] != '*')
      most = strtoul (f + n + 1, NULL, 10);
    if (f[n] == '*') {
      int given = va_arg (*args, int);
      most = is_precision && given >= 0 ? (size_t) given : most;
    }
  }
  if (!f[n])
    return 0;
  take (f, n + 1, most, args);
  return n + 1;
}

static void
read_format (const char *format, va_list args)
{
  va_list copy;
  va_copy (copy, args);
  TEXT ((word) format)
  if (strchr (format, '$'))
    read_numbered (format, &copy);
  else
    for (const char *f = format; (f = strchr (f, '%'));) {
      size_t n = read_conversion (f, &copy);
      if (!n)
        break;
      f += n;
    }
  va_end (copy);
}

#pragma GCC diagnostic ignored "-Wformat-nonliteral"
#define PRINTING __attribute__ ((used, visibility ("default")))
PRINTING int __wrap_vsnprintf (char *to, size_t room, const char *format, va_list args);
PRINTING int __wrap_vsprintf (char *to, const char *format, va_list args);
PRINTING int __wrap_vfprintf (FILE *to, const char *format, va_list args);
PRINTING int __wrap_snprintf (char *to, size_t room, const char *format, ...);
PRINTING int __wrap_sprintf (char *to, const char *format, ...);
PRINTING int __wrap_fprintf (FILE *to, const char *format, ...);

int
__wrap_vsnprintf (char *to, size_t room, const char *format, va_list args)
{
  read_format (format, args);
  int n = vsnprintf (to, room, format, args);
  if (n >= 0 && room)
    WRITES ((word) to, (size_t) n < room ? (size_t) n + 1 : room)
  return n;
}

int
__wrap_vsprintf (char *to, const char *format, va_list args)
{
  return __wrap_vsnprintf (to, INT_MAX, format, args);
}

int
__wrap_vfprintf (FILE *to, const char *format, va_list args)
{
  read_format (format, args);
  return vfprintf (to, format, args);
}

#define FORWARD(call) \
  va_list args;       \
  va_start (args, format); \
  int n = call;       \
  va_end (args);      \
  return n;

int
__wrap_snprintf (char *to, size_t room, const char *format, ...)
{
  FORWARD (__wrap_vsnprintf (to, room, format, args))
}

int
__wrap_sprintf (char *to, const char *format, ...)
{
  FORWARD (__wrap_vsprintf (to, format, args))
}

int
__wrap_fprintf (FILE *to, const char *format, ...)
{
  FORWARD (__wrap_vfprintf (to, format, args))
}

/* ---- names ---- */

#define TOUCHING_NAME(name, touched) #name,
#define NAME(name) #name,
#define RENAMED_NAME(name) "__isoc23_" #name,

const char *const *
protocol_wrapped (void)
{
  static const char *const names[] = {LIBRARY_TOUCHING (TOUCHING_NAME) LIBRARY_PRINTING (NAME) LIBRARY_RENAMED (RENAMED_NAME) NULL};
  return names;
}

bool
mp_is_of_library (const char *name)
{
  static const char *const plain[] = {LIBRARY_PLAIN (NAME) NULL};
  bool is_wrapped = !strncmp (name, "__wrap_", 7);
  for (const char *const *n = is_wrapped ? protocol_wrapped () : plain; *n; n++)
    if (!strcmp (*n, name + (is_wrapped ? 7 : 0)))
      return true;
  return false;
}
