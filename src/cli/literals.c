/* Idea. Where a program reads input values, the interesting ones are often close to constants in its source.
 * Source. Constant mining, as in test generators.
 * Where we differ. The source is read as text: every decimal number counts.
 * Why that is sound. It only adds values to try; whether all values were tried is not decided here. */
#include "cli/literals.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/file.h"
#include "base/vec.h"

enum { MOST = 6, LONGEST = 9 };   /* numbers; digits */

struct numbers {
  VEC (long) list;
};

static void
add (struct numbers *n, long value)
{
  bool known = value < 2;
  for (size_t i = 0; i < n->list.count; i++)
    known |= n->list.data[i] == value;
  if (!known && n->list.count < MOST)
    VEC_PUSH (n->list, value);
}

/* The next character, without comments. */
static int
next (FILE *f)
{
  int c = fgetc (f), before = 0;
  if (c != '/')
    return c;
  c = fgetc (f);
  if (c == '/')
    while ((c = fgetc (f)) != EOF && c != '\n')
      continue;
  else if (c == '*')
    for (; (c = fgetc (f)) != EOF && !(before == '*' && c == '/'); before = c)
      continue;
  else {
    ungetc (c, f);
    return '/';
  }
  return c == EOF ? EOF : ' ';
}

/* Words that begin with a letter are skipped, including digits in them. */
static void
read_numbers (FILE *f, struct numbers *n)
{
  char digits[LONGEST + 1];
  int c = next (f);
  while (c != EOF) {
    size_t length = 0;
    bool word = isalpha (c) || c == '_' || c == '.';
    if (!word && !isdigit (c)) {
      c = next (f);
      continue;
    }
    for (; c != EOF && (isalnum (c) || c == '_' || c == '.'); c = next (f)) {
      word |= !isdigit (c) || length == LONGEST;
      if (!word)
        digits[length++] = (char) c;
    }
    digits[length] = 0;
    if (!word)
      add (n, atol (digits));
  }
}

void
literals_add (const char *file, struct str *to)
{
  struct numbers n = {0};
  const char *why;
  FILE *f = file_open (file, FILE_MOST_TEXT, &why);
  if (f) {
    read_numbers (f, &n);
    fclose (f);
  }
  for (size_t i = 0; i < n.list.count; i++)
    str_printf (to, ",%ld", n.list.data[i]);
  VEC_FREE (n.list);
}
