/* The functions of the C library that a protocol's functions may call, and the memory they access.
 *
 * One row for each function with pointer arguments: X (name, accesses), in terms of its arguments a, b, c, d. Its calls are
 * linked to a wrapper that reports the accesses and calls it (library.c). PLAIN: functions that take only numbers, or that
 * access no memory of a protocol. */
#ifndef FRONT_PROTOCOL_LIBRARY_H
#define FRONT_PROTOCOL_LIBRARY_H

#define LIBRARY_TOUCHING(X)                                                        \
  X (memcpy, WRITES (a, c) READS (b, c))                                           \
  X (memmove, WRITES (a, c) READS (b, c))                                          \
  X (mempcpy, WRITES (a, c) READS (b, c))                                          \
  X (memset, WRITES (a, c))                                                        \
  X (memcmp, READS (a, c) READS (b, c))                                            \
  X (bcmp, READS (a, c) READS (b, c))                                              \
  X (bcopy, READS (a, c) WRITES (b, c))                                            \
  X (bzero, WRITES (a, b))                                                         \
  X (memchr, READS (a, c))                                                         \
  X (memrchr, READS (a, c))                                                        \
  X (memmem, READS (a, b) READS (c, d))                                            \
  X (strlen, TEXT (a))                                                             \
  X (strnlen, PART (a, b))                                                         \
  X (strcmp, TEXT (a) TEXT (b))                                                    \
  X (strncmp, PART (a, c) PART (b, c))                                             \
  X (strcasecmp, TEXT (a) TEXT (b))                                                \
  X (strncasecmp, PART (a, c) PART (b, c))                                         \
  X (strcpy, TEXT (b) WRITES (a, length (b) + 1))                                  \
  X (stpcpy, TEXT (b) WRITES (a, length (b) + 1))                                  \
  X (strncpy, PART (b, c) WRITES (a, c))                                           \
  X (stpncpy, PART (b, c) WRITES (a, c))                                           \
  X (strcat, TEXT (a) TEXT (b) WRITES (a + length (a), length (b) + 1))            \
  X (strncat, TEXT (a) PART (b, c) WRITES (a + length (a), part (b, c) + 1))       \
  X (strchr, TEXT (a))                                                             \
  X (strrchr, TEXT (a))                                                            \
  X (strchrnul, TEXT (a))                                                          \
  X (strstr, TEXT (a) TEXT (b))                                                    \
  X (strspn, TEXT (a) TEXT (b))                                                    \
  X (strcspn, TEXT (a) TEXT (b))                                                   \
  X (strpbrk, TEXT (a) TEXT (b))                                                   \
  X (strtol, TEXT (a) POINTER (b))                                                 \
  X (strtoul, TEXT (a) POINTER (b))                                                \
  X (strtoll, TEXT (a) POINTER (b))                                                \
  X (strtoull, TEXT (a) POINTER (b))                                               \
  X (atoi, TEXT (a))                                                               \
  X (atol, TEXT (a))                                                               \
  X (qsort, READS (a, b * c) WRITES (a, b * c))                                    \
  X (bsearch, READS (b, c * d))                                                    \
  X (fputs, TEXT (a))                                                              \
  X (fwrite, READS (a, b * c))

/* glibc's names for later standards: __isoc23_strtol. */
#define LIBRARY_RENAMED(X) X (strtol) X (strtoul) X (strtoll) X (strtoull)

/* Functions with a format; implemented in library.c. */
#define LIBRARY_PRINTING(X) X (snprintf) X (sprintf) X (vsnprintf) X (vsprintf) X (fprintf) X (vfprintf)

#define LIBRARY_PLAIN(X)                                                                                                       \
  X (abs) X (labs) X (llabs) X (div) X (ldiv) X (lldiv) X (imaxabs) X (ffs) X (ffsl) X (ffsll)                                   \
  X (isalpha) X (isdigit) X (isalnum) X (isspace) X (isupper) X (islower) X (isprint) X (ispunct) X (isxdigit) X (tolower) X (toupper) \
  X (__ctype_b_loc) X (__ctype_tolower_loc) X (__ctype_toupper_loc)                                                             \
  X (sqrt) X (pow) X (exp) X (log) X (log2) X (log10) X (floor) X (ceil) X (round) X (trunc) X (fmod) X (fabs) X (fmin) X (fmax) X (lround) X (llround) \
  X (fputc) X (putc) X (fflush) X (stderr)                                                                                      \
  X (abort) X (exit) X (_exit) X (_Exit) X (quick_exit) X (__assert_fail) X (__stack_chk_fail)                                   \
  X (__cxa_finalize) X (__gmon_start__) X (_ITM_deregisterTMCloneTable) X (_ITM_registerTMCloneTable) X (_DYNAMIC) X (_GLOBAL_OFFSET_TABLE_)

/* Hooks for instrumented accesses (accesses.c). */
#define INSTRUMENTED_SIZES(X) X (1) X (2) X (4) X (8) X (16)

#endif
