/* What stubborn sets need to know of a protocol: which instance of a transition
 * can enable, or depends on, which, and what must happen first.
 *
 * Idea. Instances only meet by messages and inside a process. Source: P. Bokor, J. Kinder, M. Serafini,
 * N. Suri, ASE 2011, Definitions 4 to 6.
 * Where we differ. An instance has a set of senders of its own, so that nearly every one
 * is input-deterministic. A process may send to itself: no exception is made for it.
 * A crash, a loss, a copy and a lie are transitions of the process they happen to; crashes of a type share
 * a budget, lies of a process too. What is necessary is told from the state, and is a set: somebody who can send
 * what is missing from one sender.
 * Why that is sound. Guards only see the process's variables and the messages consumed. So t can make the
 * guard of u true only by a variable that u's guard reads, and not by raising one that
 * it compares; or by a message that u can consume. t takes nothing from another process's
 * transitions, but can give them more to choose from: they depend on t then, t not on them.
 * Inside a process transitions that touch different variables and messages do neither (the refinement that the paper
 * names after Definition 5); what an effect looks at is declared for it.
 * A message cannot come from a sender without one of its transitions that send it.
 */
#include <string.h>

#include "base/bits.h"
#include "front/protocol/parts.h"

struct mp_relations {
  struct relations relations;
  struct protocol *protocol;
  bool exploits;                  /* symmetry, when it was last asked to be plain */
  uint64_t *senders, *writers;    /* row u: who may send what u consumes; write what decides about it */
  bool *off, *over;               /* in the state looked at: `when` does not hold; it never will while what it compares grows */
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

/* t may send what u consumes. */
static bool
sends_to (const struct protocol *p, uint32_t t, uint32_t u)
{
  const struct mp_instance *x = &p->instances.data[t], *y = &p->instances.data[u];
  const struct mp_transition *a = transition_of (p, t), *b = transition_of (p, u);
  uint64_t to = a->to_sender ? x->senders : a->to;
  return b->consumes && (to >> y->pid & 1) && (y->senders >> x->pid & 1) && (a->sends >> b->input & 1);
}

/* t may make true what u's `when` or guard says of the process's variables. */
static bool
writes_for (const struct protocol *p, uint32_t t, uint32_t u)
{
  const struct mp_transition *a = transition_of (p, t), *b = transition_of (p, u);
  return p->instances.data[t].pid == p->instances.data[u].pid && (a->writes & b->reads & ~(a->increments & b->compares));
}

/* Transitions of one process: they touch a variable that one of them writes, or may consume the same message, or one may
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

/* As in the paper, transitions of one process depend on each other; refined, only if they meet. */
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

/* Of a disabled instance, in the state last looked at: if it is over, those who make what it compares smaller; if `when` does not hold,
 * those who may make it true; for each sender of which a message is missing, those who can send
 * it; at the end, all who can enable the instance. Of one that is never enabled again: nobody. */
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

/* Sets are checked against what transitions do, not against states that stand for others. */
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
