/* Dependence of operations, by the table in exec.h; and threads that wait for ever. */

#include "model/exec.h"

#define BIT(how) (1u << ACCESS_##how)
#define ALL ((1u << ACCESS_HOWS) - 1)

const uint16_t access_depends[ACCESS_HOWS] = {
  [ACCESS_READ] = ALL & ~BIT (READ),
  [ACCESS_WRITE] = ALL,
  [ACCESS_LOCK] = ALL,
  [ACCESS_UNLOCK] = ALL,
  [ACCESS_LOCK_SHARED] = ALL & ~(BIT (LOCK_SHARED) | BIT (UNLOCK_SHARED)),
  [ACCESS_UNLOCK_SHARED] = ALL & ~(BIT (LOCK_SHARED) | BIT (UNLOCK_SHARED)),
  [ACCESS_WAIT] = ALL,
  [ACCESS_POST] = ALL & ~BIT (POST),
};

/* Pairs of accesses that are never enabled together, because one waits for the other. */
const uint16_t access_orders[ACCESS_HOWS] = {
  [ACCESS_LOCK] = BIT (UNLOCK) | BIT (UNLOCK_SHARED),
  [ACCESS_UNLOCK] = BIT (LOCK) | BIT (UNLOCK) | BIT (LOCK_SHARED) | BIT (UNLOCK_SHARED),
  [ACCESS_LOCK_SHARED] = BIT (UNLOCK),
  [ACCESS_UNLOCK_SHARED] = BIT (LOCK) | BIT (UNLOCK),
};

static bool
any_pair (const struct op *a, const struct op *b, bool (*wanted) (enum access_how, enum access_how))
{
  for (uint32_t i = 0; i < a->count; i++)
    for (uint32_t j = 0; j < b->count; j++)
      if (a->access[i].object == b->access[j].object && a->access[i].mask & b->access[j].mask
          && wanted (a->access[i].how, b->access[j].how))
        return true;
  return false;
}

bool
op_dependent (const struct op *a, const struct op *b)
{
  return any_pair (a, b, access_dependent);
}

/* Whether a thread can never continue. A join waits for a thread that may itself wait; in a cycle of joins all wait for
 * ever. */
static bool
is_stuck (const struct exec_waiter *w, size_t count, size_t at, bool exits, bool changes)
{
  for (size_t hops = 0; hops < count; hops++) {
    const struct exec_waiter *now = &w[at];
    if (exits && (now->wait.exits || now->wait.detached))
      return false;
    if (changes && now->could)
      return false;
    for (at = 0; at < count && w[at].thread + 1 != now->wait.joins; at++) {}
    if (at == count)
      return true;
  }
  return true;
}

size_t
exec_stuck (const struct exec_waiter *w, size_t count, bool exits, bool changes, thread_id *stuck)
{
  size_t n = 0;
  for (size_t i = 0; i < count; i++)
    if (is_stuck (w, count, i, exits, changes))
      stuck[n++] = w[i].thread;
  return n;
}
