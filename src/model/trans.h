/* Names of transitions. The layout of the bits is known only here.
 *
 * A transition is meaningful only together with a state in which it is enabled, but the same statement(s) of the same
 * process(es) have the same name in every state:
 *
 *     bits 0..7 pid, 8..31 edge, 32..39 partner's pid, 40..63 partner's edge + 1
 *
 * Without a partner the upper half is 0; in a rendezvous the sender comes first. A step of a program is a thread and the
 * number of its alternative. */
#ifndef MODEL_TRANS_H
#define MODEL_TRANS_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

typedef uint64_t trans_id;

#define TRANS_RELEASE UINT64_MAX         /* an atomic sequence is blocked: other processes may run */
#define TRANS_STUTTER (UINT64_MAX - 1)   /* a run that has ended repeats its last state */

enum { TRANS_MAX_PID = 0xff, TRANS_MAX_EDGE = 0xffffff, TRANS_MAX_PARTNER_EDGE = 0xfffffe };

static inline trans_id
trans_of (uint32_t pid, uint32_t edge)
{
  assert (pid <= TRANS_MAX_PID && edge <= TRANS_MAX_EDGE);
  return pid | (trans_id) edge << 8;
}

static inline trans_id
trans_of_rendezvous (uint32_t pid, uint32_t edge, uint32_t partner, uint32_t partner_edge)
{
  assert (partner <= TRANS_MAX_PID && partner_edge <= TRANS_MAX_PARTNER_EDGE);
  return trans_of (pid, edge) | (trans_id) partner << 32 | ((trans_id) partner_edge + 1) << 40;
}

/* Whether the name is that of a statement of a process, with the parts below. */
static inline bool
trans_is_statement (trans_id t)
{
  return t != TRANS_RELEASE && t != TRANS_STUTTER;
}

static inline uint32_t
trans_pid (trans_id t)
{
  assert (trans_is_statement (t));
  return t & 0xff;
}

static inline uint32_t
trans_edge (trans_id t)
{
  assert (trans_is_statement (t));
  return t >> 8 & 0xffffff;
}

static inline bool
trans_is_rendezvous (trans_id t)
{
  assert (trans_is_statement (t));
  return t >> 40;
}

static inline uint32_t
trans_partner (trans_id t)
{
  assert (trans_is_rendezvous (t));
  return t >> 32 & 0xff;
}

static inline uint32_t
trans_partner_edge (trans_id t)
{
  assert (trans_is_rendezvous (t));
  return (uint32_t) (t >> 40) - 1;
}

/* Whether the process takes part in the transition. */
static inline bool
trans_moves (trans_id t, uint32_t pid)
{
  return trans_is_statement (t) && (trans_pid (t) == pid || (trans_is_rendezvous (t) && trans_partner (t) == pid));
}

static inline trans_id
trans_of_program (uint32_t thread, uint32_t alternative)
{
  return thread | (trans_id) alternative << 32;
}

static inline uint32_t
trans_thread (trans_id t)
{
  return (uint32_t) t;
}

static inline uint32_t
trans_alternative (trans_id t)
{
  return (uint32_t) (t >> 32);
}

#endif
