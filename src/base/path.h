/* Paths as text. */
#ifndef BASE_PATH_H
#define BASE_PATH_H

#include <string.h>

/* The part after the last slash. */
static inline const char *
path_name (const char *path)
{
  const char *slash = strrchr (path, '/');
  return slash ? slash + 1 : path;
}

/* The last dot of that part and what follows; "": it has none. */
static inline const char *
path_ending (const char *path)
{
  const char *dot = strrchr (path_name (path), '.');
  return dot ? dot : "";
}

#endif
