/* Message-passing protocols (include/mazurka/protocol.h), made ready to run.
 *
 *     p = protocol_load (path of the shared object, file, &diag);
 *     protocol_ts (p)                       the transition system
 *     protocol_relations (p, ...)           what a static reduction needs to know
 *     protocol_free (p);
 *
 * The functions of the protocol are called inside this process; a crash or an
 * endless loop in one of them comes back as a fault of the step (call.c).
 */
#ifndef FRONT_PROTOCOL_PROTOCOL_H
#define FRONT_PROTOCOL_PROTOCOL_H

#include "base/diag.h"
#include "base/str.h"
#include "model/exec.h"
#include "model/relations.h"
#include "model/ts.h"

struct protocol;

/* Functions whose calls are to be linked to others of ours, named __wrap_ and theirs; the last is NULL. */
const char *const *protocol_wrapped (void);

/* NULL after located messages. `file` is what the user wrote. */
struct protocol *protocol_load (const char *object, const char *file, struct diag *);
void protocol_free (struct protocol *);
struct ts *protocol_ts (struct protocol *);

/* Declarations are checked on every step, not on a share of them. */
void protocol_verify (struct protocol *);

/* Promela text that declares a variable for each invariant and proposition and
 * states the protocol's formulas: expressions over them are parsed with it. */
void protocol_observables_text (const struct protocol *, struct str *);
uint32_t protocol_observables (const struct protocol *);
const char *protocol_observable_name (const struct protocol *, uint32_t);
bool protocol_observe (struct protocol *, const uint32_t *state, uint32_t observable, struct fault *);

/* True iff every invariant holds; else the fault's message and position name the first that does not,
 * or the fault has a kind: it could not be evaluated. */
/* There is something to ask of every state: an invariant, or whether `may_end` tells symmetric processes apart. */
bool protocol_has_invariants (const struct protocol *);
bool protocol_invariants_hold (struct protocol *, const uint32_t *state, struct fault *);
bool protocol_is_irrevocable (const struct protocol *, uint32_t observable);       /* once it does not hold it never does again */
uint32_t protocol_ninvariants (const struct protocol *);   /* the first of the observables */

/* What stubborn sets need to know of the instances of transitions: a process, a transition and whom it consumes messages of
 * (relations.c). Those are visible that may change one of the observables; refined: more is independent than in the paper. */
struct relations *protocol_relations (struct protocol *, bool refined, const bool *observables);

/* The protocol execution by execution (exec.c). Invariants are asked about after each step that may change one;
 * those that may change an observable that is marked are executed in every order; `choose` is that of a static reduction, and only asked for persistent sets. */
struct protocol_exec_config {
  const bool *observed;           /* of each observable; not kept */
  bool (*holds) (void *context, const uint32_t *state, struct fault *);     /* or NULL */
  size_t (*choose) (void *context, const uint32_t *state, trans_id *list, size_t count);
  void *context;
  bool by_sets;                   /* it is asked */
  bool cycles;                    /* an execution may come back to a state: something else bounds it */
  int ends;                       /* the option: which ends are bad */
};
struct exec *protocol_exec_new (struct protocol *, const struct protocol_exec_config *);

/* From now on steps lead to one of the states that differ by exchanged processes of symmetric types, if `on` and there are
 * such: true. Sound for deadlocks, assertions and invariants. Steps of such an execution become, in place, those of one without;
 * false: they could not be found. */
bool protocol_exploit_symmetry (struct protocol *, bool on);
/* A number of the state, and of those that differ from it by exchanged symmetric processes. */
uint64_t protocol_orbit (struct protocol *, const uint32_t *state);
bool protocol_lift_steps (struct protocol *, trans_id *steps, size_t count);

/* What is being executed, for whoever finds the process dead: a row of the table of names. */
enum { PROTOCOL_ROWS = 192 };
struct protocol_now {
  volatile uint32_t row;          /* 0: none of the protocol's functions */
  struct { char name[64], file[200]; int line; } rows[PROTOCOL_ROWS];
  struct { char text[300], file[200]; int line; } error;     /* text: a declaration is wrong, which ended the process */
};
void protocol_watch (struct protocol *, struct protocol_now *);

#endif
