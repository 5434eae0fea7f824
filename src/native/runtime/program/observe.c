/* What a program says it has seen: mz_observe. The ends of executions differ
 * by it, so that two explorations of a program can be compared: the set
 * of their ends must be the same (test/trust/native_fuzz.py computes the same
 * numbers by itself).
 *
 * A thread's observations are folded in their order, and those of different threads
 * added up under the threads' names: the order of independent steps leaves no mark, but who
 * has seen what does. Threads that blocked or failed count with what they saw until then. */

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
  t->observed = digest_mix (t->observed + value + 1);   /* never 0: it has seen something */
  spin_broken (t);
}

/* The same in every execution: main's, or of whom and of which of its children it is. */
static uint64_t
name_of (const struct rt_thread *t)
{
  uint64_t child = 0;
  if (!t->id)
    return 1;
  while (rt->child[t->creator][child] != t->id + 1)
    child++;
  return digest_at (name_of (&rt->threads[t->creator]), child + 1);
}

bool
native_end_observe (struct exec *e, enum exec_end end)
{
  (void) e;
  uint64_t seen = 0;
  bool goes_on = false;           /* a loop waits for what has changed: in another execution it sees that */
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
