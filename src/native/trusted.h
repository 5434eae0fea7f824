/* Functions, libraries and objects that the user trusts (--trust), by name. */
#ifndef NATIVE_TRUSTED_H
#define NATIVE_TRUSTED_H

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/path.h"

/* A short name by which the user may trust a file: "libz.so.1" is libz, too; an object of
 * an archive, "libz.a(deflate.o)", is trusted by the name of the archive. */
static inline void
trusted_short_name (const char *path, const char *end, char *out, size_t room)
{
  const char *name = path_name (path);
  snprintf (out, room, "%.*s", (int) strcspn (name, end), name);
}

/* True if the name is in the list, which is separated by commas. */
static inline bool
trusted_lists (const char *list, const char *name)
{
  size_t n = strlen (name);
  for (const char *at = list; at && n; at = strchr (at, ',') ? strchr (at, ',') + 1 : NULL)
    if (!strncmp (at, name, n) && (!at[n] || at[n] == ','))
      return true;
  return false;
}

static inline bool
trusted_has (const char *list, const char *function, const char *path)
{
  char name[256], stem[256];
  if (!list || !*list)
    return false;
  trusted_short_name (path, "(", name, sizeof name);
  trusted_short_name (path, ".", stem, sizeof stem);
  return trusted_lists (list, function) || trusted_lists (list, name) || trusted_lists (list, stem);
}

#endif
