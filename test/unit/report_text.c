/* Reports on a mock system: the JSON contract, numbers, steps, verdicts. */
#include <jansson.h>
#include <stdlib.h>

#include "base/version.h"
#include "check.h"
#include "report/progress.h"
#include "report/report.h"
#include "model/graph_promela.h"
#include "model/trace_story.h"
#include "report/story_writers.h"
#include "report_mock.h"

static trans_id steps[] = {MOCK_UP, MOCK_UP, MOCK_MEET, MOCK_UP, MOCK_UP, MOCK_UP, MOCK_FAIL};

struct fixture {
  struct options options;
  struct result total;
  struct property_list properties;
  struct property *safety;
  struct report report;
};

static void
combine (struct fixture *f)
{
  properties_combine (&f->properties, &f->total);
  f->safety = &f->properties.data[0];
}

static void
set_up (struct fixture *f, enum verdict v)
{
  static const struct pg pg = {.file = "dir/mock.pml"};
  static const char *const inputs[] = {"dir/mock.pml"};
  *f = (struct fixture) {0};
  options_init (&f->options);
  properties_collect (&f->properties, &pg, NULL);
  struct property *p = &f->properties.data[0];
  p->checked = true;
  p->result = (struct result) {.verdict = v, .exhaustive = v == VERDICT_OK};
  p->result.stats = (struct stats) {.states = 9343, .transitions = 12706, .max_depth = 1567, .seconds = 0.123,
                                    .peak_bytes = 4123456};
  if (v == VERDICT_VIOLATION) {
    VEC_PUSH (p->result.findings, ((struct finding) {.kind = FINDING_ASSERTION, .nsteps = 7, .loop_start = -1,
                                                     .message = mem_strdup ("assertion failed: x < 3"),
                                                     .pos = {"dir/mock.pml", 9, 0},
                                                     .story = story_of_trace (&mock, steps, 7, -1, false, NULL),
                                                     .steps = memcpy (mem_alloc (sizeof steps), steps, sizeof steps)}));
    p->trace = mem_strdup ("mock's.trace");
  }
  if (v == VERDICT_UNKNOWN)
    strcpy (p->result.reason, "stopped at the limit on states (--max-states)");
  combine (f);
  f->report = (struct report) {.program = "mazurka", .input = "dir/mock.pml", .inputs = inputs, .ninputs = 1, .options = &f->options,
                               .result = &f->total, .properties = &f->properties, .engine = "explicit",
                               .por = "none", .stateful = true};
}

static void
tear_down (struct fixture *f)
{
  properties_release (&f->properties);
}

static char *
text_of (struct fixture *f, size_t width)
{
  char *text = NULL;
  size_t len;
  struct term t = {.out = open_memstream (&text, &len), .width = width};
  report_text (&f->report, &t);
  fclose (t.out);
  return text;
}

/* ---- JSON ---- */

static json_t *
json_of (struct fixture *f)
{
  char *text = NULL;
  size_t len;
  FILE *out = open_memstream (&text, &len);
  CHECK (report_json (&f->report, out));
  fclose (out);
  json_t *j = json_loads (text, 0, NULL);
  CHECK (j);
  free (text);
  return j;
}

static bool
has_keys (const json_t *object, const char *const *keys)
{
  for (; *keys; keys++)
    if (!json_object_get (object, *keys))
      return false;
  return true;
}

static bool
is_text (const json_t *object, const char *key, const char *value)
{
  const char *s = json_string_value (json_object_get (object, key));
  return s && !strcmp (s, value);
}

static void
test_json_names (void)
{
  static const char *const top[] = {"tool", "version", "inputs", "engine", "por", "sleep", "stateful", "property",
                                    "verdict", "exhaustive", "reason", "findings", "stats", NULL};
  static const char *const stats[] = {"threads", "executions", "blocked", "transitions", "states", "revisits",
                                      "max_depth", "seconds", "peak_bytes", NULL};
  static const char *const finding[] = {"kind", "message", "file", "line", "steps", "loop_start", NULL};
  static const char *const step[] = {"thread", "op", "object", "file", "line", "text", "message", NULL};
  struct fixture f;
  set_up (&f, VERDICT_VIOLATION);
  json_t *j = json_of (&f), *x = json_array_get (json_object_get (j, "findings"), 0);
  json_t *all = json_object_get (x, "steps"), *meet = json_array_get (all, 2);
  CHECK (has_keys (j, top) && has_keys (json_object_get (j, "stats"), stats));
  CHECK (has_keys (x, finding) && json_array_size (all) == 7 && has_keys (meet, step));
  CHECK (is_text (j, "tool", "mazurka") && is_text (j, "version", MAZURKA_VERSION) && is_text (j, "verdict", "violation"));
  CHECK (is_text (x, "kind", "assertion") && json_is_null (json_object_get (x, "loop_start")));
  CHECK (is_text (meet, "op", "rendezvous") && is_text (meet, "message", "q!2") && is_text (meet, "thread", "Up (0)"));
  CHECK (is_text (json_object_get (meet, "partner"), "thread", "Down (1)"));
  CHECK (is_text (json_array_get (all, 0), "output", "up\xef\xbf\xbd\033\n"));
  CHECK (json_is_null (json_object_get (json_array_get (all, 0), "message")));
  CHECK (json_integer_value (json_object_get (json_object_get (j, "stats"), "states")) == 9343);
  CHECK (json_is_false (json_object_get (j, "sleep")) && json_is_true (json_object_get (j, "stateful")));
  json_decref (j);
  tear_down (&f);
}

/* What a step changes, and which properties were explored completely. */
static void
test_json_values (void)
{
  struct fixture f;
  set_up (&f, VERDICT_VIOLATION);
  json_t *j = json_of (&f), *x = json_array_get (json_object_get (j, "findings"), 0);
  json_t *first = json_array_get (json_object_get (json_array_get (json_object_get (x, "steps"), 1), "changes"), 0);
  CHECK (is_text (first, "variable", "x") && is_text (first, "before", "1") && is_text (first, "after", "2"));
  CHECK (json_array_size (json_object_get (x, "threads")) == 2);
  json_decref (j);
  tear_down (&f);
  for (int v = VERDICT_OK; v <= VERDICT_UNKNOWN; v++) {
    set_up (&f, (enum verdict) v);
    j = json_of (&f);
    json_t *property = json_array_get (json_object_get (j, "properties"), 0);
    CHECK (json_is_true (json_object_get (property, "exhaustive")) == (v == VERDICT_OK));
    CHECK (json_is_true (json_object_get (j, "exhaustive")) == (v == VERDICT_OK));
    CHECK (v != VERDICT_UNKNOWN || is_text (j, "reason", "stopped at the limit on states (--max-states)"));
    json_decref (j);
    tear_down (&f);
  }
}

/* ---- verdicts for people ---- */

static void
test_ok (void)
{
  struct fixture f;
  set_up (&f, VERDICT_OK);
  char *text = text_of (&f, 80);
  CHECK (!strcmp (text, "dir/mock.pml: ok — 9,343 states, every behaviour covered\n"
                        "checked: assertions, invalid end state, run-time error\n"
                        "9,343 states, 12,706 transitions, depth 1,567, 0.12 s, 4.1 MB\n"));
  free (text);
  f.options.quiet = true;
  text = text_of (&f, 80);
  CHECK (strchr (text, '\n') == strrchr (text, '\n'));
  free (text);
  tear_down (&f);
}

static void
test_violation (void)
{
  struct fixture f;
  set_up (&f, VERDICT_VIOLATION);
  char *text = text_of (&f, 100);
  CHECK (!strncmp (text, "dir/mock.pml:9: assertion failed: x < 3\n", 40));
  CHECK (strstr (text, "   1  Up (0)    mock.pml:5  x = x + 1       prints: up\\xff\\x1b   x: 0 → 1"));
  CHECK (strstr (text, "      Down (1)  mock.pml:7  q?y             q!2   x: 2 → 0"));
  CHECK (strstr (text, "i: 0 → 1") && !strstr (text, "Up(0):i: 0"));
  CHECK (strstr (text, "final state\n  x = 3   a = {0, 3}\n  Up (0)    at mock.pml:5  x = x + 1\n            i = 3\n"
                       "  Down (1)  at mock.pml:7  q?y  (may end here)\n"));
  CHECK (strstr (text, "mazurka replay 'mock'\\''s.trace'"));
  free (text);
  tear_down (&f);
}

static void
test_unknown (void)
{
  struct fixture f;
  set_up (&f, VERDICT_UNKNOWN);
  char *text = text_of (&f, 80);
  CHECK (strstr (text, "dir/mock.pml: unknown — stopped at the limit on states (--max-states); raise or drop --max-states\n"
                       "no violation was found in the part that was explored\n"));
  free (text);
  tear_down (&f);
}

/* A property that the model states and nobody checked: never ok. */
static void
test_unchecked (void)
{
  static struct pg_property ltl = {.name = "p1", .pos = {"dir/mock.pml", 20, 1}, .kind = PROP_LTL};
  static struct pg_loc locs[] = {{.flags = LOC_ACCEPT}, {.flags = LOC_PROGRESS, .pos = {"dir/mock.pml", 4, 1}}};
  static struct pg_promela_proc never = {.kind = PG_NEVER}, process = {.kind = PG_PROCTYPE};
  static struct pg_proc procs[] = {{.name = "never", .promela = &never, .locs = locs, .nlocs = 1},
                                   {.name = "P", .promela = &process, .locs = locs + 1, .nlocs = 1}};
  const struct pg pg = {.file = "dir/mock.pml", .properties = &ltl, .nproperties = 1, .procs = procs, .nprocs = 2};
  struct fixture f;
  set_up (&f, VERDICT_OK);
  struct result safe = f.safety->result;
  VEC_FREE (f.properties);
  properties_collect (&f.properties, &pg, NULL);
  f.properties.data[0].result = safe;
  f.properties.data[0].checked = true;
  combine (&f);
  CHECK (f.properties.count == 3 && f.total.verdict == VERDICT_UNKNOWN && !f.total.exhaustive);
  CHECK (!strcmp (f.total.reason,
                  "not checked: ltl p1 (mock.pml:20); not checked: non-progress cycles (mock.pml:4)"));
  char *text = text_of (&f, 80);
  CHECK (strstr (text, "not checked: ltl p1 (mock.pml:20)\nnot checked: non-progress cycles (mock.pml:4)\n"));
  CHECK (strstr (text, "safety is ok"));
  free (text);
  json_t *j = json_of (&f), *p = json_array_get (json_object_get (j, "properties"), 1);
  CHECK (is_text (p, "name", "p1") && is_text (p, "kind", "ltl") && is_text (p, "verdict", "unknown"));
  CHECK (json_is_null (json_object_get (p, "stats")));
  json_decref (j);
  f.safety->result.verdict = VERDICT_VIOLATION;
  combine (&f);
  CHECK (f.total.verdict == VERDICT_VIOLATION);
  CHECK (verdict_exit_code (VERDICT_OK) == 0 && verdict_exit_code (VERDICT_VIOLATION) == 1 &&
         verdict_exit_code (VERDICT_UNKNOWN) == 3);
  tear_down (&f);
}

/* Properties that were checked: the worst decides, each is told. */
static void
test_properties (void)
{
  static struct pg_property ltl[] = {{.name = "p1", .pos = {"dir/mock.pml", 20, 1}, .kind = PROP_LTL},
                                     {.name = "p2", .pos = {"dir/mock.pml", 21, 1}, .kind = PROP_LTL}};
  const struct pg pg = {.file = "dir/mock.pml", .properties = ltl, .nproperties = 2};
  static const trans_id lasso[] = {MOCK_UP, MOCK_UP, MOCK_DOWN};
  struct fixture f;
  set_up (&f, VERDICT_OK);
  VEC_FREE (f.properties);
  properties_collect (&f.properties, &pg, NULL);
  for (size_t i = 0; i < 3; i++) {
    f.properties.data[i].checked = true;
    f.properties.data[i].result = (struct result) {.verdict = VERDICT_OK, .exhaustive = true};
  }
  f.options.fair = 1;
  combine (&f);
  char *text = text_of (&f, 80);
  CHECK (f.total.verdict == VERDICT_OK && strstr (text, "every temporal property holds"));
  CHECK (strstr (text, "ltl p1 (mock.pml:20): ok under weak fairness (0 states") && strstr (text, "safety: ok (0 states"));
  free (text);
  struct result *r = &f.properties.data[2].result;
  r->verdict = VERDICT_VIOLATION;
  VEC_PUSH (r->findings, ((struct finding) {.kind = FINDING_LTL, .nsteps = 3, .loop_start = 1,
                                            .message = mem_strdup ("ltl p2 does not hold: <>p"),
                                            .pos = {"dir/mock.pml", 21, 1},
                                            .story = story_of_trace (&mock, lasso, 3, 1, false, NULL),
                                            .steps = memcpy (mem_alloc (sizeof lasso), lasso, sizeof lasso)}));
  combine (&f);
  text = text_of (&f, 80);
  CHECK (f.total.verdict == VERDICT_VIOLATION && strstr (text, "dir/mock.pml:21: ltl p2 does not hold: <>p\n"));
  const char *loop = strstr (text, "the cycle starts here and repeats forever\n   2  Up");
  CHECK (loop && strstr (loop, "   3  Down"));
  free (text);
  json_t *j = json_of (&f), *x = json_array_get (json_object_get (j, "findings"), 0);
  CHECK (is_text (x, "kind", "ltl") && is_text (x, "property", "p2"));
  CHECK (json_integer_value (json_object_get (x, "loop_start")) == 1);
  json_decref (j);
  tear_down (&f);
  struct property_list one = {0};
  properties_collect (&one, &pg, "p2");
  CHECK (one.count == 1 && !properties_safety (&one) && one.data[0].source == &ltl[1]);
  properties_release (&one);
}

/* ---- steps ---- */

/* What a story has in print. */
static char *
print_of (const struct story *s, bool messages, bool full)
{
  char *text = NULL;
  size_t len;
  struct term t = {.out = open_memstream (&text, &len), .width = 80};
  story_print (&t, s, messages, full);
  fclose (t.out);
  return text;
}

static size_t
lines_with (const char *text, const char *what)
{
  size_t n = 0;
  for (const char *p = text; (p = strstr (p, what)); p++)
    n++;
  return n;
}

/* A long trace shows its ends, and says how much is missing. */
static void
test_long (void)
{
  enum { N = 1000 };
  struct trace_end end;
  trans_id *ids = mem_alloc (N * sizeof *ids);
  for (int i = 0; i < N; i++)
    ids[i] = i % 2 ? MOCK_DOWN : MOCK_UP;
  struct story *s = story_of_trace (&mock, ids, N, 500, false, &end);
  CHECK (s->steps.count == N && end.kind == TRACE_DONE && end.index == N && s->loop_start == 500);
  CHECK (s->steps.data[N - 1].nchanges == 3 && s->steps.data[N - 1].index == N - 1);
  char *text = print_of (s, false, false);
  CHECK (lines_with (text, "mock.pml:5") == 150 + 1 && strstr (text, "… 850 steps left out (--full shows all)\n"));
  CHECK (strstr (text, "\n 100  Down") && !strstr (text, "\n 101  ") && strstr (text, "\n 951  Up"));
  free (text);
  text = print_of (s, false, true);
  CHECK (lines_with (text, "mock.pml:5") == N + 1 && strstr (text, "repeats forever\n 501  Up"));
  free (text);
  story_free (s);
  ids[600] = MOCK_MEET;
  s = story_of_trace (&mock, ids, N, -1, false, &end);
  CHECK (end.kind == TRACE_NOT_ENABLED && end.index == 600 && s->steps.count == 600);
  story_free (s);
  mem_free (ids);
}

/* A cycle is counted in steps that are shown. */
static void
test_cycle (void)
{
  static const trans_id ids[] = {MOCK_UP, TRANS_RELEASE, MOCK_UP, MOCK_DOWN};
  struct story *s = story_of_trace (&mock, ids, 4, 2, false, NULL);
  CHECK (s->steps.count == 3 && s->loop_start == 1 && s->steps.data[1].index == 2);
  char *text = print_of (s, false, false);
  CHECK (strstr (text, "repeats forever\n   2  Up") && strstr (text, "   3  Down"));
  free (text);
  s->loop_start = 3;
  text = print_of (s, false, false);
  CHECK (strstr (text, "   3  Down") && strstr (text, "no more steps are possible: the run stays in this state forever\n"));
  free (text);
  story_free (s);
}

/* Who is there at the end, and who is not. */
static void
test_ended (void)
{
  struct story *s = story_of_trace (&mock, steps, 7, -1, false, NULL);
  uint32_t gone = story_thread_named (s, "Gone (2)");
  s->threads.data[gone].lane = 2;
  char *text = print_of (s, false, false);
  CHECK (!strstr (text, "Gone") && strstr (text, "Down (1)  at mock.pml:7"));
  free (text);
  s->threads.data[gone].is_alive = true;
  s->threads.data[gone].lane = 0;
  s->threads.data[0].lane = 1;
  s->threads.data[1].lane = 2;
  text = print_of (s, false, false);
  CHECK (strstr (text, "  Gone (2)") && strstr (text, "Gone (2)") < strstr (text, "Up (0)    at"));
  free (text);
  story_free (s);
}

/* No line is wider than the terminal as long as its parts fit. */
static void
test_width (void)
{
  for (size_t width = 60; width <= 140; width += 20) {
    struct fixture f;
    set_up (&f, VERDICT_VIOLATION);
    mem_free (f.safety->trace);
    f.safety->trace = NULL;
    char *text = text_of (&f, width);
    for (char *line = strtok (text, "\n"); line; line = strtok (NULL, "\n"))
      HOLD (text_width (line) <= width || strstr (line, "states,"));
    CHECK_HELD ("no line is wider than the terminal");
    free (text);
    tear_down (&f);
  }
}

static void
test_chart (void)
{
  struct story *s = story_of_trace (&mock, steps, 7, -1, true, NULL);
  char *text = print_of (s, true, true);
  CHECK (!strncmp (text, "       Up (0)            Down (1)\n", 34));
  CHECK (strstr (text, "    3  q!2\n    3                    q?2\n"));
  free (text);
  story_free (s);
}

/* ---- numbers and text ---- */

#define IS(call, text)                       \
  do {                                       \
    struct str s = {0};                      \
    call;                                    \
    CHECK (!strcmp (str_text (&s), (text))); \
    str_release (&s);                        \
  } while (0)

static void
test_words (void)
{
  IS (add_count (&s, 0), "0");
  IS (add_count (&s, 999), "999");
  IS (add_count (&s, 1000), "1,000");
  IS (add_count (&s, UINT64_MAX), "18,446,744,073,709,551,615");
  IS (add_counted (&s, 1, "state"), "1 state");
  IS (add_bytes (&s, 999), "999 bytes");
  IS (add_bytes (&s, 1000), "1.0 kB");
  IS (add_bytes (&s, 999960), "1.0 MB");
  IS (add_bytes (&s, 16500000000), "16 GB");
  IS (add_seconds (&s, 0.004), "0.00 s");
  IS (add_seconds (&s, 75.25), "75.2 s");
  IS (add_seconds (&s, 200), "3 min 20 s");
  IS (add_seconds (&s, 7260), "2 h 1 min");
  IS (add_quoted (&s, "a.pml"), "a.pml");
  IS (add_quoted (&s, ""), "''");
  IS (add_cut (&s, "äöü", 3), "äöü");
  IS (add_cut (&s, "äöüß", 3), "äö…");
  IS (add_clean (&s, "a\tb\033"), "a\\tb\\x1b");
  CHECK (text_width ("a → b") == 5);
}

/* Colours only where somebody can see them, or asked for them. */
static void
test_colors (void)
{
  struct term t;
  FILE *file = tmpfile ();
  setenv ("TERM", "xterm", 1);
  unsetenv ("NO_COLOR");
  term_init (&t, file, COLOR_AUTO);
  CHECK (!t.color && !t.tty && !*term_on (&t, STYLE_BAD) && !*term_off (&t));
  term_init (&t, file, COLOR_ALWAYS);
  CHECK (t.color && *term_on (&t, STYLE_BAD) && *term_off (&t));
  term_init (&t, file, COLOR_NEVER);
  CHECK (!t.color);
  fclose (file);
}

static void
test_statement (void)
{
  IS (add_statement (&s, "((b==want))"), "b==want");
  IS (add_statement (&s, "(!(want[1])||(turn==0))"), "!want[1]||(turn==0)");
  IS (add_statement (&s, "assert((inside==1))"), "assert(inside==1)");
  IS (add_statement (&s, "x = ((x+1)%8)"), "x = (x+1)%8");
  IS (add_statement (&s, "a[(i+1)] = (2)"), "a[i+1] = 2");
  IS (add_statement (&s, "(run P((a+b),c))"), "run P(a+b,c)");
  IS (add_statement (&s, "(x==1) or (y) or q?(z)"), "x==1 or y or q?(z)");
  IS (add_statement (&s, "((a+b)*(c-d))"), "(a+b)*(c-d)");
  IS (add_statement (&s, "(!(len(q))&&!((a&&b)))"), "!len(q)&&!(a&&b)");
  IS (add_statement (&s, "printf('(%d)\\n',(x))"), "printf('(%d)\\n',x)");
  IS (add_statement (&s, "(1)"), "skip");
  IS (add_statement (&s, "(x"), "(x");
  IS (add_statement (&s, "x)("), "x)(");
  IS (add_statement (&s, "f()"), "f()");
  IS (add_statement (&s, "()"), "()");
  IS (add_statement (&s, ""), "");
}

static void
test_progress (void)
{
  char *text = NULL;
  size_t len;
  FILE *out = open_memstream (&text, &len);
  struct progress_line p = {.out = out};
  progress_show (&p, "state", 5, 0, 2, 1000, 3);
  progress_show (&p, "state", 20000, 0, 200, 5000000, 10);
  progress_show (&p, "state", 30000, 0, 200, 5000000, 15);
  p.tty = true;
  progress_show (&p, "state", 30000, 0, 200, 5000000, 15.5);
  progress_clear (&p);
  fclose (out);
  CHECK (!strcmp (text, "20,000 states (2,000/s), depth 200, 5.0 MB, 10.0 s\n"
                        "\r\033[K30,000 states (1,935/s), depth 200, 5.0 MB, 15.5 s\r\033[K"));
  free (text);
}

int
main (void)
{
  test_json_names ();
  test_json_values ();
  test_ok ();
  test_violation ();
  test_unknown ();
  test_unchecked ();
  test_properties ();
  test_long ();
  test_cycle ();
  test_ended ();
  test_colors ();
  test_width ();
  test_chart ();
  test_words ();
  test_statement ();
  test_progress ();
  return check_end ();
}
