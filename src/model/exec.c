/* Dependence of operations: the table in exec.h. */

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

/* Holding excludes: these pairs wait for each other and are never enabled together. */
static const uint16_t ordered[ACCESS_HOWS] = {
  [ACCESS_LOCK] = BIT (UNLOCK) | BIT (UNLOCK_SHARED),
  [ACCESS_UNLOCK] = BIT (LOCK) | BIT (UNLOCK) | BIT (LOCK_SHARED) | BIT (UNLOCK_SHARED),
  [ACCESS_LOCK_SHARED] = BIT (UNLOCK),
  [ACCESS_UNLOCK_SHARED] = BIT (LOCK) | BIT (UNLOCK),
};

bool
access_racing (enum access_how a, enum access_how b)
{
  return (access_depends[a] & ~ordered[a]) >> b & 1;
}

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

/* Operations on several objects race if one of them does and none keeps them
 * apart: a wait that gives up a mutex is not enabled together with its lock. */
bool
op_racing (const struct op *a, const struct op *b)
{
  if (!any_pair (a, b, access_racing))
    return false;
  for (uint32_t i = 0; i < a->count; i++)
    for (uint32_t j = 0; j < b->count; j++)
      if (a->access[i].object == b->access[j].object && ordered[a->access[i].how] >> b->access[j].how & 1)
        return false;
  return true;
}
