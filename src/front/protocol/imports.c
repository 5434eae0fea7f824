/* What a protocol's functions may call.
 *
 * Idea. A state is the variables and the messages. A function that looks at the clock, at random
 * numbers, at files or at memory of its own depends on something else, and one that starts
 * processes or threads, allocates or waits does what nobody sees. So the functions that a protocol
 * may use are listed, and what else its shared object asks for is named before anything runs.
 * Why that is sound. Calls go through the table of undefined symbols: nothing of libc is linked
 * statically, and code that runs while the object is loaded is refused.
 */
#include <ctype.h>
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/mutant.h"
#include "front/protocol/parts.h"

/* Functions of their arguments alone; those that end the process, which is noticed; and printing to stderr. */
static const char *const allowed[] = {
  "memcpy", "memmove", "memset", "memcmp", "memchr", "memrchr", "memmem", "mempcpy", "bcmp", "bcopy", "bzero",
  "strlen", "strnlen", "strcmp", "strncmp", "strcasecmp", "strncasecmp", "strcpy", "strncpy", "stpcpy", "stpncpy", "strcat", "strncat",
  "strchr", "strrchr", "strchrnul", "strstr", "strspn", "strcspn", "strpbrk", "strtol", "strtoul", "strtoll", "strtoull", "atoi", "atol",
  "abs", "labs", "llabs", "div", "ldiv", "lldiv", "imaxabs", "qsort", "bsearch", "ffs", "ffsl", "ffsll",
  "isalpha", "isdigit", "isalnum", "isspace", "isupper", "islower", "isprint", "ispunct", "isxdigit", "tolower", "toupper",
  "__ctype_b_loc", "__ctype_tolower_loc", "__ctype_toupper_loc",
  "sqrt", "pow", "exp", "log", "log2", "log10", "floor", "ceil", "round", "trunc", "fmod", "fabs", "fmin", "fmax", "lround", "llround",
  "snprintf", "sprintf", "vsnprintf", "vsprintf", "fprintf", "vfprintf", "fputs", "fputc", "putc", "fwrite", "fflush", "stderr",
  "abort", "exit", "_exit", "_Exit", "quick_exit", "__assert_fail", "__stack_chk_fail",
  "__cxa_finalize", "__gmon_start__", "_ITM_deregisterTMCloneTable", "_ITM_registerTMCloneTable", "_DYNAMIC", "_GLOBAL_OFFSET_TABLE_",
};

/* Some of them by another name: __memcpy_chk, __isoc23_strtol; checks that the author asked for. */
static bool
is_allowed (const char *name)
{
  char plain[64];
  size_t n = strlen (name);
  if (!strncmp (name, "__isoc", 6) && strchr (name + 6, '_'))
    return is_allowed (strchr (name + 6, '_') + 1);
  if (n > 6 && n < sizeof plain && !strncmp (name, "__", 2) && !strcmp (name + n - 4, "_chk")) {
    memcpy (plain, name + 2, n - 6);
    plain[n - 6] = 0;
    return is_allowed (plain);
  }
  for (size_t i = 0; i < sizeof allowed / sizeof *allowed; i++)
    if (!strcmp (name, allowed[i]))
      return true;
  return !strncmp (name, "__ubsan_handle_", 15);
}

static bool
is_part_of_name (char c)
{
  return isalnum ((unsigned char) c) || c == '_';
}

/* The first line of the file on which the name stands; 0: none, it comes from elsewhere. */
static int
line_of (const char *file, const char *name)
{
  FILE *f = fopen (file, "r");
  char *text = NULL;
  size_t room = 0, length = strlen (name);
  int line = 0, found = 0;
  while (f && !found && getline (&text, &room, f) > 0) {
    line++;
    for (const char *at = text; !found && (at = strstr (at, name)); at++)
      if ((at == text || !is_part_of_name (at[-1])) && !is_part_of_name (at[length]))
        found = line;
  }
  free (text);
  if (f)
    fclose (f);
  return found;
}

struct object {
  const uint8_t *data;
  size_t bytes;
  const char *file;
  struct diag *diag;
  bool ok;
};

static void
check_symbols (struct object *o, const ElfW (Shdr) *section, const ElfW (Shdr) *names)
{
  for (size_t at = sizeof (ElfW (Sym)); at + sizeof (ElfW (Sym)) <= section->sh_size; at += sizeof (ElfW (Sym))) {
    const ElfW (Sym) *s = (const void *) (o->data + section->sh_offset + at);
    const char *name = (const char *) o->data + names->sh_offset + s->st_name;
    if (s->st_shndx != SHN_UNDEF || s->st_name >= names->sh_size || is_allowed (name) || MUTANT (protocol_any_import))
      continue;
    o->ok = false;
    diag_error (o->diag, (struct pos) {o->file, line_of (o->file, name), 0},
                "%s is not defined here and is none of the functions that a protocol may use: these look at nothing but what they are given, and print to stderr alone (docs/protocols.md)", name);
  }
}

static void
check_sections (struct object *o)
{
  const ElfW (Ehdr) *head = (const void *) o->data;
  const ElfW (Shdr) *sections = (const void *) (o->data + head->e_shoff);
  if (o->bytes < sizeof *head || head->e_shoff + (size_t) head->e_shnum * sizeof *sections > o->bytes)
    return;                       /* dlopen says what is wrong with it */
  for (size_t i = 0; i < head->e_shnum; i++) {
    const ElfW (Shdr) *s = &sections[i];
    if (s->sh_type == SHT_DYNSYM && s->sh_offset + s->sh_size <= o->bytes && s->sh_link < head->e_shnum)
      check_symbols (o, s, &sections[s->sh_link]);
    if ((s->sh_type == SHT_INIT_ARRAY || s->sh_type == SHT_FINI_ARRAY) && s->sh_size && !MUTANT (protocol_any_import)) {
      o->ok = false;
      diag_error (o->diag, (struct pos) {o->file, line_of (o->file, s->sh_type == SHT_INIT_ARRAY ? "constructor" : "destructor"), 0},
                  "a function is to run while the protocol is loaded or unloaded (constructor, destructor); only functions of transitions, properties and processes are called");
    }
  }
}

bool
mp_check_imports (const char *path, const char *file, struct diag *diag)
{
  struct object o = {.file = file, .diag = diag, .ok = true};
  struct stat st;
  int fd = open (path, O_RDONLY | O_CLOEXEC);
  void *map = fd >= 0 && !fstat (fd, &st) && st.st_size > 0 ? mmap (NULL, (size_t) st.st_size, PROT_READ, MAP_PRIVATE, fd, 0) : MAP_FAILED;
  if (fd >= 0)
    close (fd);
  if (map == MAP_FAILED)
    return true;
  o.data = map;
  o.bytes = (size_t) st.st_size;
  check_sections (&o);
  munmap (map, o.bytes);
  return o.ok;
}
