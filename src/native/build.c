/* Idea: `-fsanitize=thread` makes a stock compiler call __tsan_* for every
 * access; the driver would also link the sanitizer's library. So the flag is
 * passed to the compiler proper only (gcc: a specs file, clang: -Xclang), and
 * everything else is done by the driver, with its messages and exit codes: one
 * command line becomes one command line. Likewise
 * -fsanitize=bounds, for indices of arrays (runtime/memory/bounds.c), and integer-divide-by-zero
 * and shift-exponent (runtime/memory/arithmetic.c).
 */
#include "native/build.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/child.h"
#include "base/file.h"
#include "base/path.h"
#include "base/scratch.h"
#include "base/sources.h"
#include "base/str.h"
#include "base/vec.h"
#include "base/words.h"

/* ---- words ---- */

static void
add_path (struct words *w, const char *before, const struct build_tools *t, const char *name)
{
  struct str s = {0};
  str_printf (&s, "%s%s/%s", before, t->directory, name);
  words_add (w, str_text (&s));
  str_release (&s);
}

/* The plugin instruments what the compiler leaves out; if it was not built, the verdict names the assumption. */
static bool
add_plugin (struct words *w, const char *option, const struct build_tools *t, const char *name)
{
  struct words found = {0};
  add_path (&found, "", t, name);
  bool is_there = !access (found.data[0], R_OK);
  if (is_there)
    add_path (w, option, t, name);
  words_release (&found);
  return is_there;
}

/* ---- the purpose of a command line ---- */

struct purpose {
  bool has_input;                 /* else it asks the compiler about itself */
  bool links;                     /* an executable comes out */
};

/* True if the option takes the next word as its value. */
static bool
takes_word (const char *word)
{
  static const char *const options[] = {
    "-o", "-x", "-I", "-L", "-D", "-U", "-A", "-B", "-T", "-u", "-z", "-l", "-e", "-include", "-imacros", "-iquote",
    "-isystem", "-idirafter", "-isysroot", "-iprefix", "-iwithprefix", "-iwithprefixbefore", "-imultilib", "-MF", "-MT",
    "-MQ", "-Xlinker", "-Xassembler", "-Xpreprocessor", "-Xclang", "-target", "-mllvm", "--param", "-aux-info",
    "-dumpbase", "-dumpdir", "-wrapper", "-specs", NULL};
  return word_is_in (word, options);
}

static bool
is_without_link (const char *word)
{
  static const char *const options[] = {"-c", "-S", "-E", "-M", "-MM", "-fsyntax-only", "-r", "-shared", "-###", NULL};
  return word_is_in (word, options);
}

/* Reads a file of further words; the compiler reports it if it cannot be read. */
static void
read_words (const char *path, struct words *out)
{
  int fd = open (path, O_RDONLY | O_CLOEXEC);
  struct str s = {0};
  if (fd >= 0) {
    file_add (&s, fd, UINT64_MAX);
    close (fd);
  }
  words_split (out, str_text (&s));
  str_release (&s);
}

static void
find_purpose (struct purpose *p, const char *const *words, size_t count, int depth)
{
  enum { MOST_NESTED = 20 };
  for (size_t i = 0; i < count; i++) {
    const char *w = words[i];
    if (w[0] == '@' && depth < MOST_NESTED) {
      struct words more = {0};
      read_words (w + 1, &more);
      find_purpose (p, (const char *const *) more.data, more.count, depth + 1);
      words_release (&more);
    } else if (is_without_link (w))
      p->links = false;
    else if (takes_word (w))
      i++;
    else if (w[0] != '-' || !w[1])
      p->has_input = true;
  }
}

/* ---- the command ---- */

bool
build_tools (struct build_tools *t, struct diag *diag)
{
  static const char *const places[] = {"", "/../lib/mazurka"};
  char self[4096];
  struct str s = {0};
  *t = (struct build_tools) {0};
  ssize_t n = readlink ("/proc/self/exe", self, sizeof self - 1);
  self[n > 0 ? n : 0] = 0;
  char *slash = strrchr (self, '/');
  if (slash)
    *slash = 0;
  for (size_t i = 0; i < sizeof places / sizeof places[0] && !t->directory; i++) {
    str_clear (&s);
    str_printf (&s, "%s%s", self, places[i]);
    size_t len = s.len;
    str_add (&s, "/libmazurka-rt.o");
    if (!access (str_text (&s), R_OK)) {
      s.data[len] = 0;
      t->directory = mem_strdup (s.data);
    }
  }
  str_release (&s);
  if (!t->directory)
    diag_error (diag, (struct pos) {0}, "libmazurka-rt.o is neither in %s nor in %s/../lib/mazurka: C programs cannot be built",
                self, self);
  return t->directory;
}

void
build_tools_release (struct build_tools *t)
{
  mem_free (t->directory);
}

char *
build_directory (struct diag *diag)
{
  char *path = scratch_new_folder ();
  if (!path)
    diag_error (diag, (struct pos) {0}, "cannot make a temporary folder for what is built (TMPDIR): %s", strerror (errno));
  return path;
}

static const char *
compiler (bool is_cxx)
{
  const char *name = getenv (is_cxx ? "MAZURKA_CXX" : "MAZURKA_CC");
  return name && *name ? name : is_cxx ? "g++" : "gcc";
}

/* A read whose value is unused and a store that is overwritten by the next one are
 * accesses that may be part of a data race. So no pass that removes or moves accesses
 * may run before the instrumentation: neither one that reads a part of a complex number
 * or a vector instead of the whole (-ftree-forwprop), nor one that reads on paths where
 * the program does not (-ftree-loop-im, -fhoist-adjacent-loads, -ftree-reassoc: it tests
 * both operands of `if (busy || wrong)` at once). Accesses to the same address without
 * synchronisation in between may be merged (-ftree-fre): an access that races with one of
 * them races with the other. Without that pass stale values would be in registers, and
 * fewer states would be equal. clang has no such options: its plugin instruments first
 * (clang/early.h). */
static void
add_kept_accesses (struct words *out)
{
  static const char *const off[] = {"-fno-tree-dce", "-fno-tree-dse", "-fno-tree-dominator-opts", "-fno-tree-pre", "-fno-code-hoisting",
                                    "-fno-tree-sink", "-fno-tree-vrp", "-fno-tree-forwprop", "-fno-tree-loop-im", "-fno-tree-reassoc",
                                    "-fno-hoist-adjacent-loads", "-fno-ipa-sra", "-fno-ipa-pure-const", "-fno-ipa-modref", "-fno-ipa-reference-addressable"};
  for (size_t i = 0; i < sizeof off / sizeof off[0]; i++)
    words_add (out, off[i]);
}

void
build_command (const struct build_tools *t, bool is_cxx, const char *const *words, size_t count,
               struct words *out)
{
  struct purpose p = {.links = true};
  const char *cc = compiler (is_cxx);
  find_purpose (&p, words, count, 0);
  words_split (out, cc);
  if (p.has_input) {
    if (strstr (cc, "clang")) {
      words_add (out, "-Xclang");
      words_add (out, "-fsanitize=thread");
      words_add (out, "-Xclang");
      words_add (out, "-fsanitize=array-bounds,integer-divide-by-zero,shift-exponent");
      add_plugin (out, "-fpass-plugin=", t, "plugin/clang.so");
    } else {
      add_path (out, "-specs=", t, "mazurka.specs");
      add_plugin (out, "-fplugin=", t, "plugin/gcc.so");
    }
    words_add (out, "-include");
    add_path (out, "", t, "wrap/builtins.h");
    if (strstr (cc, "clang"))
      words_add (out, "-fno-integrated-as");
    add_path (out, "-B", t, "wrap/");
    add_path (out, "-idirafter", t, "include");
  }
  /* given this flag the driver would link the sanitizer */
  for (size_t i = 0; i < count; i++)
    if (strcmp (words[i], "-fsanitize=thread"))
      words_add (out, words[i]);
  if (!p.has_input)
    return;
  /* the program must be compiled as without Mazurka; except that link-time
   * optimisation would remove the instrumentation, and inline code for memcpy or
   * strcpy is not instrumented */
  static const char *const last[] = {"-U__SANITIZE_THREAD__", "-U__SANITIZE_ADDRESS__", "-U_FORTIFY_SOURCE", "-g", "-fno-builtin", "-fno-omit-frame-pointer",
                                     "-fno-lto"};
  for (size_t i = 0; i < sizeof last / sizeof last[0]; i++)
    words_add (out, last[i]);
  if (!strstr (cc, "clang"))
    add_kept_accesses (out);
  /* elfutils needs the table of address ranges, and addresses of variables as operands */
  if (strstr (cc, "clang")) {
    words_add (out, "-gdwarf-aranges");
    words_add (out, "-gdwarf-4");
  }
  if (!p.links)
    return;
  /* an option of the linker: as an input after -x it would be compiled as that language */
  static const char *const link[] = {"-Wl,--wrap=main", "-Wl,-z,now", "-rdynamic", "-pthread", "-ldl", "-Wl,--push-state,--no-as-needed", "-lm", "-Wl,--pop-state",
                                     /* these have SV-COMP's semantics, even if the program defines them */
                                     "-Wl,--defsym=reach_error=mz_reach_error",
                                     "-Wl,--defsym=__VERIFIER_error=mz_verifier_error",
                                     "-Wl,--defsym=__VERIFIER_assume=mz_assume",
                                     "-Wl,--defsym=assume_abort_if_not=mz_assume"};
  words_add (out, "-Xlinker");
  add_path (out, "", t, "libmazurka-rt.o");
  for (size_t i = 0; i < sizeof link / sizeof link[0]; i++)
    words_add (out, link[i]);
}

/* ---- running the compiler ---- */

static bool
is_cxx_source (const char *path)
{
  static const char *const ends[] = {".cc", ".cpp", ".cxx", ".c++", ".C", NULL};
  return word_is_in (path_ending (path), ends);
}

/* Compilers recognise languages by file names; a file with an unknown name is compiled as C. */
static void
add_source (struct words *w, const char *path)
{
  static const char *const known[] = {".c", ".i", ".ii", ".s", ".S", ".o", ".a", ".so", NULL};
  bool is_known = word_is_in (path_ending (path), known) || is_cxx_source (path);
  if (!is_known) {
    words_add (w, "-x");
    words_add (w, "c");
  }
  words_add_file (w, path);
  if (!is_known) {
    words_add (w, "-x");
    words_add (w, "none");
  }
}

/* Runs the compiler; its messages go to the file `said`. The files that it reads are recorded (sources_list). */
static enum child_end
run (const struct words *command, double seconds, FILE *said)
{
  struct sources_list list;
  if (!sources_list_begin (&list))
    return CHILD_NO_PROCESS;
  struct words all = {0};
  for (size_t i = 0; i < command->count; i++)
    words_add (&all, command->data[i]);
  for (const char *const *f = list.flags; *f && strstr (all.data[0], "clang"); f++)
    words_add (&all, *f);
  struct child c = {.argv = all.data, .out = said, .said = said, .seconds = seconds, .environment = list.environment};
  enum child_end end = child_run (&c);
  sources_list_end (&list);
  words_release (&all);
  return end;
}

/* The linker reports a missing main as a reference from the runtime, which would confuse the user. */
static bool
is_about_main (void *context, const char *line)
{
  bool *no_main = context, is_missing = strstr (line, "undefined reference to `main'");
  *no_main |= is_missing;
  return is_missing || strstr (line, "`__wrap_main'") || (*no_main && !strncmp (line, "collect2:", 9));
}

static void
repeat_said (FILE *said, struct diag *diag)
{
  bool no_main = false;
  child_repeat (said, stderr, is_about_main, &no_main);
  if (no_main)
    diag_error (diag, (struct pos) {0}, "there is no main function; to check a library, write a small program that uses it, and give both");
}

/* Test programs may be C from before 1999: with undeclared functions, inline functions
 * without an external definition, types of headers that other headers happened to
 * include. What does not compile otherwise is compiled with these options. */
static bool
run_as_old (const struct words *command, double seconds)
{
  static const char *const flags[] = {"-fgnu89-inline", "-fpermissive", "-include", "stdint.h",
                                      "-Wno-implicit-function-declaration", "-Wno-implicit-int", "-Wno-int-conversion", "-Wno-incompatible-pointer-types"};
  struct words old = {0};
  FILE *said = fopen ("/dev/null", "w");
  for (size_t i = 0; i < command->count; i++)
    words_add (&old, command->data[i]);
  for (size_t i = 0; i < sizeof flags / sizeof flags[0]; i++)
    words_add (&old, flags[i]);
  bool ok = said && run (&old, seconds, said) == CHILD_DONE;
  if (said)
    fclose (said);
  words_release (&old);
  if (ok)
    fprintf (stderr, "mazurka: note: this does not compile as it is; it was compiled with -fgnu89-inline -fpermissive -include stdint.h\n");
  return ok;
}

static bool
run_compiler (const struct words *command, double seconds, bool is_cxx, struct diag *diag)
{
  FILE *said = tmpfile ();
  if (!said) {
    diag_error (diag, (struct pos) {0}, "cannot make a file for what the compiler says: %s", strerror (errno));
    return false;
  }
  enum child_end end = run (command, seconds, said);
  bool built = end == CHILD_DONE || (end == CHILD_FAILED && !is_cxx && run_as_old (command, seconds));
  if (end == CHILD_DONE || !built)
    repeat_said (said, diag);
  fclose (said);
  if (end == CHILD_MISSING)
    diag_error (diag, (struct pos) {0}, "cannot run %s: there is no such program", command->data[0]);
  child_complain (end, command->data[0], diag, (struct pos) {0});
  return built;
}

bool
build_program (const struct build_tools *t, const char *const *sources, size_t count, const char *cflags,
               bool as_written, double seconds, const char *output, struct diag *diag)
{
  struct words words = {0}, command = {0};
  bool is_cxx = false;
  for (size_t i = 0; i < count; i++)
    is_cxx |= is_cxx_source (sources[i]);
  /* C++: steps are shown by the user's lines only if header functions are inlined; an optimising clang drops unused reads */
  words_add (&words, as_written || strstr (compiler (is_cxx), "clang") ? "-O0" : is_cxx ? "-O2" : "-O1");
  if (!is_cxx)
    words_add (&words, "-fno-inline");   /* local variables of a function that has returned are not part of a stored state */
  for (size_t i = 0; i < count; i++)
    add_source (&words, sources[i]);
  words_split (&words, cflags ? cflags : "");
  words_add (&words, "-o");
  words_add (&words, output);
  build_command (t, is_cxx, (const char *const *) words.data, words.count, &command);
  bool ok = run_compiler (&command, seconds, is_cxx, diag);
  words_release (&words);
  words_release (&command);
  return ok;
}

/* Without optimisation, which reads whole words where the source reads bytes: that would count as reads of neighbouring variables. */
bool
build_protocol (const struct build_tools *t, const char *source, const char *flags, const char *const *wrapped, double seconds, const char *output, struct diag *diag)
{
  static const char *const first[] = {"-std=gnu17", "-shared", "-nostartfiles", "-fPIC", "-g", "-Wl,-z,now,-z,relro",
                                      /* a function of the source named _init would run when it is loaded */
                                      "-Wl,-init=mazurka.none,-fini=mazurka.none"};
  static const char *const last[] = {"-O0", "-U__SANITIZE_THREAD__", "-U_FORTIFY_SOURCE", "-fno-builtin", "-fno-lto", "-fno-sanitize=bounds",
                                     "-fno-sanitize=integer-divide-by-zero", "-fno-sanitize=shift-exponent"};
  struct words command = {0};
  bool is_clang = strstr (compiler (false), "clang");
  words_split (&command, compiler (false));
  for (size_t i = 0; i < sizeof first / sizeof first[0]; i++)
    words_add (&command, first[i]);
  if (is_clang) {
    words_add (&command, "-fno-integrated-as");
    words_add (&command, "-Xclang");
    words_add (&command, "-fsanitize=thread");
    add_plugin (&command, "-fpass-plugin=", t, "plugin/clang.so");
  } else {
    add_path (&command, "-specs=", t, "mazurka.specs");
    if (add_plugin (&command, "-fplugin=", t, "plugin/gcc.so"))
      words_add (&command, "-fplugin-arg-gcc-no-zones");
  }
  words_add (&command, "-include");
  add_path (&command, "", t, "wrap/builtins.h");
  add_path (&command, "-B", t, "wrap/");
  add_path (&command, "-idirafter", t, "include");
  add_source (&command, source);
  words_split (&command, flags ? flags : "");
  for (size_t i = 0; i < sizeof last / sizeof last[0]; i++)
    words_add (&command, last[i]);
  for (size_t i = 0; wrapped[i]; i++) {
    struct str option = {0};
    str_printf (&option, "-Wl,--wrap=%s", wrapped[i]);
    words_add (&command, str_text (&option));
    str_release (&option);
  }
  words_add (&command, "-o");
  words_add (&command, output);
  bool ok = run_compiler (&command, seconds, true, diag);   /* as C++: without the options for old C */
  words_release (&command);
  return ok;
}
