/* Elements and sequences: construction, labels, marks. See elem.h. */
#include "front/promela/elem.h"

#include <assert.h>
#include <string.h>

struct elem *
elem_new (struct lower *l, enum elem_kind kind, struct pos pos, const char *text)
{
  assert (l->proc);
  struct elem *e = ARENA_NEW (&l->tmp, struct elem);
  e->kind = kind;
  e->pos = pos;
  e->text = text;
  VEC_PUSH (l->proc->elems, e);
  e->number = (uint32_t) l->proc->elems.count;
  return e;
}

struct elem *
elem_skip (struct lower *l, struct pos pos, const char *text)
{
  struct elem *e = elem_new (l, EL_STMT, pos, text);
  e->act = lower_skip (l, pos);
  return e;
}

static bool
is_constant_guard (const struct elem *e, int32_t value)
{
  return e->kind == EL_STMT && e->act && e->act->kind == ACT_GUARD && e->act->expr->op == E_CONST
         && e->act->expr->value == value;
}

bool
elem_is_skip (const struct elem *e)
{
  return is_constant_guard (e, 1);
}

bool
elem_is_false (const struct elem *e)
{
  return is_constant_guard (e, 0);
}

bool
elem_is_choice (const struct elem *e)
{
  return e->options.count > 0;
}

/* ---- labels ---- */

uint32_t
elem_label_flags (const char *name)
{
  return !strncmp (name, "accept", 6) ? LOC_ACCEPT : !strncmp (name, "end", 3) ? LOC_END
         : !strncmp (name, "progress", 8) ? LOC_PROGRESS : 0;
}

static bool
has_special_label (const struct elem *e)
{
  for (const struct elem_label *x = e->labels; x; x = x->sibling)
    if (elem_label_flags (x->name))
      return true;
  return false;
}

void
elem_add_label (struct lower *l, struct elem *e, const struct ast_label *label, const struct ast_stmt *s)
{
  const char *scope = s->scope ? s->scope : "";
  struct elem_label *x = ARENA_NEW (&l->tmp, struct elem_label);
  *x = (struct elem_label){ .name = label->name, .scope = scope, .pos = label->pos, .elem = e, .older = l->proc->labels, .sibling = e->labels };
  l->proc->labels = e->labels = x;
}

/* ---- sequences ---- */

/* A goto with an end, accept or progress label gets a skip before it that takes the label declared last: the goto itself is
 * no state, so the label would be lost. */
void
elem_append (struct lower *l, struct elem_seq *s, struct elem *e)
{
  assert (!s->first == !s->last && e != s->last);
  if (e->kind == EL_GOTO && has_special_label (e)) {
    struct elem *skip = elem_skip (l, e->pos, "skip");
    skip->dstep = e->dstep;
    struct elem_label *moved = e->labels;
    e->labels = moved->sibling;
    moved->sibling = NULL;
    moved->elem = skip;
    skip->labels = moved;
    elem_append (l, s, skip);
  }
  if (!s->first)
    s->first = e;
  else
    s->last->next = e;
  s->last = e;
}

/* ---- atomicity ---- */

static void
mark_atomic (struct elem *first, const struct elem *last, bool dstep)
{
  for (struct elem *e = first;; e = e->next) {
    e->marks |= MARK_ATOM;
    bool walk = e->kind == EL_BLOCK || e->kind == EL_ATOMIC || (e->kind == EL_DSTEP && dstep);
    if (walk)
      e->kind = EL_BLOCK;
    if (walk || e->kind != EL_DSTEP)
      for (int i = 0; i < e->nsubs; i++)
        mark_atomic (e->subs[i]->first, e->subs[i]->last, dstep);
    if (e == last || !e->next)
      return;
  }
}

void
elem_make_atomic (struct elem_seq *s, bool dstep)
{
  assert (s->first && s->last);
  mark_atomic (s->first, s->last, dstep);
  struct elem *last = s->last;
  if (last->kind == EL_BLOCK || last->kind == EL_ATOMIC)
    elem_make_atomic (last->subs[0], dstep);
  else last->marks = (last->marks & ~(unsigned) MARK_ATOM) | MARK_LAST;
}

/* ---- escapes ---- */

static void cover_one (struct lower *, struct elem *, struct elem_seq *);

void
elem_cover (struct lower *l, struct elem_seq *s, struct elem_seq *escape)
{
  assert (s->first && s->extent && s != escape);
  for (struct elem *e = s->first; e; e = e->next) {
    cover_one (l, e, escape);
    if (e == s->extent)
      break;
  }
}

/* An outer escape also covers the inner escapes; of a d_step only the start. */
static void
cover_one (struct lower *l, struct elem *e, struct elem_seq *escape)
{
  for (struct elem_escape *x = e->escapes; x; x = x->next)
    if (x->seq == escape)
      return;
  for (struct elem_escape *x = e->escapes; x; x = x->next)
    elem_cover (l, x->seq, escape);
  struct elem_escape *mine = ARENA_NEW (&l->tmp, struct elem_escape);
  *mine = (struct elem_escape){ .seq = escape, .next = e->escapes };
  e->escapes = mine;
  if (e->kind == EL_UNLESS)
    elem_cover (l, e->subs[0], escape);
  else if (e->kind != EL_DSTEP)
    for (int i = 0; i < e->nsubs; i++)
      elem_cover (l, e->subs[i], escape);
}
