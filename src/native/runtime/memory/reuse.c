/* Reuse of addresses and thread ids: the choices, and how steps name them.
 *
 * Idea: an allocation that may get a freed block first chooses (reuse_offer) among the blocks that pairs name and "none of
 * them". The pairs are fixed for the whole exploration, so the choice does not depend on other threads. The block is then
 * taken like a lock (reuse_take): its present owner holds the lock, and the free unlocks it. So that step is dependent only
 * with a free of this block and with other takers; allocations of fresh memory still commute with everything.
 * A thread that waits for a block that is never freed has made a choice that the system could not make: the execution is
 * not one of the program, and is cut.
 * Why no execution is lost: docs/reuse.md.
 *
 * A trace has no pairs. The alternative of its steps says which allocation of the thread it is, counted since the
 * thread's previous step, and what was chosen:
 *
 *     | 1 | number since the last step 8 | region, or thread 7 | the block's offset in it / 16, or 1 for a thread; 0: fresh 16 |
 *
 * The chosen block may not be allocated yet in a replay, so it is named by its address. */

#include "native/runtime/memory/reuse.h"

#include <assert.h>

#include "native/runtime/memory/heap.h"
#include "native/runtime/core/rt.h"

enum { EVENT_BITS = 8, REGION_BITS = 7, PLACE_BITS = 16 };
#define TOLD (1u << 31)
#define MASK(bits) ((1u << (bits)) - 1)

void
reuse_init (void)
{
  rt->reuse = own_alloc (sizeof *rt->reuse);
  for (uint64_t i = 1; rt->orders.mode == WIRE_REPLAY && i < rt->orders.nsteps; i++)
    rt->reuse->is_told |= rt->given[i].alternative >> 31;
}

void
reuse_begin (void)
{
  assert (rt->reuse->nactive <= rt->reuse->npairs && rt->reuse->npairs <= REUSE_PAIRS);
  rt->reuse->nactive = rt->reuse->npairs;
}

bool
reuse_is_pending (void)
{
  return rt->reuse->npairs > rt->reuse->nactive;
}

bool
reuse_is_active (void)
{
  return rt->reuse->nactive || rt->reuse->is_told;
}

/* ---- in a repetition ---- */

/* The alternative of the thread's next step to repeat, if that step is the present event; else 0. */
static uint32_t
told_now (const struct rt_thread *t)
{
  if (!rt->reuse->is_told)
    return 0;
  for (uint64_t i = rt->run.depth + 1; i < rt->orders.nsteps; i++)
    if (rt->given[i].thread == t->id) {
      uint32_t a = rt->given[i].alternative;
      return a & TOLD && (a >> (REGION_BITS + PLACE_BITS) & MASK (EVENT_BITS)) == t->events ? a : 0;
    }
  return 0;
}

bool
reuse_can_be_named (uint64_t given)
{
  return !is_heap (given) || (given - RT_HEAPS) % RT_HEAP_ROOM / 16 <= MASK (PLACE_BITS);
}

static uint32_t
encode (uint32_t event, uint64_t given, bool of_thread)
{
  uint32_t what = 0;
  assert (reuse_can_be_named (given) && event);
  assert (!given || (of_thread ? (given - RT_STACKS) / 16 < RT_THREADS : is_heap (given)));
  if (given && of_thread)
    what = (uint32_t) ((given - RT_STACKS) / 16) << PLACE_BITS | 1;
  else if (given)
    what = (uint32_t) ((given - RT_HEAPS) / RT_HEAP_ROOM) << PLACE_BITS | (uint32_t) ((given - RT_HEAPS) % RT_HEAP_ROOM / 16);
  return TOLD | event << (REGION_BITS + PLACE_BITS) | what;
}

static uint64_t
decode (uint32_t told, bool of_thread)
{
  uint32_t region = told >> PLACE_BITS & MASK (REGION_BITS), place = told & MASK (PLACE_BITS);
  assert (told & TOLD);
  return !place ? 0 : of_thread ? reuse_id (region) : RT_HEAPS + region * RT_HEAP_ROOM + place * 16ull;
}

/* ---- steps ---- */

static uint32_t
values (struct rt_thread *t)
{
  return (uint32_t) t->count;
}

/* What the n-th pair (from 1) that is offered to the taker gives, or 0; *count is the number of such pairs. */
static uint64_t
nth_offered (uint64_t taker, uint64_t align, uint32_t n, uint32_t *count)
{
  uint64_t given = 0;
  assert (align);
  *count = 0;
  for (size_t i = 0; i < rt->reuse->nactive; i++)
    if (rt->reuse->pairs[i].taker == taker && rt->reuse->pairs[i].given % align == 0 && ++*count == n)
      given = rt->reuse->pairs[i].given;
  return given;
}

/* Counts an event that may be a step; true: a trace can name it. */
static bool
count_event (struct rt_thread *t)
{
  return ++t->events <= MASK (EVENT_BITS);
}

uint64_t
reuse_offer (uint64_t taker, uint64_t align, bool of_thread, uint64_t pc)
{
  struct rt_thread *t = rt->current;
  uint32_t n = 0;
  if (!t)
    return 0;
  bool can_be_named = count_event (t);
  nth_offered (taker, align, 0, &n);
  uint32_t told = told_now (t);
  if (!n && !told)
    return 0;
  if (!can_be_named) {
    rt_partial ("not all addresses that may come back were tried: a thread allocates too often in one step");
    return 0;
  }
  uint32_t event = t->events;     /* the step begins a new count */
  op_begin (NATIVE_OFFER, pc);
  t->count = n + 1;
  t->ways = told ? NULL : values;   /* a replay knows what was chosen, not its number */
  t->object = (void *) taker;
  rt_announce (t);
  uint64_t given = told ? decode (told, of_thread) : nth_offered (taker, align, t->alternative, &n);
  assert (told || !given == !t->alternative);
  op_value (encode (event, given, of_thread));
  spin_broken (t);
  return given;
}

const void *
reuse_object (uint64_t given)
{
  return (const void *) (is_heap (given) ? RT_MARKS + (given - RT_HEAPS) / 16 : given);
}

/* Inside an atomic section no other thread can free it. */
void
reuse_take (enum native_op kind, uint64_t given, uint64_t count, rt_ready_fn *ready, uint64_t pc)
{
  struct rt_thread *t = op_begin (kind, pc);
  t->memory = given;
  t->count = count;
  t->ready = ready;
  op_touch (t, reuse_object (given), ACCESS_LOCK);
  if (t->inside && !ready (t))
    rt_cut ();
  rt_announce (t);
  spin_broken (t);
}

bool
reuse_is_given (uint64_t given)
{
  for (size_t i = 0; i < rt->reuse->nactive; i++)
    if (rt->reuse->pairs[i].given == given)
      return true;
  return false;
}

bool
reuse_give (uint64_t given, uint64_t pc)
{
  struct rt_thread *t = rt->current;
  if (!t || !reuse_is_active ())
    return false;
  bool can_be_named = count_event (t);
  if (!reuse_is_given (given) && !told_now (t))
    return false;
  if (!can_be_named)
    rt_partial ("not all addresses that may come back were tried: a thread frees too often in one step");
  uint32_t event = t->events;
  op_begin (NATIVE_GIVE, pc);
  t->memory = given;
  op_touch (t, reuse_object (given), ACCESS_UNLOCK);
  rt_announce (t);
  op_value (encode (event, 0, false));
  spin_broken (t);
  return true;
}
