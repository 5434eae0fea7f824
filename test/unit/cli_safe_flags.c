/* What a file may give to the compiler, and what is asked for. */
#include "cli/safe_flags.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check.h"

static struct flags_from from;

static bool
is_safe (const char *flags, bool of_model)
{
  struct str refused = {0};
  bool safe = flags_are_safe (flags, &from, of_model, &refused);
  CHECK (safe == !refused.len);
  str_release (&refused);
  return safe;
}

static void
expect (const char *flags, bool right)
{
  if (!right)
    fprintf (stderr, "%s:\n", flags);
  CHECK (right);
}

static void
test_safe (void)
{
  static const char *const safe[] = {
    "", "-O2 -DN=4 -std=c11", "-O -O0 -O3 -Os -Og -Ofast", "-g -g3 -ggdb -gdwarf-4", "-DN -D N -D N=4 -DA=-1 -DB=0x1F -DC=10UL -DD=1.5e3", "-Dn=4 -Dverbose -Dx=",
    "\"-DC='b'\"", "-DLOCK=pthread_mutex_lock -DTYPE=int", "-UN -U n", "-Iinside -I inside -I. -I inside/../inside -iquote inside -isystem inside", "-lm -l rt -lstdc++",
    "-pthread -fopenmp -w -ansi -pedantic", "-Wall -Wextra -Wno-error=unused -Wformat=2 -Werror", "-m32 -m64 -march=native -mtune=x86-64 -msse4.2",
    "-fno-strict-aliasing -fwrapv -fsigned-char -fPIC -fno-exceptions", "'-DN=4' \"-O2\"", "-std=gnu++20",
  };
  static const char *const of_model[] = {"-DN=4", "-DN -UM -Iinside", "-D N=4 -I inside", ""};
  for (size_t i = 0; i < sizeof safe / sizeof *safe; i++)
    expect (safe[i], is_safe (safe[i], false));
  for (size_t i = 0; i < sizeof of_model / sizeof *of_model; i++)
    CHECK (is_safe (of_model[i], true));
  CHECK (!is_safe ("-O2", true) && !is_safe ("-lm", true) && !is_safe ("-isystem inside", true) && !is_safe ("-g", true));
}

static void
test_asked_for (void)
{
  static const char *const unsafe[] = {
    /* programs and code */
    "-fmodules-ts", "-fmodule-mapper=|evil", "-fplugin=evil.so", "-fplugin-arg-x-y=z", "-fpass-plugin=evil.so", "-wrapper sh", "-B.", "-B .", "-specs=x", "--specs=x",
    "-specs x", "-Xclang -load", "-Xclang", "-fuse-ld=x", "-no-canonical-prefixes", "--sysroot=x", "-isysroot x", "-mllvm -load=x", "-fprofile-use=x",
    "-fprofile-generate", "-fcall-used-x", "-mlinker-version=2", "-pipe -B.", "-T script", "-Wl,-T,script", "-Wl,-dynamic-linker,x", "-Wp,-MD,x", "-Wa,-al=x",
    "-Xlinker -rpath", "-Xassembler x", "-Xpreprocessor x", "-rpath x", "-dumpdir x", "-L.", "-L inside", "-l:x.so", "-l/tmp/x", "-l ../x", "-lx/y",
    "-fsanitize-blacklist=x", "-fsanitize=thread,address",
    /* files that are written */
    "-fdump-tree-original=x", "-fdump-tree-all", "-fopt-info", "-fopt-info-vec=x", "-save-temps", "-save-temps=obj", "-MD", "-MMD", "-MF x", "-MFx", "-M", "-gsplit-dwarf",
    "--coverage", "-ftest-coverage", "-fprofile-arcs", "-fstack-usage", "-fcallgraph-info", "-o x", "-ox", "-aux-info x", "-fdiagnostics-format=sarif-file", "-ftime-trace", "-c",
    "-S", "-E", "-Q", "-da", "-dD", "-fdebug-prefix-map=a=b", "-serialize-diagnostics x",
    /* text that is compiled, languages, other files */
    "-include x", "-includex", "-imacros x", "-x none", "-xc++", "@file", "x.c", "/tmp/x.o", "-", "--", "-Dmain(a,b)=x", "-Dmain=x", "-D main=x", "-D'N=a b'", "-DN='\"x\"'",
    "-DN=a;b", "\"-DN='ab'\"", "\"-DN='\"", "\"-DN='\\\\'\"", "-DN=f()", "-Dprintf=system", "-Df(x)=x", "-Dint=long", "-D int=long", "-DN=a\\\nb", "-DX\f-fplugin=x", "-D1=2", "-D=2", "-D", "-DN=#x", "-U main(", "-U 1", "-U",
    "-DN=${x}", "-DN=`x`", "-DN=$(x)",
    /* folders elsewhere */
    "-I/tmp", "-I ..", "-I../..", "-I/", "-I", "-I-", "-I missing", "-Ilink", "-I@inside", "-I @inside", "-isystem @inside", "-isystem /usr", "-iquote ..", "-idirafter inside",
    /* shapes that begin like others */
    "-O4x", "-Oz=x", "-gfoo", "-std=", "-std=c11,x", "-Wall,x", "-Wx=a,b", "-Wx=/tmp/x", "-march=a,b", "-march=", "-march=/x", "-fno-", "-f", "-mfoo=x", "-pthreads", "-pthread=x",
    "-O2 -fplugin=x", "-fplugin=x -O2", "-DA -DX='a -fplugin=x' -fplugin=x", "'-wrapper'", "''", "\"-fpl\"ugin=x", "-fpl\\ugin=x",
  };
  for (size_t i = 0; i < sizeof unsafe / sizeof *unsafe; i++)
    expect (unsafe[i], !is_safe (unsafe[i], false) && !is_safe (unsafe[i], true));
}

/* Where folders may be; a trace in .mazurka belongs to the folder above. */
static void
test_folders (void)
{
  struct flags_from kept, none;
  flags_from (&kept, "inside/.mazurka/x.trace", "/");
  CHECK (flags_are_safe ("-I/bin", &kept, false, &(struct str) {0}));
  flags_from_release (&kept);
  flags_from (&kept, "inside/.mazurka/x.trace", "/usr/include");
  struct str refused = {0}, own = {0};
  str_printf (&own, "-I%sinside -I%sinside/.mazurka", from.base, from.base);
  CHECK (flags_are_safe (str_text (&own), &kept, false, &refused) && !refused.len);
  str_clear (&own);
  str_printf (&own, "-I%s", from.base);
  CHECK (!flags_are_safe (str_text (&own), &kept, false, &refused) && strstr (str_text (&refused), "-I"));
  str_clear (&own);
  str_printf (&own, "-I%sinside-not", from.base);     /* a name that begins like the folder's */
  CHECK (!flags_are_safe (str_text (&own), &kept, false, &refused));
  CHECK (flags_are_safe ("-Ilinux", &kept, false, &refused));       /* names are those of the folder where the compiler runs */
  flags_from (&none, "missing/x", "missing");
  CHECK (!none.folder && !none.base && !flags_are_safe ("-I.", &none, false, &refused));
  flags_from_release (&none);
  flags_from_release (&kept);
  str_release (&own);
  str_release (&refused);
}

int
main (void)
{
  char folder[] = "/tmp/mazurka-flags-XXXXXX";
  CHECK (mkdtemp (folder) && !chdir (folder));
  CHECK (!mkdir ("inside", 0700) && !mkdir ("inside/.mazurka", 0700) && !symlink ("/usr", "link") && !mkdir ("@inside", 0700) && !mkdir ("inside-not", 0700));
  FILE *f = fopen ("inside/.mazurka/x.trace", "w");
  fclose (f);
  flags_from (&from, "inside", "");
  test_safe ();
  test_asked_for ();
  test_folders ();
  flags_from_release (&from);
  unlink ("inside/.mazurka/x.trace");
  rmdir ("inside/.mazurka");
  rmdir ("inside");
  rmdir ("@inside");
  unlink ("link");
  rmdir ("inside-not");
  rmdir (folder);
  return check_end ();
}
