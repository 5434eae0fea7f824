/* Files that others name, programs that work for us, and what may be shown. */
#include "base/file.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/child.h"
#include "base/mem.h"
#include "base/sources.h"
#include "base/words.h"
#include "check.h"

static bool
opens (const char *path, uint64_t most)
{
  const char *why = NULL;
  FILE *f = file_open (path, most, &why);
  CHECK (!f == (why != NULL));
  if (f)
    fclose (f);
  return f;
}

static void
write_file (const char *path, const char *text)
{
  FILE *f = fopen (path, "w");
  fputs (text, f);
  fclose (f);
}

static void
test_open (void)
{
  CHECK (!mkfifo ("pipe", 0600) && !mkdir ("folder", 0700) && !symlink ("/dev/zero", "zero"));
  write_file ("text", "12345");
  CHECK (opens ("text", 5) && !opens ("text", 4) && !opens ("missing", 5));
  CHECK (!opens ("pipe", 5) && !opens ("zero", 5) && !opens ("/dev/tty", 5) && !opens ("/dev/null", 5));
  errno = 0;
  CHECK (!opens ("folder", 5) && errno == EISDIR);
}

static double
now (void)
{
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return (double) t.tv_sec + (double) t.tv_nsec / 1e9;
}

static enum child_end
run (const char *script, double seconds, uint64_t most, FILE *out)
{
  char *argv[] = {"sh", "-c", (char *) script, NULL};
  return child_run (&(struct child) {.argv = argv, .out = out, .seconds = seconds, .most_bytes = most});
}

static void
test_ends (void)
{
  char *missing[] = {"/nonexistent/x", NULL};
  FILE *out = tmpfile ();
  CHECK (run ("exit 0", 0, 0, out) == CHILD_DONE && run ("exit 3", 0, 0, out) == CHILD_FAILED);
  CHECK (child_run (&(struct child) {.argv = missing}) == CHILD_MISSING);
  CHECK (run ("read x", 5, 0, out) == CHILD_FAILED);     /* nothing to read */
  double start = now ();
  CHECK (run ("sleep 50 & exec sleep 50", 0.3, 0, out) == CHILD_LATE && now () - start < 5);
  CHECK (run ("exec head -c 100000 /dev/zero", 5, 5000, out) == CHILD_TOO_MUCH);
  for (int end = CHILD_DONE; end <= CHILD_STOPPED; end++)
    CHECK (!child_why ((enum child_end) end) == (end <= CHILD_MISSING));
  fclose (out);
}

/* Whatever it has started goes with it. */
static void
test_group (void)
{
  char text[20] = "";
  CHECK (run ("sleep 60 & echo $! >number", 5, 0, NULL) == CHILD_DONE);
  FILE *f = fopen ("number", "r");
  CHECK (f && fgets (text, sizeof text, f));
  fclose (f);
  pid_t left = atoi (text);
  for (int i = 0; i < 100 && left > 1 && !kill (left, 0); i++) {
    char path[40], state[200] = "";
    snprintf (path, sizeof path, "/proc/%d/stat", left);
    FILE *s = fopen (path, "r");
    bool is_dead = !s || (fgets (state, sizeof state, s) && strstr (state, ") Z"));
    if (s)
      fclose (s);
    if (is_dead)
      return;
    usleep (50000);
  }
  CHECK (left > 1 && kill (left, 0));
}

/* A signal that ends us ends it first, and then us; one that is ignored does neither. */
static void
test_signals (void)
{
  static const struct { int signal; bool ignored; } cases[] = {{SIGTERM, false}, {SIGINT, false}, {SIGHUP, false}, {SIGHUP, true}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    int status = 0;
    double start = now ();
    fflush (NULL);
    pid_t pid = fork ();
    if (!pid) {
      signal (cases[i].signal, cases[i].ignored ? SIG_IGN : SIG_DFL);
      _exit (run (cases[i].ignored ? "sleep 1" : "sleep 50", 0, 0, NULL) == CHILD_DONE ? 7 : 8);
    }
    usleep (300000);
    kill (pid, cases[i].signal);
    waitpid (pid, &status, 0);
    CHECK (now () - start < 10);
    CHECK (cases[i].ignored ? WIFEXITED (status) && WEXITSTATUS (status) == 7 : WIFSIGNALED (status) && WTERMSIG (status) == cases[i].signal);
  }
}

/* How a grandchild ends that follows its parent, which ends before that or after it: then the grandchild is ours. */
static int
end_of_follower (int number, bool is_late)
{
  int ready[2], gone[2], status = 0;
  pid_t pid = 0;
  char byte;
  CHECK (!pipe (ready) && !pipe (gone));
  fflush (NULL);
  pid_t parent = fork ();
  if (!parent) {
    pid_t self = getpid ();
    if (!fork ()) {
      pid = getpid ();
      close (gone[1]);
      if (is_late && (write (ready[1], &pid, sizeof pid) < 0 || read (gone[0], &byte, 1)))
        _exit (8);
      child_follow (self, number);
      if (!is_late && write (ready[1], &pid, sizeof pid) < 0)
        _exit (8);
      sleep (5);
      _exit (7);
    }
    close (ready[1]);
    if (is_late)
      _exit (0);
    pause ();
  }
  close (ready[1]);
  CHECK (read (ready[0], &pid, sizeof pid) == sizeof pid);
  if (!is_late)
    CHECK (!kill (parent, SIGKILL));
  waitpid (parent, NULL, 0);
  close (gone[1]);                /* the last end */
  CHECK (!read (ready[0], &byte, 1));
  waitpid (pid, &status, 0);
  close (ready[0]);
  close (gone[0]);
  return status;
}

static void
test_follow (void)
{
  static const int numbers[] = {SIGKILL, SIGTERM};
  prctl (PR_SET_CHILD_SUBREAPER, 1);
  for (int i = 0; i < 4; i++) {
    int status = end_of_follower (numbers[i % 2], i < 2);
    CHECK (WIFSIGNALED (status) && WTERMSIG (status) == numbers[i % 2]);
  }
  prctl (PR_SET_CHILD_SUBREAPER, 0);
}

static bool
shows (const char *file)
{
  FILE *f = sources_open (file);
  if (f)
    fclose (f);
  return f;
}

static void
test_sources (void)
{
  struct sources_list list;
  char line[20];
  write_file ("main.c", "#include \"with space.h\"\n# 7 \"/etc/passwd\"\nint x = N;\n");
  write_file ("with space.h", "#define N 1\n");
  write_file ("secret.h", "first\nsecond line that is long\nthird");
  char *argv[] = {"gcc", "-E", "main.c", NULL};
  FILE *out = tmpfile ();
  CHECK (sources_list_begin (&list));
  CHECK (child_run (&(struct child) {.argv = argv, .out = out, .environment = list.environment}) == CHILD_DONE);
  sources_list_end (&list);
  fclose (out);
  sources_add ("main.c");
  CHECK (shows ("main.c") && shows ("./main.c") && shows ("with space.h"));
  CHECK (!shows ("/etc/passwd") && !shows ("secret.h") && !shows ("pipe") && !shows (NULL) && !shows ("missing"));
  CHECK (!sources_line ("secret.h", 1, line, sizeof line) && !*line);
  sources_add ("secret.h");
  CHECK (sources_line ("secret.h", 1, line, sizeof line) && !strcmp (line, "first"));
  CHECK (sources_line ("secret.h", 2, line, sizeof line) && !strcmp (line, "second line that is"));
  CHECK (sources_line ("secret.h", 3, line, sizeof line) && !strcmp (line, "third"));
  CHECK (!sources_line ("secret.h", 4, line, sizeof line) && !sources_line ("secret.h", 0, line, sizeof line));
  sources_forget ();
  CHECK (!shows ("main.c"));
  sources_add_named ();
  CHECK (shows ("main.c") && shows ("secret.h") && !shows ("/etc/passwd") && !shows ("text"));
  sources_forget ();
}

static void
test_names (void)
{
  static const char *const names[][2] = {{"a.c", "a.c"}, {"/a.c", "/a.c"}, {"./a.c", "./a.c"}, {"@a.c", "./@a.c"}, {"-a.c", "./-a.c"}, {" a.c", "./ a.c"}, {"_a", "_a"},
                                         {"\na", "./\na"}, {"", "./"}};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    char *name = words_file (names[i][0]);
    CHECK (!strcmp (name, names[i][1]));
    mem_free (name);
  }
}

int
main (void)
{
  char folder[] = "/tmp/mazurka-file-XXXXXX";
  CHECK (mkdtemp (folder) && !chdir (folder));
  test_open ();
  test_ends ();
  test_group ();
  test_signals ();
  test_follow ();
  test_sources ();
  test_names ();
  static const char *const made[] = {"pipe", "zero", "text", "number", "main.c", "with space.h", "secret.h"};
  for (size_t i = 0; i < sizeof made / sizeof *made; i++)
    unlink (made[i]);
  rmdir ("folder");
  CHECK (!rmdir (folder));
  return check_end ();
}
