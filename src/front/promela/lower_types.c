/* Types and symbols: structures flattened, arrays to dimensions, initial values.
 *
 * A structure variable becomes one variable per basic field, in order; it inherits the dimensions of every array on the
 * path. lower_leaves gives their number, so a reference finds its variable by counting. The parser guarantees that
 * structures do not contain themselves and arrays have a size. */
#include "front/promela/lower.h"

#include <assert.h>
#include <string.h>

#define TOO_MANY (1u << 20)                     /* limit on leaves, above what LOWER_MAX_BYTES admits */

uint32_t
lower_mtype_set (struct lower *l, const char *name)
{
  struct pg_promela *to = l->pg->promela;
  if (!name)
    name = "_unnamed_";
  for (uint32_t i = 0; i < to->nmtype_sets; i++)
    if (!strcmp (to->mtype_sets[i].name, name))
      return i;
  struct pg_mtype_set *sets = arena_alloc (&l->pg->arena, (to->nmtype_sets + 1) * sizeof *sets);
  if (to->nmtype_sets)
    memcpy (sets, to->mtype_sets, to->nmtype_sets * sizeof *sets);
  sets[to->nmtype_sets].name = arena_strdup (&l->pg->arena, name);
  to->mtype_sets = sets;
  return to->nmtype_sets++;
}

/* In SPIN's verifier elements of bit arrays are bytes, and hold any byte's value. */
static struct pg_type
lower_type (struct lower *l, enum ast_type type, const char *mtype_set, int nbits, bool is_array)
{
  assert (type != AST_STRUCT);
  uint8_t bit = is_array ? 8 : 1;
  switch (type) {
  case AST_BIT: return (struct pg_type){ .bits = bit, .kind = PG_BIT };
  case AST_BOOL: return (struct pg_type){ .bits = bit, .kind = PG_BOOL };
  case AST_PID: return (struct pg_type){ .bits = 8, .kind = PG_PID };
  case AST_MTYPE: return (struct pg_type){ .bits = 8, .kind = PG_MTYPE, .mtype_set = lower_mtype_set (l, mtype_set) };
  case AST_CHAN: return (struct pg_type){ .bits = 8, .kind = PG_CHAN };
  case AST_SHORT: return (struct pg_type){ .bits = 16, .is_signed = true, .kind = PG_SHORT };
  case AST_INT: return (struct pg_type){ .bits = 32, .is_signed = true, .kind = PG_INT };
  case AST_UNSIGNED:
    return (struct pg_type){ .bits = (uint8_t) (nbits < 1 ? 16 : nbits > 31 ? 31 : nbits), .kind = PG_UNSIGNED };
  default: return (struct pg_type){ .bits = 8, .kind = PG_BYTE };
  }
}

static uint64_t
saturate (uint64_t a, uint64_t b)
{
  const uint64_t limit = (uint64_t) 1 << 31;
  return a && b > limit / a ? limit : a * b > limit ? limit : a * b;
}

static struct struct_info measure (struct lower *, const struct ast_struct *);

/* Leaves and bytes of one symbol, including its own array dimensions in the bytes. */
static struct struct_info
measure_sym (struct lower *l, const struct ast_sym *s)
{
  struct struct_info m = { .leaves = 1 };
  if (s->type == AST_STRUCT && s->structure)
    m = measure (l, s->structure);
  else
    m.bytes = (lower_type (l, s->type, s->mtype_set, s->nbits, s->is_array).bits + 7u) / 8;
  if (m.bytes == 3)
    m.bytes = 4;
  m.bytes = saturate (m.bytes, s->count < 1 ? 1 : (uint64_t) s->count);
  return m;
}

static struct struct_info
measure (struct lower *l, const struct ast_struct *t)
{
  for (size_t i = 0; i < l->structs.count; i++)
    if (l->structs.data[i].structure == t)
      return l->structs.data[i];
  uint64_t leaves = 0, bytes = 0;
  for (int f = 0; f < t->nfields; f++) {
    struct struct_info m = measure_sym (l, t->fields[f]);
    leaves = leaves + m.leaves > TOO_MANY ? TOO_MANY : leaves + m.leaves;
    bytes = bytes + m.bytes > (uint64_t) 1 << 31 ? (uint64_t) 1 << 31 : bytes + m.bytes;
  }
  VEC_PUSH (l->structs, (struct struct_info){ .structure = t, .leaves = leaves, .bytes = bytes });
  return VEC_LAST (l->structs);
}

uint32_t
lower_leaves (struct lower *l, const struct ast_sym *s)
{
  return (uint32_t) measure_sym (l, s).leaves;
}

/* ---- registration ---- */

/* The path from a declared symbol to one of its basic fields: name, array dimensions, and the component each belongs to. */
struct path {
  struct str name;
  uint8_t components, ndims;
  uint32_t dim[PG_MAX_DIMS];
  uint8_t dim_after[PG_MAX_DIMS];
};

static bool
flatten (struct lower *l, struct proc_lower *p, const struct ast_sym *root, const struct ast_sym *s, struct path *at)
{
  size_t len = at->name.len;
  str_printf (&at->name, "%s%s", at->components ? "." : "", s->name);
  at->components++;
  if (s->is_array) {
    if (at->ndims == PG_MAX_DIMS) {
      diag_error (l->diag, root->pos, "%s: more than %d nested arrays", root->name, PG_MAX_DIMS);
      return false;
    }
    at->dim[at->ndims] = (uint32_t) s->count;
    at->dim_after[at->ndims++] = at->components;
  }
  bool ok = true;
  if (s->type == AST_STRUCT)
    for (int f = 0; ok && f < s->structure->nfields; f++)
      ok = flatten (l, p, root, s->structure->fields[f], at);
  else {
    struct pg_var v = { .name = arena_strdup (&l->pg->arena, str_text (&at->name)),
                        .type = lower_type (l, s->type, s->mtype_set, s->nbits, s->is_array),
                        .region = p ? REGION_FRAME : REGION_GLOBAL, .ndims = at->ndims, .pos = root->pos };
    for (uint8_t k = 0; k < at->ndims; k++) {
      v.dim[k] = at->dim[k];
      v.dim_after[k] = at->dim_after[k];
    }
    if (p)
      VEC_PUSH (p->vars, v);
    else
      VEC_PUSH (l->globals, v);
  }
  if (s->is_array)
    at->ndims--;
  at->components--;
  at->name.len = len;
  at->name.data[len] = 0;
  return ok;
}

void
lower_register (struct lower *l, struct ast_sym *s, struct proc_lower *p)
{
  assert (s->count >= 1 && !s->structure == (s->type != AST_STRUCT));
  struct sym_info info = { .sym = s, .region = p ? REGION_FRAME : REGION_GLOBAL,
                           .first = (uint32_t) (p ? p->vars.count : l->globals.count) };
  struct struct_info m = measure_sym (l, s);
  bool ok = m.leaves < TOO_MANY && m.bytes <= LOWER_MAX_BYTES;
  l->total_bytes += m.bytes;
  if (!ok || l->total_bytes > LOWER_MAX_BYTES) {
    diag_error (l->diag, s->pos, "%s needs %s%llu bytes; all variables and channels together may have %u", s->name,
                ok ? "another " : "", (unsigned long long) m.bytes, LOWER_MAX_BYTES);
    l->total_bytes = 0;
    ok = false;
  }
  struct path at = { 0 };
  if (ok && flatten (l, p, s, s, &at))
    info.count = (uint32_t) ((p ? p->vars.count : l->globals.count) - info.first);
  assert (!info.count || info.count == m.leaves);
  str_release (&at.name);
  if (s->hidden && (p || s->type == AST_CHAN))
    diag_error (l->diag, s->pos, "%s cannot be hidden: only global variables that are not channels can", s->name);
  VEC_PUSH (l->syms, info);
  s->id = (int) l->syms.count;
}

/* ---- channels ---- */

struct field_list {
  VEC (struct pg_type) v;
};

static void
channel_fields (struct lower *l, const struct ast_chan_init *c, const struct ast_sym *s, struct field_list *out)
{
  if (s->type == AST_STRUCT) {
    if (s->is_array)
      diag_error (l->diag, c->pos, "array of structures %s in a message", s->name);
    else
      for (int f = 0; f < s->structure->nfields; f++)
        channel_fields (l, c, s->structure->fields[f], out);
  } else if (s->count <= (int) LOWER_MAX_BYTES)
    for (int k = 0; k < s->count; k++)
      VEC_PUSH (out->v, lower_type (l, s->type, s->mtype_set, s->nbits, false));
}

static bool
chan_fits (struct lower *l, const struct ast_chan_init *c, uint32_t instances)
{
  uint64_t bytes = 0;
  for (int i = 0; i < c->nfields; i++) {
    struct ast_sym s = { .name = "field", .type = c->fields[i].type, .structure = c->fields[i].structure, .count = 1 };
    bytes += measure_sym (l, &s).bytes;
  }
  bytes = saturate (bytes ? bytes : 1, c->capacity < 1 ? 1 : (uint64_t) c->capacity);
  bytes = saturate (bytes, instances);
  l->total_bytes += bytes;
  if (l->total_bytes > LOWER_MAX_BYTES) {
    diag_error (l->diag, c->pos, "channel needs %llu bytes; all variables and channels together may have %u",
                (unsigned long long) bytes, LOWER_MAX_BYTES);
    l->total_bytes = 0;
    return false;
  }
  return true;
}

uint32_t
lower_chan_type (struct lower *l, const struct ast_chan_init *c, const char *name, uint32_t instances)
{
  assert (c->capacity >= 0 && instances > 0);
  if (!chan_fits (l, c, instances))
    return PG_ALL;
  struct field_list fields = { 0 };
  for (int i = 0; i < c->nfields; i++) {
    struct ast_sym s = { .name = "field", .type = c->fields[i].type, .mtype_set = c->fields[i].mtype_set,
                         .structure = c->fields[i].structure, .count = 1 };
    channel_fields (l, c, &s, &fields);
  }
  struct pg_chan_type t = { .capacity = (uint32_t) c->capacity, .name = arena_strdup (&l->pg->arena, name),
                            .pos = c->pos };
  VEC_MOVE (fields.v, &l->pg->arena, t.fields, t.nfields);
  if (t.nfields == 1 && t.fields[0].bits == 1)
    t.fields[0].bits = 8;                       /* as SPIN packs a message of one bit */
  if (t.nfields > l->max_fields)
    l->max_fields = t.nfields;
  VEC_PUSH (l->chan_types, t);
  return (uint32_t) l->chan_types.count - 1;
}
