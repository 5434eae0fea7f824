/* Futexes: syscall (SYS_futex, ...), with which libstdc++ waits for atomics.
 *
 * A wait has two steps: compare the word and enter the queue, which the kernel does
 * atomically; then continue, after the waker's step or, if the wait is timed, after the
 * time-out. The first step reads the word, so it is dependent with writes of it,
 * and writes the queue, an object of its own with the word's address. Which waiters a
 * wake wakes is not specified (futex(2)), so it is an alternative of the wake's step. */

#include "native/runtime/core/rt.h"

#include <assert.h>
#include <errno.h>
#include <linux/futex.h>

#include "native/runtime/files/files.h"
#include "native/runtime/memory_model/robust.h"
#include "native/runtime/sync/sync.h"

static bool
was_woken (struct rt_thread *t)
{
  return t->woken;
}

/* ---- waiting ---- */

/* The step after a wake-up or a time-out: one kind of step for both, since a wake may come before the time-out. */
static int
wait_woken (struct rt_thread *t, const uint32_t *word, const struct timespec *until, uint64_t pc)
{
  op_go_on (until ? NATIVE_FUTEX_TIMEOUT : NATIVE_FUTEX_WOKEN, pc);
  t->object = (void *) word;
  if (until) {
    op_touch (t, word, ACCESS_WRITE);
    spin_before (t, (uintptr_t) word);
  } else
    t->ready = was_woken;
  rt_announce (t);
  assert (t->condition == word && (until || t->woken));
  t->condition = NULL;
  op_value (t->woken);
  if (t->woken) {
    spin_broken (t);              /* the wake-up was another thread's progress */
    return 0;
  }
  time_over (t, until);
  return ETIMEDOUT;
}

static int
futex_wait (const uint32_t *word, uint32_t value, uint32_t mask, const struct timespec *until, uint64_t pc)
{
  if ((uintptr_t) word % sizeof *word || !mask || (until && (!time_is_valid (until, pc) || until->tv_sec < 0)))
    return EINVAL;
  struct rt_thread *t = op_begin (NATIVE_FUTEX_WAIT, pc);
  robust_meets (__ATOMIC_RELAXED);
  op_touch_memory (t, (uintptr_t) word, sizeof *word, ACCESS_READ);
  op_touch (t, word, ACCESS_WRITE);
  op_may_do_less (t);
  rt_announce (t);
  uint32_t found = *(const volatile uint32_t *) word;
  op_value (found);
  spin_read (t, (uintptr_t) word, sizeof *word, found);
  race_futex_look (word, found, pc);
  if (found != value) {
    op_only_reads ();
    return EAGAIN;
  }
  assert (!t->condition);
  t->condition = (void *) word;
  t->ticket = rt->run.tickets++;
  t->count = mask;
  t->woken = false;
  return wait_woken (t, word, until, pc);
}

/* ---- waking ---- */

static bool
waits_for (const struct rt_thread *w, const struct rt_thread *waker)
{
  bool is_futex = w->op.kind == NATIVE_FUTEX_WOKEN || w->op.kind == NATIVE_FUTEX_TIMEOUT;
  return w->state == RT_ALIVE && is_futex && w->condition == waker->object && !w->woken && (w->count & waker->futex_mask);
}

/* The waiters that the wake may choose, in the order of arrival. */
static uint32_t
find_waiters (const struct rt_thread *waker, struct rt_thread *out[RT_THREADS])
{
  uint32_t n = 0;
  for (thread_id i = 0; i < rt->nthreads; i++) {
    struct rt_thread *w = &rt->threads[i];
    if (!waits_for (w, waker))
      continue;
    uint32_t at = n++;
    for (; at && out[at - 1]->ticket > w->ticket; at--)
      out[at] = out[at - 1];
    out[at] = w;
  }
  return n;
}

/* The binomial coefficient of n and k, at most UINT32_MAX. */
static uint32_t
sets_of (uint32_t n, uint32_t k)
{
  uint64_t c = 1;
  if (k > n)
    return 0;
  if (k > n - k)
    k = n - k;
  for (uint32_t i = 1; i <= k; i++) {
    c = c * (n - k + i) / i;
    if (c >= UINT32_MAX)
      return UINT32_MAX;
  }
  return (uint32_t) c;
}

static uint32_t
ways_to_wake (struct rt_thread *t)
{
  struct rt_thread *all[RT_THREADS];
  uint32_t n = find_waiters (t, all);
  return t->count < n ? sets_of (n, (uint32_t) t->count) : 1;
}

/* The alternative numbers the sets of k waiters in lexicographic order. */
static uint32_t
futex_wake (const uint32_t *word, uint32_t most, uint32_t mask, uint64_t pc)
{
  struct rt_thread *t = op_begin (NATIVE_FUTEX_WAKE, pc), *all[RT_THREADS];
  t->object = (void *) word;
  t->count = most ? most : 1;     /* the kernel wakes one for 0, too */
  t->futex_mask = mask;
  t->ways = ways_to_wake;
  op_touch (t, (const void *) word, ACCESS_WRITE);
  rt_announce (t);
  race_futex_wake (word);
  uint32_t n = find_waiters (t, all), left = t->count < n ? (uint32_t) t->count : n, woken = left, number = t->alternative;
  condition_miss (t->object);
  for (uint32_t i = 0; i < n && left; i++) {
    uint32_t with = sets_of (n - i - 1, left - 1);
    if (number < with) {
      condition_wake (all[i]);
      left--;
    } else
      number -= with;
  }
  assert (!left && (!woken || !number));
  if (woken)
    spin_broken (t);
  op_value (woken);
  return woken;
}

/* ---- the system call, and functions of libstdc++ ---- */

static int
wait_of_kernel (const uint32_t *word, uint32_t value, uint32_t mask, const struct timespec *time, bool is_absolute, uint64_t pc)
{
  struct timespec until;
  if (time) {
    until = *time;
    if (!is_absolute && time_is_valid (time, pc) && time->tv_sec >= 0)
      until = time_after (rt_self (), time);
  }
  return futex_wait (word, value, mask, time ? &until : NULL, pc);
}

long
futex_call (const uint32_t *word, int operation, uint32_t value, const struct timespec *time, uint32_t mask, uint64_t pc)
{
  int error = 0;
  switch (operation & FUTEX_CMD_MASK) {
  case FUTEX_WAIT:
    error = wait_of_kernel (word, value, FUTEX_BITSET_MATCH_ANY, time, false, pc);
    break;
  case FUTEX_WAIT_BITSET:
    error = wait_of_kernel (word, value, mask, time, true, pc);
    break;
  case FUTEX_WAKE:
    return futex_wake (word, value, FUTEX_BITSET_MATCH_ANY, pc);
  case FUTEX_WAKE_BITSET:
    if (mask)
      return futex_wake (word, value, mask, pc);
    error = EINVAL;
    break;
  default:
    rt->failure.pc = pc;
    rt_unsupported ("this operation on a futex");
  }
  return error ? files_fail (error) : 0;
}

/* libstdc++'s functions for promises: a member, which returns false after a time-out, and a static one. */
#define BASE "_ZNSt28__atomic_futex_unsigned_base"
#define UNTIL "EPjjbNSt6chrono8durationIlSt5ratioILl1ELl1EEEENS2_IlS3_ILl1ELl1000000000EEEE"

bool cxx_wait_until (void *self, uint32_t *, uint32_t, bool, long, long) __asm__ (BASE "19_M_futex_wait_until" UNTIL);
void cxx_notify_all (uint32_t *) __asm__ (BASE "19_M_futex_notify_allEPj");

EXPORT bool
cxx_wait_until (void *self, uint32_t *word, uint32_t value, bool is_timed, long seconds, long nanoseconds)
{
  struct timespec until = {.tv_sec = seconds, .tv_nsec = nanoseconds};
  (void) self;
  return futex_wait (word, value, FUTEX_BITSET_MATCH_ANY, is_timed ? &until : NULL, CALLER) != ETIMEDOUT;
}

/* Not an alias: without the checker each of the two calls the library's own function. */
bool cxx_wait_until_steady (void *self, uint32_t *, uint32_t, bool, long, long) __asm__ (BASE "26_M_futex_wait_until_steady" UNTIL);
EXPORT bool
cxx_wait_until_steady (void *self, uint32_t *word, uint32_t value, bool is_timed, long seconds, long nanoseconds)
{
  struct timespec until = {.tv_sec = seconds, .tv_nsec = nanoseconds};
  (void) self;
  return futex_wait (word, value, FUTEX_BITSET_MATCH_ANY, is_timed ? &until : NULL, CALLER) != ETIMEDOUT;
}

EXPORT void
cxx_notify_all (uint32_t *word)
{
  futex_wake (word, INT32_MAX, FUTEX_BITSET_MATCH_ANY, CALLER);
}
