/* The story of one execution: which thread did what, where, and how it ended.
 *
 * Every output about a finding (text, JSON, message charts, comments of trace files) is written from this structure only,
 * for executions of models and of programs. A story is built once, by
 *
 *     trace_story.h           models: the trace is executed and described
 *     native/wire_story.h     programs: their records, with names from DWARF
 *
 * and belongs to its finding. All texts and arrays live in it until story_free. Texts are as in the model or program: a
 * writer escapes what its format cannot contain, and shortens texts where appropriate.
 *
 * Invariants of a complete story (story_check):
 *   - thread numbers are indices into threads, or STORY_NONE where that is allowed;
 *   - steps are in the order of execution, and so are their `index`es;
 *   - a step is only ordered after an earlier one, of another thread;
 *   - loop_start is -1, an index into steps, or their number (the last state is repeated for ever). */
#ifndef MODEL_STORY_H
#define MODEL_STORY_H

#include <stdbool.h>
#include <stdint.h>

#include "base/diag.h"
#include "base/vec.h"

#define STORY_NONE UINT32_MAX

struct story_variable {
  const char *name;               /* "x", "a[3]"; a local of a thread: "P(1):i" */
  const char *value;
  uint32_t thread;                /* the thread that owns it; STORY_NONE: shared */
};

struct story_change {
  const char *name;               /* as in story_variable */
  const char *before;             /* NULL: the variable is new */
  const char *after;
  uint32_t thread;
};

struct story_step {
  size_t index;                   /* into the finding's steps */
  uint32_t thread;
  uint32_t partner;               /* the other thread of the step: the receiver of a rendezvous; STORY_NONE: none */
  const char *op;                 /* "lock", "assign": one of a fixed set */
  const char *object;             /* "m", "a[3]", "T1"; NULL: none */
  const char *text, *partner_text;/* "lock(m)", "load x → 0", "x = (x+1)"; partner's: NULL without one */
  struct pos pos, partner_pos;    /* file NULL: not known */
  const char *value;              /* the value of the object that was read or written; NULL: unknown */
  const char *message;            /* "q!1,ack" as sent, "q?1,ack" as received; NULL: none */
  const char *output;             /* what it prints; NULL: nothing */
  struct story_change *changes;   /* changed variables; valid only with has_changes */
  size_t nchanges;
  uint32_t after;                 /* the step that enabled it or that it observes: the unlock before a lock, the send of what it receives, the store that it reads; STORY_NONE: unknown */
  bool has_changes;
  bool is_refused;                /* it failed: a trylock of a held lock */
  bool is_access;                 /* not a step of the finding, but an access that its thread makes after the previous one */
  bool is_key;                    /* it accesses the object of the finding */
  bool is_minor;                  /* of minor interest: a thread starts, a thread ends */
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
  const char *name;               /* "main", "T1", "P (1)" */
  const char *routine;            /* "worker"; NULL: main, or not known */
  uint32_t lane;                  /* column in drawings; threads that never run at the same time may share one */
  bool is_first;                  /* it exists before the first step */
  /* at the end of the execution: */
  bool is_alive;
  bool may_end;                   /* its present location is a valid end */
  struct pos pos;                 /* file NULL: unknown; position of the statement */
  const char *next;               /* its next statement, "x = 1 or q?y"; NULL: unknown */
  const char *waits;              /* "waits to lock m, held by T2"; NULL: it does not wait, or unknown */
  struct story_stack stack;
};

struct story {
  VEC (struct story_thread) threads;
  VEC (struct story_step) steps;
  size_t omitted_at, omitted;     /* number of steps omitted before that one (report/excerpt.h) */
  long loop_start;                /* the first step of the cycle that is repeated for ever */
  uint32_t failed;                /* the thread of the finding; STORY_NONE: none in particular */
  const char *failure;            /* a phrase: "data race"; NULL: use the message of the finding */
  uint32_t other_thread;          /* the thread of the other stack; STORY_NONE: unknown */
  const char *about;              /* a description of the object: "node: 24 bytes, allocated by T1 (queue.c:31)"; NULL: none */
  const char *other_title;        /* title of the other stack: "the other access"; NULL: there is none */
  struct story_stack other;
  bool has_values;                /* variables, and changes of steps, are known */
  VEC (struct story_variable) variables;   /* at the end, shared ones first */
  struct arena arena;
  const char *recent[256];        /* texts, for story_text */
};

struct story *story_new (void);
void story_free (struct story *);

/* A copy of the text that lives as long as the story; equal texts often share one. NULL for NULL. */
const char *story_text (struct story *, const char *);

/* The thread of that name, which is added if there is none. */
uint32_t story_thread_named (struct story *, const char *name);

/* "i" for "P(1):i" if the variable is one of the step's threads, else its name. */
const char *story_short_name (const struct story_step *, const char *name, uint32_t thread);

/* The index of the innermost frame in a file that is not the system's; the number of frames: there is none. */
size_t story_first_own (const struct story_stack *);
struct pos story_place (const struct story_stack *);   /* the position of that frame, else of the innermost one; or file NULL */

/* Whether it is a default initial value of variables. */
bool story_is_zero (const char *value);

/* Asserts the invariants of a complete story. */
void story_check (const struct story *);

#endif
