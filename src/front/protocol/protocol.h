/* Message-passing protocols (include/mazurka/protocol.h), loaded for execution.
 *
 *     p = protocol_load (path of the shared object, file, &diag);
 *     protocol_ts (p)                       the transition system
 *     protocol_relations (p, ...)           relations for a static reduction
 *     protocol_free (p);
 *
 * The functions of the protocol are called inside this process; a crash or an endless loop in one of them becomes a fault
 * of the step (call.c). */
#ifndef FRONT_PROTOCOL_PROTOCOL_H
#define FRONT_PROTOCOL_PROTOCOL_H

#include "base/diag.h"
#include "base/str.h"
#include "model/exec.h"
#include "model/relations.h"
#include "model/ts.h"

struct protocol;

/* Functions whose calls are linked to wrappers named __wrap_ and their name; terminated by NULL. */
const char *const *protocol_wrapped (void);

/* NULL after located messages. `file` is the name given by the user. */
struct protocol *protocol_load (const char *object, const char *file, struct diag *);
void protocol_free (struct protocol *);
struct ts *protocol_ts (struct protocol *);

/* Checks declarations on every step, not on a fraction of them. */
void protocol_verify (struct protocol *);

/* Promela text that declares a variable for each invariant and proposition and states the protocol's formulas: expressions
 * over them are parsed with it. */
void protocol_observables_text (const struct protocol *, struct str *);
uint32_t protocol_observables (const struct protocol *);
const char *protocol_observable_name (const struct protocol *, uint32_t);
bool protocol_observe (struct protocol *, const uint32_t *state, uint32_t observable, struct fault *);

/* True iff every invariant holds; else the fault's message and position name the first that does not; the fault has a kind
 * if one could not be evaluated. */
/* Some check of every state is needed: an invariant, or whether `may_end` distinguishes symmetric processes. */
bool protocol_has_invariants (const struct protocol *);
bool protocol_invariants_hold (struct protocol *, const uint32_t *state, struct fault *);
bool protocol_is_irrevocable (const struct protocol *, uint32_t observable);       /* once false it stays false */
uint32_t protocol_ninvariants (const struct protocol *);   /* they come first among the observables */

/* The relations of the instances of transitions for stubborn sets (relations.c); an instance is a process, a transition and
 * the senders of its messages. Visible are those that may change one of the observables; refined: with more independence
 * than in the literature. */
struct relations *protocol_relations (struct protocol *, bool refined, const bool *observables);

/* The protocol as controlled executions (exec.c). Invariants are checked after each step that may change one; steps that
 * may change a marked observable are explored in every order; `choose` is that of a static reduction, used only for
 * persistent sets. */
struct protocol_exec_config {
  const bool *observed;           /* of each observable; not copied */
  bool (*holds) (void *context, const uint32_t *state, struct fault *);     /* or NULL */
  size_t (*choose) (void *context, const uint32_t *state, trans_id *list, size_t count);
  void *context;
  bool by_sets;                   /* `choose` is used */
  bool cycles;                    /* an execution may return to an earlier state: something else bounds it */
  int ends;                       /* value of --ends: which ends are errors */
};
struct exec *protocol_exec_new (struct protocol *, const struct protocol_exec_config *);

/* From now on steps lead to one representative of the states that differ by permutations of symmetric processes, if `on`
 * and there are such: true. Sound for deadlocks, assertions and invariants. The second function converts such an execution,
 * in place, into one without symmetry; false: it was not found. */
bool protocol_exploit_symmetry (struct protocol *, bool on);
/* A hash of the state that is invariant under permutations of symmetric processes. */
uint64_t protocol_orbit (struct protocol *, const uint32_t *state);
bool protocol_lift_steps (struct protocol *, trans_id *steps, size_t count);
/* What was found to distinguish symmetric processes, or NULL; and whether that nothing does was checked in every state and order. */
const struct fault *protocol_asymmetry (const struct protocol *);
bool protocol_symmetry_is_proved (const struct protocol *);

/* The function being executed, for the parent if the process dies: a row of the table of names. The last row stands for the
 * functions that have none, and for code that runs while the protocol is loaded. */
enum { PROTOCOL_ROWS = 192, PROTOCOL_LAST_ROW = PROTOCOL_ROWS - 1 };
struct protocol_now {
  volatile uint32_t row;          /* 0: none of the protocol's functions */
  volatile uint32_t finished;     /* set by the process itself as its last act: 1 and its exit code */
  struct { char name[64], file[200]; int line; } rows[PROTOCOL_ROWS];
  struct { char text[300], file[200]; int line; } error;     /* text is set: a wrong declaration ended the process */
};
void protocol_watch (struct protocol *, struct protocol_now *);

#endif
