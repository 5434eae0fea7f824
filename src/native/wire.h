/* What a program under test and its supervisor tell each other.
 *
 * The supervisor passes two file descriptors by number in the environment,
 * MAZURKA_WIRE="IN,OUT" (under a debugger "IN,OUT,PID", the process that keeps IN open). IN is a file: one struct wire_orders, then `nsteps`
 * struct wire_choice to repeat. OUT is a pipe: records, each a struct
 * wire_record followed by `bytes` bytes of what its type says. A program
 * without the variable runs once, with a plain schedule, and tells nobody.
 *
 *     HELLO     modules of the program: struct wire_module and its path, each;
 *               a second one says that the exploration starts again, and that
 *               findings told before do not count
 *     PROGRESS  struct wire_progress
 *     NAME      struct wire_name, text: what an object of the steps is called
 *     UNSEEN    struct wire_unseen, the function's name, its library's path: it was
 *               called, and what it touches is not seen; without a library,
 *               what else was not explored, in words
 *     NOTE      text: something a person should know (once each)
 *     FINDING   struct wire_finding, message, steps, threads, frames, touches, blocks, locals (in this order)
 *     STATES    of the program's state graph, the next states in the order of their numbers: for
 *               each a struct wire_state, int64_t values of what is observed, struct wire_edge
 *     DONE      struct wire_done, reason: the exploration is over
 *     AGAIN     struct wire_again: the program is to be started once more, so; it ends
 *
 * Only the runtime knows the orders' nonce, which it takes out of the file before a line of the program runs, and keeps where
 * the program cannot look by accident. Each record has a seal made of it (seal.h) and of its number in the run, so whatever
 * else is written to the pipe is known for what it is. Nothing comes after DONE or AGAIN.
 *
 * Signals ask the program for something, within a second: WIRE_SIGNAL_END to
 * end with DONE; WIRE_SIGNAL_WHERE, after a long silence, to report the thread
 * that does not reach an operation as a FINDING and to end with DONE.
 *
 * A pipe that closes without DONE means that the program is gone; what it had
 * found was said before.
 */
#ifndef NATIVE_WIRE_H
#define NATIVE_WIRE_H

#include <signal.h>
#include <stdint.h>

#include "native/operations.h"

#define WIRE_SIGNAL_END SIGINT
#define WIRE_SIGNAL_WHERE SIGXCPU

#define WIRE_VERSION 8
#define WIRE_VARIABLE "MAZURKA_WIRE"
#define WIRE_SAID "mazurka-said"   /* standard error until main: a file in memory of this name */
#define WIRE_FORKED "MAZURKA_FORKED"             /* in the environment: a process for each execution */
#define WIRE_CONSTRUCTORS "MAZURKA_CONSTRUCTORS"   /* likewise: the first thread is to call them (runtime/program/constructors.c) */
#define WIRE_MARKER "mazurka_runtime_version"   /* a symbol by which programs with the runtime are known */

enum wire_mode { WIRE_EXPLORE, WIRE_REPLAY, WIRE_SAMPLE };

/* Where executions do not end states may be stored; they are, for that reason. */
enum wire_store { WIRE_STORE_AS_ORDERED, WIRE_STORE_MAY, WIRE_STORE_DOES };

enum wire_memory { WIRE_VARIABLE_MEMORY, WIRE_STACK_MEMORY, WIRE_HEAP_MEMORY };

#define WIRE_VALUES 64
#define WIRE_TRUST 1024
#define WIRE_OBSERVED 32
#define WIRE_NAME_ROOM 64
#define WIRE_NO_ORDER UINT32_MAX
#define WIRE_CHECKPOINTS_OFF UINT64_MAX

/* What a temporal property is about: a global variable, or a proposition of mz_prop. */
struct wire_observed {
  uint64_t address;               /* in the program's file; 0: a proposition */
  uint32_t size;                  /* of the variable: 1, 2, 4 or 8 bytes */
  uint32_t is_signed;
  char name[WIRE_NAME_ROOM];
};

struct wire_orders {
  uint32_t version;
  uint32_t mode;                  /* enum wire_mode */
  char por[16];                   /* the reduction's name */
  uint8_t sleep, all, allow_races, spurious;
  uint64_t stateful;              /* states are stored */
  uint64_t may_store;             /* enum wire_store */
  uint64_t max_events, max_executions, preemptions;   /* UINT64_MAX: no bound */
  double seconds;                 /* 0: no bound */
  double patience;                /* in which a bound on events grows, and states are tried; 0: it does up to max_events */
  uint64_t seed;
  uint64_t sample_first;          /* so many random executions first, where there are many */
  uint64_t checkpoints;           /* 0: where it pays; WIRE_CHECKPOINTS_OFF; else one each so many steps that are repeated */
  uint64_t repeat;                /* so many executions are repeated at the end, and compared */
  uint64_t memory;                /* of the program's heap, in bytes */
  uint32_t fork;                  /* 1: a process per execution */
  uint32_t debugged;              /* replay: there is a debugger that wants to know of steps */
  uint32_t no_deadlocks;          /* 1: they are no findings */
  uint32_t max_threads;           /* that one thread may start; 0: no bound */
  uint32_t any_status;            /* 1: an exit status that is not 0 is no finding */
  uint32_t unseen;                /* 1: objects or assembly of the program are not instrumented */
  uint32_t is_doubtful;           /* 1: and some of them not trusted: they may order accesses that seem to race */
  uint32_t memory_sc;             /* 1: sequential consistency is assumed */
  char trust[WIRE_TRUST];         /* names between commas: calls that order nothing (trusted.h) */
  uint32_t nnondet;
  int64_t nondet[WIRE_VALUES];    /* values of __VERIFIER_nondet_int and the like that are tried */
  uint64_t watch, watch_bytes;    /* replay: memory whose accesses are noted; 0 bytes: none */
  uint32_t temporal;              /* 1: all states and steps, and what is observed in them, are wanted */
  uint32_t nobserved;
  struct wire_observed observed[WIRE_OBSERVED];
  uint32_t is_run;                /* 1: of a replay, that its steps are a run of a temporal property */
  uint32_t stops;                 /* 1: of a replay, that it ends after its steps and tells where everybody stands */
  uint64_t loop_start;            /* which repeats those after so many for ever; UINT64_MAX: none */
  uint64_t livelock;              /* replay: 1 + number of the step from which on they lead back to where it was taken; 0: no matter */
  uint32_t is_deadlock;           /* 1: replay of such steps, in which somebody can never continue though something changes */
  uint64_t nsteps;
  uint64_t nonce[2];              /* of this start of the program */
};

struct wire_choice { uint32_t thread, alternative; };

enum wire_type { WIRE_HELLO = 1, WIRE_PROGRESS, WIRE_NOTE, WIRE_FINDING, WIRE_DONE, WIRE_NAME, WIRE_UNSEEN, WIRE_STATES, WIRE_AGAIN };

struct wire_record { uint32_t type, bytes; uint64_t seal; };

struct wire_again { uint32_t forked, constructors; };   /* what is wanted beside what there was */

struct wire_name { uint64_t object; };

/* Of a state whose steps were not all explored the edges say which there are, not where they lead. */
struct wire_state { uint32_t nedges; };

enum wire_edge_kind { WIRE_EDGE_STEP, WIRE_EDGE_FAILS, WIRE_EDGE_UNEXPLORED };   /* FAILS: or the execution does not count */

struct wire_edge { uint32_t thread, alternative, to, kind; };

struct wire_unseen { uint64_t pc, function_bytes; };   /* the function's name, then the library's path */

struct wire_module { uint64_t base; uint32_t path_bytes; uint32_t is_program; };

struct wire_progress { uint64_t executions, blocked, transitions, depth, bytes; double seconds, share; };

struct wire_step {
  uint32_t thread, alternative;
  uint32_t kind;                  /* enum native_op */
  uint32_t size;                  /* of the memory touched, or 0 */
  uint64_t object;                /* its address, or a thread's number */
  uint64_t value;                 /* read, written or returned */
  uint32_t order;                 /* of an atomic access, the compiler's __ATOMIC_...; WIRE_NO_ORDER: it is none */
  uint32_t padding;
  uint64_t pc;                    /* of the statement: a return address, so look up pc - 1 */
};

struct wire_thread {              /* every thread of the run, in the order of numbers, from 0 */
  uint32_t thread, creator;
  uint64_t routine;               /* where it starts; 0: main */
  uint32_t state;                 /* enum wire_thread_state */
  uint32_t waits_kind;            /* blocked: enum native_op, what for, and who holds it (UINT32_MAX: nobody) */
  uint64_t waits_object;
  uint32_t holder;
  uint32_t nframes;               /* of its stack, innermost first; in FINDING's frames, in the order of threads */
};

/* An access to the memory that the finding is about, or its allocation or end. */
struct wire_touch {
  uint32_t step;                  /* so many steps were finished before */
  uint32_t thread;
  uint32_t kind;                  /* NATIVE_READ, WRITE, FREE, ALLOCATE */
  uint32_t size;
  uint64_t object, pc;
  uint64_t value;                 /* that is read */
};

/* A block of the heap. */
struct wire_block {
  uint64_t start, bytes;
  uint64_t allocated, freed;      /* where: return addresses; 0: not freed */
  uint64_t thread;                /* who allocated it */
};

/* An address on a stack, in the frame of a function that is still active. */
struct wire_local {
  uint64_t address;
  uint64_t frame;                 /* the canonical frame address */
  uint64_t pc;                    /* where the function is */
  uint64_t thread;
};

enum wire_thread_state { WIRE_RUNNABLE, WIRE_BLOCKED, WIRE_ENDED, WIRE_HALTED, WIRE_FAILED };

struct wire_finding {
  uint32_t kind;                  /* enum finding_kind */
  uint32_t thread;                /* that failed, UINT32_MAX: none in particular */
  uint64_t execution;
  uint32_t message_bytes, nsteps, nthreads;
  uint32_t other_frames;          /* frames of the other access of a race, or of where memory was freed; last in frames */
  uint32_t other_thread;          /* whose they are; UINT32_MAX: not known, or there are none */
  uint32_t loop;                  /* 1 + number of the step from which on all can be repeated for ever; 0: there is no loop */
  uint64_t nframes;               /* all of them: uint64_t return addresses */
  uint64_t address, bytes;        /* memory that it is about; 0 bytes: none in particular */
  uint32_t ntouches, nblocks, nlocals;
  uint32_t nsame;                 /* blocks that every run of these steps tells of, watched or not; they come first */
};

/* Why an exploration started again, with more known of the program: a statistic each (model/result.h). */
#define WIRE_RESTARTS(X) X (modes) X (loops) X (values) X (weak) X (addresses) X (states)
enum wire_restart {
#define X(name) WIRE_RESTART_##name,
  WIRE_RESTARTS (X)
#undef X
  WIRE_RESTART_COUNT
};

struct wire_done {
  uint32_t exhaustive;
  uint32_t broken;                /* not repeatable: no verdict */
  uint64_t broken_at;             /* the code that differed from the first time; 0: not known */
  uint64_t threads, executions, blocked, cut, transitions, max_depth, peak_bytes;
  uint64_t states, runs, replayed, revisits;   /* with stored states */
  uint64_t stateful;              /* states were stored */
  uint64_t changing;              /* an address whose contents keep changing, so that no state comes back; 0: none is known */
  uint32_t changing_in;           /* enum wire_memory */
  uint32_t changing_of;           /* the thread whose stack it is, or who has allocated it */
  uint64_t sampled;               /* random executions that came first, not counted above */
  uint64_t ends, ends_sum;        /* by what the program observed: how many, and a digest of them */
  uint64_t traces, traces_sum;    /* of the same executions */
  double seconds;
  uint64_t restarts[WIRE_RESTART_COUNT];
  uint32_t reason_bytes;
  uint32_t padding;
};

#endif
