/* Ample sets.
 *
 * Idea. A set of processes is closed if nothing that another process may do
 * from where it stands can conflict with the next steps of those in the set:
 * neither enable one, nor disable one, nor fail to commute with it. The
 * enabled transitions of a closed set are ample. A set starts with one process
 * and takes in whoever conflicts; each start is tried and the smallest set kept. For
 * stubborn sets the steps of a process are looked at one by one (stubborn.c).
 * Source. D. Peled, "Combining partial order reductions with on-the-fly
 * model-checking", FMSD 8 (1996): conditions C0-C3 and section 6; the closure
 * is W. Overman's, in P. Godefroid, LNCS 1032, section 4.4.
 * Where we differ. Section 6 labels control states once and for all, with
 * channels declared exclusive. Here a location is compared with what the
 * others can still do from theirs, with the channels that variables name now;
 * and several processes may form a set, so that a rendezvous is no obstacle.
 * Why sound. Let S be closed, t an enabled transition of S, w a sequence of
 * other processes' steps. Steps in w touch nothing that an edge at a location
 * of S reads or writes against, so by induction t stays enabled, does the same
 * and commutes; no disabled edge of S becomes enabled:
 *   - a receive from a channel with a message stays what it is while others
 *     only append; likewise a send while there is room and others only take
 *     (the relaxed independence of section 2); a step that cannot be taken
 *     must only not be enabled;
 *   - an atomic sequence counts whole, until control may be lost. In the
 *     future of others a channel operation inside of one is a poll: whether
 *     it stops there can be seen;
 *   - `timeout` is false while t is enabled; where it is what makes a
 *     transition of S enabled, nothing is reduced;
 *   - a process ends before older ones can, whatever they want;
 *   - a channel lives as long as its owner, which is no younger than the
 *     member of S that uses it (or else nothing is reduced).
 */
#include <assert.h>
#include <string.h>

#include "base/mutant.h"
#include "reduce/conflict.h"

/* ---- the choice ---- */

void
ample_look (struct ample *a, const uint32_t *state, const trans_id *list, size_t count)
{
  struct inspector *v = a->f.inspector;
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
    const struct pg_loc *l = &a->f.pg->procs[m->type].locs[location];
    assert (m->type < a->f.pg->nprocs && location < a->f.pg->procs[m->type].nlocs && facts_runs (&a->f.pg->procs[m->type]));
    m->now = &a->f.procs[m->type].now[location];
    m->future = &a->f.procs[m->type].future[location];
    m->first_edge = l->first_edge;
    m->nedges = l->nedges;
    m->enabled = m->count = 0;
    m->able = m->known = false;
  }
  for (size_t i = 0; i < count; i++) {
    struct member *m = &a->members[trans_pid (list[i])];
    m->able = true;
    m->count++;
    bits_add (a->movers.bits, trans_pid (list[i]));
    m->enabled |= (uint64_t) (trans_edge (list[i]) - m->first_edge < 64) << (trans_edge (list[i]) - m->first_edge) % 64;
    if (!trans_is_rendezvous (list[i]))
      continue;
    m = &a->members[trans_partner (list[i])];
    m->able = true;
    m->enabled |= (uint64_t) (trans_partner_edge (list[i]) - m->first_edge < 64) << (trans_partner_edge (list[i]) - m->first_edge) % 64;
  }
}

/* A step of p that can be taken now may change something visible, or is enabled by
 * timeout alone. */
static bool
is_barred (struct ample *a, uint32_t p)
{
  const struct member *m = &a->members[p];
  const struct proc_facts *f = &a->f.procs[m->type];
  bool visible = (m->now->does & DOES_VISIBLE) && !MUTANT (reduce_visibility_ignored);
  if (visible && !a->waits)
    return true;
  if (visible || (m->now->does & DOES_TIMEOUT))
    for (uint32_t e = m->first_edge; e < m->first_edge + m->nedges; e++)
      if (((visible && (f->step[e].does & DOES_VISIBLE)) || (f->edges[e].does & DOES_TIMEOUT && !MUTANT (reduce_timeout_in_set)))
          && ample_edge_enabled (a, p, e))
        return true;
  return a->f.fair && ample_affects_enabled (a, p);
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
  if (a->waits && !(m->nedges == 1 && m->able))
    stubborn_wants (a, p);
  else
    ample_conflicts (a, p, m->now, &m->wants);
  bits_remove (m->wants.bits, p);
}

/* The smallest closed set with p: how many transitions it has; 0 if it has
 * more than `most`, or cannot be a proper set. */
static size_t
close_set (struct ample *a, uint32_t p, size_t most, struct pids *set)
{
  struct pids done = {0};
  size_t n = a->members[p].count;
  assert (p < a->nprocs && a->members[p].able);
  *set = done;
  bits_add (set->bits, p);
  for (size_t m = p; n <= most && m < a->nprocs; ) {
    struct member *member = &a->members[m];
    struct pids more = {0};
    bits_add (done.bits, m);
    if (!member->known)
      find_wants (a, (uint32_t) m);
    if (member->barred)
      return 0;
    for (uint32_t i = 0; i < PID_WORDS; i++) {
      more.bits[i] = member->wants.bits[i] & ~set->bits[i];
      set->bits[i] |= more.bits[i];
    }
    for (size_t q = 0; (q = bits_next (more.bits, q, a->nprocs)) < a->nprocs; q++)
      n += a->members[q].count;
    for (uint32_t i = 0; i < PID_WORDS; i++)
      more.bits[i] = set->bits[i] & ~done.bits[i];
    m = bits_next (more.bits, 0, a->nprocs);
  }
  return n <= most ? n : 0;
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
  struct pids best, s;
  size_t size = count;
  ample_look (a, state, list, count);
  for (uint32_t p = a->nprocs; p-- > 0;) {
    size_t n = a->members[p].able ? close_set (a, p, size < count ? size : count - 1, &s) : 0;
    if (!n)
      continue;
    size = n;
    best = s;
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

bool
ample_forgives (struct ample *a, const uint32_t *state, trans_id t, trans_id u)
{
  struct inspector *v = a->f.inspector;
  uint32_t runner, ender, at, unused;
  v->class->look (v, state);
  assert (trans_pid (t) < v->nprocs && trans_pid (u) < v->nprocs);
  v->class->process (v, trans_pid (t), &runner, &at);
  v->class->process (v, trans_pid (u), &ender, &unused);
  return a->f.anonymous && (a->f.procs[runner].now[at].does & DOES_RUN) &&
         (a->f.procs[ender].edges[trans_edge (u)].does & DOES_END);
}

/* ---- making one ---- */

static void
see_unsound (void *context, uint32_t proc, const struct pg_expr *e)
{
  const char **why = context;
  switch (e->op) {
  case E_TIMEOUT:
    if (proc == PG_ALL)
      *why = "the property uses timeout";
    break;
  case E_LAST: *why = "the model uses _last"; break;
  case E_ENABLED: *why = "the model uses enabled()"; break;
  case E_NP: *why = "the model uses np_"; break;
  case E_PC_VALUE: *why = "the model uses pc_value()"; break;
  case E_GET_PRIORITY: *why = "the model uses priorities"; break;
  default: break;
  }
}

static void
find_kept_vars (struct ample *a)
{
  const struct pg *pg = a->f.pg;
  a->kept_vars = arena_alloc (&a->f.arena, (pg->nprocs + 1) * sizeof *a->kept_vars);
  for (uint32_t p = 0; p < pg->nprocs; p++) {
    uint32_t n = 0;
    a->kept_vars[p] = arena_alloc (&a->f.arena, (pg->procs[p].nvars + 1) * sizeof **a->kept_vars);
    for (uint32_t v = 0; v < pg->procs[p].nvars; v++)
      if (pg->procs[p].vars[v].type.kind == PG_CHAN && a->f.kept[a->f.var_base[p] + v])
        a->kept_vars[p][n++] = v;
    assert (n <= pg->procs[p].nvars);
    a->kept_vars[p][n] = PG_ALL;
  }
}

/* What xr and xs claim must not change while the process lives. */
static bool
compile_claims (struct ample *a)
{
  const struct pg *pg = a->f.pg;
  a->claims = arena_alloc (&a->f.arena, (pg->nexclusives + 1) * sizeof *a->claims);
  for (uint32_t i = 0; i < pg->nexclusives; i++) {
    const struct pg_exclusive *x = &pg->exclusives[i];
    struct pg_expr *load = ARENA_NEW (&a->f.arena, struct pg_expr);
    *load = (struct pg_expr) {.op = E_LOAD, .pos = x->pos, .place = x->place};
    bool global = x->place->region == REGION_GLOBAL;
    if (!a->f.kept[x->place->var + (global ? 0 : a->f.var_base[x->proc])])
      return false;
    for (uint8_t k = 0; k < x->place->nindex; k++)
      if (x->place->index[k]->op != E_CONST)
        return false;
    a->claims[i] = a->f.inspector->class->compile (a->f.inspector, load, &pg->procs[x->proc]);
  }
  return true;
}

static void
ample_free (struct static_reduction *r)
{
  struct ample *a = ample_of (r);
  for (uint32_t p = 0; a->f.procs && p < a->f.pg->nprocs; p++)
    for (uint32_t e = 0; e < a->f.pg->procs[p].nedges; e++)
      VEC_FREE (a->f.procs[p].edges[e].uses);
  VEC_FREE (a->demands);
  VEC_FREE (a->names);
  VEC_FREE (a->users);
  mem_free (a->sorted);
  mem_free (a->members);
  arena_release (&a->f.arena);
  mem_free (a);
}

static const struct static_reduction_class class_ample = {"ample", ample_choose, ample_check, ample_free};
static const struct static_reduction_class class_stubborn = {"stubborn", ample_choose, ample_check, ample_free};

struct static_reduction *
ample_new (const struct pg *pg, struct inspector *inspector, const struct ample_config *config, const char **why)
{
  struct ample *a = mem_zalloc (sizeof *a);
  a->coarse = config->coarse;
  a->base.class = config->guards ? &class_stubborn : &class_ample;
  a->f = (struct facts) {.pg = pg, .inspector = inspector, .visible = config->visible, .nvisible = config->nvisible,
                         .labels = config->labels, .fair = config->fair && !MUTANT (reduce_fairness_ignored)};
  a->members = mem_zalloc (MAX_PROCS * sizeof *a->members);
  *why = pg->uses_priority ? "the model uses priorities" : pg->uses_last ? "the model uses _last" : NULL;
  walk_program (&a->f, see_unsound, why);
  if (*why) {
    ample_free (&a->base);
    return NULL;
  }
  assert (pg->nprocs && inspector);
  facts_points_to (&a->f);
  if (!compile_claims (a)) {
    *why = "xr or xs names a channel variable that changes";
    ample_free (&a->base);
    return NULL;
  }
  if (!config->exact)
    facts_process_identity (&a->f);
  facts_effects (&a->f);
  facts_visibility (&a->f);
  facts_nonblocking (&a->f);
  if (a->f.watch_reads) {
    *why = "the trace automaton reads variables";
    ample_free (&a->base);
    return NULL;
  }
  facts_now (&a->f);
  facts_future (&a->f);
  find_kept_vars (a);
  if (config->guards)
    stubborn_prepare (a);
  else if (config->coarse)
    facts_steps (&a->f);
  return &a->base;
}
