/* Channels and messages. A channel is its length and its messages, the oldest first; slots beyond the length are zero. */
#include "symbolic/parts.h"

static const struct pg_chan_type *
type_of (const struct env *v, const struct channel *ch)
{
  return &v->p->pg->chan_types[ch->type];
}

lit
channel_is (struct env *v, const struct channel *ch, const struct word *number)
{
  lit alive = ch->slot == PG_ALL ? LIT_TRUE : ch->alive;
  return aig_and (v->p->g, alive, word_is (v->p->g, number, ch->number));
}

lit
channel_any (struct env *v, const struct word *number)
{
  lit any = LIT_FALSE;
  for (size_t i = 0; i < v->p->channels.count; i++)
    any = aig_or (v->p->g, any, channel_is (v, &v->p->channels.data[i], number));
  return any;
}

lit
channel_full (struct env *v, const struct channel *ch)
{
  struct word length = cell_now (v->p, ch->length);
  assert (type_of (v, ch)->capacity);
  return word_is (v->p->g, &length, type_of (v, ch)->capacity);
}

static struct word
field (const struct env *v, const struct channel *ch, uint32_t slot, uint32_t f)
{
  const struct pg_chan_type *t = &v->p->pg->chan_types[ch->type];
  assert (slot < t->capacity && f < t->nfields);
  return cell_now (v->p, ch->first + slot * t->nfields + f);
}

/* The receive takes a message with these fields. */
lit
message_takes (struct env *v, const struct channel *ch, const struct pg_msg *m, const struct word *fields)
{
  lit yes = LIT_TRUE, path = v->path;
  for (uint32_t i = 0; i < m->nargs && i < type_of (v, ch)->nfields; i++)
    if (m->args[i].kind == ARG_MATCH) {
      v->path = aig_and (v->p->g, path, yes);
      yes = aig_and (v->p->g, yes, word_equal (v->p->g, fields[i], expr_word (v, m->args[i].expr)));
    }
  v->path = path;
  return yes;
}

lit
channel_matches (struct env *v, const struct channel *ch, const struct pg_msg *m, lit *at)
{
  struct aig *g = v->p->g;
  const struct pg_chan_type *t = type_of (v, ch);
  struct word length = cell_now (v->p, ch->length), *fields = mem_alloc ((t->nfields + 1) * sizeof *fields);
  lit found = LIT_FALSE, path = v->path;
  for (uint32_t i = 0; i < t->capacity; i++) {
    lit there = i && !m->random ? LIT_FALSE : word_less (g, word_const (i), length);
    for (uint32_t f = 0; f < t->nfields; f++)
      fields[f] = field (v, ch, i, f);
    v->path = aig_and (g, path, aig_and (g, there, lit_not (found)));
    lit yes = there == LIT_FALSE ? LIT_FALSE : aig_and (g, there, message_takes (v, ch, m, fields));
    if (at)
      at[i] = aig_and (g, yes, lit_not (found));
    found = aig_or (g, found, yes);
  }
  v->path = path;
  mem_free (fields);
  return found;
}

/* The values of a send for the channel's fields, not yet truncated to their types. */
void
message_fields (struct env *v, const struct channel *ch, const struct pg_msg *m, struct word *fields)
{
  for (uint32_t i = 0; i < type_of (v, ch)->nfields; i++)
    fields[i] = i < m->nargs ? expr_word (v, m->args[i].expr) : word_const (0);
}

void
message_store (struct env *v, const struct channel *ch, const struct pg_msg *m, lit condition, const struct word *fields)
{
  for (uint32_t i = 0; i < m->nargs && i < type_of (v, ch)->nfields; i++)
    if (m->args[i].kind == ARG_STORE)
      place_store (v, m->args[i].place, condition, fields[i]);
}

/* The new message is inserted before the one in slot i. */
static lit
goes_before (struct env *v, const struct channel *ch, uint32_t i, const struct word *fields)
{
  struct aig *g = v->p->g;
  lit before = LIT_FALSE;
  for (uint32_t f = type_of (v, ch)->nfields; f-- > 0;) {
    struct word there = field (v, ch, i, f);
    lit less = word_less (g, fields[f], there), equal = word_equal (g, fields[f], there);
    before = aig_or (g, less, aig_and (g, equal, before));
  }
  return before;
}

static void
insert (struct env *v, const struct channel *ch, const struct pg_msg *m, lit condition, const struct word *fields)
{
  struct aig *g = v->p->g;
  struct parts *p = v->p;
  const struct pg_chan_type *t = type_of (v, ch);
  struct word length = cell_now (p, ch->length);
  lit *here = mem_alloc (t->capacity * sizeof *here), placed = LIT_FALSE;
  for (uint32_t i = 0; i < t->capacity; i++) {
    here[i] = word_is (g, &length, i);
    if (m->sorted)
      here[i] = aig_or (g, here[i], aig_and (g, word_less (g, word_const (i), length), goes_before (v, ch, i, fields)));
    here[i] = aig_and (g, here[i], lit_not (placed));
    placed = aig_or (g, placed, here[i]);
  }
  lit passed = LIT_FALSE;
  struct word *before = mem_zalloc (t->nfields * sizeof *before);
  for (uint32_t i = 0; i < t->capacity; i++) {
    for (uint32_t f = 0; f < t->nfields; f++) {
      struct word old = field (v, ch, i, f);
      struct word w = word_mux (g, here[i], wrap_to_type (fields[f], &t->fields[f]), i ? word_mux (g, passed, before[f], old) : old);
      before[f] = old;
      cell_store (p, ch->first + i * t->nfields + f, condition, w);
    }
    passed = aig_or (g, passed, here[i]);
  }
  cell_store (p, ch->length, condition, word_add (g, length, word_const (1)));
  mem_free (here);
  mem_free (before);
}

/* For channels that a number may denote: the path condition that it does, and the value afterwards. */
struct named {
  struct word number;
  lit path;
  size_t next;
};

static struct named
channels_named (struct env *v, const struct pg_expr *e)
{
  struct named n = {.number = expr_word (v, e)};
  env_fault (v, lit_not (channel_any (v, &n.number)));
  n.path = v->path;
  return n;
}

static const struct channel *
next_named (struct env *v, struct named *n)
{
  while (n->next < v->p->channels.count) {
    const struct channel *ch = &v->p->channels.data[n->next++];
    lit meant = channel_is (v, ch, &n->number);
    v->path = aig_and (v->p->g, n->path, meant);
    if (meant != LIT_FALSE)
      return ch;
  }
  v->path = n->path;
  return NULL;
}

void
message_send (struct env *v, const struct pg_act *a)
{
  struct aig *g = v->p->g;
  struct named named = channels_named (v, a->chan);
  const struct channel *ch;
  while ((ch = next_named (v, &named))) {
    const struct pg_chan_type *t = type_of (v, ch);
    if (!t->capacity)
      continue;
    struct word *fields = mem_alloc ((t->nfields + 1) * sizeof *fields);
    message_fields (v, ch, a->msg, fields);
    if (a->msg->nargs != t->nfields)
      env_soft_fault (v, LIT_TRUE);
    lit room = aig_and (g, v->path, lit_not (channel_full (v, ch)));
    insert (v, ch, a->msg, room, fields);
    mem_free (fields);
  }
}

/* Removes the message in the slot from the channel; later ones move up. */
static void
take_out (struct env *v, const struct channel *ch, lit condition, const lit *at)
{
  struct aig *g = v->p->g;
  const struct pg_chan_type *t = type_of (v, ch);
  lit passed = LIT_FALSE;
  for (uint32_t i = 0; i < t->capacity; i++) {
    passed = aig_or (g, passed, at[i]);
    for (uint32_t f = 0; f < t->nfields; f++) {
      struct word after = i + 1 < t->capacity ? field (v, ch, i + 1, f) : word_const (0);
      cell_store (v->p, ch->first + i * t->nfields + f, aig_and (g, condition, passed), after);
    }
  }
  cell_store (v->p, ch->length, condition, word_sub (g, cell_now (v->p, ch->length), word_const (1)));
}

void
message_receive (struct env *v, const struct pg_act *a)
{
  struct aig *g = v->p->g;
  struct named named = channels_named (v, a->chan);
  const struct channel *ch;
  while ((ch = next_named (v, &named))) {
    const struct pg_chan_type *t = type_of (v, ch);
    if (!t->capacity || a->msg->nargs > t->nfields)
      env_fault (v, LIT_TRUE);
    else if (a->msg->nargs < t->nfields)
      env_soft_fault (v, LIT_TRUE);
    if (!t->capacity)
      continue;
    lit *at = mem_alloc (t->capacity * sizeof *at);
    lit found = aig_and (g, v->path, channel_matches (v, ch, a->msg, at));
    struct word *fields = mem_alloc ((t->nfields + 1) * sizeof *fields);
    for (uint32_t f = 0; f < t->nfields; f++) {
      fields[f] = word_const (0);
      for (uint32_t k = 0; k < t->capacity; k++)
        if (at[k] != LIT_FALSE)
          fields[f] = word_mux (g, at[k], field (v, ch, k, f), fields[f]);
    }
    message_store (v, ch, a->msg, found, fields);
    if (!a->msg->keep)
      take_out (v, ch, found, at);
    mem_free (fields);
    mem_free (at);
  }
}
