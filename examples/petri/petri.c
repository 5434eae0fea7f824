/* A checker for Petri nets that reduces its state space with mazurka/lpor.h: an
 * example of how to give a checker of your own partial-order reduction.
 *
 *     petri [--full] [--verify] [--from T] NET
 *
 * A net is a text, one line each:
 *     place NAME TOKENS
 *     transition NAME: PLACE ... -> PLACE ...
 *     invariant PLACE TOKENS            at most so many tokens, ever
 * It says how many markings it visited, the deadlocks among them, and whether
 * the invariant holds. --full: without reduction; --verify: checks the relations
 * below; --from T: prints the stubborn set of the first marking that begins with T.
 *
 * Relations. t can enable u if it puts a token where u needs one. t and u are
 * dependent if one takes a token away that the other needs. u waits for whoever
 * fills a place that is too empty for it: one of these must fire first. */
#include <mazurka/lpor.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PLACES = 64, TRANSITIONS = 256, ROOM = 1 << 22 };

struct marking { unsigned char at[PLACES]; };

static struct net {
  unsigned nplaces, ntransitions;
  char place[PLACES][32], transition[TRANSITIONS][32];
  unsigned char takes[TRANSITIONS][PLACES], gives[TRANSITIONS][PLACES];
  struct marking initial;
  int watched, most;              /* the invariant; -1: none */
} net = {.watched = -1};

/* ---- what the library wants to know ---- */

static bool
can_enable (void *context, unsigned t, unsigned u)
{
  (void) context;
  for (unsigned p = 0; p < net.nplaces; p++)
    if (net.gives[t][p] > net.takes[t][p] && net.takes[u][p])
      return true;
  return false;
}

static bool
takes_from (unsigned t, unsigned u)
{
  for (unsigned p = 0; p < net.nplaces; p++)
    if (net.takes[t][p] > net.gives[t][p] && net.takes[u][p])
      return true;
  return false;
}

static bool
dependent (void *context, unsigned t, unsigned u)
{
  (void) context;
  return takes_from (t, u) || takes_from (u, t);
}

static bool
waits_for (void *context, const void *state, unsigned t, unsigned k, uint64_t *set)
{
  const struct marking *m = state;
  (void) context;
  for (unsigned p = 0; p < net.nplaces; p++) {
    if (m->at[p] >= net.takes[t][p] || k--)
      continue;
    for (unsigned u = 0; u < net.ntransitions; u++)
      if (net.gives[u][p] > net.takes[u][p])
        mz_lpor_add (set, u);
    return true;
  }
  return false;
}

static bool
visible (void *context, unsigned t)
{
  (void) context;
  return net.watched >= 0 && net.takes[t][net.watched] != net.gives[t][net.watched];
}

static void
list_enabled (void *context, const void *state, uint64_t *set)
{
  const struct marking *m = state;
  (void) context;
  for (unsigned t = 0; t < net.ntransitions; t++) {
    bool enough = true;
    for (unsigned p = 0; p < net.nplaces; p++)
      enough &= m->at[p] >= net.takes[t][p];
    if (enough)
      mz_lpor_add (set, t);
  }
}

static bool
fire (void *context, const void *state, unsigned t, unsigned k, void *next)
{
  struct marking m = *(const struct marking *) state;
  (void) context;
  for (unsigned p = 0; p < net.nplaces; p++) {
    unsigned n = (unsigned) m.at[p] - net.takes[t][p] + net.gives[t][p];
    if (n > 255) {
      fprintf (stderr, "petri: place %s has more than 255 tokens\n", net.place[p]);
      exit (3);
    }
    m.at[p] = (unsigned char) n;
  }
  memcpy (next, &m, sizeof m);
  return k == 0;
}

static bool
holds (const struct marking *m)
{
  return net.watched < 0 || m->at[net.watched] <= net.most;
}

static uint64_t
label (void *context, const void *state)
{
  (void) context;
  return holds (state);
}

static const char *
name_of (void *context, unsigned t)
{
  (void) context;
  return net.transition[t];
}

static void
print_marking (void *context, const void *state, char *text, size_t room)
{
  const struct marking *m = state;
  size_t at = 0;
  (void) context;
  for (unsigned p = 0; p < net.nplaces; p++)
    if (m->at[p] && at < room)
      at += (size_t) snprintf (text + at, room - at, "%s%s=%u", at ? " " : "", net.place[p], m->at[p]);
}

/* ---- the search: depth first, with the cycle condition for invariants ---- */

struct frame { uint32_t state; uint64_t set[TRANSITIONS / 64]; unsigned next; bool proper, leads_on; };

static struct marking *states;
static unsigned char *on_stack;
static uint32_t *table, nstates, ndeadlocks, nbad;

/* The number of the marking; *fresh: it is new. */
static uint32_t
find_state (const struct marking *m, bool *fresh)
{
  uint64_t h = 1469598103934665603u;
  for (unsigned p = 0; p < net.nplaces; p++)
    h = (h ^ m->at[p]) * 1099511628211u;
  size_t at = (h ^ h >> 31) % (2 * ROOM);
  while (table[at] && memcmp (&states[table[at] - 1], m, sizeof *m))
    at = (at + 1) % (2 * ROOM);
  *fresh = !table[at];
  if (*fresh && nstates == ROOM) {
    fprintf (stderr, "petri: more than %d markings\n", ROOM);
    exit (3);
  }
  if (*fresh) {
    states[nstates] = *m;
    table[at] = ++nstates;
  }
  return table[at] - 1;
}

static void
enter (struct frame *f, uint32_t s, struct mz_lpor *lpor)
{
  uint64_t enabled[TRANSITIONS / 64] = {0}, any = 0;
  *f = (struct frame) {.state = s};
  list_enabled (NULL, &states[s], enabled);
  if (lpor)
    mz_lpor_choose (lpor, &(struct mz_lpor_state) {.state = &states[s], .enabled = enabled}, f->set);
  for (size_t i = 0; i < TRANSITIONS / 64; i++) {
    any |= enabled[i];
    f->set[i] = lpor && i < mz_lpor_words (net.ntransitions) ? f->set[i] & enabled[i] : enabled[i];
    f->proper |= f->set[i] != enabled[i];
  }
  on_stack[s] = 1;
  ndeadlocks += !any;
  nbad += !holds (&states[s]);
}

static void
search (struct mz_lpor *lpor)
{
  struct frame *stack = malloc (ROOM * sizeof *stack);
  uint32_t depth = 1;
  bool fresh;
  enter (&stack[0], find_state (&net.initial, &fresh), lpor);
  while (depth) {
    struct frame *f = &stack[depth - 1];
    struct marking m;
    while (f->next < net.ntransitions && !mz_lpor_has (f->set, f->next))
      f->next++;
    if (f->next == net.ntransitions && f->proper && !f->leads_on && net.watched >= 0) {
      f->proper = false;                           /* only back to the stack: everything after all */
      f->next = 0;
      list_enabled (NULL, &states[f->state], f->set);
    } else if (f->next == net.ntransitions) {
      on_stack[f->state] = 0;
      depth--;
    } else {
      fire (NULL, &states[f->state], f->next++, 0, &m);
      uint32_t s = find_state (&m, &fresh);
      f->leads_on |= !on_stack[s];
      if (fresh)
        enter (&stack[depth++], s, lpor);
    }
  }
  free (stack);
}

/* ---- nets ---- */

static int
find (char names[][32], unsigned count, const char *name)
{
  for (unsigned i = 0; i < count; i++)
    if (!strcmp (names[i], name))
      return (int) i;
  return -1;
}

static bool
read_arcs (char *text, unsigned t)
{
  bool after = false;
  for (char *w = strtok (text, " \t\n"); w; w = strtok (NULL, " \t\n")) {
    int p = find (net.place, net.nplaces, w);
    if (!strcmp (w, "->"))
      after = true;
    else if (p < 0)
      return false;
    else
      (after ? net.gives : net.takes)[t][p]++;
  }
  return after;
}

static bool
read_line (char *line)
{
  char name[32];
  int n = 0, used = 0;
  if (sscanf (line, "place %31s %d", name, &n) == 2 && net.nplaces < PLACES && n >= 0 && n < 256) {
    net.initial.at[net.nplaces] = (unsigned char) n;
    strcpy (net.place[net.nplaces++], name);
    return true;
  }
  if (sscanf (line, "transition %31[^: ]:%n", name, &used) == 1 && used && net.ntransitions < TRANSITIONS) {
    strcpy (net.transition[net.ntransitions], name);
    return read_arcs (line + used, net.ntransitions++);
  }
  if (sscanf (line, "invariant %31s %d", name, &n) == 2) {
    net.watched = find (net.place, net.nplaces, name);
    net.most = n;
    return net.watched >= 0;
  }
  return !line[strspn (line, " \t\n")] || line[0] == '#';
}

static bool
read_net (const char *file)
{
  char line[1000];
  int number = 0;
  FILE *in = fopen (file, "r");
  if (!in) {
    perror (file);
    return false;
  }
  while (fgets (line, sizeof line, in)) {
    number++;
    if (!read_line (line)) {
      fprintf (stderr, "%s:%d: error: expected place, transition or invariant\n", file, number);
      fclose (in);
      return false;
    }
  }
  fclose (in);
  return true;
}

static void
print_set (struct mz_lpor *lpor, const char *name)
{
  uint64_t enabled[TRANSITIONS / 64] = {0}, set[TRANSITIONS / 64] = {0};
  int t = find (net.transition, net.ntransitions, name);
  list_enabled (NULL, &net.initial, enabled);
  if (t < 0 || !mz_lpor_has (enabled, (unsigned) t))
    return;
  mz_lpor_from (lpor, &(struct mz_lpor_state) {.state = &net.initial, .enabled = enabled}, (unsigned) t, set);
  printf ("stubborn set:");
  for (unsigned u = 0; u < net.ntransitions; u++)
    if (mz_lpor_has (set, u) && mz_lpor_has (enabled, u))
      printf (" %s", net.transition[u]);
  printf ("\n");
}

int
main (int argc, char **argv)
{
  bool full = false, verify = false;
  const char *from = NULL;
  int i = 1;
  for (; i < argc && argv[i][0] == '-'; i++) {
    full |= !strcmp (argv[i], "--full");
    verify |= !strcmp (argv[i], "--verify");
    if (!strcmp (argv[i], "--from") && i + 1 < argc)
      from = argv[++i];
  }
  if (i + 1 != argc || !read_net (argv[i]))
    return 2;
  char why[400];
  struct mz_lpor_system system = {.ntransitions = net.ntransitions, .can_enable = can_enable, .dependent = dependent, .sets_in = waits_for,
                                  .visible = visible, .keep = net.watched < 0 ? MZ_LPOR_DEADLOCKS : MZ_LPOR_INVARIANTS};
  struct mz_lpor_semantics semantics = {.state_bytes = sizeof (struct marking), .enabled = list_enabled, .successor = fire, .label = label,
                                        .name = name_of, .print = print_marking};
  struct mz_lpor *lpor = mz_lpor_new (&system, why, sizeof why);
  if (!lpor || (verify && !mz_lpor_verify (lpor, &semantics, &net.initial, 1000, why, sizeof why))) {
    fprintf (stderr, "petri: %s\n", why);
    return 3;
  }
  if (from)
    print_set (lpor, from);
  states = malloc (ROOM * sizeof *states);
  on_stack = calloc (ROOM, 1);
  table = calloc (2 * ROOM, sizeof *table);
  if (!states || !on_stack || !table)
    return 3;
  search (full ? NULL : lpor);
  printf ("%u markings, %u deadlocks%s\n", nstates, ndeadlocks, net.watched < 0 ? "" : nbad ? ", invariant violated" : ", invariant holds");
  mz_lpor_free (lpor);
  free (states);
  free (on_stack);
  free (table);
  return nbad ? 1 : 0;
}
