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
 * below; --from T: prints the stubborn set of the first marking that begins with T. */
#include <mazurka/lpor.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PLACES = 64, TRANSITIONS = 256, WORDS = TRANSITIONS / 64, ROOM = 1 << 22 };

struct marking { unsigned char at[PLACES]; };

static struct net {
  unsigned nplaces, ntransitions;
  char place[PLACES][32], transition[TRANSITIONS][32];
  unsigned char takes[TRANSITIONS][PLACES], gives[TRANSITIONS][PLACES];
  struct marking initial;
  int watched, most;              /* the invariant; watched -1: none */
} net = {.watched = -1};

static void
die (const char *what, const char *which)
{
  fprintf (stderr, "petri: %s%s\n", what, which);
  exit (3);
}

/* ---- what the library wants to know ---- */

/* t can enable u if it puts a token where u needs one. They are dependent if one takes a token away that the other needs. */
static bool
meet (unsigned t, unsigned u, bool puts)
{
  for (unsigned p = 0; p < net.nplaces; p++)
    if (net.takes[u][p] && (puts ? net.gives[t][p] > net.takes[t][p] : net.takes[t][p] > net.gives[t][p]))
      return true;
  return false;
}

static bool can_enable (void *context, unsigned t, unsigned u) { (void) context; return meet (t, u, true); }
static bool dependent (void *context, unsigned t, unsigned u) { (void) context; return meet (t, u, false) || meet (u, t, false); }

/* t waits for whoever fills a place that is too empty for it: one of these must fire first. */
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

/* ---- what transitions do; also for mz_lpor_verify ---- */

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
    if (n > 255)
      die ("more than 255 tokens in place ", net.place[p]);
    m.at[p] = (unsigned char) n;
  }
  memcpy (next, &m, sizeof m);
  return k == 0;
}

static uint64_t
holds (void *context, const void *state)
{
  (void) context;
  return net.watched < 0 || ((const struct marking *) state)->at[net.watched] <= net.most;
}

static const char *name_of (void *context, unsigned t) { (void) context; return net.transition[t]; }

/* ---- the search: breadth first, the markings are the queue ---- */

static struct marking *states;
static uint32_t *table, nstates, ndeadlocks, nbad;

/* The number of the marking, which is added if it is new. */
static uint32_t
find_state (const struct marking *m)
{
  uint64_t h = 1469598103934665603u;
  for (unsigned p = 0; p < net.nplaces; p++)
    h = (h ^ m->at[p]) * 1099511628211u;
  size_t at = (h ^ h >> 31) % (2 * ROOM);
  while (table[at] && memcmp (&states[table[at] - 1], m, sizeof *m))
    at = (at + 1) % (2 * ROOM);
  if (!table[at]) {
    if (nstates == ROOM)
      die ("too many markings", "");
    states[nstates] = *m;
    table[at] = ++nstates;
  }
  return table[at] - 1;
}

/* Fires what is in both sets; true if that leads to a marking that comes later. */
static bool
expand (uint32_t s, const uint64_t *enabled, const uint64_t *set)
{
  struct marking m;
  bool leads_on = false;
  for (unsigned t = 0; t < net.ntransitions; t++)
    if (mz_lpor_has (enabled, t) && mz_lpor_has (set, t)) {
      fire (NULL, &states[s], t, 0, &m);
      leads_on |= find_state (&m) > s;
    }
  return leads_on;
}

static void
search (struct mz_lpor *lpor)
{
  find_state (&net.initial);
  for (uint32_t s = 0; s < nstates; s++) {
    uint64_t enabled[WORDS] = {0}, set[WORDS], none[WORDS] = {0};
    list_enabled (NULL, &states[s], enabled);
    ndeadlocks += !memcmp (enabled, none, sizeof none);
    nbad += !holds (NULL, &states[s]);
    if (lpor)
      mz_lpor_choose (lpor, &(struct mz_lpor_state) {.state = &states[s], .enabled = enabled}, set);
    if (!lpor || (!expand (s, enabled, set) && net.watched >= 0))     /* the cycle condition: else something is put off for ever */
      expand (s, enabled, enabled);
  }
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
read_line (char *line)
{
  char name[32];
  int n = 0, used = 0, arrow = 0;
  if (sscanf (line, "place %31s %d", name, &n) == 2 && net.nplaces < PLACES && n >= 0 && n < 256) {
    net.initial.at[net.nplaces] = (unsigned char) n;
    strcpy (net.place[net.nplaces++], name);
    return true;
  }
  if (sscanf (line, "transition %31[^: ]:%n", name, &used) == 1 && used && net.ntransitions < TRANSITIONS) {
    strcpy (net.transition[net.ntransitions++], name);
    for (char *w = strtok (line + used, " \t\n"); w; w = strtok (NULL, " \t\n"))
      if (!strcmp (w, "->"))
        arrow++;
      else if ((n = find (net.place, net.nplaces, w)) < 0)
        return false;
      else
        (arrow ? net.gives : net.takes)[net.ntransitions - 1][n]++;
    return arrow == 1;
  }
  if (sscanf (line, "invariant %31s %d", name, &net.most) == 2)
    return (net.watched = find (net.place, net.nplaces, name)) >= 0;
  return !line[strspn (line, " \t\n")] || line[0] == '#';
}

static bool
read_net (const char *file)
{
  char line[1000];
  FILE *in = fopen (file, "r");
  if (!in)
    perror (file);
  for (int number = 1; in && fgets (line, sizeof line, in); number++)
    if (!read_line (line)) {
      fprintf (stderr, "%s:%d: error: expected place, transition or invariant\n", file, number);
      return false;
    }
  return in && !fclose (in);
}

static void
print_set (struct mz_lpor *lpor, const char *name)
{
  uint64_t enabled[WORDS] = {0}, set[WORDS];
  int t = find (net.transition, net.ntransitions, name);
  list_enabled (NULL, &net.initial, enabled);
  if (t < 0 || !mz_lpor_has (enabled, (unsigned) t))
    die ("not enabled: ", name);
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
  char why[400] = "out of memory";
  int i = 1;
  for (; i < argc && argv[i][0] == '-'; i++)
    if (!strcmp (argv[i], "--from") && i + 1 < argc)
      from = argv[++i];
    else
      *(strcmp (argv[i], "--full") ? &verify : &full) = true;
  if (i + 1 != argc || !read_net (argv[i]))
    return 2;
  struct mz_lpor_system system = {.ntransitions = net.ntransitions, .can_enable = can_enable, .dependent = dependent, .sets_in = waits_for,
                                  .visible = visible, .keep = net.watched < 0 ? MZ_LPOR_DEADLOCKS : MZ_LPOR_INVARIANTS};
  struct mz_lpor_semantics semantics = {.state_bytes = sizeof (struct marking), .enabled = list_enabled, .successor = fire, .label = holds,
                                        .name = name_of};
  struct mz_lpor *lpor = mz_lpor_new (&system, why, sizeof why);
  states = malloc (ROOM * sizeof *states);
  table = calloc (2 * ROOM, sizeof *table);
  if (!states || !table || !lpor || (verify && !mz_lpor_verify (lpor, &semantics, &net.initial, 1000, why, sizeof why)))
    die (why, "");
  if (from)
    print_set (lpor, from);
  search (full ? NULL : lpor);
  printf ("%u markings, %u deadlocks%s\n", nstates, ndeadlocks, net.watched < 0 ? "" : nbad ? ", invariant violated" : ", invariant holds");
  mz_lpor_free (lpor);
  return nbad ? 1 : 0;
}
