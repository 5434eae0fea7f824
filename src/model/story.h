/* The story of one execution: who did what, where, and how it ended.
 *
 * Every output about a finding (text, JSON, message charts, comments of trace
 * files) is a writer over this structure, whether the execution is one of a
 * model or of a program. A writer looks at nothing else: not at a transition
 * system, not at a program graph, not at what a program wrote to its supervisor.
 * A story is built once, by
 *
 *     trace_story.h           models: the trace is executed and described
 *     native/wire_story.h     programs: their records, with names from DWARF
 *
 * and belongs to its finding. All texts and arrays live in it until story_free.
 * Texts are as the model or program has them: a writer escapes what its format
 * cannot carry, and shortens what its readers need not see.
 *
 * What holds in a complete story (story_check):
 *   - thread numbers are indices into threads, or STORY_NONE where that is allowed;
 *   - steps are in the order of execution, and so are their `index`es;
 *   - a step is only ever ordered after an earlier one, of another thread;
 *   - loop_start is -1, an index into steps, or their number (the last state is
 *     repeated for ever).
 */
#ifndef MODEL_STORY_H
#define MODEL_STORY_H

#include <stdbool.h>
#include <stdint.h>

#include "base/diag.h"
#include "base/vec.h"

#define STORY_NONE UINT32_MAX

struct story_variable {
  const char *name;               /* "x", "a[3]"; of a thread's own: "P(1):i" */
  const char *value;
  uint32_t thread;                /* whose it is; STORY_NONE: everybody's */
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
  uint32_t partner;               /* who takes part in it: the receiver of a rendezvous; STORY_NONE: nobody */
  const char *op;                 /* "lock", "assign": one of a small number */
  const char *object;             /* "m", "a[3]", "T1"; NULL: none */
  const char *text, *partner_text;/* "lock(m)", "load x → 0", "x = (x+1)"; partner's: NULL without one */
  struct pos pos, partner_pos;    /* file NULL: not known */
  const char *value;              /* of the object, as it was read or written; NULL: not known */
  const char *message;            /* "q!1,ack" as sent, "q?1,ack" as received; NULL: none */
  const char *output;             /* what it prints; NULL: nothing */
  struct story_change *changes;   /* variables that it changed; known only with has_changes */
  size_t nchanges;
  uint32_t after;                 /* the step that let it happen or that it learns of: the unlock before a lock, the
                                     send of what it receives, the store that it reads; STORY_NONE: not known */
  bool has_changes;
  bool is_refused;                /* it was tried and did not get what it asked for: a trylock of a held lock */
  bool is_access;                 /* no step of the finding's, but an access that its thread makes after the one before */
  bool is_key;                    /* it touches what the finding is about */
  bool is_minor;                  /* of little interest: a thread starts, a thread ends */
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
  uint32_t lane;                  /* in drawings; threads that never run at the same time may share one */
  bool is_first;                  /* it is there before the first step */
  /* at the end of the execution: */
  bool is_alive;
  bool may_end;                   /* it may stop where it is for ever */
  struct pos pos;                 /* file NULL: not known; the same for the statement */
  const char *next;               /* it would execute, "x = 1 or q?y"; NULL: not known */
  const char *waits;              /* "waits to lock m, held by T2"; NULL: it does not, or nobody knows */
  struct story_stack stack;
};

struct story {
  VEC (struct story_thread) threads;
  VEC (struct story_step) steps;
  size_t omitted_at, omitted;     /* so many steps are left out before that one (report/excerpt.h) */
  long loop_start;                /* the first step of the cycle that is repeated for ever */
  uint32_t failed;                /* the thread that the finding is about; STORY_NONE: none in particular */
  const char *failure;            /* in a few words: "data race"; NULL: the finding's message says it */
  uint32_t other_thread;          /* whose stack the other one is; STORY_NONE: not known */
  const char *about;              /* what the object is: "node: 24 bytes, allocated by T1 (queue.c:31)"; NULL: nothing to say */
  const char *other_title;        /* what the other stack is: "the other access"; NULL: there is none */
  struct story_stack other;
  bool has_values;                /* variables, and changes of steps, are known */
  VEC (struct story_variable) variables;   /* at the end, shared ones first */
  struct arena arena;
  const char *recent[256];        /* texts, for story_text */
};

struct story *story_new (void);
void story_free (struct story *);

/* A copy of the text that lives as long as the story; equal ones are often the same. NULL stays NULL. */
const char *story_text (struct story *, const char *);

/* The thread of that name, which is made if there is none yet. */
uint32_t story_thread_named (struct story *, const char *name);

/* "i" for "P(1):i" if the variable is one of the step's threads, else its name. */
const char *story_short_name (const struct story_step *, const char *name, uint32_t thread);

/* The innermost frame in a file that is not the system's; their number: there is none. */
size_t story_first_own (const struct story_stack *);
struct pos story_place (const struct story_stack *);   /* of that frame; of the innermost if there is none; or file NULL */

/* Is it a value that variables begin with? */
bool story_is_zero (const char *value);

/* Asserts what holds in a complete story. */
void story_check (const struct story *);

#endif
