/* Synchronisation, implemented once for POSIX threads, C11 threads and the C++ library. */
#ifndef NATIVE_RUNTIME_SYNC_SYNC_H
#define NATIVE_RUNTIME_SYNC_SYNC_H

#include <pthread.h>
#include <semaphore.h>
#include <time.h>

#include "native/runtime/core/thread.h"

/* ---- mutex.c ---- */
bool mutex_free (struct rt_thread *);      /* the mutex that is the object of its operation */
uint32_t mutex_holder (const void *);
void mutex_take (struct rt_thread *, pthread_mutex_t *);
void mutex_give (struct rt_thread *, pthread_mutex_t *);
void mutex_take_again (struct rt_thread *, pthread_mutex_t *);   /* locks a recursive mutex that it holds; mutex_give_once is the inverse */
void mutex_give_once (struct rt_thread *, pthread_mutex_t *);
int mutex_init (pthread_mutex_t *, int kind, uint64_t pc);
int mutex_lock (pthread_mutex_t *, uint64_t pc);
int mutex_trylock (pthread_mutex_t *, uint64_t pc);
int mutex_timedlock (pthread_mutex_t *, const struct timespec *until, uint64_t pc);
int mutex_unlock (pthread_mutex_t *, uint64_t pc);
int mutex_destroy (pthread_mutex_t *, uint64_t pc);

/* ---- condition.c ---- */
int condition_init (pthread_cond_t *, uint64_t pc);
int condition_wait (pthread_cond_t *, pthread_mutex_t *, uint64_t pc);
int condition_timedwait (pthread_cond_t *, pthread_mutex_t *, const struct timespec *until, uint64_t pc);
int condition_signal (pthread_cond_t *, uint64_t pc);
int condition_broadcast (pthread_cond_t *, uint64_t pc);
int condition_destroy (pthread_cond_t *, uint64_t pc);
void condition_wake (struct rt_thread *);        /* a thread that waits at a condition variable or a futex */
void condition_miss (const void *);              /* marks threads that were halted in a loop of timed waits there: they missed a wake-up */

/* ---- semaphore.c ---- */
void semaphore_set (sem_t *, unsigned value);

/* ---- futex.c ---- */
long futex_call (const uint32_t *, int operation, uint32_t value, const struct timespec *, uint32_t mask, uint64_t pc);

/* ---- keys.c ---- */
int once_run (int *once, void (*) (void), uint64_t pc);
int key_create (unsigned *, void (*) (void *), uint64_t pc);
int key_delete (unsigned, uint64_t pc);
void rt_run_destructors (struct rt_thread *);
unsigned rt_keys (void);          /* no key in use has this number or a larger one */

/* ---- threads.c ---- */
struct attributes;
int thread_create (pthread_t *, void *(*) (void *), void *argument, const struct attributes *, uint64_t pc);   /* NULL: default attributes */
struct rt_thread *thread_find (pthread_t);   /* NULL: no thread has that id */
const void *thread_object (thread_id);     /* the object that its end releases */
void thread_look_at_fate (const struct rt_thread *, uint64_t pc);   /* an operation that reads whether it was detached */
int thread_join (pthread_t, void **result, uint64_t pc);
int thread_detach (pthread_t, uint64_t pc);
_Noreturn void thread_end (struct rt_thread *);

/* ---- calls_signal.c ---- */
void signals_touch (struct rt_thread *);   /* for operations that create or end a thread, a possible receiver of signals */

/* ---- time.c ---- */
struct timespec time_after (struct rt_thread *, const struct timespec *);   /* the present time plus that */
void time_slept_waiting (void);     /* a thread slept in a waiting loop, not all of whose iterations are executed */
void time_over (struct rt_thread *, const struct timespec *until);   /* its wait has timed out */
bool time_is_waitable (clockid_t);   /* waits may be timed by this clock; else the call fails with EINVAL */
bool time_is_valid (const struct timespec *, uint64_t pc);   /* reads it; if false the call fails with EINVAL */

#endif
