/* Growing strings. See str.h. */
#include "base/str.h"

#include <stdio.h>
#include <string.h>

#include "base/mem.h"

static void
reserve (struct str *s, size_t more)
{
  if (s->len + more + 1 <= s->room)
    return;
  size_t room = s->room ? s->room : 64;
  while (room < s->len + more + 1)
    room *= 2;
  s->data = mem_realloc (s->data, room);
  s->room = room;
}

void
str_add_n (struct str *s, const char *text, size_t n)
{
  reserve (s, n);
  memcpy (s->data + s->len, text, n);
  s->len += n;
  s->data[s->len] = 0;
}

void
str_add (struct str *s, const char *text)
{
  str_add_n (s, text, strlen (text));
}

void
str_add_char (struct str *s, char c)
{
  str_add_n (s, &c, 1);
}

void
str_add_quoted (struct str *s, const char *text, size_t n, char quote)
{
  str_add_char (s, quote);
  for (size_t i = 0; i < n; i++)
    if (quote == '\'' && text[i] == '\'')
      str_add (s, "'\\''");
    else if (quote == '"' && text[i] == '\n')
      str_add (s, "\\n");
    else {
      if (quote == '"' && (text[i] == '"' || text[i] == '\\'))
        str_add_char (s, '\\');
      str_add_char (s, text[i]);
    }
  str_add_char (s, quote);
}

void
str_vprintf (struct str *s, const char *format, va_list ap)
{
  va_list again;
  va_copy (again, ap);
  int n = vsnprintf (NULL, 0, format, ap);
  reserve (s, (size_t) n);
  vsnprintf (s->data + s->len, (size_t) n + 1, format, again);
  s->len += (size_t) n;
  va_end (again);
}

void
str_printf (struct str *s, const char *format, ...)
{
  va_list ap;
  va_start (ap, format);
  str_vprintf (s, format, ap);
  va_end (ap);
}

const char *
str_text (const struct str *s)
{
  return s->data ? s->data : "";
}

void
str_clear (struct str *s)
{
  s->len = 0;
  if (s->data)
    s->data[0] = 0;
}

void
str_release (struct str *s)
{
  mem_free (s->data);
  *s = (struct str) {0};
}

char *
str_take (struct str *s)
{
  char *text = s->data ? s->data : mem_strdup ("");
  *s = (struct str) {0};
  return text;
}
