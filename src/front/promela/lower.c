/* Lowers a model, in this order:
 *
 *   1. types, globals, then parameters and locals of every process type
 *   2. statements to elements, process by process
 *   3. remotely referenced labels; successors of elements
 *   4. locations and edges; properties; the finished graph
 *
 * Stages 3 and 4 run only if there were no errors. */
#include "front/promela/lower.h"

#include <assert.h>
#include <string.h>

#include "front/promela/elem.h"
#include "front/promela/promela.h"
#include "front/promela/sugar.h"

static void
lower_mtypes (struct lower *l)
{
  lower_mtype_set (l, NULL);
  for (int i = 0; i < l->ast->nmtypes; i++) {
    const struct ast_mtype *m = &l->ast->mtypes[i];
    uint32_t index = lower_mtype_set (l, m->set);
    struct pg_mtype_set *set = &l->pg->promela->mtype_sets[index];
    if (m->value < 1 || m->value > 255)
      continue;
    if (!set->names)
      set->names = arena_alloc (&l->pg->arena, 256 * sizeof *set->names);
    set->names[m->value] = arena_strdup (&l->pg->arena, m->name);
    if (set->nnames <= (uint32_t) m->value)
      set->nnames = (uint32_t) m->value + 1;
  }
}

/* ---- process types ---- */

static void register_seq (struct lower *, const struct ast_seq *, bool *early);

static void
register_stmt (struct lower *l, const struct ast_stmt *s, bool *early)
{
  for (int i = 0; i < s->nsyms; i++) {
    VEC_PUSH (l->proc->locals, s->syms[i]);
    lower_register (l, s->syms[i], l->proc);
    lower_initial (l, s->syms[i], !*early || s->inline_id, l->proc);
  }
  if (s->kind == S_FOR_IN)
    sugar_counter (l, s);
  bool late = false;
  for (int i = 0; i < s->nseqs; i++)
    register_seq (l, s->seqs[i], &late);
  if (s->kind != S_DECL && s->kind != S_XR && s->kind != S_XS)
    *early = false;
}

static void
register_seq (struct lower *l, const struct ast_seq *seq, bool *early)
{
  for (int i = 0; i < seq->nstmts; i++)
    register_stmt (l, seq->stmts[i], early);
}

static bool
has_array (const struct ast_sym *s)
{
  if (s->is_array)
    return true;
  for (int f = 0; s->type == AST_STRUCT && f < s->structure->nfields; f++)
    if (has_array (s->structure->fields[f]))
      return true;
  return false;
}

static void
register_proc (struct lower *l, struct proc_lower *p)
{
  l->proc = p;
  for (int i = 0; i < p->ast->nparams; i++) {
    struct ast_sym *s = p->ast->params[i];
    VEC_PUSH (p->locals, s);
    lower_register (l, s, p);
    if (l->syms.data[s->id - 1].count && has_array (s))
      diag_error (l->diag, s->pos, "parameter %s is or contains an array", s->name);
  }
  l->pg->procs[p->index].nparams = (uint32_t) p->vars.count;
  bool early = true;
  register_seq (l, p->ast->body, &early);
  if (p->ast->kind == PROC_NEVER && p->locals.count)
    diag_error (l->diag, p->locals.data[0]->pos, "a never claim cannot have variables");
  l->proc = NULL;
}

static enum pg_proc_kind
proc_kind (enum ast_proc_kind kind)
{
  switch (kind) {
  case PROC_INIT: return PG_INIT;
  case PROC_NEVER: return PG_NEVER;
  case PROC_TRACE: return PG_TRACE;
  case PROC_NOTRACE: return PG_NOTRACE;
  default: return PG_PROCTYPE;
  }
}

static void
build_proc (struct lower *l, struct proc_lower *p)
{
  struct pg_proc *proc = l->pg->procs + p->index;
  struct pg_promela *promela = l->pg->promela;
  const struct ast_proc *ast = p->ast;
  l->proc = p;
  l->in_claim = ast->kind == PROC_NEVER;
  l->in_trace = ast->kind == PROC_TRACE || ast->kind == PROC_NOTRACE;
  proc->name = arena_strdup (&l->pg->arena, ast->name);
  proc->pos = ast->pos;
  proc->active = ast->kind == PROC_INIT ? 1 : ast->kind == PROC_PROCTYPE && ast->active > 0 ? (uint32_t) ast->active : 0;
  proc->promela->kind = proc_kind (ast->kind);
  proc->promela->priority = ast->priority > 0 ? ast->priority : 1;
  if (ast->priority)
    promela->uses |= USES_PRIORITY;
  if (ast->provided) {
    proc->promela->provided = lower_expr (l, ast->provided);
    promela->uses |= USES_PROVIDED;
  }
  if (l->in_trace)
    promela->trace_proc = p->index;
  elem_build (l, p);
  l->proc = NULL;
  l->in_claim = l->in_trace = false;
}

static void
list_starts (struct lower *l)
{
  struct pg *pg = l->pg;
  uint64_t n = 0;
  for (uint32_t i = 0; i < pg->nprocs; i++)
    n += pg->procs[i].active;
  if (n > 255 || n == 0) {
    diag_error (l->diag, (struct pos){ .file = pg->file, .line = 1 }, n ? "%llu active processes, expected at most 255"
                : "no process to run: expected init or an active proctype", (unsigned long long) n);
    return;
  }
  pg->starts = arena_alloc (&pg->arena, n * sizeof *pg->starts);
  for (uint32_t i = 0; i < pg->nprocs; i++)
    for (uint32_t k = 0; k < pg->procs[i].active; k++)
      pg->starts[pg->nstarts++] = i;
  assert (pg->nstarts == n);
}

/* ---- the whole model ---- */

static void
keep_all (struct lower *l)
{
  struct pg *pg = l->pg;
  VEC_MOVE (l->globals, &pg->arena, pg->vars, pg->nvars);
  VEC_MOVE (l->init, &pg->arena, pg->init, pg->ninit);
  VEC_MOVE (l->chan_types, &pg->arena, pg->chan_types, pg->nchan_types);
  VEC_MOVE (l->exclusives, &pg->arena, pg->promela->exclusives, pg->promela->nexclusives);
  pg->promela->hidden = arena_alloc (&pg->arena, pg->nvars + 1);
  for (size_t i = 0; i < l->syms.count; i++)
    if (l->syms.data[i].sym->hidden) {
      assert (l->syms.data[i].region == REGION_GLOBAL && l->syms.data[i].first + l->syms.data[i].count <= pg->nvars);
      memset (pg->promela->hidden + l->syms.data[i].first, true, l->syms.data[i].count);
    }
  for (uint32_t i = 0; i < pg->nprocs; i++) {
    VEC_MOVE (l->procs[i].vars, &pg->arena, pg->procs[i].vars, pg->procs[i].nvars);
    VEC_MOVE (l->procs[i].init, &pg->arena, pg->procs[i].init, pg->procs[i].ninit);
  }
  for (size_t i = 0; i < l->remote_labels.count; i++) {
    const struct remote_label *r = &l->remote_labels.data[i];
    assert (r->elem && r->elem->loc <= pg->procs[r->expr->proc].nlocs);
    r->expr->value = r->elem ? (int32_t) r->elem->loc - 1 : -1;
  }
}

static void
release (struct lower *l)
{
  for (int i = 0; l->procs && i < l->ast->nprocs; i++) {
    struct proc_lower *p = l->procs + i;
    for (size_t k = 0; k < p->elems.count; k++) {
      VEC_FREE (p->elems.data[k]->options);
      VEC_FREE (p->elems.data[k]->steps);
    }
    VEC_FREE (p->elems);
    VEC_FREE (p->vars);
    VEC_FREE (p->locals);
    VEC_FREE (p->init);
  }
  VEC_FREE (l->syms);
  VEC_FREE (l->structs);
  VEC_FREE (l->globals);
  VEC_FREE (l->init);
  VEC_FREE (l->chan_types);
  VEC_FREE (l->exclusives);
  VEC_FREE (l->remote_labels);
  arena_release (&l->tmp);
}

/* Stage 1: types, globals, parameters and locals. */
static void
declare (struct lower *l)
{
  lower_mtypes (l);
  for (int i = 0; i < l->ast->nglobals; i++)
    lower_register (l, l->ast->globals[i], NULL);
  lower_initial_globals (l);
  l->pg->nprocs = (uint32_t) l->ast->nprocs;
  l->pg->procs = arena_alloc (&l->pg->arena, (l->pg->nprocs + 1) * sizeof *l->pg->procs);
  l->procs = arena_alloc (&l->tmp, (l->pg->nprocs + 1) * sizeof *l->procs);
  for (uint32_t i = 0; i < l->pg->nprocs; i++) {
    l->procs[i].ast = l->ast->procs[i];
    l->procs[i].index = i;
    l->pg->procs[i].promela = ARENA_NEW (&l->pg->arena, struct pg_promela_proc);
    register_proc (l, l->procs + i);
  }
}

static bool
each_proc (struct lower *l, void (*stage) (struct lower *, struct proc_lower *), int errors)
{
  assert (!l->proc);
  for (uint32_t i = 0; i < l->pg->nprocs; i++) {
    l->proc = l->procs + i;
    stage (l, l->procs + i);
  }
  l->proc = NULL;
  return l->diag->errors == errors;
}

static struct lower
lower_start (struct ast_model *ast, struct diag *diag)
{
  struct lower l = { .ast = ast, .diag = diag, .pg = mem_zalloc (sizeof (struct pg)) };
  l.pg->file = arena_strdup (&l.pg->arena, ast->file ? ast->file : "");
  l.pg->promela = ARENA_NEW (&l.pg->arena, struct pg_promela);
  l.pg->promela->trace_proc = PG_ALL;
  return l;
}

/* Stages 2 to 4; false after a message. */
static bool
translate (struct lower *l, int errors)
{
  each_proc (l, build_proc, errors);
  lower_properties (l);
  flow_remote_labels (l);
  list_starts (l);
  if (l->diag->errors != errors || !each_proc (l, flow_resolve, errors) || !each_proc (l, edges_emit, errors))
    return false;
  keep_all (l);
  return true;
}

struct pg *
promela_lower (struct ast_model *ast, struct diag *diag)
{
  int errors = diag->errors;
  struct lower l = lower_start (ast, diag);
  declare (&l);
  if (translate (&l, errors))
    pg_finish (l.pg);
  else {
    pg_free (l.pg);
    l.pg = NULL;
  }
  release (&l);
  return l.pg;
}

/* Lowering the tree again gives the same variables and locations, so an expression lowered against the copy fits the graph.
 * A label on a goto is a location only if the model itself refers to it. */
struct pg_expr *
lower_extra (struct ast_model *ast, struct pg *pg, const struct ast_expr *e, struct diag *diag)
{
  struct diag quiet = { 0 };
  struct lower l = lower_start (ast, &quiet);
  declare (&l);
  assert (l.pg->nprocs == pg->nprocs && l.globals.count == pg->nvars);
  l.diag = diag;
  l.in_claim = true;
  struct arena copy = l.pg->arena;
  l.pg->arena = pg->arena;
  struct pg_expr *r = lower_expr (&l, e);
  pg->arena = l.pg->arena;
  l.pg->arena = copy;
  l.in_claim = false;
  l.diag = &quiet;
  if (r && !translate (&l, 0)) {
    diag_error (diag, e->pos, "no such label");
    r = NULL;
  }
  for (uint32_t i = 0; r && i < pg->nprocs; i++)
    if (l.pg->procs[i].nlocs != pg->procs[i].nlocs) {
      diag_error (diag, e->pos, "a label on a goto can only be asked for in the model itself");
      r = NULL;
    }
  pg->promela->uses |= l.pg->promela->uses;
  pg_free (l.pg);
  release (&l);
  return r;
}
