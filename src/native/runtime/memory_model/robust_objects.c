/* The trace order of operations on objects that are not memory: locks, conditions, files.
 *
 * An operation follows every dependent one on the same object whose order with it the
 * program can observe, whether or not the two synchronise: a trylock that fails
 * follows the lock that made it fail and precedes its unlock, though C11 orders
 * neither. Only the TRACE clock records that, so robust.c finds programs that draw
 * conclusions from such an order.
 * The order of a semaphore's waits among each other, and of a wait before a post, cannot
 * be observed: in whatever order posts and the waits that they enable are executed, every
 * wait succeeds if it has its post. */

#include "base/table.h"

#include <assert.h>

#include "native/runtime/memory_model/robust_parts.h"

#include "base/mem.h"

static struct traced *
object_of (uint64_t object)
{
  struct robust *r = rt->robust;
  size_t i = table_hash (object) >> 44;
  assert (object & RT_OBJECT && rt->weak);
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

/* The order of two waits at a futex cannot be observed: a wake may choose any of the sleeping threads. */
static enum access_how
how_seen (const struct op *op, const struct access *a)
{
  return op->kind == NATIVE_FUTEX_WAIT ? ACCESS_READ : a->how;
}

/* A conditional operation may turn out to read only. */
void
robust_before (const struct rt_thread *t)
{
  for (uint32_t i = 0; i < t->op.count; i++)
    if (t->access[i].object & RT_OBJECT)
      follow (object_of (t->access[i].object), t->id, t->op.conditional ? ACCESS_READ : t->access[i].how);
}

void
robust_after (const struct rt_thread *t)
{
  const struct op *op = &rt->step.exec.op;
  for (uint32_t i = 0; i < op->count; i++)
    if (op->access[i].object & RT_OBJECT) {
      struct traced *o = object_of (op->access[i].object);
      follow (o, t->id, how_seen (op, &op->access[i]));
      clock_join (o->done[how_seen (op, &op->access[i])], known_to (t->id)->clock[KNOWS_TRACE]);
    }
}

/* ---- futexes ----
 * Linux guarantees Dekker's pattern: a wait registers itself, executes a full barrier,
 * and only then reads the word; a wake executes a full barrier before it looks for
 * registered waits (the comment on ordering in kernel/futex/waitwake.c). So the barrier
 * of a wake that has missed a wait comes before the wait's. The barriers do not order
 * plain accesses for the race check. docs/memory-model.md, "Futexes". */

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
