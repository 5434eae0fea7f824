/* Local partial-order reduction: stubborn sets for any checker.
 *
 * You have a transition system: states, and n transitions with the numbers
 * 0 … n-1. You know which transition can enable which, and which depends on
 * which. This library tells you, in a state, which of the enabled transitions
 * need to be executed. It is plain C, needs nothing but libc, and keeps no
 * global state. Link libmazurka-lpor.a.
 *
 *     // Two counters and a door that opens when both are at 1:
 *     //   0: a = 1     1: b = 1     2: if a && b: door = 1
 *     static bool can_enable (void *c, unsigned t, unsigned u) { return t != 2 && u == 2; }
 *     static bool dependent (void *c, unsigned t, unsigned u) { return false; }
 *     static bool necessary (void *c, unsigned t, unsigned u) { return t == 2 && u != 2; }
 *
 *     struct mz_lpor_system system = {
 *       .ntransitions = 3, .can_enable = can_enable, .dependent = dependent, .necessary = necessary,
 *     };
 *     char why[200];
 *     struct mz_lpor *lpor = mz_lpor_new (&system, why, sizeof why);
 *     ...
 *     // in each new state s of your search:
 *     uint64_t enabled[1] = {0}, executed[1] = {0}, set[1];
 *     mz_lpor_add (enabled, 0); mz_lpor_add (enabled, 1);       // a = 1 and b = 1 can run
 *     struct mz_lpor_state state = {.enabled = enabled, .executed = executed};
 *     size_t size = mz_lpor_choose (lpor, &state, set);
 *     // size is 1: execute only those enabled transitions that are in the set
 *     for (unsigned t = 0; t < 3; t++)
 *       if (mz_lpor_has (enabled, t) && mz_lpor_has (set, t))
 *         ... every successor of s by t
 *     mz_lpor_free (lpor);
 *
 * Transitions may be non-deterministic: one has any number of successors in a
 * state, and all of them are to be visited if it is in the set.
 *
 * The relations (Bokor, Kinder, Serafini, Suri, ASE 2011, Definitions 1 to 3).
 * Too many pairs in the first two cost reduction, never soundness; too few are
 * a wrong verdict, which mz_lpor_verify finds on small systems.
 *
 *   can_enable (t, u)   in some state where u is disabled, t leads to one where u is enabled
 *   dependent (t, u)    u depends on t: in some state where both are enabled, t can disable u,
 *                       or t then u reaches a state that u then t does not. Not necessarily
 *                       symmetric. Never asked for t == u.
 *   necessary (t, u)    t is never enabled before u was executed: t waits for u. Here too many
 *                       pairs are unsound, too few cost reduction.
 *                       (The Petri-net example of the paper prints these pairs the other way round.)
 *
 * What is kept, and what that asks of you (enum mz_lpor_keep):
 *
 *   deadlocks   every state without enabled transitions is visited. Nothing more is needed. If some
 *               transitions need not happen (`optional`: a crash, the loss of a message), every state
 *               in which nothing else is enabled is an end, and is visited.
 *   invariants  `visible` must say of every transition that can change whether the invariant
 *               holds, in any state at all, that it is visible. If the state graph has cycles the
 *               search must see to it that from each state a fully expanded one is reached: in
 *               depth-first search it executes all enabled transitions where every step of
 *               the set leads to a state on its stack; in breadth-first search where every
 *               step leads to a state that is expanded already.
 *   LTL         without X, over propositions that only visible transitions can change. Every
 *               cycle of the reduced graph must have a fully expanded state: a
 *               depth-first search executes all where some step of the set leads to its
 *               stack. Decide that once for each state and remember it, whatever the
 *               automaton of the property does (Siegel, CAV 2019).
 *   CTL*        without X. As for LTL; and a proper set is a single transition for which `deterministic` says
 *               that it has at most one successor in any state.
 *
 * The cycle conditions are the search's business: the library sees one state at
 * a time. Full expansion of a state keeps everything, always.
 *
 * The choice is a function of the state's three fields. If `executed` is used
 * it depends on the path by which the state was reached; that is sound, but
 * who needs the set of a state again has to remember it.
 */
#ifndef MAZURKA_LPOR_H
#define MAZURKA_LPOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- sets of transitions: n bits, mz_lpor_words (n) words ---- */

static inline size_t
mz_lpor_words (unsigned n)
{
  return ((size_t) n + 63) / 64;
}

static inline bool
mz_lpor_has (const uint64_t *set, unsigned t)
{
  return set[t / 64] >> (t % 64) & 1;
}

static inline void
mz_lpor_add (uint64_t *set, unsigned t)
{
  set[t / 64] |= (uint64_t) 1 << (t % 64);
}

/* ---- the system ---- */

enum mz_lpor_keep { MZ_LPOR_DEADLOCKS, MZ_LPOR_INVARIANTS, MZ_LPOR_LTL, MZ_LPOR_CTL };

typedef bool mz_lpor_relation (void *context, unsigned t, unsigned u);
typedef bool mz_lpor_property (void *context, unsigned t);

/* Writes the k-th necessary enabling set of t to `set` (which is empty); false if there is none. Before t becomes enabled
 * one of the set's transitions must be executed. */
typedef bool mz_lpor_sets (void *context, unsigned t, unsigned k, uint64_t *set);

/* The same for executions from this state on; called only where t is disabled. */
typedef bool mz_lpor_sets_in (void *context, const void *state, unsigned t, unsigned k, uint64_t *set);

/* A relation is a function or a bit matrix with n rows of mz_lpor_words (n) words: bit u of row t is the pair (t, u).
 * mz_lpor_new copies everything but sets_in and context, which are used later. */
struct mz_lpor_system {
  unsigned ntransitions;
  void *context;                  /* passed to every function */
  mz_lpor_relation *can_enable; const uint64_t *can_enable_bits;   /* one of the two */
  mz_lpor_relation *dependent; const uint64_t *dependent_bits;     /* one of the two */
  mz_lpor_relation *necessary; const uint64_t *necessary_bits;     /* at most one of the two */
  mz_lpor_sets *sets;             /* or NULL: necessary enabling sets for executions from the initial states */
  mz_lpor_sets_in *sets_in;       /* or NULL: for executions from the current state; needs no executed set */
  enum mz_lpor_keep keep;
  mz_lpor_property *visible;      /* NULL: every transition is visible, unless only deadlocks are kept */
  mz_lpor_property *deterministic;/* for CTL*; NULL: no transition is */
  mz_lpor_property *optional;     /* may happen where it is enabled, but need not; NULL: no transition is optional */
  unsigned tries;                 /* number of initial transitions to try; 0: all enabled ones */
};

struct mz_lpor;

/* NULL, with a message, if the description is incomplete or memory is short. */
struct mz_lpor *mz_lpor_new (const struct mz_lpor_system *, char *why, size_t room);
void mz_lpor_free (struct mz_lpor *);

/* ---- in a state ---- */

struct mz_lpor_state {
  const void *state;              /* yours; passed to sets_in */
  const uint64_t *enabled;
  const uint64_t *executed;       /* transitions executed on some path from an initial state to this one; NULL: unknown, any
                                   * may have been */
};

/* Tries several initial transitions and keeps the set with the fewest enabled transitions. Returns their number: 0 only if
 * none is enabled. The set may have disabled members too. */
size_t mz_lpor_choose (struct mz_lpor *, const struct mz_lpor_state *, uint64_t *set);

/* The set that starts with one enabled transition. 0: no proper set with it satisfies the conditions of what is to be kept. */
size_t mz_lpor_from (struct mz_lpor *, const struct mz_lpor_state *, unsigned initial, uint64_t *set);

/* The forward enable set of t, with t: all transitions that can become executable as a consequence of t alone. */
const uint64_t *mz_lpor_forward (const struct mz_lpor *, unsigned t);

/* ---- are the relations right? ---- */

/* The semantics of the transitions. States are blocks of state_bytes bytes that are equal iff their bytes are. */
struct mz_lpor_semantics {
  void *context;
  size_t state_bytes;
  void (*enabled) (void *context, const void *state, uint64_t *set);            /* the set is empty when called */
  /* Writes the k-th successor by t, which is enabled; false if there is none. */
  bool (*successor) (void *context, const void *state, unsigned t, unsigned k, void *next);
  /* The value of the property's propositions in a state, or NULL. */
  uint64_t (*label) (void *context, const void *state);
  const char *(*name) (void *context, unsigned t);                              /* or NULL: the names are t0, t1 … */
  void (*print) (void *context, const void *state, char *text, size_t room);     /* or NULL: states are printed as bytes */
};

/* Explores all states from the initial one without reduction, at most `limit`. Checks of every step that it obeys
 * can_enable, dependent, visible and deterministic; of every necessary enabling transition or set that it is necessary; and
 * of the sets that mz_lpor_choose and mz_lpor_from compute that they satisfy, by definition, D1, D2 and the conditions of
 * what is to be kept. False with a message that names the wrong relation, the pair, and the state that refutes it. True:
 * all of this holds for the states explored. */
bool mz_lpor_verify (struct mz_lpor *, const struct mz_lpor_semantics *, const void *initial, size_t limit, char *why, size_t room);

/* The same for the steps of one state, without the necessary enabling transitions: for use during a search. */
bool mz_lpor_verify_state (struct mz_lpor *, const struct mz_lpor_semantics *, const void *state, char *why, size_t room);

#ifdef __cplusplus
}
#endif
#endif
