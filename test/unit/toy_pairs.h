/* Toy programs in which objects are touched in chosen pairs of ways. */
#ifndef TEST_TOY_PAIRS_H
#define TEST_TOY_PAIRS_H

#include "toy.h"
#include "toy_random.h"

/* Ways of touching an object: up to two statements each. */
#define TOY_WAYS(X)                                                       \
  X (READ, LOAD, LOAD)                                                    \
  X (WRITE, STORE, STORE)                                                 \
  X (BYTES, STORE_LOW, STORE_HIGH)                                        \
  X (BYTE_READ, LOAD_LOW, STORE_LOW)                                      \
  X (EXCHANGE, CAS, CAS)                                                  \
  X (GUARD, SPIN, SPIN)                                                   \
  X (MUTEX, LOCK, UNLOCK)                                                 \
  X (TRY, TRYLOCK, UNLOCK)                                                \
  X (SHARED, RLOCK, RUNLOCK)                                              \
  X (SEMAPHORE, WAIT, POST)                                               \
  X (TRY_SEMAPHORE, TRYWAIT, POST)                                        \
  X (LEVEL, VALUE, POST)                                                  \
  X (CONDITION, CWAIT, SIGNAL)                                            \
  X (TIMED, CTIMED, BROADCAST)                                            \
  X (WOKEN, CTIMED, SIGNAL)                                               \
  X (CHOICE, CHOOSE, STORE_REG)

enum toy_way {
#define X(name, first, second) TOY_WAY_##name,
  TOY_WAYS (X)
#undef X
  TOY_WAY_COUNT
};

struct toy_statement { uint8_t kind, object; };

static inline const char *
toy_way_name (int way)
{
  static const char *const names[] = {
#define X(name, first, second) #name,
    TOY_WAYS (X)
#undef X
  };
  return names[way];
}

/* The statements of the ways, each once, on so many objects; how many there are. */
static inline size_t
toy_alphabet (struct toy_statement *out, const int *ways, size_t nways, uint8_t objects)
{
  static const uint8_t kinds[][2] = {
#define X(name, first, second) {TOY_##first, TOY_##second},
    TOY_WAYS (X)
#undef X
  };
  size_t n = 0;
  for (uint8_t o = 0; o < objects; o++)
    for (size_t w = 0; w < nways; w++)
      for (int k = 0; k < 2; k++) {
        bool known = false;
        for (size_t i = 0; i < n; i++)
          known |= out[i].kind == kinds[ways[w]][k] && out[i].object == o;
        if (!known)
          out[n++] = (struct toy_statement){.kind = kinds[ways[w]][k], .object = o};
      }
  return n;
}

/* A condition's lock is the object after next. */
static inline void
toy_emit_statement (struct toy_program *p, size_t t, struct toy_statement s, int value)
{
  int o = s.object;
  switch ((enum toy_kind) s.kind) {
  case TOY_CWAIT: case TOY_CTIMED:
    toy_emit (p, t, TOY_LOCK, o + 2, 0, 0);
    toy_emit (p, t, (enum toy_kind) s.kind, o, o + 2, 0);
    toy_emit (p, t, TOY_UNLOCK, o + 2, 0, 0);
    break;
  case TOY_TRYLOCK:               /* an attempt that fails ends the thread */
    toy_emit (p, t, TOY_TRYLOCK, o, 0, 0);
    toy_emit (p, t, TOY_JUMPZ, 0, 2 * TOY_CODE, 0);
    break;
  case TOY_CHOOSE:                /* one of them leads past the next statement */
    toy_emit (p, t, TOY_CHOOSE, 2, 0, 0);
    toy_emit (p, t, TOY_JUMPZ, 0, 1, 0);
    break;
  case TOY_SPIN: toy_emit (p, t, TOY_SPIN, o, 1, 0); break;
  case TOY_LOAD: case TOY_STORE: case TOY_STORE_REG: case TOY_CAS:
    toy_emit (p, t, (enum toy_kind) s.kind, o, 3, s.kind == TOY_STORE || s.kind == TOY_CAS ? value : 0);
    break;
  default: toy_emit (p, t, (enum toy_kind) s.kind, o, 0, s.kind == TOY_VALUE || s.kind == TOY_LOAD_LOW ? 0 : value);
  }
}

static inline void
toy_random_pair (struct toy_program *p, uint64_t seed)
{
  struct toy_dice d = {.state = seed * 0xd1342543de82ef95u + 7};
  struct toy_statement alphabet[16];
  memset (p, 0, sizeof *p);
  for (int i = 0; i < 5; i++)
    toy_roll (&d, 2);
  static const int often[] = {TOY_WAY_CHOICE, TOY_WAY_CONDITION, TOY_WAY_WOKEN, TOY_WAY_EXCHANGE, TOY_WAY_TRY_SEMAPHORE};
  int ways[3] = {toy_roll (&d, 2) ? often[toy_roll (&d, 5)] : (int) toy_roll (&d, TOY_WAY_COUNT), (int) toy_roll (&d, TOY_WAY_COUNT), (int) toy_roll (&d, TOY_WAY_COUNT)};
  size_t n = toy_alphabet (alphabet, ways, 2 + toy_roll (&d, 2), (uint8_t) (1 + toy_roll (&d, 2)));
  p->nthreads = p->started = 2 + toy_roll (&d, 2);
  p->silent_ends = true;
  p->unified = toy_roll (&d, 2);
  p->semaphores[0] = (int8_t) toy_roll (&d, 2);
  for (size_t t = 0; t < p->nthreads; t++)
    for (unsigned left = 1 + toy_roll (&d, p->nthreads > 2 ? 3 : 4); left > 0; left--)
      toy_emit_statement (p, t, alphabet[toy_roll (&d, (unsigned) n)], 1 + (int) t);
}

#endif
