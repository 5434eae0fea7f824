/* Kinds of input are told by content; a seed means the same run everywhere. */
#include "cli/input.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check.h"
#include "cli/step_choice.h"
#include "cli/values.h"

static enum input_kind
kind (const char *text, int *line)
{
  return input_kind_of ("x", text, strlen (text), line);
}

static void
test_kinds (void)
{
  int line;
  CHECK (kind ("active proctype P() { skip }", &line) == INPUT_PROMELA);
  CHECK (kind ("/* int main() */ init { x = 1 }", &line) == INPUT_PROMELA);
  CHECK (kind ("byte x; inline f() { do :: x++ od }", &line) == INPUT_PROMELA);
  CHECK (kind ("#include <stdio.h>\n\nint main (void) { return 0; }\n", &line) == INPUT_C && line == 3);
  CHECK (kind ("// proctype\nint main() { puts (\"proctype :: \\\" init {\"); }\n", &line) == INPUT_C && line == 2);
  CHECK (kind ("/*\n\n*/ static int x;", &line) == INPUT_C && line == 3);
  CHECK (kind ("int mz_protocol;", &line) == INPUT_C);
  CHECK (kind ("int f (int a) { return a ? b : c; }", &line) == INPUT_C);
  CHECK (kind ("static void *run (void *chan) { return chan; }", &line) == INPUT_C);
  CHECK (kind ("struct init { long mtype; };\nint main () { std::thread t; }", &line) == INPUT_C);
  CHECK (kind ("#define N 3\ntypedef Msg { int a }\nproctype P (chan c) { Msg m; c?m }", &line) == INPUT_PROMELA);
  CHECK (kind ("", &line) == INPUT_PROMELA);
  CHECK (kind ("\"unterminated", &line) == INPUT_PROMELA);
  CHECK (kind ("'\\", &line) == INPUT_PROMELA);
  CHECK (kind ("/* unterminated", &line) == INPUT_PROMELA);
  CHECK (kind ("\177ELF...", &line) == INPUT_PROGRAM);
  CHECK (kind ("mazurka trace 1\n", &line) == INPUT_TRACE);
  CHECK (input_kind_of ("x", "a\0b", 3, &line) == INPUT_BINARY);
}

/* Lists of numbers, as --nondet takes them. */
static void
test_values (void)
{
  int64_t v[8];
  uint32_t n;
  CHECK (values_parse ("7", v, 8, &n) && n == 1 && v[0] == 7);
  CHECK (values_parse ("-1..3,100", v, 8, &n) && n == 6 && v[0] == -1 && v[4] == 3 && v[5] == 100);
  CHECK (values_parse ("5..5,0x10", v, 8, &n) && n == 2 && v[0] == 5 && v[1] == 16);
  CHECK (values_parse ("0..7", v, 8, &n) && n == 8 && v[7] == 7);
  CHECK (!values_parse ("0..8", v, 8, &n) && !values_parse ("3..1", v, 8, &n));
}

static void
test_read (void)
{
  struct diag diag = {0};
  size_t len;
  CHECK (!input_read ("/nonexistent", &len, &diag) && diag.errors == 1);
  CHECK (!input_read ("/", &len, &diag) && diag.errors == 2);
  CHECK (!input_read ("/dev/null", &len, &diag) && !input_read ("/tmp/@x", &len, &diag) && diag.errors == 4);
  char path[] = "/tmp/mazurka-input-XXXXXX";
  int fd = mkstemp (path);
  char *text = input_read (path, &len, &diag);
  CHECK (text && !len && !*text);
  mem_free (text);
  close (fd);
  unlink (path);
}

static void
test_chance (void)
{
  uint64_t c = 1234567;
  trans_id ids[] = {0, 1 << 8, 2 << 8, 3};
  struct trans_list list = {ids, 4, 4};
  int count[4] = {0};
  for (int i = 0; i < 4000; i++) {
    trans_id id = step_choose_randomly (&c, &list);
    for (int k = 0; k < 4; k++)
      count[k] += ids[k] == id;
  }
  CHECK (count[3] > 1800 && count[3] < 2200);
  for (int k = 0; k < 3; k++)
    CHECK (count[k] > 550 && count[k] < 780);
}

int
main (void)
{
  test_kinds ();
  test_values ();
  test_read ();
  test_chance ();
  return check_end ();
}
