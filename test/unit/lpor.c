/* Stubborn sets as a library: reduced searches of random systems keep what they
 * promise, and wrong relations are noticed, by the promise and by name. */
#include "check.h"
#include "lpor/verify.h"
#include "lpor_systems.h"

/* ---- graphs: all, or what a reduced search sees ---- */

struct graph {
  const struct sts *x;
  bool in[MAX_S];
  uint8_t taken[MAX_S];           /* transitions, a bit each */
};

struct reduced {
  struct graph *g;
  struct sts *x;
  struct mz_lpor *l;
  enum mz_lpor_keep keep;
  bool no_proviso;
  uint8_t on_stack[MAX_S];
};

static void
search (struct reduced *r, unsigned s, uint64_t executed)
{
  struct sts *x = r->x;
  uint32_t state = s;
  uint64_t enabled = 0, set = 0;
  sts_list_enabled (x, &state, &enabled);
  mz_lpor_choose (r->l, &(struct mz_lpor_state) {&state, &enabled, &executed}, &set);
  set &= enabled;
  r->g->in[s] = true;
  r->on_stack[s] = 1;
  unsigned back = 0, total = 0;
  for (unsigned t = 0; t < x->n; t++)
    for (int k = 0; k < MAX_K && set >> t & 1 && x->next[s][t][k] >= 0; k++, total++)
      back += r->on_stack[x->next[s][t][k]];
  bool full = r->keep == MZ_LPOR_DEADLOCKS || r->no_proviso ? false : r->keep == MZ_LPOR_INVARIANTS ? back == total : back;
  if (full)
    set = enabled;
  r->g->taken[s] = (uint8_t) set;
  for (unsigned t = 0; t < x->n; t++)
    for (int k = 0; k < MAX_K && set >> t & 1 && x->next[s][t][k] >= 0; k++)
      if (!r->g->in[x->next[s][t][k]])
        search (r, (unsigned) x->next[s][t][k], executed | (uint64_t) 1 << t);
  r->on_stack[s] = 0;
}

static void
search_reduced (struct sts *x, enum mz_lpor_keep keep, bool no_proviso, struct graph *g)
{
  struct reduced r = {.g = g, .x = x, .keep = keep, .no_proviso = no_proviso, .l = sts_reduction (x, keep)};
  *g = (struct graph) {.x = x};
  search (&r, 0, 0);
  mz_lpor_free (r.l);
}

static void
search_all (const struct sts *x, struct graph *g)
{
  *g = (struct graph) {.x = x};
  for (unsigned s = 0; s < x->nstates; s++) {
    g->in[s] = true;
    g->taken[s] = 0xff;
  }
}

/* The successors of s in the graph; s itself where there are none. */
static unsigned
successors (const struct graph *g, unsigned s, uint16_t *list)
{
  unsigned n = 0;
  for (unsigned t = 0; t < g->x->n; t++)
    for (int k = 0; k < MAX_K && g->taken[s] >> t & 1 && g->x->next[s][t][k] >= 0; k++)
      list[n++] = (uint16_t) g->x->next[s][t][k];
  if (!n)
    list[n++] = (uint16_t) s;
  return n;
}

/* ---- what is kept ---- */

static bool
same_deadlocks (const struct graph *a, const struct graph *b)
{
  for (unsigned s = 0; s < a->x->nstates; s++) {
    bool stuck = true;
    for (unsigned t = 0; t < a->x->n; t++)
      stuck &= !sts_enabled (a->x, s, t);
    if (stuck && a->in[s] != b->in[s])
      return false;
  }
  return true;
}

static uint64_t
labels (const struct graph *g)
{
  uint64_t all = 0;
  for (unsigned s = 0; s < g->x->nstates; s++)
    if (g->in[s])
      all |= (uint64_t) 1 << g->x->label[s];
  return all;
}

/* Stutter-traces: sets of states after a sequence of labels, in both graphs. */
struct states_after { uint64_t in[2][MAX_S / 64]; };

static void
close_stutter (const struct graph *g, uint64_t *set)
{
  uint16_t list[MAX_T * MAX_K];
  bool more = true;
  while (more) {
    more = false;
    for (unsigned s = 0; s < g->x->nstates; s++)
      for (unsigned i = 0, n = mz_lpor_has (set, s) ? successors (g, s, list) : 0; i < n; i++)
        if (g->x->label[list[i]] == g->x->label[s] && !mz_lpor_has (set, list[i])) {
          mz_lpor_add (set, list[i]);
          more = true;
        }
  }
}

/* Some state of the set can go on for ever with its label. */
static bool
stays (const struct graph *g, const uint64_t *set)
{
  uint16_t list[MAX_T * MAX_K];
  uint64_t left[MAX_S / 64];
  bool more = true;
  memcpy (left, set, sizeof left);
  while (more) {
    more = false;
    for (unsigned s = 0; s < g->x->nstates; s++) {
      bool goes_on = false;
      for (unsigned i = 0, n = mz_lpor_has (left, s) ? successors (g, s, list) : 0; i < n; i++)
        goes_on |= g->x->label[list[i]] == g->x->label[s] && mz_lpor_has (left, list[i]);
      if (mz_lpor_has (left, s) && !goes_on) {
        left[s / 64] &= ~((uint64_t) 1 << (s % 64));
        more = true;
      }
    }
  }
  return left[0] | left[1] | left[2] | left[3];
}

static bool
is_empty (const uint64_t *set)
{
  return !(set[0] | set[1] | set[2] | set[3]);
}

static void
after_label (const struct graph *g, const uint64_t *from, unsigned label, uint64_t *to)
{
  uint16_t list[MAX_T * MAX_K];
  memset (to, 0, MAX_S / 8);
  for (unsigned s = 0; s < g->x->nstates; s++)
    for (unsigned i = 0, n = mz_lpor_has (from, s) ? successors (g, s, list) : 0; i < n; i++)
      if (g->x->label[list[i]] == label && label != g->x->label[s])
        mz_lpor_add (to, list[i]);
  close_stutter (g, to);
}

static bool
same_traces (const struct graph *a, const struct graph *b)
{
  enum { ROOM = 400 };
  static struct states_after list[ROOM];
  const struct graph *g[2] = {a, b};
  unsigned count = 1;
  memset (list, 0, sizeof *list);
  for (int i = 0; i < 2; i++) {
    mz_lpor_add (list[0].in[i], 0);
    close_stutter (g[i], list[0].in[i]);
  }
  for (unsigned at = 0; at < count; at++) {
    if (is_empty (list[at].in[0]) != is_empty (list[at].in[1]) || stays (a, list[at].in[0]) != stays (b, list[at].in[1]))
      return false;
    for (unsigned label = 0; label < 4 && count < ROOM && !is_empty (list[at].in[0]); label++) {
      struct states_after *next = &list[count];
      bool known = false;
      for (int i = 0; i < 2; i++)
        after_label (g[i], list[at].in[i], label, next->in[i]);
      for (unsigned k = 0; k < count; k++)
        known |= !memcmp (&list[k], next, sizeof *next);
      count += !known;
    }
  }
  return true;
}

/* Branching bisimulation that sees divergence, by refinement over both graphs. */
struct signature { uint64_t to[MAX_S / 32]; uint32_t class; };

static void
sign (const struct graph *g, unsigned base, const uint32_t *class, unsigned s, struct signature *out)
{
  uint64_t seen[MAX_S / 64] = {0};
  uint16_t list[MAX_T * MAX_K], todo[MAX_S];
  unsigned count = 0;
  memset (out, 0, sizeof *out);
  out->class = class[base + s];
  mz_lpor_add (seen, s);
  todo[count++] = (uint16_t) s;
  for (unsigned at = 0; at < count; at++)
    for (unsigned i = 0, n = successors (g, todo[at], list); i < n; i++) {
      uint32_t c = class[base + list[i]];
      if (c != out->class)
        mz_lpor_add (out->to, c);
      else if (!mz_lpor_has (seen, list[i])) {
        mz_lpor_add (seen, list[i]);
        todo[count++] = list[i];
      }
    }
  if (stays (g, seen))            /* labels are coarser than classes: only states of the class are in the set */
    mz_lpor_add (out->to, out->class);
}

static bool
same_branching (const struct graph *a, const struct graph *b)
{
  static struct signature signs[2 * MAX_S];
  uint32_t class[2 * MAX_S], next[2 * MAX_S], classes = 0, before = 0;
  unsigned n = a->x->nstates;
  for (unsigned i = 0; i < 2 * n; i++)
    class[i] = a->x->label[i % n];
  do {
    before = classes;
    classes = 0;
    for (unsigned i = 0; i < 2 * n; i++) {
      if (i < n ? !a->in[i] : !b->in[i - n]) {
        next[i] = 2 * MAX_S - 1;
        continue;
      }
      sign (i < n ? a : b, i < n ? 0 : n, class, i % n, &signs[i]);
      next[i] = UINT32_MAX;
      for (unsigned k = 0; k < i && next[i] == UINT32_MAX; k++)
        if (next[k] != 2 * MAX_S - 1 && !memcmp (&signs[k], &signs[i], sizeof *signs))
          next[i] = next[k];
      if (next[i] == UINT32_MAX)
        next[i] = classes++;
    }
    memcpy (class, next, sizeof class);
  } while (classes != before);
  return class[0] == class[n];
}

static bool
keeps (enum mz_lpor_keep keep, const struct graph *all, const struct graph *g)
{
  switch (keep) {
  case MZ_LPOR_DEADLOCKS: return same_deadlocks (all, g);
  case MZ_LPOR_INVARIANTS: return labels (all) == labels (g);
  case MZ_LPOR_LTL: return same_deadlocks (all, g) && same_traces (all, g);
  case MZ_LPOR_CTL: return same_traces (all, g) && (all->x->nstates > 60 || same_branching (all, g));
  }
  return false;
}

/* ---- systems ---- */

static struct sts system_now;

static struct sts *
make_system (unsigned i)
{
  bool good = false;
  while (!good) {
    if (i % 2)
      make_commands (&system_now);
    good = (i % 2 || make_net (&system_now)) && system_now.nstates >= (i % 2 ? 6 : 12);
  }
  return &system_now;
}

enum { SYSTEMS = 4000 };

static void
test_sound (void)
{
  static struct graph all, g;
  size_t full = 0, less[4] = {0};
  seed_now = 11;
  for (unsigned i = 0; i < SYSTEMS; i++) {
    struct sts *x = make_system (i);
    struct mz_lpor_semantics semantics = sts_semantics (x);
    search_all (x, &all);
    full += x->nstates;
    for (int keep = MZ_LPOR_DEADLOCKS; keep <= MZ_LPOR_CTL; keep++) {
      search_reduced (x, (enum mz_lpor_keep) keep, false, &g);
      HOLD (keeps ((enum mz_lpor_keep) keep, &all, &g));
      for (unsigned s = 0; s < x->nstates; s++)
        less[keep] += g.in[s];
      struct mz_lpor *l = sts_reduction (x, (enum mz_lpor_keep) keep);
      char why[400] = "";
      uint32_t initial = 0;
      bool right = i % 8 > 1 || mz_lpor_verify (l, &semantics, &initial, 300, why, sizeof why);
      if (!right)
        fprintf (stderr, "%s\n", why);
      HOLD (right);
      mz_lpor_free (l);
    }
  }
  CHECK_HELD ("reduced searches keep deadlocks, invariants, stutter-traces, branching");
  printf ("states %zu; deadlocks %zu, invariants %zu, LTL %zu, CTL* %zu\n", full, less[0], less[1], less[2], less[3]);
  CHECK (less[0] * 10 < full * 8 && less[1] < full && less[2] < full && less[3] < full);
}

/* ---- mistakes ---- */

enum mistake { DROPPED_ENABLE, DROPPED_DEPENDENCE, NET_REVERSED, VISIBILITY_IGNORED, NO_PROVISO, MISTAKES };

/* False: there is nothing to get wrong in this system. */
static bool
spoil (struct sts *x, enum mistake m)
{
  bool (*relation)[MAX_T] = m == DROPPED_ENABLE ? x->can_enable : x->dependent, any = false;
  if (m <= DROPPED_DEPENDENCE) {
    unsigned t = draw (x->n), u = draw (x->n);
    any = relation[t][u];
    relation[t][u] = false;
  }
  for (unsigned t = 0; t < x->n && m == NET_REVERSED; t++)
    for (unsigned u = 0; u < t; u++) {
      bool was = x->necessary[t][u];
      any |= was != x->necessary[u][t];
      x->necessary[t][u] = x->necessary[u][t];
      x->necessary[u][t] = was;
    }
  for (unsigned t = 0; t < x->n && m == VISIBILITY_IGNORED; t++) {
    any |= x->visible[t];
    x->visible[t] = false;
  }
  return any || m == NO_PROVISO;
}

/* How often each mistake loses something, and is named. */
static void
test_mistakes (void)
{
  static struct graph all, g;
  static const char *const names[] = {"can_enable", "dependent", "necessary", "visible", ""};
  for (int m = 0; m < MISTAKES; m++) {
    unsigned lost = 0, named = 0, misnamed = 0;
    seed_now = 12;
    for (unsigned i = 0; i < SYSTEMS; i++) {
      struct sts *x = make_system (m == NET_REVERSED ? i | 1 : i);
      if (!spoil (x, (enum mistake) m))
        continue;
      search_all (x, &all);
      for (int keep = MZ_LPOR_DEADLOCKS; keep <= MZ_LPOR_LTL; keep++) {
        search_reduced (x, (enum mz_lpor_keep) keep, m == NO_PROVISO, &g);
        lost += !keeps ((enum mz_lpor_keep) keep, &all, &g);
      }
      if (m == NO_PROVISO || i % 4 > 1)
        continue;
      struct mz_lpor_semantics semantics = sts_semantics (x);
      struct mz_lpor *l = sts_reduction (x, MZ_LPOR_LTL);
      uint32_t initial = 0;
      char why[400] = "";
      bool right = mz_lpor_verify (l, &semantics, &initial, 300, why, sizeof why);
      named += !right && !!strstr (why, names[m]) && !!strstr (why, "in state ");
      misnamed += !right && !strstr (why, names[m]);
      mz_lpor_free (l);
    }
    printf ("%s: lost %u times, named %u times\n", m == NO_PROVISO ? "no proviso" : names[m], lost, named);
    CHECK (lost);
    CHECK (!misnamed && (named || m == NO_PROVISO));
  }
}

/* ---- the paper's example ---- */

static bool figure_enables (void *c, unsigned t, unsigned u) { (void) c; return (t == 3 && u == 2) || ((t == 4 || t == 5) && u == 3); }
static bool figure_depends (void *c, unsigned t, unsigned u) { (void) c; return t + u == 3 && t && u; }
static bool figure_needs (void *c, unsigned t, unsigned u) { (void) c; return t == 3 && (u == 4 || u == 5); }

static void
test_figure2 (void)
{
  char why[200];
  uint64_t enabled = 1 << 1 | 1 << 4 | 1 << 5, executed = 0, after_4 = 1 << 4, set = 0;
  struct mz_lpor_system system = {.ntransitions = 6, .can_enable = figure_enables, .dependent = figure_depends, .necessary = figure_needs};
  struct mz_lpor *l = mz_lpor_new (&system, why, sizeof why);
  CHECK (mz_lpor_from (l, &(struct mz_lpor_state) {NULL, &enabled, &executed}, 1, &set) == 2 && set == (1 << 1 | 1 << 4));
  CHECK (mz_lpor_choose (l, &(struct mz_lpor_state) {NULL, &enabled, &executed}, &set) == 1);
  CHECK (mz_lpor_from (l, &(struct mz_lpor_state) {NULL, &enabled, &after_4}, 1, &set) == 2 && set == (1 << 1 | 1 << 5));
  CHECK (mz_lpor_from (l, &(struct mz_lpor_state) {NULL, &enabled, NULL}, 1, &set) == 3);
  CHECK (mz_lpor_forward (l, 4)[0] == (1 << 4 | 1 << 3 | 1 << 2));
  mz_lpor_free (l);
  system.can_enable = NULL;
  CHECK (!mz_lpor_new (&system, why, sizeof why) && strstr (why, "can_enable"));
}

/* ---- the verifier ---- */

/* From state 0 transition 0 leads to 1 and transition 1 to 2; from there the other one leads to `after_0` and `after_1`, or, if that is -1,
 * cannot be executed. Is transition 0 alone a stubborn set? Empty: yes; else why not. */
static void
ask_about_first (int after_0, int after_1, bool visible, char *why, size_t room)
{
  static struct sts x;
  x = (struct sts) {.n = 2, .nstates = 5, .visible = {visible, visible}, .deterministic = {true, true}};
  memset (x.next, -1, sizeof x.next);
  x.next[0][0][0] = 1;
  x.next[0][1][0] = 2;
  x.next[1][1][0] = (int16_t) after_0;
  x.next[2][0][0] = (int16_t) after_1;
  struct mz_lpor_semantics semantics = sts_semantics (&x);
  struct mz_lpor *l = sts_reduction (&x, MZ_LPOR_LTL);
  struct verifier v = {.l = l, .m = &semantics, .limit = 300, .why = why, .room = room};
  uint64_t first = 1;
  uint32_t state = 0;
  *why = 0;
  CHECK (verify_set (&v, &state, &first) == !*why);
  mz_lpor_free (l);
}

static void
test_verifier (void)
{
  char why[400];
  ask_about_first (3, 3, false, why, sizeof why);
  CHECK (!*why);
  ask_about_first (3, 4, false, why, sizeof why);
  CHECK (strstr (why, "D1 fails"));
  ask_about_first (3, -1, false, why, sizeof why);
  CHECK (strstr (why, "D2 fails"));
  ask_about_first (3, 3, true, why, sizeof why);
  CHECK (strstr (why, "V fails"));
}

int
main (void)
{
  test_verifier ();
  test_figure2 ();
  test_sound ();
  test_mistakes ();
  return check_end ();
}
