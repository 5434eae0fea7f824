/* The product of a model and an automaton.
 *
 * Idea. The product is built one state at a time. Labels are evaluated once per expansion; the steps of the model are
 * computed once and combined with every edge of the automaton that the letter allows.
 * Source. M. Vardi, P. Wolper, "An automata-theoretic approach to automatic program verification", LICS 1986; stuttering of
 * finished runs as in SPIN.
 * Where we differ. An atomic sequence is one edge. States of the model have numbers of their own: a product state is a pair
 * of numbers.
 * Why that is sound. Transient states are not part of a run; the processes that move in the sequence are collected, for
 * fairness. */
#include <assert.h>

#include "search/product.h"

uint32_t
product_doomed (const struct automaton *a)
{
  for (uint32_t i = 0; i < a->edges.count; i++) {
    const struct ba_edge *e = &a->edges.data[i];
    if (e->source != e->target || e->marks != automaton_all_marks (a))
      continue;
    for (uint32_t c = 0; c < e->ncubes; c++)
      if (!a->cubes.data[e->cube + c].pos && !a->cubes.data[e->cube + c].neg)
        return e->source;
  }
  return STATE_NONE;
}

void
product_init (struct product *p, struct explorer *x, const struct liveness *property, const struct automaton *a)
{
  *p = (struct product) {.x = x, .model = x->run->ts, .property = property, .automaton = a,
                         .all_marks = automaton_all_marks (a), .doomed = product_doomed (a), .hit = STATE_NONE};
  p->proviso.reduction = x->run->reduction;
  p->cur = mem_alloc ((size_t) p->model->max_words * 4);
  p->path = mem_alloc ((size_t) store_path_words (x->store, p->model->max_words) * 4);
  pairs_init (&p->pairs, STATE_NONE - 1);
  pidsets_init (&p->sets);
}

void
product_release (struct product *p)
{
  transient_release (&p->walk);
  passing_forget (&p->passing);
  VEC_FREE (p->choices);
  VEC_FREE (p->arrivals);
  VEC_FREE (p->targets);
  VEC_FREE (p->flags);
  proviso_release (&p->proviso);
  pairs_release (&p->pairs);
  pidsets_release (&p->sets);
  mem_free (p->cur);
  mem_free (p->path);
}

/* ---- numbers ---- */

/* The number of a state of the model; STATE_NONE if the store is full. */
static state_id
number_part (struct product *p, const struct store_state *from, const uint32_t *words, uint32_t n)
{
  state_id id;
  struct store_state to = {words, n, from ? p->x->next_path : p->path};
  if (store_put (p->x->store, from, &to, &id) != STORE_FULL)
    return id;
  explore_bound (p->x, BOUND_MEMORY, NULL);
  return STATE_NONE;
}

/* The number of a state of the product; STATE_NONE: there are too many. */
static state_id
number (struct product *p, state_id part, uint32_t q)
{
  bool is_new;
  state_id id = pairs_put (&p->pairs, part, q, &is_new);
  assert (is_new == (id == p->flags.count));
  if (id == STATE_NONE) {
    explore_bound (p->x, BOUND_MEMORY, NULL);
    return id;
  }
  explore_count (p->x, is_new);
  if (is_new)
    VEC_PUSH (p->flags, automaton_accepting (p->automaton, q) ? PRODUCT_ACCEPTING : 0);
  return id;
}

bool
product_start (struct product *p, state_id *id)
{
  p->fault.kind = FAULT_NONE;
  uint32_t n = p->model->class->initial (p->model, p->cur, &p->fault);
  if (p->fault.kind != FAULT_NONE) {
    explore_bound (p->x, BOUND_RESOURCE, &p->fault);
    return false;
  }
  state_id part = number_part (p, NULL, p->cur, n);
  *id = part != STATE_NONE ? number (p, part, p->automaton->initial) : STATE_NONE;
  return *id != STATE_NONE;
}

/* ---- expansion ---- */

/* The edges of the automaton that the current state's letter allows. False
 * if the letter cannot be computed. */
static bool
choose_edges (struct product *p)
{
  const struct automaton *a = p->automaton;
  const struct ba_state *q = &a->states.data[p->q];
  struct fault fault = {.kind = FAULT_NONE};
  uint64_t letter = p->property->letter (p->property->context, p->cur, &fault);
  assert (p->q < a->states.count && !ts_transient (p->cur));
  p->choices.count = 0;
  if (fault.kind != FAULT_NONE) {
    p->fault = fault;
    return false;
  }
  for (uint32_t i = q->edge; i < q->edge + q->nedges; i++)
    for (uint32_t c = 0; c < a->edges.data[i].ncubes; c++)
      if (cube_holds (a->cubes.data[a->edges.data[i].cube + c], letter)) {
        VEC_PUSH (p->choices, i);
        break;
      }
  return true;
}

static void
load (struct product *p, state_id id)
{
  struct pair pair = pairs_get (&p->pairs, id);
  p->at = pair.part;
  p->q = pair.q;
  p->n = store_get (p->x->store, p->at, p->cur, p->path);
}

static uint32_t
enabled_processes (struct product *p)
{
  struct pidset s = {{0}};
  if (p->property->fairness == FAIR_NONE)
    return 0;
  for (size_t i = 0; i < p->walk.trans.count; i++)
    if (!ts_is_optional (p->model, p->walk.trans.data[i]))
      pidset_add_movers (&s, p->walk.trans.data[i]);
  return pidsets_number (&p->sets, &s);
}

/* Starts the exploration of transient states from the loaded state. */
static void
walk_start (struct product *p)
{
  assert (!p->walk.hops.count && !ts_transient (p->cur));
  p->failed = false;
  transient_begin (&p->walk, p->model, p->cur, p->n);
  p->model->class->enabled (p->model, p->cur, &p->walk.trans);
}

static void
walk_end (struct product *p)
{
  transient_end (&p->walk);
  passing_forget (&p->passing);
}

/* The number of the set of processes that have moved since the loaded state; with trace fairness also those that the step
 * concerns, which is determined where the step begins. */
static uint32_t
walk_moved (struct product *p)
{
  if (p->property->fairness == FAIR_NONE)
    return 0;
  struct pidset s = *pidsets_get (&p->sets, transient_tag (&p->walk));
  if (!ts_is_optional (p->model, p->walk.taken))
    pidset_add_movers (&s, p->walk.taken);
  if (p->property->fairness == FAIR_TRACE && !transient_tag (&p->walk))
    p->property->concerned (p->property->context, p->cur, p->walk.taken, s.bits);
  return pidsets_number (&p->sets, &s);
}

/* Whether this transient state was reached before with the same set of moved processes. */
static bool
walked_before (struct product *p, uint32_t moved)
{
  p->x->next[p->walk.words] = moved;
  return explore_passed_before (p->x, &p->passing, p->x->next, p->walk.words + 1);
}

/* Computes the next observable state in x->next; false: there are no more. */
static bool
walk_next (struct product *p, uint32_t *moved)
{
  struct explorer *x = p->x;
  while (transient_step (&p->walk, x->next)) {
    *moved = walk_moved (p);
    x->result->stats.transitions++;
    if (explore_due (x))
      explore_tick (x);
    if (p->walk.fault.kind == FAULT_RESOURCE)
      explore_bound (x, BOUND_RESOURCE, &p->walk.fault);
    if (!transient_goes_on (&p->walk))
      p->failed = true;
    else if (!ts_transient (x->next))
      return true;
    else if (!walked_before (p, *moved))
      transient_enter (&p->walk, x->next, *moved);
  }
  return false;
}

/* Computes all remaining observable states that are reached. */
static void
arrive (struct product *p)
{
  struct store_state from = {p->cur, p->n, p->path};
  uint32_t moved;
  p->arrivals.count = 0;
  while (walk_next (p, &moved)) {
    assert (transient_goes_on (&p->walk) && !ts_transient (p->x->next));
    state_id to = number_part (p, &from, p->x->next, p->walk.words);
    if (to != STATE_NONE)
      VEC_PUSH (p->arrivals, ((struct product_arrival) {to, moved}));
  }
  walk_end (p);
}

static void
add_edges (struct product *p, struct product_edges *out)
{
  for (size_t k = 0; k < p->arrivals.count; k++)
    for (size_t i = 0; i < p->choices.count; i++) {
      uint32_t edge = p->choices.data[i];
      state_id to = number (p, p->arrivals.data[k].state, p->automaton->edges.data[edge].target);
      if (to != STATE_NONE)
        VEC_PUSH (*out, ((struct product_edge) {to, edge, p->arrivals.data[k].moved}));
    }
}

/* Whether the search ends in this state: it is a violation, or its letter cannot be computed. */
static bool
ends_search (struct product *p, state_id id)
{
  bool over = !choose_edges (p);
  for (size_t i = 0; i < p->choices.count; i++)
    over |= p->automaton->edges.data[p->choices.data[i]].target == p->doomed;
  if (over && p->hit == STATE_NONE) {
    p->hit = id;
    explore_bound (p->x, BOUND_FINDING, NULL);
  }
  return over;
}

/* ---- reduction ---- */

/* The node for which the proviso decides: the state of the model. */
static state_id
node_of (const struct product *p, state_id id)
{
  return pairs_get (&p->pairs, id).part;
}

static void
find_targets (struct product *p, const struct product_edge *edges, size_t count)
{
  p->targets.count = 0;
  for (size_t i = 0; i < count; i++) {
    state_id to = node_of (p, edges[i].to);
    if (!p->targets.count || VEC_LAST (p->targets) != to)
      VEC_PUSH (p->targets, to);
  }
}

/* Computes the edges of the loaded state, whose exploration has started. */
static void
expand (struct product *p, state_id node, struct product_edges *out)
{
  size_t first = out->count, all = p->walk.trans.count, some = all;
  assert (all && p->choices.count);
  if (p->proviso.reduction)
    some = proviso_choose (&p->proviso, node, p->cur, p->walk.trans.data, all);
  assert (some && some <= all);
  bool decided = !p->proviso.reduction || proviso_decided (&p->proviso, node);
  if (!decided && some == all)
    proviso_expand_fully (&p->proviso, node);
  else if (!decided)
    explore_check_set (p->x, p->cur, p->walk.trans.data, some, all);
  p->walk.trans.count = some;
  arrive (p);
  add_edges (p, out);
  if (decided || some == all)
    return;
  find_targets (p, out->data + first, out->count - first);
  if (proviso_decide (&p->proviso, node, p->targets.data, p->failed ? 0 : p->targets.count))
    return;
  out->count = first;
  walk_start (p);
  arrive (p);
  add_edges (p, out);
}

void
product_leave (struct product *p, state_id id, const struct product_edge *edges, size_t count)
{
  if (!p->proviso.reduction || !count)
    return;
  find_targets (p, edges, count);
  assert (p->targets.count <= count);
  proviso_leave (&p->proviso, node_of (p, id), p->targets.data, p->targets.count);
}

size_t
product_bytes (const struct product *p)
{
  return p->flags.room + p->proviso.of.room + pairs_bytes (&p->pairs);
}

/* ---- edges ---- */

/* Adds the edges of a run that has ended, which repeats its last state. */
static void
stay (struct product *p, struct product_edges *out)
{
  p->arrivals.count = 0;
  if (!p->property->endless)
    VEC_PUSH (p->arrivals, ((struct product_arrival) {p->at, 0}));
  add_edges (p, out);
}

uint32_t
product_expand (struct product *p, state_id id, struct product_edges *out)
{
  load (p, id);
  walk_start (p);
  uint32_t enabled = enabled_processes (p);
  bool stuck = !p->walk.trans.count, is_end = ts_is_end (p->model, p->walk.trans.data, p->walk.trans.count);
  bool over = ends_search (p, id) || !p->choices.count;
  if (over || stuck)
    walk_end (p);
  else expand (p, node_of (p, id), out);
  if (is_end && !over)
    stay (p, out);
  return enabled;
}

void
product_steps (struct product *p, state_id from, const struct product_edge *edge, struct trans_list *out)
{
  uint32_t moved;
  load (p, from);
  walk_start (p);
  bool stays = ts_is_end (p->model, p->walk.trans.data, p->walk.trans.count) && pairs_get (&p->pairs, edge->to).part == p->at;
  if (stays)                      /* an optional transition changes the state */
    VEC_PUSH (*out, TRANS_STUTTER);
  while (!stays && walk_next (p, &moved)) {
    state_id id;
    if (moved == edge->moved
        && store_put (p->x->store, NULL, &(struct store_state) {p->x->next, p->walk.words, NULL}, &id) == STORE_OLD
        && id == pairs_get (&p->pairs, edge->to).part) {
      transient_path (&p->walk, out);
      break;
    }
  }
  walk_end (p);
}

uint32_t
product_just (struct product *p, uint32_t enabled, uint32_t moved)
{
  assert (liveness_is_just (p->property));
  struct pidset s = *pidsets_get (&p->sets, moved);
  for (int i = 0; i < PIDSET_WORDS; i++)
    s.bits[i] |= ~pidsets_get (&p->sets, enabled)->bits[i];
  return pidsets_number (&p->sets, &s);
}
