/* mazurka replay of a C program: executes the schedule again and shows the program's output. */
#include <errno.h>
#include <glob.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/child.h"
#include "base/words.h"
#include "cli/command.h"
#include "cli/input.h"
#include "cli/program.h"
#include "cli/program_temporal.h"
#include "cli/replay.h"
#include "native/build.h"
#include "report/story_writers.h"

/* ---- under a debugger ---- */

/* Runs it in the foreground, so that signals of the terminal reach the debugger. */
static int
run_debugger (char **argv)
{
  int status = 0;
  signal (SIGINT, SIG_IGN);
  pid_t self = getpid (), pid = fork ();
  if (!pid) {
    child_follow (self, SIGKILL);
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
debug (struct replay *r, const struct program *p)
{
  bool lldb = r->options.lldb;
  struct supervise s;
  struct build_tools tools;
  char why[200];
  VEC (char *) argv = {0};
  struct str script = {0};
  int code = EXIT_USAGE;
  struct wire_choice *steps = program_replay_orders (p, &r->options, &r->trace.finding, &s);
  if (!steps || !build_tools (&tools, &r->diag))
    return code;
  s.orders.debugged = 1;
  str_printf (&script, lldb ? "command script import %s/mazurka_lldb.py" : "%s/mazurka-gdb.py", tools.directory);
  char *name = words_file (p->executable);
  char *const with_gdb[] = {"gdb", "-q", "-x", (char *) str_text (&script), "-ex", "failure", "--args", name, NULL},
       *const with_lldb[] = {"lldb", "-o", (char *) str_text (&script), "-o", "failure", "--", name, NULL};
  for (char *const *a = lldb ? with_lldb : with_gdb; *a; a++)
    VEC_PUSH (argv, *a);
  for (char **a = p->argv + 1; *a; a++)
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
run_again (struct replay *r, struct program *p)
{
  const struct finding *f = &r->trace.finding;
  struct finding again = {0};
  char why[200];
  struct program_temporal temporal = {0};
  struct wire_log_finding first = {0};
  struct program_replay once = {.finding = f, .again = &first};
  struct program_replay shown = {.finding = f, .about = &first.head, .show_output = !r->options.quiet, .found = &again};
  int code = EXIT_USAGE;
  if (!r->trace.ltl || program_temporal_open (&temporal, p, &r->options, &r->diag)) {
    p->temporal = r->trace.ltl ? &temporal : NULL;
    /* the first run determines the memory to record; the program's output is shown even if it ends differently */
    if (f->kind != FINDING_LTL)
      program_replay (p, &r->options, &once, why, sizeof why);
    bool same = program_replay (p, &r->options, &shown, why, sizeof why);
    if (same && !r->options.quiet)
      story_print (&r->term, again.story, false, r->options.full);
    code = replay_report (r, same ? &again : NULL, f->nsteps, why);
  }
  wire_log_finding_release (&first);
  program_temporal_close (&temporal);
  finding_release (&again);
  return code;
}

int
native_replay (struct replay *r)
{
  const struct trace_file *trace = &r->trace;
  struct program program;
  VEC (char *) files = {0};
  int code = EXIT_USAGE;
  for (size_t i = 0; i < trace->programs.count; i++)
    VEC_PUSH (files, input_beside (r->file, trace->programs.data[i]));
  if (!program_open (&program, (const char *const *) files.data, files.count, trace->arguments.data,
                     trace->arguments.count, &r->options, &r->diag))
    diag_note (&r->diag, trace->hash_pos, "the trace was recorded with this program");
  else if (replay_fits (r, files.data[0], program.hash))
    code = r->options.gdb || r->options.lldb ? debug (r, &program) : run_again (r, &program);
  program_close (&program);
  for (size_t i = 0; i < files.count; i++)
    mem_free (files.data[i]);
  VEC_FREE (files);
  return code;
}
