/* Known mistakes, made on purpose: tests show that each is noticed. */
#include "reduce/conflict.h"

/* Mistakes that are made once and for all, in the facts. */
static void
mutate_location (struct ample *a, uint32_t p, uint32_t l)
{
  struct facts *f = &a->f;
  const struct pg_loc *loc = &f->pg->procs[p].locs[l];
  struct now *now = &f->procs[p].now[l];
  for (uint32_t w = 0; w < f->words; w++) {
    if (a->mutant == AMPLE_NO_REMOTE)
      now->writes[w] &= ~f->own[w];
    if (a->mutant == AMPLE_RUN_LOCAL && (now->does & DOES_RUN))
      now->touches[w] = 0;
    if (a->mutant != AMPLE_ATOMIC_FIRST)
      continue;
    now->touches[w] = now->writes[w] = 0;
    for (uint32_t e = loc->first_edge; e < loc->first_edge + loc->nedges; e++) {
      now->touches[w] |= f->procs[p].edges[e].reads[w] | f->procs[p].edges[e].writes[w];
      now->writes[w] |= f->procs[p].edges[e].writes[w];
    }
  }
  for (uint32_t i = 0; i < f->nsites && a->mutant == AMPLE_ATOMIC_SILENT; i++)
    f->procs[p].future[l].sites[i] &= (uint8_t) ~OP_POLL;
}

void
ample_mutate (struct ample *a, enum ample_mutant mutant)
{
  a->mutant = mutant;
  for (uint32_t p = 0; p < a->f.pg->nprocs; p++)
    for (uint32_t l = 0; l < a->f.pg->procs[p].nlocs && facts_runs (&a->f.pg->procs[p]); l++)
      mutate_location (a, p, l);
}

enum ample_mutant
ample_mutant (const struct ample *a)
{
  return a->mutant;
}
