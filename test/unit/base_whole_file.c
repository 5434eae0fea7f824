/* Files that are whole or absent: what a write leaves behind when it succeeds, and when each step of it fails. */
#define _GNU_SOURCE
#include "base/whole_file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/scratch.h"
#include "check.h"

/* ---- looking ---- */

static bool
has (const char *path, const char *wanted)
{
  char text[4096];
  FILE *f = fopen (path, "r");
  size_t n = f ? fread (text, 1, sizeof text - 1, f) : 0;
  if (f)
    fclose (f);
  text[n] = 0;
  return f && !strcmp (text, wanted);
}

/* How many entries of the folder begin so. */
static int
entries (const char *path, const char *beginning)
{
  int n = 0;
  DIR *all = opendir (path);
  for (struct dirent *d; all && (d = readdir (all));)
    n += !strncmp (d->d_name, beginning, strlen (beginning)) && strcmp (d->d_name, ".") && strcmp (d->d_name, "..");
  if (all)
    closedir (all);
  return n;
}

static bool
write_text (const char *path, const char *text)
{
  struct whole_file f;
  if (!whole_file_begin (&f, path))
    return false;
  fputs (text, f.stream);
  return whole_file_end (&f, true);
}

/* The errno of a write that must fail. */
static int
failure (const char *path, const char *text)
{
  errno = 0;
  return write_text (path, text) ? 0 : errno;
}

static void
make (const char *path, const char *text)
{
  FILE *f = fopen (path, "w");
  if (f) {
    fputs (text, f);
    fclose (f);
  }
}

/* ---- cases ---- */

static void
test_replaced (void)
{
  struct stat s;
  CHECK (write_text ("a", "one") && has ("a", "one"));
  CHECK (write_text ("a", "two") && has ("a", "two"));
  chmod ("a", 0640);
  CHECK (write_text ("./a", "three") && has ("a", "three") && !stat ("a", &s) && (s.st_mode & 0777) == 0640);
  CHECK (entries (".", "") == 1);
}

static void
test_given_up (void)
{
  struct whole_file f;
  CHECK (whole_file_begin (&f, "a") && fputs ("half", f.stream) >= 0 && !fflush (f.stream) && has ("a", "three"));
  CHECK (!whole_file_end (&f, false) && has ("a", "three"));
  CHECK (whole_file_begin (&f, "new") && !whole_file_end (&f, false) && access ("new", F_OK));
  CHECK (entries (".", "") == 1);
}

/* Who reads while it is written sees the old file, and whoever has that open keeps it. */
static void
test_reader (void)
{
  struct whole_file f;
  char text[16] = "";
  int old = open ("a", O_RDONLY);
  CHECK (whole_file_begin (&f, "a") && fputs ("four", f.stream) >= 0 && whole_file_end (&f, true) && has ("a", "four"));
  CHECK (read (old, text, sizeof text - 1) == 5 && !strcmp (text, "three"));
  close (old);
}

static void
test_refused (void)
{
  mkdir ("folder", 0777);
  CHECK (failure ("folder", "x") == EISDIR && failure ("folder/", "x") == EISDIR && failure (".", "x") == EISDIR && failure ("..", "x") == EISDIR);
  CHECK (failure ("nowhere/a", "x") == ENOENT && failure ("a/b", "x") == ENOTDIR && failure ("", "x") == EISDIR);
  CHECK (!whole_file_is_possible ("folder") && !whole_file_is_possible ("nowhere/a") && whole_file_is_possible ("a") && whole_file_is_possible ("b"));
  symlink ("a", "link");
  symlink ("made", "dangling");
  CHECK (failure ("link", "x") == ELOOP && has ("a", "four"));
  CHECK (failure ("dangling", "x") == ELOOP && access ("made", F_OK));
  CHECK (!whole_file_is_possible ("link") && strstr (whole_file_reason (ELOOP), "symbolic link"));
  symlink ("folder", "way");
  CHECK (write_text ("way/a", "x") && has ("folder/a", "x"));      /* only the target itself is looked at */
  CHECK (entries (".", ".mazurka-out.") == 0);
}

/* As an ordinary user: root may write everywhere. */
static void
test_permissions (void)
{
  chmod ("folder", 0555);
  make ("fixed", "old");
  chmod ("fixed", 0444);
  fflush (NULL);
  pid_t child = fork ();
  if (!child) {
    bool dropped = geteuid () || (!chown (".", 1000, 1000) && !seteuid (1000));
    bool ok = dropped && failure ("folder/b", "x") == EACCES && failure ("fixed", "x") == EACCES && has ("fixed", "old") && !whole_file_is_possible ("folder/b");
    _exit (!ok);
  }
  int status = -1;
  CHECK (waitpid (child, &status, 0) == child && !status);
  chmod ("folder", 0755);
}

static void
test_direct (void)
{
  int pair[2];
  char text[16] = "", path[40];
  CHECK (failure ("/dev/full", "x") == ENOSPC && write_text ("/dev/null", "x"));
  CHECK (!pipe (pair));
  snprintf (path, sizeof path, "/dev/fd/%d", pair[1]);
  CHECK (write_text (path, "pipe") && read (pair[0], text, sizeof text) == 4 && !strcmp (text, "pipe"));
  snprintf (path, sizeof path, "/proc/%d/fd/%d", (int) getpid (), pair[1]);
  CHECK (write_text (path, "five") && read (pair[0], text, sizeof text) == 4 && !strcmp (text, "five"));
  CHECK (failure ("/dev/fd/99", "x") == EBADF);
  mkfifo ("fifo", 0600);
  int reader = open ("fifo", O_RDONLY | O_NONBLOCK);
  CHECK (write_text ("fifo", "six") && read (reader, text, 3) == 3 && !memcmp (text, "six", 3));
  close (reader);
}

static void
ignore (int number)
{
  (void) number;
}

/* A limit on the size of files stands for a full disk: the write fails in the middle. */
static void
test_size (void)
{
  struct rlimit before, small;
  char large[8192];
  memset (large, 'x', sizeof large - 1);
  large[sizeof large - 1] = 0;
  getrlimit (RLIMIT_FSIZE, &before);
  small = before;
  signal (SIGXFSZ, ignore);
  for (rlim_t n = 0; n < sizeof large - 1; n += 1021) {
    small.rlim_cur = n;
    setrlimit (RLIMIT_FSIZE, &small);
    int replaced = failure ("a", large), made = failure ("b", large);
    setrlimit (RLIMIT_FSIZE, &before);
    HOLD (replaced == EFBIG && made == EFBIG && has ("a", "four") && access ("b", F_OK) && !entries (".", ".mazurka-out."));
  }
  CHECK_HELD ("a file that becomes too large changes nothing");
}

/* A killed writer's file is removed by the next one; a living writer's, a link and a folder are not. */
static void
test_leftovers (void)
{
  make (".mazurka-out.dead", "x");
  make (".mazurka-out.alive", "x");
  mkdir (".mazurka-out.folder", 0777);
  symlink ("a", ".mazurka-out.link");
  int alive = open (".mazurka-out.alive", O_RDONLY);
  flock (alive, LOCK_EX);
  CHECK (write_text ("b", "x"));
  CHECK (access (".mazurka-out.dead", F_OK) && !access (".mazurka-out.alive", F_OK) && !access (".mazurka-out.folder", F_OK) && has (".mazurka-out.link", "four"));
  close (alive);
  CHECK (write_text ("b", "y") && access (".mazurka-out.alive", F_OK));
}

/* ---- the folder for temporary files ---- */

static void
in_child (void (*what) (void), int wanted_signal)
{
  int status = -1;
  fflush (NULL);
  pid_t child = fork ();
  if (!child) {
    what ();
    exit (0);
  }
  CHECK (waitpid (child, &status, 0) == child && (wanted_signal ? WIFSIGNALED (status) && WTERMSIG (status) == wanted_signal : !status));
}

static void
fill (void)
{
  scratch_tidy ();
  char *file = scratch_new_file (), *folder = scratch_new_folder (), deep[4200];
  snprintf (deep, sizeof deep, "%s/file", folder ? folder : "");
  make (deep, "x");
  if (!file || !folder || access (file, F_OK) || access (deep, F_OK) || entries ("tmp", "mazurka-run.") < 1)
    _exit (1);
  mem_free (file);
  mem_free (folder);
}

static void
fill_and_die (void)
{
  fill ();
  raise (SIGKILL);
}

/* A child that shares the folder ends; it stays. */
static void
share (void)
{
  fill ();
  pid_t child = fork ();
  if (!child)
    exit (0);
  waitpid (child, NULL, 0);
  if (access (scratch_folder (), F_OK))
    _exit (1);
}

static void
test_scratch (void)
{
  mkdir ("tmp", 0777);
  setenv ("TMPDIR", "tmp", 1);
  mkdir ("kept", 0777);
  make ("kept/file", "x");
  in_child (fill, 0);
  CHECK (entries ("tmp", "") == 0);
  in_child (share, 0);
  CHECK (entries ("tmp", "") == 0);
  in_child (fill_and_die, SIGKILL);
  CHECK (entries ("tmp", "mazurka-run.") == 1);
  mkdir ("tmp/mazurka-run.alive", 0700);
  int alive = open ("tmp/mazurka-run.alive", O_RDONLY | O_DIRECTORY);
  flock (alive, LOCK_EX);
  symlink ("../kept", "tmp/mazurka-run.link");
  mkdir ("tmp/mazurka-run.dead", 0700);
  symlink ("../../kept", "tmp/mazurka-run.dead/link");
  in_child (fill, 0);
  CHECK (entries ("tmp", "mazurka-run.") == 2 && !access ("tmp/mazurka-run.alive", F_OK) && has ("kept/file", "x"));
  if (!geteuid ()) {
    mkdir ("tmp/mazurka-run.theirs", 0700);
    CHECK (!chown ("tmp/mazurka-run.theirs", 1000, 1000));
    in_child (fill, 0);
    CHECK (!access ("tmp/mazurka-run.theirs", F_OK));
  }
  close (alive);
}

int
main (void)
{
  char folder[] = "/tmp/mazurka-whole-XXXXXX", command[64];
  if (!mkdtemp (folder) || chdir (folder))
    return 1;
  test_replaced ();
  test_given_up ();
  test_reader ();
  test_refused ();
  test_direct ();
  test_size ();
  test_permissions ();
  test_leftovers ();
  test_scratch ();
  snprintf (command, sizeof command, "rm -rf %s", folder);
  CHECK (!chdir ("/") && !system (command));
  return check_end ();
}
