/* Descriptions for output: steps, variables, unreached statements. */
#include "vm/machine.h"

#include <stdio.h>

static void
print_value (struct str *out, const struct vm *vm, const struct pg_type *t, int64_t v)
{
  if (t->kind == PG_MTYPE) {
    const struct pg_mtype_set *set = pg_mtype_set (vm->pg, t);
    if (v > 0 && v < set->nnames && set->names[v]) {
      str_add (out, set->names[v]);
      return;
    }
  }
  if (t->kind == PG_BOOL && (v == 0 || v == 1))
    str_add (out, v ? "true" : "false");
  else if (t->bits == 64 && !t->is_signed)
    str_printf (out, "%llu", (unsigned long long) v);
  else
    str_printf (out, "%lld", (long long) v);
}

/* The name of the constant with that value in the named set (NULL: in any). */
static const char *
mtype_name (const struct vm *vm, const char *in, int32_t v)
{
  for (uint32_t i = 0; i < vm->promela->nmtype_sets; i++) {
    const struct pg_mtype_set *set = &vm->promela->mtype_sets[i];
    if ((!in || !strcmp (in, set->name)) && v > 0 && (uint32_t) v < set->nnames && set->names[v])
      return set->names[v];
  }
  return NULL;
}

static void
print_mtype (struct str *out, const struct vm *vm, const char *in, int32_t v)
{
  const char *name = mtype_name (vm, in, v);
  if (name)
    str_add (out, name);
  else
    str_printf (out, "%d", v);
}

void
vm_print (struct vm *vm, const struct action *a)
{
  if (a->kind == ACT_PRINTM) {
    print_mtype (vm->output, vm, a->source->text, vm_value (vm, a->value));
    return;
  }
  uint32_t arg = 0;
  for (const char *s = a->source->text; *s; s++) {
    if (*s != '%') {
      str_add_char (vm->output, *s);
      continue;
    }
    char c = *++s;
    if (!c)
      break;
    int32_t v = c != '%' && arg < a->nargs ? vm_value (vm, a->args[arg++]) : 0;
    switch (c) {
    case 'd': str_printf (vm->output, "%d", v); break;
    case 'u': str_printf (vm->output, "%u", (uint32_t) v); break;
    case 'x': str_printf (vm->output, "%x", (uint32_t) v); break;
    case 'o': str_printf (vm->output, "%o", (uint32_t) v); break;
    case 'c': str_add_char (vm->output, (char) v); break;
    case 'e': print_mtype (vm->output, vm, NULL, v); break;
    default: str_add_char (vm->output, c); break;
    }
  }
}

/* "P (1)"; threads are numbered in the order of their creation: "main", "T1 (worker)". */
static void
print_process (const struct vm *vm, uint32_t pid, const char *blank, char *out, size_t room)
{
  const char *name = vm->procs[vm->shape->proc_type[pid]].source->name;
  if (!vm->pg->threads)
    snprintf (out, room, "%s%s(%u)", name, blank, pid);
  else if (!pid)
    snprintf (out, room, "main");
  else
    snprintf (out, room, "T%u%s(%s)", pid, blank, name);
}

/* ---- steps ---- */

static const char *const op_name[] = {
  [ACT_GUARD] = "guard", [ACT_ASSIGN] = "assign", [ACT_SEND] = "send", [ACT_RECV] = "receive",
  [ACT_ASSERT] = "assert", [ACT_PRINT] = "print", [ACT_PRINTM] = "print", [ACT_NEW_CHAN] = "channel",
  [ACT_SET_PRIORITY] = "priority", [ACT_ELSE] = "else", [ACT_END] = "end", [ACT_CHECK] = "check",
};

/* Operations between threads, with the names used in traces of programs. */
static const char *const sync_name[] = {
  [SYNC_LOAD] = "read", [SYNC_STORE] = "write", [SYNC_UPDATE] = "update", [SYNC_FENCE] = "fence", [SYNC_LOCK] = "lock",
  [SYNC_TRYLOCK] = "trylock", [SYNC_UNLOCK] = "unlock", [SYNC_READ_LOCK] = "rdlock", [SYNC_CREATE] = "create", [SYNC_START] = "start",
  [SYNC_JOIN] = "join", [SYNC_EXIT] = "exit", [SYNC_WAIT] = "wait", [SYNC_WAKE] = "woken", [SYNC_SIGNAL] = "signal",
  [SYNC_BROADCAST] = "broadcast", [SYNC_BARRIER] = "barrier", [SYNC_SEM_WAIT] = "sem_wait", [SYNC_SEM_POST] = "sem_post",
  [SYNC_ALLOCATE] = "allocate", [SYNC_FREE] = "free", [SYNC_CHOOSE] = "choose", [SYNC_CALL] = "call",
};

static const char *
edge_op (const struct edge *e)
{
  const struct pg_act *a = &e->source->acts[0];
  if (a->expr && a->expr->op == E_RUN)
    return "run";
  return op_name[a->kind];
}

/* `at`: bytes from the start of the variable. */
static void
print_cell_at (struct str *out, const struct pg_var *v, uint32_t at)
{
  uint32_t element = 0;
  for (uint32_t i = 0; i < v->ndims; i++) {
    uint32_t k = v->stride[i] ? at / v->stride[i] : 0;
    at -= k * v->stride[i];
    element = element * v->dim[i] + k;
  }
  pg_print_cell (out, v, element);
}

static void
print_cell_name (struct str *out, struct vm *vm, const struct target *t)
{
  print_cell_at (out, t->var, vm_address (vm, t) - (t->kind >= OPD_F8 ? 0 : 4) - t->var->offset);
}

/* The name of the channel in the statement. */
static void
print_channel (struct str *out, struct vm *vm, const struct action *a)
{
  const struct pg_expr *e = a->source->chan;
  if (e->op == E_LOAD) {
    struct operand o = a->chan;
    if (o.kind == OPD_NODE)
      print_cell_name (out, vm, vm->nodes[o.value].place);
    else {
      const struct pg_var *v = e->place->region == REGION_GLOBAL ? &vm->pg->vars[e->place->var]
                                                                 : &vm->proc->source->vars[e->place->var];
      uint32_t at = (uint32_t) o.value - (e->place->region == REGION_GLOBAL ? 4 : 0) - v->offset;
      pg_print_cell (out, v, v->ndims == 1 && v->stride[0] ? at / v->stride[0] : 0);
    }
  } else
    str_printf (out, "channel %d", vm_value (vm, a->chan));
}

static void
print_fields (struct str *out, const struct vm *vm, const struct chantype *c, const uint8_t *slot, const int32_t *fields)
{
  for (uint32_t i = 0; i < c->nfields; i++) {
    if (i)
      str_add_char (out, ',');
    print_value (out, vm, &c->source->fields[i], slot ? vm_field (vm, slot, c, i) : fields[i]);
  }
}

static void
describe_message (struct vm *vm, const struct edge *e, struct step_info *info)
{
  const struct action *a = &e->acts[0];
  print_channel (&info->object, vm, a);
  int32_t id = vm_value (vm, a->chan);
  if (id < 1 || (uint32_t) id > vm->shape->nchan)
    return;
  const struct chantype *c = vm_chantype (vm, (uint32_t) id - 1);
  if (c->capacity) {
    info->queued = vm_length (c, vm->mem + vm->shape->chan_offset[id - 1]);
    info->takes = a->kind == ACT_RECV;
    bool is_moved = info->takes ? !a->msg->keep : info->queued < c->capacity;   /* otherwise it is copied, or lost */
    info->channel = is_moved ? (uint32_t) id : 0;
  }
  str_add (&info->message, str_text (&info->object));
  str_add_char (&info->message, a->kind == ACT_SEND ? '!' : '?');
  uint32_t at;
  if (a->kind == ACT_SEND) {
    if (vm_offer (vm, e))
      print_fields (&info->message, vm, c, NULL, vm->offer.fields);
  } else if (c->capacity && vm_match (vm, (uint32_t) id - 1, a->msg, &at))
    print_fields (&info->message, vm, c, vm_slot (c, vm->mem + vm->shape->chan_offset[id - 1], at), NULL);
}

/* The process that the step creates: it gets the next number. */
static bool
describe_run (const struct vm *vm, const struct edge *e, struct step_info *info)
{
  const struct pg_expr *run = NULL;
  for (uint32_t i = 0; i < e->nacts && !run; i++)
    run = e->source->acts[i].expr && e->source->acts[i].expr->op == E_RUN ? e->source->acts[i].expr : NULL;
  if (run)
    str_printf (&info->object, "%s (%u)", vm->procs[run->proc].source->name, vm->shape->nproc);
  return run;
}

/* Resolves the object of the note in this state: "fork_" becomes "fork_[2]". */
static void
describe_noted (const struct vm *vm, const struct pg_note *note, struct step_info *info)
{
  info->op = sync_name[note->kind];
  if (note->kind == SYNC_START)
    info->text = "start";         /* the statement of its line is executed later */
  const struct ts_range *about = note->object ? vm_find_touched (vm, note->object, info) : NULL;
  if (about)
    print_cell_at (&info->object, vm_var_at (vm, about->at), about->at - 4 - vm_var_at (vm, about->at)->offset);
  else
    str_add (&info->object, note->object ? note->object : "");
  vm_keep_learned (vm, note, info);
}

void
vm_describe (struct ts *ts, const uint32_t *state, trans_id t, struct step_info *info)
{
  struct vm *vm = (struct vm *) ts;
  struct fault fault = {.kind = FAULT_NONE};
  *info = (struct step_info) {.partner = VM_NOBODY, .pid = VM_NOBODY, .op = "", .text = ""};
  if (t == TRANS_RELEASE)
    return;
  uint32_t *scratch = mem_alloc ((size_t) vm->ts.max_words * 4);
  assert (!vm->output);
  vm->output = &info->output;
  vm_step (ts, state, t, scratch, &fault);
  vm->output = NULL;

  fault.kind = FAULT_NONE;
  vm->fault = &fault;
  vm_look (vm, state);
  vm->testing = true;
  info->pid = trans_pid (t);
  assert (info->pid < vm->shape->nproc);
  vm_enter (vm, info->pid);
  const struct edge *e = &vm->proc->edges[trans_edge (t)];
  print_process (vm, info->pid, " ", info->thread, sizeof info->thread);
  info->op = edge_op (e);
  info->pos = e->source->pos;
  info->text = e->source->text ? e->source->text : "";
  vm_add_touched (vm, e, state, scratch, info);
  mem_free (scratch);
  fault.kind = FAULT_NONE;
  if (e->source->note && sync_name[e->source->note->kind])
    describe_noted (vm, e->source->note, info);
  else if (e->test == TEST_SEND || e->test == TEST_RECV)
    describe_message (vm, e, info);
  else if (describe_run (vm, e, info))
    assert (info->object.len);
  else if (e->acts[0].kind == ACT_ASSIGN || e->acts[0].kind == ACT_ASSIGN_WIDE)
    print_cell_name (&info->object, vm, e->acts[0].place);
  if (trans_is_rendezvous (t)) {
    info->op = "rendezvous";
    info->partner = trans_partner (t);
    vm_enter (vm, info->partner);
    const struct edge *r = &vm->proc->edges[trans_partner_edge (t)];
    print_process (vm, info->partner, " ", info->partner_thread, sizeof info->partner_thread);
    info->partner_pos = r->source->pos;
    info->partner_text = r->source->text ? r->source->text : "";
  }
}

/* ---- variables ---- */

struct cell_out {
  ts_cell_fn *fn;
  void *context;
  struct str name, value;
};

static void
emit_channel (struct vm *vm, struct cell_out *out, int32_t id, bool local)
{
  str_clear (&out->value);
  if (id < 1 || (uint32_t) id > vm->shape->nchan) {
    str_printf (&out->value, "%d", id);
  } else {
    const struct chantype *c = vm_chantype (vm, (uint32_t) id - 1);
    if (!c->capacity)
      return;
    const uint8_t *base = vm->mem + vm->shape->chan_offset[id - 1];
    for (uint32_t i = 0; i < vm_length (c, base); i++) {
      str_add_char (&out->value, '[');
      print_fields (&out->value, vm, c, vm_slot (c, base, i), NULL);
      str_add_char (&out->value, ']');
    }
    if (!vm_length (c, base))
      str_add (&out->value, "[]");
  }
  out->fn (out->context, str_text (&out->name), str_text (&out->value), local);
}

static void
emit_var (struct vm *vm, struct cell_out *out, const struct pg_var *v, const uint8_t *base, const char *prefix)
{
  if (v->internal)
    return;
  uint32_t n = pg_var_elements (v);
  for (uint32_t i = 0; i < n; i++) {
    uint32_t at = v->offset, rest = i;
    for (uint32_t d = v->ndims; d-- > 0; rest /= v->dim[d])
      at += rest % v->dim[d] * v->stride[d];
    int64_t value = vm_cell (&v->type, base + at);
    str_clear (&out->name);
    str_add (&out->name, prefix);
    pg_print_cell (&out->name, v, i);
    if (v->type.kind == PG_CHAN) {
      emit_channel (vm, out, (int32_t) value, *prefix != 0);
      continue;
    }
    str_clear (&out->value);
    print_value (&out->value, vm, &v->type, value);
    out->fn (out->context, str_text (&out->name), str_text (&out->value), *prefix != 0);
  }
}

void
vm_cells (struct ts *ts, const uint32_t *state, ts_cell_fn *fn, void *context)
{
  struct vm *vm = (struct vm *) ts;
  struct cell_out out = {.fn = fn, .context = context};
  vm_look (vm, state);
  for (uint32_t i = 0; i < vm->pg->nvars; i++)
    emit_var (vm, &out, &vm->pg->vars[i], vm->mem + 4, "");
  for (uint32_t pid = 0; pid < vm->shape->nproc; pid++) {
    const struct pg_proc *p = vm->procs[vm->shape->proc_type[pid]].source;
    char prefix[100];
    print_process (vm, pid, "", prefix, sizeof prefix - 1);
    strcat (prefix, ":");
    for (uint32_t i = 0; i < p->nvars; i++)
      emit_var (vm, &out, &p->vars[i], vm->mem + vm->shape->proc_offset[pid], prefix);
  }
  str_release (&out.name);
  str_release (&out.value);
}

void
vm_where (struct ts *ts, const uint32_t *state, ts_where_fn *fn, void *context)
{
  struct vm *vm = (struct vm *) ts;
  vm_look (vm, state);
  for (uint32_t pid = 0; pid < vm->shape->nproc; pid++) {
    vm_enter (vm, pid);
    const struct pg_loc *l = &vm->proc->source->locs[vm_pc (vm->proc, vm->frame)];
    char thread[100];
    print_process (vm, pid, " ", thread, sizeof thread);
    struct str text = {0};
    for (uint32_t i = 0; i < l->nedges; i++) {
      const char *t = vm->proc->source->edges[l->first_edge + i].text;
      str_printf (&text, "%s%s", i ? " or " : "", t ? t : "");
    }
    fn (context, pid, thread, l->pos, str_text (&text), l->flags & LOC_END);
    str_release (&text);
  }
}

void
vm_unreached (struct ts *ts, void (*fn) (void *, const char *, struct pos, const char *), void *context)
{
  struct vm *vm = (struct vm *) ts;
  for (uint32_t i = 0; i < vm->pg->nprocs; i++) {
    const struct proctype *p = &vm->procs[i];
    if (pg_kind (p->source) == PG_NEVER)
      continue;
    for (uint32_t l = 0; l < p->nlocs; l++)
      if (!vm->reached[p->reached + l] && (p->locs[l].count || (p->source->locs[l].flags & LOC_MERGED)))
        fn (context, p->source->name, p->source->locs[l].pos,
            p->source->locs[l].text ? p->source->locs[l].text : "");
  }
}
