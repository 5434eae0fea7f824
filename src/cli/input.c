/* Idea. Promela and C are lexically similar, so the kind is decided by words that only one of them can contain: a model has
 * a `proctype` or `init {`; C has `main (`, or keywords such as `return` and `while`. Comments, strings and preprocessor
 * lines do not count. C that defines mz_protocol, or includes <mazurka/protocol.h>, is a protocol. Text with neither is C
 * if its name says so (a file may only include others), otherwise it is given to the Promela parser, whose messages are
 * located. */
#include "cli/input.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/mem.h"
#include "base/path.h"
#include "base/str.h"
#include "base/words.h"
#include "report/tracefile.h"

static bool
is_elf (const char *text, size_t len)
{
  return len >= 4 && !memcmp (text, "\177ELF", 4);
}

/* Reads the rest of a file from its `got`-th byte; at most `most` bytes if it grows meanwhile. */
static char *
read_rest (FILE *f, const char *first, size_t got, size_t most, size_t *len)
{
  size_t room = 65536, n = got;
  char *text = mem_alloc (room + 1);
  memcpy (text, first, got);
  while (got && n < most) {
    if (n == room)
      text = mem_realloc (text, (room *= 2) + 1);
    n += got = fread (text + n, 1, (room < most ? room : most) - n, f);
  }
  text[n] = 0;
  *len = n;
  return text;
}

char *
input_read (const char *path, size_t *len, struct diag *diag)
{
  const char *why = NULL;
  /* gcc passes the last part of a name to its subprograms, which treat it as a list of options, wherever it is */
  bool is_list = *path_name (path) == '@';
  FILE *f = is_list ? NULL : file_open (path, file_most_program, &why);
  char *text = NULL, first[4] = "";
  if (is_list)
    why = "its name begins with @, which compilers take for a list of options; please rename it";
  else if (!f)
    why = errno == EISDIR ? "it is a folder; `mazurka test` checks all that is in one" : why;
  else {
    size_t got = fread (first, 1, sizeof first, f), most = is_elf (first, got) ? (size_t) file_most_program : FILE_MOST_TEXT;
    if (file_bytes (f) > most)
      why = "it is too large for a source or model: more than 64 MiB";
    else
      text = read_rest (f, first, got, most, len);
    if (ferror (f)) {
      why = strerror (errno);
      mem_free (text);
      text = NULL;
    }
    fclose (f);
  }
  if (!text)
    diag_error (diag, (struct pos) {0}, "cannot read %s: %s", path, why);
  return text;
}

char *
input_beside (const char *trace, const char *file)
{
  const char *slash = strrchr (trace, '/');
  struct str s = {0};
  bool elsewhere = file[0] != '/' && slash && access (file, R_OK);
  if (elsewhere) {
    str_add_n (&s, trace, (size_t) (slash + 1 - trace));
    str_add (&s, file);
    elsewhere = access (str_text (&s), R_OK) && slash - trace >= 8 && !strncmp (slash - 8, ".mazurka", 8);
    s.len = (size_t) (slash + 1 - trace) - (elsewhere ? 9 : 0);
  }
  str_add (&s, file);
  return str_take (&s);
}

struct scanner {
  const char *p;
  int line;
};

/* Skips blanks, comments, strings and preprocessor lines. */
static void
skip_quiet (struct scanner *s)
{
  for (;;) {
    const char *p = s->p;
    if (*p == '\n')
      s->line++, s->p++;
    else if (isspace ((unsigned char) *p))
      s->p++;
    else if (*p == '#' || (*p == '/' && p[1] == '/'))
      s->p += strcspn (p, "\n");
    else if (*p == '/' && p[1] == '*') {
      for (s->p += 2; *s->p && !(*s->p == '*' && s->p[1] == '/'); s->p++)
        s->line += *s->p == '\n';
      s->p += *s->p ? 2 : 0;
    } else if (*p == '"' || *p == '\'') {
      for (s->p++; *s->p && *s->p != *p && *s->p != '\n'; s->p++)
        s->p += *s->p == '\\' && s->p[1];
      s->p += *s->p == *p;
    } else
      return;
  }
}

/* The next word into buffer, or another single character; false at the end. */
static bool
next_word (struct scanner *s, char *buffer, size_t room)
{
  skip_quiet (s);
  size_t n = 0;
  while (isalnum ((unsigned char) *s->p) || *s->p == '_') {
    if (n + 1 < room)
      buffer[n++] = *s->p;
    s->p++;
  }
  if (!n && *s->p)
    buffer[n++] = *s->p++;
  buffer[n] = 0;
  return n > 0;
}

/* The indications of a kind found in a text. */
struct evidence {
  bool promela;
  int c_line;                     /* line of the first word of C, or 0 */
  bool protocol;
};

static void
look_at_words (const char *text, struct evidence *e)
{
  static const char *const c[] = {"return", "while", "void", "static", "struct", "extern", "char", "mz_protocol",
                                  "typedef", "namespace", "using", NULL};
  static const char *const before[] = {"struct", "enum", "union", "class", "namespace", ")", NULL};
  struct scanner s = {text, 1};
  char word[32], last[32] = "", second[32] = "";
  for (; next_word (&s, word, sizeof word); strcpy (second, last), strcpy (last, word)) {
    e->promela |= !strcmp (word, "proctype") ||
                  (!strcmp (last, "init") && !strcmp (word, "{") && !word_is_in (second, before));
    e->protocol |= !strcmp (last, "mz_protocol") && !strcmp (word, "=");
    if (!e->c_line && (word_is_in (word, c) || (!strcmp (last, "main") && !strcmp (word, "("))))
      e->c_line = s.line;
  }
}

/* How many conditional groups of the preprocessor are open at the place. */
static int
conditions_before (const char *text, const char *place)
{
  int depth = 0;
  for (const char *p = text; p < place; p += strcspn (p, "\n"), p += *p == '\n') {
    const char *q = p + strspn (p, " \t");
    if (*q != '#')
      continue;
    q += 1 + strspn (q + 1, " \t");
    depth += !strncmp (q, "if", 2) ? 1 : !strncmp (q, "endif", 5) ? -1 : 0;
  }
  return depth;
}

/* Is "main (" followed by the rest of a function, at the outermost level? */
static bool
is_function (struct scanner s)
{
  char word[32];
  int depth = 1;
  while (depth && next_word (&s, word, sizeof word))
    depth += !strcmp (word, "(") ? 1 : !strcmp (word, ")") ? -1 : 0;
  return next_word (&s, word, sizeof word) && strcmp (word, ";") && strcmp (word, ",") && strcmp (word, ")") && strcmp (word, "=");
}

int
input_main_line (const char *text)
{
  struct scanner s = {text, 1};
  char word[32], last[32] = "";
  for (int depth = 0; next_word (&s, word, sizeof word); strcpy (last, word)) {
    depth += !strcmp (word, "{") ? 1 : !strcmp (word, "}") ? -1 : 0;
    if (!depth && !strcmp (last, "main") && !strcmp (word, "(") && is_function (s) && !conditions_before (text, s.p))
      return s.line;
  }
  return 0;
}

static bool
includes_protocol (const char *text)
{
  for (const char *p = text; (p = strstr (p, "mazurka/protocol.h")); p++) {
    const char *start = p;
    while (start > text && start[-1] != '\n')
      start--;
    start += strspn (start, " \t");
    if (*start == '#' && strstr (start, "include") && strstr (start, "include") < p)
      return true;
  }
  return false;
}

bool
input_is_named_c (const char *path)
{
  static const char *const endings[] = {".c", ".i", ".cc", ".cpp", ".cxx", ".C", NULL};
  return word_is_in (path_ending (path), endings);
}

enum input_kind
input_kind_of (const char *path, const char *text, size_t len, int *line)
{
  struct evidence e = {0};
  *line = 0;
  assert (!text[len]);
  if (trace_is_one (text, len))
    return INPUT_TRACE;
  if (is_elf (text, len))
    return INPUT_PROGRAM;
  const char *zero = memchr (text, 0, len);
  if (zero) {
    *line = 1;
    for (const char *p = text; p < zero; p++)
      *line += *p == '\n';
    return INPUT_BINARY;
  }
  look_at_words (text, &e);
  if (e.promela || !(e.c_line || input_is_named_c (path)))
    return INPUT_PROMELA;
  *line = e.c_line;
  return e.protocol || includes_protocol (text) ? INPUT_PROTOCOL : INPUT_C;
}

bool
input_is_program (const char *path, int *line)
{
  struct diag silent = {0};
  size_t len;
  char *text = input_read (path, &len, &silent);
  enum input_kind kind = text ? input_kind_of (path, text, len, line) : INPUT_PROMELA;
  mem_free (text);
  return kind == INPUT_C || kind == INPUT_PROGRAM;
}
