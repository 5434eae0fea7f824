/* Busy waiting.
 *
 * Idea: a loop that reads, finds nothing new and comes back to the same read
 * with the same registers and stack, having written nothing, will do the same
 * again until somebody changes what it reads. Its next read is then disabled
 * until one of the values differs.
 * Why that is sound: the thread's state is compared, not guessed, so the steps
 * left out would have led back to the very same state. The disabled operation
 * announces all objects of the loop, since each of them can enable it. */

#include "native/runtime/rt.h"

static uint64_t
load (const struct rt_read *r)
{
  switch (r->size) {
  case 1: return *(const volatile uint8_t *) r->address;
  case 2: return *(const volatile uint16_t *) r->address;
  case 4: return *(const volatile uint32_t *) r->address;
  default: return *(const volatile uint64_t *) r->address;
  }
}

static bool
changed (struct rt_thread *t)
{
  for (uint32_t i = 0; i < t->spin.nreads; i++)
    if (load (&t->spin.reads[i]) != t->spin.reads[i].value)
      return true;
  return false;
}

/* The thread's state, as far as it is the thread's alone. The callee-saved
 * registers are on the stack or still in place. */
static __attribute__ ((noinline)) uint64_t
signature (const struct rt_thread *t)
{
  uint64_t kept[6];
  __asm__ volatile ("movq %%rbx, 0(%0)\n movq %%rbp, 8(%0)\n movq %%r12, 16(%0)\n movq %%r13, 24(%0)\n movq %%r14, 32(%0)\n"
                    "movq %%r15, 40(%0)" : : "r" (kept) : "memory");
  const char *end = (const char *) RT_STACKS + (t->id + 1) * (size_t) RT_STACK_ROOM - tls_bytes ();
  uint64_t h = t->depth;
  for (int i = 0; i < 6; i++)
    h = (h ^ kept[i]) * 0xff51afd7ed558ccdu;
  for (const uint64_t *p = __builtin_frame_address (0); (const char *) p < end; p++)
    h = ((h << 7 | h >> 57) ^ *p) * 0xff51afd7ed558ccdu;
  return h;
}

void
spin_before (struct rt_thread *t, uintptr_t address, uint32_t bytes)
{
  struct rt_spin *s = &t->spin;
  if (s->place && s->place != t->op.place && s->nreads <= RT_READS)
    return;                       /* another read of the loop */
  bool again = s->place == t->op.place && s->address == address && s->writes == t->writes && s->nreads
               && s->nreads <= RT_READS;
  uint64_t now = again ? signature (t) : 0;     /* looked at only where it may be a loop */
  if (again && s->signature == now) {
    t->ready = changed;
    for (uint32_t i = 0; i < s->nreads; i++)
      if (s->reads[i].address != address)
        op_touch_memory (t, s->reads[i].address, s->reads[i].size, ACCESS_READ);
    t->size = bytes;
    t->memory = address;
    return;
  }
  s->place = t->op.place;
  s->address = address;
  s->signature = now;
  s->writes = t->writes;
  s->nreads = 0;
}

void
spin_read (struct rt_thread *t, uintptr_t address, uint32_t bytes, uint64_t value)
{
  struct rt_spin *s = &t->spin;
  for (uint32_t i = 0; i < s->nreads && i < RT_READS; i++)
    if (s->reads[i].address == address) {
      s->reads[i].value = value;
      return;
    }
  if (s->nreads < RT_READS)
    s->reads[s->nreads] = (struct rt_read) {address, value, bytes};
  if (s->nreads <= RT_READS)
    s->nreads++;
}
