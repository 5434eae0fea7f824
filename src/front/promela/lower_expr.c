/* Expressions and places. */
#include "front/promela/lower.h"

#include <assert.h>
#include <string.h>

static struct pg_expr *
new_expr (struct lower *l, enum pg_op op, struct pos pos)
{
  struct pg_expr *e = ARENA_NEW (&l->pg->arena, struct pg_expr);
  e->op = op;
  e->pos = pos;
  return e;
}

struct pg_expr *
lower_const (struct lower *l, int32_t value, struct pos pos)
{
  struct pg_expr *e = new_expr (l, E_CONST, pos);
  e->value = value;
  return e;
}

struct pg_act *
lower_skip (struct lower *l, struct pos pos)
{
  struct pg_act *a = ARENA_NEW (&l->pg->arena, struct pg_act);
  *a = (struct pg_act){ .kind = ACT_GUARD, .pos = pos, .expr = lower_const (l, 1, pos) };
  return a;
}

struct pg_expr *
lower_load (struct lower *l, struct pg_place *place)
{
  struct pg_expr *e = new_expr (l, E_LOAD, place->pos);
  e->place = place;
  return e;
}

const struct ast_proc *
lower_find_proc (const struct lower *l, const char *name, uint32_t *index)
{
  for (int i = 0; i < l->ast->nprocs; i++)
    if (!strcmp (l->ast->procs[i]->name, name)) {
      *index = (uint32_t) i;
      return l->ast->procs[i];
    }
  return NULL;
}

/* ---- places ---- */

/* Adds the index of one array on the path; a scalar may be written x[0]. */
static bool
add_index (struct lower *l, struct ref *r, const struct ast_sym *s, const struct ast_expr *index, struct pos pos)
{
  if (!s->is_array) {
    if (!index || (index->op == X_CONST && index->value == 0))
      return true;
    diag_error (l->diag, pos, "%s is not an array", s->name);
    return false;
  }
  if (!index) {
    diag_error (l->diag, pos, "missing index for array %s[%d]", s->name, s->count);
    return false;
  }
  if (r->nindex == PG_MAX_DIMS)
    return false;
  struct pg_expr *i = lower_expr (l, index);
  if (!i)
    return false;
  if (i->op == E_CONST && (i->value < 0 || i->value >= s->count))
    diag_warning (l->diag, pos, "index %d is outside %s[%d]", (int) i->value, s->name, s->count);
  r->index[r->nindex++] = i;
  return true;
}

bool
lower_ref (struct lower *l, const struct ast_expr *e, struct ref *r)
{
  *r = (struct ref){ .sym = e->sym, .pos = e->pos };
  assert (e->sym->id > 0 && (size_t) e->sym->id <= l->syms.count);
  const struct sym_info *info = &l->syms.data[e->sym->id - 1];
  if (!info->count)
    return false;
  r->region = info->region;
  r->var = info->first;
  for (;;) {
    if (!add_index (l, r, r->sym, e->index, e->pos))
      return false;
    assert (r->var - info->first < info->count);
    if (!e->field)
      return true;
    const struct ast_struct *t = r->sym->structure;
    for (int f = 0; t->fields[f] != e->field->sym; f++) {
      assert (f + 1 < t->nfields);
      r->var += lower_leaves (l, t->fields[f]);
    }
    e = e->field;
    r->sym = e->sym;
  }
}

struct pg_place *
lower_ref_place (struct lower *l, const struct ref *r)
{
  assert (r->sym->type != AST_STRUCT);
  assert (r->region != REGION_GLOBAL || (r->var < l->globals.count && l->globals.data[r->var].ndims == r->nindex));
  struct pg_place *p = ARENA_NEW (&l->pg->arena, struct pg_place);
  p->var = r->var;
  p->region = r->region;
  p->nindex = r->nindex;
  p->pos = r->pos;
  memcpy (p->index, r->index, sizeof p->index);
  return p;
}

struct pg_place *
lower_place (struct lower *l, const struct ast_expr *e)
{
  struct ref r;
  if (!lower_ref (l, e, &r))
    return NULL;
  if (r.sym->type == AST_STRUCT) {
    diag_error (l->diag, e->pos, "%s is a structure, expected one of its fields", r.sym->name);
    return NULL;
  }
  return lower_ref_place (l, &r);
}

/* Inside a structure arrays of basic fields are flattened element by element. */
static bool
spread (struct lower *l, struct ref *r, bool top, void (*leaf) (void *, struct pg_place *), void *context)
{
  const struct ast_sym *s = r->sym;
  assert (top || !s->is_array || r->nindex < PG_MAX_DIMS);
  if (s->type != AST_STRUCT) {
    int n = !top && s->is_array ? s->count : 1;
    for (int i = 0; i < n; i++) {
      if (!top && s->is_array)
        r->index[r->nindex++] = lower_const (l, i, r->pos);
      leaf (context, lower_ref_place (l, r));
      if (!top && s->is_array)
        r->nindex--;
    }
    return true;
  }
  if (!top && s->is_array) {
    diag_error (l->diag, r->pos, "array of structures %s cannot be passed as a whole", s->name);
    return false;
  }
  uint32_t var = r->var;
  for (int f = 0; f < s->structure->nfields; f++) {
    r->sym = s->structure->fields[f];
    r->var = var;
    var += lower_leaves (l, r->sym);
    if (!spread (l, r, false, leaf, context))
      return false;
  }
  return true;
}

bool
lower_spread (struct lower *l, const struct ref *r, void (*leaf) (void *, struct pg_place *), void *context)
{
  struct ref copy = *r;
  return spread (l, &copy, true, leaf, context);
}

/* ---- remote references ---- */

static struct pg_expr *
remote (struct lower *l, const struct ast_expr *e, enum pg_op op)
{
  struct pg_expr *r = new_expr (l, op, e->pos);
  if (!lower_find_proc (l, e->proc_name, &r->proc)) {
    diag_error (l->diag, e->pos, "no proctype %s", e->proc_name);
    return NULL;
  }
  if (e->kid[0] && !(r->kid[0] = lower_expr (l, e->kid[0])))
    return NULL;
  return r;
}

/* A local of another process: a top-level one takes precedence over one in a block. */
static const struct ast_sym *
remote_symbol (struct lower *l, uint32_t proc, const char *name)
{
  const struct ast_sym *found = NULL;
  assert (proc < l->pg->nprocs);
  struct proc_lower *p = l->procs + proc;
  for (size_t i = 0; i < p->locals.count; i++) {
    const struct ast_sym *s = p->locals.data[i];
    if (strcmp (s->name, name))
      continue;
    if (!s->scope || !*s->scope)
      return s;
    if (!found)
      found = s;
  }
  return found;
}

static struct pg_expr *
remote_load (struct lower *l, const struct ast_expr *e)
{
  struct pg_expr *r = remote (l, e, E_REMOTE_LOAD);
  if (!r)
    return NULL;
  const struct ast_expr *v = e->kid[1];
  const char *name = v->name ? v->name : v->sym ? v->sym->name : e->name;
  const struct ast_sym *s = name ? remote_symbol (l, r->proc, name) : NULL;
  if (!s) {
    diag_error (l->diag, e->pos, "proctype %s has no variable %s", e->proc_name, name ? name : "of this name");
    return NULL;
  }
  struct ref ref = { .sym = s, .region = REGION_FRAME, .var = l->syms.data[s->id - 1].first, .pos = e->pos };
  if (s->type == AST_STRUCT || v->field) {
    diag_error (l->diag, e->pos, "%s is a structure; only basic variables and arrays can be read from outside", name);
    return NULL;
  }
  if (!l->syms.data[s->id - 1].count || !add_index (l, &ref, s, v->index, e->pos))
    return NULL;
  r->place = lower_ref_place (l, &ref);
  return r;
}

static struct pg_expr *
remote_label (struct lower *l, const struct ast_expr *e)
{
  struct pg_expr *r = remote (l, e, E_REMOTE_LOC);
  if (r)
    VEC_PUSH (l->remote_labels, (struct remote_label){ .ast = e, .expr = r });
  return r;
}

/* ---- other operators ---- */

static const struct {
  enum ast_op from;
  enum pg_op to;
} ops[] = {
  { X_NEG, E_NEG }, { X_NOT, E_NOT }, { X_COMPL, E_COMPL }, { X_ADD, E_ADD }, { X_SUB, E_SUB },
  { X_MUL, E_MUL }, { X_DIV, E_DIV }, { X_MOD, E_MOD }, { X_AND, E_AND }, { X_OR, E_OR },
  { X_BITAND, E_BITAND }, { X_BITOR, E_BITOR }, { X_BITXOR, E_BITXOR }, { X_SHL, E_SHL }, { X_SHR, E_SHR },
  { X_LT, E_LT }, { X_LE, E_LE }, { X_GT, E_GT }, { X_GE, E_GE }, { X_EQ, E_EQ }, { X_NE, E_NE },
  { X_COND, E_COND }, { X_LEN, E_LEN }, { X_EMPTY, E_EMPTY }, { X_FULL, E_FULL }, { X_NEMPTY, E_NEMPTY },
  { X_NFULL, E_NFULL }, { X_ENABLED, E_ENABLED }, { X_PC_VALUE, E_PC_VALUE }, { X_GET_PRIORITY, E_GET_PRIORITY },
  { X_TIMEOUT, E_TIMEOUT }, { X_NP, E_NP }, { X_NR_PR, E_NR_PR }, { X_LAST, E_LAST }, { X_PID, E_PID },
};

static void
warn_once (struct lower *l, bool *warned, struct pos pos, const char *what)
{
  if (!l->in_claim && !*warned)
    diag_warning (l->diag, pos, "%s", what);
  *warned = true;
}

/* Records which features the model uses. False after a message: SPIN refuses the expression here. */
static bool
note_use (struct lower *l, const struct ast_expr *e)
{
  unsigned *uses = &l->pg->promela->uses;
  switch (e->op) {
  case X_TIMEOUT: *uses |= USES_TIMEOUT; break;
  case X_LAST: *uses |= USES_LAST; break;
  case X_ENABLED:
    *uses |= USES_ENABLED;
    warn_once (l, &l->warned_enabled, e->pos, "enabled() outside a never claim");
    break;
  case X_PC_VALUE: warn_once (l, &l->warned_pc_value, e->pos, "pc_value() outside a never claim"); break;
  case X_GET_PRIORITY: case X_PRIORITY: *uses |= USES_PRIORITY; break;
  case X_NP: *uses |= USES_NP; break;
  case X_PID:
    if (!l->proc) {
      diag_error (l->diag, e->pos, "_pid can only be used in a proctype");
      return false;
    }
    break;
  default: break;
  }
  return true;
}

static struct pg_expr *
lower_plain (struct lower *l, const struct ast_expr *e)
{
  for (size_t i = 0; i < sizeof ops / sizeof *ops; i++) {
    if (ops[i].from != e->op)
      continue;
    struct pg_expr *r = new_expr (l, ops[i].to, e->pos);
    for (int k = 0; k < 3; k++)
      if (e->kid[k] && !(r->kid[k] = lower_expr (l, e->kid[k])))
        return NULL;
    return r;
  }
  diag_error (l->diag, e->pos, "this cannot be evaluated here");
  return NULL;
}

static struct pg_expr *
lower_poll (struct lower *l, const struct ast_expr *e)
{
  struct pg_expr *r = new_expr (l, E_POLL, e->pos);
  r->kid[0] = lower_expr (l, e->kid[0]);
  r->msg = lower_recv_args (l, e->args, e->nargs);
  if (!r->kid[0] || !r->msg)
    return NULL;
  r->msg->random = e->random;
  r->msg->keep = true;
  return r;
}

static struct pg_expr *
lower_run (struct lower *l, const struct ast_expr *e)
{
  struct pg_expr *r = new_expr (l, E_RUN, e->pos);
  r->value = e->value;
  if (e->value)
    l->pg->promela->uses |= USES_PRIORITY;
  return lower_run_args (l, e, r) ? r : NULL;
}

struct pg_expr *
lower_expr (struct lower *l, const struct ast_expr *e)
{
  if (!note_use (l, e))
    return NULL;
  switch (e->op) {
  case X_CONST: return lower_const (l, e->value, e->pos);
  case X_VAR: {
    struct pg_place *p = lower_place (l, e);
    return p ? lower_load (l, p) : NULL;
  }
  case X_RUN: return lower_run (l, e);
  case X_POLL: return lower_poll (l, e);
  case X_REMOTE_LABEL: return remote_label (l, e);
  case X_REMOTE_VAR: return remote_load (l, e);
  case X_PRIORITY: {
    struct pg_expr *r = new_expr (l, E_GET_PRIORITY, e->pos);
    r->kid[0] = new_expr (l, E_PID, e->pos);
    return r;
  }
  default: return lower_plain (l, e);
  }
}
