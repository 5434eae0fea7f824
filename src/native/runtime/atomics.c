/* Atomics: every one is a visible operation, sequentially consistent whatever
 * order the program asked for. */

#include "native/runtime/rt.h"

#include "base/mutant.h"

__extension__ typedef unsigned __int128 uint128;

static struct rt_thread *
begin (enum native_op kind, const volatile void *p, uint32_t bytes, bool write, uint64_t pc)
{
  struct rt_thread *t = op_begin (kind, pc);
  if (!t)
    return NULL;
  if (bytes > 8)
    op_touch_memory (t, (uintptr_t) p + 8, bytes - 8, write ? ACCESS_WRITE : ACCESS_READ);
  op_touch_memory (t, (uintptr_t) p, bytes < 8 ? bytes : 8, write ? ACCESS_WRITE : ACCESS_READ);
  return t;
}

static void
done_reading (struct rt_thread *t, const volatile void *p, uint32_t bytes, uint64_t value)
{
  op_value (value);
  if (bytes <= sizeof value)
    spin_read (t, (uintptr_t) p, bytes, value);
  else
    spin_broken (t);              /* it is not seen that such loops wait */
  race_acquire ((const void *) p);
  race_access ((uintptr_t) p, bytes, RACE_ATOMIC_READ, t->op.place);
}

static void
done_writing (struct rt_thread *t, const volatile void *p, uint32_t bytes, uint64_t value, bool also_reads)
{
  op_value (value);
  spin_broken (t);
  if (also_reads)
    race_acquire ((const void *) p);
  race_access ((uintptr_t) p, bytes, RACE_ATOMIC_WRITE, t->op.place);
  if (also_reads)
    race_release ((const void *) p);
  else
    race_store ((const void *) p);
}

#define LOAD_STORE(bits, type)                                                                     \
  type __tsan_atomic##bits##_load (const volatile type *, int);                                    \
  type __tsan_atomic##bits##_load (const volatile type *p, int order)                              \
  {                                                                                                \
    (void) order;                                                                                  \
    struct rt_thread *t = begin (NATIVE_LOAD, p, sizeof *p, false, CALLER);                        \
    if (!t)                                                                                        \
      return *p;                                                                                   \
    spin_before (t, (uintptr_t) p);                                                                \
    rt_announce (t);                                                                               \
    type value = *p;                                                                               \
    done_reading (t, p, sizeof *p, (uint64_t) value);                                              \
    return value;                                                                                  \
  }                                                                                                \
  void __tsan_atomic##bits##_store (volatile type *, type, int);                                   \
  void __tsan_atomic##bits##_store (volatile type *p, type value, int order)                       \
  {                                                                                                \
    (void) order;                                                                                  \
    struct rt_thread *t = begin (NATIVE_STORE, p, sizeof *p, true, CALLER);                        \
    if (t)                                                                                         \
      rt_announce (t);                                                                             \
    *p = value;                                                                                    \
    if (t)                                                                                         \
      done_writing (t, p, sizeof *p, (uint64_t) value, false);                                     \
  }

#define MODIFY(bits, type, name, expression)                                                       \
  type __tsan_atomic##bits##_##name (volatile type *, type, int);                                  \
  type __tsan_atomic##bits##_##name (volatile type *p, type value, int order)                      \
  {                                                                                                \
    (void) order;                                                                                  \
    struct rt_thread *t = begin (NATIVE_RMW, p, sizeof *p, true, CALLER);                          \
    if (t)                                                                                         \
      rt_announce (t);                                                                             \
    type old = *p;                                                                                 \
    *p = (type) (expression);                                                                      \
    if (t)                                                                                         \
      done_writing (t, p, sizeof *p, (uint64_t) *p, true);                                         \
    return old;                                                                                    \
  }

/* A comparison that fails only reads. */
#define COMPARE(bits, type)                                                                        \
  static bool compare##bits (volatile type *p, type *expected, type desired, uint64_t pc)          \
  {                                                                                                \
    struct rt_thread *t = begin (NATIVE_CAS, p, sizeof *p, true, pc);                              \
    if (t) {                                                                                       \
      op_may_do_less (t);                                                                          \
      spin_before (t, (uintptr_t) p);                                                              \
      rt_announce (t);                                                                             \
    }                                                                                              \
    type old = *p;                                                                                 \
    if (old == *expected) {                                                                        \
      *p = desired;                                                                                \
      if (t && MUTANT (runtime_exchange_only_reads))                                               \
        op_only_reads ();                                                                          \
      if (t)                                                                                       \
        done_writing (t, p, sizeof *p, (uint64_t) desired, true);                                  \
      return true;                                                                                 \
    }                                                                                              \
    *expected = old;                                                                               \
    if (t) {                                                                                       \
      op_only_reads ();                                                                            \
      done_reading (t, p, sizeof *p, (uint64_t) old);                                              \
    }                                                                                              \
    return false;                                                                                  \
  }                                                                                                \
  int __tsan_atomic##bits##_compare_exchange_strong (volatile type *, type *, type, int, int);     \
  int __tsan_atomic##bits##_compare_exchange_strong (volatile type *p, type *e, type d, int o, int f) \
  {                                                                                                \
    (void) o, (void) f;                                                                            \
    return compare##bits (p, e, d, CALLER);                                                        \
  }                                                                                                \
  int __tsan_atomic##bits##_compare_exchange_weak (volatile type *, type *, type, int, int);       \
  int __tsan_atomic##bits##_compare_exchange_weak (volatile type *p, type *e, type d, int o, int f) \
  {                                                                                                \
    (void) o, (void) f;                                                                            \
    return compare##bits (p, e, d, CALLER);                                                        \
  }                                                                                                \
  type __tsan_atomic##bits##_compare_exchange_val (volatile type *, type, type, int, int);         \
  type __tsan_atomic##bits##_compare_exchange_val (volatile type *p, type e, type d, int o, int f) \
  {                                                                                                \
    (void) o, (void) f;                                                                            \
    compare##bits (p, &e, d, CALLER);                                                              \
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

/* Fences order nothing more where everything is ordered already. */
void __tsan_atomic_thread_fence (int);
void
__tsan_atomic_thread_fence (int order)
{
  (void) order;
}

void __tsan_atomic_signal_fence (int);
void
__tsan_atomic_signal_fence (int order)
{
  (void) order;
}
