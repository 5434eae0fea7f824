/* Nested depth-first search for accepting cycles.
 *
 * Idea. A first search visits all states; when it leaves an accepting state, a second one searches from there for a path
 * back to the stack of the first. Together they visit each state at most twice. Colours: white is new, cyan is on the stack
 * of the first search, blue was left by it, red was finished by the second.
 * Source. S. Schwoon, J. Esparza, "A note on on-the-fly verification algorithms", TACAS 2005, Fig. 3; after C.
 * Courcoubetis, M. Vardi, P. Wolper, M. Yannakakis, "Memory-efficient algorithms for the verification of temporal
 * properties", Formal Methods in System Design 1 (1992), and P. Gastin, P. Moro, M. Zeitoun, "Minimization of
 * counterexamples in SPIN", SPIN 2004.
 * Where we differ. Recursion is a stack of frames; the edges of a frame are computed when it is entered and lie on a second
 * stack.
 * Why that is sound. A state has the same edges in both searches (product_expand), and its colour is read when the edge is
 * followed. */
#include <assert.h>

#include "search/emptiness.h"

enum { WHITE = 0, CYAN = 2, BLUE = 4, RED = 6, COLOURS = 6 };

struct frame {
  state_id id;
  bool all_red;                   /* every successor so far is red */
  size_t first, next;             /* indices into the stack of edges */
};

struct stack {
  VEC (struct frame) frames;
  struct product_edges edges;
};

struct ndfs {
  struct product *p;
  struct stack blue, red;
  state_id found;                 /* an accepting state on a cycle, or STATE_NONE */
};

static inline unsigned
colour (const struct ndfs *d, state_id s)
{
  return d->p->flags.data[s] & COLOURS;
}

static inline void
paint (struct ndfs *d, state_id s, unsigned c)
{
  d->p->flags.data[s] = (uint8_t) ((d->p->flags.data[s] & ~COLOURS) | c);
}

static void
enter (struct ndfs *d, struct stack *s, state_id id)
{
  size_t first = s->edges.count;
  product_expand (d->p, id, &s->edges);
  VEC_PUSH (s->frames, ((struct frame) {.id = id, .all_red = true, .first = first, .next = first}));
  d->p->x->stack_bytes = (d->blue.frames.room + d->red.frames.room) * sizeof (struct frame)
                         + (d->blue.edges.room + d->red.edges.room) * sizeof (struct product_edge)
                         + product_bytes (d->p);
}

static struct frame
leave (struct stack *s)
{
  struct frame f = VEC_POP (s->frames);
  assert (f.first <= f.next && f.next <= s->edges.count);
  s->edges.count = f.first;
  return f;
}

static void
red_search (struct ndfs *d, state_id seed)
{
  struct explorer *x = d->p->x;
  assert (product_accepting (d->p, seed) && !d->red.frames.count);
  enter (d, &d->red, seed);
  while (d->red.frames.count && !x->stop) {
    struct frame *f = &VEC_LAST (d->red.frames);
    if (f->next == d->red.edges.count) {
      leave (&d->red);
      continue;
    }
    state_id to = d->red.edges.data[f->next++].to;
    assert (to < d->p->flags.count);
    if (colour (d, to) == CYAN) {
      d->found = seed;
      explore_bound (x, BOUND_FINDING, NULL);
    } else if (colour (d, to) == BLUE) {
      assert (to != seed);
      paint (d, to, RED);
      enter (d, &d->red, to);
    }
  }
  while (d->red.frames.count)
    leave (&d->red);
}

static void
enter_blue (struct ndfs *d, state_id id)
{
  struct explorer *x = d->p->x;
  if (explore_too_deep (x, d->blue.frames.count))
    return;
  assert (colour (d, id) == WHITE);
  paint (d, id, CYAN);
  enter (d, &d->blue, id);
  x->depth = d->blue.frames.count - 1;
  if (x->depth > x->result->stats.max_depth)
    x->result->stats.max_depth = x->depth;
}

/* The first search leaves the state on top of its stack. */
static void
leave_blue (struct ndfs *d)
{
  struct frame f = VEC_LAST (d->blue.frames);
  if (!f.all_red && product_accepting (d->p, f.id))
    red_search (d, f.id);
  bool red = f.all_red || product_accepting (d->p, f.id);
  assert (colour (d, f.id) == CYAN && f.next == d->blue.edges.count);
  paint (d, f.id, red ? RED : BLUE);
  product_leave (d->p, f.id, d->blue.edges.data + f.first, d->blue.edges.count - f.first);
  leave (&d->blue);
  if (d->blue.frames.count && !red)
    VEC_LAST (d->blue.frames).all_red = false;
}

static void
blue_step (struct ndfs *d)
{
  struct frame *f = &VEC_LAST (d->blue.frames);
  state_id from = f->id, to = d->blue.edges.data[f->next++].to;
  assert (colour (d, from) == CYAN);
  unsigned c = colour (d, to);
  if (c == CYAN && (product_accepting (d->p, from) || product_accepting (d->p, to))) {
    d->found = product_accepting (d->p, from) ? from : to;
    explore_bound (d->p->x, BOUND_FINDING, NULL);
  } else if (c == WHITE)
    enter_blue (d, to);
  else if (c != RED)
    f->all_red = false;
}

static void
tell_roles (const struct ndfs *d, struct roles *r)
{
  r->count = (state_id) d->p->flags.count;
  r->of = mem_zalloc (r->count + (size_t) 1);
  for (state_id s = 0; s < r->count; s++)
    r->of[s] = colour (d, s) != WHITE ? ROLE_PREFIX | ROLE_LOOP : 0;
}

state_id
ndfs_search (struct product *p, struct roles *roles)
{
  struct ndfs d = {.p = p, .found = STATE_NONE};
  state_id start;
  if (product_start (p, &start))
    enter_blue (&d, start);
  while (d.blue.frames.count && !p->x->stop) {
    if (VEC_LAST (d.blue.frames).next == d.blue.edges.count)
      leave_blue (&d);
    else
      blue_step (&d);
  }
  for (state_id s = 0; s < p->flags.count && !p->x->stop; s++)
    assert (colour (&d, s) != CYAN);     /* every state that was entered was left */
  assert (d.found == STATE_NONE || product_accepting (p, d.found));
  if (d.found != STATE_NONE || p->hit != STATE_NONE)
    tell_roles (&d, roles);
  VEC_FREE (d.blue.frames);
  VEC_FREE (d.blue.edges);
  VEC_FREE (d.red.frames);
  VEC_FREE (d.red.edges);
  return d.found;
}
