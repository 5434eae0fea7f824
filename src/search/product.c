/* Idea. The product of Vardi and Wolper, made a state at a time. Labels are
 * evaluated once per expansion; the model's steps are made once and combined
 * with every edge of the automaton that the letter allows.
 * Source. M. Vardi, P. Wolper, "An automata-theoretic approach to automatic
 * program verification", LICS 1986; stuttering of finished runs as in SPIN.
 * Where we differ. Atomic sequences are one edge.
 * Why that is sound. Transient states are no part of a run; who moved in the
 * sequence is collected along the way, for fairness.
 */
#include "search/product.h"

#include <string.h>

/* A transient state on the way from one observable state to the next; the
 * first one is the observable state itself. */
struct product_hop {
  uint32_t *state;
  size_t first, next;             /* transitions, in p->trans */
  struct pidset moved;            /* so far */
};

enum { WALK_FREE = 1000 };        /* so many transient states are walked without remembering them */

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
  size_t words = (size_t) p->model->max_words + 1;
  p->cur = mem_alloc (words * 4);
  p->path = mem_alloc ((size_t) store_path_words (x->store, (uint32_t) words) * 4);
  pidsets_init (&p->sets);
}

static void
leave_hop (struct product *p)
{
  struct product_hop h = VEC_POP (p->hops);
  p->trans.count = h.first;
  if (p->hops.count)
    mem_free (h.state);
}

static void
end_walk (struct product *p)
{
  while (p->hops.count)
    leave_hop (p);
  if (p->seen)
    store_free (p->seen);
  p->seen = NULL;
}

void
product_release (struct product *p)
{
  end_walk (p);
  VEC_FREE (p->hops);
  VEC_FREE (p->trans);
  VEC_FREE (p->choices);
  VEC_FREE (p->flags);
  pidsets_release (&p->sets);
  mem_free (p->cur);
  mem_free (p->path);
}

/* ---- numbers ---- */

/* The number of the model state in `words` (n of them, room for one more)
 * together with automaton state q; STATE_NONE if the store is full. */
static state_id
number (struct product *p, const struct store_state *from, uint32_t *words, uint32_t n, uint32_t q)
{
  state_id id;
  words[n] = q;
  struct store_state to = {words, n + 1, from ? p->x->next_path : p->path};
  switch (explore_put (p->x, from, &to, &id)) {
  case STORE_NEW:
    VEC_PUSH (p->flags, automaton_accepting (p->automaton, q) ? PRODUCT_ACCEPTING : 0);
    return id;
  case STORE_OLD:
    return id;
  default:
    return STATE_NONE;
  }
}

bool
product_start (struct product *p, state_id *id)
{
  p->fault.kind = FAULT_NONE;
  uint32_t n = p->model->class->initial (p->model, p->cur, &p->fault);
  if (p->fault.kind != FAULT_NONE) {
    explore_cut (p->x, p->fault.message);
    return false;
  }
  *id = number (p, NULL, p->cur, n, p->automaton->initial);
  return *id != STATE_NONE;
}

/* ---- expansion ---- */

static void
add_movers (struct pidset *s, trans_id t)
{
  if (t == TRANS_RELEASE || t == TRANS_STUTTER)
    return;
  pidset_add (s, (uint32_t) (t & 0xff));
  if (t >> 40)
    pidset_add (s, (uint32_t) (t >> 32 & 0xff));
}

/* The edges of the automaton that the current state's letter allows. False
 * if the letter cannot be computed. */
static bool
choose_edges (struct product *p)
{
  const struct automaton *a = p->automaton;
  const struct ba_state *q = &a->states.data[p->cur[p->n - 1]];
  struct fault fault = {.kind = FAULT_NONE};
  uint64_t letter = p->property->letter (p->property->context, p->cur, &fault);
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

/* Has the walk been here before, and with the same processes moved? Asked only
 * when it gets long: atomic sequences may be endless. */
static bool
walked_before (struct product *p, uint32_t *state, uint32_t n, const struct pidset *moved)
{
  if (++p->walked <= WALK_FREE)
    return false;
  if (!p->seen)
    p->seen = store_new (&(struct store_config) {.kind = STORE_PLAIN});
  state_id id;
  state[n] = pidsets_number (&p->sets, moved);
  return store_put (p->seen, NULL, &(struct store_state) {state, n + 1, NULL}, &id) != STORE_NEW;
}

static void
enter_hop (struct product *p, uint32_t *state, const struct pidset *moved)
{
  struct product_hop h = {.state = state, .first = p->trans.count, .next = p->trans.count, .moved = *moved};
  VEC_PUSH (p->hops, h);
  p->model->class->enabled (p->model, state, &p->trans);
}

/* Makes the next step of the walk. True when it has arrived at an observable
 * state, which is then in x->next; its length is *n. */
static bool
walk_on (struct product *p, uint32_t *n, struct pidset *moved)
{
  struct explorer *x = p->x;
  struct product_hop *h = &VEC_LAST (p->hops);
  trans_id t = p->trans.data[h->next++];
  struct fault fault = {.kind = FAULT_NONE};
  *n = p->model->class->step (p->model, h->state, t, x->next, &fault);
  *moved = h->moved;
  if (p->property->fairness != FAIR_NONE)
    add_movers (moved, t);
  x->result->stats.transitions++;
  if (explore_due (x))
    explore_tick (x);
  if (fault.kind == FAULT_RESOURCE)
    explore_cut (x, fault.message);
  if (fault.kind != FAULT_NONE && !fault.goes_on)
    return false;
  if (!ts_transient (x->next))
    return true;
  if (!walked_before (p, x->next, *n, moved)) {
    uint32_t *copy = mem_alloc ((size_t) *n * 4);
    memcpy (copy, x->next, (size_t) *n * 4);
    enter_hop (p, copy, moved);
  }
  return false;
}

/* Loads the state and starts to walk from it. */
static void
start_walk (struct product *p, state_id id)
{
  p->n = store_get (p->x->store, id, p->cur, p->path);
  p->walked = 0;
  enter_hop (p, p->cur, &(struct pidset) {{0}});
}

/* The next observable state of the walk; false when there are no more. */
static bool
next_arrival (struct product *p, uint32_t *n, struct pidset *moved)
{
  while (p->hops.count) {
    if (VEC_LAST (p->hops).next == p->trans.count)
      leave_hop (p);
    else if (walk_on (p, n, moved))
      return true;
  }
  return false;
}

static uint32_t
enabled_processes (struct product *p)
{
  struct pidset s = {{0}};
  if (p->property->fairness == FAIR_NONE)
    return 0;
  for (size_t i = 0; i < p->trans.count; i++)
    add_movers (&s, p->trans.data[i]);
  return pidsets_number (&p->sets, &s);
}

static void
add_edges (struct product *p, uint32_t *words, uint32_t n, uint32_t moved, struct product_edges *out)
{
  struct store_state from = {p->cur, p->n, p->path};
  for (size_t i = 0; i < p->choices.count; i++) {
    uint32_t edge = p->choices.data[i];
    state_id to = number (p, &from, words, n, p->automaton->edges.data[edge].target);
    if (to != STATE_NONE)
      VEC_PUSH (*out, ((struct product_edge) {to, edge, moved}));
  }
}

/* Is the search over in this state? */
static bool
ends_search (struct product *p, state_id id)
{
  bool over = !choose_edges (p);
  for (size_t i = 0; i < p->choices.count; i++)
    over |= p->automaton->edges.data[p->choices.data[i]].target == p->doomed;
  if (over && p->hit == STATE_NONE) {
    p->hit = id;
    p->x->stop = true;
  }
  return over;
}

uint32_t
product_expand (struct product *p, state_id id, struct product_edges *out)
{
  struct explorer *x = p->x;
  struct pidset moved;
  uint32_t n;
  start_walk (p, id);
  uint32_t enabled = enabled_processes (p);
  if (!ends_search (p, id) && p->choices.count) {
    bool stuck = !p->trans.count;
    if (stuck && !p->property->endless && p->property->mutant != LIVENESS_MUTANT_STUTTER) {
      memcpy (x->next, p->cur, (size_t) p->n * 4);
      add_edges (p, x->next, p->n - 1, 0, out);
    }
    while (next_arrival (p, &n, &moved))
      add_edges (p, x->next, n, p->property->fairness == FAIR_NONE ? 0 : pidsets_number (&p->sets, &moved), out);
  }
  end_walk (p);
  return enabled;
}

void
product_steps (struct product *p, state_id from, const struct product_edge *edge, struct trans_list *out)
{
  struct pidset moved;
  uint32_t n, *words = p->x->next;
  state_id id;
  uint32_t q = p->automaton->edges.data[edge->edge].target;
  start_walk (p, from);
  if (!p->trans.count)
    VEC_PUSH (*out, TRANS_STUTTER);
  while (next_arrival (p, &n, &moved)) {
    words = p->x->next;
    words[n] = q;
    if (store_put (p->x->store, NULL, &(struct store_state) {words, n + 1, NULL}, &id) != STORE_OLD || id != edge->to
        || (p->property->fairness != FAIR_NONE && pidsets_number (&p->sets, &moved) != edge->moved))
      continue;
    /* leaving keeps the way: each hop's last transition taken */
    for (size_t i = 0; i < p->hops.count; i++)
      VEC_PUSH (*out, p->trans.data[p->hops.data[i].next - 1]);
    break;
  }
  end_walk (p);
}

uint32_t
product_just (struct product *p, uint32_t enabled, uint32_t moved)
{
  struct pidset s = *pidsets_get (&p->sets, moved);
  if (p->property->mutant == LIVENESS_MUTANT_DISABLED && enabled)
    return moved;
  for (int i = 0; i < PIDSET_WORDS; i++)
    s.bits[i] |= ~pidsets_get (&p->sets, enabled)->bits[i];
  return pidsets_number (&p->sets, &s);
}
