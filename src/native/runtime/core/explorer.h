/* What the exploration that runs inside the program needs of the runtime, and
 * the runtime of it. */
#ifndef NATIVE_RUNTIME_CORE_EXPLORER_H
#define NATIVE_RUNTIME_CORE_EXPLORER_H

#include "model/exec.h"
#include "native/wire.h"

/* Explores, or repeats the steps, and sends records to the supervisor (out, -1:
 * nobody listens); the program's exit code. In src/native/explorer/explorer.c. */
int explorer_run (struct exec *, const struct wire_orders *, const struct wire_choice *steps, int out);

/* ---- of the runtime, to be described ---- */

/* An execution has ended so (false: its threads said nothing); and all the ends
 * that differ by what the program said it had seen (mz_observe): their
 * number, and a sum over them. */
bool native_end_observe (struct exec *, enum exec_end);
void native_ends (struct exec *, uint64_t *count, uint64_t *sum);

/* The present values of orders.observed. */
void native_observed (struct exec *, int64_t *values);
uint32_t native_modes (struct exec *);     /* the alternative of a trace's first step */

/* The steps executed so far. */
struct wire_step native_describe_step (struct exec *, size_t n);
size_t native_depth (struct exec *);
/* A thread's state, and its frames, innermost first; the number of frames. */
size_t native_describe_thread (struct exec *, thread_id, struct wire_thread *, uint64_t *frames, size_t room);
/* Frames of the other side of the last failure. */
size_t native_describe_other (struct exec *, uint64_t *frames, size_t room, thread_id *whose);
/* The memory that the finding is about, and what addresses in it are. */
struct native_memory {
  struct wire_touch touches[256];
  struct wire_block blocks[64];
  struct wire_local locals[64];
};
void native_describe_memory (struct exec *, struct wire_finding *, struct native_memory *);
thread_id native_failed_thread (struct exec *);              /* in the last step; UINT32_MAX: none */
/* Threads go round for ever, and these can never continue; changes: because nobody lets them. */
const struct exec_failure *native_trapped (struct exec *, const thread_id *stuck, size_t count, bool changes);
bool native_broken (struct exec *, uint64_t *place);            /* the program is not repeatable, as its code at the place showed (0: not known) */
int native_exit_status (struct exec *);
volatile const int *native_interrupt (struct exec *);         /* not 0: the supervisor wants it to end */

void native_restarts (struct exec *, uint64_t *counts);       /* how often it started again, for each of enum wire_restart */
double native_begun (struct exec *, double now);              /* when the first exploration did: this one may have started again */

void native_settle (struct exec *);                          /* starts again, if what was explored is not all: addresses that may come back */

/* Executions that do not end (changes.c). The exploration starts again, with stored states or without them. */
bool native_can_store (struct exec *);
_Noreturn void native_store_states (struct exec *);
_Noreturn void native_forget_states (struct exec *);
/* Looks at all memory, in moments that are alike in what the threads do; and something that
 * has changed from each to the next. */
void native_look_at_memory (struct exec *);
void native_changing (struct exec *, struct wire_done *);

/* Why the executions do not cover all there is, or NULL: the verdict must not be ok then. */
void native_doubt_told (struct exec *);    /* no more of them are wanted */
const char *native_partial (struct exec *);

#endif
