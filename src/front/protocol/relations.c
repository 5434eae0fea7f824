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
#include "base/mutant.h"
#include "front/protocol/parts.h"

uint32_t
protocol_ninstances (const struct protocol *p)
{
  return (uint32_t) p->instances.count;
}

uint32_t
protocol_instance (const struct protocol *p, trans_id id)
{
  return (uint32_t) (mp_instance_of (p, id) - p->instances.data);
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

bool
protocol_can_enable (const struct protocol *p, uint32_t t, uint32_t u)
{
  size_t words = bits_words (p->instances.count);
  return bits_has (p->senders + u * words, t) || bits_has (p->writers + u * words, t);
}

/* Transitions of one process: they touch a variable that one of them writes, or may consume the same message, or one may
 * consume what the other sends. */
static bool
meet_in_process (const struct protocol *p, uint32_t t, uint32_t u)
{
  const struct mp_instance *x = &p->instances.data[t], *y = &p->instances.data[u];
  const struct mp_transition *a = transition_of (p, t), *b = transition_of (p, u);
  if (a->kind == MP_CRASH || b->kind == MP_CRASH || (a->kind == MP_COPY && b->kind == MP_COPY) ||
      (a->kind == MP_FORGE && b->kind == MP_FORGE))
    return true;
  bool variables = (a->writes & (b->reads | b->uses | b->writes)) || (b->writes & (a->reads | a->uses));
  bool messages = a->consumes && b->consumes && a->input == b->input && (x->senders & y->senders);
  return variables || messages || sends_to (p, t, u) || sends_to (p, u, t);
}

/* As in the paper, transitions of one process depend on each other; refined, only if they meet. */
bool
protocol_dependent (const struct protocol *p, uint32_t t, uint32_t u, bool refined)
{
  const struct mp_transition *a = transition_of (p, t), *b = transition_of (p, u);
  if (p->instances.data[t].pid == p->instances.data[u].pid)
    return (!refined || meet_in_process (p, t, u)) && !MUTANT (protocol_local_dependence);
  if (a->kind == MP_CRASH && b->kind == MP_CRASH)
    return a->type == b->type;
  return sends_to (p, t, u);
}

bool
protocol_visible (const struct protocol *p, uint32_t t, const bool *observables)
{
  const struct mp_transition *a = transition_of (p, t);
  for (size_t i = 0; i < p->observables.count; i++)
    if (observables[i] && (p->observables.data[i].reads[a->type] & a->writes))
      return !MUTANT (protocol_visibility);
  return false;
}

void
protocol_look (struct protocol *p, const uint32_t *state)
{
  mp_open_state (p, state, &p->now);
  for (uint32_t t = 0; t < p->instances.count; t++) {
    const struct mp_instance *x = &p->instances.data[t];
    p->off[t] = t && x->pid == x[-1].pid && x->transition == x[-1].transition
                  ? p->off[t - 1]
                  : !mp_when_holds (p, &p->now, x->pid, &p->transitions.data[x->transition]);
    p->over[t] = p->off[t] && mp_is_over (p, &p->now, x->pid, &p->transitions.data[x->transition]);
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

/* Of a disabled instance, in the state last looked at: if it is over, those who make what it compares smaller; if `when` does not hold, those who may make it true; for each sender of which a message is missing, those who can send
 * it; at the end, all who can enable the instance. Of one that is never enabled again: nobody. */
bool
protocol_necessary (const struct protocol *p, uint32_t t, uint32_t k, uint64_t *set)
{
  const struct mp_instance *x = &p->instances.data[t];
  const struct mp_transition *a = transition_of (p, t);
  size_t words = bits_words (p->instances.count);
  const uint64_t *senders = p->senders + t * words, *writers = p->writers + t * words;
  if ((p->now.fault[x->pid] & MP_CRASHED) || a->kind == MP_CRASH || a->kind == MP_FORGE)
    return k == 0;
  if (p->over[t] && !k--) {
    for (uint32_t u = p->first_instance[x->pid]; u < p->first_instance[x->pid + 1]; u++)
      if (transition_of (p, u)->writes & a->compares & ~transition_of (p, u)->increments)
        bits_add (set, u);
    return true;
  }
  if (p->off[t] && !k--) {
    memcpy (set, writers, words * sizeof *set);
    return true;
  }
  for (uint32_t q = 0; q < p->nprocesses && x->exact; q++) {
    if (!(x->senders >> q & 1) || (has_message (p, a->input, q, x->pid) != MUTANT (protocol_net_reversed)) || k--)
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

void
mp_relate (struct protocol *p)
{
  size_t n = p->instances.count, words = bits_words (n);
  p->senders = mem_zalloc (2 * n * words * sizeof *p->senders);
  p->writers = p->senders + n * words;
  for (uint32_t t = 0; t < n; t++)
    for (uint32_t u = 0; u < n; u++) {
      if (sends_to (p, u, t) && !MUTANT (protocol_remote_enable))
        bits_add (p->senders + t * words, u);
      if (writes_for (p, u, t) && !MUTANT (protocol_local_enable))
        bits_add (p->writers + t * words, u);
    }
}
