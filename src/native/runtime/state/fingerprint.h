/* The state of a running program as a fingerprint of 128 bits, for explorations
 * that store states (orders.stateful); and what a step touches besides its
 * operation. fingerprint.c says what counts. */
#ifndef NATIVE_RUNTIME_STATE_FINGERPRINT_H
#define NATIVE_RUNTIME_STATE_FINGERPRINT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/exec.h"

struct rt_thread;

void fingerprint_init (void);
void fingerprint_warm_up (void);           /* before the snapshot: what the unwinder keeps is set up once, and tells no states apart */
void fingerprint_rewound (void);           /* another execution, or a part of it: threads stand elsewhere */
void fingerprint_stepped (const struct rt_thread *);   /* only this thread has run since */
void fingerprint_look (struct rt_thread *);            /* on the thread's own stack: where the program's part of it begins */
const uint32_t *fingerprint_words (struct exec *, size_t *words);
uint64_t fingerprint_shared (struct exec *);           /* of the same state: what is not on a stack; 0: stacks are shared too */

void fingerprint_begin (const struct rt_thread *);     /* an operation, without operands so far */
bool fingerprint_covers (uint32_t kind);   /* what such an operation changes is part of it */
void fingerprint_stack (thread_id);        /* somebody else has used this thread's stack */
/* What an operation that was announced has said about itself: FINGERPRINT_PENDING bytes of a thread's. */
#define FINGERPRINT_PENDING (2 * sizeof (uint64_t))
void *fingerprint_pending (thread_id);
const char *fingerprint_partial (void);    /* why an exploration by fingerprints may not be all, or NULL */
/* What is pending in a call of ours, and in no memory of the program's: an operation's operands. */
void fingerprint_operand (struct rt_thread *, uint64_t);
void fingerprint_address (struct rt_thread *, const void *);   /* to which something will be written */

/* footprint.c: plain accesses of the step under way. */
void footprint_init (void);
void footprint_begin (const struct op *);
void footprint_access (uintptr_t address, size_t bytes, enum access_how);
const struct op *footprint_op (void);      /* NULL: there were none */
void footprint_unsure (void);              /* a write that may come later, or of memory that may be gone */
void footprint_changes (struct exec_step *);           /* says whether memory is what it was where was written */

#endif
