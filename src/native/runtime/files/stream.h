/* Streams: FILE over descriptors of files in memory.
 *
 * Such a stream is a cookie stream of libc, which keeps the buffer and calls functions
 * of stream.c to fill and to empty it. A call is one operation on the stream and its
 * file, because libc locks the stream meanwhile. Printing to stdout and stderr is no
 * operation: the program cannot observe the order of the lines. But it races with
 * calls that do not lock the stream.
 *
 *     stream.c             cookies, the list of streams, the beginning of a call
 *     calls_stream.c       calls that only forward their arguments, by a table
 *     calls_stream_data.c  calls that read or write memory of the program
 *     calls_stream_open.c  opening, flushing, closing, locking
 */
#ifndef NATIVE_RUNTIME_FILES_STREAM_H
#define NATIVE_RUNTIME_FILES_STREAM_H

#define __NO_INLINE__ 1           /* libc's headers have some of these functions inline */
#include "native/runtime/files/files.h"

#include <stdarg.h>
#include <wchar.h>

struct stream {
  FILE *file;
  int fd;
  struct description *description;
  bool is_closed;
  struct stream *next;
};

#define first_stream (*(struct stream **) RT_FILES_STREAMS)
#define STREAMS ((uint64_t) 1 << 62 | 16)   /* the list of them, for fflush (NULL) */

struct stream *stream_find (FILE *);
FILE *stream_open (int fd, const char *mode);
enum stream_use { UNLOCKED, LOCKED, WIDE };
void stream_locks_used (void);           /* flockfile was called: races of calls that do not lock are not known from now on */
void stream_buffer (FILE *, char *, size_t bytes, uint64_t pc);   /* the stream will use this buffer */
void stream_begin (FILE *, enum stream_use, uint64_t pc);   /* an operation on the stream, and on the file it may read or write */

/* libc's functions, which are looked up before main, so that every execution has them. */
#define CALLS(X, V)                                                                                     \
  X (LOCKED, int, fgetc, (FILE *f), (f))                                                                \
  X (LOCKED, int, getc, (FILE *f), (f))                                                                 \
  X (LOCKED, int, ungetc, (int c, FILE *f), (c, f))                                                     \
  X (LOCKED, int, fputc, (int c, FILE *f), (c, f))                                                      \
  X (LOCKED, int, putc, (int c, FILE *f), (c, f))                                                       \
  X (LOCKED, int, getw, (FILE *f), (f))                                                                 \
  X (LOCKED, int, putw, (int w, FILE *f), (w, f))                                                       \
  X (LOCKED, int, fseek, (FILE *f, long by, int whence), (f, by, whence))                               \
  X (LOCKED, int, fseeko, (FILE *f, off_t by, int whence), (f, by, whence))                             \
  X (LOCKED, int, fseeko64, (FILE *f, off64_t by, int whence), (f, by, whence))                         \
  X (LOCKED, long, ftell, (FILE *f), (f))                                                               \
  X (LOCKED, off_t, ftello, (FILE *f), (f))                                                             \
  X (LOCKED, off64_t, ftello64, (FILE *f), (f))                                                         \
  X (LOCKED, int, feof, (FILE *f), (f))                                                                 \
  X (LOCKED, int, ferror, (FILE *f), (f))                                                               \
  X (WIDE, wint_t, fgetwc, (FILE *f), (f))                                                              \
  X (WIDE, wint_t, getwc, (FILE *f), (f))                                                               \
  X (WIDE, wint_t, fputwc, (wchar_t c, FILE *f), (c, f))                                                \
  X (WIDE, wint_t, putwc, (wchar_t c, FILE *f), (c, f))                                                 \
  X (WIDE, wint_t, ungetwc, (wint_t c, FILE *f), (c, f))                                                \
  X (WIDE, int, fwide, (FILE *f, int mode), (f, mode))                                                  \
  X (UNLOCKED, int, fgetc_unlocked, (FILE *f), (f))                                                     \
  X (UNLOCKED, int, getc_unlocked, (FILE *f), (f))                                                      \
  X (UNLOCKED, int, fputc_unlocked, (int c, FILE *f), (c, f))                                           \
  X (UNLOCKED, int, putc_unlocked, (int c, FILE *f), (c, f))                                            \
  X (UNLOCKED, int, feof_unlocked, (FILE *f), (f))                                                      \
  X (UNLOCKED, int, ferror_unlocked, (FILE *f), (f))                                                    \
  X (UNLOCKED, int, __uflow, (FILE *f), (f))                                                            \
  X (UNLOCKED, int, __overflow, (FILE *f, int c), (f, c))                                               \
  V (LOCKED, rewind, (FILE *f), (f))                                                                    \
  V (LOCKED, clearerr, (FILE *f), (f))                                                                  \
  V (LOCKED, setlinebuf, (FILE *f), (f))                                                                \
  V (UNLOCKED, clearerr_unlocked, (FILE *f), (f))

/* Functions that are not in the table, because they need more than that. */
#define CALLS_APART(X)                                                        \
  X (size_t, fread, (void *, size_t, size_t, FILE *))                         \
  X (size_t, fwrite, (const void *, size_t, size_t, FILE *))                  \
  X (char *, fgets, (char *, int, FILE *))                                    \
  X (int, fputs, (const char *, FILE *))                                      \
  X (ssize_t, getdelim, (char **, size_t *, int, FILE *))                     \
  X (int, fgetpos, (FILE *, fpos_t *))                                        \
  X (int, fgetpos64, (FILE *, fpos64_t *))                                    \
  X (int, fsetpos, (FILE *, const fpos_t *))                                  \
  X (int, fsetpos64, (FILE *, const fpos64_t *))                              \
  X (wchar_t *, fgetws, (wchar_t *, int, FILE *))                             \
  X (int, fputws, (const wchar_t *, FILE *))                                  \
  X (int, vfprintf, (FILE *, const char *, va_list))                          \
  X (int, vfwprintf, (FILE *, const wchar_t *, va_list))                      \
  X (int, __isoc99_vfscanf, (FILE *, const char *, va_list))                  \
  X (int, fflush, (FILE *))                                                   \
  X (int, fclose, (FILE *))                                                   \
  X (int, fileno, (FILE *))                                                   \
  X (int, setvbuf, (FILE *restrict, char *restrict, int, size_t))

#define X(locked, type, name, parameters, arguments) extern type (*real_##name) parameters;
#define V(locked, name, parameters, arguments) extern void (*real_##name) parameters;
#define Y(type, name, parameters) extern type (*real_##name) parameters;
CALLS (X, V)
CALLS_APART (Y)
#undef X
#undef V
#undef Y

#endif
