/* The protocol between a program under test and its supervisor.
 *
 * The supervisor passes two file descriptors by number in the environment,
 * MAZURKA_WIRE="IN,OUT" (under a debugger "IN,OUT,PID", the process that keeps IN open). IN is a file: one struct wire_orders, then `nsteps`
 * struct wire_choice to repeat. OUT is a pipe: records, each a struct
 * wire_record followed by `bytes` bytes, whose contents depend on its type. A
 * program without the variable runs without the checker.
 *
 *     HELLO     modules of the program: struct wire_module and its path, each;
 *               a second one means that the exploration was restarted, and that
 *               earlier findings do not count
 *     PROGRESS  struct wire_progress
 *     NAME      struct wire_name, text: the name of an object of the steps
 *     UNSEEN    struct wire_unseen, the function's name, its library's path: an
 *               uninstrumented function was called; without a library, a text that
 *               says what was not explored
 *     NOTE      text: something a person should know (once each)
 *     FINDING   struct wire_finding, message, steps, threads, frames, touches, blocks, locals (in this order)
 *     STATES    of the program's state graph, the next states in the order of their numbers: for
 *               each a struct wire_state, int64_t values of what is observed, struct wire_edge
 *     DONE      struct wire_done, reason: the exploration is over
 *     AGAIN     struct wire_again: asks for another start of the program with these settings; it ends
 *
 * Only the runtime knows the orders' nonce: it reads and removes it before any code of the program runs, and keeps it in an
 * inaccessible page. Each record has a seal computed from it (seal.h) and from its number in the run, so anything else that
 * is written to the pipe is recognised. Nothing comes after DONE or AGAIN.
 *
 * Signals are requests to the program, to be answered within a second: WIRE_SIGNAL_END
 * asks for an end with DONE; WIRE_SIGNAL_WHERE, after a long time without records, for
 * a report of the thread that does not reach an operation and an end with DONE.
 *
 * A pipe that closes without DONE means that the program has ended early; the findings
 * until then were sent before.
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
#define WIRE_CONSTRUCTORS "MAZURKA_CONSTRUCTORS"   /* likewise: the first thread calls them (runtime/program/constructors.c) */
#define WIRE_MARKER "mazurka_runtime_version"   /* a symbol by which programs with the runtime are recognised */

enum wire_mode { WIRE_EXPLORE, WIRE_REPLAY, WIRE_SAMPLE };

/* MAY: states may be stored if executions do not end; DOES: they are stored for that reason. */
enum wire_store { WIRE_STORE_AS_ORDERED, WIRE_STORE_MAY, WIRE_STORE_DOES };

enum wire_memory { WIRE_VARIABLE_MEMORY, WIRE_STACK_MEMORY, WIRE_HEAP_MEMORY };

#define WIRE_VALUES 64
#define WIRE_TRUST 1024
#define WIRE_OBSERVED 32
#define WIRE_NAME_ROOM 64
#define WIRE_NO_ORDER UINT32_MAX
#define WIRE_CHECKPOINTS_OFF UINT64_MAX

/* An atom of a temporal property: a global variable, or a proposition of mz_prop. */
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
  double patience;                /* seconds in which the bound on events grows, and storing states is tried; 0: it grows up to max_events */
  uint64_t seed;
  uint64_t sample_first;          /* number of random executions in a long exploration */
  uint64_t checkpoints;           /* 0: chosen by cost; WIRE_CHECKPOINTS_OFF; else the distance in repeated steps */
  uint64_t repeat;                /* number of executions that are repeated at the end, and compared */
  uint64_t memory;                /* of the program's heap, in bytes */
  uint32_t fork;                  /* 1: a process per execution */
  uint32_t debugged;              /* replay: under a debugger, which stops at steps */
  uint32_t no_deadlocks;          /* 1: deadlocks are not findings */
  uint32_t max_threads;           /* that one thread may start; 0: no bound */
  uint32_t any_status;            /* 1: an exit status other than 0 is not a finding */
  uint32_t unseen;                /* 1: objects or assembly of the program are not instrumented */
  uint32_t is_doubtful;           /* 1: some of these are not trusted: they may order accesses that seem to race */
  uint32_t memory_sc;             /* 1: sequential consistency is assumed */
  char trust[WIRE_TRUST];         /* names separated by commas: trusted not to synchronise threads (trusted.h) */
  uint32_t nnondet;
  int64_t nondet[WIRE_VALUES];    /* values of __VERIFIER_nondet_int, ... that are explored */
  uint64_t watch, watch_bytes;    /* replay: memory whose accesses are recorded; 0 bytes: none */
  uint32_t temporal;              /* 1: all states, their observed values and their steps are sent */
  uint32_t nobserved;
  struct wire_observed observed[WIRE_OBSERVED];
  uint32_t is_run;                /* 1: replay of a run of a temporal property */
  uint32_t stops;                 /* 1: the replay ends after its steps and reports where the threads are */
  uint64_t loop_start;            /* number of the first step of the run's cycle; UINT64_MAX: none */
  uint64_t livelock;              /* replay of a cycle of states: 1 + number of its first step; 0: none */
  uint32_t is_deadlock;           /* 1: replay of such a cycle with a deadlock among some threads */
  uint64_t nsteps;
  uint64_t nonce[2];              /* of this start of the program */
};

struct wire_choice { uint32_t thread, alternative; };

enum wire_type { WIRE_HELLO = 1, WIRE_PROGRESS, WIRE_NOTE, WIRE_FINDING, WIRE_DONE, WIRE_NAME, WIRE_UNSEEN, WIRE_STATES, WIRE_AGAIN };

struct wire_record { uint32_t type, bytes; uint64_t seal; };

struct wire_again { uint32_t forked, constructors; };   /* settings to be added */

struct wire_name { uint64_t object; };

/* A state with unexplored steps has edges for them, without targets. */
struct wire_state { uint32_t nedges; };

enum wire_edge_kind { WIRE_EDGE_STEP, WIRE_EDGE_FAILS, WIRE_EDGE_UNEXPLORED };   /* FAILS: also if the execution is cut */

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
  uint32_t waits_kind;            /* if blocked: enum native_op; with the object and its holder (UINT32_MAX: none) */
  uint64_t waits_object;
  uint32_t holder;
  uint32_t nframes;               /* of its stack, innermost first; in FINDING's frames, in the order of threads */
};

/* An access to the memory that the finding is about, or its allocation or end. */
struct wire_touch {
  uint32_t step;                  /* number of steps that were finished before */
  uint32_t thread;
  uint32_t kind;                  /* NATIVE_READ, WRITE, FREE, ALLOCATE */
  uint32_t size;
  uint64_t object, pc;
  uint64_t value;                 /* that is read or written */
};

/* A block of the heap. */
struct wire_block {
  uint64_t start, bytes;
  uint64_t allocated, freed;      /* return addresses of these calls; freed 0: not freed */
  uint64_t thread;                /* which allocated it */
};

/* An address on a stack, in the frame of a function that is still active. */
struct wire_local {
  uint64_t address;
  uint64_t frame;                 /* the canonical frame address */
  uint64_t pc;                    /* of the function */
  uint64_t thread;
};

enum wire_thread_state { WIRE_RUNNABLE, WIRE_BLOCKED, WIRE_ENDED, WIRE_HALTED, WIRE_FAILED };

struct wire_finding {
  uint32_t kind;                  /* enum finding_kind */
  uint32_t thread;                /* that failed, UINT32_MAX: none in particular */
  uint64_t execution;
  uint32_t message_bytes, nsteps, nthreads;
  uint32_t other_frames;          /* number of frames of the other access of a race, or of the free; last in frames */
  uint32_t other_thread;          /* their thread; UINT32_MAX: not known, or there are none */
  uint32_t loop;                  /* of a cycle: 1 + number of its first step; 0: none */
  uint64_t nframes;               /* all of them: uint64_t return addresses */
  uint64_t address, bytes;        /* the memory that it is about; 0 bytes: none */
  uint32_t ntouches, nblocks, nlocals;
  uint32_t nsame;                 /* the first blocks, which every run of these steps has, watched or not */
};

/* The reasons for restarting an exploration: a statistic each (model/result.h). */
#define WIRE_RESTARTS(X) X (modes) X (loops) X (values) X (weak) X (addresses) X (states)
enum wire_restart {
#define X(name) WIRE_RESTART_##name,
  WIRE_RESTARTS (X)
#undef X
  WIRE_RESTART_COUNT
};

struct wire_done {
  uint32_t exhaustive;
  uint32_t broken;                /* the program is not deterministic: no verdict */
  uint64_t broken_at;             /* the code that differed from the first time; 0: not known */
  uint64_t threads, executions, blocked, cut, transitions, max_depth, peak_bytes;
  uint64_t states, runs, replayed, revisits;   /* with stored states */
  uint64_t stateful;              /* states were stored */
  uint64_t changing;              /* an address whose contents keep changing, so that no state recurs; 0: none is known */
  uint32_t changing_in;           /* enum wire_memory */
  uint32_t changing_of;           /* the thread of that stack, or that allocated the block */
  uint64_t sampled;               /* random executions that came first, not counted above */
  uint64_t ends, ends_sum;        /* ends that differ in the values given to mz_observe: their number, and a digest */
  uint64_t traces, traces_sum;    /* of the same executions */
  double seconds;
  uint64_t restarts[WIRE_RESTART_COUNT];
  uint32_t reason_bytes;
  uint32_t padding;
};

#endif
