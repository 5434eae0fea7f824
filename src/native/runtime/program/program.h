/* The program under test as a process: its start, end and arguments. */
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
  const char *directory;          /* the working directory at its start */
};

/* ---- threads.c, handlers.c, cxx.c ---- */
_Noreturn void rt_exit (int status, bool handlers, uint64_t pc);
void rt_run_atexit (bool quick, int status);   /* calls the functions of at_quick_exit, or those of atexit and the destructors */
bool rt_has_atexit (void);         /* there are functions of atexit, or destructors */
void handlers_init (void);         /* before the first execution */
void rt_run_thread_local_destructors (struct rt_thread *);

/* ---- random.c ---- */
uint64_t random_next (void);

/* ---- hooks.c ---- */
void rt_plain (const void *, size_t bytes, bool write, uint64_t pc);   /* a plain access by a function of libc on behalf of the program */
void rt_check_stack (uintptr_t address, uint64_t pc);                  /* a finding if the address is in a dead part of another thread's stack */
void rt_freed (const void *, size_t bytes, uint64_t pc);               /* a part of a block that is freed */

/* ---- signals.c ---- */
void signals_init (void);
uint64_t signals_caller (void);     /* the program's call of the function that is running; 0: not known */

void signals_abort (uint64_t pc);   /* calls_signal.c: its handler, if there is one */

/* ---- constructors.c ---- */
void constructors_begin (char **argv, bool defer);
void constructors_wanted (void);           /* before main: this needs a thread, so the program is started again with deferred constructors; returns if that is not possible */
void constructors_called_by (uint64_t pc); /* the same, if the program's own code calls */
bool constructors_are_deferred (void);
void constructors_run (void);              /* if they were deferred */

/* ---- keys.c, cxx.c: state of the first thread from before main ---- */
void keys_start (struct rt_thread *);
void cxx_start (struct rt_thread *);

/* ---- alone.c ---- */
extern bool rt_is_alone __attribute__ ((visibility ("hidden")));   /* the program runs without the checker */

/* ---- start.c ---- */
/* Features of the program that change which operations are steps, or what they
 * touch. When one is first met the exploration is restarted; a trace has them as the
 * alternative of its first step. */
enum rt_mode {
  RT_SECTIONS = 1,                /* atomic sections: all operations are dependent with them */
  RT_CANCELS = 2,                 /* pthread_cancel: cancellation points are steps */
  RT_SIGNALS = 4,                 /* it sends signals: changes of masks and handlers are steps */
  RT_OVERFLOWS = 8,               /* semaphores near their largest value: posts do not commute */
  RT_CLOCKS = 16,                 /* states are stored, and the program reads clocks: time is part of a state */
  RT_COMPARED = 32,               /* states of a stack were compared (signature.c): uninitialised parts must be equal in every execution */
  RT_HANDLERS = 64,               /* atexit is called while there are other threads: that and running the functions are steps */
  RT_FLAGS = 128,                 /* flags of descriptors change while there are other threads: reading them is a step */
  RT_LASTS = 256,                 /* the process ends with its last thread, which runs functions of atexit: which thread is last is explored */
  RT_SCHEDULES = 512,             /* threads access scheduling attributes of others: such accesses are steps */
  RT_MODES = 1023
};
void rt_need (enum rt_mode);
/* Restarts the exploration with what is known now. */
_Noreturn void rt_restart (enum wire_restart reason);

#endif
