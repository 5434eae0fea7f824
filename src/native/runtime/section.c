/* Atomic sections: nobody else runs between begin and end, so the section is
 * one step. What it will touch is not known when it begins; it is therefore
 * said to write an object that every operation of a program with sections is
 * said to read.
 *
 * That a program has sections is known when the first one begins, which is in
 * the first execution as a rule. The exploration then starts again: what was
 * done until then was done without that object. */

#include "native/runtime/rt.h"

void mz_atomic_begin (void);
void mz_atomic_end (void);
void __VERIFIER_atomic_begin (void);
void __VERIFIER_atomic_end (void);

static void
begin (uint64_t pc)
{
  struct rt_thread *t = op_begin (NATIVE_ATOMIC, pc);
  if (!t)
    return;
  if (t->inside)
    rt_fail (FINDING_API_MISUSE, "an atomic section begins inside another");
  if (!rt->sections) {
    rt->sections = true;
    rt_start_again ();
  }
  rt_announce (t);
  t->inside = true;
  rt->run.section = t;
  spin_broken (t);
  race_acquire (RT_SECTION);
}

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
  t->inside = false;
  t->section_depth = 0;
  rt->run.section = NULL;
  race_release (RT_SECTION);
}

static void
end (uint64_t pc)
{
  struct rt_thread *t = rt ? rt->current : NULL;
  if (!t)
    return;
  if (!t->inside) {
    t->op.place = pc;
    rt_fail (FINDING_API_MISUSE, "an atomic section ends that was not begun");
  }
  section_end (t);
}

void
mz_atomic_begin (void)
{
  begin (CALLER);
}

void
mz_atomic_end (void)
{
  end (CALLER);
}

void
__VERIFIER_atomic_begin (void)
{
  begin (CALLER);
}

void
__VERIFIER_atomic_end (void)
{
  end (CALLER);
}
