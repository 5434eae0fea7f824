/* Idea. Simplification merges statements into the step before them; users want to see single statements, and variables that
 * are not reset. An edge of the simplified graph represents the edge of the same rank at the same location, followed by the
 * only edge of each location in `through`. These are executed one after the other in the plain model.
 * Where that is not enough. A merged statement may begin an atomic sequence although other processes still run before the
 * sequence continues; and the sender of a rendezvous has to wait until a receiver in an atomic sequence is done. Such
 * statements are delayed until their process moves again, or the trace ends. Statements merged into inner steps of a d_step
 * are found by advancing the process as long as it has only one possible step, and not the one that is searched.
 * Why that is sound. It need not be: the resulting trace is replayed in the plain model, and discarded if it does not end
 * in the same finding. */
#include "cli/lift_trace.h"

#include <assert.h>
#include <string.h>

struct edges {
  uint32_t *data;
  size_t count, room;             /* a VEC (uint32_t): edges of the plain graph */
};

struct lifting {
  struct model *simple, *plain;
  uint32_t *state, *next;         /* of the plain model */
  uint32_t *simple_state, *simple_next;       /* of the simplified one */
  struct trans_list enabled, steps;
  struct edges waiting[256];      /* per process: delayed statements, to be executed before its next step */
  struct fault fault;             /* fault of the last step in the plain model */
  bool last;                      /* in the last step of the trace: a failure here is the end */
};

/* ---- executing in the plain model ---- */

static void
execute (struct lifting *u, trans_id id)
{
  struct ts *ts = u->plain->ts;
  u->fault = (struct fault) {0};
  ts->class->step (ts, u->state, id, u->next, &u->fault);
  uint32_t *swap = u->state;
  u->state = u->next;
  u->next = swap;
  VEC_PUSH (u->steps, id);
}

/* Executes the transition, after a release of control if that blocks it. */
static bool
take (struct lifting *u, trans_id id)
{
  struct ts *ts = u->plain->ts;
  for (int attempt = 0; attempt < 2; attempt++) {
    u->enabled.count = 0;
    ts->class->enabled (ts, u->state, &u->enabled);
    for (size_t i = 0; i < u->enabled.count; i++)
      if (u->enabled.data[i] == id) {
        execute (u, id);
        return true;
      }
    if (u->enabled.count != 1 || u->enabled.data[0] != TRANS_RELEASE)
      return false;
    execute (u, TRANS_RELEASE);
  }
  return false;
}

static bool
failed (const struct lifting *u)
{
  return u->fault.kind && (u->last || !u->fault.goes_on);
}

enum { CATCH_UP = 1000 };

/* Executes the transition, after those steps of the process that have no alternative. */
static bool
catch_up (struct lifting *u, uint32_t pid, trans_id id)
{
  for (int n = 0; n < CATCH_UP && !take (u, id); n++) {
    size_t ways = 0;
    trans_id only = 0;
    for (size_t i = 0; i < u->enabled.count; i++)
      if (u->enabled.data[i] != TRANS_RELEASE && trans_pid (u->enabled.data[i]) == pid) {
        only = u->enabled.data[i];
        ways++;
      }
    if (ways != 1 || trans_is_rendezvous (only))
      return false;
    execute (u, only);
  }
  return u->steps.count && VEC_LAST (u->steps) == id;
}

/* Nothing is enabled after the trace: the remaining steps were merged into its steps. */
static void
settle (struct lifting *u)
{
  struct ts *ts = u->plain->ts;
  for (int n = 0; n < CATCH_UP && !u->fault.kind; n++) {
    u->enabled.count = 0;
    ts->class->enabled (ts, u->state, &u->enabled);
    if (!u->enabled.count)
      return;
    execute (u, u->enabled.data[0]);
  }
}

/* Executes delayed statements; those that are blocked stay delayed. */
static void
flush (struct lifting *u, uint32_t pid)
{
  struct edges *w = &u->waiting[pid];
  size_t done = 0;
  assert (pid < 256);
  while (done < w->count && !failed (u) && take (u, trans_of (pid, w->data[done])))
    done++;
  w->count -= done;
  if (w->count)
    memmove (w->data, w->data + done, w->count * sizeof *w->data);
}

/* ---- corresponding edges ---- */

/* The process type of a thread "NAME (pid)". */
static uint32_t
find_proc (const struct pg *pg, const char *thread)
{
  const char *end = strrchr (thread, '(');
  size_t n = end ? (size_t) (end - thread - 1) : 0;
  for (uint32_t i = 0; i < pg->nprocs; i++)
    if (strlen (pg->procs[i].name) == n && !memcmp (pg->procs[i].name, thread, n))
      return i;
  return PG_ALL;
}

/* The plain edges that the edge represents. A d_step continues by itself, so the edges after its first one are not steps. */
static bool
lift_edge (const struct lifting *u, uint32_t proc, uint32_t edge, struct edges *out)
{
  if (proc == PG_ALL || edge >= u->simple->pg->procs[proc].nedges)
    return false;
  const struct pg_proc *f = &u->simple->pg->procs[proc], *p = &u->plain->pg->procs[proc];
  const struct pg_edge *e = &f->edges[edge];
  uint32_t last = p->locs[e->src].first_edge + edge - f->locs[e->src].first_edge;
  VEC_PUSH (*out, last);
  for (uint32_t i = 0; i < e->nthrough; i++) {
    uint32_t next = p->locs[e->through[i]].first_edge;
    if (!(p->edges[last].flags & EDGE_DSTEP))
      VEC_PUSH (*out, next);
    last = next;
  }
  return true;
}

/* How many of the edges may be executed at once: up to the point where control must be free. */
static size_t
at_once (const struct lifting *u, uint32_t proc, uint32_t edge, const struct edges *e)
{
  const struct pg_edge *plain = u->plain->pg->procs[proc].edges;
  assert (e->count && e->data[0] < u->plain->pg->procs[proc].nedges);
  if (!(plain[VEC_LAST (*e)].flags & EDGE_ATOMIC) || (u->simple->pg->procs[proc].edges[edge].flags & EDGE_ATOMIC))
    return e->count;
  size_t n = e->count;
  while (n > 1 && plain[e->data[n - 1]].flags)
    n--;
  return n;
}

/* Executes the edges after the first; from number n on they are delayed. */
static void
follow (struct lifting *u, uint32_t pid, const struct edges *e, size_t n)
{
  struct edges *w = &u->waiting[pid];
  for (size_t i = 1; i < e->count && !failed (u); i++)
    if (i >= n || w->count || !take (u, trans_of (pid, e->data[i])))
      VEC_PUSH (*w, e->data[i]);
}

/* ---- one step of the simplified model ---- */

static bool
lift_step (struct lifting *u, trans_id id)
{
  struct ts *ts = u->simple->ts;
  struct step_info info = {0};
  ts->class->describe (ts, u->simple_state, id, &info);
  bool meets = trans_is_rendezvous (id);
  uint32_t pid = trans_pid (id), edge = trans_edge (id);
  uint32_t partner = meets ? trans_partner (id) : 0, other = meets ? trans_partner_edge (id) : 0;
  uint32_t proc = find_proc (u->simple->pg, info.thread), partner_proc = find_proc (u->simple->pg, info.partner_thread);
  step_info_release (&info);
  flush (u, pid);
  if (meets)
    flush (u, partner);
  struct edges mine = {0}, theirs = {0};
  bool ok = !failed (u) && lift_edge (u, proc, edge, &mine) &&
            (!meets || lift_edge (u, partner_proc, other, &theirs));
  if (ok) {
    ok = catch_up (u, pid, meets ? trans_of_rendezvous (pid, mine.data[0], partner, theirs.data[0])
                                 : trans_of (pid, mine.data[0]));
  }
  if (ok && meets) {
    follow (u, partner, &theirs, at_once (u, partner_proc, other, &theirs));
    follow (u, pid, &mine, ts_transient (u->state) ? 1 : at_once (u, proc, edge, &mine));
  } else if (ok)
    follow (u, pid, &mine, at_once (u, proc, edge, &mine));
  VEC_FREE (mine);
  VEC_FREE (theirs);
  return ok;
}

/* Executes all delayed statements after the last step; `stuck`: nothing may be enabled then. */
static void
finish (struct lifting *u, bool stuck)
{
  for (uint32_t pid = 0; pid < 256 && !u->fault.kind; pid++)
    flush (u, pid);
  if (!u->fault.kind && stuck)
    settle (u);
  else if (!u->fault.kind)
    take (u, TRANS_RELEASE);
}

static bool
lift_all (struct lifting *u, const struct finding *f, struct finding *out)
{
  struct ts *ts = u->simple->ts;
  struct fault ignored = {0};
  ts->class->initial (ts, u->simple_state, &ignored);
  u->plain->ts->class->initial (u->plain->ts, u->state, &u->fault);
  for (size_t i = 0; i < f->nsteps; i++) {
    trans_id id = f->steps[i];
    u->last = i + 1 == f->nsteps;
    if (id == TRANS_STUTTER && (long) i == f->loop_start)
      finish (u, true);
    if ((long) i == f->loop_start)
      out->loop_start = (long) u->steps.count;
    if (id == TRANS_STUTTER) {
      VEC_PUSH (u->steps, id);
      continue;
    }
    if (id != TRANS_RELEASE && !lift_step (u, id))
      return failed (u);
    if (failed (u))
      return u->last;
    ts->class->step (ts, u->simple_state, id, u->simple_next, &ignored);
    uint32_t *swap = u->simple_state;
    u->simple_state = u->simple_next;
    u->simple_next = swap;
    u->fault = (struct fault) {0};
  }
  u->last = true;
  if (f->loop_start < 0)
    finish (u, f->kind == FINDING_INVALID_END || f->kind == FINDING_DEADLOCK);
  return true;
}

bool
lift_trace (struct model *simple, struct model *plain, const struct finding *f, struct finding *out)
{
  struct lifting u = {.simple = simple, .plain = plain};
  size_t bytes = plain->ts->max_words * sizeof (uint32_t), simple_bytes = simple->ts->max_words * sizeof (uint32_t);
  *out = *f;
  u.state = mem_zalloc (bytes);
  u.next = mem_zalloc (bytes);
  u.simple_state = mem_zalloc (simple_bytes);
  u.simple_next = mem_zalloc (simple_bytes);
  assert (f->loop_start < (long) f->nsteps);
  assert (simple->pg->nprocs == plain->pg->nprocs);
  bool ok = lift_all (&u, f, out);
  out->steps = ok ? u.steps.data : NULL;
  out->nsteps = ok ? u.steps.count : 0;
  if (!ok)
    VEC_FREE (u.steps);
  mem_free (u.state);
  mem_free (u.next);
  mem_free (u.simple_state);
  mem_free (u.simple_next);
  VEC_FREE (u.enabled);
  for (int i = 0; i < 256; i++)
    VEC_FREE (u.waiting[i]);
  return ok;
}
