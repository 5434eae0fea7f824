/* The events possible in an execution of a protocol, and their messages.
 *
 * Idea. Which of several equal messages is consumed does not matter; it is the oldest one. Whether a thread is enabled then
 * changes only by steps of its process: copies are made by the process itself and are consumed first, and messages of one
 * sender are ordered. */
#include <assert.h>
#include <string.h>

#include "front/protocol/exec_parts.h"

enum { MOST_THREADS = 1 << 14 };

static uint32_t *
chain_of (const struct mp_exec *x, uint32_t pid, uint32_t transition)
{
  return &x->chains[pid * x->protocol->transitions.count + transition];
}

/* The thread's number, the same in every execution; a new thread is added. */
static thread_id
thread_of (struct mp_exec *x, uint32_t pid, uint32_t transition, const struct mp_identity *messages, int count)
{
  uint32_t *chain = chain_of (x, pid, transition);
  for (uint32_t t = *chain; t != NOBODY; t = x->threads.data[t].next)
    if (!memcmp (x->threads.data[t].messages, messages, (size_t) count * sizeof *messages))
      return t;
  struct mp_thread made = {.pid = pid, .transition = transition, .next = *chain, .count = count};
  memcpy (made.messages, messages, (size_t) count * sizeof *messages);
  *chain = (uint32_t) x->threads.count;
  VEC_PUSH (x->threads, made);
  return *chain;
}

void
mp_begin_threads (struct mp_exec *x)
{
  const struct protocol *p = x->protocol;
  x->calm = NOBODY;
  for (uint32_t i = 0; i < p->transitions.count && x->calm == NOBODY; i++)
    if (p->transitions.data[i].kind != MP_ORDINARY) {
      x->calm = (thread_id) x->threads.count;
      VEC_PUSH (x->threads, ((struct mp_thread) {.transition = NOBODY, .next = NOBODY, .there = true}));
    }
  for (uint32_t pid = 0; pid < p->nprocesses; pid++)
    for (uint32_t i = 0; i < p->transitions.count; i++)
      if (p->transitions.data[i].type == p->type_of[pid] && !p->transitions.data[i].consumes) {
        thread_id t = thread_of (x, pid, i, &(struct mp_identity) {0}, 0);
        x->threads.data[t].there = true;
      }
}

/* ---- messages ---- */

static struct mp_sent *
sent_of (const struct mp_exec *x, uint32_t to, struct mp_identity m)
{
  for (size_t i = 0; i < x->sent.count; i++) {
    struct mp_sent *s = &x->sent.data[i];
    if (s->message.to == (int) to && s->identity.maker == m.maker && s->identity.number == m.number)
      return s;
  }
  return NULL;
}

void
mp_set_consumed (struct mp_exec *x, thread_id thread, bool consumed)
{
  const struct mp_thread *t = &x->threads.data[thread];
  for (int i = 0; i < t->count; i++) {
    struct mp_sent *s = sent_of (x, t->pid, t->messages[i]);
    assert (s && s->consumed != consumed);
    s->consumed = consumed;
  }
}

/* Of equal undelivered messages, the one that is consumed first. */
static struct mp_identity
first_of (const struct mp_exec *x, const struct mz_message *m)
{
  const struct mp_sent *best = NULL;
  for (size_t i = 0; i < x->sent.count; i++) {
    const struct mp_sent *s = &x->sent.data[i];
    if (s->consumed || mp_compare_messages (&s->message, m))
      continue;
    bool copied = s->identity.maker == m->to, best_copied = best && best->identity.maker == m->to;
    if (!best || copied > best_copied || (copied == best_copied && s->identity.number < best->identity.number))
      best = s;
  }
  assert (best);
  return best->identity;
}

static void
note_enabled (void *context, trans_id name, const struct mp_choice *c)
{
  struct mp_exec *x = context;
  const struct mp_instance *i = &x->protocol->instances.data[c->instance];
  const struct mp_transition *t = &x->protocol->transitions.data[i->transition];
  struct mp_identity messages[MZ_QUORUM];
  for (int k = 0; k < t->consumes; k++)
    messages[k] = first_of (x, &c->messages[k]);
  thread_id number = thread_of (x, i->pid, i->transition, messages, t->consumes);
  struct mp_thread *thread = &x->threads.data[number];
  assert (thread->there && (!thread->done || !t->consumes || mp_top (x)->halted >> i->pid & 1));   /* a failed step consumed nothing */
  thread->serial = x->serial;
  thread->trans = name;
}

void
mp_look_enabled (struct mp_exec *x)
{
  if (!x->looked)
    mp_each_enabled (x->protocol, mp_present (x), note_enabled, x);
  x->looked = true;
}

/* ---- new threads ---- */

struct combining {
  struct mp_exec *exec;
  uint32_t transition;
  const struct mp_sent *chosen[MZ_QUORUM];
  int have, wanted;
  uint64_t senders;
};

/* By sender; each of the steps that sent a message releases the thread, the latest step last. */
static void
bring_in (const struct combining *c)
{
  struct mp_exec *x = c->exec;
  struct mp_identity messages[MZ_QUORUM];
  uint32_t by[MZ_QUORUM];
  for (int i = 0; i < c->wanted; i++) {
    int at = 0, late = 0;
    for (int k = 0; k < c->wanted; k++) {
      at += c->chosen[k]->message.from < c->chosen[i]->message.from;
      late += c->chosen[k]->by < c->chosen[i]->by || (c->chosen[k]->by == c->chosen[i]->by && k < i);
    }
    messages[at] = c->chosen[i]->identity;
    by[late] = c->chosen[i]->by;
  }
  thread_id t = thread_of (x, (uint32_t) c->chosen[0]->message.to, c->transition, messages, c->wanted);
  assert (!x->threads.data[t].there);
  x->threads.data[t].there = true;
  x->threads.data[t].done = false;
  VEC_PUSH (x->there, t);
  for (int i = 0; i < c->wanted; i++) {
    VEC_PUSH (x->released, t);
    VEC_PUSH (x->released_by, by[i]);
  }
}

/* Combinations of the chosen messages with the first `end` ones; consumed messages too: another order may leave them. */
static void
combine (struct combining *c, size_t end)
{
  const struct mp_exec *x = c->exec;
  const struct mp_sent *first = c->chosen[0];
  if (c->have == c->wanted) {
    bring_in (c);
    return;
  }
  for (size_t i = 0; i < end && x->threads.count < MOST_THREADS; i++) {
    const struct mp_sent *s = &x->sent.data[i];
    uint64_t from = (uint64_t) 1 << s->message.from;
    if (s->message.to != first->message.to || s->message.type != first->message.type || c->senders & from ||
        !(x->protocol->transitions.data[c->transition].from & from))
      continue;
    c->senders |= from;
    c->chosen[c->have++] = s;
    combine (c, i);
    c->have--;
    c->senders &= ~from;
  }
}

static void
bring_threads (struct mp_exec *x, size_t number)
{
  const struct protocol *p = x->protocol;
  const struct mp_sent *s = &x->sent.data[number];
  for (uint32_t i = 0; i < p->transitions.count; i++) {
    const struct mp_transition *t = &p->transitions.data[i];
    struct combining c = {.exec = x, .transition = i, .have = 1, .wanted = t->consumes, .chosen[0] = s,
                          .senders = (uint64_t) 1 << s->message.from};
    if (t->consumes && t->input == s->message.type && t->type == p->type_of[s->message.to] && (t->from >> s->message.from & 1))
      combine (&c, number);
  }
}

/* A message in the open state that was not there before is new. */
bool
mp_note_sent (struct mp_exec *x, uint32_t maker)
{
  struct protocol *p = x->protocol;
  size_t before = x->sent.count;
  bool *known = mem_zalloc (before + 1);
  mp_open_state (p, mp_present (x), &p->now);
  for (uint32_t i = 0; i < p->now.nmessages; i++) {
    const struct mz_message *m = &p->now.messages[i];
    struct mp_identity identity = {.maker = (uint16_t) maker};
    size_t k = 0;
    while (k < before && (known[k] || x->sent.data[k].consumed || mp_compare_messages (&x->sent.data[k].message, m)))
      k++;
    if (k < before) {
      known[k] = true;
      continue;
    }
    for (k = 0; k < x->sent.count; k++)
      identity.number += x->sent.data[k].identity.maker == maker && x->sent.data[k].message.to == m->to;
    VEC_PUSH (x->sent, (struct mp_sent) {.message = *m, .identity = identity, .by = (uint32_t) x->levels.count - 2});
  }
  mem_free (known);
  for (size_t i = before; i < x->sent.count; i++)
    bring_threads (x, i);
  mp_top (x)->sent = x->sent.count;
  mp_top (x)->there = x->there.count;
  return x->threads.count < MOST_THREADS && x->sent.count < UINT16_MAX;
}
