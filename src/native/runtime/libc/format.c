#include "native/runtime/libc/format.h"

#include <stddef.h>
#include <stdint.h>

#include "native/runtime/libc/libc.h"
#include "native/runtime/core/rt.h"

/* A conversion specification: %[flags][width][.precision][length]letter. */
struct conversion {
  int letter;                     /* 0: the end of the format */
  int length;                     /* 'h', 'l', 'L', 'j', 'z', 't'; 'H' for hh, 'q' for ll; 0: none */
  int width, precision;           /* -1: none */
  bool suppressed;                /* scanf: %*d */
  bool allocated;                 /* scanf: %ms */
  bool numbered;                  /* %1$d */
};

struct format {
  const char *narrow;             /* one of the two */
  const wchar_t *wide;
  size_t at;
};

static int
peek (const struct format *f)
{
  return f->narrow ? (unsigned char) f->narrow[f->at] : (int) f->wide[f->at];
}

static bool
accept (struct format *f, int c)
{
  bool is = peek (f) == c;
  f->at += is;
  return is;
}

static bool
is_one_of (int c, const char *set)
{
  for (; *set; set++)
    if (c == *set)
      return true;
  return false;
}

static int
read_number (struct format *f)
{
  int n = -1;
  for (; peek (f) >= '0' && peek (f) <= '9'; f->at++)
    n = (n < 0 ? 0 : n) * 10 + (peek (f) - '0');
  return n;
}

static int
read_length (struct format *f)
{
  if (accept (f, 'h'))
    return accept (f, 'h') ? 'H' : 'h';
  if (accept (f, 'l'))
    return accept (f, 'l') ? 'q' : 'l';
  return is_one_of (peek (f), "LqjzZt") ? (f->narrow ? (unsigned char) f->narrow[f->at++] : (int) f->wide[f->at++]) : 0;
}

/* A bracket directly after %[ or %[^ is an element of the set. */
static void
skip_set (struct format *f)
{
  accept (f, '^');
  accept (f, ']');
  while (peek (f) && peek (f) != ']')
    f->at++;
  accept (f, ']');
}

/* The next conversion other than %%. printf takes an int from the arguments for a width or precision of '*'. */
static struct conversion
next (struct format *f, bool scans, va_list args)
{
  for (;;) {
    struct conversion c = {.width = -1, .precision = -1};
    while (peek (f) && peek (f) != '%')
      f->at++;
    if (!accept (f, '%'))
      return c;
    while (peek (f) && is_one_of (peek (f), scans ? "'" : "-+ #0'I"))
      f->at++;
    if (scans)
      c.suppressed = accept (f, '*');
    c.width = read_number (f);
    c.numbered = accept (f, '$');
    if (!scans && accept (f, '*'))
      c.width = va_arg (args, int);
    if (accept (f, '.')) {
      c.precision = read_number (f);
      if (!scans && accept (f, '*'))
        c.precision = va_arg (args, int);
      else if (c.precision < 0)
        c.precision = 0;
    }
    c.allocated = scans && accept (f, 'm');
    c.length = read_length (f);
    c.letter = peek (f);
    f->at += c.letter != 0;
    if (scans && c.letter == '[')
      skip_set (f);
    if (c.letter != '%')
      return c;
  }
}

static size_t
integer_bytes (int length)
{
  switch (length) {
  case 'H': return 1;
  case 'h': return 2;
  case 0: return 4;
  default: return 8;
  }
}

/* The locale defines the decimal point, and the encoding of wide characters. */
static void
use_locale (const struct conversion *c, uint64_t pc)
{
  bool wide = is_one_of (c->letter, "CS") || (c->length == 'l' && is_one_of (c->letter, "cs["));
  if (wide || is_one_of (c->letter, "eEfFgGaA"))
    libc_uses_locale (pc);
}

/* ---- printf ---- */

static void
print_string (const struct conversion *c, const void *s, uint64_t pc)
{
  size_t most = c->precision < 0 ? SIZE_MAX : (size_t) c->precision;
  bool wide = c->length == 'l' || c->letter == 'S';
  if (s)
    rt_plain (s, wide ? libc_wide_length (s, most) * sizeof (wchar_t) : libc_length (s, most), false, pc);
}

static void
print_arguments (struct format f, va_list given, uint64_t pc)
{
  va_list args;
  va_copy (args, given);
  for (struct conversion c; (c = next (&f, false, args)).letter;) {
    if (c.numbered) {
      rt_partial ("a format with numbered arguments: what they read is not seen");
      break;
    }
    use_locale (&c, pc);
    if (is_one_of (c.letter, "diouxXcC") && integer_bytes (c.length) < 8)
      (void) va_arg (args, int);
    else if (is_one_of (c.letter, "diouxXcC"))
      (void) va_arg (args, long);
    else if (is_one_of (c.letter, "eEfFgGaA") && c.length == 'L')
      (void) va_arg (args, long double);
    else if (is_one_of (c.letter, "eEfFgGaA"))
      (void) va_arg (args, double);
    else if (c.letter == 's' || c.letter == 'S')
      print_string (&c, va_arg (args, const void *), pc);
    else if (c.letter == 'n')
      rt_plain (va_arg (args, void *), integer_bytes (c.length), true, pc);
    else if (c.letter == 'p')
      (void) va_arg (args, void *);
    else if (c.letter != 'm')
      break;                      /* an unknown conversion: the following arguments are not known */
  }
  va_end (args);
}

void
format_printed (const char *format, va_list args, uint64_t pc)
{
  if (!rt || !rt->current)
    return;
  rt_plain (format, libc_length (format, SIZE_MAX), false, pc);
  print_arguments ((struct format) {.narrow = format}, args, pc);
}

void
format_printed_wide (const wchar_t *format, va_list args, uint64_t pc)
{
  if (!rt || !rt->current)
    return;
  rt_plain (format, libc_wide_length (format, SIZE_MAX) * sizeof *format, false, pc);
  print_arguments ((struct format) {.wide = format}, args, pc);
}

/* ---- scanf ---- */

static size_t
scanned_bytes (const struct conversion *c, const void *to)
{
  bool wide = c->length == 'l' || c->letter == 'S' || c->letter == 'C';
  size_t unit = wide ? sizeof (wchar_t) : 1;
  if (c->allocated || c->letter == 'p')
    return sizeof (void *);
  if (c->letter == 'c' || c->letter == 'C')
    return (c->width > 0 ? (size_t) c->width : 1) * unit;
  if (is_one_of (c->letter, "sS["))
    return wide ? libc_wide_length (to, SIZE_MAX) * unit : libc_length (to, SIZE_MAX);
  if (is_one_of (c->letter, "eEfFgGaA"))
    return c->length == 'L' ? sizeof (long double) : c->length == 'l' ? sizeof (double) : sizeof (float);
  return integer_bytes (c->length);
}

void
format_scanned (const char *format, va_list given, int assigned, uint64_t pc)
{
  struct format f = {.narrow = format};
  va_list args;
  if (!rt || !rt->current)
    return;
  rt_plain (format, libc_length (format, SIZE_MAX), false, pc);
  va_copy (args, given);
  for (struct conversion c; (c = next (&f, true, args)).letter;) {
    if (c.numbered) {
      rt_partial ("a format with numbered arguments: what they write is not seen");
      break;
    }
    use_locale (&c, pc);
    if (c.suppressed)
      continue;
    if (c.letter != 'n' && assigned-- <= 0)
      break;
    void *to = va_arg (args, void *);
    rt_plain (to, scanned_bytes (&c, to), true, pc);
  }
  va_end (args);
}
