/* What the processes of the present state do next. */
#include "reduce/exec_ts_parts.h"

static bool
is_over (struct exec_ts *x, trans_id t)
{
  const struct inspector *v = x->facts.inspector;
  uint32_t type, location;
  v->class->look (x->facts.inspector, present (x));
  v->class->process (x->facts.inspector, t & 0xff, &type, &location);
  return footprint_is_over (x->footprint, type, location);
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
        x->able[x->list.data[i] & 0xff] = true;
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
  footprint_of (x->footprint, pid, t);
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
  struct inspector *v = x->facts.inspector;
  struct next *n = x->next.data[thread];
  uint32_t type, location;
  v->class->look (v, present (x));
  v->class->process (v, pid, &type, &location);
  if (footprint_is_over (x->footprint, type, location))
    return NULL;
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

/* ---- ways through an atomic sequence ---- */

struct path {
  VEC (trans_id) trans;
  VEC (uint32_t) words;           /* the states on it that are transient */
};

static void
keep_way (struct exec_ts *x, const struct path *p)
{
  for (size_t i = 0; i < p->trans.count; i++)
    VEC_PUSH (x->ways, p->trans.data[i]);
  VEC_PUSH (x->way_ends, x->ways.count);
}

/* All that can follow the transition t of the state p->words[first ..]. */
static void
follow (struct exec_ts *x, struct path *p, size_t first, trans_id t)
{
  struct fault fault;
  VEC_PUSH (p->trans, t);
  uint32_t n = x->ts->class->step (x->ts, p->words.data + first, t, x->out, &fault);
  bool goes_on = fault.kind == FAULT_NONE || fault.goes_on;
  if (x->way_ends.count >= MAX_WAYS || p->trans.count >= MAX_ATOMIC)
    x->too_many = true;
  else if (!goes_on || !ts_transient (x->out))
    keep_way (x, p);
  else {
    struct trans_list list = {0};
    size_t from = p->words.count;
    VEC_RESERVE (p->words, from + n);
    memcpy (p->words.data + from, x->out, (size_t) n * 4);
    p->words.count += n;
    x->ts->class->enabled (x->ts, p->words.data + from, &list);
    for (size_t i = 0; i < list.count && !x->too_many; i++)
      follow (x, p, from, list.data[i]);
    p->words.count = from;
    VEC_FREE (list);
  }
  p->trans.count--;
}

void
exec_ts_find_ways (struct exec_ts *x, uint32_t pid)
{
  if (x->ways_of == pid)
    return;
  struct path p = {0};
  const struct trans_list *list = exec_ts_list_enabled (x);
  x->ways_of = pid;
  x->ways.count = x->way_ends.count = 0;
  x->too_many = false;
  VEC_RESERVE (p.words, top (x)->nwords);
  memcpy (p.words.data, present (x), (size_t) top (x)->nwords * 4);
  p.words.count = top (x)->nwords;
  for (size_t i = 0; i < list->count && !x->too_many; i++) {
    if ((list->data[i] & 0xff) != pid)
      continue;
    if (x->atomic)
      follow (x, &p, 0, list->data[i]);
    else {
      VEC_PUSH (x->ways, list->data[i]);
      VEC_PUSH (x->way_ends, x->ways.count);
    }
  }
  VEC_FREE (p.trans);
  VEC_FREE (p.words);
}
