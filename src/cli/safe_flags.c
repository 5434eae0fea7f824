#include "cli/safe_flags.h"

#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/words.h"

/* ---- syntax of a flag's value ---- */

static size_t
identifier (const char *p)
{
  return isdigit ((unsigned char) *p) ? 0 : word_length (p);
}

/* Letters, digits and the characters of the second string; at least one. */
static bool
consists_of (const char *p, const char *more)
{
  const char *start = p;
  while (isalnum ((unsigned char) *p) || (*p && strchr (more, *p)))
    p++;
  return p > start && !*p;
}

static bool
is_word (const char *value)
{
  return consists_of (value, "_.+-");
}

static bool
is_number (const char *value)
{
  value += *value == '-' || *value == '+';
  return isdigit ((unsigned char) *value) && consists_of (value, "_.");
}

/* 'a': a single quoted character */
static bool
is_letter (const char *value)
{
  return value[0] == '\'' && isalnum ((unsigned char) value[1]) && value[2] == '\'' && !value[3];
}

static bool
is_standard (const char *value)
{
  return consists_of (value, "+:");
}

static bool
is_library (const char *value)
{
  return *value != '-' && consists_of (value, "_.+-");
}

/* -Wall, -Wno-error=unused, -Wformat=2; not -Wl,... -Wa,... -Wp,..., which are passed to other programs. */
static bool
is_warning (const char *value)
{
  size_t n = strspn (value, "abcdefghijklmnopqrstuvwxyz0123456789+-");
  return !value[n] || (n && value[n] == '=' && consists_of (value + n + 1, "+-"));
}

static bool
is_level (const char *value)
{
  static const char *const levels[] = {"", "0", "1", "2", "3", "s", "g", "fast", NULL};
  return word_is_in (value, levels);
}

/* Not -gsplit-dwarf, which writes another file. */
static bool
is_debug (const char *value)
{
  static const char *const kinds[] = {"", "0", "1", "2", "3", "gdb", "gdb0", "gdb1", "gdb2", "gdb3", "dwarf", "dwarf-2", "dwarf-3", "dwarf-4",
                                      "dwarf-5", "line-tables-only", "column-info", "no-column-info", NULL};
  return word_is_in (value, kinds);
}

/* A macro must not redefine a function of the program or of a library: `main`, `-Dprintf=system`. So a name with small
 * letters, as functions have, may only be empty, a number or a letter; other names may stand for a word. Keywords are not
 * allowed as names. */
static bool
is_macro (const char *value)
{
  static const char *const keywords[] = {"alignas", "alignof", "asm", "auto", "bool", "break", "case", "catch", "char", "class", "const", "constexpr",
    "continue", "decltype", "default", "defined", "delete", "do", "double", "else", "enum", "explicit", "extern", "false", "float", "for", "friend", "goto", "if",
    "inline", "int", "long", "main", "mutable", "namespace", "new", "noexcept", "nullptr", "operator", "private", "protected", "public", "register",
    "restrict", "return", "short", "signed", "sizeof", "static", "static_assert", "struct", "switch", "template", "this", "thread_local", "throw", "true",
    "try", "typedef", "typeid", "typename", "typeof", "union", "unsigned", "using", "virtual", "void", "volatile", "while", NULL};
  size_t n = identifier (value), small = 0;
  char name[200];
  if (!n || n >= sizeof name || (value[n] && value[n] != '='))
    return false;
  memcpy (name, value, n);
  name[n] = 0;
  for (size_t i = 0; i < n; i++)
    small += islower ((unsigned char) name[i]) != 0;
  const char *text = value[n] ? value + n + 1 : "";
  return !word_is_in (name, keywords) && (!*text || is_number (text) || is_letter (text) || (!small && is_word (text)));
}

static bool
is_identifier (const char *value)
{
  size_t n = identifier (value);
  return n && !value[n];
}

/* ---- the table ---- */

enum where { ATTACHED, EITHER };  /* the value follows the flag directly; or it may be the next word */

static const struct flag {
  const char *name;
  bool (*is_value) (const char *);   /* NULL: without a value */
  enum where where;
  bool is_folder;                 /* the value is a directory, which must be below the file's */
  bool of_preprocessor;           /* also allowed for models */
} table[] = {
  {"-D", is_macro, EITHER, false, true},
  {"-U", is_identifier, EITHER, false, true},
  {"-I", NULL, EITHER, true, true},
  {"-iquote", NULL, EITHER, true, false},
  {"-isystem", NULL, EITHER, true, false},
  {"-O", is_level, ATTACHED, false, false},
  {"-g", is_debug, ATTACHED, false, false},
  {"-std=", is_standard, ATTACHED, false, false},
  {"-l", is_library, EITHER, false, false},
  {"-W", is_warning, ATTACHED, false, false},
  {"-march=", is_word, ATTACHED, false, false},
  {"-mtune=", is_word, ATTACHED, false, false},
};

/* Flags that are harmless as they are. */
static const char *const exact[] = {
  "-pthread", "-ansi", "-pedantic", "-pedantic-errors", "-w", "-m32", "-m64", "-mx32", "-mcx16", "-mavx", "-mavx2", "-mfma", "-mbmi", "-mbmi2", "-maes",
  "-mpopcnt", "-mrtm", "-msse", "-msse2", "-msse3", "-mssse3", "-msse4", "-msse4.1", "-msse4.2", "-mno-avx", "-mno-sse",
  "-fopenmp", "-fno-openmp", "-fgnu-tm", "-fgnu89-inline", "-fpermissive", "-fms-extensions", "-fplan9-extensions", "-fcommon", "-fno-common",
  "-fstrict-aliasing", "-fno-strict-aliasing", "-fwrapv", "-fno-wrapv", "-ftrapv", "-fno-trapv", "-fstrict-overflow", "-fno-strict-overflow", "-fsigned-char",
  "-funsigned-char", "-fsigned-bitfields", "-funsigned-bitfields", "-fshort-enums", "-fno-short-enums", "-fshort-wchar", "-fpic", "-fPIC", "-fpie", "-fPIE",
  "-fno-pic", "-fno-pie", "-fno-PIC", "-fno-PIE", "-fexceptions", "-fno-exceptions", "-frtti", "-fno-rtti", "-fcoroutines", "-fconcepts", "-fchar8_t", "-fno-char8_t",
  "-fnon-call-exceptions", "-fno-threadsafe-statics", "-fbuiltin", "-fno-builtin", "-ffreestanding", "-fhosted", "-finline", "-fno-inline", "-finline-functions",
  "-fno-inline-functions", "-fomit-frame-pointer", "-fno-omit-frame-pointer", "-foptimize-sibling-calls", "-fno-optimize-sibling-calls", "-fstack-protector",
  "-fstack-protector-strong", "-fstack-protector-all", "-fno-stack-protector", "-ffast-math", "-fno-fast-math", "-fmath-errno", "-fno-math-errno",
  "-fdelete-null-pointer-checks", "-fno-delete-null-pointer-checks", "-ffunction-sections", "-fdata-sections", "-funroll-loops", "-fno-unroll-loops",
  "-fno-plt", "-fno-semantic-interposition", "-fno-asynchronous-unwind-tables", "-fasynchronous-unwind-tables", "-fvisibility=hidden", "-fvisibility=default",
  "-fvisibility-inlines-hidden", "-fno-lto", "-fsanitize=thread", "-fsanitize=undefined", "-fno-sanitize=all", "-fno-sanitize=undefined", "-latomic", NULL};

static bool
is_below (const char *real, const char *folder)
{
  size_t n = folder ? strlen (folder) : 0;
  return n && (!strncmp (real, folder, n) || (strlen (real) + 1 == n && !strncmp (real, folder, n - 1)));
}

static bool
is_own_folder (const char *path, const struct flags_from *from)
{
  struct str s = {0};
  if (*path == '@' || *path == '-')
    return false;                 /* compilers pass it on as a separate word */
  if (*path != '/' && from->base)
    str_add (&s, from->base);
  str_add (&s, path);
  char *real = realpath (str_text (&s), NULL);
  bool own = real && (is_below (real, from->folder) || is_below (real, from->base));
  free (real);
  str_release (&s);
  return own;
}

/* Is the word, together with the next one if it takes a value (*both), in the table? */
static bool
is_safe (const char *word, const char *next, const struct flags_from *from, bool of_model, bool *both)
{
  *both = false;
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    const struct flag *f = &table[i];
    size_t n = strlen (f->name);
    if (strncmp (word, f->name, n) || (of_model && !f->of_preprocessor))
      continue;
    *both = !word[n] && f->where == EITHER;
    const char *value = *both ? next : word + n;
    if (value && (f->is_folder ? is_own_folder (value, from) : f->is_value (value)))
      return true;
  }
  *both = false;
  return !of_model && word_is_in (word, exact);
}

bool
flags_are_safe (const char *flags, const struct flags_from *from, bool of_model, struct str *refused)
{
  struct words words = {0};
  bool safe = true, both;
  assert (flags);
  words_split (&words, flags);
  for (size_t i = 0; i < words.count && safe; i += 1 + both) {
    const char *next = i + 1 < words.count ? words.data[i + 1] : NULL;
    safe = is_safe (words.data[i], next, from, of_model, &both);
    if (!safe)
      str_add (refused, *words.data[i] ? words.data[i] : "''");
    /* for these flags the next word is checked */
    for (size_t k = 0; !safe && next && k < sizeof table / sizeof *table; k++)
      if (table[k].where == EITHER && !strcmp (words.data[i], table[k].name))
        str_printf (refused, " %s", next);
  }
  words_release (&words);
  return safe;
}

/* The real path of the directory, with "/". A file that `mazurka test` keeps in .mazurka belongs to the directory above. */
static char *
folder_of (const char *path)
{
  static const char kept[] = "/.mazurka/";
  char *real = realpath (path, NULL), *slash = real ? strrchr (real, '/') : NULL;
  struct str s = {0};
  size_t n = slash ? (size_t) (slash + 1 - real) : 0;
  if (n >= sizeof kept && !strncmp (real + n - (sizeof kept - 1), kept, sizeof kept - 1))
    n -= sizeof kept - 2;
  if (n)
    str_add_n (&s, real, n);
  free (real);
  return s.data;
}

void
flags_from (struct flags_from *f, const char *file, const char *base)
{
  char *real = realpath (*base ? base : ".", NULL);
  struct str s = {0};
  if (real)
    str_printf (&s, "%s%s", real, real[1] ? "/" : "");
  free (real);
  *f = (struct flags_from) {folder_of (file), s.data};
}

void
flags_from_release (struct flags_from *f)
{
  mem_free (f->folder);
  mem_free (f->base);
}

bool
flags_take (const char *flags, const struct flags_from *from, bool of_model, struct pos pos, struct diag *diag)
{
  struct str refused = {0};
  bool taken = !flags || flags_are_safe (flags, from, of_model, &refused);
  if (!taken)
    diag_error (diag, pos, "the flag %s is not one that a file may give to the compiler; look at it, and if it is right let it through with --allow-flags",
                str_text (&refused));
  str_release (&refused);
  return taken;
}
