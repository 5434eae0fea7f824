/* The state of a running program as a fingerprint of 128 bits, for explorations
 * that store states (orders.stateful); and the plain accesses of a step.
 * fingerprint.c says what belongs to a state. */
#ifndef NATIVE_RUNTIME_STATE_FINGERPRINT_H
#define NATIVE_RUNTIME_STATE_FINGERPRINT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/exec.h"

struct rt_thread;

void fingerprint_init (void);
void fingerprint_warm_up (void);           /* before the snapshot: the unwinder initialises its memory, which would make states differ */
void fingerprint_rewound (void);           /* another execution: what is known of the threads' stacks is void */
void fingerprint_stepped (const struct rt_thread *);   /* only this thread has run since */
void fingerprint_look (struct rt_thread *);            /* called on the thread's own stack: finds where the program's part of it begins */
const uint32_t *fingerprint_words (struct exec *, size_t *words);
uint64_t fingerprint_shared (struct exec *);           /* a digest of the same state without stacks; 0: stacks are shared, too */

void fingerprint_begin (const struct rt_thread *);     /* an operation begins, without operands so far */
bool fingerprint_covers (uint32_t kind);   /* what operations of this kind change is part of the fingerprint */
void fingerprint_stack (thread_id);        /* another thread has used this thread's stack */
/* The operands of a thread's announced operation: FINGERPRINT_PENDING bytes. */
#define FINGERPRINT_PENDING (2 * sizeof (uint64_t))
void *fingerprint_pending (thread_id);
const char *fingerprint_partial (void);    /* why an exploration with fingerprints may be incomplete, or NULL */
/* Adds an operand of the operation, which may be in the runtime's frames only. */
void fingerprint_operand (struct rt_thread *, uint64_t);
void fingerprint_address (struct rt_thread *, const void *);   /* an operand: the address of a result */

/* footprint.c: plain accesses of the current step. */
void footprint_init (void);
void footprint_begin (const struct op *);
void footprint_access (uintptr_t address, size_t bytes, enum access_how);
const struct op *footprint_op (void);      /* NULL: there were none */
void footprint_unsure (void);              /* a write that may come later, or to memory that may be freed: counts as a change */
void footprint_changes (struct exec_step *);           /* records whether the writes have changed any value */

#endif
