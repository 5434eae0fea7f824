/* Reads automata in the Hanoi format, version 1.
 *
 * Supported: Büchi, generalised Büchi and trivial acceptance, with sets on states or edges; labels on edges or states, or
 * implicit; aliases; several initial states (joined by a new one). Rejected with a located message: alternation and other
 * acceptance conditions. */
#include "ltl/hoa_lex.h"
#include "ltl/ltl.h"

#include <assert.h>
#include <string.h>

enum { MAX_STATES = 1 << 20 };

struct reader {
  struct hoa h;
  struct automaton *a;
  VEC (uint32_t) starts;
  VEC (char *) atoms;
  VEC (bool) defined;             /* by state: its declaration was read */
  bool has_states, has_acceptance, has_atoms;
  uint32_t nstates;               /* declared */
  uint32_t nsets;                 /* declared */
  uint64_t wanted;                /* the sets that the acceptance condition names */
  bool never;                     /* acceptance is f */
  /* The state whose edges are being read. */
  uint32_t state;
  uint64_t state_marks;
  bool state_labelled;
  struct label state_label;
  uint64_t implicit;              /* the next letter, for edges without label */
};

static uint32_t
read_int (struct reader *r, const char *what)
{
  uint32_t value = r->h.value;
  if (r->h.kind != HOA_INT)
    hoa_error (&r->h, what);
  else
    hoa_advance (&r->h);
  return r->h.failed ? 0 : value;
}

static uint32_t
read_state (struct reader *r)
{
  if (r->h.kind == HOA_INT && r->h.value >= (r->has_states ? r->nstates : MAX_STATES))
    hoa_error (&r->h, r->has_states ? "a number below that of the states" : "fewer states");
  uint32_t s = read_int (r, "the number of a state");
  if (!r->h.failed && hoa_is_char (&r->h, '&'))
    hoa_fail (&r->h, r->h.token_pos, "alternating automata are not supported, expected one state");
  while (!r->h.failed && r->a->states.count <= s) {
    automaton_add_state (r->a);
    VEC_PUSH (r->defined, false);
  }
  return s;
}

static uint64_t
read_marks (struct reader *r)
{
  uint64_t marks = 0;
  if (!hoa_take_char (&r->h, '{'))
    return 0;
  while (r->h.kind == HOA_INT) {
    if (r->h.value >= r->nsets) {
      hoa_error (&r->h, "a number below that of the acceptance sets");
      return 0;
    }
    marks |= (uint64_t) 1 << r->h.value;
    hoa_advance (&r->h);
  }
  hoa_expect_char (&r->h, '}');
  return marks;
}

/* Inf(i) & Inf(j) ..., t, or f; in a conjunction parentheses do not matter. */
static void
read_condition (struct reader *r)
{
  struct hoa *h = &r->h;
  int open = 0;
  do {
    while (hoa_take_char (h, '('))
      open++;
    if (h->kind != HOA_NAME) {
      hoa_error (h, "t, f or Inf (...)");
      return;
    }
    if (strcmp (str_text (&h->text), "t") == 0)
      hoa_advance (h);
    else if (strcmp (str_text (&h->text), "f") == 0) {
      r->never = true;
      hoa_advance (h);
    } else if (strcmp (str_text (&h->text), "Inf") == 0) {
      hoa_advance (h);
      hoa_expect_char (h, '(');
      if (h->kind == HOA_INT && h->value >= r->nsets)
        hoa_error (h, "a number below that of the acceptance sets");
      uint32_t set = read_int (r, "the number of an acceptance set");
      r->wanted |= h->failed ? 0 : (uint64_t) 1 << set;
      hoa_expect_char (h, ')');
    } else
      hoa_error (h, "Inf: only Büchi and generalised Büchi acceptance are supported");
    while (open && hoa_take_char (h, ')'))
      open--;
  } while (hoa_take_char (h, '&') && !h->failed);
  if (open)
    hoa_expect_char (h, ')');
  if (hoa_is_char (h, '|'))
    hoa_error (h, "a conjunction: only Büchi and generalised Büchi acceptance are supported");
}

static void
read_acceptance (struct reader *r)
{
  if (r->has_acceptance)
    hoa_fail (&r->h, r->h.token_pos, "a second Acceptance:, expected one");
  r->has_acceptance = true;
  if (r->h.kind == HOA_INT && r->h.value > 64)
    hoa_error (&r->h, "at most 64 acceptance sets");
  r->nsets = read_int (r, "the number of acceptance sets");
  read_condition (r);
}

static void
read_atoms (struct reader *r)
{
  if (r->has_atoms)
    hoa_fail (&r->h, r->h.token_pos, "a second AP:, expected one");
  r->has_atoms = true;
  if (r->h.kind == HOA_INT && r->h.value > 64)
    hoa_error (&r->h, "at most 64 propositions");
  r->h.natoms = read_int (r, "the number of propositions");
  for (uint32_t i = 0; i < r->h.natoms && !r->h.failed; i++) {
    if (r->h.kind != HOA_STRING)
      hoa_error (&r->h, "the name of a proposition in double quotes");
    else {
      VEC_PUSH (r->atoms, mem_strdup (str_text (&r->h.text)));
      hoa_advance (&r->h);
    }
  }
}

static void
read_alias (struct reader *r)
{
  if (r->h.kind != HOA_ALIAS) {
    hoa_error (&r->h, "@name");
    return;
  }
  struct hoa_alias alias = { .name = mem_strdup (str_text (&r->h.text)) };
  hoa_advance (&r->h);
  alias.label = hoa_label (&r->h);
  VEC_PUSH (r->h.aliases, alias);
}

static void
skip_header (struct reader *r)
{
  while (r->h.kind != HOA_HEADER && r->h.kind != HOA_BODY && r->h.kind != HOA_END)
    hoa_advance (&r->h);
}

static void
read_header (struct reader *r)
{
  struct hoa *h = &r->h;
  struct pos pos = h->token_pos;
  char name[16];
  strncpy (name, str_text (&h->text), sizeof name - 1);
  name[sizeof name - 1] = 0;
  hoa_advance (h);
  if (strcmp (name, "States") == 0) {
    if (h->kind == HOA_INT && h->value > MAX_STATES)
      hoa_error (h, "fewer states");
    r->has_states = true;
    r->nstates = read_int (r, "the number of states");
  } else if (strcmp (name, "Start") == 0)
    VEC_PUSH (r->starts, read_state (r));
  else if (strcmp (name, "AP") == 0)
    read_atoms (r);
  else if (strcmp (name, "Acceptance") == 0)
    read_acceptance (r);
  else if (strcmp (name, "Alias") == 0)
    read_alias (r);
  else if (name[0] >= 'A' && name[0] <= 'Z')
    hoa_fail (h, pos, "this header is not known, and by its capital letter it may not be ignored");
  else
    skip_header (r);
  if (!h->failed && h->kind != HOA_HEADER && h->kind != HOA_BODY)
    hoa_error (h, "a header or --BODY--");
}

static void
read_state_line (struct reader *r)
{
  struct hoa *h = &r->h;
  VEC_FREE (r->state_label);
  r->state_labelled = hoa_take_char (h, '[');
  if (r->state_labelled) {
    r->state_label = hoa_label (h);
    hoa_expect_char (h, ']');
  }
  struct pos pos = h->token_pos;
  r->state = read_state (r);
  if (h->failed)
    return;
  if (r->defined.data[r->state])
    hoa_fail (h, pos, "this state was described before");
  r->defined.data[r->state] = true;
  if (h->kind == HOA_STRING)
    hoa_advance (h);
  r->state_marks = read_marks (r);
  r->implicit = false;
}

static void
read_edge (struct reader *r)
{
  struct hoa *h = &r->h;
  struct pos pos = h->token_pos;
  struct label label = {0};
  if (hoa_is_char (h, '[')) {
    if (r->state_labelled)
      hoa_fail (h, pos, "a label on an edge of a state that has one, expected one of them");
    hoa_advance (h);
    label = hoa_label (h);
    hoa_expect_char (h, ']');
  } else if (r->state_labelled) {
    for (size_t i = 0; i < r->state_label.count; i++)
      VEC_PUSH (label, r->state_label.data[i]);
  } else {
    uint64_t all = h->natoms == 64 ? UINT64_MAX : ((uint64_t) 1 << h->natoms) - 1;
    if (r->implicit > all)
      hoa_fail (h, pos, "more edges without label than there are letters");
    VEC_PUSH (label, (struct cube) { r->implicit, all & ~r->implicit });
    r->implicit++;
  }
  uint32_t target = read_state (r);
  uint64_t edge_marks = read_marks (r), marks = r->state_marks | edge_marks;
  if (!h->failed)
    automaton_add_edge (r->a, r->state, target, marks, label.data, label.count);
  VEC_FREE (label);
}

static void
read_body (struct reader *r)
{
  struct hoa *h = &r->h;
  bool in_state = false;
  while (h->kind != HOA_STOP && !h->failed)
    if (h->kind == HOA_HEADER && strcmp (str_text (&h->text), "State") == 0) {
      hoa_advance (h);
      read_state_line (r);
      in_state = true;
    } else if (in_state && (hoa_is_char (h, '[') || h->kind == HOA_INT))
      read_edge (r);
    else
      hoa_error (h, in_state ? "an edge, State: or --END--" : "State: or --END--");
}

static void
read_all (struct reader *r)
{
  struct hoa *h = &r->h;
  hoa_advance (h);
  if (h->kind != HOA_HEADER || strcmp (str_text (&h->text), "HOA") != 0)
    hoa_error (h, "HOA: v1");
  hoa_advance (h);
  if (h->kind != HOA_NAME || strncmp (str_text (&h->text), "v1", 2) != 0)
    hoa_error (h, "version v1");
  hoa_advance (h);
  while (h->kind == HOA_HEADER)
    read_header (r);
  if (h->kind == HOA_BODY && !r->has_acceptance)
    hoa_error (h, "Acceptance: before the body");
  if (h->kind != HOA_BODY)
    hoa_error (h, "a header or --BODY--");
  hoa_advance (h);
  read_body (r);
}

/* Makes one initial state: a new one with the edges of all declared ones, unless there is just one. */
static uint32_t
join_starts (struct reader *r)
{
  if (r->starts.count == 1)
    return r->starts.data[0];
  uint32_t s = automaton_add_state (r->a);
  size_t nedges = r->a->edges.count;
  for (size_t i = 0; i < r->starts.count; i++)
    for (size_t k = 0; k < nedges; k++) {
      struct ba_edge e = r->a->edges.data[k];
      if (e.source != r->starts.data[i])
        continue;
      VEC_RESERVE (r->a->cubes, r->a->cubes.count + e.ncubes);
      automaton_add_edge (r->a, s, e.target, 0, r->a->cubes.data + e.cube, e.ncubes);
    }
  return s;
}

static bool
is_by_state (const struct automaton *a)
{
  for (size_t i = 0; i < a->edges.count; i++)
    if (a->edges.data[i].marks != a->edges.data[a->states.data[a->edges.data[i].source].edge].marks)
      return false;
  return a->nsets == 1;
}

static struct automaton *
complete (struct reader *r)
{
  r->a->initial = join_starts (r);
  r->a->nsets = r->never ? 1 : (uint32_t) __builtin_popcountll (r->wanted);
  for (size_t i = 0; i < r->a->edges.count; i++) {
    uint64_t marks = 0, wanted = r->wanted;
    for (int set = 0; wanted && !r->never; wanted &= wanted - 1, set++)
      if (r->a->edges.data[i].marks & (wanted & -wanted))
        marks |= (uint64_t) 1 << set;
    r->a->edges.data[i].marks = marks;
  }
  automaton_set_atoms (r->a, (const char *const *) r->atoms.data, (uint32_t) r->atoms.count);
  automaton_finish (r->a);
  assert (r->a->initial < r->a->states.count && r->a->nsets <= 64);
  r->a->by_state = is_by_state (r->a);
  automaton_classify (r->a);
  return r->a;
}

struct automaton *
hoa_read (const char *text, size_t length, const char *file, struct diag *diag)
{
  struct reader r = { .h = { .at = text, .end = text + length, .pos = { file, 1, 1 }, .diag = diag } };
  r.a = automaton_new (0, false);
  read_all (&r);
  struct automaton *a = r.h.failed ? NULL : complete (&r);
  if (!a)
    automaton_free (r.a);
  for (size_t i = 0; i < r.h.aliases.count; i++) {
    mem_free (r.h.aliases.data[i].name);
    VEC_FREE (r.h.aliases.data[i].label);
  }
  for (size_t i = 0; i < r.atoms.count; i++)
    mem_free (r.atoms.data[i]);
  VEC_FREE (r.h.aliases);
  VEC_FREE (r.atoms);
  VEC_FREE (r.starts);
  VEC_FREE (r.defined);
  VEC_FREE (r.state_label);
  str_release (&r.h.text);
  return a;
}
