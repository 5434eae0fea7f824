/* What a transition can consume in a state: one message each from a number of distinct senders. Equal messages are one choice. */
#include <string.h>

#include "front/protocol/parts.h"

struct choosing {
  struct protocol *protocol;
  const struct mp_open *open;
  uint32_t pid, transition;
  int wanted, have;
  mp_choice_fn *fn;
  void *context;
  uint32_t candidates[1 << 10];   /* indices of messages in the open state, by sender */
  uint32_t ncandidates;
  struct mz_message messages[MZ_QUORUM];
  uint32_t places[MZ_QUORUM];
  uint32_t counts[64];            /* number of choices so far, by instance of the transition */
  uint32_t first, last;           /* instances of the transition */
  bool stop;
};

static void
find_instances (struct choosing *c)
{
  const struct protocol *p = c->protocol;
  c->first = p->first_instance[c->pid];
  while (c->first < p->first_instance[c->pid + 1] && p->instances.data[c->first].transition != c->transition)
    c->first++;
  for (c->last = c->first; c->last < p->first_instance[c->pid + 1] && p->instances.data[c->last].transition == c->transition;)
    c->last++;
}

/* A set of messages is complete: finds the instance it belongs to. */
static void
tell (struct choosing *c)
{
  const struct protocol *p = c->protocol;
  uint64_t senders = 0;
  for (int i = 0; i < c->have; i++)
    senders |= (uint64_t) 1 << c->messages[i].from;
  for (uint32_t i = c->first; i < c->last; i++) {
    const struct mp_instance *x = &p->instances.data[i];
    if (x->exact ? x->senders != senders : (senders & ~x->senders) != 0)
      continue;
    struct mp_choice choice = {i, c->counts[i - c->first]++, c->messages, c->places};
    c->stop = !c->fn (c->context, &choice);
    return;
  }
}

static void
choose_from (struct choosing *c, uint32_t next)
{
  if (c->have == c->wanted) {
    tell (c);
    return;
  }
  const struct mz_message *m = c->open->messages;
  for (uint32_t i = next; i < c->ncandidates && !c->stop; i++) {
    uint32_t k = i + 1;
    c->places[c->have] = c->candidates[i];
    c->messages[c->have++] = m[c->candidates[i]];
    while (k < c->ncandidates && m[c->candidates[k]].from == m[c->candidates[i]].from)
      k++;
    choose_from (c, k);
    c->have--;
  }
}

/* The messages are sorted by type, sender and receiver, so equal ones are adjacent. */
void
mp_choices (struct protocol *p, const struct mp_open *o, uint32_t pid, uint32_t transition, mp_choice_fn *fn, void *context)
{
  const struct mp_transition *t = &p->transitions.data[transition];
  struct choosing c;
  c.protocol = p, c.open = o, c.pid = pid, c.transition = transition, c.wanted = t->consumes, c.fn = fn, c.context = context;
  c.have = 0, c.ncandidates = 0, c.stop = false;
  for (uint32_t i = 0; i < o->nmessages && t->consumes && c.ncandidates < sizeof c.candidates / sizeof *c.candidates; i++) {
    const struct mz_message *m = &o->messages[i];
    if (m->type == t->input && m->to == (int) pid && (t->from >> m->from & 1) &&
        (!i || mp_compare_messages (m, m - 1)))
      c.candidates[c.ncandidates++] = i;
  }
  if ((int) c.ncandidates < t->consumes)
    return;
  find_instances (&c);
  memset (c.counts, 0, sizeof c.counts);
  choose_from (&c, 0);
}
