#include "base/sources.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/str.h"
#include "base/vec.h"

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

/* ---- what the compiler listed ---- */

/* "a.o: b.h c\ d.h": blanks separate, unless an odd number of backslashes is before them; $$ and \# are one character each. */
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
read_list (const char *list, bool of_lines)
{
  const char *why;
  FILE *f = file_open (list, FILE_MOST_TEXT, &why);
  struct str text = {0}, word = {0};
  char buffer[4096];
  for (size_t n; f && (n = fread (buffer, 1, sizeof buffer, f)) > 0;)
    str_add_n (&text, buffer, n);
  if (f)
    fclose (f);
  for (const char *p = str_text (&text); *p;)
    if (of_lines) {
      str_clear (&word);
      str_add_n (&word, p, strcspn (p, "\n"));
      p += word.len + (p[word.len] == '\n');
      sources_add (str_text (&word));
    } else {
      p = next_word (p, &word);
      if (word.len && word.data[word.len - 1] != ':')
        sources_add (str_text (&word));
    }
  str_release (&word);
  str_release (&text);
}

/* An empty file; NULL: errno says why. */
static char *
new_file (void)
{
  char *path = str_temporary ("mazurka");
  int fd = mkstemp (path);
  if (fd >= 0) {
    close (fd);
    return path;
  }
  mem_free (path);
  return NULL;
}

bool
sources_list_begin (struct sources_list *l)
{
  struct str gcc = {0}, clang = {0};
  *l = (struct sources_list) {.of_gcc = new_file ()};
  if (!l->of_gcc)
    return false;
  if (!(l->of_clang = new_file ())) {
    unlink (l->of_gcc);
    mem_free (l->of_gcc);
    return false;
  }
  /* gcc takes what follows a blank for something else */
  str_printf (&gcc, "SUNPRO_DEPENDENCIES=%s", strpbrk (l->of_gcc, " \t") ? "/dev/null" : l->of_gcc);
  str_printf (&clang, "CC_PRINT_HEADERS_FILE=%s", l->of_clang);
  l->environment[0] = l->words[0] = gcc.data;
  l->environment[1] = l->words[1] = clang.data;
  l->environment[2] = "CC_PRINT_HEADERS=1";
  return true;
}

void
sources_list_end (struct sources_list *l)
{
  read_list (l->of_gcc, false);
  read_list (l->of_clang, true);
  unlink (l->of_gcc);
  unlink (l->of_clang);
  mem_free (l->of_gcc);
  mem_free (l->of_clang);
  mem_free (l->words[0]);
  mem_free (l->words[1]);
}

/* ---- showing ---- */

static bool
has_name_of_source (const char *file)
{
  static const char *const ends[] = {".c", ".h", ".cc", ".cpp", ".cxx", ".c++", ".C", ".hh", ".hpp", ".hxx", ".H", ".inc", ".inl", ".ipp", ".tcc", ".i", ".ii", ".y", ".l", ".S", ".s", NULL};
  const char *slash = strrchr (file, '/'), *dot = strrchr (slash ? slash : file, '.');
  if (slash && !dot && strstr (file, "/include/"))
    return true;                  /* <vector> */
  for (const char *const *e = ends; dot && *e; e++)
    if (!strcmp (dot, *e))
      return true;
  return false;
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
