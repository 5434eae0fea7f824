/* The states of a program and the steps between them, for temporal properties:
 * collected inside the program while they are explored, or along one execution
 * that is repeated, and sent to the supervisor (WIRE_STATES). Linked into programs. */
#ifndef NATIVE_EXPLORER_STATES_H
#define NATIVE_EXPLORER_STATES_H

#include "base/vec.h"
#include "native/runtime/records/wire_writer.h"

struct graph;

struct explorer_states {
  struct exec *exec;
  uint32_t nobserved;
  VEC (int64_t) values;           /* nobserved for each state, in the order in which they were met */
};

/* The exec is in the next state. */
void explorer_states_met (struct explorer_states *);
void explorer_states_send (struct explorer_states *, const struct graph *, struct wire_writer *);

/* Repeats the steps, and those from `loop_start` on (UINT64_MAX: none) until they lead back to a state.
 * False, with the reason, if they do not. What was met is sent. */
bool explorer_states_repeat (struct explorer_states *, const struct wire_choice *steps, uint64_t nsteps, uint64_t loop_start,
                            struct wire_writer *, char *why, size_t room);

#endif
