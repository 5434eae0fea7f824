/* The program's writable memory as it was before main: globals of the program
 * and of its libraries, with libc's own state.
 *
 * Most pages never change. All are write-protected at first; the first write to a
 * page faults, and from then on the page is "hot": it is copied back before each
 * execution. After some executions hot pages that are equal to before main (a lock
 * that was taken and released) are protected again, once each. Stacks, heaps and the
 * checker's memory are not in the snapshot: coroutine.c, heap.c and undo.c restore them. */

#include "native/runtime/core/rt.h"

#include <assert.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#include "base/mem.h"
#include "base/digest.h"
#include "native/runtime/state/differences.h"
#include "native/runtime/state/snapshot.h"
#include "native/runtime/core/sys.h"

#define PAGE 4096u

enum heat { COLD, HOT, COOLED, HOT_AGAIN };
enum { COOL_AFTER = 16 };         /* executions */

struct area {
  uintptr_t start, end;
  char *copy;
  uint8_t *heat;                  /* by page: enum heat */
};

struct snapshot {
  struct area areas[256];
  size_t nareas;
  struct snapshot_pages hot;
  uint64_t restored;
};

/* Ranges that are not part of the snapshot. The page of the first thread's restartable
 * sequence cannot be protected: the kernel writes there, and would end the process. */
static bool
is_ours (uintptr_t start, uintptr_t end, const char *name)
{
  uintptr_t tls = rt->explorer_fs;
  return start >= RT_STACKS && start < RT_ZONES + RT_MEMORY / 8 ? true
         : (start <= tls && tls < end) || strncmp (name, "[stack", 6) == 0 || strncmp (name, "[v", 2) == 0;
}

static void
add_area (struct snapshot *s, uintptr_t start, uintptr_t end)
{
  if (s->nareas == sizeof s->areas / sizeof s->areas[0])
    rt_unsupported ("a program with so many libraries");
  struct area *a = &s->areas[s->nareas++];
  size_t bytes = end - start;
  assert (start < end && start % PAGE == 0 && end % PAGE == 0);
  assert (s->nareas == 1 || a[-1].end <= start);
  *a = (struct area) {start, end, own_alloc (bytes), own_alloc (bytes / PAGE)};
}

static size_t
read_maps (char *text, size_t room)
{
  int fd = (int) sys_openat (AT_FDCWD, "/proc/self/maps", O_RDONLY | O_CLOEXEC, 0);
  size_t used = 0;
  long n;
  while (fd >= 0 && used < room - 1 && (n = sys_read (fd, text + used, room - 1 - used)) > 0)
    used += (size_t) n;
  if (fd >= 0)
    sys_close (fd);
  text[used] = '\0';
  return used;
}

void
snapshot_take (void)
{
  struct snapshot *s = rt->snapshot = own_alloc (sizeof *s);
  s->hot.room = 1u << 10;
  s->hot.data = own_alloc (s->hot.room * sizeof *s->hot.data);
  size_t room = 1u << 20;
  char *text = own_alloc (room);
  read_maps (text, room);
  for (char *line = text, *next; *line; line = next) {
    next = strchr (line, '\n');
    next = next ? next + 1 : line + strlen (line);
    unsigned long start, end, offset, inode;
    char mode[8], device[16];
    int at = 0;
    if (sscanf (line, "%lx-%lx %7s %lx %15s %lu %n", &start, &end, mode, &offset, device, &inode, &at) < 6)
      continue;
    if (strcmp (mode, "rw-p") == 0 && !is_ours (start, end, line + at))
      add_area (s, start, end);
  }
  for (size_t i = 0; i < s->nareas; i++)
    rt_memcpy (s->areas[i].copy, (const char *) s->areas[i].start, s->areas[i].end - s->areas[i].start);
  for (size_t i = 0; i < s->nareas; i++)
    sys_mprotect ((void *) s->areas[i].start, s->areas[i].end - s->areas[i].start, PROT_READ);
}

/* own_alloc cannot free the old list; all old lists together are no longer than the new one. */
static void
grow (struct snapshot_pages *hot)
{
  struct snapshot_page *more = own_alloc (2 * hot->room * sizeof *more);
  rt_memcpy (more, hot->data, hot->count * sizeof *more);
  hot->data = more;
  hot->room *= 2;
}

bool
snapshot_fault (uintptr_t address)
{
  struct snapshot *s = rt ? rt->snapshot : NULL;
  if (!s)
    return false;
  for (size_t i = 0; i < s->nareas; i++) {
    struct area *a = &s->areas[i];
    if (address < a->start || address >= a->end)
      continue;
    size_t page = (address - a->start) / PAGE;
    if (a->heat[page] == HOT || a->heat[page] == HOT_AGAIN)
      return false;
    if (s->hot.count == s->hot.room)
      grow (&s->hot);
    a->heat[page]++;
    char *at = (char *) a->start + page * PAGE;
    assert (address - (uintptr_t) at < PAGE && rt_memcmp (at, a->copy + page * PAGE, PAGE) == 0);
    s->hot.data[s->hot.count++] = (struct snapshot_page) {at, a->copy + page * PAGE};
    return sys_mprotect (at, PAGE, PROT_READ | PROT_WRITE) == 0;
  }
  return false;
}

#ifndef NDEBUG
/* Checks every page, also those that were never written, for the first executions and
 * some of the later ones. */
static void
snapshot_check (const struct snapshot *s)
{
  static const uint64_t always = 8, sometimes = 4096;
  uint64_t n = rt->replay.executions++;
  for (size_t i = 0; i < s->nareas && (n < always || n % sometimes == 0); i++) {
    const struct area *a = &s->areas[i];
    for (uintptr_t page = a->start; page < a->end; page += PAGE)
      assert (rt_memcmp ((const char *) page, a->copy + (page - a->start), PAGE) == 0);
  }
}
#endif

/* Protects a page again; false: it stays hot. */
static bool
cool (struct snapshot *s, const struct snapshot_page *p)
{
  for (size_t i = 0; i < s->nareas; i++) {
    struct area *a = &s->areas[i];
    if ((uintptr_t) p->at < a->start || (uintptr_t) p->at >= a->end)
      continue;
    uint8_t *heat = &a->heat[((uintptr_t) p->at - a->start) / PAGE];
    assert (p->before == a->copy + ((uintptr_t) p->at - a->start) && (*heat == HOT || *heat == HOT_AGAIN));
    bool same = rt_memcmp (p->at, p->before, PAGE) == 0;
    if (*heat != HOT || !same || sys_mprotect (p->at, PAGE, PROT_READ) != 0)
      return false;
    *heat = COOLED;
    return true;
  }
  return false;
}

/* Not with checkpoints, which rely on the order of the list. */
static void
cool_pages (struct snapshot *s)
{
  size_t kept = 0;
  if (rt->checkpoints)
    return;
  for (size_t i = 0; i < s->hot.count; i++)
    if (!cool (s, &s->hot.data[i]))
      s->hot.data[kept++] = s->hot.data[i];
  s->hot.count = kept;
}

void
snapshot_restore (void)
{
  struct snapshot *s = rt->snapshot;
  if (!s)
    return;                       /* each execution has a process of its own */
  if (++s->restored == COOL_AFTER)
    cool_pages (s);
  for (size_t i = 0; i < s->hot.count; i++)
    rt_memcpy (s->hot.data[i].at, s->hot.data[i].before, PAGE);
#ifndef NDEBUG
  snapshot_check (s);
#endif
}

const struct snapshot_pages *
snapshot_pages (void)
{
  return &rt->snapshot->hot;
}

void
snapshot_differences (void (*word) (void *context, uintptr_t at, uint64_t), void *context)
{
  const struct snapshot *s = rt->snapshot;
  for (size_t i = 0; i < s->hot.count; i++)
    differences ((const uint64_t *) s->hot.data[i].at, (const uint64_t *) s->hot.data[i].before, PAGE / sizeof (uint64_t), word, context);
}

bool
snapshot_has (uintptr_t address)
{
  const struct snapshot *s = rt->snapshot;
  for (size_t i = 0; i < s->nareas; i++)
    if (address >= s->areas[i].start && address < s->areas[i].end)
      return true;
  return false;
}
