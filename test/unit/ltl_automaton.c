/* Automata: reduction and degeneralisation keep the language of random ones,
 * labels are minimised without changing them, and the Hanoi format is read
 * back; errors in it are located, whatever the bytes. */
#include "base/str.h"
#include "check.h"
#include "ltl_words.h"

#include <stdlib.h>

static struct cube
cube_random (int natoms)
{
  struct cube c = {0};
  for (int i = 0; i < natoms; i++) {
    uint32_t how = below (3);
    c.pos |= (uint64_t) (how == 0) << i;
    c.neg |= (uint64_t) (how == 1) << i;
  }
  return c;
}

static struct automaton *
automaton_random (uint32_t nsets, bool by_state)
{
  struct automaton *a = automaton_new (nsets, by_state);
  automaton_set_atoms (a, (const char *const[]) { "a", "b" }, 2);
  uint32_t n = 1 + below (7);
  bool accepting[8];
  for (uint32_t s = 0; s < n; s++) {
    accepting[s] = below (3) == 0;
    automaton_add_state (a);
  }
  for (uint32_t i = 0; i < 3 * n; i++) {
    uint32_t s = below (n);
    struct cube label[2] = { cube_random (2), cube_random (2) };
    uint64_t marks = by_state ? accepting[s] : nsets ? below (1u << nsets) : 0;
    automaton_add_edge (a, s, below (n), marks, label, 1 + below (2));
  }
  a->initial = below (n);
  automaton_finish (a);
  return a;
}

static bool
same_words (const struct automaton *a, const struct automaton *b, int n)
{
  for (int i = 0; i < n; i++) {
    struct word w = word_random (2);
    if (word_accepted (a, &w) != word_accepted (b, &w))
      return false;
  }
  return true;
}

static void
test_reduction (void)
{
  size_t before = 0, after = 0;
  for (int i = 0; i < 1200; i++) {
    bool by_state = below (3) == 0;
    struct automaton *a = automaton_random (by_state ? 1 : below (4), by_state);
    struct automaton *b = ltl_reduce (a), *c = ltl_degeneralise (b, NULL);
    automaton_check (a);
    automaton_check (b);
    automaton_check (c);
    HOLD (b->by_state == by_state && c->by_state);
    HOLD (same_words (a, b, 12));
    HOLD (same_words (a, c, 12));
    HOLD (automaton_is_empty (a) == automaton_is_empty (b));
    HOLD (b->states.count <= a->states.count);
    before += a->states.count;
    after += b->states.count;
    automaton_free (a);
    automaton_free (b);
    automaton_free (c);
  }
  CHECK_HELD ("a reduced automaton and one with accepting states accept the same words");
  CHECK (after < before);
}

/* Weak and terminal, by their definitions. */
static void
classify_slowly (const struct automaton *a, bool *weak, bool *terminal)
{
  enum { MAX = 8 };
  uint32_t n = (uint32_t) a->states.count;
  bool reach[65][MAX][MAX] = {{{0}}};           /* the last: by all edges; i: without those of set i */
  for (uint32_t set = 0; set <= a->nsets; set++) {
    bool (*r)[MAX] = reach[set];
    for (size_t i = 0; i < a->edges.count; i++)
      if (set == a->nsets || !(a->edges.data[i].marks >> set & 1))
        r[a->edges.data[i].source][a->edges.data[i].target] = true;
    for (uint32_t k = 0; k < n; k++)
      for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = 0; j < n; j++)
          r[i][j] |= r[i][k] && r[k][j];
  }
  bool (*all)[MAX] = reach[a->nsets];
  *weak = *terminal = true;
  for (uint32_t s = 0; s < n; s++) {
    uint64_t marks = 0;
    for (size_t i = 0; i < a->edges.count; i++) {
      const struct ba_edge *e = &a->edges.data[i];
      if (all[e->target][e->source] && all[s][e->source] && all[e->source][s])
        marks |= e->marks;
    }
    if (!all[s][s] || marks != automaton_all_marks (a))
      continue;
    for (uint32_t set = 0; set < a->nsets; set++)
      for (uint32_t t = 0; t < n; t++)
        if (all[s][t] && all[t][s] && reach[set][t][t])
          *weak = false;
    for (uint64_t letter = 0; letter < 4; letter++) {
      bool stays = false;
      for (uint32_t i = a->states.data[s].edge; i < a->states.data[s].edge + a->states.data[s].nedges; i++)
        for (uint32_t k = 0; k < a->edges.data[i].ncubes; k++)
          stays |= all[a->edges.data[i].target][s] && cube_holds (a->cubes.data[a->edges.data[i].cube + k], letter);
      *terminal &= stays;
    }
  }
  *terminal &= *weak;
}

static void
test_classes (void)
{
  int weak_ones = 0, terminal_ones = 0;
  for (int i = 0; i < 2000; i++) {
    struct automaton *a = automaton_random (below (3), false);
    bool weak, terminal;
    automaton_classify (a);
    classify_slowly (a, &weak, &terminal);
    HOLD (a->weak == weak);
    HOLD (a->terminal == terminal);
    weak_ones += weak;
    terminal_ones += terminal;
    automaton_free (a);
  }
  CHECK_HELD ("weak and terminal automata are what they are by definition");
  CHECK (weak_ones > 50 && weak_ones < 1950 && terminal_ones > 50 && terminal_ones < weak_ones);
}

/* A product has the words that both have. */
static void
test_product (void)
{
  for (int i = 0; i < 400; i++) {
    struct automaton *a = automaton_random (below (3), false), *b = automaton_random (below (3), false);
    struct automaton *both = automaton_product (a, b);
    automaton_check (both);
    for (int k = 0; k < 12; k++) {
      struct word w = word_random (2);
      HOLD (word_accepted (both, &w) == (word_accepted (a, &w) && word_accepted (b, &w)));
    }
    automaton_free (a), automaton_free (b), automaton_free (both);
  }
  CHECK_HELD ("a product accepts what both accept");
}

static void
test_labels (void)
{
  for (int i = 0; i < 3000; i++) {
    struct label l = {0};
    struct cube kept[8];
    size_t n = below (8);
    for (size_t k = 0; k < n; k++) {
      kept[k] = cube_random (4);
      VEC_PUSH (l, kept[k]);
    }
    label_minimise (&l);
    HOLD (l.count <= n);
    bool same = true;
    for (uint64_t letter = 0; letter < 16; letter++) {
      bool x = false, y = false;
      for (size_t k = 0; k < n; k++)
        x |= cube_holds (kept[k], letter);
      for (size_t k = 0; k < l.count; k++)
        y |= cube_holds (l.data[k], letter);
      same &= x == y;
      HOLD (cube_covered ((struct cube) { letter, 15 & ~letter }, kept, n) == x);
    }
    HOLD (same);
    VEC_FREE (l);
  }
  CHECK_HELD ("a minimised label has the same letters, and covering cubes are told");
}

static struct automaton *
read_quietly (const char *text, size_t n)
{
  struct diag diag = {0};
  struct automaton *a = hoa_read (text, n, "f", &diag);
  HOLD ((a == NULL) == (diag.errors == 1));
  if (a)
    automaton_check (a);
  return a;
}

/* What is written is read back as the same; a damaged text is read or refused. */
static void
test_round_trip (void)
{
  for (int i = 0; i < 400; i++) {
    bool by_state = below (2);
    struct automaton *a = automaton_random (by_state ? 1 : below (4), by_state);
    struct str text = {0}, again = {0};
    hoa_write (&text, a, "a \"name\" with \\");
    struct automaton *b = read_quietly (str_text (&text), text.len);
    HOLD (b && same_words (a, b, 5));
    if (b && (a->by_state == b->by_state)) {
      b->weak = a->weak;
      b->terminal = a->terminal;
      hoa_write (&again, b, "a \"name\" with \\");
      HOLD (strcmp (str_text (&text), str_text (&again)) == 0);
    }
    automaton_free (b);
    for (int k = 0; k < 20; k++) {
      size_t at = below ((uint32_t) text.len), n = below (4) ? text.len : at;
      text.data[at] = (char) (below (3) ? "[]{}()&|!0123456789 \n\"@/*-tf"[below (28)] : (char) below (256));
      automaton_free (read_quietly (str_text (&text), n));
    }
    str_release (&text);
    str_release (&again);
    automaton_free (a);
  }
  CHECK_HELD ("what is written is read back; what is damaged is read, or refused with one message");
}

/* The same automaton in other words: marks that all edges of a state have may
 * stand at the state, at the edges, or at both. */
static void
write_otherwise (struct str *out, const struct automaton *a)
{
  str_printf (out, "HOA: v1 States: %zu Start: %u AP: 2 \"a\" \"b\" Acceptance: %u %s", a->states.count, a->initial, a->nsets,
              a->nsets == 0 ? "t" : a->nsets == 1 ? "Inf(0)" : a->nsets == 2 ? "Inf(1)&Inf(0)" : "(Inf(0)&Inf(2))&Inf(1)");
  str_add (out, " --BODY--\n");
  for (uint32_t s = 0; s < a->states.count; s++) {
    uint64_t common = automaton_all_marks (a);
    const struct ba_state *q = &a->states.data[s];
    for (uint32_t i = q->edge; i < q->edge + q->nedges; i++)
      common &= a->edges.data[i].marks;
    common &= below (8);
    str_printf (out, "State: %u {", s);
    for (int i = 0; i < 3; i++)
      str_printf (out, common >> i & 1 ? "%d " : "", i);
    str_add (out, "}\n");
    for (uint32_t i = q->edge; i < q->edge + q->nedges; i++) {
      const struct ba_edge *e = &a->edges.data[i];
      str_add (out, "[f");
      for (uint32_t k = 0; k < e->ncubes; k++) {
        struct cube c = a->cubes.data[e->cube + k];
        str_add (out, " | t");
        for (int atom = 1; atom >= 0; atom--)
          str_printf (out, (c.pos | c.neg) >> atom & 1 ? c.neg >> atom & 1 ? " & !%d" : "&%d" : "", atom);
      }
      str_printf (out, "] %u {", e->target);
      for (int m = 0; m < 3; m++)
        str_printf (out, (e->marks & ~(common & below (8))) >> m & 1 ? "%d " : "", m);
      str_add (out, "}\n");
    }
  }
  str_add (out, "--END--");
}

static void
test_other_words (void)
{
  for (int i = 0; i < 300; i++) {
    struct automaton *a = automaton_random (below (4), false);
    struct str text = {0};
    write_otherwise (&text, a);
    struct automaton *b = read_quietly (str_text (&text), text.len);
    HOLD (b && same_words (a, b, 10));
    automaton_free (a);
    automaton_free (b);
    str_release (&text);
  }
  CHECK_HELD ("marks of a state and of its edges count together");
}

/* ---- never claims, read back ---- */

/* "(a && !b) || (true)": a disjunction of conjunctions of literals. */
static void
read_guard (const char *text, const char *end, struct label *l)
{
  struct cube c = {0};
  bool negated = false;
  for (const char *s = text; s < end; s++) {
    int atom = *s == 'a' ? 0 : *s == 'b' ? 1 : -1;
    if (!strncmp (s, "true", 4))
      s += 3;
    else if (*s == '!')
      negated = true;
    else if (*s == '|') {
      VEC_PUSH (*l, c);
      c = (struct cube) {0};
      s++;
    } else if (atom >= 0) {
      *(negated ? &c.neg : &c.pos) |= (uint64_t) 1 << atom;
      negated = false;
    }
  }
  VEC_PUSH (*l, c);
}

static uint32_t
claim_state (const char *label, char (*names)[24], uint32_t *n)
{
  size_t length = strcspn (label, ":\n");
  for (uint32_t i = 0; i < *n; i++)
    if (strlen (names[i]) == length && !strncmp (names[i], label, length))
      return i;
  snprintf (names[*n], sizeof names[*n], "%.*s", (int) length, label);
  return (*n)++;
}

/* The automaton that SPIN's rules make of a claim: states are labels, those
 * that begin with accept are accepting, the first is initial, skip at the end
 * accepts everything. */
static struct automaton *
claim_read (const char *text)
{
  char names[64][24];
  uint32_t n = 0, state = 0;
  struct automaton *a = automaton_new (1, true);
  automaton_set_atoms (a, (const char *const[]) { "a", "b" }, 2);
  for (int i = 0; i < 64; i++)
    automaton_add_state (a);
  for (const char *s = strchr (text, '\n') + 1; *s; s = strchr (s, '\n') + 1) {
    const char *go = strstr (s, ") -> goto "), *end = strchr (s, '\n');
    if (*s != '\t' && *s != '}')
      state = claim_state (s, names, &n);
    else if (!strncmp (s, "\tskip", 5))
      automaton_add_edge (a, state, state, !strncmp (names[state], "accept", 6), &(struct cube) {0}, 1);
    else if (go && go < end) {
      struct label l = {0};
      read_guard (s + 5, go, &l);
      automaton_add_edge (a, state, claim_state (go + 10, names, &n), !strncmp (names[state], "accept", 6), l.data, l.count);
      VEC_FREE (l);
    }
  }
  automaton_finish (a);
  return a;
}

static void
test_claims (void)
{
  for (int i = 0; i < 400; i++) {
    struct automaton *a = automaton_random (1, true);
    struct str text = {0};
    never_write (&text, a, "claim");
    struct automaton *b = claim_read (str_text (&text));
    automaton_check (b);
    HOLD (same_words (a, b, 12));
    automaton_free (a);
    automaton_free (b);
    str_release (&text);
  }
  CHECK_HELD ("a never claim has the words of its automaton");
}

#define BEGIN "HOA: v1\nStates: 2\nStart: 0\nAP: 2 \"a\" \"b\"\n"
#define BUCHI "Acceptance: 1 Inf(0)\n"

/* The formula and an automaton of it in the various ways of the format. */
static void
test_reading (void)
{
  const struct {
    const char *text, *formula;
  } cases[] = {
    { BEGIN BUCHI "--BODY--\nState: 0 [0] 0 [1] 1 State: 1 {0} [t] 1 --END--", "a U b" },
    { BEGIN BUCHI "Alias: @x 0&!1 Alias: @y !@x | 1\n--BODY-- State: 0 {0} [@x] 0 [!@y & 0] 0 --END--", "[] (a && !b)" },
    { BEGIN BUCHI "--BODY-- State: 0 0 {0} 1 {0} 0 {0} 1 {0} State: 1 --END--", "[] !a" },
    { BEGIN BUCHI "--BODY-- State: [0|1] 0 \"zero\" {0} 0 --END--", "[] (a || b)" },
    { BEGIN "Acceptance: 2 Inf(0) & Inf(1)\n--BODY-- State: 0 [0&1] 0 {0 1} [0] 0 {0} [1] 0 {1} [t] 0 --END--", "[] <> a && [] <> b" },
    { BEGIN "Acceptance: 0 t\n--BODY-- State: 0 [0] 0 --END--", "[] a" },
    { BEGIN "Acceptance: 0 f\n--BODY-- State: 0 [t] 0 --END--", "false" },
    { BEGIN "Acceptance: 3 (Inf(2))\n--BODY-- State: 0 [0] 0 {2} [!0] 0 {0 1} --END--", "[] <> a" },
    { BEGIN "Start: 1\n" BUCHI "--BODY-- State: 0 {0} [0] 0 State: 1 {0} [1] 1 --END--", "[] a || [] b" },
    { "HOA: v1 /* a /* nested */ comment */ tool: \"t\" \"1\" AP: 1 \"a\" Start: 0 acc-name: Buchi " BUCHI
      "properties: x y --BODY-- State: 0 {0} [!!(0)] 0 --END-- rest", "[] a" },
    { "HOA: v1 AP: 1 \"a\" " BUCHI "--BODY-- --END--", "false" },
    { BEGIN "Acceptance: 2 Inf(0)&Inf(1)\n--BODY-- State: 0 {0} [0] 0 {1} --END--", "[] a" },
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    struct diag diag = { .out = stderr };
    struct formulas *t = formulas_with_atoms (2);
    formula_id f = formula_of (t, cases[i].formula);
    struct automaton *a = hoa_read (cases[i].text, strlen (cases[i].text), "f", &diag);
    HOLD (a != NULL);
    for (int k = 0; k < 60 && a; k++) {
      struct word w = word_random (2);
      bool same = word_accepted (a, &w) == word_satisfies (t, f, &w);
      if (!same)
        fprintf (stderr, "automaton %zu\n", i);
      HOLD (same);
    }
    CHECK_HELD (cases[i].formula);
    automaton_free (a);
    formulas_free (t);
  }
}

static void
test_errors (void)
{
  const struct {
    const char *text, *message;
  } cases[] = {
    { "", "f:1:1: error: the automaton ends here, expected HOA: v1" },
    { "never { }", "f:1:1: error: found 'never', expected HOA: v1" },
    { "HOA: v2", "f:1:6: error: found 'v2', expected version v1" },
    { BEGIN "--BODY--", "f:5:1: error: found '--BODY--', expected Acceptance: before the body" },
    { BEGIN "Acceptance: 1 Fin(0)", "f:5:15: error: found 'Fin', expected Inf: only B" },
    { BEGIN "Acceptance: 2 Inf(0) | Inf(1)", "f:5:22: error: found '|', expected a conjunction" },
    { BEGIN "Acceptance: 1 Inf(1)", "f:5:19: error: found 1, expected a number below that of the acceptance sets" },
    { BEGIN "Acceptance: 99 t", "f:5:13: error: found 99, expected at most 64" },
    { BEGIN "Strange: 3", "f:5:1: error: this header is not known" },
    { BEGIN BUCHI "--BODY--\n[0] 1", "f:7:1: error: found '[', expected State: or --END--" },
    { BEGIN BUCHI "--BODY--\nState: 5", "f:7:8: error: found 5, expected a number below that of the states" },
    { BEGIN BUCHI "--BODY--\nState: 0\n[2] 1", "f:8:2: error: found 2, expected a number below that of the propositions" },
    { BEGIN BUCHI "--BODY--\nState: 0\n[0] 0&1", "f:8:6: error: alternating automata are not supported" },
    { BEGIN BUCHI "--BODY--\nState: 0\n[0] 0 {1}", "f:8:8: error: found 1, expected a number below that of the acceptance sets" },
    { BEGIN BUCHI "--BODY--\nState: 0\nState: 0", "f:8:8: error: this state was described before" },
    { BEGIN BUCHI "--BODY--\nState: 0\n[@x] 0", "f:8:2: error: found 'x', expected an alias" },
    { BEGIN BUCHI "--BODY--\nState: 0\n0 0 0 0 0", "f:8:9: error: more edges without label than there are letters" },
    { BEGIN BUCHI "--BODY--\nState: [0] 0\n[1] 0", "f:8:1: error: a label on an edge of a state that has one" },
    { BEGIN BUCHI "--BODY--\n--ABORT--", "f:7:1: error: found '--ABORT--', expected State: or --END--" },
    { BEGIN BUCHI "/* ", "f:6:1: error: this comment does not end" },
    { BEGIN BUCHI "name: \"x", "f:6:7: error: this string does not end" },
    { "HOA: v1 States: 99999999999", "f:1:17: error: this number is too large" },
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream (&text, &size);
    struct diag diag = { .out = out };
    struct automaton *a = hoa_read (cases[i].text, strlen (cases[i].text), "f", &diag);
    fclose (out);
    bool good = !a && diag.errors == 1 && strncmp (text, cases[i].message, strlen (cases[i].message)) == 0;
    if (!good)
      fprintf (stderr, "%s: %s", cases[i].text, text);
    CHECK (good);
    automaton_free (a);
    free (text);
  }
}

static void
test_export (void)
{
  struct formulas *t = formulas_with_atoms (2);
  struct automaton *g = ltl_translate (t, formula_of (t, "a U b"), NULL), *a = ltl_degeneralise (g, NULL);
  struct str out = {0};
  never_write (&out, a, "a /* U */ b");
  CHECK (strcmp (str_text (&out), "never { /* a / * U * / b */\nT0_init:\n\tdo\n\t:: (a) -> goto T0_init\n"
                                  "\t:: (b) -> goto accept_all\n\tod;\naccept_all:\n\tskip;\n}\n") == 0);
  str_clear (&out);
  dot_write (&out, a, "a U b");
  CHECK (strstr (str_text (&out), "0 -> 1 [label=\"b\"]") != NULL);
  CHECK (strstr (str_text (&out), "1 [shape=doublecircle]") != NULL);
  str_release (&out);
  automaton_free (g);
  automaton_free (a);
  formulas_free (t);
}

int
main (void)
{
  test_reduction ();
  test_classes ();
  test_product ();
  test_other_words ();
  test_claims ();
  test_labels ();
  test_round_trip ();
  test_reading ();
  test_errors ();
  test_export ();
  return check_end ();
}
