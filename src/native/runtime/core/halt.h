/* How a thread stops for good: at its end, at a failure, or where the execution is
 * cut. All functions but rt_end_thread stop the current thread. */
#ifndef NATIVE_RUNTIME_CORE_HALT_H
#define NATIVE_RUNTIME_CORE_HALT_H

#include "model/exec.h"
#include "native/runtime/core/layout.h"
#include "native/runtime/core/thread.h"

/* What went wrong in the last step. */
struct rt_failure {
  struct exec_failure exec;
  char text[400];
  uint64_t pc;                    /* where; 0: at the last operation */
  uint64_t address, bytes;        /* memory that it is about; 0 bytes: none in particular */
  uint64_t other[RT_FRAMES];      /* stack of the other access */
  uint32_t nother;
  uint32_t other_thread;          /* the thread of that access; valid if nother */
  uint64_t frames[RT_FRAMES];     /* of a weak-memory doubt: the stack at that time, because the thread runs on */
  uint32_t nframes;
};

_Noreturn void rt_end_thread (struct rt_thread *);
_Noreturn void rt_spin (struct rt_thread *);   /* it waits in a loop until something changes */
_Noreturn void rt_cut (void);
_Noreturn void rt_section_waits (void);    /* a thread blocks in an atomic section, where no other thread may run */
_Noreturn void rt_fail (enum finding_kind, const char *format, ...) __attribute__ ((format (printf, 2, 3)));
_Noreturn void rt_abandon (void);          /* the failure was recorded before */
/* What would follow cannot be explored: the thread is cut, and the verdict is not ok. */
_Noreturn void rt_unsupported (const char *function);

/* A mistake or a limit of the runtime itself: the exploration ends, the verdict is
 * unknown, and this text is its reason. Failed assertions of the runtime end here too. */
#define RT_INTERNAL_STATUS 98
_Noreturn void rt_internal_error (const char *format, ...) __attribute__ ((format (printf, 1, 2)));

#endif
