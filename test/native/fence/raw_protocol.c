/* The same ways out of a protocol, whose assembly is refused: a function of libc that it may not call lies at a distance from
 * one that it may call, and is called by its address. test/native/fence.py puts definitions before it:
 *
 *     FOLDER, VICTIM, PORT      as in ways.h
 *     WAY_NAME, PLACE           what is tried, and where
 *     AT_name                   the function's distance from abort
 *     MOST                      the invariant holds below it */
#define _GNU_SOURCE
#include <mazurka/protocol.h>

#include "ways.h"

#include "raw_ways.h"

#define LIBC(type, name) ((__typeof__ (type) *) (void *) ((char *) (void *) abort + (AT_##name)))
typedef long syscall_fn (long, long, long, long, long, long, long);

static long
call (long number, long a, long b, long c, long d, long e, long f)
{
  return LIBC (syscall_fn, syscall) (number, a, b, c, d, e, f);
}

/* Instructions that the compiler has not seen. */
static void *
put_code (const char *code, size_t bytes)
{
  void *page = (void *) SYS (mmap, NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return memcpy (page, code, bytes);
}

typedef long three_fn (long, long, long);

static void
call_of_32_bits (long number, const char *low, long b)
{
  static const char code[] = "\x53\x48\x89\xf8\x48\x89\xf3\x48\x89\xd1\xcd\x80\x5b\xc3";     /* push %rbx; number, low, b; int $0x80 */
  ((three_fn *) put_code (code, sizeof code)) (number, (long) low, b);
}

WAY (instruction)
{
  static const char code[] = "\x48\x89\xf8\x48\x89\xf7\x48\x89\xd6\x0f\x05\xc3";
  ((three_fn *) put_code (code, sizeof code)) (SYS_mkdir, (long) at ("new"), 0700);
}

/* functions of libc that start something */
WAY (libc_system) { LIBC (int (const char *), system) ("touch " FOLDER "/new"); }
WAY (libc_popen) { LIBC (FILE *(const char *, const char *), popen) ("touch " FOLDER "/new", "r"); }
WAY (libc_fork) { if (!LIBC (int (void), fork) ()) for (;;) SYS (pause, 0); }
WAY (libc_fopen) { LIBC (FILE *(const char *, const char *), fopen) (FOLDER "/new", "w"); }
WAY (libc_dlopen) { LIBC (void *(const char *, int), dlopen) (FOLDER "/library.so", 2); }     /* makes a folder when it is loaded */
WAY (libc_abort) { abort (); }
WAY (wait) { SYS (pause, 0); }                /* takes no processor time */
WAY (stop) { SYS (tgkill, SYS (getpid, 0), SYS (gettid, 0), SIGKILL); }

/* what the parent is told: the files that it is to write, and the function being called */
WAY (stage)
{
  struct { size_t lengths[2]; char path[sizeof FOLDER "/new" - 1], text[6]; } record = {{sizeof record.path, 6}, FOLDER "/new", "got in"};
  for (int fd = 3; fd < 100; fd++) {
    char name[40], target[40] = "";
    snprintf (name, sizeof name, "/proc/self/fd/%d", fd);
    SYS (readlink, name, target, sizeof target - 1);
    if (strstr (target, "memfd:staged"))
      SYS (write, fd, &record, sizeof record.lengths + sizeof record.path + sizeof record.text);
  }
}
WAY (shared)
{
  char text[65536] = "";
  long fd = SYS (open, "/proc/self/maps", O_RDONLY, 0), n = 0, all = 0;
  while (all < (long) sizeof text - 1 && (n = SYS (read, fd, text + all, sizeof text - 1 - (size_t) all)) > 0)
    all += n;
  for (char *line = text; *line; line = strchrnul (line, '\n') + 1) {
    char *end;
    unsigned long from = strtoul (line, &end, 16), to = strtoul (end + 1, &end, 16);
    if (!strncmp (end, " rw-s", 5))
      memset ((void *) from, 0xff, (to - from) / 2);
    if (!strchr (line, '\n'))
      break;
  }
  SYS (exit_group, 0);
}

static const struct way all_ways[] = {RAW_WAYS, {"instruction", "denied: mkdir", way_instruction}, {"libc_system", "denied: clone3", way_libc_system},
  {"libc_popen", "denied: clone3", way_libc_popen}, {"libc_fork", "denied: clone", way_libc_fork}, {"libc_fopen", "denied: openat", way_libc_fopen},
  {"libc_dlopen", "denied: mkdir", way_libc_dlopen}, {"libc_abort", "Aborted", way_libc_abort}, {"stop", "Killed", way_stop}, {"wait", "does not return", way_wait},
  {"stage", "not permitted", way_stage}, {"shared", "something ended the process", way_shared}};

static void
go_out (int place)
{
  for (size_t i = 0; place == PLACE && i < sizeof all_ways / sizeof *all_ways; i++)
    if (!strcmp (all_ways[i].name, WAY_NAME))
      all_ways[i].go ();
}

enum { EFFECT, GUARD, WHEN, INVARIANT, START, MAY_END, LOADED };
struct p { int x; };

#if PLACE == 6                    /* which function it is, the dynamic linker asks while it loads the object */
static void nothing (void) { }
static void (*which (void)) (void) { go_out (LOADED); return nothing; }
static void asked (void) __attribute__ ((ifunc ("which")));
#else
static void asked (void) { }
#endif

static void start (int i, void *p) { (void) i; ((struct p *) p)->x = 0; go_out (START); }
static bool may_end (const void *p) { (void) p; go_out (MAY_END); return true; }
static bool when (const struct mz_step *s) { go_out (WHEN); return ((const struct p *) s->local)->x < 2; }
static bool few (const struct mz_step *s) { go_out (GUARD); return ((const struct p *) s->local)->x < 2; }
static void go (struct mz_step *s) { ((struct p *) s->local)->x++; asked (); go_out (EFFECT); }
static bool small (const struct mz_view *v) { go_out (INVARIANT); return ((const struct p *) mz_local (v, 0, 0))->x < MOST; }
static const struct mz_variable variables[] = {MZ_VARIABLE (struct p, x), {0}};
static const struct mz_process processes[] = {{"p", 2, sizeof (struct p), variables, .start = start, .may_end = may_end}, {0}};
static const struct mz_message_type messages[] = {{"PING", "n"}, {0}};
static const struct mz_transition transitions[] = {{MZ_HERE = "go", .process = 0, .when = when, .guard = few, .effect = go, .reads = "x", .writes = "x"}, {0}};
static const struct mz_property invariants[] = {{MZ_HERE = "small", small, "p.x"}, {0}};
const struct mz_protocol mz_protocol = {.processes = processes, .messages = messages, .transitions = transitions, .invariants = invariants};
