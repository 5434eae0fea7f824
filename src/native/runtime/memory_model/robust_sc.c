/* RC11's order of seq_cst events (psc), kept as clocks.
 *
 * Idea: in a sequentially consistent execution psc agrees with the order of execution,
 * so the events that psc puts before an event are known when it is executed: its direct
 * predecessors, and their predecessors. The seq_cst events of one thread are ordered,
 * so a clock describes such a set. The direct predecessors of an event:
 *
 *     an access   the seq_cst events of its thread; of others
 *                 fences that happen before it;
 *                 accesses to the same location that happen before it;
 *                 accesses s with s, y (po, another location), y hb z, z (po,
 *                 another location) and then it                    [ACCESSES]
 *                 if it writes: accesses to its location so far, and
 *                 fences that happen before any access to it
 *     a fence     the same of its thread, fences that happen before it [FENCES],
 *                 and whatever one of the following comes before it in hb:
 *                 a write y: seq_cst accesses to y's location before it, and
 *                 fences that happen before accesses to y's location before it
 *                 a read y: fences that happen before the write that it reads, or
 *                 before accesses before that write                 [OVERTAKEN]
 *
 * The names in brackets are those of the clocks that are passed along happens-before.
 * Source: O. Lahav, V. Vafeiadis, J. Kang, C.-K. Hur, D. Dreyer, "Repairing
 * sequential consistency in C/C++11", PLDI 2017: scb, psc_base, psc_F.
 * Why that is exact: docs/memory-model.md goes through the definition. */

#include "native/runtime/memory_model/robust_parts.h"

#include <assert.h>

#include "native/runtime/state/undo.h"

/* The thread goes on to another location: its earlier accesses, and what it has acquired, now count as
 * followed by an access elsewhere. */
void
sc_arrives (thread_id t, uint64_t place)
{
  struct sc_thread *s = &rt->robust->threads[t];
  uint32_t *accesses = known_to (t)->clock[KNOWS_ACCESSES];
  if (place && place == s->place)
    return;
  clock_join (accesses, s->past);
  clock_copy (s->before, accesses);
  undo_save (&s->place, sizeof s->place);
  s->place = place;
}

#ifndef NDEBUG
/* All events of the set have been executed. */
static bool
is_executed (const uint32_t *past)
{
  for (size_t i = 0; i < rt->nthreads; i++)
    if (past[i] > rt->robust->threads[i].count)
      return false;
  return true;
}
#endif

/* Merges the accesses to the location that happen before the thread's next event. The past of a
 * write among them has all earlier accesses. */
static void
merge_same_location (uint32_t *past, thread_id t, const struct location *l)
{
  const uint32_t *hb = known_to (t)->clock[KNOWS_HB];
  const struct sc_event *events = rt->robust->events;
  for (uint32_t i = l->accesses; i; i = events[i].next) {
    assert (events[i].next < i && i <= rt->robust->nevents);
    if (events[i].epoch <= hb[events[i].thread]) {
      clock_merge (past, events[i].past);
      if (events[i].writes)
        return;
    }
  }
}

static void
merge_before_access (uint32_t *past, thread_id t, const struct location *l)
{
  const struct sc_thread *s = &rt->robust->threads[t];
  clock_merge (past, s->past);
  clock_merge (past, s->before);
  clock_merge (past, known_to (t)->clock[KNOWS_FENCES]);
  merge_same_location (past, t, l);
}

void
sc_look (thread_id t, const struct location *l, struct sc_past *past)
{
  *past = (struct sc_past) {0};
  merge_before_access (past->access, t, l);
  clock_merge (past->fence, known_to (t)->clock[KNOWS_FENCES]);
  assert (is_executed (past->access) && is_executed (past->fence));
}

static bool
happens_before_fence (const struct sc_event *f, const struct write *w, bool also_read)
{
  if (w->epoch <= f->hb[w->thread])
    return true;
  for (uint32_t i = w->readers; i && also_read; i = rt->robust->readers[i].next)
    if (rt->robust->readers[i].epoch <= f->hb[rt->robust->readers[i].thread])
      return true;
  return false;
}

/* True if the write is in the past, or it (or, with also_read, a read of it) happens before a fence of the past. */
static bool
is_passed (const uint32_t *past, const struct write *w, bool also_read)
{
  if (w->sc && w->sc <= past[w->thread])
    return true;
  for (size_t i = 0; i < rt->nthreads; i++) {
    uint32_t f = rt->robust->threads[i].fences;
    while (f && rt->robust->events[f].number > past[i])
      f = rt->robust->events[f].next;
    assert (!f || rt->robust->events[f].thread == i);
    if (f && happens_before_fence (&rt->robust->events[f], w, also_read))
      return true;
  }
  return false;
}

bool
sc_forbids_access (const struct sc_past *past, const struct write *w)
{
  return is_passed (past->access, w, false);
}

bool
sc_forbids_all (const struct sc_past *past, const struct write *w)
{
  return is_passed (past->fence, w, true);
}

/* The thread's next seq_cst event, whose past the caller merges. NULL: no room. */
static struct sc_event *
add_event (thread_id t)
{
  struct robust *r = rt->robust;
  struct sc_thread *s = &r->threads[t];
  if (!robust_room (&r->nevents, ROBUST_EVENTS))
    return NULL;
  struct sc_event *e = &r->events[r->nevents];
  undo_save (&s->count, sizeof s->count);
  *e = (struct sc_event) {.thread = t, .number = ++s->count, .epoch = clock_of (t)[t]};
  return e;
}

static void
finish_event (struct sc_event *e)
{
  struct sc_thread *s = &rt->robust->threads[e->thread];
  assert (e->past[e->thread] == e->number - 1);
  e->past[e->thread] = e->number;
  assert (e->number == s->count && is_executed (e->past));
  clock_copy (s->past, e->past);
}

/* Drops a read that a later access of its thread in the same epoch stands for: the later one follows it, and happens before
 * everything that the read happens before. Otherwise a loop of reads would make the list as long as the execution. */
static void
drop_earlier_read (struct location *l, const struct sc_event *e)
{
  struct sc_event *events = rt->robust->events;
  uint32_t *link = &l->accesses;
  while (*link && events[*link].thread != e->thread)
    link = &events[*link].next;
  const struct sc_event *last = &events[*link];
  if (!*link || last->writes || last->epoch != e->epoch)
    return;
  undo_save (link, sizeof *link);
  *link = last->next;
}

static void
record_access (thread_id t, struct location *l, struct write *w)
{
  struct sc_event *e = add_event (t);
  if (!e)
    return;
  merge_before_access (e->past, t, l);
  if (w) {
    clock_merge (e->past, l->all);
    clock_merge (e->past, l->fenced);
    assert (!w->sc && w->thread == t);
    w->sc = e->number;
    e->writes = true;
  }
  finish_event (e);
  drop_earlier_read (l, e);
  e->next = l->accesses;
  undo_save (&l->accesses, sizeof l->accesses);
  l->accesses = rt->robust->nevents;
}

void
sc_record (thread_id t, struct location *l, const struct rt_atomic *a, struct write *w)
{
  struct knowledge *k = known_to (t);
  uint32_t overtaken[RT_THREADS] = {0};
  assert (!w == !a->writes);
  merge_same_location (overtaken, t, l);
  if (w) {
    clock_merge (overtaken, l->all);
    clock_merge (overtaken, l->fenced);
  }
  if (a->reads)
    clock_merge (overtaken, l->fenced_write);
  clock_join (k->clock[KNOWS_OVERTAKEN], overtaken);
  if (a->order == __ATOMIC_SEQ_CST) {
    record_access (t, l, w);
    clock_join (l->all, rt->robust->threads[t].past);
  }
  clock_join (l->fenced, k->clock[KNOWS_FENCES]);
  if (w)
    clock_copy (l->fenced_write, l->fenced);
}

void
sc_fence (thread_id t, const uint32_t *also)
{
  struct robust *r = rt->robust;
  struct knowledge *k = known_to (t);
  struct sc_event *e = add_event (t);
  if (!e)
    return;
  clock_merge (e->past, r->threads[t].past);
  clock_merge (e->past, k->clock[KNOWS_ACCESSES]);
  clock_merge (e->past, k->clock[KNOWS_OVERTAKEN]);
  clock_merge (e->past, k->clock[KNOWS_FENCES]);
  if (also)
    clock_merge (e->past, also);
  finish_event (e);
  rt_memcpy (e->hb, clock_of (t), sizeof e->hb);
  e->next = r->threads[t].fences;
  undo_save (&r->threads[t].fences, sizeof r->threads[t].fences);
  r->threads[t].fences = r->nevents;
  clock_join (k->clock[KNOWS_FENCES], e->past);
}
