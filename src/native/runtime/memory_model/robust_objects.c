/* The trace of operations on what is no memory: locks, conditions, files.
 *
 * An operation comes after every one on the same object that it depends on, and
 * whose order with it shows in what the program sees, whether or not they
 * synchronise: a trylock that fails comes after the lock that it sees, and before
 * its unlock, and C11 says nothing of either. Only TRACE is told of that, so that
 * what the program concludes from it is asked for by robust.c.
 * Of a semaphore's waits among each other, and of waits before a post, nothing
 * shows: whatever order the posts and the waits they let through are executed in,
 * as long as each wait has its post, every wait succeeds. */

#include "base/table.h"

#include <assert.h>
#include "native/runtime/memory_model/robust_parts.h"

#include "base/mem.h"

static struct traced *
object_of (uint64_t object)
{
  assert (object & RT_OBJECT);
  struct robust *r = rt->robust;
  size_t i = table_hash (object) >> 44;
  while (r->objects[i].object && r->objects[i].object != object)
    i = (i + 1) % ROBUST_OBJECTS;
  if (!r->objects[i].object) {
    if (++r->nobjects > ROBUST_OBJECTS / 2)
      rt_internal_error ("the program synchronises by more than %u objects, and by weak atomic accesses", ROBUST_OBJECTS / 2);
    r->objects[i] = (struct traced) {object, own_alloc (ACCESS_HOWS * sizeof *r->objects[i].done), NULL};
  }
  return &r->objects[i];
}

static bool
shows (enum access_how earlier, enum access_how later)
{
  return access_dependent (earlier, later) && !(earlier == ACCESS_WAIT && (later == ACCESS_WAIT || later == ACCESS_POST));
}

static void
follow (const struct traced *o, thread_id t, enum access_how how)
{
  assert (how < ACCESS_HOWS && t < rt->nthreads);
  for (int earlier = 0; earlier < ACCESS_HOWS; earlier++)
    if (shows (earlier, how))
      clock_join (known_to (t)->clock[KNOWS_TRACE], o->done[earlier]);
}

/* Which of two waits at a futex came first does not show: any of those who sleep may be woken. */
static enum access_how
how_seen (const struct op *op, const struct access *a)
{
  return op->kind == NATIVE_FUTEX_WAIT ? ACCESS_READ : a->how;
}

/* What is conditional may turn out only to read. */
void
robust_before (const struct rt_thread *t)
{
  assert (rt->weak && t == rt->current && t->op.count <= RT_ACCESSES);
  for (uint32_t i = 0; i < t->op.count; i++)
    if (t->access[i].object & RT_OBJECT)
      follow (object_of (t->access[i].object), t->id, t->op.conditional ? ACCESS_READ : t->access[i].how);
}

void
robust_after (const struct rt_thread *t)
{
  assert (rt->weak && !rt->current);
  const struct op *op = &rt->step.exec.op;
  for (uint32_t i = 0; i < op->count; i++)
    if (op->access[i].object & RT_OBJECT) {
      struct traced *o = object_of (op->access[i].object);
      follow (o, t->id, how_seen (op, &op->access[i]));
      clock_join (o->done[how_seen (op, &op->access[i])], known_to (t->id)->clock[KNOWS_TRACE]);
    }
}

/* ---- futexes ----
 * What Linux promises is Dekker's pattern: a wait says that it comes, has a full
 * barrier, and only then looks at the word; a wake has a full barrier before it looks
 * whether anybody has come (the comment on ordering in kernel/futex/waitwake.c). So a
 * wake that has not seen a wait has its barrier before the wait's. For data races the
 * barriers are none. docs/memory-model.md, "Futexes". */

static uint32_t *
wakes_at (const void *word)
{
  struct traced *o = object_of ((uint64_t) (uintptr_t) word | RT_OBJECT);
  if (!o->wakes)
    o->wakes = own_alloc (RT_THREADS * sizeof *o->wakes);
  return o->wakes;
}

static void
barrier (thread_id t, const uint32_t *also)
{
  assert (t == rt->current->id && !rt->replaying);
  sc_arrives (t, 0);
  sc_fence (t, also);
  clock_tick (t);
}

void
robust_futex_wait (const void *word)
{
  barrier (rt->current->id, wakes_at (word));
}

void
robust_futex_wake (const void *word)
{
  thread_id t = rt->current->id;
  barrier (t, NULL);
  clock_join (wakes_at (word), rt->robust->threads[t].past);
}
