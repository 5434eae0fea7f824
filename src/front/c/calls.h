/* Calls of library functions, which have no body. */
#ifndef FRONT_C_CALLS_H
#define FRONT_C_CALLS_H

#include "front/c/walk.h"

/* Executes a library function on a path that is before the call; consumes the path. */
typedef void call_fn (struct walker *, struct path *, LLVMValueRef call, int how);

struct call_entry {
  const char *name;
  call_fn *fn;
  int how;
};

/* The entry of that name in a table; NULL: there is none. */
const struct call_entry *call_look (const struct call_entry *, size_t, const char *name);
#define CALL_LOOK(table, name) call_look (table, sizeof table / sizeof *(table), name)

const struct call_entry *sync_find (const char *name);      /* sync.c; NULL: none */
const struct call_entry *thread_find (const char *name);    /* threads.c */
const struct call_entry *memcpy_find (const char *name);      /* memcpy.c */
const struct call_entry *output_find (const char *name);    /* output.c */

/* The text of a constant; NULL: it is not one. */
const char *call_string (struct walker *, LLVMValueRef);

static inline LLVMValueRef
argument (LLVMValueRef call, unsigned i)
{
  return LL (GetOperand) (call, i);
}

/* The call is complete and returns the number. */
void call_returns (struct walker *, struct path *, int64_t value);

#endif
