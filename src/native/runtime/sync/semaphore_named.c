/* Named semaphores of this process; those of other processes are not modelled.
 * The table of names is one object. */

#include "native/runtime/core/rt.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <semaphore.h>
#include <stdarg.h>
#include <string.h>

#include "native/runtime/files/files.h"
#include "native/runtime/memory/heap.h"
#include "native/runtime/sync/sync.h"

#define NAMES 64

struct named {
  sem_t *semaphore;               /* NULL: no entry */
  uint32_t opened;                /* opens minus closes */
  char name[NAME_MAX + 1];        /* empty: unlinked */
};

/* In the program's memory: empty at the start of each execution. */
static struct named all[NAMES];

static void
announce (uint64_t pc)
{
  if (!op_change (all, NATIVE_SEM_NAME, pc))
    rt_unsupported ("sem_open before main");
  race_acquire (all);
  race_release (all);
}

static struct named *
find (const char *name)
{
  for (size_t i = 0; i < NAMES; i++)
    if (all[i].semaphore && !strcmp (all[i].name, name))
      return &all[i];
  return NULL;
}

/* The name without leading slashes; NULL: invalid, errno is set. */
static const char *
plain_name (const char *name, uint64_t pc)
{
  rt_plain (name, strlen (name) + 1, false, pc);
  while (*name == '/')
    name++;
  bool is_long = strlen (name) + strlen ("sem.") > NAME_MAX;
  if (*name && !strchr (name, '/') && !is_long)
    return name;
  errno = is_long ? ENAMETOOLONG : EINVAL;
  return NULL;
}

static struct named *
make (const char *name, unsigned value, uint64_t pc)
{
  assert (*name && strlen (name) <= NAME_MAX && value <= SEM_VALUE_MAX && !find (name));
  for (size_t i = 0; i < NAMES; i++)
    if (!all[i].semaphore) {
      all[i].semaphore = heap_alloc (sizeof (sem_t), 16, pc);
      all[i].opened = 0;
      memcpy (all[i].name, name, strlen (name) + 1);
      semaphore_set (all[i].semaphore, value);
      return &all[i];
    }
  rt_unsupported ("having more than 64 semaphores with names");
}

EXPORT sem_t *
sem_open (const char *name, int flags, ...)
{
  uint64_t pc = CALLER;
  unsigned value = 0;
  if (flags & O_CREAT) {
    va_list args;
    va_start (args, flags);
    (void) va_arg (args, unsigned);   /* permissions: there is one user */
    value = va_arg (args, unsigned);
    va_end (args);
  }
  name = plain_name (name, pc);
  if (!name)
    return SEM_FAILED;
  announce (pc);
  struct named *n = find (name);
  int error = n && flags & O_CREAT && flags & O_EXCL ? EEXIST : !n && !(flags & O_CREAT) ? ENOENT : !n && value > SEM_VALUE_MAX ? EINVAL : 0;
  if (error) {
    errno = error;
    return SEM_FAILED;
  }
  if (!n)
    n = make (name, value, pc);
  n->opened++;
  return n->semaphore;
}

/* Frees the semaphore if it has neither a name nor an open handle. */
static void
forget (struct named *n, uint64_t pc)
{
  assert (n->semaphore);
  if (n->opened || n->name[0])
    return;
  heap_free (n->semaphore, pc);
  n->semaphore = NULL;
}

EXPORT int
sem_close (sem_t *s)
{
  uint64_t pc = CALLER;
  announce (pc);
  for (size_t i = 0; i < NAMES; i++)
    if (all[i].semaphore == s && all[i].opened) {
      all[i].opened--;
      forget (&all[i], pc);
      return 0;
    }
  return files_fail (EINVAL);
}

EXPORT int
sem_unlink (const char *name)
{
  uint64_t pc = CALLER;
  name = plain_name (name, pc);
  if (!name)
    return files_fail (errno == EINVAL ? ENOENT : errno);
  announce (pc);
  struct named *n = find (name);
  if (!n)
    return files_fail (ENOENT);
  n->name[0] = '\0';
  forget (n, pc);
  return 0;
}
