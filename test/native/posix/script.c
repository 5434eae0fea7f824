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
 * A call with a `!` before it is made by a thread that has cancelled itself: it
 * ends there if the call is a cancellation point, and after it if not.
 *
 * A call whose behaviour is undefined (unlocking what another holds) is skipped. */

#include "script.h"

#include <fcntl.h>
#include <unistd.h>

_Thread_local struct script *mine;
_Thread_local int my_number;
const struct timespec past = {.tv_sec = 1}, bad = {.tv_sec = 1, .tv_nsec = 1000000000}, negative = {.tv_sec = -1};

/* ---- threads ---- */

static int
do_call (struct worker *w)
{
  enum kind kind = w->object ? w->object->kind : NONE;
  return kind == NONE                  ? do_thread (w)
         : kind >= FUTEX && kind <= EVENT ? do_wait (w, my_number)
         : kind >= NAMED               ? do_named (w)
                                       : do_lock (w, my_number);
}

static void
note_cleaned (void *digit)
{
  SET (mine->cleaned, GET (mine->cleaned) % 100 * 10 + (int) (long) digit);
}

/* Also where it calls pthread_exit. */
static void
note_end (void *argument)
{
  struct worker *w = argument;
  SET (w->has_ended, true);
}

static int
call_cancelled (struct worker *w)
{
  int old;
  pthread_setcancelstate (PTHREAD_CANCEL_DISABLE, &old);
  pthread_cancel (pthread_self ());
  pthread_setcancelstate (PTHREAD_CANCEL_ENABLE, &old);
  return do_call (w);
}

static void *
work (void *argument)
{
  struct worker *w = argument;
  mine = w->script;
  my_number = (int) (w - mine->workers);
  SET (w->tid, gettid ());
  pthread_cleanup_push (note_end, w);
  pthread_cleanup_push (note_cleaned, (void *) 2);
  for (;;) {
    while (sem_wait (&w->go))
      ;
    pthread_cleanup_push (note_cleaned, (void *) 1);
    w->result = w->cancels ? call_cancelled (w) : do_call (w);
    pthread_cleanup_pop (0);
    SET (w->is_new, true);
    SET (w->is_busy, false);
  }
  pthread_cleanup_pop (0);
  pthread_cleanup_pop (0);
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
  if (!make_wait (o, type, n) && !make_named (o, type, n) && !make_lock (o, type, n)) {
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
  if (result == SKIPPED)
    printf ("skipped");
  else if (result == UNKNOWN_CALL)
    printf ("no such call");
  else if (result >= VALUE - 1)
    printf ("=%d", result - VALUE);
  else if (result == PTHREAD_BARRIER_SERIAL_THREAD)
    printf ("serial");
  else
    printf ("%s", result ? strerrorname_np (result) : "0");
}

/* Commands that have returned since the last look, but for `but`; and threads that have ended. */
static void
print_returned (struct script *s, int but)
{
  for (int i = 1; i <= WORKERS; i++) {
    struct worker *w = &s->workers[i];
    if (i != but && GET (w->is_new)) {
      SET (w->is_new, false);
      printf (" [%d: ", i);
      print_result (w->result);
      printf ("]");
    }
    if (GET (w->has_ended)) {
      SET (w->has_ended, false);
      printf (" [%d ends]", i);
    }
  }
}

static void
give_command (struct script *s, char *text)
{
  char call[32] = "", name[32] = "", second[32] = "", third[32] = "";
  int me = 0;
  if (sscanf (text, "%d %31s %31s %31s %31s", &me, call, name, second, third) < 2 || me < 1 || me > WORKERS) {
    printf ("no command: %s\n", text);
    exit (2);
  }
  struct worker *w = &s->workers[me];
  if (GET (w->is_busy)) {
    printf (" %d busy;", me);
    return;
  }
  w->cancels = call[0] == '!';
  w->call = strdup (call + w->cancels);
  w->object = find_object (s, name);
  w->second = find_object (s, second);
  w->argument = atoi (w->object ? second : name);
  w->other = atoi (w->object ? third : second);
  SET (w->is_busy, true);
  SET (w->is_new, false);
  sem_post (&w->go);
  settle (s);
  printf (" %d %s ", me, call);
  if (!GET (w->is_new))
    printf (GET (w->has_ended) ? "ends" : "blocks");
  else
    print_result (w->result);
  SET (w->is_new, false);
  print_returned (s, me);
  printf (";");
}

/* Before the threads are made, so that descriptors have numbers that select can take. */
static char *
make_objects (struct script *s, char *line)
{
  char *commands = strchr (line, ':'), *save;
  if (!commands)
    exit (2);
  *commands++ = '\0';
  for (char *o = strtok_r (line, " ", &save); o; o = strtok_r (NULL, " ", &save)) {
    char name[32] = "", type[32] = "";
    int n = 0;
    sscanf (o, "%31[^=]=%31[^/]/%d", name, type, &n);
    make_object (&s->objects[s->nobjects++], name, type, n);
  }
  return commands;
}

struct order {
  struct script *script;
  char *commands;
};

static void *
control (void *argument)
{
  struct order *o = argument;
  char *save;
  settle (o->script);
  for (char *c = strtok_r (o->commands, ";\n", &save); c; c = strtok_r (NULL, ";\n", &save))
    give_command (o->script, c);
  printf ("\n");
  fflush (stdout);
  return NULL;
}

int
main (int argc, char **argv)
{
  others_init ();
  if (argc == 1)
    abort ();                     /* for posix.py, which wants a trace of this program */
  for (int i = 1; i < argc; i++) {
    pthread_t controller;
    struct order o = {.script = calloc (1, sizeof *o.script)};
    o.commands = make_objects (o.script, strdup (argv[i]));
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
