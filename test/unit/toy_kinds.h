/* Random toy programs over a few kinds of statements, drawn first: many
 * statements of the same few kinds on one or two objects, in up to four threads,
 * some of which never give back what they took. */
#ifndef TEST_TOY_KINDS_H
#define TEST_TOY_KINDS_H

#include "toy_random.h"

static inline void
toy_kinds_locked (struct toy_dice *d, struct toy_program *p, size_t t, int o, int kind)
{
  if (kind == TOY_TRYLOCK) {
    toy_emit (p, t, TOY_TRYLOCK, o, 0, 0);
    toy_emit (p, t, TOY_JUMPZ, 0, 2, 0);
    toy_emit (p, t, TOY_STORE, o, 2, 1);
    toy_emit (p, t, TOY_UNLOCK, o, 0, 0);
    return;
  }
  toy_emit (p, t, (enum toy_kind) kind, o, 0, 0);
  if (toy_roll (d, 2)) {
    int var = (int) toy_roll (d, 2);
    toy_emit (p, t, toy_roll (d, 2) ? TOY_STORE : TOY_LOAD, var, 2, 0);
  }
  if (toy_roll (d, 6))
    toy_emit (p, t, kind == TOY_LOCK ? TOY_UNLOCK : TOY_RUNLOCK, o, 0, 0);
}

static inline void
toy_kinds_memory (struct toy_dice *d, struct toy_program *p, size_t t, int o, int kind)
{
  int value = kind == TOY_STORE ? (int) toy_roll (d, 2) : kind == TOY_CAS ? 1 + (int) t : 0;
  toy_emit (p, t, (enum toy_kind) kind, o, toy_roll (d, 4) ? 2 : 3, value);
  if ((kind == TOY_CAS || kind == TOY_LOAD) && !toy_roll (d, 3))
    toy_emit (p, t, toy_roll (d, 2) ? TOY_JUMPZ : TOY_JUMPNZ, 0, 1, 0);
}

static inline void
toy_kinds_statement (struct toy_dice *d, struct toy_program *p, size_t t, int o, int kind)
{
  switch (kind) {
  case TOY_CHOOSE: {
    int to = toy_roll (d, 2) ? 0 : 3;
    toy_emit (p, t, TOY_CHOOSE, 2 + (int) toy_roll (d, 2), to, 0);
    if (toy_roll (d, 2))
      toy_emit (p, t, TOY_JUMPZ, 0, 1, 0);
    break;
  }
  case TOY_CWAIT: case TOY_CTIMED:
    toy_emit (p, t, TOY_LOCK, o + 2, 0, 0);
    toy_emit (p, t, (enum toy_kind) kind, o, o + 2, 0);
    if (toy_roll (d, 4))
      toy_emit (p, t, TOY_UNLOCK, o + 2, 0, 0);
    break;
  case TOY_LOCK: case TOY_RLOCK: case TOY_TRYLOCK: toy_kinds_locked (d, p, t, o, kind); break;
  case TOY_LOAD: case TOY_STORE: case TOY_STORE_REG: case TOY_CAS: toy_kinds_memory (d, p, t, o, kind); break;
  case TOY_SPIN: case TOY_ASSUME: toy_emit (p, t, (enum toy_kind) kind, o, (int) toy_roll (d, 2), 0); break;
  default: toy_emit (p, t, (enum toy_kind) kind, o, 0, kind == TOY_VALUE || kind == TOY_LOAD_LOW ? 0 : 1);
  }
}

static inline void
toy_random_kinds (struct toy_program *p, uint64_t seed)
{
  static const uint8_t kinds[] = {
    TOY_LOAD, TOY_STORE, TOY_STORE_REG, TOY_CAS, TOY_CAS, TOY_SPIN, TOY_TRYWAIT, TOY_WAIT, TOY_POST, TOY_VALUE, TOY_SIGNAL,
    TOY_SIGNAL, TOY_BROADCAST, TOY_CWAIT, TOY_CTIMED, TOY_CHOOSE, TOY_CHOOSE, TOY_LOCK, TOY_RLOCK, TOY_TRYLOCK, TOY_ASSUME,
    TOY_STORE_LOW, TOY_STORE_HIGH, TOY_LOAD_LOW,
  };
  struct toy_dice d = {.state = seed * 0x9e3779b97f4a7c15u + 77};
  uint8_t drawn[5];
  memset (p, 0, sizeof *p);
  for (int i = 0; i < 5; i++)
    toy_roll (&d, 2);
  p->nthreads = p->started = 2 + toy_roll (&d, 3);
  p->silent_ends = toy_roll (&d, 4) != 0;
  p->unified = toy_roll (&d, 2);
  unsigned objects = 1 + toy_roll (&d, 2);
  p->semaphores[0] = (int8_t) toy_roll (&d, 2);
  p->semaphores[1] = (int8_t) toy_roll (&d, 2);
  unsigned ndrawn = 2 + toy_roll (&d, 4);
  for (unsigned i = 0; i < ndrawn; i++)
    drawn[i] = kinds[toy_roll (&d, sizeof kinds)];
  for (size_t t = 0; t < p->nthreads; t++)
    for (unsigned left = 1 + toy_roll (&d, p->nthreads > 3 ? 2 : p->nthreads > 2 ? 3 : 4); left > 0; left--) {
      int o = (int) toy_roll (&d, objects);
      toy_kinds_statement (&d, p, t, o, drawn[toy_roll (&d, ndrawn)]);
    }
}

#endif
