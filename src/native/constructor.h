/* Both compilers give each unit that they instrument a constructor: counting these counts such units. A unit with red
 * zones has another constructor: clang's has its own name, gcc's has the same name, and the plugin adds a second one. */
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

static inline bool
is_zones_of_gcc (const char *name)
{
  return !strcmp (name, "mazurka.zones");
}

static inline bool
is_zones (const char *name)
{
  static const char clang[] = "asan.module_ctor";
  return is_zones_of_gcc (name) || !strncmp (name, clang, sizeof clang - 1);
}

#endif
