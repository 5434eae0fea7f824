/* Functions that a protocol may call.
 *
 * Idea. A state is the variables and the messages. A function that reads the clock, random numbers, files or other memory
 * depends on something else, and one that starts processes or threads, allocates or waits has effects outside the state. So
 * the permitted functions are listed, and any other undefined symbol of the shared object is reported before anything runs.
 * Why that is sound. Calls go through the table of undefined symbols: nothing of libc is linked statically, and code that
 * runs while the object is loaded is refused. So are assembly that may access memory and the code of intrinsics, whose
 * accesses are not instrumented (wrap/as and the plugins record them). */
#include <ctype.h>
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/sources.h"
#include "base/words.h"
#include "front/protocol/library.h"
#include "front/protocol/parts.h"

#define INSTRUMENTED(n) "read" #n, "write" #n, "unaligned_read" #n, "unaligned_write" #n, "volatile_read" #n, "volatile_write" #n,

/* Instrumentation hooks: accesses.c. */
static bool
is_instrumentation (const char *name)
{
  static const char *const names[] = {INSTRUMENTED_SIZES (INSTRUMENTED) "read_range", "write_range", "init", "func_entry", "func_exit", "pointers_compared", "pointer_converted", "ids_compared", "memcpy", "memmove", "memset", NULL};
  return !strncmp (name, "__tsan_", 7) && word_is_in (name + 7, names);
}

/* Pure functions; functions that end the process, which is detected; printing to stderr; checks requested by the author. */
static bool
is_allowed (const char *name)
{
  return mp_is_of_library (name) || is_instrumentation (name) || !strncmp (name, "__ubsan_handle_", 15);
}

static bool
is_part_of_name (char c)
{
  return isalnum ((unsigned char) c) || c == '_';
}

/* The first line of the file that contains the name, or a name with this prefix; 0: none, it comes from elsewhere. */
static int
line_of (const char *file, const char *name, bool begins)
{
  FILE *f = sources_open (file);
  char *text = NULL;
  size_t room = 0, length = strlen (name);
  int line = 0, found = 0;
  while (f && !found && getline (&text, &room, f) > 0) {
    line++;
    for (const char *at = text; !found && (at = strstr (at, name)); at++)
      if ((at == text || !is_part_of_name (at[-1])) && (begins || !is_part_of_name (at[length])))
        found = line;
  }
  free (text);
  if (f)
    fclose (f);
  return found;
}

/* The compiler calls a different function for each operation; the source contains one of these, or an operator on an atomic
 * type. */
static int
line_of_atomic (const char *file)
{
  static const char *const begins[] = {"__atomic_", "__sync_", "atomic_", "_Atomic"};
  int first = 0;
  for (size_t i = 0; i < sizeof begins / sizeof *begins; i++) {
    int line = line_of (file, begins[i], true);
    first = line && (!first || line < first) ? line : first;
  }
  return first;
}

struct object {
  const uint8_t *data;
  size_t bytes;
  const char *file;
  struct diag *diag;
  bool ok;
};

static void
refuse (struct object *o, const char *name)
{
  o->ok = false;
  if (!strncmp (name, "__tsan_atomic", 13))
    diag_error (o->diag, (struct pos) {o->file, line_of_atomic (o->file), 0},
                "an atomic operation: each step of a protocol is one, so plain variables will do (docs/protocols.md)");
  else
    diag_error (o->diag, (struct pos) {o->file, line_of (o->file, name, false), 0},
                "%s is not defined here and is none of the functions that a protocol may use: these look at nothing but what they are given, and print to stderr alone (docs/protocols.md)", name);
}

static void
check_symbols (struct object *o, const ElfW (Shdr) *section, const ElfW (Shdr) *names)
{
  for (size_t at = sizeof (ElfW (Sym)); at + sizeof (ElfW (Sym)) <= section->sh_size; at += sizeof (ElfW (Sym))) {
    const ElfW (Sym) *s = (const void *) (o->data + section->sh_offset + at);
    const char *name = (const char *) o->data + names->sh_offset + s->st_name;
    if (s->st_shndx != SHN_UNDEF || s->st_name >= names->sh_size || is_allowed (name))
      continue;
    refuse (o, name);
  }
}

/* Code that runs when the object is loaded (a resolver of an indirect function, the entry that the linker calls first), and functions
 * in the place of the checker's: nobody needs them. */
static bool
is_out_of_place (const ElfW (Sym) *s, const char *name)
{
  static const char *const prefixes[] = {"__tsan_", "__wrap_", "__ubsan_handle_"};
  if (s->st_shndx == SHN_UNDEF)
    return false;
  for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
    if (!strncmp (name, prefixes[i], strlen (prefixes[i])))
      return true;
  return ELF64_ST_TYPE (s->st_info) == STT_GNU_IFUNC || !strcmp (name, "mazurka.none");
}

static void
refuse_out_of_place (struct object *o, const ElfW (Shdr) *section, const ElfW (Shdr) *names)
{
  for (size_t at = 0; at + sizeof (ElfW (Sym)) <= section->sh_size; at += sizeof (ElfW (Sym))) {
    const ElfW (Sym) *s = (const void *) (o->data + section->sh_offset + at);
    const char *name = (const char *) o->data + names->sh_offset + s->st_name;
    if (s->st_name >= names->sh_size || !is_out_of_place (s, name))
      continue;
    o->ok = false;
    diag_error (o->diag, (struct pos) {o->file, line_of (o->file, name, false), 0},
                "'%s' would run while the protocol is loaded, or in place of a function of the checker", name);
  }
}

/* The compiler's own constructor calls __tsan_init: one, and a function. */
static size_t
count_own_constructors (const struct object *o, const ElfW (Shdr) *section, const ElfW (Shdr) *names)
{
  size_t n = 0;
  for (size_t at = 0; at + sizeof (ElfW (Sym)) <= section->sh_size; at += sizeof (ElfW (Sym))) {
    const ElfW (Sym) *s = (const void *) (o->data + section->sh_offset + at);
    const char *name = (const char *) o->data + names->sh_offset + s->st_name;
    n += s->st_name < names->sh_size && ELF64_ST_TYPE (s->st_info) == STT_FUNC && (!strcmp (name, "_sub_I_00099_0") || !strcmp (name, "tsan.module_ctor"));
  }
  return n;
}

/* Prints texts "file:line", separated. */
static void
refuse_assembly (struct object *o, const char *text, size_t bytes)
{
  for (size_t at = 0; at < bytes && memchr (text + at, 0, bytes - at); at += strlen (text + at) + 1) {
    const char *colon = strrchr (text + at, ':');
    if (!text[at])
      continue;
    o->ok = false;
    diag_error (o->diag, (struct pos) {o->file, colon ? atoi (colon + 1) : 0, 0},
                "assembly that may touch memory, or an intrinsic that does or reads the processor's clock: what it reads and writes is not seen");
  }
}

static void
check_sections (struct object *o)
{
  const ElfW (Ehdr) *head = (const void *) o->data;
  const ElfW (Shdr) *sections = (const void *) (o->data + head->e_shoff);
  if (o->bytes < sizeof *head || head->e_shoff + (size_t) head->e_shnum * sizeof *sections > o->bytes)
    return;                       /* dlopen reports the error */
  size_t own = 0;
  for (size_t i = 0; i < head->e_shnum; i++)
    if (sections[i].sh_type == SHT_SYMTAB && sections[i].sh_offset + sections[i].sh_size <= o->bytes && sections[i].sh_link < head->e_shnum) {
      own += count_own_constructors (o, &sections[i], &sections[sections[i].sh_link]);
      refuse_out_of_place (o, &sections[i], &sections[sections[i].sh_link]);
    }
  own = own > 1 ? 1 : own;
  size_t names = head->e_shstrndx < head->e_shnum ? sections[head->e_shstrndx].sh_offset : o->bytes;
  for (size_t i = 0; i < head->e_shnum; i++) {
    const ElfW (Shdr) *s = &sections[i];
    if (names + s->sh_name + sizeof ".mazurka.asm" <= o->bytes && !strcmp ((const char *) o->data + names + s->sh_name, ".mazurka.asm") &&
        s->sh_offset + s->sh_size <= o->bytes)
      refuse_assembly (o, (const char *) o->data + s->sh_offset, s->sh_size);
    if (s->sh_flags & SHF_TLS) {
      o->ok = false;
      diag_error (o->diag, (struct pos) {o->file, line_of (o->file, "_Thread_local", false), 0}, "a variable of a thread is not part of a state");
    }
    if (s->sh_type == SHT_DYNSYM && s->sh_offset + s->sh_size <= o->bytes && s->sh_link < head->e_shnum)
      check_symbols (o, s, &sections[s->sh_link]);
    if ((s->sh_type == SHT_INIT_ARRAY || s->sh_type == SHT_FINI_ARRAY) && s->sh_size > (s->sh_type == SHT_INIT_ARRAY ? own * sizeof (void *) : 0)) {
      o->ok = false;
      diag_error (o->diag, (struct pos) {o->file, line_of (o->file, s->sh_type == SHT_INIT_ARRAY ? "constructor" : "destructor", false), 0},
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
