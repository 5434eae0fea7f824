/* mazurka simulate: one execution, random or chosen by the user. */
#include <errno.h>
#include <time.h>
#include <unistd.h>

#include "base/options.h"
#include "base/random.h"
#include "cli/step_choice.h"
#include "cli/command.h"
#include "cli/command_line.h"
#include "cli/interrupt.h"
#include "cli/model.h"
#include "cli/staged.h"
#include "model/trace_story.h"
#include "report/report.h"
#include "report/story_writers.h"
#include "report/tracefile.h"
#include "search/explore.h"

struct simulation {
  const char *file;
  struct options options;
  struct model model;
  struct term term;
  uint64_t random;
  uint64_t seed;
  uint32_t *state, *next;
  struct trans_list enabled;
  VEC (trans_id) steps;
  struct fault fault;
  bool stopped;                   /* by the user or a limit */
  bool at_end;                    /* no step is obligatory in the current state */
  struct trace_story story;       /* the story so far, and its printer */
  struct step_table table;
  struct message_chart chart;
  bool in_line;                   /* the model's output has an unfinished line */
};

/* ---- steps ---- */

/* Output in SPIN's format: indented by process. */
static void
print_output (struct simulation *s, const struct story_step *x)
{
  for (const char *p = x->output; p && *p; p++) {
    if (!s->in_line)
      fprintf (s->term.out, "%*s", (int) (6 + 4 * s->story.story->threads.data[x->thread].lane), "");
    fputc (*p, s->term.out);
    s->in_line = *p != '\n';
  }
}

static void
end_output_line (struct simulation *s)
{
  if (s->in_line)
    fputc ('\n', s->term.out);
  s->in_line = false;
}

static void
show_step (struct simulation *s, trans_id id)
{
  const struct options *o = &s->options;
  const struct story *story = s->story.story;
  const struct story_step *x = trace_story_add (&s->story, s->state, id, o->variables ? s->next : NULL);
  size_t step = story->steps.count - 1;
  if (!x)
    return;
  if (o->messages)
    message_chart_print (&s->term, &s->chart, story, step);
  else if (o->variables || o->interactive) {
    step_table_fit (&s->table, &s->term, story, step);
    step_table_print (&s->term, &s->table, story, step);
  } else if (!o->quiet)
    print_output (s, x);
}

/* ---- running ---- */

/* False: the simulation has ended. */
static bool
choose (struct simulation *s, trans_id *id)
{
  struct ts *ts = s->model.ts;
  s->enabled.count = 0;
  ts->class->enabled (ts, s->state, &s->enabled);
  s->at_end = ts_is_end (ts, s->enabled.data, s->enabled.count);
  if (!s->enabled.count)
    return false;
  *id = s->enabled.data[0];
  if (*id == TRANS_RELEASE)
    return true;
  if (!s->options.interactive && s->at_end && random_draw (&s->random) % 2)
    return false;                 /* the remaining steps are optional */
  if (!s->options.interactive)
    *id = step_choose_randomly (&s->random, &s->enabled);
  else if (!step_choose_by_user (&s->term, ts, s->state, &s->enabled, id)) {
    s->stopped = true;
    return false;
  }
  return true;
}

static void
run (struct simulation *s)
{
  struct ts *ts = s->model.ts;
  volatile const int *interrupt = interrupt_catch ();
  trans_id id;
  ts->class->initial (ts, s->state, &s->fault);
  trace_story_begin (&s->story, ts, s->state);
  if (s->options.messages)
    message_chart_begin (&s->term, &s->chart, s->story.story);
  while (!s->fault.kind && choose (s, &id)) {
    ts->class->step (ts, s->state, id, s->next, &s->fault);
    VEC_PUSH (s->steps, id);
    show_step (s, id);
    uint32_t *swap = s->state;
    s->state = s->next;
    s->next = swap;
    s->at_end = false;
    if (*interrupt || (!s->fault.kind && s->story.story->steps.count >= s->options.steps)) {
      s->stopped = true;
      break;
    }
  }
}

/* ---- the end ---- */

static void
note_stuck (void *context, uint32_t pid, const char *thread, struct pos pos, const char *text, bool valid_end)
{
  struct finding *f = context;
  (void) pid, (void) text, (void) thread;
  if (!valid_end && !f->pos.file)
    f->pos = pos;
}

/* The error, if any; message and story are freed by the caller. */
static bool
find_fault (struct simulation *s, struct finding *f)
{
  struct ts *ts = s->model.ts;
  *f = (struct finding) {.steps = s->steps.data, .nsteps = s->steps.count, .loop_start = -1,
                         .story = trace_story_end (&s->story, s->state)};
  if (s->fault.kind) {
    f->kind = fault_finding (s->fault.kind);
    f->pos = s->fault.pos;
    f->message = mem_strdup (s->fault.message);
  } else if ((!s->stopped || s->at_end) && ts->class->end (ts, s->state) == END_INVALID) {
    f->kind = FINDING_INVALID_END;
    f->message = mem_strdup ("invalid end state: no process can continue");
    ts->class->where (ts, s->state, note_stuck, f);
  }
  return f->message;
}

static void
print_end (struct simulation *s, const struct finding *f)
{
  struct str steps = {0};
  const struct term *t = &s->term;
  end_output_line (s);
  if (!s->options.quiet)
    final_state_print (t, f->story, false);
  add_counted (&steps, f->story->steps.count, "step");
  if (f->message)
    print_finding_line (t, s->file, f);
  else
    fprintf (t->out, "%s: %s after %s\n", s->file, s->stopped ? "stopped" : "ended in a valid end state",
             str_text (&steps));
  if (!s->options.interactive)
    fprintf (t->out, "%sseed %llu (--seed=%llu repeats this run)%s\n", term_on (t, STYLE_DIM),
             (unsigned long long) s->seed, (unsigned long long) s->seed, term_off (t));
  fflush (t->out);
  str_release (&steps);
}

static bool
write_trace (struct simulation *s, const struct finding *f)
{
  const struct options *o = &s->options;
  struct trace_file t = {.model = s->file, .hash = s->model.hash, .define = o->define, .lossy = o->lossy_send,
                         .has_finding = f->message, .finding = *f};
  struct staged_file file;
  bool ok = !o->trace || (staged_begin (&file, o->trace) && staged_end (&file, trace_print (file.stream, &t)));
  if (!ok)
    fprintf (stderr, "mazurka: error: cannot write the trace to %s: %s\n", o->trace, whole_file_reason (errno));
  return ok;
}

static uint64_t
new_seed (void)
{
  struct timespec now;
  clock_gettime (CLOCK_REALTIME, &now);
  uint64_t random = (uint64_t) now.tv_sec * 1000000007 ^ (uint64_t) now.tv_nsec ^ (uint64_t) getpid () << 32;
  return 1 + random_draw (&random) % 999999;
}

static int
run_simulation (struct simulation *s)
{
  struct diag diag = {.out = stderr};
  term_init (&s->term, stdout, s->options.color);
  if (!model_open (&s->model, s->file, &s->options, &diag)) {
    model_close (&s->model);
    return EXIT_USAGE;
  }
  struct finding f;
  size_t bytes = s->model.ts->max_words * sizeof (uint32_t);
  s->state = mem_zalloc (bytes);
  s->next = mem_zalloc (bytes);
  s->seed = s->options.seed ? s->options.seed : new_seed ();
  s->random = s->seed;
  run (s);
  bool bad = find_fault (s, &f);
  print_end (s, &f);
  int code = !write_trace (s, &f) ? EXIT_USAGE : bad ? EXIT_VIOLATION : EXIT_OK;
  mem_free (f.message);
  mem_free (s->state);
  mem_free (s->next);
  story_free (f.story);
  message_chart_end (&s->chart);
  VEC_FREE (s->enabled);
  VEC_FREE (s->steps);
  model_close (&s->model);
  return code;
}

int
command_simulate (const char *program, int argc, char **argv)
{
  struct simulation s = {0};
  struct command_line line;
  int code = EXIT_USAGE;
  (void) program;
  if (!command_line_parse (&line, 's', NULL, argc, argv) || !command_line_take_flags (&line, false))
    ;
  else if (line.files.count != 1 || line.rest.count)
    fprintf (stderr, "mazurka: error: simulate takes one model: mazurka simulate FILE [options]\n");
  else {
    s.file = line.files.data[0];
    s.options = line.options;
    s.options.simplify = SIMPLIFY_OFF;    /* users want to see every statement */
    code = run_simulation (&s);
  }
  command_line_release (&line);
  return code;
}
