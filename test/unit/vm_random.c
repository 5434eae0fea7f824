/* The vm under random calls (model/ts.h), against what it said before and
 * against a fresh one: a state has one list of transitions and each of these
 * one successor, whatever was asked in between and wherever the state lies;
 * nothing changes a state that is only looked at; and a machine that has just
 * been made, led along the same steps, says the same. */
#include "base/str.h"
#include "calls.h"
#include "check.h"
#include "models.h"

static const char *const models[] = {
  "byte x, y; active [2] proctype P () { byte l; do :: x < 3 -> x++; l = x :: atomic { x > 0 -> x--; y = l } :: l == 2 -> break od }",
  "chan q = [2] of { byte, short }; chan c = [0] of { byte }; byte g;"
  "active proctype S () { byte i; do :: q!!i,-i; i = (i + 1) % 3 :: c!i :: i == 2 -> break od }"
  "active proctype R () { byte v; short w; do :: q?v,w :: q??1,w :: q?<v,w> :: atomic { c?v; g = v; g++ } :: len (q) == 2 -> g = 7 od }",
  "byte n; proctype C (byte v) { byte a[3]; chan m = [1] of { byte }; m!v; a[v] = v; m?a[0]; n = n + a[v] }"
  "init { byte i; do :: i < 2 -> run C (i); i++ :: i > 0 && _nr_pr == 1 -> i-- :: n > 20 -> break od }",
  "byte x; short s; active proctype A () { { do :: x < 4 -> x++ :: d_step { x == 2 -> x = 0; if :: s > 0 -> s-- :: else -> s = -5 fi } od }"
  " unless { x == 4 && s < 0 -> x = 9 } } active proctype B () provided (x != 1) { do :: s = s + 300 :: timeout -> s = 1; break od }",
  "byte x; active proctype L () priority 2 { x++; (x > 2); x++ } active proctype H () priority 5 { byte k; do :: k < 2 -> k++; x++ :: else -> break od; set_priority (_pid, 1); x++ }",
  "mtype = { a, b }; typedef T { byte f[2]; mtype m }; T t[2]; byte i; active proctype P () { L: do :: t[i].f[1 - i]++ :: t[i].m = b; i = 1 - i :: t[0].f[1] == 2 -> t[1].m = a; goto L :: t[0].f[i + 1] > 3 -> break od }"
  " active proctype W () { do :: P@L -> skip :: P[0]@L && t[1].m == a -> assert (t[0].f[0] < 2) od }",
};

enum op { STEP, ENABLED, COPIED, DESCRIBE, LOOK, END, EVAL, FRESH };

static size_t model;              /* what a sequence runs on */

struct state {
  uint32_t *words, n;
  size_t parent;                  /* and the step that led here; 0 is the initial state */
  trans_id by;
  struct trans_list enabled;
  struct str seen;                /* cells and locations, for people */
  enum end_kind end;
  int32_t value;
};

struct successor {
  size_t from, to;                /* to: SIZE_MAX if it ended in a fault */
  trans_id by;
};

struct run {
  struct pg *pg;
  struct ts *ts;
  struct vm_expr expr;
  VEC (struct state) states;
  VEC (struct successor) successors;
  uint32_t *out;
  bool tell;
};

#define REQUIRE(condition)                                              \
  do {                                                                  \
    if (!(condition)) {                                                 \
      if (r->tell)                                                      \
        fprintf (stderr, "does not hold: %s\n", #condition);            \
      return false;                                                     \
    }                                                                   \
  } while (0)

static void
see_cell (void *context, const char *name, const char *value, bool local)
{
  str_printf (context, "%s=%s%s ", name, value, local ? "" : "!");
}

static void
see_where (void *context, uint32_t pid, const char *thread, struct pos pos, const char *text, bool valid)
{
  str_printf (context, "%u %s %d %s %d;", pid, thread, pos.line, text, valid);
}

static struct str
look (struct ts *ts, const uint32_t *words)
{
  struct str seen = {0};
  ts->class->cells (ts, words, see_cell, &seen);
  ts->class->where (ts, words, see_where, &seen);
  return seen;
}

static bool
same_list (const struct trans_list *a, const struct trans_list *b)
{
  return a->count == b->count && (!a->count || !memcmp (a->data, b->data, a->count * sizeof *a->data));
}

/* No transition twice; whoever has control moves, or gives it back. */
static bool
list_is_sane (const uint32_t *words, const struct trans_list *l)
{
  for (size_t i = 0; i < l->count; i++) {
    for (size_t k = 0; k < i; k++)
      if (l->data[i] == l->data[k])
        return false;
    if (ts_transient (words) && l->data[i] != TRANS_RELEASE && trans_pid (l->data[i]) != (words[0] >> 24) - 1)
      return false;
    if (l->data[i] == TRANS_RELEASE && (!ts_transient (words) || l->count != 1))
      return false;
  }
  return true;
}

static size_t
add_state (struct run *r, const uint32_t *words, uint32_t n, size_t parent, trans_id by)
{
  for (size_t i = 0; i < r->states.count; i++)
    if (r->states.data[i].n == n && !memcmp (r->states.data[i].words, words, n * sizeof *words))
      return i;
  struct fault fault;
  struct state s = {.n = n, .parent = parent, .by = by, .words = mem_alloc (n * sizeof *words)};
  memcpy (s.words, words, n * sizeof *words);
  r->ts->class->enabled (r->ts, s.words, &s.enabled);
  s.seen = look (r->ts, s.words);
  s.end = r->ts->class->end (r->ts, s.words);
  s.value = vm_eval (r->ts, s.words, &r->expr, &fault);
  VEC_PUSH (r->states, s);
  return r->states.count - 1;
}

static bool
do_step (struct run *r, size_t from, trans_id t)
{
  struct fault fault = {.kind = FAULT_NONE};
  uint32_t n = r->ts->class->step (r->ts, r->states.data[from].words, t, r->out, &fault);
  size_t to = fault.kind == FAULT_NONE || fault.goes_on ? add_state (r, r->out, n, from, t) : SIZE_MAX;
  REQUIRE (to == SIZE_MAX || ts_words (r->ts, r->out) == n);
  for (size_t i = 0; i < r->successors.count; i++)
    if (r->successors.data[i].from == from && r->successors.data[i].by == t) {
      REQUIRE (r->successors.data[i].to == to);
      return true;
    }
  VEC_PUSH (r->successors, (struct successor) {from, to, t});
  return true;
}

static bool
do_describe (struct run *r, const struct state *s, trans_id t)
{
  struct step_info a, b;
  r->ts->class->describe (r->ts, s->words, t, &a);
  r->ts->class->describe (r->ts, s->words, t, &b);
  bool same = a.pid == b.pid && a.partner == b.partner && !strcmp (a.op, b.op) && !strcmp (a.text, b.text)
              && !strcmp (str_text (&a.object), str_text (&b.object)) && !strcmp (str_text (&a.message), str_text (&b.message));
  str_release (&a.object), str_release (&a.message), str_release (&a.output);
  str_release (&b.object), str_release (&b.message), str_release (&b.output);
  REQUIRE (same);
  REQUIRE (t == TRANS_RELEASE || a.pid == trans_pid (t));
  return true;
}

/* A new machine, led to the state along the same steps. Shapes may be numbered
 * otherwise there, so what is compared is what can be seen. */
static bool
do_fresh (struct run *r, size_t at)
{
  struct diag diag = {.out = stderr};
  struct fault fault;
  VEC (trans_id) path = {0};
  for (size_t i = at; i; i = r->states.data[i].parent)
    VEC_PUSH (path, r->states.data[i].by);
  struct ts *ts = vm_new (r->pg, &diag);
  uint32_t *words = mem_alloc ((size_t) ts->max_words * 4), *next = mem_alloc ((size_t) ts->max_words * 4);
  uint32_t n = ts->class->initial (ts, words, &fault);
  while (path.count) {
    n = ts->class->step (ts, words, VEC_POP (path), next, &fault);
    uint32_t *old = words;
    words = next;
    next = old;
  }
  struct trans_list list = {0};
  ts->class->enabled (ts, words, &list);
  struct str seen = look (ts, words);
  const struct state *s = &r->states.data[at];
  bool same = n == s->n && same_list (&list, &s->enabled) && !strcmp (str_text (&seen), str_text (&s->seen))
              && ts->class->end (ts, words) == s->end && ts_transient (words) == ts_transient (s->words);
  VEC_FREE (path);
  VEC_FREE (list);
  str_release (&seen);
  mem_free (words), mem_free (next);
  ts->class->free (ts);
  REQUIRE (same);
  return true;
}

/* The same state elsewhere, with rubbish behind it. */
static bool
do_copied (struct run *r, const struct state *s)
{
  uint32_t *copy = mem_alloc ((s->n + 5) * sizeof *copy);
  memset (copy, 0xa5, (s->n + 5) * sizeof *copy);
  memcpy (copy + 1, s->words, s->n * sizeof *copy);
  struct trans_list list = {0};
  r->ts->class->enabled (r->ts, copy + 1, &list);
  bool same = same_list (&list, &s->enabled) && ts_words (r->ts, copy + 1) == s->n;
  VEC_FREE (list);
  mem_free (copy);
  REQUIRE (same);
  return true;
}

static bool
do_call (struct run *r, const struct call *c)
{
  size_t at = c->arg[0] % r->states.count;
  struct state *s = &r->states.data[at];
  struct trans_list list = {0};
  struct fault fault;
  struct str seen;
  bool same;
  switch (c->op) {
  case STEP: return !s->enabled.count || do_step (r, at, s->enabled.data[c->arg[1] % s->enabled.count]);
  case DESCRIBE: return !s->enabled.count || do_describe (r, s, s->enabled.data[c->arg[1] % s->enabled.count]);
  case COPIED: return do_copied (r, s);
  case FRESH: return do_fresh (r, at);
  case ENABLED:
    r->ts->class->enabled (r->ts, s->words, &list);
    same = same_list (&list, &s->enabled) && list_is_sane (s->words, &list);
    VEC_FREE (list);
    REQUIRE (same);
    return true;
  case LOOK:
    seen = look (r->ts, s->words);
    same = !strcmp (str_text (&seen), str_text (&s->seen));
    str_release (&seen);
    REQUIRE (same);
    return true;
  case END:
    REQUIRE (r->ts->class->end (r->ts, s->words) == s->end);
    return true;
  default:
    REQUIRE (vm_eval (r->ts, s->words, &r->expr, &fault) == s->value);
    return true;
  }
}

static bool
run (const struct calls *calls, bool tell)
{
  struct diag diag = {.out = stderr};
  struct run run = {.pg = model_load (models[model]), .tell = tell}, *r = &run;
  struct fault fault;
  r->ts = vm_new (r->pg, &diag);
  r->out = mem_zalloc ((size_t) r->ts->max_words * 4);
  r->expr = vm_expr (r->ts, promela_expression (r->pg, "_nr_pr > 1", "expression", &diag));
  add_state (r, r->out, r->ts->class->initial (r->ts, r->out, &fault), 0, 0);
  bool good = true;
  for (size_t i = 0; i < calls->count && good; i++) {
    size_t at = calls->data[i].arg[0] % r->states.count;
    uint32_t *before = mem_alloc (r->states.data[at].n * sizeof *before), n = r->states.data[at].n;
    memcpy (before, r->states.data[at].words, n * sizeof *before);
    good = do_call (r, &calls->data[i]) && !memcmp (before, r->states.data[at].words, n * sizeof *before);
    mem_free (before);
  }
  for (size_t i = 0; i < r->states.count; i++) {
    mem_free (r->states.data[i].words);
    VEC_FREE (r->states.data[i].enabled);
    str_release (&r->states.data[i].seen);
  }
  VEC_FREE (r->states);
  VEC_FREE (r->successors);
  mem_free (r->out);
  r->ts->class->free (r->ts);
  pg_free (r->pg);
  return good;
}

static void
draw (struct calls *calls, uint64_t seed)
{
  for (uint32_t n = 50 + calls_draw (&seed, 250); n-- > 0;) {
    uint32_t what = calls_draw (&seed, 40);
    enum op op = what < 24 ? STEP : what < 28 ? ENABLED : what < 30 ? COPIED : what < 32 ? DESCRIBE : what < 34 ? LOOK
                 : what < 36 ? END : what < 38 ? EVAL : FRESH;
    VEC_PUSH (*calls, (struct call) {op, {calls_draw (&seed, 500), calls_draw (&seed, 12), 0}});
  }
}

static void
print (const struct call *c, FILE *out)
{
  static const char *const name[] = {"step", "enabled", "enabled of a copy", "describe", "look", "end", "eval", "fresh"};
  fprintf (out, "  %s: state %u, transition %u\n", name[c->op], c->arg[0], c->arg[1]);
}

static const struct tester tester = {draw, run, print};

/* A planted mistake is found, and the sequence that shows it gets short. */
static void
test_shrinking (void)
{
#ifdef MUTANTS
  enum mutant before = mutant_chosen;
  model = 2;
  mutant_chosen = MUTANT_vm_frame_not_cleared;
  size_t left = calls_test (&tester, 1, 60, true);
  mutant_chosen = before;
  if (!left || left > 25)
    fprintf (stderr, "%zu calls are left\n", left);
  CHECK (left && left <= 25);
#endif
}

int
main (void)
{
  for (model = 0; model < sizeof models / sizeof *models; model++) {
    struct pg *pg = model_load (models[model]);
    CHECK (pg != NULL);
    if (!pg)
      return check_end ();
    pg_free (pg);
    CHECK (calls_test (&tester, 1, 60, false) == 0);
  }
  test_shrinking ();
  return check_end ();
}
