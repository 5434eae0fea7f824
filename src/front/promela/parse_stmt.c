/* Basic statements: those that are a single step of a process. */
#include <string.h>

#include "front/promela/parse.h"

struct ast_stmt *
parse_new_stmt (struct parser *p, enum ast_stmt_kind kind, const struct token *at)
{
  struct ast_stmt *s = ARENA_NEW (p->arena, struct ast_stmt);
  s->kind = kind;
  s->pos = at->pos;
  s->inline_id = at->expansion;
  s->scope = p->scope->path ? p->scope->path : "";
  return s;
}

struct ast_stmt *
parse_skip (struct parser *p, const struct token *at)
{
  struct ast_stmt *s = parse_new_stmt (p, S_EXPR, at);
  s->expr = parse_const (p, at->pos, 1);
  return s;
}

/* ---- assignments ---- */

static void
check_assignment (struct parser *p, const struct ast_expr *lhs, const struct ast_expr *rhs)
{
  parse_check_assignable (p, lhs);
  if (lhs->op != X_VAR || p->stream.stopped)
    return;
  parse_check_value (p, lhs);
  const struct ast_sym *sym = ast_target (lhs);
  /* SPIN allows assigning 0 to a channel that is a field */
  if (sym->type == AST_CHAN && rhs->op == X_CONST && !lhs->field)
    diag_error (p->diag, rhs->pos, "a constant cannot be assigned to the channel '%s'", sym->name);
  if (sym->mtype_set && rhs->op == X_CONST && rhs->name) {
    const char *set = names_get (&p->names, rhs->name, strlen (rhs->name))->mtype_set;
    if (!set || strcmp (set, sym->mtype_set))
      diag_error (p->diag, rhs->pos, "'%s' is of type mtype%s%s, but '%s' is of type mtype:%s", rhs->name,
                  set ? ":" : "", set ? set : "", sym->name, sym->mtype_set);
  }
}

static struct ast_stmt *
assignment (struct parser *p, struct token at, struct ast_expr *lhs)
{
  take (p);
  if (peek (p) == T_INLINENAME) {
    parse_check_assignable (p, lhs);
    return parse_inline_call (p, lhs);
  }
  struct ast_stmt *s = parse_new_stmt (p, S_ASSIGN, &at);
  s->lhs = lhs;
  s->expr = parse_full_expr (p);
  if (lhs->op == X_PRIORITY) {
    s->kind = S_SET_PRIORITY;
    s->lhs = parse_new_expr (p, X_PID, lhs->pos);
  } else
    check_assignment (p, lhs, s->expr);
  return s;
}

static struct ast_stmt *
step_by_one (struct parser *p, struct token at, struct ast_expr *lhs)
{
  struct ast_stmt *s = parse_new_stmt (p, S_ASSIGN, &at);
  struct token op = take (p);
  s->lhs = lhs;
  s->expr = parse_new_expr (p, op.kind == T_INCR ? X_ADD : X_SUB, op.pos);
  s->expr->kid[0] = lhs;
  s->expr->kid[1] = parse_const (p, op.pos, 1);
  check_assignment (p, lhs, s->expr);
  parse_check_value (p, lhs);
  if (lhs->op == X_VAR && ast_target (lhs)->type == AST_CHAN)
    diag_error (p->diag, op.pos, "arithmetic on the channel '%s'", ast_target (lhs)->name);
  return s;
}

/* return e in an inline called as x = f (): x = e */
static struct ast_stmt *
return_value (struct parser *p)
{
  struct token t = take (p);
  struct ast_stmt *s = parse_new_stmt (p, S_ASSIGN, &t);
  s->lhs = p->stream.expansions.data[t.expansion].result;
  s->expr = parse_full_expr (p);
  if (!s->lhs) {
    diag_error (p->diag, t.pos, "'return' outside of an inline that is called as 'x = name(..)'");
    return parse_skip (p, &t);
  }
  check_assignment (p, s->lhs, s->expr);
  return s;
}

/* ---- messages ---- */

static bool
in_trace (const struct parser *p)
{
  return p->proc && (p->proc->kind == PROC_TRACE || p->proc->kind == PROC_NOTRACE);
}

/* In a trace `_` stands for any value. */
static struct ast_expr *
send_arg (struct parser *p)
{
  struct ast_expr *e = in_trace (p) ? parse_any_arg (p) : parse_arg (p);
  if (ast_contains (e, X_RUN))
    diag_error (p->diag, e->pos, "'run' in a message");
  return e;
}

static struct ast_stmt *
send (struct parser *p, struct token at, struct ast_expr *chan)
{
  struct ast_stmt *s = parse_new_stmt (p, S_SEND, &at);
  s->sorted = take (p).kind == T_BANGBANG;
  s->chan = chan;
  parse_check_channel (p, chan);
  /* a, b, c or a(b, c) */
  VEC (struct ast_expr *) list = {0};
  VEC_PUSH (list, send_arg (p));
  bool tagged = parse_accept (p, T_LPAREN);
  if (tagged)
    VEC_PUSH (list, send_arg (p));
  while (parse_accept (p, T_COMMA))
    VEC_PUSH (list, send_arg (p));
  if (tagged)
    parse_expect (p, T_RPAREN, "after the message's fields");
  VEC_MOVE (list, p->arena, s->args, s->nargs);
  return s;
}

/* The `?` was consumed, and no `[` follows. */
static struct ast_stmt *
receive (struct parser *p, struct token at, struct ast_expr *chan, bool random)
{
  struct ast_stmt *s = parse_new_stmt (p, S_RECV, &at);
  s->random = random;
  s->chan = chan;
  parse_check_channel (p, chan);
  s->keep = parse_accept (p, T_LT);
  s->args = parse_receive_args (p, &s->nargs);
  if (s->keep)
    parse_expect (p, T_GT, "after the message's fields");
  return s;
}

/* ---- conditions ---- */

static int
count_runs (const struct ast_expr *e)
{
  if (!e)
    return 0;
  return (e->op == X_RUN) + count_runs (e->kid[0]) + count_runs (e->kid[1]) + count_runs (e->kid[2]);
}

static struct ast_stmt *
condition (struct parser *p, struct token at, struct ast_expr *left)
{
  struct ast_stmt *s = parse_new_stmt (p, S_EXPR, &at);
  s->expr = parse_full_expr_from (p, left);
  int runs = count_runs (s->expr);
  if (runs > 1)
    diag_error (p->diag, s->pos, "more than one 'run' in an expression");
  else if (runs == 1 && s->expr->op != X_RUN)
    diag_error (p->diag, s->pos, "'run' inside a larger condition");
  return s;
}

struct ast_stmt *
parse_named_stmt (struct parser *p, struct token name)
{
  struct ast_expr *ref = parse_ref_from (p, name, false);
  switch (peek (p)) {
  case T_ASSIGN:
    return assignment (p, name, ref);
  case T_INCR: case T_DECR:
    return step_by_one (p, name, ref);
  case T_BANG: case T_BANGBANG:
    return send (p, name, ref);
  case T_QUERY: case T_QUERYQUERY: {
    struct token query = take (p);
    if (peek (p) != T_LBRACKET)
      return receive (p, name, ref, query.kind == T_QUERYQUERY);
    return condition (p, name, parse_poll (p, ref, query));
  }
  default:
    return condition (p, name, ref);
  }
}

/* ---- the rest ---- */

static struct ast_stmt *
print (struct parser *p)
{
  struct token t = take (p);
  struct ast_stmt *s = parse_new_stmt (p, S_PRINT, &t);
  parse_expect (p, T_LPAREN, "after 'printf'");
  s->text = parse_expect (p, T_STRING, "as the format of 'printf'").text;
  if (!s->text)
    s->text = "";
  if (parse_accept (p, T_COMMA))
    s->args = parse_args (p, &s->nargs);
  for (int i = 0; i < s->nargs; i++)
    parse_check_value (p, s->args[i]);
  parse_expect (p, T_RPAREN, "after the arguments of 'printf'");
  return s;
}

static struct ast_stmt *
print_mtype (struct parser *p)
{
  struct token t = take (p);
  struct ast_stmt *s = parse_new_stmt (p, S_PRINTM, &t);
  parse_expect (p, T_LPAREN, "after 'printm'");
  if (peek (p) == T_NAME)
    s->expr = parse_ref (p);
  else
    s->expr = parse_const_token (p, parse_expect (p, T_CONST, "or a variable in 'printm'"));
  parse_check_value (p, s->expr);
  parse_expect (p, T_RPAREN, "after the argument of 'printm'");
  return s;
}

static struct ast_stmt *
set_priority (struct parser *p)
{
  struct token t = take (p);
  struct ast_stmt *s = parse_new_stmt (p, S_SET_PRIORITY, &t);
  parse_expect (p, T_LPAREN, "after 'set_priority'");
  s->lhs = parse_expr (p);
  parse_expect (p, T_COMMA, "between process and priority");
  s->expr = parse_expr (p);
  parse_expect (p, T_RPAREN, "after the arguments of 'set_priority'");
  return s;
}

struct ast_stmt *
parse_basic_stmt (struct parser *p)
{
  struct token t = *stream_peek (&p->stream);
  struct ast_stmt *s;
  switch (t.kind) {
  case T_ASSERT:
    s = parse_new_stmt (p, S_ASSERT, &t);
    take (p);
    s->expr = parse_full_expr (p);
    return s;
  case T_PRINTF:
    return print (p);
  case T_PRINTM:
    return print_mtype (p);
  case T_SET_PRIORITY:
    return set_priority (p);
  case T_RETURN:
    return return_value (p);
  case T_ELSE:
    take (p);
    return parse_new_stmt (p, S_ELSE, &t);
  case T_CONST: case T_LPAREN: case T_MINUS: case T_BANG: case T_TILDE: case T_PROCNAME: case T_RUN: case T_LEN:
  case T_EMPTY: case T_FULL: case T_NEMPTY: case T_NFULL: case T_ENABLED: case T_PC_VALUE: case T_GET_PRIORITY:
  case T_TIMEOUT: case T_NP:
    return condition (p, t, NULL);
  default:
    parse_expected (p, "a statement");
    return parse_skip (p, &t);
  }
}
