/* The program under test as a process: how it starts and ends, what it is given. */
#ifndef NATIVE_RUNTIME_PROGRAM_PROGRAM_H
#define NATIVE_RUNTIME_PROGRAM_PROGRAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "native/runtime/core/thread.h"
#include "native/wire.h"

struct rt_program {
  int (*main) (int, char **, char **);
  int argc;
  char **argv, **environ;
  const char *directory;          /* where it starts */
};

/* ---- threads.c, handlers.c, cxx.c ---- */
_Noreturn void rt_exit (int status, bool handlers, uint64_t pc);
void rt_run_atexit (bool quick, int status);   /* those of quick_exit, or those of exit and the destructors */
bool rt_has_atexit (void);         /* those of exit, or destructors */
void handlers_init (void);         /* before executions begin */
void rt_run_thread_local_destructors (struct rt_thread *);

/* ---- random.c ---- */
uint64_t random_next (void);

/* ---- hooks.c ---- */
void rt_plain (const void *, size_t bytes, bool write, uint64_t pc);   /* a plain access, by a function of libc for the program */
void rt_check_stack (uintptr_t address, uint64_t pc);                  /* of other threads: they must not have ended */
void rt_freed (const void *, size_t bytes, uint64_t pc);               /* a part of a block that is freed */

/* ---- signals.c ---- */
void signals_init (void);
uint64_t signals_caller (void);     /* where the program calls what is running; 0: nobody knows */

void signals_abort (uint64_t pc);   /* calls_signal.c: its handler, if there is one */

/* ---- constructors.c ---- */
void constructors_begin (char **argv, bool defer);
void constructors_wanted (void);           /* before main: it cannot go on without a thread; returns where that cannot be helped */
void constructors_called_by (uint64_t pc); /* the same, if the program's own code calls */
bool constructors_are_deferred (void);
void constructors_run (void);              /* if they were deferred */

/* ---- keys.c, cxx.c: what the first thread has from before main ---- */
void keys_start (struct rt_thread *);
void cxx_start (struct rt_thread *);

/* ---- alone.c ---- */
extern bool rt_is_alone __attribute__ ((visibility ("hidden")));   /* there is no checker: main is called as usual */

/* ---- start.c ---- */
/* What the program does that changes which operations there are, or what they
 * touch. It is found out when it first happens, and the exploration starts again;
 * a trace has it as the alternative of its first step. */
enum rt_mode {
  RT_SECTIONS = 1,                /* atomic sections, on which everything depends */
  RT_CANCELS = 2,                 /* pthread_cancel: cancellation points are steps */
  RT_SIGNALS = 4,                 /* it sends signals: changes of masks and handlers are steps */
  RT_OVERFLOWS = 8,               /* semaphores near their largest value: posts do not commute */
  RT_CLOCKS = 16,                 /* states are stored, and time is asked for: it is part of them */
  RT_COMPARED = 32,               /* a stack was compared with itself (signature.c): what was never written there must be the same in every execution */
  RT_HANDLERS = 64,               /* functions are registered with atexit beside other threads: that and running them are steps */
  RT_FLAGS = 128,                 /* flags of descriptors change beside other threads: looking at them is a step */
  RT_LASTS = 256,                 /* the process ends with its last thread, which runs what is registered: who is the last is explored */
  RT_SCHEDULES = 512,             /* threads ask for, or set, how others are scheduled: changes of that are steps */
  RT_MODES = 1023
};
void rt_need (enum rt_mode);
/* The exploration starts from the beginning, with what is known now. */
_Noreturn void rt_restart (enum wire_restart reason);

#endif
