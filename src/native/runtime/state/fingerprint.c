/* The state of a running program as a fingerprint.
 *
 * Idea: the future of a program is determined by its memory, by where its threads
 * stand, and by what the runtime keeps for it. The fingerprint has: of globals
 * (with libc's) the words that differ from before main; of the heap all blocks that
 * were allocated; of each thread its live stack, the callee-saved registers, its
 * thread-local storage, and its entry in the runtime's table.
 * Source: Y. Yang, X. Chen, G. Gopalakrishnan, R. M. Kirby, "Efficient stateful
 * dynamic partial order reduction", SPIN 2008, section 3.
 * Where we differ: they identify local states by their changes, because they cannot
 * read the stack; here the stack itself is compared. Its relevant part begins where
 * the program called the runtime: below are frames of the runtime, whose contents do
 * not matter. Operands of a call that are not used yet may be in those frames only:
 * operations name them (fingerprint_operand), and for those that do not the frames are
 * included. State that is not covered (files, effects of uninstrumented functions)
 * makes every state a new one. Left out is what the program cannot observe: the
 * numbers of arrival except their order, virtual time in a program that reads no clock,
 * how often a lock was taken.
 * Why that is sound: states with the same fingerprint have the same future, except for
 * a collision of 128 bits. A word of a stack that is never read again may make equal
 * states different; that costs time only. */

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

/* The control state of a thread. */
struct standing {
  bool is_known;                  /* computed since it ran last */
  uintptr_t stack;                /* where the program's part begins; 0: the runtime's frames are included */
  uint64_t registers;
  struct {
    uint64_t operands;
    uintptr_t where;              /* an operand that is an address: if it is in the runtime's frames, these are included */
  } pending;
};

struct fingerprints {
  struct standing standing[RT_THREADS];
  struct sum local[RT_THREADS];   /* of its stack and thread-local storage, valid if is_kept */
  bool is_kept[RT_THREADS];
  bool is_shared;                 /* a thread has used another one's stack, in some execution */
  uint64_t shared;                /* digest of all memory but stacks, of the last state */
  uint64_t unknown;               /* counts states that are equal to no other */
  uint32_t words[4];
};

static _Unwind_Reason_Code
look_once (struct _Unwind_Context *frame, void *context)
{
  (void) frame, (void) context;
  return _URC_NO_REASON;
}

/* The unwinder initialises memory that is compared at its first use, which must come before. */
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
  rt->fingerprints->standing[t->id].is_known = rt->fingerprints->is_kept[t->id] = false;
}

void
fingerprint_stack (thread_id owner)
{
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
  assert (t == rt->current);
  uint64_t *o = &rt->fingerprints->standing[t->id].pending.operands;
  *o = digest_add (*o, value);
}

void *
fingerprint_pending (thread_id t)
{
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

/* ---- the control state of a thread ---- */

/* The effect of such an operation is determined by its entry, its operands and the program's frame. */
static bool
is_complete (const struct rt_thread *t)
{
  if (rt->modes & RT_CANCELS)
    return false;
  /* without a condition it has timed out, which is in the runtime's frame only */
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
  struct standing *s = &rt->fingerprints->standing[t->id];
  assert (t->state == RT_ALIVE && rt->looking);
  struct frame f = is_complete (t) ? frame_at (t->op.place) : (struct frame) {0};
  s->stack = f.stack;
  s->registers = digest_add (digest_add (f.registers, t->depth), rt_floating ());
  if (s->pending.where >= (uintptr_t) t->sp && s->pending.where < s->stack)
    s->stack = 0;
  s->is_known = true;
}

/* Switches to the thread, which calls fingerprint_look: a stack can only be unwound by the thread itself. */
static void
find_standing (struct rt_thread *t)
{
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

/* The stack is below the thread-local storage. That of a thread which has not begun, or is about to end, is empty. */
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

/* The number of threads that arrived before it where it waits. */
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

/* ---- the whole state ---- */

/* Properties of programs that an exploration with stored states does not cover. */
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
  assert (!rt->current && !rt->replaying && !rt->trial);
  sum_all (&s);
  if (is_unknown ())
    sum_word (&s, 3000, ++rt->fingerprints->unknown);
  rt_memcpy (rt->fingerprints->words, &s, sizeof s);
  *words = sizeof s / sizeof rt->fingerprints->words[0];
  return rt->fingerprints->words;
}
