/* Ample sets.
 *
 * Idea. A set of processes is closed if no step that another process may still execute conflicts with a next step of a
 * process in the set: it neither enables nor disables that step, and commutes with it. The enabled transitions of a closed
 * set are ample. The closure begins with one process and adds every process that conflicts; each process is tried as the
 * beginning, and the smallest set is kept. For stubborn sets the next steps of a process are considered one by one
 * (stubborn.c).
 * Source. D. Peled, "Combining partial order reductions with on-the-fly model-checking", Formal Methods in System Design 8
 * (1996): conditions C0 to C3 and section 6; the closure is W. Overman's, in P. Godefroid, Partial-Order Methods for the
 * Verification of Concurrent Systems, LNCS 1032, Springer 1996, section 4.4.
 * Where we differ. Section 6 labels control states before the search, for channels that are declared exclusive. Here a
 * location is compared with what the other processes can still do from their present locations, using the present values of
 * channel variables; and a set may contain several processes, so that a rendezvous does not prevent a reduction.
 * Why that is sound. Let S be closed, t an enabled transition of S, and w a sequence of steps of other processes. Steps in
 * w neither write what an edge at a location of S accesses nor access what such an edge writes. By induction t stays
 * enabled, has the same effect and commutes with w, and no disabled edge of S becomes enabled:
 *   - a receive from a channel with a message has the same effect while others only append; likewise a send while there
 *     is room and others only receive (the relaxed independence of section 2); a disabled step must only not become
 *     enabled;
 *   - an atomic sequence counts as a whole, until control may be lost. In the future of other processes a channel
 *     operation inside one counts as a poll, because whether the sequence blocks there is observable;
 *   - `timeout` is false while t is enabled; where a transition of S is enabled by it, nothing is reduced;
 *   - a process ends before all older ones, independently of the steps of others;
 *   - a channel exists as long as its owner, which is no younger than the member of S that uses the channel (otherwise
 *     nothing is reduced). */
#include <assert.h>
#include <string.h>

#include "reduce/conflict.h"

/* ---- the choice ---- */

void
ample_look (struct ample *a, const uint32_t *state, const trans_id *list, size_t count)
{
  struct inspector *v = a->inspector;
  v->class->look (v, state);
  assert (v->nprocs <= MAX_PROCS && !ts_transient (state));
  a->nprocs = v->nprocs;
  a->list = list;
  a->count = count;
  a->names.count = 0;
  a->named = false;
  a->looks++;
  a->movers = (struct pids) {0};
  for (uint32_t pid = 0; pid < v->nprocs; pid++) {
    struct member *m = &a->members[pid];
    uint32_t location;
    v->class->process (v, pid, &m->type, &location);
    const struct pg_loc *l = &a->f->pg->procs[m->type].locs[location];
    assert (m->type < a->f->pg->nprocs && location < a->f->pg->procs[m->type].nlocs && pg_runs (&a->f->pg->procs[m->type]));
    m->now = &a->f->procs[m->type].now[location];
    m->future = &a->f->procs[m->type].future[location];
    m->location = location;
    m->first_edge = l->first_edge;
    m->nedges = l->nedges;
    m->enabled = a->weight[pid] = 0;
    m->able = m->known = false;
  }
  for (size_t i = 0; i < count; i++) {
    struct member *m = &a->members[trans_pid (list[i])];
    m->able = true;
    a->weight[trans_pid (list[i])]++;
    bits_add (a->movers.bits, trans_pid (list[i]));
    m->enabled |= (uint64_t) (trans_edge (list[i]) - m->first_edge < 64) << (trans_edge (list[i]) - m->first_edge) % 64;
    if (!trans_is_rendezvous (list[i]))
      continue;
    m = &a->members[trans_partner (list[i])];
    m->able = true;
    m->enabled |= (uint64_t) (trans_partner_edge (list[i]) - m->first_edge < 64) << (trans_partner_edge (list[i]) - m->first_edge) % 64;
  }
}

/* An enabled step of p may change something visible, or is enabled only by timeout: p cannot be in a proper set. */
static bool
is_barred (struct ample *a, uint32_t p)
{
  const struct member *m = &a->members[p];
  const struct proc_facts *f = &a->f->procs[m->type];
  bool visible = m->now->does & DOES_VISIBLE;
  if (visible && !a->guards)
    return true;
  if (visible || (m->now->does & DOES_TIMEOUT))
    for (uint32_t e = m->first_edge; e < m->first_edge + m->nedges; e++)
      if (((visible && (f->step[e].does & DOES_VISIBLE)) || (f->edges[e].does & DOES_TIMEOUT))
          && ample_edge_enabled (a, p, e))
        return true;
  return a->f->fair && ample_affects_enabled (a, p);
}

static void
find_wants (struct ample *a, uint32_t p)
{
  struct member *m = &a->members[p];
  assert (!m->known);
  m->known = true;
  m->wants = (struct pids) {0};
  m->barred = is_barred (a, p);
  if (m->barred)
    return;
  if (a->guards && !(m->nedges == 1 && m->able))
    stubborn_wants (a, p);
  else
    ample_conflicts (a, p, m->now, &m->wants);
  bits_remove (m->wants.bits, p);
}

/* Callback of the closure: adds the processes that a set with p must contain. False: no proper set contains p. */
static bool
take_wanted (void *context, unsigned p)
{
  struct ample *a = context;
  struct member *m = &a->members[p];
  assert (p < a->nprocs);
  if (!m->known)
    find_wants (a, p);
  if (m->barred)
    return false;
  closure_join (&a->closure, m->wants.bits);
  return true;
}

/* Moves the transitions of these processes to the front of the list. */
static void
bring_forward (struct ample *a, trans_id *list, const struct pids *in)
{
  size_t n = 0;
  if (a->count > a->room) {
    a->room = a->count * 2;
    a->sorted = mem_realloc (a->sorted, a->room * sizeof *a->sorted);
  }
  for (int first = 1; first >= 0; first--)
    for (size_t i = 0; i < a->count; i++)
      if (bits_has (in->bits, trans_pid (list[i])) == first)
        a->sorted[n++] = list[i];
  assert (n == a->count);
  memcpy (list, a->sorted, n * sizeof *list);
}

static size_t
ample_choose (struct static_reduction *r, const uint32_t *state, trans_id *list, size_t count)
{
  struct ample *a = ample_of (r);
  struct closure *c = &a->closure;
  struct pids best = {0};
  size_t size = count;
  ample_look (a, state, list, count);
  c->words = bits_words (a->nprocs - 1);
  for (uint32_t p = a->nprocs; p-- > 0;) {
    if (!a->members[p].able || !closure_from (c, p, size < count ? size : count - 1, take_wanted, a))
      continue;
    size = c->size;
    memcpy (best.bits, c->set, c->words * 8);
    if (bits_empty (a->members[p].wants.bits, PID_WORDS))
      break;
  }
  if (size < count)
    bring_forward (a, list, &best);
  for (size_t i = 0; size < count && i < count; i++)
    assert (bits_has (best.bits, trans_pid (list[i])) == (i < size));
  assert (size && size <= count);
  return size;
}

/* One transition starts a process and the other ends one, and their order is not observable afterwards: the only two
 * transitions of such a set that need not commute. */
static bool
starts_and_ends (const struct ample *a, trans_id starts, trans_id ends)
{
  struct inspector *v = a->inspector;
  uint32_t runner, ender, at, unused;
  assert (trans_pid (starts) < v->nprocs && trans_pid (ends) < v->nprocs);
  v->class->process (v, trans_pid (starts), &runner, &at);
  v->class->process (v, trans_pid (ends), &ender, &unused);
  return (a->f->procs[runner].now[at].does & DOES_RUN) && (a->f->procs[ender].edges[trans_edge (ends)].does & DOES_END);
}

static bool
ample_forgives (struct static_reduction *r, const uint32_t *state, trans_id t, trans_id u)
{
  struct ample *a = ample_of (r);
  a->inspector->class->look (a->inspector, state);
  return a->f->anonymous && (starts_and_ends (a, t, u) || (starts_and_ends (a, u, t) && !pg_promela (a->f->pg)->nexclusives));
}

/* ---- making one ---- */

static void
ample_free (struct static_reduction *r)
{
  struct ample *a = ample_of (r);
  VEC_FREE (a->demands);
  VEC_FREE (a->names);
  VEC_FREE (a->users);
  mem_free (a->sorted);
  mem_free (a->members);
  if (a->own)
    facts_release (a->own);
  mem_free (a->own);
  mem_free (a);
}

static const struct static_reduction_class class_ample = {"ample", ample_choose, ample_free, .forgives = ample_forgives};
static const struct static_reduction_class class_stubborn = {"stubborn", ample_choose, ample_free, .forgives = ample_forgives};

static struct ample *
alloc (const struct static_reduction_class *class, const struct facts *f, struct inspector *inspector)
{
  struct ample *a = mem_zalloc (sizeof *a);
  a->base.class = class;
  a->f = f;
  a->inspector = inspector;
  a->members = mem_zalloc (MAX_PROCS * sizeof *a->members);
  a->closure = (struct closure) {.set = a->set.bits, .todo = a->todo.bits, .weight = a->weight};
  return a;
}

struct static_reduction *
ample_new (const struct pg *pg, struct inspector *inspector, const struct ample_config *config, const char **why)
{
  struct facts *f = mem_alloc (sizeof *f);
  struct facts_config facts = {config->visible, config->nvisible, config->labels, config->fair,
                               .exact = config->exact, .steps = config->guards || config->coarse, .guards = config->guards,
                               .locks = config->transactions};
  bool sound = facts_init (f, pg, inspector, &facts, why);
  struct ample *a = alloc (config->guards ? &class_stubborn : &class_ample, f, inspector);
  a->own = f;
  a->coarse = config->coarse;
  a->guards = config->guards;
  if (!sound) {
    ample_free (&a->base);
    return NULL;
  }
  return &a->base;
}

struct static_reduction *
ample_worker (const struct static_reduction *first, struct inspector *inspector)
{
  const struct ample *of = (const struct ample *) first;
  assert (first->class == &class_ample || first->class == &class_stubborn);
  struct ample *a = alloc (first->class, of->f, inspector);
  a->coarse = of->coarse;
  a->guards = of->guards;
  return &a->base;
}
