#include "report/json_text.h"

#include <stdbool.h>
#include <string.h>

#include "base/str.h"

/* The length of the UTF-8 sequence at s; 0 if there is none. */
static size_t
utf8_length (const char *s)
{
  size_t n = (unsigned char) *s < 0x80 ? 1 : (unsigned char) *s < 0xc0 ? 0 : (unsigned char) *s < 0xe0 ? 2
             : (unsigned char) *s < 0xf0                                                             ? 3
                                                                                                     : 4;
  json_t *test = n && memchr (s, 0, n) == NULL ? json_stringn (s, n) : NULL;
  bool valid = test != NULL;
  json_decref (test);
  return valid ? n : 0;
}

void
add_utf8 (struct str *out, const char *s)
{
  while (*s) {
    size_t n = utf8_length (s);
    if (n)
      str_add_n (out, s, n);
    else
      str_add (out, "\xef\xbf\xbd");
    s += n ? n : 1;
  }
}

json_t *
json_text (const char *s)
{
  if (!s)
    return json_null ();
  json_t *plain = json_string (s);
  if (plain)
    return plain;
  struct str fixed = {0};
  add_utf8 (&fixed, s);
  plain = json_string (str_text (&fixed));
  str_release (&fixed);
  return plain;
}
