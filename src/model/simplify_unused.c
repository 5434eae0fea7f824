/* Unused variables keep their initial value.
 *
 * Idea. A variable is needed if something observable reads it: a guard, an assertion, a message, a channel expression,
 * printed output, a claim or a formula, an evaluation that may fail depending on its value, or an assignment to a needed
 * variable. Assignments to the others become skips, receives drop the field, arguments of parameters become 0, and the
 * variables keep their initial 0.
 * Source. M. Weiser, "Program slicing", IEEE Transactions on Software Engineering 10 (1984): the slice for the criterion
 * "everything observable". SPIN hides only variables that are never read.
 * Where we differ. Control is not sliced: a guard is always relevant, because whether it blocks decides about deadlocks. An
 * evaluation that may end in a run-time error remains, without the store.
 * Why that is sound. By induction over an execution: needed variables have the same values as before, since everything they
 * are computed from is needed too; so the same steps are enabled, with the same faults and messages. Steps and locations
 * remain. */

#include "model/simplify_parts.h"

struct slice {
  struct visit visit;             /* marks what an expression reads */
  bool *needed;                   /* per variable */
  bool changed;
};

static void
need (struct slice *c, uint32_t var)
{
  assert (var < c->visit.s->nvars);
  c->changed |= !c->needed[var];
  c->needed[var] = true;
}

static void
need_read (void *context, uint32_t proc, const struct pg_expr *e)
{
  struct slice *c = context;
  if (e->op == E_LOAD)
    need (c, simplify_var (c->visit.s, proc, e->place));
  else if (e->op == E_REMOTE_LOAD)
    need (c, c->visit.s->base[e->proc] + e->place->var);
}

static bool
argument_matters (const struct slice *c, const struct pg_expr *run, uint32_t i)
{
  const struct simplify *s = c->visit.s;
  return i >= s->pg->procs[run->proc].nparams || c->needed[s->base[run->proc] + i];
}

/* Everything the expression reads, arguments of unused parameters excepted. */
static void
need_expr (struct slice *c, struct pg_expr *e)
{
  if (!e)
    return;
  if (!pg_expr_has (e, E_RUN)) {
    visit_expr (&c->visit, e);
    return;
  }
  for (int k = 0; k < 3; k++)
    need_expr (c, e->kid[k]);
  for (uint32_t i = 0; i < e->nargs; i++)
    if (argument_matters (c, e, i) || expr_may_fault (c->visit.s, c->visit.proc, e->args[i]))
      need_expr (c, e->args[i]);
}

/* Marks what decides whether the evaluation of the expression fails, if its value is not used: for an array element only
 * the index. */
static void
need_fault (struct slice *c, struct pg_expr *e)
{
  if (!e || !expr_may_fault (c->visit.s, c->visit.proc, e))
    return;
  if (e->op == E_LOAD)
    visit_place (&c->visit, e->place);
  else if (e->op == E_ADD || e->op == E_SUB || e->op == E_MUL) {
    need_fault (c, e->kid[0]);
    need_fault (c, e->kid[1]);
  } else if (e->op != E_LOAD)
    need_expr (c, e);
}

static void
need_assignment (struct slice *c, struct pg_act *a)
{
  const struct simplify *s = c->visit.s;
  uint32_t var = simplify_var (s, c->visit.proc, a->place);
  if (pg_expr_has (a->expr, E_RUN) && a->expr->op != E_RUN)
    need (c, var);
  if (pg_expr_has (a->expr, E_ENABLED))    /* as a guard it would be evaluated by the process that it tests */
    need (c, var);
  if (c->needed[var] || a->expr->op == E_RUN)
    need_expr (c, a->expr);
  else
    need_fault (c, a->expr);
  if (c->needed[var] || place_may_fault (s, c->visit.proc, a->place))
    visit_place (&c->visit, a->place);
}

static void
need_receive (struct slice *c, struct pg_act *a)
{
  const struct simplify *s = c->visit.s;
  visit_expr (&c->visit, a->chan);
  walk_msg (a->msg, c->visit.proc, c->visit.see, c);
  for (uint32_t i = 0; i < a->msg->nargs; i++)
    if (a->msg->args[i].kind == ARG_STORE && place_may_fault (s, c->visit.proc, a->msg->args[i].place))
      need (c, simplify_var (s, c->visit.proc, a->msg->args[i].place));
}

static void
need_act (struct slice *c, struct pg_act *a)
{
  switch (a->kind) {
  case ACT_ASSIGN:
    need_assignment (c, a);
    break;
  case ACT_RECV:
    need_receive (c, a);
    break;
  case ACT_GUARD:
    need_expr (c, a->expr);
    break;
  case ACT_PRINT:
    /* fall through */
  default:
    visit_act (&c->visit, a);
    if (a->place)
      need (c, simplify_var (c->visit.s, c->visit.proc, a->place));
  }
}

/* Marks an initialiser as needed if its evaluation may fail. */
static void
need_initialiser (struct slice *c, struct pg_act *a)
{
  if (a->kind == ACT_ASSIGN && (expr_may_fault (c->visit.s, c->visit.proc, a->expr) ||
                                place_may_fault (c->visit.s, c->visit.proc, a->place)))
    need (c, simplify_var (c->visit.s, c->visit.proc, a->place));
  need_act (c, a);
}

static void
need_proc (struct slice *c, uint32_t proc)
{
  const struct pg_proc *p = &c->visit.s->pg->procs[proc];
  c->visit.proc = proc;
  visit_expr (&c->visit, pg_provided (p));
  for (uint32_t i = 0; i < p->nvars && !pg_runs (p); i++)
    need (c, c->visit.s->base[proc] + i);
  for (uint32_t i = 0; i < p->ninit; i++)
    need_initialiser (c, &p->init[i]);
  for (uint32_t e = 0; e < p->nedges; e++)
    for (uint32_t i = 0; i < p->edges[e].nacts; i++) {
      struct pg_act *a = &p->edges[e].acts[i];
      if (!pg_runs (p) && a->place)       /* automata are not changed */
        need (c, simplify_var (c->visit.s, proc, a->place));
      need_act (c, a);
    }
}

static void
find_needed (struct slice *c)
{
  struct simplify *s = c->visit.s;
  for (uint32_t i = 0; i < s->nvars; i++)
    c->needed[i] = s->watched[i] || (s->hidden_only && !(i < s->pg->nvars && s->pg->promela && s->pg->promela->hidden[i]));
  do {
    c->changed = false;
    c->visit.proc = PG_ALL;
    for (uint32_t i = 0; i < s->pg->ninit; i++)
      need_initialiser (c, &s->pg->init[i]);
    for (uint32_t p = 0; p < s->pg->nprocs; p++)
      need_proc (c, p);
  } while (c->changed);
}

/* ---- rewriting ---- */

/* An expression that is never 0, but fails exactly if e does. */
static struct pg_expr *
only_faults (struct simplify *s, struct pg_expr *e)
{
  struct pg_expr *zero = simplify_binary (s, E_AND, e, simplify_const (s, 0, e->pos));
  return simplify_binary (s, E_OR, zero, simplify_const (s, 1, e->pos));
}

static struct pg_expr *
load (struct simplify *s, struct pg_place *place)
{
  struct pg_expr *e = ARENA_NEW (&s->pg->arena, struct pg_expr);
  e->op = E_LOAD;
  e->place = place;
  e->pos = place->pos;
  return e;
}

/* Removes the store: the value is evaluated first, then the address of the cell, the order in which they can fail. */
static void
drop_store (struct simplify *s, uint32_t proc, struct pg_act *a)
{
  struct pg_expr *value = expr_may_fault (s, proc, a->expr) ? a->expr : NULL;
  struct pg_expr *cell = place_may_fault (s, proc, a->place) ? load (s, a->place) : NULL;
  assert (a->kind == ACT_ASSIGN && !s->watched[simplify_var (s, proc, a->place)]);
  a->kind = ACT_GUARD;
  a->place = NULL;
  if (value && value->op == E_RUN)
    return;                       /* the value of an executed run is never 0 */
  if (value && cell)
    a->expr = simplify_binary (s, E_AND, only_faults (s, value), only_faults (s, cell));
  else if (value || cell)
    a->expr = only_faults (s, value ? value : cell);
  else
    a->expr = simplify_const (s, 1, a->pos);
}

static void
zero_arguments (void *context, uint32_t proc, const struct pg_expr *e)
{
  struct slice *c = context;
  struct simplify *s = c->visit.s;
  if (e->op != E_RUN)
    return;
  for (uint32_t i = 0; i < e->nargs; i++)
    if (argument_matters (c, e, i))
      continue;
    else if (expr_may_fault (s, proc, e->args[i]))
      e->args[i] = simplify_binary (s, E_MUL, e->args[i], simplify_const (s, 0, e->pos));
    else
      e->args[i] = simplify_const (s, 0, e->pos);
}

static void
rewrite_act (struct slice *c, struct pg_act *a)
{
  struct simplify *s = c->visit.s;
  uint32_t proc = c->visit.proc;
  if (a->kind == ACT_ASSIGN && !c->needed[simplify_var (s, proc, a->place)])
    drop_store (s, proc, a);
  for (uint32_t i = 0; a->kind == ACT_RECV && i < a->msg->nargs; i++) {
    struct pg_arg *arg = &a->msg->args[i];
    if (arg->kind == ARG_STORE && !c->needed[simplify_var (s, proc, arg->place)])
      *arg = (struct pg_arg){.kind = ARG_IGNORE};
  }
  visit_act (&c->visit, a);
}

static uint32_t
drop_initialisers (struct slice *c, struct pg_act *acts, uint32_t n)
{
  uint32_t kept = 0;
  for (uint32_t i = 0; i < n; i++)
    if (c->needed[simplify_var (c->visit.s, c->visit.proc, acts[i].place)])
      acts[kept++] = acts[i];
  return kept;
}

/* Marks variables that are no longer assigned as internal, so that they are not shown. */
static void
hide (const struct slice *c, struct pg_var *vars, uint32_t n, uint32_t base)
{
  for (uint32_t i = 0; i < n; i++)
    vars[i].internal |= !c->needed[base + i];
}

static void
rewrite (struct slice *c)
{
  struct simplify *s = c->visit.s;
  struct pg *pg = s->pg;
  c->visit.see = zero_arguments;
  c->visit.proc = PG_ALL;
  pg->ninit = drop_initialisers (c, pg->init, pg->ninit);
  hide (c, pg->vars, pg->nvars, 0);
  for (uint32_t p = 0; p < pg->nprocs; p++) {
    struct pg_proc *proc = &pg->procs[p];
    if (!pg_runs (proc))
      continue;
    c->visit.proc = p;
    proc->ninit = drop_initialisers (c, proc->init, proc->ninit);
    hide (c, proc->vars, proc->nvars, s->base[p]);
    for (uint32_t e = 0; e < proc->nedges; e++)
      for (uint32_t i = 0; i < proc->edges[e].nacts; i++)
        rewrite_act (c, &proc->edges[e].acts[i]);
  }
}

void
simplify_unused (struct simplify *s)
{
  struct slice c = {.visit = {.see = need_read, .s = s}};
  c.needed = mem_zalloc ((s->nvars + 1) * sizeof *c.needed);
  find_needed (&c);
  rewrite (&c);
  mem_free (c.needed);
}
