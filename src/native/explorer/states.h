/* The state graph of a program, for temporal properties. It is collected inside the program during a
 * search or a replay, and sent to the supervisor (WIRE_STATES). Linked into programs. */
#ifndef NATIVE_EXPLORER_STATES_H
#define NATIVE_EXPLORER_STATES_H

#include "base/vec.h"
#include "native/runtime/records/wire_writer.h"

struct graph;

struct explorer_states {
  struct exec *exec;
  uint32_t nobserved;
  VEC (int64_t) values;           /* `nobserved` values of each state, in the order of discovery */
};

/* Records the values of a new state: the one that the exec is in. */
void explorer_states_met (struct explorer_states *);
void explorer_states_send (struct explorer_states *, const struct graph *, struct wire_writer *);

/* Replays the steps, then those from `loop_start` on (UINT64_MAX: none) until a state repeats. False, with the
 * reason, if none does. The states are sent. */
bool explorer_states_repeat (struct explorer_states *, const struct wire_choice *steps, uint64_t nsteps, uint64_t loop_start,
                            struct wire_writer *, char *why, size_t room);

#endif
