/* Successors of elements.
 *
 * Idea. A step ends at the next element that is a state. Joins, gotos and loop exits are no states: they are skipped,
 * except where a step inside an atomic sequence would then end outside it; there the join or goto is a step of its own, and
 * control is given up only after it.
 * Source. SPIN 6.5.2's code generation without optimisations (spin -o1 -o2 -o3 -a), as printed by pan -d.
 * Where we differ. A goto to a labelled d_step is allowed. A remotely referenced goto is split after all processes were
 * read, not while reading. If a step in an atomic sequence leads to an unless whose first statement leaves that sequence,
 * the step ends at this statement; in SPIN it ends in a state without transitions.
 * Why that is sound. Skipping a join or a goto changes only the location; the same elements are states as in SPIN, so the same
 * states are counted. */
#include "base/digest.h"
#include "front/promela/elem.h"

#include <assert.h>
#include <string.h>

#include "front/promela/lex.h"

/* ---- labels ---- */

/* Requires that all labels of the process exist. */
static void
index_labels (struct lower *l, struct proc_lower *p)
{
  assert (!p->labels_by_name);
  size_t n = 0;
  for (const struct elem_label *x = p->labels; x; x = x->older)
    n++;
  p->label_buckets = 2 * n + 1;
  p->labels_by_name = arena_alloc (&l->tmp, p->label_buckets * sizeof *p->labels_by_name);
  struct elem_label ***ends = arena_alloc (&l->tmp, p->label_buckets * sizeof *ends);
  for (struct elem_label *x = p->labels; x; x = x->older) {
    size_t at = digest_text (x->name, strlen (x->name)) % p->label_buckets;
    *(ends[at] ? ends[at] : &p->labels_by_name[at]) = x;
    ends[at] = &x->older_here;
  }
}

/* The label in the goto's own block, else in an enclosing one (the outermost declaration wins), else anywhere in the
 * process: SPIN's order. */
static struct elem *
find_label (struct lower *l, struct proc_lower *p, const char *name, const char *scope)
{
  if (!p->labels_by_name)
    index_labels (l, p);
  struct elem *around = NULL, *elsewhere = NULL;
  size_t at = digest_text (name, strlen (name)) % p->label_buckets;
  for (const struct elem_label *x = p->labels_by_name[at]; x; x = x->older_here) {
    if (strcmp (x->name, name))
      continue;
    if (!strcmp (x->scope, scope))
      return x->elem;
    if (!strncmp (x->scope, scope, strlen (x->scope)))
      around = x->elem;
    else if (!elsewhere)
      elsewhere = x->elem;
  }
  return around ? around : elsewhere;
}

/* The parser guarantees that every label exists. */
static bool
resolve_gotos (struct lower *l, struct proc_lower *p)
{
  bool ok = true;
  for (size_t i = 0; i < p->elems.count; i++) {
    struct elem *e = p->elems.data[i];
    if (e->kind != EL_GOTO || e->dest)
      continue;
    e->dest = e->loop ? e->loop->exit : find_label (l, p, e->jump->name, e->jump->scope ? e->jump->scope : "");
    assert (e->dest);
    if (e->dest->dstep == e->dstep)
      continue;
    diag_error (l->diag, e->pos, "jump %s a d_step", e->dstep ? "out of" : "into");
    ok = false;
  }
  return ok;
}

/* A goto whose label is referenced from another process must be a state: it becomes a skip, followed by the goto, outside
 * any atomic sequence. */
static void
split_goto (struct lower *l, struct elem *e)
{
  struct elem *jump = elem_new (l, EL_GOTO, e->pos, e->text);
  jump->jump = e->jump;
  jump->loop = e->loop;
  jump->dstep = e->dstep;
  jump->next = e->next;
  e->kind = EL_STMT;
  e->text = "skip";
  e->next = jump;
  e->act = lower_skip (l, e->pos);
}

void
flow_remote_labels (struct lower *l)
{
  for (size_t i = 0; i < l->remote_labels.count; i++) {
    struct remote_label *r = &l->remote_labels.data[i];
    assert (r->expr->op == E_REMOTE_LOC && r->expr->proc < l->pg->nprocs);
    struct proc_lower *p = l->procs + r->expr->proc;
    struct elem *e = find_label (l, p, r->ast->name, "");
    if (!e) {
      diag_error (l->diag, r->ast->pos, "proctype %s has no label %s", r->ast->proc_name, r->ast->name);
      continue;
    }
    l->proc = p;
    if (e->kind == EL_GOTO)
      split_goto (l, e);
    l->proc = NULL;
    if (e->marks & (MARK_ATOM | MARK_LAST))
      diag_warning (l->diag, r->ast->pos, "label %s is inside an atomic sequence or d_step", r->ast->name);
    e->flags |= LOC_REMOTE;
    r->elem = e;
  }
}

/* ---- ends of blocks ---- */

/* The last element of a block leads to the successor of the block. Latest first: enclosing blocks come before inner ones. */
static void
tie_ends (struct proc_lower *p)
{
  for (size_t i = p->elems.count; i-- > 0;) {
    struct elem *e = p->elems.data[i];
    if ((e->kind != EL_ATOMIC && e->kind != EL_DSTEP && e->kind != EL_BLOCK) || !e->next)
      continue;
    struct elem *after = e->next;
    while (after && after->kind == EL_JOIN)
      after = after->next;
    struct elem_seq *body = e->subs[0];
    if (!body->last->next)
      body->last->next = after;
    else if (body->last->next->kind == EL_GOTO)
      body->last = body->last->next;            /* a goto that was split */
  }
}

/* ---- skipping joins and gotos ---- */

/* The first statement of a sequence; gotos stay. */
static struct elem *
flow_first (struct elem *e)
{
  for (;;) {
    if (e->kind == EL_JOIN && e->next)
      e = e->next;
    else if (e->kind == EL_UNLESS)
      e = e->subs[0]->first;
    else
      return e;
  }
}

static struct elem *
pass_over (const struct elem *e)
{
  switch (e->kind) {
  case EL_GOTO: return e->dest;
  case EL_JOIN: case EL_EXIT: return e->next;
  default: return NULL;
  }
}

struct elem *
flow_skip_joins (struct lower *l, struct elem *e, unsigned marks)
{
  const struct elem *start = e;
  for (size_t steps = 0; steps <= l->proc->elems.count; steps++) {
    struct elem *on = e->kind == EL_UNLESS ? flow_skip_joins (l, e->subs[0]->first, marks) : pass_over (e);
    if (!on || ((marks & MARK_ATOM) && !(on->marks & MARK_ATOM)))
      return e;
    e = on;
  }
  diag_error (l->diag, start->pos, "this goto leads back to itself through jumps only");
  return NULL;
}

/* ---- successors ---- */

static void place_seq (struct lower *, struct elem_seq *);

/* A goto that leaves an atomic sequence is the last step of that sequence; one that enters another remains atomic. */
static void
patch_gotos (struct elem_seq *s)
{
  const unsigned atomic = MARK_ATOM | MARK_LAST;
  for (struct elem *e = s->first; e; e = e->next) {
    if (e->kind == EL_GOTO) {
      if ((e->marks & atomic) && !(e->dest->marks & atomic))
        e->marks = (e->marks & ~(unsigned) MARK_ATOM) | MARK_LAST;
      if ((e->marks & MARK_LAST) && (e->dest->marks & atomic))
        e->marks = (e->marks & ~(unsigned) MARK_LAST) | MARK_ATOM;
    } else if (e->kind == EL_IF || e->kind == EL_DO || e->kind == EL_UNLESS)
      for (int i = 0; i < e->nsubs; i++)
        patch_gotos (e->subs[i]);
    if (e == s->extent)
      break;
  }
}

static void
place_escapes (struct lower *l, struct elem *e)
{
  if (e->kind == EL_JOIN)
    return;
  for (struct elem_escape *x = e->escapes; x; x = x->next)
    x->target = flow_skip_joins (l, x->seq->first, e->marks);
  for (struct elem_escape *x = e->escapes; x; x = x->next)
    place_seq (l, x->seq);
}

static void
place_leaf (struct lower *l, struct elem *e)
{
  assert (e->kind == EL_DSTEP || !e->nsubs);
  struct elem *on = e->kind == EL_GOTO ? e->dest : e->next;
  e->target = on ? flow_skip_joins (l, on, e->marks) : NULL;
  while (e->target && e->target->kind == EL_UNLESS)
    e->target = flow_skip_joins (l, e->target->subs[0]->first, e->marks);
  e->keeps = e->marks & MARK_ATOM;
  place_escapes (l, e);
}

static void
place_block (struct lower *l, struct elem *e)
{
  assert (e->nsubs == 1 && !e->options.count);
  struct elem_seq *body = e->subs[0];
  patch_gotos (body);
  struct elem *first = flow_first (body->first);
  body->last->next = e->next;
  if (e->kind == EL_DSTEP) {
    place_leaf (l, e);
    return;
  }
  VEC_PUSH (e->options, first);
  place_seq (l, body);
}

/* An unless on one option does not cover the others, as in SPIN. */
static void
warn_escape (struct lower *l, const struct elem *e, const struct elem *guard)
{
  const struct elem_escape *x = e->escapes, *y = guard->escapes;
  for (; x && y && x->seq == y->seq; x = x->next)
    y = y->next;
  if ((x || y) && e->nsubs > 1 && guard->kind != EL_GOTO && guard->kind != EL_JOIN)
    diag_warning (l->diag, guard->pos, "unless on the guard of an option also covers the other options");
}

static void
place_choice (struct lower *l, struct elem *e)
{
  for (int i = 0; i < e->nsubs; i++) {
    struct elem *g = flow_first (e->subs[i]->first);
    if (g->escapes)
      warn_escape (l, e, g);
    if (!elem_is_false (g) || g->escapes)
      VEC_PUSH (e->options, g);
  }
  for (int i = 0; i < e->nsubs; i++)
    place_seq (l, e->subs[i]);
}

static void
place_seq (struct lower *l, struct elem_seq *s)
{
  for (struct elem *e = s->first; e; e = e->next) {
    if (!(e->marks & MARK_PLACED)) {
      e->marks |= MARK_PLACED;
      if (e->kind == EL_UNLESS)
        place_seq (l, e->subs[0]);
      else if (e->kind == EL_IF || e->kind == EL_DO)
        place_choice (l, e);
      else if (e->kind == EL_ATOMIC || e->kind == EL_DSTEP || e->kind == EL_BLOCK)
        place_block (l, e);
      else
        place_leaf (l, e);
    }
    if (e == s->last)
      break;
  }
}

static void
label_flags (struct lower *l, struct proc_lower *p)
{
  for (const struct elem_label *x = p->labels; x; x = x->older) {
    uint32_t flags = elem_label_flags (x->name);
    x->elem->flags |= flags;
    if (flags && (x->elem->dstep || (flags != LOC_END && (x->elem->marks & MARK_ATOM))))
      diag_warning (l->diag, x->pos, "label %s is inside %s and has no effect", x->name,
                    x->elem->dstep ? "a d_step" : "an atomic sequence");
  }
}

void
flow_resolve (struct lower *l, struct proc_lower *p)
{
  label_flags (l, p);
  if (!resolve_gotos (l, p))
    return;
  tie_ends (p);
  place_seq (l, p->body);
}
