/* Observations of a protocol's states: invariants and propositions. */
#include <string.h>

#include "front/protocol/parts.h"

uint32_t
protocol_observables (const struct protocol *p)
{
  return (uint32_t) p->observables.count;
}

const char *
protocol_observable_name (const struct protocol *p, uint32_t i)
{
  return p->observables.data[i].source->name;
}

bool
protocol_is_irrevocable (const struct protocol *p, uint32_t i)
{
  return p->observables.data[i].irrevocable;
}

uint32_t
protocol_ninvariants (const struct protocol *p)
{
  return p->ninvariants;
}

/* Sets the line of the following text. */
static void
add_place (const struct protocol *p, struct str *s, const char *file, int line)
{
  file = file ? file : p->file;
  str_printf (s, "#line %d ", line > 0 ? line : 1);
  str_add_quoted (s, file, strlen (file), '"');
  str_add_char (s, '\n');
}

void
protocol_observables_text (const struct protocol *p, struct str *s)
{
  for (size_t i = 0; i < p->observables.count; i++) {
    add_place (p, s, p->observables.data[i].source->file, p->observables.data[i].source->line);
    str_printf (s, "bool %s;\n", p->observables.data[i].source->name);
  }
  str_add (s, "active proctype mz_nobody () { skip }\n");
  for (const struct mz_formula *f = p->source->formulas; f && f->name; f++) {
    add_place (p, s, f->file, f->line);
    str_printf (s, "ltl %s { %s }\n", f->name, f->ltl);
  }
}

static struct pos
property_pos (const struct protocol *p, uint32_t i)
{
  const struct mz_property *s = p->observables.data[i].source;
  return (struct pos) {s->file ? s->file : p->file, s->line, 0};
}

/* Evaluated in the open state. */
static bool
observe (struct protocol *p, uint32_t i, struct fault *fault)
{
  struct mz_view view = {p->first, p->count, (const void *const *) p->now.local};
  bool holds = false;
  mp_keep_block (p, &p->now);
  if (mp_call_property (p, &p->observables.data[i], &view, &holds, fault))
    mp_check_property (p, &p->observables.data[i], &view, holds);
  if (!mp_same_block (p, &p->now, UINT32_MAX))
    mp_fault (fault, property_pos (p, i), "property %s writes variables", p->observables.data[i].source->name);
  return holds;
}

bool
protocol_observe (struct protocol *p, const uint32_t *state, uint32_t i, struct fault *fault)
{
  mp_open_state (p, state, &p->now);
  return observe (p, i, fault);
}

bool
protocol_has_invariants (const struct protocol *p)
{
  return p->ninvariants || (p->has_symmetry && p->ends_by_name);
}

bool
protocol_invariants_hold (struct protocol *p, const uint32_t *state, struct fault *fault)
{
  fault->kind = FAULT_NONE;
  mp_open_state (p, state, &p->now);
  if (p->exploits)
    mp_check_ends (p, fault);
  for (uint32_t i = 0; i < p->ninvariants && fault->kind == FAULT_NONE; i++) {
    const struct mz_property *s = p->observables.data[i].source;
    bool holds = observe (p, i, fault);
    if (p->exploits)
      mp_check_orbit (p, &p->observables.data[i], holds, fault);
    if (fault->kind != FAULT_NONE)
      return false;
    if (!holds) {
      fault->pos = property_pos (p, i);
      snprintf (fault->message, sizeof fault->message, "%s", s->name);
      return false;
    }
  }
  return fault->kind == FAULT_NONE;
}
