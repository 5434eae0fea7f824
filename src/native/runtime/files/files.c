/* Shared by all operations on files: their memory, names of objects, beginning and
 * announcing an operation, copying bytes from and to the program. */

#include "native/runtime/files/files.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/table.h"
#include "native/runtime/core/sys.h"

#define NAMED 4096                /* at most so many objects have names in reports */

bool
files_are_ours (void)
{
  return rt && rt->current && rt->supervisor.out >= 0;
}

bool
files_change_ours (void)
{
  if (!rt)
    constructors_wanted ();
  return files_are_ours ();
}

bool
files_has (int fd)
{
  return files_are_ours () && (fd < FILES_KERNEL || fd >= FILES_FIRST_OTHER);
}

/* ---- memory ---- */

void
files_init (void)
{
  static char directory[PATH_MAX];
  int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE;
  if (sys_mmap ((void *) RT_FILES, RT_FILES_ROOM, PROT_READ | PROT_WRITE, flags, -1, 0) != (long) RT_FILES)
    mem_out (RT_FILES_ROOM);
  long n = SYS_CALL (getcwd, directory, sizeof directory);
  rt->program.directory = n > 0 ? mem_strdup (directory) : "/";
  rt->supervisor.named = own_alloc (NAMED * sizeof *rt->supervisor.named);
}

void *
files_alloc (size_t bytes)
{
  size_t rounded = (bytes + 15) & ~(size_t) 15;
  if (rounded < bytes || rounded > RT_FILES_ROOM - (RT_FILES_REST - RT_FILES) - files_used->bytes)
    rt_unsupported ("a program that writes so much to files");
  void *p = (char *) RT_FILES_REST + files_used->bytes;
  files_used->bytes += rounded;
  assert (files_used->bytes <= RT_FILES_ROOM - (RT_FILES_REST - RT_FILES));
  return memset (p, 0, bytes);
}

/* Standard input is empty. The supervisor decides whether output of the program is
 * shown. */
static void
open_standard (int fd)
{
  assert (fd >= 0 && fd < files_used->descriptors && !files_table[fd]);
  struct node *n = files_alloc (sizeof *n);
  n->kind = fd ? NODE_OUTPUT : NODE_NULL;
  n->output = fd;
  n->stat = (struct stat) {.st_mode = S_IFCHR | 0666, .st_nlink = 1, .st_ino = 5, .st_blksize = 1024};
  struct description *d = files_alloc (sizeof *d);
  d->id = (uint64_t) 1 << 62 | (uint64_t) (2 + fd);
  d->node = d->to = n;
  d->flags = O_RDWR;
  d->descriptors = 1;
  files_table[fd] = d;
}

void
files_clear (void)
{
  memset (files_table, 0, (size_t) files_used->descriptors * sizeof *files_table);
}

void
files_ranges (void (*range) (void *context, uintptr_t from, uintptr_t end), void *context)
{
  range (context, RT_FILES_NAMES, RT_FILES_NAMES + names_bytes ());
  range (context, RT_FILES_TABLE, RT_FILES_TABLE + (uintptr_t) files_used->descriptors * sizeof *files_table);
  range (context, RT_FILES_STREAMS, RT_FILES_STREAMS + sizeof (void *));
  range (context, RT_FILES_USED, RT_FILES_USED + sizeof *files_used);
  range (context, RT_FILES_REST, RT_FILES_REST + files_used->bytes);
}

void
files_restore (void)
{
  assert (!rt->current);
  if (rt->supervisor.out < 0)
    return;
  files_clear ();
  *files_used = (struct extent) {.descriptors = 3};
  names_restore ();
  memset ((void *) RT_FILES_STREAMS, 0, sizeof (void *));
  for (int fd = 0; fd < 3; fd++)
    open_standard (fd);
}

uint64_t
files_new_id (void)
{
  struct rt_thread *t = rt->current;
  return (uint64_t) 3 << 60 | table_hash ((uint64_t) t->id << 32 | ++t->files) >> 4;
}

/* Sends the name of an object for messages and traces, once. */
void
files_name_object (uint64_t object, const char *format, ...)
{
  char text[PATH_MAX];
  assert (rt->supervisor.nnamed <= NAMED);
  for (size_t i = 0; i < rt->supervisor.nnamed; i++)
    if (rt->supervisor.named[i] == object)
      return;
  if (rt->supervisor.nnamed == NAMED)
    return;
  rt->supervisor.named[rt->supervisor.nnamed++] = object;
  va_list args;
  va_start (args, format);
  vsnprintf (text, sizeof text, format, args);
  va_end (args);
  size_t n = strlen (rt->program.directory);
  bool is_near = n > 1 && !strncmp (text, rt->program.directory, n) && text[n] == '/' && text[n + 1];
  rt_name_object (object, is_near ? text + n + 1 : text);
}

/* ---- operations ---- */

struct rt_thread *
file_begin (enum native_op kind, uint64_t pc)
{
  struct rt_thread *t = rt->current;
  spin_broken (t);
  if (!t->id && !t->children)
    return NULL;
  return op_begin (kind, pc);
}

void
file_touch (struct rt_thread *t, uint64_t object, enum access_how how)
{
  if (t)
    op_touch (t, (const void *) (uintptr_t) object, how);
}

/* Operations on the same file synchronise, because the kernel's locks do: the earlier one
 * happens before the later one. */
void
file_announce (struct rt_thread *t)
{
  if (!t)
    return;
  uint32_t count = t->op.count;
  assert (t == rt->current && count && count <= RT_ACCESSES);
  rt_announce (t);
  for (uint32_t i = 0; i < count; i++) {
    const void *object = (const void *) (uintptr_t) (t->access[i].object & ~RT_OBJECT);
    race_acquire (object);
    if (t->access[i].how != ACCESS_READ)
      race_release (object);
  }
}

void
file_value (struct rt_thread *t, uint64_t value)
{
  if (t)
    op_value (value);
}

/* Virtual time passes from the last user of a pipe to the current thread. */
void
file_pass_time (struct node *n)
{
  struct rt_thread *t = rt->current;
  if (t->time < n->time)
    t->time = n->time;
  n->time = t->time;
}

/* Where races are allowed each access is an operation of its own. */
const void *
file_bring (const void *from, size_t bytes, uint64_t pc)
{
  if (!rt->orders.allow_races) {
    rt_plain (from, bytes, false, pc);
    return from;
  }
  char *copy = files_alloc (bytes);
  for (size_t i = 0; i < bytes; i += 8) {
    size_t here = bytes - i < 8 ? bytes - i : 8;
    rt_plain ((const char *) from + i, here, false, pc);
    memcpy (copy + i, (const char *) from + i, here);
  }
  return copy;
}

void
file_give (void *to, const void *from, size_t bytes, uint64_t pc)
{
  if (!rt->orders.allow_races) {
    rt_plain (to, bytes, true, pc);
    memcpy (to, from, bytes);
    return;
  }
  const char *copy = memcpy (files_alloc (bytes), from, bytes);
  for (size_t i = 0; i < bytes; i += 8) {
    size_t here = bytes - i < 8 ? bytes - i : 8;
    rt_plain ((char *) to + i, here, true, pc);
    memcpy ((char *) to + i, copy + i, here);
  }
}

long
files_result (long result)
{
  if (result >= 0 || result < -4095)
    return result;
  errno = (int) -result;
  return -1;
}

int
files_fail (int error)
{
  errno = error;
  return -1;
}
