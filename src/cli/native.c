/* mazurka check of a C program: builds it, explores it under supervision, replays findings, reports. */
#include "cli/follow.h"
#include "cli/native.h"

#include <assert.h>
#include <string.h>

#include "base/sources.h"
#include "cli/command.h"
#include "cli/complaint.h"
#include "cli/interrupt.h"
#include "cli/program.h"
#include "cli/program_temporal.h"
#include "cli/session.h"
#include "cli/trust.h"
#include "native/wire_objects.h"
#include "native/wire_story.h"

struct native {
  struct session session;
  struct program program;
  struct property_list own;       /* only safety */
  struct property *safety, *formula;       /* formula: NULL if there is none */
  struct program_temporal temporal;        /* --ltl */
  struct wire_log log;
  struct symbols *symbols;
  VEC (size_t) reported;          /* indices of the log's findings that are in the result */
  struct arena places;            /* file names of findings whose story is built on demand */
  enum supervise_end end;
  struct follow *follow;          /* the witness to be confirmed; NULL: none */
  struct trust_gaps gaps;
  bool grows;                     /* neither the length of executions nor the total time was limited by the user */
};

enum { MAX_EVENTS = 100000 };     /* events of an execution, unless --max-events is given */
enum { PATIENCE = 20 };           /* seconds for exploring endless executions with growing bounds */

static void
show_progress (void *context, const struct wire_progress *p)
{
  progress_show (context, "execution", p->executions + p->blocked, p->share, p->depth, p->bytes, p->seconds);
}

/* ---- findings ---- */

/* Weak memory adds executions, or may: not all were explored. If one of the explored ones is wrong, that is the verdict. */
static void
take_doubt (struct result *r, struct finding *doubt)
{
  if (r->findings.count || !doubt->message) {
    finding_release (doubt);
    return;
  }
  r->exhaustive = false;
  snprintf (r->reason, sizeof r->reason, "%s:%d: %s (--memory-model)", doubt->pos.file ? doubt->pos.file : "?", doubt->pos.line,
            doubt->message);
  VEC_PUSH (r->findings, *doubt);
}

/* Replays the finding and takes over the result, which includes the accesses to the memory of the finding. */
static bool
happens_again (struct native *n, size_t i, struct finding *f, char *why, size_t room)
{
  struct wire_log_finding again = {0}, *now = &n->log.findings.data[i];
  struct program_replay r = {.finding = f, .about = &now->head, .again = &again};
  if (!program_replay (&n->program, &n->session.options, &r, why, room))
    return false;
  if (again.head.bytes && !now->head.bytes) {      /* the memory is known only now: replay again and record accesses to it */
    struct wire_finding about = again.head;
    wire_log_finding_release (&again);
    again = (struct wire_log_finding) {0};
    r.about = &about;
    if (!program_replay (&n->program, &n->session.options, &r, why, room))
      return false;
  }
  if (again.head.nsteps != now->head.nsteps || !again.head.ntouches) {
    wire_log_finding_release (&again);
    return true;
  }
  wire_log_finding_release (now);
  *now = again;
  finding_release (f);
  *f = wire_story_finding (n->symbols, now);
  return true;
}

/* A finding is reported only if repeating its steps reproduces it. */
static void
take_findings (struct native *n)
{
  struct result *r = &n->safety->result;
  struct symbols *symbols = n->symbols = wire_log_symbols (&n->log);
  struct finding doubt = {0};
  char why[200];
  for (size_t i = 0; i < n->log.findings.count; i++) {
    struct finding f = wire_story_finding (symbols, &n->log.findings.data[i]);
    if (happens_again (n, i, &f, why, sizeof why)) {
      if (f.kind == FINDING_WEAK_MEMORY)
        doubt = f;
      else {
        if (r->findings.count) {
          f.pos.file = f.pos.file ? arena_strdup (&n->places, f.pos.file) : f.pos.file;
          story_free (f.story);
          f.story = NULL;
        }
        VEC_PUSH (n->reported, i);
        VEC_PUSH (r->findings, f);
      }
      continue;
    }
    clean_print (stderr, "mazurka: warning: the execution that ended in '%s' could not be repeated: %s\n", f.message, why);
    snprintf (r->reason, sizeof r->reason, "an execution could not be repeated");
    r->exhaustive = false;
    finding_release (&f);
  }
  r->errors = r->findings.count;
  trust_judge (&n->session.options, &n->log, symbols, n->program.executable, r, &n->gaps);
  take_doubt (r, &doubt);
}

/* After an incomplete run the statistics are those of its last progress message. */
static void
take_statistics (struct native *n)
{
  const struct wire_log *t = &n->log;
  struct stats *s = &n->safety->result.stats;
  if (t->is_done)
    *s = (struct stats) {.threads = t->done.threads, .executions = t->done.executions, .blocked = t->done.blocked,
                         .cut = t->done.cut, .sampled = t->done.sampled,
                         .states = t->done.states, .runs = t->done.runs, .replayed = t->done.replayed, .revisits = t->done.revisits,
                         .transitions = t->done.transitions, .max_depth = t->done.max_depth,
#define X(name) .restarts_##name = t->done.restarts[WIRE_RESTART_##name],
                         WIRE_RESTARTS (X)
#undef X
                         .seconds = t->done.seconds};
  else
    *s = (struct stats) {.executions = t->progress.executions, .blocked = t->progress.blocked,
                         .transitions = t->progress.transitions, .max_depth = t->progress.depth,
                         .seconds = t->progress.seconds};
  s->peak_bytes = t->is_done && t->done.peak_bytes ? t->done.peak_bytes : t->memory;
}

/* The reason why endless executions could not be closed by a repeated state. */
static void
name_changing (struct native *n)
{
  struct result *r = &n->safety->result;
  struct str s = {0};
  if (r->exhaustive || r->errors || !n->log.is_done || !n->log.done.changing)
    return;
  const struct wire_done *d = &n->log.done;
  if (d->changing_in == WIRE_STACK_MEMORY)
    str_printf (&s, "a local variable of thread %u", d->changing_of);
  else if (d->changing_in == WIRE_HEAP_MEMORY)
    str_printf (&s, "a block of the heap that thread %u has allocated", d->changing_of);
  else if (!symbols_add_object (n->symbols, d->changing, &s))
    str_add (&s, "a variable without a name");
  size_t used = strlen (r->reason);
  snprintf (r->reason + used, sizeof r->reason - used, "; no state comes back: %s keeps changing", str_text (&s));
  str_release (&s);
}

/* Where the program behaved differently under the same schedule. */
static void
name_difference (struct native *n)
{
  struct result *r = &n->safety->result;
  struct symbols_place place;
  if (r->exhaustive || !n->log.is_done || !n->log.done.broken_at)
    return;
  symbols_places (n->symbols, n->log.done.broken_at - 1, &place, 1);
  size_t used = strlen (r->reason);
  if (place.pos.file)
    snprintf (r->reason + used, sizeof r->reason - used, " at %s:%d", place.pos.file, place.pos.line);
}

/* If no execution satisfies the program's assumptions nothing was checked. */
static void
judge_emptiness (struct result *r)
{
  const struct stats *s = &r->stats;
  if (!r->exhaustive || r->errors || s->executions || s->states || !s->cut)
    return;
  r->exhaustive = false;
  snprintf (r->reason, sizeof r->reason, "nothing was checked: no execution satisfies all that the program assumes");
}

static void
take_result (struct native *n, const char *why)
{
  struct result *r = &n->safety->result;
  const struct wire_log *t = &n->log;
  r->exhaustive = n->end == SUPERVISE_DONE && t->is_done && t->done.exhaustive &&
                  !t->done.broken && !n->session.options.sample;
  if (n->end != SUPERVISE_DONE)
    snprintf (r->reason, sizeof r->reason, "%s", why);
  else if (!r->exhaustive)
    snprintf (r->reason, sizeof r->reason, "%s", *t->reason ? t->reason : "not every execution was explored");
  take_findings (n);
  name_changing (n);
  name_difference (n);
  take_statistics (n);
  if (t->is_done && t->done.stateful && !n->session.strategy.stateful) {
    fprintf (stderr, "mazurka: note: executions do not end: states are stored, as with --stateful=on\n");
    n->session.strategy.stateful = true;
    n->session.strategy.reduction = reduction_find ("dpor");
    n->session.strategy.sleep = false;
  }
  judge_emptiness (r);
  property_explain_time (n->safety, t->progress.share);
  r->verdict = r->errors ? VERDICT_VIOLATION : r->exhaustive ? VERDICT_OK : VERDICT_UNKNOWN;
  n->safety->checked = true;
  assert (r->verdict != VERDICT_OK || (n->end == SUPERVISE_DONE && t->done.exhaustive && !t->findings.count));
}

/* Searches runs that violate the formula. Whatever makes the exploration incomplete applies to them, too. */
static void
take_formula (struct native *n)
{
  struct result *r = &n->formula->result;
  const struct result *explored = &n->safety->result;
  struct finding repeated;
  char why[200];
  program_temporal_check (&n->temporal, &n->log, &n->session.options, r);
  r->stats.states = r->stats.transitions = 0;
  struct stats stats = explored->stats;
  stats.seconds += r->stats.seconds;
  r->stats = stats;
  n->formula->checked = true;
  n->formula->por = "none";
  n->formula->no_por = "steps of programs are not reduced for temporal properties";
  if (r->findings.count) {
    struct finding *f = &r->findings.data[0];
    if (program_replay (&n->program, &n->session.options, &(struct program_replay) {.finding = f, .found = &repeated}, why, sizeof why)) {
      finding_release (f);
      *f = repeated;
    } else {
      clean_print (stderr, "mazurka: warning: a run that violates the formula could not be repeated: %s\n", why);
      finding_release (f);
      r->findings.count = r->errors = 0;
      snprintf (r->reason, sizeof r->reason, "an execution could not be repeated");
      r->exhaustive = false;
    }
  }
  if (!n->log.done.exhaustive || !explored->exhaustive) {
    r->exhaustive = false;
    if (!r->reason[0] || !r->errors)
      snprintf (r->reason, sizeof r->reason, "%s", explored->reason);
  }
  r->verdict = r->errors ? VERDICT_VIOLATION : r->exhaustive ? VERDICT_OK : VERDICT_UNKNOWN;
  assert (r->verdict != VERDICT_OK || (explored->exhaustive && n->log.done.exhaustive));
}

/* ---- reporting ---- */

static void
write_trace (struct native *n, struct property *p)
{
  const struct option_words *files = n->session.files, *arguments = n->session.arguments;
  session_trace (&n->session, p, &(struct trace_file) {.hash = n->program.hash, .max_events = n->session.options.max_events,
                 .programs = {files->data, (size_t) files->count, 0}, .arguments = {arguments->data, (size_t) arguments->count, 0}});
}

static struct story *
make_story (void *context, const struct property *p, size_t i)
{
  const struct native *n = context;
  assert (p == n->safety);        /* a formula has one finding, with its story */
  (void) p;
  struct finding f = wire_story_finding (n->symbols, &n->log.findings.data[n->reported.data[i]]);
  struct story *s = f.story;
  f.story = NULL;
  finding_release (&f);
  return s;
}

static int
finish (struct native *n)
{
  struct set_digest ends = {n->log.done.ends, n->log.done.ends_sum};
  struct set_digest traces = {n->log.done.traces, n->log.done.traces_sum};
  for (size_t i = 0; i < n->log.notes.count; i++)
    clean_print (stderr, "mazurka: note: %s\n", n->log.notes.data[i]);
  n->safety->por = n->session.strategy.reduction->name;
  struct report report = {.is_program = true, .left_out = n->gaps.left_out, .no_zones = n->gaps.no_zones,
                          .notes = n->log.notes.data, .nnotes = n->log.notes.count,
                          .sleep = n->session.strategy.sleep, .story = make_story, .context = n,
                          .terminal = ends.count ? &ends : NULL, .traces = traces.count ? &traces : NULL};
  return session_report (&n->session, &report);
}

/* ---- the check ---- */

/* Sets the verdict. False after a message. */
static bool
explore (struct native *n)
{
  struct supervise s;
  char why[200] = "";
  if (!program_orders (&n->program, &n->session.options, &s))
    return false;
  complaint_pass (n->session.complaint);
  snprintf (s.orders.por, sizeof s.orders.por, "%s", n->session.strategy.reduction->name);
  s.orders.sleep = n->session.strategy.sleep;
  s.orders.stateful = n->session.strategy.stateful;
  s.orders.may_store = n->session.strategy.may_store ? WIRE_STORE_MAY : WIRE_STORE_AS_ORDERED;
  s.orders.patience = n->grows ? PATIENCE : 0;
  s.orders.stateful |= s.orders.temporal;
  s.progress = show_progress;
  s.progress_context = &n->session.progress;
  s.interrupt = interrupt_catch ();
  n->end = supervise_run (&s, &n->log, why, sizeof why);
  progress_clear (&n->session.progress);
  take_result (n, why);
  if (n->formula)
    take_formula (n);
  return true;
}

static int
run_check (struct native *n)
{
  bool can_run = !n->follow || !*n->follow->reason;
  if (can_run && !explore (n))
    return EXIT_USAGE;
  n->safety->checked = true;
  if (n->follow)
    follow_judge (n->follow, &n->safety->result);
  else if (n->safety->result.findings.count)
    write_trace (n, n->safety);
  if (n->formula && n->formula->result.findings.count)
    write_trace (n, n->formula);
  int code = finish (n);
  if (n->follow && code == EXIT_VIOLATION)
    fprintf (n->session.term.out, "the witness %s is confirmed\n", n->follow->path);
  return code;
}

int
native_check (const char *program, const struct options *o, const struct option_words *files, int line,
              const struct option_words *arguments, struct complaint *complaint)
{
  struct native n = {.session = {.program = program, .files = files, .arguments = arguments, .options = *o, .complaint = complaint}};
  struct session *s = &n.session;
  struct diag diag = {.out = stderr};
  int code = EXIT_USAGE;
  if (!strategy_for_program (&s->strategy, o, (struct pos) {.file = files->data[0], .line = line}))
    return code;
  if (o->max_events == UINT64_MAX) {
    s->options.max_events = MAX_EVENTS;
    n.grows = o->time <= 0;
  } else
    s->strategy.may_store = false;
  session_begin (s);
  properties_of_program (&n.own, files->data[0]);
  s->properties = &n.own;
  n.safety = &n.own.data[0];
  struct follow follow = {0};
  bool ready = !o->follow || follow_open (&follow, o->follow, files->data, (size_t) files->count, &diag);
  if (ready && o->follow) {
    n.follow = &follow;
    for (int i = 0; i < files->count; i++)
      sources_add (files->data[i]);   /* copies of them are compiled */
    follow_options (&follow, &s->options);
  }
  if (ready && !*follow.reason)
    ready = program_open (&n.program, n.follow ? follow.copies.data : files->data, (size_t) files->count, arguments->data,
                          (size_t) arguments->count, &s->options, &diag);
  if (ready && o->ltl && (ready = program_temporal_open (&n.temporal, &n.program, o, &diag))) {
    n.program.temporal = &n.temporal;
    s->properties = &n.temporal.properties;
    n.safety = &n.temporal.properties.data[0];
    n.formula = &n.temporal.properties.data[1];
  }
  if (ready)
    code = run_check (&n);
  else if (diag.late) {
    session_give_up (s, "the compiler did not end in time");
    code = finish (&n);
  }
  if (n.symbols)
    symbols_free (n.symbols);
  VEC_FREE (n.reported);
  arena_release (&n.places);
  wire_log_release (&n.log);
  program_close (&n.program);
  follow_close (&follow);
  program_temporal_close (&n.temporal);
  properties_release (&n.own);
  return code;
}
