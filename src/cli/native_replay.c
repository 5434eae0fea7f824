/* mazurka replay of a C program: executes the schedule again and shows the program's output. */
#include <errno.h>
#include <glob.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/words.h"
#include "cli/command.h"
#include "cli/input.h"
#include "cli/native.h"
#include "cli/program.h"
#include "native/build.h"
#include "cli/program_temporal.h"
#include "report/report.h"
#include "report/story_writers.h"

struct native_replay {
  const char *path;               /* path of the trace */
  const struct trace_file *trace;
  struct options options;         /* options of the check */
  struct program program;
  struct diag diag;
};

/* ---- under a debugger ---- */

/* Runs it in the foreground, so that signals of the terminal reach the debugger. */
static int
run_debugger (char **argv)
{
  int status = 0;
  signal (SIGINT, SIG_IGN);
  pid_t pid = fork ();
  if (!pid) {
    signal (SIGINT, SIG_DFL);
    execvp (argv[0], argv);
    clean_print (stderr, "mazurka: error: cannot run %s: %s\n", argv[0], strerror (errno));
    _exit (EXIT_USAGE);
  }
  while (pid > 0 && waitpid (pid, &status, 0) < 0 && errno == EINTR)
    ;
  return pid > 0 && WIFEXITED (status) ? WEXITSTATUS (status) : EXIT_USAGE;
}

/* lldb is searched in the path; Debian's searches its Python module in the wrong directory. */
static bool
help_lldb (void)
{
  const char *path = getenv ("PATH"), *old = getenv ("PYTHONPATH");
  struct str pattern = {0};
  char *real = NULL;
  while (path && *path && !real) {
    size_t n = strcspn (path, ":");
    str_release (&pattern);
    str_printf (&pattern, "%.*s/lldb", (int) n, path);
    real = access (str_text (&pattern), X_OK) ? NULL : realpath (str_text (&pattern), NULL);
    path += n + (path[n] == ':');
  }
  glob_t found = {0};
  str_release (&pattern);
  if (real) {
    str_printf (&pattern, "%.*s/../lib/python3*/dist-packages/lldb", (int) (strrchr (real, '/') - real), real);
    if (!glob (str_text (&pattern), 0, NULL, &found)) {
      str_release (&pattern);
      str_printf (&pattern, "%.*s%s%s", (int) (strrchr (found.gl_pathv[0], '/') - found.gl_pathv[0]), found.gl_pathv[0], old ? ":" : "", old ? old : "");
      setenv ("PYTHONPATH", str_text (&pattern), 1);
    }
    globfree (&found);
  }
  bool there = real;
  free (real);
  str_release (&pattern);
  return there;
}

/* A debugger with our commands for the program's threads (native/mazurka-gdb.py, mazurka_lldb.py), stopped at the failing
 * operation. */
static int
debug (struct native_replay *r)
{
  bool lldb = r->options.lldb;
  struct supervise s;
  struct build_tools tools;
  char why[200];
  VEC (char *) argv = {0};
  struct str script = {0};
  int code = EXIT_USAGE;
  struct wire_choice *steps = program_replay_orders (&r->program, &r->options, &r->trace->finding, &s);
  if (!steps || !build_tools (&tools, &r->diag))
    return code;
  s.orders.debugged = 1;
  str_printf (&script, lldb ? "command script import %s/mazurka_lldb.py" : "%s/mazurka-gdb.py", tools.directory);
  char *name = words_file (r->program.executable);
  char *const with_gdb[] = {"gdb", "-q", "-x", (char *) str_text (&script), "-ex", "failure", "--args", name, NULL},
       *const with_lldb[] = {"lldb", "-o", (char *) str_text (&script), "-o", "failure", "--", name, NULL};
  for (char *const *a = lldb ? with_lldb : with_gdb; *a; a++)
    VEC_PUSH (argv, *a);
  for (char **a = r->program.argv + 1; *a; a++)
    VEC_PUSH (argv, *a);
  VEC_PUSH (argv, NULL);
  if (lldb && !help_lldb ())
    fprintf (stderr, "mazurka: error: lldb is not installed (on Debian: apt install lldb); --gdb runs in gdb\n");
  else if (supervise_prepare (&s, why, sizeof why))
    code = run_debugger (argv.data);
  else
    clean_print (stderr, "mazurka: error: cannot run %s: %s\n", argv.data[0], why);
  mem_free (name);
  mem_free (steps);
  str_release (&script);
  build_tools_release (&tools);
  VEC_FREE (argv);
  return code;
}

/* ---- without a debugger ---- */

static int
run_again (struct native_replay *r, const struct term *t)
{
  const struct finding *f = &r->trace->finding;
  struct finding again = {0};
  struct str steps = {0};
  char why[200];
  struct program_temporal temporal = {0};
  struct wire_log_finding first = {0};
  struct program_replay once = {.finding = f, .again = &first};
  struct program_replay shown = {.finding = f, .about = &first.head, .show_output = !r->options.quiet, .told = &again};
  bool ready = !r->trace->ltl || program_temporal_open (&temporal, &r->program, &r->options, &r->diag), same;
  r->program.temporal = ready && r->trace->ltl ? &temporal : NULL;
  /* the first run determines the memory to record; the program's output is shown even if it ends differently */
  if (ready && f->kind != FINDING_LTL)
    program_replay (&r->program, &r->options, &once, why, sizeof why);
  same = ready && program_replay (&r->program, &r->options, &shown, why, sizeof why);
  wire_log_finding_release (&first);
  program_temporal_close (&temporal);
  if (!ready)
    return EXIT_USAGE;
  if (!same) {
    diag_error (&r->diag, (struct pos) {.file = r->path}, "not reproduced: %s", why);
    return EXIT_USAGE;
  }
  if (!r->options.quiet)
    story_print (t, again.story, false, r->options.full);
  add_counted (&steps, f->nsteps, "step");
  fprintf (t->out, "reproduced in %s:\n", str_text (&steps));
  print_finding_line (t, r->trace->programs.data[0], &again);
  fflush (t->out);
  int code = again.kind == FINDING_WEAK_MEMORY ? EXIT_UNKNOWN : EXIT_VIOLATION;
  str_release (&steps);
  finding_release (&again);
  return code;
}

int
native_replay (const char *path, const struct trace_file *trace, const struct options *options)
{
  struct native_replay r = {.path = path, .trace = trace, .options = *options, .diag.out = stderr};
  struct term t;
  VEC (char *) files = {0};
  int code = EXIT_USAGE;
  term_init (&t, stdout, options->color);
  for (size_t i = 0; i < trace->programs.count; i++)
    VEC_PUSH (files, input_beside (path, trace->programs.data[i]));
  if (!program_open (&r.program, (const char *const *) files.data, files.count, trace->arguments.data,
                     trace->arguments.count, &r.options, &r.diag))
    diag_note (&r.diag, trace->hash_pos, "the trace was recorded with this program");
  else if (r.program.hash != trace->hash && !options->changed)
    diag_error (&r.diag, trace->hash_pos, "%s has changed since this trace was written; check it again", files.data[0]);
  else
    code = options->gdb || options->lldb ? debug (&r) : run_again (&r, &t);
  program_close (&r.program);
  for (size_t i = 0; i < files.count; i++)
    mem_free (files.data[i]);
  VEC_FREE (files);
  return code;
}
