/* Files that may be shown as sources. See sources.h. */
#define _GNU_SOURCE
#include "base/sources.h"

#include <stdbool.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/path.h"
#include "base/str.h"
#include "base/vec.h"
#include "base/words.h"

struct source { dev_t device; ino_t inode; };

static struct { VEC (struct source) files; bool named; } known;

static bool
is_known (const struct stat *s)
{
  for (size_t i = 0; i < known.files.count; i++)
    if (known.files.data[i].device == s->st_dev && known.files.data[i].inode == s->st_ino)
      return true;
  return false;
}

void
sources_add (const char *file)
{
  struct stat s;
  if (!stat (file, &s) && S_ISREG (s.st_mode) && !is_known (&s))
    VEC_PUSH (known.files, ((struct source) {s.st_dev, s.st_ino}));
}

void
sources_add_named (void)
{
  known.named = true;
}

void
sources_forget (void)
{
  VEC_FREE (known.files);
  known.named = false;
}

/* ---- the lists of the compiler ---- */

/* The next word of a dependency list, "a.o: b.h c\ d.h": blanks separate, except after an odd number of backslashes; $$ and
 * \# are one character each. */
static const char *
next_word (const char *p, struct str *word)
{
  str_clear (word);
  for (p += strspn (p, " \t\n\r"); *p && !strchr (" \t\n\r", *p);) {
    size_t n = strspn (p, "\\");
    bool escapes = n && p[n] && strchr (" \t#", p[n]), joins = n == 1 && p[n] == '\n';
    for (size_t i = 0; i < (escapes ? n / 2 : joins ? 0 : n); i++)
      str_add_char (word, '\\');
    p += n;
    if ((escapes && n % 2) || (!n && *p)) {
      p += !n && *p == '$' && p[1] == '$';
      str_add_char (word, *p++);
    }
  }
  return p;
}

static void
read_list (int fd)
{
  struct str text = {0}, word = {0};
  file_add (&text, fd, FILE_MOST_TEXT);
  for (const char *p = str_text (&text); *p;) {
    p = next_word (p, &word);
    if (word.len && word.data[word.len - 1] != ':')
      sources_add (str_text (&word));
  }
  str_release (&word);
  str_release (&text);
}

/* Opens the lists: files in memory that the compiler inherits, so that nothing is left behind however this process ends. */
bool
sources_list_begin (struct sources_list *l)
{
  l->of_gcc = memfd_create ("read by gcc", 0);
  l->of_clang = memfd_create ("read by clang", 0);
  snprintf (l->gcc, sizeof l->gcc, "SUNPRO_DEPENDENCIES=/proc/self/fd/%d", l->of_gcc);
  snprintf (l->clang, sizeof l->clang, "/proc/self/fd/%d", l->of_clang);
  l->environment[0] = l->gcc;
  l->environment[1] = NULL;
  l->flags[0] = "-MD";
  l->flags[1] = "-MF";
  l->flags[2] = l->clang;
  l->flags[3] = NULL;
  if (l->of_gcc >= 0 && l->of_clang >= 0)
    return true;
  close (l->of_gcc);
  close (l->of_clang);
  return false;
}

void
sources_list_end (struct sources_list *l)
{
  read_list (l->of_gcc);
  read_list (l->of_clang);
  close (l->of_gcc);
  close (l->of_clang);
}

/* ---- showing ---- */

static bool
has_name_of_source (const char *file)
{
  static const char *const ends[] = {".c", ".h", ".cc", ".cpp", ".cxx", ".c++", ".C", ".hh", ".hpp", ".hxx", ".H", ".inc", ".inl", ".ipp", ".tcc", ".i", ".ii", ".y", ".l", ".S", ".s", NULL};
  bool is_header = !*path_ending (file) && strstr (file, "/include/");     /* <vector> and the like */
  return is_header || word_is_in (path_ending (file), ends);
}

FILE *
sources_open (const char *file)
{
  const char *why;
  struct stat s;
  FILE *f = file ? file_open (file, FILE_MOST_TEXT, &why) : NULL;
  if (f && !fstat (fileno (f), &s) && (is_known (&s) || (known.named && has_name_of_source (file))))
    return f;
  if (f)
    fclose (f);
  return NULL;
}

bool
sources_line (const char *file, int line, char *buffer, int room)
{
  FILE *f = line > 0 ? sources_open (file) : NULL;
  int number = 0;
  bool starts = true;
  *buffer = 0;
  while (f && number < line && fgets (buffer, room, f)) {
    number += starts;
    starts = strchr (buffer, '\n');
    if (number == line)
      break;
  }
  if (f)
    fclose (f);
  buffer[strcspn (buffer, "\r\n")] = 0;
  return f && number == line;
}
