/* Flags that a trace may give to a preprocessor or compiler: split into words as they are when they are passed on, so that no
 * word is taken for a part of another one. */
#include "report/tracefile.h"

#include <string.h>

#include "base/words.h"

static bool
begins_with_one_of (const char *word, const char *const *list, size_t n)
{
  for (size_t i = 0; i < n; i++)
    if (!strncmp (word, list[i], strlen (list[i])))
      return true;
  return false;
}
#define BEGINS_WITH(word, list) begins_with_one_of (word, list, sizeof (list) / sizeof *(list))

/* Only macros and include directories: a trace may come from anywhere, and the
 * preprocessor has flags that run programs. */
bool
trace_define_is_harmless (const char *flags)
{
  static const char *const good[] = {"-D", "-U", "-I"};
  struct words words = {0};
  bool harmless = true;
  words_split (&words, flags);
  for (size_t i = 0; i < words.count; i++)
    harmless &= BEGINS_WITH (words.data[i], good);
  words_release (&words);
  return harmless;
}

/* Flags that can make a compiler run other programs, or read any file, are not
 * taken either; -f and -W in general are wanted. */
bool
trace_cflags_are_harmless (const char *flags)
{
  static const char *const good[] = {"-D", "-U", "-I", "-O", "-std=", "-l", "-L", "-g", "-m", "-f", "-W", "-pthread",
                                     "-pedantic", "-ansi"};
  static const char *const bad[] = {"-fplugin", "-fprofile", "-fuse-ld", "-Wl,", "-Wa,", "-Wp,", "-mllvm"};
  struct words words = {0};
  bool harmless = !strpbrk (flags, "'\"\\");
  words_split (&words, flags);
  for (size_t i = 0; i < words.count; i++)
    harmless &= BEGINS_WITH (words.data[i], good) && !BEGINS_WITH (words.data[i], bad);
  words_release (&words);
  return harmless;
}
