/* Idea. The program explores its states and steps once and sends them as a graph; violating runs of a formula are searched
 * in it as in models. Formulas are Promela's, over a model that contains only an integer for each proposition and global in
 * the formula; to evaluate the formula in a state these variables are set.
 * Source. As search/product.c and search/stateless/stateful.c.
 * Where we differ. Not on the fly: the graph is complete before it is searched.
 * Why that is sound. The graph has every step of every state, without reduction. At steps that were not explored the search
 * of the product stops, and the verdict is not ok. States are equal if their fingerprints are. */
#include "cli/program_temporal.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/words.h"
#include "cli/input.h"
#include "front/promela/promela.h"
#include "native/states_ts.h"
#include "native/symbols.h"
#include "native/wire_objects.h"
#include "native/wire_story.h"
#include "search/liveness.h"

/* ---- names ---- */

static bool
is_word (const char *list, const char *name, size_t n)
{
  for (const char *at = list; *at; at += strcspn (at, " "), at += *at == ' ')
    if (strcspn (at, " ") == n && !strncmp (at, name, n))
      return true;
  return false;
}

static bool
is_operator (const char *name, size_t n)
{
  return is_word ("U W V X R always eventually until weakuntil stronguntil release next implies equivalent true false", name, n);
}

/* Keywords of Promela that may be names in C. */
static bool
is_promela_word (const char *name, size_t n)
{
  return is_word ("active assert atomic bit bool byte chan d_step empty enabled eval full get_priority hidden init inline len local "
                  "ltl mtype nempty never nfull notrace np_ of pc_value pid print printf printm priority proctype provided run "
                  "select set_priority show skip timeout trace typedef unless xr xs _ _nr_pr _pid _last",
                  name, n);
}

/* The program marks a proposition of that name: its file contains the string that the macro makes. */
static bool
has_mark (const char *executable, const char *name, struct diag *diag)
{
  char text[WIRE_NAME_ROOM + 8];
  size_t len = 0, n = (size_t) snprintf (text, sizeof text, "mz_prop:%s", name) + 1;
  char *file = input_read (executable, &len, diag);
  bool found = false;
  for (const char *at = file; at && !found && (at = memchr (at, text[0], len - (size_t) (at - file))); at++)
    found = len - (size_t) (at - file) >= n && !memcmp (at, text, n);
  mem_free (file);
  return found;
}

/* False after a message. */
static bool
find_name (struct wire_observed *o, const char *executable, int column, struct diag *diag)
{
  struct symbols_variable v = {0};
  struct pos pos = {.file = "--ltl", .line = 1, .col = column};
  switch (symbols_find_variable (executable, o->name, &v)) {
  case SYMBOLS_FOUND:
    *o = (struct wire_observed) {.address = v.address, .size = v.size, .is_signed = v.is_signed};
    return true;
  case SYMBOLS_NO_PLACE:
    diag_error (diag, pos, "%s has no place in memory: each thread has its own, or nobody reads it and the compiler left it out "
                "(volatile keeps it)", o->name);
    return false;
  case SYMBOLS_NO_NUMBER:
    diag_error (diag, pos, "%s is no number: expected a global variable of an integer, boolean or enumeration type", o->name);
    return false;
  case SYMBOLS_AMBIGUOUS:
    diag_error (diag, pos, "the program has several global variables %s", o->name);
    return false;
  default:
    if (has_mark (executable, o->name, diag))
      return true;
    diag_error (diag, pos, "the program has no global variable %s, and no mz_prop (\"%s\", ...)", o->name, o->name);
    return false;
  }
}

static bool
add_name (struct program_temporal *t, const char *name, size_t n, int column, const char *executable, struct diag *diag)
{
  char copy[WIRE_NAME_ROOM];
  for (uint32_t i = 0; i < t->nobserved; i++)
    if (strlen (t->observed[i].name) == n && !strncmp (t->observed[i].name, name, n))
      return true;
  struct pos pos = {.file = "--ltl", .line = 1, .col = column};
  if (n >= WIRE_NAME_ROOM || t->nobserved == WIRE_OBSERVED) {
    diag_error (diag, pos, n >= WIRE_NAME_ROOM ? "a name of more than %d characters" : "more than %d names",
                n >= WIRE_NAME_ROOM ? WIRE_NAME_ROOM - 1 : WIRE_OBSERVED);
    return false;
  }
  snprintf (copy, sizeof copy, "%.*s", (int) n, name);
  struct wire_observed *o = &t->observed[t->nobserved++];
  *o = (struct wire_observed) {0};
  memcpy (o->name, copy, sizeof copy);
  bool ok = find_name (o, executable, column, diag);
  memcpy (o->name, copy, sizeof copy);
  return ok;
}

/* Collects the names in the formula; `text` is the formula in Promela. */
static bool
find_names (struct program_temporal *t, const char *formula, const char *executable, struct str *text, struct diag *diag)
{
  bool ok = true;
  for (const char *at = formula; *at;) {
    if (!isalpha ((unsigned char) *at) && *at != '_') {
      size_t digits = strspn (at, "0123456789");
      str_add_n (text, at, digits ? digits : 1);
      at += digits ? digits : 1;
      continue;
    }
    size_t n = word_length (at);
    if (!is_operator (at, n))
      ok &= add_name (t, at, n, (int) (at - formula) + 1, executable, diag);
    str_add_n (text, at, n);
    if (is_promela_word (at, n))
      str_add_char (text, '_');
    at += n;
  }
  return ok;
}

/* ---- the observer ---- */

static void
add_declarations (const struct program_temporal *t, struct str *s)
{
  for (uint32_t i = 0; i < t->nobserved; i++) {
    const char *name = t->observed[i].name;
    str_printf (s, "int %s%s;\n", name, is_promela_word (name, strlen (name)) ? "_" : "");
  }
  str_add (s, "active proctype mz_nobody () { skip }\n");
}

static struct pg *
load_observer (const struct program_temporal *t, const char *formula, struct diag *diag)
{
  struct promela_extra extra = {.formula = formula};
  struct str text = {0};
  add_declarations (t, &text);
  struct pg *pg = promela_load_text ("observed", str_text (&text), text.len, &extra, diag);
  str_release (&text);
  return pg;
}

bool
program_temporal_open (struct program_temporal *t, const struct program *p, const struct options *o, struct diag *diag)
{
  struct str formula = {0};
  struct model *m = &t->model;
  *t = (struct program_temporal) {0};
  if (find_names (t, o->ltl, p->executable, &formula, diag))
    m->pg = load_observer (t, str_text (&formula), diag);
  str_release (&formula);
  if (!m->pg)
    return false;
  m->pg->file = arena_strdup (&m->pg->arena, p->files[0]);
  for (uint32_t i = 0; i < m->pg->nproperties; i++)
    m->pg->properties[i].text = arena_strdup (&m->pg->arena, o->ltl);
  if (!model_make_observer (m, diag))
    return false;
  properties_collect (&t->properties, m->pg, NULL);
  assert (t->properties.count == 2);
  return true;
}

void
program_temporal_close (struct program_temporal *t)
{
  properties_release (&t->properties);
  model_close (&t->model);
}

void
program_temporal_orders (const struct program_temporal *t, struct wire_orders *o)
{
  o->temporal = o->stateful = 1;
  o->loop_start = UINT64_MAX;
  o->nobserved = t->nobserved;
  memcpy (o->observed, t->observed, sizeof o->observed);
}

const uint32_t *
program_observed (struct model *s, const uint32_t *state, struct fault *fault)
{
  const struct wire_log *log = s->states;
  (void) fault;
  const int64_t *values = log->values.data + log->states.data[states_ts_number (state)].values;
  for (uint32_t i = 0; i < log->nobserved; i++) {
    int32_t value = (int32_t) values[i];
    memcpy ((uint8_t *) (s->observed + 1) + s->pg->vars[i].offset, &value, sizeof value);
  }
  return s->observed;
}

/* ---- the search ---- */

/* Converts steps to those of the program; the repetition of a final state has none. */
static void
convert_steps (struct finding *f)
{
  size_t n = 0;
  for (size_t i = 0; i < f->nsteps; i++)
    if (f->steps[i] != TRANS_STUTTER)
      f->steps[n++] = trans_of_program (trans_pid (f->steps[i]), trans_edge (f->steps[i]));
  f->nsteps = n;
  if (f->loop_start > (long) n)
    f->loop_start = (long) n;
}

/* A variable of the formula whose value is not a number, or NULL. */
static const char *
too_wide (const struct program_temporal *t, const struct wire_log *log)
{
  for (size_t i = 0; i < log->values.count; i++)
    if (log->values.data[i] != (int32_t) log->values.data[i])
      return t->observed[i % t->nobserved].name;
  return NULL;
}

/* A system with the states that the program sent, and the formula over them. NULL: it cannot be checked, with the reason. Close
 * in both cases. */
static struct ts *
open_states (struct program_temporal *t, struct temporal *temporal, const struct wire_log *log, const struct options *o, char *why, size_t room)
{
  const char *wide = too_wide (t, log);
  struct ts *ts = wide ? NULL : states_ts_new (log);
  *temporal = (struct temporal) {0};
  t->model.states = log;
  if (wide)
    snprintf (why, room, "%s has a value of more than 32 bits", wide);
  else if (!ts)
    snprintf (why, room, "the program reported no states");
  else if (temporal_open (temporal, &t->model, &t->properties.data[1], o->fair, why, room))
    return ts;
  if (ts)
    ts->class->free (ts);
  return NULL;
}

static void
close_states (struct program_temporal *t, struct temporal *temporal, struct ts *ts)
{
  temporal_close (temporal);
  if (ts)
    ts->class->free (ts);
  t->model.states = NULL;
}

void
program_temporal_check (struct program_temporal *t, const struct wire_log *log, const struct options *o, struct result *r)
{
  struct temporal temporal;
  struct search_run run = {.ts = open_states (t, &temporal, log, o, r->reason, sizeof r->reason), .options = o};
  if (run.ts)
    liveness_run (&run, &temporal.liveness, r);
  for (size_t i = 0; i < r->findings.count; i++)
    convert_steps (&r->findings.data[i]);
  close_states (t, &temporal, run.ts);
}

/* ---- replay ---- */

/* The run as repeated by the program: its loop may have been taken more than once before it closed. */
static struct finding
run_of_log (const struct wire_log *log, const struct finding *f)
{
  struct finding run = *f;
  size_t n = log->states.count;
  run.nsteps = 0;
  run.steps = mem_alloc ((n + 1) * sizeof *run.steps);
  for (size_t i = 0; i < n; i++)
    for (uint32_t k = 0; k < log->states.data[i].nedges; k++) {
      const struct wire_edge *e = &log->edges.data[log->states.data[i].edges + k];
      if (e->kind != WIRE_EDGE_STEP)
        continue;
      run.steps[run.nsteps++] = trans_of (e->thread, e->alternative);
      if (i + 1 == n)
        run.loop_start = e->to;
    }
  if (f->loop_start == (long) f->nsteps)
    run.steps[run.nsteps++] = TRANS_STUTTER;
  return run;
}

/* Checks by the definitions, on the states that the program sent along the run. */
static bool
is_violation (struct program_temporal *t, const struct wire_log *log, const struct options *o, const struct finding *run_of, char *why,
              size_t room)
{
  struct temporal temporal;
  struct search_run run = {.ts = open_states (t, &temporal, log, o, why, room), .options = o, .liveness = &temporal.liveness};
  bool ok = run.ts && liveness_replay (&run, &temporal.liveness, run_of, why, room);
  close_states (t, &temporal, run.ts);
  return ok;
}

static struct finding
finding_of_run (const struct wire_log *log, const struct finding *f, const struct finding *run)
{
  struct symbols *symbols = wire_log_symbols (log);
  struct finding repeated = wire_story_finding (symbols, &log->findings.data[0]);
  symbols_free (symbols);
  mem_free (repeated.message);
  repeated.message = mem_strdup (f->message);
  repeated.pos = f->pos;
  repeated.loop_start = repeated.story->loop_start = run->loop_start;
  repeated.story->failed = STORY_NONE;
  assert (repeated.loop_start <= (long) repeated.nsteps);
  return repeated;
}

void
program_temporal_steer (struct wire_orders *o, const struct finding *f)
{
  assert (o->temporal);
  o->is_run = 1;
  o->loop_start = f->loop_start < 0 ? UINT64_MAX : (uint64_t) f->loop_start;
}

bool
program_temporal_repeated (struct program_temporal *t, const struct wire_log *log, const struct options *o, const struct program_replay *r,
                           char *why, size_t room)
{
  struct finding run = run_of_log (log, r->finding);
  bool ok = is_violation (t, log, o, &run, why, room);
  if (ok && r->found)
    *r->found = finding_of_run (log, r->finding, &run);
  mem_free (run.steps);
  return ok;
}
