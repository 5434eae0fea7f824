/* The circuit of a model against the executor, step by step: along random schedules both have the same transitions
 * enabled, the same steps fail, and every variable and location is the same afterwards. With arguments: the models in these files. */
#include "check.h"
#include "circuit_parts.h"
#include "models.h"
#include "symbolic/circuit.h"

static const char *const models[] = {
  "byte x, y; active [2] proctype P () { byte l; do :: x < 3 -> x++; l = x :: atomic { x > 0 -> x--; y = l } :: l == 2 -> break od }",
  "chan q = [2] of { byte, short }; chan c = [0] of { byte }; byte g;"
  "active proctype S () { byte i; do :: q!!i,-i; i = (i + 1) % 3 :: c!i :: i == 2 -> break od }"
  "active proctype R () { byte v; short w; do :: q?v,w :: q??1,w :: q?<v,w> :: atomic { c?v; g = v; g++ } :: len (q) == 2 -> g = 7 od }",
  "byte n; proctype C (byte v) { byte a[3]; chan m = [1] of { byte }; m!v; a[v] = v; m?a[0]; n = n + a[v] }"
  "init { byte i; do :: i < 2 -> run C (i); i++ :: i > 0 && _nr_pr == 1 -> i-- :: n > 20 -> break od }",
  "byte x; short s; active proctype A () { { do :: x < 4 -> x++ :: d_step { x == 2 -> x = 0; if :: s > 0 -> s-- :: else -> s = -5 fi } od }"
  " unless { x == 4 && s < 0 -> x = 9 } } active proctype B () provided (x != 1) { do :: s = s + 300 :: timeout -> s = 1; break od }",
  "mtype = { a, b }; typedef T { byte f[2]; mtype m }; T t[2]; byte i; active proctype P () { L: do :: t[i].f[1 - i]++ :: t[i].m = b; i = 1 - i :: t[0].f[1] == 2 -> t[1].m = a; goto L :: t[0].f[i + 1] > 3 -> break od }"
  " active proctype W () { do :: P@L -> skip :: P[0]@L && t[1].m == a -> assert (t[0].f[0] < 2) od }",
  "int a = 7, b = -3, c; short s = 300; active [2] proctype P () { do :: c = a * b + s :: a = c / (b + 1) :: b = c % (s + 1) :: s = a << (b & 7) :: c = a >> 2 "
  ":: a = (b ^ s) | (c & 255) :: b = ~a :: s = -s :: c = (a < b -> a : b) :: a = (b >= s) + (c != 3) :: b = !c && a || s > 2 od }",
  "int i, k; byte v[4]; active proctype P () { do :: i < 6 -> v[i] = i; i++ :: k = v[k] / (i - 2); i = 0 :: assert (k < 3) :: k++ od }",
  "chan c[2] = [1] of { byte }; chan d = [0] of { byte, chan }; active proctype S () { byte i; do :: c[i]!i; i = 1 - i :: d!i,c[i] od }"
  "active proctype R () { byte x; chan e; do :: d?x,e; e?x :: d?1,e -> c[1]?eval (x) :: full (c[0]) -> c[0]?_ :: nempty (c[1]) && c[1]?[1] -> c[1]?x od }",
  "byte x; active [3] proctype P () { do :: atomic { x == _pid -> x = 1 - x; (x == 2); x = 0 } :: x = (x + 1) % 4 :: x == 3 -> break od }",
  "byte x, y; chan c = [0] of { byte }; active proctype S () { do :: atomic { c!x; y = 1; x++ } :: x > 4 -> break od } active [2] proctype R () { byte v; do :: atomic { c?v; y++; x = v } :: d_step { c?v; y = 0; v = 0 } :: c?3 od }",
  "byte x; int last; active proctype A () { do :: x++ :: last = _last od } active proctype B () { do :: last = pc_value (0) :: x = _nr_pr od }",
  "byte x; active proctype P () { do :: d_step { x < 2; x++; (x > 1); x = 0 } :: d_step { do :: x > 0 -> x-- :: else -> break od; x = 3 } od }",
  "unsigned u : 3; bit b; int z; active proctype P () { do :: u++ :: b++ :: z = z - u :: z = z + b; u = z od }",
  "chan q = [3] of { byte }; active proctype P () { byte i; do :: q!!i :: i = (i * 3 + 1) % 5 :: q??i :: q??eval (i) od } active proctype Q () { do :: q?<2>; q?2 :: len (q) > 1 -> q?_ od }",
};

struct both {
  struct pg *pg;
  struct ts *ts;
  struct inspector *v;
  struct circuit *c;
  struct layout layout;
  uint32_t *state, *next;
  bool *value, *latch;
  struct trans_list list;
  struct fault fault;
};

static uint64_t seed = 1;

static uint64_t
chance (void)
{
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return seed >> 33;
}

static void
simulate (struct both *b)
{
  for (size_t i = 0; i < b->c->latches.count; i++)
    b->value[lit_node (b->c->latches.data[i].now)] = b->latch[i];
  aig_simulate (&b->c->g, b->value);
}

static int64_t
model_value (struct both *b, uint32_t pid, uint32_t var, const struct pg_var *v, uint32_t element)
{
  struct pg_place place = {.var = var, .region = pid == PG_ALL ? REGION_GLOBAL : REGION_FRAME, .nindex = v->ndims};
  struct pg_expr index[PG_MAX_DIMS], load = {.op = E_LOAD, .place = &place};
  uint32_t inner = pg_var_elements (v), type = 0, loc;
  memset (index, 0, sizeof index);
  for (uint32_t k = 0; k < v->ndims; k++) {
    inner /= v->dim[k];
    index[k].value = (int32_t) (element / inner % v->dim[k]);
    place.index[k] = &index[k];
  }
  if (pid != PG_ALL)
    b->v->class->process (b->v, pid, &type, &loc);
  struct inspector_expr e = b->v->class->compile (b->v, &load, pid == PG_ALL ? NULL : &b->pg->procs[type]);
  return b->v->class->eval (b->v, pid == PG_ALL ? 0 : pid, e);
}

static bool
same_variables (struct both *b, uint32_t pid, uint32_t type, const struct pg_var *vars, uint32_t n)
{
  for (uint32_t i = 0; i < n; i++)
    for (uint32_t e = 0; e < pg_var_elements (&vars[i]); e++) {
      int64_t there = model_value (b, pid, i, &vars[i], e), here = circuit_cell_value (b->c, pid, type, i, e, b->value);
      if (there != here) {
        fprintf (stderr, "%s, element %u: executor %lld, circuit %lld\n", vars[i].name, e, (long long) there, (long long) here);
        return false;
      }
    }
  return true;
}

static bool
same_state (struct both *b)
{
  b->v->class->look (b->v, b->state);
  uint32_t n = b->v->nprocs;
  for (uint32_t pid = 0; pid < b->layout.slots.count; pid++) {
    uint32_t type, loc, circuit_type = 0, circuit_loc = 0;
    int mode;
    bool alive = circuit_where (b->c, pid, b->value, &circuit_type, &circuit_loc, &mode);
    if (alive != (pid < n))
      return false;
    if (!alive)
      continue;
    b->v->class->process (b->v, pid, &type, &loc);
    if (loc != circuit_loc || b->layout.slots.data[pid].types.data[circuit_type] != type
        || !same_variables (b, pid, circuit_type, b->pg->procs[type].vars, b->pg->procs[type].nvars))
      return false;
  }
  return !n || same_variables (b, PG_ALL, 0, b->pg->vars, b->pg->nvars);
}

static trans_id
transition (const struct step *s)
{
  return s->partner == PG_ALL ? trans_of (s->slot, s->edge) : trans_of_rendezvous (s->slot, s->edge, s->partner, s->partner_edge);
}

/* Every transition of the executor is an enabled step, and the other way round. */
static bool
same_enabled (struct both *b)
{
  size_t enabled = 0;
  for (size_t i = 0; i < b->c->steps.count; i++)
    if (aig_value (b->value, b->c->steps.data[i].enabled)) {
      bool found = false;
      for (size_t k = 0; k < b->list.count; k++)
        found |= !b->c->steps.data[i].inside && b->list.data[k] == transition (&b->c->steps.data[i]);
      if (!found)
        return false;
      enabled++;
    }
  return enabled == b->list.count && aig_value (b->value, b->c->terminal) == !enabled;
}

/* The step that inputs choose is the one that is meant, and its changes are what the latches get. */
static bool
take_step (struct both *b, uint32_t step)
{
  const struct step *s = &b->c->steps.data[step];
  bool ok = true, *to = mem_alloc (b->c->latches.count + 1);
  circuit_choose (b->c, step, b->value);
  simulate (b);
  for (size_t i = 0; i < b->c->steps.count; i++)
    ok &= aig_value (b->value, b->c->steps.data[i].execute) == (i == step);
  memcpy (to, b->latch, b->c->latches.count);
  for (uint32_t i = 0; i < s->nchanges; i++)
    to[s->changes[i].latch] = aig_value (b->value, s->changes[i].to);
  for (size_t i = 0; i < b->c->latches.count; i++)
    ok &= to[i] == aig_value (b->value, b->c->latches.data[i].next);
  ok &= aig_value (b->value, b->c->valid);
  memcpy (b->latch, to, b->c->latches.count);
  mem_free (to);
  simulate (b);
  return ok && aig_value (b->value, b->c->hold);
}

/* The rest of a d_step; it fails if the executor's step did. */
static bool
finish_dstep (struct both *b, bool failed)
{
  for (int n = 0; n < 10000; n++) {
    uint32_t inside = PG_ALL;
    for (uint32_t i = 0; i < b->c->steps.count; i++)
      if (b->c->steps.data[i].inside && aig_value (b->value, b->c->steps.data[i].enabled)) {
        if (inside != PG_ALL)
          return false;
        inside = i;
      }
    if (inside == PG_ALL)
      return !failed;
    if (aig_value (b->value, b->c->steps.data[inside].fault))
      return failed;
    if (!take_step (b, inside))
      return false;
  }
  return false;
}

enum went { WRONG, ON, OVER };

static enum went
advance (struct both *b)
{
  b->list.count = 0;
  b->ts->class->enabled (b->ts, b->state, &b->list);
  if (b->list.count == 1 && b->list.data[0] == TRANS_RELEASE) {
    uint32_t n = b->ts->class->step (b->ts, b->state, TRANS_RELEASE, b->next, &b->fault);
    memcpy (b->state, b->next, (size_t) n * 4);
    b->list.count = 0;
    b->ts->class->enabled (b->ts, b->state, &b->list);
  }
  if (!same_enabled (b))
    return WRONG;
  if (aig_value (b->value, b->c->observable) != !ts_transient (b->state))
    return WRONG;
  if (!b->list.count)
    return OVER;
  trans_id t = b->list.data[chance () % b->list.count];
  uint32_t n = b->ts->class->step (b->ts, b->state, t, b->next, &b->fault), step = 0;
  while (!aig_value (b->value, b->c->steps.data[step].enabled) || b->c->steps.data[step].inside || transition (&b->c->steps.data[step]) != t)
    step++;
  if (aig_value (b->value, b->c->steps.data[step].resource))
    return OVER;
  struct fault first = b->fault;
  for (uint32_t i = 0; i < b->c->steps.data[step].nchain && first.kind == FAULT_NONE; i++) {
    memcpy (b->state, b->next, (size_t) n * 4);
    n = b->ts->class->step (b->ts, b->state, trans_of (b->c->steps.data[step].slot, b->c->steps.data[step].chain[i]), b->next, &b->fault);
    if (b->fault.kind != FAULT_NONE)
      first = b->fault;
  }
  b->fault = first;
  bool failed = b->fault.kind != FAULT_NONE, fails = aig_value (b->value, b->c->steps.data[step].fault);
  if (fails)
    return failed ? b->fault.goes_on && !b->c->steps.data[step].nchain && take_step (b, step) && finish_dstep (b, false) ? memcpy (b->state, b->next, (size_t) n * 4), ON : OVER : WRONG;
  if (!take_step (b, step))
    return WRONG;
  if (!finish_dstep (b, failed))
    return WRONG;
  memcpy (b->state, b->next, (size_t) n * 4);
  return failed ? OVER : ON;
}

static void
walk (struct both *b, int steps)
{
  b->ts->class->initial (b->ts, b->state, &b->fault);
  for (size_t i = 0; i < b->c->latches.count; i++)
    b->latch[i] = b->c->latches.data[i].init;
  memset (b->value, 0, b->c->g.nodes.count);
  simulate (b);
  for (int i = 0; i < steps; i++) {
    HOLD (same_state (b));
    enum went w = advance (b);
    HOLD (w != WRONG);
    if (w != ON || check_broken)
      return;
  }
}

static void
compare (struct pg *pg, bool one_hot, int walks, const char *name)
{
  struct diag diag = {.out = stderr};
  struct both b = {.pg = pg, .ts = vm_new (pg, &diag)};
  struct circuit_config config = {.one_hot = one_hot};
  struct refusal refusal;
  b.v = vm_inspector (b.ts);
  b.state = mem_zalloc ((size_t) b.ts->max_words * 4);
  b.next = mem_zalloc ((size_t) b.ts->max_words * 4);
  layout_init (&b.layout, b.ts, b.v);
  b.c = circuit_new (pg, &b.layout, &config, &refusal);
  if (b.c) {
    b.value = mem_zalloc (b.c->g.nodes.count + 1);
    b.latch = mem_zalloc (b.c->latches.count + 1);
    for (int i = 0; i < walks && !check_broken; i++)
      walk (&b, 60);
    if (check_broken)
      fprintf (stderr, "in %s\n", name);
    mem_free (b.value);
    mem_free (b.latch);
  } else if (*refusal.what)
    HOLD (refusal.what[0]);
  circuit_free (b.c);
  layout_release (&b.layout);
  VEC_FREE (b.list);
  mem_free (b.state);
  mem_free (b.next);
  b.ts->class->free (b.ts);
}

static void
compare_text (const char *text)
{
  for (int variant = 0; variant < 4; variant++) {
    struct pg *pg = model_load (text);
    struct pg_expr *none = NULL;
    if (variant & 2)
      pg_simplify (pg, &none, 0);
    else
      pg_drop_hidden (pg, &none, 0);
    compare (pg, variant & 1, 25, text);
    pg_free (pg);
  }
  CHECK_HELD ("the circuit does what the executor does");
}

static void
compare_file (const char *file)
{
  struct diag diag = {.out = stderr};
  for (int variant = 0; variant < 2; variant++) {
    struct pg *pg = promela_load (file, NULL, NULL, &diag);
    struct pg_expr *none = NULL;
    if (!pg)
      return;
    if (variant)
      pg_simplify (pg, &none, 0);
    else
      pg_drop_hidden (pg, &none, 0);
    compare (pg, variant, 10, file);
    pg_free (pg);
  }
  CHECK_HELD ("the circuit does what the executor does");
}

int
main (int argc, char **argv)
{
  for (int i = 1; i < argc; i++)
    compare_file (argv[i]);
  for (size_t i = 0; argc == 1 && i < sizeof models / sizeof *models; i++)
    compare_text (models[i]);
  return check_end ();
}
