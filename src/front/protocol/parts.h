/* A loaded protocol: declarations as numbers and bit sets. Shared by the files of this directory.
 *
 * A state:
 *     word 0                number of messages
 *     of each process       its variables, packed; with faults a word before them:
 *                           bit 0 crashed, then the number of copies made in transit, MP_COPY_BITS for each type of message
 *                           that may be copied; bits 28.. number of lies
 *     of each message       type << 16 | from << 8 | to, then its values; sorted */
#ifndef FRONT_PROTOCOL_PARTS_H
#define FRONT_PROTOCOL_PARTS_H

#include <mazurka/protocol.h>

#include "base/vec.h"
#include "front/protocol/protocol.h"

enum { MP_MOST_TYPES = 64, MP_MOST_BYTES = 1 << 16, MP_MOST_INSTANCES = 4096, MP_CHOICES = 1 << 12, MP_CRASHED = 1, MP_MOST_COPIES = 7, MP_COPY_BITS = 3, MP_COPIED_TYPES = 8,
       MP_LIE_SHIFT = 28, MP_MOST_LIES = 15, MP_MOST_LIED = 512 };

struct mp_variable {
  const char *name;
  uint32_t offset, size, unit;    /* in the structure */
  uint32_t at;                    /* in the packed bytes */
  bool names;                     /* holds process numbers + 1, or 0 */
};

struct mp_type {
  const struct mz_process *source;
  VEC (struct mp_variable) variables;
  uint32_t bytes, words;          /* packed size; words: including the word of faults */
  int first, count;
};

struct mp_message_type {
  const struct mz_message_type *source;
  uint32_t nfields;
  uint32_t names;                 /* a bit for each field that holds a process number + 1, or 0 */
  uint32_t copy_shift;            /* position of the number of copies in the word of faults */
  char *fields[MZ_FIELDS];        /* heap */
};

enum mp_kind { MP_ORDINARY, MP_CRASH, MP_LOSS, MP_COPY, MP_FORGE };

struct mp_transition {
  enum mp_kind kind;
  const struct mz_transition *source;   /* for ordinary transitions */
  char name[64];
  struct pos pos;
  uint32_t type;                  /* type of its process */
  int consumes, input;
  uint64_t from, to;              /* sets of processes */
  bool to_sender;
  uint64_t sends;                 /* set of message types */
  uint64_t reads, uses, writes, increments, compares;   /* sets of variables */
  struct mz_message forged;       /* the message of a lie, to one receiver */
  uint32_t family;                /* for a lie, the first one with the same type of message; otherwise its own number */
  struct fault wrong;             /* kind is set if it violates its declaration, or does not return; it is not executed any
                                   * more */
  uint64_t runs;                  /* number of executed steps */
};

/* A transition of one process, split by set of senders where there are few. */
struct mp_instance {
  uint32_t pid, transition;
  uint64_t senders;
  bool exact;                     /* consumes one message from each of them */
};

/* An observable: invariants first, then propositions. */
struct mp_observable {
  const struct mz_property *source;
  uint64_t *reads, *compares;     /* by type of process, its variables; arena */
  bool irrevocable;               /* once false it stays false */
  bool tells_apart;               /* it may distinguish processes of a symmetric type */
  struct fault wrong;             /* kind is set if it does not return; it is not called any more */
};

/* An unpacked state. The structures are in one block, with gaps between them, and separate from all other memory: writes
 * outside them are detected (state.c). */
struct mp_open {
  uint8_t *block;                 /* a mapping with inaccessible memory before and after it */
  uint8_t *local[MZ_PROCESSES];   /* structures of the processes */
  uint32_t fault[MZ_PROCESSES];
  struct mz_message *messages;    /* capacity: one more than the limit */
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
  int *first, *count;             /* by type; read-only for functions of the protocol */
  uint32_t nprocesses, most_messages;
  uint32_t type_of[MZ_PROCESSES], at[MZ_PROCESSES];   /* at: index of the first word */
  uint32_t first_instance[MZ_PROCESSES + 1];
  uint32_t messages_at;           /* index of the first word */
  size_t block_bytes;             /* size of an open state's block */
  uint16_t *owner;                /* owner of each byte of the block; accesses.c */
  bool has_faults, verify;
  struct mp_open now, scratch, trial, permuted;
  bool has_symmetry, exploits;    /* exploits: steps lead to representatives of symmetric states (symmetry.c) */
  const struct mz_process *ends_by_name;      /* its `may_end` may depend on process numbers; NULL: none does */
  uint32_t *other;                /* a state for comparison; heap */
  uint32_t *representative;       /* heap */
  uint64_t looks;                 /* number of visited states, for checking a fraction of them for symmetry */
  struct fault asymmetric;        /* kind is set if a transition distinguishes processes; then none is executed any more */
  uint64_t calls;                 /* number of guard calls, for checking a fraction */
  struct str text;                /* buffer of the last description */
};

/* state.c */
void mp_open_init (struct protocol *, struct mp_open *);
void mp_open_release (const struct protocol *, struct mp_open *);
/* Saves the contents of the block for later comparison: true iff only the process's structure has changed (UINT32_MAX:
 * nothing at all). Otherwise the old contents are restored. */
void mp_keep_block (struct protocol *, const struct mp_open *);
bool mp_same_block (struct protocol *, struct mp_open *, uint32_t pid);
void mp_open_state (const struct protocol *, const uint32_t *state, struct mp_open *);
uint32_t mp_close_state (const struct protocol *, struct mp_open *, uint32_t *out);   /* sorts the messages */
int mp_compare_messages (const void *, const void *);

/* A step in progress: what the protocol's functions see, and what they did. */
struct mp_running {
  struct mz_step step;            /* must be the first member */
  struct protocol *protocol;
  struct mp_transition *transition;
  uint64_t senders;               /* senders of the consumed messages */
  struct mp_open *open;           /* receives the sent messages; NULL: in a guard */
  struct fault *fault;            /* the first error */
  bool only_over;                 /* the call of the guard evaluates only `over` */
};

/* call.c: false: the call did not return normally; the fault says why */
void mp_catch_signals (void);
void *mp_call_dlopen (const char *object);      /* loading may run code too; ends the process if it does not return */
/* `when` and the guard together; the guard is not called if `when` is false, or without messages. */
bool mp_call_guard (struct mp_running *, bool *holds);
bool mp_call_effect (struct mp_running *);
bool mp_call_property (struct protocol *, struct mp_observable *, const struct mz_view *, bool *holds, struct fault *);
/* These end the process if they do not return, or write outside their memory. */
void mp_call_start (struct protocol *, uint32_t pid);          /* in the open state `now` */
bool mp_call_may_end (struct protocol *, struct mp_open *, uint32_t pid);
_Noreturn void mp_declared_wrongly (struct pos, const char *format, ...) __attribute__ ((format (printf, 2, 3)));
void mp_fault (struct fault *, struct pos, const char *format, ...) __attribute__ ((format (printf, 3, 4)));

/* relations.c: fills the rows */
bool mp_visible (const struct protocol *, uint32_t instance, const bool *observables);     /* it may change one of them */

/* declared.c: checks that the transition obeys its declaration; sets the fault otherwise. */
void mp_check_guard (struct mp_running *, bool holds);
void mp_check_effect (struct mp_running *, const uint8_t *before);
void mp_check_repeats (struct mp_running *, const uint8_t *before, const struct mz_message *sent, uint32_t nsent);
void mp_check_property (struct protocol *, struct mp_observable *, const struct mz_view *, bool holds);
void mp_send (struct mz_step *, const struct mz_message *);
void mp_fail (struct mz_step *, const char *text, const char *file, int line);

/* choices.c: every choice of messages that the transition can consume, in a fixed order; `ordinal` counts those with the
 * same instance. The callback returns false to stop. */
struct mp_choice {
  uint32_t instance, ordinal;
  const struct mz_message *messages;    /* consumed, by sender */
  const uint32_t *places;               /* their indices in the open state */
};
typedef bool mp_choice_fn (void *context, const struct mp_choice *);
void mp_choices (struct protocol *, const struct mp_open *, uint32_t pid, uint32_t transition, mp_choice_fn *, void *context);

/* library.c: a function that a protocol may use, by the name that its calls are linked to */
bool mp_is_of_library (const char *name);

/* imports.c: the shared object uses only what a protocol may use; false after a message */
bool mp_check_imports (const char *object, const char *file, struct diag *);

/* load.c, names.c */
bool mp_check_lists (const struct protocol *, struct diag *);      /* lists.c: every list is terminated, names are text */
bool mp_resolve (struct protocol *, struct diag *);
int64_t mp_get (const uint8_t *at, uint32_t unit);    /* a signed number of that many bytes */

/* ts.c */
bool mp_all_may_end (struct protocol *, struct mp_open *);
const struct mp_instance *mp_instance_of (const struct protocol *, trans_id);
bool mp_is_fault (const struct ts *, trans_id);
/* The choice that the transition's number denotes in the open state; false: there is none. */
struct mp_taken {
  struct mz_message messages[MZ_QUORUM];
  uint32_t places[MZ_QUORUM];
  int count;
};
bool mp_find_choice (struct protocol *, const struct mp_open *, trans_id, struct mp_taken *);

/* Enumerates the enabled transitions of the state, which becomes the open one, and what they consume. */
typedef void mp_enabled_fn (void *context, trans_id, const struct mp_choice *);
void mp_each_enabled (struct protocol *, const uint32_t *state, mp_enabled_fn *, void *context);

/* Is `when` true for the process? A fault counts as true. */
bool mp_is_over (struct protocol *, struct mp_open *, uint32_t pid, struct mp_transition *);     /* a fault counts as false */
bool mp_when_holds (struct protocol *, struct mp_open *, uint32_t pid, struct mp_transition *);

/* symmetry.c: as mp_close_state, for a state that represents the open one and its permutations; and whether it is valid to
 * do so */
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
