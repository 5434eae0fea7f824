/* Idea: the wrappers of assembler and linker (wrap/) record what is not instrumented in
 * sections of their output. The sections of a library made by `mazurka cc` are read as
 * well; the dynamic linker lists the libraries. An instrumented unit has a constructor,
 * and one that was compiled with the plugin also has a byte in a section: if there are
 * fewer bytes than constructors, some unit was compiled without the plugin.
 */
#include "native/unseen.h"

#include <fcntl.h>
#include <gelf.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/child.h"
#include "base/vec.h"
#include "native/constructor.h"
#include "native/fence.h"

/* Zero-terminated strings; "path:line" in the section for assembly. */
static void
add_unseen (struct unseen_list *all, const char *text, size_t bytes, bool has_line)
{
  for (const char *at = text, *end; at < text + bytes && (end = memchr (at, 0, bytes - (size_t) (at - text))); at = end + 1) {
    const char *colon = has_line ? strrchr (at, ':') : NULL;
    char *path = mem_strdup (at);
    if (end == at) {
      mem_free (path);
      continue;
    }
    if (colon)
      path[colon - at] = 0;
    VEC_PUSH (*all, ((struct unseen) {path, colon ? atoi (colon + 1) : 0}));
  }
}

static void
add_sections (Elf *elf, struct unseen_list *all)
{
  size_t names;
  GElf_Shdr header;
  for (Elf_Scn *s = NULL; !elf_getshdrstrndx (elf, &names) && (s = elf_nextscn (elf, s)) && gelf_getshdr (s, &header);) {
    const char *name = elf_strptr (elf, names, header.sh_name);
    bool has_line = name && !strcmp (name, ".mazurka.asm");
    if (!has_line && (!name || strcmp (name, ".mazurka.objects")))
      continue;
    for (Elf_Data *d = NULL; (d = elf_rawdata (s, d));)
      add_unseen (all, d->d_buf, d->d_size, has_line);
  }
}

/* ---- units without the plugin ---- */

/* A stripped file has no names of constructors: it counts as incomplete if it calls the runtime. */
static void
find_left_out (Elf *elf, struct unseen_list *all)
{
  size_t names, constructors = 0, marks = 0, zones = 0;
  bool is_instrumented = false, has_names = false;
  GElf_Shdr header;
  for (Elf_Scn *s = NULL; !elf_getshdrstrndx (elf, &names) && (s = elf_nextscn (elf, s)) && gelf_getshdr (s, &header);) {
    const char *section = elf_strptr (elf, names, header.sh_name);
    bool is_table = header.sh_type == SHT_SYMTAB || header.sh_type == SHT_DYNSYM;
    if (section && !strcmp (section, ".mazurka.plugin"))
      marks += header.sh_size;
    has_names |= header.sh_type == SHT_SYMTAB;
    Elf_Data *d = is_table && header.sh_entsize ? elf_getdata (s, NULL) : NULL;
    GElf_Sym e;
    for (size_t i = 0; d && i < header.sh_size / header.sh_entsize && gelf_getsym (d, (int) i, &e); i++) {
      const char *name = elf_strptr (elf, header.sh_link, e.st_name);
      is_instrumented |= name && !strcmp (name, "__tsan_init");
      constructors += name && GELF_ST_TYPE (e.st_info) == STT_FUNC && is_constructor (name);
      constructors -= name && is_zones_of_gcc (name);
      zones += name && is_zones (name);
    }
  }
  all->left_out |= is_instrumented && (!has_names || marks < constructors);
  all->no_zones |= is_instrumented && (!has_names || zones < constructors);
}

/* ---- libraries ---- */

/* System libraries are not made by `mazurka cc`; calls of their functions are recognised (runtime/libc/imports.c). */
static bool
is_of_system (const char *library)
{
  static const char *const known[] = {"libc.so.", "libm.so.", "libdl.so.", "libpthread.so.", "librt.so.", "libstdc++.so.", "libgcc_s.so.", "ld-linux"};
  for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
    if (!strncmp (library, known[i], strlen (known[i])))
      return true;
  return false;
}

/* True if it needs libraries other than the system's. Only a file with an interpreter can list them. */
static bool
needs_libraries (Elf *elf)
{
  size_t nheaders = 0;
  bool has_interpreter = false, needs = false;
  GElf_Phdr program;
  GElf_Shdr header;
  elf_getphdrnum (elf, &nheaders);
  for (size_t i = 0; i < nheaders; i++)
    has_interpreter |= gelf_getphdr (elf, (int) i, &program) && program.p_type == PT_INTERP;
  for (Elf_Scn *s = NULL; has_interpreter && (s = elf_nextscn (elf, s)) && gelf_getshdr (s, &header);) {
    Elf_Data *d = header.sh_type == SHT_DYNAMIC && header.sh_entsize ? elf_getdata (s, NULL) : NULL;
    GElf_Dyn e;
    for (size_t i = 0; d && i < header.sh_size / header.sh_entsize && gelf_getdyn (d, (int) i, &e); i++) {
      const char *name = e.d_tag == DT_NEEDED ? elf_strptr (elf, header.sh_link, e.d_un.d_val) : NULL;
      needs |= name && !is_of_system (name);
    }
  }
  return needs;
}

/* Returns whether it is a program that loads libraries of its own. */
static bool
add_file (const char *path, bool is_program, struct unseen_list *all)
{
  int fd = open (path, O_RDONLY | O_CLOEXEC);
  elf_version (EV_CURRENT);
  Elf *elf = fd < 0 ? NULL : elf_begin (fd, ELF_C_READ, NULL);
  if (elf) {
    add_sections (elf, all);
    find_left_out (elf, all);
  }
  bool needs = elf && is_program && needs_libraries (elf);
  if (elf)
    elf_end (elf);
  if (fd >= 0)
    close (fd);
  return needs;
}

/* The dynamic linker's list, "NAME => PATH (ADDRESS)" or "PATH (ADDRESS)"; main is not run. */
static FILE *
list_libraries (const char *executable, pid_t *pid)
{
  int ends[2];
  if (pipe (ends))
    return NULL;
  pid_t self = getpid ();
  *pid = fork ();
  if (!*pid) {
    child_follow (self, SIGKILL);
    dup2 (ends[1], STDOUT_FILENO);
    close (ends[0]);
    setenv ("LD_TRACE_LOADED_OBJECTS", "1", 1);
    fence_close (-1, true);       /* the file names its dynamic linker, which could be any program */
    execl (executable, executable, (char *) NULL);
    _exit (127);
  }
  close (ends[1]);
  FILE *list = *pid < 0 ? NULL : fdopen (ends[0], "r");
  if (!list)
    close (ends[0]);
  return list;
}

static void
add_libraries (const char *executable, struct unseen_list *all)
{
  pid_t pid;
  FILE *list = list_libraries (executable, &pid);
  char *line = NULL;
  size_t room = 0;
  while (list && getline (&line, &room, list) > 0) {
    char *arrow = strstr (line, " => "), *path = arrow ? arrow + 4 : line + strspn (line, " \t"), *end = strstr (path, " (");
    if (end)
      *end = 0;
    if (end && strchr (path, '/'))
      add_file (path, false, all);
  }
  free (line);
  if (list) {
    fclose (list);
    waitpid (pid, NULL, 0);
  }
}

void
unseen_find (const char *executable, struct unseen_list *all)
{
  *all = (struct unseen_list) {0};
  if (add_file (executable, true, all))
    add_libraries (executable, all);
}

void
unseen_release (struct unseen_list *all)
{
  for (size_t i = 0; i < all->count; i++)
    mem_free (all->data[i].path);
  mem_free (all->data);
}
