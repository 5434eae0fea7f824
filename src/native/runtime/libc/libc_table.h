/* The accesses of libc's functions to the program's memory.
 *
 *     F (type, name, (parameters), (arguments), before, after)     V: no result
 *
 * `before` and `after` list the accesses before and after libc's function, in terms of
 * the arguments; `after` can use `result`, too. This table generates the wrappers
 * (libc.c), the names that the runtime exports (Makefile), the tests
 * (test/trust/libc_races.py) and the page docs/results/libc.md. Functions that block,
 * or manage descriptors, memory or time, are implemented by the runtime and not here.
 *
 *     R (p, n), W (p, n)     n bytes are read, written; nothing where p is NULL
 *     RS (s), WS (s)         the string with its terminator is read, was written
 *     RWS (s), WWS (s)       the same of wide characters
 *     USES (x), CHANGES (x)  state of libc itself, such as the environment or the
 *                            locale, counts as an object; if it is a variable that
 *                            the program can access, that is the object
 *     ORDERED (x)            it is read and written under a lock of libc: no race with
 *                            another such call, but their order is explored
 *     ZONE                   tzname, timezone and daylight are set, under a lock of
 *                            libc: a race with reads by the program, not with another
 *                            such call
 */
#ifndef NATIVE_RUNTIME_LIBC_LIBC_TABLE_H
#define NATIVE_RUNTIME_LIBC_LIBC_TABLE_H

/* State inside libc. */
#define LIBC_STATES(X)                                                                              \
  X (environment, "the environment", (char *) &environ)                                             \
  X (locale, "the locale", NULL)                                                                    \
  X (time_buffer, "the result of localtime, gmtime, asctime and ctime", NULL)                       \
  X (options, "what getopt keeps", NULL)                                                            \
  X (hash_table, "the table of hsearch", NULL)                                                      \
  X (shift_state, "the shift state of multibyte characters", NULL)                                  \
  X (error_text, "the result of strerror and strsignal", NULL)                                      \
  X (address_text, "the result of inet_ntoa", NULL)                                                 \
  X (number_text, "the result of ecvt, fcvt and l64a", NULL)                                        \
  X (random, "the state of rand and random", NULL)                                                  \
  X (random48, "the state of the 48-bit random numbers", NULL)                                      \
  X (gamma_sign, "signgam", NULL)

#define LIBC_STRINGS(F, V)                                                                                                    \
  F (char *, strsep, (char **s, const char *set), (s, set), R (s, sizeof *s); RS (set); libc_span (*s, set, true, pc), W (s, sizeof *s)) \
  F (int, strcoll, (const char *a, const char *b), (a, b), RS (a); RS (b); USES (locale),)                                    \
  F (size_t, strxfrm, (char *to, const char *from, size_t n), (to, from, n), RS (from); USES (locale), W (to, result < n ? result + 1 : n)) \
  F (char *, strerror, (int e), (e), CHANGES (error_text),)                                                                   \
  F (char *, strsignal, (int s), (s), CHANGES (error_text),)                                                                  \
  F (char *, strerror_r, (int e, char *to, size_t n), (e, to, n),, if (result == to) WS (to))                                 \
  F (int, __xpg_strerror_r, (int e, char *to, size_t n), (e, to, n),, if (n) WS (to))                                         \
  F (int, strverscmp, (const char *a, const char *b), (a, b), RS (a); RS (b),)                                                \
  F (char *, strcasestr, (const char *s, const char *part), (s, part), RS (s); RS (part),)                                                                     \
  F (void *, memmem, (const void *p, size_t n, const void *part, size_t m), (p, n, part, m), R (p, n); R (part, m),)          \
  F (void *, memccpy, (void *to, const void *from, int c, size_t n), (to, from, c, n),,                                       \
     R (from, result ? (size_t) ((char *) result - (char *) to) : n); W (to, result ? (size_t) ((char *) result - (char *) to) : n)) \
  F (char *, stpncpy, (char *to, const char *from, size_t n), (to, from, n), R (from, libc_length (from, n)), W (to, n))      \
  F (void *, rawmemchr, (const void *p, int c), (p, c),, R (p, (size_t) ((char *) result - (const char *) p) + 1))            \
  F (char *, index, (const char *s, int c), (s, c),, if (result) R (s, (size_t) (result - s) + 1); else RS (s))               \
  F (char *, rindex, (const char *s, int c), (s, c), RS (s),)                                                                 \
  V (swab, (const void *from, void *to, ssize_t n), (from, to, n), R (from, n > 0 ? (size_t) n & ~(size_t) 1 : 0), W (to, n > 0 ? (size_t) n & ~(size_t) 1 : 0)) \
  F (void *, memfrob, (void *p, size_t n), (p, n), W (p, n),)                                                                 \
  F (char *, strfry, (char *s), (s), WS (s),)                                                                                 \
  F (char *, basename, (const char *s), (s), RS (s),)                                                                         \
  F (char *, __xpg_basename, (char *s), (s), if (s) WS (s),)                                                                  \
  F (char *, dirname, (char *s), (s), if (s) WS (s),)                                                                         \
  F (int, puts, (const char *s), (s), RS (s); libc_stream (&stdout, LOCKED, pc),)                                                                                \
  V (perror, (const char *s), (s), if (s) RS (s); libc_stream (&stderr, LOCKED, pc),)                                                                            \
  F (int, fnmatch, (const char *pattern, const char *s, int flags), (pattern, s, flags), RS (pattern); RS (s); USES (locale),)

/* Reading a number reads its text and the character after it. */
#define LIBC_NUMBERS(F, V)                                                                                                    \
  F (int, atoi, (const char *s), (s),, libc_number (s, pc))                                                                   \
  F (long, atol, (const char *s), (s),, libc_number (s, pc))                                                                  \
  F (long long, atoll, (const char *s), (s),, libc_number (s, pc))                                                            \
  F (double, atof, (const char *s), (s),, RS (s))                                                                             \
  LIBC_TO_NUMBER (F, long, strtol) LIBC_TO_NUMBER (F, long long, strtoll) LIBC_TO_NUMBER (F, long long, strtoq)               \
  LIBC_TO_NUMBER (F, unsigned long, strtoul) LIBC_TO_NUMBER (F, unsigned long long, strtoull)                                 \
  LIBC_TO_NUMBER (F, unsigned long long, strtouq) LIBC_TO_NUMBER (F, intmax_t, strtoimax) LIBC_TO_NUMBER (F, uintmax_t, strtoumax) \
  LIBC_TO_REAL (F, double, strtod) LIBC_TO_REAL (F, float, strtof) LIBC_TO_REAL (F, long double, strtold)                     \
  F (long, a64l, (const char *s), (s), RS (s),)                                                                               \
  F (char *, l64a, (long n), (n), CHANGES (number_text),)                                                                     \
  F (char *, ecvt, (double x, int n, int *restrict at, int *restrict sign), (x, n, at, sign), CHANGES (number_text), W (at, sizeof *at); W (sign, sizeof *sign)) \
  F (char *, fcvt, (double x, int n, int *restrict at, int *restrict sign), (x, n, at, sign), CHANGES (number_text), W (at, sizeof *at); W (sign, sizeof *sign)) \
  F (char *, gcvt, (double x, int n, char *to), (x, n, to),, WS (to))

#define LIBC_TO_NUMBER(F, type, name)                                                                                         \
  F (type, name, (const char *restrict s, char **restrict end, int base), (s, end ? end : &stop, base), char *stop = NULL,    \
     if (!base || (base > 1 && base <= 36)) { stop = end ? *end : stop; R (s, (size_t) (stop - s) + 1); W (end, sizeof *end); })
#define LIBC_TO_REAL(F, type, name)                                                                                           \
  F (type, name, (const char *restrict s, char **restrict end), (s, end ? end : &stop), char *stop = NULL; USES (locale),     \
     stop = end ? *end : stop; R (s, (size_t) (stop - s) + 1); W (end, sizeof *end))

#define LIBC_WIDE(F, V)                                                                                                       \
  F (size_t, wcslen, (const wchar_t *s), (s), RWS (s),)                                                                       \
  F (size_t, wcsnlen, (const wchar_t *s, size_t n), (s, n),, R (s, (result < n ? result + 1 : n) * sizeof *s))                \
  F (wchar_t *, wcscpy, (wchar_t *restrict to, const wchar_t *restrict from), (to, from), RWS (from), WWS (to))               \
  F (wchar_t *, wcpcpy, (wchar_t *restrict to, const wchar_t *restrict from), (to, from), RWS (from), WWS (to))               \
  F (wchar_t *, wcsncpy, (wchar_t *restrict to, const wchar_t *restrict from, size_t n), (to, from, n), R (from, libc_wide_length (from, n) * sizeof *from), W (to, n * sizeof *to)) \
  F (wchar_t *, wcscat, (wchar_t *restrict to, const wchar_t *restrict from), (to, from), RWS (to); RWS (from); size_t old = libc_wide_length (to, SIZE_MAX) - 1, W (to + old, libc_wide_length (to + old, SIZE_MAX) * sizeof *to)) \
  F (wchar_t *, wcsncat, (wchar_t *restrict to, const wchar_t *restrict from, size_t n), (to, from, n), RWS (to); R (from, libc_wide_length (from, n) * sizeof *from); size_t old = libc_wide_length (to, SIZE_MAX) - 1, W (to + old, libc_wide_length (to + old, SIZE_MAX) * sizeof *to)) \
  F (int, wcscmp, (const wchar_t *a, const wchar_t *b), (a, b), RWS (a); RWS (b),)                                            \
  F (int, wcsncmp, (const wchar_t *a, const wchar_t *b, size_t n), (a, b, n), R (a, libc_wide_length (a, n) * sizeof *a); R (b, libc_wide_length (b, n) * sizeof *b),) \
  F (int, wcscasecmp, (const wchar_t *a, const wchar_t *b), (a, b), RWS (a); RWS (b); USES (locale),)                         \
  F (int, wcsncasecmp, (const wchar_t *a, const wchar_t *b, size_t n), (a, b, n), R (a, libc_wide_length (a, n) * sizeof *a); R (b, libc_wide_length (b, n) * sizeof *b); USES (locale),) \
  F (int, wcscoll, (const wchar_t *a, const wchar_t *b), (a, b), RWS (a); RWS (b); USES (locale),)                            \
  F (wchar_t *, wcschr, (const wchar_t *s, wchar_t c), (s, c), RWS (s),)                                                      \
  F (wchar_t *, wcsrchr, (const wchar_t *s, wchar_t c), (s, c), RWS (s),)                                                     \
  F (wchar_t *, wcschrnul, (const wchar_t *s, wchar_t c), (s, c),, R (s, (size_t) (result - s + 1) * sizeof *s))              \
  F (wchar_t *, wcsstr, (const wchar_t *s, const wchar_t *part), (s, part), RWS (s); RWS (part),)                             \
  F (size_t, wcsspn, (const wchar_t *s, const wchar_t *set), (s, set), RWS (set), R (s, (result + 1) * sizeof *s))            \
  F (size_t, wcscspn, (const wchar_t *s, const wchar_t *set), (s, set), RWS (set), R (s, (result + 1) * sizeof *s))           \
  F (wchar_t *, wcspbrk, (const wchar_t *s, const wchar_t *set), (s, set), RWS (s); RWS (set),)                               \
  F (wchar_t *, wcsdup, (const wchar_t *s), (s), RWS (s), if (result) WWS (result))                                           \
  F (wchar_t *, wcstok, (wchar_t *restrict s, const wchar_t *restrict set, wchar_t **restrict left), (s, set, left), if (!s) R (left, sizeof *left); RWS (set); if (s || *left) WWS (s ? s : *left), W (left, sizeof *left)) \
  F (wchar_t *, wmemcpy, (wchar_t *restrict to, const wchar_t *restrict from, size_t n), (to, from, n), R (from, n * sizeof *from), W (to, n * sizeof *to)) \
  F (wchar_t *, wmempcpy, (wchar_t *restrict to, const wchar_t *restrict from, size_t n), (to, from, n), R (from, n * sizeof *from), W (to, n * sizeof *to)) \
  F (wchar_t *, wmemmove, (wchar_t *to, const wchar_t *from, size_t n), (to, from, n), R (from, n * sizeof *from), W (to, n * sizeof *to)) \
  F (wchar_t *, wmemset, (wchar_t *to, wchar_t c, size_t n), (to, c, n),, W (to, n * sizeof *to))                             \
  F (int, wmemcmp, (const wchar_t *a, const wchar_t *b, size_t n), (a, b, n), R (a, n * sizeof *a); R (b, n * sizeof *b),)    \
  F (wchar_t *, wmemchr, (const wchar_t *p, wchar_t c, size_t n), (p, c, n),, R (p, result ? (size_t) (result - p + 1) * sizeof *p : n * sizeof *p)) \
  LIBC_WIDE_NUMBER (F, long, wcstol) LIBC_WIDE_NUMBER (F, long long, wcstoll)                                                 \
  LIBC_WIDE_NUMBER (F, unsigned long, wcstoul) LIBC_WIDE_NUMBER (F, unsigned long long, wcstoull)                             \
  F (double, wcstod, (const wchar_t *restrict s, wchar_t **restrict end), (s, end ? end : &stop), wchar_t *stop = NULL; USES (locale), stop = end ? *end : stop; R (s, (size_t) (stop - s + 1) * sizeof *s); W (end, sizeof *end)) \
  F (size_t, mbstowcs, (wchar_t *restrict to, const char *restrict from, size_t n), (to, from, n), RS (from); USES (locale), if (to && result != (size_t) -1) W (to, (result < n ? result + 1 : n) * sizeof *to)) \
  F (size_t, wcstombs, (char *restrict to, const wchar_t *restrict from, size_t n), (to, from, n), RWS (from); USES (locale), if (to && result != (size_t) -1) W (to, result < n ? result + 1 : n)) \
  F (int, mblen, (const char *s, size_t n), (s, n), CHANGES (shift_state), if (s) R (s, result > 0 ? (size_t) result : 1))    \
  F (int, mbtowc, (wchar_t *restrict to, const char *restrict s, size_t n), (to, s, n), CHANGES (shift_state), if (s) { R (s, result > 0 ? (size_t) result : 1); if (result >= 0) W (to, sizeof *to); }) \
  F (int, wctomb, (char *to, wchar_t c), (to, c), CHANGES (shift_state), if (to && result > 0) W (to, (size_t) result))       \
  F (size_t, mbrtowc, (wchar_t *restrict to, const char *restrict s, size_t n, mbstate_t *restrict state), (to, s, n, state), if (!state) CHANGES (shift_state); W (state, sizeof *state), if (s) { R (s, result < n && result ? result : 1); if ((ssize_t) result >= 0) W (to, sizeof *to); }) \
  F (size_t, wcrtomb, (char *restrict to, wchar_t c, mbstate_t *restrict state), (to, c, state), if (!state) CHANGES (shift_state); W (state, sizeof *state), if ((ssize_t) result > 0) W (to, result)) \
  F (size_t, mbrlen, (const char *restrict s, size_t n, mbstate_t *restrict state), (s, n, state), if (!state) CHANGES (shift_state); W (state, sizeof *state), if (s) R (s, result < n && result ? result : 1)) \
  F (int, mbsinit, (const mbstate_t *state), (state), R (state, sizeof *state),)                                              \
  F (size_t, mbsrtowcs, (wchar_t *restrict to, const char **restrict from, size_t n, mbstate_t *restrict state), (to, from, n, state), R (from, sizeof *from); RS (*from); W (state, sizeof *state), if (to) { W (from, sizeof *from); if (result != (size_t) -1) W (to, (result < n ? result + 1 : n) * sizeof *to); }) \
  F (size_t, wcsrtombs, (char *restrict to, const wchar_t **restrict from, size_t n, mbstate_t *restrict state), (to, from, n, state), R (from, sizeof *from); RWS (*from); W (state, sizeof *state), if (to) { W (from, sizeof *from); if (result != (size_t) -1) W (to, result < n ? result + 1 : n); })

#define LIBC_WIDE_NUMBER(F, type, name)                                                                                       \
  F (type, name, (const wchar_t *restrict s, wchar_t **restrict end, int base), (s, end ? end : &stop, base), wchar_t *stop = NULL, \
     if (!base || (base > 1 && base <= 36)) { stop = end ? *end : stop; R (s, (size_t) (stop - s + 1) * sizeof *s); W (end, sizeof *end); })

#define LIBC_STDLIB(F, V)                                                                                                     \
  V (qsort, (void *p, size_t n, size_t size, int (*compare) (const void *, const void *)), (p, n, size, compare), if (n > 1) W (p, n * size),) \
  V (qsort_r, (void *p, size_t n, size_t size, int (*compare) (const void *, const void *, void *), void *with), (p, n, size, compare, with), if (n > 1) W (p, n * size),) \
  F (void *, lsearch, (const void *key, void *p, size_t *n, size_t size, int (*compare) (const void *, const void *)), (key, p, n, size, compare), R (n, sizeof *n); size_t old = *n, if (*n != old) { W (n, sizeof *n); R (key, size); W ((char *) p + old * size, size); }) \
  F (void *, lfind, (const void *key, const void *p, size_t *n, size_t size, int (*compare) (const void *, const void *)), (key, p, n, size, compare), R (n, sizeof *n),) \
  F (char *, getenv, (const char *name), (name), RS (name); USES (environment),)                                              \
  F (char *, secure_getenv, (const char *name), (name), RS (name); USES (environment),)                                       \
  F (int, setenv, (const char *name, const char *value, int over), (name, value, over), RS (name); RS (value); CHANGES (environment),) \
  F (int, unsetenv, (const char *name), (name), RS (name); CHANGES (environment),)                                            \
  F (int, putenv, (char *s), (s), RS (s); CHANGES (environment),)                                                             \
  F (int, clearenv, (void), (), CHANGES (environment),)                                                                       \
  F (int, getsubopt, (char **option, char *const *tokens, char **value), (option, tokens, value), R (option, sizeof *option); WS (*option); libc_words (tokens, pc), W (option, sizeof *option); W (value, sizeof *value)) \
  F (int, getopt, (int n, char *const *words, const char *options), (n, words, options), R (words, (size_t) n * sizeof *words); libc_word (n, words, pc); RS (options); CHANGES (options),) \
  F (int, getopt_long, (int n, char *const *words, const char *options, const struct option *named, int *which), (n, words, options, named, which), R (words, (size_t) n * sizeof *words); libc_word (n, words, pc); RS (options); libc_named (named, pc); CHANGES (options), libc_flags (named, result, pc); if (result > 0 ? result != '?' && result != ':' : !result) W (which, sizeof *which)) \
  F (int, getopt_long_only, (int n, char *const *words, const char *options, const struct option *named, int *which), (n, words, options, named, which), R (words, (size_t) n * sizeof *words); libc_word (n, words, pc); RS (options); libc_named (named, pc); CHANGES (options), libc_flags (named, result, pc); if (result > 0 ? result != '?' && result != ':' : !result) W (which, sizeof *which)) \
  V (insque, (void *e, void *p), (e, p), W (e, 2 * sizeof (void *)); if (p) W (p, sizeof (void *)); if (p && *(void **) p) W ((void **) *(void **) p + 1, sizeof (void *)),) \
  V (remque, (void *e), (e), R (e, 2 * sizeof (void *)); if (*(void **) e) W ((void **) *(void **) e + 1, sizeof (void *)); if (((void **) e)[1]) W (((void **) e)[1], sizeof (void *)),) \
  F (int, hcreate, (size_t n), (n), CHANGES (hash_table),)                                                                    \
  V (hdestroy, (void), (), CHANGES (hash_table),)                                                                             \
  F (int, rand, (void), (), CHANGES (random),)                                                                                \
  V (srand, (unsigned seed), (seed), CHANGES (random),)                                                                       \
  F (long, random, (void), (), ORDERED (random),)                                                                             \
  V (srandom, (unsigned seed), (seed), ORDERED (random),)                                                                     \
  F (double, drand48, (void), (), CHANGES (random48),)                                                                        \
  F (long, lrand48, (void), (), CHANGES (random48),)                                                                          \
  F (long, mrand48, (void), (), CHANGES (random48),)                                                                          \
  V (srand48, (long seed), (seed), CHANGES (random48),)                                                                       \
  F (double, erand48, (unsigned short *state), (state), W (state, 6); USES (random48),)                                       \
  F (long, nrand48, (unsigned short *state), (state), W (state, 6); USES (random48),)                                         \
  F (long, jrand48, (unsigned short *state), (state), W (state, 6); USES (random48),)                                         \
  F (unsigned short *, seed48, (unsigned short *state), (state), R (state, 6); CHANGES (random48),)                           \
  V (lcong48, (unsigned short *state), (state), R (state, 14); CHANGES (random48),)                                           \
  F (int, random_r, (struct random_data *restrict state, int32_t *restrict to), (state, to), W (state, sizeof *state), W (to, sizeof *to)) \
  F (int, srandom_r, (unsigned seed, struct random_data *state), (seed, state), W (state, sizeof *state),)                    \
  F (int, initstate_r, (unsigned seed, char *restrict p, size_t n, struct random_data *restrict state), (seed, p, n, state), W (p, n); W (state, sizeof *state),) \
  F (int, gethostname, (char *to, size_t n), (to, n),, if (!result && n) WS (to))                                             \
  F (int, sigemptyset, (sigset_t *s), (s),, W (s, sizeof *s))                                                                 \
  F (int, sigfillset, (sigset_t *s), (s),, W (s, sizeof *s))                                                                  \
  F (int, sigaddset, (sigset_t *s, int n), (s, n),, W (s, sizeof *s))                                                         \
  F (int, sigdelset, (sigset_t *s, int n), (s, n),, W (s, sizeof *s))                                                         \
  F (int, sigismember, (const sigset_t *s, int n), (s, n), R (s, sizeof *s),)

#define LIBC_TIME(F, V)                                                                                                       \
  F (struct tm *, localtime, (const time_t *t), (t), R (t, sizeof *t); USES (environment); ZONE; CHANGES (time_buffer),) \
  F (struct tm *, gmtime, (const time_t *t), (t), R (t, sizeof *t); CHANGES (time_buffer),)                                   \
  F (struct tm *, localtime_r, (const time_t *restrict t, struct tm *restrict to), (t, to), R (t, sizeof *t), if (result) W (to, sizeof *to)) \
  F (struct tm *, gmtime_r, (const time_t *restrict t, struct tm *restrict to), (t, to), R (t, sizeof *t), if (result) W (to, sizeof *to)) \
  F (time_t, mktime, (struct tm *t), (t), W (t, sizeof *t); USES (environment); ZONE,)                         \
  F (time_t, timelocal, (struct tm *t), (t), W (t, sizeof *t); USES (environment); ZONE,)                      \
  F (time_t, timegm, (struct tm *t), (t), W (t, sizeof *t),)                                                                  \
  F (char *, asctime, (const struct tm *t), (t), R (t, sizeof *t); CHANGES (time_buffer),)                                    \
  F (char *, asctime_r, (const struct tm *restrict t, char *restrict to), (t, to), R (t, sizeof *t), if (result) WS (to))     \
  F (char *, ctime, (const time_t *t), (t), R (t, sizeof *t); USES (environment); ZONE; CHANGES (time_buffer),) \
  F (char *, ctime_r, (const time_t *restrict t, char *restrict to), (t, to), R (t, sizeof *t), if (result) WS (to))          \
  F (size_t, strftime, (char *restrict to, size_t n, const char *restrict format, const struct tm *restrict t), (to, n, format, t), RS (format); R (t, sizeof *t); USES (locale), if (result) W (to, result + 1)) \
  F (size_t, wcsftime, (wchar_t *restrict to, size_t n, const wchar_t *restrict format, const struct tm *restrict t), (to, n, format, t), RWS (format); R (t, sizeof *t); USES (locale), if (result) W (to, (result + 1) * sizeof *to)) \
  F (char *, strptime, (const char *restrict s, const char *restrict format, struct tm *restrict to), (s, format, to), RS (s); RS (format); USES (locale), W (to, sizeof *to)) \
  V (tzset, (void), (), USES (environment); ZONE,)                                                             \
  F (char *, setlocale, (int category, const char *name), (category, name), if (name) { RS (name); CHANGES (locale); } else USES (locale),) \
  F (struct lconv *, localeconv, (void), (), USES (locale),)                                                                  \
  F (char *, nl_langinfo, (nl_item item), (item), USES (locale),)

#define LIBC_MATHS(F, V)                                                                                                      \
  F (double, frexp, (double x, int *e), (x, e),, W (e, sizeof *e))                                                            \
  F (float, frexpf, (float x, int *e), (x, e),, W (e, sizeof *e))                                                             \
  F (long double, frexpl, (long double x, int *e), (x, e),, W (e, sizeof *e))                                                 \
  F (double, modf, (double x, double *to), (x, to),, W (to, sizeof *to))                                                      \
  F (float, modff, (float x, float *to), (x, to),, W (to, sizeof *to))                                                        \
  F (long double, modfl, (long double x, long double *to), (x, to),, W (to, sizeof *to))                                      \
  F (double, remquo, (double x, double y, int *to), (x, y, to),, W (to, sizeof *to))                                          \
  F (float, remquof, (float x, float y, int *to), (x, y, to),, W (to, sizeof *to))                                            \
  V (sincos, (double x, double *s, double *c), (x, s, c),, W (s, sizeof *s); W (c, sizeof *c))                                \
  V (sincosf, (float x, float *s, float *c), (x, s, c),, W (s, sizeof *s); W (c, sizeof *c))                                  \
  F (long double, remquol, (long double x, long double y, int *to), (x, y, to),, W (to, sizeof *to))                          \
  V (sincosl, (long double x, long double *s, long double *c), (x, s, c),, W (s, sizeof *s); W (c, sizeof *c))                \
  LIBC_GAMMA (F, double, lgamma) LIBC_GAMMA (F, float, lgammaf) LIBC_GAMMA (F, long double, lgammal)                          \
  LIBC_GAMMA (F, double, gamma) LIBC_GAMMA (F, float, gammaf) LIBC_GAMMA (F, long double, gammal)                             \
  F (double, lgamma_r, (double x, int *sign), (x, sign),, W (sign, sizeof *sign))                                             \
  F (float, lgammaf_r, (float x, int *sign), (x, sign),, W (sign, sizeof *sign))                                              \
  F (double, nan, (const char *s), (s), RS (s),)                                                                              \
  F (float, nanf, (const char *s), (s), RS (s),)                                                                              \
  F (long double, nanl, (const char *s), (s), RS (s),)                                                                        \
  F (long double, lgammal_r, (long double x, int *sign), (x, sign),, W (sign, sizeof *sign))                                  \
  LIBC_ENCODED (F, double,) LIBC_ENCODED (F, float, f) LIBC_ENCODED (F, long double, l)                                       \
  F (int, fegetenv, (fenv_t *to), (to),, W (to, sizeof *to))                                                                  \
  F (int, feholdexcept, (fenv_t *to), (to),, W (to, sizeof *to))                                                              \
  F (int, fesetenv, (const fenv_t *from), (from), LIBC_GIVEN (from, FE_DFL_ENV, FE_NOMASK_ENV),)                              \
  F (int, feupdateenv, (const fenv_t *from), (from), LIBC_GIVEN (from, FE_DFL_ENV, FE_NOMASK_ENV),)                           \
  F (int, fegetexceptflag, (fexcept_t *to, int which), (to, which),, W (to, sizeof *to))                                      \
  F (int, fesetexceptflag, (const fexcept_t *from, int which), (from, which), R (from, sizeof *from),)                        \
  F (int, fetestexceptflag, (const fexcept_t *from, int which), (from, which), R (from, sizeof *from),)                       \
  F (int, fegetmode, (femode_t *to), (to),, W (to, sizeof *to))                                                               \
  F (int, fesetmode, (const femode_t *from), (from), LIBC_GIVEN (from, FE_DFL_MODE, FE_DFL_MODE),)

/* signgam is a variable that the program may read. */
#define LIBC_GAMMA(F, type, name) F (type, name, (type x), (x), CHANGES (gamma_sign); W (&signgam, sizeof signgam),)
/* The argument may be one of these constants instead of an address. */
#define LIBC_GIVEN(p, constant, another) if ((p) != (constant) && (p) != (another)) R (p, sizeof *(p))
#define LIBC_ENCODED(F, type, suffix)                                                                                         \
  F (int, canonicalize##suffix, (type *to, const type *from), (to, from), R (from, sizeof *from), if (!result) W (to, sizeof *to)) \
  F (type, getpayload##suffix, (const type *from), (from), R (from, sizeof *from),)                                           \
  F (int, setpayload##suffix, (type *to, type x), (to, x),, W (to, sizeof *to))                                               \
  F (int, setpayloadsig##suffix, (type *to, type x), (to, x),, W (to, sizeof *to))                                            \
  F (int, totalorder##suffix, (const type *a, const type *b), (a, b), R (a, sizeof *a); R (b, sizeof *b),)                    \
  F (int, totalordermag##suffix, (const type *a, const type *b), (a, b), R (a, sizeof *a); R (b, sizeof *b),)

/* Attributes of threads and of synchronisation objects. */
#define LIBC_THREADS(F, V)                                                                                                    \
  LIBC_MADE (F, attr) LIBC_MADE (F, mutexattr) LIBC_MADE (F, condattr) LIBC_MADE (F, rwlockattr) LIBC_MADE (F, barrierattr)   \
  LIBC_HAS (F, attr, detachstate, int) LIBC_HAS (F, attr, guardsize, size_t) LIBC_HAS (F, attr, inheritsched, int)            \
  LIBC_HAS (F, attr, schedpolicy, int) LIBC_HAS (F, attr, scope, int) LIBC_HAS (F, attr, stackaddr, void *)                   \
  LIBC_HAS (F, attr, stacksize, size_t)                                                                                       \
  LIBC_HAS (F, mutexattr, pshared, int) LIBC_HAS (F, mutexattr, type, int) LIBC_HAS (F, mutexattr, protocol, int)             \
  LIBC_HAS (F, mutexattr, prioceiling, int) LIBC_GET (F, mutexattr, robust, int)                                              \
  LIBC_HAS (F, condattr, pshared, int) LIBC_HAS (F, condattr, clock, clockid_t)                                               \
  LIBC_HAS (F, rwlockattr, pshared, int) LIBC_HAS (F, rwlockattr, kind_np, int) LIBC_HAS (F, barrierattr, pshared, int)       \
  F (int, pthread_attr_getschedparam, (const pthread_attr_t *a, struct sched_param *to), (a, to), R (a, sizeof *a), W (to, sizeof *to)) \
  F (int, pthread_attr_setschedparam, (pthread_attr_t *a, const struct sched_param *from), (a, from), R (from, sizeof *from), W (a, sizeof *a)) \
  F (int, pthread_attr_getstack, (const pthread_attr_t *a, void **at, size_t *bytes), (a, at, bytes), R (a, sizeof *a), W (at, sizeof *at); W (bytes, sizeof *bytes)) \
  F (int, pthread_attr_setstack, (pthread_attr_t *a, void *at, size_t bytes), (a, at, bytes),, W (a, sizeof *a))              \
  F (int, pthread_attr_getaffinity_np, (const pthread_attr_t *a, size_t n, cpu_set_t *to), (a, n, to), R (a, sizeof *a), if (!result) W (to, n)) \
  F (int, pthread_attr_setaffinity_np, (pthread_attr_t *a, size_t n, const cpu_set_t *from), (a, n, from), R (from, n), W (a, sizeof *a)) \
  F (int, pthread_attr_getsigmask_np, (const pthread_attr_t *a, sigset_t *to), (a, to), R (a, sizeof *a), W (to, sizeof *to)) \
  F (int, pthread_attr_setsigmask_np, (pthread_attr_t *a, const sigset_t *from), (a, from), R (from, from ? sizeof *from : 0), W (a, sizeof *a)) \
  F (int, pthread_getattr_default_np, (pthread_attr_t *a), (a),, W (a, sizeof *a))                                            \
  F (int, __sched_cpucount, (size_t n, const cpu_set_t *from), (n, from), R (from, n),)                                       \
  F (int, madvise, (void *p, size_t n, int advice), (p, n, advice), if (advice == MADV_DONTNEED || advice == MADV_FREE || advice == MADV_REMOVE) W (p, n),) \
  F (int, dladdr, (const void *p, Dl_info *to), (p, to),, if (result) W (to, sizeof *to))                                     \
  F (long, pathconf, (const char *s, int what), (s, what), RS (s),)                                                           \
  F (wctype_t, wctype, (const char *s), (s), RS (s); USES (locale),)                                                          \
  F (wctrans_t, wctrans, (const char *s), (s), RS (s); USES (locale),)                                                        \
  F (int, putchar, (int c), (c), libc_stream (&stdout, LOCKED, pc),)                                                                   \
  F (int, putchar_unlocked, (int c), (c), libc_stream (&stdout, UNLOCKED, pc),)                                                \
  F (int, getchar, (void), (), libc_stream (&stdin, LOCKED, pc),)                                                                      \
  F (int, getchar_unlocked, (void), (), libc_stream (&stdin, UNLOCKED, pc),)

#define LIBC_MADE(F, object)                                                                                                  \
  F (int, pthread_##object##_init, (pthread_##object##_t *a), (a),, W (a, sizeof *a))                                         \
  F (int, pthread_##object##_destroy, (pthread_##object##_t *a), (a), W (a, sizeof *a),)
#define LIBC_GET(F, object, what, type)                                                                                       \
  F (int, pthread_##object##_get##what, (const pthread_##object##_t *a, type *to), (a, to), R (a, sizeof *a), W (to, sizeof *to))
#define LIBC_HAS(F, object, what, type)                                                                                       \
  LIBC_GET (F, object, what, type)                                                                                            \
  F (int, pthread_##object##_set##what, (pthread_##object##_t *a, type to), (a, to),, W (a, sizeof *a))

#define LIBC_NETWORK(F, V)                                                                                                    \
  F (int, inet_pton, (int family, const char *restrict s, void *restrict to), (family, s, to), RS (s), if (result == 1) W (to, family == AF_INET ? 4 : 16)) \
  F (const char *, inet_ntop, (int family, const void *restrict p, char *restrict to, socklen_t n), (family, p, to, n), R (p, family == AF_INET ? 4 : 16), if (result) WS (to)) \
  F (in_addr_t, inet_addr, (const char *s), (s), RS (s),)                                                                     \
  F (int, inet_aton, (const char *s, struct in_addr *to), (s, to), RS (s), if (result) W (to, sizeof *to))                    \
  F (char *, inet_ntoa, (struct in_addr a), (a), CHANGES (address_text),)                                                     \
  F (int, regcomp, (regex_t *restrict r, const char *restrict pattern, int flags), (r, pattern, flags), RS (pattern); USES (locale), W (r, sizeof *r)) \
  F (int, regexec, (const regex_t *restrict r, const char *restrict s, size_t n, regmatch_t *restrict to, int flags), (r, s, n, to, flags), R (r, sizeof *r); RS (s), if (!result && to && !(r->re_nsub + 1 > SIZE_MAX / sizeof *to)) W (to, n * sizeof *to)) \
  F (size_t, regerror, (int code, const regex_t *restrict r, char *restrict to, size_t n), (code, r, to, n), R (r, r ? sizeof *r : 0), W (to, result < n ? result : n)) \
  V (regfree, (regex_t *r), (r), W (r, sizeof *r),)

#define LIBC(F, V)                                                                                                            \
  LIBC_STRINGS (F, V) LIBC_NUMBERS (F, V) LIBC_WIDE (F, V) LIBC_STDLIB (F, V) LIBC_TIME (F, V) LIBC_MATHS (F, V) LIBC_THREADS (F, V) LIBC_NETWORK (F, V)

#endif
