/* From a program graph to code. Expressions become nodes whose operands are constants, cells at fixed places, or other
 * nodes, so that the common guard "cell op constant" is one node without recursion. Places without indices become fixed
 * offsets. */
#include "vm/machine.h"

/* Globals start after the header word. */
static int32_t
cell_offset (const struct pg_var *v)
{
  return (int32_t) v->offset + (v->region == REGION_GLOBAL ? 4 : 0);
}

const struct target *
code_compile_place (struct code *code, const struct pg_place *place, const struct pg_proc *proc, const struct pg_proc *owner)
{
  const struct pg_var *v = place->region == REGION_GLOBAL ? &code->pg->vars[place->var] : &owner->vars[place->var];
  assert (place->nindex == v->ndims && place->region == v->region);
  struct target *t = ARENA_NEW (&code->arena, struct target);
  t->kind = (uint8_t) vm_cell_kind (&v->type, v->region == REGION_FRAME);
  t->mask = vm_cell_mask (&v->type);
  t->offset = cell_offset (v);
  t->var = v;
  t->pos = place->pos;
  struct index_step *steps = arena_alloc (&code->arena, place->nindex * sizeof *steps);
  for (uint32_t i = 0; i < place->nindex; i++) {
    const struct pg_expr *e = place->index[i];
    if (e->op == E_CONST && e->value >= 0 && (uint32_t) e->value < v->dim[i]) {
      t->offset += (int32_t) ((uint32_t) e->value * v->stride[i]);
      continue;
    }
    steps[t->nindex++] = (struct index_step) {code_compile_expr (code, e, proc), v->dim[i], v->stride[i]};
  }
  t->index = steps;
  return t;
}

static const struct message *
compile_message (struct code *code, const struct pg_msg *msg, const struct pg_proc *proc)
{
  struct message *m = ARENA_NEW (&code->arena, struct message);
  struct message_arg *args = arena_alloc (&code->arena, msg->nargs * sizeof *args);
  *m = (struct message) {msg->nargs, msg->sorted, msg->random, msg->keep, args};
  for (uint32_t i = 0; i < msg->nargs; i++) {
    const struct pg_arg *a = &msg->args[i];
    args[i].kind = (uint8_t) a->kind;
    if (a->kind == ARG_MATCH)
      args[i].value = code_compile_expr (code, a->expr, proc);
    else if (a->kind == ARG_STORE)
      args[i].place = code_compile_place (code, a->place, proc, proc);
  }
  return m;
}

static const struct operand *
compile_args (struct code *code, struct pg_expr **args, uint32_t n, const struct pg_proc *proc)
{
  struct operand *out = arena_alloc (&code->arena, n * sizeof *out);
  for (uint32_t i = 0; i < n; i++)
    out[i] = code_compile_expr (code, args[i], proc);
  return out;
}

static const uint8_t node_of[] = {
  [E_NEG] = N_NEG, [E_NOT] = N_NOT, [E_COMPL] = N_COMPL, [E_ADD] = N_ADD, [E_SUB] = N_SUB, [E_MUL] = N_MUL,
  [E_DIV] = N_DIV, [E_MOD] = N_MOD, [E_BITAND] = N_BITAND, [E_BITOR] = N_BITOR, [E_BITXOR] = N_BITXOR,
  [E_SHL] = N_SHL, [E_SHR] = N_SHR, [E_LT] = N_LT, [E_LE] = N_LE, [E_GT] = N_GT, [E_GE] = N_GE, [E_EQ] = N_EQ,
  [E_NE] = N_NE, [E_AND] = N_AND, [E_OR] = N_OR, [E_COND] = N_COND, [E_LEN] = N_LEN, [E_EMPTY] = N_EMPTY,
  [E_FULL] = N_FULL, [E_NEMPTY] = N_NEMPTY, [E_NFULL] = N_NFULL, [E_POLL] = N_POLL, [E_RUN] = N_RUN,
  [E_PID] = N_PID, [E_NR_PR] = N_NR_PR, [E_LAST] = N_LAST, [E_TIMEOUT] = N_TIMEOUT, [E_NP] = N_NP,
  [E_ENABLED] = N_ENABLED, [E_PC_VALUE] = N_PC_VALUE, [E_GET_PRIORITY] = N_GET_PRIORITY,
  [E_REMOTE_LOC] = N_REMOTE_LOC, [E_REMOTE_LOAD] = N_REMOTE_CELL,
};

struct operand
code_compile_expr (struct code *code, const struct pg_expr *e, const struct pg_proc *proc)
{
  if (e->op == E_CONST)
    return (struct operand) {OPD_CONST, (int32_t) e->value};
  if (code_is_wide (code, e, proc)) {
    struct node wide = {.op = N_WIDE, .source = e, .a = code_compile_wide (code, e, proc)};
    VEC_PUSH (code->nodes, wide);
    return (struct operand) {OPD_NODE, (int32_t) code->nodes.count - 1};
  }
  struct node n = {.source = e};
  if (e->op == E_LOAD) {
    n.place = code_compile_place (code, e->place, proc, proc);
    if (!n.place->nindex)
      return (struct operand) {n.place->kind, n.place->offset};
    n.op = N_CELL;
  } else {
    assert (e->op < sizeof node_of / sizeof *node_of && (node_of[e->op] || e->op == E_NEG));
    n.op = node_of[e->op];
    struct operand *slot[3] = {&n.a, &n.b, &n.c};
    for (int i = 0; i < 3; i++)
      if (e->kid[i])
        *slot[i] = code_compile_expr (code, e->kid[i], proc);
    if (e->op == E_POLL)
      n.msg = compile_message (code, e->msg, proc);
    if (e->op == E_RUN)
      n.args = compile_args (code, e->args, e->nargs, proc);
    if (e->op == E_REMOTE_LOAD)
      n.place = code_compile_place (code, e->place, proc, &code->pg->procs[e->proc]);
  }
  VEC_PUSH (code->nodes, n);
  return (struct operand) {OPD_NODE, (int32_t) code->nodes.count - 1};
}

static bool
assigns_wide (const struct code *code, const struct pg_act *a, const struct pg_proc *proc)
{
  const struct pg_var *v = a->place->region == REGION_GLOBAL ? &code->pg->vars[a->place->var] : &proc->vars[a->place->var];
  return vm_type_is_wide (&v->type) || code_is_wide (code, a->expr, proc);
}

static const struct action *
compile_actions (struct code *code, const struct pg_act *acts, uint32_t n, const struct pg_proc *proc)
{
  struct action *out = arena_alloc (&code->arena, n * sizeof *out);
  for (uint32_t i = 0; i < n; i++) {
    const struct pg_act *a = &acts[i];
    out[i].kind = (uint8_t) a->kind;
    out[i].source = a;
    out[i].chan_type = a->chan_type;
    if (a->kind == ACT_ASSIGN && assigns_wide (code, a, proc)) {
      out[i].kind = ACT_ASSIGN_WIDE;
      out[i].value = code_compile_wide (code, a->expr, proc);
    } else if (a->expr)
      out[i].value = code_compile_expr (code, a->expr, proc);
    if (a->chan)
      out[i].chan = code_compile_expr (code, a->chan, proc);
    if (a->place)
      out[i].place = code_compile_place (code, a->place, proc, proc);
    if (a->msg)
      out[i].msg = compile_message (code, a->msg, proc);
    if (a->nargs) {
      out[i].args = compile_args (code, a->args, a->nargs, proc);
      out[i].nargs = a->nargs;
    }
  }
  return out;
}

static enum test
edge_test (const struct pg_edge *e)
{
  switch (e->acts[0].kind) {
  case ACT_GUARD: return e->acts[0].expr->op == E_CONST && e->acts[0].expr->value ? TEST_ALWAYS : TEST_GUARD;
  case ACT_SEND: return TEST_SEND;
  case ACT_RECV: return TEST_RECV;
  case ACT_ELSE: return TEST_ELSE;
  case ACT_END: return TEST_END;
  default: return TEST_ALWAYS;
  }
}

/* Makes a comparison of plain operands, such as `a < b`, a test of its own. A cell alone is compared with 0. */
static void
specialise_guard (const struct code *code, struct edge *e)
{
  struct operand o = e->acts[0].value;
  if (e->test != TEST_GUARD)
    return;
  assert (e->acts[0].kind == ACT_GUARD);
  if (o.kind != OPD_NODE) {
    e->test = TEST_COMPARE;
    e->compare = N_NE;
    e->a = o;
    e->b = (struct operand) {OPD_CONST, 0};
    return;
  }
  const struct node *n = &code->nodes.data[o.value];
  if (n->op < N_LT || n->op > N_NE || n->a.kind == OPD_NODE || n->b.kind == OPD_NODE)
    return;
  e->test = TEST_COMPARE;
  e->compare = n->op;
  e->a = n->a;
  e->b = n->b;
}

static bool operand_is_local (const struct code *, struct operand);

static bool
wide_is_local (const struct code *code, uint32_t index)
{
  const struct wide *w = &code->wides.data[index];
  if (w->op == E_RUN)
    return operand_is_local (code, w->narrow);
  if (w->op == E_LOAD && (w->place->var->region == REGION_GLOBAL || w->place->nindex))
    return false;
  for (int i = 0; i < 3 && w->source->kid[i]; i++)
    if (!wide_is_local (code, w->kid[i]))
      return false;
  return true;
}

static bool
node_is_local (const struct code *code, const struct node *n)
{
  if (n->op == N_CELL) {
    bool local = n->place->kind >= OPD_F8;
    for (uint32_t i = 0; i < n->place->nindex && local; i++)
      local = operand_is_local (code, n->place->index[i].value);
    return local;
  }
  if (n->op == N_WIDE)
    return wide_is_local (code, (uint32_t) n->a.value);
  if (n->op > N_COND)
    return n->op == N_PID;
  return operand_is_local (code, n->a) && operand_is_local (code, n->b) && operand_is_local (code, n->c);
}

static bool
operand_is_local (const struct code *code, struct operand o)
{
  if (o.kind == OPD_NODE)
    return node_is_local (code, &code->nodes.data[o.value]);
  return o.kind == OPD_CONST || (o.kind >= OPD_F8 && o.kind <= OPD_F32);
}

static bool
location_is_local (const struct code *code, const struct proctype *p, const struct edge *edges, uint32_t n)
{
  if (p->words > CACHED_WORDS || pg_provided (p->source) || (code->promela->uses & USES_PRIORITY))
    return false;
  for (uint32_t i = 0; i < n; i++) {
    const struct edge *e = &edges[i];
    bool local = e->test == TEST_ALWAYS || e->test == TEST_ELSE
                 || ((e->test == TEST_GUARD || e->test == TEST_COMPARE) && operand_is_local (code, e->acts[0].value));
    if (!local)
      return false;
  }
  return true;
}

static void
compile_frame (struct code *code, struct proctype *p, const struct pg_proc *src)
{
  uint32_t at = src->frame_bytes;
  p->pc_bytes = src->nlocs <= 256 ? 1 : src->nlocs <= 65536 ? 2 : 4;
  p->pc_offset = at = (at + p->pc_bytes - 1u) & ~(p->pc_bytes - 1u);
  at += p->pc_bytes;
  if (code->promela->uses & USES_PRIORITY)
    p->priority_offset = at++;
  p->words = (at + 3) / 4;
  assert (p->pc_offset >= src->frame_bytes && (p->pc_bytes == 4 || src->nlocs <= 1u << 8 * p->pc_bytes));
}

static void
compile_proc (struct code *code, struct proctype *p, const struct pg_proc *src)
{
  p->source = src;
  compile_frame (code, p, src);
  struct edge *edges = arena_alloc (&code->arena, src->nedges * sizeof *edges);
  for (uint32_t i = 0; i < src->nedges; i++) {
    const struct pg_edge *e = &src->edges[i];
    assert (e->nacts > 0 && e->src < src->nlocs && (e->dst < src->nlocs || e->dst == PG_ALL));
    edges[i] = (struct edge) {
      .test = (uint8_t) edge_test (e), .flags = e->flags, .group = e->group, .pick = e->pick, .src = e->src, .dst = e->dst,
      .nacts = e->nacts, .acts = compile_actions (code, e->acts, e->nacts, src), .nthrough = e->nthrough, .through = e->through,
      .source = e};
    specialise_guard (code, &edges[i]);
  }
  struct location *locs = arena_alloc (&code->arena, src->nlocs * sizeof *locs);
  for (uint32_t i = 0; i < src->nlocs; i++) {
    locs[i] = (struct location) {.first = src->locs[i].first_edge, .count = src->locs[i].nedges};
    assert (locs[i].first + locs[i].count <= src->nedges && (!locs[i].count || edges[locs[i].first].src == i));
    locs[i].local = location_is_local (code, p, edges + locs[i].first, locs[i].count);
    for (uint32_t k = 1; k < locs[i].count; k++)
      locs[i].grouped |= edges[locs[i].first + k].group != edges[locs[i].first].group;
    for (uint32_t k = 0; k < locs[i].count; k++)
      locs[i].receives |= edges[locs[i].first + k].test == TEST_RECV;
  }
  p->edges = edges;
  p->locs = locs;
  p->nlocs = src->nlocs;
  p->has_provided = pg_provided (src);
  if (p->has_provided)
    p->provided = code_compile_expr (code, pg_provided (src), src);
  p->init = compile_actions (code, src->init, src->ninit, src);
  p->ninit = src->ninit;
  p->reached = code->nlocs;
  code->nlocs += src->nlocs;
}

static void
compile_chan (struct code *code, struct chantype *c, const struct pg_chan_type *src)
{
  c->source = src;
  c->capacity = src->capacity;
  c->nfields = src->nfields;
  c->slot_bytes = src->slot_bytes;
  /* The length is next to the first message: a short queue changes one word, which the tree store stores compactly. */
  c->first_slot = c->capacity <= UINT8_MAX ? 1 : 4;
  for (uint32_t i = 0; i < src->nfields; i++) {
    uint32_t bytes = src->fields[i].bits <= 8 ? 1 : src->fields[i].bits <= 16 ? 2 : 4;
    c->first_slot = bytes > c->first_slot ? bytes : c->first_slot;
  }
  assert (c->first_slot >= 1 && (!src->nfields || src->slot_bytes));
  c->words = src->capacity ? (c->first_slot + src->capacity * src->slot_bytes + 3) / 4 : 0;
  struct target *fields = arena_alloc (&code->arena, src->nfields * sizeof *fields);
  for (uint32_t i = 0; i < src->nfields; i++) {
    fields[i].kind = (uint8_t) vm_cell_kind (&src->fields[i], false);
    fields[i].mask = vm_cell_mask (&src->fields[i]);
    fields[i].offset = (int32_t) src->field_offset[i];
  }
  c->fields = fields;
}

/* xr and xs: the channel's variable is an operand of the claiming process. */
static void
compile_exclusive (struct code *code, const struct pg_exclusive *x)
{
  struct proctype *p = &code->procs[x->proc];
  struct pg_expr *load = ARENA_NEW (&code->arena, struct pg_expr);
  load->op = E_LOAD;
  load->pos = x->pos;
  load->place = x->place;
  if (!p->exclusive[x->receive])
    p->exclusive[x->receive] = arena_alloc (&code->arena, code->promela->nexclusives * sizeof *p->exclusive[0]);
  assert (p->nexclusive[x->receive] < code->promela->nexclusives);
  p->exclusive[x->receive][p->nexclusive[x->receive]++] = code_compile_expr (code, load, p->source);
}

static bool
trace_watches (const struct code *code, struct operand chan, bool send)
{
  for (uint32_t i = 0; i < code->ntrace_chans; i++)
    if (code->trace_sends[i] == send && code->trace_chans[i].kind == chan.kind && code->trace_chans[i].value == chan.value)
      return true;
  return false;
}

/* Finds the channels that a trace automaton observes, and for which operations. */
static void
compile_trace (struct code *code, const struct proctype *p)
{
  code->trace_chans = arena_alloc (&code->arena, p->source->nedges * sizeof *code->trace_chans);
  code->trace_sends = arena_alloc (&code->arena, p->source->nedges * sizeof *code->trace_sends);
  for (uint32_t i = 0; i < p->source->nedges; i++) {
    const struct action *a = &p->edges[i].acts[0];
    if ((a->kind != ACT_SEND && a->kind != ACT_RECV) || trace_watches (code, a->chan, a->kind == ACT_SEND))
      continue;
    code->trace_chans[code->ntrace_chans] = a->chan;
    code->trace_sends[code->ntrace_chans++] = a->kind == ACT_SEND;
  }
}

/* The length of the longest message, or the largest number of arguments. */
static uint32_t
longest_of (const struct pg *pg)
{
  uint32_t most = 1;
  for (uint32_t i = 0; i < pg->nchan_types; i++)
    most = pg->chan_types[i].nfields > most ? pg->chan_types[i].nfields : most;
  for (uint32_t i = 0; i < pg->nprocs; i++)
    most = pg->procs[i].nparams > most ? pg->procs[i].nparams : most;
  return most;
}

/* Appends a process and the channels that it makes, or (PG_ALL) those of the globals; each once if `once`. */
static void
add_components (const struct pg *pg, uint32_t proc, bool once, uint32_t *list, uint32_t *n)
{
  const struct pg_act *acts = proc == PG_ALL ? pg->init : pg->procs[proc].init;
  uint32_t nacts = proc == PG_ALL ? pg->ninit : pg->procs[proc].ninit;
  for (uint32_t i = proc == PG_ALL ? 1 : 0; i <= nacts; i++) {
    if (i && acts[i - 1].kind != ACT_NEW_CHAN)
      continue;
    uint32_t component = i ? SHAPE_CHAN | acts[i - 1].chan_type : proc, k = 0;
    while (once && k < *n && list[k] != component)
      k++;
    if (!once || k == *n)
      list[(*n)++] = component;
  }
}

/* The components of the initial state, and those that `run` creates. */
static void
find_components (struct code *code, const struct pg *pg)
{
  size_t most = pg->ninit;
  for (uint32_t i = 0; i < pg->nstarts; i++)
    most += 1 + pg->procs[pg->starts[i]].ninit;
  code->first = arena_alloc (&code->arena, most * sizeof *code->first);
  code->run = arena_alloc (&code->arena, (pg->nprocs + pg->nchan_types) * sizeof *code->run);
  add_components (pg, PG_ALL, false, code->first, &code->nfirst);
  for (uint32_t i = 0; i < pg->nstarts; i++)
    add_components (pg, pg->starts[i], false, code->first, &code->nfirst);
  for (size_t i = 0; i < code->nodes.count; i++)
    if (code->nodes.data[i].op == N_RUN)
      add_components (pg, code->nodes.data[i].source->proc, true, code->run, &code->nrun);
  assert (code->nfirst <= most && code->nrun <= pg->nprocs + pg->nchan_types);
}

bool
vm_names_fit (const struct pg *pg, struct diag *diag)
{
  for (uint32_t i = 0; i < pg->nprocs; i++)
    if (pg->procs[i].nedges > TRANS_MAX_PARTNER_EDGE) {
      diag_error (diag, pg->procs[i].pos, "%s has %u statements, more than %d are not possible", pg->procs[i].name,
                  pg->procs[i].nedges, TRANS_MAX_PARTNER_EDGE);
      return false;
    }
  return true;
}

bool
code_compile (struct code *code, const struct pg *pg, struct diag *diag)
{
  const struct pg_promela *promela = pg_promela (pg);
  code->pg = pg;
  code->promela = promela;
  uint32_t at = 4 + pg->global_bytes;
  if (!vm_names_fit (pg, diag))
    return false;
  code->last_offset = at;
  at += (promela->uses & USES_LAST) != 0;
  if (promela->trace_proc != PG_ALL) {
    code->event_offset = at = (at + 3) & ~3u;
    at += 4;
  }
  code->global_words = (at + 3) / 4;
  code->chans = arena_alloc (&code->arena, pg->nchan_types * sizeof *code->chans);
  for (uint32_t i = 0; i < pg->nchan_types; i++)
    compile_chan (code, &code->chans[i], &pg->chan_types[i]);
  code->procs = arena_alloc (&code->arena, pg->nprocs * sizeof *code->procs);
  for (uint32_t i = 0; i < pg->nprocs; i++)
    compile_proc (code, &code->procs[i], &pg->procs[i]);
  code->init = compile_actions (code, pg->init, pg->ninit, NULL);
  code->longest = longest_of (pg);
  find_components (code, pg);
  for (uint32_t i = 0; i < promela->nexclusives; i++)
    compile_exclusive (code, &promela->exclusives[i]);
  if (promela->trace_proc != PG_ALL)
    compile_trace (code, &code->procs[promela->trace_proc]);
  if (code->global_words > VM_MAX_WORDS) {
    diag_error (diag, (struct pos) {pg->file, 1, 0}, "the global variables need %u bytes, more than a state may have (%u)",
                at, VM_MAX_WORDS * 4);
    return false;
  }
  return true;
}
