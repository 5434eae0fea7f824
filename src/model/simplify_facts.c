/* Facts about a program that the simplifications use. */

#include "model/simplify_parts.h"

/* ---- walking ---- */

/* Visits what is read outside of the program's own steps. */
static void
visit_outside (struct visit *v)
{
  struct simplify *s = v->s;
  v->proc = PG_ALL;
  for (uint32_t i = 0; i < s->nkeep; i++)
    visit_expr (v, s->keep[i]);
  for (uint32_t i = 0; i < s->pg->nproperties; i++)
    if (s->pg->properties[i].kind == PROP_LTL)
      walk_formula (s->pg->properties[i].formula, v->see, v);
  const struct pg_promela *promela = pg_promela (s->pg);
  for (uint32_t i = 0; i < promela->nexclusives; i++) {
    v->proc = promela->exclusives[i].proc;
    visit_place (v, promela->exclusives[i].place);
  }
}

static void
visit_proc (struct visit *v, uint32_t proc)
{
  const struct pg_proc *p = &v->s->pg->procs[proc];
  v->proc = proc;
  visit_expr (v, pg_provided (p));
  for (uint32_t i = 0; i < p->ninit; i++)
    visit_act (v, &p->init[i]);
  for (uint32_t e = 0; e < p->nedges; e++)
    for (uint32_t i = 0; i < p->edges[e].nacts; i++)
      visit_act (v, &p->edges[e].acts[i]);
}

void
visit_everything (struct visit *v)
{
  visit_outside (v);
  v->proc = PG_ALL;
  for (uint32_t i = 0; i < v->s->pg->ninit; i++)
    visit_act (v, &v->s->pg->init[i]);
  for (uint32_t p = 0; p < v->s->pg->nprocs; p++)
    visit_proc (v, p);
}

/* ---- variables ---- */

uint32_t
simplify_var (const struct simplify *s, uint32_t proc, const struct pg_place *place)
{
  assert (place->region == REGION_GLOBAL ? place->var < s->pg->nvars
          : proc < s->pg->nprocs && place->var < s->pg->procs[proc].nvars);
  return place->region == REGION_GLOBAL ? place->var : s->base[proc] + place->var;
}

/* Remote references read frames and locations; anything read from outside is watched. */
static void
see_remote (void *context, uint32_t proc, const struct pg_expr *e)
{
  struct simplify *s = ((struct visit *) context)->s;
  (void) proc;
  assert ((e->op != E_REMOTE_LOAD && e->op != E_REMOTE_LOC) || e->proc < s->pg->nprocs);
  if (e->op == E_REMOTE_LOAD)
    s->watched[s->base[e->proc] + e->place->var] = true;
  else if (e->op == E_REMOTE_LOC && (uint32_t) e->value < s->pg->procs[e->proc].nlocs)
    s->pg->procs[e->proc].locs[e->value].flags |= LOC_REMOTE;
}

static void
see_outside (void *context, uint32_t proc, const struct pg_expr *e)
{
  struct simplify *s = ((struct visit *) context)->s;
  if (e->op == E_LOAD)
    s->watched[simplify_var (s, proc, e->place)] = true;
}

static void
find_watched (struct simplify *s)
{
  visit_everything (&(struct visit){.see = see_remote, .s = s});
  struct visit v = {.see = see_outside, .s = s};
  visit_outside (&v);
  for (uint32_t i = 0; i < pg_promela (s->pg)->nexclusives; i++) {
    const struct pg_exclusive *x = &pg_promela (s->pg)->exclusives[i];
    s->watched[simplify_var (s, x->proc, x->place)] = true;
  }
  for (uint32_t p = 0; p < s->pg->nprocs; p++)
    if (!pg_runs (&s->pg->procs[p]))
      visit_proc (&v, p);
}

static void
note_writes (struct simplify *s, uint32_t proc, const struct pg_act *a)
{
  if (a->place)
    s->constant[simplify_var (s, proc, a->place)] = false;
  for (uint32_t i = 0; a->kind == ACT_RECV && i < a->msg->nargs; i++)
    if (a->msg->args[i].kind == ARG_STORE)
      s->constant[simplify_var (s, proc, a->msg->args[i].place)] = false;
}

static void
find_constants (struct simplify *s)
{
  for (uint32_t i = 0; i < s->pg->nvars; i++)
    s->constant[i] = true;
  for (uint32_t p = 0; p < s->pg->nprocs; p++) {
    const struct pg_proc *proc = &s->pg->procs[p];
    for (uint32_t i = 0; i < proc->ninit; i++)
      note_writes (s, p, &proc->init[i]);
    for (uint32_t e = 0; e < proc->nedges; e++)
      for (uint32_t i = 0; i < proc->edges[e].nacts; i++)
        note_writes (s, p, &proc->edges[e].acts[i]);
  }
}

void
simplify_facts (struct simplify *s)
{
  s->base = mem_zalloc ((s->pg->nprocs + 1) * sizeof *s->base);
  s->nvars = s->pg->nvars;
  for (uint32_t p = 0; p < s->pg->nprocs; p++) {
    s->base[p] = s->nvars;
    s->nvars += s->pg->procs[p].nvars;
  }
  s->watched = mem_zalloc ((s->nvars + 1) * sizeof *s->watched);
  s->constant = mem_zalloc ((s->nvars + 1) * sizeof *s->constant);
  find_watched (s);
  find_constants (s);
  assert (s->nvars >= s->pg->nvars);
}

/* ---- ranges of values, by types ---- */

struct range {
  int64_t lo, hi;
};

static const struct range any_value = {INT32_MIN, INT32_MAX};

static struct range
type_range (const struct pg_type *t)
{
  if (t->is_signed && t->bits < 16)
    return any_value;
  if (!t->is_signed && t->bits < 32)
    return (struct range){0, ((int64_t) 1 << t->bits) - 1};
  if (t->is_signed && t->bits == 16)
    return (struct range){INT16_MIN, INT16_MAX};
  return any_value;
}

static struct range
within (struct range r)
{
  assert (r.lo <= r.hi);
  return r.lo < INT32_MIN || r.hi > INT32_MAX ? any_value : r;
}

static struct range expr_range (const struct simplify *, uint32_t proc, const struct pg_expr *);

static struct range
arithmetic_range (const struct simplify *s, uint32_t proc, const struct pg_expr *e)
{
  struct range a = expr_range (s, proc, e->kid[0]), b = expr_range (s, proc, e->kid[1]);
  switch (e->op) {
  case E_ADD:
    return within ((struct range){a.lo + b.lo, a.hi + b.hi});
  case E_SUB:
    return within ((struct range){a.lo - b.hi, a.hi - b.lo});
  case E_MOD:
    if (a.lo >= 0 && b.lo > 0)
      return (struct range){0, a.hi < b.hi - 1 ? a.hi : b.hi - 1};
    return any_value;
  case E_DIV:
    if (a.lo >= 0 && b.lo > 0)
      return (struct range){0, a.hi};
    return any_value;
  default:                        /* E_BITAND */
    if (a.lo >= 0 && b.lo >= 0)
      return (struct range){0, a.hi < b.hi ? a.hi : b.hi};
    return any_value;
  }
}

static struct range
expr_range (const struct simplify *s, uint32_t proc, const struct pg_expr *e)
{
  if (e->op != E_CONST && pg_bits (e) != 32)
    return any_value;             /* its arithmetic wraps at another width; no index of such a width is known to be in bounds */
  switch (e->op) {
  case E_CONST:
    return (struct range){e->value, e->value};
  case E_LOAD: {
    bool global = e->place->region == REGION_GLOBAL;
    return type_range (&(global ? s->pg->vars : s->pg->procs[proc].vars)[e->place->var].type);
  }
  case E_REMOTE_LOAD:
    return type_range (&s->pg->procs[e->proc].vars[e->place->var].type);
  case E_ADD: case E_SUB: case E_MOD: case E_DIV: case E_BITAND:
    return arithmetic_range (s, proc, e);
  case E_COND: {
    struct range a = expr_range (s, proc, e->kid[1]), b = expr_range (s, proc, e->kid[2]);
    return (struct range){a.lo < b.lo ? a.lo : b.lo, a.hi > b.hi ? a.hi : b.hi};
  }
  case E_NOT: case E_LT: case E_LE: case E_GT: case E_GE: case E_EQ: case E_NE: case E_AND: case E_OR:
    return (struct range){0, 1};
  case E_PID:
    return (struct range){0, 255};
  default:
    return any_value;
  }
}

/* ---- faults ---- */

static bool
index_may_fault (const struct simplify *s, uint32_t proc, const struct pg_place *place, const struct pg_var *v)
{
  assert (place->nindex == v->ndims);
  if (place->inside)
    return false;
  for (uint8_t k = 0; k < place->nindex; k++) {
    struct range r = expr_range (s, proc, place->index[k]);
    if (r.lo < 0 || r.hi >= v->dim[k] || expr_may_fault (s, proc, place->index[k]))
      return true;
  }
  return false;
}

bool
place_may_fault (const struct simplify *s, uint32_t proc, const struct pg_place *place)
{
  bool global = place->region == REGION_GLOBAL;
  return index_may_fault (s, proc, place, &(global ? s->pg->vars : s->pg->procs[proc].vars)[place->var]);
}

bool
expr_may_fault (const struct simplify *s, uint32_t proc, const struct pg_expr *e)
{
  if (!e)
    return false;
  struct range divisor;
  switch (e->op) {
  case E_LOAD:
    return place_may_fault (s, proc, e->place);
  case E_UDIV: case E_UMOD:
    return e->kid[1]->op != E_CONST || !e->kid[1]->value || expr_may_fault (s, proc, e->kid[0]);
  case E_DIV: case E_MOD:
    divisor = expr_range (s, proc, e->kid[1]);
    if (divisor.lo <= 0 && divisor.hi >= 0)
      return true;
    break;
  case E_LEN: case E_EMPTY: case E_FULL: case E_NEMPTY: case E_NFULL: case E_POLL:  /* no such channel */
  case E_RUN: case E_ENABLED: case E_REMOTE_LOC: case E_REMOTE_LOAD:                /* no such process */
    return true;
  default:
    break;
  }
  return expr_may_fault (s, proc, e->kid[0]) || expr_may_fault (s, proc, e->kid[1]) ||
         expr_may_fault (s, proc, e->kid[2]);
}

bool
act_is_skip (const struct pg_act *a)
{
  return a->kind == ACT_GUARD && a->expr->op == E_CONST && a->expr->value;
}

/* ---- building ---- */

struct pg_expr *
simplify_const (struct simplify *s, int32_t value, struct pos pos)
{
  struct pg_expr *e = ARENA_NEW (&s->pg->arena, struct pg_expr);
  e->op = E_CONST;
  e->value = value;
  e->pos = pos;
  return e;
}

struct pg_expr *
simplify_binary (struct simplify *s, enum pg_op op, struct pg_expr *a, struct pg_expr *b)
{
  struct pg_expr *e = ARENA_NEW (&s->pg->arena, struct pg_expr);
  e->op = op;
  e->kid[0] = a;
  e->kid[1] = b;
  e->pos = a->pos;
  return e;
}
