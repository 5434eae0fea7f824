/* Random toy programs: small enough to enumerate, with everything that blocks. */
#ifndef TEST_TOY_RANDOM_H
#define TEST_TOY_RANDOM_H

#include "toy.h"

struct toy_dice {
  uint64_t state;
  unsigned flavours;              /* bits: kinds of statements this program may have */
  int vars, locks, conds, sems;
};

static inline unsigned
toy_roll (struct toy_dice *d, unsigned n)
{
  d->state = d->state * 6364136223846793005u + 1442695040888963407u;
  return (unsigned) (d->state >> 33) % n;
}

static inline void
toy_random_memory (struct toy_dice *d, struct toy_program *p, size_t t)
{
  int v = (int) toy_roll (d, (unsigned) d->vars);
  switch (toy_roll (d, 6)) {
  case 0: case 1: toy_emit (p, t, TOY_LOAD, v, 3, 0); break;
  case 2: toy_emit (p, t, TOY_STORE_REG, v, 3, 0); break;
  case 3: toy_emit (p, t, TOY_CAS, v, 3, 1 + (int) t); break;
  default: toy_emit (p, t, TOY_STORE, v, 3, (int) toy_roll (d, 2)); break;
  }
}

static inline void toy_random_block (struct toy_dice *, struct toy_program *, size_t t, int budget, unsigned held);

/* A block that is skipped if r[0] is 0. */
static inline void
toy_random_if (struct toy_dice *d, struct toy_program *p, size_t t, int budget, unsigned held)
{
  size_t jump = p->length[t];
  toy_emit (p, t, TOY_JUMPZ, 0, 0, 0);
  toy_random_block (d, p, t, budget, held);
  p->code[t][jump].b = (int16_t) (p->length[t] - jump - 1);
}

static inline void
toy_random_locked (struct toy_dice *d, struct toy_program *p, size_t t, int budget, unsigned held)
{
  int l = (int) toy_roll (d, (unsigned) d->locks);
  if (held >> l & 1)
    return;
  unsigned way = d->flavours & 2 ? toy_roll (d, 6) : 0;
  if (way == 1) {
    toy_emit (p, t, TOY_TRYLOCK, l, 0, 0);
    size_t jump = p->length[t];
    toy_emit (p, t, TOY_JUMPZ, 0, 0, 0);
    toy_random_block (d, p, t, budget, held | 1u << l);
    toy_emit (p, t, TOY_UNLOCK, l, 0, 0);
    p->code[t][jump].b = (int16_t) (p->length[t] - jump - 1);
    return;
  }
  bool shared = way == 2 || way == 3;
  toy_emit (p, t, shared ? TOY_RLOCK : TOY_LOCK, l, 0, 0);
  if (!shared && d->flavours & 4 && toy_roll (d, 2)) {
    if (toy_roll (d, 2)) {
      toy_emit (p, t, TOY_LOAD, 0, 3, 0);
      toy_emit (p, t, TOY_JUMPNZ, 0, 1, 0);
    }
    toy_emit (p, t, toy_roll (d, 2) ? TOY_CWAIT : TOY_CTIMED, (int) toy_roll (d, (unsigned) d->conds), l, 0);
  }
  toy_random_block (d, p, t, budget, held | 1u << l);
  if (toy_roll (d, 12))
    toy_emit (p, t, shared ? TOY_RUNLOCK : TOY_UNLOCK, l, 0, 0);
}

static inline void
toy_random_semaphore (struct toy_dice *d, struct toy_program *p, size_t t)
{
  static const uint8_t kinds[] = {TOY_WAIT, TOY_WAIT, TOY_POST, TOY_POST, TOY_TRYWAIT};
  toy_emit (p, t, kinds[toy_roll (d, 5)], (int) toy_roll (d, (unsigned) d->sems), 0, 0);
}

static inline void
toy_random_block (struct toy_dice *d, struct toy_program *p, size_t t, int budget, unsigned held)
{
  while (budget > 0 && p->length[t] < TOY_CODE - 16) {
    int part = 1 + (int) toy_roll (d, 2);
    budget -= part;
    unsigned bit = toy_roll (d, 9);
    if (bit && !(d->flavours >> bit & 1))
      bit = 0;
    switch (bit) {
    case 1: toy_random_locked (d, p, t, part, held); break;
    case 2: toy_emit (p, t, toy_roll (d, 4) ? TOY_SIGNAL : TOY_BROADCAST, (int) toy_roll (d, (unsigned) d->conds), 0, 0); break;
    case 3: toy_random_semaphore (d, p, t); break;
    case 4: toy_emit (p, t, TOY_CHOOSE, 2, 0, 0); toy_random_if (d, p, t, part, held); break;
    case 5: toy_emit (p, t, TOY_SPIN, (int) toy_roll (d, (unsigned) d->vars), (int) toy_roll (d, 2), 0); break;
    case 6: toy_emit (p, t, TOY_ASSUME, (int) toy_roll (d, (unsigned) d->vars), (int) toy_roll (d, 2), 0); break;
    case 7: toy_emit (p, t, TOY_ASSERT, (int) toy_roll (d, (unsigned) d->vars), 1, 0); break;
    case 8: toy_emit (p, t, TOY_LOAD, (int) toy_roll (d, (unsigned) d->vars), 3, 0); toy_random_if (d, p, t, part, held); break;
    default: toy_random_memory (d, p, t);
    }
  }
}

static inline void
toy_random (struct toy_program *p, uint64_t seed)
{
  struct toy_dice d = {.state = seed * 0x9e3779b97f4a7c15u + 1};
  memset (p, 0, sizeof *p);
  for (int i = 0; i < 5; i++)
    toy_roll (&d, 2);
  d.flavours = toy_roll (&d, 512);
  if (!toy_roll (&d, 3))
    d.flavours = 6 | (d.flavours & toy_roll (&d, 512));
  d.vars = 1 + (int) toy_roll (&d, 3);
  d.locks = 1 + (int) toy_roll (&d, 2);
  d.conds = 1 + (int) toy_roll (&d, 2);
  d.sems = 1 + (int) toy_roll (&d, 2);
  p->nthreads = 2 + toy_roll (&d, 3);
  p->started = toy_roll (&d, 3) ? p->nthreads : 1;
  for (int s = 0; s < d.sems; s++)
    p->semaphores[s] = (int8_t) toy_roll (&d, 3);
  for (size_t t = p->started; t < p->nthreads; t++) {
    if (!toy_roll (&d, 2))
      toy_random_memory (&d, p, 0);
    toy_emit (p, 0, TOY_CREATE, (int) t, 0, 0);
  }
  for (size_t t = 0; t < p->nthreads; t++)
    toy_random_block (&d, p, t, 1 + (int) toy_roll (&d, p->nthreads > 3 ? 3 : 5), 0);
  for (size_t t = 1; t < p->nthreads && toy_roll (&d, 4) == 0; t++)
    toy_emit (p, 0, TOY_JOIN, (int) t, 0, 0);
  if (!toy_roll (&d, 8))
    toy_emit (p, 0, TOY_EXIT, 0, 0, 0);
}

#endif
