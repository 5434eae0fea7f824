/* Atomic sections: no other thread runs between begin and end, so the section is
 * one step. What it will touch is not known when it begins; it is therefore
 * announced as a write of one object (RT_SECTION) that every operation of a program
 * with sections reads. After its execution it is described by what it did touch,
 * unless that is too much to keep, or the section stopped inside for a choice: then
 * the description stays as announced.
 *
 * For races, sections that touch the same memory come one after the other, and
 * those that touch too much come after all others; each acquires what it touches
 * and releases it at its end.
 *
 * That a program has sections is known when the first one begins, usually in the
 * first execution. The exploration is then restarted, because the operations
 * until then did not read that object. */

#include "native/runtime/core/rt.h"

#include <assert.h>
#include <pthread.h>

#define ALL_SECTIONS ((const void *) 16)   /* released by each, acquired by those that touch too much */

void mz_atomic_begin (void);
void mz_atomic_end (void);
void __VERIFIER_atomic_begin (void);
void __VERIFIER_atomic_end (void);

/* For sections of a program that runs without the checker: they exclude each other. */
static pthread_mutex_t alone = PTHREAD_MUTEX_INITIALIZER;

static void
begin (uint64_t pc)
{
  struct rt_thread *t = op_begin (NATIVE_ATOMIC, pc);
  if (!t) {
    pthread_mutex_lock (&alone);
    return;
  }
  if (t->inside)
    rt_fail (FINDING_API_MISUSE, "an atomic section begins inside another");
  rt_need (RT_SECTIONS);
  rt_announce (t);
  assert (!rt->run.section);
  t->inside = true;
  rt->run.section = t;
  spin_broken (t);
  race_acquire (RT_SECTION);
  rt->sections.touched[0] = (struct access) {(uint64_t) (uintptr_t) RT_SECTION | RT_OBJECT, 0xff, ACCESS_READ};
  rt->sections.ntouched = 1;
}

/* ---- what is touched ---- */

/* Objects of race.c for sections only, not addresses of the program: one that
 * sections that write `object` release, and one that readers release for writers. */
static const void *
for_races (uint64_t object, enum access_how how)
{
  uint64_t kind = 1ull << 62 | (object & RT_OBJECT ? 1ull << 61 : 0) | (how == ACCESS_READ ? 1ull << 60 : 0);
  return (const void *) (uintptr_t) ((object & ~RT_OBJECT) | kind);
}

void
section_touch_all (void)
{
  assert (rt->run.section && rt->run.section == rt->current);
  if (rt->sections.ntouched <= RT_TOUCHED)
    race_acquire (ALL_SECTIONS);
  rt->sections.ntouched = RT_TOUCHED + 1;
}

/* A section is always enabled, so its accesses are only reads and writes. They cover
 * whole granules of memory: sections are ordered for the race check by granules, and
 * two sections that are ordered must be dependent too. */
void
section_touch (const struct access *a)
{
  enum access_how how = a->how == ACCESS_READ ? ACCESS_READ : ACCESS_WRITE;
  assert (rt->run.section == rt->current && rt->sections.ntouched);
  uint32_t i = 0;
  if (rt->sections.ntouched > RT_TOUCHED)
    return;
  while (i < rt->sections.ntouched && (rt->sections.touched[i].object != a->object || rt->sections.touched[i].how != how))
    i++;
  if (i == RT_TOUCHED) {
    section_touch_all ();
    return;
  }
  if (i == rt->sections.ntouched) {
    assert (rt->sections.ntouched < RT_TOUCHED);
    rt->sections.touched[rt->sections.ntouched++] = (struct access) {a->object, 0xff, how};
    race_acquire (for_races (a->object, ACCESS_WRITE));
    if (how == ACCESS_WRITE)
      race_acquire (for_races (a->object, ACCESS_READ));
  }
}

void
section_touch_memory (uintptr_t address, size_t bytes, bool write)
{
  while (bytes && rt->sections.ntouched <= RT_TOUCHED) {
    size_t here = 8 - address % 8 < bytes ? 8 - address % 8 : bytes;
    section_touch (&(struct access) {address / 8, 0xff, write ? ACCESS_WRITE : ACCESS_READ});
    address += here;
    bytes -= here;
  }
}

/* Describes the step by what the section has touched, and releases those objects. */
static void
report_touched (void)
{
  bool all = rt->sections.ntouched > RT_TOUCHED;
  if (!all && rt->step.exec.op.kind == NATIVE_ATOMIC) {
    rt->step.exec.op.access = rt->sections.touched;
    rt->step.exec.op.count = rt->sections.ntouched;
  }
  for (uint32_t i = 1; i < rt->sections.ntouched && !all; i++)
    race_release (for_races (rt->sections.touched[i].object, rt->sections.touched[i].how));
  if (all)
    race_release (RT_SECTION);
  race_release (ALL_SECTIONS);
}

/* ---- beginning and end ---- */

void
section_enter (struct rt_thread *t, uint64_t pc)
{
  if (t->inside)
    return;
  begin (pc);
  t->section_depth = t->depth;
}

void
section_end (struct rt_thread *t)
{
  assert (t->inside && rt->run.section == t && rt->current == t);
  t->inside = false;
  t->section_depth = 0;
  rt->run.section = NULL;
  report_touched ();
}

static void
end (uint64_t pc)
{
  struct rt_thread *t = rt ? rt->current : NULL;
  if (!t) {
    pthread_mutex_unlock (&alone);
    return;
  }
  if (!t->inside) {
    t->op.place = pc;
    rt_fail (FINDING_API_MISUSE, "an atomic section ends that was not begun");
  }
  section_end (t);
}

EXPORT void
mz_atomic_begin (void)
{
  begin (CALLER);
}

EXPORT void
mz_atomic_end (void)
{
  end (CALLER);
}

EXPORT void
__VERIFIER_atomic_begin (void)
{
  begin (CALLER);
}

EXPORT void
__VERIFIER_atomic_end (void)
{
  end (CALLER);
}
