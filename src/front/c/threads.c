/* Threads. Each waits for a variable that starts it, and sets another one at its end, for which joins wait. A thread's
 * identifier is its number in the program, plus 1. */
#include "front/c/calls.h"

#include <errno.h>

/* ---- starting ---- */

/* The index of the started function among those that the call may start; NONE: the path was consumed. */
static uint32_t
started_function (struct walker *w, struct path *p, LLVMValueRef call)
{
  struct c_program *c = w->c;
  LLVMValueRef v = argument (call, 2);
  struct c_value a = path_value (w, p, v);
  struct c_objects all = {0};
  uint32_t found = NONE, n = 0;
  context_objects (c, p->ctx, v, &all);
  for (size_t i = 0; i < all.count && a.e; i++) {
    const struct c_site *site = &c->sites.data[c->objects.data[all.data[i]].site];
    if (site->kind != SITE_FUNCTION || !c->funcs.data[site->func].defined)
      continue;
    struct pg_expr *id = x_const (c, OBJECT_BITS, all.data[i]);
    if (x_is_const (a.e) && x_value (a.e) == all.data[i])
      found = n;
    else if (!x_is_const (a.e)) {
      struct path *q = path_fork (w, p, x_binary (c, E_EQ, a.e, id));
      if (q)
        path_bind (q, q->ctx, map_get (&c->value_of, v), (struct c_value) {.e = id, .second = a.second, .whole = a.whole});
    }
    n++;
  }
  VEC_FREE (all);
  if (found == NONE && (!a.e || x_is_const (a.e)))
    walk_unsupported (w, p, "a thread with this function");
  return found;
}

/* For a family: any member that was not started yet, or an additional thread that is not modelled. Its identifier is unknown. */
static void
start_member (struct walker *w, struct path *p, uint32_t first, uint32_t count, struct pg_expr *arg, const struct cell *id)
{
  struct c_program *c = w->c;
  for (uint32_t t = first; t <= first + count; t++) {
    const struct c_thread *m = &c->threads.data[t];
    bool other = t == first + count;
    struct path *q = path_fork (w, p, other ? x_const (c, 1, 1) : x_not (c, x_load (c, x_place (c, REGION_GLOBAL, m->started), 1)));
    if (!q)
      continue;
    if (!other) {
      path_store (q, x_place (c, REGION_GLOBAL, m->started), x_const (c, 1, 1));
      path_store (q, x_place (c, REGION_GLOBAL, m->argument), x_zext (c, arg, POINTER_BITS));
    }
    path_store (q, id->place, x_input (c, id->leaf->bits, q->inputs++));
    path_note (w, q, SYNC_CREATE, NULL, c->threads.data[first].name);
    path_result (q, value_scalar (x_const (c, 32, 0)));
    q->inst++;
    q->length++;
  }
}

static void
call_create (struct walker *w, struct path *p, LLVMValueRef call, int how)
{
  struct c_program *c = w->c;
  uint32_t counter = p->ctx->counter[p->inst], which;
  struct cell id;
  struct pg_expr *count = x_const (c, 32, 0);
  (void) how;
  if (p->stepped && !p->atomic) {
    path_end_here (w, p, 0);
    return;
  }
  if ((which = started_function (w, p, call)) == NONE || !memory_cell (w, p, argument (call, 0), 0, &id))
    return;
  struct c_starts s = context_starts (c, p->ctx, p->inst);
  assert (which < s.nfuncs && s.first + (which + 1) * s.count <= c->threads.count);
  struct pg_place *at = counter == NONE ? NULL : x_place (c, REGION_GLOBAL, counter);
  struct pg_expr *arg = path_scalar (w, p, argument (call, 3));
  if (!arg)
    walk_unsupported (w, p, "this argument");
  if (!arg || walk_begins (w, p))
    return;
  if (at && !path_loaded (w, p, at, 32, &count))
    assert (!"a variable without indices is known");
  if (s.family) {
    start_member (w, p, s.first + which * s.count, s.count, arg, &id);
    return;
  }
  for (uint32_t i = 0; i < s.count; i++) {
    struct path *q = path_fork (w, p, x_binary (c, E_EQ, count, x_const (c, 32, i)));
    if (!q)
      continue;
    uint32_t t = s.first + which * s.count + i;
    path_store (q, x_place (c, REGION_GLOBAL, c->threads.data[t].started), x_const (c, 1, 1));
    path_store (q, x_place (c, REGION_GLOBAL, c->threads.data[t].argument), x_zext (c, arg, POINTER_BITS));
    path_store (q, id.place, x_const (c, id.leaf->bits, t + 1));
    if (at)
      path_store (q, at, x_const (c, 32, i + 1));
    path_note (w, q, SYNC_CREATE, NULL, arena_printf (c->arena, "T%u (%s)", t, c->threads.data[t].name));
    path_result (q, value_scalar (x_const (c, 32, 0)));
    q->inst++;
    q->length++;
  }
  path_fault_if (w, p, x_binary (c, E_ULE, x_const (c, 32, s.count), count), FAULT_RESOURCE,
               arena_printf (c->arena, "more than %u threads are started here (--max-threads)", s.count));
}

/* ---- waiting for the end ---- */

/* Reports a thread that is joined or detached a second time. */
static void
claims (struct walker *w, struct path *p, uint32_t t, struct pg_expr *is, const char *text)
{
  struct pg_expr *already = x_load (w->c, x_place (w->c, REGION_GLOBAL, w->c->threads.data[t].claimed), 1);
  path_fault_if (w, p, x_and (w->c, is, already), FAULT_MISUSE, text);
}

static void
call_detach (struct walker *w, struct path *p, LLVMValueRef call, int how)
{
  struct c_program *c = w->c;
  struct pg_expr *id = path_scalar (w, p, argument (call, 0)), *other = x_const (c, 1, 1);
  (void) how;
  if (!id || walk_begins (w, p)) {
    if (!id)
      walk_unsupported (w, p, "this pthread_detach");
    return;
  }
  for (uint32_t t = 1; t < c->threads.count; t++) {
    struct pg_expr *is = x_binary (c, E_EQ, id, x_const (c, pg_bits (id), t + 1));
    struct pg_place *claimed = x_place (c, REGION_GLOBAL, c->threads.data[t].claimed);
    claims (w, p, t, is, "a thread that was joined or detached already is detached");
    struct path *q = path_fork (w, p, x_and (c, is, x_not (c, x_load (c, claimed, 1))));
    other = x_and (c, other, x_not (c, is));
    if (!q)
      continue;
    path_store (q, claimed, x_const (c, 1, 1));
    path_result (q, value_scalar (x_const (c, 32, 0)));
    q->inst++;
    q->length++;
  }
  path_fault_if (w, p, x_binary (c, E_EQ, id, x_const (c, pg_bits (id), 1)), FAULT_RESOURCE, "detaching main: not translated");
  other = x_and (c, other, x_binary (c, E_NE, id, x_const (c, pg_bits (id), 1)));
  path_fault_if (w, p, other, FAULT_MISUSE, "pthread_detach of something that is not a thread");
}

/* A thread cannot join itself; the call returns the error of glibc. */
static void
joins_itself (struct walker *w, struct path *p, struct pg_expr *id)
{
  struct c_program *c = w->c;
  struct pg_expr *is = x_binary (c, E_EQ, id, x_const (c, pg_bits (id), w->thread + 1));
  struct pg_expr *detached = w->thread ? x_load (c, x_place (c, REGION_GLOBAL, c->threads.data[w->thread].claimed), 1) : x_const (c, 1, 0);
  for (int k = 0; k < 2; k++) {
    struct path *q = path_fork (w, p, x_and (c, is, k ? detached : x_not (c, detached)));
    if (!q)
      continue;
    path_result (q, value_scalar (x_const (c, 32, k ? EINVAL : EDEADLK)));
    q->inst++;
    q->length++;
  }
}

static void
call_join (struct walker *w, struct path *p, LLVMValueRef call, int how)
{
  struct c_program *c = w->c;
  struct pg_expr *id = path_scalar (w, p, argument (call, 0)), *out = path_scalar (w, p, argument (call, 1)), *other;
  struct cell result = {0};
  (void) how;
  if (!id || !out || LL (IsAUndefValue) (argument (call, 1))) {
    walk_unsupported (w, p, "this pthread_join");
    return;
  }
  if (p->stepped && !p->atomic) {
    path_end_here (w, p, 0);
    return;
  }
  struct c_value to = path_value (w, p, argument (call, 1));
  if (!x_is_const (to.e)) {       /* NULL or not: made known on each path */
    struct pg_expr *null = x_binary (c, E_EQ, to.e, x_const (c, OBJECT_BITS, 0));
    struct path *q = path_fork (w, p, null);
    if (q)
      path_bind (q, q->ctx, map_get (&c->value_of, argument (call, 1)), value_address (w, 0, 0));
    path_assume (w, p, x_not (c, null));
  }
  if (!x_is (out, 0) && !memory_cell (w, p, argument (call, 1), 0, &result))
    return;
  if (walk_begins (w, p))
    return;
  joins_itself (w, p, id);
  other = x_binary (c, E_NE, id, x_const (c, pg_bits (id), w->thread + 1));
  path_assume (w, p, other);
  for (uint32_t t = 1; t < c->threads.count; t++) {
    if (t == w->thread)
      continue;
    struct pg_expr *is = x_binary (c, E_EQ, id, x_const (c, pg_bits (id), t + 1));
    struct pg_expr *ended = x_load (c, x_place (c, REGION_GLOBAL, c->threads.data[t].ended), 1);
    struct path *q = path_fork (w, p, x_and (c, is, ended));
    if (p->atomic)
      path_section_waits (w, p, x_and (c, is, x_not (c, ended)));
    other = x_and (c, other, x_not (c, is));
    claims (w, p, t, is, "a thread that was joined or detached already is joined");
    if (!q)
      continue;
    struct pg_place *claimed = x_place (c, REGION_GLOBAL, c->threads.data[t].claimed);
    path_assume (w, q, x_not (c, x_load (c, claimed, 1)));
    path_store (q, claimed, x_const (c, 1, 1));
    if (result.place)
      path_store (q, result.place, x_zext (c, x_load (c, x_place (c, REGION_GLOBAL, c->threads.data[t].result), POINTER_BITS), result.leaf->bits));
    path_note (w, q, SYNC_JOIN, NULL, arena_printf (c->arena, "T%u (%s)", t, c->threads.data[t].name));
    path_result (q, value_scalar (x_const (c, 32, 0)));
    q->inst++;
    q->length++;
  }
  path_fault_if (w, p, other, FAULT_MISUSE, "pthread_join of something that is not a thread");
}

/* ---- other functions ---- */

static void
call_exit (struct walker *w, struct path *p, LLVMValueRef call, int how)
{
  struct pg_expr *value = path_scalar (w, p, argument (call, 0));
  (void) how;
  if (!value)
    walk_unsupported (w, p, "the value that the thread ends with");
  else if (w->thread == 0) {
    if (w->c->threads.data[0].ended != NONE)
      path_store (p, x_place (w->c, REGION_GLOBAL, w->c->threads.data[0].ended), x_const (w->c, 1, 1));
    path_end_at (w, p, w->end);
  } else
    walk_thread_ends (w, p, value);
}

static void
call_self (struct walker *w, struct path *p, LLVMValueRef call, int how)
{
  (void) call, (void) how;
  call_returns (w, p, w->thread + 1);
}

static void
call_equal (struct walker *w, struct path *p, LLVMValueRef call, int how)
{
  struct pg_expr *a = path_scalar (w, p, argument (call, 0)), *b = path_scalar (w, p, argument (call, 1));
  (void) how;
  if (!a || !b) {
    walk_unsupported (w, p, "this comparison");
    return;
  }
  path_result (p, value_scalar (x_zext (w->c, x_binary (w->c, E_EQ, a, b), 32)));
  walk_on (w, p);
}

static void
call_ignored (struct walker *w, struct path *p, LLVMValueRef call, int how)
{
  (void) call, (void) how;
  call_returns (w, p, 0);
}

const struct call_entry *
thread_find (const char *name)
{
  static const struct call_entry table[] = {
    {"pthread_create", call_create, 0}, {"pthread_join", call_join, 0}, {"pthread_exit", call_exit, 0},
    {"pthread_self", call_self, 0}, {"pthread_equal", call_equal, 0}, {"pthread_detach", call_detach, 0},
    {"pthread_yield", call_ignored, 0}, {"pthread_attr_init", call_ignored, 0}, {"pthread_attr_destroy", call_ignored, 0},
  };
  return CALL_LOOK (table, name);
}
