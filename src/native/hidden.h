/* Text that goes into assembly as its author wrote it, and that wrap/as would not take for assembly of the author's:
 * it has the marks between which that stands, or it is no name where a name stands. For the compilers' plugins. */
#ifndef NATIVE_HIDDEN_H
#define NATIVE_HIDDEN_H

#include <cctype>
#include <cstring>

/* Operands and alternatives, which become text later, may complete a mark. */
inline bool
is_mark (const char *p)
{
  static const char *const marks[] = {"APP", "NO_APP", "Start of file scope", "End of file scope"};
  p += strspn (p, " \t");
  for (const char *mark : marks) {
    size_t n = 0;
    while (mark[n] && p[n] == mark[n])
      n++;
    if (!mark[n] || (p[n] && strchr ("%{|}$", p[n])))
      return true;
  }
  return false;
}

inline bool
has_mark (const char *assembly)
{
  for (const char *p = assembly; (p = strchr (p, '#')); p++)
    if (is_mark (p + 1))
      return true;
  return false;
}

/* gcc's own first character of a name that is printed as it is may be '*'; an archive's file has brackets. */
inline bool
is_no_name (const char *name)
{
  for (; *name; name++)
    if (!isalnum ((unsigned char) *name) && (unsigned char) *name < 0x80 && !strchr ("_.$@*+-/:<>~ ()", *name))
      return true;
  return false;
}

/* What lies there is executed; functions have other sections. */
inline bool
is_of_code (const char *section)
{
  static const char *const names[] = {".text", ".init", ".fini", ".plt"};
  for (const char *name : names)
    if (!strncmp (section, name, strlen (name)) && section[strlen (name)] != '_')
      return true;
  return false;
}

#endif
