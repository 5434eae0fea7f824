/* Direct system calls: the runtime cannot call libc's functions of these names,
 * because it replaces them and the program may define them. Each returns the
 * kernel's result: a negative error number, or a value. */
#ifndef NATIVE_RUNTIME_CORE_SYS_H
#define NATIVE_RUNTIME_CORE_SYS_H

#include <stddef.h>
#include <sys/syscall.h>

static inline long
sys_call (long number, long a, long b, long c, long d, long e, long f)
{
  long result;
  register long r10 __asm__ ("r10") = d;
  register long r8 __asm__ ("r8") = e;
  register long r9 __asm__ ("r9") = f;
  __asm__ volatile ("syscall"
                    : "=a" (result)
                    : "a" (number), "D" (a), "S" (b), "d" (c), "r" (r10), "r" (r8), "r" (r9)
                    : "rcx", "r11", "memory");
  return result;
}

#define SYS_CALL(name, ...) SYS_CALL_6 (SYS_##name, __VA_ARGS__, 0, 0, 0, 0, 0, 0)
#define SYS_CALL_6(number, a, b, c, d, e, f, ...) \
  sys_call (number, (long) (a), (long) (b), (long) (c), (long) (d), (long) (e), (long) (f))

static inline long sys_read (int fd, void *to, size_t n) { return SYS_CALL (read, fd, to, n); }
static inline long sys_write (int fd, const void *from, size_t n) { return SYS_CALL (write, fd, from, n); }
static inline long sys_pread (int fd, void *to, size_t n, long at) { return SYS_CALL (pread64, fd, to, n, at); }
static inline long sys_openat (int directory, const char *path, int flags, unsigned mode) { return SYS_CALL (openat, directory, path, flags, mode); }
static inline long sys_close (int fd) { return SYS_CALL (close, fd); }
static inline long sys_newfstatat (int directory, const char *path, void *to, int flags) { return SYS_CALL (newfstatat, directory, path, to, flags); }
static inline long sys_getdents64 (int fd, void *to, size_t n) { return SYS_CALL (getdents64, fd, to, n); }
static inline long sys_readlink (const char *path, char *to, size_t n) { return SYS_CALL (readlink, path, to, n); }
static inline long sys_fcntl (int fd, int command, long argument) { return SYS_CALL (fcntl, fd, command, argument); }
static inline long sys_mmap (void *at, size_t n, int protection, int flags, int fd, long offset) { return SYS_CALL (mmap, at, n, protection, flags, fd, offset); }
static inline long sys_munmap (void *at, size_t n) { return SYS_CALL (munmap, at, n); }
static inline long sys_mprotect (void *at, size_t n, int protection) { return SYS_CALL (mprotect, at, n, protection); }

#endif
