/* Limits of the vm that no model of a handy size comes to. */
#include <string.h>

#include "check.h"
#include "front/promela/promela.h"
#include "vm/machine.h"
#include "vm/vm.h"

static void
test_edges (void)
{
  struct diag diag = { 0 };
  struct pg_proc procs[2] = { { .name = "P" }, { .name = "Q" } };
  struct pg pg = { .procs = procs, .nprocs = 2 };
  procs[1].nedges = TRANS_MAX_PARTNER_EDGE;
  CHECK (vm_names_fit (&pg, &diag) && !diag.errors);
  procs[1].nedges++;
  CHECK (!vm_names_fit (&pg, &diag) && diag.errors == 1);
  /* the last edge that is let through has a name of its own */
  uint32_t last = TRANS_MAX_PARTNER_EDGE - 1;
  trans_id t = trans_of_rendezvous (254, last, 253, last);
  CHECK (t != TRANS_RELEASE && t != TRANS_STUTTER);
  CHECK (trans_pid (t) == 254 && trans_edge (t) == last && trans_partner (t) == 253 && trans_partner_edge (t) == last);
}

/* A graph of two machines that share their code. */
struct pair {
  struct ast_model *ast;
  struct pg *pg;
  struct ts *first, *second;
  struct vm *a, *b;
};

static void
open_pair (struct pair *p, const char *text)
{
  struct diag diag = { 0 };
  p->ast = promela_parse ("m", text, strlen (text), &diag);
  p->pg = promela_lower (p->ast, &diag);
  p->first = vm_new (p->pg, &diag);
  p->second = vm_worker (p->first);
  p->a = (struct vm *) p->first;
  p->b = (struct vm *) p->second;
}

static void
close_pair (struct pair *p)
{
  p->second->class->free (p->second);
  p->first->class->free (p->first);
  pg_free (p->pg);
  promela_free (p->ast);
}

/* The shape with these types, in which each bit of `bits` is one of two. */
static struct shape *
push_bits (struct vm *vm, uint32_t bits, int n)
{
  struct shape *s = vm->root;
  for (int i = 0; i < n && s; i++)
    s = shape_push (vm, s, bits >> i & 1);
  return s;
}

static const char *const two_types = "proctype P () { skip } proctype Q () { skip } init { run P (); run Q () }";

/* Whoever meets a sequence first, it has the same number, and no other has it. */
static void
test_shape_numbers (void)
{
  enum { LONGEST = 9 };
  static bool used[1 << 24];
  struct pair p;
  open_pair (&p, two_types);
  HOLD (p.a->root->number == 0);
  for (int n = 1; n <= LONGEST; n++)
    for (uint32_t i = 0; i < 1u << n; i++) {
      const struct shape *s = push_bits (p.a, i, n);
      HOLD (s && !used[s->number] && s->nproc == (uint32_t) n && shape_find (p.a, s->number) == s);
      used[s->number] = true;
    }
  for (int n = LONGEST; n > 0; n--)
    for (uint32_t i = 1u << n; i-- > 0;)
      HOLD (push_bits (p.b, i, n)->number == push_bits (p.a, i, n)->number);
  CHECK_HELD ("a sequence of processes has one number");
  close_pair (&p);
}

/* Sequences that are too long for exact numbers have digests; one whose number is taken is refused, everywhere. */
static void
test_shape_digests (void)
{
  enum { SEQUENCES = 20000, LENGTH = 30 };
  struct pair p;
  uint32_t refused = 0;
  open_pair (&p, two_types);
  for (uint32_t i = 0; i < SEQUENCES; i++) {
    const struct shape *s = push_bits (p.a, i * 0x9e3779b1u, LENGTH);
    refused += !s;
    HOLD (!s || (s->nproc == LENGTH && shape_find (p.a, s->number) == s && push_bits (p.a, i * 0x9e3779b1u, LENGTH) == s));
  }
  for (uint32_t i = 0; i < 100; i++) {
    const struct shape *a = push_bits (p.a, i * 0x9e3779b1u, LENGTH), *b = push_bits (p.b, i * 0x9e3779b1u, LENGTH);
    HOLD (!a || !b || a->number == b->number);
  }
  CHECK_HELD ("long sequences have digests");
  CHECK (refused && refused < SEQUENCES / 10);
  close_pair (&p);
}

int
main (void)
{
  test_edges ();
  test_shape_numbers ();
  test_shape_digests ();
  return check_end ();
}
