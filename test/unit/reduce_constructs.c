/* Every pair of constructs of the language in two processes beside a third: what
 * ample and stubborn sets leave out in each state may be left out, by definition.
 *
 * A set is asked whether it commutes with all that happens without it
 * (static_check), whether its steps change what the property sees (an
 * expression, or whether some process is at a progress label), and under
 * fairness whether they change who else is enabled. */
#include "check.h"
#include "constructs.h"
#include "model/transient.h"
#include "models.h"
#include "reduce/ample.h"

enum { MOST_STATES = 120, MOST_WORDS = 48, CHECKED = 12 };

struct model {
  struct pg *pg;
  struct ts *ts;
  struct vm_expr seen, filling;
  struct static_reduction *reduction;
  struct ample_config config;
};

/* What a property can see of a state, and who is enabled there. */
struct look {
  int64_t value, filling;
  bool fault, progress;
  uint64_t enabled;               /* pids, a bit each */
};

static struct look
look_at (struct model *m, const uint32_t *state)
{
  struct fault fault = {0};
  struct look l = {.value = vm_eval (m->ts, state, &m->seen, &fault)};
  struct trans_list list = {0};
  struct inspector *v = vm_inspector (m->ts);
  l.fault = fault.kind != FAULT_NONE;
  l.filling = vm_eval (m->ts, state, &m->filling, &fault);
  v->class->look (v, state);
  for (uint32_t pid = 0, type, location; pid < v->nprocs; pid++) {
    v->class->process (v, pid, &type, &location);
    l.progress |= m->pg->procs[type].locs[location].flags & LOC_PROGRESS;
  }
  m->ts->class->enabled (m->ts, state, &list);
  for (size_t i = 0; i < list.count; i++)
    l.enabled |= 1u << trans_pid (list.data[i]) | (trans_is_rendezvous (list.data[i]) ? 1u << trans_partner (list.data[i]) : 0);
  VEC_FREE (list);
  return l;
}

/* After t, at each state that can be observed. Who takes messages from a channel, or sends them there, may
 * enable others: whether that is fair is not a matter of one step. */
static const char *
invisible (struct model *m, const uint32_t *state, trans_id t)
{
  const char *why = NULL;
  struct transient w = {0};
  uint32_t *next = mem_alloc ((size_t) m->ts->max_words * 4), steps = 0;
  struct look before = look_at (m, state);
  transient_begin (&w, m->ts, state, ts_words (m->ts, state));
  VEC_PUSH (w.trans, t);
  while (transient_step (&w, next) && steps++ < 100) {
    if (!transient_goes_on (&w))
      continue;
    if (ts_transient (next)) {
      transient_enter (&w, next, 0);
      continue;
    }
    struct look after = look_at (m, next);
    uint64_t moved = 1u << trans_pid (t) | (trans_is_rendezvous (t) ? 1u << trans_partner (t) : 0);
    if (after.value != before.value || after.fault != before.fault)
      why = "what the property sees changes";
    else if (m->config.labels && after.progress != before.progress)
      why = "whether there is progress changes";
    else if (m->config.fair && (before.enabled ^ after.enabled) & ~moved && before.filling == after.filling)
      why = "who is enabled changes";
  }
  transient_release (&w);
  mem_free (next);
  return why;
}

/* Whether all the sets chosen are right; true for those of a state that is not reduced. */
static bool
choice_is_right (struct model *m, const uint32_t *state, struct trans_list *list, const char *text)
{
  char why[200] = "";
  size_t n = static_choose (m->reduction, state, list->data, list->count);
  if (n == list->count)
    return true;
  bool right = static_check (m->reduction, m->ts, state, list->data, n, CHECKED, why, sizeof why);
  for (size_t i = 0; i < n && right; i++) {
    const char *seen = invisible (m, state, list->data[i]);
    right = !seen;
    snprintf (why, sizeof why, "%s", seen ? seen : "");
  }
  if (!right)
    fprintf (stderr, "%s, %s%s: %s: %s\n", m->reduction->class->name, m->config.fair ? "fair" : "", m->config.labels ? "labels" : "", why, text);
  return right;
}

struct states {
  uint32_t words[MOST_STATES][MOST_WORDS];
  size_t count;
};

static void
add_state (struct states *s, struct model *m, const uint32_t *state)
{
  uint32_t n = ts_words (m->ts, state), copy[MOST_WORDS] = {0};
  if (n > MOST_WORDS || s->count == MOST_STATES)
    return;
  memcpy (copy, state, n * 4);
  for (size_t i = 0; i < s->count; i++)
    if (!memcmp (s->words[i], copy, sizeof copy))
      return;
  memcpy (s->words[s->count++], copy, sizeof copy);
}

static bool
choices_are_right (struct model *m, const char *text)
{
  static struct states s;
  struct fault fault;
  struct trans_list list = {0};
  uint32_t *next = mem_alloc ((size_t) m->ts->max_words * 4);
  bool right = true;
  s.count = 0;
  m->ts->class->initial (m->ts, next, &fault);
  add_state (&s, m, next);
  for (size_t i = 0; i < s.count && right; i++) {
    list.count = 0;
    m->ts->class->enabled (m->ts, s.words[i], &list);
    if (!ts_transient (s.words[i]))
      right = choice_is_right (m, s.words[i], &list, text);
    for (size_t k = 0; k < list.count; k++) {
      m->ts->class->step (m->ts, s.words[i], list.data[k], next, &fault);
      if (fault.kind == FAULT_NONE || fault.goes_on)
        add_state (&s, m, next);
    }
  }
  VEC_FREE (list);
  mem_free (next);
  return right;
}

static bool
try_model (const char *text, const char *visible, struct ample_config config)
{
  struct diag diag = {.out = stderr};
  const char *why = NULL;
  struct model m = {.pg = model_load (text), .config = config};
  struct pg_expr *seen = promela_expression (m.pg, visible, "visible", &diag);
  struct pg_expr *filling = promela_expression (m.pg, "len (q) + 4 * len (p)", "filling", &diag);
  const struct pg_expr *const list[] = {seen};
  m.ts = vm_new (m.pg, &diag);
  m.seen = vm_expr (m.ts, seen);
  m.filling = vm_expr (m.ts, filling);
  m.config.visible = list;
  m.config.nvisible = 1;
  m.reduction = ample_new (m.pg, vm_inspector (m.ts), &m.config, &why);
  bool right = !m.reduction || choices_are_right (&m, text);
  static_free (m.reduction);
  m.ts->class->free (m.ts);
  pg_free (m.pg);
  return right;
}

int
main (void)
{
  static const char *const visible[] = {"true", "A:x", "_nr_pr", "B@here", "len (q)", "q?[1]", "a[g & 1]", "A@here", "full (p)", "B:y", "h"};
  enum { VISIBLE = sizeof visible / sizeof *visible };
  for (size_t i = 0; i < CONSTRUCTS; i++)
    for (size_t j = i % CONSTRUCTS_SHARE; j < CONSTRUCTS; j += CONSTRUCTS_SHARE) {
      char *text = construct_model (i, j, true, i * j + 1);
      if (!text)
        continue;
      struct ample_config more = {.fair = (i + j) % 2, .labels = (i + j) % 2 ? 0 : LOC_PROGRESS, .exact = (i + j) % 2 == 0};
      HOLD (try_model (text, visible[(i + j * 2) % VISIBLE], (struct ample_config) {.guards = (i + j) % 3}));
      if (more.fair && !strstr (text, "A:x") && !strstr (text, "A@here"))
        memcpy (strstr (text, "run C ()"), "run A(0)", 8);       /* two of one type */
      more.guards = (i + 2 * j) % 3 == 0;
      HOLD (try_model (text, "true", more));
      mem_free (text);
    }
  CHECK_HELD ("ample and stubborn sets leave out only what may be left out, with every pair of constructs");
  return check_end ();
}
