/* Mutexes, spin locks and pthread_once. */
#include "front/c/sync.h"

/* A spin lock is a number in the program's memory; one of its values means destroyed. */
enum { RECURSIVE = 1, CHECKED = 2, SPIN_DESTROYED = 254 };

enum mutex { MUTEX_LOCK, MUTEX_TRY, MUTEX_TIMED, MUTEX_UNLOCK, MUTEX_INIT, MUTEX_DESTROY };

/* The kind and depth of a mutex that the calling thread already holds. */
struct held {
  struct cell kind, depth;
  struct pg_expr *is_recursive, *is_checked, *deep;
};

static bool
find_kind (struct walker *w, struct path *p, LLVMValueRef pointer, struct held *h)
{
  struct c_program *c = w->c;
  struct pg_expr *kind;
  if (!memory_cell (w, p, pointer, 1, &h->kind) || !memory_cell (w, p, pointer, 2, &h->depth)
      || !sync_loaded (w, p, &h->kind, &kind) || !sync_loaded (w, p, &h->depth, &h->deep))
    return false;
  h->is_recursive = x_binary (c, E_EQ, kind, x_const (c, 2, RECURSIVE));
  h->is_checked = x_binary (c, E_EQ, kind, x_const (c, 2, CHECKED));
  return true;
}

/* Recursive and error-checking mutexes where a normal one blocks or is misused. */
static void
call_again (struct walker *w, struct path *p, const struct held *h, struct pg_expr *mine, int how)
{
  struct c_program *c = w->c;
  if (how == MUTEX_UNLOCK) {
    sync_returns_if (w, p, x_and (c, h->is_checked, x_not (c, mine)), E_PERM);
    sync_returns_if (w, p, x_and (c, h->is_recursive, x_not (c, mine)), E_PERM);
    path_assume (w, p, x_not (c, x_and (c, x_or (c, h->is_checked, h->is_recursive), x_not (c, mine))));
  } else if (how != MUTEX_TRY)
    sync_returns_if (w, p, x_and (c, h->is_checked, mine), E_DEADLK);
  struct pg_expr *again = x_and (c, x_and (c, h->is_recursive, mine), how == MUTEX_UNLOCK ? x_binary (c, E_NE, h->deep, x_const (c, 8, 0)) : x_const (c, 1, 1));
  struct path own;
  if (path_branch (w, p, again, &own)) {
    path_fault_if (w, &own, x_binary (c, E_EQ, h->deep, x_const (c, 8, how == MUTEX_UNLOCK ? 0 : 255)), FAULT_RESOURCE, "a recursive mutex is locked more than 255 times");
    path_store (&own, h->depth.place, x_binary (c, how == MUTEX_UNLOCK ? E_SUB : E_ADD, h->deep, x_const (c, 8, 1)));
    call_returns (w, &own, 0);
    path_release (&own);
  }
  path_assume (w, p, x_not (c, again));
}

/* Initialises a mutex from its attributes. */
static bool
store_kind (struct walker *w, struct path *p, LLVMValueRef call, const struct cell *attributes)
{
  struct cell kind, depth;
  struct pg_expr *given = path_scalar (w, p, argument (call, 1)), *value;
  assert (given);
  if (!memory_cell (w, p, argument (call, 0), 1, &kind) || !memory_cell (w, p, argument (call, 0), 2, &depth))
    return false;
  value = x_const (w->c, 2, 0);
  if (!x_is (given, 0) && !sync_loaded (w, p, attributes, &value))
    return false;
  path_store (p, kind.place, x_zext (w->c, value, 2));
  path_store (p, depth.place, x_const (w->c, 8, 0));
  return true;
}

enum attribute { ATTRIBUTE_INIT, ATTRIBUTE_TYPE };

static void
call_attribute (struct walker *w, struct path *p, LLVMValueRef call, int how)
{
  struct cell a;
  struct pg_expr *now, *value = how == ATTRIBUTE_TYPE ? path_scalar (w, p, argument (call, 1)) : x_const (w->c, 32, 0);
  if (!value)
    walk_unsupported (w, p, "this attribute");
  if (!value || !sync_begin (w, p, argument (call, 0), SYNC_STORE, &a, &now))
    return;
  path_store (p, a.place, x_zext (w->c, value, a.leaf->bits));
  call_returns (w, p, 0);
}

static void
call_mutex (struct walker *w, struct path *p, LLVMValueRef call, int how)
{
  static const enum pg_sync kinds[] = {SYNC_LOCK, SYNC_TRYLOCK, SYNC_TRYLOCK, SYNC_UNLOCK, SYNC_STORE, SYNC_STORE};
  struct cell m, attributes;
  struct pg_expr *now;
  struct pg_expr *given = how == MUTEX_INIT ? path_scalar (w, p, argument (call, 1)) : NULL;
  bool has_kind = how == MUTEX_INIT && !(given && x_is (given, 0));
  if (has_kind && (!given || !w->c->has_mutex_kinds)) {
    walk_unsupported (w, p, "a mutex with attributes");
    return;
  }
  if ((has_kind && !sync_second (w, p, call, &attributes)) || !sync_begin (w, p, argument (call, 0), kinds[how], &m, &now))
    return;
  struct pg_expr *unmade = x_binary (w->c, E_EQ, now, number (w, &m, NEVER_MADE));
  if (how != MUTEX_INIT && sync_may_be_unmade (w, &m))
    sync_misuse_unless (w, p, x_not (w->c, unmade), "a mutex was never initialised");
  if (w->c->has_destroy && m.leaf->role
      && !sync_lives (w, p, argument (call, 0), w->c->has_mutex_kinds ? 3 : 1, how == MUTEX_INIT, how == MUTEX_DESTROY, "a mutex is used after it was destroyed"))
    return;
  if (!m.leaf->role)
    sync_misuse_unless (w, p, x_binary (w->c, E_NE, now, number (w, &m, SPIN_DESTROYED)), "a spin lock is used after it was destroyed");
  struct pg_expr *free = x_binary (w->c, E_EQ, now, number (w, &m, 0)), *mine = x_binary (w->c, E_EQ, now, number (w, &m, self (w)));
  uint64_t after = 0;
  struct held held;
  if (w->c->has_mutex_kinds && m.leaf->role && how <= MUTEX_UNLOCK) {
    if (!find_kind (w, p, argument (call, 0), &held))
      return;
    call_again (w, p, &held, mine, how);
  }
  if (w->c->has_mutex_kinds && m.leaf->role && how == MUTEX_INIT && !store_kind (w, p, call, &attributes))
    return;
  switch ((enum mutex) how) {
  case MUTEX_TRY: case MUTEX_TIMED:
    sync_refused (w, p, x_not (w->c, free), how == MUTEX_TRY ? E_BUSY : E_TIMED_OUT);
    path_assume (w, p, free);
    after = self (w);
    break;
  case MUTEX_LOCK:
    walk_waits (w, p, free);
    after = self (w);
    break;
  case MUTEX_UNLOCK:
    sync_misuse_unless (w, p, mine, "unlock of a mutex that the thread does not hold");
    break;
  case MUTEX_DESTROY:
    sync_misuse_unless (w, p, free, "a mutex is destroyed while it is locked");
    after = m.leaf->role ? 0 : SPIN_DESTROYED;
    break;
  case MUTEX_INIT:
    sync_misuse_unless (w, p, x_or (w->c, free, unmade), "a mutex is initialised while it is locked");
    break;
  }
  if (path_impossible (p))
    return;
  path_store (p, m.place, number (w, &m, after));
  call_returns (w, p, 0);
}

static void
call_spin (struct walker *w, struct path *p, LLVMValueRef call, int how)
{
  struct cell m;
  struct pg_expr *now;
  (void) how;
  if (!sync_begin (w, p, argument (call, 0), SYNC_STORE, &m, &now))
    return;
  path_store (p, m.place, number (w, &m, 0));
  call_returns (w, p, 0);
}

/* The first thread runs the function, the others wait until it has returned. */
static void
call_once (struct walker *w, struct path *p, LLVMValueRef call, int how)
{
  struct cell o;
  struct pg_expr *now;
  const struct c_func *f = program_func (w->c, argument (call, 1));
  struct c_ctx *to = f ? context_called (p->ctx, p->inst, f) : NULL;
  (void) how;
  if (!to) {
    walk_unsupported (w, p, "pthread_once with this function");
    return;
  }
  if (!sync_begin (w, p, argument (call, 0), SYNC_CALL, &o, &now))
    return;
  if (p->part) {
    p->part = 0;
    path_store (p, o.place, number (w, &o, 2));
    call_returns (w, p, 0);
    return;
  }
  struct pg_expr *first = x_binary (w->c, E_EQ, now, number (w, &o, 0)), *done = x_binary (w->c, E_EQ, now, number (w, &o, 2));
  sync_returns_if (w, p, done, 0);
  path_assume (w, p, x_not (w->c, done));
  walk_waits (w, p, first);
  path_store (p, o.place, number (w, &o, 1));
  struct path *q = path_impossible (p) ? NULL : path_fork (w, p, NULL);
  if (!q)
    return;
  q->ctx = to;
  q->inst = q->part = 0;
  q->length++;
}

const struct call_entry *
mutex_find (const char *name)
{
  static const struct call_entry table[] = {
    {"pthread_mutex_lock", call_mutex, MUTEX_LOCK},
    {"pthread_mutex_trylock", call_mutex, MUTEX_TRY},
    {"pthread_mutex_unlock", call_mutex, MUTEX_UNLOCK},
    {"pthread_mutex_init", call_mutex, MUTEX_INIT},
    {"pthread_mutex_destroy", call_mutex, MUTEX_DESTROY},
    {"pthread_mutex_timedlock", call_mutex, MUTEX_TIMED},
    {"pthread_spin_lock", call_mutex, MUTEX_LOCK},
    {"pthread_spin_trylock", call_mutex, MUTEX_TRY},
    {"pthread_spin_unlock", call_mutex, MUTEX_UNLOCK},
    {"pthread_spin_init", call_spin, MUTEX_INIT},
    {"pthread_spin_destroy", call_mutex, MUTEX_DESTROY},
    {"pthread_mutexattr_init", call_attribute, ATTRIBUTE_INIT},
    {"pthread_mutexattr_destroy", call_attribute, ATTRIBUTE_INIT},
    {"pthread_mutexattr_settype", call_attribute, ATTRIBUTE_TYPE},
    {"pthread_once", call_once, 0},
  };
  return CALL_LOOK (table, name);
}
