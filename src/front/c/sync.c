/* Condition variables, semaphores, read-write locks and barriers, represented by cells and guarded edges: the edge of a
 * waiting thread is enabled when the condition it waits for holds. */
#include "front/c/sync.h"

bool
sync_begin (struct walker *w, struct path *p, LLVMValueRef pointer, enum pg_sync kind, struct cell *out, struct pg_expr **now)
{
  if (p->stepped && !p->atomic && memory_is_visible (w, p, pointer)) {
    path_end_here (w, p, p->part);
    return false;
  }
  if (!memory_cell (w, p, pointer, 0, out))
    return false;
  if (out->object->visible && walk_begins (w, p))
    return false;
  path_note (w, p, kind, out->object, out->leaf->name);
  return sync_loaded (w, p, out, now);
}

bool
sync_loaded (struct walker *w, struct path *p, const struct cell *x, struct pg_expr **now)
{
  bool known = path_loaded (w, p, x->place, x->leaf->bits, now);
  if (!known)
    path_end_here (w, p, p->part);
  return known;
}

/* The second object of an operation: determined before the operation begins, because after that the path must not fork. */
bool
sync_second (struct walker *w, struct path *p, LLVMValueRef call, struct cell *out)
{
  if (p->stepped && !p->atomic && memory_is_visible (w, p, argument (call, 0))) {
    path_end_here (w, p, p->part);
    return false;
  }
  return memory_cell (w, p, argument (call, 1), 0, out);
}

bool
sync_may_be_unmade (const struct walker *w, const struct cell *x)
{
  return w->c->sites.data[x->object->site].kind != SITE_GLOBAL;
}

bool
sync_lives (struct walker *w, struct path *p, LLVMValueRef pointer, uint32_t nth, bool making, bool after, const char *text)
{
  struct cell x;
  struct pg_expr *destroyed;
  if (!memory_cell (w, p, pointer, nth, &x) || !sync_loaded (w, p, &x, &destroyed))
    return false;
  if (!making)
    sync_misuse_unless (w, p, x_not (w->c, destroyed), text);
  if (making || after)
    path_store (p, x.place, number (w, &x, after));
  return true;
}

void
sync_misuse_unless (struct walker *w, struct path *p, struct pg_expr *ok, const char *text)
{
  path_fault_if (w, p, x_not (w->c, ok), FAULT_MISUSE, text);
  path_assume (w, p, ok);
}

void
sync_returns_if (struct walker *w, const struct path *p, struct pg_expr *cond, int64_t value)
{
  struct path own;
  if (!path_branch (w, p, cond, &own))
    return;
  call_returns (w, &own, value);
  path_release (&own);
}

void
sync_refused (struct walker *w, struct path *p, struct pg_expr *cond, int64_t value)
{
  if (!race_unordered (w, p, cond))
    sync_returns_if (w, p, cond, value);
}

/* ---- condition variables: the waiting threads, as bits ---- */

static const char cond_destroyed[] = "a condition variable is used after it was destroyed";

enum cond { COND_WAIT, COND_TIMED, COND_SIGNAL, COND_BROADCAST, COND_INIT, COND_DESTROY };

/* The thread wakes up spuriously; reacquiring the mutex is another step. */
static void
gives_up (struct walker *w, const struct path *p, const struct cell *v, struct pg_expr *waiting, struct pg_expr *asleep, uint32_t part)
{
  struct path own;
  if (!path_branch (w, p, asleep, &own))
    return;
  path_store (&own, v->place, x_binary (w->c, E_BITAND, waiting, number (w, v, ~own_bit (w))));
  path_end_here (w, &own, part);
  path_release (&own);
}

/* Releases the mutex and waits (part 0); then is signalled (1), times out (2) or wakes up spuriously (3), and reacquires
 * the mutex. */
static void
call_wait (struct walker *w, struct path *p, LLVMValueRef call, int how)
{
  struct c_program *c = w->c;
  struct cell v, m;
  struct pg_expr *waiting, *held;
  uint32_t part = p->part;
  if (!sync_second (w, p, call, &m) || !sync_begin (w, p, argument (call, 0), part ? SYNC_WAKE : SYNC_WAIT, &v, &waiting))
    return;
  if (!sync_loaded (w, p, &m, &held) || (c->has_destroy && !part && !sync_lives (w, p, argument (call, 0), 1, false, false, cond_destroyed)))
    return;
  struct pg_expr *bit = number (w, &v, own_bit (w));
  if (!part) {
    sync_misuse_unless (w, p, x_binary (c, E_EQ, held, number (w, &m, self (w))), "pthread_cond_wait with a mutex that the thread does not hold");
    walk_waits (w, p, x_const (c, 1, !p->atomic));
    path_store (p, m.place, number (w, &m, 0));
    path_store (p, v.place, x_binary (c, E_BITOR, waiting, bit));
    p->stepped = true;
    path_end_here (w, p, 1);
    return;
  }
  struct pg_expr *asleep = x_binary (c, E_NE, x_binary (c, E_BITAND, waiting, bit), number (w, &v, 0));
  p->stepped = true;
  if (part == 1 && how == COND_TIMED)
    gives_up (w, p, &v, waiting, asleep, 2);
  if (part == 1 && c->config->spurious)
    gives_up (w, p, &v, waiting, asleep, 3);
  p->part = 0;
  walk_waits (w, p, x_and (c, x_not (c, asleep), x_binary (c, E_EQ, held, number (w, &m, 0))));
  path_store (p, m.place, number (w, &m, self (w)));
  call_returns (w, p, part == 2 ? E_TIMED_OUT : 0);
}

static void
call_cond (struct walker *w, struct path *p, LLVMValueRef call, int how)
{
  struct c_program *c = w->c;
  struct cell v;
  struct pg_expr *waiting;
  if (how == COND_WAIT || how == COND_TIMED) {
    call_wait (w, p, call, how);
    return;
  }
  if (!sync_begin (w, p, argument (call, 0), how == COND_SIGNAL ? SYNC_SIGNAL : SYNC_BROADCAST, &v, &waiting)
      || (c->has_destroy && !sync_lives (w, p, argument (call, 0), 1, how == COND_INIT, how == COND_DESTROY, cond_destroyed)))
    return;
  struct pg_expr *nobody = x_binary (c, E_EQ, waiting, number (w, &v, 0));
  if (how == COND_SIGNAL) {
    sync_returns_if (w, p, nobody, 0);
    for (uint32_t t = 0; t < c->threads.count; t++) {
      struct pg_expr *bit = number (w, &v, (uint64_t) 1 << t);
      struct path *q = t == w->thread ? NULL : path_fork (w, p, x_binary (c, E_NE, x_binary (c, E_BITAND, waiting, bit), number (w, &v, 0)));
      if (!q)
        continue;
      path_store (q, v.place, x_binary (c, E_BITAND, waiting, number (w, &v, ~((uint64_t) 1 << t))));
      path_result (q, value_scalar (x_const (c, 32, 0)));
      q->inst++;
      q->length++;
    }
    return;
  }
  if (how == COND_DESTROY || how == COND_INIT)
    sync_misuse_unless (w, p, nobody, "a condition variable is destroyed or made anew while a thread waits for it");
  if (path_impossible (p))
    return;
  path_store (p, v.place, number (w, &v, 0));
  call_returns (w, p, 0);
}

/* ---- semaphores ---- */

enum sem { SEM_INIT, SEM_WAIT, SEM_TRY, SEM_TIMED, SEM_POST, SEM_VALUE, SEM_DESTROY };

/* A thread that has to wait records it: destroying the object it waits for is an error. */
static void
waits (struct walker *w, const struct path *p, const struct cell *waiters, struct pg_expr *waiting, struct pg_expr *cond)
{
  struct path own;
  if (!path_branch (w, p, cond, &own))
    return;
  walk_waits (w, &own, x_const (w->c, 1, !own.atomic));
  path_store (&own, waiters->place, x_binary (w->c, E_BITOR, waiting, number (w, waiters, own_bit (w))));
  path_end_here (w, &own, 1);
  path_release (&own);
}

/* The initial value of a semaphore; sem_init refuses one that is too large. NULL: not supported. */
static struct pg_expr *
initial (struct walker *w, struct path *p, struct pg_expr *given)
{
  struct pg_expr *fits = given ? x_binary (w->c, E_GE, given, x_const (w->c, pg_bits (given), 0)) : x_const (w->c, 1, 1);
  sync_returns_if (w, p, x_not (w->c, fits), -1);
  path_assume (w, p, fits);
  return given;
}

/* False: a computed address, and this path is for another part of the object. It was ended. */
static bool
is_semaphore (struct walker *w, struct path *p, const struct cell *s, const struct cell *made)
{
  bool is = s->leaf->bits == 32 && made->leaf->bits == 1;
  if (!is)
    path_fault (w, p, FAULT_MEMORY, "not the address of a semaphore");
  return is;
}

static void
call_sem (struct walker *w, struct path *p, LLVMValueRef call, int how)
{
  struct c_program *c = w->c;
  struct cell s, waiters, made, out;
  struct pg_expr *now, *waiting, *is_made;
  if (how == SEM_VALUE && !sync_second (w, p, call, &out))
    return;
  if (!sync_begin (w, p, argument (call, 0), how == SEM_POST ? SYNC_SEM_POST : SYNC_SEM_WAIT, &s, &now)
      || !memory_cell (w, p, argument (call, 0), 1, &waiters) || !sync_loaded (w, p, &waiters, &waiting)
      || !memory_cell (w, p, argument (call, 0), 2, &made) || !sync_loaded (w, p, &made, &is_made) || !is_semaphore (w, p, &s, &made))
    return;
  if (how != SEM_INIT && !p->part)
    sync_misuse_unless (w, p, is_made, "a semaphore was not initialised, or was destroyed");
  struct pg_expr *some = x_binary (c, E_NE, now, number (w, &s, 0)), *after = now;
  switch ((enum sem) how) {
  case SEM_INIT:
    after = initial (w, p, path_scalar (w, p, argument (call, 2)));
    /* fallthrough */
  case SEM_DESTROY:
    sync_misuse_unless (w, p, x_binary (c, E_EQ, waiting, number (w, &waiters, 0)), "a semaphore is destroyed or initialised while a thread waits for it");
    break;
  case SEM_TRY:
    sync_refused (w, p, x_not (c, some), -1);
    /* fallthrough */
  case SEM_WAIT: case SEM_TIMED:
    if (how == SEM_TIMED)
      sync_returns_if (w, p, x_const (c, 1, 1), -1);
    if (how == SEM_WAIT && !p->part)
      waits (w, p, &waiters, waiting, x_not (c, some));
    path_assume (w, p, some);
    if (p->part)
      path_store (p, waiters.place, x_binary (c, E_BITAND, waiting, number (w, &waiters, ~own_bit (w))));
    p->part = 0;
    after = x_binary (c, E_SUB, now, number (w, &s, 1));
    break;
  case SEM_POST:
    sync_returns_if (w, p, x_binary (c, E_EQ, now, number (w, &s, INT32_MAX)), -1);
    path_assume (w, p, x_binary (c, E_NE, now, number (w, &s, INT32_MAX)));
    after = x_binary (c, E_ADD, now, number (w, &s, 1));
    break;
  case SEM_VALUE:
    if (race_unordered (w, p, NULL))
      return;
    path_store (p, out.place, x_zext (c, now, out.leaf->bits));
    call_returns (w, p, 0);
    return;
  }
  if (!after)
    walk_unsupported (w, p, "this semaphore");
  if (!after || path_impossible (p))
    return;
  if (how == SEM_INIT || how == SEM_DESTROY)
    path_store (p, made.place, number (w, &made, how == SEM_INIT));
  path_store (p, s.place, after);
  call_returns (w, p, 0);
}

/* ---- read-write locks: the writer, and the readers as bits ---- */

enum rwlock { RW_READ, RW_WRITE, RW_TRY_READ, RW_TRY_WRITE, RW_UNLOCK, RW_INIT, RW_DESTROY, RW_TIMED = 16 };

static void
call_rwlock (struct walker *w, struct path *p, LLVMValueRef call, int how)
{
  struct c_program *c = w->c;
  struct cell writer, readers;
  struct pg_expr *who, *set;
  bool timed = how & RW_TIMED;
  how &= ~RW_TIMED;
  if (!sync_begin (w, p, argument (call, 0), how == RW_UNLOCK ? SYNC_UNLOCK : how == RW_READ ? SYNC_READ_LOCK : SYNC_LOCK, &writer, &who)
      || !memory_cell (w, p, argument (call, 0), 1, &readers) || !sync_loaded (w, p, &readers, &set)
      || (c->has_destroy && !sync_lives (w, p, argument (call, 0), 2, how == RW_INIT, how == RW_DESTROY, "a read-write lock is used after it was destroyed")))
    return;
  struct pg_expr *unmade = x_binary (c, E_EQ, who, number (w, &writer, NEVER_MADE));
  if (how != RW_INIT && sync_may_be_unmade (w, &writer))
    sync_misuse_unless (w, p, x_not (c, unmade), "a read-write lock was never initialised");
  struct pg_expr *unwritten = x_binary (c, E_EQ, who, number (w, &writer, 0)), *unread = x_binary (c, E_EQ, set, number (w, &readers, 0));
  struct pg_expr *mine = x_binary (c, E_NE, x_binary (c, E_BITAND, set, number (w, &readers, own_bit (w))), number (w, &readers, 0));
  struct pg_expr *free = how == RW_READ || how == RW_TRY_READ ? unwritten : x_and (c, unwritten, unread);
  if (how == RW_TRY_READ || how == RW_TRY_WRITE) {
    sync_refused (w, p, x_not (c, free), timed ? E_TIMED_OUT : E_BUSY);
    path_assume (w, p, free);
  }
  if (how <= RW_TRY_WRITE)
    walk_waits (w, p, free);
  if (how == RW_READ || how == RW_TRY_READ) {
    path_fault_if (w, p, mine, FAULT_RESOURCE, "a thread that takes a read lock twice is not translated");
    path_assume (w, p, x_not (c, mine));
    path_store (p, readers.place, x_binary (c, E_BITOR, set, number (w, &readers, own_bit (w))));
  } else if (how == RW_WRITE || how == RW_TRY_WRITE)
    path_store (p, writer.place, number (w, &writer, self (w)));
  else if (how == RW_UNLOCK) {
    struct pg_expr *wrote = x_binary (c, E_EQ, who, number (w, &writer, self (w)));
    sync_misuse_unless (w, p, x_or (c, wrote, mine), "unlock of a read-write lock that the thread does not hold");
    path_store (p, writer.place, x_cond (c, wrote, number (w, &writer, 0), who));
    path_store (p, readers.place, x_binary (c, E_BITAND, set, number (w, &readers, ~own_bit (w))));
  } else {
    struct pg_expr *unheld = x_and (c, unwritten, unread);
    sync_misuse_unless (w, p, how == RW_INIT ? x_or (c, unheld, unmade) : unheld, "a read-write lock is destroyed or initialised while it is held");
    path_store (p, writer.place, number (w, &writer, 0));
    path_store (p, readers.place, number (w, &readers, 0));
  }
  if (!path_impossible (p))
    call_returns (w, p, 0);
}

/* ---- barriers: size, number of arrivals, waiting threads ---- */

enum barrier { BARRIER_INIT, BARRIER_WAIT, BARRIER_DESTROY };

static void
call_barrier (struct walker *w, struct path *p, LLVMValueRef call, int how)
{
  struct c_program *c = w->c;
  struct cell count, arrived, waiting;
  struct pg_expr *n, *a, *set;
  uint32_t part = p->part;
  if (!sync_begin (w, p, argument (call, 0), SYNC_BARRIER, &count, &n) || !memory_cell (w, p, argument (call, 0), 1, &arrived)
      || !memory_cell (w, p, argument (call, 0), 2, &waiting) || !sync_loaded (w, p, &arrived, &a)
      || !sync_loaded (w, p, &waiting, &set))
    return;
  if (count.leaf->bits != 32 || arrived.leaf->bits != 32) {     /* a computed address: this path is for another part of the
                                                                 * object */
    path_fault (w, p, FAULT_MEMORY, "not the address of a barrier");
    return;
  }
  struct pg_expr *made = x_binary (c, E_NE, n, number (w, &count, 0)), *nobody = x_binary (c, E_EQ, set, number (w, &waiting, 0));
  if (how != BARRIER_WAIT)
    sync_misuse_unless (w, p, nobody, "a barrier is destroyed or initialised while a thread waits at it");
  if (how != BARRIER_INIT && !part)
    sync_misuse_unless (w, p, made, "a barrier was not initialised, or was destroyed");
  if (how == BARRIER_DESTROY)
    path_store (p, count.place, number (w, &count, 0));
  if (how == BARRIER_INIT) {
    struct pg_expr *given = path_scalar (w, p, argument (call, 2));
    if (!given) {
      walk_unsupported (w, p, "this barrier");
      return;
    }
    sync_returns_if (w, p, x_binary (c, E_LE, given, x_const (c, 32, 0)), E_INVALID);
    path_assume (w, p, x_binary (c, E_GT, given, x_const (c, 32, 0)));
    path_store (p, count.place, given);
    path_store (p, arrived.place, x_const (c, 32, 0));
    path_store (p, waiting.place, number (w, &waiting, 0));
  }
  if (how != BARRIER_WAIT) {
    call_returns (w, p, 0);
    return;
  }
  struct pg_expr *bit = number (w, &waiting, own_bit (w));
  if (part) {
    p->part = 0;
    path_assume (w, p, x_binary (c, E_EQ, x_binary (c, E_BITAND, set, bit), number (w, &waiting, 0)));
    call_returns (w, p, 0);
    return;
  }
  struct pg_expr *more = x_binary (c, E_ADD, a, x_const (c, 32, 1)), *last = x_binary (c, E_EQ, more, n);
  struct path *q = path_fork (w, p, last);
  if (q) {
    path_store (q, arrived.place, x_const (c, 32, 0));
    path_store (q, waiting.place, number (w, &waiting, 0));
    path_result (q, value_scalar (x_const (c, 32, (uint64_t) -1)));
    q->inst++;
    q->length++;
  }
  path_assume (w, p, x_not (c, last));
  walk_waits (w, p, x_const (c, 1, !p->atomic));
  path_store (p, arrived.place, more);
  path_store (p, waiting.place, x_binary (c, E_BITOR, set, bit));
  path_end_here (w, p, 1);
}

const struct call_entry *
sync_find (const char *name)
{
  static const struct call_entry table[] = {
    {"pthread_rwlock_timedrdlock", call_rwlock, RW_TRY_READ | RW_TIMED},
    {"pthread_rwlock_timedwrlock", call_rwlock, RW_TRY_WRITE | RW_TIMED},
    {"pthread_cond_wait", call_cond, COND_WAIT},
    {"pthread_cond_timedwait", call_cond, COND_TIMED},
    {"pthread_cond_signal", call_cond, COND_SIGNAL},
    {"pthread_cond_broadcast", call_cond, COND_BROADCAST},
    {"pthread_cond_init", call_cond, COND_INIT},
    {"pthread_cond_destroy", call_cond, COND_DESTROY},
    {"sem_init", call_sem, SEM_INIT},
    {"sem_wait", call_sem, SEM_WAIT},
    {"sem_trywait", call_sem, SEM_TRY},
    {"sem_timedwait", call_sem, SEM_TIMED},
    {"sem_post", call_sem, SEM_POST},
    {"sem_getvalue", call_sem, SEM_VALUE},
    {"sem_destroy", call_sem, SEM_DESTROY},
    {"pthread_rwlock_rdlock", call_rwlock, RW_READ},
    {"pthread_rwlock_wrlock", call_rwlock, RW_WRITE},
    {"pthread_rwlock_tryrdlock", call_rwlock, RW_TRY_READ},
    {"pthread_rwlock_trywrlock", call_rwlock, RW_TRY_WRITE},
    {"pthread_rwlock_unlock", call_rwlock, RW_UNLOCK},
    {"pthread_rwlock_init", call_rwlock, RW_INIT},
    {"pthread_rwlock_destroy", call_rwlock, RW_DESTROY},
    {"pthread_barrier_init", call_barrier, BARRIER_INIT},
    {"pthread_barrier_wait", call_barrier, BARRIER_WAIT},
    {"pthread_barrier_destroy", call_barrier, BARRIER_DESTROY},
  };
  const struct call_entry *e = CALL_LOOK (table, name);
  return e ? e : mutex_find (name);
}
