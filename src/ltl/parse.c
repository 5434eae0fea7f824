/* Parser of formulas: recursive descent over operators; atoms are cut out as text. The token after the matching ')' decides
 * what a '(' opens: before an arithmetic or comparison operator it belongs to an atom, as in (a + b) == 3; otherwise it
 * encloses a formula. */
#include "base/str.h"
#include "base/words.h"
#include "ltl/formula.h"

#include <ctype.h>
#include <string.h>

enum token {
  T_END, T_ATOM, T_OPEN, T_CLOSE, T_TRUE, T_FALSE, T_NOT, T_NEXT, T_ALWAYS, T_EVENTUALLY,
  T_UNTIL, T_RELEASE, T_WEAK, T_AND, T_OR, T_IMPLIES, T_EQUIV, T_BAD
};

/* Longest first where one is a prefix of another. */
static const struct {
  const char *text;
  enum token token;
} signs[] = {
  { "<->", T_EQUIV }, { "<=>", T_EQUIV }, { "->", T_IMPLIES }, { "=>", T_IMPLIES }, { "&&", T_AND }, { "/\\", T_AND }, { "||", T_OR },
  { "\\/", T_OR }, { "[]", T_ALWAYS }, { "<>", T_EVENTUALLY },
}, keywords[] = {
  { "G", T_ALWAYS }, { "always", T_ALWAYS }, { "F", T_EVENTUALLY }, { "eventually", T_EVENTUALLY },
  { "X", T_NEXT }, { "next", T_NEXT }, { "U", T_UNTIL }, { "until", T_UNTIL }, { "stronguntil", T_UNTIL },
  { "V", T_RELEASE }, { "R", T_RELEASE }, { "release", T_RELEASE }, { "W", T_WEAK }, { "weakuntil", T_WEAK },
  { "implies", T_IMPLIES }, { "equivalent", T_EQUIV }, { "true", T_TRUE }, { "false", T_FALSE },
};

/* Operators inside atoms. Bit-and and bit-or are not among them: they are often typed by mistake for the logical ones, so
 * they need braces. */
static const char *const inner[] = { "==", "!=", "<=", ">=", "<<", ">>", "<", ">", "+", "-", "*", "/", "%", "^" };

struct parser {
  struct formulas *t;
  const char *text, *at;          /* at: after the current token */
  const char *token_at;
  size_t token_len;
  enum token token;
  struct pos start;
  form_parse_atom *atom;
  void *context;
  struct diag *diag;
  int depth;
};

static struct pos
pos_of (const struct parser *p, const char *at)
{
  struct pos pos = p->start;
  for (const char *s = p->text; s < at; s++)
    if (*s == '\n')
      pos.line++, pos.col = 1;
    else
      pos.col++;
  return pos;
}

static const char *
skip_blanks (const char *s)
{
  while (isspace ((unsigned char) *s))
    s++;
  return s;
}

static size_t
name_length (const char *s)
{
  return isdigit ((unsigned char) *s) ? 0 : word_length (s);
}

static bool
sign_at (const char *s, size_t *len, enum token *token)
{
  for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
    if (strncmp (s, signs[i].text, strlen (signs[i].text)) == 0) {
      *len = strlen (signs[i].text);
      *token = signs[i].token;
      return true;
    }
  return false;
}

/* The token of an operator word, or T_ATOM. p@label and p.field are atoms, not operators. */
static enum token
keyword_at (const char *s, size_t len)
{
  if (s[len] == '@' || s[len] == '.' || s[len] == ':')
    return T_ATOM;
  for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++)
    if (strlen (keywords[i].text) == len && strncmp (s, keywords[i].text, len) == 0)
      return keywords[i].token;
  return T_ATOM;
}

/* Length of an operator of an atom at this place; 0 if there is none, or it is an operator of formulas. */
static size_t
inner_at (const char *s)
{
  size_t len;
  enum token token;
  if (sign_at (s, &len, &token))
    return 0;
  for (size_t i = 0; i < sizeof inner / sizeof *inner; i++)
    if (strncmp (s, inner[i], strlen (inner[i])) == 0)
      return strlen (inner[i]);
  return 0;
}

/* After the bracket that closes the one at s, or NULL. */
static const char *
matching (const char *s)
{
  int depth = 0;
  for (; *s; s++) {
    depth += *s == '(' || *s == '[' || *s == '{';
    if (*s == ')' || *s == ']' || *s == '}')
      if (--depth == 0)
        return s + 1;
  }
  return NULL;
}

static bool
opens_operand (const char *s)
{
  const char *end = matching (s);
  return end && inner_at (skip_blanks (end)) > 0;
}

/* After a number, a name with suffixes, or a parenthesised operand; NULL if there is none. */
static const char *
skip_operand (const char *s)
{
  s = skip_blanks (s);
  while (*s == '-' || *s == '~')
    s = skip_blanks (s + 1);
  if (isdigit ((unsigned char) *s)) {
    while (isalnum ((unsigned char) *s))
      s++;
    return s;
  }
  if (*s == '(')
    return matching (s);
  size_t n = name_length (s);
  if (n == 0 || keyword_at (s, n) > T_FALSE)
    return NULL;
  for (s += n;;) {
    const char *next = skip_blanks (s);
    if ((*next == '[' && next[1] != ']') || *next == '(') {
      if (!(s = matching (next)))
        return NULL;
    } else if (*next == '@' || *next == '.' || (*next == ':' && next[1] != ':')) {
      next = skip_blanks (next + 1);
      if ((n = name_length (next)) == 0)
        return NULL;
      s = next + n;
    } else
      return s;
  }
}

static const char *
skip_atom (const char *s)
{
  if (*s == '{')
    return matching (s);
  const char *end = skip_operand (s);
  while (end) {
    const char *next = skip_blanks (end);
    size_t n = inner_at (next);
    if (n == 0)
      return end;
    end = skip_operand (next + n);
  }
  return NULL;
}

static formula_id
fail (struct parser *p, const char *expected)
{
  if (p->token == T_END)
    diag_error (p->diag, pos_of (p, p->token_at), "the formula ends here, expected %s", expected);
  else if ((*p->token_at == '&' || *p->token_at == '|') && p->token_at[1] != *p->token_at)
    diag_error (p->diag, pos_of (p, p->token_at), "%c is not an operator of formulas: write %c%c, or {...} around an expression over bits",
                *p->token_at, *p->token_at, *p->token_at);
  else {
    int len = (int) (p->token_len ? p->token_len : 1);
    diag_error (p->diag, pos_of (p, p->token_at), "found '%.*s', expected %s", len > 40 ? 40 : len, p->token_at, expected);
  }
  p->token = T_BAD;
  return FORM_NONE;
}

/* Reads the next token. An atom is recognised only where an operand is expected: after an operand, x < y is a mistake, not
 * a new atom. */
static void
advance (struct parser *p)
{
  if (p->token == T_BAD)
    return;
  const char *s = p->token_at = skip_blanks (p->at);
  size_t n = name_length (s);
  p->token_len = 1;
  if (*s == 0) {
    p->token = T_END;
    p->token_len = 0;
  } else if (sign_at (s, &p->token_len, &p->token)) {
  } else if (*s == ')')
    p->token = T_CLOSE;
  else if (*s == '!' && s[1] != '=')
    p->token = T_NOT;
  else if (n && keyword_at (s, n) != T_ATOM) {
    p->token = keyword_at (s, n);
    p->token_len = n;
  } else if (*s == '(' && !opens_operand (s))
    p->token = T_OPEN;
  else {
    const char *end = skip_atom (s);
    p->token = T_ATOM;
    p->token_len = end ? (size_t) (end - s) : 0;
  }
  p->at = s + p->token_len;
}

/* Blanks and braces do not distinguish atoms. */
static formula_id
parse_atom (struct parser *p)
{
  if (p->token_len == 0)
    return fail (p, "a formula");
  const char *s = p->token_at, *end = s + p->token_len;
  if (*s == '{')
    s++, end--;
  struct str text = { 0 };
  for (s = skip_blanks (s); s < end; s++)
    if (!isspace ((unsigned char) *s))
      str_add_char (&text, *s);
    else if (skip_blanks (s) < end && !isspace ((unsigned char) s[-1]))
      str_add_char (&text, ' ');
  formula_id f = FORM_NONE;
  if (text.len == 0)
    diag_error (p->diag, pos_of (p, p->token_at), "empty braces, expected an expression of the model");
  else if (strcmp (str_text (&text), "1") == 0)
    f = FORM_TRUE;
  else if (strcmp (str_text (&text), "0") == 0)
    f = FORM_FALSE;
  else
    f = p->atom (p->context, p->t, str_text (&text), pos_of (p, p->token_at), p->diag);
  str_release (&text);
  if (f == FORM_NONE)
    p->token = T_BAD;
  advance (p);
  return f;
}

static formula_id
too_deep (struct parser *p)
{
  diag_error (p->diag, pos_of (p, p->token_at), "the formula is nested more than %d deep", FORM_MAX_DEPTH);
  p->token = T_BAD;
  return FORM_NONE;
}

static formula_id parse_binary (struct parser *, int level);

static formula_id
parse_unary (struct parser *p)
{
  if (p->depth >= FORM_MAX_DEPTH)
    return too_deep (p);
  enum token token = p->token;
  if (token == T_ATOM)
    return parse_atom (p);
  if (token == T_TRUE || token == T_FALSE) {
    advance (p);
    return token == T_TRUE ? FORM_TRUE : FORM_FALSE;
  }
  if (token != T_OPEN && token != T_NOT && token != T_NEXT && token != T_ALWAYS && token != T_EVENTUALLY)
    return token == T_BAD ? FORM_NONE : fail (p, "a formula");
  advance (p);
  p->depth++;
  formula_id f = token == T_OPEN ? parse_binary (p, 0) : parse_unary (p);
  p->depth--;
  if (f == FORM_NONE)
    return FORM_NONE;
  switch (token) {
  case T_OPEN:
    if (p->token != T_CLOSE)
      return p->token == T_BAD ? FORM_NONE : fail (p, "')' or an operator");
    advance (p);
    return f;
  case T_NOT:
    return form_not (p->t, f);
  case T_NEXT:
    return form_next (p->t, f);
  case T_ALWAYS:
    return form_globally (p->t, f);
  default:
    return form_finally (p->t, f);
  }
}

static int
level_of (enum token token)
{
  switch (token) {
  case T_EQUIV: return 0;
  case T_IMPLIES: return 1;
  case T_OR: return 2;
  case T_AND: return 3;
  case T_UNTIL: case T_RELEASE: case T_WEAK: return 4;
  default: return -1;
  }
}

static formula_id
combine (struct formulas *t, enum token token, formula_id a, formula_id b)
{
  switch (token) {
  case T_EQUIV: return form_equiv (t, a, b);
  case T_IMPLIES: return form_implies (t, a, b);
  case T_OR: return form_or (t, a, b);
  case T_AND: return form_and (t, a, b);
  case T_UNTIL: return form_until (t, a, b);
  case T_RELEASE: return form_release (t, a, b);
  default: return form_weak_until (t, a, b);
  }
}

static formula_id
parse_binary (struct parser *p, int level)
{
  formula_id f = level == 4 ? parse_unary (p) : parse_binary (p, level + 1);
  while (f != FORM_NONE && level_of (p->token) == level) {
    enum token token = p->token;
    advance (p);
    p->depth++;
    formula_id g = level == 4 ? parse_unary (p) : parse_binary (p, token == T_IMPLIES ? level : level + 1);
    p->depth--;
    if (g == FORM_NONE)
      return FORM_NONE;
    f = combine (p->t, token, f, g);
    if (form_get (p->t, f)->depth > FORM_MAX_DEPTH)
      return too_deep (p);
  }
  return f;
}

formula_id
form_parse (struct formulas *t, const char *text, struct pos start, form_parse_atom *atom, void *context, struct diag *diag)
{
  struct parser p = { .t = t, .text = text, .at = text, .start = start, .atom = atom, .context = context, .diag = diag };
  advance (&p);
  formula_id f = parse_binary (&p, 0);
  if (f != FORM_NONE && p.token != T_END)
    return p.token == T_BAD ? FORM_NONE : fail (&p, "an operator or the end of the formula");
  return f;
}

/* name, name@label, name[digits]@label */
static bool
is_identifier (const char *s)
{
  size_t n = name_length (s);
  if (n == 0)
    return false;
  s += n;
  const char *label = s;
  if (*s == '[') {
    label = s + 1 + strspn (s + 1, "0123456789");
    if (label == s + 1 || *label++ != ']' || *label != '@')
      return false;
  }
  if (*label == '@')
    return (n = name_length (label + 1)) > 0 && label[1 + n] == 0;
  return *label == 0;
}

formula_id
form_parse_text (void *context, struct formulas *t, const char *text, struct pos pos, struct diag *diag)
{
  (void) context;
  int atom = formulas_atom (t, text);
  if (atom < 0) {
    diag_error (diag, pos, "more than %d different propositions", FORM_MAX_ATOMS);
    return FORM_NONE;
  }
  return form_atom (t, atom);
}

formula_id
form_parse_identifier (void *context, struct formulas *t, const char *text, struct pos pos, struct diag *diag)
{
  if (is_identifier (text))
    return form_parse_text (context, t, text, pos, diag);
  diag_error (diag, pos, "'%.60s' is no name of a proposition, expected one such as p or P@label", text);
  return FORM_NONE;
}
