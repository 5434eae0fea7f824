/* Cells and their latches. Cells are created first and hold constants while the initial state is computed; then cells that
 * change get as many latches as their range needs. */
#include <stdio.h>

#include "base/str.h"
#include "symbolic/parts.h"

uint32_t
latch_add (struct circuit *c, bool init, const char *name, unsigned bit)
{
  struct str s = {0};
  str_printf (&s, "%s.%u", name, bit);
  VEC_PUSH (c->latches, (struct latch) {.now = aig_leaf (&c->g), .init = init, .name = mem_strdup (str_text (&s))});
  str_release (&s);
  VEC_LAST (c->latches).next = VEC_LAST (c->latches).now;
  return (uint32_t) c->latches.count - 1;
}

/* ---- values in the middle of a step ---- */

struct word
cell_now (const struct parts *p, uint32_t cell)
{
  assert (cell < p->cells.count);
  return p->overlay && p->overlay[cell] ? *p->overlay[cell] : p->cells.data[cell].now;
}

void
cell_store (struct parts *p, uint32_t cell, lit condition, struct word w)
{
  if (condition == LIT_FALSE)
    return;
  struct word value = word_mux (p->g, condition, wrap_to_type (w, &p->cells.data[cell].type), cell_now (p, cell));
  if (!p->overlay[cell]) {
    p->overlay[cell] = mem_alloc (sizeof **p->overlay);
    VEC_PUSH (p->touched, cell);
  }
  *p->overlay[cell] = value;
}

void
overlay_clear (struct parts *p)
{
  for (size_t i = 0; i < p->touched.count; i++) {
    mem_free (p->overlay[p->touched.data[i]]);
    p->overlay[p->touched.data[i]] = NULL;
  }
  p->touched.count = 0;
}

/* ---- making them ---- */

static uint32_t
add_cells (struct parts *p, const struct pg_type *type, uint32_t count)
{
  uint32_t first = (uint32_t) p->cells.count;
  for (uint32_t i = 0; i < count; i++)
    VEC_PUSH (p->cells, (struct cell) {.type = *type, .now = word_const (0)});
  return first;
}

static void
add_channel (struct parts *p, uint32_t type, uint32_t number, uint32_t slot, uint32_t slot_type)
{
  const struct pg_chan_type *t = &p->pg->chan_types[type];
  struct channel ch = {.type = type, .number = number, .slot = slot, .slot_type = slot_type, .alive = LIT_FALSE};
  static const struct pg_type length = {.bits = 31, .kind = PG_INT};
  ch.length = add_cells (p, &length, 1);
  ch.first = (uint32_t) p->cells.count;
  for (uint32_t i = 0; i < t->capacity; i++)
    for (uint32_t f = 0; f < t->nfields; f++)
      add_cells (p, &t->fields[f], 1);
  VEC_PUSH (p->channels, ch);
}

static uint32_t
add_channels (struct parts *p, const struct pg_act *acts, uint32_t n, uint32_t before, uint32_t slot, uint32_t slot_type)
{
  uint32_t count = 0;
  for (uint32_t i = 0; i < n; i++)
    if (acts[i].kind == ACT_NEW_CHAN)
      add_channel (p, acts[i].chan_type, before + ++count, slot, slot_type);
  return count;
}

static void
add_slot_type (struct parts *p, struct slot *s, uint32_t slot, uint32_t proc)
{
  const struct pg_proc *q = &p->pg->procs[proc];
  struct slot_type t = {.proc = proc, .cell = mem_alloc ((q->nvars + 1) * sizeof *t.cell), .is = LIT_FALSE};
  (void) slot;
  for (uint32_t i = 0; i < q->nvars; i++)
    t.cell[i] = add_cells (p, &q->vars[i].type, pg_var_elements (&q->vars[i]));
  for (int m = 0; m < MODES; m++) {
    t.node[m] = mem_alloc ((q->nlocs + 1) * sizeof *t.node[m]);
    for (uint32_t i = 0; i < q->nlocs; i++)
      t.node[m][i] = PG_ALL;
  }
  VEC_PUSH (s->types, t);
}

/* Channels are numbered in order of creation, so the numbers of a process's channels must not depend on which older
 * processes exist. */
static void
add_slots (struct parts *p, const struct layout *l)
{
  uint32_t before = add_channels (p, p->pg->init, p->pg->ninit, 0, PG_ALL, 0);
  bool vary = false;
  for (uint32_t i = 0; i < l->slots.count; i++) {
    struct slot s = {.alive = LIT_FALSE, .stubborn = LIT_TRUE, .provided = LIT_TRUE, .keeps = LIT_FALSE, .enabled = LIT_FALSE};
    uint32_t most = 0, fewest = PG_ALL;
    for (uint32_t t = 0; t < l->slots.data[i].types.count; t++) {
      uint32_t proc = l->slots.data[i].types.data[t];
      const struct pg_proc *q = &p->pg->procs[proc];
      add_slot_type (p, &s, i, proc);
      VEC_LAST (s.types).first_chan = before;
      uint32_t n = add_channels (p, q->init, q->ninit, before, i, t);
      most = n > most ? n : most;
      fewest = n < fewest ? n : fewest;
      if (n && vary)
        refuse (p, q->pos, "channels of a process whose numbers depend on which processes were created before");
    }
    vary |= most != fewest;
    before += most;
    VEC_PUSH (p->slots, s);
  }
  if (before > 255)
    refuse (p, p->pg->procs[0].pos, "more than 255 channels");
}

/* ---- latches ---- */

/* A variable of a process that is never written has the same value in every process of the slot. */
static bool
initialised_alike (const struct pg_proc *q, uint32_t var)
{
  for (uint32_t i = 0; i < q->ninit; i++) {
    const struct pg_act *a = &q->init[i];
    if (a->place->region == REGION_FRAME && a->place->var == var && a->kind == ACT_ASSIGN
        && a->expr->op != E_CONST && a->expr->op != E_PID)
      return false;
  }
  return true;
}

/* Bit `i` of each number of the range; false: the range has too many numbers. */
static bool
bit_of_each (const struct range *r, unsigned i, uint32_t *column)
{
  range_int values[RANGE_FEW];
  unsigned n = range_values (r, values);
  *column = 0;
  for (unsigned k = 0; k < n; k++)
    *column |= (uint32_t) (values[k] >> i & 1) << k;
  return n;
}

/* An existing latch equal to bit `i` for every number of the range; LIT_FALSE: the bit is never set; LIT_NONE: there is no
 * such latch. (No bit is always set: 0 is in every range.) */
static lit
same_bit (const struct parts *p, const struct cell *c, const struct range *r, unsigned i)
{
  uint32_t mine, other;
  if (!bit_of_each (r, i, &mine))
    return LIT_NONE;
  if (!mine)
    return LIT_FALSE;
  for (unsigned k = 0; k < c->bits; k++) {
    bit_of_each (r, c->bit[k], &other);
    if (other == mine)
      return p->c->latches.data[c->first + k].now;
  }
  return LIT_NONE;
}

static void
make_latches (struct parts *p, uint32_t cell, struct range r, bool changes, const char *name)
{
  struct cell *c = &p->cells.data[cell];
  struct word start = cell_now (p, cell);
  if (!changes) {
    c->now = start;
    return;
  }
  unsigned width = range_bits (r, &c->is_signed);
  lit bit[65];
  for (unsigned i = 0; i < width; i++) {
    bit[i] = same_bit (p, c, &r, i);
    if (bit[i] != LIT_NONE)
      continue;
    assert (word_bit (&start, i) <= LIT_TRUE);
    uint32_t l = latch_add (p->c, word_bit (&start, i), name, i);
    if (!c->bits)
      c->first = l;
    bit[i] = p->c->latches.data[l].now;
    c->bit[c->bits++] = (uint8_t) i;
  }
  c->now = width ? word_of_bits (bit, width, c->is_signed) : start;
}

static void
latches_of_variable (struct parts *p, const struct pg_var *v, uint32_t cell, struct range r, bool changes, const char *owner)
{
  for (uint32_t e = 0; e < pg_var_elements (v); e++) {
    struct str name = {0};
    str_add (&name, owner);
    pg_print_cell (&name, v, e);
    make_latches (p, cell + e, r, changes, str_text (&name));
    str_release (&name);
  }
}

static void
latches_of_channel (struct parts *p, const struct channel *ch)
{
  const struct pg_chan_type *t = &p->pg->chan_types[ch->type];
  char name[100];
  snprintf (name, sizeof name, "channel%u.length", ch->number);
  make_latches (p, ch->length, (struct range) {.hi = t->capacity}, true, name);
  for (uint32_t i = 0; i < t->capacity; i++)
    for (uint32_t f = 0; f < t->nfields; f++) {
      snprintf (name, sizeof name, "channel%u.%u.%u", ch->number, i, f);
      make_latches (p, ch->first + i * t->nfields + f, p->ranges.fields[ch->type][f], true, name);
    }
}

static void
latches_of_slot (struct parts *p, uint32_t slot)
{
  const struct slot *s = &p->slots.data[slot];
  for (size_t t = 0; t < s->types.count; t++) {
    const struct slot_type *st = &s->types.data[t];
    const struct pg_proc *q = &p->pg->procs[st->proc];
    char owner[100];
    snprintf (owner, sizeof owner, "%.60s(%u).", q->name, slot);
    for (uint32_t i = 0; i < q->nvars; i++)
      latches_of_variable (p, &q->vars[i], st->cell[i], p->ranges.frames[st->proc][i],
                           p->ranges.frame_written[st->proc][i] || !initialised_alike (q, i), owner);
  }
}

void
cells_make (struct parts *p, const struct layout *l)
{
  p->global_cell = mem_alloc ((p->pg->nvars + 1) * sizeof *p->global_cell);
  for (uint32_t i = 0; i < p->pg->nvars; i++)
    p->global_cell[i] = add_cells (p, &p->pg->vars[i].type, pg_var_elements (&p->pg->vars[i]));
  static const struct pg_type byte = {.bits = 8, .kind = PG_BYTE};
  p->last_cell = pg_uses (p->pg, USES_LAST) ? add_cells (p, &byte, 1) : PG_ALL;
  add_slots (p, l);
  p->overlay = mem_zalloc ((p->cells.count + 1) * sizeof *p->overlay);
  actions_initial (p, l);
  for (uint32_t i = 0; i < p->slots.count; i++)
    latches_of_slot (p, i);
  for (uint32_t i = 0; i < p->pg->nvars; i++)
    latches_of_variable (p, &p->pg->vars[i], p->global_cell[i], p->ranges.globals[i], p->ranges.global_written[i], "");
  for (size_t i = 0; i < p->channels.count; i++)
    latches_of_channel (p, &p->channels.data[i]);
  if (p->last_cell != PG_ALL)
    make_latches (p, p->last_cell, (struct range) {.hi = 255}, true, "_last");
  overlay_clear (p);
}

void
cells_release (struct parts *p)
{
  for (size_t i = 0; i < p->slots.count; i++) {
    struct slot *s = &p->slots.data[i];
    for (size_t t = 0; t < s->types.count; t++) {
      mem_free (s->types.data[t].cell);
      for (int m = 0; m < MODES; m++)
        mem_free (s->types.data[t].node[m]);
    }
    VEC_FREE (s->types);
    VEC_FREE (s->nodes);
  }
  VEC_FREE (p->slots);
  VEC_FREE (p->channels);
  VEC_FREE (p->cells);
  VEC_FREE (p->touched);
  mem_free (p->overlay);
  mem_free (p->global_cell);
}
