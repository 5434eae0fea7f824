#include "cli/values.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/clean.h"

/* Parses a number at *p, and advances it. */
static bool
read_number (const char **p, int64_t *out)
{
  char *end;
  errno = 0;
  *out = strtoll (*p, &end, 0);
  bool ok = !errno && end != *p;
  *p = end;
  return ok;
}

/* "3" or "-1..3". */
static bool
read_range (const char **p, int64_t *from, int64_t *to)
{
  if (!read_number (p, from))
    return false;
  *to = *from;
  if ((*p)[0] != '.' || (*p)[1] != '.')
    return true;
  *p += 2;
  return read_number (p, to) && *from <= *to;
}

bool
values_parse (const char *text, int64_t *out, size_t room, uint32_t *count)
{
  const char *p = text;
  int64_t from, to;
  assert (room <= UINT32_MAX);
  for (*count = 0;; p++) {
    if (!read_range (&p, &from, &to) || (*p && *p != ',')) {
      clean_print (stderr, "mazurka: error: --nondet: '%s' is not a list of numbers (0,1,7 or -1..3)\n", text);
      return false;
    }
    if ((uint64_t) to - (uint64_t) from >= room - *count) {
      clean_print (stderr, "mazurka: error: --nondet: '%s' has more than %zu numbers\n", text, room);
      return false;
    }
    for (uint64_t i = 0; i <= (uint64_t) to - (uint64_t) from; i++)
      out[(*count)++] = (int64_t) ((uint64_t) from + i);
    if (!*p)
      return true;
  }
}
