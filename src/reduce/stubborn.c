/* Conditional stubborn sets: what a process wants in the set, step by step.
 *
 * Idea. For a step that is enabled, take in every process that may interfere with
 * it; for one that waits, choose a condition of its guard that is false now and take
 * in every process that may make it true. When nothing more is to be taken in
 * (close_set in ample.c), the enabled steps of the set are persistent.
 * Source. V. Kahlon, A. Gupta, N. Sinha, "Symbolic model checking of concurrent
 * programs using partial orders and on-the-fly transactions", CAV 2006, Fig. 3;
 * P. Godefroid, LNCS 1032, section 4.5.
 * Where we differ. The set is kept as processes: who has one step in it has all
 * of the steps of its present location in it. What leads a process to a step
 * that it may come to begins at its present location, so rule (a) i adds the
 * process. Interference is looked up in the sum of what is reachable from there
 * (facts_future.c), with the conditional rules for channels of conflict.c. Of several
 * false conditions the one is taken that adds the fewest processes. The sets are
 * strong: every enabled step of one stays enabled whatever others do. Weak
 * ones (one such step is enough) would not do for the search's cycle condition, which
 * goes by any step of the set (dfs.c).
 * Why sound. A larger set than Fig. 3's with the same closure properties: nothing
 * outside changes a location of the set; one that is enabled stays so and
 * commutes; a step that waits goes on waiting until one of the set is taken,
 * because its false condition stays false. For that it must be reached without
 * failing, as a guard that fails counts as enabled: a condition before it that may fail counts with
 * it, and one behind the first that is false is chosen only if all up to it never fail. */

#include "reduce/conflict.h"

/* Adds those who may enable the edge, which is not enabled: by making one condition
 * of its guard true, which is false now. The one with the fewest is taken. After a false condition only such
 * are looked at that can be computed whatever holds. */
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
