/* Random numbers of the system: each thread has its own sequence, derived from its
 * creator's, so that it does not depend on other threads. (rand and random are libc's
 * functions, see libc_table.h: all threads share their state.) */

#include "base/random.h"
#include "native/runtime/core/rt.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <sys/random.h>
#include <unistd.h>


static uint64_t before_main = 1;

static uint64_t *
state (void)
{
  struct rt_thread *t = rt ? rt->current : NULL;
  if (t)
    spin_broken (t);
  return t ? &t->random : &before_main;
}

uint64_t
random_next (void)
{
  assert (!rt || !rt->current || rt->current->state == RT_ALIVE);
  return random_draw (state ());
}

static void
fill (unsigned char *volatile to, size_t bytes, uint64_t pc)
{
  unsigned char *p = to;
  rt_plain (p, bytes, true, pc);
  for (size_t i = 0; i < bytes; i++)
    p[i] = (unsigned char) random_draw (state ());
}

EXPORT int
rand_r (unsigned *seed)
{
  rt_plain (seed, sizeof *seed, true, CALLER);
  uint64_t x = *seed;
  uint64_t value = random_draw (&x);
  *seed = (unsigned) (value >> 7);
  return (int) (value >> 33);
}

EXPORT ssize_t
getrandom (void *to, size_t bytes, unsigned flags)
{
  const unsigned both = GRND_RANDOM | GRND_INSECURE;
  if (flags & ~(both | GRND_NONBLOCK) || (flags & both) == both) {
    errno = EINVAL;
    return -1;
  }
  fill (to, bytes, CALLER);
  return (ssize_t) bytes;
}

EXPORT int
getentropy (void *to, size_t bytes)
{
  if (bytes > 256) {
    errno = EIO;
    return -1;
  }
  fill (to, bytes, CALLER);
  return 0;
}

uint32_t arc4random (void);
EXPORT uint32_t
arc4random (void)
{
  return (uint32_t) (random_draw (state ()) >> 32);
}
