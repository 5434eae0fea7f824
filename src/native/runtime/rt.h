/* The runtime: a program's threads as coroutines under the control of an
 * exploration that runs in the same process. This header is for the files of
 * this directory only; the rest of the house sees native_exec_new (exec.h).
 *
 * Memory, at fixed addresses so that every execution sees the same ones:
 *
 *     RT_STACKS + slot * RT_STACK_ROOM     stack of the thread, its thread-local
 *                                          storage at the upper end
 *     RT_HEAPS + slot * RT_HEAP_ROOM       what the thread has allocated
 *     RT_MARKS                             a byte for 16 bytes of heap: may it be touched
 *     RT_OWN                               the checker's: never restored
 *
 * An execution starts by restoring the program's memory as it was before main
 * (snapshot.c) and forgetting all threads but the first. State that must
 * follow the execution backwards and is no program memory (clocks and shadow
 * of the race detector) is changed only after undo_save (undo.c).
 *
 * A thread in the program announces each visible operation with rt_announce,
 * which hands control to the exploration and returns when the thread has been
 * chosen; it then does the operation and goes on to the next one.
 */
#ifndef NATIVE_RUNTIME_RT_H
#define NATIVE_RUNTIME_RT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/exec.h"
#include "native/wire.h"

#define RT_STACKS 0x100000000000u
#define RT_STACK_ROOM (16u << 20)
#define RT_HEAPS 0x180000000000u
#define RT_HEAP_ROOM (4ull << 30)
#define RT_MARKS 0x1c0000000000u
#define RT_OWN 0x1f0000000000u
#define RT_OWN_ROOM (64ull << 30)
#define RT_THREADS 128            /* in one program */
#define RT_FRAMES 1024            /* kept of a call stack */
#define RT_KEYS 128
#define RT_READS 4                /* objects a busy-waiting loop may read */
#define RT_ACCESSES (4 + 2 * RT_READS)

enum rt_state { RT_ABSENT, RT_ALIVE, RT_ENDED, RT_CUT, RT_FAILED };

struct rt_thread;
typedef bool rt_ready_fn (struct rt_thread *);
typedef uint32_t rt_ways_fn (struct rt_thread *);

/* A value read in a loop that may be busy waiting. */
struct rt_read { uint64_t address, value; uint32_t size; };

struct rt_spin {
  uint64_t place, address, signature;   /* where the loop was seen, and the thread's state there (0: not looked at) */
  uint64_t writes;                      /* of the thread so far */
  uint32_t nreads;                      /* since then; RT_READS + 1: too many */
  struct rt_read reads[RT_READS];
};

/* Of one execution: forgotten when another starts. */
struct rt_thread {
  thread_id id, creator;
  uint32_t children;              /* created so far */
  enum rt_state state;
  void *sp;                       /* where it stands, when it does not run */
  uintptr_t fs;                   /* its thread-local storage */
  struct op op;                   /* its next operation */
  struct access access[RT_ACCESSES];
  rt_ready_fn *ready;             /* NULL: always */
  rt_ways_fn *ways;               /* NULL: one */
  uint32_t size;                  /* of the memory its operation touches, 0: none */
  uintptr_t memory;               /* its address */
  uint32_t alternative;           /* chosen */
  void *object;                   /* of ready and ways: the mutex, the thread, ... */
  uint64_t count;                 /* of ways: choices; of barriers: the generation */
  /* waiting at a condition variable */
  void *condition;
  uint64_t ticket;                /* order of arrival */
  bool woken, timed;
  /* as a pthread */
  void *(*routine) (void *);
  void *argument, *result;
  bool detached, joined;
  uint64_t atomic_depth;          /* of atomic sections */
  struct rt_spin spin;
  uint64_t writes;                /* a busy-waiting loop does none */
  uint32_t depth;                 /* of the call stack; frames beyond RT_FRAMES are not kept */
  void *values[RT_KEYS];          /* from here on cleared only if there are keys */
  uint64_t frames[RT_FRAMES];
};

/* One step of the execution, to repeat and to tell. */
struct rt_taken {
  struct wire_step told;
  size_t undo;                    /* height of the undo log before it */
};

struct rt_key { bool used; void (*destroy) (void *); };

/* Of one execution too, beside the threads. */
struct rt_run {
  size_t depth;                   /* steps executed */
  bool exited;                    /* the process called exit, or returned from main */
  int status;                     /* with this */
  bool cut, failed;               /* a thread was halted */
  uint64_t tickets;
  uint64_t time;                  /* virtual, in nanoseconds */
  uint64_t random;                /* state of rand */
  unsigned nkeys;                 /* in use or deleted */
  struct rt_key keys[RT_KEYS];
};

struct rt {
  struct exec exec;               /* first */
  struct wire_orders orders;
  /* between the exploration and the threads */
  struct rt_thread *current;      /* NULL: the exploration runs */
  void *explorer_sp;
  uintptr_t explorer_fs, fs_now;  /* the exploration leaves the thread pointer as the last thread had it */
  bool replaying;                 /* the prefix is repeated: nothing is checked again */
  size_t repeat_to;               /* so many steps */
  bool fresh;                     /* no execution was started yet */
  bool broken;                    /* the program is not repeatable: no verdict */
  struct rt_run run;
  struct rt_thread *threads;      /* RT_THREADS */
  size_t nthreads;                /* numbers in use, over all executions */
  thread_id (*child)[RT_THREADS]; /* [creator][n] -> number + 1 */
  /* the step under way */
  struct exec_step step;
  struct access step_access[RT_ACCESSES];
  thread_id released[RT_THREADS];
  uint64_t step_value;
  struct rt_taken *taken;         /* VEC-like: room grows */
  size_t taken_room;
  uint64_t steps;                 /* of all executions: a sign of life */
  volatile int interrupt;         /* the supervisor wants it to end */
  /* what went wrong in the last step */
  struct exec_failure failure;
  char message[400];
  uint64_t other[RT_FRAMES];      /* stack of the other access */
  uint32_t nother, other_thread;
  uint64_t failure_pc;            /* of a crash: where; 0: at the last operation */
  int (*main) (int, char **, char **);
  int argc;
  char **argv, **environ;
  struct snapshot *snapshot;
  struct undo *undo;
  struct races *races;
  struct tls *tls;
};

extern struct rt *rt;             /* the one global: set before main, never changed; the program's calls bring no context */

/* ---- own.c: the checker's memory ---- */
void *own_alloc (size_t bytes);   /* zeroed, never given back */

/* ---- switch.c ---- */
void rt_switch (void **save, void *load);
void *rt_stack_prepare (void *top, void (*entry) (void));
uintptr_t rt_fs_get (void);
void rt_fs_set (uintptr_t);

/* ---- tls.c ---- */
void tls_init (void);
size_t tls_bytes (void);
uintptr_t tls_make (char *end);   /* a fresh block that ends at `end`; the thread pointer */

/* ---- snapshot.c ---- */
void snapshot_take (void);
void snapshot_restore (void);
bool snapshot_fault (uintptr_t address);   /* a first write to a page: now it is remembered and may go on */

/* ---- heap.c ---- */
void heap_init (void);
void heap_take (void);
void heap_restore (void);
void *heap_alloc (size_t bytes, size_t align, uint64_t pc);
void heap_free (void *, uint64_t pc);
void *heap_realloc (void *, size_t bytes, uint64_t pc);
size_t heap_size (void *);
/* A heap address that must not be touched is a finding. */
void heap_check_slow (uintptr_t address, size_t bytes, bool write, uint64_t pc);
static inline void
heap_check (uintptr_t address, size_t bytes, bool write, uint64_t pc)
{
  if (address - RT_HEAPS < RT_THREADS * RT_HEAP_ROOM)
    heap_check_slow (address, bytes, write, pc);
}

/* ---- undo.c ---- */
void undo_init (void);
size_t undo_mark (void);
void undo_save (void *, size_t bytes);     /* it is about to change */
void undo_back (size_t mark);

/* ---- race.c: happens-before of synchronisation, and plain accesses checked by it ---- */
void race_init (void);
void race_thread (thread_id child, thread_id creator);      /* it starts after what its creator did */
void race_acquire (const void *object);                     /* by the current thread */
void race_release (const void *object);                     /* what it did is seen by who acquires later */
void race_store (const void *object);                       /* ... and what others released before is not any more */
void race_after (thread_id later);                          /* it was woken by the current thread */
void race_access (uintptr_t address, size_t bytes, bool write, uint64_t pc);

/* ---- sched.c ---- */
struct exec *native_exec_new (void);
static inline struct rt_thread *rt_self (void) { return rt->current; }
/* Announces the operation that op, access, ready, ways, object describe (set
 * by op_begin and friends) and returns when it is this thread's turn. */
void rt_announce (struct rt_thread *);
struct rt_thread *op_begin (enum native_op, uint64_t pc);
void op_touch (struct rt_thread *, const void *object, enum access_how);
void op_touch_memory (struct rt_thread *, uintptr_t address, uint32_t bytes, enum access_how);
void op_released (thread_id);
void op_value (uint64_t);                  /* read, written or returned, for the trace */
void op_only_reads (void);                 /* it turned out not to write */
struct rt_thread *rt_new_thread (struct rt_thread *creator);
_Noreturn void rt_end_thread (struct rt_thread *);
/* Halts the current thread. */
_Noreturn void rt_cut (void);
_Noreturn void rt_fail (enum finding_kind, const char *format, ...) __attribute__ ((format (printf, 2, 3)));
void rt_note (const char *format, ...) __attribute__ ((format (printf, 1, 2)));
/* A pointer and a line for messages about functions we do not support. */
_Noreturn void rt_unsupported (const char *function);

/* ---- hooks.c ---- */
void rt_plain (const void *, size_t bytes, bool write, uint64_t pc);   /* a plain access, by a function of libc for the program */

/* ---- spin.c: busy waiting ---- */
void spin_before (struct rt_thread *, uintptr_t address, uint32_t bytes);   /* a read is about to be announced */
void spin_read (struct rt_thread *, uintptr_t address, uint32_t bytes, uint64_t value);
static inline void spin_broken (struct rt_thread *t) { t->writes++; }       /* the thread writes: no busy waiting */

/* ---- signals.c ---- */
void signals_init (void);

/* ---- memory.c: memcpy and friends without the program's eyes ---- */
void *rt_memcpy (void *, const void *, size_t);
void *rt_memset (void *, int, size_t);
void *rt_memmove (void *, const void *, size_t);
int rt_memcmp (const void *, const void *, size_t);

#define CALLER ((uint64_t) (uintptr_t) __builtin_return_address (0))

#endif
