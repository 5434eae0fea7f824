/* Calls in which the kernel writes to the program's memory. A page that was not
 * written yet is protected (snapshot.c), and a system call fails there instead of
 * faulting: so the page is written to before the call. */

#include "native/runtime/files/files.h"

#include <dlfcn.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/statfs.h>
#include <sys/sysinfo.h>
#include <sys/time.h>
#include <sys/utsname.h>
#include <sys/xattr.h>
#include <unistd.h>

/* The call may write all of these bytes. */
static void
prepare (void *to, size_t bytes, uint64_t pc)
{
  if (!rt || !rt->current || !to || !bytes)
    return;
  rt_plain (to, bytes, true, pc);
  volatile char *p = to;
  for (size_t i = 0; i < bytes; i += 4096)
    p[i] = p[i];
  p[bytes - 1] = p[bytes - 1];
}

/* An argument that the call reads, such as a path. */
static void
reads (const void *from, size_t bytes, uint64_t pc)
{
  if (from)
    rt_plain (from, bytes, false, pc);
}

#define WRITES(to, bytes, type, name, parameters, arguments)   \
  type name parameters;                                        \
  EXPORT type name parameters                                  \
  {                                                            \
    prepare (to, bytes, CALLER);                               \
    type (*f) parameters;                                      \
    *(void **) &f = dlsym (RTLD_NEXT, #name);                  \
    return f arguments;                                        \
  }

WRITES (out, sizeof *out, int, uname, (struct utsname *out), (out))
WRITES (out, sizeof *out, int, sysinfo, (struct sysinfo *out), (out))
WRITES (out, sizeof *out, int, getrusage, (__rusage_who_t who, struct rusage *out), (who, out))
WRITES (out, room > 0 ? (size_t) room * sizeof *out : 0, int, getgroups, (int room, gid_t *out), (room, out))
WRITES ((reads (path, strlen (path) + 1, CALLER), out), sizeof *out, int, statfs, (const char *path, struct statfs *out), (path, out))
WRITES ((reads (path, strlen (path) + 1, CALLER), reads (attribute, strlen (attribute) + 1, CALLER), out), room, ssize_t, getxattr, (const char *path, const char *attribute, void *out, size_t room), (path, attribute, out, room))
WRITES ((reads (path, strlen (path) + 1, CALLER), out), room, ssize_t, listxattr, (const char *path, char *out, size_t room), (path, out, room))

/* ---- other names ---- */

ALSO (statfs64, statfs);
