/* Expressions of every width, inputs, and programs that end while others wait. */
#include <string.h>

#include "check.h"
#include "vm/machine.h"
#include "vm/vm.h"

__extension__ typedef __int128 integer;

static uint64_t seed = 1;

static uint64_t
random_word (void)
{
  seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
  uint64_t small = seed >> 20 & 7;
  return seed & 8 ? small : seed & 16 ? -small : seed * 0x9e3779b97f4a7c15u;
}

/* Arithmetic as at school: bit by bit, with no operator of the host that could err like the vm's. */
static integer
number (uint64_t v, unsigned bits, bool is_signed)
{
  integer n = 0;
  for (unsigned i = 0; i < bits; i++)
    if (v >> i & 1)
      n += (integer) 1 << i;
  return is_signed && (v >> (bits - 1) & 1) ? n - ((integer) 1 << bits) : n;
}

static uint64_t
low (integer n, unsigned bits)
{
  uint64_t v = 0;
  for (unsigned i = 0; i < bits; i++)
    v |= (uint64_t) (n >> i & 1) << i;
  return v;
}

static uint64_t
expected (enum pg_op op, uint64_t x, uint64_t y, unsigned bits)
{
  integer a = number (x, bits, true), b = number (y, bits, true), u = number (x, bits, false), v = number (y, bits, false);
  unsigned by = (unsigned) (v % bits);
  switch (op) {
  case E_ADD: return low (a + b, bits);
  case E_SUB: return low (a - b, bits);
  case E_MUL: return low (u * b, bits);
  case E_DIV: return low (a / b, bits);
  case E_MOD: return low (a % b, bits);
  case E_UDIV: return low (u / v, bits);
  case E_UMOD: return low (u % v, bits);
  case E_BITAND: return low (a & b, bits);
  case E_BITOR: return low (a | b, bits);
  case E_BITXOR: return low (a ^ b, bits);
  case E_SHL: return low (u << by, bits);
  case E_SHR: return low (a >> by, bits);
  case E_LSHR: return low (u >> by, bits);
  case E_LT: return a < b;
  case E_LE: return a <= b;
  case E_GT: return a > b;
  case E_GE: return a >= b;
  case E_EQ: return a == b;
  case E_NE: return a != b;
  case E_ULT: return u < v;
  default: return u <= v;
  }
}

static struct pg_expr *
expr (struct pg *pg, enum pg_op op, unsigned bits, struct pg_expr *a, struct pg_expr *b, int64_t value)
{
  struct pg_expr *e = ARENA_NEW (&pg->arena, struct pg_expr);
  *e = (struct pg_expr) {.op = op, .bits = (uint8_t) bits, .kid = {a, b}, .value = value};
  return e;
}

static struct pg_place *
place (struct pg *pg, uint32_t var)
{
  struct pg_place *p = ARENA_NEW (&pg->arena, struct pg_place);
  *p = (struct pg_place) {.var = var, .region = REGION_GLOBAL};
  return p;
}

static struct pg *
new_graph (uint32_t nvars)
{
  struct pg *pg = mem_zalloc (sizeof *pg);
  pg->file = "wide";
  pg->vars = arena_alloc (&pg->arena, nvars * sizeof *pg->vars);
  pg->nvars = nvars;
  for (uint32_t i = 0; i < nvars; i++)
    pg->vars[i] = (struct pg_var) {.name = "v", .type = {.bits = 64, .kind = PG_UNSIGNED}, .region = REGION_GLOBAL};
  return pg;
}

static void
test_operators (void)
{
  static const enum pg_op ops[] = {E_ADD, E_SUB, E_MUL, E_DIV, E_MOD, E_UDIV, E_UMOD, E_BITAND, E_BITOR, E_BITXOR, E_SHL,
                                   E_SHR, E_LSHR, E_LT, E_LE, E_GT, E_GE, E_EQ, E_NE, E_ULT, E_ULE};
  struct pg *pg = new_graph (1);
  struct diag diag = {0};
  pg_finish (pg);
  struct ts *ts = vm_new (pg, &diag);
  struct vm *vm = (struct vm *) ts;
  struct fault fault = {0};
  uint32_t state[64];
  ts->class->initial (ts, state, &fault);
  for (unsigned bits = 1; bits <= 64; bits++)
    for (size_t k = 0; k < sizeof ops / sizeof *ops; k++)
      for (int n = 0; n < 40; n++) {
        uint64_t x = low (random_word (), bits), y = low (random_word (), bits);
        bool divides = ops[k] == E_DIV || ops[k] == E_MOD || ops[k] == E_UDIV || ops[k] == E_UMOD;
        if (divides && !y)
          y = 1;
        struct pg_expr *e = expr (pg, ops[k], ops[k] >= E_LT && ops[k] <= E_NE ? 1 : ops[k] == E_ULT || ops[k] == E_ULE ? 1 : bits,
                                  expr (pg, E_CONST, bits, NULL, NULL, (int64_t) x), expr (pg, E_CONST, bits, NULL, NULL, (int64_t) y), 0);
        fault.kind = FAULT_NONE;
        vm->fault = &fault;
        HOLD (vm_wide (vm, (uint32_t) code_compile_wide (vm->own, e, NULL).value) == expected (ops[k], x, y, bits) && !fault.kind);
      }
  CHECK_HELD ("operators of every width");
  for (unsigned bits = 2; bits <= 64; bits++)
    for (unsigned from = 1; from < bits; from++) {
      uint64_t x = low (random_word (), from), y = low (random_word (), bits);
      struct pg_expr *c = expr (pg, E_CONST, from, NULL, NULL, (int64_t) x), *d = expr (pg, E_CONST, bits, NULL, NULL, (int64_t) y);
      HOLD (vm_wide (vm, (uint32_t) code_compile_wide (vm->own, expr (pg, E_ZEXT, bits, c, NULL, 0), NULL).value) == x);
      HOLD (vm_wide (vm, (uint32_t) code_compile_wide (vm->own, expr (pg, E_SEXT, bits, c, NULL, 0), NULL).value) == low (number (x, from, true), bits));
      HOLD (vm_wide (vm, (uint32_t) code_compile_wide (vm->own, expr (pg, E_TRUNC, from, d, NULL, 0), NULL).value) == low (y, from));
    }
  CHECK_HELD ("casts between all widths");
  struct pg_expr *zero = expr (pg, E_CONST, 64, NULL, NULL, 0);
  fault.kind = FAULT_NONE;
  vm_wide (vm, (uint32_t) code_compile_wide (vm->own, expr (pg, E_UDIV, 64, zero, zero, 0), NULL).value);
  CHECK (fault.kind == FAULT_DIVISION);
  /* a number whose lower half is 0 is not 0, and no index inside of an array */
  struct pg_expr *large = expr (pg, E_CONST, 64, NULL, NULL, (int64_t) 1 << 32);
  CHECK (vm_wide_value (vm, (uint32_t) code_compile_wide (vm->own, large, NULL).value) == INT32_MAX);
  ts->class->free (ts);
  pg_free (pg);
}

/* What is stored in a cell of any type is what comes back, and neighbours keep theirs. */
static void
test_cells (void)
{
  for (unsigned bits = 1; bits <= 64; bits++)
    for (int is_signed = 0; is_signed < 2; is_signed++) {
      struct pg_type t = {.bits = (uint8_t) bits, .is_signed = is_signed};
      uint8_t room[10] = {0xaa, 0, 0, 0, 0, 0, 0, 0, 0, 0};
      unsigned bytes = bits <= 8 ? 1 : bits <= 16 ? 2 : bits <= 32 ? 4 : 8;
      room[1 + bytes] = 0x55;
      uint64_t v = random_word ();
      vm_set_cell (&t, room + 1, v);
      HOLD (room[0] == 0xaa && room[1 + bytes] == 0x55);
      HOLD ((uint64_t) vm_cell (&t, room + 1) == low (number (low (v, bits), bits, is_signed), 64));
    }
  CHECK_HELD ("cells of every type");
}

static struct pg_edge
edge (struct pg *pg, uint32_t src, uint32_t dst, struct pg_act act)
{
  struct pg_act *acts = ARENA_NEW (&pg->arena, struct pg_act);
  *acts = act;
  return (struct pg_edge) {.src = src, .dst = dst, .group = PG_OWN, .acts = acts, .nacts = 1};
}

/* A process that stores an input of so many bits, and one that waits for ever. */
static struct pg *
input_graph (unsigned bits)
{
  struct pg *pg = new_graph (1);
  struct pg_edge *edges = arena_alloc (&pg->arena, 2 * sizeof *edges);
  struct pg_loc *locs = arena_alloc (&pg->arena, 4 * sizeof *locs);
  struct pg_expr *in = expr (pg, E_INPUT, bits, NULL, NULL, 0);
  if (bits < 64)
    in = expr (pg, E_ZEXT, 64, in, NULL, 0);
  edges[0] = edge (pg, 0, 1, (struct pg_act) {.kind = ACT_ASSIGN, .place = place (pg, 0), .expr = in});
  edges[1] = edge (pg, 0, 1, (struct pg_act) {.kind = ACT_GUARD, .expr = expr (pg, E_CONST, 1, NULL, NULL, 0)});
  locs[1].flags = LOC_END | LOC_EXIT;
  pg->procs = arena_alloc (&pg->arena, 2 * sizeof *pg->procs);
  pg->procs[0] = (struct pg_proc) {.name = "main", .locs = locs, .nlocs = 2, .edges = edges, .nedges = 1};
  pg->procs[1] = (struct pg_proc) {.name = "other", .locs = locs + 2, .nlocs = 2, .edges = edges + 1, .nedges = 1};
  pg->nprocs = 2;
  pg->starts = arena_alloc (&pg->arena, 2 * sizeof *pg->starts);
  pg->starts[1] = 1;
  pg->nstarts = 2;
  pg_finish (pg);
  return pg;
}

/* A number that is narrower than its cell keeps its sign there. */
static void
test_narrow (void)
{
  struct pg *pg = input_graph (8);
  struct diag diag = {0};
  struct fault fault = {0};
  struct trans_list list = {0};
  uint32_t state[16], next[16];
  int64_t v;
  pg->procs[0].edges[0].acts[0].expr = expr (pg, E_CONST, 8, NULL, NULL, 0xfd);
  struct ts *ts = vm_new (pg, &diag);
  ts->class->initial (ts, state, &fault);
  ts->class->enabled (ts, state, &list);
  CHECK (list.count == 1);
  ts->class->step (ts, state, list.data[0], next, &fault);
  memcpy (&v, next + 1, 8);
  CHECK (v == -3);
  VEC_FREE (list);
  ts->class->free (ts);
  pg_free (pg);
}

/* How many values come out, and whether all of them were tried. */
static unsigned
count_values (struct pg *pg, bool *complete, enum end_kind *end)
{
  struct diag diag = {0};
  struct ts *ts = vm_new (pg, &diag);
  struct fault fault = {0};
  struct trans_list list = {0};
  uint32_t state[16], next[16];
  ts->class->initial (ts, state, &fault);
  ts->class->enabled (ts, state, &list);
  bool seen[256] = {false};
  unsigned n = 0;
  *complete = true;
  for (size_t i = 0; i < list.count; i++) {
    ts->class->step (ts, state, list.data[i], next, &fault);
    *complete &= fault.kind != FAULT_RESOURCE;
    uint64_t v;
    memcpy (&v, next + 1, 8);
    if (!fault.kind && !seen[v & 255])
      seen[v & 255] = true, n++;
    *end = ts->class->end (ts, next);
  }
  VEC_FREE (list);
  ts->class->free (ts);
  return n;
}

static void
test_inputs (void)
{
  bool complete;
  enum end_kind end = END_INVALID;
  for (unsigned bits = 1; bits <= 8; bits++) {
    struct pg *pg = input_graph (bits);
    pg_expand_inputs (pg, 8, NULL, 0);
    CHECK (count_values (pg, &complete, &end) == 1u << bits && complete);
    pg_free (pg);
  }
  CHECK (end == END_VALID);       /* the other waits, but the program has ended */
  struct pg *pg = input_graph (64);
  int64_t extra[2] = {7, 9};
  pg_expand_inputs (pg, 8, extra, 2);
  CHECK (count_values (pg, &complete, &end) == 4 && !complete);
  pg_free (pg);
  pg = input_graph (64);
  pg_expand_inputs (pg, 8, NULL, 0);
  CHECK (count_values (pg, &complete, &end) == 2 && !complete);
  pg_free (pg);
}

int
main (void)
{
  test_operators ();
  test_cells ();
  test_narrow ();
  test_inputs ();
  return check_end ();
}
