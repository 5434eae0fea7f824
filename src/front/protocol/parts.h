/* A loaded protocol: declarations as numbers and bits. Shared by the files of
 * this directory.
 *
 * A state:
 *     word 0                number of messages
 *     of each process       its variables, packed; with faults a word before them:
 *                           bit 0 crashed, then copies made on the way to it, MP_COPY_BITS for each type of message
 *                           that may be copied; bits 28.. lies it told
 *     of each message       type << 16 | from << 8 | to, then its values; sorted
 */
#ifndef FRONT_PROTOCOL_PARTS_H
#define FRONT_PROTOCOL_PARTS_H

#include <mazurka/protocol.h>

#include "base/vec.h"
#include "front/protocol/protocol.h"

enum { MP_MOST_TRANSITIONS = 64, MP_MOST_TYPES = 64, MP_MOST_BYTES = 1 << 16, MP_MOST_INSTANCES = 4096, MP_CHOICES = 1 << 12, MP_CRASHED = 1, MP_MOST_COPIES = 7, MP_COPY_BITS = 3, MP_COPIED_TYPES = 8,
       MP_LIE_SHIFT = 28, MP_MOST_LIES = 15, MP_MOST_LIED = 512 };

struct mp_variable {
  const char *name;
  uint32_t offset, size, unit;    /* in the structure */
  uint32_t at;                    /* in the packed bytes */
  bool names;                     /* holds numbers of processes + 1, or 0 */
};

struct mp_type {
  const struct mz_process *source;
  VEC (struct mp_variable) variables;
  uint32_t bytes, words;          /* packed; words: with the word of faults */
  int first, count;
};

struct mp_message_type {
  const struct mz_message_type *source;
  uint32_t nfields;
  uint32_t names;                 /* a bit for each field that holds the number of a process + 1, or 0 */
  uint32_t copy_shift;            /* of the number of copies in the word of faults */
  char *fields[MZ_FIELDS];        /* heap */
};

enum mp_kind { MP_ORDINARY, MP_CRASH, MP_LOSS, MP_COPY, MP_FORGE };

struct mp_transition {
  enum mp_kind kind;
  const struct mz_transition *source;   /* of ordinary ones */
  char name[64];
  struct pos pos;
  uint32_t type;                  /* of process */
  int consumes, input;
  uint64_t from, to;              /* processes */
  bool to_sender;
  uint64_t sends;                 /* types of messages */
  uint64_t reads, uses, writes, increments, compares;   /* variables */
  struct mz_message forged;       /* by a lie, to one receiver */
  uint32_t family;                /* of a lie, the first with the same type of message; else its own number */
  struct fault wrong;             /* kind: it does more than it declared, or does not return; it is not executed any more */
  uint64_t runs;                  /* steps executed */
};

/* A transition of one process, apart for each set of senders where these are few. */
struct mp_instance {
  uint32_t pid, transition;
  uint64_t senders;
  bool exact;                     /* one message of each of them is consumed */
};

/* What may be observed: invariants, then propositions. */
struct mp_observable {
  const struct mz_property *source;
  uint64_t *reads, *compares;     /* of each type of process, its variables; arena */
  bool irrevocable;               /* once it does not hold it never does again */
  bool tells_apart;               /* it may, processes of a symmetric type */
  struct fault wrong;             /* kind: it does not return; it is not called any more */
};

/* A state taken apart. The structures lie in one block, apart from each other and from everything else: who writes
 * beside one is found out (state.c). */
struct mp_open {
  uint8_t *block;                 /* a mapping with forbidden memory before and behind it */
  uint8_t *local[MZ_PROCESSES];   /* structures of the processes */
  uint32_t fault[MZ_PROCESSES];
  struct mz_message *messages;    /* room for one more than the most */
  uint32_t nmessages;
};

struct protocol {
  struct ts ts;
  void *handle;                   /* of the shared object */
  const struct mz_protocol *source;
  const char *file;
  struct arena arena;
  VEC (struct mp_type) types;
  VEC (struct mp_message_type) messages;
  VEC (struct mp_transition) transitions;
  VEC (struct mp_instance) instances;
  VEC (struct mp_observable) observables;
  uint32_t ninvariants;
  int *first, *count;             /* by type; memory that functions of the protocol can read only */
  uint32_t nprocesses, most_messages;
  uint32_t type_of[MZ_PROCESSES], at[MZ_PROCESSES];   /* at: first word */
  uint32_t first_instance[MZ_PROCESSES + 1];
  uint32_t messages_at;           /* word */
  size_t block_bytes;             /* of an open state */
  uint16_t *owner;                /* of each byte of its block; accesses.c */
  bool has_faults, verify;
  struct mp_open now, scratch, trial, permuted;
  bool has_symmetry, exploits, checking;      /* exploits: steps lead to states that stand for others (symmetry.c) */
  const struct mz_process *ends_by_name;      /* its `may_end` may look at names of processes; NULL: no type's does */
  uint32_t *other;                /* a state being compared; heap */
  uint32_t *representative;       /* heap */
  uint64_t looks;                 /* at states, to check a share of them for symmetry */
  struct fault asymmetric;        /* kind: a transition tells processes apart; none is executed any more */
  uint64_t calls;                 /* of guards, to check a share */
  struct str text;                /* of the last description */
};

/* state.c */
void mp_open_init (struct protocol *, struct mp_open *);
void mp_open_release (const struct protocol *, struct mp_open *);
/* What the block holds is kept, to be compared later: true iff nothing but the process's structure is different
 * (UINT32_MAX: nothing at all). If it is, it is again what it was. */
void mp_keep_block (struct protocol *, const struct mp_open *);
bool mp_same_block (struct protocol *, struct mp_open *, uint32_t pid);
void mp_open_state (const struct protocol *, const uint32_t *state, struct mp_open *);
uint32_t mp_close_state (const struct protocol *, struct mp_open *, uint32_t *out);   /* sorts the messages */
int mp_compare_messages (const void *, const void *);

/* A step in progress: what the protocol's functions see, and what they did. */
struct mp_running {
  struct mz_step step;            /* the first member */
  struct protocol *protocol;
  struct mp_transition *transition;
  uint64_t senders;               /* of what is consumed */
  struct mp_open *open;           /* gets what is sent; NULL: in a guard */
  struct fault *fault;            /* the first thing wrong */
  bool only_over;                 /* a guard's call is one of `over` */
};

/* call.c: false: the call did not return normally; the fault says why */
void mp_catch_signals (void);
void *mp_call_dlopen (const char *object);      /* loading may run code too; ends the process if it does not return */
/* `when` and the guard together; the guard is not called if `when` says no, or without messages. */
bool mp_call_guard (struct mp_running *, bool *holds);
bool mp_call_effect (struct mp_running *);
bool mp_call_property (struct protocol *, struct mp_observable *, const struct mz_view *, bool *holds, struct fault *);
/* These end the process if they do not return, or write beside what they are given. */
void mp_call_start (struct protocol *, uint32_t pid);          /* in the open state `now` */
bool mp_call_may_end (struct protocol *, struct mp_open *, uint32_t pid);
_Noreturn void mp_declared_wrongly (struct pos, const char *format, ...) __attribute__ ((format (printf, 2, 3)));
void mp_fault (struct fault *, struct pos, const char *format, ...) __attribute__ ((format (printf, 3, 4)));

/* relations.c: fills the rows */
bool mp_visible (const struct protocol *, uint32_t instance, const bool *observables);     /* may change one of them */

/* declared.c: does the transition do what it declared? The fault says if not. */
void mp_check_guard (struct mp_running *, bool holds);
void mp_check_effect (struct mp_running *, const uint8_t *before);
void mp_check_repeats (struct mp_running *, const uint8_t *before, const struct mz_message *sent, uint32_t nsent);
void mp_check_property (struct protocol *, struct mp_observable *, const struct mz_view *, bool holds);
void mp_send (struct mz_step *, const struct mz_message *);
void mp_fail (struct mz_step *, const char *text, const char *file, int line);

/* choices.c: every way to choose what the transition consumes, in a fixed order; `ordinal` counts those with the
 * same instance. The function returns false to end it. */
struct mp_choice {
  uint32_t instance, ordinal;
  const struct mz_message *messages;    /* consumed, by sender */
  const uint32_t *places;               /* of them in the open state */
};
typedef bool mp_choice_fn (void *context, const struct mp_choice *);
void mp_choices (struct protocol *, const struct mp_open *, uint32_t pid, uint32_t transition, mp_choice_fn *, void *context);

/* library.c: a function that a protocol may use, by the name by which its calls are linked */
bool mp_is_of_library (const char *name);

/* imports.c: the shared object uses nothing but what a protocol may use; false after a message */
bool mp_check_imports (const char *object, const char *file, struct diag *);

/* load.c, names.c */
bool mp_check_lists (const struct protocol *, struct diag *);      /* lists.c: every list ends, names are text */
bool mp_resolve (struct protocol *, struct diag *);
int64_t mp_get (const uint8_t *at, uint32_t unit);    /* a signed number of so many bytes */

/* ts.c */
bool mp_all_may_end (struct protocol *, struct mp_open *);
const struct mp_instance *mp_instance_of (const struct protocol *, trans_id);
bool mp_is_fault (const struct ts *, trans_id);
/* The choice that the name stands for in the open state; false: there is none. */
struct mp_taken {
  struct mz_message messages[MZ_QUORUM];
  uint32_t places[MZ_QUORUM];
  int count;
};
bool mp_find_choice (struct protocol *, const struct mp_open *, trans_id, struct mp_taken *);
uint32_t mp_step_open (struct protocol *, struct mp_open *, trans_id, uint32_t *out, struct fault *);

/* Every enabled transition of the state, which is the open one then, and what it consumes. */
typedef void mp_enabled_fn (void *context, trans_id, const struct mp_choice *);
void mp_each_enabled (struct protocol *, const uint32_t *state, mp_enabled_fn *, void *context);

/* Does `when` hold for the process? A fault counts as true. */
bool mp_is_over (struct protocol *, struct mp_open *, uint32_t pid, struct mp_transition *);     /* a fault counts as false */
bool mp_when_holds (struct protocol *, struct mp_open *, uint32_t pid, struct mp_transition *);

/* symmetry.c: as mp_close_state, for a state that stands for the open one and its permutations; and whether it does */
uint32_t mp_close_symmetric (struct protocol *, struct mp_open *, uint32_t *out);
void mp_check_symmetry (struct protocol *, const uint32_t *state);
void mp_check_orbit (struct protocol *, struct mp_observable *, bool holds, struct fault *);
void mp_check_ends (struct protocol *, struct fault *);     /* the same for `may_end` */
bool mp_resolve_symmetry (struct protocol *, struct diag *);

/* describe.c */
void mp_name_process (const struct protocol *, uint32_t pid, char *name, size_t room);
void mp_add_inbox (struct str *, const struct protocol *, const struct mp_open *, uint32_t pid);
void mp_describe (struct ts *, const uint32_t *, trans_id, struct step_info *);
void mp_cells (struct ts *, const uint32_t *, ts_cell_fn *, void *);
void mp_unreached (struct ts *, void (*) (void *, const char *, struct pos, const char *), void *);

extern const struct ts_class mp_class;

#endif
