/* mz_observe: a program reports values that it has computed. The ends of executions are
 * distinguished by these values, so that two explorations of a program can be compared:
 * the sets of their ends must be equal (test/trust/native_fuzz.py computes the same numbers
 * independently).
 *
 * The values of a thread are combined in their order, those of different threads are added,
 * each with the thread's name: the result does not depend on the order of independent
 * steps, but on which thread has observed what. Threads that blocked or failed count with
 * the values until then. */

#include "native/runtime/core/explorer.h"

#include <assert.h>
#include "native/runtime/core/rt.h"

#include "base/digest.h"
#include "base/distinct.h"
#include "mazurka/mazurka.h"
#include "native/runtime/core/exec.h"

EXPORT void
mz_observe (unsigned long value)
{
  struct rt_thread *t = rt ? rt->current : NULL;
  if (!t)
    return;
  t->observed = digest_mix (t->observed + value + 1);   /* never 0, which means no value */
  spin_broken (t);
}

/* A name that is the same in every execution, made of the creator's name and the number of the child. */
static uint64_t
name_of (const struct rt_thread *t)
{
  uint64_t child = 0;
  if (!t->id)
    return 1;
  while (rt->child[t->creator][child] != t->id + 1)
    child++;
  assert (child < rt->threads[t->creator].children);
  return digest_at (name_of (&rt->threads[t->creator]), child + 1);
}

bool
native_end_observe (struct exec *e, enum exec_end end)
{
  (void) e;
  uint64_t seen = 0;
  bool goes_on = false;           /* a loop's condition has changed: another execution continues it */
  for (size_t i = 0; i < rt->nthreads; i++) {
    struct rt_thread *t = &rt->threads[i];
    if (t->state != RT_ABSENT && t->observed)
      seen += digest_at (name_of (t), t->observed);
    goes_on |= rt_spins (t) && !rt_is_stuck (t);
  }
  if (!seen || goes_on)
    return seen;
  assert (end == EXEC_COMPLETE || end == EXEC_CUT || end == EXEC_BAD);
  if (!rt->ends)
    rt->ends = own_alloc (sizeof *rt->ends);
  distinct_add (rt->ends, digest_mix (seen + (uint64_t) end + 1));
  return true;
}

void
native_ends (struct exec *e, uint64_t *count, uint64_t *sum)
{
  (void) e;
  *count = rt->ends ? rt->ends->count : 0;
  *sum = rt->ends ? rt->ends->sum : 0;
}

void
native_restarts (struct exec *e, uint64_t *counts)
{
  (void) e;
  rt_memcpy (counts, rt->restarts, sizeof rt->restarts);
}
