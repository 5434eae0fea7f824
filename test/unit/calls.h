/* Random call sequences, and the shortest one that fails.
 *
 * A tester draws calls and runs sequences of them against an obvious model.
 * Any subsequence must be a valid sequence: a call names things by numbers that
 * are taken modulo how many there are. Each run is a process of its own, so
 * that an assertion that fails is a failure like the others. One that fails is
 * shrunk: calls are left out, then their numbers made smaller, as long as it
 * still fails; what is left is printed. */
#ifndef TEST_CALLS_H
#define TEST_CALLS_H

#include "base/vec.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { CALL_ARGS = 3 };

struct call {
  uint32_t op, arg[CALL_ARGS];
};

struct calls {
  struct call *data;
  size_t count, room;             /* a VEC */
};

struct tester {
  void (*draw) (struct calls *, uint64_t seed);         /* appends a random sequence */
  bool (*run) (const struct calls *, bool tell);        /* false: it and the model disagree; tell why */
  void (*print) (const struct call *, FILE *);
};

static inline uint32_t
calls_draw (uint64_t *seed, uint32_t below)
{
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t) ((*seed >> 32) * below >> 32);
}

/* Runs in a child; a crash, a failed assertion and an endless loop are failures. */
static inline bool
calls_pass (const struct tester *t, const struct calls *calls, bool tell)
{
  int status;
  fflush (NULL);
  pid_t child = fork ();
  if (child == 0) {
    if (!tell && !freopen ("/dev/null", "w", stderr))
      _exit (2);
    alarm (20);
    bool good = t->run (calls, tell);
    fflush (NULL);
    _exit (good ? 0 : 1);
  }
  waitpid (child, &status, 0);
  return WIFEXITED (status) && WEXITSTATUS (status) == 0;
}

static inline bool
calls_fail_without (const struct tester *t, struct calls *calls, size_t first, size_t n)
{
  struct calls rest = { 0 };
  for (size_t i = 0; i < calls->count; i++)
    if (i < first || i >= first + n)
      VEC_PUSH (rest, calls->data[i]);
  bool fails = !calls_pass (t, &rest, false);
  if (fails) {
    memcpy (calls->data, rest.data, rest.count * sizeof *rest.data);
    calls->count = rest.count;
  }
  VEC_FREE (rest);
  return fails;
}

static inline bool
calls_drop (const struct tester *t, struct calls *calls)
{
  size_t before = calls->count;
  for (size_t n = calls->count / 2; n > 0; n /= 2)
    for (size_t i = 0; i < calls->count;)
      if (!calls_fail_without (t, calls, i, n))
        i += n;
  return calls->count < before;
}

static inline bool
calls_lessen (const struct tester *t, struct calls *calls)
{
  bool changed = false;
  for (size_t i = 0; i < calls->count; i++)
    for (int k = 0; k < CALL_ARGS; k++) {
      uint32_t *arg = &calls->data[i].arg[k], old = *arg, tries[] = { 0, 1, 2, 3, 4, old / 2, old - 1 };
      for (size_t try = 0; try < sizeof tries / sizeof *tries; try++)
        if (tries[try] < *arg) {
          uint32_t was = *arg;
          *arg = tries[try];
          if (calls_pass (t, calls, false))
            *arg = was;
          else
            changed = true;
        }
    }
  return changed;
}

/* Makes a failing sequence shorter and its numbers smaller while it still fails. */
static inline void
calls_shrink (const struct tester *t, struct calls *calls)
{
  for (int round = 0; round < 4; round++)
    if (!(calls_drop (t, calls) | calls_lessen (t, calls)))
      return;
}

/* Tries sequences until one fails: then it is shrunk, printed unless `quiet`,
 * and how many calls were left is returned. 0: none failed. */
static inline size_t
calls_test (const struct tester *t, uint64_t first_seed, int sequences, bool quiet)
{
  struct calls calls = { 0 };
  size_t left = 0;
  for (int i = 0; i < sequences && !left; i++) {
    calls.count = 0;
    t->draw (&calls, first_seed + (uint64_t) i * 1000003);
    if (calls_pass (t, &calls, false))
      continue;
    calls_shrink (t, &calls);
    left = calls.count ? calls.count : 1;
    if (quiet)
      break;
    fprintf (stderr, "the shortest failing sequence found, of seed %llu:\n",
             (unsigned long long) (first_seed + (uint64_t) i * 1000003));
    for (size_t k = 0; k < calls.count; k++)
      t->print (&calls.data[k], stderr);
    calls_pass (t, &calls, true);
  }
  VEC_FREE (calls);
  return left;
}

#endif
