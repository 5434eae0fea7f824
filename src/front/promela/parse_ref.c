/* References: to variables, to locations of other processes, and the built-in functions of expressions. */
#include <string.h>

#include "front/promela/parse.h"

/* An undeclared variable gets the count 0, so that it is reported only once. */
static bool
is_unknown (const struct ast_sym *sym)
{
  return sym->count == 0;
}

void
parse_check_channel (struct parser *p, const struct ast_expr *e)
{
  if (p->stream.stopped)
    return;
  const struct ast_sym *sym = e->op == X_VAR ? ast_target (e) : NULL;
  if (!sym)
    diag_error (p->diag, e->pos, "expected a channel");
  else if (sym->type != AST_CHAN && !is_unknown (sym))
    diag_error (p->diag, e->pos, "'%s' is no channel", sym->name);
}

void
parse_check_assignable (struct parser *p, const struct ast_expr *e)
{
  if (e->op != X_VAR && e->op != X_IGNORE && !p->stream.stopped)
    diag_error (p->diag, e->pos, "expected a variable that can be assigned to");
}

/* ---- variables ---- */

static bool
predefined (struct parser *p, const struct token *t, struct ast_expr **out)
{
  static const struct {
    const char *name;
    enum ast_op op;
  } names[] = {{"_", X_IGNORE}, {"_pid", X_PID}, {"_nr_pr", X_NR_PR}, {"_last", X_LAST},
               {"_priority", X_PRIORITY}, {"_p", X_PC_VALUE}};
  if (t->name->text[0] != '_')
    return false;
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
    if (!strcmp (names[i].name, t->name->text)) {
      struct ast_expr *e = parse_new_expr (p, names[i].op, t->pos);
      if (e->op == X_PC_VALUE)
        e->kid[0] = parse_new_expr (p, X_PID, t->pos);
      *out = e;
      return true;
    }
  return false;
}

static struct ast_sym *
unknown_sym (struct parser *p, struct token t)
{
  struct ast_sym *sym = ARENA_NEW (p->arena, struct ast_sym);
  sym->name = t.name->text;
  sym->pos = t.pos;
  sym->type = AST_INT;
  sym->scope = "";
  return sym;
}

static struct ast_sym *
find_variable (struct parser *p, struct token t)
{
  if (t.name->binding && t.name->binding->sym)
    return t.name->binding->sym;
  struct ast_sym *sym = unknown_sym (p, t);
  if (!p->stream.stopped)
    diag_error (p->diag, t.pos, "undeclared variable '%s'", t.name->text);
  scope_bind (p->arena, p->scope, t.name, sym);
  return sym;
}

static struct ast_sym *
find_field (struct parser *p, const struct ast_sym *owner, struct token t)
{
  if (owner->structure)
    for (int i = 0; i < owner->structure->nfields; i++)
      if (!strcmp (owner->structure->fields[i]->name, t.name->text))
        return owner->structure->fields[i];
  if (!p->stream.stopped && !is_unknown (owner)) {
    if (owner->structure)
      diag_error (p->diag, t.pos, "'%s' has no field '%s'", owner->name, t.name->text);
    else
      diag_error (p->diag, t.pos, "'%s' is no structure: it has no field '%s'", owner->name, t.name->text);
  }
  return unknown_sym (p, t);
}

static struct ast_expr *
index_expr (struct parser *p)
{
  take (p);
  struct ast_expr *e = parse_expr (p);
  parse_expect (p, T_RBRACKET, "after the index");
  return e;
}

static void
check_index (struct parser *p, struct ast_expr *e, bool whole_array)
{
  const struct ast_sym *sym = e->sym;
  if (p->stream.stopped || is_unknown (sym))
    return;
  if (sym->is_array && !e->index && !(whole_array && !e->field))
    diag_error (p->diag, e->pos, "'%s' is an array, expected an index: %s[..]", sym->name, sym->name);
  if (!sym->is_array && e->index) {
    diag_warning (p->diag, e->pos, "'%s' is no array, its index is ignored", sym->name);
    e->index = NULL;
  }
}

static struct ast_expr *
fields_of (struct parser *p, struct ast_sym *sym, struct token t, bool whole_array)
{
  struct ast_expr *e = parse_new_expr (p, X_VAR, t.pos);
  e->sym = sym;
  e->name = sym->name;
  if (!parse_enter (p)) {
    parse_leave (p);
    return e;
  }
  if (peek (p) == T_LBRACKET)
    e->index = index_expr (p);
  if (parse_accept (p, T_DOT)) {
    struct token f = parse_expect (p, T_NAME, "after '.'");
    e->field = fields_of (p, find_field (p, sym, f), f, whole_array);
  }
  parse_leave (p);
  check_index (p, e, whole_array);
  return e;
}

static struct ast_expr *
remote (struct parser *p, const struct token *t, struct ast_expr *pid)
{
  struct ast_expr *e;
  if (parse_accept (p, T_AT)) {
    e = parse_new_expr (p, X_REMOTE_LABEL, t->pos);
    e->name = parse_expect (p, T_NAME, "of a label after '@'").name->text;
  } else {
    e = parse_new_expr (p, X_REMOTE_VAR, t->pos);
    parse_expect (p, T_COLON, "or '@' after the process in a remote reference");
    struct token v = parse_expect (p, T_NAME, "of a variable after ':'");
    e->name = v.name->text;
    e->kid[1] = parse_new_expr (p, X_VAR, v.pos);
    e->kid[1]->name = e->name;
    if (peek (p) == T_LBRACKET)
      e->kid[1]->index = index_expr (p);
  }
  e->proc_name = t->name->text;
  e->kid[0] = pid;
  return e;
}

struct ast_expr *
parse_ref_from (struct parser *p, struct token t, bool whole_array)
{
  struct ast_expr *e;
  if (predefined (p, &t, &e))
    return e;
  /* the process type may be defined later */
  if (!t.name->binding && peek (p) == T_AT)
    return remote (p, &t, NULL);
  return fields_of (p, find_variable (p, t), t, whole_array);
}

struct ast_expr *
parse_ref (struct parser *p)
{
  return parse_ref_from (p, parse_expect (p, T_NAME, "of a variable"), false);
}

/* ---- receives and polls ---- */

static struct ast_expr *
receive_arg (struct parser *p)
{
  struct token t;
  struct ast_expr *e;
  switch (peek (p)) {
  case T_EVAL:
    e = parse_new_expr (p, X_EVAL, take (p).pos);
    parse_expect (p, T_LPAREN, "after 'eval'");
    e->kid[0] = parse_expr (p);
    parse_expect (p, T_RPAREN, "after the argument of 'eval'");
    return e;
  case T_MINUS:
    take (p);
    t = parse_expect (p, T_CONST, "after '-'");
    return parse_const (p, t.pos, (int32_t) -(uint32_t) t.value);
  case T_CONST:
    return parse_const_token (p, take (p));
  case T_NAME:
    e = parse_ref (p);
    parse_check_assignable (p, e);
    return e;
  default:
    parse_expected (p, "a variable, a constant or eval(..)");
    return parse_const (p, parse_here (p), 0);
  }
}

struct expr_list {
  struct ast_expr **data;
  size_t count, room;
};

/* a, b, c or a(b, c) or (a, b, c) */
static void
receive_list (struct parser *p, struct expr_list *list)
{
  if (!parse_enter (p)) {
    parse_leave (p);
    return;
  }
  for (bool more = true; more;) {
    more = false;
    bool open = parse_accept (p, T_LPAREN);
    if (!open) {
      VEC_PUSH (*list, receive_arg (p));
      more = parse_accept (p, T_COMMA);
      open = !more && parse_accept (p, T_LPAREN);
    }
    if (open) {
      receive_list (p, list);
      parse_expect (p, T_RPAREN, "after the message's fields");
    }
  }
  parse_leave (p);
}

struct ast_expr **
parse_receive_args (struct parser *p, int *count)
{
  struct expr_list list = {0};
  receive_list (p, &list);
  struct ast_expr **args;
  VEC_MOVE (list, p->arena, args, *count);
  return args;
}

struct ast_expr *
parse_poll (struct parser *p, struct ast_expr *channel, struct token query)
{
  parse_check_channel (p, channel);
  struct ast_expr *e = parse_new_expr (p, X_POLL, query.pos);
  e->kid[0] = channel;
  e->random = query.kind == T_QUERYQUERY;
  parse_expect (p, T_LBRACKET, "after '?' in an expression");
  e->args = parse_receive_args (p, &e->nargs);
  parse_expect (p, T_RBRACKET, "after the polled message");
  return e;
}

/* ---- functions ---- */

static struct ast_expr *
run (struct parser *p)
{
  struct ast_expr *e = parse_new_expr (p, X_RUN, take (p).pos);
  if (!p->proc)
    diag_error (p->diag, e->pos, "'run' outside of a process");
  if (peek (p) != T_NAME && peek (p) != T_PROCNAME)
    parse_expected (p, "the name of a proctype after 'run'");
  struct token t = take (p);
  e->proc_name = t.name ? t.name->text : "?";
  parse_expect (p, T_LPAREN, "after the name of the proctype");
  if (peek (p) != T_RPAREN)
    e->args = parse_args (p, &e->nargs);
  parse_expect (p, T_RPAREN, "after the arguments of 'run'");
  if (parse_accept (p, T_PRIORITY)) {
    e->value = parse_expect (p, T_CONST, "after 'priority'").value;
    if (!p->stream.stopped && (e->value < 1 || e->value > 255))
      diag_error (p->diag, e->pos, "priority %d is out of range, expected 1..255", e->value);
  }
  return e;
}

static struct ast_expr *
function (struct parser *p, enum ast_op op, bool of_channel)
{
  struct token t = take (p);
  struct ast_expr *e = parse_new_expr (p, op, t.pos);
  parse_expect (p, T_LPAREN, arena_printf (p->arena, "after '%s'", t.name->text));
  if (of_channel) {
    e->kid[0] = parse_ref (p);
    parse_check_channel (p, e->kid[0]);
  } else
    e->kid[0] = parse_expr (p);
  parse_expect (p, T_RPAREN, arena_printf (p->arena, "after the argument of '%s'", t.name->text));
  return e;
}

static struct ast_expr *
variable_or_poll (struct parser *p)
{
  struct ast_expr *e = parse_ref (p);
  if (peek (p) == T_QUERY || peek (p) == T_QUERYQUERY)
    return parse_poll (p, e, take (p));
  return e;
}

static struct ast_expr *
remote_reference (struct parser *p)
{
  struct token t = take (p);
  struct ast_expr *pid = peek (p) == T_LBRACKET ? index_expr (p) : NULL;
  return remote (p, &t, pid);
}

static struct ast_expr *
non_progress (struct parser *p)
{
  struct ast_expr *e = parse_new_expr (p, X_NP, take (p).pos);
  if (p->proc && p->proc->kind != PROC_NEVER)
    diag_error (p->diag, e->pos, "'np_' outside of a never claim or formula");
  return e;
}

struct ast_expr *
parse_primary_word (struct parser *p)
{
  switch (peek (p)) {
  case T_NAME: return variable_or_poll (p);
  case T_PROCNAME: return remote_reference (p);
  case T_RUN: return run (p);
  case T_LEN: return function (p, X_LEN, true);
  case T_EMPTY: return function (p, X_EMPTY, true);
  case T_FULL: return function (p, X_FULL, true);
  case T_NEMPTY: return function (p, X_NEMPTY, true);
  case T_NFULL: return function (p, X_NFULL, true);
  case T_ENABLED: return function (p, X_ENABLED, false);
  case T_PC_VALUE: return function (p, X_PC_VALUE, false);
  case T_GET_PRIORITY: return function (p, X_GET_PRIORITY, false);
  case T_TIMEOUT: return parse_new_expr (p, X_TIMEOUT, take (p).pos);
  case T_NP: return non_progress (p);
  default:
    parse_expected (p, "an expression");
    return parse_const (p, parse_here (p), 0);
  }
}
