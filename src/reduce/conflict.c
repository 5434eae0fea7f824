/* Whether a process's next step conflicts with what another process may still do.
 *
 * Idea. Objects are compared as sets, the process table by a few rules, channels by demands: a next step demands that
 * others do not execute certain operations on a channel, which depend on the channel's length and on whether the step is
 * enabled; another process's future says which operations it may execute.
 * Source. Conditional independence: S. Katz, D. Peled, "Defining conditional independence using collapses", Theoretical
 * Computer Science 101 (1992); D. Peled, "Combining partial order reductions with on-the-fly model-checking", Formal
 * Methods in System Design 8 (1996), section 6.
 * Where we differ. The conditions are also used for channels that are shared with other members of the set, but not with
 * processes outside of it.
 * Why that is sound. See ample.c; each demand names all operations that could enable a disabled step, disable an enabled
 * one, or not commute with it. */
#include <assert.h>

#include "reduce/conflict.h"

/* ---- what a member demands ---- */

bool
ample_edge_enabled (const struct ample *a, uint32_t pid, uint32_t edge)
{
  uint32_t i = edge - a->members[pid].first_edge;
  assert (i < a->members[pid].nedges);
  if (i < 64)
    return a->members[pid].enabled >> i & 1;
  for (size_t k = 0; k < a->count; k++) {
    trans_id t = a->list[k];
    if (trans_pid (t) == pid && trans_edge (t) == edge)
      return true;
    if (trans_is_rendezvous (t) && trans_partner (t) == pid && trans_partner_edge (t) == edge)
      return true;
  }
  return false;
}

/* The number of messages or free places that the step may need in uses of the same kind and channel; UINT32_MAX: unknown. */
static uint32_t
needed (const struct ample *a, uint32_t pid, const struct now *n, const struct use *u, uint32_t id)
{
  uint32_t total = 0;
  assert (u->steady && id);
  struct inspector *v = a->inspector;
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
              const struct inspector_chan *c)
{
  if (u->kind == USE_SEND && !u->sorted && needed (a, pid, n, u, id) <= c->capacity - c->length)
    return OP_SEND | OP_SORTED | OP_POLL | OP_NFULL;
  if (u->kind == USE_RECV && !u->random && needed (a, pid, n, u, id) <= c->length)
    return OP_RECV | OP_KEEP | OP_SORTED | OP_POLL | OP_NEMPTY;
  return OP_ALL;
}

/* The operations that others must not execute on the channel before the step. */
static uint8_t
demand_of (const struct ample *a, uint32_t pid, const struct now *n, const struct use *u, uint32_t id,
           const struct inspector_chan *c)
{
  bool full = c->length >= c->capacity, lossy = a->f->pg->lossy_send;
  if (!c->capacity)
    return u->kind == USE_SEND ? OP_RECV : u->kind == USE_RECV ? OP_SEND : 0;
  if (u->inner && lossy)
    return OP_ALL;
  if (u->inner)
    return demand_inner (a, pid, n, u, id, c);
  assert (c->length <= c->capacity);
  bool enabled = ample_edge_enabled (a, pid, u->edge);
  switch (u->kind) {
  case USE_SEND:
    if (!enabled)
      return full ? OP_RECV : 0;
    if (u->sorted || (lossy && full))
      return OP_ALL;
    return OP_POLL | OP_NFULL | OP_SEND | OP_SORTED;
  case USE_RECV:
    if (enabled && lossy)   /* a message that another process sends before the receive may be lost, one sent after it is not */
      return OP_ALL;
    if (enabled)
      return OP_NEMPTY | OP_KEEP | OP_RECV | OP_SORTED | OP_POLL;
    return !c->length || u->random ? OP_SEND | OP_SORTED : OP_RECV | OP_SORTED;
  case USE_KEEP:
    if (enabled)
      return OP_RECV | OP_SORTED;
    return !c->length || u->random ? OP_SEND | OP_SORTED : OP_RECV | OP_SORTED;
  case USE_EMPTY:
    return c->length != 0 ? OP_RECV : OP_SEND | OP_SORTED;
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
  struct inspector_chan c;
  assert (id);
  if (id <= a->f->nchans)
    return id - 1;
  a->inspector->class->channel (a->inspector, id, &c);
  return a->f->nchans + c.type;
}

/* Checks that the channel which the use denotes in this state is among those of the static points-to facts. */
static bool
site_check (const struct ample *a, uint32_t proc, const struct use *u, uint32_t id)
{
  uint64_t *sites = mem_zalloc (a->f->site_words * 8);
  facts_sites (a->f, proc, u->chan, sites);
  bool ok = bits_has (sites, site_of (a, id));
  mem_free (sites);
  return ok;
}

static void
demand (struct ample *a, uint32_t id, uint32_t site, uint8_t ops)
{
  assert (!(ops & ~OP_ALL) && site < a->f->nsites);
  VEC_PUSH (a->demands, ((struct demand) {id, site, ops}));
}

/* A trace automaton observes the order of the events it watches: an event demands that others cause none of them. */
static bool
demand_events (struct ample *a, const struct use *u, uint32_t site)
{
  if (!(a->f->watched[site] & (u->kind == USE_SEND ? OP_SEND : u->kind == USE_RECV ? OP_RECV : 0)))
    return true;
  for (uint32_t s = 0; s < a->f->nsites; s++)
    if (a->f->watched[s] && s < a->f->nchans)
      demand (a, s + 1, s, a->f->watched[s]);
    else if (a->f->watched[s])
      return false;
  return true;
}

/* Adds the demands of one use. False: any step of another process may conflict. */
static bool
demand_use (struct ample *a, uint32_t pid, const struct now *n, const struct use *u)
{
  struct inspector *v = a->inspector;
  struct inspector_chan c;
  if (!u->steady)
    return false;
  uint32_t id = (uint32_t) v->class->eval (v, pid, u->expr);
  if (!id)
    return !a->coarse;            /* 0 is no channel: the step fails, independently of other processes */
  if (id > v->nchans)
    return false;
  v->class->channel (v, id, &c);
  if (c.owner != UINT32_MAX && c.owner > pid)
    return false;
  assert (site_check (a, a->members[pid].type, u, id));
  (void) site_check;
  uint32_t site = id <= a->f->nchans ? id - 1 : a->f->nchans + c.type;
  uint8_t ops = a->coarse ? OP_ALL : demand_of (a, pid, n, u, id, &c);
  demand (a, id, site, ops);
  return !pg_trace (a->f->pg) || demand_events (a, u, site);
}

/* The end of a process removes its channels and its exclusive claims. */
static void
demand_end (struct ample *a, uint32_t pid)
{
  struct inspector *v = a->inspector;
  struct inspector_chan c;
  const struct pg_promela *promela = pg_promela (a->f->pg);
  for (uint32_t i = 0; i < promela->nexclusives; i++) {
    const struct pg_exclusive *x = &promela->exclusives[i];
    if (x->proc != a->members[pid].type)
      continue;
    uint32_t id = (uint32_t) v->class->eval (v, pid, a->f->exclusives[i]);
    if (id && id <= v->nchans)
      demand (a, id, site_of (a, id), x->receive ? OP_RECV | OP_KEEP : OP_SEND | OP_SORTED);
  }
  for (uint32_t id = v->nchans; id > a->f->nchans; id--) {
    v->class->channel (v, id, &c);
    if (c.owner != pid)
      break;
    demand (a, id, a->f->nchans + c.type, OP_ALL);
  }
}

/* Computes the demands of the steps. False: any step of another process may conflict. */
static bool
find_demands (struct ample *a, uint32_t pid, const struct now *n)
{
  bool hope = !(n->does & DOES_TOO_MUCH) && !(a->coarse && (n->does & DOES_TIMEOUT));
  a->demands.count = 0;
  for (uint32_t i = 0; i < n->nuses && hope; i++)
    hope = demand_use (a, pid, n, &n->uses[i]);
  if (n->does & DOES_END)
    demand_end (a, pid);
  return hope;
}

/* ---- conflicts ---- */

/* Records the operations that a process may still execute on the channels that its variables name. */
static void
find_names (struct ample *a, uint32_t pid, const struct member *m)
{
  const struct pg_proc *p = &a->f->pg->procs[m->type];
  if (*a->f->kept_vars[m->type] == PG_ALL)
    return;
  const uint8_t *frame = a->inspector->class->frame (a->inspector, pid);
  for (const uint32_t *v = a->f->kept_vars[m->type]; *v != PG_ALL; v++)
    for (uint32_t i = 0; m->future->vars[*v] && i < pg_var_elements (&p->vars[*v]); i++)
      VEC_PUSH (a->names, ((struct name) {pid, frame[p->vars[*v].offset + i], m->future->vars[*v]}));
}

/* For each operation, the processes that may still execute it on the channel. */
static const struct users *
users_of (struct ample *a, uint32_t id, uint32_t site)
{
  assert (id && id <= a->inspector->nchans && site == site_of (a, id) && site < a->f->nsites);
  while (a->users.count <= id)
    VEC_PUSH (a->users, (struct users) {0});
  struct users *u = &a->users.data[id];
  if (u->look == a->looks)
    return u;
  if (!a->named)
    for (uint32_t q = 0; q < a->nprocs; q++)
      find_names (a, q, &a->members[q]);
  a->named = true;
  *u = (struct users) {.look = a->looks};
  for (uint32_t q = 0; q < a->nprocs; q++)
    for (uint32_t ops = a->members[q].future->sites[site]; ops; ops &= ops - 1)
      bits_add (u->may[__builtin_ctz (ops)].bits, q);
  for (size_t i = 0; i < a->names.count; i++)
    for (uint32_t ops = a->names.data[i].id == id ? a->names.data[i].ops : 0; ops; ops &= ops - 1)
      bits_add (u->may[__builtin_ctz (ops)].bits, a->names.data[i].pid);
  return u;
}

bool
conflict_table_coarse (uint32_t mine, uint32_t theirs)
{
  return ((mine | theirs) & (DOES_RUN | DOES_END)) && (mine & DOES_TABLE) && (theirs & DOES_TABLE);
}

/* The process can only end, and its presence is not observable. Then `run` by others does not conflict with its end:
 * without the process there is at least as much room in the process table (facts_process_identity.c). */
static bool
ends_unseen (const struct ample *a, uint32_t p)
{
  const struct member *m = &a->members[p];
  const struct pg_edge *e = &a->f->pg->procs[m->type].edges[m->first_edge];
  return a->f->anonymous && !pg_promela (a->f->pg)->nexclusives && m->nedges == 1 && e->nacts == 1 && e->acts[0].kind == ACT_END;
}

/* Conflicts by the process table. The end of an older process q does not conflict with p, because p ends before it. If p is
 * not the youngest process, its end stays disabled until all younger ones have ended: it conflicts with the youngest one
 * only; and if some younger one never ends, p never ends either, and nothing conflicts with its end. */
static bool
conflict_table (const struct ample *a, uint32_t p, uint32_t mine, uint32_t q)
{
  assert (a->nprocs <= MAX_PROCS);
  uint32_t theirs = a->members[q].future->does;
  if (a->coarse)
    return conflict_table_coarse (mine, theirs);
  if (q < p)
    theirs &= ~(uint32_t) DOES_END;
  if ((mine & DOES_RUN) && (theirs & (a->f->anonymous ? DOES_RUN | DOES_LOOK : DOES_RUN | DOES_LOOK | DOES_END)))
    return true;
  if ((mine & DOES_LOOK) && (theirs & (DOES_RUN | DOES_END)))
    return true;
  if ((mine & DOES_TALK) && (theirs & DOES_RUN))
    return true;                  /* q may start a process that claims the channel */
  if (!(mine & DOES_END))
    return false;
  if (p + 1 == a->nprocs)
    return theirs & ((ends_unseen (a, p) ? 0 : DOES_RUN) | DOES_LOOK);
  for (uint32_t i = p + 1; i < a->nprocs; i++)
    if (!(a->members[i].future->does & DOES_END))
      return false;
  return q + 1 == a->nprocs;
}

/* Removes the objects that q can access only after acquiring a lock that p holds. */
static void
keep_out (const struct ample *a, uint32_t p, uint32_t q, uint32_t word, uint64_t *reads, uint64_t *writes)
{
  const struct member *holder = &a->members[p], *m = &a->members[q];
  for (uint64_t held = a->f->procs[holder->type].held[holder->location]; held; held &= held - 1) {
    const struct avoided *v = &a->f->procs[m->type].avoiding[__builtin_ctzll (held)][m->location];
    *reads &= v->reads[word];
    *writes &= v->writes[word];
  }
}

static bool
conflict_objects (const struct ample *a, uint32_t p, const struct now *n, uint32_t q)
{
  const struct future *future = a->members[q].future;
  for (uint32_t i = 0; i < a->f->words; i++) {
    uint64_t reads = future->reads[i], writes = future->writes[i];
    if (a->f->nlocks && ((n->touches[i] & writes) | (n->writes[i] & reads)))
      keep_out (a, p, q, i, &reads, &writes);
    if ((n->touches[i] & writes) | (n->writes[i] & reads))
      return true;
  }
  return false;
}

static void
conflict_channels (struct ample *a, struct pids *out)
{
  for (size_t i = 0; i < a->demands.count; i++) {
    struct demand d = a->demands.data[i];
    const struct users *u = users_of (a, d.id, d.site);
    for (uint32_t ops = d.ops; ops; ops &= ops - 1)
      bits_join (out->bits, u->may[__builtin_ctz (ops)].bits, PID_WORDS);
  }
}

void
ample_conflicts (struct ample *a, uint32_t p, const struct now *n, struct pids *out)
{
  assert (p < a->nprocs && a->nprocs <= MAX_PROCS);
  a->demands.count = 0;
  bool hope = !(n->nuses || n->does) || find_demands (a, p, n);
  conflict_channels (a, out);
  for (uint32_t q = 0; q < a->nprocs; q++)
    if (!bits_has (out->bits, q) && (!hope || conflict_objects (a, p, n, q)
                                     || (n->does && conflict_table (a, p, n->does, q))))
      bits_add (out->bits, q);
}

/* ---- fairness ---- */

/* From now on at most two processes use the channel, each either only sends or only receives (one of them may do both). If
 * one of the two makes no more steps, the other can change the channel only finitely often. */
static bool
is_private (struct ample *a, uint32_t id)
{
  uint32_t users = 0, both = 0;
  const struct users *u = users_of (a, id, site_of (a, id));
  assert (a->f->fair);
  for (uint32_t q = 0; q < a->nprocs; q++) {
    uint8_t ops = 0;
    for (uint32_t i = 0; i < OP_COUNT; i++)
      ops |= (uint8_t) (bits_has (u->may[i].bits, q) << i);
    users += ops != 0;
    both += (ops & (OP_SEND | OP_SORTED)) && (ops & OP_RECV);
  }
  return users < 2 || (users == 2 && !both);
}

bool
ample_affects_enabled (struct ample *a, uint32_t p)
{
  struct inspector *v = a->inspector;
  const struct now *n = a->members[p].now;
  for (uint32_t i = 0; i < n->nuses; i++) {
    if (n->uses[i].kind != USE_SEND && n->uses[i].kind != USE_RECV)
      continue;
    uint32_t id = n->uses[i].steady ? (uint32_t) v->class->eval (v, p, n->uses[i].expr) : UINT32_MAX;
    if (id && (id > v->nchans || !is_private (a, id)))
      return true;
  }
  return false;
}
