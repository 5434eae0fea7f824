/* Compiler options, edit distance. See option_words.h. */
#include "base/option_words.h"
#include "base/words.h"

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
  return word_is_in (word, options);
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
  unsigned rows[3][MOST + 1] = {0};   /* the last three rows, the present one first */
  size_t m = strlen (b);
  if (n > MOST || m > MOST)
    return MOST;
  for (size_t j = 0; j <= m; j++)
    rows[0][j] = (unsigned) j;
  for (size_t i = 1; i <= n; i++) {
    memcpy (rows[2], rows[1], sizeof rows[1]);
    memcpy (rows[1], rows[0], sizeof rows[0]);
    rows[0][0] = (unsigned) i;
    for (size_t j = 1; j <= m; j++) {
      unsigned best = rows[1][j - 1] + (a[i - 1] != b[j - 1]);
      best = rows[1][j] + 1 < best ? rows[1][j] + 1 : best;
      best = rows[0][j - 1] + 1 < best ? rows[0][j - 1] + 1 : best;
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] && rows[2][j - 2] + 1 < best)
        best = rows[2][j - 2] + 1;   /* two letters are exchanged */
      rows[0][j] = best;
    }
  }
  return rows[0][m];
}
