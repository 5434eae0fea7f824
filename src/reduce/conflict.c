/* Does a process's next step conflict with what another may still do?
 *
 * Idea. Objects by their sets, the process table by a few rules, channels by
 * demands: a next step says what others must not do to a channel, given how
 * full it is and whether the step is enabled; another process's future says
 * what it may do to it.
 * Source. Conditional independence: S. Katz, D. Peled, "Defining conditional
 * independence using collapses", TCS 101 (1992); D. Peled 1996, section 6.
 * Where we differ. The conditions are looked up for channels that are shared
 * with some but not with those who are outside of the set.
 * Why sound. See ample.c; each demand names all operations that could enable a
 * disabled step, or disable an enabled one, or not commute with it.
 */
#include <assert.h>

#include "reduce/conflict.h"

#include "base/mutant.h"

/* ---- what a member demands ---- */

bool
ample_edge_enabled (const struct ample *a, uint32_t pid, uint32_t edge)
{
  for (size_t i = 0; i < a->count; i++) {
    trans_id t = a->list[i];
    if (trans_pid (t) == pid && trans_edge (t) == edge)
      return true;
    if (trans_is_rendezvous (t) && trans_partner (t) == pid && trans_partner_edge (t) == edge)
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
  assert (u->steady && id);
  struct inspector *v = a->f.inspector;
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
  if (u->kind == USE_SEND && !u->sorted && needed (a, pid, n, u, id) <= c->capacity - c->length + MUTANT (reduce_inner_room))
    return OP_SEND | OP_SORTED | OP_POLL | OP_NFULL;
  if (u->kind == USE_RECV && !u->random && needed (a, pid, n, u, id) <= c->length)
    return OP_RECV | OP_KEEP | OP_SORTED | OP_POLL | OP_NEMPTY;
  return OP_ALL;
}

/* What others must not do to the channel until the step is taken. */
static uint8_t
demand_of (const struct ample *a, uint32_t pid, const struct now *n, const struct use *u, uint32_t id,
           const struct inspector_chan *c)
{
  bool full = c->length >= c->capacity, lossy = a->f.pg->lossy_send;
  if (!c->capacity)
    return MUTANT (reduce_rendezvous_alone) ? 0 : u->kind == USE_SEND ? OP_RECV : u->kind == USE_RECV ? OP_SEND : 0;
  if (u->inner && lossy)
    return OP_ALL;
  if (u->inner)
    return demand_inner (a, pid, n, u, id, c);
  assert (c->length <= c->capacity);
  bool enabled = ample_edge_enabled (a, pid, u->edge);
  switch (u->kind) {
  case USE_SEND:
    if (!enabled)
      return full && !MUTANT (reduce_full_send_waits_alone) ? OP_RECV : 0;
    if ((u->sorted && !MUTANT (reduce_sorted_send_appends)) || (lossy && full))
      return OP_ALL;
    return (MUTANT (reduce_send_poll_unseen) ? 0 : OP_POLL) | (MUTANT (reduce_send_room_unseen) ? 0 : OP_NFULL) | OP_SEND | OP_SORTED;
  case USE_RECV:
    if (enabled && lossy && !MUTANT (reduce_lossy_receive))   /* what another sends before it may be lost, and after it is not */
      return OP_ALL;
    if (enabled)
      return (MUTANT (reduce_receive_message_unseen) ? 0 : OP_NEMPTY) | (MUTANT (reduce_receive_copy_free) ? 0 : OP_KEEP) | OP_RECV
             | OP_SORTED | OP_POLL;
    return (!c->length || (u->random && !MUTANT (reduce_random_receive_waits_alone))) && !MUTANT (reduce_empty_receive_waits_alone) ? OP_SEND | OP_SORTED : OP_RECV | OP_SORTED;
  case USE_KEEP:
    if (enabled)
      return MUTANT (reduce_copy_receive_free) ? OP_SORTED : OP_RECV | OP_SORTED;
    if (MUTANT (reduce_copy_waits_alone))
      return 0;
    return !c->length || u->random ? OP_SEND | OP_SORTED : OP_RECV | OP_SORTED;
  case USE_EMPTY:
    return (c->length != 0) != MUTANT (reduce_empty_swapped) ? OP_RECV : OP_SEND | OP_SORTED;
  case USE_FULL:
    return full && !MUTANT (reduce_full_never_less) ? OP_RECV : OP_SEND | OP_SORTED;
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
  if (id <= a->f.nchans)
    return id - 1;
  a->f.inspector->class->channel (a->f.inspector, id, &c);
  return a->f.nchans + c.type;
}

/* The channel that the use names in this state is one that it may name by the static facts. */
static bool
site_check (const struct ample *a, uint32_t proc, const struct use *u, uint32_t id)
{
  uint64_t *sites = mem_zalloc (a->f.site_words * 8);
  facts_sites (&a->f, proc, u->chan, sites);
  bool ok = bits_has (sites, site_of (a, id));
  mem_free (sites);
  return ok;
}

/* The trace automaton sees the order of the events it watches. */
static void
demand_events (struct ample *a, struct member *m, const struct use *u, uint32_t site)
{
  if (!(a->f.watched[site] & (u->kind == USE_SEND ? OP_SEND : u->kind == USE_RECV ? OP_RECV : 0)))
    return;
  for (uint32_t s = 0; s < a->f.nsites; s++)
    if (a->f.watched[s] && MUTANT (reduce_events_one_channel) && s != site)
      continue;
    else if (a->f.watched[s] && s < a->f.nchans)
      VEC_PUSH (a->demands, ((struct demand) {s + 1, a->f.watched[s]}));
    else if (a->f.watched[s])
      m->hopeless = true;
}

static void
demand_use (struct ample *a, uint32_t pid, struct member *m, const struct use *u)
{
  struct inspector *v = a->f.inspector;
  struct inspector_chan c;
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
  if (c.owner != UINT32_MAX && c.owner > pid && !MUTANT (reduce_owner_lives)) {
    m->hopeless = true;
    return;
  }
  assert (site_check (a, m->type, u, id));
  (void) site_check;
  uint8_t ops = demand_of (a, pid, m->now, u, id, &c);
  assert (!(ops & ~OP_ALL));
  if (MUTANT (reduce_channels_exclusive))
    ops &= (uint8_t) ~(u->kind == USE_SEND ? OP_SEND | OP_SORTED : OP_RECV);
  VEC_PUSH (a->demands, ((struct demand) {id, ops}));
  if (a->f.pg->trace_proc != PG_ALL)
    demand_events (a, m, u, site_of (a, id));
}

/* A process that ends takes channels with it, and what it claims. */
static void
demand_end (struct ample *a, uint32_t pid)
{
  struct inspector *v = a->f.inspector;
  struct inspector_chan c;
  for (uint32_t i = 0; i < a->f.pg->nexclusives; i++) {
    const struct pg_exclusive *x = &a->f.pg->exclusives[i];
    if (x->proc != a->members[pid].type || MUTANT (reduce_claims_end))
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
  assert (!m->asked);
  m->asked = true;
  m->first = (uint32_t) a->demands.count;
  m->hopeless = m->now->does & DOES_TOO_MUCH;
  for (uint32_t i = 0; i < m->now->nuses && !m->hopeless; i++)
    demand_use (a, pid, m, &m->now->uses[i]);
  if (m->now->does & DOES_END)
    demand_end (a, pid);
  m->count = (uint32_t) a->demands.count - m->first;
  assert (m->asked && m->first + m->count == a->demands.count);
}

/* ---- conflicts ---- */

/* What process q may do with the channel. */
static uint8_t
future_ops (const struct ample *a, const struct member *q, uint32_t id)
{
  assert (id && id <= a->f.inspector->nchans && site_of (a, id) < a->f.nsites);
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
  assert (a->nprocs <= MAX_PROCS);
  uint32_t mine = a->members[p].now->does, theirs = a->members[q].future->does;
  if (MUTANT (reduce_run_independent))
    mine &= ~(uint32_t) DOES_RUN;
  if (q < p)
    theirs &= ~(uint32_t) DOES_END;
  if ((mine & DOES_RUN) && (theirs & (a->f.anonymous ? DOES_RUN | DOES_LOOK : DOES_RUN | DOES_LOOK | DOES_END)))
    return true;
  if ((mine & DOES_LOOK) && !MUTANT (reduce_process_table_unseen) && (theirs & (DOES_RUN | DOES_END)))
    return true;
  if ((mine & DOES_TALK) && (theirs & DOES_RUN) && !MUTANT (reduce_claims_started))
    return true;                  /* it may start one that claims the channel */
  if (!(mine & DOES_END) || MUTANT (reduce_end_independent))
    return false;
  if (p + 1 == a->nprocs)
    return theirs & (DOES_RUN | DOES_LOOK);
  for (uint32_t i = p + 1; i < a->nprocs; i++)
    if (!(a->members[i].future->does & DOES_END))
      return false;
  return q + 1 == a->nprocs;
}

bool
ample_conflict (struct ample *a, uint32_t p, uint32_t q)
{
  assert (p < a->nprocs && q < a->nprocs);
  struct member *m = &a->members[p];
  const struct member *other = &a->members[q];
  const struct now *n = m->now;
  const struct future *future = other->future;
  for (uint32_t i = 0; i < a->f.words; i++)
    if ((MUTANT (reduce_others_may_write) ? 0 : n->touches[i] & future->writes[i])
        | (MUTANT (reduce_others_may_read) ? 0 : n->writes[i] & future->reads[i]))
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

/* ---- fairness ---- */

/* Two processes at most, from now on, each only sends or only takes messages
 * (or one does as it likes). If one of the two does not move any more, the other
 * can change the channel only so often. */
static bool
is_private (const struct ample *a, uint32_t id)
{
  uint32_t users = 0, both = 0;
  assert (a->f.fair);
  for (uint32_t q = 0; q < a->nprocs; q++) {
    uint8_t ops = future_ops (a, &a->members[q], id);
    users += ops != 0;
    both += (ops & (OP_SEND | OP_SORTED)) && (ops & OP_RECV);
  }
  return users < 2 || (users == 2 && (!both || MUTANT (reduce_fair_private)));
}

bool
ample_affects_enabled (struct ample *a, uint32_t p)
{
  struct inspector *v = a->f.inspector;
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
