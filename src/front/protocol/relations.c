/* The relations of a protocol for stubborn sets: which instance of a transition can enable another, which depends on
 * another, and what must happen first.
 *
 * Idea. Instances interact only by messages and inside a process.
 * Source. P. Bokor, J. Kinder, M. Serafini, N. Suri, "Supporting Domain-Specific State Space Reductions through Local
 * Partial-Order Reduction", ASE 2011, Definitions 4 to 6.
 * Where we differ. An instance has a set of senders of its own, so that nearly every one is input-deterministic. A process
 * may send to itself, which is no special case. A crash, a loss, a copy and a lie are transitions of the process they
 * affect; crashes of a type share a budget, and so do the lies of a process. Necessary enabling sets depend on the state:
 * the instances that can send what is missing from one sender.
 * Why that is sound. Guards depend only on the process's variables and the consumed messages. So t can make the guard of u
 * true only by a variable that u's guard reads, and not by increasing one that it compares; or by a message that u can
 * consume. t removes nothing from transitions of another process, but can give them more choices: they depend on t then, t
 * does not depend on them. Inside a process transitions that touch different variables and messages are independent (the
 * refinement mentioned in the paper after Definition 5); what an effect reads is declared for it. A message can only come
 * from a sender by one of its transitions that send it. */
#include <string.h>

#include "base/bits.h"
#include "front/protocol/parts.h"

struct mp_relations {
  struct relations relations;
  struct protocol *protocol;
  bool exploits;                  /* the setting of symmetry when it was last switched off */
  uint64_t *senders, *writers;    /* row u: instances that may send what u consumes; that write what its guard reads */
  bool *off, *over;               /* in the current state: `when` is false; it stays false while the compared variables grow */
};

static struct mp_relations *
relations_of (struct relations *r)
{
  return (struct mp_relations *) r;
}

static const struct mp_transition *
transition_of (const struct protocol *p, uint32_t t)
{
  return &p->transitions.data[p->instances.data[t].transition];
}

/* t may send a message that u consumes. */
static bool
sends_to (const struct protocol *p, uint32_t t, uint32_t u)
{
  const struct mp_instance *x = &p->instances.data[t], *y = &p->instances.data[u];
  const struct mp_transition *a = transition_of (p, t), *b = transition_of (p, u);
  uint64_t to = a->to_sender ? x->senders : a->to;
  return b->consumes && (to >> y->pid & 1) && (y->senders >> x->pid & 1) && (a->sends >> b->input & 1);
}

/* t may make u's `when` or guard true by changing the process's variables. */
static bool
writes_for (const struct protocol *p, uint32_t t, uint32_t u)
{
  const struct mp_transition *a = transition_of (p, t), *b = transition_of (p, u);
  return p->instances.data[t].pid == p->instances.data[u].pid && (a->writes & b->reads & ~(a->increments & b->compares));
}

/* Transitions of one process: they access a variable that one of them writes, or may consume the same message, or one may
 * consume what the other sends. */
static bool
meet_in_process (const struct protocol *p, uint32_t t, uint32_t u)
{
  const struct mp_instance *x = &p->instances.data[t], *y = &p->instances.data[u];
  const struct mp_transition *a = transition_of (p, t), *b = transition_of (p, u);
  if (a->kind == MP_CRASH || b->kind == MP_CRASH)
    return true;
  if ((a->kind == MP_COPY && b->kind == MP_COPY) || (a->kind == MP_FORGE && b->kind == MP_FORGE))
    return true;
  bool variables = (a->writes & (b->reads | b->uses | b->writes)) || (b->writes & (a->reads | a->uses));
  bool messages = a->consumes && b->consumes && a->input == b->input && (x->senders & y->senders);
  return variables || messages || (sends_to (p, t, u) || sends_to (p, u, t));
}

/* By Definition 5, transitions of one process depend on each other; refined, only if they interact. */
static bool
is_dependent (const struct protocol *p, uint32_t t, uint32_t u, bool refined)
{
  const struct mp_transition *a = transition_of (p, t), *b = transition_of (p, u);
  if (p->instances.data[t].pid == p->instances.data[u].pid)
    return !refined || meet_in_process (p, t, u);
  if (a->kind == MP_CRASH && b->kind == MP_CRASH)
    return a->type == b->type;
  return sends_to (p, t, u);
}

bool
mp_visible (const struct protocol *p, uint32_t t, const bool *observables)
{
  const struct mp_transition *a = transition_of (p, t);
  for (size_t i = 0; i < p->observables.count; i++)
    if (observables[i] && (p->observables.data[i].reads[a->type] & a->writes))
      return true;
  return false;
}

static void
look (struct relations *base, const uint32_t *state)
{
  struct mp_relations *r = relations_of (base);
  struct protocol *p = r->protocol;
  mp_open_state (p, state, &p->now);
  for (uint32_t t = 0; t < base->count; t++) {
    const struct mp_instance *x = &p->instances.data[t];
    r->off[t] = t && x->pid == x[-1].pid && x->transition == x[-1].transition
                  ? r->off[t - 1]
                  : !mp_when_holds (p, &p->now, x->pid, &p->transitions.data[x->transition]);
    r->over[t] = r->off[t] && mp_is_over (p, &p->now, x->pid, &p->transitions.data[x->transition]);
  }
}

static bool
has_message (const struct protocol *p, int type, uint32_t from, uint32_t to)
{
  for (uint32_t i = 0; i < p->now.nmessages; i++) {
    const struct mz_message *m = &p->now.messages[i];
    if (m->type == type && m->from == (int) from && m->to == (int) to)
      return true;
  }
  return false;
}

/* Necessary enabling sets of a disabled instance in the current state: if `over` holds, the instances that decrease the
 * compared variables; if `when` is false, those that may make it true; for each sender with a missing message, those that
 * can send it; finally, all that can enable the instance. Empty for an instance that is never enabled again. */
static bool
necessary (struct relations *base, uint32_t t, uint32_t k, uint64_t *set)
{
  const struct mp_relations *r = relations_of (base);
  const struct protocol *p = r->protocol;
  const struct mp_instance *x = &p->instances.data[t];
  const struct mp_transition *a = transition_of (p, t);
  size_t words = relations_words (base->count);
  const uint64_t *senders = r->senders + t * words, *writers = r->writers + t * words;
  if ((p->now.fault[x->pid] & MP_CRASHED) || a->kind == MP_CRASH || a->kind == MP_FORGE)
    return k == 0;
  if (r->over[t] && !k--) {
    for (uint32_t u = p->first_instance[x->pid]; u < p->first_instance[x->pid + 1]; u++)
      if (transition_of (p, u)->writes & a->compares & ~transition_of (p, u)->increments)
        bits_add (set, u);
    return true;
  }
  if (r->off[t] && !k--) {
    memcpy (set, writers, words * sizeof *set);
    return true;
  }
  for (uint32_t q = 0; q < p->nprocesses && x->exact; q++) {
    if (!(x->senders >> q & 1) || has_message (p, a->input, q, x->pid) || k--)
      continue;
    for (uint32_t u = p->first_instance[q]; u < p->first_instance[q + 1]; u++)
      if (bits_has (senders, u))
        bits_add (set, u);
    return true;
  }
  for (size_t i = 0; i < words && !k; i++)
    set[i] = senders[i] | writers[i];
  return !k;
}

static uint32_t
number (struct relations *r, trans_id id)
{
  const struct protocol *p = relations_of (r)->protocol;
  return (uint32_t) (mp_instance_of (p, id) - p->instances.data);
}

/* Sets are checked against the transitions themselves, not against representatives. */
static void
plainly (struct relations *base, bool on)
{
  struct mp_relations *r = relations_of (base);
  if (on)
    r->exploits = r->protocol->exploits;
  protocol_exploit_symmetry (r->protocol, !on && r->exploits);
}

static void
relations_free (struct relations *r)
{
  mem_free (r->can_enable);
  mem_free (relations_of (r)->off);
  mem_free (r);
}

struct relations *
protocol_relations (struct protocol *p, bool refined, const bool *observables)
{
  static const struct relations_class class = {number, look, necessary, plainly, relations_free};
  struct mp_relations *r = mem_zalloc (sizeof *r);
  uint32_t n = (uint32_t) p->instances.count;
  size_t words = relations_words (n), rows = n * words;
  r->relations = (struct relations) {.class = &class, .count = n, .can_enable = mem_zalloc ((4 * rows + 2 * words + 1) * 8)};
  r->protocol = p;
  r->relations.dependent = r->relations.can_enable + rows;
  r->senders = r->relations.dependent + rows;
  r->writers = r->senders + rows;
  r->relations.visible = r->writers + rows;
  r->relations.optional = r->relations.visible + words;
  r->off = mem_zalloc (2 * n + 1);
  r->over = r->off + n;
  for (uint32_t t = 0; t < n; t++) {
    for (uint32_t u = 0; u < n; u++) {
      if (sends_to (p, t, u))
        bits_add (r->senders + u * words, t);
      if (writes_for (p, t, u))
        bits_add (r->writers + u * words, t);
      if (bits_has (r->senders + u * words, t) || bits_has (r->writers + u * words, t))
        bits_add (r->relations.can_enable + t * words, u);
      if (t != u && is_dependent (p, t, u, refined))
        bits_add (r->relations.dependent + t * words, u);
    }
    if (mp_visible (p, t, observables))
      bits_add (r->relations.visible, t);
    if (transition_of (p, t)->kind != MP_ORDINARY)
      bits_add (r->relations.optional, t);
  }
  return &r->relations;
}
