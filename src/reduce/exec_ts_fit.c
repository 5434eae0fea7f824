/* Facts about a model that is executed one thread at a time, and which models can be. The accesses of a step must be
 * determined by its process alone. Statements whose meaning depends on what every process can do (timeout, priorities) or
 * on the locations of others (a rendezvous, remote references) have no such footprint. */
#include <assert.h>

#include "reduce/exec_ts_parts.h"

struct fit {
  const struct facts *f;
  struct diag *diag;
  bool fits, runs, looks;
};

static void
refuse (struct fit *fit, struct pos pos, const char *what)
{
  if (fit->diag)
    diag_error (fit->diag, pos, "%s: not supported by the stateless search (--por=none or ample searches stored states)", what);
  fit->fits = false;
}

static void
see (void *context, uint32_t proc, const struct pg_expr *e)
{
  struct fit *fit = context;
  (void) proc;
  switch (e->op) {
  case E_TIMEOUT: refuse (fit, e->pos, "timeout"); break;
  case E_LAST: refuse (fit, e->pos, "_last"); break;
  case E_NP: refuse (fit, e->pos, "np_"); break;
  case E_ENABLED: refuse (fit, e->pos, "enabled()"); break;
  case E_PC_VALUE: refuse (fit, e->pos, "pc_value()"); break;
  case E_GET_PRIORITY: refuse (fit, e->pos, "get_priority()"); break;
  case E_REMOTE_LOC: case E_REMOTE_LOAD: refuse (fit, e->pos, "a remote reference"); break;
  case E_RUN: fit->runs = true; break;
  case E_NR_PR: fit->looks = true; break;
  default: break;
  }
}

static void
see_act (struct fit *fit, uint32_t proc, const struct pg_act *a)
{
  bool talks = a->kind == ACT_SEND || a->kind == ACT_RECV;
  assert (!talks || a->chan);
  if (talks && facts_maybe_rendezvous (fit->f, proc, a->chan))
    refuse (fit, a->pos, "a rendezvous");
  if (a->kind == ACT_SET_PRIORITY)
    refuse (fit, a->pos, "set_priority()");
}

/* Whether some process has channels of its own, which are removed when it ends. */
static bool
owns_channels (const struct pg *pg)
{
  for (uint32_t p = 0; p < pg->nprocs; p++)
    for (uint32_t i = 0; i < pg->procs[p].ninit; i++)
      if (pg->procs[p].init[i].kind == ACT_NEW_CHAN)
        return true;
  return false;
}

static void
see_program (struct fit *fit)
{
  const struct pg *pg = fit->f->pg;
  walk_program (fit->f, see, fit);
  for (uint32_t p = 0; p < pg->nprocs; p++) {
    if (!pg_runs (&pg->procs[p]))
      continue;
    for (uint32_t i = 0; i < pg->procs[p].ninit; i++)
      walk_expr (pg->procs[p].init[i].expr, p, see, fit);
    for (uint32_t e = 0; e < pg->procs[p].nedges; e++)
      for (uint32_t a = 0; a < pg->procs[p].edges[e].nacts; a++)
        see_act (fit, p, &pg->procs[p].edges[e].acts[a]);
  }
}

bool
exec_ts_fits (const struct known *known, struct diag *diag)
{
  const struct facts *f = &known->facts;
  struct fit fit = {.f = f, .diag = diag, .fits = true};
  assert (f->pg && known->footprint);
  const struct pg *pg = f->pg;
  see_program (&fit);
  if (pg_uses (pg, USES_PRIORITY))
    refuse (&fit, (struct pos) {.file = pg->file}, "priorities");
  if (pg_trace (pg))
    refuse (&fit, pg_trace (pg)->pos, "a trace automaton");
  const struct pg_expr *vague = footprint_vague (known->footprint);
  if (vague && fit.runs && owns_channels (pg))
    refuse (&fit, vague->pos, "a variable that may name several channels, some of them created at run time");
  return fit.fits;
}

/* Whether the presence of a process that has nothing left to do is not observable. */
static bool
ends_silently (const struct facts *f)
{
  struct fit fit = {.f = f, .fits = true};
  see_program (&fit);
  return !pg_promela (f->pg)->nexclusives && !pg_uses (f->pg, USES_PROVIDED) && !fit.looks && (!fit.runs || f->anonymous)
         && !owns_channels (f->pg);
}

struct known *
exec_ts_know (const struct pg *pg, struct inspector *inspector, bool locks)
{
  struct known *known = mem_zalloc (sizeof *known);
  facts_init_touched (&known->facts, pg, inspector);
  if (locks)
    known->locks = locks_find (&known->facts, inspector);
  known->footprint = footprint_new (&known->facts, inspector, known->locks, ends_silently (&known->facts));
  for (uint32_t p = 0; p < pg->nprocs; p++)
    for (uint32_t e = 0; e < pg->procs[p].nedges; e++)
      known->atomic |= pg->procs[p].edges[e].flags & EDGE_ATOMIC;
  return known;
}

void
exec_ts_forget (struct known *known)
{
  if (!known)
    return;
  footprint_free (known->footprint);
  facts_release (&known->facts);
  mem_free (known);
}
