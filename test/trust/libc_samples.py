"""More samples for libc_races.py: attributes, mathematics, strings, files, streams, queues, signals.

Each is a call and what it touches, in the words that libc_races.py explains. `HEAD` declares
what they use beside its own, `MAIN` makes it.
"""

from __future__ import annotations

Samples = dict[str, tuple[str, str]]


def attributes() -> Samples:
    """pthread_attr_* and the like: made, unmade, each value got and set."""
    found: Samples = {}
    values = {"attr": [("detachstate", "n"), ("guardsize", "size"), ("inheritsched", "n"), ("schedpolicy", "n"), ("scope", "n"),
                       ("stackaddr", "vp"), ("stacksize", "size")],
              "mutexattr": [("pshared", "n"), ("type", "n"), ("protocol", "n"), ("prioceiling", "n")],
              "condattr": [("pshared", "n"), ("clock", "n")], "rwlockattr": [("pshared", "n"), ("kind_np", "n")], "barrierattr": [("pshared", "n")]}
    for kind, names in values.items():
        object_ = {"attr": "at", "mutexattr": "ma", "condattr": "ca", "rwlockattr": "ra", "barrierattr": "ba"}[kind]
        found[f"pthread_{kind}_init"] = (f"pthread_{kind}_init (&{object_})", f"w:*(char *) &{object_}")
        found[f"pthread_{kind}_destroy"] = (f"pthread_{kind}_destroy (&{object_})", f"w:*(char *) &{object_}")
        for name, variable in names:
            found[f"pthread_{kind}_get{name}"] = (f"pthread_{kind}_get{name} (&{object_}, &{variable})", f"r:*(char *) &{object_} w:{variable}")
            value = "(void *) 4096" if variable == "vp" else "65536" if variable == "size" else "0"
            found[f"pthread_{kind}_set{name}"] = (f"pthread_{kind}_set{name} (&{object_}, {value})", f"w:*(char *) &{object_}")
    return found


def encoded() -> Samples:
    """The functions about how floating-point numbers are written down."""
    found: Samples = {}
    for suffix, one, two in (("", "x", "x2"), ("f", "y", "y2"), ("l", "z", "z2")):
        found |= {
            f"canonicalize{suffix}": (f"canonicalize{suffix} (&{one}, &{two})", f"w:*(char *) &{one} r:*(char *) &{two}"),
            f"getpayload{suffix}": (f"getpayload{suffix} (&{one})", f"r:*(char *) &{one}"),
            f"setpayload{suffix}": (f"setpayload{suffix} (&{one}, 1)", f"w:*(char *) &{one}"),
            f"setpayloadsig{suffix}": (f"setpayloadsig{suffix} (&{one}, 1)", f"w:*(char *) &{one}"),
            f"totalorder{suffix}": (f"totalorder{suffix} (&{one}, &{two})", f"r:*(char *) &{one} r:*(char *) &{two}"),
            f"totalordermag{suffix}": (f"totalordermag{suffix} (&{one}, &{two})", f"r:*(char *) &{one} r:*(char *) &{two}"),
        }
    return found


# Rows of the table.
TABLE: Samples = attributes() | encoded() | {
    "pthread_mutexattr_getrobust": ("pthread_mutexattr_getrobust (&ma, &n)", "r:*(char *) &ma w:n"),
    "pthread_attr_getschedparam": ("pthread_attr_getschedparam (&at, &sp)", "r:*(char *) &at w:sp.sched_priority"),
    "pthread_attr_setschedparam": ("pthread_attr_setschedparam (&at, &sp)", "w:*(char *) &at r:sp.sched_priority"),
    "pthread_attr_getstack": ("pthread_attr_getstack (&at, &vp, &size)", "r:*(char *) &at w:vp w:size"),
    "pthread_attr_setstack": ("pthread_attr_setstack (&at, big, sizeof big)", "w:*(char *) &at"),
    "pthread_attr_getaffinity_np": ("pthread_attr_getaffinity_np (&at, sizeof set, &set)", "r:*(char *) &at w:*(char *) &set"),
    "pthread_attr_setaffinity_np": ("pthread_attr_setaffinity_np (&at, sizeof set, &set)", "w:*(char *) &at r:*(char *) &set"),
    "pthread_attr_getsigmask_np": ("pthread_attr_getsigmask_np (&at, &ss)", "r:*(char *) &at w:*(char *) &ss"),
    "pthread_attr_setsigmask_np": ("pthread_attr_setsigmask_np (&at, &ss)", "w:*(char *) &at r:*(char *) &ss"),
    "pthread_getattr_default_np": ("pthread_getattr_default_np (&at)", "w:*(char *) &at"),
    "__sched_cpucount": ("CPU_COUNT (&set)", "r:*(char *) &set"),
    "madvise": ("madvise (page, 4096, MADV_DONTNEED)", "w:page[0]"), "dladdr": ("dladdr (&compare, &dl)", "w:dl.dli_fname"),
    "pathconf": ("pathconf (path, _PC_NAME_MAX)", "r:path[0]"), "wctype": ("wctype (b)", "r:b[0]"), "wctrans": ("wctrans (b)", "r:b[0]"),
    "putchar": ("(putchar) ('x')", "n:b[0] r:stdout r:!unlocked"), "putchar_unlocked": ("(putchar_unlocked) ('x')", "s r:stdout"),
    "getchar": ("(getchar) ()", "n:b[0] r:stdin"), "getchar_unlocked": ("(getchar_unlocked) ()", "s r:stdin"),
    "remquol": ("remquol (1.5L, 1, &n)", "w:n"), "sincosl": ("sincosl (1.5L, &z, &z2)", "w:*(char *) &z w:*(char *) &z2"),
    "nanl": ("nanl (b)", "r:b[0]"), "lgammal_r": ("lgammal_r (1.5L, &n)", "w:n"),
    "lgamma": ("lgamma (x)", "s w:signgam"), "lgammaf": ("lgammaf (y)", "s w:signgam"), "lgammal": ("lgammal (z)", "s w:signgam"),
    "gamma": ("gamma (x)", "s w:signgam"), "gammaf": ("gammaf (y)", "s w:signgam"), "gammal": ("gammal (z)", "s w:signgam"),
    "fegetenv": ("fegetenv (&fe)", "w:*(char *) &fe"), "feholdexcept": ("feholdexcept (&fe)", "w:*(char *) &fe"),
    "fesetenv": ("fesetenv (&fe)", "r:*(char *) &fe"), "feupdateenv": ("feupdateenv (&fe)", "r:*(char *) &fe"),
    "fegetexceptflag": ("fegetexceptflag (&fx, FE_ALL_EXCEPT)", "w:fx"), "fesetexceptflag": ("fesetexceptflag (&fx, FE_INEXACT)", "r:fx"),
    "fetestexceptflag": ("fetestexceptflag (&fx, FE_INEXACT)", "r:fx"),
    "fegetmode": ("fegetmode (&fm)", "w:*(char *) &fm"), "fesetmode": ("fesetmode (&fm)", "r:*(char *) &fm"),
    "mktime": ("mktime (&t)", "w:t.tm_sec w:timezone r:!environment"), "timelocal": ("timelocal (&t)", "w:t.tm_sec w:timezone r:!environment"),
    "tzset": ("tzset ()", "w:tzname[0] w:timezone w:daylight r:!environment"),
}

PATHS = "r:path[0] r:path2[0]"
STAT = "r:path[0] w:st.st_size"
# Functions of the runtime itself.
RUNTIME: Samples = {
    "the environment": ("getenv (b)", "n:b[40]"), "setenv's variable": ("setenv (c, b, 1)", "w:environ"),
    "_setjmp": ("_setjmp (jump)", "w:*(char *) jump"), "sigsetjmp": ("sigsetjmp (jump, 0)", "w:*(char *) jump"),
    # strings and memory
    "memcpy": ("memcpy (c, b, size)", "w:c[7] r:b[7]"), "memmove": ("memmove (c, b, size)", "w:c[7] r:b[7]"), "mempcpy": ("mempcpy (c, b, size)", "w:c[7] r:b[7]"),
    "memset": ("memset (c, 1, size)", "w:c[7]"), "memcmp": ("memcmp (b, c, size)", "r:b[0] r:c[0]"), "memchr": ("memchr (b, 'a', size)", "r:b[3]"),
    "memrchr": ("memrchr (b, 'a', size)", "r:b[7]"), "bcmp": ("bcmp (b, c, size)", "r:b[0] r:c[0]"), "bcopy": ("bcopy (b, c, size)", "w:c[7] r:b[7]"),
    "bzero": ("bzero (c, size)", "w:c[7]"), "explicit_bzero": ("explicit_bzero (c, size)", "w:c[7]"),
    "strlen": ("strlen (b)", "r:b[8]"), "strnlen": ("strnlen (b, 4)", "r:b[3] n:b[4]"), "strcpy": ("strcpy (c, b)", "w:c[8] r:b[8]"), "stpcpy": ("stpcpy (c, b)", "w:c[8] r:b[8]"),
    "strncpy": ("strncpy (c, b, 12)", "w:c[11] r:b[8]"), "strcat": ("strcat (c, b)", "w:c[9] r:c[0] r:b[8]"), "strncat": ("strncat (c, b, 3)", "w:c[4] r:b[2]"),
    "strcmp": ("strcmp (b, c)", "r:b[0] r:c[0]"), "strncmp": ("strncmp (b, c, 4)", "r:b[0] r:c[0]"), "strcasecmp": ("strcasecmp (b, c)", "r:b[0] r:c[0]"),
    "strncasecmp": ("strncasecmp (b, c, 4)", "r:b[0] r:c[0]"), "strchr": ("strchr (b, 'a')", "r:b[3]"), "strrchr": ("strrchr (b, 'a')", "r:b[8]"),
    "strchrnul": ("strchrnul (b, 'a')", "r:b[3]"), "strstr": ("strstr (b, c)", "r:b[0] r:c[0]"), "strspn": ("strspn (b, c)", "r:b[0] r:c[0]"),
    "strcspn": ("strcspn (b, c)", "r:b[3] r:c[0]"), "strpbrk": ("strpbrk (b, comma)", "r:b[3] r:comma[0]"), "strdup": ("strdup (b)", "r:b[8]"),
    "strndup": ("strndup (b, 3)", "r:b[2] n:b[3]"), "strtok_r": ("strtok_r (b, comma, &p2)", "w:b[5] r:comma[0] w:p2"),
    # descriptors and names
    "read": ("read (fd, c, 4)", "w:c[3] n:c[4]"), "pread": ("pread (fd, c, 4, 0)", "w:c[3]"), "pread64": ("pread64 (fd, c, 4, 0)", "w:c[3]"),
    "write": ("write (fd, b, 4)", "r:b[3] n:b[4]"), "pwrite": ("pwrite (fd, b, 4, 0)", "r:b[3]"), "pwrite64": ("pwrite64 (fd, b, 4, 0)", "r:b[3]"),
    "stat": ("stat (path, &st)", STAT), "lstat": ("lstat (path, &st)", STAT), "fstat": ("fstat (fd, &st)", "w:st.st_size"),
    "fstatat": ("fstatat (AT_FDCWD, path, &st, 0)", STAT), "stat64": ("stat64 (path, (void *) &st)", STAT), "lstat64": ("lstat64 (path, (void *) &st)", STAT),
    "fstat64": ("fstat64 (fd, (void *) &st)", "w:st.st_size"), "fstatat64": ("fstatat64 (AT_FDCWD, path, (void *) &st, 0)", STAT),
    "statfs": ("statfs (path, &sfs)", "r:path[0] w:*(char *) &sfs"),
    "access": ("access (path, 0)", "r:path[0]"), "faccessat": ("faccessat (AT_FDCWD, path, 0, 0)", "r:path[0]"), "chmod": ("chmod (path, 0600)", "r:path[0]"),
    "chown": ("chown (path, -1, -1)", "r:path[0]"), "lchown": ("lchown (path, -1, -1)", "r:path[0]"),
    "creat": ("creat (path2, 0600)", "r:path2[0]"), "open": ("open (path, O_RDONLY)", "r:path[0]"),
    "open64": ("open64 (path, O_RDONLY)", "r:path[0]"), "openat": ("openat (AT_FDCWD, path, O_RDONLY)", "r:path[0]"), "openat64": ("openat64 (AT_FDCWD, path, O_RDONLY)", "r:path[0]"),
    "creat64": ("creat64 (path2, 0600)", "r:path2[0]"), "link": ("link (path, path2)", PATHS),
    "mkdir": ("mkdir (path2, 0700)", "r:path2[0]"), "mkdirat": ("mkdirat (AT_FDCWD, path2, 0700)", "r:path2[0]"), "opendir": ("opendir (dot)", "r:dot[0]"),
    "readlink": ("readlink (path, c, 8)", "r:path[0]"),
    "readlink, a link": ("symlink (\"there\", \"l\"); readlink (\"l\", c, 8)", "w:c[4] n:c[5]"),
    "realpath": ("realpath (path, big)", "r:path[0] w:big[0]"), "remove": ("remove (path2)", "r:path2[0]"), "rename": ("rename (path, path2)", PATHS),
    "renameat": ("renameat (AT_FDCWD, path, AT_FDCWD, path2)", PATHS),
    "rmdir": ("rmdir (path2)", "r:path2[0]"), "symlink": ("symlink (path, path2)", PATHS),
    "truncate": ("truncate (path, 1)", "r:path[0]"), "truncate64": ("truncate64 (path, 1)", "r:path[0]"), "unlink": ("unlink (path2)", "r:path2[0]"),
    "unlinkat": ("unlinkat (AT_FDCWD, path2, 0)", "r:path2[0]"), "utime": ("utime (path, &ut)", "r:path[0] r:ut.actime"),
    "utimes": ("utimes (path, tvs)", "r:path[0] r:tvs[1].tv_usec"), "futimes": ("futimes (fd, tvs)", "r:tvs[1].tv_usec"),
    "utimensat": ("utimensat (AT_FDCWD, path, tss, 0)", "r:path[0] r:tss[1].tv_nsec"), "futimens": ("futimens (fd, tss)", "r:tss[1].tv_nsec"),
    "getcwd": ("getcwd (big, sizeof big)", "w:big[0]"), "chdir": ("chdir (dot)", "r:dot[0]"),
    "mkostemp": ("mkostemp (temporary, 0)", "r:temporary[0] w:temporary[9]"), "mkstemps": ("mkstemps (temporary, 0)", "w:temporary[9]"),
    "mkstemp64": ("mkstemp64 (temporary)", "w:temporary[9]"), "mkostemp64": ("mkostemp64 (temporary, 0)", "w:temporary[9]"), "mkstemps64": ("mkstemps64 (temporary, 0)", "w:temporary[9]"),
    "pipe2": ("pipe2 (fds, 0)", "w:fds[1]"), "eventfd_read": ("eventfd_read (event, &ev)", "w:ev"),
    "read, an event": ("read (event, &ev, 8)", "w:ev"), "write, an event": ("write (event, &ev, 8)", "r:ev"),
    "poll": ("poll (&pfd, 1, 0)", "r:pfd.fd r:pfd.events w:pfd.revents"), "ppoll": ("ppoll (&pfd, 1, &ts, NULL)", "r:pfd.fd w:pfd.revents r:ts.tv_nsec"),
    "select, a set": ("select (16, &fs1, NULL, NULL, &tv)", "w:*(char *) &fs1"), "pselect": ("pselect (16, &fs1, NULL, NULL, &ts, NULL)", "w:*(char *) &fs1 r:ts.tv_nsec"),
    # streams
    "fopen": ("fopen (path, mode)", "r:path[0] r:mode[0]"), "fopen64": ("fopen64 (path, mode)", "r:path[0] r:mode[0]"), "fdopen": ("fdopen (fd, mode)", "r:mode[0]"),
    "fgets": ("fgets (c, 5, fs)", "w:c[4]"), "fgets_unlocked": ("fgets_unlocked (c, 5, fs)", "w:c[4]"),
    "fread": ("fread (c, 1, 4, fs)", "w:c[3]"), "fread_unlocked": ("fread_unlocked (c, 1, 4, fs)", "w:c[3]"),
    "fwrite, a file": ("fwrite (b, 1, 4, fs)", "r:b[3]"), "fwrite_unlocked": ("fwrite_unlocked (b, 1, 4, fs)", "r:b[3]"), "fputs_unlocked": ("fputs_unlocked (b, fs)", "r:b[0]"),
    "fscanf": ("fscanf (fs, \"%d\", &n)", "w:n"), "getline": ("getline (&line, &room, fs)", "w:line w:room"),
    "getdelim": ("getdelim (&line, &room, ',', fs)", "w:line w:room"), "__getdelim": ("__getdelim (&line, &room, ',', fs)", "w:line w:room"),
    "fgetpos": ("fgetpos (fs, &fpos)", "w:*(char *) &fpos"), "fsetpos": ("fsetpos (fs, &fpos)", "r:*(char *) &fpos"),
    "fgetpos64": ("fgetpos64 (fs, (void *) &fpos)", "w:*(char *) &fpos"), "fsetpos64": ("fsetpos64 (fs, (void *) &fpos)", "r:*(char *) &fpos"),
    "setvbuf": ("setvbuf (fs, big, _IOFBF, sizeof big)", "w:big[0]"), "setbuf": ("setbuf (fs, big)", "w:big[0]"), "setbuffer": ("setbuffer (fs, big, 64)", "w:big[0]"),
    "setvbuf, later": ("fputc ('x', buffered)", "w:room_of[0]"), "setvbuf, stdout": ("puts (\"x\")", "w:room_of_out[0]"), "setvbuf, printf": ("printf (\"x\")", "w:room_of_out[0]"),
    "setvbuf, putchar": ("(putchar) ('x')", "w:room_of_out[0]"), "setvbuf, fputs": ("fputs (\"x\", stdout)", "w:room_of_out[0]"),
    # threads and what orders them
    "pthread_create, attributes": ("pthread_create (&made, &at, nothing, NULL)", "r:*(char *) &at"),
    "pthread_cond_init": ("pthread_cond_init (&made_cond, &ca)", "r:*(char *) &ca"), "pthread_rwlock_init": ("pthread_rwlock_init (&made_rwlock, &ra)", "r:*(char *) &ra"),
    "pthread_barrier_init": ("pthread_barrier_init (&made_barrier, &ba, 1)", "r:*(char *) &ba"),
    "pthread_setaffinity_np": ("pthread_setaffinity_np (pthread_self (), sizeof set, &set)", "r:*(char *) &set"),
    "pthread_setschedparam": ("pthread_setschedparam (pthread_self (), SCHED_OTHER, &sp)", "r:sp.sched_priority"),
    "pthread_mutex_clocklock": ("pthread_mutex_clocklock (&free_mutex, CLOCK_MONOTONIC, &late)", "r:late.tv_nsec"),
    "pthread_rwlock_clockrdlock": ("pthread_rwlock_clockrdlock (&rwlock, CLOCK_MONOTONIC, &late)", "r:late.tv_nsec"),
    "pthread_rwlock_clockwrlock": ("pthread_rwlock_clockwrlock (&rwlock, CLOCK_MONOTONIC, &late)", "r:late.tv_nsec"),
    "pthread_cond_clockwait": ("pthread_mutex_lock (&free_mutex); pthread_cond_clockwait (&cond, &free_mutex, CLOCK_MONOTONIC, &late)", "r:late.tv_nsec"),
    "pthread_clockjoin_np": ("pthread_t o; pthread_create (&o, NULL, nothing, NULL); pthread_clockjoin_np (o, &vp, CLOCK_MONOTONIC, &late)", "w:vp r:late.tv_nsec"),
    "sem_clockwait": ("sem_clockwait (&sem, CLOCK_MONOTONIC, &late)", "r:late.tv_nsec"), "sem_open": ("sem_open (slashed, O_CREAT, 0600, 1)", "r:slashed[0]"),
    "sem_unlink": ("sem_unlink (slashed)", "r:slashed[0]"), "mtx_timedlock": ("mtx_timedlock (&mtx, &late)", "r:late.tv_nsec"),
    "cnd_timedwait": ("mtx_lock (&mtx); cnd_timedwait (&cnd, &mtx, &late)", "r:late.tv_nsec"), "thrd_create": ("thrd_create (&made, nothing_much, NULL)", "w:made"),
    # signals, queues, the machine
    "sigaltstack": ("sigaltstack (&sst, &sst2)", "r:sst.ss_size w:sst2.ss_size"), "sigprocmask": ("sigprocmask (SIG_BLOCK, &ss, &ss2)", "r:*(char *) &ss w:*(char *) &ss2"),
    "sigwait": ("pthread_sigmask (SIG_BLOCK, &su, NULL); raise (SIGUSR1); sigwait (&su, &n)", "r:*(char *) &su w:n"),
    "sigwaitinfo": ("pthread_sigmask (SIG_BLOCK, &su, NULL); raise (SIGUSR1); sigwaitinfo (&su, &info)", "r:*(char *) &su w:*(char *) &info"),
    "sigtimedwait": ("pthread_sigmask (SIG_BLOCK, &su, NULL); raise (SIGUSR1); sigtimedwait (&su, &info, &late)", "r:*(char *) &su w:*(char *) &info r:late.tv_nsec"),
    "mq_open": ("mq_open (slashed, O_CREAT | O_RDWR, 0600, &mqa)", "r:slashed[0] r:mqa.mq_msgsize"), "mq_unlink": ("mq_unlink (slashed)", "r:slashed[0]"),
    "mq_getattr": ("mq_getattr (queue, &mqa)", "w:mqa.mq_msgsize"), "mq_setattr": ("mq_setattr (queue, &mqa, &mqa2)", "r:mqa.mq_flags w:mqa2.mq_msgsize"),
    "mq_send": ("mq_send (queue, b, 4, 1)", "r:b[3] n:b[4]"), "mq_timedsend": ("mq_timedsend (queue, b, 4, 1, &late)", "r:b[3] r:late.tv_nsec"),
    "mq_receive": ("mq_send (queue, address, 4, 1); mq_receive (queue, c, 16, &priority)", "w:c[3] w:priority"),
    "mq_timedreceive": ("mq_send (queue, address, 4, 1); mq_timedreceive (queue, c, 16, &priority, &late)", "w:c[3] w:priority r:late.tv_nsec"),
    "getentropy": ("getentropy (c, 8)", "w:c[7]"), "getgroups": ("getgroups (64, groups)", "w:groups[0]"), "uname": ("uname (&un)", "w:un.sysname[0]"),
    "getrlimit": ("getrlimit (RLIMIT_STACK, &rl)", "w:rl.rlim_cur"), "getrusage": ("getrusage (RUSAGE_SELF, &ru)", "w:ru.ru_utime.tv_sec"),
    "prlimit": ("prlimit (0, RLIMIT_STACK, NULL, &rl)", "w:rl.rlim_cur"), "sysinfo": ("sysinfo (&si)", "w:si.uptime"),
    "sched_setaffinity": ("sched_setaffinity (0, sizeof set, &set)", "r:*(char *) &set"),
    "sched_setparam": ("sched_setparam (0, &sp)", "r:sp.sched_priority"),
    "sched_setscheduler": ("sched_setscheduler (0, SCHED_OTHER, &sp)", "r:sp.sched_priority"),
    "sched_getaffinity": ("sched_getaffinity (0, sizeof set, &set)", "w:*(char *) &set"), "sched_getparam": ("sched_getparam (0, &sp)", "w:sp.sched_priority"),
}
VOID = {"sincosl", "bcopy", "bzero", "explicit_bzero", "setbuf", "setbuffer", "tzset"}

HEAD = r"""
#include <dlfcn.h>
#include <fcntl.h>
#include <fenv.h>
#include <mqueue.h>
#include <poll.h>
#include <sched.h>
#include <setjmp.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/sysinfo.h>
#include <sys/utsname.h>
#include <utime.h>
#include <wctype.h>
static pthread_attr_t at;
static pthread_condattr_t ca;
static pthread_rwlockattr_t ra;
static pthread_barrierattr_t ba;
static pthread_cond_t made_cond;
static pthread_rwlock_t made_rwlock;
static pthread_barrier_t made_barrier;
static char big[16384] __attribute__ ((aligned (4096))), room_of[64], room_of_out[4096], *page;
static Dl_info dl;
static long double z2;
static fenv_t fe;
static fexcept_t fx;
static femode_t fm;
static jmp_buf jump;
static char path[] = "f", path2[] = "g", dot[] = ".", mode[] = "r+", slashed[] = "/mazurka-sample";
static struct stat st;
static struct statfs sfs;
static struct utimbuf ut;
static struct timeval tvs[2];
static struct timespec tss[2];
static struct pollfd pfd = {.events = POLLIN};
static fd_set fs1;
static eventfd_t ev = 1;
static FILE *fs, *buffered;
static char *line;
static size_t room;
static fpos_t fpos;
static int fd, event;
static mtx_t mtx;
static cnd_t cnd;
static stack_t sst = {.ss_sp = big, .ss_size = sizeof big}, sst2;
static sigset_t su;
static siginfo_t info;
static struct mq_attr mqa = {.mq_maxmsg = 4, .mq_msgsize = 16}, mqa2;
static mqd_t queue;
static unsigned priority;
static gid_t groups[64];
static struct utsname un;
static struct rlimit rl;
static struct rusage ru;
static struct sysinfo si;
static int nothing_much (void *unused) { return unused != NULL; }
"""

MAIN = r"""
  pthread_attr_init (&at);
  pthread_condattr_init (&ca);
  pthread_rwlockattr_init (&ra);
  pthread_barrierattr_init (&ba);
  pthread_mutexattr_init (&ma);
  fegetenv (&fe);
  fegetmode (&fm);
  mtx_init (&mtx, mtx_timed);
  cnd_init (&cnd);
  sigemptyset (&su);
  sigaddset (&su, SIGUSR1);
  sched_getaffinity (0, sizeof set, &set);
  if (uses_files) {
    fd = open ("f", O_RDWR | O_CREAT | O_TRUNC, 0600);
    if (write (fd, "77 bottles of beer", 18) != 18)
      return 9;
    lseek (fd, 0, SEEK_SET);
    fs = fopen ("f", "r+");
    fgetpos (fs, &fpos);
    event = eventfd (1, 0);
    pfd.fd = event;
    FD_SET (event, &fs1);
    queue = mq_open ("/mazurka-samples", O_CREAT | O_RDWR, 0600, &mqa);
    page = mmap (NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    buffered = fopen ("h", "w");
    setvbuf (buffered, room_of, _IOFBF, sizeof room_of);
    setvbuf (stdout, room_of_out, _IOFBF, sizeof room_of_out);
  }
"""
