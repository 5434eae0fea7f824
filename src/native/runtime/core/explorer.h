/* The interface between the runtime and the exploration that runs in the same
 * process (src/native/explorer). */
#ifndef NATIVE_RUNTIME_CORE_EXPLORER_H
#define NATIVE_RUNTIME_CORE_EXPLORER_H

#include "model/exec.h"
#include "native/wire.h"

/* Explores, or repeats the steps, and sends records to the supervisor through
 * the descriptor `out` (-1: there is no supervisor). Returns the program's exit
 * code. In src/native/explorer/explorer.c. */
int explorer_run (struct exec *, const struct wire_orders *, const struct wire_choice *steps, int out);

/* ---- what the runtime reports ---- */

/* native_end_observe: an execution has ended; false if its threads did not call
 * mz_observe. native_ends: the number of ends that differ in the values given to
 * mz_observe, and a sum over them. */
bool native_end_observe (struct exec *, enum exec_end);
void native_ends (struct exec *, uint64_t *count, uint64_t *sum);

/* The present values of orders.observed. */
void native_observed (struct exec *, int64_t *values);
uint32_t native_modes (struct exec *);     /* the alternative of a trace's first step */

/* The steps executed so far. */
struct wire_step native_describe_step (struct exec *, size_t n);
size_t native_depth (struct exec *);
/* Writes a thread's state and its frames, innermost first; returns the number of frames. */
size_t native_describe_thread (struct exec *, thread_id, struct wire_thread *, uint64_t *frames, size_t room);
/* Frames of the other access of the last failure, a data race. */
size_t native_describe_other (struct exec *, uint64_t *frames, size_t room, thread_id *whose);
/* The memory that a finding is about: accesses to it, the blocks and the local variables that its addresses belong to. */
struct native_memory {
  struct wire_touch touches[256];
  struct wire_block blocks[64];
  struct wire_local locals[64];
};
void native_describe_memory (struct exec *, struct wire_finding *, struct native_memory *);
thread_id native_failed_thread (struct exec *);              /* in the last step; UINT32_MAX: none */
/* The execution goes round in a cycle of states for ever, and the threads `stuck` never continue in it. changes: a
 * deadlock among them, else waiting loops whose condition stays false. */
const struct exec_failure *native_trapped (struct exec *, const thread_id *stuck, size_t count, bool changes);
bool native_broken (struct exec *, uint64_t *place);            /* the program is not repeatable, as its code at the place showed (0: not known) */
int native_exit_status (struct exec *);
volatile const int *native_interrupt (struct exec *);         /* not 0: the supervisor asks for an end */

void native_restarts (struct exec *, uint64_t *counts);       /* how often the exploration was restarted, for each of enum wire_restart */
double native_begun (struct exec *, double now);              /* when the first exploration began, before any restart */

void native_settle (struct exec *);                          /* restarts the exploration if reuse of addresses found since adds executions */

/* Executions that do not end (changes.c). Both restart the exploration, with stored states or without them. */
bool native_can_store (struct exec *);
_Noreturn void native_store_states (struct exec *);
_Noreturn void native_forget_states (struct exec *);
/* native_look_at_memory compares all memory between states in which all threads stand at the same operations;
 * native_changing describes an address that differed each time. */
void native_look_at_memory (struct exec *);
void native_changing (struct exec *, struct wire_done *);

void native_doubt_told (struct exec *);    /* a weak-memory doubt was reported: no others are looked for */
const char *native_partial (struct exec *);   /* why the executions do not cover all behaviours, or NULL; if not NULL the verdict is not ok */

#endif
