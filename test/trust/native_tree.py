"""Small C thread programs as data, and as C.

A program is a dict: "threads" is a list of bodies, "main" the body that main
runs between creating the threads and joining them, "joins" the threads that
main joins, in this order, "recursive" whether m1 is a recursive mutex. Threads
that a body creates itself are not created by main. A body is a list of
operations, each a list of a name and arguments, the last of which may be a
body:

    load v | store v k | add v k | xchg v k | cas v e d                atomics x, y
    casloop v k | casspin v e d | spin v k | spinyield v k             ... in loops: until it succeeds
    get p | set p k | inc p                                            plain p, q
    aload p | astore p k                                               ... taken for atomic
    lock m B | try m B | timedlock m B | tryspin m B                   mutexes m0, m1
    slock B | strylock B                                               a spin lock
    rd B | wr B | tryrd B | trywr B | timedrd B | timedwr B            a read-write lock
    waitwhile p | waitif p | wait | timed | signal | broadcast         a condition variable, with m0
    semwait | semtry | semtimed | semval | sempost                     a semaphore
    barrier (of two), once (adds 1 to x)
    publish k | retire | deref | plainderef                            a block that h points to: replaced and freed; freed; read
    section B                                                          atomics, in one step
    append k | size | peek i | take                                    a file, by two descriptions
    print k | tell                                                     a stream
    make | gone | there                                                a name
    put k | pull                                                       a pipe
    choose n | assume k | assert k | if k B                            k: about the value seen last
    create i | join i

Whatever a thread learns it observes (mz_observe), so that the end of an
execution says all that its threads have seen.
"""

from __future__ import annotations

from collections.abc import Iterator

Body = list
Program = dict

HEADER = """\
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include <mazurka/mazurka.h>

static atomic_int x, y;
static volatile int p, q;         /* each access as written */
static pthread_mutex_t m0 = PTHREAD_MUTEX_INITIALIZER, m1 = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_barrier_t barrier;
static sem_t sem;
static const struct timespec soon = {1, 0};
static pthread_spinlock_t spinlock;
static int *_Atomic h;
static pthread_t id[8];
static int log_file, log_reader, ends[2];
static FILE *stream;

#define SEE(value) mz_observe ((unsigned long) (r = (value)))

static void add_once (void) { atomic_fetch_add (&x, 1); }

static inline int compare (atomic_int *v, int expected, int desired)
{
  int success = atomic_compare_exchange_strong (v, &expected, desired);
  return 10 * success + expected;
}

static int write_byte (int fd, char byte) { return (int) write (fd, &byte, 1); }
static int read_byte (int fd) { char byte = 0; return read (fd, &byte, 1) == 1 ? byte : 0; }
static int byte_at (int fd, int i) { char byte = 0; return pread (fd, &byte, 1, i) == 1 ? byte : 0; }
static int size_of (int fd) { struct stat s; fstat (fd, &s); return (int) s.st_size; }
static int make (void)
{
  int fd = open ("name", O_CREAT | O_EXCL | O_WRONLY, 0600);
  if (fd >= 0)
    close (fd);
  return fd >= 0;
}

static void prepare_files (void)
{
  log_file = open ("log", O_CREAT | O_RDWR | O_TRUNC | O_APPEND, 0600);
  log_reader = open ("log", O_RDONLY);
  stream = fopen ("text", "w");
  if (pipe (ends))
    abort ();
}

static inline int increase (atomic_int *v, int by)
{
  int old = atomic_load (v);
  while (!atomic_compare_exchange_weak (v, &old, old + by)) ;
  return old;
}

static inline void await (atomic_int *v, int from, int to)
{
  int expected;
  do
    expected = from;
  while (!atomic_compare_exchange_strong (v, &expected, to));
}

static inline void publish (int value)
{
  int *block = malloc (sizeof *block);
  *block = value;
  free (atomic_exchange (&h, block));
}

static void prepare (int recursive)
{
  pthread_mutexattr_t kind;
  pthread_mutexattr_init (&kind);
  pthread_mutexattr_settype (&kind, recursive ? PTHREAD_MUTEX_RECURSIVE : PTHREAD_MUTEX_NORMAL);
  pthread_mutex_init (&m1, &kind);
  pthread_barrier_init (&barrier, NULL, 2);
  sem_init (&sem, 0, 0);
  pthread_spin_init (&spinlock, 0);
}
"""

SIMPLE = {
    "load": "SEE (atomic_load (&{0}));",
    "store": "atomic_store (&{0}, {1});",
    "add": "SEE (atomic_fetch_add (&{0}, {1}));",
    "xchg": "SEE (atomic_exchange (&{0}, {1}));",
    "cas": "SEE (compare (&{0}, {1}, {2}));",
    "casloop": "SEE (increase (&{0}, {1}));",
    "casspin": "await (&{0}, {1}, {2});",
    "spin": "while (atomic_load (&{0}) != {1}) ;",
    "spinyield": "while (atomic_load (&{0}) != {1}) sched_yield ();",
    "get": "SEE ({0});",
    "set": "{0} = {1};",
    "inc": "{{ int v = {0}; {0} = v + 1; SEE (v + 1); }}",
    "aload": "SEE (__atomic_load_n (&{0}, __ATOMIC_SEQ_CST));",
    "astore": "__atomic_store_n (&{0}, {1}, __ATOMIC_SEQ_CST);",
    "waitwhile": "while (!{0}) pthread_cond_wait (&c, &m0);",
    "waitif": "if (!{0}) pthread_cond_wait (&c, &m0);",
    "wait": "pthread_cond_wait (&c, &m0);",
    "timed": "SEE (pthread_cond_timedwait (&c, &m0, &soon) != 0);",
    "signal": "pthread_cond_signal (&c);",
    "broadcast": "pthread_cond_broadcast (&c);",
    "semwait": "sem_wait (&sem);",
    "semtry": "SEE (sem_trywait (&sem) == 0);",
    "semtimed": "SEE (sem_timedwait (&sem, &soon) == 0);",
    "semval": "{{ int v; sem_getvalue (&sem, &v); SEE (v); }}",
    "sempost": "sem_post (&sem);",
    "barrier": "pthread_barrier_wait (&barrier);",
    "once": "pthread_once (&once, add_once);",
    "append": "write_byte (log_file, {0});",
    "size": "SEE (size_of (log_file));",
    "peek": "SEE (byte_at (log_file, {0}));",
    "take": "SEE (read_byte (log_reader));",
    "print": "fputc ({0}, stream);",
    "tell": "SEE (ftell (stream));",
    "make": "SEE (make ());",
    "gone": "SEE (unlink (\"name\") == 0);",
    "there": "SEE (access (\"name\", F_OK) == 0);",
    "put": "write_byte (ends[1], {0});",
    "pull": "SEE (read_byte (ends[0]));",
    "publish": "publish ({0});",
    "retire": "free (atomic_load (&h));",
    "deref": "{{ int *b = atomic_load (&h); if (b) SEE (__atomic_load_n (b, __ATOMIC_SEQ_CST)); }}",
    "plainderef": "{{ volatile int *b = atomic_load (&h); if (b) SEE (*b); }}",
    "choose": "SEE (mz_choose ({0}));",
    "assume": "mz_assume (r != {0});",
    "assert": "assert (r != {0});",
    "join": "pthread_join (id[{0}], NULL);",
}
FILES = {"append", "size", "peek", "take", "print", "tell", "make", "gone", "there", "put", "pull"}
BLOCKS = {
    "lock": ("pthread_mutex_lock (&{0});", "pthread_mutex_unlock (&{0});"),
    "try": ("SEE (pthread_mutex_trylock (&{0}) == 0); if (r) {{", "pthread_mutex_unlock (&{0}); }}"),
    "timedlock": ("SEE (pthread_mutex_timedlock (&{0}, &soon) == 0); if (r) {{", "pthread_mutex_unlock (&{0}); }}"),
    "tryspin": ("while (pthread_mutex_trylock (&{0})) ;", "pthread_mutex_unlock (&{0});"),
    "slock": ("pthread_spin_lock (&spinlock);", "pthread_spin_unlock (&spinlock);"),
    "strylock": ("SEE (pthread_spin_trylock (&spinlock) == 0); if (r) {{", "pthread_spin_unlock (&spinlock); }}"),
    "timedrd": ("SEE (pthread_rwlock_timedrdlock (&rw, &soon) == 0); if (r) {{", "pthread_rwlock_unlock (&rw); }}"),
    "timedwr": ("SEE (pthread_rwlock_timedwrlock (&rw, &soon) == 0); if (r) {{", "pthread_rwlock_unlock (&rw); }}"),
    "section": ("mz_atomic_begin ();", "mz_atomic_end ();"),
    "rd": ("pthread_rwlock_rdlock (&rw);", "pthread_rwlock_unlock (&rw);"),
    "wr": ("pthread_rwlock_wrlock (&rw);", "pthread_rwlock_unlock (&rw);"),
    "tryrd": ("SEE (pthread_rwlock_tryrdlock (&rw) == 0); if (r) {{", "pthread_rwlock_unlock (&rw); }}"),
    "trywr": ("SEE (pthread_rwlock_trywrlock (&rw) == 0); if (r) {{", "pthread_rwlock_unlock (&rw); }}"),
    "if": ("if (r == {0}) {{", "}}"),
}


def operations(body: Body) -> Iterator[list]:
    """All of them, also those inside of others."""
    for op in body:
        yield op
        if op[0] in BLOCKS:
            yield from operations(op[-1])


def uses_files(program: Program) -> bool:
    return any(op[0] in FILES for body in [program["main"], *program["threads"]] for op in operations(body))


def created_by_threads(program: Program) -> set[int]:
    return {op[1] for body in program["threads"] for op in operations(body) if op[0] == "create"}


def c_body(body: Body, number: int, indent: str) -> Iterator[str]:
    for op in body:
        name, args = op[0], op[1:]
        if name == "create":
            yield f"{indent}pthread_create (&id[{args[0]}], NULL, t{number}_{args[0]}, NULL);"
        elif name in SIMPLE:
            yield indent + SIMPLE[name].format(*args)
        else:
            before, after = BLOCKS[name]
            yield indent + before.format(*args)
            yield from c_body(args[-1], number, indent + "  ")
            yield indent + after.format(*args)


def joined_all(program: Program) -> bool:
    joined = set(program["joins"]) | {op[1] for body in program["threads"] for op in body if op[0] == "join"}
    return joined == set(range(len(program["threads"])))


def main_body(program: Program) -> Body:
    inner = created_by_threads(program)
    body = [["create", i] for i in range(len(program["threads"])) if i not in inner]
    body += program["main"] + [["join", i] for i in program["joins"]]
    body += [["load", "x"], ["load", "y"]]
    if joined_all(program):
        body += [["get", "p"], ["get", "q"]]
    return body


def c_functions(program: Program, number: int) -> str:
    lines = []
    count = len(program["threads"])
    for i in range(count):
        lines.append(f"static void *t{number}_{i} (void *);")
    for i, body in enumerate(program["threads"]):
        lines += [f"static void *t{number}_{i} (void *unused)", "{", "  int r = 0;", f"  mz_observe ({100 + i});",
                  *c_body(body, number, "  "), "  (void) r;", "  return unused;", "}"]
    lines += [f"static void program{number} (void)", "{", "  int r = 0;", f"  prepare ({int(program['recursive'])});",
              *(["  prepare_files ();"] if uses_files(program) else []),
              "  mz_observe (99);", *c_body(main_body(program), number, "  "), "  (void) r;", "}"]
    return "\n".join(lines) + "\n"


def c_text(programs: list[Program]) -> str:
    """One file for many programs: the argument says which."""
    parts = [HEADER, *(c_functions(program, i) for i, program in enumerate(programs))]
    parts.append("int main (int argc, char **argv)\n{\n  switch (argc > 1 ? atoi (argv[1]) : 0) {")
    parts += [f"  case {i}: program{i} (); break;" for i in range(len(programs))]
    return "\n".join(parts) + "\n  }\n  return 0;\n}\n"
