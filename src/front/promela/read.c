/* promela_read: the model's text after the C preprocessor.
 *
 * As SPIN does, gcc preprocesses the file as C (gnu99); if there is no gcc,
 * cpp. No shell is involved, so a file may have any name. The preprocessor's
 * own complaints go to standard error, as they carry their own positions.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/words.h"
#include "front/promela/ast.h"

static void
make_command (struct words *words, const char *file, const char *flags)
{
  static const char *const gcc[] = {"gcc", "-std=gnu99", "-Wno-trigraphs", "-E", "-x", "c"};
  for (size_t i = 0; i < sizeof gcc / sizeof gcc[0]; i++)
    words_add (words, gcc[i]);
  words_split (words, flags ? flags : "");
  /* a name that begins with '-' must not be taken for an option */
  struct str path = {0};
  str_printf (&path, "%s%s", file[0] == '-' ? "./" : "", file);
  words_add (words, str_text (&path));
  str_release (&path);
}

/* In the child: never returns. */
static _Noreturn void
run_command (char **words, int out)
{
  dup2 (out, STDOUT_FILENO);
  close (out);
  execvp (words[0], words);
  if (errno == ENOENT) {
    static char cpp[] = "cpp";
    words[0] = cpp;
    execvp (words[0], words);
  }
  _exit (127);
}

static bool
read_all (int fd, struct str *out)
{
  char buffer[65536];
  for (;;) {
    ssize_t n = read (fd, buffer, sizeof buffer);
    if (n > 0)
      str_add_n (out, buffer, (size_t) n);
    else if (n == 0)
      return true;
    else if (errno != EINTR)
      return false;
  }
}

static bool
preprocess (char **words, struct str *out, struct pos pos, struct diag *diag)
{
  int ends[2];
  if (pipe (ends)) {
    diag_error (diag, pos, "cannot start the preprocessor: %s", strerror (errno));
    return false;
  }
  pid_t child = fork ();
  if (child == 0) {
    close (ends[0]);
    run_command (words, ends[1]);
  }
  int failed = child < 0 ? errno : 0;
  close (ends[1]);
  if (!failed && !read_all (ends[0], out))
    failed = errno;
  close (ends[0]);
  int status = 0;
  while (child > 0 && waitpid (child, &status, 0) < 0 && errno == EINTR)
    ;
  if (failed)
    diag_error (diag, pos, "cannot run the preprocessor: %s", strerror (failed));
  else if (WIFEXITED (status) && WEXITSTATUS (status) == 127)
    diag_error (diag, pos, "no C preprocessor found, expected gcc or cpp in the PATH");
  else if (!WIFEXITED (status) || WEXITSTATUS (status))
    diag_error (diag, pos, "the C preprocessor failed");
  else
    return true;
  return false;
}

static bool
readable (const char *file, struct pos pos, struct diag *diag)
{
  struct stat info;
  int fd = open (file, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  bool ok = fd >= 0 && !fstat (fd, &info);
  if (!ok)
    diag_error (diag, pos, "cannot read the file: %s", strerror (errno));
  else if (!(ok = !S_ISDIR (info.st_mode)))
    diag_error (diag, pos, "cannot read the file: it is a directory");
  if (fd >= 0)
    close (fd);
  return ok;
}

/* Without a # there is nothing to preprocess, and starting the preprocessor
 * would take longer than most checks. (`__` could be a predefined macro, a
 * backslash could join lines.) */
static bool
read_plain (const char *file, struct str *out)
{
  FILE *f = fopen (file, "r");
  char chunk[65536];
  size_t n;
  if (!f)
    return false;
  while ((n = fread (chunk, 1, sizeof chunk, f)))
    str_add_n (out, chunk, n);
  bool plain = !ferror (f) && out->len && !memchr (out->data, '#', out->len) && !memchr (out->data, '\\', out->len)
               && !memchr (out->data, 0, out->len) && !strstr (out->data, "__");
  fclose (f);
  if (!plain)
    str_clear (out);
  return plain;
}

bool
promela_read (const char *file, const char *cpp_flags, struct str *out, struct diag *diag)
{
  struct pos pos = {file, 0, 0};
  if (!readable (file, pos, diag))
    return false;
  if (!cpp_flags && read_plain (file, out))
    return true;
  struct words words = {0};
  make_command (&words, file, cpp_flags);
  bool ok = preprocess (words.data, out, pos, diag);
  words_release (&words);
  return ok;
}
