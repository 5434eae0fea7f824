/* An execution of a program, told: who did what, where. Models are executed
 * again to describe their steps; a program that has ended cannot be asked, so
 * its findings carry their story. All texts live in the arena.
 */
#ifndef MODEL_STORY_H
#define MODEL_STORY_H

#include <stdbool.h>
#include <stdint.h>

#include "base/diag.h"
#include "base/mem.h"

struct story_step {
  uint32_t thread;                /* index into threads */
  const char *op;                 /* "lock" */
  const char *object;             /* "m", "a[3]", "T1"; NULL: none */
  const char *text;               /* "lock(m)", "load x → 0" */
  struct pos pos;                 /* file NULL: not known */
  bool is_noise;                  /* of no interest to people: a thread starts, a thread ends */
};

struct story_frame {
  const char *function;           /* NULL: not known */
  struct pos pos;
};

struct story_stack {
  struct story_frame *frames;     /* innermost first */
  size_t count;
};

struct story_thread {
  const char *name;               /* "main", "T1" */
  const char *routine;            /* "worker"; NULL: main, or not known */
  const char *waits;              /* "waits to lock m, held by T2"; NULL: it does not */
  struct story_stack stack;       /* where it is at the end */
};

struct story {
  struct arena arena;
  struct story_thread *threads;
  size_t nthreads;
  struct story_step *steps;
  size_t nsteps;
  uint32_t failed;                /* the thread that the finding is about; UINT32_MAX: none in particular */
  const char *failure;            /* in a few words: "data race" */
  const char *other_title;        /* what the other stack is: "the other access"; NULL: there is none */
  struct story_stack other;
};

void story_free (struct story *);

#endif
