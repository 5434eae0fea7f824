/* Ample sets.
 *
 * Idea. A set of processes is closed if nothing that another process may do
 * from where it stands can conflict with the next steps of those in the set:
 * neither enable one, nor disable one, nor fail to commute with it. The
 * enabled transitions of a closed set are ample. A set starts with one process
 * and takes in whoever conflicts.
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

static void
find_names (struct ample *a, uint32_t pid, struct member *m)
{
  const uint8_t *frame = a->f.inspector->class->frame (a->f.inspector, pid);
  const struct pg_proc *p = &a->f.pg->procs[m->type];
  m->names = (uint32_t) a->names.count;
  for (const uint32_t *v = a->kept_vars[m->type]; *v != PG_ALL; v++) {
    uint32_t n = m->future->vars[*v] ? pg_var_elements (&p->vars[*v]) : 0;
    for (uint32_t i = 0; i < n; i++)
      VEC_PUSH (a->names, ((struct demand) {frame[p->vars[*v].offset + i], m->future->vars[*v]}));
  }
  m->nnames = (uint32_t) a->names.count - m->names;
}

void
ample_look (struct ample *a, const uint32_t *state, const trans_id *list, size_t count)
{
  struct inspector *v = a->f.inspector;
  v->class->look (v, state);
  assert (v->nprocs <= MAX_PROCS && !ts_transient (state));
  a->nprocs = v->nprocs;
  a->list = list;
  a->count = count;
  a->demands.count = a->names.count = 0;
  for (uint32_t pid = 0; pid < v->nprocs; pid++) {
    uint32_t location;
    struct member m = {0};
    v->class->process (v, pid, &m.type, &location);
    m.now = &a->f.procs[m.type].now[location];
    m.future = &a->f.procs[m.type].future[location];
    assert (m.type < a->f.pg->nprocs && location < a->f.pg->procs[m.type].nlocs && facts_runs (&a->f.pg->procs[m.type]));
    find_names (a, pid, &m);
    a->members[pid] = m;
  }
  for (size_t i = 0; i < count; i++) {
    a->members[trans_pid (list[i])].able = true;
    if (trans_is_rendezvous (list[i]))
      a->members[trans_partner (list[i])].able = true;
  }
}

struct closed {
  bool in[MAX_PROCS];
  uint8_t order[MAX_PROCS];
  uint32_t n;
};

/* The smallest closed set with p; false if it cannot be ample. */
static bool
close_set (struct ample *a, uint32_t p, struct closed *s)
{
  assert (p < a->nprocs && a->members[p].able);
  memset (s->in, 0, a->nprocs);
  s->in[p] = 1;
  s->order[0] = (uint8_t) p;
  s->n = 1;
  for (uint32_t i = 0; i < s->n; i++) {
    uint32_t m = s->order[i];
    if ((a->members[m].now->does & DOES_VISIBLE) && !MUTANT (reduce_visibility_ignored))
      return false;
    for (uint32_t q = 0; q < a->nprocs; q++)
      if (!s->in[q] && ample_conflict (a, m, q)) {
        s->in[q] = 1;
        s->order[s->n++] = (uint8_t) q;
      }
    if (a->members[m].hopeless || (a->f.fair && ample_affects_enabled (a, m)))
      return false;
  }
  assert (s->n <= a->nprocs);
  return s->n < a->nprocs;
}

size_t
ample_set_size (const struct ample *a, const bool *in)
{
  size_t n = 0;
  for (size_t i = 0; i < a->count; i++) {
    uint32_t pid = trans_pid (a->list[i]);
    assert (pid < a->nprocs && a->members[pid].able);
    if (!in[pid])
      continue;
    n++;
    if (a->members[pid].now->does & DOES_TIMEOUT) {
      uint32_t edge = trans_edge (a->list[i]);
      if ((a->f.procs[a->members[pid].type].edges[edge].does & DOES_TIMEOUT) && !MUTANT (reduce_timeout_in_set))
        return 0;
    }
  }
  return n;
}

void
ample_bring_forward (struct ample *a, trans_id *list, const bool *in)
{
  size_t n = 0;
  if (a->count > a->room) {
    a->room = a->count * 2;
    a->sorted = mem_realloc (a->sorted, a->room * sizeof *a->sorted);
  }
  for (int first = 1; first >= 0; first--)
    for (size_t i = 0; i < a->count; i++)
      if (in[trans_pid (list[i])] == first)
        a->sorted[n++] = list[i];
  assert (n == a->count);
  memcpy (list, a->sorted, n * sizeof *list);
}

static size_t
ample_choose (struct static_reduction *r, const uint32_t *state, trans_id *list, size_t count)
{
  struct ample *a = ample_of (r);
  struct closed best, s;
  size_t size = count;
  ample_look (a, state, list, count);
  for (uint32_t p = a->nprocs; p-- > 0;) {
    if (!a->members[p].able || !close_set (a, p, &s))
      continue;
    size_t n = ample_set_size (a, s.in);
    if (!n || n >= size)
      continue;
    size = n;
    best = s;
    if (s.n == 1)
      break;
  }
  if (size < count)
    ample_bring_forward (a, list, best.in);
  for (size_t i = 0; size < count && i < count; i++)
    assert (best.in[trans_pid (list[i])] == (i < size));
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
see_timeout (void *context, uint32_t proc, const struct pg_expr *e)
{
  const char **why = context;
  (void) proc;
  if (e->op == E_TIMEOUT)
    *why = "timeout under fairness depends on every step";
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
  mem_free (a->sorted);
  mem_free (a->members);
  arena_release (&a->f.arena);
  mem_free (a);
}

static const struct static_reduction_class class = {"ample", ample_choose, ample_check, ample_free};

struct static_reduction *
ample_new (const struct pg *pg, struct inspector *inspector, const struct ample_config *config, const char **why)
{
  struct ample *a = mem_zalloc (sizeof *a);
  a->base.class = &class;
  a->f = (struct facts) {.pg = pg, .inspector = inspector, .visible = config->visible, .nvisible = config->nvisible,
                         .labels = config->labels, .fair = config->fair && !MUTANT (reduce_fairness_ignored)};
  a->members = mem_zalloc (MAX_PROCS * sizeof *a->members);
  *why = pg->uses_priority ? "the model uses priorities" : pg->uses_last ? "the model uses _last" : NULL;
  walk_program (&a->f, see_unsound, why);
  if (config->fair && !*why)
    walk_program (&a->f, see_timeout, why);
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
  return &a->base;
}
