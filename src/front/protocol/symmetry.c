/* Symmetry: processes of a symmetric type may be exchanged, and only one of the states that differ by an exchange is
 * explored.
 *
 * Idea. A permutation of processes moves their variables, renames senders and receivers, and process numbers stored in
 * variables and messages (names). In the representative the processes of a type are sorted by a hash that ignores process
 * numbers; among processes with equal hashes all orders are tried, and the smallest state is taken.
 * Source. C. N. Ip, D. L. Dill, "Better verification through symmetry", Formal Methods in System Design 9, 1996; with
 * stubborn sets: E. A. Emerson, S. Jha, D. Peled, "Combining partial order and symmetry reductions", TACAS 1997.
 * Where we differ. If too many processes have equal hashes, the first order is taken: any permutation of a state is sound,
 * one that is not canonical only stores more states.
 * Why that is sound. If the successors of a permuted state are the permuted successors, a path w from s has a corresponding
 * path of the same length from the representative of s; the arguments for deadlocks, invariants and the cycle condition are
 * by induction on the length of w. That transitions do not distinguish the processes is checked for one permutation of a
 * fraction of the states, and the verdict says so; with --verify-relations for all permutations of all of them, which suffices: a
 * path without symmetry is followed step by step by one through representatives. That an invariant or `may_end` does not
 * distinguish them is checked in every state and order. */
#include <assert.h>
#include <string.h>

#include "base/digest.h"
#include "base/random.h"
#include "front/protocol/parts.h"

enum { MOST_ORDERS = 120, MOST_ORBIT = 720, CHECK_ALWAYS = 300, CHECK_SHARE = 97 };

/* A permutation: order[place] is the process. Processes inside a block may be permuted. */
struct placing {
  uint8_t order[MZ_PROCESSES];
  struct { uint32_t first, count; } blocks[MZ_PROCESSES];
  uint32_t nblocks;
};

/* The next permutation of one block, in lexicographic order; false: it was the last, the block is back at the first. */
static bool
next_in_block (uint8_t *a, uint32_t n)
{
  uint32_t i = n - 1, k = n - 1;
  while (i && a[i - 1] >= a[i])
    i--;
  if (i) {
    while (a[k] <= a[i - 1])
      k--;
    uint8_t x = a[i - 1];
    a[i - 1] = a[k];
    a[k] = x;
  }
  for (uint32_t l = i, r = n - 1; l < r; l++, r--) {
    uint8_t x = a[l];
    a[l] = a[r];
    a[r] = x;
  }
  return i;
}

static bool
next_placing (struct placing *g)
{
  for (uint32_t b = 0; b < g->nblocks; b++)
    if (next_in_block (g->order + g->blocks[b].first, g->blocks[b].count))
      return true;
  return false;
}

static double
count_placings (const struct placing *g)
{
  double n = 1;
  for (uint32_t b = 0; b < g->nblocks; b++)
    for (uint32_t k = 2; k <= g->blocks[b].count; k++)
      n *= k;
  return n;
}

/* All processes of each symmetric type, in their original order. */
static void
place_all (const struct protocol *p, struct placing *g)
{
  g->nblocks = 0;
  for (uint32_t i = 0; i < p->nprocesses; i++)
    g->order[i] = (uint8_t) i;
  for (size_t t = 0; t < p->types.count; t++)
    if (p->types.data[t].source->symmetric && p->types.data[t].count > 1) {
      g->blocks[g->nblocks].first = (uint32_t) p->types.data[t].first;
      g->blocks[g->nblocks++].count = (uint32_t) p->types.data[t].count;
    }
}

/* ---- permuting ---- */

/* 0 is none, otherwise a process number + 1. */
static int64_t
rename_one (const struct protocol *p, const uint8_t *places, int64_t value)
{
  return value > 0 && value <= (int64_t) p->nprocesses ? places[value - 1] + 1 : value;
}

static void
permute (const struct protocol *p, const struct mp_open *in, const struct placing *g, struct mp_open *out)
{
  uint8_t places[MZ_PROCESSES];
  for (uint32_t i = 0; i < p->nprocesses; i++)
    places[g->order[i]] = (uint8_t) i;
  for (uint32_t i = 0; i < p->nprocesses; i++) {
    const struct mp_type *t = &p->types.data[p->type_of[i]];
    assert (p->type_of[places[i]] == p->type_of[i]);
    out->fault[places[i]] = in->fault[i];
    memcpy (out->local[places[i]], in->local[i], t->source->size);
    for (size_t k = 0; k < t->variables.count; k++) {
      const struct mp_variable *v = &t->variables.data[k];
      for (uint32_t u = 0; v->names && u < v->size; u += v->unit) {
        uint8_t *at = out->local[places[i]] + v->offset + u;
        int64_t value = rename_one (p, places, mp_get (at, v->unit));
        memcpy (at, &value, v->unit);
      }
    }
  }
  out->nmessages = in->nmessages;
  for (uint32_t i = 0; i < in->nmessages; i++) {
    struct mz_message *m = &out->messages[i];
    *m = in->messages[i];
    m->from = places[m->from];
    m->to = places[m->to];
    for (uint32_t k = 0; k < MZ_FIELDS; k++)
      if (p->messages.data[m->type].names >> k & 1)
        m->value[k] = (int32_t) rename_one (p, places, m->value[k]);
  }
}

/* ---- the representative ---- */

/* A process's number up to symmetry. */
static uint64_t
role_of (const struct protocol *p, int pid)
{
  uint32_t type = p->type_of[pid];
  return p->types.data[type].source->symmetric ? 1000 + type : (uint64_t) pid;
}

/* A hash invariant under permutations: the process's variables and messages without process numbers. */
static uint64_t
look_of (const struct protocol *p, const struct mp_open *o, uint32_t pid)
{
  const struct mp_type *t = &p->types.data[p->type_of[pid]];
  uint64_t h = o->fault[pid], sum = 0;
  for (size_t k = 0; k < t->variables.count; k++)
    for (uint32_t u = 0; !t->variables.data[k].names && u < t->variables.data[k].size; u++)
      h = digest_add (h, o->local[pid][t->variables.data[k].offset + u]);
  for (uint32_t i = 0; i < o->nmessages; i++) {
    const struct mz_message *m = &o->messages[i];
    uint64_t x = digest_add ((uint64_t) m->type, (m->from == (int) pid) + 2 * (m->to == (int) pid));
    if (m->from != (int) pid && m->to != (int) pid)
      continue;
    x = digest_add (digest_add (x, role_of (p, m->from)), role_of (p, m->to));
    for (uint32_t k = 0; k < p->messages.data[m->type].nfields; k++)
      x = digest_add (x, p->messages.data[m->type].names >> k & 1 ? 0 : (uint64_t) (uint32_t) m->value[k]);
    sum += x;
  }
  return digest_add (h, sum);
}

/* Sorts the processes of each symmetric type by hash; those with equal hashes are a block. */
static void
place_by_looks (const struct protocol *p, const struct mp_open *o, struct placing *g)
{
  uint64_t looks[MZ_PROCESSES];
  struct placing all;
  place_all (p, &all);
  *g = all;
  g->nblocks = 0;
  for (uint32_t b = 0; b < all.nblocks; b++) {
    uint32_t first = all.blocks[b].first, end = first + all.blocks[b].count;
    for (uint32_t i = first; i < end; i++) {
      uint32_t k = i;
      looks[i] = look_of (p, o, i);
      for (; k > first && looks[g->order[k - 1]] > looks[i]; k--)
        g->order[k] = g->order[k - 1];
      g->order[k] = (uint8_t) i;
    }
    for (uint32_t i = first, k; i < end; i = k) {
      for (k = i + 1; k < end && looks[g->order[k]] == looks[g->order[i]];)
        k++;
      if (k > i + 1) {
        g->blocks[g->nblocks].first = i;
        g->blocks[g->nblocks++].count = k - i;
      }
    }
  }
}

/* `chosen`: the permutation that leads from the open state to the representative. */
static uint32_t
represent (struct protocol *p, struct mp_open *o, uint32_t *out, struct placing *chosen)
{
  struct placing g;
  place_by_looks (p, o, &g);
  *chosen = g;
  permute (p, o, &g, &p->permuted);
  uint32_t n = mp_close_state (p, &p->permuted, out);
  if (count_placings (&g) > MOST_ORDERS)
    return n;
  while (next_placing (&g)) {
    permute (p, o, &g, &p->permuted);
    uint32_t m = mp_close_state (p, &p->permuted, p->other);
    assert (m == n);              /* the same messages */
    if (memcmp (p->other, out, m * sizeof *out) < 0) {
      memcpy (out, p->other, m * sizeof *out);
      *chosen = g;
    }
  }
  return n;
}

uint32_t
mp_close_symmetric (struct protocol *p, struct mp_open *o, uint32_t *out)
{
  struct placing chosen;
  return represent (p, o, out, &chosen);
}

/* ---- checks of symmetry ---- */

/* The state with its processes exchanged; closes it without looking for a representative. */
static uint32_t
exchange (struct protocol *p, const uint32_t *state, const struct placing *g, uint32_t *out)
{
  mp_open_state (p, state, &p->now);
  permute (p, &p->now, g, &p->permuted);
  return mp_close_state (p, &p->permuted, out);
}

/* Sums the hashes of the successors of the state, exchanged if `g`, by family of transitions. */
static void
add_successors (struct protocol *p, const uint32_t *state, const struct placing *g, uint64_t *sums)
{
  struct trans_list list = {0};
  uint32_t *next = mem_alloc (2 * p->ts.max_words * sizeof *next), *exchanged = next + p->ts.max_words;
  struct fault fault;
  mp_class.enabled (&p->ts, state, &list);
  for (size_t i = 0; i < list.count; i++) {
    uint32_t n = mp_class.step (&p->ts, state, list.data[i], next, &fault);
    uint64_t h = fault.kind;
    if (g && fault.kind == FAULT_NONE)
      n = exchange (p, next, g, exchanged);
    for (uint32_t k = 0; k < n && fault.kind == FAULT_NONE; k++)
      h = digest_add (h, (g ? exchanged : next)[k]);
    sums[p->transitions.data[mp_instance_of (p, list.data[i])->transition].family] += digest_add (7, h);
  }
  VEC_FREE (list);
  mem_free (next);
}

static void
tells_apart (struct protocol *p, uint32_t transition, uint32_t type)
{
  const struct mp_transition *t = &p->transitions.data[transition];
  mp_fault (&p->asymmetric, t->pos, "transition %s tells processes of type %s apart, which is declared symmetric", t->name,
            p->types.data[type].source->name);
}

/* Are the successors of the exchanged state the exchanged successors? */
static void
check_exchange (struct protocol *p, const uint32_t *state, const struct placing *g)
{
  uint64_t *here = mem_zalloc (2 * p->transitions.count * sizeof *here), *there = here + p->transitions.count;
  uint32_t *other = mem_alloc (p->ts.max_words * sizeof *other), moved = 0;
  exchange (p, state, g, other);
  add_successors (p, state, g, here);
  add_successors (p, other, NULL, there);
  while (g->order[moved] == moved)
    moved++;
  for (uint32_t i = 0; i < p->transitions.count; i++)
    if (here[i] != there[i])
      tells_apart (p, i, p->type_of[moved]);
  mem_free (here);
  mem_free (other);
}

/* Exchanges processes of one type at random; some are. */
static void
shuffle (struct placing *g, uint64_t turn)
{
  uint64_t b = random_draw (&turn) % g->nblocks;
  uint8_t *a = g->order + g->blocks[b].first;
  uint32_t n = g->blocks[b].count, moved = 0;
  for (uint32_t i = n - 1; i > 0; i--) {
    uint32_t k = (uint32_t) (random_draw (&turn) % (i + 1));
    uint8_t x = a[i];
    a[i] = a[k];
    a[k] = x;
    moved += k != i;
  }
  if (!moved)
    next_in_block (a, n);
}

static bool
is_checked_wholly (const struct protocol *p, const struct placing *all)
{
  return p->verify && count_placings (all) <= MOST_ORBIT;
}

void
mp_check_symmetry (struct protocol *p, const uint32_t *state)
{
  struct placing g;
  uint64_t turn = p->looks++;
  place_all (p, &g);
  if (!g.nblocks || p->asymmetric.kind != FAULT_NONE || (turn >= CHECK_ALWAYS && turn % CHECK_SHARE && !p->verify))
    return;
  p->exploits = false;            /* successors, not their representatives */
  if (is_checked_wholly (p, &g))
    while (p->asymmetric.kind == FAULT_NONE && next_placing (&g))
      check_exchange (p, state, &g);
  else {
    shuffle (&g, turn);
    check_exchange (p, state, &g);
  }
  p->exploits = true;
}

const struct fault *
protocol_asymmetry (const struct protocol *p)
{
  return p->asymmetric.kind == FAULT_NONE ? NULL : &p->asymmetric;
}

bool
protocol_symmetry_is_proved (const struct protocol *p)
{
  struct placing all;
  place_all (p, &all);
  return is_checked_wholly (p, &all);
}

/* Does the property have the value `holds`, as in the open state, in every permutation of it? */
void
mp_check_orbit (struct protocol *p, struct mp_observable *o, bool holds, struct fault *fault)
{
  struct placing g;
  struct mz_view view = {p->first, p->count, (const void *const *) p->permuted.local};
  place_all (p, &g);
  while (o->tells_apart && next_placing (&g) && fault->kind == FAULT_NONE) {
    bool now = holds;
    permute (p, &p->now, &g, &p->permuted);
    mp_call_property (p, o, &view, &now, fault);
    if (now != holds)
      mp_fault (fault, (struct pos) {o->source->file ? o->source->file : p->file, o->source->line, 0},
                "property %s tells processes apart whose type is declared symmetric", o->source->name);
  }
}

static struct pos
end_pos (const struct protocol *p)
{
  return (struct pos) {p->ends_by_name->file ? p->ends_by_name->file : p->file, p->ends_by_name->line, 0};
}

/* May all processes end, as in the open state, in every permutation of it? */
void
mp_check_ends (struct protocol *p, struct fault *fault)
{
  struct placing g;
  if (!p->ends_by_name)
    return;
  bool may = mp_all_may_end (p, &p->now);
  place_all (p, &g);
  while (next_placing (&g) && fault->kind == FAULT_NONE) {
    permute (p, &p->now, &g, &p->permuted);
    if (mp_all_may_end (p, &p->permuted) != may)
      mp_fault (fault, end_pos (p), "may_end of process %s tells processes apart whose type is declared symmetric", p->ends_by_name->name);
  }
}

/* ---- declarations ---- */

/* The property may distinguish processes: it reads variables of a symmetric type, or process numbers. */
static bool
may_tell_apart (const struct protocol *p, const struct mp_observable *o)
{
  for (size_t i = 0; i < p->types.count; i++) {
    const struct mp_type *t = &p->types.data[i];
    for (size_t k = 0; k < t->variables.count; k++)
      if (o->reads[i] >> k & 1 && ((t->source->symmetric && t->count > 1) || t->variables.data[k].names))
        return true;
  }
  return false;
}

/* False after a message. */
bool
mp_resolve_symmetry (struct protocol *p, struct diag *diag)
{
  struct placing g;
  place_all (p, &g);
  p->has_symmetry = g.nblocks;
  for (size_t i = 0; i < p->types.count; i++)
    for (size_t k = 0; k < p->types.data[i].variables.count; k++)
      if (p->types.data[i].source->may_end && p->types.data[i].variables.data[k].names)
        p->ends_by_name = p->types.data[i].source;
  if (p->ends_by_name && count_placings (&g) > MOST_ORBIT) {
    diag_error (diag, end_pos (p), "may_end of process %s may look at names of symmetric processes, which can be exchanged in more than %d ways: it cannot be checked for symmetry",
                p->ends_by_name->name, MOST_ORBIT);
    return false;
  }
  for (size_t i = 0; i < p->ninvariants; i++) {
    struct mp_observable *o = &p->observables.data[i];
    o->tells_apart = may_tell_apart (p, o);
    if (g.nblocks && o->tells_apart && count_placings (&g) > MOST_ORBIT) {
      diag_error (diag, (struct pos) {o->source->file ? o->source->file : p->file, o->source->line, 0},
                  "%s: reads variables of symmetric processes, which are more than can be exchanged in %d ways: it cannot be checked for symmetry",
                  o->source->name, MOST_ORBIT);
      return false;
    }
  }
  return true;
}

bool
protocol_exploit_symmetry (struct protocol *p, bool on)
{
  p->exploits = on && p->has_symmetry;
  return p->exploits;
}

uint64_t
protocol_orbit (struct protocol *p, const uint32_t *state)
{
  uint64_t h = 1;
  mp_open_state (p, state, &p->trial);
  uint32_t n = mp_close_symmetric (p, &p->trial, p->representative);
  for (uint32_t i = 0; i < n; i++)
    h = digest_add (h, p->representative[i]);
  return h;
}

/* The same transition from the state `plain`: its successor, exchanged, is `next`; or the corresponding fault. */
static bool
find_plain (struct protocol *p, const uint32_t *plain, uint32_t transition, const struct placing *g, const uint32_t *next, uint32_t n,
            const struct fault *fault, trans_id *found)
{
  struct trans_list list = {0};
  uint32_t *out = mem_alloc (2 * p->ts.max_words * sizeof *out), *exchanged = out + p->ts.max_words;
  struct fault now;
  bool good = false;
  mp_class.enabled (&p->ts, plain, &list);
  for (size_t i = 0; i < list.count && !good; i++) {
    if (p->transitions.data[mp_instance_of (p, list.data[i])->transition].family != p->transitions.data[transition].family)
      continue;
    mp_class.step (&p->ts, plain, list.data[i], out, &now);
    good = now.kind == fault->kind;
    if (good && now.kind == FAULT_NONE)
      good = exchange (p, out, g, exchanged) == n && !memcmp (exchanged, next, n * sizeof *exchanged);
    *found = list.data[i];
  }
  VEC_FREE (list);
  mem_free (out);
  return good;
}

/* `here` represents `plain`: g leads from this one to that one. */
bool
protocol_lift_steps (struct protocol *p, trans_id *steps, size_t count)
{
  uint32_t *plain = mem_alloc (3 * p->ts.max_words * sizeof *plain), *here = plain + p->ts.max_words, *next = here + p->ts.max_words;
  struct placing g, h, before;
  struct fault fault;
  bool good = true;
  p->exploits = false;
  mp_class.initial (&p->ts, plain, &fault);
  mp_open_state (p, plain, &p->trial);
  represent (p, &p->trial, here, &g);
  for (size_t i = 0; i < count && good; i++) {
    uint32_t transition = mp_instance_of (p, steps[i])->transition, n = mp_class.step (&p->ts, here, steps[i], next, &fault);
    good = find_plain (p, plain, transition, &g, next, n, &fault, &steps[i]);
    if (!good)
      tells_apart (p, transition, p->transitions.data[transition].type);
    mp_open_state (p, next, &p->trial);
    represent (p, &p->trial, here, &h);
    before = g;
    for (uint32_t k = 0; k < p->nprocesses; k++)
      g.order[k] = before.order[h.order[k]];
    if (good) {
      n = mp_class.step (&p->ts, plain, steps[i], next, &fault);
      memcpy (plain, next, n * sizeof *plain);
    }
  }
  mem_free (plain);
  return good;
}
