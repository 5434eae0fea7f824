/* The nonce is in a page that is inaccessible except while the head of a record is made: a program that reads random
 * memory faults there. The page is shared by the processes of executions, which send records one after the other. */

#include "native/runtime/records/seal.h"

#include <assert.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "base/mem.h"
#include "native/runtime/core/rt.h"
#include "native/runtime/core/sys.h"
#include "native/seal.h"

enum { PAGE = 4096 };

struct page { uint64_t nonce[2], sent; };

static struct page *page;
static int in = -1, out = -1, keeper;
static struct wire_orders *given;  /* followed by the steps; NULL: none */
static size_t given_bytes;

/* ---- before the program ---- */

/* Reads digits and a comma, if there is one; -1: no digits. libc is not initialised yet. */
static int
read_number (const char **text)
{
  int n = **text >= '0' && **text <= '9' ? 0 : -1;
  for (; **text >= '0' && **text <= '9' && n < 100000000; ++*text)
    n = 10 * n + (**text - '0');
  *text += **text == ',';
  return n;
}

static size_t
write_number (char *to, int n)
{
  char digits[12];
  size_t count = 0;
  assert (n >= 0);
  do
    digits[count++] = (char) ('0' + n % 10);
  while (n /= 10);
  for (size_t i = 0; i < count; i++)
    to[i] = digits[count - 1 - i];
  return count;
}

/* A debugger may close descriptors that its program should inherit: they are opened again through the command's /proc/PID/fd. */
static void
open_again (void)
{
  char path[60] = "/proc/";
  size_t n = 6 + write_number (path + 6, keeper);
  rt_memcpy (path + n, "/fd/", 4);
  n += 4 + write_number (path + n + 4, in);
  path[n] = '\0';
  long orders = SYS_CALL (open, path, O_RDONLY | O_CLOEXEC, 0), null = SYS_CALL (open, "/dev/null", O_WRONLY | O_CLOEXEC, 0);
  if (orders >= 0 && null >= 0) {
    SYS_CALL (dup3, orders, in, 0);
    SYS_CALL (dup3, null, out, 0);
    SYS_CALL (close, orders);
    SYS_CALL (close, null);
  }
}

static void
read_orders (void)
{
  long bytes = SYS_CALL (lseek, in, 0, 2 /* to the end */);
  if (bytes < (long) sizeof *given)
    return;
  given = (struct wire_orders *) sys_mmap (NULL, (size_t) bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  page = (struct page *) sys_mmap (NULL, PAGE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if ((long) given < 0 || (long) page < 0 || sys_pread (in, given, (size_t) bytes, 0) != bytes || given->version != WIRE_VERSION
      || given->nsteps > ((size_t) bytes - sizeof *given) / sizeof (struct wire_choice)) {
    given = NULL;
    return;
  }
  given_bytes = (size_t) bytes;
  page->nonce[0] = given->nonce[0];
  page->nonce[1] = given->nonce[1];
  given->nonce[0] = given->nonce[1] = 0;
  sys_mprotect (page, PAGE, PROT_NONE);
}

void
seal_open (char **environment)
{
  const size_t n = sizeof WIRE_VARIABLE;
  for (char **e = environment; *e; e++) {
    const char *text = *e + n;
    if (strncmp (*e, WIRE_VARIABLE "=", n))
      continue;
    in = read_number (&text);
    out = read_number (&text);
    keeper = read_number (&text);
  }
  if (in < 0 || out < 0)
    return;
  if (keeper > 0 && SYS_CALL (fcntl, in, F_GETFD) < 0)
    open_again ();
  read_orders ();
  if (keeper <= 0)
    sys_close (in);               /* under a debugger the program may execute itself again, and then reads the orders again */
}

/* ---- later ---- */

int
seal_take_orders (struct wire_orders *orders, struct wire_choice **steps)
{
  if (!given)
    return -1;
  assert (page && out >= 0);
  *orders = *given;
  size_t bytes = orders->nsteps * sizeof **steps;
  *steps = mem_alloc (bytes);
  rt_memcpy (*steps, given + 1, bytes);
  sys_munmap (given, given_bytes);
  given = NULL;
  return out;
}

int
seal_out (void)
{
  return page ? out : -1;
}

bool
seal_is_debugged (void)
{
  return keeper > 0;
}

struct wire_record
seal_head (enum wire_type type, uint32_t bytes)
{
  struct wire_record head = {.type = type, .bytes = bytes};
  if (!page)
    return head;
  sys_mprotect (page, PAGE, PROT_READ | PROT_WRITE);
  head.seal = seal_make (page->nonce, page->sent++, type, bytes);
  sys_mprotect (page, PAGE, PROT_NONE);
  return head;
}

_Noreturn void
seal_again (bool forked, bool constructors)
{
  struct { struct wire_record head; struct wire_again again; } record = {.again = {forked, constructors}};
  record.head = seal_head (WIRE_AGAIN, sizeof record.again);
  sys_write (out, &record, sizeof record);
  rt_quit (0);
}
