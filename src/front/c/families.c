/* Families (model/graph.h). A place that starts an unknown number of threads is represented by a few members, which are
 * copies of each other. Here the families are listed in the graph, and each variable that belongs to a member gets its
 * owner. */
#include "front/c/parts.h"

static void
own (struct c_program *c, uint32_t var, uint32_t thread)
{
  if (var != NONE && c->threads.data[thread].of_family)
    c->vars.data[var].owner = thread + 1;
}

static void
own_counters (struct c_program *c, const struct c_ctx *x)
{
  for (uint32_t i = 0; i < x->f->ninsts; i++)
    own (c, x->counter[i], x->thread);
  for (const struct c_ctx *k = x->child; k; k = k->sibling)
    own_counters (c, k);
}

static void
own_objects (struct c_program *c)
{
  for (size_t i = 1; i < c->objects.count; i++) {
    const struct c_object *o = &c->objects.data[i];
    uint32_t thread = o->thread != NONE ? o->thread : o->ctx ? o->ctx->thread : NONE;
    if (thread == NONE)
      continue;
    for (size_t k = 0; k < o->leaves.count && !o->in_frame; k++)
      own (c, o->leaves.data[k].var, thread);
    own (c, o->alive, thread);
  }
}

void
families_tell (struct c_program *c)
{
  VEC (struct pg_family) all = {0};
  for (uint32_t t = 0; t < c->threads.count; t++) {
    const struct c_thread *m = &c->threads.data[t];
    if (!m->of_family)
      continue;
    assert (t);                   /* main is started once */
    const struct c_thread *before = &c->threads.data[t - 1];
    if (before->of_family && before->f == m->f && before->creator == m->creator && before->call == m->call)
      VEC_LAST (all).count++;
    else
      VEC_PUSH (all, (struct pg_family) {t, 1});
    assert (VEC_LAST (all).first + VEC_LAST (all).count == t + 1);
    own (c, m->started, t);
    own (c, m->ended, t);
    own (c, m->claimed, t);
    own (c, m->argument, t);
    own (c, m->result, t);
    own_counters (c, m->root);
  }
  own_objects (c);
  VEC_MOVE (all, &c->pg->arena, c->pg->families, c->pg->nfamilies);
}
