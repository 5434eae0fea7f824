#include "report/scope.h"

#include <assert.h>
#include <string.h>

/* ---- what was checked ---- */

/* Robustness was not proved. */
static bool
assumes_sc (const struct report *r)
{
  return r->options->allow_races || r->options->memory_model == MEMORY_SC;
}

static bool
program_checks (const struct report *r, enum finding_kind kind)
{
  const struct options *o = r->options;
  switch (kind) {
  case FINDING_ASSERTION: case FINDING_CRASH: case FINDING_MEMORY: case FINDING_API_MISUSE: return true;
  case FINDING_DEADLOCK: return o->ends != ENDS_OFF;
  case FINDING_LIVELOCK: return o->ends != ENDS_OFF && !o->ltl;   /* with --ltl a livelock is an ordinary infinite run, and the
                                                                   * formula decides */
  case FINDING_LTL: return o->ltl;
  case FINDING_DATA_RACE: return !o->allow_races;
  case FINDING_EXIT_STATUS: return o->exit_status != EXIT_STATUS_ANY;
  case FINDING_WEAK_MEMORY: return !assumes_sc (r);
  default: return false;
  }
}

static bool
model_checks (const struct report *r, enum finding_kind kind)
{
  const struct options *o = r->options;
  const struct property_list *l = r->properties;
  bool found = false;
  for (size_t i = 0; i < l->count; i++) {
    const struct property *p = &l->data[i];
    if (!p->checked)
      continue;
    if (strcmp (p->kind, "safety"))
      found |= kind == (p->label == LOC_PROGRESS ? FINDING_LIVELOCK : FINDING_LTL);
    else
      found |= kind == (r->threads ? FINDING_DEADLOCK : FINDING_INVALID_END) ? o->ends != ENDS_OFF
               : kind == FINDING_DATA_RACE   ? r->threads && !o->allow_races
               : kind == FINDING_EXIT_STATUS ? r->threads && o->exit_status != EXIT_STATUS_ANY
               : kind == FINDING_INVARIANT ? r->invariants != NULL
                                           : kind == FINDING_ASSERTION || kind == FINDING_MEMORY || kind == FINDING_CRASH
                                               || kind == FINDING_API_MISUSE;
  }
  return found;
}

bool
scope_checks (const struct report *r, enum finding_kind kind)
{
  return (r->is_program ? program_checks : model_checks) (r, kind);
}

/* ---- what was assumed ---- */

static void
assume (struct scope *s, const char *what, const char *value)
{
  assert (s->count < SCOPE_ASSUMPTIONS && *value);
  s->assumed[s->count].what = what;
  s->assumed[s->count++].value = value;
}

/* The check is under RC11; the C11 standard also allows a relaxed load to return a value from a later store (load buffering). */
static const char *
memory_model (const struct report *r)
{
  return assumes_sc (r) ? "sequential consistency" : "C11 without load buffering";
}

static void
assume_of_program (struct scope *s, const struct report *r)
{
  const struct options *o = r->options;
  for (int i = 0; i < r->arguments.count; i++) {
    str_add (&s->arguments, i ? " " : "");
    add_quoted (&s->arguments, r->arguments.data[i]);
  }
  assume (s, "memory model", memory_model (r));
  assume (s, "arguments", s->arguments.len ? str_text (&s->arguments) : "none");
  assume (s, "standard input", "empty");
  assume (s, "environment and files", "as they are");
  assume (s, "time and random numbers", "fixed");
  assume (s, o->spurious ? "spurious failures" : "spurious wakeups and failures", o->spurious ? "not twice in a row" : "none");
  assume (s, "allocation", "succeeds");
  if (r->no_zones)
    assume (s, "pointers into globals and stacks", "stay in their object");
  else
    assume (s, "pointers that leave a global or local", "reach no other object");   /* violations hit a red zone */
  assume (s, "memory that was never written", "as found");
  assume (s, "uses of locals after their block", "none");
  assume (s, "pointers into arrays inside of objects", "stay in their array");
  assume (s, "signed arithmetic that overflows", "as compiled");
  for (size_t i = 0; i < r->nnotes; i++) {
    str_add (&s->notes, i ? "; " : "");
    add_clean (&s->notes, r->notes[i]);
  }
  if (r->nnotes)
    assume (s, "what a note says", str_text (&s->notes));
  if (r->left_out)
    assume (s, "accesses without instrumentation", "not shared");   /* docs/usage.md, "Compilation" */
  if (o->nondet)
    assume (s, "open values", o->nondet);
  if (o->trust)
    assume (s, "trusted", o->trust);
}

/* What the translation of a C program does not model, and the verdict does not cover. */
static void
assume_of_c (struct scope *s, const struct report *r)
{
  assume (s, "memory model", memory_model (r));
  if (!r->options->spurious)
    assume (s, "spurious wakeups and failures", "none");
  assume (s, "memory that was never written", "zero");
  assume (s, "uses of locals after their block", "none");
  assume (s, "pointers into arrays inside of objects", "stay in their array");
  assume (s, "signed arithmetic that overflows", "wraps");
  if (!scope_checks (r, FINDING_LIVELOCK))
    assume (s, "livelocks", "not looked for");
  assume (s, "objects in memory", "apart");      /* the end of one object is not the start of another */
  assume (s, "allocation", "succeeds");
}

void
scope_init (struct scope *s, const struct report *r)
{
  const struct options *o = r->options;
  *s = (struct scope) {0};
  if (r->is_program) {
    assume_of_program (s, r);
    return;
  }
  if (r->threads)
    assume_of_c (s, r);
  if (o->define && *o->define)
    assume (s, "macros", o->define);
  if (o->lossy_send)
    assume (s, "full channels", "lose messages");
  if (r->symmetric)
    assume (s, "processes declared symmetric", "told apart by no transition (tried, not proved)");
  if (o->fair && (scope_checks (r, FINDING_LTL) || scope_checks (r, FINDING_LIVELOCK)))
    assume (s, "fairness", options_choice ("fair", o->fair, s->fairness, sizeof s->fairness));
}

void
scope_release (struct scope *s)
{
  str_release (&s->arguments);
  str_release (&s->notes);
}

/* ---- as text ---- */

/* The phrase for the absence of such findings; NULL: it has another phrase, or none. */
static const char *
absence (const struct report *r, enum finding_kind kind)
{
  switch (kind) {
  case FINDING_DEADLOCK: return "deadlock";
  case FINDING_LIVELOCK: return r->is_program ? "livelock" : NULL;
  case FINDING_DATA_RACE: return "data race";
  case FINDING_INVALID_END: return r->options->ends == ENDS_EMPTY ? "invalid end state, message left over" : "invalid end state";
  case FINDING_CRASH: return r->is_program ? "crash" : "run-time error";
  case FINDING_MEMORY: return r->is_program ? "memory error" : NULL;
  case FINDING_API_MISUSE: return r->is_program ? "API misuse" : NULL;
  case FINDING_EXIT_STATUS: return "failing exit status";
  default: return NULL;
  }
}

static void
add_absences (struct str *s, const struct report *r)
{
  static const enum finding_kind order[] = {FINDING_DEADLOCK, FINDING_LIVELOCK, FINDING_DATA_RACE, FINDING_INVALID_END,
                                            FINDING_CRASH, FINDING_MEMORY, FINDING_API_MISUSE, FINDING_EXIT_STATUS};
  for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
    const char *word = scope_checks (r, order[i]) ? absence (r, order[i]) : NULL;
    if (word)
      str_printf (s, ", %s", word);
  }
}

void
scope_add_assumptions (struct str *s, const struct report *r)
{
  struct scope scope;
  scope_init (&scope, r);
  for (size_t i = 0; i < scope.count; i++) {
    str_printf (s, "%s%s ", i ? ", " : "", scope.assumed[i].what);
    add_clean (s, scope.assumed[i].value);
  }
  scope_release (&scope);
}

void
scope_add_checked (struct str *s, const struct report *r)
{
  size_t start = s->len;
  if (scope_checks (r, FINDING_ASSERTION)) {
    str_add (s, "assertions");
    if (scope_checks (r, FINDING_INVARIANT)) {
      str_printf (s, ", invariant%s ", strstr (r->invariants, ", ") ? "s" : "");
      add_clean (s, r->invariants);
    }
    add_absences (s, r);
  }
  for (size_t i = 0; i < r->properties->count; i++) {
    const struct property *p = &r->properties->data[i];
    if (!p->checked || !strcmp (p->kind, "safety"))
      continue;
    str_add (s, s->len > start ? ", " : "");
    add_property (s, p);
  }
}
