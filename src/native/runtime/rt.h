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
 *     RT_FILES                             its files (files.h)
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

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "model/exec.h"
#include "native/wire.h"

#define RT_STACKS 0x100000000000u
#define RT_STACK_ROOM (16u << 20)
#define RT_STACK_GUARD (1u << 20) /* of it, at the lower end: nobody may touch it */
#define RT_HEAPS 0x180000000000u
#define RT_HEAP_ROOM (4ull << 30)
#define RT_MARKS 0x1c0000000000u
#define RT_FILES 0x1e0000000000u
#define RT_FILES_ROOM (64ull << 30)
#define RT_OWN 0x1f0000000000u
#define RT_OWN_ROOM (64ull << 30)
#define RT_THREADS 128            /* in one program */
#define RT_FRAMES 1024            /* kept of a call stack */
#define RT_KEYS 128
#define RT_READS 4                /* objects a busy-waiting loop may read */
#define RT_ACCESSES (5 + 2 * RT_READS)
#define RT_SHARED 32              /* locks a thread may hold for reading at a time */
#define RT_EPOCH 1000000000000000000u   /* virtual time at the start, in nanoseconds */

#define RT_OBJECT (1ull << 63)    /* in struct access: no granule of memory */
#define RT_SECTION ((const void *) 8)   /* stands for all atomic sections */
#define RT_TOUCHED 64             /* accesses of one of them that are kept apart */

enum rt_state { RT_ABSENT, RT_ALIVE, RT_ENDED, RT_CUT, RT_FAILED, RT_SPINS };   /* SPINS: see spin.c */

struct rt_thread;
typedef bool rt_ready_fn (struct rt_thread *);
typedef uint32_t rt_ways_fn (struct rt_thread *);
typedef uint32_t rt_holder_fn (const void *object);   /* number plus one, 0: nobody; for messages */

/* A value read in a loop that may be busy waiting. */
struct rt_read {
  uint64_t address, value;
  uint32_t size;
};

struct rt_spin {
  uint64_t place, address, signature;   /* where the loop was seen, and the thread's state there (0: not looked at) */
  uint64_t previous;                    /* place of the last read */
  uint64_t writes;                      /* that the thread had done by then */
  uint32_t age;                         /* reads since then */
  uint32_t nreads;                      /* different ones; RT_READS + 1: too many */
  bool unsteady;                        /* one of them gave two values */
  struct rt_read reads[RT_READS];
};

/* A lock that the thread holds for reading. */
struct rt_shared { const void *lock; uint32_t count; };

/* Of one execution: forgotten when another starts. */
struct rt_thread {
  thread_id id, creator;
  uint32_t children;              /* created so far */
  uint32_t files;                 /* made so far: descriptions, nodes */
  enum rt_state state;
  uint64_t failed_at;             /* 0: at its last operation */
  void *sp;                       /* where it stands, when it does not run */
  uintptr_t fs;                   /* its thread-local storage */
  struct op op;                   /* its next operation */
  struct access access[RT_ACCESSES];
  rt_ready_fn *ready;             /* NULL: always */
  rt_ways_fn *ways;               /* NULL: one */
  rt_holder_fn *holder;           /* NULL: nobody can hold the object */
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
  void *cleanup;                  /* handlers of pthread_cleanup_push, innermost first */
  void *destructors;              /* of C++'s thread-local objects, latest first */
  uint32_t nshared;               /* locks held for reading */
  uint64_t time, clock_reads;     /* virtual, in nanoseconds: its own, see time.c */
  uint64_t random;                /* state of rand */
  bool inside;                    /* in an atomic section */
  uint32_t section_depth;         /* of the call stack in the function that is the section; 0: none is */
  bool can_go;                    /* of forked executions: published by the child */
  bool in_vain;                   /* ... */
  uint32_t nways, held_by;
  bool missed;                    /* it spins, and somebody has signalled where it waits */
  uint64_t observed;              /* digest of what it said it has seen */
  struct rt_spin spin;
  uint64_t writes;                /* a busy-waiting loop does none */
  uint32_t held, least;           /* locks, and the fewest since the loop was seen */
  uint32_t depth;                 /* of the call stack; frames beyond RT_FRAMES are not kept */
  void *values[RT_KEYS];          /* from here on cleared only if there are keys */
  struct rt_shared shared[RT_SHARED];
  uint64_t frames[RT_FRAMES];
  uintptr_t levels[RT_FRAMES];    /* where the stack was at each: a jump leaves frames without a word */
};

/* One step of the execution, to repeat and to tell. */
struct rt_taken {
  struct wire_step told;
  size_t undo;                    /* height of the undo log before it */
  uint64_t raced;                 /* its so-many-th plain access was a race, which halted the thread; 0: none */
};

/* Of one execution too, beside the threads. */
struct rt_run {
  size_t depth;                   /* steps executed */
  bool exited;                    /* the process called exit, or returned from main */
  int status;                     /* with this */
  bool cut, failed;               /* a thread was halted */
  uint64_t tickets;
  struct rt_thread *section;      /* who is in an atomic section, NULL: nobody */
};

/* What the child of a forked execution is to do: a step, or to come to a depth. */
struct rt_command { bool is_step; thread_id thread; uint32_t alternative; size_t depth; };

/* Of the program, by its place. */
struct rt_function { uintptr_t address; size_t bytes; };

struct rt {
  struct exec exec;               /* first */
  struct wire_orders orders;
  bool forked;                    /* a process for each execution: see forked.c */
  int explorer_pid, child_pid, child_fd;
  struct rt_command command;
  int in;                         /* the orders */
  int out;                        /* to the supervisor, -1: nobody listens */
  bool sections;                  /* the program has atomic sections: everything depends on them */
  struct access touched[RT_TOUCHED];   /* by the section under way */
  uint32_t ntouched;              /* RT_TOUCHED + 1: too many */
  struct rt_function *atomic;     /* functions that are atomic sections */
  size_t natomic;
  uint64_t notes[64];             /* hashes of those that were told */
  size_t nnotes;
  char partial[200];              /* why "ok" would be too much said; empty: nothing */
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
  uint64_t plain;                 /* plain accesses in it so far */
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
  uint64_t failure_pc;            /* where; 0: at the last operation */
  struct rt_thread *unwound;      /* whose stack is being looked at, after a crash */
  void *again[5];                 /* where the exploration starts, for __builtin_longjmp */
  int (*main) (int, char **, char **);
  int argc;
  char **argv, **environ;
  struct snapshot *snapshot;
  struct disk_table *disk;        /* what is known of it */
  const char *directory;          /* where the program starts */
  uint64_t *named;                /* objects whose names were told */
  size_t nnamed;
  struct undo *undo;
  struct races *races;
  struct tls *tls;
  struct distinct *ends;          /* NULL: nothing was observed */
};

extern struct rt *rt;             /* the one global: set before main, never changed; the program's calls bring no context */

/* ---- own.c: the checker's memory ---- */
void *own_alloc (size_t bytes);   /* zeroed, never given back */
_Noreturn void rt_quit (int status);       /* the process ends now */

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
static inline bool
is_heap (uintptr_t address)
{
  return address - RT_HEAPS < RT_THREADS * RT_HEAP_ROOM;
}
static inline void
heap_check (uintptr_t address, size_t bytes, bool write, uint64_t pc)
{
  if (is_heap (address))
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
enum race_how { RACE_READ, RACE_WRITE, RACE_ATOMIC_READ, RACE_ATOMIC_WRITE, RACE_FREE };
void race_access (uintptr_t address, size_t bytes, enum race_how, uint64_t pc);

/* ---- spin.c: busy waiting ---- */
/* `bytes` at address are the state of object, or are plain memory (NULL). */
void spin_before (struct rt_thread *, uintptr_t address);   /* a read is about to be announced */
void spin_read (struct rt_thread *, uintptr_t address, uint32_t bytes, uint64_t value);
void spin_taken (struct rt_thread *, const uint32_t *turns);   /* it took a lock that was taken *turns times by now */
bool spin_in_vain (const struct rt_thread *);   /* nothing that it waits for has changed */
static inline void spin_broken (struct rt_thread *t) { t->writes++; }       /* the thread writes: no busy waiting */
static inline void spin_holds (struct rt_thread *t) { t->held++; }          /* it takes a lock, and gives one back */
static inline void spin_gives (struct rt_thread *t) { if (t->held-- == t->least) t->least--; }

/* ---- sched.c ---- */
struct exec *native_exec_new (void);
static inline struct rt_thread *rt_self (void) { return rt->current; }
/* Announces the operation that op, access, ready, ways, object describe (set
 * by op_begin and friends) and returns when it is this thread's turn. */
void rt_announce (struct rt_thread *);
static inline bool rt_ready (struct rt_thread *t) { return !t->ready || t->ready (t); }
struct rt_thread *op_begin (enum native_op, uint64_t pc);
void op_touch (struct rt_thread *, const void *object, enum access_how);
void op_touch_memory (struct rt_thread *, uintptr_t address, uint32_t bytes, enum access_how);
void op_released (thread_id);
void op_value (uint64_t);                  /* read, written or returned, for the trace */
void op_may_do_less (struct rt_thread *);  /* one of the next two may follow */
void op_only_reads (void);                 /* it turned out not to write */
void op_shares (void);                     /* it turned out to lock nothing: others may do the same beside it */
struct rt_thread *rt_new_thread (struct rt_thread *creator);
_Noreturn void rt_end_thread (struct rt_thread *);
/* Halts the current thread. */
_Noreturn void rt_spin (struct rt_thread *);
_Noreturn void rt_cut (void);
_Noreturn void rt_fail (enum finding_kind, const char *format, ...) __attribute__ ((format (printf, 2, 3)));
_Noreturn void rt_abandon (void);          /* the failure is known already */
void rt_note (const char *format, ...) __attribute__ ((format (printf, 1, 2)));
void rt_tell_name (uint64_t object, const char *name);   /* what it is to be called */
/* An answer "ok" would be too much said. */
void rt_partial (const char *format, ...) __attribute__ ((format (printf, 1, 2)));
/* A pointer and a line for messages about functions we do not support. */
_Noreturn void rt_unsupported (const char *function);

/* ---- mutex.c, condition.c, keys.c, threads.c: under several names ---- */
bool mutex_free (struct rt_thread *);      /* its object */
uint32_t mutex_holder (const void *);
void mutex_take (struct rt_thread *, pthread_mutex_t *);
void mutex_give (struct rt_thread *, pthread_mutex_t *);
int mutex_init (pthread_mutex_t *, int kind, uint64_t pc);
int mutex_lock (pthread_mutex_t *, uint64_t pc);
int mutex_trylock (pthread_mutex_t *, uint64_t pc);
int mutex_timedlock (pthread_mutex_t *, const struct timespec *until, uint64_t pc);
int mutex_unlock (pthread_mutex_t *, uint64_t pc);
int mutex_destroy (pthread_mutex_t *, uint64_t pc);
int condition_init (pthread_cond_t *, uint64_t pc);
int condition_wait (pthread_cond_t *, pthread_mutex_t *, uint64_t pc);
int condition_timedwait (pthread_cond_t *, pthread_mutex_t *, const struct timespec *until, uint64_t pc);
int condition_signal (pthread_cond_t *, uint64_t pc);
int condition_broadcast (pthread_cond_t *, uint64_t pc);
int condition_destroy (pthread_cond_t *, uint64_t pc);
int once_run (int *once, void (*) (void), uint64_t pc);
int key_create (unsigned *, void (*) (void *), uint64_t pc);
int key_delete (unsigned, uint64_t pc);
int thread_create (pthread_t *, void *(*) (void *), void *argument, bool detached, uint64_t pc);
int thread_join (pthread_t, void **result, uint64_t pc);
int thread_detach (pthread_t, uint64_t pc);
_Noreturn void rt_exit (int status, bool handlers, uint64_t pc);
void rt_run_destructors (struct rt_thread *);
bool rt_has_keys (void);
void rt_run_atexit (void);

/* ---- time.c ---- */
void time_over (struct rt_thread *, const struct timespec *until);   /* it waited so long */

/* ---- random.c ---- */
uint64_t random_next (void);

/* ---- cxx.c ---- */
void rt_run_thread_local_destructors (struct rt_thread *);

/* ---- files.c ---- */
void files_init (void);
void streams_init (void);
void files_restore (void);

/* ---- forked.c: a process for each execution ---- */
#define RT_FORKED "MAZURKA_FORKED"         /* in the environment of the program that executes itself again */
_Noreturn void forked_start (void);
void forked_fresh (void);                  /* a child does rt->command */
void forked_step (void);                   /* the same child does the next */
void forked_command (void);                /* in the child; sched.c */
static inline bool rt_can_go (struct rt_thread *t) { return rt->forked ? t->can_go : rt_ready (t); }
static inline bool rt_in_vain (const struct rt_thread *t) { return rt->forked ? t->in_vain : spin_in_vain (t); }

/* ---- named.c ---- */
void named_init (void);
bool named_is_atomic (uint64_t pc);        /* it is in a function that is an atomic section */

/* ---- section.c ---- */
void section_enter (struct rt_thread *, uint64_t pc);   /* such a function */
/* What is touched inside. */
void section_touch (const struct access *);
void section_touch_memory (uintptr_t address, size_t bytes, bool write);
void section_touch_all (void);
void section_end (struct rt_thread *);
/* The call stack has become as deep as it is now. */
static inline void
section_left (struct rt_thread *t)
{
  if (t->depth < t->section_depth)
    section_end (t);
}

/* ---- hooks.c ---- */
void rt_plain (const void *, size_t bytes, bool write, uint64_t pc);   /* a plain access, by a function of libc for the program */
void rt_freed (const void *, size_t bytes, uint64_t pc);               /* a part of a block that is freed */

/* ---- signals.c ---- */
void signals_init (void);

/* ---- start.c ---- */
/* The exploration starts from the beginning, with what is known now. */
_Noreturn void rt_start_again (void);

/* ---- memory.c: memcpy and friends without the program's eyes ---- */
void *rt_memcpy (void *, const void *, size_t);
void *rt_memset (void *, int, size_t);
void *rt_memmove (void *, const void *, size_t);
int rt_memcmp (const void *, const void *, size_t);
size_t rt_strlen (const char *);
int rt_strcmp (const char *, const char *);
int rt_strncmp (const char *, const char *, size_t);
char *rt_strchr (const char *, int);
char *rt_strrchr (const char *, int);

#define CALLER ((uint64_t) (uintptr_t) __builtin_return_address (0))

#endif
