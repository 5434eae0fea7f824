/* The result of a run: verdict, findings with their traces, statistics. Filled in by searches, printed by report. */
#ifndef MODEL_RESULT_H
#define MODEL_RESULT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/diag.h"
#include "base/vec.h"
#include "model/story.h"
#include "model/ts.h"

enum verdict { VERDICT_OK, VERDICT_VIOLATION, VERDICT_UNKNOWN };

/* The JSON names of kinds are a contract. */
#define FINDING_KINDS(X)           \
  X (ASSERTION, "assertion")       \
  X (DEADLOCK, "deadlock")         \
  X (DATA_RACE, "data-race")       \
  X (MEMORY, "memory")             \
  X (CRASH, "crash")               \
  X (INVALID_END, "invalid-end")   \
  X (LTL, "ltl")                   \
  X (INVARIANT, "invariant")       \
  X (LIVELOCK, "livelock")         \
  X (API_MISUSE, "api-misuse")     \
  X (EXIT_STATUS, "exit-status")   \
  X (WEAK_MEMORY, "weak-memory")   /* not a violation: why the verdict is unknown */

enum finding_kind {
#define X(id, name) FINDING_##id,
  FINDING_KINDS (X)
#undef X
};

struct finding {
  enum finding_kind kind;
  char *message;                  /* heap */
  struct pos pos;                 /* of the failing statement; file NULL if none */
  trans_id *steps;                /* heap; the execution from the initial state. Of a program: trans_of_program */
  size_t nsteps;
  long loop_start;                /* index into steps, or -1 */
  struct story *story;            /* heap; of a program: what the steps are. NULL: those of a model */
  bool shortest;                  /* no execution that ends in the same way has fewer steps */
};

/* Every statistic once: name in C and JSON, meaning. */
#define STATISTICS(X)                                                      \
  X (threads, "most processes alive at once")                              \
  X (executions, "complete maximal executions")                            \
  X (blocked, "executions cut by sleep sets")                              \
  X (cut, "executions cut by a false assumption or a loop that waits")     \
  X (sampled, "random executions before the exhaustive search")            \
  X (transitions, "transitions executed by the search")                    \
  X (runs, "with stored states: executions begun, from wherever")           \
  X (replayed, "transitions executed again to come back to a state")       \
  X (states, "distinct stored states")                                     \
  X (revisits, "transitions into states already stored")                   \
  X (max_depth, "longest path from the initial state")                     \
  X (restarts_modes, "of a program explored again from the start: more of what it does are steps") \
  X (restarts_loops, "... how a loop waits was learned, or that it does not wait") \
  X (restarts_values, "... a location that a loop waits for holds a new value") \
  X (restarts_weak, "... weak memory: it uses atomics, or they overlap") \
  X (restarts_addresses, "... addresses or thread identifiers may be used again") \
  X (restarts_states, "... its states are stored, or no longer stored") \
  X (latches, "circuits: bits of a state")                                  \
  X (clauses, "circuits: clauses given to the solver, or nodes of diagrams") \
  X (peak_bytes, "most memory held for states and search stack, in bytes") \
  X (store_bytes, "of peak_bytes, what the visited states took")

struct stats {
#define X(name, text) uint64_t name;
  STATISTICS (X)
#undef X
  double seconds;
};

struct unreached {
  char *proc;                     /* heap */
  struct pos pos;
  char *text;                     /* heap */
};

struct result {
  enum verdict verdict;
  bool exhaustive;
  bool at_limit;                  /* an execution was cut at a limit of the model, FAULT_RESOURCE */
  bool cyclic;                    /* a reduced search reached a state that it had not left yet, or could not decide this */
  char reason[400];               /* why not ok or not exhaustive; empty if ok */
  VEC (struct finding) findings;
  uint64_t errors;                /* number of violations, also of those not kept as findings */
  VEC (struct unreached) unreached;
  struct stats stats;
};

/* Records why not everything was explored, and where (file NULL: at no particular position). */
static inline void
result_reason (struct result *r, struct pos pos, const char *why)
{
  if (pos.file)
    snprintf (r->reason, sizeof r->reason, "%s:%d: %s", pos.file, pos.line, why);
  else
    snprintf (r->reason, sizeof r->reason, "%s", why);
}

void result_release (struct result *);
void finding_release (struct finding *);
void result_drop_finding (struct result *, size_t);
const char *verdict_name (enum verdict);
const char *finding_kind_name (enum finding_kind);
enum finding_kind fault_finding (enum fault_kind);
bool finding_known (const struct result *, enum finding_kind, struct pos, const char *message);   /* there is one */

#endif
