/* Cube coverage, and label minimisation as in two-level logic minimisation: expand each cube as far as the label allows,
 * then drop cubes that the others cover. */
#include "ltl/cube.h"

#include <stdlib.h>

enum { MAX_SPLITS = 20000 };

static bool
covered (struct cube c, const struct cube *cubes, size_t n, int *splits)
{
  const struct cube *split = NULL;
  for (size_t i = 0; i < n; i++)
    if (cube_implies (c, cubes[i]))
      return true;
    else if (!split && !cube_disjoint (c, cubes[i]))
      split = &cubes[i];
  if (!split || --*splits < 0)
    return false;
  /* Some letters of c are outside this cube: split on an atom that the cube names. */
  uint64_t free_atoms = (split->pos | split->neg) & ~(c.pos | c.neg);
  uint64_t atom = free_atoms & -free_atoms;
  struct cube yes = { c.pos | atom, c.neg }, no = { c.pos, c.neg | atom };
  return covered (yes, cubes, n, splits) && covered (no, cubes, n, splits);
}

bool
cube_covered (struct cube c, const struct cube *cubes, size_t n)
{
  int splits = MAX_SPLITS;
  return covered (c, cubes, n, &splits);
}

static int
compare_cubes (const void *a, const void *b)
{
  const struct cube *x = a, *y = b;
  int nx = __builtin_popcountll (x->pos) + __builtin_popcountll (x->neg);
  int ny = __builtin_popcountll (y->pos) + __builtin_popcountll (y->neg);
  if (nx != ny)
    return nx - ny;
  if (x->pos != y->pos)
    return x->pos < y->pos ? -1 : 1;
  return (x->neg > y->neg) - (x->neg < y->neg);
}

static void
expand (struct cube *c, const struct label *l)
{
  for (uint64_t atoms = c->pos | c->neg; atoms; atoms &= atoms - 1) {
    uint64_t atom = atoms & -atoms;
    struct cube larger = { c->pos & ~atom, c->neg & ~atom };
    if (cube_covered (larger, l->data, l->count))
      *c = larger;
  }
}

void
label_minimise (struct label *l)
{
  if (l->count < 2)
    return;
  for (size_t i = 0; i < l->count; i++)
    expand (&l->data[i], l);
  qsort (l->data, l->count, sizeof *l->data, compare_cubes);
  /* The longest cubes first: they are most likely to be covered. */
  for (size_t i = l->count; i-- > 0;) {
    struct cube c = l->data[i];
    l->data[i] = l->data[l->count - 1];
    if (!cube_covered (c, l->data, l->count - 1))
      l->data[i] = c;
    else
      l->count--;
  }
  qsort (l->data, l->count, sizeof *l->data, compare_cubes);
}
