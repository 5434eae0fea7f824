/* Declarations of a protocol: lists of names become bit sets; unknown or superfluous names are reported at the declaration. */
#include <stdlib.h>
#include <string.h>

#include "front/protocol/parts.h"

static const char separators[] = " \t\n,";

/* Looks up names in one of the protocol's lists. */
struct namespace {
  const struct protocol *protocol;
  const struct mp_type *type;     /* the type that owns the variables */
};
typedef long find_fn (const struct namespace *, const char *name, size_t length);

static bool
is_name (const char *a, const char *name, size_t length)
{
  return strlen (a) == length && !memcmp (a, name, length);
}

static long
find_variable (const struct namespace *n, const char *name, size_t length)
{
  for (size_t i = 0; i < n->type->variables.count; i++)
    if (is_name (n->type->variables.data[i].name, name, length))
      return (long) i;
  return -1;
}

static long
find_message (const struct namespace *n, const char *name, size_t length)
{
  for (size_t i = 0; i < n->protocol->messages.count; i++)
    if (is_name (n->protocol->messages.data[i].source->name, name, length))
      return (long) i;
  return -1;
}

static long
find_type (const struct namespace *n, const char *name, size_t length)
{
  for (size_t i = 0; i < n->protocol->types.count; i++)
    if (is_name (n->protocol->types.data[i].source->name, name, length))
      return (long) i;
  return -1;
}

/* The bits of the names in the list. */
static uint64_t
read_list (const struct namespace *n, const char *list, find_fn *find, const char *what, const char *of, struct pos pos,
           struct diag *diag)
{
  uint64_t set = 0;
  for (const char *p = list ? list : ""; *(p += strspn (p, separators));) {
    size_t length = strcspn (p, separators);
    long i = find (n, p, length);
    if (i < 0)
      diag_error (diag, pos, "%s: %.*s is not a %s of the protocol", of, (int) length, p, what);
    else
      set |= (uint64_t) 1 << i;
    p += length;
  }
  return set;
}

static uint64_t processes_of (const struct protocol *, uint64_t types);

/* A missing declaration means everything: the first n bits. */
static uint64_t
all_of (size_t count)
{
  return count < 64 ? ((uint64_t) 1 << count) - 1 : UINT64_MAX;
}

/* "server" denotes all processes of that type, "server[2]" one of them. */
static uint64_t
read_processes (const struct namespace *n, const char *list, const char *of, struct pos pos, struct diag *diag)
{
  const struct protocol *p = n->protocol;
  uint64_t set = 0;
  for (const char *x = list ? list : ""; *(x += strspn (x, separators));) {
    size_t length = strcspn (x, separators), head = strcspn (x, "[ \t\n,");
    long type = find_type (n, x, head);
    char *end = NULL;
    long i = head < length ? strtol (x + head + 1, &end, 10) : -1;
    if (type < 0 || (head < length && (i < 0 || i >= p->count[type] || end != x + length - 1 || *end != ']')))
      diag_error (diag, pos, "%s: %.*s is not a process type of the protocol, or one of its processes", of, (int) length, x);
    else if (head < length && p->types.data[type].source->symmetric && p->count[type] > 1)
      diag_error (diag, pos, "%s: names %.*s, but processes of type %.*s are declared symmetric", of, (int) length, x, (int) head, x);
    else
      set |= head < length ? (uint64_t) 1 << (p->first[type] + i) : processes_of (p, (uint64_t) 1 << type);
    x += length;
  }
  return set;
}

static uint64_t
processes_of (const struct protocol *p, uint64_t types)
{
  uint64_t set = 0;
  for (uint32_t i = 0; i < p->nprocesses; i++)
    if (types >> p->type_of[i] & 1)
      set |= (uint64_t) 1 << i;
  return set;
}

static bool
resolve_type (struct protocol *p, struct mp_type *t, struct diag *diag)
{
  const struct mz_process *s = t->source;
  struct pos pos = {s->file ? s->file : p->file, s->line, 0};
  bool ok = s->size <= MP_MOST_BYTES;
  uint8_t *covered = mem_zalloc (ok ? s->size + 1 : 1);
  if (!ok)
    diag_error (diag, pos, "process %s: a structure of %zu bytes; there can be %d", s->name, s->size, MP_MOST_BYTES);
  if (ok && (s->count < 1 || s->count > MZ_PROCESSES))
    diag_error (diag, pos, "process %s: there can be 1 to %d of them, not %d", s->name, MZ_PROCESSES, s->count), ok = false;
  if (ok && (s->crashes < 0 || s->byzantine < 0 || s->byzantine > s->count || s->lies < 0 || s->lies > MP_MOST_LIES || !s->lies != !s->byzantine))
    diag_error (diag, pos, "process %s: crashes %d, byzantine %d, lies %d; expected 0 or more crashes, Byzantine ones among its %d processes, and 1 to %d lies of each",
                s->name, s->crashes, s->byzantine, s->lies, s->count, MP_MOST_LIES), ok = false;
  if (ok && s->symmetric && s->byzantine && s->byzantine < s->count)
    diag_error (diag, pos, "process %s: the first %d of them may lie, but they are declared symmetric; make the liars a type of their own", s->name, s->byzantine), ok = false;
  for (const struct mz_variable *v = s->variables; v && v->name && ok; v++) {
    ok = v->size && v->size <= s->size && v->offset <= s->size - v->size && t->variables.count < 64;
    for (size_t i = 0; i < v->size && ok; i++)
      ok = !covered[v->offset + i]++;
    if (!ok)
      diag_error (diag, pos, "process %s: variable %s lies outside its structure or on another, or is one too many (64)", s->name, v->name);
    uint32_t unit = (v->unit == 2 || v->unit == 4 || v->unit == 8) && v->size % v->unit == 0 ? (uint32_t) v->unit : 1;
    VEC_PUSH (t->variables, ((struct mp_variable) {v->name, (uint32_t) v->offset, (uint32_t) v->size, unit, t->bytes, v->names}));
    t->bytes += (uint32_t) v->size;
  }
  mem_free (covered);
  t->words = (t->bytes + 3) / 4 + p->has_faults;
  return ok;
}

static bool
resolve_message (struct protocol *p, struct mp_message_type *m, struct diag *diag)
{
  uint32_t copied = 0;
  for (const struct mp_message_type *x = p->messages.data; x < m; x++)
    copied += x->source->copies > 0;
  m->copy_shift = 1 + MP_COPY_BITS * copied;
  if (m->source->copies < 0 || m->source->copies > MP_MOST_COPIES || m->source->forged < 0 || (m->source->copies && copied == MP_COPIED_TYPES)) {
    diag_error (diag, (struct pos) {.file = p->file}, "message %s: copies %d, forged %d; expected 0 to %d copies, of at most %d types of messages, and 0 or more values",
                m->source->name, m->source->copies, m->source->forged, MP_MOST_COPIES, MP_COPIED_TYPES);
    return false;
  }
  for (const char *f = m->source->fields ? m->source->fields : ""; *(f += strspn (f, separators));) {
    size_t length = strcspn (f, separators);
    if (m->nfields == MZ_FIELDS) {
      diag_error (diag, (struct pos) {.file = p->file}, "message %s: at most %d fields", m->source->name, MZ_FIELDS);
      return false;
    }
    bool names = *f == '@';
    m->names |= (uint32_t) names << m->nfields;
    m->fields[m->nfields++] = arena_strndup (&p->arena, f + names, length - names);
    f += length;
  }
  return true;
}

static void
resolve_transition (struct protocol *p, const struct mz_transition *s, struct diag *diag)
{
  struct mp_transition t = {.source = s, .pos = {s->file ? s->file : p->file, s->line, 0}, .type = (uint32_t) s->process,
                            .consumes = s->consumes, .input = s->input};
  struct namespace n = {.protocol = p};
  snprintf (t.name, sizeof t.name, "%s", s->name);
  if (s->process < 0 || (size_t) s->process >= p->types.count) {
    diag_error (diag, t.pos, "%s: there is no process type %d", s->name, s->process);
    return;
  }
  if (s->consumes < 0 || s->consumes > MZ_QUORUM || (s->consumes && (s->input < 0 || (size_t) s->input >= p->messages.count))) {
    diag_error (diag, t.pos, "%s: consumes %d messages of type %d; expected 0 to %d, of a declared type", s->name, s->consumes, s->input, MZ_QUORUM);
    return;
  }
  n.type = &p->types.data[s->process];
  uint64_t every = all_of (n.type->variables.count);
  t.reads = s->reads ? read_list (&n, s->reads, find_variable, "variable", s->name, t.pos, diag) : s->when || s->guard ? every : 0;
  t.uses = s->uses ? read_list (&n, s->uses, find_variable, "variable", s->name, t.pos, diag) : s->effect ? every : 0;
  t.writes = s->writes ? read_list (&n, s->writes, find_variable, "variable", s->name, t.pos, diag) : s->effect ? every : 0;
  t.increments = read_list (&n, s->increments, find_variable, "variable", s->name, t.pos, diag);
  t.compares = read_list (&n, s->compares, find_variable, "variable", s->name, t.pos, diag);
  t.sends = s->sends ? read_list (&n, s->sends, find_message, "message", s->name, t.pos, diag) : s->effect ? all_of (p->messages.count) : 0;
  t.from = s->from ? read_processes (&n, s->from, s->name, t.pos, diag)
                   : processes_of (p, UINT64_MAX);
  t.to_sender = s->to && !strcmp (s->to, "sender");
  t.to = t.to_sender ? t.from : s->to ? read_processes (&n, s->to, s->name, t.pos, diag) : processes_of (p, UINT64_MAX);
  if ((t.increments & ~t.writes) || (t.compares & ~t.reads))
    diag_error (diag, t.pos, "%s: increments must be among what it writes, compares among what it reads", s->name);
  if (t.to_sender && !s->consumes)
    diag_error (diag, t.pos, "%s: sends to the sender, but consumes nothing", s->name);
  if (s->sends && t.sends && !t.to)
    diag_error (diag, t.pos, "%s: sends, but to nobody (.to)", s->name);
  t.family = (uint32_t) p->transitions.count;
  VEC_PUSH (p->transitions, t);
}

static void
add_fault (struct protocol *p, struct mp_transition *t, enum mp_kind kind, const char *verb, const char *name)
{
  t->kind = kind;
  t->family = (uint32_t) p->transitions.count;
  snprintf (t->name, sizeof t->name, "%s%s", verb, name);
  VEC_PUSH (p->transitions, *t);
}

/* The number of values that may be forged in the field; for process fields all processes, because fewer would distinguish
 * symmetric ones. */
static uint64_t
forged_values (const struct protocol *p, const struct mp_message_type *s, uint32_t field)
{
  return s->names >> field & 1 ? p->nprocesses + 1 : (uint64_t) s->source->forged;
}

/* A lie for each receiver that may consume the message and each choice of values, numbered by `way`. */
static void
add_lies (struct protocol *p, struct mp_transition *t, uint32_t m)
{
  const struct mp_message_type *s = &p->messages.data[m];
  uint64_t consumers = 0, ways = 1;
  for (size_t i = 0; i < p->transitions.count; i++) {
    const struct mp_transition *u = &p->transitions.data[i];
    if (u->kind == MP_ORDINARY && u->consumes && u->input == (int) m && (u->from & processes_of (p, (uint64_t) 1 << t->type)))
      consumers |= processes_of (p, (uint64_t) 1 << u->type);
  }
  for (uint32_t i = 0; i < s->nfields && ways < MP_MOST_LIED; i++)
    ways *= forged_values (p, s, i);
  uint32_t family = (uint32_t) p->transitions.count;
  for (uint64_t way = 0; way < ways; way++)
    for (uint32_t pid = 0; pid < p->nprocesses && p->transitions.count < MP_MOST_LIED; pid++) {
      if (!(consumers >> pid & 1))
        continue;
      uint64_t rest = way;
      t->forged = (struct mz_message) {.type = (int) m, .to = (int) pid};
      for (uint32_t i = 0; i < s->nfields; rest /= forged_values (p, s, i), i++)
        t->forged.value[i] = (int32_t) (rest % forged_values (p, s, i));
      t->sends = (uint64_t) 1 << m;
      t->to = (uint64_t) 1 << pid;
      add_fault (p, t, MP_FORGE, "forge ", s->source->name);
      VEC_LAST (p->transitions).family = family;
    }
}

/* Transitions for faults of processes and messages. */
static void
add_faults (struct protocol *p)
{
  for (size_t i = 0; i < p->types.count; i++) {
    const struct mp_type *type = &p->types.data[i];
    struct mp_transition t = {.pos = {type->source->file ? type->source->file : p->file, type->source->line, 0}, .type = (uint32_t) i,
                              .from = processes_of (p, UINT64_MAX)};
    if (type->source->crashes)
      add_fault (p, &t, MP_CRASH, "crash", "");
    for (uint32_t m = 0; m < p->messages.count && type->source->byzantine; m++)
      if (p->messages.data[m].source->forged)
        add_lies (p, &t, m);
    t.sends = t.to = 0;
    for (size_t m = 0; m < p->messages.count; m++) {
      const struct mz_message_type *s = p->messages.data[m].source;
      t.input = (int) m;
      t.consumes = 1;
      if (s->lossy)
        add_fault (p, &t, MP_LOSS, "lose ", s->name);
      if (s->copies)
        add_fault (p, &t, MP_COPY, "copy ", s->name);
    }
  }
}

/* The variables in "acceptor.vote proposer.value", by type of process; for a missing list all or none. */
static uint64_t *
read_properties (struct protocol *p, const struct mz_property *s, const char *list, bool otherwise_all, struct pos pos, struct diag *diag)
{
  uint64_t *sets = arena_alloc (&p->arena, (p->types.count + 1) * sizeof *sets);
  memset (sets, 0, (p->types.count + 1) * sizeof *sets);
  for (size_t i = 0; i < p->types.count && !list && otherwise_all; i++)
    sets[i] = all_of (p->types.data[i].variables.count);
  for (const char *r = list ? list : ""; *(r += strspn (r, separators));) {
    size_t length = strcspn (r, separators), head = strcspn (r, ".");
    struct namespace n = {.protocol = p};
    long type = head < length ? find_type (&n, r, head) : -1;
    n.type = type < 0 ? NULL : &p->types.data[type];
    long variable = type < 0 ? -1 : find_variable (&n, r + head + 1, length - head - 1);
    if (variable < 0)
      diag_error (diag, pos, "%s: %.*s is not a variable; expected PROCESS.VARIABLE", s->name, (int) length, r);
    else
      sets[type] |= (uint64_t) 1 << variable;
    r += length;
  }
  return sets;
}

/* Larger values never make it true, and no transition decreases a value. */
static bool
is_irrevocable (const struct protocol *p, const struct mp_observable *o)
{
  for (size_t i = 0; i < p->types.count; i++)
    if (o->reads[i] & ~o->compares[i])
      return false;
  for (size_t i = 0; i < p->transitions.count; i++) {
    const struct mp_transition *t = &p->transitions.data[i];
    if (o->reads[t->type] & t->writes & ~t->increments)
      return false;
  }
  return true;
}

static void
resolve_property (struct protocol *p, const struct mz_property *s, struct diag *diag)
{
  struct pos pos = {s->file ? s->file : p->file, s->line, 0};
  struct mp_observable o = {.source = s, .reads = read_properties (p, s, s->reads, true, pos, diag),
                            .compares = read_properties (p, s, s->compares, false, pos, diag)};
  for (size_t i = 0; i < p->types.count; i++)
    if (o.compares[i] & ~o.reads[i]) {
      diag_error (diag, pos, "%s: what it compares must be among what it reads", s->name);
      break;
    }
  if (!s->holds)
    diag_error (diag, pos, "%s: has no function (.holds)", s->name);
  if (strspn (s->name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") != strlen (s->name) || strchr ("0123456789", *s->name))
    diag_error (diag, pos, "'%s' is no name for a property: expected letters, digits and _, as formulas need it", s->name);
  for (size_t i = 0; i < p->observables.count; i++)
    if (!strcmp (p->observables.data[i].source->name, s->name))
      diag_error (diag, pos, "%s: another property has this name", s->name);
  o.irrevocable = is_irrevocable (p, &o);
  VEC_PUSH (p->observables, o);
}

/* ---- instances ---- */

static void
add_instance (struct protocol *p, uint32_t pid, uint32_t transition, uint64_t senders, bool exact)
{
  VEC_PUSH (p->instances, ((struct mp_instance) {pid, transition, senders, exact}));
}

/* Adds an instance for each set of k of the remaining senders. */
static void
add_sets (struct protocol *p, uint32_t pid, uint32_t transition, uint64_t left, int k, uint64_t chosen)
{
  if (!k) {
    add_instance (p, pid, transition, chosen, true);
    return;
  }
  for (; left; left &= left - 1)
    add_sets (p, pid, transition, left & (left - 1), k - 1, chosen | (left & -left));
}

static double
count_sets (int n, int k)
{
  double c = 1;
  for (int i = 0; i < k; i++)
    c = c * (n - i) / (i + 1);
  return c;
}

/* The processes that declare to send such a message to the process. */
static uint64_t
possible_senders (const struct protocol *p, uint32_t pid, const struct mp_transition *t)
{
  uint64_t set = 0;
  for (size_t i = 0; i < p->transitions.count; i++) {
    const struct mp_transition *u = &p->transitions.data[i];
    if ((u->sends >> t->input & 1) && (u->to >> pid & 1))
      set |= processes_of (p, (uint64_t) 1 << u->type);
  }
  return set & t->from;
}

static void
add_instances (struct protocol *p)
{
  enum { MOST_SETS = 40 };
  for (uint32_t pid = 0; pid < p->nprocesses; pid++) {
    p->first_instance[pid] = (uint32_t) p->instances.count;
    for (uint32_t i = 0; i < p->transitions.count; i++) {
      const struct mp_transition *t = &p->transitions.data[i];
      if (t->type != p->type_of[pid])
        continue;
      uint64_t senders = t->consumes ? possible_senders (p, pid, t) : 0;
      if (!t->consumes)
        add_instance (p, pid, i, 0, true);
      else if (count_sets (__builtin_popcountll (senders), t->consumes) <= MOST_SETS)
        add_sets (p, pid, i, senders, t->consumes, 0);
      else
        add_instance (p, pid, i, senders, false);
    }
  }
  p->first_instance[p->nprocesses] = (uint32_t) p->instances.count;
}

/* ---- the whole protocol ---- */

static void
collect (struct protocol *p)
{
  const struct mz_protocol *s = p->source;
  for (const struct mz_process *x = s->processes; x && x->name; x++) {
    VEC_PUSH (p->types, ((struct mp_type) {.source = x, .count = x->count}));
    p->has_faults |= x->crashes > 0 || x->byzantine > 0;
  }
  for (const struct mz_message_type *x = s->messages; x && x->name; x++) {
    VEC_PUSH (p->messages, ((struct mp_message_type) {.source = x}));
    p->has_faults |= x->copies > 0;
  }
}

/* Numbers processes and places their variables in a state. */
static bool
lay_out (struct protocol *p, struct diag *diag)
{
  uint32_t at = 1, most_fields = 0;
  for (size_t i = 0; i < p->types.count; i++) {
    struct mp_type *t = &p->types.data[i];
    if (!resolve_type (p, t, diag))
      return false;
    t->first = p->first[i] = (int) p->nprocesses;
    p->count[i] = t->count;
    for (int k = 0; k < t->count; k++) {
      if (p->nprocesses == MZ_PROCESSES) {
        diag_error (diag, (struct pos) {.file = p->file}, "more than %d processes", MZ_PROCESSES);
        return false;
      }
      p->type_of[p->nprocesses] = (uint32_t) i;
      p->at[p->nprocesses++] = at;
      at += t->words;
    }
  }
  for (size_t i = 0; i < p->messages.count; i++) {
    if (!resolve_message (p, &p->messages.data[i], diag))
      return false;
    most_fields = p->messages.data[i].nfields > most_fields ? p->messages.data[i].nfields : most_fields;
  }
  p->messages_at = at;
  p->most_messages = p->source->most_messages > 0 ? (uint32_t) p->source->most_messages : 64;
  p->ts.max_words = at + p->most_messages * (1 + most_fields);
  return true;
}

bool
mp_resolve (struct protocol *p, struct diag *diag)
{
  const struct mz_protocol *s = p->source;
  struct pos pos = {.file = p->file};
  collect (p);
  if (!p->types.count || !s->transitions || p->types.count > MP_MOST_TYPES || p->messages.count > 64 ||
      s->most_messages < 0 || s->most_messages > 1000) {
    diag_error (diag, pos, "mz_protocol needs processes and transitions, and at most %d types of processes, 64 of messages and 1000 messages at a time", MP_MOST_TYPES);
    return false;
  }
  if (!lay_out (p, diag))
    return false;
  for (const struct mz_transition *t = s->transitions; t->name; t++)
    resolve_transition (p, t, diag);
  add_faults (p);
  if (p->transitions.count >= MP_MOST_LIED) {
    diag_error (diag, pos, "%zu transitions, lies among them; there can be %d", p->transitions.count, MP_MOST_LIED - 1);
    return false;
  }
  for (const struct mz_property *x = s->invariants; x && x->name; x++)
    resolve_property (p, x, diag);
  p->ninvariants = (uint32_t) p->observables.count;
  for (const struct mz_property *x = s->propositions; x && x->name; x++)
    resolve_property (p, x, diag);
  for (const struct mz_formula *f = s->formulas; f && f->name; f++)
    if (!f->ltl)
      diag_error (diag, (struct pos) {f->file ? f->file : p->file, f->line, 0}, "%s: has no formula (.ltl)", f->name);
  if (diag->errors || !mp_resolve_symmetry (p, diag))
    return false;
  add_instances (p);
  if (p->instances.count > MP_MOST_INSTANCES || !p->transitions.count) {
    diag_error (diag, pos, "%zu transitions of processes; there can be 1 to %d", p->instances.count, MP_MOST_INSTANCES);
    return false;
  }
  return true;
}
