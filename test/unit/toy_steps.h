/* What the instructions of a toy program announce, when they are enabled and
 * what they do. The state is small, so that it can be copied at every step. */
#ifndef TEST_TOY_STEPS_H
#define TEST_TOY_STEPS_H

#include <stdlib.h>
#include <string.h>

#include "model/exec.h"
#include "toy_program.h"

enum toy_status { TOY_ABSENT, TOY_RUNNING, TOY_WAITING, TOY_WAITING_TIMED, TOY_WOKEN, TOY_ENDED, TOY_HALTED, TOY_SPINS };

struct toy_thread {
  uint8_t status, pc;
  int16_t seen;                   /* by a spinning read */
  int16_t r[TOY_REGS];
};

struct toy_state {
  struct toy_thread threads[TOY_THREADS];
  int16_t vars[TOY_VARS];
  int8_t holder[TOY_THINGS];      /* 1 + thread */
  int8_t readers[TOY_THINGS], count[TOY_THINGS];
  uint32_t shares[TOY_THINGS];    /* threads that hold it shared, a bit each */
  bool halted, over;
};

/* What a step did. The trace's number is the sum of its steps' marks: a step's
 * mark says what the step is and which earlier ones it comes after, so that the
 * order of independent steps leaves none. */
struct toy_event {
  struct toy_state before;
  uint64_t name;                  /* the thread, and its how-manieth step it is */
  uint64_t trace;                 /* number of the trace up to it */
  thread_id thread;
  uint32_t nth, alternative, released;   /* released: threads, a bit each */
  uint32_t count;
  struct access access[2];
};

struct toy {
  struct exec exec;
  const struct toy_program *program;
  struct toy_state now;
  struct toy_event *events;
  bool marks;                     /* wanted: steps are to have marks */
  size_t depth, room;
  size_t nthreads;                /* highest that was ever there */
  struct op ops[TOY_THREADS];
  struct access access[TOY_THREADS][2];
  struct op executed;
  struct access executed_access[2];
  thread_id released[TOY_THREADS];
  struct exec_withdrawn withdrawn[TOY_THREADS];
  struct access withdrawn_access[TOY_THREADS][2];
  struct exec_failure failure;
};

#define TOY_OBJECT(kind, n) ((uint64_t) (kind) << 32 | (uint64_t) (n) * 8)
enum { TOY_VAR = 1, TOY_MUTEX, TOY_COND, TOY_SEM, TOY_THREAD };

static inline const struct toy_instruction *
toy_at (const struct toy *e, thread_id t)
{
  static const struct toy_instruction end = {.kind = TOY_END};
  uint8_t pc = e->now.threads[t].pc;
  return pc < e->program->length[t] ? &e->program->code[t][pc] : &end;
}

/* Steps that nobody sees. */
static inline void
toy_run_local (struct toy *e, thread_id t)
{
  struct toy_thread *s = &e->now.threads[t];
  for (;;) {
    const struct toy_instruction *i = toy_at (e, t);
    if (i->kind == TOY_END && e->program->silent_ends)
      s->status = TOY_ENDED;
    if (i->kind < TOY_SET)
      return;
    s->pc++;
    if (i->kind == TOY_SET)
      s->r[i->a] = i->b;
    else if (i->kind == TOY_ADD)
      s->r[i->a] = (int16_t) (s->r[i->a] + i->b);
    else if (i->kind == TOY_ADD_REG)
      s->r[i->a] = (int16_t) (s->r[i->a] + s->r[i->b]);
    else if ((s->r[i->a] == 0) == (i->kind == TOY_JUMPZ))
      s->pc = (uint8_t) (s->pc + i->b);
  }
}

static inline size_t
toy_threads (struct exec *x)
{
  return ((struct toy *) x)->nthreads;
}

static inline struct op *
toy_op (struct toy *e, thread_id t)
{
  const struct toy_instruction *i = toy_at (e, t);
  const struct toy_thread *s = &e->now.threads[t];
  struct op *op = &e->ops[t];
  struct access *a = e->access[t];
  *op = (struct op){.place = s->pc, .kind = i->kind, .access = a, .count = 1};
#define ACCESS(object_kind, number, way)                                                                                  \
  (struct access){.object = TOY_OBJECT (e->program->unified && object_kind != TOY_THREAD ? TOY_VAR : object_kind, number), \
                  .mask = 0xff, .how = ACCESS_##way}
  if (s->status == TOY_WOKEN || s->status == TOY_WAITING) {
    a[0] = ACCESS (TOY_MUTEX, i->b, LOCK);
    return op;
  }
  if (s->status == TOY_WAITING_TIMED) {
    a[0] = ACCESS (TOY_COND, i->a, WRITE);
    a[1] = ACCESS (TOY_MUTEX, i->b, LOCK);
    op->count = 2;
    return op;
  }
  switch ((enum toy_kind) i->kind) {
  case TOY_LOAD: a[0] = ACCESS (TOY_VAR, i->a + s->r[i->b], READ); break;
  case TOY_CAS: op->conditional = true; /* fall through */
  case TOY_STORE: case TOY_STORE_REG: a[0] = ACCESS (TOY_VAR, i->a + s->r[i->b], WRITE); break;
  case TOY_STORE_LOW: case TOY_STORE_HIGH: a[0] = ACCESS (TOY_VAR, i->a, WRITE); break;
  case TOY_LOAD_LOW: a[0] = ACCESS (TOY_VAR, i->a, READ); break;
  case TOY_SPIN: op->guarded = true; /* fall through */
  case TOY_ASSUME: case TOY_ASSERT: a[0] = ACCESS (TOY_VAR, i->a, READ); break;
  case TOY_LOCK: a[0] = ACCESS (TOY_MUTEX, i->a, LOCK); break;
  case TOY_UNLOCK: a[0] = ACCESS (TOY_MUTEX, i->a, UNLOCK); break;
  case TOY_TRYLOCK: op->conditional = true; a[0] = ACCESS (TOY_MUTEX, i->a, WRITE); break;
  case TOY_RLOCK: a[0] = ACCESS (TOY_MUTEX, i->a, LOCK_SHARED); break;
  case TOY_RUNLOCK: a[0] = ACCESS (TOY_MUTEX, i->a, UNLOCK_SHARED); break;
  case TOY_WAIT: a[0] = ACCESS (TOY_SEM, i->a, WAIT); break;
  case TOY_POST: a[0] = ACCESS (TOY_SEM, i->a, POST); break;
  case TOY_TRYWAIT: op->conditional = true; a[0] = ACCESS (TOY_SEM, i->a, WRITE); break;
  case TOY_VALUE: a[0] = ACCESS (TOY_SEM, i->a, READ); break;
  case TOY_CWAIT: case TOY_CTIMED:
    a[0] = ACCESS (TOY_MUTEX, i->b, UNLOCK);
    a[1] = ACCESS (TOY_COND, i->a, WRITE);
    op->count = 2;
    break;
  case TOY_SIGNAL: case TOY_BROADCAST: a[0] = ACCESS (TOY_COND, i->a, WRITE); break;
  case TOY_JOIN: a[0] = ACCESS (TOY_THREAD, i->a, LOCK); break;
  case TOY_END: a[0] = ACCESS (TOY_THREAD, t, UNLOCK); break;
  default: op->count = 0;
  }
  if (i->kind == TOY_STORE_LOW || i->kind == TOY_LOAD_LOW)
    a[0].mask = 0x0f;
  else if (i->kind == TOY_STORE_HIGH)
    a[0].mask = 0xf0;
  return op;
}

static inline const struct op *
toy_next (struct exec *x, thread_id t)
{
  struct toy *e = (struct toy *) x;
  uint8_t status = e->now.threads[t].status;
  if (t >= e->nthreads || status == TOY_ABSENT || status == TOY_ENDED || status >= TOY_HALTED)
    return NULL;
  return toy_op (e, t);
}

static inline bool
toy_enabled (struct exec *x, thread_id t)
{
  struct toy *e = (struct toy *) x;
  const struct toy_state *s = &e->now;
  if (t >= e->nthreads || s->over)
    return false;
  const struct toy_instruction *i = toy_at (e, t);
  switch (s->threads[t].status) {
  case TOY_RUNNING: break;
  case TOY_WAITING_TIMED: case TOY_WOKEN: return !s->holder[i->b] && !s->readers[i->b];
  default: return false;
  }
  switch ((enum toy_kind) i->kind) {
  case TOY_LOCK: return !s->holder[i->a] && !s->readers[i->a];
  case TOY_RLOCK: return !s->holder[i->a];
  case TOY_UNLOCK: return s->holder[i->a] == (int) t + 1;        /* who does not hold it waits forever */
  case TOY_CWAIT: case TOY_CTIMED: return s->holder[i->b] == (int) t + 1;
  case TOY_RUNLOCK: return s->shares[i->a] >> t & 1;
  case TOY_WAIT: return s->count[i->a] > 0;
  case TOY_JOIN: return s->threads[i->a].status == TOY_ENDED;
  case TOY_EXIT:
    for (thread_id o = 0; o < e->nthreads; o++)
      if (o != t && toy_enabled (x, o))
        return false;
    return true;
  default: return true;
  }
}

static inline bool
toy_waits_for (const struct toy *e, thread_id t, int16_t cond)
{
  uint8_t status = e->now.threads[t].status;
  return (status == TOY_WAITING || status == TOY_WAITING_TIMED) && toy_at (e, t)->a == cond;
}

static inline uint32_t
toy_alternatives (struct exec *x, thread_id t)
{
  struct toy *e = (struct toy *) x;
  const struct toy_instruction *i = toy_at (e, t);
  if (e->now.threads[t].status != TOY_RUNNING)
    return 1;
  if (i->kind == TOY_CHOOSE)
    return (uint32_t) i->a;
  uint32_t waiters = 0;
  if (i->kind == TOY_SIGNAL)
    for (thread_id o = 0; o < e->nthreads; o++)
      waiters += toy_waits_for (e, o, i->a);
  return waiters ? waiters : 1;
}

static inline void
toy_wake (struct toy *e, thread_id t, struct exec_step *out)
{
  if (e->now.threads[t].status == TOY_WAITING_TIMED) {
    struct exec_withdrawn *gone = &e->withdrawn[out->nwithdrawn];
    gone->thread = t;
    gone->op = *toy_op (e, t);
    memcpy (e->withdrawn_access[out->nwithdrawn], gone->op.access, sizeof e->access[t]);
    gone->op.access = e->withdrawn_access[out->nwithdrawn++];
  }
  e->now.threads[t].status = TOY_WOKEN;
  e->released[out->nreleased++] = t;
}

/* What the instruction does; the thread goes on behind it unless told otherwise. */
static inline enum exec_outcome
toy_do (struct toy *e, thread_id t, uint32_t alternative, struct exec_step *out)
{
  struct toy_state *s = &e->now;
  struct toy_thread *me = &s->threads[t];
  const struct toy_instruction *i = toy_at (e, t);
  if (me->status == TOY_WOKEN || me->status == TOY_WAITING_TIMED) {
    s->holder[i->b] = (int8_t) (t + 1);
    me->r[0] = me->status == TOY_WOKEN;
    me->status = TOY_RUNNING;
    me->pc++;
    return EXEC_RAN;
  }
  me->pc++;
  size_t v = (size_t) (i->a + (i->kind <= TOY_CAS ? me->r[i->b] : 0)) % TOY_VARS;
  switch ((enum toy_kind) i->kind) {
  case TOY_LOAD: me->r[i->c] = s->vars[v]; break;
  case TOY_STORE: s->vars[v] = i->c; break;
  case TOY_STORE_REG: s->vars[v] = me->r[i->c]; break;
  case TOY_CAS:
    me->r[0] = s->vars[v] == 0;
    if (me->r[0])
      s->vars[v] = i->c;
    else
      e->executed_access[0].how = ACCESS_READ;
    break;
  case TOY_STORE_LOW: s->vars[v] = (int16_t) ((s->vars[v] & ~0xff) | i->c); break;
  case TOY_STORE_HIGH: s->vars[v] = (int16_t) ((s->vars[v] & 0xff) | i->c << 8); break;
  case TOY_LOAD_LOW: me->r[i->c] = s->vars[v] & 0xff; break;
  case TOY_LOCK: s->holder[i->a] = (int8_t) (t + 1); break;
  case TOY_UNLOCK: s->holder[i->a] = 0; break;
  case TOY_TRYLOCK:
    me->r[0] = !s->holder[i->a] && !s->readers[i->a];
    if (me->r[0])
      s->holder[i->a] = (int8_t) (t + 1);
    else
      e->executed_access[0].how = ACCESS_READ;
    break;
  case TOY_RLOCK: s->readers[i->a]++; s->shares[i->a] |= 1u << t; break;
  case TOY_RUNLOCK: s->readers[i->a]--; s->shares[i->a] &= ~(1u << t); break;
  case TOY_WAIT: s->count[i->a]--; break;
  case TOY_POST: s->count[i->a]++; break;
  case TOY_VALUE: me->r[i->c] = s->count[i->a]; break;
  case TOY_TRYWAIT:
    me->r[0] = s->count[i->a] > 0;
    s->count[i->a] = (int8_t) (s->count[i->a] - me->r[0]);
    if (!me->r[0])
      e->executed_access[0].how = ACCESS_READ;
    break;
  case TOY_CWAIT: case TOY_CTIMED:
    me->pc--;
    s->holder[i->b] = 0;
    me->status = i->kind == TOY_CWAIT ? TOY_WAITING : TOY_WAITING_TIMED;
    break;
  case TOY_SIGNAL: case TOY_BROADCAST:
    for (thread_id o = 0; o < e->nthreads; o++)
      if (toy_waits_for (e, o, i->a) && (i->kind == TOY_BROADCAST || !alternative--))
        toy_wake (e, o, out);
    break;
  case TOY_CREATE:
    s->threads[i->a].status = TOY_RUNNING;
    e->released[out->nreleased++] = (thread_id) i->a;
    if (e->nthreads <= (size_t) i->a)
      e->nthreads = (size_t) i->a + 1;
    toy_run_local (e, (thread_id) i->a);
    break;
  case TOY_CHOOSE: me->r[i->b] = (int16_t) alternative; break;
  case TOY_SPIN:
    if (s->vars[i->a] != i->b) {
      me->pc--;
      me->status = TOY_SPINS;
      me->seen = s->vars[i->a];
    }
    break;
  case TOY_ASSUME:
    if (s->vars[i->a] == i->b)
      break;
    me->status = TOY_HALTED;
    s->halted = true;
    return EXEC_HALTED;
  case TOY_ASSERT:
    if (s->vars[i->a] != i->b)
      break;
    me->status = TOY_HALTED;
    s->halted = true;
    e->failure = (struct exec_failure){.kind = FINDING_ASSERTION, .message = "assertion"};
    return EXEC_FAILED;
  case TOY_END: me->status = TOY_ENDED; break;
  case TOY_EXIT: s->over = true; me->status = TOY_ENDED; break;
  default: break;
  }
  return EXEC_RAN;
}

#endif
