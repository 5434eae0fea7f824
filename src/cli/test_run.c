/* Runs tests, each as a check in a process of its own, several at a time. A test that failed last time has its trace in
 * .mazurka: it is replayed first, and if it fails again the check is skipped. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/child.h"
#include "base/clean.h"
#include "base/file.h"
#include "base/measure.h"
#include "base/str.h"
#include "base/words.h"
#include "cli/test_list.h"

#define MEMORY ".mazurka"

struct job {
  struct test *test;
  pid_t pid;                      /* 0: free */
  bool is_replay;
  int output, json;               /* unnamed files: its output, and its result */
  double start;
};

struct runner {
  struct test_list *list;
  const struct test_run *run;
  struct job *jobs;
  size_t next, name_width;
  char self[4096];
};

char *
test_trace (const struct test *t)
{
  struct str s = {0};
  str_printf (&s, "%s%s" MEMORY "/", t->folder, *t->folder ? "/" : "");
  for (const char *p = t->name; *p; p++)
    str_add_char (&s, *p == '/' ? '_' : *p);
  str_add (&s, ".trace");
  return str_take (&s);
}

/* ---- starting ---- */

static void
add (struct words *w, const char *option, const char *value)
{
  struct str s = {0};
  str_printf (&s, "%s=%s", option, value);
  words_add (w, str_text (&s));
  str_release (&s);
}

static void
add_replay (struct words *w, const struct runner *r, const char *trace)
{
  words_add (w, "replay");
  words_add (w, trace);
  words_add (w, "--changed");
  if (r->list->allow_flags)
    words_add (w, "--allow-flags");
  words_add (w, "--quiet");
}

static void
add_check (struct words *w, const struct runner *r, const struct job *j, const char *trace)
{
  const struct test *t = j->test;
  struct str json = {0};          /* not inherited as an open descriptor by the program under test */
  str_printf (&json, "/proc/%ld/fd/%d", (long) getpid (), j->json);
  words_add (w, "check");
  for (size_t i = 0; i < t->files.count; i++)
    words_add_file (w, t->files.data[i]);
  for (size_t i = 0; i < t->options.count; i++)
    words_add (w, t->options.data[i]);
  add (w, "--time", t->time ? t->time : r->run->time);
  add (w, "--json", str_text (&json));
  add (w, "--trace", trace);
  if (t->arguments.count)
    words_add (w, "--");
  for (size_t i = 0; i < t->arguments.count; i++)
    words_add (w, t->arguments.data[i]);
  str_release (&json);
}

static _Noreturn void
become (const struct runner *r, const struct job *j, char **argv, pid_t parent)
{
  int null = open ("/dev/null", O_RDONLY);
  child_follow (parent, SIGTERM);         /* otherwise its result would be lost */
  dup2 (null, 0);
  dup2 (j->output, 1);
  dup2 (j->output, 2);
  setenv ("NO_COLOR", "1", 1);
  if (!*j->test->folder || !chdir (j->test->folder))
    execv (r->self, argv);
  clean_print (stderr, "mazurka: error: %s: %s\n", j->test->folder, strerror (errno));
  _exit (TEST_BAD_INPUT);
}

static void
start (const struct runner *r, struct job *j, struct test *t, bool is_replay)
{
  struct words argv = {0};
  char *trace = test_trace (t), *slash = strrchr (trace, '/');
  assert (slash && t->outcome == TEST_DUE);
  *j = (struct job) {.test = t, .is_replay = is_replay, .start = measure_seconds ()};
  j->output = memfd_create ("output", MFD_CLOEXEC);
  j->json = memfd_create ("result", MFD_CLOEXEC);
  *slash = 0;
  mkdir (trace, 0777);
  *slash = '/';
  /* it runs in the test's directory, to which file names in a trace are relative */
  const char *name = trace + strlen (t->folder) + !!*t->folder;
  words_add (&argv, "mazurka");
  if (is_replay)
    add_replay (&argv, r, name);
  else
    add_check (&argv, r, j, name);
  pid_t self = getpid ();
  j->pid = fork ();
  if (!j->pid)
    become (r, j, argv.data, self);
  words_release (&argv);
  mem_free (trace);
}

/* ---- ending ---- */

static char *
read_all (int fd)
{
  struct str s = {0};
  file_add (&s, fd, UINT64_MAX);
  close (fd);
  return str_take (&s);
}

/* The line with this number, from 0; the last one, if there are fewer. */
static const char *
line_of (struct arena *a, const char *text, size_t number)
{
  for (const char *end; number && (end = strchr (text, '\n')) && end[1]; number--)
    text = end + 1;
  return arena_strndup (a, text, strcspn (text, "\n"));
}

/* The finding, the reason, or the first words of an error message. */
static const char *
message_of (struct arena *a, const struct test *t, const char *json)
{
  json_t *r = json_loads (json, 0, NULL);
  json_t *finding = json_array_get (json_object_get (r, t->outcome == TEST_BAD_INPUT ? "errors" : "findings"), 0);
  json_t *stats = json_object_get (r, "stats");
  const char *file = json_string_value (json_object_get (finding, "file")), *text = NULL;
  int line = (int) json_integer_value (json_object_get (finding, "line"));
  if (t->outcome != TEST_UNKNOWN && finding)
    text = arena_printf (a, "%s%s%s", file && line ? file : "", file && line ? arena_printf (a, ":%d: ", line) : "",
                         json_string_value (json_object_get (finding, "message")));
  else if (t->outcome == TEST_UNKNOWN && r)
    text = arena_strdup (a, json_string_value (json_object_get (r, "reason")));
  else if (t->outcome == TEST_OK && stats) {
    bool stores = json_is_true (json_object_get (r, "stateful"));
    struct str s = {0};
    add_counted (&s, (uint64_t) json_integer_value (json_object_get (stats, stores ? "states" : "executions")), stores ? "state" : "execution");
    text = arena_strdup (a, str_text (&s));
    str_release (&s);
  }
  json_decref (r);
  return text ? text : line_of (a, t->output, 0);
}

static void
print_line (const struct runner *r, const struct test *t)
{
  static const char *const marks[] = {"ok", "VIOLATION", "ERROR", "unknown", ""};
  const struct term *out = r->run->term;
  struct str line = {0}, clean = {0}, seconds = {0};
  bool good = test_passed (t);
  if (r->run->quiet && good)
    return;
  add_clean (&clean, t->name);
  add_padding (&clean, r->name_width);
  str_add (&clean, "  ");
  if (good && t->expected != TEST_OK)
    str_printf (&clean, "%s, as expected", test_outcome_name (t->expected));
  else if (!good && t->expected != TEST_OK)
    str_printf (&clean, "expected %s%s", test_outcome_name (t->expected), t->outcome == TEST_OK ? "" : "; ");
  if (!good && (t->expected == TEST_OK || t->outcome != TEST_OK))
    add_clean (&clean, t->message);
  else if (good && t->expected == TEST_OK)
    add_clean (&clean, t->message);
  if (t->is_replayed)
    str_add (&clean, " (again)");
  add_seconds (&seconds, t->seconds);
  str_printf (&clean, "  %s", str_text (&seconds));
  const char *mark = good ? "ok" : t->outcome == TEST_OK ? "WRONG" : marks[t->outcome];
  enum style style = good ? STYLE_GOOD : t->outcome == TEST_UNKNOWN ? STYLE_UNSURE : STYLE_BAD;
  add_cut (&line, str_text (&clean), good && out->width > 12 ? out->width - 11 : clean.len);
  fprintf (out->out, "%s%-9s%s  %s\n", term_on (out, style), mark, term_off (out), str_text (&line));
  fflush (out->out);
  str_release (&line);
  str_release (&clean);
  str_release (&seconds);
}

static enum test_outcome
outcome_of (int status)
{
  int code = WIFEXITED (status) ? WEXITSTATUS (status) : TEST_BAD_INPUT;
  return code > TEST_UNKNOWN ? TEST_BAD_INPUT : (enum test_outcome) code;
}

/* A replay that does not fail again decides nothing: the check follows. */
static void
finish (struct runner *r, struct job *j, int status)
{
  struct test *t = j->test;
  bool was_replay = j->is_replay;
  assert (t && j->pid > 0);
  char *trace = test_trace (t), *json;
  mem_free (t->output);
  t->output = read_all (j->output);
  json = read_all (j->json);
  j->pid = 0;
  t->outcome = outcome_of (status);
  t->seconds = measure_seconds () - j->start;
  t->is_replayed = was_replay && t->outcome == TEST_VIOLATION;
  if (was_replay && !t->is_replayed) {
    t->outcome = TEST_DUE;
    if (!*r->run->interrupt)
      start (r, j, t, false);
  } else {
    t->message = was_replay ? line_of (&r->list->texts, t->output, 1) : message_of (&r->list->texts, t, json);
    if (t->outcome == TEST_OK)
      unlink (trace);
    print_line (r, t);
  }
  mem_free (trace);
  mem_free (json);
}

/* ---- the whole list ---- */

static void
start_next (struct runner *r)
{
  for (size_t i = 0; i < r->run->jobs && !*r->run->interrupt; i++) {
    if (r->jobs[i].pid)
      continue;
    while (r->next < r->list->tests.count && r->list->tests.data[r->next].outcome != TEST_DUE)
      r->next++;
    if (r->next == r->list->tests.count)
      return;
    struct test *t = &r->list->tests.data[r->next++];
    char *trace = test_trace (t);
    t->newest = test_newest (r->list, t);
    start (r, &r->jobs[i], t, !access (trace, R_OK));
    mem_free (trace);
  }
}

static bool
wait_for_one (struct runner *r)
{
  int status;
  pid_t pid = wait (&status);
  if (pid < 0)
    return errno == EINTR;
  for (size_t i = 0; i < r->run->jobs; i++)
    if (r->jobs[i].pid == pid)
      finish (r, &r->jobs[i], status);
  return true;
}

/* Removes directories without stored traces. */
static void
forget_empty (const struct test_list *l)
{
  for (size_t i = 0; i < l->tests.count; i++) {
    char *trace = test_trace (&l->tests.data[i]);
    *strrchr (trace, '/') = 0;
    rmdir (trace);
    mem_free (trace);
  }
}

void
test_list_run (struct test_list *l, const struct test_run *run)
{
  struct runner r = {.list = l, .run = run, .jobs = mem_zalloc (run->jobs * sizeof *r.jobs)};
  enum { WIDEST = 40 };
  ssize_t n = readlink ("/proc/self/exe", r.self, sizeof r.self - 1);
  r.self[n > 0 ? n : 0] = 0;
  for (size_t i = 0; i < l->tests.count; i++) {
    size_t width = text_width (l->tests.data[i].name);
    r.name_width = width > r.name_width && width <= WIDEST ? width : r.name_width;
  }
  do
    start_next (&r);
  while (wait_for_one (&r));
  forget_empty (l);
  mem_free (r.jobs);
}
