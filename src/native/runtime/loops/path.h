/* Trials of a waiting loop with values that its location is given (path.c). */
#ifndef NATIVE_RUNTIME_LOOPS_PATH_H
#define NATIVE_RUNTIME_LOOPS_PATH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "native/runtime/memory_model/race.h"

#define PATH_LONGEST 13           /* operations */

/* A trial with values that the location is given, one for each operation. */
struct path {
  uintptr_t address;
  uint32_t bytes;
  bool constant;                  /* it keeps the value that it has */
  uint32_t count;
  uint64_t values[PATH_LONGEST];
  uint64_t start;                 /* signature of the state that it begins in */
  /* what came of it */
  bool is_known;
  bool leaves;                    /* the loop; else it has come to a state of it, or round */
  bool is_idle;                   /* it goes round for as long as the value stays, or leads to where an outer loop began */
  bool plain;                     /* plain memory was read */
  uint32_t done;                  /* operations */
  uint64_t end, place;            /* signature of that state, or of how it was left; the state's operation */
  uint64_t stores_at;             /* place of the store that it was left at; 0: it was not */
  uintptr_t cell;                 /* of that */
  /* on the way */
  bool changed, fenced, writes;
  int acquired, last;             /* how strongly the operations before the last, and the last, acquire */
  uint64_t by;                    /* the last operation: where it stands, and its order */
};

/* ---- by the exploration: the thread has announced an operation on one location ---- */
struct path path_run (struct rt_thread *, const uint64_t *values, uint32_t count);   /* count 0: the location keeps its value */
struct path path_run_with (struct rt_thread *, uint64_t value);                      /* all the time */
uint64_t path_load (uintptr_t address, uint32_t bytes);

/* ---- in the thread that is tried ---- */
void path_comes_to (struct rt_thread *, uintptr_t address);   /* a read is about to be announced; the trial goes on, or ends */
_Noreturn void path_leaves (struct rt_thread *);              /* another operation is announced */
void path_touches (struct rt_thread *, uintptr_t address, size_t bytes, bool is_noted, uint64_t pc);   /* plainly; returns if it was noted */
void path_did (const struct rt_atomic *, bool changes);       /* an operation was done */
void path_fence (void);

#endif
