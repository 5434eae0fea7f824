/* Functions of shared libraries that access no memory of the program, or only
 * memory of the calling thread (its stack, errno): they need no wrapper. So are
 * all functions of libm except those in libc_table.h and those of libm_touching,
 * which are treated as unknown code. Each * matches any letters. */
#ifndef NATIVE_RUNTIME_LIBC_LIBC_PURE_H
#define NATIVE_RUNTIME_LIBC_LIBC_PURE_H

static const char *const libc_pure[] = {
  /* numbers and characters */
  "abs", "labs", "llabs", "div", "ldiv", "lldiv", "imaxabs", "imaxdiv", "ffs", "ffsl", "ffsll",
  "isalnum", "isalpha", "isascii", "isblank", "iscntrl", "isdigit", "isgraph", "islower", "isprint", "ispunct", "isspace",
  "isupper", "isxdigit", "toascii", "tolower", "toupper", "__ctype_b_loc", "__ctype_tolower_loc", "__ctype_toupper_loc",
  "__ctype_get_mb_cur_max", "iswalnum", "iswalpha", "iswblank", "iswcntrl", "iswctype", "iswdigit", "iswgraph", "iswlower",
  "iswprint", "iswpunct", "iswspace", "iswupper", "iswxdigit", "towlower", "towupper", "btowc", "wctob", "wcwidth",
  "copysign", "copysignf", "copysignl", "finite", "finitef", "finitel", "isinf", "isinff", "isinfl", "isnan", "isnanf", "isnanl",
  "ldexp", "ldexpf", "ldexpl", "scalbn", "scalbnf", "scalbnl", "towctrans",
  "htonl", "htons", "ntohl", "ntohs", "difftime",
  /* the calling thread, the process, the machine */
  "__errno_location", "__h_errno_location", "__tls_get_addr",
  "getpagesize", "getauxval",
  "getuid", "geteuid", "getgid", "getegid", "getpgrp", "gnu_get_libc_version",
  "getdtablesize", "get_phys_pages", "get_avphys_pages", "gai_strerror", "gnu_dev_major", "gnu_dev_minor", "gnu_dev_makedev",
  "sync", "tcgetpgrp", "strerrorname_np", "strerrordesc_np", "sigabbrev_np", "sigdescr_np", "fpathconf", "mlock", "munlock",
  "mlockall", "munlockall", "posix_madvise", "sched_get_priority_max", "sched_get_priority_min",
  "__sched_cpualloc", "__sched_cpufree",
  "malloc_trim", "mallopt", "malloc_stats", "closelog", "uselocale",
  /* access memory only in functions of the program that they call */
  "bsearch",
  /* beginning and end of the program, exceptions */
  "__libc_start_main", "__gmon_start__", "_ITM_*", "__cxa_*", "__gxx_personality_v0", "__gcc_personality_v0", "_Unwind_*",
  "__stack_chk_fail", "__chk_fail", "__fortify_fail", "dlsym", "dlvsym", "dlerror", "dlclose", "dl_iterate_phdr",
  "__tsan_*",
  /* C++: memory, threads and waiting, which call functions that the runtime replaces */
  "_Znwm*", "_Znam*", "_ZdlPv*", "_ZdaPv*", "_ZSt*__throw_*", "_ZSt9terminatev", "_ZSt10unexpectedv", "_ZNSt6thread*", "_ZNSt11this_thread*",
  "_ZNSt18condition_variable*", "_ZNSt22condition_variable_any*", "_ZNSt9exception*", "_ZNKSt9exception*", "_ZNSt*_errorC*", "_ZNSt*_errorD*", "_ZNKSt*_error4whatEv",
  "_ZNSt12out_of_rangeD*", "_ZNSt16invalid_argumentD*",
  "_ZNSt9bad_alloc*", "_ZNKSt9bad_alloc*", "_ZNSt8bad_cast*", "_ZNKSt8bad_cast*", "_ZNSt9type_info*", "_ZNKSt9type_info*",
  "_ZNSt8ios_base4Init*", "_ZSt18uncaught_exceptionv", "_ZSt19uncaught_exceptionsv", "_ZSt15get_new_handlerv",
  "_ZNSt6chrono3_V2*", "_ZSt15system_categoryv", "_ZNSt3_V215system_categoryEv", "_ZNSt3_V216generic_categoryEv",
  "_ZNSt15__exception_ptr*", "_ZNKSt15__exception_ptr*", "_ZSt17current_exceptionv", "_ZSt17rethrow_exception*",
  "_ZNSt28__atomic_futex_unsigned_base*", "_ZNSt13__future_base*", "_ZSt11__once_call", "_ZSt15__once_callable",
  "__once_proxy", "_ZSt15future_categoryv", "_ZNSt12future_error*", "_ZNKSt12future_error*",
};

/* Functions of libm with a pointer, for the types of ISO/IEC TS 18661-3 and by their internal names. */
static const char *const libm_touching[] = {
  "canonicalizef*", "frexpf*", "getpayloadf*", "lgammaf*_r", "modff*", "nanf*", "remquof*", "setpayloadf*", "setpayloadsigf*",
  "sincosf*", "totalorderf*", "totalordermagf*", "__gamma*_finite", "__lgamma*_finite", "lgammaf*", "matherr",
};

#endif
