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

static void
test_shapes (void)
{
  const char *text = "proctype P () { skip } init { run P () }";
  struct diag diag = { 0 };
  struct ast_model *ast = promela_parse ("m", text, strlen (text), &diag);
  struct pg *pg = ast ? promela_lower (ast, &diag) : NULL;
  struct ts *ts = pg ? vm_new (pg, &diag) : NULL;
  CHECK (ts);
  if (ts) {
    struct vm *vm = (struct vm *) ts;
    size_t count = vm->shapes.count;
    VEC_RESERVE (vm->shapes, VM_MAX_SHAPES);
    vm->shapes.count = VM_MAX_SHAPES - 1;
    struct shape *last = shape_push (vm, vm->shapes.data[0], 0);
    CHECK (last && last->id == VM_MAX_SHAPES - 1);
    CHECK (!shape_push (vm, vm->shapes.data[0], 1));
    CHECK (shape_push (vm, vm->shapes.data[0], 0) == last);     /* one that is there is found */
    vm->shapes.count = count;
    ts->class->free (ts);
  }
  pg_free (pg);
  promela_free (ast);
}

int
main (void)
{
  test_edges ();
  test_shapes ();
  return check_end ();
}
