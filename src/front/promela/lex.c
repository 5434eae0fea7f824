/* The lexer: from text to tokens. See lex.h. */
#include "front/promela/lex.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>

#include "base/vec.h"
#include "front/promela/ast.h"

struct lexer {
  struct tokens *out;
  struct names *names;
  struct arena *arena;
  const char *at, *end;             /* the text, which may hold any bytes */
  const char *line_start;
  const char *file;
  int line;
  bool newline;                     /* a newline was seen since the last token */
  bool ltl_header;                  /* `ltl` was seen, its '{' not yet */
  int ltl_depth;                    /* open braces of the current ltl block */
};

struct word {
  const char *text;
  enum tok kind;
  int32_t value;
};

static const struct word keywords[] = {
  {"D_proctype", T_D_PROCTYPE, 0}, {"active", T_ACTIVE, 0}, {"assert", T_ASSERT, 0}, {"atomic", T_ATOMIC, 0},
  {"bit", T_TYPE, AST_BIT}, {"bool", T_TYPE, AST_BOOL}, {"break", T_BREAK, 0}, {"byte", T_TYPE, AST_BYTE},
  {"c_code", T_EMBEDDED_C, 0}, {"c_decl", T_EMBEDDED_C, 0}, {"c_expr", T_EMBEDDED_C, 0},
  {"c_state", T_EMBEDDED_C, 0}, {"c_track", T_EMBEDDED_C, 0}, {"chan", T_TYPE, AST_CHAN},
  {"d_step", T_D_STEP, 0}, {"do", T_DO, 0}, {"else", T_ELSE, 0}, {"empty", T_EMPTY, 0},
  {"enabled", T_ENABLED, 0}, {"eval", T_EVAL, 0}, {"false", T_CONST, 0}, {"fi", T_FI, 0}, {"for", T_FOR, 0},
  {"full", T_FULL, 0}, {"get_priority", T_GET_PRIORITY, 0}, {"goto", T_GOTO, 0},
  {"hidden", T_VISIBILITY, 'h'}, {"if", T_IF, 0}, {"init", T_INIT, 0}, {"inline", T_INLINE, 0},
  {"int", T_TYPE, AST_INT}, {"len", T_LEN, 0}, {"local", T_VISIBILITY, 'l'}, {"ltl", T_LTL, 0},
  {"mtype", T_TYPE, AST_MTYPE}, {"nempty", T_NEMPTY, 0}, {"never", T_NEVER, 0}, {"nfull", T_NFULL, 0},
  {"notrace", T_NOTRACE, 0}, {"np_", T_NP, 0}, {"od", T_OD, 0}, {"of", T_OF, 0},
  {"pc_value", T_PC_VALUE, 0}, {"pid", T_TYPE, AST_PID}, {"printf", T_PRINTF, 0}, {"printm", T_PRINTM, 0},
  {"priority", T_PRIORITY, 0}, {"proctype", T_PROCTYPE, 0}, {"provided", T_PROVIDED, 0},
  {"return", T_RETURN, 0}, {"run", T_RUN, 0}, {"select", T_SELECT, 0}, {"set_priority", T_SET_PRIORITY, 0},
  {"short", T_TYPE, AST_SHORT}, {"show", T_VISIBILITY, 's'}, {"skip", T_CONST, 1}, {"timeout", T_TIMEOUT, 0},
  {"trace", T_TRACE, 0}, {"true", T_CONST, 1}, {"typedef", T_TYPEDEF, 0}, {"unless", T_UNLESS, 0},
  {"unsigned", T_TYPE, AST_UNSIGNED}, {"xr", T_XR, 0}, {"xs", T_XS, 0},
};

static const struct word ltl_words[] = {
  {"U", T_UNTIL, 0}, {"V", T_RELEASE, 0}, {"W", T_WEAK_UNTIL, 0}, {"X", T_NEXT, 0}, {"always", T_ALWAYS, 0},
  {"equivalent", T_EQUIV, 0}, {"eventually", T_EVENTUALLY, 0}, {"implies", T_IMPLIES, 0}, {"next", T_NEXT, 0},
  {"release", T_RELEASE, 0}, {"stronguntil", T_UNTIL, 0}, {"until", T_UNTIL, 0},
  {"weakuntil", T_WEAK_UNTIL, 0},
};

/* The longest spelling that matches wins, so longer ones come first. */
static const struct word ltl_operators[] = {
  {"<->", T_EQUIV, 0}, {"->", T_IMPLIES, 0}, {"[]", T_ALWAYS, 0}, {"<>", T_EVENTUALLY, 0},
};

static const struct word operators[] = {
  {"::", T_SEP, 0}, {"->", T_ARROW, 0}, {"--", T_DECR, 0}, {"++", T_INCR, 0}, {"<<", T_SHL, 0}, {"<=", T_LE, 0},
  {">>", T_SHR, 0}, {">=", T_GE, 0}, {"==", T_EQ, 0}, {"!=", T_NE, 0}, {"!!", T_BANGBANG, 0},
  {"?\?", T_QUERYQUERY, 0}, {"&&", T_ANDAND, 0}, {"||", T_OROR, 0}, {"..", T_DOTDOT, 0},
  {"(", T_LPAREN, 0}, {")", T_RPAREN, 0}, {"[", T_LBRACKET, 0}, {"]", T_RBRACKET, 0}, {"{", T_LBRACE, 0},
  {"}", T_RBRACE, 0}, {";", T_SEMI, 0}, {":", T_COLON, 0}, {",", T_COMMA, 0}, {".", T_DOT, 0}, {"@", T_AT, 0},
  {"=", T_ASSIGN, 0}, {"!", T_BANG, 0}, {"?", T_QUERY, 0}, {"+", T_PLUS, 0}, {"-", T_MINUS, 0},
  {"*", T_STAR, 0}, {"/", T_SLASH, 0}, {"%", T_PERCENT, 0}, {"&", T_AMP, 0}, {"|", T_BAR, 0},
  {"^", T_CARET, 0}, {"~", T_TILDE, 0}, {"<", T_LT, 0}, {">", T_GT, 0},
};

#define COUNT(array) (sizeof (array) / sizeof (array)[0])

const char *
tok_text (enum tok kind)
{
  static const char *const texts[] = {
#define X(k, text) text,
    TOKENS (X)
#undef X
  };
  assert (kind < COUNT (texts) && texts[kind]);
  return texts[kind];
}

static struct pos
here (const struct lexer *lx)
{
  return (struct pos) {lx->file, lx->line, (int) (lx->at - lx->line_start) + 1};
}

static struct token *
emit (struct lexer *lx, enum tok kind, struct pos pos)
{
  VEC_PUSH (*lx->out, (struct token) {.kind = kind, .newline = lx->newline, .pos = pos});
  lx->newline = false;
  return &VEC_LAST (*lx->out);
}

static void
bad (struct lexer *lx, struct pos pos, const char *message)
{
  emit (lx, T_BAD, pos)->text = message;
}

static int
ahead (const struct lexer *lx, size_t n)
{
  return (size_t) (lx->end - lx->at) > n ? (unsigned char) lx->at[n] : -1;
}

static void
end_line (struct lexer *lx)
{
  lx->at++;
  if (lx->line < INT32_MAX)
    lx->line++;
  lx->line_start = lx->at;
  lx->newline = true;
}

/* `# 12 "file" flags` or `#line 12 "file"`; other directives (#pragma, #ident) are ignored. The line that follows has the
 * given number. An empty name or line 0 would make messages useless: then the name is kept, and lines begin with 1. */
static void
directive (struct lexer *lx)
{
  const char *stop = memchr (lx->at, '\n', (size_t) (lx->end - lx->at));
  const char *p = lx->at + 1;
  if (!stop)
    stop = lx->end;
  while (p < stop && (*p == ' ' || *p == '\t'))
    p++;
  if (stop - p > 4 && !memcmp (p, "line", 4))
    p += 4;
  while (p < stop && (*p == ' ' || *p == '\t'))
    p++;
  if (p < stop && isdigit ((unsigned char) *p)) {
    long line = 0;
    for (; p < stop && isdigit ((unsigned char) *p); p++)
      line = line > 100000000 ? line : 10 * line + (*p - '0');
    lx->line = (int) (line ? line : 1) - 1;
    const char *quote = memchr (p, '"', (size_t) (stop - p));
    const char *close = quote ? memchr (quote + 1, '"', (size_t) (stop - quote - 1)) : NULL;
    if (close && close > quote + 1)
      lx->file = arena_strndup (lx->arena, quote + 1, (size_t) (close - quote - 1));
  }
  lx->at = stop;
}

/* Skips blanks, comments and directives; false at an unclosed comment. */
static bool
skip_blanks (struct lexer *lx)
{
  while (lx->at < lx->end) {
    unsigned char c = (unsigned char) *lx->at;
    if (c == '\n')
      end_line (lx);
    else if (c == ' ' || c == '\t' || c == '\r' || c == '\f')
      lx->at++;
    else if (c == '#' && lx->newline)
      directive (lx);
    else if (c == '*' && ahead (lx, 1) == '/' && ahead (lx, 2) != '*')
      lx->at += 2;                /* a comment end without a start: SPIN treats it as a blank */
    else if (c == '/' && ahead (lx, 1) == '/')
      while (lx->at < lx->end && *lx->at != '\n')
        lx->at++;
    else if (c == '/' && ahead (lx, 1) == '*') {
      lx->at += 2;
      while (lx->at < lx->end && !(*lx->at == '*' && ahead (lx, 1) == '/'))
        if (*lx->at == '\n')
          end_line (lx);
        else
          lx->at++;
      if (lx->at == lx->end)
        return false;
      lx->at += 2;
    } else
      break;
  }
  return true;
}

static char
escaped (char c)
{
  switch (c) {
  case 'n': return '\n';
  case 't': return '\t';
  case 'r': return '\r';
  case 'f': return '\f';
  default: return c;
  }
}

static void
string (struct lexer *lx)
{
  struct pos pos = here (lx);
  struct str text = {0};
  for (lx->at++; lx->at < lx->end && *lx->at != '"' && *lx->at != '\n'; lx->at++) {
    char c = *lx->at;
    if (c == '\\' && lx->at + 1 < lx->end && lx->at[1] != '\n')
      c = escaped (*++lx->at);
    if (c)
      str_add_char (&text, c);
  }
  if (lx->at < lx->end && *lx->at == '"') {
    lx->at++;
    emit (lx, T_STRING, pos)->text = arena_strdup (lx->arena, str_text (&text));
  } else
    bad (lx, pos, "string without its closing '\"'");
  str_release (&text);
}

static void
character (struct lexer *lx)
{
  struct pos pos = here (lx);
  lx->at++;
  bool escape = ahead (lx, 0) == '\\';
  lx->at += escape;
  int c = ahead (lx, 0);
  if (c < 0 || c == '\n' || ahead (lx, 1) != '\'')
    bad (lx, pos, "character constant without its closing quote");
  else {
    emit (lx, T_CONST, pos)->value = escape ? escaped ((char) c) : c;
    lx->at += 2;
  }
}

static void
number (struct lexer *lx)
{
  struct pos pos = here (lx);
  int64_t value = 0;
  for (; lx->at < lx->end && isdigit ((unsigned char) *lx->at); lx->at++)
    if (value <= INT64_MAX / 10 - 1)
      value = 10 * value + (*lx->at - '0');
  struct token *t = emit (lx, T_CONST, pos);
  t->value = (int32_t) (uint32_t) value;
  if (value > INT32_MAX)
    t->text = arena_printf (lx->arena, "number too large for an int, read as %d", t->value);
}

static bool
find_word (const struct word *words, size_t count, const char *text, struct token *t)
{
  for (size_t i = 0; i < count; i++)
    if (!strcmp (words[i].text, text)) {
      t->kind = words[i].kind;
      t->value = words[i].value;
      return true;
    }
  return false;
}

static void
word (struct lexer *lx)
{
  struct pos pos = here (lx);
  const char *start = lx->at;
  while (lx->at < lx->end && (isalnum ((unsigned char) *lx->at) || *lx->at == '_'))
    lx->at++;
  struct token *t = emit (lx, T_NAME, pos);
  t->name = names_get (lx->names, start, (size_t) (lx->at - start));
  if (lx->ltl_depth && find_word (ltl_words, COUNT (ltl_words), t->name->text, t))
    return;
  find_word (keywords, COUNT (keywords), t->name->text, t);
  if (t->kind == T_LTL)
    lx->ltl_header = true;
}

static bool
operator_of (struct lexer *lx, const struct word *list, size_t count, struct pos pos)
{
  for (size_t i = 0; i < count; i++) {
    size_t length = strlen (list[i].text);
    if ((size_t) (lx->end - lx->at) >= length && !memcmp (lx->at, list[i].text, length)) {
      lx->at += length;
      emit (lx, list[i].kind, pos);
      return true;
    }
  }
  return false;
}

static void
punctuation (struct lexer *lx)
{
  struct pos pos = here (lx);
  if (lx->ltl_depth && operator_of (lx, ltl_operators, COUNT (ltl_operators), pos))
    return;
  if (!operator_of (lx, operators, COUNT (operators), pos)) {
    unsigned char c = (unsigned char) *lx->at++;
    bad (lx, pos,
         c > ' ' && c < 127 ? arena_printf (lx->arena, "unexpected character '%c'", c)
                            : arena_printf (lx->arena, "unexpected byte 0x%02x", c));
    return;
  }
  switch (VEC_LAST (*lx->out).kind) {
  case T_LBRACE:
    if (lx->ltl_header || lx->ltl_depth)
      lx->ltl_depth++;
    lx->ltl_header = false;
    break;
  case T_RBRACE:
    if (lx->ltl_depth)
      lx->ltl_depth--;
    break;
  default:
    break;
  }
}

static void
run (struct lexer *lx)
{
  bool whole;
  while ((whole = skip_blanks (lx)) && lx->at < lx->end) {
    unsigned char c = (unsigned char) *lx->at;
    if (isdigit (c))
      number (lx);
    else if (isalpha (c) || c == '_')
      word (lx);
    else if (c == '"')
      string (lx);
    else if (c == '\'')
      character (lx);
    else
      punctuation (lx);
  }
  if (!whole)
    bad (lx, here (lx), "comment without its end");
  emit (lx, T_EOF, here (lx));
}

void
lex_text (struct tokens *out, struct names *names, struct arena *arena, const char *file, const char *text,
          size_t length)
{
  struct lexer lx = {.out = out, .names = names, .arena = arena, .at = text, .end = text + length,
                     .line_start = text, .file = arena_strdup (arena, file), .line = 1, .newline = true};
  if (length >= 3 && !memcmp (text, "\xef\xbb\xbf", 3))
    lx.at += 3;                   /* a byte-order mark */
  run (&lx);
}

void
lex_formula (struct tokens *out, struct names *names, struct arena *arena, const char *origin, const char *text,
             size_t length, bool temporal)
{
  struct lexer lx = {.out = out, .names = names, .arena = arena, .at = text, .end = text + length,
                     .line_start = text, .file = arena_strdup (arena, origin), .line = 1,
                     .ltl_depth = temporal};
  run (&lx);
}
