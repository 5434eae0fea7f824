/* Idea. The scheduler may run only processes of a smallest closed set: one with an enabled process, such that no future
 * step of the processes outside conflicts with the next steps of those inside. A circuit computes it from the control
 * nodes.
 * Source. V. Kahlon, A. Gupta, N. Sinha, "Symbolic Model Checking of Concurrent Programs Using Partial Orders and
 * On-the-Fly Transactions", CAV 2006, section 4.2 (conflict, closure, minimal set, sticky locations, lock patterns);
 * conditional stubborn sets: P. Godefroid, "Partial-Order Methods for the Verification of Concurrent Systems", LNCS 1032,
 * 1996.
 * Where we differ. Sets without an enabled process are never chosen. Visible and sticky steps conflict with all others.
 * With lock patterns, later accesses count only if some path to them acquires none of the locks that the process holds;
 * with several locks each is considered separately, which lets more accesses count.
 * Why that is sound. docs/symbolic.md has the proof. */
#include "symbolic/touch.h"

struct closure {
  struct touch t;
  struct parts *p;
  size_t n;                       /* slots */
  lit *conflict;                  /* n * n: a set with the first slot must contain the second */
  struct seen seen;
};

/* Unions over the locations where a process can be. */
static lit
at_locations (struct closure *x, uint32_t slot, bool (*wanted) (const struct closure *, const struct touch_type *, uint32_t loc, uint32_t a, uint32_t b),
              uint32_t a, uint32_t b)
{
  struct parts *p = x->p;
  lit any = LIT_FALSE;
  for (uint32_t k = 0; k < p->slots.data[slot].types.count; k++)
    for (uint32_t l = 0; l < p->pg->procs[p->slots.data[slot].types.data[k].proc].nlocs; l++)
      if (wanted (x, &x->t.types[slot][k], l, a, b))
        any = aig_or (p->g, any, control_at (p, slot, k, l));
  return any;
}

static bool
reads_now (const struct closure *x, const struct touch_type *t, uint32_t loc, uint32_t object, uint32_t unused)
{
  (void) x;
  (void) unused;
  return bits_has (t->now[loc].reads, object);
}

static bool
writes_now (const struct closure *x, const struct touch_type *t, uint32_t loc, uint32_t object, uint32_t unused)
{
  (void) x;
  (void) unused;
  return bits_has (t->now[loc].writes, object);
}

/* `lock` UINT32_MAX: on any path. */
static bool
touches_later (const struct closure *x, const struct touch_type *t, uint32_t loc, uint32_t object, uint32_t lock)
{
  const struct touched *s = lock == UINT32_MAX ? &t->later[loc] : &t->avoiding[lock][loc];
  (void) x;
  return bits_has (s->reads, object) || bits_has (s->writes, object);
}

static bool
writes_later (const struct closure *x, const struct touch_type *t, uint32_t loc, uint32_t object, uint32_t lock)
{
  (void) x;
  return bits_has ((lock == UINT32_MAX ? &t->later[loc] : &t->avoiding[lock][loc])->writes, object);
}

static bool
holds (const struct closure *x, const struct touch_type *t, uint32_t loc, uint32_t lock, uint32_t unused)
{
  (void) x;
  (void) unused;
  return t->held[loc] >> lock & 1;
}

/* The next step may close a cycle, or is visible to the property. */
static bool
is_special (const struct closure *x, const struct touch_type *t, uint32_t loc, uint32_t a, uint32_t b)
{
  (void) a;
  (void) b;
  return t->sticky[loc] || seen_step (&x->seen, &x->t, t, loc);
}

/* A later access of `other` counts only if for each lock that `slot` holds some path to the access does not acquire it. */
static lit
unless_locked (struct closure *x, uint32_t slot, uint32_t other, lit later, uint32_t object, bool writes)
{
  struct aig *g = x->p->g;
  for (uint32_t k = 0; k < x->t.locks.count && later != LIT_FALSE; k++) {
    lit held = at_locations (x, slot, holds, k, 0);
    if (held == LIT_FALSE)
      continue;
    lit free = at_locations (x, other, writes ? writes_later : touches_later, object, k);
    later = aig_and (g, later, aig_or (g, lit_not (held), free));
  }
  return later;
}

static lit
conflict_on (struct closure *x, uint32_t slot, uint32_t other, uint32_t object)
{
  struct aig *g = x->p->g;
  lit reads = at_locations (x, slot, reads_now, object, 0), writes = at_locations (x, slot, writes_now, object, 0), both = LIT_FALSE;
  if (reads != LIT_FALSE) {
    lit later = at_locations (x, other, writes_later, object, UINT32_MAX);
    both = aig_and (g, reads, unless_locked (x, slot, other, later, object, true));
  }
  if (writes != LIT_FALSE) {
    lit later = at_locations (x, other, touches_later, object, UINT32_MAX);
    both = aig_or (g, both, aig_and (g, writes, unless_locked (x, slot, other, later, object, false)));
  }
  return both;
}

static void
find_conflicts (struct closure *x)
{
  struct aig *g = x->p->g;
  for (uint32_t i = 0; i < x->n; i++) {
    lit special = at_locations (x, i, is_special, 0, 0);
    for (uint32_t j = 0; j < x->n; j++) {
      lit *c = &x->conflict[i * x->n + j];
      *c = i == j ? LIT_TRUE : special;
      for (uint32_t o = 0; o < x->t.o.count && i != j && !parts_over (x->p); o++)
        *c = aig_or (g, *c, conflict_on (x, i, j, o));
    }
  }
}

/* Transitive closure, as a circuit. */
static void
close_conflicts (struct closure *x)
{
  struct aig *g = x->p->g;
  for (size_t k = 0; k < x->n; k++)
    for (size_t i = 0; i < x->n; i++)
      for (size_t j = 0; j < x->n && i != k; j++)
        x->conflict[i * x->n + j] = aig_or (g, x->conflict[i * x->n + j], aig_and (g, x->conflict[i * x->n + k], x->conflict[k * x->n + j]));
}

/* The smallest set with an enabled process; the first of several. */
static void
choose_smallest (struct closure *x)
{
  struct parts *p = x->p;
  struct aig *g = p->g;
  struct word size = word_const ((int64_t) x->n + 1);
  lit *chosen = mem_alloc ((x->n + 1) * sizeof *chosen);
  for (size_t j = 0; j < x->n; j++)
    chosen[j] = LIT_TRUE;
  for (size_t i = 0; i < x->n; i++) {
    struct word count = word_const (0);
    lit useful = LIT_FALSE;
    for (size_t j = 0; j < x->n; j++) {
      lit in = x->conflict[i * x->n + j];
      count = word_add (g, count, word_bool (in));
      useful = aig_or (g, useful, aig_and (g, in, p->slots.data[j].enabled));
    }
    lit better = aig_and (g, useful, word_less (g, count, size));
    size = word_mux (g, better, count, size);
    for (size_t j = 0; j < x->n; j++)
      chosen[j] = aig_mux (g, better, x->conflict[i * x->n + j], chosen[j]);
  }
  /* a process that keeps control runs alone anyway */
  for (size_t j = 0; j < x->n; j++)
    p->slots.data[j].stubborn = aig_or (g, lit_not (p->c->observable), chosen[j]);
  mem_free (chosen);
}

/* A lock is not 0 while a process holds it: an invariant of the reachable states that helps the solver. */
static void
add_lock_invariants (struct closure *x)
{
  struct parts *p = x->p;
  struct aig *g = p->g;
  for (uint32_t k = 0; k < x->t.locks.count; k++) {
    struct word value = p->cells.data[x->t.locks.data[k]].now;
    lit some = LIT_FALSE, two = LIT_FALSE;
    for (uint32_t i = 0; i < x->n; i++) {
      lit has = at_locations (x, i, holds, k, 0);
      two = aig_or (g, two, aig_and (g, some, has));
      some = aig_or (g, some, has);
    }
    lit taken = word_nonzero (g, &value);
    lit known = aig_and (g, x->t.exact >> k & 1 ? aig_equal (g, some, taken) : aig_or (g, lit_not (some), taken), lit_not (two));
    p->c->hold = aig_and (g, p->c->hold, aig_or (g, lit_not (p->c->observable), known));
  }
}

void
stubborn_restrict (struct parts *p)
{
  struct closure x = {.p = p, .n = p->slots.count};
  if (!touch_helps (p) || p->config->por == CIRCUIT_JOINED)
    return;
  touch_init (&x.t, p, p->config->por == CIRCUIT_TRANSACTIONS);
  seen_init (&x.seen, &x.t);
  x.conflict = mem_alloc ((x.n * x.n + 1) * sizeof *x.conflict);
  if (!x.t.hopeless) {
    find_conflicts (&x);
    close_conflicts (&x);
    choose_smallest (&x);
    add_lock_invariants (&x);
    p->c->reduced = true;
    p->c->locks = (uint32_t) x.t.locks.count;
  }
  mem_free (x.conflict);
  seen_release (&x.seen);
  touch_release (&x.t);
}
