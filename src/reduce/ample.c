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
#include <string.h>

#include "reduce/facts.h"
#include "reduce/reduce.h"

enum { MAX_PROCS = 256 };

/* A member's step and a channel: what others must not do with it. */
struct demand {
  uint32_t id;
  uint8_t ops;
};

struct member {
  const struct now *now;
  const struct future *future;
  uint32_t type;
  bool able;                      /* has an enabled transition */
  bool asked;                     /* demands are computed */
  bool hopeless;                  /* everything may conflict */
  uint32_t first, count;          /* its demands */
  uint32_t names, nnames;         /* channels it has in variables, with what it may do to them */
};

struct ample {
  struct facts f;
  enum ample_mutant mutant;
  struct member *members;
  VEC (struct demand) demands, names;
  const trans_id *list; size_t count;
  uint32_t nprocs;
  trans_id *sorted; size_t room;
  struct view_expr *claims;       /* xr, xs: the channels */
  uint32_t **kept_vars;           /* per process type: variables that keep channels, then PG_ALL */
};

/* ---- what a member demands ---- */

static bool
edge_enabled (const struct ample *a, uint32_t pid, uint32_t edge)
{
  for (size_t i = 0; i < a->count; i++) {
    trans_id t = a->list[i];
    if ((t & 0xff) == pid && (t >> 8 & 0xffffff) == edge)
      return true;
    if (t >> 40 && (t >> 32 & 0xff) == pid && (t >> 40) == edge + 1)
      return true;
  }
  return false;
}

/* Uses of the same kind and channel in one step: how many messages or places
 * it may need; UINT32_MAX if there is no telling. */
static uint32_t
needed (const struct ample *a, uint32_t pid, const struct now *n, const struct use *u, uint32_t id)
{
  uint32_t total = 0;
  struct view *v = a->f.view;
  for (uint32_t i = 0; i < n->nuses; i++) {
    const struct use *o = &n->uses[i];
    if (o->kind != u->kind || o->edge != u->edge)
      continue;
    if (!o->steady)
      return UINT32_MAX;
    if ((uint32_t) v->class->eval (v, pid, o->expr) != id)
      continue;
    if (o->inner && !o->once)
      return UINT32_MAX;
    total++;
  }
  return total;
}

static uint8_t
demand_inner (const struct ample *a, uint32_t pid, const struct now *n, const struct use *u, uint32_t id,
              const struct view_chan *c)
{
  if (u->kind == USE_SEND && !u->sorted && needed (a, pid, n, u, id) <= c->capacity - c->length)
    return OP_SEND | OP_SORTED | OP_POLL | OP_NFULL;
  if (u->kind == USE_RECV && !u->random && needed (a, pid, n, u, id) <= c->length)
    return OP_RECV | OP_KEEP | OP_SORTED | OP_POLL | OP_NEMPTY;
  return OP_ALL;
}

/* What others must not do to the channel until the step is taken. */
static uint8_t
demand_of (const struct ample *a, uint32_t pid, const struct now *n, const struct use *u, uint32_t id,
           const struct view_chan *c)
{
  bool full = c->length >= c->capacity, lossy = a->f.pg->lossy_send;
  if (!c->capacity)
    return u->kind == USE_SEND ? OP_RECV : u->kind == USE_RECV ? OP_SEND : 0;
  if (u->inner)
    return demand_inner (a, pid, n, u, id, c);
  bool enabled = edge_enabled (a, pid, u->edge);
  switch (u->kind) {
  case USE_SEND:
    if (!enabled)
      return full ? OP_RECV : 0;
    if (u->sorted || (lossy && full))
      return OP_ALL;
    return OP_SEND | OP_SORTED | OP_POLL | OP_NFULL;
  case USE_RECV:
    if (enabled)
      return OP_RECV | OP_KEEP | OP_SORTED | OP_POLL | OP_NEMPTY;
    return !c->length || u->random ? OP_SEND | OP_SORTED : OP_RECV | OP_SORTED;
  case USE_KEEP:
    if (enabled)
      return OP_RECV | OP_SORTED;
    return !c->length || u->random ? OP_SEND | OP_SORTED : OP_RECV | OP_SORTED;
  case USE_EMPTY:
    return c->length ? OP_RECV : OP_SEND | OP_SORTED;
  case USE_FULL:
    return full ? OP_RECV : OP_SEND | OP_SORTED;
  case USE_MATCH:
    if (u->random)
      return OP_SEND | OP_SORTED | OP_RECV;
    return c->length ? OP_RECV | OP_SORTED : OP_SEND | OP_SORTED;
  default:
    return OP_SEND | OP_SORTED | OP_RECV;
  }
}

static uint32_t
site_of (const struct ample *a, uint32_t id)
{
  struct view_chan c;
  if (id <= a->f.nchans)
    return id - 1;
  a->f.view->class->channel (a->f.view, id, &c);
  return a->f.nchans + c.type;
}

/* The trace automaton sees the order of the events it watches. */
static void
demand_events (struct ample *a, struct member *m, const struct use *u, uint32_t site)
{
  if (!(a->f.watched[site] & (u->kind == USE_SEND ? OP_SEND : u->kind == USE_RECV ? OP_RECV : 0)))
    return;
  for (uint32_t s = 0; s < a->f.nsites; s++)
    if (a->f.watched[s] && s < a->f.nchans)
      VEC_PUSH (a->demands, ((struct demand) {s + 1, a->f.watched[s]}));
    else if (a->f.watched[s])
      m->hopeless = true;
}

static void
demand_use (struct ample *a, uint32_t pid, struct member *m, const struct use *u)
{
  struct view *v = a->f.view;
  struct view_chan c;
  if (!u->steady) {
    m->hopeless = true;
    return;
  }
  uint32_t id = (uint32_t) v->class->eval (v, pid, u->expr);
  if (!id)
    return;                       /* no channel: the step fails, whatever others do */
  if (id > v->nchans) {
    m->hopeless = true;
    return;
  }
  v->class->channel (v, id, &c);
  if (c.owner != UINT32_MAX && c.owner > pid) {
    m->hopeless = true;
    return;
  }
  uint8_t ops = demand_of (a, pid, m->now, u, id, &c);
  if (a->mutant == AMPLE_EXCLUSIVE)
    ops &= (uint8_t) ~(u->kind == USE_SEND ? OP_SEND | OP_SORTED : OP_RECV);
  VEC_PUSH (a->demands, ((struct demand) {id, ops}));
  if (a->f.pg->trace_proc != PG_ALL)
    demand_events (a, m, u, site_of (a, id));
}

/* A process that ends takes channels with it, and what it claims. */
static void
demand_end (struct ample *a, uint32_t pid)
{
  struct view *v = a->f.view;
  struct view_chan c;
  for (uint32_t i = 0; i < a->f.pg->nexclusives; i++) {
    const struct pg_exclusive *x = &a->f.pg->exclusives[i];
    if (x->proc != a->members[pid].type)
      continue;
    uint32_t id = (uint32_t) v->class->eval (v, pid, a->claims[i]);
    if (id && id <= v->nchans)
      VEC_PUSH (a->demands, ((struct demand) {id, x->receive ? OP_RECV | OP_KEEP : OP_SEND | OP_SORTED}));
  }
  for (uint32_t id = v->nchans; id > a->f.nchans; id--) {
    v->class->channel (v, id, &c);
    if (c.owner != pid)
      break;
    VEC_PUSH (a->demands, ((struct demand) {id, OP_ALL}));
  }
}

static void
find_demands (struct ample *a, uint32_t pid, struct member *m)
{
  m->asked = true;
  m->first = (uint32_t) a->demands.count;
  m->hopeless = m->now->does & DOES_TOO_MUCH;
  for (uint32_t i = 0; i < m->now->nuses && !m->hopeless; i++)
    if (!(a->mutant == AMPLE_ATOMIC_FIRST && m->now->uses[i].inner))
      demand_use (a, pid, m, &m->now->uses[i]);
  if (m->now->does & DOES_END)
    demand_end (a, pid);
  m->count = (uint32_t) a->demands.count - m->first;
}

/* ---- conflicts ---- */

/* What process q may do with the channel. */
static uint8_t
future_ops (const struct ample *a, const struct member *q, uint32_t id)
{
  uint8_t ops = q->future->sites[site_of (a, id)];
  for (uint32_t i = 0; i < q->nnames; i++)
    if (a->names.data[q->names + i].id == id)
      ops |= a->names.data[q->names + i].ops;
  return ops;
}

/* The table of processes. Only a younger process's end can let an old one end;
 * the youngest of all is as good as any, and if one of them never ends, that
 * is that. */
static bool
conflict_table (const struct ample *a, uint32_t p, uint32_t q)
{
  uint32_t mine = a->members[p].now->does, theirs = a->members[q].future->does;
  if (a->mutant == AMPLE_RUN_LOCAL)
    mine &= ~(uint32_t) DOES_RUN;
  if (q < p)
    theirs &= ~(uint32_t) DOES_END;
  if ((mine & DOES_RUN) && (theirs & (a->f.blind ? DOES_RUN | DOES_LOOK : DOES_RUN | DOES_LOOK | DOES_END)))
    return true;
  if ((mine & DOES_LOOK) && (theirs & (DOES_RUN | DOES_END)))
    return true;
  if ((mine & DOES_TALK) && (theirs & DOES_RUN))
    return true;                  /* it may start one that claims the channel */
  if (!(mine & DOES_END))
    return false;
  if (p + 1 == a->nprocs)
    return theirs & (DOES_RUN | DOES_LOOK);
  for (uint32_t i = p + 1; i < a->nprocs; i++)
    if (!(a->members[i].future->does & DOES_END))
      return false;
  return q + 1 == a->nprocs;
}

static bool
conflict (struct ample *a, uint32_t p, uint32_t q)
{
  struct member *m = &a->members[p];
  const struct member *other = &a->members[q];
  const struct now *n = m->now;
  const struct future *future = other->future;
  for (uint32_t i = 0; i < a->f.words; i++)
    if ((n->touches[i] & future->writes[i]) | (n->writes[i] & future->reads[i]))
      return true;
  if (n->does && conflict_table (a, p, q))
    return true;
  if (!m->asked)
    find_demands (a, p, m);
  if (m->hopeless)
    return true;
  for (uint32_t i = 0; i < m->count; i++) {
    struct demand d = a->demands.data[m->first + i];
    if (future_ops (a, other, d.id) & d.ops)
      return true;
  }
  return false;
}

/* ---- the choice ---- */

static void
find_names (struct ample *a, uint32_t pid, struct member *m)
{
  const uint8_t *frame = a->f.view->class->frame (a->f.view, pid);
  const struct pg_proc *p = &a->f.pg->procs[m->type];
  m->names = (uint32_t) a->names.count;
  for (const uint32_t *v = a->kept_vars[m->type]; *v != PG_ALL; v++) {
    uint32_t n = m->future->vars[*v] ? pg_var_elements (&p->vars[*v]) : 0;
    for (uint32_t i = 0; i < n; i++)
      VEC_PUSH (a->names, ((struct demand) {frame[p->vars[*v].offset + i], m->future->vars[*v]}));
  }
  m->nnames = (uint32_t) a->names.count - m->names;
}

static void
look (struct ample *a, const uint32_t *state, const trans_id *list, size_t count)
{
  struct view *v = a->f.view;
  v->class->look (v, state);
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
    find_names (a, pid, &m);
    a->members[pid] = m;
  }
  for (size_t i = 0; i < count; i++) {
    a->members[list[i] & 0xff].able = true;
    if (list[i] >> 40)
      a->members[list[i] >> 32 & 0xff].able = true;
  }
}

struct closed {
  uint8_t in[MAX_PROCS];
  uint8_t order[MAX_PROCS];
  uint32_t n;
};

/* The smallest closed set with p; false if it cannot be ample. */
static bool
close_set (struct ample *a, uint32_t p, struct closed *s)
{
  memset (s->in, 0, a->nprocs);
  s->in[p] = 1;
  s->order[0] = (uint8_t) p;
  s->n = 1;
  for (uint32_t i = 0; i < s->n; i++) {
    uint32_t m = s->order[i];
    if ((a->members[m].now->does & DOES_SHOW) && a->mutant != AMPLE_NO_VISIBILITY)
      return false;
    for (uint32_t q = 0; q < a->nprocs; q++)
      if (!s->in[q] && conflict (a, m, q)) {
        s->in[q] = 1;
        s->order[s->n++] = (uint8_t) q;
      }
    if (a->members[m].hopeless)
      return false;
  }
  return s->n < a->nprocs;
}

/* How many transitions the set has; 0 if it cannot be ample. */
static size_t
set_size (const struct ample *a, const struct closed *s)
{
  size_t n = 0;
  for (size_t i = 0; i < a->count; i++) {
    uint32_t pid = a->list[i] & 0xff;
    if (!s->in[pid])
      continue;
    n++;
    if (a->members[pid].now->does & DOES_TIMEOUT) {
      uint32_t edge = a->list[i] >> 8 & 0xffffff;
      if (a->f.procs[a->members[pid].type].edges[edge].does & DOES_TIMEOUT)
        return 0;
    }
  }
  return n;
}

static void
bring_forward (struct ample *a, trans_id *list, const struct closed *s)
{
  size_t n = 0;
  if (a->count > a->room) {
    a->room = a->count * 2;
    a->sorted = mem_realloc (a->sorted, a->room * sizeof *a->sorted);
  }
  for (int in = 1; in >= 0; in--)
    for (size_t i = 0; i < a->count; i++)
      if (s->in[list[i] & 0xff] == in)
        a->sorted[n++] = list[i];
  memcpy (list, a->sorted, n * sizeof *list);
}

size_t
ample_choose (struct ample *a, const uint32_t *state, trans_id *list, size_t count)
{
  struct closed best, s;
  size_t size = count;
  if (count < 2)
    return count;
  look (a, state, list, count);
  for (uint32_t p = a->nprocs; p-- > 0;) {
    if (!a->members[p].able || !close_set (a, p, &s))
      continue;
    size_t n = set_size (a, &s);
    if (!n || n >= size)
      continue;
    size = n;
    best = s;
    if (s.n == 1)
      break;
  }
  if (size < count)
    bring_forward (a, list, &best);
  return size;
}

bool
ample_forgives (struct ample *a, const uint32_t *state, trans_id t, trans_id u)
{
  struct view *v = a->f.view;
  uint32_t runner, ender, at, unused;
  v->class->look (v, state);
  v->class->process (v, t & 0xff, &runner, &at);
  v->class->process (v, u & 0xff, &ender, &unused);
  return a->f.blind && (a->f.procs[runner].now[at].does & DOES_RUN) &&
         (a->f.procs[ender].edges[u >> 8 & 0xffffff].does & DOES_END);
}

/* ---- making one ---- */

static void
see_unsound (void *context, uint32_t proc, const struct pg_expr *e)
{
  const char **why = context;
  (void) proc;
  switch (e->op) {
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
    a->claims[i] = a->f.view->class->compile (a->f.view, load, &pg->procs[x->proc]);
  }
  return true;
}

struct ample *
ample_new (const struct pg *pg, struct view *view, const struct ample_config *config, const char **why)
{
  struct ample *a = mem_zalloc (sizeof *a);
  a->f = (struct facts) {.pg = pg, .view = view, .visible = config->visible, .nvisible = config->nvisible};
  a->members = mem_zalloc (MAX_PROCS * sizeof *a->members);
  *why = pg->uses_priority ? "the model uses priorities" : pg->uses_last ? "the model uses _last" : NULL;
  walk_program (&a->f, see_unsound, why);
  if (*why) {
    ample_free (a);
    return NULL;
  }
  facts_points_to (&a->f);
  if (!compile_claims (a)) {
    *why = "xr or xs names a channel variable that changes";
    ample_free (a);
    return NULL;
  }
  if (!config->exact)
    facts_blind (&a->f);
  facts_effects (&a->f);
  facts_guarded (&a->f);
  if (a->f.watch_reads) {
    *why = "the trace automaton reads variables";
    ample_free (a);
    return NULL;
  }
  facts_now (&a->f);
  facts_future (&a->f);
  find_kept_vars (a);
  return a;
}

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

void
ample_free (struct ample *a)
{
  if (!a)
    return;
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
