/* Idea. Overapproximations F1, F2, ... of the states reachable in 1, 2, ... steps, each a set of clauses, are refined by
 * blocking states that lead to a bad one; when two of them are equal, they are an inductive invariant.
 * Source. A. Bradley, "SAT-based model checking without unrolling", VMCAI 2011; N. Een, A. Mishchenko, R. Brayton,
 * "Efficient implementation of property directed reachability", FMCAD 2011.
 * Where we differ. Predecessors are enlarged by unsatisfiable cores rather than by ternary simulation; one solver holds all
 * frames, switched by assumptions; that each slot has one control node is given as a known invariant; cubes may contain
 * comparisons of the model, which would take many clauses bit by bit.
 * Why that is sound. The invariant holds initially and is kept by every step, so it only excludes unreachable states; a
 * counterexample is simulated from the initial state with the inputs that were found. */
#include "symbolic/ic3.h"

#include "base/measure.h"

#include <string.h>

/* ---- the queue ---- */

static bool
before (const struct ic3 *x, size_t a, size_t b)
{
  return x->obligations.data[a].level < x->obligations.data[b].level;
}

static void
push (struct ic3 *x, size_t ob)
{
  VEC_PUSH (x->queue, ob);
  size_t *q = x->queue.data;
  for (size_t i = x->queue.count - 1; i && before (x, q[i], q[(i - 1) / 2]); i = (i - 1) / 2) {
    size_t t = q[i];
    q[i] = q[(i - 1) / 2];
    q[(i - 1) / 2] = t;
  }
}

static size_t
pop (struct ic3 *x)
{
  size_t *q = x->queue.data, top = q[0], n = --x->queue.count;
  q[0] = q[n];
  for (size_t i = 0, k; (k = 2 * i + 1) < n; i = k) {
    if (k + 1 < n && before (x, q[k + 1], q[k]))
      k++;
    if (!before (x, q[k], q[i]))
      break;
    size_t t = q[i];
    q[i] = q[k];
    q[k] = t;
  }
  return top;
}

static size_t
new_obligation (struct ic3 *x, const struct ic3_cube *to, uint32_t level, size_t next)
{
  struct obligation ob = {.level = level, .next = next, .inputs = mem_zalloc (x->c->inputs.count + 1)};
  ob.cube = ic3_lift (x, to, ob.inputs);
  VEC_PUSH (x->obligations, ob);
  return x->obligations.count - 1;
}

/* ---- blocking ---- */

/* The shorter cube, if it is still unreachable by a step. Consumes `shorter`. */
static bool
accept (struct ic3 *x, struct ic3_cube *c, uint32_t level, struct ic3_cube shorter)
{
  struct ic3_cube core;
  bool yes = shorter.n && !ic3_cube_initial (x, &shorter) && ic3_step_into (x, &shorter, level, &core) == SOLVER_UNSAT;
  ic3_cube_free (&shorter);
  if (yes) {
    ic3_cube_free (c);
    *c = core;
  }
  return yes;
}

void
ic3_generalise (struct ic3 *x, struct ic3_cube *c, uint32_t level)
{
  for (uint32_t from = 0, word; (word = ic3_next_word (x, c, &from)) != UINT32_MAX && !budget_over (x->p->budget);)
    accept (x, c, level, ic3_without_word (x, c, word));
  for (uint32_t i = 0; i < c->n && c->n > 1 && !budget_over (x->p->budget);) {
    struct ic3_cube shorter = ic3_cube_copy (c);
    memmove (shorter.lits + i, shorter.lits + i + 1, (c->n - i - 1) * sizeof *shorter.lits);
    shorter.n--;
    if (!accept (x, c, level, shorter))
      i++;
  }
}

uint32_t
ic3_lift_level (struct ic3 *x, const struct ic3_cube *c, uint32_t level)
{
  while (level < ic3_levels (x) && ic3_step_into (x, c, level + 1, NULL) == SOLVER_UNSAT)
    level++;
  return level;
}

enum blocking { BLOCKED, REACHED, GAVE_UP };

static enum blocking
block_all (struct ic3 *x, size_t *start)
{
  while (x->queue.count) {
    size_t id = pop (x);
    struct obligation *ob = &x->obligations.data[id];
    struct ic3_cube core;
    if (ob->level == 0 || ic3_cube_initial (x, &ob->cube)) {
      *start = id;
      return REACHED;
    }
    uint32_t level = ob->level;
    switch (ic3_step_into (x, &ob->cube, level, &core)) {
    case SOLVER_SAT: {
      struct ic3_cube to = ic3_cube_copy (&ob->cube);
      size_t before_it = new_obligation (x, &to, level - 1, id);
      ic3_cube_free (&to);
      push (x, before_it);
      push (x, id);
      break;
    }
    case SOLVER_UNSAT:
      ic3_generalise (x, &core, level);
      level = ic3_lift_level (x, &core, level);
      ic3_block (x, core, level);
      if (level < ic3_levels (x)) {
        x->obligations.data[id].level = level + 1;
        push (x, id);
      }
      break;
    default: return GAVE_UP;
    }
    if (budget_over (x->p->budget))
      return GAVE_UP;
  }
  return BLOCKED;
}

bool
ic3_propagate (struct ic3 *x)
{
  for (uint32_t i = 1; i < ic3_levels (x); i++) {
    for (size_t k = 0; k < x->frames.data[i].list.count;) {
      struct ic3_cube c = ic3_cube_copy (&x->frames.data[i].list.data[k]);
      size_t count = x->frames.data[i].list.count;
      if (ic3_step_into (x, &c, i + 1, NULL) != SOLVER_UNSAT) {
        ic3_cube_free (&c);
        k++;
        continue;
      }
      ic3_block (x, c, i + 1);    /* takes ownership */
      assert (x->frames.data[i].list.count < count);
      (void) count;
    }
    if (x->frames.data[i].list.count <= 0 && !budget_over (x->p->budget))
      return true;
  }
  return false;
}

/* ---- the path ---- */

/* The path from the initial state, with the inputs of the obligations. */
static void
read_path (struct ic3 *x, size_t id, struct outcome *o)
{
  struct circuit *c = x->c;
  bool *value = mem_zalloc (c->g.nodes.count), *state = mem_zalloc (c->latches.count + 1), doomed = false;
  for (size_t i = 0; i < c->latches.count; i++)
    state[i] = c->latches.data[i].init;
  for (; id != SIZE_MAX; id = x->obligations.data[id].next) {
    uint32_t taken = PG_ALL;
    for (size_t i = 0; i < c->latches.count; i++)
      value[lit_node (c->latches.data[i].now)] = state[i];
    for (size_t i = 0; i < c->inputs.count; i++)
      value[lit_node (c->inputs.data[i])] = x->obligations.data[id].inputs[i];
    aig_simulate (&c->g, value);
    for (uint32_t i = 0; i < c->steps.count; i++)
      if (aig_value (value, c->steps.data[i].execute))
        taken = i;
    if (o->loop < 0 && x->p->save != LIT_FALSE && aig_value (value, x->p->save))
      o->loop = (long) o->path.count;
    VEC_PUSH (o->path, taken);
    for (size_t i = 0; i < c->inputs.count; i++)
      VEC_PUSH (o->inputs, x->obligations.data[id].inputs[i]);
    for (size_t i = 0; i < c->latches.count; i++)
      state[i] = aig_value (value, c->latches.data[i].next);
    doomed = aig_value (value, c->doomed);
  }
  if (doomed)
    o->loop = -1;                 /* see bmc.c */
  o->kind = OUTCOME_PATH;
  mem_free (value);
  mem_free (state);
}

static void
note (struct ic3 *x, struct outcome *o, double start)
{
  o->depth = ic3_levels (x);
  o->clauses = x->s.clauses;
  if (x->p->note)
    x->p->note (x->p->context, &(struct progress_note) {o->depth, o->clauses, measure_seconds () - start});
}

/* Adds a level. False: there is an outcome. */
static bool
deepen (struct ic3 *x, struct outcome *o)
{
  double start = measure_seconds ();
  size_t first;
  for (;;) {
    enum solver_answer a = ic3_reaches_bad (x, ic3_levels (x));
    if (a == SOLVER_UNSAT)
      break;
    enum blocking b = GAVE_UP;
    if (a == SOLVER_SAT) {
      push (x, new_obligation (x, NULL, ic3_levels (x), SIZE_MAX));
      b = block_all (x, &first);
    }
    if (b == REACHED)
      read_path (x, first, o);
    if (b == GAVE_UP)
      outcome_unknown (o, x->p->budget->spent);
    if (b != BLOCKED)
      return false;
  }
  note (x, o, start);
  if (x->p->max_depth && o->depth >= x->p->max_depth) {
    outcome_unknown (o, "deeper states were not explored (--max-depth)");
    return false;
  }
  ic3_add_level (x);
  ic3_refresh (x);
  if (ic3_propagate (x)) {
    o->kind = OUTCOME_PROVED;
    return false;
  }
  return true;
}

void
engine_ic3 (const struct problem *p, struct outcome *o)
{
  struct ic3 x;
  *o = (struct outcome) {.loop = -1, .kind = OUTCOME_UNKNOWN};
  ic3_init (&x, p, 0);
  while (deepen (&x, o))
    continue;
  ic3_release (&x);
}
