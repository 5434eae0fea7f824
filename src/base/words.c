/* Words of a command line. See words.h. */
#include "base/words.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

#include "base/str.h"
#include "base/vec.h"

#define BLANKS " \t\n\r\f\v"

void
words_add (struct words *w, const char *word)
{
  VEC_PUSH (*w, mem_strdup (word));
  VEC_RESERVE (*w, w->count + 1);
  w->data[w->count] = NULL;
}

void
words_split (struct words *w, const char *text)
{
  struct str s = {0};
  while (*(text += strspn (text, BLANKS))) {
    char quote = 0;
    str_clear (&s);
    for (; *text && (quote || !strchr (BLANKS, *text)); text++)
      if (quote ? *text == quote : *text == '\'' || *text == '"')
        quote = quote ? 0 : *text;
      else {
        text += *text == '\\' && quote != '\'' && text[1];
        str_add_char (&s, *text);
      }
    words_add (w, str_text (&s));
  }
  str_release (&s);
}

char *
words_file (const char *file)
{
  struct str s = {0};
  bool plain = isalnum ((unsigned char) file[0]) || (file[0] && strchr ("_./", file[0]));
  str_printf (&s, "%s%s", plain ? "" : "./", file);
  return str_take (&s);
}

void
words_add_file (struct words *w, const char *file)
{
  char *name = words_file (file);
  words_add (w, name);
  mem_free (name);
}

void
words_release (struct words *w)
{
  for (size_t i = 0; i < w->count; i++)
    mem_free (w->data[i]);
  VEC_FREE (*w);
}

size_t
word_length (const char *text)
{
  size_t n = 0;
  while (isalnum ((unsigned char) text[n]) || text[n] == '_')
    n++;
  return n;
}

bool
word_is_in (const char *word, const char *const *list)
{
  for (; *list; list++)
    if (!strcmp (word, *list))
      return true;
  return false;
}
