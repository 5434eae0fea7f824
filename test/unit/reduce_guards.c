/* Random small models about what steps wait for: conjunctions, conditions that can fail, else,
 * unless, provided, channels, atomic sequences. Ample and stubborn sets find the same
 * faults at the same places and the same terminal states as no reduction.
 *
 *     build/test/reduce_guards [MODELS [SEED]] */
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "check.h"
#include "models.h"
#include "reduce/ample.h"
#include "report/set_digest.h"
#include "search/search.h"
#include "vm/vm.h"

/* ---- models ---- */

static uint64_t seed;

static uint32_t
draw (uint32_t n)
{
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t) (seed >> 33) % n;
}

#define PICK(list) list[draw (sizeof list / sizeof *list)]

static const char *const conditions[] = {
  "x == 0", "x == 1", "x > 0", "y == 0", "y == 1", "y > 1", "b", "!b", "l == 0", "l == 1", "a[x] == 0", "a[y] == 1", "a[1] == 0", "2 / x == 1",
  "2 % y == 0", "nempty (q)", "nfull (q)", "len (q) == 1", "q ? [1]", "timeout", "a[l] == 0",
};
static const char *const actions[] = {
  "x = 1", "x = 0", "x = 2", "y = 1", "y = 0", "y = 2", "b = 1", "b = 0", "l = 1", "l = 2", "l = x", "a[0] = 1", "a[1] = 1", "q ! 1", "q ! 2",
  "q ? l", "q ? 1", "r ! 1", "r ? l", "assert (x != 2)", "assert (!b)", "skip", "a[x] = 0", "q ?? 2",
};

static const char *
condition (char *out, size_t room)
{
  uint32_t n = 1 + draw (3);
  const char *one = PICK (conditions), *two = PICK (conditions), *three = PICK (conditions);
  const char *join = draw (5) ? "&&" : "||";
  snprintf (out, room, n == 1 ? "%s" : n == 2 ? "%s %s %s" : "%s %s %s && %s", one, join, two, three);
  return out;
}

static void
add_statement (struct str *s)
{
  char c[100], d[100];
  condition (c, sizeof c);
  condition (d, sizeof d);
  const char *first = PICK (actions), *second = PICK (actions);
  switch (draw (11)) {
  case 0: case 1: case 2: str_add (s, first); break;
  case 3: str_printf (s, "(%s)", c); break;
  case 4: case 5: str_printf (s, "if :: %s -> %s :: %s fi", c, first, second); break;
  case 6: str_printf (s, "if :: %s -> %s :: %s -> %s fi", c, first, d, second); break;
  case 7: str_printf (s, "if :: %s -> %s :: else -> %s fi", c, first, second); break;
  case 8: str_printf (s, "{ %s; %s } unless { %s }", first, second, c); break;
  case 9: str_printf (s, "atomic { %s -> %s; %s }", c, first, second); break;
  default: str_printf (s, "do :: %s -> %s :: %s -> break od", c, first, d); break;
  }
}

/* Statements under a lock, or two that overlap; sometimes what is taken is not given back on every way. */
static void
add_section (struct str *s)
{
  static const char *const locks[] = {"m", "k", "n[1]"};
  static const char *const before[] = {"", "", "", "x == 0 && ", "2 / y == 1 && "};
  uint32_t first = draw (3), second = (first + 1 + draw (2)) % 3;
  str_printf (s, "atomic { %s%s == 0 -> %s = 1 }; ", PICK (before), locks[first], locks[first]);
  add_statement (s);
  if (!draw (3)) {
    str_printf (s, "; atomic { %s == 0 -> %s = 1 }; ", locks[second], locks[second]);
    add_statement (s);
    str_printf (s, "; %s = 0", locks[draw (2) ? first : second]);
    return;
  }
  if (!draw (3)) {
    str_add (s, "; ");
    add_statement (s);
  }
  str_printf (s, draw (8) ? "; %s = 0" : "; if :: x == 0 -> %s = 0 :: else fi", locks[first]);
}

static void
add_model (struct str *s)
{
  uint32_t nprocs = 2 + draw (2);
  bool locks = draw (2);
  str_add (s, "byte x, y, a[2], m, k, n[2]; bit b; chan q = [1] of {byte}; chan r = [0] of {byte}; ");
  for (uint32_t p = 0; p < nprocs; p++) {
    str_printf (s, "active proctype P%u () ", p);
    if (!draw (6))
      str_printf (s, "provided (%s) ", draw (2) ? "x == 0" : "!b && y < 2");
    str_add (s, "{ byte l; ");
    for (uint32_t i = 0, n = 1 + draw (3); i < n; i++) {
      str_add (s, i ? "; " : "");
      if (locks && draw (3))
        add_section (s);
      else
        add_statement (s);
    }
    str_add (s, " } ");
  }
}

/* ---- searches ---- */

struct seen {
  uint64_t findings;
  bool stuck, cut;
  struct set_digest terminal;
};

static void
see_terminal (void *context, struct ts *ts, const uint32_t *state)
{
  set_digest_add_state (&((struct seen *) context)->terminal, ts, state);
}

static struct seen
search (struct ts *ts, struct static_reduction *reduction)
{
  struct options options;
  struct result result = {0};
  struct seen seen = {0};
  options_init (&options);
  options.all = true;
  options.memory = 1 << 28;
  options.max_states = 20000;
  struct search_run run = {.ts = ts, .options = &options, .reduction = reduction, .terminal = see_terminal, .terminal_context = &seen};
  search_run (&run, &result);
  for (size_t i = 0; i < result.findings.count; i++) {
    const struct finding *f = &result.findings.data[i];
    seen.stuck |= f->kind == FINDING_INVALID_END;
    if (f->kind != FINDING_INVALID_END)
      seen.findings += ((uint64_t) f->kind * 1000 + f->pos.col) * 0x9e3779b97f4a7c15u;
  }
  seen.cut = result.verdict == VERDICT_UNKNOWN;
  result_release (&result);
  return seen;
}

static bool
same (struct ts *ts, const struct seen *wanted, struct static_reduction *reduction)
{
  struct seen got = search (ts, reduction);
  return got.findings == wanted->findings && got.stuck == wanted->stuck && got.terminal.sum == wanted->terminal.sum;
}

static void
compare (const char *text)
{
  const char *why = NULL;
  struct diag silent = {.out = fopen ("/dev/null", "w")};
  struct pg *pg = model_load (text);
  struct ts *ts = vm_new (pg, &silent);
  struct seen wanted = search (ts, NULL);
  bool locks = strstr (text, "n[1] = ") || strstr (text, "m = ") || strstr (text, "k = ");
  for (int guards = 0; guards < (locks ? 4 : 2) && !wanted.cut; guards++) {
    struct ample_config config = {.guards = guards & 1, .transactions = guards & 2, .exact = true};
    struct static_reduction *reduction = ample_new (pg, vm_inspector (ts), &config, &why);
    bool ok = !reduction || same (ts, &wanted, reduction);
    if (!ok)
      fprintf (stderr, "%s sets%s: %s\n", guards & 1 ? "stubborn" : "ample", guards & 2 ? " with lock patterns" : "", text);
    HOLD (ok);
    static_free (reduction);
  }
  ts->class->free (ts);
  pg_free (pg);
  fclose (silent.out);
}

/* What random models seldom are: behind a false condition one fails whatever happens, and nobody changes what it reads. */
static const char *const kept[] = {
  "byte x, z, y = 9; byte a[2]; active proctype P () { if :: x == 1 && a[y] == 1 -> skip :: z == 0 -> z = 1 fi } active proctype Q () { x = 1 }",
  "byte x, z, y; active proctype P () { if :: x == 1 && 2 / y == 1 -> skip :: z == 0 -> z = 1 fi } active proctype Q () { x = 1 }",
};

int
main (int argc, char **argv)
{
  for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
    compare (kept[i]);
  CHECK_HELD ("reduced searches of kept models find what full ones find");
  unsigned long models = argc > 1 ? strtoul (argv[1], NULL, 10) : 3000;
  unsigned long first = argc > 2 ? strtoul (argv[2], NULL, 10) : 1;
  for (unsigned long i = 0; i < models; i++) {
    struct str text = {0};
    seed = (first + i) * 0x9e3779b97f4a7c15u;
    draw (1);
    add_model (&text);
    compare (str_text (&text));
    str_release (&text);
  }
  CHECK_HELD ("reduced searches find what full ones find");
  return check_end ();
}
