/* The text of a protocol's steps and states in reports. */
#include <inttypes.h>
#include <stdio.h>

#include "front/protocol/parts.h"

void
mp_name_process (const struct protocol *p, uint32_t pid, char *name, size_t room)
{
  const struct mp_type *t = &p->types.data[p->type_of[pid]];
  snprintf (name, room, "%s (%d)", t->source->name, (int) pid - t->first);
}

static void
add_process (struct str *s, const struct protocol *p, uint32_t pid)
{
  const struct mp_type *t = &p->types.data[p->type_of[pid]];
  str_printf (s, "%s(%d)", t->source->name, (int) pid - t->first);
}

/* "PROMISE(1,0)" */
static void
add_message (struct str *s, const struct protocol *p, const struct mz_message *m)
{
  const struct mp_message_type *t = &p->messages.data[m->type];
  str_add (s, t->source->name);
  for (uint32_t i = 0; i < t->nfields; i++)
    str_printf (s, "%s%" PRId32, i ? "," : "(", m->value[i]);
  str_add (s, t->nfields ? ")" : "");
}

static void
add_received (struct str *s, const struct protocol *p, const struct mp_taken *taken)
{
  for (int i = 0; i < taken->count; i++) {
    str_add (s, s->len ? " " : "");
    add_message (s, p, &taken->messages[i]);
    str_add (s, "<-");
    add_process (s, p, (uint32_t) taken->messages[i].from);
  }
}

/* The messages sent by the process: those with more copies than before. */
static void
add_sent (struct str *s, const struct protocol *p, const struct mp_open *before, const struct mp_open *after)
{
  uint32_t i = 0;
  for (uint32_t k = 0; k < after->nmessages; k++) {
    const struct mz_message *m = &after->messages[k];
    while (i < before->nmessages && mp_compare_messages (&before->messages[i], m) < 0)
      i++;
    if (i < before->nmessages && !mp_compare_messages (&before->messages[i], m)) {
      i++;
      continue;
    }
    str_add (s, s->len ? " " : "");
    add_message (s, p, m);
    str_add (s, "->");
    add_process (s, p, (uint32_t) m->to);
  }
}

void
mp_describe (struct ts *ts, const uint32_t *state, trans_id id, struct step_info *info)
{
  struct protocol *p = (struct protocol *) ts;
  const struct mp_instance *x = mp_instance_of (p, id);
  const struct mp_transition *t = &p->transitions.data[x->transition];
  static const char *const ops[] = {"step", "crash", "lose", "copy", "forge"}, *const faults[] = {"", "crash", "lost:", "doubled:", "lie:"};
  struct mp_taken taken = {.count = 0};
  struct mp_open before = {0}, after = {0};
  struct fault fault;
  uint32_t *next = mem_zalloc (ts->max_words * sizeof *next);
  mp_open_init (p, &before);
  mp_open_init (p, &after);
  mp_open_state (p, state, &before);
  mp_find_choice (p, &before, id, &taken);
  ts->class->step (ts, state, id, next, &fault);
  mp_open_state (p, next, &after);
  *info = (struct step_info) {.pid = x->pid, .partner = UINT32_MAX, .op = t->consumes && t->kind == MP_ORDINARY ? "receive" : ops[t->kind], .pos = t->pos};
  mp_name_process (p, x->pid, info->thread, sizeof info->thread);
  str_clear (&p->text);
  str_add (&p->text, t->name);
  str_add (&info->message, faults[t->kind]);
  add_received (&info->message, p, &taken);
  add_sent (&info->message, p, &before, &after);
  info->text = str_text (&p->text);
  mp_open_release (p, &before);
  mp_open_release (p, &after);
  mem_free (next);
}

static void
add_value (struct str *s, const struct mp_variable *v, const uint8_t *local)
{
  if (v->unit < v->size)
    str_add (s, "{");
  for (uint32_t k = 0; k < v->size; k += v->unit)
    str_printf (s, "%s%" PRId64, k ? ", " : "", mp_get (local + v->offset + k, v->unit));
  if (v->unit < v->size)
    str_add (s, "}");
}

/* The messages in transit to the process. */
void
mp_add_inbox (struct str *s, const struct protocol *p, const struct mp_open *o, uint32_t pid)
{
  bool any = false;
  for (uint32_t i = 0; i < o->nmessages; i++) {
    if (o->messages[i].to != (int) pid)
      continue;
    str_add (s, any ? ", " : "");
    add_message (s, p, &o->messages[i]);
    str_add (s, "<-");
    add_process (s, p, (uint32_t) o->messages[i].from);
    any = true;
  }
}

void
mp_cells (struct ts *ts, const uint32_t *state, ts_cell_fn *fn, void *context)
{
  struct protocol *p = (struct protocol *) ts;
  struct str name = {0}, value = {0};
  mp_open_state (p, state, &p->now);
  for (uint32_t pid = 0; pid < p->nprocesses; pid++) {
    const struct mp_type *t = &p->types.data[p->type_of[pid]];
    for (size_t i = 0; i < t->variables.count; i++) {
      str_clear (&name);
      str_clear (&value);
      add_process (&name, p, pid);
      str_printf (&name, ":%s", t->variables.data[i].name);
      add_value (&value, &t->variables.data[i], p->now.local[pid]);
      fn (context, str_text (&name), str_text (&value), true);
    }
  }
  str_release (&name);
  str_release (&value);
}

void
mp_unreached (struct ts *ts, void (*fn) (void *, const char *, struct pos, const char *), void *context)
{
  const struct protocol *p = (const struct protocol *) ts;
  for (size_t i = 0; i < p->transitions.count; i++) {
    const struct mp_transition *t = &p->transitions.data[i];
    if (!t->runs && t->kind != MP_FORGE)
      fn (context, p->types.data[t->type].source->name, t->pos, t->name);
  }
}
