/* The state of a running program as a fingerprint.
 *
 * Idea. What a program does next is decided by its memory, by where its threads
 * stand, and by what the runtime keeps for it. Of globals (libc's among them)
 * the words count that differ from what they were before main; of the heap all
 * that was given out; of a thread its live stack, the registers that a call
 * keeps, its thread-local storage, and its entry in the runtime's table.
 * Source. Yang, Chen, Gopalakrishnan, Kirby (SPIN 2008), section 3.
 * Where we differ. They name local states by their changes, because they do not
 * see the stack; here it is at hand and is compared as it is. A stack begins
 * where the program called us: what lies below are frames of the runtime, which
 * differ from run to run without mattering. What a call has been given and has
 * not used yet may be nowhere else: operations say what that is
 * (fingerprint_operand), and for those that do not the frames count as well. What
 * is not looked at (files, what functions without instrumentation do) makes every state a new one: their unknown change.
 * Left out is what cannot be seen: numbers of arrival but for their order, virtual time in a
 * program that does not ask for it, how often a lock was taken.
 * Why that is sound. States with the same fingerprint have the same future, but
 * for a collision of 128 bits. A word of a stack that nobody will read again tells equal
 * states apart; that costs time only. */

#include "native/runtime/core/rt.h"

#include <assert.h>
#include <unwind.h>

#include "base/digest.h"
#include "native/runtime/core/coroutine.h"
#include "native/runtime/core/exec.h"
#include "native/runtime/files/files.h"
#include "native/runtime/state/fingerprint.h"
#include "native/runtime/memory/heap.h"
#include "native/runtime/state/signature.h"
#include "native/runtime/state/snapshot.h"
#include "native/runtime/sync/sync.h"

struct sum { uint64_t a, b; };

/* Of a thread where it stands. */
struct standing {
  bool is_known;                  /* looked at since it ran last */
  uintptr_t stack;                /* where the program's part begins; 0: with the runtime's frames */
  uint64_t registers;
  struct {
    uint64_t operands;
    uintptr_t where;              /* an operand that is an address: if it is one of the runtime's frames, they count */
  } pending;
};

struct fingerprints {
  struct standing standing[RT_THREADS];
  struct sum local[RT_THREADS];   /* of its stack and storage, if is_kept */
  bool is_kept[RT_THREADS];
  bool is_shared;                 /* somebody has used another thread's stack, in whatever execution */
  uint64_t shared;                /* of all memory but stacks, in the state that was asked for last */
  uint64_t unknown;               /* states that are like no other */
  uint32_t words[4];
};

static _Unwind_Reason_Code
look_once (struct _Unwind_Context *frame, void *context)
{
  (void) frame, (void) context;
  return _URC_NO_REASON;
}

/* The unwinder sets itself up when it is first used, in memory that is compared: that must have happened before. */
void
fingerprint_init (void)
{
  _Unwind_Backtrace (look_once, NULL);
  rt->fingerprints = own_alloc (sizeof *rt->fingerprints);
  footprint_init ();
}

void
fingerprint_rewound (void)
{
  for (size_t i = 0; i < rt->nthreads; i++)
    rt->fingerprints->standing[i].is_known = rt->fingerprints->is_kept[i] = false;
}

void
fingerprint_stepped (const struct rt_thread *t)
{
  assert (!rt->current && t->id < rt->nthreads);
  rt->fingerprints->standing[t->id].is_known = rt->fingerprints->is_kept[t->id] = false;
}

void
fingerprint_stack (thread_id owner)
{
  assert (owner < RT_THREADS && rt->fingerprints);
  rt->fingerprints->is_kept[owner] = false;
  rt->fingerprints->is_shared = true;
}

uint64_t
fingerprint_shared (struct exec *e)
{
  (void) e;
  return rt->fingerprints->is_shared ? 0 : rt->fingerprints->shared;
}

bool
fingerprint_covers (uint32_t kind)
{
  return native_operation (kind)->about != NATIVE_ABOUT_FILE;
}

void
fingerprint_begin (const struct rt_thread *t)
{
  assert (t == rt->current);
  rt->fingerprints->standing[t->id].pending.operands = rt->fingerprints->standing[t->id].pending.where = 0;
}

void
fingerprint_address (struct rt_thread *t, const void *p)
{
  fingerprint_operand (t, (uintptr_t) p);
  if (t && rt->fingerprints)
    rt->fingerprints->standing[t->id].pending.where = (uintptr_t) p;
}

void
fingerprint_operand (struct rt_thread *t, uint64_t value)
{
  if (!t || !rt->fingerprints)
    return;
  uint64_t *o = &rt->fingerprints->standing[t->id].pending.operands;
  *o = digest_add (*o, value);
}

void *
fingerprint_pending (thread_id t)
{
  assert (t < RT_THREADS && rt->fingerprints);
  struct standing *s = &rt->fingerprints->standing[t];
  _Static_assert (sizeof s->pending == FINGERPRINT_PENDING, "all of it");
  return &s->pending;
}

/* ---- sums ---- */

static inline void
sum_word (struct sum *s, uint64_t at, uint64_t word)
{
  uint64_t x = (word ^ at * 0x9e3779b97f4a7c15u) * 0xff51afd7ed558ccdu;
  x = (x ^ x >> 32) * 0xd6e8feb86659fd93u;
  s->a += x ^ x >> 29;
  x = (word + at * 0xc2b2ae3d27d4eb4fu) * 0x9fb21c651e98df25u;
  x = (x ^ x >> 31) * 0xa24baed4963ee407u;
  s->b += x ^ x >> 30;
}

static void
sum_range (struct sum *s, uintptr_t from, uintptr_t end)
{
  assert (from % 8 == 0);
  for (; from + 8 <= end; from += 8)
    sum_word (s, from, *(const uint64_t *) from);
}

static void
sum_word_at (void *context, uintptr_t at, uint64_t word)
{
  sum_word (context, at, word);
}

static void
sum_range_at (void *context, uintptr_t from, uintptr_t end)
{
  sum_range (context, from, end);
}

static void
sum_part (struct sum *s, uint64_t name, const struct sum *part)
{
  sum_word (s, name, part->a);
  sum_word (s, ~name, part->b);
}

/* ---- where a thread stands ---- */

/* All that such an operation is to do is in its entry, its operands and the program's frame. */
static bool
is_complete (const struct rt_thread *t)
{
  if (rt->modes & RT_CANCELS)
    return false;
  /* else its time was over before, and the caller will be told so */
  bool is_woken = t->op.kind != NATIVE_WOKEN || t->condition;
  return is_woken && native_has (t->op.kind, NATIVE_COMPLETE);
}

static _Unwind_Reason_Code
look_no_further (struct _Unwind_Context *frame, void *context)
{
  (void) context;
  return _Unwind_GetIP (frame) ? _URC_NO_REASON : _URC_END_OF_STACK;
}

void
fingerprint_warm_up (void)
{
  _Unwind_Backtrace (look_no_further, NULL);
}

void
fingerprint_look (struct rt_thread *t)
{
  assert (t->state == RT_ALIVE);
  struct standing *s = &rt->fingerprints->standing[t->id];
  struct frame f = is_complete (t) ? frame_at (t->op.place) : (struct frame) {0};
  s->stack = f.stack;
  s->registers = digest_add (digest_add (f.registers, t->depth), rt_floating ());
  if (s->pending.where >= (uintptr_t) t->sp && s->pending.where < s->stack)
    s->stack = 0;
  s->is_known = true;
}

/* Has the thread look for itself: only on its own stack can frames be told apart. */
static void
find_standing (struct rt_thread *t)
{
  assert (!rt->current);
  if (rt->fingerprints->standing[t->id].is_known)
    return;
  if (native_has (t->op.kind, NATIVE_MINOR)) {
    rt->fingerprints->standing[t->id] = (struct standing) {.is_known = true};
    return;
  }
  rt->looking = true;
  rt_resume (&rt->explorer_sp, t->sp);
  rt->looking = false;
  assert (rt->fingerprints->standing[t->id].is_known && !rt->current);
}

/* A stack grows down from under the thread-local storage. One that has not begun, or is about to end, holds nothing. */
static struct sum
sum_local (struct rt_thread *t)
{
  struct sum s = {0};
  find_standing (t);
  const struct standing *w = &rt->fingerprints->standing[t->id];
  uintptr_t end = RT_STACKS + (t->id + 1) * (uintptr_t) RT_STACK_ROOM, storage = end - tls_bytes ();
  bool is_empty = native_has (t->op.kind, NATIVE_MINOR);
  sum_range (&s, is_empty ? storage : w->stack ? w->stack : (uintptr_t) t->sp, storage);
  tls_differences (t->fs, sum_word_at, &s);
  if (w->stack) {
    sum_word (&s, 1, w->registers);
    sum_word (&s, 2, w->pending.operands);
  }
  return s;
}

/* ---- the runtime's table ---- */

/* How many came before it to where it waits. */
static uint64_t
arrival (const struct rt_thread *t)
{
  uint64_t before = 0;
  for (thread_id i = 0; i < rt->nthreads && t->condition; i++) {
    const struct rt_thread *o = &rt->threads[i];
    before += o->state == RT_ALIVE && o->condition == t->condition && o->ticket < t->ticket;
  }
  return before;
}

#define FIELD(x) sum_word (s, ++n, (uint64_t) (uintptr_t) (x))

static void
sum_operation (struct sum *s, const struct rt_thread *t)
{
  uint64_t n = 100;
  FIELD (t->op.kind);
  FIELD (t->op.place);
  for (uint32_t i = 0; i < t->op.count; i++) {
    FIELD (t->access[i].object);
    FIELD (t->access[i].mask * 256u + t->access[i].how);
  }
  n = 200;
  if (t->ready || t->ways || t->holder) {
    FIELD (t->ready);
    FIELD (t->ways);
    FIELD (t->object);
    FIELD (t->count);
  }
  n = 300;
  FIELD (t->condition);
  FIELD (arrival (t));
  FIELD (t->condition ? t->woken : 0);
  FIELD (t->futex_mask);
  FIELD (t->waits_for);
}

static void
sum_thread (struct sum *s, const struct rt_thread *t)
{
  uint64_t n = 0;
#define IS_OWN(name) FIELD (t->name);
#define IS_OTHERS(name) FIELD (t->name);
#define IS_FIXED(name) FIELD (t->name);
#define IS_CLOCK(name) FIELD (rt->modes & RT_CLOCKS ? t->name : 0);
#define IS_LISTED(name)
#define IS_NEXT(name)
#define IS_STACK(name)
#define IS_CHECKER(name)
#define F(type, name, dimensions, part) IS_##part (name)
  RT_THREAD_FIELDS (F)
#undef F
  n = 5000;
  for (uint32_t i = 0; i < t->nshared; i++) {
    FIELD (t->shared[i].lock);
    FIELD (t->shared[i].count);
  }
  n = 500;
  for (unsigned i = 0; i < rt_keys (); i++)
    if (t->values[i])
      sum_word (s, n + i, (uint64_t) (uintptr_t) t->values[i]);
}

/* ---- all of it ---- */

/* What stored states are no proof of. */
const char *
fingerprint_partial (void)
{
  if (!rt->fingerprints)
    return NULL;
  if (rt->has_weak)
    return "with stored states it is not found out whether atomics weaker than seq_cst matter (--memory-model=sc: they do not)";
  if (rt->modes & RT_SECTIONS)
    return "atomic sections are not covered with stored states (--stateful=off)";
  if (rt->modes & (RT_SIGNALS | RT_CANCELS))
    return "signals and cancellation are not covered with stored states (--stateful=off)";
  return NULL;
}

static bool
is_unknown (void)
{
  return rt->run.unseen || (rt->run.depth && rt->replay.taken[rt->run.depth - 1].unknown);
}

static void
sum_all (struct sum *s)
{
  uint64_t n = 1000;
  snapshot_differences (sum_word_at, s);
  FIELD (rt->run.exited * 4u + rt->run.cut * 2u + rt->run.failed);
  FIELD (rt->run.status);
  FIELD (rt->run.signals);
  FIELD (rt->run.marks);
  FIELD (rt->run.section ? rt->run.section->id + 1 : 0);
  heap_differences (sum_word_at, sum_range_at, s);
  rt->fingerprints->shared = (s->a ^ s->b) | 1;
  for (thread_id i = 0; i < rt->nthreads; i++) {
    struct rt_thread *t = &rt->threads[i];
    struct sum part = {0};
    if (t->state == RT_ABSENT)
      continue;
    sum_thread (&part, t);
    if (t->state == RT_ALIVE) {
      sum_operation (&part, t);
      if (!rt->fingerprints->is_kept[i])
        rt->fingerprints->local[i] = sum_local (t);
      rt->fingerprints->is_kept[i] = true;
      sum_part (&part, 7, &rt->fingerprints->local[i]);
    }
    sum_part (s, 2000 + i, &part);
  }
}

const uint32_t *
fingerprint_words (struct exec *e, size_t *words)
{
  struct sum s = {0};
  (void) e;
  sum_all (&s);
  if (is_unknown ())
    sum_word (&s, 3000, ++rt->fingerprints->unknown);
  rt_memcpy (rt->fingerprints->words, &s, sizeof s);
  *words = sizeof s / sizeof rt->fingerprints->words[0];
  return rt->fingerprints->words;
}
