/* What properties forbid, as automata: random never claims, formulas and labels
 * are compared with their definitions, on random words.
 *
 * A claim is made as a small machine of our own, written as Promela, translated,
 * and both read the same words. A letter is the values of b[0] and b[1]. */
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "check.h"
#include "front/promela/promela.h"
#include "ltl_words.h"
#include "search/claim.h"

/* ---- claims ---- */

enum { PLACES = 4, MORE = 12, NODES = PLACES + MORE + 1, END = NODES - 1, LETTERS = 4 };

/* A move: where the letter is in the set, to a node. */
struct move {
  uint32_t from, to;
  uint8_t letters;
};

struct machine {
  uint32_t places, nodes;         /* locations with a label, then those in between */
  bool accepting[NODES];
  VEC (struct move) moves;
  struct str text;
};

/* Guards and the letters where they are true: bit v of the set for the letter v. */
static const struct {
  const char *text;
  uint8_t letters;
} guards[] = {
  {"b[0]", 0xa}, {"b[1]", 0xc}, {"!b[0]", 0x5}, {"!(!b[1])", 0xc}, {"b[0] && b[1]", 0x8}, {"b[0] || b[1]", 0xe},
  {"b[0] == b[1]", 0x9}, {"true", 0xf}, {"!(b[0] && b[1])", 0x7}, {"!(!(!b[0]))", 0x5},
};
enum { GUARDS = sizeof guards / sizeof guards[0] };

static void
add_move (struct machine *m, uint32_t from, uint32_t to, uint8_t letters)
{
  VEC_PUSH (m->moves, ((struct move) {from, to, letters}));
}

/* One option of the place: its text, and its moves. */
static uint8_t
add_option (struct machine *m, uint32_t place, bool last_place)
{
  uint32_t g = below (GUARDS), h = below (GUARDS), to = below (m->places), between = m->nodes;
  const char *prefix = m->accepting[to] ? "accept_" : "";
  switch (below (last_place ? 4 : 3)) {
  case 0:
    str_printf (&m->text, "  :: %s -> goto %sL%u\n", guards[g].text, prefix, to);
    add_move (m, place, to, guards[g].letters);
    break;
  case 1:                         /* a state later the assertion holds, or the claim is matched */
    m->nodes++;
    str_printf (&m->text, "  :: %s -> assert (%s); goto %sL%u\n", guards[g].text, guards[h].text, prefix, to);
    add_move (m, place, between, guards[g].letters);
    add_move (m, between, to, guards[h].letters);
    add_move (m, between, END, (uint8_t) ~guards[h].letters);
    break;
  case 2:                         /* in the same state, or as soon as it can be */
    m->nodes++;
    str_printf (&m->text, "  :: atomic { %s -> %s }; goto %sL%u\n", guards[g].text, guards[h].text, prefix, to);
    add_move (m, place, to, guards[g].letters & guards[h].letters);
    add_move (m, place, between, guards[g].letters & (uint8_t) ~guards[h].letters);
    add_move (m, between, to, guards[h].letters);
    break;
  default:
    str_printf (&m->text, "  :: %s\n", guards[g].text);
    add_move (m, place, END, guards[g].letters);
  }
  return guards[g].letters;
}

static void
random_machine (struct machine *m)
{
  *m = (struct machine) {.places = 1 + below (PLACES)};
  m->nodes = m->places;
  str_add (&m->text, "bool b[2];\nactive proctype P () { b[0] = 1; b[1] = 1 }\nnever {\n");
  for (uint32_t i = 0; i < m->places; i++)
    m->accepting[i] = !below (3);
  for (uint32_t i = 0; i < m->places; i++) {
    str_printf (&m->text, "%sL%u:\n  if\n", m->accepting[i] ? "accept_" : "", i);
    uint8_t taken = 0;
    for (uint32_t n = 1 + below (3); n-- > 0;)
      taken |= add_option (m, i, i + 1 == m->places);
    if (below (2)) {
      uint32_t to = below (m->places);
      str_printf (&m->text, "  :: else -> goto %sL%u\n", m->accepting[to] ? "accept_" : "", to);
      add_move (m, i, to, (uint8_t) ~taken);
    }
    str_add (&m->text, "  fi;\n");
  }
  str_add (&m->text, "}\n");
}

/* Is the word u v v ... matched: the end is reached, or an accepting place is
 * left again and again? Nodes are pairs of a place and a position. */
static bool
machine_matches (const struct machine *m, const struct word *w)
{
  enum { MOST = NODES * WORD_MAX };
  static bool reach[MOST][MOST];
  int n = w->nu + w->nv;
  memset (reach, 0, sizeof reach);
  for (size_t i = 0; i < m->moves.count; i++)
    for (int k = 0; k < n; k++)
      if (m->moves.data[i].letters >> w->letter[k] & 1)
        reach[m->moves.data[i].from * WORD_MAX + (uint32_t) k][m->moves.data[i].to * WORD_MAX + (uint32_t) word_next (w, k)] = true;
  for (int k = 0; k < MOST; k++)
    for (int i = 0; i < MOST; i++)
      for (int j = 0; j < MOST && reach[i][k]; j++)
        reach[i][j] |= reach[k][j];
  for (int k = 0; k < n; k++) {
    if (reach[0][END * WORD_MAX + k])
      return true;
    for (uint32_t p = 0; p < m->places; p++) {
      uint32_t at = p * WORD_MAX + (uint32_t) k;
      if (m->accepting[p] && (at == 0 || reach[0][at]) && reach[at][at])
        return true;
    }
  }
  return false;
}

/* ---- the translation ---- */

static int
value (const struct pg_expr *e, uint64_t letter)
{
  switch (e->op) {
  case E_CONST: return e->value;
  case E_LOAD: return letter >> e->place->index[0]->value & 1;
  case E_NOT: return !value (e->kid[0], letter);
  case E_AND: return value (e->kid[0], letter) && value (e->kid[1], letter);
  case E_OR: return value (e->kid[0], letter) || value (e->kid[1], letter);
  case E_EQ: return value (e->kid[0], letter) == value (e->kid[1], letter);
  default:
    CHECK (!"an expression of these");
    return 0;
  }
}

static bool
claim_matches (const struct claim *c, const struct word *w)
{
  struct word atoms = *w;
  for (int i = 0; i < w->nu + w->nv; i++) {
    atoms.letter[i] = 0;
    for (size_t a = 0; a < c->atoms.count; a++)
      if (value (c->atoms.data[a], w->letter[i]))
        atoms.letter[i] |= (uint64_t) 1 << a;
  }
  return automaton_accepts (c->automaton, atoms.letter, (size_t) w->nu, atoms.letter + w->nu, (size_t) w->nv);
}

static struct pg *
load (const char *text)
{
  struct diag diag = {.out = stderr};
  struct ast_model *ast = promela_parse ("m", text, strlen (text), &diag);
  struct pg *pg = ast ? promela_lower (ast, &diag) : NULL;
  if (!pg)
    fprintf (stderr, "%s", text);
  else {
    pg->front = ast;
    pg->free_front = (void (*) (void *)) promela_free;
  }
  return pg;
}

static unsigned long matched;

static void
compare_claim (const struct machine *m)
{
  struct pg *pg = load (str_text (&m->text));
  struct claim c;
  char why[200];
  HOLD (pg && pg->nproperties == 1 && pg->properties[0].kind == PROP_NEVER);
  bool ok = claim_of_never (&c, &pg->procs[pg->properties[0].proc], why, sizeof why);
  HOLD (ok);
  for (int i = 0; i < 30; i++) {
    struct word w = word_random (2);
    bool wanted = machine_matches (m, &w), got = claim_matches (&c, &w);
    matched += wanted;
    if (wanted != got)
      fprintf (stderr, "%s%s, should%s be matched\n", str_text (&m->text), got ? "is matched" : "is not matched", wanted ? "" : " not");
    HOLD (wanted == got);
  }
  claim_release (&c);
  pg_free (pg);
}

/* ---- formulas, by definition ---- */

static void
holds (const struct pg_ltl *f, const struct word *w, bool *out)
{
  bool a[WORD_MAX], b[WORD_MAX];
  int n = w->nu + w->nv;
  if (f->op == LTL_ATOM) {
    for (int i = 0; i < n; i++)
      out[i] = value (f->atom, w->letter[i]);
    return;
  }
  holds (f->kid[0], w, a);
  if (f->kid[1])
    holds (f->kid[1], w, b);
  for (int i = 0; i < n; i++) {
    bool some = false, all = true, until = false, before = true, release = true, freed = false;
    for (int k = i, left = 2 * n; left-- > 0; k = word_next (w, k)) {
      some |= a[k];
      all &= a[k];
      if (!f->kid[1])
        continue;
      until |= before && b[k];
      before &= a[k];
      release &= freed || b[k];
      freed |= a[k];
    }
    switch (f->op) {
    case LTL_NOT: out[i] = !a[i]; break;
    case LTL_NEXT: out[i] = a[word_next (w, i)]; break;
    case LTL_ALWAYS: out[i] = all; break;
    case LTL_EVENTUALLY: out[i] = some; break;
    case LTL_AND: out[i] = a[i] && b[i]; break;
    case LTL_OR: out[i] = a[i] || b[i]; break;
    case LTL_IMPLIES: out[i] = !a[i] || b[i]; break;
    case LTL_EQUIV: out[i] = a[i] == b[i]; break;
    case LTL_UNTIL: out[i] = until; break;
    case LTL_RELEASE: out[i] = release; break;
    default: out[i] = until || before; break;
    }
  }
}

static void
add_formula (struct str *s, int size)
{
  static const char *const one[] = {"!", "X", "[]", "<>"}, *const two[] = {"&&", "||", "->", "<->", "U", "V", "W"};
  if (size <= 1) {
    str_printf (s, "(%s)", guards[below (GUARDS)].text);
  } else if (size == 2 || below (2)) {
    str_printf (s, "(%s ", one[below (4)]);
    add_formula (s, size - 1);
    str_add (s, ")");
  } else {
    str_add (s, "(");
    add_formula (s, size / 2);
    str_printf (s, " %s ", two[below (7)]);
    add_formula (s, size - 1 - size / 2);
    str_add (s, ")");
  }
}

static void
compare_formula (void)
{
  struct str text = {0};
  str_add (&text, "bool b[2];\nactive proctype P () { b[0] = 1; b[1] = 1 }\nltl f { ");
  add_formula (&text, 1 + (int) below (6));
  str_add (&text, " }\n");
  struct pg *pg = load (str_text (&text));
  struct claim c;
  char why[200];
  HOLD (pg && pg->nproperties == 1);
  HOLD (claim_of_formula (&c, pg->properties[0].formula, why, sizeof why));
  for (int i = 0; i < 30; i++) {
    struct word w = word_random (2);
    bool wanted[WORD_MAX];
    holds (pg->properties[0].formula, &w, wanted);
    HOLD (claim_matches (&c, &w) == !wanted[0]);
  }
  claim_release (&c);
  pg_free (pg);
  str_release (&text);
}

static void
compare_labels (uint32_t flag)
{
  struct claim c;
  char why[200];
  HOLD (claim_of_labels (&c, flag, why, sizeof why) && claim_stutter (&c) == LTL_STUTTER_YES);
  for (int i = 0; i < 200; i++) {
    struct word w = word_random (1);
    bool again = false;
    for (int k = w.nu; k < w.nu + w.nv; k++)
      again |= w.letter[k];
    HOLD (automaton_accepts (c.automaton, w.letter, (size_t) w.nu, w.letter + w.nu, (size_t) w.nv)
          == (flag == LOC_ACCEPT ? again : !again));
  }
  claim_release (&c);
}

/* Predicates that are written differently are different: how many there are. */
static void
count_atoms (void)
{
  static const struct {
    const char *formula;
    size_t atoms;
  } table[] = {
    {"[] (P@here) || <> (Q@here)", 2}, {"[] (P@here) || <> (P@here)", 1}, {"<> (q?[1]) || [] (q?[2])", 2},
    {"[] (n == 1) || <> (n == 2)", 2},
    {"[] (n == 1) || <> (n == 1)", 1}, {"[] (n < 1) || <> (n <= 1)", 2}, {"[] (b[0] == 1) || <> (b[1] == 1)", 2},
  };
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    struct str text = {0};
    struct claim c = {0};
    char why[200];
    str_printf (&text, "byte n, b[2]; chan q = [1] of {byte}, r = [1] of {byte}; active proctype P () { byte x; here: x = 1; n = x }\n"
                "active proctype Q () { byte x; here: x = 1; n = x }\nltl f { %s }\n", table[i].formula);
    struct pg *pg = load (str_text (&text));
    HOLD (pg && claim_of_formula (&c, pg->properties[0].formula, why, sizeof why));
    HOLD (c.atoms.count == table[i].atoms);
    claim_release (&c);
    pg_free (pg);
    str_release (&text);
  }
  CHECK_HELD ("predicates are one iff they are written alike");
}

int
main (int argc, char **argv)
{
  unsigned long n = argc > 1 ? strtoul (argv[1], NULL, 10) : 300;
  words_seed = argc > 2 ? strtoul (argv[2], NULL, 10) : 1;
  for (unsigned long i = 0; i < n; i++) {
    struct machine m;
    random_machine (&m);
    compare_claim (&m);
    VEC_FREE (m.moves);
    str_release (&m.text);
  }
  CHECK_HELD ("never claims match what they say");
  CHECK (matched > 5 * n && matched < 25 * n);
  for (unsigned long i = 0; i < 3 * n; i++)
    compare_formula ();
  CHECK_HELD ("a formula's automaton accepts where it does not hold");
  compare_labels (LOC_ACCEPT);
  compare_labels (LOC_PROGRESS);
  CHECK_HELD ("labels");
  count_atoms ();
  return check_end ();
}
