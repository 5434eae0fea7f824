/* Atomic sections: what they touch, and functions that are sections. */
#ifndef NATIVE_RUNTIME_CORE_SECTION_H
#define NATIVE_RUNTIME_CORE_SECTION_H

#include "model/exec.h"
#include "native/runtime/core/thread.h"

/* A function of the program, by its machine code. */
struct rt_function { uintptr_t address; size_t bytes; };

struct rt_sections {
  struct access touched[RT_TOUCHED];   /* by the current section */
  uint32_t ntouched;              /* RT_TOUCHED + 1: too many to keep */
  struct rt_function *functions;  /* functions that are atomic sections */
  size_t nfunctions;
};

void section_enter (struct rt_thread *, uint64_t pc);   /* a function that is a section */
void section_touch (const struct access *);
void section_touch_memory (uintptr_t address, size_t bytes, bool write);
void section_touch_all (void);
void section_end (struct rt_thread *);
/* The thread has returned to a smaller depth of calls: ends a section whose function it has left. */
static inline void
section_left (struct rt_thread *t)
{
  if (t->depth < t->section_depth)
    section_end (t);
}

/* ---- named.c ---- */
void named_init (void);
bool named_is_atomic (uint64_t pc);        /* the code address is in a function that is an atomic section */

#endif
