/* A toy program: threads with straight-line code over variables, locks,
 * condition variables and semaphores. */
#ifndef TEST_TOY_PROGRAM_H
#define TEST_TOY_PROGRAM_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define TOY_INSTRUCTIONS(X)                                              \
  X (LOAD)      /* r[c] = v[a + r[b]] */                                 \
  X (STORE)     /* v[a + r[b]] = c */                                    \
  X (STORE_REG) /* v[a + r[b]] = r[c] */                                 \
  X (CAS)       /* if v[a + r[b]] == 0: v[..] = c, r[0] = 1; else 0 */   \
  X (STORE_LOW) X (STORE_HIGH)    /* one byte of v[a] = c */             \
  X (LOAD_LOW)                    /* r[c] = the low byte of v[a] */      \
  X (LOCK) X (UNLOCK) X (TRYLOCK) /* l[a]; r[0] = success */             \
  X (RLOCK) X (RUNLOCK)                                                  \
  X (WAIT) X (POST) X (TRYWAIT)   /* s[a] */                             \
  X (VALUE)     /* r[c] = s[a] */                                        \
  X (CWAIT) X (CTIMED)            /* condition a, lock b */              \
  X (SIGNAL) X (BROADCAST)                                               \
  X (CREATE) X (JOIN)             /* thread a */                         \
  X (CHOOSE)    /* r[b] = one of 0 .. a-1 */                             \
  X (SPIN)      /* while (v[a] != b); halted when it is not */           \
  X (ASSUME)    /* with a load: v[a] == b */                             \
  X (ASSERT)    /* with a load: v[a] != b */                             \
  X (END)       /* implicit at the end: others join it */                \
  X (EXIT)      /* of the whole program, when nothing else can run */    \
  /* without a step of their own: */                                     \
  X (SET) X (ADD) X (ADD_REG)     /* r[a] = b; r[a] += b; r[a] += r[b] */ \
  X (JUMPZ) X (JUMPNZ)            /* if r[a] is (not) 0: by b */

enum toy_kind {
#define X(name) TOY_##name,
  TOY_INSTRUCTIONS (X)
#undef X
};

#ifdef TOY_SMALL                  /* many small programs: a state is copied at every step */
enum { TOY_THREADS = 4, TOY_VARS = 4, TOY_THINGS = 4, TOY_REGS = 4, TOY_CODE = 24 };
#else
enum { TOY_THREADS = 32, TOY_VARS = 144, TOY_THINGS = 58, TOY_REGS = 4, TOY_CODE = 64 };
#endif

struct toy_instruction { uint8_t kind; int16_t a, b, c; };

struct toy_program {
  size_t nthreads;
  size_t started;                 /* threads that are there from the beginning */
  struct toy_instruction code[TOY_THREADS][TOY_CODE];
  size_t length[TOY_THREADS];
  int8_t semaphores[TOY_THINGS];
  bool unified;                   /* variable n, lock n, condition n and semaphore n are one object */
  bool silent_ends;               /* the end of a thread is no step; nobody joins */
};

static inline void
toy_emit (struct toy_program *p, size_t t, enum toy_kind kind, int a, int b, int c)
{
  assert (p->length[t] < TOY_CODE);
  p->code[t][p->length[t]++] = (struct toy_instruction){.kind = (uint8_t) kind, .a = (int16_t) a, .b = (int16_t) b, .c = (int16_t) c};
}

static inline void
toy_print (const struct toy_program *p)
{
  static const char *const names[] = {
#define X(name) #name,
    TOY_INSTRUCTIONS (X)
#undef X
  };
  for (size_t t = 0; t < p->nthreads; t++) {
    printf ("thread %zu%s:", t, t < p->started ? "" : " (created)");
    for (size_t i = 0; i < p->length[t]; i++) {
      const struct toy_instruction *n = &p->code[t][i];
      printf (" %s(%d,%d,%d)", names[n->kind], n->a, n->b, n->c);
    }
    printf ("\n");
  }
}

#endif
