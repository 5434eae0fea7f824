/* Initial values of globals and of a new process's variables.
 *
 * SPIN initialises globals by type, not by declaration (unsigned, bit, byte, chan, mtype, short, int, structures), and
 * locals in order of declaration. Channel numbers follow from that order, so it is kept. A list shorter than its array
 * repeats its last value. */
#include "front/promela/lower.h"

#include <assert.h>

static void
push (struct lower *l, struct proc_lower *p, struct pg_act a)
{
  if (p)
    VEC_PUSH (p->init, a);
  else
    VEC_PUSH (l->init, a);
}

static void
set_cell (struct lower *l, struct proc_lower *p, const struct ref *at, struct pg_expr *value)
{
  if (value && !(value->op == E_CONST && value->value == 0))
    push (l, p, (struct pg_act){ .kind = ACT_ASSIGN, .pos = at->pos, .place = lower_ref_place (l, at), .expr = value });
}

/* The values of a basic symbol, one per element, from `at` on. */
static void
initial_basic (struct lower *l, struct proc_lower *p, const struct ast_sym *s, struct ref *at)
{
  int n = s->is_array ? s->count : 1;
  assert (!s->init + !s->ninit_list + !s->init_chan >= 2 && at->nindex + s->is_array <= PG_MAX_DIMS);
  uint32_t type = s->init_chan ? lower_chan_type (l, s->init_chan, s->name, (uint32_t) n) : PG_ALL;
  if (s->init_chan && type == PG_ALL)
    return;
  struct pg_expr *value = s->init ? lower_expr (l, s->init) : NULL;
  for (int i = 0; i < n; i++) {
    if (s->is_array)
      at->index[at->nindex++] = lower_const (l, i, s->pos);
    if (s->init_chan)
      push (l, p, (struct pg_act){ .kind = ACT_NEW_CHAN, .pos = s->pos, .place = lower_ref_place (l, at),
                                   .chan_type = type });
    else if (s->ninit_list)
      set_cell (l, p, at, lower_expr (l, s->init_list[i < s->ninit_list ? i : s->ninit_list - 1]));
    else set_cell (l, p, at, value);
    if (s->is_array)
      at->nindex--;
  }
}

static bool
has_initial (const struct ast_sym *s)
{
  if (s->type != AST_STRUCT)
    return s->init || s->ninit_list || s->init_chan;
  for (int f = 0; f < s->structure->nfields; f++)
    if (has_initial (s->structure->fields[f]))
      return true;
  return false;
}

static void
initial_at (struct lower *l, struct proc_lower *p, const struct ast_sym *s, struct ref *at)
{
  if (!has_initial (s))
    return;
  at->sym = s;
  if (s->type != AST_STRUCT) {
    initial_basic (l, p, s, at);
    return;
  }
  uint32_t first = at->var;
  for (int i = 0; i < s->count; i++) {
    if (s->is_array)
      at->index[at->nindex++] = lower_const (l, i, s->pos);
    at->var = first;
    for (int f = 0; f < s->structure->nfields; f++) {
      uint32_t var = at->var;
      initial_at (l, p, s->structure->fields[f], at);
      at->var = var + lower_leaves (l, s->structure->fields[f]);
    }
    if (s->is_array)
      at->nindex--;
  }
}

void
lower_initial (struct lower *l, const struct ast_sym *s, bool late, struct proc_lower *p)
{
  const struct sym_info *info = &l->syms.data[s->id - 1];
  assert (info->sym == s && !p == (info->region == REGION_GLOBAL));
  if (!info->count || s->is_param)
    return;
  if (late && s->type != AST_STRUCT && !s->ninit_list)
    return;
  struct ref at = { .sym = s, .region = info->region, .var = info->first, .pos = s->pos };
  struct proc_lower *outer = l->proc;
  l->proc = p;
  initial_at (l, p, s, &at);
  l->proc = outer;
}

/* Rank of a type in SPIN's order of initialisation. */
static int
rank (enum ast_type t)
{
  switch (t) {
  case AST_UNSIGNED: return 0;
  case AST_BIT: case AST_BOOL: return 1;
  case AST_BYTE: case AST_PID: return 2;
  case AST_CHAN: return 3;
  case AST_MTYPE: return 4;
  case AST_SHORT: return 5;
  case AST_INT: return 6;
  default: return 7;
  }
}

void
lower_initial_globals (struct lower *l)
{
  for (int r = 0; r < 8; r++)
    for (int i = 0; i < l->ast->nglobals; i++)
      if (rank (l->ast->globals[i]->type) == r)
        lower_initial (l, l->ast->globals[i], false, NULL);
}
