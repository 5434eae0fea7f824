/* Trace files: what is written is read back; whatever is wrong with a file is
 * said with its line, and never crashes the reader. */
#include "report/tracefile.h"

#include <stdlib.h>
#include <unistd.h>

#include "check.h"
#include "model/trace_story.h"
#include "report_mock.h"

static char path[] = "/tmp/mazurka-trace-XXXXXX";
static struct story *story;        /* of the following steps */
static trans_id steps[] = {MOCK_UP, MOCK_UP, MOCK_MEET, MOCK_UP, MOCK_DOWN};

static struct trace_file
sample (void)
{
  return (struct trace_file) {
    .model = "dir\\odd\nname.pml", .hash = 0x0123456789abcdef, .define = "-DN=4 -DX='a b'", .invariant = "x < 3",
    .lossy = true, .simplified = true, .ends = 2, .has_finding = true,
    .finding = {.kind = FINDING_INVARIANT, .message = "two\nlines # no comment", .pos = {"a:b.pml", 12, 0},
                .steps = steps, .nsteps = 5, .loop_start = 2, .story = story}};
}

static bool
trace_write (const char *to, const struct trace_file *t)
{
  FILE *f = fopen (to, "w");
  return f && trace_print (f, t) && !fclose (f);
}

static char *
slurp (size_t *len)
{
  FILE *f = fopen (path, "r");
  char *text = mem_zalloc (100000);
  *len = fread (text, 1, 99999, f);
  fclose (f);
  return text;
}

static void
put (const char *text, size_t len)
{
  FILE *f = fopen (path, "w");
  fwrite (text, 1, len, f);
  fclose (f);
}

static void
test_round_trip (void)
{
  struct trace_file a = sample (), b;
  struct diag diag = {0};
  CHECK (trace_write (path, &a));
  CHECK (trace_read (path, &b, &diag) && !diag.errors);
  CHECK (!strcmp (a.model, b.model) && a.hash == b.hash && !strcmp (a.define, b.define));
  CHECK (!strcmp (a.invariant, b.invariant) && b.lossy && b.simplified && b.ends == 2 && b.has_finding);
  CHECK (b.finding.kind == FINDING_INVARIANT && !strcmp (a.finding.message, b.finding.message));
  CHECK (!strcmp (b.finding.pos.file, "a:b.pml") && b.finding.pos.line == 12 && b.finding.loop_start == 2);
  CHECK (b.finding.nsteps == 5 && !memcmp (b.finding.steps, steps, sizeof steps));
  CHECK (b.step_lines[1] == b.step_lines[0] + 1 && b.hash_pos.line == 3);
  trace_release (&b);
  a.finding.loop_start = 0;
  CHECK (trace_write (path, &a) && trace_read (path, &b, &diag) && b.finding.loop_start == 0);
  trace_release (&b);
}

/* Each step that the story has is explained; the rest is only what is needed. */
static void
test_comments (void)
{
  static trans_id ids[] = {MOCK_UP, TRANS_RELEASE, MOCK_UP, MOCK_MEET};
  struct trace_file a = sample ();
  struct story *s = story_new ();
  size_t len;
  uint32_t up = story_thread_named (s, "Up (0)");
  for (size_t i = 0; i < 4; i++)
    if (i != 1)
      VEC_PUSH (s->steps, ((struct story_step) {.index = i, .thread = up, .partner = STORY_NONE, .op = "assign",
                                                .text = i == 3 ? "q!x" : "x = x + 1", .pos = {"dir/mock.pml", 5 + (int) i, 1}}));
  a.finding.steps = ids;
  a.finding.nsteps = 4;
  a.finding.story = s;
  CHECK (trace_write (path, &a));
  char *text = slurp (&len);
  CHECK (strstr (text, "\nsteps 4\n0 0             # Up (0) mock.pml:5 x = x + 1\nrelease\n"
                       "0 0             # Up (0) mock.pml:7 x = x + 1\n0 3 1 4         # Up (0) mock.pml:8 q!x\nend\n"));
  mem_free (text);
  story_free (s);
  a = sample ();
  CHECK (trace_write (path, &a));
  text = slurp (&len);
  CHECK (strstr (text, "\n1 1             # Down (1) mock.pml:5 x = x - 1\nend\n"));
  mem_free (text);
}

/* Of programs, with all options that decide what a run does. */
static void
test_program (void)
{
  static const char *programs[] = {"a.c", "dir/b c.c"}, *arguments[] = {"", "two\nlines"};
  static trans_id choices[] = {0, 1, (trans_id) 3 << 32 | 2};
  struct trace_file a = {.programs = {programs, 2, 0}, .arguments = {arguments, 2, 0}, .cflags = "-O2 -DN=4", .allow_races = true,
                         .spurious = true, .max_events = 77, .max_threads = 5, .nondet = "-1..3", .hash = 1, .has_finding = true,
                         .finding = {.kind = FINDING_DATA_RACE, .message = "m", .steps = choices, .nsteps = 3, .loop_start = -1}}, b;
  struct diag diag = {0};
  CHECK (trace_write (path, &a) && trace_read (path, &b, &diag) && !b.model);
  CHECK (b.programs.count == 2 && !strcmp (b.programs.data[1], "dir/b c.c") && b.arguments.count == 2);
  CHECK (!*b.arguments.data[0] && !strcmp (b.arguments.data[1], arguments[1]) && !strcmp (b.cflags, a.cflags));
  CHECK (b.allow_races && b.spurious && b.max_events == 77 && b.max_threads == 5 && !strcmp (b.nondet, "-1..3"));
  CHECK (b.finding.kind == FINDING_DATA_RACE && b.finding.nsteps == 3 && !memcmp (b.finding.steps, choices, sizeof choices));
  trace_release (&b);
  a.allow_races = a.spurious = false;
  CHECK (trace_write (path, &a) && trace_read (path, &b, &diag) && !b.allow_races && !b.spurious);
  trace_release (&b);
}

static void
test_smallest (void)
{
  struct trace_file a = {.model = "m", .finding.loop_start = -1}, b;
  struct diag diag = {0};
  CHECK (trace_write (path, &a));
  CHECK (trace_read (path, &b, &diag) && !b.has_finding && !b.define && !b.lossy && !b.finding.nsteps);
  CHECK (b.finding.loop_start == -1);
  trace_release (&b);
}

/* Reads a text; true iff it was taken. Refusing without a message is a failure. */
static bool
accepts (const char *text, size_t len)
{
  struct trace_file t;
  char message[500] = "";
  FILE *out = fmemopen (message, sizeof message, "w");
  struct diag diag = {.out = out};
  put (text, len);
  bool ok = trace_read (path, &t, &diag);
  trace_release (&t);
  fclose (out);
  HOLD (ok == !diag.errors);
  if (!ok) {
    size_t n = strlen (path);
    HOLD (!strncmp (message, path, n) && message[n] == ':' && atoi (message + n + 1) > 0);
  }
  return ok;
}

/* The lines [from, to) of text replaced by what is given. */
static bool
accepts_with (const char *text, const char *from, const char *to, const char *instead)
{
  struct str s = {0};
  str_add_n (&s, text, (size_t) (from - text));
  str_add (&s, instead);
  str_add (&s, to);
  bool ok = accepts (str_text (&s), s.len);
  str_release (&s);
  return ok;
}

/* Every line: removed, doubled, spoiled, cut short. */
static void
test_mutations (void)
{
  struct trace_file a = sample ();
  size_t len;
  CHECK (trace_write (path, &a));
  char *text = slurp (&len);
  CHECK (accepts (text, len));
  for (const char *line = text; *line;) {
    const char *end = strchr (line, '\n') + 1;
    struct str twice = {0};
    str_add_n (&twice, line, (size_t) (end - line));
    str_add_n (&twice, line, (size_t) (end - line));
    bool is_option = !strncmp (line, "option", 6), is_optional = is_option || !strncmp (line, "at", 2) ||
                     !strncmp (line, "loop", 4);
    CHECK (accepts_with (text, line, end, "") == is_optional);
    CHECK (accepts_with (text, line, end, str_text (&twice)) == is_option);
    CHECK (!accepts_with (text, line, end, "garbage\n"));
    CHECK (!accepts_with (text, line, line, "!"));
    CHECK (!accepts (text, (size_t) (line - text)));
    CHECK (accepts_with (text, line, line, "# a comment\n\n"));
    str_release (&twice);
    line = end;
  }
  mem_free (text);
}

/* Any byte changed to any of a few: no crash, and a message if refused. */
static void
test_bytes (void)
{
  struct trace_file a = sample ();
  size_t len;
  CHECK (trace_write (path, &a));
  char *text = slurp (&len);
  static const char bytes[] = "\0\n9# -\\\xff";
  for (size_t i = 0; i < len; i++)
    for (size_t k = 0; k < sizeof bytes - 1; k++) {
      char old = text[i];
      text[i] = bytes[k];
      accepts (text, len);
      text[i] = old;
    }
  mem_free (text);
}

static void
test_values (void)
{
  static const char head[] = "mazurka trace 1\nmodel m\nhash 0123456789abcdef\nfinding none\n";
  static const struct { const char *tail; bool ok; } cases[] = {
    {"steps 1\n255 16777215\nend\n", true},      {"steps 1\n256 0\nend\n", false},
    {"steps 1\n0 16777216\nend\n", false},       {"steps 1\n0\nend\n", false},
    {"steps 1\n0 1 2\nend\n", false},            {"steps 1\n0 1 2 3\nend\n", true},
    {"steps 1\n0 1 2 16777215\nend\n", false},   {"steps 1\n0 1 2 3 4\nend\n", false},
    {"steps 1\n-1 0\nend\n", false},             {"steps 1\n0 1x\nend\n", false},
    {"steps 1\nrelease # x\nend\n", true},       {"steps 1\nstutter\nend\n", true},
    {"steps 1\nreleased\nend\n", false},         {"steps 99999999999999999999\n0 1\nend\n", false},
    {"steps 999999999999\n0 1\nend\n", false},   {"steps 2\n0 1\nend\n", false},
    {"loop 1\nsteps 1\n0 1\nend\n", false},      {"loop 0\nsteps 1\n0 1\nend\n", true},
    {"loop -1\nsteps 1\n0 1\nend\n", false},     {"steps 0\nend\nend\n", false},
    {"steps 0\r\nend\r\n", true},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    struct str s = {0};
    str_printf (&s, "%s%s", head, cases[i].tail);
    CHECK (accepts (str_text (&s), s.len) == cases[i].ok);
    str_release (&s);
  }
}

/* Flags are read as they are, and their lines are known to whoever refuses them (cli_safe_flags.c). */
static void
test_flags (void)
{
  static const char text[] = "mazurka trace 1\nprogram p.c\nhash 0123456789abcdef\noption cflags -fplugin=x -DX='a'\noption define -DN=4\n"
                             "finding none\nsteps 0\nend\n";
  static const char later[] = "mazurka trace 2\nmodel m\nhash 0123456789abcdef\nfinding none\nsteps 0\nend\n";
  struct trace_file t;
  struct diag diag = {0};
  FILE *f = fopen (path, "w");
  fputs (text, f);
  fclose (f);
  CHECK (trace_read (path, &t, &diag) && !strcmp (t.cflags, "-fplugin=x -DX='a'") && !strcmp (t.define, "-DN=4"));
  CHECK (t.cflags_pos.line == 4 && t.define_pos.line == 5 && !strcmp (t.cflags_pos.file, path));
  trace_release (&t);
  CHECK (!accepts (later, sizeof later - 1));
}

static void
test_files (void)
{
  struct trace_file a = sample (), b;
  struct diag diag = {0};
  CHECK (!trace_read ("/nonexistent/trace", &b, &diag) && diag.errors == 1);
  CHECK (!trace_read ("/", &b, &diag) && diag.errors == 2);
  CHECK (!trace_write ("/nonexistent/trace", &a));
  CHECK (trace_is_one ("mazurka trace 1\n", 16) && !trace_is_one ("mazurka", 7) && !trace_is_one ("", 0));
}

int
main (void)
{
  int fd = mkstemp (path);
  CHECK (fd >= 0);
  close (fd);
  story = story_of_trace (&mock, steps, 5, 2, false, NULL);
  test_round_trip ();
  test_comments ();
  test_program ();
  test_smallest ();
  test_mutations ();
  test_bytes ();
  test_values ();
  test_flags ();
  test_files ();
  unlink (path);
  CHECK_HELD ("whatever is refused is refused with a message that says where");
  story_free (story);
  return check_end ();
}
