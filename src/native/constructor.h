/* The constructor that both compilers give to a unit that they instrument: who counts these counts such units. */
#ifndef NATIVE_CONSTRUCTOR_H
#define NATIVE_CONSTRUCTOR_H

#include <stdbool.h>
#include <string.h>

static inline bool
is_constructor (const char *name)
{
  static const char gcc[] = "_sub_I_00099_", clang[] = "tsan.module_ctor";
  return !strncmp (name, gcc, sizeof gcc - 1) || !strncmp (name, clang, sizeof clang - 1);
}

#endif
