/* Nondeterministic values of SV-COMP's programs, unless a program defines these
 * functions itself. Both values of a bool are explored; a number takes the values of
 * --nondet, a pointer is NULL: then the verdict is not ok, because the other values
 * are not explored. */

#include "native/runtime/core/rt.h"

#include <assert.h>

static uint32_t
values (struct rt_thread *t)
{
  return (uint32_t) t->count;
}

uint32_t
rt_choose (uint32_t n, uint64_t pc)
{
  struct rt_thread *t = op_begin (NATIVE_CHOOSE, pc);
  if (!t || n < 2)
    return 0;
  t->count = n;
  t->ways = values;
  rt_announce (t);
  assert (t->alternative < n);
  spin_broken (t);
  op_value (t->alternative);
  return t->alternative;
}

static int64_t
some (const char *type, uint64_t pc)
{
  if (!rt || !rt->current)
    return 0;
  assert (rt->orders.nnondet);
  rt_partial ("not all values of __VERIFIER_nondet_%s were tried (--nondet)", type);
  int64_t value = rt->orders.nondet[rt_choose (rt->orders.nnondet, pc)];
  if (rt->orders.nnondet > 1)
    op_value ((uint64_t) value);  /* the trace shows the value instead of its index */
  return value;
}

unsigned mz_choose (unsigned);
EXPORT unsigned
mz_choose (unsigned n)
{
  return rt_choose (n, CALLER);
}

_Bool __VERIFIER_nondet_bool (void);
EXPORT _Bool
__VERIFIER_nondet_bool (void)
{
  return rt_choose (2, CALLER);
}

#define NONDET(name, type)                                       \
  type __VERIFIER_nondet_##name (void);                          \
  EXPORT type __VERIFIER_nondet_##name (void)                    \
  {                                                              \
    return (type) some (#name, CALLER);                          \
  }

NONDET (char, char)
NONDET (uchar, unsigned char)
NONDET (short, short)
NONDET (ushort, unsigned short)
NONDET (int, int)
NONDET (uint, unsigned)
NONDET (unsigned, unsigned)
NONDET (unsigned_int, unsigned)
NONDET (long, long)
NONDET (ulong, unsigned long)
NONDET (longlong, long long)
NONDET (ulonglong, unsigned long long)
NONDET (u8, uint8_t)
NONDET (u16, uint16_t)
NONDET (u32, uint32_t)
NONDET (u64, uint64_t)
NONDET (int8_t, int8_t)
NONDET (int16_t, int16_t)
NONDET (int32_t, int32_t)
NONDET (int64_t, int64_t)
NONDET (uint8_t, uint8_t)
NONDET (uint16_t, uint16_t)
NONDET (uint32_t, uint32_t)
NONDET (uint64_t, uint64_t)
NONDET (size_t, size_t)
NONDET (float, float)
NONDET (double, double)

void *__VERIFIER_nondet_pointer (void);
EXPORT void *
__VERIFIER_nondet_pointer (void)
{
  rt_partial ("no value of __VERIFIER_nondet_pointer but NULL was tried");
  return NULL;
}
