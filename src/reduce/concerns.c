/* Which processes a step concerns, for the fairness of maximal traces.
 *
 * Idea. A step concerns a process if it is dependent on one of the process's next steps, those from its present location:
 * both access the same object, and one of them writes it.
 * Source. D. Peled, "Combining partial order reductions with on-the-fly model-checking", Formal Methods in System Design 8
 * (1996), section 3: fairness F.
 * Where we differ. All next steps from one location are treated as dependent on the same steps. A step does not concern a
 * process with which its own process cannot conflict from its present location, by the relation of coarse sets
 * (conflict.c).
 * Why that is sound. The relation must have two properties. First, a step that does not concern a process does not change
 * whether that process is enabled: the objects of the step and those of its process's future include everything that could.
 * Second, a step concerns no process of a set whose closure does not contain the step's process: therefore a fair run does
 * not postpone a set for ever (proviso.c). */
#include <assert.h>

#include "reduce/conflict.h"

static bool
same_channel (struct ample *a, uint32_t p, const struct use *mine, uint32_t q, const struct use *theirs)
{
  struct inspector *v = a->inspector;
  return !mine->steady || !theirs->steady || v->class->eval (v, p, mine->expr) == v->class->eval (v, q, theirs->expr);
}

static bool
meet_channels (struct ample *a, uint32_t p, const struct now *n, uint32_t q, const struct now *step)
{
  for (uint32_t i = 0; i < n->nuses; i++)
    for (uint32_t k = 0; k < step->nuses; k++)
      if (same_channel (a, p, &n->uses[i], q, &step->uses[k]))
        return true;
  return false;
}

static bool
meet_objects (const struct ample *a, const struct now *n, const struct now *step)
{
  return bits_meet (n->touches, step->writes, a->f->words) || bits_meet (n->writes, step->touches, a->f->words);
}

/* The process waits for a rendezvous partner, and the edge leads q to or away from a location where it is one. */
static bool
meet_partner (struct ample *a, uint32_t p, uint32_t type, const struct pg_edge *e)
{
  const struct proc_facts *mine = &a->f->procs[a->members[p].type];
  return facts_offers (a->f, a->members[p].type, (uint32_t) (a->members[p].now - mine->now))
         && (facts_offers (a->f, type, e->src) || (e->dst != PG_ALL && facts_offers (a->f, type, e->dst)));
}

static bool
concerns (struct ample *a, uint32_t p, uint32_t q, uint32_t edge)
{
  const struct now *n = a->members[p].now;
  uint32_t type = a->members[q].type;
  const struct now *step = &a->f->procs[type].step[edge];
  struct pids wants = {0};
  assert (p != q && edge < a->f->pg->procs[type].nedges);
  if (!((n->does | step->does) & DOES_TOO_MUCH) && !(n->does & DOES_TIMEOUT) && !meet_objects (a, n, step)
      && !meet_channels (a, p, n, q, step) && !conflict_table_coarse (n->does, step->does)
      && !meet_partner (a, p, type, &a->f->pg->procs[type].edges[edge]))
    return false;
  ample_conflicts (a, p, n, &wants);
  return bits_has (wants.bits, q);
}

void
ample_concerned (struct static_reduction *r, const uint32_t *state, trans_id t, uint64_t *pids)
{
  struct ample *a = ample_of (r);
  assert (a->coarse && trans_is_statement (t));
  ample_look (a, state, &t, 1);
  for (uint32_t p = 0; p < a->nprocs; p++)
    if (!trans_moves (t, p)
        && (concerns (a, p, trans_pid (t), trans_edge (t))
            || (trans_is_rendezvous (t) && concerns (a, p, trans_partner (t), trans_partner_edge (t)))))
      bits_add (pids, p);
}
