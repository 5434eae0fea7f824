#include "base/option_words.h"

#include <string.h>

static bool
begins_with_one_of (const char *word, const char *const *list)
{
  for (; *list; list++)
    if (!strncmp (word, *list, strlen (*list)))
      return true;
  return false;
}

bool
is_compiler_option (const char *word)
{
  static const char *const options[] = {"-I", "-D", "-U", "-O", "-l", "-L", "-g", "-std=", "-W", "-f", "-m", "-pthread", "-pedantic", "-include", "-isystem", NULL};
  return word[0] == '-' && word[1] != '-' && begins_with_one_of (word, options);
}

bool
compiler_option_is_open (const char *word)
{
  static const char *const options[] = {"-I", "-D", "-U", "-l", "-L", "-include", "-isystem", NULL};
  for (const char *const *o = options; *o; o++)
    if (!strcmp (word, *o))
      return true;
  return false;
}

bool
compiler_option_is_macro (const char *word)
{
  static const char *const options[] = {"-I", "-D", "-U", NULL};
  return begins_with_one_of (word, options);
}

unsigned
edit_distance (const char *a, size_t n, const char *b)
{
  enum { MOST = 40 };
  unsigned row[MOST + 1];
  size_t m = strlen (b);
  if (n > MOST || m > MOST)
    return MOST;
  for (size_t j = 0; j <= m; j++)
    row[j] = (unsigned) j;
  for (size_t i = 1; i <= n; i++) {
    unsigned diagonal = row[0];
    row[0] = (unsigned) i;
    for (size_t j = 1; j <= m; j++) {
      unsigned best = diagonal + (a[i - 1] != b[j - 1]);
      if (row[j] + 1 < best)
        best = row[j] + 1;
      if (row[j - 1] + 1 < best)
        best = row[j - 1] + 1;
      diagonal = row[j];
      row[j] = best;
    }
  }
  return row[m];
}
