/* The lexer of the Hanoi format: any bytes give tokens or one located error. */
#include "ltl/hoa_lex.h"

#include <ctype.h>
#include <string.h>

void
hoa_fail (struct hoa *h, struct pos pos, const char *what)
{
  if (!h->failed)
    diag_error (h->diag, pos, "%s", what);
  h->failed = true;
  h->kind = HOA_END;
}

void
hoa_error (struct hoa *h, const char *expected)
{
  if (h->failed)
    return;
  if (h->kind == HOA_END)
    diag_error (h->diag, h->token_pos, "the automaton ends here, expected %s", expected);
  else if (h->kind == HOA_INT)
    diag_error (h->diag, h->token_pos, "found %u, expected %s", h->value, expected);
  else if (h->kind == HOA_CHAR)
    diag_error (h->diag, h->token_pos, isprint ((int) h->value) ? "found '%c', expected %s" : "found byte %d, expected %s",
                (int) h->value, expected);
  else
    diag_error (h->diag, h->token_pos, "found '%.40s', expected %s", str_text (&h->text), expected);
  h->failed = true;
  h->kind = HOA_END;
}

static int
peek (const struct hoa *h)
{
  return h->at < h->end ? (unsigned char) *h->at : -1;
}

static void
take (struct hoa *h)
{
  if (*h->at++ == '\n') {
    h->pos.line++;
    h->pos.col = 1;
  } else
    h->pos.col++;
}

static bool
starts_with (const struct hoa *h, const char *text)
{
  size_t n = strlen (text);
  return (size_t) (h->end - h->at) >= n && memcmp (h->at, text, n) == 0;
}

static void
skip_blanks (struct hoa *h)
{
  int depth = 0;                  /* comments nest */
  struct pos open = h->pos;
  while (h->at < h->end) {
    if (starts_with (h, "/*")) {
      if (depth++ == 0)
        open = h->pos;
      take (h);
      take (h);
    } else if (depth && starts_with (h, "*/")) {
      depth--;
      take (h);
      take (h);
    } else if (depth || isspace (peek (h)))
      take (h);
    else
      return;
  }
  if (depth)
    hoa_fail (h, open, "this comment does not end");
}

static bool
name_char (int c, bool first)
{
  return c >= 0 && (isalpha (c) || c == '_' || (!first && (isdigit (c) || c == '-')));
}

static void
lex_name (struct hoa *h)
{
  while (name_char (peek (h), false)) {
    str_add_char (&h->text, *h->at);
    take (h);
  }
}

static void
lex_string (struct hoa *h)
{
  h->kind = HOA_STRING;
  take (h);
  while (peek (h) >= 0 && peek (h) != '"') {
    if (peek (h) == '\\' && h->at + 1 < h->end)
      take (h);
    str_add_char (&h->text, *h->at ? *h->at : ' ');
    take (h);
  }
  if (peek (h) < 0)
    hoa_fail (h, h->token_pos, "this string does not end");
  else
    take (h);
}

static void
lex_int (struct hoa *h)
{
  uint64_t value = 0;
  h->kind = HOA_INT;
  while (peek (h) >= 0 && isdigit (peek (h))) {
    if (value <= UINT32_MAX)
      value = 10 * value + (uint64_t) (peek (h) - '0');
    take (h);
  }
  if (value > INT32_MAX)
    hoa_fail (h, h->token_pos, "this number is too large");
  h->value = (uint32_t) value;
}

static bool
lex_mark (struct hoa *h)
{
  static const struct {
    const char *text;
    enum hoa_kind kind;
  } marks[] = { { "--BODY--", HOA_BODY }, { "--END--", HOA_STOP }, { "--ABORT--", HOA_ABORT } };
  for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
    if (starts_with (h, marks[i].text)) {
      h->kind = marks[i].kind;
      str_add (&h->text, marks[i].text);
      for (const char *s = marks[i].text; *s; s++)
        take (h);
      return true;
    }
  return false;
}

void
hoa_advance (struct hoa *h)
{
  if (h->failed)
    return;
  skip_blanks (h);
  if (h->failed)
    return;
  h->token_pos = h->pos;
  str_clear (&h->text);
  int c = peek (h);
  if (c < 0)
    h->kind = HOA_END;
  else if (name_char (c, true)) {
    lex_name (h);
    h->kind = peek (h) == ':' ? HOA_HEADER : HOA_NAME;
    if (h->kind == HOA_HEADER)
      take (h);
  } else if (c == '@') {
    h->kind = HOA_ALIAS;
    take (h);
    lex_name (h);
  } else if (c == '"')
    lex_string (h);
  else if (isdigit (c))
    lex_int (h);
  else if (!lex_mark (h)) {
    h->kind = HOA_CHAR;
    h->value = (uint32_t) c;
    take (h);
  }
}

bool
hoa_is_char (const struct hoa *h, char c)
{
  return h->kind == HOA_CHAR && h->value == (unsigned char) c;
}

bool
hoa_take_char (struct hoa *h, char c)
{
  if (!hoa_is_char (h, c))
    return false;
  hoa_advance (h);
  return true;
}

void
hoa_expect_char (struct hoa *h, char c)
{
  if (!hoa_take_char (h, c))
    hoa_error (h, (char[]) { '\'', c, '\'', 0 });
}
