/* Expansion of for, select and late declarations, as in SPIN. See sugar.h. */
#include "front/promela/sugar.h"

#include <assert.h>
#include <string.h>

static struct ast_stmt *
new_stmt (struct lower *l, enum ast_stmt_kind kind, const struct ast_stmt *at)
{
  struct ast_stmt *s = ARENA_NEW (&l->tmp, struct ast_stmt);
  s->kind = kind;
  s->pos = at->pos;
  s->inline_id = at->inline_id;
  s->scope = at->scope;
  return s;
}

static struct ast_expr *
new_expr (struct lower *l, enum ast_op op, struct pos pos, struct ast_expr *a, struct ast_expr *b)
{
  struct ast_expr *e = ARENA_NEW (&l->tmp, struct ast_expr);
  e->op = op;
  e->pos = pos;
  e->kid[0] = a;
  e->kid[1] = b;
  return e;
}

static struct ast_expr *
constant (struct lower *l, int32_t value, struct pos pos)
{
  struct ast_expr *e = new_expr (l, X_CONST, pos, NULL, NULL);
  e->value = value;
  return e;
}

static struct ast_expr *
variable (struct lower *l, struct ast_sym *s, struct pos pos)
{
  struct ast_expr *e = new_expr (l, X_VAR, pos, NULL, NULL);
  e->sym = s;
  return e;
}

static struct ast_stmt *
assignment (struct lower *l, const struct ast_stmt *at, struct ast_expr *to, struct ast_expr *value)
{
  struct ast_stmt *s = new_stmt (l, S_ASSIGN, at);
  s->lhs = to;
  s->expr = value;
  return s;
}

struct ast_stmt *
sugar_late (struct lower *l, const struct ast_stmt *decl, struct ast_sym *v)
{
  assert (!v->init_chan && v->type != AST_STRUCT);
  struct ast_expr *to = variable (l, v, v->pos);
  if (v->is_array)
    to->index = constant (l, 0, v->pos);
  struct ast_expr *value = v->init ? v->init : v->ninit_list ? v->init_list[0] : constant (l, 0, v->pos);
  struct ast_stmt *s = assignment (l, decl, to, value);
  s->pos = v->pos;
  return s;
}

/* start; then condition ... step in a loop. */
static void
count (struct lower *l, const struct ast_stmt *s, struct sugar *x, struct ast_expr *counter, struct ast_expr *from,
       enum ast_op compare, struct ast_expr *to)
{
  struct pos pos = s->pos;
  x->start = assignment (l, s, counter, from);
  x->condition = new_stmt (l, S_EXPR, s);
  x->condition->expr = new_expr (l, compare, pos, counter, to);
  x->step = assignment (l, s, counter, new_expr (l, X_ADD, pos, counter, constant (l, 1, pos)));
  x->leave = new_stmt (l, S_BREAK, s);
  if (s->kind != S_SELECT)
    x->otherwise = new_stmt (l, S_ELSE, s);
  x->body = s->nseqs ? s->seqs[0] : NULL;
}

/* ---- select ---- */

static struct ast_seq *
sequence (struct lower *l, struct ast_stmt *first, struct ast_stmt *second)
{
  struct ast_seq *q = ARENA_NEW (&l->tmp, struct ast_seq);
  q->pos = first->pos;
  q->stmts = arena_alloc (&l->tmp, 2 * sizeof *q->stmts);
  q->stmts[0] = first;
  q->stmts[1] = second;
  q->nstmts = second ? 2 : 1;
  return q;
}

/* SPIN expands this textually, outside inlines, if it finds one word and two numbers: names with an underscore are not
 * recognised. */
static bool
is_literal_select (const struct ast_stmt *s)
{
  if (s->inline_id || s->lhs->op != X_VAR || s->lhs->index || s->lhs->field || s->lo->op != X_CONST
      || s->hi->op != X_CONST || s->lo->name || s->hi->name || s->lo->value < 0 || s->hi->value < s->lo->value)
    return false;
  for (const char *c = s->lhs->sym->name; *c; c++)
    if (*c == '_')
      return false;
  return true;
}

int
sugar_select (struct lower *l, const struct ast_stmt *s, struct ast_stmt *out[2])
{
  if (!is_literal_select (s))
    return 0;
  bool few = s->hi->value - s->lo->value <= 32;
  int n = few ? s->hi->value - s->lo->value + 1 : 0;
  struct ast_stmt *choice = new_stmt (l, few ? S_IF : S_DO, s);
  choice->nseqs = few ? n : 2;
  choice->seqs = arena_alloc (&l->tmp, (size_t) choice->nseqs * sizeof *choice->seqs);
  for (int i = 0; few && i < n; i++)
    choice->seqs[i] = sequence (l, assignment (l, s, s->lhs, constant (l, s->lo->value + i, s->pos)), NULL);
  out[0] = choice;
  if (!few) {
    struct ast_stmt *below = new_stmt (l, S_EXPR, s);
    below->expr = new_expr (l, X_LT, s->pos, s->lhs, s->hi);
    struct ast_expr *more = new_expr (l, X_ADD, s->pos, s->lhs, constant (l, 1, s->pos));
    choice->seqs[0] = sequence (l, below, assignment (l, s, s->lhs, more));
    choice->seqs[1] = sequence (l, new_stmt (l, S_BREAK, s), NULL);
    out[0] = assignment (l, s, s->lhs, s->lo);
    out[1] = choice;
  }
  out[0]->labels = s->labels;
  return few ? 1 : 2;
}

/* ---- for (x in channel) ---- */

/* One counter per block scope: SPIN names it after the scope. */
static const char *
counter_name (struct lower *l, const struct ast_stmt *s)
{
  return arena_printf (&l->tmp, "_for_counter%s", s->scope ? s->scope : "");
}

static const struct ast_chan_init *
channel_of (const struct ast_stmt *s)
{
  const struct ast_expr *c = s->chan;
  return c->op == X_VAR && !c->field && c->sym && c->sym->type == AST_CHAN ? c->sym->init_chan : NULL;
}

static bool
over_channel (const struct ast_stmt *s)
{
  return s->kind == S_FOR_IN && s->lhs->op == X_VAR && s->lhs->sym && s->lhs->sym->type == AST_STRUCT;
}

void
sugar_counter (struct lower *l, const struct ast_stmt *s)
{
  const struct ast_chan_init *c = channel_of (s);
  if (!over_channel (s) || !c)
    return;
  const char *name = counter_name (l, s);
  for (size_t i = 0; i < l->proc->locals.count; i++)
    if (!strcmp (l->proc->locals.data[i]->name, name))
      return;
  struct ast_sym *v = ARENA_NEW (&l->tmp, struct ast_sym);
  v->name = name;
  v->pos = s->pos;
  v->type = c->capacity > 255 ? AST_SHORT : AST_BYTE;
  v->count = 1;
  v->scope = s->scope;
  VEC_PUSH (l->proc->locals, v);
  lower_register (l, v, l->proc);
  VEC_LAST (l->proc->vars).internal = true;
}

static bool
rotate (struct lower *l, const struct ast_stmt *s, struct sugar *x)
{
  const struct ast_chan_init *c = channel_of (s);
  if (!c || c->capacity < 1 || c->nfields != 1 || c->fields[0].structure != s->lhs->sym->structure) {
    diag_error (l->diag, s->pos, "for (%s in ...) needs a buffered channel declared of { %s }", s->lhs->sym->name,
                s->lhs->sym->structure->name);
    return false;
  }
  const char *name = counter_name (l, s);
  size_t i = 0;
  while (i < l->proc->locals.count && strcmp (l->proc->locals.data[i]->name, name))
    i++;
  if (i == l->proc->locals.count)
    return false;
  struct ast_expr *counter = variable (l, (struct ast_sym *) l->proc->locals.data[i], s->pos);
  count (l, s, x, counter, constant (l, 0, s->pos), X_LT, new_expr (l, X_LEN, s->pos, s->chan, NULL));
  for (x->nprepare = 0; x->nprepare < 2; x->nprepare++) {
    struct ast_stmt *m = new_stmt (l, x->nprepare ? S_SEND : S_RECV, s);
    m->chan = s->chan;
    m->args = arena_alloc (&l->tmp, sizeof *m->args);
    m->args[0] = s->lhs;
    m->nargs = 1;
    x->prepare[x->nprepare] = m;
  }
  return true;
}

bool
sugar_make (struct lower *l, const struct ast_stmt *s, struct sugar *x)
{
  if (over_channel (s))
    return rotate (l, s, x);
  if (s->kind == S_FOR_IN)
    count (l, s, x, s->lhs, constant (l, 0, s->pos), X_LE, constant (l, s->chan->sym->count - 1, s->pos));
  else
    count (l, s, x, s->lhs, s->lo, s->kind == S_SELECT ? X_LT : X_LE, s->hi);
  return true;
}
