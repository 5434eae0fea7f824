/* Conditional stubborn sets: which processes a set with process p must contain, computed step by step.
 *
 * Idea. For an enabled step, add every process that may interfere with it; for a blocked one, choose a condition of its
 * guard that is false now and add every process that may make it true. When the set is closed (close_set in ample.c), its
 * enabled steps are persistent.
 * Source. V. Kahlon, A. Gupta, N. Sinha, "Symbolic model checking of concurrent programs using partial orders and
 * on-the-fly transactions", CAV 2006, Fig. 3; P. Godefroid, Partial-Order Methods for the Verification of Concurrent
 * Systems, LNCS 1032, Springer 1996, section 4.5.
 * Where we differ. The set consists of processes: with one step of a process it contains all steps of the process's present
 * location. A step that a process may reach later is reached from its present location, so rule (a) i adds the process
 * itself. Interference is looked up in the sum of everything reachable from that location (facts_future.c), with the
 * conditional rules for channels of conflict.c. Of several false conditions the one that adds the fewest processes is
 * chosen. The sets are strong: every enabled step of the set stays enabled whatever others do. Weak sets (one such step is
 * enough) would not be sufficient for the search's cycle condition, which uses any step of the set (dfs.c).
 * Why that is sound. The set is a superset of Fig. 3's with the same closure properties: no step outside changes the
 * location of a process in the set; an enabled step stays enabled and commutes; a blocked step stays blocked until a step
 * of the set is executed, because its false condition stays false. This requires that evaluation reaches that condition
 * without failing, since a guard that fails counts as enabled: therefore conditions before it that may fail count with it,
 * and a condition behind the first false one is chosen only if no condition up to it can fail. */

#include "reduce/conflict.h"

/* Adds the processes that may enable a disabled edge, by making one false condition of its guard true: the condition with
 * the fewest such processes. After a false condition only those are considered whose evaluation cannot fail. */
static void
may_enable (struct ample *a, uint32_t p, const struct waits *w, struct pids *in)
{
  struct inspector *v = a->inspector;
  struct pids best;
  bool found = false;
  for (uint32_t i = 0; i < w->nparts && (!found || w->parts[i].sure); i++) {
    struct pids some = *in;
    if (v->class->eval (v, p, w->parts[i].expr) != 0)
      continue;
    ample_conflicts (a, p, &w->parts[i].now, &some);
    if (!found || bits_count (some.bits, PID_WORDS) < bits_count (best.bits, PID_WORDS))
      best = some;
    found = true;
  }
  if (found)
    *in = best;
  else
    ample_conflicts (a, p, &w->any, in);
}

void
stubborn_wants (struct ample *a, uint32_t p)
{
  struct member *m = &a->members[p];
  struct pids rest = a->movers;
  bits_remove (rest.bits, p);
  for (uint32_t e = m->first_edge; e < m->first_edge + m->nedges && !m->barred; e++) {
    if (!ample_edge_enabled (a, p, e)) {
      may_enable (a, p, &a->f->procs[m->type].waits[e], &m->wants);
    } else {
      const struct now *step = &a->f->procs[m->type].step[e];
      ample_conflicts (a, p, step, &m->wants);
    }
    m->barred = bits_within (rest.bits, m->wants.bits, PID_WORDS);
  }
}
