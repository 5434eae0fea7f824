/* Objects as variables.
 *
 * A structure or array is split into cells of one scalar type each: arrays of structures become one array for each member.
 * Locks and the like are cells of a special kind, independent of the library's representation. */
#include "front/c/parts.h"

#include <string.h>

uint32_t
program_var (struct c_program *c, const char *name, unsigned bits, bool is_signed)
{
  assert (bits >= 1 && bits <= 64);
  VEC_PUSH (c->vars, ((struct pg_var) {.name = name, .type = {.bits = (uint8_t) bits, .is_signed = is_signed, .kind = bits == 1 ? PG_BIT : is_signed ? PG_INT : PG_UNSIGNED},
                                       .region = REGION_GLOBAL, .pos = {.file = c->pg->file}}));
  return (uint32_t) c->vars.count - 1;
}

uint32_t
object_new (struct c_program *c, uint32_t site, LLVMTypeRef type, uint64_t count, const char *name)
{
  assert (site == NONE || site < c->sites.count);
  if (c->objects.count >= MOST_OBJECTS && !c->failed) {
    diag_error (c->diag, (struct pos) {.file = c->pg->file}, "more than %d objects", MOST_OBJECTS);
    c->failed = true;
  }
  struct c_object o = {.site = site, .thread = NONE, .name = name, .type = type, .count = count, .alive = NONE, .gone = NONE};
  LLVMTypeKind kind = type ? LL (GetTypeKind) (type) : LLVMVoidTypeKind;
  if (type && !(kind == LLVMStructTypeKind && !LL (CountStructElementTypes) (type)) && kind != LLVMFunctionTypeKind)
    o.size = LL (ABISizeOfType) (c->layout, type) * count;
  if (o.size >= MOST_BYTES && !c->failed) {
    diag_error (c->diag, (struct pos) {.file = c->pg->file}, "%s has %llu bytes, more than a model can hold (%d)", name, (unsigned long long) o.size, MOST_BYTES - 1);
    c->failed = true;
  }
  VEC_PUSH (c->objects, o);
  if (site != NONE)
    VEC_PUSH (c->sites.data[site].objects, (uint32_t) c->objects.count - 1);
  return (uint32_t) c->objects.count - 1;
}

/* ---- layout ---- */

struct laying {
  struct c_program *c;
  uint32_t object;
  uint8_t ndims, components;
  uint32_t dim[PG_MAX_DIMS], stride[PG_MAX_DIMS];
  uint8_t after[PG_MAX_DIMS];
  bool ok;
};

static void
add_leaf (struct laying *l, uint64_t offset, uint32_t bytes, unsigned bits, const char *name, struct c_leaf like)
{
  assert (bytes && offset + bytes <= l->c->objects.data[l->object].size);
  like.offset = offset;
  like.bytes = bytes;
  like.bits = (uint8_t) bits;
  like.ndims = l->ndims;
  like.name = name;
  like.mark = like.reading = NONE;
  memcpy (like.dim, l->dim, sizeof like.dim);
  memcpy (like.stride, l->stride, sizeof like.stride);
  memcpy (like.after, l->after, sizeof like.after);
  VEC_PUSH (l->c->objects.data[l->object].leaves, like);
}

static bool
is_semaphore (const char *name)
{
  static const char type[] = "union.sem_t";
  size_t n = sizeof type - 1;
  return (!strncmp (name, type, n) && (!name[n] || name[n] == '.')) || strstr (name, "anonunion_sem_t");
}

/* Lays out a lock, condition variable, semaphore or barrier; false: the type is none of these. */
static bool
add_sync (struct laying *l, LLVMTypeRef t, uint64_t at, const char *name)
{
  const char *s = LL (GetStructName) (t);
  unsigned threads = (unsigned) l->c->threads.count;
  uint32_t bytes = (uint32_t) LL (ABISizeOfType) (l->c->layout, t);
  if (!s)
    return false;
  static const struct c_leaf inner = {.inner = true}, lock = {.role = ROLE_LOCK, .inner = true};
  bool kinds = l->c->has_mutex_kinds, destroy = l->c->has_destroy;
  uint32_t first = 8;             /* size of the cells before the one that marks it as destroyed */
  if (strstr (s, "pthread_mutex_t")) {
    add_leaf (l, at, kinds || destroy ? 8 : bytes, 8, name, lock);
    if (kinds) {
      add_leaf (l, at + 8, 4, 2, arena_printf (l->c->arena, "%s.kind", name), inner);
      add_leaf (l, at + 12, destroy ? 4 : bytes - 12, 8, arena_printf (l->c->arena, "%s.depth", name), inner);
      first = 16;
    }
  } else if (strstr (s, "pthread_cond_t"))
    add_leaf (l, at, destroy ? 8 : bytes, threads, name, inner);
  else if (strstr (s, "pthread_rwlock_t")) {
    add_leaf (l, at, 8, 8, arena_printf (l->c->arena, "%s.writer", name), lock);
    add_leaf (l, at + 8, destroy ? 8 : bytes - 8, threads, arena_printf (l->c->arena, "%s.readers", name), inner);
    first = 16;
  } else if (is_semaphore (s)) {
    add_leaf (l, at, 4, 32, name, inner);
    add_leaf (l, at + 4, 4, threads, arena_printf (l->c->arena, "%s.waiting", name), inner);
    add_leaf (l, at + 8, bytes - 8, 1, arena_printf (l->c->arena, "%s.made", name), inner);
    return true;
  } else if (strstr (s, "pthread_barrier_t")) {
    add_leaf (l, at, 4, 32, arena_printf (l->c->arena, "%s.count", name), inner);
    add_leaf (l, at + 4, 4, 32, arena_printf (l->c->arena, "%s.arrived", name), inner);
    add_leaf (l, at + 8, bytes - 8, threads, arena_printf (l->c->arena, "%s.waiting", name), inner);
    return true;
  } else
    return false;
  if (destroy)
    add_leaf (l, at + first, bytes - first, 1, arena_printf (l->c->arena, "%s.destroyed", name), inner);
  return true;
}

static void lay_out (struct laying *, LLVMTypeRef, uint64_t at, const char *name);

static void
lay_out_array (struct laying *l, LLVMTypeRef element, uint64_t n, uint64_t at, const char *name)
{
  uint64_t bytes = LL (ABISizeOfType) (l->c->layout, element);
  if (n == 1 && l->ndims == 0 && !l->components) {
    lay_out (l, element, at, name);
    return;
  }
  if (!n || !bytes)
    return;
  if (l->ndims == PG_MAX_DIMS) {
    l->ok = false;
    return;
  }
  l->dim[l->ndims] = (uint32_t) n;
  l->stride[l->ndims] = (uint32_t) bytes;
  l->after[l->ndims++] = (uint8_t) (l->components + 1);
  lay_out (l, element, at, name);
  l->ndims--;
}

static void
lay_out (struct laying *l, LLVMTypeRef t, uint64_t at, const char *name)
{
  uint32_t bits = program_bits (t);
  LLVMTypeKind kind = LL (GetTypeKind) (t);
  if (bits || kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind) {
    uint32_t bytes = program_bytes (l->c, t);
    add_leaf (l, at, bytes, bits ? bits : 8 * bytes, name, (struct c_leaf) {.pointer = kind == LLVMPointerTypeKind});
  } else if (kind == LLVMArrayTypeKind)
    lay_out_array (l, LL (GetElementType) (t), LL (GetArrayLength) (t), at, name);
  else if (kind == LLVMStructTypeKind) {
    if (add_sync (l, t, at, name))
      return;
    uint8_t components = l->components++;
    for (unsigned i = 0; i < LL (CountStructElementTypes) (t); i++)
      lay_out (l, LL (StructGetTypeAtIndex) (t, i), at + LL (OffsetOfElement) (l->c->layout, t, i), arena_printf (l->c->arena, "%s.%u", name, i));
    l->components = components;
  } else
    l->ok = false;
}

/* ---- variables ---- */

static struct pg_expr *
constant (struct c_program *c, unsigned bits, int64_t value)
{
  struct pg_expr *e = ARENA_NEW (c->arena, struct pg_expr);
  *e = (struct pg_expr) {.op = E_CONST, .bits = (uint8_t) bits, .value = value};
  return e;
}

/* A lock in allocated or local memory has an invalid value until it is initialised. */
void
object_unmade (struct c_program *c, const struct c_leaf *f, enum pg_region region, struct c_acts *out)
{
  uint64_t n = 1;
  for (uint8_t d = 0; d < f->ndims; d++)
    n *= f->dim[d];
  for (uint64_t k = 0; k < n; k++) {
    struct pg_place *p = ARENA_NEW (c->arena, struct pg_place);
    uint64_t rest = k;
    *p = (struct pg_place) {.var = f->var, .region = region, .nindex = f->ndims, .inside = true};
    for (uint8_t d = f->ndims; d-- > 0; rest /= f->dim[d])
      p->index[d] = constant (c, 32, (int64_t) (rest % f->dim[d]));
    VEC_PUSH (*out, ((struct pg_act) {.kind = ACT_ASSIGN, .place = p, .expr = constant (c, f->bits, 255)}));
  }
}

static bool
add_vars (struct c_program *c, uint32_t object)
{
  struct c_object *o = &c->objects.data[object];
  const struct c_site *site = &c->sites.data[o->site];
  o->in_frame = site->kind == SITE_LOCAL && !(o->readers & ~((uint64_t) 1 << o->ctx->thread)) && !(o->writers & ~((uint64_t) 1 << o->ctx->thread));
  bool shared = __builtin_popcountll (o->readers | o->writers) > 1 && o->writers;
  o->visible = shared || (c->config->observed && site->kind == SITE_GLOBAL && !o->constant && o->writers);
  if (site->kind == SITE_LOCAL && !o->in_frame && o->ctx->parent) {
    o->gone = program_var (c, arena_printf (c->arena, "gone_%u", object), 1, false);
    c->vars.data[o->gone].internal = true;
  }
  for (size_t i = 0; i < o->leaves.count && !o->in_frame; i++) {
    struct c_leaf *f = &o->leaves.data[i];
    f->var = program_var (c, f->name, f->bits, f->bits >= 8 && !f->pointer && !f->role);
    struct pg_var *v = &c->vars.data[f->var];
    v->ndims = f->ndims;
    v->role = f->role;
    v->internal = site->kind == SITE_GLOBAL && o->constant;
    if (f->pointer)
      v->type.kind = PG_POINTER;
    if (f->role == ROLE_LOCK && site->kind != SITE_GLOBAL)
      object_unmade (c, f, REGION_GLOBAL, &c->init);
    memcpy (v->dim, f->dim, sizeof v->dim);
    memcpy (v->dim_after, f->after, sizeof v->dim_after);
    if (pg_var_elements (v) > 1u << 16) {
      diag_error (c->diag, (struct pos) {.file = c->pg->file}, "%s has more elements than a model can hold", o->name);
      return false;
    }
  }
  return true;
}

bool
object_begins (const struct c_object *o, uint64_t at)
{
  for (size_t i = 0; i < o->leaves.count; i++) {
    const struct c_leaf *f = &o->leaves.data[i];
    uint64_t rest = at - f->offset;
    bool inside = at >= f->offset;
    for (uint8_t d = 0; d < f->ndims && inside; d++) {
      inside = rest / f->stride[d] < f->dim[d];
      rest %= f->stride[d];
    }
    if (inside && !rest)
      return true;
  }
  return false;
}

/* ---- initial values ---- */

bool
object_constant (struct c_program *c, uint32_t thread, LLVMValueRef v, uint32_t *object, int64_t *offset)
{
  v = program_strip (v);
  *object = 0, *offset = 0;
  if (LL (IsAConstantPointerNull) (v))
    return true;
  uint32_t s = map_get (&c->site_of, v);
  if (s != NONE && (c->sites.data[s].kind == SITE_GLOBAL || c->sites.data[s].kind == SITE_FUNCTION)) {
    for (size_t i = 0; i < c->sites.data[s].objects.count; i++) {
      *object = c->sites.data[s].objects.data[i];
      if (c->objects.data[*object].thread == NONE || c->objects.data[*object].thread == thread)
        return true;
    }
    return false;
  }
  if (!LL (IsAConstantExpr) (v) || LL (GetConstOpcode) (v) != LLVMGetElementPtr || !object_constant (c, thread, LL (GetOperand) (v, 0), object, offset))
    return false;
  LLVMTypeRef t = LL (GetElementType) (LL (TypeOf) (LL (GetOperand) (v, 0)));
  for (int i = 1; i < LL (GetNumOperands) (v); i++) {
    LLVMValueRef k = LL (GetOperand) (v, (unsigned) i);
    if (!LL (IsAConstantInt) (k))
      return false;
    int64_t n = LL (ConstIntGetSExtValue) (k);
    if (i == 1)
      *offset += n * (int64_t) LL (ABISizeOfType) (c->layout, t);
    else if (LL (GetTypeKind) (t) == LLVMStructTypeKind) {
      *offset += (int64_t) LL (OffsetOfElement) (c->layout, t, (unsigned) n);
      t = LL (StructGetTypeAtIndex) (t, (unsigned) n);
    } else {
      t = LL (GetElementType) (t);
      *offset += n * (int64_t) LL (ABISizeOfType) (c->layout, t);
    }
  }
  return true;
}

struct initial {
  struct c_program *c;
  uint32_t object;
  bool ok;
};

/* Stores the value in the cell at the offset. */
static void
init_cell (struct initial *i, uint64_t at, int64_t value)
{
  struct c_object *o = &i->c->objects.data[i->object];
  assert (!o->in_frame && at < o->size);
  for (size_t k = 0; k < o->leaves.count; k++) {
    const struct c_leaf *f = &o->leaves.data[k];
    if (at < f->offset)
      continue;
    uint64_t rest = at - f->offset;
    struct pg_place *p = ARENA_NEW (i->c->arena, struct pg_place);
    *p = (struct pg_place) {.var = f->var, .region = REGION_GLOBAL, .nindex = f->ndims, .inside = true};
    bool inside = true;
    for (uint8_t d = 0; d < f->ndims; d++) {
      p->index[d] = constant (i->c, 32, (int64_t) (rest / f->stride[d]));
      inside &= rest / f->stride[d] < f->dim[d];
      rest %= f->stride[d];
    }
    if (!inside || rest)
      continue;
    i->ok &= !f->role;            /* a lock with a nonzero initial value has a kind that is not translated */
    VEC_PUSH (i->c->init, ((struct pg_act) {.kind = ACT_ASSIGN, .place = p, .expr = constant (i->c, f->bits, value)}));
    return;
  }
  i->ok = false;
}

static void
init_value (struct initial *i, LLVMValueRef v, uint64_t at)
{
  struct c_program *c = i->c;
  LLVMTypeRef t = LL (TypeOf) (v);
  uint32_t object;
  int64_t offset;
  if (LL (IsAConstantAggregateZero) (v) || LL (IsAUndefValue) (v) || LL (IsAConstantPointerNull) (v))
    return;
  if (LL (IsAConstantInt) (v) && program_bits (t)) {
    if (LL (ConstIntGetZExtValue) (v))
      init_cell (i, at, LL (ConstIntGetSExtValue) (v));
  } else if (LL (IsAConstantDataSequential) (v) && program_bits (LL (GetElementType) (t))) {
    uint64_t bytes = LL (ABISizeOfType) (c->layout, LL (GetElementType) (t));
    for (unsigned k = 0; k < LL (GetArrayLength) (t); k++)
      init_value (i, LL (GetElementAsConstant) (v, k), at + k * bytes);
  } else if (LL (IsAConstantArray) (v) || LL (IsAConstantStruct) (v)) {
    bool is_struct = LL (IsAConstantStruct) (v);
    for (int k = 0; k < LL (GetNumOperands) (v); k++)
      init_value (i, LL (GetOperand) (v, (unsigned) k),
                  at + (is_struct ? LL (OffsetOfElement) (c->layout, t, (unsigned) k) : (uint64_t) k * LL (ABISizeOfType) (c->layout, LL (GetElementType) (t))));
  } else if (object_constant (c, c->objects.data[i->object].thread, v, &object, &offset))
    init_cell (i, at, (int64_t) (((uint64_t) object << OFFSET_BITS) + (uint64_t) offset));
  else
    i->ok = false;
}

/* Initial values of floating-point objects are not needed: reads of them are not supported. */
static bool
is_floating (LLVMTypeRef t)
{
  LLVMTypeKind kind = LL (GetTypeKind) (t);
  return kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind;
}

bool
objects_lay_out (struct c_program *c)
{
  c->has_mutex_kinds = program_has (c, "pthread_mutexattr_settype");
  c->has_destroy = program_has (c, "pthread_mutex_destroy") || program_has (c, "pthread_rwlock_destroy") || program_has (c, "pthread_cond_destroy");
  for (uint32_t k = 1; k < c->objects.count; k++) {
    struct laying l = {.c = c, .object = k, .ok = true};
    const struct c_object *o = &c->objects.data[k];
    if (!o->type)
      continue;
    lay_out_array (&l, o->type, o->count, 0, o->name);
    if (!l.ok && (o->readers | o->writers)) {
      diag_error (c->diag, (struct pos) {.file = c->pg->file}, "%s has a type that is not translated", o->name);
      return false;
    }
    if (!add_vars (c, k))
      return false;
    if (c->sites.data[o->site].kind != SITE_GLOBAL)
      continue;
    struct initial i = {c, k, true};
    LLVMValueRef init = LL (GetInitializer) (c->sites.data[o->site].v);
    if (init && (c->objects.data[k].readers | c->objects.data[k].writers) && !is_floating (LL (TypeOf) (init)))
      init_value (&i, init, 0);
    if (!i.ok) {
      diag_error (c->diag, program_pos (c, c->sites.data[o->site].v), "the initial value of %s is not translated", c->objects.data[k].name);
      return false;
    }
    bool is_stream = !strcmp (c->objects.data[k].name, "stderr") || !strcmp (c->objects.data[k].name, "stdout") || !strcmp (c->objects.data[k].name, "stdin");
    if (!init && !c->objects.data[k].constant && !is_stream && (c->objects.data[k].readers | c->objects.data[k].writers)) {
      diag_error (c->diag, (struct pos) {.file = c->pg->file}, "%s is not defined", c->objects.data[k].name);
      return false;
    }
  }
  return true;
}
