/* DWARF and symbol tables, read with elfutils. */
#include "native/symbols.h"

#include <assert.h>
#include <dlfcn.h>
#include <dwarf.h>
#include <elfutils/libdwfl.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/vec.h"
#include "native/symbols_data.h"
#include "native/wire.h"

struct named { uint64_t object; const char *name; };

enum { KEPT_BLOCKS = 256 };

struct symbols {
  Dwfl *dwfl;
  struct symbols_block blocks[KEPT_BLOCKS];
  VEC (struct named) named;
  bool is_complete;               /* no module is added any more */
  struct arena texts;
  char here[4096];                /* the current directory and a slash: left out of file names */
};

struct symbols *
symbols_new (void)
{
  static const Dwfl_Callbacks callbacks = {.find_elf = dwfl_build_id_find_elf,
                                           .find_debuginfo = dwfl_standard_find_debuginfo,
                                           .section_address = dwfl_offline_section_address};
  struct symbols *s = mem_zalloc (sizeof *s);
  s->dwfl = dwfl_begin (&callbacks);
  if (s->dwfl)
    dwfl_report_begin (s->dwfl);
  if (getcwd (s->here, sizeof s->here - 1))
    strcat (s->here, "/");
  else
    s->here[0] = 0;
  return s;
}

void
symbols_add_module (struct symbols *s, const char *path, uint64_t base)
{
  if (s->dwfl)
    dwfl_report_elf (s->dwfl, path, path, -1, base, true);
}

void
symbols_add_name (struct symbols *s, uint64_t object, const char *name)
{
  VEC_PUSH (s->named, (struct named) {object, arena_strdup (&s->texts, name)});
}

void
symbols_free (struct symbols *s)
{
  if (s->dwfl)
    dwfl_end (s->dwfl);
  arena_release (&s->texts);
  VEC_FREE (s->named);
  mem_free (s);
}

static Dwfl_Module *
find_module (struct symbols *s, uint64_t address)
{
  if (s->dwfl && !s->is_complete)
    dwfl_report_end (s->dwfl, NULL, NULL);
  s->is_complete = true;
  return s->dwfl ? dwfl_addrmodule (s->dwfl, address) : NULL;
}

/* ---- instructions ---- */

/* The file name relative to the current directory, if it is inside. */
static const char *
file_name (struct symbols *s, const char *file)
{
  size_t n = strlen (s->here);
  if (!file)
    return NULL;
  if (n && !strncmp (file, s->here, n))
    file += n;
  return arena_strdup (&s->texts, !strncmp (file, "./", 2) ? file + 2 : file);
}

static struct pos
line_of (struct symbols *s, Dwfl_Module *m, uint64_t pc)
{
  struct pos pos = {0};
  Dwfl_Line *line = dwfl_module_getsrc (m, pc);
  Dwarf_Addr address;
  pos.file = line ? file_name (s, dwfl_lineinfo (line, &address, &pos.line, &pos.col, NULL, NULL)) : NULL;
  pos.col = 0;
  return pos;
}

/* The line where the inlined function was called. */
static struct pos
call_of (struct symbols *s, Dwarf_Die *unit, Dwarf_Die *inlined)
{
  struct pos pos = {0};
  Dwarf_Attribute attribute;
  Dwarf_Files *files;
  Dwarf_Word file, line;
  if (!dwarf_formudata (dwarf_attr (inlined, DW_AT_call_file, &attribute), &file) &&
      !dwarf_formudata (dwarf_attr (inlined, DW_AT_call_line, &attribute), &line) &&
      !dwarf_getsrcfiles (unit, &files, NULL)) {
    pos.file = file_name (s, dwarf_filesrc (files, file, NULL, NULL));
    pos.line = (int) line;
  }
  return pos;
}

/* The demangled name, by the C++ library, which is installed where C++ is compiled. */
static const char *
readable (struct symbols *s, const char *name)
{
  static char *(*demangle) (const char *, char *, size_t *, int *);
  static bool tried;
  if (strncmp (name, "_Z", 2))
    return arena_strdup (&s->texts, name);
  void *library = tried ? NULL : dlopen ("libstdc++.so.6", RTLD_LAZY | RTLD_LOCAL);
  if (library)
    *(void **) &demangle = dlsym (library, "__cxa_demangle");
  tried = true;
  int status = -1;
  char *plain = demangle ? demangle (name, NULL, NULL, &status) : NULL;
  const char *kept = arena_strdup (&s->texts, plain && !status ? plain : name);
  free (plain);
  return kept;
}

static const char *
function_name (struct symbols *s, Dwarf_Die *die)
{
  Dwarf_Attribute attribute;
  const char *name = dwarf_formstring (dwarf_attr_integrate (die, DW_AT_name, &attribute));
  return name ? readable (s, name) : NULL;
}

/* The scopes around the address, innermost first, as they are nested in the
 * code; dwarf_getscopes alone continues from an inlined function to the scope of its
 * definition. The caller frees *scopes. */
static int
scopes_around (Dwarf_Die *unit, uint64_t address, Dwarf_Die **scopes)
{
  int n = dwarf_getscopes (unit, address, scopes);
  if (n <= 0)
    return 0;
  Dwarf_Die innermost = **scopes;
  free (*scopes);
  *scopes = NULL;
  n = dwarf_getscopes_die (&innermost, scopes);
  return n > 0 ? n : 0;
}

int
symbols_scopes (struct symbols *s, uint64_t pc, Dwarf_Die *unit, Dwarf_Die **scopes)
{
  Dwfl_Module *m = find_module (s, pc);
  Dwarf_Addr bias;
  Dwarf_Die *die = m ? dwfl_module_addrdie (m, pc, &bias) : NULL;
  *scopes = NULL;
  if (!die)
    return 0;
  *unit = *die;
  return scopes_around (die, pc - bias, scopes);
}

size_t
symbols_places (struct symbols *s, uint64_t pc, struct symbols_place *out, size_t most)
{
  Dwfl_Module *m = find_module (s, pc);
  Dwarf_Addr bias;
  Dwarf_Die *unit = m ? dwfl_module_addrdie (m, pc, &bias) : NULL, *scopes = NULL;
  int n = unit ? scopes_around (unit, pc - bias, &scopes) : 0;
  size_t count = 0;
  struct pos pos = m ? line_of (s, m, pc) : (struct pos) {0};
  for (int i = 0; i < n && count < most; i++) {
    int tag = dwarf_tag (&scopes[i]);
    if (tag != DW_TAG_inlined_subroutine && tag != DW_TAG_subprogram)
      continue;
    const char *name = function_name (s, &scopes[i]);
    if (!name || strncmp (name, "__mazurka_", 10))   /* functions of wrap/builtins.h are not the user's */
      out[count++] = (struct symbols_place) {name, pos};
    if (tag == DW_TAG_subprogram)
      break;
    pos = call_of (s, unit, &scopes[i]);
  }
  free (scopes);
  if (!count && most) {
    const char *name = m ? dwfl_module_addrname (m, pc) : NULL;
    out[count++] = (struct symbols_place) {name ? readable (s, name) : NULL, pos};
  }
  assert (count && count <= most);
  return count;
}

bool
symbols_is_ours (struct symbols *s, uint64_t pc)
{
  Dwfl_Module *m = find_module (s, pc);
  Dwarf_Addr bias;
  Dwarf_Die *unit = m ? dwfl_module_addrdie (m, pc, &bias) : NULL;
  return unit && symbols_is_of_runtime (unit);
}

/* ---- data ---- */

struct symbols_block *
symbols_kept_block (struct symbols *s, uint64_t pc, uint64_t bytes)
{
  return &s->blocks[(pc * 31 + bytes) % KEPT_BLOCKS];
}

bool
symbols_add_object (struct symbols *s, uint64_t address, struct str *out)
{
  Dwfl_Module *m = find_module (s, address);
  GElf_Sym symbol;
  GElf_Off offset = 0;
  Dwarf_Addr bias;
  for (size_t i = 0; i < s->named.count; i++)
    if (s->named.data[i].object == address) {
      str_add (out, s->named.data[i].name);
      return true;
    }
  if (!m)
    return false;
  const char *name = dwfl_module_addrinfo (m, address, &offset, &symbol, NULL, NULL, NULL);
  Dwarf *dwarf = dwfl_module_getdwarf (m, &bias);
  if (dwarf && symbols_add_variable (dwarf, address - bias, out))
    return true;
  if (!name || (offset && offset >= symbol.st_size))
    return false;
  str_add (out, name);
  if (offset)
    str_printf (out, "+%llu", (unsigned long long) offset);
  return true;
}

/* ---- executables with the runtime ---- */

static bool
has_marker (Elf *elf)
{
  Elf_Scn *section = NULL;
  while ((section = elf_nextscn (elf, section))) {
    GElf_Shdr head;
    Elf_Data *data;
    if (!gelf_getshdr (section, &head) || (head.sh_type != SHT_SYMTAB && head.sh_type != SHT_DYNSYM) ||
        !head.sh_entsize || !(data = elf_getdata (section, NULL)))
      continue;
    for (size_t i = 0; i < head.sh_size / head.sh_entsize; i++) {
      GElf_Sym symbol;
      const char *name = gelf_getsym (data, (int) i, &symbol) ? elf_strptr (elf, head.sh_link, symbol.st_name) : NULL;
      if (name && symbol.st_shndx != SHN_UNDEF && !strcmp (name, WIRE_MARKER))
        return true;
    }
  }
  return false;
}

bool
symbols_is_checkable (const char *path)
{
  int fd = open (path, O_RDONLY | O_CLOEXEC);
  elf_version (EV_CURRENT);
  Elf *elf = fd < 0 ? NULL : elf_begin (fd, ELF_C_READ, NULL);
  bool found = elf && has_marker (elf);
  if (elf)
    elf_end (elf);
  if (fd >= 0)
    close (fd);
  return found;
}
