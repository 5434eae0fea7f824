/* What a program says it has seen: mz_observe. The ends of executions are told
 * apart by it, so that two explorations of a program can be compared: the set
 * of their ends must be the same (test/trust/native_fuzz.py computes the same
 * numbers by itself).
 *
 * A thread's observations are folded in their order, those of different threads
 * are summed: the order of independent steps leaves no mark. Threads that blocked
 * or failed count with what they saw until then. */

#include "native/runtime/inside.h"
#include "native/runtime/rt.h"

#include "base/mem.h"
#include "mazurka/mazurka.h"

struct ends {
  uint64_t *seen;                 /* hash table; 0: free */
  size_t room;
  uint64_t count, sum;
};

static uint64_t
mix (uint64_t x)
{
  x = (x ^ x >> 32) * 0xd6e8feb86659fd93u;
  x = (x ^ x >> 32) * 0xd6e8feb86659fd93u;
  return x ^ x >> 32;
}

void
mz_observe (unsigned long value)
{
  struct rt_thread *t = rt ? rt->current : NULL;
  if (!t)
    return;
  t->observed = mix (t->observed + value + 1);
  spin_broken (t);
}

/* True: it is new. */
static bool
insert (uint64_t *seen, size_t room, uint64_t end)
{
  size_t i = end % room;
  while (seen[i] && seen[i] != end)
    i = (i + 1) % room;
  bool is_new = !seen[i];
  seen[i] = end;
  return is_new;
}

static void
grow (struct ends *ends)
{
  size_t room = ends->room ? 2 * ends->room : 1024;
  uint64_t *seen = mem_zalloc (room * sizeof *seen);
  for (size_t i = 0; i < ends->room; i++)
    if (ends->seen[i])
      insert (seen, room, ends->seen[i]);
  mem_free (ends->seen);
  ends->seen = seen;
  ends->room = room;
}

void
native_end_observe (struct exec *e, enum exec_end end)
{
  (void) e;
  uint64_t seen = 0;
  for (size_t i = 0; i < rt->nthreads; i++)
    if (rt->threads[i].state != RT_ABSENT && rt->threads[i].observed)
      seen += mix (rt->threads[i].observed);
  if (!seen)
    return;
  if (!rt->ends)
    rt->ends = own_alloc (sizeof *rt->ends);
  struct ends *ends = rt->ends;
  if (2 * ends->count >= ends->room)
    grow (ends);
  uint64_t key = mix (seen + (uint64_t) end + 1);
  if (insert (ends->seen, ends->room, key ? key : 1)) {
    ends->count++;
    ends->sum += mix (key);       /* whatever their order */
  }
}

void
native_ends_told (struct exec *e, uint64_t *count, uint64_t *sum)
{
  (void) e;
  *count = rt->ends ? rt->ends->count : 0;
  *sum = rt->ends ? rt->ends->sum : 0;
}
