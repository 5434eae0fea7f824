/* The operations of programs under test, one row each, with everything that the race check, stored states, arrows
 * between steps and the text of a step need to know about a kind. A row without a column does not compile; a new kind
 * of synchronisation object is a row, and the file in src/native/runtime that implements it.
 *
 *     id, name   enum native_op, and its name in text
 *     about      the kind of its first object (enum native_about)
 *     form       how a step is written (enum native_form)
 *     role       its part in arrows between steps (enum native_role)
 *     subject    the object in the step's record (enum native_subject)
 *     waits      what a thread that is blocked there waits for; %s is the object; NULL: "to NAME OBJECT"
 *     traits     enum native_trait
 *
 * Memory that an operation accesses besides is declared by the operation (op_touch_memory).
 */
#ifndef NATIVE_OPERATIONS_H
#define NATIVE_OPERATIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define NATIVE_OPS(X) \
  X (START, "start",                 NOTHING, WORD,   LEARNS, OBJECT,    NULL,                              NATIVE_MINOR)                                                  \
  X (LOAD, "load",                   NOTHING, GET,    LEARNS, OBJECT,    "for %s to change",                NATIVE_BLOCKS | NATIVE_POLLS | NATIVE_COMPLETE | NATIVE_READS) \
  X (STORE, "store",                 NOTHING, SET,    GIVES,  OBJECT,    NULL,                              NATIVE_COMPLETE)                                               \
  X (RMW, "read-modify-write",       NOTHING, GET,    BLURS,  OBJECT,    "for %s to change",                NATIVE_BLOCKS | NATIVE_POLLS | NATIVE_COMPLETE)                \
  X (CAS, "compare-and-swap",        NOTHING, GET,    BLURS,  OBJECT,    "for %s to change",                NATIVE_BLOCKS | NATIVE_POLLS | NATIVE_COMPLETE)                \
  X (READ, "read",                   NOTHING, GET,    NONE,   OBJECT,    "for %s to change",                NATIVE_COMPLETE | NATIVE_READS)                                \
  X (WRITE, "write",                 NOTHING, SET,    BLURS,  OBJECT,    NULL,                              NATIVE_COMPLETE)                                               \
  X (CREATE, "create",               NOTHING, THREAD, GIVES,  OBJECT,    NULL,                              NATIVE_COMPLETE)                                               \
  X (JOIN, "join",                   NOTHING, THREAD, LEARNS, JOINED,    "for %s to end",                   NATIVE_BLOCKS | NATIVE_COMPLETE)                               \
  X (END, "end",                     NOTHING, WORD,   GIVES,  SELF,      NULL,                              NATIVE_MINOR)                                                  \
  X (EXIT, "exit",                   NOTHING, WORD,   NONE,   OBJECT,    NULL,                              NATIVE_BLOCKS)                                                 \
  X (LOCK, "lock",                   OBJECT,  CALL,   TAKES,  OBJECT,    NULL,                              NATIVE_BLOCKS | NATIVE_COMPLETE)                               \
  X (TRYLOCK, "trylock",             OBJECT,  TRY,    TRIES,  OBJECT,    NULL,                              0)                                                             \
  X (TIMEDLOCK, "timedlock",         OBJECT,  TRY,    TRIES,  OBJECT,    NULL,                              0)                                                             \
  X (UNLOCK, "unlock",               OBJECT,  CALL,   GIVES,  OBJECT,    NULL,                              NATIVE_COMPLETE)                                               \
  X (RDLOCK, "rdlock",               OBJECT,  CALL,   LEARNS, OBJECT,    NULL,                              NATIVE_BLOCKS)                                                 \
  X (TRYRDLOCK, "tryrdlock",         OBJECT,  TRY,    NONE,   OBJECT,    NULL,                              0)                                                             \
  X (RDUNLOCK, "rdunlock",           OBJECT,  CALL,   BLURS,  OBJECT,    NULL,                              0)                                                             \
  X (WAIT, "wait",                   OBJECT,  CALL,   BLURS,  OBJECT,    "for a signal on %s",              NATIVE_COMPLETE)                                               \
  X (WOKEN, "woken",                 OBJECT,  CALL,   TAKES,  CONDITION, "for a signal on %s",              NATIVE_BLOCKS | NATIVE_COMPLETE)                               \
  X (TIMEOUT, "timeout",             NOTHING, CALL,   BLURS,  OBJECT,    "for a signal on %s",              0)                                                             \
  X (SIGNAL, "signal",               OBJECT,  CALL,   GIVES,  OBJECT,    NULL,                              NATIVE_COMPLETE)                                               \
  X (BROADCAST, "broadcast",         OBJECT,  CALL,   GIVES,  OBJECT,    NULL,                              NATIVE_COMPLETE)                                               \
  X (ARRIVE, "barrier",              OBJECT,  CALL,   GIVES,  OBJECT,    "for other threads at barrier %s", 0)                                                             \
  X (PASS, "pass barrier",           LEFT,    CALL,   LEARNS, AWAITED,   "for other threads at barrier %s", NATIVE_BLOCKS)                                                 \
  X (SEM_WAIT, "sem_wait",           OBJECT,  CALL,   TAKES,  OBJECT,    NULL,                              NATIVE_BLOCKS | NATIVE_COMPLETE)                               \
  X (SEM_TRYWAIT, "sem_trywait",     OBJECT,  TRY,    TRIES,  OBJECT,    NULL,                              0)                                                             \
  X (SEM_POST, "sem_post",           OBJECT,  CALL,   GIVES,  OBJECT,    NULL,                              NATIVE_COMPLETE)                                               \
  X (SEM_NAME, "semaphore by name",  FILE,    CALL,   NONE,   OBJECT,    NULL,                              0)                                                             \
  X (SEM_VALUE, "sem_getvalue",      OBJECT,  CALL,   NONE,   OBJECT,    NULL,                              0)                                                             \
  X (FUTEX_WAIT, "futex wait",       NOTHING, CALL,   NONE,   OBJECT,    "to be woken at the futex %s",     0)                                                             \
  X (FUTEX_WOKEN, "futex woken",     NOTHING, CALL,   NONE,   AWAITED,   "to be woken at the futex %s",     NATIVE_BLOCKS)                                                 \
  X (FUTEX_TIMEOUT, "futex timeout", NOTHING, CALL,   NONE,   OBJECT,    "to be woken at the futex %s",     0)                                                             \
  X (FUTEX_WAKE, "futex wake",       NOTHING, CALL,   NONE,   OBJECT,    NULL,                              0)                                                             \
  X (CANCEL, "cancel",               NOTHING, THREAD, NONE,   OBJECT,    NULL,                              0)                                                             \
  X (TESTCANCEL, "testcancel",       NOTHING, CALL,   NONE,   OBJECT,    NULL,                              0)                                                             \
  X (KILL, "kill",                   NOTHING, CALL,   NONE,   OBJECT,    NULL,                              0)                                                             \
  X (SIGNALS, "change signals",      NOTHING, CALL,   NONE,   OBJECT,    NULL,                              0)                                                             \
  X (SIGWAIT, "sigwait",             NOTHING, CALL,   NONE,   OBJECT,    "for a signal",                    NATIVE_BLOCKS)                                                 \
  X (SIGSUSPEND, "sigsuspend",       NOTHING, CALL,   NONE,   OBJECT,    "for a signal",                    NATIVE_BLOCKS)                                                 \
  X (ONCE, "once",                   OBJECT,  CALL,   NONE,   OBJECT,    NULL,                              NATIVE_BLOCKS)                                                 \
  X (YIELD, "yield",                 NOTHING, WORD,   NONE,   OBJECT,    NULL,                              NATIVE_BLOCKS | NATIVE_COMPLETE)                               \
  X (CHOOSE, "choose",               NOTHING, VALUE,  NONE,   OBJECT,    NULL,                              0)                                                             \
  X (ATOMIC, "atomic section",       NOTHING, WORD,   NONE,   OBJECT,    NULL,                              0)                                                             \
  X (DESTROY, "destroy",             CHANGED, CALL,   BLURS,  OBJECT,    NULL,                              0)                                                             \
  X (INIT, "init",                   CHANGED, CALL,   BLURS,  OBJECT,    NULL,                              0)                                                             \
  X (DETACH, "detach",               NOTHING, THREAD, NONE,   OBJECT,    NULL,                              0)                                                             \
  X (KEY, "thread key",              NOTHING, CALL,   NONE,   OBJECT,    NULL,                              0)                                                             \
  X (ATEXIT, "atexit",               NOTHING, CALL,   NONE,   OBJECT,    NULL,                              0)                                                             \
  X (FILE_OPEN, "open",              FILE,    CALL,   NONE,   OBJECT,    NULL,                              0)                                                             \
  X (FILE_CLOSE, "close",            FILE,    CALL,   NONE,   OBJECT,    NULL,                              0)                                                             \
  X (FILE_READ, "read file",         FILE,    FILE,   NONE,   OBJECT,    "for data from %s",                NATIVE_BLOCKS)                                                 \
  X (FILE_WRITE, "write file",       FILE,    FILE,   NONE,   OBJECT,    NULL,                              NATIVE_BLOCKS)                                                             \
  X (FILE_SEEK, "seek",              FILE,    FILE,   NONE,   OBJECT,    NULL,                              0)                                                             \
  X (FILE_TRUNCATE, "truncate",      FILE,    FILE,   NONE,   OBJECT,    NULL,                              0)                                                             \
  X (FILE_STAT, "stat",              FILE,    CALL,   NONE,   OBJECT,    NULL,                              0)                                                             \
  X (FILE_CHANGE, "change",          FILE,    CALL,   NONE,   OBJECT,    NULL,                              0)                                                             \
  X (FILE_LOOKUP, "look up",         FILE,    CALL,   NONE,   OBJECT,    NULL,                              0)                                                             \
  X (FILE_REMOVE, "remove",          FILE,    CALL,   NONE,   OBJECT,    NULL,                              0)                                                             \
  X (FILE_RENAME, "rename",          FILE,    CALL,   NONE,   OBJECT,    NULL,                              0)                                                             \
  X (FILE_MAKE, "make",              FILE,    CALL,   NONE,   OBJECT,    NULL,                              0)                                                             \
  X (FILE_LIST, "list",              FILE,    CALL,   NONE,   OBJECT,    NULL,                              0)                                                             \
  X (POLL, "poll",                   FILE,    CALL,   NONE,   OBJECT,    NULL,                              NATIVE_BLOCKS)                                                 \
  X (STREAM, "stream",               FILE,    CALL,   NONE,   OBJECT,    NULL,                              0)                                                             \
  X (FREE, "free",                   NOTHING, CALL,   NONE,   OBJECT,    NULL,                              0)                                                             \
  X (ALLOCATE, "allocate",           NOTHING, CALL,   NONE,   OBJECT,    NULL,                              0)                                                             \
  X (PROP, "mark",                   NOTHING, SET,    NONE,   OBJECT,    NULL,                              NATIVE_COMPLETE)                                               \
  X (NAME, "thread name",            NOTHING, CALL,   NONE,   OBJECT,    NULL,                              0)                                                             \
  X (LAST, "last thread",            NOTHING, WORD,   NONE,   OBJECT,    NULL,                              NATIVE_BLOCKS | NATIVE_MINOR)                                  \
  X (SCHEDULE, "scheduling",         NOTHING, CALL,   NONE,   OBJECT,    NULL,                              0)                                                             \
  X (RANDOM, "random numbers",       NOTHING, CALL,   NONE,   OBJECT,    NULL,                              0)                                                             \
  X (OFFER, "new or used again",     NOTHING, WORD,   NONE,   OBJECT,    NULL,                              0)                                                             \
  X (TAKE, "reuse",                  NOTHING, CALL,   NONE,   MEMORY,    NULL,                              NATIVE_BLOCKS)                                                 \
  X (TAKE_ID, "reuse id of",         NOTHING, THREAD, NONE,   STACK,     NULL,                              NATIVE_BLOCKS)                                                 \
  X (GIVE, "free",                   NOTHING, CALL,   NONE,   MEMORY,    NULL,                              0)

enum native_op {
#define X(id, ...) NATIVE_##id,
  NATIVE_OPS (X)
#undef X
  NATIVE_OP_COUNT
};

enum native_about {
  NATIVE_ABOUT_NOTHING,           /* no object, or not in the program's memory; or only its address matters, as for a woken thread */
  NATIVE_ABOUT_OBJECT,            /* a synchronisation object in the program's memory, which must be allocated and with which plain accesses race */
  NATIVE_ABOUT_CHANGED,           /* such an object, which is initialised or destroyed */
  NATIVE_ABOUT_LEFT,              /* such an object, at which the thread waited, and which may have been destroyed: op_leave checks it */
  NATIVE_ABOUT_FILE               /* a file, a stream or another object found by name: not part of a stored state */
};

enum native_form {
  NATIVE_FORM_WORD,                      /* yield */
  NATIVE_FORM_CALL,                      /* lock(m) */
  NATIVE_FORM_TRY,                       /* trylock(m) → EBUSY */
  NATIVE_FORM_GET,                       /* load x → 0 */
  NATIVE_FORM_SET,                       /* store x = 1 */
  NATIVE_FORM_FILE,                      /* read file(notes.txt) → 12 */
  NATIVE_FORM_THREAD,                    /* join T1 */
  NATIVE_FORM_VALUE                      /* choose → 2 */
};

/* A step that takes something comes after the step that gave it, and no other step comes after that one; a step that learns of
 * it comes after it, too, but leaves it for others. After one that blurs it is not known which step gave the present value. */
enum native_role {
  NATIVE_ROLE_NONE, NATIVE_ROLE_GIVES, NATIVE_ROLE_TAKES, NATIVE_ROLE_LEARNS, NATIVE_ROLE_BLURS,
  NATIVE_ROLE_TRIES               /* takes, if it returns 0 */
};

enum native_subject {
  NATIVE_SUBJECT_OBJECT,          /* the memory it accesses, or the first object it touches */
  NATIVE_SUBJECT_CONDITION,       /* the condition variable at which the thread was woken */
  NATIVE_SUBJECT_AWAITED,         /* the futex or barrier at which the thread waits, whether the step touches it or not */
  NATIVE_SUBJECT_JOINED,          /* a thread: the one that is joined, */
  NATIVE_SUBJECT_SELF,            /*   the one that acts, */
  NATIVE_SUBJECT_STACK,           /*   or the one whose id is reused */
  NATIVE_SUBJECT_MEMORY           /* the block that is freed or reused */
};

enum native_trait {
  NATIVE_BLOCKS = 1,              /* it may have to wait */
  NATIVE_POLLS = 2,               /* reads one cell and perhaps writes it: the condition of a waiting loop */
  NATIVE_READS = 4,               /* never writes */
  NATIVE_MINOR = 8,               /* the beginning or end of a thread: its stack holds nothing of the program */
  NATIVE_COMPLETE = 16            /* its effect is determined by its entry, its operands and the program's frame (fingerprint.c) */
};

struct native_operation {
  const char *name, *waits;
  unsigned char about, form, role, subject, traits;
};

/* kind < NATIVE_OP_COUNT */
const struct native_operation *native_operation (uint32_t kind);

static inline bool
native_has (uint32_t kind, enum native_trait trait)
{
  return native_operation (kind)->traits & trait;
}

#endif
