#include "counter.h"
#include "sums.h"

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int value = FIRST;

void
counter_add (int n)
{
  pthread_mutex_lock (&lock);
  value = sum (value, n);
  pthread_mutex_unlock (&lock);
}

void
counter_add_fast (int n)
{
  value += n;
}

int
counter_value (void)
{
  pthread_mutex_lock (&lock);
  int n = value;
  pthread_mutex_unlock (&lock);
  return n;
}
