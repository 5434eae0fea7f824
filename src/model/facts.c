/* The facts about a program graph, from its parts. */
#include "model/facts.h"

#include <assert.h>

static void
see_unsound (void *context, uint32_t proc, const struct pg_expr *e)
{
  const char **why = context;
  switch (e->op) {
  case E_TIMEOUT:
    if (proc == PG_ALL)
      *why = "the property uses timeout";
    break;
  case E_LAST: *why = "the model uses _last"; break;
  case E_ENABLED: *why = "the model uses enabled()"; break;
  case E_NP: *why = "the model uses np_"; break;
  case E_PC_VALUE: *why = "the model uses pc_value()"; break;
  case E_GET_PRIORITY: *why = "the model uses priorities"; break;
  default: break;
  }
}

static void
find_kept_vars (struct facts *f)
{
  const struct pg *pg = f->pg;
  f->kept_vars = arena_alloc (&f->arena, (pg->nprocs + 1) * sizeof *f->kept_vars);
  for (uint32_t p = 0; p < pg->nprocs; p++) {
    uint32_t n = 0;
    f->kept_vars[p] = arena_alloc (&f->arena, (pg->procs[p].nvars + 1) * sizeof **f->kept_vars);
    for (uint32_t v = 0; v < pg->procs[p].nvars; v++)
      if (pg->procs[p].vars[v].type.kind == PG_CHAN && f->kept[f->var_base[p] + v])
        f->kept_vars[p][n++] = v;
    assert (n <= pg->procs[p].nvars);
    f->kept_vars[p][n] = PG_ALL;
  }
}

/* Compiles the channels claimed by xr and xs. False: a claim may change while the process lives. */
static bool
compile_exclusives (struct facts *f)
{
  const struct pg *pg = f->pg;
  const struct pg_promela *promela = pg_promela (pg);
  f->exclusives = arena_alloc (&f->arena, (promela->nexclusives + 1) * sizeof *f->exclusives);
  for (uint32_t i = 0; i < promela->nexclusives; i++) {
    const struct pg_exclusive *x = &promela->exclusives[i];
    struct pg_expr *load = ARENA_NEW (&f->arena, struct pg_expr);
    *load = (struct pg_expr) {.op = E_LOAD, .pos = x->pos, .place = x->place};
    bool global = x->place->region == REGION_GLOBAL;
    if (!f->kept[x->place->var + (global ? 0 : f->var_base[x->proc])])
      return false;
    for (uint8_t k = 0; k < x->place->nindex; k++)
      if (x->place->index[k]->op != E_CONST)
        return false;
    f->exclusives[i] = f->compiler->class->compile (f->compiler, load, &pg->procs[x->proc]);
  }
  return true;
}

void
facts_init_touched (struct facts *f, const struct pg *pg, struct inspector *inspector)
{
  *f = (struct facts) {.pg = pg, .compiler = inspector};
  facts_points_to (f);
  facts_process_identity (f);
  facts_effects (f);
  f->compiler = NULL;
}

bool
facts_init (struct facts *f, const struct pg *pg, struct inspector *inspector, const struct facts_config *config, const char **why)
{
  assert (pg->nprocs && inspector);
  *f = (struct facts) {.pg = pg, .compiler = inspector, .visible = config->visible, .nvisible = config->nvisible,
                       .labels = config->labels, .fair = config->fair};
  *why = pg_uses (pg, USES_PRIORITY) ? "the model uses priorities" : pg_uses (pg, USES_LAST) ? "the model uses _last" : NULL;
  walk_program (f, see_unsound, why);
  if (*why)
    return false;
  facts_points_to (f);
  if (!compile_exclusives (f)) {
    *why = "xr or xs names a channel variable that changes";
    return false;
  }
  if (!config->exact)
    facts_process_identity (f);
  facts_effects (f);
  facts_visibility (f);
  facts_nonblocking (f);
  if (f->watch_reads) {
    *why = "the trace automaton reads variables";
    return false;
  }
  facts_now (f);
  facts_future (f);
  if (config->locks)
    facts_lock_patterns (f);
  find_kept_vars (f);
  if (config->steps)
    facts_steps (f);
  if (config->guards)
    facts_guards (f);
  f->compiler = NULL;
  return true;
}

void
facts_release (struct facts *f)
{
  for (uint32_t p = 0; f->procs && p < f->pg->nprocs; p++)
    for (uint32_t e = 0; e < f->pg->procs[p].nedges; e++)
      VEC_FREE (f->procs[p].edges[e].uses);
  arena_release (&f->arena);
}
