/* Busy waiting.
 *
 * Idea. A loop that reads, finds nothing new and comes back to the same read with the same registers and stack, having
 * written nothing, will do the same again until somebody changes what it reads. That is a pure iteration: the
 * loop is learned as an await, and the exploration starts again (await.c). Where it cannot be blocked, the thread is
 * halted there, as by an assumption that does not hold, and the others go on. If at the end nothing that it waits
 * for has changed, it spins for ever, which is a finding; if something has, the execution is cut: it does not count.
 * A lock that is taken and given back in the loop is read too: its value is how often it was taken. No thread is
 * halted where it holds such a lock, which others may need.
 * Why that is sound. The thread's state is compared, not guessed, so the iteration led back to the very same state, and
 * whatever the thread does after more iterations it does after fewer. Executions where it comes to the read later,
 * after the change, are explored because the read races with the change. Plain memory read in the loop can change
 * only after a thread has acquired what the loop released, which is a lock of the loop, whose count then differs;
 * else there is a data race, which is found as such. What an iteration reads may be all that orders the thread after a
 * write, which matters to robustness against weak memory (docs/memory-model.md): a loop that reads several locations
 * goes round once more there before it is halted.
 * What is not instrumented may write anywhere: while a loop is suspected, all memory is compared from where the thread
 * goes on to its next call of the runtime. Others do not run in between.
 * A loop that announces nothing at all, but yields or sleeps, waits for nothing that could change: what it reads is
 * its own, or plain memory, and who writes that is in a race with it. It is halted in the first state that it
 * comes back to (Brent's way of finding cycles: the state is kept at the second, fourth, eighth yield). */

#include <assert.h>

#include "base/digest.h"
#include "native/runtime/core/rt.h"
#include "native/runtime/loops/trial.h"
#include "native/runtime/state/signature.h"
#include "native/runtime/sync/sync.h"

#define PATIENCE 8                /* reads in an iteration */

bool
spin_is_stuck (const struct rt_thread *t)
{
  assert (t->state == RT_SPINS && (t->spin.nreads || t->spin.yields.count) && t->spin.nreads <= RT_READS);
  for (uint32_t i = 0; i < t->spin.nreads; i++)
    if (trial_load (t->spin.reads[i].address, t->spin.reads[i].size) != t->spin.reads[i].value)
      return false;
  return !t->missed;
}

/* ---- code that is not instrumented ---- */

/* But for its own stack and storage, which are part of its state. */
static uint64_t
memory_of_others (const struct rt_thread *t)
{
  assert (t == rt->current);
  uint64_t sum = signature_of_memory ();
  for (thread_id i = 0; i < rt->nthreads; i++) {
    const uint64_t *p = (const uint64_t *) ((uintptr_t) rt->threads[i].sp & ~(uintptr_t) 7);
    const uint64_t *end = (const uint64_t *) (RT_STACKS + (i + 1) * (uintptr_t) RT_STACK_ROOM);
    for (; i != t->id && rt->threads[i].state == RT_ALIVE && p < end; p++)
      sum = digest_add (sum, *p);
  }
  return sum;
}

/* It may write anywhere. What has changed by the time that the thread calls us again, it has changed itself: others do
 * not run meanwhile, and so whether a loop changes something does not depend on them. */
void
spin_watch (struct rt_thread *t)
{
  assert (t == rt->current);
  t->spin.watched = t->spin.signature;
  if (t->spin.watched)
    t->spin.memory = memory_of_others (t);
}

void
spin_watched (struct rt_thread *t)
{
  if (t->spin.memory != memory_of_others (t))
    spin_broken (t);
  t->spin.watched = false;
}

void
spin_before (struct rt_thread *t, uintptr_t address)
{
  struct rt_spin *s = &t->spin;
  if (rt->fingerprints)
    return;                       /* with stored states loops are cycles of states */
  await_before (t, address);
  if (rt->trial || t->await.left)
    return;
  assert (t == rt->current && t->least <= t->held && s->nreads <= RT_READS + 1);
  bool here = s->place == t->op.place && s->address == address, fresh = s->writes == t->writes && s->nreads <= RT_READS;
  bool moved = s->previous == t->op.place;      /* twice here, and not there in between */
  uint64_t before = s->previous;
  s->previous = t->op.place;
  if (s->place && !here && !moved && fresh && s->age < PATIENCE)
    return;                       /* another read of the loop */
  if (here && t->least < t->held) {
    s->place = 0;                 /* with a lock that the loop gives back: another place will do */
    return;
  }
  bool again = here && fresh && s->nreads && !s->unsteady;
  uint64_t now = again ? signature_of (t) : 0;     /* looked at only where it may be a loop */
  bool same = now && s->signature == now;
  if (same && (s->repeated || s->nreads == 1 || !rt->has_weak)) {
    assert (s->writes == t->writes && t->least == t->held && !s->unsteady);
    if (s->slept)
      time_slept_waiting ();
    await_learn (t, t->op.place, before);
    rt_spin (t);
  }
  s->repeated = same;
  s->place = t->op.place;
  s->address = address;
  s->signature = now;
  s->writes = t->writes;
  s->age = s->nreads = 0;
  s->unsteady = s->slept = false;
  t->least = t->held;
}

void
spin_yields (uint64_t place)
{
  struct rt_thread *t = rt ? rt->current : NULL;
  if (!t || rt->trial || t->inside)
    return;
  struct rt_yields *y = &t->spin.yields;
  if (++y->count < 2)
    return;
  uint64_t now = signature_at (t, place);
  if (now && rt->orders.unseen)
    now = digest_add (now, memory_of_others (t)) | 1;
  bool is_same = now && y->place == place && y->signature == now && y->writes == t->writes;
  if (is_same) {
    t->spin.nreads = 0;
    t->op.kind = NATIVE_YIELD;
    t->op.place = place;
    t->op.count = t->size = 0;
    t->object = NULL;
    rt_spin (t);
  }
  if (!(y->count & (y->count - 1))) {
    y->place = place;
    y->signature = now;
    y->writes = t->writes;
  }
}

static struct rt_read *
find_read (struct rt_spin *s, uintptr_t address)
{
  s->age++;
  for (uint32_t i = 0; i < s->nreads && i < RT_READS; i++)
    if (s->reads[i].address == address)
      return &s->reads[i];
  return NULL;
}

static void
add_read (struct rt_spin *s, struct rt_read r)
{
  assert (s->nreads <= RT_READS + 1 && r.size && r.size <= sizeof r.value);
  if (s->nreads < RT_READS)
    s->reads[s->nreads] = r;
  if (s->nreads <= RT_READS)
    s->nreads++;
}

void
spin_read (struct rt_thread *t, uintptr_t address, uint32_t bytes, uint64_t value)
{
  assert (t == rt->current && bytes && bytes <= sizeof value);
  struct rt_read *r = find_read (&t->spin, address);
  if (r)
    t->spin.unsteady |= r->value != value;
  else
    add_read (&t->spin, (struct rt_read) {address, value, bytes});
}

/* Nobody else has taken the lock in between if it was taken once more only. */
void
spin_taken (struct rt_thread *t, const uint32_t *count)
{
  assert (t == rt->current && *count);
  struct rt_read *r = find_read (&t->spin, (uintptr_t) count);
  if (r) {
    t->spin.unsteady |= *count != (uint32_t) r->value + 1;
    r->value = *count;
  } else
    add_read (&t->spin, (struct rt_read) {(uintptr_t) count, *count, sizeof *count});
}
