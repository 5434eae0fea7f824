/* The units of a model: everything outside of processes. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "front/promela/parse.h"

static struct ast_proc *
new_proc (struct parser *p, enum ast_proc_kind kind, const char *name, struct pos pos)
{
  struct ast_proc *proc = ARENA_NEW (p->arena, struct ast_proc);
  proc->kind = kind;
  proc->name = name;
  proc->pos = pos;
  VEC_PUSH (p->proc_list, proc);
  return proc;
}

static void
open_proc (struct parser *p, struct ast_proc *proc)
{
  assert (!p->proc && p->scope == p->globals);
  p->proc = proc;
  p->scope = scope_open (p->arena, p->globals);
  p->scope->path = "";
  p->at_top = true;
  p->loops = 0;
}

static void
close_proc (struct parser *p)
{
  assert (p->proc && p->scope->up == p->globals);
  scope_close (p->scope);
  p->scope = p->globals;
  p->proc = NULL;
}

static int
optional_priority (struct parser *p)
{
  if (!parse_accept (p, T_PRIORITY))
    return 0;
  struct token t = parse_expect (p, T_CONST, "after 'priority'");
  if (!p->stream.stopped && (t.value < 1 || t.value > 255))
    diag_error (p->diag, t.pos, "priority %d is out of range, expected 1..255", t.value);
  return t.value;
}

static void
parameters (struct parser *p, struct ast_proc *proc)
{
  struct sym_list list = {0};
  parse_expect (p, T_LPAREN, "before the parameters");
  if (peek (p) != T_RPAREN)
    do
      parse_decl (p, DECL_PARAM, &list);
    while (parse_accept (p, T_SEMI));
  if (peek (p) != T_RPAREN)
    parse_expected (p, "';' or ')' in the parameter list");
  else
    take (p);
  VEC_MOVE (list, p->arena, proc->params, proc->nparams);
}

/* provided (...) is evaluated outside the process, so it cannot use locals. */
static void
check_provided (struct parser *p, const struct ast_expr *e)
{
  if (!e)
    return;
  if (e->op == X_VAR && e->sym && e->sym->proc)
    diag_error (p->diag, e->pos, "'%s' is local: a provided clause may use globals only", e->sym->name);
  if (e->op == X_RUN)
    diag_error (p->diag, e->pos, "'run' in a provided clause");
  check_provided (p, e->index);
  for (int i = 0; i < 3; i++)
    check_provided (p, e->kid[i]);
}

static void
proctype (struct parser *p, int active)
{
  bool deterministic = peek (p) == T_D_PROCTYPE;
  take (p);
  if (peek (p) == T_PROCNAME)
    diag_error (p->diag, parse_here (p), "proctype '%s' is defined twice", stream_peek (&p->stream)->name->text);
  else if (peek (p) != T_NAME)
    parse_expected (p, "a name after 'proctype'");
  struct token t = take (p);
  if (p->stream.stopped)
    return;
  if (t.name->binding)
    diag_error (p->diag, t.pos, "'%s' is declared already", t.name->text);
  t.name->is_proc = true;
  struct ast_proc *proc = new_proc (p, PROC_PROCTYPE, t.name->text, t.pos);
  proc->deterministic = deterministic;
  proc->active = active;
  open_proc (p, proc);
  parameters (p, proc);
  proc->priority = optional_priority (p);
  if (parse_accept (p, T_PROVIDED)) {
    parse_expect (p, T_LPAREN, "after 'provided'");
    proc->provided = parse_full_expr (p);
    parse_expect (p, T_RPAREN, "after the provided clause");
    check_provided (p, proc->provided);
  }
  proc->body = parse_body (p);
  close_proc (p);
}

static void
active_proctype (struct parser *p)
{
  int active = 1;
  take (p);
  if (parse_accept (p, T_LBRACKET)) {
    struct pos pos = parse_here (p);
    active = parse_bound (p, 0);
    parse_expect (p, T_RBRACKET, "after the number of processes");
    if (active > 255)
      diag_error (p->diag, pos, "%d active processes, at most 255 are possible", active);
    if (active < 0)
      active = 0;
  }
  if (peek (p) == T_PROCTYPE || peek (p) == T_D_PROCTYPE)
    proctype (p, active);
  else
    parse_expected (p, "'proctype' after 'active'");
}

static void
init (struct parser *p)
{
  struct token t = take (p);
  if (p->has_init)
    diag_error (p->diag, t.pos, "init is defined twice");
  p->has_init = true;
  struct ast_proc *proc = new_proc (p, PROC_INIT, ":init:", t.pos);
  proc->active = 1;
  open_proc (p, proc);
  proc->priority = optional_priority (p);
  proc->body = parse_body (p);
  close_proc (p);
}

/* The name after `never` or `ltl`, or SPIN's generated one. */
static struct name *
optional_name (struct parser *p, const char *prefix, int number)
{
  if (peek (p) == T_NAME)
    return take (p).name;
  char text[32];
  int length = snprintf (text, sizeof text, "%s_%d", prefix, number);
  return names_get (&p->names, text, (size_t) length);
}

static void
never (struct parser *p)
{
  struct token t = take (p);
  struct name *name = optional_name (p, "never", p->claims++);
  if (name->is_claim)
    diag_error (p->diag, t.pos, "claim '%s' is defined twice", name->text);
  name->is_claim = true;
  open_proc (p, new_proc (p, PROC_NEVER, name->text, t.pos));
  p->proc->body = parse_body (p);
  close_proc (p);
}

static void
trace (struct parser *p)
{
  struct token t = take (p);
  if (p->has_trace)
    diag_error (p->diag, t.pos, "a second trace or notrace");
  p->has_trace = true;
  bool no = t.kind == T_NOTRACE;
  open_proc (p, new_proc (p, no ? PROC_NOTRACE : PROC_TRACE, no ? ":notrace:" : ":trace:", t.pos));
  p->proc->body = parse_body (p);
  close_proc (p);
}

static void
typedefinition (struct parser *p)
{
  take (p);
  if (peek (p) == T_TYPENAME)
    diag_error (p->diag, parse_here (p), "type '%s' is defined twice", stream_peek (&p->stream)->name->text);
  else if (peek (p) != T_NAME)
    parse_expected (p, "a name after 'typedef'");
  struct token t = take (p);
  if (p->stream.stopped)
    return;
  parse_expect (p, T_LBRACE, "after the type's name");
  p->stream.in_sequence = true;
  p->typedefs++;
  struct sym_list fields = {0};
  do {
    parse_decl (p, DECL_FIELD, &fields);
    bool more = false;
    while (parse_accept (p, T_SEMI))
      more = true;
    if (!more && peek (p) != T_RBRACE)
      parse_expected (p, "';' or '}' after the field");
  } while (peek (p) != T_RBRACE && peek (p) != T_EOF);
  parse_expect (p, T_RBRACE, "after the fields");
  p->stream.in_sequence = false;

  struct ast_struct *type = ARENA_NEW (p->arena, struct ast_struct);
  *type = (struct ast_struct) {.name = t.name->text, .pos = t.pos};
  VEC_MOVE (fields, p->arena, type->fields, type->nfields);
  int depth = 1;
  for (int i = 0; i < type->nfields; i++)
    if (type->fields[i]->structure) {
      const char *inner = type->fields[i]->structure->name;
      int below = names_get (&p->names, inner, strlen (inner))->type_depth;
      depth = below + 1 > depth ? below + 1 : depth;
    }
  if (depth > STRUCT_NESTING_MAX)
    diag_error (p->diag, t.pos, "structures nested deeper than %d levels", STRUCT_NESTING_MAX);
  t.name->type = type;
  t.name->type_depth = depth;
}

/* ltl name { formula }: kept until the end, when everything is declared. */
static void
ltl (struct parser *p)
{
  struct ast_ltl *ltl = ARENA_NEW (p->arena, struct ast_ltl);
  ltl->pos = take (p).pos;
  struct name *name = optional_name (p, "ltl", (int) p->ltl_list.count);
  if (name->is_ltl)
    diag_error (p->diag, ltl->pos, "ltl formula '%s' is defined twice", name->text);
  name->is_ltl = true;
  ltl->name = name->text;
  if (peek (p) != T_LBRACE) {
    parse_expected (p, "'{' before the formula");
    return;
  }
  struct token_slice block = stream_take_raw_block (&p->stream);
  if (!block.count) {
    diag_error (p->diag, ltl->pos, "the '{' of the formula is never closed");
    stream_stop (&p->stream);
    return;
  }
  VEC_PUSH (p->ltl_list, ltl);
  VEC_PUSH (p->ltl_blocks, block);
}

void
parse_ltl (struct parser *p, struct ast_ltl *ltl, struct token_slice block)
{
  stream_restart (&p->stream, block);
  parse_expect (p, T_LBRACE, "before the formula");
  ltl->formula = parse_full_expr (p);
  parse_accept (p, T_SEMI);
  parse_expect (p, T_RBRACE, "after the formula");
}

static void
global_decl (struct parser *p)
{
  struct sym_list list = {0};
  parse_decl (p, DECL_GLOBAL, &list);
  for (size_t i = 0; i < list.count; i++)
    VEC_PUSH (p->global_list, list.data[i]);
  VEC_FREE (list);
}

void
parse_unit (struct parser *p)
{
  switch (peek (p)) {
  case T_SEMI: case T_ARROW:
    take (p);
    break;
  case T_ACTIVE:
    active_proctype (p);
    break;
  case T_PROCTYPE: case T_D_PROCTYPE:
    proctype (p, 0);
    break;
  case T_INIT:
    init (p);
    break;
  case T_NEVER:
    never (p);
    break;
  case T_TRACE: case T_NOTRACE:
    trace (p);
    break;
  case T_TYPEDEF:
    typedefinition (p);
    break;
  case T_INLINE:
    parse_inline_def (p);
    break;
  case T_LTL:
    ltl (p);
    break;
  default:
    if (parse_at_decl (p))
      global_decl (p);
    else
      parse_expected (p, "a declaration, proctype, init, inline, typedef, never or ltl");
  }
}
