"""The samples of test/trust/libc_races.py as calls whose results, and what they leave in memory, are printed."""
import re

import libc_races
import libc_samples

# Other groups say more of these.
ELSEWHERE = re.compile(r'pthread_(?!.*attr_)|opendir|sem_|mtx_|cnd_|thrd_|tss_|sig(?!emptyset|fillset|addset|delset|ismember)|mq_|select|pselect|poll|ppoll|read, an event|write, an event|'
                       r'eventfd_read|nanosleep|clock_nanosleep|setvbuf|setbuf|_setjmp|nothing')
# What is different each time, or depends on the machine; or what is printed is a matter of buffers.
VARIES = re.compile(r'(clock_gettime|clock_getres|gettimeofday|timespec_get|time|times|getrandom|getentropy|strfry|mk\w*temp\w*|uname|sysinfo|getrusage|gethostname|'
                    r'getgroups|statfs|getcwd|realpath|dladdr|rand_r|getrlimit|prlimit|sched_\w+|pipe2?|dprintf|vdprintf|perror|mktime|timelocal|localtime|ctime|tzset|'
                    r'fegetenv|feholdexcept|fgetpos\w*|pathconf|pthread_attr_(get|set)\w*stack\w*|pthread_getattr_default_np|l?gamma[fl]?|clearenv)\b')
MEMORY = ['b', 'c', 'd', 'w', 'v', 'n', 'm', 'x', 'y', 'flag', 'tt', 'ia', 'seed', 'rm', 'st.st_size', 'st.st_mode', 'optind']


def chosen():
    return [name for name in libc_races.S if not ELSEWHERE.match(name)]


def source():
    rows = []
    for i, name in enumerate(chosen()):
        *before, last = libc_races.S[name][0].split('; ')
        statements = ''.join(f'{s}; ' for s in before)
        said = f'{last};' if name in libc_races.VOID else f'__auto_type r_ = {last}; {"(void) r_;" if VARIES.match(name) else "SAY_RESULT (r_);"}'
        rows.append(f'static void sample_{i} (void) {{ char *p; (void) p; errno = 0; {statements}{said} }}')
    table = ',\n  '.join(f'{{"{name}", sample_{i}, {int(bool(VARIES.match(name)))}}}' for i, name in enumerate(chosen()))
    mixed = '\n'.join(f'  sum = mix (sum, &({place}), sizeof ({place}));' for place in MEMORY)
    return HEAD + libc_races.HEAD + RESULT + '\n'.join(rows) + TAIL.replace('@table', table).replace('@main', libc_samples.MAIN.replace('return 9', 'return')).replace('@mixed', mixed)


HEAD = '#include "say.h"\n#undef _GNU_SOURCE\n'
RESULT = """
#define SAY_RESULT(r) _Generic ((r), float: say_real ((double) *(float *) &r), double: say_real (*(double *) &r), long double: say_real ((double) *(long double *) &r), \\
  int: say_number (*(int *) &r), unsigned: say_number (*(unsigned *) &r), long: say_number (*(long *) &r), unsigned long: say_number (*(long *) &r), \\
  long long: say_number (*(long long *) &r), unsigned long long: say_number (*(long long *) &r), char *: say_text (*(char **) &r), default: say_any (&r))
static void say_real (double x) { printf (" %g", x); }
static void say_number (long long x) { printf (" %lld", x); if (x == -1) printf (" %s", strerrorname_np (errno)); }
static void say_text (const char *s) { printf (" %s", s ? s : "NULL"); }
static void say_any (void *r) { (void) r; }
"""
TAIL = """
static const struct { const char *name; void (*call) (void); int varies; } rows[] = {
  @table
};

static unsigned long
mix (unsigned long sum, const void *p, size_t n)
{
  for (size_t i = 0; i < n; i++)
    sum = (sum ^ ((const unsigned char *) p)[i]) * 0x100000001b3;
  return sum;
}

static unsigned long
memory (void)
{
  unsigned long sum = 0xcbf29ce484222325;
@mixed
  return sum;
}

static void
reset (void)
{
  memset (b, 0, sizeof b), memset (c, 0, sizeof c), memset (d, 0, sizeof d), memset (w, 0, sizeof w), memset (v, 0, sizeof v);
  memset (seed, 0, sizeof seed), memset (rm, 0, sizeof rm), memset (&ia, 0, sizeof ia), memset (&st, 0, sizeof st), memset (&ms, 0, sizeof ms);
  memset (e1, 0, sizeof e1), memset (e2, 0, sizeof e2);
  strcpy (b, "12 ab,cd"), strcpy (c, "x"), wcscpy (w, L"12"), wcscpy (v, L"ab");
  strcpy (temporary, "/tmp/aXXXXXX");
  initstate_r (1, random_state, sizeof random_state, &rd);
  pb = b, n = m = flag = 0, x = 1.5, y = 1.5f, tt = 0, size = 8, optind = 1, line = NULL, room = 0;
  t = (struct tm) {.tm_year = 100, .tm_mday = 1};
}

static void
prepare (void)
{
  int uses_files = 1;
@main
}

void
say_samples (void)
{
  regcomp (&re, "a", 0);
  sem_init (&sem, 0, 1);
  prepare ();
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    reset ();
    printf ("%s:", rows[i].name);
    fflush (stdout);
    rows[i].call ();
    unsigned long sum = memory ();
    if (!rows[i].varies)
      printf (" %lx", sum);
    printf ("\\n");
    fflush (stdout);
    feholdexcept (&fe), fesetenv (FE_DFL_ENV);
  }
}
"""
