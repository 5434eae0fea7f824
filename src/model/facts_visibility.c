/* Which edges may change something that a property observes.
 *
 * Idea. An edge is visible if the objects that it writes, by the static sets, include one that a visible expression reads;
 * if it enters or leaves a location with a visible label; and, where fairness counts, if it may change whether another
 * process is enabled. A step is visible if one of its edges is.
 * Source. D. Peled, "Combining partial order reductions with on-the-fly model-checking", Formal Methods in System Design 8
 * (1996): definition 3.4, C3', and C3 for fairness.
 * Where we differ. C3 makes all steps that may change whether one process is enabled depend on each other; here such a step
 * is in no proper ample set.
 * Why that is sound. That is stronger. Whether a process is enabled changes, apart from its own steps, only by what its
 * guards read, by processes that offer a rendezvous, by the process table, by timeout, and by messages, which depends on
 * the state (ample_affects_enabled in conflict.c). Timeout needs no rule: where it is true no step is postponed and none
 * was executed early, so the states in which it is true are the same in both orders (proviso.c). */
#include <assert.h>

#include "model/facts.h"

struct sight {
  struct facts *f;
  uint64_t *objects;              /* objects in visible expressions */
  uint64_t *sites;
  bool table;                     /* the process table is observed */
  uint64_t *of_others;            /* fairness: objects that decide whether processes of other types are enabled */
};

static void
see_visible (void *context, uint32_t proc, const struct pg_expr *e)
{
  struct sight *s = context;
  struct facts *f = s->f;
  assert (proc == PG_ALL);        /* properties are evaluated outside of processes */
  (void) proc;
  if (e->op == E_LOAD && f->object[e->place->var] != PG_ALL)
    facts_add_access (f, PG_ALL, &(struct pg_access) {OBJ_GLOBAL, PG_ALL, e->place->var, PG_ALL}, s->objects);
  if (e->op == E_REMOTE_LOAD)
    facts_add_access (f, PG_ALL, &(struct pg_access) {OBJ_REMOTE, e->proc, e->place->var, PG_ALL}, s->objects);
  if (e->op == E_REMOTE_LOC)
    bits_add (s->objects, f->where[e->proc]);
  if (e->op == E_REMOTE_LOAD || e->op == E_REMOTE_LOC || e->op == E_NR_PR)
    s->table = true;
  if (e->op >= E_LEN && e->op <= E_POLL)
    facts_sites (f, PG_ALL, e->kid[0], s->sites);
}

/* Whether the edge sends to, or receives from, an observed channel. */
static bool
moves_message (const struct sight *s, uint32_t proc, const struct edge_facts *e)
{
  uint64_t *sites = mem_zalloc (s->f->site_words * 8);
  for (size_t i = 0; i < e->uses.count; i++)
    if (e->uses.data[i].kind == USE_SEND || e->uses.data[i].kind == USE_RECV)
      facts_sites (s->f, proc, e->uses.data[i].chan, sites);
  bool yes = bits_meet (sites, s->sites, s->f->site_words);
  mem_free (sites);
  return yes;
}

/* ---- fairness ---- */

static void
count_run (void *context, uint32_t proc, const struct pg_expr *e)
{
  uint32_t *instances = context;
  (void) proc;
  if (e->op == E_RUN)
    instances[e->proc] = 2;
}

/* Adds what edges of processes other than one of type `proc` read. */
static void
find_of_others (struct sight *s, uint32_t proc)
{
  struct facts *f = s->f;
  uint32_t *instances = mem_zalloc ((f->pg->nprocs + 1) * sizeof *instances);
  walk_program (f, count_run, instances);
  bool alone = f->pg->procs[proc].active + instances[proc] <= 1;
  mem_free (instances);
  for (uint32_t i = 0; i < f->words; i++)
    s->of_others[i] = 0;
  for (uint32_t p = 0; p < f->pg->nprocs; p++)
    for (uint32_t e = 0; e < f->pg->procs[p].nedges && pg_runs (&f->pg->procs[p]) && !(p == proc && alone); e++)
      bits_join (s->of_others, f->procs[p].edges[e].reads, f->words);
  assert (bits_has (f->own, f->ready));
  bits_add (s->of_others, f->ready);
}

/* Whether a process at the location waits for a rendezvous, so that it enables a partner. */
bool
facts_offers (const struct facts *f, uint32_t proc, uint32_t loc)
{
  const struct pg_proc *p = &f->pg->procs[proc];
  assert (loc < p->nlocs);
  for (uint32_t i = 0; i < p->locs[loc].nedges; i++) {
    const struct pg_act *a = &p->edges[p->locs[loc].first_edge + i].acts[0];
    if ((a->kind == ACT_SEND || a->kind == ACT_RECV) && facts_maybe_rendezvous (f, proc, a->chan))
      return true;
  }
  return false;
}

static bool
affects_enabled (const struct sight *s, uint32_t proc, const struct pg_edge *edge, const struct edge_facts *e)
{
  return (e->does & (DOES_RUN | DOES_END)) || bits_meet (e->writes, s->of_others, s->f->words) ||
         facts_offers (s->f, proc, edge->src) || (edge->dst != PG_ALL && facts_offers (s->f, proc, edge->dst));
}

/* ---- edges ---- */

static bool
changes_labels (const struct facts *f, const struct pg_proc *p, const struct pg_edge *edge, const struct edge_facts *e)
{
  uint32_t flags = p->locs[edge->src].flags | (edge->dst == PG_ALL ? 0 : p->locs[edge->dst].flags);
  return (flags & f->labels) || (f->labels && (e->does & DOES_RUN));
}

static bool
is_visible (const struct sight *s, uint32_t proc, uint32_t number)
{
  struct facts *f = s->f;
  assert (number < f->pg->procs[proc].nedges && f->procs[proc].edges[number].writes);
  const struct pg_edge *edge = &f->pg->procs[proc].edges[number];
  const struct edge_facts *e = &f->procs[proc].edges[number];
  return bits_meet (e->writes, s->objects, f->words) || (s->table && (e->does & (DOES_RUN | DOES_END))) ||
         moves_message (s, proc, e) || changes_labels (f, &f->pg->procs[proc], edge, e) ||
         (f->fair && affects_enabled (s, proc, edge, e));
}

void
facts_visibility (struct facts *f)
{
  struct sight s = {.f = f};
  assert (f->procs && f->words && f->site_words);
  s.objects = arena_alloc (&f->arena, f->words * 8);
  s.sites = arena_alloc (&f->arena, f->site_words * 8);
  s.of_others = arena_alloc (&f->arena, f->words * 8);
  for (uint32_t i = 0; i < f->nvisible; i++)
    walk_expr (f->visible[i], PG_ALL, see_visible, &s);
  for (uint32_t p = 0; p < f->pg->nprocs; p++) {
    if (!pg_runs (&f->pg->procs[p]))
      continue;
    if (f->fair)
      find_of_others (&s, p);
    for (uint32_t e = 0; e < f->pg->procs[p].nedges; e++)
      if (is_visible (&s, p, e))
        f->procs[p].edges[e].does |= DOES_VISIBLE;
  }
}
