#define XXH_INLINE_ALL
#include <assert.h>
#include <xxhash.h>

#include "cli/program.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/path.h"
#include "base/sources.h"
#include "base/str.h"
#include "cli/input.h"
#include "cli/program_temporal.h"
#include "cli/trust.h"
#include "cli/values.h"
#include "native/build.h"
#include "native/wire_objects.h"
#include "native/wire_story.h"

/* ---- opening ---- */

/* SV-COMP gives some functions a meaning by name, which inlining would lose. */
static bool
has_named_functions (const char *text)
{
  return strstr (text, "__VERIFIER_") || strstr (text, "reach_error");
}

/* Reads all files. False after a message: they are of different kinds. */
static bool
look_at_files (struct program *p, bool *is_executable, bool *as_written, struct diag *diag)
{
  XXH64_state_t h;
  struct pos main = {0};          /* of the first file */
  XXH64_reset (&h, 0);
  *is_executable = false;
  for (size_t i = 0; i < p->nfiles; i++) {
    struct pos pos = {.file = p->files[i]};
    size_t len = 0;
    char *text = input_read (p->files[i], &len, diag);
    if (!text)
      return false;
    enum input_kind kind = input_kind_of (p->files[i], text, len, &pos.line);
    sources_add (p->files[i]);
    if (kind == INPUT_PROGRAM || kind == INPUT_BINARY)
      sources_add_named ();
    XXH64_update (&h, text, len);
    *as_written |= kind == INPUT_C && has_named_functions (text);
    struct pos here = {.file = p->files[i], .line = kind == INPUT_C ? input_main_line (text) : 0};
    mem_free (text);
    if (here.line && main.line) {
      diag_error (diag, here, "these are two programs: %s:%d has a main function, too; check takes the files of one program, "
                  "`mazurka test FILE...` any number of programs", main.file, main.line);
      return false;
    }
    main = here.line ? here : main;
    *is_executable = kind == INPUT_PROGRAM;
    pos.line = 0;
    if (kind == INPUT_PROGRAM && p->nfiles > 1)
      diag_error (diag, pos, "an executable is checked alone; its arguments come after --");
    else if (kind == INPUT_PROGRAM && !symbols_is_checkable (p->files[i]))
      diag_error (diag, pos, "this was not built with `mazurka cc`, so its threads cannot be controlled");
    else if (kind == INPUT_PROMELA && i && !strcmp (path_ending (p->files[i]), ".pml"))
      diag_error (diag, pos, "this is a Promela model, but %s is C; check takes one model, or the files of one program", p->files[0]);
    else if (kind == INPUT_PROGRAM || kind == INPUT_C || (kind == INPUT_PROMELA && i))
      continue;                   /* the compiler's messages about later files are better */
    else
      diag_error (diag, pos, "expected C source");
    return false;
  }
  p->hash = XXH64_digest (&h);
  return true;
}

/* "dir/queue.c" becomes "queue". */
static char *
own_name (const char *file)
{
  const char *name = path_name (file), *dot = strrchr (name, '.');
  struct str s = {0};
  str_add_n (&s, name, dot && dot > name ? (size_t) (dot - name) : strlen (name));
  return str_take (&s);
}

static bool
build (struct program *p, const struct options *o, bool as_written, struct diag *diag)
{
  struct build_tools tools;
  bool ok = build_tools (&tools, diag) && (p->directory = build_directory (diag));
  if (ok) {
    struct str s = {0};
    str_printf (&s, "%s/program", p->directory);
    p->executable = str_take (&s);
    ok = build_program (&tools, p->files, p->nfiles, o->cflags, as_written, o->time, p->executable, diag);
  }
  build_tools_release (&tools);
  return ok;
}

bool
program_open (struct program *p, const char *const *files, size_t nfiles, const char *const *arguments,
              size_t narguments, const struct options *o, struct diag *diag)
{
  const char *cflags = o->cflags;
  bool is_executable;
  /* the compiler may assume that there are no races, and merge accesses; formulas refer to single accesses */
  bool as_written = o->allow_races || o->ltl;
  *p = (struct program) {.files = files, .nfiles = nfiles};
  if (!look_at_files (p, &is_executable, &as_written, diag))
    return false;
  if (cflags)
    p->hash ^= XXH64 (cflags, strlen (cflags), 1);
  if (is_executable) {
    /* execv also finds a name without a slash in the current directory */
    p->executable = mem_strdup (files[0]);
  } else if (!build (p, o, as_written, diag))
    return false;
  p->argv = mem_zalloc ((narguments + 2) * sizeof *p->argv);
  p->argv[0] = is_executable ? mem_strdup (files[0]) : own_name (files[0]);
  for (size_t i = 0; i < narguments; i++)
    p->argv[i + 1] = (char *) arguments[i];
  return true;
}

void
program_close (struct program *p)
{
  if (p->directory) {
    unlink (p->executable);
    rmdir (p->directory);
  }
  if (p->argv)
    mem_free (p->argv[0]);
  mem_free (p->argv);
  mem_free (p->directory);
  mem_free (p->executable);
}

/* ---- running ---- */

/* A thread that allocates more is assumed to do so without end, unless --memory permits it. */
static const uint64_t heap_bytes = 1 << 30;

bool
program_orders (const struct program *p, const struct options *o, struct supervise *s)
{
  assert (p->executable && p->argv && p->argv[0]);
  *s = (struct supervise) {.program = p->executable, .argv = p->argv, .memory = o->memory};
  s->orders = (struct wire_orders) {
    .version = WIRE_VERSION, .mode = o->sample ? WIRE_SAMPLE : WIRE_EXPLORE,
    .all = o->all, .allow_races = o->allow_races, .spurious = o->spurious, .max_events = o->max_events ? o->max_events : UINT64_MAX,
    .max_executions = o->sample ? o->sample : o->executions ? o->executions : UINT64_MAX,
    .preemptions = o->preemptions, .seconds = o->time, .seed = o->seed ? o->seed : 1,
    .checkpoints = o->checkpoints == UINT64_MAX ? 0 : o->checkpoints ? o->checkpoints : WIRE_CHECKPOINTS_OFF,
    .sample_first = o->sample_first, .repeat = o->repeat, .any_status = o->exit_status == EXIT_STATUS_ANY,
    .memory = o->memory ? o->memory / 2 : heap_bytes, .no_deadlocks = o->ends == ENDS_OFF,
    .memory_sc = o->memory_model == MEMORY_SC,
    .max_threads = o->max_threads < UINT32_MAX ? (uint32_t) o->max_threads : 0};
  trust_order (o, p->executable, &s->orders);
  if (p->temporal)
    program_temporal_orders (p->temporal, &s->orders);
  return values_parse (o->nondet ? o->nondet : "0,1", s->orders.nondet, WIRE_VALUES, &s->orders.nnondet);
}

enum supervise_end
program_steer (struct supervise *s, const struct wire_choice *steps, size_t nsteps, struct wire_log *log, char *why, size_t room)
{
  assert (nsteps == 0 || steps);
  s->orders.mode = WIRE_REPLAY;
  s->orders.nsteps = nsteps;
  s->steps = steps;
  s->silence = 3;                 /* a single execution, not one of many that share the machine */
  enum supervise_end end = supervise_run (s, log, why, room);
  if (end == SUPERVISE_DONE && !log->findings.count)
    snprintf (why, room, "%s", log->reason && *log->reason ? log->reason : "nothing went wrong");
  return end;
}

/* Did the run reproduce the finding? */
static bool
happened (struct wire_log *log, const struct program_replay *r, char *why, size_t room)
{
  struct symbols *symbols = wire_log_symbols (log);
  bool found = false;
  for (size_t i = 0; i < log->findings.count && !found; i++) {
    struct finding f = wire_story_finding (symbols, &log->findings.data[i]);
    found = f.kind == r->finding->kind && !strcmp (f.message, r->finding->message);
    if (!found)
      snprintf (why, room, "it ended differently: %s", f.message);
    if (found && r->found)
      *r->found = f;
    else
      finding_release (&f);
    if (found && r->again) {
      *r->again = log->findings.data[i];
      log->findings.data[i] = (struct wire_log_finding) {0};
    }
  }
  symbols_free (symbols);
  assert (!found || !r->found || r->found->story);
  return found;
}

struct wire_choice *
program_replay_orders (const struct program *p, const struct options *o, const struct finding *f, struct supervise *s)
{
  if (!program_orders (p, o, s))
    return NULL;
  struct wire_choice *steps = mem_alloc ((f->nsteps + 1) * sizeof *steps);
  assert (f->loop_start <= (long) f->nsteps);
  for (size_t i = 0; i < f->nsteps; i++)
    steps[i] = (struct wire_choice) {trans_thread (f->steps[i]), trans_alternative (f->steps[i])};
  s->orders.mode = WIRE_REPLAY;
  s->orders.nsteps = f->nsteps;
  s->steps = steps;
  if ((f->kind == FINDING_LIVELOCK || f->kind == FINDING_DEADLOCK) && f->loop_start >= 0) {
    s->orders.livelock = (uint64_t) f->loop_start + 1;
    s->orders.is_deadlock = f->kind == FINDING_DEADLOCK;
    s->orders.stateful = true;
  }
  return steps;
}

bool
program_replay (const struct program *p, const struct options *o, const struct program_replay *r, char *why, size_t room)
{
  struct supervise s;
  struct wire_log log;
  struct wire_choice *steps = program_replay_orders (p, o, r->finding, &s);
  if (!steps) {
    snprintf (why, room, "its options are wrong");
    return false;
  }
  bool is_run = p->temporal && r->finding->kind == FINDING_LTL;
  if (is_run)
    program_temporal_steer (&s.orders, r->finding);
  s.show_output = r->show_output;
  s.orders.watch = r->about ? r->about->address : 0;
  s.orders.watch_bytes = r->about ? r->about->bytes : 0;
  snprintf (why, room, "it ended differently");
  enum supervise_end end = program_steer (&s, steps, r->finding->nsteps, &log, why, room);
  bool ok = is_run ? end == SUPERVISE_DONE && log.findings.count == 1 && program_temporal_repeated (p->temporal, &log, o, r, why, room)
                   : log.findings.count && happened (&log, r, why, room);
  wire_log_release (&log);
  mem_free (steps);
  return ok;
}
