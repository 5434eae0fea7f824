/* Every pair of constructs of the language in two processes beside a third: the
 * simplified model, ample sets and executions one by one find what a plain
 * search of the model as written finds.
 *
 * The plain search is the oracle. Compared are the findings, the terminal
 * states, and where the model was simplified the values of what is kept in
 * terminal states. */
#include "check.h"
#include "constructs.h"
#include "models.h"
#include "reduce/ample.h"
#include "report/set_digest.h"
#include "reduce/exec_ts.h"
#include "search/executions.h"

static const char kept[] = "r0 + 16 * r1 + 256 * g + 1024 * h + 4096 * a[0] + 16384 * a[1]";

/* ---- what comes out ---- */

enum { MOST = 1 << 14 };

struct seen {
  uint64_t findings;              /* a sum over them */
  bool stuck;                     /* an invalid end */
  uint64_t terminal[MOST], values[MOST];
  size_t count;
};

struct model {
  struct pg *pg;
  struct ts *ts;
  struct pg_expr *keep, *invariant;
  struct vm_expr value, holds;
  struct seen *seen;
};

static uint64_t
mix (uint64_t h, const void *bytes, size_t n)
{
  for (size_t i = 0; i < n; i++)
    h = (h ^ ((const unsigned char *) bytes)[i]) * 0x100000001b3u;
  return h;
}

static bool
open_model (struct model *m, const char *text, bool simplify, const char *invariant, struct seen *seen)
{
  struct diag diag = {.out = stderr};
  *m = (struct model) {.pg = model_load (text), .seen = seen};
  if (!m->pg)
    return false;
  m->keep = promela_expression (m->pg, kept, "kept", &diag);
  m->invariant = promela_expression (m->pg, invariant, "invariant", &diag);
  struct pg_expr *keep[] = {m->keep, m->invariant};
  if (simplify)
    pg_simplify (m->pg, keep, 2);
  m->ts = vm_new (m->pg, &diag);
  m->value = vm_expr (m->ts, m->keep);
  m->holds = vm_expr (m->ts, m->invariant);
  seen->findings = seen->count = 0;
  seen->stuck = false;
  return true;
}

static void
close_model (struct model *m)
{
  m->ts->class->free (m->ts);
  pg_free (m->pg);
}

static void
see_terminal (void *context, struct ts *ts, const uint32_t *state)
{
  struct model *m = context;
  struct fault fault = {.kind = FAULT_NONE};
  if (m->seen->count == MOST)
    abort ();
  struct set_digest digest = {0};
  set_digest_add_state (&digest, ts, state);
  m->seen->terminal[m->seen->count] = digest.sum;
  m->seen->values[m->seen->count++] = (uint64_t) vm_eval (m->ts, state, &m->value, &fault);
}

static int
by_number (const void *a, const void *b)
{
  uint64_t x = *(const uint64_t *) a, y = *(const uint64_t *) b;
  return (x > y) - (x < y);
}

/* Sorts, and keeps one of each. */
static size_t
distinct (uint64_t *v, size_t n)
{
  size_t out = 0;
  qsort (v, n, sizeof *v, by_number);
  for (size_t i = 0; i < n; i++)
    if (!i || v[i] != v[i - 1])
      v[out++] = v[i];
  return out;
}

static void
see_result (struct seen *s, struct result *r)
{
  for (size_t i = 0; i < r->findings.count; i++) {
    const struct finding *f = &r->findings.data[i];
    s->stuck |= f->kind == FINDING_INVALID_END;
    if (f->kind != FINDING_INVALID_END)
      s->findings += mix (mix ((uint64_t) f->kind, f->message, strlen (f->message)), &f->pos.col, sizeof f->pos.col);
  }
  result_release (r);
}

static bool
holds (void *context, const uint32_t *state, struct fault *fault)
{
  struct model *m = context;
  return vm_eval (m->ts, state, &m->holds, fault) != 0;
}

static void
search (struct model *m, struct static_reduction *reduction, bool invariant)
{
  struct options options;
  struct result result = {0};
  options_init (&options);
  options.all = true;
  options.memory = 1 << 28;
  struct search_run run = {.ts = m->ts, .options = &options, .reduction = reduction, .terminal = see_terminal, .terminal_context = m};
  if (invariant) {
    run.invariant = holds;
    run.invariant_context = m;
    run.invariant_text = "invariant";
  }
  search_run (&run, &result);
  see_result (m->seen, &result);
}

static bool
same_findings (const struct seen *a, const struct seen *b)
{
  return a->findings == b->findings && a->stuck == b->stuck;
}

static bool
same_set (const uint64_t *a, size_t na, const uint64_t *b, size_t nb)
{
  static uint64_t x[MOST], y[MOST];
  memcpy (x, a, na * sizeof *a);
  memcpy (y, b, nb * sizeof *b);
  na = distinct (x, na);
  return na == distinct (y, nb) && !memcmp (x, y, na * sizeof *x);
}

/* ---- the ways ---- */

static struct seen wanted, got;

static bool
simplified (const char *text, const char *invariant)
{
  struct model m;
  open_model (&m, text, true, invariant, &got);
  search (&m, NULL, true);
  bool same = same_findings (&wanted, &got) && same_set (wanted.values, wanted.count, got.values, got.count);
  close_model (&m);
  return same;
}

static bool
reduced (const char *text, const char *invariant)
{
  struct model m;
  const char *why = NULL;
  open_model (&m, text, false, invariant, &got);
  const struct pg_expr *visible = m.invariant;
  struct ample_config config = {.visible = &visible, .nvisible = 1, .exact = true};
  struct static_reduction *ample = ample_new (m.pg, vm_inspector (m.ts), &config, &why);
  search (&m, ample, true);
  bool same = same_findings (&wanted, &got) && same_set (wanted.terminal, wanted.count, got.terminal, got.count);
  static_free (ample);
  close_model (&m);
  return same;
}

struct way {
  const char *por;
  bool sleep, stateful;
};

/* Without invariant: executions one by one know none. What is left of processes that
 * have ended may differ. True where they do not go with the model. */
static bool
executed (const char *text, struct way way)
{
  struct model m;
  struct options options;
  struct result result = {0};
  struct diag silent = {.out = fopen ("/dev/null", "w")};
  struct exec_ts_config config = {.locks = true, .cycles = way.stateful, .persistent = !strcmp (way.por, "static"),
                                  .polls = !strcmp (way.por, "optimal") || !strcmp (way.por, "source")};
  bool same = true, again = true;
  options_init (&options);
  options.all = true;
  options.memory = 1 << 28;
  open_model (&m, text, false, "true", &got);
  while (again) {
    struct exec *e = exec_ts_new (m.pg, m.ts, vm_inspector (m.ts), &config, &silent);
    struct search_run run = {.ts = m.ts, .options = &options, .terminal = see_terminal, .terminal_context = &m};
    if (!e)
      break;
    executions_run (&run, e, &(struct executions_config) {.reduction = reduction_find (way.por), .sleep = way.sleep,
                    .stateful = way.stateful, .proviso = config.persistent}, &result);
    again = exec_misused (e);
    config.locks = false;
    exec_free (e);
    if (again)
      result_release (&result);
    else {
      see_result (&got, &result);
      same = same_findings (&wanted, &got) && same_set (wanted.values, wanted.count, got.values, got.count);
    }
    result = (struct result) {0};
  }
  fclose (silent.out);
  close_model (&m);
  return same;
}

static void
plain (const char *text, const char *invariant)
{
  struct model m;
  open_model (&m, text, false, invariant, &wanted);
  search (&m, NULL, strcmp (invariant, "true"));
  close_model (&m);
}

static void
hold (const char *text, const char *how, bool same)
{
  if (!same)
    fprintf (stderr, "%s differs (%zu terminal states, not %zu%s): %s\n", how, got.count, wanted.count,
             same_findings (&wanted, &got) ? "" : "; other findings", text);
  HOLD (same);
}

int
main (void)
{
  static const char *const invariants[] = {"!(g == 1 && h == 0)", "len (q) != 1", "_nr_pr < 5", "h < 2 || a[1] == 0"};
  static const struct way ways[] = {{"static", true, true}, {"optimal", true, false}, {"static", true, false}, {"dpor", true, false}, {"source", true, false}};
  for (size_t i = 0; i < CONSTRUCTS; i++)
    for (size_t j = i % CONSTRUCTS_SHARE; j < CONSTRUCTS; j += CONSTRUCTS_SHARE) {
      char *text = construct_model (i, j, true, 0), *two = construct_model (i, j, false, 0);
      if (!text)
        continue;
      const char *invariant = invariants[(i + j) % 4];
      struct model m;
      bool right = open_model (&m, text, false, invariant, &got);
      HOLD (right);
      if (right) {
        close_model (&m);
        plain (text, invariant);
        hold (text, "simplified", simplified (text, invariant));
        hold (text, "ample", reduced (text, invariant));
        plain (two, "true");
        for (size_t w = (i + j) % 2; w < 5; w += 2)
          hold (two, ways[w].por, executed (two, ways[w]));
      } else
        fprintf (stderr, "rejected: %s\n", text);
      mem_free (text);
      mem_free (two);
    }
  CHECK_HELD ("simplification, ample sets and executions agree with the plain search on every pair of constructs");
  return check_end ();
}
