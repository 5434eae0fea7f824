/* Expressions as words. An expression that fails has the executor's value: it decides nothing, except that a guard that
 * fails counts as executable. */
#include "symbolic/parts.h"

struct word
wrap_to_type (struct word w, const struct pg_type *t)
{
  return word_wrap (w, t->bits, t->is_signed);
}

/* Values are words in two's complement of the expression's width. */
static struct word
result (const struct pg_expr *e, struct word w)
{
  return word_wrap (w, pg_bits (e), true);
}

static struct word
truth (const struct pg_expr *e, lit a)
{
  return result (e, word_bool (a));
}

/* The operand's bits as an unsigned number. */
static struct word
unsigned_word (struct env *v, const struct pg_expr *e)
{
  return word_wrap (expr_word (v, e), pg_bits (e), false);
}

void
env_init (struct env *v, struct parts *p, uint32_t slot, uint32_t type)
{
  *v = (struct env) {.p = p, .slot = slot, .type = type, .path = LIT_TRUE, .fault = LIT_FALSE, .hard = LIT_FALSE,
                     .resource = LIT_FALSE,
                     .beyond = LIT_FALSE, .timeout = LIT_FALSE};
  assert (p->slots.count <= LAYOUT_MAX_SLOTS);
  for (size_t i = 0; i < p->slots.count; i++)
    v->alive[i] = p->slots.data[i].alive;
}

void
env_release (struct env *v)
{
  VEC_FREE (v->created);
}

void
env_soft_fault (struct env *v, lit condition)
{
  v->fault = aig_or (v->p->g, v->fault, aig_and (v->p->g, v->path, condition));
}

void
env_fault (struct env *v, lit condition)
{
  env_soft_fault (v, condition);
  v->hard = aig_or (v->p->g, v->hard, aig_and (v->p->g, v->path, condition));
}

const struct pg_proc *
env_proc (const struct env *v)
{
  if (v->slot == PG_ALL)
    return NULL;
  return &v->p->pg->procs[v->p->slots.data[v->slot].types.data[v->type].proc];
}

/* ---- places ---- */

/* The cells that a place may denote, with conditions. */
struct choice {
  uint32_t first, count;          /* cells */
  lit *when;                      /* condition for each; on the heap; all false: out of bounds */
};

static struct choice
place_choose (struct env *v, const struct pg_place *place, uint32_t first_cell, const struct pg_var *var)
{
  struct aig *g = v->p->g;
  struct choice c = {.first = first_cell, .count = pg_var_elements (var)};
  c.when = mem_alloc (c.count * sizeof *c.when);
  for (uint32_t i = 0; i < c.count; i++)
    c.when[i] = LIT_TRUE;
  uint32_t inner = c.count;
  for (uint32_t k = 0; k < place->nindex; k++) {
    struct word index = pg_bits (place->index[k]) == 32 ? expr_word (v, place->index[k]) : unsigned_word (v, place->index[k]);
    lit inside = LIT_FALSE;
    assert (inner % var->dim[k] == 0);
    inner /= var->dim[k];
    for (uint32_t i = 0; i < var->dim[k]; i++) {
      lit here = word_is (g, &index, i);
      inside = aig_or (g, inside, here);
      for (uint32_t e = 0; e < c.count; e++)
        if (e / inner % var->dim[k] == i)
          c.when[e] = aig_and (g, c.when[e], here);
    }
    if (!place->inside)
      env_fault (v, lit_not (inside));
  }
  return c;
}

/* Out of bounds the first cell is read. */
static struct word
choice_load (struct env *v, const struct choice *c)
{
  struct word w = cell_now (v->p, c->first);
  for (uint32_t i = 1; i < c->count; i++)
    if (c->when[i] != LIT_FALSE)
      w = word_mux (v->p->g, c->when[i], cell_now (v->p, c->first + i), w);
  return w;
}

static uint32_t
first_cell (const struct env *v, const struct pg_place *place, const struct pg_var **var)
{
  if (place->region == REGION_GLOBAL) {
    *var = &v->p->pg->vars[place->var];
    return v->p->global_cell[place->var];
  }
  assert (v->slot != PG_ALL);
  *var = &env_proc (v)->vars[place->var];
  return v->p->slots.data[v->slot].types.data[v->type].cell[place->var];
}

static struct word
load (struct env *v, const struct pg_place *place)
{
  const struct pg_var *var;
  uint32_t cell = first_cell (v, place, &var);
  struct choice c = place_choose (v, place, cell, var);
  struct word w = choice_load (v, &c);
  mem_free (c.when);
  return w;
}

void
place_store (struct env *v, const struct pg_place *place, lit condition, struct word w)
{
  const struct pg_var *var;
  uint32_t cell = first_cell (v, place, &var);
  lit path = v->path;
  v->path = aig_and (v->p->g, path, condition);
  struct choice c = place_choose (v, place, cell, var);
  for (uint32_t i = 0; i < c.count; i++)
    cell_store (v->p, c.first + i, aig_and (v->p->g, v->path, c.when[i]), w);
  v->path = path;
  mem_free (c.when);
}

/* ---- operators ---- */

static struct word
divide (struct env *v, const struct pg_expr *e)
{
  struct aig *g = v->p->g;
  bool without_sign = e->op == E_UDIV || e->op == E_UMOD;
  struct word a = without_sign ? unsigned_word (v, e->kid[0]) : expr_word (v, e->kid[0]);
  struct word b = without_sign ? unsigned_word (v, e->kid[1]) : expr_word (v, e->kid[1]), q, r;
  lit zero = lit_not (word_nonzero (g, &b));
  env_fault (v, zero);
  if (zero == LIT_TRUE)
    return word_const (0);
  word_divide (g, a, b, &q, &r);
  return word_mux (g, zero, word_const (0), result (e, e->op == E_DIV || e->op == E_UDIV ? q : r));
}

/* The right operand is evaluated only where the left one does not decide. */
static struct word
connect (struct env *v, const struct pg_expr *e)
{
  struct aig *g = v->p->g;
  bool and = e->op == E_AND;
  lit a = expr_true (v, e->kid[0]), path = v->path;
  v->path = aig_and (g, path, lit_if (a, and));
  lit b = v->path == LIT_FALSE ? lit_if (LIT_FALSE, and) : expr_true (v, e->kid[1]);
  v->path = path;
  return truth (e, and ? aig_and (g, a, b) : aig_or (g, a, b));
}

static struct word
choose (struct env *v, const struct pg_expr *e)
{
  struct aig *g = v->p->g;
  lit a = expr_true (v, e->kid[0]), path = v->path;
  v->path = aig_and (g, path, a);
  struct word x = expr_word (v, e->kid[1]);
  v->path = aig_and (g, path, lit_not (a));
  struct word y = expr_word (v, e->kid[2]);
  v->path = path;
  return word_mux (g, a, x, y);
}

static struct word
compare_unsigned (struct env *v, const struct pg_expr *e)
{
  struct word a = unsigned_word (v, e->kid[0]), b = unsigned_word (v, e->kid[1]);
  return truth (e, e->op == E_ULT ? word_less (v->p->g, a, b) : lit_not (word_less (v->p->g, b, a)));
}

static struct word
arithmetic (struct env *v, const struct pg_expr *e)
{
  struct aig *g = v->p->g;
  unsigned bits = pg_bits (e);
  struct word a = expr_word (v, e->kid[0]), b = expr_word (v, e->kid[1]);
  switch (e->op) {
  case E_ADD: return result (e, word_add (g, a, b));
  case E_SUB: return result (e, word_sub (g, a, b));
  case E_MUL: return word_mul (g, a, b, bits);
  case E_BITAND: return word_bitwise (g, WORD_AND, a, b);
  case E_BITOR: return word_bitwise (g, WORD_OR, a, b);
  case E_BITXOR: return word_bitwise (g, WORD_XOR, a, b);
  case E_SHL: return word_shl (g, a, b, bits);
  case E_SHR: return word_shr (g, a, b, bits);
  case E_LSHR: return result (e, word_shr (g, word_wrap (a, bits, false), b, bits));
  case E_LT: return truth (e, word_less (g, a, b));
  case E_GT: return truth (e, word_less (g, b, a));
  case E_LE: return truth (e, lit_not (word_less (g, b, a)));
  case E_GE: return truth (e, lit_not (word_less (g, a, b)));
  case E_EQ: return truth (e, word_equal (g, a, b));
  default: assert (e->op == E_NE); return truth (e, lit_not (word_equal (g, a, b)));
  }
}

/* ---- processes ---- */

static struct word
count_processes (struct env *v)
{
  struct word n = word_const (0);
  for (size_t i = 0; i < v->p->slots.count; i++)
    n = word_mux (v->p->g, v->alive[i], word_const ((int64_t) i + 1), n);
  return n;
}

lit
expr_somebody_at (const struct parts *p, uint32_t flag)
{
  lit any = LIT_FALSE;
  for (size_t i = 0; i < p->slots.count; i++) {
    const struct slot *s = &p->slots.data[i];
    for (size_t k = 1; k < s->nodes.count; k++) {
      const struct node *n = &s->nodes.data[k];
      if (p->pg->procs[s->types.data[n->type].proc].locs[n->loc].flags & flag)
        any = aig_or (p->g, any, n->at);
    }
  }
  return any;
}

/* The process that a remote reference denotes; for each slot whether it is that process, with the requested type. */
static struct word
remote (struct env *v, const struct pg_expr *e)
{
  struct aig *g = v->p->g;
  struct word value = word_const (0), pid = e->kid[0] ? expr_word (v, e->kid[0]) : word_const (0);
  lit before = LIT_FALSE;         /* an older process has the type */
  for (size_t i = 0; i < v->p->slots.count; i++) {
    const struct slot *s = &v->p->slots.data[i];
    for (uint32_t t = 0; t < s->types.count; t++) {
      const struct slot_type *st = &s->types.data[t];
      if (st->proc != e->proc)
        continue;
      lit meant = e->kid[0] ? word_is (g, &pid, (int64_t) i) : lit_not (before);
      meant = aig_and (g, meant, st->is);
      before = aig_or (g, before, st->is);
      struct word w;
      if (e->op == E_REMOTE_LOC)
        w = word_bool (e->value < 0 ? LIT_FALSE : aig_or (g, control_at (v->p, (uint32_t) i, t, (uint32_t) e->value),
                                                             control_at_dstep (v->p, (uint32_t) i, t, (uint32_t) e->value)));
      else {
        lit path = v->path;
        v->path = aig_and (g, path, meant);
        struct choice c = place_choose (v, e->place, st->cell[e->place->var], &v->p->pg->procs[e->proc].vars[e->place->var]);
        w = choice_load (v, &c);
        mem_free (c.when);
        v->path = path;
      }
      value = word_mux (g, meant, w, value);
    }
  }
  return value;
}

static struct word
pc_value (struct env *v, const struct pg_expr *e)
{
  struct aig *g = v->p->g;
  struct word pid = expr_word (v, e->kid[0]), value = word_const (0);
  for (size_t i = 0; i < v->p->slots.count; i++) {
    const struct slot *s = &v->p->slots.data[i];
    lit meant = word_is (g, &pid, (int64_t) i);
    for (size_t k = 1; k < s->nodes.count; k++) {
      const struct node *n = &s->nodes.data[k];
      uint32_t state = pg_spin_state (&v->p->pg->procs[s->types.data[n->type].proc], n->loc);
      value = word_mux (g, aig_and (g, meant, n->at), word_const (state), value);
    }
  }
  return value;
}

/* ---- channels ---- */

static struct word
channel_word (struct env *v, const struct pg_expr *e)
{
  struct aig *g = v->p->g;
  struct word number = expr_word (v, e->kid[0]), value = word_const (0);
  env_fault (v, lit_not (channel_any (v, &number)));
  for (size_t i = 0; i < v->p->channels.count; i++) {
    const struct channel *ch = &v->p->channels.data[i];
    lit meant = channel_is (v, ch, &number), path = v->path;
    if (meant == LIT_FALSE)
      continue;
    uint32_t capacity = v->p->pg->chan_types[ch->type].capacity;
    struct word length = capacity ? cell_now (v->p, ch->length) : word_const (0), w;
    v->path = aig_and (g, path, meant);
    switch (e->op) {
    case E_LEN: w = length; break;
    case E_EMPTY: w = word_bool (word_is (g, &length, 0)); break;
    case E_NEMPTY: w = word_bool (lit_not (word_is (g, &length, 0))); break;
    case E_FULL: w = word_bool (word_is (g, &length, capacity ? capacity : 1)); break;
    case E_NFULL: w = word_bool (lit_not (word_is (g, &length, capacity ? capacity : 1))); break;
    default:
      assert (e->op == E_POLL);
      if (!capacity)
        env_fault (v, LIT_TRUE);
      w = word_bool (capacity ? channel_matches (v, ch, e->msg, NULL) : LIT_FALSE);
    }
    v->path = path;
    value = word_mux (g, meant, w, value);
  }
  return value;
}

struct word
expr_word (struct env *v, const struct pg_expr *e)
{
  struct parts *p = v->p;
  if (parts_over (p))
    return word_const (0);
  switch (e->op) {
  case E_CONST: return result (e, word_const (e->value));
  case E_LOAD: return result (e, load (v, e->place));
  case E_NEG: return result (e, word_neg (p->g, expr_word (v, e->kid[0])));
  case E_NOT: return truth (e, lit_not (expr_true (v, e->kid[0])));
  case E_COMPL: return word_not (expr_word (v, e->kid[0]));
  case E_DIV: case E_MOD: case E_UDIV: case E_UMOD: return divide (v, e);
  case E_ULT: case E_ULE: return compare_unsigned (v, e);
  case E_ZEXT: return unsigned_word (v, e->kid[0]);
  case E_SEXT: return expr_word (v, e->kid[0]);
  case E_TRUNC: return result (e, expr_word (v, e->kid[0]));
  case E_INPUT: return free_input (v, e);
  case E_AND: case E_OR: return connect (v, e);
  case E_COND: return choose (v, e);
  case E_LEN: case E_EMPTY: case E_FULL: case E_NEMPTY: case E_NFULL: case E_POLL: return channel_word (v, e);
  case E_RUN: return v->testing ? word_const (1) : action_run (v, e);
  case E_PID: return v->slot == PG_ALL ? word_const (-1) : word_const (v->slot);
  case E_NR_PR: return count_processes (v);
  case E_LAST: return cell_now (p, p->last_cell);
  case E_TIMEOUT: return word_bool (v->timeout);
  case E_NP: return word_bool (lit_not (expr_somebody_at (p, LOC_PROGRESS)));
  case E_PC_VALUE: return pc_value (v, e);
  case E_REMOTE_LOC: case E_REMOTE_LOAD: return result (e, remote (v, e));
  case E_ENABLED: refuse (p, e->pos, "enabled()"); return word_const (0);
  case E_GET_PRIORITY: refuse (p, e->pos, "priorities"); return word_const (0);
  default: return arithmetic (v, e);
  }
}

lit
expr_true (struct env *v, const struct pg_expr *e)
{
  struct word w = expr_word (v, e);
  return word_nonzero (v->p->g, &w);
}
