/* Idea. A circuit with the inputs that choose one step is a relation that changes a few latches and leaves the others
 * unchanged: images quantify over the few only.
 * Source. J. Burch, E. Clarke, D. Long, "Symbolic model checking with partitioned transition relations", VLSI 1991
 * (disjunctive partitions of asynchronous systems).
 * Where we differ. A step's relation is obtained by setting the scheduler's inputs in the circuit, so whatever else the
 * circuit computes (an automaton's moves, saved states) is in the relation without special treatment.
 * Why that is sound. Each valid choice of inputs is one of those settings, up to inputs that are quantified. */
#include "symbolic/relation.h"

#include "symbolic/order.h"
#include "symbolic/parts.h"

/* The library's callbacks have no context argument. */
static struct relations *at_work;

/* Looks at the budget. */
static void
relations_tick (struct relations *r)
{
  if (budget_over (r->p->budget))
    longjmp (r->over, 1);
}

static void
on_collection (int before, bddGbcStat *s)
{
  (void) s;
  if (before && at_work)
    relations_tick (at_work);
}

static void
on_error (int code)
{
  assert (at_work);
  at_work->p->budget->spent = code == BDD_MEMORY || code == BDD_NODENUM ? "the decision diagrams got too large" : "the decision diagrams failed";
  longjmp (at_work->over, 1);
}

/* ---- functions ---- */

struct functions {
  struct aig g;                   /* the circuit with some inputs set */
  VEC (BDD) of;                   /* by node; -1: not built yet */
};

static BDD
function_of (struct functions *f, lit a)
{
  VEC (uint32_t) stack = {0};
  while (f->of.count < f->g.nodes.count)
    VEC_PUSH (f->of, -1);
  VEC_PUSH (stack, lit_node (a));
  while (stack.count) {
    uint32_t n = VEC_LAST (stack);
    if (f->of.data[n] >= 0) {
      stack.count--;
      continue;
    }
    assert (aig_is_and (&f->g, n));
    lit x = f->g.nodes.data[n].a, y = f->g.nodes.data[n].b;
    BDD p = f->of.data[lit_node (x)], q = f->of.data[lit_node (y)];
    if (p < 0)
      VEC_PUSH (stack, lit_node (x));
    if (q < 0)
      VEC_PUSH (stack, lit_node (y));
    if (p < 0 || q < 0)
      continue;
    BDD u = lit_inverted (x) ? bdd_addref (bdd_not (p)) : bdd_addref (p), v = lit_inverted (y) ? bdd_addref (bdd_not (q)) : bdd_addref (q);
    f->of.data[n] = bdd_addref (bdd_and (u, v));
    bdd_delref (u);
    bdd_delref (v);
    stack.count--;
  }
  VEC_FREE (stack);
  BDD r = f->of.data[lit_node (a)];
  return bdd_addref (lit_inverted (a) ? bdd_not (r) : r);
}

static void
functions_release (struct functions *f)
{
  for (size_t i = 0; i < f->of.count; i++)
    if (f->of.data[i] >= 0)
      bdd_delref (f->of.data[i]);
  VEC_FREE (f->of);
  aig_release (&f->g);
}

static int var_now (const struct relations *r, size_t latch) { return 2 * (int) r->position[latch]; }
static int var_next (const struct relations *r, size_t latch) { return 2 * (int) r->position[latch] + 1; }

/* Disjunction of `to` and `b`; releases both. */
static BDD
conjoin (BDD to, BDD b)
{
  BDD r = bdd_addref (bdd_and (to, b));
  bdd_delref (to);
  bdd_delref (b);
  return r;
}

/* ---- one step ---- */

/* The circuit's leaves as leaves of the functions, and its inputs as constants where the step decides them. */
static lit *
set_inputs (struct relations *r, uint32_t step, struct functions *f)
{
  const struct circuit *c = r->p->c;
  const struct parts *p = c->parts;
  lit *map = mem_alloc (c->g.nodes.count * sizeof *map);
  bool *value = mem_zalloc (c->g.nodes.count);
  const struct word *chosen[] = {&p->choose_slot, &p->choose_step};
  for (size_t i = 0; i < c->g.nodes.count; i++)
    map[i] = LIT_NONE;
  aig_init (&f->g);
  VEC_PUSH (f->of, bdd_addref (bddfalse));
  for (size_t i = 0; i < c->latches.count; i++) {
    map[lit_node (c->latches.data[i].now)] = aig_leaf (&f->g);
    VEC_PUSH (f->of, bdd_addref (bdd_ithvar (var_now (r, i))));
  }
  if (step != PG_ALL)
    circuit_choose (c, step, value);
  for (int w = 0; w < 2; w++)
    for (unsigned i = 0; i < chosen[w]->n; i++)
      if (chosen[w]->bit[i] > LIT_TRUE)
        map[lit_node (chosen[w]->bit[i])] = value[lit_node (chosen[w]->bit[i])] ? LIT_TRUE : LIT_FALSE;
  for (size_t i = 0; i < c->inputs.count; i++)
    if (map[lit_node (c->inputs.data[i])] == LIT_NONE) {
      map[lit_node (c->inputs.data[i])] = aig_leaf (&f->g);
      VEC_PUSH (f->of, bdd_addref (bdd_ithvar (2 * (int) c->latches.count + (int) i)));
    }
  mem_free (value);
  return map;
}

/* The latches that the step may change, with their new values. */
static void
add_changes (struct relations *r, struct relation *t, struct functions *f, lit *map)
{
  const struct circuit *c = r->p->c;
  VEC (int) from = {0}, to = {0};
  for (size_t i = 0; i < c->latches.count; i++) {
    lit next = aig_copy (&f->g, &c->g, c->latches.data[i].next, map);
    if (next == map[lit_node (c->latches.data[i].now)])
      continue;
    BDD b = function_of (f, next), same = bdd_addref (bdd_biimp (bdd_ithvar (var_next (r, i)), b));
    bdd_delref (b);
    t->holds = conjoin (t->holds, same);
    VEC_PUSH (from, var_now (r, i));
    VEC_PUSH (to, var_next (r, i));
    relations_tick (r);
  }
  t->now = bdd_addref (bdd_makeset (from.data, (int) from.count));
  t->next = bdd_addref (bdd_makeset (to.data, (int) to.count));
  t->forward = bdd_newpair ();
  t->backward = bdd_newpair ();
  bdd_setpairs (t->forward, to.data, from.data, (int) from.count);
  bdd_setpairs (t->backward, from.data, to.data, (int) from.count);
  VEC_FREE (from);
  VEC_FREE (to);
}

/* A step that is not executed with these inputs has no relation. */
static void
add_relation (struct relations *r, uint32_t step)
{
  struct circuit *c = r->p->c;
  struct functions f = {0};
  struct relation t = {.step = step};
  lit *map = set_inputs (r, step, &f);
  lit is = aig_and (&f.g, aig_copy (&f.g, &c->g, c->valid, map),
                    aig_copy (&f.g, &c->g, step == PG_ALL ? c->terminal : c->steps.data[step].execute, map));
  BDD bad = function_of (&f, aig_copy (&f.g, &c->g, r->p->bad, map));
  if (step == PG_ALL)             /* bad for every choice: an end, an invariant */
    t.bad = bdd_addref (bdd_exist (bad, r->inputs));
  else {
    BDD x = function_of (&f, aig_copy (&f.g, &c->g, c->steps.data[step].execute, map));
    t.bad = conjoin (bdd_addref (bad), x);
  }
  bdd_delref (bad);
  t.holds = function_of (&f, is);
  add_changes (r, &t, &f, map);
  t.justice = mem_alloc ((c->justice.count + 1) * sizeof *t.justice);
  for (size_t i = 0; i < c->justice.count; i++)
    t.justice[i] = function_of (&f, aig_copy (&f.g, &c->g, c->justice.data[i].infinitely, map));
  functions_release (&f);
  mem_free (map);
  VEC_PUSH (r->list, t);
}

void
relations_make (struct relations *r, const struct problem *p)
{
  const struct circuit *c = p->c;
  r->p = p;
  at_work = r;
  r->position = order_latches (c);
  bdd_init (1 << 18, 1 << 17);
  bdd_error_hook (on_error);
  bdd_gbc_hook (on_collection);
  bdd_setmaxincrease (1 << 20);
  bdd_setcacheratio (2);
  bdd_setvarnum (2 * (int) c->latches.count + (int) c->inputs.count + 1);
  if (p->budget->memory)
    bdd_setmaxnodenum (p->budget->memory / 96 < INT32_MAX ? (int) (p->budget->memory / 96) : INT32_MAX);
  int *vars = mem_alloc ((c->inputs.count + c->latches.count + 1) * sizeof *vars);
  for (size_t i = 0; i < c->inputs.count; i++)
    vars[i] = 2 * (int) c->latches.count + (int) i;
  r->inputs = bdd_addref (bdd_makeset (vars, (int) c->inputs.count));
  for (size_t i = 0; i < c->latches.count; i++)
    vars[i] = var_now (r, i);
  r->present = bdd_addref (bdd_makeset (vars, (int) c->latches.count));
  mem_free (vars);
  r->initial = bdd_addref (bddtrue);
  for (size_t i = 0; i < c->latches.count; i++)
    r->initial = conjoin (r->initial, bdd_addref (c->latches.data[i].init ? bdd_ithvar (var_now (r, i)) : bdd_nithvar (var_now (r, i))));
  add_relation (r, PG_ALL);
  for (uint32_t i = 0; i < c->steps.count; i++)
    add_relation (r, i);
}

void
relations_free (struct relations *r)
{
  for (size_t i = 0; i < r->list.count; i++)
    mem_free (r->list.data[i].justice);
  VEC_FREE (r->list);
  mem_free (r->position);
  at_work = NULL;
  if (bdd_isrunning ())
    bdd_done ();
}

BDD
relation_image (struct relations *r, const struct relation *t, BDD from)
{
  BDD a = bdd_addref (bdd_appex (from, t->holds, bddop_and, t->now));
  BDD b = bdd_addref (bdd_exist (a, r->inputs));
  bdd_delref (a);
  BDD c = bdd_addref (bdd_replace (b, t->forward));
  bdd_delref (b);
  relations_tick (r);
  return c;
}

BDD
relation_preimage (struct relations *r, const struct relation *t, BDD only, BDD to)
{
  BDD a = bdd_addref (bdd_replace (to, t->backward)), h = bdd_addref (bdd_and (t->holds, only));
  BDD b = bdd_addref (bdd_appex (a, h, bddop_and, t->next));
  bdd_delref (a);
  bdd_delref (h);
  BDD c = bdd_addref (bdd_exist (b, r->inputs));
  bdd_delref (b);
  relations_tick (r);
  return c;
}
