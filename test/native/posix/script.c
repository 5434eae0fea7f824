/* Runs scripts of calls to pthreads and semaphores, and prints what comes of them:
 * each argument is a script
 *
 *     m=errorcheck : 1 lock m; 2 trylock m; 1 unlock m
 *
 * that is objects, and commands of threads 1 to 4. A command is given to its
 * thread when all have come to rest: each has done its command, or is blocked
 * in it. Printed is for each command what it returned, or that it blocks, and
 * which blocked ones returned after it.
 *
 * The same source is built with the system's compiler and with `mazurka cc`; the
 * output must be the same (posix.py). By itself a program built with the latter
 * runs the enabled thread with the lowest number, always: the controller is made
 * last, so that it goes on only when all others rest. With glibc it looks at the
 * threads' states in /proc.
 *
 * A call whose behaviour is undefined (unlocking what another holds) is skipped. */

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

extern const char mazurka_runtime_version[] __attribute__ ((weak));

enum { WORKERS = 4, OBJECTS = 8 };
enum kind { NONE, MUTEX, RWLOCK, COND, SEM, BARRIER, ONCE, SPIN, KEY };

struct object {
  char name[32];
  enum kind kind;
  bool is_normal;                 /* a mutex that does not look who unlocks it */
  int held[WORKERS + 1];          /* by each worker, as often; for writing: 1000 */
  union {
    pthread_mutex_t mutex;
    pthread_rwlock_t rwlock;
    pthread_cond_t cond;
    sem_t sem;
    pthread_barrier_t barrier;
    pthread_once_t once;
    pthread_spinlock_t spin;
    pthread_key_t key;
  };
};

struct worker {
  struct script *script;
  pthread_t thread;
  int tid;                        /* atomic, as are the two below */
  sem_t go;
  const char *call;
  struct object *object, *second;
  int argument;
  int result;
  bool is_busy, is_new;           /* a command is under way; it returned and was not printed */
};

/* One script's, never freed: threads may be left blocked. */
struct script {
  struct object objects[OBJECTS];
  int nobjects;
  struct worker workers[WORKERS + 1];
  int ran;                        /* how often a once routine ran */
};

static _Thread_local struct script *mine;   /* of the thread, for once routines */

#define GET(x) __atomic_load_n (&(x), __ATOMIC_SEQ_CST)
#define SET(x, value) __atomic_store_n (&(x), value, __ATOMIC_SEQ_CST)

/* ---- calls ---- */

static const struct timespec past = {.tv_sec = 1}, bad = {.tv_sec = 1, .tv_nsec = 1000000000}, negative = {.tv_sec = -1};

static int
of_errno (int result)
{
  return result ? errno : 0;
}

static void
count_once (void)
{
  __atomic_fetch_add (&mine->ran, 1, __ATOMIC_SEQ_CST);
}

static int
do_mutex (struct worker *w, int me, pthread_mutex_t *m)
{
  int *held = &w->object->held[me], result = -1;
  if (!strcmp (w->call, "lock"))
    result = pthread_mutex_lock (m);
  else if (!strcmp (w->call, "trylock"))
    result = pthread_mutex_trylock (m);
  else if (!strcmp (w->call, "timedlock"))
    result = pthread_mutex_timedlock (m, &past);
  else if (!strcmp (w->call, "badlock"))
    result = pthread_mutex_timedlock (m, &bad);
  else if (!strcmp (w->call, "clocklock"))
    result = pthread_mutex_clocklock (m, CLOCK_MONOTONIC, &past);
  else if (!strcmp (w->call, "unlock")) {
    if (w->object->is_normal && !*held)
      return -2;
    result = pthread_mutex_unlock (m);
    *held -= !result;
    return result;
  }
  *held += !result;
  return result;
}

static int
do_rwlock (struct worker *w, int me, pthread_rwlock_t *l)
{
  int *held = &w->object->held[me], result = -1;
  bool write = strstr (w->call, "wr");
  if (!strcmp (w->call, "rdlock"))
    result = pthread_rwlock_rdlock (l);
  else if (!strcmp (w->call, "wrlock"))
    result = pthread_rwlock_wrlock (l);
  else if (!strcmp (w->call, "tryrdlock"))
    result = pthread_rwlock_tryrdlock (l);
  else if (!strcmp (w->call, "trywrlock"))
    result = pthread_rwlock_trywrlock (l);
  else if (!strcmp (w->call, "timedrdlock"))
    result = pthread_rwlock_timedrdlock (l, &past);
  else if (!strcmp (w->call, "timedwrlock"))
    result = pthread_rwlock_timedwrlock (l, &past);
  else if (!strcmp (w->call, "badrdlock"))
    result = pthread_rwlock_timedrdlock (l, &bad);
  else if (!strcmp (w->call, "badwrlock"))
    result = pthread_rwlock_timedwrlock (l, &bad);
  else if (!strcmp (w->call, "unlock")) {
    if (!*held)
      return -2;
    result = pthread_rwlock_unlock (l);
    *held = *held >= 1000 ? 0 : *held - 1;
    return result;
  }
  if (!result)
    *held += write ? 1000 : 1;
  return result;
}

static int
do_cond (struct worker *w, int me, pthread_cond_t *c)
{
  if (!strcmp (w->call, "signal"))
    return pthread_cond_signal (c);
  if (!strcmp (w->call, "broadcast"))
    return pthread_cond_broadcast (c);
  if (!w->second || !w->second->held[me])
    return -2;
  if (!strcmp (w->call, "wait"))
    return pthread_cond_wait (c, &w->second->mutex);
  if (!strcmp (w->call, "timedwait"))
    return pthread_cond_timedwait (c, &w->second->mutex, &past);
  if (!strcmp (w->call, "badwait"))
    return pthread_cond_timedwait (c, &w->second->mutex, &bad);
  if (!strcmp (w->call, "negativewait"))
    return pthread_cond_timedwait (c, &w->second->mutex, &negative);
  return -1;
}

static int
do_sem (struct worker *w, sem_t *s)
{
  int value = -1;
  if (!strcmp (w->call, "wait"))
    return of_errno (sem_wait (s));
  if (!strcmp (w->call, "trywait"))
    return of_errno (sem_trywait (s));
  if (!strcmp (w->call, "timedwait"))
    return of_errno (sem_timedwait (s, &past));
  if (!strcmp (w->call, "badwait"))
    return of_errno (sem_timedwait (s, &bad));
  if (!strcmp (w->call, "post"))
    return of_errno (sem_post (s));
  if (!strcmp (w->call, "value"))
    return sem_getvalue (s, &value) ? errno : 10000 + value % 10000;
  return -1;
}

static int
do_other (struct worker *w, int me, struct object *o)
{
  if (o->kind == BARRIER)
    return pthread_barrier_wait (&o->barrier);
  if (o->kind == ONCE) {
    int result = pthread_once (&o->once, count_once);
    return result ? result : 10000 + GET (mine->ran);
  }
  if (o->kind == SPIN) {
    int result = -1;
    if (!strcmp (w->call, "trylock"))
      result = pthread_spin_trylock (&o->spin);
    else if (!strcmp (w->call, "unlock"))
      return o->held[me] ? o->held[me] = 0, pthread_spin_unlock (&o->spin) : -2;
    o->held[me] |= !result;
    return result;
  }
  if (!strcmp (w->call, "set"))
    return pthread_setspecific (o->key, (void *) (long) w->argument);
  if (!strcmp (w->call, "get"))
    return 10000 + (int) (long) pthread_getspecific (o->key);
  if (!strcmp (w->call, "delete"))
    return pthread_key_delete (o->key);
  return -1;
}

/* Without an object: about another thread. */
static int
do_thread (struct worker *w, int me)
{
  void *value = (void *) 7;
  pthread_t other = mine->workers[w->argument].thread;
  int result;
  (void) me;
  if (!strcmp (w->call, "exit"))
    pthread_exit ((void *) 40);
  if (!strcmp (w->call, "join"))
    result = pthread_join (other, &value);
  else if (!strcmp (w->call, "tryjoin"))
    result = pthread_tryjoin_np (other, &value);
  else if (!strcmp (w->call, "timedjoin"))
    result = pthread_timedjoin_np (other, &value, &past);
  else
    return -1;
  return result ? result : 10000 + (int) (long) value;
}

static int
do_call (struct worker *w, int me)
{
  struct object *o = w->object;
  switch (o ? o->kind : NONE) {
  case NONE: return do_thread (w, me);
  case MUTEX: return do_mutex (w, me, &o->mutex);
  case RWLOCK: return do_rwlock (w, me, &o->rwlock);
  case COND: return do_cond (w, me, &o->cond);
  case SEM: return do_sem (w, &o->sem);
  default: return do_other (w, me, o);
  }
}

/* ---- threads ---- */

static void *
work (void *argument)
{
  struct worker *w = argument;
  mine = w->script;
  SET (w->tid, gettid ());
  for (;;) {
    while (sem_wait (&w->go))
      ;
    w->result = do_call (w, (int) (w - mine->workers));
    SET (w->is_new, true);
    SET (w->is_busy, false);
  }
  return NULL;
}

static bool
sleeps (int tid)
{
  char path[64], text[512] = "";
  snprintf (path, sizeof path, "/proc/self/task/%d/stat", tid);
  int fd = open (path, O_RDONLY);
  if (fd < 0)
    return true;                  /* it has ended */
  ssize_t n = read (fd, text, sizeof text - 1);
  close (fd);
  const char *state = n > 0 ? strrchr (text, ')') : NULL;
  return !state || state[2] == 'S' || state[2] == 'Z' || state[2] == 'X';
}

/* Until every worker sleeps, for good: they sleep in their commands, or between them. */
static void
settle (const struct script *s)
{
  struct timespec pause = {.tv_nsec = 300000};
  if (mazurka_runtime_version)
    return;
  for (int quiet = 0; quiet < 4;) {
    nanosleep (&pause, NULL);
    quiet++;
    for (int i = 1; i <= WORKERS; i++)
      if (s->workers[i].thread && (!GET (s->workers[i].tid) || !sleeps (GET (s->workers[i].tid))))
        quiet = 0;
  }
}

/* ---- scripts ---- */

static void
make_object (struct object *o, const char *name, const char *type, int n)
{
  snprintf (o->name, sizeof o->name, "%s", name);
  pthread_mutexattr_t a;
  pthread_mutexattr_init (&a);
  int kind = !strcmp (type, "recursive") ? PTHREAD_MUTEX_RECURSIVE : !strcmp (type, "errorcheck") ? PTHREAD_MUTEX_ERRORCHECK
                                                                                             : PTHREAD_MUTEX_NORMAL;
  pthread_mutexattr_settype (&a, kind);
  if (!strcmp (type, "recursive") || !strcmp (type, "errorcheck") || !strcmp (type, "normal")) {
    o->kind = MUTEX;
    o->is_normal = kind == PTHREAD_MUTEX_NORMAL;
    pthread_mutex_init (&o->mutex, &a);
  } else if (!strcmp (type, "rwlock")) {
    o->kind = RWLOCK;
    pthread_rwlock_init (&o->rwlock, NULL);
  } else if (!strcmp (type, "cond")) {
    o->kind = COND;
    pthread_cond_init (&o->cond, NULL);
  } else if (!strcmp (type, "sem")) {
    o->kind = SEM;
    sem_init (&o->sem, 0, n < 0 ? SEM_VALUE_MAX : (unsigned) n);
  } else if (!strcmp (type, "barrier")) {
    o->kind = BARRIER;
    pthread_barrier_init (&o->barrier, NULL, (unsigned) n);
  } else if (!strcmp (type, "once")) {
    o->kind = ONCE;
    o->once = (pthread_once_t) PTHREAD_ONCE_INIT;
  } else if (!strcmp (type, "spin")) {
    o->kind = SPIN;
    pthread_spin_init (&o->spin, 0);
  } else if (!strcmp (type, "key")) {
    o->kind = KEY;
    pthread_key_create (&o->key, NULL);
  } else {
    printf ("no such object: %s\n", type);
    exit (2);
  }
}

static struct object *
find_object (struct script *s, const char *name)
{
  for (int i = 0; i < s->nobjects; i++)
    if (!strcmp (s->objects[i].name, name))
      return &s->objects[i];
  return NULL;
}

static void
print_result (int result)
{
  if (result == -2)
    printf ("skipped");
  else if (result >= 10000)
    printf ("=%d", result - 10000);
  else if (result == PTHREAD_BARRIER_SERIAL_THREAD)
    printf ("serial");
  else
    printf ("%s", result ? strerrorname_np (result) : "0");
}

/* Commands that have returned since the last look, but for `but`. */
static void
print_returned (struct script *s, int but)
{
  for (int i = 1; i <= WORKERS; i++) {
    struct worker *w = &s->workers[i];
    if (i == but || !GET (w->is_new))
      continue;
    SET (w->is_new, false);
    printf (" [%d: ", i);
    print_result (w->result);
    printf ("]");
  }
}

static void
give_command (struct script *s, char *text)
{
  char call[32] = "", name[32] = "", second[32] = "";
  int me = 0;
  if (sscanf (text, "%d %31s %31s %31s", &me, call, name, second) < 2 || me < 1 || me > WORKERS) {
    printf ("no command: %s\n", text);
    exit (2);
  }
  struct worker *w = &s->workers[me];
  if (GET (w->is_busy)) {
    printf (" %d busy;", me);
    return;
  }
  w->call = strdup (call);
  w->object = find_object (s, name);
  w->second = find_object (s, second);
  w->argument = w->object ? atoi (second) : atoi (name);
  SET (w->is_busy, true);
  SET (w->is_new, false);
  sem_post (&w->go);
  settle (s);
  printf (" %d %s ", me, call);
  if (!strcmp (call, "exit"))
    printf ("ends");
  else if (!GET (w->is_new))
    printf ("blocks");
  else
    print_result (w->result);
  SET (w->is_new, false);
  print_returned (s, me);
  printf (";");
}

static void
run_script (struct script *s, char *line)
{
  char *commands = strchr (line, ':'), *save;
  if (!commands)
    return;
  *commands++ = '\0';
  for (char *o = strtok_r (line, " ", &save); o; o = strtok_r (NULL, " ", &save)) {
    char name[32] = "", type[32] = "";
    int n = 0;
    sscanf (o, "%31[^=]=%31[^/]/%d", name, type, &n);
    make_object (&s->objects[s->nobjects++], name, type, n);
  }
  for (char *c = strtok_r (commands, ";\n", &save); c; c = strtok_r (NULL, ";\n", &save))
    give_command (s, c);
  printf ("\n");
  fflush (stdout);
}

struct order {
  struct script *script;
  char *text;
};

static void *
control (void *argument)
{
  struct order *o = argument;
  settle (o->script);
  run_script (o->script, o->text);
  return NULL;
}

int
main (int argc, char **argv)
{
  for (int i = 1; i < argc; i++) {
    pthread_t controller;
    struct order o = {calloc (1, sizeof *o.script), strdup (argv[i])};
    for (int k = 1; k <= WORKERS; k++) {
      struct worker *w = &o.script->workers[k];
      w->script = o.script;
      sem_init (&w->go, 0, 0);
      if (pthread_create (&w->thread, NULL, work, w))
        return 2;
    }
    pthread_create (&controller, NULL, control, &o);
    pthread_join (controller, NULL);
  }
  _exit (0);
}
