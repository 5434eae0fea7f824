/* for and select: loops and choices over a range or a collection. */
#include <string.h>

#include "front/promela/parse.h"

/* The variable of for and select: a scalar. */
static struct ast_expr *
loop_variable (struct parser *p)
{
  struct token t = parse_expect (p, T_NAME, "of a variable after '('");
  struct ast_expr *e = parse_ref_from (p, t, true);
  if (!p->stream.stopped && (e->op != X_VAR || e->index || e->field || e->sym->is_array || e->sym->type == AST_CHAN))
    diag_error (p->diag, e->pos, "'%s' cannot count: expected a plain variable", t.name->text);
  return e;
}

static void
range (struct parser *p, struct ast_stmt *s)
{
  parse_expect (p, T_COLON, "after the variable");
  s->lo = parse_expr (p);
  parse_expect (p, T_DOTDOT, "after the first value");
  s->hi = parse_expr (p);
  parse_check_value (p, s->lhs);
  if (s->lo->op == X_CONST && s->hi->op == X_CONST && s->lo->value > s->hi->value)
    diag_error (p->diag, s->lo->pos, "the first value %d exceeds the last, %d", s->lo->value, s->hi->value);
}

/* for (x in a): over the indices of an array, or the messages of a channel. */
static void
collection (struct parser *p, struct ast_stmt *s)
{
  s->kind = S_FOR_IN;
  s->chan = parse_ref_from (p, parse_expect (p, T_NAME, "of an array or channel after 'in'"), true);
  if (p->stream.stopped || s->lhs->op != X_VAR)
    return;
  const struct ast_sym *over = s->chan->op == X_VAR && !s->chan->field ? s->chan->sym : NULL;
  if (s->lhs->sym->type == AST_STRUCT)
    parse_check_channel (p, s->chan);
  else if (!over || !over->is_array || s->chan->index)
    diag_error (p->diag, s->chan->pos, "expected the name of an array after 'in'");
}

struct ast_stmt *
parse_for (struct parser *p)
{
  struct token t = take (p);
  struct ast_stmt *s = parse_new_stmt (p, S_FOR, &t);
  parse_expect (p, T_LPAREN, "after 'for'");
  s->lhs = loop_variable (p);
  const struct token *next = stream_peek (&p->stream);
  if (next->kind == T_NAME && !strcmp (next->name->text, "in")) {
    take (p);
    collection (p, s);
  } else
    range (p, s);
  parse_expect (p, T_RPAREN, "after the range of 'for'");
  parse_accept (p, T_SEMI);
  p->loops++;
  struct ast_seq *seq = parse_braced (p, "before the body of 'for'");
  p->loops--;
  return parse_with_seqs (p, s, seq, NULL);
}

struct ast_stmt *
parse_select (struct parser *p)
{
  struct token t = take (p);
  struct ast_stmt *s = parse_new_stmt (p, S_SELECT, &t);
  parse_expect (p, T_LPAREN, "after 'select'");
  s->lhs = loop_variable (p);
  range (p, s);
  parse_expect (p, T_RPAREN, "after the range of 'select'");
  return s;
}
