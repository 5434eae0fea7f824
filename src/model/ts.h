/* A transition system: what stateful searches explore.
 *
 * A state is a vector of 32-bit words. Its length may differ between states
 * (processes come and go) but never exceeds max_words, and two
 * states are equal iff their lengths and words are. State vectors are
 * self-contained: any state that was produced may be handed back at any time.
 *
 * A transient state (ts_transient) is one nobody may observe: in the middle of
 * an atomic sequence. Searches walk through it but neither store nor count it.
 * When the process that holds control is blocked there, the only transition
 * is TRANS_RELEASE, which yields the observable state.
 *
 * Call order for one expansion:
 *     enabled (ts, state, &list);                appends to list
 *     for each i: words = step (ts, state, list.data[i], next, &fault);
 *
 * A step may end in a fault: an assertion that fails, an index out of bounds.
 * It is then an error transition; `next` is not to be explored further unless
 * fault.goes_on is set (a failed assertion goes on, as in SPIN). A guard whose
 * evaluation fails counts as enabled, so that its step shows the fault.
 *
 * Some transitions may happen but need not: a crash, the loss of a message. They are
 * optional (ts.is_optional). A state in which nothing else is enabled is an end
 * (ts_is_end): a run may stay there for ever, and may go on. No process is enabled, or moves, by
 * an optional transition where fairness is concerned.
 */
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

/* A state where nothing can happen: every process may end there, or not, or
 * they may but messages are left in channels. */
enum end_kind { END_VALID, END_MESSAGES, END_INVALID };

/* Bytes of the memory that processes share, from the start of a state. */
struct ts_range { uint32_t at, bytes; };

struct ts_ranges {
  struct ts_range *data;
  size_t count, room;             /* a VEC (struct ts_range) */
};

/* What a person wants to read about one step; filled by ts_class.describe. */
struct step_info {
  uint32_t pid, partner;          /* partner: PG_ALL-like UINT32_MAX if none */
  char thread[64];                /* "P (1)": process type and pid */
  char partner_thread[64];
  const char *op;                 /* "assign", "send", "receive", "guard", "else", "run", "assert", "print", "end", "rendezvous" */
  struct pos pos, partner_pos;
  const char *text, *partner_text;/* source-like statements */
  struct str object;              /* variable or channel touched: "x", "q[1]" */
  struct str message;             /* "q!1,ack" as sent, "q?1,ack" as received; empty if none */
  struct str output;              /* what the step prints */
  /* what orders it among steps of others; all zero where nobody knows: */
  struct ts_ranges reads, writes; /* what it learns from others, what others may learn from it */
  uint32_t channel;               /* it puts the message in there or takes it out; 0: it does not */
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
  /* For people, not for speed. `describe` runs the step again to collect its output. */
  void (*describe) (struct ts *, const uint32_t *state, trans_id, struct step_info *);
  void (*cells) (struct ts *, const uint32_t *state, ts_cell_fn *, void *context);
  /* Every process alive, by pid: where it stands, the statement(s) it would
   * execute next, and whether it may end there. */
  void (*where) (struct ts *, const uint32_t *state, ts_where_fn *, void *context);
  /* Every unreached location, as SPIN lists them: name of the process type, position, text. */
  void (*unreached) (struct ts *, void (*) (void *, const char *proc, struct pos, const char *text), void *);
  void (*free) (struct ts *);
};

/* Embedded as first member by every implementation. */
struct ts {
  const struct ts_class *class;
  uint32_t max_words;             /* no state is ever longer */
  bool has_processes;             /* a transition's name says which process makes it: trans_pid */
  bool threads;                   /* of a program with threads: where nobody can go on is called a deadlock */
  bool (*is_optional) (const struct ts *, trans_id);     /* or NULL: every enabled transition has to be taken, or another one */
};

static inline bool
ts_is_optional (const struct ts *ts, trans_id t)
{
  return ts->is_optional && ts->is_optional (ts, t);
}

/* Of the enabled transitions of a state: is it an end? */
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
