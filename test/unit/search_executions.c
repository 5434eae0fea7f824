/* Models execution by execution: what exec_ts promises, every configuration
 * against the plain search, exact numbers of executions, and known mistakes. */
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "front/promela/promela.h"
#include "reduce/exec_ts.h"
#include "search/executions.h"
#include "vm/vm.h"

/* ---- helpers ---- */

struct model {
  struct pg *pg;
  struct ts *ts;
};

static struct model
open_model (const char *text)
{
  struct diag diag = {.out = stderr};
  struct ast_model *ast = promela_parse ("m", text, strlen (text), &diag);
  struct model m = {.pg = promela_lower (ast, &diag)};
  m.pg->front = ast;
  m.pg->free_front = (void (*) (void *)) promela_free;
  m.ts = vm_new (m.pg, &diag);
  return m;
}

static void
close_model (struct model *m)
{
  m->ts->class->free (m->ts);
  pg_free (m->pg);
}

struct outcome {
  enum verdict verdict;
  unsigned kinds;                 /* a bit per kind of finding */
  size_t findings;
  uint64_t terminal, executions, cut, blocked, states;
};

static void
count_terminal (void *context, struct ts *ts, const uint32_t *state)
{
  (void) ts, (void) state;
  ++*(uint64_t *) context;
}

static struct outcome
conclude (struct result *r, uint64_t terminal)
{
  struct outcome o = {.verdict = r->verdict, .findings = r->findings.count, .terminal = terminal,
                      .executions = r->stats.executions, .cut = r->stats.cut, .blocked = r->stats.blocked, .states = r->stats.states};
  for (size_t i = 0; i < r->findings.count; i++)
    o.kinds |= 1u << r->findings.data[i].kind;
  result_release (r);
  return o;
}

static void
all_options (struct options *o)
{
  options_init (o);
  o->all = true;
  o->memory = 1 << 28;
}

static struct outcome
plain (const char *text)
{
  struct model m = open_model (text);
  struct options options;
  struct result result = {0};
  uint64_t terminal = 0;
  all_options (&options);
  struct search_run run = {.ts = m.ts, .options = &options, .terminal = count_terminal, .terminal_context = &terminal};
  search_run (&run, &result);
  close_model (&m);
  return conclude (&result, terminal);
}

struct how {
  const char *por;
  bool sleep, stateful;
};

static struct outcome
explored (const char *text, struct how how)
{
  struct model m = open_model (text);
  struct options options;
  struct result result = {0};
  struct diag diag = {.out = stderr};
  uint64_t terminal = 0;
  bool again = true;
  const struct selection *selection = reduction_find (how.por)->selection;
  struct exec_ts_config config = {.locks = true, .cycles = how.stateful, .persistent = selection->persistent,
                                  .coarse = selection->races, .polls = selection->races && selection->races->polls};
  all_options (&options);
  struct search_run run = {.ts = m.ts, .options = &options, .terminal = count_terminal, .terminal_context = &terminal};
  while (again) {
    struct exec *e = exec_ts_new (m.pg, m.ts, vm_inspector (m.ts), &config, &diag);
    struct executions_config search = {.reduction = reduction_find (how.por), .sleep = how.sleep, .stateful = how.stateful,
                                       .proviso = config.persistent};
    result_release (&result);
    result = (struct result) {0};
    executions_run (&run, e, &search, &result);
    again = exec_misused (e);
    config.locks = false;
    exec_free (e);
  }
  close_model (&m);
  return conclude (&result, terminal);
}

static bool
same (struct outcome a, struct outcome b)
{
  return a.verdict == b.verdict && a.kinds == b.kinds && a.findings == b.findings && a.terminal == b.terminal;
}

static const struct how ways[] = {
  {"none", .sleep = false}, {"none", .sleep = true}, {"none", .stateful = true}, {"none", .sleep = true, .stateful = true},
  {"static", .sleep = false}, {"static", .sleep = true}, {"static", .stateful = true},
  {"static", .sleep = true, .stateful = true}, {"dpor", .sleep = false}, {"dpor", .sleep = true},
  {"dpor", .stateful = true}, {"source", .sleep = false}, {"source", .sleep = true}, {"optimal", .sleep = true},
  {"static,dpor", .sleep = false}, {"static,dpor", .sleep = true}, {"static,source", .sleep = false},
  {"static,source", .sleep = true},
};
enum { WAYS = sizeof ways / sizeof ways[0] };

/* ---- models ---- */

#define CYCLIC UINT64_MAX
struct expect {
  const char *text;
  uint64_t optimal;               /* executions of the optimal reduction; CYCLIC: only with stored states */
};

static const struct expect models[] = {
  /* two writers; two readers of one writer; cells apart by what indices are */
  {"byte x; active proctype A () { x = 1 } active proctype B () { x = 2 }", 2},
  {"byte x; active proctype W () { x = 1 } active [3] proctype R () { byte r; r = x }", 8},
  {"byte a[4]; active [4] proctype P () { byte i = _pid; a[i] = 1; a[(i + 1) % 4] = 2 }", 15},
  {"byte a[2], g; active proctype A () { a[g] = 1 } active proctype B () { g = 1 }", 2},
  /* waiting for one object, and for two of which only some orders help */
  {"byte x; active proctype R () { x == 1; assert (x != 0) } active proctype A () { x = 1; x = 0 }", 3},
  {"byte x; active proctype C () { byte c; c = x } active proctype R () { x == 1; assert (x != 0) } active proctype A () { x = 1; x = 0 }", 9},
  {"bit x, y; active proctype A () { x = 1; x = 0 } active proctype B () { y = 1; y = 0 }"
   "active proctype R () { (x == 1 && y == 1); assert (false) }", 9},
  {"bit x, y; active proctype A () { x = 1 } active proctype B () { y = 1 }"
   "active proctype R () { byte r; if :: x == 1 -> r = 1 :: y == 1 -> r = 2 fi; assert (r != 2) }", 4},
  /* a step that waits is enabled by another, and what one part of its guard needs is not what the others do */
  {"byte x; active proctype A () { if :: x == 1 -> assert (false) :: skip fi } active proctype B () { x = 1 }", 3},
  {"byte x, y; active proctype A () { y = x } active proctype B () { x = 1 }", 2},
  {"byte x, y; active proctype A () { if :: (x == 1 && y == 0) -> assert (false) :: skip fi } active proctype B () { x = 1 }"
   "active proctype C () { byte c; c = y }", 3},
  {"bit z; active proctype A () { do :: z = 1 - z od } active proctype B () { assert (false) }", CYCLIC},
  /* locks; philosophers all left-handed: 2^n - 1 */
  {"bit l; byte x; active [3] proctype P () { d_step { l == 0 -> l = 1 }; x++; l = 0 }", 6},
  {"bit f[3]; active [3] proctype P () { byte l = _pid, r = (_pid + 1) % 3; atomic { !f[l] -> f[l] = 1 };"
   "atomic { !f[r] -> f[r] = 1 }; f[l] = 0; f[r] = 0 }", 7},
  /* one is given back by somebody else: no lock */
  {"bit l; active proctype A () { atomic { l == 0 -> l = 1 } } active proctype B () { l = 0 }", 2},
  /* atomic sequences that go several ways, change indices, and stop inside */
  {"byte x, y; active proctype A () { atomic { if :: x = 1 :: x = 2 fi; y = x } } active proctype B () { byte b; b = y }", 4},
  {"byte x; active proctype A () { atomic { skip; x = 1 } } active proctype B () { x = 2 }", 2},
  {"byte x; active proctype B () { x = 1 } active proctype A () { x == 0; assert (false) }", 2},
  {"byte a[2]; active proctype A () { byte i; atomic { i = 1; a[i] = 1 } } active proctype B () { a[1] = 2 }", 2},
  {"byte x, y; active proctype A () { atomic { x = 1; y == 1; x = 2 } } active proctype B () { byte b = 1; b = x; y = 1; assert (x != 2) }", 6},
  /* channels */
  {"chan c = [1] of {byte}; active [2] proctype S () { c!_pid } active proctype R () { byte r; c?r; assert (r != 1); c?r }", 2},
  {"chan c = [1] of {byte}; active proctype S () { c!1 } active proctype R () { byte n; n = len (c); assert (n == 1) }", 2},
  /* one that goes with its owner */
  {"chan m = [1] of {chan}; active proctype B () { chan x; m?x; x!1 } active proctype A () { chan c = [1] of {byte}; m!c }", 1},
  /* processes that are started, and that somebody counts */
  {"byte x; proctype C () { x++ } init { run C (); run C () }", 2},
  {"byte n; proctype C () { skip } init { run C (); n = _nr_pr; assert (n == 2) }", 2},
  /* persistent sets that sleep as a whole, on a cycle */
  {"byte x; active proctype A () { assert (x != 2) } active proctype L () { byte n; do :: n == 0 -> skip :: n == 1 -> break od }"
   "active proctype B () { skip; x = 2 }", CYCLIC},
  /* persistent sets that sleep as a whole, while what is outside of them races with the path */
  {"byte g, h, v, x, y, seen; active proctype Z () { seen = y; v = 1 }"
   "active proctype A () { if :: x == 0 || v == 5 -> skip :: x == 1 -> y = 1 + g fi }"
   "active proctype P () { g = 1; x = 1 } active proctype W () { h = g }", 10},
  {"byte g, h, v, x, y, seen; active proctype Z () { seen = y; v = 1 } active proctype R () { g = 2 }"
   "active proctype A () { if :: x == 0 || v == 5 -> skip :: x == 1 -> y = 1 + g fi }"
   "active proctype P () { g = 1; x = 1 } active proctype W () { h = g }", 39},
  /* a receive and a send of one channel commute, but are dependent for what races go by */
  {"chan c = [3] of {byte}; byte i, j; active proctype A () { c!1; i = 1; c!2 } active proctype B () { byte b; c?b; j = i; c?b }"
   "active proctype C () { i = j; assert (i < 2) }", 13},
  /* in error from the beginning */
  {"byte z, x = 1 / z; active proctype A () { skip }", 0},
  /* errors that nothing follows: others go on */
  {"byte a[2], i, x; active proctype A () { a[i + 2] = 1; x = 1 } active proctype B () { i = 1; assert (x == 1) }", 0},
};

/* ---- what an exec promises ---- */

struct looked {
  struct op op;
  struct access access[64];       /* the rest is zero */
  bool there, enabled;
  uint32_t alternatives;
};

static struct looked
look (struct exec *e, thread_id t)
{
  struct looked l = {0};
  const struct op *op = exec_next (e, t);
  if (!op)
    return l;
  l.there = true;
  l.op = *op;
  for (uint32_t i = 0; i < op->count && i < 64; i++)
    l.access[i] = op->access[i];
  l.enabled = exec_enabled (e, t);
  l.alternatives = l.enabled ? exec_alternatives (e, t) : 0;
  return l;
}

static bool
same_look (const struct looked *a, const struct looked *b)
{
  return a->there == b->there && a->enabled == b->enabled && a->alternatives == b->alternatives
         && a->op.count == b->op.count && a->op.guarded == b->op.guarded
         && !memcmp (a->access, b->access, sizeof a->access);
}

static void
step (struct exec *e, thread_id t, uint32_t alternative)
{
  struct exec_step out = {0};
  exec_step (e, t, alternative, &out);
}

/* p's step leaves q's operation alone, and the two commute. */
static bool
keeps_promise (struct exec *e, size_t depth, thread_id p, uint32_t way, thread_id q)
{
  struct looked mine = look (e, p), before = look (e, q);
  mine.op.access = mine.access;
  before.op.access = before.access;
  if (!mine.enabled || !before.there || op_dependent (&mine.op, &before.op))
    return true;
  step (e, p, way);
  struct looked after = look (e, q);
  bool good = same_look (&before, &after);
  uint32_t words[2][256];
  size_t n[2] = {0, 0};
  for (uint32_t other = 0; other < before.alternatives && good; other++) {
    for (int order = 0; order < 2; order++) {
      exec_rewind (e, depth);
      step (e, order ? q : p, order ? other : way);
      step (e, order ? p : q, order ? way : other);
      const uint32_t *state = exec_state (e, &n[order]);
      memcpy (words[order], state, n[order] * 4);
    }
    good = n[0] == n[1] && !memcmp (words[0], words[1], n[0] * 4);
  }
  exec_rewind (e, depth);
  return good;
}

/* In every state: each pair of threads. */
static unsigned
broken_promises (struct exec *e, size_t depth, unsigned *budget)
{
  unsigned bad = 0;
  for (thread_id p = 0; p < exec_threads (e); p++)
    for (uint32_t way = 0; exec_enabled (e, p) && way < exec_alternatives (e, p); way++)
      for (thread_id q = 0; q < exec_threads (e); q++)
        bad += p != q && !keeps_promise (e, depth, p, way, q);
  for (thread_id p = 0; p < exec_threads (e); p++)
    for (uint32_t way = 0; exec_enabled (e, p) && way < exec_alternatives (e, p) && *budget; way++) {
      --*budget;
      step (e, p, way);
      bad += broken_promises (e, depth + 1, budget);
      exec_rewind (e, depth);
    }
  return bad;
}

static unsigned
promises (const char *text, bool polls)
{
  struct model m = open_model (text);
  struct diag diag = {.out = stderr};
  struct exec_ts_config config = {.polls = polls, .cycles = true};
  struct exec *e = exec_ts_new (m.pg, m.ts, vm_inspector (m.ts), &config, &diag);
  unsigned budget = 3000, bad = broken_promises (e, 0, &budget);
  exec_free (e);
  close_model (&m);
  return bad;
}

/* Nothing that happens without the set depends on its operations (op_dependent). */
static bool
stays_independent (struct exec *e, size_t depth, const uint64_t *set, unsigned *budget)
{
  bool good = true;
  for (thread_id q = 0; q < exec_threads (e) && good; q++) {
    if (bits_has (set, q) || !exec_enabled (e, q))
      continue;
    for (thread_id p = 0; p < exec_threads (e) && good; p++)
      good = !bits_has (set, p) || !op_dependent (exec_next (e, p), exec_next (e, q));
    for (uint32_t way = 0; good && *budget && way < exec_alternatives (e, q); way++) {
      --*budget;
      step (e, q, way);
      good = stays_independent (e, depth + 1, set, budget);
      exec_rewind (e, depth);
    }
  }
  return good;
}

static bool
persist (struct exec *e, size_t depth, unsigned *budget)
{
  bool good = true, any = false;
  uint64_t set[4] = {0};
  unsigned most = 300;
  assert (exec_threads (e) <= 256);
  for (thread_id p = 0; p < exec_threads (e); p++)
    any |= exec_enabled (e, p);
  if (any)
    exec_persistent (e, set);
  good = !any || stays_independent (e, depth, set, &most);
  for (thread_id p = 0; p < exec_threads (e); p++)
    for (uint32_t way = 0; good && exec_enabled (e, p) && way < exec_alternatives (e, p) && *budget; way++) {
      --*budget;
      step (e, p, way);
      good = persist (e, depth + 1, budget);
      exec_rewind (e, depth);
    }
  return good;
}

static bool
sets_persist (const char *text, bool polls)
{
  struct model m = open_model (text);
  struct diag diag = {.out = stderr};
  struct exec_ts_config config = {.polls = polls, .cycles = true, .persistent = true, .coarse = true};
  struct exec *e = exec_ts_new (m.pg, m.ts, vm_inspector (m.ts), &config, &diag);
  unsigned budget = 1000;
  bool good = persist (e, 0, &budget);
  exec_free (e);
  close_model (&m);
  return good;
}

/* As many processes as a word of a bit set has, and more: the last is run as the first is. */
static void
test_many_processes (void)
{
  static const int sizes[] = {63, 64, 65, 128, 129, 200};
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
    for (size_t w = 0; w < WAYS; w++) {
      char text[100];
      snprintf (text, sizeof text, "active [%d] proctype P () { assert (_pid != %d) }", sizes[i], sizes[i] - 1);
      if (strcmp (ways[w].por, "none") && !ways[w].stateful)
        CHECK (explored (text, ways[w]).verdict == VERDICT_VIOLATION);
    }
}

/* Sleep sets leave out steps, not states: with cycles only if who slept at one visit and is awake at another is run. Found
 * by trying small programs at random, and made smaller; four processes seem to be needed. */
static void
test_sleepers_and_cycles (void)
{
  static const struct { const char *text; uint64_t states; } cyclic[] = {
    {"bit v; active proctype A () { do :: skip; v == 0 od } "
     "active proctype B () { l0: skip; l2: skip; if :: v == 0 -> goto l2 :: v == 1 -> goto l0 fi } "
     "active proctype C () { do :: skip; v = 0 od } active proctype D () { do :: v = 1 - v od }", 24},
    {"bit v, w; active proctype A () { do :: w = 1 - w od } active proctype B () { skip; skip; v = 1 - v } "
     "active proctype C () { l0: v = 1 - v; l1: if :: w == 0 -> goto l0 :: w == 1 -> goto l1 fi } active proctype D () { skip }", 64},
  };
  for (size_t i = 0; i < sizeof cyclic / sizeof *cyclic; i++)
    for (int sleep = 0; sleep < 2; sleep++) {
      uint64_t states = explored (cyclic[i].text, (struct how) {"none", .sleep = sleep, .stateful = true}).states;
      CHECK (states == cyclic[i].states);
      if (states != cyclic[i].states)
        fprintf (stderr, "  %s: %llu states\n", cyclic[i].text, (unsigned long long) states);
    }
}

int
main (void)
{
  test_many_processes ();
  test_sleepers_and_cycles ();
  for (size_t i = 0; i < sizeof models / sizeof models[0]; i++) {
    struct outcome wanted = plain (models[i].text);
    for (size_t w = 0; w < WAYS; w++) {
      if (models[i].optimal == CYCLIC && !ways[w].stateful)
        continue;
      struct outcome got = explored (models[i].text, ways[w]);
      CHECK (same (wanted, got));
      if (!same (wanted, got))
        fprintf (stderr, "  %s%s%s: %s: verdict %d, %zu findings, %llu terminal states\n", ways[w].por, ways[w].sleep ? ", sleep" : "",
                 ways[w].stateful ? ", stored" : "", models[i].text, got.verdict, got.findings, (unsigned long long) got.terminal);
    }
    if (models[i].optimal == CYCLIC)
      continue;
    struct outcome best = explored (models[i].text, (struct how) {"optimal", .sleep = true});
    CHECK (best.executions == models[i].optimal && !best.blocked);
    if (best.executions != models[i].optimal)
      fprintf (stderr, "  %s: %llu executions, %llu cut\n", models[i].text, (unsigned long long) best.executions, (unsigned long long) best.cut);
    CHECK (!promises (models[i].text, false));
    CHECK (!promises (models[i].text, true));
    CHECK (sets_persist (models[i].text, false) && sets_persist (models[i].text, true));
  }
  return check_end ();
}
