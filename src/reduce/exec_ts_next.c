/* The next operations of the processes in the present state. */
#include "reduce/exec_ts_parts.h"

static bool
is_over (struct exec_ts *x, trans_id t)
{
  const struct inspector *v = x->inspector;
  uint32_t type, location;
  v->class->look (x->inspector, present (x));
  v->class->process (x->inspector, trans_pid (t), &type, &location);
  return footprint_is_over (x->known->footprint, type, location);
}

const struct trans_list *
exec_ts_list_enabled (struct exec_ts *x)
{
  if (!x->looked) {
    size_t n = 0;
    x->list.count = 0;
    x->ts->class->enabled (x->ts, present (x), &x->list);
    memset (x->able, 0, sizeof x->able);
    for (size_t i = 0; i < x->list.count; i++)
      if (!is_over (x, x->list.data[i])) {
        assert (trans_pid (x->list.data[i]) < top (x)->nprocs);
        x->able[trans_pid (x->list.data[i])] = true;
        x->list.data[n++] = x->list.data[i];
      }
    x->list.count = n;
    x->looked = true;
  }
  return &x->list;
}

static size_t
frame_bytes (const struct exec_ts *x, uint32_t type)
{
  return x->pg->procs[type].frame_bytes;
}

static void
compute_next (struct exec_ts *x, struct next *n, uint32_t pid)
{
  struct touched *t = &n->touched;
  footprint_of (x->known->footprint, x->inspector, pid, t);
  assert (t->nguards <= t->access.count);
  n->polls = x->config.polls && t->blocks && t->nguards > 1;
  n->op = (struct op) {.place = n->location, .kind = n->type, .count = (uint32_t) t->access.count,
                       .access = t->access.data, .guarded = t->blocks && !n->polls};
}

/* NULL: the process has nothing left to do. */
const struct next *
exec_ts_find_next (struct exec_ts *x, thread_id thread)
{
  uint32_t pid = thread < x->threads.count ? x->pid_of[thread] : NOBODY;
  if (pid == NOBODY || records (x)[pid].status != GOES_ON)
    return NULL;
  struct inspector *v = x->inspector;
  struct next *n = x->next.data[thread];
  uint32_t type, location;
  v->class->look (v, present (x));
  v->class->process (v, pid, &type, &location);
  if (footprint_is_over (x->known->footprint, type, location))
    return NULL;
  assert (type < x->pg->nprocs && location < x->pg->procs[type].nlocs);
  const uint8_t *frame = v->class->frame (v, pid);
  size_t bytes = frame_bytes (x, type);
  if (n->known && n->type == type && n->location == location && n->nchans == v->nchans
      && !memcmp (n->frame.data, frame, bytes))
    return n;
  VEC_RESERVE (n->frame, bytes + 1);
  memcpy (n->frame.data, frame, bytes);
  n->known = true;
  n->type = type;
  n->location = location;
  n->nchans = v->nchans;
  compute_next (x, n, pid);
  return n;
}

/* A polling process has a step even if the model has no enabled transition for it. */
static void
add_polls (struct exec_ts *x, struct trans_list *list)
{
  struct inspector *v = x->inspector;
  for (thread_id t = 0; t < x->threads.count; t++) {
    uint32_t type, location, pid = x->pid_of[t];
    const struct next *n = exec_ts_find_next (x, t);
    if (!n || !n->polls || x->able[pid])
      continue;
    v->class->look (v, present (x));
    v->class->process (v, pid, &type, &location);
    VEC_PUSH (*list, trans_of (pid, x->pg->procs[type].locs[location].first_edge));
  }
}

void
exec_ts_persistent (struct exec *e, uint64_t *set)
{
  struct exec_ts *x = (struct exec_ts *) e;
  const struct trans_list *all = exec_ts_list_enabled (x);
  struct trans_list list = {0};
  for (size_t i = 0; i < all->count; i++)
    if (records (x)[trans_pid (all->data[i])].status == GOES_ON)     /* a process that failed makes no more steps */
      VEC_PUSH (list, all->data[i]);
  if (x->config.polls)
    add_polls (x, &list);
  assert (x->stubborn && list.count);
  size_t n = static_choose (x->stubborn, present (x), list.data, list.count);
  for (size_t i = 0; i < n; i++)
    bits_add (set, records (x)[trans_pid (list.data[i])].thread);
  VEC_FREE (list);
}

/* ---- ways through an atomic sequence ---- */

/* Adds everything that the transitions in w->trans can lead to. */
static void
follow (struct exec_ts *x, struct transient *w)
{
  while (!x->too_many && transient_step (w, x->out)) {
    if (x->way_ends.count >= MAX_WAYS || w->hops.count >= MAX_ATOMIC)
      x->too_many = true;
    else if (transient_goes_on (w) && ts_transient (x->out))
      transient_enter (w, x->out, 0);
    else {
      transient_path (w, &x->ways);
      VEC_PUSH (x->way_ends, x->ways.count);
    }
  }
}

void
exec_ts_find_ways (struct exec_ts *x, uint32_t pid)
{
  assert (pid < top (x)->nprocs);
  if (x->ways_of == pid)
    return;
  struct transient w = {0};
  const struct trans_list *list = exec_ts_list_enabled (x);
  x->ways_of = pid;
  x->ways.count = x->way_ends.count = 0;
  x->too_many = false;
  if (x->known->atomic)
    transient_begin (&w, x->ts, present (x), top (x)->nwords);
  for (size_t i = 0; i < list->count; i++) {
    if (trans_pid (list->data[i]) != pid)
      continue;
    if (x->known->atomic)
      VEC_PUSH (w.trans, list->data[i]);
    else {
      VEC_PUSH (x->ways, list->data[i]);
      VEC_PUSH (x->way_ends, x->ways.count);
    }
  }
  follow (x, &w);
  transient_release (&w);
  assert (x->too_many || (!x->way_ends.count) == (!x->able[pid]));
}
