/* The linker that the compiler of `mazurka cc` calls (-B). The names of objects that are not instrumented are
 * written into a section of the program that the checker reads.
 *
 * The real linker lists the files it used (-t -t). An object is instrumented if it refers to __tsan_init. An object without
 * functions needs no instrumentation. An object that ld -r joined from several sources must contain one constructor of the
 * sanitizer for each source. */

#define _GNU_SOURCE
#include <fcntl.h>
#include <fnmatch.h>
#include <gelf.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/str.h"
#include "base/vec.h"
#include "native/constructor.h"

/* A file that was linked in; of an archive, a member of it. */
struct used {
  const char *file, *member;      /* member "": the file itself */
};

struct linked {
  char *text;                     /* output of the linker */
  VEC (struct used) all;          /* by file */
};

/* ---- running others ---- */

static _Noreturn void
fail (const char *what)
{
  perror (what);
  exit (1);
}

/* The exit code of a command whose output goes to `out`. */
static int
run (char *const *words, int out)
{
  int status;
  pid_t child = fork ();
  if (child < 0)
    fail ("fork");
  if (!child) {
    if (out >= 0)
      dup2 (out, 1);
    execvp (words[0], words);
    fail (words[0]);
  }
  if (waitpid (child, &status, 0) < 0)
    fail ("waitpid");
  return WIFEXITED (status) ? WEXITSTATUS (status) : 1;
}

/* A file without a name, for this process and its children. */
static int
open_temporary (void)
{
  int fd = memfd_create ("mazurka-ld", 0);
  if (fd < 0)
    fail ("memfd_create");
  return fd;
}

/* ---- what was linked ---- */

/* A line is a file, or (archive)member, or archive(member). */
static struct used
parse_line (char *line)
{
  char *open = strrchr (line, '('), *close = strrchr (line, ')');
  if (*line == '(' && close) {
    *close = 0;
    return (struct used) {line + 1, close + 1};
  }
  size_t n = strlen (line);
  if (open && line[n - 1] == ')') {
    *open = line[n - 1] = 0;
    return (struct used) {line, open + 1};
  }
  return (struct used) {line, ""};
}

static int
compare_used (const void *a, const void *b)
{
  const struct used *x = a, *y = b;
  int order = strcmp (x->file, y->file);
  return order ? order : strcmp (x->member, y->member);
}

static void
read_linked (struct linked *l, int fd)
{
  struct str text = {0};
  char part[4096];
  lseek (fd, 0, SEEK_SET);
  for (ssize_t n; (n = read (fd, part, sizeof part)) > 0;)
    str_add_n (&text, part, (size_t) n);
  l->text = text.data;
  for (char *line = l->text ? strtok (l->text, "\n") : NULL; line; line = strtok (NULL, "\n"))
    VEC_PUSH (l->all, parse_line (line));
  if (l->all.count)
    qsort (l->all.data, l->all.count, sizeof *l->all.data, compare_used);
}

/* Start files of every program, and shared libraries, which the checker examines when they are loaded. */
static bool
is_known (const char *file)
{
  static const char *const patterns[] = {"*.so", "*.so.*", "*crt1.o", "*/crti.o", "*/crtn.o", "*/crtbegin*.o", "*/crtend*.o",
                                         "*/libmazurka-rt.o", "*/libc_nonshared.a", "*/libgcc*.a"};
  for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++)
    if (!fnmatch (patterns[i], file, 0))
      return true;
  return false;
}

/* ---- objects ---- */

struct symbols {
  size_t functions, sources, inits, zones;
  bool has_init;                  /* it refers to __tsan_init */
};

static bool
is_code (Elf *object, size_t section)
{
  GElf_Shdr header;
  Elf_Scn *s = section && section < SHN_LORESERVE ? elf_getscn (object, section) : NULL;
  return s && gelf_getshdr (s, &header) && header.sh_flags & SHF_EXECINSTR;
}

static void
count_symbol (Elf *object, const GElf_Sym *y, size_t section, const char *name, struct symbols *out)
{
  int type = GELF_ST_TYPE (y->st_info), bind = GELF_ST_BIND (y->st_info);
  if (type == STT_SECTION || !name)
    return;
  if (is_zones_of_gcc (name))
    out->zones++;
  else if (section == SHN_UNDEF)
    out->has_init |= !strcmp (name, "__tsan_init");
  else if (section == SHN_ABS)
    out->sources += bind == STB_LOCAL;
  else if (is_code (object, section) || (bind == STB_WEAK && type != STT_OBJECT) || type == STT_GNU_IFUNC) {
    out->inits += bind == STB_LOCAL && is_constructor (name);
    out->functions += *name != '.';
  }
}

/* Sections beyond 65,279 have their numbers in a table of their own. */
static void
count_table (Elf *object, Elf_Data *data, Elf_Data *more, const GElf_Shdr *header, struct symbols *out)
{
  for (int i = 0; (size_t) i < header->sh_size / header->sh_entsize; i++) {
    GElf_Sym y;
    Elf32_Word far = 0;
    if (!gelf_getsymshndx (data, more, i, &y, &far))
      return;
    size_t section = y.st_shndx == SHN_XINDEX ? far : y.st_shndx;
    count_symbol (object, &y, section, elf_strptr (object, header->sh_link, y.st_name), out);
  }
}

static bool
is_unseen (Elf *object)
{
  struct symbols found = {0};
  Elf_Data *more = NULL;
  GElf_Shdr header;
  for (Elf_Scn *s = NULL; (s = elf_nextscn (object, s));)
    if (gelf_getshdr (s, &header) && header.sh_type == SHT_SYMTAB_SHNDX)
      more = elf_getdata (s, NULL);
  for (Elf_Scn *s = NULL; (s = elf_nextscn (object, s));)
    if (gelf_getshdr (s, &header) && header.sh_type == SHT_SYMTAB && header.sh_entsize)
      count_table (object, elf_getdata (s, NULL), more, &header, &found);
  return found.functions && (!found.has_init || found.sources > found.inits - found.zones);
}

static bool
is_wanted (const struct linked *l, const struct used *u)
{
  return bsearch (u, l->all.data, l->all.count, sizeof *u, compare_used);
}

static void
add_unseen (const struct linked *l, const char *file, struct str *names)
{
  int fd = open (file, O_RDONLY | O_CLOEXEC);
  Elf *whole = fd < 0 ? NULL : elf_begin (fd, ELF_C_READ_MMAP, NULL);
  bool is_archive = whole && elf_kind (whole) == ELF_K_AR;
  if (!whole) {                   /* unreadable: assume it is not instrumented */
    str_add (names, file);
    str_add_n (names, "", 1);
  }
  Elf_Cmd next = ELF_C_READ_MMAP;
  for (Elf *object; whole && (object = elf_begin (fd, next, whole));) {
    Elf_Arhdr *member = is_archive ? elf_getarhdr (object) : NULL;
    const char *name = member && member->ar_name ? member->ar_name : "";
    if (elf_kind (object) == ELF_K_ELF && is_wanted (l, &(struct used) {file, name}) && is_unseen (object)) {
      str_printf (names, *name ? "%s(%s)" : "%s", file, name);
      str_add_n (names, "", 1);
    }
    next = is_archive ? elf_next (object) : ELF_C_NULL;
    elf_end (object);
  }
  elf_end (whole);
  if (fd >= 0)
    close (fd);
}

/* ---- the command ---- */

static void
write_section (const struct str *names, const char *output)
{
  int fd = open_temporary ();
  struct str section = {0};
  if (write (fd, names->data, names->len) != (ssize_t) names->len)
    fail ("write");
  str_printf (&section, ".mazurka.objects=/proc/self/fd/%d", fd);
  char *words[] = {"objcopy", "--add-section", section.data, "--set-section-flags", ".mazurka.objects=noload,readonly", (char *) output, NULL};
  int status = run (words, -1);
  if (status)
    exit (status);
}

int
main (int argc, char **argv)
{
  const char *output = "a.out";
  VEC (char *) words = {0};
  argv[0] = "ld";
  for (int i = 0; i < argc; i++) {
    if (!strcmp (argv[i], "-r") || !strcmp (argv[i], "--relocatable")) {
      execvp ("ld", argv);
      fail ("ld");
    }
    if (i + 1 < argc && !strcmp (argv[i], "-o"))
      output = argv[i + 1];
    VEC_PUSH (words, argv[i]);
  }
  VEC_PUSH (words, "-t");
  VEC_PUSH (words, "-t");
  VEC_PUSH (words, NULL);
  int fd = open_temporary (), status = run (words.data, fd);
  if (status)
    return status;
  struct linked linked = {0};
  struct str names = {0};
  read_linked (&linked, fd);
  elf_version (EV_CURRENT);
  for (size_t i = 0; i < linked.all.count; i++)
    if ((!i || strcmp (linked.all.data[i].file, linked.all.data[i - 1].file)) && !is_known (linked.all.data[i].file))
      add_unseen (&linked, linked.all.data[i].file, &names);
  if (names.len)
    write_section (&names, output);
  return 0;
}
