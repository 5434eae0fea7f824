/* Finds text that the compiler copies into its assembly output and that wrap/as would not recognise as the author's
 * assembly: text with the marks that enclose inline assembly, or other text than a name where a name belongs. For the
 * compilers' plugins. */
#ifndef NATIVE_HIDDEN_H
#define NATIVE_HIDDEN_H

#include <cctype>
#include <cstring>

/* Operands and alternatives are substituted later, and may complete a mark. */
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

/* gcc marks a name that is printed unchanged by a '*'; a file of an archive has brackets. */
inline bool
is_no_name (const char *name)
{
  for (; *name; name++)
    if (!isalnum ((unsigned char) *name) && (unsigned char) *name < 0x80 && !strchr ("_.$@*+-/:<>~ ()", *name))
      return true;
  return false;
}

/* Sections with code, in which data may be hidden code. */
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
