/* Removes redundant parentheses. Statements come in SPIN's notation, with every operator in parentheses:
 * "(!((want[1]))||((turn==0)))". A pair is removed when it encloses a whole item of its context, "(x==1)", "assert((x))",
 * "x = (y+1)", or a single operand, "!(x)". The remaining pairs are needed, or harmless. */
#include <ctype.h>
#include <string.h>

#include "report/story_writers.h"

/* The text with the position of each parenthesis' partner; -1: no parenthesis. */
struct pairs {
  const char *text;
  size_t len;
  long *partner;
  bool *gone;
};

/* False if they do not match: then the text stays as it is. Quoted text is skipped. */
static bool
find_pairs (struct pairs *p)
{
  VEC (size_t) open = {0};
  bool ok = true;
  char quote = 0;
  for (size_t i = 0; i < p->len && ok; i++) {
    char c = p->text[i];
    p->partner[i] = -1;
    if (quote)
      quote = c == quote ? 0 : quote;
    else if (c == '\'' || c == '"')
      quote = c;
    else if (c == '(')
      VEC_PUSH (open, i);
    else if (c == ')' && (ok = open.count)) {
      size_t o = VEC_POP (open);
      p->partner[i] = (long) o;
      p->partner[o] = (long) i;
    }
  }
  ok = ok && !open.count && !quote;
  VEC_FREE (open);
  return ok;
}

static bool
ends_with (const struct pairs *p, size_t end, const char *what)
{
  size_t n = strlen (what);
  return end >= n && !memcmp (p->text + end - n, what, n);
}

/* Does the pair enclose a whole item: the text, an argument, an index, a value? */
static bool
is_whole_item (const struct pairs *p, size_t open, size_t close)
{
  const char *after = p->text + close + 1;
  bool starts = !open || strchr ("([,", p->text[open - 1]) || ends_with (p, open, " = ") || ends_with (p, open, " or ");
  return starts && (!*after || strchr (")],", *after) || !strncmp (after, " or ", 4));
}

/* Is it a single operand, such as x, a[i].b or len(q), after an operator? */
static bool
is_operand (const struct pairs *p, size_t open, size_t close)
{
  if (!open || isalnum ((unsigned char) p->text[open - 1]) || strchr ("_]' ?", p->text[open - 1]))
    return false;
  size_t i = open + 1;
  if (!isalnum ((unsigned char) p->text[i]) && p->text[i] != '_')
    return false;
  int depth = 0;
  for (; i < close; i++) {
    char c = p->text[i];
    depth += c == '(' || c == '[';
    depth -= c == ')' || c == ']';
    if (!depth && !isalnum ((unsigned char) c) && !strchr ("_.])", c))
      return false;
  }
  return true;
}

void
add_statement (struct str *s, const char *text)
{
  struct str plain = {0};
  struct pairs p = {.text = text, .len = strlen (text)};
  p.partner = mem_alloc (p.len * sizeof *p.partner);
  p.gone = mem_zalloc (p.len);
  if (find_pairs (&p)) {
    for (size_t i = 0; i < p.len; i++)
      if (text[i] == '(' && p.partner[i] >= 0) {
        size_t close = (size_t) p.partner[i];
        bool goes = close > i + 1 && (is_whole_item (&p, i, close) || is_operand (&p, i, close));
        p.gone[i] = p.gone[close] = goes;
      }
  }
  for (size_t i = 0; i < p.len; i++)
    if (!p.gone[i])
      str_add_char (&plain, text[i]);
  add_clean (s, strcmp (text, "(1)") ? str_text (&plain) : "skip");
  str_release (&plain);
  mem_free (p.partner);
  mem_free (p.gone);
}
