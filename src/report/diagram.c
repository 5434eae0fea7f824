#include "report/diagram.h"

#include <assert.h>
#include <string.h>

#include "report/story_writers.h"

enum { SLOTS = 1024 };

/* Holds of the same lock are chained, the latest first, so that finding one takes constant time in a long story. */
struct building {
  const struct story *story;
  struct diagram *diagram;
  size_t latest[SLOTS];           /* hash of the lock's name: 1 + its latest hold */
  VEC (size_t) before;            /* of each hold: 1 + the previous hold in the same slot */
  VEC (size_t) turns;             /* of each hold: depth of recursive locking */
  size_t *previous, *given_up;    /* of each thread: 1 + its last step; 1 + the hold that it released for a wait */
  size_t *held;                   /* of each thread: how many locks it holds */
};

static size_t
slot_of (const char *object)
{
  uint32_t h = 2166136261u;
  for (; *object; object++)
    h = (h ^ (unsigned char) *object) * 16777619u;
  return h % SLOTS;
}

static bool
is_op (const struct story_step *x, const char *names)
{
  size_t n = strlen (x->op);
  for (const char *at = names; (at = strstr (at, x->op)); at += n)
    if ((at == names || at[-1] == '|') && (at[n] == '|' || !at[n]))
      return true;
  return false;
}

/* 1 + the thread's current hold of the lock, or 0. */
static size_t
find_hold (const struct building *b, uint32_t thread, const char *object)
{
  size_t i = b->latest[slot_of (object)];
  for (; i; i = b->before.data[i - 1]) {
    const struct diagram_span *h = &b->diagram->holds.data[i - 1];
    if (h->thread == thread && h->to == b->story->steps.count && !strcmp (h->object, object))
      break;
  }
  return i;
}

static void
take (struct building *b, uint32_t thread, const char *object, size_t step)
{
  struct diagram *d = b->diagram;
  size_t held = find_hold (b, thread, object), slot = slot_of (object);
  if (held) {
    b->turns.data[held - 1]++;
    return;
  }
  VEC_PUSH (d->holds, ((struct diagram_span) {thread, step, b->story->steps.count, object, b->held[thread]++}));
  VEC_PUSH (b->before, b->latest[slot]);
  VEC_PUSH (b->turns, 1);
  b->latest[slot] = d->holds.count;
}

static void
end_hold (struct building *b, size_t hold, size_t step)
{
  struct diagram_span *h = &b->diagram->holds.data[hold];
  h->to = step;
  b->held[h->thread]--;
}

static void
give (struct building *b, size_t held, size_t step)
{
  if (held && !--b->turns.data[held - 1])
    end_hold (b, held - 1, step);
}

/* The thread waited from its previous step until this one became possible. */
static void
add_wait (struct building *b, const struct story_step *x, size_t step)
{
  size_t from = b->previous[x->thread], to = x->after == STORY_NONE ? step : x->after;
  if (from && from - 1 < to)
    VEC_PUSH (b->diagram->waits, ((struct diagram_span) {x->thread, from - 1, to, x->object, 0}));
}

/* The same, if another thread held the lock meanwhile. */
static void
add_wait_for_lock (struct building *b, const struct story_step *x, size_t step)
{
  size_t previous = b->previous[x->thread], from = step, to = 0;
  if (!previous)
    return;
  for (size_t i = b->latest[slot_of (x->object)]; i; i = b->before.data[i - 1]) {
    const struct diagram_span *h = &b->diagram->holds.data[i - 1];
    if (strcmp (h->object, x->object))
      continue;
    if (h->to < previous)
      break;
    size_t start = h->from > previous - 1 ? h->from : previous - 1, end = h->to < step ? h->to : step;
    from = h->thread != x->thread && start < from ? start : from;
    to = h->thread != x->thread && end > to ? end : to;
  }
  if (from < to)
    VEC_PUSH (b->diagram->waits, ((struct diagram_span) {x->thread, from, to, x->object, 0}));
}

/* A condition wait releases the lock that was acquired last. */
static void
give_up (struct building *b, uint32_t thread, size_t step)
{
  struct diagram *d = b->diagram;
  for (size_t i = d->holds.count; i--;)
    if (d->holds.data[i].thread == thread && d->holds.data[i].to == b->story->steps.count) {
      end_hold (b, i, step);
      b->given_up[thread] = i + 1;
      break;
    }
}

static void
add_step_spans (struct building *b, size_t step)
{
  const struct story_step *x = &b->story->steps.data[step];
  size_t *given_up = &b->given_up[x->thread];
  if (x->object && !x->is_refused && is_op (x, "lock|rdlock|timedlock")) {
    add_wait_for_lock (b, x, step);
    take (b, x->thread, x->object, step);
  } else if (x->object && !x->is_refused && is_op (x, "trylock|tryrdlock"))
    take (b, x->thread, x->object, step);
  else if (x->object && is_op (x, "unlock|rdunlock"))
    give (b, find_hold (b, x->thread, x->object), step);
  else if (is_op (x, "wait"))
    give_up (b, x->thread, step);
  else if (is_op (x, "join|woken|futex woken|pass barrier"))
    add_wait (b, x, step);
  if (*given_up && is_op (x, "woken")) {   /* after a timeout the lock has not been reacquired yet */
    take (b, x->thread, b->diagram->holds.data[*given_up - 1].object, step);
    *given_up = 0;
  }
  b->previous[x->thread] = step + 1;
}

static void
fill_lanes (struct diagram *d, const struct story *s)
{
  d->lanes = mem_zalloc ((s->threads.count + 1) * sizeof *d->lanes);
  for (size_t i = 0; i < s->steps.count; i++) {
    const uint32_t who[] = {s->steps.data[i].thread, s->steps.data[i].partner};
    for (size_t k = 0; k < 2 && who[k] != STORY_NONE; k++) {
      struct diagram_lane *l = &d->lanes[who[k]];
      l->first = l->first ? l->first : i + 1;
      l->last = i + 1;
    }
  }
}

void
diagram_init (struct diagram *d, const struct story *s)
{
  struct building b = {.story = s, .diagram = d};
  *d = (struct diagram) {0};
  fill_lanes (d, s);
  b.held = mem_zalloc ((s->threads.count + 1) * sizeof *b.held);
  b.previous = mem_zalloc ((s->threads.count + 1) * sizeof *b.previous);
  b.given_up = mem_zalloc ((s->threads.count + 1) * sizeof *b.given_up);
  for (size_t i = 0; i < s->steps.count; i++)
    add_step_spans (&b, i);
  for (uint32_t i = 0; i < s->threads.count; i++)
    if (s->threads.data[i].waits && b.previous[i])
      VEC_PUSH (d->waits, ((struct diagram_span) {i, b.previous[i] - 1, s->steps.count, NULL, 0}));
  for (size_t i = 0; i < d->holds.count; i++)
    assert (d->holds.data[i].from <= d->holds.data[i].to && (!i || d->holds.data[i - 1].from <= d->holds.data[i].from));
  mem_free (b.previous);
  mem_free (b.given_up);
  mem_free (b.held);
  VEC_FREE (b.before);
  VEC_FREE (b.turns);
}

void
diagram_release (struct diagram *d)
{
  mem_free (d->lanes);
  VEC_FREE (d->holds);
  VEC_FREE (d->waits);
}

void
add_label (struct str *out, const struct story *s, const struct story_step *x)
{
  const char *text = x->message ? x->message : x->text;
  bool is_posted = x->message && !x->object;   /* several messages of a step that has a name */
  if (is_posted)
    str_printf (out, "%s ", x->text);
  if (s->has_values && !x->message)
    add_statement (out, text);
  else
    str_add (out, text);
}
