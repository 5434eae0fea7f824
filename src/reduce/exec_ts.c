/* Controlled executions of a model. For each step the stack keeps the whole state vector and a record per process (its
 * thread number, how many processes it has started, whether it can continue), so that rewinding drops levels. The next
 * operations of threads are computed on demand. */
#include "model/end_state.h"
#include "base/digest.h"
#include "reduce/exec_ts_parts.h"

/* ---- levels ---- */

static void
look_around (struct exec_ts *x)
{
  x->looked = false;
  x->ways_of = NOBODY;
  for (size_t t = 0; t < x->threads.count; t++)
    x->pid_of[t] = NOBODY;
  const struct record *r = records (x);
  for (uint32_t pid = 0; pid < top (x)->nprocs; pid++) {
    assert (r[pid].thread < x->threads.count && x->pid_of[r[pid].thread] == NOBODY && r[pid].status <= FAILED);
    x->pid_of[r[pid].thread] = pid;
  }
}

static uint64_t
hash_level (struct exec_ts *x)
{
  size_t n = top (x)->nwords + (size_t) top (x)->nprocs * RECORD_WORDS;
  return digest_words (n, present (x), n);
}

/* A level for the state x->out, with room for its records. */
static void
push_level (struct exec_ts *x, const uint32_t *state, uint32_t nwords, uint32_t nprocs)
{
  struct level l = {.first = x->words.count, .nwords = nwords, .nprocs = nprocs, .trans = x->trans.count};
  size_t more = nwords + (size_t) nprocs * RECORD_WORDS;
  assert (nwords <= x->ts->max_words && nprocs <= MAX_PROCESSES && !ts_transient (state));
  VEC_RESERVE (x->words, x->words.count + more);
  memcpy (x->words.data + x->words.count, state, (size_t) nwords * 4);
  memset (x->words.data + x->words.count + nwords, 0, (size_t) nprocs * RECORD_WORDS * 4);
  x->words.count += more;
  VEC_PUSH (x->levels, l);
}

static thread_id
thread_of (struct exec_ts *x, uint32_t creator, uint32_t number)
{
  for (size_t t = 0; t < x->threads.count; t++)
    if (x->threads.data[t].creator == creator && x->threads.data[t].number == number)
      return (thread_id) t;
  assert (x->threads.count < MAX_THREADS && (creator == NOBODY || creator < x->threads.count));
  VEC_PUSH (x->threads, (struct identity) {creator, number});
  VEC_PUSH (x->next, mem_zalloc (sizeof (struct next)));
  return (thread_id) (x->threads.count - 1);
}

/* ---- the interface ---- */

static size_t
ts_threads (struct exec *e)
{
  return ((struct exec_ts *) e)->threads.count;
}

static const struct op *
ts_next (struct exec *e, thread_id thread)
{
  const struct next *n = exec_ts_find_next ((struct exec_ts *) e, thread);
  return n ? &n->op : NULL;
}

static bool
ts_enabled (struct exec *e, thread_id thread)
{
  struct exec_ts *x = (struct exec_ts *) e;
  const struct next *n = exec_ts_find_next (x, thread);
  if (!n)
    return false;
  exec_ts_list_enabled (x);
  assert (x->pid_of[thread] < top (x)->nprocs);
  return n->polls || x->able[x->pid_of[thread]];
}

static uint32_t
ts_alternatives (struct exec *e, thread_id thread)
{
  struct exec_ts *x = (struct exec_ts *) e;
  assert (ts_enabled (e, thread));
  exec_ts_find_ways (x, x->pid_of[thread]);
  return x->way_ends.count ? (uint32_t) x->way_ends.count : 1;
}

static enum exec_outcome
broken (struct exec_ts *x, const char *message, struct pos pos)
{
  str_clear (&x->message);
  str_add (&x->message, message);
  x->failure = (struct exec_failure) {.kind = FINDING_LIVELOCK, .message = str_text (&x->message), .pos = pos};
  return EXEC_BROKEN;
}

static enum exec_outcome
limited (struct exec_ts *x, const char *message, struct pos pos)
{
  x->at_limit = true;
  return broken (x, message, pos);
}

static struct pos
position (struct exec_ts *x, uint32_t pid)
{
  uint32_t type, location;
  x->inspector->class->look (x->inspector, present (x));
  x->inspector->class->process (x->inspector, pid, &type, &location);
  return x->pg->procs[type].locs[location].pos;
}

/* Executes the transitions of one alternative from the present state. False: they end in an error after which nothing
 * follows, or the execution is not valid. */
static bool
take_way (struct exec_ts *x, uint32_t alternative, uint32_t *nwords)
{
  size_t from = alternative ? x->way_ends.data[alternative - 1] : 0, to = x->way_ends.data[alternative];
  uint32_t *state = mem_alloc ((size_t) x->ts->max_words * 4);
  bool good = true;
  assert (alternative < x->way_ends.count && from < to && to <= x->ways.count);
  memcpy (state, present (x), (size_t) top (x)->nwords * 4);
  for (size_t i = from; i < to && good; i++) {
    struct fault fault;
    *nwords = x->ts->class->step (x->ts, state, x->ways.data[i], x->out, &fault);
    assert (*nwords <= x->ts->max_words);
    memcpy (state, x->out, (size_t) *nwords * 4);
    VEC_PUSH (x->trans, x->ways.data[i]);
    if (fault.kind != FAULT_NONE)
      VEC_PUSH (x->faults, (struct exec_fault) {fault, x->trans.count});
    good = fault.kind == FAULT_NONE || fault.goes_on;
  }
  mem_free (state);
  return good;
}

/* The records of the new level, from those of the one before. */
static void
make_records (struct exec_ts *x, uint32_t pid, const struct level *before)
{
  const struct record *old = (struct record *) (void *) (x->words.data + before->first + before->nwords);
  struct record *new = records (x);
  assert (pid < before->nprocs && x->levels.count > 1);
  uint32_t n = before->nprocs < top (x)->nprocs ? before->nprocs : top (x)->nprocs;
  memcpy (new, old, n * sizeof *new);
  for (uint32_t i = n; i < top (x)->nprocs; i++) {
    thread_id t = thread_of (x, old[pid].thread, new[pid].children++);
    new[i] = (struct record) {.thread = (uint16_t) t};
    VEC_PUSH (x->released, t);
  }
}

/* Whether the present state occurred before in this execution. */
static bool
came_back (struct exec_ts *x)
{
  const struct level *l = top (x);
  size_t bytes = (l->nwords + (size_t) l->nprocs * RECORD_WORDS) * 4;
  for (size_t i = 0; i + 1 < x->levels.count; i++) {
    const struct level *o = &x->levels.data[i];
    if (o->hash == l->hash && o->nwords == l->nwords && o->nprocs == l->nprocs
        && !memcmp (x->words.data + o->first, x->words.data + l->first, bytes))
      return true;
  }
  return false;
}

static uint32_t
holder (const struct exec_ts *x, uint64_t lock)
{
  for (size_t i = x->taken.count; i-- > 0;)
    if (x->taken.data[i].lock == lock)
      return x->taken.data[i].thread;
  return NOBODY;
}

static bool
is_set (struct exec_ts *x, const struct level *l, uint32_t var, uint32_t element)
{
  struct inspector *v = x->inspector;
  v->class->look (v, x->words.data + l->first);
  return v->nprocs && v->class->eval (v, 0, x->known->locks->cell[var][element]) != 0;
}

/* Records the lock operations of the last step. False: it released a lock that its thread did not hold. */
static bool
watch_locks (struct exec_ts *x, thread_id thread, const struct op *op)
{
  for (uint32_t i = 0; i < op->count; i++) {
    uint64_t lock = op->access[i].object;
    uint32_t var, element;
    if (!footprint_cell (lock, &var, &element) || !x->known->locks->is_lock[var] || op->access[i].how == ACCESS_READ)
      continue;
    bool before = is_set (x, top (x) - 1, var, element), after = is_set (x, top (x), var, element);
    bool gives = op->access[i].how == ACCESS_UNLOCK || (before && !after);
    if (gives && (!before || holder (x, lock) != thread))
      return false;
    if (before != after)
      VEC_PUSH (x->taken, (struct holding) {lock, after ? thread : NOBODY});
  }
  top (x)->taken = x->taken.count;
  return true;
}

static enum exec_outcome
ts_step (struct exec *e, thread_id thread, uint32_t alternative, struct exec_step *out)
{
  struct exec_ts *x = (struct exec_ts *) e;
  uint32_t pid = x->pid_of[thread], nwords = top (x)->nwords;
  assert (ts_enabled (e, thread) && alternative < ts_alternatives (e, thread));
  struct pos pos = position (x, pid);
  out->op = exec_ts_find_next (x, thread)->op;
  x->faults.count = x->released.count = 0;
  exec_ts_find_ways (x, pid);
  if (x->too_many)
    return limited (x, "an atomic sequence has too many steps or alternatives", pos);
  bool gives_up = !x->way_ends.count;
  bool good = gives_up || take_way (x, alternative, &nwords);
  if (x->faults.count && VEC_LAST (x->faults).fault.kind == FAULT_RESOURCE)
    return limited (x, VEC_LAST (x->faults).fault.message, VEC_LAST (x->faults).fault.pos);
  struct level before = *top (x);
  assert (!gives_up || exec_ts_find_next (x, thread)->polls);
  if (gives_up || !good)
    memcpy (x->out, present (x), (size_t) (nwords = before.nwords) * 4);
  x->inspector->class->look (x->inspector, x->out);
  if (x->threads.count + MAX_PROCESSES > MAX_THREADS)
    return limited (x, "too many processes are started, one after the other", pos);
  push_level (x, x->out, nwords, x->inspector->nprocs);
  make_records (x, pid, &before);
  if (gives_up || !good)
    records (x)[pid].status = good ? GAVE_UP : FAILED;
  top (x)->failed = !good;
  top (x)->hash = hash_level (x);
  top (x)->taken = x->taken.count;
  x->misused |= x->known->locks && good && !gives_up && !watch_locks (x, thread, &out->op);
  look_around (x);
  if (x->misused)
    return broken (x, "a variable with the pattern of a lock is released by another process", pos);
  out->released = x->released.data;
  out->nreleased = x->released.count;
  if (!x->config.cycles && came_back (x))
    return broken (x, "an execution comes back to a state: stateless search does not end (bound it: --max-events)", pos);
  if (!x->faults.count)
    return EXEC_RAN;
  const struct fault *f = &x->faults.data[0].fault;
  assert (f->kind != FAULT_NONE);
  x->failure = (struct exec_failure) {.kind = fault_finding (f->kind), .message = f->message, .pos = f->pos};
  return EXEC_FAILED;
}

static const struct exec_failure *
ts_failure (struct exec *e)
{
  return &((struct exec_ts *) e)->failure;
}

/* Ends the processes that have nothing left to do, the youngest first. */
static void
close_down (struct exec_ts *x)
{
  struct trans_list list = {0};
  struct fault fault;
  x->closing.count = 0;
  memcpy (x->terminal, present (x), (size_t) top (x)->nwords * 4);
  for (;;) {
    list.count = 0;
    x->ts->class->enabled (x->ts, x->terminal, &list);
    if (!list.count)
      break;
    uint32_t n = x->ts->class->step (x->ts, x->terminal, list.data[0], x->out, &fault);
    assert (fault.kind == FAULT_NONE && n <= x->ts->max_words);
    memcpy (x->terminal, x->out, (size_t) n * 4);
    VEC_PUSH (x->closing, list.data[0]);
  }
  VEC_FREE (list);
}

static enum exec_end
ts_end (struct exec *e)
{
  struct exec_ts *x = (struct exec_ts *) e;
  struct pos pos;
  for (thread_id t = 0; t < x->threads.count; t++)
    assert (!ts_enabled (e, t));
  x->closing.count = 0;
  for (uint32_t pid = 0; pid < top (x)->nprocs; pid++)
    if (records (x)[pid].status == FAILED)
      return EXEC_CUT;
  if (exec_ts_list_enabled (x)->count)
    return EXEC_CUT;              /* a polling process gave up, and could continue now */
  close_down (x);
  str_clear (&x->message);
  if (!end_state_is_bad (x->ts, x->terminal, x->config.ends, &x->message, &pos))
    return EXEC_COMPLETE;
  x->failure = (struct exec_failure) {.kind = end_state_kind (x->ts), .message = str_text (&x->message), .pos = pos};
  return EXEC_BAD;
}

static void
ts_rewind (struct exec *e, size_t depth)
{
  struct exec_ts *x = (struct exec_ts *) e;
  assert (depth < x->levels.count);
  if (x->levels.count > depth + 1)
    x->words.count = x->levels.data[depth + 1].first;
  x->levels.count = depth + 1;
  x->trans.count = top (x)->trans;
  x->taken.count = top (x)->taken;
  x->faults.count = x->closing.count = 0;
  assert (top (x)->hash == hash_level (x));
  look_around (x);
}

static const uint32_t *
ts_state (struct exec *e, size_t *words)
{
  struct exec_ts *x = (struct exec_ts *) e;
  *words = top (x)->nwords + (size_t) top (x)->nprocs * RECORD_WORDS;
  return present (x);
}

static void
ts_free (struct exec *e)
{
  struct exec_ts *x = (struct exec_ts *) e;
  for (size_t t = 0; t < x->next.count; t++) {
    VEC_FREE (x->next.data[t]->frame);
    VEC_FREE (x->next.data[t]->touched.access);
    mem_free (x->next.data[t]);
  }
  exec_ts_forget (x->own);
  static_free (x->stubborn);
  VEC_FREE (x->threads);
  VEC_FREE (x->next);
  VEC_FREE (x->levels);
  VEC_FREE (x->words);
  VEC_FREE (x->trans);
  VEC_FREE (x->list);
  VEC_FREE (x->taken);
  VEC_FREE (x->ways);
  VEC_FREE (x->way_ends);
  VEC_FREE (x->faults);
  VEC_FREE (x->released);
  VEC_FREE (x->closing);
  str_release (&x->message);
  mem_free (x->out);
  mem_free (x->terminal);
  mem_free (x);
}

static const struct exec_fault *
ts_faults (struct exec *e, size_t *count)
{
  struct exec_ts *x = (struct exec_ts *) e;
  *count = x->faults.count;
  return x->faults.data;
}

static const struct fault *
ts_initial (struct exec *e)
{
  return &((struct exec_ts *) e)->initial;
}

static bool
ts_misused (struct exec *e)
{
  return ((struct exec_ts *) e)->misused;
}

static bool
ts_at_limit (struct exec *e)
{
  return ((struct exec_ts *) e)->at_limit;
}

static const uint32_t *
ts_terminal (struct exec *e)
{
  return ((struct exec_ts *) e)->terminal;
}

static trans_id *
ts_trace (struct exec *e, const struct exec_fault *fault, size_t *count)
{
  struct exec_ts *x = (struct exec_ts *) e;
  trans_id *out = mem_alloc ((x->trans.count + x->closing.count + 1) * sizeof *out);
  size_t n = 0;
  for (size_t i = 0; i < x->levels.count; i++) {
    size_t from = i ? x->levels.data[i - 1].trans : 0;
    assert (from <= x->levels.data[i].trans);
    if (x->levels.data[i].failed && i + 1 < x->levels.count)
      continue;
    size_t to = fault && fault->trans < x->levels.data[i].trans ? fault->trans : x->levels.data[i].trans;
    for (size_t k = from; k < to; k++)
      out[n++] = x->trans.data[k];
  }
  for (size_t i = 0; i < x->closing.count && !fault; i++)
    out[n++] = x->closing.data[i];
  assert (n <= x->trans.count + x->closing.count);
  *count = n;
  return out;
}

static const struct exec_model exec_ts_model = {ts_faults, ts_trace, ts_terminal, ts_initial, ts_misused, ts_at_limit};

static const struct exec_class exec_ts_class = {
  .threads = ts_threads, .next = ts_next, .enabled = ts_enabled, .alternatives = ts_alternatives, .step = ts_step,
  .failure = ts_failure, .end = ts_end, .rewind = ts_rewind, .free = ts_free, .persistent = exec_ts_persistent, .state = ts_state,
  .model = &exec_ts_model,
};

/* ---- making one ---- */

static void
begin (struct exec_ts *x)
{
  uint32_t n = x->ts->class->initial (x->ts, x->out, &x->initial);
  assert (!x->levels.count && !x->threads.count);
  x->inspector->class->look (x->inspector, x->out);
  push_level (x, x->out, n, x->inspector->nprocs);
  for (uint32_t pid = 0; pid < top (x)->nprocs; pid++)
    records (x)[pid] = (struct record) {.thread = (uint16_t) thread_of (x, NOBODY, pid)};
  top (x)->hash = hash_level (x);
  look_around (x);
}

static struct exec_ts *
alloc (const struct known *known, struct ts *ts, struct inspector *inspector, const struct exec_ts_config *config)
{
  struct exec_ts *x = mem_zalloc (sizeof *x);
  x->exec.class = &exec_ts_class;
  x->known = known;
  x->pg = known->facts.pg;
  x->ts = ts;
  x->inspector = inspector;
  x->config = *config;
  x->out = mem_alloc ((size_t) ts->max_words * 4);
  x->terminal = mem_alloc ((size_t) ts->max_words * 4);
  return x;
}

struct exec *
exec_ts_new (const struct pg *pg, struct ts *ts, struct inspector *inspector, const struct exec_ts_config *config, struct diag *diag)
{
  struct known *known = exec_ts_know (pg, inspector, config->locks);
  struct exec_ts *x = alloc (known, ts, inspector, config);
  x->own = known;
  bool fits = exec_ts_fits (known, diag);
  const char *why = NULL;
  if (fits && config->persistent && !(x->stubborn = ample_new (pg, inspector, &(struct ample_config) {.guards = !config->coarse, .coarse = config->coarse, .exact = config->coarse,
                                                     .transactions = config->transactions}, &why))) {
    diag_error (diag, (struct pos) {.file = pg->file}, "no persistent sets: %s", why);
    fits = false;
  }
  if (!fits) {
    ts_free (&x->exec);
    return NULL;
  }
  begin (x);
  return &x->exec;
}

struct exec *
exec_ts_worker (const struct exec *first, struct ts *ts, struct inspector *inspector)
{
  const struct exec_ts *of = (const struct exec_ts *) first;
  struct exec_ts *x = alloc (of->known, ts, inspector, &of->config);
  if (of->stubborn)
    x->stubborn = ample_worker (of->stubborn, inspector);
  begin (x);
  return &x->exec;
}
