/* Flags that a trace may give to a preprocessor or compiler. */
#include "report/tracefile.h"

#include <string.h>

/* Only macros and include directories: a trace may come from anywhere, and the
 * preprocessor has flags that run programs. */
bool
trace_define_is_harmless (const char *flags)
{
  while (*(flags += strspn (flags, " \t"))) {
    if (strncmp (flags, "-D", 2) && strncmp (flags, "-U", 2) && strncmp (flags, "-I", 2))
      return false;
    char quote = 0;
    for (; *flags && (quote || !strchr (" \t", *flags)); flags++)
      if (quote ? *flags == quote : *flags == '\'' || *flags == '"')
        quote = quote ? 0 : *flags;
  }
  return true;
}

/* Flags that can make a compiler run other programs, or read any file, are not
 * taken either; -f and -W in general are wanted. */
bool
trace_cflags_are_harmless (const char *flags)
{
  static const char *const good[] = {"-D", "-U", "-I", "-O", "-std=", "-l", "-L", "-g", "-m", "-f", "-W", "-pthread",
                                     "-pedantic", "-ansi"};
  static const char *const bad[] = {"-fplugin", "-fprofile", "-fuse-ld", "-Wl,", "-Wa,", "-Wp,", "-mllvm"};
  for (; *(flags += strspn (flags, " \t")); flags += strcspn (flags, " \t")) {
    bool is_good = false;
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++)
      is_good |= !strncmp (flags, good[i], strlen (good[i]));
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
      is_good &= strncmp (flags, bad[i], strlen (bad[i])) != 0;
    if (!is_good || memchr (flags, '\'', strcspn (flags, " \t")) || memchr (flags, '"', strcspn (flags, " \t")) ||
        memchr (flags, '\\', strcspn (flags, " \t")))
      return false;
  }
  return true;
}
