/* ALL small toy programs over each pair, or each three, of ways to touch an object.
 *
 * A program is a multiset of threads, a thread a sequence of statements. Two
 * programs are one if they differ in
 *
 *   - the order of their threads, or which object is called the first;
 *   - statements that the exec does not tell apart: a signal that nobody can
 *     wait for is a store, the value of a semaphore is a read, half of a word is
 *     all of it where nobody touches the other half, and which half is the first;
 *   - the value at which a semaphore begins that nobody takes from;
 *   - the pair of ways that it comes from.
 *
 * Threads that wait for themselves for ever, or unlock what they do not hold,
 * are left out. */
#ifndef TEST_TOY_ALL_H
#define TEST_TOY_ALL_H

#include "toy_oracle.h"
#include "toy_pairs.h"

enum { TOY_LONGEST = 3, TOY_SEQUENCES = 1000, TOY_KINDS = 64, TOY_PAD = 1 + 2 * TOY_LOAD + 1 };

/* A thread: a byte per statement, the first one highest: 1 + 2 * kind + object, or 0. */
typedef uint32_t toy_thread_code;

struct toy_small { toy_thread_code threads[4]; uint8_t nthreads, semaphore; };

struct toy_scope {
  const char *name;
  uint8_t objects, longest, least, most;      /* least, most: threads */
  bool alone;                     /* a condition's wait is a thread by itself: lock, wait, lock again, unlock */
  bool late;                      /* a thread may begin with a step that nobody minds: when others are met depends on it */
};

static const struct toy_scope toy_scopes[] = {
  {"1 object, up to 3 threads of up to 3 statements", 1, 3, 2, 3, true, false},
  {"1 object, 4 threads of up to 2 statements", 1, 2, 4, 4, true, false},
  {"2 objects, up to 3 threads of up to 2 statements", 2, 2, 2, 3, false, false},
  {"1 object, up to 3 threads of up to 2 statements, also with waits", 1, 2, 2, 3, false, false},
  {"1 object, 2 threads of up to 3 statements, also with waits", 1, 3, 2, 2, false, false},
};
enum { TOY_SCOPES = sizeof toy_scopes / sizeof *toy_scopes };

/* Of three ways that meet in one object. */
static const struct toy_scope toy_scopes_of_three[] = {
  {"1 object in three ways, 3 threads of up to 2 statements", 1, 2, 3, 3, false, false},
  {"1 object in three ways, 3 threads of up to 2 steps, some of them of no concern to others", 1, 2, 3, 3, false, true},
};
enum { TOY_SCOPES_OF_THREE = sizeof toy_scopes_of_three / sizeof *toy_scopes_of_three };

struct toy_all {
  struct number_set known;
  struct toy_statement alphabet[16];
  size_t nalphabet;
  toy_thread_code sequences[TOY_SEQUENCES];
  size_t nsequences;
  unsigned long programs;         /* different ones, so far */
  bool (*is_wanted) (const struct toy_small *);   /* NULL: all are */
  void (*see) (void *context, const struct toy_small *, unsigned long number);
  void *context;
};

static inline uint8_t
toy_code_at (toy_thread_code t, unsigned i)
{
  return (uint8_t) (t >> (16 - 8 * i));
}

static inline struct toy_statement
toy_code_statement (uint8_t code)
{
  return (struct toy_statement){.kind = (uint8_t) ((code - 1) / 2), .object = (code - 1) % 2};
}

static inline uint8_t
toy_code (unsigned kind, unsigned object)
{
  return (uint8_t) (1 + 2 * kind + object);
}

/* An unlock that must wait forever, or a lock that waits for itself, shows nothing. */
static inline bool
toy_is_sensible (toy_thread_code t)
{
  int held[2] = {0};              /* 1: exclusively, 2: shared */
  for (unsigned i = 0; i < TOY_LONGEST && toy_code_at (t, i); i++) {
    struct toy_statement a = toy_code_statement (toy_code_at (t, i));
    int *h = &held[a.object];
    if (((a.kind == TOY_LOCK || a.kind == TOY_RLOCK) && *h) || (a.kind == TOY_UNLOCK && *h != 1)
        || (a.kind == TOY_RUNLOCK && *h != 2))
      return false;
    if (a.kind == TOY_LOCK || a.kind == TOY_TRYLOCK)
      *h = 1;
    else if (a.kind == TOY_RLOCK)
      *h = 2;
    else if (a.kind == TOY_UNLOCK || a.kind == TOY_RUNLOCK)
      *h = 0;
  }
  return true;
}

static inline bool
toy_waits (toy_thread_code t)
{
  for (unsigned i = 0; i < TOY_LONGEST && toy_code_at (t, i); i++) {
    uint8_t kind = toy_code_statement (toy_code_at (t, i)).kind;
    if (kind == TOY_CWAIT || kind == TOY_CTIMED)
      return true;
  }
  return false;
}

static inline void
toy_all_sequences (struct toy_all *g, toy_thread_code begun, unsigned length, const struct toy_scope *scope)
{
  if (length && toy_code_at (begun, length - 1) != TOY_PAD && toy_is_sensible (begun) && !(scope->alone && length > 1 && toy_waits (begun))) {
    assert (g->nsequences < TOY_SEQUENCES);
    g->sequences[g->nsequences++] = begun;
  }
  for (size_t a = 0; a < g->nalphabet && length < scope->longest; a++)
    toy_all_sequences (g, begun | (toy_thread_code) toy_code (g->alphabet[a].kind, g->alphabet[a].object) << (16 - 8 * length),
                       length + 1, scope);
}

#define HAS(kind) (kinds >> TOY_##kind & 1)

/* What a statement is called where its object is touched in these ways (a bit each). */
static inline unsigned
toy_plain_kind (unsigned kind, uint64_t kinds, bool other_half)
{
  bool values = HAS (SPIN) || HAS (CAS), low = HAS (STORE_LOW) || HAS (LOAD_LOW);
  switch (kind) {
  case TOY_VALUE: return TOY_LOAD;
  case TOY_SIGNAL: case TOY_BROADCAST: return HAS (CWAIT) || HAS (CTIMED) || values ? kind : TOY_STORE;
  case TOY_STORE_REG: return values ? kind : TOY_STORE;
  case TOY_LOAD_LOW: return HAS (STORE_HIGH) ? kind : TOY_LOAD;
  case TOY_STORE_LOW: return !HAS (STORE_HIGH) ? TOY_STORE : other_half && !values && !HAS (LOAD_LOW) ? TOY_STORE_HIGH : kind;
  case TOY_STORE_HIGH: return values ? kind : !low ? TOY_STORE : other_half && !HAS (LOAD_LOW) ? TOY_STORE_LOW : kind;
  default: return kind;
  }
}

/* One of the ways to write the program. */
static inline uint64_t
toy_all_write (const struct toy_small *p, const uint64_t *kinds, unsigned way)
{
  toy_thread_code threads[4] = {0};
  for (unsigned t = 0; t < p->nthreads; t++) {
    toy_thread_code code = 0;
    for (unsigned i = 0; i < TOY_LONGEST && toy_code_at (p->threads[t], i); i++) {
      struct toy_statement s = toy_code_statement (toy_code_at (p->threads[t], i));
      unsigned kind = toy_plain_kind (s.kind, kinds[s.object], way & 2);
      code |= (toy_thread_code) toy_code (kind, s.object ^ (way & 1)) << (16 - 8 * i);
    }
    unsigned at = t;
    for (; at && threads[at - 1] > code; at--)
      threads[at] = threads[at - 1];
    threads[at] = code;
  }
  uint64_t hash = toy_mix (7, p->semaphore);
  for (unsigned t = 0; t < p->nthreads; t++)
    hash = toy_mix (hash, threads[t]);
  return hash ? hash : 1;
}

static inline bool
toy_all_is_new (struct toy_all *g, const struct toy_small *p, const uint64_t *kinds, unsigned objects)
{
  uint64_t least = UINT64_MAX;
  for (unsigned way = 0; way < 4; way++) {
    if ((way & 1) && objects == 1)
      continue;
    uint64_t hash = toy_all_write (p, kinds, way);
    least = hash < least ? hash : least;
  }
  return number_set_add (&g->known, least);
}

static inline void
toy_all_try (struct toy_all *g, struct toy_small p, unsigned objects)
{
  uint64_t kinds[2] = {0}, takes = 1u << TOY_WAIT | 1u << TOY_TRYWAIT;
  for (unsigned t = 0; t < p.nthreads; t++)
    for (unsigned i = 0; i < TOY_LONGEST && toy_code_at (p.threads[t], i); i++) {
      struct toy_statement s = toy_code_statement (toy_code_at (p.threads[t], i));
      kinds[s.object] |= (uint64_t) 1 << s.kind;
    }
  for (p.semaphore = 0; p.semaphore < ((kinds[0] | kinds[1]) & takes ? 2 : 1); p.semaphore++)
    if (toy_all_is_new (g, &p, kinds, objects))
      g->see (g->context, &p, g->programs++);
}

static inline void
toy_all_multisets (struct toy_all *g, struct toy_small p, size_t from, const struct toy_scope *scope)
{
  if (p.nthreads >= scope->least && (!g->is_wanted || g->is_wanted (&p)))
    toy_all_try (g, p, scope->objects);
  if (p.nthreads == scope->most)
    return;
  p.nthreads++;
  for (size_t s = from; s < g->nsequences; s++) {
    p.threads[p.nthreads - 1] = g->sequences[s];
    toy_all_multisets (g, p, s, scope);
  }
}

/* Those that use ways a and b, and are not known yet. */
static inline void
toy_all_pair (struct toy_all *g, const struct toy_scope *scope, int a, int b)
{
  g->nalphabet = toy_alphabet (g->alphabet, (int[]){a, b}, a == b ? 1 : 2, scope->objects);
  g->nsequences = 0;
  toy_all_sequences (g, 0, 0, scope);
  toy_all_multisets (g, (struct toy_small){0}, 0, scope);
}

/* The kinds of statements of a way, a bit each. */
static inline uint64_t
toy_way_kinds (int way)
{
  struct toy_statement a[2];
  uint64_t kinds = 0;
  for (size_t i = toy_alphabet (a, &way, 1, 1); i--; )
    kinds |= (uint64_t) 1 << a[i].kind;
  return kinds;
}

/* No two ways have all its kinds of statements: it is in no enumeration of pairs. */
static inline bool
toy_needs_three (const struct toy_small *p)
{
  static uint64_t ways[TOY_WAY_COUNT];
  uint64_t kinds = 0;
  for (int a = 0; a < TOY_WAY_COUNT && !ways[TOY_WAY_COUNT - 1]; a++)
    ways[a] = toy_way_kinds (a);
  for (unsigned t = 0; t < p->nthreads; t++)
    for (unsigned i = 0; i < TOY_LONGEST && toy_code_at (p->threads[t], i); i++)
      if (toy_code_statement (toy_code_at (p->threads[t], i)).object == 0)
        kinds |= (uint64_t) 1 << toy_code_statement (toy_code_at (p->threads[t], i)).kind;
  for (int a = 0; a < TOY_WAY_COUNT; a++)
    for (int b = a; b < TOY_WAY_COUNT; b++)
      if (!(kinds & ~(ways[a] | ways[b])))
        return false;
  return true;
}

/* Those that use ways a, b and c, need three, and are not known yet. */
static inline void
toy_all_three (struct toy_all *g, const struct toy_scope *scope, int a, int b, int c)
{
  g->nalphabet = toy_alphabet (g->alphabet, (int[]){a, b, c}, 3, 1);
  g->nsequences = 0;
  toy_all_sequences (g, 0, 0, scope);
  if (scope->late)
    toy_all_sequences (g, (toy_thread_code) TOY_PAD << 16, 1, scope);
  toy_all_multisets (g, (struct toy_small){0}, 0, scope);
}

/* The program itself, its threads in the given order. */
static inline void
toy_all_make (struct toy_program *p, const struct toy_small *s, const uint8_t *order)
{
  memset (p, 0, sizeof *p);
  p->nthreads = p->started = s->nthreads;
  p->silent_ends = p->unified = true;
  p->semaphores[0] = p->semaphores[1] = (int8_t) s->semaphore;
  for (unsigned t = 0; t < s->nthreads; t++)
    for (unsigned i = 0; i < TOY_LONGEST && toy_code_at (s->threads[order[t]], i); i++)
      toy_emit_statement (p, t, toy_code_statement (toy_code_at (s->threads[order[t]], i)), 1);
}

#endif
