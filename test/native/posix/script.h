/* Scripts of calls, see script.c. */
#ifndef POSIX_SCRIPT_H
#define POSIX_SCRIPT_H

#define _GNU_SOURCE
#include <errno.h>
#include <mqueue.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

extern const char mazurka_runtime_version[] __attribute__ ((weak));

enum { WORKERS = 4, OBJECTS = 8 };
enum kind { NONE, MUTEX, RWLOCK, COND, SEM, BARRIER, ONCE, SPIN, KEY, FUTEX, PIPE, EVENT, NAMED, QUEUE };

struct object {
  char name[32];
  enum kind kind;
  bool is_normal;                 /* a mutex that does not look who unlocks it */
  int held[WORKERS + 1];          /* by each worker, as often; for writing: 1000 */
  char path[32];                  /* of what has a name in the system */
  union {
    pthread_mutex_t mutex;
    pthread_rwlock_t rwlock;
    pthread_cond_t cond;
    sem_t sem;
    pthread_barrier_t barrier;
    pthread_once_t once;
    pthread_spinlock_t spin;
    pthread_key_t key;
    uint32_t word;                /* atomic */
    int fds[2];                   /* of an eventfd: the first */
    sem_t *named;
    mqd_t queue;
  };
};

struct worker {
  struct script *script;
  pthread_t thread;
  int tid;                        /* atomic, as are the flags below */
  sem_t go;
  const char *call;
  struct object *object, *second;
  int argument, other;            /* numbers after the object, or after the call */
  int result;
  int handled;                    /* signals that its handler has seen */
  bool cancels;                   /* it cancels itself before the call */
  bool is_busy, is_new;           /* a command is under way; it returned and was not printed */
  bool has_ended;                 /* and was not printed */
};

/* One script's, never freed: threads may be left blocked. */
struct script {
  struct object objects[OBJECTS];
  int nobjects;
  struct worker workers[WORKERS + 1];
  int ran;                        /* how often a once routine ran */
  int cleaned;                    /* digits of the cleanup handlers that ran */
};

extern _Thread_local struct script *mine;   /* of the thread, for once routines and handlers */
extern _Thread_local int my_number;

#define GET(x) __atomic_load_n (&(x), __ATOMIC_SEQ_CST)
#define SET(x, value) __atomic_store_n (&(x), value, __ATOMIC_SEQ_CST)

/* What a call returned: 0, an error's number, one of these, or 10000 and a number that is printed. */
enum { UNKNOWN_CALL = -10, SKIPPED = -20, VALUE = 10000 };

extern const struct timespec past, bad, negative;

static inline int
of_errno (long result)
{
  return result < 0 ? errno : 0;
}

static inline bool
is_call (const struct worker *w, const char *name)
{
  return strcmp (w->call, name) == 0;
}

/* ---- locks.c, waits.c, others.c: objects, and calls on them ---- */
bool make_lock (struct object *, const char *type, int n);
bool make_wait (struct object *, const char *type, int n);
bool make_named (struct object *, const char *type, int n);
int do_lock (struct worker *, int me);
int do_wait (struct worker *, int me);
int do_named (struct worker *);
int do_thread (struct worker *);            /* without an object: about threads and signals */
void others_init (void);                    /* before any thread is made */

#endif
