/* A transition system: the interface that stateful searches use.
 *
 * A state is a vector of 32-bit words. Its length may differ between states (processes are created and end) but never
 * exceeds max_words, and two states are equal iff their lengths and words are. State vectors are self-contained: any state
 * that was produced may be passed back at any time.
 *
 * A transient state (ts_transient) is not observable: it is in the middle of an atomic sequence. Searches pass through it
 * but neither store nor count it. When the process that has control is blocked there, the only transition is TRANS_RELEASE,
 * which yields the observable state.
 *
 * Call order for one expansion:
 *     enabled (ts, state, &list);                appends to list
 *     for each i: words = step (ts, state, list.data[i], next, &fault);
 *
 * A step may end in a fault: an assertion that fails, an index out of bounds. It is then an error transition; `next` must
 * not be explored further unless fault.goes_on is set (after a failed assertion the execution continues, as in SPIN). A
 * guard whose evaluation fails counts as enabled, so that its step reports the fault.
 *
 * Some transitions are optional (ts.is_optional): they may happen but need not, such as a crash, or the loss of a message.
 * A state in which only optional transitions are enabled is an end (ts_is_end): a run may stay there for ever, or continue.
 * For fairness, optional transitions neither enable nor move a process. */
#ifndef MODEL_TS_H
#define MODEL_TS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/diag.h"
#include "base/str.h"
#include "base/vec.h"
#include "model/fault.h"
#include "model/trans.h"

struct trans_list {
  trans_id *data;
  size_t count, room;             /* a VEC (trans_id) */
};

struct fault {
  enum fault_kind kind;
  bool goes_on;
  struct pos pos;
  char message[200];
};

/* Kinds of terminal states: every process may end there; all may, but messages are left in channels; some process may not. */
enum end_kind { END_VALID, END_MESSAGES, END_INVALID };

/* Bytes of the memory that processes share, from the start of a state. */
struct ts_range { uint32_t at, bytes; };

struct ts_ranges {
  struct ts_range *data;
  size_t count, room;             /* a VEC (struct ts_range) */
};

/* A description of one step; filled in by ts_class.describe. */
struct step_info {
  uint32_t pid, partner;          /* partner: PG_ALL-like UINT32_MAX if none */
  char thread[64];                /* "P (1)": process type and pid */
  char partner_thread[64];
  const char *op;                 /* "assign", "send", "receive", "guard", "else", "run", "assert", "print", "end", "rendezvous" */
  struct pos pos, partner_pos;
  const char *text, *partner_text;/* source-like statements */
  struct str object;              /* the accessed variable or channel: "x", "q[1]" */
  struct str message;             /* "q!1,ack" as sent, "q?1,ack" as received; empty if none */
  struct str output;              /* what the step prints */
  /* for ordering it among steps of other processes; all zero if unknown: */
  struct ts_ranges reads, writes; /* memory that it reads from others, memory that others may read from it */
  uint32_t channel;               /* the channel of its send or receive; 0: none */
  uint32_t queued;                /* messages in the channel before the step */
  bool takes;
};

static inline void
step_info_release (struct step_info *i)
{
  str_release (&i->object);
  str_release (&i->message);
  str_release (&i->output);
  VEC_FREE (i->reads);
  VEC_FREE (i->writes);
}

struct ts;
typedef void ts_cell_fn (void *context, const char *name, const char *value, bool is_local);
typedef void ts_where_fn (void *context, uint32_t pid, const char *thread, struct pos, const char *text, bool valid_end);

struct ts_class {
  uint32_t (*initial) (struct ts *, uint32_t *out, struct fault *);
  void (*enabled) (struct ts *, const uint32_t *state, struct trans_list *);
  uint32_t (*step) (struct ts *, const uint32_t *state, trans_id, uint32_t *out, struct fault *);
  uint32_t (*words) (struct ts *, const uint32_t *state);
  enum end_kind (*end) (struct ts *, const uint32_t *state);   /* of a state that is an end (ts_is_end) */
  /* For output; not fast. `describe` executes the step again to collect its output. */
  void (*describe) (struct ts *, const uint32_t *state, trans_id, struct step_info *);
  void (*cells) (struct ts *, const uint32_t *state, ts_cell_fn *, void *context);
  /* Every living process, by pid: its location, its next statements, and whether it may end there. */
  void (*where) (struct ts *, const uint32_t *state, ts_where_fn *, void *context);
  /* Every unreached location, as SPIN lists them: name of the process type, position, text. */
  void (*unreached) (struct ts *, void (*) (void *, const char *proc, struct pos, const char *text), void *);
  void (*free) (struct ts *);
};

/* Embedded as first member by every implementation. */
struct ts {
  const struct ts_class *class;
  uint32_t max_words;             /* no state is ever longer */
  bool has_processes;             /* the name of a transition includes its process: trans_pid */
  bool threads;                   /* a program with threads: a state in which no thread can continue is a deadlock */
  bool (*is_optional) (const struct ts *, trans_id);     /* or NULL: no transition is optional */
};

static inline bool
ts_is_optional (const struct ts *ts, trans_id t)
{
  return ts->is_optional && ts->is_optional (ts, t);
}

/* Whether a state with these enabled transitions is an end. */
static inline bool
ts_is_end (const struct ts *ts, const trans_id *enabled, size_t count)
{
  size_t i = 0;
  while (i < count && ts_is_optional (ts, enabled[i]))
    i++;
  return i == count;
}

/* Word 0 of every state is a header: its top byte is 0 in observable states,
 * 1 + pid of the process that holds control in transient ones. */
static inline bool
ts_transient (const uint32_t *state)
{
  return state[0] >> 24 != 0;
}

static inline uint32_t
ts_words (struct ts *ts, const uint32_t *state)
{
  return ts->class->words (ts, state);
}

#endif
