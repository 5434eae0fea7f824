#include <string.h>

#include "report/steps.h"

static void
add_cell (void *context, const char *name, const char *value, bool is_local)
{
  struct cells *c = context;
  VEC_PUSH (*c, ((struct cell) {mem_strdup (name), mem_strdup (value), is_local}));
}

void
cells_release (struct cells *c)
{
  for (size_t i = 0; i < c->count; i++) {
    mem_free (c->data[i].name);
    mem_free (c->data[i].value);
  }
  VEC_FREE (*c);
}

void
cells_read (struct cells *c, struct ts *ts, const uint32_t *state)
{
  cells_release (c);
  ts->class->cells (ts, state, add_cell, c);
}

const struct cell *
cells_find (const struct cells *c, const char *name, size_t *hint)
{
  for (size_t k = 0; k < c->count; k++) {
    size_t i = (*hint + k) % c->count;
    if (!strcmp (c->data[i].name, name)) {
      *hint = i + 1;
      return &c->data[i];
    }
  }
  return NULL;
}

bool
cell_is_zero (const struct cell *c)
{
  return !strcmp (c->value, "0") || !strcmp (c->value, "[]") || !strcmp (c->value, "false");
}

const char *
cell_name_in (const char *name, const char *thread)
{
  for (; *thread; thread++)
    if (*thread != ' ' && *thread != *name++)
      return NULL;
  return *name == ':' ? name + 1 : NULL;
}
