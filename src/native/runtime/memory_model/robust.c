/* Robustness against weak memory.
 *
 * Idea: the executions that are explored are sequentially consistent. At every
 * atomic access two writes are compared. One is the latest write to the location
 * that precedes the thread's next event in the trace, by program order, reads-from,
 * modification order and from-read. The other is the latest that the access may not
 * ignore in C11, because it, or a read of it, happens before the access, or because
 * of the order of seq_cst events. If the former is later, the access could read an
 * older value, or a write be placed before a later one, in a way that no sequentially
 * consistent execution shows: the program is not robust. If no access of any
 * execution is like that, weak memory adds no execution.
 * Source: O. Lahav, R. Margalit, "Robustness against release/acquire semantics",
 * PLDI 2019; R. Margalit, O. Lahav, "Verifying observational robustness against a
 * C11-style memory model", POPL 2021; R. Margalit, M. Kokologiannakis, S. Itzhaky,
 * O. Lahav, arXiv 2504.15036 (2025); RC11: O. Lahav, V. Vafeiadis, J. Kang, C.-K. Hur,
 * D. Dreyer, "Repairing sequential consistency in C/C++11", PLDI 2017, with the
 * release sequences of C++20.
 * Where we differ: the writes that a thread knows are not kept for each location but
 * found in the list of the location's writes by vector clocks; and the order of
 * seq_cst events is exactly RC11's (robust_sc.c).
 * Why that is sound: docs/memory-model.md. The comparison depends only on what
 * precedes the thread's next event in the trace, and one execution of every trace is
 * explored. Plain accesses need no comparison: a plain access that could read an
 * older value is a data race. */

#include "base/table.h"
#include "native/runtime/memory_model/robust_parts.h"

#include <assert.h>
#include <stdio.h>

#include "base/mem.h"
#include "native/runtime/state/undo.h"

#define WIDEST 16

static void
start_tracing (void)
{
  struct robust *r = rt->robust;
  rt->has_weak = rt->weak = true;
  r->nlocations = r->nobjects = 0;
  r->locations = own_alloc (ROBUST_LOCATIONS * sizeof *r->locations);
  r->writes = own_alloc (ROBUST_WRITES * sizeof *r->writes);
  r->readers = own_alloc (ROBUST_READERS * sizeof *r->readers);
  r->events = own_alloc (ROBUST_EVENTS * sizeof *r->events);
  r->objects = own_alloc (ROBUST_OBJECTS * sizeof *r->objects);
}

void
robust_init (void)
{
  struct robust *r = rt->robust = own_alloc (sizeof *r);
  r->unit = WIDEST;
  r->off = rt->orders.memory_sc || rt->orders.allow_races || rt->supervisor.out < 0;
  if ((rt->forked.active || rt->orders.mode == WIRE_REPLAY) && !r->off)
    start_tracing ();             /* a child cannot restart the exploration, and a replay would print its beginning twice */
}

void
robust_begin (void)
{
  assert (!rt->has_weak && !rt->forked.active);
  if (rt->robust->off)
    return;
  start_tracing ();
  clocks_init ();
  rt_restart (WIRE_RESTART_weak);
}

void
robust_end (void)
{
  rt->robust->off = true;
  rt->weak = false;
}

/* After a restart the supervisor drops earlier records, so the check is turned on again. */
void
robust_again (void)
{
  if (!rt->has_weak || rt->weak)
    return;
  rt->robust->off = false;
  rt->weak = true;
  clocks_init ();
}

/* ---- locations ---- */

bool
robust_room (uint32_t *count, uint32_t room)
{
  assert (*count < room && !rt->replaying);
  if (*count + 1 == room) {
    rt_partial ("an execution has more than %u atomic accesses: whether weaker memory adds others is not known", room);
    robust_end ();
    return false;
  }
  undo_save (count, sizeof *count);
  ++*count;
  return true;
}

static struct location *
slot_of (uint64_t address)
{
  struct robust *r = rt->robust;
  size_t i = table_hash (address) >> 44;
  while (r->locations[i].address && r->locations[i].address != address)
    i = (i + 1) % ROBUST_LOCATIONS;
  return &r->locations[i];
}

/* The size of another location that overlaps the bytes; 0: there is none. */
static uint32_t
overlaps (uint64_t address, uint32_t bytes)
{
  for (uint32_t i = 1; i < WIDEST; i++) {
    if (slot_of (address - i)->bytes > i)
      return slot_of (address - i)->bytes;
    if (i < bytes && slot_of (address + i)->bytes)
      return slot_of (address + i)->bytes;
  }
  return 0;
}

/* From now on no location is wider than `unit`: the exploration restarts, because wider locations were recorded. */
static void
refine (uint32_t unit)
{
  if (rt->forked.active) {
    rt_partial ("atomic accesses of different sizes overlap: whether weaker memory adds executions is not known");
    robust_end ();
    return;
  }
  assert (unit && unit < rt->robust->unit && !(unit & (unit - 1)));
  rt->robust->unit = unit;
  start_tracing ();
  clocks_init ();
  rt_restart (WIRE_RESTART_weak);
}

uint32_t
robust_unit (const struct rt_atomic *a)
{
  struct robust *r = rt->robust;
  uint32_t unit = a->bytes < r->unit ? a->bytes : r->unit;
  for (uint32_t i = 0; i < a->bytes; i += unit) {
    struct location *l = slot_of (a->address + i);
    uint32_t other = l->address ? l->bytes : overlaps (a->address + i, unit);
    if (other && other != unit)
      refine (other < unit ? other : unit);
    else if (other && !l->address)
      refine (unit / 2);
    if (!l->address && ++r->nlocations > ROBUST_LOCATIONS / 2)
      rt_internal_error ("the program has more than %u atomic locations", ROBUST_LOCATIONS / 2);
    l->address = a->address + i;
    l->bytes = unit;
  }
  assert (unit && a->bytes % unit == 0);
  return unit;
}

/* The location; `value` is its initial value if it has not been accessed in this execution. */
static struct location *
location_of (uint64_t address, uint64_t value)
{
  struct robust *r = rt->robust;
  struct location *l = slot_of (address);
  assert (l->address);
  if (!l->latest && robust_room (&r->nwrites, ROBUST_WRITES)) {
    r->writes[r->nwrites] = (struct write) {.value = value};
    undo_save (&l->latest, sizeof l->latest);
    l->latest = r->nwrites;
  }
  return l;
}

/* Plain writes may have changed the value meanwhile; they are ordered with all other accesses, or there is a race. */
static void
refresh_value (struct location *l, uint64_t value)
{
  struct write *w = &rt->robust->writes[l->latest];
  if (w->value == value)
    return;
  undo_save (&w->value, sizeof w->value);
  w->value = value;
}

static bool
trace_knows (const struct knowledge *k, const struct write *w)
{
  return !w->earlier || w->turn <= k->clock[KNOWS_TRACE][w->thread];
}

/* The write, or a read of it, happens before the thread's next event. */
static bool
must_know (const struct knowledge *k, const struct write *w)
{
  const uint32_t *hb = k->clock[KNOWS_HB];
  if (!w->earlier || w->epoch <= hb[w->thread])
    return true;
  for (uint32_t i = w->readers; i; i = rt->robust->readers[i].next)
    if (rt->robust->readers[i].epoch <= hb[rt->robust->readers[i].thread])
      return true;
  return false;
}

/* ---- the check ---- */

/* All of its values are known, so that the result of another comparison is known. */
static bool
is_whole (const struct rt_atomic *a)
{
  return !a->is_part && a->bytes <= sizeof a->before;
}

/* True if atomicity allows the access directly after `older`, whose successor is `newer`: no write can come before an update. */
static bool
fits_between (const struct rt_atomic *a, const struct write *older, const struct write *newer)
{
  bool writes = a->compares ? is_whole (a) && older->value == a->expected : a->writes;
  return !writes || !newer->updates;
}

static int
order_after (const struct rt_atomic *a, const struct write *older)
{
  if (!a->compares || !is_whole (a))
    return a->order;
  return older->value == a->expected ? a->success : a->failure;
}

static void
doubt (const struct rt_atomic *a, const struct write *older, const struct write *newer)
{
  struct rt_failure *f = &rt->failure;
  const struct rt_thread *t = rt->current;
  assert (newer->earlier && older == &rt->robust->writes[newer->earlier]);
  if (f->exec.message)
    return;
  const char *what = !a->writes && !a->compares ? "load of" : a->reads ? "update of" : "store to";
  if (a->reads)
    snprintf (f->text, sizeof f->text, "weak memory: the %s 0x%llx may also find the older value %llu, although thread %u has written %llu by then",
              what, (unsigned long long) a->address, (unsigned long long) older->value, newer->thread, (unsigned long long) newer->value);
  else
    snprintf (f->text, sizeof f->text, "weak memory: the %s 0x%llx may also come before that of %llu by thread %u, and so not be the last",
              what, (unsigned long long) a->address, (unsigned long long) newer->value, newer->thread);
  f->exec = (struct exec_failure) {.kind = FINDING_WEAK_MEMORY, .message = f->text};
  f->nframes = 0;
  f->frames[f->nframes++] = a->pc;
  for (uint32_t i = t->depth < RT_FRAMES ? t->depth : RT_FRAMES; i-- > 1;)
    f->frames[f->nframes++] = t->frames[i];
  f->nother = (a->reads ? older->pc : newer->pc) != 0;
  f->other[0] = a->reads ? older->pc : newer->pc;
  f->other_thread = a->reads ? older->thread : newer->thread;
}

static void
check_at (thread_id t, const struct location *l, const struct rt_atomic *a)
{
  const struct write *writes = rt->robust->writes, *w = &writes[l->latest];
  const struct knowledge *k = known_to (t);
  struct sc_past past;
  bool looked = false, access_forbidden = false;
  while (!trace_knows (k, w))
    w = &writes[w->earlier];
  for (; !must_know (k, w); w = &writes[w->earlier]) {
    if (!looked)
      sc_look (t, l, &past);
    looked = true;
    if (sc_forbids_all (&past, w))
      return;
    access_forbidden |= sc_forbids_access (&past, w);
    const struct write *older = &writes[w->earlier];
    assert (w->earlier && older < w);   /* pools grow with the execution */
    bool forbidden = access_forbidden && order_after (a, older) == __ATOMIC_SEQ_CST;
    if (!forbidden && fits_between (a, older, w)) {
      doubt (a, older, w);
      return;
    }
  }
}

void
robust_check (const struct rt_atomic *a)
{
  thread_id t = rt->current->id;
  struct location *l = location_of (a->address, a->before);
  refresh_value (l, a->before);
  sc_arrives (t, a->address);
  check_at (t, l, a);
}

/* ---- recording ---- */

static void
add_reader (struct write *w, thread_id t)
{
  struct robust *r = rt->robust;
  for (uint32_t i = w->readers; i; i = r->readers[i].next)
    if (r->readers[i].thread == t)
      return;
  if (!robust_room (&r->nreaders, ROBUST_READERS))
    return;
  r->readers[r->nreaders] = (struct reader) {w->readers, t, clock_of (t)[t]};
  undo_save (&w->readers, sizeof w->readers);
  w->readers = r->nreaders;
}

static struct write *
add_write (struct location *l, thread_id t, const struct rt_atomic *a)
{
  struct robust *r = rt->robust;
  if (!robust_room (&r->nwrites, ROBUST_WRITES))
    return NULL;
  struct write *w = &r->writes[r->nwrites];
  *w = (struct write) {.earlier = l->latest, .thread = t, .epoch = clock_of (t)[t],
                       .turn = known_to (t)->clock[KNOWS_TRACE][t], .updates = a->reads, .value = a->after, .pc = a->pc};
  undo_save (&l->latest, sizeof l->latest);
  l->latest = r->nwrites;
  return w;
}

void
robust_record (const struct rt_atomic *a)
{
  thread_id t = rt->current->id;
  struct location *l = slot_of (a->address);
  uint32_t *trace = known_to (t)->clock[KNOWS_TRACE];
  assert (l->latest && rt->weak && l->bytes == a->bytes);
  clock_join (trace, l->written);
  assert (trace_knows (known_to (t), &rt->robust->writes[l->latest]));
  if (a->writes)
    clock_join (trace, l->read);
  trace[t]++;                     /* clock_join has saved it for undoing */
  struct write *w = NULL;
  if (a->writes) {
    clock_copy (l->written, trace);
    w = add_write (l, t, a);
  } else {
    clock_join (l->read, trace);
    add_reader (&rt->robust->writes[l->latest], t);
  }
  if (rt->weak)
    sc_record (t, l, a, w);
}

void
robust_fence (bool seq_cst)
{
  thread_id t = rt->current->id;
  sc_arrives (t, 0);
  if (seq_cst)
    sc_fence (t, NULL);
}

void
robust_synchronise (thread_id t)
{
  sc_arrives (t, 0);
}
