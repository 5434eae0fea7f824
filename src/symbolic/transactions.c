/* Idea. Where no step of other processes can conflict with its next step, a process is never preempted: its smallest closed
 * set is itself. Where that holds whatever the others do, its steps are joined into one.
 * Source. V. Kahlon, A. Gupta, N. Sinha, "Symbolic Model Checking of Concurrent Programs Using Partial Orders and
 * On-the-Fly Transactions", CAV 2006, section 3: "the effect of executing transactions"; there only the sizes of sets show
 * it.
 * Where we differ. Steps are joined where control locations alone decide it; the rest is left to the sets (stubborn.c).
 * Why that is sound. Between two joined steps the process is a closed set by itself, with an enabled step that is neither
 * sticky nor visible: the joined step is a path that the restricted scheduler allows (docs/symbolic.md). */
#include "model/walk.h"
#include "symbolic/families.h"
#include "symbolic/touch.h"

struct seeing { struct seen *to; const struct parts *p; };

static void
see (void *context, uint32_t proc, const struct pg_expr *e)
{
  const struct seeing *x = context;
  (void) proc;
  if (e->op == E_LOAD && e->place->region == REGION_GLOBAL)
    for (uint32_t k = 0; k < pg_var_elements (&x->p->pg->vars[e->place->var]); k++)
      bits_add (x->to->objects, x->p->global_cell[e->place->var] + k);
  else if (e->op >= E_LEN && e->op <= E_REMOTE_LOAD && e->op != E_PID)
    x->to->all = true;       /* channels, processes, locations: every move matters */
}

void
seen_init (struct seen *x, const struct touch *t)
{
  const struct circuit_config *config = t->p->config;
  *x = (struct seen) {.objects = mem_zalloc (t->words * 8)};
  struct seeing seeing = {x, t->p};
  walk_expr (config->invariant, PG_ALL, see, &seeing);
  for (uint32_t i = 0; config->claim && i < config->claim->natoms; i++)
    walk_expr (config->claim->atoms[i], PG_ALL, see, &seeing);
  x->all |= config->claim && config->claim->label;
}

void
seen_release (struct seen *x)
{
  mem_free (x->objects);
}

bool
seen_step (const struct seen *x, const struct touch *t, const struct touch_type *tt, uint32_t loc)
{
  return x->all || bits_meet (tt->now[loc].writes, x->objects, t->words);
}

bool
touch_helps (const struct parts *p)
{
  bool hopeless = pg_uses (p->pg, USES_TIMEOUT | USES_LAST | USES_ENABLED | USES_NP | USES_PRIORITY);
  return p->config->por != CIRCUIT_FULL && !hopeless && !(p->config->claim && p->config->claim->fairness);
}

/* ---- joining ---- */

/* No access to the object occurs in `later` without acquiring one of the held locks. */
static bool
kept_out (const struct touch *t, const struct touch_type *other, uint32_t loc, uint64_t held, uint32_t object, bool only_writes)
{
  const struct touched *l = &other->later[loc];
  if (!bits_has (l->writes, object) && (only_writes || !bits_has (l->reads, object)))
    return true;
  for (uint32_t k = 0; k < t->locks.count; k++) {
    const struct touched *a = &other->avoiding[k][loc];
    if (held >> k & 1 && !bits_has (a->writes, object) && (only_writes || !bits_has (a->reads, object)))
      return true;
  }
  return false;
}

/* No future step of a process at the other location conflicts with the next step. */
static bool
apart (const struct touch *t, const struct touch_type *mine, uint32_t loc, const struct touch_type *other, uint32_t there)
{
  if (mine->held[loc] & other->held[there])
    return true;                  /* the two exclude each other */
  for (uint32_t o = 0; o < t->o.count; o++)
    if ((bits_has (mine->now[loc].writes, o) && !kept_out (t, other, there, mine->held[loc], o, false))
        || (bits_has (mine->now[loc].reads, o) && !kept_out (t, other, there, mine->held[loc], o, true)))
      return false;
  return true;
}

static bool
never_disturbed (const struct touch *t, uint32_t slot, uint32_t type, uint32_t loc)
{
  const struct parts *p = t->p;
  for (uint32_t s = 0; s < p->slots.count; s++)
    for (uint32_t k = 0; k < p->slots.data[s].types.count && s != slot; k++)
      for (uint32_t l = 0; l < p->pg->procs[p->slots.data[s].types.data[k].proc].nlocs; l++)
        if (!apart (t, &t->types[slot][type], loc, &t->types[s][k], l))
          return false;
  return true;
}

/* Counts the paths of a step from the location on; with too many the step ends there. Every cycle has a sticky location,
 * which is not joined, so this terminates. */
static uint32_t
limit_ways (const struct pg_proc *q, bool *fused, uint32_t loc, uint32_t *ways)
{
  enum { MOST = 16 };
  const struct pg_loc *l = &q->locs[loc];
  if (!fused[loc] || ways[loc])
    return fused[loc] ? ways[loc] : 1;
  uint32_t n = 1;
  for (uint32_t i = l->first_edge; i < l->first_edge + l->nedges; i++)
    n += q->edges[i].dst == PG_ALL ? 1 : limit_ways (q, fused, q->edges[i].dst, ways);
  fused[loc] = n <= MOST;
  return ways[loc] = fused[loc] ? n : 1;
}

static bool
starts_here (const struct pg *pg, uint32_t proc, uint32_t loc)
{
  const struct pg_loc *l = &pg->procs[proc].locs[loc];
  bool any = false;
  for (uint32_t i = l->first_edge; i < l->first_edge + l->nedges; i++)
    any |= families_touched (pg, proc, &pg->procs[proc].edges[i]);
  return any;
}

/* Members of a family stand for any number of threads: their steps are joined alike, and a joined step starts at most one
 * of them. */
static void
suit_families (const struct pg *pg, bool **fused)
{
  for (uint32_t i = 0; i < pg->nprocs && pg->nfamilies; i++)
    for (uint32_t l = 0; l < pg->procs[i].nlocs; l++)
      fused[i][l] = fused[i][l] && !starts_here (pg, i, l);
  for (uint32_t f = 0; f < pg->nfamilies; f++) {
    uint32_t first = pg->families[f].first, end = first + pg->families[f].count;
    for (uint32_t l = 0; l < pg->procs[first].nlocs; l++) {
      bool all = true;
      for (uint32_t m = first; m < end; m++)
        all = all && fused[m][l];
      for (uint32_t m = first; m < end; m++)
        fused[m][l] = all;
    }
  }
}

void
transactions_find (struct parts *p)
{
  struct touch t;
  struct seen seen;
  if (p->config->single || !touch_helps (p))
    return;
  touch_init (&t, p, p->config->por != CIRCUIT_STATIC);
  seen_init (&seen, &t);
  p->fused = mem_zalloc ((p->pg->nprocs + 1) * sizeof *p->fused);
  for (uint32_t i = 0; i < p->pg->nprocs; i++) {
    p->fused[i] = mem_zalloc (p->pg->procs[i].nlocs + 1);
    for (uint32_t l = 0; l < p->pg->procs[i].nlocs && !t.hopeless; l++)
      p->fused[i][l] = true;
  }
  for (uint32_t s = 0; s < p->slots.count && !t.hopeless; s++)
    for (uint32_t k = 0; k < p->slots.data[s].types.count; k++) {
      uint32_t proc = p->slots.data[s].types.data[k].proc;
      const struct touch_type *tt = &t.types[s][k];
      for (uint32_t l = 0; l < p->pg->procs[proc].nlocs; l++)
        if (p->fused[proc][l] && (tt->sticky[l] || seen_step (&seen, &t, tt, l) || !never_disturbed (&t, s, k, l)))
          p->fused[proc][l] = false;
    }
  suit_families (p->pg, p->fused);
  for (uint32_t i = 0; i < p->pg->nprocs; i++) {
    uint32_t *ways = mem_zalloc ((p->pg->procs[i].nlocs + 1) * sizeof *ways);
    for (uint32_t l = 0; l < p->pg->procs[i].nlocs; l++)
      limit_ways (&p->pg->procs[i], p->fused[i], l, ways);
    mem_free (ways);
  }
  seen_release (&seen);
  touch_release (&t);
}
