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

#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PLACES = 64, TRANSITIONS = 256, WORDS = TRANSITIONS / 64, ROOM = 1 << 22 };

struct marking { unsigned char at[PLACES]; };     /* tokens */

static struct net {
  unsigned nplaces, ntransitions;
  char place[PLACES][32], transition[TRANSITIONS][32];
  int needs[TRANSITIONS][PLACES], change[TRANSITIONS][PLACES];     /* tokens that must be there; that come or go */
  struct marking initial;
  int watched, most;              /* the invariant */
  enum mz_lpor_keep keep;
} net = {.keep = MZ_LPOR_DEADLOCKS, .most = 255};

static void
die (const char *what, const char *which)
{
  fprintf (stderr, "petri: %s%s\n", what, which);
  exit (3);
}

/* ---- what the library wants to know; the context is the net ---- */

/* t brings (sign 1) or takes away (-1) a token that u needs. */
static bool
meet (const struct net *n, unsigned t, unsigned u, int sign)
{
  bool yes = false;
  for (unsigned p = 0; p < n->nplaces; p++)
    yes |= n->needs[u][p] && n->change[t][p] * sign > 0;
  return yes;
}

static bool can_enable (void *n, unsigned t, unsigned u) { return meet (n, t, u, 1); }
static bool dependent (void *n, unsigned t, unsigned u) { return meet (n, t, u, -1) || meet (n, u, t, -1); }

/* t waits for whoever fills a place that is too empty for it: one of these must fire first. */
static bool
waits_for (void *context, const void *state, unsigned t, unsigned k, uint64_t *set)
{
  const struct net *n = context;
  const struct marking *m = state;
  unsigned p = 0;
  while (p < n->nplaces && (m->at[p] >= n->needs[t][p] || k--))
    p++;
  for (unsigned u = 0; p < n->nplaces && u < n->ntransitions; u++)
    if (n->change[u][p] > 0)
      mz_lpor_add (set, u);
  return p < n->nplaces;
}

static bool visible (void *n, unsigned t) { return ((struct net *) n)->change[t][((struct net *) n)->watched]; }

/* ---- what transitions do; also for mz_lpor_verify ---- */

static void
list_enabled (void *context, const void *state, uint64_t *set)
{
  const struct net *n = context;
  const struct marking *m = state;
  for (unsigned t = 0, p = 0; t < n->ntransitions; t++, p = 0) {
    while (p < n->nplaces && m->at[p] >= n->needs[t][p])
      p++;
    if (p == n->nplaces)
      mz_lpor_add (set, t);
  }
}

static bool
fire (void *context, const void *state, unsigned t, unsigned k, void *next)
{
  const struct net *n = context;
  struct marking m = *(const struct marking *) state;
  for (unsigned p = 0; p < n->nplaces; p++) {
    if (m.at[p] + n->change[t][p] > 255)
      die ("more than 255 tokens in place ", n->place[p]);
    m.at[p] = (unsigned char) (m.at[p] + n->change[t][p]);
  }
  memcpy (next, &m, sizeof m);
  return k == 0;
}

static uint64_t holds (void *n, const void *m) { return ((const struct marking *) m)->at[((struct net *) n)->watched] <= ((struct net *) n)->most; }
static const char *name_of (void *n, unsigned t) { return ((struct net *) n)->transition[t]; }

/* ---- the search: breadth first, the markings are the queue ---- */

static struct marking states[ROOM];
static uint32_t nstates, ndeadlocks, nbad;

static int compare (const void *a, const void *b) { return memcmp (a, b, sizeof (struct marking)); }

/* The number of the marking, which is added if it is new. */
static uint32_t
find_state (const struct marking *m)
{
  static void *tree;
  states[nstates] = *m;
  struct marking **found = tsearch (&states[nstates], &tree, compare);
  if (!found || nstates + 1 == ROOM)
    die ("too many markings", "");
  nstates += *found == &states[nstates];
  return (uint32_t) (*found - states);
}

/* Fires what is in both sets; true if that leads to a marking that comes later. */
static bool
expand (uint32_t from, const uint64_t *enabled, const uint64_t *set)
{
  struct marking m;
  bool leads_on = false;
  for (unsigned t = 0; t < net.ntransitions; t++)
    if (mz_lpor_has (enabled, t) && mz_lpor_has (set, t)) {
      fire (&net, &states[from], t, 0, &m);
      leads_on |= find_state (&m) > from;
    }
  return leads_on;
}

static void
search (struct mz_lpor *lpor)
{
  find_state (&net.initial);
  for (uint32_t i = 0; i < nstates; i++) {
    uint64_t enabled[WORDS] = {0}, set[WORDS], none[WORDS] = {0};
    list_enabled (&net, &states[i], enabled);
    ndeadlocks += !memcmp (enabled, none, sizeof none);
    nbad += !holds (&net, &states[i]);
    if (lpor)
      mz_lpor_choose (lpor, &(struct mz_lpor_state) {.state = &states[i], .enabled = enabled}, set);
    if (!lpor || (!expand (i, enabled, set) && net.keep == MZ_LPOR_INVARIANTS))   /* the cycle condition: nothing is put off for ever */
      expand (i, enabled, enabled);
  }
}

/* ---- nets ---- */

static int
find (char names[][32], unsigned count, const char *name)
{
  while (count-- && strcmp (names[count], name)) {}
  return (int) count;
}

static bool
read_line (char *line)
{
  char name[32];
  int tokens, used = 0, arrows = 0, p;
  if (sscanf (line, "place %31s %d", name, &tokens) == 2 && net.nplaces < PLACES && tokens >= 0 && tokens < 256) {
    net.initial.at[net.nplaces] = (unsigned char) tokens;
    strcpy (net.place[net.nplaces++], name);
    return true;
  }
  if (sscanf (line, "invariant %31s %d", name, &net.most) == 2) {
    net.keep = MZ_LPOR_INVARIANTS;
    return (net.watched = find (net.place, net.nplaces, name)) >= 0;
  }
  if (sscanf (line, "transition %31[^: ]:%n", name, &used) != 1 || !used || net.ntransitions == TRANSITIONS)
    return !line[strspn (line, " \t\n")] || line[0] == '#';
  strcpy (net.transition[net.ntransitions], name);
  for (char *word = strtok (line + used, " \t\n"); word; word = strtok (NULL, " \t\n"))
    if (!strcmp (word, "->"))
      arrows++;
    else if ((p = find (net.place, net.nplaces, word)) < 0)
      return false;
    else {
      net.needs[net.ntransitions][p] += !arrows;
      net.change[net.ntransitions][p] += arrows ? 1 : -1;
    }
  net.ntransitions++;
  return arrows == 1;
}

static void
print_set (struct mz_lpor *lpor, const char *name)
{
  uint64_t enabled[WORDS] = {0}, set[WORDS];
  int t = find (net.transition, net.ntransitions, name);
  list_enabled (&net, &net.initial, enabled);
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
  char why[400], line[1000];
  int i = 1;
  for (; i < argc && argv[i][0] == '-'; i++)
    if (!strcmp (argv[i], "--from") && i + 1 < argc)
      from = argv[++i];
    else
      *(strcmp (argv[i], "--full") ? &verify : &full) = true;
  FILE *in = i + 1 == argc ? fopen (argv[i], "r") : NULL;
  if (!in)
    die ("usage: petri [--full] [--verify] [--from T] NET", "");
  for (int number = 1; fgets (line, sizeof line, in); number++)
    if (!read_line (line)) {
      fprintf (stderr, "%s:%d: error: expected place, transition or invariant\n", argv[i], number);
      return 2;
    }
  struct mz_lpor_system system = {.ntransitions = net.ntransitions, .context = &net, .can_enable = can_enable, .dependent = dependent,
                                  .sets_in = waits_for, .visible = visible, .keep = net.keep};
  struct mz_lpor_semantics semantics = {.context = &net, .state_bytes = sizeof (struct marking), .enabled = list_enabled, .successor = fire,
                                        .label = holds, .name = name_of};
  struct mz_lpor *lpor = mz_lpor_new (&system, why, sizeof why);
  if (!lpor || (verify && !mz_lpor_verify (lpor, &semantics, &net.initial, 1000, why, sizeof why)))
    die (why, "");
  if (from)
    print_set (lpor, from);
  search (full ? NULL : lpor);
  printf ("%u markings, %u deadlocks%s\n", nstates, ndeadlocks, net.keep == MZ_LPOR_DEADLOCKS ? "" : nbad ? ", invariant violated" : ", invariant holds");
  mz_lpor_free (lpor);
  return nbad ? 1 : 0;
}
