/* From C to a finished graph. */
#include "front/c/parts.h"

static void
release (struct c_program *c)
{
  for (size_t i = 0; i < c->sites.count; i++)
    VEC_FREE (c->sites.data[i].objects);
  for (size_t i = 0; i < c->objects.count; i++)
    VEC_FREE (c->objects.data[i].leaves);
  VEC_FREE (c->funcs);
  VEC_FREE (c->sites);
  VEC_FREE (c->objects);
  VEC_FREE (c->threads);
  VEC_FREE (c->vars);
  VEC_FREE (c->init);
  VEC_FREE (c->accesses);
  VEC_FREE (c->lines);
  map_release (&c->func_of);
  map_release (&c->value_of);
  map_release (&c->block_of);
  map_release (&c->site_of);
  if (c->module)
    LL (DisposeModule) (c->module);
  if (c->llvm)
    LL (ContextDispose) (c->llvm);
}

static bool
walk_all (struct c_program *c)
{
  for (uint32_t t = 0; t < c->threads.count; t++) {
    c->pg->starts[t] = t;
    if (!walk_thread (c, t))
      return false;
  }
  return true;
}

static bool
translate (struct c_program *c)
{
  struct pg *pg = c->pg;
  if (!program_read (c))
    return false;
  points_to_solve (c);
  if (!contexts_unfold (c) || !objects_lay_out (c))
    return false;
  pg->nprocs = pg->nstarts = (uint32_t) c->threads.count;
  pg->procs = arena_alloc (&pg->arena, pg->nprocs * sizeof *pg->procs);
  pg->starts = arena_alloc (&pg->arena, pg->nprocs * sizeof *pg->starts);
  if (c->config->races) {
    c->is_first_walk = true;
    if (!walk_all (c))
      return false;
    c->is_first_walk = false;
    race_find (c);
  }
  if (!walk_all (c))
    return false;
  families_tell (c);
  VEC_MOVE (c->vars, &pg->arena, pg->vars, pg->nvars);
  VEC_MOVE (c->init, &pg->arena, pg->init, pg->ninit);
  return true;
}

struct pg *
c_load (const struct c_config *config, struct diag *diag)
{
  struct pg *pg = mem_zalloc (sizeof *pg);
  struct c_program c = {.config = config, .diag = diag, .pg = pg, .arena = &pg->arena};
  pg->file = arena_strdup (&pg->arena, config->files[0]);
  pg->threads = true;
  bool ok = translate (&c);
  release (&c);
  if (ok) {
    pg_finish (pg);
    return pg;
  }
  pg_free (pg);
  return NULL;
}
