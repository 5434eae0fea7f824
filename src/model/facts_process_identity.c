/* Whether a program can observe that a process has ended.
 *
 * Idea. A process that has nothing left to do ends when it is the youngest. If another one is started before, it remains
 * until that one has ended, as a process without steps. If this difference is not observable, `run` need not be tried both
 * before and after the end of a younger process.
 * Source. Processes up to renaming: C. N. Ip, D. Dill, "Better verification through symmetry", Formal Methods in System
 * Design 9 (1996).
 * Where we differ. Nothing is renamed: of two orders one represents both. If a process can only end, that is the order with
 * the end first, because a remaining process takes room: with `run` first the limits on processes and channels are reached
 * earlier, and what lies behind them is not explored. Inside a step, or if processes claim channels (xr, xs), it is the
 * order with `run` first.
 * Why that is sound. The states with and without the remaining process are bisimilar if
 *   - process numbers are not observable: no _pid, no value of run, no _nr_pr, no reference to another process by its
 *     number;
 *   - channel numbers are not observable: a channel variable is only used to send, receive and poll, or passed to a new
 *     process;
 *   - the channels removed with a process are not used afterwards: those created by processes are passed only to new
 *     processes, which are younger than the creator and end before it.
 * A remaining process still holds its xr and xs claims: an error that is found is one, and none is lost. */
#include <assert.h>

#include "model/facts.h"

static bool
is_chan_load (const struct facts *f, uint32_t proc, const struct pg_expr *e)
{
  if (e->op != E_LOAD)
    return false;
  assert (proc == PG_ALL || proc < f->pg->nprocs);
  const struct pg_var *vars = e->place->region == REGION_GLOBAL || proc == PG_ALL ? f->pg->vars : f->pg->procs[proc].vars;
  return vars[e->place->var].type.kind == PG_CHAN;
}

struct seeing {
  const struct facts *f;
  bool sees;
};

/* Handles an expression in a context where a channel's number would be a value. */
static void see_value (struct seeing *, uint32_t proc, const struct pg_expr *);

static void
see_values (struct seeing *s, uint32_t proc, struct pg_expr *const *list, uint32_t n)
{
  for (uint32_t i = 0; i < n; i++)
    see_value (s, proc, list[i]);
}

static void
see_place (struct seeing *s, uint32_t proc, const struct pg_place *place)
{
  if (place)
    see_values (s, proc, place->index, place->nindex);
}

static void
see_msg (struct seeing *s, uint32_t proc, const struct pg_msg *m)
{
  for (uint32_t i = 0; m && i < m->nargs; i++) {
    see_value (s, proc, m->args[i].expr);
    see_place (s, proc, m->args[i].place);
  }
}

/* Handles an expression that names a channel: only its indices are values. */
static void
see_channel (struct seeing *s, uint32_t proc, const struct pg_expr *e)
{
  if (e && is_chan_load (s->f, proc, e))
    see_place (s, proc, e->place);
  else
    see_value (s, proc, e);
}

static void
see_value (struct seeing *s, uint32_t proc, const struct pg_expr *e)
{
  if (!e)
    return;
  switch (e->op) {
  case E_PID: case E_NR_PR: case E_REMOTE_LOC: case E_REMOTE_LOAD: case E_RUN:
    s->sees = true;               /* run: its value is used */
    return;
  case E_LEN: case E_EMPTY: case E_FULL: case E_NEMPTY: case E_NFULL: case E_POLL:
    see_channel (s, proc, e->kid[0]);
    break;
  default:
    s->sees |= is_chan_load (s->f, proc, e);
    see_values (s, proc, e->kid, 1);
    break;
  }
  see_value (s, proc, e->kid[1]);
  see_value (s, proc, e->kid[2]);
  see_place (s, proc, e->place);
  see_msg (s, proc, e->msg);
}

static void
see_action (struct seeing *s, uint32_t proc, const struct pg_act *a)
{
  assert (proc < s->f->pg->nprocs);
  if (a->kind == ACT_PRINT || a->kind == ACT_PRINTM)
    return;
  see_channel (s, proc, a->chan);
  see_place (s, proc, a->place);
  see_msg (s, proc, a->msg);
  see_values (s, proc, a->args, a->nargs);
  if (a->kind == ACT_GUARD && a->expr->op == E_RUN)
    for (uint32_t i = 0; i < a->expr->nargs; i++)
      see_channel (s, proc, a->expr->args[i]);
  else if (!(a->kind == ACT_ASSIGN && a->expr->op == E_CONST))
    see_value (s, proc, a->expr);
}

void
facts_process_identity (struct facts *f)
{
  struct seeing s = {.f = f};
  assert (f->pg && !f->anonymous);
  for (uint32_t p = 0; p < f->pg->nprocs; p++) {
    const struct pg_proc *proc = &f->pg->procs[p];
    if (!pg_runs (proc))
      continue;
    see_value (&s, p, pg_provided (proc));
    for (uint32_t i = 0; i < proc->ninit; i++)
      see_value (&s, p, proc->init[i].expr);
    for (uint32_t e = 0; e < proc->nedges; e++)
      for (uint32_t a = 0; a < proc->edges[e].nacts; a++)
        see_action (&s, p, &proc->edges[e].acts[a]);
  }
  for (uint32_t i = 0; i < f->nvisible; i++)
    see_value (&s, PG_ALL, f->visible[i]);
  f->anonymous = !s.sees;
}
