/* Paths: their values, their memory, and the edges that they become. See path.h. */
#include "front/c/walk.h"

#include <string.h>

#include "base/sources.h"

/* ---- paths ---- */

void
path_release (struct path *p)
{
  VEC_FREE (p->bindings);
  VEC_FREE (p->stores);
  VEC_FREE (p->headers);
  VEC_FREE (p->header_ctx);
}

/* Whether the condition is already a conjunct of the path's condition. */
static bool
is_assumed (const struct pg_expr *all, const struct pg_expr *cond)
{
  for (; all && all->op == E_AND; all = all->kid[0])
    if (pg_expr_same (all->kid[1], cond))
      return true;
  return all && pg_expr_same (all, cond);
}

void
path_assume (struct walker *w, struct path *p, struct pg_expr *cond)
{
  if (!cond || !is_assumed (p->cond, cond))
    p->cond = x_and (w->c, p->cond, cond);
}

bool
path_impossible (const struct path *p)
{
  return p->cond && x_is (p->cond, 0);
}

static struct path
copy (const struct path *p)
{
  struct path q = *p;
  memset (&q.bindings, 0, sizeof q.bindings);
  memset (&q.stores, 0, sizeof q.stores);
  memset (&q.headers, 0, sizeof q.headers);
  memset (&q.header_ctx, 0, sizeof q.header_ctx);
  for (size_t i = 0; i < p->headers.count; i++) {
    VEC_PUSH (q.headers, p->headers.data[i]);
    VEC_PUSH (q.header_ctx, p->header_ctx.data[i]);
  }
  for (size_t i = 0; i < p->bindings.count; i++)
    VEC_PUSH (q.bindings, p->bindings.data[i]);
  for (size_t i = 0; i < p->stores.count; i++)
    VEC_PUSH (q.stores, p->stores.data[i]);
  return q;
}

bool
path_branch (struct walker *w, const struct path *p, struct pg_expr *cond, struct path *branch)
{
  if (cond && x_is (cond, 0))
    return false;
  *branch = copy (p);
  path_assume (w, branch, cond);
  return true;
}

struct path *
path_fork (struct walker *w, const struct path *p, struct pg_expr *cond)
{
  struct path q;
  if (!path_branch (w, p, cond, &q))
    return NULL;
  VEC_PUSH (w->paths, q);
  return &VEC_LAST (w->paths);
}

/* ---- values ---- */

void
path_bind (struct path *p, struct c_ctx *ctx, uint32_t value, struct c_value v)
{
  assert (value < ctx->f->nvalues);
  for (size_t i = p->bindings.count; i-- > 0;)
    if (p->bindings.data[i].ctx == ctx && p->bindings.data[i].value == value) {
      p->bindings.data[i].v = v;
      return;
    }
  VEC_PUSH (p->bindings, ((struct binding) {ctx, value, v}));
}

void
path_result (struct path *p, struct c_value v)
{
  path_bind (p, p->ctx, p->ctx->f->nargs + p->inst, v);
}

static bool
is_pointer (LLVMValueRef v)
{
  return LL (GetTypeKind) (LL (TypeOf) (v)) == LLVMPointerTypeKind;
}

/* The frame variable that keeps a value between steps. */
static uint32_t
slot (struct walker *w, struct c_ctx *ctx, uint32_t value, unsigned bits)
{
  if (ctx->slot[value] == NONE) {
    ctx->slot[value] = (uint32_t) w->vars.count;
    VEC_PUSH (w->vars, ((struct pg_var) {.name = arena_printf (w->c->arena, "%s.%u", ctx->f->name, value), .region = REGION_FRAME, .internal = true,
                                         .type = {.bits = (uint8_t) bits, .kind = bits == 1 ? PG_BIT : PG_UNSIGNED}}));
  }
  assert (w->vars.data[ctx->slot[value]].type.bits == bits);
  return ctx->slot[value];
}

static struct c_value
constant_value (struct walker *w, struct path *p, LLVMValueRef v)
{
  struct c_program *c = w->c;
  uint32_t bits = program_bits (LL (TypeOf) (v)), object;
  int64_t offset;
  if (!bits)
    return (struct c_value) {0};
  if (LL (IsAUndefValue) (v)) {
    struct pg_expr *any = x_input (c, bits, p->inputs++);
    return is_pointer (v) ? value_pointer (w, any) : value_scalar (any);
  }
  if (LL (IsAConstantInt) (v))
    return value_scalar (x_const (c, bits, LL (ConstIntGetZExtValue) (v)));
  if (is_pointer (v) && object_constant (c, w->thread, v, &object, &offset))
    return value_address (w, object, (uint64_t) offset);
  if (LL (IsAConstantExpr) (v) && LL (GetConstOpcode) (v) == LLVMPtrToInt) {
    struct c_value a = constant_value (w, p, LL (GetOperand) (v, 0));
    return a.e ? value_scalar (x_zext (c, value_whole (w, p, a), bits)) : (struct c_value) {0};
  }
  if (LL (IsAConstantExpr) (v) && LL (GetConstOpcode) (v) == LLVMIntToPtr) {
    struct c_value a = constant_value (w, p, LL (GetOperand) (v, 0));
    return a.e ? value_of_number (w, p, LL (GetOperand) (v, 0), a.e) : (struct c_value) {0};
  }
  return (struct c_value) {0};
}

/* A constant address of a local: recomputed where needed instead of kept between steps. */
static bool
is_fixed_address (LLVMValueRef v)
{
  if (!LL (IsAInstruction) (v))
    return false;
  LLVMOpcode op = LL (GetInstructionOpcode) (v);
  for (int i = 1; op == LLVMGetElementPtr && i < LL (GetNumOperands) (v); i++)
    if (!LL (IsAConstantInt) (LL (GetOperand) (v, (unsigned) i)))
      return false;
  return op == LLVMAlloca || ((op == LLVMBitCast || op == LLVMGetElementPtr) && is_fixed_address (LL (GetOperand) (v, 0)));
}

/* main's parameters other than argc are not supported. */
static bool
is_argv (const struct c_ctx *x, uint32_t value)
{
  return !x->parent && !x->thread && value && value < x->f->nargs;
}

/* The value is empty: not supported. */
struct c_value
path_value (struct walker *w, struct path *p, LLVMValueRef v)
{
  if (!LL (IsAInstruction) (v) && !LL (IsAArgument) (v))
    return constant_value (w, p, v);
  uint32_t k = map_get (&w->c->value_of, v);
  assert (k < p->ctx->f->nvalues);
  for (size_t i = p->bindings.count; i-- > 0;)
    if (p->bindings.data[i].ctx == p->ctx && p->bindings.data[i].value == k)
      return p->bindings.data[i].v;
  if (LL (IsAInstruction) (v) && LL (GetInstructionOpcode) (v) == LLVMAlloca) {
    uint32_t o = p->ctx->object[k - p->ctx->f->nargs];
    return o == NONE ? (struct c_value) {0} : value_address (w, o, 0);
  }
  if (is_fixed_address (v))
    return walk_computed (w, p, &p->ctx->f->insts[k - p->ctx->f->nargs]);
  uint32_t bits = program_bits (LL (TypeOf) (v));
  if (!bits || is_argv (p->ctx, k))
    return (struct c_value) {0};
  struct pg_expr *e = x_load (w->c, x_place (w->c, REGION_FRAME, slot (w, p->ctx, k, bits)), bits);
  return is_pointer (v) ? value_pointer (w, e) : value_scalar (e);
}

struct pg_expr *
path_scalar (struct walker *w, struct path *p, LLVMValueRef v)
{
  struct c_value x = path_value (w, p, v);
  return x.e && is_pointer (v) ? value_whole (w, p, x) : x.e;
}

/* ---- memory ---- */

void
path_store (struct path *p, struct pg_place *place, struct pg_expr *value)
{
  for (size_t i = 0; i < p->stores.count; i++)
    if (pg_place_same (p->stores.data[i].place, place)) {
      p->stores.data[i].value = value;
      return;
    }
  VEC_PUSH (p->stores, ((struct store) {place, value}));
}

static bool
is_fixed (const struct pg_place *p)
{
  for (uint8_t i = 0; i < p->nindex; i++)
    if (p->index[i]->op != E_CONST)
      return false;
  return true;
}

bool
path_loaded (struct walker *w, const struct path *p, struct pg_place *place, unsigned bits, struct pg_expr **out)
{
  assert (bits == (place->region == REGION_FRAME ? w->vars.data : w->c->vars.data)[place->var].type.bits);
  for (size_t i = p->stores.count; i-- > 0;) {
    const struct pg_place *q = p->stores.data[i].place;
    if (q->region != place->region || q->var != place->var)
      continue;
    if (pg_place_same (q, place)) {
      *out = p->stores.data[i].value;
      return true;
    }
    if (!is_fixed (q) || !is_fixed (place))
      return false;
  }
  *out = x_load (w->c, place, bits);
  return true;
}

void
path_note (struct walker *w, struct path *p, enum pg_sync kind, const struct c_object *o, const char *name)
{
  if (o && !o->visible && p->note)
    return;                       /* the step is named after its visible operation */
  struct pg_note *n = ARENA_NEW (w->c->arena, struct pg_note);
  *n = (struct pg_note) {.kind = kind, .var = NONE, .element = NONE, .object = name ? name : o ? o->name : NULL};
  if (o && o->leaves.count && !o->in_frame)
    n->var = o->leaves.data[0].var;
  p->note = n;
}

/* ---- edges ---- */

struct acts {
  VEC (struct pg_act) v;
};

static bool
touches (const struct pg_place *p, const struct store *s)
{
  for (uint8_t i = 0; i < s->place->nindex; i++)
    if (pg_expr_reads (s->place->index[i], p->region, p->var))
      return true;
  return pg_expr_reads (s->value, p->region, p->var);
}

static void
push_assign (struct acts *a, const struct path *p, struct pg_place *place, struct pg_expr *e)
{
  VEC_PUSH (a->v, ((struct pg_act) {.kind = ACT_ASSIGN, .pos = p->pos, .place = place, .expr = e}));
}

/* Saves the current value in a temporary variable, and returns the expression that reads it. */
static struct pg_expr *
keep_aside (struct walker *w, const struct path *p, struct pg_expr *e, struct acts *out)
{
  unsigned bits = pg_bits (e);
  if (x_is_const (e))
    return e;
  VEC_PUSH (w->vars, ((struct pg_var) {.name = arena_printf (w->c->arena, "aside.%zu", w->vars.count), .region = REGION_FRAME, .internal = true,
                                       .type = {.bits = (uint8_t) bits, .kind = PG_UNSIGNED}}));
  struct pg_place *aside = x_place (w->c, REGION_FRAME, (uint32_t) w->vars.count - 1);
  push_assign (out, p, aside, e);
  return x_load (w->c, aside, bits);
}

/* Whether store i reads a cell that another one writes. */
static bool
holds_up (const struct store *s, size_t n, size_t i)
{
  for (size_t k = 0; k < n; k++)
    if (k != i && touches (s[k].place, &s[i]))
      return true;
  return false;
}

/* All assignments are simultaneous: a store waits until its old value is no longer needed; in a cycle of such dependences
 * one old value is saved in a temporary first. */
static void
serialise (struct walker *w, const struct path *p, struct store *s, size_t n, struct acts *out)
{
  while (n) {
    size_t free = n;
    for (size_t i = 0; i < n && free == n; i++) {
      bool needed = false;
      for (size_t k = 0; k < n && !needed; k++)
        needed = k != i && touches (s[i].place, &s[k]);
      if (!needed)
        free = i;
    }
    if (free == n) {
      size_t in_the_way = 0;
      while (!holds_up (s, n, in_the_way))
        in_the_way++;
      assert (in_the_way < n);
      struct pg_place *place = ARENA_NEW (w->c->arena, struct pg_place);
      *place = *s[in_the_way].place;
      for (uint8_t i = 0; i < place->nindex; i++)
        place->index[i] = keep_aside (w, p, place->index[i], out);
      s[in_the_way] = (struct store) {place, keep_aside (w, p, s[in_the_way].value, out)};
      continue;
    }
    struct pg_place *place = s[free].place;
    assert (pg_bits (s[free].value) == (place->region == REGION_FRAME ? w->vars.data : w->c->vars.data)[place->var].type.bits);
    push_assign (out, p, place, s[free].value);
    s[free] = s[--n];
  }
}

/* The values that are live at the location. False: some of them are not supported, and the path was ended. */
static bool
keep_bindings (struct walker *w, struct path *p, const struct place_key *to, struct path *all)
{
  for (struct c_ctx *x = to->ctx, *below = NULL; x; below = x, x = x->parent) {
    uint64_t *live = mem_zalloc (x->f->words * sizeof *live);
    program_live_at (w->c, x->f, below ? below->call + 1 : to->inst, live);
    if (below)
      bits_remove (live, x->f->nargs + below->call);
    else if (to->part)
      bits_add (live, x->f->nargs + to->inst);
    for (size_t i = 0; i < p->bindings.count; i++) {
      const struct binding *b = &p->bindings.data[i];
      if (b->ctx != x || !bits_has (live, b->value) || is_argv (x, b->value) || (b->value >= x->f->nargs && is_fixed_address (x->f->insts[b->value - x->f->nargs].v)))
        continue;
      if (!b->v.e) {
        mem_free (live);
        path_fault (w, p, FAULT_RESOURCE, "a value that is not translated is needed after this step");
        return false;
      }
      if (!b->v.e)
        continue;
      struct pg_expr *e = b->v.second ? value_whole (w, p, b->v) : b->v.e;
      struct pg_place *place = x_place (w->c, REGION_FRAME, slot (w, x, b->value, pg_bits (e)));
      if (!(e->op == E_LOAD && pg_place_same (e->place, place)))
        VEC_PUSH (all->stores, ((struct store) {place, e}));
    }
    mem_free (live);
  }
  return true;
}

static const char *
read_line (struct walker *w, struct pos pos)
{
  char line[200] = "";
  if (pos.file && !sources_line (pos.file, pos.line, line, sizeof line))
    *line = 0;
  size_t n = strlen (line);
  while (n && strchr (" \t;{", line[n - 1]))
    line[--n] = 0;
  const char *text = line + strspn (line, " \t{}");
  return arena_strdup (w->c->arena, *text ? text : "...");
}

static const char *
source_line (struct walker *w, struct pos pos)
{
  struct c_program *c = w->c;
  for (size_t i = 0; i < c->lines.count; i++)
    if (c->lines.data[i].pos.line == pos.line && c->lines.data[i].pos.file == pos.file)
      return c->lines.data[i].text;
  VEC_PUSH (c->lines, ((struct c_line) {pos, read_line (w, pos)}));
  return VEC_LAST (c->lines).text;
}

static void
add_edge (struct walker *w, struct path *p, uint32_t dst, struct acts *acts, bool atomic)
{
  assert (w->src < w->locs.count && dst < w->locs.count);
  if (!acts->v.count || (p->cond && !x_is (p->cond, 1))) {
    struct pg_act guard = {.kind = ACT_GUARD, .pos = p->pos, .expr = p->cond ? p->cond : x_const (w->c, 1, 1)};
    VEC_PUSH (acts->v, guard);
    memmove (acts->v.data + 1, acts->v.data, (acts->v.count - 1) * sizeof guard);
    acts->v.data[0] = guard;
  }
  struct pg_edge e = {.src = w->src, .dst = dst, .group = PG_OWN, .flags = atomic ? EDGE_ATOMIC : 0, .pos = p->pos, .note = p->note,
                      .text = source_line (w, p->pos)};
  e.nacts = (uint32_t) acts->v.count;
  e.acts = arena_copy (w->c->arena, acts->v.data, acts->v.count * sizeof *e.acts);
  VEC_FREE (acts->v);
  VEC_PUSH (w->edges, e);
}

static void
finish (struct walker *w, struct path *p, uint32_t dst, const struct place_key *to)
{
  struct acts acts = {0};
  if (path_impossible (p))
    return;
  struct path all = copy (p);
  if (to && !keep_bindings (w, p, to, &all)) {
    path_release (&all);
    return;
  }
  if (dst == w->src && !all.stores.count && !p->length) {
    path_release (&all);          /* nothing was executed: the continuation is unknown, and must not be dropped */
    path_fault (w, p, FAULT_RESOURCE, "an operation whose objects are not known when it begins: not translated");
    return;
  }
  if (dst == w->src && !all.stores.count && p->atomic) {
    path_release (&all);
    path_section_waits (w, p, x_const (w->c, 1, 1));
    return;
  }
  if (dst == w->src && !all.stores.count) {
    if (!p->cond || x_is (p->cond, 1))
      w->locs.data[w->src].flags |= LOC_END;      /* it does not block, but loops for ever: not a deadlock of this thread */
    path_release (&all);          /* a waiting loop: the thread is stuck there until some variable changes, and a state
                                   * where no other thread can proceed is an end */
    return;
  }
  serialise (w, p, all.stores.data, all.stores.count, &acts);
  path_release (&all);
  add_edge (w, p, dst, &acts, to && to->atomic);
}

void
path_end_here (struct walker *w, struct path *p, uint32_t part)
{
  struct place_key to = {p->ctx, p->inst, part, p->atomic};
  uint32_t dst = walker_location (w, to);
  finish (w, p, dst, &to);
}

void
path_end_at (struct walker *w, struct path *p, uint32_t location)
{
  finish (w, p, location, NULL);
}

void
path_fault (struct walker *w, struct path *p, enum fault_kind kind, const char *text)
{
  struct acts acts = {0};
  if (path_impossible (p))
    return;
  struct pos pos = program_pos (w->c, p->ctx->f->insts[p->inst].v);
  if (pos.line)
    p->pos = pos;
  VEC_PUSH (acts.v, ((struct pg_act) {.kind = ACT_CHECK, .pos = p->pos, .expr = x_const (w->c, 1, 0), .fault = kind, .text = text}));
  add_edge (w, p, w->fault, &acts, false);
}

void
path_fault_if (struct walker *w, struct path *p, struct pg_expr *cond, enum fault_kind kind, const char *text)
{
  if (x_is (cond, 0) || is_assumed (p->cond, x_not (w->c, cond)))
    return;
  struct path q = *p;
  q.cond = x_and (w->c, p->cond, cond);
  path_fault (w, &q, kind, text);
}

void
path_stop_if (struct walker *w, const struct path *p, struct pg_expr *cond)
{
  struct path q = copy (p);
  q.cond = x_and (w->c, p->cond, cond);
  if (w->c->stops != NONE)
    path_store (&q, x_place (w->c, REGION_GLOBAL, w->c->stops), x_const (w->c, 1, 1));
  path_end_at (w, &q, w->stopped);
  path_release (&q);
}

/* After a failed assumption the run is not an execution of the program. */
void
path_section_waits (struct walker *w, struct path *p, struct pg_expr *cond)
{
  struct pg_expr *stops = w->c->stops == NONE ? x_const (w->c, 1, 0) : x_load (w->c, x_place (w->c, REGION_GLOBAL, w->c->stops), 1);
  path_fault_if (w, p, x_and (w->c, cond, x_not (w->c, stops)), FAULT_MISUSE, "an atomic section waits inside");
  if (w->c->stops != NONE)
    path_stop_if (w, p, x_and (w->c, cond, stops));
}
