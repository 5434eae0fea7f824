/* Every reduction on ALL small programs over each pair of ways to touch an
 * object, against the enumeration of all their interleavings.
 *
 *     search_enumerated             a share of them, for every day
 *     search_enumerated all [N]     all; or those whose number is 0 modulo N
 *
 * Programs are multisets of threads (up to renaming them), with up to three
 * statements each; on one object, or with up to two statements on two objects
 * (up to renaming these). */
#include "check.h"
#include "toy_compare.h"
#include "toy_pairs.h"

enum { MOST = 700, SEQUENCES = 1000, LONGEST = 3 };

struct sequence { uint8_t length, statement[LONGEST]; };

struct scope {
  struct toy_statement alphabet[16];
  size_t nalphabet;
  struct sequence sequences[SEQUENCES];
  size_t nsequences;
  bool unified;
  int8_t semaphore;
};

static unsigned long compared, too_many;

/* Of the programs with so many statements one in so many is tried. */
static unsigned long shares[3 * LONGEST + 1] = {1, 1, 5, 23, 151, 701, 5003, 20011, 50021, 100003}, numbers[3 * LONGEST + 1];

/* An unlock that must wait forever, or a lock that waits for itself, shows nothing. */
static bool
is_sensible (const struct scope *s, const struct sequence *q)
{
  for (unsigned object = 0; object < 2; object++) {
    int held = 0;                 /* 1: exclusively, 2: shared */
    for (unsigned i = 0; i < q->length; i++) {
      const struct toy_statement *a = &s->alphabet[q->statement[i]];
      if (a->object != object)
        continue;
      if (((a->kind == TOY_LOCK || a->kind == TOY_RLOCK) && held) || (a->kind == TOY_UNLOCK && held != 1)
          || (a->kind == TOY_RUNLOCK && held != 2))
        return false;
      if (a->kind == TOY_LOCK || a->kind == TOY_TRYLOCK)
        held = 1;
      else if (a->kind == TOY_RLOCK)
        held = 2;
      else if (a->kind == TOY_UNLOCK || a->kind == TOY_RUNLOCK)
        held = 0;
    }
  }
  return true;
}

static void
add_sequences (struct scope *s, struct sequence q, unsigned longest)
{
  if (q.length && is_sensible (s, &q)) {
    assert (s->nsequences < SEQUENCES);
    s->sequences[s->nsequences++] = q;
  }
  if (q.length == longest)
    return;
  q.length++;
  for (size_t a = 0; a < s->nalphabet; a++) {
    q.statement[q.length - 1] = (uint8_t) a;
    add_sequences (s, q, longest);
  }
}

/* Compares the sequences after exchanging objects 0 and 1 in one of them. */
static bool
is_canonical (const struct scope *s, const size_t *threads, size_t n)
{
  size_t half = s->nalphabet / 2, order = 0;
  for (size_t t = 0; t < n && !order; t++) {
    const struct sequence *q = &s->sequences[threads[t]];
    for (unsigned i = 0; i < q->length && !order; i++)
      order = q->statement[i] < half ? 1 : 2;
  }
  return order != 2;              /* the first statement of all is on object 0 */
}

static void
try_program (const struct scope *s, const size_t *threads, size_t n)
{
  static struct toy_program p;
  struct seen all = {0};
  size_t statements = 0;
  for (size_t t = 0; t < n; t++)
    statements += s->sequences[threads[t]].length;
  if (check_broken || numbers[statements]++ % shares[statements])
    return;
  memset (&p, 0, sizeof p);
  p.nthreads = p.started = n;
  p.silent_ends = true;
  p.unified = s->unified;
  p.semaphores[0] = p.semaphores[1] = s->semaphore;
  for (size_t t = 0; t < n; t++)
    for (unsigned i = 0; i < s->sequences[threads[t]].length; i++)
      toy_emit_statement (&p, t, s->alphabet[s->sequences[threads[t]].statement[i]]);
  if (toy_enumerate (&p, MOST, &all)) {
    compared++;
    HOLD (toy_compare (&p, &all, MOST));
  } else
    too_many++;
  free (all.data);
}

static void
try_scope (struct scope *s, uint8_t objects, unsigned longest)
{
  s->nsequences = 0;
  add_sequences (s, (struct sequence){0}, longest);
  for (size_t a = 0; a < s->nsequences; a++)
    for (size_t b = a; b < s->nsequences; b++) {
      if (objects == 2 && !is_canonical (s, (size_t[]){a, b}, 2))
        continue;
      try_program (s, (size_t[]){a, b}, 2);
      for (size_t c = b; c < s->nsequences; c++)
        try_program (s, (size_t[]){a, b, c}, 3);
    }
}

int
main (int argc, char **argv)
{
  static struct scope s;
  bool all = argc > 1;
  unsigned long wanted = argc > 2 ? strtoul (argv[2], NULL, 10) : 1;
  for (int i = 0; i <= 3 * LONGEST && all; i++)
    shares[i] = wanted;
  for (uint8_t objects = 1; objects <= 2; objects++)
    for (int a = 0; a < TOY_WAY_COUNT; a++)
      for (int b = a; b < TOY_WAY_COUNT; b++) {
        unsigned long before = compared;
        s.unified = true;
        s.semaphore = (int8_t) ((a + b) % 2);
        s.nalphabet = toy_alphabet (s.alphabet, (int[]){a, b}, a == b ? 1 : 2, objects);
        try_scope (&s, objects, objects == 1 ? LONGEST : LONGEST - 1);
        if (all) {
          printf ("%d object%s, %s and %s: %lu programs, %lu too large so far\n", objects, objects > 1 ? "s" : "", toy_way_name (a),
                  toy_way_name (b), compared - before, too_many);
          fflush (stdout);
        }
      }
  CHECK_HELD ("each reduction has the traces of all interleavings, optimal each once and nothing redundant");
  CHECK (check_failed || compared > 500);
  if (all)
    printf ("%lu programs compared, %lu have more than %d interleavings\n", compared, too_many, MOST);
  return check_end ();
}
