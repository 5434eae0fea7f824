/* The states of a program, as reported by its process, as a transition system: a
 * state is its number, a transition a thread and an alternative. So the searches of
 * models also find runs of programs.
 *
 *     ts = states_ts_new (&log);      NULL: the states are inconsistent
 *     n = states_ts_number (state);   its number in the log
 */
#ifndef NATIVE_STATES_TS_H
#define NATIVE_STATES_TS_H

#include "model/ts.h"
#include "native/wire_reader.h"

/* The log must outlive it. */
struct ts *states_ts_new (const struct wire_log *);

static inline uint32_t
states_ts_number (const uint32_t *state)
{
  return state[1];
}

#endif
