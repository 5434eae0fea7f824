/* Read and write sets.
 *
 * Idea. One pass over the edges collects what each action accesses; then each edge gets the accesses that decide whether it
 * is executable (guards that come before it), and the first edge of a d_step those of everything inside.
 * Source. The static facts required by stubborn sets (A. Valmari, "Stubborn sets for reduced state space generation",
 * Advances in Petri Nets 1990, LNCS 483) and ample sets (D. Peled, "All from one, one for all: on model checking using
 * representatives", CAV 1993), in the form of the read and may-write matrices of LTSmin.
 * Where we differ. Cells are whole variables, or one element if every index is constant; channels are identified by the
 * variable that names them.
 * Why that is sound. Every set is a superset of what one step can access. */
#include "model/access.h"

#include <string.h>

#include "base/vec.h"
#include "model/graph_promela.h"
#include "model/walk.h"

struct set {
  VEC (struct pg_access) v;
};

/* The accesses of one edge: of its guard, and of all of it. */
struct touched {
  struct set reads, writes;
  struct set guard;               /* what decides whether its first action is executable */
};

struct pass {
  struct pg *pg;
  uint32_t proc;                  /* the process type of the edges */
  struct touched *edges;
};

static void
add (struct set *s, struct pg_access a)
{
  for (size_t i = 0; i < s->v.count; i++) {
    const struct pg_access *b = s->v.data + i;
    if (b->object == a.object && b->proc == a.proc && b->index == a.index && b->element == a.element)
      return;
  }
  VEC_PUSH (s->v, a);
}

static void
add_all (struct set *to, const struct set *from)
{
  for (size_t i = 0; i < from->v.count; i++)
    add (to, from->v.data[i]);
}

static void
add_special (struct set *s, enum pg_object object, uint32_t proc)
{
  add (s, (struct pg_access){ object, proc, PG_ALL, PG_ALL });
}

static struct pg_access
cell (const struct pass *p, const struct pg_place *place)
{
  bool global = place->region == REGION_GLOBAL;
  const struct pg_var *v = (global ? p->pg->vars : p->pg->procs[p->proc].vars) + place->var;
  return (struct pg_access){ global ? OBJ_GLOBAL : OBJ_FRAME, global ? PG_ALL : p->proc, place->var,
                             pg_place_element (v, place) };
}

/* The object of a channel operation: the variable that holds the channel. */
static struct pg_access
channel (const struct pass *p, enum pg_object object, const struct pg_expr *chan)
{
  if (chan->op != E_LOAD)
    return (struct pg_access){ object, PG_ALL, PG_ALL, PG_ALL };
  struct pg_access a = cell (p, chan->place);
  a.object = object;
  return a;
}

static void run_reads (const struct pass *, struct set *, uint32_t proc);

struct reading { const struct pass *pass; struct set *set; };

/* Adds what the expression itself reads, without its operands, which are visited separately. */
static void
see_read (void *context, uint32_t proc, const struct pg_expr *e)
{
  const struct pass *p = ((struct reading *) context)->pass;
  struct set *s = ((struct reading *) context)->set;
  (void) proc;
  switch (e->op) {
  case E_LOAD:
    add (s, cell (p, e->place));
    break;
  case E_LEN: case E_EMPTY: case E_FULL: case E_NEMPTY: case E_NFULL: case E_POLL:
    add (s, channel (p, OBJ_CHAN_STATE, e->kid[0]));
    break;
  case E_RUN:
    run_reads (p, s, e->proc);
    add_special (s, OBJ_PROCESSES, PG_ALL);
    break;
  case E_NR_PR:
    add_special (s, OBJ_PROCESSES, PG_ALL);
    break;
  case E_LAST: case E_TIMEOUT: case E_NP: case E_ENABLED: case E_GET_PRIORITY:
    add_special (s, OBJ_SCHEDULE, PG_ALL);
    break;
  case E_PC_VALUE:
    add_special (s, OBJ_REMOTE_PC, PG_ALL);
    add_special (s, OBJ_PROCESSES, PG_ALL);
    break;
  case E_REMOTE_LOC:
    add_special (s, OBJ_REMOTE_PC, e->proc);
    add_special (s, OBJ_PROCESSES, PG_ALL);
    break;
  case E_REMOTE_LOAD:
    add (s, (struct pg_access){ OBJ_REMOTE, e->proc, e->place->var,
                                pg_place_element (p->pg->procs[e->proc].vars + e->place->var, e->place) });
    add_special (s, OBJ_PROCESSES, PG_ALL);
    break;
  default:
    break;
  }
}

/* Adds what the initialisation of a new process reads, which is part of run; the reads of its own variables do not count. */
static void
run_reads (const struct pass *p, struct set *s, uint32_t proc)
{
  const struct pg_proc *started = &p->pg->procs[proc];
  const struct pass own = {.pg = p->pg, .proc = proc};
  struct set all = { 0 };
  struct reading reading = {&own, &all};
  for (uint32_t i = 0; i < started->ninit; i++) {
    walk_expr (started->init[i].expr, proc, see_read, &reading);
    walk_place (started->init[i].place, proc, see_read, &reading);
  }
  for (size_t i = 0; i < all.v.count; i++)
    if (all.v.data[i].object != OBJ_FRAME)
      add (s, all.v.data[i]);
  VEC_FREE (all.v);
}

static void
act_writes (const struct pass *p, struct touched *t, const struct pg_act *a)
{
  if (a->place && (a->kind == ACT_ASSIGN || a->kind == ACT_NEW_CHAN))
    add (&t->writes, cell (p, a->place));
  if (a->kind == ACT_SEND)
    add (&t->writes, channel (p, OBJ_CHAN_SEND, a->chan));
  if (a->kind == ACT_RECV)
    add (a->msg->keep ? &t->reads : &t->writes, channel (p, OBJ_CHAN_RECV, a->chan));
  if (a->kind == ACT_RECV)
    for (uint32_t i = 0; i < a->msg->nargs; i++)
      if (a->msg->args[i].kind == ARG_STORE)
        add (&t->writes, cell (p, a->msg->args[i].place));
  if (a->kind == ACT_END || pg_expr_has (a->expr, E_RUN))
    add_special (&t->writes, OBJ_PROCESSES, PG_ALL);
  if (a->kind == ACT_SET_PRIORITY)
    add_special (&t->writes, OBJ_SCHEDULE, PG_ALL);
}

static void
act_touches (const struct pass *p, struct touched *t, const struct pg_act *a, bool first)
{
  struct set mine = { 0 };
  walk_act (a, p->proc, see_read, &(struct reading) {p, &mine});
  if (a->kind == ACT_END)
    add_special (&mine, OBJ_PROCESSES, PG_ALL);
  add_all (&t->reads, &mine);
  act_writes (p, t, a);
  if (first && (a->kind == ACT_GUARD || a->kind == ACT_SEND || a->kind == ACT_RECV)) {
    add_all (&t->guard, &mine);
    if (a->chan)
      add (&t->guard, channel (p, OBJ_CHAN_STATE, a->chan));
  }
  VEC_FREE (mine.v);
}

/* Edges after others at the same location also depend on the guards of these: `else`, later groups, later members of one
 * pick. */
static void
add_guards_before (const struct pass *p, const struct pg_loc *l)
{
  const struct pg_edge *e = p->pg->procs[p->proc].edges + l->first_edge;
  struct touched *t = p->edges + l->first_edge;
  struct set earlier = { 0 }, group = { 0 }, pick = { 0 };      /* guards of earlier groups, of earlier edges of this group, and of this pick */
  for (uint32_t i = 0; i < l->nedges; i++) {
    if (i && e[i].group != e[i - 1].group) {
      add_all (&earlier, &group);
      group.v.count = 0;
    }
    if (i && e[i].pick != e[i - 1].pick)
      pick.v.count = 0;
    add_all (&t[i].reads, &earlier);
    if (e[i].acts[0].kind == ACT_ELSE)
      add_all (&t[i].reads, &group);
    if (e[i].pick) {
      add_all (&t[i].reads, &pick);
      add_all (&pick, &t[i].guard);
    }
    add_all (&group, &t[i].guard);
  }
  VEC_FREE (earlier.v);
  VEC_FREE (group.v);
  VEC_FREE (pick.v);
}

/* Everything that can run inside the d_step entered at location `loc`. */
static void
collect_dstep (const struct pass *p, uint32_t loc, struct touched *into, uint32_t *seen, uint32_t mark)
{
  const struct pg_proc *proc = p->pg->procs + p->proc;
  VEC (uint32_t) todo = { 0 };
  VEC_PUSH (todo, loc);
  seen[loc] = mark;
  while (todo.count) {
    const struct pg_loc *l = proc->locs + VEC_POP (todo);
    for (uint32_t i = l->first_edge; i < l->first_edge + l->nedges; i++) {
      add_all (&into->reads, &p->edges[i].reads);
      add_all (&into->writes, &p->edges[i].writes);
      const struct pg_edge *e = proc->edges + i;
      if ((e->flags & EDGE_DSTEP) && seen[e->dst] != mark) {
        seen[e->dst] = mark;
        VEC_PUSH (todo, e->dst);
      }
    }
  }
  VEC_FREE (todo);
}

static void
keep (struct arena *arena, struct set *s, struct pg_access **list, uint32_t *count)
{
  *count = (uint32_t) s->v.count;
  *list = arena_alloc (arena, (s->v.count + 1) * sizeof **list);
  if (s->v.count)
    memcpy (*list, s->v.data, s->v.count * sizeof **list);
  VEC_FREE (s->v);
}

static void
compute_proc (struct pass *p)
{
  struct pg_proc *proc = p->pg->procs + p->proc;
  p->edges = mem_zalloc ((proc->nedges + 1) * sizeof *p->edges);
  for (uint32_t e = 0; e < proc->nedges; e++) {
    for (uint32_t a = 0; a < proc->edges[e].nacts; a++)
      act_touches (p, p->edges + e, proc->edges[e].acts + a, a == 0);
    walk_expr (pg_provided (proc), p->proc, see_read, &(struct reading) {p, &p->edges[e].reads});
  }
  for (uint32_t l = 0; l < proc->nlocs; l++)
    add_guards_before (p, proc->locs + l);

  uint32_t *seen = mem_zalloc ((proc->nlocs + 1) * sizeof *seen);
  for (uint32_t e = 0; e < proc->nedges; e++)
    if ((proc->edges[e].flags & EDGE_DSTEP) && !(proc->locs[proc->edges[e].src].flags & LOC_DSTEP))
      collect_dstep (p, proc->edges[e].dst, p->edges + e, seen, e + 1);
  mem_free (seen);

  for (uint32_t e = 0; e < proc->nedges; e++) {
    struct touched *t = p->edges + e;
    keep (&p->pg->arena, &t->reads, &proc->edges[e].reads, &proc->edges[e].nreads);
    keep (&p->pg->arena, &t->writes, &proc->edges[e].writes, &proc->edges[e].nwrites);
    VEC_FREE (t->guard.v);
  }
  mem_free (p->edges);
}

void
access_compute (struct pg *pg)
{
  for (uint32_t i = 0; i < pg->nprocs; i++)
    compute_proc (&(struct pass){ .pg = pg, .proc = i });
}
