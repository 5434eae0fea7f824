/* The atoms of temporal properties: propositions that the program sets (mz_prop), and
 * global variables.
 *
 * Both change by steps only, so that the automaton reads every value: mz_prop is an
 * operation, and so is a plain write to an observed variable. If one changes otherwise
 * (by uninstrumented code) the verdict is not ok. */

#include "native/runtime/program/proposition.h"

#include <assert.h>
#include <link.h>
#include <string.h>

#include "mazurka/mazurka.h"
#include "native/runtime/core/explorer.h"
#include "native/runtime/state/fingerprint.h"
#include "native/runtime/core/rt.h"

static int
take_base (struct dl_phdr_info *info, size_t size, void *context)
{
  (void) size;
  *(uintptr_t *) context = info->dlpi_addr;
  return 1;                       /* the program itself comes first */
}

void
propositions_init (void)
{
  uintptr_t base = 0;
  dl_iterate_phdr (take_base, &base);
  for (uint32_t i = 0; i < rt->orders.nobserved; i++)
    if (rt->orders.observed[i].address)
      rt->orders.observed[i].address += base;
}

static const void *
object_of (uint32_t i)
{
  return &rt->orders.observed[i];
}

EXPORT void
mz_prop_mark (const char *marked, int condition)
{
  const char *name = marked + sizeof "mz_prop:" - 1;   /* the prefix by which the command finds the names of propositions in the file */
  struct rt_thread *t = rt ? rt->current : NULL;
  uint32_t i = 0, n = t ? rt->orders.nobserved : 0;
  while (i < n && (rt->orders.observed[i].address || strcmp (rt->orders.observed[i].name, name)))
    i++;
  if (i == n)
    return;                       /* no property is about it */
  assert (i < WIRE_OBSERVED && i < 64);
  op_begin (NATIVE_PROP, CALLER);
  op_touch (t, object_of (i), ACCESS_WRITE);
  fingerprint_operand (t, condition != 0);
  rt_name_object ((uintptr_t) object_of (i), rt->orders.observed[i].name);
  rt_announce (t);
  rt->run.marks = (rt->run.marks & ~(1ull << i)) | (uint64_t) (condition != 0) << i;
  op_value (condition != 0);
  spin_broken (t);
}

bool
propositions_hold (uintptr_t address, size_t bytes)
{
  for (uint32_t i = 0; i < rt->orders.nobserved; i++) {
    const struct wire_observed *o = &rt->orders.observed[i];
    if (o->address && address < o->address + o->size && o->address < address + bytes)
      return true;
  }
  return false;
}

static int64_t
value_of (uint32_t i)
{
  const struct wire_observed *o = &rt->orders.observed[i];
  const void *at = (const void *) (uintptr_t) o->address;
  assert (i < rt->orders.nobserved && (!o->address || o->size == 1 || o->size == 2 || o->size == 4 || o->size == 8));
  if (!o->address)
    return rt->run.marks >> i & 1;
  switch (o->size) {
  case 1: return o->is_signed ? *(const int8_t *) at : *(const uint8_t *) at;
  case 2: return o->is_signed ? *(const int16_t *) at : *(const uint16_t *) at;
  case 4: return o->is_signed ? (int64_t) *(const int32_t *) at : (int64_t) *(const uint32_t *) at;
  default: return *(const int64_t *) at;
  }
}

void
native_observed (struct exec *e, int64_t *values)
{
  (void) e;
  for (uint32_t i = 0; i < rt->orders.nobserved; i++)
    values[i] = value_of (i);
}

/* The step was announced as writing the variable. */
static bool
is_announced (const struct op *op, const struct wire_observed *o)
{
  if (op->kind == NATIVE_ATOMIC || rt->run.section)
    return true;
  for (uint32_t i = 0; i < op->count; i++)
    if (op->access[i].how == ACCESS_WRITE && op->access[i].object >= o->address / 8 && op->access[i].object <= (o->address + o->size - 1) / 8)
      return true;
  return false;
}

void
propositions_check (const struct op *op, const int64_t *before)
{
  for (uint32_t i = 0; i < rt->orders.nobserved; i++) {
    const struct wire_observed *o = &rt->orders.observed[i];
    if (o->address && before[i] != value_of (i) && !is_announced (op, o))
      rt_partial ("%s is changed by code that is not seen", o->name);
    if (op->kind == NATIVE_WRITE && o->address && is_announced (op, o))
      rt->step.value = (uint64_t) value_of (i);   /* the hook is called before the write, so the value is known only now */
  }
}
