/* Never claims as automata.
 *
 * Idea. The claim's locations are the states, its guards the labels. `else` is the negation of the guards before it. A
 * failing assertion and the end of the claim lead to a state that accepts everything.
 * Source. SPIN: the claim makes one move in every state, beginning with the initial one; where it has no move, the run is
 * not a violation.
 * Where we differ. Inside atomic the claim continues in the same state, as in SPIN; here the moves of such a sequence are
 * one edge.
 * Why that is sound. Claims have no variables, and their expressions no side effects: an edge is a conjunction of literals. */
#include <assert.h>
#include <stdio.h>

#include "search/claim_atoms.h"

struct never {
  struct claim *claim;
  const struct pg_proc *proc;
  uint32_t doomed;                /* the state that accepts everything; locations are states 0 .. nlocs - 1 */
  const char *why;                /* the reason why it cannot be translated, or NULL */
};

static bool
always_executable (const struct pg_act *a)
{
  switch (a->kind) {
  case ACT_GUARD: return a->expr->op == E_CONST && a->expr->value;
  case ACT_ASSERT: case ACT_PRINT: case ACT_PRINTM: case ACT_END: return true;
  default: return false;
  }
}

/* Adds the expression as a literal to a cube; false if it is the constant 0. */
static bool
add_literal (struct never *v, const struct pg_expr *e, bool positive, struct cube *c)
{
  while (e->op == E_NOT) {
    positive = !positive;
    e = e->kid[0];
  }
  if (e->op == E_CONST)
    return (e->value != 0) == positive;
  int i = claim_atom (v->claim, e);
  assert (i < 64);
  if (i < 0) {
    v->why = "the claim has more than 64 different guards";
    return false;
  }
  if (positive)
    c->pos |= (uint64_t) 1 << i;
  else
    c->neg |= (uint64_t) 1 << i;
  return !(c->pos & c->neg);
}

/* Adds the negation of the guards of the location's edges before `end`. */
static bool
add_none_before (struct never *v, uint32_t loc, uint32_t end, struct cube *c)
{
  const struct pg_loc *l = &v->proc->locs[loc];
  for (uint32_t i = l->first_edge; i < end; i++) {
    const struct pg_act *a = &v->proc->edges[i].acts[0];
    if (always_executable (a) || a->kind == ACT_ELSE)
      return false;
    if (!add_literal (v, a->expr, false, c))
      return false;
  }
  return true;
}

static void take_edges (struct never *, uint32_t source, uint32_t loc, struct cube so_far, uint32_t depth);

/* Adds a move along the edge, which is possible if `c` holds. */
static void
arrive (struct never *v, uint32_t source, const struct pg_edge *e, struct cube c, uint32_t depth)
{
  if (e->flags & (EDGE_ATOMIC | EDGE_DSTEP))
    take_edges (v, source, e->dst, c, depth + 1);
  else
    automaton_add_edge (v->claim->automaton, source, e->dst, 0, &c, 1);
}

static void
take_edge (struct never *v, uint32_t source, uint32_t loc, uint32_t edge, struct cube c, uint32_t depth)
{
  const struct pg_edge *e = &v->proc->edges[edge];
  const struct pg_act *a = &e->acts[0];
  struct cube fails = c;
  switch (a->kind) {
  case ACT_GUARD:
    if (add_literal (v, a->expr, true, &c))
      arrive (v, source, e, c, depth);
    break;
  case ACT_ELSE:
    if (add_none_before (v, loc, edge, &c))
      arrive (v, source, e, c, depth);
    break;
  case ACT_ASSERT:
    if (add_literal (v, a->expr, false, &fails))
      automaton_add_edge (v->claim->automaton, source, v->doomed, 0, &fails, 1);
    if (add_literal (v, a->expr, true, &c))
      arrive (v, source, e, c, depth);
    break;
  case ACT_PRINT: case ACT_PRINTM:
    arrive (v, source, e, c, depth);
    break;
  case ACT_END:
    automaton_add_edge (v->claim->automaton, source, v->doomed, 0, &c, 1);
    break;
  default:
    v->why = "the claim has a statement with a side effect";
  }
}

/* Adds the moves from a location, which was reached in the same move from `source` under the condition `so_far`. */
static void
take_edges (struct never *v, uint32_t source, uint32_t loc, struct cube so_far, uint32_t depth)
{
  assert (loc < v->proc->nlocs && source < v->doomed);
  const struct pg_loc *l = &v->proc->locs[loc];
  if (depth > v->proc->nlocs) {
    v->why = "the claim has an endless atomic sequence";
    return;
  }
  for (uint32_t i = l->first_edge; i < l->first_edge + l->nedges && !v->why; i++)
    take_edge (v, source, loc, i, so_far, depth);
  /* an atomic sequence that is blocked waits for the next state */
  if (depth && !v->why && add_none_before (v, loc, l->first_edge + l->nedges, &so_far))
    automaton_add_edge (v->claim->automaton, source, loc, 0, &so_far, 1);
}

static bool
is_end (const struct pg_proc *p, uint32_t loc)
{
  const struct pg_loc *l = &p->locs[loc];
  return l->nedges && p->edges[l->first_edge].acts[0].kind == ACT_END;
}

/* Marks all edges of accepting states. */
static void
mark_accepting (struct never *v)
{
  struct automaton *a = v->claim->automaton;
  assert (a->states.count == v->doomed + 1);
  for (size_t i = 0; i < a->edges.count; i++) {
    struct ba_edge *e = &a->edges.data[i];
    e->marks = e->source == v->doomed || (v->proc->locs[e->source].flags & LOC_ACCEPT);
    if (e->target != v->doomed && is_end (v->proc, e->target))
      e->target = v->doomed;
  }
}

bool
claim_of_never (struct claim *c, const struct pg_proc *p, char *why, size_t room)
{
  *c = (struct claim) {.automaton = automaton_new (1, true), .is_never = true};
  struct never v = {.claim = c, .proc = p, .doomed = p->nlocs};
  for (uint32_t i = 0; i <= p->nlocs; i++)
    automaton_add_state (c->automaton);
  for (uint32_t i = 0; i < p->nedges && !v.why; i++)
    if (p->edges[i].group != PG_OWN)
      v.why = "the claim has an unless";
  for (uint32_t i = 0; i < p->nlocs && !v.why; i++)
    take_edges (&v, i, i, (struct cube) {0}, 0);
  automaton_add_edge (c->automaton, v.doomed, v.doomed, 0, &(struct cube) {0}, 1);
  c->automaton->initial = p->start;
  mark_accepting (&v);
  automaton_finish (c->automaton);
  if (v.why)
    snprintf (why, room, "%s", v.why);
  return !v.why;
}
