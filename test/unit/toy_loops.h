/* Random toy programs with endless loops. */
#ifndef TEST_TOY_LOOPS_H
#define TEST_TOY_LOOPS_H

#include "toy.h"
#include "toy_random.h"

/* Some threads begin again when they have come to their end. */
static inline void
toy_add_loops (struct toy_program *p, struct toy_dice *d)
{
  for (size_t t = 0; t < p->nthreads; t++) {
    bool simple = true;
    for (size_t i = 0; i < p->length[t]; i++)
      simple &= p->code[t][i].kind != TOY_CREATE && p->code[t][i].kind != TOY_JOIN && p->code[t][i].kind != TOY_EXIT;
    if (!simple || p->length[t] + 3 > TOY_CODE || !toy_roll (d, 3))
      continue;
    int length = (int) p->length[t];
    toy_emit (p, t, toy_roll (d, 2) ? TOY_LOAD : TOY_STORE, (int) toy_roll (d, 2), 3, toy_roll (d, 2) ? 0 : 1);
    if (toy_roll (d, 2))
      toy_emit (p, t, TOY_JUMPZ, 2, -length - 2, 0);
    else
      toy_emit (p, t, TOY_JUMPZ, 0, -length - 2, 0);   /* as long as what was read is 0 */
  }
}

#endif
