/* Data races: plain accesses against each other, and against atomic ones.
 *
 * Idea: vector clocks give the happens-before order that synchronisation makes
 * (not the order of this execution); two accesses to a byte, one of them a
 * write and not both atomic, that are not ordered are a race. Each granule of
 * eight bytes has a list of the accesses that later ones may race with. An
 * operation on a lock counts as an atomic access, because it may race with a free;
 * its initialisation and destruction count as plain writes, because something else
 * than the lock must order them with all uses.
 * Source: C. Flanagan, S. Freund, "FastTrack: Efficient and precise dynamic race
 * detection", PLDI 2009.
 * Where we differ: the lists are complete: an access is dropped only when a
 * newer one stands for it (covers its bytes, happens after it, and conflicts
 * with all it conflicts with).
 * Why that is sound: an access that races with a dropped one races with the newer
 * one too, or happens before it. Complete lists are needed because plain accesses
 * are not scheduling points: the exploration covers all behaviours only of programs
 * without races, so a missed race could make a verdict wrong. */

#include "base/table.h"

#include <assert.h>

#include "native/runtime/core/rt.h"

#include "base/mem.h"
#include "native/runtime/loops/trial.h"
#include "native/runtime/memory_model/clocks.h"
#include "native/runtime/state/fingerprint.h"
#include "native/runtime/state/undo.h"
#include "native/runtime/state/watch.h"

#define GRANULES 512              /* of a page */
#define PAGES (1u << 20)
#define CELLS (1u << 28)
#define DOUBTS 16

struct cell {
  uint32_t next, clock;
  uint64_t pc;
  uint8_t thread, mask, how;
};

#define BIT(how) (1u << RACE_##how)
#define ALL (2 * BIT (OWN) - 1)
static const uint8_t conflicts[] = {
  [RACE_READ] = BIT (WRITE) | BIT (ATOMIC_WRITE) | BIT (CHANGE) | BIT (USE) | BIT (FREE) | BIT (OWN),
  [RACE_WRITE] = ALL,
  [RACE_ATOMIC_READ] = BIT (WRITE) | BIT (CHANGE) | BIT (FREE) | BIT (OWN),
  [RACE_ATOMIC_WRITE] = BIT (READ) | BIT (WRITE) | BIT (CHANGE) | BIT (FREE) | BIT (OWN),
  [RACE_CHANGE] = ALL,
  [RACE_USE] = BIT (READ) | BIT (WRITE) | BIT (CHANGE) | BIT (FREE) | BIT (OWN),
  [RACE_FREE] = ALL,
  [RACE_OWN] = ALL,
};

struct page {
  uint64_t number;                /* + 1; 0: free */
  uint32_t *heads;                /* by granule; 0: no accesses */
};

/* Uses of a thread's stack by another thread, with the user's epoch: the last one, and the one at the lowest
 * address among those that do not happen before the owner's present. */
struct stack_use { uint64_t pc; uintptr_t address; uint32_t clock; };
struct guest { struct stack_use last, deepest; };

struct races {
  struct page *pages;             /* hash table */
  uint32_t npages;
  struct page last;
  struct cell *cells;
  uint32_t ncells;                /* cells 1 .. ncells are in use */
  struct guest (*guests)[RT_THREADS];   /* [owner][guest] */
  bool has_guests[RT_THREADS];    /* the row is not empty in some execution */
  uint64_t doubts[DOUBTS];        /* code addresses of accesses that may race */
  uint32_t ndoubts;
};

void
race_init (void)
{
  struct races *r = rt->races = own_alloc (sizeof *r);
  r->pages = own_alloc (PAGES * sizeof *r->pages);
  r->cells = own_alloc (CELLS * sizeof *r->cells);
  r->guests = own_alloc (RT_THREADS * sizeof *r->guests);
}

/* ---- accesses ---- */

static uint32_t *
page_heads (uint64_t number)
{
  struct races *r = rt->races;
  if (r->last.number == number + 1)
    return r->last.heads;
  size_t i = table_hash (number) >> 44;
  while (r->pages[i].number && r->pages[i].number != number + 1)
    i = (i + 1) % PAGES;
  if (!r->pages[i].number && ++r->npages > PAGES / 2)
    rt_internal_error ("the program touches more than %u pages of memory: whether accesses race is not known", PAGES / 2);
  if (!r->pages[i].number)
    r->pages[i] = (struct page) {number + 1, own_alloc (GRANULES * sizeof (uint32_t))};
  r->last = r->pages[i];
  return r->last.heads;
}

/* Reports that an access to bytes of the granule, in the page that was looked up last, races with the cell's. */
static void
complain (const struct cell *c, const uint32_t *head, uint8_t mask, enum race_how how, uint64_t pc)
{
  static const char *const does[] = {"reads", "writes", "atomically reads", "atomically writes", "initialises or destroys", "uses", "frees"},
                    *const may[] = {"read", "write", "atomically read", "atomically write", "initialise or destroy", "use", "free"};
  assert (mask & c->mask && c->thread != rt->current->id && c->thread < rt->nthreads);
  if (how == RACE_OWN || c->how == RACE_OWN)
    loops_refute (LOOP_RETRY, how == RACE_OWN ? pc : c->pc);
  uint64_t address = (rt->races->last.number - 1) << 12 | (uint64_t) (head - rt->races->last.heads) << 3;
  address += (uint64_t) __builtin_ctz (mask & c->mask);
  rt->replay.taken[rt->run.depth].raced = rt->step.plain;
  rt->failure.pc = pc;
  rt->failure.address = address;
  rt->failure.bytes = (uint64_t) __builtin_popcount (mask & c->mask);
  rt->failure.nother = 1;
  rt->failure.other[0] = c->pc;
  rt->failure.other_thread = c->thread;
  rt_fail (FINDING_DATA_RACE, "data race on 0x%llx: thread %u %s it while thread %u may %s it",
           (unsigned long long) address, c->thread, does[c->how], rt->current->id, may[how]);
}

/* Uninstrumented code may have ordered the two: it was called after the first access, and before the second. */
static bool
is_doubtful (const struct cell *c)
{
  const uint32_t *mine = clock_of (rt->current->id);
  bool released = false, acquired = false;
  for (thread_id i = 0; i < rt->nthreads; i++) {
    const struct thread_clocks *t = &rt->clocks->threads[i];
    released |= t->unseen_first && t->unseen[c->thread] >= c->clock;
    acquired |= t->unseen_first && mine[i] >= t->unseen_first;
  }
  return rt->orders.is_doubtful || (released && acquired);
}

void
race_unseen (void)
{
  struct thread_clocks *t = &rt->clocks->threads[rt->current->id];
  const uint32_t *mine = clock_of (rt->current->id);
  if (rt->replaying || rt->trial)
    return;
  clock_copy (t->unseen, mine);
  undo_save (&t->unseen_first, sizeof t->unseen_first);
  t->unseen_first = t->unseen_first ? t->unseen_first : mine[rt->current->id];
  clock_tick (rt->current->id);
}

/* Reported once for each code address, and for at most DOUBTS of them. */
static void
doubt (uint64_t pc)
{
  struct races *r = rt->races;
  for (uint32_t i = 0; i < r->ndoubts; i++)
    if (r->doubts[i] == pc)
      return;
  if (r->ndoubts == DOUBTS)
    return;
  r->doubts[r->ndoubts++] = pc;
  rt_unexplored (pc, "another thread may access the same memory, in an order that only code that is not seen may give");
}

/* Whatever conflicts with `old` conflicts with `newer`. */
static inline bool
stands_for (uint8_t newer, uint8_t old)
{
  return !(conflicts[old] & ~conflicts[newer]);
}

/* saved: the undo log has the number of cells already. */
static void
access_granule (uint32_t *head, uint8_t mask, enum race_how how, bool *saved, uint64_t pc)
{
  struct races *r = rt->races;
  uint8_t me = (uint8_t) rt->current->id;
  const uint32_t *mine = clock_of (me);
  struct cell *first = &r->cells[*head];
  assert (mask && how < sizeof conflicts && *head <= r->ncells);
  if (*head && first->thread == me && first->clock == mine[me] && !(mask & ~first->mask) && stands_for (first->how, how))
    return;
  for (uint32_t i = *head; i; i = r->cells[i].next) {
    const struct cell *c = &r->cells[i];
    assert (c->next < i && c->clock <= clock_of (c->thread)[c->thread]);   /* newest first, none of a future that was undone */
    if (c->clock > mine[c->thread] && c->mask & mask && conflicts[how] >> c->how & 1)
      is_doubtful (c) ? doubt (pc) : complain (c, head, mask, how, pc);
  }
  if (!*saved)
    undo_save (&r->ncells, sizeof r->ncells);
  *saved = true;
  undo_save (head, sizeof *head);
  uint32_t *link = head;
  while (*link) {
    struct cell *c = &r->cells[*link];
    if (!(c->mask & ~mask) && c->clock <= mine[c->thread] && stands_for (how, c->how)) {
      if (link != head)
        undo_save (link, sizeof *link);
      *link = c->next;
    } else
      link = &c->next;
  }
  if (r->ncells + 1 == CELLS)
    rt_internal_error ("an execution has more than %u accesses that others may race with", CELLS);
  r->cells[++r->ncells] = (struct cell) {*head, mine[me], pc, me, mask, (uint8_t) how};
  *head = r->ncells;
}

void
race_access (uintptr_t address, size_t bytes, enum race_how how, uint64_t pc)
{
  bool is_atomic = how == RACE_ATOMIC_READ || how == RACE_ATOMIC_WRITE || how == RACE_USE;
  bool is_read = how == RACE_READ || how == RACE_ATOMIC_READ || how == RACE_USE;
  if (map_fixed && !rt->trial && !is_read && how != RACE_FREE)
    map_written (address, bytes, pc);      /* checked even if races are allowed */
  if (rt->orders.allow_races)
    return;
  rt->step.plain++;
  if (rt->trial) {
    trial_access (address, bytes, !is_atomic, how != RACE_READ, pc);
    return;
  }
  if (rt->replaying) {
    if (rt->step.plain == rt->replay.taken[rt->run.depth].raced)
      rt_fail (FINDING_DATA_RACE, "data race, as before");
    return;
  }
  if (rt->footprint && !is_atomic && how != RACE_READ && how != RACE_WRITE)
    footprint_unsure ();
  if (rt->footprint && !(is_atomic && rt->current->size))   /* an atomic's operation has its accesses already */
    footprint_access (address, bytes, is_atomic ? ACCESS_POST : how == RACE_READ ? ACCESS_READ : ACCESS_WRITE);
  if (rt->watch)
    watch_note (address, bytes, how == RACE_FREE ? NATIVE_FREE : how == RACE_READ ? NATIVE_READ : NATIVE_WRITE, is_atomic ? 0 : pc);
  bool saved = false;
  while (bytes) {
    uint32_t first = address % 8, here = bytes < 8 - first ? (uint32_t) bytes : 8 - first;
    uint32_t *heads = page_heads (address >> 12);
    access_granule (&heads[address >> 3 & (GRANULES - 1)], (uint8_t) (((1u << here) - 1) << first), how, &saved, pc);
    address += here;
    bytes -= here;
  }
}

static const struct cell *
first_cell (uintptr_t granule)
{
  return &rt->races->cells[page_heads (granule >> 9)[granule & (GRANULES - 1)]];
}

/* An access of the thread in its present epoch stands for the read of these bytes of a granule. */
static bool
is_noted (uintptr_t granule, uint8_t mask)
{
  thread_id me = rt->current->id;
  for (const struct cell *c = first_cell (granule); c != rt->races->cells; c = &rt->races->cells[c->next])
    if (c->thread == me && c->clock == clock_of (me)[me] && !(mask & ~c->mask) && stands_for (c->how, RACE_READ))
      return true;
  return false;
}

/* The mask of the bytes from `address` to the end of its granule, where `address` moves to. */
static uint8_t
next_mask (uintptr_t *address, uintptr_t end)
{
  uintptr_t from = *address, next = (from | 7) + 1;
  assert (from < end);
  *address = next < end ? next : end;
  return (uint8_t) (((1u << (*address - from)) - 1) << from % 8);
}

bool
race_is_noted (uintptr_t address, size_t bytes)
{
  for (uintptr_t end = address + bytes, at = address; at < end;) {
    uintptr_t granule = at >> 3;
    if (!is_noted (granule, next_mask (&at, end)))
      return false;
  }
  return true;
}

bool
race_is_mixed (thread_id me, uintptr_t address, size_t bytes, bool writes)
{
  uint8_t with = conflicts[writes ? RACE_ATOMIC_WRITE : RACE_ATOMIC_READ];
  for (uintptr_t end = address + bytes, at = address; at < end;) {
    const struct cell *c = first_cell (at >> 3);
    uint8_t mask = next_mask (&at, end);
    for (; c != rt->races->cells; c = &rt->races->cells[c->next])
      if (c->thread != me && c->clock > clock_of (me)[c->thread] && c->mask & mask && with >> c->how & 1)
        return true;
  }
  return false;
}

/* ---- stacks: the end of a thread, or of a function's frame, frees the memory ---- */

void
race_stack (struct rt_thread *owner, uintptr_t address, uint64_t pc)
{
  thread_id me = rt->current->id;
  struct guest *g = &rt->races->guests[owner->id][me];
  struct stack_use use = {pc, address, clock_of (me)[me]};
  if (rt->replaying || (g->last.clock == use.clock && g->deepest.address <= address))
    return;
  rt->races->has_guests[owner->id] = true;
  undo_save (g, sizeof *g);
  g->last = use;
  if (g->deepest.clock <= clock_of (owner->id)[me] || address < g->deepest.address)
    g->deepest = use;
}

/* The current thread gives up its stack below the address. Uses by other threads must happen before that. */
static void
stack_ends (uintptr_t below, const char *owner)
{
  thread_id me = rt->current->id;
  rt->step.plain++;
  if (rt->replaying && rt->step.plain == rt->replay.taken[rt->run.depth].raced)
    rt_fail (FINDING_MEMORY, "use of a stack after its end, as before");
  if (rt->replaying || !rt->races->has_guests[me])
    return;
  for (thread_id i = 0; i < rt->nthreads; i++) {
    const struct guest *g = &rt->races->guests[me][i];
    const struct stack_use *use = below == UINTPTR_MAX ? &g->last : &g->deepest;
    if (use->clock <= clock_of (me)[i] || use->address >= below)
      continue;
    rt->replay.taken[rt->run.depth].raced = rt->step.plain;
    rt->failure.pc = use->pc;
    rt_fail (FINDING_MEMORY, "thread %u uses the stack of %sthread %u, which may have %s by then", i, owner, me,
             below == UINTPTR_MAX ? "ended" : "returned");
  }
}

void
race_stack_ends (void)
{
  stack_ends (UINTPTR_MAX, "");
}

void
race_frame_ends (uintptr_t top)
{
  stack_ends (top, "a function of ");
}
