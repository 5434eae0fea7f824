/* Atomics: each access is a visible operation, executed sequentially consistently
 * whatever its memory order. What the orders mean for races is computed by
 * clocks.c, whether weaker memory would add executions by robust.c. */

#include "native/runtime/core/rt.h"

#include <assert.h>

#include "base/digest.h"
#include "native/runtime/core/coroutine.h"
#include "native/runtime/state/fingerprint.h"
#include "native/runtime/memory/heap.h"
#include "native/runtime/memory/reuse.h"
#include "native/runtime/memory_model/robust.h"
#include "native/runtime/loops/trial.h"

__extension__ typedef unsigned __int128 uint128;

/* The memory order without the bits of hardware lock elision. */
static int
order_of (int order)
{
  return order & 0xffff;
}

static struct rt_thread *
begin (enum native_op kind, const volatile void *p, uint32_t bytes, bool write, int order, uint64_t pc)
{
  struct rt_thread *t = op_begin (kind, pc);
  if (!t)
    return NULL;
  robust_meets (order_of (order));
  if (bytes > 8)
    op_touch_memory (t, (uintptr_t) p + 8, bytes - 8, write ? ACCESS_WRITE : ACCESS_READ);
  op_touch_memory (t, (uintptr_t) p, bytes < 8 ? bytes : 8, write ? ACCESS_WRITE : ACCESS_READ);
  return t;
}

#ifndef NDEBUG
/* Memory has the value that the access read or wrote. */
static bool
holds (const struct rt_atomic *a)
{
  return a->bytes > sizeof a->after || rt_memcmp ((const void *) a->address, a->writes ? &a->after : &a->before, a->bytes) == 0;
}
#endif

static void
done (struct rt_thread *t, const struct rt_atomic *a)
{
  assert (t == rt->current && (a->reads || a->writes));
  assert (a->bytes && a->bytes <= 16 && !(a->bytes & (a->bytes - 1)) && holds (a));
  assert (!a->compares || a->order == (a->writes ? a->success : a->failure));
  op_value (a->writes ? a->after : a->before);
  rt->step.order = (uint32_t) a->order;
  if (rt->trial)
    trial_did (a);
  if (a->writes && rt->loops.nlocations)
    loops_note_write (a->address, a->bytes, a->after);
  if (t->await.is_passage && !t->await.left && !a->writes && rt->step.exec.op.conditional)
    op_only_reads ();
  bool is_silent = !a->writes || (a->reads && a->before == a->after);   /* a store is a change even of an equal value: it ends a release sequence */
  if (!is_silent || a->bytes > sizeof a->before)
    spin_broken (t);              /* waiting loops are recognised by reads of at most 8 bytes */
  else
    spin_read (t, a->address, a->bytes, a->before);
  race_atomic (a);
  if (!rt->trial)
    retry_did (t, a);             /* after the clock's tick: its effects do not happen before an acquire of this store */
}

/* For signature_of: saves all callee-saved registers in the frame of the function that the program
 * has called. */
#define ENTER() (__builtin_unwind_init (), enter ((uintptr_t) __builtin_frame_address (0), CALLER))

static inline void
enter (uintptr_t frame, uint64_t pc)
{
  if (rt && rt->current)
    rt->current->entry = (struct rt_entry) {frame, pc};
}

/* A trial may change nothing but the location that it is about. */
static inline void
tried (bool changes)
{
  if (rt && rt->trial && changes && !trial_is_at (rt->trial))
    trial_end ();
}

/* A failed compare-exchange stores the value found in `expected`: not progress only if that is on the thread's own stack. */
static void
change_expected (struct rt_thread *t, uintptr_t expected)
{
  if (on_own_stack (t, expected))
    return;
  trial_stop ();
  spin_broken (t);
}

static inline uint64_t
operand (uint64_t value, uint64_t expected)
{
  return digest_add (digest_mix (value), expected);
}

/* Announces it with its operands, which may be in registers only. */
static void
announce_with (struct rt_thread *t, uint64_t value, uint64_t expected, uintptr_t where)
{
  if (!t)
    return;
  t->operand = operand (value, expected);
  fingerprint_operand (t, value);
  fingerprint_operand (t, expected);
  fingerprint_operand (t, where);
  rt_announce (t);
}

#define ATOMIC(p, ...) (&(struct rt_atomic) {.address = (uintptr_t) (p), .bytes = sizeof *(p), .pc = t->op.place, __VA_ARGS__})

/* For a program that runs without the checker, with real threads; and before main. */
#define ALONE(bits, type)                                                                          \
  __attribute__ ((target ("cx16"))) static type swap##bits (volatile type *p, type old, type new)  \
  {                                                                                                \
    return __sync_val_compare_and_swap (p, old, new);                                              \
  }                                                                                                \
  static type load##bits (const volatile type *p)                                                  \
  {                                                                                                \
    return sizeof *p > 8 ? swap##bits ((volatile type *) p, 0, 0) : *p;                            \
  }                                                                                                \
  static void store##bits (volatile type *p, type value)                                           \
  {                                                                                                \
    for (type old = load##bits (p), was; (was = swap##bits (p, old, value)) != old;)               \
      old = was;                                                                                   \
  }

ALONE (8, uint8_t)
ALONE (16, uint16_t)
ALONE (32, uint32_t)
ALONE (64, uint64_t)
ALONE (128, uint128)

#define LOAD_STORE(bits, type)                                                                     \
  type __tsan_atomic##bits##_load (const volatile type *, int);                                    \
  EXPORT type __tsan_atomic##bits##_load (const volatile type *p, int order)                       \
  {                                                                                                \
    ENTER ();                                                                                      \
    struct rt_thread *t = begin (NATIVE_LOAD, p, sizeof *p, false, order, CALLER);                 \
    if (!t)                                                                                        \
      return load##bits (p);                                                                       \
    spin_before (t, (uintptr_t) p);                                                                \
    rt_announce (t);                                                                               \
    type value = *p;                                                                               \
    done (t, ATOMIC (p, .reads = true, .order = order_of (order), .before = (uint64_t) value));    \
    return value;                                                                                  \
  }                                                                                                \
  void __tsan_atomic##bits##_store (volatile type *, type, int);                                   \
  EXPORT void __tsan_atomic##bits##_store (volatile type *p, type value, int order)                \
  {                                                                                                \
    struct rt_thread *t = begin (NATIVE_STORE, p, sizeof *p, true, order, CALLER);                 \
    if (!t) {                                                                                      \
      store##bits (p, value);                                                                      \
      return;                                                                                      \
    }                                                                                              \
    announce_with (t, (uint64_t) value, 0, 0);                                                     \
    type old = *p;                                                                                 \
    *p = value;                                                                                    \
    done (t, ATOMIC (p, .writes = true, .order = order_of (order), .before = (uint64_t) old,       \
                     .after = (uint64_t) value));                                                  \
  }

#define MODIFY(bits, type, name, expression)                                                       \
  type __tsan_atomic##bits##_##name (volatile type *, type, int);                                  \
  EXPORT type __tsan_atomic##bits##_##name (volatile type *p, type value, int order)               \
  {                                                                                                \
    ENTER ();                                                                                      \
    struct rt_thread *t = begin (NATIVE_RMW, p, sizeof *p, true, order, CALLER);                   \
    if (!t)                                                                                        \
      for (type old = load##bits (p), was;; old = was)                                             \
        if ((was = swap##bits (p, old, (type) (expression))) == old)                               \
          return old;                                                                              \
    t->operand = operand ((uint64_t) value, 0);                                                    \
    spin_before (t, (uintptr_t) p);                                                                \
    announce_with (t, (uint64_t) value, 0, 0);                                                     \
    type old = *p, new = (type) (expression);                                                      \
    tried (new != old);                                                                            \
    *p = new;                                                                                      \
    done (t, ATOMIC (p, .reads = true, .writes = true, .order = order_of (order),                  \
                     .before = (uint64_t) old, .after = (uint64_t) new));                          \
    return old;                                                                                    \
  }

/* --spurious: a weak compare-exchange may fail spuriously; not twice in a row, or loops would not end. */
static bool
fails_for_nothing (uint64_t pc)
{
  struct rt_thread *t = rt && rt->orders.spurious ? rt->current : NULL;
  if (!t)
    return false;
  return t->spurious = !t->spurious && rt_choose (2, pc);
}

/* True if two words may be equal when the system chooses addresses and thread ids differently. A word may hold a counter in the
 * upper 16 bits, which must be equal. */
static bool
may_be_equal (uint64_t *a, uint64_t *b)
{
  if (*a >> 48 == *b >> 48)
    *a &= UINT64_MAX >> 16, *b &= UINT64_MAX >> 16;
  bool is_heaps = is_heap (*a) && is_heap (*b), are_others = *a >= RT_IDS && *b >= RT_IDS && *a < RT_HEAPS && *b < RT_HEAPS;
  return *a == *b || is_heaps || are_others;
}

static void
compared (uint128 a, uint128 b)
{
  uint64_t a_low = (uint64_t) a, b_low = (uint64_t) b, a_high = (uint64_t) (a >> 64), b_high = (uint64_t) (b >> 64);
  if (!may_be_equal (&a_low, &b_low) || !may_be_equal (&a_high, &b_high))
    return;
  reuse_words_compared (a_low, b_low);
  reuse_words_compared (a_high, b_high);
}

/* A compare-exchange that fails only reads. */
#define COMPARE(bits, type)                                                                        \
  static bool compare##bits (volatile type *p, type *expected, type desired, int order, int failure, bool in_vain, uint64_t pc) \
  {                                                                                                \
    struct rt_thread *t = begin (NATIVE_CAS, p, sizeof *p, true, order, pc);                       \
    if (!t) {                                                                                      \
      type seen = swap##bits (p, *expected, desired), was = *expected;                             \
      if (seen != was)                                                                             \
        *expected = seen;                                                                          \
      return seen == was;                                                                          \
    }                                                                                              \
    robust_meets (order_of (failure));                                                             \
    op_may_do_less (t);                                                                            \
    t->operand = operand ((uint64_t) desired, (uint64_t) *expected);                               \
    spin_before (t, (uintptr_t) p);                                                                \
    announce_with (t, (uint64_t) desired, (uint64_t) *expected, (uintptr_t) expected);             \
    type old = *p, wanted = *expected;                                                             \
    bool equal = old == wanted && !in_vain;                                                        \
    tried (equal && desired != old);                                                               \
    if (!equal)                                                                                    \
      change_expected (t, (uintptr_t) expected);                                                   \
    if (equal)                                                                                     \
      *p = desired;                                                                                \
    else                                                                                           \
      *expected = old;                                                                             \
    if (sizeof *p >= sizeof (void *) && old != wanted)                                             \
      compared (old, wanted);                                                                      \
    if (!equal)                                                                                    \
      op_only_reads ();                                                                            \
    done (t, ATOMIC (p, .reads = true, .writes = equal, .compares = !in_vain,                      \
                     .order = order_of (equal ? order : failure), .success = order_of (order),     \
                     .failure = order_of (failure), .before = (uint64_t) old,                      \
                     .after = (uint64_t) desired, .expected = (uint64_t) wanted));                 \
    return equal;                                                                                  \
  }                                                                                                \
  int __tsan_atomic##bits##_compare_exchange_strong (volatile type *, type *, type, int, int);     \
  EXPORT int __tsan_atomic##bits##_compare_exchange_strong (volatile type *p, type *e, type d, int o, int f) \
  {                                                                                                \
    ENTER ();                                                                                      \
    return compare##bits (p, e, d, o, f, false, CALLER);                                                  \
  }                                                                                                \
  int __tsan_atomic##bits##_compare_exchange_weak (volatile type *, type *, type, int, int);       \
  EXPORT int __tsan_atomic##bits##_compare_exchange_weak (volatile type *p, type *e, type d, int o, int f) \
  {                                                                                                \
    ENTER ();                                                                                      \
    return compare##bits (p, e, d, o, f, fails_for_nothing (CALLER), CALLER);                                                  \
  }                                                                                                \
  type __tsan_atomic##bits##_compare_exchange_val (volatile type *, type, type, int, int);         \
  EXPORT type __tsan_atomic##bits##_compare_exchange_val (volatile type *p, type e, type d, int o, int f) \
  {                                                                                                \
    ENTER ();                                                                                      \
    compare##bits (p, &e, d, o, f, false, CALLER);                                                        \
    return e;                                                                                      \
  }

#define ALL(bits, type)                            \
  LOAD_STORE (bits, type)                          \
  MODIFY (bits, type, exchange, value)             \
  MODIFY (bits, type, fetch_add, old + value)      \
  MODIFY (bits, type, fetch_sub, old - value)      \
  MODIFY (bits, type, fetch_and, old &value)       \
  MODIFY (bits, type, fetch_or, old | value)       \
  MODIFY (bits, type, fetch_xor, old ^ value)      \
  MODIFY (bits, type, fetch_nand, ~(old & value))  \
  COMPARE (bits, type)

ALL (8, uint8_t)
ALL (16, uint16_t)
ALL (32, uint32_t)
ALL (64, uint64_t)
ALL (128, uint128)

/* A fence is not a step of its own: it has no effect on memory that another thread could observe separately. */
void __tsan_atomic_thread_fence (int);
EXPORT void
__tsan_atomic_thread_fence (int order)
{
  if (rt && rt->trial)
    trial_fence ();
  if (rt)
    race_fence (order_of (order));
  else
    __sync_synchronize ();
}

/* Orders a thread with its own signal handlers only. */
void __tsan_atomic_signal_fence (int);
EXPORT void
__tsan_atomic_signal_fence (int order)
{
  (void) order;
}
