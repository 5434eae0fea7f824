/* Finds the blocks and thread ids whose reuse the program could observe.
 *
 * Idea: in an execution where every address is fresh, two pointers to different blocks are never equal. If the system
 * returned a freed block B again for an allocation, a pointer into B and a pointer into the allocation would be equal exactly
 * if their offsets are equal. So a comparison of such pointers, or of integers made of them, gives a pair of B and the
 * allocation, unless the allocation happens before the free. The order of the free and the comparison in this execution does
 * not matter: if nothing orders them, another order of the same trace has them the other way round.
 * With stored states an execution ends where another one with a different history continued: there every comparison gives a
 * pair. */

#include "native/runtime/memory/reuse.h"

#include <assert.h>

#include "base/digest.h"
#include "native/runtime/memory_model/clocks.h"
#include "native/runtime/core/coroutine.h"
#include "native/runtime/memory/heap.h"
#include "native/runtime/core/rt.h"
#include "native/runtime/sync/sync.h"

/* Pairs are not searched in a replay: it has the choices of its steps. */
static bool
is_looking (void)
{
  return rt && rt->current && !rt->replaying && rt->orders.mode != WIRE_REPLAY;
}

/* Where the exploration cannot be restarted, or threads that wait matter (temporal properties), the result is partial. */
static void
pair_found (uint64_t taker, uint64_t given)
{
  struct reuse *r = rt->reuse;
  assert (taker && given && taker != given && !rt->replaying);
  for (size_t i = 0; i < r->npairs; i++)
    if (r->pairs[i].taker == taker && r->pairs[i].given == given)
      return;
  bool cannot = rt->forked.active || rt->orders.temporal || r->npairs == REUSE_PAIRS || !reuse_can_be_named (given);
  if (cannot) {
    rt_partial (is_heap (given) ? "addresses of freed blocks are compared: that malloc may return them again is not explored"
                                : "ids of ended threads are compared: that new threads may get them is not explored");
    return;
  }
  r->pairs[r->npairs++] = (struct reuse_pair) {taker, given};
}

/* ---- blocks ---- */

static bool
is_before_free (const struct reuse_block *q, const struct reuse_block *b)
{
  assert (b->freed_at && is_heap (b->start));
  uintptr_t region = b->freed_at - (b->freed_at - RT_HEAPS) % RT_HEAP_ROOM;
  return q->allocation >= region && q->allocation < b->freed_at;   /* an earlier allocation of the thread that freed it */
}

static struct reuse_pair *
find_compared (uintptr_t freed, uintptr_t other)
{
  struct reuse *r = rt->reuse;
  size_t i = digest_at (freed, other) >> 51;
  _Static_assert (2 * REUSE_COMPARED == 1 << (64 - 51), "bits of the hash");
  while (r->compared[i].given && (r->compared[i].given != freed || r->compared[i].taker != other))
    i = (i + 1) % (2 * REUSE_COMPARED);
  return &r->compared[i];
}

/* Both are allocated: the pair is found when b is freed. */
static void
keep_compared (const struct reuse_block *q, const struct reuse_block *b)
{
  struct reuse *r = rt->reuse;
  struct reuse_pair *at = find_compared (b->start, q->start);
  assert (!b->freed_at && r->ncompared <= REUSE_COMPARED);
  if (at->given)
    return;
  if (r->ncompared == REUSE_COMPARED) {
    rt_partial ("more than %d pairs of blocks are compared: that malloc may return freed ones again is not explored for all of them", REUSE_COMPARED);
    return;
  }
  *at = (struct reuse_pair) {q->start, b->start};
  r->ncompared++;
}

/* Checks whether the allocation of q could have returned b. */
static void
consider (const struct reuse_block *q, const struct reuse_block *b)
{
  bool may_stay = q->moved_from == b->start && b->freed_at;   /* by realloc */
  if (may_stay && b->room < q->room)
    rt_partial ("the old and the new address of a block that realloc has enlarged are compared: that it may stay where it is is not explored");
  if (b->room < q->room || b->start == q->allocation)
    return;
  if (rt->fingerprints || may_stay || (b->freed_at && !is_before_free (q, b)))
    pair_found (q->allocation, b->start);
  else if (!b->freed_at)
    keep_compared (q, b);
}

static void
consider_both (const struct reuse_block *p, const struct reuse_block *q)
{
  if (p->start == q->start)
    return;
  consider (p, q);
  consider (q, p);
}

static void
reuse_blocks_compared (uintptr_t x, uintptr_t y)
{
  struct reuse_block p, q;
  if (x == y || !is_looking () || !heap_reuse_block (x, &p) || !heap_reuse_block (y, &q) || x - p.start != y - q.start)
    return;
  consider_both (&p, &q);
}

/* Comparisons of integers are not instrumented: any two addresses that were converted may be compared. */
static void
reuse_block_converted (uintptr_t x)
{
  struct reuse *r = rt ? rt->reuse : NULL;
  struct reuse_block p, q;
  bool is_known = false;
  if (!is_looking () || !heap_reuse_block (x, &p))
    return;
  size_t before = r->npairs;
  for (size_t i = 0; i < r->nconverted; i++) {
    is_known |= r->converted[i] == p.start;
    if (heap_reuse_block (r->converted[i], &q) && q.start == r->converted[i])
      consider_both (&p, &q);
  }
  r->nintegers += r->npairs - before;
  if (r->nintegers > REUSE_INTEGERS) {
    r->npairs = before;           /* each pair multiplies the executions, and most integers are never compared */
    rt_partial ("many addresses of freed blocks become integers: that malloc may return all of them again is not explored");
  }
  if (!is_known && r->nconverted < REUSE_CONVERTED)
    r->converted[r->nconverted++] = p.start;
  else if (!is_known)
    rt_partial ("addresses of more than %d blocks become integers: that malloc may return freed ones again is not explored for all of them", REUSE_CONVERTED);
}

/* Finds the pairs with blocks that were compared with it while it was allocated. */
void
reuse_block_freed (uintptr_t start)
{
  struct reuse *r = rt ? rt->reuse : NULL;
  struct reuse_block q;
  if (!is_looking () || !r->ncompared)
    return;
  const uint32_t *now = clock_of (rt->current->id);
  for (size_t i = 0; i < 2 * REUSE_COMPARED; i++)
    if (r->compared[i].given == start && heap_reuse_block (r->compared[i].taker, &q) && q.start == r->compared[i].taker
        && (q.clock > now[q.thread] || rt->orders.allow_races))
      pair_found (q.allocation, start);
}

/* ---- threads ---- */

static bool
is_gone (const struct rt_thread *t)
{
  return t->joined || (t->detached && t->state == RT_ENDED);
}

void
reuse_thread_born (const struct rt_thread *child)
{
  assert (child->id < rt->nthreads && child->creator < rt->nthreads && child->id != child->creator);
  if (!rt->replaying)
    rt->reuse->births[child->id] = clock_of (child->creator)[child->creator];
}

/* The creation of q could have got the id of b. */
static void
id_pair_found (const struct rt_thread *q, const struct rt_thread *b)
{
  if (q->id && b->id)
    pair_found (reuse_creation (q->creator, q->nth), reuse_id (b->name));
}

static uint64_t *
word_of (uint64_t (*table)[RT_THREADS / 64], thread_id row, thread_id column, uint64_t *bit)
{
  *bit = 1ull << column % 64;
  return &table[row][column / 64];
}

/* The addresses of a thread's stack and thread-local storage are reused with its id. */
static void
place_may_return (void)
{
  rt_partial ("addresses in the stack or thread-local storage of a thread that is gone are compared: that a new thread may have the same is not explored");
}

/* For 64 other threads at once, because it is called at the end of every thread. */
static void
note_gone (const struct rt_thread *gone, thread_id first)
{
  const uint32_t *now = clock_of (rt->current->id);
  uint64_t there = 0, older = 0, *known = &rt->reuse->older[gone->id][first / 64];
  thread_id end = first + 64 < rt->nthreads ? first + 64 : (thread_id) rt->nthreads;
  assert (first % 64 == 0 && first < end && gone->id < rt->nthreads);
  for (thread_id i = first; i < end; i++) {
    const struct rt_thread *t = &rt->threads[i];
    there |= (uint64_t) (t->state != RT_ABSENT) << i % 64;
    older |= (uint64_t) (rt->reuse->births[i] <= now[t->creator]) << i % 64;
  }
  older = rt->orders.allow_races ? 0 : older & there;
  uint64_t all = end - first == 64 ? UINT64_MAX : (1ull << (end - first)) - 1;
  *known = (*known & ~all) | older;
  uint64_t ids = rt->reuse->ids[gone->id][first / 64] & there & ~older;
  uint64_t places = gone->id ? rt->reuse->places[gone->id][first / 64] & there & ~older : 0;
  if (!(ids | places) || !is_looking ())
    return;
  for (thread_id i = first; i < end; i++) {
    if (ids >> i % 64 & 1)
      id_pair_found (&rt->threads[i], gone);
    if (places >> i % 64 & 1 && i)
      place_may_return ();
  }
}

void
reuse_thread_gone (const struct rt_thread *gone, bool ends)
{
  if (rt->replaying || !(is_gone (gone) || (ends && gone->detached)))
    return;
  for (thread_id first = 0; first < rt->nthreads; first += 64)
    note_gone (gone, first);
}

static void
consider_place (const struct rt_thread *q, const struct rt_thread *b)
{
  uint64_t bit, *older = word_of (rt->reuse->older, b->id, q->id, &bit);
  if (is_gone (b) && !(*older & bit) && q->id && b->id)
    place_may_return ();
  *word_of (rt->reuse->places, b->id, q->id, &bit) |= bit;
}

/* The distance from the beginning of the thread's stack; above that, the offset in its thread-local storage. */
static uintptr_t
place_in (thread_id t, uintptr_t address)
{
  return address < rt_stack_top (t) ? rt_stack_top (t) - address : address % RT_STACK_ROOM;
}

static void
places_compared (uintptr_t x, uintptr_t y)
{
  thread_id p = (thread_id) ((x - RT_STACKS) / RT_STACK_ROOM), q = (thread_id) ((y - RT_STACKS) / RT_STACK_ROOM);
  if (p == q || p >= rt->nthreads || q >= rt->nthreads || place_in (p, x) != place_in (q, y) || !is_looking ())
    return;
  consider_place (&rt->threads[p], &rt->threads[q]);
  consider_place (&rt->threads[q], &rt->threads[p]);
}

static void
consider_id (const struct rt_thread *q, const struct rt_thread *b)
{
  uint64_t bit, *older = word_of (rt->reuse->older, b->id, q->id, &bit);
  bool is_older = *older & bit;
  if (rt->fingerprints || (is_gone (b) && !is_older))
    id_pair_found (q, b);
  uint64_t *compared = word_of (rt->reuse->ids, b->id, q->id, &bit);
  *compared |= bit;
}

void
reuse_ids_compared (pthread_t x, pthread_t y)
{
  if (x == y || !is_looking ())
    return;
  const struct rt_thread *p = thread_find (x), *q = thread_find (y);
  if (p && q) {
    consider_id (p, q);
    consider_id (q, p);
  }
}

/* ---- words of unknown meaning ---- */

void
reuse_words_compared (uint64_t x, uint64_t y)
{
  if (x == y || !rt)
    return;
  if (is_heap (x) && is_heap (y))
    reuse_blocks_compared (x, y);
  else if (reuse_is_pthread (x) && reuse_is_pthread (y))
    reuse_ids_compared (x, y);
  else if (x - RT_STACKS < RT_THREADS * (uintptr_t) RT_STACK_ROOM && y - RT_STACKS < RT_THREADS * (uintptr_t) RT_STACK_ROOM)
    places_compared (x, y);
}

void
reuse_word_hashed (uint64_t x)
{
  if (is_heap (x))
    reuse_block_converted (x);
  if (!rt || !reuse_is_pthread (x))
    return;
  thread_id name = (thread_id) ((x - RT_IDS) / 4096 - 1);
  for (thread_id i = 0; i < RT_THREADS; i++)
    if (rt->reuse->hashed[i / 64] >> i % 64 & 1)
      reuse_ids_compared (x, reuse_pthread (i));
  rt->reuse->hashed[name / 64] |= 1ull << name % 64;
}

/* ---- calls inserted by the compiler plugins (native/gcc/pointers.cc, native/clang/pass.cc) ---- */

void __tsan_pointers_compared (const void *, const void *);
EXPORT void
__tsan_pointers_compared (const void *p, const void *q)
{
  reuse_words_compared ((uintptr_t) p, (uintptr_t) q);
}

void __tsan_pointer_converted (const void *);
EXPORT void
__tsan_pointer_converted (const void *p)
{
  if (is_heap ((uintptr_t) p))
    reuse_block_converted ((uintptr_t) p);
}

void __tsan_ids_compared (pthread_t, pthread_t);
EXPORT void
__tsan_ids_compared (pthread_t x, pthread_t y)
{
  reuse_ids_compared (x, y);
}
