/* The compiler's command line: what is added for which purpose. */
#include "native/build.h"

#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "check.h"

static struct build_tools tools = {.directory = "/dir"};

/* The command for the words, as one text. */
static const char *
command (bool is_cxx, const char *text)
{
  static char buffer[2000];
  struct words words = {0}, out = {0};
  struct str s = {0};
  words_split (&words, text);
  build_command (&tools, is_cxx, (const char *const *) words.data, words.count, &out);
  for (size_t i = 0; i < out.count; i++)
    str_printf (&s, "%s%s", i ? " " : "", out.data[i]);
  snprintf (buffer, sizeof buffer, "%s", str_text (&s));
  str_release (&s);
  words_release (&words);
  words_release (&out);
  return buffer;
}

static bool
links (const char *text)
{
  return strstr (command (false, text), "/dir/libmazurka-rt.o") && strstr (command (false, text), "--wrap=main");
}

static bool
instruments (const char *text)
{
  return strstr (command (false, text), "-specs=/dir/mazurka.specs") != NULL;
}

static void
test_purposes (void)
{
  CHECK (links ("a.c") && instruments ("a.c"));
  CHECK (links ("a.o -o a -lfoo") && links ("-x c -") && links ("-o a a.c b.c -O2"));
  CHECK (!links ("-c a.c") && instruments ("-c a.c") && !links ("-o a.o -c a.c") && !links ("a.c -S"));
  CHECK (!links ("-E a.c") && !links ("-M a.c") && !links ("-shared a.c -o liba.so") && !links ("-r a.o b.o"));
  CHECK (links ("-MD -MF a.d a.c -o a") && links ("-o c a.c"));
  CHECK (!links ("--version") && !instruments ("--version") && !strcmp (command (false, "--version"), "gcc --version"));
  CHECK (!links ("-v") && !links ("-o a") && !links ("-x c") && !links (""));
  CHECK (!strstr (command (false, "-fsanitize=thread a.c"), " -fsanitize=thread"));
}

static void
test_files (void)
{
  FILE *f = fopen ("native_build.words", "w");
  fputs ("-c 'a b.c'\n-o x.o", f);
  fclose (f);
  CHECK (!links ("@native_build.words") && instruments ("@native_build.words") && links ("@/nonexistent a.c"));
  f = fopen ("native_build.words", "w");       /* includes itself */
  fputs ("a.c @native_build.words", f);
  fclose (f);
  CHECK (links ("@native_build.words"));
  remove ("native_build.words");
}

static void
test_compilers (void)
{
  CHECK (!strncmp (command (true, "a.cc"), "g++ ", 4));
  setenv ("MAZURKA_CC", "ccache clang-14", 1);
  CHECK (!strncmp (command (false, "a.c"), "ccache clang-14 -Xclang -fsanitize=thread ", 41));
  setenv ("MAZURKA_CC", "", 1);
  CHECK (!strncmp (command (false, "a.c"), "gcc ", 4));
}

static void
test_split (void)
{
  struct words w = {0};
  words_split (&w, " a 'b c' \"d\\\"e\" f\\ g h''i");
  CHECK (w.count == 5 && !strcmp (w.data[1], "b c") && !strcmp (w.data[2], "d\"e") && !strcmp (w.data[3], "f g") &&
         !strcmp (w.data[4], "hi") && !w.data[5]);
  words_release (&w);
  words_split (&w, "unterminated 'quote");
  CHECK (w.count == 2 && !strcmp (w.data[1], "quote"));
  words_release (&w);
  words_split (&w, "\\");
  CHECK (w.count == 1 && !strcmp (w.data[0], "\\"));
  words_release (&w);
}

int
main (void)
{
  test_purposes ();
  test_files ();
  test_compilers ();
  test_split ();
  return check_end ();
}
