/* Executing actions: each changes the overlay of the state that its step builds up. */
#include "symbolic/parts.h"

/* Initialisers of a process, or of the globals. */
static void
initialise (struct env *v, const struct pg_act *acts, uint32_t n, uint32_t channels_before)
{
  for (uint32_t i = 0; i < n; i++)
    if (acts[i].kind == ACT_NEW_CHAN)
      place_store (v, acts[i].place, LIT_TRUE, word_const (++channels_before));
    else
      place_store (v, acts[i].place, LIT_TRUE, expr_word (v, acts[i].expr));
}

/* A new process of that type in the slot, if the condition holds; the creator is in `v`. */
static void
create (struct env *v, uint32_t slot, uint32_t type, lit condition, const struct word *args, uint32_t nargs)
{
  struct parts *p = v->p;
  const struct slot_type *st = &p->slots.data[slot].types.data[type];
  const struct pg_proc *q = &p->pg->procs[st->proc];
  struct env w = *v;
  assert (slot < p->slots.count);
  w.slot = slot;
  w.type = type;
  w.path = aig_and (p->g, v->path, condition);
  w.alive[slot] = aig_or (p->g, v->alive[slot], w.path);
  for (uint32_t i = 0; i < nargs && i < q->nparams; i++)
    cell_store (p, st->cell[i], w.path, args[i]);
  initialise (&w, q->init, q->ninit, st->first_chan);
  v->fault = w.fault;
  v->hard = w.hard;
  v->alive[slot] = w.alive[slot];
  VEC_PUSH (v->created, (struct control_change) {slot, st->node[MODE_PLAIN][q->start], w.path});
}

struct word
action_run (struct env *v, const struct pg_expr *e)
{
  struct parts *p = v->p;
  struct aig *g = p->g;
  struct word *args = mem_alloc ((e->nargs + 1) * sizeof *args), pid = word_const (0);
  for (uint32_t i = 0; i < e->nargs; i++)
    args[i] = expr_word (v, e->args[i]);
  lit placed = LIT_FALSE, alive[LAYOUT_MAX_SLOTS];
  for (uint32_t i = 0; i < p->slots.count; i++)
    alive[i] = v->alive[i];
  for (uint32_t i = 1; i < p->slots.count; i++)
    for (uint32_t t = 0; t < p->slots.data[i].types.count; t++) {
      lit here = aig_and (g, alive[i - 1], lit_not (alive[i]));
      if (p->slots.data[i].types.data[t].proc != e->proc || here == LIT_FALSE)
        continue;
      create (v, i, t, here, args, e->nargs);
      placed = aig_or (g, placed, here);
      pid = word_mux (g, here, word_const (i), pid);
    }
  v->resource = aig_or (g, v->resource, aig_and (g, v->path, lit_not (placed)));
  mem_free (args);
  return pid;
}

static void
end_process (struct env *v)
{
  struct parts *p = v->p;
  const struct slot_type *st = &p->slots.data[v->slot].types.data[v->type];
  const struct pg_proc *q = &p->pg->procs[st->proc];
  for (uint32_t i = 0; i < q->nvars; i++)
    for (uint32_t e = 0; e < pg_var_elements (&q->vars[i]); e++)
      cell_store (p, st->cell[i] + e, v->path, word_const (0));
  for (size_t i = 0; i < p->channels.count; i++) {
    const struct channel *ch = &p->channels.data[i];
    const struct pg_chan_type *t = &p->pg->chan_types[ch->type];
    if (ch->slot != v->slot || ch->slot_type != v->type)
      continue;
    cell_store (p, ch->length, v->path, word_const (0));
    for (uint32_t k = 0; k < t->capacity * t->nfields; k++)
      cell_store (p, ch->first + k, v->path, word_const (0));
  }
  VEC_PUSH (v->created, (struct control_change) {v->slot, 0, v->path});
}

void
action_execute (struct env *v, const struct pg_act *a)
{
  switch (a->kind) {
  case ACT_GUARD: expr_word (v, a->expr); break;     /* what `run` can create, and its faults */
  case ACT_ASSIGN: {
    struct word w = expr_word (v, a->expr);
    place_store (v, a->place, LIT_TRUE, w);
    break;
  }
  case ACT_SEND: message_send (v, a); break;
  case ACT_RECV: message_receive (v, a); break;
  case ACT_ASSERT: env_soft_fault (v, lit_not (expr_true (v, a->expr))); break;
  case ACT_CHECK: {
    lit fails = lit_not (expr_true (v, a->expr));
    if (a->fault == FAULT_RESOURCE)
      v->beyond = aig_or (v->p->g, v->beyond, aig_and (v->p->g, v->path, fails));
    else
      env_fault (v, fails);
    break;
  }
  case ACT_PRINT: case ACT_PRINTM: case ACT_ELSE: break;
  case ACT_END: end_process (v); break;
  default: refuse (v->p, a->pos, a->kind == ACT_SET_PRIORITY ? "priorities" : "a channel that is created in the middle of a run"); break;
  }
}

void
actions_initial (struct parts *p, const struct layout *l)
{
  struct env v;
  env_init (&v, p, PG_ALL, 0);
  initialise (&v, p->pg->init, p->pg->ninit, 0);
  for (uint32_t i = 0; i < p->slots.count; i++)
    for (uint32_t t = 0; t < p->slots.data[i].types.count; t++) {
      const struct slot_type *st = &p->slots.data[i].types.data[t];
      const struct pg_proc *q = &p->pg->procs[st->proc];
      bool there = i < l->initial && p->pg->starts[i] == st->proc;
      v.slot = i;
      v.type = t;
      if (i < l->initial)
        v.alive[i] = LIT_TRUE;
      uint32_t channels = st->first_chan;
      for (uint32_t k = 0; k < q->ninit; k++) {
        const struct pg_act *a = &q->init[k];
        if (a->kind == ACT_NEW_CHAN)
          place_store (&v, a->place, LIT_TRUE, word_const (++channels));
        else if (there || a->expr->op == E_CONST || a->expr->op == E_PID)    /* otherwise it is stored when the process is created */
          place_store (&v, a->place, LIT_TRUE, expr_word (&v, a->expr));
      }
    }
  if (v.fault != LIT_FALSE)
    refuse (p, p->pg->procs[0].pos, "an initial value that cannot be computed");
  env_release (&v);
}
