/* Turning stored states on and off; and finding memory that keeps changing.
 *
 * Idea: an execution that does not end either returns to an earlier state, or something
 * in memory is different each time. To find it, all memory is compared between several
 * states in which the threads stand at the same operations: a word that differs between
 * each state and the one before keeps changing. */

#include "native/runtime/core/rt.h"

#include <assert.h>

#include "base/vec.h"
#include "native/runtime/core/explorer.h"
#include "native/runtime/state/fingerprint.h"
#include "native/runtime/memory/heap.h"
#include "native/runtime/state/snapshot.h"

struct word { uintptr_t at; uint64_t value; };
struct words { struct word *data; size_t count, room; };

struct rt_changes {
  struct words now, before, changing;   /* sorted by address */
  bool looked;
};

bool
native_can_store (struct exec *e)
{
  (void) e;
  return !rt->forked.active && rt->supervisor.out >= 0 && rt->snapshot;
}

double
native_begun (struct exec *e, double now)
{
  (void) e;
  if (!rt->begun)
    rt->begun = now;
  return rt->begun;
}

void
native_store_states (struct exec *e)
{
  (void) e;
  assert (native_can_store (e) && !rt->fingerprints);
  fingerprint_init ();
  rt->orders.stateful = true;
  rt->orders.may_store = WIRE_STORE_DOES;
  rt_restart (WIRE_RESTART_states);
}

void
native_forget_states (struct exec *e)
{
  (void) e;
  assert (rt->fingerprints && rt->snapshot);
  rt->fingerprints = NULL;
  rt->orders.stateful = false;
  rt->orders.may_store = WIRE_STORE_AS_ORDERED;
  rt_restart (WIRE_RESTART_states);
}

/* ---- memory that changes ---- */

static void
add_word (void *context, uintptr_t at, uint64_t value)
{
  struct words *w = context;
  VEC_PUSH (*w, (struct word) {at, value});
}

static void
add_range (void *context, uintptr_t from, uintptr_t end)
{
  for (from = (from + 7) & ~(uintptr_t) 7; from + 8 <= end; from += 8)
    add_word (context, from, *(const uint64_t *) from);
}

static void
sort (struct words *w)
{
  for (size_t gap = w->count / 2; gap; gap /= 2)
    for (size_t i = gap; i < w->count; i++)
      for (size_t k = i; k >= gap && w->data[k - gap].at > w->data[k].at; k -= gap) {
        struct word swap = w->data[k];
        w->data[k] = w->data[k - gap];
        w->data[k - gap] = swap;
      }
}

/* True if the list has the word with this value. A word that is not listed has its value from before main. */
static bool
same_word (const struct words *w, uintptr_t at, uint64_t value)
{
  size_t low = 0, high = w->count;
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (w->data[middle].at < at)
      low = middle + 1;
    else
      high = middle;
  }
  assert (low == w->count || (w->data[low].at >= at && (!low || w->data[low - 1].at < at)));
  return low < w->count && w->data[low].at == at && w->data[low].value == value;
}

void
native_look_at_memory (struct exec *e)
{
  (void) e;
  if (!rt->changes)
    rt->changes = own_alloc (sizeof *rt->changes);
  struct rt_changes *c = rt->changes;
  struct words swap = c->before, kept = {0};
  c->before = c->now;
  c->now = swap;
  c->now.count = 0;
  snapshot_differences (add_word, &c->now);
  heap_ranges (add_range, &c->now);
  for (thread_id i = 0; i < rt->nthreads; i++)
    if (rt->threads[i].state == RT_ALIVE)
      add_range (&c->now, (uintptr_t) rt->threads[i].sp, RT_STACKS + (i + 1) * (uintptr_t) RT_STACK_ROOM);
  sort (&c->now);
  if (!c->before.count)
    return;
  const struct words *from = c->looked ? &c->changing : &c->now;
  for (size_t i = 0; i < from->count; i++) {
    uintptr_t at = from->data[i].at;
    if (!same_word (&c->before, at, *(const uint64_t *) at))
      add_word (&kept, at, *(const uint64_t *) at);
  }
  VEC_FREE (c->changing);
  c->changing = kept;
  c->looked = true;
}

static enum wire_memory
memory_of (uintptr_t at, uint32_t *thread)
{
  bool stack = at >= RT_STACKS && at < RT_STACKS + RT_THREADS * (uintptr_t) RT_STACK_ROOM;
  bool heap = at >= RT_HEAPS && at < RT_HEAPS + RT_THREADS * (uintptr_t) RT_HEAP_ROOM;
  *thread = stack ? (uint32_t) ((at - RT_STACKS) / RT_STACK_ROOM) : heap ? (uint32_t) ((at - RT_HEAPS) / RT_HEAP_ROOM) : 0;
  return stack ? WIRE_STACK_MEMORY : heap ? WIRE_HEAP_MEMORY : WIRE_VARIABLE_MEMORY;
}

/* Prefers a global variable to a heap block, and that to a stack. */
void
native_changing (struct exec *e, struct wire_done *done)
{
  static const uint8_t rank[] = {[WIRE_VARIABLE_MEMORY] = 3, [WIRE_HEAP_MEMORY] = 2, [WIRE_STACK_MEMORY] = 1};
  const struct rt_changes *c = rt->changes;
  (void) e;
  for (size_t i = 0; c && i < c->changing.count; i++) {
    uint32_t thread;
    enum wire_memory in = memory_of (c->changing.data[i].at, &thread);
    if (done->changing && rank[in] <= rank[done->changing_in])
      continue;
    done->changing = c->changing.data[i].at;
    done->changing_in = in;
    done->changing_of = thread;
  }
}
