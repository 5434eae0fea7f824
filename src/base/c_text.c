/* Positions in C source text. See c_text.h. */
#include "base/c_text.h"

#include <ctype.h>
#include <stdint.h>
#include <string.h>

static bool
is_word (char c)
{
  return isalnum ((unsigned char) c) || c == '_';
}

/* The end of the comment, string or directive that begins there; NULL: none begins there. */
static const char *
skip (const char *s, bool line_begins)
{
  if (s[0] == '/' && s[1] == '*') {
    const char *end = strstr (s + 2, "*/");
    return end ? end + 2 : s + strlen (s);
  }
  if ((s[0] == '/' && s[1] == '/') || (line_begins && *s == '#')) {
    while (*s && *s != '\n')
      s += *s == '\\' && s[1] ? 2 : 1;
    return s;
  }
  if (*s == '"' || *s == '\'') {
    char quote = *s++;
    while (*s && *s != quote && *s != '\n')
      s += *s == '\\' && s[1] ? 2 : 1;
    return s + (*s == quote);
  }
  return NULL;
}

struct scan {
  struct c_text *t;
  VEC (struct c_call) open;
  size_t word, word_end;          /* the last token, if it was a word; else both 0 */
  bool line_begins;
};

static bool
is_one_of (const char *text, size_t n, const char *const *words)
{
  for (; *words; words++)
    if (strlen (*words) == n && !memcmp (text, *words, n))
      return true;
  return false;
}

static void
scan_open (struct scan *s, size_t at)
{
  static const char *const keywords[] = {"if", "while", "for", "switch", NULL}, *const others[] = {"return", "sizeof", "_Alignof", "else", "do", "case", NULL};
  const char *text = s->t->text;
  struct c_call c = {.name = s->word, .name_end = s->word_end, .open = at};
  if (is_one_of (text + c.name, c.name_end - c.name, others))
    c.name_end = c.name;
  c.is_keyword = is_one_of (text + c.name, c.name_end - c.name, keywords);
  c.is_member = c.name && (text[c.name - 1] == '.' || text[c.name - 1] == '>');
  VEC_PUSH (s->open, c);
}

static void
scan_close (struct scan *s, size_t at)
{
  if (!s->open.count)
    return;
  struct c_call c = s->open.data[--s->open.count];
  c.close = at;
  c_text_place (s->t, at, &c.line, &c.col);
  if (c.name_end > c.name)
    VEC_PUSH (s->t->calls, c);
}

static size_t
scan_token (struct scan *s, size_t at)
{
  const char *text = s->t->text;
  size_t end = at + 1;
  if (is_word (text[at])) {
    while (is_word (text[end]))
      end++;
    s->word = at;
    s->word_end = end;
    return end;
  }
  if (text[at] == '(')
    scan_open (s, at);
  else if (text[at] == ')')
    scan_close (s, at);
  s->word = s->word_end = 0;
  return end;
}

void
c_text_init (struct c_text *t, const char *text)
{
  *t = (struct c_text) {.text = text};
  struct scan s = {.t = t, .line_begins = true};
  VEC_PUSH (t->lines, 0);
  for (const char *p = text; (p = strchr (p, '\n')); p++)
    VEC_PUSH (t->lines, (size_t) (p + 1 - text));
  for (size_t at = 0; text[at];) {
    const char *after = skip (text + at, s.line_begins);
    if (after)
      at = (size_t) (after - text);
    else if (isspace ((unsigned char) text[at])) {
      s.line_begins |= text[at] == '\n';
      at++;
    } else {
      s.line_begins = false;
      at = scan_token (&s, at);
    }
  }
  VEC_FREE (s.open);
}

void
c_text_release (struct c_text *t)
{
  VEC_FREE (t->calls);
  VEC_FREE (t->lines);
}

void
c_text_place (const struct c_text *t, size_t offset, int *line, int *col)
{
  size_t low = 0, high = t->lines.count;
  while (high - low > 1) {
    size_t middle = (low + high) / 2;
    *(t->lines.data[middle] <= offset ? &low : &high) = middle;
  }
  *line = (int) low + 1;
  *col = (int) (offset - t->lines.data[low]) + 1;
}

/* The offset behind a label such as "case 3:", "default:", "again:"; the same offset if there is none. */
static size_t
skip_label (const char *text, size_t at, size_t end)
{
  size_t i = at;
  bool is_case = !strncmp (text + at, "case", 4) && !is_word (text[at + 4]);
  while (i < end && (is_case ? text[i] != ':' : is_word (text[i])))
    i++;
  i += i > at ? strspn (text + i, " \t") : 0;
  return i > at && i < end && text[i] == ':' ? i + 1 : at;
}

size_t
c_text_statement (const struct c_text *t, int line, int col)
{
  if (line < 1 || (size_t) line > t->lines.count)
    return SIZE_MAX;
  size_t at = t->lines.data[line - 1];
  size_t end = at + strcspn (t->text + at, "\n");
  if (col)
    return at + (size_t) col - 1 < end ? at + (size_t) col - 1 : SIZE_MAX;
  for (size_t before = SIZE_MAX; at < end && at != before;) {
    before = at;
    at += strspn (t->text + at, " \t\r}{");
    if (!strncmp (t->text + at, "else", 4) && !is_word (t->text[at + 4]))
      at += 4;
    else if (skip_label (t->text, at, end) > at)
      at = skip_label (t->text, at, end);
    else if (at < end && skip (t->text + at, false))
      at = (size_t) (skip (t->text + at, false) - t->text);
  }
  return at < end ? at : SIZE_MAX;
}

bool
c_text_is (const struct c_text *t, const struct c_call *c, const char *word)
{
  return c->name_end - c->name == strlen (word) && !memcmp (t->text + c->name, word, c->name_end - c->name);
}
